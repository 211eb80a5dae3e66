//! One piece as it is drawn: a stick is long, a pin has a neck.

use crate::layout::Look;
use crate::picture::svg::{Paint, Pair, Svg};

/// Draws a piece in a square with this middle and side.
pub(super) fn token(svg: &mut Svg, look: Look, paint: Paint<'_>, (x, y): Pair, side: f64) {
    let half = side / 2.0;
    match look {
        Look::Square | Look::Cube | Look::Cross => {
            svg.rounded(paint, (x - half, y - half), (side, side), side * 0.13);
        }
        Look::Stone | Look::Node => svg.circle(paint, (x, y), half),
        Look::Coin => {
            svg.circle(paint, (x, y), half);
            svg.circle(paint, (x, y), half * 0.68);
        }
        Look::Stick => {
            let (wide, high) = (side * 0.24, side * 1.1);
            svg.rounded(paint, (x - wide / 2.0, y - high / 2.0), (wide, high), wide / 2.0);
        }
        Look::Pin => {
            // From the neck around the head, and down both sides of the belly to the foot.
            let at = |right: f64, down: f64| {
                format!("{} {}", svg.number(x + right * side), svg.number(y + down * side))
            };
            let path = format!(
                "M{} C{} {} {} C{} {} {} C{} {} {} L{} C{} {} {}Z",
                at(-0.1, -0.2),
                at(-0.22, -0.34),
                at(-0.16, -0.55),
                at(0.0, -0.55),
                at(0.16, -0.55),
                at(0.22, -0.34),
                at(0.1, -0.2),
                at(0.1, -0.02),
                at(0.36, 0.14),
                at(0.14, 0.55),
                at(-0.14, 0.55),
                at(-0.36, 0.14),
                at(-0.1, -0.02),
                at(-0.1, -0.2)
            );
            svg.path(paint, &path);
        }
    }
}

/// Says how much of its square a piece needs from left to right.
pub(super) fn breadth(look: Look) -> f64 {
    match look {
        Look::Stick => 0.5,
        Look::Pin => 0.75,
        _ => 1.0,
    }
}
