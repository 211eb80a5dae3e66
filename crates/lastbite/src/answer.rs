//! The best answer the library has about one position: a formula, else the sieve, else a search.

mod shelf;

use crate::formula::Formula;
use crate::game::{Game, Outcome};
use crate::games::chomp::{Bite, Chomp, Rows};
use crate::games::nim::{Heaps, Nim, Take};
use crate::oracle::Oracle;
use crate::search::{Limits, Searched, Unfinished, memo};

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
    /// A bar that was solved whole: [`Solved`](crate::sieve::Solved).
    Sieve,
    /// A search that ran to its end.
    Search,
    /// Nowhere: the position is out of reach within the limits.
    OutOfReach,
}

/// A game that the library can answer questions about, each by the best means it has.
pub trait Solvable: Game {
    /// Answers who wins a position and how.
    ///
    /// The deadline and the flag that cancels hold for everything, the number of nodes for the search, which comes last.
    fn answer(&self, position: &Self::Position, limits: &Limits) -> Answer<Self::Move>;

    /// Answers by solving the game whole, however long it takes; nothing where that cannot be done.
    fn solved_whole(&self, position: &Self::Position, limits: &Limits) -> Option<Answer<Self::Move>>;
}

impl Solvable for Nim {
    fn answer(&self, heaps: &Heaps, limits: &Limits) -> Answer<Take> {
        by_formula(self, heaps).unwrap_or_else(|| by_search(self, heaps, limits))
    }

    /// Nim is solved whole by its formula.
    fn solved_whole(&self, heaps: &Heaps, _limits: &Limits) -> Option<Answer<Take>> {
        by_formula(self, heaps)
    }
}

impl Solvable for Chomp {
    fn answer(&self, rows: &Rows, limits: &Limits) -> Answer<Bite> {
        by_formula(self, rows)
            .or_else(|| by_sieve(self, rows, WORTH_SOLVING, limits))
            .unwrap_or_else(|| by_search(self, rows, limits))
    }

    fn solved_whole(&self, rows: &Rows, limits: &Limits) -> Option<Answer<Bite>> {
        by_sieve(self, rows, u64::MAX, limits)
    }
}

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

/// Bars of at most this many positions are solved rather than searched: 16x16 at once, 18x18 within a second, the largest,
/// 19x19, in a few seconds. No search knows them sooner.
const WORTH_SOLVING: u64 = 20_000_000_000;

/// Asks a bar that was solved whole, the game's if it has at most so many positions, else what is left of it.
///
/// A node is a position that is looked up. Solving the bar is not counted: it is done once for everybody who asks.
fn by_sieve(bar: &Chomp, rows: &Rows, most: u64, limits: &Limits) -> Option<Answer<Bite>> {
    let solved = shelf::solved(bar, rows, most, limits)?;
    let mut nodes = 0;
    let best = bar.moves(rows).find(|&bite| {
        nodes += 1;
        solved.outcome(bar, &rows.bitten(bite)) == Some(Outcome::Loss)
    });
    let outcome = if best.is_some() { Some(Outcome::Win) } else { solved.outcome(bar, rows) };
    Some(Answer { outcome, best, nodes, source: Source::Sieve })
}

fn by_search<G: Game>(game: &G, position: &G::Position, limits: &Limits) -> Answer<G::Move> {
    match memo(game, position, limits) {
        Ok(found) => found.into(),
        Err(Unfinished { nodes }) => Answer { outcome: None, best: None, nodes, source: Source::OutOfReach },
    }
}

impl<M> From<Searched<M>> for Answer<M> {
    fn from(found: Searched<M>) -> Self {
        Answer { outcome: Some(found.outcome), best: found.best, nodes: found.nodes, source: Source::Search }
    }
}
