//! Solving the tails of a block: all of `k` rows and at most `b` squares a row, under rows that are fixed.
//!
//! Rows are split off one by one, from the top, until the tails that are left fit one chunk. A row
//! that is split off goes through its lengths `v` in turn, and keeps a string `bites` (Y in the
//! tour): for every tail below it, does a bite in this row lead to a lost position?
//!
//! ```text
//! won      |..........................................|   bites in the rows above the block
//! row 1           |.......................|                bites in row 1, over its run of v
//! row 2                   |..........|                     bites in row 2, over its run of v
//! run                         |..|                         ORed together, and sieved
//! ```
//!
//! If the lowest tail of a run is lost, the one with nothing in it, every other tail of the run is won by
//! biting off all of it: the rest of the run is skipped.
//!
//! Where the time goes, one thread at 18x18 (the 17x18 box), sampled before runs were skipped: sieving runs
//! 33 %, reading their bits from the strings above 13 %, widening 9 %, starting a row's string 6 %, noting
//! lost positions in the strings 5 %. Outside this file, reading the store back (`Lost::set_bits`) takes 22
//! %, more than half of it for bites that leave the tail alone.
//!
//! Tried, and no faster: listing the zeros of a run first and striking them off without a branch;
//! runs of 2048 and 4096 bits; AVX-512 (see `dispatch`).

use std::collections::TryReserveError;

use lastbite_work::effort::Stopped;

use super::base::Masks;
use super::bits::{self, CHUNK_BITS, CHUNK_WORDS, Chunk};
use crate::rank::Counts;
use lastbite_work::SolveError;

/// What all threads share and never change: the counts and the masks.
#[derive(Debug)]
pub(crate) struct Tables<'a> {
    pub(crate) counts: &'a Counts,
    masks: Vec<Masks>,
}

impl<'a> Tables<'a> {
    /// Makes the tables for tails of up to `rows` rows in a box of `cols` columns.
    pub(crate) fn new(counts: &'a Counts, rows: usize, cols: usize) -> Result<Self, TryReserveError> {
        let masks = (0..=rows).map(|k| Masks::new(counts, k, cols)).collect::<Result<_, _>>()?;
        Ok(Self { counts, masks })
    }

    /// Returns the bytes that such tables take.
    pub(crate) fn bytes(counts: &Counts, rows: usize, cols: usize) -> u64 {
        (0..=rows).map(|k| Masks::bytes(counts, k, cols) + size_of::<Masks>() as u64).sum()
    }
}

/// One row that has been split off: the runs of its lengths 0, 1, 2 ... are solved one after the
/// other.
#[derive(Debug, Default)]
struct Row {
    /// The rows below this one.
    below: usize,
    /// The length of this row in the run that is being solved, and the longest it will get.
    v: usize,
    bound: usize,
    /// Where the run begins in the block, and how many lost positions had been found by then.
    start: usize,
    found: usize,
    /// For each tail of the run: does a bite in this row lead to a lost position? (Y in the
    /// method.)
    bites: Vec<u64>,
}

/// A thread's own workspace for solving tails, kept from block to block so that nothing is allocated on the
/// way.
#[derive(Debug)]
pub(crate) struct Tails {
    rows: Vec<Row>,
    /// The run that is being sieved. On the heap, or the compiler splits it into words and vectors
    /// that it copies to and fro: a sixth slower.
    run: Box<Chunk>,
    /// The lost positions found so far, as ranks inside the block, ascending; then room for more.
    lost: Vec<u32>,
    found: usize,
    /// How many more runs to sieve before checking whether to go on.
    patience: u32,
}

/// The runs sieved between two checks whether to go on: a fraction of a millisecond.
const PATIENCE: u32 = 1024;

impl Tails {
    /// Makes an empty workspace.
    pub(crate) fn new() -> Self {
        let run = Box::new(Chunk([0; CHUNK_WORDS]));
        Self { rows: Vec::new(), run, lost: Vec::new(), found: 0, patience: PATIENCE }
    }

