//! Few rows: one evaluation for each choice of all rows but the last.
//!
//! Of the positions that differ only in their last row at most one is lost. So a bar of K rows is solved by
//! one evaluation for each *prefix* `x1 >= ... >= x(K-1)`: the least last row `t <= x(K-1)` that no bite in
//! an upper row forbids makes the position lost; if there is none, no position with this prefix is lost.
//! What the bites in row `i` forbid is kept in the *shadow* of that row (`shadow`), and the evaluation is a
//! search for the first zero of the union of K - 1 bit sets (`block`).
//!
//! First rows are taken in order, so that with every first row another bar is solved: the counts and
//! the winning openings of *all* shorter bars come with the longest.
//!
//! **Suffixes die.** A suffix `x2 .. x(K-1)` whose set in the first shadow is full is in no further lost
//! position, and is dropped from the list of live ones; with four rows, half of them are.
//!
//! **Tiles and threads.** A few first rows together are a *tile*. They go through the blocks of the first
//! shadow side by side, so that a block is fetched from memory once for all of them, and the tile of the next
//! thread follows one block behind: it needs nothing else from the one before.

mod block;
mod kept;
mod pass;
mod saved;
mod shadow;
pub(crate) mod shape;

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use lastbite_work::effort::{Effort, Stopped};

use super::Estimate;
use super::not_this_kind;
use crate::Square;
use block::Block;
use lastbite_work::SolveError;
use lastbite_work::threads::run_beside;
use pass::{Pass, Walk};
use shadow::{Shadow, mark};
use shape::{FEWEST, LONGEST, MOST, PLACES, Shape};

pub use kept::LastRows;
pub(crate) use pass::LANES;

/// A solver of bars with three to seven rows, as long as memory allows.
///
/// It is a value that is advanced step by step: after each step all bars with up to [`FewRows::done`] columns
/// are solved, and the solver can be saved and loaded ([`FewRows::save`], [`FewRows::load`]).
///
/// ```
/// use lastbite_engines::Effort;
/// use lastbite_engines::Square;
/// use lastbite_engines::thin::FewRows;
///
/// let effort = Effort::default();
/// let mut solver = FewRows::new(4, 100, &effort)?;
/// solver.advance(60, &effort)?;                      // all bars up to 4x60,
/// assert_eq!(solver.lost_count(4, 61), None);
/// solver.advance(100, &effort)?;                     // and now all up to 4x100
/// assert_eq!(solver.lost_count(4, 100), Some(34_510));
/// assert_eq!(solver.openings(4, 7), Some(vec![Square::new(3, 4)]));
/// # Ok::<(), lastbite_engines::SolveError>(())
/// ```
#[derive(Debug)]
pub struct FewRows {
    shape: Shape,
    listing: bool,
    /// Bars with this many columns are solved.
    done: usize,
    /// The first row's shadow: the sets of suffixes, cut by the second row.
    blocks: Vec<Mutex<Block>>,
    /// And the sets for positions whose first rows are equal.
    upper: Mutex<Shadow>,
    /// Tiles that were begun, in order.
    begun: Vec<Tile>,
    /// Lost positions with each first row, by the number of nonempty rows.
    counts: Vec<[u64; PLACES]>,
    /// Columns and rows of a bar, row and column of a winning bite.
    openings: Vec<(u16, u8, u8, u16)>,
}

/// First rows that go through the blocks together.
#[derive(Debug)]
struct Tile {
    passes: Vec<Pass>,
    /// The block that comes next,
    block: usize,
    /// and the pass that comes next in it.
    pass: usize,
}

/// Why a tile was abandoned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    Stopped(Stopped),
    NoMemory,
    /// Another thread abandoned its own.
    Followed,
}

impl From<TryReserveError> for Left {
    fn from(_: TryReserveError) -> Self {
        Left::NoMemory
    }
}

/// Says how all tiles ended: if any was abandoned, for a reason of its own rather than because another was.
fn all_of(ends: impl IntoIterator<Item = Result<(), Left>>) -> Result<(), Left> {
    let whys = ends.into_iter().filter_map(Result::err);
    whys.reduce(|why, other| if why == Left::Followed { other } else { why }).map_or(Ok(()), Err)
}

/// The first rows of a tile: enough to fetch a block seldom, few enough that what is kept for them fits a
/// cache.
pub(crate) const MOST_PASSES: usize = 8;

/// The memory for the shadows of the second rows of a tile: some fit the second-level cache, the rest the
/// third.
pub(crate) const CACHED: usize = 1 << 21;

