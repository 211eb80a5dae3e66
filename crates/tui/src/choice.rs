//! What is to be played: everything the start screen asks, remembered from one evening to the next.

use lastbite::play::TooLarge;
use lastbite::words::sentence;
use lastbite::{AnyGame, Chomp, Level, Nim, Player, Square};
use serde::{Deserialize, Serialize};

use crate::voice::NOBODY;

/// Which game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Chomp.
    Chomp,
    /// Nim.
    TakeAway,
}

/// Who plays against the first person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Opponent {
    Easy,
    Medium,
    Strong,
    Perfect,
    Person,
}

impl Opponent {
    /// All of them, as they are chosen from.
    pub const ALL: [Opponent; 5] =
        [Opponent::Easy, Opponent::Medium, Opponent::Strong, Opponent::Perfect, Opponent::Person];

    /// Returns the level of the computer; nothing for a person.
    #[must_use]
    pub fn level(self) -> Option<Level> {
        match self {
            Opponent::Easy => Some(Level::Easy),
            Opponent::Medium => Some(Level::Medium),
            Opponent::Strong => Some(Level::Strong),
            Opponent::Perfect => Some(Level::Perfect),
            Opponent::Person => None,
        }
    }
}

/// Who makes the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Starts {
    First,
    Second,
    InTurn,
}

impl Starts {
    /// All of them, as they are chosen from.
    pub const ALL: [Starts; 3] = [Starts::First, Starts::Second, Starts::InTurn];
}

/// What is to be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Choice {
    /// Which game.
    pub kind: Kind,
    /// The size of the bar, as it was typed.
    pub size: String,
    /// Where the poison is, as it was typed.
    pub poison: String,
    /// The heaps, as they were typed.
    pub heaps: String,
    /// Whether the last stone loses.
    pub misere: bool,
    /// Against whom.
    pub opponent: Opponent,
    /// Who makes the first move.
    pub starts: Starts,
    /// What the two are called; the second name is only used for a person.
    pub names: [String; 2],
}

impl Default for Choice {
    fn default() -> Self {
        Choice {
            kind: Kind::Chomp,
            size: "4x7".to_string(),
            poison: "1,1".to_string(),
            heaps: "3,4,5".to_string(),
            misere: false,
            opponent: Opponent::Perfect,
            starts: Starts::First,
            names: [NOBODY.to_string(), "Guest".to_string()],
        }
    }
}

impl Choice {
    /// The longest side of a bar, and the most stones of a heap, that is played.
    pub const MOST: u32 = 99;

    /// Sizes that are worth playing, to be gone through.
    pub const SIZES: &'static [&'static str] =
        &["2x3", "3x4", "3x5", "4x7", "5x5", "5x8", "6x9", "8x10", "10x14", "16x16", "30x40", "99x99"];
    /// Heaps that are worth playing, to be gone through.
    pub const HEAPS: &'static [&'static str] =
        &["1,2,3", "3,4,5", "1,3,5,7", "2,3,4,5", "5,7,9", "4,8,15,16", "7", "12,19,27"];

    /// Returns the rules that were chosen, or a sentence that says what is accepted.
    pub fn game(&self) -> Result<AnyGame, String> {
        match self.kind {
            Kind::Chomp => {
                let bar: Chomp = self.size.parse().map_err(sentence)?;
                if bar.rows() > Self::MOST || bar.cols() > Self::MOST {
                    return Err(format!(
                        "A bar has 1 to {0} rows and 1 to {0} columns, as in 4x7.",
                        Self::MOST
                    ));
                }
                let poison: Square = self.poison.parse().map_err(sentence)?;
                Ok(bar.with_poison(poison).map_err(sentence)?.into())
            }
            Kind::TakeAway => {
                let heaps: lastbite::Heaps = self.heaps.parse().map_err(sentence)?;
                let stones = heaps.stones();
                let playable = stones.len() <= 20
                    && stones.iter().all(|n| (1..=Self::MOST).contains(n))
                    && heaps.total() <= TooLarge::MOST;
                if !playable {
                    return Err(format!(
                        "There are 1 to 20 heaps of 1 to {} stones, as in 3,4,5.",
                        Self::MOST
                    ));
                }
                Ok(if self.misere { Nim::misere(heaps) } else { Nim::normal(heaps) }.into())
            }
        }
    }

    /// Returns the two who play, the one who owns the keyboard first.
    #[must_use]
    pub fn people(&self) -> [Player; 2] {
        let second = match self.opponent.level() {
            Some(level) => Player::computer("Computer", level),
            None => Player::human(&self.names[1]),
        };
        [Player::human(&self.names[0]), second]
    }

    /// Says whether the second of them makes the first move of a game.
    #[must_use]
    pub fn second_starts(&self, games_before: usize) -> bool {
        match self.starts {
            Starts::First => false,
            Starts::Second => true,
            Starts::InTurn => games_before % 2 == 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_gone_through_can_be_played() {
        for &size in Choice::SIZES {
            let choice = Choice { size: size.to_string(), ..Choice::default() };
            assert_eq!(choice.game().unwrap().to_string(), format!("chomp:{size}"));
        }
        for &heaps in Choice::HEAPS {
            let choice = Choice { kind: Kind::TakeAway, heaps: heaps.to_string(), ..Choice::default() };
            assert!(choice.game().is_ok(), "{heaps}");
        }
    }

    #[test]
    fn what_cannot_be_played_is_refused_with_what_is_accepted() {
        let size = |size: &str| Choice { size: size.to_string(), ..Choice::default() }.game().unwrap_err();
        assert!(size("100x2").contains("as in 4x7"));
        assert!(size("four").contains("4x7"));
        let poison = Choice { poison: "9,9".to_string(), ..Choice::default() };
        assert!(poison.game().unwrap_err().contains("off the 4x7 bar"));
        let heaps =
            |heaps: &str| Choice { kind: Kind::TakeAway, heaps: heaps.to_string(), ..Choice::default() };
        for wrong in ["0", "100", "3,,4", "", "1^21"] {
            assert!(heaps(wrong).game().is_err(), "{wrong}");
        }
    }
}
