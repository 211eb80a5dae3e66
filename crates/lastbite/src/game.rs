//! What every game here has in common: the trait [`Game`], an [`Outcome`], why a move is illegal, and a
//! [`Standing`].
//!
//! All of them follow one rule: *take a piece and everything beyond it; if nothing is left that you can
//! sensibly take, you have lost.*

mod size;

use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::ops::Not;
use std::str::FromStr;

use thiserror::Error;

pub use size::{Purpose, TooLarge};

/// The rules of one game: its size, its start, which moves there are and what they leave.
///
/// A `Game` is the rules; a [`Position`](Game::Position) is plain data and holds only what decides the
/// future. The player who has no move has lost, unless [`final_outcome`](Game::final_outcome) says otherwise.
/// Unless you write a solver, use a [`Standing`]: a position that was checked against its game when it was
/// made.
///
/// # Blunders
///
/// A person may also do the one thing that loses on the spot: bite the poison of Chomp, or take the last
/// stone of misère Nim. Such a [blunder](Game::is_blunder) is never among the [`moves`](Game::moves), so no
/// solver ever considers it; [`Match`](crate::play::Match) lets a person play it, and lose.
///
/// # Laws
///
/// The functions of `lastbite::laws`, in the feature `laws`, check them for every game, from outside too:
///
/// 1. [`play`](Game::play) accepts exactly the moves that [`moves`](Game::moves) lists.
/// 2. No move is listed twice. All blunders are listed by [`blunders`](Game::blunders), and only there.
/// 3. Every move makes the position smaller: [`size`](Game::size) falls, so every game ends.
/// 4. Games, positions and moves survive the trip to text and back: a game is written by its [`Display`], and
///    writes its [positions](Game::write_position) and its [moves](Game::write_move) itself, because they may
///    have names that only the game knows.
/// 5. [`stalling_move`](Game::stalling_move) is a listed move, and there is one exactly while there are
///    moves; no listed move is less [hasty](Game::haste). No two moves of a position are equally hasty, so
///    there is one way to stall, and the first number of a haste is what the [`size`](Game::size) loses.
/// 6. The game [admits](Game::admits) its start and every position that its moves lead to.
pub trait Game:
    Clone + Eq + Hash + Debug + Display + FromStr<Err: Error + Send + Sync + 'static> + Send + Sync + 'static
{
    /// What decides the future of the game.
    type Position: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// One move. It is cloned, not copied, so that the move of one game can hold the move of another.
    type Move: Clone + Eq + Ord + Hash + Debug + Send + Sync + 'static;
    /// What only the rules of this game forbid.
    type Illegal: Error + Clone + PartialEq + Send + Sync + 'static;
    /// Why a text or a position is not one of this game's.
    type NotAPosition: Error + Clone + PartialEq + Send + Sync + 'static;
    /// Why a text is not a move.
    type NotAMove: Error + Clone + PartialEq + Send + Sync + 'static;

    /// Returns the position the game begins with.
    fn start(&self) -> Self::Position;

    /// Lists the sensible moves of a position, in a fixed order and each once.
    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move>;

    /// Plays a move that is known to be among [`moves`](Game::moves).
    ///
    /// Any other move leaves an unspecified position; it never panics.
    fn play_unchecked(&self, position: &Self::Position, mv: &Self::Move) -> Self::Position;

    /// Fails with the reason if a move is not among [`moves`](Game::moves).
    fn check(&self, position: &Self::Position, mv: &Self::Move) -> Result<(), IllegalMove<Self::Illegal>>;

    /// Fails with the reason if a position cannot occur in this game.
    fn admits(&self, position: &Self::Position) -> Result<(), Self::NotAPosition>;

    /// Reads a position and checks that it can occur in this game.
    fn read_position(&self, text: &str) -> Result<Self::Position, Self::NotAPosition>;

    /// Reads a move as people write it, without looking at any position.
    fn read_move(&self, text: &str) -> Result<Self::Move, Self::NotAMove>;

    /// Writes a position in the notation that [`read_position`](Game::read_position) reads.
    fn write_position(&self, position: &Self::Position) -> String;

    /// Writes a move in the notation that [`read_move`](Game::read_move) reads.
    fn write_move(&self, mv: &Self::Move) -> String;

    /// Counts the pieces that are left; every move lowers the count.
    fn size(&self, position: &Self::Position) -> u64;

    /// Returns how hasty a move is: a player who plays for time prefers the smaller of two.
    ///
    /// The number of pieces it takes comes first; a second number, of at most 64 bits in a single game,
    /// breaks ties.
    fn haste(&self, position: &Self::Position, mv: &Self::Move) -> (u64, u128);

    /// Returns the move that takes least, for a losing player who plays for time: the least hasty one.
    ///
    /// This default looks at every move; a game that knows better need not.
    fn stalling_move(&self, position: &Self::Position) -> Option<Self::Move> {
        self.moves(position).min_by_key(|mv| self.haste(position, mv))
    }

    /// Returns the outcome of a position without moves: a loss, unless the opponent has just blundered.
    fn final_outcome(&self, _position: &Self::Position) -> Outcome {
        Outcome::Loss
    }

    /// Says why this game has no misère play; then no sum with it has one either.
    fn never_misere(&self) -> Option<&'static str> {
        None
    }

    /// Lists the [blunders](Game#blunders) of a position, in a fixed order and each once: usually none.
    fn blunders(&self, _position: &Self::Position) -> impl Iterator<Item = Self::Move> {
        std::iter::empty()
    }

    /// Counts the sensible moves of a position.
    fn move_count(&self, position: &Self::Position) -> u64 {
        self.moves(position).count() as u64
    }

    /// Plays a sensible move, or says why it may not be played; a blunder is refused.
    fn play(
        &self,
        position: &Self::Position,
        mv: &Self::Move,
    ) -> Result<Self::Position, IllegalMove<Self::Illegal>> {
        self.check(position, mv)?;
        Ok(self.play_unchecked(position, mv))
    }

    /// Says whether no move is left.
    fn is_over(&self, position: &Self::Position) -> bool {
        self.moves(position).next().is_none()
    }

    /// Says whether a move is a blunder: a person may play it, and loses on the spot.
    fn is_blunder(&self, position: &Self::Position, mv: &Self::Move) -> bool {
        self.check(position, mv) == Err(IllegalMove::Blunder)
    }
}

