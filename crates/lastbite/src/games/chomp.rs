//! The rules of Chomp: a bar of chocolate, a poisoned square, and bites to the lower right.
//!
//! ```text
//!       1 2 3 4 5
//!    1  P # # # #      A bite takes its square and everything below and to the right of it.
//!    2  # # # # #      The bite 2,3 leaves rows of 5, 2 and 2 squares: the position `5,2,2`.
//!    3  # # # # #      Whoever eats the poison, P, has lost.
//! ```
//!
//! What is left of a bar is always a staircase, rows growing shorter downwards, so a position is the list
//! of its row lengths: [`Rows`].

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::game::{Extent, Game, IllegalMove, Outcome, ParseError, Place, one_of, quoted};
use crate::lengths::{self, MOST};

/// A square of the bar, row and column counted from 1; the upper left one is `1,1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The row, counted from 1 at the corner that bites go away from.
    pub row: u8,
    /// The column, counted from 1 at the corner that bites go away from.
    pub col: u8,
}

/// A bite is named by the square it starts at, the nearest to square 1,1.
pub type Bite = Square;

impl Square {
    /// Names a square.
    pub const fn new(row: u8, col: u8) -> Self {
        Square { row, col }
    }

    /// Says whether a bite here takes the other square too.
    pub const fn takes(self, other: Square) -> bool {
        self.row <= other.row && self.col <= other.col
    }

    /// Returns the same square of the bar turned over, rows for columns.
    pub const fn mirrored(self) -> Self {
        Square { row: self.col, col: self.row }
    }
}

impl From<(u8, u8)> for Square {
    fn from((row, col): (u8, u8)) -> Self {
        Square { row, col }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{},{}", self.row, self.col))
    }
}

impl FromStr for Square {
    type Err = ParseError;

    /// Reads `3,4` or `3 4`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let accepted = "a square is its row and its column, as in 3,4 or 3 4";
        let Some((row, col)) = lengths::pair(text) else {
            return Err(ParseError::new(format!("{} is not a square", quoted(text.trim())), accepted));
        };
        let read = |part: &str| match lengths::number(part) {
            Some(n) if n > 0 => Ok(n),
            _ => Err(ParseError::new(format!("{} is not a number from 1 to {MOST}", quoted(part)), accepted)),
        };
        Ok(Square { row: read(row)?, col: read(col)? })
    }
}

/// What is left of a bar: the lengths of its rows, longest first, empty rows left out.
///
/// Written `10,10,10,8^5` or, the same, `10^3,8^5`; the empty bar is `0`.
///
/// ```
/// use lastbite::Rows;
/// let rows: Rows = "10,10,10,8^5".parse()?;
/// assert_eq!(rows, "10^3,8^5".parse()?);
/// assert_eq!(rows.to_string(), "10^3,8^5");
/// assert_eq!(rows.area(), 70);
/// # Ok::<(), lastbite::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Rows(Vec<u8>);

impl Rows {
    /// Makes a position from row lengths; they must not grow downwards.
    pub fn new(lengths: &[u8]) -> Result<Self, ParseError> {
        let accepted =
            "row lengths go from long to short, as in 10,10,8 or 10^2,8, at most 99 rows of at most 99";
        if let Some(pair) = lengths.windows(2).find(|pair| pair[0] < pair[1]) {
            let wrong = format!("a row of {} cannot lie below a row of {}", pair[1], pair[0]);
            return Err(ParseError::new(wrong, accepted));
        }
        if lengths.len() > MOST.into() || lengths.iter().any(|&n| n > MOST) {
            return Err(ParseError::new("that is larger than any bar", accepted));
        }
        Ok(Self::trimmed(lengths.to_vec()))
    }

    /// Makes the whole bar of `rows` x `cols` squares; a side of more than [`MOST`] is cut to that.
    pub fn bar(rows: u8, cols: u8) -> Self {
        Self::trimmed(vec![cols.min(MOST); rows.min(MOST).into()])
    }

