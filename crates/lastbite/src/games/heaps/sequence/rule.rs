//! Rules by which one heap becomes smaller or several: codes of digits, sets to subtract, and the two famous rules beside.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::notation::Quoted;

/// The most digits that a code has behind its point.
pub const MOST_DIGITS: usize = 64;

/// The most stones that a subtraction set names.
pub const MOST_SUBTRACTED: u32 = 100_000;

/// What may be done with one heap.
///
/// ```
/// use lastbite::games::heaps::sequence::Rule;
///
/// let kayles: Rule = "kayles".parse()?;
/// assert_eq!(kayles, "octal:0.77".parse()?);
/// assert_eq!(kayles.to_string(), "octal:0.77");
/// assert_eq!("subtract:3,1".parse::<Rule>()?.to_string(), "subtract:1,3");
/// # Ok::<(), lastbite::games::heaps::sequence::RuleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// A code of octal or hexadecimal digits.
    Code(Code),
    /// Take one of these many stones; they are in ascending order, and none is there twice.
    Subtract(Vec<u32>),
    /// Grundy's game: divide a heap into two unequal ones.
    Grundy,
    /// Lasker's Nim: take any number of stones, or divide a heap into two.
    Lasker,
}

/// The digits of a code such as `0.354`: digit i says into how many heaps what is left may be divided after i stones
/// were taken.
///
/// 1 allows none (the heap was taken whole), 2 one heap, 4 two heaps, 8 three heaps; a digit is the sum of what it allows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code(Vec<u8>);

/// Why a text is not a rule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RuleError {
    /// It has no form that is known.
    #[error(
        "{0} is not a rule for heaps: use a code such as octal:0.77, a set such as subtract:1,2,3, or kayles, dawson, treblecross, grundy or lasker"
    )]
    Form(Quoted),
    /// Something in a code is not a digit.
    #[error("{0} is not a code: use digits 0 to 9 and a to f around one point, as in 0.77 or 4.324")]
    Digits(Quoted),
    /// The digit before the point allows what would be no move.
    #[error("a code begins with 0, 4, 8 or c: without taking a stone a heap can only be divided")]
    First,
    /// There are too many digits.
    #[error("a code has at most {MOST_DIGITS} digits behind its point")]
    Long,
    /// The numbers to subtract are not usable.
    #[error("{0} is not a set to subtract: use numbers from 1 to {MOST_SUBTRACTED}, as in subtract:1,2,3")]
    Set(Quoted),
}

impl Rule {
    /// Returns what an engine needs to know.
    pub(super) fn moves(&self) -> Moves {
        let mut moves = Moves::default();
        match self {
            Rule::Code(code) => {
                for (place, digit) in code.digits().iter().enumerate() {
                    let kinds = [&mut moves.wholes, &mut moves.takes, &mut moves.splits, &mut moves.triples];
                    for (bit, kind) in kinds.into_iter().enumerate() {
                        if digit >> bit & 1 == 1 {
                            kind.push(place);
                        }
                    }
                }
                moves.last = code.digits().len() - 1;
            }
            Rule::Subtract(set) => {
                moves.takes = set.iter().map(|&stones| stones as usize).collect();
                moves.wholes.clone_from(&moves.takes);
                moves.last = moves.takes.last().copied().unwrap_or(0);
            }
            Rule::Grundy => {
                moves.splits = vec![0];
                moves.unequal = true;
            }
            Rule::Lasker => {
                moves.splits = vec![0];
                moves.any_take = true;
            }
        }
        moves
    }

    /// Returns the place of the last digit and the most heaps that a move leaves, where the periodicity theorem is claimed.
    #[must_use]
    pub fn theorem(&self) -> Option<(u64, u64)> {
        let moves = self.moves();
        let heaps = match (&moves.triples[..], &moves.splits[..]) {
            ([], []) => 1,
            ([], _) => 2,
            _ => 3,
        };
        matches!(self, Rule::Code(_) | Rule::Subtract(_)).then_some((moves.last as u64, heaps))
    }
}

/// A rule as engines use it: after how many stones taken each kind of move is allowed.
#[derive(Clone, Debug, Default)]
pub(super) struct Moves {
    /// The heap is taken whole, when it has exactly this many stones.
    pub wholes: Vec<usize>,
    /// One heap is left.
    pub takes: Vec<usize>,
    /// Two heaps are left.
    pub splits: Vec<usize>,
    /// Three heaps are left.
    pub triples: Vec<usize>,
    /// The two heaps must not be equal.
    pub unequal: bool,
    /// Any number of stones may be taken.
    pub any_take: bool,
    /// The place of the last digit.
    pub last: usize,
}

