//! Maps: many games or positions at once, each a cell with a number, to look at and to play from.
//!
//! A map is plain data: whoever draws it knows no game.

/// What a map is of; the map itself is [made](crate::description::Described::map) when somebody looks at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MapOf {
    /// What it is called in addresses.
    pub name: &'static str,
    /// What it is called in front of people.
    pub title: &'static str,
    /// What is to be seen on it.
    pub about: &'static str,
    /// What its rows are, from the top down.
    pub down: &'static str,
    /// What its columns are.
    pub across: &'static str,
    /// What the number of a cell is.
    pub value: &'static str,
    /// What is said of a cell that has a number; `{row}`, `{col}`, `{value}` and `{text}` stand for what it
    /// has.
    pub said: &'static str,
    /// The game of a cell, written with the same signs.
    pub game: &'static str,
    /// Its position; nothing where that is the start.
    pub position: Option<&'static str>,
}

impl MapOf {
    /// Describes a map by its name, its title, what is to be seen, what its rows, columns and numbers are.
    #[must_use]
    pub const fn new(
        name: &'static str,
        title: &'static str,
        about: &'static str,
        (down, across, value): (&'static str, &'static str, &'static str),
    ) -> Self {
        MapOf { name, title, about, down, across, value, said: "", game: "", position: None }
    }

    /// Says what is said of a cell, and which game and position it leads to.
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
    /// What it is of.
    pub of: &'static MapOf,
    /// The number of its first row and of its first column.
    pub first: (u32, u32),
    /// Its rows; nothing where there is no such game or position.
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
    /// What else there is to say; mostly nothing.
    pub text: String,
}

impl From<u32> for Cell {
    fn from(value: u32) -> Self {
        Cell { value, text: String::new() }
    }
}
