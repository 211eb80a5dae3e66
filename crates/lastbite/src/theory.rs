//! What is known by heart of a game: positions whose outcome a theorem tells at once, and why.

use std::fmt::{Debug, Display};

use crate::game::{Game, Outcome};

/// A game of which something is known by heart, be it only how it ends.
pub trait Theory: Game {
    /// Why a position is lost for the player to move.
    ///
    /// As a sentence it speaks of that player as "the other side": it is told to the one who leaves the position.
    type Reason: Clone + PartialEq + Debug + Display + Send + Sync + 'static;

    /// Tells what a theorem says of a position, or nothing where none is known.
    fn theorem(&self, position: &Self::Position) -> Option<Theorem<Self::Move, Self::Reason>>;

    /// Returns the Grundy value of a position where a theorem tells it.
    fn grundy_value(&self, _position: &Self::Position) -> Option<u32> {
        None
    }
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
