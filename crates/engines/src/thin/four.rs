//! The Grundy values of four rows, as far as memory allows.
//!
//! Positions are visited in lexicographic order, and what bites in each row lead to is kept as sets
//! ([`Shadows`]). The value is the least in none of four sets. The sets of the first row bound the memory:
//! one for each choice of the three rows below, of about three bits for each column, `n^4 / 2` bits in all.

use super::not_this_kind;
use super::shadows::Shadows;
use lastbite_work::SolveError;
use lastbite_work::effort::{Effort, TooLittleMemory};

/// The longest bar: longer ones take more memory than there is.
const LONGEST: u32 = 2000;

/// After this many positions, the solver checks whether the work was cancelled.
const GLANCE: usize = 1 << 16;

/// Finds the Grundy values of the bars 4x1 to 4xn, when nobody may eat the poison.
///
/// ```
/// use lastbite_engines::Effort;
/// use lastbite_engines::thin::grundy_values_of_four_rows;
///
/// let values = grundy_values_of_four_rows(12, &Effort::default())?;
/// assert_eq!(values, [3, 5, 9, 6, 13, 16, 19, 12, 26, 28, 30, 33]);
/// # Ok::<(), lastbite_engines::SolveError>(())
/// ```
///
/// # Errors
///
/// When it takes more memory than is allowed (found out before any work is done), and when it was stopped.
pub fn grundy_values_of_four_rows(cols: u32, effort: &Effort) -> Result<Vec<u32>, SolveError> {
    if !(1..=LONGEST).contains(&cols) {
        return Err(not_this_kind(4, cols, "four rows and 1 to 2000 columns"));
    }
    // Values are seldom as large as 3 n. A value is less than the squares of its position, so 4 n is always
    // enough.
    let n = cols as usize;
    match solve(n, 3 * n, effort)? {
        Some(values) => Ok(values),
        None => solve(n, 4 * n, effort)?.ok_or(SolveError::NoMemory),
    }
}

/// Finds the values, if they are all at most `most`.
fn solve(n: usize, most: usize, effort: &Effort) -> Result<Option<Vec<u32>>, SolveError> {
    let words = most / 64 + 1;
    let bytes = Shadows::<4>::bytes(n as u32, words) as u64 + (1 << 20);
    TooLittleMemory::check(bytes, effort.memory_allowed())?;
    let mut shadows = Shadows::<4>::new(n, words, 0)?;
    let mut values = Vec::new();
    // The empty bar, with no squares in its rows, cannot be bitten to.
    for first in 1..=n {
        let positions = (first + 1) * (first + 2) * (first + 3) / 6;
        shadows.begin(first);
        for at in 0..positions {
            if at % GLANCE == 0 {
                effort.check()?;
                effort.report_share((first as f64 / n as f64).powi(4));
            }
            let Some(value) = shadows.least_missing(0) else {
                return Ok(None);
            };
            shadows.add(value);
            if at + 1 < positions {
                shadows.next();
            } else {
                values.push(value as u32);
            }
        }
    }
    Ok(Some(values))
}
