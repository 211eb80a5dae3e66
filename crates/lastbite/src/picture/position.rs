//! A position as a picture of its own: what is on a worksheet.

use super::svg::{Paint::With, Svg};
use crate::layout::{Layout, Piece, Place, Role, Shape};

/// The side of a square.
const SIDE: f64 = 30.0;
/// Room for numbers around a panel.
const MARGIN: f64 = 24.0;
/// How the numbers around a panel are written.
const NUMBER: &str = r##"font-size="13" fill="#555""##;

/// Draws what is left of a game for paper, with a dashed outline where pieces are gone; panels stand side by side.
///
/// It brings its colours along as attributes, so it looks the same wherever it is put.
#[must_use]
pub fn position_svg(layout: &Layout, title: &str) -> String {
    let mut svg = Svg::new(2);
    let titled = layout.panels().iter().any(|panel| !panel.title.is_empty());
    let top = if titled { MARGIN } else { 0.0 };
    let (mut left, mut height) = (0.0_f64, 0.0_f64);
    for (number, panel) in layout.panels().iter().enumerate() {
        if titled {
            svg.words((left + MARGIN, MARGIN - 6.0), "start", NUMBER, &panel.title);
        }
        let size = draw_panel(&mut svg, &layout.panel(number), (left, top));
        let words = if titled { MARGIN + 8.0 * panel.title.chars().count() as f64 } else { 0.0 };
        left += size.0.max(words);
        height = height.max(top + size.1);
    }
    svg.finish((left, height), title)
}

/// Draws one panel at this corner, and returns its width and height.
fn draw_panel(svg: &mut Svg, layout: &Layout, (left, top): (f64, f64)) -> (f64, f64) {
    let diagram = layout.shape() == Shape::Diagram;
    let round = layout.shape() == Shape::Heaps;
    // Elements of an order lie two columns apart, and have room for lines between the layers.
    let (wide, high) = if diagram { (SIDE * 0.75, SIDE * 1.6) } else { (SIDE, SIDE) };
    let corner = |place: Place| {
        (left + MARGIN + f64::from(place.col - 1) * wide, top + MARGIN + f64::from(place.row - 1) * high)
    };
    let middle = |place: Place| (corner(place).0 + SIDE / 2.0, corner(place).1 + SIDE / 2.0);
    for &(lower, upper) in layout.links() {
        let line = With(r##"stroke="#999""##);
        svg.line(line, middle(layout.pieces[lower].place), middle(layout.pieces[upper].place));
    }
    // Stones are counted, not named, and elements have names of their own.
    for col in (1..=layout.cols()).filter(|_| !round && !diagram) {
        let (x, y) = middle(Place::new(1, col));
        svg.words((x, y - SIDE / 2.0 - 8.0), "middle", NUMBER, &col.to_string());
    }
    for row in 1..=layout.rows() {
        if !diagram {
            let (x, y) = corner(Place::new(row, 1));
            svg.words((x - 8.0, y + SIDE / 2.0 + 5.0), "end", NUMBER, &row.to_string());
        }
        for piece in layout.row(row) {
            let name = layout.id(piece.place).and_then(|id| layout.name(id));
            draw_piece(svg, piece, name, round || diagram, corner(piece.place));
        }
    }
    let end = |n: u32, side: f64| MARGIN + f64::from(n.max(1) - 1) * side + SIDE + 2.0;
    (end(layout.cols(), wide), end(layout.rows(), high))
}

/// Draws a piece with the upper left of its square here.
fn draw_piece(svg: &mut Svg, piece: &Piece, name: Option<&str>, round: bool, corner: (f64, f64)) {
    let size = (SIDE, SIDE);
    let middle = (corner.0 + SIDE / 2.0, corner.1 + SIDE / 2.0);
    let gone = With(r##"fill="none" stroke="#bbb" stroke-dasharray="2 3""##);
    let plain = With(r##"fill="#c9a27e" stroke="#5a3a1e""##);
    let poison = With(r##"fill="#fff" stroke="#222" stroke-width="2""##);
    let named = With(r##"fill="#fff" stroke="#5a3a1e""##);
    let radius = SIDE / 2.0 - 3.0;
    match (piece.left, piece.role, round) {
        (_, Role::Gap, _) | (false, Role::Joint, _) => {}
        (true, Role::Joint, _) => {
            svg.line(With(r##"stroke="#999""##), (corner.0, middle.1), (corner.0 + SIDE, middle.1));
        }
        (false, _, true) if name.is_some() => {
            svg.circle(With(r##"fill="#fff" stroke="#bbb" stroke-dasharray="2 3""##), middle, radius);
        }
        (false, _, true) => svg.circle(gone, middle, radius),
        (false, _, false) => svg.rect(gone, corner, size),
        (true, Role::Poison, false) => {
            svg.rect(poison, corner, size);
            let bold = r##"font-size="17" font-weight="bold" fill="#222""##;
            svg.words((middle.0, middle.1 + 6.0), "middle", bold, "P");
        }
        (true, Role::Poison, true) => svg.circle(poison, middle, radius),
        (true, _, true) if name.is_some() => svg.circle(named, middle, radius),
        (true, _, true) => svg.circle(plain, middle, radius),
        (true, _, false) => svg.rect(plain, corner, size),
    }
    if let Some(name) = name.filter(|_| piece.left) {
        let letters = if name.chars().count() > 3 {
            r##"font-size="9" fill="#222""##
        } else {
            r##"font-size="12" fill="#222""##
        };
        svg.words((middle.0, middle.1 + 4.0), "middle", letters, name);
    }
}