    /// Returns the bytes of the strings that tails of `k` rows and at most `b` squares take, row by row.
    pub(crate) fn string_bytes(counts: &Counts, k: usize, b: usize) -> impl Iterator<Item = u64> + '_ {
        (0..k).rev().map(move |below| 8 * bits::words_for(counts.bits(below, b)) as u64)
    }

    /// Returns the bytes that this many lost positions take at most, while they are found.
    pub(crate) fn lost_bytes(lost: u64) -> u64 {
        // Half as much again when the room is used up; and while they are moved they exist twice.
        let room = |lost: u64| 4 * (lost + lost / 2 + CHUNK_BITS as u64);
        room(lost) + room(lost) / 3 * 2
    }

    /// Returns the bytes that the strings take now.
    #[cfg(test)]
    pub(crate) fn string_bytes_used(&self) -> u64 {
        self.rows.iter().map(|row| 8 * row.bites.capacity() as u64).sum()
    }

    /// Returns the lost positions of the block solved last, as ranks inside the block, ascending.
    #[inline(always)]
    pub(crate) fn lost(&self) -> &[u32] {
        &self.lost[..self.found]
    }

    /// Records a block without lost positions as solved.
    pub(crate) fn clear(&mut self) {
        self.found = 0;
    }

    /// Solves all tails of `k` rows and at most `b` squares and leaves the lost ones to be read from
    /// [`Tails::lost`].
    ///
    /// A 1 in `won` says that the position is won by a bite in some row above the tail, or from the start.
    /// Gives up when `check`, which is called now and then, says so.
    ///
    /// The row loops of the method are nested as deep as there are rows to split off, so they are
    /// unrolled into a stack. Nothing is copied on the way down: a run at the bottom reads its bits
    /// from `won` and from the `bites` of every row above it, each at its own shift, and ORs them
    /// in registers.
    #[inline(always)]
    pub(crate) fn solve(
        &mut self,
        tables: &Tables<'_>,
        won: &[u64],
        mut k: usize,
        mut b: usize,
        check: impl Fn() -> Result<(), Stopped>,
    ) -> Result<(), SolveError> {
        let counts = tables.counts;
        self.clear();
        let mut depth = 0;
        let mut at = 0;
        loop {
            // Downwards. If the run is too long, its first lengths together are still short enough:
            // sieve those.
            let bound = b.min(tables.masks[k].bound);
            let len = counts.bits(k, bound);
            let found = self.found;
            if self.lost.len() < found + CHUNK_BITS {
                self.make_room()?;
            }
            self.sieve_run(tables, won, depth, k, len, at);
            // If the empty tail is lost, every other tail of the run is won.
            let decided = self.found > found && self.lost[found] as usize == at;
            if bound < b && !decided {
                let words = bits::words_for(counts.bits(k - 1, b));
                if self.rows.get(depth).is_none_or(|row| row.bites.len() < words) {
                    self.make_row(depth, words)?;
                }
                let row = &mut self.rows[depth];
                row.below = k - 1;
                row.bound = b;
                row.v = bound + 1;
                // What the positions just found mean for the first longer run.
                tables.masks[k].first_row(&self.lost[found..self.found], at, &mut row.bites);
                at += len;
                row.start = at;
                row.found = self.found;
                k = row.below;
                b = row.v;
                depth += 1;
                continue;
            }
            at += counts.bits(k, b);
            self.patience -= 1;
            if self.patience == 0 {
                self.patience = PATIENCE;
                check()?;
            }
            // Upwards: finish every row that has reached its bound, and lengthen the first that has
            // not.
            loop {
                if depth == 0 {
                    return Ok(());
                }
                let row = &mut self.rows[depth - 1];
                if row.v == row.bound {
                    depth -= 1;
                    continue;
                }
                for &t in &self.lost[row.found..self.found] {
                    bits::set(&mut row.bites, t as usize - row.start);
                }
                bits::widen(&mut row.bites, counts, row.below, row.v);
                row.v += 1;
                row.start = at;
                row.found = self.found;
                k = row.below;
                b = row.v;
                break;
            }
        }
    }

    /// Sieves the run of `len` tails with `k` rows that begins at `at` in the block.
    #[inline(always)]
    fn sieve_run(&mut self, tables: &Tables<'_>, won: &[u64], depth: usize, k: usize, len: usize, at: usize) {
        let mut run = bits::read(won, at);
        for row in &self.rows[..depth] {
            run.or(&bits::read(&row.bites, at - row.start).0);
        }
        *self.run = run;
        let lost = &mut self.lost[self.found..];
        self.found += tables.masks[k].sieve(&mut self.run, len, at as u32, lost);
    }

    /// Makes room for the lost positions of another run, and of many more.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self) -> Result<(), TryReserveError> {
        let len = self.found + self.found / 2 + CHUNK_BITS;
        self.lost.try_reserve_exact(len - self.lost.len())?;
        self.lost.resize(len, 0);
        Ok(())
    }

    /// Makes a row, or lengthens its string.
    #[cold]
    #[inline(never)]
    fn make_row(&mut self, depth: usize, words: usize) -> Result<(), TryReserveError> {
        if self.rows.len() == depth {
            self.rows.try_reserve(1)?;
            self.rows.push(Row::default());
        }
        bits::grow(&mut self.rows[depth].bites, words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn a_block_is_solved_as_by_trying_every_bite(
            k in 1usize..9, b in 1usize..10, marks in any::<[u64; 8]>(), shortest in 0usize..10,
        ) {
            let counts = Counts::new(8, 9);
            let tables = Tables::new(&counts, k, b).expect("memory for a few masks");
            let len = counts.bits(k, b);
            // Some positions are won from the start: enough that runs differ, few enough that
            // something is lost.
            let mut won = vec![0; bits::words_for(len)];
            for (i, word) in won.iter_mut().enumerate() {
                *word = marks[i % 8].rotate_left(i as u32) & marks[(i + 3) % 8];
            }
            // The tails of a single row decide whole runs, so do not always take the first of them.
            for v in 0..shortest.min(b) {
                bits::set(&mut won, if v == 0 { 0 } else { counts.bits(k, v - 1) });
            }
            let mut lost = vec![false; len];
            let mut tail = vec![0u8; k];
            for t in 0..len {
                counts.unrank(t as u64, &mut tail);
                let mut reached = won[t / 64] >> (t % 64) & 1 == 1;
                for i in 0..k {
                    for j in 0..tail[i] {
                        let mut bitten = tail.clone();
                        bitten[i..].iter_mut().for_each(|x| *x = (*x).min(j));
                        reached |= lost[counts.rank(&bitten, k) as usize];
                    }
                }
                lost[t] = !reached;
            }
            let mut tails = Tails::new();
            tails.solve(&tables, &won, k, b, || Ok(())).expect("nobody stops it");
            let expected: Vec<u32> = (0..len as u32).filter(|&t| lost[t as usize]).collect();
            prop_assert_eq!(tails.lost(), &expected[..]);
            // The workspace does not remember.
            tails.solve(&tables, &won, k, b, || Ok(())).expect("nobody stops it");
            prop_assert_eq!(tails.lost(), &expected[..]);
        }
    }

    #[test]
    fn tables_and_lost_positions_take_the_bytes_that_were_reckoned() {
        let counts = Counts::new(8, 12);
        let reckoned = |rows| Tables::bytes(&counts, rows, 12);
        assert_eq!(reckoned(8) - reckoned(7), Masks::bytes(&counts, 8, 12) + size_of::<Masks>() as u64);
        assert_eq!(reckoned(0), Masks::bytes(&counts, 0, 12) + size_of::<Masks>() as u64);
        // A thousand, half as many again, and a run: four bytes each; and two thirds of that while they move.
        assert_eq!(Tails::lost_bytes(1000), 10_096 + 6_730);

        // Room is made for half as many again as have been found, whether that is one or thousands.
        let tables = Tables::new(&counts, 8, 12).expect("memory for a few masks");
        let won = |word: u64| vec![word; bits::words_for(counts.bits(8, 12))];
        for won in [won(!1), won(0x5555_5555_5555_5555), won(!0x8000_0000_0000_0001)] {
            let mut tails = Tails::new();
            tails.solve(&tables, &won, 8, 12, || Ok(())).expect("nobody stops it");
            let (found, room) = (tails.found, tails.lost.capacity());
            assert!(room <= found + found / 2 + CHUNK_BITS, "room for {room}, and {found} lost");
        }
    }

    #[test]
    fn a_block_is_decided_at_once_where_nothing_below_is_lost() {
        let counts = Counts::new(12, 12);
        let tables = Tables::new(&counts, 12, 12).expect("memory for the masks");
        let mut won = vec![0; bits::words_for(counts.bits(12, 12))];
        let asked = Err(Stopped::Cancelled);
        let solve = |won: &[u64]| {
            let mut tails = Tails::new();
            tails.solve(&tables, won, 12, 12, || asked).map(|()| tails.lost().to_vec())
        };
        // The empty tail is lost, and everything bites to it: one run, and no check whether to go on.
        assert_eq!(solve(&won), Ok(vec![0]));
        // If it is won, there are thousands of runs.
        won[0] = 1;
        assert_eq!(solve(&won), Err(SolveError::Stopped(Stopped::Cancelled)));
    }
}
