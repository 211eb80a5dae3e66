//! What is known of orders by heart.

use std::fmt;

use super::elements::Elements;
use super::rules::{Element, Order};
use crate::game::{Game, Outcome};
use crate::theory::{Theorem, Theory};

/// Why a position of a game on an order is lost for the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OrderReason {
    /// Nothing is left.
    NothingLeft,
    /// Nothing is left but the poison.
    OnlyPoison,
}

impl fmt::Display for OrderReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OrderReason::NothingLeft => write!(f, "nothing is left for the other side"),
            OrderReason::OnlyPoison => write!(f, "the other side is left with nothing but poison"),
        }
    }
}

impl Theory for Order {
    type Reason = OrderReason;
    type Kept = ();

    fn theorem(&self, left: &Elements) -> Option<Theorem<Element, OrderReason>> {
        if self.is_over(left) {
            return Some(match self.final_outcome(left) {
                Outcome::Win => Theorem::Won(None),
                Outcome::Loss if left.is_empty() => Theorem::Lost(OrderReason::NothingLeft),
                Outcome::Loss => Theorem::Lost(OrderReason::OnlyPoison),
            });
        }
        None
    }
}
