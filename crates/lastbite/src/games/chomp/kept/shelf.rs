//! What has been found about whole bars: each is solved once, however many ask, and everything stays within a
//! limit.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::effort::{Effort, Stopped, TooLittleMemory};
use crate::games::chomp::sieve::{Sieve, SieveError, Solved};
use crate::games::chomp::sweep::{Distances, GrundyValues, SweepError};
use crate::games::chomp::thin::{LastRows, ThinError};
use crate::games::chomp::{Chomp, Rows};
use crate::knowledge::WhyNot;

/// A result about a whole bar that is kept.
pub(super) trait Found: Sized + Send + Sync {
    /// Why it was not found.
    type Error: From<Stopped> + Into<WhyNot>;

    /// Returns how many bytes finding it may take.
    fn needed(bar: &Chomp, effort: &Effort) -> u64;

    /// Returns the bar.
    fn bar(&self) -> Chomp;

    /// Returns how many bytes it takes to keep.
    fn bytes(&self) -> u64;

    /// Says whether a position of a bar is among what is known.
    fn knows(&self, bar: &Chomp, rows: &Rows) -> bool;
}

/// What has been found, and what is being worked on.
pub(super) struct Shelf<T> {
    /// How many bytes may stay on the shelf.
    bound: u64,
    inside: Mutex<Inside<T>>,
    changed: Condvar,
}

struct Inside<T> {
    /// The most recently used is at the end.
    found: Vec<Arc<T>>,
    /// Each with the bytes it may take.
    under_way: Vec<(Chomp, u64)>,
}

impl<T: Found> Shelf<T> {
    pub(super) fn new(bound: u64) -> Self {
        let inside = Inside { found: Vec::new(), under_way: Vec::new() };
        Shelf { bound, inside: Mutex::new(inside), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Inside<T>> {
        // A thread that panicked has left the shelf as it was: everything on it is whole.
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn clear(&self) {
        self.lock().found.clear();
    }

    pub(super) fn bytes(&self) -> u64 {
        self.lock().bytes()
    }

    /// Finds a bar on the shelf that has this position, and marks it as used.
    pub(super) fn find(&self, bar: &Chomp, rows: &Rows) -> Option<Arc<T>> {
        self.lock().find(|found| found.knows(bar, rows))
    }

    /// Returns a bar from the shelf, or solves it.
    pub(super) fn get(
        &self,
        bar: &Chomp,
        effort: &Effort,
        find_out: impl FnOnce(&Chomp, &Effort) -> Result<T, T::Error>,
    ) -> Result<Arc<T>, T::Error> {
        let mut inside = self.lock();
        while inside.under_way.iter().any(|(other, _)| other == bar) {
            // Another thread is working on it: wait for it, but watch the effort.
            const GLANCE: Duration = Duration::from_millis(10);
            inside = self.changed.wait_timeout(inside, GLANCE).unwrap_or_else(PoisonError::into_inner).0;
            effort.check()?;
        }
        if let Some(found) = inside.find(|found| found.bar() == *bar) {
            return Ok(found);
        }
        // Memory that others are about to take is not available, even if the system still calls it free.
        let taken: u64 = inside.under_way.iter().map(|(_, bytes)| bytes).sum();
        let effort = effort.clone().memory(effort.memory_allowed().saturating_sub(taken));
        inside.under_way.push((*bar, T::needed(bar, &effort)));
        drop(inside);

        let _at_it = AtIt { shelf: self, bar: *bar };
        let found = Arc::new(find_out(bar, &effort)?);
        self.lock().keep(Arc::clone(&found), self.bound);
        Ok(found)
    }

    /// Finds a bar on the shelf that has this position, or solves one: the whole bar if it is worth it and
    /// fits the memory, else what is left of it.
    pub(super) fn around(
        &self,
        bar: &Chomp,
        rows: &Rows,
        worth: impl Fn(&Chomp) -> bool,
        effort: &Effort,
        get: impl FnOnce(&Chomp) -> Result<Arc<T>, T::Error>,
    ) -> Result<Arc<T>, WhyNot> {
        if let Some(found) = self.find(bar, rows) {
            return Ok(found);
        }
        let left = Chomp::new(rows.rows(), rows.cols()).and_then(|left| left.with_poison(bar.poison()));
        let allowed = effort.memory_allowed();
        let mut why = WhyNot::TooLarge;
        for bar in [Some(*bar), left.ok()].into_iter().flatten() {
            if !worth(&bar) {
                continue;
            }
            if let Err(too_little) = TooLittleMemory::check(T::needed(&bar, effort), allowed) {
                why = too_little.into();
                continue;
            }
            return get(&bar).map_err(T::Error::into);
        }
        Err(why)
    }
}

impl<T: Found> Inside<T> {
    fn bytes(&self) -> u64 {
        self.found.iter().map(|found| found.bytes()).sum()
    }

    fn find(&mut self, wanted: impl Fn(&T) -> bool) -> Option<Arc<T>> {
        let place = self.found.iter().position(|found| wanted(found))?;
        let found = self.found.remove(place);
        self.found.push(Arc::clone(&found));
        Some(found)
    }

    /// Puts a bar on the shelf, and drops the least recently used until all fit the limit.
    fn keep(&mut self, found: Arc<T>, bound: u64) {
        self.found.push(found);
        while self.bytes() > bound {
            self.found.remove(0);
        }
    }
}

/// Marks a bar as under way until it goes out of scope, whatever happens in between.
struct AtIt<'a, T: Found> {
    shelf: &'a Shelf<T>,
    bar: Chomp,
}

impl<T: Found> Drop for AtIt<'_, T> {
    fn drop(&mut self) {
        self.shelf.lock().under_way.retain(|(bar, _)| *bar != self.bar);
        self.shelf.changed.notify_all();
    }
}

impl Found for Solved {
    type Error = SieveError;

