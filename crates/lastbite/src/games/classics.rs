//! The room of the classics: four famous games with heaps that a formula solves.
//!
//! Wythoff's game (take from one heap, or equally many from both), Moore's Nim (take from up to this many
//! heaps at once), Euclid's game (take a multiple of the smaller number from the larger one) and Fibonacci
//! Nim (take at most twice what was taken before). A formula says who wins, however large they are.

mod argument;
mod game;
mod stones;
mod theorems;
mod words;

pub use game::{Classic, ClassicError, IllegalTakes};
pub use stones::{Stones, StonesError, Takes, TakesError};
pub use theorems::ClassicReason;

#[cfg(feature = "serde")]
lastbite_work::in_json!(Classic);
