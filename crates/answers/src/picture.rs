//! A position as a picture, for a page or to keep.

use lastbite::picture::{card_svg, position_svg};
use lastbite::{AnyGame, Effort, Standing};

use crate::Desk;
use crate::problem::Problem;
use crate::question::Question;

/// Answers with the picture of a position: its pieces, with the numbers of rows and columns.
pub(crate) fn position(desk: &Desk, question: &Question<'_>, _: &Effort) -> Result<String, Problem> {
    let standing = question.standing(desk.reach())?;
    position_svg(&standing, None).ok_or_else(|| too_many(&standing))
}

/// Answers with the picture on a card, which a page styles: nothing but pieces.
pub(crate) fn card(desk: &Desk, question: &Question<'_>, _: &Effort) -> Result<String, Problem> {
    let standing = question.standing(desk.reach())?;
    card_svg(&standing).ok_or_else(|| too_many(&standing))
}

fn too_many(standing: &Standing<AnyGame>) -> Problem {
    Problem::out_of_reach(format!("{} has too many pieces for a picture", standing.game()))
}
