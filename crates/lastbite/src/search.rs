//! What the four textbook searches share: their results, their limits, and how they count.
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
//! poison is not a move, so it is not a node; a position that `memo` remembers is looked up, not entered. An
//! [`Observer`] is told of every step, and a [`Tree`] records everything that one saw. The counts are exact
//! and tested:
//!
//! | bar | minimax | alphabeta | negamax | memo |
//! |---|---|---|---|---|
//! | 2x2 | 10 | 10 | 10 | 5 |
//! | 2x3 | 58 | 46 | 46 | 9 |
//!
//! If the search may bite the poison, it counts more nodes: [`WithBlunders`] does that, and says how many.

mod alphabeta;
mod graph;
mod memo;
mod minimax;
mod negamax;
mod observer;
mod steps;
mod tree;
mod with_blunders;

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasher, Hash};
use std::str::FromStr;
use std::time::Duration;

use lastbite_work::threads::has_room;
use thiserror::Error;

use crate::effort::{Effort, Stopped};
use crate::game::{Game, Outcome};
use crate::notation::{UnknownName, grouped, named};

pub use alphabeta::alphabeta;
pub use graph::{Arrow, Graph, Spot, Way};
pub use memo::memo;
pub use minimax::minimax;
pub use negamax::negamax;
pub use observer::Observer;
pub use steps::Step;
pub use tree::{Kind, Node, Tree, Worth, tree_size};
pub use with_blunders::WithBlunders;

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Searched<M> {
    /// Who wins, from the view of the player to move.
    pub outcome: Outcome,
    /// A move that wins, or nothing if none does.
    pub best: Option<M>,
    /// The move that the pseudocode of the search returns; minimax names one even in a lost position.
    pub action: Option<M>,
    /// How many nodes the search visited.
    pub nodes: u64,
    /// How many positions it remembered; only `memo` remembers any.
    pub stored: u64,
    /// How many moves the deepest line had.
    pub deepest: u64,
    /// How long it took.
    pub time: Duration,
}

impl<M> Searched<M> {
    /// Converts the moves, to their written form for example.
    pub fn map<N>(self, name: impl Fn(M) -> N) -> Searched<N> {
        let Searched { outcome, best, action, nodes, stored, deepest, time } = self;
        Searched { outcome, best: best.map(&name), action: action.map(&name), nodes, stored, deepest, time }
    }
}

/// A search that had to stop before it knew the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the search was stopped after {} nodes, before it knew the answer: {why}", grouped(*.nodes))]
pub struct Unfinished {
    /// Why it had to stop.
    pub why: Stopped,
    /// How many nodes it had visited.
    pub nodes: u64,
}

/// Returns how many nodes of a game of this many pieces [`memo`] visits in a few seconds.
///
/// The limit is in nodes, not in time, so that a game can be repeated exactly on any machine.
#[must_use]
pub fn a_few_seconds(pieces: u64) -> u64 {
    400_000_000 / (300 + pieces)
}

