//! Counting lost positions by their first row, 64 first rows at a time.

use super::Line;
use super::tile::Tile;

/// How many lost positions have each first row.
///
/// Counters are kept as they are written in binary, one bit of 64 of them to a word: to add a word of bits
/// to all of them is one addition with carry, done bit by bit for all at once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// The bits of a counter.
    pub planes: usize,
    /// The bits of the counters of 64 first rows, then those of the next 64.
    pub bits: Vec<u64>,
}

impl Tally {
    /// Makes counters that can count every second row.
    pub fn new(line: Line) -> Self {
        let planes = Self::planes(line);
        Tally { planes, bits: vec![0; planes * (line.last + 1)] }
    }

    /// The bits that counters of a bar have.
    pub fn planes(line: Line) -> usize {
        (usize::BITS - (line.cols + 1).leading_zeros()) as usize
    }

    /// Counts what the second rows of a tile have taken.
    pub fn add(&mut self, tile: &mut Tile, line: Line) {
        for q in tile.from..tile.to {
            let (set, _) = tile.row(q, line);
            let first = q as usize / 64;
            for (word, taken) in set.iter().enumerate().take(line.last + 1).skip(first) {
                let outside = line.outside(word) | if word == first { line.before(q) } else { 0 };
                let mut carry = taken & !outside;
                for plane in &mut self.bits[word * self.planes..(word + 1) * self.planes] {
                    (*plane, carry) = (*plane ^ carry, *plane & carry);
                    if carry == 0 {
                        break;
                    }
                }
            }
        }
    }

    /// Adds what others have counted for the same bar.
    pub fn merge(&mut self, other: &Tally) {
        for (own, theirs) in self.bits.chunks_exact_mut(self.planes).zip(other.bits.chunks_exact(self.planes))
        {
            let mut carry = 0;
            for (own, theirs) in own.iter_mut().zip(theirs) {
                (*own, carry) = (*own ^ theirs ^ carry, *own & theirs | carry & (*own | theirs));
            }
        }
    }

    /// Returns how many positions have a first row of at most 1, at most 2, and so on up to `most`.
    pub fn sums(&self, most: u32) -> Vec<u64> {
        let count = |p: u32| -> u64 {
            let planes = &self.bits[p as usize / 64 * self.planes..][..self.planes];
            planes.iter().enumerate().map(|(bit, plane)| (plane >> (p % 64) & 1) << bit).sum()
        };
        let sum = |sum: &mut u64, p| {
            *sum += count(p);
            Some(*sum)
        };
        (1..=most).scan(0, sum).collect()
    }

    /// Returns how many positions have a first row of at most `most`.
    pub fn sum(&self, most: u32) -> u64 {
        let (whole, rest) = (most as usize / 64, most % 64);
        let count = |word: usize, mask: u64| -> u64 {
            let planes = &self.bits[word * self.planes..(word + 1) * self.planes];
            planes.iter().enumerate().map(|(bit, plane)| u64::from((plane & mask).count_ones()) << bit).sum()
        };
        (0..whole).map(|word| count(word, !0)).sum::<u64>() + count(whole, !0 >> (63 - rest))
    }
}
