//! Where a bar is sieved: on the processor, or on a graphics card.

use std::sync::Arc;

use clap::{Args, ValueEnum};
use lastbite::{AnyGame, Solver};
use lastbite_engines::{Place, Siever};

use crate::manners::prompt::Stop;

/// Where to solve, on the command line.
#[derive(Args, Clone, Copy, Debug)]
pub struct PlaceArgs {
    /// Sieve on the processor, on NVIDIA's graphics card, or auto: on the card, if there is one and the bar
    /// is large enough to benefit
    #[arg(long, value_name = "WHERE", default_value = "processor")]
    on: On,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum On {
    #[value(alias = "cpu")]
    Processor,
    #[value(alias = "gpu", alias = "cuda")]
    Card,
    Auto,
}

impl PlaceArgs {
    /// Returns the place; a card is looked for when the first bar is sieved there.
    pub fn place(self) -> Result<Place, Stop> {
        match self.on {
            On::Processor => Ok(Place::Processor),
            On::Card => Ok(Place::Elsewhere(card()?)),
            On::Auto => Ok(card().map_or(Place::Processor, Place::WhereFaster)),
        }
    }

    /// Makes a solver that sieves worthwhile bars there; a card that is asked for must be there.
    pub fn solver(self) -> Result<Solver<AnyGame>, Stop> {
        let solver = Solver::new();
        let found = match self.on {
            On::Processor => None,
            On::Card => Some(found_card()?),
            On::Auto => found_card().ok(),
        };
        if let Some(card) = found {
            solver.bars().sieve_elsewhere(card);
        }
        Ok(solver)
    }
}

/// Returns a card that is found when it is needed.
#[cfg(feature = "card")]
fn card() -> Result<Arc<dyn Siever>, Stop> {
    Ok(Arc::new(lastbite_card::WhenNeeded::default()))
}

/// Returns a card that was found.
#[cfg(feature = "card")]
fn found_card() -> Result<Arc<dyn Siever>, Stop> {
    Ok(Arc::new(lastbite_card::Card::find().map_err(lastbite_engines::SolveError::from)?))
}

#[cfg(not(feature = "card"))]
fn card() -> Result<Arc<dyn Siever>, Stop> {
    Err(Stop::refuse("this program was built without the card (leave --on card out)"))
}

#[cfg(not(feature = "card"))]
use card as found_card;
