//! The runner: deals the parts of a plan out to threads.
//!
//! Parts are dealt out in the order of the plan, and a thread waits only for the very blocks it is about to
//! read. So two threads can work on parts that need each other: the later one follows a first row behind.
//!
//! If not everything is kept, a block is forgotten as soon as every part that may read it is solved
//! ([`forget`](crate::forget)).
//!
//! What is left may still be too much. Then blocks are packed ([`packed`](super::packed)), the next to be
//! forgotten before all others: those with a short life left are read the least. On 20x20 with one thread a
//! quarter of all reads are of packed blocks; it would be far more if the oldest were packed.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use lastbite_work::effort::{Effort, Stopped, TooLittleMemory};
use lastbite_work::threads::{StopOnPanic, run_beside};

use super::blocks::{Blocks, Cell, Lost, Store};
use super::kernel::{Bench, Kernel};
use super::memory::Estimate;
use super::openings::{self, Keep, Openings};
use super::plan::{Block, Need, Plan};
use crate::forget::{InOrder, ToForget};
use lastbite_work::SolveError;

/// What solving has found.
pub(super) struct Found {
    /// The lost positions; for [`Keep::Openings`], those not forgotten by the end.
    pub(super) store: Store,
    /// Those that first bites lead to, if only they are kept.
    pub(super) openings: Openings,
    /// By first row: how many are lost.
    pub(super) under: Vec<u64>,
    /// The most bytes that were in use.
    pub(super) peak: u64,
}

/// Solves every block of a plan; gives up when it takes more than is allowed.
///
/// The bytes that were estimated as fixed are in use no matter how few positions are lost.
pub(super) fn run(
    plan: &Plan,
    keep: Keep,
    effort: &Effort,
    estimate: Estimate,
    allowed: u64,
) -> Result<Found, SolveError> {
    effort.report_share(0.0);
    let runner = Runner {
        plan,
        kernel: Kernel::new(plan, effort)?,
        keep,
        store: Store::new(plan)?,
        memory: Mutex::default(),
        under: (0..=plan.frame.cols).map(|_| AtomicU64::new(0)).collect(),
        effort,
        next: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
        failure: OnceLock::new(),
        bytes: AtomicU64::new(estimate.fixed),
        peak: AtomicU64::new(estimate.fixed),
        comfortable: estimate.comfortable(allowed),
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
            Ok(Found {
                store: runner.store,
                openings: runner.memory.into_inner().unwrap_or_else(PoisonError::into_inner).openings,
                under: runner.under.into_iter().map(AtomicU64::into_inner).collect(),
                peak: runner.peak.into_inner(),
            })
        }
    }
}

/// What all threads share.
struct Runner<'a> {
    plan: &'a Plan,
    kernel: Kernel<'a>,
    keep: Keep,
    store: Store,
    /// Used if not everything is kept.
    memory: Mutex<Memory>,
    /// By first row: how many are lost.
    under: Vec<AtomicU64>,
    effort: &'a Effort,
    /// The next part to deal out, in the order of the plan.
    next: AtomicUsize,
    /// Makes every thread stop; the first that failed knows why.
    stop: AtomicBool,
    failure: OnceLock<SolveError>,
    /// The bytes in use, and the most that ever were.
    bytes: AtomicU64,
    peak: AtomicU64,
    /// Beyond this many bytes blocks are packed, if not everything is kept; beyond those that are allowed the
    /// work fails.
    comfortable: u64,
    allowed: u64,
    /// The positions solved so far, and how many there were at the last report.
    done: AtomicU64,
    reported: Mutex<u64>,
}

/// What is noted if not everything is kept.
#[derive(Default)]
struct Memory {
    openings: Openings,
    to_forget: ToForget<Block>,
    /// The blocks that are not packed.
    to_pack: ToForget<Block>,
    /// The parts that are solved, in the order of the plan.
    solved: InOrder,
}

