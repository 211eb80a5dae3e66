//! Why a move wins: because of what it leaves, so a reason says why that is lost.

use std::fmt;

/// Why a position is lost for the player to move, addressed to the player who leaves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason<R> {
    /// A theorem of the game says so.
    Theorem(R),
    /// No theorem, but every move was looked at and each has an answer.
    EveryMoveAnswered {
        /// How many moves there are.
        moves: usize,
    },
}

impl<R: fmt::Display> fmt::Display for Reason<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Theorem(reason) => reason.fmt(f),
            Reason::EveryMoveAnswered { moves: 1 } => {
                write!(f, "your opponent has only one move, and there is an answer to it")
            }
            Reason::EveryMoveAnswered { moves } => {
                write!(f, "your opponent has {moves} moves, and there is an answer to each of them")
            }
        }
    }
}
