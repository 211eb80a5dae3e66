//! Some elements of a finite order, a bit each.

use std::fmt;

/// Some elements of a finite order, a bit each: element 0 is the lowest bit of the first word.
///
/// All sets of one order have equally many words, so they can be compared and hashed as they are.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Elements(Box<[u64]>);

impl Elements {
    /// Holds none of this many elements.
    pub(super) fn none_of(many: usize) -> Self {
        Elements(vec![0; many.div_ceil(64)].into_boxed_slice())
    }

    /// Holds all of this many elements.
    pub(super) fn all_of(many: usize) -> Self {
        let mut all = Self::none_of(many);
        for (word, bits) in all.0.iter_mut().enumerate() {
            let here = (many - 64 * word).min(64);
            *bits = u64::MAX >> (64 - here);
        }
        all
    }

    pub(super) fn words(&self) -> &[u64] {
        &self.0
    }

    /// Says whether an element is among them.
    #[must_use]
    pub fn has(&self, element: usize) -> bool {
        self.0.get(element / 64).is_some_and(|bits| bits >> (element % 64) & 1 == 1)
    }

    /// Counts them.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|bits| bits.count_ones() as usize).sum()
    }

    /// Says whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&bits| bits == 0)
    }

    /// Lists them, the first one first.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(word, &bits)| {
            let rest = |bits: &u64| Some(bits & (bits - 1)).filter(|&bits| bits != 0);
            let left = std::iter::successors(Some(bits).filter(|&bits| bits != 0), rest);
            left.map(move |bits| 64 * word + bits.trailing_zeros() as usize)
        })
    }

    pub(super) fn insert(&mut self, element: usize) {
        self.0[element / 64] |= 1 << (element % 64);
    }

    pub(super) fn remove(&mut self, element: usize) {
        self.0[element / 64] &= !(1 << (element % 64));
    }

    /// Adds all elements of another set.
    pub(super) fn add(&mut self, other: &Elements) {
        self.0.iter_mut().zip(&other.0).for_each(|(bits, more)| *bits |= more);
    }

    /// Returns those that are not in another set.
    pub(super) fn without(&self, other: &Elements) -> Self {
        Elements(self.0.iter().zip(&other.0).map(|(bits, gone)| bits & !gone).collect())
    }

    /// Counts those that are in another set too.
    pub(super) fn shared_len(&self, other: &Elements) -> usize {
        self.0.iter().zip(&other.0).map(|(bits, others)| (bits & others).count_ones() as usize).sum()
    }

    /// Says whether all of them are in another set.
    pub(super) fn is_within(&self, other: &Elements) -> bool {
        self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(|(bits, others)| bits & !others == 0)
    }
}

impl fmt::Debug for Elements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_kept_apart_across_words() {
        for many in [1, 63, 64, 65, 128, 200] {
            let all = Elements::all_of(many);
            assert_eq!((all.len(), all.iter().collect::<Vec<_>>()), (many, (0..many).collect()));
            assert!(!all.has(many) && !all.has(9999) && Elements::none_of(many).is_empty());
            let mut odd = Elements::none_of(many);
            (1..many).step_by(2).for_each(|element| odd.insert(element));
            assert_eq!(all.without(&odd).len() + odd.len(), many);
            assert!(odd.is_within(&all) && odd.shared_len(&all.without(&odd)) == 0);
        }
    }
}
