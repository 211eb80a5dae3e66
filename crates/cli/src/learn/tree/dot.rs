//! Trees and graphs as text for Graphviz, whose houses stand for MAX and, upside down, for MIN.

use std::fmt::Write;

use lastbite::search::{Graph, Kind, Tree, Way};
use lastbite::{AnyGame, AnyPosition, Outcome, Standing};

use super::board::Boards;
use super::{graph_headline, headline, marked};

/// Writes a tree.
pub fn of_tree(tree: &Tree<AnyGame>, numbered: bool) -> String {
    let line = marked(tree);
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
        let board = board(tree.standing(), &node.position);
        let pen = if chosen { ", penwidth=3" } else { "" };
        let _ = writeln!(
            dot,
            "  n{place} [shape={shape}, style={style}{pen}, label=\"{board}\\n{number}{worth}\"];"
        );
        if let Some((above, mv)) = node.from {
            let _ = writeln!(dot, "  n{above} -> n{place} [style={style}{pen}, label=\"{mv}\"];");
        }
    }
    dot + "}\n"
}

/// Writes every position once.
pub fn of_graph(graph: &Graph<AnyGame>) -> String {
    let mut dot = head(&graph_headline(graph, None));
    for (place, spot) in graph.spots().iter().enumerate() {
        let (word, shape) = match spot.outcome {
            Some(Outcome::Win) => ("won +1", "shape=box, style=rounded"),
            Some(Outcome::Loss) => ("lost -1", "shape=box, peripheries=2"),
            None => ("not asked", "shape=box, style=dashed"),
        };
        let number = spot.number.map(|number| format!("{number}: ")).unwrap_or_default();
        let board = board(graph.standing(), &spot.position);
        let _ = writeln!(dot, "  n{place} [{shape}, label=\"{board}\\n{number}{word}\"];");
    }
    for arrow in graph.arrows() {
        let style = match arrow.way {
            Way::Followed => "solid",
            Way::Remembered => "dotted",
            Way::Cut => "dashed",
        };
        let pen = if graph.wins(arrow) { ", penwidth=3" } else { ", color=gray" };
        let _ =
            writeln!(dot, "  n{} -> n{} [style={style}{pen}, label=\"{}\"];", arrow.from, arrow.to, arrow.mv);
    }
    dot + "}\n"
}

fn head(title: &str) -> String {
    format!(
        "digraph game {{\n  label=\"{title}\";\n  labelloc=t;\n  node [fontname=Courier];\n  edge [fontname=Helvetica, fontsize=10];\n"
    )
}

fn board(standing: &Standing<AnyGame>, position: &AnyPosition) -> String {
    match Boards::of(standing) {
        Some(boards) => boards.lines(standing.position(), position, true).join("\\n"),
        None => position.to_string(),
    }
}
