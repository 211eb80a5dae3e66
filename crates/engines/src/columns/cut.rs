//! How orders are cut into columns.

use super::Columns;

/// The tallest column.
const TALLEST: usize = u16::MAX as usize - 1;

/// The most columns: what each carries in each other is kept, and the solvers recurse once for each column.
const MOST_COLUMNS: usize = 512;

impl Columns {
    /// Cuts a finite order into few columns, tall ones first if there is a choice.
    ///
    /// `below(a, b)` says whether element a is below another element b. The poison, an element below all
    /// others, is left out. Returns nothing if a chain is too long, or there are too many of them, for
    /// anybody to solve.
    pub fn of_order(
        elements: usize,
        below: impl Fn(usize, usize) -> bool,
        poison: Option<usize>,
    ) -> Option<Self> {
        let all: Vec<usize> = (0..elements).filter(|&element| Some(element) != poison).collect();
        let above =
            |a: usize| all.iter().copied().filter(move |&b| b != a).filter(|&b| below(a, b)).collect();
        let mut above_of: Vec<Vec<usize>> = vec![Vec::new(); elements];
        let mut waits_for = vec![0usize; elements];
        for &a in &all {
            above_of[a] = above(a);
            above_of[a].iter().for_each(|&b| waits_for[b] += 1);
        }
        // The longest chain from each element up: an element with fewer above it comes later in every chain.
        let mut longest = vec![1usize; elements];
        let mut from_above = all.clone();
        from_above.sort_by_key(|&a| above_of[a].len());
        for &a in &from_above {
            longest[a] = 1 + above_of[a].iter().map(|&b| longest[b]).max().unwrap_or(0);
        }
        let mut left = all;
        let mut columns: Vec<Vec<usize>> = Vec::new();
        let best =
            |ready: &mut dyn Iterator<Item = usize>| ready.max_by_key(|&a| (longest[a], usize::MAX - a));
        while let Some(first) = best(&mut left.iter().copied().filter(|&a| waits_for[a] == 0)) {
            let mut column = vec![first];
            let mut top = first;
            loop {
                above_of[top].iter().for_each(|&b| waits_for[b] -= 1);
                let next = best(&mut above_of[top].iter().copied().filter(|&b| waits_for[b] == 0));
                let Some(next) = next else { break };
                column.push(next);
                top = next;
            }
            left.retain(|a| !column.contains(a));
            columns.push(column);
        }
        Self::of_columns(columns, below)
    }

    /// Builds columns along the longest side, or the last of several longest, on the box of all other sides.
    ///
    /// Elements are numbered from the poison on, the last side first: in a `3x4x5` the element 1 is `1,1,2`,
    /// and element 5 is `1,2,1`. The poison is left out. Returns nothing for boxes that are too large to
    /// solve, or without a side.
    pub fn of_box(sides: &[u32]) -> Option<Self> {
        let upright = (0..sides.len()).rev().max_by_key(|&axis| (sides[axis], axis))?;
        let size = sides.iter().try_fold(1usize, |size, &side| size.checked_mul(side as usize))?;
        if size == 0 || size > TALLEST {
            return None;
        }
        let stride = |axis: usize| sides[axis + 1..].iter().map(|&side| side as usize).product::<usize>();
        let at = |element: usize, axis: usize| element / stride(axis) % sides[axis] as usize;
        let bottoms = (0..size).filter(|&element| at(element, upright) == 0);
        let column = |bottom: usize| {
            let all = (0..sides[upright] as usize).map(move |level| bottom + level * stride(upright));
            all.filter(|&element| element != 0).collect()
        };
        let below = |a: usize, b: usize| (0..sides.len()).all(|axis| at(a, axis) <= at(b, axis));
        Self::of_columns(bottoms.map(column).collect(), below)
    }

