//! The room of Chomp: a bar of chocolate, a poisoned square, and bites to the lower right.
//!
//! ```text
//!       1 2 3 4 5
//!    1  P # # # #      A bite takes its square and everything below and to the right of it.
//!    2  # # # # #      The bite 2,3 leaves rows of 5, 2 and 2 squares: the position `5,2,2`.
//!    3  # # # # #      Whoever eats the poison, P, has lost.
//! ```
//!
//! What is left of a bar is always a staircase, with rows getting shorter downwards, so a position is the
//! list of its row lengths: [`Rows`].

mod argument;
mod board;
mod kept;
mod lesson;
mod maps;
mod rules;
pub mod sample;
pub mod theorems;
mod words;

pub use crate::layout::Corner;
pub use board::{Board, Cell, Drawing};
pub use kept::{Bars, KeepsBars};
pub use lastbite_engines::{Bar as Chomp, BarError, Rows, RowsError, Square, SquareError, Table, TableError};
pub use rules::IllegalBite;
pub use sample::Sampler;
pub use theorems::ChompReason;

#[cfg(feature = "serde")]
lastbite_work::in_json!(Corner);
