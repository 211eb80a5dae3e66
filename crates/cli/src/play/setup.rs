//! The questions before a game: each is repeated until its answer is usable, and the commands work there too.

use std::path::PathBuf;
use std::str::FromStr;

use lastbite::notation::Quoted;
use lastbite::words::{Words, sentence};
use lastbite::{Level, Player, Session, Settings, play::Engine, play::Side};

use crate::manners::command::{self, Command};
use crate::manners::names::{ENGINES, LEVELS, WHO, listed, one_of};
use crate::manners::prompt::{Console, Stop, visible};
use crate::manners::style::LookArgs;

/// The options that every game has.
#[derive(Debug, Default, PartialEq, clap::Args)]
pub struct GameArgs {
    /// Who makes the first move against the computer: human or computer
    #[arg(long, value_name = "WHO", value_parser = listed(WHO, read_first), hide_possible_values = true)]
    pub first: Option<Who>,
    /// How well the computer plays: easy, medium, strong or perfect
    #[arg(long, value_parser = one_of::<Level>(LEVELS), hide_possible_values = true)]
    pub level: Option<Level>,
    /// The players' names
    #[arg(long, value_name = "A,B")]
    pub names: Option<Names>,
    /// Seed for randomness: the same number gives the same game
    #[arg(long, value_name = "NUMBER", value_parser = seed)]
    pub seed: Option<u64>,
    /// Keep a record of the game in a file
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Let --record replace a file that is already there
    #[arg(long, alias = "overwrite")]
    pub force: bool,
    /// Continue a recorded game
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

/// The opponent, and how the computer thinks.
#[derive(Debug, Default, PartialEq, clap::Args)]
pub struct OpponentArgs {
    /// Play against the computer or another human
    #[arg(long, value_name = "WHO", value_parser = listed(WHO, read_opponent), hide_possible_values = true)]
    pub vs: Option<Who>,
    /// How the computer thinks: auto, minimax, negamax, alphabeta, memo or sieve
    #[arg(long, value_parser = one_of::<Engine>(ENGINES), hide_possible_values = true)]
    pub engine: Option<Engine>,
    /// The most nodes the computer's search may visit for a move
    #[arg(long, value_name = "NUMBER", value_parser = read_nodes)]
    pub nodes: Option<u64>,
}

fn read_first(text: &str) -> Result<Who, String> {
    who("--first", text)
}

fn read_opponent(text: &str) -> Result<Who, String> {
    who("--vs", text)
}

/// Reads the value of an option that names a person or the computer.
fn who(option: &str, text: &str) -> Result<Who, String> {
    match text.trim() {
        _ if text.trim().eq_ignore_ascii_case("human") => Ok(Who::Human),
        _ if text.trim().eq_ignore_ascii_case("computer") => Ok(Who::Computer),
        other => Err(format!("{option} must be human or computer, not {}", Quoted::new(other))),
    }
}

fn read_nodes(text: &str) -> Result<u64, String> {
    let nodes = text.parse().ok().filter(|&n| n > 0);
    nodes.ok_or_else(|| {
        format!("{} is not a number of nodes; give a whole number, 1 or more", Quoted::new(text))
    })
}

impl OpponentArgs {
    /// Says whether an option only makes sense against the computer.
    pub fn asks_computer(&self, game: &GameArgs) -> bool {
        game.first.is_some() || game.level.is_some() || self.engine.is_some() || self.nodes.is_some()
    }

    /// Refuses options that contradict each other; `sets_up` says whether any other option sets up a game.
    pub fn check(&self, game: &GameArgs, sets_up: bool) -> Result<(), Stop> {
        let asks_computer = self.asks_computer(game);
        if self.vs == Some(Who::Human) && asks_computer {
            return Err(Stop::refuse(
                "--first, --level, --engine and --nodes are for games against the computer; leave them out or give --vs computer",
            ));
        }
        if game.resume.is_some() && (sets_up || self.vs.is_some() || asks_computer || game.names.is_some()) {
            return Err(Stop::refuse(
                "--resume continues the recorded game; only --record, --corner, --ascii and --no-color go with it",
            ));
        }
        Ok(())
    }

