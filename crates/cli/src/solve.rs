//! Solving: a game whole or one position of it, and the tools for people who study bars, orders and heaps.

pub mod bars;
pub mod bfile;
pub mod charts;
pub mod heaps;
pub mod npy;
pub mod orders;
pub mod position;
pub mod whole;
