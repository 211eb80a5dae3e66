//! Lost positions that are kept elsewhere than in the memory of the processor.

use std::fmt::Debug;

/// Keeps the lost positions of a solved box somewhere else: on a graphics card, say.
///
/// Positions are rows of the box that stands for the bar ([`Sieve::kept`](super::Sieve::kept)). Reading from elsewhere can fail half-way; then
/// answers are wrong from there on, and [`Keeper::failure`] says so: whoever asked looks at it before believing them.
pub trait Keeper: Debug + Send + Sync {
    /// Says whether these rows, the longest first and empty ones left out, are a lost position of the box.
    fn is_lost(&self, rows: &[u8]) -> bool;

    /// Counts the lost positions with a first row of so many squares.
    fn lost_under(&self, first_row: u8) -> u64;

    /// Lists the ranks of all lost positions in the box, ascending.
    fn lost_ranks(&self) -> Box<dyn Iterator<Item = u64> + '_>;

    /// Counts the bytes that they take where they are.
    fn bytes(&self) -> u64;

    /// Says what went wrong, if anything did.
    fn failure(&self) -> Option<String>;
}
