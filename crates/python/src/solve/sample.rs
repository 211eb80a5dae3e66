//! Random positions of a bar, as arrays.

use lastbite::games::chomp::Sampler;
use lastbite::games::chomp::sample::SampleError;
use lastbite::{AnyGame, Outcome};
use lastbite_work::Dice;
use numpy::{PyArray1, PyUntypedArray};
use pyo3::prelude::*;

use super::array::{Cells, Lines, room};
use crate::errors::{Kind, Later, OrRaise, later};
use crate::work::How;

/// Row lengths, whether each is lost, and distances and Grundy values if they were found.
type Sample<'py> = (
    Bound<'py, PyUntypedArray>,
    Bound<'py, PyArray1<bool>>,
    Option<Bound<'py, PyArray1<u32>>>,
    Option<Bound<'py, PyArray1<u32>>>,
);

/// Draws positions of a bar, each as likely as any other; the same seed draws the same.
#[pyfunction]
pub fn sample<'py>(
    py: Python<'py>,
    game: &str,
    many: u64,
    seed: u64,
    thorough: bool,
    how: How,
) -> PyResult<Sample<'py>> {
    let bar = match game.parse().or_raise()? {
        AnyGame::Chomp(bar) => bar,
        game => return Err(Kind::Game.says(format!("{game} is not a bar; take one, as in 8x10 or 8x10@3,4"))),
    };
    let drawn = how.run(py, move |effort| -> Result<_, Later> {
        let columns = bar.rows() as usize;
        let mut cells: Vec<u32> = room(many.saturating_mul(columns as u64), effort).map_err(later)?;
        let mut lost = room(many, effort).map_err(later)?;
        let (mut distances, mut values) =
            (room(many, effort).map_err(later)?, room(many, effort).map_err(later)?);
        let sampler = Sampler::of(&bar, thorough, effort).map_err(later)?;
        let mut dice = Dice::new(seed);
        for drawn in 0..many {
            if drawn % 1024 == 0 {
                effort.check().map_err(later)?;
                effort.report_share(drawn as f64 / many as f64);
            }
            let number = dice.below(sampler.positions() as usize) as u64;
            let sampled = sampler.position(number).map_err(|error: SampleError| later(error))?;
            let lengths = sampled.rows.lengths().iter().copied();
            cells.extend(lengths.chain(std::iter::repeat(0)).take(columns));
            lost.push(sampled.outcome == Outcome::Loss);
            distances.extend(sampled.distance);
            values.extend(sampled.grundy);
        }
        Ok((Lines { cells: Cells::Wide(cells), columns }, lost, distances, values))
    })?;
    let (lines, lost, distances, values) = drawn.map_err(|raise| raise())?;
    let many = lost.len();
    let whole = |found: Vec<u32>| (found.len() == many).then(|| PyArray1::from_vec(py, found));
    Ok((lines.into_numpy(py)?, PyArray1::from_vec(py, lost), whole(distances), whole(values)))
}
