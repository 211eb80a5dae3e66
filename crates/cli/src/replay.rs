//! `lastbite replay`: a recorded game again, move by move, with the moves that threw the win away.

use std::collections::HashMap;
use std::path::PathBuf;

use lastbite::search::a_few_seconds;
use lastbite::{AnyGame, Corner, Ending, Game, Limits, Match, Outcome, Side, Solvable};

use crate::chomp::ChompFace;
use crate::prompt::{Console, Stop};
use crate::record::{self, Record};
use crate::session::{Face, Scene, outcome};
use crate::style::{Look, LookArgs};
use crate::take_away::TakeAwayFace;

/// Show a recorded game move by move
#[derive(Debug, clap::Args)]
pub struct ReplayArgs {
    /// The record, as --record or save wrote it
    file: PathBuf,
    /// Where the corner of square 1,1 of Chomp is drawn
    #[arg(long)]
    corner: Option<Corner>,
    #[command(flatten)]
    look: LookArgs,
}

/// Shows a recorded game.
pub fn run(args: &ReplayArgs) -> Result<(), Stop> {
    let wrong = |why: String| Stop::refuse(format!("{} cannot be replayed: {why}", args.file.display()));
    let record = record::read(&args.file).map_err(Stop::refuse)?;
    let mut console = Console::open(Look::from(args.look));
    match record.game().map_err(wrong)? {
        AnyGame::Chomp(bar) => {
            let face = ChompFace { corner: args.corner.unwrap_or_default() };
            show(&mut console, &face, bar, &record, wrong)
        }
        AnyGame::Nim(nim) => {
            let face = TakeAwayFace { misere: nim.is_misere() };
            show(&mut console, &face, nim, &record, wrong)
        }
    }
}

fn show<F: Face>(
    console: &mut Console,
    face: &F,
    rules: F::Game,
    record: &Record,
    wrong: impl Fn(String) -> Stop,
) -> Result<(), Stop> {
    let played = record.restore(rules.clone()).map_err(wrong)?.game;
    let players = [Side::First, Side::Second].map(|side| played.player(side).clone());
    console.say(&format!("{rules}: {} against {}", players[0].name, players[1].name))?;
    let mut known = HashMap::new();
    let mut again = Match::from_position(rules, players, played.start().clone());
    draw(console, face, &again, true)?;
    let mut thrown = Vec::new();
    for (turn, n) in played.history().iter().zip(1..) {
        let name = played.player(turn.side).name.clone();
        let told = format!("Move {n}: {name} plays {}", face.describe(&turn.before, turn.mv));
        again.play(turn.mv).map_err(Stop::refuse)?;
        let before = outcome(again.game(), &turn.before, &mut known);
        let after = outcome(again.game(), &turn.after, &mut known);
        if before == Some(Outcome::Win) && after == Some(Outcome::Win) {
            console.say(&format!("{told}  <-- this throws the win away"))?;
            let nodes = a_few_seconds(again.game().size(&turn.before));
            let better = again.game().answer(&turn.before, &Limits::none().nodes(nodes)).best;
            if let Some(better) = better {
                console.say(&format!("   {} would have won.", face.advice(&turn.before, better)))?;
            }
            thrown.push(format!("{name} in move {n}"));
        } else {
            console.say(&told)?;
        }
        draw(console, face, &again, false)?;
    }
    match played.verdict() {
        Some(verdict) => {
            console.say(&face.result(&played))?;
            let loser = verdict.winner.other();
            let won = outcome(again.game(), played.position(), &mut known) == Some(Outcome::Win);
            if verdict.ending == Ending::Resigned && played.to_move() == loser && won {
                thrown.push(format!("{} by resigning", played.player(loser).name));
            }
        }
        None => console
            .say(&format!("The game is not over: it is {}'s turn.", played.player(played.to_move()).name))?,
    }
    match thrown.len() {
        0 => Ok(()),
        _ => console.say(&format!("The win was thrown away by {}.", thrown.join(", by "))),
    }
}

fn draw<F: Face>(console: &mut Console, face: &F, game: &Match<F::Game>, first: bool) -> Result<(), Stop> {
    let (width, height) = console.dimensions();
    let scene = Scene { game, fresh: !first, first, whole: false, look: console.look, width, height };
    let drawn = face.scene(&scene);
    if drawn.is_empty() { Ok(()) } else { console.draw(&drawn) }
}
