//! The distance of every position of a bar.

use super::block::Workspace;
use super::cut::{Block, Cut};
use super::runs::Runs;
use super::schedule::{Settle, Work};
use super::table::{self, Table};
use super::tally::Tally;
use super::{MOST_IN_A_BLOCK, check_memory, checked, cut_and_check, share};
use crate::frame::{Frame, Place};
use crate::key::Key;
use crate::{Bar, Rows, Square};
use lastbite_work::SolveError;
use lastbite_work::effort::Effort;

/// The plies to the end from every position of a bar, when the winner hurries and the loser delays.
///
/// ```
/// use lastbite_engines::Effort;
/// use lastbite_engines::sweep::Distances;
///
/// let distances = Distances::of(&"chomp:8x10".parse()?, &Effort::unlimited())?;
/// assert_eq!(distances.distance(&"1".parse()?), Some(0));
/// assert_eq!(distances.distance(&"3,1,1".parse()?), Some(4));
/// assert_eq!(distances.distance(&"10^8".parse()?), Some(45));
/// assert_eq!(distances.distance(&"0".parse()?), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Distances {
    frame: Frame,
    kept: Kept,
}

/// A byte a position if that is enough, else two.
#[derive(Debug)]
enum Kept {
    Narrow(Table<u8>),
    Wide(Table<u16>),
}

impl Distances {
    /// Finds the distance of every position of a bar.
    ///
    /// # Errors
    ///
    /// When the bar is too large, when it would take more memory than allowed (found
    /// out before any work is done), and when the work was stopped.
    pub fn of(bar: &Bar, effort: &Effort) -> Result<Self, SolveError> {
        let frame = checked(bar, Frame::of(bar))?;
        Self::in_frame(frame, limit(&frame, effort), effort)
    }

    /// Does the same in blocks of at most this many positions, which affects only time and memory.
    ///
    /// # Errors
    ///
    /// As [`Distances::of`].
    pub fn in_blocks(bar: &Bar, most: u64, effort: &Effort) -> Result<Self, SolveError> {
        Self::in_frame(checked(bar, Frame::of(bar))?, most.clamp(1, MOST_IN_A_BLOCK), effort)
    }

    /// Returns the bytes that [`Distances::of`] will take at most, an estimate on the safe side; saturating.
    ///
    /// # Errors
    ///
    /// When the bar is too large.
    pub fn memory_needed(bar: &Bar, effort: &Effort) -> Result<u64, SolveError> {
        let frame = checked(bar, Frame::of(bar))?;
        Ok(bytes(&frame, frame.positions(), limit(&frame, effort), is_narrow(&frame), effort))
    }

    fn in_frame(frame: Frame, limit: u64, effort: &Effort) -> Result<Self, SolveError> {
        if is_narrow(&frame)
            && let Some(table) = narrow(&frame, limit, effort)?
        {
            return Ok(Self { frame, kept: Kept::Narrow(table) });
        }
        check_memory(bytes(&frame, frame.positions(), limit, false, effort), effort)?;
        Ok(Self { frame, kept: Kept::Wide(swept(&frame, limit, effort)?) })
    }

    /// Returns the bar.
    pub fn bar(&self) -> &Bar {
        &self.frame.bar
    }

    /// Counts the bytes that they take.
    pub fn bytes(&self) -> u64 {
        self.frame.positions() * if matches!(self.kept, Kept::Narrow(_)) { 1 } else { 2 }
    }

    /// Returns the plies to the end of a position: even if it is lost, odd if it is won, 0 if nothing but the
    /// poison can be bitten.
    ///
    /// `None` when it is not a position of this bar (nor when turned, if that keeps the poison in its
    /// corner), and when the poison has been eaten.
    pub fn distance(&self, rows: &Rows) -> Option<u32> {
        match self.frame.place(rows)? {
            Place::Kept(kept) => match &self.kept {
                Kept::Narrow(table) => table.get(&kept)?.distance(),
                Kept::Wide(table) => table.get(&kept)?.distance(),
            },
            // The poison is eaten, or there are as many rows and columns as the square has.
            Place::Known(_) => {
                if rows.is_empty() || !self.frame.halved {
                    None
                } else {
                    self.of_full(rows).distance()
                }
            }
        }
    }

