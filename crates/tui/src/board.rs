//! The board: squares that read as squares, stones that read as stones, and where each of them is on the
//! screen.
//!
//! Drawing and the mouse share one [`Table`], so the mouse points at what is seen.

mod diagram;
mod grid;
mod pieces;
mod table;

pub use diagram::Nodes;
pub use grid::{Drawing, Grid};
pub use pieces::{Board, Label, draw};
pub use table::{Laid, Table, View};