    fn trimmed(mut lengths: Vec<u8>) -> Self {
        let filled = lengths.iter().position(|&n| n == 0).unwrap_or(lengths.len());
        lengths.truncate(filled);
        Rows(lengths)
    }

    /// Returns the row lengths, longest first, without empty rows.
    pub fn lengths(&self) -> &[u8] {
        &self.0
    }

    /// Counts the rows that have a square left.
    pub fn rows(&self) -> u8 {
        self.0.len() as u8
    }

    /// Counts the columns that have a square left.
    pub fn cols(&self) -> u8 {
        self.0.first().copied().unwrap_or(0)
    }

    /// Counts the squares that are left.
    pub fn area(&self) -> usize {
        self.0.iter().map(|&n| usize::from(n)).sum()
    }

    /// Says whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Says whether a square is still there.
    pub fn has(&self, square: Square) -> bool {
        square.row > 0
            && square.col > 0
            && self.0.get(usize::from(square.row) - 1).is_some_and(|&n| n >= square.col)
    }

    /// Lists the squares that are left, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        self.0.iter().zip(1u8..).flat_map(|(&length, row)| (1..=length).map(move |col| Square { row, col }))
    }

    /// Returns what a bite leaves; a square that is not there leaves everything.
    pub fn bitten(&self, bite: Bite) -> Self {
        let mut left = self.0.clone();
        if self.has(bite) {
            for length in &mut left[usize::from(bite.row) - 1..] {
                *length = (*length).min(bite.col - 1);
            }
        }
        Self::trimmed(left)
    }

    /// Returns the same position turned over, rows for columns: it has the same outcome.
    pub fn mirrored(&self) -> Self {
        Rows((1..=self.cols()).map(|col| self.0.iter().filter(|&&n| n >= col).count() as u8).collect())
    }
}

impl fmt::Display for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        lengths::write(f, &self.0)
    }
}

impl FromStr for Rows {
    type Err = ParseError;

    /// Reads row lengths from long to short: `10,10,10,8^5` or `10^3,8^5`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let accepted = "a position is its row lengths from long to short, as in 10,10,8 or 10^2,8";
        Self::new(&lengths::read(text, accepted)?)
    }
}

/// The rules of Chomp on one bar: its size and where the poison is.
///
/// Written `chomp:8x10`, or `chomp:8x10@3,4` with the poison elsewhere than at the upper left. Bites always
/// go down and to the right. A bite that takes the poison, anywhere at or above and to the left of it, is a
/// [blunder](Game::is_blunder).
///
/// ```
/// use lastbite::{Chomp, Game, Square};
/// let chomp: Chomp = "chomp:3x4".parse()?;
/// let left = chomp.play(&chomp.start(), Square::new(2, 3)).unwrap();
/// assert_eq!(left.to_string(), "4,2,2");
/// # Ok::<(), lastbite::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chomp {
    rows: u8,
    cols: u8,
    poison: Square,
}

/// A bar that cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BarError {
    /// Too few or too many rows or columns.
    #[error("a bar of {rows}x{cols} cannot be made; rows and columns go from 1 to {MOST} each")]
    Size {
        /// The rows asked for.
        rows: u8,
        /// The columns asked for.
        cols: u8,
    },
    /// The poison would lie off the bar.
    #[error(
        "the poison at {poison} lies off the {rows}x{cols} bar; its row goes from 1 to {rows}, its column from 1 to {cols}"
    )]
    Poison {
        /// Where the poison was asked for.
        poison: Square,
        /// The rows of the bar.
        rows: u8,
        /// The columns of the bar.
        cols: u8,
    },
}

impl Chomp {
    /// Makes a bar of `rows` x `cols` with the poison at the upper left.
    pub fn new(rows: u8, cols: u8) -> Result<Self, BarError> {
        let fits = |n| (1..=MOST).contains(&n);
        if fits(rows) && fits(cols) {
            Ok(Chomp { rows, cols, poison: Square::new(1, 1) })
        } else {
            Err(BarError::Size { rows, cols })
        }
    }

