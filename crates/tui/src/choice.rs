//! What to play: everything the start screen asks, remembered from one run to the next.

use std::collections::BTreeMap;

use lastbite::description::{Described, Description, Kind, Parameter};
use lastbite::words::sentence;
use lastbite::{AnyGame, Level, Player, Standing};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::voice::NOBODY;

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

impl From<Level> for Opponent {
    fn from(level: Level) -> Self {
        match level {
            Level::Easy => Opponent::Easy,
            Level::Medium => Opponent::Medium,
            Level::Strong => Opponent::Strong,
            // A level that has no place on the screen yet plays like the best.
            _ => Opponent::Perfect,
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

/// What to play. The values for each kind of game are kept while another one is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct Choice {
    /// Which kind of game: its number among [`Choice::kinds`].
    kind: usize,
    /// A value for each parameter of each kind.
    values: Vec<Vec<String>>,
    /// The opponent.
    pub opponent: Opponent,
    /// Who makes the first move.
    pub starts: Starts,
    /// What the two are called; the second name is only used for a person.
    pub names: [String; 2],
}

impl Default for Choice {
    fn default() -> Self {
        let usual = |kind: &&Description| {
            kind.parameters.iter().map(|parameter| parameter.usual().to_string()).collect()
        };
        Choice {
            kind: 0,
            values: Self::kinds().iter().map(usual).collect(),
            opponent: Opponent::Medium,
            starts: Starts::First,
            names: [NOBODY.to_string(), "Guest".to_string()],
        }
    }
}

impl Choice {
    /// Lists the kinds of games that there are.
    pub fn kinds() -> Vec<&'static Description> {
        AnyGame::kinds()
    }

    /// Returns the kind of game that was chosen.
    pub fn description(&self) -> &'static Description {
        Self::kinds()[self.kind]
    }

    /// Goes to the next kind of game, or to the one before.
    pub fn turn_kind(&mut self, forward: bool) {
        let many = self.values.len();
        self.kind = (self.kind + if forward { 1 } else { many - 1 }) % many;
    }

    /// Returns the value of each parameter of the kind that was chosen.
    pub fn values(&self) -> &[String] {
        &self.values[self.kind]
    }

    /// Returns the value of a parameter, mutably.
    pub fn value_mut(&mut self, parameter: usize) -> Option<&mut String> {
        self.values[self.kind].get_mut(parameter)
    }

    /// Chooses a game.
    pub fn choose(&mut self, game: &AnyGame) {
        let name = game.description().name;
        if let Some(kind) = Self::kinds().iter().position(|kind| kind.name == name) {
            self.kind = kind;
            self.values[kind] = game.values();
        }
    }

    /// Returns another choice with the changes that were made to this one since it was opened.
    pub fn changed_since(&self, opened: &Choice, before: &Choice) -> Choice {
        fn chosen<T: PartialEq + Clone>(now: &T, opened: &T, before: &T) -> T {
            if now == opened { before.clone() } else { now.clone() }
        }
        let values = self.values.iter().zip(&opened.values).zip(&before.values);
        Choice {
            kind: chosen(&self.kind, &opened.kind, &before.kind),
            values: values.map(|((now, opened), before)| chosen(now, opened, before)).collect(),
            opponent: chosen(&self.opponent, &opened.opponent, &before.opponent),
            starts: chosen(&self.starts, &opened.starts, &before.starts),
            names: [0, 1].map(|n| chosen(&self.names[n], &opened.names[n], &before.names[n])),
        }
    }

    /// Returns the game that was chosen, or a sentence that says what is accepted.
    pub fn game(&self) -> Result<AnyGame, String> {
        let game: AnyGame = self.description().write(self.values()).parse().map_err(sentence)?;
        game.check_playable().map_err(sentence)?;
        Standing::start(game.clone()).check_begins().map_err(sentence)?;
        Ok(game)
    }

    /// Returns the two players, the person at the keyboard first.
    pub fn people(&self) -> [Player; 2] {
        let second = match self.opponent.level() {
            Some(level) => Player::computer("Computer", level),
            None => Player::human(&self.names[1]),
        };
        [Player::human(&self.names[0]), second]
    }

    /// Says whether the second of them makes the first move of a game.
    pub fn second_starts(&self, games_before: usize) -> bool {
        match self.starts {
            Starts::First => false,
            Starts::Second => true,
            Starts::InTurn => games_before % 2 == 1,
        }
    }
}

/// A choice in the settings: a text for what is typed, true or false for a switch.
///
/// Everything may be missing, and unknown entries are ignored, so that older and newer settings can be read
/// too. The first version named a kind by its title and kept the values of all kinds together.
#[derive(Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
struct Written {
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    games: BTreeMap<String, BTreeMap<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opponent: Option<Opponent>,
    #[serde(skip_serializing_if = "Option::is_none")]
    starts: Option<Starts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<[String; 2]>,
    #[serde(flatten)]
    side_by_side: BTreeMap<String, Value>,
}

