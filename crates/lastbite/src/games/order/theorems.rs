//! What theorems say about orders, in the order in which they are tried; the poison, if there is one, is
//! never taken.
//!
//! | what is left | |
//! |---|---|
//! | nothing, or nothing but poison | lost |
//! | one element is below all others | won by taking it |
//! | a forest | lost exactly if its value is 0, by the formula of [`forest`](super::forest) |
//! | part of a box of 2x2 columns | what [`two_by_two`](lastbite_engines::columns::two_by_two) says |
//! | a bar of chocolate, by another name | what is known about bars |
//! | something that a [mirror](super::mirror) folds | lost |
//! | one element is above all others | won: strategy stealing, which names no move |
//!
//! *Strategy stealing.* Take the greatest element. If that does not win, the other side has an answer that
//! does. But what is above the answer includes the greatest element, so the answer could have been the first
//! move, and it wins.

use std::fmt;

use super::elements::Elements;
use super::flat::Flat;
use super::forest::Forest;
use super::kept::Orders;
use super::mirror::mirror;
use super::rules::{Element, Order};
use super::whole::TwoByTwo;
use crate::effort::Effort;
use crate::game::{Game, Outcome};
use crate::games::chomp::ChompReason;
use crate::knowledge::{DistanceOf, Knowledge, Unknown};
use crate::theory::{Patience, Theorem, Theory};

/// Why a position of a game on an order is lost for the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OrderReason {
    /// Nothing is left.
    NothingLeft,
    /// Nothing is left but the poison.
    OnlyPoison,
    /// Trees are left whose values have the exclusive or 0.
    Forest {
        /// How many trees.
        trees: usize,
    },
    /// Two rows of a bar are left, one of them one longer.
    OneLonger {
        /// How long the shorter one is.
        shorter: u32,
    },
    /// A box `2x2xN` is left, except for its last cube.
    BoxWithoutLastCube,
    /// In a box `2x2xN` the two columns next to the poison are together one cube lower than the poison's own,
    /// and the far one is as low as the lower of them.
    ColumnsAddUp,
    /// What is left can be folded, and every move answered by its image.
    Mirror,
}

impl fmt::Display for OrderReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OrderReason::NothingLeft => write!(f, "nothing is left for your opponent"),
            OrderReason::OnlyPoison => write!(f, "your opponent is left with nothing but poison"),
            OrderReason::Forest { trees } => write!(
                f,
                "what is left are {trees} trees whose values have the exclusive or 0, and whatever is taken, you can make it 0 again"
            ),
            OrderReason::OneLonger { shorter } => write!(
                f,
                "two rows are left, {} and {shorter} long: after every move you can make the first one longer by one again",
                u64::from(*shorter) + 1
            ),
            OrderReason::BoxWithoutLastCube => {
                write!(f, "your opponent is left with a whole box of 2x2 columns, except for its last cube")
            }
            OrderReason::ColumnsAddUp => write!(
                f,
                "of the 2x2 columns left, the two next to the poison's are together one lower than it, and the far one is as low as the lower of the two"
            ),
            OrderReason::Mirror => {
                write!(
                    f,
                    "what is left has two sides that mirror each other: whatever is taken on one, take its image on the other"
                )
            }
        }
    }
}

impl Theory for Order {
    type Reason = OrderReason;
    type Kept = Orders;

    fn theorem(&self, left: &Elements) -> Option<Theorem<Element, OrderReason>> {
        if self.is_over(left) {
            return Some(match self.final_outcome(left) {
                Outcome::Win => Theorem::Won(None),
                Outcome::Loss if left.is_empty() => Theorem::Lost(OrderReason::NothingLeft),
                Outcome::Loss => Theorem::Lost(OrderReason::OnlyPoison),
            });
        }
        let (finite, edible) = (self.finite(), self.edible(left));
        if let Some(least) = finite.least_in(&edible) {
            return Some(Theorem::Won(Some(least.into())));
        }
        if let Some(forest) = Forest::of(finite, &edible) {
            return Some(match forest.winning_move() {
                Some(element) => Theorem::Won(Some(element.into())),
                None => Theorem::Lost(OrderReason::Forest { trees: forest.roots().count() }),
            });
        }
        if let Some(two_by_two) = TwoByTwo::of(self) {
            return Some(match two_by_two.winning_move(left) {
                Some(element) => Theorem::Won(Some(element)),
                None => match two_by_two.heights(left) {
                    [first, beside, ..] if first == beside => Theorem::Lost(OrderReason::BoxWithoutLastCube),
                    _ => Theorem::Lost(OrderReason::ColumnsAddUp),
                },
            });
        }
        if let Some(known) = Flat::of(self, left).and_then(|flat| known_of_bar(&flat, left)) {
            return Some(known);
        }
        if mirror(finite, &edible).is_some() {
            return Some(Theorem::Lost(OrderReason::Mirror));
        }
        finite.greatest_in(&edible).map(|_| Theorem::Won(None))
    }

    /// Returns the value of a forest.
    fn grundy_value(&self, left: &Elements) -> Option<u32> {
        let edible = self.edible(left);
        Forest::of(self.finite(), &edible).map(|forest| forest.value())
    }

    fn look_up(
        &self,
        left: &Elements,
        kept: &Orders,
        patience: Patience,
        effort: &Effort,
    ) -> Knowledge<Element> {
        kept.look_up(self, left, patience, effort)
    }

    fn distances(
        &self,
        left: &Elements,
        kept: &Orders,
        patience: Patience,
        effort: &Effort,
    ) -> Result<Option<DistanceOf<Elements>>, Unknown> {
        kept.distances(self, left, patience, effort)
    }

    fn find_grundy_value(
        &self,
        left: &Elements,
        kept: &Orders,
        patience: Patience,
        effort: &Effort,
    ) -> Result<Option<u32>, Unknown> {
        kept.grundy_value(self, left, patience, effort)
    }
}

/// Returns what a theorem about bars says about a bar by another name.
fn known_of_bar(flat: &Flat, left: &Elements) -> Option<Theorem<Element, OrderReason>> {
    match flat.bar().theorem(&flat.rows(left))? {
        Theorem::Won(square) => Some(Theorem::Won(square.map(|square| flat.element(square)))),
        Theorem::Lost(ChompReason::OneLonger { shorter, .. }) => {
            Some(Theorem::Lost(OrderReason::OneLonger { shorter }))
        }
        // Equal arms are a forest, and the other lost positions are over; those cases came before.
        Theorem::Lost(_) => None,
    }
}