    /// Returns the key of a position with as many rows and columns as the square has.
    ///
    /// Such positions are not kept, since only one of them is lost, the L with equal arms. The others are
    /// won, so bites between them do not matter: what counts is the bite 2,2, which leaves the L, and those
    /// in the first row and column, which leave fewer columns or rows.
    fn of_full(&self, rows: &Rows) -> u16 {
        let side = rows.cols();
        // Every bite is copied, and a player who delays bites one square.
        let equal_arms = u16::of(2 * (side - 1));
        if rows.row(2) == 1 {
            return equal_arms;
        }
        let edges = (2..=side).flat_map(|i| [Square::new(1, i), Square::new(i, 1)]);
        let keys = edges.map(|bite| self.distance(&rows.bitten(bite)).map_or(u16::NONE, u16::of));
        keys.chain([equal_arms]).max().unwrap_or(u16::NONE).settled()
    }
}

/// Guesses whether every distance has a key of one byte.
///
/// It has if there are few squares: each ply takes at least one, and the rectangle from the corner to the
/// poison stays. But the longest games of bars with many rows are shorter: 55 plies in 8x10, 79 in 6x20, 92
/// in 12x12. If the guess is wrong, the sweep starts again with two bytes.
fn is_narrow(frame: &Frame) -> bool {
    let area = |(rows, cols): (u8, u8)| u64::from(rows) * u64::from(cols);
    let most = if frame.rows.min(frame.cols) < 6 { u8::LONGEST } else { 350 };
    area((frame.rows, frame.cols)) - area(frame.poison_kept()) <= most
}

/// Sweeps a box with a byte a position; nothing if that is not enough.
///
/// Bytes go wrong first in a position all of whose bites are right, and the longest of these leads to one of
/// [`Key::LONGEST`]. So all are right when no position is that far from the end.
fn narrow(frame: &Frame, limit: u64, effort: &Effort) -> Result<Option<Table<u8>>, SolveError> {
    check_memory(bytes(frame, frame.positions(), limit, true, effort), effort)?;
    let table = swept::<u8>(frame, limit, effort)?;
    Ok(if table.has(u8::of(u8::LONGEST as u32)) { None } else { Some(table) })
}

/// The most positions in a block: its strings fit the cache, and there are enough blocks for all threads.
fn limit(frame: &Frame, effort: &Effort) -> u64 {
    share(frame, effort).clamp(1 << 13, 1 << 19)
}

/// Returns the bytes at most of a sweep that keeps this many positions at a time.
fn bytes(frame: &Frame, positions: u64, limit: u64, narrow: bool, effort: &Effort) -> u64 {
    let rows = u64::from(frame.rows) + 1;
    let (size, runs) = match narrow {
        true => (1, rows * Runs::<u8>::BYTES),
        false => (2, rows * Runs::<u16>::BYTES),
    };
    table::bytes(frame, positions, limit, size, size, effort.threads_used()).saturating_add(runs)
}

/// Sweeps a box.
fn swept<K: Key>(frame: &Frame, limit: u64, effort: &Effort) -> Result<Table<K>, SolveError> {
    let cut = Cut::new(frame.rows, frame.cols, limit)?;
    let by_distance = ByDistance(Runs::new(&cut.counts, frame.rows.into(), frame.cols.into())?);
    Table::sweep(frame, cut, &by_distance, effort)
}

/// Counts the positions of a bar by their distances.
pub(super) fn tally(bar: &Bar, effort: &Effort) -> Result<Tally, SolveError> {
    // Half of a square would be enough if positions with all its rows and columns did not look back so far.
    let frame = checked(bar, Frame::whole(bar))?;
    tally_in(&frame, limit(&frame, effort), effort)
}

/// Does that in blocks of at most this many positions.
pub(super) fn tally_in(frame: &Frame, limit: u64, effort: &Effort) -> Result<Tally, SolveError> {
    if is_narrow(frame) {
        let tally = tallied::<u8>(frame, limit, effort)?;
        if u64::from(tally.largest()) < u8::LONGEST {
            return Ok(tally);
        }
    }
    tallied::<u16>(frame, limit, effort)
}

