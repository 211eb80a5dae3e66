//! A bar that was solved, by whichever method, and what it can answer.
//!
//! ```
//! use lastbite_engines::{Bar, Effort, Solve, Square};
//!
//! let effort = Effort::unlimited();
//! let solution = Solve::of(&Bar::new(8, 10)?).run(&effort)?;
//! assert_eq!(solution.openings(8, 10)?, [Square::new(4, 9), Square::new(5, 6)]);
//! assert_eq!(solution.lost_count(8, 10)?, 1000);
//! assert_eq!(solution.is_lost(&"3,1,1".parse()?), Ok(true));
//! let positions = solution.lost_positions(&effort).collect::<Result<Vec<_>, _>>()?;
//! assert_eq!(positions.len(), 1000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Not every method keeps everything: three rows to 100,000 columns are solved with what fits a few
//! megabytes, their openings and counts. What was not kept is an error ([`NoAnswer`]), never "not lost".

mod lost;

use std::fmt;
use std::io::{self, Read, Write};
use std::time::Duration;

use lastbite_work::notation::listed;
use lastbite_work::{Effort, SolveError};

use crate::bar::Bar;
use crate::method::Method;
use crate::no_answer::NoAnswer;
use crate::rank;
use crate::ranks::Ranks;
use crate::rows::Rows;
use crate::sieve::{Sieve, Solved, winning_bites};
use crate::square::Square;
use crate::table::{Table, TableError};
use crate::thin::{FewRows, LastRows, ThreeRows, two};

pub use lost::LostPositions;

/// A bar that is solved, or is being solved column by column.
#[derive(Debug)]
pub struct Solution {
    bar: Bar,
    by: By,
    threads: usize,
    time: Duration,
}

/// The method that solved it, with what was found.
#[derive(Debug)]
enum By {
    Formula,
    ThreeRows(Box<ThreeRows>),
    FewRows(Box<FewRows>),
    LastRows(LastRows),
    Sieve(Box<Solved>),
    Table(Box<Table>),
    /// Nothing is solved yet: the lost positions are found while they are listed.
    Listing(Method),
}

/// The winning first bites of a bar, as an entry of a list: a line for people, a line for a spreadsheet, or
/// JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Opening {
    /// The rows of the bar.
    pub rows: u32,
    /// Its columns.
    pub cols: u32,
    /// The bites, by row and column.
    pub winning: Vec<Square>,
}

impl Opening {
    /// The headings of the lines for a spreadsheet.
    pub const HEADINGS: &str = "rows,cols,winning";

    /// Writes a line for a spreadsheet; the bites are in quotes because they contain commas.
    pub fn csv(&self) -> String {
        let winning: Vec<String> = self.winning.iter().map(Square::to_string).collect();
        format!("{},{},\"{}\"", self.rows, self.cols, winning.join(" "))
    }
}

/// Writes `8x10: 4,9 and 5,6`, as the library lists them.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}: {}", self.rows, self.cols, listed(&self.winning))
    }
}

impl Solution {
    /// Begins to solve a bar by a method that works in steps and is made for it.
    pub(crate) fn begin(bar: &Bar, method: Method, effort: &Effort) -> Result<Self, SolveError> {
        let (few, many) = bar.lying();
        let by = match method {
            Method::ThreeRows => By::ThreeRows(Box::new(ThreeRows::new(many, effort)?)),
            Method::FewRows => By::FewRows(Box::new(FewRows::new(few, many, effort)?)),
            _ => By::Formula,
        };
        let threads = if method == Method::Formula { 1 } else { effort.threads_used() };
        Ok(Solution { threads, ..Self::with(*bar, by) })
    }

    /// Takes a long thin bar whose lost positions are to be listed.
    pub(crate) fn to_list(bar: &Bar, method: Method) -> Self {
        Self::with(*bar, By::Listing(method))
    }

    fn with(bar: Bar, by: By) -> Self {
        Solution { bar, by, threads: 1, time: Duration::ZERO }
    }

    /// Notes how long it took, and on how many threads.
    pub(crate) fn solved_in(self, time: Duration, threads: usize) -> Self {
        Solution { time, threads, ..self }
    }

