//! `lastbite solve 8x10`: every position of a bar, who wins it, and the winning first bites.

use std::io::{self, Write, stdout};

use clap::Args;
use lastbite::sieve::Sieve;
use lastbite::sweep::GrundyValues;
use lastbite::{Bytes, Chomp, Effort, Game, Square, grouped};
use serde::Serialize;

use crate::figures::{amount, listed, peak_memory, time};
use crate::prompt::Stop;
use crate::work::EffortArgs;

/// Solve a whole bar: its winning first bites, and how many of its positions are lost
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// The bar: rows x columns, as in 8x10, or 8x10@3,4 with the poison on square 3,4
    #[arg(value_name = "BAR")]
    bar: Chomp,
    /// Find the Grundy value of every position too
    #[arg(long)]
    grundy: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    effort: EffortArgs,
}

/// What was found; `--json` prints it as it is.
#[derive(Serialize)]
struct Found {
    game: String,
    rows: u32,
    cols: u32,
    positions: u64,
    /// How many of them were really judged: of a square half, the rest follows by symmetry.
    judged: u64,
    lost: u64,
    winning: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grundy: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    largest_grundy: Option<u32>,
    seconds: f64,
    threads: usize,
    peak_bytes: u64,
}

/// Solves a bar and prints what was found.
pub fn run(args: &SolveArgs) -> Result<(), Stop> {
    let (found, seconds) = args.effort.work(&format!("solving {}", args.bar), |effort| {
        if args.grundy { args.nimbers(effort) } else { args.outcomes(effort) }
    })?;
    let found = found?;
    let found = Found { seconds, peak_bytes: peak_memory().unwrap_or(found.peak_bytes), ..found };
    let mut out = stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&found).map_err(io::Error::from)?)?;
    } else {
        write!(out, "{}", found.described())?;
    }
    Ok(out.flush()?)
}

impl SolveArgs {
    fn outcomes(&self, effort: &Effort) -> Result<Found, Stop> {
        let sieve = Sieve::of(&self.bar);
        let solved = sieve.solve(effort)?;
        let winning = solved.openings(self.bar.rows(), self.bar.cols());
        let found = self.found(solved.positions(), solved.lost_count(), winning);
        let judged = sieve.positions_to_solve();
        Ok(Found { peak_bytes: solved.peak_bytes(), judged, threads: effort.threads_used(), ..found })
    }

    fn nimbers(&self, effort: &Effort) -> Result<Found, Stop> {
        let found = self.outcomes(effort)?;
        let values = GrundyValues::of(&self.bar, effort).map_err(Stop::refuse)?;
        Ok(Found { grundy: values.value(&self.bar.start()), largest_grundy: Some(values.largest()), ..found })
    }

    fn found(&self, positions: u64, lost: u64, winning: Option<Vec<Square>>) -> Found {
        Found {
            game: self.bar.to_string(),
            rows: self.bar.rows(),
            cols: self.bar.cols(),
            positions,
            judged: positions,
            lost,
            winning: winning.unwrap_or_default().iter().map(Square::to_string).collect(),
            grundy: None,
            largest_grundy: None,
            seconds: 0.0,
            threads: 1,
            peak_bytes: 0,
        }
    }
}

impl Found {
    fn described(&self) -> String {
        let mut lines = vec![self.game.clone()];
        let mut line = |name: &str, value: String| lines.push(format!("  {name:<16}{value}"));
        line("winning bites", listed(&self.winning));
        line("positions", grouped(self.positions));
        let share = 100.0 * self.lost as f64 / self.positions as f64;
        line("lost positions", format!("{} ({share:.2} %)", grouped(self.lost)));
        if let (Some(grundy), Some(largest)) = (self.grundy, self.largest_grundy) {
            line("Grundy value", format!("{grundy} (the largest inside is {largest})"));
        }
        let threads = if self.threads == 1 { "1 thread".into() } else { format!("{} threads", self.threads) };
        let rate = amount(self.judged as f64 / self.seconds);
        line("time", format!("{} on {threads}, {rate} positions judged a second", time(self.seconds)));
        if self.peak_bytes > 0 {
            line("peak memory", Bytes(self.peak_bytes).to_string());
        }
        lines.join("\n") + "\n"
    }
}
