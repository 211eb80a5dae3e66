//! What is known of orders by heart.

use std::fmt;

use super::elements::Elements;
use super::rules::{Element, Order};
use super::whole::TwoByTwo;
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
    /// A box `2x2xN` is left, but for its last cube.
    BoxWithoutLastCube,
    /// In a box `2x2xN` the two columns beside the poison are together one cube lower than the poison's own, and the
    /// far one is as low as the lower of them.
    ColumnsAddUp,
}

impl fmt::Display for OrderReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OrderReason::NothingLeft => write!(f, "nothing is left for the other side"),
            OrderReason::OnlyPoison => write!(f, "the other side is left with nothing but poison"),
            OrderReason::BoxWithoutLastCube => {
                write!(f, "the other side is left with a whole box of 2x2 columns, but for its last cube")
            }
            OrderReason::ColumnsAddUp => write!(
                f,
                "of the 2x2 columns left, the two beside the poison's are together one lower than it, and the far one is as low as the lower of the two"
            ),
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
        let two_by_two = TwoByTwo::of(self)?;
        Some(match two_by_two.winning_move(left) {
            Some(element) => Theorem::Won(Some(element)),
            None => match two_by_two.heights(left) {
                [first, beside, ..] if first == beside => Theorem::Lost(OrderReason::BoxWithoutLastCube),
                _ => Theorem::Lost(OrderReason::ColumnsAddUp),
            },
        })
    }
}
