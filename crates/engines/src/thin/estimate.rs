//! Estimates what the methods of thin bars take in time and memory.
//!
//! Times were measured on an AMD EPYC (Zen 4) at 2.6 GHz, as the time of the processor with one thread, and
//! fitted: three rows 12 ns an evaluation (3x10000 to 3x50000); few rows 10 ns at 4x1000, 12 ns at 4x2000, 6
//! ns at 5x200 and 5x300, 9 ns at 6x99, 16 ns at 7x40. They are good enough to compare methods, and promise nothing; `cargo bench --bench thin` measures
//! them again.

use lastbite_work::effort::{Effort, TooLittleMemory};

use super::few::shape::width;
use super::few::{CACHED, LANES, MOST_PASSES};
use super::three::tile::HEIGHT;
use lastbite_work::SolveError;

/// What a method is expected to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Estimate {
    /// The time in nanoseconds.
    pub nanoseconds: u64,
    /// The memory in bytes.
    pub bytes: u64,
}

impl Estimate {
    fn new(nanoseconds: f64, bytes: f64) -> Self {
        // This conversion saturates.
        Estimate { nanoseconds: nanoseconds as u64, bytes: bytes as u64 }
    }

    /// Refuses what takes more memory than is allowed.
    pub(crate) fn allow(self, effort: &Effort) -> Result<(), SolveError> {
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
