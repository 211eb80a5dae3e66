//! Checkpoints in files: a solver of thin bars written whole between two steps, and read back strictly.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use lastbite::Effort;
use lastbite::thin::{FewRows, ThinError, ThreeRows};

use crate::prompt::Stop;
use crate::record_file::shown;

/// A solver that can be written down.
pub trait Steps: Sized {
    /// Returns the rows and columns of its longest bar.
    fn size(&self) -> (u32, u32);

    /// Writes it down.
    fn save(&mut self, to: &mut impl Write) -> io::Result<()>;

    /// Reads it back.
    fn load(from: &mut impl Read, effort: &Effort) -> Result<Self, ThinError>;
}

impl Steps for ThreeRows {
    fn size(&self) -> (u32, u32) {
        (3, self.cols())
    }

    fn save(&mut self, to: &mut impl Write) -> io::Result<()> {
        ThreeRows::save(self, to)
    }

    fn load(from: &mut impl Read, effort: &Effort) -> Result<Self, ThinError> {
        ThreeRows::load(from, effort)
    }
}

impl Steps for FewRows {
    fn size(&self) -> (u32, u32) {
        (self.rows(), self.cols())
    }

    fn save(&mut self, to: &mut impl Write) -> io::Result<()> {
        FewRows::save(self, to)
    }

    fn load(from: &mut impl Read, effort: &Effort) -> Result<Self, ThinError> {
        FewRows::load(from, effort)
    }
}

/// Reads the solver of a bar from a checkpoint, nothing if there is no file, and refuses one of another bar.
pub fn read<S: Steps>(path: &Path, rows: u32, cols: u32, effort: &Effort) -> Result<Option<S>, Stop> {
    let refused =
        |why: &dyn std::fmt::Display| Stop::Refused(format!("cannot go on from {}: {why}", shown(path)));
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        // A pipe or a device might never end.
        Ok(found) if !found.is_file() => {
            return Err(refused(&"it is not an ordinary file; name one, or one that is not there yet"));
        }
        _ => {}
    }
    let file = File::open(path).map_err(|error| refused(&error))?;
    let solver = match S::load(&mut BufReader::new(file), effort) {
        Ok(solver) => solver,
        Err(error @ ThinError::Stopped(_)) => return Err(error.into()),
        Err(error) => return Err(refused(&error)),
    };
    let (of_rows, of_cols) = solver.size();
    if (of_rows, of_cols) != (rows, cols) {
        let why =
            format!("it is the checkpoint of {of_rows}x{of_cols}, not of {rows}x{cols}; name another file");
        return Err(refused(&why));
    }
    Ok(Some(solver))
}

/// The last checkpoint could not be written, and that was said.
static WAS_SAID: AtomicBool = AtomicBool::new(false);

/// Writes a solver down, whole or not at all.
///
/// The first time, before the work, that must be possible. Later a full disk may have room again, and the checkpoint before is still
/// there: then it is said, once, and the work goes on.
pub fn write(path: &Path, solver: &mut impl Steps) -> Result<(), Stop> {
    let written: io::Result<()> = lastbite::write_whole(path, |file| solver.save(file));
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
                    "lastbite: {why}; the one before is still there, and the work goes on"
                );
            }
        }
    }
    Ok(())
}
