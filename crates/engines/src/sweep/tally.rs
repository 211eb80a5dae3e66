//! Values that are counted, and not kept.

use std::sync::{Mutex, PoisonError};

use super::cut::Cut;
use super::schedule::{Settle, Then};
use super::{distances, grundy, table};
use crate::frame::{Frame, Place};
use crate::{Bar, Rows};
use lastbite_work::SolveError;
use lastbite_work::effort::Effort;

/// Counts how many positions of a bar have each value, and keeps the values of all bars inside it.
///
/// A value is forgotten as soon as no other follows from it. So this takes about a third of the memory that
/// keeping all values would take, and less the larger the bar is.
///
/// ```
/// use lastbite_engines::Effort;
/// use lastbite_engines::sweep::Tally;
///
/// let bar = "chomp:3x3".parse()?;
/// let values = Tally::of_grundy_values(&bar, &Effort::unlimited())?;
/// assert_eq!(values.counts(), [5, 4, 3, 4, 2, 1]); // 5 of the 19 positions are lost
/// assert_eq!(values.of_bar(2, 3), Some(4));
/// let distances = Tally::of_distances(&bar, &Effort::unlimited())?;
/// assert_eq!(distances.counts(), [1, 4, 1, 3, 3, 7]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    frame: Frame,
    counts: Vec<u64>,
    /// The values of the bars inside the box, row by row; none if that takes the poison.
    bars: Vec<Option<u32>>,
}

impl Tally {
    /// Counts the positions of a bar by their Grundy values.
    ///
    /// # Errors
    ///
    /// When the bar is too large, when it would take more memory than allowed (found out before any position
    /// is valued), and when the work was stopped.
    pub fn of_grundy_values(bar: &Bar, effort: &Effort) -> Result<Self, SolveError> {
        grundy::tally(bar, effort)
    }

    /// Counts the positions of a bar by the plies to the end.
    ///
    /// # Errors
    ///
    /// As [`Tally::of_grundy_values`].
    pub fn of_distances(bar: &Bar, effort: &Effort) -> Result<Self, SolveError> {
        distances::tally(bar, effort)
    }

    /// Returns how many positions have the value 0, 1, 2 and so on; the last is not zero.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Returns the largest value of any position.
    pub fn largest(&self) -> u32 {
        self.counts.len().saturating_sub(1) as u32
    }

    /// Returns the value of the position that is a whole bar of these sides.
    ///
    /// `None` when it does not fit into the bar, and when it lacks the poison.
    pub fn of_bar(&self, rows: u32, cols: u32) -> Option<u32> {
        let lengths = vec![cols; rows.min(u32::from(u8::MAX) + 1) as usize];
        let Some(Place::Kept(kept)) = self.frame.place(&Rows::new(lengths).ok()?) else { return None };
        let filled = kept.iter().take_while(|&&length| length > 0).count();
        self.bars[place_of(&self.frame, filled.checked_sub(1)?, usize::from(kept[0]) - 1)]
    }

    /// Sweeps a box and counts; `what` is the value behind what is kept of a position, if it has one.
    pub(super) fn sweep<S>(
        frame: &Frame,
        cut: &Cut,
        settle: &S,
        what: impl Fn(S::Kept) -> Option<u32>,
        effort: &Effort,
    ) -> Result<Self, SolveError>
    where
        S: Settle,
        S::Kept: Into<usize> + TryFrom<usize>,
    {
        let (rows, cols) = (usize::from(frame.rows), usize::from(frame.cols));
        let bars = (1..=rows).flat_map(|row| (1..=frame.cols).map(move |col| vec![col; row]));
        let mut spots: Vec<_> = bars.map(|bar| cut.find(&bar)).zip(0..).collect();
        spots.sort_unstable_by_key(|(spot, _)| spot.block);
        // The counts, and the values of the bars.
        let seen = Mutex::new((Vec::<u64>::new(), vec![S::NONE; rows * cols]));
        let look = |block: usize, kept: &[S::Kept]| {
            let mut times = Vec::new();
            for &kept in kept {
                let kept = kept.into();
                if kept >= times.len() {
                    times.resize(kept + 1, 0);
                }
                times[kept] += 1;
            }
            let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
            let (all, bars) = &mut *seen;
            all.resize(all.len().max(times.len()), 0);
            all.iter_mut().zip(times).for_each(|(all, times)| *all += times);
            let first = spots.partition_point(|(spot, _)| spot.block < block);
            for &(spot, bar) in spots[first..].iter().take_while(|(spot, _)| spot.block == block) {
                bars[bar] = kept[spot.from];
            }
        };
        table::sweep(frame, cut, settle, Then::Forget(&look), effort)?;
        let (all, bars) = seen.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut counts = Vec::new();
        for (kept, times) in all.into_iter().enumerate().filter(|&(_, times)| times > 0) {
            if let Some(value) = S::Kept::try_from(kept).ok().and_then(&what) {
                counts.resize(counts.len().max(value as usize + 1), 0);
                counts[value as usize] += times;
            }
        }
        Ok(Self { frame: *frame, counts, bars: bars.into_iter().map(what).collect() })
    }
}

