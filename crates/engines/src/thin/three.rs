//! Three rows: quadratic time, linear memory.
//!
//! For a second row q and a third row r at most one first row p makes p, q, r lost: call it f(q, r). It is
//! the least p >= q that is not f(q, b) with b < r (a bite in the third row), nor f(a, r) with r <= a < q,
//! nor f(a, a) with a < r (bites in the second row). When f(q, r) = q, the position q, q, r is lost, a bite
//! in the first row reaches it from everything with a longer second row, and column r is *dead*.
//!
//! Solving 3 x n takes the values up to n, in the order of q and, for each q, of the columns r. What is below
//! n does not depend on what is above, so nothing beyond the bar is ever looked for. Found by measuring, not
//! proven: a column lives from q = r to about the square root of two times r, and each of its values lies
//! within a few dozen of one of two lines, r + q / sqrt 2 or (1 + sqrt 2) r - q / sqrt 2. So what a column
//! has used fits two windows (`column`), which is checked at every step; a column that does not fit continues
//! with a whole bit set.
//!
//! A column whose low line has come down to p = q dies, or repeats forever: f(q, r) - q becomes periodic
//! (`watch`). One of the two always happens: Sun conjectured it, and Byrnes proved it (*Poset game
//! periodicity*, 2003). Which one, and from where, is proven here from below, column by column. Then the
//! column retires: it costs nothing more.
//!
//! The function f is that of Brouwer, Horváth, Molnár-Sáska and Szabó (*On three-rowed Chomp*, 2005).
//!
//! **Tiles and threads.** A few second rows together are a *tile* and go through the columns side by side
//! (`tile`). Each thread takes a tile through all columns, close behind the tile before it (`crew`).

mod column;
mod crew;
mod diagonal;
mod front;
mod saved;
mod tally;
pub(crate) mod tile;
mod watch;

use std::collections::VecDeque;

use lastbite_work::effort::Effort;

use super::Estimate;
use super::not_this_kind;
use crate::Square;
use column::Column;
use diagonal::{Diagonal, NONE};
use front::Front;
use lastbite_work::SolveError;
use tally::Tally;
use watch::Repeat;

/// The first rows that are looked at: from 0 to the columns of the bar, 64 to a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// The columns of the bar.
    pub cols: usize,
    /// The last word that holds a first row inside the bar.
    pub last: usize,
}

impl Line {
    fn new(cols: u32) -> Self {
        Line { cols: cols as usize, last: cols as usize / 64 }
    }

    /// The words of a set: some more than needed, so that a window may reach beyond the end.
    pub fn words(self) -> usize {
        self.last + 13
    }

    /// The bits of a word that are beyond the bar.
    pub fn outside(self, word: usize) -> u64 {
        match word {
            _ if word < self.last => 0,
            _ if word > self.last => !0,
            _ => (!0 << (self.cols % 64)) << 1,
        }
    }

    /// The bits of the word of `q` that are before it; the empty bar is not a lost position either.
    pub fn before(self, q: u32) -> u64 {
        if q == 0 { 1 } else { (1 << (q % 64)) - 1 }
    }

    /// A set without a first row inside the bar: what is beyond it counts as taken.
    pub fn empty_set(self) -> Vec<u64> {
        (0..self.words()).map(|word| self.outside(word)).collect()
    }
}

/// What became of a column: of the lost positions with one third row, and with the same rows below it where
/// there are more than three.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fate {
    /// The position `q, q` and the column is lost: no position with a longer second row is.
    Dies {
        /// The second row q.
        at: u32,
    },
    /// From some second row on, the first row is the second plus a distance that repeats.
    Repeats {
        /// The second row from which it repeats.
        from: u32,
        /// The distances, at `from`, `from + 1` and so on; there are as many as the period is long.
        distances: Vec<u32>,
    },
    /// Of four rows or more: no position of the column is lost.
    Never {
        /// The s, less than the third row, such that `s, s` and the column cut to s is lost. All of them can
        /// be bitten to it.
        because: u32,
    },
    /// Not known from this bar: the column still lives, or its values are beyond the bar, or its period is
    /// too long for the solver to name.
    Open,
}