    /// Returns the settings of a session at this console, from these options or from the game before.
    pub fn settings<G: Words>(&self, console: &Console, seed: u64, last: Option<&Session<G>>) -> Settings {
        let mut settings = settings(console, seed);
        settings.engine = last.map_or(self.engine.unwrap_or_default(), |session| session.settings().engine);
        settings.nodes = self.nodes;
        settings
    }
}

const MINIMAX: Engine = Engine::Search(lastbite::Algorithm::Minimax);

/// The level that is suggested: one that can be beaten.
pub const USUAL_LEVEL: Level = Level::Medium;

/// Asks what the options leave open: the opponent, who starts, and the names.
pub fn choose_players(
    console: &mut Console,
    help: &str,
    opponent: &OpponentArgs,
    game: &GameArgs,
) -> Result<[Player; 2], Stop> {
    let vs = match opponent.vs {
        Some(vs) => vs,
        None if opponent.asks_computer(game) => Who::Computer,
        None => {
            console.say("Who plays? 1: you against the computer. 2: two people.")?;
            ask(console, help, "Players [1]: ", |text| match text.to_lowercase().as_str() {
                "" | "1" | "c" | "computer" => Ok(Who::Computer),
                "2" | "h" | "human" | "people" => Ok(Who::Human),
                _ => Err("Please answer 1 or 2.".to_string()),
            })?
        }
    };
    let Names(one, two) = game.names.clone().unwrap_or(Names(None, None));
    let named = |given: Option<String>, usual: &str| given.map(|given| name(&given, usual));
    if vs == Who::Human {
        let one = match named(one, "Player 1") {
            Some(name) => name,
            None => ask_name(console, help, "First player's name [Player 1]: ", "Player 1", None)?,
        };
        let two = match named(two, "Player 2") {
            Some(name) => another_name(&one, name)?,
            None => ask_name(console, help, "Second player's name [Player 2]: ", "Player 2", Some(&one))?,
        };
        return Ok([Player::human(&one), Player::human(&two)]);
    }
    let first = match game.first {
        Some(first) => first,
        None => {
            console.say("Who starts? 1: you. 2: the computer.")?;
            ask(console, help, "First [1]: ", |text| match text.to_lowercase().as_str() {
                "" | "1" | "me" | "human" | "you" => Ok(Who::Human),
                "2" | "c" | "computer" => Ok(Who::Computer),
                _ => Err("Please answer 1 or 2.".to_string()),
            })?
        }
    };
    let computer = named(two, "Computer").unwrap_or_else(|| "Computer".to_string());
    let person = match named(one, "Player 1") {
        Some(name) => another_name(&computer, name)?,
        None => ask_name(console, help, "Your name [Player 1]: ", "Player 1", Some(&computer))?,
    };
    let level = choose_level(console, help, opponent, game)?;
    let players = [Player::human(&person), Player::computer(&computer, level)];
    Ok(in_order(players, first == Who::Computer))
}

/// Asks how well the computer should play, unless the options say so or nothing should be asked.
fn choose_level(
    console: &mut Console,
    help: &str,
    opponent: &OpponentArgs,
    game: &GameArgs,
) -> Result<Level, Stop> {
    match game.level {
        Some(level) => Ok(level),
        // People who ask for an engine want to see it at its best, and what it is.
        None if opponent.engine == Some(MINIMAX) && console.is_terminal() => {
            console.say(
                "Minimax plays the first of several equally good moves, as its pseudocode does, also where it has lost; the \
                 other engines play for time there.",
            )?;
            Ok(Level::Perfect)
        }
        None if opponent.engine.is_some() || opponent.nodes.is_some() => Ok(Level::Perfect),
        None if opponent.vs.is_some() || game.first.is_some() => {
            console.say(&format!(
                "The computer plays at level {USUAL_LEVEL}; type level easy, strong or perfect to change that."
            ))?;
            Ok(USUAL_LEVEL)
        }
        None => {
            console.say("How well should the computer play? easy, medium, strong or perfect.")?;
            ask(console, help, &format!("Level [{USUAL_LEVEL}]: "), |text| match text {
                "" => Ok(USUAL_LEVEL),
                text => {
                    let text = text.to_lowercase();
                    // As at the other prompts.
                    text.trim_start_matches("level").trim().parse::<Level>().map_err(sentence)
                }
            })
        }
    }
}

/// Shows people at a terminal the rule, once, and mentions the help.
pub fn introduce(console: &mut Console, game: &impl Words, first: bool) -> Result<(), Stop> {
    if first && console.is_terminal() {
        console.say(&format!("{} Type help at any prompt.", game.rule()))?;
    }
    Ok(())
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
        match (read(&text), Command::parse(&text)) {
            // A valid answer counts as an answer, even if it is a command elsewhere.
            (Ok(value), _) => return Ok(value),
            (_, Some(command)) => before_the_game(console, help, command)?,
            (Err(sentence), None) => console.say(&format!("   {sentence}"))?,
        }
    }
}

/// Refuses a name that somebody else has: people could not tell whose turn it is.
pub fn another_name(taken: &str, name: String) -> Result<String, Stop> {
    match is_taken(taken, &name) {
        true => Err(Stop::Refused(same_name(&name))),
        false => Ok(name),
    }
}

fn is_taken(taken: &str, name: &str) -> bool {
    taken.to_lowercase() == name.to_lowercase()
}

fn same_name(name: &str) -> String {
    format!("two players cannot both be called {}; give another name", Quoted::new(name))
}

/// Asks for a name; anything is a name except a command word in lower case, and Enter takes the usual one.
/// Nobody gets the name that is taken.
pub fn ask_name(
    console: &mut Console,
    help: &str,
    question: &str,
    usual: &str,
    taken: Option<&str>,
) -> Result<String, Stop> {
    loop {
        let text = console.ask(question)?;
        let word = text.chars().count() > 1 && !text.chars().any(char::is_uppercase);
        match Command::parse(&text).filter(|_| word) {
            Some(command) => before_the_game(console, help, command)?,
            None => {
                let name = name(&text, usual);
                if !taken.is_some_and(|taken| is_taken(taken, &name)) {
                    return Ok(name);
                }
                console.say(&format!("   {}", sentence(same_name(&name))))?;
            }
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

/// Makes a name from what was typed, without control characters or spaces around it, and never empty.
pub fn name(text: &str, usual: &str) -> String {
    let clean: String = text.chars().map(visible).collect();
    let words: Vec<&str> = clean.split_whitespace().collect();
    if words.is_empty() { usual.to_string() } else { words.join(" ") }
}

/// The two names of the option `--names`; a name that was left out is nothing.
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

/// Returns the settings of a session at this console.
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

/// Returns the seed of the next game, so that a whole evening can be repeated.
pub fn seed_after(seed: u64) -> u64 {
    lastbite_work::Dice::new(seed).below(1_000_000_000) as u64
}
