//! The memory for lists of lost tails: shelves, which take it in segments from a pool and give it back when
//! nobody reads their lists again.
//!
//! The picture stands in the kernel, which does the taking and giving; here is decided how many shelves and
//! segments there are.

use std::sync::Arc;

use crate::cut::Cut;
use crate::device::{Device, Memory, as_bytes, as_bytes_mut};
use crate::error::CardError;
use crate::tables::{CHUNK, LANES};

/// The first chunks of the lists are not used: a list's begin less the items before it must not sink below
/// zero.
const FIRST_CHUNK: u64 = 1 << 17;
/// The most chunks that the index can name: 33 bits of it.
pub(crate) const MOST_CHUNKS: u64 = 1 << 33;
/// About this many shelves, if lists are not kept forever: each wastes half a segment.
const SHELVES: usize = 64;
/// About this many segments.
const SEGMENTS: u64 = 2048;
/// Words of the pool before the ring of free segments: taken, given, short, most used.
const COUNTERS: usize = 4;
/// The bytes of a chunk.
pub(crate) const CHUNK_BYTES: u64 = 2 * CHUNK as u64;

/// Memory for lists.
#[derive(Debug)]
pub(crate) struct Shelves {
    pub(crate) lists: Memory,
    pub(crate) shelves: Memory,
    pub(crate) places: Memory,
    pub(crate) pool: Memory,
    pub(crate) segment_bits: u32,
    pub(crate) segments: u32,
    /// Lists that may be read last in one of this many waves lie on one shelf.
    pub(crate) sums_of_shelf: u32,
    is_forgetful: bool,
}

/// Returns the fewest chunks that a segment may have: it holds the lists of a batch.
fn least_segment(most_tails: u64) -> u64 {
    (u64::from(LANES) * most_tails.div_ceil(CHUNK as u64)).next_power_of_two()
}

/// Returns the bytes that lists of tails of this many positions take beside themselves: what is not used, and
/// on every shelf a segment that is not full.
pub(crate) fn waste(most_tails: u64, is_forgetful: bool) -> u64 {
    let shelves = if is_forgetful { SHELVES + SHELVES / 2 } else { 4 };
    CHUNK_BYTES * (FIRST_CHUNK + shelves as u64 * least_segment(most_tails))
}

/// Returns the sum of the rows above in the last wave.
fn last_sum(cut: &Cut) -> u32 {
    (cut.deepest * cut.cols) as u32
}

/// Returns how many waves share a shelf where lists are not kept forever.
pub(crate) fn sums_of_shelf(cut: &Cut) -> u32 {
    (last_sum(cut) / SHELVES as u32).max(1)
}

impl Shelves {
    /// Takes this many bytes for the lists of a box, all to be kept or not.
    pub(crate) fn new(
        device: &Arc<dyn Device>,
        cut: &Cut,
        most_tails: u64,
        bytes: u64,
        is_forgetful: bool,
    ) -> Result<Self, CardError> {
        let chunks = (bytes / CHUNK_BYTES).saturating_sub(FIRST_CHUNK).min(MOST_CHUNKS - FIRST_CHUNK);
        let segment_bits = least_segment(most_tails).max(chunks / SEGMENTS).ilog2();
        let segments = (chunks >> segment_bits) as u32;
        if segments == 0 {
            return Err(CardError::TooLittleMemory { needed: waste(most_tails, is_forgetful), free: bytes });
        }
        let sums_of_shelf = if is_forgetful { sums_of_shelf(cut) } else { u32::MAX };
        let count = last_sum(cut) / sums_of_shelf + 1;
        let taken = CHUNK_BYTES * (FIRST_CHUNK + (u64::from(segments) << segment_bits));
        let shelves = Self {
            lists: Memory::new(device, taken)?,
            shelves: Memory::new(device, 8 * u64::from(count))?,
            places: Memory::new(device, 4 * u64::from(count) * u64::from(segments))?,
            pool: Memory::new(device, 4 * (COUNTERS as u64 + u64::from(segments)))?,
            segment_bits,
            segments,
            sums_of_shelf,
            is_forgetful,
        };
        device.clear(shelves.shelves.address, shelves.shelves.bytes)?;
        device.clear(shelves.places.address, shelves.places.bytes)?;
        // The last ones first: segments that follow each other on a shelf never do so in memory, so a list
        // that lay across two of them would be noticed.
        let pool: Vec<u32> = [0, segments, 0, 0].into_iter().chain((0..segments).rev()).collect();
        device.write(shelves.pool.address, as_bytes(&pool))?;
        Ok(shelves)
    }

    /// Returns which shelves can be cleared before a wave of this sum, given how many were cleared so far.
    pub(crate) fn done_before(&self, sum: u32, cleared: u32) -> std::ops::Range<u32> {
        cleared..(sum / self.sums_of_shelf).max(cleared)
    }

    /// Says whether the list of a block is still there when all is solved.
    pub(crate) fn keeps(&self, cut: &Cut, above: &[u8]) -> bool {
        let shelf = |sum: usize| sum as u32 / self.sums_of_shelf;
        !self.is_forgetful || shelf(cut.last_use(above)) == shelf(cut.deepest * cut.cols)
    }

    /// Says whether every list is still there.
    pub(crate) fn keeps_all(&self) -> bool {
        !self.is_forgetful
    }

    /// Returns the most bytes that lists took at a time.
    ///
    /// # Errors
    ///
    /// When there was too little memory for them.
    pub(crate) fn most_used(&self, device: &Arc<dyn Device>) -> Result<u64, CardError> {
        let mut counters = [0u32; COUNTERS];
        device.read(self.pool.address, as_bytes_mut(&mut counters))?;
        let [_, _, short, most_used] = counters;
        let bytes_of = |segments: u32| CHUNK_BYTES * (u64::from(segments) << self.segment_bits);
        if short != 0 {
            return Err(CardError::Full { room: bytes_of(self.segments) });
        }
        Ok(bytes_of(most_used))
    }
}
