//! The memory for lists of lost tails: shelves, which take it in segments from a pool and give it back after
//! their lists are last read.
//!
//! The picture is in the kernel, which does the taking and giving; this file decides how many shelves and
//! segments there are.

use std::sync::Arc;

use crate::cut::{Cut, LANES};
use crate::device::{Device, Memory, as_bytes_mut};
use crate::error::CardError;
use crate::tables::{CHUNK, HostInKernels, ListsInKernels};

/// The first chunks of the lists are not used: a list's begin less the items before it must not go below
/// zero.
const FIRST_CHUNK: u64 = 1 << 17;
/// About this many segments: each shelf wastes half of one. If memory is saved, there are four times as many.
const SEGMENTS: u64 = 8192;
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
    /// How many are on the card.
    pub(crate) segments: u32,
    /// Where lists are if they do not fit on the card.
    pub(crate) host: Option<Host>,
    pub(crate) kept: Kept,
}

/// Which lists are kept, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kept {
    /// All of them.
    Everything,
    /// Those that may still be read.
    Living,
    /// The same, by the thrifty kernels, which have the host keep what does not fit.
    Thriftily,
}

/// The host's part of the memory for lists.
#[derive(Debug)]
pub(crate) struct Host {
    pub(crate) lists: Memory,
    pub(crate) pool: Memory,
    pub(crate) segments: u32,
    /// Lists that fewer blocks than this read in sixteen waves are here as long as there is room; the others
    /// only if the card is full.
    pub(crate) cold: u32,
    /// By segment, of the card and of the host: its lists are about to be forgotten.
    pub(crate) dead: Memory,
}

impl Kept {
    /// Says whether lists are forgotten after their last use.
    pub(crate) fn is_forgetful(self) -> bool {
        self != Self::Everything
    }

    /// Says whether the kernels save memory.
    pub(crate) fn is_thrifty(self) -> bool {
        self == Self::Thriftily
    }

    /// Returns how many shelves the lists of a box take: one for each wave in which lists may be last read,
    /// and another for the cold ones.
    fn shelves(self, cut: &Cut) -> u32 {
        (last_sum(cut) / self.sums_of_shelf() + 1) * if self.is_thrifty() { 2 } else { 1 }
    }

    /// Returns how many sums share a shelf.
    fn sums_of_shelf(self) -> u32 {
        if self.is_forgetful() { 1 } else { u32::MAX }
    }

    /// Returns the most chunks that an entry of the index can name: it has 33 or 34 bits for them.
    fn most_chunks(self) -> u64 {
        if self.is_thrifty() { 1 << 34 } else { 1 << 33 }
    }
}

/// Returns the fewest chunks that a segment may have: it holds the lists of a batch.
fn least_segment(most_tails: u64) -> u64 {
    (u64::from(LANES) * most_tails.div_ceil(CHUNK as u64)).next_power_of_two()
}

/// Returns the extra bytes that lists of tails of this many positions take: what is not used, and on every
/// shelf a segment that is not full.
pub(crate) fn waste(cut: &Cut, most_tails: u64, kept: Kept) -> u64 {
    let used = u64::from(kept.shelves(cut)).min(cut.blocks);
    CHUNK_BYTES * (FIRST_CHUNK + (used + 4) * least_segment(most_tails))
}

/// Returns the fewest bytes of the card that lists take, if the host keeps those that do not fit.
pub(crate) fn least_on_card(most_tails: u64) -> u64 {
    CHUNK_BYTES * (FIRST_CHUNK + 8 * least_segment(most_tails))
}

/// Returns the sum of the rows above in the last wave.
fn last_sum(cut: &Cut) -> u32 {
    (cut.deepest * cut.cols) as u32
}

/// Makes a pool of this many free segments.
fn pool(device: &Arc<dyn Device>, segments: u32) -> Result<Memory, CardError> {
    // The last ones first: segments that follow each other on a shelf never do so in memory, so a list that
    // was in two of them would be noticed.
    let pool: Vec<u32> = [0, segments, 0, 0].into_iter().chain((0..segments).rev()).collect();
    Memory::of(device, &pool)
}

