//! Pictures: one writer of SVG, a position as a small board, and game trees as text, as SVG and for Graphviz.
//!
//! Everything is drawn from a game's [`Layout`](crate::layout::Layout) and its words, so every game has all of it.
//!
//! ```
//! use lastbite::search::Tree;
//! use lastbite::{Algorithm, Chomp, Effort, Standing, picture};
//!
//! let start = Standing::start(Chomp::new(2, 2)?);
//! let tree = Tree::grow(&start, Algorithm::Minimax, &Effort::unlimited())?;
//! assert_eq!(picture::headline(&tree, false), "chomp:2x2: 10 nodes, MAX wins, first by 2,2");
//! assert!(picture::tree_svg(&tree, false).starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod card;
mod dot;
mod graph;
mod position;
mod svg;
mod text;
mod token;
mod trace;
mod tree;

pub use board::{Boards, Spot};
pub use card::card_svg;
pub use dot::{graph_dot, tree_dot};
pub use graph::{graph_svg, linked_graph_svg};
pub(crate) use position::printed;
pub use position::{layout_svg, position_svg};
pub use svg::{Paint, Pair, Svg, escaped};
pub use text::{Drawing, graph_text, tree_text};
pub use trace::{Trace, Traced};
pub use tree::{followed_tree_svg, tree_svg};

use crate::game::{Game, Outcome, Standing};
use crate::notation::counted;
use crate::search::{Algorithm, Graph, Kind, Tree};

/// Returns the sentence above a tree: what it is, how many nodes, who wins. If the nodes are numbered, it
/// names the search.
#[must_use]
pub fn headline<G: Game>(tree: &Tree<G>, numbered: bool) -> String {
    let found = tree.searched();
    let start = named(tree.standing());
    let nodes = counted(found.nodes, "node");
    let by = if numbered { format!(" by {}", tree.algorithm()) } else { String::new() };
    let winner = if found.outcome == Outcome::Win { "MAX" } else { "MIN" };
    let first = match &found.best {
        Some(best) => format!(", first by {}", tree.standing().write_move(best)),
        None => String::new(),
    };
    format!("{start}{by}: {nodes}, {winner} wins{first}")
}

/// Returns the sentence above a graph: what it is, how many positions, how many of them are lost.
#[must_use]
pub fn graph_headline<G: Game>(graph: &Graph<G>, search: Option<Algorithm>) -> String {
    let start = named(graph.standing());
    let by = search.map(|search| format!(" by {search}")).unwrap_or_default();
    let lost = graph.spots().iter().filter(|spot| spot.outcome == Some(Outcome::Loss)).count();
    let all = counted(graph.spots().len() as u64, "position");
    format!("{start}{by}: {all}, {lost} of them lost for the player to move")
}

/// Names a game, and its position if that is not the start.
#[must_use]
pub fn named<G: Game>(standing: &Standing<G>) -> String {
    if *standing == Standing::start(standing.game().clone()) {
        standing.game().to_string()
    } else {
        standing.to_string()
    }
}

/// Names the player to move: MAX at the root and after every even number of moves.
#[must_use]
pub fn player(max: bool) -> &'static str {
    if max { "MAX" } else { "MIN" }
}

/// Lists the nodes of the chosen line as far as it can be drawn without a jump.
#[must_use]
pub fn chosen_line<G: Game>(tree: &Tree<G>) -> Vec<usize> {
    let mut chosen = Vec::new();
    for node in tree.line() {
        chosen.push(node);
        if matches!(tree.nodes()[node].kind, Kind::Remembered(_)) {
            break;
        }
    }
    chosen
}

/// Says whether the search treated any node in this way.
fn has<G: Game>(tree: &Tree<G>, kind: fn(Kind) -> bool) -> bool {
    tree.nodes().iter().any(|node| kind(node.kind))
}
