//! A position with every move judged, as JSON: the object of `lastbite analyze --json` and of `/api/analyze`.

use lastbite::description::is_misere;
use lastbite::knowledge::{JudgedMove, Oracle};
use lastbite::theory::Formula;
use lastbite::{Analysis, Effort, Outcome, Solver, Standing, Unknown, Words};
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
    /// Who wins, from the view of the player to move.
    #[cfg_attr(feature = "openapi", schemars(with = "Option<crate::openapi::Outcome>"))]
    pub outcome: Option<Outcome>,
    /// How many plies the game lasts when the winner hurries and the loser delays.
    pub distance: Option<u32>,
    /// The Grundy value; null in misère play, where no value says who wins.
    pub grundy: Option<u32>,
    /// In misère play, the Grundy value of the game in which nobody may make the move that loses at once;
    /// null elsewhere.
    ///
    /// It is 0 exactly if the player to move has lost, but it is not the misère value, and sums do not follow
    /// from it.
    pub value_without_blunders: Option<u32>,
    /// Every move that was judged, best first.
    pub moves: Option<Vec<Judged>>,
    /// How many moves were not judged; those that lose at once never are, and do not count.
    pub unjudged: u64,
    /// How the game continues when both sides play the first of their moves.
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
    /// How many plies the game lasts with this move, itself included; null if that is out of reach.
    pub distance: Option<u32>,
    /// The reply that punishes the move, if it loses and there is one.
    pub reply: Option<String>,
}

impl Analysed {
    /// Judges every move of a position, however long that takes.
    pub fn of<G: Words>(
        standing: &Standing<G>,
        solver: &Solver<G>,
        effort: &Effort,
    ) -> Result<Self, Unknown> {
        Ok(Self::from_analysis(standing, solver.analyse(standing, effort)?))
    }

    /// Writes what is known about a position.
    pub fn from_analysis<G: Words>(standing: &Standing<G>, analysis: Analysis<G::Move>) -> Self {
        let analysis = analysis.map(|mv| standing.write_move(&mv));
        let judged = |judged: JudgedMove<String>| Judged {
            mv: judged.mv,
            outcome: judged.outcome,
            distance: judged.distance,
            reply: judged.refutation,
        };
        let misere = is_misere(standing.game());
        Analysed {
            distance: analysis.distance,
            grundy: analysis.grundy.filter(|_| !misere),
            value_without_blunders: analysis.grundy.filter(|_| misere),
            unjudged: analysis.unjudged as u64,
            moves: Some(analysis.moves.into_iter().map(judged).collect()),
            line: Some(analysis.main_line),
            ..Analysed::unjudged(standing, Some(analysis.outcome))
        }
    }

    /// Writes a position about which at most the outcome is known.
    pub fn unjudged<G: Words>(standing: &Standing<G>, outcome: Option<Outcome>) -> Self {
        Analysed {
            game: standing.game().to_string(),
            position: standing.written(),
            outcome,
            distance: None,
            grundy: None,
            value_without_blunders: None,
            moves: None,
            unjudged: standing.move_count(),
            line: None,
        }
    }
}

/// Answers with every move judged, as far as that is known within a moment; with the outcome alone where only a
/// theorem is quick enough.
pub(crate) fn answer(desk: &Desk, question: &Question<'_>, effort: &Effort) -> Result<Analysed, Problem> {
    let standing = question.standing(desk.reach())?;
    let effort = Reach::bounded(&standing, effort);
    match desk.solver().analyse_soon(&standing, &effort) {
        Ok(analysis) => Ok(Analysed::from_analysis(&standing, analysis)),
        Err(unknown) if unknown.was_cancelled() => Err(unknown.into()),
        Err(unknown) => match Formula.ask(&standing, &effort).outcome() {
            Some(outcome) => Ok(Analysed::unjudged(&standing, Some(outcome))),
            None => Err(unknown.into()),
        },
    }
}
