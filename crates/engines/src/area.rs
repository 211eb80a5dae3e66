//! All positions with up to a given number of squares, whatever their rows and columns: the area is limited,
//! not the bar.
//!
//! ```
//! use lastbite_engines::Effort;
//! use lastbite_engines::area;
//!
//! let effort = Effort::unlimited();
//! assert_eq!(area::lost(9, &effort)?, [0, 1, 0, 1, 0, 3, 0, 3, 2, 5]);         // A112470
//! let bites = area::winning_bites(6, &effort)?;
//! assert_eq!(bites[6], [0, 10, 0, 1]);    // of the eleven positions of six squares one is won by three bites
//! assert_eq!(area::grundy_values(3, &effort)?[3], [1, 0, 2]);                  // 2,1 has 0; 3 and 1,1,1 have 2
//! # Ok::<(), lastbite_engines::SolveError>(())
//! ```
//!
//! # The method
//!
//! It is that of the [sieve](crate::sieve), with different strings. Positions of at most `a`
//! squares whose rows have at most `b` are put in the order of their area, and those of one area in
//! lexicographic order (`partitions`). What is known about all of them is a *string*: a bit for each, a few
//! bits, or a set.
//!
//! Peel off the first row. With `v` squares in it, the rows below are any position of at most `a - v` squares
//! whose rows have at most `v`. What bites in the first row amount to is another string over these. It is
//! widened from `v` to `v + 1`, and for every area it consists of its own pieces in sequence, as in the sieve
//! (`peel`). So all work above the shortest strings is copying and joining, 64 positions at a time where bits
//! are enough (`planes`); values are joined one by one (`cells`). The shortest are settled by tables
//! (`short`).
//!
//! Only the strings of one position's rows are kept, so the memory is a fraction of all positions: of the 17
//! billion positions of up to 120 squares a tenth is in memory at a time, at a bit each.

mod cells;
mod partitions;
mod peel;
mod planes;
mod short;

use cells::{Cells, Reached};
use lastbite_work::{Effort, SolveError};
use peel::Peel;
use planes::Planes;

/// The most squares that positions are counted to: getting that far with bits would take years.
pub const MOST: u32 = 250;

/// The most squares that positions are counted to by Grundy values or distances: a set of Grundy values has
/// 128 bits.
pub const MOST_OF_VALUES: u32 = 127;

/// Counts the lost positions of every area from 0 to `most`.
///
/// # Errors
///
/// When the area is too large, when it would take more memory than allowed (found out before any work is
/// done), and when the work was stopped.
pub fn lost(most: u32, effort: &Effort) -> Result<Vec<u64>, SolveError> {
    let counts = Peel::<Planes<1>>::count(checked(most, MOST)?, effort)?;
    Ok(counts.into_iter().map(|line| line.first().copied().unwrap_or(0)).collect())
}

/// Counts all positions of every area from 0 to `most` by their winning bites: none, one, two and so on.
/// Zeros at the end of a line are left out, and so is the empty bar.
///
/// # Errors
///
/// As [`lost`].
pub fn winning_bites(most: u32, effort: &Effort) -> Result<Vec<Vec<u64>>, SolveError> {
    Peel::<Planes<4>>::count(checked(most, MOST)?, effort)
}

/// Counts all positions of every area from 0 to `most` by their Grundy values, when nobody may eat the
/// poison, as [`winning_bites`] does.
///
/// # Errors
///
/// As [`lost`].
pub fn grundy_values(most: u32, effort: &Effort) -> Result<Vec<Vec<u64>>, SolveError> {
    Peel::<Cells<Reached>>::count(checked(most, MOST_OF_VALUES)?, effort)
}

/// Counts all positions of every area from 0 to `most` by their distances, the plies to the end when the
/// winner hurries and the loser delays, as [`winning_bites`] does.
///
/// # Errors
///
/// As [`lost`].
pub fn distances(most: u32, effort: &Effort) -> Result<Vec<Vec<u64>>, SolveError> {
    Peel::<Cells<u8>>::count(checked(most, MOST_OF_VALUES)?, effort)
}

/// Counts all positions of every area from 0 to `most`; [`u64::MAX`] when there are that many or more.
pub fn positions(most: u32) -> Vec<u64> {
    let mut counts = vec![0u64; most as usize + 1];
    counts[0] = 1;
    for part in 1..counts.len() {
        for area in part..counts.len() {
            counts[area] = counts[area].saturating_add(counts[area - part]);
        }
    }
    counts
}

/// Refuses areas that are too large.
fn checked(area: u32, most: u32) -> Result<usize, SolveError> {
    if area <= most {
        return Ok(area as usize);
    }
    Err(SolveError::OutOfReach(format!(
        "positions are counted to at most {most} squares this way: choose a smaller area"
    )))
}
