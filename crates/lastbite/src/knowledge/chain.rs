//! Several oracles, asked one after another.

use super::{Knowledge, Known, Oracle, Unknown, WhyNot};
use crate::effort::Effort;
use crate::game::{Game, Standing};

/// Oracles that are asked in turn until one knows.
///
/// If one knows who wins but not how, that is remembered while the others are asked for the move.
pub struct Chain<'a, G: Game> {
    oracles: Vec<Box<dyn Oracle<G> + 'a>>,
}

impl<'a, G: Game> Chain<'a, G> {
    /// Makes an empty chain, which knows nothing.
    #[must_use]
    pub fn new() -> Self {
        Chain { oracles: Vec::new() }
    }

    /// Adds an oracle that is asked when those before it do not know.
    #[must_use]
    pub fn then(mut self, oracle: impl Oracle<G> + 'a) -> Self {
        self.oracles.push(Box::new(oracle));
        self
    }
}

impl<G: Game> Default for Chain<'_, G> {
    fn default() -> Self {
        Chain::new()
    }
}

impl<G: Game> Oracle<G> for Chain<'_, G> {
    fn ask(&self, standing: &Standing<G>, effort: &Effort) -> Knowledge<G::Move> {
        first_who_knows(standing, self.oracles.iter().map(|oracle| || oracle.ask(standing, effort)))
    }
}

/// Goes through answers, each worked out only when its turn comes, until one says who wins and how.
pub(crate) fn first_who_knows<G: Game>(
    standing: &Standing<G>,
    answers: impl IntoIterator<Item = impl FnOnce() -> Knowledge<G::Move>>,
) -> Knowledge<G::Move> {
    let mut nodes = 0;
    let mut half_known: Option<Known<G::Move>> = None;
    let mut why = WhyNot::NotMine;
    for answer in answers {
        match answer().after_nodes(nodes) {
            Knowledge::Known(known) if known.lacks_its_move(standing) => {
                nodes = known.nodes;
                half_known = half_known.or(Some(known));
            }
            whole @ Knowledge::Known(_) => return whole,
            Knowledge::Unknown(unknown) => {
                nodes = unknown.nodes;
                // The last oracle that tried knows best why it failed.
                if unknown.why != WhyNot::NotMine {
                    why = unknown.why;
                }
            }
        }
    }
    match half_known {
        Some(known) => Knowledge::Known(known.with_nodes(nodes)),
        None => Knowledge::Unknown(Unknown { why, nodes }),
    }
}
