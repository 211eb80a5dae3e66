//! The Grundy values of three rows, as far as memory allows.
//!
//! The value of `p,q,r` is the least that no bite leads to. Bites in the third row lead to `p,q,0` to
//! `p,q,r-1`, bites in the second to positions `p,?,r`, bites in the first to positions `?,q,r`, and to some
//! with equal rows. So keep, for each such *line*, the set of values met so far. The value is the least in
//! none of three sets: one search for the first zero, where the rules would look at `p + q + r` bites.
//!
//! **What is kept.** The third rows come one after another. For the current third row there is a set for each
//! first row and one for each second row; both are few. But each pair `p,q` has a set that lives from the
//! first third row to the last, `q`. These bound the memory, and it is why third rows come in order: such a
//! set has only `r` values and is forgotten after `q`. It is kept as a *window*, the words from its first
//! value to its last. All windows together are largest when a fifth of the third rows are done: about `0.234
//! n^3` bits, 0.5 GB for 3x2522 and 29 GB for 3x10000, and what the allocator leaves between them. (The gaps
//! inside a window are spread all over it; no code could make it much smaller than 0.19 n^3 bits. With first
//! rows in order, and whole sets, it would be 1.1 n^3.)
//!
//! **Tiles and strips.** A few third rows together are a *tile* and a few first rows are a *strip*: within
//! both, sets stay in the processor's cache, and each window is unpacked once for all third rows of a tile.
//! The tile of the next thread follows behind: it needs only the windows that the one before has left.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::not_this_kind;
use super::zeros;
use crate::dispatch::{self, Job};
use lastbite_work::SolveError;
use lastbite_work::effort::{Effort, Stopped, TooLittleMemory};
use lastbite_work::threads::{StopOnPanic, run_on_all};

/// The longest bar: longer ones take more memory than there is.
const LONGEST: u32 = 20_000;

/// The third rows of a tile: whole strips of first rows.
const TILE: usize = 4 * STRIP;

/// The first rows of a strip.
const STRIP: usize = 8;

/// The words that are searched at once; sets are whole chunks.
const CHUNK: usize = 8;

/// Finds the Grundy values of the bars 3x1 to 3xn, when nobody may eat the poison.
///
/// ```
/// use lastbite_engines::Effort;
/// use lastbite_engines::thin::grundy_values_of_three_rows;
///
/// let values = grundy_values_of_three_rows(300, &Effort::default())?;
/// assert_eq!((values[0], values[99], values[299]), (2, 217, 647));
/// # Ok::<(), lastbite_engines::SolveError>(())
/// ```
///
/// # Errors
///
/// When it takes more memory than is allowed (found out before any work is done), and when it was stopped.
pub fn grundy_values_of_three_rows(cols: u32, effort: &Effort) -> Result<Vec<u32>, SolveError> {
    if !(1..=LONGEST).contains(&cols) {
        return Err(not_this_kind(3, cols, "three rows and 1 to 20000 columns"));
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
        Left::TooNarrow | Left::Followed => SolveError::NoMemory,
    })
}

/// Why it was not solved.
#[derive(Clone, Debug)]
enum Left {
    Why(SolveError),
    Stopped(Stopped),
    /// A value was larger than expected.
    TooNarrow,
    /// Another thread has stopped, and says why.
    Followed,
}

impl From<TryReserveError> for Left {
    fn from(error: TryReserveError) -> Self {
        Left::Why(error.into())
    }
}

/// What is kept of a strip of first rows from one tile to the next.
#[derive(Default)]
struct Strip {
    /// The tile that comes next.
    next: usize,
    /// For each first row: the windows of its second rows, one after another.
    windows: [Vec<u64>; STRIP],
    /// For each first row, the values of positions whose lower rows are equal.
    equal: Vec<u64>,
}

/// The values of whole bars.
struct Whole {
    values: Vec<u32>,
    set: Vec<u64>,
}

/// The sets of a tile.
struct Room {
    /// For each second row and third row of the tile, the values that bites in the first row lead to,
    first: Vec<u64>,
    /// and its first word that is not full.
    full: Vec<u16>,
    /// What such a set starts with, for each third row: bites in the first row that cut the second too.
    diagonal: Vec<u64>,
    /// For each third row and first row of the strip, the values that bites in the second row lead to.
    second: Vec<u64>,
    /// For each first row of the strip, the values that bites in the third row lead to.
    third: Vec<u64>,
    /// The windows of a first row, as they will be.
    packed: [Vec<u64>; STRIP],
}