    /// Puts the poison on another square.
    pub fn with_poison(self, poison: impl Into<Square>) -> Result<Self, BarError> {
        let poison = poison.into();
        if (1..=self.rows).contains(&poison.row) && (1..=self.cols).contains(&poison.col) {
            Ok(Chomp { poison, ..self })
        } else {
            Err(BarError::Poison { poison, rows: self.rows, cols: self.cols })
        }
    }

    /// Returns the number of rows of the whole bar.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// Returns the number of columns of the whole bar.
    pub fn cols(&self) -> u8 {
        self.cols
    }

    /// Returns the poisoned square.
    pub fn poison(&self) -> Square {
        self.poison
    }

    /// Says whether the poison is where the textbooks have it, at the upper left.
    pub fn is_classic(&self) -> bool {
        self.poison == Square::new(1, 1)
    }

    /// Checks that a position can occur on this bar.
    pub fn fits(&self, rows: &Rows) -> Result<(), ParseError> {
        if rows.rows() <= self.rows && rows.cols() <= self.cols {
            return Ok(());
        }
        Err(ParseError::new(
            format!("the position {rows} is larger than the bar"),
            format!(
                "at most {} rows of at most {} squares fit {}x{}",
                self.rows, self.cols, self.rows, self.cols
            ),
        ))
    }
}

impl fmt::Display for Chomp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = format!("chomp:{}x{}", self.rows, self.cols);
        f.pad(&if self.is_classic() { size } else { format!("{size}@{}", self.poison) })
    }
}

impl FromStr for Chomp {
    type Err = ParseError;

    /// Reads `chomp:8x10`, `8x10` or `8 10`, each with `@3,4` where the poison is elsewhere.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let accepted = format!(
            "a bar is rows x columns, each from 1 to {MOST}, as in 4x7, or 4x7@2,3 with the poison on square 2,3"
        );
        let text = text.trim();
        let bare = text.strip_prefix("chomp:").unwrap_or(text);
        let (size, poison) = match bare.split_once('@') {
            Some((size, poison)) => (size, Some(poison)),
            None => (bare, None),
        };
        let sides = size.split_once(['x', 'X', '×']).or_else(|| lengths::pair(size));
        let Some((rows, cols)) = sides else {
            return Err(ParseError::new(format!("{} is not the size of a bar", quoted(text)), accepted));
        };
        let side = |part: &str| match lengths::number(part) {
            Some(n) if n > 0 => Ok(n),
            _ if part.trim().is_empty() => {
                Err(ParseError::new(format!("{} lacks one of its two sides", quoted(text)), accepted.clone()))
            }
            _ => {
                let wrong = format!("{} is not a number from 1 to {MOST}", quoted(part.trim()));
                Err(ParseError::new(wrong, accepted.clone()))
            }
        };
        let (rows, cols) = (side(rows)?, side(cols)?);
        let bar = Chomp { rows, cols, poison: Square::new(1, 1) };
        match poison {
            None => Ok(bar),
            Some(square) => bar
                .with_poison(square.parse::<Square>()?)
                .map_err(|e| ParseError::new(e.to_string(), accepted)),
        }
    }
}

impl Game for Chomp {
    type Position = Rows;
    type Move = Bite;

    fn start(&self) -> Rows {
        Rows::bar(self.rows, self.cols)
    }

    fn moves(&self, rows: &Rows) -> impl Iterator<Item = Bite> {
        let poison = self.poison;
        let there = rows.has(poison);
        rows.squares().filter(move |square| there && !square.takes(poison))
    }

    fn play_unchecked(&self, rows: &Rows, bite: Bite) -> Rows {
        rows.bitten(bite)
    }

    fn check(&self, rows: &Rows, bite: Bite) -> Result<(), IllegalMove> {
        let what = Place::Square(bite.row, bite.col);
        if !rows.has(self.poison) {
            Err(IllegalMove::Over)
        } else if !(1..=self.rows).contains(&bite.row) || !(1..=self.cols).contains(&bite.col) {
            Err(IllegalMove::OffTheBoard { what, accepted: Extent::Bar(self.rows, self.cols) })
        } else if !rows.has(bite) {
            Err(IllegalMove::AlreadyTaken(what))
        } else if bite.takes(self.poison) {
            Err(IllegalMove::Blunder)
        } else {
            Ok(())
        }
    }

