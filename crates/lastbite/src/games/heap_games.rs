//! The room of the heap games: a rule says how many stones may be taken from a heap, and into how many heaps
//! the rest may be split.
//!
//! Taking one, two or three sticks at a time is such a game; so are Kayles, Dawson's Chess, Treblecross,
//! Grundy's Game, Lasker's Nim, and every game that an octal code describes. A heap has a Grundy value, and
//! heaps side by side are worth the exclusive or of theirs, which decides all these games. If the last move
//! loses, a search decides.

mod argument;
mod game;
mod lesson;
mod misere;
mod notation;
mod piles;
mod rule;
pub mod sequence;
mod theorems;
mod values;
mod words;

pub use game::{HeapGame, HeapGameError, IllegalHeapMove};
pub use notation::{HeapMove, HeapMoveError, How, Left};
pub use piles::{Piles, PilesError};
pub use rule::{Code, CodeError, Rule, RuleError, SetError};
pub use theorems::HeapReason;
pub use values::{Sequences, Values};

#[cfg(feature = "serde")]
lastbite_work::in_json!(HeapGame, HeapMove);
