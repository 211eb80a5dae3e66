//! The full-screen game: whether it can be opened here, and how it looks and ends.

use std::env;
use std::io::{IsTerminal, stdin, stdout};
use std::path::Path;

use lastbite::Record;
use lastbite_tui::memory::Place;
use lastbite_tui::{App, Depth, Ended};

use crate::manners::interrupt;
use crate::manners::prompt::Stop;
use crate::manners::record_file as file;
use crate::manners::style::{Look, LookArgs};
use crate::play::setup;

/// Says whether there is a terminal on both ends that can do more than print lines.
pub fn is_possible() -> bool {
    let dumb = env::var("TERM").is_ok_and(|term| term == "dumb");
    stdin().is_terminal() && stdout().is_terminal() && !dumb
}

/// Opens on a bar of chocolate.
pub fn play(args: LookArgs, calm: bool) -> Result<(), Stop> {
    run(&mut app(args, calm))
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