/// How many columns met which fate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Census {
    /// All columns below this one are dead or known to repeat.
    pub settled: u32,
    /// How many columns died.
    pub dead: u32,
    /// Periods, the number of columns that have each, and the first of them.
    pub periods: Vec<Period>,
    /// How many columns are open.
    pub open: u32,
}

/// A period that columns have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Period {
    /// The period.
    pub period: u32,
    /// How many columns have it.
    pub columns: u32,
    /// The first column that has it.
    pub first: u32,
}

/// A fate as it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kept {
    Open,
    Dead(u32),
    Repeats(u32),
}

/// A solver of bars with three rows, to hundreds of thousands of columns.
///
/// It is a value that is advanced step by step: after each step all bars with up to [`ThreeRows::done`]
/// columns are solved, and the solver can be saved and loaded ([`ThreeRows::save`], [`ThreeRows::load`]).
///
/// ```
/// use lastbite_engines::Effort;
/// use lastbite_engines::Square;
/// use lastbite_engines::thin::{Fate, ThreeRows};
///
/// let solver = ThreeRows::solve(1000, &Effort::default())?;
/// assert_eq!(solver.lost_count(400), Some(27_908));
/// assert_eq!(solver.openings(7), Some(vec![Square::new(3, 5)]));
/// assert_eq!(solver.fate(1), Fate::Dies { at: 2 });                       // 2,2,1 is lost
/// assert_eq!(solver.fate(0), Fate::Repeats { from: 0, distances: vec![1] }); // 1,0,0 and 2,1,0 and so on
/// # Ok::<(), lastbite_engines::SolveError>(())
/// ```
///
pub type ThreeRows = Windowed<4>;

/// [`ThreeRows`] with windows of one, two or four words. Two hold all columns seen so far, and four have room to
/// spare. One is too small, and shows that columns which outgrow their windows get whole bit sets.
#[derive(Debug)]
pub struct Windowed<const WORDS: usize> {
    line: Line,
    /// Whether no windows are used at all.
    whole: bool,
    /// The second row that is next.
    next: u32,
    /// The columns that live, in order; those that were not begun yet have no values inside the bar.
    columns: VecDeque<Column<WORDS>>,
    /// The first column that was not begun.
    unbegun: u32,
    front: Front,
    diagonal: Diagonal,
    tally: Tally,
    /// For each bar the third row of the lost position that its opening leads to, if there is one.
    deaths: Vec<u32>,
    fates: Vec<Kept>,
    repeats: Vec<Repeat>,
    /// Columns that have whole bit sets,
    wide: usize,
    /// and columns that have had one.
    widened: usize,
}

/// Marks a bar without an opening in the third row.
const NO_DEATH: u32 = u32::MAX;

/// The longest bar: all sums stay far from the end of 32 bits.
const LONGEST: u32 = 1 << 30;

impl<const WORDS: usize> Windowed<WORDS> {
    /// The columns of the longest bar that can be solved, if there is memory for it.
    pub const LONGEST: u32 = LONGEST;

    /// Prepares to solve all bars with three rows and at most this many columns.
    ///
    /// # Errors
    ///
    /// When there are no columns or more than a billion, or this takes more memory than is allowed.
    pub fn new(cols: u32, effort: &Effort) -> Result<Self, SolveError> {
        Self::prepare(cols, false, effort)
    }

    /// Prepares to solve bars with whole bit sets in place of windows: slower and larger, but a second way to
    /// the same answers.
    ///
    /// # Errors
    ///
    /// As [`ThreeRows::new`].
    pub fn with_whole_sets(cols: u32, effort: &Effort) -> Result<Self, SolveError> {
        Self::prepare(cols, true, effort)
    }

