//! A bar that has been solved, and the questions it answers.

use std::sync::OnceLock;

use super::blocks::{Cell, Store};
use super::keeper::Keeper;
use super::memory;
use super::openings::{Keep, Openings};
use super::plan::{Plan, Site};
use super::runner::Found;
use super::survey::Survey;
use crate::frame::{Frame, Place};
use crate::no_answer::NoAnswer;
use crate::rank::Counts;
use crate::ranks::{Ranks, all_positions};
use crate::{Bar, Rows, Square};
use lastbite_work::SolveError;

/// A bar that has been solved: who wins from every one of its positions.
#[derive(Debug)]
pub struct Solved {
    frame: Frame,
    counts: Counts,
    kept: Kept,
    kept_bytes: u64,
    peak_bytes: u64,
    /// By first row: how many are lost; if they are kept elsewhere, it is known there.
    under: Vec<u64>,
    survey: OnceLock<Survey>,
}

/// Where the lost positions of the box are.
#[derive(Debug)]
enum Kept {
    Here {
        plan: Box<Plan>,
        store: Store,
    },
    /// Only those that first bites lead to.
    Openings(Openings),
    Elsewhere(Box<dyn Keeper>),
}

impl Solved {
    /// Takes what was found, and keeps this much of it.
    pub(super) fn new(plan: Plan, found: Found, keep: Keep) -> Self {
        let (frame, Found { store, openings, under, peak }) = (plan.frame, found);
        let (kept, kept_bytes) = match keep {
            Keep::Everything => {
                let bytes = memory::kept(&plan, &store, under.iter().sum());
                (Kept::Here { plan: Box::new(plan), store }, bytes)
            }
            Keep::Openings => {
                let bytes = openings.bytes();
                (Kept::Openings(openings), bytes)
            }
        };
        Self { under, ..Self::with(frame, kept, kept_bytes, peak) }
    }

    /// Takes a bar that was solved and is kept elsewhere.
    ///
    /// # Errors
    ///
    /// When the bar is too long for the sieve.
    pub fn kept_by(bar: &Bar, keeper: Box<dyn Keeper>) -> Result<Self, SolveError> {
        let bytes = keeper.bytes();
        Ok(Self::with(Frame::of(bar)?, Kept::Elsewhere(keeper), bytes, bytes))
    }

    fn with(frame: Frame, kept: Kept, kept_bytes: u64, peak_bytes: u64) -> Self {
        Self {
            frame,
            counts: frame.counts(),
            kept,
            kept_bytes,
            peak_bytes,
            under: Vec::new(),
            survey: OnceLock::new(),
        }
    }

    /// Names the place where the lost positions are kept, if it is not the processor's memory.
    pub fn place(&self) -> Option<String> {
        match &self.kept {
            Kept::Here { .. } | Kept::Openings(_) => None,
            Kept::Elsewhere(keeper) => Some(keeper.place()),
        }
    }

    /// Returns the bar.
    pub fn bar(&self) -> &Bar {
        &self.frame.bar
    }

    /// Counts the positions of the bar that still have the poison; saturating.
    pub fn positions(&self) -> u64 {
        self.frame.positions_of_bar()
    }

    /// Says whether a position is one of the bar's, perhaps turned over, so that the bar can answer for it.
    pub fn holds(&self, rows: &Rows) -> bool {
        self.frame.place(rows).is_some()
    }

    /// Says whether the player to move loses, against best play.
    ///
    /// With the poison at 1,1 a position and its mirror image are the same game, so one that only fits when
    /// turned is turned. When the poison has been eaten the game is over and the player to move has won:
    /// `false`.
    ///
    /// # Errors
    ///
    /// When it is not a position of the bar, and when it is kept elsewhere and cannot be read.
    pub fn is_lost(&self, rows: &Rows) -> Result<bool, NoAnswer> {
        let outside = || NoAnswer::Outside { position: rows.clone(), bar: self.frame.bar };
        match &self.kept {
            Kept::Here { plan, store } => Ok(match plan.locate(rows).ok_or_else(outside)? {
                Site::Known(lost) => lost,
                Site::Kept(block, rank) => match &*store.look(block) {
                    Cell::Here(lost) => lost.contains(rank),
                    // Everything was solved, and nothing was packed or forgotten.
                    Cell::Packed(_) | Cell::ToCome | Cell::Forgotten => false,
                },
            }),
            Kept::Openings(openings) => match self.frame.place(rows).ok_or_else(outside)? {
                Place::Known(lost) => Ok(lost),
                Place::Kept(rows) => openings.is_lost(&rows).ok_or_else(forgotten),
            },
            Kept::Elsewhere(keeper) => match self.frame.place(rows).ok_or_else(outside)? {
                Place::Known(lost) => Ok(lost),
                Place::Kept(rows) if rows.is_empty() => Ok(false),
                Place::Kept(rows) => keeper.is_lost(&rows),
            },
        }
    }

