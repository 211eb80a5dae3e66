//! Rules: what may be done to a heap of this many stones.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::game::Name;
use super::notation::{How, Left};
use crate::notation::{MOST, Quoted, grouped, listed, number};

/// What may be done to a heap.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// Take as many stones as one of these ascending numbers.
    Subtract(Vec<u32>),
    /// Take and split as a code says.
    Code(Code),
    /// Mark a square of a row; it and the two on either side are out, because marking them would give the
    /// other side three in a row.
    Treblecross,
    /// Split a heap into two that are not equal: Grundy's Game.
    Unequal,
    /// Take any number of stones, or split a heap into two without taking: Lasker's Nim.
    Lasker,
}

/// An octal code, or a hexadecimal one: digit number *t* after the point says what may be left of a heap from
/// which *t* stones are taken.
///
/// A digit is a sum: 1 if nothing may be left, 2 if one heap may be left, 4 if two may, 8 if three may. The
/// digit before the point is for splitting without taking: 4 into two heaps, 8 into three.
///
/// ```
/// use lastbite::games::heap_games::Code;
/// let kayles: Code = "0.77".parse()?;
/// assert_eq!(kayles.digit(2), 7);
/// assert_eq!(".770".parse::<Code>()?, kayles);
/// # Ok::<(), lastbite::games::heap_games::CodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// The digits, the one before the point first; the last one is not zero, unless it is the only one.
    digits: Vec<u8>,
}

/// A text that is not a code.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{0} is not a code; a code is 0, 4, 8 or c, a point and 1 to {most} digits from 0 to 9 and a to f, not all of them zero, as in 0.77",
    most = Code::MOST_DIGITS
)]
pub struct CodeError(Quoted);

/// A text that is not a set of numbers to take.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{0} does not say what may be taken; that is 1 to {many} numbers from 1 to {most}, as in 1,2,3",
    many = Rule::MOST_TAKES, most = grouped(MOST.into())
)]
pub struct SetError(Quoted);

/// A text that is not a rule for heaps.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RuleError {
    /// It has no known form.
    #[error(
        "{0} is not a rule for heaps: use a code such as octal:0.77, a set such as subtract:1,2,3, or kayles, dawson, treblecross, grundy or lasker"
    )]
    Form(Quoted),
    /// Its code is impossible.
    #[error(transparent)]
    Code(#[from] CodeError),
    /// What may be taken is not a set of numbers.
    #[error(transparent)]
    Set(#[from] SetError),
}

impl Code {
    /// The most digits after the point.
    pub const MOST_DIGITS: usize = 64;

    /// Makes a code of its digits, the one before the point first; zeros at the end mean nothing and are
    /// dropped.
    ///
    /// A code of only zeros is a game without moves. It can be made, but not read.
    pub fn new(digits: &[u8]) -> Result<Self, CodeError> {
        let used = digits.iter().rposition(|&digit| digit != 0).map_or(1, |last| last + 1);
        let digits = if digits.is_empty() { &[0][..] } else { &digits[..used] };
        // Taking nothing and leaving one heap would go on forever.
        let is_code = digits.iter().all(|&digit| digit < 16) && digits[0] & 3 == 0 && digits.len() <= Self::MOST_DIGITS + 1;
        if is_code { Ok(Code { digits: digits.to_vec() }) } else { Err(CodeError(Quoted::new(&format!("{digits:?}")))) }
    }

    /// Returns the digit for taking this many stones; the one before the point is for taking none.
    #[must_use]
    pub fn digit(&self, stones: u32) -> u8 {
        self.digits.get(stones as usize).copied().unwrap_or(0)
    }

    /// Returns the digits, the one before the point first.
    #[must_use]
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// Returns the most stones that may be taken at once.
    #[must_use]
    pub fn most_taken(&self) -> u32 {
        self.digits.len() as u32 - 1
    }

    /// Says whether this many stones may be taken from a heap so that this many heaps are left of it.
    #[must_use]
    pub fn allows(&self, stones: u32, heaps: u32) -> bool {
        heaps < 4 && self.digit(stones) >> heaps & 1 == 1
    }

    /// Lists the numbers of stones and of heaps that may be left, as pairs.
    pub(super) fn ways(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..=self.most_taken()).flat_map(|stones| (0..4).map(move |heaps| (stones, heaps))).filter(|&(stones, heaps)| self.allows(stones, heaps))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: String = self.digits.iter().map(|&digit| char::from_digit(digit.into(), 16).unwrap_or('?')).collect();
        let (before, behind) = digits.split_at(1);
        f.pad(&format!("{before}.{}", if behind.is_empty() { "0" } else { behind }))
    }
}

