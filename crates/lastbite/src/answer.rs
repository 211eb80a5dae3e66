//! The best answer the library has about one position: a formula, else the sieve, else a search.

use std::sync::{Arc, Mutex, PoisonError};

use crate::formula::Formula;
use crate::game::{Game, Outcome};
use crate::games::chomp::{Bite, Chomp, Rows};
use crate::games::nim::{Heaps, Nim, Take};
use crate::oracle::Oracle;
use crate::search::{Limits, Unfinished, memo};
use crate::sieve::{Sieve, Solved};

/// What the library can say about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer<M> {
    /// Who wins, seen by the player to move; nothing where that is out of reach.
    pub outcome: Option<Outcome>,
    /// A move that wins, where there is one.
    pub best: Option<M>,
    /// How many positions were solved, visited or looked up for it.
    pub nodes: u64,
    /// What gave the answer.
    pub source: Source,
}

/// Where an answer comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A theorem: [`Formula`].
    Formula,
    /// A bar that was solved whole: [`Sieve`].
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
    /// The limits hold for the search, which comes last; the flag that cancels stops the sieve too.
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
            .or_else(|| by_sieve(self, rows, AT_ONCE, limits))
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

/// Bars of at most this many positions are solved within about a second, up to 18x18; 16x16 takes a tenth of that.
const AT_ONCE: u64 = 5_000_000_000;

/// The bars that have been solved last, for every game of this program.
static SOLVED: Mutex<Vec<Arc<Solved>>> = Mutex::new(Vec::new());

/// How many solved bars are kept: a few games can go on at once, and each is a few megabytes.
const KEPT: usize = 4;

/// Asks the bar of the game, solved whole if it has at most so many positions, else what is left of it.
fn by_sieve(bar: &Chomp, rows: &Rows, most: u64, limits: &Limits) -> Option<Answer<Bite>> {
    let (solved, fresh) = solved_bar(bar, rows, most, limits)?;
    let mut nodes = if fresh { solved.positions() } else { 0 };
    let best = bar.moves(rows).find(|&bite| {
        nodes += 1;
        solved.outcome(bar, &rows.bitten(bite)) == Some(Outcome::Loss)
    });
    let outcome = if best.is_some() { Some(Outcome::Win) } else { solved.outcome(bar, rows) };
    Some(Answer { outcome, best, nodes, source: Source::Sieve })
}

/// Finds a solved bar that has this position, or solves one; says whether it was solved just now.
///
/// Whoever asks while a bar is being solved waits for it instead of solving it again.
fn solved_bar(bar: &Chomp, rows: &Rows, most: u64, limits: &Limits) -> Option<(Arc<Solved>, bool)> {
    let mut solved = SOLVED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = solved.iter().position(|solved| solved.outcome(bar, rows).is_some()) {
        // The one that was asked last is dropped last.
        let found = solved.remove(found);
        solved.push(Arc::clone(&found));
        return Some((found, false));
    }
    let whole = Sieve::of(bar);
    let left = Chomp::new(rows.rows(), rows.cols()).ok()?.with_poison(bar.poison()).ok()?;
    let sieve = [whole, Sieve::of(&left)].into_iter().find(|sieve| sieve.positions_to_solve() <= most)?;
    let sieve = match limits.cancel_flag() {
        Some(flag) => sieve.cancel(flag),
        None => sieve,
    };
    let fresh = Arc::new(sieve.solve().ok()?);
    if solved.len() == KEPT {
        solved.remove(0);
    }
    solved.push(Arc::clone(&fresh));
    Some((fresh, true))
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
