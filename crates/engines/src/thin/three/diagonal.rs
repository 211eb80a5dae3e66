//! The diagonal: the first rows of the lost positions whose second and third rows are equal.

use super::Line;

/// Marks a value that is beyond the bar or not known yet.
pub(crate) const NONE: u32 = u32::MAX;

/// The values f(a, a), as a bit set and one by one.
#[derive(Clone, Debug)]
pub(crate) struct Diagonal {
    /// A bit for every value; what is beyond the bar counts as taken.
    pub set: Vec<u64>,
    /// f(a, a) for a = 0, 1, 2, ...
    pub values: Vec<u32>,
    /// The least of f(a, a), f(a + 1, a + 1), ...
    pub least_from: Vec<u32>,
    /// For each first row the `a` with f(a, a) equal to it.
    pub places: Vec<u32>,
    /// The greatest value.
    pub top: u32,
}

impl Diagonal {
    /// Makes a diagonal without values.
    pub fn new(line: Line) -> Self {
        let places = vec![NONE; line.cols + 1];
        Diagonal { set: line.empty_set(), values: Vec::new(), least_from: Vec::new(), places, top: 0 }
    }

    /// Stands in for a diagonal while it is lent out.
    pub fn nothing() -> Self {
        Diagonal { set: Vec::new(), values: Vec::new(), least_from: Vec::new(), places: Vec::new(), top: 0 }
    }

    /// Adds f(a, a) for an `a` beyond all others; the values that were skipped are beyond the bar.
    pub fn add(&mut self, a: u32, value: u32) {
        self.values.resize(a as usize, NONE);
        self.least_from.resize(a as usize, NONE);
        self.values.push(value);
        self.least_from.push(value);
        if value == NONE {
            return;
        }
        self.set[value as usize / 64] |= 1 << (value % 64);
        self.places[value as usize] = a;
        self.top = self.top.max(value);
        for least in self.least_from[..a as usize].iter_mut().rev().take_while(|least| **least > value) {
            *least = value;
        }
    }

    /// Returns the first word of the set that holds a value f(a, a) with a >= r: below it the set says what
    /// column r has inherited, and nothing else.
    pub fn own_words(&self, r: u32) -> usize {
        let least = self.least_from.get(r as usize).filter(|&&least| least != NONE);
        least.map_or(usize::MAX, |&least| least as usize / 64)
    }
}