/// Who wins under perfect play, from the view of the player to move.
///
/// ```
/// use lastbite::Outcome;
/// assert_eq!(!Outcome::Win, Outcome::Loss);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Outcome {
    /// The player to move loses against perfect play (a P-position).
    Loss,
    /// The player to move can force a win (an N-position).
    Win,
}

impl Not for Outcome {
    type Output = Outcome;

    /// Switches sides: a loss for me is a win for you.
    fn not(self) -> Outcome {
        match self {
            Outcome::Win => Outcome::Loss,
            Outcome::Loss => Outcome::Win,
        }
    }
}

impl Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Outcome::Win => "win",
            Outcome::Loss => "loss",
        })
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Ending {
    /// The loser has no sensible move left: only the poison, no stone, or only the stone that loses.
    #[cfg_attr(feature = "serde", serde(rename = "no move left"))]
    NoMoveLeft,
    /// The loser played the move that loses on the spot.
    #[cfg_attr(feature = "serde", serde(rename = "blunder"))]
    Blunder,
    /// The loser gave up.
    #[cfg_attr(feature = "serde", serde(rename = "resigned"))]
    Resigned,
}

/// Why a move may not be played: for a reason common to all games, or because this game forbids it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove<E> {
    /// The game has already ended.
    #[error("the game is over")]
    Over,
    /// The move loses on the spot: a person may play it, a solver never does.
    #[error("that loses at once")]
    Blunder,
    /// The rules of this game forbid it.
    #[error(transparent)]
    ByTheRules(E),
}

/// A game and one of its positions, checked when it was made, so that it need not be checked again.
///
/// ```
/// use lastbite::{Chomp, Standing};
///
/// let bar: Chomp = "chomp:3x4".parse()?;
/// let standing = Standing::start(bar).play(&"2,3".parse()?)?;
/// assert_eq!(standing.position().to_string(), "4,2,2");
/// assert!(Standing::read(bar, "5,5").is_err(), "that is larger than the bar");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Standing<G: Game> {
    game: G,
    position: G::Position,
}

impl<G: Game> Standing<G> {
    /// Takes a position that can occur in the game.
    pub fn new(game: G, position: G::Position) -> Result<Self, G::NotAPosition> {
        game.admits(&position)?;
        Ok(Standing { game, position })
    }

    /// Takes a position that is known to occur in the game.
    pub(crate) fn unchecked(game: G, position: G::Position) -> Self {
        Standing { game, position }
    }

    /// Takes the start of the game.
    pub fn start(game: G) -> Self {
        let position = game.start();
        Standing { game, position }
    }

    /// Reads a position of the game.
    pub fn read(game: G, text: &str) -> Result<Self, G::NotAPosition> {
        let position = game.read_position(text)?;
        Ok(Standing { game, position })
    }

    /// Returns the rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the position.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// Lists the sensible moves.
    pub fn moves(&self) -> impl Iterator<Item = G::Move> {
        self.game.moves(&self.position)
    }

    /// Counts the sensible moves.
    #[must_use]
    pub fn move_count(&self) -> u64 {
        self.game.move_count(&self.position)
    }

    /// Writes the position in the game's notation.
    #[must_use]
    pub fn written(&self) -> String {
        self.game.write_position(&self.position)
    }

    /// Writes a move in the game's notation.
    #[must_use]
    pub fn write_move(&self, mv: &G::Move) -> String {
        self.game.write_move(mv)
    }

    /// Fails with the reason if a move may not be played.
    pub fn check(&self, mv: &G::Move) -> Result<(), IllegalMove<G::Illegal>> {
        self.game.check(&self.position, mv)
    }

    /// Plays a sensible move, or says why it may not be played; a blunder is refused.
    ///
    /// A [`Match`](crate::play::Match) accepts blunders too, because a person may make them.
    pub fn play(&self, mv: &G::Move) -> Result<Self, IllegalMove<G::Illegal>> {
        self.check(mv)?;
        Ok(self.after(mv))
    }

    /// Plays a move that is known to be allowed, or the blunder of a person.
    pub(crate) fn after(&self, mv: &G::Move) -> Self {
        Standing { game: self.game.clone(), position: self.game.play_unchecked(&self.position, mv) }
    }

    /// Counts the pieces that are left.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.game.size(&self.position)
    }

    /// Returns the outcome if no move is left, or nothing while the game continues.
    #[must_use]
    pub fn final_outcome(&self) -> Option<Outcome> {
        self.game.is_over(&self.position).then(|| self.game.final_outcome(&self.position))
    }

    /// Returns the move that takes least, if one is left.
    #[must_use]
    pub fn stalling_move(&self) -> Option<G::Move> {
        self.game.stalling_move(&self.position)
    }
}

impl<G: Game> Display for Standing<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.game, self.written())
    }
}
