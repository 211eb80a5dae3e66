//! Forests: if nothing is directly above two elements, a formula gives everything.
//!
//! A tree is worth one more than the exclusive or of what grows from its root, and trees side by side are
//! worth their exclusive or. Both follow from the first two facts of [`ideals`](super::ideals): the root is
//! below all the rest of its tree, and the branches are independent of each other without it.

use super::elements::Elements;
use super::finite::Finite;

/// A forest, and what each tree in it is worth.
pub(super) struct Forest<'a> {
    finite: &'a Finite,
    left: &'a Elements,
    /// The value of the tree that grows from each element.
    values: Vec<u32>,
}

impl<'a> Forest<'a> {
    /// Recognises a forest; everything below the elements that are left is there, except for the poison.
    pub(super) fn of(finite: &'a Finite, left: &'a Elements) -> Option<Self> {
        let grows =
            |element: usize| finite.under(element).iter().filter(|&&under| left.has(under)).count() <= 1;
        if !left.iter().all(grows) {
            return None;
        }
        let mut values = vec![0; finite.len()];
        for &element in finite.upwards().iter().rev().filter(|&&element| left.has(element)) {
            let branches = finite.over(element).iter().filter(|&&over| left.has(over));
            values[element] = 1 + branches.fold(0, |sum, &over| sum ^ values[over]);
        }
        Some(Forest { finite, left, values })
    }

    /// Lists the roots, each with the value of its tree.
    pub(super) fn roots(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        let is_root =
            |element: &usize| !self.finite.under(*element).iter().any(|&under| self.left.has(under));
        self.left.iter().filter(is_root).map(|root| (root, self.values[root]))
    }

    /// Returns what all trees together are worth.
    pub(super) fn value(&self) -> u32 {
        self.roots().fold(0, |sum, (_, value)| sum ^ value)
    }

    /// Returns an element to take so that the rest is worth 0, unless it already is.
    pub(super) fn winning_move(&self) -> Option<usize> {
        // As in Nim, a tree that has the highest bit of the sum can be lowered to match the others. To lower
        // a tree to anything but 0, its branches are lowered to one less, and so on upwards.
        let mut branches: Vec<usize> = self.roots().map(|(root, _)| root).collect();
        let mut wanted = 0;
        loop {
            let sum = branches.iter().fold(0, |sum, &branch| sum ^ self.values[branch]);
            let lowered = |&branch: &usize| {
                let to = self.values[branch] ^ sum ^ wanted;
                (to < self.values[branch]).then_some((branch, to))
            };
            let (branch, to) = branches.iter().find_map(lowered)?;
            if to == 0 {
                return Some(branch);
            }
            wanted = to - 1;
            branches = self.finite.over(branch).iter().copied().filter(|&over| self.left.has(over)).collect();
        }
    }
}
