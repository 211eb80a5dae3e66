//! Pictures of what the other commands list.

pub mod chart;
pub mod growth;
pub mod plot;
