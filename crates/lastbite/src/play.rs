//! A game between two players: whose turn it is, what was played, undo and redo, who won and why.

use std::fmt;
use std::str::FromStr;

use crate::game::{Game, IllegalMove, Outcome, ParseError, one_of};

/// One of the two players of a match, by the order in which they move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player who makes the first move.
    First,
    /// The player who answers it.
    Second,
}

impl Side {
    /// Returns the opponent.
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    fn index(self) -> usize {
        match self {
            Side::First => 0,
            Side::Second => 1,
        }
    }
}

/// How well the computer plays.
///
/// Below perfect it slips now and then: with the probability of its level it plays any legal move, each as
/// likely as another. It never bites the poison while there is another move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Level {
    /// Slips in half of its moves.
    Easy,
    /// Slips in one move of five.
    Medium,
    /// Slips in one move of twenty.
    Strong,
    /// Never slips.
    #[default]
    Perfect,
}

impl Level {
    /// Every level, from the weakest to the strongest.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Strong, Level::Perfect];

    /// Returns the probability that one move is a slip.
    pub fn slip(self) -> f64 {
        match self {
            Level::Easy => 0.5,
            Level::Medium => 0.2,
            Level::Strong => 0.05,
            Level::Perfect => 0.0,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Strong => "strong",
            Level::Perfect => "perfect",
        })
    }
}

impl FromStr for Level {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        one_of(&Level::ALL, text, "a level", "a level is easy, medium, strong or perfect")
    }
}

/// Somebody who plays: a person, or the computer at some level, with a name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Player {
    /// What the player is called.
    pub name: String,
    /// How well the computer plays; nothing for a person.
    pub level: Option<Level>,
}

impl Player {
    /// Makes a person.
    pub fn human(name: impl Into<String>) -> Self {
        Player { name: name.into(), level: None }
    }

    /// Makes a computer that plays at a level.
    pub fn computer(name: impl Into<String>, level: Level) -> Self {
        Player { name: name.into(), level: Some(level) }
    }

    /// Says whether the computer plays.
    pub fn is_computer(&self) -> bool {
        self.level.is_some()
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

/// Why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The loser has no sensible move left: only the poison, no stone, or only the stone that loses.
    NoMoveLeft,
    /// The loser played the move that loses on the spot.
    Blunder,
    /// The loser gave up.
    Resigned,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Verdict {
    /// Who won.
    pub winner: Side,
    /// Why.
    pub ending: Ending,
}

/// A move that was made in a match, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn<G: Game> {
    /// Who moved.
    pub side: Side,
    /// What they played.
    pub mv: G::Move,
    /// The position they moved in.
    pub before: G::Position,
    /// The position they left.
    pub after: G::Position,
}

/// A match: a game, two players, and everything played so far.
///
/// ```
/// use lastbite::{Chomp, Ending, Match, Player, Side, Square};
/// let chomp = Chomp::new(2, 2).unwrap();
/// let mut game = Match::new(chomp, [Player::human("Ada"), Player::human("Bob")]);
/// for bite in [(2, 2), (1, 2), (2, 1)] {
///     game.play(Square::from(bite)).unwrap();
/// }
/// let verdict = game.verdict().unwrap();
/// assert_eq!(game.player(verdict.winner).name, "Ada");
/// assert_eq!(verdict.ending, Ending::NoMoveLeft);
/// ```
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    game: G,
    players: [Player; 2],
    start: G::Position,
    turns: Vec<Turn<G>>,
    undone: Vec<Turn<G>>,
    resigned: Option<Side>,
}

impl<G: Game> Match<G> {
    /// Begins a match from the start of the game; the first of the players moves first.
    pub fn new(game: G, players: [Player; 2]) -> Self {
        let start = game.start();
        Match::from_position(game, players, start)
    }

    /// Begins a match from any position of the game.
    pub fn from_position(game: G, players: [Player; 2], start: G::Position) -> Self {
        Match { game, players, start, turns: Vec::new(), undone: Vec::new(), resigned: None }
    }

    /// Returns the rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the position the match began with.
    pub fn start(&self) -> &G::Position {
        &self.start
    }

    /// Returns the position now.
    pub fn position(&self) -> &G::Position {
        self.turns.last().map_or(&self.start, |turn| &turn.after)
    }

    /// Returns a player.
    pub fn player(&self, side: Side) -> &Player {
        &self.players[side.index()]
    }

    /// Returns whose turn it is.
    pub fn to_move(&self) -> Side {
        self.turns.last().map_or(Side::First, |turn| turn.side.other())
    }

    /// Returns every move made, oldest first.
    pub fn history(&self) -> &[Turn<G>] {
        &self.turns
    }

    /// Counts the moves that [`redo`](Match::redo) can make again.
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    /// Plays a move for the player whose turn it is; a blunder is accepted and loses.
    pub fn play(&mut self, mv: G::Move) -> Result<(), IllegalMove> {
        if self.verdict().is_some() {
            return Err(IllegalMove::Over);
        }
        match self.game.check(self.position(), mv) {
            Ok(()) | Err(IllegalMove::Blunder) => {}
            Err(illegal) => return Err(illegal),
        }
        let before = self.position().clone();
        let after = self.game.play_unchecked(&before, mv);
        self.turns.push(Turn { side: self.to_move(), mv, before, after });
        self.undone.clear();
        Ok(())
    }

    /// Gives the match up for one side; a match that is over stays as it is.
    pub fn resign(&mut self, side: Side) {
        if self.verdict().is_none() {
            self.resigned = Some(side);
        }
    }

    /// Takes the last move back, or a resignation, and says whether there was any.
    pub fn undo(&mut self) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        match self.turns.pop() {
            Some(turn) => {
                self.undone.push(turn);
                true
            }
            None => false,
        }
    }

    /// Makes the move again that was last taken back, and says whether there was any.
    pub fn redo(&mut self) -> bool {
        if self.resigned.is_some() {
            return false;
        }
        match self.undone.pop() {
            Some(turn) => {
                self.turns.push(turn);
                true
            }
            None => false,
        }
    }

    /// Tells who won and why, once the match is over.
    pub fn verdict(&self) -> Option<Verdict> {
        if let Some(side) = self.resigned {
            return Some(Verdict { winner: side.other(), ending: Ending::Resigned });
        }
        let position = self.position();
        self.game.is_over(position).then(|| match self.game.final_outcome(position) {
            Outcome::Loss => Verdict { winner: self.to_move().other(), ending: Ending::NoMoveLeft },
            Outcome::Win => Verdict { winner: self.to_move(), ending: Ending::Blunder },
        })
    }
}