impl Shelves {
    /// Allocates this many bytes for the lists of a box, on the card and on the host.
    pub(crate) fn new(
        device: &Arc<dyn Device>,
        cut: &Cut,
        most_tails: u64,
        (bytes, host_bytes): (u64, u64),
        kept: Kept,
    ) -> Result<Self, CardError> {
        let count = kept.shelves(cut);
        let most = kept.most_chunks() - FIRST_CHUNK;
        let chunks = (bytes / CHUNK_BYTES).saturating_sub(FIRST_CHUNK).min(most);
        let host_chunks = (host_bytes / CHUNK_BYTES).min(most - chunks);
        // Each segment has a place on every shelf, and one in the pool: together a small part of the memory.
        let noted_of_each = 4 * (u64::from(count) + 2);
        let segments = if kept.is_thrifty() { 4 * SEGMENTS } else { SEGMENTS };
        // But there are always enough for every shelf.
        let about =
            (bytes / 64 / noted_of_each).clamp(4 * u64::from(count), segments.max(4 * u64::from(count)));
        let segment_bits = least_segment(most_tails).max((chunks + host_chunks) / about).ilog2();
        let noted = noted_of_each * ((chunks + host_chunks) >> segment_bits);
        let segments = (chunks.saturating_sub(noted / CHUNK_BYTES) >> segment_bits) as u32;
        if segments == 0 {
            return Err(CardError::TooLittleMemory {
                needed: noted + waste(cut, most_tails, kept),
                free: bytes,
            });
        }
        let taken = CHUNK_BYTES * (FIRST_CHUNK + (u64::from(segments) << segment_bits));
        let lists = Memory::new(device, taken)?;
        let host = if kept.is_thrifty() {
            let host_segments = (host_chunks >> segment_bits) as u32;
            Some(Host {
                lists: Memory::on_host(
                    device,
                    (CHUNK_BYTES << segment_bits) * u64::from(host_segments.max(1)),
                )?,
                pool: pool(device, host_segments)?,
                segments: host_segments,
                cold: 0,
                dead: Memory::cleared(device, (segments + host_segments).into())?,
            })
        } else {
            None
        };
        let all = u64::from(segments + host.as_ref().map_or(0, |host| host.segments));
        Ok(Self {
            lists,
            shelves: Memory::cleared(device, 8 * u64::from(count))?,
            places: Memory::cleared(device, 4 * u64::from(count) * all)?,
            pool: pool(device, segments)?,
            segment_bits,
            segments,
            host,
            kept,
        })
    }

    /// Returns what the kernels must know to find the lists.
    pub(crate) fn in_kernels(&self) -> ListsInKernels {
        let host = self.host.as_ref().map(|host| {
            // Its first chunk comes after the last one on the card; how much further on is it really?
            let after_card = self.lists.address + CHUNK_BYTES * self.host_from();
            let shift = host.lists.address.wrapping_sub(after_card).cast_signed() / CHUNK_BYTES as i64;
            HostInKernels {
                pool: host.pool.address,
                shift: shift.cast_unsigned(),
                dead: host.dead.address,
                segments: host.segments,
                cold: host.cold,
            }
        });
        ListsInKernels {
            lists: self.lists.address,
            shelves: self.shelves.address,
            places: self.places.address,
            pool: self.pool.address,
            segment_bits: self.segment_bits,
            segments: self.segments,
            sums_of_shelf: self.kept.sums_of_shelf(),
            host_from: self.host_from(),
            // Without lists on the host its fields are never read.
            host: host.unwrap_or_default(),
        }
    }

    /// Returns the first chunk that is in the host's memory.
    fn host_from(&self) -> u64 {
        match self.host {
            Some(_) => FIRST_CHUNK + (u64::from(self.segments) << self.segment_bits),
            None => u64::MAX,
        }
    }

    /// Returns the address of a chunk.
    pub(crate) fn address_of(&self, chunk: u64) -> u64 {
        match (&self.host, chunk.checked_sub(self.host_from())) {
            (Some(host), Some(beyond)) => host.lists.address + CHUNK_BYTES * beyond,
            _ => self.lists.address + CHUNK_BYTES * chunk,
        }
    }

    /// Says whether cold lists are on shelves of their own.
    pub(crate) fn is_thrifty(&self) -> bool {
        self.kept.is_thrifty()
    }

    /// Returns which shelves can be cleared before a wave of this sum, given how many were cleared so far.
    pub(crate) fn done_before(&self, sum: u32, cleared: u32) -> std::ops::Range<u32> {
        let done = sum / self.kept.sums_of_shelf() * if self.is_thrifty() { 2 } else { 1 };
        cleared..done.max(cleared)
    }

    /// Says whether the list of a block is still there when all is solved.
    pub(crate) fn keeps(&self, cut: &Cut, above: &[u8]) -> bool {
        self.keeps_all() || cut.last_use(above) == cut.deepest * cut.cols
    }

    /// Says whether every list is still there.
    pub(crate) fn keeps_all(&self) -> bool {
        !self.kept.is_forgetful()
    }

    /// Returns the most bytes that lists took at a time, on the card and on the host.
    ///
    /// # Errors
    ///
    /// When there was too little memory for them.
    pub(crate) fn most_used(&self, device: &Arc<dyn Device>) -> Result<(u64, u64), CardError> {
        let bytes_of = |segments: u32| CHUNK_BYTES * (u64::from(segments) << self.segment_bits);
        let used = |pool: &Memory| {
            let mut counters = [0u32; COUNTERS];
            device.read(pool.address, as_bytes_mut(&mut counters))?;
            let [_, _, short, most_used] = counters;
            Ok::<_, CardError>((short != 0, bytes_of(most_used)))
        };
        let (is_short, on_card) = used(&self.pool)?;
        let on_host = self.host.as_ref().map_or(Ok((false, 0)), |host| used(&host.pool))?.1;
        if is_short {
            let host_segments = self.host.as_ref().map_or(0, |host| host.segments);
            return Err(CardError::Full { room: bytes_of(self.segments + host_segments) });
        }
        Ok((on_card, on_host))
    }
}
