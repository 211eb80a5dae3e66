//! The program `lastbite-cluster`: the sieve over MPI, for bars that outgrow one machine.
//!
//! ```text
//! main      the command line; solve, openings, table: one file a command
//! ranks     what all ranks agree on between two stretches of work
//! deal      who solves which part              store  the blocks solved here
//! runner    the threads of a rank              cache  blocks of other ranks, within a bound
//! exchange  the one thread that speaks MPI     checkpoint  what is finished, on disk
//! voice     which rank says why a run ends
//! simulate  how long it would take on another cluster
//! ```

#[cfg(test)]
mod alone;
mod cache;
mod checkpoint;
mod deal;
mod exchange;
mod figures;
mod openings;
mod progress;
mod ranks;
mod runner;
mod signals;
mod simulate;
mod solve;
mod stop;
mod store;
mod table;
mod voice;

use std::error::Error;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use lastbite_work::arguments::in_one_sentence;
use mpi::environment::Threading;

use ranks::Ranks;
use stop::{Stop, complain};

/// Solve bars of Bar that outgrow one machine: start it with mpirun or srun, one rank a machine or more.
#[derive(Debug, Parser)]
#[command(name = "lastbite-cluster", version, max_term_width = 80)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Solve(solve::SolveArgs),
    Openings(openings::OpeningsArgs),
    Table(table::TableArgs),
    Simulate(simulate::SimulateArgs),
}

fn main() -> ExitCode {
    // Only this thread, the first, calls MPI: every MPI can do that.
    let Some((mut universe, _)) = mpi::initialize_with_threading(Threading::Funneled) else {
        eprintln!("lastbite-cluster: MPI could not be started");
        return ExitCode::FAILURE;
    };
    universe.set_buffer_size(exchange::BUFFER);
    let ranks = Ranks::of(&universe);
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return misunderstood(&error, &ranks),
    };
    // A simulation has nothing to say at its end: a signal ends it like any other program.
    if !matches!(cli.command, Command::Simulate(_)) {
        signals::watch();
    }
    let done = match &cli.command {
        Command::Solve(args) => solve::run(args, &ranks),
        Command::Openings(args) => openings::run(args, &ranks),
        Command::Table(args) => table::run(args, &ranks),
        Command::Simulate(args) if ranks.is_first() => simulate::run(args),
        Command::Simulate(_) => Ok(()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => {
            if ranks.is_first() {
                complain(match &stop {
                    Stop::Refused(sentence) | Stop::Silence(sentence) => sentence,
                    Stop::Signal(_) => "stopped",
                });
            }
            ExitCode::from(stop.code() as u8)
        }
    }
}

/// Says once, not on every rank, what was wrong with the arguments; help and version are answers, and go to
/// stdout.
fn misunderstood(error: &clap::Error, ranks: &Ranks) -> ExitCode {
    if !ranks.is_first() {
        return if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS };
    }
    if !error.use_stderr() {
        print!("{}", error.render());
        return ExitCode::SUCCESS;
    }
    complain(&match error.source() {
        Some(sentence) => sentence.to_string(),
        None => in_one_sentence(&error.render().to_string(), "lastbite-cluster"),
    });
    ExitCode::from(2)
}