impl FewRows {
    /// Prepares to solve all bars with this many rows (or fewer) and at most this many columns.
    ///
    /// # Errors
    ///
    /// When the bar is not of that kind, or takes more memory than is allowed.
    pub fn new(rows: u32, cols: u32, effort: &Effort) -> Result<Self, SolveError> {
        Self::prepare(rows, cols, false, effort)
    }

    /// Prepares to solve bars and to list their lost positions by [`FewRows::advance_listing`].
    ///
    /// # Errors
    ///
    /// As [`FewRows::new`].
    pub fn listing(rows: u32, cols: u32, effort: &Effort) -> Result<Self, SolveError> {
        Self::prepare(rows, cols, true, effort)
    }

    fn prepare(rows: u32, cols: u32, listing: bool, effort: &Effort) -> Result<Self, SolveError> {
        Self::check(rows, cols)?;
        let estimate = if listing { Estimate::listing } else { Estimate::few_rows };
        estimate(rows, cols, effort.threads_used()).allow(effort)?;
        let shape = Shape::new(rows as usize, cols as usize);
        let mut upper = Shadow::new(&shape, 1, 1)?;
        let mut blocks: Vec<Mutex<Block>> = (0..shape.blocks()).map(|_| Mutex::default()).collect();
        upper.start(&shape, 0, 1);
        owned(&mut blocks[0]).start(&shape, 0, &upper.sets[1])?;
        Ok(FewRows {
            counts: vec![[0; PLACES]],
            shape,
            listing,
            done: 0,
            blocks,
            upper: Mutex::new(upper),
            begun: Vec::new(),
            openings: Vec::new(),
        })
    }

    /// Refuses bars of another kind.
    fn check(rows: u32, cols: u32) -> Result<(), SolveError> {
        if !(FEWEST..=MOST).contains(&rows) || !(1..=LONGEST).contains(&cols) {
            let kind = "three to seven rows and 1 to 65534 columns";
            return Err(not_this_kind(rows, cols, kind));
        }
        Ok(())
    }

    /// Solves all bars with this many rows or fewer and at most this many columns.
    ///
    /// # Errors
    ///
    /// As [`FewRows::new`] and [`FewRows::advance`].
    pub fn solve(rows: u32, cols: u32, effort: &Effort) -> Result<Self, SolveError> {
        let mut solver = Self::new(rows, cols, effort)?;
        solver.advance(cols, effort)?;
        Ok(solver)
    }

    /// Returns the rows of the longest bar.
    pub fn rows(&self) -> u32 {
        self.shape.rows as u32
    }

    /// Returns the columns of the longest bar.
    pub fn cols(&self) -> u32 {
        self.shape.cols as u32
    }

    /// Returns how far the solver has come: all bars with this many columns are solved.
    pub fn done(&self) -> u32 {
        self.done as u32
    }

    /// Says whether everything is solved.
    pub fn is_done(&self) -> bool {
        self.done == self.shape.cols
    }

    /// Continues until bars with this many columns are solved, perhaps some more.
    ///
    /// # Errors
    ///
    /// When the effort is cancelled or its time is up, or memory runs out. The solver can be advanced
    /// further, or saved, as if nothing had happened.
    pub fn advance(&mut self, until: u32, effort: &Effort) -> Result<(), SolveError> {
        self.advance_listing(until, effort, |_| {})
    }

    /// Continues, and shows each lost position once, as its row lengths, in lexicographic order.
    ///
    /// Only solvers made by [`FewRows::listing`] show positions.
    ///
    /// # Errors
    ///
    /// As [`FewRows::advance`].
    pub fn advance_listing(
        &mut self,
        until: u32,
        effort: &Effort,
        mut show: impl FnMut(&[u32]),
    ) -> Result<(), SolveError> {
        let until = (until as usize).min(self.shape.cols);
        while self.done < until {
            effort.check()?;
            if effort.is_watched() {
                effort.report_share(self.share());
            }
            self.begin_tiles(until, effort.threads_used())?;
            let left = self.run_tiles(effort);
            self.gather(&mut show);
            match left {
                Ok(()) => {}
                Err(Left::Stopped(why)) => return Err(why.into()),
                Err(Left::NoMemory | Left::Followed) => return Err(SolveError::NoMemory),
            }
        }
        if effort.is_watched() {
            effort.report_share(self.share());
        }
        Ok(())
    }

    /// The share of the work that is done: the positions with first row p grow like a power of p.
    fn share(&self) -> f64 {
        (self.done as f64 / self.shape.cols as f64).powi(self.shape.rows as i32 - 1)
    }

