//! Who is connected: so many in all, and of one client only a share of them.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::client::Client;

/// Counts the connections.
#[derive(Debug)]
pub struct Doors {
    most: usize,
    each: usize,
    entered: Mutex<Entered>,
}

#[derive(Debug, Default)]
struct Entered {
    all: usize,
    by: HashMap<Client, usize>,
}

impl Doors {
    /// Lets in so many connections, and so many of each client.
    pub fn new(most: usize, each: usize) -> Self {
        Doors { most, each, entered: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Entered> {
        self.entered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets in one more connection, or says no; without a client only their number counts.
    pub fn enter(&self, client: Option<Client>) -> bool {
        let mut entered = self.lock();
        let mine = client.and_then(|client| entered.by.get(&client)).copied().unwrap_or(0);
        if entered.all >= self.most || mine >= self.each {
            return false;
        }
        entered.all += 1;
        if let Some(client) = client {
            entered.by.insert(client, mine + 1);
        }
        true
    }

    /// Counts one less.
    pub fn leave(&self, client: Option<Client>) {
        let mut entered = self.lock();
        entered.all -= 1;
        if let Some(client) = client
            && let Some(mine) = entered.by.get_mut(&client)
        {
            *mine -= 1;
            if *mine == 0 {
                entered.by.remove(&client);
            }
        }
    }

    /// Counts the connections.
    pub fn entered(&self) -> usize {
        self.lock().all
    }

    /// Says whether nobody else is let in.
    pub fn are_full(&self) -> bool {
        self.entered() >= self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_client_does_not_take_all_connections() {
        let doors = Doors::new(4, 2);
        let client = |number: u8| Some(Client::at(std::net::IpAddr::from([1, 2, 3, number])));
        assert!(doors.enter(client(1)) && doors.enter(client(1)) && !doors.enter(client(1)));
        assert!(doors.enter(client(2)), "others still get in");
        assert!(doors.enter(None) && doors.are_full() && !doors.enter(client(3)));
        doors.leave(client(1));
        assert!(doors.enter(client(1)) && !doors.enter(None));
        [client(1), client(1), client(2), None].into_iter().for_each(|client| doors.leave(client));
        assert_eq!((doors.entered(), doors.lock().by.len()), (0, 0));
    }
}
