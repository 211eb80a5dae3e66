//! What a game looks like: pieces, where they lie, which of them are left, and which move each stands for.
//!
//! A game lays out its positions; a front end draws layouts and knows no game. Everything that front ends do with
//! pieces is here, once: the cursor that walks from piece to piece, the preview of what a move would take, the marks on
//! what has just been taken.

mod corner;

use crate::game::Game;

pub use corner::Corner;

/// Where a piece lies: its row or heap, and its place in it, both counted from 1.
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
}

/// A piece. Its id is its number in [`Layout::pieces`], the same in all positions of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Piece {
    /// Where it lies.
    pub place: Place,
    /// What it is.
    pub role: Role,
    /// Whether it is still there.
    pub left: bool,
}

impl Piece {
    /// Lays a plain piece.
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

/// How the pieces lie together. More kinds will come; whoever does not know one draws rows of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Shape {
    /// One grid: rows and columns, both numbered.
    Grid,
    /// Rows of stones, each by itself, with the number of stones that are left.
    Heaps,
}

/// A position as it lies on the table: every piece that the game began with, and which of them are left.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Layout {
    /// How the pieces lie together.
    pub shape: Shape,
    /// The pieces, row by row and each row from its first place on.
    pub pieces: Vec<Piece>,
    /// Where each row begins among the pieces, and where the last one ends.
    rows: Vec<usize>,
}

/// A way to go from one piece to another.
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

    /// Lays out pieces in any order; those of one row need not lie side by side.
    #[must_use]
    pub fn new(shape: Shape, mut pieces: Vec<Piece>) -> Self {
        pieces.sort_by_key(|piece| piece.place);
        let many = pieces.last().map_or(0, |piece| piece.place.row);
        let start = |row: u32| pieces.partition_point(|piece| piece.place.row < row);
        let rows = (1..=many + 1).map(start).collect();
        Layout { shape, pieces, rows }
    }

    /// Gives the piece at a place another role.
    #[must_use]
    pub fn with_role(mut self, place: Place, role: Role) -> Self {
        if let Some(id) = self.id(place) {
            self.pieces[id].role = role;
        }
        self
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

    /// Returns the pieces of a row, counted from 1; a row that is not there has none.
    #[must_use]
    pub fn row(&self, row: u32) -> &[Piece] {
        let row = row as usize;
        match (row.checked_sub(1).and_then(|before| self.rows.get(before)), self.rows.get(row)) {
            (Some(&from), Some(&to)) => &self.pieces[from..to],
            _ => &[],
        }
    }

    /// Counts the pieces of a row that are left.
    #[must_use]
    pub fn left_in(&self, row: u32) -> u32 {
        self.row(row).iter().filter(|piece| piece.left).count() as u32
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

    /// Returns the piece that is left nearest to a place: in its row if there is one, else in the nearest row above, then
    /// below. Where nothing is left it is the first place.
    #[must_use]
    pub fn nearest(&self, place: Place) -> Place {
        let row = place.row.clamp(1, self.rows().max(1));
        let above = (1..=row).rev();
        let mut rows = above.chain(row + 1..=self.rows());
        let found = rows.find_map(|row| {
            let left = self.row(row).iter().filter(|piece| piece.left);
            left.min_by_key(|piece| piece.place.col.abs_diff(place.col)).map(|piece| piece.place)
        });
        found.unwrap_or(Place::new(1, 1))
    }

    /// Returns the piece that lies this many steps in a direction; gaps are stepped over, and at the edge of what is
    /// left it stays.
    #[must_use]
    pub fn beside(&self, place: Place, direction: Direction, steps: u32) -> Place {
        let Place { row, col } = place;
        let along = |rows: &mut dyn Iterator<Item = u32>| {
            let filled = rows.filter(|&row| self.left_in(row) > 0);
            filled.take(steps as usize).last().unwrap_or(row)
        };
        let across = |pieces: &mut dyn Iterator<Item = &Piece>| {
            let left = pieces.filter(|piece| piece.left);
            left.take(steps as usize).last().map_or(place, |piece| piece.place)
        };
        let pieces = self.row(row).iter();
        let there = match direction {
            Direction::Left => across(&mut pieces.rev().filter(|piece| piece.place.col < col)),
            Direction::Right => across(&mut pieces.filter(|piece| piece.place.col > col)),
            Direction::Up => Place::new(along(&mut (1..row).rev()), col),
            Direction::Down => Place::new(along(&mut (row + 1..=self.rows())), col),
        };
        self.nearest(there)
    }

    /// Returns the last piece of the last row: the one that takes least.
    #[must_use]
    pub fn last(&self) -> Place {
        self.nearest(Place::new(self.rows(), u32::MAX))
    }
}

/// A game that can be drawn.
///
/// # Laws
///
/// Tested for every game in `tests/library/laws.rs`:
///
/// 1. All positions of a game have the same places, and as many pieces are left as [`size`](Game::size) counts.
/// 2. A piece that is left stands for a move that may be made or is a blunder, or for none; a piece that is gone stands
///    for none. No two pieces stand for the same move.
/// 3. [`piece_of`](Drawn::piece_of) leads back from a move to the piece that stands for it.
/// 4. A move takes the piece that stands for it.
pub trait Drawn: Game {
    /// Lays out a position.
    fn layout(&self, position: &Self::Position) -> Layout;

    /// Returns the move that a piece stands for: taking it, and everything that goes with it.
    fn move_at(&self, position: &Self::Position, place: Place) -> Option<Self::Move>;

    /// Returns the piece that stands for a move.
    fn piece_of(&self, position: &Self::Position, mv: &Self::Move) -> Option<Place> {
        let layout = self.layout(position);
        let mut places = layout.pieces.iter().map(|piece| piece.place);
        places.find(|&place| self.move_at(position, place).as_ref() == Some(mv))
    }

    /// Lists the numbers of the pieces that a move takes.
    fn taken(&self, position: &Self::Position, mv: &Self::Move) -> Vec<usize> {
        let after = self.layout(&self.play_unchecked(position, mv));
        self.layout(position).gone_in(&after).collect()
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
}
