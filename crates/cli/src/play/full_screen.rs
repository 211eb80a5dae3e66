//! The full-screen game: whether it can open here, with what, and how it looks and ends.

use std::env;
use std::io::{IsTerminal, stdin, stdout};
use std::path::Path;

use lastbite::{AnyGame, Level, Player, Record, Session, Settings, Standing};
use lastbite_tui::choice::{Opponent, Starts};
use lastbite_tui::memory::Place;
use lastbite_tui::{App, Depth, Ended, Opening};

use crate::manners::interrupt;
use crate::manners::prompt::Stop;
use crate::manners::record_file as file;
use crate::manners::style::{Look, LookArgs};
use crate::play::setup::{self, GameArgs, Names, OpponentArgs, Who};

/// Says whether there is a terminal on both ends that can do more than print lines.
pub fn is_possible() -> bool {
    let dumb = env::var("TERM").is_ok_and(|term| term == "dumb");
    stdin().is_terminal() && stdout().is_terminal() && !dumb
}

/// Opens the game of the options, or the start screen if they name none.
pub fn play(
    start: Option<Standing<AnyGame>>,
    opponent: &OpponentArgs,
    options: &GameArgs,
    calm: bool,
) -> Result<(), Stop> {
    if let Some(path) = &options.resume {
        let record = file::read(path).map_err(Stop::refuse)?;
        return resume(options.look, calm, path, &record);
    }
    let mut app = app(options.look, calm);
    match start {
        // The screen opens games at their start; anything else is opened as a record without moves.
        Some(start) if start != Standing::start(start.game().clone()) || opponent.nodes.is_some() => {
            app.resume(&begun(start, opponent, options)?).map_err(Stop::refuse)?;
        }
        start => {
            let game = start.map(|start| start.game().clone());
            app.open(opening(game, opponent, options)).map_err(Stop::refuse)?;
        }
    }
    run(&mut app)
}

/// Hands the choices of the command line to the screen.
fn opening(game: Option<AnyGame>, opponent: &OpponentArgs, options: &GameArgs) -> Opening {
    let Names(one, two) = options.names.clone().unwrap_or(Names(None, None));
    let against = match (opponent.vs, options.level) {
        (Some(Who::Human), _) => Some(Opponent::Person),
        (_, Some(level)) => Some(Opponent::from(level)),
        // People who ask for an engine want to see it at its best.
        (_, None) if opponent.engine.is_some() => Some(Opponent::from(Level::Perfect)),
        (Some(Who::Computer), None) => Some(Opponent::from(setup::USUAL_LEVEL)),
        (None, None) => None,
    };
    let starts = options.first.map(|first| match first {
        Who::Human => Starts::First,
        Who::Computer => Starts::Second,
    });
    Opening {
        game,
        opponent: against,
        starts,
        names: [one, two],
        seed: options.seed,
        engine: opponent.engine,
    }
}

/// Returns the record of a game that has just begun.
fn begun(start: Standing<AnyGame>, opponent: &OpponentArgs, options: &GameArgs) -> Result<Record, Stop> {
    let Names(one, two) = options.names.clone().unwrap_or(Names(None, None));
    let one = Player::human(one.as_deref().unwrap_or("You"));
    let players = match opponent.vs {
        Some(Who::Human) => [one, Player::human(two.as_deref().unwrap_or("Player 2"))],
        _ => {
            let best = opponent.engine.is_some() || opponent.nodes.is_some();
            let usual = if best { Level::Perfect } else { setup::USUAL_LEVEL };
            let computer =
                Player::computer(two.as_deref().unwrap_or("Computer"), options.level.unwrap_or(usual));
            setup::in_order([one, computer], options.first == Some(Who::Computer))
        }
    };
    let mut settings = Settings::default();
    settings.seed = options.seed.unwrap_or_else(setup::new_seed);
    settings.engine = opponent.engine.unwrap_or_default();
    settings.nodes = opponent.nodes;
    Ok(Record::of(&Session::new(start, players, settings).map_err(Stop::refuse)?))
}

/// Continues the game of a record.
fn resume(args: LookArgs, calm: bool, path: &Path, record: &Record) -> Result<(), Stop> {
    let mut app = app(args, calm);
    let wrong = |why| Stop::refuse(format!("{} cannot be resumed: {why}", file::shown(path)));
    app.resume(record).map_err(wrong)?;
    run(&mut app)
}

/// Opens on the review of a record.
pub fn replay(args: LookArgs, calm: bool, path: &Path, record: &Record) -> Result<(), Stop> {
    let mut app = app(args, calm);
    let wrong = |why| Stop::refuse(format!("{} cannot be replayed: {why}", file::shown(path)));
    app.replay(record).map_err(wrong)?;
    run(&mut app)
}

fn app(args: LookArgs, calm: bool) -> App {
    let look = Look::from(args);
    let depth = if look.color { Depth::True } else { Depth::None };
    let asked = lastbite_tui::Look { depth, light: false, ascii: look.ascii, calm };
    let look = lastbite_tui::Look::of_terminal(asked, |name| env::var(name).ok());
    App::new(look, (80, 24), Place::usual(), setup::new_seed())
}

fn run(app: &mut App) -> Result<(), Stop> {
    match interrupt::playing(|| lastbite_tui::run(app))? {
        Ok(Ended::Quit) => Ok(()),
        Ok(Ended::Interrupted) => Err(Stop::Interrupted),
        Err(error) => Err(Stop::Output(error)),
    }
}
