//! Where a bar is sieved: on the processor, or on a graphics card.

use std::sync::Arc;

use clap::{Args, ValueEnum};
pub use lastbite::sieve::Keep;
use lastbite::sieve::{FORGOTTEN_FROM, Sieve, Solved};
use lastbite::{AnyGame, Chomp, Effort, Solver, Stopped};
#[cfg(feature = "card")]
pub use lastbite_card::Card;
#[cfg(feature = "card")]
use lastbite_card::CardError;

use crate::manners::prompt::Stop;
#[cfg(not(feature = "card"))]
pub use crate::solve::no_card::Card;
#[cfg(not(feature = "card"))]
use crate::solve::no_card::CardError;

/// Where to solve, on the command line.
#[derive(Args, Clone, Copy, Debug)]
pub struct PlaceArgs {
    /// Sieve on the processor, on NVIDIA's graphics card, or (auto) on the card if there is one and the bar
    /// is worth it
    #[arg(long, value_name = "WHERE", default_value = "processor")]
    on: Place,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Place {
    #[value(alias = "cpu")]
    Processor,
    #[value(alias = "gpu", alias = "cuda")]
    Card,
    Auto,
}

impl PlaceArgs {
    /// On the processor.
    pub const PROCESSOR: PlaceArgs = PlaceArgs { on: Place::Processor };

    /// Says whether only the card will do, and so only the sieve.
    pub fn is_card(self) -> bool {
        self.on == Place::Card
    }

    /// Says whether a bar may be solved on the card, so that the methods and memory of the processor do not
    /// matter.
    pub fn may_be_card(self, bar: &Chomp, effort: &Effort) -> bool {
        match self.on {
            Place::Processor => false,
            Place::Card => true,
            Place::Auto => Card::is_worth_it(bar, effort.threads_used()),
        }
    }

    /// Finds the card if it is wanted; `auto` does without if there is none.
    pub fn card(self) -> Result<Option<Card>, Stop> {
        match self.on {
            Place::Processor => Ok(None),
            Place::Card => Ok(Some(Card::find()?)),
            Place::Auto => Ok(Card::find().ok()),
        }
    }

    /// Makes a solver that sieves worthwhile bars there.
    pub fn solver(self) -> Result<Solver<AnyGame>, Stop> {
        let solver = Solver::new();
        if let Some(card) = self.card()? {
            solver.bars().sieve_elsewhere(Arc::new(card));
        }
        Ok(solver)
    }

    /// Sieves a bar there, and keeps at least this much of it.
    pub fn sieve(self, bar: &Chomp, keep: Keep, effort: &Effort) -> Result<Solved, Stop> {
        let on_card = || Card::find_and_solve(bar, keep, effort).map(|(_, solved)| solved);
        match self.on {
            Place::Card => return Ok(on_card()?),
            Place::Auto if self.may_be_card(bar, effort) => match on_card() {
                Ok(solved) => return Ok(solved),
                Err(CardError::Stopped(why)) => return Err(CardError::Stopped(why).into()),
                // No card, or not for this bar, so the processor does it.
                Err(_) => {}
            },
            Place::Auto | Place::Processor => {}
        }
        // A small bar is solved faster on many threads if nothing is forgotten.
        let whole = Sieve::of(bar).keep(Keep::Everything);
        let is_small = whole.positions_to_solve() < FORGOTTEN_FROM;
        if is_small && whole.memory_needed(effort) <= effort.memory_allowed() {
            return Ok(whole.solve(effort)?);
        }
        Ok(whole.keep(keep).solve(effort)?)
    }
}

impl From<CardError> for Stop {
    fn from(error: CardError) -> Stop {
        match error {
            CardError::Stopped(Stopped::Cancelled) => Stop::Stopped,
            CardError::Sieve(error) => error.into(),
            other => Stop::Refused(format!("{other} (leave --on card out)")),
        }
    }
}
