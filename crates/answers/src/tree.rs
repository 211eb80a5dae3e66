//! The game tree of a small position as a picture, equal positions merged; every position is a link into the
//! page.

use lastbite::notation::grouped;
use lastbite::picture::linked_graph_svg;
use lastbite::search::Graph;
use lastbite::{Effort, Stopped};

use crate::Desk;
use crate::address::written;
use crate::problem::Problem;
use crate::question::Question;

/// Answers with a picture of the game tree.
pub(crate) fn answer(desk: &Desk, question: &Question<'_>, effort: &Effort) -> Result<String, Problem> {
    let standing = question.standing(desk.reach())?;
    let most = desk.reach().tree;
    let drawn = Graph::of(&standing, &effort.clone().nodes(most as u64));
    let graph = drawn.map_err(|unfinished| match unfinished.why {
        Stopped::OutOfNodes => Problem::out_of_reach(format!(
            "a game tree of more than {} positions is too big to draw; make the position smaller",
            grouped(most as u64)
        )),
        why => Problem::out_of_reach(why),
    })?;
    let game = standing.game().to_string();
    let address = |position: &str| format!("../#{}", written(&[("game", &game), ("start", position)]));
    Ok(linked_graph_svg(&graph, &address))
}
