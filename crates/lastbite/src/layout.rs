//! What a game looks like: its pieces, where they are, which of them are left, and which move each stands
//! for.
//!
//! A game lays out its positions; a front end draws layouts and knows no game. Everything that front ends do
//! with pieces is here, once: the cursor that moves from piece to piece, the preview of what a move would
//! take, the marks on what has just been taken.

mod chart;
mod corner;
mod diagram;
mod layers;

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::game::Game;

pub use chart::{Chart, Spot};
pub use corner::Corner;
pub use diagram::Diagram;
pub(crate) use layers::{Layers, Room};

/// Where a piece is: its row or heap, and its place in it, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The row, or the heap.
    pub row: u32,
    /// The column, or the stone counted from the left.
    pub col: u32,
}

impl Place {
    /// Names a place.
    #[must_use]
    pub const fn new(row: u32, col: u32) -> Self {
        Place { row, col }
    }
}

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Role {
    /// A piece like any other.
    Plain,
    /// The piece that loses: whoever takes it has lost.
    Poison,
    /// What holds two stones of a heap together, if a move may separate them. It is drawn small, and not at
    /// all when it is gone.
    Joint,
    /// No piece at all, only empty room between two parts of a heap. It is never left.
    Gap,
}

/// A piece. Its id is its number in [`Layout::pieces`], the same in all positions of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Piece {
    /// Where it is.
    pub place: Place,
    /// What it is.
    pub role: Role,
    /// Whether it is still there.
    pub left: bool,
}

impl Piece {
    /// Makes a plain piece.
    #[must_use]
    pub const fn new(place: Place, left: bool) -> Self {
        Piece { place, role: Role::Plain, left }
    }

    /// Gives it another role.
    #[must_use]
    pub const fn with_role(self, role: Role) -> Self {
        Piece { role, ..self }
    }
}

/// How the pieces are arranged. More kinds may come; a front end that does not know one draws rows of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Shape {
    /// One grid: rows and columns, both numbered.
    Grid,
    /// Separate rows of stones, each with the number of stones that are left.
    Heaps,
    /// A finite order: every element has a name and is linked to those next above it; the least ones are in
    /// the last row.
    Diagram,
}

/// What the pieces of a panel are, as people see them. More kinds may come; a front end that does not know one
/// draws what belongs to the shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Look {
    /// A square of chocolate.
    Square,
    /// A cube of chocolate.
    Cube,
    /// A stone.
    Stone,
    /// A stick or a match.
    Stick,
    /// A pin to be knocked down.
    Pin,
    /// An empty square of a strip: whoever takes it draws a cross in it.
    Cross,
    /// A coin.
    Coin,
    /// An element of an order, in a circle.
    Node,
}

impl Look {
    /// Returns the usual look of the pieces of a shape.
    #[must_use]
    pub fn of(shape: Shape) -> Self {
        match shape {
            Shape::Grid => Look::Square,
            Shape::Heaps => Look::Stone,
            Shape::Diagram => Look::Node,
        }
    }
}

/// A part of the layout that is drawn separately, next to the others: a layer of a bar, or a game of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Panel {
    /// The title above it; empty if there is only one.
    pub title: String,
    /// How its pieces are arranged.
    pub shape: Shape,
    /// What its pieces are.
    pub look: Look,
    /// Whether it is on top of the panel before it, as the layers of a bar are.
    pub upon: bool,
    /// How many rows come before it.
    before: u32,
    /// How many rows it has.
    rows: u32,
}

impl Panel {
    /// Returns its rows, as they are numbered in the whole layout.
    #[must_use]
    pub fn rows(&self) -> RangeInclusive<u32> {
        self.before + 1..=self.before + self.rows
    }

    /// Counts its rows.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.rows
    }

    /// Says whether a row of the whole layout is one of its rows.
    #[must_use]
    pub fn has_row(&self, row: u32) -> bool {
        self.rows().contains(&row)
    }
}

