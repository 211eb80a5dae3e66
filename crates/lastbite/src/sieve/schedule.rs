//! Solving all families of a box, on as many threads as wanted.
//!
//! Families are dealt out in the order of the sum of their middle rows, and a thread waits only for
//! the very blocks it is about to read. So two threads can work on families that need each other:
//! the later one follows a first row behind.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

use super::SieveError;
use super::block::Tables;
use super::dispatch::{Job, run_fastest};
use super::family::{Bench, solve_family};
use super::store::{Lost, Store};

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
                    thread.spawn_scoped(scope, || run_fastest(Worker(self))).ok()
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
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }

    /// A block that is needed, waited for if another thread still works on it. `None`: stopped.
    ///
    /// No two threads wait for each other: a block only needs blocks of families whose middle rows
    /// have a smaller sum, and families are taken in the order of that sum, so what is waited for
    /// has been taken by a thread that is not waiting for us.
    #[inline(always)]
    pub(crate) fn block(&self, first_row: usize, family: usize) -> Option<&Lost> {
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
    pub(crate) fn keep(
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
        let lost =
            Lost::new(ranks, len).ok_or(SieveError::TooLittleMemory { needed, allowed: needed - size })?;
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
        let mut bench = Bench::new();
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

/// Tells the other threads when this one panics, say in the callback: they would wait for its
/// blocks for ever.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}
