//! A search step by step, on the picture of its tree.

use lastbite::notation::grouped;
use lastbite::picture::{Trace, followed_tree_svg};
use lastbite::search::{Step, Tree};
use lastbite::{Algorithm, AnyGame, Effort, Stopped};
use serde::Serialize;

use crate::Desk;
use crate::problem::Problem;
use crate::question::Question;

/// A search, step by step.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Searched {
    /// The game.
    game: String,
    /// The position.
    position: String,
    /// The search.
    search: String,
    /// What it does, in a sentence.
    opening: String,
    /// What it found, in a sentence.
    closing: String,
    /// How many nodes it entered.
    nodes: u64,
    /// Every step, in order.
    steps: Vec<Stepped>,
    /// The tree as SVG: every node is a group `node-3` and the way to it a group `way-3`, by its place.
    picture: String,
}

/// A step of a search.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Stepped {
    /// What happens: `enter`, `back`, `remember`, `cut` or `leave`.
    event: &'static str,
    /// The place of the node where it happens.
    node: usize,
    /// The places of what is left out, for `cut`; left out elsewhere.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cut: Vec<usize>,
    /// The same in words.
    words: String,
}

/// The most nodes of a search that is drawn.
const MOST: u64 = 400;

/// Answers with a search, step by step.
pub(crate) fn answer(desk: &Desk, question: &Question<'_>, effort: &Effort) -> Result<Searched, Problem> {
    let standing = question.standing(desk.reach())?;
    let search: Algorithm = question.read_or("search", Algorithm::Minimax)?;
    let too_many = || {
        Problem::out_of_reach(format!(
            "{search} visits more than {} nodes here, too many to follow; choose a smaller position or another search",
            grouped(MOST)
        ))
    };
    // Every node on the way down keeps its moves.
    if standing.move_count() > MOST {
        return Err(too_many());
    }
    let grown = Tree::grow(&standing, search, &effort.clone().nodes(MOST));
    let tree = grown.map_err(|unfinished| match unfinished.why {
        Stopped::OutOfNodes => too_many(),
        why => Problem::out_of_reach(why),
    })?;
    let trace = Trace::of(&tree);
    let stepped = |(step, number): (&Step, usize)| Stepped {
        event: trace.written(number, step).event,
        node: Trace::<AnyGame>::at(step),
        cut: match step {
            Step::Cut { rest, .. } => rest.clone(),
            _ => Vec::new(),
        },
        words: trace.told(number, step),
    };
    Ok(Searched {
        game: standing.game().to_string(),
        position: standing.written(),
        search: search.to_string(),
        opening: trace.opening(),
        closing: trace.closing(),
        nodes: tree.searched().nodes,
        steps: tree.steps().iter().zip(1..).map(stepped).collect(),
        picture: followed_tree_svg(&tree),
    })
}
