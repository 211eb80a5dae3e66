//! `lastbite review game.json`: judges each move of a recorded game; at a terminal Enter shows the next one.

use std::path::PathBuf;

use clap::Args;
use lastbite::notation::counted;
use lastbite::play::{ReviewedMove, Tally, Turn};
use lastbite::words::{Who, plies};
use lastbite::{
    AnyGame, AnyMove, Ending, Game, Outcome, Review, Settings, Solver, Standing, Words, play::Match,
    play::Side,
};
use serde::Serialize;

use crate::manners::answer::{AnswerArgs, print_json};
use crate::manners::position::drawn;
use crate::manners::prompt::{Console, Stop};
use crate::manners::record_file as file;

/// Judge every move of a recorded game: where was the win thrown away?
#[derive(Args, Debug)]
#[command(after_help = "Example: lastbite play 3x4 --record game.json; lastbite review game.json
  1. Ada 2,2: win -> loss. This throws the win away; 2,3 would have kept it.
  2. Computer 1,4: win -> win. The only winning move.")]
pub struct ReviewArgs {
    /// The record, as --record or save wrote it
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print all of it at once, also at a terminal
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    answer: AnswerArgs,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    game: &'a AnyGame,
    start: String,
    players: [&'a str; 2],
    #[serde(flatten)]
    review: Review<String>,
    winner: Option<usize>,
    ending: Option<Ending>,
}

/// Judges a recorded game and prints it.
pub fn run(args: &ReviewArgs) -> Result<(), Stop> {
    let record = file::read(&args.file).map_err(Stop::refuse)?;
    let session = record.session::<AnyGame>(Settings::default());
    let session = session
        .map_err(|why| Stop::refuse(format!("{} cannot be reviewed: {why}", file::shown(&args.file))))?;
    let played = session.played();
    let (review, _) =
        args.answer.effort.work("judging the game", |effort| Review::of(played, &Solver::new(), effort))?;
    let review = review.map_err(Stop::refuse)?;
    if !args.answer.json {
        return show(&mut args.answer.console(), played, &review, args.all);
    }
    let verdict = played.verdict();
    print_json(&Report {
        game: played.game(),
        start: played.start().written(),
        players: Side::BOTH.map(|side| played.player(side).name()),
        review: review.map(|mv| played.game().write_move(&mv)),
        winner: verdict.map(|verdict| verdict.winner.index() + 1),
        ending: verdict.map(|verdict| verdict.ending),
    })
}

fn show(
    console: &mut Console,
    played: &Match<AnyGame>,
    review: &Review<AnyMove>,
    all: bool,
) -> Result<(), Stop> {
    let step = console.is_terminal() && !all;
    let names = Side::BOTH.map(|side| played.player(side).name());
    console.say(&format!("Review of {}: {} against {}", played.start(), names[0], names[1]))?;
    if step {
        console.say("Enter shows the next move; q quits.")?;
    }
    let mut explained = false;
    for ((turn, reviewed), number) in played.history().iter().zip(&review.moves).zip(1..) {
        if step && matches!(console.ask("")?.as_str(), "q" | "quit") {
            return Ok(());
        }
        let told = told(played, turn, reviewed);
        // The word is explained where it first comes up.
        let plies = if told.contains("It loses in") && !explained {
            " (A ply is one move of either side.)"
        } else {
            ""
        };
        explained |= !plies.is_empty();
        console.say(&format!("{number:>3}. {told}{plies}"))?;
        if step {
            let (width, _) = console.dimensions();
            let after = Standing::new(played.game().clone(), turn.after.clone()).map_err(Stop::refuse)?;
            let look = console.look;
            console.draw(&drawn(&after, Some(&turn.before), look, width))?;
        }
    }
    if let Some(verdict) = played.verdict() {
        let loser = Who::named(names[verdict.winner.other().index()]);
        let winner = Who::named(names[verdict.winner.index()]);
        let ending = played.game().ending(played.position(), verdict.ending, loser);
        console.say(&format!("\n{} {}. {ending}", winner.subject(), winner.verb("wins", "win")))?;
    } else {
        console.say(&format!("\n{}", file::not_over(names[played.to_move().index()])))?;
    }
    if let Some(side) = review.gave_a_win_up {
        console.say(&format!("{} gave up a game that could still be won.", names[side.index()]))?;
    }
    for (name, tally) in names.iter().zip(&review.sides) {
        console.say(&summary(name, tally))?;
    }
    Ok(())
}

/// Describes a move and what it was worth.
fn told(played: &Match<AnyGame>, turn: &Turn<AnyGame>, reviewed: &ReviewedMove<AnyMove>) -> String {
    let game = played.game();
    let word = |outcome: Option<Outcome>| outcome.map_or("?".to_string(), |outcome| outcome.to_string());
    let mv = game.describe(&turn.before, &turn.mv);
    let name = played.player(turn.side).name();
    let head = format!("{name} {mv}: {} -> {}.", word(reviewed.before), word(reviewed.after));
    let better = reviewed.better.as_ref().map(|better| game.describe(&turn.before, better));
    let comment = if reviewed.threw_the_win_away() {
        match better {
            Some(better) => format!("This throws the win away; {better} would have kept it."),
            None => "This throws the win away.".to_string(),
        }
    } else if reviewed.was_the_only_one() {
        "The only winning move.".to_string()
    } else {
        match (better, reviewed.distance_before, reviewed.distance_after) {
            (Some(better), Some(longest), Some(many)) => {
                format!("It loses in {}; {better} would have lasted {longest}.", plies(many))
            }
            _ => String::new(),
        }
    };
    format!("{head} {comment}").trim_end().to_string()
}

/// Says how well a side played.
fn summary(name: &str, tally: &Tally) -> String {
    let judged = tally.could_win + tally.was_lost;
    if judged == 0 {
        return format!("{name}: {}, none of them judged.", counted(tally.moves as u64, "move"));
    }
    let mut parts = Vec::new();
    if tally.could_win > 0 {
        parts.push(format!("kept {} of {}", tally.kept, counted(tally.could_win as u64, "won position")));
    }
    if tally.was_lost > 0 {
        parts.push(format!(
            "lasted longest in {} of {}",
            tally.held_out,
            counted(tally.was_lost as u64, "lost position")
        ));
    }
    format!("{name}: {} of {judged} moves perfect ({}).", tally.perfect(), parts.join("; "))
}
