//! Grundy values: the size of the heap of Nim that a position is worth, and what each move leaves.

use std::sync::Arc;

use lastbite::games::nim::theorems::nim_sum;
use lastbite::notation::grouped;
use lastbite::sieve::Sieve;
use lastbite::sweep::GrundyValues;
use lastbite::{AnyGame, AnyMove, AnyPosition, Chomp, Effort, Game, Rows};
use serde::Serialize;

use crate::Desk;
use crate::problem::Problem;
use crate::question::Question;

/// The Grundy value of a position, and of every position that a move leaves.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Grundy {
    /// The game.
    game: String,
    /// The position.
    position: String,
    /// Its value: 0 exactly where the player to move has lost.
    grundy: u32,
    /// Every move, and the value of what it leaves.
    moves: Vec<Valued>,
}

/// A move, and the value of what it leaves.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Valued {
    /// The move.
    #[serde(rename = "move")]
    mv: String,
    /// The Grundy value of the position it leaves.
    grundy: u32,
}

/// The most positions whose values are found for one answer: those of 12x12.
const MOST: u64 = 3_000_000;

/// Tells the Grundy value of a position, where it is known.
type Value = Box<dyn Fn(&AnyPosition) -> Option<u32>>;

/// Answers with Grundy values.
pub(crate) fn answer(desk: &Desk, question: &Question<'_>, effort: &Effort) -> Result<Grundy, Problem> {
    let standing = question.standing(desk.reach())?;
    let (game, position) = (standing.game(), standing.position());
    let value: Value = match (game, position) {
        (AnyGame::Nim(nim), _) if !nim.is_misere() => Box::new(|position| match position {
            AnyPosition::Nim(heaps) => Some(nim_sum(heaps)),
            _ => None,
        }),
        (AnyGame::Chomp(bar), AnyPosition::Chomp(rows)) if standing.final_outcome().is_none() => {
            let values = values(desk, bar, rows, effort)?;
            Box::new(move |position| match position {
                AnyPosition::Chomp(rows) => values.value(rows),
                _ => None,
            })
        }
        (AnyGame::Chomp(_), _) => Box::new(|_| Some(0)),
        _ => {
            return Err(Problem::out_of_reach(
                "Grundy values tell nothing of misère play; ask for normal play",
            ));
        }
    };
    let missing = || Problem::out_of_reach("the Grundy value of that position was not found");
    let valued = |mv: AnyMove| {
        let left = game.play_unchecked(position, mv);
        Ok(Valued { mv: mv.to_string(), grundy: value(&left).ok_or_else(missing)? })
    };
    Ok(Grundy {
        game: game.to_string(),
        position: position.to_string(),
        grundy: value(position).ok_or_else(missing)?,
        moves: game.moves(position).map(valued).collect::<Result<_, Problem>>()?,
    })
}

/// Finds the values of all positions of a bar that has this one: of the whole bar, or of what is left of it.
///
/// The solver keeps them, so that the next position of the same game is looked up.
fn values(desk: &Desk, bar: &Chomp, rows: &Rows, effort: &Effort) -> Result<Arc<GrundyValues>, Problem> {
    let left = Chomp::new(rows.rows(), rows.cols()).and_then(|left| left.with_poison(bar.poison()));
    let small = |bar: &Chomp| Sieve::of(bar).positions_to_solve() <= MOST;
    let Some(bar) = [Some(*bar), left.ok()].into_iter().flatten().find(small) else {
        return Err(Problem::out_of_reach(format!(
            "Grundy values are found of bars of at most {} positions, as 12x12 has them",
            grouped(MOST)
        )));
    };
    desk.solver().grundy_values(&bar, effort).map_err(Problem::out_of_reach)
}
