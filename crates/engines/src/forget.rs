//! What can be forgotten, and when: for runners that do not keep everything.
//!
//! Parts are finished nearly in the order in which they were dealt out. So it is enough to know the first of
//! them that is not ([`InOrder`]): no part from there on reads a block whose last turn is over
//! ([`ToForget`]).

use std::cmp::Reverse;
use std::collections::{BinaryHeap, TryReserveError};

/// Returns the largest weighted sum of rows from which a bite leads to a block: no block of a larger sum reads
/// it.
///
/// The block has these rows above its tails. They are the first of the rows that have weights; the others are
/// left to the tails if they are within reach, and the first row is never longer than `longest`. A bite makes
/// some rows equal. So one of the runs of equal rows was longer before it, at most as long as the row above.
///
/// ```
/// use lastbite_engines::forget::last_sum;
///
/// // Below 5,3,3 everything is tail. The last two rows may have been 5,5, which is more than 7,3,3 is.
/// assert_eq!(last_sum(&[5, 3, 3], 7, &[1, 1, 1], |_| 2), 15);
/// // Where the first row weighs three times as much, 7,3,3 is more.
/// assert_eq!(last_sum(&[5, 3, 3], 7, &[3, 1, 1], |_| 2), 27);
/// ```
pub fn last_sum(above: &[u8], longest: u8, weights: &[u32], reach: impl Fn(usize) -> u32) -> u32 {
    let (mut sum, mut longer) = (0, 0);
    // Some of the last rows are equal, with these weights together, and the one before them is longer.
    let (mut length, mut before, mut run) = (u32::from(longest), u32::from(longest), 0);
    for (&row, weight) in above.iter().zip(weights) {
        let row = u32::from(row);
        if row != length {
            (before, length, run) = (length, row, 0);
        }
        sum += row * weight;
        run += weight;
        longer = longer.max(run * (before - length));
    }
    // There may have been more rows above that now belong to the tail; they went beyond its reach.
    let (depth, mut further) = (above.len(), 0);
    for (row, weight) in weights.iter().enumerate().skip(depth) {
        let beyond = reach(row);
        further += weight;
        if length > beyond {
            // Bitten in the first of the further rows, at a column within reach.
            longer = longer.max(further * length);
        }
        if length <= reach(depth) && before > beyond {
            // Bitten in the last run, so that the further rows became as long as it: within reach.
            longer = longer.max(run * (before - length) + further * before);
        }
    }
    sum + longer
}

/// How many items in a row are done without a gap.
///
/// ```
/// use lastbite_engines::forget::InOrder;
///
/// let mut parts = InOrder::default();
/// assert_eq!([1, 0, 3, 2].map(|nth| parts.finish(nth)), [0, 2, 2, 4]);
/// ```
#[derive(Debug, Default)]
pub struct InOrder {
    done: usize,
    /// Those that are done beyond the first gap.
    beyond: BinaryHeap<Reverse<usize>>,
}

impl InOrder {
    /// Notes that one is done, counted from 0; returns how many are done without a gap.
    pub fn finish(&mut self, nth: usize) -> usize {
        self.beyond.push(Reverse(nth));
        while self.beyond.peek() == Some(&Reverse(self.done)) {
            self.beyond.pop();
            self.done += 1;
        }
        self.done
    }

    /// Counts those that are done without a gap.
    pub fn done(&self) -> usize {
        self.done
    }
}

/// Blocks that are there, the next to forget first; the caller decides what names them.
///
/// ```
/// use lastbite_engines::forget::ToForget;
/// use lastbite_engines::sieve::plan::Block;
///
/// let block = |part| Block { part, first_row: 3 };
/// let mut blocks = ToForget::default();
/// blocks.push(20, block(1))?;
/// blocks.push(10, block(2))?;
/// // In turn 10 a block whose last turn that is may still be read.
/// assert_eq!(blocks.pop_before(10), None);
/// assert_eq!((blocks.pop_before(11), blocks.pop_before(11)), (Some(block(2)), None));
/// assert_eq!((blocks.pop(), blocks.pop()), (Some(block(1)), None));
/// # Ok::<(), lastbite_engines::SolveError>(())
/// ```
#[derive(Debug)]
pub struct ToForget<B> {
    blocks: BinaryHeap<Reverse<(u32, B)>>,
}

impl<B: Ord> Default for ToForget<B> {
    fn default() -> Self {
        Self { blocks: BinaryHeap::new() }
    }
}

impl<B: Copy + Ord> ToForget<B> {
    /// Notes a block, and the [last turn](crate::sieve::plan::Plan::last_turn) in which it may be read.
    ///
    /// # Errors
    ///
    /// When the system has no memory for it.
    pub fn push(&mut self, last_turn: u32, block: B) -> Result<(), TryReserveError> {
        self.blocks.try_reserve(1)?;
        self.blocks.push(Reverse((last_turn, block)));
        Ok(())
    }

    /// Takes a block that is not read from this turn on, if there is one.
    pub fn pop_before(&mut self, turn: u32) -> Option<B> {
        let &Reverse((last_turn, _)) = self.blocks.peek()?;
        if last_turn < turn { self.pop() } else { None }
    }

    /// Takes the next block to forget, if there is one.
    pub fn pop(&mut self) -> Option<B> {
        self.blocks.pop().map(|Reverse((_, block))| block)
    }
}
