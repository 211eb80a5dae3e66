//! lastbite in Python: the native half of the package.
//!
//! It is thin. It reads texts, asks the library, and returns numbers, texts, tuples and NumPy arrays. What
//! people see, with names, types and examples, is Python (`python/lastbite`).

mod analysis;
mod errors;
mod learning;
mod own;
mod play;
mod solve;
mod standing;
mod work;

use pyo3::prelude::*;

/// The native half of lastbite; everything in it is private.
#[pymodule]
mod _lastbite {
    #[pymodule_export]
    use super::analysis::{analyze, draw_analysed, explain, search, tree};
    #[pymodule_export]
    use super::learning::{answer, worksheet_page};
    #[pymodule_export]
    use super::own::{add_game, check_game, forget_game};
    #[pymodule_export]
    use super::play::{Computer, Match, Session, ratings};
    #[pymodule_export]
    use super::solve::area::count_by_area;
    #[pymodule_export]
    use super::solve::columns::{fates, three_rows};
    #[pymodule_export]
    use super::solve::families::{grundy, grundy_values, openings};
    #[pymodule_export]
    use super::solve::heaps::{periods, sequence};
    #[pymodule_export]
    use super::solve::sample::sample;
    #[pymodule_export]
    use super::solve::tables::Table;
    #[pymodule_export]
    use super::solve::values::values;
    #[pymodule_export]
    use super::solve::whole::{Solved, solve};
    #[pymodule_export]
    use super::standing::{Standing, games};
    #[pymodule_export]
    use super::work::{parse_memory, release};
}
