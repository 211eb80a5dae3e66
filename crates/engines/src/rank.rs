//! Numbering positions: the place of a Young diagram in lexicographic order.
//!
//! A position of a box with `k` rows of at most `b` squares is a list `x1 >= x2 >= ... >= xk`.
//! There are `count(k, b) = C(b + k, k)` of them. In lexicographic order, first row most
//! significant, the positions before `x` that part from it at row `i` are those whose row `i` is
//! shorter, and there are `count(k - i + 1, xi - 1)` of them. So
//!
//! ```text
//! rank(x) = count(k, x1 - 1) + count(k - 1, x2 - 1) + ... + count(1, xk - 1)      (no term where xi = 0)
//! ```
//!
//! Three properties carry the whole solver: the rank does not depend on `b`; a bite always lowers
//! it; and positions that share their first rows have consecutive ranks.

use crate::Rows;
use lastbite_work::notation::MOST;

/// Counts the positions with `k` rows of at most `b` squares, the empty one included: `C(b + k, k)`.
///
/// Returns `None` if it does not fit in 64 bits.
///
/// ```
/// use lastbite_engines::rank::count;
/// assert_eq!(count(16, 16), Some(601_080_390));
/// assert_eq!(count(99, 99), None);
/// ```
pub fn count(k: u32, b: u32) -> Option<u64> {
    let small = u128::from(k.min(b));
    let all = u128::from(k) + u128::from(b);
    let mut c: u128 = 1;
    for i in 1..=small {
        // C(all, i) from C(all, i - 1): the division is exact, and 2^64 * 510 fits easily.
        c = c * (all - small + i) / i;
        if c > u128::from(u64::MAX) {
            return None;
        }
    }
    u64::try_from(c).ok()
}

/// Returns the place of a position among all positions of `k` rows, in lexicographic order from the empty
/// bar, 0.
///
/// Returns `None` if there are more than `k` rows, or if the rank does not fit in 64 bits.
///
/// ```
/// use lastbite_engines::rank::rank;
/// let rank = |text: &str| rank(&text.parse().unwrap(), 3);
/// assert_eq!([rank("0"), rank("1"), rank("1,1")], [Some(0), Some(1), Some(2)]);
/// assert_eq!(rank("1^4"), None);
/// ```
pub fn rank(rows: &Rows, k: u32) -> Option<u64> {
    if rows.rows() > k {
        return None;
    }
    let mut rank = 0u64;
    for (below, x) in (1..=k).rev().zip(rows) {
        rank = rank.checked_add(count(below, x - 1)?)?;
    }
    Some(rank)
}

/// Returns the position of at most `k` rows that has this rank: the inverse of [`rank`].
///
/// Returns `None` if no bar is large enough for it.
///
/// ```
/// use lastbite_engines::rank::{rank, unrank};
/// let position = unrank(123_456, 5).unwrap();
/// assert_eq!(rank(&position, 5), Some(123_456));
/// ```
pub fn unrank(mut rank: u64, k: u32) -> Option<Rows> {
    let mut rows = Vec::with_capacity(k as usize);
    let mut bound = MOST;
    for below in (1..=k).rev() {
        // The row is the largest x whose count(below, x - 1) is still within the rank; none is longer than
        // the one above.
        let within = |x: u32| count(below, x - 1).is_some_and(|count| count <= rank);
        let (mut longest, mut too_long) = (0, bound + 1);
        while too_long - longest > 1 {
            let middle = longest + (too_long - longest) / 2;
            if within(middle) { longest = middle } else { too_long = middle }
        }
        if longest > 0 {
            rank -= count(below, longest - 1)?;
        }
        bound = longest;
        rows.push(longest);
    }
    if rank == 0 { Rows::new(rows).ok() } else { None }
}

/// Every `count(k, b)` of a box, looked up instead of multiplied; counts beyond 64 bits are
/// `u64::MAX`.
#[derive(Debug, Clone)]
pub(crate) struct Counts {
    rows: usize,
    cols: usize,
    /// Bound by bound, because widening a string needs the counts of one bound for all numbers of
    /// rows.
    table: Vec<u64>,
}

