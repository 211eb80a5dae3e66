//! Where lost positions are kept: what the kernel needs from a store, and one in memory, two bytes each or
//! less.

use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use lastbite_work::effort::Stopped;

pub use super::bits::ROOM;
use super::packed::Packed;
use super::plan::{Block, Need, Plan};
use lastbite_work::SolveError;

/// Keeps the lost positions of blocks while a bar is being solved.
///
/// Threads that share a store wait here for a block that another one is still working on. Ranks of a cluster
/// wait for what they have requested from another rank, and [`Plan::needs`] says early what that will be.
pub trait Blocks {
    /// Sets bit `i` of a string for every lost position `from + i` of a range, and leaves all other bits as
    /// they are.
    ///
    /// The string has [`ROOM`] words after the last bit of the range. Gives up when the work has been
    /// stopped.
    fn read(&self, need: Need, string: &mut [u64]) -> Result<(), SolveError>;

    /// Keeps the lost positions of a block of `len` positions: their ranks in the block, ascending.
    fn keep(&self, block: Block, len: u32, lost: &[u32]) -> Result<(), SolveError>;

    /// Says whether to go on; called every few thousand runs, so that even a block of billions can be
    /// stopped.
    fn check(&self) -> Result<(), Stopped>;
}

/// The lost positions of one block: buckets of 65,536 ranks, and in each bucket the low 16 bits of every lost
/// rank.
#[derive(Debug, Default, Clone)]
pub struct Lost {
    /// Where each bucket begins in `low`; one more than there are buckets.
    starts: Box<[u32]>,
    low: Box<[u16]>,
}

impl Lost {
    /// Keeps these ranks, which ascend, of a block of `len` positions.
    ///
    /// # Errors
    ///
    /// When the system has no memory for them.
    #[inline(always)]
    pub fn new(ranks: &[u32], len: u32) -> Result<Self, SolveError> {
        let buckets = len.div_ceil(1 << 16) as usize;
        let mut starts = Vec::new();
        let mut low = Vec::new();
        starts.try_reserve_exact(buckets + 1)?;
        low.try_reserve_exact(ranks.len())?;
        let mut from = 0;
        for bucket in 0..buckets {
            starts.push(from as u32);
            from += ranks[from..].partition_point(|&rank| rank as usize >> 16 <= bucket);
        }
        starts.push(from as u32);
        low.extend(ranks.iter().map(|&rank| rank as u16));
        Ok(Self { starts: starts.into(), low: low.into() })
    }

    /// Returns its contents, to send or write: where each bucket begins, and the low 16 bits of every rank.
    pub fn lists(&self) -> (&[u32], &[u16]) {
        (&self.starts, &self.low)
    }

    /// Makes the lost positions of a block of `len` positions from the lists of another; `None` when the
    /// lists are not valid.
    pub fn from_lists(starts: Vec<u32>, low: Vec<u16>, len: u32) -> Option<Self> {
        let ends_well = starts.first() == Some(&0) && starts.last().copied() == u32::try_from(low.len()).ok();
        if starts.len() != len.div_ceil(1 << 16) as usize + 1 || !ends_well || !starts.is_sorted() {
            return None;
        }
        let lost = Self { starts: starts.into(), low: low.into() };
        let buckets = 0..lost.starts.len() - 1;
        // No early exit, so that this uses vectors: every block that travels is checked.
        let ascends = |bucket: usize| {
            let low = lost.bucket(bucket);
            low.iter().zip(low.iter().skip(1)).fold(true, |ascends, (a, b)| ascends & (a < b))
        };
        let last = buckets.clone().next_back().and_then(|bucket| Some((bucket, lost.bucket(bucket).last()?)));
        let fits = last.is_none_or(|(bucket, &low)| (bucket as u64) << 16 | u64::from(low) < u64::from(len));
        (fits && buckets.into_iter().all(ascends)).then_some(lost)
    }

    /// Counts them.
    pub fn len(&self) -> usize {
        self.low.len()
    }

    /// Says whether there are none.
    pub fn is_empty(&self) -> bool {
        self.low.is_empty()
    }

    /// Says whether the position of this rank is among them.
    pub fn contains(&self, rank: u32) -> bool {
        self.bucket(rank as usize >> 16).binary_search(&(rank as u16)).is_ok()
    }