/// A position as it is drawn: every piece that the game began with, and which of them are left.
///
/// It has one panel, or several side by side. Rows are numbered through all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Layout {
    /// The pieces, row by row and each row from its first place on.
    pub pieces: Vec<Piece>,
    /// Where each row begins among the pieces, and where the last one ends.
    rows: Vec<usize>,
    /// The panels, from left to right; there is always one.
    panels: Vec<Panel>,
    /// The labels of the rows, if the game sets them.
    heads: Vec<String>,
    /// The names of the pieces, one for each; empty if none has a name.
    names: Arc<[String]>,
    /// Which pieces are next to each other in an order: the lower one, and the one above it.
    links: Arc<[(usize, usize)]>,
}

/// A direction from one piece to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To the row above.
    Up,
    /// To the row below.
    Down,
    /// To the place before.
    Left,
    /// To the place after.
    Right,
}

impl Layout {
    /// Lays out rows of pieces: how many each row had when the game began, and how many are left of it.
    ///
    /// A row keeps its first pieces: taking a piece takes everything beyond it.
    #[must_use]
    pub fn rows_of(shape: Shape, whole: &[u32], left: &[u32]) -> Self {
        let lefts = left.iter().copied().chain(std::iter::repeat(0));
        let mut pieces = Vec::with_capacity(whole.iter().map(|&length| length as usize).sum());
        for ((&length, left), row) in whole.iter().zip(lefts).zip(1..) {
            pieces.extend((1..=length).map(|col| Piece::new(Place::new(row, col), col <= left)));
        }
        Self::new(shape, pieces)
    }

    /// Lays out pieces given in any order; those of one row need not be side by side.
    #[must_use]
    pub fn new(shape: Shape, mut pieces: Vec<Piece>) -> Self {
        pieces.sort_by_key(|piece| piece.place);
        let many = pieces.last().map_or(0, |piece| piece.place.row);
        let start = |row: u32| pieces.partition_point(|piece| piece.place.row < row);
        let rows = (1..=many + 1).map(start).collect();
        let panels = vec![Panel {
            title: String::new(),
            shape,
            look: Look::of(shape),
            upon: false,
            before: 0,
            rows: many,
        }];
        Layout { pieces, rows, panels, heads: Vec::new(), names: [].into(), links: [].into() }
    }

    /// Draws a finite order: the names of its elements, pairs of a lower and the upper element next above it,
    /// and which elements are left. A game that lays out many positions keeps a [`Diagram`] instead.
    #[must_use]
    pub fn diagram(names: Vec<String>, covers: &[(usize, usize)], left: impl Fn(usize) -> bool) -> Self {
        Diagram::new(names, covers).layout(left)
    }

    /// Puts layouts next to each other, each with a title: the layers of a bar, or the games of a sum.
    ///
    /// Rows are numbered on from layout to layout. If a layout has its own titles, they follow the one given
    /// here.
    #[must_use]
    pub fn beside_each_other(layouts: Vec<(String, Layout)>) -> Self {
        let mut whole = Layout::new(Shape::Heaps, Vec::new());
        let (mut names, mut links) = (Vec::new(), Vec::new());
        whole.panels.clear();
        for (title, part) in layouts {
            let (before, many) = (whole.rows(), whole.pieces.len());
            whole.heads.resize(
                if part.heads.is_empty() { whole.heads.len() } else { before as usize },
                String::new(),
            );
            whole.heads.extend(part.heads);
            if !part.names.is_empty() {
                names.resize(many, String::new());
                names.extend(part.names.iter().cloned());
            }
            links.extend(part.links.iter().map(|&(lower, upper)| (lower + many, upper + many)));
            whole.rows.extend(part.rows[1..].iter().map(|end| end + many));
            whole.panels.extend(part.panels.into_iter().map(|panel| {
                let titles = [title.as_str(), &panel.title].into_iter().filter(|title| !title.is_empty());
                let title = titles.collect::<Vec<_>>().join(", ");
                Panel { title, before: panel.before + before, ..panel }
            }));
            whole.pieces.extend(part.pieces.into_iter().map(|piece| Piece {
                place: Place::new(piece.place.row + before, piece.place.col),
                ..piece
            }));
        }
        if !names.is_empty() {
            names.resize(whole.pieces.len(), String::new());
        }
        (whole.names, whole.links) = (names.into(), links.into());
        if whole.panels.is_empty() {
            return Layout::new(Shape::Heaps, Vec::new());
        }
        whole
    }

