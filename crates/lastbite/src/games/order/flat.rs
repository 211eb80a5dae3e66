//! Boxes and divisors with at most two dimensions left: bars of chocolate, which have their own solvers.

use super::elements::Elements;
use super::rules::{Element, Order};
use crate::games::chomp::{Chomp, Rows, Square};

/// A bar in an order, and the elements on its squares.
#[derive(Clone, Debug)]
pub(super) struct Flat {
    bar: Chomp,
    /// The element on each square, row by row.
    elements: Vec<usize>,
}

impl Flat {
    /// Recognises a bar: what is left extends along at most two axes.
    pub(super) fn of(order: &Order, left: &Elements) -> Option<Self> {
        let sides = order.sides()?;
        let points = order.points()?;
        let mut axes: Vec<usize> =
            (0..sides.len()).filter(|&axis| left.iter().any(|element| points[element][axis] > 0)).collect();
        if axes.len() > 2 {
            return None;
        }
        // A single axis is a bar of one row, and any other axis will do as the second.
        let others = (0..sides.len()).filter(|axis| !axes.contains(axis)).collect::<Vec<_>>();
        axes.extend(others);
        let &[rows, cols, ..] = axes.as_slice() else { return None };
        let (rows, cols) = (rows.min(cols), rows.max(cols));
        let bar = Chomp::new(sides[rows], sides[cols]).ok()?;
        let mut elements = vec![0; (sides[rows] * sides[cols]) as usize];
        for (element, point) in points.iter().enumerate() {
            let lies_flat = (0..sides.len()).all(|axis| [rows, cols].contains(&axis) || point[axis] == 0);
            if lies_flat {
                elements[(point[rows] * sides[cols] + point[cols]) as usize] = element;
            }
        }
        Some(Flat { bar, elements })
    }

    pub(super) fn bar(&self) -> &Chomp {
        &self.bar
    }

    /// Returns what is left of the bar.
    pub(super) fn rows(&self, left: &Elements) -> Rows {
        let cols = self.bar.cols() as usize;
        let length = |row: &[usize]| row.iter().filter(|&&element| left.has(element)).count() as u32;
        let lengths: Vec<u32> = self.elements.chunks(cols).map(length).collect();
        // What is left of an order has all below it, so rows never grow.
        Rows::new(lengths).unwrap_or_default()
    }

    /// Returns the element on a square.
    pub(super) fn element(&self, square: Square) -> Element {
        let at = (square.row - 1) * self.bar.cols() + square.col - 1;
        self.elements[at as usize].into()
    }
}
