//! Ranges and numbers, as commands are given them.

pub use lastbite::{parse_number, parse_range};
