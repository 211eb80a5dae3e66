//! The bottom of the sieve: short runs, one lost position at a time.
//!
//! A run is all tails of `k` rows and at most `b` squares a row, one bit each. The lowest 0 is
//! lost: nothing above bites to a lost position from it, and nothing before it in the run is left
//! that could. So note it, OR in the mask of everything that bites to it, and look for the next.
//! Only one position in two hundred is lost, so this takes a few ORs where a search looks at every
//! bite of every position.
//!
//! ```text
//! k = 2, b = 2     rank      0    1    2    3    4    5
//!                  tail     00   10   11   20   21   22
//! 10 is lost: mask of rank 1       1    1    1                (11, 20 and itself; not 21 and 22)
//! ```

use std::collections::TryReserveError;

use super::bits::{CHUNK_BITS, CHUNK_WORDS, Chunk};
use crate::rank::Counts;

/// The masks of one number of rows.
///
/// A rank does not depend on the bound of the rows, so the masks of the longest run serve all
/// shorter ones.
#[derive(Debug)]
pub(crate) struct Masks {
    /// The largest bound whose run fits a chunk, and is sieved here.
    pub(crate) bound: usize,
    /// For every tail, the tails that can bite to it, and the tail itself.
    masks: Vec<Chunk>,
    /// For every tail, what bites to it from the first run that is too long: see
    /// [`Masks::first_row`].
    longer: Vec<Chunk>,
    longer_chunks: usize,
}

/// How many masks there are, and how long.
struct Shape {
    bound: usize,
    /// The tails of the runs that fit a chunk.
    len: usize,
    /// The tails below the first row that is too long, none if no row is, and the chunks they take.
    below: usize,
    longer_chunks: usize,
}

impl Shape {
    fn new(counts: &Counts, rows: usize, cols: usize) -> Self {
        let bound = counts.longest(rows, cols, CHUNK_BITS as u64);
        let below = if bound < cols { counts.bits(rows - 1, bound + 1) } else { 0 };
        Self { bound, len: counts.bits(rows, bound), below, longer_chunks: below.div_ceil(CHUNK_BITS) }
    }
}

/// Makes this many chunks of zeros.
fn chunks(len: usize) -> Result<Vec<Chunk>, TryReserveError> {
    let mut chunks = Vec::new();
    chunks.try_reserve_exact(len)?;
    chunks.resize(len, Chunk([0; CHUNK_WORDS]));
    Ok(chunks)
}

impl Masks {
    /// Makes the masks for tails of `rows` rows in a box of `cols` columns.
    pub(crate) fn new(counts: &Counts, rows: usize, cols: usize) -> Result<Self, TryReserveError> {
        let Shape { bound, len, below, longer_chunks } = Shape::new(counts, rows, cols);
        let mut masks = chunks(len)?;
        let mut longer = chunks(len * longer_chunks)?;
        let mut tail = vec![0u8; rows];
        for s in 0..len {
            masks[s].set(s);
            counts.unrank(s as u64, &mut tail);
            bites(counts, &tail, s, |to, _| masks[to].set(s));
        }
        for s in 0..below {
            counts.unrank((len + s) as u64, &mut tail);
            bites(counts, &tail, len + s, |to, row| {
                if row == 0 {
                    longer[to * longer_chunks + s / CHUNK_BITS].set(s % CHUNK_BITS);
                }
            });
        }
        Ok(Self { bound, masks, longer, longer_chunks })
    }

    /// Returns the bytes that the masks of this many rows take.
    pub(crate) fn bytes(counts: &Counts, rows: usize, cols: usize) -> u64 {
        let Shape { len, longer_chunks, .. } = Shape::new(counts, rows, cols);
        (len * (1 + longer_chunks) * size_of::<Chunk>()) as u64
    }

    /// Sieves a run of `len` bits, writes its lost positions, `first` added to each, to the start of
    /// `lost`, and returns how many there are.
    #[inline(always)]
    pub(crate) fn sieve(&self, run: &mut Chunk, len: usize, first: u32, lost: &mut [u32]) -> usize {
        // Room for every position of a run, so that no write needs a check.
        let lost: &mut [u32; CHUNK_BITS] = lost.first_chunk_mut().expect("room for a run");
        let mut found = 0;
        // Bits beyond the run are garbage: make sure no lost position is found there.
        let words = len.div_ceil(64).min(CHUNK_WORDS);
        run.0[words - 1] |= !(!0 >> (64 * words - len));
        let masks = &self.masks[..len];
        for i in 0..words {
            let mut zeros = !run.0[i];
            while zeros != 0 {
                let t = 64 * i + zeros.trailing_zeros() as usize;
                lost[found % CHUNK_BITS] = first + t as u32;
                found += 1;
                let mask = &masks[t];
                zeros &= !mask.0[i];
                run.or(&mask.0);
            }
        }
        found
    }

