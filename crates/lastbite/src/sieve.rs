//! The sieve: solving a whole bar, every position in it, at a fraction of a nanosecond each.
//!
//! ```
//! use lastbite::Bite;
//! use lastbite::sieve::Sieve;
//!
//! let solved = Sieve::new(8, 10).solve()?;
//! assert_eq!(solved.winning_bites_of_bar(8, 10), Some(vec![Bite::new(4, 9), Bite::new(5, 6)]));
//! assert_eq!(solved.is_lost(&[3, 1, 1]), Some(true));
//! assert_eq!(solved.winning_bites(&[3, 3]), Some(vec![Bite::new(2, 3)]));
//! # Ok::<(), lastbite::sieve::SieveError>(())
//! ```
//!
//! # The method
//!
//! A search walks the game tree and remembers what it has met. The sieve works like the sieve of
//! Eratosthenes instead: it goes through *all* positions of the bar in an order in which bites only
//! lead back, and each lost position it meets crosses out the positions that can bite to it. What
//! is not crossed out when its turn comes is lost.
//!
//! **One bit a position.** Positions are numbered in lexicographic order of their row lengths
//! ([`rank`]). Positions that share their upper rows are neighbours, so "these rows, and any tail
//! below them" is a run of bits:
//!
//! ```text
//! 3 rows, at most 2 squares a row:
//! rank      0     1   2   3     4   5   6   7   8   9
//! rows    000   100 110 111   200 210 211 220 221 222
//!         '-'   '---------'   '---------------------'
//!         first row 0, 1                 first row 2      runs of count(2, v) = 1, 3, 6 bits
//! ```
//!
//! **Crossing out a whole run at once.** A bite in the first row, at a column `j < v`, leads from
//! the run of `v` to the run of `j`, every lower row cut to at most `j`. Keep a string of bits Y
//! over tails: can this tail's position bite, in the first row, to a lost one? From `v` to `v + 1`
//! it grows by the lost positions of the run of `v`, and is *widened*: a tail longer than `v` says
//! what the tail cut to `v` says. In lexicographic order that is the old string followed by its own
//! ends (`bits`), so a move of a million positions is a few shifted copies. The same for the second
//! row inside the run, and so on down to runs short enough to sieve with precomputed masks (`base`,
//! `block`).
//!
//! **Only lost positions are kept.** They are few, one in two hundred, so the bits are thrown away
//! and two bytes are kept for each lost position (`store`). The box is cut into blocks whose bits
//! fit the cache (`cut`); what bites in the rows above a block reach is read back from the store
//! (`family`), and the work is dealt out to threads (`schedule`).
//!
//! **Squares for half the price.** Lost positions come in mirror pairs, and the only lost position
//! with as many rows as columns is the L with equal legs: from every other one the bite 2,2 leaves
//! such an L. So an n x n bar follows from the (n - 1) x n box.
//!
//! **Other games.** That the empty bar is won is the whole difference between games. Mark all
//! positions that lack another square as won, and that square is the poison. Mark all positions of
//! value below g, and the lost ones are those of Grundy value g ([`Nimbers`]).

mod base;
mod bits;
mod block;
mod cut;
mod dispatch;
mod family;
pub(crate) mod frame;
mod nimbers;
pub mod rank;
mod schedule;
mod solved;
mod store;
mod survey;

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use crate::games::chomp::Chomp;

use block::Tables;
use cut::Cut;
use frame::Frame;
use rank::Counts;
use schedule::Work;
use store::Store;

pub use nimbers::Nimbers;
pub use solved::Solved;

