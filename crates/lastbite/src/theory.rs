//! What a game knows about itself: theorems that decide positions at once, and its own solvers.

mod formula;
pub(crate) mod shelf;

use std::fmt::{Debug, Display};

use crate::effort::Effort;
use crate::game::{Game, Outcome};
use crate::knowledge::{DistanceOf, Knowledge, Unknown, WhyNot};

pub use formula::Formula;

/// How long an answer may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Patience {
    /// A moment.
    Moment,
    /// Some seconds, as long as nothing else would be faster.
    Worthwhile,
    /// As long as it takes.
    Endless,
}

/// A game that knows something about itself.
///
/// A game brings its own theorems, and solvers that are faster than a search. The [`Solver`](crate::Solver)
/// asks them in turn, and a search last, so everyone who asks the solver knows what the game knows. The
/// solver [keeps](Theory::Kept) what the game's solvers have found.
pub trait Theory: Game {
    /// Why a position is lost for the player to move.
    ///
    /// As a sentence it calls that player "the other side", because it is addressed to the player who leaves
    /// the position.
    type Reason: Clone + PartialEq + Debug + Display + Send + Sync + 'static;

    /// What a solver keeps about such games between two questions; `()` if there is nothing to keep.
    type Kept: Kept;

    /// Returns what a theorem says about a position, or nothing if none applies.
    fn theorem(&self, _position: &Self::Position) -> Option<Theorem<Self::Move, Self::Reason>> {
        None
    }

    /// Returns the Grundy value of a position if a theorem gives it.
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

    /// Asks the game's own solvers for the distance of a position and of all that can follow it; nothing if
    /// it is beyond them.
    fn distances(
        &self,
        _position: &Self::Position,
        _kept: &Self::Kept,
        _patience: Patience,
        _effort: &Effort,
    ) -> Result<Option<DistanceOf<Self::Position>>, Unknown> {
        Ok(None)
    }

    /// Asks the game's own solvers for the Grundy value of a position; nothing if it is beyond them.
    fn find_grundy_value(
        &self,
        _position: &Self::Position,
        _kept: &Self::Kept,
        _patience: Patience,
        _effort: &Effort,
    ) -> Result<Option<u32>, Unknown> {
        Ok(None)
    }

    /// Says why a position is lost, if no theorem does but the game's own solvers know it within a moment.
    fn find_reason(
        &self,
        _position: &Self::Position,
        _kept: &Self::Kept,
        _effort: &Effort,
    ) -> Option<Self::Reason> {
        None
    }

    /// Counts the positions that solving the whole game from here would judge; nothing if it has no such
    /// solver. Of positions that are the same by symmetry only one is judged.
    fn judged_whole(&self, _position: &Self::Position) -> Option<u64> {
        None
    }

    /// Lists every position of the game in a fixed order, with only one of those that are the same by
    /// symmetry; nothing if there are more than this many, or the game cannot list them at once.
    fn positions(&self, _most: usize) -> Option<Vec<Self::Position>> {
        None
    }
}

/// What a solver keeps about games of one kind, within a memory limit.
pub trait Kept: Send + Sync + 'static {
    /// How large a share of the limit these games want compared with others; 0 if they keep nothing.
    fn share() -> u64;

    /// Starts empty, and will keep at most this many bytes.
    fn keeping(bytes: u64) -> Self;

    /// Counts the bytes that are kept.
    fn bytes(&self) -> u64;

    /// Frees everything.
    fn release(&self);
}

/// Keeps nothing.
impl Kept for () {
    fn share() -> u64 {
        0
    }

    fn keeping(_: u64) -> Self {}

    fn bytes(&self) -> u64 {
        0
    }

    fn release(&self) {}
}

/// What a theorem says about a position.
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

    /// Converts the moves and reasons.
    pub(crate) fn map<N, S>(self, mv: impl FnOnce(M) -> N, reason: impl FnOnce(R) -> S) -> Theorem<N, S> {
        match self {
            Theorem::Lost(why) => Theorem::Lost(reason(why)),
            Theorem::Won(by) => Theorem::Won(by.map(mv)),
        }
    }
}
