//! Why a bar was not solved, or does not answer.

use std::collections::TryReserveError;

use thiserror::Error;

use crate::effort::{Stopped, TooLittleMemory};
use crate::games::chomp::{Chomp, Rows};
use crate::notation::grouped;

/// Why a bar was not solved.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SieveError {
    /// The bar has a side that is too long to be numbered by the sieve.
    #[error("a bar of {rows}x{cols} is too long for the sieve: rows and columns go up to {LONGEST}")]
    TooLong {
        /// The rows asked for.
        rows: u32,
        /// The columns asked for.
        cols: u32,
    },
    /// The bar takes more memory than is allowed.
    #[error("{0}: solve a smaller bar, or allow more")]
    TooLittleMemory(#[from] TooLittleMemory),
    /// The system gave less memory than was allowed.
    #[error("the system has no more memory to give: solve a smaller bar, or end other programs first")]
    Refused,
    /// Grundy values were asked for more positions than can be numbered with 32 bits.
    #[error(
        "the bar has {} positions, and Grundy values are found for at most {}: take a smaller bar",
        positions_text(*.positions), grouped(*.most)
    )]
    TooManyPositions {
        /// The positions of the bar, [`u64::MAX`] when it is that or more.
        positions: u64,
        /// The most that is accepted.
        most: u64,
    },
    /// The work was stopped.
    #[error("the solving was stopped before its end: {0}")]
    Stopped(#[from] Stopped),
}

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
        bar: Chomp,
    },
    /// The bar asked for is not inside the one that was solved.
    #[error("a bar of {rows}x{cols} is not inside {bar}")]
    NoSuchBar {
        /// The rows asked for.
        rows: u32,
        /// The columns asked for.
        cols: u32,
        /// The bar that was solved.
        bar: Chomp,
    },
    /// It was found but not kept: a sentence that says what was.
    #[error("{0}")]
    NotKept(String),
    /// It cannot be read where it is kept: a sentence that says why.
    #[error("{0}")]
    Unreadable(String),
}

impl From<TryReserveError> for SieveError {
    fn from(_: TryReserveError) -> Self {
        SieveError::Refused
    }
}

/// The longest side of a bar: inside the sieve a row is one byte.
pub(super) const LONGEST: u32 = u8::MAX as u32;

/// A count of positions, which may have stopped at the largest number there is.
fn positions_text(positions: u64) -> String {
    match positions {
        u64::MAX => "more than 18 billion billion".to_string(),
        positions => grouped(positions),
    }
}
