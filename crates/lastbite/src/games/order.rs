//! The room of games on an order: take a piece, and everything above it goes with it.
//!
//! Boxes of chocolate in three dimensions or more, the divisors of a number, the subsets of a set, forests, and any finite
//! order that somebody writes down. All of them are one type, [`Order`]; a bar of two dimensions is
//! [`Chomp`](crate::games::chomp::Chomp).

mod elements;
mod finite;
mod kind;
mod looks;
mod rules;
mod theorems;
mod words;

pub use elements::Elements;
pub use finite::{Circle, Finite};
pub use kind::{LONGEST_NAME, MOST_ELEMENTS, OrderError};
pub use rules::{Element, IllegalElement, NotAnElement, NotAnIdeal, Order};
pub use theorems::OrderReason;
