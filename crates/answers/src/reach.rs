//! How far a desk goes: the same for everybody who asks, so that no question costs more than it may.

use lastbite::notation::grouped;
use lastbite::{AnyGame, Effort, Standing, search::a_few_seconds};

use crate::problem::Problem;

/// What a desk tries at all, and what it refuses at once.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reach {
    /// The most rows and the most columns of a bar.
    pub side: u32,
    /// The most heaps.
    pub heaps: usize,
    /// The most stones in a heap.
    pub stones: u32,
    /// The most positions that a picture of the game tree shows.
    pub tree: usize,
}

impl Default for Reach {
    fn default() -> Self {
        Reach { side: 20, heaps: 20, stones: 99, tree: 70 }
    }
}

impl Reach {
    /// Refuses a game that is larger than anybody asks about here.
    pub fn check(&self, game: &AnyGame) -> Result<(), Problem> {
        let Reach { side, heaps, stones, .. } = *self;
        let fits = match game {
            AnyGame::Chomp(bar) => bar.rows() <= side && bar.cols() <= side,
            AnyGame::Nim(nim) => {
                let start = lastbite::Game::start(nim);
                start.stones().len() <= heaps && start.stones().iter().all(|&n| n <= stones)
            }
            _ => false,
        };
        if fits {
            return Ok(());
        }
        Err(Problem::out_of_reach(format!(
            "that game is too large to be asked about here; bars go to {side}x{side}, and there are at most {heaps} heaps of at most {} stones",
            grouped(stones.into())
        )))
    }

    /// Limits the nodes of a search, so that the same question is answered alike on every machine.
    pub(crate) fn bounded(standing: &Standing<AnyGame>, effort: &Effort) -> Effort {
        let few = a_few_seconds(standing.size()) / 4;
        effort.clone().nodes(effort.nodes_allowed().map_or(few, |most| most.min(few)))
    }
}