    /// Puts a chain of this length on each element of an order whose first element is below all others and is
    /// the poison at the bottom of its chain.
    ///
    /// Lower elements come first. Element `i` at level `k`, from 0 on, has the number `i * length + k`.
    pub(super) fn of_product(
        elements: usize,
        below: &impl Fn(usize, usize) -> bool,
        length: u16,
    ) -> Option<Self> {
        let length = usize::from(length);
        if elements == 0 || elements.checked_mul(length).is_none_or(|size| size == 0 || size > TALLEST) {
            return None;
        }
        let column = |i: usize| (i * length..(i + 1) * length).filter(|&element| element != 0).collect();
        let lower = |a: usize, b: usize| {
            let (i, j) = (a / length, b / length);
            a % length <= b % length && (i == j || below(i, j))
        };
        Self::of_columns((0..elements).map(column).collect(), lower)
    }

    /// Takes columns that are already cut.
    fn of_columns(mut elements: Vec<Vec<usize>>, below: impl Fn(usize, usize) -> bool) -> Option<Self> {
        elements.retain(|column| !column.is_empty());
        if elements.is_empty() {
            // The order is empty: a column of height 0.
            elements.push(Vec::new());
        }
        if elements.len() > MOST_COLUMNS || elements.iter().any(|column| column.len() > TALLEST) {
            return None;
        }
        let mut caps = vec![Vec::new(); elements.len() * elements.len()];
        for (i, column) in elements.iter().enumerate() {
            for (j, later) in elements.iter().enumerate().skip(i + 1) {
                // The first element of the later column that is above the one taken goes, and all above it.
                // Higher ones have fewer above them, so the search continues where it ended.
                let mut level = 0;
                let mut carried: Vec<u16> = Vec::with_capacity(column.len() + 1);
                for &taken in column {
                    while level < later.len() && !below(taken, later[level]) {
                        level += 1;
                    }
                    carried.push(level as u16);
                }
                carried.push(later.len() as u16);
                if usize::from(carried[0]) < later.len() {
                    caps[i * elements.len() + j] = carried;
                }
            }
        }
        let heights = elements.iter().map(|column| column.len() as u16).collect();
        Some(Columns { elements, heights, caps })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_is_cut_along_its_longest_side() {
        let columns = Columns::of_box(&[2, 3, 2]).unwrap();
        assert_eq!(columns.heights(), [2, 3, 3, 3]);
        assert_eq!(columns.elements(0), [2, 4]);
        assert_eq!(columns.elements(3), [7, 9, 11]);
        // Biting 1,2,1 leaves one cube of each column.
        assert_eq!(columns.lowered(&[2, 3, 3, 3], 0, 0), [0, 1, 1, 1]);
        assert_eq!(Columns::of_box(&[1, 1, 1]).unwrap().heights(), [0]);
        assert_eq!(Columns::of_box(&[2, 0, 3]), None);
        assert_eq!(Columns::of_box(&[9999, 9999, 9999]), None);
        assert_eq!(Columns::of_box(&[]), None);
    }

    #[test]
    fn an_order_is_cut_into_few_columns() {
        let divides = |a: usize, b: usize| (b + 1).is_multiple_of(a + 1) && a != b;
        let columns = Columns::of_order(6, divides, Some(0)).unwrap();
        // 2 4, 3 6, 5 (each less one)
        assert_eq!(
            (0..3).map(|column| columns.elements(column)).collect::<Vec<_>>(),
            [&[1, 3][..], &[2, 5], &[4]]
        );
        assert_eq!(columns.lowered(&[2, 2, 1], 0, 0), [0, 1, 1]);
        assert!(Columns::of_order(MOST_COLUMNS, |_, _| false, None).is_some());
        assert!(Columns::of_order(MOST_COLUMNS + 1, |_, _| false, None).is_none());
        assert_eq!(Columns::of_order(0, divides, None).unwrap().heights(), [0]);
        assert_eq!(Columns::of_order(1, divides, Some(0)).unwrap().heights(), [0]);
    }
}