/// Why a bar was not solved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SieveError {
    /// The bar has no squares.
    #[error("a bar of {rows}x{cols} has no squares: rows and columns start from 1")]
    NoBar {
        /// The rows asked for.
        rows: u8,
        /// The columns asked for.
        cols: u8,
    },
    /// The poison lies outside the bar.
    #[error(
        "the poison {row},{col} lies outside the bar: rows go from 1 to {rows}, columns from 1 to {cols}"
    )]
    PoisonOutside {
        /// The poison's row.
        row: u8,
        /// The poison's column.
        col: u8,
        /// The rows of the bar.
        rows: u8,
        /// The columns of the bar.
        cols: u8,
    },
    /// The bar takes more memory than is allowed.
    #[error(
        "this takes about {} of memory, and {} are allowed: solve a smaller bar, or allow more",
        Size(*.needed), Size(*.allowed)
    )]
    TooLittleMemory {
        /// The bytes needed, [`u64::MAX`] when it is that or more.
        needed: u64,
        /// The bytes allowed.
        allowed: u64,
    },
    /// Grundy values were asked for more positions than can be numbered with 32 bits.
    #[error(
        "the bar has {positions} positions, and Grundy values are found for at most {most}: take a smaller bar"
    )]
    TooManyPositions {
        /// The positions of the bar, [`u64::MAX`] when it is that or more.
        positions: u64,
        /// The most that is accepted.
        most: u64,
    },
    /// The work was cancelled.
    #[error("the solving was cancelled before its end")]
    Cancelled,
}

/// A number of bytes as people write it.
pub(crate) struct Size(pub(crate) u64);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            u64::MAX => write!(f, "18 EB or more"),
            bytes if bytes < 100_000 => write!(f, "{bytes} bytes"),
            bytes if bytes < 10_000_000 => write!(f, "{:.1} MB", bytes as f64 / 1e6),
            bytes if bytes < 1_000_000_000 => write!(f, "{:.0} MB", bytes as f64 / 1e6),
            bytes if bytes < 10_000_000_000_000 => write!(f, "{:.1} GB", bytes as f64 / 1e9),
            bytes => write!(f, "{:.0} TB", bytes as f64 / 1e12),
        }
    }
}

/// The memory that is allowed when the free memory of the machine cannot be found out: 4 GiB.
pub const DEFAULT_MEMORY: u64 = 4 << 30;

/// More threads than any machine this was made for has cores.
const MOST_THREADS: usize = 1024;

type Progress = Arc<dyn Fn(f64) + Send + Sync>;

/// A bar to be solved, and how.
///
/// ```
/// use lastbite::sieve::Sieve;
///
/// let solved = Sieve::new(4, 5).poison(2, 3).threads(1).solve()?;
/// assert_eq!(solved.poison(), (2, 3));
/// assert!(Sieve::new(30, 30).memory_limit(1 << 30).solve().is_err());
/// # Ok::<(), lastbite::sieve::SieveError>(())
/// ```
#[derive(Clone)]
pub struct Sieve {
    rows: u8,
    cols: u8,
    poison: (u8, u8),
    threads: Option<usize>,
    memory: Option<u64>,
    block: Option<u64>,
    progress: Option<Progress>,
    cancel: Option<Arc<AtomicBool>>,
}

impl fmt::Debug for Sieve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rows, cols, poison: (row, col), .. } = self;
        write!(f, "Sieve({rows}x{cols}@{row},{col})")
    }
}

impl Sieve {
    /// A bar of `rows` by `cols` squares with the poison at 1,1.
    #[must_use]
    pub fn new(rows: u8, cols: u8) -> Self {
        let (threads, memory, block, progress, cancel) = (None, None, None, None, None);
        Self { rows, cols, poison: (1, 1), threads, memory, block, progress, cancel }
    }

    /// The bar of a game, its poison where the game has it.
    #[must_use]
    pub fn of(bar: &Chomp) -> Self {
        let poison = bar.poison();
        Self::new(bar.rows(), bar.cols()).poison(poison.row, poison.col)
    }

    /// How many positions have to be solved, the empty one included; saturating.
    #[must_use]
    pub fn positions_to_solve(&self) -> u64 {
        self.frame().positions()
    }

    fn frame(&self) -> Frame {
        Frame::halved(self.rows, self.cols, self.poison)
    }

    /// Puts the poison on another square, counted from 1. Bites still go to the lower right.
    #[must_use]
    pub fn poison(mut self, row: u8, col: u8) -> Self {
        self.poison = (row, col);
        self
    }

