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
//!
//! The winning openings and the count of lost positions of *every* shorter bar come with the longest. Solvers
//! are values that advance step by step, and can be saved as a checkpoint between steps.
//!
//! ```
//! use lastbite_engines::thin::ThreeRows;
//! use lastbite_engines::{Effort, Square};
//!
//! let effort = Effort::default();
//! let mut solver = ThreeRows::new(3000, &effort)?;
//! solver.advance(1000, &effort)?;
//! let checkpoint = solver.to_bytes();
//!
//! let mut solver = ThreeRows::from_bytes(&checkpoint, &effort)?;
//! solver.advance(3000, &effort)?;
//! assert_eq!(solver.lost_count(3000), Some(1_548_030));
//! assert_eq!(solver.openings(3000), Some(vec![Square::new(3, 2122)]));
//! # Ok::<(), lastbite_engines::SolveError>(())
//! ```

mod checkpoint;
mod estimate;
mod fates;
pub(crate) mod few;
mod four;
mod shadows;
mod three;
pub mod two;
mod values;

use std::collections::TryReserveError;

use lastbite_work::SolveError;

pub use estimate::Estimate;
pub use fates::{ColumnPeriod, Fates, FatesCensus};
pub use few::{FewRows, LastRows};
pub use four::grundy_values_of_four_rows;
pub use three::{Census, Fate, Period, ThreeRows, Windowed};
pub use values::grundy_values_of_three_rows;

/// Returns words without a bit set, if there is room for them.
fn zeros(words: usize) -> Result<Vec<u64>, TryReserveError> {
    let mut zeros = Vec::new();
    zeros.try_reserve_exact(words)?;
    zeros.resize(words, 0);
    Ok(zeros)
}

/// Refuses a bar that the solver is not made for.
fn not_this_kind(rows: u32, cols: u32, kind: &str) -> SolveError {
    SolveError::OutOfReach(format!("a bar of {rows}x{cols} is not solved this way: take one with {kind}"))
}
