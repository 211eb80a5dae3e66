//! Why something was not solved: one error for every solver.

use std::collections::TryReserveError;

use thiserror::Error;

use crate::effort::{Stopped, TooLittleMemory};

/// Why something was not solved, by whichever solver.
///
/// A caller can do one of a few things about it: wait longer, allow more memory, take something smaller or
/// another method, or look after a file. So these are the variants, and each carries the sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The work was stopped.
    #[error("the solving was stopped before its end: {0}")]
    Stopped(#[from] Stopped),
    /// It takes more memory than is allowed.
    #[error("{0}: solve something smaller, or allow more")]
    TooLittleMemory(#[from] TooLittleMemory),
    /// The system gave less memory than was allowed.
    #[error("the system has no more memory to give: solve something smaller, or end other programs first")]
    NoMemory,
    /// It is too large to be solved this way, or of a kind that the method is not made for.
    #[error("{0}")]
    OutOfReach(String),
    /// It cannot be solved in the place that was asked for, a graphics card for example.
    #[error("{0}")]
    Place(String),
    /// A checkpoint cannot be read, or is another one.
    #[error("{0}")]
    File(String),
}

impl SolveError {
    /// Refuses the checkpoint of another bar: one of these rows and columns, not of those.
    #[must_use]
    pub fn other_bar(found: (u32, u32), wanted: (u32, u32)) -> Self {
        SolveError::File(format!(
            "it is the checkpoint of {}x{}, not of {}x{}; name another file",
            found.0, found.1, wanted.0, wanted.1
        ))
    }
}

impl From<TryReserveError> for SolveError {
    fn from(_: TryReserveError) -> Self {
        SolveError::NoMemory
    }
}