/// Where the value of the bar with this last row and last column is found, both from 0.
fn place_of(frame: &Frame, row: usize, col: usize) -> usize {
    row * usize::from(frame.cols) + col
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::{count, unrank};
    use crate::sweep::{Distances, GrundyValues};

    fn counted(bar: &Bar, value: impl Fn(&Rows) -> Option<u32>) -> Vec<u64> {
        let mut counts = Vec::new();
        for rank in 0..count(bar.rows(), bar.cols()).unwrap() {
            if let Some(value) = value(&unrank(rank, bar.rows()).unwrap()) {
                counts.resize(counts.len().max(value as usize + 1), 0);
                counts[value as usize] += 1;
            }
        }
        counts
    }

    /// With any blocks and any number of threads, nothing is forgotten too soon, which would panic.
    #[test]
    fn what_is_forgotten_was_counted_as_what_is_kept() {
        let bars = [(9, 9, (1, 1)), (7, 9, (3, 4)), (9, 6, (2, 5)), (10, 4, (1, 1)), (2, 160, (1, 1))];
        for (rows, cols, poison) in bars {
            let bar = Bar::new(rows, cols).unwrap().with_poison(poison).unwrap();
            let effort = Effort::default();
            let values = GrundyValues::of(&bar, &effort).unwrap();
            let distances = Distances::of(&bar, &effort).unwrap();
            let by_value = counted(&bar, |position| values.value(position));
            let by_distance = counted(&bar, |position| distances.distance(position));
            for (threads, limit) in [(1, 1 << 20), (2, 3000), (5, 200), (3, 17), (2, 1)] {
                let effort = Effort::default().threads(threads);
                let frame = Frame::whole(&bar).unwrap();
                let found = grundy::tally_in(&frame, limit, &effort).unwrap();
                assert_eq!(found.counts(), by_value, "{bar}, {threads} threads, blocks of {limit}");
                assert_eq!(found.largest(), values.largest());
                let far = distances::tally_in(&frame, limit, &effort).unwrap();
                assert_eq!(far.counts(), by_distance, "{bar}, {threads} threads, blocks of {limit}");
                for (rows, cols) in (0..=rows + 1).flat_map(|row| (0..=cols + 1).map(move |col| (row, col))) {
                    let position = Rows::new(vec![cols; rows as usize]).unwrap();
                    assert_eq!(found.of_bar(rows, cols), values.value(&position), "{rows}x{cols} in {bar}");
                    assert_eq!(
                        far.of_bar(rows, cols),
                        distances.distance(&position),
                        "{rows}x{cols} in {bar}"
                    );
                }
            }
        }
    }

    #[test]
    fn much_less_is_alive_than_there_is() {
        let frame = Frame::whole(&"chomp:14x14".parse().unwrap()).unwrap();
        let cut = Cut::new(frame.rows, frame.cols, 1 << 13).unwrap();
        assert!(cut.most_alive() * 2 < frame.positions(), "{}", cut.most_alive());
        let effort = Effort::default().threads(1).memory(25_000_000);
        assert!(matches!(GrundyValues::of(&frame.bar, &effort), Err(SolveError::TooLittleMemory(_))));
        assert!(Tally::of_grundy_values(&frame.bar, &effort).is_ok());
        let none = Effort::default().threads(1).memory(1_000_000);
        assert!(matches!(Tally::of_grundy_values(&frame.bar, &none), Err(SolveError::TooLittleMemory(_))));
    }
}
