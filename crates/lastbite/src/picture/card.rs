//! A position as the picture on a card: nothing but its pieces, and their classes for a style sheet.

use std::collections::HashSet;

use super::svg::{Paint::Class, Pair, Svg};
use super::token::{breadth, token};
use crate::game::Standing;
use crate::layout::{Drawn, Layout, Look, Panel, Piece, Place, Role, Shape};

/// The side of the square of a piece.
const SIDE: f64 = 24.0;
/// The room between two pieces.
const GAP: f64 = 4.0;
/// The most pieces of a game that fits on a card.
const MOST_PIECES: u64 = 200;
/// How many pieces of a heap are in one line; others go on in a second one. A row, where it matters what is next to
/// what, is one line always.
fn line(look: Look) -> usize {
    match look {
        Look::Stick => 7,
        Look::Stone => 12,
        _ => usize::MAX,
    }
}

/// Draws what is left of a position without numbers or colours: every piece has the class of its
/// [look](Look), or `poison`, and links have the class `link`. The style sheet of the page around it does the rest.
///
/// Returns nothing if the game has too many pieces for a card.
///
/// ```
/// use lastbite::picture::card_svg;
/// use lastbite::{Chomp, Standing};
///
/// let card = card_svg(&Standing::start(Chomp::new(2, 3)?)).expect("it is small");
/// assert_eq!(card.matches(r#"class="square""#).count(), 5);
/// assert_eq!(card.matches(r#"class="poison""#).count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn card_svg<G: Drawn>(standing: &Standing<G>) -> Option<String> {
    let (game, position) = (standing.game(), standing.position());
    if game.size(&game.start()) > MOST_PIECES {
        return None;
    }
    let layout = game.layout(position);
    let mut svg = Svg::new(1);
    let (mut left, mut height) = (0.0_f64, 0.0_f64);
    let mut number = 0;
    while let Some(panel) = layout.panels().get(number) {
        let solid = layout.panels()[number + 1..].iter().take_while(|panel| panel.upon).count();
        let (part, size) = match panel.shape {
            _ if solid > 0 => cubes(&layout, number, 1 + solid),
            Shape::Diagram => order(&layout.panel(number)),
            Shape::Heaps => heaps(&layout.panel(number), panel),
            Shape::Grid => grid(&layout.panel(number), panel),
        };
        left += if left > 0.0 { SIDE } else { 0.0 };
        svg.place(&part, (left, 0.0));
        (left, height) = (left + size.0, height.max(size.1));
        number += 1 + solid;
    }
    Some(svg.finish((left, height), &standing.to_string()))
}

/// The class of a piece.
fn class(piece: &Piece, look: Look) -> &'static str {
    match (piece.role, look) {
        (Role::Poison, _) => "poison",
        (_, Look::Square) => "square",
        (_, Look::Cube) => "cube",
        (_, Look::Stone) => "stone",
        (_, Look::Stick) => "stick",
        (_, Look::Pin) => "pin",
        (_, Look::Cross) => "cross",
        (_, Look::Coin) => "coin",
        (_, Look::Node) => "node",
    }
}

fn grid(layout: &Layout, panel: &Panel) -> (Svg, Pair) {
    let mut svg = Svg::new(1);
    let step = SIDE + GAP;
    for piece in layout.pieces.iter().filter(|piece| piece.left) {
        let middle = |at: u32| f64::from(at - 1) * step + SIDE / 2.0;
        let middle = (middle(piece.place.col), middle(piece.place.row));
        token(&mut svg, panel.look, Class(class(piece, panel.look)), middle, SIDE);
    }
    (svg, (f64::from(layout.cols()) * step - GAP, f64::from(layout.rows()) * step - GAP))
}

