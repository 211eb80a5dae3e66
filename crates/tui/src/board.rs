//! The board: squares that read as squares, stones that read as stones, and where each of them is on the
//! screen.
//!
//! Drawing and the mouse share one [`Grid`], so what is pointed at is what is seen.

mod grid;
mod pieces;

pub use grid::{Drawing, Grid};
pub use pieces::{Board, Label, draw};
