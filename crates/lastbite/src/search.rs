//! What the four textbook searches share: what they return, when they stop, and how they count.
//!
//! | search | what it does |
//! |---|---|
//! | [`minimax`] | visits the whole tree of games |
//! | [`alphabeta`] | the same, skipping what cannot change the answer |
//! | [`negamax`] | stops at the first winning move |
//! | [`memo`] | the same, and remembers every position it has judged |
//!
//! # Nodes
//!
//! A node is a position the search enters, the root included, counted each time it is entered. Biting the
//! poison is not a move, so it is no node; a position that `memo` remembers is looked up, not entered.
//! The counts are exact and tested:
//!
//! | bar | minimax | alphabeta | negamax | memo |
//! |---|---|---|---|---|
//! | 2x2 | 10 | 10 | 10 | 5 |
//! | 2x3 | 58 | 46 | 46 | 9 |

mod alphabeta;
mod memo;
mod minimax;
mod negamax;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::game::{Game, Outcome, ParseError, one_of};

pub use alphabeta::alphabeta;
pub use memo::memo;
pub use minimax::minimax;
pub use negamax::negamax;

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searched<M> {
    /// Who wins, seen by the player to move.
    pub outcome: Outcome,
    /// A move that wins; nothing where none does.
    pub best: Option<M>,
    /// How many nodes the search visited.
    pub nodes: u64,
    /// How many positions it kept in memory for good; only `memo` keeps any.
    pub stored: u64,
    /// How many moves the deepest line had that it followed.
    pub deepest: u64,
    /// How long it took.
    pub time: Duration,
}

/// A search that reached one of its [`Limits`] before it knew the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the search was stopped after {nodes} nodes, before it knew the answer")]
pub struct Unfinished {
    /// How many nodes it had visited.
    pub nodes: u64,
}

/// When a search must stop: after so many nodes, at a time, or when somebody says so.
///
/// ```
/// use lastbite::{Algorithm, Chomp, Game, Limits};
/// let chomp = Chomp::new(99, 99).unwrap();
/// let unfinished = Algorithm::Memo.search(&chomp, &chomp.start(), &Limits::none().nodes(1000)).unwrap_err();
/// assert_eq!(unfinished.nodes, 1000);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    nodes: Option<u64>,
    deadline: Option<Instant>,
    cancel: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// Sets no limit at all.
    pub fn none() -> Self {
        Limits::default()
    }

    /// Allows so many nodes and not one more.
    pub fn nodes(self, nodes: u64) -> Self {
        Limits { nodes: Some(nodes), ..self }
    }

    /// Stops at a moment.
    pub fn deadline(self, deadline: Instant) -> Self {
        Limits { deadline: Some(deadline), ..self }
    }

    /// Stops so long from now; a time beyond the end of all clocks is no limit.
    pub fn within(self, time: Duration) -> Self {
        Limits { deadline: Instant::now().checked_add(time), ..self }
    }

    /// Says whether it is time to stop, whatever the number of nodes.
    pub(crate) fn called_off(&self) -> bool {
        self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Stops soon after the flag is set, from another thread say.
    pub fn cancelled_by(self, flag: Arc<AtomicBool>) -> Self {
        Limits { cancel: Some(flag), ..self }
    }
}

/// Returns how many nodes of a game of so many pieces [`memo`] visits in a few seconds.
///
/// A limit in nodes and not by the clock, so that a game can be repeated exactly on any machine.
pub fn a_few_seconds(pieces: usize) -> u64 {
    400_000_000 / (300 + pieces as u64)
}

/// Counts nodes and depth, and holds a search to its limits.
pub(crate) struct Meter<'a> {
    limits: &'a Limits,
    started: Instant,
    nodes: u64,
    deepest: u64,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(limits: &'a Limits) -> Self {
        Meter { limits, started: Instant::now(), nodes: 0, deepest: 0 }
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a node, or says that the search may not enter it.
    pub(crate) fn enter(&mut self, depth: u64) -> Result<(), Unfinished> {
        // Asking the clock costs more than a node does, so it is asked only now and then.
        const EVERY: u64 = 256;
        let spent = self.limits.nodes.is_some_and(|most| self.nodes >= most);
        if spent || (self.nodes.is_multiple_of(EVERY) && self.limits.called_off()) {
            return Err(Unfinished { nodes: self.nodes });
        }
        self.nodes += 1;
        self.deepest = self.deepest.max(depth);
        Ok(())
    }

    pub(crate) fn report<M>(&self, outcome: Outcome, best: Option<M>, stored: u64) -> Searched<M> {
        let best = if outcome == Outcome::Win { best } else { None };
        Searched {
            outcome,
            best,
            nodes: self.nodes,
            stored,
            deepest: self.deepest,
            time: self.started.elapsed(),
        }
    }
}

/// Makes a recursive call on a stack that grows when it must: a game of 99x99 can last 9800 moves.
pub(crate) fn deeper<T>(call: impl FnOnce() -> T) -> T {
    const RED_ZONE: usize = 64 * 1024;
    const MORE: usize = 4 * 1024 * 1024;
    stacker::maybe_grow(RED_ZONE, MORE, call)
}

/// One of the four textbook searches, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// [`minimax`]
    Minimax,
    /// [`alphabeta`]
    AlphaBeta,
    /// [`negamax`]
    Negamax,
    /// [`memo`]
    Memo,
}

impl Algorithm {
    /// All four, the most patient one first.
    pub const ALL: [Algorithm; 4] =
        [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Negamax, Algorithm::Memo];

    /// Runs this search.
    pub fn search<G: Game>(
        self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
    ) -> Result<Searched<G::Move>, Unfinished> {
        match self {
            Algorithm::Minimax => minimax(game, position, limits),
            Algorithm::AlphaBeta => alphabeta(game, position, limits),
            Algorithm::Negamax => negamax(game, position, limits),
            Algorithm::Memo => memo(game, position, limits),
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Algorithm::Minimax => "minimax",
            Algorithm::AlphaBeta => "alphabeta",
            Algorithm::Negamax => "negamax",
            Algorithm::Memo => "memo",
        })
    }
}

impl FromStr for Algorithm {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        one_of(&Algorithm::ALL, text, "a search", "a search is minimax, alphabeta, negamax or memo")
    }
}