/// Draws heaps one below the other, each in the middle; a long one has several lines of equal length.
fn heaps(layout: &Layout, panel: &Panel) -> (Svg, Pair) {
    let mut svg = Svg::new(1);
    let step = SIDE * breadth(panel.look) + GAP;
    let mut lines: Vec<Vec<&Piece>> = Vec::new();
    for row in 1..=layout.rows() {
        let pieces: Vec<&Piece> =
            layout.row(row).iter().filter(|piece| piece.left && piece.role == Role::Plain).collect();
        let many = pieces.len().div_ceil(line(panel.look)).max(1);
        lines.extend(pieces.chunks(pieces.len().div_ceil(many).max(1)).map(<[&Piece]>::to_vec));
    }
    let longest = lines.iter().map(Vec::len).max().unwrap_or(0) as f64;
    let high = if matches!(panel.look, Look::Stick | Look::Pin) { SIDE * 1.2 } else { SIDE };
    for (line, number) in lines.iter().zip(0..) {
        let from = (longest - line.len() as f64) * step / 2.0;
        for (piece, number_in_line) in line.iter().zip(0..) {
            let x = from + f64::from(number_in_line) * step + (step - GAP) / 2.0;
            let middle = (x, f64::from(number) * (high + GAP) + high / 2.0);
            token(&mut svg, panel.look, Class(class(piece, panel.look)), middle, SIDE);
        }
    }
    (svg, (longest * step - GAP, lines.len() as f64 * (high + GAP) - GAP))
}

fn order(layout: &Layout) -> (Svg, Pair) {
    let mut svg = Svg::new(1);
    let (wide, high) = (SIDE * 0.8, SIDE * 1.5);
    let middle = |place: Place| {
        (f64::from(place.col - 1) * wide + SIDE / 2.0, f64::from(place.row - 1) * high + SIDE / 2.0)
    };
    for &(lower, upper) in layout.links() {
        svg.line("link", middle(layout.pieces[lower].place), middle(layout.pieces[upper].place));
    }
    for piece in layout.pieces.iter().filter(|piece| piece.left) {
        token(&mut svg, Look::Node, Class(class(piece, Look::Node)), middle(piece.place), SIDE * 0.9);
    }
    let across = f64::from(layout.cols().max(1) - 1) * wide + SIDE;
    (svg, (across, f64::from(layout.rows().max(1) - 1) * high + SIDE))
}

/// Draws panels that lie upon each other as one solid, seen from above at an edge.
fn cubes(layout: &Layout, first: usize, many: usize) -> (Svg, Pair) {
    let mut svg = Svg::new(1);
    let mut left: HashSet<(u32, u32, u32)> = HashSet::new();
    let mut poison = None;
    let layers: Vec<Layout> = (first..first + many).map(|panel| layout.panel(panel)).collect();
    for (layer, number) in layers.iter().zip(1..) {
        for piece in layer.pieces.iter().filter(|piece| piece.left) {
            let cube = (piece.place.row, piece.place.col, number);
            left.insert(cube);
            poison = poison.or((piece.role == Role::Poison).then_some(cube));
        }
    }
    let sides = |of: fn(&Layout) -> u32| layers.iter().map(of).max().unwrap_or(0);
    let (rows, cols) = (sides(Layout::rows), sides(Layout::cols));
    // Rows come towards the left, columns towards the right, layers go up.
    let (wide, tall) = (SIDE * 0.87, SIDE * 0.5);
    let point = |row: u32, col: u32, layer: u32| {
        let x = (f64::from(col) + f64::from(rows) - f64::from(row)) * wide;
        (x, (f64::from(row) + f64::from(col)) * tall + f64::from(many as u32 - layer) * SIDE)
    };
    let mut ordered: Vec<(u32, u32, u32)> = left.iter().copied().collect();
    ordered.sort_by_key(|&(row, col, layer)| (row + col + layer, row, col));
    for cube @ (row, col, layer) in ordered {
        let (r, c, l) = (row - 1, col - 1, layer - 1);
        let paint = |side: &str| format!("{} {side}", if poison == Some(cube) { "poison" } else { "cube" });
        let mut face = |side: &str, corners: [Pair; 4]| svg.polygon(paint(side).as_str(), &corners);
        if !left.contains(&(row, col, layer + 1)) {
            face(
                "top",
                [point(r, c, layer), point(row, c, layer), point(row, col, layer), point(r, col, layer)],
            );
        }
        if !left.contains(&(row + 1, col, layer)) {
            face(
                "left",
                [point(row, c, l), point(row, col, l), point(row, col, layer), point(row, c, layer)],
            );
        }
        if !left.contains(&(row, col + 1, layer)) {
            face(
                "right",
                [point(r, col, l), point(row, col, l), point(row, col, layer), point(r, col, layer)],
            );
        }
    }
    let size = (f64::from(rows + cols) * wide, f64::from(rows + cols) * tall + f64::from(many as u32) * SIDE);
    (svg, size)
}
