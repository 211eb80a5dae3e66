//! The runner of one rank: its threads take its parts in turn, and read what they need from here or
//! elsewhere.
//!
//! Threads never call MPI. They find a block of another rank in the [`Cache`], or wait until the exchange has
//! put it there. A thread that takes a turn first says what a later turn will read, so that it is requested
//! early.
//!
//! No thread waits forever: a part needs only parts of smaller sums, every rank takes its parts in the order
//! of the sums, and what a thread waits for is fetched whatever the bound. So the part of the smallest sum
//! that is not solved yet finds everything it needs.
//!
//! If not everything is kept, a rank knows which of its parts are done without a gap, and tells the others
//! the turn of the next one. No rank reads a block again whose last turn is before all of these. With a
//! checkpoint, a part is done when it has been written: then any part that has to be solved again finds what
//! it reads.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::Thread;
use std::time::{Duration, Instant};

use lastbite_engines::SolveError;
use lastbite_engines::forget::InOrder;
use lastbite_engines::sieve::blocks::Blocks;
use lastbite_engines::sieve::kernel::{Bench, Kernel};
use lastbite_engines::sieve::packed::Packed;
use lastbite_engines::sieve::plan::{Block, Need, Part, Plan};
use lastbite_engines::{Effort, Stopped};
use lastbite_work::effort::TooLittleMemory;

use crate::cache::{AROUND, Cache, Turn};
use crate::deal::Deal;
use crate::stop::Stop;
use crate::store::{Cell, Store};

/// What the threads of a rank share.
pub struct Runner<'a> {
    pub plan: &'a Plan,
    pub deal: &'a Deal,
    pub store: &'a Store<'a>,
    kernel: Kernel<'a>,
    /// The parts that this rank still has to solve, in the order of the plan.
    todo: Vec<usize>,
    next: AtomicU32,
    /// The latest turn that reads more after all parts are solved.
    reading: AtomicU32,
    /// The turn whose reads are noted next, and the one whose deciding reads are.
    ahead: AtomicU32,
    far_ahead: AtomicU32,
    horizon: Turn,
    cache: Mutex<Cache>,
    arrived: Condvar,
    /// The blocks solved since the exchange last asked, and the parts solved since the checkpoint did.
    fresh: Mutex<Vec<Block>>,
    awaited: AtomicBool,
    finished: Mutex<Vec<usize>>,
    /// Whether a part is done only once it has been written.
    is_written: bool,
    /// The parts of this rank that are done, by their places among them.
    done_in_order: Mutex<InOrder>,
    stop: AtomicBool,
    failure: OnceLock<Stop>,
    /// The bytes that lost positions may take on this rank.
    allowed: u64,
    done: AtomicU64,
    waited: AtomicU64,
    /// The threads that wait for a block of another rank.
    waiting: AtomicU32,
    /// How often the exchange has checked for work.
    rounds: AtomicU64,
    exchange: Thread,
}

/// How many turns ahead blocks are requested, besides those that are being worked on.
const HORIZON: u32 = 24;

