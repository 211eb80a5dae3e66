//! All lost positions kept: the last row of each prefix.

use crate::thin::Estimate;
use crate::{Bar, Rows, Square};
use lastbite_work::SolveError;
use lastbite_work::effort::Effort;

use super::FewRows;
use super::shape::Shape;

/// Marks a prefix without a lost position.
const NONE: u16 = u16::MAX;

/// All lost positions of a bar of few rows: the outcome of any position is looked up, not computed.
///
/// For every choice of all rows but the last there is at most one lost position, so it takes two bytes for
/// each choice: 0.3 GB for 4x1000, 9 GB for 4x3000. A solver alone does not keep them, because it needs less.
///
/// ```
/// use lastbite_engines::Effort;
/// use lastbite_engines::Square;
/// use lastbite_engines::thin::LastRows;
///
/// let lost = LastRows::solve(4, 300, &Effort::default())?;
/// assert_eq!(lost.is_lost(&"3,1,1".parse()?), Some(true));
/// assert_eq!(lost.winning_bites(&"3,3".parse()?), Some(vec![Square::new(2, 3)]));
/// assert_eq!(lost.is_lost(&"301".parse()?), None);
/// assert_eq!(lost.iter().count(), 917_363);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LastRows {
    shape: Shape,
    last_rows: Vec<u16>,
}

impl LastRows {
    /// Solves a bar and keeps its lost positions.
    ///
    /// # Errors
    ///
    /// As [`FewRows::solve`]; the memory for the lost positions counts, too.
    pub fn solve(rows: u32, cols: u32, effort: &Effort) -> Result<Self, SolveError> {
        FewRows::check(rows, cols)?;
        Estimate::last_rows(rows, cols, effort.threads_used()).allow(effort)?;
        let shape = Shape::new(rows as usize, cols as usize);
        let prefixes = shape.tuples(shape.rows - 1, shape.cols + 1);
        let mut last_rows = Vec::new();
        last_rows.try_reserve_exact(prefixes)?;
        last_rows.resize(prefixes, NONE);
        let mut solver = FewRows::listing(rows, cols, effort)?;
        solver.advance_listing(cols, effort, |lost| {
            let mut lengths = [0; super::PLACES];
            lengths.iter_mut().zip(lost).for_each(|(to, &length)| *to = length as usize);
            last_rows[shape.rank(&lengths[..shape.rows - 1])] = lengths[shape.rows - 1] as u16;
        })?;
        Ok(LastRows { shape, last_rows })
    }

    /// Returns how many bytes solving a bar this way takes.
    pub fn memory_needed(rows: u32, cols: u32, effort: &Effort) -> u64 {
        match FewRows::check(rows, cols) {
            Ok(()) => Estimate::last_rows(rows, cols, effort.threads_used()).bytes,
            Err(_) => u64::MAX,
        }
    }

    /// Returns the bar, lying down.
    pub fn bar(&self) -> Bar {
        Bar::new(self.shape.rows as u32, self.shape.cols as u32).expect("it was solved")
    }

    /// Counts the bytes that it takes to keep.
    pub fn bytes(&self) -> u64 {
        2 * self.last_rows.len() as u64
    }

    /// Says whether a position is lost, or its mirror image, which is the same game.
    pub fn is_lost_either_way(&self, rows: &Rows) -> Option<bool> {
        self.is_lost(rows).or_else(|| self.is_lost(&rows.mirrored()))
    }

    /// Says whether a position is lost for the player to move; nothing if it is not a position of the bar.
    ///
    /// The empty bar is won: the opponent has just eaten the poison.
    pub fn is_lost(&self, rows: &Rows) -> Option<bool> {
        if !rows.fits(self.shape.rows as u32, self.shape.cols as u32) {
            return None;
        }
        let lengths = rows.lengths();
        let length = |row: usize| lengths.get(row).map_or(0, |&length| length as usize);
        let mut prefix = [0; super::PLACES];
        let prefix = &mut prefix[..self.shape.rows - 1];
        prefix.iter_mut().enumerate().for_each(|(row, to)| *to = length(row));
        Some(usize::from(self.last_rows[self.shape.rank(prefix)]) == length(self.shape.rows - 1))
    }

    /// Returns all winning bites of a position of the bar, by row and column.
    pub fn winning_bites(&self, rows: &Rows) -> Option<Vec<Square>> {
        self.is_lost(rows)?;
        Some(rows.squares().filter(|&bite| self.is_lost(&rows.bitten(bite)) == Some(true)).collect())
    }

    /// Goes through all lost positions in lexicographic order.
    pub fn iter(&self) -> impl Iterator<Item = Rows> + '_ {
        let mut prefix = vec![0; self.shape.rows - 1];
        self.last_rows.iter().enumerate().filter_map(move |(rank, &last)| {
            if rank > 0 {
                next_prefix(&mut prefix);
            }
            (last != NONE).then(|| Rows::trimmed(prefix.iter().copied().chain([u32::from(last)]).collect()))
        })
    }
}

/// Advances to the next falling list of lengths.
fn next_prefix(prefix: &mut [u32]) {
    // The last length that may grow does, and those after it start again.
    let grows = (1..prefix.len()).rev().find(|&k| prefix[k] < prefix[k - 1]).unwrap_or(0);
    prefix[grows] += 1;
    prefix[grows + 1..].fill(0);
}
