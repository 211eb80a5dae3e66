//! What is solved whole: bars and orders, families of them, tables of their lost positions, samples; and
//! heaps, as far as one likes.

pub mod array;
pub mod errors;
pub mod families;
pub mod heaps;
pub mod sample;
pub mod tables;
pub mod three_rows;
pub mod whole;
