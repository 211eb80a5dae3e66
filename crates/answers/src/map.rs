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
    /// What it shows.
    about: &'static str,
    /// What its rows are.
    down: &'static str,
    /// What its columns are.
    across: &'static str,
    /// What the numbers are.
    value: &'static str,
    /// The sentence about a cell; `{row}`, `{col}`, `{value}` and `{text}` are filled in.
    said: &'static str,
    /// The game of a cell, with the same placeholders.
    game: &'static str,
    /// Its position; null if that is the start.
    position: Option<&'static str>,
    /// The number of the first row and of the first column.
    first: (u32, u32),
    /// The rows: a number, or a list of a number, a text and perhaps places, or null if there is nothing.
    rows: Vec<Vec<Option<Spot>>>,
}

/// A map by its name.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
struct Named {
    /// Its name in addresses.
    name: &'static str,
    /// Its title for people.
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
    /// The same, and the places in the game that it is about: how far down and to the right, in hundredths.
    Placed(u32, String, Vec<(u32, u32)>),
}

impl From<Cell> for Spot {
    fn from(cell: Cell) -> Self {
        match (cell.text.is_empty(), cell.places.is_empty()) {
            (true, true) => Spot::Number(cell.value),
            (false, true) => Spot::Said(cell.value, cell.text),
            (_, false) => Spot::Placed(cell.value, cell.text, cell.places),
        }
    }
}

/// Answers with a map, the first one by default.
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
