//! The index: where the list of each block is.
//!
//! The plain one has an entry for every block, even for those whose lists were forgotten long ago. The
//! thrifty one has slots for the lists that are alive; the top of the kernel says how a block finds its slot.
//! The kernels fill both, and the host reads them here.

use std::sync::Arc;

use crate::device::{Device, Memory, as_bytes_mut};
use crate::error::CardError;
use crate::tables::{IndexInKernels, SLOTS};

/// Where the list of each block is.
#[derive(Debug)]
pub(crate) enum Index {
    /// An entry for every block.
    Plain(Memory),
    /// Slots for the lists that are alive.
    Thrifty(Thrifty),
}

/// The slots of the lists that are alive, and which blocks are closed.
#[derive(Debug)]
pub(crate) struct Thrifty {
    pub(crate) entries: Memory,
    pub(crate) tags: Memory,
    pub(crate) closed: Memory,
    pub(crate) buckets: Buckets,
}

/// How a block finds its slot.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Buckets {
    pub(crate) count: u64,
    pub(crate) number_bits: u32,
}

/// An entry, taken apart.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) first_chunk: u64,
    pub(crate) chunks: u32,
}

impl Entry {
    /// Takes an entry of the plain index apart; its highest bit says that the block is closed.
    pub(crate) fn plain(entry: u64) -> Self {
        Self { first_chunk: (entry << 1) >> 31, chunks: (entry & 0x7ff) as u32 }
    }

    fn thrifty(entry: u64) -> Self {
        Self { first_chunk: entry >> 30, chunks: (entry & 0x7ff) as u32 }
    }
}

impl Index {
    /// Returns what the kernels must know of it.
    pub(crate) fn in_kernels(&self) -> IndexInKernels {
        match self {
            Self::Plain(entries) => IndexInKernels { entries: entries.address, ..IndexInKernels::default() },
            Self::Thrifty(index) => IndexInKernels {
                entries: index.entries.address,
                tags: index.tags.address,
                closed: index.closed.address,
                buckets: index.buckets.count,
                number_bits: index.buckets.number_bits,
            },
        }
    }

    /// Returns the bytes that it takes.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Plain(entries) => entries.bytes,
            Self::Thrifty(index) => index.entries.bytes + index.tags.bytes + index.closed.bytes,
        }
    }

    /// Returns the buckets of the thrifty one.
    pub(crate) fn buckets(&self) -> Option<Buckets> {
        match self {
            Self::Plain(_) => None,
            Self::Thrifty(index) => Some(index.buckets),
        }
    }

    /// Reads the entry of a block that is kept.
    pub(crate) fn entry(&self, device: &Arc<dyn Device>, number: u64) -> Result<Entry, CardError> {
        let read = |entries: &Memory, place: u64| {
            let mut entry = [0u64];
            device.read(entries.address + 8 * place, as_bytes_mut(&mut entry))?;
            Ok::<_, CardError>(entry[0])
        };
        match self {
            Self::Plain(entries) => Ok(Entry::plain(read(entries, number)?)),
            Self::Thrifty(index) => {
                for (bucket, tag) in index.buckets.of(number) {
                    let mut tags = [0u16; SLOTS as usize];
                    device.read(index.tags.address + 2 * SLOTS * bucket, as_bytes_mut(&mut tags))?;
                    if let Some(slot) = tags.iter().position(|&other| other == tag) {
                        return Ok(Entry::thrifty(read(&index.entries, SLOTS * bucket + slot as u64)?));
                    }
                }
                Ok(Entry { first_chunk: 0, chunks: 0 })
            }
        }
    }
}

impl Buckets {
    /// Makes buckets for this many lists at a time, of this many blocks.
    pub(crate) fn for_lists(lists: u64, blocks: u64) -> Self {
        let number_bits = (u64::BITS - blocks.leading_zeros()).max(8);
        // At most 2^13 numbers choose a bucket: their last 14 bits tell them apart, even when the first of
        // them are the last of a round.
        let count = lists.div_ceil(SLOTS).max(1 << (number_bits.saturating_sub(13))).max(8);
        Self { count, number_bits }
    }

    /// Counts the bytes of slots and tags.
    pub(crate) fn bytes(self) -> u64 {
        (8 + 2) * SLOTS * self.count
    }

    /// Returns the two buckets that a block may be in, with its tag in each, like the kernel's `Mixed` and
    /// `Bucket`.
    fn of(self, number: u64) -> [(u64, u16); 2] {
        let (mask, half) = ((1 << self.number_bits) - 1, self.number_bits.div_ceil(2));
        let mut one = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) & mask;
        one ^= one >> half;
        one = one.wrapping_mul(0xD1B5_4A32_D192_ED03) & mask;
        one ^= one >> half;
        let mut other = one.wrapping_mul(0xAEF1_7502_108E_F2D9) & mask;
        other ^= other >> half;
        other = other.wrapping_mul(0xF135_7AEA_2E62_A9C5) & mask;
        let bucket = |mixed: u64, which: u16| {
            let bucket = (u128::from(mixed) * u128::from(self.count)) >> self.number_bits;
            (bucket as u64, 1 + ((mixed as u16 & 0x3fff) << 1 | which))
        };
        [bucket(one, 0), bucket(other, 1)]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// A tag and its bucket belong to one block only, even next to blocks that are there as their second
    /// choice.
    #[test]
    fn a_tag_tells_blocks_apart() {
        for (lists, blocks) in [(1, 2), (10, 1000), (7000, 100_000), (100, 300_000), (40_000, 262_144)] {
            let buckets = Buckets::for_lists(lists, blocks);
            let mut seen = HashSet::new();
            for number in 0..blocks {
                for (bucket, tag) in buckets.of(number) {
                    assert!(bucket < buckets.count && tag > 0);
                    assert!(seen.insert((bucket, tag)), "{number} of {blocks}");
                }
            }
        }
    }

    /// Goes on for a long time, forgetting the oldest: the fullest bucket has room left.
    #[test]
    fn buckets_fill_evenly() {
        let (lists, blocks) = (200_000u64, 10_000_000u64);
        let buckets = Buckets::for_lists(lists, blocks);
        let alive = lists * 7 / 10;
        let mut held = vec![0u32; buckets.count as usize];
        let (mut places, mut fullest) = (Vec::new(), 0);
        for i in 0..blocks / 4 {
            // Numbers that follow each other with gaps, like those of a wave.
            let choices = buckets.of(4 * i + i % 3).map(|(bucket, _)| bucket as usize);
            let chosen = if held[choices[0]] <= held[choices[1]] { choices[0] } else { choices[1] };
            held[chosen] += 1;
            fullest = fullest.max(held[chosen]);
            places.push(chosen);
            if let Some(oldest) = i.checked_sub(alive) {
                held[places[oldest as usize]] -= 1;
            }
        }
        assert!(fullest <= SLOTS as u32, "{fullest}");
    }
}
