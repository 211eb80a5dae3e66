//! Estimates what each method takes in time and memory, and chooses one.
//!
//! Times were measured on an AMD EPYC (Zen 4) at 2.6 GHz, as the time of the processor with one thread, and
//! fitted: three rows 12 ns an evaluation (3x10000 to 3x50000); few rows 10 ns at 4x1000, 12 ns at 4x2000, 6
//! ns at 5x200 and 5x300, 9 ns at 6x99, 16 ns at 7x40. The sieve's figure is 0.15 ns a position with two
//! threads. They are good enough to compare methods, and promise nothing; `cargo bench --bench thin` measures
//! them again.

use std::fmt;

use crate::effort::{Effort, TooLittleMemory};
use crate::games::chomp::Chomp;
use crate::games::chomp::sieve::Sieve;

use super::ThinError;
use super::few::shape::{FEWEST, LONGEST, MOST, width};
use super::few::{CACHED, LANES, MOST_PASSES};
use super::three::tile::HEIGHT;

/// What a method is expected to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Estimate {
    /// The time in nanoseconds.
    pub nanoseconds: u64,
    /// The memory in bytes.
    pub bytes: u64,
}

/// Methods that solve whole bars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// One and two rows: a formula ([`super::two`]).
    Formula,
    /// Three rows in quadratic time ([`super::ThreeRows`]).
    ThreeRows,
    /// Three to seven rows, one evaluation for each choice of all rows but the last ([`super::FewRows`]).
    FewRows,
    /// Every position of the bar ([`crate::games::chomp::sieve`]).
    Sieve,
    /// Not solved now: read from a [table](crate::games::chomp::table).
    Table,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Method::Formula => "formula",
            Method::ThreeRows => "three rows",
            Method::FewRows => "few rows",
            Method::Sieve => "sieve",
            Method::Table => "table",
        })
    }
}

/// The most rows and columns that the sieve takes.
const MOST_OF_SIEVE: u32 = 255;

impl Method {
    /// All methods that solve.
    pub const ALL: [Method; 4] = [Method::Formula, Method::ThreeRows, Method::FewRows, Method::Sieve];

    /// Estimates what a bar takes by this method, if it can solve it; a bar with more rows than columns is
    /// turned.
    ///
    /// ```
    /// use lastbite::thin::Method;
    /// let by = |method: Method| method.estimate(6, 99, 2).unwrap().nanoseconds;
    /// assert!(by(Method::Sieve) < by(Method::FewRows));
    /// assert_eq!(Method::Sieve.estimate(4, 1000, 2), None);
    /// ```
    #[must_use]
    pub fn estimate(self, rows: u32, cols: u32, threads: usize) -> Option<Estimate> {
        let (rows, cols) = (rows.min(cols), rows.max(cols));
        match self {
            Method::Formula if rows <= 2 => Some(Estimate { nanoseconds: 0, bytes: 0 }),
            Method::ThreeRows if rows == 3 => Some(Estimate::three_rows(cols, threads)),
            Method::FewRows if (FEWEST..=MOST).contains(&rows) && cols <= LONGEST => {
                Some(Estimate::few_rows(rows, cols, threads))
            }
            Method::Sieve if cols <= MOST_OF_SIEVE => Estimate::sieve(rows, cols, threads),
            _ => None,
        }
    }

    /// Chooses the fastest method whose memory is allowed.
    ///
    /// ```
    /// use lastbite::Effort;
    /// use lastbite::thin::Method;
    ///
    /// let effort = Effort::default().threads(2).memory(2 << 30);
    /// assert_eq!(Method::choose(2, 1_000_000, &effort), Ok(Method::Formula));
    /// assert_eq!(Method::choose(100_000, 3, &effort), Ok(Method::ThreeRows));
    /// assert_eq!(Method::choose(4, 1000, &effort), Ok(Method::FewRows));
    /// assert_eq!(Method::choose(12, 12, &effort), Ok(Method::Sieve));
    /// assert!(Method::choose(8, 1000, &effort).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// When no method can solve the bar, or none within the memory that is allowed.
    pub fn choose(rows: u32, cols: u32, effort: &Effort) -> Result<Method, ThinError> {
        let threads = effort.threads_used();
        let possible = Method::ALL.map(|method| (method, method.estimate(rows, cols, threads)));
        let possible = possible.into_iter().filter_map(|(method, estimate)| Some((method, estimate?)));
        let possible: Vec<(Method, Estimate)> = possible.filter(|_| rows > 0 && cols > 0).collect();
        let allowed = effort.memory_allowed();
        let within = possible.iter().filter(|(_, estimate)| estimate.bytes <= allowed);
        if let Some(&(method, _)) = within.min_by_key(|(_, estimate)| estimate.nanoseconds) {
            return Ok(method);
        }
        match possible.iter().map(|(_, estimate)| estimate.bytes).min() {
            Some(needed) => Err(TooLittleMemory { needed, allowed }.into()),
            None => {
                let kind = "rows and columns up to 255, or at most seven rows and 65534 columns, \
                            or three rows and 1073741824 columns";
                Err(ThinError::NotThisKind { rows, cols, kind })
            }
        }
    }
}

impl Estimate {
    fn new(nanoseconds: f64, bytes: f64) -> Self {
        // This conversion saturates.
        Estimate { nanoseconds: nanoseconds as u64, bytes: bytes as u64 }
    }

    /// Refuses what takes more memory than is allowed.
    pub(crate) fn allow(self, effort: &Effort) -> Result<(), ThinError> {
        Ok(TooLittleMemory::check(self.bytes, effort.memory_allowed())?)
    }

