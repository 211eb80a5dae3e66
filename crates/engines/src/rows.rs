//! What is left of a bar: the lengths of its rows.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::square::Square;
use lastbite_work::notation::{ListError, MOST, MOST_PIECES, grouped, read_list, write_list};

/// What is left of a bar: the lengths of its rows, longest first, empty rows left out.
///
/// Written `10,10,10,8^5` or, the same, `10^3,8^5`; the empty bar is `0`.
///
/// ```
/// use lastbite_engines::Rows;
/// let rows: Rows = "10,10,10,8^5".parse()?;
/// assert_eq!(rows, "10^3,8^5".parse()?);
/// assert_eq!(rows, Rows::try_from([10, 10, 10, 8, 8, 8, 8, 8])?);
/// assert_eq!(rows.to_string(), "10^3,8^5");
/// assert_eq!(rows.area(), 70);
/// # Ok::<(), lastbite_engines::RowsError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Rows(Vec<u32>);

/// Row lengths that are not a position, or not one of the bar.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RowsError {
    /// The text is not a list of numbers.
    #[error("{0}; a position is its row lengths from long to short, as in 10,10,8 or 10^2,8")]
    List(#[from] ListError),
    /// A row is longer than the one above it.
    #[error(
        "a row of {lower} cannot be below a row of {upper}; row lengths go from long to short, as in 10,10,8 or 10^2,8"
    )]
    Growing {
        /// The row above.
        upper: u32,
        /// The row below, which is longer.
        lower: u32,
    },
    /// There are more rows or squares than any bar has.
    #[error(
        "that is larger than any bar; there are at most {most} rows of at most {most}, and {all} squares in all",
        most = grouped(MOST.into()), all = grouped(MOST_PIECES)
    )]
    TooLarge,
    /// The position does not fit the bar.
    #[error(
        "the position {position} is larger than the bar; at most {rows} rows of at most {cols} squares fit {rows}x{cols}"
    )]
    LargerThanTheBar {
        /// The position.
        position: Rows,
        /// The rows of the bar.
        rows: u32,
        /// The columns of the bar.
        cols: u32,
    },
}

impl Rows {
    /// Makes a position from row lengths; they must not grow downwards, and empty ones are left out.
    pub fn new(lengths: impl Into<Vec<u32>>) -> Result<Self, RowsError> {
        let lengths = lengths.into();
        if let Some(pair) = lengths.windows(2).find(|pair| pair[0] < pair[1]) {
            return Err(RowsError::Growing { upper: pair[0], lower: pair[1] });
        }
        let rows = Self::trimmed(lengths);
        if rows.0.len() > MOST as usize || rows.cols() > MOST || rows.area() > MOST_PIECES {
            return Err(RowsError::TooLarge);
        }
        Ok(rows)
    }

    /// Makes the whole bar of `rows` x `cols` squares, which the caller knows to be valid.
    pub fn whole(rows: u32, cols: u32) -> Self {
        Self::trimmed(vec![cols; rows as usize])
    }

    /// Takes lengths that are known to go from long to short, and leaves out the empty ones.
    pub fn trimmed(mut lengths: Vec<u32>) -> Self {
        let filled = lengths.iter().position(|&n| n == 0).unwrap_or(lengths.len());
        lengths.truncate(filled);
        Rows(lengths)
    }

    /// Returns the row lengths, longest first, without empty rows.
    pub fn lengths(&self) -> &[u32] {
        &self.0
    }

    /// Counts the rows that have a square left.
    pub fn rows(&self) -> u32 {
        self.0.len() as u32
    }

    /// Counts the columns that have a square left.
    pub fn cols(&self) -> u32 {
        self.0.first().copied().unwrap_or(0)
    }

    /// Returns the length of a row counted from 1, or 0 if there is no such row.
    pub fn row(&self, row: u32) -> u32 {
        let index = (row as usize).checked_sub(1);
        index.and_then(|index| self.0.get(index)).copied().unwrap_or(0)
    }

    /// Counts the squares that are left.
    pub fn area(&self) -> u64 {
        self.0.iter().map(|&n| u64::from(n)).sum()
    }

    /// Says whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Says whether every row is as long as the first: a whole bar is left.
    pub fn is_whole(&self) -> bool {
        self.0.first() == self.0.last()
    }

    /// Says whether the position is inside a bar of this size.
    pub fn fits(&self, rows: u32, cols: u32) -> bool {
        self.rows() <= rows && self.cols() <= cols
    }

    /// Says whether a square is still there.
    pub fn has(&self, square: Square) -> bool {
        square.col > 0 && self.row(square.row) >= square.col
    }

    /// Lists the squares that are left, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        self.0.iter().zip(1..).flat_map(|(&length, row)| (1..=length).map(move |col| Square { row, col }))
    }

    /// Returns what a bite leaves; a bite at a missing square leaves everything.
    pub fn bitten(&self, bite: Square) -> Self {
        let mut left = self.0.clone();
        if self.has(bite) {
            for length in &mut left[bite.row as usize - 1..] {
                *length = (*length).min(bite.col - 1);
            }
        }
        Self::trimmed(left)
    }

    /// Counts the squares that a bite takes.
    pub fn taken_by(&self, bite: Square) -> u64 {
        if !self.has(bite) {
            return 0;
        }
        let below = &self.0[bite.row as usize - 1..];
        below.iter().map_while(|&length| (length + 1).checked_sub(bite.col)).map(u64::from).sum()
    }

    /// Returns the same position with rows and columns exchanged, which has the same outcome.
    pub fn mirrored(&self) -> Self {
        let mut columns = Vec::with_capacity(self.cols() as usize);
        let mut long = self.0.len();
        for col in 1..=self.cols() {
            while self.0[long - 1] < col {
                long -= 1;
            }
            columns.push(long as u32);
        }
        Rows(columns)
    }
}

impl AsRef<[u32]> for Rows {
    fn as_ref(&self) -> &[u32] {
        &self.0
    }
}

impl TryFrom<&[u32]> for Rows {
    type Error = RowsError;

    fn try_from(lengths: &[u32]) -> Result<Self, RowsError> {
        Rows::new(lengths)
    }
}

impl TryFrom<Vec<u32>> for Rows {
    type Error = RowsError;

    fn try_from(lengths: Vec<u32>) -> Result<Self, RowsError> {
        Rows::new(lengths)
    }
}

impl<const N: usize> TryFrom<[u32; N]> for Rows {
    type Error = RowsError;

    fn try_from(lengths: [u32; N]) -> Result<Self, RowsError> {
        Rows::new(lengths)
    }
}

impl<'a> IntoIterator for &'a Rows {
    type Item = u32;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, u32>>;

    /// Goes through the row lengths, longest first.
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().copied()
    }
}

impl fmt::Display for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, &self.0)
    }
}

impl FromStr for Rows {
    type Err = RowsError;

    /// Reads row lengths from long to short: `10,10,10,8^5` or `10^3,8^5`.
    fn from_str(text: &str) -> Result<Self, RowsError> {
        Self::new(read_list(text)?)
    }
}

#[cfg(feature = "serde")]
lastbite_work::in_json!(Rows);
