//! Lost positions as one array: a line for each, filled in Rust and handed to NumPy as it is.

use std::ops::ControlFlow;

use lastbite::effort::TooLittleMemory;
use lastbite::games::chomp::Whole;
use lastbite::games::chomp::whole::{Listener, NoAnswer, WholeError};
use lastbite::games::order;
use lastbite::thin::Method;
use lastbite::{Effort, Rows, Stopped};
use numpy::{Element, PyArray1, PyArrayMethods, PyUntypedArray};
use pyo3::prelude::*;

use crate::errors::{Kind, Raised};

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

/// Why an array was not filled.
pub enum NotFilled {
    Whole(WholeError),
    NoAnswer(NoAnswer),
    Stopped(Stopped),
    Memory(TooLittleMemory),
}

impl NotFilled {
    /// Makes the exception.
    pub fn raised(self) -> PyErr {
        match self {
            NotFilled::Whole(error) => error.raised(),
            NotFilled::NoAnswer(error) => error.raised(),
            NotFilled::Stopped(why) => why.raised(),
            NotFilled::Memory(error) => error.raised(),
        }
    }
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
pub fn room<T>(cells: u64, effort: &Effort) -> Result<Vec<T>, NotFilled> {
    let needed = cells.saturating_mul(size_of::<T>() as u64);
    TooLittleMemory::check(needed, effort.memory_allowed()).map_err(NotFilled::Memory)?;
    let mut room = Vec::new();
    let reserved = usize::try_from(cells).is_ok_and(|cells| room.try_reserve_exact(cells).is_ok());
    if reserved { Ok(room) } else { Err(NotFilled::Stopped(Stopped::OutOfMemory)) }
}

/// Makes this many empty cells.
fn empty<T: Clone + Default>(cells: u64, effort: &Effort) -> Result<Vec<T>, NotFilled> {
    let mut room = room(cells, effort)?;
    room.resize(cells as usize, T::default());
    Ok(room)
}

/// Lists the row lengths of every lost position of a bar.
pub fn lost_of_bar(whole: &Whole, effort: &Effort) -> Result<Lines, NotFilled> {
    let (rows, cols) = (whole.bar().rows(), whole.bar().cols());
    let count = whole.lost_count(rows, cols).map_err(NotFilled::NoAnswer)?;
    let (cells, columns) = (count.saturating_mul(rows.into()), rows as usize);
    let cells = match cols {
        0..=0xffff => {
            let mut lines = empty(cells, effort)?;
            fill(whole, effort, columns, &mut lines, |length| length as u16)?;
            Cells::Narrow(lines)
        }
        _ => {
            let mut lines = empty(cells, effort)?;
            fill(whole, effort, columns, &mut lines, |length| length)?;
            Cells::Wide(lines)
        }
    };
    Ok(Lines { cells, columns })
}

/// Adds every lost position: those that were kept, or those that are found by solving the bar again.
fn fill<T>(
    whole: &Whole,
    effort: &Effort,
    columns: usize,
    lines: &mut [T],
    cell: impl Fn(u32) -> T,
) -> Result<(), NotFilled> {
    let mut free = lines.chunks_exact_mut(columns);
    let mut add = |rows: &[u32]| {
        if let Some(line) = free.next() {
            line.iter_mut().zip(rows).for_each(|(slot, &length)| *slot = cell(length));
        }
    };
    if matches!(whole.method(), Method::ThreeRows | Method::FewRows) {
        struct Adder<F>(F);
        impl<F: FnMut(&[u32])> Listener for Adder<F> {
            fn hear(&mut self, lost: &[u32]) -> ControlFlow<()> {
                (self.0)(lost);
                ControlFlow::Continue(())
            }
        }
        return Whole::list(whole.bar(), whole.method(), effort, &mut Adder(add)).map_err(NotFilled::Whole);
    }
    for (number, rows) in whole.lost_positions().enumerate() {
        if number % 4096 == 0 {
            effort.check().map_err(NotFilled::Stopped)?;
        }
        let rows: Rows = rows.map_err(NotFilled::NoAnswer)?;
        add(rows.lengths());
    }
    Ok(())
}

/// Lists what is left in every lost position of an order: a column for each element.
pub fn lost_of_order(whole: &order::Whole, effort: &Effort) -> Result<Lines, NotFilled> {
    let columns = whole.order().finite().len();
    let mut lines = room(whole.lost_count().saturating_mul(columns as u64), effort)?;
    for (number, left) in whole.lost().enumerate() {
        if number % 4096 == 0 {
            effort.check().map_err(NotFilled::Stopped)?;
        }
        lines.extend((0..columns).map(|element| left.has(element)));
    }
    Ok(Lines { cells: Cells::Left(lines), columns })
}

/// Refuses the array of a game that has none.
pub fn no_array(game: &impl std::fmt::Display) -> PyErr {
    Kind::TooLarge.says(format!("{game} was not solved whole: its lost positions were not listed"))
}