fn tallied<K>(frame: &Frame, limit: u64, effort: &Effort) -> Result<Tally, SolveError>
where
    K: Key + Into<usize> + TryFrom<usize>,
{
    let bytes = |positions| bytes(frame, positions, limit, size_of::<K>() == 1, effort);
    let cut = cut_and_check(frame, limit, bytes, effort)?;
    let by_distance = ByDistance(Runs::<K>::new(&cut.counts, frame.rows.into(), frame.cols.into())?);
    Tally::sweep(frame, &cut, &by_distance, K::distance, effort)
}

/// How distances are settled.
struct ByDistance<K>(Runs<K>);

/// A thread's strings.
struct Bench<K> {
    tails: Workspace<K>,
    above: Vec<K>,
}

impl<K: Key> Default for Bench<K> {
    fn default() -> Self {
        Self { tails: Workspace::new(), above: Vec::new() }
    }
}

impl<K: Key> Settle for ByDistance<K> {
    type Kept = K;
    type Bench = Bench<K>;
    const NONE: K = K::NONE;

    #[inline(always)]
    fn settle(
        &self,
        block: &Block,
        work: &Work<'_, K>,
        bench: &mut Bench<K>,
        kept: &mut Vec<K>,
    ) -> Result<(), SolveError> {
        let Bench { tails, above } = bench;
        work.join_above(block, above, K::NONE, &self.0)?;
        work.mark_eaten(block, above, K::EATEN);
        let settled = tails.settle(&mut &self.0, &work.cut.counts, above, block.rows, block.bound)?;
        kept.extend_from_slice(settled);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::{count, unrank};

    fn bar(rows: u32, cols: u32, poison: (u32, u32)) -> Bar {
        Bar::new(rows, cols).unwrap().with_poison(poison).unwrap()
    }

    #[test]
    fn half_a_square_tells_the_whole() {
        let effort = Effort::default();
        for n in 1..=8 {
            let bar = bar(n, n, (1, 1));
            let half = Distances::of(&bar, &effort).unwrap();
            let whole = Distances::in_frame(Frame::whole(&bar).unwrap(), 1 << 12, &effort).unwrap();
            assert_eq!((half.frame.halved, whole.frame.halved), (n > 1, false));
            for rank in 0..count(n, n).unwrap() {
                let rows = unrank(rank, n).unwrap();
                assert_eq!(half.distance(&rows), whole.distance(&rows), "{rows} in {n}x{n}");
            }
        }
    }

    #[test]
    fn a_byte_is_taken_as_long_as_it_is_enough() {
        let narrow = |rows, cols, poison| is_narrow(&Frame::of(&bar(rows, cols, poison)).unwrap());
        assert!(narrow(18, 18, (1, 1)) && narrow(2, 127, (1, 1)) && narrow(16, 16, (1, 3)));
        assert!(!narrow(2, 128, (1, 1)) && !narrow(3, 85, (1, 1)) && !narrow(19, 20, (1, 1)));
    }

    /// Two rows last as long as they have squares.
    #[test]
    fn a_byte_that_is_not_enough_is_noticed() {
        let effort = Effort::default();
        for cols in 120..=140 {
            let frame = Frame::of(&bar(2, cols, (1, 1))).unwrap();
            let table = super::narrow(&frame, 1 << 12, &effort).unwrap();
            assert_eq!(table.is_some(), 2 * u64::from(cols) - 1 < u8::LONGEST, "2x{cols}");
            let counted = tallied::<u8>(&frame, 1 << 12, &effort).unwrap();
            assert_eq!(u64::from(counted.largest()) < u8::LONGEST, table.is_some(), "2x{cols}");
            let wide = swept::<u16>(&frame, 1 << 12, &effort).unwrap();
            let Some(table) = table else { continue };
            for rank in 1..count(2, cols).unwrap() {
                let rows = unrank(rank, 2).unwrap();
                let Some(Place::Kept(kept)) = frame.place(&rows) else { panic!("{rows} is not kept") };
                let (found, expected) = (table.get(&kept), wide.get(&kept));
                assert_eq!(found.unwrap().distance(), expected.unwrap().distance(), "{rows} in 2x{cols}");
            }
        }
    }
}