    /// Sets the number of threads, 1 to 1024; by default one for each core.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads.clamp(1, MOST_THREADS));
        self
    }

    /// Sets the bytes that may be used; by default three quarters of what is free,
    /// [`DEFAULT_MEMORY`] if that is unknown.
    #[must_use]
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// Sets the most positions a block may have. Results do not depend on it, only time and memory
    /// do.
    #[must_use]
    pub fn block_limit(mut self, positions: u64) -> Self {
        self.block = Some(positions.clamp(1, MOST_IN_A_BLOCK));
        self
    }

    /// Calls `report` now and then with the share of the work that is done, from 0 to 1, from any
    /// of the threads.
    #[must_use]
    pub fn progress(mut self, report: impl Fn(f64) + Send + Sync + 'static) -> Self {
        self.progress = Some(Arc::new(report));
        self
    }

    /// Gives up with [`SieveError::Cancelled`] soon after `cancel` becomes true.
    #[must_use]
    pub fn cancel(mut self, cancel: Arc<AtomicBool>) -> Self {
        self.cancel = Some(cancel);
        self
    }

    /// The bytes that [`Sieve::solve`] will need at most, an estimate on the safe side; saturating.
    #[must_use]
    pub fn memory_needed(&self) -> u64 {
        if self.rows == 0 || self.cols == 0 {
            return 0;
        }
        let frame = self.frame();
        let counts = Counts::new(frame.rows, frame.cols);
        let total = counts.get(frame.rows.into(), frame.cols.into());
        self.fixed_bytes(&counts, &frame)
            .saturating_add(most_lost(total, frame.is_symmetric()).saturating_mul(2))
    }

    /// The bytes that are needed however few positions are lost.
    fn fixed_bytes(&self, counts: &Counts, frame: &Frame) -> u64 {
        let (rows, cols) = (frame.rows.into(), frame.cols.into());
        let total = counts.get(rows, cols);
        let limit = self.limit(total);
        let blocks = Cut::count_blocks(counts, rows, cols, limit);
        // A cell, its two allocations, its share of its family; and four bytes for each bucket.
        let store = blocks.saturating_mul(128).saturating_add(total / (1 << 14));
        // Strings of bits (two of the block, and one a row that halves each time), and the lost
        // ranks of a block.
        let workspace = limit.min(total) / 8 * 5 + (1 << 18);
        let tables = 520_000 * (rows as u64 + 1);
        let eaten = if frame.is_symmetric() { 0 } else { rows as u64 * limit.min(total) / 8 };
        store
            .saturating_add(workspace.saturating_mul(self.threads_used() as u64))
            .saturating_add(tables)
            .saturating_add(eaten)
    }

    /// Solves the bar.
    ///
    /// # Errors
    ///
    /// When the bar or its poison make no sense, when it would take more memory than allowed (found
    /// out before any work is done, or else as soon as the estimate proves wrong), and when it was
    /// cancelled.
    pub fn solve(&self) -> Result<Solved, SieveError> {
        self.check()?;
        let allowed = self.allowed();
        let needed = self.memory_needed();
        if needed > allowed {
            return Err(SieveError::TooLittleMemory { needed, allowed });
        }
        self.solve_within(allowed)
    }

    /// Solves the bar, whatever the estimate said, and gives up when it really takes more than
    /// `allowed`.
    fn solve_within(&self, allowed: u64) -> Result<Solved, SieveError> {
        let frame = self.frame();
        let counts = Counts::new(frame.rows, frame.cols);
        let (rows, cols) = (usize::from(frame.rows), usize::from(frame.cols));
        if let Some(progress) = &self.progress {
            progress(0.0);
        }
        let total = counts.get(rows, cols);
        let cut = Cut::new(&counts, rows, cols, self.limit(total));
        let most_rows = cut.families.iter().map(|family| family.rows).max().unwrap_or(0);
        let tables = Tables::new(counts.clone(), most_rows, cols);
        let poison = poison_from_zero(&frame);
        let eaten: Vec<Vec<u64>> = (0..=most_rows)
            .map(|k| {
                // Only where the poison's row is one of the last k does a tail decide whether it is
                // still there.
                let bound =
                    cut.families.iter().filter(|family| family.rows == k).map(|family| family.bound).max();
                match (poison.0.checked_sub(rows - k), bound) {
                    (Some(row), Some(bound)) => without_square(&counts, k, bound, row, poison.1),
                    _ => Vec::new(),
                }
            })
            .collect();
        // A stable sort: among families of one sum, the order of their ranks.
        let mut order: Vec<u32> = (0..cut.families.len() as u32).collect();
        order.sort_by_key(|&family| cut.families[family as usize].sum());
        let fixed = self.fixed_bytes(&counts, &frame);
        let store = Store::new(counts, cut);
        let work = Work {
            tables: &tables,
            store: &store,
            poison,
            eaten: &eaten,
            order: &order,
            next: AtomicUsize::new(0),
            stop: AtomicBool::new(false),
            cancel: self.cancel.as_deref(),
            bytes: AtomicU64::new(fixed),
            allowed,
            done: AtomicU64::new(0),
            total,
            progress: self.progress.as_deref(),
            reported: Mutex::new(0),
        };
        work.run(self.threads_used().min(order.len()))?;
        let peak_bytes = work.bytes.into_inner();
        if let Some(progress) = &self.progress {
            progress(1.0);
        }
        Ok(Solved::new(frame, store, peak_bytes))
    }

    /// Finds the Grundy value of every position of the bar.
    ///
    /// # Errors
    ///
    /// As [`Sieve::solve`]; and when the bar has more than 4 billion positions.
    pub fn nimbers(&self) -> Result<Nimbers, SieveError> {
        self.check()?;
        let frame = Frame::whole(self.rows, self.cols, self.poison);
        let counts = Counts::new(frame.rows, frame.cols);
        let (rows, cols) = (usize::from(frame.rows), usize::from(frame.cols));
        let total = counts.get(rows, cols);
        if total > MOST_IN_A_BLOCK {
            return Err(SieveError::TooManyPositions { positions: total, most: MOST_IN_A_BLOCK });
        }
        // Two bytes a position, its bit in a few strings, and at most one position in ten has the
        // same value.
        let needed = 3 * total + 520_000 * (rows as u64 + 1) + (1 << 18);
        let allowed = self.allowed();
        if needed > allowed {
            return Err(SieveError::TooLittleMemory { needed, allowed });
        }
        let mut values = Vec::new();
        values
            .try_reserve_exact(total as usize)
            .map_err(|_| SieveError::TooLittleMemory { needed, allowed: needed.min(allowed) })?;
        // Step by step, because the system takes its time to hand out gigabytes and nobody should
        // have to wait for it.
        while (values.len() as u64) < total {
            if self.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
                return Err(SieveError::Cancelled);
            }
            values.resize((values.len() + (1 << 22)).min(total as usize), nimbers::NONE);
        }
        if let Some(progress) = &self.progress {
            progress(0.0);
        }
        let (row, col) = poison_from_zero(&frame);
        let tables = Tables::new(counts.clone(), rows, cols);
        let passes = nimbers::Passes {
            tables: &tables,
            rows,
            cols,
            eaten: without_square(&counts, rows, cols, row, col),
            values,
            cancel: self.cancel.as_deref(),
            progress: self.progress.as_deref(),
        };
        let (values, max) = dispatch::run_fastest(passes).ok_or(SieveError::Cancelled)?;
        Ok(Nimbers { frame, counts, values, max })
    }

    /// Refuses bars without squares and poison outside the bar.
    fn check(&self) -> Result<(), SieveError> {
        let Self { rows, cols, poison: (row, col), .. } = *self;
        if rows == 0 || cols == 0 {
            return Err(SieveError::NoBar { rows, cols });
        }
        if !(1..=rows).contains(&row) || !(1..=cols).contains(&col) {
            return Err(SieveError::PoisonOutside { row, col, rows, cols });
        }
        Ok(())
    }

    fn threads_used(&self) -> usize {
        self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into))
    }

    fn allowed(&self) -> u64 {
        self.memory.unwrap_or_else(default_memory)
    }

    /// The most positions in a block, for a box of so many.
    ///
    /// Long blocks read the store less often, blocks beyond a megabyte of bits fall out of the
    /// cache, and every thread wants a hundred families to choose from: the best of each was
    /// measured from 14x15 to 19x19.
    fn limit(&self, total: u64) -> u64 {
        let shared = total / (128 * self.threads_used() as u64);
        self.block.unwrap_or(shared.clamp(1 << 16, 1 << 23))
    }
}

