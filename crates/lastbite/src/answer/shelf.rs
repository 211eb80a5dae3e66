//! The bars that have been solved last, shared by every game of the program: each is solved once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::games::chomp::{Chomp, Rows};
use crate::oracle::Oracle;
use crate::search::Limits;
use crate::sieve::{Sieve, Solved, default_memory};

/// What has been solved, the one that was asked last at the end; and what somebody is solving just now.
struct Shelf {
    solved: Vec<Arc<Solved>>,
    solving: Vec<Chomp>,
}

static SHELF: Mutex<Shelf> = Mutex::new(Shelf { solved: Vec::new(), solving: Vec::new() });
static CHANGED: Condvar = Condvar::new();

/// How many bars are kept, a few games at once, and how many bytes they may take together.
const KEPT: usize = 4;
const BYTES: u64 = 256 << 20;

/// Finds a solved bar that has this position, or solves one: the whole bar if it has at most so many positions and they
/// fit the memory, else what is left of it. Nothing where neither can be done, or the limits say stop.
pub(super) fn solved(bar: &Chomp, rows: &Rows, most: u64, limits: &Limits) -> Option<Arc<Solved>> {
    let mut shelf = lock();
    if let Some(found) = shelf.find(bar, rows) {
        return Some(found);
    }
    let to_solve = choose(bar, rows, most)?;
    while shelf.solving.contains(&to_solve) {
        // Somebody is at it: wait for them, but keep an eye on the limits.
        const GLANCE: Duration = Duration::from_millis(10);
        shelf = CHANGED.wait_timeout(shelf, GLANCE).unwrap_or_else(PoisonError::into_inner).0;
        if let Some(found) = shelf.find(bar, rows) {
            return Some(found);
        }
        if limits.called_off() {
            return None;
        }
    }
    shelf.solving.push(to_solve);
    drop(shelf);

    let _at_it = AtIt(to_solve);
    let stop = Arc::new(AtomicBool::new(false));
    let (flag, watched) = (Arc::clone(&stop), limits.clone());
    // The sieve reports a thousand times on its way: often enough to look at the limits.
    let sieve = Sieve::of(&to_solve)
        .cancel(stop)
        .progress(move |_| flag.store(watched.called_off(), Ordering::Relaxed));
    let solved = Arc::new(sieve.solve().ok()?);
    lock().keep(Arc::clone(&solved));
    Some(solved)
}

/// Chooses what to solve: the whole bar, or what is left of it, whichever can be done.
fn choose(bar: &Chomp, rows: &Rows, most: u64) -> Option<Chomp> {
    let left = Chomp::new(rows.rows(), rows.cols()).ok()?.with_poison(bar.poison()).ok()?;
    let memory = default_memory();
    [*bar, left].into_iter().find(|bar| {
        let sieve = Sieve::of(bar);
        sieve.positions_to_solve() <= most && sieve.memory_needed() <= memory
    })
}

fn lock() -> MutexGuard<'static, Shelf> {
    SHELF.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shelf {
    /// Finds a bar that has this position, and notes that it was asked for.
    fn find(&mut self, bar: &Chomp, rows: &Rows) -> Option<Arc<Solved>> {
        let found = self.solved.iter().position(|solved| solved.outcome(bar, rows).is_some())?;
        let found = self.solved.remove(found);
        self.solved.push(Arc::clone(&found));
        Some(found)
    }

    /// Puts a bar on the shelf and drops those that were not asked for longest.
    fn keep(&mut self, solved: Arc<Solved>) {
        self.solved.push(solved);
        let bytes = |shelf: &Shelf| shelf.solved.iter().map(|solved| solved.peak_bytes()).sum::<u64>();
        while self.solved.len() > 1 && (self.solved.len() > KEPT || bytes(self) > BYTES) {
            self.solved.remove(0);
        }
    }
}

/// Says that a bar is being solved, until it goes out of scope, whatever happens meanwhile.
struct AtIt(Chomp);

impl Drop for AtIt {
    fn drop(&mut self) {
        lock().solving.retain(|bar| *bar != self.0);
        CHANGED.notify_all();
    }
}
