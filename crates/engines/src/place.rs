//! Where a bar is sieved: on the processor, or somewhere else.

use std::fmt;
use std::sync::Arc;

use lastbite_work::{Effort, SolveError};

use crate::bar::Bar;
use crate::sieve::{Keep, Solved};

/// Sieves bars somewhere other than on this processor, for example on a graphics card.
pub trait Siever: Send + Sync + 'static {
    /// Sieves a bar, and keeps at least this much of it.
    ///
    /// # Errors
    ///
    /// When it cannot be done there; the sentence says why.
    fn sieve(&self, bar: &Bar, keep: Keep, effort: &Effort) -> Result<Solved, SolveError>;

    /// Says whether a bar is large enough to be solved faster there than on this many threads.
    fn is_worth_it(&self, bar: &Bar, threads: usize) -> bool;

    /// Says whether a bar is solved there within some seconds, however large it is.
    fn is_soon(&self, bar: &Bar) -> bool;
}

/// Where to sieve.
#[derive(Clone, Default)]
#[non_exhaustive]
pub enum Place {
    /// On the processor.
    #[default]
    Processor,
    /// There, or not at all.
    Elsewhere(Arc<dyn Siever>),
    /// There if the bar is worth it and it can be done, else on the processor.
    WhereFaster(Arc<dyn Siever>),
}

impl Place {
    /// Says whether a bar may be solved elsewhere, so that the methods and memory of the processor do not
    /// matter.
    pub fn may_be_elsewhere(&self, bar: &Bar, effort: &Effort) -> bool {
        match self {
            Place::Processor => false,
            Place::Elsewhere(_) => true,
            Place::WhereFaster(siever) => siever.is_worth_it(bar, effort.threads_used()),
        }
    }

    /// Solves a bar elsewhere, if that is where it belongs; nothing leaves it to the processor.
    pub(crate) fn sieve(&self, bar: &Bar, keep: Keep, effort: &Effort) -> Option<Result<Solved, SolveError>> {
        match self {
            Place::Processor => None,
            Place::Elsewhere(siever) => Some(siever.sieve(bar, keep, effort)),
            Place::WhereFaster(siever) if siever.is_worth_it(bar, effort.threads_used()) => {
                match siever.sieve(bar, keep, effort) {
                    Ok(solved) => Some(Ok(solved)),
                    Err(stopped @ SolveError::Stopped(_)) => Some(Err(stopped)),
                    // Nobody there, or it is too large for them, so the processor does it.
                    Err(_) => None,
                }
            }
            Place::WhereFaster(_) => None,
        }
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Place::Processor => "Processor",
            Place::Elsewhere(_) => "Elsewhere",
            Place::WhereFaster(_) => "WhereFaster",
        })
    }
}