impl From<Written> for Choice {
    fn from(written: Written) -> Self {
        let mut choice = Choice::default();
        let called = |kind: &Description, name: &str| {
            kind.name == name || kind.title.to_lowercase().split(' ').next() == Some(name)
        };
        let kinds = Self::kinds();
        if let Some(name) = written.kind {
            choice.kind = kinds.iter().position(|kind| called(kind, &name)).unwrap_or(choice.kind);
        }
        for (kind, values) in kinds.iter().zip(&mut choice.values) {
            let named = written.games.get(kind.name).unwrap_or(&written.side_by_side);
            for (parameter, value) in kind.parameters.iter().zip(values) {
                if let Some(read) = named.get(parameter.name).and_then(|written| read(parameter, written)) {
                    *value = read;
                }
            }
        }
        choice.opponent = written.opponent.unwrap_or(choice.opponent);
        choice.starts = written.starts.unwrap_or(choice.starts);
        choice.names = written.names.unwrap_or(choice.names);
        choice
    }
}

impl From<Choice> for Written {
    fn from(choice: Choice) -> Self {
        let kinds = Choice::kinds();
        let of_kind = |(kind, values): (&&Description, &Vec<String>)| {
            let named = kind.parameters.iter().zip(values);
            let named = named.map(|(parameter, value)| (parameter.name.to_string(), write(parameter, value)));
            (kind.name.to_string(), named.collect())
        };
        Written {
            kind: Some(choice.description().name.to_string()),
            games: kinds.iter().zip(&choice.values).map(of_kind).collect(),
            opponent: Some(choice.opponent),
            starts: Some(choice.starts),
            names: Some(choice.names),
            side_by_side: BTreeMap::new(),
        }
    }
}

fn read(parameter: &Parameter, written: &Value) -> Option<String> {
    match (parameter.kind, written) {
        (Kind::Switch { off, on }, &Value::Bool(is_on)) => Some(if is_on { on } else { off }.to_string()),
        (Kind::Switch { .. }, _) => None,
        (_, Value::String(text)) => Some(text.clone()),
        _ => None,
    }
}

fn write(parameter: &Parameter, value: &str) -> Value {
    match parameter.kind {
        Kind::Switch { on, .. } => Value::Bool(value == on),
        _ => Value::String(value.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(game: &str) -> Choice {
        let mut choice = Choice::default();
        choice.choose(&game.parse().unwrap());
        choice
    }

    #[test]
    fn what_can_be_gone_through_can_be_played() {
        let mut choice = Choice::default();
        for kind in Choice::kinds() {
            assert_eq!(choice.description().name, kind.name);
            for (number, parameter) in kind.parameters.iter().enumerate() {
                let usual = choice.values()[number].clone();
                for value in parameter.values() {
                    *choice.value_mut(number).unwrap() = value.to_string();
                    assert!(choice.game().is_ok(), "{} {value}: {:?}", kind.name, choice.game());
                }
                *choice.value_mut(number).unwrap() = usual;
            }
            choice.turn_kind(true);
        }
        assert_eq!(choice, Choice::default(), "and round again");
    }

    #[test]
    fn what_cannot_be_played_is_refused_with_what_is_accepted() {
        let with = |game: &str, number: usize, value: &str| {
            let mut choice = of(game);
            *choice.value_mut(number).unwrap() = value.to_string();
            choice.game()
        };
        assert!(with("chomp:4x7", 0, "100x2").unwrap_err().contains("as in 4x7"));
        assert!(with("chomp:4x7", 0, "four").unwrap_err().contains("4x7"));
        assert!(with("chomp:4x7", 1, "9,9").unwrap_err().contains("off the 4x7 bar"));
        for wrong in ["100", "3,,4", "", "1^21"] {
            assert!(with("nim:3,4,5", 0, wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_kind_of_game_keeps_what_was_chosen() {
        let mut choice = of("nim:1,2,4/misere");
        choice.choose(&"chomp:5x6@2,3".parse().unwrap());
        let written = serde_json::to_string(&choice).unwrap();
        let mut again: Choice = serde_json::from_str(&written).unwrap();
        assert_eq!(again, choice, "{written}");
        assert_eq!(again.game().unwrap().to_string(), "chomp:5x6@2,3");
        again.turn_kind(true);
        assert_eq!(again.game().unwrap().to_string(), "nim:1,2,4/misere");
    }

    #[test]
    fn settings_of_the_first_version_are_read() {
        let first = r#"{ "kind": "take-away", "size": "5x8", "poison": "2,2", "heaps": "1,3,5,7", "misere": true,
            "opponent": "strong", "starts": "in-turn", "names": ["Ada", "Bob"] }"#;
        let mut choice: Choice = serde_json::from_str(first).unwrap();
        assert_eq!(choice.game().unwrap().to_string(), "nim:1,3,5,7/misere");
        assert_eq!((choice.opponent, choice.starts), (Opponent::Strong, Starts::InTurn));
        assert_eq!(choice.names, ["Ada", "Bob"]);
        choice.turn_kind(false);
        assert_eq!(choice.game().unwrap().to_string(), "chomp:5x8@2,2");
        let chomp: Choice = serde_json::from_str(r#"{ "kind": "chomp", "size": "3x4" }"#).unwrap();
        assert_eq!(chomp.game().unwrap().to_string(), "chomp:3x4");
        // A kind that only a newer program knows does not affect the rest.
        let newer: Choice = serde_json::from_str(r#"{ "kind": "go", "opponent": "easy" }"#).unwrap();
        assert_eq!((newer.game().unwrap().to_string(), newer.opponent), ("chomp:4x7".into(), Opponent::Easy));
    }
}
