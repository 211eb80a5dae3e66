//! Why a position is won or lost, in sentences.

use lastbite::argument::Paragraph;
use lastbite::{AnyGame, AnyMove, Effort, Explanation, Outcome, Standing, Words};
use serde::Serialize;

use crate::Desk;
use crate::problem::Problem;
use crate::question::Question;
use crate::reach::Reach;

/// Why a position is won or lost.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct Explained {
    /// The game.
    game: String,
    /// The position.
    position: String,
    /// Who wins, from the view of the player to move.
    #[cfg_attr(feature = "openapi", schemars(with = "crate::openapi::Outcome"))]
    outcome: Outcome,
    /// The best move; null if the game is over, or which move wins is out of reach.
    best: Option<String>,
    /// The same in words, for people; null with it.
    best_in_words: Option<String>,
    /// The name of the rule that decides the position, or null.
    rule: Option<&'static str>,
    /// Why, in sentences.
    sentences: Vec<String>,
    /// Every reply of the loser, and the answer to it, if no rule says why.
    replies: Vec<Answered>,
    /// A figure that helps to see it, line by line, for example heaps in binary; null if there is none.
    figure: Option<String>,
}

/// A reply, and the answer to it.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
struct Answered {
    /// The reply.
    #[serde(rename = "move")]
    mv: String,
    /// The answer that wins.
    answer: String,
}

impl Explained {
    /// Writes why a position is won or lost, for the API and for `--json`.
    pub fn of(standing: &Standing<AnyGame>, explained: Explanation<AnyMove>) -> Self {
        let texts = explained.told(standing).into_iter().filter_map(|paragraph| match paragraph {
            Paragraph::Text(text) => Some(text),
            _ => None,
        });
        let sentences = texts.collect();
        let rule = explained.rule();
        let in_words = |mv| standing.game().in_words(standing.position(), mv);
        let best_in_words = explained.best.as_ref().map(in_words);
        let explained = explained.map(|mv| standing.write_move(&mv));
        let replies = explained.replies.into_iter().map(|pair| Answered { mv: pair.mv, answer: pair.answer });
        Explained {
            game: standing.game().to_string(),
            position: standing.written(),
            outcome: explained.outcome,
            best: explained.best,
            best_in_words,
            rule,
            sentences,
            replies: replies.collect(),
            figure: standing.game().figure(standing.position()),
        }
    }
}

/// Answers with an explanation.
pub(crate) fn answer(desk: &Desk, question: &Question<'_>, effort: &Effort) -> Result<Explained, Problem> {
    let standing = question.standing(desk.reach())?;
    let effort = Reach::bounded(&standing, effort);
    let explained = Explanation::of(&standing, desk.solver(), &effort)?;
    Ok(Explained::of(&standing, explained))
}
