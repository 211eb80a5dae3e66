//! A position as a separate picture, for a worksheet, a notebook or a page.

use std::collections::HashMap;

use super::svg::{Paint::With, Svg};
use super::token::token;
use crate::game::{Outcome, Standing};
use crate::knowledge::Analysis;
use crate::layout::{Layout, Look, Piece, Place, Role, Shape};
use crate::words::Words;

/// The side of a square.
const SIDE: f64 = 30.0;
/// Room for numbers around a panel.
const MARGIN: f64 = 24.0;
/// How the numbers around a panel are written, in a grey that can be read on white and on black: a picture has no ground
/// of its own.
const NUMBER: &str = r##"font-size="13" fill="#767676""##;
/// The widest picture that half the width of a printed page shows large enough to read its numbers.
const HALF_A_PAGE: f64 = 400.0;

/// The most pieces of a game whose positions are drawn: a layout has every piece the game began with.
const MOST_PIECES: u64 = 2_000;

/// Draws a position as a separate picture; with an analysis, each piece says what taking it leads to.
///
/// `+5` is on a piece whose move wins, and the game lasts five plies; `−4` is on one that loses. Returns
/// nothing if the game has too many pieces to draw.
///
/// ```
/// use lastbite::picture::position_svg;
/// use lastbite::{Analysis, Chomp, Effort, Standing};
///
/// let start = Standing::start(Chomp::new(2, 3)?);
/// let analysis = Analysis::of(&start, &Effort::unlimited())?;
/// let svg = position_svg(&start, Some(&analysis)).expect("it is small");
/// assert!(svg.contains(">+5<") && svg.contains(">−4<"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn position_svg<G: Words>(
    standing: &Standing<G>,
    analysis: Option<&Analysis<G::Move>>,
) -> Option<String> {
    let (game, position) = (standing.game(), standing.position());
    if game.size(&game.start()) > MOST_PIECES {
        return None;
    }
    let layout = game.layout(position);
    let mut marks: HashMap<Place, Mark> = HashMap::new();
    // The first of several moves at a piece is the best one.
    for judged in analysis.into_iter().flat_map(|analysis| analysis.moves.iter().rev()) {
        let mark = Mark { outcome: judged.outcome, distance: judged.distance };
        marks.extend(game.piece_of(position, &judged.mv).map(|place| (place, mark)));
    }
    Some(drawn(&layout, &marks, &standing.to_string(), game.limit(position).as_deref()).0)
}

/// Draws what is left of a game, with a dashed outline where pieces are gone; panels go side by side.
#[must_use]
pub fn layout_svg(layout: &Layout, title: &str) -> String {
    drawn(layout, &HashMap::new(), title, None).0
}

/// Draws a position for a printed sheet, with what may be taken below it where the pieces do not show that, and says
/// whether it needs the whole width of the page.
pub(crate) fn printed<G: Words>(standing: &Standing<G>, title: &str) -> (String, bool) {
    let (game, position) = (standing.game(), standing.position());
    let limit = game.limit(position);
    let (svg, width) = drawn(&game.layout(position), &HashMap::new(), title, limit.as_deref());
    (svg, width > HALF_A_PAGE)
}

/// What taking a piece leads to.
#[derive(Clone, Copy)]
struct Mark {
    outcome: Outcome,
    distance: Option<u32>,
}