    fn position(&self, text: &str) -> Result<Rows, ParseError> {
        let rows = text.parse()?;
        self.fits(&rows)?;
        Ok(rows)
    }

    fn parse_move(&self, text: &str) -> Result<Bite, ParseError> {
        text.parse()
    }

    fn size(&self, rows: &Rows) -> usize {
        rows.area()
    }

    /// Returns the bite furthest right in the lowest row that has a sensible one.
    fn stalling_move(&self, rows: &Rows) -> Option<Bite> {
        if !rows.has(self.poison) {
            return None;
        }
        let end_of = |row: u8| Square { row, col: rows.lengths()[usize::from(row) - 1] };
        (1..=rows.rows()).rev().map(end_of).find(|end| !end.takes(self.poison))
    }

    fn final_outcome(&self, rows: &Rows) -> Outcome {
        if rows.has(self.poison) { Outcome::Loss } else { Outcome::Win }
    }
}

/// Where the corner that the bites go away from is drawn: some people learn Chomp mirrored.
///
/// Only the picture turns. Row 1 and column 1 are drawn at this corner, so every square keeps its name, and
/// a bite always takes its square and everything further from the corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Corner {
    /// Bites go down and to the right, as everywhere in this project.
    #[default]
    UpperLeft,
    /// Bites go down and to the left.
    UpperRight,
    /// Bites go up and to the right.
    LowerLeft,
    /// Bites go up and to the left.
    LowerRight,
}

impl Corner {
    /// Every corner.
    pub const ALL: [Corner; 4] =
        [Corner::UpperLeft, Corner::UpperRight, Corner::LowerLeft, Corner::LowerRight];

    fn lower(self) -> bool {
        matches!(self, Corner::LowerLeft | Corner::LowerRight)
    }

    fn right(self) -> bool {
        matches!(self, Corner::UpperRight | Corner::LowerRight)
    }

    /// Lists the rows as they are drawn, from the top of the picture to its bottom.
    pub fn rows(self, rows: u8) -> impl Iterator<Item = u8> {
        (1..=rows).map(move |row| if self.lower() { rows - row + 1 } else { row })
    }

    /// Lists the columns as they are drawn, from the left of the picture to its right.
    pub fn cols(self, cols: u8) -> impl Iterator<Item = u8> {
        (1..=cols).map(move |col| if self.right() { cols - col + 1 } else { col })
    }

    /// Returns the square that is drawn at a place of the picture, counted from 1 at the picture's upper left.
    ///
    /// The same call leads back: it also returns the place at which a square is drawn.
    ///
    /// ```
    /// use lastbite::{Chomp, Corner, Square};
    /// let bar = Chomp::new(4, 7).unwrap();
    /// let place = Square::new(4, 1);
    /// assert_eq!(Corner::LowerLeft.square_at(&bar, place), Square::new(1, 1));
    /// assert_eq!(Corner::LowerLeft.square_at(&bar, Square::new(1, 1)), place);
    /// ```
    pub fn square_at(self, bar: &Chomp, place: Square) -> Square {
        let turn = |n: u8, most: u8, turned: bool| if turned { (most + 1).saturating_sub(n) } else { n };
        Square { row: turn(place.row, bar.rows, self.lower()), col: turn(place.col, bar.cols, self.right()) }
    }
}

impl fmt::Display for Corner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Corner::UpperLeft => "upper-left",
            Corner::UpperRight => "upper-right",
            Corner::LowerLeft => "lower-left",
            Corner::LowerRight => "lower-right",
        })
    }
}

impl FromStr for Corner {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        one_of(
            &Corner::ALL,
            text,
            "a corner",
            "a corner is upper-left, upper-right, lower-left or lower-right",
        )
    }
}
