//! The heaps of a position, and where they are.

use std::fmt;
use std::hash::{Hash, Hasher};

use thiserror::Error;

use super::notation::{How, Left};
use super::rule::{Rule, beside_a_mark};
use crate::notation::{HeapsSize, ListError, read_list, write_list};

/// One heap, and where it is: its row is that of the heap it comes from, its first stone the place it had
/// there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pile {
    pub(super) stones: u32,
    pub(super) row: u32,
    pub(super) from: u32,
}

impl Pile {
    /// Returns the part of it that begins after this many stones and has this many.
    fn part(self, behind: u32, stones: u32) -> Pile {
        Pile { stones, row: self.row, from: self.from.saturating_add(behind) }
    }

    /// Says whether a stone of its row belongs to it.
    pub(super) fn has(self, row: u32, stone: u32) -> bool {
        self.row == row && stone >= self.from && stone - self.from < self.stones
    }
}

/// The heaps of a position, in their order, written `3,4,9`, or `0` if nothing is left.
///
/// The parts of a split heap take its place. In games without splits a heap that is used up stays, with no
/// stones; in games with splits it is gone.
///
/// Two positions are the same if their heaps are. Where the stones are only matters for drawing: it depends
/// on the moves that were made, and a position that is read is placed as far to the left as possible.
#[derive(Clone, Debug)]
pub struct Piles(pub(super) Vec<Pile>);

impl PartialEq for Piles {
    fn eq(&self, other: &Self) -> bool {
        self.stones().eq(other.stones())
    }
}

impl Eq for Piles {}

impl Hash for Piles {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.len().hash(state);
        self.stones().for_each(|stones| stones.hash(state));
    }
}

/// Heaps that are impossible, or cannot occur in a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PilesError {
    /// The text is not a list of numbers.
    #[error("{0}; heaps are numbers, as in 3,4,5")]
    List(#[from] ListError),
    /// There are too many or too large ones.
    #[error(transparent)]
    Size(#[from] HeapsSize),
    /// The heaps cannot come from those of the start.
    #[error("the heaps {heaps} cannot come from {start}")]
    NotFromTheStart {
        /// The heaps.
        heaps: String,
        /// The heaps of the start.
        start: String,
    },
}

impl Piles {
    /// Returns the stones of each heap.
    pub fn stones(&self) -> impl DoubleEndedIterator<Item = u32> + Clone + '_ {
        self.0.iter().map(|pile| pile.stones)
    }

    /// Counts the stones of all heaps.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.stones().map(u64::from).sum()
    }

    /// Returns the largest heap.
    pub(super) fn largest(&self) -> u32 {
        self.stones().max().unwrap_or(0)
    }

    /// Returns the heap of this number, counted from 1.
    pub(super) fn pile(&self, heap: u32) -> Option<Pile> {
        self.0.get((heap as usize).checked_sub(1)?).copied()
    }

    /// Lays out the heaps of the start, each in its own row.
    pub(super) fn rows(rule: &Rule, start: &[u32]) -> Piles {
        let piles = start.iter().zip(1..).map(|(&stones, row)| Pile { stones, row, from: 1 });
        Piles(piles.filter(|pile| pile.stones > 0 || !rule.splits()).collect())
    }

    /// Lays out heaps that can come from those of the start, as far to the left as possible; nothing if they
    /// cannot.
    pub(super) fn laid(rule: &Rule, start: &[u32], heaps: impl Iterator<Item = u32>) -> Option<Piles> {
        if !rule.splits() {
            let piles: Vec<Pile> = heaps.zip(1..).map(|(stones, row)| Pile { stones, row, from: 1 }).collect();
            let fit = piles.len() == start.len() && piles.iter().zip(start).all(|(pile, &most)| pile.stones <= most);
            return fit.then_some(Piles(piles));
        }
        let (mut row, mut from, mut piles) = (0, 1, Vec::new());
        for stones in heaps.filter(|&stones| stones > 0) {
            while u64::from(from) + u64::from(stones) > u64::from(*start.get(row)?) + 1 {
                (row, from) = (row + 1, 1);
            }
            piles.push(Pile { stones, row: row as u32 + 1, from });
            from += stones + rule.gap();
        }
        Some(Piles(piles))
    }

    /// Reads heaps that can have come from those of the start.
    pub(super) fn read(rule: &Rule, start: &[u32], text: &str) -> Result<Piles, PilesError> {
        let heaps = read_list(text)?;
        let from_start = || PilesError::NotFromTheStart { heaps: written(&heaps), start: written(start) };
        Piles::laid(rule, start, heaps.iter().copied()).ok_or_else(from_start)
    }

    /// Returns what is left when something is done to a heap; never panics.
    pub(super) fn after(&self, splits: bool, heap: u32, how: How) -> Piles {
        let Some(pile) = self.pile(heap) else { return self.clone() };
        let many = pile.stones;
        let at_the_end = |stones: u32| pile.part(many.saturating_sub(stones), stones.min(many));
        let parts = match how {
            How::Take(taken) => [Some(pile.part(0, many.saturating_sub(taken))), None, None],
            How::Leave(_, Left::Two(a, b)) => [Some(pile.part(0, a.min(many))), Some(at_the_end(b)), None],
            How::Leave(taken, Left::Three(a, b, c)) => {
                let behind = a.saturating_add(taken.div_ceil(2)).min(many);
                let middle = pile.part(behind, b.min(many - behind));
                [Some(pile.part(0, a.min(many))), Some(middle), Some(at_the_end(c))]
            }
            How::Mark(square) => {
                let (a, b) = beside_a_mark(many, square);
                [Some(pile.part(0, a.min(many))), Some(at_the_end(b)), None]
            }
        };
        let index = heap as usize - 1;
        let mut piles = Vec::with_capacity(self.0.len() + 2);
        piles.extend_from_slice(&self.0[..index]);
        piles.extend(parts.into_iter().flatten().filter(|part| part.stones > 0 || !splits));
        piles.extend_from_slice(&self.0[index + 1..]);
        Piles(piles)
    }
}

/// Writes heaps.
pub(super) fn written(heaps: &[u32]) -> String {
    struct Written<'a>(&'a [u32]);
    impl fmt::Display for Written<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write_list(f, self.0)
        }
    }
    Written(heaps).to_string()
}

impl fmt::Display for Piles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, &self.stones().collect::<Vec<u32>>())
    }
}
