//! A share of the memory for what clients send and are sent: bodies that come in, and answers that go out.
//!
//! A client that sends slowly, or takes its answer slowly, keeps its bytes here for as long as it is patient
//! with. So their sum is bounded, and one client alone has no more than a quarter of it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use hyper::body::Bytes;

use crate::client::Client;

/// So many bytes for all clients together.
#[derive(Debug)]
pub struct Budget {
    most: u64,
    each: u64,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    all: u64,
    by: HashMap<Client, u64>,
}

impl Budget {
    /// Makes a budget of this many bytes, of which a client may take a quarter; a quarter is never less than
    /// `least`.
    pub fn new(most: u64, least: u64) -> Arc<Self> {
        let each = (most / 4).max(least);
        Arc::new(Budget { most: 4 * each, each, taken: Mutex::default() })
    }

    /// Takes bytes for a client; nothing if that is more than its share, or than there are.
    pub fn take(self: &Arc<Self>, client: Client, bytes: u64) -> Option<Held> {
        let mut held = Held { budget: Arc::clone(self), client, bytes: 0 };
        held.grow(bytes).then_some(held)
    }

    /// Counts the bytes that are taken.
    pub fn taken(&self) -> u64 {
        self.lock().all
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Bytes of a budget, until they go out of scope.
#[derive(Debug)]
pub struct Held {
    budget: Arc<Budget>,
    client: Client,
    bytes: u64,
}

impl Held {
    /// Takes more bytes, or none and says so.
    pub fn grow(&mut self, bytes: u64) -> bool {
        let mut taken = self.budget.lock();
        let mine = taken.by.get(&self.client).copied().unwrap_or(0);
        if taken.all + bytes > self.budget.most || mine + bytes > self.budget.each {
            return false;
        }
        taken.all += bytes;
        taken.by.insert(self.client, mine + bytes);
        drop(taken);
        self.bytes += bytes;
        true
    }

    /// Holds them until the last copy of some bytes is gone.
    pub fn along_with(self, bytes: Bytes) -> Bytes {
        Bytes::from_owner(Sent { bytes, _held: self })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut taken = self.budget.lock();
        taken.all -= self.bytes;
        if let Some(mine) = taken.by.get_mut(&self.client) {
            *mine -= self.bytes;
            if *mine == 0 {
                taken.by.remove(&self.client);
            }
        }
    }
}

/// Bytes on their way, and what they take of the budget.
struct Sent {
    bytes: Bytes,
    _held: Held,
}

impl AsRef<[u8]> for Sent {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_client_has_a_quarter_and_all_together_no_more_than_there_is() {
        let budget = Budget::new(100, 10);
        let client = |number: u8| Client::at(std::net::IpAddr::from([1, 2, 3, number]));
        let mine = budget.take(client(1), 25).expect("a quarter");
        assert!(budget.take(client(1), 1).is_none(), "one client has a quarter");
        let others: Vec<Held> =
            (2..5).map(|number| budget.take(client(number), 25).expect("theirs")).collect();
        assert!(budget.take(client(5), 1).is_none() && budget.taken() == 100);
        drop(mine);
        let mut late = budget.take(client(5), 20).expect("room again");
        assert!(late.grow(5) && !late.grow(1));
        drop((late, others));
        assert_eq!((budget.taken(), budget.lock().by.len()), (0, 0));
    }

    #[test]
    fn bytes_on_their_way_are_held_until_the_last_copy_is_gone() {
        let budget = Budget::new(100, 100);
        let held = budget.take(Client::at(std::net::IpAddr::from([1, 2, 3, 4])), 7).expect("room");
        let sent = held.along_with(Bytes::from_static(b"an answer"));
        let copy = sent.slice(3..);
        drop(sent);
        assert_eq!((&copy[..], budget.taken()), (&b"answer"[..], 7));
        drop(copy);
        assert_eq!(budget.taken(), 0);
    }
}
