//! The lost positions that have been found, two bytes each.

use std::sync::OnceLock;

use super::cut::Cut;
use super::rank::Counts;

/// All lost positions of a box, block by block.
#[derive(Debug)]
pub(crate) struct Store {
    pub(crate) counts: Counts,
    pub(crate) cut: Cut,
    /// `blocks[first row][family]`; set once, by the thread that solved it.
    pub(crate) blocks: Vec<Box<[OnceLock<Lost>]>>,
}

impl Store {
    /// A store with every block still to come.
    pub(crate) fn new(counts: Counts, cut: Cut) -> Self {
        let blocks = (0..=cut.cols).map(|first_row| vec_of_cells(cut.families_under(first_row))).collect();
        Self { counts, cut, blocks }
    }

    /// Whether these rows, which fit the box, are a lost position.
    pub(crate) fn contains(&self, rows: &[u8]) -> bool {
        let Some((&first_row, below)) = rows.split_first() else {
            return false;
        };
        let (family, rank) = self.cut.find(&self.counts, below);
        self.blocks[usize::from(first_row)][family].get().is_some_and(|lost| lost.contains(rank))
    }

    /// Every block in the order of its ranks: first row, family, lost positions.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = (usize, usize, &Lost)> {
        self.blocks.iter().enumerate().flat_map(|(first_row, blocks)| {
            blocks.iter().enumerate().filter_map(move |(family, lost)| Some((first_row, family, lost.get()?)))
        })
    }

    /// The ranks of all lost positions, ascending.
    pub(crate) fn ranks(&self) -> impl Iterator<Item = u64> + '_ {
        self.blocks().flat_map(|(first_row, family, lost)| {
            let start = self.cut.block_start(&self.counts, family, first_row);
            lost.ranks().map(move |rank| start + u64::from(rank))
        })
    }

    /// How many lost positions have a first row of at most `cols`.
    pub(crate) fn len_within(&self, cols: usize) -> u64 {
        self.blocks[..=cols].iter().flatten().filter_map(OnceLock::get).map(|lost| lost.len() as u64).sum()
    }
}

fn vec_of_cells(len: usize) -> Box<[OnceLock<Lost>]> {
    (0..len).map(|_| OnceLock::new()).collect()
}

/// The lost positions of one block: buckets of 65,536 ranks, and in each bucket the low 16 bits of
/// every lost rank.
#[derive(Debug, Default)]
pub(crate) struct Lost {
    /// Where each bucket begins in `low`; one more than there are buckets.
    starts: Box<[u32]>,
    low: Box<[u16]>,
}

impl Lost {
    /// Keeps these ranks, which ascend, of a block of `len` positions. `None`: there is no memory
    /// for them.
    #[inline(always)]
    pub(crate) fn new(ranks: &[u32], len: usize) -> Option<Self> {
        let buckets = len.div_ceil(1 << 16);
        let mut starts = Vec::new();
        let mut low = Vec::new();
        starts.try_reserve_exact(buckets + 1).ok()?;
        low.try_reserve_exact(ranks.len()).ok()?;
        let mut from = 0;
        for bucket in 0..buckets {
            starts.push(from as u32);
            from += ranks[from..].partition_point(|&rank| rank as usize >> 16 <= bucket);
        }
        starts.push(from as u32);
        low.extend(ranks.iter().map(|&rank| rank as u16));
        Some(Self { starts: starts.into(), low: low.into() })
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.low.len()
    }

    /// Whether the position of this rank is among them.
    pub(crate) fn contains(&self, rank: usize) -> bool {
        self.bucket(rank >> 16).binary_search(&(rank as u16)).is_ok()
    }

    /// The ranks, ascending.
    pub(crate) fn ranks(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.starts.len().saturating_sub(1)).flat_map(|bucket| {
            self.bucket(bucket).iter().map(move |&low| (bucket as u32) << 16 | u32::from(low))
        })
    }

    fn bucket(&self, bucket: usize) -> &[u16] {
        &self.low[self.starts[bucket] as usize..self.starts[bucket + 1] as usize]
    }

    /// Sets bit `rank - from` of a string for every lost rank in `from .. from + len`.
    ///
    /// The string needs [`WINDOW`] words after its last bit: every bucket is set within a window of
    /// fixed length, which spares the inner loop, the busiest of all, the check that each bit lies
    /// inside the string.
    #[inline(always)]
    pub(crate) fn set_bits(&self, words: &mut [u64], from: usize, len: usize) {
        let end = from + len;
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
            let window: &mut [u64; WINDOW] =
                words[at >> 6..].first_chunk_mut().expect("the string has a window of slack");
            for &rank in low {
                let bit = usize::from(rank.wrapping_sub(before)) + (at & 63);
                window[bit >> 6] |= 1 << (bit & 63);
            }
        }
    }
}

/// The words that a bucket of 65,536 bits can reach, wherever in a word it begins.
pub(crate) const WINDOW: usize = (1 << 16) / 64 + 1;

#[cfg(test)]
mod tests {
    use super::super::bits::words_for;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn kept_ranks_come_back(
            ranks in prop::collection::btree_set(0u32..200_000, 0..300),
            from in 0usize..200_000,
            len in 1usize..200_000,
        ) {
            let ranks: Vec<u32> = ranks.into_iter().collect();
            let lost = Lost::new(&ranks, 200_000).expect("memory for a few ranks");
            prop_assert_eq!(lost.len(), ranks.len());
            prop_assert!(lost.ranks().eq(ranks.iter().copied()));
            for rank in 0..1000 {
                prop_assert_eq!(lost.contains(rank * 199), ranks.contains(&(rank as u32 * 199)));
            }
            let len = len.min(200_000 - from);
            let mut words = vec![0; words_for(len) + WINDOW];
            let mut expected = words.clone();
            lost.set_bits(&mut words, from, len);
            for &rank in &ranks {
                if (from..from + len).contains(&(rank as usize)) {
                    let bit = rank as usize - from;
                    expected[bit / 64] |= 1 << (bit % 64);
                }
            }
            prop_assert_eq!(words, expected);
        }
    }
}
