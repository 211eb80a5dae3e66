//! Bars solved whole, by whichever method suits them, with every shorter bar inside.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use lastbite::sieve::Solved;
use lastbite::thin::{FewRows, Method, ThinError, ThreeRows, two};
use lastbite::{Chomp, Effort, Square, Stopped};
use lastbite_card::Keep;

use crate::manners::prompt::Stop;
use crate::manners::range::parse_number;
use crate::solve::checkpoint::{self, Steps};
use crate::solve::place::{PlaceArgs, Sieved};

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
    place: PlaceArgs,
    #[command(flatten)]
    pub checkpoint: CheckpointArgs,
}

/// Where long work is written down.
#[derive(Args, Clone, Debug)]
pub struct CheckpointArgs {
    /// Write the work down in this file now and then, and go on from it if it is there (three to seven rows)
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

/// Returns what a method is called in an answer.
pub fn name(method: Method) -> &'static str {
    match method {
        Method::Formula => "formula",
        Method::ThreeRows => "three rows",
        Method::FewRows => "few rows",
        Method::Sieve => "sieve",
        _ => "another method",
    }
}

impl HowArgs {
    /// The fastest method there, and no checkpoint.
    pub fn usual(place: PlaceArgs) -> Self {
        HowArgs { method: None, place, checkpoint: CheckpointArgs::NONE }
    }

    /// Says whether only the card will do.
    pub fn is_on_card(&self) -> bool {
        self.place.is_card()
    }

    /// Chooses the method for a bar; only the sieve solves bars with the poison elsewhere.
    pub fn method(&self, bar: &Chomp, effort: &Effort) -> Result<Method, Stop> {
        let method = match self.method {
            Some(forced) if self.place.is_card() && forced != MethodName::Sieve => {
                return Err(Stop::refuse("the card only sieves: leave --method out, or take --method sieve"));
            }
            Some(forced) => forced.method(),
            None if !bar.is_classic() || self.place.may_be_card(bar, effort) => Method::Sieve,
            None => Method::choose(bar.rows(), bar.cols(), effort)?,
        };
        let possible = match method {
            Method::Sieve => true,
            _ => bar.is_classic() && method.estimate(bar.rows(), bar.cols(), 1).is_some(),
        };
        if !possible {
            return Err(Stop::Refused(format!(
                "{bar} cannot be solved by {}: the formula is for one and two rows, three-rows for three, few-rows \
                 for three to seven, each with the poison at 1,1; sieve takes every bar up to 255x255",
                name(method)
            )));
        }
        Ok(method)
    }

    /// Solves a bar; `each` is told after every step, so that it can hand out what is known by then. Who asks for more than the whole bar's openings
    /// and the number of its lost positions wants everything to be kept.
    pub fn solve(
        &self,
        bar: &Chomp,
        keep: Keep,
        effort: &Effort,
        each: &mut dyn FnMut(&Whole) -> Result<(), Stop>,
    ) -> Result<Whole, Stop> {
        let method = self.method(bar, effort)?;
        Whole::solve(bar, method, self.place, keep, &self.checkpoint, effort, each)
    }
}

/// A bar that is solved, or is being solved from its short end on.
#[derive(Debug)]
pub struct Whole {
    rows: u32,
    cols: u32,
    /// How it is solved.
    pub method: Method,
    solver: Solver,
}

#[derive(Debug)]
enum Solver {
    Formula,
    Three(Box<ThreeRows>),
    Few(Box<FewRows>),
    Sieve(Box<Sieved>),
}

impl Whole {
    /// Solves a bar by a method that is known to suit it.
    pub fn solve(
        bar: &Chomp,
        method: Method,
        place: PlaceArgs,
        keep: Keep,
        checkpoint: &CheckpointArgs,
        effort: &Effort,
        each: &mut dyn FnMut(&Whole) -> Result<(), Stop>,
    ) -> Result<Whole, Stop> {
        // Long bars are solved lying down; the answers are turned back.
        let (rows, cols) = (bar.rows().min(bar.cols()), bar.rows().max(bar.cols()));
        if checkpoint.checkpoint.is_some() && !matches!(method, Method::ThreeRows | Method::FewRows) {
            return Err(Stop::Refused(format!(
                "{bar} is solved by {}, which keeps no checkpoint: leave it out, or take three to seven rows and \
                 --method three-rows or few-rows",
                name(method)
            )));
        }
        let solver = match method {
            Method::Formula => Solver::Formula,
            Method::ThreeRows => {
                Solver::Three(Box::new(checkpoint.begin(3, cols, || ThreeRows::new(cols, effort), effort)?))
            }
            Method::FewRows => Solver::Few(Box::new(checkpoint.begin(
                rows,
                cols,
                || FewRows::new(rows, cols, effort),
                effort,
            )?)),
            _ => Solver::Sieve(Box::new(place.sieve(bar, keep, effort)?)),
        };
        let mut whole = Whole { rows: bar.rows(), cols: bar.cols(), method, solver };
        whole.run(checkpoint, effort, each)?;
        Ok(whole)
    }

    /// Solves three rows by their own method, longer than any bar that is played if need be.
    pub fn three_rows_to(cols: u32, checkpoint: &CheckpointArgs, effort: &Effort) -> Result<ThreeRows, Stop> {
        let solver = checkpoint.begin(3, cols, || ThreeRows::new(cols, effort), effort)?;
        let solver = Solver::Three(Box::new(solver));
        let mut whole = Whole { rows: cols.min(3), cols, method: Method::ThreeRows, solver };
        whole.run(checkpoint, effort, &mut |_| Ok(()))?;
        match whole.solver {
            Solver::Three(solver) => Ok(*solver),
            _ => unreachable!("it was made so"),
        }
    }