    /// Begins a tile for each thread, as far as they are needed.
    fn begin_tiles(&mut self, until: usize, threads: usize) -> Result<(), SolveError> {
        let bytes = 8 * self.shape.words(self.shape.rows - 3, self.shape.cols + 1);
        let passes = (CACHED / bytes).clamp(LANES, MOST_PASSES);
        while self.begun.len() < threads {
            let next =
                self.begun.last().map_or(self.done, |tile| tile.passes.last().map_or(0, |p| p.first_row)) + 1;
            if next > until {
                break;
            }
            let last = (next + passes - 1).min(until);
            let passes: Result<_, TryReserveError> =
                (next..=last).map(|first_row| Pass::new(&self.shape, first_row)).collect();
            self.begun.push(Tile { passes: passes?, block: 0, pass: 0 });
        }
        Ok(())
    }

    /// Runs the tiles that were begun, as many at once as threads can be started.
    fn run_tiles(&mut self, effort: &Effort) -> Result<(), Left> {
        let progress: Vec<AtomicU32> = self.begun.iter().map(|_| AtomicU32::new(0)).collect();
        let Self { shape, listing, blocks, upper, begun, .. } = self;
        let (first, rest) = begun.split_first_mut().expect("a tile was begun");
        let run = |tile: &mut Tile, number: usize| {
            let before = number.checked_sub(1).map(|before| &progress[before]);
            let round =
                Round { shape, listing: *listing, blocks, upper, before, mine: &progress[number], effort };
            round.run(tile)
        };
        // A tile waits for the one before, so each thread takes the next. Those for which there is no thread wait
        // for the next round.
        let threads = 1 + rest.len();
        let next = Mutex::new((1..).zip(rest));
        let help = || {
            let taken = next.lock().unwrap_or_else(PoisonError::into_inner).next();
            taken.map_or(Ok(()), |(number, tile)| run(tile, number))
        };
        all_of(run_beside(threads, help, || run(first, 0)))
    }

    /// Collects what the finished tiles have found.
    fn gather(&mut self, show: &mut impl FnMut(&[u32])) {
        let finished = self.begun.iter().take_while(|tile| tile.is_done(&self.shape)).count();
        for pass in self.begun.drain(..finished).flat_map(|tile| tile.passes) {
            self.done = pass.first_row;
            self.counts.push(pass.found.counts);
            let cols = pass.first_row as u16;
            self.openings.extend(pass.found.openings.iter().map(|&(rows, row, col)| (cols, rows, row, col)));
            let mut rows = vec![pass.first_row as u32];
            for lost in pass.found.listed.chunks_exact(self.shape.rows - 1) {
                rows.truncate(1);
                rows.extend(lost.iter().map(|&length| u32::from(length)));
                show(&rows);
            }
        }
    }

    /// Counts the lost positions of a bar, if it is solved; the empty bar is not one of them.
    pub fn lost_count(&self, rows: u32, cols: u32) -> Option<u64> {
        if !self.knows(rows, cols) {
            return None;
        }
        let of_height = |counts: &[u64; PLACES]| counts[1..=rows as usize].iter().sum::<u64>();
        Some(self.counts[1..=cols as usize].iter().map(of_height).sum())
    }

    /// Returns the lost positions of all bars with this many rows: of one column, of two, and so on.
    pub fn lost_counts(&self, rows: u32) -> Vec<u64> {
        if !self.knows(rows, 1) {
            return Vec::new();
        }
        let mut sum = 0;
        let of_height = |counts: &[u64; PLACES]| counts[1..=rows as usize].iter().sum::<u64>();
        let sums = self.counts[1..].iter().map(|counts| {
            sum += of_height(counts);
            sum
        });
        sums.collect()
    }

    /// Returns the winning first bites of a bar, if it is solved; the bar of one square has none.
    pub fn openings(&self, rows: u32, cols: u32) -> Option<Vec<Square>> {
        if !self.knows(rows, cols) {
            return None;
        }
        if rows == 1 {
            return Some(super::two::openings_of_one_row(cols));
        }
        let from = self.openings.partition_point(|&(of, ..)| u32::from(of) < cols);
        let of_bar = self.openings[from..].iter().take_while(|&&(of, ..)| u32::from(of) == cols);
        let of_bar = of_bar.filter(|&&(_, of, ..)| u32::from(of) == rows);
        let mut bites: Vec<Square> =
            of_bar.map(|&(_, _, row, col)| Square::new(row.into(), col.into())).collect();
        bites.sort_unstable();
        Some(bites)
    }