    /// Puts layouts next to each other that are the layers of one solid, the lowest first.
    #[must_use]
    pub fn layers(layouts: Vec<(String, Layout)>) -> Self {
        let mut whole = Self::beside_each_other(layouts);
        whole.panels.iter_mut().skip(1).for_each(|panel| panel.upon = true);
        whole
    }

    /// Says what the pieces are, if they are not what is usual for their shape.
    #[must_use]
    pub fn made_of(mut self, look: Look) -> Self {
        self.panels.iter_mut().for_each(|panel| panel.look = look);
        self
    }

    /// Gives the piece at a place another role.
    #[must_use]
    pub fn with_role(mut self, place: Place, role: Role) -> Self {
        if let Some(id) = self.id(place) {
            self.pieces[id].role = role;
        }
        self
    }

    /// Sets the labels of the rows, if they are not just 1, 2 and so on: `1-2` for a heap that was split into
    /// two.
    #[must_use]
    pub fn with_heads(mut self, heads: Vec<String>) -> Self {
        self.heads = heads;
        self
    }

    /// Returns the label of a row, if it is not just its number.
    #[must_use]
    pub fn head(&self, row: u32) -> Option<&str> {
        let head = self.heads.get((row as usize).checked_sub(1)?)?;
        (!head.is_empty()).then_some(head)
    }

    /// Returns the name of a piece, or nothing if it has none.
    #[must_use]
    pub fn name(&self, id: usize) -> Option<&str> {
        self.names.get(id).map(String::as_str).filter(|name| !name.is_empty())
    }

    /// Returns which pieces are next to each other in an order: the number of the lower one, and of the one
    /// above it.
    #[must_use]
    pub fn links(&self) -> &[(usize, usize)] {
        &self.links
    }

    /// Returns the panels, from left to right; there is always one.
    #[must_use]
    pub fn panels(&self) -> &[Panel] {
        &self.panels
    }

