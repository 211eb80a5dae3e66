//! What an answer may cost, estimated before the work, so that small questions do not wait for large ones.

use lastbite::layout::{Drawn, Shape};
use lastbite::{AnyGame, Outcome, Standing, theory::Theory};

use crate::Desk;
use crate::problem::Problem;
use crate::question::Question;
use crate::routes::Route;

/// What an answer may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Weight {
    /// Whether it should be known at once, within milliseconds.
    pub at_once: bool,
    /// The bytes of memory that the work may take, estimated on the safe side; [`u64::MAX`] if it is too
    /// large to estimate.
    pub bytes: u64,
}

impl Weight {
    /// Makes a weight.
    pub fn new(at_once: bool, bytes: u64) -> Self {
        Weight { at_once, bytes }
    }
}

/// Games of at most this many pieces are searched at once.
const SMALL: u64 = 48;

impl Desk {
    /// Weighs a question without answering it; refuses one that cannot be read, or that is beyond reach.
    pub fn weigh(&self, route: &Route, query: &str) -> Result<Weight, Problem> {
        let question = Question::read(route, query, "")?;
        // What only shows a game is bounded by the size of a game that can be played.
        if !route.heavy {
            return Ok(Weight { at_once: true, bytes: 0 });
        }
        let Some(standing) = self.about(route, &question)? else {
            return Ok(Weight { at_once: false, bytes: 0 });
        };
        // Any position may lead to work on the whole game.
        let start = Standing::start(standing.game().clone());
        // A search that is asked for by name may take long.
        let plain = question.text("engine").is_none();
        let at_once = plain && (start.size() <= SMALL || is_known_by_heart(&start, theorems_tell));
        // The positions of anything but a bar are not bounded by those of a bar: they may be any set of pieces.
        let layout = start.game().layout(start.position());
        let is_bar = layout.panels().len() == 1 && layout.shape() == Shape::Grid;
        let bytes = if is_bar { bytes(start.size()) } else { bytes_of_sets(start.size()) };
        Ok(Weight { at_once, bytes })
    }
}

/// How many moves are looked at to see whether theorems know the game.
const A_FEW: usize = 16;

/// Says whether theorems decide who wins, now and after the first few moves.
///
/// There can be too many moves to check them all here, while nobody else is answered. A question that takes
/// longer than expected is queued again, with the slow ones.
fn is_known_by_heart(start: &Standing<AnyGame>, known: impl Fn(&Standing<AnyGame>) -> bool) -> bool {
    known(start) && start.moves().take(A_FEW).all(|mv| start.play(&mv).is_ok_and(|next| known(&next)))
}

/// Says whether theorems decide who wins, and how; a theorem that names no move is not enough.
fn theorems_tell(standing: &Standing<AnyGame>) -> bool {
    match standing.game().theorem(standing.position()) {
        Some(said) => said.outcome() == Outcome::Loss || said.names_its_move(),
        None => false,
    }
}

/// Estimates the memory to search a game of this many pieces: 64 bytes for each position of a square bar of
/// that size.
///
/// Of all bars with as many squares, the square has the most positions.
fn bytes(pieces: u64) -> u64 {
    let side = pieces.isqrt() + u64::from(pieces.isqrt().pow(2) < pieces);
    let mut positions: u64 = 1;
    for number in 1..=side {
        // The count for a bar of one more row, which is always a whole number.
        positions = match positions.checked_mul(side + number) {
            Some(product) => product / number,
            None => return u64::MAX,
        };
    }
    positions.saturating_mul(64).saturating_add(1 << 20)
}

/// Estimates the memory to search a game of this many pieces of which any may be left: 64 bytes for each set of
/// them.
fn bytes_of_sets(pieces: u64) -> u64 {
    let sets = u32::try_from(pieces).ok().and_then(|pieces| 1u64.checked_shl(pieces)).unwrap_or(u64::MAX);
    sets.saturating_mul(64).saturating_add(1 << 20)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use lastbite::Solver;

    use super::*;
    use crate::{Reach, routes};

    fn weigh(query: &str) -> Weight {
        let desk = Desk::new(Solver::new(), Reach::default());
        desk.weigh(routes::find("move").unwrap(), query).unwrap()
    }

    #[test]
    fn what_is_known_by_heart_or_small_is_known_at_once() {
        for query in
            ["game=nim:3,4,5", "game=nim:99^20", "game=nim:7,8/misere", "game=chomp:4x7", "game=chomp:2x20"]
        {
            assert!(weigh(query).at_once, "{query}");
        }
        for query in [
            "game=chomp:20x20",
            "game=chomp:20x20&position=2,1",
            "game=chomp:7x8",
            "game=chomp:4x7&engine=minimax",
        ] {
            assert!(!weigh(query).at_once, "{query}");
        }
    }

    /// A question with 9,900 moves must not block the thread that weighs it.
    #[test]
    fn only_a_few_moves_are_looked_at() {
        let start = Standing::start("chomp:99x50+chomp:99x50".parse::<AnyGame>().unwrap());
        let looked_at = Cell::new(0);
        let known = |_: &Standing<AnyGame>| {
            looked_at.set(looked_at.get() + 1);
            true
        };
        assert!(is_known_by_heart(&start, known));
        assert_eq!(looked_at.get(), 1 + A_FEW);
        assert!(weigh("game=chomp:99x50%2Bchomp:99x50").at_once);
    }

    #[test]
    fn memory_is_told_on_the_safe_side() {
        assert_eq!(bytes(100), 64 * 184_756 + (1 << 20));
        assert_eq!((bytes(0), bytes(101)), (64 + (1 << 20), bytes(121)));
        assert_eq!(bytes(1_000_000), u64::MAX);
        assert_eq!((bytes_of_sets(10), bytes_of_sets(100)), (64 * 1024 + (1 << 20), u64::MAX));
    }
}
