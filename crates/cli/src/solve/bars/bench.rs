//! `lastbite bench`: how fast this machine solves, and a signature that changes only if the answers do.

use std::io::{Write, stdout};
use std::time::Instant;

use clap::Args;
use lastbite::notation::grouped;
use lastbite::{Algorithm, Cancel, Chomp, Effort, Game};
use lastbite_engines::sieve::{Sieve, Solved};
use lastbite_engines::{NoAnswer, Place, Solve};

use crate::manners::figures::{amount, parse_count, time};
use crate::manners::interrupt;
use crate::manners::prompt::Stop;
use crate::solve::bars::place::PlaceArgs;

/// Measure how fast this machine solves bars, against a search that remembers positions
#[derive(Args, Debug)]
#[command(after_help = "Example: lastbite bench")]
pub struct BenchArgs {
    /// Solve each bar this many times, and keep the fastest
    #[arg(long, default_value = "3", value_parser = parse_repeat, value_name = "N")]
    repeat: u16,
    #[command(flatten)]
    place: PlaceArgs,
}

fn parse_repeat(text: &str) -> Result<u16, String> {
    parse_count("--repeat", text, 100)
}

/// The square bars that are solved.
const BARS: [u32; 4] = [12, 14, 16, 18];
/// The square bars that are solved on a card, one after another as far as its memory allows; the first also
/// pays for its start.
const BARS_ON_CARD: [u32; 8] = [12, 14, 16, 18, 20, 22, 23, 24];
/// The bar on which the sieve and the search are compared: larger ones take the search minutes.
const COMPARED: (u32, u32) = (11, 12);

/// Measures and prints, line by line.
pub fn run(args: &BenchArgs) -> Result<(), Stop> {
    let cancel = Cancel::new();
    let effort = Effort::unlimited().cancelled_by(&cancel);
    interrupt::stoppable(&cancel, || {
        let bench = Bench { repeat: args.repeat, effort, signature: Signature::new() };
        match args.place.place()? {
            Place::Processor => bench.run(),
            place => bench.run_on(&place),
        }
    })?
}

struct Bench {
    repeat: u16,
    effort: Effort,
    signature: Signature,
}

/// What was measured of one way to judge all positions of a bar.
struct Measured {
    bar: String,
    by: String,
    positions: u64,
    seconds: f64,
}

impl Measured {
    fn rate(&self) -> f64 {
        self.positions as f64 / self.seconds
    }

    fn print(&self) -> Result<(), Stop> {
        let (positions, seconds, rate) = (grouped(self.positions), time(self.seconds), amount(self.rate()));
        let mut out = stdout();
        writeln!(out, "{:<7}{positions:>18}  {:<20}{seconds:>10}  {rate}", self.bar, self.by)?;
        Ok(out.flush()?)
    }
}

fn print_heading() -> Result<(), Stop> {
    writeln!(stdout(), "{:<7}{:>18}  {:<20}{:>10}  positions a second", "bar", "positions", "by", "time")?;
    Ok(())
}

impl Bench {
    /// Solves square bars on a card, from those hardly worth it to those that fill it.
    fn run_on(mut self, place: &Place) -> Result<(), Stop> {
        print_heading()?;
        for n in BARS_ON_CARD {
            let bar = Chomp::new(n, n).map_err(Stop::refuse)?;
            let mut solved = None;
            let measured = self.fastest(|| {
                drop(solved.take());
                solved = Some(Solve::of(&bar).on(place.clone()).sieve(&self.effort)?);
                Ok(())
            });
            let seconds = match measured {
                Err(Stop::Refused(why)) => {
                    writeln!(stdout(), "{n}x{n}: {why}")?;
                    break;
                }
                other => other?,
            };
            let positions = Sieve::of(&bar).positions_to_solve();
            let by = solved.as_ref().and_then(Solved::place).unwrap_or_else(|| "sieve".into());
            Measured { bar: format!("{n}x{n}"), by, positions, seconds }.print()?;
            // The signature covers only the bars that the processor solves too.
            if let Some(solved) = solved.filter(|_| BARS.contains(&n)) {
                self.signature.add_solved(&solved)?;
            }
        }
        writeln!(stdout(), "\nsignature {:08x} of the bars up to 18x18", self.signature.0.finalize())?;
        Ok(())
    }

