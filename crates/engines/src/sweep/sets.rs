//! The bottom of the sweep for Grundy values: sets of values, a bit each.
//!
//! What the bites of a position amount to is the set of values they lead to, and its own value is the least
//! that is missing. With a bit for each value, sets are joined by OR, and the least that is missing is the
//! lowest 0, alone: `!set & (set + 1)`. One pass does for [`VALUES`] values. The last bit stands for all
//! values of other passes, and is always set; so if all values of the pass are there, what is missing is `0`,
//! nothing, also for positions that can bite there.

use super::block::Values;
use super::strings::{self, RUN};
use crate::rank::Counts;
use lastbite_work::SolveError;

/// The values of one pass.
pub(crate) const VALUES: u32 = u64::BITS - 1;

/// The set that stands for values of other passes.
pub(crate) const OTHERS: u64 = 1 << VALUES;

/// The set of a position that must not get a value in this pass.
pub(crate) const ALL: u64 = !0;

/// The lines of a tail that are followed: its rows, or its columns where those are fewer.
const LINES: usize = 4;

/// Stands for a line that is empty, as if for a tail that nothing leads to.
const EMPTY: u8 = u8::MAX;

/// How the tails of one number of rows follow from each other.
///
/// The bites in a row, from the first column up to the last but one, are those of the tail that is
/// left by the bite at the last. So what they amount to is known from that tail, once the tail
/// itself is joined. The same holds for columns.
#[derive(Debug)]
struct Lasts {
    /// The largest bound whose tails are a run.
    bound: usize,
    /// For every tail and line, the tail that is left by the last bite in it.
    lasts: Vec<[u8; LINES]>,
}

impl Lasts {
    /// Finds the last bites of tails of `rows` rows in a box of `cols` columns.
    fn new(counts: &Counts, rows: usize, cols: usize) -> Self {
        let fits = |&b: &usize| counts.get(rows, b) <= EMPTY.into() && rows.min(b) <= LINES;
        let bound = (0..=cols).take_while(fits).last().expect("count(k, 0) is 1");
        let mut tail = vec![0; rows];
        let last = |tail: &[u8], line: usize| {
            let (row, to) = match rows <= LINES {
                true => (line, tail.get(line)?.checked_sub(1)?),
                false => (tail.iter().rposition(|&x| usize::from(x) > line)?, line as u8),
            };
            let mut left = tail.to_vec();
            left[row..].iter_mut().for_each(|x| *x = (*x).min(to));
            Some(counts.rank(&left, rows) as u8)
        };
        let lasts = (0..counts.get(rows, bound)).map(|t| {
            counts.unrank(t, &mut tail);
            std::array::from_fn(|line| last(&tail, line).unwrap_or(EMPTY))
        });
        Self { bound, lasts: lasts.collect() }
    }
}

/// The last bites of tails of every number of rows.
#[derive(Debug)]
pub(crate) struct Tails(Vec<Lasts>);

impl Tails {
    /// The bytes that they take at most, by rows.
    pub(crate) const BYTES: u64 = (RUN * LINES) as u64;

    /// Finds the last bites of tails of up to `rows` rows, in a box of `cols` columns.
    pub(crate) fn new(counts: &Counts, rows: usize, cols: usize) -> Self {
        Self((0..=rows).map(|k| Lasts::new(counts, k, cols)).collect())
    }
}

/// Room for what the bites of every tail of a run and of its lines amount to.
pub(crate) type Lines = Vec<[u64; LINES]>;

/// Sets of values, and room for settling a block of them.
pub(crate) struct Sets<'a> {
    tails: &'a Tails,
    /// For every tail and line: what the bites in it amount to, the tail itself joined. The last
    /// is for [`EMPTY`], and stays empty.
    lines: &'a mut [[u64; LINES]; RUN],
    /// For every position of the block: the bit of its value, [`NO_BIT`] if it has none in this
    /// pass.
    bits: &'a mut [u8],
}

/// Stands for no bit.
pub(crate) const NO_BIT: u8 = u64::BITS as u8;

impl<'a> Sets<'a> {
    /// Makes room the first time, and more for the positions of the block; fails if the system has no memory
    /// for it.
    pub(crate) fn new(
        tails: &'a Tails,
        lines: &'a mut Lines,
        bits: &'a mut [u8],
    ) -> Result<Self, SolveError> {
        strings::grow(lines, RUN, [0; LINES])?;
        Ok(Self { tails, lines: lines.first_chunk_mut().expect("room for a run"), bits })
    }

    /// Returns the bits of the block settled last.
    #[inline(always)]
    pub(crate) fn bits(&self) -> &[u8] {
        self.bits
    }
}

impl Values for Sets<'_> {
    type Value = u64;
    const NONE: u64 = 0;

    #[inline(always)]
    fn join(a: u64, b: u64) -> u64 {
        a | b
    }

    #[inline(always)]
    fn run_bound(&self, k: usize) -> usize {
        self.tails.0[k].bound
    }

    #[inline(always)]
    fn settle(&mut self, k: usize, len: usize, at: usize, run: &mut [u64; RUN]) -> bool {
        let (run, bits) = (&mut run[..len], &mut self.bits[at..at + len]);
        // In later passes most positions have their value, and whole runs are done.
        if run.iter().fold(ALL, |a, b| a & b) == ALL {
            run.fill(0);
            bits.fill(NO_BIT);
            return false;
        }
        let tails = run.iter_mut().zip(bits).zip(&self.tails.0[k].lasts);
        for (t, ((set, bit), lasts)) in tails.enumerate() {
            let mut lines = [0; LINES];
            for (i, line) in lines.iter_mut().enumerate() {
                *line = self.lines[usize::from(lasts[i])][i];
            }
            let all = lines.iter().fold(*set, |a, b| a | b);
            let least = !all & all.wrapping_add(1);
            // A run has less than 256 tails; the compiler learns it here.
            lines.iter_mut().for_each(|line| *line |= least);
            self.lines[t % RUN] = lines;
            *set = least;
            *bit = least.trailing_zeros() as u8;
        }
        true
    }
}
