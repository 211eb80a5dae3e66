//! Cutting a box into blocks that fit the cache.
//!
//! A block is some upper rows that are fixed, and all tails below them of at most this many squares a row. So
//! its positions have consecutive ranks. Whatever a bite in a fixed row leads to, for all tails at once, is
//! inside one other block, whose fixed rows have fewer squares together.

use super::strings;
use crate::forget::last_sum;
use crate::rank::Counts;
use lastbite_work::SolveError;

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
    cols: u8,
    /// By row: the longest that is left to the tails.
    reach: Vec<u32>,
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
    /// Cuts a box into blocks of at most `limit` positions; fails if the system has no memory for them.
    pub(crate) fn new(rows: u8, cols: u8, limit: u64) -> Result<Self, SolveError> {
        let (counts, limit) = (Counts::new(rows, cols), limit.max(1));
        let reach =
            (0..=rows).map(|row| whole(&counts, (rows - row).into(), cols.into(), limit) as u32).collect();
        let mut cut = Self { counts, rows: rows.into(), cols, reach, blocks: Vec::new() };
        cut.split(&mut Vec::new(), cols.into(), limit)?;
        Ok(cut)
    }

    fn split(&mut self, fixed: &mut Vec<u8>, bound: usize, limit: u64) -> Result<(), SolveError> {
        let rows = self.rows - fixed.len();
        let whole = whole(&self.counts, rows, bound, limit);
        let start = self.counts.rank(fixed, self.rows);
        self.blocks.try_reserve(1).map_err(|_| SolveError::NoMemory)?;
        self.blocks.push(Block { fixed: fixed.as_slice().into(), rows, bound: whole, start });
        for v in whole + 1..=bound {
            fixed.push(v as u8);
            self.split(fixed, v, limit)?;
            fixed.pop();
        }
        Ok(())
    }

    /// Counts the blocks of such a cut without making it; saturating, since boxes can be absurdly large.
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
    pub(crate) fn order(&self) -> Result<Vec<u32>, SolveError> {
        let mut order = strings::with_room(self.blocks.len())?;
        order.extend(0..self.blocks.len() as u32);
        // In place: a sort that keeps the order of equals would take memory.
        order.sort_unstable_by_key(|&i| (self.squares(i as usize), i));
        Ok(order)
    }

    /// Counts the squares of the fixed rows of a block.
    pub(crate) fn squares(&self, block: usize) -> u32 {
        self.blocks[block].fixed.iter().map(|&row| u32::from(row)).sum()
    }

    /// Returns the most squares of fixed rows from which a bite leads to a block; no block with more reads
    /// it.
    pub(crate) fn last_use(&self, block: usize) -> u32 {
        const ONES: [u32; 255] = [1; 255];
        let deepest = self.reach.iter().take_while(|&&reach| reach < self.cols.into()).count();
        last_sum(&self.blocks[block].fixed, self.cols, &ONES[..deepest], |row| self.reach[row])
    }

    /// Counts the positions, at most, in blocks that are settled and may still be read.
    pub(crate) fn most_alive(&self) -> u64 {
        // By squares: how many positions begin to be alive there, and how many were so for the last time.
        let mut by_squares = vec![(0u64, 0u64); self.rows * usize::from(self.cols) + 1];
        for (index, block) in self.blocks.iter().enumerate() {
            let positions = self.counts.get(block.rows, block.bound);
            by_squares[self.squares(index) as usize].0 += positions;
            by_squares[self.last_use(index) as usize].1 += positions;
        }
        let (mut alive, mut most) = (0, 0);
        for (begun, ended) in by_squares {
            alive += begun;
            most = most.max(alive);
            alive -= ended;
        }
        most
    }
}

/// The largest bound, at most `b`, of whose tails with `k` rows there are at most `limit`.
fn whole(counts: &Counts, k: usize, b: usize, limit: u64) -> usize {
    (0..=b).take_while(|&v| counts.get(k, v) <= limit).last().expect("count(k, 0) is 1")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tries every bite in the fixed rows of every block.
    #[test]
    fn no_block_is_read_after_its_last_use_and_most_are_read_in_it() {
        for (rows, cols, limit) in [(7, 7, 1), (7, 8, 50), (9, 4, 100), (6, 9, 300), (2, 60, 30)] {
            let cut = Cut::new(rows, cols, limit).unwrap();
            let mut last_read: Vec<u32> = (0..cut.blocks.len()).map(|index| cut.squares(index)).collect();
            for (index, block) in cut.blocks.iter().enumerate() {
                for (row, &length) in block.fixed.iter().enumerate() {
                    for col in 0..length {
                        let mut bitten = block.fixed.clone();
                        bitten[row..].iter_mut().for_each(|cut| *cut = col.min(*cut));
                        let last = &mut last_read[cut.find(&bitten).block];
                        *last = cut.squares(index).max(*last);
                    }
                }
            }
            for (index, &read) in last_read.iter().enumerate() {
                assert_eq!(read, cut.last_use(index), "{rows}x{cols}: {:?}", cut.blocks[index]);
            }
            assert!(cut.most_alive() <= cut.positions());
        }
    }

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
