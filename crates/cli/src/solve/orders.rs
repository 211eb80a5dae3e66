//! Games on orders: boxes, divisors, and whatever else is solved with them.

pub mod grundy;
pub mod openings;
