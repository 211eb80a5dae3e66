//! Long thin bars: three rows to hundreds of thousands of columns, four to thousands.
//!
//! The sieve decides every position, which is the wrong approach for long bars of few rows. Here *one*
//! evaluation decides all positions that differ in only one row, because at most one of those is lost.
//!
//! - One and two rows are a formula: [`two`].
//! - [`ThreeRows`] solves three rows in a time that grows with the square of the length, with memory that
//!   grows with the length. The other algorithms we know take the third power (Brouwer, Horváth, Molnár-Sáska
//!   and Szabó, *On three-rowed Chomp*, 2005).
//! - [`FewRows`] solves three to seven rows with one evaluation for each choice of all rows but the last.
//! - [`LastRows`] keeps all lost positions of few rows, to look up any position.
//! - [`Fates`] finds what becomes of the columns of four to six rows, and proves which repeat.
//! - [`grundy_values_of_three_rows`] and [`grundy_values_of_four_rows`] find those of bars beyond what can be
//!   swept.
//! - [`Method`] estimates what each of these takes, and the sieve, and chooses.
//!
//! The winning openings and the count of lost positions of *every* shorter bar come with the longest. Solvers
//! are values that advance step by step, and can be saved as a checkpoint between steps.
//!
//! ```
//! use lastbite::thin::ThreeRows;
//! use lastbite::{Effort, Square};
//!
//! let effort = Effort::default();
//! let mut solver = <ThreeRows>::new(3000, &effort)?;
//! solver.advance(1000, &effort)?;
//! let checkpoint = solver.to_bytes();
//!
//! let mut solver = <ThreeRows>::from_bytes(&checkpoint, &effort)?;
//! solver.advance(3000, &effort)?;
//! assert_eq!(solver.lost_count(3000), Some(1_548_030));
//! assert_eq!(solver.openings(3000), Some(vec![Square::new(3, 2122)]));
//! # Ok::<(), lastbite::thin::ThinError>(())
//! ```

mod checkpoint;
mod estimate;
mod fates;
mod few;
mod four;
mod shadows;
mod three;
pub mod two;
mod values;

use std::collections::TryReserveError;

use thiserror::Error;

use crate::effort::{Stopped, TooLittleMemory};

pub use estimate::{Estimate, Method};
pub use fates::{ColumnPeriod, Fates, FatesCensus};
pub use few::{FewRows, LastRows};
pub use four::grundy_values_of_four_rows;
pub use three::{Census, Fate, Period, ThreeRows};
pub use values::grundy_values_of_three_rows;

/// Why a long thin bar was not solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ThinError {
    /// The bar is not of the kind the solver is made for.
    #[error("a bar of {rows}x{cols} is not solved this way: take one with {kind}")]
    NotThisKind {
        /// The rows asked for.
        rows: u32,
        /// The columns asked for.
        cols: u32,
        /// What is accepted.
        kind: &'static str,
    },
    /// The bar takes more memory than is allowed.
    #[error("{0}: solve a shorter bar, or allow more")]
    TooLittleMemory(#[from] TooLittleMemory),
    /// The system had less memory than was allowed.
    #[error("the system has no more memory: solve a shorter bar, or end other programs")]
    NoMemory,
    /// What was read is not a checkpoint, or not one of this solver, or was changed.
    #[error("this is not a whole checkpoint of this solver: {why}; start again, or use an older one")]
    Damaged {
        /// What is wrong with it.
        why: &'static str,
    },
    /// A checkpoint could not be read.
    #[error("the checkpoint cannot be read: {0}")]
    Unreadable(std::io::ErrorKind),
    /// The work was stopped before its end.
    #[error("the solving was stopped before its end: {0}")]
    Stopped(#[from] Stopped),
}

/// Returns words without a bit set, if there is room for them.
fn zeros(words: usize) -> Result<Vec<u64>, TryReserveError> {
    let mut zeros = Vec::new();
    zeros.try_reserve_exact(words)?;
    zeros.resize(words, 0);
    Ok(zeros)
}

impl From<TryReserveError> for ThinError {
    fn from(_: TryReserveError) -> Self {
        ThinError::NoMemory
    }
}
