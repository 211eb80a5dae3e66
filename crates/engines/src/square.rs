//! A square of the bar. A bite is named by the square it starts at.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use lastbite_work::notation::{Quoted, number, pair};

/// A square of the bar, row and column counted from 1; the upper left one is `1,1`.
///
/// A bite is named by the square it starts at, the nearest to square 1,1.
///
/// ```
/// use lastbite_engines::Square;
/// for text in ["2,3", "2 3", "(2,3)", "2.3"] {
///     assert_eq!(text.parse(), Ok(Square::new(2, 3)));
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The row, counted from 1.
    pub row: u32,
    /// The column, counted from 1.
    pub col: u32,
}

impl Square {
    /// The square in the corner, `1,1`.
    pub const CORNER: Square = Square::new(1, 1);

    /// Names a square.
    pub const fn new(row: u32, col: u32) -> Self {
        Square { row, col }
    }

    /// Says whether a bite here takes the other square too.
    pub const fn takes(self, other: Square) -> bool {
        self.row <= other.row && self.col <= other.col
    }

    /// Returns the same square with row and column exchanged.
    pub const fn mirrored(self) -> Self {
        Square { row: self.col, col: self.row }
    }
}

impl From<(u32, u32)> for Square {
    fn from((row, col): (u32, u32)) -> Self {
        Square { row, col }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{},{}", self.row, self.col))
    }
}

/// A text that is not a square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SquareError {
    /// It does not look like one.
    #[error("{0} is not a square; a square is its row and its column, with a comma between them")]
    NotASquare(Quoted),
    /// Its row or column is not a whole number above 0.
    #[error(
        "{0} is not a row or a column; a square is its row and its column, both from 1, with a comma between them"
    )]
    NotANumber(Quoted),
    /// It is a letter and a number, which some read as row and column and others the other way round.
    #[error("{0} can be read in two ways; write a bite as row,column, both of them numbers")]
    Lettered(Quoted),
}

impl FromStr for Square {
    type Err = SquareError;

    /// Reads `3,4`, `3 4`, `3.4` or `(3,4)`.
    fn from_str(text: &str) -> Result<Self, SquareError> {
        if is_lettered(text) {
            return Err(SquareError::Lettered(Quoted::new(text)));
        }
        let (row, col) = pair(text).ok_or_else(|| SquareError::NotASquare(Quoted::new(text)))?;
        let read = |part: &str| {
            let read = number(part).filter(|&n| n > 0);
            read.ok_or_else(|| SquareError::NotANumber(Quoted::new(part)))
        };
        Ok(Square { row: read(row)?, col: read(col)? })
    }
}

/// Says whether a text is like `b3`: chess players name the column by the letter, players of battleships the
/// row.
fn is_lettered(text: &str) -> bool {
    let mut characters = text.trim().chars();
    characters.next().is_some_and(|first| first.is_ascii_alphabetic())
        && number(characters.as_str()).is_some_and(|n| n > 0)
}

#[cfg(feature = "serde")]
lastbite_work::in_json!(Square);
