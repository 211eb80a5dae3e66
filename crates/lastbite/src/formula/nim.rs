//! Bouton's theorem of 1901: in Nim, who faces a nim-sum of zero has lost.
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
//! Three small functions tell the best move, as the exercise asks: [`evaluate`] the state, then
//! [`which_heap`] and [`how_many`].

use crate::game::{Game, Outcome};
use crate::games::nim::{Heaps, Nim};

/// What [`evaluate`] finds out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    outcome: Outcome,
    heap: u8,
    stones: u8,
}

impl Evaluation {
    /// Returns who wins, seen by the player to move.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }
}

/// Returns the exclusive or of all heaps.
pub fn nim_sum(heaps: &Heaps) -> u8 {
    heaps.stones().iter().fold(0, |sum, &stones| sum ^ stones)
}

/// Tells who wins, in normal and in misère play.
///
/// Misère play is normal play until no heap has two stones or more; then only the number of heaps counts,
/// and it is good to face an even number of single stones.
pub fn outcome(nim: &Nim, heaps: &Heaps) -> Outcome {
    let single_stones_only = heaps.stones().iter().all(|&n| n <= 1);
    let won = if nim.is_misere() && single_stones_only { nim_sum(heaps) == 0 } else { nim_sum(heaps) != 0 };
    if won { Outcome::Win } else { Outcome::Loss }
}

/// Evaluates the state: who wins, and what to take, or nothing where no move is left.
///
/// From a won position the take leaves the opponent a lost one. From a lost position it drags the game out.
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
pub fn which_heap(evaluation: &Evaluation) -> u8 {
    evaluation.heap
}

/// Returns how many stones to take.
pub fn how_many(evaluation: &Evaluation) -> u8 {
    evaluation.stones
}

fn winning_take(nim: &Nim, heaps: &Heaps) -> Option<(u8, u8)> {
    let large = heaps.stones().iter().filter(|&&n| n > 1).count();
    if nim.is_misere() && large <= 1 {
        return last_misere_take(heaps);
    }
    let sum = nim_sum(heaps);
    let lowered = heaps.stones().iter().zip(1..).find(|&(&stones, _)| stones ^ sum < stones);
    lowered.map(|(&stones, heap)| (heap, stones - (stones ^ sum)))
}

/// The misère exception: with at most one heap of two or more, leave an odd number of single stones.
fn last_misere_take(heaps: &Heaps) -> Option<(u8, u8)> {
    let (&largest, heap) = heaps.stones().iter().zip(1..).max_by_key(|&(&stones, _)| stones)?;
    let others = heaps.stones().iter().filter(|&&n| n > 0).count() - usize::from(largest > 0);
    let leave = if others.is_multiple_of(2) { 1 } else { 0 };
    (largest > leave).then(|| (heap, largest - leave))
}