/// Counts nodes and depth, and holds a search to its effort.
pub(crate) struct Meter<'a> {
    effort: &'a Effort,
    most: u64,
    /// After how many nodes the effort is asked again.
    every: u64,
    /// The bytes that a position stores besides its entry in a table.
    elsewhere: u64,
    started: Duration,
    nodes: u64,
    deepest: u64,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(effort: &'a Effort) -> Self {
        Meter {
            effort,
            most: effort.nodes_allowed().unwrap_or(u64::MAX),
            // Reading the clock costs more than a node, so it is read only now and then.
            every: 256,
            elsewhere: 64,
            started: effort.clock_used().now(),
            nodes: 0,
            deepest: 0,
        }
    }

    /// Makes a meter for a search that begins with so many pieces: a node of a large game takes longer, and
    /// more memory.
    pub(crate) fn of(pieces: u64, effort: &'a Effort) -> Self {
        let every = ((1 << 14) / (pieces + 1)).clamp(1, 256);
        Meter { every, elsewhere: 64 + 4 * pieces, ..Meter::new(effort) }
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a node, or says that the search may not enter it.
    #[inline]
    pub(crate) fn enter(&mut self, depth: u64) -> Result<(), Unfinished> {
        if self.nodes >= self.most {
            return Err(self.stopped(Stopped::OutOfNodes));
        }
        if self.nodes.is_multiple_of(self.every) {
            self.effort.check().map_err(|why| self.stopped(why))?;
            self.effort.report_nodes(self.nodes);
            // What a position stores is too small to ask for each time.
            if self.nodes.is_multiple_of(16 * self.every) && !has_room() {
                return Err(self.stopped(Stopped::OutOfMemory));
            }
        }
        if depth > self.deepest {
            // The stack grows with the depth, and the system may have no more room for it.
            const DEEPER: u64 = 256;
            if depth.is_multiple_of(DEEPER) && !has_room() {
                return Err(self.stopped(Stopped::OutOfMemory));
            }
            self.deepest = depth;
        }
        self.nodes += 1;
        Ok(())
    }

    fn stopped(&self, why: Stopped) -> Unfinished {
        Unfinished { why, nodes: self.nodes }
    }

    /// Makes room to remember one more position, or fails if there is none.
    #[inline]
    pub(crate) fn remember<P: Eq + Hash, V, S: BuildHasher>(
        &self,
        known: &mut HashMap<P, V, S>,
    ) -> Result<(), Unfinished> {
        if known.len() < known.capacity() {
            return Ok(());
        }
        // The entry in the table, which doubles when it is full, and what a position stores elsewhere.
        const FEW: usize = 1 << 15;
        let entry = size_of::<(P, V)>() as u64 * 3 + self.elsewhere;
        let needed = (2 * known.len() as u64).saturating_mul(entry);
        let fits = known.len() < FEW || needed <= self.effort.memory_allowed();
        if fits && known.try_reserve(1).is_ok() { Ok(()) } else { Err(self.stopped(Stopped::OutOfMemory)) }
    }

    /// Reports what was found; in a won position, the returned move wins.
    pub(crate) fn report<M: Clone>(&self, outcome: Outcome, action: Option<M>, stored: u64) -> Searched<M> {
        Searched {
            outcome,
            best: action.clone().filter(|_| outcome == Outcome::Win),
            action,
            nodes: self.nodes,
            stored,
            deepest: self.deepest,
            time: self.effort.clock_used().since(self.started),
        }
    }
}

/// Makes a recursive call on a stack that grows as needed: a game of 99x99 can last 9800 moves.
pub(crate) fn deeper<T>(call: impl FnOnce() -> T) -> T {
    const RED_ZONE: usize = 64 * 1024;
    const MORE: usize = 4 * 1024 * 1024;
    stacker::maybe_grow(RED_ZONE, MORE, call)
}

/// One of the four textbook searches, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
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
    /// All four, the slowest first.
    pub const ALL: [Algorithm; 4] =
        [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Negamax, Algorithm::Memo];

    /// Runs this search.
    pub fn search<G: Game>(
        self,
        game: &G,
        position: &G::Position,
        effort: &Effort,
    ) -> Result<Searched<G::Move>, Unfinished> {
        self.search_watched(game, position, effort, &mut ())
    }

    /// Runs this search with an observer of every step.
    pub fn search_watched<G: Game>(
        self,
        game: &G,
        position: &G::Position,
        effort: &Effort,
        observer: &mut impl Observer<G>,
    ) -> Result<Searched<G::Move>, Unfinished> {
        match self {
            Algorithm::Minimax => minimax::watched(game, position, effort, observer),
            Algorithm::AlphaBeta => alphabeta::watched(game, position, effort, observer),
            Algorithm::Negamax => negamax::watched(game, position, effort, observer),
            Algorithm::Memo => memo::watched(game, position, effort, observer),
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
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        named(&Algorithm::ALL, text, "a search", "a search is minimax, alphabeta, negamax or memo")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_seconds_are_so_many_nodes_on_every_machine() {
        assert_eq!([100, 700, 9_700].map(a_few_seconds), [1_000_000, 400_000, 40_000]);
    }

    /// Remembers numbers until there is no room for another.
    fn filled(memory: u64) -> HashMap<u64, u64> {
        let effort = Effort::unlimited().memory(memory);
        let (meter, mut known) = (Meter::new(&effort), HashMap::new());
        while meter.remember(&mut known).is_ok() {
            known.insert(known.len() as u64, 0);
            assert!(known.len() < 1_000_000, "nothing holds it to {memory} bytes");
        }
        known
    }

    #[test]
    fn what_is_remembered_is_held_to_the_memory_when_the_table_grows() {
        let least = filled(1);
        assert!(least.len() > 1 << 15, "this many are always remembered");
        assert_eq!(least.len(), least.capacity(), "what has a place is remembered");
        // Twice as many, each of 16 bytes, three times that and 64 bytes elsewhere.
        let grown = 2 * least.len() as u64 * (3 * 16 + 64);
        assert_eq!(filled(grown - 1).len(), least.len());
        assert!(filled(grown).len() >= 2 * least.len());
    }
}
