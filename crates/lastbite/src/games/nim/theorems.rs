//! Bouton's theorem of 1901: in Nim, whoever faces a nim-sum of zero has lost.
//!
//! The nim-sum is the exclusive or of the heaps, written in binary:
//!
//! ```text
//!     0 1 0        2
//!     0 1 1        3
//!   ^ 1 0 0        4
//!     -----
//!     1 0 1        5: not zero, so there is a move to zero: 3 stones from the heap of 4
//! ```
//!
//! Three small functions find the best move, as the exercise asks: [`evaluate`] the state, then
//! [`which_heap`] and [`how_many`].

use std::fmt;

use super::heaps::Heaps;
use super::rules::Nim;
use super::take::Take;
use crate::game::{Game, Outcome};
use crate::theory::{Theorem, Theory};

/// Why a position of Nim is lost for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NimReason {
    /// No stone is left, and the last one won.
    NoStone,
    /// Misère: one stone is left, and it loses.
    OnlyLastStone,
    /// The exclusive or of the heaps is zero, and every take spoils that.
    NimSumZero {
        /// Whether the last stone loses, so that single stones are counted at the end instead.
        misere: bool,
    },
    /// Misère: an odd number of single stones is left, so the other side takes the last of them.
    OddSingles {
        /// How many.
        stones: u64,
    },
}

impl fmt::Display for NimReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NimReason::NoStone => write!(f, "you take the last stone"),
            NimReason::OnlyLastStone => write!(f, "your opponent is left with the last stone, and it loses"),
            NimReason::NimSumZero { misere } => {
                let end = if *misere { ", until you can leave an odd number of single stones" } else { "" };
                write!(
                    f,
                    "it makes the exclusive or of the heaps 0, and whatever is taken, you can make it 0 again{end}"
                )
            }
            NimReason::OddSingles { stones } => write!(
                f,
                "an odd number of single stones ({stones}) is left, so your opponent must take the last one"
            ),
        }
    }
}

impl Theory for Nim {
    type Reason = NimReason;
    type Kept = ();

    /// Decides every position: Nim is completely solved.
    fn theorem(&self, heaps: &Heaps) -> Option<Theorem<Take, NimReason>> {
        if outcome(self, heaps) == Outcome::Win {
            let take = winning_take(self, heaps).map(|(heap, stones)| Take { heap, stones });
            return Some(Theorem::Won(take));
        }
        let total = heaps.total();
        let singles_only = heaps.into_iter().all(|stones| stones <= 1);
        Some(Theorem::Lost(match (self.is_misere(), total) {
            (false, 0) => NimReason::NoStone,
            (true, 1) => NimReason::OnlyLastStone,
            (true, stones) if singles_only => NimReason::OddSingles { stones },
            (misere, _) => NimReason::NimSumZero { misere },
        }))
    }

    /// Returns the nim-sum: a heap is worth its stones, and heaps side by side are worth their exclusive or.
    ///
    /// Nothing in misère play, where that does not hold.
    fn grundy_value(&self, heaps: &Heaps) -> Option<u32> {
        (!self.is_misere()).then(|| nim_sum(heaps))
    }
}

/// What [`evaluate`] finds out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    outcome: Outcome,
    heap: u32,
    stones: u32,
}

impl Evaluation {
    /// Returns who wins, from the view of the player to move.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }
}

/// Returns the exclusive or of all heaps.
#[must_use]
pub fn nim_sum(heaps: &Heaps) -> u32 {
    heaps.into_iter().fold(0, |sum, stones| sum ^ stones)
}

/// Says who wins, in normal and in misère play.
///
/// Misère play is normal play until no heap has two stones or more; then only the number of heaps counts,
/// and it is good to face an even number of single stones.
#[must_use]
pub fn outcome(nim: &Nim, heaps: &Heaps) -> Outcome {
    let single_stones_only = heaps.stones().iter().all(|&n| n <= 1);
    let won = if nim.is_misere() && single_stones_only { nim_sum(heaps) == 0 } else { nim_sum(heaps) != 0 };
    if won { Outcome::Win } else { Outcome::Loss }
}

/// Evaluates the state: who wins, and what to take, or nothing if no move is left.
///
/// From a won position the take leaves the opponent a lost one. From a lost position it drags the game out.
#[must_use]
pub fn evaluate(nim: &Nim, heaps: &Heaps) -> Option<Evaluation> {
    let winning = match outcome(nim, heaps) {
        Outcome::Win => winning_take(nim, heaps),
        Outcome::Loss => None,
    };
    if let Some((heap, stones)) = winning {
        return Some(Evaluation { outcome: Outcome::Win, heap, stones });
    }
    let take = nim.stalling_move(heaps)?;
    Some(Evaluation { outcome: Outcome::Loss, heap: take.heap, stones: take.stones })
}

/// Returns which heap to take from, counted from 1.
#[must_use]
pub fn which_heap(evaluation: &Evaluation) -> u32 {
    evaluation.heap
}

/// Returns how many stones to take.
#[must_use]
pub fn how_many(evaluation: &Evaluation) -> u32 {
    evaluation.stones
}

fn winning_take(nim: &Nim, heaps: &Heaps) -> Option<(u32, u32)> {
    let large = heaps.stones().iter().filter(|&&n| n > 1).count();
    if nim.is_misere() && large <= 1 {
        return last_misere_take(heaps);
    }
    let sum = nim_sum(heaps);
    let lowered = heaps.stones().iter().zip(1..).find(|&(&stones, _)| stones ^ sum < stones);
    lowered.map(|(&stones, heap)| (heap, stones - (stones ^ sum)))
}

/// The misère exception: with at most one heap of two or more, leave an odd number of single stones.
fn last_misere_take(heaps: &Heaps) -> Option<(u32, u32)> {
    let (&largest, heap) = heaps.stones().iter().zip(1..).max_by_key(|&(&stones, _)| stones)?;
    let others = heaps.stones().iter().filter(|&&n| n > 0).count() - usize::from(largest > 0);
    let leave = if others.is_multiple_of(2) { 1 } else { 0 };
    (largest > leave).then(|| (heap, largest - leave))
}
