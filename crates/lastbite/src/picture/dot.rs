//! Trees and graphs as text for Graphviz; a house shape means MAX, and upside down it means MIN.

use std::fmt::Write;

use super::board::Boards;
use super::{chosen_line, graph_headline, headline};
use crate::game::{Outcome, Standing};
use crate::layout::Drawn;
use crate::search::{Graph, Kind, Tree, Way};

/// Writes a tree for Graphviz, with node numbers if `numbered` is set.
#[must_use]
pub fn tree_dot<G: Drawn>(tree: &Tree<G>, numbered: bool) -> String {
    let line = chosen_line(tree);
    let boards = Boards::of(tree.standing());
    let mut dot = head(&headline(tree, numbered));
    for (place, node) in tree.nodes().iter().enumerate() {
        let chosen = line.contains(&place);
        let shape = if node.is_max() { "house" } else { "invhouse" };
        let style = match node.kind {
            Kind::Entered(_) => "solid",
            Kind::Remembered(_) => "dotted",
            Kind::Cut => "dashed",
        };
        let worth = node.worth.map_or("cut".to_string(), |worth| worth.to_string());
        let number = match node.kind {
            Kind::Entered(number) if numbered => format!("{number}: "),
            Kind::Remembered(first) => {
                tree.nodes()[first].number().map(|number| format!("= {number}: ")).unwrap_or_default()
            }
            Kind::Entered(_) | Kind::Cut => String::new(),
        };
        let board = board(&boards, tree.standing(), &node.position);
        let pen = if chosen { ", penwidth=3" } else { "" };
        let _ = writeln!(
            dot,
            "  n{place} [shape={shape}, style={style}{pen}, label=\"{board}\\n{number}{worth}\"];"
        );
        if let Some((above, mv)) = &node.from {
            let mv = tree.standing().write_move(mv);
            let _ = writeln!(dot, "  n{above} -> n{place} [style={style}{pen}, label=\"{mv}\"];");
        }
    }
    dot + "}\n"
}

/// Writes every position once for Graphviz.
#[must_use]
pub fn graph_dot<G: Drawn>(graph: &Graph<G>) -> String {
    let mut dot = head(&graph_headline(graph, None));
    let boards = Boards::of(graph.standing());
    for (place, spot) in graph.spots().iter().enumerate() {
        let (word, shape) = match spot.outcome {
            Some(Outcome::Win) => ("won +1", "shape=box, style=rounded"),
            Some(Outcome::Loss) => ("lost -1", "shape=box, peripheries=2"),
            None => ("not asked", "shape=box, style=dashed"),
        };
        let number = spot.number.map(|number| format!("{number}: ")).unwrap_or_default();
        let board = board(&boards, graph.standing(), &spot.position);
        let _ = writeln!(dot, "  n{place} [{shape}, label=\"{board}\\n{number}{word}\"];");
    }
    for arrow in graph.arrows() {
        let style = match arrow.way {
            Way::Followed => "solid",
            Way::Remembered => "dotted",
            Way::Cut => "dashed",
        };
        let pen = if graph.wins(arrow) { ", penwidth=3" } else { ", color=gray" };
        let (from, to, mv) = (arrow.from, arrow.to, graph.standing().write_move(&arrow.mv));
        let _ = writeln!(dot, "  n{from} -> n{to} [style={style}{pen}, label=\"{mv}\"];");
    }
    dot + "}\n"
}

fn head(title: &str) -> String {
    format!(
        "digraph game {{\n  label=\"{title}\";\n  labelloc=t;\n  node [fontname=Courier];\n  edge [fontname=Helvetica, fontsize=10];\n"
    )
}

fn board<G: Drawn>(boards: &Option<Boards<'_, G>>, standing: &Standing<G>, position: &G::Position) -> String {
    match boards {
        Some(boards) => boards.lines(position, true).join("\\n"),
        None => standing.game().write_position(position),
    }
}
