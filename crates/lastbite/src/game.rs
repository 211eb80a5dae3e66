//! What every game here has in common: the trait [`Game`], an [`Outcome`], and the errors of play.
//!
//! All of them are one act: *take a piece and everything beyond it; nothing left that you may sensibly
//! take, and you have lost.*

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::Not;

use thiserror::Error;

/// The rules of one game: its size, its start, which moves there are and what they leave.
///
/// A `Game` is the rules; a [`Position`](Game::Position) is plain data and holds nothing but what decides
/// the future. The player who finds no move has lost, unless [`final_outcome`](Game::final_outcome) says
/// otherwise.
///
/// # Blunders
///
/// A person may also do the one thing that loses on the spot: bite the poison of Chomp, or take the last
/// stone of misère Nim. Such a [blunder](Game::is_blunder) is never among the [`moves`](Game::moves), so no
/// solver ever considers it; [`Match`](crate::Match) lets a person play it, and lose.
///
/// # Laws
///
/// Tested for every game in `tests/laws.rs`:
///
/// 1. [`play`](Game::play) accepts exactly the moves that [`moves`](Game::moves) lists.
/// 2. No move is listed twice, and no blunder is listed.
/// 3. Every move makes the position smaller: [`size`](Game::size) falls, so every game ends.
/// 4. Games, positions and moves survive the trip to text and back.
/// 5. [`stalling_move`](Game::stalling_move) is a listed move, and there is one exactly while there are moves.
pub trait Game: Clone + Eq + Debug + Display {
    /// What decides the future of the game.
    type Position: Clone + Eq + Hash + Debug + Display;
    /// One move.
    type Move: Copy + Eq + Ord + Hash + Debug + Display;

    /// Returns the position the game begins with.
    fn start(&self) -> Self::Position;

    /// Lists the sensible moves of a position, in a fixed order and each once.
    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move>;

    /// Plays a move that is known to be among [`moves`](Game::moves).
    ///
    /// Any other move leaves an unspecified position; it never panics.
    fn play_unchecked(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// Says why a move may not be played, or nothing if it is among [`moves`](Game::moves).
    fn check(&self, position: &Self::Position, mv: Self::Move) -> Result<(), IllegalMove>;

    /// Reads a position and checks that it can occur in this game.
    fn position(&self, text: &str) -> Result<Self::Position, ParseError>;

    /// Reads a move as people write it, without looking at any position.
    fn parse_move(&self, text: &str) -> Result<Self::Move, ParseError>;

    /// Counts the pieces that are left: every move lowers it.
    fn size(&self, position: &Self::Position) -> usize;

    /// Returns a move that takes as little as possible, for a player who is lost and plays for time.
    fn stalling_move(&self, position: &Self::Position) -> Option<Self::Move>;

    /// Returns the outcome of a position without moves: a loss, unless the opponent has just blundered.
    fn final_outcome(&self, position: &Self::Position) -> Outcome;

    /// Plays a move, or says why it may not be played.
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Result<Self::Position, IllegalMove> {
        self.check(position, mv)?;
        Ok(self.play_unchecked(position, mv))
    }

    /// Says whether no move is left.
    fn is_over(&self, position: &Self::Position) -> bool {
        self.moves(position).next().is_none()
    }

    /// Says whether a person may play this and loses on the spot by it.
    fn is_blunder(&self, position: &Self::Position, mv: Self::Move) -> bool {
        self.check(position, mv) == Err(IllegalMove::Blunder)
    }
}

/// Who wins under perfect play, seen by the player to move.
///
/// ```
/// use lastbite::Outcome;
/// assert_eq!(!Outcome::Win, Outcome::Loss);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The player to move loses against perfect play (a P-position).
    Loss,
    /// The player to move can force a win (an N-position).
    Win,
}

impl Not for Outcome {
    type Output = Outcome;

    /// Turns the board around: a loss for me is a win for you.
    fn not(self) -> Outcome {
        match self {
            Outcome::Win => Outcome::Loss,
            Outcome::Loss => Outcome::Win,
        }
    }
}

impl Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Outcome::Win => "win",
            Outcome::Loss => "loss",
        })
    }
}

/// Why a move may not be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// The square or heap does not exist in this game.
    #[error("{what} is not there: {accepted}")]
    OffTheBoard {
        /// What was asked for.
        what: Place,
        /// What there is.
        accepted: Extent,
    },
    /// The square has been eaten, or the heap is empty.
    #[error("{0} has already been taken")]
    AlreadyTaken(Place),
    /// The heap does not hold that many stones.
    #[error("there are not {asked} stones in heap {heap}, only {left}")]
    TooMany {
        /// The heap, counted from 1.
        heap: u8,
        /// How many stones were asked for.
        asked: u8,
        /// How many are left.
        left: u8,
    },
    /// A take of no stones.
    #[error("take at least one stone")]
    Nothing,
    /// The move loses on the spot: a person may play it, a solver never does.
    #[error("that loses at once")]
    Blunder,
    /// The game has already ended.
    #[error("the game is over")]
    Over,
}

/// A place that a move can name: a square of a bar or a heap of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A square of a bar, row and column counted from 1.
    Square(u8, u8),
    /// A heap, counted from 1.
    Heap(u8),
}

impl Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Place::Square(row, col) => write!(f, "square {row},{col}"),
            Place::Heap(heap) => write!(f, "heap {heap}"),
        }
    }
}

/// How far the places of a game go, for error messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A bar of so many rows and columns.
    Bar(u8, u8),
    /// So many heaps.
    Heaps(u8),
}

impl Display for Extent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Extent::Bar(rows, cols) => write!(f, "rows are 1 to {rows} and columns 1 to {cols}"),
            Extent::Heaps(heaps) => write!(f, "heaps are 1 to {heaps}"),
        }
    }
}

/// A text that is not a game, a position or a move; it says what was wrong and what is accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{wrong}; {accepted}")]
pub struct ParseError {
    /// What was wrong, quoting what was given.
    pub wrong: String,
    /// What would have been accepted.
    pub accepted: String,
}

impl ParseError {
    /// Makes an error from what was wrong and what is accepted.
    pub fn new(wrong: impl Into<String>, accepted: impl Into<String>) -> Self {
        ParseError { wrong: wrong.into(), accepted: accepted.into() }
    }
}

/// Finds the thing of that name among all there are.
pub(crate) fn one_of<T: Copy + Display>(
    all: &[T],
    text: &str,
    what: &str,
    accepted: &str,
) -> Result<T, ParseError> {
    let name = text.trim();
    let found = all.iter().find(|thing| thing.to_string() == name);
    found.copied().ok_or_else(|| ParseError::new(format!("{} is not {what}", quoted(name)), accepted))
}

/// Quotes what somebody typed, shortened so that an error stays one readable line.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    let clean: String = text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if clean.chars().count() <= LONGEST {
        format!("'{clean}'")
    } else {
        let start: String = clean.chars().take(LONGEST).collect();
        format!("'{start}…'")
    }
}
