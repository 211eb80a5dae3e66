//! The search of an order's ideals, in as few words as possible, and what it has found so far.

use crate::effort::Effort;
use crate::game::Outcome;
use crate::games::order::elements::Elements;
use crate::games::order::ideals::{Bits, Ideals, insert};
use crate::games::order::rules::{Element, Order};
use crate::games::order::symmetries::Symmetries;
use crate::knowledge::{Known, Source};
use crate::search::{Meter, Unfinished};

/// A search of some elements of an order and all below them, except for the poison.
pub(super) struct Judge {
    /// The elements, each after those below it.
    elements: Vec<usize>,
    /// The place of each element of the order in that list.
    places: Vec<Option<usize>>,
    ideals: Sized,
}

/// By how many words a position has.
enum Sized {
    One(Ideals<1>),
    Two(Ideals<2>),
    Four(Ideals<4>),
}

/// The most elements that are searched.
const MOST: usize = 256;

impl Judge {
    /// Returns the existing judge if it knows these elements, else a new one in its place; nothing for too
    /// many elements.
    pub(super) fn fitting<'a>(
        place: &'a mut Option<Judge>,
        order: &Order,
        edible: &Elements,
    ) -> Option<&'a mut Judge> {
        let knows = |judge: &Judge| edible.iter().all(|element| judge.places[element].is_some());
        if !place.as_ref().is_some_and(knows) {
            // The whole order if possible, so that one judge is enough for all its positions.
            let all = order.edible(&Elements::all_of(order.finite().len()));
            let all = if all.len() <= MOST { &all } else { edible };
            *place = Some(Judge::of(order, all)?);
        }
        place.as_mut()
    }

    fn of(order: &Order, among: &Elements) -> Option<Self> {
        let finite = order.finite();
        let elements: Vec<usize> =
            finite.upwards().iter().copied().filter(|&element| among.has(element)).collect();
        let mut places = vec![None; finite.len()];
        elements.iter().enumerate().for_each(|(place, &element)| places[element] = Some(place));
        let ideals = match elements.len() {
            0..=64 => Sized::One(ideals(order, &elements, &places)),
            65..=128 => Sized::Two(ideals(order, &elements, &places)),
            129..=MOST => Sized::Four(ideals(order, &elements, &places)),
            _ => return None,
        };
        Some(Judge { elements, places, ideals })
    }

    pub(super) fn bytes(&self) -> u64 {
        let known = match &self.ideals {
            Sized::One(ideals) => ideals.bytes(),
            Sized::Two(ideals) => ideals.bytes(),
            Sized::Four(ideals) => ideals.bytes(),
        };
        known + 16 * (self.places.len() + self.elements.len()) as u64
    }

    /// Says who wins and by which move.
    pub(super) fn ask(&mut self, edible: &Elements, effort: &Effort) -> Result<Known<Element>, Unfinished> {
        let (places, elements) = (&self.places, &self.elements);
        let (best, nodes) = match &mut self.ideals {
            Sized::One(ideals) => winning(ideals, bits(places, edible), effort),
            Sized::Two(ideals) => winning(ideals, bits(places, edible), effort),
            Sized::Four(ideals) => winning(ideals, bits(places, edible), effort),
        }?;
        let outcome = if best.is_some() { Outcome::Win } else { Outcome::Loss };
        let best = best.map(|place| elements[place].into());
        Ok(Known::new(outcome, Source::Search).with_best(best).with_nodes(nodes.max(1)))
    }

    /// Returns the Grundy value.
    pub(super) fn value(&mut self, edible: &Elements, effort: &Effort) -> Result<u16, Unfinished> {
        let places = &self.places;
        let mut meter = Meter::new(effort);
        match &mut self.ideals {
            Sized::One(ideals) => ideals.value(bits(places, edible), &mut meter),
            Sized::Two(ideals) => ideals.value(bits(places, edible), &mut meter),
            Sized::Four(ideals) => ideals.value(bits(places, edible), &mut meter),
        }
    }
}

fn ideals<const W: usize>(order: &Order, elements: &[usize], places: &[Option<usize>]) -> Ideals<W> {
    let above = |&element: &usize| bits(places, order.finite().above(element));
    let symmetries = match order.points() {
        Some(points) => {
            let points: Vec<&[u32]> = elements.iter().map(|&element| &*points[element]).collect();
            Symmetries::of(&points)
        }
        None => Symmetries::none(),
    };
    Ideals::new(elements.iter().map(above).collect(), symmetries)
}

/// Writes elements as the bits of the search.
fn bits<const W: usize>(places: &[Option<usize>], elements: &Elements) -> Bits<W> {
    let mut bits = [0; W];
    elements.iter().filter_map(|element| places[element]).for_each(|place| insert(&mut bits, place));
    bits
}

/// Finds a winning move, and counts the nodes; nothing if every move loses.
fn winning<const W: usize>(
    ideals: &mut Ideals<W>,
    left: Bits<W>,
    effort: &Effort,
) -> Result<(Option<usize>, u64), Unfinished> {
    let mut meter = Meter::new(effort);
    for element in super::super::ideals::members(left) {
        let after = ideals.after(left, element);
        if ideals.has_value(after, 0, &mut meter)? {
            return Ok((Some(element), meter.nodes()));
        }
    }
    Ok((None, meter.nodes()))
}
