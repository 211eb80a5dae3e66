//! Where the first place of a grid is drawn: some people learn their games mirrored.

use std::fmt;
use std::str::FromStr;

use super::Place;
use crate::notation::{UnknownName, named};

/// Where the corner of place 1,1 is drawn: some people learn their games mirrored.
///
/// Only the picture turns. Row 1 and column 1 are drawn at this corner, so every piece keeps its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Corner {
    /// Rows go down and columns to the right, as everywhere in this project.
    #[default]
    UpperLeft,
    /// Rows go down and columns to the left.
    UpperRight,
    /// Rows go up and columns to the right.
    LowerLeft,
    /// Rows go up and columns to the left.
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

    /// Returns the place that is drawn at a place of the picture, counted from 1 at the picture's upper left.
    ///
    /// The same call works in reverse: it also returns where in the picture a place is drawn.
    ///
    /// ```
    /// use lastbite::layout::{Corner, Place};
    /// let (rows, cols) = (4, 7);
    /// assert_eq!(Corner::LowerLeft.turned((rows, cols), Place::new(4, 1)), Place::new(1, 1));
    /// assert_eq!(Corner::LowerLeft.turned((rows, cols), Place::new(1, 1)), Place::new(4, 1));
    /// ```
    #[must_use]
    pub fn turned(self, (rows, cols): (u32, u32), place: Place) -> Place {
        let turn = |n: u32, most: u32, turned: bool| if turned { (most + 1).saturating_sub(n) } else { n };
        Place { row: turn(place.row, rows, self.lower()), col: turn(place.col, cols, self.right()) }
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
