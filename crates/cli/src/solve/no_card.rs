//! Takes the place of the graphics card in a program that was built without it: no card is ever found.

use std::fmt;

use lastbite::games::chomp::Siever;
use lastbite::sieve::{Keep, SieveError, Solved};
use lastbite::{Chomp, Effort, Stopped};

/// A card that does not exist.
#[derive(Clone, Debug)]
pub enum Card {}

/// Why there is no card, with the same names as the real errors.
#[derive(Debug)]
#[allow(dead_code, reason = "only a real card makes these errors")]
pub enum CardError {
    /// The program was built without it.
    NotBuilt,
    /// The sieve does not take this bar.
    Sieve(SieveError),
    /// The work was stopped.
    Stopped(Stopped),
}

impl fmt::Display for CardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this program was built without the card")
    }
}

impl Card {
    /// Finds none.
    pub fn find() -> Result<Self, CardError> {
        Err(CardError::NotBuilt)
    }

    /// Finds none.
    pub fn find_and_solve(_: &Chomp, _: Keep, _: &Effort) -> Result<(Self, Solved), CardError> {
        Err(CardError::NotBuilt)
    }

    /// Says that no bar is worth it.
    pub fn is_worth_it(_: &Chomp, _: usize) -> bool {
        false
    }

    /// Returns the name of no card.
    pub fn name(&self) -> String {
        match *self {}
    }

    /// Solves nothing.
    pub fn solve(&self, _: &Chomp, _: &Effort) -> Result<Solved, CardError> {
        match *self {}
    }
}

impl Siever for Card {
    fn sieve(&self, _: &Chomp, _: &Effort) -> Option<Result<Solved, SieveError>> {
        match *self {}
    }

    fn is_soon(&self, _: &Chomp) -> bool {
        match *self {}
    }
}
