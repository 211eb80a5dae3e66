//! Grundy values of single heaps: by a formula, by plain evaluation of small heaps, by sequences for large
//! ones.

use std::sync::{Arc, Mutex, PoisonError};

use super::misere::Lost;
use super::rule::Rule;
use super::sequence::{Finding, Sequence, SequenceError};
use crate::effort::{Effort, Stopped};
use crate::knowledge::WhyNot;
use crate::theory::Kept;

/// The Grundy values of the heaps of a rule: by a formula, or from a table up to some heap.
///
/// A heap is worth the smallest number that is not the value of anything a move can make of it; several heaps
/// are worth the exclusive or of their values.
#[derive(Clone, Debug)]
pub enum Values {
    /// Any number of stones up to this may be taken: the value is the remainder of the heap by one more.
    UpTo(u32),
    /// Lasker's Nim: the value is the number of stones, but of every four heaps the last two are exchanged.
    Lasker,
    /// The values of the heaps from 0 on.
    Table(Arc<Vec<u32>>),
    /// The values of a sequence.
    Sequence(Arc<Sequence>),
}

impl Values {
    /// Returns the values by a formula, if there is one.
    pub(super) fn by_formula(rule: &Rule) -> Option<Values> {
        match rule {
            Rule::Lasker => Some(Values::Lasker),
            _ => rule.up_to().map(Values::UpTo),
        }
    }

    /// Returns the values of all heaps, however large, if the first few thousand prove a period.
    pub(super) fn by_period(rule: &Rule) -> Option<Values> {
        const FEW: u64 = 3_000;
        if rule.theorem().is_none() || rule.splits_in_three() {
            return None;
        }
        let mut sequence = Sequence::new(rule.clone());
        let found = sequence.find_period(FEW, &Effort::unlimited()).ok()?;
        matches!(found, Finding::Proved { .. }).then(|| Values::Sequence(Arc::new(sequence)))
    }

    /// Returns the value of a heap; nothing beyond the table.
    #[must_use]
    pub fn of(&self, stones: u32) -> Option<u32> {
        match self {
            Values::UpTo(most) => Some(stones % (most + 1)),
            Values::Lasker => Some(match stones % 4 {
                _ if stones == 0 => 0,
                3 => stones + 1,
                0 => stones - 1,
                _ => stones,
            }),
            Values::Table(values) => values.get(stones as usize).copied(),
            Values::Sequence(sequence) => sequence.value(stones.into()),
        }
    }

    /// Returns the exclusive or of the values of heaps; nothing if one of them is beyond the table.
    pub(super) fn sum(&self, heaps: impl Iterator<Item = u32>) -> Option<u32> {
        heaps.map(|stones| self.of(stones)).try_fold(0, |sum, value| Some(sum ^ value?))
    }
}

/// Estimates how many steps it takes to find the values of all heaps up to this one.
pub(super) fn steps(rule: &Rule, largest: u32) -> u64 {
    let heaps = u64::from(largest) + 1;
    let squared = heaps.saturating_mul(heaps) / 4;
    match rule {
        Rule::Subtract(set) => heaps * set.len() as u64,
        Rule::Treblecross | Rule::Unequal => squared,
        Rule::Lasker => 3 * squared,
        Rule::Code(code) => {
            let of = |(_, left): (u32, u32)| match left {
                0 | 1 => heaps,
                2 => squared,
                _ => squared.saturating_mul(heaps) / 9,
            };
            code.ways().map(of).fold(0, u64::saturating_add)
        }
    }
}

