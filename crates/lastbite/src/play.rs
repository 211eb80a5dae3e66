//! A game between two players: whose turn it is, what was played and why, undo and redo, who won and how.

mod computer;
mod lesson;
mod player;
mod puzzle;
mod rating;
#[cfg(feature = "serde")]
mod record;
#[cfg(all(feature = "serde", feature = "files"))]
pub mod record_file;
mod review;
mod session;
mod worksheet;

use std::time::Duration;

use crate::game::{Ending, Game, IllegalMove, Outcome, Standing};
use crate::knowledge::{Unknown, WhyNot};

pub use crate::description::LessonStep;
pub use crate::game::TooLarge;
pub use computer::{Computer, Engine, Reply};
pub use lastbite_work::Dice;
pub use lesson::lesson;
pub use player::{Level, Player, Side};
pub use puzzle::{Difficulty, MOST_POSITIONS, Puzzle, PuzzleError, Tried as TriedPuzzle};
pub use rating::ratings;
#[cfg(feature = "serde")]
pub use record::{Record, RecordError};
pub use review::{Review, ReviewedMove, Tally};
#[cfg(feature = "serde")]
pub use session::WrittenEvent;
pub use session::{About, Action, ActionError, Event, Hint, Refusal, Session, Settings, Task, Thought};
pub use worksheet::Worksheet;

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Verdict {
    /// Who won.
    pub winner: Side,
    /// Why.
    pub ending: Ending,
}

/// Why the computer played a move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// It wins, whatever the other side does.
    Wins,
    /// The position is lost, and this holds out longest or takes least.
    HoldsOut,
    /// It slipped, as its level does now and then.
    Slipped,
    /// It does not know who wins, and why not.
    Guesses(Unknown),
}

impl Why {
    /// Returns the reason for a word, or nothing if there is none.
    ///
    /// A word does not say why the computer had to guess, so that is lost.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        let guesses = Why::Guesses(Unknown::because(WhyNot::NotMine));
        [Why::Wins, Why::HoldsOut, Why::Slipped, guesses].into_iter().find(|why| why.word() == word)
    }

    /// Returns the word for it.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Why::Wins => "wins",
            Why::HoldsOut => "holds out",
            Why::Slipped => "slips",
            Why::Guesses(_) => "guesses",
        }
    }
}

/// What is known about who could win at some point of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Judgement {
    /// It was not asked.
    #[default]
    NotAsked,
    /// It was asked, and could not be found.
    OutOfReach,
    /// It is known.
    Known(Outcome),
}

impl Judgement {
    /// Returns the outcome, if it is known.
    #[must_use]
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Judgement::Known(outcome) => Some(outcome),
            Judgement::NotAsked | Judgement::OutOfReach => None,
        }
    }
}

/// What is kept besides a move: the thinking behind it, and what it was worth.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Note {
    /// How long it took to decide.
    pub time: Duration,
    /// How many nodes the computer visited; nothing for a person.
    pub nodes: Option<u64>,
    /// Why the computer played it; nothing for a person.
    pub why: Option<Why>,
    /// Who could win before the move, from the view of the player who made it.
    pub before: Judgement,
    /// Who can win after it, from the view of the same player.
    pub after: Judgement,
}

impl Note {
    /// Notes how long a person took.
    #[must_use]
    pub fn of_a_person(time: Duration) -> Self {
        Note { time, ..Note::default() }
    }
}

/// A move of a match, where it was made, and why.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Turn<G: Game> {
    /// Who moved.
    pub side: Side,
    /// What they played.
    pub mv: G::Move,
    /// The position they moved in.
    pub before: G::Position,
    /// The position they left.
    pub after: G::Position,
    /// What is known about the thinking behind it.
    pub note: Note,
}

/// A match: a game, two players, and everything played so far.
///
/// ```
/// use lastbite::{Chomp, Ending, play::Match, Player, Standing};
///
/// let start = Standing::start(Chomp::new(2, 2)?);
/// let mut game = Match::new(start, [Player::human("Ada"), Player::human("Bob")]);
/// for bite in ["2,2", "1,2", "2,1"] {
///     game.play(bite.parse()?)?;
/// }
/// let verdict = game.verdict().expect("only the poison is left");
/// assert_eq!(game.player(verdict.winner).name(), "Ada");
/// assert_eq!(verdict.ending, Ending::NoMoveLeft);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    players: [Player; 2],
    start: Standing<G>,
    turns: Vec<Turn<G>>,
    undone: Vec<Turn<G>>,
    resigned: Option<Side>,
}

