//! Settling all blocks of a box, on as many threads as wanted.
//!
//! Blocks are dealt out in the order of [`Cut::order`], and a thread waits only for the very blocks it is
//! about to read. A block never changes once it is settled. It is kept, or counted and forgotten when no
//! block will read it again ([`Then`]).

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard};

use super::cut::{Block, Cut};
use super::strings::{self, STEP};
use crate::dispatch::{Job, run_fastest};
use crate::forget::{InOrder, ToForget};
use lastbite_work::SolveError;
use lastbite_work::effort::{Effort, Stopped};
use lastbite_work::threads::{StopOnPanic, run_on_all};

/// The error of a thread that gave up because another one did, which knows why.
const GIVEN_UP: SolveError = SolveError::Stopped(Stopped::Cancelled);

/// How to settle a block: a function of the block and of the blocks before it, and of nothing else.
pub(crate) trait Settle: Sync {
    /// What is kept for a position.
    type Kept: Copy + Send + Sync;
    /// What a thread works on.
    type Bench: Default;
    /// What is kept for a position that has no value.
    const NONE: Self::Kept;

    /// Settles a block, and leaves exactly what to keep for its positions in `kept`.
    fn settle(
        &self,
        block: &Block,
        work: &Work<'_, Self::Kept>,
        bench: &mut Self::Bench,
        kept: &mut Vec<Self::Kept>,
    ) -> Result<(), SolveError>;
}

/// The tails for which bites that spare them are joined together.
const TILE: usize = 16 * STEP;

/// Joins kept values into a string of values.
///
/// A trait and not a closure: only what is `inline(always)` is sure to be compiled for the
/// instructions of this processor, see [`Job`].
pub(crate) trait JoinKept<K> {
    /// A value in a string.
    type Value: Copy;

    /// Joins the first `len` of these, and as many more as make up whole steps.
    fn join_kept(&self, into: &mut [Self::Value], kept: &[K], len: usize);

    /// Says whether the bites of these tails of the block are not needed.
    fn can_skip(&self, _tails: Range<usize>) -> bool {
        false
    }
}

/// What becomes of blocks that are settled.
pub(crate) enum Then<'a, K> {
    /// They are kept.
    Keep,
    /// Each is shown, with its number in the cut, and forgotten as soon as no block will read it again.
    Forget(&'a (dyn Fn(usize, &[K]) + Sync)),
}

/// A block, from one thread to the others.
enum Cell<K> {
    ToCome,
    /// Nothing, if no position of it has the poison. Else all its positions, and [`STEP`] more.
    Here(Box<[K]>),
    Forgotten,
}

/// What is kept of the positions that begin somewhere in a block.
struct Below<'a, K> {
    block: RwLockReadGuard<'a, Cell<K>>,
    from: usize,
}

impl<K> Below<'_, K> {
    #[inline(always)]
    fn kept(&self) -> &[K] {
        match &*self.block {
            Cell::Here(kept) => kept.get(self.from..).unwrap_or(&[]),
            Cell::ToCome | Cell::Forgotten => unreachable!("only blocks that are here are read"),
        }
    }
}

/// What is noted when blocks are forgotten.
#[derive(Default)]
struct Memory {
    to_forget: ToForget<u32>,
    /// The blocks that are settled, in the order in which they are dealt out.
    settled: InOrder,
}

/// The work on a box, and what has been found so far.
pub(crate) struct Work<'a, K> {
    pub(crate) cut: &'a Cut,
    /// The poison's row and column, from 0.
    pub(crate) poison: (usize, usize),
    effort: &'a Effort,
    then: Then<'a, K>,
    kept: Vec<RwLock<Cell<K>>>,
    memory: Mutex<Memory>,
    order: Vec<u32>,
    next: AtomicUsize,
    /// Set when a thread had to give up.
    stop: AtomicBool,
    done: AtomicU64,
    reported: Mutex<u64>,
}

