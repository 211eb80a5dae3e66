//! The program `lastbite`: reads the command line and hands over to the file of the command.
//!
//! To add a command: write a file with its arguments and a `run` in its room, and name it in [`Command`], in
//! [`dispatch`] and in [`GROUPS`]. A new game needs nothing here: every command takes every game of the
//! library.

mod learn;
mod manners;
mod play;
mod solve;
mod tools;

use std::error::Error;
use std::io::{ErrorKind, Write, stderr, stdout};
use std::process::ExitCode;

use clap::error::ErrorKind as Misunderstood;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use learn::{analyze, compare, explain, review, trace, tree, worksheet};
use manners::prompt::Stop;
use manners::{help, interrupt, prompt, width};
#[cfg(feature = "tui")]
use play::full_screen;
#[cfg(feature = "serve")]
use play::serve;
use play::{advise, any_game, chomp, engine, replay, take_away, tournament};
use solve::{
    bench, count, grundy, lost, openings, periods, plot, positions, sample, sequence, solve_bar, table,
};
use tools::{completions, man};

/// Play, learn and solve Chomp, Nim and other take-away games.
///
/// Without a command it opens the full-screen game. Where there is no terminal, and with --record or
/// --corner, it plays Chomp line by line.
#[derive(Debug, Parser)]
#[command(name = "lastbite", version, args_conflicts_with_subcommands = true, max_term_width = 80)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    chomp: chomp::ChompArgs,
    /// Full screen without animation
    #[arg(long)]
    calm: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    Play(any_game::PlayArgs),
    Chomp(chomp::ChompArgs),
    TakeAway(take_away::TakeAwayArgs),
    Replay(replay::ReplayArgs),
    Solve(solve_bar::SolveArgs),
    Openings(openings::OpeningsArgs),
    Lost(lost::LostArgs),
    Positions(positions::PositionsArgs),
    Count(count::CountArgs),
    Periods(periods::PeriodsArgs),
    Sequence(sequence::SequenceArgs),
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
    #[cfg(feature = "serve")]
    Serve(serve::ServeArgs),
    /// Serve the page and an API for programs; this program was built without it
    #[cfg(not(feature = "serve"))]
    Serve {
        /// Any options
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
        options: Vec<String>,
    },
}

/// The commands as the help shows them.
const GROUPS: [help::Group; 4] = [
    ("Play", &["play", "chomp", "take-away", "replay", "advise", "serve"]),
    ("Learn", &["analyze", "explain", "review", "compare", "tree", "trace", "worksheet"]),
    (
        "Solve",
        &[
            "solve",
            "openings",
            "lost",
            "positions",
            "count",
            "periods",
            "sequence",
            "grundy",
            "sample",
            "plot",
            "table",
            "bench",
        ],
    ),
    ("Tools", &["engine", "tournament", "completions", "man"]),
];

fn dispatch(cli: &Cli) -> Result<(), Stop> {
    match &cli.command {
        None => play_at_once(cli),
        Some(Command::Play(args)) => any_game::run(args),
        Some(Command::Chomp(args)) => chomp::run(args),
        Some(Command::TakeAway(args)) => take_away::run(args),
        Some(Command::Replay(args)) => replay::run(args),
        Some(Command::Solve(args)) => solve_bar::run(args),
        Some(Command::Openings(args)) => openings::run(args),
        Some(Command::Lost(args)) => lost::run(args),
        Some(Command::Positions(args)) => positions::run(args),
        Some(Command::Count(args)) => count::run(args),
        Some(Command::Periods(args)) => periods::run(args),
        Some(Command::Sequence(args)) => sequence::run(args),
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
        #[cfg(feature = "serve")]
        Some(Command::Serve(args)) => serve::run(args),
        #[cfg(not(feature = "serve"))]
        Some(Command::Serve { .. }) => {
            Err(Stop::refuse("this program was built without its server; build it with --features serve"))
        }
    }
}

/// Plays when no command is given: full screen if there is a terminal, else line by line.
fn play_at_once(cli: &Cli) -> Result<(), Stop> {
    let another = cli.chomp.another_game()?;
    #[cfg(feature = "tui")]
    if full_screen::is_possible() && !cli.chomp.wants_lines() {
        let chomp::ChompArgs { opponent, game, .. } = &cli.chomp;
        let start = match another {
            Some(another) => Some(lastbite::Standing::start(another)),
            None => cli.chomp.start()?,
        };
        return full_screen::play(start, opponent, game, cli.calm);
    }
    if let Some(another) = another {
        return Err(Stop::Refused(format!("lastbite play {another} plays that game line by line")));
    }
    let _ = cli.calm;
    chomp::run(&cli.chomp)
}

/// The exit code for a command that cannot be carried out as it was given.
const REFUSED: u8 = 2;

