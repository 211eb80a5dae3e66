//! What the card has found, kept where it was found: read block by block, or copied out in order.

use std::sync::Arc;

use lastbite_engines::NoAnswer;
use lastbite_engines::sieve::Keeper;
use lastbite_work::notation::Bytes;

use crate::cut::{Cut, tails};
use crate::device::{Argument, Device, Launch, Memory, Stream, as_bytes_mut};
use crate::error::CardError;
use crate::index::{Entry, Index};
use crate::shelves::Shelves;
use crate::tables::{CHUNK, THREADS, WARPS};

/// The most blocks that are copied out together.
const PIECE: usize = 1 << 19;
/// The most chunks that are copied out together: 64 MiB.
const PIECE_CHUNKS: u32 = 1 << 22;

/// The lost positions of a box, on a card.
#[derive(Debug)]
pub(crate) struct OnCard {
    device: Arc<dyn Device>,
    cut: Cut,
    index: Index,
    shelves: Shelves,
    /// The most bytes that lists took at a time, on the card and on the host.
    lists_used: (u64, u64),
    /// By first row: how many are lost.
    under: Vec<u64>,
}

impl OnCard {
    /// Takes what was solved; `under[0]` counts all lost positions of the first block, whatever their first
    /// rows.
    pub(crate) fn new(
        device: Arc<dyn Device>,
        cut: Cut,
        index: Index,
        shelves: Shelves,
        lists_used: (u64, u64),
        under: Vec<u64>,
    ) -> Result<Self, CardError> {
        let mut kept = Self { device, cut, index, shelves, lists_used, under };
        kept.under[0] = 0;
        let rows = kept.cut.rows;
        for tail in kept.list(0)? {
            let first_row = (1..).take_while(|&length| tails(rows, length - 1) <= tail.into()).count();
            kept.under[first_row] += 1;
        }
        Ok(kept)
    }

    /// Reads the lost tails of a block, ascending.
    fn list(&self, number: u64) -> Result<Vec<u32>, CardError> {
        let above = self.above(number);
        if !self.shelves.keeps(&self.cut, &above) {
            return Err(CardError::NotKept);
        }
        let entry = self.index.entry(&self.device, number)?;
        let mut chunks = vec![[0u16; CHUNK]; entry.chunks as usize];
        if !chunks.is_empty() {
            self.device.read(self.shelves.address_of(entry.first_chunk), as_bytes_mut(&mut chunks))?;
        }
        let circle = self.cut.most_tails() as u16;
        let elements = match self.shelves.is_thrifty() {
            true => chunks.iter().flat_map(|chunk| unpacked(*chunk, circle)).collect(),
            false => chunks.concat(),
        };
        // Without the padding of the last chunk: no list is longer than its block's tails.
        let mut tails = Vec::new();
        sort_into(&elements, self.cut.tails_below(&above), &mut tails);
        Ok(tails)
    }

    /// Returns the rows above of a block.
    fn above(&self, number: u64) -> Vec<u8> {
        let (mut above, mut left) = (Vec::new(), number);
        while left > 0 {
            let row = above.len();
            let most: usize = above.last().map_or(self.cut.cols, |&last: &u8| last.into());
            let length =
                (self.cut.reach[row] + 1..=most).rev().find(|&length| self.cut.step(row, length) <= left);
            let length = length.unwrap_or(self.cut.reach[row] + 1);
            left -= self.cut.step(row, length);
            above.push(length as u8);
        }
        above
    }

    /// Copies out the lists of some blocks, as they are on the card.
    fn piece(&self, first: u64) -> Result<Piece, CardError> {
        let Index::Plain(index) = &self.index else { return Err(CardError::NotKept) };
        if !self.shelves.keeps_all() {
            return Err(CardError::NotKept);
        }
        let blocks = PIECE.min((self.cut.blocks - first) as usize);
        let mut entries = vec![0u64; blocks];
        self.device.read(index.address + 8 * first, as_bytes_mut(&mut entries))?;
        let (mut starts, mut chunks) = (Vec::with_capacity(blocks + 1), 0);
        for &entry in &entries {
            let more = Entry::plain(entry).chunks;
            if chunks + more > PIECE_CHUNKS {
                break;
            }
            starts.push(chunks);
            chunks += more;
        }
        let mut elements = vec![0u16; 8 * chunks as usize];
        if chunks > 0 {
            let (places, copied) =
                (Memory::of(&self.device, &starts)?, Memory::new(&self.device, 16 * u64::from(chunks))?);
            let arguments = [
                Argument::Address(index.address + 8 * first),
                Argument::Address(self.shelves.lists.address),
                Argument::Number(starts.len() as u32),
                Argument::Address(places.address),
                Argument::Address(copied.address),
            ];
            // The stream does not wait for the copy on its own.
            self.device.finish()?;
            let groups = (starts.len() as u32).div_ceil(WARPS);
            let gather =
                Launch { kernel: "gather", groups, threads: THREADS, shared_bytes: 0, arguments: &arguments };
            self.device.launch(Stream::Solving, &gather)?;
            self.device.finish()?;
            self.device.read(copied.address, as_bytes_mut(&mut elements))?;
        }
        starts.push(chunks);
        Ok(Piece { starts, next: 0, elements })
    }
}