struct Solver<'a> {
    cols: usize,
    /// The words of a set.
    words: usize,
    strips: Vec<(Mutex<Strip>, Condvar)>,
    whole: Mutex<Whole>,
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
    let (second, third) = (&second[..first.len()], &third[..first.len()]);
    let mut chunk = from / CHUNK;
    while chunk < first.len() {
        let (first, second, third) = (&first[chunk], &second[chunk], &third[chunk]);
        let taken: [u64; CHUNK] = std::array::from_fn(|word| first[word] | second[word] | third[word]);
        if taken.iter().fold(!0, |all, word| all & word) != !0 {
            let word = taken.iter().position(|&word| word != !0)?;
            return Some((chunk * CHUNK + word) * 64 + taken[word].trailing_ones() as usize);
        }
        chunk += 1;
    }
    None
}

/// Appends the window of a set: where it begins and how long it is, in one word, and its words. Leaves the
/// set empty.
#[inline(always)]
fn pack(set: &mut [u64], packed: &mut Vec<u64>) -> Result<(), TryReserveError> {
    let begin = set.iter().position(|&word| word != 0).unwrap_or(0);
    let end = set.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
    packed.try_reserve(end - begin + 1)?;
    packed.push((begin as u64) << 32 | (end - begin) as u64);
    packed.extend_from_slice(&set[begin..end]);
    set[begin..end].fill(0);
    Ok(())
}