    /// Lists the ranks, ascending.
    pub fn ranks(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.starts.len().saturating_sub(1)).flat_map(|bucket| {
            self.bucket(bucket).iter().map(move |&low| (bucket as u32) << 16 | u32::from(low))
        })
    }

    /// Lists the ranks, ascending, and keeps the data behind them alive.
    pub(crate) fn into_ranks(self) -> impl Iterator<Item = u32> {
        let mut bucket = 0;
        (0..self.low.len()).map(move |place| {
            while self.starts[bucket + 1] as usize <= place {
                bucket += 1;
            }
            (bucket as u32) << 16 | u32::from(self.low[place])
        })
    }

    fn bucket(&self, bucket: usize) -> &[u16] {
        &self.low[self.starts[bucket] as usize..self.starts[bucket + 1] as usize]
    }

    /// Sets bit `rank - from` of a string for every lost rank in `from .. from + len`: what [`Blocks::read`]
    /// promises.
    ///
    /// Every bucket is set within a window of fixed length, [`ROOM`] words. That spares the inner loop, the
    /// busiest of all, the check that each bit is inside the string.
    #[inline(always)]
    pub fn set_bits(&self, from: u32, len: u32, string: &mut [u64]) {
        let (from, end) = (from as usize, from as usize + len as usize);
        for bucket in from >> 16..=(end - 1) >> 16 {
            let base = bucket << 16;
            let mut low = self.bucket(bucket);
            if end < base + (1 << 16) {
                low = &low[..low.partition_point(|&rank| base + usize::from(rank) < end)];
            }
            // The bucket begins before the string does, or somewhere inside it.
            let before = from.saturating_sub(base) as u16;
            if before > 0 {
                low = &low[low.partition_point(|&rank| rank < before)..];
            }
            let at = base.saturating_sub(from);
            let window: &mut [u64; ROOM] = string[at >> 6..].first_chunk_mut().expect("the string has room");
            for &rank in low {
                let bit = usize::from(rank.wrapping_sub(before)) + (at & 63);
                window[bit >> 6] |= 1 << (bit & 63);
            }
        }
    }
}

/// The lost positions of all blocks of a plan, in memory.
#[derive(Debug)]
pub(crate) struct Store {
    /// `cells[first row][part]`.
    cells: Vec<Vec<RwLock<Cell>>>,
}

/// The place of a block.
#[derive(Debug, Default)]
pub(crate) enum Cell {
    /// It is not solved yet.
    #[default]
    ToCome,
    /// It is solved; these are its lost positions.
    Here(Lost),
    /// The same, in fewer bytes.
    Packed(Packed),
    /// It was solved and will not be read again.
    Forgotten,
}

impl Cell {
    /// Counts the bytes that its lost positions take.
    fn bytes(&self) -> u64 {
        match self {
            Self::Here(lost) => 2 * lost.len() as u64,
            Self::Packed(packed) => packed.bytes(),
            Self::ToCome | Self::Forgotten => 0,
        }
    }
}

impl Store {
    /// Makes a store with every block still to come.
    pub(crate) fn new(plan: &Plan) -> Result<Self, SolveError> {
        let mut store = Self { cells: Vec::new() };
        for first_row in 0..=plan.frame.cols {
            let parts = plan.parts_under(first_row);
            let mut row = Vec::new();
            row.try_reserve_exact(parts)?;
            row.resize_with(parts, RwLock::default);
            store.cells.push(row);
        }
        Ok(store)
    }

    /// Looks at the place of a block, which cannot change meanwhile.
    #[inline(always)]
    pub(crate) fn look(&self, block: Block) -> RwLockReadGuard<'_, Cell> {
        // No writer panics, so what is there is complete.
        self.place(block).read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a block in its place, which must be empty.
    pub(crate) fn set(&self, block: Block, lost: Lost) {
        let before = self.change(block, Cell::Here(lost));
        debug_assert!(matches!(before, Cell::ToCome), "every block is solved once");
    }

    /// Packs a block of `len` positions if that takes fewer bytes, and says how many fewer.
    ///
    /// # Errors
    ///
    /// When the system has no memory to do it.
    pub(crate) fn pack(&self, block: Block, len: u32) -> Result<u64, SolveError> {
        let (packed, saved) = match &*self.look(block) {
            Cell::Here(lost) => {
                match (2 * lost.len() as u64).checked_sub(Packed::bytes_of(lost.len(), len)) {
                    Some(saved) if saved > 0 => (Packed::of(lost, len)?, saved),
                    _ => return Ok(0),
                }
            }
            Cell::Packed(_) | Cell::ToCome | Cell::Forgotten => return Ok(0),
        };
        let mut cell = self.place(block).write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have forgotten it meanwhile.
        Ok(if matches!(*cell, Cell::Here(_)) {
            *cell = Cell::Packed(packed);
            saved
        } else {
            0
        })
    }

    /// Forgets a block that will not be read again, and says how many bytes its lost positions took.
    pub(crate) fn forget(&self, block: Block) -> u64 {
        self.change(block, Cell::Forgotten).bytes()
    }

    fn change(&self, block: Block, cell: Cell) -> Cell {
        std::mem::replace(&mut self.place(block).write().unwrap_or_else(PoisonError::into_inner), cell)
    }

    #[inline(always)]
    fn place(&self, block: Block) -> &RwLock<Cell> {
        &self.cells[usize::from(block.first_row)][block.part]
    }

    /// Counts the places.
    pub(crate) fn places(&self) -> u64 {
        self.cells.iter().map(|row| row.len() as u64).sum()
    }

