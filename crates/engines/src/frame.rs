//! Which positions of a bar are kept, and where: the box that represents the whole bar.
//!
//! Lost positions come in mirror pairs, so a bar is kept with its shorter side as rows. And a square bar
//! needs only its (n - 1) x n box: a position with n rows and fewer columns is turned over, and one with n
//! rows and n columns is won by the bite 2,2 unless it is already the L with equal arms, which is lost. With
//! the poison elsewhere there is no mirror image to save, and a bar is only turned as a whole.

use crate::no_answer::NoAnswer;
use crate::rank::{self, Counts};
use crate::{Bar, Rows, Square};
use lastbite_work::SolveError;

/// The longest side of a bar: in the box a row is one byte.
const LONGEST: u32 = u8::MAX as u32;

/// A bar, and the box of positions that is kept for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Frame {
    /// The bar as the caller gave it.
    pub(crate) bar: Bar,
    /// The box: its rows are the shorter side.
    pub(crate) rows: u8,
    pub(crate) cols: u8,
    /// The rows of the box are the columns of the bar.
    pub(crate) turned: bool,
    /// The bar is a square, and its box has one row less.
    pub(crate) halved: bool,
}

/// Where to find the outcome of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    /// Lost or not, without looking.
    Known(bool),
    /// In the box, as these rows.
    Kept(Vec<u8>),
}

impl Frame {
    /// Makes the frame that keeps only half of a square; refuses bars whose rows do not fit a byte.
    pub(crate) fn of(bar: &Bar) -> Result<Self, SolveError> {
        let whole = Self::whole(bar)?;
        Ok(match bar.rows() == bar.cols() && bar.rows() > 1 && whole.is_symmetric() {
            true => Self { rows: whole.rows - 1, halved: true, ..whole },
            false => whole,
        })
    }

    /// Makes the frame in which every position of the bar has its own place.
    pub(crate) fn whole(bar: &Bar) -> Result<Self, SolveError> {
        let (rows, cols) = (bar.rows(), bar.cols());
        if rows.max(cols) > LONGEST {
            return Err(SolveError::OutOfReach(format!(
                "a bar of {rows}x{cols} is too long for the sieve: rows and columns go up to {LONGEST}"
            )));
        }
        let (shorter, longer) = (rows.min(cols) as u8, rows.max(cols) as u8);
        Ok(Self { bar: *bar, rows: shorter, cols: longer, turned: rows > cols, halved: false })
    }

    /// Says whether mirror images are the same game.
    pub(crate) fn is_symmetric(&self) -> bool {
        self.bar.is_classic()
    }

    /// Returns the box as a bar of its own.
    pub(crate) fn kept(&self) -> Bar {
        let bar = if self.turned { self.bar.mirrored() } else { self.bar };
        let kept =
            Bar::new(self.rows.into(), self.cols.into()).and_then(|kept| kept.with_poison(bar.poison()));
        kept.expect("a part of a bar is a bar, and the poison turns with it")
    }

    /// Returns the poison's row and column in the box, counted from 1.
    pub(crate) fn poison_kept(&self) -> (u8, u8) {
        let poison = if self.turned { self.bar.poison().mirrored() } else { self.bar.poison() };
        (poison.row as u8, poison.col as u8)
    }

    /// Counts the positions of the box, the empty one included; saturating.
    pub(crate) fn positions(&self) -> u64 {
        rank::count(self.rows.into(), self.cols.into()).unwrap_or(u64::MAX)
    }

    /// Counts the positions of the bar that still have the poison; saturating.
    pub(crate) fn positions_of_bar(&self) -> u64 {
        let (rows, cols) = (self.bar.rows(), self.bar.cols());
        let Square { row, col } = self.bar.poison();
        if self.is_symmetric() {
            return rank::count(rows, cols).map_or(u64::MAX, |count| count - 1);
        }
        // Row `row` has v >= col squares: the rows below are at most v, those above at least.
        (col..=cols)
            .map(|v| {
                let below = rank::count(rows - row, v).unwrap_or(u64::MAX);
                let above = rank::count(row - 1, cols - v).unwrap_or(u64::MAX);
                below.saturating_mul(above)
            })
            .fold(0, u64::saturating_add)
    }

    /// Counts the lost positions of the bar, given those of the box by first row.
    pub(crate) fn lost_of_bar(&self, lost_under: impl Fn(u8) -> u64) -> u64 {
        let within = |cols: u8| (0..=cols).map(&lost_under).sum::<u64>();
        match self.halved {
            // Mirror every position of the box; those that fit a square of one less were there; the L is new.
            true => 2 * within(self.cols) - within(self.cols - 1) + 1,
            false => within(self.cols),
        }
    }

    /// Makes sure that a bar of this size is inside this one, and turns it if that is needed to fit.
    pub(crate) fn check_inside(&self, rows: u32, cols: u32) -> Result<(u32, u32), NoAnswer> {
        match self.is_symmetric() {
            _ if rows <= self.bar.rows() && cols <= self.bar.cols() => Ok((rows, cols)),
            true if cols <= self.bar.rows() && rows <= self.bar.cols() => Ok((cols, rows)),
            _ => Err(NoAnswer::NoSuchBar { rows, cols, bar: self.bar }),
        }
    }

    /// Makes the numbers that turn positions of the box into ranks.
    pub(crate) fn counts(&self) -> Counts {
        Counts::new(self.rows, self.cols)
    }

    /// Says where to look a position up; `None` when it is not a position of the bar.
    ///
    /// With the poison at 1,1 a position and its mirror image are the same game, so one that only fits when
    /// turned is turned.
    pub(crate) fn place(&self, rows: &Rows) -> Option<Place> {
        let (few, many) = (self.rows.into(), self.cols.into());
        let fits_box = |turn: bool| if turn { rows.fits(many, few) } else { rows.fits(few, many) };
        let turned_fits = self.is_symmetric() && rows.fits(self.bar.cols(), self.bar.rows());
        if !turned_fits && !rows.fits(self.bar.rows(), self.bar.cols()) {
            return None;
        }
        if !rows.has(self.bar.poison()) {
            return Some(Place::Known(false));
        }
        // The way the bar is in the box, if it fits like that: then what a bite of the whole bar leaves is
        // what a bite of the whole box leaves.
        let turn = if self.is_symmetric() && !fits_box(self.turned) { !self.turned } else { self.turned };
        let turned = turn.then(|| rows.mirrored());
        let kept = turned.as_ref().unwrap_or(rows);
        Some(match fits_box(turn) {
            true => Place::Kept(kept.into_iter().map(|length| length as u8).collect()),
            // As many rows and columns as the square has: only the L is lost.
            false => Place::Known(rows.row(2) == 1),
        })
    }

    /// Returns the position of the bar that rows of the box represent.
    pub(crate) fn position(&self, kept: &[u8]) -> Rows {
        let rows = Rows::trimmed(kept.iter().map(|&length| length.into()).collect());
        if self.turned { rows.mirrored() } else { rows }
    }
}