    /// Lists all bites, row by row, that lead from a position to a lost one; none if it is lost itself.
    ///
    /// # Errors
    ///
    /// When it is not a position of the bar, and when one of those that a bite leaves cannot be read.
    pub fn winning_bites(&self, rows: &Rows) -> Result<Vec<Square>, NoAnswer> {
        if !self.holds(rows) {
            return Err(NoAnswer::Outside { position: rows.clone(), bar: self.frame.bar });
        }
        winning_bites(rows, |rows| self.is_lost(rows))
    }

    /// Lists the winning first bites of a whole bar inside this one, in row and column order.
    ///
    /// # Errors
    ///
    /// As [`Solved::winning_bites`].
    pub fn openings(&self, rows: u32, cols: u32) -> Result<Vec<Square>, NoAnswer> {
        self.frame.check_inside(rows.max(1), cols.max(1))?;
        match rows.min(cols) {
            0 => Err(NoAnswer::NoSuchBar { rows, cols, bar: self.frame.bar }),
            _ => self.winning_bites(&Rows::whole(rows, cols)),
        }
    }

    /// Counts the lost positions of the bar; the lone poison counts, the empty bar does not.
    pub fn lost_count(&self) -> u64 {
        self.frame.lost_of_bar(|first_row| self.lost_under(first_row))
    }

