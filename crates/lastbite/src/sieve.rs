//! Solving whole bars.
pub mod rank;