fn main() -> ExitCode {
    let mut program = help::grouped(Cli::command(), &GROUPS);
    let parsed = program.try_get_matches_from_mut(std::env::args_os());
    let cli = match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => return misunderstood(&error),
    };
    // A server ends by its own rules: it finishes what is being answered.
    if !matches!(cli.command, Some(Command::Serve { .. })) {
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
        None => in_one_sentence(error.kind(), &error.render().to_string(), &asked_for()),
    });
    ExitCode::from(REFUSED)
}

/// Returns as much of the command as the arguments name, to point to its help: `lastbite table build`.
fn asked_for() -> String {
    let mut command = &Cli::command();
    let mut names = vec![command.get_name().to_string()];
    for argument in std::env::args_os().skip(1) {
        // What is not text does not name a command.
        let Some(argument) = argument.to_str() else { break };
        let named = |sub: &&clap::Command| {
            sub.get_name() == argument || sub.get_all_aliases().any(|alias| alias == argument)
        };
        let Some(found) = command.get_subcommands().find(named) else { break };
        names.push(found.get_name().to_string());
        command = found;
    }
    names.join(" ")
}

/// Turns the several lines of the argument parser into one sentence: the error, its tips, and where to look.
fn in_one_sentence(kind: Misunderstood, rendered: &str, command: &str) -> String {
    const MISSING: &str = "error: the following required arguments were not provided:";
    if kind == Misunderstood::DisplayHelpOnMissingArgumentOrSubcommand {
        return format!("{command} needs to be told what to do; see {command} --help");
    }
    let lines = rendered.lines().map(str::trim).filter(|line| !line.is_empty());
    let told: Vec<&str> =
        lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more")).collect();
    let told = match told.split_first() {
        Some((&MISSING, names)) => {
            // A place is bare, an option keeps the sign around its value: GAME, --by <WHAT>.
            let bare = |name: &&str| match name.strip_prefix('<') {
                Some(rest) => rest.replacen('>', "", 1),
                None => name.to_string(),
            };
            let names: Vec<String> = names.iter().map(bare).collect();
            format!("{command} needs {}", lastbite::notation::listed(&names))
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
    format!("{}; see {command} --help", lastbite::notation::one_line(&told, 400))
}

/// Says on stderr why the program ends, and does not panic if stderr is closed too.
fn complain(sentence: impl std::fmt::Display) {
    let _ = writeln!(stderr(), "lastbite: {sentence}");
}

/// Guesses which command a misspelt word was meant to be.
pub fn meant(word: &str) -> Option<String> {
    let commands = <Cli as clap::CommandFactory>::command();
    let names = commands.get_subcommands().map(|command| command.get_name().to_string());
    let likely = names.map(|name| (strsim::damerau_levenshtein(&name, word), name));
    likely
        .filter(|(distance, name)| *distance <= 2 && *distance < name.len() / 2 + 1)
        .min()
        .map(|(_, name)| name)
}

/// Says whether the reader of the output has left, which is not an error.
fn nobody_reads(error: &std::io::Error) -> bool {
    // Windows has a second error code for this, which the standard library does not name.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Calls a function with every command and its full name.
    fn every(command: &clap::Command, name: &str, see: &mut dyn FnMut(&clap::Command, &str)) {
        see(command, name);
        for sub in command.get_subcommands() {
            every(sub, &format!("{name} {}", sub.get_name()), see);
        }
    }

    #[test]
    fn the_definitions_are_sound() {
        help::grouped(Cli::command(), &GROUPS).debug_assert();
    }

    #[test]
    fn what_stands_below_a_help_fits_80_columns_and_is_not_wrapped_again() {
        every(&Cli::command(), "lastbite", &mut |command, name| {
            for text in [command.get_after_help(), command.get_after_long_help()].into_iter().flatten() {
                for line in text.to_string().lines() {
                    assert!(line.chars().count() <= 80, "{name}: {line}");
                }
            }
        });
    }

    #[test]
    fn every_command_has_its_place_in_the_help() {
        let help = help::grouped(Cli::command(), &GROUPS).render_help().to_string();
        for command in Cli::command().get_subcommands().filter(|command| !command.is_hide_set()) {
            let named = |line: &str| line.split_whitespace().next() == Some(command.get_name());
            let lines = help.lines().filter(|line| line.starts_with("  ") && named(line)).count();
            assert_eq!(lines, 1, "{}: {help}", command.get_name());
        }
        assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
    }

    #[test]
    fn what_is_missing_is_named_whole() {
        let rendered =
            "error: the following required arguments were not provided:\n  --by <WHAT>\n  <BAR>\n\nUsage: x";
        let told = in_one_sentence(Misunderstood::MissingRequiredArgument, rendered, "lastbite count");
        assert_eq!(told, "lastbite count needs --by <WHAT> and BAR; see lastbite count --help");
    }
}