impl<'a, K: Copy + Send + Sync> Work<'a, K> {
    /// Settles every block of a box, and returns what is kept of each, which is nothing for forgotten ones.
    pub(crate) fn run<S: Settle<Kept = K>>(
        settle: &S,
        cut: &'a Cut,
        poison: (usize, usize),
        then: Then<'a, K>,
        effort: &'a Effort,
    ) -> Result<Vec<Box<[K]>>, SolveError> {
        effort.check()?;
        effort.report_share(0.0);
        let mut kept = strings::with_room(cut.blocks.len())?;
        kept.extend(cut.blocks.iter().map(|_| RwLock::new(Cell::ToCome)));
        let work = Work {
            cut,
            poison,
            effort,
            then,
            kept,
            memory: Mutex::default(),
            order: cut.order()?,
            next: AtomicUsize::new(0),
            stop: AtomicBool::new(false),
            done: AtomicU64::new(0),
            reported: Mutex::new(0),
        };
        work.on_threads(settle, effort.threads_used().min(cut.blocks.len()))?;
        effort.report_share(1.0);
        let mut kept = strings::with_room(cut.blocks.len())?;
        kept.extend(work.kept.into_iter().map(|cell| {
            match cell.into_inner().unwrap_or_else(PoisonError::into_inner) {
                Cell::Here(kept) => kept,
                Cell::Forgotten => Box::default(),
                Cell::ToCome => unreachable!("every block is settled"),
            }
        }));
        Ok(kept)
    }

    fn on_threads<S: Settle<Kept = K>>(&self, settle: &S, threads: usize) -> Result<(), SolveError> {
        let mut result = Ok(());
        for one in run_on_all(threads, || run_fastest(Worker { work: self, settle })) {
            // A thread that was merely told to give up knows less than the one that had to.
            if (result.is_ok() || result == Err(GIVEN_UP)) && one.is_err() {
                result = one;
            }
        }
        result
    }

    /// Returns what is kept of the positions with these upper rows, and of those that follow in
    /// the same block; waits for it if another thread still works on it.
    ///
    /// No two threads wait for each other: see [`Cut::order`].
    fn below(&self, upper: &[u8]) -> Result<Below<'_, K>, SolveError> {
        let spot = self.cut.find(upper);
        let mut tries = 0;
        loop {
            let block = self.kept[spot.block].read().unwrap_or_else(PoisonError::into_inner);
            match &*block {
                Cell::Here(_) => return Ok(Below { block, from: spot.from }),
                Cell::Forgotten => panic!("{:?} was forgotten too soon", self.cut.blocks[spot.block]),
                Cell::ToCome => drop(block),
            }
            self.pause(tries)?;
            tries += 1;
        }
    }

    /// Waits a moment for another thread.
    #[cold]
    #[inline(never)]
    fn pause(&self, tries: u32) -> Result<(), SolveError> {
        if tries < 64 {
            std::hint::spin_loop();
        } else {
            std::thread::yield_now();
        }
        if self.stop.load(Ordering::Relaxed) { Err(GIVEN_UP) } else { Ok(()) }
    }

    /// Keeps a block that is settled, the `nth` that was dealt out, and forgets what no block to come will read.
    fn set(&self, nth: usize, index: u32, kept: Box<[K]>) -> Result<(), SolveError> {
        let put = |index: u32, cell| {
            *self.kept[index as usize].write().unwrap_or_else(PoisonError::into_inner) = cell;
        };
        put(index, Cell::Here(kept));
        if let Then::Forget(_) = self.then {
            let last_use = self.cut.last_use(index as usize);
            let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
            memory.to_forget.push(last_use, index).map_err(|_| SolveError::NoMemory)?;
            let settled = memory.settled.finish(nth);
            let squares = self.order.get(settled).map_or(u32::MAX, |&next| self.cut.squares(next as usize));
            while let Some(index) = memory.to_forget.pop_before(squares) {
                put(index, Cell::Forgotten);
            }
        }
        Ok(())
    }

    /// Works out what the bites in the fixed rows of a block amount to, for every tail.
    ///
    /// A bite at a column `v` below the bound cuts the tail to `v`: those are joined from the
    /// smallest `v` on, and the string is widened from each to the next. A bite further right
    /// leaves the tail as it is.
    #[inline(always)]
    pub(crate) fn join_above<J: JoinKept<K>>(
        &self,
        block: &Block,
        above: &mut Vec<J::Value>,
        none: J::Value,
        join: &J,
    ) -> Result<(), SolveError> {
        let (counts, k, b) = (&self.cut.counts, block.rows, block.bound);
        strings::reserve(above, counts.bits(k, b), none)?;
        above[0] = none;
        for v in 0..b {
            for row in 0..block.fixed.len() {
                let below = self.bitten(block, row, v)?;
                if !below.kept().is_empty() {
                    join.join_kept(above, below.kept(), counts.bits(k, v));
                }
            }
            strings::widen(above, counts, k, v);
        }
        let many = block.fixed.iter().map(|&length| usize::from(length).saturating_sub(b)).sum();
        let mut sparing = strings::with_room(many)?;
        for (row, &length) in block.fixed.iter().enumerate() {
            for j in b..length.into() {
                sparing.push(self.bitten(block, row, j)?);
            }
        }
        sparing.retain(|below: &Below<'_, K>| !below.kept().is_empty());
        // Tile by tile, so that each stays in the fastest cache.
        let len = counts.bits(k, b);
        for at in (0..len).step_by(TILE) {
            let tile = at..len.min(at + TILE);
            if !join.can_skip(tile.clone()) {
                for below in &sparing {
                    join.join_kept(&mut above[at..], &below.kept()[at..], tile.len());
                }
            }
        }
        Ok(())
    }

    /// Returns what is kept of the positions that the bite in a fixed row at column `j` leads to, from the
    /// empty tail on; nothing, if that takes the poison.
    fn bitten(&self, block: &Block, row: usize, j: usize) -> Result<Below<'_, K>, SolveError> {
        let mut bitten = [0; u8::MAX as usize];
        let bitten = &mut bitten[..block.fixed.len()];
        bitten.copy_from_slice(&block.fixed);
        bitten[row..].iter_mut().for_each(|x| *x = (*x).min(j as u8));
        self.below(bitten)
    }

    /// Writes `eaten` where a tail of the block lacks the poison, and returns how many do.
    pub(crate) fn mark_eaten<T: Copy>(&self, block: &Block, above: &mut [T], eaten: T) -> usize {
        let (row, col) = self.poison;
        match row.checked_sub(block.fixed.len()) {
            Some(row) => self.mark_tails(block.rows, block.bound, row, col, above, eaten),
            None => 0,
        }
    }

    /// Does that for the tails of `k` rows of at most `b` squares that lack a square, from 0.
    fn mark_tails<T: Copy>(
        &self,
        k: usize,
        b: usize,
        row: usize,
        col: usize,
        tails: &mut [T],
        eaten: T,
    ) -> usize {
        let counts = &self.cut.counts;
        if row == 0 {
            let shorter = counts.bits(k, b.min(col));
            tails[..shorter].fill(eaten);
            return shorter;
        }
        let (mut start, mut marked) = (0, 0);
        for v in 0..=b {
            marked += self.mark_tails(k - 1, v, row - 1, col, &mut tails[start..], eaten);
            start += counts.bits(k - 1, v);
        }
        marked
    }

    /// Says whether the fixed rows of a block already lack the poison.
    fn is_eaten(&self, block: &Block) -> bool {
        let (row, col) = self.poison;
        block.fixed.get(row).is_some_and(|&x| usize::from(x) <= col)
    }

    fn report(&self, len: u64) {
        let done = self.done.fetch_add(len, Ordering::Relaxed) + len;
        // If the lock is taken, the report is left to the next block, so that nobody waits for a watcher.
        if self.effort.is_watched()
            && let Ok(mut reported) = self.reported.try_lock()
        {
            let all = self.cut.positions();
            if done.saturating_sub(*reported) >= all / 1000 {
                *reported = done;
                self.effort.report_share(done as f64 / all as f64);
            }
        }
    }
}

