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
use crate::dispatch::{self, Job};
use lastbite_work::SolveError;

/// This many bits tell the ranks of a run apart.
const LOW: usize = 8;
/// The runs of a bucket of 65,536 ranks.
const RUNS: usize = 1 << (16 - LOW);

/// The lost positions of one block, as [`Lost`] has them, in fewer bytes.
///
/// ```
/// use lastbite_engines::sieve::packed::Packed;
///
/// let packed = Packed::new(&[3, 7, 260, 520, 525, 530], 1024)?;
/// assert_eq!((packed.len(), packed.bytes()), (6, 8 + 6));
/// assert!(packed.contains(260) && !packed.contains(4));
/// let copy = Packed::from_list(packed.list().to_vec(), 1024).expect("a list of such a block");
/// assert_eq!(copy.ranks().collect::<Vec<_>>(), [3, 7, 260, 520, 525, 530]);
/// # Ok::<(), lastbite_engines::SolveError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Packed {
    /// How many ranks are before each bucket of 65,536; one more than there are buckets.
    starts: Box<[u32]>,
    /// Run by run, as many ones as it has ranks, and a zero, in words of eight bytes, the lowest first; then
    /// the low eight bits of every rank. Empty if there are no ranks.
    list: Box<[u8]>,
}

impl Packed {
    /// Counts the bytes that this many lost positions of a block of `len` positions would take.
    pub(crate) fn bytes_of(lost: usize, len: u32) -> u64 {
        (lost + 8 * words(lost, len)) as u64
    }

    /// Packs these ranks, which ascend, of a block of `len` positions.
    ///
    /// # Errors
    ///
    /// When the system has no memory for them.
    pub fn new(ranks: &[u32], len: u32) -> Result<Self, SolveError> {
        Self::collect(ranks.len(), ranks.iter().copied(), len)
    }

    /// Packs the lost positions of a block of `len` positions.
    ///
    /// # Errors
    ///
    /// When the system has no memory for them.
    pub(crate) fn of(lost: &Lost, len: u32) -> Result<Self, SolveError> {
        Self::collect(lost.len(), lost.ranks(), len)
    }

    fn collect(count: usize, ranks: impl Iterator<Item = u32>, len: u32) -> Result<Self, SolveError> {
        let (buckets, ones) = (len.div_ceil(1 << 16) as usize, 8 * words(count, len));
        let (mut starts, mut list) = (Vec::new(), Vec::new());
        starts.try_reserve_exact(buckets + 1)?;
        list.try_reserve_exact(ones + count)?;
        list.resize(ones + count, 0u8);
        let (ones, low) = list.split_at_mut(ones);
        let ones = ones.as_chunks_mut().0;
        // A word is put together before it is written, so that nothing waits for what was just written.
        let (mut word, mut in_word) = (0, 0u64);
        ranks.enumerate().for_each(|(place, rank)| {
            low[place] = rank as u8;
            let bit = place + (rank as usize >> LOW);
            if bit >> 6 != word {
                ones[word] = in_word.to_le_bytes();
                (word, in_word) = (bit >> 6, 0);
            }
            in_word |= 1 << (bit & 63);
            while starts.len() <= rank as usize >> 16 {
                starts.push(place as u32);
            }
        });
        if let Some(last) = ones.get_mut(word) {
            *last = in_word.to_le_bytes();
        }
        starts.resize(buckets + 1, count as u32);
        Ok(Self { starts: starts.into(), list: list.into() })
    }

    /// Returns its contents, to send or write.
    pub fn list(&self) -> &[u8] {
        &self.list
    }

    /// Makes the lost positions of a block of `len` positions from the list of another; `None` when it is not
    /// the list of such a block.
    ///
    /// It is not checked that the ranks of a run ascend ([`Packed::ascends`]): that takes longer than sending
    /// them.
    pub fn from_list(list: Vec<u8>, len: u32) -> Option<Self> {
        let starts = dispatch::run_fastest(Check { list: &list, len })?;
        Some(Self { starts: starts.into(), list: list.into() })
    }

    /// Says whether every rank is larger than the one before. If not, a list from elsewhere must not be read.
    pub fn ascends(&self) -> bool {
        self.ranks().is_sorted_by(|before, rank| before < rank)
    }

    /// Counts the bytes of the list.
    pub fn bytes(&self) -> u64 {
        self.list.len() as u64
    }

    /// Counts the lost positions.
    pub fn len(&self) -> usize {
        self.starts.last().map_or(0, |&lost| lost as usize)
    }