    fn needed(bar: &Chomp, effort: &Effort) -> u64 {
        Sieve::of(bar).memory_needed(effort)
    }

    fn bar(&self) -> Chomp {
        *Solved::bar(self)
    }

    fn bytes(&self) -> u64 {
        Solved::bytes(self)
    }

    fn knows(&self, bar: &Chomp, rows: &Rows) -> bool {
        self.bar().poison() == bar.poison() && self.holds(rows)
    }
}

impl Found for Distances {
    type Error = SweepError;

    fn needed(bar: &Chomp, effort: &Effort) -> u64 {
        Distances::memory_needed(bar, effort).unwrap_or(u64::MAX)
    }

    fn bar(&self) -> Chomp {
        *Distances::bar(self)
    }

    fn bytes(&self) -> u64 {
        Distances::bytes(self)
    }

    fn knows(&self, bar: &Chomp, rows: &Rows) -> bool {
        self.bar().poison() == bar.poison() && self.distance(rows).is_some()
    }
}

impl Found for GrundyValues {
    type Error = SweepError;

    fn needed(bar: &Chomp, effort: &Effort) -> u64 {
        GrundyValues::memory_needed(bar, effort).unwrap_or(u64::MAX)
    }

    fn bar(&self) -> Chomp {
        *GrundyValues::bar(self)
    }

    fn bytes(&self) -> u64 {
        GrundyValues::bytes(self)
    }

    fn knows(&self, bar: &Chomp, rows: &Rows) -> bool {
        self.bar().poison() == bar.poison() && self.value(rows).is_some()
    }
}

/// Few rows, lying down: rows and columns are the same game.
impl Found for LastRows {
    type Error = ThinError;

    fn needed(bar: &Chomp, effort: &Effort) -> u64 {
        LastRows::memory_needed(bar.rows().min(bar.cols()), bar.rows().max(bar.cols()), effort)
    }

    fn bar(&self) -> Chomp {
        LastRows::bar(self)
    }

    fn bytes(&self) -> u64 {
        LastRows::bytes(self)
    }

