//! The best answer the library has about one position: a formula, else a search.

use crate::formula::Formula;
use crate::game::{Game, Outcome};
use crate::games::chomp::{Bite, Chomp, Rows};
use crate::games::nim::{Heaps, Nim, Take};
use crate::oracle::Oracle;
use crate::search::{Limits, Unfinished, memo};

/// What the library can say about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer<M> {
    /// Who wins, seen by the player to move; nothing where that is out of reach.
    pub outcome: Option<Outcome>,
    /// A move that wins, where there is one.
    pub best: Option<M>,
    /// How many positions were visited or looked up for it.
    pub nodes: u64,
    /// What gave the answer.
    pub source: Source,
}

/// Where an answer comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A theorem: [`Formula`].
    Formula,
    /// A search that ran to its end.
    Search,
    /// Nowhere: the position is out of reach within the limits.
    OutOfReach,
}

/// A game that the library can answer questions about, each by the best means it has.
pub trait Solvable: Game {
    /// Answers who wins a position and how.
    fn answer(&self, position: &Self::Position, limits: &Limits) -> Answer<Self::Move>;
}

impl Solvable for Nim {
    fn answer(&self, heaps: &Heaps, _limits: &Limits) -> Answer<Take> {
        by_formula(self, heaps).unwrap_or(OUT_OF_REACH)
    }
}

impl Solvable for Chomp {
    fn answer(&self, rows: &Rows, limits: &Limits) -> Answer<Bite> {
        by_formula(self, rows).unwrap_or_else(|| by_search(self, rows, limits))
    }
}

const OUT_OF_REACH: Answer<Take> = Answer { outcome: None, best: None, nodes: 0, source: Source::OutOfReach };

/// Asks the formula; an outcome without its winning move is no answer yet.
fn by_formula<G: Game>(game: &G, position: &G::Position) -> Option<Answer<G::Move>>
where
    Formula: Oracle<G>,
{
    let outcome = Formula.outcome(game, position)?;
    let best = Formula.winning_move(game, position);
    let whole = outcome == Outcome::Loss || best.is_some() || game.is_over(position);
    whole.then_some(Answer { outcome: Some(outcome), best, nodes: 1, source: Source::Formula })
}

fn by_search<G: Game>(game: &G, position: &G::Position, limits: &Limits) -> Answer<G::Move> {
    match memo(game, position, limits) {
        Ok(found) => Answer {
            outcome: Some(found.outcome),
            best: found.best,
            nodes: found.nodes,
            source: Source::Search,
        },
        Err(Unfinished { nodes }) => Answer { outcome: None, best: None, nodes, source: Source::OutOfReach },
    }
}
