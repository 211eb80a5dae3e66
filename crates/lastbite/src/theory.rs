//! What a game knows of itself: positions whose outcome a theorem tells at once and why, and its own solvers.

mod formula;

use std::fmt::{Debug, Display};

use crate::effort::Effort;
use crate::game::{Game, Outcome};
use crate::knowledge::{DistanceOf, Knowledge, Unknown, WhyNot};

pub use formula::Formula;

/// How long an answer may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Patience {
    /// A moment.
    Moment,
    /// As long as nothing else would know sooner: some seconds.
    Worthwhile,
    /// As long as it takes.
    Endless,
}

/// A game that knows something of itself, be it only how it ends.
///
/// A game brings its own ways to know: theorems, and solvers that are faster than a search. The
/// [`Solver`](crate::Solver) asks them in turn, and a search last; whatever a game knows, everybody knows who
/// asks the solver. What the solvers of a game have found out is [kept](Theory::Kept) by the solver that
/// asked them.
pub trait Theory: Game {
    /// Why a position is lost for the player to move.
    ///
    /// As a sentence it speaks of that player as "the other side": it is told to the one who leaves the
    /// position.
    type Reason: Clone + PartialEq + Debug + Display + Send + Sync + 'static;

    /// What a solver keeps of such games between two questions: `()` where there is nothing to keep.
    type Kept: Kept;

    /// Tells what a theorem says of a position, or nothing where none is known.
    fn theorem(&self, _position: &Self::Position) -> Option<Theorem<Self::Move, Self::Reason>> {
        None
    }

    /// Returns the Grundy value of a position where a theorem tells it.
    fn grundy_value(&self, _position: &Self::Position) -> Option<u32> {
        None
    }

    /// Asks the game's own solvers who wins.
    fn look_up(
        &self,
        _position: &Self::Position,
        _kept: &Self::Kept,
        _patience: Patience,
        _effort: &Effort,
    ) -> Knowledge<Self::Move> {
        Unknown::because(WhyNot::NotMine).into()
    }

    /// Asks the game's own solvers how far a position, and all that can follow it, is from the end; nothing
    /// where they do not reach.
    fn distances(
        &self,
        _position: &Self::Position,
        _kept: &Self::Kept,
        _patience: Patience,
        _effort: &Effort,
    ) -> Result<Option<DistanceOf<Self::Position>>, Unknown> {
        Ok(None)
    }

    /// Asks the game's own solvers for the Grundy value of a position; nothing where they do not reach.
    fn find_grundy_value(
        &self,
        _position: &Self::Position,
        _kept: &Self::Kept,
        _patience: Patience,
        _effort: &Effort,
    ) -> Result<Option<u32>, Unknown> {
        Ok(None)
    }

    /// Says why a position is lost, where no theorem does but the game's own solvers know it within a moment.
    fn find_reason(
        &self,
        _position: &Self::Position,
        _kept: &Self::Kept,
        _effort: &Effort,
    ) -> Option<Self::Reason> {
        None
    }

    /// Counts the positions that are judged where the game is solved whole from here; nothing where it has no
    /// solver that does that. Of positions that are the same by symmetry only one is judged.
    fn judged_whole(&self, _position: &Self::Position) -> Option<u64> {
        None
    }

    /// Lists every position of the game in a fixed order, of those that are the same by symmetry only one;
    /// nothing where there are more than this many, or where it is not known how to list them.
    fn positions(&self, _most: usize) -> Option<Vec<Self::Position>> {
        None
    }
}

/// What a solver keeps of games of one kind, within a bound on its memory.
pub trait Kept: Send + Sync + 'static {
    /// How large a share of the bound these games want beside others; 0 where they keep nothing.
    const SHARE: u64;

    /// Keeps nothing yet, and at most this many bytes later.
    fn keeping(bytes: u64) -> Self;

    /// Counts the bytes that are kept.
    fn bytes(&self) -> u64;

    /// Lets go of everything.
    fn release(&self);
}

/// Keeps nothing.
impl Kept for () {
    const SHARE: u64 = 0;

    fn keeping(_: u64) -> Self {}

    fn bytes(&self) -> u64 {
        0
    }

    fn release(&self) {}
}

/// What a theorem says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theorem<M, R> {
    /// The player to move has lost, and why.
    Lost(R),
    /// The player to move can win, by a move that some theorems name and some do not.
    Won(Option<M>),
}

impl<M, R> Theorem<M, R> {
    /// Returns who wins.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self {
            Theorem::Lost(_) => Outcome::Loss,
            Theorem::Won(_) => Outcome::Win,
        }
    }

    /// Says whether it names a winning move.
    #[must_use]
    pub fn names_its_move(&self) -> bool {
        matches!(self, Theorem::Won(Some(_)))
    }

    /// Says the same of moves and reasons that are called otherwise.
    pub(crate) fn map<N, S>(self, mv: impl FnOnce(M) -> N, reason: impl FnOnce(R) -> S) -> Theorem<N, S> {
        match self {
            Theorem::Lost(why) => Theorem::Lost(reason(why)),
            Theorem::Won(by) => Theorem::Won(by.map(mv)),
        }
    }
}
