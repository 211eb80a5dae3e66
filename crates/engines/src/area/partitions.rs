//! Partitions by area and first row: how many there are, and which comes where.
//!
//! The positions of at most `a` squares whose rows have at most `b` are in the order of their area, those of
//! one area in lexicographic order. The place of a position among those of its area does not depend on `b`: a
//! position with a longer first row comes later.

/// How many partitions there are of every area, with parts up to every bound.
#[derive(Debug)]
pub(super) struct Partitions {
    most: usize,
    /// Partitions of `m` into parts of at most `b`, at `b * (most + 2) + m`; saturating.
    exact: Vec<u64>,
    /// Those of less than `m`.
    before: Vec<u64>,
}

impl Partitions {
    /// Counts the partitions of up to `most`.
    pub(super) fn new(most: usize) -> Self {
        let width = most + 2;
        let (mut exact, mut before) = (vec![0u64; (most + 1) * width], vec![0u64; (most + 1) * width]);
        for b in 0..=most {
            let mut sum = 0u64;
            for m in 0..width {
                // The first part is shorter than b, or it is b and the others are free.
                let here = match (b, m) {
                    (_, 0) => 1,
                    (0, _) => 0,
                    _ if m < b => exact[(b - 1) * width + m],
                    _ => exact[(b - 1) * width + m].saturating_add(exact[b * width + m - b]),
                };
                exact[b * width + m] = here;
                before[b * width + m] = sum;
                sum = sum.saturating_add(here);
            }
        }
        Self { most, exact, before }
    }

    /// The largest area.
    pub(super) fn most(&self) -> usize {
        self.most
    }

    /// Partitions of `m` into parts of at most `b`.
    #[inline(always)]
    pub(super) fn exact(&self, b: usize, m: usize) -> usize {
        self.exact[b * (self.most + 2) + m] as usize
    }

    /// Partitions of less than `m` into parts of at most `b`: where those of `m` begin in a string.
    #[inline(always)]
    pub(super) fn before(&self, b: usize, m: usize) -> usize {
        self.before[b * (self.most + 2) + m] as usize
    }

    /// Partitions of at most `a` into parts of at most `b`: the length of a string.
    #[inline(always)]
    pub(super) fn total(&self, b: usize, a: usize) -> usize {
        self.before(b, a + 1)
    }

    /// The place of a partition in a string whose parts are at most `b`.
    pub(super) fn place(&self, b: usize, parts: &[usize]) -> usize {
        let area: usize = parts.iter().sum();
        let (mut place, mut left) = (self.before(b, area), area);
        for &part in parts.iter().take_while(|&&part| part > 0) {
            place += self.exact(part - 1, left);
            left -= part;
        }
        place
    }

    /// All partitions of a string, in order.
    pub(super) fn all(&self, b: usize, a: usize) -> Vec<Vec<usize>> {
        fn extend(left: usize, b: usize, parts: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
            if left == 0 {
                return all.push(parts.clone());
            }
            for part in 1..=b.min(left) {
                parts.push(part);
                extend(left - part, part, parts, all);
                parts.pop();
            }
        }
        let mut all = Vec::with_capacity(self.total(b, a));
        for area in 0..=a {
            extend(area, b, &mut Vec::new(), &mut all);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_a_place() {
        let partitions = Partitions::new(20);
        for (b, a) in [(0, 5), (1, 20), (3, 12), (12, 12), (20, 15)] {
            let all = partitions.all(b, a);
            assert_eq!(all.len(), partitions.total(b, a));
            for (place, parts) in all.iter().enumerate() {
                assert_eq!(partitions.place(b, parts), place);
            }
        }
        assert_eq!(partitions.exact(20, 20), 627);
    }
}
