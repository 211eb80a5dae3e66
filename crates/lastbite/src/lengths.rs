//! The notation that both games share: numbers with commas, and `8^5` for five eights.

use std::fmt;

use crate::game::{ParseError, quoted};

/// The most rows, columns, heaps or stones there can be.
pub const MOST: u8 = 99;

/// Writes `10,10,10,8,8` as `10^3,8,8`: three or more equal numbers in a row are written once.
pub(crate) fn write(f: &mut fmt::Formatter<'_>, numbers: &[u8]) -> fmt::Result {
    if numbers.is_empty() {
        return f.pad("0");
    }
    let runs: Vec<String> = numbers
        .chunk_by(|a, b| a == b)
        .map(|run| match run.len() {
            1 => format!("{}", run[0]),
            2 => format!("{0},{0}", run[0]),
            n => format!("{}^{n}", run[0]),
        })
        .collect();
    f.pad(&runs.join(","))
}

/// Reads `10,10,10,8^5` or `10^3,8^5`; at most [`MOST`] numbers of at most [`MOST`].
pub(crate) fn read(text: &str, accepted: &str) -> Result<Vec<u8>, ParseError> {
    let bad = |wrong: String| Err(ParseError::new(wrong, accepted));
    let mut numbers = Vec::new();
    for part in text.split(',') {
        let (value, times) = match part.split_once('^') {
            Some((value, times)) => (number(value), number(times)),
            None => (number(part), Some(1)),
        };
        let (Some(value), Some(times)) = (value, times) else {
            return bad(format!("{} is not a number from 0 to {MOST}", quoted(part.trim())));
        };
        if times == 0 {
            return bad(format!("{} repeats a number no times", quoted(part.trim())));
        }
        if numbers.len() + usize::from(times) > usize::from(MOST) {
            return bad(format!("there are more than {MOST} numbers"));
        }
        numbers.extend(std::iter::repeat_n(value, times.into()));
    }
    Ok(numbers)
}

/// Reads a number from 0 to [`MOST`], digits only.
pub(crate) fn number(text: &str) -> Option<u8> {
    let text = text.trim();
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let value: u8 = if digits { text.parse().ok()? } else { return None };
    (value <= MOST).then_some(value)
}

/// Reads two numbers as people write them: `3,4`, `3 4`, `3, 4`.
pub(crate) fn pair(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let (first, second) = text.split_once(',').or_else(|| text.split_once(char::is_whitespace))?;
    Some((first.trim(), second.trim()))
}