/// The poison's row and column in the box, counted from 0 as the bits are.
fn poison_from_zero(frame: &Frame) -> (usize, usize) {
    let (row, col) = frame.poison_kept();
    (usize::from(row) - 1, usize::from(col) - 1)
}

/// The most positions that can be numbered with the 32 bits a rank inside a block has.
const MOST_IN_A_BLOCK: u64 = u32::MAX as u64;

/// How many positions of a box of so many can be lost: a bound above every box ever solved, not a
/// theorem.
///
/// The share falls slowly as boxes grow: 3.5 % of 7x8, 1.2 % of 10x20, 0.69 % of 15x16, 0.54 % of
/// 17x18, 0.42 % of 20x21. The bound goes with the tenth root, 2 % at ten million positions and
/// 0.63 % at a million million. With the poison elsewhere, at worst somewhere in the middle, many more
/// are lost: 11 % of 6x6, 5.6 % of 10x10, 2.6 % of 15x15; the bound is 5.7 % at ten million.
fn most_lost(total: u64, poison_in_corner: bool) -> u64 {
    let falling = (total as f64 / 1e7).powf(-0.1);
    let share = if poison_in_corner { (0.02 * falling).min(0.06) } else { (0.057 * falling).min(0.25) };
    (total as f64 * share) as u64 + 100
}

