//! The questions before a game: each is asked until its answer can be used, and the commands work there too.

use std::path::PathBuf;
use std::str::FromStr;

use lastbite::notation::{Quoted, UnknownName};
use lastbite::{Level, Player, Session, Settings, Side, Words};

use crate::manners::prompt::{Console, Stop, visible};
use crate::manners::style::LookArgs;
use crate::play::command::{self, Command};

/// The options that every game has.
#[derive(Debug, Default, PartialEq, clap::Args)]
pub struct GameArgs {
    /// Who makes the first move against the computer: human or computer
    #[arg(long, value_name = "WHO")]
    pub first: Option<Who>,
    /// How well the computer plays: easy, medium, strong or perfect
    #[arg(long)]
    pub level: Option<Level>,
    /// The players' names
    #[arg(long, value_name = "A,B")]
    pub names: Option<Names>,
    /// Repeat chance exactly: the same number, the same game
    #[arg(long, value_name = "NUMBER", value_parser = seed)]
    pub seed: Option<u64>,
    /// Keep a record of the game in a file
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Let --record replace a file that exists
    #[arg(long)]
    pub overwrite: bool,
    /// Go on with a recorded game
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// How it looks
    #[command(flatten)]
    pub look: LookArgs,
}

/// A person or the computer, as an option names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// A person.
    Human,
    /// The computer.
    Computer,
}

impl FromStr for Who {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        match text.trim() {
            "human" => Ok(Who::Human),
            "computer" => Ok(Who::Computer),
            other => {
                let (what, accepted) = ("anybody who plays", "say human or computer");
                Err(UnknownName { given: Quoted::new(other), what, accepted })
            }
        }
    }
}

/// Reads a seed.
pub fn seed(text: &str) -> Result<u64, String> {
    let wrong = |_| format!("{} is not a seed; a seed is a number from 0 to {}", Quoted::new(text), u64::MAX);
    text.parse().map_err(wrong)
}

/// Asks until the answer can be read; `help` explains the game.
pub fn ask<T>(
    console: &mut Console,
    help: &str,
    question: &str,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<T, Stop> {
    loop {
        let text = console.ask(question)?;
        match Command::parse(&text) {
            Some(command) => before_the_game(console, help, command)?,
            None => match read(&text) {
                Ok(value) => return Ok(value),
                Err(sentence) => console.say(&format!("   {sentence}"))?,
            },
        }
    }
}

/// Asks for a name; anything may be one but a command word in small letters, and Enter takes the usual one.
pub fn ask_name(console: &mut Console, help: &str, question: &str, usual: &str) -> Result<String, Stop> {
    loop {
        let text = console.ask(question)?;
        let word = text.chars().count() > 1 && !text.chars().any(char::is_uppercase);
        match Command::parse(&text).filter(|_| word) {
            Some(command) => before_the_game(console, help, command)?,
            None => return Ok(name(&text, usual)),
        }
    }
}

fn before_the_game(console: &mut Console, help: &str, command: Result<Command, String>) -> Result<(), Stop> {
    match command {
        Ok(Command::Help) => {
            console.say(help)?;
            console.draw(command::HELP)
        }
        Ok(Command::Quit) => Err(Stop::Quit),
        Ok(_) => console.say("   The game has not begun yet; first answer the question, or quit."),
        Err(sentence) => console.say(&format!("   {sentence}")),
    }
}

/// Makes a name from what was typed: no control characters, no spaces around it, and never empty.
pub fn name(text: &str, usual: &str) -> String {
    let clean: String = text.chars().map(visible).collect();
    let words: Vec<&str> = clean.split_whitespace().collect();
    if words.is_empty() { usual.to_string() } else { words.join(" ") }
}

/// Two names as the option `--names` gives them; a name left out is nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names(pub Option<String>, pub Option<String>);

impl FromStr for Names {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = text.split(',');
        let first = parts.next().map(|part| name(part, "Player 1"));
        let second = parts.next().map(|part| name(part, ""));
        match parts.next() {
            None => Ok(Names(first, second)),
            Some(_) => {
                Err("there are more than two names; names are given as in --names Ada,Bob".to_string())
            }
        }
    }
}

/// Puts the two players in the order in which they move.
pub fn in_order(people: [Player; 2], second_starts: bool) -> [Player; 2] {
    let [one, two] = people;
    if second_starts { [two, one] } else { [one, two] }
}

/// Returns the two players of a session in the order in which they move.
pub fn players_of<G: Words>(session: &Session<G>) -> [Player; 2] {
    Side::BOTH.map(|side| session.played().player(side).clone())
}

/// Returns how a session at this console is played.
pub fn settings(console: &Console, seed: u64) -> Settings {
    let mut settings = Settings::default();
    settings.seed = seed;
    settings.attended = console.is_terminal();
    settings
}

/// Makes up a seed that is short enough to be typed again.
pub fn new_seed() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |time| u64::from(time.subsec_nanos()) / 1000 + time.as_secs() % 1000 * 1_000_000)
}

/// Returns the seed of the next game after one, so that a whole evening can be repeated.
pub fn seed_after(seed: u64) -> u64 {
    lastbite::play::Dice::new(seed).below(1_000_000_000) as u64
}