    /// Says whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Says whether the position of this rank is among them.
    pub fn contains(&self, rank: u32) -> bool {
        let (lists, rank) = (self.lists(), rank as usize);
        let bucket = rank >> 16;
        let first = Walk { place: self.starts[bucket] as usize, run: bucket * RUNS };
        let Walk { place, run } = lists.walk(first, rank);
        lists.is_one(place + run) && usize::from(lists.low[place]) == rank & 0xff
    }

    /// Lists the ranks, ascending.
    pub fn ranks(&self) -> impl Iterator<Item = u32> + '_ {
        let (lists, mut bit) = (self.lists(), 0);
        lists.low.iter().enumerate().map(move |(place, &low)| {
            while !lists.is_one(bit) {
                bit += 1;
            }
            let run = bit - place;
            bit += 1;
            (run << LOW) as u32 | u32::from(low)
        })
    }

    #[inline(always)]
    fn lists(&self) -> Lists<'_> {
        let (ones, low) = self.list.split_at(self.list.len() - self.len());
        Lists { ones: ones.as_chunks().0, low }
    }

    /// Sets bit `rank - from` of a string for every lost rank in `from .. from + len`: see
    /// [`Lost::set_bits`].
    #[inline(always)]
    pub fn set_bits(&self, from: u32, len: u32, string: &mut [u64]) {
        let lists = self.lists();
        let (from, end) = (from as usize, from as usize + len as usize);
        for bucket in from >> 16..=(end - 1) >> 16 {
            let base = bucket << 16;
            let before = from.saturating_sub(base);
            let first = Walk { place: self.starts[bucket] as usize, run: bucket * RUNS };
            let first = if before > 0 { lists.walk(first, base + before) } else { first };
            let last = match end < base + (1 << 16) {
                true => lists.walk(first, end).place,
                false => self.starts[bucket + 1] as usize,
            };
            let at = base.saturating_sub(from);
            let window: &mut [u64; ROOM] = string[at >> 6..].first_chunk_mut().expect("the string has room");
            let mut low = &lists.low[first.place..last];
            let bit = first.place + first.run;
            let (mut word, mut ones) = (bit >> 6, lists.word(bit >> 6) & (!0 << (bit & 63)));
            // The run of a rank is the place of its one, less the ones before it: one for each rank.
            let mut run = (word << 6).wrapping_sub(first.place);
            while !low.is_empty() {
                let (now, later) = low.split_at(low.len().min(ones.count_ones() as usize));
                // Where the run of a rank begins in the window, without the bits before its one in this word.
                let mut begin = (run << LOW).wrapping_sub(base + before).wrapping_add(at & 63);
                for &low in now {
                    let runs = ones.trailing_zeros() as usize;
                    let bit = begin.wrapping_add(runs << LOW).wrapping_add(low.into());
                    window[bit >> 6] |= 1 << (bit & 63);
                    ones &= ones.wrapping_sub(1);
                    begin = begin.wrapping_sub(1 << LOW);
                }
                run = run.wrapping_add(64).wrapping_sub(now.len());
                low = later;
                word += 1;
                ones = lists.word(word);
            }
        }
    }
}

/// The two halves of a list: words of ones and zeros, and the low bits of ranks.
#[derive(Debug, Clone, Copy)]
struct Lists<'a> {
    ones: &'a [[u8; 8]],
    low: &'a [u8],
}

impl Lists<'_> {
    /// Walks on to the first rank that is at least this one, or to the end of its run.
    #[inline(always)]
    fn walk(self, Walk { place, run }: Walk, rank: usize) -> Walk {
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
    fn is_one(self, bit: usize) -> bool {
        self.word(bit >> 6) >> (bit & 63) & 1 == 1
    }

    /// Returns a word of the ones and zeros; only zeros follow the last.
    #[inline(always)]
    fn word(self, word: usize) -> u64 {
        self.ones.get(word).map_or(0, |&word| u64::from_le_bytes(word))
    }
}

/// Between two bits of the ones and zeros: this many ones come before, and this many zeros.
#[derive(Debug, Clone, Copy)]
struct Walk {
    place: usize,
    run: usize,
}

/// Checks a list that comes from elsewhere, and finds how many ranks are before each bucket.
struct Check<'a> {
    list: &'a [u8],
    len: u32,
}

