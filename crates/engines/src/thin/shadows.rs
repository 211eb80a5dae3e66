//! What bites lead to, when positions are visited in lexicographic order.
//!
//! Every position has a number: its Grundy value, or, if its rows are the lower rows of a longer position,
//! the first row that makes that one lost. To find it, the numbers of all positions that a bite leaves are
//! needed. They are kept as sets of bits, the *shadow* of each row: what bites in this row lead to, for each
//! choice of the rows below.
//!
//! While a row grows from 0 on, each number is added to the set of the rows that are below. A set that begins
//! when the row has reached length v belongs to a next row of length v, which all shorter lengths have cut.
//! So it begins as a copy: of the set for positions with these two rows equal, kept for the rows below both.
//! And that one begins as a copy of the set for three equal rows, and so on. The sets of the first row live
//! to the end; those of a lower row start again whenever a row above it changes.

use std::array::from_fn;
use std::collections::TryReserveError;

use super::zeros;

/// Counts the lists of this many lengths, each at most the one before, that begin with less than `first`.
pub fn lists_below(first: usize, lengths: usize) -> usize {
    (0..lengths).fold(1, |count, taken| count * (first + taken) / (taken + 1))
}

/// The same, as a float, because it may be too large.
pub fn about_lists_below(first: u32, lengths: usize) -> f64 {
    (0..lengths).fold(1.0, |count, taken| count * (f64::from(first) + taken as f64) / (taken as f64 + 1.0))
}

/// Returns the number of a list of lengths among all of that many, in lexicographic order.
pub fn number(lengths: impl ExactSizeIterator<Item = usize>) -> usize {
    let many = lengths.len();
    lengths.enumerate().map(|(at, length)| lists_below(length, many - at)).sum()
}

/// Advances to the next list in that order. Returns the place that grew: after it, everything is 0.
#[inline(always)]
pub fn advance(lengths: &mut [usize]) -> usize {
    let mut at = lengths.len() - 1;
    while at > 0 && lengths[at] == lengths[at - 1] {
        lengths[at] = 0;
        at -= 1;
    }
    lengths[at] += 1;
    at
}

/// The shadows of some rows, at one position.
pub struct Shadows<const ROWS: usize> {
    /// The words of a set.
    words: usize,
    /// Numbers that count as taken, in the last word.
    beyond: u64,
    /// For each row, and each number of rows after it that are as long: a set for each choice of the rows
    /// after those.
    sets: [Vec<Vec<u64>>; ROWS],
    /// The position,
    rows: [usize; ROWS],
    /// the number of its rows from each one on,
    numbers: [usize; ROWS],
    /// and how many rows after each one are as long.
    equal: [usize; ROWS],
}

impl<const ROWS: usize> Shadows<ROWS> {
    /// Makes room for positions whose second row has at most this length, and for sets of this many words.
    /// The bits `beyond` of the last word count as taken.
    pub fn new(longest: usize, words: usize, beyond: u64) -> Result<Self, TryReserveError> {
        let mut sets: [Vec<Vec<u64>>; ROWS] = from_fn(|_| Vec::new());
        for (row, sets) in sets.iter_mut().enumerate() {
            for below in (0..ROWS - row).rev() {
                sets.push(zeros(lists_below(longest + 1, below) * words)?);
            }
        }
        Ok(Shadows { words, beyond, sets, rows: [0; ROWS], numbers: [0; ROWS], equal: [0; ROWS] })
    }

    /// Returns the bytes of all sets.
    pub fn bytes(longest: u32, words: usize) -> f64 {
        let row =
            |row: usize| (0..ROWS - row).map(|below| about_lists_below(longest + 1, below)).sum::<f64>();
        (0..ROWS).map(row).sum::<f64>() * 8.0 * words as f64
    }

    /// Goes to the position with this first row alone. First rows must come in order, from 0 on.
    pub fn begin(&mut self, first: usize) {
        self.rows = [0; ROWS];
        self.rows[0] = first;
        self.numbers = [0; ROWS];
        self.start();
    }

    /// Advances to the next position with the same first row.
    #[inline(always)]
    pub fn next(&mut self) {
        let grown = advance(&mut self.rows[1..]) + 1;
        for number in &mut self.numbers[1..=grown] {
            *number += 1;
        }
        self.numbers[grown + 1..].fill(0);
        self.start();
    }

    /// Returns how many rows after the first are as long.
    #[inline(always)]
    pub fn equal_rows(&self) -> usize {
        self.equal[0]
    }

    /// Returns the number of the rows after this one, the first being row 0.
    #[inline(always)]
    pub fn after(&self, row: usize) -> usize {
        self.numbers.get(row + 1).copied().unwrap_or(0)
    }

    /// Starts the sets that begin here.
    #[inline(always)]
    fn start(&mut self) {
        self.equal[ROWS - 1] = 0;
        for row in (0..ROWS - 1).rev() {
            let is_equal = self.rows[row] == self.rows[row + 1];
            self.equal[row] = if is_equal { self.equal[row + 1] + 1 } else { 0 };
        }
        let words = self.words;
        for row in 0..ROWS {
            let equal = self.equal[row];
            if row > 0 && self.rows[row] == 0 {
                // A row above has changed.
                let set = &mut self.sets[row][equal];
                set.fill(0);
                if row == ROWS - 1 {
                    set[words - 1] = self.beyond;
                }
            }
            for many in (0..equal).rev() {
                let (to, from) = (self.after(row + many) * words, self.after(row + many + 1) * words);
                let (sets, longer) = self.sets[row].split_at_mut(many + 1);
                sets[many][to..][..words].copy_from_slice(&longer[0][from..][..words]);
            }
        }
    }

    /// Returns the least number from this one on that no bite leads to.
    #[inline(always)]
    pub fn least_missing(&self, from: usize) -> Option<usize> {
        let sets =
            from_fn::<_, ROWS, _>(|row| &self.sets[row][0][self.after(row) * self.words..][..self.words]);
        let mut before = (1u64 << (from % 64)) - 1;
        for word in from / 64..self.words {
            let taken = sets.iter().fold(before, |taken, set| taken | set[word]);
            if taken != !0 {
                return Some(64 * word + taken.trailing_ones() as usize);
            }
            before = 0;
        }
        None
    }

    /// Adds the number of this position to all sets that it belongs to.
    #[inline(always)]
    pub fn add(&mut self, number: usize) {
        for row in 0..ROWS {
            for many in 0..=self.equal[row] {
                let at = self.after(row + many) * self.words + number / 64;
                self.sets[row][many][at] |= 1 << (number % 64);
            }
        }
    }

    /// Returns the sets of the first row.
    pub fn into_first(mut self) -> Vec<u64> {
        std::mem::take(&mut self.sets[0][0])
    }
}
