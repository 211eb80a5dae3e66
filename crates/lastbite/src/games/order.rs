//! The room of games on an order: take a piece, and everything above it goes with it.
//!
//! Boxes of chocolate in three dimensions or more, the divisors of a number, the subsets of a set, forests,
//! and any finite order you write down. All of them are one type, [`Order`]; a bar of two dimensions is
//! [`Chomp`](crate::games::chomp::Chomp).

mod argument;
mod elements;
mod family;
mod finite;
mod flat;
mod forest;
mod ideals;
mod kept;
mod kind;
mod lesson;
mod looks;
mod mirror;
mod openings;
mod rules;
mod symmetries;
mod theorems;
mod whole;
mod words;

pub use elements::Elements;
pub use family::{Beginning, Family, FamilyError};
pub use finite::{Circle, Finite};
pub use kept::Orders;
pub use kind::{LONGEST_NAME, MOST_ELEMENTS, OrderError};
pub use openings::{BoxOpenings, BoxValues, DivisorOpenings, DivisorValues};
pub use rules::{Element, IllegalElement, NotAnElement, NotAnIdeal, Order};
pub use theorems::OrderReason;
pub use whole::Whole;
