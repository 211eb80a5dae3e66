//! All positions of up to a number of squares, counted.

use lastbite_engines::area;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use crate::errors::{OrRaise, refused};
use crate::work::How;

/// Counts positions by area, one line for each from 0 on: the lost ones, or with `by` all of them by that
/// feature.
#[pyfunction]
pub fn count_by_area<'py>(
    py: Python<'py>,
    most: u32,
    by: Option<&str>,
    how: How,
) -> PyResult<Bound<'py, PyArray2<u64>>> {
    let count = match by {
        None => |most: u32, effort: &lastbite::Effort| {
            area::lost(most, effort).map(|counts| counts.into_iter().map(|lost| vec![lost]).collect())
        },
        Some("winning bites") => area::winning_bites,
        Some("grundy") => area::grundy_values,
        Some("distance") => area::distances,
        Some(_) => return Err(refused("by is 'winning bites', 'grundy' or 'distance'")),
    };
    let lines: Vec<Vec<u64>> = how.run(py, move |effort| count(most, effort))?.or_raise()?;
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let cells = lines.iter().flat_map(|line| line.iter().copied().chain(std::iter::repeat(0)).take(columns));
    PyArray1::from_vec(py, cells.collect()).reshape([lines.len(), columns])
}
