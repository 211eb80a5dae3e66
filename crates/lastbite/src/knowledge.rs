//! What is known about a position, or why it is not: two different types, so that they cannot be confused.
//!
//! Anything that knows something is an [`Oracle`]: a [`Formula`](crate::theory::Formula), a bar that was
//! [solved whole](crate::solution), a [`Table`](crate::Table) in a file, a [`Searcher`], a
//! [`Chain`] of these, and the [`Solver`](crate::Solver), which is the usual chain.

mod analysis;
mod chain;
mod reason;
mod searcher;

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use thiserror::Error;

use crate::SolveError;
use crate::effort::{Effort, Stopped, TooLittleMemory};
use crate::game::{Game, Outcome, Standing};
use crate::notation::grouped;

pub(crate) use analysis::best_by_distances;
pub use analysis::{Analysis, JudgedMove, MOST_JUDGED, mex};
pub use chain::Chain;
pub(crate) use chain::first_who_knows;
pub use reason::Reason;
pub use searcher::Searcher;

/// The distance of one position of a game and of everything that can follow it.
pub type DistanceOf<P> = Arc<dyn Fn(&P) -> Option<u32> + Send + Sync>;

/// The Grundy value of one position of a game and of everything that can follow it.
pub type GrundyOf<P> = Arc<dyn Fn(&P) -> Option<u32> + Send + Sync>;

/// What an oracle says about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Knowledge<M> {
    /// Who wins is known.
    Known(Known<M>),
    /// It is not known, and why.
    Unknown(Unknown),
}

impl<M> Knowledge<M> {
    /// Returns what is known, or why nothing is.
    pub fn known(self) -> Result<Known<M>, Unknown> {
        match self {
            Knowledge::Known(known) => Ok(known),
            Knowledge::Unknown(unknown) => Err(unknown),
        }
    }

    /// Returns who wins, if that is known.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Knowledge::Known(known) => Some(known.outcome),
            Knowledge::Unknown(_) => None,
        }
    }

    /// Counts the nodes that were visited for it.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        match self {
            Knowledge::Known(known) => known.nodes,
            Knowledge::Unknown(unknown) => unknown.nodes,
        }
    }

    /// Converts the move.
    pub fn map<N>(self, name: impl FnOnce(M) -> N) -> Knowledge<N> {
        match self {
            Knowledge::Known(known) => Knowledge::Known(known.map(name)),
            Knowledge::Unknown(unknown) => Knowledge::Unknown(unknown),
        }
    }

    /// Adds nodes that were visited before.
    pub(crate) fn after_nodes(mut self, before: u64) -> Self {
        match &mut self {
            Knowledge::Known(known) => known.nodes += before,
            Knowledge::Unknown(unknown) => unknown.nodes += before,
        }
        self
    }
}

impl<M> From<Unknown> for Knowledge<M> {
    fn from(unknown: Unknown) -> Self {
        Knowledge::Unknown(unknown)
    }
}

/// What is known about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Known<M> {
    /// Who wins, from the view of the player to move.
    pub outcome: Outcome,
    /// A best move: one that wins, or in a lost position the one that holds out longest, if the source names
    /// one.
    ///
    /// Every source names a winning move, except the theorem about whole bars, which only proves that there
    /// is one.
    pub best: Option<M>,
    /// How many plies the game lasts when the winner hurries and the loser delays, if that is known.
    pub distance: Option<u32>,
    /// The Grundy value: the size of the Nim heap that the position is worth, if that is known.
    pub grundy: Option<u32>,
    /// The source of this knowledge.
    pub source: Source,
    /// How many positions were visited or looked up for it.
    pub nodes: u64,
}

impl<M> Known<M> {
    /// Converts the move.
    #[must_use]
    pub fn map<N>(self, name: impl FnOnce(M) -> N) -> Known<N> {
        let Known { outcome, best, distance, grundy, source, nodes } = self;
        Known { outcome, best: best.map(name), distance, grundy, source, nodes }
    }

    /// Starts with just the outcome.
    #[must_use]
    pub fn new(outcome: Outcome, source: Source) -> Self {
        Known { outcome, best: None, distance: None, grundy: None, source, nodes: 1 }
    }

    /// Sets a best move.
    #[must_use]
    pub fn with_best(self, best: Option<M>) -> Self {
        Known { best, ..self }
    }

    /// Sets how many nodes were visited.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> Self {
        Known { nodes, ..self }
    }

    /// Says whether a winning move is known to exist, but not which.
    #[must_use]
    pub fn lacks_its_move<G: Game<Move = M>>(&self, standing: &Standing<G>) -> bool {
        self.outcome == Outcome::Win && self.best.is_none() && standing.final_outcome().is_none()
    }
}

/// Where knowledge comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Source {
    /// A theorem.
    Formula,
    /// A bar that was solved whole.
    Sieve,
    /// A long bar of few rows, solved by its own method.
    #[cfg_attr(feature = "serde", serde(rename = "few rows"))]
    FewRows,
    /// A table in a file.
    Table,
    /// A search that ran to its end.
    Search,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Source::Formula => "formula",
            Source::Sieve => "sieve",
            Source::FewRows => "few rows",
            Source::Table => "table",
            Source::Search => "search",
        })
    }
}

/// A position that is not known: why, and how far the work got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// Why it is not known.
    pub why: WhyNot,
    /// How many nodes had been visited by then.
    pub nodes: u64,
}

