//! The program `lastbite`: reads the command line, and hands over to one file a command.
//!
//! To add a command: write `src/<command>.rs` with its arguments and a `run`, and name it in [`Command`] and
//! in [`dispatch`]. To add a game: also give it a [`lines::Face`].

mod bench;
mod bfile;
mod checkpoint;
mod chomp;
mod command;
mod count;
mod figures;
mod grundy;
mod interrupt;
mod lines;
mod listing;
mod lost;
mod lost_positions;
mod numbering;
mod openings;
mod periods;
mod picture;
mod plot;
mod position;
mod prompt;
mod range;
mod record_file;
mod replay;
mod sample;
mod setup;
mod solve;
mod style;
mod svg;
mod table;
mod take_away;
mod whole;
mod width;
mod work;

use std::error::Error;
use std::io::{ErrorKind, Write, stderr, stdout};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use prompt::Stop;

/// Play, learn and solve Chomp, Nim and every take-away game.
///
/// Without a command it plays Chomp.
#[derive(Debug, Parser)]
#[command(name = "lastbite", version, args_conflicts_with_subcommands = true)]
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
    Lost(lost::LostArgs),
    Count(count::CountArgs),
    Periods(periods::PeriodsArgs),
    Grundy(grundy::GrundyArgs),
    Sample(sample::SampleArgs),
    Plot(plot::PlotArgs),
    #[command(subcommand)]
    Table(table::TableCommand),
    Bench(bench::BenchArgs),
}

fn dispatch(cli: &Cli) -> Result<(), Stop> {
    match &cli.command {
        None => chomp::run(&cli.chomp),
        Some(Command::Chomp(args)) => chomp::run(args),
        Some(Command::TakeAway(args)) => take_away::run(args),
        Some(Command::Replay(args)) => replay::run(args),
        Some(Command::Solve(args)) => solve::run(args),
        Some(Command::Openings(args)) => openings::run(args),
        Some(Command::Lost(args)) => lost::run(args),
        Some(Command::Count(args)) => count::run(args),
        Some(Command::Periods(args)) => periods::run(args),
        Some(Command::Grundy(args)) => grundy::run(args),
        Some(Command::Sample(args)) => sample::run(args),
        Some(Command::Plot(args)) => plot::run(args),
        Some(Command::Table(command)) => table::run(command),
        Some(Command::Bench(args)) => bench::run(args),
    }
}

/// The exit code for a command that cannot be carried out as it was given.
const REFUSED: u8 = 2;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return misunderstood(&error),
    };
    interrupt::install();
    match dispatch(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => farewell(stop),
    }
}

/// A value that cannot be read has its own sentence; the rest, and `--help`, is clap's.
fn misunderstood(error: &clap::Error) -> ExitCode {
    match error.source() {
        Some(sentence) => {
            complain(sentence);
            ExitCode::from(REFUSED)
        }
        None => {
            let _ = error.print();
            ExitCode::from(error.exit_code() as u8)
        }
    }
}

/// Says on stderr why the program ends; where nobody listens there either, that is no reason to panic.
fn complain(sentence: impl std::fmt::Display) {
    let _ = writeln!(stderr(), "lastbite: {sentence}");
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
