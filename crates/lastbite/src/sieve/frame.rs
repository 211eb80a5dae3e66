//! Which positions of a bar are kept, and where: the box that stands for the whole bar.
//!
//! Lost positions come in mirror pairs, so a bar is kept with its shorter side as rows. And a square bar needs only its
//! (n - 1) x n box: a position with n rows and fewer columns is turned over, and one with n rows and n columns is won by the
//! bite 2,2 unless it is already the L with equal arms, which is lost. With the poison elsewhere there is no mirror
//! image to save, and a bar is only turned as a whole.

use super::rank::{self, Counts};

/// A bar, and the box of positions that is kept for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Frame {
    /// The bar as it was asked for, and the poison in it, counted from 1.
    pub(crate) bar: (u8, u8),
    pub(crate) poison: (u8, u8),
    /// The box: its rows are the shorter side.
    pub(crate) rows: u8,
    pub(crate) cols: u8,
    /// The rows of the box are the columns of the bar.
    pub(crate) turned: bool,
    /// The bar is a square, and its box has one row less.
    pub(crate) halved: bool,
}

/// Where the outcome of a position is found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    /// Lost or not, without looking.
    Known(bool),
    /// In the box, as these rows.
    Kept(Vec<u8>),
}

impl Frame {
    /// The frame in which every position of the bar has its own place.
    pub(crate) fn whole(rows: u8, cols: u8, poison: (u8, u8)) -> Self {
        let (shorter, longer) = (rows.min(cols), rows.max(cols));
        Self { bar: (rows, cols), poison, rows: shorter, cols: longer, turned: rows > cols, halved: false }
    }

    /// The frame that keeps only half of a square.
    pub(crate) fn halved(rows: u8, cols: u8, poison: (u8, u8)) -> Self {
        let whole = Self::whole(rows, cols, poison);
        match rows == cols && rows > 1 && whole.is_symmetric() {
            true => Self { rows: rows - 1, halved: true, ..whole },
            false => whole,
        }
    }

    /// Whether mirror images are the same game.
    pub(crate) fn is_symmetric(&self) -> bool {
        self.poison == (1, 1)
    }

    /// The poison's row and column in the box, counted from 1.
    pub(crate) fn poison_kept(&self) -> (u8, u8) {
        let (row, col) = self.poison;
        if self.turned { (col, row) } else { (row, col) }
    }

    /// How many positions the box has, the empty one included; saturating.
    pub(crate) fn positions(&self) -> u64 {
        rank::count(self.rows, self.cols).unwrap_or(u64::MAX)
    }

    /// The numbers that turn positions of the box into ranks.
    pub(crate) fn counts(&self) -> Counts {
        Counts::new(self.rows, self.cols)
    }

    /// Where to look a position up; `None` when it is none of the bar's.
    pub(crate) fn place(&self, rows: &[u8]) -> Option<Place> {
        let rows = trimmed(rows)?;
        let (bar_rows, bar_cols) = self.bar;
        let turned_fits = self.is_symmetric() && fits(rows, bar_cols, bar_rows);
        if !turned_fits && !fits(rows, bar_rows, bar_cols) {
            return None;
        }
        let (row, col) = self.poison;
        if rows.get(usize::from(row) - 1).is_none_or(|&length| length < col) {
            return Some(Place::Known(false));
        }
        let turn = match self.is_symmetric() {
            true => !fits(rows, self.rows, self.cols),
            false => self.turned,
        };
        let kept = if turn { transpose(rows) } else { rows.to_vec() };
        if fits(&kept, self.rows, self.cols) {
            return Some(Place::Kept(kept));
        }
        // As many rows and columns as the square has.
        Some(Place::Known(rows[1] == 1))
    }
}

/// The rows without the empty ones at the end; `None` when they are no position.
pub(crate) fn trimmed(rows: &[u8]) -> Option<&[u8]> {
    let filled = rows.iter().take_while(|&&x| x > 0).count();
    rows.is_sorted_by(|a, b| a >= b).then_some(&rows[..filled])
}

/// Whether a position without empty rows lies inside a bar.
fn fits(position: &[u8], rows: u8, cols: u8) -> bool {
    position.len() <= rows.into() && position.first().is_none_or(|&x| x <= cols)
}

/// The position seen in the mirror: its columns as rows.
pub(crate) fn transpose(position: &[u8]) -> Vec<u8> {
    let cols = position.first().copied().unwrap_or(0);
    (0..cols).map(|col| position.iter().take_while(|&&x| x > col).count() as u8).collect()
}
