//! Any finite order, written out: names, and which is below which.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{MOST_ELEMENTS, OrderError, Plan};
use crate::notation::Quoted;

/// The most characters of a name.
pub const LONGEST_NAME: usize = 20;

/// Names, each alone or below another one.
pub(in crate::games::order) type Parts = Vec<(String, Option<String>)>;

/// Reads `a.b,b.c,d`, or `a<b,b<c,d`; a chain may be written at once, as in `a.b.c`.
pub(super) fn read(text: &str) -> Result<Parts, OrderError> {
    let mut parts = Parts::new();
    for part in text.split(',') {
        let names: Vec<&str> = part.split(['.', '<']).map(str::trim).collect();
        match names.as_slice() {
            [alone] => parts.push((name(alone)?, None)),
            chain => {
                for pair in chain.windows(2) {
                    parts.push((name(pair[0])?, Some(name(pair[1])?)));
                }
            }
        }
    }
    check(parts)
}

/// Checks that nothing is given twice and that there are not too many names.
pub(in crate::games::order) fn check(parts: Parts) -> Result<Parts, OrderError> {
    let twice = |text: String| Err(OrderError::Twice(Quoted::new(&text)));
    let mut pairs = FxHashSet::default();
    let mut paired = FxHashSet::default();
    for (lower, upper) in parts.iter().filter_map(|(lower, upper)| Some((lower, upper.as_ref()?))) {
        if lower == upper {
            return Err(OrderError::Circle(Quoted::new(lower)));
        }
        if !pairs.insert((lower, upper)) {
            return twice(format!("{lower}.{upper}"));
        }
        paired.extend([lower, upper]);
    }
    let mut alone = FxHashSet::default();
    for (name, _) in parts.iter().filter(|(_, upper)| upper.is_none()) {
        if paired.contains(name) || !alone.insert(name) {
            return twice(name.clone());
        }
    }
    if paired.len() + alone.len() > MOST_ELEMENTS {
        let first = parts.first().map_or("", |(name, _)| name);
        return Err(OrderError::TooMany(Quoted::new(&format!("{first} and others"))));
    }
    Ok(parts)
}

/// Checks a name.
pub(in crate::games::order) fn name(text: &str) -> Result<String, OrderError> {
    let fits = (1..=LONGEST_NAME).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    if fits { Ok(text.to_string()) } else { Err(OrderError::Name(Quoted::new(text))) }
}

pub(super) fn written(parts: &Parts) -> String {
    let part = |(name, upper): &(String, Option<String>)| match upper {
        Some(upper) => format!("{name}.{upper}"),
        None => name.clone(),
    };
    parts.iter().map(part).collect::<Vec<_>>().join(",")
}

pub(super) fn plan(parts: &Parts) -> Plan {
    let mut names: Vec<String> = Vec::new();
    let mut numbers: FxHashMap<&str, usize> = FxHashMap::default();
    let mut pairs = Vec::new();
    for (lower, upper) in parts {
        let mut number = |name| {
            let next = names.len();
            *numbers.entry(name).or_insert_with(|| {
                names.push(String::from(name));
                next
            })
        };
        let from = number(lower.as_str());
        if let Some(upper) = upper {
            let to = number(upper.as_str());
            pairs.push((from, to));
        }
    }
    Plan { names, pairs, poison: None, points: None }
}
