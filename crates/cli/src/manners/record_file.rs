//! The file of `--record`; all front ends read and write records in the same way.

use std::path::Path;

use lastbite::words::Who;
use lastbite_work::file::can_write;

use crate::manners::prompt::{Console, Stop};

pub use lastbite::play::record_file::{beside, read, shown, write};

/// Says whose turn it is in an unfinished game.
pub fn not_over(to_move: &str) -> String {
    format!("The game is not over: it is {}.", Who::named(to_move).owned("turn"))
}

/// Makes sure that the file of `--record` may be written before anything is played.
pub fn claim(console: &mut Console, path: &Path, force: bool) -> Result<(), Stop> {
    let shown = shown(path);
    // Neither a device nor a folder that may only be read ever takes a record.
    if can_write(path).is_err() {
        return Err(Stop::refuse(format!(
            "the record cannot be written to {shown}; give the name of a file in a folder that exists"
        )));
    }
    if force || !path.exists() {
        return Ok(());
    }
    let refused =
        format!("{shown} is already there; name another file with --record, or replace it with --force");
    if console.is_terminal()
        && console.ask_yes(&format!("{shown} is already there. Replace it? [y/N] "), false)?
    {
        return Ok(());
    }
    Err(Stop::refuse(refused))
}
