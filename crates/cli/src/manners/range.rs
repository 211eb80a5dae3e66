//! Ranges and numbers, as commands are given them.

pub use lastbite::notation::{parse_number, parse_range};
