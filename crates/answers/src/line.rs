//! How the game continues when both sides play their best, move by move.

use lastbite::words::Who;
use lastbite::{Effort, Outcome, Words};
use serde::Serialize;

use crate::Desk;
use crate::problem::Problem;
use crate::question::Question;
use crate::reach::Reach;

/// The line of best play.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Line {
    /// The game.
    game: String,
    /// The position it starts from.
    position: String,
    /// Who wins, from the view of the player to move.
    #[cfg_attr(feature = "openapi", schemars(with = "crate::openapi::Outcome"))]
    outcome: Outcome,
    /// How many plies it lasts; null if that is out of reach.
    distance: Option<u32>,
    /// Its moves, one after another.
    line: Vec<Step>,
}

/// One move of a line.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Step {
    /// The move.
    #[serde(rename = "move")]
    mv: String,
    /// What it does, in words that follow the name of a player.
    told: String,
    /// The position it leaves.
    position: String,
}

/// Answers with the line of best play.
pub(crate) fn answer(desk: &Desk, question: &Question<'_>, effort: &Effort) -> Result<Line, Problem> {
    let standing = question.standing(desk.reach())?;
    let analysis = desk.solver().analyse_soon(&standing, &Reach::bounded(&standing, effort))?;
    let mut here = standing.clone();
    let mut line = Vec::with_capacity(analysis.main_line.len());
    for mv in &analysis.main_line {
        let told = here.game().told(here.position(), mv, Who::Named(""));
        let next = here.play(mv).map_err(Problem::out_of_reach)?;
        line.push(Step { mv: here.write_move(mv), told, position: next.written() });
        here = next;
    }
    Ok(Line {
        game: standing.game().to_string(),
        position: standing.written(),
        outcome: analysis.outcome,
        distance: analysis.distance,
        line,
    })
}
