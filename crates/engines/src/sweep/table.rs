//! The result of a sweep: a small value for every position of a box.

use super::cut::Cut;
use super::schedule::{Settle, Then, Work};
use super::strings::{SLACK, STEP};
use crate::frame::Frame;
use lastbite_work::SolveError;
use lastbite_work::effort::Effort;

/// A value for every position of a box that has the poison.
#[derive(Debug)]
pub(crate) struct Table<K> {
    cut: Cut,
    /// Block by block; nothing for a block where the poison is eaten.
    kept: Vec<Box<[K]>>,
}

impl<K: Copy + Send + Sync> Table<K> {
    /// Sweeps a box that is cut into blocks, and keeps everything.
    pub(crate) fn sweep<S: Settle<Kept = K>>(
        frame: &Frame,
        cut: Cut,
        settle: &S,
        effort: &Effort,
    ) -> Result<Self, SolveError> {
        let kept = sweep(frame, &cut, settle, Then::Keep, effort)?;
        Ok(Self { cut, kept })
    }

    /// Returns what is kept of a position of the box.
    pub(crate) fn get(&self, rows: &[u8]) -> Option<K> {
        let spot = self.cut.find(rows);
        self.kept[spot.block].get(spot.from).copied()
    }

    /// Says whether any position has this value.
    pub(crate) fn has(&self, value: K) -> bool
    where
        K: PartialEq,
    {
        self.cut.blocks.iter().zip(&self.kept).any(|(block, kept)| {
            // What follows the positions of a block does not matter.
            let len = self.cut.counts.bits(block.rows, block.bound).min(kept.len());
            kept[..len].contains(&value)
        })
    }
}

/// Sweeps a box that is cut into blocks, and returns what is kept of each block.
pub(crate) fn sweep<S: Settle>(
    frame: &Frame,
    cut: &Cut,
    settle: &S,
    then: Then<'_, S::Kept>,
    effort: &Effort,
) -> Result<Vec<Box<[S::Kept]>>, SolveError> {
    let (row, col) = frame.poison_kept();
    Work::run(settle, cut, (usize::from(row) - 1, usize::from(col) - 1), then, effort)
}

/// Returns the bytes at most of a sweep that keeps this many positions at a time, without those for runs;
/// saturating.
///
/// `kept` is what a position takes in the table, `value` what it takes in the strings of a thread.
pub(crate) fn bytes(
    frame: &Frame,
    positions: u64,
    limit: u64,
    kept: usize,
    value: usize,
    threads: usize,
) -> u64 {
    let blocks = Cut::count_blocks(&frame.counts(), frame.rows, frame.cols, limit);
    // A block, its fixed rows, its cell and place in the order, and what its allocations are rounded up by.
    let by_block = 200 + (STEP * kept) as u64;
    // Three strings as long as a block, and one for each row: together no longer than two blocks, and their
    // slack.
    let in_strings =
        limit.min(frame.positions()).saturating_mul(5) + (SLACK * (usize::from(frame.rows) + 4)) as u64;
    let by_thread = in_strings.saturating_mul(value as u64);
    positions
        .saturating_mul(kept as u64)
        .saturating_add(blocks.saturating_mul(by_block))
        .saturating_add(by_thread.saturating_mul(threads as u64))
}
