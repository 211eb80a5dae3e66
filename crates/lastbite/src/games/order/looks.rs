//! What an order looks like: a box as its layers, every other order as a diagram.

use super::elements::Elements;
use super::kind::Kind;
use super::rules::{Element, Order};
use crate::game::Game;
use crate::layout::{Diagram, Drawn, Layout, Look, Place, Role, Shape};

/// Where the elements of an order are drawn, found once for a game.
pub(super) struct Places {
    /// The layout with everything on it.
    table: Layout,
    /// The piece that each element is.
    pieces: Vec<usize>,
    /// The element that each piece is.
    elements: Vec<usize>,
}

impl Places {
    /// Lays out an order.
    pub(super) fn of(order: &Order) -> Self {
        let many = order.finite().len();
        let (mut table, pieces) = match (order.kind(), order.points()) {
            (Kind::Box(sides), Some(points)) => {
                let table = layers(sides);
                let piece = |point: &[u32]| table.id(place_in(sides, point)).unwrap_or(0);
                let pieces = points.iter().map(|point| piece(point)).collect();
                (table, pieces)
            }
            _ => {
                let diagram = Diagram::new(order.names().to_vec(), order.finite().covers());
                let pieces = (0..many).map(|element| diagram.piece(element).unwrap_or(0)).collect();
                (diagram.layout(|_| true), pieces)
            }
        };
        let pieces: Vec<usize> = pieces;
        if let Some(poison) = order.poison() {
            table.pieces[pieces[poison.number()]].role = Role::Poison;
        }
        let mut elements = vec![0; many];
        for (element, &piece) in pieces.iter().enumerate() {
            elements[piece] = element;
        }
        Places { table, pieces, elements }
    }

    /// Returns the element at a place.
    pub(super) fn at(&self, place: Place) -> Option<usize> {
        self.table.id(place).map(|piece| self.elements[piece])
    }
}

/// Lays out a box: every layer is a grid, and layers are stacked; beyond three dimensions there are several
/// boxes.
fn layers(sides: &[u32]) -> Layout {
    let (rows, cols) = (sides[0], sides[1]);
    let grid = || Layout::rows_of(Shape::Grid, &vec![cols; rows as usize], &vec![cols; rows as usize]);
    let one_box = || {
        let layers = (1..=sides[2]).map(|layer| (format!("Layer {layer}"), grid()));
        Layout::layers(layers.collect()).made_of(Look::Cube)
    };
    let Some((last, rest)) = sides[3..].split_last() else { return one_box() };
    // Beyond the third dimension, boxes are numbered as their cubes are.
    let mut boxes: Vec<String> = (1..=*last).map(|number| number.to_string()).collect();
    for side in rest.iter().rev() {
        boxes =
            boxes.iter().flat_map(|end| (1..=*side).map(move |number| format!("{number},{end}"))).collect();
    }
    Layout::beside_each_other(boxes.into_iter().map(|number| (format!("Box {number}"), one_box())).collect())
}

/// Returns where a cube is drawn: its row and column, below all layers before its own.
fn place_in(sides: &[u32], point: &[u32]) -> Place {
    let layer = sides[2..].iter().zip(&point[2..]).rev().fold(0, |layer, (side, at)| layer * side + at);
    Place::new(layer * sides[0] + point[0] + 1, point[1] + 1)
}

impl Drawn for Order {
    fn layout(&self, left: &Elements) -> Layout {
        let Places { table, elements, .. } = self.places();
        let mut table = table.clone();
        for (piece, &element) in table.pieces.iter_mut().zip(elements) {
            piece.left = left.has(element);
        }
        table
    }

    fn move_at(&self, left: &Elements, place: Place) -> Option<Element> {
        let element = self.places().at(place)?;
        (self.is_on(left) && left.has(element)).then_some(Element::from(element))
    }

    fn piece_of(&self, left: &Elements, element: &Element) -> Option<Place> {
        let there = self.is_on(left) && left.has(element.number());
        let Places { table, pieces, .. } = self.places();
        there.then(|| table.pieces[pieces[element.number()]].place)
    }

    fn taken(&self, left: &Elements, element: &Element) -> Vec<usize> {
        let after = self.play_unchecked(left, element);
        let gone = |&(_, &element): &(usize, &usize)| left.has(element) && !after.has(element);
        self.places().elements.iter().enumerate().filter(gone).map(|(piece, _)| piece).collect()
    }
}
