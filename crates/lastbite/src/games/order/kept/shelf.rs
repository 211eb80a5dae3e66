//! What has been found about orders: each is solved once, however many ask, and everything stays within a
//! limit.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

use super::judge::Judge;
use crate::effort::Effort;
use crate::games::order::Order;
use crate::games::order::columns::{Distances, GrundyValues, Outcomes};
use crate::knowledge::Unknown;

/// Something that takes memory.
pub(super) trait Weighed {
    /// Counts its bytes.
    fn bytes(&self) -> u64;
}

/// What was found about some orders, the most recently used at the end.
pub(super) struct Shelf<T> {
    /// How many bytes may stay on the shelf.
    bound: u64,
    places: Mutex<Vec<Place<T>>>,
}

struct Place<T> {
    order: Order,
    found: Arc<Mutex<Option<T>>>,
    bytes: u64,
}

impl<T: Weighed> Shelf<T> {
    pub(super) fn new(bound: u64) -> Self {
        Shelf { bound, places: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Place<T>>> {
        // A thread that panicked has left the list as it was.
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn clear(&self) {
        self.lock().clear();
    }

    pub(super) fn bytes(&self) -> u64 {
        self.lock().iter().map(|place| place.bytes).sum()
    }

    /// Works with the place of an order; others who want the same order wait, as long as their effort lets
    /// them.
    pub(super) fn with<R>(
        &self,
        order: &Order,
        effort: &Effort,
        work: impl FnOnce(&mut Option<T>) -> R,
    ) -> Result<R, Unknown> {
        let found = self.place(order);
        let mut guard = loop {
            match found.try_lock() {
                Ok(guard) => break guard,
                // What a panicking thread left behind is not trusted.
                Err(TryLockError::Poisoned(poisoned)) => {
                    let mut guard = poisoned.into_inner();
                    *guard = None;
                    found.clear_poison();
                    break guard;
                }
                Err(TryLockError::WouldBlock) => {
                    const GLANCE: Duration = Duration::from_millis(5);
                    effort.check()?;
                    std::thread::sleep(GLANCE);
                }
            }
        };
        let done = work(&mut guard);
        let bytes = guard.as_ref().map_or(0, T::bytes);
        drop(guard);
        self.keep(&found, bytes);
        Ok(done)
    }

    fn place(&self, order: &Order) -> Arc<Mutex<Option<T>>> {
        let mut places = self.lock();
        let place = match places.iter().position(|place| place.order == *order) {
            Some(at) => places.remove(at),
            None => Place { order: order.clone(), found: Arc::default(), bytes: 0 },
        };
        let found = Arc::clone(&place.found);
        places.push(place);
        found
    }

    /// Notes how much a place holds, and drops the least recently used until all fit the limit.
    fn keep(&self, found: &Arc<Mutex<Option<T>>>, bytes: u64) {
        /// Places that hold next to nothing are not kept forever either.
        const MOST: usize = 64;
        let mut places = self.lock();
        if let Some(place) = places.iter_mut().find(|place| Arc::ptr_eq(&place.found, found)) {
            place.bytes = bytes;
        }
        while places.len() > MOST || places.iter().map(|place| place.bytes).sum::<u64>() > self.bound {
            places.remove(0);
        }
    }
}

impl Weighed for Judge {
    fn bytes(&self) -> u64 {
        Judge::bytes(self)
    }
}

impl Weighed for Arc<Outcomes> {
    fn bytes(&self) -> u64 {
        Outcomes::bytes(self)
    }
}

impl Weighed for Arc<GrundyValues> {
    fn bytes(&self) -> u64 {
        GrundyValues::bytes(self)
    }
}

impl Weighed for Arc<Distances> {
    fn bytes(&self) -> u64 {
        Distances::bytes(self)
    }
}