    /// Lists every block that is there with a copy of its lost positions, in the order of ranks.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = (Block, Lost)> {
        (0u8..=u8::MAX).zip(&self.cells).flat_map(move |(first_row, row)| {
            (0..row.len()).filter_map(move |part| {
                let block = Block { part, first_row };
                match &*self.look(block) {
                    Cell::Here(lost) => Some((block, lost.clone())),
                    // A run that packs also forgets, and lists nothing.
                    Cell::Packed(_) | Cell::ToCome | Cell::Forgotten => None,
                }
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn kept_ranks_come_back(
            ranks in prop::collection::btree_set(0u32..200_000, 0..300),
            from in 0u32..200_000,
            len in 1u32..200_000,
        ) {
            let ranks: Vec<u32> = ranks.into_iter().collect();
            let lost = Lost::new(&ranks, 200_000).expect("memory for a few ranks");
            prop_assert_eq!((lost.len(), lost.is_empty()), (ranks.len(), ranks.is_empty()));
            prop_assert!(lost.ranks().eq(ranks.iter().copied()));
            prop_assert!(lost.clone().into_ranks().eq(ranks.iter().copied()));
            let (starts, low) = lost.lists();
            let copy = |len| Lost::from_lists(starts.to_vec(), low.to_vec(), len);
            prop_assert!(copy(200_000).is_some_and(|copy| copy.ranks().eq(ranks.iter().copied())));
            // Ranks beyond the block, a wrong number of buckets and ranks out of order are not valid lists.
            prop_assert_eq!(copy(199_000).is_some(), ranks.last().is_none_or(|&last| last < 199_000));
            prop_assert!(copy(100_000).is_none());
            if let Some(two) = starts.windows(2).find(|bucket| bucket[1] - bucket[0] >= 2) {
                let mut swapped = low.to_vec();
                swapped.swap(two[0] as usize, two[0] as usize + 1);
                prop_assert!(Lost::from_lists(starts.to_vec(), swapped, 200_000).is_none());
            }
            for rank in 0..1000 {
                prop_assert_eq!(lost.contains(rank * 199), ranks.contains(&(rank * 199)));
            }
            let len = len.min(200_000 - from);
            let mut words = vec![0; len as usize / 64 + 1 + ROOM];
            let mut expected = words.clone();
            lost.set_bits(from, len, &mut words);
            for &rank in &ranks {
                if (from..from + len).contains(&rank) {
                    let bit = rank as usize - from as usize;
                    expected[bit / 64] |= 1 << (bit % 64);
                }
            }
            prop_assert_eq!(words, expected);
        }
    }

    #[test]
    fn only_the_ranks_of_a_range_are_read_to_the_very_end_of_a_block() {
        let len = 2 << 16;
        let lost = Lost::new(&[0, 99, 100, 65_535, 65_536, len - 1], len).expect("memory for a few ranks");
        let read = |from: u32, to: u32| {
            let mut string = vec![0; (to - from) as usize / 64 + 1 + ROOM];
            lost.set_bits(from, to - from, &mut string);
            let is_set = |bit: &u32| string[*bit as usize / 64] >> (bit % 64) & 1 == 1;
            (0..64 * string.len() as u32).filter(is_set).map(|bit| from + bit).collect::<Vec<_>>()
        };
        assert_eq!(read(0, len), [0, 99, 100, 65_535, 65_536, len - 1]);
        assert_eq!(read(99, 100), [99]);
        assert_eq!(read(1, 65_535), [99, 100]);
        assert_eq!(read(100, 65_536), [100, 65_535]);
        assert_eq!(read(65_536, len - 1), [65_536]);
    }

    #[test]
    fn what_is_no_list_of_a_block_is_refused() {
        let lists = |starts: &[u32], low: &[u16]| Lost::from_lists(starts.to_vec(), low.to_vec(), 70_000);
        let sound =
            lists(&[0, 2, 3], &[5, 6, 4463]).expect("two buckets, and the last position of the block");
        assert_eq!(sound.ranks().collect::<Vec<_>>(), [5, 6, 69_999]);
        assert!(!sound.is_empty());
        assert!(lists(&[0, 0, 0], &[]).is_some_and(|none| none.is_empty()));
        for (starts, low, why) in [
            (&[0, 2, 3][..], &[5, 6, 4464][..], "a rank beyond the block"),
            (&[0, 2, 3], &[5, 5, 4463], "a rank twice"),
            (&[0, 2, 3], &[6, 5, 4463], "ranks that fall"),
            (&[1, 2, 3], &[5, 6, 4463], "a first bucket that begins late"),
            (&[0, 2, 2], &[5, 6, 4463], "a last bucket that ends early"),
            (&[0, 2, 4], &[5, 6, 4463], "a last bucket that ends late"),
            (&[0, 4, 3], &[5, 6, 4463], "buckets out of order"),
            (&[0, 3], &[5, 6, 4463], "a bucket too few"),
            (&[0, 2, 3, 3], &[5, 6, 4463], "a bucket too many"),
        ] {
            assert!(lists(starts, low).is_none(), "{why}");
        }
    }
}