/// Finds the values of all heaps up to this one by plain evaluation, straight from the definition.
///
/// The effort is checked now and then; memory is checked before it is taken.
pub(super) fn evaluate(rule: &Rule, largest: u32, effort: &Effort) -> Result<Vec<u32>, Stopped> {
    let many = largest as usize + 1;
    let mut values: Vec<u32> = Vec::new();
    values.try_reserve_exact(many).map_err(|_| Stopped::OutOfMemory)?;
    // Which heap last had an option of this value.
    let mut seen: Vec<u32> = Vec::new();
    let mut since = 0u64;
    for stones in 0..=largest {
        let mark = stones + 1;
        rule.options(stones, &mut |[a, b, c]| {
            let value = values[a as usize] ^ values[b as usize] ^ values[c as usize];
            if value as usize >= seen.len() {
                seen.resize(value as usize + 1, 0);
            }
            seen[value as usize] = mark;
            since += 1;
        });
        let least = seen.iter().position(|&heap| heap != mark).unwrap_or(seen.len());
        values.push(least as u32);
        if since > 1 << 20 {
            since = 0;
            effort.check()?;
        }
    }
    Ok(values)
}

/// The sequences that a solver keeps: the most recently used, within a memory limit; and what it found about
/// the last rule that was asked about with the last move losing.
#[derive(Debug)]
pub struct Sequences {
    most: u64,
    /// The most recently used is last.
    kept: Mutex<Vec<(Rule, Arc<Sequence>)>>,
    misere: Mutex<Option<(Rule, Lost)>>,
}

impl Sequences {
    /// Returns the values of all heaps up to this one: kept ones, or those that are found now. Nothing if they
    /// would have to be computed beyond the heap `reach`, because no period is proved by then.
    ///
    /// A thread that comes while another works on the same rule starts from the beginning.
    pub(super) fn values(
        &self,
        rule: &Rule,
        largest: u32,
        reach: u32,
        effort: &Effort,
    ) -> Result<Option<Values>, WhyNot> {
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let last = u64::from(largest);
        let before = {
            let mut kept = kept();
            kept.iter().position(|(other, _)| other == rule).map(|index| kept.remove(index).1)
        };
        let sequence = match before {
            Some(known) if known.knows(last) => known,
            before => {
                let before = before.and_then(|known| Arc::try_unwrap(known).ok());
                let mut sequence = before.unwrap_or_else(|| Sequence::new(rule.clone()));
                sequence.find_period(reach.into(), effort).map_err(|error| match error {
                    SequenceError::Stopped(why) => why.into(),
                    SequenceError::Memory(why) => why.into(),
                    _ => WhyNot::TooLarge,
                })?;
                Arc::new(sequence)
            }
        };
        let mut kept = kept();
        kept.retain(|(other, _)| other != rule);
        kept.push((rule.clone(), Arc::clone(&sequence)));
        while bytes(&kept) > self.most / 2 && !kept.is_empty() {
            kept.remove(0);
        }
        Ok(sequence.knows(last).then_some(Values::Sequence(sequence)))
    }
}

impl Sequences {
    /// Works with what is known if the last move loses, and keeps what is added.
    ///
    /// A thread that comes while another is at work starts from the beginning.
    pub(super) fn with_misere<T>(&self, rule: &Rule, work: impl FnOnce(&mut Lost) -> T) -> T {
        let misere = || self.misere.lock().unwrap_or_else(PoisonError::into_inner);
        let before = misere().take().filter(|(other, _)| other == rule);
        let mut known = before.map_or_else(Lost::default, |(_, known)| known);
        let done = work(&mut known);
        if misere_bytes(&known) <= self.most / 2 {
            *misere() = Some((rule.clone(), known));
        }
        done
    }
}

/// Estimates the bytes of positions: their places in the table, and their heaps.
fn misere_bytes(known: &Lost) -> u64 {
    known.capacity() as u64 * 96
}

fn bytes(kept: &[(Rule, Arc<Sequence>)]) -> u64 {
    kept.iter().map(|(_, sequence)| sequence.len() * sequence.values().width() as u64).sum()
}

impl Kept for Sequences {
    fn share() -> u64 {
        1
    }

    fn keeping(bytes: u64) -> Self {
        Sequences { most: bytes, kept: Mutex::default(), misere: Mutex::default() }
    }

    fn bytes(&self) -> u64 {
        let misere = self.misere.lock().unwrap_or_else(PoisonError::into_inner);
        let misere = misere.as_ref().map_or(0, |(_, known)| misere_bytes(known));
        misere + bytes(&self.kept.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn release(&self) {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).clear();
        *self.misere.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}
