//! A bar that has been solved, and what can be asked of it.

use std::sync::OnceLock;

use super::frame::{Frame, Place, transpose, trimmed};
use super::rank;
use super::store::Store;
use super::survey::Survey;
use crate::game::Outcome;
use crate::games::chomp::{Bite, Chomp, Rows};
use crate::oracle::Oracle;

/// The bites, row by row, that leave a position of the wanted kind.
pub(super) fn bites_to(rows: &[u8], wanted: impl Fn(&[u8]) -> bool) -> Vec<Bite> {
    let mut bites = Vec::new();
    for (i, &x) in rows.iter().enumerate() {
        for j in 0..x {
            let mut bitten = rows.to_vec();
            bitten[i..].iter_mut().for_each(|row| *row = (*row).min(j));
            if wanted(&bitten) {
                bites.push(Bite::new(i as u8 + 1, j + 1));
            }
        }
    }
    bites
}

/// A bar that has been solved: who wins from every one of its positions.
#[derive(Debug)]
pub struct Solved {
    frame: Frame,
    store: Store,
    peak_bytes: u64,
    survey: OnceLock<Survey>,
}

impl Solved {
    pub(super) fn new(frame: Frame, store: Store, peak_bytes: u64) -> Self {
        Self { frame, store, peak_bytes, survey: OnceLock::new() }
    }

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

    /// How many positions of the bar still have the poison; saturating.
    #[must_use]
    pub fn positions(&self) -> u64 {
        let (rows, cols) = self.frame.bar;
        let (row, col) = self.frame.poison;
        if (row, col) == (1, 1) {
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

    /// Whether the player to move loses, against best play, from a position given as row lengths, longest first.
    ///
    /// `None` when it is no position of the bar. With the poison at 1,1 a position and its mirror image are the same game, so
    /// one that only fits when turned is turned. When the poison has been eaten the game is over and the player to
    /// move has won: `Some(false)`.
    #[must_use]
    pub fn is_lost(&self, rows: &[u8]) -> Option<bool> {
        Some(match self.frame.place(rows)? {
            Place::Known(lost) => lost,
            Place::Kept(rows) => self.store.contains(&rows),
        })
    }

    /// All bites, row by row, that lead from a position to a lost one: none when it is lost.
    ///
    /// `None` when it is no position of the bar.
    #[must_use]
    pub fn winning_bites(&self, rows: &[u8]) -> Option<Vec<Bite>> {
        self.is_lost(rows)?;
        let leads_to_loss = |bitten: &[u8]| self.is_lost(bitten) == Some(true);
        Some(bites_to(trimmed(rows)?, leads_to_loss))
    }

    /// The winning first bites of a whole bar inside this one, in row and column order.
    #[must_use]
    pub fn winning_bites_of_bar(&self, rows: u8, cols: u8) -> Option<Vec<Bite>> {
        self.winning_bites(&vec![cols; rows.into()])
    }

    /// How many positions of the bar are lost; the lone poison counts, the empty bar does not.
    #[must_use]
    pub fn lost_count(&self) -> u64 {
        let all = self.store.len_within(self.frame.cols.into());
        match self.frame.halved {
            // Mirror every position of the box; those that fit a square of one less were there; the L is new.
            true => 2 * all - self.store.len_within(usize::from(self.frame.cols) - 1) + 1,
            false => all,
        }
    }

    /// How many lost positions lie inside a bar of this size; `None` when that bar is not inside this one.
    #[must_use]
    pub fn lost_in_bar(&self, rows: u8, cols: u8) -> Option<u64> {
        let (rows, cols) = match self.frame.is_symmetric() {
            _ if rows <= self.rows() && cols <= self.cols() => (rows, cols),
            true if cols <= self.rows() && rows <= self.cols() => (cols, rows),
            _ => return None,
        };
        let by_shape = self.lost_by_shape();
        Some(by_shape[..=rows.into()].iter().flat_map(|row| &row[..=cols.into()]).sum())
    }

    /// How many lost positions have exactly so many rows and columns: `lost_by_shape()[rows][cols]`, both from 0.
    #[must_use]
    pub fn lost_by_shape(&self) -> Vec<Vec<u64>> {
        let by_shape = &self.survey().by_shape;
        let mut counts = vec![vec![0; usize::from(self.cols()) + 1]; usize::from(self.rows()) + 1];
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
            counts[usize::from(self.rows())][usize::from(self.cols())] = 1;
        }
        counts
    }

    /// How many lost positions of the bar have exactly so many squares: `lost_by_area()[squares]`, from 0.
    #[must_use]
    pub fn lost_by_area(&self) -> Vec<u64> {
        let mut counts = vec![0; usize::from(self.rows()) * usize::from(self.cols()) + 1];
        for (count, [shorter, full]) in counts.iter_mut().zip(&self.survey().by_area) {
            // In a square, positions as long as the box have a mirror image outside it.
            *count = shorter + full * if self.frame.halved { 2 } else { 1 };
        }
        if self.frame.halved {
            counts[2 * usize::from(self.rows()) - 1] += 1;
        }
        counts
    }

    fn survey(&self) -> &Survey {
        self.survey.get_or_init(|| Survey::new(&self.store))
    }

    /// The rows and columns of the box whose lost positions are stored.
    ///
    /// The bar with its shorter side as rows; for a square with the poison at 1,1 one row less, because the rest
    /// follows by symmetry.
    #[must_use]
    pub fn stored_box(&self) -> (u8, u8) {
        (self.frame.rows, self.frame.cols)
    }

    /// The ranks of the lost positions of [`Solved::stored_box`], ascending; [`rank::unrank`] turns them into positions.
    pub fn lost_ranks(&self) -> impl Iterator<Item = u64> + '_ {
        self.store.ranks()
    }

    /// Every lost position of the bar, each once, as row lengths without empty rows.
    ///
    /// In the order of their ranks in [`Solved::stored_box`]. Of a square half is stored: the mirror images of the positions
    /// that are as long as the square follow in the same order, and the L with equal arms comes last.
    pub fn lost_positions(&self) -> impl Iterator<Item = Vec<u8>> + '_ {
        let stored = move || {
            self.store.ranks().map(move |rank| {
                let mut rows = vec![0; self.frame.rows.into()];
                self.store.counts.unrank(rank, &mut rows);
                rows.truncate(rows.iter().take_while(|&&x| x > 0).count());
                rows
            })
        };
        let side = self.frame.cols;
        let halved = self.frame.halved.then_some(()).into_iter();
        let mirrored = halved
            .clone()
            .flat_map(move |()| stored().filter(move |rows| rows[0] == side).map(|rows| transpose(&rows)));
        let even_l = halved.map(move |()| {
            let mut rows = vec![1; side.into()];
            rows[0] = side;
            rows
        });
        let turned = self.frame.turned;
        stored().map(move |rows| if turned { transpose(&rows) } else { rows }).chain(mirrored).chain(even_l)
    }

    /// The bytes that solving took at its peak: the lost positions, and the workspace as it was reckoned.
    #[must_use]
    pub fn peak_bytes(&self) -> u64 {
        self.peak_bytes
    }
}

impl Oracle<Chomp> for Solved {
    /// Tells who wins on this bar or inside it; nothing where the poison is elsewhere or the position too large.
    fn outcome(&self, game: &Chomp, rows: &Rows) -> Option<Outcome> {
        if self.poison() != (game.poison().row, game.poison().col) {
            return None;
        }
        let lost = self.is_lost(rows.lengths())?;
        Some(if lost { Outcome::Loss } else { Outcome::Win })
    }
}
