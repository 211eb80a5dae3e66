//! Mirrors: an order that can be folded so that every element lands on one it cannot be compared with.
//!
//! Let a map of what is left to itself keep what is above what, be its own inverse, and send every element to
//! one that is neither above nor below it. Then whoever has to move has lost. The other side answers every
//! move with its image. The image is still there, because the move took only what is above the element, and
//! the image does not. And what is left is again folded by the same map: one took what is above an element,
//! the other what is above its image.
//!
//! Equal parts side by side are such a case, and so are the two equal arms of an L without its corner.

use super::elements::Elements;
use super::finite::Finite;

/// The most elements for which a mirror is looked for.
const MOST: usize = 128;

/// The most pairs that are tried; if a mirror is hard to find, the position is left to the solvers.
const TRIES: usize = 20_000;

/// Finds the image of every element; nothing if there is no mirror, or none is found quickly.
pub(super) fn mirror(finite: &Finite, left: &Elements) -> Option<Vec<(usize, usize)>> {
    let elements: Vec<usize> = left.iter().collect();
    if elements.len() % 2 == 1 || elements.len() > MOST {
        return None;
    }
    let colours = colours(finite, left, &elements);
    // Each colour must be paired up within itself.
    let mut sorted = colours.clone();
    sorted.sort_unstable();
    if sorted.chunk_by(|a, b| a == b).any(|same| same.len() % 2 == 1) {
        return None;
    }
    let mut search = Search {
        finite,
        elements: &elements,
        colours: &colours,
        images: vec![None; elements.len()],
        tries: 0,
    };
    search.fold(0).then(|| {
        let images = search.images.iter().flatten().map(|&image| elements[image]);
        elements.iter().copied().zip(images).collect()
    })
}

struct Search<'a> {
    finite: &'a Finite,
    elements: &'a [usize],
    colours: &'a [u64],
    /// The image of each element, both by their place in the list.
    images: Vec<Option<usize>>,
    tries: usize,
}

impl Search<'_> {
    fn fold(&mut self, from: usize) -> bool {
        let Some(next) = (from..self.elements.len()).find(|&at| self.images[at].is_none()) else {
            return true;
        };
        for image in next + 1..self.elements.len() {
            if self.images[image].is_some() || self.colours[image] != self.colours[next] {
                continue;
            }
            self.tries += 1;
            if self.tries > TRIES {
                return false;
            }
            if !self.fits(next, image) {
                continue;
            }
            (self.images[next], self.images[image]) = (Some(image), Some(next));
            if self.fold(next + 1) {
                return true;
            }
            (self.images[next], self.images[image]) = (None, None);
        }
        false
    }

    /// Says whether two elements can be images of each other, given those that already have one.
    fn fits(&self, one: usize, other: usize) -> bool {
        if self.below(one, other) || self.below(other, one) {
            return false;
        }
        let pairs = self.images.iter().enumerate().filter_map(|(at, image)| Some((at, (*image)?)));
        pairs.into_iter().all(|(at, image)| {
            self.below(one, at) == self.below(other, image) && self.below(at, one) == self.below(image, other)
        })
    }

    fn below(&self, lower: usize, upper: usize) -> bool {
        self.finite.above(self.elements[lower]).has(self.elements[upper])
    }
}

/// Gives each element a colour that no map can change: how many lie above and below it, and which colours
/// those have.
fn colours(finite: &Finite, left: &Elements, elements: &[usize]) -> Vec<u64> {
    const ROUNDS: usize = 3;
    let mut colours: Vec<u64> = vec![1; finite.len()];
    for _ in 0..ROUNDS {
        let mix = |colour: u64| {
            let mixed = (colour ^ colour >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ mixed >> 32
        };
        let sum = |near: &Elements, salt: u64| {
            let there = near.iter().filter(|&other| left.has(other));
            there.fold(salt, |sum, other| sum.wrapping_add(mix(colours[other] ^ salt)))
        };
        let next: Vec<u64> = elements
            .iter()
            .map(|&element| {
                mix(sum(finite.above(element), 3)).wrapping_add(mix(sum(finite.below(element), 5)) << 1)
            })
            .collect();
        elements.iter().zip(next).for_each(|(&element, colour)| colours[element] = colour);
    }
    elements.iter().map(|&element| colours[element]).collect()
}