impl Runner<'_> {
    /// Solves every part on this many threads, the calling one among them.
    fn run(&self, threads: usize, bench: Bench) {
        // If the system has no memory for a bench, the other threads do the work.
        let help = || drop(Bench::new(self.plan).map(|bench| self.work(bench)));
        run_beside(threads, help, || self.work(bench));
    }

    /// Takes parts until none are left, or until a thread fails; one thread's work.
    fn work(&self, mut bench: Bench) {
        let _guard = StopOnPanic(&self.stop);
        loop {
            let nth = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(part) = self.plan.nth(nth) else { return };
            if let Err(error) = self.kernel.solve(part, self, &mut bench) {
                // A thread that was only told to stop comes second, and its error is ignored.
                let _ = self.failure.set(error);
                self.stop.store(true, Ordering::Relaxed);
                return;
            }
            if self.keep == Keep::Openings {
                self.forget_after(nth);
            }
        }
    }

    /// Notes that a part is solved, and forgets what no part to come will read.
    fn forget_after(&self, nth: usize) {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let solved = memory.solved.finish(nth);
        let turn = self.plan.nth(solved).map_or(u32::MAX, |next| self.plan.turn(next));
        while let Some(block) = memory.to_forget.pop_before(turn) {
            self.bytes.fetch_sub(self.store.forget(block), Ordering::Relaxed);
        }
        while memory.to_pack.pop_before(turn).is_some() {}
    }

    /// Takes this many bytes for a block; returns how many are in use then.
    ///
    /// If that is more than wanted, blocks are packed first, those that are forgotten next before others.
    /// Bytes count as taken only once there is room for them. Otherwise a thread might give up because of
    /// bytes that another is about to save.
    fn take_room(&self, size: u64) -> Result<u64, SolveError> {
        let within = |bytes| Some(bytes + size).filter(|&after| after <= self.comfortable);
        loop {
            if let Ok(before) = self.bytes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, within) {
                return Ok(before + size);
            }
            let next = self.memory.lock().unwrap_or_else(PoisonError::into_inner).to_pack.pop();
            let Some(block) = next else {
                return Ok(self.bytes.fetch_add(size, Ordering::Relaxed) + size);
            };
            let saved = self.store.pack(block, self.plan.positions_of(block))?;
            self.bytes.fetch_sub(saved, Ordering::Relaxed);
        }
    }

    /// Waits a moment for another thread.
    #[cold]
    #[inline(never)]
    fn pause(&self, tries: u32) -> Result<(), Stopped> {
        if tries < 64 {
            std::hint::spin_loop();
        } else {
            std::thread::yield_now();
        }
        self.check()
    }

    /// Reports progress, a thousand times on the way.
    fn report(&self, done: u64) {
        let total = self.plan.positions();
        // A thread that finds the lock taken leaves the report to the next block: no thread waits for a
        // callback.
        if let Ok(mut reported) = self.reported.try_lock()
            && (done - (*reported).min(done)) * 1000 >= total
        {
            *reported = done;
            self.effort.report_share(done as f64 / total as f64);
        }
    }
}

impl Blocks for Runner<'_> {
    /// Reads a block, or waits for it while another thread still works on it.
    ///
    /// No two threads wait for each other: a block only needs blocks of parts with a smaller turn, and parts
    /// are taken in the order of their turns, so what is waited for has been taken by a thread that is not
    /// waiting for us.
    #[inline(always)]
    fn read(&self, need: Need, string: &mut [u64]) -> Result<(), SolveError> {
        let mut tries = 0;
        loop {
            match &*self.store.look(need.block) {
                Cell::Here(lost) => {
                    lost.set_bits(need.from, need.len, string);
                    return Ok(());
                }
                Cell::Packed(packed) => {
                    packed.set_bits(need.from, need.len, string);
                    return Ok(());
                }
                Cell::ToCome => {}
                Cell::Forgotten => panic!("{need:?} was forgotten too soon"),
            }
            self.pause(tries)?;
            tries += 1;
        }
    }

    fn keep(&self, block: Block, len: u32, ranks: &[u32]) -> Result<(), SolveError> {
        // Two bytes each; what else a block takes was counted at the start.
        let needed = self.take_room(2 * ranks.len() as u64)?;
        self.peak.fetch_max(needed, Ordering::Relaxed);
        TooLittleMemory::check(needed, self.allowed)?;
        self.under[usize::from(block.first_row)].fetch_add(ranks.len() as u64, Ordering::Relaxed);
        self.store.set(block, Lost::new(ranks, len)?);
        if self.keep == Keep::Openings {
            let last_turn = self.plan.last_turn(block);
            let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
            memory.to_forget.push(last_turn, block)?;
            memory.to_pack.push(last_turn, block)?;
            if !ranks.is_empty() && openings::concerns(self.plan, block) {
                memory.openings.take(self.plan, block, |rank| ranks.binary_search(&rank).is_ok());
            }
        }
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
