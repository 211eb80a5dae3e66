//! The room of Nim: heaps of stones, and each move takes one or more stones from one heap.
//!
//! In normal play the last stone wins. In misère play it loses, so it is the poison of this game: taking it
//! is a [blunder](crate::Game::is_blunder), and a player who is left with only that stone has lost.

mod argument;
mod heaps;
mod lesson;
mod rules;
mod take;
pub mod theorems;
mod words;

pub use heaps::{Heaps, HeapsError};
pub use rules::{IllegalTake, Nim, NimError};
pub use take::{Take, TakeError};
pub use theorems::NimReason;
pub use words::in_binary;

#[cfg(feature = "serde")]
lastbite_work::in_json!(Heaps, Nim, Take);
