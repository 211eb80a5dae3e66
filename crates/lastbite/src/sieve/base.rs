//! The bottom of the sieve: short runs, one lost position at a time.
//!
//! A run is all tails of `k` rows and at most `b` squares a row, one bit each. The lowest 0 is lost: nothing above bites
//! to a lost position from it, and nothing before it in the run is left that could. So note it, OR in the mask of
//! everything that bites to it, and look for the next. Only one position in two hundred is lost, so this takes a few
//! ORs where the textbook looks at every bite of every position.
//!
//! ```text
//! k = 2, b = 2     rank      0    1    2    3    4    5
//!                  tail     00   10   11   20   21   22
//! 10 is lost: mask of rank 1       1    1    1                (11, 20 and itself; not 21 and 22)
//! ```

use super::bits::{CHUNK_BITS, CHUNK_WORDS, Chunk};
use super::rank::Counts;

/// The masks of one number of rows: for every tail, the later tails that can bite to it, and the tail itself.
///
/// A rank does not depend on the bound of the rows, so the masks of the longest run serve all shorter ones. Masks begin with
/// the chunk of their own tail: the rest is zero, since bites lower the rank.
#[derive(Debug)]
pub(crate) struct Masks {
    /// The largest bound whose run is sieved here.
    pub(crate) bound: usize,
    chunks: usize,
    masks: Vec<Chunk>,
    /// For every tail, what bites to it with its first row from the first run that is too long: see [`Masks::first_row`].
    head_chunks: usize,
    heads: Vec<Chunk>,
}

impl Masks {
    /// The masks for runs of `rows` rows and at most `limit` bits; the table `counts` bounds the columns.
    pub(crate) fn new(counts: &Counts, rows: usize, cols: usize, limit: usize) -> Self {
        let bound = (0..=cols)
            .take_while(|&b| counts.get(rows, b) <= limit as u64)
            .last()
            .expect("a run of one bit is always within the limit");
        let len = counts.bits(rows, bound);
        let chunks = len.div_ceil(CHUNK_BITS);
        let mut masks = Self {
            bound,
            chunks,
            masks: Vec::new(),
            head_chunks: 0,
            heads: Vec::new(),
        };
        masks.masks = vec![Chunk([0; CHUNK_WORDS]); masks.start(chunks)];
        let mut tail = vec![0u8; rows];
        // cut[j]: the rank of the rows from i on, bitten at column j.
        let mut cut = vec![0usize; bound];
        for s in 0..len {
            counts.unrank(s as u64, &mut tail);
            masks.mark(s, s);
            cut.fill(0);
            let mut above = s;
            for i in (0..rows).rev() {
                let x = usize::from(tail[i]);
                let place = |length: usize| match length {
                    0 => 0,
                    _ => counts.bits(rows - i, length - 1),
                };
                above -= place(x);
                for (j, rank) in cut.iter_mut().enumerate() {
                    *rank += place(x.min(j));
                    if j < x {
                        masks.mark(above + *rank, s);
                    }
                }
            }
        }
        if bound < cols {
            masks.fill_heads(counts, rows);
        }
        masks
    }

    /// Fills `heads`.
    fn fill_heads(&mut self, counts: &Counts, rows: usize) {
        let len = counts.bits(rows - 1, self.bound + 1);
        self.head_chunks = len.div_ceil(CHUNK_BITS);
        self.heads =
            vec![Chunk([0; CHUNK_WORDS]); counts.bits(rows, self.bound) * self.head_chunks];
        let mut tail = vec![0u8; rows - 1];
        for s in 0..len {
            counts.unrank(s as u64, &mut tail);
            for j in 0..=self.bound {
                // The first row is cut from bound + 1 to j, every other to at most j.
                let mut to = if j == 0 { 0 } else { counts.bits(rows, j - 1) };
                for (i, &x) in tail.iter().enumerate() {
                    let x = usize::from(x).min(j);
                    to += if x == 0 {
                        0
                    } else {
                        counts.bits(rows - 1 - i, x - 1)
                    };
                }
                self.heads[to * self.head_chunks + s / CHUNK_BITS].0[s % CHUNK_BITS / 64] |=
                    1 << (s % 64);
            }
        }
    }

    /// Of the tails below a first row of `bound + 1`: those with a bite in that row to one of these lost positions.
    #[inline(always)]
    pub(crate) fn first_row(&self, lost: &[u32], first: usize, bites: &mut [u64]) {
        let (bites, _) = bites.as_chunks_mut::<CHUNK_WORDS>();
        let bites = &mut bites[..self.head_chunks];
        bites.fill([0; CHUNK_WORDS]);
        for &t in lost {
            let mask = &self.heads[(t as usize - first) * self.head_chunks..][..self.head_chunks];
            for (chunk, mask) in bites.iter_mut().zip(mask) {
                let (a, b) = (*chunk, mask.0);
                *chunk = std::array::from_fn(|i| a[i] | b[i]);
            }
        }
    }

