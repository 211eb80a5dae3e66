//! What an order looks like: where each element lies.

use rustc_hash::FxHashMap;

use super::elements::Elements;
use super::rules::{Element, Order};
use crate::game::Game;
use crate::layout::{Drawn, Layout, Piece, Place, Role, Shape};

/// Where the elements of an order lie, and which element lies where.
pub(super) struct Places {
    of: Vec<Place>,
    at: FxHashMap<Place, usize>,
}

impl Places {
    /// Puts the elements into rows, each above those that lie below it.
    pub(super) fn of(order: &Order) -> Self {
        let finite = order.finite();
        let mut height = vec![0u32; finite.len()];
        for &lower in finite.upwards() {
            for &(_, upper) in finite.covers().iter().filter(|&&(from, _)| from == lower) {
                height[upper] = height[upper].max(height[lower] + 1);
            }
        }
        let mut filled: FxHashMap<u32, u32> = FxHashMap::default();
        let place = |&height: &u32| {
            let col = filled.entry(height).or_insert(0);
            *col += 1;
            Place::new(height + 1, *col)
        };
        let of: Vec<Place> = height.iter().map(place).collect();
        let at = of.iter().enumerate().map(|(element, &place)| (place, element)).collect();
        Places { of, at }
    }

    /// Returns the element at a place.
    pub(super) fn at(&self, place: Place) -> Option<usize> {
        self.at.get(&place).copied()
    }
}

impl Drawn for Order {
    fn layout(&self, left: &Elements) -> Layout {
        let places = self.places();
        let pieces = places.of.iter().enumerate().map(|(element, &place)| {
            let piece = Piece::new(place, left.has(element));
            if self.poison() == Some(Element::from(element)) { piece.with_role(Role::Poison) } else { piece }
        });
        Layout::new(Shape::Heaps, pieces.collect())
    }

    fn move_at(&self, left: &Elements, place: Place) -> Option<Element> {
        let element = self.places().at(place)?;
        (self.is_on(left) && left.has(element)).then_some(Element::from(element))
    }

    fn piece_of(&self, left: &Elements, element: &Element) -> Option<Place> {
        let there = self.is_on(left) && left.has(element.number());
        there.then(|| self.places().of[element.number()])
    }

    fn taken(&self, left: &Elements, element: &Element) -> Vec<usize> {
        let after = self.layout(&self.play_unchecked(left, element));
        self.layout(left).gone_in(&after).collect()
    }
}
