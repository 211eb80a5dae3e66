//! Ranges of rows or columns, as commands are given them.

use std::ops::RangeInclusive;

use lastbite::{MOST, grouped};

/// Reads `7`, `2..10`, `2..=10` or `2-10`; both ends are meant.
pub fn parse_range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let wrong = || {
        let most = grouped(MOST.into());
        format!("'{text}' is not a range; a range is a number from 1 to {most} or two of them, as in 2..10")
    };
    let number = |part: &str| match part.trim().parse::<u32>() {
        Ok(number) if (1..=MOST).contains(&number) => Ok(number),
        _ => Err(wrong()),
    };
    let ends = text.split_once("..=").or_else(|| text.split_once("..")).or_else(|| text.split_once('-'));
    let (from, to) = match ends {
        Some((from, to)) => (number(from)?, number(to)?),
        None => (number(text)?, number(text)?),
    };
    if from <= to { Ok(from..=to) } else { Err(wrong()) }
}

/// Reads a whole number from 1 to `most` that an option was given.
pub fn parse_number(option: &str, text: &str, most: u64) -> Result<u64, String> {
    let digits = text.trim().replace([',', '_'], "");
    match digits.parse() {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(format!("{option}: '{text}' is not a number from 1 to {}", grouped(most))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_people_write_them() {
        assert_eq!(parse_range("2..10"), Ok(2..=10));
        assert_eq!(parse_range("2..=10"), Ok(2..=10));
        assert_eq!(parse_range("2-10"), Ok(2..=10));
        assert_eq!(parse_range("7"), Ok(7..=7));
        for wrong in ["", "..", "0..3", "3..2", "2..1000001", "a..b", "2..", "-3"] {
            assert!(parse_range(wrong).is_err(), "{wrong}");
        }
        assert_eq!(parse_number("-n", "1,000", 2000), Ok(1000));
        assert!(parse_number("-n", "0", 2000).unwrap_err().contains("from 1 to 2,000"));
    }
}
