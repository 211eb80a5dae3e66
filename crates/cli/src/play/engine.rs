//! `lastbite engine`: a line protocol for programs, a position in and a move out. `docs/guide/src/engine.md`
//! describes it on one page.

use std::collections::VecDeque;
use std::io::{self, Write, stdin, stdout};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use clap::Args;
use lastbite::game::Purpose;
use lastbite::notation::{Quoted, UnknownName, grouped, one_line};
use lastbite::play::{Computer, Dice, Why};
use lastbite::{AnyGame, Cancel, Effort, Level, Solver, Standing, Unknown, play::Engine};
use lastbite_work::threads::start;

use crate::manners::interrupt;
use crate::manners::lines::Lines;
use crate::manners::names::{ENGINES, LEVELS, one_of};
use crate::manners::position::named_game;
use crate::manners::prompt::Stop;

const EXAMPLES: &str = "\
Example:
  $ printf 'go 4x7 7^4\\n' | lastbite engine
  info outcome win why wins nodes 15 seconds 0.000
  move 3,4

Lines in: go GAME POSITION, stop, set NAME VALUE, options, ping, quit.
Lines out: move, none, info, option, pong, error.
The guide describes the protocol; examples/bot.py is a bot in Python.";

/// Answer positions with moves, line by line, for programs
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct EngineArgs {
    /// How well it plays
    #[arg(long, default_value = "perfect", value_parser = one_of::<Level>(LEVELS), hide_possible_values = true)]
    level: Level,
    /// How it thinks
    #[arg(long, default_value = "auto", value_parser = one_of::<Engine>(ENGINES), hide_possible_values = true)]
    engine: Engine,
    /// The most nodes a search may visit for a move; 0 sets no limit
    #[arg(long, default_value = "0", value_name = "N", value_parser = read_number)]
    nodes: u64,
    /// The most milliseconds for a move; 0 sets no limit
    #[arg(long, default_value = "0", value_name = "MS", value_parser = read_number)]
    time: u64,
    /// The seed of its mistakes
    #[arg(long, default_value = "0", value_name = "NUMBER", value_parser = read_number)]
    seed: u64,
}

fn read_number(text: &str) -> Result<u64, String> {
    text.trim().parse().map_err(|_| format!("{} is not a whole number, 0 or more", Quoted::new(text)))
}

/// A line of the protocol.
enum Line {
    Go(Standing<AnyGame>),
    Stop,
    Set(String, String),
    Options,
    Ping,
    Quit,
    Nothing,
}

/// What the main thread waits for.
enum Happened {
    /// A line came in.
    Line(String),
    /// A line came in that was too long.
    TooLong,
    /// There will be no more lines.
    End,
    /// The thinking is done, and these lines are the answer.
    Thought(String),
}

/// Answers until there is nothing more to answer.
pub fn run(args: &EngineArgs) -> Result<(), Stop> {
    let (events, happened) = mpsc::channel();
    let lines = events.clone();
    // It keeps reading while a move is thought about, and ends with the program.
    let reader = start(thread::Builder::new(), move || read_lines(&lines));
    reader.map_err(|error| Stop::refuse(format!("no thread could be started ({error})")))?;
    let all = Cancel::new();
    let mut desk = Desk {
        options: args.clone(),
        solver: Solver::new(),
        thinking: None,
        turns: 0,
        all: all.clone(),
        events,
    };
    let done = interrupt::stoppable(&all, || desk.serve(&happened))?;
    if all.is_cancelled() { Err(Stop::Stopped) } else { done }
}

/// Longer lines are not part of the protocol, and must not fill the memory.
const LONGEST: usize = 1 << 20;

/// Passes on every line; no part of an overlong line is obeyed.
fn read_lines(events: &Sender<Happened>) {
    let mut lines = Lines::new(stdin().lock(), LONGEST);
    while let Ok(Some(line)) = lines.next() {
        let happened = if line.is_cut { Happened::TooLong } else { Happened::Line(line.text) };
        if events.send(happened).is_err() {
            return;
        }
    }
    let _ = events.send(Happened::End);
}

/// Answers lines: holds the current options and the current thinking.
struct Desk {
    options: EngineArgs,
    solver: Solver<AnyGame>,
    thinking: Option<Cancel>,
    /// How many moves were asked for; each one gets its own dice.
    turns: u64,
    all: Cancel,
    events: Sender<Happened>,
}

impl Desk {
    fn serve(&mut self, happened: &Receiver<Happened>) -> Result<(), Stop> {
        let (mut ended, mut waiting) = (false, VecDeque::new());
        while !(ended && self.thinking.is_none() && waiting.is_empty()) {
            match happened.recv_timeout(Duration::from_millis(50)) {
                Err(_) if self.all.is_cancelled() => break,
                Err(_) => {}
                // A client that closes the input still gets its answer.
                Ok(Happened::End) => ended = true,
                Ok(Happened::Thought(answer)) => {
                    self.thinking = None;
                    say(&answer)?;
                }
                Ok(Happened::TooLong) => {
                    let most = grouped(LONGEST as u64);
                    waiting.push_back(Err(format!("a line of more than {most} bytes was ignored")));
                }
                Ok(Happened::Line(line)) => match read(&line) {
                    Ok(Line::Quit) => break,
                    // If nothing is being thought about, the answer has just gone out, and nothing is left to
                    // stop.
                    Ok(Line::Stop) => self.thinking.iter().for_each(Cancel::cancel),
                    Ok(Line::Ping) => say("pong")?,
                    line => waiting.push_back(line),
                },
            }
            // Questions that arrive during thinking are answered after it, in order.
            while self.thinking.is_none()
                && let Some(line) = waiting.pop_front()
            {
                match line.and_then(|line| self.answer(line)) {
                    Ok(None) => {}
                    Ok(Some(text)) => say(&text)?,
                    Err(sentence) => say(&format!("error {}", one_line(&sentence, 400)))?,
                }
            }
        }
        if let Some(thinking) = &self.thinking {
            thinking.cancel();
        }
        Ok(())
    }

