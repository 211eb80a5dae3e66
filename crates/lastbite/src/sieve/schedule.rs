//! Solving all blocks of a box, on as many threads as wanted.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

use super::SieveError;
use super::bits;
use super::block::{Tables, Workspace};
use super::cut::Range;
use super::dispatch::{Job, run_fastest};
use super::store::{Lost, Store, WINDOW};

/// What the solving of a box is given, and what it has found so far.
pub(crate) struct Work<'a> {
    pub(crate) tables: &'a Tables,
    pub(crate) store: &'a Store,
    /// The poison's row and column, from 0.
    pub(crate) poison: (usize, usize),
    /// For each length of tail: the positions that lack the poison, when it lies in the tail.
    pub(crate) eaten: &'a [Vec<u64>],
    /// The families in the order in which threads take them.
    pub(crate) order: &'a [u32],
    pub(crate) next: AtomicUsize,
    pub(crate) stop: AtomicBool,
    pub(crate) cancel: Option<&'a AtomicBool>,
    pub(crate) bytes: AtomicU64,
    pub(crate) allowed: u64,
    pub(crate) done: AtomicU64,
    pub(crate) total: u64,
    pub(crate) progress: Option<&'a (dyn Fn(f64) + Send + Sync)>,
    pub(crate) reported: Mutex<u64>,
}

impl Work<'_> {
    /// Solves every block; the result is in `blocks`.
    pub(crate) fn run(&self, threads: usize) -> Result<(), SieveError> {
        if threads <= 1 {
            return run_fastest(Worker(self));
        }
        std::thread::scope(|scope| {
            // Where the system has no thread to give, the others do the work.
            let workers: Vec<_> = (1..threads)
                .filter_map(|_| {
                    let thread = std::thread::Builder::new();
                    thread
                        .spawn_scoped(scope, || run_fastest(Worker(self)))
                        .ok()
                })
                .collect();
            let mut result = run_fastest(Worker(self));
            for worker in workers {
                let other = match worker.join() {
                    Ok(other) => other,
                    Err(panic) => std::panic::resume_unwind(panic),
                };
                // A worker that was merely told to stop knows less than the one that told it.
                if matches!(result, Ok(()) | Err(SieveError::Cancelled)) && other.is_err() {
                    result = other;
                }
            }
            result
        })
    }

    /// Whether to give up: someone asked for it, or another thread had to.
    #[inline(always)]
    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self
                .cancel
                .is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }

    /// A block that is needed, waited for if another thread still works on it. `None`: stopped.
    ///
    /// No two threads wait for each other: a block only needs blocks of families whose middle rows
    /// have a smaller sum, and families are taken in the order of that sum, so what is waited for
    /// has been taken by a thread that is not waiting for us.
    #[inline(always)]
    fn block(&self, first_row: usize, family: usize) -> Option<&Lost> {
        let cell = &self.store.blocks[first_row][family];
        match cell.get() {
            Some(lost) => Some(lost),
            None => self.wait(cell),
        }
    }

    #[cold]
    #[inline(never)]
    fn wait<'b>(&self, cell: &'b OnceLock<Lost>) -> Option<&'b Lost> {
        let mut spins = 0;
        loop {
            if let Some(lost) = cell.get() {
                return Some(lost);
            }
            if self.stopped() {
                return None;
            }
            spins += 1;
            if spins < 64 {
                std::hint::spin_loop();
            } else {
                std::thread::yield_now();
            }
        }
    }

    /// Keeps the lost positions of a block and says how far we are.
    fn keep(
        &self,
        first_row: usize,
        family: usize,
        ranks: &[u32],
        len: usize,
    ) -> Result<(), SieveError> {
        // What a block takes besides was reckoned at the start.
        let size = size_of_val(ranks) as u64 / 2;
        let needed = self.bytes.fetch_add(size, Ordering::Relaxed) + size;
        let allowed = self.allowed;
        if needed > allowed {
            return Err(SieveError::TooLittleMemory { needed, allowed });
        }
        // The system may have less to give than was allowed.
        let lost = Lost::new(ranks, len).ok_or(SieveError::TooLittleMemory {
            needed,
            allowed: needed - size,
        })?;
        let fresh = self.store.blocks[first_row][family].set(lost).is_ok();
        debug_assert!(fresh, "every block is solved once");
        let done = self.done.fetch_add(len as u64, Ordering::Relaxed) + len as u64;
        if let Some(progress) = self.progress {
            // Whoever finds the lock taken leaves the report to the next block: nobody waits for a
            // callback.
            if let Ok(mut reported) = self.reported.try_lock()
                && (done - (*reported).min(done)) * 1000 >= self.total
            {
                *reported = done;
                progress(done as f64 / self.total as f64);
            }
        }
        Ok(())
    }
}

/// One thread: takes families until there are none left.
struct Worker<'a, 'b>(&'a Work<'b>);