/// Returns what is guarded, whatever happened to a thread that held it: its failure is reported elsewhere.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Runner<'a> {
    /// Makes the runner; the calling thread is the one that exchanges blocks.
    pub fn new(
        plan: &'a Plan,
        deal: &'a Deal,
        store: &'a Store<'a>,
        bound: u64,
        allowed: u64,
        is_written: bool,
        effort: &Effort,
    ) -> Result<Self, SolveError> {
        let todo: Vec<usize> = deal.mine().filter(|&part| !store.has_part(part)).collect();
        let positions = |part: usize| positions_of(plan, plan.part(part));
        let resumed =
            deal.mine().map(positions).sum::<u64>() - todo.iter().copied().map(positions).sum::<u64>();
        let mut done_in_order = InOrder::default();
        for part in deal.mine().filter(|&part| store.has_part(part)) {
            done_in_order.finish(deal.place(part));
        }
        Ok(Self {
            plan,
            deal,
            store,
            kernel: Kernel::new(plan, effort)?,
            todo,
            next: AtomicU32::new(0),
            reading: AtomicU32::new(0),
            ahead: AtomicU32::new(0),
            far_ahead: AtomicU32::new(0),
            horizon: HORIZON + 2 * effort.threads_used() as Turn,
            cache: Mutex::new(Cache::new(bound)),
            arrived: Condvar::new(),
            fresh: Mutex::default(),
            awaited: AtomicBool::new(false),
            finished: Mutex::default(),
            is_written,
            done_in_order: Mutex::new(done_in_order),
            stop: AtomicBool::new(false),
            failure: OnceLock::new(),
            allowed,
            done: AtomicU64::new(resumed),
            waited: AtomicU64::new(0),
            waiting: AtomicU32::new(0),
            rounds: AtomicU64::new(0),
            exchange: std::thread::current(),
        })
    }

    /// Solves parts until none are left, or until a thread fails; one thread's work.
    pub fn work(&self) {
        let _guard = FailOnPanic(self);
        let mut bench = match Bench::new(self.plan) {
            Ok(bench) => bench,
            Err(error) => return self.fail(error.into()),
        };
        loop {
            let turn = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&part) = self.todo.get(turn as usize) else { return };
            let part = self.plan.part(part);
            self.look_ahead(turn);
            if let Err(error) = self.kernel.solve(part, &Seat { runner: self, turn }, &mut bench) {
                return self.fail(error.into());
            }
            held(&self.cache).finish(turn);
            match self.is_written {
                true => held(&self.finished).push(part.index),
                false => self.note_done(&[part.index]),
            }
        }
    }

    /// Notes that parts of this rank are done: solved, and written if they have to be.
    pub fn note_done(&self, parts: &[usize]) {
        let mut done = held(&self.done_in_order);
        for &part in parts {
            done.finish(self.deal.place(part));
        }
    }

    /// Returns the turn of the plan from which on this rank still reads; a turn that never comes if it reads
    /// nothing more.
    pub fn reads_from(&self) -> u32 {
        let done = held(&self.done_in_order).done();
        self.deal.at(done).map_or(u32::MAX, |part| self.plan.turn(self.plan.part(part)))
    }

    /// Stops all threads of this rank; the first reason is the one reported.
    pub fn fail(&self, why: Stop) {
        let _ = self.failure.set(why);
        self.stop.store(true, Ordering::Relaxed);
        self.arrived.notify_all();
        self.exchange.unpark();
    }

    /// Returns why this rank has failed, if it has.
    pub fn failure(&self) -> Option<&Stop> {
        self.failure.get()
    }

    /// Notes what turns up to the horizon will read, and for twice as many turns, what decides whether they
    /// read much.
    fn look_ahead(&self, turn: Turn) {
        if self.deal.ranks == 1 {
            return;
        }
        let note = |ahead: &AtomicU32, horizon: Turn, reads: &dyn Fn(Part<'_>) -> Vec<Block>| {
            while ahead.load(Ordering::Relaxed) <= turn + horizon {
                let turn = ahead.fetch_add(1, Ordering::Relaxed);
                let Some(&part) = self.todo.get(turn as usize) else { return };
                let blocks = reads(self.plan.part(part));
                held(&self.cache).plan(turn, blocks);
            }
        };
        note(&self.far_ahead, 2 * self.horizon, &|part| self.reads_of(part, true));
        note(&self.ahead, self.horizon, &|part| self.reads_of(part, false));
        self.exchange.unpark();
    }

    /// Lists the blocks of other ranks that a part reads, or only those that decide whether a block of it is
    /// skipped.
    ///
    /// The first needs of a block, one for each middle row, are single positions; if one of them is lost, the
    /// rest is not read. If that is already known, the rest is not requested either.
    fn reads_of(&self, part: Part<'_>, only_deciding: bool) -> Vec<Block> {
        let mut blocks = Vec::new();
        let note = |blocks: &mut Vec<Block>, block: Block| {
            if !self.deal.is_mine(block.part) {
                blocks.push(block);
            }
        };
        // Bites in the middle rows lead to the same ranges under every first row, so one first row speaks for
        // all.
        let (mut shortest, mut ranges) = (None, Vec::new());
        for need in self.plan.needs(part) {
            if need.block.first_row < part.shortest() {
                if !only_deciding {
                    note(&mut blocks, need.block);
                }
            } else if shortest.is_none_or(|shortest| shortest == need.reader) {
                shortest = Some(need.reader);
                ranges.push((need.block.part, need.from));
            } else {
                break;
            }
        }
        let (deciding, rest) =
            ranges.split_at(if part.bound > 0 { part.middle.len().min(ranges.len()) } else { 0 });
        let mut rest: Vec<usize> = rest.iter().map(|&(part, _)| part).collect();
        rest.sort_unstable();
        rest.dedup();
        let (_, longest) = self.plan.stored_box();
        for first_row in shortest.unwrap_or(longest)..=longest {
            let mut decided = false;
            for &(part, from) in deciding {
                let block = Block { part, first_row };
                decided |= !only_deciding && self.knows(block, from) == Some(true);
                note(&mut blocks, block);
            }
            if !decided && !only_deciding {
                rest.iter().for_each(|&part| note(&mut blocks, Block { part, first_row }));
            }
        }
        blocks.sort_unstable();
        blocks.dedup();
        blocks
    }

    /// Says whether a position is lost, if that is already known here.
    fn knows(&self, block: Block, rank: u32) -> Option<bool> {
        match self.deal.is_mine(block.part) {
            true => match &*self.store.look(block) {
                Cell::Here(lost) => Some(lost.contains(rank)),
                Cell::ToCome | Cell::Forgotten => None,
            },
            false => held(&self.cache).knows(block, rank),
        }
    }

    /// Waits for a block of this rank that another thread is still working on.
    #[cold]
    #[inline(never)]
    fn wait_here(&self, block: Block) -> Result<(), Stopped> {
        let started = Instant::now();
        let mut spins = 0;
        while matches!(*self.store.look(block), Cell::ToCome) {
            self.check()?;
            spins += 1;
            match spins {
                ..64 => std::hint::spin_loop(),
                64..1024 => std::thread::yield_now(),
                _ => std::thread::sleep(Duration::from_micros(50)),
            }
        }
        self.note_wait(started);
        Ok(())
    }

    /// Returns a block of another rank, waiting for it if necessary.
    #[inline(never)]
    fn fetch(&self, turn: Turn, block: Block) -> Result<Arc<Packed>, Stopped> {
        let mut cache = held(&self.cache);
        if let Some(lost) = cache.get(block) {
            return Ok(lost);
        }
        let started = Instant::now();
        self.waiting.fetch_add(1, Ordering::Relaxed);
        self.exchange.unpark();
        loop {
            if cache.demand(turn, block) {
                self.exchange.unpark();
            }
            let waited = self.arrived.wait_timeout(cache, Duration::from_millis(50));
            cache = waited.unwrap_or_else(PoisonError::into_inner).0;
            if let Some(lost) = cache.get(block) {
                drop(cache);
                self.waiting.fetch_sub(1, Ordering::Relaxed);
                self.note_wait(started);
                return Ok(lost);
            }
            self.check()?;
        }
    }

    /// Says whether a thread waits for a block of another rank.
    pub fn waits(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    /// Notes that the exchange is not stuck.
    pub fn note_round(&self) {
        self.rounds.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts the rounds of the exchange.
    pub fn rounds(&self) -> u64 {
        self.rounds.load(Ordering::Relaxed)
    }

    fn note_wait(&self, since: Instant) {
        self.waited.fetch_add(since.elapsed().as_nanos() as u64, Ordering::Relaxed);
    }

    /// Says whether to go on.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.stop.load(Ordering::Relaxed) { Err(Stopped::Cancelled) } else { Ok(()) }
    }

    /// Returns the next block of another rank to ask for, if there is one.
    pub fn ask(&self) -> Option<Block> {
        let mut cache = held(&self.cache);
        // As large as blocks of this many positions have been on this rank, on average.
        let (bytes, done) = (self.store.found_bytes() + 1000, self.positions_done() + 100_000);
        cache.ask(|block| AROUND + u64::from(self.plan.positions_of(block)) * bytes / done)
    }

    /// Takes in a block of another rank.
    pub fn arrive(&self, block: Block, lost: Packed) {
        let busy = self.next.load(Ordering::Relaxed).max(self.reading.load(Ordering::Relaxed));
        held(&self.cache).arrive(block, lost, busy);
        self.arrived.notify_all();
    }

    /// Drops blocks of other ranks that this one does not read again.
    pub fn forget_fetched(&self) {
        let from = self.reads_from();
        held(&self.cache).forget(|block| self.plan.last_turn(block) < from);
    }

    /// Notes that a block of another rank will not come, because it was forgotten there; says whether that is
    /// fine, because it is not read here.
    pub fn is_done_with(&self, block: Block) -> bool {
        held(&self.cache).is_done_with(block)
    }

    /// Notes whether another rank waits for a block that this one has not solved yet.
    pub fn note_awaited(&self, awaited: bool) {
        self.awaited.store(awaited, Ordering::Relaxed);
    }

    /// Takes the blocks that were solved here since the last call.
    pub fn take_fresh(&self) -> Vec<Block> {
        std::mem::take(&mut held(&self.fresh))
    }

    /// Takes the parts that were solved here since the last call.
    pub fn take_finished(&self) -> Vec<usize> {
        std::mem::take(&mut held(&self.finished))
    }

    /// Counts the positions of this rank that are solved.
    pub fn positions_done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Counts the blocks that were fetched from other ranks, their bytes, and the nanoseconds that threads
    /// waited.
    pub fn fetched_and_waited(&self) -> (u64, u64, u64) {
        let cache = held(&self.cache);
        (cache.fetched, cache.fetched_bytes, self.waited.load(Ordering::Relaxed))
    }

    /// Reads blocks of this and other ranks one after the other, outside of any part; `None` when the run has
    /// failed.
    pub fn read_along<T>(&self, turn: Turn, block: Block, read: impl FnOnce(&Packed) -> T) -> Option<T> {
        if self.deal.is_mine(block.part) {
            return match &*self.store.look(block) {
                Cell::Here(lost) => Some(read(lost)),
                Cell::ToCome | Cell::Forgotten => None,
            };
        }
        self.reading.fetch_max(turn, Ordering::Relaxed);
        let fetched = self.fetch(turn, block).ok()?;
        let read = read(&fetched);
        held(&self.cache).finish(turn);
        Some(read)
    }

    /// Notes that blocks will be read in turns after those of all parts.
    pub fn plan_ahead(&self, turn: Turn, block: Block) {
        if !self.deal.is_mine(block.part) {
            held(&self.cache).plan(turn, vec![block]);
            self.exchange.unpark();
        }
    }
}

