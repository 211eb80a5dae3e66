//! The positions of a box, numbered: by tables, because it is done for very many of them.

/// Every position of a box in lexicographic order, as [`lastbite::sieve::rank`] numbers them.
pub struct Numbering {
    rows: usize,
    cols: usize,
    /// How many positions have `k` rows of at most `b` squares, at `k * (cols + 1) + b`.
    counts: Vec<u64>,
}

impl Numbering {
    /// Numbers the positions of a box; nothing if they are more than 64 bits can tell apart.
    pub fn new(rows: u32, cols: u32) -> Option<Self> {
        lastbite::sieve::rank::count(rows, cols)?;
        let (rows, cols) = (rows as usize, cols as usize);
        let mut counts = vec![1u64; cols + 1];
        for k in 1..=rows {
            counts.push(1);
            for b in 1..=cols {
                // The first row is shorter than b, or it is b and the other rows are free.
                counts.push(counts[k * (cols + 1) + b - 1] + counts[(k - 1) * (cols + 1) + b]);
            }
        }
        Some(Numbering { rows, cols, counts })
    }

    /// Counts the positions, the empty one included.
    pub fn len(&self) -> u64 {
        self.count(self.rows, self.cols)
    }

    fn count(&self, k: usize, b: usize) -> u64 {
        self.counts[k * (self.cols + 1) + b]
    }

    /// Returns what a row adds to the rank: the positions that are shorter there.
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
            // As many lengths below `bound` as have at most `rank` positions that are shorter.
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
    use lastbite::sieve::rank;

    #[test]
    fn numbers_are_the_librarys() {
        let numbering = Numbering::new(4, 5).expect("few positions");
        assert_eq!(Some(numbering.len()), rank::count(4, 5));
        for number in 0..numbering.len() {
            let rows = numbering.position(number);
            let steps: u64 = rows.iter().enumerate().map(|(row, &length)| numbering.step(row, length)).sum();
            assert_eq!(steps, number);
            assert_eq!(rank::rank(&lastbite::Rows::new(rows).expect("a position"), 4), Some(number));
        }
        assert!(Numbering::new(255, 255).is_none());
    }
}
