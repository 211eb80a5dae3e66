//! The tests of the library, in one program: it links once, and a newcomer waits once.
//!
//! Only `tests/memory.rs` is separate, because it counts every byte that its process allocates.

mod agreement;
mod area;
mod asked;
mod board;
mod classics;
mod columns;
mod crooked;
mod files;
mod heap_games;
mod known;
mod laws;
mod layouts;
mod orders;
mod play;
mod sentences;
mod sequences;
mod sessions;
mod sieve;
mod solver;
mod study;
mod sums;
mod sweep;
mod tables;
mod thin;
mod third;
mod trees;
mod whole;
mod words;
