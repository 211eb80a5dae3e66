//! The oracle of the theorems.

use super::{Theorem, Theory};
use crate::effort::Effort;
use crate::game::Standing;
use crate::knowledge::{Knowledge, Known, Oracle, Source, Unknown, WhyNot};

/// The oracle that knows what theorems say: all of Nim, and some shapes of Chomp.
///
/// ```
/// use lastbite::theory::Formula;
/// use lastbite::{Effort, Nim, knowledge::Oracle, Outcome, Standing};
///
/// let nim: Nim = "nim:2,3,4".parse()?;
/// let known = Formula.ask(&Standing::start(nim), &Effort::unlimited()).known()?;
/// assert_eq!((known.outcome, known.best), (Outcome::Win, Some("3 from 3".parse()?)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Formula;

impl<G: Theory> Oracle<G> for Formula {
    fn ask(&self, standing: &Standing<G>, _: &Effort) -> Knowledge<G::Move> {
        let Some(theorem) = standing.game().theorem(standing.position()) else {
            return Knowledge::Unknown(Unknown::because(WhyNot::NotMine));
        };
        let outcome = theorem.outcome();
        let best = match theorem {
            Theorem::Won(by) => by,
            Theorem::Lost(_) => None,
        };
        Knowledge::Known(Known::new(outcome, Source::Formula).with_best(best))
    }
}