/// Counts the positions of all blocks of a part.
pub fn positions_of(plan: &Plan, part: Part<'_>) -> u64 {
    plan.blocks(part).map(|block| u64::from(plan.positions_of(block))).sum()
}

/// A thread at work on one turn: where the kernel's reads go.
struct Seat<'a> {
    runner: &'a Runner<'a>,
    turn: Turn,
}

impl Blocks for Seat<'_> {
    // Inlined, so that setting bits is compiled for the kernel's instructions.
    #[inline(always)]
    fn read(&self, need: Need, string: &mut [u64]) -> Result<(), SolveError> {
        let runner = self.runner;
        if runner.deal.is_mine(need.block.part) {
            loop {
                match &*runner.store.look(need.block) {
                    Cell::Here(lost) => {
                        lost.set_bits(need.from, need.len, string);
                        break;
                    }
                    Cell::ToCome => {}
                    Cell::Forgotten => panic!("{need:?} was forgotten too soon"),
                }
                runner.wait_here(need.block)?;
            }
        } else {
            runner.fetch(self.turn, need.block)?.set_bits(need.from, need.len, string);
        }
        Ok(())
    }

    fn keep(&self, block: Block, len: u32, ranks: &[u32]) -> Result<(), SolveError> {
        let runner = self.runner;
        let needed = runner.store.set(block, Packed::new(ranks, len)?)?;
        if needed > runner.allowed {
            return Err(TooLittleMemory { needed, allowed: runner.allowed }.into());
        }
        runner.done.fetch_add(len.into(), Ordering::Relaxed);
        if runner.deal.ranks > 1 {
            held(&runner.fresh).push(block);
            // Another rank waits for a block of ours, perhaps for this one.
            if runner.awaited.load(Ordering::Relaxed) {
                runner.exchange.unpark();
            }
        }
        Ok(runner.check()?)
    }

    fn check(&self) -> Result<(), Stopped> {
        self.runner.check()
    }
}

/// Ends the run when a thread panics: the others would wait for its blocks forever.
struct FailOnPanic<'a>(&'a Runner<'a>);

impl Drop for FailOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.fail(Stop::refuse("a thread has failed; please report what it said"));
        }
    }
}
