//! Families of games that are solved together: bars in a range, boxes on some sides, divisors of many
//! numbers.

use lastbite::games::order::{BoxOpenings, BoxValues, DivisorOpenings, DivisorValues, Family};
use lastbite::{Chomp, Effort, Game, Square};
use lastbite_engines::sweep::GrundyValues;
use lastbite_engines::thin::{grundy_values_of_four_rows, grundy_values_of_three_rows};
use lastbite_engines::{Keep, Solve};
use numpy::{PyArray1, PyArrayMethods, PyUntypedArray};
use pyo3::prelude::*;

use crate::errors::{Kind, Later, OrRaise, later, refused};
use crate::standing::Standing;
use crate::work::{How, solver};

/// A game of a family: how it is written, its sizes, and the winning first moves.
type Opening = (String, Vec<u32>, Vec<String>);

/// Reads a family.
fn family(rows: &str, cols: Option<&str>) -> PyResult<Family> {
    Family::read(rows, cols).map_err(refused)
}

fn numbers(sizes: &[u32], between: &str) -> String {
    sizes.iter().map(u32::to_string).collect::<Vec<_>>().join(between)
}

/// Lists the winning first moves of every game of a family.
#[pyfunction]
pub fn openings(py: Python<'_>, rows: &str, cols: Option<&str>, how: How) -> PyResult<Vec<Opening>> {
    let family = family(rows, cols)?;
    let found = how.run(py, move |effort| all_openings(&family, effort))?;
    found.map_err(|raise| raise())
}

fn all_openings(family: &Family, effort: &Effort) -> Result<Vec<Opening>, Later> {
    let mut found = Vec::new();
    match family {
        Family::Bars(rows, cols) => {
            let largest = Chomp::new(*rows.end(), *cols.end()).map_err(later)?;
            let solve = Solve::of(&largest).keep(Keep::Openings).with_bars_inside();
            let whole = solve.run(effort).map_err(later)?;
            for rows in rows.clone() {
                for cols in cols.clone() {
                    effort.check().map_err(later)?;
                    let winning = whole.openings(rows, cols).map_err(later)?;
                    let bar = Chomp::new(rows, cols).map_err(later)?;
                    let winning = winning.iter().map(Square::to_string).collect();
                    found.push((bar.to_string(), vec![rows, cols], winning));
                }
            }
        }
        Family::Boxes(sides, lengths) => {
            let openings = BoxOpenings::solve(sides, *lengths.end(), effort).map_err(later)?;
            for length in lengths.clone() {
                effort.check().map_err(later)?;
                let sizes = [sides.as_slice(), &[length]].concat();
                let winning = openings.openings(length).iter().map(|cube| numbers(cube, ",")).collect();
                found.push((format!("chomp:{}", numbers(&sizes, "x")), sizes, winning));
            }
        }
        Family::Divisors(all) => {
            let mut openings = DivisorOpenings::default();
            for number in all.clone() {
                effort.check().map_err(later)?;
                let winning = openings.of(number.into(), effort).map_err(later)?;
                let winning = winning.iter().map(u64::to_string).collect();
                found.push((format!("divisors:{number}"), vec![number], winning));
            }
        }
    }
    Ok(found)
}

/// Lists the Grundy values of every game of a family: for bars a line for each number of rows, for all others
/// one line.
#[pyfunction]
pub fn grundy_values<'py>(
    py: Python<'py>,
    rows: &str,
    cols: Option<&str>,
    how: How,
) -> PyResult<Bound<'py, PyUntypedArray>> {
    let family = family(rows, cols)?;
    let columns = match &family {
        Family::Bars(_, cols) => Some(cols.clone().count()),
        Family::Boxes(..) | Family::Divisors(_) => None,
    };
    let values = how.run(py, move |effort| all_values(&family, effort))?.map_err(|raise| raise())?;
    let lines = columns.map(|columns| values.len() / columns.max(1));
    let array = PyArray1::from_vec(py, values);
    Ok(match (lines, columns) {
        (Some(lines), Some(columns)) => array.reshape([lines, columns])?.as_untyped().clone(),
        _ => array.as_untyped().clone(),
    })
}

fn all_values(family: &Family, effort: &Effort) -> Result<Vec<u32>, Later> {
    let not_valued = || -> Later { Box::new(|| Kind::NotKnown.says("a game of the family was not valued")) };
    let mut found = Vec::new();
    match family {
        Family::Bars(rows, cols) if *rows == (3..=3) || *rows == (4..=4) => {
            let values = match rows.end() {
                3 => grundy_values_of_three_rows(*cols.end(), effort),
                _ => grundy_values_of_four_rows(*cols.end(), effort),
            };
            let values = values.map_err(later)?;
            found.extend(values.into_iter().skip(*cols.start() as usize - 1));
        }
        Family::Bars(rows, cols) => {
            let largest = Chomp::new(*rows.end(), *cols.end()).map_err(later)?;
            let values = GrundyValues::of(&largest, effort).map_err(later)?;
            for rows in rows.clone() {
                for cols in cols.clone() {
                    let bar = Chomp::new(rows, cols).map_err(later)?;
                    found.push(values.value(&bar.start()).ok_or_else(not_valued)?);
                }
            }
        }
        Family::Boxes(sides, lengths) => {
            let values = BoxValues::find(sides, *lengths.end(), effort).map_err(later)?;
            for length in lengths.clone() {
                found.push(values.of(length).ok_or_else(not_valued)?);
            }
        }
        Family::Divisors(all) => {
            let mut values = DivisorValues::default();
            for number in all.clone() {
                found.push(values.of(number.into(), effort).map_err(later)?);
            }
        }
    }
    Ok(found)
}

/// Finds the Grundy value of a position.
#[pyfunction]
pub fn grundy(py: Python<'_>, standing: &Bound<'_, Standing>, how: How) -> PyResult<u32> {
    let standing = standing.get().0.clone();
    let told = standing.to_string();
    let found = how.run_sized(py, standing.size(), move |effort| solver().grundy_value(&standing, effort))?;
    found.or_raise()?.ok_or_else(|| {
        let sentence = "is out of reach, or it has none; ask for a smaller game";
        Kind::NotKnown.says(format!("the Grundy value of {told} {sentence}"))
    })
}
