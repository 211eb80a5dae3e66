//! The gate of size: how large a game may be, counted before anything is built from it.
//!
//! Whoever takes a game from somebody else asks here first: the program, the server, the page's engine and
//! Python. So none of them meets a game that it can neither draw nor judge, and all say the same sentence.

use thiserror::Error;

use super::{Game, Standing};
use crate::notation::{count_of_numbers, grouped};

/// What a game is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Purpose {
    /// To be played: it is drawn, and every move is kept.
    Play,
    /// To be judged: no more is kept than the answer.
    Judge,
}

impl Purpose {
    /// Returns the most pieces a game may have for it, and the most moves at once.
    ///
    /// A game to play has those of a 99x99 bar, and some more.
    #[must_use]
    pub const fn most(self) -> u64 {
        match self {
            Purpose::Play => 10_000,
            Purpose::Judge => 4_000_000,
        }
    }

    /// Says what it is.
    fn told(self) -> &'static str {
        match self {
            Purpose::Play => "to be played",
            Purpose::Judge => "to be judged",
        }
    }
}

/// Why a game is refused: it is too large for what it is wanted for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TooLarge {
    /// It is larger, or smaller, than games of its kind that people play.
    #[error("{limit}, as in {example}")]
    ForPeople {
        /// What games of its kind have at most.
        limit: String,
        /// A game of its kind that can be played.
        example: &'static str,
    },
    /// It has too many pieces.
    #[error(
        "a game of {} pieces is too large {}; the limit is {}",
        grouped(*.pieces), .purpose.told(), grouped(.purpose.most())
    )]
    Pieces {
        /// How many pieces it has.
        pieces: u64,
        /// What it was wanted for.
        purpose: Purpose,
    },
    /// Its text stands for a longer list than has so many pieces.
    #[error(
        "a list of {} numbers is too long for a game {}; the limit is {}",
        grouped(*.numbers), .purpose.told(), grouped(.purpose.most())
    )]
    Numbers {
        /// How many numbers the text stands for.
        numbers: u64,
        /// What it was wanted for.
        purpose: Purpose,
    },
    /// It has too many moves at once; they are not counted any further.
    #[error("a game of more than {} moves at once is too large {}", grouped(.purpose.most()), .purpose.told())]
    Moves {
        /// What it was wanted for.
        purpose: Purpose,
    },
}

impl TooLarge {
    /// Fails if a text stands for more numbers than a game for this purpose has pieces. Nothing is read.
    ///
    /// # Errors
    ///
    /// When it does.
    pub fn check_text(text: &str, purpose: Purpose) -> Result<(), Self> {
        match count_of_numbers(text) {
            numbers if numbers > purpose.most() => Err(TooLarge::Numbers { numbers, purpose }),
            _ => Ok(()),
        }
    }
}

impl<G: Game> Standing<G> {
    /// Estimates the bytes that this position stores, and any that can follow it.
    ///
    /// Most positions are lists of numbers, which are shorter than their pieces are many.
    pub(crate) fn stored_bytes(&self) -> u64 {
        const LIST: u64 = 64;
        size_of::<G::Position>() as u64 + LIST + 4 * self.size()
    }

    /// Fails if the position has more pieces than are taken for a purpose, or more moves than can be played.
    ///
    /// Nothing is built, and no more moves are looked at than are allowed.
    ///
    /// ```
    /// use lastbite::game::{Purpose, TooLarge};
    /// use lastbite::{AnyGame, Standing};
    ///
    /// let heaps = Standing::start("nim:1000000^100".parse::<AnyGame>()?);
    /// let refused = heaps.check_size(Purpose::Judge).unwrap_err();
    /// assert_eq!(refused.to_string(), "a game of 100,000,000 pieces is too large to be judged; the limit is 4,000,000");
    /// assert_eq!(Standing::start("chomp:99x99".parse::<AnyGame>()?).check_size(Purpose::Play), Ok(()));
    /// # Ok::<(), lastbite::games::GameError>(())
    /// ```
    pub fn check_size(&self, purpose: Purpose) -> Result<(), TooLarge> {
        let (pieces, most) = (self.size(), purpose.most());
        if pieces > most {
            return Err(TooLarge::Pieces { pieces, purpose });
        }
        // Where several pieces are taken at once, there can be more moves than pieces; a rule may judge them all, and
        // whoever lists them asks for the room.
        match purpose == Purpose::Play && self.moves().take(most as usize + 1).count() as u64 > most {
            true => Err(TooLarge::Moves { purpose }),
            false => Ok(()),
        }
    }
}
