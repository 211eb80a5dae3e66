//! The notation that all games share: numbers with commas, `8^5` for five eights, names, and how invalid
//! texts are quoted.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

/// The most rows, columns, heaps or stones there can be, far more than can be solved.
pub const MOST: u32 = 1_000_000;

/// The most squares or stones a game can have in all.
pub const MOST_PIECES: u64 = 100_000_000;

/// Text that somebody typed, shortened and without unprintable characters, so that it fits into a sentence.
///
/// ```
/// use lastbite_work::notation::Quoted;
/// assert_eq!(Quoted::new("4x").to_string(), "'4x'");
/// assert_eq!(Quoted::new("\u{1b}[31m").to_string(), "'\u{fffd}[31m'");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Quoted(String);

impl Quoted {
    const LONGEST: usize = 40;

    /// Quotes a text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Quoted(one_line(text, Self::LONGEST))
    }
}

/// Says whether a character would change the text around it instead of being shown: control characters, line
/// breaks, and those that change the direction of writing, which can make a text read as another one.
#[must_use]
pub fn is_unprintable(c: char) -> bool {
    let breaks_lines = matches!(c, '\u{2028}' | '\u{2029}');
    let turns =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || breaks_lines || turns
}

/// Makes one line of an untrusted text, without control characters or any that change the direction of
/// writing, and with at most this many characters.
///
/// ```
/// assert_eq!(lastbite_work::notation::one_line("two\nlines", 40), "two\u{fffd}lines");
/// assert_eq!(lastbite_work::notation::one_line("\u{202e}4x3", 40), "\u{fffd}4x3");
/// assert_eq!(lastbite_work::notation::one_line("too long", 3), "too…");
/// ```
#[must_use]
pub fn one_line(text: &str, most: usize) -> String {
    let clean = text.trim().chars().map(|c| if is_unprintable(c) { '\u{fffd}' } else { c });
    let mut line: String = clean.take(most + 1).collect();
    if line.chars().count() > most {
        line.pop();
        line.push('…');
    }
    line
}

impl fmt::Display for Quoted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}'", self.0)
    }
}

/// A name that is not one of the known ones.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{given} is not {what}; {accepted}")]
pub struct UnknownName {
    /// What was given.
    pub given: Quoted,
    /// What kind of name was expected.
    pub what: &'static str,
    /// Which names are accepted.
    pub accepted: &'static str,
}

/// Finds the thing of that name.
pub fn named<T: Copy + fmt::Display>(
    all: &[T],
    text: &str,
    what: &'static str,
    accepted: &'static str,
) -> Result<T, UnknownName> {
    let name = text.trim();
    let found = all.iter().find(|thing| thing.to_string() == name);
    found.copied().ok_or_else(|| UnknownName { given: Quoted::new(name), what, accepted })
}

/// A list of numbers that cannot be read; what is accepted depends on what they are for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ListError {
    /// A part of it is not a number.
    #[error("{0} is not a whole number from 0 to {most}", most = grouped(MOST.into()))]
    NotANumber(Quoted),
    /// A part of it repeats a number zero times.
    #[error("{0} repeats a number 0 times")]
    NoTimes(Quoted),
    /// There are too many numbers.
    #[error("there are more than {most} numbers", most = grouped(MOST.into()))]
    TooMany,
}