    /// Returns the shape of the first panel, which is that of the whole if there is only one.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.panels[0].shape
    }

    /// Returns the panel of a place, counted from 0, and the place within it.
    #[must_use]
    pub fn within(&self, place: Place) -> Option<(usize, Place)> {
        let panel = self.panels.iter().position(|panel| panel.has_row(place.row))?;
        Some((panel, Place::new(place.row - self.panels[panel].before, place.col)))
    }

    /// Returns where a place of a panel is in the whole layout.
    #[must_use]
    pub fn whole(&self, panel: usize, place: Place) -> Place {
        let before = self.panels.get(panel).map_or(self.rows(), |panel| panel.before);
        Place::new(before.saturating_add(place.row), place.col)
    }

    /// Says where a piece is for people who do not see it: its name, or its row and column; with several
    /// panels, the title of its panel first.
    #[must_use]
    pub fn spoken(&self, place: Place) -> String {
        let name = self.id(place).and_then(|id| self.name(id));
        let (title, place) = match self.within(place) {
            Some((panel, within)) => (self.panels[panel].title.as_str(), within),
            None => ("", place),
        };
        match (name, title) {
            (Some(name), "") => name.to_string(),
            (Some(name), title) => format!("{title}, {name}"),
            (None, "") => format!("Row {}, column {}", place.row, place.col),
            (None, title) => format!("{title}, row {}, column {}", place.row, place.col),
        }
    }

    /// Says roughly where a piece is, without giving it away: `in heap 2`, `in the lower left part`. Nothing if there is
    /// only one place where it can be.
    #[must_use]
    pub fn whereabouts(&self, place: Place) -> Option<String> {
        let (number, within) = self.within(place)?;
        let part = self.panel(number);
        let left: Vec<Place> = part
            .pieces
            .iter()
            .filter(|piece| piece.left && piece.role != Role::Joint)
            .map(|piece| piece.place)
            .collect();
        // Which half of what is left: the first or the second.
        let half = |of: fn(&Place) -> u32, here: u32, words: [&'static str; 2]| {
            let (least, most) = (left.iter().map(of).min()?, left.iter().map(of).max()?);
            (most > least).then(|| words[usize::from(2 * here > least + most)])
        };
        let heaps = part.shape() == Shape::Heaps;
        let rows = (1..=part.rows()).filter(|&row| part.left_in(row) > 0).count();
        let title = &self.panels[number].title;
        let area = if heaps && rows > 1 {
            Some(format!("in heap {}", part.head(within.row).map_or(within.row.to_string(), str::to_string)))
        } else {
            let across = half(|place| place.col, within.col, ["left", "right"]);
            let down = if heaps { None } else { half(|place| place.row, within.row, ["upper", "lower"]) };
            let halves: Vec<&str> = down.into_iter().chain(across).collect();
            (!halves.is_empty()).then(|| format!("in the {} part", halves.join(" ")))
        };
        match (title.is_empty(), area) {
            (true, area) => area,
            (false, None) => Some(format!("at {title}")),
            (false, Some(area)) => Some(format!("at {title}, {area}")),
        }
    }

    /// Returns one panel alone, its rows counted from 1.
    #[must_use]
    pub fn panel(&self, panel: usize) -> Layout {
        let Some(Panel { title, shape, look, before, rows, .. }) = self.panels.get(panel).cloned() else {
            return Layout::new(Shape::Heaps, Vec::new());
        };
        let (from, to) = (self.rows[before as usize], self.rows[(before + rows) as usize]);
        let alone =
            |piece: &Piece| Piece { place: Place::new(piece.place.row - before, piece.place.col), ..*piece };
        let inside = |&(lower, upper): &(usize, usize)| {
            (from..to).contains(&lower).then(|| (lower - from, upper.saturating_sub(from)))
        };
        let heads = self.heads.iter().skip(before as usize).take(rows as usize);
        Layout {
            pieces: self.pieces[from..to].iter().map(alone).collect(),
            rows: self.rows[before as usize..=(before + rows) as usize].iter().map(|at| at - from).collect(),
            panels: vec![Panel { title, shape, look, upon: false, before: 0, rows }],
            heads: heads.cloned().collect(),
            names: self.names.get(from..to).unwrap_or_default().into(),
            links: self.links.iter().filter_map(inside).collect(),
        }
    }

    /// Counts the rows.
    #[must_use]
    pub fn rows(&self) -> u32 {
        (self.rows.len() - 1) as u32
    }

    /// Counts the columns of the longest row.
    #[must_use]
    pub fn cols(&self) -> u32 {
        (1..=self.rows())
            .filter_map(|row| self.row(row).last())
            .map(|piece| piece.place.col)
            .max()
            .unwrap_or(0)
    }

    /// Returns the pieces of a row, counted from 1; a row that does not exist has none.
    #[must_use]
    pub fn row(&self, row: u32) -> &[Piece] {
        let row = row as usize;
        match (row.checked_sub(1).and_then(|before| self.rows.get(before)), self.rows.get(row)) {
            (Some(&from), Some(&to)) => &self.pieces[from..to],
            _ => &[],
        }
    }

    /// Counts the pieces of a row that are left, without joints.
    #[must_use]
    pub fn left_in(&self, row: u32) -> u32 {
        self.row(row).iter().filter(|piece| piece.left && piece.role != Role::Joint).count() as u32
    }

    /// Returns the number of the piece at a place.
    #[must_use]
    pub fn id(&self, place: Place) -> Option<usize> {
        self.pieces.binary_search_by_key(&place, |piece| piece.place).ok()
    }

    /// Returns the piece at a place, whether it is left or not.
    #[must_use]
    pub fn piece(&self, place: Place) -> Option<&Piece> {
        Some(&self.pieces[self.id(place)?])
    }

    /// Says whether a piece is still there.
    #[must_use]
    pub fn has(&self, place: Place) -> bool {
        self.piece(place).is_some_and(|piece| piece.left)
    }

    /// Lists the numbers of the pieces that are left here and not in another layout of the same game.
    pub fn gone_in<'a>(&'a self, after: &'a Layout) -> impl Iterator<Item = usize> + 'a {
        let pairs = self.pieces.iter().zip(&after.pieces).enumerate();
        pairs.filter(|(_, (before, after))| before.left && !after.left).map(|(id, _)| id)
    }

    /// Returns the piece that is left nearest to a place: in its row if there is one, else in the nearest row
    /// above, then below, first in its panel and then in the others. If nothing is left, it is the first
    /// place.
    #[must_use]
    pub fn nearest(&self, place: Place) -> Place {
        let row = place.row.clamp(1, self.rows().max(1));
        let here = self.panels.iter().find(|panel| panel.has_row(row));
        let rows = || (1..=row).rev().chain(row + 1..=self.rows());
        let inside = |row: &u32| here.is_some_and(|panel| panel.has_row(*row));
        let mut rows = rows().filter(inside).chain(rows().filter(|row| !inside(row)));
        rows.find_map(|row| self.nearest_in(row, place.col)).unwrap_or(Place::new(1, 1))
    }

    /// Returns the piece of a row that is left and nearest to a column.
    fn nearest_in(&self, row: u32, col: u32) -> Option<Place> {
        let left = self.row(row).iter().filter(|piece| piece.left);
        left.min_by_key(|piece| piece.place.col.abs_diff(col)).map(|piece| piece.place)
    }

    /// Returns the piece this many steps away in a direction. Gaps are skipped, and the edge of what is left
    /// is never crossed.
    ///
    /// Beyond the edge of a panel is the next one. In a diagram, up and down follow the links.
    #[must_use]
    pub fn beside(&self, place: Place, direction: Direction, steps: u32) -> Place {
        let mut here = place;
        for _ in 0..steps {
            match self.one_step(here, direction) {
                Some(next) => here = next,
                None => break,
            }
        }
        self.nearest(here)
    }

    fn one_step(&self, place: Place, direction: Direction) -> Option<Place> {
        let Place { row, col } = place;
        let mut left = self.row(row).iter().filter(|piece| piece.left).map(|piece| piece.place);
        match direction {
            Direction::Left => left.rfind(|place| place.col < col).or_else(|| self.across(place, direction)),
            Direction::Right => left.find(|place| place.col > col).or_else(|| self.across(place, direction)),
            Direction::Up => self.linked(place, direction).or_else(|| self.along(place, (1..row).rev())),
            Direction::Down => {
                self.linked(place, direction).or_else(|| self.along(place, row + 1..=self.rows()))
            }
        }
    }

    /// Returns the place in the same column of the first row that has a piece left.
    fn along(&self, place: Place, mut rows: impl Iterator<Item = u32>) -> Option<Place> {
        rows.find(|&row| self.left_in(row) > 0).map(|row| Place::new(row, place.col))
    }

    /// Returns the nearest piece of the next panel to the left or right that has a piece left: in the same
    /// row or the nearest one, at the near edge.
    fn across(&self, place: Place, direction: Direction) -> Option<Place> {
        let (from, within) = self.within(place)?;
        let to_the_left = direction == Direction::Left;
        let enter = |panel: &Panel| {
            let row = panel.before + within.row.min(panel.rows);
            let mut rows = (panel.before + 1..=row).rev().chain(row + 1..=panel.before + panel.rows);
            rows.find_map(|row| self.nearest_in(row, if to_the_left { u32::MAX } else { 0 }))
        };
        if to_the_left {
            self.panels[..from].iter().rev().find_map(enter)
        } else {
            self.panels[from + 1..].iter().find_map(enter)
        }
    }

    /// Returns the piece nearest in column that is left and linked to this one, above or below.
    fn linked(&self, place: Place, direction: Direction) -> Option<Place> {
        let here = self.id(place)?;
        let others = self.links.iter().filter_map(|&(lower, upper)| match direction {
            Direction::Up => (lower == here).then_some(upper),
            _ => (upper == here).then_some(lower),
        });
        let left = others.map(|id| self.pieces[id]).filter(|piece| piece.left).map(|piece| piece.place);
        left.min_by_key(|there| (there.row.abs_diff(place.row), there.col.abs_diff(place.col), there.col))
    }

    /// Returns the piece that takes least: the last one of the last row, or one of the greatest of an order.
    #[must_use]
    pub fn last(&self) -> Place {
        match self.panels.last() {
            Some(panel) if panel.shape == Shape::Diagram => {
                let mut rows = panel.rows();
                let greatest = rows.find_map(|row| self.nearest_in(row, 1));
                greatest.unwrap_or_else(|| self.nearest(Place::new(*panel.rows().start(), 1)))
            }
            _ => self.nearest(Place::new(self.rows(), u32::MAX)),
        }
    }

    /// Counts the pieces of each unbroken run of a row: `3` and `4` if a heap was split.
    #[must_use]
    pub fn runs_in(&self, row: u32) -> Vec<u32> {
        let pieces = self.row(row);
        let together = |a: &Piece, b: &Piece| a.left == b.left && a.place.col + 1 == b.place.col;
        let runs = pieces.chunk_by(together).filter(|run| run[0].left);
        let stones = |run: &[Piece]| run.iter().filter(|piece| piece.role != Role::Joint).count() as u32;
        runs.map(stones).collect()
    }
}