impl Job for Worker<'_, '_> {
    type Output = Result<(), SieveError>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let work = self.0;
        let _guard = StopOnPanic(&work.stop);
        let mut bench = Bench {
            tails: Workspace::new(),
            first: Vec::new(),
            won: Vec::new(),
        };
        while let Some(&family) = work.order.get(work.next.fetch_add(1, Ordering::Relaxed)) {
            let result = solve_family(work, family as usize, &mut bench);
            if result.is_err() {
                work.stop.store(true, Ordering::Relaxed);
                return result;
            }
        }
        Ok(())
    }
}

/// Tells the other threads when this one panics, say in the callback: they would wait for its blocks for ever.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// A thread's strings of bits.
struct Bench {
    tails: Workspace,
    /// For each tail of the family: does a bite in the first row lead to a lost position?
    first: Vec<u64>,
    /// The same for bites in the middle rows, then for all of them.
    won: Vec<u64>,
}

/// Solves the blocks of a family, a function of the family and the blocks before it and of nothing
/// else.
#[inline(always)]
fn solve_family(work: &Work, index: usize, bench: &mut Bench) -> Result<(), SieveError> {
    let (tables, cut, counts) = (work.tables, &work.store.cut, &work.store.counts);
    let family = &cut.families[index];
    let (k, b, middle) = (family.rows, family.bound, &*family.middle);
    let words = bits::words_for(counts.bits(k, b)) + WINDOW;
    for string in [&mut bench.first, &mut bench.won] {
        if string.len() < words {
            string.resize(words, 0);
        }
    }
    let (row, col) = work.poison;
    let eaten = match row.checked_sub(1 + middle.len()) {
        Some(_) => &work.eaten[k][..],
        None => &[],
    };

    // Bites in the middle rows, the same for every first row: those at column v < b cut the tail to
    // v ...
    let mut cutting: Vec<Range> = Vec::with_capacity(b * middle.len());
    for v in 0..b {
        for i in 0..middle.len() {
            let mut bitten = middle.to_vec();
            bitten[i..].fill(v as u8);
            cutting.push(cut.range(counts, &bitten, v));
        }
    }
    // ... and those further right leave it alone.
    let mut sparing: Vec<Range> = Vec::new();
    for i in 0..middle.len() {
        for j in b..middle[i].into() {
            let mut bitten = middle.to_vec();
            bitten[i..].iter_mut().for_each(|x| *x = (*x).min(j as u8));
            sparing.push(cut.range(counts, &bitten, b));
        }
    }

    // Bites in the first row that cut the middle too.
    let first = &mut bench.first;
    first[0] = 0;
    if !middle.is_empty() {
        for v in 0..b {
            let range = cut.range(counts, &vec![v as u8; middle.len()], v);
            let lost = work.block(v, range.family).ok_or(SieveError::Cancelled)?;
            lost.set_bits(first, range.from, range.len);
            bits::widen(first, counts, k, v);
        }
        for j in b..family.shortest() {
            let bitten: Vec<u8> = middle.iter().map(|&x| x.min(j as u8)).collect();
            let range = cut.range(counts, &bitten, b);
            let lost = work.block(j, range.family).ok_or(SieveError::Cancelled)?;
            lost.set_bits(first, range.from, range.len);
        }
    }

    for first_row in family.shortest()..=cut.cols {
        let mut solved = true;
        let bound = b.min(first_row);
        let len = counts.bits(k, bound);
        let poisonless = match row {
            0 => first_row <= col,
            _ => middle.get(row - 1).is_some_and(|&x| usize::from(x) <= col),
        };
        if poisonless {
            bench.tails.lost.clear();
        } else if middle.is_empty() && eaten.is_empty() {
            solved = bench
                .tails
                .solve(tables, first, k, bound, || work.stopped());
        } else {
            let won = &mut bench.won;
            won[0] = 0;
            let mut ranges = cutting.iter();
            for v in 0..b.min(first_row) {
                for range in ranges.by_ref().take(middle.len()) {
                    let lost = work
                        .block(first_row, range.family)
                        .ok_or(SieveError::Cancelled)?;
                    lost.set_bits(won, range.from, range.len);
                }
                bits::widen(won, counts, k, v);
            }
            for range in &sparing {
                let lost = work
                    .block(first_row, range.family)
                    .ok_or(SieveError::Cancelled)?;
                lost.set_bits(won, range.from, range.len);
            }
            let words = len.div_ceil(64);
            bits::or(&mut won[..words], &first[..words]);
            bits::or(&mut won[..words], eaten);
            solved = bench.tails.solve(tables, won, k, bound, || work.stopped());
        }
        if !solved {
            return Err(SieveError::Cancelled);
        }
        for &t in &bench.tails.lost {
            bits::set(first, t as usize);
        }
        if first_row < b {
            bits::widen(first, counts, k, first_row);
        }
        work.keep(first_row, index, &bench.tails.lost, len)?;
    }
    Ok(())
}
