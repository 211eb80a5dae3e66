//! Orders as columns: every position of a finite order at once, and long chains.
//!
//! Cut an order into chains, in a sequence in which no element is below one of an earlier chain, and make
//! each chain a *column*. A position is then a list of heights. A move lowers one column, and cuts later
//! columns down to what the new height carries.
//!
//! Every finite order can be cut like that; at worst each element is its own column. A bar `AxBxN` is AxB
//! columns of N cubes. The poison, if there is one, is left out: a player who has nothing else to take has
//! lost.
//!
//! - [`Outcomes`] says who wins in every position.
//! - [`GrundyValues`] and [`Distances`] give the value and the distance of every position.
//! - [`Chain`] solves an order times a chain, for all lengths up to some length, and keeps no position.
//! - [`two_by_two`] is a theorem: it knows all bars `2x2xN`.
//!
//! ```
//! use lastbite_engines::Effort;
//! use lastbite_engines::columns::{Columns, Outcomes};
//!
//! let outcomes = Outcomes::of(Columns::of_box(&[3, 5, 5]).unwrap(), &Effort::default())?;
//! assert_eq!((outcomes.positions(), outcomes.lost_count()), (731_807, 34_145));
//! # Ok::<(), lastbite_engines::SolveError>(())
//! ```
//!
//! # The method
//!
//! **The last column.** Nothing is above it, so with all other heights fixed at most one height of the last
//! column is lost: the least that no move in another column forbids. It would be enough to look for that. It
//! is faster still to take a few last columns together, the *part*. All its heights are the bits of a few
//! words, and the lost ones are found one after another (`part`).
//!
//! **Shadows.** The columns before the part are swept in lexicographic order (`sweep`). What the moves in a
//! swept column forbid is kept in its *shadow*, which has a cell for each choice of heights after it.
//! Whatever is found lost marks one cell in each shadow, for all positions in which that column is higher.
//! When a column grows by one, cells come to life for heights that the lower column did not carry. Each
//! begins as a copy of the cell to which the move to the lower height leads. So a shadow always holds what
//! all moves in its column amount to, and no list of moves is ever needed.
//!
//! **Other values.** Shadows can hold whatever can be joined in any order and however often: sets of Grundy
//! values by OR, distances by the maximum (`values`). Then all columns are swept.

mod chain;
mod cut;
mod numbering;
mod outcomes;
mod part;
mod sweep;
pub mod two_by_two;
mod values;

use lastbite_work::SolveError;
use lastbite_work::notation::grouped;

pub use chain::{Chain, Opening};
pub use outcomes::Outcomes;
pub use values::{Distances, GrundyValues};

/// An order, cut into columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    /// The elements of each column, the lowest first.
    elements: Vec<Vec<usize>>,
    /// The full height of each column.
    heights: Vec<u16>,
    /// The most that column i carries in a later column j, by the height of column i: at `i * columns + j`,
    /// and empty where column i does not matter to j.
    caps: Vec<Vec<u16>>,
}

/// The most positions that are kept at once.
pub const MOST_POSITIONS: u64 = 1 << 40;

/// Writes a count, or that it is too large to count.
fn said(count: u64) -> String {
    let more = if count == u64::MAX { "more than " } else { "" };
    format!("{more}{}", grouped(count))
}

/// Refuses more positions than can be kept; [`u64::MAX`] is that or more.
pub fn too_many(positions: u64) -> SolveError {
    SolveError::OutOfReach(format!(
        "it has {} positions, and at most {} can be kept: choose a smaller game",
        said(positions),
        grouped(MOST_POSITIONS)
    ))
}

/// Refuses an order with too many kinds of positions to number them.
pub fn too_tangled() -> SolveError {
    SolveError::OutOfReach("this order has too many positions to list: choose a smaller one".into())
}

impl Columns {
    /// Returns how many columns there are, one at least.
    #[expect(clippy::len_without_is_empty, reason = "there is always a column")]
    pub fn len(&self) -> usize {
        self.heights.len()
    }

    /// Returns the full height of each column: the position at the start.
    pub fn heights(&self) -> &[u16] {
        &self.heights
    }

    /// Returns the elements of a column, the lowest first.
    pub fn elements(&self, column: usize) -> &[usize] {
        &self.elements[column]
    }

    /// Counts the elements of all columns.
    pub fn size(&self) -> usize {
        self.heights.iter().map(|&height| usize::from(height)).sum()
    }

    /// Returns the heights of a position: of the elements that are left.
    pub fn heights_of(&self, left: impl Fn(usize) -> bool) -> Vec<u16> {
        let count = |column: &Vec<usize>| column.iter().filter(|&&element| left(element)).count() as u16;
        self.elements.iter().map(count).collect()
    }

    /// Lists the elements that are left in a position.
    pub fn left<'a>(&'a self, heights: &'a [u16]) -> impl Iterator<Item = usize> + 'a {
        self.elements
            .iter()
            .zip(heights)
            .flat_map(|(column, &height)| column.iter().copied().take(height.into()))
    }

    /// Renumbers the elements.
    pub fn renamed(mut self, name: impl Fn(usize) -> usize) -> Self {
        self.elements.iter_mut().flatten().for_each(|element| *element = name(*element));
        self
    }

    /// Returns the most that a column of some height carries in a later one.
    #[inline]
    fn cap(&self, column: usize, later: usize, height: u16) -> u16 {
        let caps = &self.caps[column * self.len() + later];
        caps.get(usize::from(height)).copied().unwrap_or(self.heights[later])
    }

    /// Lowers a column of a position and cuts down what it no longer carries.
    pub fn lowered(&self, heights: &[u16], column: usize, height: u16) -> Vec<u16> {
        let mut left = heights.to_vec();
        left[column] = height;
        for (later, left) in left.iter_mut().enumerate().skip(column + 1) {
            *left = (*left).min(self.cap(column, later, height));
        }
        left
    }

    /// Lists the moves of a position: the element that is taken, and the heights that are left.
    pub fn moves<'a>(&'a self, heights: &'a [u16]) -> impl Iterator<Item = (usize, Vec<u16>)> + 'a {
        heights.iter().enumerate().flat_map(move |(column, &height)| {
            (0..height).map(move |lower| {
                (self.elements[column][usize::from(lower)], self.lowered(heights, column, lower))
            })
        })
    }

    /// Returns the columns from one on, with nothing before them.
    fn from(&self, first: usize) -> Self {
        let later = first..self.len();
        let caps = later.clone().flat_map(|i| later.clone().map(move |j| i * self.len() + j));
        Columns {
            elements: self.elements[first..].to_vec(),
            heights: self.heights[first..].to_vec(),
            caps: caps.map(|at| self.caps[at].clone()).collect(),
        }
    }
}
