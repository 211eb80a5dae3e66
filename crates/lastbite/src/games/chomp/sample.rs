//! Random positions of a bar, each with all that is known about it.

use thiserror::Error;

use lastbite_engines::sweep::{Distances, GrundyValues};
use lastbite_engines::thin::LastRows;
use lastbite_engines::{Method, NoAnswer, Numbering, Solution, Solve, SolveError};

use super::Chomp;
use super::Rows;
use crate::effort::Effort;
use crate::game::Outcome;

/// Bars of at most this many positions get their distances and Grundy values without being asked.
const SOON_SWEPT: u64 = 50_000_000;
const SOON_VALUED: u64 = 6_000_000;

/// A bar that was solved so that any of its positions can be drawn.
///
/// ```
/// use lastbite::games::chomp::Sampler;
/// use lastbite::{Effort, Outcome};
///
/// let sampler = Sampler::of(&"2x2".parse()?, false, &Effort::unlimited())?;
/// assert_eq!(sampler.positions(), 5);
/// let whole = sampler.position(4)?;
/// assert_eq!((whole.outcome, whole.distance, whole.grundy), (Outcome::Win, Some(3), Some(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Sampler {
    numbering: Numbering,
    /// Who wins the positions, if there are no distances to say so.
    whole: Option<Solution>,
    distances: Option<Distances>,
    values: Option<GrundyValues>,
}

/// A position that was drawn, and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Sampled {
    /// The position, as its row lengths.
    pub rows: Rows,
    /// Who wins, from the view of the player to move.
    pub outcome: Outcome,
    /// How many plies the game lasts when the winner hurries and the loser delays, if that was found.
    pub distance: Option<u32>,
    /// The Grundy value when nobody may eat the poison, if that was found.
    pub grundy: Option<u32>,
}

/// Why positions cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SampleError {
    /// The bar has too many positions.
    #[error("{0} has more positions than can be numbered: choose a smaller bar")]
    TooMany(Chomp),
    /// No position has this number.
    #[error("there is no position {number}; they are numbered 0 to {}", .positions - 1)]
    NoSuchPosition {
        /// The number asked for.
        number: u64,
        /// How many positions there are.
        positions: u64,
    },
    /// The bar was not solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// What was solved does not answer.
    #[error(transparent)]
    NoAnswer(#[from] NoAnswer),
}

impl Sampler {
    /// Solves a bar; with `thorough`, finds distances and Grundy values however long that takes.
    ///
    /// # Errors
    ///
    /// When the bar has too many positions, takes more memory than is allowed, or the work is stopped.
    pub fn of(bar: &Chomp, thorough: bool, effort: &Effort) -> Result<Self, SampleError> {
        let numbering = Numbering::of(bar).filter(|numbering| usize::try_from(numbering.len()).is_ok());
        let numbering = numbering.ok_or(SampleError::TooMany(*bar))?;
        let (few, many) = bar.lying();
        let is_swept = thorough || (numbering.len() <= SOON_SWEPT && many <= 255);
        let is_valued = thorough || (numbering.len() <= SOON_VALUED && many <= 255);
        let distances = if is_swept { Some(Distances::of(bar, effort)?) } else { None };
        let values = if is_valued { Some(GrundyValues::of(bar, effort)?) } else { None };
        let whole = match distances {
            Some(_) => None,
            None if is_long(bar, effort)? => {
                Some(Solution::from(LastRows::solve(few, many, effort)?))
            }
            None => Some(Solve::of(bar).by(Some(Method::Sieve)).run(effort)?),
        };
        Ok(Sampler { numbering, whole, distances, values })
    }

    /// Counts the positions that can be drawn.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.numbering.len()
    }

    /// Returns the position of this number, from 0 on, and what is known about it.
    ///
    /// # Errors
    ///
    /// When there is no such position, or what was solved cannot be read.
    pub fn position(&self, number: u64) -> Result<Sampled, SampleError> {
        let positions = self.positions();
        let no_such = || SampleError::NoSuchPosition { number, positions };
        if number >= positions {
            return Err(no_such());
        }
        let rows = Rows::trimmed(self.numbering.position(number));
        let distance = self.distances.as_ref().and_then(|distances| distances.distance(&rows));
        let lost = match (&self.whole, distance) {
            (Some(whole), _) => whole.is_lost(&rows)?,
            (None, Some(plies)) => plies % 2 == 0,
            (None, None) => return Err(no_such()),
        };
        let outcome = if lost { Outcome::Loss } else { Outcome::Win };
        let grundy = self.values.as_ref().and_then(|values| values.value(&rows));
        Ok(Sampled { rows, outcome, distance, grundy })
    }
}

/// Says whether a bar is better solved by the method of few rows, which needs the poison in the corner.
fn is_long(bar: &Chomp, effort: &Effort) -> Result<bool, SolveError> {
    let few = bar.rows().min(bar.cols());
    let is_thin = bar.is_classic() && (3..=7).contains(&few);
    Ok(is_thin && Method::choose(bar.rows(), bar.cols(), effort)? != Method::Sieve)
}

#[cfg(test)]
mod tests {
    use lastbite_engines::sieve::Sieve;

    use super::*;

    #[test]
    fn all_methods_draw_alike() {
        let effort = Effort::unlimited();
        let bar = "3x6".parse().unwrap();
        let swept = Sampler::of(&bar, true, &effort).unwrap();
        let by = |whole| Sampler {
            numbering: Numbering::of(&bar).unwrap(),
            whole: Some(whole),
            distances: None,
            values: None,
        };
        let sieved = by(Sieve::of(&bar).solve(&effort).unwrap().into());
        let thin = by(LastRows::solve(3, 6, &effort).unwrap().into());
        for number in 0..swept.positions() {
            let known = swept.position(number).unwrap();
            for other in [&sieved, &thin] {
                let drawn = other.position(number).unwrap();
                assert_eq!((&drawn.rows, drawn.outcome), (&known.rows, known.outcome), "{number}");
                assert_eq!((drawn.distance, drawn.grundy), (None, None));
            }
        }
        assert!(matches!(swept.position(swept.positions()), Err(SampleError::NoSuchPosition { .. })));
        let refused = Sampler::of(&"255x255".parse().unwrap(), false, &effort).unwrap_err();
        assert!(refused.to_string().contains("more positions than can be numbered"));
    }
}
