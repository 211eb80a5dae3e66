//! What becomes of each column of three rows.

use lastbite::thin::{Fate, ThreeRows};
use pyo3::prelude::*;

use crate::errors::{Kind, OrRaise};
use crate::work::How;

/// A column: its number, its fate, the second row where that begins, and the distances that repeat.
type Column = (u32, &'static str, Option<u32>, Vec<u32>);
/// How many columns are settled, dead and open; each period, how many columns have it, and the first; and the
/// columns.
type Census = (u32, u32, u32, Vec<(u32, u32, u32)>, Vec<Column>);

/// Solves three rows of this many columns, and tells the fate of each third row.
#[pyfunction]
pub fn three_rows(py: Python<'_>, to: u32, how: How) -> PyResult<Census> {
    if to == 0 || to > <ThreeRows>::LONGEST {
        let most = <ThreeRows>::LONGEST;
        return Err(Kind::Argument.says(format!("to takes from 1 to {most} columns of three rows")));
    }
    let solved = how.run(py, move |effort| {
        let mut solver = <ThreeRows>::new(to, effort)?;
        solver.advance(to, effort)?;
        Ok::<_, lastbite::thin::ThinError>((solver.census(), columns(&solver)))
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
