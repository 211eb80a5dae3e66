//! Sequences of heaps: their Grundy values, and how they repeat.

pub mod periods;
pub mod sequence;