/// The lists of neighbouring blocks: that of block i is in the chunks from `starts[i]` to `starts[i + 1]`.
#[derive(Default)]
struct Piece {
    starts: Vec<u32>,
    next: usize,
    elements: Vec<u16>,
}

impl Piece {
    /// Returns the list of the next block; nothing after the last.
    fn next(&mut self) -> Option<&[u16]> {
        let (&start, &end) = (self.starts.get(self.next)?, self.starts.get(self.next + 1)?);
        self.next += 1;
        Some(&self.elements[8 * start as usize..8 * end as usize])
    }
}

/// Takes a packed chunk apart (the top of the kernel says how it is packed): 4 * each tail, and those that
/// fill it up are the last one again.
fn unpacked(chunk: [u16; CHUNK], circle: u16) -> Vec<u16> {
    let mut bits = chunk.iter().rev().fold(0u128, |bits, &part| bits << 16 | u128::from(part));
    let mut take = |width: u32| {
        let taken = bits & ((1 << width) - 1);
        bits >>= width;
        taken as u16
    };
    let (width, first) = (u32::from(take(4)), take(14));
    let distances = (0..(u128::BITS - 18) / width).map(|_| take(width));
    let tails = distances.scan(first, |tail, distance| {
        *tail = (*tail + distance) % circle;
        Some(*tail)
    });
    std::iter::once(first).chain(tails).map(|tail| 4 * tail).collect()
}

/// Writes the tails of a list in order, without the padding of its last chunk.
fn sort_into(elements: &[u16], most: u64, tails: &mut Vec<u32>) {
    tails.clear();
    tails.extend(
        elements.iter().map(|&element| u32::from(element) / 4).filter(|&tail| u64::from(tail) < most),
    );
    tails.sort_unstable();
    tails.dedup();
}

impl Keeper for OnCard {
    fn is_lost(&self, rows: &[u8]) -> Result<bool, NoAnswer> {
        let (above, below) = rows.split_at(self.cut.rows_above(rows));
        let length = self.cut.rows - above.len();
        let shorter = |(row, &rows): (usize, &u8)| match rows {
            0 => 0,
            rows => tails(length - row, usize::from(rows) - 1),
        };
        let tail: u64 = below.iter().enumerate().map(shorter).sum();
        Ok(self.list(self.cut.number(above))?.binary_search(&(tail as u32)).is_ok())
    }

    fn lost_under(&self, first_row: u8) -> u64 {
        self.under.get(usize::from(first_row)).copied().unwrap_or(0)
    }

    fn lost_ranks(&self) -> Box<dyn Iterator<Item = Result<u64, NoAnswer>> + '_> {
        Box::new(Ranks {
            kept: self,
            above: Some(Vec::new()),
            number: 0,
            piece: Piece::default(),
            first: 0,
            tails: Vec::new(),
            told: 0,
        })
    }

    fn bytes(&self) -> u64 {
        self.index.bytes() + self.lists_used.0 + self.lists_used.1
    }

    fn place(&self) -> String {
        match self.lists_used.1 {
            0 => self.device.name(),
            on_host => format!("{}, with {} of its host's memory", self.device.name(), Bytes(on_host)),
        }
    }
}

/// Walks through all lost positions, block by block, a piece at a time.
struct Ranks<'a> {
    kept: &'a OnCard,
    /// The rows above of the next block; nothing after the last.
    above: Option<Vec<u8>>,
    /// The number of the block where the next piece begins.
    number: u64,
    piece: Piece,
    /// The current block: the rank of its first position, its lost tails, and how many of them have been
    /// listed.
    first: u64,
    tails: Vec<u32>,
    told: usize,
}

impl Ranks<'_> {
    /// Goes on to the next block, and says whether there was one.
    fn advance(&mut self) -> Result<bool, CardError> {
        let Some(above) = self.above.as_mut() else { return Ok(false) };
        let cut = &self.kept.cut;
        let list = match self.piece.next() {
            Some(list) => list,
            None => {
                self.piece = self.kept.piece(self.number)?;
                self.number += self.piece.starts.len() as u64 - 1;
                // A piece has at least one block: none has more chunks than fit.
                self.piece.next().ok_or(CardError::Strange)?
            }
        };
        self.told = 0;
        self.first = cut.first_rank(above);
        sort_into(list, cut.tails_below(above), &mut self.tails);
        if !cut.next(above) {
            self.above = None;
        }
        Ok(true)
    }
}

impl Iterator for Ranks<'_> {
    type Item = Result<u64, NoAnswer>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(&tail) = self.tails.get(self.told) {
                self.told += 1;
                return Some(Ok(self.first + u64::from(tail)));
            }
            match self.advance() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => {
                    // Nothing comes after an error.
                    (self.above, self.tails) = (None, Vec::new());
                    return Some(Err(error.into()));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1,000 beyond 12,000, round a circle of 12,870, is 130; 7 beyond that is 137.
    #[test]
    fn a_packed_chunk_is_taken_apart() {
        let fields = [(14u128, 4), (12_000, 14), (1000, 14), (7, 14)];
        let bits = fields.iter().rev().fold(0, |bits, &(value, width)| bits << width | value);
        let chunk = std::array::from_fn(|i| (bits >> (16 * i)) as u16);
        let mut tails = Vec::new();
        sort_into(&unpacked(chunk, 12_870), 12_870, &mut tails);
        assert_eq!(tails, [130, 137, 12_000]);
    }
}
