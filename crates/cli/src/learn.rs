//! Learning: why a move wins, how a search works, how well a game was played, sheets to print.

pub mod analyze;
pub mod compare;
pub mod explain;
pub mod review;
pub mod trace;
pub mod tree;
pub mod worksheet;