    /// Where the masks of the tails in one chunk begin.
    fn start(&self, chunk: usize) -> usize {
        (0..chunk).map(|c| CHUNK_BITS * (self.chunks - c)).sum()
    }

    /// Notes that `from` can bite to `to`.
    fn mark(&mut self, to: usize, from: usize) {
        let chunk = to / CHUNK_BITS;
        let length = self.chunks - chunk;
        let at = self.start(chunk) + to % CHUNK_BITS * length + (from / CHUNK_BITS - chunk);
        self.masks[at].0[from % CHUNK_BITS / 64] |= 1 << (from % 64);
    }

    /// Sieves a run of `len` bits and notes its lost positions, `first` added to each.
    #[inline(always)]
    pub(crate) fn sieve(&self, run: &mut [Chunk], len: usize, first: u32, lost: &mut Vec<u32>) {
        // Bits beyond the run are garbage: nobody is to find a lost position there.
        let last = (len - 1) / CHUNK_BITS;
        for (i, word) in run[last].0.iter_mut().enumerate() {
            let bits = (len - last * CHUNK_BITS).saturating_sub(64 * i);
            if bits < 64 {
                *word |= !0 << bits;
            }
        }
        let mut masks = &self.masks[..];
        let mut length = self.chunks;
        for c in 0..=last {
            let (of_chunk, rest) = masks.split_at(length * CHUNK_BITS);
            masks = rest;
            let run = &mut run[c..=last];
            for i in 0..CHUNK_WORDS {
                let mut zeros = !run[0].0[i];
                while zeros != 0 {
                    let t = 64 * i + zeros.trailing_zeros() as usize;
                    lost.push(first + (c * CHUNK_BITS + t) as u32);
                    let mask = &of_chunk[t * length..][..run.len()];
                    zeros &= !mask[0].0[i];
                    for (chunk, mask) in run.iter_mut().zip(mask) {
                        chunk.or(&mask.0);
                    }
                }
            }
            length -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The ranks that the position of a rank can bite to, and whether the bite is in its first row.
    fn bites(counts: &Counts, rows: usize, rank: usize) -> Vec<(usize, bool)> {
        let mut tail = vec![0u8; rows];
        counts.unrank(rank as u64, &mut tail);
        let mut bites = Vec::new();
        for i in 0..rows {
            for j in 0..tail[i] {
                let mut bitten = tail.clone();
                bitten[i..].iter_mut().for_each(|x| *x = (*x).min(j));
                bites.push((counts.rank(&bitten, rows) as usize, i == 0));
            }
        }
        bites
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn sieving_is_trying_every_bite(
            rows in 1usize..9,
            shorter in 0usize..3,
            limit in 20usize..1500,
            density in 0u32..64,
            seed in any::<u64>(),
        ) {
            let counts = Counts::new(9, 30);
            let masks = Masks::new(&counts, rows, 30, limit);
            let bound = masks.bound.saturating_sub(shorter);
            let len = counts.bits(rows, bound);
            let mut run = vec![Chunk([0; CHUNK_WORDS]); len.div_ceil(CHUNK_BITS)];
            let mut state = seed;
            let mut random = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) as u32 % 64
            };
            for bit in 0..run.len() * CHUNK_BITS {
                run[bit / CHUNK_BITS].0[bit % CHUNK_BITS / 64] |= u64::from(random() < density) << (bit % 64);
            }
            let won = |t: usize| run[t / CHUNK_BITS].0[t % CHUNK_BITS / 64] >> (t % 64) & 1 == 1;
            let mut expected: Vec<u32> = Vec::new();
            for t in 0..len {
                let reached = |(to, _): &(usize, bool)| expected.contains(&(*to as u32 + 7));
                if !won(t) && !bites(&counts, rows, t).iter().any(reached) {
                    expected.push(t as u32 + 7);
                }
            }
            let mut lost = Vec::new();
            masks.sieve(&mut run, len, 7, &mut lost);
            prop_assert_eq!(&lost, &expected);

            if bound == masks.bound && bound < 30 {
                let below = counts.bits(rows - 1, bound + 1);
                let mut first = vec![!0; below.div_ceil(CHUNK_BITS) * CHUNK_WORDS];
                masks.first_row(&lost, 7, &mut first);
                for s in 0..below {
                    let longer = bites(&counts, rows, counts.bits(rows, bound) + s);
                    let reached = longer.iter().any(|&(to, first_row)| first_row && lost.contains(&(to as u32 + 7)));
                    prop_assert_eq!(first[s / 64] >> (s % 64) & 1 == 1, reached, "tail {}", s);
                }
            }
        }
    }
}