    /// Three rows: 0.086 n^2 evaluations, and for each of n columns what is kept for it, by the solver and by
    /// each thread: its tiles, the diagonal, and what it counts.
    pub(crate) fn three_rows(cols: u32, threads: usize) -> Self {
        let n = f64::from(cols);
        let threads = threads.max(1) as f64;
        let nanoseconds = 0.086 * n * n * 12.0 / threads.min(n / 2000.0).max(1.0) + 50.0 * n;
        Estimate::new(nanoseconds, n * (90.0 + 30.0 * threads) + 1e6)
    }

    /// Three rows with their lost positions listed: at most a fifth of the columns have a value in a second
    /// row, and each thread has two tiles of these, in lists that double when they are full.
    pub(crate) fn three_rows_listing(cols: u32, threads: usize) -> Self {
        let n = f64::from(cols);
        let usual = Estimate::three_rows(cols, threads);
        let listed = 2.0 * threads.max(1) as f64 * f64::from(HEIGHT) * 8.0 * (0.4 * n + 100.0);
        Estimate::new(2.0 * usual.nanoseconds as f64, usual.bytes as f64 + listed)
    }

    /// Three rows with whole bit sets: a sixth of the columns live at once, and each has a bit for every
    /// first row.
    pub(crate) fn whole_sets(cols: u32) -> Self {
        let n = f64::from(cols);
        let usual = Estimate::three_rows(cols, 1);
        let bytes = usual.bytes as f64 + (0.18 * n + 300.0) * (n / 8.0 + 104.0);
        Estimate::new(usual.nanoseconds as f64 * (1.0 + n / 5000.0), bytes)
    }

    /// Few rows: the first shadow, which is nearly everything, a second one for each first row that is
    /// under way, and an evaluation for each live prefix.
    pub(crate) fn few_rows(rows: u32, cols: u32, threads: usize) -> Self {
        let (k, n) = (f64::from(rows), f64::from(cols));
        let threads = threads.max(1) as f64;
        let first = suffix_words(rows - 2, cols);
        let second = suffix_words(rows - 3, cols);
        let suffixes = choose(n + k - 2.0, rows - 2);
        let passes = (CACHED as f64 / (8.0 * second)).clamp(LANES as f64, MOST_PASSES as f64).floor();
        let words = 1.02 * first + (2.0 + threads * (passes + LANES as f64)) * 1.1 * second;
        let lists = suffixes * (4.0 + 2.0 * (k - 3.0) / n);
        let bytes = 8.0 * words + lists + 300.0 * n + 1e6;
        // Half of the prefixes of four rows are live, and more with more rows. Long sets take longer to
        // search, and so do the many short lists of more rows.
        let live = choose(n + k - 1.0, rows - 1) * [0.5, 0.52, 0.72, 0.8, 0.85][rows as usize - 3];
        let longer = if rows == 3 { 0.0014 } else { 0.005 };
        let each = 4.0 + longer * n + (k - 4.0) * (k - 4.0);
        // Three rows are one list, and threads cannot share it.
        let nanoseconds = live * each / if rows == 3 { 1.0 } else { 0.9 * threads.max(1.12) };
        Estimate::new(nanoseconds, bytes)
    }

    /// Few rows with their lost positions listed: those of the first rows that are under way wait to be
    /// shown.
    pub(crate) fn listing(rows: u32, cols: u32, threads: usize) -> Self {
        let solver = Estimate::few_rows(rows, cols, threads);
        let prefixes = choose(f64::from(cols) + f64::from(rows) - 2.0, rows - 2);
        let waiting = (threads.max(1) * MOST_PASSES) as f64 * 0.45 * prefixes * 2.0 * f64::from(rows - 1);
        Estimate::new(solver.nanoseconds as f64 * 1.5, solver.bytes as f64 + waiting)
    }

    /// All lost positions kept: two bytes for each prefix, besides.
    pub(crate) fn last_rows(rows: u32, cols: u32, threads: usize) -> Self {
        let solver = Estimate::listing(rows, cols, threads);
        let prefixes = choose(f64::from(cols) + f64::from(rows) - 1.0, rows - 1);
        Estimate::new(solver.nanoseconds as f64, solver.bytes as f64 + 2.0 * prefixes)
    }

    /// The sieve: 0.15 ns a position on two threads, for half the positions of a square; it estimates its own
    /// memory.
    fn sieve(rows: u32, cols: u32, threads: usize) -> Option<Self> {
        let sieve = Sieve::of(&Chomp::new(rows, cols).ok()?);
        let nanoseconds = 0.3 * sieve.positions_to_solve() as f64 / threads.max(1) as f64;
        let bytes = sieve.memory_needed(&Effort::default().threads(threads));
        Some(Estimate { nanoseconds: nanoseconds as u64, bytes })
    }
}

/// The number of ways to choose `k` of `n`.
fn choose(n: f64, k: u32) -> f64 {
    (0..k).map(|i| (n - f64::from(i)) / f64::from(i + 1)).product()
}

/// The words of the bit sets of all falling lists of `d` lengths: a list that ends with `y` has as many as
/// `y` takes, and there are as many lists above it as rows of `d - 1` lengths from `y` to `n`.
fn suffix_words(d: u32, cols: u32) -> f64 {
    if d == 0 {
        return width(cols as usize) as f64;
    }
    let lists = |y: u32| choose(f64::from(cols - y) + f64::from(d) - 1.0, d - 1);
    (0..=cols).map(|y| lists(y) * width(y as usize) as f64).sum()
}