    fn knows(&self, bar: &Chomp, rows: &Rows) -> bool {
        bar.is_classic() && self.is_lost_either_way(rows).is_some()
    }
}

impl From<ThinError> for WhyNot {
    fn from(error: ThinError) -> Self {
        match error {
            ThinError::Stopped(stopped) => WhyNot::Stopped(stopped),
            ThinError::NoMemory => WhyNot::Stopped(Stopped::OutOfMemory),
            ThinError::TooLittleMemory(why) => WhyNot::TooLittleMemory(why),
            ThinError::NotThisKind { .. } | ThinError::Damaged { .. } | ThinError::Unreadable(_) => {
                WhyNot::TooLarge
            }
        }
    }
}

impl From<SieveError> for WhyNot {
    fn from(error: SieveError) -> Self {
        match error {
            SieveError::Stopped(stopped) => WhyNot::Stopped(stopped),
            SieveError::Refused => WhyNot::Stopped(Stopped::OutOfMemory),
            SieveError::TooLittleMemory(why) => WhyNot::TooLittleMemory(why),
            SieveError::TooLong { .. } | SieveError::TooManyPositions { .. } => WhyNot::TooLarge,
        }
    }
}

impl From<SweepError> for WhyNot {
    fn from(error: SweepError) -> Self {
        match error {
            SweepError::Stopped(stopped) => WhyNot::Stopped(stopped),
            SweepError::Refused => WhyNot::Stopped(Stopped::OutOfMemory),
            SweepError::TooLittleMemory(why) => WhyNot::TooLittleMemory(why),
            SweepError::TooLong { .. } | SweepError::TooManyPositions { .. } => WhyNot::TooLarge,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(rows: u32, cols: u32) -> Chomp {
        Chomp::new(rows, cols).unwrap()
    }

    fn sieve(bar: &Chomp, effort: &Effort) -> Result<Solved, SieveError> {
        Sieve::of(bar).solve(effort)
    }

    #[test]
    fn what_was_not_asked_for_longest_goes_first_and_the_last_one_may_go_too() {
        let effort = Effort::unlimited().threads(1);
        let (small, large) = (bar(7, 8), bar(11, 12));
        let bytes = |bar: &Chomp| Sieve::of(bar).solve(&effort).unwrap().bytes();
        let shelf: Shelf<Solved> = Shelf::new(bytes(&large) + bytes(&small) - 1);
        shelf.get(&small, &effort, sieve).unwrap();
        assert_eq!(shelf.bytes(), bytes(&small));
        shelf.get(&large, &effort, sieve).unwrap();
        assert_eq!(shelf.bytes(), bytes(&large), "both do not fit");
        assert!(shelf.find(&large, &"3,2".parse().unwrap()).is_some());
        assert!(shelf.find(&large.with_poison((2, 2)).unwrap(), &"3,2".parse().unwrap()).is_none());
        let none: Shelf<Solved> = Shelf::new(10);
        none.get(&small, &effort, sieve).unwrap();
        assert_eq!(none.bytes(), 0, "what does not fit is not kept at all");
        assert!(none.lock().under_way.is_empty());
    }

    #[test]
    fn equal_questions_at_the_same_time_are_solved_once() {
        let shelf: Shelf<Solved> = Shelf::new(1 << 30);
        let bar = bar(12, 13);
        let all: Vec<Arc<Solved>> = std::thread::scope(|scope| {
            let asks: Vec<_> = (0..4)
                .map(|_| scope.spawn(|| shelf.get(&bar, &Effort::unlimited().threads(1), sieve).unwrap()))
                .collect();
            asks.into_iter().map(|ask| ask.join().unwrap()).collect()
        });
        assert!(all.iter().all(|solved| Arc::ptr_eq(solved, &all[0])));
    }

    #[test]
    fn memory_that_others_are_taking_is_not_given_twice() {
        let shelf: Shelf<Solved> = Shelf::new(1 << 30);
        let effort = Effort::unlimited().memory(100 << 20);
        shelf.lock().under_way.push((bar(9, 9), 99 << 20));
        assert!(matches!(shelf.get(&bar(14, 15), &effort, sieve), Err(SieveError::TooLittleMemory(_))));
        shelf.lock().under_way.clear();
        assert!(shelf.get(&bar(14, 15), &effort, sieve).is_ok());
    }
}