impl FromStr for Code {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Self, CodeError> {
        let wrong = || CodeError(Quoted::new(text));
        let (before, behind) = text.trim().split_once('.').ok_or_else(wrong)?;
        let before = if before.is_empty() { "0" } else { before };
        if before.len() != 1 || behind.is_empty() || behind.len() > Self::MOST_DIGITS {
            return Err(wrong());
        }
        let digit = |digit: char| digit.to_digit(16).map(|digit| digit as u8);
        let digits: Option<Vec<u8>> = before.chars().chain(behind.chars()).map(digit).collect();
        let code = Code::new(&digits.ok_or_else(wrong)?).map_err(|_| wrong())?;
        if code.digits == [0] { Err(wrong()) } else { Ok(code) }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Rule::Subtract(_) => Name::Subtract,
            Rule::Code(_) => Name::Octal,
            Rule::Treblecross => Name::Treblecross,
            Rule::Unequal => Name::Grundy,
            Rule::Lasker => Name::Lasker,
        };
        f.pad(&match self.digits_or_set() {
            Some(made_of) => format!("{}:{made_of}", name.word()),
            None => name.word().to_string(),
        })
    }
}

/// Reads a rule without heaps: `octal:0.77` or just `0.77`, `subtract:1,2,3`, or a name that implies its
/// rule.
impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        let text = text.trim();
        let (word, rest) = text.split_once(':').map_or((text, None), |(word, rest)| (word, Some(rest)));
        match (Name::of(word), rest) {
            (None, None) if text.contains('.') => Ok(Rule::Code(text.parse()?)),
            (Some(name), rest) => match (name.rule(), rest) {
                (Some(rule), None) => Ok(rule),
                (None, Some(rest)) => Ok(name.read_rule(rest)?),
                _ => Err(RuleError::Form(Quoted::new(text))),
            },
            _ => Err(RuleError::Form(Quoted::new(text))),
        }
    }
}

impl Rule {
    /// The most numbers of stones that a set may have to choose from.
    pub const MOST_TAKES: usize = 100;

    /// Reads the numbers of stones that may be taken, in any order.
    pub(super) fn read_set(text: &str) -> Result<Rule, SetError> {
        let read = |part: &str| number(part).filter(|&taken| taken > 0);
        let set: Option<Vec<u32>> = text.split(',').take(Self::MOST_TAKES + 1).map(read).collect();
        let mut set = set.filter(|set| set.len() <= Self::MOST_TAKES).ok_or_else(|| SetError(Quoted::new(text)))?;
        set.sort_unstable();
        set.dedup();
        Ok(Rule::Subtract(set))
    }

    /// Writes the digits or the set of a rule, if its name does not imply them.
    pub(super) fn digits_or_set(&self) -> Option<String> {
        match self {
            Rule::Subtract(set) => Some(set.iter().map(u32::to_string).collect::<Vec<_>>().join(",")),
            Rule::Code(code) => Some(code.to_string()),
            _ => None,
        }
    }

    /// Says whether a heap can be split, so that what is left of a row can be in several parts.
    #[must_use]
    pub fn splits(&self) -> bool {
        match self {
            Rule::Subtract(_) => false,
            Rule::Code(code) => code.ways().any(|(_, heaps)| heaps > 1),
            Rule::Treblecross | Rule::Unequal | Rule::Lasker => true,
        }
    }

