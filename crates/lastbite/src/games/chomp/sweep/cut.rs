//! Cutting a box into blocks that fit the cache.
//!
//! A block is some upper rows that are fixed, and all tails below them of at most this many squares a
//! row. So its positions have consecutive ranks. Whatever a bite in a fixed row leads to, for all
//! tails at once, lies inside one other block, whose fixed rows have fewer squares together.

use super::{SweepError, strings};
use crate::games::chomp::sieve::rank::Counts;

/// Fixed upper rows, and all tails of `rows` rows with at most `bound` squares below them.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) fixed: Box<[u8]>,
    pub(crate) rows: usize,
    pub(crate) bound: usize,
    /// The rank of its first position.
    pub(crate) start: u64,
}

/// A box, cut into blocks.
#[derive(Debug)]
pub(crate) struct Cut {
    pub(crate) counts: Counts,
    pub(crate) rows: usize,
    /// In the order of their ranks.
    pub(crate) blocks: Vec<Block>,
}

/// Where the positions of some fixed rows begin: in this block, this many positions after its first.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spot {
    pub(crate) block: usize,
    pub(crate) from: usize,
}

impl Cut {
    /// Cuts a box into blocks of at most `limit` positions; refused when the system has no memory for them.
    pub(crate) fn new(rows: u8, cols: u8, limit: u64) -> Result<Self, SweepError> {
        let counts = Counts::new(rows, cols);
        let mut cut = Self { counts, rows: rows.into(), blocks: Vec::new() };
        cut.split(&mut Vec::new(), cols.into(), limit.max(1))?;
        Ok(cut)
    }

    fn split(&mut self, fixed: &mut Vec<u8>, bound: usize, limit: u64) -> Result<(), SweepError> {
        let rows = self.rows - fixed.len();
        let whole = whole(&self.counts, rows, bound, limit);
        let start = self.counts.rank(fixed, self.rows);
        self.blocks.try_reserve(1).map_err(|_| SweepError::Refused)?;
        self.blocks.push(Block { fixed: fixed.as_slice().into(), rows, bound: whole, start });
        for v in whole + 1..=bound {
            fixed.push(v as u8);
            self.split(fixed, v, limit)?;
            fixed.pop();
        }
        Ok(())
    }

    /// Counts the blocks of such a cut without making it; saturating, since boxes can be absurd.
    pub(crate) fn count_blocks(counts: &Counts, rows: u8, cols: u8, limit: u64) -> u64 {
        // blocks[b]: how many blocks k rows of at most b squares are cut into.
        let cols = usize::from(cols);
        let mut blocks = vec![1u64; cols + 1];
        for k in 1..=usize::from(rows) {
            let cut = |b| {
                let longer = whole(counts, k, b, limit.max(1)) + 1..=b;
                longer.map(|v| blocks[v]).fold(1, u64::saturating_add)
            };
            blocks = (0..=cols).map(cut).collect();
        }
        blocks[cols]
    }

    /// Counts the positions of the box, the empty one included.
    pub(crate) fn positions(&self) -> u64 {
        self.blocks.last().map_or(0, |last| last.start + self.counts.get(last.rows, last.bound))
    }

    /// Finds the first position that has these upper rows, or is made of these rows.
    pub(crate) fn find(&self, upper: &[u8]) -> Spot {
        let rank = self.counts.rank(upper, self.rows);
        let block = self.blocks.partition_point(|block| block.start <= rank) - 1;
        Spot { block, from: (rank - self.blocks[block].start) as usize }
    }

    /// Returns the order in which blocks can be settled by several threads: a block needs only
    /// blocks whose fixed rows have fewer squares.
    pub(crate) fn order(&self) -> Result<Vec<u32>, SweepError> {
        let mut order = strings::with_room(self.blocks.len())?;
        order.extend(0..self.blocks.len() as u32);
        let squares = |i: u32| self.blocks[i as usize].fixed.iter().map(|&x| u32::from(x)).sum::<u32>();
        // In place: a sort that keeps the order of equals would take memory.
        order.sort_unstable_by_key(|&i| (squares(i), i));
        Ok(order)
    }
}

/// The largest bound, at most `b`, of whose tails with `k` rows there are at most `limit`.
fn whole(counts: &Counts, k: usize, b: usize, limit: u64) -> usize {
    (0..=b).take_while(|&v| counts.get(k, v) <= limit).last().expect("count(k, 0) is 1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_follow_each_other_and_are_counted() {
        for (rows, cols, limit) in [(1, 9, 3), (7, 7, 1), (7, 8, 50), (9, 4, 100), (5, 5, 1000)] {
            let cut = Cut::new(rows, cols, limit).unwrap();
            let mut rank = 0;
            for block in &cut.blocks {
                assert_eq!(block.start, rank);
                let len = cut.counts.get(block.rows, block.bound);
                assert!(len <= limit);
                rank += len;
            }
            assert_eq!(rank, cut.counts.get(rows.into(), cols.into()));
            assert_eq!(Cut::count_blocks(&cut.counts, rows, cols, limit), cut.blocks.len() as u64);
        }
    }
}
