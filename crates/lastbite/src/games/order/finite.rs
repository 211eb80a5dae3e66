//! A finite order: which elements are above which.

use super::elements::Elements;

/// A finite order. Its elements are numbers; the game names them.
#[derive(Clone, Debug)]
pub struct Finite {
    /// What is at or above each element.
    above: Vec<Elements>,
    /// What is at or below each element.
    below: Vec<Elements>,
    /// Pairs of neighbours: the second is directly above the first.
    covers: Vec<(usize, usize)>,
    /// The neighbours directly above each element.
    over: Vec<Vec<usize>>,
    /// The neighbours directly below each element.
    under: Vec<Vec<usize>>,
    /// All elements, each after those below it.
    upwards: Vec<usize>,
}

/// The error that an element would be below itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Circle(pub usize);

impl Finite {
    /// Makes an order of this many elements from pairs, each of an element and one that is above it.
    ///
    /// Pairs that follow from others may be left out or repeated.
    pub fn new(many: usize, pairs: &[(usize, usize)]) -> Result<Self, Circle> {
        let mut next: Vec<Vec<usize>> = vec![Vec::new(); many];
        let mut waits_for = vec![0usize; many];
        for &(lower, upper) in pairs {
            next[lower].push(upper);
            waits_for[upper] += 1;
        }
        // Kahn's algorithm: an element comes when all below it have come; in a circle none ever does.
        let mut upwards: Vec<usize> = (0..many).filter(|&element| waits_for[element] == 0).collect();
        let mut at = 0;
        while let Some(&lower) = upwards.get(at) {
            at += 1;
            for &upper in &next[lower] {
                waits_for[upper] -= 1;
                if waits_for[upper] == 0 {
                    upwards.push(upper);
                }
            }
        }
        if upwards.len() < many {
            return Err(Circle(on_a_circle(&next, &waits_for)));
        }
        let alone = |element| {
            let mut alone = Elements::none_of(many);
            alone.insert(element);
            alone
        };
        let mut above: Vec<Elements> = (0..many).map(alone).collect();
        let mut below = above.clone();
        for &lower in upwards.iter().rev() {
            let mut all = std::mem::replace(&mut above[lower], Elements::none_of(0));
            next[lower].iter().for_each(|&upper| all.add(&above[upper]));
            above[lower] = all;
        }
        for &lower in &upwards {
            for &upper in &next[lower] {
                let (from, to) = two(&mut below, lower, upper);
                to.add(from);
            }
        }
        // Neighbours have nothing between them, and every pair of neighbours was given.
        let mut covers: Vec<(usize, usize)> = pairs.to_vec();
        covers.sort_unstable();
        covers.dedup();
        covers.retain(|&(lower, upper)| above[lower].shared_len(&below[upper]) == 2);
        let (mut over, mut under) = (vec![Vec::new(); many], vec![Vec::new(); many]);
        for &(lower, upper) in &covers {
            over[lower].push(upper);
            under[upper].push(lower);
        }
        Ok(Finite { above, below, covers, over, under, upwards })
    }

    /// Counts the elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.above.len()
    }

    /// Says whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.above.is_empty()
    }

    /// Returns what is at or above an element.
    #[must_use]
    pub fn above(&self, element: usize) -> &Elements {
        &self.above[element]
    }

    /// Returns what is at or below an element.
    #[must_use]
    pub fn below(&self, element: usize) -> &Elements {
        &self.below[element]
    }

    /// Lists the pairs of neighbours: the second is directly above the first.
    #[must_use]
    pub fn covers(&self) -> &[(usize, usize)] {
        &self.covers
    }

    /// Lists the neighbours directly above an element.
    #[must_use]
    pub fn over(&self, element: usize) -> &[usize] {
        &self.over[element]
    }

    /// Lists the neighbours directly below an element.
    #[must_use]
    pub fn under(&self, element: usize) -> &[usize] {
        &self.under[element]
    }

    /// Lists all elements, each after those below it.
    #[must_use]
    pub fn upwards(&self) -> &[usize] {
        &self.upwards
    }

    /// Says whether a set contains everything below each of its elements.
    #[must_use]
    pub fn is_ideal(&self, elements: &Elements) -> bool {
        elements.words().len() == Elements::none_of(self.len()).words().len()
            && elements.is_within(&Elements::all_of(self.len()))
            && elements.iter().all(|element| self.below[element].is_within(elements))
    }

    /// Lists the elements of a set that have nothing else of it above them.
    pub(super) fn maximal_in<'a>(&'a self, elements: &'a Elements) -> impl Iterator<Item = usize> + 'a {
        elements.iter().filter(|&element| self.above[element].shared_len(elements) == 1)
    }

    /// Returns the element of a set that is below all others of it.
    pub(super) fn least_in(&self, elements: &Elements) -> Option<usize> {
        elements.iter().find(|&element| elements.is_within(&self.above[element]))
    }

    /// Returns the element of a set that is above all others of it.
    pub(super) fn greatest_in(&self, elements: &Elements) -> Option<usize> {
        elements.iter().find(|&element| elements.is_within(&self.below[element]))
    }
}

/// Returns an element on a circle among those that never came.
fn on_a_circle(next: &[Vec<usize>], waits_for: &[usize]) -> usize {
    let stuck = |element: &usize| waits_for[*element] > 0;
    // Below each element that never came, another one never came either, so going down leads into a circle.
    let mut before = vec![usize::MAX; next.len()];
    for lower in (0..next.len()).filter(stuck) {
        next[lower].iter().filter(|upper| stuck(upper)).for_each(|&upper| before[upper] = lower);
    }
    let mut here = (0..next.len()).find(stuck).unwrap_or(0);
    for _ in 0..next.len() {
        here = before[here];
    }
    here
}

/// Returns two different entries of a list, the second one mutable.
fn two(all: &mut [Elements], from: usize, to: usize) -> (&Elements, &mut Elements) {
    if from < to {
        let (low, high) = all.split_at_mut(to);
        (&low[from], &mut high[0])
    } else {
        let (low, high) = all.split_at_mut(from);
        (&high[0], &mut low[to])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_is_no_neighbour() {
        let order = Finite::new(4, &[(2, 0), (0, 1), (2, 1), (0, 1)]).unwrap();
        assert_eq!(order.covers(), [(0, 1), (2, 0)]);
        assert_eq!(order.above(2).iter().collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(order.below(1).iter().collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!((order.over(2), order.under(1), order.under(3)), (&[0][..], &[0][..], &[][..]));
        assert_eq!(order.least_in(order.above(0)), Some(0));
        assert_eq!(order.greatest_in(order.above(2)), Some(1));
        assert_eq!(order.least_in(&Elements::all_of(4)), None);
    }

    #[test]
    fn a_circle_is_found() {
        let circle = Finite::new(5, &[(0, 1), (1, 2), (2, 1), (2, 3), (4, 0)]).unwrap_err();
        assert!([1, 2].contains(&circle.0), "{circle:?}");
        assert_eq!(Finite::new(1, &[(0, 0)]).unwrap_err(), Circle(0));
    }
}
