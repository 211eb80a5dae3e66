//! The rules of Chomp on one bar.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::rows::{Rows, RowsError};
use super::square::{Square, SquareError};
use crate::game::{Game, IllegalMove, Outcome};
use crate::notation::{MOST, MOST_PIECES, Quoted, grouped, number, pair};

/// The rules of Chomp on one bar: its size and where the poison is.
///
/// Written `chomp:8x10`, or `chomp:8x10@3,4` with the poison somewhere other than the upper left. Bites
/// always go down and to the right. A bite that takes the poison, anywhere at or above and to the left of it,
/// is a [blunder](Game::is_blunder).
///
/// ```
/// use lastbite::{Chomp, Game, Square};
/// let chomp: Chomp = "chomp:3x4".parse()?;
/// let left = chomp.play(&chomp.start(), &Square::new(2, 3)).unwrap();
/// assert_eq!(left.to_string(), "4,2,2");
/// # Ok::<(), lastbite::games::chomp::BarError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chomp {
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
        "{0} lacks one of its two sides; a bar is rows x columns, as in 4x7, or 4x7@2,3 with the poison on square 2,3"
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

/// Why a bite may not be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IllegalBite {
    /// The bar has no such square.
    #[error("square {square} is not there: rows are 1 to {rows} and columns 1 to {cols}")]
    OffTheBar {
        /// What was asked for.
        square: Square,
        /// The rows of the bar.
        rows: u32,
        /// The columns of the bar.
        cols: u32,
    },
    /// The square is gone.
    #[error("square {0} has already been eaten")]
    Eaten(Square),
}

impl Chomp {
    /// Makes a bar of `rows` x `cols` with the poison at the upper left.
    pub fn new(rows: u32, cols: u32) -> Result<Self, BarError> {
        let fits = |n| (1..=MOST).contains(&n);
        if fits(rows) && fits(cols) && u64::from(rows) * u64::from(cols) <= MOST_PIECES {
            Ok(Chomp { rows, cols, poison: Square::CORNER })
        } else {
            Err(BarError::Size { rows, cols })
        }
    }

    /// Puts the poison on another square.
    pub fn with_poison(self, poison: impl Into<Square>) -> Result<Self, BarError> {
        let poison = poison.into();
        if self.has(poison) {
            Ok(Chomp { poison, ..self })
        } else {
            Err(BarError::Poison { poison, rows: self.rows, cols: self.cols })
        }
    }

    /// Returns the number of rows of the whole bar.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Returns the number of columns of the whole bar.
    #[must_use]
    pub fn cols(&self) -> u32 {
        self.cols
    }

    /// Returns the poisoned square.
    #[must_use]
    pub fn poison(&self) -> Square {
        self.poison
    }

    /// Says whether the poison is at the upper left, as in textbooks.
    #[must_use]
    pub fn is_classic(&self) -> bool {
        self.poison == Square::CORNER
    }

    /// Says whether the whole bar has this square.
    #[must_use]
    pub fn has(&self, square: Square) -> bool {
        (1..=self.rows).contains(&square.row) && (1..=self.cols).contains(&square.col)
    }

    /// Returns the same bar with rows and columns exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Chomp { rows: self.cols, cols: self.rows, poison: self.poison.mirrored() }
    }
}

impl fmt::Display for Chomp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = format!("chomp:{}x{}", self.rows, self.cols);
        f.pad(&if self.is_classic() { size } else { format!("{size}@{}", self.poison) })
    }
}

impl FromStr for Chomp {
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
        let bar = Chomp::new(side(rows)?, side(cols)?)?;
        match poison {
            None => Ok(bar),
            Some(square) => bar.with_poison(square.parse::<Square>()?),
        }
    }
}

impl Game for Chomp {
    type Position = Rows;
    type Move = Square;
    type Illegal = IllegalBite;
    type NotAPosition = RowsError;
    type NotAMove = SquareError;

    fn start(&self) -> Rows {
        Rows::whole(self.rows, self.cols)
    }

    fn moves(&self, rows: &Rows) -> impl Iterator<Item = Square> {
        let poison = self.poison;
        let there = rows.has(poison);
        rows.squares().filter(move |square| there && !square.takes(poison))
    }

    /// Lists the bites that take the poison: all squares from the corner to it, which exist as long as it
    /// does.
    fn blunders(&self, rows: &Rows) -> impl Iterator<Item = Square> {
        let Square { row, col } = if rows.has(self.poison) { self.poison } else { Square::new(0, 0) };
        (1..=row).flat_map(move |row| (1..=col).map(move |col| Square::new(row, col)))
    }

    fn play_unchecked(&self, rows: &Rows, bite: &Square) -> Rows {
        rows.bitten(*bite)
    }

    fn check(&self, rows: &Rows, &bite: &Square) -> Result<(), IllegalMove<IllegalBite>> {
        let Chomp { rows: most_rows, cols: most_cols, poison } = *self;
        if !rows.has(poison) {
            Err(IllegalMove::Over)
        } else if !self.has(bite) {
            let off = IllegalBite::OffTheBar { square: bite, rows: most_rows, cols: most_cols };
            Err(IllegalMove::ByTheRules(off))
        } else if !rows.has(bite) {
            Err(IllegalMove::ByTheRules(IllegalBite::Eaten(bite)))
        } else if bite.takes(poison) {
            Err(IllegalMove::Blunder)
        } else {
            Ok(())
        }
    }

    fn admits(&self, rows: &Rows) -> Result<(), RowsError> {
        if rows.fits(self.rows, self.cols) {
            return Ok(());
        }
        Err(RowsError::LargerThanTheBar { position: rows.clone(), rows: self.rows, cols: self.cols })
    }

    fn read_position(&self, text: &str) -> Result<Rows, RowsError> {
        let rows = text.parse()?;
        self.admits(&rows)?;
        Ok(rows)
    }

    fn read_move(&self, text: &str) -> Result<Square, SquareError> {
        text.parse()
    }

    fn write_position(&self, rows: &Rows) -> String {
        rows.to_string()
    }

    fn write_move(&self, bite: &Square) -> String {
        bite.to_string()
    }

    fn size(&self, rows: &Rows) -> u64 {
        rows.area()
    }

    /// Returns the bite that eats least; of equal ones, the one furthest right in the lowest row.
    fn stalling_move(&self, rows: &Rows) -> Option<Square> {
        if !rows.has(self.poison) {
            return None;
        }
        // A bite further left in its row eats all that the bite at the row's end does, and more.
        let ends = rows.into_iter().zip(1..).map(|(length, row)| Square::new(row, length));
        ends.filter(|end| !end.takes(self.poison)).min_by_key(|end| self.haste(rows, end))
    }

    fn haste(&self, rows: &Rows, &bite: &Square) -> (u64, u128) {
        // No two bites of one row take equally many squares, so the row breaks all ties.
        (rows.taken_by(bite), u128::from(u32::MAX - bite.row))
    }

    fn final_outcome(&self, rows: &Rows) -> Outcome {
        if rows.has(self.poison) { Outcome::Loss } else { Outcome::Win }
    }
}
