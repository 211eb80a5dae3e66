//! The runner: deals the parts of a plan out to threads.
//!
//! Parts are dealt out in the order of the plan, by the sum of their middle rows, and a thread waits only for
//! the very blocks it is about to read. So two threads can work on parts that need each other: the later one
//! follows a first row behind.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

use crate::effort::{Effort, Stopped, TooLittleMemory};

use super::blocks::{Blocks, Lost, Store};
use super::error::SieveError;
use super::kernel::{Bench, Kernel};
use super::plan::{Block, Need, Plan};

/// Solves every block of a plan into a store; gives up when that takes more than is allowed.
///
/// `reckoned` bytes are in use however few positions are lost. Returns all bytes that were in use at the end.
pub(super) fn run(
    plan: &Plan,
    store: &Store,
    effort: &Effort,
    reckoned: u64,
    allowed: u64,
) -> Result<u64, SieveError> {
    effort.report_share(0.0);
    let runner = Runner {
        plan,
        kernel: Kernel::new(plan, effort)?,
        store,
        effort,
        next: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
        failure: OnceLock::new(),
        bytes: AtomicU64::new(reckoned),
        allowed,
        done: AtomicU64::new(0),
        reported: Mutex::new(0),
    };
    // The calling thread's own, before any other thread takes memory.
    let bench = Bench::new(plan)?;
    runner.run(effort.threads_used().min(plan.len()), bench);
    match runner.failure.into_inner() {
        Some(failure) => Err(failure),
        None => {
            effort.report_share(1.0);
            Ok(runner.bytes.into_inner())
        }
    }
}

/// What all threads share.
struct Runner<'a> {
    plan: &'a Plan,
    kernel: Kernel<'a>,
    store: &'a Store,
    effort: &'a Effort,
    /// The part that is dealt out next, as the plan orders them.
    next: AtomicUsize,
    /// Tells every thread to stop; why is known to the first that failed.
    stop: AtomicBool,
    failure: OnceLock<SieveError>,
    bytes: AtomicU64,
    allowed: u64,
    /// The positions that have been solved, and how many had been when that was last reported.
    done: AtomicU64,
    reported: Mutex<u64>,
}

impl Runner<'_> {
    /// Solves every part on this many threads, the calling one among them.
    #[cfg(feature = "threads")]
    fn run(&self, threads: usize, bench: Bench) {
        std::thread::scope(|scope| {
            for _ in 1..threads {
                // Where the system has no thread to give, or no memory for it, the others do the work.
                let help = || Bench::new(self.plan).map(|bench| self.work(bench));
                if std::thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            self.work(bench);
        });
    }

    /// Solves every part on the calling thread.
    #[cfg(not(feature = "threads"))]
    fn run(&self, _threads: usize, bench: Bench) {
        self.work(bench);
    }

    /// Takes parts until there are none left, or somebody fails; one thread's work.
    fn work(&self, mut bench: Bench) {
        let _guard = StopOnPanic(&self.stop);
        while let Some(part) = self.plan.nth(self.next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(error) = self.kernel.solve(part, self, &mut bench) {
                // Whoever was only told to stop comes second, and is not heard.
                let _ = self.failure.set(error);
                self.stop.store(true, Ordering::Relaxed);
                return;
            }
        }
    }

    /// Waits for a block that another thread still works on.
    ///
    /// No two threads wait for each other: a block only needs blocks of parts whose middle rows have a
    /// smaller sum, and parts are taken in the order of that sum, so what is waited for has been taken by a
    /// thread that is not waiting for us.
    #[cold]
    #[inline(never)]
    fn wait(&self, block: Block) -> Result<&Lost, Stopped> {
        let mut spins = 0;
        loop {
            if let Some(lost) = self.store.get(block) {
                return Ok(lost);
            }
            self.check()?;
            spins += 1;
            if spins < 64 {
                std::hint::spin_loop();
            } else {
                std::thread::yield_now();
            }
        }
    }

    /// Says how far we are, a thousand times on the way.
    fn report(&self, done: u64) {
        let total = self.plan.positions();
        // Whoever finds the lock taken leaves the report to the next block: nobody waits for a callback.
        if let Ok(mut reported) = self.reported.try_lock()
            && (done - (*reported).min(done)) * 1000 >= total
        {
            *reported = done;
            self.effort.report_share(done as f64 / total as f64);
        }
    }
}

impl Blocks for Runner<'_> {
    #[inline(always)]
    fn read(&self, need: Need, string: &mut [u64]) -> Result<(), SieveError> {
        let lost = match self.store.get(need.block) {
            Some(lost) => lost,
            None => self.wait(need.block)?,
        };
        lost.set_bits(need.from, need.len, string);
        Ok(())
    }

    fn keep(&self, block: Block, len: u32, ranks: &[u32]) -> Result<(), SieveError> {
        // Two bytes each; what a block takes besides was reckoned at the start.
        let size = 2 * ranks.len() as u64;
        let needed = self.bytes.fetch_add(size, Ordering::Relaxed) + size;
        TooLittleMemory::check(needed, self.allowed)?;
        self.store.set(block, Lost::new(ranks, len)?);
        let done = self.done.fetch_add(len.into(), Ordering::Relaxed) + u64::from(len);
        if self.effort.is_watched() {
            self.report(done);
        }
        Ok(self.check()?)
    }

    fn check(&self) -> Result<(), Stopped> {
        match self.stop.load(Ordering::Relaxed) {
            true => Err(Stopped::Cancelled),
            false => self.effort.check(),
        }
    }
}

/// Tells the other threads when this one panics, say in the callback: they would wait for its blocks for
/// ever.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}
