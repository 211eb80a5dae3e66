//! How a bar is solved whole, on the command line: by which method, where, and with which checkpoint.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use lastbite::{Chomp, Effort};
use lastbite_engines::{Keep, Method, NoAnswer, Solution, Solve, SolveError};

use crate::manners::prompt::Stop;
use crate::manners::range::parse_number;
use crate::solve::bars::checkpoint::{self, Steps};
use crate::solve::bars::place::PlaceArgs;

/// A method by its name on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MethodName {
    /// One and two rows
    Formula,
    /// Three rows, in quadratic time
    ThreeRows,
    /// Three to seven rows
    FewRows,
    /// Rows and columns up to 255
    Sieve,
}

/// How a bar is solved.
#[derive(Args, Clone, Debug)]
pub struct HowArgs {
    /// Solve by this method; the fastest that fits the memory if not given
    #[arg(long, value_name = "METHOD")]
    method: Option<MethodName>,
    #[command(flatten)]
    pub place: PlaceArgs,
    #[command(flatten)]
    pub checkpoint: CheckpointArgs,
}

/// Where long work is saved.
#[derive(Args, Clone, Debug)]
pub struct CheckpointArgs {
    /// Save progress to this file, and resume from it if it exists (three to seven rows, heaps)
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// How often to write the checkpoint, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_every, requires = "checkpoint")]
    every: u64,
}

fn parse_every(text: &str) -> Result<u64, String> {
    parse_number("--every", text, 1_000_000)
}

impl MethodName {
    /// Names a method.
    pub fn of(method: Method) -> Option<Self> {
        Self::value_variants().iter().copied().find(|name| name.method() == method)
    }

    /// Returns the method of this name.
    pub fn method(self) -> Method {
        match self {
            MethodName::Formula => Method::Formula,
            MethodName::ThreeRows => Method::ThreeRows,
            MethodName::FewRows => Method::FewRows,
            MethodName::Sieve => Method::Sieve,
        }
    }
}

impl HowArgs {
    /// Says how to solve a bar, given how much to keep.
    pub fn solve(&self, bar: &Chomp, keep: Keep) -> Result<Solve, Stop> {
        let method = self.method.map(MethodName::method);
        Ok(Solve::of(bar).by(method).keep(keep).on(self.place.place()?))
    }

    /// Says whether any method will do.
    pub fn is_free(&self) -> bool {
        self.method.is_none()
    }

    /// Solves a bar, and calls `each` after every step, so that it can hand out what is known by then.
    pub fn run(
        &self,
        solve: &Solve,
        effort: &Effort,
        each: &mut dyn FnMut(&Solution) -> Result<(), Stop>,
    ) -> Result<Solution, Stop> {
        self.run_or(solve, effort, each, Stop::from)
    }

    /// The same, and says by `unsolved` why it does not begin.
    pub fn run_or(
        &self,
        solve: &Solve,
        effort: &Effort,
        each: &mut dyn FnMut(&Solution) -> Result<(), Stop>,
        unsolved: impl Fn(SolveError) -> Stop,
    ) -> Result<Solution, Stop> {
        let method = solve.method(effort).map_err(&unsolved)?;
        if self.checkpoint.path().is_some() && !Solution::is_saved(method) {
            return Err(Stop::Refused(format!(
                "{} is solved by {method}, which keeps no checkpoint: leave it out, or take three to seven rows and \
                 --method three-rows or few-rows",
                solve.bar()
            )));
        }
        let begin = || solve.begin(effort).map_err(&unsolved);
        let solution = self.checkpoint.begin(begin, |file| solve.resume(file, effort))?;
        self.checkpoint.advance(solution, effort, each)
    }
}

impl CheckpointArgs {
    /// No checkpoint.
    pub const NONE: CheckpointArgs = CheckpointArgs { checkpoint: None, every: 60 };

    /// Returns the file.
    pub fn path(&self) -> Option<&Path> {
        self.checkpoint.as_deref()
    }

    /// Returns the seconds between two checkpoints.
    pub fn every(&self) -> u64 {
        self.every
    }

    /// Reads the solver from the checkpoint if there is one, else makes and saves it, so that a file that
    /// cannot be written is noticed before the work.
    pub fn begin<S: Steps>(
        &self,
        new: impl FnOnce() -> Result<S, Stop>,
        resume: impl FnOnce(&mut checkpoint::Reader) -> Result<S, SolveError>,
    ) -> Result<S, Stop> {
        let Some(path) = self.path() else {
            return new();
        };
        if let Some(solver) = checkpoint::read(path, resume)? {
            return Ok(solver);
        }
        let mut solver = new()?;
        checkpoint::write(path, |file| solver.save(file))?;
        Ok(solver)
    }

    /// Solves to the end, step by step, and writes the checkpoint when it is due.
    pub fn advance<S: Steps>(
        &self,
        mut solver: S,
        effort: &Effort,
        each: &mut dyn FnMut(&S) -> Result<(), Stop>,
    ) -> Result<S, Stop> {
        let mut written = Instant::now();
        let mut step = 256;
        while solver.done() < solver.longest() {
            let began = Instant::now();
            let advanced = solver.advance(solver.done().saturating_add(step), effort);
            // Steps are long enough that threads do not start and end all the time, and short enough to hand
            // out answers as they come.
            if began.elapsed() < Duration::from_secs(1) {
                step = step.saturating_mul(2);
            }
            let is_over = advanced.is_err() || solver.done() == solver.longest();
            if let Some(path) = self.path()
                && (is_over || written.elapsed() >= Duration::from_secs(self.every))
            {
                checkpoint::write(path, |file| solver.save(file))?;
                written = Instant::now();
            }
            advanced?;
            each(&solver)?;
        }
        each(&solver)?;
        Ok(solver)
    }
}

impl From<NoAnswer> for Stop {
    fn from(no_answer: NoAnswer) -> Stop {
        match no_answer {
            NoAnswer::NotFound(error) => error.into(),
            other => Stop::refuse(other),
        }
    }
}