/// Writes `10,10,10,8,8` as `10^3,8,8`: three or more equal numbers in a row are written once.
pub fn write_list(f: &mut fmt::Formatter<'_>, numbers: &[u32]) -> fmt::Result {
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
pub fn read_list(text: &str) -> Result<Vec<u32>, ListError> {
    let mut numbers = Vec::new();
    for part in text.split(',') {
        let (value, times) = match part.split_once('^') {
            Some((value, times)) => (number(value), number(times)),
            None => (number(part), Some(1)),
        };
        let (Some(value), Some(times)) = (value, times) else {
            return Err(ListError::NotANumber(Quoted::new(part)));
        };
        if times == 0 {
            return Err(ListError::NoTimes(Quoted::new(part)));
        }
        if numbers.len() as u64 + u64::from(times) > u64::from(MOST) {
            return Err(ListError::TooMany);
        }
        numbers.extend(std::iter::repeat_n(value, times as usize));
    }
    Ok(numbers)
}

/// Counts the numbers that the lists of a text stand for, without reading them: `3,4^10` stands for 11.
///
/// ```
/// assert_eq!(lastbite_work::notation::count_of_numbers("nim:3,4^10+kayles:1^1000000"), 1_000_011);
/// ```
#[must_use]
pub fn count_of_numbers(text: &str) -> u64 {
    let times = |part: &str| match part.split_once('^') {
        Some((_, times)) => {
            let digits: String = times.trim_start().chars().take_while(char::is_ascii_digit).collect();
            digits.parse().unwrap_or(if digits.is_empty() { 1 } else { u64::MAX })
        }
        None => 1,
    };
    text.split([',', '+']).map(times).fold(0, u64::saturating_add)
}

/// Reads a number from 0 to [`MOST`], digits only.
pub fn number(text: &str) -> Option<u32> {
    let text = text.trim();
    // `parse` alone would accept a sign.
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    let value: u32 = if digits { text.parse().ok()? } else { return None };
    (value <= MOST).then_some(value)
}

/// Reads two numbers as people write them: `3,4`, `3 4`, `3.4`, `3;4`, `(3, 4)`.
pub fn pair(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let bare = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text).trim();
    let (first, second) =
        bare.split_once([',', ';', '.']).or_else(|| bare.split_once(char::is_whitespace))?;
    Some((first.trim(), second.trim()))
}

/// Writes a number with commas between its thousands: `43,757`.
///
/// ```
/// assert_eq!(lastbite_work::notation::grouped(43_757), "43,757");
/// ```
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A number of bytes, written as people write it: `49.3 MB`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 7] = ["bytes", "kB", "MB", "GB", "TB", "PB", "EB"];
        match self.0 {
            u64::MAX => return f.pad("18 EB or more"),
            1 => return f.pad("1 byte"),
            _ => {}
        }
        let (mut scaled, mut unit) = (self.0 as f64, 0);
        // There are enough units: a 64-bit count of bytes is at most 18.4 EB.
        while scaled >= 999.95 {
            scaled /= 1000.0;
            unit += 1;
        }
        let digits = if unit == 0 { 0 } else { 1 };
        f.pad(&format!("{scaled:.digits$} {}", UNITS[unit]))
    }
}

impl FromStr for Bytes {
    type Err = BytesError;

    /// Reads an amount of memory: `8G`, `1.5GiB`, `500 MB`, `1000000`; units are powers of 1024.
    fn from_str(text: &str) -> Result<Self, BytesError> {
        let wrong = || BytesError(Quoted::new(text));
        let trimmed = text.trim().trim_end_matches(['B', 'b']).trim_end_matches('i');
        let unit: u64 = match trimmed.chars().last().ok_or_else(wrong)?.to_ascii_uppercase() {
            'K' => 1 << 10,
            'M' => 1 << 20,
            'G' => 1 << 30,
            'T' => 1 << 40,
            '0'..='9' => 1,
            _ => return Err(wrong()),
        };
        let number: f64 =
            trimmed.trim_end_matches(char::is_alphabetic).trim().parse().map_err(|_| wrong())?;
        let bytes = number * unit as f64;
        if bytes >= 1.0 && bytes < u64::MAX as f64 { Ok(Self(bytes as u64)) } else { Err(wrong()) }
    }
}

/// A text that is not an amount of memory.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "{0} is not an amount of memory; memory is a number of bytes, or one with K, M, G or T, as in 500M or 8G"
)]
pub struct BytesError(Quoted);

/// A text that is not a range.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "{text} is not a range; a range is a number from 1 to {} or two of them, as in 2..10",
    grouped(MOST.into())
)]
pub struct RangeError {
    text: Quoted,
}

