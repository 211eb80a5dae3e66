//! Grundy values of single heaps, and how they repeat.

use lastbite::games::heap_games::sequence::{Finding, LARGEST_HEAP, Sequence, SequenceError, Values};
use lastbite::games::heap_games::{Rule, RuleError};
use lastbite::{Effort, SolveError};
use numpy::{Element, PyArray1, PyArrayMethods, PyUntypedArray};
use pyo3::prelude::*;

use super::array::room;
use crate::errors::{Kind, OrRaise, Raised};
use crate::work::How;

impl Raised for RuleError {
    fn kind(&self) -> Kind {
        Kind::Rule
    }
}

impl Raised for SequenceError {
    fn kind(&self) -> Kind {
        match self {
            SequenceError::Stopped(why) => why.kind(),
            SequenceError::Memory(_) => Kind::Memory,
            _ => Kind::TooLarge,
        }
    }
}

/// The values, in as few bytes as the largest needs.
enum Cells {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
    Widest(Vec<u32>),
}

/// Why there are no values.
enum NotFound {
    Sequence(SequenceError),
    Full(SolveError),
}

fn check(to: u64) -> PyResult<()> {
    match to > LARGEST_HEAP {
        true => Err(Kind::Argument.says(SequenceError::Heap)),
        false => Ok(()),
    }
}

/// Computes the values of heaps 0 to `to`, as an array.
#[pyfunction]
pub fn sequence<'py>(py: Python<'py>, rule: &str, to: u64, how: How) -> PyResult<Bound<'py, PyUntypedArray>> {
    let rule: Rule = rule.parse().or_raise()?;
    check(to)?;
    let found = how.run(py, move |effort| values(rule, to, effort))?;
    let cells = found.map_err(|error| match error {
        NotFound::Sequence(error) => error.raised(),
        NotFound::Full(error) => error.raised(),
    })?;
    fn handed<T: Element>(py: Python<'_>, cells: Vec<T>) -> Bound<'_, PyUntypedArray> {
        PyArray1::from_vec(py, cells).as_untyped().clone()
    }
    Ok(match cells {
        Cells::Narrow(cells) => handed(py, cells),
        Cells::Wide(cells) => handed(py, cells),
        Cells::Widest(cells) => handed(py, cells),
    })
}

fn values(rule: Rule, to: u64, effort: &Effort) -> Result<Cells, NotFound> {
    let mut sequence = Sequence::new(rule);
    // A period that is proved on the way gives all the rest.
    sequence.find_period(to, effort).map_err(NotFound::Sequence)?;
    sequence.advance(to, effort).map_err(NotFound::Sequence)?;
    let largest = match sequence.values() {
        Values::Narrow(_) => u8::MAX.into(),
        Values::Wide(_) => u16::MAX.into(),
        Values::Widest(_) => sequence.largest(),
    };
    match largest {
        0..=0xff => filled(&sequence, to, effort, |value| value as u8).map(Cells::Narrow),
        0x100..=0xffff => filled(&sequence, to, effort, |value| value as u16).map(Cells::Wide),
        _ => filled(&sequence, to, effort, |value| value).map(Cells::Widest),
    }
}

fn filled<T>(sequence: &Sequence, to: u64, effort: &Effort, cell: fn(u32) -> T) -> Result<Vec<T>, NotFound> {
    let mut cells = room(to + 1, effort).map_err(NotFound::Full)?;
    for heap in 0..=to {
        if heap % (1 << 20) == 0 {
            effort.check().map_err(|why| NotFound::Full(why.into()))?;
        }
        cells.push(cell(sequence.value(heap).unwrap_or(0)));
    }
    Ok(cells)
}

/// What is known, the period, its beginning, how far values are needed for the proof, how far they were
/// computed, the largest of them, and the method.
type Found = (&'static str, Option<u64>, Option<u64>, Option<u64>, u64, u32, String);

/// Looks for the period of a rule.
#[pyfunction]
pub fn periods(py: Python<'_>, rule: &str, to: u64, how: How) -> PyResult<Found> {
    let rule: Rule = rule.parse().or_raise()?;
    check(to)?;
    let found = how.run(py, move |effort| {
        let mut sequence = Sequence::new(rule);
        let finding = sequence.find_period(to, effort)?;
        Ok::<_, SequenceError>((
            finding,
            sequence.len() - 1,
            sequence.largest(),
            sequence.method().to_string(),
        ))
    })?;
    let (finding, computed, largest, method) = found.or_raise()?;
    let (known, period, needed) = match finding {
        Finding::Proved { period, needed } => ("proved", Some(period), Some(needed)),
        Finding::Seen { period, needed } => ("seen", Some(period), needed),
        Finding::NoneSeen => ("none seen", None, None),
    };
    let (length, beginning) = (period.map(|period| period.period), period.map(|period| period.beginning));
    Ok((known, length, beginning, needed, computed, largest, method))
}