impl Job for Check<'_> {
    type Output = Option<Vec<u32>>;

    #[inline(always)]
    fn run(self) -> Option<Vec<u32>> {
        let (buckets, runs) = (self.len.div_ceil(1 << 16) as usize, self.len.div_ceil(1 << LOW) as usize);
        let mut starts = vec![0; buckets + 1];
        if self.list.is_empty() {
            return Some(starts);
        }
        // At most this long, so that nothing below can be too large to count.
        if self.list.len() > self.len as usize + 8 * words(self.len as usize, self.len) {
            return None;
        }
        let (words, _) = self.list.as_chunks();
        let (mut bucket, mut lost, mut zeros, mut taken) = (0, 0, 0, 0);
        // Up to the zero that ends the last run.
        while bucket < buckets {
            let word = u64::from_le_bytes(*words.get(taken)?);
            let in_word = word.count_zeros() as usize;
            taken += 1;
            while bucket < buckets && zeros + in_word >= runs.min((bucket + 1) * RUNS) {
                let mut left = !word;
                let nth = runs.min((bucket + 1) * RUNS) - zeros;
                for _ in 1..nth {
                    left &= left - 1;
                }
                let end = left.trailing_zeros();
                bucket += 1;
                starts[bucket] = lost + end + 1 - nth as u32;
                if bucket == buckets && word >> end != 0 {
                    return None;
                }
            }
            lost += word.count_ones();
            zeros += in_word;
        }
        let lists = Lists { ones: &words[..taken], low: &self.list[8 * taken..] };
        // The last run may be shorter.
        let last_run = lists.low.last().filter(|_| lists.is_one(lists.low.len() + runs - 2));
        let fits = last_run.is_none_or(|&low| u32::from(low) <= (self.len - 1) & 0xff);
        (lost > 0 && lists.low.len() == lost as usize && fits).then_some(starts)
    }
}

/// Counts the words that a one for each lost position and a zero for each run take; none are needed for none.
fn words(lost: usize, len: u32) -> usize {
    match lost {
        0 => 0,
        lost => (lost + len.div_ceil(1 << LOW) as usize).div_ceil(64),
    }
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
            let packed = Packed::new(&ranks, len).expect("memory for a few ranks");
            prop_assert!(packed.ranks().eq(ranks.iter().copied()));
            prop_assert_eq!((packed.len(), packed.is_empty()), (ranks.len(), ranks.is_empty()));
            prop_assert_eq!(packed.bytes(), Packed::bytes_of(ranks.len(), len));
            let again = Packed::of(&lost, len).expect("memory for a few ranks");
            prop_assert_eq!(again.list(), packed.list());
            let copy = Packed::from_list(packed.list().to_vec(), len);
            prop_assert_eq!(copy.map(|copy| copy.starts), Some(packed.starts.clone()));
            for rank in (0..len).step_by(199).chain(ranks.iter().copied()) {
                prop_assert_eq!(packed.contains(rank), lost.contains(rank), "{}", rank);
            }
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

    #[test]
    fn what_is_no_list_of_a_block_is_refused() {
        // Four runs, the last of 232 positions.
        let list =
            |ones: u64, low: &[u8], len: u32| Packed::from_list([&ones.to_le_bytes()[..], low].concat(), len);
        let ones = 0b0_1_0_0_0_1_1;
        let sound = list(ones, &[5, 6, 231], 1000).expect("the last position of the block, and two others");
        assert_eq!(sound.ranks().collect::<Vec<_>>(), [5, 6, 999]);
        assert!(Packed::from_list(Vec::new(), 1000).is_some_and(|none| none.is_empty()));
        for (ones, low, why) in [
            (ones, &[5, 6, 232][..], "a rank beyond the block"),
            (ones, &[5, 6], "a rank too few"),
            (ones, &[5, 6, 231, 232], "a rank too many"),
            (ones | 1 << 7, &[5, 6, 231, 7], "a run too many"),
            (!0, &[5, 6, 231], "a run that does not end"),
            (0, &[], "no ranks, which takes no list"),
        ] {
            assert!(list(ones, low, 1000).is_none(), "{why}");
        }
        assert!(Packed::from_list(vec![0; 7], 1000).is_none(), "not even a word");
        assert!(Packed::from_list(vec![0], 0).is_none(), "a list of no positions");
        // Nobody may read this one: 120, 5, 200.
        assert!(list(0b111, &[120, 5, 200], 1000).is_some_and(|odd| !odd.ascends()));
        assert!(list(0b11, &[7, 7], 1000).is_some_and(|odd| !odd.ascends()));
        assert!(sound.ascends());
    }

    #[test]
    fn buckets_begin_where_their_first_run_does() {
        let len = (3 << 16) + 5;
        let ranks: Vec<u32> = [0, 65_535, 131_072, 131_073, 196_608, 196_612].into();
        let packed = Packed::new(&ranks, len).expect("memory for a few ranks");
        assert_eq!(*packed.starts, [0, 2, 2, 4, 6]);
        let copy = Packed::from_list(packed.list().to_vec(), len).expect("a list of such a block");
        assert_eq!(*copy.starts, [0, 2, 2, 4, 6]);
    }
}
