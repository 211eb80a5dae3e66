//! Grundy values of every position of a bar.
//!
//! A position has Grundy value g when it has bites to positions of every value below g and none to
//! another of value g. So once all positions of smaller values are marked as won from the start,
//! the positions of value g are exactly the lost ones, and the sieve finds them in one pass. One
//! pass a value, until every position has one.

use crate::effort::{Effort, TooLittleMemory};
use crate::games::chomp::{Chomp, Rows, Square};

use super::bits;
use super::dispatch::{self, Job};
use super::eaten::{self, FromZero};
use super::error::SieveError;
use super::frame::{Frame, Place};
use super::memory;
use super::plan::MOST_IN_A_BLOCK;
use super::rank::Counts;
use super::tails::{Tables, Tails};

/// The Grundy value of every position of a bar; the poison may not be eaten, so the lone poison has
/// value 0.
#[derive(Debug)]
pub struct Nimbers {
    frame: Frame,
    counts: Counts,
    /// By rank in the box; [`NONE`] where the poison is eaten.
    values: Vec<u16>,
    max: u16,
}

/// Means no value.
const NONE: u16 = u16::MAX;

impl Nimbers {
    /// Returns the bar.
    #[must_use]
    pub fn bar(&self) -> &Chomp {
        &self.frame.bar
    }

    /// Returns the largest value of any position.
    #[must_use]
    pub fn max(&self) -> u16 {
        self.max
    }

    /// Returns the value of a position.
    ///
    /// `None` when it is not a position of this bar (even when turned, if that keeps the poison in its
    /// corner), and when the poison has been eaten.
    #[must_use]
    pub fn value(&self, rows: &Rows) -> Option<u16> {
        let Place::Kept(kept) = self.frame.place(rows)? else {
            return None;
        };
        let rank = self.counts.rank(&kept, self.frame.rows.into());
        let value = *self.values.get(usize::try_from(rank).ok()?)?;
        (value != NONE).then_some(value)
    }

    /// Returns the value of a bar of this size.
    #[must_use]
    pub fn value_of_bar(&self, rows: u32, cols: u32) -> Option<u16> {
        let bar = Chomp::new(rows, cols).ok()?;
        self.value(&Rows::whole(bar.rows(), bar.cols()))
    }

    /// Counts the positions of the bar that still have the poison.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.values.iter().filter(|&&value| value != NONE).count() as u64
    }

    /// Counts the lost positions of the bar: those of value 0.
    #[must_use]
    pub fn lost_count(&self) -> u64 {
        self.ranks_of(0).count() as u64
    }

    /// Lists the winning first bites of a whole bar inside this one: those that leave a position of value 0.
    #[must_use]
    pub fn openings(&self, rows: u32, cols: u32) -> Option<Vec<Square>> {
        self.value_of_bar(rows, cols)?;
        let bar = Rows::whole(rows, cols);
        Some(bar.squares().filter(|&bite| self.value(&bar.bitten(bite)) == Some(0)).collect())
    }

    /// Lists every position of value `value` as ranks in the box of [`Nimbers::stored_box`], ascending.
    pub fn ranks_of(&self, value: u16) -> impl Iterator<Item = u64> + '_ {
        (0u64..).zip(&self.values).filter(move |&(_, &v)| v == value && v != NONE).map(|(rank, _)| rank)
    }

    /// Returns the rows and columns of the box whose ranks number the positions: the bar with its shorter
    /// side as rows.
    #[must_use]
    pub fn stored_box(&self) -> (u8, u8) {
        (self.frame.rows, self.frame.cols)
    }
}

/// Finds the Grundy value of every position of a bar.
pub(super) fn find(frame: Frame, effort: &Effort) -> Result<Nimbers, SieveError> {
    let counts = frame.counts();
    let (rows, cols) = (usize::from(frame.rows), usize::from(frame.cols));
    let positions = frame.positions();
    if positions > MOST_IN_A_BLOCK {
        return Err(SieveError::TooManyPositions { positions, most: MOST_IN_A_BLOCK });
    }
    TooLittleMemory::check(memory::to_find_nimbers(&frame), effort.memory_allowed())?;
    effort.report_share(0.0);
    let mut values = Vec::new();
    values.try_reserve_exact(positions as usize)?;
    // Step by step, because the system takes its time to hand out gigabytes, and a stop should not have to
    // wait for it.
    while (values.len() as u64) < positions {
        effort.check()?;
        values.resize((values.len() + STEP).min(positions as usize), NONE);
    }
    let (row, col) = frame.poison_kept();
    let poison = FromZero { row: usize::from(row) - 1, col: usize::from(col) - 1 };
    let passes = Passes {
        tables: &Tables::new(&counts, rows, cols)?,
        rows,
        cols,
        marked: eaten::without(poison, &counts, rows, cols, effort)?,
        values: &mut values,
        effort,
    };
    let max = dispatch::run_fastest(passes)?;
    effort.report_share(1.0);
    Ok(Nimbers { frame, counts, values, max })
}

/// How many values are written between two checks whether to go on.
const STEP: usize = 1 << 20;

/// All passes over a box, as one job; returns the largest value.
struct Passes<'a> {
    tables: &'a Tables<'a>,
    rows: usize,
    cols: usize,
    /// The positions that have a value below that of the pass; and those without the poison, which never get
    /// one.
    marked: Vec<u64>,
    values: &'a mut [u16],
    effort: &'a Effort,
}

impl Job for Passes<'_> {
    type Output = Result<u16, SieveError>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Self { tables, rows, cols, mut marked, values, effort } = self;
        let total = values.len();
        let without: usize = marked[..total.div_ceil(64)].iter().map(|w| w.count_ones() as usize).sum();
        let mut left = total - without;
        let mut tails = Tails::new();
        let mut value = 0;
        // Every pass takes about equally long, and how many there will be is only known within a tenth: the
        // largest value is 22 in 6x6, 84 in 12x12, 79 in 9x14, 101 in 5x30, 172 in 3x80 and 148 in 2x99.
        let passes = cols as f64 * (0.6 * rows as f64 + 0.3);
        while left > 0 {
            effort.check()?;
            tails.solve(tables, &marked, rows, cols, || effort.check())?;
            for lost in tails.lost().chunks(STEP) {
                effort.check()?;
                for &t in lost {
                    bits::set(&mut marked, t as usize);
                    values[t as usize] = value;
                }
            }
            left -= tails.lost().len();
            value += 1;
            effort.report_share((f64::from(value) / passes).min(0.99));
        }
        Ok(value.saturating_sub(1))
    }
}

/// The largest Grundy value is below the squares that can be bitten, so 16 bits hold every value of
/// bars up to 255 x 255.
const _: () = assert!(255 * 255 < NONE as usize);