    /// Says whether stones are taken from inside a heap, so that the end matters.
    pub(super) fn takes_inside(&self) -> bool {
        matches!(self, Rule::Code(code) if code.ways().any(|(stones, heaps)| stones > 0 && heaps > 1))
    }

    /// Says whether a heap can be split into three.
    pub(super) fn splits_in_three(&self) -> bool {
        matches!(self, Rule::Code(code) if code.ways().any(|(_, heaps)| heaps == 3))
    }

    /// Returns the least number of stones missing between two parts of a former heap.
    pub(super) fn gap(&self) -> u32 {
        match self {
            Rule::Subtract(_) => 0,
            Rule::Code(code) => {
                let gaps = code.ways().filter(|&(_, heaps)| heaps > 1).map(|(stones, heaps)| stones / (heaps - 1));
                gaps.min().unwrap_or(0)
            }
            Rule::Treblecross => 5,
            Rule::Unequal | Rule::Lasker => 0,
        }
    }

    /// Says whether a heap can be cut between two stones that both stay; then the joint between them is a
    /// piece.
    pub(super) fn cuts(&self) -> bool {
        self.splits() && self.gap() == 0
    }

    /// Returns the limit up to which any number of stones may be taken, if that is the whole rule.
    pub(super) fn up_to(&self) -> Option<u32> {
        match self {
            Rule::Subtract(set) if set.iter().copied().eq(1..=set.len() as u32) => Some(set.len() as u32),
            _ => None,
        }
    }

    /// Says whether something may be done to a heap of this many stones.
    #[must_use]
    pub fn can_move(&self, stones: u32) -> bool {
        match self {
            Rule::Subtract(set) => set.first().is_some_and(|&least| least <= stones),
            Rule::Code(code) => code.ways().any(|(taken, heaps)| match heaps {
                0 => taken == stones && taken > 0,
                heaps => taken.saturating_add(heaps) <= stones,
            }),
            Rule::Treblecross | Rule::Lasker => stones > 0,
            Rule::Unequal => stones > 2,
        }
    }

