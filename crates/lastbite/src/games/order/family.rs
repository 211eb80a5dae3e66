//! Families of games that are solved together, as people name them: `2..10` and `2..14`, `2x3` and `1..20`,
//! `divisors:1..100`.

use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

use crate::notation::{Quoted, RangeError, parse_range};

/// Games that are solved together. Whoever solves a family has to say how each kind is solved, so a new kind breaks every `match`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Family {
    /// The bars of these rows and columns.
    Bars(RangeInclusive<u32>, RangeInclusive<u32>),
    /// The boxes on some sides, of each of these lengths.
    Boxes(Vec<u32>, RangeInclusive<u32>),
    /// The divisors of each of these numbers.
    Divisors(RangeInclusive<u32>),
}

/// The first half of a family's name: what the columns are added to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Beginning {
    /// The rows of bars.
    Rows(RangeInclusive<u32>),
    /// The sides of boxes, before the length is added.
    Sides(Vec<u32>),
    /// Numbers, which have no columns.
    Divisors(RangeInclusive<u32>),
}

/// Why a text names no family.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FamilyError {
    /// A range cannot be read.
    #[error(transparent)]
    Range(#[from] RangeError),
    /// The side of a box cannot be read.
    #[error("a side of a box is a whole number from 1 to {LONGEST}, not {0}")]
    Side(Quoted),
    /// Bars and boxes lack their second half.
    #[error("give the columns as well, as in 2..10 2..14, or 2x3 1..20")]
    NoColumns,
    /// Numbers have no second half.
    #[error("numbers have no columns: write just divisors:1..100")]
    Columns,
}

/// The longest side of a box.
const LONGEST: u32 = 4096;

/// Reads `2..10`, `2x3` or `divisors:1..100`.
impl FromStr for Beginning {
    type Err = FamilyError;

    fn from_str(text: &str) -> Result<Self, FamilyError> {
        if let Some(numbers) = text.strip_prefix("divisors:") {
            return Ok(Beginning::Divisors(parse_range(numbers)?));
        }
        let sides: Vec<&str> = text.split(['x', 'X', '×']).collect();
        match sides.as_slice() {
            [_] => Ok(Beginning::Rows(parse_range(text)?)),
            sides => {
                let side = |side: &&str| match side.trim().parse() {
                    Ok(side) if (1..=LONGEST).contains(&side) => Ok(side),
                    _ => Err(FamilyError::Side(Quoted::new(side))),
                };
                sides.iter().map(side).collect::<Result<_, _>>().map(Beginning::Sides)
            }
        }
    }
}

impl Family {
    /// Reads both halves of a name.
    ///
    /// ```
    /// use lastbite::games::order::{Family, FamilyError};
    ///
    /// assert_eq!(Family::read("2..4", Some("5")), Ok(Family::Bars(2..=4, 5..=5)));
    /// assert_eq!(Family::read("2x3", Some("1..9")), Ok(Family::Boxes(vec![2, 3], 1..=9)));
    /// assert_eq!(Family::read("divisors:1..9", None), Ok(Family::Divisors(1..=9)));
    /// assert_eq!(Family::read("2..4", None), Err(FamilyError::NoColumns));
    /// ```
    ///
    /// # Errors
    ///
    /// When a half cannot be read, is missing or is one too many.
    pub fn read(rows: &str, cols: Option<&str>) -> Result<Self, FamilyError> {
        Family::of(rows.parse()?, cols.map(parse_range).transpose()?)
    }

    /// Puts both halves together.
    ///
    /// # Errors
    ///
    /// When the second half is missing, or one too many.
    pub fn of(beginning: Beginning, cols: Option<RangeInclusive<u32>>) -> Result<Self, FamilyError> {
        match (beginning, cols) {
            (Beginning::Rows(rows), Some(cols)) => Ok(Family::Bars(rows, cols)),
            (Beginning::Sides(sides), Some(lengths)) => Ok(Family::Boxes(sides, lengths)),
            (Beginning::Divisors(numbers), None) => Ok(Family::Divisors(numbers)),
            (Beginning::Divisors(_), Some(_)) => Err(FamilyError::Columns),
            (Beginning::Rows(_) | Beginning::Sides(_), None) => Err(FamilyError::NoColumns),
        }
    }
}
