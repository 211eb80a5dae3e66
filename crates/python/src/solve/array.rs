//! Lost positions as one array: a line for each, filled in Rust and handed to NumPy as it is.

use lastbite::effort::TooLittleMemory;
use lastbite::games::order;
use lastbite::{Effort, SolveError};
use lastbite_engines::{NoAnswer, Solution};
use numpy::{Element, PyArray1, PyArrayMethods, PyUntypedArray};
use pyo3::prelude::*;

use crate::errors::Kind;

/// The cells of an array, line by line, in as few bytes as the longest row needs.
pub enum Cells {
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
    Left(Vec<bool>),
}

/// An array: its cells, and how many there are in a line.
pub struct Lines {
    pub cells: Cells,
    pub columns: usize,
}

impl Lines {
    /// Hands the cells over to NumPy, without a copy.
    pub fn into_numpy(self, py: Python<'_>) -> PyResult<Bound<'_, PyUntypedArray>> {
        fn shaped<T: Element>(
            py: Python<'_>,
            cells: Vec<T>,
            columns: usize,
        ) -> PyResult<Bound<'_, PyUntypedArray>> {
            let lines = cells.len() / columns.max(1);
            let array = PyArray1::from_vec(py, cells).reshape([lines, columns])?;
            Ok(array.as_untyped().clone())
        }
        match self.cells {
            Cells::Narrow(cells) => shaped(py, cells, self.columns),
            Cells::Wide(cells) => shaped(py, cells, self.columns),
            Cells::Left(cells) => shaped(py, cells, self.columns),
        }
    }
}

/// Makes room for this many cells, if that much memory may be used.
pub fn room<T>(cells: u64, effort: &Effort) -> Result<Vec<T>, SolveError> {
    let needed = cells.saturating_mul(size_of::<T>() as u64);
    TooLittleMemory::check(needed, effort.memory_allowed())?;
    let mut room = Vec::new();
    room.try_reserve_exact(usize::try_from(cells).unwrap_or(usize::MAX))?;
    Ok(room)
}

/// Lists the row lengths of every lost position of a bar.
pub fn lost_of_bar(solution: &Solution, effort: &Effort) -> Result<Lines, NoAnswer> {
    let (rows, cols) = (solution.bar().rows(), solution.bar().cols());
    let columns = rows as usize;
    let cells = match cols {
        0..=0xffff => Cells::Narrow(filled(solution, effort, columns, |length| length as u16)?),
        _ => Cells::Wide(filled(solution, effort, columns, |length| length)?),
    };
    Ok(Lines { cells, columns })
}

/// Lists the rows of every lost position, one after another.
fn filled<T: Clone + Default>(
    solution: &Solution,
    effort: &Effort,
    columns: usize,
    cell: impl Fn(u32) -> T,
) -> Result<Vec<T>, NoAnswer> {
    let count = solution.lost_count(solution.bar().rows(), solution.bar().cols())?;
    let many = count.saturating_mul(columns as u64);
    let mut cells = room(many, effort)?;
    for (number, lost) in solution.lost_positions(effort).enumerate() {
        if number % 4096 == 0 {
            effort.check().map_err(SolveError::from)?;
        }
        let lost = lost?;
        cells.extend(lost.lengths().iter().map(|&length| cell(length)));
        cells.resize((number + 1) * columns, T::default());
    }
    Ok(cells)
}

/// Lists what is left in every lost position of an order: a column for each element.
pub fn lost_of_order(whole: &order::Whole, effort: &Effort) -> Result<Lines, NoAnswer> {
    let columns = whole.order().finite().len();
    let mut lines = room(whole.lost_count().saturating_mul(columns as u64), effort)?;
    for (number, left) in whole.lost().enumerate() {
        if number % 4096 == 0 {
            effort.check().map_err(SolveError::from)?;
        }
        lines.extend((0..columns).map(|element| left.has(element)));
    }
    Ok(Lines { cells: Cells::Left(lines), columns })
}

/// Refuses the array of a game that has none.
pub fn no_array(game: &impl std::fmt::Display) -> PyErr {
    Kind::TooLarge.says(format!("{game} was not solved whole: its lost positions were not listed"))
}
