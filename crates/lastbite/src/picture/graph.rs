//! Every position once, as a picture: the layers count the pieces that are gone, thick lines are winning
//! moves.

use super::board::Small;
use super::graph_headline;
use super::svg::Svg;
use super::tree::STYLE;
use crate::game::Outcome;
use crate::layout::{Layers, Room};
use crate::notation::counted;
use crate::search::{Algorithm, Graph, Spot, Way};
use crate::words::Words;

const PAD: f64 = 6.0;
const WORD: f64 = 16.0;
const FALL: f64 = 46.0;
const TOP: f64 = 44.0;
const MARGIN: f64 = 92.0;
const NARROWEST: f64 = 620.0;

/// Draws every position of a graph once, and names the search that it was merged from.
#[must_use]
pub fn graph_svg<G: Words>(graph: &Graph<G>, search: Option<Algorithm>) -> String {
    drawn(graph, search, None)
}

/// Draws every position of a graph once, each as a link to an address made from its text.
#[must_use]
pub fn linked_graph_svg<G: Words>(graph: &Graph<G>, address: &dyn Fn(&str) -> String) -> String {
    drawn(graph, None, Some(address))
}

fn drawn<G: Words>(
    graph: &Graph<G>,
    search: Option<Algorithm>,
    address: Option<&dyn Fn(&str) -> String>,
) -> String {
    let small = Small::new(graph.standing());
    let frame = ((small.width + 2.0 * PAD).max(54.0), small.height + 2.0 * PAD + WORD);
    let moves: Vec<(usize, usize)> = graph.arrows().iter().map(|arrow| (arrow.from, arrow.to)).collect();
    let layers = Layers::new(graph.spots().len(), &moves, Room { board: frame.0, bend: 13.0, gap: 8.0 });
    let mut svg = Svg::new(1);
    let title = graph_headline(graph, search);
    svg.text("title", (12.0, 22.0), &title);
    let top = |layer: usize| TOP + layer as f64 * (frame.1 + FALL);
    name_layers(&mut svg, graph, &layers, |layer| top(layer) + frame.1 / 2.0);
    // Thin lines first, so that the winning moves are on top.
    for wanted in [false, true] {
        for (arrow, bends) in graph.arrows().iter().zip(&layers.bends) {
            let (from, to) = (layers.layer[arrow.from], layers.layer[arrow.to]);
            let wins = graph.wins(arrow) && arrow.way != Way::Cut;
            if wins != wanted {
                continue;
            }
            let mut points = vec![(MARGIN + layers.middle[arrow.from], top(from) + frame.1)];
            for (&x, layer) in bends.iter().zip(from + 1..) {
                // Straight past the boards of the layer, bent only between the layers.
                points.extend([(MARGIN + x, top(layer)), (MARGIN + x, top(layer) + frame.1)]);
            }
            points.push((MARGIN + layers.middle[arrow.to], top(to)));
            let class = match arrow.way {
                Way::Followed if wins => "best",
                Way::Followed => "edge",
                Way::Remembered if wins => "again bold",
                Way::Remembered => "again",
                Way::Cut => "gap",
            };
            svg.curve(class, &points);
        }
    }
    for (place, spot) in graph.spots().iter().enumerate() {
        let (x, y) = (MARGIN + layers.middle[place], top(layers.layer[place]));
        match address {
            None => board(&mut svg, &small, spot, (x, y), frame),
            Some(address) => {
                let mut part = Svg::new(1);
                board(&mut part, &small, spot, (x, y), frame);
                let text = graph.standing().game().write_position(&spot.position);
                svg.link(&part, &address(&text), &text);
            }
        }
    }
    let bottom = top(layers.layer.iter().copied().max().unwrap_or(0)) + frame.1;
    let keys = keys(graph, search);
    for (key, n) in keys.iter().zip(1..) {
        svg.text("key", (12.0, bottom + 14.0 + f64::from(n) * 15.0), key);
    }
    let size = (MARGIN + layers.width + 20.0, bottom + 28.0 + keys.len() as f64 * 15.0);
    svg.finish_styled((size.0.max(NARROWEST), size.1), &title, STYLE)
}

/// Labels each layer at the left with its number of pieces, if all its positions have the same number.
fn name_layers<G: Words>(svg: &mut Svg, graph: &Graph<G>, layers: &Layers, middle: impl Fn(usize) -> f64) {
    let game = graph.standing().game();
    let thing = game.description().nouns.piece;
    for layer in 0..=layers.layer.iter().copied().max().unwrap_or(0) {
        let in_layer = |&(place, _): &(usize, &Spot<G>)| layers.layer[place] == layer;
        let sizes =
            graph.spots().iter().enumerate().filter(in_layer).map(|(_, spot)| game.size(&spot.position));
        let mut sizes: Vec<u64> = sizes.collect();
        sizes.dedup();
        if let [pieces] = sizes[..] {
            svg.text("key", (12.0, middle(layer) + 4.0), &counted(pieces, thing));
        }
    }
}

/// Draws a position in its frame: a lost one in a double frame with sharp corners, a won one in a rounded
/// frame.
fn board<G: Words>(
    svg: &mut Svg,
    small: &Small<'_, G>,
    spot: &Spot<G>,
    (x, y): (f64, f64),
    frame: (f64, f64),
) {
    let corner = (x - frame.0 / 2.0, y);
    let word = match spot.outcome {
        Some(Outcome::Win) => {
            svg.rounded("won", corner, frame, 10.0);
            "won +1"
        }
        Some(Outcome::Loss) => {
            svg.rect("lost", corner, frame);
            svg.rect("lost", (corner.0 + 2.5, corner.1 + 2.5), (frame.0 - 5.0, frame.1 - 5.0));
            "lost −1"
        }
        None => {
            svg.rounded("cut", corner, frame, 4.0);
            "not asked"
        }
    };
    small.draw(svg, &spot.position, (x, y + PAD + 1.0));
    svg.text("value", (x, y + PAD + small.height + 13.0), word);
    if let Some(number) = spot.number {
        let times = if spot.entered > 1 { format!(" ({}×)", spot.entered) } else { String::new() };
        svg.text("number left", (corner.0 + frame.0, y - 3.0), &format!("{number}{times}"));
    }
}

fn keys<G: Words>(graph: &Graph<G>, search: Option<Algorithm>) -> Vec<&'static str> {
    let mut keys = vec![
        "Judged for the player to move. Double frame: lost, every move leads to a won position.",
        "Round frame: won. Thick lines: the winning moves, those that leave a lost position.",
    ];
    if search.is_some() {
        keys.push("Numbers: when the search entered it first, and how often.");
    }
    if graph.arrows().iter().any(|arrow| arrow.way == Way::Remembered) {
        keys.push("Dotted lines: remembered and not searched again.");
    }
    if graph.arrows().iter().any(|arrow| arrow.way == Way::Cut) {
        keys.push("Dashed lines: cut off.");
    }
    keys
}
