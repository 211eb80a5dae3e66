//! A bar that has been solved, and what can be asked of it.

use std::sync::OnceLock;

use super::blocks::Store;
use super::error::SieveError;
use super::frame::{Frame, Place};
use super::keeper::Keeper;
use super::memory;
use super::plan::{Plan, Site};
use super::rank::Counts;
use super::survey::Survey;
use crate::effort::Effort;
use crate::game::Standing;
use crate::games::chomp::{Chomp, Rows, Square};
use crate::knowledge::{Knowledge, Oracle, Source, Unknown, WhyNot, by_look_up};

/// A bar that has been solved: who wins from every one of its positions.
#[derive(Debug)]
pub struct Solved {
    frame: Frame,
    counts: Counts,
    kept: Kept,
    kept_bytes: u64,
    peak_bytes: u64,
    survey: OnceLock<Survey>,
}

/// Where the lost positions of the box are.
#[derive(Debug)]
enum Kept {
    Here { plan: Plan, store: Store },
    Elsewhere(Box<dyn Keeper>),
}

impl Solved {
    pub(super) fn new(plan: Plan, store: Store, peak_bytes: u64) -> Self {
        let (frame, kept_bytes) = (plan.frame, memory::kept(&plan, &store));
        Self::with(frame, Kept::Here { plan, store }, kept_bytes, peak_bytes)
    }

    /// Takes a bar that was solved elsewhere, and is kept there.
    ///
    /// # Errors
    ///
    /// When the bar is too long for the sieve.
    pub fn kept_by(bar: &Chomp, keeper: Box<dyn Keeper>) -> Result<Self, SieveError> {
        let bytes = keeper.bytes();
        Ok(Self::with(Frame::of(bar)?, Kept::Elsewhere(keeper), bytes, bytes))
    }

    fn with(frame: Frame, kept: Kept, kept_bytes: u64, peak_bytes: u64) -> Self {
        Self { frame, counts: frame.counts(), kept, kept_bytes, peak_bytes, survey: OnceLock::new() }
    }

    /// Says what went wrong where the lost positions are kept, if anything did: then nothing that was answered is to be believed.
    ///
    /// Only what is kept elsewhere than in memory can fail ([`Solved::kept_by`]).
    #[must_use]
    pub fn failure(&self) -> Option<String> {
        match &self.kept {
            Kept::Here { .. } => None,
            Kept::Elsewhere(keeper) => keeper.failure(),
        }
    }

    /// Returns the bar.
    #[must_use]
    pub fn bar(&self) -> &Chomp {
        &self.frame.bar
    }

