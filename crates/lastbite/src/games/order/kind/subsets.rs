//! The subsets of a set, Gale's game: the sets that contain a subset are above it. The empty set is not a
//! piece, and neither is the whole set unless it is asked for.

use super::{Kind, MOST_ELEMENTS, OrderError, Plan};
use crate::notation::{Quoted, number};

/// The most elements of the set: each has a name of one character, 1 to 9 and then a to z.
pub(super) const MOST: u32 = 35;

pub(super) fn read(text: &str) -> Result<Kind, OrderError> {
    let wrong = || OrderError::Subsets(Quoted::new(text));
    let (of, most) = match text.split_once(',') {
        Some((of, most)) => (of, Some(number(most).ok_or_else(wrong)?)),
        None => (text, None),
    };
    let of = number(of).filter(|of| (1..=MOST).contains(of)).ok_or_else(wrong)?;
    if most.is_some_and(|most| !(1..=of).contains(&most)) {
        return Err(wrong());
    }
    let kind = Kind::Subsets { of, most };
    if count(of, largest(of, most)) > MOST_ELEMENTS as u64 {
        return Err(OrderError::TooMany(Quoted::new(&kind.to_string())));
    }
    Ok(kind)
}

/// Returns how many elements a subset may have.
fn largest(of: u32, most: Option<u32>) -> u32 {
    most.unwrap_or(of - 1)
}

/// Counts the subsets that are not empty and have at most this many elements.
fn count(of: u32, largest: u32) -> u64 {
    let mut many = 1u64;
    let mut all = 0;
    for size in 1..=u64::from(largest) {
        many = many * (u64::from(of) + 1 - size) / size;
        all += many;
    }
    all
}

/// Returns the one-character name of an element.
fn letter(element: u32) -> char {
    char::from_digit(element + 1, 36).unwrap_or('?')
}

pub(super) fn plan(of: u32, most: Option<u32>) -> Plan {
    // Sets with one more element are made from those before: each gets an element after its last.
    let mut subsets: Vec<Vec<u32>> = Vec::new();
    let mut layer: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in 1..=largest(of, most) {
        layer = layer
            .iter()
            .flat_map(|set| {
                let next = set.last().map_or(0, |last| last + 1);
                (next..of).map(move |element| [set.as_slice(), &[element]].concat())
            })
            .collect();
        subsets.extend(layer.iter().cloned());
    }
    let mask = |set: &[u32]| set.iter().fold(0u64, |mask, element| mask | 1 << element);
    let mut numbers: Vec<(u64, usize)> = subsets.iter().enumerate().map(|(n, set)| (mask(set), n)).collect();
    numbers.sort_unstable();
    let mut pairs = Vec::new();
    for (number, set) in subsets.iter().enumerate() {
        for element in (0..of).filter(|element| !set.contains(element)) {
            let larger = mask(set) | 1 << element;
            if let Ok(at) = numbers.binary_search_by_key(&larger, |&(mask, _)| mask) {
                pairs.push((number, numbers[at].1));
            }
        }
    }
    let point = |set: &Vec<u32>| (0..of).map(|element| u32::from(set.contains(&element))).collect();
    Plan {
        names: subsets.iter().map(|set| set.iter().map(|&element| letter(element)).collect()).collect(),
        pairs,
        poison: None,
        points: Some(subsets.iter().map(point).collect()),
    }
}

/// Writes `5,3,1` or `{5 3 1}` as `135`.
pub(super) fn tidied(text: &str) -> String {
    let mut letters: Vec<char> =
        text.to_ascii_lowercase().chars().filter(|c| !c.is_whitespace() && !",{}".contains(*c)).collect();
    letters.sort_unstable();
    letters.into_iter().collect()
}
