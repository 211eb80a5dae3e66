//! The only list of all games, and [`AnyGame`], which is any of them.
//!
//! A game is a room: a folder here with its rules, positions, moves, errors, theorems and words. It becomes a game of
//! the library by its name in the list below.

pub mod chomp;
pub mod nim;

mod any;

any::one_of_these_games! {
    /// A bar of chocolate.
    chomp::Chomp,
    /// Heaps of stones.
    nim::Nim,
}
