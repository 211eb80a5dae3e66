//! Maps: many games or positions at once, each a cell with a number, to explore and to play.
//!
//! A map is plain data, so the code that draws it needs to know no game.

/// Describes a map; the map itself is [made](crate::description::Described::map) when it is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MapOf {
    /// Its name in addresses.
    pub name: &'static str,
    /// Its title for people.
    pub title: &'static str,
    /// What it shows.
    pub about: &'static str,
    /// What its rows are, from the top down.
    pub down: &'static str,
    /// What its columns are.
    pub across: &'static str,
    /// What the number of a cell is.
    pub value: &'static str,
    /// The sentence about a cell; `{row}`, `{col}`, `{value}` and `{text}` are filled in.
    pub said: &'static str,
    /// The game of a cell, with the same placeholders.
    pub game: &'static str,
    /// Its position, or nothing for the start.
    pub position: Option<&'static str>,
}

impl MapOf {
    /// Describes a map by its name, its title, what it shows, and what its rows, columns and numbers are.
    #[must_use]
    pub const fn new(
        name: &'static str,
        title: &'static str,
        about: &'static str,
        (down, across, value): (&'static str, &'static str, &'static str),
    ) -> Self {
        MapOf { name, title, about, down, across, value, said: "", game: "", position: None }
    }

    /// Sets the sentence about a cell, and the game and position it leads to.
    #[must_use]
    pub const fn leading(
        self,
        said: &'static str,
        game: &'static str,
        position: Option<&'static str>,
    ) -> Self {
        MapOf { said, game, position, ..self }
    }
}

/// A map: rows of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Map {
    /// Its description.
    pub of: &'static MapOf,
    /// The number of its first row and of its first column.
    pub first: (u32, u32),
    /// Its rows; a cell is nothing if there is no such game or position.
    pub rows: Vec<Vec<Option<Cell>>>,
}

impl Map {
    /// Draws a map from its first row and column on.
    #[must_use]
    pub fn new(of: &'static MapOf, first: (u32, u32), rows: Vec<Vec<Option<Cell>>>) -> Self {
        Map { of, first, rows }
    }
}

/// A cell of a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Its number.
    pub value: u32,
    /// What else there is to say, usually nothing.
    pub text: String,
    /// The places in the game of the cell that it is about, if there are any: how far down and how far to the right, in
    /// hundredths. They are drawn in the cell as on a small board.
    pub places: Vec<(u32, u32)>,
}

impl From<u32> for Cell {
    fn from(value: u32) -> Self {
        Cell { value, ..Cell::default() }
    }
}