/// Fills an empty set from its window, and returns what comes after that.
#[inline(always)]
fn unpack<'a>(set: &mut [u64], packed: &'a [u64]) -> &'a [u64] {
    let (begin, len) = ((packed[0] >> 32) as usize, packed[0] as u32 as usize);
    set[begin..][..len].copy_from_slice(&packed[1..=len]);
    &packed[len + 1..]
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Solver<'_> {
    fn solve(cols: usize, values: usize, effort: &Effort) -> Result<Vec<u32>, Left> {
        let words = (values / 64 + 1).next_multiple_of(CHUNK);
        let threads = effort.threads_used().min(cols.div_ceil(TILE));
        let bytes = Self::bytes(cols, words, threads);
        TooLittleMemory::check(bytes, effort.memory_allowed()).map_err(|error| Left::Why(error.into()))?;
        let solver = Solver {
            cols,
            words,
            strips: (0..=cols / STRIP).map(|_| Default::default()).collect(),
            whole: Mutex::new(Whole { values: vec![0; cols + 1], set: zeros(words)? }),
            tile: AtomicUsize::new(0),
            failed: AtomicBool::new(false),
            effort,
        };
        for strip in &solver.strips {
            locked(&strip.0).equal = zeros(STRIP * words)?;
        }
        let left = run_on_all(threads, || {
            let _guard = StopOnPanic(&solver.failed);
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
        Ok(locked(&solver.whole).values.split_off(1))
    }

    /// The bytes that windows and tiles take at most.
    fn bytes(cols: usize, words: usize, threads: usize) -> u64 {
        let (n, set) = (cols as f64, 8.0 * words as f64);
        // The bits of all windows at their peak (0.234 n^3, measured at 200 and at 500), and two words more
        // for each of the n^2 / 3 windows there are then. They are written again for every tile, longer each
        // time, and the system's allocator leaves gaps: as much again at 3,000 columns.
        let windows = 2.0 * (0.234 / 8.0 * n.powi(3) + 16.0 / 3.0 * n.powi(2));
        let tile = (n + 2.0 * STRIP as f64) * TILE as f64 * (set + 2.0);
        (windows + tile * threads as f64 + n * set) as u64 + (1 << 20)
    }

    /// Solves one tile after another.
    fn work(&self) -> Result<(), Left> {
        let words = self.words;
        let mut room = Room {
            first: zeros((self.cols + 1) * TILE * words)?,
            full: vec![0; (self.cols + 1) * TILE],
            diagonal: zeros(TILE * words)?,
            second: zeros(STRIP * TILE * words)?,
            third: zeros(STRIP * words)?,
            packed: Default::default(),
        };
        loop {
            let tile = self.tile.fetch_add(1, Ordering::Relaxed);
            let third = tile * TILE;
            if third > self.cols {
                return Ok(());
            }
            for number in third / STRIP..self.strips.len() {
                let mut strip = self.strip(number, tile)?;
                let (first, last) = (number * STRIP, (number * STRIP + STRIP - 1).min(self.cols));
                // Only one thread at a time reaches the whole bars of a tile: the next tile waits for its
                // strip.
                let mut whole = (first < third + TILE).then(|| locked(&self.whole));
                let whole = whole.as_deref_mut();
                let (strip_now, room) = (&mut *strip, &mut room);
                let pass = Through { first, last, third, words, strip: strip_now, room, whole };
                dispatch::run_fastest(pass)?;
                for (kept, packed) in strip.windows.iter_mut().zip(&mut room.packed) {
                    // Allocated with exactly the length they need.
                    *kept = Vec::new();
                    kept.try_reserve_exact(packed.len())?;
                    kept.extend_from_slice(packed);
                    packed.clear();
                }
                strip.next = tile + 1;
                drop(strip);
                self.strips[number].1.notify_all();
            }
            let left = 1.0 - (third + TILE) as f64 / self.cols as f64;
            self.effort.report_share(1.0 - left.max(0.0).powi(3));
        }
    }

    /// Waits until the tile before has gone through a strip.
    fn strip(&self, number: usize, tile: usize) -> Result<MutexGuard<'_, Strip>, Left> {
        let (mutex, condition) = &self.strips[number];
        let mut strip = locked(mutex);
        loop {
            self.effort.check().map_err(Left::Stopped)?;
            if self.failed.load(Ordering::Relaxed) {
                return Err(Left::Followed);
            }
            if strip.next == tile {
                return Ok(strip);
            }
            let wait = condition.wait_timeout(strip, Duration::from_millis(50));
            strip = wait.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// A tile that goes through a strip.
struct Through<'a> {
    /// The first rows of the strip,
    first: usize,
    last: usize,
    /// and the first of the tile's third rows.
    third: usize,
    words: usize,
    strip: &'a mut Strip,
    room: &'a mut Room,
    /// If the strip has whole bars with such third rows.
    whole: Option<&'a mut Whole>,
}

impl Job for Through<'_> {
    type Output = Result<(), Left>;

    #[inline(always)]
    fn run(self) -> Result<(), Left> {
        let Through { first, last, third, words, strip, room, mut whole } = self;
        let mut windows: [&[u64]; STRIP] = std::array::from_fn(|lane| &strip.windows[lane][..]);
        for q in third..=last {
            let rows = (q - third + 1).min(TILE);
            let sets = &mut room.first[(q - third) * TILE * words..][..rows * words];
            let full = &mut room.full[(q - third) * TILE..][..rows];
            if q >= first {
                // The only values known for this second row so far come from bites that cut it too.
                if let Some(whole) = &whole
                    && q < third + TILE
                {
                    room.diagonal[(q - third) * words..][..words].copy_from_slice(&whole.set);
                }
                sets.copy_from_slice(&room.diagonal[..rows * words]);
                full.fill(0);
            }
            // The empty bar, with no squares in its rows, cannot be bitten to.
            let lanes = q.max(first).max(1) - first..last + 1 - first;
            for lane in lanes.clone() {
                if third > 0 {
                    windows[lane] = unpack(&mut room.third[lane * words..][..words], windows[lane]);
                }
                if q < third + TILE {
                    let equal = &strip.equal[lane * words..][..words];
                    room.second[((q - third) * STRIP + lane) * words..][..words].copy_from_slice(equal);
                }
            }
            for (row, (set, full)) in sets.chunks_exact_mut(words).zip(full).enumerate() {
                let mut word = usize::from(*full);
                while set[word] == !0 {
                    word += 1;
                }
                *full = word as u16;
                for lane in lanes.clone() {
                    let below = &mut room.second[(row * STRIP + lane) * words..][..words];
                    let lowest = &mut room.third[lane * words..][..words];
                    let value = least_missing(set, below, lowest, word).ok_or(Left::TooNarrow)?;
                    let (word, bit) = (value / 64, 1 << (value % 64));
                    set[word] |= bit;
                    below[word] |= bit;
                    lowest[word] |= bit;
                    if first + lane == q {
                        add(&mut room.diagonal[row * words..][..words], value);
                    }
                    if third + row == q {
                        add(&mut strip.equal[lane * words..][..words], value);
                        if first + lane == q
                            && let Some(whole) = &mut whole
                        {
                            whole.values[q] = value as u32;
                            add(&mut whole.set, value);
                        }
                    }
                }
            }
            for lane in lanes {
                let lowest = &mut room.third[lane * words..][..words];
                match q < third + TILE {
                    true => lowest.fill(0),
                    false => pack(lowest, &mut room.packed[lane])?,
                }
            }
        }
        Ok(())
    }
}
