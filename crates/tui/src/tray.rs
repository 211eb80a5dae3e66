//! The pieces of a position as they lie on the table: rows of squares, or heaps of stones.
//!
//! Both are the same act: take a piece and everything beyond it. So one cursor and one preview serve every game.

use lastbite::{AnyGame, AnyMove, AnyPosition, Square, Take};

/// Where a piece lies: its row or heap, and its place in it, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// A way to go from one piece to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

/// What the pieces are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pieces {
    /// Squares of a bar.
    Squares,
    /// Stones of heaps.
    Stones,
}

/// The pieces of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tray {
    /// What they are.
    pub pieces: Pieces,
    /// How many each row had when the game began.
    pub whole: Vec<u32>,
    /// How many each row has left.
    pub left: Vec<u32>,
    /// The piece that loses, where it is always the same one.
    pub poison: Option<Place>,
}

impl Tray {
    /// Lays out a position.
    #[must_use]
    pub fn of(game: &AnyGame, position: &AnyPosition) -> Self {
        match (game, position) {
            (AnyGame::Chomp(bar), AnyPosition::Chomp(rows)) => Tray {
                pieces: Pieces::Squares,
                whole: vec![bar.cols(); bar.rows() as usize],
                left: (1..=bar.rows()).map(|row| rows.row(row)).collect(),
                poison: Some(Place::new(bar.poison().row, bar.poison().col)),
            },
            (AnyGame::Nim(nim), AnyPosition::Nim(heaps)) => Tray {
                pieces: Pieces::Stones,
                whole: lastbite::Game::start(nim).stones().to_vec(),
                left: heaps.stones().to_vec(),
                poison: None,
            },
            // A game that this front end has not learned yet has no pieces that it could show.
            _ => Tray { pieces: Pieces::Stones, whole: vec![], left: vec![], poison: None },
        }
    }

    /// Counts the rows.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.whole.len() as u32
    }

    /// Returns the length of the longest row of the start.
    #[must_use]
    pub fn cols(&self) -> u32 {
        self.whole.iter().copied().max().unwrap_or(0)
    }

    fn length(&self, row: u32) -> u32 {
        (row as usize).checked_sub(1).and_then(|row| self.left.get(row)).copied().unwrap_or(0)
    }

    /// Says whether a piece is still there.
    #[must_use]
    pub fn has(&self, place: Place) -> bool {
        place.col > 0 && place.col <= self.length(place.row)
    }

    /// Says whether a piece was there when the game began.
    #[must_use]
    pub fn had(&self, place: Place) -> bool {
        let whole = (place.row as usize).checked_sub(1).and_then(|row| self.whole.get(row));
        place.col > 0 && whole.is_some_and(|&length| place.col <= length)
    }

    /// Says whether taking one piece takes the other too.
    #[must_use]
    pub fn takes(&self, at: Place, other: Place) -> bool {
        let beyond = match self.pieces {
            Pieces::Squares => at.row <= other.row,
            Pieces::Stones => at.row == other.row,
        };
        beyond && at.col <= other.col && self.has(other)
    }

    /// Counts what taking a piece takes.
    #[must_use]
    pub fn taken(&self, at: Place) -> u64 {
        let rows = match self.pieces {
            Pieces::Squares => at.row..=self.rows(),
            Pieces::Stones => at.row..=at.row,
        };
        rows.map(|row| u64::from((self.length(row) + 1).saturating_sub(at.col))).sum()
    }

    /// Returns the move that takes a piece and everything beyond it.
    #[must_use]
    pub fn move_at(&self, at: Place) -> AnyMove {
        match self.pieces {
            Pieces::Squares => AnyMove::Chomp(Square::new(at.row, at.col)),
            Pieces::Stones => {
                let stones = (self.length(at.row) + 1).saturating_sub(at.col);
                AnyMove::Nim(Take { heap: at.row, stones })
            }
        }
    }

    /// Returns the piece that a move begins with.
    #[must_use]
    pub fn place_of(&self, mv: AnyMove) -> Option<Place> {
        match mv {
            AnyMove::Chomp(square) => Some(Place::new(square.row, square.col)),
            AnyMove::Nim(take) => {
                Some(Place::new(take.heap, (self.length(take.heap) + 1).checked_sub(take.stones)?))
            }
            _ => None,
        }
    }

    /// Returns the piece nearest to a place: in its row if one is left there, else in the nearest row above, then below.
    #[must_use]
    pub fn nearest(&self, place: Place) -> Place {
        let row = place.row.clamp(1, self.rows().max(1));
        let above = (1..=row).rev();
        let below = row + 1..=self.rows();
        let row = above.chain(below).find(|&row| self.length(row) > 0).unwrap_or(1);
        Place::new(row, place.col.clamp(1, self.length(row).max(1)))
    }

    /// Returns the piece in a direction; at the edge of what is left it stays.
    #[must_use]
    pub fn beside(&self, place: Place, direction: Direction, steps: u32) -> Place {
        let Place { row, col } = place;
        let rows = |rows: &mut dyn Iterator<Item = u32>| -> u32 {
            let filled = rows.filter(|&row| self.length(row) > 0);
            filled.take(steps as usize).last().unwrap_or(row)
        };
        let there = match direction {
            Direction::Left => Place::new(row, col.saturating_sub(steps).max(1)),
            Direction::Right => Place::new(row, col + steps),
            Direction::Up => Place::new(rows(&mut (1..row).rev()), col),
            Direction::Down => Place::new(rows(&mut (row + 1..=self.rows())), col),
        };
        self.nearest(there)
    }

    /// Returns the last piece of the last row: the one that takes least.
    #[must_use]
    pub fn last(&self) -> Place {
        self.nearest(Place::new(self.rows(), u32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lastbite::Game;

    fn tray(game: &str, position: &str) -> Tray {
        let game: AnyGame = game.parse().unwrap();
        let position = game.read_position(position).unwrap();
        Tray::of(&game, &position)
    }

    #[test]
    fn a_bite_takes_what_is_below_and_right_and_a_take_what_is_right() {
        let bar = tray("chomp:3x4", "4,3,1");
        assert_eq!(bar.taken(Place::new(1, 2)), 5);
        assert!(bar.takes(Place::new(1, 2), Place::new(2, 3)));
        assert!(!bar.takes(Place::new(1, 2), Place::new(3, 1)));
        let heaps = tray("nim:3,4", "3,4");
        assert_eq!(heaps.taken(Place::new(1, 2)), 2);
        assert!(!heaps.takes(Place::new(1, 2), Place::new(2, 3)));
        assert_eq!(heaps.move_at(Place::new(2, 2)).to_string(), "3 from 2");
        assert_eq!(heaps.place_of(heaps.move_at(Place::new(2, 2))), Some(Place::new(2, 2)));
    }

    #[test]
    fn the_cursor_stays_on_pieces() {
        let bar = tray("chomp:3x4", "4,3,1");
        assert_eq!(bar.last(), Place::new(3, 1));
        assert_eq!(bar.beside(Place::new(1, 4), Direction::Down, 1), Place::new(2, 3));
        assert_eq!(bar.beside(Place::new(1, 4), Direction::Right, 1), Place::new(1, 4));
        assert_eq!(bar.beside(Place::new(2, 1), Direction::Left, 9), Place::new(2, 1));
        let heaps = tray("nim:3,4,5", "3,0,5");
        assert_eq!(heaps.beside(Place::new(1, 3), Direction::Down, 1), Place::new(3, 3));
        assert_eq!(heaps.nearest(Place::new(2, 1)), Place::new(1, 1));
    }
}