    /// Writes into `bites`, for every tail below a first row of `bound + 1`, whether a bite in that row leads
    /// to one of these lost positions.
    #[inline(always)]
    pub(crate) fn first_row(&self, lost: &[u32], first: usize, bites: &mut [u64]) {
        let (bites, _) = bites.as_chunks_mut::<CHUNK_WORDS>();
        for (c, bites) in bites[..self.longer_chunks].iter_mut().enumerate() {
            let mut chunk = Chunk([0; CHUNK_WORDS]);
            for &t in lost {
                chunk.or(&self.longer[(t as usize - first) * self.longer_chunks + c].0);
            }
            *bites = chunk.0;
        }
    }
}

/// Calls `found` with the rank that every bite of a tail leads to, and the row of the bite.
fn bites(counts: &Counts, tail: &[u8], rank: usize, mut found: impl FnMut(usize, usize)) {
    let rows = tail.len();
    let place = |i: usize, x: usize| {
        if x == 0 { 0 } else { counts.bits(rows - i, x - 1) }
    };
    for j in 0..tail.first().copied().unwrap_or(0).into() {
        // Only rows longer than j can be bitten there, and the rows below them stay as they are.
        let bitten = tail.iter().take_while(|&&x| usize::from(x) > j).count();
        // From the last of them up, the rank changes by what row i loses when cut to j.
        let mut to = rank;
        for i in (0..bitten).rev() {
            to -= place(i, tail[i].into()) - place(i, j);
            found(to, i);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The ranks that the position of a rank can bite to, and whether the bite is in its first row,
    /// found the long way.
    fn tried(counts: &Counts, rows: usize, rank: usize) -> Vec<(usize, bool)> {
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
            density in 0u32..64,
            seed in any::<u64>(),
        ) {
            let counts = Counts::new(9, 30);
            let masks = Masks::new(&counts, rows, 30).expect("memory for a few masks");
            let bound = masks.bound.saturating_sub(shorter);
            let len = counts.bits(rows, bound);
            let mut run = Chunk([0; CHUNK_WORDS]);
            let mut state = seed;
            let mut random = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) as u32 % 64
            };
            for bit in 0..CHUNK_BITS {
                run.0[bit / 64] |= u64::from(random() < density) << (bit % 64);
            }
            let won = |t: usize| run.0[t / 64] >> (t % 64) & 1 == 1;
            let mut expected: Vec<u32> = Vec::new();
            for t in 0..len {
                let reached = |(to, _): &(usize, bool)| expected.contains(&(*to as u32 + 7));
                if !won(t) && !tried(&counts, rows, t).iter().any(reached) {
                    expected.push(t as u32 + 7);
                }
            }
            let mut lost = vec![0; CHUNK_BITS];
            let found = masks.sieve(&mut run, len, 7, &mut lost);
            lost.truncate(found);
            prop_assert_eq!(&lost, &expected);

            if bound == masks.bound && bound < 30 {
                let below = counts.bits(rows - 1, bound + 1);
                let mut first = vec![!0; below.div_ceil(CHUNK_BITS) * CHUNK_WORDS];
                masks.first_row(&lost, 7, &mut first);
                for s in 0..below {
                    let longer = tried(&counts, rows, counts.bits(rows, bound) + s);
                    let reached = longer.iter().any(|&(to, first_row)| first_row && lost.contains(&(to as u32 + 7)));
                    prop_assert_eq!(first[s / 64] >> (s % 64) & 1 == 1, reached, "tail {}", s);
                }
            }
        }
    }

    #[test]
    fn masks_take_the_bytes_that_were_reckoned() {
        let counts = Counts::new(9, 30);
        for rows in 0..=9 {
            for cols in [1, 5, 12, 30] {
                let masks = Masks::new(&counts, rows, cols).expect("memory for a few masks");
                let chunks = masks.masks.capacity() + masks.longer.capacity();
                assert_eq!(Masks::bytes(&counts, rows, cols), 128 * chunks as u64, "{rows}x{cols}");
            }
        }
    }
}
