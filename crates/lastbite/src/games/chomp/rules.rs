//! The rules of Chomp on one bar.
//!
//! Bites always go down and to the right. A bite that takes the poison, anywhere at or above and to the left
//! of it, is a [blunder](Game::is_blunder).

use lastbite_engines::{RowsError, SquareError};
use thiserror::Error;

use super::{Chomp, Rows, Square};
use crate::game::{Game, IllegalMove, Outcome};

/// Why a bite may not be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IllegalBite {
    /// The bar has no such square.
    #[error("square {square} is not there: rows are 1 to {rows} and columns 1 to {cols}")]
    OffTheBar {
        /// What was asked for.
        square: Square,
        /// The rows of the bar.
        rows: u32,
        /// The columns of the bar.
        cols: u32,
    },
    /// The square is gone.
    #[error("square {0} has already been eaten")]
    Eaten(Square),
}

impl Game for Chomp {
    type Position = Rows;
    type Move = Square;
    type Illegal = IllegalBite;
    type NotAPosition = RowsError;
    type NotAMove = SquareError;

    fn start(&self) -> Rows {
        Rows::whole(self.rows(), self.cols())
    }

    fn moves(&self, rows: &Rows) -> impl Iterator<Item = Square> {
        self.bites(rows)
    }

    /// Lists the bites that take the poison: all squares from the corner to it, which exist as long as it
    /// does.
    fn blunders(&self, rows: &Rows) -> impl Iterator<Item = Square> {
        let Square { row, col } = if rows.has(self.poison()) { self.poison() } else { Square::new(0, 0) };
        (1..=row).flat_map(move |row| (1..=col).map(move |col| Square::new(row, col)))
    }

    fn play_unchecked(&self, rows: &Rows, bite: &Square) -> Rows {
        rows.bitten(*bite)
    }

    fn check(&self, rows: &Rows, &bite: &Square) -> Result<(), IllegalMove<IllegalBite>> {
        let (most_rows, most_cols, poison) = (self.rows(), self.cols(), self.poison());
        if !rows.has(poison) {
            Err(IllegalMove::Over)
        } else if !self.has(bite) {
            let off = IllegalBite::OffTheBar { square: bite, rows: most_rows, cols: most_cols };
            Err(IllegalMove::ByTheRules(off))
        } else if !rows.has(bite) {
            Err(IllegalMove::ByTheRules(IllegalBite::Eaten(bite)))
        } else if bite.takes(poison) {
            Err(IllegalMove::Blunder)
        } else {
            Ok(())
        }
    }

    fn admits(&self, rows: &Rows) -> Result<(), RowsError> {
        if rows.fits(self.rows(), self.cols()) {
            return Ok(());
        }
        Err(RowsError::LargerThanTheBar { position: rows.clone(), rows: self.rows(), cols: self.cols() })
    }

    fn read_position(&self, text: &str) -> Result<Rows, RowsError> {
        let rows = text.parse()?;
        self.admits(&rows)?;
        Ok(rows)
    }

    fn read_move(&self, text: &str) -> Result<Square, SquareError> {
        text.parse()
    }

    fn write_position(&self, rows: &Rows) -> String {
        rows.to_string()
    }

    fn write_move(&self, bite: &Square) -> String {
        bite.to_string()
    }

    fn size(&self, rows: &Rows) -> u64 {
        rows.area()
    }

    /// Returns the bite that eats least; of equal ones, the one furthest right in the lowest row.
    fn stalling_move(&self, rows: &Rows) -> Option<Square> {
        if !rows.has(self.poison()) {
            return None;
        }
        // A bite further left in its row eats all that the bite at the row's end does, and more.
        let ends = rows.into_iter().zip(1..).map(|(length, row)| Square::new(row, length));
        ends.filter(|end| !end.takes(self.poison())).min_by_key(|end| self.haste(rows, end))
    }

    fn haste(&self, rows: &Rows, &bite: &Square) -> (u64, u128) {
        // No two bites of one row take equally many squares, so the row breaks all ties.
        (rows.taken_by(bite), u128::from(u32::MAX - bite.row))
    }

    fn final_outcome(&self, rows: &Rows) -> Outcome {
        if rows.has(self.poison()) { Outcome::Loss } else { Outcome::Win }
    }
}
