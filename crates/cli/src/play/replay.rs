//! `lastbite replay`: shows a recorded game move by move, and the moves that threw the win away.
//!
//! At a terminal it opens the full screen; into a pipe it prints line by line.

use std::path::PathBuf;
use std::time::Duration;

use lastbite::layout::Corner;
use lastbite::words::Words;
use lastbite::{
    AnyGame, AnyMove, Cancel, Effort, Ending, Knowledge, Outcome, Session, Settings, Solver, Standing,
    play::Match, play::Side,
};

use crate::manners::interrupt;
use crate::manners::prompt::{Console, Stop};
use crate::manners::record_file as file;
use crate::manners::style::{Look, LookArgs};
use crate::play::face::PlainFace;
#[cfg(feature = "tui")]
use crate::play::full_screen;
use crate::play::lines::{Face, Scene};

/// Show a recorded game move by move
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: lastbite replay game.json")]
pub struct ReplayArgs {
    /// The record, as --record or save wrote it
    file: PathBuf,
    /// Where the corner of 1,1 is drawn
    #[arg(long)]
    corner: Option<Corner>,
    /// Full screen without animation
    #[arg(long)]
    calm: bool,
    #[command(flatten)]
    look: LookArgs,
}

/// Shows a recorded game.
pub fn run(args: &ReplayArgs) -> Result<(), Stop> {
    let record = file::read(&args.file).map_err(Stop::refuse)?;
    let wrong = |why| Stop::refuse(format!("{} cannot be replayed: {why}", file::shown(&args.file)));
    // The full screen always has its corner at the upper left.
    #[cfg(feature = "tui")]
    if full_screen::is_possible() && args.corner.is_none() {
        return full_screen::replay(args.look, args.calm, &args.file, &record);
    }
    let session: Session<AnyGame> = record.session(Settings::default()).map_err(wrong)?;
    let face = PlainFace::of(session.played().game(), args.corner.unwrap_or_default());
    show(&mut Console::open(Look::from(args.look)), &face, &session)
}

fn show(console: &mut Console, face: &PlainFace, session: &Session<AnyGame>) -> Result<(), Stop> {
    let (played, solver) = (session.played(), Solver::new());
    let game = played.game();
    let players = Side::BOTH.map(|side| played.player(side).clone());
    console.say(&format!("Replay of {game}: {} against {}", players[0].name(), players[1].name()))?;
    let mut again = Match::new(played.start().clone(), players);
    draw(console, face, &again, true)?;
    let mut thrown = Vec::new();
    let patience = Patience::new();
    let mut before = patience.judged(&solver, &again.standing())?;
    for (turn, n) in played.history().iter().zip(1..) {
        if console.is_terminal() && !console.ask_on("Enter shows the next move, quit ends: ")? {
            return Ok(());
        }
        let name = played.player(turn.side).name();
        let told = format!("Move {n}: {name} plays {}", game.describe(&turn.before, &turn.mv));
        again.play(turn.mv.clone()).map_err(Stop::refuse)?;
        let after = patience.judged(&solver, &again.standing())?;
        if before.outcome() == Some(Outcome::Win) && after.outcome() == Some(Outcome::Win) {
            console.say(&format!("{told}  <-- this throws the win away"))?;
            if let Knowledge::Known(known) = before
                && let Some(better) = known.best
            {
                console.say(&format!("   {} would have won.", game.advice(&turn.before, &better)))?;
            }
            thrown.push(format!("{name} threw the win away on move {n}"));
        } else {
            console.say(&told)?;
        }
        draw(console, face, &again, false)?;
        before = after;
    }
    match played.verdict() {
        Some(verdict) => {
            console.say(&face.result(played))?;
            let loser = verdict.winner.other();
            let won = before.outcome() == Some(Outcome::Win);
            if verdict.ending == Ending::Resigned && played.to_move() == loser && won {
                thrown.push(format!("{} resigned while winning", played.player(loser).name()));
            }
        }
        None => console.say(&file::not_over(played.player(played.to_move()).name()))?,
    }
    match thrown.len() {
        0 => Ok(()),
        _ => console.say(&format!("{}.", thrown.join("; "))),
    }
}

/// How long all judging of a replay may take together, so that even a game of thousands of moves appears at
/// once.
struct Patience {
    cancel: Cancel,
    effort: Effort,
}

impl Patience {
    const ALL: Duration = Duration::from_secs(10);

    fn new() -> Self {
        let cancel = Cancel::new();
        let effort = Effort::unlimited().within(Self::ALL).cancelled_by(&cancel);
        Patience { cancel, effort }
    }

    /// Judges a position if that is quick; Ctrl-C ends the replay.
    fn judged(
        &self,
        solver: &Solver<AnyGame>,
        standing: &Standing<AnyGame>,
    ) -> Result<Knowledge<AnyMove>, Stop> {
        let effort = self.effort.clone().nodes(lastbite::search::a_few_seconds(standing.size()) / 10);
        let knowledge = interrupt::stoppable(&self.cancel, || solver.ask(standing, &effort))?;
        if self.cancel.is_cancelled() { Err(Stop::Stopped) } else { Ok(knowledge) }
    }
}

fn draw(console: &mut Console, face: &PlainFace, game: &Match<AnyGame>, first: bool) -> Result<(), Stop> {
    let (width, height) = console.dimensions();
    let scene = Scene { game, fresh: !first, first, whole: false, look: console.look, width, height };
    let drawn = face.scene(&scene);
    if drawn.is_empty() { Ok(()) } else { console.draw(&drawn) }
}