/// One thread: takes blocks until there are none left.
struct Worker<'a, 'b, S: Settle> {
    work: &'a Work<'b, S::Kept>,
    settle: &'a S,
}

impl<S: Settle> Worker<'_, '_, S> {
    #[inline(always)]
    fn settle(&self, nth: usize, index: u32, bench: &mut S::Bench) -> Result<(), SolveError> {
        let Worker { work, settle } = self;
        if work.stop.load(Ordering::Relaxed) {
            return Err(GIVEN_UP);
        }
        work.effort.check()?;
        let block = &work.cut.blocks[index as usize];
        let len = work.cut.counts.bits(block.rows, block.bound);
        let mut kept = Vec::new();
        if !work.is_eaten(block) {
            kept.try_reserve_exact(len + STEP).map_err(|_| SolveError::NoMemory)?;
            settle.settle(block, work, bench, &mut kept)?;
            if let Then::Forget(look) = work.then {
                look(index as usize, &kept);
            }
            kept.resize(len + STEP, S::NONE);
        }
        work.set(nth, index, kept.into_boxed_slice())?;
        work.report(len as u64);
        Ok(())
    }
}

impl<S: Settle> Job for Worker<'_, '_, S> {
    type Output = Result<(), SolveError>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let work = self.work;
        // If this thread panics, in a watcher for example, the others must not wait for its blocks.
        let _guard = StopOnPanic(&work.stop);
        let mut bench = S::Bench::default();
        loop {
            let nth = work.next.fetch_add(1, Ordering::Relaxed);
            let Some(&index) = work.order.get(nth) else { return Ok(()) };
            let result = self.settle(nth, index, &mut bench);
            if result.is_err() {
                work.stop.store(true, Ordering::Relaxed);
                return result;
            }
        }
    }
}
