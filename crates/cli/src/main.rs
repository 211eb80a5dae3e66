//! The program `lastbite`: reads the command line, and hands over to one file a command.
//!
//! To add a command: write `src/<command>.rs` with its arguments and a `run`, and name it in [`Command`] and
//! in [`dispatch`]. To add a game: also give it a [`lines::Face`].

mod learn;
mod manners;
mod play;
mod solve;
mod tools;

use std::error::Error;
use std::io::{ErrorKind, Write, stderr, stdout};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use learn::{analyze, compare, explain, review, trace, tree, worksheet};
use manners::prompt::Stop;
use manners::{interrupt, prompt, width};
use play::{advise, chomp, engine, full_screen, replay, serve, take_away, tournament};
use solve::{bench, count, grundy, lost, openings, periods, plot, sample, solve_bar, table};
use tools::{completions, man};

/// Play, learn and solve Chomp and Nim.
///
/// Without a command it opens the full-screen game; where there is no terminal, it plays Chomp line by line.
#[derive(Debug, Parser)]
#[command(name = "lastbite", version, args_conflicts_with_subcommands = true, max_term_width = 80)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    chomp: chomp::ChompArgs,
    /// Let nothing move on the full screen
    #[arg(long)]
    calm: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    Chomp(chomp::ChompArgs),
    TakeAway(take_away::TakeAwayArgs),
    Replay(replay::ReplayArgs),
    Solve(solve_bar::SolveArgs),
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
    #[command(visible_alias = "analyse")]
    Analyze(analyze::AnalyzeArgs),
    Explain(explain::ExplainArgs),
    Advise(advise::AdviseArgs),
    Review(review::ReviewArgs),
    Compare(compare::CompareArgs),
    Worksheet(worksheet::WorksheetArgs),
    Tree(tree::TreeArgs),
    Trace(trace::TraceArgs),
    Engine(engine::EngineArgs),
    Tournament(tournament::TournamentArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
    Serve(serve::ServeArgs),
}

fn dispatch(cli: &Cli) -> Result<(), Stop> {
    match &cli.command {
        None => match cli.chomp.only_looks().filter(|_| full_screen::is_possible()) {
            Some(look) => full_screen::play(look, cli.calm),
            None => chomp::run(&cli.chomp),
        },
        Some(Command::Chomp(args)) => chomp::run(args),
        Some(Command::TakeAway(args)) => take_away::run(args),
        Some(Command::Replay(args)) => replay::run(args),
        Some(Command::Solve(args)) => solve_bar::run(args),
        Some(Command::Openings(args)) => openings::run(args),
        Some(Command::Lost(args)) => lost::run(args),
        Some(Command::Count(args)) => count::run(args),
        Some(Command::Periods(args)) => periods::run(args),
        Some(Command::Grundy(args)) => grundy::run(args),
        Some(Command::Sample(args)) => sample::run(args),
        Some(Command::Plot(args)) => plot::run(args),
        Some(Command::Table(command)) => table::run(command),
        Some(Command::Bench(args)) => bench::run(args),
        Some(Command::Analyze(args)) => analyze::run(args),
        Some(Command::Explain(args)) => explain::run(args),
        Some(Command::Advise(args)) => advise::run(args),
        Some(Command::Review(args)) => review::run(args),
        Some(Command::Compare(args)) => compare::run(args),
        Some(Command::Worksheet(args)) => worksheet::run(args),
        Some(Command::Tree(args)) => tree::run(args),
        Some(Command::Trace(args)) => trace::run(args),
        Some(Command::Engine(args)) => engine::run(args),
        Some(Command::Tournament(args)) => tournament::run(args),
        Some(Command::Completions(args)) => completions::run(args, Cli::command()),
        Some(Command::Man(args)) => man::run(args, Cli::command()),
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
    const MISSING: &str = "error: the following required arguments were not provided:";
    let lines = || rendered.lines().map(str::trim).filter(|line| !line.is_empty());
    let told: Vec<&str> =
        lines().take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more")).collect();
    let told = match told.split_first() {
        Some((&MISSING, names)) => {
            let names: Vec<&str> = names.iter().map(|name| name.trim_matches(['<', '>'])).collect();
            format!(
                "{} missing: {}",
                if names.len() == 1 { "this is" } else { "these are" },
                names.join(", ")
            )
        }
        _ => {
            let plain = |line: &&str| {
                line.trim_start_matches("error: ")
                    .trim_start_matches("tip: ")
                    .trim_end_matches('.')
                    .to_string()
            };
            told.iter().map(plain).collect::<Vec<_>>().join("; ")
        }
    };
    // The usage begins with the command whose help is meant.
    let usage = lines().find_map(|line| line.strip_prefix("Usage: ")).unwrap_or("lastbite");
    let command: Vec<&str> = usage.split(' ').take_while(|word| !word.starts_with(['[', '<', '-'])).collect();
    format!(
        "{}; {} --help tells what is accepted",
        lastbite::notation::one_line(&told, 400),
        command.join(" ")
    )
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

/// Says whether the reader of the output has left, which is no error.
fn nobody_reads(error: &std::io::Error) -> bool {
    // Windows has one more way to say so, which the standard library does not know by name.
    const PIPE_NOT_CONNECTED: i32 = 233;
    error.kind() == ErrorKind::BrokenPipe || cfg!(windows) && error.raw_os_error() == Some(PIPE_NOT_CONNECTED)
}

fn farewell(stop: Stop) -> ExitCode {
    let goodbye = |words: &str| {
        let _ = writeln!(stdout(), "{}", prompt::wrap(words, width::columns()));
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
        Stop::Output(error) if nobody_reads(&error) => {}
        Stop::Output(error) => {
            complain(format!("the output could not be written ({error})"));
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
