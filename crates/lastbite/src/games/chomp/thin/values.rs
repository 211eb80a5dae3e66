//! The Grundy values of three rows, as far as memory goes.
//!
//! For fixed second and third rows `q` and `r`, all first rows `p` have different values, since the longer
//! can be bitten to the shorter. So keep, for each `q` and `r`, the *set* of values that bites in the first
//! row lead to; and for the `p` at hand, one for each `r` of what bites in the second row lead to, and one
//! for bites in the third. The value of `p,q,r` is the least that is in none of the three: one search for the
//! first zero of three bit sets, where the rules would look at `p + q + r` bites.
//!
//! What bounds it is memory: a set of about 2.2 n bits for each of n^2 / 2 pairs, which is 2.5 GB for 3x2522
//! and grows with the third power. (The sets have gaps all over: unlike those of lost positions they do not
//! shrink to a window.)
//!
//! **Tiles and threads.** A few first rows together are a *tile*: they go through the second rows side by
//! side, so that the sets of a second row are fetched once for all of them. The tile of the next thread
//! follows behind: it needs nothing but the sets that the one before has left.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::{ThinError, zeros};
use crate::effort::{Effort, Stopped, TooLittleMemory};
use crate::games::chomp::sieve::dispatch::{self, Job};
use crate::threads::run_on_all;

/// The longest bar: longer ones take more memory than there is.
const LONGEST: u32 = 20_000;

/// The first rows of a tile.
const TILE: usize = 8;

/// The words that are searched at once; sets are whole chunks.
const CHUNK: usize = 8;

/// Finds the Grundy values of the bars 3x1 to 3xn, when nobody may eat the poison.
///
/// ```
/// use lastbite::Effort;
/// use lastbite::thin::grundy_values_of_three_rows;
///
/// let values = grundy_values_of_three_rows(300, &Effort::default())?;
/// assert_eq!((values[0], values[99], values[299]), (2, 217, 647));
/// # Ok::<(), lastbite::thin::ThinError>(())
/// ```
///
/// # Errors
///
/// When it takes more memory than is allowed (found out before any work is done), and when it was stopped.
pub fn grundy_values_of_three_rows(cols: u32, effort: &Effort) -> Result<Vec<u32>, ThinError> {
    if !(1..=LONGEST).contains(&cols) {
        return Err(ThinError::NotThisKind { rows: 3, cols, kind: "three rows and 1 to 20000 columns" });
    }
    // Values grow like 2.16 n. A value is less than the squares of its position, so 3 n is always enough.
    let n = cols as usize;
    match Solver::solve(n, n / 4 * 9 + 128, effort) {
        Err(Left::TooNarrow) => Solver::solve(n, 3 * n, effort),
        found => found,
    }
    .map_err(|left| match left {
        Left::Why(error) => error,
        Left::Stopped(stopped) => stopped.into(),
        Left::TooNarrow | Left::Followed => ThinError::NoMemory,
    })
}

/// Why it was not solved.
#[derive(Clone, Debug)]
enum Left {
    Why(ThinError),
    Stopped(Stopped),
    /// A value was larger than expected.
    TooNarrow,
    /// Another thread has left, and says why.
    Followed,
}

impl From<TryReserveError> for Left {
    fn from(error: TryReserveError) -> Self {
        Left::Why(error.into())
    }
}

/// The sets of one second row.
#[derive(Default)]
struct Block {
    /// The first row that comes next.
    next: usize,
    /// For each third row, the values that bites in the first row lead to,
    sets: Vec<u64>,
    /// and its first word that is not full.
    full: Vec<u16>,
    /// The values of the positions whose first row is as long.
    equal: Vec<u32>,
}

/// What bites lead to that make the first two rows equal, or all three.
struct Diagonal {
    /// For each third row: the values of positions with equal first rows, shorter than the next block.
    sets: Vec<u64>,
    /// The values of whole bars.
    whole: Vec<u64>,
}

/// The sets of a tile.
struct Room {
    /// For each first row and third row, the values that bites in the second row lead to.
    second: Vec<u64>,
    /// For each first row, the values that bites in the third row lead to,
    third: Vec<u64>,
    /// and the values of positions whose lower rows are equal.
    equal: Vec<u64>,
}

struct Solver<'a> {
    cols: usize,
    /// The words of a set.
    words: usize,
    blocks: Vec<(Mutex<Block>, Condvar)>,
    diagonal: Mutex<Diagonal>,
    tile: AtomicUsize,
    failed: AtomicBool,
    effort: &'a Effort,
}

/// Adds a value to a set.
#[inline(always)]
fn add(set: &mut [u64], value: usize) {
    set[value / 64] |= 1 << (value % 64);
}