impl Unknown {
    /// Makes the answer of an oracle that has not searched.
    #[must_use]
    pub fn because(why: WhyNot) -> Self {
        Unknown { why, nodes: 0 }
    }

    /// Says whether the work was cancelled.
    #[must_use]
    pub fn was_cancelled(&self) -> bool {
        self.why == WhyNot::Stopped(Stopped::Cancelled)
    }
}

impl Unknown {
    /// Says whether the work was cancelled or out of time; then asking again gives the same answer.
    #[must_use]
    pub fn was_called_off(&self) -> bool {
        matches!(self.why, WhyNot::Stopped(Stopped::Cancelled | Stopped::OutOfTime))
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.why, self.nodes) {
            (WhyNot::Stopped(why), nodes) if nodes > 0 => {
                write!(f, "it is not known who wins: {why} after {} nodes", grouped(nodes))
            }
            (why, _) => write!(f, "it is not known who wins: {why}"),
        }
    }
}

impl Error for Unknown {}

/// Why a position is not known.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WhyNot {
    /// The oracle knows nothing about such positions.
    #[error("nothing here knows positions like this one")]
    NotMine,
    /// The work was stopped before its end.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// It takes more memory than is allowed.
    #[error(transparent)]
    TooLittleMemory(#[from] TooLittleMemory),
    /// It has too many positions.
    #[error("it has too many positions to be looked through")]
    TooLarge,
    /// A table that should have known it could not be read.
    #[error("a table could not be used: {0}")]
    BadTable(String),
    /// The solution could not be read, or was not kept.
    #[error("what was solved cannot be read: {0}")]
    Unreadable(String),
}

impl From<SolveError> for WhyNot {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Stopped(stopped) => WhyNot::Stopped(stopped),
            SolveError::NoMemory => WhyNot::Stopped(Stopped::OutOfMemory),
            SolveError::TooLittleMemory(why) => WhyNot::TooLittleMemory(why),
            _ => WhyNot::TooLarge,
        }
    }
}

/// Continues without something that is out of reach, for want of memory too, and fails if the work was
/// stopped.
pub(crate) fn if_reached<T>(found: Result<T, WhyNot>) -> Result<Option<T>, Unknown> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(WhyNot::Stopped(stopped @ (Stopped::Cancelled | Stopped::OutOfTime))) => Err(stopped.into()),
        Err(_) => Ok(None),
    }
}

/// Something that knows positions: a formula, a solved bar, a table, a search.
///
/// ```
/// use lastbite::knowledge::{Chain, Searcher};
/// use lastbite::theory::Formula;
/// use lastbite::{Chomp, Effort, knowledge::Oracle, Outcome, Standing};
///
/// let oracle = Chain::new().then(Formula).then(Searcher::default());
/// let start = Standing::start(Chomp::new(4, 5)?);
/// let known = oracle.ask(&start, &Effort::unlimited()).known()?;
/// assert_eq!(known.outcome, Outcome::Win);
/// assert_eq!(known.best.unwrap().to_string(), "3,3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Oracle<G: Game>: Send + Sync {
    /// Returns what is known about a position.
    fn ask(&self, standing: &Standing<G>, effort: &Effort) -> Knowledge<G::Move>;

    /// Returns who wins, and a winning move only if that costs nothing extra.
    fn ask_outcome(&self, standing: &Standing<G>, effort: &Effort) -> Knowledge<G::Move> {
        self.ask(standing, effort)
    }
}

impl<G: Game, O: Oracle<G> + ?Sized> Oracle<G> for &O {
    fn ask(&self, standing: &Standing<G>, effort: &Effort) -> Knowledge<G::Move> {
        (**self).ask(standing, effort)
    }

    fn ask_outcome(&self, standing: &Standing<G>, effort: &Effort) -> Knowledge<G::Move> {
        (**self).ask_outcome(standing, effort)
    }
}

impl<G: Game, O: Oracle<G> + ?Sized> Oracle<G> for Arc<O> {
    fn ask(&self, standing: &Standing<G>, effort: &Effort) -> Knowledge<G::Move> {
        (**self).ask(standing, effort)
    }

    fn ask_outcome(&self, standing: &Standing<G>, effort: &Effort) -> Knowledge<G::Move> {
        (**self).ask_outcome(standing, effort)
    }
}

/// Answers by looking up positions: the first move to a lost one wins. A node is a position that is looked
/// up.
pub(crate) fn by_look_up<G: Game>(
    standing: &Standing<G>,
    source: Source,
    is_lost: impl Fn(&G::Position) -> Result<bool, Unknown>,
) -> Knowledge<G::Move> {
    let (game, position) = (standing.game(), standing.position());
    let mut nodes = 0;
    for mv in game.moves(position) {
        nodes += 1;
        match is_lost(&game.play_unchecked(position, &mv)) {
            Ok(true) => {
                let known = Known::new(Outcome::Win, source).with_best(Some(mv)).with_nodes(nodes);
                return Knowledge::Known(known);
            }
            Ok(false) => {}
            Err(unknown) => return Knowledge::Unknown(Unknown { nodes, ..unknown }),
        }
    }
    let outcome = if nodes == 0 { game.final_outcome(position) } else { Outcome::Loss };
    Knowledge::Known(Known::new(outcome, source).with_nodes(nodes.max(1)))
}
