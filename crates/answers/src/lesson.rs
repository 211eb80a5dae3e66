//! The lesson: seven small steps, each played on the board, and a game to show for it.

use lastbite::Effort;
use lastbite::play::{LESSON, LessonStep};
use serde::Serialize;

use crate::Desk;
use crate::problem::Problem;
use crate::question::Question;

/// The lesson.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Lesson {
    /// Its steps.
    steps: Vec<Step>,
    /// What to do when all steps are done.
    end: End,
}

/// One step of the lesson: something to know, and a position to win with it.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Step {
    /// What it is about.
    title: &'static str,
    /// What there is to know.
    text: &'static str,
    /// What to do on the board.
    task: &'static str,
    /// What is said when it is done.
    done: &'static str,
    /// The game.
    game: &'static str,
    /// The position to win.
    position: &'static str,
}

/// What to do when all steps are done.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct End {
    /// The invitation.
    text: &'static str,
    /// The game to win.
    game: &'static str,
}

/// Answers with the lesson.
pub(crate) fn answer(_: &Desk, _: &Question<'_>, _: &Effort) -> Result<Lesson, Problem> {
    let steps = LESSON.map(|LessonStep { title, text, task, done, game, position }| Step {
        title,
        text,
        task,
        done,
        game,
        position,
    });
    let end = End { text: "Now beat the computer on 3x4.", game: "chomp:3x4" };
    Ok(Lesson { steps: steps.into(), end })
}
