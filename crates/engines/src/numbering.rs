//! The positions of a box, numbered by tables, because very many need numbers.

use crate::bar::Bar;
use crate::rank;

/// Positions in lexicographic order, from 0 on.
///
/// ```
/// use lastbite_engines::Numbering;
///
/// let numbering = Numbering::of(&"2x2".parse()?).expect("few positions");
/// assert_eq!((numbering.len(), numbering.position(4)), (5, vec![2, 2]));
/// # Ok::<(), lastbite_engines::BarError>(())
/// ```
#[derive(Debug)]
pub struct Numbering {
    rows: usize,
    cols: usize,
    /// How many ways there are to fill the last `k` rows with at most `b` squares each, at `k * (cols + 1) +
    /// b`.
    counts: Vec<u64>,
}

impl Numbering {
    /// Numbers the positions of a bar that still have its poison; nothing if there are too many.
    pub fn of(bar: &Bar) -> Option<Self> {
        let poison = bar.poison();
        // The rows down to the poison's must reach it.
        let least = |row: usize| if row < poison.row as usize { poison.col as usize } else { 0 };
        Self::with_least(bar.rows(), bar.cols(), least)
    }

    fn with_least(rows: u32, cols: u32, least: impl Fn(usize) -> usize) -> Option<Self> {
        rank::count(rows, cols)?;
        let (rows, cols) = (rows as usize, cols as usize);
        let mut counts = vec![1u64; cols + 1];
        for k in 1..=rows {
            let least = least(rows - k);
            let mut count = 0;
            for b in 0..=cols {
                // The first row is shorter than b, or it is b and the other rows are free.
                count += if b < least { 0 } else { counts[(k - 1) * (cols + 1) + b] };
                counts.push(count);
            }
        }
        Some(Numbering { rows, cols, counts })
    }

    /// Counts the positions.
    #[allow(clippy::len_without_is_empty, reason = "no bar is without positions")]
    pub fn len(&self) -> u64 {
        self.count(self.rows, self.cols)
    }

    fn count(&self, k: usize, b: usize) -> u64 {
        self.counts[k * (self.cols + 1) + b]
    }

    /// Returns what a row, counted from 0, adds to the rank: the positions that are shorter there.
    pub fn step(&self, row: usize, length: u32) -> u64 {
        if length == 0 { 0 } else { self.count(self.rows - row, length as usize - 1) }
    }

    /// Returns the row lengths of the position with this rank; empty rows are zeros.
    pub fn position(&self, mut rank: u64) -> Vec<u32> {
        let mut bound = self.cols;
        let mut rows = Vec::with_capacity(self.rows);
        for row in 0..self.rows {
            let k = self.rows - row;
            let line = &self.counts[k * (self.cols + 1)..][..=bound];
            // The number of lengths below `bound` that have at most `rank` shorter positions.
            let length = line.partition_point(|&count| count <= rank).min(bound);
            rank -= self.step(row, length as u32);
            bound = length;
            rows.push(length as u32);
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rows;

    #[test]
    fn numbers_are_the_librarys_and_go_through_every_position_with_its_poison() {
        for bar in ["4x5", "4x5@1,1", "4x5@3,2", "4x5@4,5", "5x4@1,4", "1x1", "3x1@3,1"] {
            let bar: Bar = bar.parse().expect("a bar");
            let numbering = Numbering::of(&bar).expect("few positions");
            let all = (1..rank::count(bar.rows(), bar.cols()).expect("few positions"))
                .map(|number| rank::unrank(number, bar.rows()).expect("a position"));
            let poison = bar.poison();
            let has_poison = |rows: &Rows| {
                rows.lengths().get(poison.row as usize - 1).is_some_and(|&length| length >= poison.col)
            };
            let mut number = 0;
            for rows in all.filter(has_poison) {
                let found = numbering.position(number);
                let steps: u64 =
                    found.iter().enumerate().map(|(row, &length)| numbering.step(row, length)).sum();
                assert_eq!(steps, number, "{bar}");
                assert_eq!(Rows::new(found).expect("a position"), rows, "{bar}");
                number += 1;
            }
            assert_eq!(numbering.len(), number, "{bar}");
        }
        assert!(Numbering::of(&Bar::new(255, 255).expect("a bar")).is_none());
    }
}
