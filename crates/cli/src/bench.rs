//! `lastbite bench`: how fast this machine solves, and a signature that only behaviour changes.

use std::io::{Write, stdout};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::Args;
use lastbite::sieve::{Sieve, Solved};
use lastbite::{Algorithm, Analysis, Chomp, Game, Limits};

use crate::figures::{amount, grouped, time};
use crate::interrupt;
use crate::prompt::Stop;

/// Measure how fast this machine solves bars, against a search that remembers positions
#[derive(Args, Debug)]
pub struct BenchArgs {
    /// Solve each bar so often and count the fastest time
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=100), value_name = "N")]
    repeat: u8,
}

/// The square bars that are solved.
const BARS: [u8; 4] = [12, 14, 16, 18];
/// The bar that the search judges whole: larger ones take it minutes.
const SEARCHED: (u8, u8) = (9, 10);

/// Measures and prints, line by line.
pub fn run(args: &BenchArgs) -> Result<(), Stop> {
    interrupt::stoppable(|stop| Bench { repeat: args.repeat, stop, signature: Signature::new() }.run())
}

struct Bench {
    repeat: u8,
    stop: Arc<AtomicBool>,
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
        writeln!(out, "{:<7}{positions:>15}  {:<20}{seconds:>10}  {rate}", self.bar, self.by)?;
        Ok(out.flush()?)
    }
}

impl Bench {
    fn run(mut self) -> Result<(), Stop> {
        writeln!(
            stdout(),
            "{:<7}{:>15}  {:<20}{:>10}  positions a second",
            "bar",
            "positions",
            "by",
            "time"
        )?;
        let search = self.search()?;
        search.print()?;
        let all = std::thread::available_parallelism().map_or(1, usize::from);
        let mut rate = search.rate();
        for n in BARS {
            let one = self.sieve(n, 1)?;
            one.print()?;
            rate = one.rate();
            if all > 1 {
                let every = self.sieve(n, all)?;
                every.print()?;
                writeln!(
                    stdout(),
                    "{:24}{all} threads are {:.2} times as fast as one",
                    "",
                    every.rate() / rate
                )?;
            }
        }
        writeln!(
            stdout(),
            "\none thread of the sieve judges {:.0} positions while the search judges one",
            rate / search.rate()
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

    /// Times the search that remembers positions, made to judge every position of a bar as the sieve does.
    fn search(&mut self) -> Result<Measured, Stop> {
        let bar = Chomp::new(SEARCHED.0, SEARCHED.1).map_err(Stop::refuse)?;
        let limits = Limits::none().cancelled_by(Arc::clone(&self.stop));
        let mut positions = 0;
        let seconds = self.fastest(|| {
            positions = Analysis::of(&bar, &bar.start(), &limits).map_err(|_| Stop::Stopped)?.nodes;
            Ok(())
        })?;
        let memo = Algorithm::Memo.search(&bar, &bar.start(), &limits).map_err(|_| Stop::Stopped)?;
        self.signature.add(&[positions, memo.nodes]);
        Ok(Measured {
            bar: format!("{}x{}", SEARCHED.0, SEARCHED.1),
            by: "search".into(),
            positions,
            seconds,
        })
    }

    fn sieve(&mut self, n: u8, threads: usize) -> Result<Measured, Stop> {
        let sieve = Sieve::new(n, n).threads(threads).cancel(Arc::clone(&self.stop));
        let mut solved = None;
        let seconds = self.fastest(|| {
            // The one before is dropped first, so that memory is taken anew each time.
            drop(solved.take());
            solved = Some(sieve.solve()?);
            Ok(())
        })?;
        let solved = solved.expect("it is solved at least once");
        // By one thread only, so that the cores of the machine do not move the signature.
        if threads == 1 {
            self.signature.add_solved(&solved);
        }
        let by = if threads == 1 { "sieve, 1 thread".into() } else { format!("sieve, {threads} threads") };
        Ok(Measured { bar: format!("{n}x{n}"), by, positions: solved.positions(), seconds })
    }
}

/// One number over every answer that was computed: a change that is only faster does not move it.
struct Signature(crc32fast::Hasher);

impl Signature {
    fn new() -> Self {
        Signature(crc32fast::Hasher::new())
    }

    fn add(&mut self, numbers: &[u64]) {
        numbers.iter().for_each(|number| self.0.update(&number.to_le_bytes()));
    }

    /// Adds the counts of a solved square and the winning bites of every bar inside it.
    fn add_solved(&mut self, solved: &Solved) {
        let n = solved.rows();
        self.add(&[u64::from(n), solved.lost_count(), solved.positions()]);
        for (rows, cols) in (2..=n).flat_map(|rows| (2..=n).map(move |cols| (rows, cols))) {
            for bite in solved.winning_bites_of_bar(rows, cols).unwrap_or_default() {
                self.add(&[bite.row.into(), bite.col.into()]);
            }
        }
    }
}
