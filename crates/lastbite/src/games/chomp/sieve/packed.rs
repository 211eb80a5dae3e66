//! Lost positions in little more than nine bits each: they take longer to read than those in two bytes.
//!
//! Ranks are cut into runs of 256. For each rank the low eight bits are kept, and next to them, run by run,
//! how many there are: that many ones, then a zero. So the bit that is set for a rank gives its run, by the
//! zeros before it, and its place among all, by the ones:
//!
//! ```text
//! ranks    3   7   260       520   525   530      of 1,024 positions, four runs
//! ones     1   1 0   1 0       1     1     1 0 0
//! low      3   7     4         8    13    18
//! ```
//!
//! One position in three hundred is lost, which makes 1 + (1 + 300 / 256) / 8 = 1.27 bytes each instead of
//! two. If fewer than one in 1,800 are lost, two bytes are less.

use super::bits::ROOM;
use super::blocks::Lost;
use super::error::SieveError;

/// This many bits tell the ranks of a run apart.
const LOW: usize = 8;
/// The runs of a bucket of 65,536 ranks.
const RUNS: usize = 1 << (16 - LOW);

/// The lost positions of one block, as [`Lost`] has them, in fewer bytes.
#[derive(Debug)]
pub(crate) struct Packed {
    /// How many ranks are before each bucket of 65,536; one more than there are buckets.
    starts: Box<[u32]>,
    /// Run by run, as many ones as it has ranks, and a zero.
    ones: Box<[u64]>,
    /// The low eight bits of every rank.
    low: Box<[u8]>,
}

impl Packed {
    /// Counts the bytes that this many lost positions of a block of `len` positions would take.
    pub(crate) fn bytes_of(lost: usize, len: u32) -> u64 {
        (lost + 8 * words(lost, len)) as u64
    }

    /// Packs the lost positions of a block of `len` positions.
    ///
    /// # Errors
    ///
    /// When the system has no memory for them.
    pub(crate) fn new(lost: &Lost, len: u32) -> Result<Self, SieveError> {
        let (from, in_bucket) = lost.lists();
        let words = words(in_bucket.len(), len);
        let (mut starts, mut ones, mut low) = (Vec::new(), Vec::new(), Vec::new());
        starts.try_reserve_exact(from.len())?;
        ones.try_reserve_exact(words)?;
        low.try_reserve_exact(in_bucket.len())?;
        starts.extend_from_slice(from);
        low.extend(in_bucket.iter().map(|&rank| rank as u8));
        ones.resize(words, 0u64);
        for (bucket, ends) in from.windows(2).enumerate() {
            let places = ends[0] as usize..ends[1] as usize;
            for (place, &rank) in places.clone().zip(&in_bucket[places]) {
                let bit = place + bucket * RUNS + (usize::from(rank) >> LOW);
                ones[bit >> 6] |= 1 << (bit & 63);
            }
        }
        Ok(Self { starts: starts.into(), ones: ones.into(), low: low.into() })
    }

    /// Counts the bytes that they take.
    pub(crate) fn bytes(&self) -> u64 {
        (self.low.len() + 8 * self.ones.len()) as u64
    }

