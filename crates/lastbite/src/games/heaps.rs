//! The room of heap games: a heap becomes smaller, or several, as a rule says.

pub mod sequence;
