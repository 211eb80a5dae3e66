//! Why a bar that was solved does not answer.

use lastbite_work::SolveError;
use thiserror::Error;

use crate::{Bar, Rows};

/// Why a bar that was solved does not answer a question.
///
/// A missing answer is never an answer: what cannot be read, or was not kept, is neither lost nor won.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoAnswer {
    /// The position is not one of the bar's.
    #[error("the position {position} is not inside {bar}")]
    Outside {
        /// What was asked for.
        position: Rows,
        /// The bar that was solved.
        bar: Bar,
    },
    /// The bar asked for is not inside the one that was solved.
    #[error("a bar of {rows}x{cols} is not inside {bar}")]
    NoSuchBar {
        /// The rows asked for.
        rows: u32,
        /// The columns asked for.
        cols: u32,
        /// The bar that was solved.
        bar: Bar,
    },
    /// It was found but not kept: a sentence that says what was.
    #[error("{0}")]
    NotKept(String),
    /// It was to be found now, and was not.
    #[error(transparent)]
    NotFound(#[from] SolveError),
    /// It cannot be read where it is kept: a sentence that says why.
    #[error("{0}")]
    Unreadable(String),
}

/// What a solver needs and cannot have.
impl From<NoAnswer> for SolveError {
    fn from(no_answer: NoAnswer) -> Self {
        match no_answer {
            NoAnswer::NotFound(error) => error,
            other => SolveError::OutOfReach(other.to_string()),
        }
    }
}
