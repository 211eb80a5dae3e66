//! Games solved whole: bars and orders, families of them, tables of their lost positions, samples; and heaps,
//! as far as you like.

pub mod area;
pub mod array;
pub mod columns;
pub mod errors;
pub mod families;
pub mod heaps;
pub mod sample;
pub mod tables;
pub mod values;
pub mod whole;
