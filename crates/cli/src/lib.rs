//! The program `lastbite`, as a library: it reads the command line and hands over to the file of the command.
//!
//! A program of one's own is this program with more games. It adds them to the list, and [`run`] is all the
//! rest: every command, the full screen, the page and its API, the engine and tournaments have them.
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! fn main() -> ExitCode {
//!     // lastbite::AnyGame::add::<Daisy>() comes here; examples/own_program.rs is a whole one.
//!     lastbite_cli::run()
//! }
//! ```
//!
//! To add a command: write a file with its arguments and a `run` in its room, and name it in `commands!` below.
//! A new game needs nothing here: every command takes every game of the library.

mod learn;
mod manners;
mod play;
mod solve;
mod tools;

use std::error::Error;
use std::io::{ErrorKind, IsTerminal, Write, stderr, stdout};
use std::process::ExitCode;

use clap::error::ErrorKind as Misunderstood;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use lastbite_work::arguments::{in_one_sentence, needs_a_subcommand};

use learn::{analyze, compare, explain, review, trace, tree, worksheet};
use manners::prompt::Stop;
use manners::{help, interrupt, prompt, version, width};
#[cfg(feature = "tui")]
use play::full_screen;
use play::{advise, any_game, chomp, engine, puzzle, replay, serve, take_away, tournament};
use solve::bars::{bench, count, grundy, lost, openings, periods, positions, sample, table};
use solve::charts::plot;
use solve::heaps::sequence;
use solve::whole;
use tools::{completions, man};

/// Play, learn and solve Chomp, Nim and other take-away games.
///
/// Without a command it opens the full-screen game. Where there is no terminal, and with --record or
/// --corner, it plays Chomp line by line.
#[derive(Debug, Parser)]
#[command(name = "lastbite", version, long_version = version::LONG.as_str(), args_conflicts_with_subcommands = true, max_term_width = 80)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    chomp: chomp::ChompArgs,
    /// Full screen without animation
    #[arg(long)]
    calm: bool,
}

