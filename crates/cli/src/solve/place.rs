//! Where a bar is sieved: on the processor, or on a graphics card.

use clap::{Args, ValueEnum};
use lastbite::sieve::{Sieve, Solved};
use lastbite::{Chomp, Effort, Stopped};
use lastbite_card::{Card, CardError, Keep};

use crate::manners::prompt::Stop;

/// Where to solve, on the command line.
#[derive(Args, Clone, Copy, Debug)]
pub struct PlaceArgs {
    /// Sieve on the processor, on NVIDIA's graphics card, or (auto) on the card where there is one and the bar is worth it
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

/// A bar that was sieved, and the name of the card if it was there.
#[derive(Debug)]
pub struct Sieved {
    /// What was found.
    pub solved: Solved,
    /// The card.
    pub card: Option<String>,
}

impl PlaceArgs {
    /// On the processor.
    pub const PROCESSOR: PlaceArgs = PlaceArgs { on: Place::Processor };

    /// Says whether only the card will do, and so only the sieve.
    pub fn is_card(self) -> bool {
        self.on == Place::Card
    }

    /// Says whether a bar may be solved on the card, so that the processor's methods and memory do not decide about it.
    pub fn may_be_card(self, bar: &Chomp, effort: &Effort) -> bool {
        match self.on {
            Place::Processor => false,
            Place::Card => true,
            Place::Auto => Card::is_worth_it(bar, effort.threads_used()),
        }
    }

    /// Finds the card, if it is wanted; where there is none, `auto` wants none.
    pub fn card(self) -> Result<Option<Card>, Stop> {
        match self.on {
            Place::Processor => Ok(None),
            Place::Card => Ok(Some(Card::find()?)),
            Place::Auto => Ok(Card::find().ok()),
        }
    }

    /// Sieves a bar there; on the card this much is kept of it, on the processor everything.
    pub fn sieve(self, bar: &Chomp, keep: Keep, effort: &Effort) -> Result<Sieved, Stop> {
        match self.on {
            Place::Card => return Ok(on_card(bar, keep, effort)?),
            Place::Auto if self.may_be_card(bar, effort) => match on_card(bar, keep, effort) {
                Ok(sieved) => return Ok(sieved),
                Err(CardError::Stopped(why)) => return Err(CardError::Stopped(why).into()),
                // No card, or not for this bar: the processor it is.
                Err(_) => {}
            },
            Place::Auto | Place::Processor => {}
        }
        Ok(Sieved { solved: Sieve::of(bar).solve(effort)?, card: None })
    }
}

fn on_card(bar: &Chomp, keep: Keep, effort: &Effort) -> Result<Sieved, CardError> {
    let (card, solved) = Card::find_and_solve(bar, keep, effort)?;
    Ok(Sieved { solved, card: Some(card.name()) })
}

impl Sieved {
    /// Makes sure that what was read from where the lost positions are can be believed.
    pub fn check(&self) -> Result<(), Stop> {
        match self.solved.failure() {
            Some(failure) => {
                Err(Stop::Refused(format!("{failure}; what was found on it is not to be believed")))
            }
            None => Ok(()),
        }
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