    fn answer(&mut self, line: Line) -> Result<Option<String>, String> {
        match line {
            Line::Go(standing) => self.think(standing)?,
            Line::Set(name, value) => self.options.set(&name, &value)?,
            Line::Options => return Ok(Some(self.options.listed())),
            // These were answered as they arrived.
            Line::Stop | Line::Ping | Line::Quit | Line::Nothing => {}
        }
        Ok(None)
    }

    /// Starts a thread that thinks and sends its answer when it is done.
    fn think(&mut self, standing: Standing<AnyGame>) -> Result<(), String> {
        let cancel = Cancel::new();
        let (options, solver, events) = (self.options.clone(), self.solver.clone(), self.events.clone());
        let (switches, turn) = ([cancel.clone(), self.all.clone()], self.turns);
        let thinking = move || {
            let answer = options.reply(&standing, &solver, turn, &switches);
            let _ = events.send(Happened::Thought(answer));
        };
        // A game of many pieces needs a deep search; the searches grow their own stack.
        start(thread::Builder::new(), thinking)
            .map_err(|error| format!("no thread could be started ({error})"))?;
        self.turns += 1;
        self.thinking = Some(cancel);
        Ok(())
    }
}

/// Writes whole lines and flushes them.
fn say(text: &str) -> io::Result<()> {
    let mut out = stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}

fn read(line: &str) -> Result<Line, String> {
    let mut words = line.split_whitespace();
    let accepted = "lines are go GAME POSITION, stop, set NAME VALUE, options, ping or quit";
    let line = match words.next() {
        None => Line::Nothing,
        Some("go") => {
            let game = words.next().ok_or("go needs a game and a position, as in go 4x7 7^4")?;
            let game = named_game(game)?;
            let standing = match words.next() {
                None => Standing::start(game),
                Some(position) => Standing::read(game, position).map_err(|error| error.to_string())?,
            };
            standing.check_size(Purpose::Judge).map_err(|why| why.to_string())?;
            Line::Go(standing)
        }
        Some("stop") => Line::Stop,
        Some("set") => match (words.next(), words.next()) {
            (Some(name), Some(value)) => Line::Set(name.to_string(), value.to_string()),
            _ => return Err("set needs a name and a value, as in set level easy".to_string()),
        },
        Some("options") => Line::Options,
        Some("ping") => Line::Ping,
        Some("quit") => Line::Quit,
        Some(other) => return Err(format!("{} is not understood; {accepted}", Quoted::new(other))),
    };
    match words.next() {
        None => Ok(line),
        Some(rest) => Err(format!("{} is too much; {accepted}", Quoted::new(rest))),
    }
}

impl EngineArgs {
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let wrong = |error: UnknownName| error.to_string();
        match name {
            "level" => self.level = value.parse().map_err(wrong)?,
            "engine" => self.engine = value.parse().map_err(wrong)?,
            "nodes" => self.nodes = read_number(value)?,
            "time" => self.time = read_number(value)?,
            "seed" => self.seed = read_number(value)?,
            other => {
                return Err(format!(
                    "{} is not an option; options are level, engine, nodes, time and seed",
                    Quoted::new(other)
                ));
            }
        }
        Ok(())
    }

    fn listed(&self) -> String {
        let EngineArgs { level, engine, nodes, time, seed } = self;
        let (levels, engines) = (LEVELS.join(" "), ENGINES.join(" "));
        format!(
            "option level {level} of {levels}\noption engine {engine} of {engines}\noption nodes {nodes}\noption time {time}\noption seed {seed}"
        )
    }

    /// Thinks about a position, and returns the lines that answer it.
    fn reply(
        &self,
        standing: &Standing<AnyGame>,
        solver: &Solver<AnyGame>,
        turn: u64,
        switches: &[Cancel],
    ) -> String {
        let effort = switches.iter().fold(Effort::unlimited(), Effort::cancelled_by);
        let effort = if self.nodes > 0 { effort.nodes(self.nodes) } else { effort };
        let effort = if self.time > 0 { effort.within(Duration::from_millis(self.time)) } else { effort };
        let mut computer =
            Computer::new(self.level, Dice::seed_of_turn(self.seed, turn as usize)).with_engine(self.engine);
        let Some(mut reply) = computer.reply(standing, solver, &effort) else { return "none".to_string() };
        // Of several winning moves, a program wants the fastest.
        if reply.why == Why::Wins
            && matches!(self.engine, Engine::Auto | Engine::Sieve)
            && let Some((fastest, nodes)) = solver.by_distance(standing, &effort)
        {
            (reply.mv, reply.nodes) = (fastest, reply.nodes + nodes);
        }
        let outcome = match &reply.why {
            Why::Wins => "win",
            Why::HoldsOut => "loss",
            _ => "unknown",
        };
        let (why, nodes) = (reply.why.word().replace(' ', "-"), reply.nodes);
        let info =
            format!("info outcome {outcome} why {why} nodes {nodes} seconds {:.3}", reply.time.as_secs_f64());
        let gave_up = reply.gave_up.as_ref().or(match &reply.why {
            Why::Guesses(unknown) => Some(unknown),
            _ => None,
        });
        let gave_up =
            gave_up.map(|unknown: &Unknown| format!("info text {}\n", one_line(&unknown.to_string(), 300)));
        format!("{}{info}\nmove {}", gave_up.unwrap_or_default(), standing.write_move(&reply.mv))
    }
}
