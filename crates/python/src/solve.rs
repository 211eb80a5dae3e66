//! What is solved whole: bars and orders, families of them, tables of their lost positions, and samples.

pub mod array;
pub mod errors;
pub mod families;
pub mod sample;
pub mod tables;
pub mod three_rows;
pub mod whole;
