//! The heaps of a position.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::notation::{HeapsSize, ListError, read_list, write_list};

/// The heaps of a position, in their order; a heap that is used up stays, with no stones.
///
/// Written `3,4,5`; `2^4` is four heaps of two.
///
/// ```
/// use lastbite::Heaps;
/// assert_eq!(Heaps::try_from([2, 2, 2, 2])?, "2^4".parse()?);
/// # Ok::<(), lastbite::games::nim::HeapsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heaps(Vec<u32>);

/// Heaps that are impossible, or cannot occur in a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HeapsError {
    /// The text is not a list of numbers.
    #[error("{0}; heaps are numbers of stones, as in 3,4,5")]
    List(#[from] ListError),
    /// There are no heaps, or too many or too large ones.
    #[error(transparent)]
    Size(#[from] HeapsSize),
    /// The heaps cannot come from those of the start.
    #[error("the heaps {heaps} cannot come from {start}; there are {count} heaps, none larger than at the start", count = start.stones().len())]
    NotFromTheStart {
        /// The heaps.
        heaps: Heaps,
        /// The heaps of the start.
        start: Heaps,
    },
}

impl Heaps {
    /// Makes heaps, one or more of them; some or all may be empty.
    pub fn new(stones: impl Into<Vec<u32>>) -> Result<Self, HeapsError> {
        let stones = stones.into();
        HeapsSize::check(&stones)?;
        Ok(Heaps(stones))
    }

    /// Returns the number of stones in each heap.
    #[must_use]
    pub fn stones(&self) -> &[u32] {
        &self.0
    }

    /// Counts the stones of all heaps.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().map(|&n| u64::from(n)).sum()
    }

    /// Returns the stones of a heap counted from 1, or nothing if there is no such heap.
    #[must_use]
    pub fn heap(&self, heap: u32) -> Option<u32> {
        self.0.get((heap as usize).checked_sub(1)?).copied()
    }

    /// Returns what is left when stones are taken from a heap counted from 1; no heap goes below zero.
    pub(super) fn less(&self, heap: u32, stones: u32) -> Self {
        let mut left = self.clone();
        if let Some(there) = (heap as usize).checked_sub(1).and_then(|i| left.0.get_mut(i)) {
            *there = there.saturating_sub(stones);
        }
        left
    }
}

impl AsRef<[u32]> for Heaps {
    fn as_ref(&self) -> &[u32] {
        &self.0
    }
}

impl TryFrom<&[u32]> for Heaps {
    type Error = HeapsError;

    fn try_from(stones: &[u32]) -> Result<Self, HeapsError> {
        Heaps::new(stones)
    }
}

impl TryFrom<Vec<u32>> for Heaps {
    type Error = HeapsError;

    fn try_from(stones: Vec<u32>) -> Result<Self, HeapsError> {
        Heaps::new(stones)
    }
}

impl<const N: usize> TryFrom<[u32; N]> for Heaps {
    type Error = HeapsError;

    fn try_from(stones: [u32; N]) -> Result<Self, HeapsError> {
        Heaps::new(stones)
    }
}

impl<'a> IntoIterator for &'a Heaps {
    type Item = u32;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, u32>>;

    /// Iterates over the stones of each heap.
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().copied()
    }
}

impl fmt::Display for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, &self.0)
    }
}

impl FromStr for Heaps {
    type Err = HeapsError;

    fn from_str(text: &str) -> Result<Self, HeapsError> {
        Self::new(read_list(text)?)
    }
}
