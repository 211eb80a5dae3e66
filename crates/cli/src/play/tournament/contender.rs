//! Who plays in a tournament: one of our levels, or a program by its command line.

use std::fmt;
use std::str::FromStr;

use lastbite::notation::{Quoted, one_line};
use lastbite::{Level, Player};

use super::bot::Bot;

/// Longer names do not fit the table.
const LONGEST_NAME: usize = 32;

/// A player of a tournament.
#[derive(Clone, Debug)]
pub struct Contender {
    name: String,
    kind: Kind,
}

/// What a player is.
#[derive(Clone, Debug)]
pub enum Kind {
    /// One of our levels.
    Level(Level),
    /// A program: its file and its arguments.
    Bot(Vec<String>),
}

impl Contender {
    /// Returns what it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns what it is.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// Makes the player of a match; a bot counts as a person, since its moves come from outside.
    pub fn player(&self) -> Player {
        match self.kind {
            Kind::Level(level) => Player::computer(&self.name, level),
            Kind::Bot(_) => Player::human(&self.name),
        }
    }

    /// Makes sure that a bot can be started at all, before any game is played.
    pub fn try_out(&self) -> Result<(), String> {
        match &self.kind {
            Kind::Level(_) => Ok(()),
            Kind::Bot(command) => Bot::start(command).map(drop).map_err(|error| {
                format!(
                    "{} cannot be started ({error}); a player is easy, medium, strong or perfect, or the command line of a bot",
                    Quoted::new(&command[0])
                )
            }),
        }
    }
}

impl FromStr for Contender {
    type Err = String;

    /// Reads `easy`, `python3 bot.py` or `pupil=python3 bot.py`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (name, rest) = match text.split_once('=') {
            // An equals sign further along belongs to the command.
            Some((name, rest)) if !name.trim().is_empty() && !name.contains([' ', '/', '"', '\'']) => {
                (Some(name), rest)
            }
            _ => (None, text),
        };
        let kind = match rest.trim().parse() {
            Ok(level) => Kind::Level(level),
            Err(_) => Kind::Bot(started(words(rest)?)?),
        };
        let name = one_line(&name.map_or_else(|| usual_name(&kind), str::to_string), LONGEST_NAME);
        Ok(Contender { name, kind })
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Level(level) => level.fmt(f),
            Kind::Bot(command) => f.pad(&command.join(" ")),
        }
    }
}

/// Names a player by its level, or by its command line without the folders.
fn usual_name(kind: &Kind) -> String {
    match kind {
        Kind::Level(level) => level.to_string(),
        Kind::Bot(command) => {
            let bare = |word: &String| word.rsplit(['/', '\\']).next().unwrap_or_default().to_string();
            command.iter().map(bare).collect::<Vec<_>>().join(" ")
        }
    }
}

/// Refuses a file of this folder that is named without saying what runs it: no system would find it.
fn started(command: Vec<String>) -> Result<Vec<String>, String> {
    match &command[..] {
        [file] if !file.contains(['/', '\\']) && std::path::Path::new(file).is_file() => {
            let quoted = Quoted::new(file);
            let meant = if file.ends_with(".py") { format!("python3 {file}") } else { format!("./{file}") };
            Err(format!(
                "{quoted} is a file; did you mean '{}'?",
                Quoted::new(&meant).to_string().trim_matches('\'')
            ))
        }
        _ => Ok(command),
    }
}

/// Splits a command line into words; quotes keep spaces together.
fn words(line: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for character in line.chars() {
        match (quote, character) {
            (Some(open), close) if open == close => quote = None,
            (None, '"' | '\'') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, space) if space.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    let accepted = "a player is easy, medium, strong or perfect, or the command line of a bot";
    match (quote, words.is_empty()) {
        (Some(_), _) => Err(format!("{} lacks its closing quote; {accepted}", Quoted::new(line))),
        (None, true) => Err(format!("{} is not a player; {accepted}", Quoted::new(line))),
        (None, false) => Ok(words),
    }
}

/// Gives players of the same name different ones: `easy`, `easy #2`.
pub fn told_apart(contenders: &[Contender]) -> Vec<Contender> {
    let mut apart: Vec<Contender> = Vec::new();
    for contender in contenders {
        let taken = |name: &str| apart.iter().any(|other| other.name == name);
        let numbered = (2..).map(|n| format!("{} #{n}", contender.name));
        let name = std::iter::once(contender.name.clone()).chain(numbered).find(|name| !taken(name));
        apart.push(Contender { name: name.unwrap_or_default(), ..contender.clone() });
    }
    apart
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_levels_or_command_lines() {
        let read = |text: &str| text.parse::<Contender>().map(|read| (read.name.clone(), read.to_string()));
        assert_eq!(read("easy"), Ok(("easy".into(), "easy".into())));
        assert_eq!(read("weak=easy"), Ok(("weak".into(), "easy".into())));
        assert_eq!(read("me=python3 'my bot.py' x"), Ok(("me".into(), "python3 my bot.py x".into())));
        assert_eq!(read("env A=b bot"), Ok(("env A=b bot".into(), "env A=b bot".into())));
        assert!(read("'bot").is_err() && read(" ").is_err() && read("a=").is_err());
        assert_eq!(words("a \"b c\" ''").unwrap(), ["a", "b c", ""]);
    }

    #[test]
    fn equal_names_are_told_apart() {
        let easy: Contender = "easy".parse().unwrap();
        let names: Vec<String> =
            told_apart(&[easy.clone(), easy.clone(), easy]).into_iter().map(|c| c.name).collect();
        assert_eq!(names, ["easy", "easy #2", "easy #3"]);
    }
}
