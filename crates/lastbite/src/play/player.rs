//! Who plays: two sides, people and computers, and how well.

use std::fmt;
use std::str::FromStr;

use crate::notation::{UnknownName, is_unprintable, named};
use crate::words::Who;

/// The name of a computer that was given none.
const COMPUTER: &str = "Computer";

/// One of the two sides of a match, in the order in which they move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Side {
    /// The player who makes the first move.
    First,
    /// The player who answers it.
    Second,
}

impl Side {
    /// Both sides, the first one first.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// Returns the opponent.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// Returns 0 for the first and 1 for the second.
    #[must_use]
    pub fn index(self) -> usize {
        match self {
            Side::First => 0,
            Side::Second => 1,
        }
    }
}

/// How well the computer plays.
///
/// Below perfect it slips now and then: with the probability of its level it plays a random legal move. It
/// never bites the poison while there is another move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[non_exhaustive]
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
    #[must_use]
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
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        named(&Level::ALL, text, "a level", "a level is easy, medium, strong or perfect")
    }
}

/// A player with a name: a person, or the computer at some level.
///
/// A name is one line of at most [`LONGEST_NAME`](Player::LONGEST_NAME) characters, even if it comes from a
/// file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Player {
    name: String,
    level: Option<Level>,
}

impl Player {
    /// The most characters of a name; longer ones are cut.
    pub const LONGEST_NAME: usize = 80;

    /// Makes a person.
    #[must_use]
    pub fn human(name: &str) -> Self {
        Player { name: clean(name, "Player"), level: None }
    }

    /// Makes a computer that plays at a level.
    #[must_use]
    pub fn computer(name: &str, level: Level) -> Self {
        Player { name: clean(name, COMPUTER), level: Some(level) }
    }

    /// Returns the name of the player.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Says who this is to the person in front of the screen: they themselves, the computer, or somebody by name.
    ///
    /// ```
    /// use lastbite::words::Who;
    /// use lastbite::{Level, Player};
    ///
    /// assert_eq!(Player::computer("Computer", Level::Easy).who(), Who::Computer);
    /// assert_eq!(Player::computer("HAL", Level::Easy).who(), Who::Named("HAL"));
    /// assert_eq!(Player::human("You").who(), Who::You);
    /// ```
    #[must_use]
    pub fn who(&self) -> Who<'_> {
        match self.is_computer() && self.name == COMPUTER {
            true => Who::Computer,
            false if self.is_computer() => Who::Named(&self.name),
            false => Who::named(&self.name),
        }
    }

    /// Returns how well the computer plays; nothing for a person.
    #[must_use]
    pub fn level(&self) -> Option<Level> {
        self.level
    }

    /// Says whether the computer plays.
    #[must_use]
    pub fn is_computer(&self) -> bool {
        self.level.is_some()
    }
}

/// Makes one short line of a name: removes control characters, those that change the direction of writing,
/// and spaces at its ends; an empty name becomes the usual one.
fn clean(name: &str, usual: &str) -> String {
    let visible = |c: char| if is_unprintable(c) { ' ' } else { c };
    let text: String = name.chars().map(visible).collect();
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let short: String = line.chars().take(Player::LONGEST_NAME).collect();
    // A name that was cut after a word must not end in a space, so that cleaning it again changes nothing.
    let short = short.trim_end();
    if short.is_empty() { usual.to_string() } else { short.to_string() }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_turns_no_text_around() {
        assert_eq!(Player::human("A\u{202e}nna\u{2069}").name(), "A nna");
        assert_eq!(Player::computer("\u{200f}\u{2067}", Level::Easy).name(), "Computer");
        assert_eq!(Player::human("Ann\u{2028}a\n").name(), "Ann a");
    }
}
