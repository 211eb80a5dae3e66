//! Axes of equal length: swapping two of them changes nothing but names.

use super::ideals::{Bits, count, insert, shared};

/// The swaps of neighbouring axes that do not change a small order.
pub(super) struct Symmetries<const W: usize> {
    /// Axes that may be exchanged with each other, neighbours of one another.
    classes: Vec<Class<W>>,
}

struct Class<const W: usize> {
    /// For each axis: what is at its second place, at its third, and so on.
    planes: Vec<Vec<Bits<W>>>,
    /// Where elements go when an axis and the next one are swapped.
    swaps: Vec<Swap<W>>,
}

/// A permutation of the elements, byte by byte.
struct Swap<const W: usize>(Vec<[Bits<W>; 256]>);

impl<const W: usize> Symmetries<W> {
    /// Has no symmetries.
    pub(super) fn none() -> Self {
        Symmetries { classes: Vec::new() }
    }

    /// Finds those of points in a grid: axes along which the points reach equally far and that may be
    /// exchanged.
    pub(super) fn of(points: &[&[u32]]) -> Self {
        let mut axes: Vec<usize> = (0..points.first().map_or(0, |point| point.len())).collect();
        let mut classes = Vec::new();
        while let Some((&first, others)) = axes.split_first() {
            let (mut class, mut swaps, mut rest) = (vec![first], Vec::new(), Vec::new());
            for &axis in others {
                match swap(points, class[class.len() - 1], axis) {
                    Some(swap) => {
                        swaps.push(Swap::new(&swap));
                        class.push(axis);
                    }
                    None => rest.push(axis),
                }
            }
            if (1..=MOST_SWAPS).contains(&swaps.len()) {
                classes
                    .push(Class { planes: class.iter().map(|&axis| planes(points, axis)).collect(), swaps });
            }
            axes = rest;
        }
        Symmetries { classes }
    }

    /// Exchanges axes so that most positions that are the same by symmetry become one.
    ///
    /// Axes are sorted by how much is left along them. Ties are swapped if that makes the bits a smaller
    /// number. Not all symmetric positions become one, but those that become one are the same.
    #[inline]
    pub(super) fn normal(&self, left: Bits<W>) -> Bits<W> {
        let mut left = left;
        for class in &self.classes {
            left = class.normal(left);
        }
        left
    }
}

/// The most swaps of axes that are remembered for one class: each takes some memory.
const MOST_SWAPS: usize = 11;

impl<const W: usize> Class<W> {
    fn normal(&self, left: Bits<W>) -> Bits<W> {
        let mut keys = [0u64; MOST_SWAPS + 1];
        let keys = &mut keys[..self.planes.len()];
        for (key, planes) in keys.iter_mut().zip(&self.planes) {
            // Larger if more is left; equal only if equally much is left at every place, or by rare chance.
            *key = planes
                .iter()
                .fold(0u64, |key, &plane| key.wrapping_mul(257) + u64::from(count(shared(plane, left))));
        }
        let mut left = left;
        for end in 1..keys.len() {
            let mut at = end;
            while at > 0 && keys[at - 1] < keys[at] {
                keys.swap(at - 1, at);
                left = self.swaps[at - 1].apply(left);
                at -= 1;
            }
        }
        // A few rounds are enough: each makes the number smaller, so it always ends.
        for _ in 0..4 {
            let mut is_changed = false;
            for at in 1..keys.len() {
                if keys[at - 1] == keys[at] {
                    let swapped = self.swaps[at - 1].apply(left);
                    if swapped < left {
                        left = swapped;
                        is_changed = true;
                    }
                }
            }
            if !is_changed {
                break;
            }
        }
        left
    }
}

impl<const W: usize> Swap<W> {
    fn new(images: &[usize]) -> Self {
        let mut tables = vec![[[0; W]; 256]; 8 * W];
        for (byte, table) in tables.iter_mut().enumerate() {
            for (value, image) in table.iter_mut().enumerate() {
                let here = (0..8).filter(|bit| value >> bit & 1 == 1).map(|bit| 8 * byte + bit);
                here.filter_map(|element| images.get(element)).for_each(|&to| insert(image, to));
            }
        }
        Swap(tables)
    }

    #[inline]
    fn apply(&self, left: Bits<W>) -> Bits<W> {
        let mut image = [0; W];
        for (byte, table) in self.0.iter().enumerate() {
            let value = left[byte / 8] >> (8 * (byte % 8)) & 255;
            let part = &table[value as usize];
            (0..W).for_each(|word| image[word] |= part[word]);
        }
        image
    }
}

/// Returns where each point goes when two axes are swapped, if all of them go to points.
fn swap(points: &[&[u32]], one: usize, other: usize) -> Option<Vec<usize>> {
    let mut numbers: Vec<(&[u32], usize)> = points.iter().copied().zip(0..).collect();
    numbers.sort_unstable();
    let image = |point: &&[u32]| {
        let mut point = point.to_vec();
        point.swap(one, other);
        let at = numbers.binary_search_by_key(&point.as_slice(), |&(point, _)| point).ok()?;
        Some(numbers[at].1)
    };
    points.iter().map(image).collect()
}

/// Returns what is at the second place of an axis, at its third, and so on.
fn planes<const W: usize>(points: &[&[u32]], axis: usize) -> Vec<Bits<W>> {
    let longest = points.iter().map(|point| point[axis]).max().unwrap_or(0);
    let mut planes = vec![[0; W]; longest as usize];
    for (element, point) in points.iter().enumerate() {
        if point[axis] > 0 {
            insert(&mut planes[point[axis] as usize - 1], element);
        }
    }
    planes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::order::ideals::members;

    #[test]
    fn axes_of_equal_length_are_exchanged_and_others_are_not() {
        let points: Vec<Vec<u32>> =
            (0..3).flat_map(|a| (0..3).flat_map(move |b| (0..2).map(move |c| vec![a, b, c]))).collect();
        let points: Vec<&[u32]> = points.iter().map(Vec::as_slice).collect();
        let symmetries = Symmetries::<1>::of(&points);
        assert_eq!((symmetries.classes.len(), symmetries.classes[0].swaps.len()), (1, 1));
        let set = |wanted: &dyn Fn(&[u32]) -> bool| {
            let mut bits = [0];
            (0..points.len()).filter(|&n| wanted(points[n])).for_each(|n| insert(&mut bits, n));
            bits
        };
        let (wide, tall) = (set(&|point| point[0] == 0), set(&|point| point[1] == 0));
        assert_ne!(wide, tall);
        assert_eq!(symmetries.normal(wide), symmetries.normal(tall));
        assert_eq!(members(symmetries.normal(wide)).count(), members(wide).count());
    }
}