impl Mark {
    /// Writes it over a piece with this middle.
    fn draw(self, svg: &mut Svg, middle: (f64, f64)) {
        let plies = self.distance.map_or(String::new(), |plies| plies.to_string());
        let (sign, look) = match self.outcome {
            Outcome::Win => ("+", r##"font-size="12" font-weight="bold" fill="#063""##),
            Outcome::Loss => ("−", r##"font-size="11" fill="#222""##),
        };
        if self.outcome == Outcome::Win {
            let ring = With(r##"fill="#e4f4e4" stroke="#063" stroke-width="2""##);
            svg.rounded(ring, (middle.0 - 12.0, middle.1 - 10.0), (24.0, 20.0), 6.0);
        }
        svg.words((middle.0, middle.1 + 4.0), "middle", look, &format!("{sign}{plies}"));
    }
}

/// Draws panels side by side, with a line of words below them if there is one; returns the width too.
fn drawn(layout: &Layout, marks: &HashMap<Place, Mark>, title: &str, below: Option<&str>) -> (String, f64) {
    let mut svg = Svg::new(2);
    let titled = layout.panels().iter().any(|panel| !panel.title.is_empty());
    let top = if titled { MARGIN } else { 0.0 };
    let (mut left, mut height) = (0.0_f64, 0.0_f64);
    for (number, panel) in layout.panels().iter().enumerate() {
        if titled {
            svg.words((left + MARGIN, MARGIN - 6.0), "start", NUMBER, &panel.title);
        }
        let here = |(place, mark): (&Place, &Mark)| {
            layout.within(*place).filter(|within| within.0 == number).map(|within| (within.1, *mark))
        };
        let marks = marks.iter().filter_map(here).collect();
        let size = draw_panel(&mut svg, &layout.panel(number), &marks, (left, top));
        let words = if titled { MARGIN + 8.0 * panel.title.chars().count() as f64 } else { 0.0 };
        left += size.0.max(words);
        height = height.max(top + size.1);
    }
    if let Some(words) = below {
        svg.words((MARGIN, height + 18.0), "start", NUMBER, words);
        left = left.max(MARGIN + 7.5 * words.chars().count() as f64);
        height += MARGIN;
    }
    (svg.finish((left, height), title), left)
}

/// Draws one panel at this corner, and returns its width and height.
fn draw_panel(
    svg: &mut Svg,
    layout: &Layout,
    marks: &HashMap<Place, Mark>,
    (left, top): (f64, f64),
) -> (f64, f64) {
    let diagram = layout.shape() == Shape::Diagram;
    let round = layout.shape() == Shape::Heaps;
    let look = layout.panels()[0].look;
    // Elements of an order are two columns apart, with room for lines between the layers.
    let (wide, high) = if diagram { (SIDE * 0.75, SIDE * 1.6) } else { (SIDE, SIDE) };
    let corner = |place: Place| {
        (left + MARGIN + f64::from(place.col - 1) * wide, top + MARGIN + f64::from(place.row - 1) * high)
    };
    let middle = |place: Place| (corner(place).0 + SIDE / 2.0, corner(place).1 + SIDE / 2.0);
    for &(lower, upper) in layout.links() {
        let line = With(r##"stroke="#999""##);
        svg.line(line, middle(layout.pieces[lower].place), middle(layout.pieces[upper].place));
    }
    // Stones are counted, not named, and elements have their own names. Pins and squares have numbers, and so have the
    // stones of a row from whose middle some are taken; of a row that is cut between them they do not.
    let in_rows = layout.head(1).is_some() && layout.pieces.iter().all(|piece| piece.role != Role::Joint);
    let numbered = !diagram && (!round || in_rows || matches!(look, Look::Pin | Look::Cross));
    for col in (1..=layout.cols()).filter(|_| numbered) {
        let (x, y) = middle(Place::new(1, col));
        svg.words((x, y - SIDE / 2.0 - 8.0), "middle", NUMBER, &col.to_string());
    }
    for row in 1..=layout.rows() {
        if !diagram {
            let (x, y) = corner(Place::new(row, 1));
            svg.words((x - 8.0, y + SIDE / 2.0 + 5.0), "end", NUMBER, &row.to_string());
        }
        for piece in layout.row(row) {
            let mark = marks.get(&piece.place);
            // If a mark covers the name, the name goes below it.
            let name = layout.id(piece.place).and_then(|id| layout.name(id));
            let shown = name.map(|name| if mark.is_some() { "" } else { name });
            draw_piece(svg, piece, shown, look, corner(piece.place));
            if let Some(mark) = mark {
                mark.draw(svg, middle(piece.place));
                let below = (middle(piece.place).0, corner(piece.place).1 + SIDE + 7.0);
                svg.words(below, "middle", r##"font-size="9" fill="#767676""##, name.unwrap_or(""));
            }
        }
    }
    let end = |n: u32, side: f64| MARGIN + f64::from(n.max(1) - 1) * side + SIDE + 2.0;
    // The names of elements that have marks are below them.
    let names = if diagram && !marks.is_empty() { 8.0 } else { 0.0 };
    (end(layout.cols(), wide), end(layout.rows(), high) + names)
}

/// Draws a piece with the upper left of its square here.
fn draw_piece(svg: &mut Svg, piece: &Piece, name: Option<&str>, look: Look, corner: (f64, f64)) {
    let round = !matches!(look, Look::Square | Look::Cube | Look::Cross);
    let size = (SIDE, SIDE);
    let middle = (corner.0 + SIDE / 2.0, corner.1 + SIDE / 2.0);
    let gone = With(r##"fill="none" stroke="#bbb" stroke-dasharray="2 3""##);
    let plain = With(r##"fill="#c9a27e" stroke="#5a3a1e""##);
    let poison = With(r##"fill="#fff" stroke="#222" stroke-width="2""##);
    let empty = With(r##"fill="#fff" stroke="#333""##);
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
        (false, _, true) => token(svg, look, gone, middle, radius * 2.0),
        (false, _, false) => svg.rect(gone, corner, size),
        (true, Role::Poison, false) => {
            svg.rect(poison, corner, size);
            let bold = r##"font-size="17" font-weight="bold" fill="#222""##;
            svg.words((middle.0, middle.1 + 6.0), "middle", bold, "P");
        }
        (true, Role::Poison, true) => svg.circle(poison, middle, radius),
        (true, _, true) if name.is_some() => svg.circle(named, middle, radius),
        (true, _, true) => token(svg, look, plain, middle, radius * 2.0),
        (true, _, false) if look == Look::Cross => svg.rect(empty, corner, size),
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
