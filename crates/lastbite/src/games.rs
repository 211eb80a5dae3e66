//! The only list of all games: from a text to the game it names.

pub mod chomp;
pub mod nim;

use std::fmt;
use std::str::FromStr;

use crate::game::{ParseError, quoted};
use chomp::Chomp;
use nim::Nim;

/// Any game this library knows, read from its text.
///
/// ```
/// use lastbite::AnyGame;
/// let game: AnyGame = "chomp:8x10@3,4".parse()?;
/// assert!(matches!(game, AnyGame::Chomp(_)));
/// assert_eq!("nim:3,4,5/misere".parse::<AnyGame>()?.to_string(), "nim:3,4,5/misere");
/// # Ok::<(), lastbite::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AnyGame {
    /// A bar of chocolate.
    Chomp(Chomp),
    /// Heaps of stones.
    Nim(Nim),
}

impl fmt::Display for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyGame::Chomp(chomp) => chomp.fmt(f),
            AnyGame::Nim(nim) => nim.fmt(f),
        }
    }
}

impl FromStr for AnyGame {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text.trim().split_once(':') {
            Some(("chomp", _)) => Ok(AnyGame::Chomp(text.parse()?)),
            Some(("nim", _)) => Ok(AnyGame::Nim(text.parse()?)),
            _ => Err(ParseError::new(
                format!("{} is not a game", quoted(text.trim())),
                "a game is named like chomp:8x10, chomp:8x10@3,4, nim:3,4,5 or nim:3,4,5/misere",
            )),
        }
    }
}
