//! Positions and moves of the classics.

use std::fmt;

use thiserror::Error;

use crate::notation::{HeapsSize, ListError, Quoted, number, write_list};

/// The stones of a position: its heaps, and in Fibonacci Nim how many may be taken at most.
///
/// Written `3,5`, or with a limit `17/6`: seventeen stones, of which up to six may be taken.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stones {
    /// The heaps, in their order; a heap that is used up stays.
    pub(super) heaps: Vec<u32>,
    /// The most that may be taken, if that is limited; never more than there are.
    pub(super) limit: Option<u32>,
}

/// Stones that are impossible, or cannot occur in a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StonesError {
    /// The text is not a list of numbers.
    #[error("{0}; heaps are numbers of stones, as in 3,5")]
    List(#[from] ListError),
    /// The text is not a number of stones and a limit.
    #[error("{0} is not a position; it is a number of stones and how many may be taken, as in 17/6")]
    NoLimit(Quoted),
    /// There are too many heaps or stones.
    #[error(transparent)]
    Size(#[from] HeapsSize),
    /// They cannot come from those of the start.
    #[error("{stones} cannot come from {start}")]
    NotFromTheStart {
        /// The position.
        stones: Stones,
        /// The start.
        start: Stones,
    },
}

impl Stones {
    /// Returns the number of stones in each heap.
    #[must_use]
    pub fn heaps(&self) -> &[u32] {
        &self.heaps
    }

    /// Counts all stones.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.heaps.iter().map(|&stones| u64::from(stones)).sum()
    }

    /// Returns the stones of a heap counted from 1.
    pub(super) fn heap(&self, heap: u32) -> Option<u32> {
        self.heaps.get((heap as usize).checked_sub(1)?).copied()
    }
}

impl fmt::Display for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.limit {
            Some(limit) => f.pad(&format!("{}/{limit}", self.total())),
            None => write_list(f, &self.heaps),
        }
    }
}

/// A move: this many stones from each of some heaps, which rise.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Takes(pub(super) Vec<(u32, u32)>);

impl Takes {
    /// Takes stones from one heap, counted from 1.
    #[must_use]
    pub fn one(heap: u32, stones: u32) -> Self {
        Takes(vec![(heap, stones)])
    }

    /// Lists the heaps, counted from 1, and how many stones are taken from each.
    #[must_use]
    pub fn heaps_and_stones(&self) -> &[(u32, u32)] {
        &self.0
    }

    /// Counts the stones that are taken.
    pub(super) fn total(&self) -> u64 {
        self.0.iter().map(|&(_, stones)| u64::from(stones)).sum()
    }
}

/// A text that is not a move of a classic.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{given} is not a move; {how}")]
pub struct TakesError {
    /// What was given.
    pub(super) given: Quoted,
    /// How a move of the game is written.
    pub(super) how: String,
}

/// Reads `3 from 1` or `1 from 1, 2 from 3`; with one heap also `3`, and if the rule allows it `2 from both`.
pub(super) fn read_takes(text: &str, one_heap: bool, both_alike: bool) -> Option<Takes> {
    let mut takes = Vec::new();
    for part in text.replace(" and ", ",").split(',') {
        match part.split_once("from") {
            None if one_heap => takes.push((1, number(part)?)),
            None => return None,
            Some((stones, heap)) if both_alike && heap.trim() == "both" => {
                let stones = number(stones)?;
                takes.extend([(1, stones), (2, stones)]);
            }
            Some((stones, heap)) => takes.push((number(heap)?, number(stones)?)),
        }
    }
    takes.sort_unstable();
    let twice = takes.windows(2).any(|pair| pair[0].0 == pair[1].0);
    let nothing = takes.iter().any(|&(heap, stones)| heap == 0 || stones == 0);
    (!twice && !nothing).then_some(Takes(takes))
}