/// The bytes that may be used when nobody says otherwise: three quarters of what is free, or [`DEFAULT_MEMORY`].
#[must_use]
pub fn default_memory() -> u64 {
    free_memory().map_or(DEFAULT_MEMORY, |free| free / 4 * 3)
}

/// The bytes of memory nobody uses, where the system tells: of the machine, or of the container it runs in.
fn free_memory() -> Option<u64> {
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let meminfo = read("/proc/meminfo")?;
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    let group = |name: &str| read(&format!("/sys/fs/cgroup/memory.{name}"))?.trim().parse::<u64>().ok();
    let contained = group("max").zip(group("current")).map(|(most, used)| most.saturating_sub(used));
    Some((kib * 1024).min(contained.unwrap_or(u64::MAX)))
}

/// The bits of the positions with `k` rows of at most `b` squares that lack square `row, col`,
/// counted from 0.
fn without_square(counts: &Counts, k: usize, b: usize, row: usize, col: usize) -> Vec<u64> {
    fn fill(words: &mut [u64], counts: &Counts, k: usize, b: usize, row: usize, col: usize, at: usize) {
        if row == 0 {
            // A first row of at most `col` squares: the first bits of the run.
            for bit in at..at + counts.bits(k, b.min(col)) {
                bits::set(words, bit);
            }
            return;
        }
        for v in 0..=b {
            let start = if v == 0 { 0 } else { counts.bits(k, v - 1) };
            fill(words, counts, k - 1, v, row - 1, col, at + start);
        }
    }
    let mut words = vec![0; bits::words_for(counts.bits(k, b))];
    fill(&mut words, counts, k, b, row, col, 0);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_that_proves_wrong_is_an_error() {
        for threads in [1, 2] {
            let sieve = Sieve::new(11, 12).block_limit(5000).threads(threads);
            let frame = sieve.frame();
            let fixed = sieve.fixed_bytes(&Counts::new(frame.rows, frame.cols), &frame);
            let allowed = fixed + 1000;
            assert!(matches!(
                sieve.solve_within(allowed),
                Err(SieveError::TooLittleMemory { needed, .. }) if needed > allowed
            ));
            assert!(sieve.solve_within(fixed + 1_000_000).is_ok());
        }
    }
}
