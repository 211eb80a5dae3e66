//! Families of games that are solved together, as people name them: `2..10` and `2..14`, `2x3` and `1..20`,
//! `divisors:1..100`.

use std::ops::RangeInclusive;

use crate::notation::{parse_number, parse_range};

/// Games that are solved together.
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
pub enum Beginning {
    /// The rows of bars.
    Rows(RangeInclusive<u32>),
    /// The sides of boxes, before the length is added.
    Sides(Vec<u32>),
    /// Numbers, which have no columns.
    Divisors(RangeInclusive<u32>),
}

impl Beginning {
    /// Reads `2..10`, `2x3` or `divisors:1..100`.
    ///
    /// # Errors
    ///
    /// A sentence that says what is accepted.
    pub fn read(text: &str) -> Result<Self, String> {
        /// The longest side of a box.
        const LONGEST: u64 = 4096;
        if let Some(numbers) = text.strip_prefix("divisors:") {
            return parse_range(numbers).map(Beginning::Divisors);
        }
        let sides: Vec<&str> = text.split(['x', 'X', '×']).collect();
        match sides.as_slice() {
            [_] => parse_range(text).map(Beginning::Rows),
            sides => {
                let side = |side: &&str| parse_number("a side of a box", side, LONGEST).map(|side| side as u32);
                sides.iter().map(side).collect::<Result<_, _>>().map(Beginning::Sides)
            }
        }
    }
}

impl Family {
    /// Reads both halves of a name.
    ///
    /// ```
    /// use lastbite::games::order::Family;
    ///
    /// assert_eq!(Family::read("2..4", Some("5")), Ok(Family::Bars(2..=4, 5..=5)));
    /// assert_eq!(Family::read("2x3", Some("1..9")), Ok(Family::Boxes(vec![2, 3], 1..=9)));
    /// assert_eq!(Family::read("divisors:1..9", None), Ok(Family::Divisors(1..=9)));
    /// assert!(Family::read("2..4", None).unwrap_err().starts_with("say the columns too"));
    /// ```
    ///
    /// # Errors
    ///
    /// A sentence that says what is accepted.
    pub fn read(rows: &str, cols: Option<&str>) -> Result<Self, String> {
        let cols = cols.map(parse_range).transpose()?;
        match (Beginning::read(rows)?, cols) {
            (Beginning::Rows(rows), Some(cols)) => Ok(Family::Bars(rows, cols)),
            (Beginning::Sides(sides), Some(lengths)) => Ok(Family::Boxes(sides, lengths)),
            (Beginning::Divisors(numbers), None) => Ok(Family::Divisors(numbers)),
            (Beginning::Divisors(_), Some(_)) => {
                Err("numbers have no columns: say divisors:1..100 and nothing more".to_string())
            }
            (Beginning::Rows(_) | Beginning::Sides(_), None) => {
                Err("say the columns too, as in 2..10 and 2..14, or 2x3 and 1..20".to_string())
            }
        }
    }
}
