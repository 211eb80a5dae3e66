//! A position with every move judged, as JSON: the object of `lastbite analyze --json` and of `/api/analyze`.

use lastbite::knowledge::JudgedMove;
use lastbite::{Analysis, Effort, Game, Outcome, Solver, Standing, Theory, Unknown};
use serde::Serialize;

use crate::Desk;
use crate::problem::Problem;
use crate::question::Question;
use crate::reach::Reach;

/// A position with every move judged, best first; what is out of reach is null.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct Analysed {
    /// The game, as in `chomp:8x10`.
    pub game: String,
    /// The position, as in `10^3,8^5`.
    pub position: String,
    /// Who wins, seen by the player to move.
    #[cfg_attr(feature = "openapi", schemars(with = "Option<crate::openapi::Outcome>"))]
    pub outcome: Option<Outcome>,
    /// How many plies the game lasts when the winner hurries and the loser delays.
    pub distance: Option<u32>,
    /// The Grundy value.
    pub grundy: Option<u32>,
    /// Every move, best first.
    pub moves: Option<Vec<Judged>>,
    /// How the game goes on when both sides play the first of their moves.
    pub line: Option<Vec<String>>,
}

/// One move, judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct Judged {
    /// The move, as in `4,9` or `3 from 1`.
    #[serde(rename = "move")]
    pub mv: String,
    /// What it leads to for the player who makes it.
    #[cfg_attr(feature = "openapi", schemars(with = "crate::openapi::Outcome"))]
    pub outcome: Outcome,
    /// How many plies the game lasts with this move, itself included; null where that is out of reach.
    pub distance: Option<u32>,
    /// The reply that punishes the move, if it loses and there is one.
    pub reply: Option<String>,
}

impl Analysed {
    /// Judges every move of a position, however long that takes.
    pub fn of<G: Theory>(standing: &Standing<G>, solver: &Solver, effort: &Effort) -> Result<Self, Unknown> {
        Ok(Self::from_analysis(standing, &solver.analyse(standing, effort)?))
    }

    /// Writes down what is known of a position.
    #[must_use]
    pub fn from_analysis<G: Game>(standing: &Standing<G>, analysis: &Analysis<G::Move>) -> Self {
        let judged = |judged: &JudgedMove<G::Move>| Judged {
            mv: judged.mv.to_string(),
            outcome: judged.outcome,
            distance: judged.distance,
            reply: judged.refutation.map(|mv| mv.to_string()),
        };
        Analysed {
            distance: analysis.distance,
            grundy: analysis.grundy,
            moves: Some(analysis.moves.iter().map(judged).collect()),
            line: Some(analysis.main_line.iter().map(ToString::to_string).collect()),
            ..Analysed::unjudged(standing, Some(analysis.outcome))
        }
    }

    /// Writes down a position of which at most the outcome is known.
    #[must_use]
    pub fn unjudged<G: Game>(standing: &Standing<G>, outcome: Option<Outcome>) -> Self {
        let (game, position) = (standing.game().to_string(), standing.position().to_string());
        Analysed { game, position, outcome, distance: None, grundy: None, moves: None, line: None }
    }
}

/// Answers with every move judged, as far as that is known within a moment.
pub(crate) fn answer(desk: &Desk, question: &Question<'_>, effort: &Effort) -> Result<Analysed, Problem> {
    let standing = question.standing(desk.reach())?;
    let analysis = desk.solver().analyse_soon(&standing, &Reach::bounded(&standing, effort))?;
    Ok(Analysed::from_analysis(&standing, &analysis))
}
