//! What becomes of each column of three rows, and of four to six.

use lastbite_engines::thin::{Fate, Fates, ThreeRows};
use pyo3::prelude::*;

use crate::errors::{Kind, OrRaise};
use crate::work::How;

/// A column: its number, its fate, the second row where that begins, and the distances that repeat.
type Column = (u32, &'static str, Option<u32>, Vec<u32>);
/// How many columns are settled, dead and open; each period, how many columns have it, and the first; and the
/// columns.
type Census = (u32, u32, u32, Vec<(u32, u32, u32)>, Vec<Column>);

/// Solves three rows of this many columns, and returns the fate of each third row.
#[pyfunction]
pub fn three_rows(py: Python<'_>, to: u32, how: How) -> PyResult<Census> {
    if to == 0 || to > ThreeRows::LONGEST {
        let most = ThreeRows::LONGEST;
        return Err(Kind::Argument.says(format!("to takes from 1 to {most} columns of three rows")));
    }
    let solved = how.run(py, move |effort| {
        let mut solver = ThreeRows::new(to, effort)?;
        solver.advance(to, effort)?;
        Ok::<_, lastbite::SolveError>((solver.census(), columns(&solver)))
    })?;
    let (census, columns) = solved.or_raise()?;
    let periods = census.periods.iter().map(|period| (period.period, period.columns, period.first));
    Ok((census.settled, census.dead, census.open, periods.collect(), columns))
}

fn columns(solver: &ThreeRows) -> Vec<Column> {
    let last = (0..=solver.cols()).rev().find(|&r| solver.fate(r) != Fate::Open);
    let column = |r: u32| match solver.fate(r) {
        Fate::Dies { at } => (r, "dies", Some(at), Vec::new()),
        Fate::Repeats { from, distances } => (r, "repeats", Some(from), distances),
        _ => (r, "open", None, Vec::new()),
    };
    last.map_or(Vec::new(), |last| (0..=last).map(column).collect())
}

/// A column of four rows or more, its fate, the second row where that begins, and the distances that repeat.
type Settled = (Vec<u32>, &'static str, u32, Vec<u32>);
/// The third rows that were followed and those that are settled; how many columns never begin, are dead and
/// open; each period, how many columns have it, and the first; and the columns whose fate is known.
type FatesCensus = (u32, u32, u64, u64, u64, Vec<(u32, u64, Vec<u32>)>, Vec<Settled>);

/// Solves four rows or more of this many columns, and returns the fates of their columns.
#[pyfunction]
pub fn fates(py: Python<'_>, rows: u32, to: u32, third: u32, how: How) -> PyResult<FatesCensus> {
    let solved = how.run(py, move |effort| {
        let fates = Fates::up_to(rows, to, third, effort)?;
        Ok::<_, lastbite::SolveError>((fates.third(), fates.census(), settled(&fates)))
    })?;
    let (third, census, settled) = solved.or_raise()?;
    let periods = census.periods.into_iter().map(|known| (known.period, known.columns, known.first));
    Ok((third, census.settled, census.never, census.dead, census.open, periods.collect(), settled))
}

fn settled(fates: &Fates) -> Vec<Settled> {
    let settled = fates.iter().filter_map(|(column, fate)| match fate {
        Fate::Never { because } => Some((column, "never", *because, Vec::new())),
        Fate::Dies { at } => Some((column, "dies", *at, Vec::new())),
        Fate::Repeats { from, distances } => Some((column, "repeats", *from, distances.clone())),
        _ => None,
    });
    settled.collect()
}
