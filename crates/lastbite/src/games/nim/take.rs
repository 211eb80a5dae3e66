//! A move of Nim: some stones from one heap.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::notation::{Quoted, number, pair};

/// A move: some stones from one heap, written `3 from 1`.
///
/// ```
/// use lastbite::Take;
/// assert_eq!("3 from 1".parse(), Ok(Take { stones: 3, heap: 1 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Take {
    /// The heap, counted from 1.
    pub heap: u32,
    /// How many stones are taken.
    pub stones: u32,
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{} from {}", self.stones, self.heap))
    }
}

/// A text that is not a take.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TakeError {
    /// It does not look like one.
    #[error("{0} is not a take; a take is how many stones, the word from, and the number of a heap")]
    NotATake(Quoted),
    /// Its stones or its heap are not a whole number above 0.
    #[error("{0} is not a number of stones or of a heap; a take is how many stones, the word from, and the number of a heap")]
    NotANumber(Quoted),
    /// It is two numbers, and either could be the heap.
    #[error("{given} can be read in two ways; {stones} from {heap} takes {stones} from heap {heap}")]
    TwoNumbers {
        /// What was given.
        given: Quoted,
        /// The first number.
        stones: u32,
        /// The second one.
        heap: u32,
    },
}

impl FromStr for Take {
    type Err = TakeError;

    fn from_str(text: &str) -> Result<Self, TakeError> {
        let halves = text.trim().split_once("from");
        let (stones, heap) = halves.ok_or_else(|| match pair(text) {
            Some((stones, heap)) => match (number(stones), number(heap)) {
                (Some(stones), Some(heap)) => TakeError::TwoNumbers { given: Quoted::new(text), stones, heap },
                _ => TakeError::NotATake(Quoted::new(text)),
            },
            None => TakeError::NotATake(Quoted::new(text)),
        })?;
        let read = |part: &str| {
            let read = number(part).filter(|&n| n > 0);
            read.ok_or_else(|| TakeError::NotANumber(Quoted::new(part)))
        };
        Ok(Take { stones: read(stones)?, heap: read(heap)? })
    }
}
