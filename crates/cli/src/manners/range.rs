//! Ranges and numbers, as commands are given them.

pub use lastbite::notation::parse_range;
pub use lastbite_work::arguments::parse_number;
