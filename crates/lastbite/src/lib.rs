//! Rules and solvers for Chomp, Nim and every take-away game.
pub mod sieve;
