//! A bar of chocolate: its size, and where the poison is.

use std::fmt;
use std::str::FromStr;

use lastbite_work::notation::{MOST, MOST_PIECES, Quoted, grouped, number, pair};
use thiserror::Error;

use crate::rows::Rows;
use crate::square::{Square, SquareError};

/// A bar of chocolate: its size, and where the poison is.
///
/// Written `chomp:8x10`, or `chomp:8x10@3,4` with the poison somewhere other than the upper left.
///
/// ```
/// use lastbite_engines::{Bar, Rows, Square};
/// let bar: Bar = "chomp:3x4@2,1".parse()?;
/// assert_eq!((bar.rows(), bar.cols(), bar.poison()), (3, 4, Square::new(2, 1)));
/// assert_eq!(Rows::whole(3, 4).bitten(Square::new(2, 3)).to_string(), "4,2,2");
/// # Ok::<(), lastbite_engines::BarError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bar {
    rows: u32,
    cols: u32,
    poison: Square,
}

/// A bar that cannot be made, or a text that is not a bar.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BarError {
    /// Too few or too many rows or columns.
    #[error(
        "a bar of {rows}x{cols} cannot be made; rows and columns go from 1 to {most}, and there are at most {all} squares",
        most = grouped(MOST.into()), all = grouped(MOST_PIECES)
    )]
    Size {
        /// The rows asked for.
        rows: u32,
        /// The columns asked for.
        cols: u32,
    },
    /// The poison would be off the bar.
    #[error(
        "the poison at {poison} is off the {rows}x{cols} bar; its row goes from 1 to {rows}, its column from 1 to {cols}"
    )]
    Poison {
        /// Where the poison was asked for.
        poison: Square,
        /// The rows of the bar.
        rows: u32,
        /// The columns of the bar.
        cols: u32,
    },
    /// The text is not two sides.
    #[error(
        "{0} is not the size of a bar; a bar is rows x columns, as in 4x7, or 4x7@2,3 with the poison on square 2,3"
    )]
    NotASize(Quoted),
    /// One of the two sides is missing.
    #[error(
        "{0} is missing a side; a bar is rows x columns, as in 4x7, or 4x7@2,3 with the poison on square 2,3"
    )]
    OneSide(Quoted),
    /// A side is not a number of squares.
    #[error(
        "a side of a bar is 1 to {most} squares, not {0}; a bar is rows x columns, as in 4x7, or 4x7@2,3 with the poison on square 2,3",
        most = grouped(MOST.into())
    )]
    Side(Quoted),
    /// The square of the poison cannot be read.
    #[error(transparent)]
    PoisonSquare(#[from] SquareError),
}

impl Bar {
    /// Makes a bar of `rows` x `cols` with the poison at the upper left.
    pub fn new(rows: u32, cols: u32) -> Result<Self, BarError> {
        let fits = |n| (1..=MOST).contains(&n);
        if fits(rows) && fits(cols) && u64::from(rows) * u64::from(cols) <= MOST_PIECES {
            Ok(Bar { rows, cols, poison: Square::CORNER })
        } else {
            Err(BarError::Size { rows, cols })
        }
    }

    /// Puts the poison on another square.
    pub fn with_poison(self, poison: impl Into<Square>) -> Result<Self, BarError> {
        let poison = poison.into();
        if self.has(poison) {
            Ok(Bar { poison, ..self })
        } else {
            Err(BarError::Poison { poison, rows: self.rows, cols: self.cols })
        }
    }

    /// Returns the number of rows of the whole bar.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Returns the number of columns of the whole bar.
    pub fn cols(&self) -> u32 {
        self.cols
    }

    /// Returns the poisoned square.
    pub fn poison(&self) -> Square {
        self.poison
    }

    /// Says whether the poison is at the upper left, as in textbooks.
    pub fn is_classic(&self) -> bool {
        self.poison == Square::CORNER
    }

    /// Says whether the whole bar has this square.
    pub fn has(&self, square: Square) -> bool {
        (1..=self.rows).contains(&square.row) && (1..=self.cols).contains(&square.col)
    }

    /// Returns its shorter and its longer side.
    pub fn lying(&self) -> (u32, u32) {
        (self.rows.min(self.cols), self.rows.max(self.cols))
    }

    /// Lists the bites of a position that leave the poison; there are none once it is gone.
    pub fn bites<'a>(&self, rows: &'a Rows) -> impl Iterator<Item = Square> + 'a {
        let poison = self.poison;
        let there = rows.has(poison);
        rows.squares().filter(move |square| there && !square.takes(poison))
    }

    /// Returns the same bar with rows and columns exchanged.
    pub fn mirrored(&self) -> Self {
        Bar { rows: self.cols, cols: self.rows, poison: self.poison.mirrored() }
    }
}

impl fmt::Display for Bar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = format!("chomp:{}x{}", self.rows, self.cols);
        f.pad(&if self.is_classic() { size } else { format!("{size}@{}", self.poison) })
    }
}

impl FromStr for Bar {
    type Err = BarError;

    /// Reads `chomp:8x10`, `8x10` or `8 10`, each with `@3,4` if the poison is elsewhere.
    fn from_str(text: &str) -> Result<Self, BarError> {
        let text = text.trim();
        let bare = text.strip_prefix("chomp:").unwrap_or(text);
        let (size, poison) = match bare.split_once('@') {
            Some((size, poison)) => (size, Some(poison)),
            None => (bare, None),
        };
        let sides = size.split_once(['x', 'X', '×']).or_else(|| pair(size));
        let (rows, cols) = sides.ok_or_else(|| BarError::NotASize(Quoted::new(bare)))?;
        let side = |part: &str| match number(part) {
            Some(n) if n > 0 => Ok(n),
            _ if part.trim().is_empty() => Err(BarError::OneSide(Quoted::new(bare))),
            _ => Err(BarError::Side(Quoted::new(part))),
        };
        let bar = Bar::new(side(rows)?, side(cols)?)?;
        match poison {
            None => Ok(bar),
            Some(square) => bar.with_poison(square.parse::<Square>()?),
        }
    }
}

#[cfg(feature = "serde")]
lastbite_work::in_json!(Bar);