impl<G: Game> Match<G> {
    /// Begins a match; the first of the players moves first.
    #[must_use]
    pub fn new(start: Standing<G>, players: [Player; 2]) -> Self {
        Match { players, start, turns: Vec::new(), undone: Vec::new(), resigned: None }
    }

    /// Returns the rules.
    pub fn game(&self) -> &G {
        self.start.game()
    }

    /// Returns the start of the match.
    pub fn start(&self) -> &Standing<G> {
        &self.start
    }

    /// Returns the position now.
    pub fn position(&self) -> &G::Position {
        self.turns.last().map_or(self.start.position(), |turn| &turn.after)
    }

    /// Returns the current standing.
    pub fn standing(&self) -> Standing<G> {
        self.standing_at(self.position())
    }

    /// Returns the standing at one of the positions of this match.
    pub(crate) fn standing_at(&self, position: &G::Position) -> Standing<G> {
        Standing::new(self.game().clone(), position.clone()).expect("a game admits what its moves lead to")
    }

    /// Returns a player.
    pub fn player(&self, side: Side) -> &Player {
        &self.players[side.index()]
    }

    /// Replaces the player of a side from now on.
    pub fn set_player(&mut self, side: Side, player: Player) {
        self.players[side.index()] = player;
    }

    /// Returns whose turn it is.
    #[must_use]
    pub fn to_move(&self) -> Side {
        self.turns.last().map_or(Side::First, |turn| turn.side.other())
    }

    /// Returns every move made, oldest first.
    pub fn history(&self) -> &[Turn<G>] {
        &self.turns
    }

    /// Counts the moves that [`redo`](Match::redo) can make again.
    #[must_use]
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    /// Plays a move for the player whose turn it is; a blunder is accepted and loses.
    pub fn play(&mut self, mv: G::Move) -> Result<(), IllegalMove<G::Illegal>> {
        self.play_noted(mv, Note::default())
    }

    /// Plays a move and keeps a note about it.
    pub fn play_noted(&mut self, mv: G::Move, note: Note) -> Result<(), IllegalMove<G::Illegal>> {
        if self.verdict().is_some() {
            return Err(IllegalMove::Over);
        }
        match self.game().check(self.position(), &mv) {
            Ok(()) | Err(IllegalMove::Blunder) => {}
            Err(illegal) => return Err(illegal),
        }
        let before = self.position().clone();
        let after = self.game().play_unchecked(&before, &mv);
        self.turns.push(Turn { side: self.to_move(), mv, before, after, note });
        self.undone.clear();
        Ok(())
    }

    /// Returns the note of a turn, so that it can be completed.
    pub(crate) fn note_mut(&mut self, turn: usize) -> Option<&mut Note> {
        self.turns.get_mut(turn).map(|turn| &mut turn.note)
    }

    /// Resigns for one side; a match that is over stays as it is.
    pub fn resign(&mut self, side: Side) {
        if self.verdict().is_none() {
            self.resigned = Some(side);
        }
    }

    /// Takes back the last move or a resignation, and says whether there was one.
    pub fn undo(&mut self) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        let last = self.turns.pop();
        let undone = last.is_some();
        self.undone.extend(last);
        undone
    }

    /// Makes the last move that was taken back again, and says whether there was one.
    pub fn redo(&mut self) -> bool {
        if self.resigned.is_some() {
            return false;
        }
        let next = self.undone.pop();
        let redone = next.is_some();
        self.turns.extend(next);
        redone
    }

    /// Says who won and why, once the match is over.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        if let Some(side) = self.resigned {
            return Some(Verdict { winner: side.other(), ending: Ending::Resigned });
        }
        let position = self.position();
        self.game().is_over(position).then(|| match self.game().final_outcome(position) {
            Outcome::Loss => Verdict { winner: self.to_move().other(), ending: Ending::NoMoveLeft },
            Outcome::Win => Verdict { winner: self.to_move(), ending: Ending::Blunder },
        })
    }
}
