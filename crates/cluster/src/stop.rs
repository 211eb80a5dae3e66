//! Why a run ends early, in one sentence.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;

use lastbite_engines::SolveError;
use lastbite_engines::Stopped;
use lastbite_engines::table::TableError;

/// Says a sentence, in one piece: other ranks may speak at the same time.
pub fn complain(sentence: &str) {
    // Standard error may be closed; there is nowhere else to report.
    let _ = io::stderr().write_all(format!("lastbite-cluster: {sentence}\n").as_bytes());
}

/// Shows a path in a sentence: whatever is in its name, it stays one line.
pub fn shown(path: &Path) -> String {
    lastbite_work::notation::one_line(&path.to_string_lossy(), 300)
}

/// Why a run ends early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The request cannot be done: one sentence that says what is accepted.
    Refused(String),
    /// Another rank is silent: one sentence that says which, and for how long.
    Silence(String),
    /// A signal has come: a rank has died, the time is up, or the user has had enough.
    Signal(i32),
}

impl Stop {
    /// Refuses with a sentence.
    pub fn refuse(sentence: impl fmt::Display) -> Stop {
        Stop::Refused(sentence.to_string())
    }

    /// Returns the exit code, the same as that of the program on one machine.
    pub fn code(&self) -> i32 {
        match self {
            Stop::Refused(_) | Stop::Silence(_) => 2,
            Stop::Signal(signal) => 128 + signal,
        }
    }
}

impl From<SolveError> for Stop {
    fn from(error: SolveError) -> Stop {
        Stop::refuse(error)
    }
}

impl From<Stopped> for Stop {
    fn from(stopped: Stopped) -> Stop {
        Stop::refuse(SolveError::Stopped(stopped))
    }
}

impl From<TableError> for Stop {
    fn from(error: TableError) -> Stop {
        Stop::refuse(error)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::refuse(format!("the output could not be written ({error})"))
    }
}
