//! Where a plan cuts: how long tails may be to stay together, and how many parts everything longer makes.
//!
//! `k` rows of at most `b` squares are one part for all tails that fit a block together, and below each
//! longer first row whatever `k - 1` rows of at most this many squares are. Both depend on `k` and `b` alone.
//! So two tables say how many parts a plan has before it is made, and which part a position is in, without a
//! search.

use crate::rank::Counts;

/// The cuts of a box, for blocks of some limit.
#[derive(Debug)]
pub(super) struct Cuts {
    /// One more than the most squares of a row.
    width: usize,
    /// By rows, then by bound: the longest tails that are kept together.
    wholes: Vec<u8>,
    /// By rows, then by bound: the parts of this bound; and of this bound and all smaller ones. Both
    /// saturate, since boxes can be absurdly large.
    parts: Vec<u64>,
    sums: Vec<u64>,
}

impl Cuts {
    /// Says how up to `rows` rows of up to `cols` squares are cut into blocks of at most `limit` positions.
    pub(super) fn new(counts: &Counts, rows: usize, cols: usize, limit: u64) -> Self {
        let width = cols + 1;
        let (wholes, parts, sums) = (
            Vec::with_capacity((rows + 1) * width),
            Vec::with_capacity((rows + 1) * width),
            Vec::with_capacity((rows + 1) * width),
        );
        let mut cuts = Self { width, wholes, parts, sums };
        for k in 0..=rows {
            let mut sum = 0u64;
            for b in 0..=cols {
                let whole = counts.longest(k, b, limit);
                let parts = (whole + 1..=b).map(|row| cuts.parts(k - 1, row)).fold(1, u64::saturating_add);
                sum = sum.saturating_add(parts);
                cuts.wholes.push(whole as u8);
                cuts.parts.push(parts);
                cuts.sums.push(sum);
            }
        }
        cuts
    }

    /// Counts the bytes that they take.
    pub(super) fn bytes(rows: u64, cols: u64) -> u64 {
        size_of::<Self>() as u64 + (rows + 1) * (cols + 1) * (1 + 8 + 8)
    }

    /// Returns the longest tails of `k` rows and at most `b` squares that are kept together.
    pub(super) fn whole(&self, k: usize, b: usize) -> usize {
        self.wholes[k * self.width + b].into()
    }

    /// Counts the parts that `k` rows of at most `b` squares are cut into.
    pub(super) fn parts(&self, k: usize, b: usize) -> u64 {
        self.parts[k * self.width + b]
    }

    /// Counts the parts below first rows longer than `from` and up to `to`, each with `k` rows below it.
    fn parts_between(&self, k: usize, from: usize, to: usize) -> u64 {
        self.sums[k * self.width + to] - self.sums[k * self.width + from]
    }

    /// Returns the part that has these rows among all that `k` rows are cut into, in the order of their
    /// ranks, and how many of the rows are in its middle; missing rows are empty. Only works if the parts can
    /// be counted.
    pub(super) fn find(&self, rows: &[u8], k: usize) -> (u64, usize) {
        let (mut part, mut bound) = (0, self.width - 1);
        for (depth, &row) in rows.iter().enumerate() {
            let (below, row) = (k - depth, usize::from(row));
            let whole = self.whole(below, bound);
            if row <= whole {
                return (part, depth);
            }
            // Before it: the part of short tails, and those below first rows that are shorter.
            part += 1 + self.parts_between(below - 1, whole, row - 1);
            bound = row;
        }
        (part, rows.len())
    }
}
