//! Lost positions of a bar in a file.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lastbite::Rows;
use lastbite::games::chomp::TableError;
use lastbite_engines::Solution;
use numpy::PyUntypedArray;
use pyo3::prelude::*;

use super::array::lost_of_bar;
use crate::errors::{OrRaise, Raised};
use crate::work::How;

/// A file of lost positions.
#[pyclass(frozen, module = "lastbite._lastbite")]
pub struct Table {
    table: Arc<lastbite::Table>,
    path: PathBuf,
}

/// Says what could not be done with a file, and why.
pub fn unusable(what: &str, path: &Path, error: TableError) -> PyErr {
    let kind = error.kind();
    kind.says(format!("cannot {what} {}: {error}", lastbite::play::record_file::shown(path)))
}

#[pymethods]
impl Table {
    /// Opens a file.
    #[new]
    pub fn open(path: PathBuf) -> PyResult<Self> {
        let table = lastbite::Table::open(&path).map_err(|error| unusable("open", &path, error))?;
        Ok(Table { table: Arc::new(table), path })
    }

    /// Returns where it is.
    fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// Returns the bar.
    fn game(&self) -> String {
        self.table.bar().to_string()
    }

    /// Says what the file keeps: which bar, how many positions, how many of them lost, and how many bytes.
    fn header(&self) -> (String, u64, u64, u64) {
        let header = self.table.header();
        (header.kept.to_string(), header.positions, header.lost, header.bytes)
    }

    /// Says whether a position is lost.
    fn is_lost(&self, position: &str) -> PyResult<bool> {
        let rows: Rows = position.parse().or_raise()?;
        self.table.is_lost(&rows).map_err(|error| unusable("use", &self.path, error))
    }

    /// Lists the bites that win a position.
    fn winning(&self, position: &str) -> PyResult<Vec<String>> {
        let rows: Rows = position.parse().or_raise()?;
        let bites = self.table.winning_bites(&rows).map_err(|error| unusable("use", &self.path, error))?;
        Ok(bites.iter().map(ToString::to_string).collect())
    }

    /// Proves the file: how many positions are lost, how many won, and how many bites were followed.
    fn verify(&self, py: Python<'_>, how: How) -> PyResult<(u64, u64, u64)> {
        let table = Arc::clone(&self.table);
        let proved = how.run(py, move |effort| table.verify(effort))?;
        let proved = proved.map_err(|error| unusable("prove", &self.path, error))?;
        Ok((proved.lost, proved.won, proved.bites))
    }

    /// Lists the lost positions as an array.
    fn lost<'py>(&self, py: Python<'py>, how: How) -> PyResult<Bound<'py, PyUntypedArray>> {
        let path = self.path.clone();
        let lines = how.run(py, move |effort| {
            // A table is read from its file by one reader at a time: this one has its own.
            let solution = Solution::from(lastbite::Table::open(&path).map_err(Err)?);
            lost_of_bar(&solution, effort).map_err(Ok)
        })?;
        let lines = lines.map_err(|error| match error {
            Ok(not_filled) => not_filled.raised(),
            Err(error) => unusable("read", &self.path, error),
        })?;
        lines.into_numpy(py)
    }
}
