//! The bars that have been solved last: each is solved once, however many ask, and all of them stay within a bound.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::effort::Effort;
use crate::games::chomp::{Chomp, Rows};
use crate::knowledge::WhyNot;
use crate::sieve::{Sieve, SieveError, Solved};

/// What has been solved, and what somebody is solving just now.
pub(super) struct Shelf {
    /// How many bytes may stay on the shelf.
    bound: u64,
    inside: Mutex<Inside>,
    changed: Condvar,
}

#[derive(Default)]
struct Inside {
    /// The bar that was asked for last stands at the end.
    solved: Vec<Arc<Solved>>,
    /// Each with the bytes it may take.
    solving: Vec<(Chomp, u64)>,
}

impl Shelf {
    pub(super) fn new(bound: u64) -> Self {
        Shelf { bound, inside: Mutex::default(), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        // Whoever panicked in between has left the shelf as it was: everything on it is whole.
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn clear(&self) {
        self.lock().solved.clear();
    }

    pub(super) fn bytes(&self) -> u64 {
        self.lock().bytes()
    }

    /// Finds a solved bar that has this position, and notes that it was asked for.
    pub(super) fn find(&self, bar: &Chomp, rows: &Rows) -> Option<Arc<Solved>> {
        self.lock().find(bar, rows)
    }

    /// Finds a bar on the shelf, or solves it.
    pub(super) fn solved(&self, bar: &Chomp, effort: &Effort) -> Result<Arc<Solved>, SieveError> {
        let mut inside = self.lock();
        while inside.solving.iter().any(|(other, _)| other == bar) {
            // Somebody is at it: wait for them, but keep an eye on the effort.
            const GLANCE: Duration = Duration::from_millis(10);
            inside = self.changed.wait_timeout(inside, GLANCE).unwrap_or_else(PoisonError::into_inner).0;
            effort.check()?;
        }
        if let Some(found) = inside.solved.iter().find(|solved| solved.bar() == bar) {
            return Ok(Arc::clone(found));
        }
        // What others are about to take is not there for us, even where the system still calls it free.
        let taken: u64 = inside.solving.iter().map(|(_, bytes)| bytes).sum();
        let effort = effort.clone().memory(effort.memory_allowed().saturating_sub(taken));
        inside.solving.push((*bar, Sieve::of(bar).memory_needed(&effort)));
        drop(inside);

        let _at_it = AtIt { shelf: self, bar: *bar };
        let solved = Arc::new(Sieve::of(bar).solve(&effort)?);
        self.lock().keep(Arc::clone(&solved), self.bound);
        Ok(solved)
    }

    /// Finds or solves a bar that has this position: the whole bar if it has at most so many positions and they
    /// fit the memory, else what is left of it.
    pub(super) fn solved_around(
        &self,
        bar: &Chomp,
        rows: &Rows,
        most: u64,
        effort: &Effort,
    ) -> Result<Arc<Solved>, WhyNot> {
        let left = Chomp::new(rows.rows(), rows.cols()).and_then(|left| left.with_poison(bar.poison()));
        let allowed = effort.memory_allowed();
        let mut why = WhyNot::TooLarge;
        for bar in [Some(*bar), left.ok()].into_iter().flatten() {
            let sieve = Sieve::of(&bar);
            let needed = sieve.memory_needed(effort);
            if sieve.positions_to_solve() > most {
                continue;
            }
            if needed > allowed {
                why = WhyNot::TooLittleMemory { needed, allowed };
                continue;
            }
            return self.solved(&bar, effort).map_err(WhyNot::from);
        }
        Err(why)
    }
}

impl From<SieveError> for WhyNot {
    fn from(error: SieveError) -> Self {
        match error {
            SieveError::Stopped(stopped) => WhyNot::Stopped(stopped),
            SieveError::TooLittleMemory { needed, allowed } => WhyNot::TooLittleMemory { needed, allowed },
            _ => WhyNot::TooLarge,
        }
    }
}

impl Inside {
    fn bytes(&self) -> u64 {
        self.solved.iter().map(|solved| solved.bytes()).sum()
    }

    fn find(&mut self, bar: &Chomp, rows: &Rows) -> Option<Arc<Solved>> {
        let has =
            |solved: &Arc<Solved>| solved.bar().poison() == bar.poison() && solved.is_lost(rows).is_some();
        let found = self.solved.iter().position(has)?;
        let found = self.solved.remove(found);
        self.solved.push(Arc::clone(&found));
        Some(found)
    }

    /// Puts a bar on the shelf, and drops those that were not asked for longest until all fit the bound.
    fn keep(&mut self, solved: Arc<Solved>, bound: u64) {
        self.solved.push(solved);
        while self.bytes() > bound {
            self.solved.remove(0);
        }
    }
}

/// Says that a bar is being solved, until it goes out of scope, whatever happens meanwhile.
struct AtIt<'a> {
    shelf: &'a Shelf,
    bar: Chomp,
}

impl Drop for AtIt<'_> {
    fn drop(&mut self) {
        self.shelf.lock().solving.retain(|(bar, _)| *bar != self.bar);
        self.shelf.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(rows: u32, cols: u32) -> Chomp {
        Chomp::new(rows, cols).unwrap()
    }

    #[test]
    fn what_was_not_asked_for_longest_goes_first_and_the_last_one_may_go_too() {
        let effort = Effort::unlimited().threads(1);
        let (small, large) = (bar(7, 8), bar(11, 12));
        let bytes = |bar: &Chomp| Sieve::of(bar).solve(&effort).unwrap().bytes();
        let shelf = Shelf::new(bytes(&large) + bytes(&small) - 1);
        shelf.solved(&small, &effort).unwrap();
        assert_eq!(shelf.bytes(), bytes(&small));
        shelf.solved(&large, &effort).unwrap();
        assert_eq!(shelf.bytes(), bytes(&large), "both do not fit");
        assert!(shelf.find(&large, &"3,2".parse().unwrap()).is_some());
        assert!(shelf.find(&large.with_poison((2, 2)).unwrap(), &"3,2".parse().unwrap()).is_none());
        let none = Shelf::new(10);
        none.solved(&small, &effort).unwrap();
        assert_eq!(none.bytes(), 0, "what does not fit is not kept at all");
        assert!(none.lock().solving.is_empty());
    }

    #[test]
    fn equal_questions_at_the_same_time_are_solved_once() {
        let shelf = Shelf::new(1 << 30);
        let bar = bar(12, 13);
        let all: Vec<Arc<Solved>> = std::thread::scope(|scope| {
            let asks: Vec<_> = (0..4)
                .map(|_| scope.spawn(|| shelf.solved(&bar, &Effort::unlimited().threads(1)).unwrap()))
                .collect();
            asks.into_iter().map(|ask| ask.join().unwrap()).collect()
        });
        assert!(all.iter().all(|solved| Arc::ptr_eq(solved, &all[0])));
    }

    #[test]
    fn memory_that_others_are_taking_is_not_given_twice() {
        let shelf = Shelf::new(1 << 30);
        let effort = Effort::unlimited().memory(100 << 20);
        shelf.lock().solving.push((bar(9, 9), 99 << 20));
        assert!(matches!(shelf.solved(&bar(14, 15), &effort), Err(SieveError::TooLittleMemory { .. })));
        shelf.lock().solving.clear();
        assert!(shelf.solved(&bar(14, 15), &effort).is_ok());
    }
}
