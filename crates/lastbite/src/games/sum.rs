//! The room of sums: several games side by side, and a move is a move in one of them.
//!
//! By the theorem of Sprague and Grundy each game of a sum is worth a heap of Nim, its Grundy value, and the
//! sum is lost exactly when the exclusive or of these values is 0. That holds if the last move wins. If it
//! loses, a sum can only be searched.
//!
//! The room does not know which games there are: a sum is a sum of games of any one type.

mod argument;
mod rules;
mod theorems;
mod values;
mod words;

pub use rules::{IllegalInSum, InPart, NotAMoveOfSum, NotAPositionOfSum, Sum, SumError};
pub use theorems::SumReason;
pub use values::SumKept;