impl Counts {
    /// Counts for up to `rows` rows of up to `cols` squares.
    pub(crate) fn new(rows: u8, cols: u8) -> Self {
        let (rows, cols) = (usize::from(rows), usize::from(cols));
        let mut table = Vec::with_capacity((rows + 1) * (cols + 1));
        table.resize(rows + 1, 1u64);
        for b in 1..=cols {
            table.push(1);
            for k in 1..=rows {
                // Pascal: the first row is shorter than b, or it is b and k - 1 rows are free.
                let shorter = table[(b - 1) * (rows + 1) + k];
                table.push(shorter.saturating_add(table[b * (rows + 1) + k - 1]));
            }
        }
        Self { rows, cols, table }
    }

    /// Returns `count(k, b)`.
    #[inline(always)]
    pub(crate) fn get(&self, k: usize, b: usize) -> u64 {
        self.of_bound(b)[k]
    }

    /// Returns `count(k, b)` as a number of bits in memory.
    #[inline(always)]
    pub(crate) fn bits(&self, k: usize, b: usize) -> usize {
        self.get(k, b) as usize
    }

    /// Returns `count(0, b), count(1, b), count(2, b) ...`.
    #[inline(always)]
    pub(crate) fn of_bound(&self, b: usize) -> &[u64] {
        &self.table[b * (self.rows + 1)..][..self.rows + 1]
    }

    /// Returns the largest `v` up to `b` with at most `limit` positions of `k` rows and at most `v` squares a
    /// row.
    pub(crate) fn longest(&self, k: usize, b: usize, limit: u64) -> usize {
        (0..=b).take_while(|&v| self.get(k, v) <= limit).last().unwrap_or(0)
    }

    /// Returns the rank of rows that are known to be a position; rows beyond `k` must be empty.
    pub(crate) fn rank(&self, rows: &[u8], k: usize) -> u64 {
        let mut rank = 0;
        for (i, &x) in rows.iter().enumerate() {
            if x > 0 {
                rank += self.get(k - i, usize::from(x) - 1);
            }
        }
        rank
    }

    /// Writes the `rows.len()`-row position of this rank into `rows`.
    pub(crate) fn unrank(&self, mut rank: u64, rows: &mut [u8]) {
        let k = rows.len();
        let mut bound = self.cols;
        for (i, row) in rows.iter_mut().enumerate() {
            // Rows never grow downwards, so the search starts from the row above.
            while bound > 0 && self.get(k - i, bound - 1) > rank {
                bound -= 1;
            }
            if bound > 0 {
                rank -= self.get(k - i, bound - 1);
            }
            *row = bound as u8;
        }
        debug_assert_eq!(rank, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_follow_lexicographic_order() {
        let mut expected = 0;
        for a in 0..=6u8 {
            for b in 0..=a {
                for c in 0..=b {
                    let position = Rows::new([a, b, c].map(u32::from)).unwrap();
                    assert_eq!(rank(&position, 3), Some(expected));
                    assert_eq!(unrank(expected, 3), Some(position));
                    let counts = Counts::new(3, 6);
                    let mut rows = [0; 3];
                    counts.unrank(expected, &mut rows);
                    assert_eq!((rows, counts.rank(&rows, 3)), ([a, b, c], expected));
                    expected += 1;
                }
            }
        }
        assert_eq!(Some(expected), count(3, 6));
    }

    #[test]
    fn counts_are_exact_or_refused() {
        let counts = Counts::new(99, 99);
        for k in 0..=99u8 {
            for b in 0..=99u8 {
                let exact = count(k.into(), b.into());
                assert_eq!(counts.get(k.into(), b.into()), exact.unwrap_or(u64::MAX), "{k}x{b}");
            }
        }
        assert_eq!(count(0, 0), Some(1));
        assert_eq!(count(255, 255), None);
        assert_eq!(rank(&Rows::whole(99, 99), 99), None);
        assert_eq!(unrank(u64::MAX, 1), None);
    }
}
