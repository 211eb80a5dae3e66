//! The sizes and addresses of everything that is kept for a bar of few rows.

/// The fewest rows that are solved this way; two are a formula.
pub(crate) const FEWEST: u32 = 3;

/// The most rows that are solved this way: with eight, no interesting bar fits any memory.
pub(crate) const MOST: u32 = 7;

/// The longest bar whose row lengths fit sixteen bits with room for a mark.
pub(crate) const LONGEST: u32 = u16::MAX as u32 - 1;

/// One more than the index of the last row a position can have, as positions count rows from 1.
pub(crate) const PLACES: usize = MOST as usize + 1;

/// Three rows have one suffix for each second row, too little for a block: this many make one.
pub(crate) const GROUP: usize = 64;

/// A bar, and the addresses of suffixes in it.
///
/// A *suffix* of `d` rows is a falling list of `d` lengths, in lexicographic order. Each has a bit set
/// over the last row, as wide as the last of the lengths allows.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// The rows of the bar.
    pub rows: usize,
    /// The columns of the bar.
    pub cols: usize,
    words: Vec<Vec<usize>>,
    tuples: Vec<Vec<usize>>,
}

/// The words of a bit set over last rows of at most `length` squares.
#[inline(always)]
pub(crate) fn width(length: usize) -> usize {
    length / 64 + 1
}

impl Shape {
    /// Lays out a bar; its sizes must have been checked.
    pub fn new(rows: usize, cols: usize) -> Self {
        let mut words: Vec<Vec<usize>> = vec![Vec::new()];
        let mut tuples: Vec<Vec<usize>> = vec![Vec::new()];
        for d in 1..rows {
            let mut word_sums = vec![0];
            let mut tuple_sums = vec![0];
            for y in 0..=cols {
                let (inner_words, inner_tuples) =
                    if d == 1 { (width(y), 1) } else { (words[d - 1][y + 1], tuples[d - 1][y + 1]) };
                word_sums.push(word_sums[y] + inner_words);
                tuple_sums.push(tuple_sums[y] + inner_tuples);
            }
            words.push(word_sums);
            tuples.push(tuple_sums);
        }
        Shape { rows, cols, words, tuples }
    }

    /// Returns the words of all suffixes of `d` rows whose first is shorter than `y`; of no rows there is
    /// one suffix, as wide as the bar.
    #[inline(always)]
    pub fn words(&self, d: usize, y: usize) -> usize {
        if d == 0 { width(self.cols) } else { self.words[d][y] }
    }

    /// Returns the number of suffixes of `d` rows whose first is shorter than `y`; of no rows there is one.
    pub fn tuples(&self, d: usize, y: usize) -> usize {
        if d == 0 { 1 } else { self.tuples[d][y] }
    }

    /// Returns where each row length starts among suffixes of one row.
    pub fn starts(&self) -> &[usize] {
        &self.words[1]
    }

    /// Returns the first word of a suffix.
    pub fn address(&self, suffix: &[usize]) -> usize {
        suffix.iter().enumerate().map(|(j, &y)| self.words[suffix.len() - j][y]).sum()
    }

    /// Returns the first word of the suffixes that start with these lengths and have one more.
    pub fn address_above(&self, lengths: &[usize]) -> usize {
        lengths.iter().enumerate().map(|(j, &y)| self.words[lengths.len() + 1 - j][y]).sum()
    }

    /// Returns the number of a suffix in lexicographic order.
    pub fn rank(&self, suffix: &[usize]) -> usize {
        suffix.iter().enumerate().map(|(j, &y)| self.tuples[suffix.len() - j][y]).sum()
    }

    /// Returns the number of the first of the suffixes that start with these lengths and have one more.
    pub fn rank_above(&self, lengths: &[usize]) -> usize {
        lengths.iter().enumerate().map(|(j, &y)| self.tuples[lengths.len() + 1 - j][y]).sum()
    }

    /// Returns the number of blocks the first shadow is cut into.
    pub fn blocks(&self) -> usize {
        if self.rows == 3 { self.cols / GROUP + 1 } else { self.cols + 1 }
    }

    /// Returns the last block that positions of this first row touch.
    pub fn last_block(&self, first_row: usize) -> usize {
        if self.rows == 3 { first_row / GROUP } else { first_row }
    }
}