    /// Lists the ranks, ascending.
    #[cfg(test)]
    fn ranks(&self) -> impl Iterator<Item = u32> + '_ {
        let mut bit = 0;
        self.low.iter().enumerate().map(move |(place, &low)| {
            while !self.is_one(bit) {
                bit += 1;
            }
            let run = bit - place;
            bit += 1;
            (run << LOW) as u32 | u32::from(low)
        })
    }

    /// Sets bit `rank - from` of a string for every lost rank in `from .. from + len`: see
    /// [`Lost::set_bits`].
    #[inline(always)]
    pub(crate) fn set_bits(&self, from: u32, len: u32, string: &mut [u64]) {
        let (from, end) = (from as usize, from as usize + len as usize);
        for bucket in from >> 16..=(end - 1) >> 16 {
            let base = bucket << 16;
            let before = from.saturating_sub(base);
            let first = Walk { place: self.starts[bucket] as usize, run: bucket * RUNS };
            let first = if before > 0 { self.walk(first, base + before) } else { first };
            let last = match end < base + (1 << 16) {
                true => self.walk(first, end).place,
                false => self.starts[bucket + 1] as usize,
            };
            let at = base.saturating_sub(from);
            let window: &mut [u64; ROOM] = string[at >> 6..].first_chunk_mut().expect("the string has room");
            let mut low = &self.low[first.place..last];
            let bit = first.place + first.run;
            let (mut word, mut ones) = (bit >> 6, self.word(bit >> 6) & (!0 << (bit & 63)));
            // The run of a rank is the place of its one, less the ones before it: one for each rank.
            let mut run = (word << 6).wrapping_sub(first.place);
            while !low.is_empty() {
                let (now, later) = low.split_at(low.len().min(ones.count_ones() as usize));
                // Where the first of these runs begins in the window.
                let begin = (run << LOW).wrapping_sub(base + before).wrapping_add(at & 63);
                for (nth, &low) in now.iter().enumerate() {
                    let runs = (ones.trailing_zeros() as usize).wrapping_sub(nth);
                    let bit = begin.wrapping_add(runs << LOW).wrapping_add(low.into());
                    window[bit >> 6] |= 1 << (bit & 63);
                    ones &= ones.wrapping_sub(1);
                }
                run = run.wrapping_add(64).wrapping_sub(now.len());
                low = later;
                word += 1;
                ones = self.word(word);
            }
        }
    }

    /// Walks on to the first rank that is at least this one, or to the end of its run.
    #[inline(always)]
    fn walk(&self, Walk { place, run }: Walk, rank: usize) -> Walk {
        // Over a zero for each run.
        let (mut zeros, bit) = ((rank >> LOW) - run, place + run);
        let mut to = Walk { place, run: rank >> LOW };
        if zeros > 0 {
            let (mut word, mut left) = (bit >> 6, !self.word(bit >> 6) & (!0 << (bit & 63)));
            while (left.count_ones() as usize) < zeros {
                zeros -= left.count_ones() as usize;
                word += 1;
                left = !self.word(word);
            }
            for _ in 1..zeros {
                left &= left - 1;
            }
            to.place = (word << 6) + left.trailing_zeros() as usize + 1 - to.run;
        }
        while self.is_one(to.place + to.run) && usize::from(self.low[to.place]) < rank & 0xff {
            to.place += 1;
        }
        to
    }

    #[inline(always)]
    fn is_one(&self, bit: usize) -> bool {
        self.word(bit >> 6) >> (bit & 63) & 1 == 1
    }

    /// Returns a word of the ones and zeros; only zeros follow the last.
    #[inline(always)]
    fn word(&self, word: usize) -> u64 {
        self.ones.get(word).copied().unwrap_or(0)
    }
}

/// Between two bits of the ones and zeros: this many ones come before, and this many zeros.
#[derive(Debug, Clone, Copy)]
struct Walk {
    place: usize,
    run: usize,
}

/// Counts the words that a one for each lost position and a zero for each run take.
fn words(lost: usize, len: u32) -> usize {
    (lost + len.div_ceil(1 << LOW) as usize).div_ceil(64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn packed_ranks_are_read_as_those_of_two_bytes(
            ranks in prop::collection::btree_set(0u32..200_000, 0..2000),
            crowd in prop::collection::btree_set(65_000u32..66_000, 0..700),
            len in 66_000u32..=200_000,
            from in 0u32..200_000,
            to in 0u32..200_000,
        ) {
            let ranks: Vec<u32> = ranks.union(&crowd).copied().filter(|&rank| rank < len).collect();
            let lost = Lost::new(&ranks, len).expect("memory for a few ranks");
            let packed = Packed::new(&lost, len).expect("memory for a few ranks");
            prop_assert!(packed.ranks().eq(ranks.iter().copied()));
            prop_assert_eq!(packed.bytes(), Packed::bytes_of(ranks.len(), len));
            let (from, to) = (from.min(to) % len, from.max(to) % len);
            let read = [(0, len), (from.min(to), from.abs_diff(to) + 1), (from, 1), (to, len - to)];
            for (from, len) in read.into_iter().chain(ranks.iter().map(|&rank| (rank, 1))) {
                let mut string = vec![0; len as usize / 64 + 1 + ROOM];
                let mut expected = string.clone();
                packed.set_bits(from, len, &mut string);
                lost.set_bits(from, len, &mut expected);
                prop_assert!(string == expected, "{} from {}", len, from);
            }
        }
    }
}