/// Returns the least value that is in none of three sets, looking from this word on.
#[inline(always)]
fn least_missing(first: &[u64], second: &[u64], third: &[u64], from: usize) -> Option<usize> {
    let (first, second, third) =
        (first.as_chunks::<CHUNK>().0, second.as_chunks::<CHUNK>().0, third.as_chunks::<CHUNK>().0);
    let chunks = first.iter().zip(second).zip(third).enumerate().skip(from / CHUNK);
    for (chunk, ((first, second), third)) in chunks {
        let mut taken = [0; CHUNK];
        for word in 0..CHUNK {
            taken[word] = first[word] | second[word] | third[word];
        }
        if taken.iter().fold(!0, |all, word| all & word) != !0 {
            let word = taken.iter().position(|&word| word != !0)?;
            return Some((chunk * CHUNK + word) * 64 + taken[word].trailing_ones() as usize);
        }
    }
    None
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Solver<'_> {
    fn solve(cols: usize, values: usize, effort: &Effort) -> Result<Vec<u32>, Left> {
        let words = (values / 64 + 1).next_multiple_of(CHUNK);
        let threads = effort.threads_used().min(cols.div_ceil(TILE));
        let sets = (cols + 1) * (cols + 2) / 2 + (threads * TILE + 1) * (cols + 2);
        let bytes = (sets * (8 * words + 6)) as u64;
        TooLittleMemory::check(bytes, effort.memory_allowed()).map_err(|error| Left::Why(error.into()))?;
        let diagonal = Diagonal { sets: zeros((cols + 1) * words)?, whole: zeros(words)? };
        let solver = Solver {
            cols,
            words,
            blocks: (0..=cols).map(|_| Default::default()).collect(),
            diagonal: Mutex::new(diagonal),
            tile: AtomicUsize::new(0),
            failed: AtomicBool::new(false),
            effort,
        };
        *locked(&solver.blocks[0].0) = Block { next: 1, sets: zeros(words)?, full: vec![0], equal: vec![0] };
        let left = run_on_all(threads, || {
            let left = solver.work();
            if left.is_err() {
                solver.failed.store(true, Ordering::Relaxed);
            }
            left
        });
        for error in left.into_iter().filter_map(Result::err) {
            if !matches!(error, Left::Followed) {
                return Err(error);
            }
        }
        Ok((1..=cols).map(|cols| locked(&solver.blocks[cols].0).equal[cols]).collect())
    }

    /// Solves one tile after another.
    fn work(&self) -> Result<(), Left> {
        let room = (self.cols + 2) * self.words * TILE;
        let (small, equal) = (zeros(TILE * self.words)?, zeros(TILE * self.words)?);
        let mut room = Room { second: zeros(room)?, third: small, equal };
        loop {
            let first = 1 + TILE * self.tile.fetch_add(1, Ordering::Relaxed);
            if first > self.cols {
                return Ok(());
            }
            let last = (first + TILE - 1).min(self.cols);
            room.equal.fill(0);
            for second in 0..=last {
                let mut block = self.block(second, first)?;
                if second >= first {
                    self.start(second, &mut block)?;
                }
                let pass = Through { first, last, second, words: self.words, block: &mut block, room: &mut room };
                dispatch::run_fastest(pass).ok_or(Left::TooNarrow)?;
                block.next = last + 1;
                drop(block);
                self.blocks[second].1.notify_all();
            }
            self.effort.report_share((last as f64 / self.cols as f64).powi(3));
        }
    }

    /// Waits until the tile before has gone through a block.
    fn block(&self, second: usize, first: usize) -> Result<MutexGuard<'_, Block>, Left> {
        let (mutex, condition) = &self.blocks[second];
        let mut block = locked(mutex);
        loop {
            self.effort.check().map_err(Left::Stopped)?;
            if self.failed.load(Ordering::Relaxed) {
                return Err(Left::Followed);
            }
            if second >= first || block.next == first {
                return Ok(block);
            }
            let wait = condition.wait_timeout(block, Duration::from_millis(50));
            block = wait.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Starts the sets of a second row with what bites lead to that cut it too. The tile before, if any, has
    /// ended: its last block was waited for.
    fn start(&self, second: usize, block: &mut Block) -> Result<(), Left> {
        let (words, mut diagonal) = (self.words, locked(&self.diagonal));
        let Diagonal { sets, whole } = &mut *diagonal;
        // The empty bar, with no squares in its rows, is nothing to bite to.
        if second > 1 {
            let before = locked(&self.blocks[second - 1].0);
            for (set, &value) in sets.chunks_mut(words).zip(&before.equal) {
                add(set, value as usize);
            }
            add(whole, before.equal[second - 1] as usize);
        }
        sets[second * words..][..words].copy_from_slice(whole);
        block.sets = zeros((second + 1) * words)?;
        block.sets.copy_from_slice(&sets[..(second + 1) * words]);
        block.full = vec![0; second + 1];
        block.equal = vec![0; second + 1];
        Ok(())
    }
}

/// A tile that goes through a block.
struct Through<'a> {
    first: usize,
    last: usize,
    second: usize,
    words: usize,
    block: &'a mut Block,
    room: &'a mut Room,
}

impl Job for Through<'_> {
    /// Nothing when a value was larger than the sets.
    type Output = Option<()>;

    #[inline(always)]
    fn run(self) -> Option<()> {
        let Through { first, last, second, words, block, room } = self;
        room.third.fill(0);
        for third in 0..=second {
            let set = &mut block.sets[third * words..][..words];
            let mut full = usize::from(block.full[third]);
            while set[full] == !0 {
                full += 1;
            }
            block.full[third] = full as u16;
            for p in first.max(second)..=last {
                let lane = p - first;
                let below = &mut room.second[(third * TILE + lane) * words..][..words];
                let lowest = &mut room.third[lane * words..][..words];
                let equal = &mut room.equal[lane * words..][..words];
                if second == third {
                    below.copy_from_slice(equal);
                }
                let value = least_missing(set, below, lowest, full)?;
                add(set, value);
                add(below, value);
                add(lowest, value);
                if second == third {
                    add(equal, value);
                }
                if p == second {
                    block.equal[third] = value as u32;
                }
            }
        }
        Some(())
    }
}