    /// Lists everything that may be done to a heap of this many stones, in a fixed order and each once.
    pub(super) fn hows(&self, stones: u32) -> Box<dyn Iterator<Item = How> + '_> {
        let cuts = move || (1..stones).map(move |left| How::Leave(0, Left::Two(left, stones - left)));
        match self {
            Rule::Subtract(set) => {
                Box::new(set.iter().copied().take_while(move |&taken| taken <= stones).map(How::Take))
            }
            Rule::Code(code) => {
                let most = code.most_taken().min(stones);
                Box::new((0..=most).flat_map(move |taken| self.hows_of(code, taken, stones - taken)))
            }
            Rule::Treblecross => Box::new((1..=stones).map(How::Mark)),
            Rule::Unequal => Box::new(cuts().filter(|how| !matches!(how, How::Leave(_, Left::Two(a, b)) if a == b))),
            Rule::Lasker => Box::new((1..=stones).map(How::Take).chain(cuts())),
        }
    }

    /// Lists the ways to take this many stones by a code, so that this many are left.
    fn hows_of<'a>(&'a self, code: &'a Code, taken: u32, rest: u32) -> impl Iterator<Item = How> + 'a {
        let whole = taken > 0 && (rest == 0 && code.allows(taken, 0) || rest > 0 && code.allows(taken, 1));
        // From the right end, or from the left one.
        let left_end = whole && rest > 0 && self.takes_inside();
        let two = if code.allows(taken, 2) { 1..rest } else { 0..0 };
        let three = if code.allows(taken, 3) { 1..rest.max(1) } else { 0..0 };
        let ends = whole.then_some(How::Take(taken)).into_iter();
        ends.chain(left_end.then_some(How::Leave(taken, Left::Two(0, rest))))
            .chain(two.map(move |a| How::Leave(taken, Left::Two(a, rest - a))))
            .chain(three.flat_map(move |a| {
                (1..rest.saturating_sub(a)).map(move |b| How::Leave(taken, Left::Three(a, b, rest - a - b)))
            }))
    }

    /// Says whether something may be done to a heap of this many stones.
    pub(super) fn allows(&self, stones: u32, how: How) -> bool {
        let fits = |taken: u32, left: Left| u64::from(taken) + left.total() == u64::from(stones);
        match (self, how) {
            (Rule::Subtract(set), How::Take(taken)) => taken <= stones && set.binary_search(&taken).is_ok(),
            (Rule::Lasker, How::Take(taken)) => (1..=stones).contains(&taken),
            (Rule::Lasker, How::Leave(0, left @ Left::Two(a, b))) => a > 0 && b > 0 && fits(0, left),
            (Rule::Unequal, How::Leave(0, left @ Left::Two(a, b))) => a > 0 && b > 0 && a != b && fits(0, left),
            (Rule::Treblecross, How::Mark(square)) => (1..=stones).contains(&square),
            (Rule::Code(code), How::Take(taken)) => {
                let heaps = u32::from(taken < stones);
                (1..=stones).contains(&taken) && code.allows(taken, heaps)
            }
            (Rule::Code(code), How::Leave(taken, left)) => {
                let allowed = match left {
                    Left::Two(0, b) => b > 0 && taken > 0 && self.takes_inside() && code.allows(taken, 1),
                    Left::Two(a, b) => a > 0 && b > 0 && code.allows(taken, 2),
                    Left::Three(a, b, c) => a > 0 && b > 0 && c > 0 && code.allows(taken, 3),
                };
                allowed && fits(taken, left)
            }
            _ => false,
        }
    }

    /// Visits what a move can make of a heap: up to three heaps, the smallest first, and each way once or
    /// twice.
    ///
    /// Empty heaps are included; they are worth nothing.
    pub(super) fn options(&self, stones: u32, visit: &mut impl FnMut([u32; 3])) {
        let mut cuts = |rest: u32, equal: bool| {
            for a in 1..=rest / 2 {
                if equal || 2 * a != rest {
                    visit([0, a, rest - a]);
                }
            }
        };
        match self {
            Rule::Subtract(set) => {
                set.iter().take_while(|&&taken| taken <= stones).for_each(|taken| visit([0, 0, stones - taken]));
            }
            Rule::Treblecross => {
                for square in 1..=stones.div_ceil(2) {
                    let (a, b) = beside_a_mark(stones, square);
                    visit([0, a, b]);
                }
            }
            Rule::Unequal => cuts(stones, false),
            Rule::Lasker => {
                cuts(stones, true);
                (0..stones).for_each(|left| visit([0, 0, left]));
            }
            Rule::Code(code) => {
                for taken in 0..=code.most_taken().min(stones) {
                    let rest = stones - taken;
                    if taken > 0 && code.allows(taken, u32::from(rest > 0)) {
                        visit([0, 0, rest]);
                    }
                    if code.allows(taken, 2) {
                        (1..=rest / 2).for_each(|a| visit([0, a, rest - a]));
                    }
                    if code.allows(taken, 3) {
                        for a in 1..=rest / 3 {
                            (a..=(rest - a) / 2).for_each(|b| visit([a, b, rest - a - b]));
                        }
                    }
                }
            }
        }
    }

    /// Says in a sentence what may be done: `Take 1, 2 or 3 sticks from a heap.`
    #[must_use]
    pub fn told(&self, piece: &str) -> String {
        match self {
            Rule::Subtract(set) => {
                let many = if set == &[1] { "" } else { "s" };
                format!("Take {} {piece}{many} from a heap.", one_of(set))
            }
            Rule::Treblecross => {
                "Mark a square; it and the two squares on either side of it are then out.".to_string()
            }
            Rule::Unequal => "Split a heap into two that are not equal.".to_string(),
            Rule::Lasker => format!("Take any number of {piece}s from a heap, or split a heap into two."),
            Rule::Code(code) => code_told(code, piece),
        }
    }
}

