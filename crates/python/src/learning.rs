//! What people learn from: the questions of `crates/answers`, which the page and the API ask too.

use std::sync::OnceLock;

use lastbite::Solver;
use lastbite::play::{Difficulty, Worksheet};
use lastbite::search::a_few_seconds;
use lastbite::words::lower;
use lastbite_answers::{Desk, Reach};
use pyo3::prelude::*;

use crate::errors::{Kind, refused};
use crate::standing::Standing;
use crate::work::How;

/// Returns the desk that answers, and whose solver everything else asks too.
pub fn desk() -> &'static Desk {
    static DESK: OnceLock<Desk> = OnceLock::new();
    DESK.get_or_init(|| Desk::new(Solver::new(), Reach::default()))
}

/// Answers a question of the API: its name, and its parameters as in an address. Returns JSON.
#[pyfunction]
pub fn answer(py: Python<'_>, name: String, query: String, how: How) -> PyResult<String> {
    let reply = how.run(py, move |effort| desk().answer(&name, &query, "", effort))?;
    if reply.status == 200 {
        return Ok(reply.body);
    }
    let told: Option<String> = serde_json::from_str::<serde_json::Value>(&reply.body)
        .ok()
        .and_then(|problem| problem["error"].as_str().map(str::to_string));
    let sentence = told.unwrap_or(reply.body);
    // Exceptions are no sentences of a text: they begin small, and end without a full stop.
    let sentence = lower(sentence.trim_end_matches('.'));
    Err(match reply.status {
        422 => Kind::NotKnown.says(sentence),
        _ => refused(sentence),
    })
}

/// Makes the page of a worksheet, as the program prints it.
#[pyfunction]
pub fn worksheet_page(
    py: Python<'_>,
    standing: &Bound<'_, Standing>,
    difficulty: &str,
    number: usize,
    seed: u64,
    how: How,
) -> PyResult<String> {
    let difficulty: Difficulty = difficulty.parse().map_err(refused)?;
    let game = standing.get().0.game().clone();
    let nodes = how.nodes().unwrap_or_else(|| a_few_seconds(standing.get().0.size()));
    let page = how.run(py, move |effort| {
        let effort = effort.clone().nodes(nodes);
        let sheet = Worksheet::of(&game, difficulty, number, seed, desk().solver(), &effort);
        sheet.map(|sheet| sheet.page()).map_err(|why| why.to_string())
    })?;
    page.map_err(|why| Kind::NotKnown.says(why))
}
