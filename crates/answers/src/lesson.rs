//! The lesson: small steps, each played on the board, and a final game.

use lastbite::Effort;
use lastbite::description;
use lastbite::play::lesson;
use serde::Serialize;

use crate::Desk;
use crate::address::written;
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

/// One step of the lesson: something to learn, and a position to win with it.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Step {
    /// The chapter that it belongs to.
    chapter: &'static str,
    /// Its title.
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
    /// What is asked when it is done.
    check: Check,
}

/// A question with some answers to choose from.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Check {
    /// The question.
    question: &'static str,
    /// The answers to choose from.
    answers: &'static [&'static str],
    /// The index of the right answer.
    right: usize,
    /// Why that is so.
    why: &'static str,
}

impl From<description::Check> for Check {
    fn from(check: description::Check) -> Self {
        let description::Check { question, answers, right, why } = check;
        Check { question, answers, right, why }
    }
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
    let steps = lesson().into_iter().map(|step| Step {
        chapter: step.chapter,
        check: step.check.into(),
        title: step.title,
        text: step.text,
        task: step.task,
        done: step.done,
        game: step.game,
        position: step.position,
    });
    Ok(Lesson { steps: steps.collect(), end: end() })
}

/// Returns the final game: the last one of the first chapter, which no rule decides.
fn end() -> End {
    let steps = lesson();
    let last = steps.iter().rev().find(|step| step.chapter == steps[0].chapter).unwrap_or(&steps[0]);
    End { text: "Now play the computer.", game: last.game }
}

/// A step of the lesson as the page shows it.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Taught {
    /// Which step.
    number: usize,
    /// Of how many.
    of: usize,
    /// The chapter that it belongs to.
    chapter: &'static str,
    /// Its title.
    title: &'static str,
    /// What there is to know.
    text: &'static str,
    /// What to do, or how it went.
    said: &'static str,
    /// Whether the step is won.
    done: bool,
    /// The question at the end; null while the step is not won.
    check: Option<Check>,
    /// Where to watch the search that the step explains; null if it explains none.
    watch: Option<Way>,
    /// Where to go from here; the last one leads on.
    ways: Vec<Way>,
}

/// A way to another step.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
struct Way {
    /// Its name.
    words: &'static str,
    /// Where it leads.
    address: String,
    /// Whether it is the way to take now.
    main: bool,
}

/// Returns a step of the lesson; `won` says whether its game was won, once that is over.
pub(crate) fn taught(number: usize, won: Option<bool>) -> Taught {
    let steps = lesson();
    let (step, of) = (steps[number - 1], steps.len());
    let way = |words, number: usize, main| Way { words, address: format!("lesson={number}"), main };
    let mut ways = Vec::new();
    if number > 1 {
        ways.push(way("Back", number - 1, false));
    }
    if won == Some(false) {
        ways.push(way("Try again", number, true));
    }
    match won {
        Some(true) if number == of => {
            let End { text, game } = end();
            ways.push(Way { words: text, address: written(&[("game", game)]), main: true });
        }
        Some(true) => ways.push(way("Next step", number + 1, true)),
        _ if number < of => ways.push(way("Skip", number + 1, false)),
        _ => {}
    }
    let said = match won {
        None => step.task,
        Some(true) => step.done,
        Some(false) => "Not this time.",
    };
    let watch = step.watch.map(|search| {
        let search = search.to_string();
        let parts = [("show", "search"), ("game", step.game), ("position", step.position), ("left", &search)];
        Way { words: "Watch the search", address: written(&parts), main: false }
    });
    let done = won == Some(true);
    Taught {
        number,
        of,
        chapter: step.chapter,
        title: step.title,
        text: step.text,
        said,
        done,
        check: done.then(|| step.check.into()),
        watch,
        ways,
    }
}
