//! The only list of all games, and [`AnyGame`], which is any of them.
//!
//! A game is a room: a file or a folder here with its rules, positions, moves, errors, theorems, words and
//! layout. A line in the list below makes it a game of the library and of every front end.

mod any;

any::one_of_these_games! {
    /// A bar of chocolate.
    chomp::Chomp,
    /// Heaps of stones.
    nim::Nim,
    /// Heaps that a rule takes from and splits.
    heap_games::HeapGame,
    /// Heaps that a formula solves.
    classics::Classic,
    /// A finite order: boxes, divisors, subsets, trees and your own.
    order::Order,
    /// Games side by side.
    sum::Sum<AnyGame>,
}

impl chomp::KeepsBars for AnyKept {
    fn bars(&self) -> &chomp::Bars {
        &self.chomp
    }
}