/// A game that can be drawn.
///
/// # Laws
///
/// The functions of `lastbite::laws`, in the feature `laws`, check them for every game:
///
/// 1. All positions of a game have the same places, and as many pieces are left as [`size`](Game::size)
///    counts.
/// 2. A piece that is left stands for a legal move, a blunder or nothing; a piece that is gone stands for
///    nothing. No two pieces stand for the same move.
/// 3. A piece may offer more moves than the one it stands for, which comes first; two pieces may offer the
///    same one.
/// 4. [`piece_of`](Drawn::piece_of) returns the piece that stands for a move, or else one that offers it.
/// 5. A move takes the piece that stands for it.
/// 6. [`set_up`](Drawn::set_up) makes a position of the game in which the piece is as requested; if a piece
///    was put back, everything that was left is still left.
pub trait Drawn: Game {
    /// Lays out a position.
    fn layout(&self, position: &Self::Position) -> Layout;

    /// Returns the move that a piece stands for: taking it, and everything that goes with it.
    fn move_at(&self, position: &Self::Position, place: Place) -> Option<Self::Move>;

    /// Lists the moves that a piece offers, the one it stands for first: this pin alone, or this one and the
    /// next.
    fn moves_at(&self, position: &Self::Position, place: Place) -> Vec<Self::Move> {
        self.move_at(position, place).into_iter().collect()
    }