/// Makes all of a command of its line below: what it is called, its arguments, and what runs it.
macro_rules! commands {
    ($($Group:ident { $($(#[$meta:meta])* $name:literal $Command:ident($Args:ty) = $run:expr;)+ })+) => {
        #[derive(Debug, Subcommand)]
        enum Command {
            $($($(#[$meta])* #[command(name = $name)] $Command($Args),)+)+
        }

        /// The commands as the help shows them.
        const GROUPS: &[help::Group] = &[$((stringify!($Group), &[$($name),+])),+];

        impl Command {
            fn run(&self) -> Result<(), Stop> {
                match self {
                    $($(Command::$Command(args) => $run(args),)+)+
                }
            }
        }
    };
}

commands! {
    Play {
        "play" Play(any_game::PlayArgs) = any_game::run;
        #[command(after_help = chomp::EXAMPLES)]
        "chomp" Chomp(chomp::ChompArgs) = chomp::run;
        "take-away" TakeAway(take_away::TakeAwayArgs) = take_away::run;
        "puzzle" Puzzle(puzzle::PuzzleArgs) = puzzle::run;
        "replay" Replay(replay::ReplayArgs) = replay::run;
        "advise" Advise(advise::AdviseArgs) = advise::run;
        "serve" Serve(serve::ServeArgs) = serve::run;
    }
    Learn {
        #[command(visible_alias = "analyse")]
        "analyze" Analyze(analyze::AnalyzeArgs) = analyze::run;
        "explain" Explain(explain::ExplainArgs) = explain::run;
        "review" Review(review::ReviewArgs) = review::run;
        "compare" Compare(compare::CompareArgs) = compare::run;
        "tree" Tree(tree::TreeArgs) = tree::run;
        "trace" Trace(trace::TraceArgs) = trace::run;
        "worksheet" Worksheet(worksheet::WorksheetArgs) = worksheet::run;
    }
    Solve {
        "solve" Solve(whole::SolveArgs) = whole::run;
        "openings" Openings(openings::OpeningsArgs) = openings::run;
        "lost" Lost(lost::LostArgs) = lost::run;
        "positions" Positions(positions::PositionsArgs) = positions::run;
        "count" Count(count::CountArgs) = count::run;
        "periods" Periods(periods::PeriodsArgs) = periods::run;
        "sequence" Sequence(sequence::SequenceArgs) = sequence::run;
        "grundy" Grundy(grundy::GrundyArgs) = grundy::run;
        "sample" Sample(sample::SampleArgs) = sample::run;
        "plot" Plot(plot::PlotArgs) = plot::run;
        #[command(subcommand)]
        "table" Table(table::TableCommand) = table::run;
        "bench" Bench(bench::BenchArgs) = bench::run;
    }
    Tools {
        "engine" Engine(engine::EngineArgs) = engine::run;
        "tournament" Tournament(tournament::TournamentArgs) = tournament::run;
        "completions" Completions(completions::CompletionsArgs) = |args| completions::run(args, Cli::command());
        "man" Man(man::ManArgs) = |args| man::run(args, Cli::command());
    }
}

/// Plays when no command is given: full screen if there is a terminal, else line by line.
fn play_at_once(cli: &Cli) -> Result<(), Stop> {
    let another = cli.chomp.another_game()?;
    #[cfg(feature = "tui")]
    if full_screen::is_possible() && !cli.chomp.wants_lines() {
        let chomp::ChompArgs { opponent, game, .. } = &cli.chomp;
        let start = match another {
            Some(another) => Some(another),
            None => cli.chomp.start()?,
        };
        return full_screen::play(start, opponent, game, cli.calm);
    }
    let _ = cli.calm;
    if let Some(another) = another {
        return any_game::instead(another, &cli.chomp.opponent, &cli.chomp.game);
    }
    chomp::run(&cli.chomp)
}

/// The exit code for a command that cannot be carried out as it was given.
const REFUSED: u8 = 2;

/// Runs the program with the arguments that it was started with, and returns its exit code.
///
/// Games that were [added](lastbite::AnyGame::add) before are games of this program.
#[must_use]
pub fn run() -> ExitCode {
    let mut program = help::grouped(Cli::command(), GROUPS);
    let parsed = program.try_get_matches_from_mut(std::env::args_os());
    let cli = match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => return misunderstood(&error),
    };
    // A server ends by its own rules: it finishes what is being answered.
    if !matches!(cli.command, Some(Command::Serve(_))) {
        interrupt::install();
    }
    let done = match &cli.command {
        Some(command) => command.run(),
        None => play_at_once(&cli),
    };
    match done {
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
    complain(match (error.source(), error.kind()) {
        (Some(sentence), _) => sentence.to_string(),
        (None, Misunderstood::DisplayHelpOnMissingArgumentOrSubcommand) => needs_a_subcommand(&asked_for()),
        (None, _) => in_one_sentence(&error.render().to_string(), &asked_for()),
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

/// Says on stderr why the program ends, and does not panic if stderr is closed too.
fn complain(sentence: impl std::fmt::Display) {
    let sentence = format!("lastbite: {sentence}");
    let said = match stderr().is_terminal() {
        true => prompt::wrap(&sentence, width::of_errors()),
        // A program that reads it gets one line.
        false => sentence,
    };
    let _ = writeln!(stderr(), "{said}");
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
        Stop::EndOfInput => goodbye("End of input: the game stops here."),
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
        Stop::Failed(sentence) => {
            complain(sentence);
            return ExitCode::FAILURE;
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
        help::grouped(Cli::command(), GROUPS).debug_assert();
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
        let help = help::grouped(Cli::command(), GROUPS).render_help().to_string();
        for command in Cli::command().get_subcommands().filter(|command| !command.is_hide_set()) {
            let named = |line: &str| line.split_whitespace().next() == Some(command.get_name());
            let lines = help.lines().filter(|line| line.starts_with("  ") && named(line)).count();
            assert_eq!(lines, 1, "{}: {help}", command.get_name());
        }
        assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
    }

    /// The words of a command as a shell reads them: quotes hold together, a comment or a pipe ends it.
    fn words(line: &str) -> Vec<String> {
        let (mut words, mut quoted) = (vec![String::new()], false);
        for letter in line.chars() {
            match letter {
                '\'' => quoted = !quoted,
                '#' | '|' | '>' | '<' | ';' if !quoted && words.last().is_some_and(String::is_empty) => break,
                ' ' if !quoted => words.push(String::new()),
                _ => words.last_mut().expect("there is one").push(letter),
            }
        }
        words.retain(|word| !word.is_empty());
        words
    }

    #[test]
    #[cfg(all(feature = "card", feature = "serve", feature = "tui"))]
    fn every_command_of_the_readme_and_the_guide_is_understood() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut pages = vec![root.join("README.md")];
        pages
            .extend(std::fs::read_dir(root.join("docs/guide/src")).unwrap().map(|page| page.unwrap().path()));
        let mut understood = 0;
        for page in pages {
            let text = std::fs::read_to_string(&page).unwrap().replace("\\\n", "");
            for block in text.split("```").skip(1).step_by(2).filter(|block| block.starts_with("sh\n")) {
                for line in block.lines().filter(|line| line.starts_with("lastbite")) {
                    let parsed = Cli::try_parse_from(words(line));
                    let wrong = parsed.err().filter(clap::Error::use_stderr);
                    assert!(wrong.is_none(), "{}: {line}: {}", page.display(), wrong.unwrap());
                    understood += 1;
                }
            }
        }
        assert!(understood > 50, "{understood} commands");
    }
}
