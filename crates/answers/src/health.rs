//! Whether the desk is alive, and its limits.

use lastbite::Effort;
use serde::Serialize;

use crate::Desk;
use crate::problem::Problem;
use crate::question::Question;

/// Says that the desk is alive, and what may be asked.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Health {
    /// `ok`
    status: &'static str,
    /// The version of the program.
    version: &'static str,
    /// What may be asked.
    limits: Limits,
}

/// What may be asked.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
struct Limits {
    /// The most rows and the most columns of a grid.
    side: u32,
    /// The most heaps.
    heaps: usize,
    /// The most stones in a heap.
    stones: u32,
    /// The most positions that a picture of the game tree shows.
    tree: usize,
    /// The bytes of memory that an answer may take.
    memory: u64,
}

/// The most rows and the most columns of a grid.
const SIDE: u32 = 99;
/// The most heaps.
const HEAPS: usize = 20;
/// The most stones in a heap.
const STONES: u32 = 99;

/// Answers that all is well.
pub(crate) fn answer(desk: &Desk, _: &Question<'_>, effort: &Effort) -> Result<Health, Problem> {
    let reach = desk.reach();
    Ok(Health {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
        limits: Limits {
            side: SIDE,
            heaps: HEAPS,
            stones: STONES,
            tree: reach.tree,
            memory: effort.memory_allowed(),
        },
    })
}
