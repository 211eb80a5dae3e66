//! Lost positions that are kept somewhere other than the processor's memory.

use std::fmt::Debug;

use crate::no_answer::NoAnswer;

/// Keeps the lost positions of a solved box somewhere else: on a graphics card, say.
///
/// Positions are rows of the box that represents the bar ([`Sieve::kept`](super::Sieve::kept)). Reading from
/// elsewhere can fail, and what was forgotten is unknown: neither is an answer, and never "not lost".
pub trait Keeper: Debug + Send + Sync {
    /// Says whether these rows, the longest first and empty ones left out, are a lost position of the box.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or was not kept.
    fn is_lost(&self, rows: &[u8]) -> Result<bool, NoAnswer>;

    /// Counts the lost positions with a first row of this many squares.
    fn lost_under(&self, first_row: u8) -> u64;

    /// Lists the ranks of all lost positions in the box, ascending; an error ends the list.
    fn lost_ranks(&self) -> Box<dyn Iterator<Item = Result<u64, NoAnswer>> + '_>;

    /// Counts the bytes that they take there.
    fn bytes(&self) -> u64;

    /// Names the place, for people.
    fn place(&self) -> String;
}
