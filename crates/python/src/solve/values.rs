//! Every position of a bar with its distance and its Grundy value, as arrays.

use lastbite::{AnyGame, Rows};
use lastbite_engines::Numbering;
use lastbite_engines::sweep::{Distances, GrundyValues};
use numpy::{PyArray1, PyUntypedArray};
use pyo3::prelude::*;

use super::array::{Cells, Lines, room};
use crate::errors::{Kind, Later, OrRaise, later};
use crate::work::How;

/// Row lengths, distances and Grundy values.
type Values<'py> = (Bound<'py, PyUntypedArray>, Bound<'py, PyArray1<u16>>, Bound<'py, PyArray1<u16>>);

/// Lists every position of a bar, in lexicographic order, with what is known about it.
#[pyfunction]
pub fn values<'py>(py: Python<'py>, game: &str, how: How) -> PyResult<Values<'py>> {
    let bar = match game.parse().or_raise()? {
        AnyGame::Chomp(bar) => bar,
        game => return Err(Kind::Game.says(format!("{game} is not a bar; take one, as in 8x10 or 8x10@3,4"))),
    };
    let numbering = Numbering::of(&bar).ok_or_else(|| {
        Kind::TooLarge.says(format!("{bar} has more positions than can be numbered: choose a smaller bar"))
    })?;
    let found = how.run(py, move |effort| -> Result<_, Later> {
        let (columns, many) = (bar.rows() as usize, numbering.len());
        let mut cells: Vec<u16> = room(many.saturating_mul(columns as u64), effort).map_err(later)?;
        let mut told = (room(many, effort).map_err(later)?, room(many, effort).map_err(later)?);
        let distances = Distances::of(&bar, effort).map_err(later)?;
        let values = GrundyValues::of(&bar, effort).map_err(later)?;
        for number in 0..many {
            if number % 4096 == 0 {
                effort.check().map_err(later)?;
            }
            let rows = Rows::new(numbering.position(number)).map_err(later)?;
            let (Some(distance), Some(value)) = (distances.distance(&rows), values.value(&rows)) else {
                return Err(Box::new(|| Kind::NotKnown.says("a position of the bar was not valued")));
            };
            let lengths = rows.lengths().iter().map(|&length| length as u16);
            cells.extend(lengths.chain(std::iter::repeat(0)).take(columns));
            told.0.push(distance as u16);
            told.1.push(value as u16);
        }
        Ok((Lines { cells: Cells::Narrow(cells), columns }, told))
    })?;
    let (lines, (distances, values)) = found.map_err(|raise| raise())?;
    Ok((lines.into_numpy(py)?, PyArray1::from_vec(py, distances), PyArray1::from_vec(py, values)))
}
