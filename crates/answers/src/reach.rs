//! The limits of a desk: the same for everyone who asks, so that no question costs too much.

use lastbite::description::Described;
use lastbite::game::{Purpose, TooLarge};
use lastbite::{AnyGame, Effort, Standing, asked, search::a_few_seconds};

use crate::problem::Problem;

/// What a desk tries at all, and what it refuses at once.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reach {
    /// The most positions that a picture of the game tree shows.
    pub tree: usize,
}

impl Default for Reach {
    fn default() -> Self {
        Reach { tree: 70 }
    }
}

impl Reach {
    /// Refuses the text of a game that is too large to be played, before the game is built.
    pub(crate) fn admit(&self, text: &str) -> Result<(), Problem> {
        asked::check_playable(text).map_err(Problem::out_of_reach)
    }

    /// Refuses the text of a position that is longer than any of a game that can be played, before it is read.
    pub(crate) fn admit_position(&self, text: &str) -> Result<(), Problem> {
        TooLarge::check_text(text, Purpose::Play).map_err(Problem::out_of_reach)
    }

    /// Reads a game, and refuses one that is too large to be played.
    pub(crate) fn read(&self, text: &str) -> Result<AnyGame, Problem> {
        self.admit(text)?;
        let game = asked::game(text).map_err(Problem::unreadable)?;
        self.check(&game)?;
        Ok(game)
    }

    /// Refuses a game that is too large to be played, which the game itself decides.
    pub fn check(&self, game: &AnyGame) -> Result<(), Problem> {
        game.check_playable().map_err(Problem::out_of_reach)
    }

    /// Limits the nodes of a search, so that a question has the same answer on every machine.
    pub(crate) fn bounded(standing: &Standing<AnyGame>, effort: &Effort) -> Effort {
        effort.clone().nodes(Self::nodes(standing, effort))
    }

    /// Returns the most nodes that a search may visit for one answer.
    pub(crate) fn nodes(standing: &Standing<AnyGame>, effort: &Effort) -> u64 {
        let few = a_few_seconds(standing.size()) / 4;
        effort.nodes_allowed().map_or(few, |most| most.min(few))
    }
}
