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

pub mod area;
mod argument;
mod bar;
mod board;
mod kept;
mod lesson;
mod maps;
mod numbering;
mod rows;
pub mod sample;
pub mod sieve;
mod square;
pub mod sweep;
pub mod table;
pub mod theorems;
pub mod thin;
pub mod whole;
mod words;

pub use crate::layout::Corner;
pub use bar::{BarError, Chomp, IllegalBite};
pub use board::{Board, Cell, Drawing};
pub use kept::{Bars, KeepsBars, Siever};
pub use numbering::Numbering;
pub use rows::{Rows, RowsError};
pub use sample::Sampler;
pub use square::{Square, SquareError};
pub use table::{Table, TableError};
pub use theorems::ChompReason;
pub use whole::Whole;

#[cfg(feature = "serde")]
crate::notation::in_json!(Chomp, Corner, Rows, Square);