    fn prepare(cols: u32, whole: bool, effort: &Effort) -> Result<Self, SolveError> {
        const { assert!(WORDS.is_power_of_two() && WORDS <= 4, "a window has one, two or four words") };
        if !(1..=LONGEST).contains(&cols) {
            let kind = "three rows and 1 to 1073741824 columns";
            return Err(not_this_kind(3, cols, kind));
        }
        let estimate = if whole {
            Estimate::whole_sets(cols)
        } else {
            Estimate::three_rows(cols, effort.threads_used())
        };
        estimate.allow(effort)?;
        let line = Line::new(cols);
        let mut deaths = Vec::new();
        deaths.try_reserve_exact(cols as usize + 1)?;
        deaths.resize(cols as usize + 1, NO_DEATH);
        Ok(Self {
            line,
            whole,
            next: 0,
            columns: VecDeque::new(),
            unbegun: 0,
            front: Front::default(),
            diagonal: Diagonal::new(line),
            tally: Tally::new(line),
            deaths,
            fates: Vec::new(),
            repeats: Vec::new(),
            wide: 0,
            widened: 0,
        })
    }

    /// Returns the columns of the longest bar.
    pub fn cols(&self) -> u32 {
        self.line.cols as u32
    }

    /// Returns how far the solver has come: all bars with this many columns are solved.
    pub fn done(&self) -> u32 {
        self.next.saturating_sub(1)
    }

    /// Says whether everything is solved.
    pub fn is_done(&self) -> bool {
        self.next as usize > self.line.cols
    }

    /// Counts the columns that have had whole bit sets because they outgrew their windows, including those
    /// that have died or retired since; without windows, counts all columns that were begun.
    pub fn widened(&self) -> usize {
        self.widened
    }

    /// Counts the lost positions of a bar with three rows, if it is solved; the empty bar is not one of them.
    pub fn lost_count(&self, cols: u32) -> Option<u64> {
        (1..=self.done()).contains(&cols).then(|| self.tally.sum(cols))
    }

    /// Returns the lost positions of all bars that are solved: of one column, of two, and so on.
    pub fn lost_counts(&self) -> Vec<u64> {
        self.tally.sums(self.done())
    }

    /// Returns the winning first bites of a bar with three rows, if it is solved.
    pub fn openings(&self, cols: u32) -> Option<Vec<Square>> {
        if !(1..=self.done()).contains(&cols) {
            return None;
        }
        let mut bites = Vec::new();
        // From a whole bar the bite 2,a+1 leaves cols, a, a.
        if let Some(&a) = self.diagonal.places.get(cols as usize).filter(|&&a| a != NONE) {
            bites.push(Square::new(2, a + 1));
        }
        // And the bite 3,r+1 leaves cols, cols, r.
        if self.deaths[cols as usize] != NO_DEATH {
            bites.push(Square::new(3, self.deaths[cols as usize] + 1));
        }
        Some(bites)
    }

    /// Says what became of a column.
    pub fn fate(&self, r: u32) -> Fate {
        match self.fates.get(r as usize) {
            None | Some(Kept::Open) => Fate::Open,
            Some(&Kept::Dead(at)) => Fate::Dies { at },
            Some(&Kept::Repeats(index)) => {
                let Repeat { from, distances } = self.repeats[index as usize].clone();
                Fate::Repeats { from, distances }
            }
        }
    }

    /// Counts the fates of all columns up to the longest third row.
    pub fn census(&self) -> Census {
        let mut census = Census::default();
        let settled = self.fates.iter().take_while(|&&fate| fate != Kept::Open).count();
        census.settled = settled as u32;
        for (r, fate) in self.fates.iter().enumerate() {
            match *fate {
                Kept::Open => {}
                Kept::Dead(_) => census.dead += 1,
                Kept::Repeats(index) => {
                    let period = self.repeats[index as usize].distances.len() as u32;
                    match census.periods.iter_mut().find(|known| known.period == period) {
                        Some(known) => known.columns += 1,
                        None => census.periods.push(Period { period, columns: 1, first: r as u32 }),
                    }
                }
            }
        }
        census.periods.sort_unstable_by_key(|known| known.period);
        let named = census.dead + self.repeats.len() as u32;
        census.open = self.next - named;
        census
    }
}
