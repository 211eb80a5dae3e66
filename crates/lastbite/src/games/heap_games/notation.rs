//! Moves of the heap games, and how they are written.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::notation::{Quoted, number};

/// A move: something is done to one heap.
///
/// Written `3 from 1`: three stones from the end of the first heap. `2 from 1 leaving 3,4` takes them from
/// inside, and `2 from 1 leaving 0,7` from the other end. `1 into 3,4` splits a heap and takes nothing.
/// `4 in 1` marks the fourth square of the first row.
///
/// ```
/// use lastbite::games::heap_games::{HeapMove, How, Left};
/// let inside: HeapMove = "2 from 1 leaving 3,4".parse()?;
/// assert_eq!(inside, HeapMove { heap: 1, how: How::Leave(2, Left::Two(3, 4)) });
/// # Ok::<(), lastbite::games::heap_games::HeapMoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HeapMove {
    /// The heap, counted from 1.
    pub heap: u32,
    /// What is done to it.
    pub how: How,
}

/// What is done to a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum How {
    /// Takes this many stones from its end; the rest stays together.
    Take(u32),
    /// Takes this many stones, perhaps none, and leaves these heaps in its place.
    Leave(u32, Left),
    /// Marks this square.
    Mark(u32),
}

/// The heaps that a move leaves of one, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Left {
    /// Two heaps; or, if the first one is 0, one heap, whose other end was taken.
    Two(u32, u32),
    /// Three heaps.
    Three(u32, u32, u32),
}

impl Left {
    /// Counts the stones of all of them.
    pub(super) fn total(self) -> u64 {
        match self {
            Left::Two(a, b) => u64::from(a) + u64::from(b),
            Left::Three(a, b, c) => u64::from(a) + u64::from(b) + u64::from(c),
        }
    }
}

impl fmt::Display for Left {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Left::Two(a, b) => write!(f, "{a},{b}"),
            Left::Three(a, b, c) => write!(f, "{a},{b},{c}"),
        }
    }
}

impl fmt::Display for HeapMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heap = self.heap;
        f.pad(&match self.how {
            How::Take(stones) => format!("{stones} from {heap}"),
            How::Leave(0, left) => format!("{heap} into {left}"),
            How::Leave(stones, left) => format!("{stones} from {heap} leaving {left}"),
            How::Mark(square) => format!("{square} in {heap}"),
        })
    }
}

/// A text that is not a move of a heap game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HeapMoveError {
    /// It does not look like one.
    #[error("{0} is not a move; a move is written 3 from 1, 2 from 1 leaving 3,4, 1 into 3,4 or 4 in 1, as the game has it")]
    NotAMove(Quoted),
    /// A part of it is not a number.
    #[error("{0} is not a number from 0; a move is written 3 from 1: three from the first heap")]
    NotANumber(Quoted),
    /// It is not a move of this game.
    #[error("{given} is not a move; {how}")]
    OfThisGame {
        /// What was given.
        given: Quoted,
        /// How moves of the game are written.
        how: String,
    },
    /// What it leaves is not two or three heaps.
    #[error("{0} is not two or three heaps; a move is written 2 from 1 leaving 3,4, and 2 from 1 takes from the end of a heap")]
    NotHeaps(Quoted),
}

impl FromStr for HeapMove {
    type Err = HeapMoveError;

    fn from_str(text: &str) -> Result<Self, HeapMoveError> {
        let read = |part: &str| number(part).ok_or_else(|| HeapMoveError::NotANumber(Quoted::new(part)));
        let text = text.trim();
        if let Some((heap, left)) = text.split_once("into") {
            return Ok(HeapMove { heap: read(heap)?, how: How::Leave(0, read_left(left)?) });
        }
        if let Some((stones, rest)) = text.split_once("from") {
            let stones = read(stones)?;
            return Ok(match rest.split_once("leaving") {
                Some((heap, left)) => HeapMove { heap: read(heap)?, how: How::Leave(stones, read_left(left)?) },
                None => HeapMove { heap: read(rest)?, how: How::Take(stones) },
            });
        }
        match text.split_once("in") {
            Some((square, heap)) => Ok(HeapMove { heap: read(heap)?, how: How::Mark(read(square)?) }),
            None => Err(HeapMoveError::NotAMove(Quoted::new(text))),
        }
    }
}

/// Reads the heaps that a move leaves: two of them, of which the first may be empty, or three.
fn read_left(text: &str) -> Result<Left, HeapMoveError> {
    let heaps: Option<Vec<u32>> = text.split(',').map(number).collect();
    match heaps.as_deref() {
        Some(&[a, b]) if b > 0 => Ok(Left::Two(a, b)),
        Some(&[a, b, c]) if a > 0 && b > 0 && c > 0 => Ok(Left::Three(a, b, c)),
        _ => Err(HeapMoveError::NotHeaps(Quoted::new(text))),
    }
}