    fn knows(&self, rows: u32, cols: u32) -> bool {
        (1..=self.rows()).contains(&rows) && (1..=self.done()).contains(&cols)
    }
}

impl Tile {
    fn last(&self) -> usize {
        self.passes.last().map_or(0, |pass| pass.first_row)
    }

    fn is_done(&self, shape: &Shape) -> bool {
        self.block > shape.last_block(self.last())
    }
}

/// What one thread needs to run a tile.
struct Round<'a> {
    shape: &'a Shape,
    listing: bool,
    blocks: &'a [Mutex<Block>],
    upper: &'a Mutex<Shadow>,
    /// The blocks that the tile before has left behind, if there is one,
    before: Option<&'a AtomicU32>,
    /// and this tile.
    mine: &'a AtomicU32,
    effort: &'a Effort,
}

/// The progress of a tile that is done.
const ALL: u32 = u32::MAX;

/// The progress of a tile that was abandoned, so that nobody waits for it.
const NO_MORE: u32 = u32::MAX - 1;

/// Reports the end of a tile, even after a panic, so that nobody waits forever.
struct LastWord<'a> {
    to: &'a AtomicU32,
    says: u32,
}

impl Drop for LastWord<'_> {
    fn drop(&mut self) {
        self.to.store(self.says, Ordering::Release);
    }
}

impl Round<'_> {
    fn run(&self, tile: &mut Tile) -> Result<(), Left> {
        let mut word = LastWord { to: self.mine, says: NO_MORE };
        self.run_blocks(tile)?;
        word.says = ALL;
        Ok(())
    }

    fn run_blocks(&self, tile: &mut Tile) -> Result<(), Left> {
        let mut walk = Walk::new(self.shape, self.listing)?;
        let last = self.shape.last_block(tile.last());
        while tile.block <= last {
            self.mine.store(tile.block as u32, Ordering::Release);
            self.follow(tile.block)?;
            let mut block = locked(&self.blocks[tile.block]);
            while tile.pass < tile.passes.len() {
                self.effort.check().map_err(Left::Stopped)?;
                tile.pass +=
                    self.run_passes(&mut tile.passes[tile.pass..], tile.block, &mut block, &mut walk)?;
            }
            tile.block += 1;
            tile.pass = 0;
        }
        Ok(())
    }

    /// Runs the first of these passes through a block, or the first few side by side, and returns how many.
    fn run_passes(
        &self,
        passes: &mut [Pass],
        number: usize,
        block: &mut Block,
        walk: &mut Walk<'_>,
    ) -> Result<usize, TryReserveError> {
        let last = self.shape.last_block(passes[0].first_row);
        if number > last {
            return Ok(1);
        }
        if number == last {
            // The first row has come to the second: the block starts, or has one more suffix.
            let mut upper = locked(self.upper);
            upper.start(self.shape, passes[0].first_row, 1);
            block.start(self.shape, passes[0].first_row, &upper.sets[1])?;
        }
        let together =
            if passes.len() >= LANES && (number < last || self.shape.rows > 3) { LANES } else { 1 };
        walk.run(&mut passes[..together], number, block, &mut |to| {
            mark(&mut locked(self.upper).sets[to.equal][to.at..], to.t);
        });
        Ok(together)
    }

    /// Waits until the tile before has left a block behind.
    fn follow(&self, block: usize) -> Result<(), Left> {
        let Some(before) = self.before else { return Ok(()) };
        let mut tries = 0u32;
        loop {
            match before.load(Ordering::Acquire) {
                NO_MORE => return Err(Left::Followed),
                at if at as usize > block => return Ok(()),
                _ if tries < 200 => std::hint::spin_loop(),
                _ => std::thread::yield_now(),
            }
            tries += 1;
            if tries.is_multiple_of(1024) {
                self.effort.check().map_err(Left::Stopped)?;
            }
        }
    }
}

/// Locks; a thread that panicked has ended the work anyway.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns what a lock guards, when nobody else can hold it.
fn owned<T>(mutex: &mut Mutex<T>) -> &mut T {
    mutex.get_mut().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_that_was_stopped_says_why_whoever_followed_it() {
        let stopped = Err(Left::Stopped(Stopped::OutOfTime));
        assert_eq!(all_of([Ok(()), Err(Left::Followed), stopped]), stopped);
        assert_eq!(all_of([stopped, Err(Left::Followed), Ok(())]), stopped);
        assert_eq!(all_of([Ok(()), Ok(())]), Ok(()));
    }
}