/// Reads `7`, `2..10`, `2..=10` or `2-10`, rows or columns; both ends are included.
///
/// # Errors
///
/// When it is no range, or leads beyond [`MOST`].
pub fn parse_range(text: &str) -> Result<RangeInclusive<u32>, RangeError> {
    let wrong = || RangeError { text: Quoted::new(text) };
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

/// Joins words as in a sentence; words that contain commas are separated by semicolons.
///
/// ```
/// assert_eq!(lastbite_work::notation::listed(&[1, 2, 3]), "1, 2 and 3");
/// assert_eq!(lastbite_work::notation::listed(&["2,9", "3,6", "5,4"]), "2,9; 3,6 and 5,4");
/// ```
#[must_use]
pub fn listed<T: ToString>(things: &[T]) -> String {
    let words: Vec<String> = things.iter().map(T::to_string).collect();
    match words.split_last() {
        None => "none".into(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => {
            let gap = if words.iter().any(|word| word.contains(',')) { "; " } else { ", " };
            format!("{} and {last}", rest.join(gap))
        }
    }
}

/// Writes a number of things with singular or plural: `1 square`, `1,200 squares`.
///
/// ```
/// assert_eq!(lastbite_work::notation::counted(1, "square"), "1 square");
/// assert_eq!(lastbite_work::notation::counted(1200, "square"), "1,200 squares");
/// ```
#[must_use]
pub fn counted(number: u64, thing: &str) -> String {
    match number {
        1 => format!("1 {thing}"),
        many => format!("{} {thing}s", grouped(many)),
    }
}

/// Uses the text of a type as its JSON, both ways: [`Display`](fmt::Display) writes it and [`FromStr`] reads
/// it.
#[cfg(feature = "serde")]
#[macro_export]
macro_rules! in_json {
    ($($Type:ty),* $(,)?) => {$(
        impl serde::Serialize for $Type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $Type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'_, str> as serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    )*};
}

/// Writes moves one after another with clear separators: some contain commas or spaces.
#[must_use]
pub fn moves_apart(moves: &[String]) -> String {
    let any_has = |sign: char| moves.iter().any(|mv| mv.contains(sign));
    moves.join(match (any_has(','), any_has(' ')) {
        (_, true) => "; ",
        (true, false) => "  ",
        (false, false) => ", ",
    })
}

/// Says that there is no such heap or game, and which there are: `heap 4 is not there: heaps are 1 to 3`.
pub fn not_there(what: &str, number: impl fmt::Display, many: usize) -> String {
    match many {
        1 => format!("{what} {number} is not there: there is only {what} 1"),
        _ => format!("{what} {number} is not there: {what}s are 1 to {many}"),
    }
}

/// Heaps that cannot be made: none, too many, or too large.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{heaps} heaps with {stones} stones cannot be made; there are 1 to {most} heaps of at most {most} stones, and {all} stones in all",
    most = grouped(MOST.into()), all = grouped(MOST_PIECES)
)]
pub struct HeapsSize {
    /// How many heaps were asked for.
    pub heaps: usize,
    /// How many stones in all.
    pub stones: u64,
}

impl HeapsSize {
    /// Checks that heaps can be made: their number, the stones of each, and all of them together.
    pub fn check(heaps: &[u32]) -> Result<(), HeapsSize> {
        let stones = heaps.iter().map(|&stones| u64::from(stones)).sum();
        let large = heaps.iter().any(|&heap| heap > MOST) || stones > MOST_PIECES;
        if heaps.is_empty() || heaps.len() > MOST as usize || large {
            return Err(HeapsSize { heaps: heaps.len(), stones });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_as_people_write_it() {
        let read = |text: &str| text.parse().map(|Bytes(bytes)| bytes);
        assert_eq!(read("8G"), Ok(8 << 30));
        assert_eq!(read("1.5GiB"), Ok(3 << 29));
        assert_eq!(read("500 MB"), Ok(500 << 20));
        assert_eq!(read("4096"), Ok(4096));
        for wrong in ["", "G", "8X", "-1", "0", "many", "nan", "1e99G", "G8"] {
            assert!(read(wrong).unwrap_err().to_string().contains("as in 500M or 8G"), "{wrong}");
        }
    }

    #[test]
    fn ranges_and_numbers_are_read_as_people_write_them() {
        assert_eq!(parse_range("2..10"), Ok(2..=10));
        assert_eq!(parse_range("2..=10"), Ok(2..=10));
        assert_eq!(parse_range("2-10"), Ok(2..=10));
        assert_eq!(parse_range("7"), Ok(7..=7));
        for wrong in ["", "..", "0..3", "3..2", "2..1000001", "a..b", "2..", "-3"] {
            assert!(parse_range(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn words_are_joined_as_in_a_sentence() {
        assert_eq!(listed(&["4,9", "5,6"]), "4,9 and 5,6");
        assert_eq!(listed(&["1", "2", "3"]), "1, 2 and 3");
        assert_eq!(listed(&["2,9", "3,6", "5,4"]), "2,9; 3,6 and 5,4");
        assert_eq!(listed::<String>(&[]), "none");
    }

    #[test]
    fn pairs_are_read_as_people_write_them() {
        for text in ["3,4", "3 4", " 3 , 4 ", "(3,4)", "(3 4)", "3.4", "3;4"] {
            assert_eq!(pair(text), Some(("3", "4")), "{text}");
        }
        assert_eq!(pair("34"), None);
    }

    #[test]
    fn quotes_are_short_and_clean() {
        assert_eq!(Quoted::new(&"x".repeat(41)).to_string(), format!("'{}…'", "x".repeat(40)));
        assert_eq!(Quoted::new(&"x".repeat(40)).to_string(), format!("'{}'", "x".repeat(40)));
        assert_eq!(Quoted::new("a\u{7}b").to_string(), "'a\u{fffd}b'");
    }

    #[test]
    fn nothing_that_turns_the_direction_of_writing_is_let_through() {
        let turning =
            "\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}";
        for evil in turning.chars().chain("\n\u{1b}\u{9b}\u{7f}\u{2028}\u{2029}".chars()) {
            let text = format!("4{evil}x");
            assert_eq!(Quoted::new(&text).to_string(), "'4\u{fffd}x'", "{evil:?}");
            let said = [
                text.parse::<Bytes>().unwrap_err().to_string(),
                parse_range(&text).unwrap_err().to_string(),
                crate::arguments::parse_number("-n", &text, 9).unwrap_err(),
            ];
            assert!(said.iter().all(|said| said.contains("'4\u{fffd}x'")), "{said:?}");
        }
        // Real writing passes: an e with a separate accent, Hebrew, a family joined from two people.
        let harmless = "e\u{301} \u{5d0} \u{1f468}\u{200d}\u{1f467}";
        assert_eq!(one_line(harmless, 40), harmless);
    }

    #[test]
    fn one_sees_where_a_move_ends() {
        let apart = |moves: &[&str]| moves_apart(&moves.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(apart(&["1,6", "2,5"]), "1,6  2,5");
        assert_eq!(apart(&["12", "9"]), "12, 9");
        assert_eq!(apart(&["1 from 1", "2 from 3"]), "1 from 1; 2 from 3");
        assert_eq!(apart(&["2 from 1 leaving 3,4", "1 from 1"]), "2 from 1 leaving 3,4; 1 from 1");
    }

    #[test]
    fn what_is_not_there_is_told_with_what_is() {
        assert_eq!(not_there("heap", 4, 3), "heap 4 is not there: heaps are 1 to 3");
        assert_eq!(not_there("heap", 2, 1), "heap 2 is not there: there is only heap 1");
    }

    #[test]
    fn heaps_are_bounded_in_number_in_size_and_in_all() {
        assert_eq!(HeapsSize::check(&[0, MOST]), Ok(()));
        for (heaps, stones) in [(vec![], 0), (vec![MOST + 1], 1_000_001), (vec![MOST; 101], 101_000_000)] {
            assert_eq!(HeapsSize::check(&heaps), Err(HeapsSize { heaps: heaps.len(), stones }));
        }
        assert!(HeapsSize::check(&vec![0; MOST as usize + 1]).is_err());
    }

    #[test]
    fn bytes_are_written_for_people() {
        let numbers = [0, 1, 999, 49_300_000, 999_960, 1 << 30, u64::MAX - 1, u64::MAX];
        assert_eq!(
            numbers.map(|n| Bytes(n).to_string()),
            ["0 bytes", "1 byte", "999 bytes", "49.3 MB", "1.0 MB", "1.1 GB", "18.4 EB", "18 EB or more"]
        );
    }

    #[test]
    fn numbers_are_digits_and_nothing_else() {
        assert_eq!([" 12 ", "0", "1000000"].map(number), [Some(12), Some(0), Some(MOST)]);
        for wrong in ["", " ", "+1", "-1", "1.0", "1e3", "x", "1000001", "99999999999"] {
            assert_eq!(number(wrong), None, "{wrong:?}");
        }
    }
}