    /// Counts the positions of the bar that still have the poison; saturating.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.frame.positions_of_bar()
    }

    /// Says whether the player to move loses, against best play.
    ///
    /// `None` when it is no position of the bar. With the poison at 1,1 a position and its mirror image are the same game, so
    /// one that only fits when turned is turned. When the poison has been eaten the game is over and the player to
    /// move has won: `Some(false)`.
    #[must_use]
    pub fn is_lost(&self, rows: &Rows) -> Option<bool> {
        Some(match &self.kept {
            Kept::Here { plan, store } => match plan.locate(rows)? {
                Site::Known(lost) => lost,
                Site::Kept(block, rank) => store.get(block).is_some_and(|lost| lost.contains(rank)),
            },
            Kept::Elsewhere(keeper) => match self.frame.place(rows)? {
                Place::Known(lost) => lost,
                Place::Kept(rows) => !rows.is_empty() && keeper.is_lost(&rows),
            },
        })
    }

    /// Lists all bites, row by row, that lead from a position to a lost one: none when it is lost.
    ///
    /// `None` when it is no position of the bar.
    #[must_use]
    pub fn winning_bites(&self, rows: &Rows) -> Option<Vec<Square>> {
        self.is_lost(rows)?;
        Some(rows.squares().filter(|&bite| self.is_lost(&rows.bitten(bite)) == Some(true)).collect())
    }

    /// Lists the winning first bites of a whole bar inside this one, in row and column order.
    #[must_use]
    pub fn openings(&self, rows: u32, cols: u32) -> Option<Vec<Square>> {
        let bar = Chomp::new(rows, cols).ok()?;
        self.winning_bites(&Rows::whole(bar.rows(), bar.cols()))
    }

    /// Counts the lost positions of the bar; the lone poison counts, the empty bar does not.
    #[must_use]
    pub fn lost_count(&self) -> u64 {
        self.frame.lost_of_bar(|first_row| match &self.kept {
            Kept::Here { store, .. } => store.len_under(first_row),
            Kept::Elsewhere(keeper) => keeper.lost_under(first_row),
        })
    }

    /// Counts the lost positions inside a bar of this size; `None` when that bar is not inside this one.
    #[must_use]
    pub fn lost_in_bar(&self, rows: u32, cols: u32) -> Option<u64> {
        let (rows, cols) = match self.frame.is_symmetric() {
            _ if rows <= self.bar().rows() && cols <= self.bar().cols() => (rows, cols),
            true if cols <= self.bar().rows() && rows <= self.bar().cols() => (cols, rows),
            _ => return None,
        };
        let by_shape = self.lost_by_shape();
        Some(by_shape[..=rows as usize].iter().flat_map(|row| &row[..=cols as usize]).sum())
    }

    /// Counts the lost positions that have exactly so many rows and columns: `lost_by_shape()[rows][cols]`, both from 0.
    #[must_use]
    pub fn lost_by_shape(&self) -> Vec<Vec<u64>> {
        let by_shape = &self.survey().by_shape;
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
        counts
    }

    /// Counts the lost positions of the bar that have exactly so many squares: `lost_by_area()[squares]`, from 0.
    #[must_use]
    pub fn lost_by_area(&self) -> Vec<u64> {
        let mut counts = vec![0; self.bar().rows() as usize * self.bar().cols() as usize + 1];
        for (count, [shorter, full]) in counts.iter_mut().zip(&self.survey().by_area) {
            // In a square, positions as long as the box have a mirror image outside it.
            *count = shorter + full * if self.frame.halved { 2 } else { 1 };
        }
        if self.frame.halved {
            counts[2 * self.bar().rows() as usize - 1] += 1;
        }
        counts
    }

    fn survey(&self) -> &Survey {
        self.survey.get_or_init(|| Survey::new(&self.frame, &self.counts, self.lost_ranks()))
    }

    /// Returns the rows and columns of the box whose lost positions are stored.
    ///
    /// The bar with its shorter side as rows; for a square with the poison at 1,1 one row less, because the rest
    /// follows by symmetry.
    #[must_use]
    pub fn stored_box(&self) -> (u8, u8) {
        (self.frame.rows, self.frame.cols)
    }

    /// Lists the ranks of the lost positions of [`Solved::stored_box`], ascending; [`rank::unrank`](super::rank::unrank) turns them into positions.
    pub fn lost_ranks(&self) -> impl Iterator<Item = u64> + '_ {
        let (here, elsewhere) = match &self.kept {
            Kept::Here { plan, store } => (Some((plan, store)), None),
            Kept::Elsewhere(keeper) => (None, Some(keeper.lost_ranks())),
        };
        let here = here.into_iter().flat_map(|(plan, store)| {
            store.blocks().flat_map(move |(block, lost)| {
                let first = plan.first_rank(block);
                lost.ranks().map(move |rank| first + u64::from(rank))
            })
        });
        here.chain(elsewhere.into_iter().flatten())
    }

    /// Lists every lost position of the bar, each once.
    ///
    /// In the order of their ranks in [`Solved::stored_box`]. Of a square half is stored: the mirror images of the positions
    /// that are as long as the square follow in the same order, and the L with equal arms comes last.
    pub fn lost_positions(&self) -> impl Iterator<Item = Rows> + '_ {
        let stored = move |from: u64| {
            self.lost_ranks().filter(move |&rank| rank >= from).map(move |rank| {
                let mut rows = vec![0; self.frame.rows.into()];
                self.counts.unrank(rank, &mut rows);
                self.frame.position(&rows)
            })
        };
        let side = u32::from(self.frame.cols);
        let halved = self.frame.halved.then_some(()).into_iter();
        // Those as long as the square come last: nobody waits while the others are made out and thrown away.
        let longest = self.counts.get(self.frame.rows.into(), usize::from(self.frame.cols) - 1);
        let mirrored = halved.clone().flat_map(move |()| stored(longest).map(|rows| rows.mirrored()));
        let even_l = halved.map(move |()| Rows::whole(side, side).bitten(Square::new(2, 2)));
        stored(0).chain(mirrored).chain(even_l)
    }

    /// Counts the bytes that it takes to keep what was solved: the lost positions and where they are.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.kept_bytes
    }

    /// Returns the bytes that solving took at its peak: the lost positions, and the workspace as it was reckoned.
    #[must_use]
    pub fn peak_bytes(&self) -> u64 {
        self.peak_bytes
    }
}

impl Oracle<Chomp> for Solved {
    /// Tells who wins on this bar or inside it, and nothing where the poison is elsewhere or the position too large.
    fn ask(&self, standing: &Standing<Chomp>, _: &Effort) -> Knowledge<Square> {
        let same_poison = standing.game().poison() == self.bar().poison();
        by_look_up(standing, Source::Sieve, |rows| match self.is_lost(rows) {
            // What could not be read from elsewhere is not known.
            Some(lost) if same_poison && self.failure().is_none() => Ok(lost),
            _ => Err(Unknown::because(WhyNot::NotMine)),
        })
    }
}
