//! Grundy values of every position of a bar.
//!
//! A position has Grundy value g when it has bites to positions of every value below g and none to
//! another of value g. So once all positions of smaller values are marked as won from the start,
//! the positions of value g are exactly the lost ones, and the sieve finds them in one pass. One
//! pass a value, until every position has one.

use std::sync::atomic::{AtomicBool, Ordering};

use super::bits;
use super::block::{Tables, Workspace};
use super::dispatch::Job;
use super::frame::{Frame, Place};
use super::rank::Counts;
use super::solved::bites_to;
use crate::games::chomp::Bite;

/// The Grundy value of every position of a bar; the poison may not be eaten, so the lone poison has
/// value 0.
#[derive(Debug)]
pub struct Nimbers {
    pub(crate) frame: Frame,
    pub(crate) counts: Counts,
    /// By rank in the box; [`NONE`] where the poison is eaten.
    pub(crate) values: Vec<u16>,
    pub(crate) max: u16,
}

/// Stands for no value.
pub(crate) const NONE: u16 = u16::MAX;

impl Nimbers {
    /// The rows of the bar.
    #[must_use]
    pub fn rows(&self) -> u8 {
        self.frame.bar.0
    }

    /// The columns of the bar.
    #[must_use]
    pub fn cols(&self) -> u8 {
        self.frame.bar.1
    }

    /// The poison's square, row and column from 1.
    #[must_use]
    pub fn poison(&self) -> (u8, u8) {
        self.frame.poison
    }

    /// The largest value of any position.
    #[must_use]
    pub fn max(&self) -> u16 {
        self.max
    }

    /// The value of a position, given as row lengths, longest first.
    ///
    /// `None` when it is no position of this bar (nor when turned, if that keeps the poison in its
    /// corner), and when the poison has been eaten.
    #[must_use]
    pub fn value(&self, rows: &[u8]) -> Option<u16> {
        let Place::Kept(kept) = self.frame.place(rows)? else {
            return None;
        };
        let rank = self.counts.rank(&kept, self.frame.rows.into());
        let value = *self.values.get(usize::try_from(rank).ok()?)?;
        (value != NONE).then_some(value)
    }

    /// The value of a bar of this size.
    #[must_use]
    pub fn bar(&self, rows: u8, cols: u8) -> Option<u16> {
        self.value(&vec![cols; rows.into()])
    }

    /// How many positions of the bar still have the poison.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.values.iter().filter(|&&value| value != NONE).count() as u64
    }

    /// How many positions of the bar are lost: those of value 0.
    #[must_use]
    pub fn lost_count(&self) -> u64 {
        self.ranks_of(0).count() as u64
    }

    /// The winning first bites of a whole bar inside this one: those that leave a position of value 0.
    #[must_use]
    pub fn winning_bites_of_bar(&self, rows: u8, cols: u8) -> Option<Vec<Bite>> {
        let bar = vec![cols; rows.into()];
        self.value(&bar)?;
        Some(bites_to(&bar, |bitten| self.value(bitten) == Some(0)))
    }

    /// Every position of value `value` as ranks in the box of [`Nimbers::stored_box`], ascending.
    pub fn ranks_of(&self, value: u16) -> impl Iterator<Item = u64> + '_ {
        (0u64..).zip(&self.values).filter(move |&(_, &v)| v == value && v != NONE).map(|(rank, _)| rank)
    }

    /// The rows and columns of the box whose ranks number the positions: the bar with its shorter
    /// side as rows.
    #[must_use]
    pub fn stored_box(&self) -> (u8, u8) {
        (self.frame.rows, self.frame.cols)
    }
}

/// All passes over a box, as one job. Gives the values by rank and the largest, or `None` when
/// stopped.
pub(crate) struct Passes<'a> {
    pub(crate) tables: &'a Tables,
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    /// The positions without the poison: won from the start, and without a value.
    pub(crate) eaten: Vec<u64>,
    pub(crate) values: Vec<u16>,
    pub(crate) cancel: Option<&'a AtomicBool>,
    pub(crate) progress: Option<&'a (dyn Fn(f64) + Send + Sync)>,
}

impl Job for Passes<'_> {
    type Output = Option<(Vec<u16>, u16)>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Self { tables, rows, cols, eaten, mut values, cancel, progress } = self;
        let mut marked = eaten;
        let total = values.len();
        marked.resize(bits::words_for(total), 0);
        let without: usize = marked[..total.div_ceil(64)].iter().map(|w| w.count_ones() as usize).sum();
        let mut left = total - without;
        let mut tails = Workspace::new();
        let mut value = 0;
        // Every pass takes about as long as another, and how many there will be is only known within a tenth: the largest
        // value is 22 in 6x6, 84 in 12x12, 79 in 9x14, 101 in 5x30, 172 in 3x80 and 148 in 2x99.
        let passes = cols as f64 * (0.6 * rows as f64 + 0.3);
        while left > 0 {
            let stopped = || cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed));
            if !tails.solve(tables, &marked, rows, cols, stopped) {
                return None;
            }
            for &t in tails.lost() {
                bits::set(&mut marked, t as usize);
                values[t as usize] = value;
            }
            left -= tails.lost().len();
            value += 1;
            if let Some(progress) = progress {
                progress((f64::from(value) / passes).min(0.99));
            }
        }
        if let Some(progress) = progress {
            progress(1.0);
        }
        Some((values, value.saturating_sub(1)))
    }
}

/// The largest Grundy value is below the squares that can be bitten, so 16 bits hold every value of
/// bars up to 255 x 255.
const _: () = assert!(255 * 255 < NONE as usize);