    /// Counts the lost positions with a first row of each length, from 0 on. This is known even if the
    /// positions themselves were forgotten.
    ///
    /// Of a square with the poison in its corner only the box with one row less is kept, and counted. `None`
    /// for bars with more rows than columns, which are kept turned.
    ///
    /// ```
    /// use lastbite_engines::{Bar, Effort, sieve::Sieve};
    ///
    /// let solved = Sieve::of(&Bar::new(2, 3)?).solve(&Effort::default())?;
    /// // The poison alone; 2,1; 3,2.
    /// assert_eq!(solved.lost_by_first_row(), Some(vec![0, 1, 1, 1]));
    /// let square = Sieve::of(&Bar::new(3, 3)?).solve(&Effort::default())?;
    /// assert_eq!(square.lost_by_first_row(), solved.lost_by_first_row());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lost_by_first_row(&self) -> Option<Vec<u64>> {
        let is_upright = !self.frame.turned;
        let first_rows = 0..=self.bar().cols() as u8;
        is_upright.then(|| first_rows.map(|first_row| self.lost_under(first_row)).collect())
    }

    fn lost_under(&self, first_row: u8) -> u64 {
        match &self.kept {
            Kept::Here { .. } | Kept::Openings(_) => self.under[usize::from(first_row)],
            Kept::Elsewhere(keeper) => keeper.lost_under(first_row),
        }
    }

    /// Counts the lost positions inside a bar of this size.
    ///
    /// # Errors
    ///
    /// When that bar is not inside this one, and when not all lost positions can be read.
    pub fn lost_in_bar(&self, rows: u32, cols: u32) -> Result<u64, NoAnswer> {
        let (rows, cols) = self.frame.check_inside(rows, cols)?;
        let by_shape = self.lost_by_shape()?;
        Ok(by_shape[..=rows as usize].iter().flat_map(|row| &row[..=cols as usize]).sum())
    }

    /// Counts the lost positions that have exactly this many rows and columns: `lost_by_shape()[rows][cols]`,
    /// both from 0.
    ///
    /// # Errors
    ///
    /// When not all lost positions can be read.
    pub fn lost_by_shape(&self) -> Result<Vec<Vec<u64>>, NoAnswer> {
        let by_shape = &self.survey()?.by_shape;
        let mut counts = vec![vec![0; self.bar().cols() as usize + 1]; self.bar().rows() as usize + 1];
        for (rows, line) in by_shape.iter().enumerate() {
            for (cols, &lost) in line.iter().enumerate() {
                if !self.frame.turned {
                    counts[rows][cols] = lost;
                }
                if self.frame.turned || self.frame.halved {
                    counts[cols][rows] = lost;
                }
            }
        }
        if self.frame.halved {
            counts[self.bar().rows() as usize][self.bar().cols() as usize] = 1;
        }
        Ok(counts)
    }

    /// Counts the lost positions of the bar that have exactly this many squares: `lost_by_area()[squares]`,
    /// from 0.
    ///
    /// # Errors
    ///
    /// When not all lost positions can be read.
    pub fn lost_by_area(&self) -> Result<Vec<u64>, NoAnswer> {
        let mut counts = vec![0; self.bar().rows() as usize * self.bar().cols() as usize + 1];
        for (count, [shorter, full]) in counts.iter_mut().zip(&self.survey()?.by_area) {
            // In a square, positions as long as the box have a mirror image outside it.
            *count = shorter + full * if self.frame.halved { 2 } else { 1 };
        }
        if self.frame.halved {
            counts[2 * self.bar().rows() as usize - 1] += 1;
        }
        Ok(counts)
    }

    fn survey(&self) -> Result<&Survey, NoAnswer> {
        if let Some(survey) = self.survey.get() {
            return Ok(survey);
        }
        let survey = Survey::new(&self.frame, &self.counts, self.lost_ranks().numbers())?;
        Ok(self.survey.get_or_init(|| survey))
    }

    /// Returns the rows and columns of the box whose lost positions are stored.
    ///
    /// That is the bar with its shorter side as rows; for a square with the poison at 1,1 it has one row
    /// less, because the rest follows by symmetry.
    pub fn stored_box(&self) -> (u8, u8) {
        (self.frame.rows, self.frame.cols)
    }

    /// Lists the ranks of the lost positions of [`Solved::stored_box`], ascending, as a table is written from
    /// them.
    pub fn lost_ranks(&self) -> Ranks<'_> {
        match &self.kept {
            Kept::Here { plan, store } => {
                let lost = store.blocks();
                Ranks::new(
                    self.frame,
                    lost.flat_map(move |(block, lost)| {
                        let first = plan.first_rank(block);
                        lost.into_ranks().map(move |rank| Ok(first + u64::from(rank)))
                    }),
                )
            }
            Kept::Openings(_) => Ranks::new(self.frame, std::iter::once(Err(forgotten()))),
            Kept::Elsewhere(keeper) => Ranks::new(self.frame, keeper.lost_ranks()),
        }
    }

    /// Lists every lost position of the bar once; an error ends the list.
    ///
    /// They come in the order of their ranks in [`Solved::stored_box`]. Half of a square is stored: the
    /// mirror images of the positions that are as long as the square follow in the same order, and the L with
    /// equal arms comes last.
    pub fn lost_positions(&self) -> impl Iterator<Item = Result<Rows, NoAnswer>> + '_ {
        all_positions(self.frame, || self.lost_ranks())
    }

    /// Counts the bytes that keeping the result takes: the lost positions and where they are.
    pub fn bytes(&self) -> u64 {
        self.kept_bytes
    }

    /// Returns the bytes that solving took at its peak: the lost positions, and the workspace as estimated.
    pub fn peak_bytes(&self) -> u64 {
        self.peak_bytes
    }
}

/// Says that not everything was kept: see [`Keep::Openings`].
fn forgotten() -> NoAnswer {
    NoAnswer::NotKept(
        "not all lost positions of this bar were kept, only those that first bites lead to, and how many there are"
            .to_string(),
    )
}

/// Lists all bites, row by row, that lead from a position to a lost one.
pub(crate) fn winning_bites<E>(
    rows: &Rows,
    is_lost: impl Fn(&Rows) -> Result<bool, E>,
) -> Result<Vec<Square>, E> {
    let mut winning = Vec::new();
    for bite in rows.squares() {
        if is_lost(&rows.bitten(bite))? {
            winning.push(bite);
        }
    }
    Ok(winning)
}
