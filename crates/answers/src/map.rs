//! Maps of many games or positions at once.

use lastbite::atlas::{Cell, MapOf};
use lastbite::description::Described;
use lastbite::{AnyGame, Effort};
use serde::Serialize;

use crate::Desk;
use crate::problem::Problem;
use crate::question::Question;

/// A map, and which others there are.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Explored {
    /// Every map that there is.
    maps: Vec<Named>,
    /// Which of them this is.
    name: &'static str,
    /// What is to be seen on it.
    about: &'static str,
    /// What its rows are.
    down: &'static str,
    /// What its columns are.
    across: &'static str,
    /// What the numbers are.
    value: &'static str,
    /// What is said of a cell: `{row}`, `{col}`, `{value}` and `{text}` stand for what it has.
    said: &'static str,
    /// The game of a cell, written with the same signs.
    game: &'static str,
    /// Its position; null where that is the start.
    position: Option<&'static str>,
    /// The number of the first row and of the first column.
    first: (u32, u32),
    /// The rows: a number, or a number and a text, or null where there is nothing.
    rows: Vec<Vec<Option<Spot>>>,
}

/// A map by its name.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
struct Named {
    /// What it is called in addresses.
    name: &'static str,
    /// What it is called in front of people.
    title: &'static str,
}

/// What a cell has.
#[derive(Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
enum Spot {
    /// A number alone.
    Number(u32),
    /// A number, and what else there is to say.
    Said(u32, String),
}

impl From<Cell> for Spot {
    fn from(cell: Cell) -> Self {
        if cell.text.is_empty() { Spot::Number(cell.value) } else { Spot::Said(cell.value, cell.text) }
    }
}

/// Answers with a map, the first one where none is named.
pub(crate) fn answer(_: &Desk, question: &Question<'_>, effort: &Effort) -> Result<Explored, Problem> {
    let all = AnyGame::maps();
    let names = || all.iter().map(|of| of.name).collect::<Vec<_>>().join(", ");
    let usual = all.first().map_or("", |of| of.name);
    let name = question.text("map").filter(|name| !name.is_empty()).unwrap_or(usual);
    let Some(of) = all.iter().find(|of| of.name == name) else {
        return Err(Problem::unreadable(format!("map must be one of {}", names())));
    };
    let map = AnyGame::map(name, effort);
    crate::reply::not_called_off(effort)?;
    let map = map.ok_or_else(|| Problem::out_of_reach("this map could not be drawn"))?;
    let named = |of: &&MapOf| Named { name: of.name, title: of.title };
    Ok(Explored {
        maps: all.iter().map(named).collect(),
        name: of.name,
        about: of.about,
        down: of.down,
        across: of.across,
        value: of.value,
        said: of.said,
        game: of.game,
        position: of.position,
        first: map.first,
        rows: map
            .rows
            .into_iter()
            .map(|row| row.into_iter().map(|cell| cell.map(Spot::from)).collect())
            .collect(),
    })
}