impl Code {
    /// Checks digits, the one before the point first; zeros at the end say nothing and are left out.
    pub fn new(digits: &[u8]) -> Result<Self, RuleError> {
        let used = digits.iter().rposition(|&digit| digit != 0).map_or(1, |last| last + 1).max(1);
        let digits = if digits.is_empty() { &[0][..] } else { &digits[..used] };
        if digits.iter().any(|&digit| digit > 15) {
            return Err(RuleError::Digits(Quoted::new(&format!("{digits:?}"))));
        }
        match () {
            () if digits[0] & 3 != 0 => Err(RuleError::First),
            () if digits.len() > MOST_DIGITS + 1 => Err(RuleError::Long),
            () => Ok(Code(digits.to_vec())),
        }
    }

    /// Returns the digits, the one before the point first.
    #[must_use]
    pub fn digits(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}.", self.0[0])?;
        match &self.0[1..] {
            [] => f.write_str("0"),
            digits => digits.iter().try_for_each(|digit| write!(f, "{digit:x}")),
        }
    }
}

impl FromStr for Code {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        let wrong = || RuleError::Digits(Quoted::new(text));
        let (first, rest) = text.trim().split_once('.').ok_or_else(wrong)?;
        if first.len() > 1 || rest.is_empty() {
            return Err(wrong());
        }
        if rest.len() > MOST_DIGITS {
            return Err(RuleError::Long);
        }
        let first = if first.is_empty() { "0" } else { first };
        let digit = |c: char| c.to_digit(16).map(|digit| digit as u8).ok_or_else(wrong);
        Code::new(&first.chars().chain(rest.chars()).map(digit).collect::<Result<Vec<u8>, _>>()?)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rule::Code(code) => write!(f, "octal:{code}"),
            Rule::Subtract(set) => {
                let set: Vec<String> = set.iter().map(u32::to_string).collect();
                write!(f, "subtract:{}", set.join(","))
            }
            Rule::Grundy => f.write_str("grundy"),
            Rule::Lasker => f.write_str("lasker"),
        }
    }
}

impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        let text = text.trim();
        match text {
            "kayles" => return Ok(Rule::Code(Code(vec![0, 7, 7]))),
            "dawson" => return Ok(Rule::Code(Code(vec![0, 1, 3, 7]))),
            "treblecross" => return Ok(Rule::Code(Code(vec![0, 0, 0, 7]))),
            "grundy" => return Ok(Rule::Grundy),
            "lasker" => return Ok(Rule::Lasker),
            _ => {}
        }
        match text.split_once(':') {
            Some(("octal", code)) => Ok(Rule::Code(code.parse()?)),
            Some(("subtract", set)) => {
                let wrong = || RuleError::Set(Quoted::new(set));
                let number = |word: &str| {
                    let number = word.trim().parse().map_err(|_| wrong())?;
                    if (1..=MOST_SUBTRACTED).contains(&number) { Ok(number) } else { Err(wrong()) }
                };
                let mut set = set.split(',').map(number).collect::<Result<Vec<u32>, _>>()?;
                set.sort_unstable();
                set.dedup();
                Ok(Rule::Subtract(set))
            }
            None if text.contains('.') => Ok(Rule::Code(text.parse()?)),
            _ => Err(RuleError::Form(Quoted::new(text))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_makes_the_round_trip_and_famous_names_are_codes() {
        for text in
            ["octal:0.354", "octal:4.07", "octal:0.0", "octal:8.1f", "subtract:1,2,3", "grundy", "lasker"]
        {
            assert_eq!(text.parse::<Rule>().unwrap().to_string(), text);
        }
        for (name, same) in
            [("dawson", ".137"), ("treblecross", "octal:.007"), (".7700", "kayles"), (".F", "0.f")]
        {
            assert_eq!(name.parse::<Rule>().unwrap(), same.parse().unwrap(), "{name}");
        }
    }

    #[test]
    fn what_is_no_rule_is_refused_in_one_sentence() {
        let long = format!("0.{}", "1".repeat(MOST_DIGITS + 1));
        for (text, part) in [
            ("octal:1.7", "begins with 0, 4, 8 or c"),
            ("octal:0.7g", "is not a code"),
            ("octal:77", "is not a code"),
            ("octal:0.", "is not a code"),
            (&long, "at most 64 digits"),
            ("subtract:0,1", "is not a set"),
            ("subtract:", "is not a set"),
            ("nim:3", "is not a rule for heaps"),
            ("", "is not a rule for heaps"),
        ] {
            let error = text.parse::<Rule>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
