//! What has been found about whole games: each is solved once, however many ask, and everything stays within
//! a limit.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::effort::{Effort, Stopped};

/// Something that takes memory.
pub(crate) trait Weighed: Send + Sync {
    /// Counts its bytes.
    fn bytes(&self) -> u64;
}

/// What has been found, each under its key, and what is being worked on.
pub(crate) struct Shelf<K, T> {
    /// How many bytes may stay on the shelf.
    bound: u64,
    inside: Mutex<Inside<K, T>>,
    changed: Condvar,
}

struct Inside<K, T> {
    /// The most recently used is at the end.
    found: Vec<(K, Arc<T>)>,
    /// Each with the bytes it may take.
    under_way: Vec<(K, u64)>,
}

/// What takes next to nothing is not kept forever either.
const MOST: usize = 1024;

impl<K: Clone + PartialEq, T: Weighed> Shelf<K, T> {
    pub(crate) fn new(bound: u64) -> Self {
        let inside = Inside { found: Vec::new(), under_way: Vec::new() };
        Shelf { bound, inside: Mutex::new(inside), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Inside<K, T>> {
        // A thread that panicked has left the shelf as it was: everything on it is whole.
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn clear(&self) {
        self.lock().found.clear();
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.lock().bytes()
    }

    /// Finds something on the shelf, and marks it as used.
    pub(crate) fn find(&self, wanted: impl Fn(&K, &T) -> bool) -> Option<Arc<T>> {
        self.lock().find(wanted)
    }

    /// Returns what is on the shelf under a key, or makes it; `needed` says how many bytes that may take.
    ///
    /// Others who want the same wait, as long as their effort lets them.
    pub(crate) fn get<E: From<Stopped>>(
        &self,
        key: &K,
        effort: &Effort,
        needed: impl FnOnce(&Effort) -> u64,
        make: impl FnOnce(&Effort) -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        let mut inside = self.lock();
        while inside.under_way.iter().any(|(other, _)| other == key) {
            const GLANCE: Duration = Duration::from_millis(10);
            inside = self.changed.wait_timeout(inside, GLANCE).unwrap_or_else(PoisonError::into_inner).0;
            effort.check()?;
        }
        if let Some(found) = inside.find(|other, _| other == key) {
            return Ok(found);
        }
        // Memory that others are about to take is not available, even if the system still calls it free.
        let taken: u64 = inside.under_way.iter().map(|(_, bytes)| bytes).sum();
        let effort = effort.clone().memory(effort.memory_allowed().saturating_sub(taken));
        inside.under_way.push((key.clone(), needed(&effort)));
        drop(inside);

        let _at_it = AtIt { shelf: self, key };
        let found = Arc::new(make(&effort)?);
        let mut inside = self.lock();
        inside.found.push((key.clone(), Arc::clone(&found)));
        inside.trim(self.bound);
        Ok(found)
    }

    /// Drops the least recently used until all fit the limit, after something on the shelf has grown.
    pub(crate) fn trim(&self) {
        self.lock().trim(self.bound);
    }
}

impl<K, T: Weighed> Inside<K, T> {
    fn bytes(&self) -> u64 {
        self.found.iter().map(|(_, found)| found.bytes()).sum()
    }

    fn find(&mut self, wanted: impl Fn(&K, &T) -> bool) -> Option<Arc<T>> {
        let place = self.found.iter().position(|(key, found)| wanted(key, found))?;
        let entry = self.found.remove(place);
        let found = Arc::clone(&entry.1);
        self.found.push(entry);
        Some(found)
    }

    fn trim(&mut self, bound: u64) {
        while self.found.len() > MOST || self.bytes() > bound {
            self.found.remove(0);
        }
    }
}

/// Marks a key as under way until it goes out of scope, whatever happens in between.
struct AtIt<'a, K: Clone + PartialEq, T: Weighed> {
    shelf: &'a Shelf<K, T>,
    key: &'a K,
}

impl<K: Clone + PartialEq, T: Weighed> Drop for AtIt<'_, K, T> {
    fn drop(&mut self) {
        self.shelf.lock().under_way.retain(|(key, _)| key != self.key);
        self.shelf.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many bytes.
    #[derive(Debug, PartialEq, Eq)]
    struct Heavy(u64);

    impl Weighed for Heavy {
        fn bytes(&self) -> u64 {
            self.0
        }
    }

    fn get(shelf: &Shelf<&'static str, Heavy>, key: &'static str, bytes: u64) -> Arc<Heavy> {
        let made = shelf.get(&key, &Effort::unlimited(), |_| bytes, |_| Ok::<_, Stopped>(Heavy(bytes)));
        made.expect("nothing stops it")
    }

    #[test]
    fn the_least_recently_used_is_dropped_first() {
        let shelf = Shelf::new(10);
        get(&shelf, "small", 3);
        get(&shelf, "middle", 5);
        assert!(shelf.find(|&key, _| key == "small").is_some(), "and now it was used last");
        get(&shelf, "large", 7);
        assert_eq!(shelf.bytes(), 10);
        assert!(shelf.find(|&key, _| key == "middle").is_none());
        assert_eq!(*get(&shelf, "small", 99), Heavy(3), "it is still there");
        get(&shelf, "too large", 11);
        assert_eq!(shelf.bytes(), 0, "what does not fit is not kept, and drops everything");
        assert!(shelf.lock().under_way.is_empty());
    }

    #[test]
    fn equal_questions_at_the_same_time_are_answered_once() {
        let (shelf, made) = (Shelf::new(1 << 30), std::sync::atomic::AtomicUsize::new(0));
        let slowly = |_: &Effort| {
            made.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            std::thread::sleep(Duration::from_millis(30));
            Ok::<_, Stopped>(Heavy(1))
        };
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    shelf.get(&"it", &Effort::unlimited(), |_| 1, slowly).expect("nothing stops it")
                });
            }
        });
        assert_eq!(made.into_inner(), 1);
    }

    #[test]
    fn memory_that_others_are_taking_is_not_given_twice() {
        let shelf: Shelf<&str, Heavy> = Shelf::new(1 << 30);
        shelf.lock().under_way.push(("other", 99));
        let given = |shelf: &Shelf<&'static str, Heavy>, key| {
            let effort = Effort::unlimited().memory(100);
            let made = |effort: &Effort| Ok::<_, Stopped>(Heavy(effort.memory_allowed()));
            shelf.get(&key, &effort, |_| 1, made).expect("nothing stops it").0
        };
        assert_eq!(given(&shelf, "one"), 1);
        shelf.lock().under_way.clear();
        assert_eq!(given(&shelf, "two"), 100);
    }
}