/// Returns how many squares are left before and after a mark.
pub(super) fn beside_a_mark(squares: u32, mark: u32) -> (u32, u32) {
    (mark.saturating_sub(3), squares.saturating_sub(mark.saturating_add(2)))
}

/// Writes numbers of which one is chosen: `1, 2 or 3`.
pub(super) fn one_of<T: ToString>(numbers: &[T]) -> String {
    let listed = listed(numbers);
    match listed.rsplit_once(" and ") {
        Some((first, last)) => format!("{first} or {last}"),
        None => listed,
    }
}

/// Explains a code, with equal digits together: `Take 1 or 2 stones from a heap, leaving at most two heaps of
/// it.`
fn code_told(code: &Code, piece: &str) -> String {
    let mut by_digit: Vec<(u8, Vec<u32>)> = Vec::new();
    for taken in 0..=code.most_taken() {
        let digit = code.digit(taken);
        match by_digit.iter_mut().find(|(same, takes)| *same == digit && (takes[0] == 0) == (taken == 0)) {
            _ if digit == 0 => {}
            Some((_, takes)) => takes.push(taken),
            None => by_digit.push((digit, vec![taken])),
        }
    }
    let ways = by_digit.iter().map(|(digit, takes)| {
        let heaps: Vec<&str> = (0..4).filter(|heap| digit >> heap & 1 == 1).map(|heap| ["no", "one", "two", "three"][heap]).collect();
        if takes[0] == 0 {
            return format!("split a heap into {}", one_of(&heaps));
        }
        let most = takes.last().copied().unwrap_or(0);
        let taken = format!("take {} {piece}{}", one_of(takes), if most == 1 { "" } else { "s" });
        match digit {
            1 => format!("{taken} as a whole heap"),
            3 => format!("{taken} from a heap"),
            7 => format!("{taken} from a heap, leaving at most two heaps of it"),
            15 => format!("{taken} from a heap, leaving at most three heaps of it"),
            2 => format!("{taken} from a larger heap"),
            _ => format!("{taken} from a heap, leaving {} heap{} of it", one_of(&heaps), if *digit == 2 { "" } else { "s" }),
        }
    });
    let told = ways.collect::<Vec<String>>().join("; or ");
    crate::words::sentence(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_makes_the_round_trip_and_famous_names_are_codes() {
        for text in ["octal:0.354", "octal:4.07", "octal:8.1f", "subtract:1,2,3", "treblecross", "grundy", "lasker"] {
            assert_eq!(text.parse::<Rule>().unwrap().to_string(), text);
        }
        for (name, same) in [("dawson", ".137"), (".7700", "kayles"), (".F", "0.f"), ("subtract:3,1,3", "subtract:1,3")] {
            assert_eq!(name.parse::<Rule>().unwrap(), same.parse().unwrap(), "{name}");
        }
    }

    #[test]
    fn what_is_no_rule_is_refused_in_one_sentence() {
        let long = format!("0.{}", "1".repeat(Code::MOST_DIGITS + 1));
        for (text, part) in [
            ("octal:1.7", "a code is 0, 4, 8 or c"),
            ("octal:0.7g", "is not a code"),
            ("octal:77", "is not a code"),
            ("octal:0.", "is not a code"),
            ("octal:0.0", "not all of them zero"),
            (&long, "1 to 64 digits"),
            ("subtract:0,1", "does not say what may be taken"),
            ("subtract:", "does not say what may be taken"),
            ("kayles:8", "is not a rule for heaps"),
            ("nim:3", "is not a rule for heaps"),
            ("", "is not a rule for heaps"),
        ] {
            let error = text.parse::<Rule>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