    /// Continues from what [`save`](Solution::save) has written.
    pub(crate) fn resume(
        bar: &Bar,
        method: Method,
        from: &mut impl Read,
        effort: &Effort,
    ) -> Result<Self, SolveError> {
        let (by, found) = match method {
            Method::ThreeRows => {
                let solver = ThreeRows::load(from, effort)?;
                let found = (3, solver.cols());
                (By::ThreeRows(Box::new(solver)), found)
            }
            _ => {
                let solver = FewRows::load(from, effort)?;
                let found = (solver.rows(), solver.cols());
                (By::FewRows(Box::new(solver)), found)
            }
        };
        if found != bar.lying() {
            return Err(SolveError::other_bar(found, bar.lying()));
        }
        Ok(Solution { threads: effort.threads_used(), ..Self::with(*bar, by) })
    }

    /// Says whether a method can be saved half-way: three rows and few rows.
    pub fn is_saved(method: Method) -> bool {
        matches!(method, Method::ThreeRows | Method::FewRows)
    }

    /// Saves what is solved so far, to be resumed by [`Solve::resume`](crate::Solve::resume).
    ///
    /// # Errors
    ///
    /// When it cannot be written, and when the method [cannot be saved](Solution::is_saved).
    pub fn save(&mut self, to: &mut impl Write) -> io::Result<()> {
        match &mut self.by {
            By::ThreeRows(solver) => solver.save(to),
            By::FewRows(solver) => solver.save(to),
            _ => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    /// Continues until bars whose longer side is at most this are solved, perhaps some more.
    ///
    /// # Errors
    ///
    /// When it was stopped, or memory runs out. It can be advanced further as if nothing had happened.
    pub fn advance(&mut self, until: u32, effort: &Effort) -> Result<(), SolveError> {
        let (clock, began) = (effort.clock_used(), effort.clock_used().now());
        let advanced = match &mut self.by {
            By::ThreeRows(solver) => solver.advance(until, effort),
            By::FewRows(solver) => solver.advance(until, effort),
            _ => Ok(()),
        };
        self.time += clock.since(began);
        advanced
    }

    /// Returns how far it is solved: bars inside it whose longer side is at most this.
    pub fn done(&self) -> u32 {
        match &self.by {
            By::ThreeRows(solver) => solver.done(),
            By::FewRows(solver) => solver.done(),
            _ => self.longest(),
        }
    }

    /// Returns the longer side of the bar.
    pub fn longest(&self) -> u32 {
        self.bar.lying().1
    }

    /// Returns the bar.
    pub fn bar(&self) -> &Bar {
        &self.bar
    }

    /// Returns how it was solved.
    pub fn method(&self) -> Method {
        match &self.by {
            By::Formula => Method::Formula,
            By::ThreeRows(_) => Method::ThreeRows,
            By::FewRows(_) | By::LastRows(_) => Method::FewRows,
            By::Sieve(_) => Method::Sieve,
            By::Table(_) => Method::Table,
            By::Listing(method) => *method,
        }
    }

    fn sieved(&self) -> Option<&Solved> {
        match &self.by {
            By::Sieve(solved) => Some(solved),
            _ => None,
        }
    }

    /// Returns the ranks of its lost positions, which a table is written from; only the sieve keeps them.
    pub fn lost_ranks(&self) -> Option<Ranks<'_>> {
        self.sieved().map(Solved::lost_ranks)
    }

    /// Says how many threads it was solved on.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Says how long solving it took, by the clock of the effort.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Names the place where it was sieved and is kept, if that is not the processor and its memory.
    pub fn place(&self) -> Option<String> {
        self.sieved()?.place()
    }

    /// Counts the bytes that its lost positions take in that place.
    pub fn bytes_elsewhere(&self) -> Option<u64> {
        self.sieved().filter(|solved| solved.place().is_some()).map(Solved::bytes)
    }

    /// Counts the bytes of this processor's memory that the sieve took at most; 0 for other methods, which take
    /// what [`Method::estimate`] says.
    pub fn peak_bytes(&self) -> u64 {
        self.sieved().filter(|solved| solved.place().is_none()).map_or(0, Solved::peak_bytes)
    }

    /// Counts the positions that still have the poison; nothing if they do not fit 64 bits.
    pub fn positions(&self) -> Option<u64> {
        match self.sieved() {
            Some(solved) => Some(solved.positions()).filter(|&positions| positions < u64::MAX),
            None => rank::count(self.bar.rows(), self.bar.cols()).map(|count| count - 1),
        }
    }

    /// Counts the positions that the sieve judged: half of a square's, as the rest follows by symmetry.
    pub fn judged(&self) -> Option<u64> {
        self.sieved().map(|_| Sieve::of(&self.bar).positions_to_solve())
    }

    /// Says whether the player to move loses, against best play; a position that only fits when turned is
    /// turned.
    ///
    /// # Errors
    ///
    /// When it is not a position of the bar, was not kept, or cannot be read.
    pub fn is_lost(&self, rows: &Rows) -> Result<bool, NoAnswer> {
        let outside = || NoAnswer::Outside { position: rows.clone(), bar: self.bar };
        match &self.by {
            By::Sieve(solved) => return solved.is_lost(rows),
            By::Table(table) => {
                return table.is_lost(rows).map_err(|error| match error {
                    TableError::Outside { .. } => outside(),
                    error => NoAnswer::Unreadable(error.to_string()),
                });
            }
            By::LastRows(lost) => return lost.is_lost_either_way(rows).ok_or_else(outside),
            _ => {}
        }
        let (few, many) = self.bar.lying();
        let turned = (rows.rows() > rows.cols()).then(|| rows.mirrored());
        let lying = turned.as_ref().unwrap_or(rows);
        if !lying.fits(few, many) && !rows.fits(self.bar.rows(), self.bar.cols()) {
            return Err(outside());
        }
        match *lying.lengths() {
            [] => Ok(false),
            [only] => Ok(only == 1),
            [first, second] => Ok(first == second + 1),
            _ => Err(not_kept(&self.bar)),
        }
    }

    /// Lists all bites, row by row, that lead from a position to a lost one: none when it is lost.
    ///
    /// # Errors
    ///
    /// As [`Solution::is_lost`].
    pub fn winning_bites(&self, rows: &Rows) -> Result<Vec<Square>, NoAnswer> {
        match &self.by {
            By::Sieve(solved) => solved.winning_bites(rows),
            _ => {
                self.is_lost(rows)?;
                winning_bites(rows, |rows| self.is_lost(rows))
            }
        }
    }

    /// Lists the winning first bites of a bar inside this one, by row and column.
    ///
    /// # Errors
    ///
    /// When the bar is not inside, or not solved yet, and when the positions that its bites leave cannot be
    /// read.
    pub fn openings(&self, rows: u32, cols: u32) -> Result<Vec<Square>, NoAnswer> {
        let no_bar = || NoAnswer::NoSuchBar { rows, cols, bar: self.bar };
        let ((few, many), turned) = ((rows.min(cols), rows.max(cols)), rows > cols);
        let inside = few > 0 && few <= self.bar.lying().0 && many <= self.longest();
        let lying_down = match (&self.by, few) {
            (By::Sieve(solved), _) => return solved.openings(rows, cols),
            _ if !inside => return Err(no_bar()),
            (By::Table(_) | By::LastRows(_), _) => return self.winning_bites(&Rows::whole(rows, cols)),
            (_, 1) => two::openings_of_one_row(many),
            (_, 2) => two::openings_of_two_rows(many),
            (By::ThreeRows(solver), _) => solver.openings(many).ok_or_else(no_bar)?,
            (By::FewRows(solver), _) => solver.openings(few, many).ok_or_else(no_bar)?,
            (By::Formula | By::Listing(_), _) => return Err(no_bar()),
        };
        let turn = |bite: Square| if turned { bite.mirrored() } else { bite };
        let mut bites: Vec<Square> = lying_down.into_iter().map(turn).collect();
        bites.sort_unstable();
        Ok(bites)
    }

    /// Counts the lost positions of a bar inside this one; the lone poison counts, the empty bar does not.
    ///
    /// # Errors
    ///
    /// When the bar is not inside, or not solved yet, and when not all lost positions can be read.
    pub fn lost_count(&self, rows: u32, cols: u32) -> Result<u64, NoAnswer> {
        let no_bar = || NoAnswer::NoSuchBar { rows, cols, bar: self.bar };
        let (few, many) = (rows.min(cols), rows.max(cols));
        let inside = few > 0 && few <= self.bar.lying().0 && many <= self.longest();
        match (&self.by, few) {
            (By::Sieve(solved), _) if (rows, cols) == (self.bar.rows(), self.bar.cols()) => {
                Ok(solved.lost_count())
            }
            (By::Sieve(solved), _) => solved.lost_in_bar(rows, cols),
            _ if !inside => Err(no_bar()),
            (By::Table(_) | By::LastRows(_), _) => {
                let is_inside = |lost: &Rows| lost.fits(rows, cols);
                let (mut counted, tall) = (0, (rows > cols) != (self.bar.rows() > self.bar.cols()));
                for lost in self.lost_positions(&Effort::unlimited()) {
                    let lost = lost?;
                    let is_counted = if tall { is_inside(&lost.mirrored()) } else { is_inside(&lost) };
                    counted += u64::from(is_counted);
                }
                Ok(counted)
            }
            (_, 1) => Ok(two::lost_count_of_one_row(many)),
            (_, 2) => Ok(two::lost_count_of_two_rows(many)),
            (By::ThreeRows(solver), _) => solver.lost_count(many).ok_or_else(no_bar),
            (By::FewRows(solver), _) => solver.lost_count(few, many).ok_or_else(no_bar),
            (By::Formula | By::Listing(_), _) => Err(no_bar()),
        }
    }

    /// Lists every lost position of the bar, each once; an error is the last that comes.
    ///
    /// Long thin bars keep none: theirs are found as they are listed, those of three rows in the order of the
    /// second row and the third, those of more in lexicographic order. A bar with more rows than columns is
    /// solved lying down, and its positions come in the order of their columns.
    pub fn lost_positions<'a>(&'a self, effort: &Effort) -> LostPositions<'a> {
        let (few, many) = self.bar.lying();
        let is_tall = self.bar.rows() > self.bar.cols();
        let turned = move |rows: Rows| if is_tall { rows.mirrored() } else { rows };
        match &self.by {
            By::Sieve(solved) => LostPositions::kept(solved.lost_positions()),
            By::Table(table) => LostPositions::kept(table.lost_positions()),
            By::LastRows(lost) => LostPositions::kept(lost.iter().map(move |rows| Ok(turned(rows)))),
            By::Formula if few == 1 => LostPositions::kept(std::iter::once(Ok(Rows::whole(1, 1)))),
            By::Formula => {
                let lost = move |first| turned(Rows::trimmed(vec![first, first - 1]));
                LostPositions::kept((1..=many).map(move |first| Ok(lost(first))))
            }
            By::ThreeRows(_) | By::Listing(Method::ThreeRows) => {
                LostPositions::of_three_rows(&self.bar, effort)
            }
            By::FewRows(_) | By::Listing(_) => LostPositions::of_few_rows(&self.bar, effort),
        }
    }
}

/// Returns the error that a method of thin bars has kept no positions.
fn not_kept(bar: &Bar) -> NoAnswer {
    NoAnswer::NotKept(format!(
        "only the openings and counts of {bar} were kept, not its positions: solve a position separately"
    ))
}

impl From<Solved> for Solution {
    fn from(solved: Solved) -> Self {
        Solution::with(*solved.bar(), By::Sieve(Box::new(solved)))
    }
}

impl From<LastRows> for Solution {
    fn from(lost: LastRows) -> Self {
        Solution::with(lost.bar(), By::LastRows(lost))
    }
}

impl From<Table> for Solution {
    fn from(table: Table) -> Self {
        Solution::with(*table.bar(), By::Table(Box::new(table)))
    }
}
