//! Settling a block: all tails of `k` rows and at most `b` squares a row, under rows that are fixed.
//!
//! The method is the sieve's, with values where that has bits. Rows are split off one by one, from
//! the top, until the tails that are left are a run short enough to be settled at once. A row that
//! is split off goes through its lengths `v` in turn, and keeps a string `bites`: for every tail
//! below it, what all bites in this row amount to.
//!
//! ```text
//! above    |..........................................|   bites in the rows above the block
//! row 1           |.......................|                bites in row 1, over its run of v
//! row 2                   |..........|                     bites in row 2, over its run of v
//! run                         |..|                         joined together, and settled
//! ```

use super::strings::{self, RUN, STEP};
use crate::rank::Counts;
use lastbite_work::SolveError;

/// Values of positions that follow from what all their bites amount to.
pub(crate) trait Values {
    /// A value, and what several values that can be bitten to amount to.
    type Value: Copy;
    /// What no bite at all amounts to.
    const NONE: Self::Value;

    /// Returns what two values, or two groups of values, amount to together, in any order and however often.
    fn join(a: Self::Value, b: Self::Value) -> Self::Value;

    /// Returns the largest bound whose tails of `k` rows are a run that can be settled; they are at
    /// most [`RUN`].
    fn run_bound(&self, k: usize) -> usize;

    /// Settles the run of all `len` tails of `k` rows and this many squares: `run` says what the bites in all
    /// rows above amount to, and becomes the values of the tails. The run begins at `at` in the block.
    ///
    /// Returns false if all of them are [`Values::NONE`].
    fn settle(&mut self, k: usize, len: usize, at: usize, run: &mut [Self::Value; RUN]) -> bool;
}

/// One row that has been split off: the runs of its lengths 0, 1, 2 ... are settled one after another.
struct Row<T> {
    /// The rows below this one.
    below: usize,
    /// The length of this row in the run that is being settled, and the longest it will get.
    v: usize,
    bound: usize,
    /// Where the run begins in the block, and how many runs had values by then.
    start: usize,
    filled: usize,
    /// For each tail of the run: what the bites in this row amount to.
    bites: Vec<T>,
    /// Whether that is nothing for all of them; then `bites` is arbitrary.
    empty: bool,
}

/// A thread's own workspace for settling blocks, kept from block to block so that nothing is
/// allocated on the way.
pub(crate) struct Workspace<T> {
    rows: Vec<Row<T>>,
    settled: Vec<T>,
    /// How many runs were settled that had values.
    filled: usize,
}

impl<T: Copy> Workspace<T> {
    /// An empty workspace.
    pub(crate) fn new() -> Self {
        Self { rows: Vec::new(), settled: Vec::new(), filled: 0 }
    }

    /// Settles the block of tails with `k` rows of at most `b` squares, and returns their values; fails if
    /// the system has no memory for that.
    ///
    /// `above` says what the bites in the rows above the tail amount to.
    ///
    /// The row loops of the method are nested as deep as there are rows to split off, so they are
    /// unrolled into a stack. Nothing is copied on the way down: a run at the bottom reads its
    /// part of `above` and of the `bites` of every row above it.
    #[inline(always)]
    pub(crate) fn settle<V: Values<Value = T>>(
        &mut self,
        values: &mut V,
        counts: &Counts,
        above: &[T],
        mut k: usize,
        mut b: usize,
    ) -> Result<&[T], SolveError> {
        let all = counts.bits(k, b);
        strings::reserve(&mut self.settled, all, V::NONE)?;
        self.filled = 0;
        let mut depth = 0;
        let mut at = 0;
        loop {
            // Downwards. If the run is too long, its first lengths together are still short enough:
            // settle those.
            let bound = b.min(values.run_bound(k));
            let len = counts.bits(k, bound);
            let filled = self.settle_run(values, above, depth, k, len, at);
            self.filled += usize::from(filled);
            if bound < b {
                self.split_off::<V>(counts, depth, k, bound, b, at, filled)?;
                let row = &mut self.rows[depth];
                at += len;
                row.start = at;
                row.filled = self.filled;
                k = row.below;
                b = row.v;
                depth += 1;
                continue;
            }
            at += len;
            // Upwards: finish every row that has reached its bound, and lengthen the first that has
            // not.
            loop {
                if depth == 0 {
                    return Ok(&self.settled[..all]);
                }
                let row = &mut self.rows[depth - 1];
                if row.v == row.bound {
                    depth -= 1;
                    continue;
                }
                if self.filled > row.filled {
                    let len = at - row.start;
                    if row.empty {
                        row.bites[..len].fill(V::NONE);
                        row.empty = false;
                    }
                    strings::join(&mut row.bites, &self.settled[row.start..], len, V::join);
                }
                if !row.empty {
                    strings::widen(&mut row.bites, counts, row.below, row.v);
                }
                row.v += 1;
                row.start = at;
                row.filled = self.filled;
                k = row.below;
                b = row.v;
                break;
            }
        }
    }

    /// Settles the run of `len` tails with `k` rows that begins at `at` in the block.
    #[inline(always)]
    fn settle_run<V: Values<Value = T>>(
        &mut self,
        values: &mut V,
        above: &[T],
        depth: usize,
        k: usize,
        len: usize,
        at: usize,
    ) -> bool {
        let run: &mut [T; RUN] = self.settled[at..].first_chunk_mut().expect("slack");
        let steps = len.div_ceil(STEP) * STEP;
        run[..steps].copy_from_slice(&above[at..at + steps]);
        for row in self.rows[..depth].iter().filter(|row| !row.empty) {
            strings::join(run, &row.bites[at - row.start..], len, V::join);
        }
        values.settle(k, len, at, run)
    }

    /// Splits off the first of `k` rows, whose lengths up to `bound` are settled: what bites to
    /// those amount to for the next length is worked out. They begin at `at` in the block.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "a part of `settle` with a name")]
    fn split_off<V: Values<Value = T>>(
        &mut self,
        counts: &Counts,
        depth: usize,
        k: usize,
        bound: usize,
        b: usize,
        at: usize,
        filled: bool,
    ) -> Result<(), SolveError> {
        let below = k - 1;
        if self.rows.len() == depth {
            self.rows.push(Row {
                below,
                v: 0,
                bound: 0,
                start: 0,
                filled: 0,
                bites: Vec::new(),
                empty: true,
            });
        }
        let row = &mut self.rows[depth];
        strings::reserve(&mut row.bites, counts.bits(below, b), V::NONE)?;
        (row.below, row.v, row.bound, row.empty) = (below, bound + 1, b, !filled);
        if row.empty {
            return Ok(());
        }
        let mut from = at;
        row.bites[0] = V::NONE;
        for v in 0..=bound {
            let len = counts.bits(below, v);
            strings::join(&mut row.bites, &self.settled[from..], len, V::join);
            strings::widen(&mut row.bites, counts, below, v);
            from += len;
        }
        Ok(())
    }
}