    fn run(mut self) -> Result<(), Stop> {
        print_heading()?;
        let search = self.search()?;
        search.print()?;
        let solved = self.sieve(COMPARED, 1)?;
        solved.print()?;
        let times = search.seconds / solved.seconds;
        writeln!(
            stdout(),
            "{:27}the sieve judges every position {times:.0} times as fast as the search finds one bite\n",
            ""
        )?;
        let all = std::thread::available_parallelism().map_or(1, usize::from);
        for n in BARS {
            let one = self.sieve((n, n), 1)?;
            one.print()?;
            if all > 1 {
                let every = self.sieve((n, n), all)?;
                every.print()?;
                let times = one.seconds / every.seconds;
                writeln!(stdout(), "{:27}{all} threads are {times:.2} times as fast as one", "")?;
            }
        }
        writeln!(
            stdout(),
            "\npositions are those that were really judged: half of a square's, as the rest follows by symmetry"
        )?;
        writeln!(stdout(), "signature {:08x}", self.signature.0.finalize())?;
        Ok(())
    }

    /// Runs some work as often as was asked and returns the fastest time.
    fn fastest(&self, mut work: impl FnMut() -> Result<(), Stop>) -> Result<f64, Stop> {
        let mut fastest = f64::INFINITY;
        for _ in 0..self.repeat {
            let started = Instant::now();
            work()?;
            fastest = fastest.min(started.elapsed().as_secs_f64());
        }
        Ok(fastest)
    }

    /// Times the search that remembers positions; it stops at the first winning bite.
    fn search(&mut self) -> Result<Measured, Stop> {
        let (rows, cols) = COMPARED;
        let bar = Chomp::new(rows, cols).map_err(Stop::refuse)?;
        let mut positions = 0;
        let seconds = self.fastest(|| {
            positions =
                Algorithm::Memo.search(&bar, &bar.start(), &self.effort).map_err(|_| Stop::Stopped)?.nodes;
            Ok(())
        })?;
        self.signature.add(&[positions]);
        Ok(Measured { bar: format!("{rows}x{cols}"), by: "memo search".into(), positions, seconds })
    }

    fn sieve(&mut self, (rows, cols): (u32, u32), threads: usize) -> Result<Measured, Stop> {
        let sieve = Sieve::of(&Chomp::new(rows, cols).map_err(Stop::refuse)?);
        let effort = self.effort.clone().threads(threads);
        let mut solved = None;
        let seconds = self.fastest(|| {
            // Drops the previous one first, so that memory is allocated anew each time.
            drop(solved.take());
            solved = Some(sieve.solve(&effort)?);
            Ok(())
        })?;
        // For one thread only, so that the number of cores does not change the signature.
        if let Some(solved) = solved.filter(|_| threads == 1) {
            self.signature.add_solved(&solved)?;
        }
        let by = if threads == 1 { "sieve, 1 thread".into() } else { format!("sieve, {threads} threads") };
        Ok(Measured { bar: format!("{rows}x{cols}"), by, positions: sieve.positions_to_solve(), seconds })
    }
}

/// A checksum of every computed answer; a change that only makes things faster does not change it.
struct Signature(crc32fast::Hasher);

impl Signature {
    fn new() -> Self {
        Signature(crc32fast::Hasher::new())
    }

    fn add(&mut self, numbers: &[u64]) {
        numbers.iter().for_each(|number| self.0.update(&number.to_le_bytes()));
    }

    /// Adds the counts of a solved bar and the winning bites of every bar inside it.
    fn add_solved(&mut self, solved: &Solved) -> Result<(), NoAnswer> {
        let (most_rows, most_cols) = (solved.bar().rows(), solved.bar().cols());
        self.add(&[most_rows.into(), most_cols.into(), solved.lost_count(), solved.positions()]);
        for (rows, cols) in (2..=most_rows).flat_map(|rows| (2..=most_cols).map(move |cols| (rows, cols))) {
            for bite in solved.openings(rows, cols)? {
                self.add(&[bite.row.into(), bite.col.into()]);
            }
        }
        Ok(())
    }
}
