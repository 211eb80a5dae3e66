//! To learn: why a move wins, how a search works, what a game was worth, sheets to print.

pub mod analyze;
pub mod compare;
pub mod explain;
pub mod review;
pub mod trace;
pub mod tree;
pub mod worksheet;