    /// Returns the piece that stands for a move, or else the first one that offers it.
    fn piece_of(&self, position: &Self::Position, mv: &Self::Move) -> Option<Place> {
        let layout = self.layout(position);
        let places = || layout.pieces.iter().filter(|piece| piece.left).map(|piece| piece.place);
        let stands = |place: &Place| self.move_at(position, *place).as_ref() == Some(mv);
        places().find(stands).or_else(|| places().find(|&place| self.moves_at(position, place).contains(mv)))
    }

    /// Sets up a position: the nearest one in which a piece is left, or is gone, with everything that follows
    /// from it. Nothing if there is none.
    ///
    /// This default finds only what moves can reach; a game that knows more can do better.
    fn set_up(&self, position: &Self::Position, place: Place, left: bool) -> Option<Self::Position> {
        by_moves(self, position, place, left)
    }

    /// Lists the numbers of the pieces that a move takes.
    fn taken(&self, position: &Self::Position, mv: &Self::Move) -> Vec<usize> {
        let after = self.layout(&self.play_unchecked(position, mv));
        self.layout(position).gone_in(&after).collect()
    }
}

/// Sets up a position by moves alone: see [`Drawn::set_up`].
pub(crate) fn by_moves<G: Drawn>(
    game: &G,
    position: &G::Position,
    place: Place,
    left: bool,
) -> Option<G::Position> {
    let layout = game.layout(position);
    let id = layout.id(place)?;
    if layout.pieces[id].left == left {
        return Some(position.clone());
    }
    let may = |here: &G::Position, mv: &G::Move| game.check(here, mv).is_ok();
    if !left {
        let mv = game.moves_at(position, place).into_iter().find(|mv| may(position, mv))?;
        return Some(game.play_unchecked(position, &mv));
    }
    // From the start, take again everything that is gone, as long as the piece can stay.
    let stays = |piece: usize| piece == id || layout.pieces[piece].left;
    let mut here = game.start();
    loop {
        let now = game.layout(&here);
        let gone = (0..now.pieces.len()).rev().filter(|&piece| now.pieces[piece].left && !stays(piece));
        let mut moves = gone.flat_map(|piece| game.moves_at(&here, now.pieces[piece].place));
        let takes = |mv: &G::Move| !game.taken(&here, mv).into_iter().any(stays);
        match moves.find(|mv| may(&here, mv) && takes(mv)) {
            Some(mv) => here = game.play_unchecked(&here, &mv),
            None => return Some(here),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(places: &[(u32, u32)]) -> Layout {
        let pieces = places.iter().map(|&(row, col)| Piece::new(Place::new(row, col), true));
        Layout::new(Shape::Grid, pieces.collect())
    }

    #[test]
    fn the_cursor_stays_on_pieces() {
        let bar = Layout::rows_of(Shape::Grid, &[4, 4, 4], &[4, 3, 1]);
        assert_eq!(bar.last(), Place::new(3, 1));
        assert_eq!(bar.beside(Place::new(1, 4), Direction::Down, 1), Place::new(2, 3));
        assert_eq!(bar.beside(Place::new(1, 4), Direction::Right, 1), Place::new(1, 4));
        assert_eq!(bar.beside(Place::new(2, 1), Direction::Left, 9), Place::new(2, 1));
        let heaps = Layout::rows_of(Shape::Heaps, &[3, 4, 5], &[3, 0, 5]);
        assert_eq!(heaps.beside(Place::new(1, 3), Direction::Down, 1), Place::new(3, 3));
        assert_eq!(heaps.nearest(Place::new(2, 1)), Place::new(1, 1));
    }

    #[test]
    fn the_cursor_steps_over_gaps() {
        let petal = |col| Piece::new(Place::new(1, col), col % 3 == 1);
        let daisy = Layout::new(Shape::Heaps, (1..=8).map(petal).collect());
        let from = |col, direction, steps| daisy.beside(Place::new(1, col), direction, steps).col;
        assert_eq!([from(1, Direction::Right, 1), from(1, Direction::Right, 2)], [4, 7]);
        assert_eq!([from(7, Direction::Left, 1), from(7, Direction::Left, 9)], [4, 1]);
        assert_eq!([from(7, Direction::Right, 1), from(1, Direction::Left, 1)], [7, 1], "the edges");
    }

    #[test]
    fn rows_may_have_gaps_and_pieces_are_found_by_their_places() {
        let odd = left(&[(2, 5), (1, 2), (2, 1)]);
        assert_eq!((odd.rows(), odd.cols()), (2, 5));
        assert_eq!(odd.row(2).len(), 2);
        assert_eq!((odd.row(0).len(), odd.row(3).len()), (0, 0));
        assert_eq!(odd.id(Place::new(2, 5)), Some(2));
        assert_eq!(odd.id(Place::new(2, 2)), None);
        let nothing = left(&[]);
        assert_eq!((nothing.rows(), nothing.cols(), nothing.last()), (0, 0, Place::new(1, 1)));
    }

    /// Two layers of two rows, and next to them the divisors of 6.
    fn panels() -> Layout {
        let layer = |rows: &[u32]| Layout::rows_of(Shape::Grid, &[3, 3], rows);
        let bar = Layout::layers(vec![("one".into(), layer(&[3, 2])), ("two".into(), layer(&[1]))]);
        let names = ["1", "2", "3", "6"].map(String::from).to_vec();
        let divisors = Layout::diagram(names, &[(0, 1), (0, 2), (1, 3), (2, 3)], |_| true);
        Layout::beside_each_other(vec![("bar".into(), bar), ("divisors".into(), divisors)])
    }

    #[test]
    fn panels_lie_side_by_side_and_come_apart_again() {
        let whole = panels();
        let titles: Vec<&str> = whole.panels().iter().map(|panel| panel.title.as_str()).collect();
        assert_eq!(titles, ["bar, one", "bar, two", "divisors"]);
        assert_eq!(whole.panels().iter().map(|panel| panel.upon).collect::<Vec<_>>(), [false, true, false]);
        assert_eq!((whole.rows(), whole.pieces.len()), (7, 16));
        for (id, piece) in whole.pieces.iter().enumerate() {
            let (panel, within) = whole.within(piece.place).unwrap();
            assert_eq!(whole.whole(panel, within), piece.place);
            let alone = whole.panel(panel);
            let there = alone.id(within).unwrap();
            assert_eq!((alone.pieces[there].left, alone.name(there)), (piece.left, whole.name(id)));
        }
        assert_eq!(whole.panel(2).links(), [(1, 0), (2, 0), (3, 1), (3, 2)]);
        assert_eq!(whole.links(), [(13, 12), (14, 12), (15, 13), (15, 14)]);
        assert_eq!(whole.within(Place::new(8, 1)), None);
        assert_eq!(whole.spoken(Place::new(4, 2)), "bar, two, row 2, column 2");
        assert_eq!(whole.spoken(Place::new(6, 3)), "divisors, 3");
        let nothing = Layout::beside_each_other(Vec::new());
        assert_eq!((nothing.panels().len(), nothing.rows()), (1, 0));
    }

    #[test]
    fn the_cursor_walks_from_panel_to_panel_and_along_links() {
        use Direction::{Down, Left, Right, Up};
        let whole = panels();
        let go = |(row, col), direction, steps| {
            let there = whole.beside(Place::new(row, col), direction, steps);
            (there.row, there.col)
        };
        assert_eq!(go((1, 3), Right, 1), (3, 1), "to the same row of the next panel");
        assert_eq!(go((2, 2), Right, 1), (3, 1), "to the nearest row where nothing is left of it");
        assert_eq!(go((3, 1), Left, 1), (1, 3));
        assert_eq!(go((3, 1), Right, 1), (5, 2), "into the order");
        assert_eq!(go((7, 2), Right, 1), (7, 2), "the last panel ends the table");
        assert_eq!(go((7, 2), Up, 1), (6, 1));
        assert_eq!(go((6, 3), Up, 1), (5, 2));
        assert_eq!(go((5, 2), Down, 2), (7, 2));
        assert_eq!(go((2, 2), Down, 1), (3, 1), "below a panel is the next one");
        assert_eq!(whole.last(), Place::new(5, 2), "the greatest takes least");
        assert_eq!(whole.nearest(Place::new(4, 2)), Place::new(3, 1), "in the same panel if it can be");
    }

    #[test]
    fn where_a_piece_is_can_be_said_roughly() {
        let bar = Layout::rows_of(Shape::Grid, &[4, 4, 4], &[4, 3, 1]);
        let at = |row, col| bar.whereabouts(Place::new(row, col)).unwrap();
        assert_eq!(
            [at(1, 1), at(1, 4), at(3, 1)],
            ["in the upper left part", "in the upper right part", "in the lower left part"]
        );
        let heaps = Layout::rows_of(Shape::Heaps, &[3, 4, 5], &[3, 0, 5]);
        assert_eq!(heaps.whereabouts(Place::new(3, 5)).unwrap(), "in heap 3");
        let heap = Layout::rows_of(Shape::Heaps, &[3, 4], &[0, 4]);
        assert_eq!(heap.whereabouts(Place::new(2, 4)).unwrap(), "in the right part");
        let last = Layout::rows_of(Shape::Grid, &[1], &[1]);
        assert_eq!(last.whereabouts(Place::new(1, 1)), None);
        assert_eq!(panels().whereabouts(Place::new(1, 3)).unwrap(), "at bar, one, in the upper right part");
    }

    #[test]
    fn a_heap_that_was_split_is_counted_in_runs() {
        let stone = |col, left| Piece::new(Place::new(1, col), left);
        let split = [true, true, false, true].into_iter().zip(1..).map(|(left, col)| stone(col, left));
        assert_eq!(Layout::new(Shape::Heaps, split.collect()).runs_in(1), [2, 1]);
        let joint = |col, left| stone(col, left).with_role(Role::Joint);
        let pieces = vec![stone(1, true), joint(2, true), stone(3, true), joint(4, false), stone(5, true)];
        assert_eq!(Layout::new(Shape::Heaps, pieces).runs_in(1), [2, 1]);
    }
}
