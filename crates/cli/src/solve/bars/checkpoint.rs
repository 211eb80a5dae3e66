//! Checkpoints in files: unfinished work is written whole between two steps, and read back strictly.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use lastbite::Effort;
use lastbite_engines::Solution;
use lastbite_engines::SolveError;
use lastbite_engines::thin::ThreeRows;

use crate::manners::interrupt;
use crate::manners::prompt::Stop;
use crate::manners::record_file::shown;

/// What a checkpoint is read from.
pub type Reader = BufReader<File>;

/// A solver that advances step by step and can be saved in between.
pub trait Steps {
    /// Returns how far it has come: bars whose longer side is at most this are solved.
    fn done(&self) -> u32;

    /// Returns how far it will go.
    fn longest(&self) -> u32;

    /// Continues solving, at least this far.
    fn advance(&mut self, until: u32, effort: &Effort) -> Result<(), SolveError>;

    /// Writes its state.
    fn save(&mut self, to: &mut impl Write) -> io::Result<()>;
}

impl Steps for Solution {
    fn done(&self) -> u32 {
        Solution::done(self)
    }

    fn longest(&self) -> u32 {
        Solution::longest(self)
    }

    fn advance(&mut self, until: u32, effort: &Effort) -> Result<(), SolveError> {
        Solution::advance(self, until, effort)
    }

    fn save(&mut self, to: &mut impl Write) -> io::Result<()> {
        Solution::save(self, to)
    }
}

/// Bars of three rows may be longer than any bar that is played.
impl Steps for ThreeRows {
    fn done(&self) -> u32 {
        ThreeRows::done(self)
    }

    fn longest(&self) -> u32 {
        self.cols()
    }

    fn advance(&mut self, until: u32, effort: &Effort) -> Result<(), SolveError> {
        ThreeRows::advance(self, until, effort)
    }

    fn save(&mut self, to: &mut impl Write) -> io::Result<()> {
        ThreeRows::save(self, to)
    }
}

/// Reads a solver from a checkpoint, or nothing if there is no file; refuses anything that is not a
/// checkpoint of this solver.
pub fn read<S>(
    path: &Path,
    resume: impl FnOnce(&mut Reader) -> Result<S, SolveError>,
) -> Result<Option<S>, Stop> {
    let refused =
        |why: &dyn std::fmt::Display| Stop::Refused(format!("cannot continue from {}: {why}", shown(path)));
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        // A pipe or a device might never end.
        Ok(found) if !found.is_file() => {
            return Err(refused(&"it is not an ordinary file; name one, or one that is not there yet"));
        }
        _ => {}
    }
    let file = File::open(path).map_err(|error| refused(&error))?;
    match resume(&mut BufReader::new(file)) {
        Ok(solver) => Ok(Some(solver)),
        Err(error @ SolveError::Stopped(_)) => Err(error.into()),
        Err(error) => Err(refused(&error)),
    }
}

/// Whether it was reported that the last checkpoint could not be written.
static WAS_SAID: AtomicBool = AtomicBool::new(false);

/// Saves unfinished work, whole or not at all.
///
/// The first time, before the work, this must succeed. Later, a full disk may have room again and the
/// previous checkpoint is still there, so a failure is reported once and the work continues.
pub fn write(path: &Path, fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> Result<(), Stop> {
    interrupt::saves();
    let written: io::Result<()> = lastbite_work::file::write_whole(path, fill);
    let not_written =
        |error: &io::Error| format!("the checkpoint {} could not be written ({error})", shown(path));
    match written {
        Ok(()) => WAS_SAID.store(false, Ordering::Relaxed),
        Err(error) if !path.exists() => {
            return Err(Stop::Refused(format!("{}; name another file", not_written(&error))));
        }
        Err(error) => {
            if !WAS_SAID.swap(true, Ordering::Relaxed) {
                let why = not_written(&error);
                let _ = writeln!(
                    io::stderr(),
                    "lastbite: {why}; the previous one is intact, and the work continues"
                );
            }
        }
    }
    Ok(())
}