    fn run(
        &mut self,
        checkpoint: &CheckpointArgs,
        effort: &Effort,
        each: &mut dyn FnMut(&Whole) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let mut written = Instant::now();
        while self.done() < self.longest() {
            // Steps long enough to keep all threads busy, short enough to hand out answers as they come.
            let until = self.done() + (self.longest() / 200).max(256);
            let advanced = match &mut self.solver {
                Solver::Three(solver) => solver.advance(until, effort),
                Solver::Few(solver) => solver.advance(until, effort),
                Solver::Formula | Solver::Sieve(_) => Ok(()),
            };
            let is_over = advanced.is_err() || self.done() == self.longest();
            if is_over || written.elapsed() >= checkpoint.interval() {
                self.write(checkpoint)?;
                written = Instant::now();
            }
            advanced?;
            each(self)?;
        }
        each(self)
    }

    fn write(&mut self, checkpoint: &CheckpointArgs) -> Result<(), Stop> {
        match (&checkpoint.checkpoint, &mut self.solver) {
            (Some(path), Solver::Three(solver)) => checkpoint::write(path, &mut **solver),
            (Some(path), Solver::Few(solver)) => checkpoint::write(path, &mut **solver),
            _ => Ok(()),
        }
    }

    /// Returns the longer side of the bar.
    fn longest(&self) -> u32 {
        self.rows.max(self.cols)
    }

    /// Returns how far it is solved: bars whose longer side is at most this.
    pub fn done(&self) -> u32 {
        match &self.solver {
            Solver::Three(solver) => solver.done(),
            Solver::Few(solver) => solver.done(),
            Solver::Formula | Solver::Sieve(_) => self.longest(),
        }
    }

    /// Lists the winning first bites of a bar inside this one, by row and column.
    pub fn openings(&self, rows: u32, cols: u32) -> Option<Vec<Square>> {
        let bites = |bites: Vec<Square>, turned: bool| {
            let turn = |bite: Square| if turned { Square::new(bite.col, bite.row) } else { bite };
            let mut bites: Vec<Square> = bites.into_iter().map(turn).collect();
            bites.sort_unstable();
            bites
        };
        let (few, many, turned) = (rows.min(cols), rows.max(cols), rows > cols);
        match (&self.solver, few) {
            (Solver::Sieve(sieved), _) => sieved.solved.openings(rows, cols),
            (_, 1) => Some(bites(two::winning_openings_of_one_row(many), turned)),
            (_, 2) => Some(bites(two::winning_openings_of_two_rows(many), turned)),
            (Solver::Three(solver), 3) => Some(bites(solver.winning_openings(many)?, turned)),
            (Solver::Few(solver), _) => Some(bites(solver.winning_openings(few, many)?, turned)),
            _ => None,
        }
    }

    /// Counts the lost positions of a bar inside this one.
    pub fn lost(&self, rows: u32, cols: u32) -> Option<u64> {
        let (few, many) = (rows.min(cols), rows.max(cols));
        match (&self.solver, few) {
            (Solver::Sieve(sieved), _) if (rows, cols) == (self.rows, self.cols) => {
                Some(sieved.solved.lost_count())
            }
            (Solver::Sieve(sieved), _) => sieved.solved.lost_in_bar(rows, cols),
            (_, 1) => Some(two::lost_count_of_one_row(many)),
            (_, 2) => Some(two::lost_count_of_two_rows(many)),
            (Solver::Three(solver), 3) => solver.lost_count(many),
            (Solver::Few(solver), _) => solver.lost_count(few, many),
            _ => None,
        }
    }

    /// Returns what the sieve has found, if it was the sieve.
    pub fn sieved(&self) -> Option<&Solved> {
        match &self.solver {
            Solver::Sieve(sieved) => Some(&sieved.solved),
            _ => None,
        }
    }

    /// Returns the name of the card that it was solved on, if it was one.
    pub fn card(&self) -> Option<&str> {
        match &self.solver {
            Solver::Sieve(sieved) => sieved.card.as_deref(),
            _ => None,
        }
    }

    /// Makes sure that everything asked so far can be believed.
    pub fn check(&self) -> Result<(), Stop> {
        match &self.solver {
            Solver::Sieve(sieved) => sieved.check(),
            _ => Ok(()),
        }
    }
}

impl CheckpointArgs {
    /// No checkpoint.
    pub const NONE: CheckpointArgs = CheckpointArgs { checkpoint: None, every: 60 };

    fn interval(&self) -> Duration {
        Duration::from_secs(self.every)
    }

    /// Reads the solver from the checkpoint if it is there, else makes it and writes it down, so that a file that
    /// cannot be written is found out before the work.
    fn begin<S: Steps>(
        &self,
        rows: u32,
        cols: u32,
        new: impl FnOnce() -> Result<S, ThinError>,
        effort: &Effort,
    ) -> Result<S, Stop> {
        let Some(path) = &self.checkpoint else {
            return Ok(new()?);
        };
        if let Some(solver) = checkpoint::read(path, rows, cols, effort)? {
            return Ok(solver);
        }
        let mut solver = new()?;
        checkpoint::write(path, &mut solver)?;
        Ok(solver)
    }

    /// Returns the file.
    pub fn path(&self) -> Option<&Path> {
        self.checkpoint.as_deref()
    }
}

impl From<ThinError> for Stop {
    fn from(error: ThinError) -> Stop {
        match error {
            ThinError::Stopped(Stopped::Cancelled) => Stop::Stopped,
            other => Stop::refuse(other),
        }
    }
}
