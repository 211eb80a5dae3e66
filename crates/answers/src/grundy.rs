//! Grundy values: the size of the heap of Nim that a position is worth, and what each move leaves.

use lastbite::description::is_misere;
use lastbite::theory::Patience;
use lastbite::{AnyMove, AnyPosition, Effort, Game, Standing, Unknown, theory::Theory};
use serde::Serialize;

use crate::Desk;
use crate::problem::Problem;
use crate::question::Question;
use crate::reach::Reach;

/// The Grundy value of a position, and of every position that a move leaves.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Grundy {
    /// The game.
    game: String,
    /// The position.
    position: String,
    /// Its value: 0 exactly if the player to move has lost.
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

/// Answers with Grundy values.
pub(crate) fn answer(desk: &Desk, question: &Question<'_>, effort: &Effort) -> Result<Grundy, Problem> {
    let standing = question.standing(desk.reach())?;
    let (game, position) = (standing.game(), standing.position());
    if is_misere(game) {
        let why = "Grundy values do not say who wins in misère play; ask about normal play";
        return Err(Problem::out_of_reach(why));
    }
    let effort = Reach::bounded(&standing, effort);
    let grundy = value(desk, &standing, position, &effort)?;
    let valued = |mv: AnyMove| {
        let left = game.play_unchecked(position, &mv);
        Ok(Valued { mv: game.write_move(&mv), grundy: value(desk, &standing, &left, &effort)? })
    };
    let moves = game.moves(position).map(valued).collect::<Result<_, Problem>>()?;
    Ok(Grundy { game: game.to_string(), position: standing.written(), grundy, moves })
}

/// Finds the value of a position: by a theorem, by the game's own solvers, or by a full search of a small
/// game.
fn value(
    desk: &Desk,
    standing: &Standing<lastbite::AnyGame>,
    position: &AnyPosition,
    effort: &Effort,
) -> Result<u32, Problem> {
    let (game, kept) = (standing.game(), desk.solver().kept());
    // Theorems never check the effort, and there may be thousands of moves.
    effort.check().map_err(Unknown::from)?;
    if game.is_over(position) {
        return Ok(0);
    }
    if let Some(value) = game.grundy_value(position) {
        return Ok(value);
    }
    if let Some(value) = game.find_grundy_value(position, kept, Patience::Worthwhile, effort)? {
        return Ok(value);
    }
    let here = Standing::new(game.clone(), position.clone()).map_err(Problem::out_of_reach)?;
    let found = desk.solver().analyse_soon(&here, effort)?.grundy;
    found.ok_or_else(|| {
        Problem::out_of_reach("this game is too big for Grundy values; ask about a smaller one")
    })
}
