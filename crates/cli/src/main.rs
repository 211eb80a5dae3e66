//! The program `lastbite`: reads the command line, and hands over to one file a command.
//!
//! To add a command: write `src/<command>.rs` with its arguments and a `run`, and name it in [`Command`] and
//! in [`dispatch`]. To add a game: also give it a [`lines::Face`].

mod bench;
mod chomp;
mod command;
mod figures;
mod interrupt;
mod lines;
mod openings;
mod picture;
mod prompt;
mod record_file;
mod replay;
mod serve;
mod setup;
mod solve;
mod style;
mod table;
mod take_away;
mod work;

use std::error::Error;
use std::io::{ErrorKind, Write, stderr, stdout};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use prompt::Stop;

/// Play, learn and solve Chomp and Nim.
///
/// Without a command it plays Chomp.
#[derive(Debug, Parser)]
#[command(name = "lastbite", version, args_conflicts_with_subcommands = true, max_term_width = 80)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    chomp: chomp::ChompArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    Chomp(chomp::ChompArgs),
    TakeAway(take_away::TakeAwayArgs),
    Replay(replay::ReplayArgs),
    Solve(solve::SolveArgs),
    Openings(openings::OpeningsArgs),
    #[command(subcommand)]
    Table(table::TableCommand),
    Bench(bench::BenchArgs),
    Serve(serve::ServeArgs),
}

fn dispatch(cli: &Cli) -> Result<(), Stop> {
    match &cli.command {
        None => chomp::run(&cli.chomp),
        Some(Command::Chomp(args)) => chomp::run(args),
        Some(Command::TakeAway(args)) => take_away::run(args),
        Some(Command::Replay(args)) => replay::run(args),
        Some(Command::Solve(args)) => solve::run(args),
        Some(Command::Openings(args)) => openings::run(args),
        Some(Command::Table(command)) => table::run(command),
        Some(Command::Bench(args)) => bench::run(args),
        Some(Command::Serve(args)) => serve::run(args),
    }
}

/// The exit code for a command that cannot be carried out as it was given.
const REFUSED: u8 = 2;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return misunderstood(&error),
    };
    // A server ends by its own rules: it finishes what is being answered.
    if !matches!(cli.command, Some(Command::Serve(_))) {
        interrupt::install();
    }
    match dispatch(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => farewell(stop),
    }
}

/// Says in one sentence what was wrong with the arguments; help and version are answers, and go to stdout.
fn misunderstood(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let shown = write!(stdout(), "{}", error.render()).and_then(|()| stdout().flush());
        return match shown {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => farewell(Stop::Output(error)),
        };
    }
    complain(match error.source() {
        Some(sentence) => sentence.to_string(),
        None => in_one_sentence(&error.render().to_string()),
    });
    ExitCode::from(REFUSED)
}

/// Makes one sentence of what the parser of arguments says in several lines: the error, its tips, and where to look.
fn in_one_sentence(rendered: &str) -> String {
    let lines = rendered.lines().map(str::trim).filter(|line| !line.is_empty());
    let told = lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    let told =
        told.map(|line| line.trim_start_matches("error: ").trim_start_matches("tip: ").trim_end_matches('.'));
    let told = told.collect::<Vec<_>>().join("; ");
    format!("{}; lastbite --help tells what is accepted", lastbite::one_line(&told, 400))
}

/// Says on stderr why the program ends; where nobody listens there either, that is no reason to panic.
fn complain(sentence: impl std::fmt::Display) {
    let _ = writeln!(stderr(), "lastbite: {sentence}");
}

/// Names the command that a misspelt word was probably meant to be.
pub fn meant(word: &str) -> Option<String> {
    let commands = <Cli as clap::CommandFactory>::command();
    let names = commands.get_subcommands().map(|command| command.get_name().to_string());
    let likely = names.map(|name| (strsim::damerau_levenshtein(&name, word), name));
    likely
        .filter(|(distance, name)| *distance <= 2 && *distance < name.len() / 2 + 1)
        .min()
        .map(|(_, name)| name)
}

fn farewell(stop: Stop) -> ExitCode {
    let goodbye = |words: &str| {
        let _ = writeln!(stdout(), "{words}");
    };
    match stop {
        Stop::Quit => goodbye("Goodbye."),
        Stop::EndOfInput => goodbye("The input has ended, and so does the game. Goodbye."),
        Stop::Interrupted => {
            goodbye("Goodbye.");
            return ExitCode::from(interrupt::interrupted());
        }
        Stop::Stopped => {
            complain("stopped");
            return ExitCode::from(interrupt::interrupted());
        }
        Stop::Signal(signal) => {
            complain("ended by a signal");
            return ExitCode::from(interrupt::exit_code(signal));
        }
        Stop::Refused(sentence) => {
            complain(sentence);
            return ExitCode::from(REFUSED);
        }
        Stop::Output(error) if error.kind() == ErrorKind::BrokenPipe => {}
        Stop::Output(error) => {
            complain(format!("the output could not be written ({error})"));
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
