//! Where the corner of square 1,1 is drawn: some people learn Chomp mirrored.

use std::fmt;
use std::str::FromStr;

use super::bar::Chomp;
use super::square::Square;
use crate::notation::{UnknownName, named};

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
    pub fn rows(self, rows: u32) -> impl Iterator<Item = u32> {
        (1..=rows).map(move |row| if self.lower() { rows - row + 1 } else { row })
    }

    /// Lists the columns as they are drawn, from the left of the picture to its right.
    pub fn cols(self, cols: u32) -> impl Iterator<Item = u32> {
        (1..=cols).map(move |col| if self.right() { cols - col + 1 } else { col })
    }

    /// Returns the square that is drawn at a place of the picture, counted from 1 at the picture's upper left.
    ///
    /// The same call leads back: it also returns the place at which a square is drawn.
    ///
    /// ```
    /// use lastbite::games::chomp::Corner;
    /// use lastbite::{Chomp, Square};
    /// let bar = Chomp::new(4, 7).unwrap();
    /// let place = Square::new(4, 1);
    /// assert_eq!(Corner::LowerLeft.square_at(&bar, place), Square::new(1, 1));
    /// assert_eq!(Corner::LowerLeft.square_at(&bar, Square::new(1, 1)), place);
    /// ```
    #[must_use]
    pub fn square_at(self, bar: &Chomp, place: Square) -> Square {
        let turn = |n: u32, most: u32, turned: bool| if turned { (most + 1).saturating_sub(n) } else { n };
        Square {
            row: turn(place.row, bar.rows(), self.lower()),
            col: turn(place.col, bar.cols(), self.right()),
        }
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
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        named(
            &Corner::ALL,
            text,
            "a corner",
            "a corner is upper-left, upper-right, lower-left or lower-right",
        )
    }
}
