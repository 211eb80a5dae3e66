//! What can be done in a session.

use std::str::FromStr;

use thiserror::Error;

use crate::game::{Game, Standing};
use crate::notation::{Quoted, UnknownName};
use crate::play::{Engine, Level, Player, Side};

/// Something to do in a session.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Action<G: Game> {
    /// Play a move for the person whose turn it is.
    Play(G::Move),
    /// Go back to the last choice that a person had.
    Undo,
    /// Go forward to the next choice that a person had.
    Redo,
    /// Resign for the side to move.
    Resign,
    /// Ask for a winning move and why it wins.
    Hint,
    /// Ask for a judgement of every move.
    Analyse,
    /// Stop the thinking.
    Stop,
    /// Change the player of a side, or the level of the computer.
    Player(Side, Player),
    /// Change how the computer thinks.
    Engine(Engine),
    /// Begin a new game: the same again, or from this position.
    NewGame(Option<Standing<G>>),
    /// Continue a recorded game of the same kind.
    #[cfg(feature = "serde")]
    Load(Box<crate::play::Record>),
}

/// A text that is not an action.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ActionError<G: Game> {
    /// It does not begin with the name of an action.
    #[error(
        "{0} is not an action; actions are play MOVE, undo, redo, resign, hint, analyse, stop, new, engine NAME, player 1 human NAME and player 2 computer LEVEL NAME"
    )]
    Unknown(Quoted),
    /// Its move cannot be read.
    #[error(transparent)]
    Move(G::NotAMove),
    /// Its engine or level does not exist.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// Its player cannot be read.
    #[error("{0} is not a player; a player is set by player 1 human NAME or player 2 computer LEVEL NAME")]
    Player(Quoted),
}

impl<G: Game> Action<G> {
    /// Reads an action from a line of a script, as in `play 2,3` or `player 2 computer easy HAL`.
    pub fn read(game: &G, text: &str) -> Result<Self, ActionError<G>> {
        let (word, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
        Ok(match (word, rest.trim()) {
            ("play", mv) => Action::Play(game.read_move(mv).map_err(ActionError::Move)?),
            ("undo", "") => Action::Undo,
            ("redo", "") => Action::Redo,
            ("resign", "") => Action::Resign,
            ("hint", "") => Action::Hint,
            ("analyse" | "analyze", "") => Action::Analyse,
            ("stop", "") => Action::Stop,
            ("new", "") => Action::NewGame(None),
            ("engine", name) => Action::Engine(Engine::from_str(name)?),
            ("player", player) => read_player(player)?,
            _ => return Err(ActionError::Unknown(Quoted::new(text))),
        })
    }
}

/// Reads `1 human Ada` or `2 computer easy HAL`.
fn read_player<G: Game>(text: &str) -> Result<Action<G>, ActionError<G>> {
    let wrong = || ActionError::Player(Quoted::new(text));
    let mut words = text.splitn(3, char::is_whitespace);
    let side = match words.next() {
        Some("1") => Side::First,
        Some("2") => Side::Second,
        _ => return Err(wrong()),
    };
    let player = match (words.next(), words.next().unwrap_or("")) {
        (Some("human"), name) => Player::human(name),
        (Some("computer"), rest) => {
            let (level, name) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            Player::computer(name, Level::from_str(level)?)
        }
        _ => return Err(wrong()),
    };
    Ok(Action::Player(side, player))
}
