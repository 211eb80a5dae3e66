//! The tests of the library, in one program: it links once, and a newcomer waits once.
//!
//! Only `tests/memory.rs` stands alone, because it counts every byte that its process asks for.

mod agreement;
mod board;
mod files;
mod known;
mod laws;
mod play;
mod sequences;
mod sessions;
mod sieve;
mod solver;
mod study;
mod sweep;
mod tables;
mod thin;
mod third;
mod trees;
mod whole;
mod words;
