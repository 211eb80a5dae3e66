//! The oracle that searches.

use super::{Knowledge, Known, Oracle, Source, Unknown};
use crate::effort::Effort;
use crate::game::{Game, Standing};
use crate::search::{Algorithm, Searched, Unfinished};

/// The oracle that answers each question by a search, within its own effort.
#[derive(Clone, Copy, Debug)]
pub struct Searcher {
    algorithm: Algorithm,
}

impl Searcher {
    /// Makes an oracle of a search.
    #[must_use]
    pub fn new(algorithm: Algorithm) -> Self {
        Searcher { algorithm }
    }
}

impl Default for Searcher {
    /// Makes an oracle of the search that remembers positions.
    fn default() -> Self {
        Searcher::new(Algorithm::Memo)
    }
}

impl<G: Game> Oracle<G> for Searcher {
    fn ask(&self, standing: &Standing<G>, effort: &Effort) -> Knowledge<G::Move> {
        match self.algorithm.search(standing.game(), standing.position(), effort) {
            Ok(found) => found.into(),
            Err(stopped) => Knowledge::Unknown(stopped.into()),
        }
    }
}

impl<M> From<Searched<M>> for Knowledge<M> {
    fn from(found: Searched<M>) -> Self {
        let known = Known::new(found.outcome, Source::Search);
        Knowledge::Known(known.with_best(found.best).with_nodes(found.nodes))
    }
}

impl From<Unfinished> for Unknown {
    fn from(unfinished: Unfinished) -> Self {
        Unknown { why: unfinished.why.into(), nodes: unfinished.nodes }
    }
}
