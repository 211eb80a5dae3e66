//! Which positions of a bar are kept, and where: the box that stands for the whole bar.
//!
//! Lost positions come in mirror pairs, so a bar is stored with its shorter side as rows. And a square bar
//! needs only its (n-1) x n box: a position with n rows and fewer columns is turned over, and one with n rows
//! and n columns is won by the bite 2,2 unless it is already the even L, which is lost.

use crate::games::chomp::{Chomp, Rows, Square};
use crate::sieve::rank::Counts;

/// A bar and the box of positions that is kept for it.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    bar: Chomp,
    kept: Chomp,
    /// The bar is n x n and only its (n-1) x n box is kept.
    halved: bool,
    counts: Counts,
}

/// Where a position is to be looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Not inside the bar.
    Outside,
    /// Lost or not, without looking.
    Known(bool),
    /// Kept under this rank of the box.
    Kept(u64),
}

impl Frame {
    /// Frames a bar.
    pub(crate) fn of(bar: Chomp) -> Self {
        let halved = bar.is_classic() && bar.rows() == bar.cols() && bar.rows() > 1;
        let (short, long) = (bar.rows().min(bar.cols()), bar.rows().max(bar.cols()));
        let kept =
            Chomp::new(if halved { short - 1 } else { short }, long).expect("a part of a bar is a bar");
        let poison = if bar.rows() > bar.cols() { bar.poison().mirrored() } else { bar.poison() };
        let kept = kept.with_poison(poison).expect("the poison turns with the bar");
        Frame { bar, kept, halved, counts: Counts::new(kept.rows(), kept.cols()) }
    }

    /// Returns the bar as it was asked for.
    pub(crate) fn bar(&self) -> &Chomp {
        &self.bar
    }

    /// Returns the box that is kept, a bar of its own.
    pub(crate) fn kept(&self) -> &Chomp {
        &self.kept
    }

    /// Returns the numbers that turn positions of the box into ranks.
    pub(crate) fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Counts the positions of the box, the empty one included.
    pub(crate) fn positions_kept(&self) -> u64 {
        self.counts.get(self.kept.rows().into(), self.kept.cols().into())
    }

    /// Finds where a position is kept.
    pub(crate) fn place(&self, rows: &Rows) -> Place {
        let fits = |bar: &Chomp, rows: &Rows| bar.fits(rows).is_ok();
        let classic = self.bar.is_classic();
        let mirrored = rows.mirrored();
        if !(fits(&self.bar, rows) || classic && fits(&self.bar, &mirrored)) {
            return Place::Outside;
        }
        if !rows.has(self.bar.poison()) {
            return Place::Known(false);
        }
        if self.halved && rows.rows() == self.bar.rows() && rows.cols() == self.bar.cols() {
            return Place::Known(!rows.has(Square::new(2, 2)));
        }
        // Elsewhere-poisoned bars turn with their bar; the classic ones whichever way they fit.
        let turned = if classic { !fits(&self.kept, rows) } else { self.bar.rows() > self.bar.cols() };
        let upright = if turned { &mirrored } else { rows };
        Place::Kept(self.counts.rank(upright.lengths(), self.kept.rows().into()))
    }

    /// Returns the position of the box that has a rank.
    pub(crate) fn position(&self, rank: u64) -> Rows {
        let mut lengths = vec![0; self.kept.rows().into()];
        self.counts.unrank(rank, &mut lengths);
        Rows::new(&lengths).expect("every rank below the count is a position")
    }
}
