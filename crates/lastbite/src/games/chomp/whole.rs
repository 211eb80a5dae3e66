//! A bar solved whole, by whichever method suits it, and what it can answer.
//!
//! ```
//! use lastbite::games::chomp::Whole;
//! use lastbite::{Chomp, Effort, Square};
//!
//! let whole = Whole::solve(&Chomp::new(8, 10)?, &Effort::unlimited())?;
//! assert_eq!(whole.openings(8, 10)?, [Square::new(4, 9), Square::new(5, 6)]);
//! assert_eq!(whole.lost_count(8, 10)?, 1000);
//! assert_eq!(whole.is_lost(&"3,1,1".parse()?), Ok(true));
//! let positions = whole.lost_positions().collect::<Result<Vec<_>, _>>()?;
//! assert_eq!(positions.len(), 1000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Not every method keeps everything: three rows to 100,000 columns are solved with what fits a few
//! megabytes, their openings and counts. What was not kept is an error ([`NoAnswer`]), never "not lost".

use std::fmt;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;

use thiserror::Error;

use super::bar::Chomp;
use super::rows::Rows;
use super::sieve::{Keep, Sieve, SieveError, Solved, winning_bites};
use super::square::Square;
use super::table::{Table, TableError};
use super::thin::{FewRows, LastRows, Method, ThinError, ThreeRows, two};
use crate::effort::Effort;
use crate::notation::listed;

pub use super::sieve::NoAnswer;

/// A bar that is solved, or is being solved column by column.
#[derive(Debug)]
pub struct Whole {
    bar: Chomp,
    by: By,
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
}

/// Why a bar was not solved whole.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WholeError {
    /// The method is not made for such bars.
    #[error(
        "{bar} cannot be solved by {method}: the formula is for one and two rows, three-rows for three, few-rows for \
         three to seven, each with the poison at 1,1; sieve takes every bar up to 255x255"
    )]
    NotThisMethod {
        /// The bar asked for.
        bar: Chomp,
        /// The method asked for.
        method: Method,
    },
    /// The checkpoint is one of another bar.
    #[error("it is the checkpoint of {}x{}, not of {}x{}; name another file", found.0, found.1, wanted.0, wanted.1)]
    OtherBar {
        /// The rows and columns of the bar whose checkpoint it is.
        found: (u32, u32),
        /// Those of the bar asked for, lying down.
        wanted: (u32, u32),
    },
    /// The sieve did not solve it.
    #[error(transparent)]
    Sieve(#[from] SieveError),
    /// The methods of long thin bars did not solve it.
    #[error(transparent)]
    Thin(#[from] ThinError),
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
    #[must_use]
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

/// Receives every lost position while a bar is solved.
pub trait Listener {
    /// Receives a lost position, as its row lengths, and says whether to continue.
    fn hear(&mut self, lost: &[u32]) -> ControlFlow<()>;

    /// Is called between two steps, when buffered output can be shown.
    fn pause(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Whole {
    /// Chooses the fastest method whose memory is allowed, given how much to keep; only the sieve solves bars
    /// with the poison elsewhere.
    ///
    /// # Errors
    ///
    /// When no method can solve the bar, or none within the memory that is allowed.
    pub fn choose(bar: &Chomp, keep: Keep, effort: &Effort) -> Result<Method, WholeError> {
        if !bar.is_classic() {
            return Ok(Method::Sieve);
        }
        match Method::choose(bar.rows(), bar.cols(), effort) {
            // The sieve needs less if it may forget, and checks its own memory.
            Err(ThinError::TooLittleMemory(_)) if keep == Keep::Openings && Whole::fits_sieve(bar) => {
                Ok(Method::Sieve)
            }
            chosen => Ok(chosen?),
        }
    }

    fn fits_sieve(bar: &Chomp) -> bool {
        Method::Sieve.estimate(bar.rows(), bar.cols(), 1).is_some()
    }

    /// Refuses a method that is not made for the bar.
    ///
    /// # Errors
    ///
    /// A sentence that says which methods are.
    pub fn check(bar: &Chomp, method: Method) -> Result<(), WholeError> {
        let suits = match method {
            // The sieve refuses what is too large for it.
            Method::Sieve => true,
            method => bar.is_classic() && method.estimate(bar.rows(), bar.cols(), 1).is_some(),
        };
        if suits { Ok(()) } else { Err(WholeError::NotThisMethod { bar: *bar, method }) }
    }

    /// Solves a bar by the fastest method whose memory is allowed.
    ///
    /// # Errors
    ///
    /// When no method can solve it, and when it was stopped.
    pub fn solve(bar: &Chomp, effort: &Effort) -> Result<Self, WholeError> {
        let mut whole = Whole::begin(bar, Whole::choose(bar, Keep::Everything, effort)?, effort)?;
        whole.advance(whole.longest(), effort)?;
        Ok(whole)
    }

    /// Begins to solve a bar by a method; [`advance`](Whole::advance) continues. The sieve cannot work in
    /// steps, and does it all.
    ///
    /// # Errors
    ///
    /// When the method is not made for the bar, takes more memory than is allowed, or was stopped.
    pub fn begin(bar: &Chomp, method: Method, effort: &Effort) -> Result<Self, WholeError> {
        Whole::check(bar, method)?;
        let (few, many) = lying(bar);
        let by = match method {
            Method::Formula => By::Formula,
            Method::ThreeRows => By::ThreeRows(Box::new(ThreeRows::new(many, effort)?)),
            Method::FewRows => By::FewRows(Box::new(FewRows::new(few, many, effort)?)),
            Method::Sieve => By::Sieve(Box::new(Sieve::of(bar).solve(effort)?)),
            Method::Table => return Err(WholeError::NotThisMethod { bar: *bar, method }),
        };
        Ok(Whole { bar: *bar, by })
    }

    /// Continues from what [`save`](Whole::save) has written.
    ///
    /// # Errors
    ///
    /// When it is not a whole checkpoint of this bar and this method, or takes more memory than is allowed.
    pub fn resume(
        bar: &Chomp,
        method: Method,
        from: &mut impl Read,
        effort: &Effort,
    ) -> Result<Self, WholeError> {
        Whole::check(bar, method)?;
        let wanted = lying(bar);
        let (by, found) = match method {
            Method::ThreeRows => {
                let solver = <ThreeRows>::load(from, effort)?;
                let found = (3, solver.cols());
                (By::ThreeRows(Box::new(solver)), found)
            }
            Method::FewRows => {
                let solver = FewRows::load(from, effort)?;
                let found = (solver.rows(), solver.cols());
                (By::FewRows(Box::new(solver)), found)
            }
            _ => return Err(WholeError::NotThisMethod { bar: *bar, method }),
        };
        if found != wanted {
            return Err(WholeError::OtherBar { found, wanted });
        }
        Ok(Whole { bar: *bar, by })
    }

    /// Says whether a method can be saved half-way: three rows and few rows.
    #[must_use]
    pub fn is_saved(method: Method) -> bool {
        matches!(method, Method::ThreeRows | Method::FewRows)
    }

    /// Saves what is solved so far, to be resumed by [`resume`](Whole::resume).
    ///
    /// # Errors
    ///
    /// When it cannot be written, and when the method [cannot be saved](Whole::is_saved).
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
    pub fn advance(&mut self, until: u32, effort: &Effort) -> Result<(), WholeError> {
        match &mut self.by {
            By::ThreeRows(solver) => solver.advance(until, effort)?,
            By::FewRows(solver) => solver.advance(until, effort)?,
            _ => {}
        }
        Ok(())
    }

    /// Returns how far it is solved: bars inside it whose longer side is at most this.
    #[must_use]
    pub fn done(&self) -> u32 {
        match &self.by {
            By::ThreeRows(solver) => solver.done(),
            By::FewRows(solver) => solver.done(),
            _ => self.longest(),
        }
    }

    /// Returns the longer side of the bar.
    #[must_use]
    pub fn longest(&self) -> u32 {
        lying(&self.bar).1
    }

    /// Returns the bar.
    #[must_use]
    pub fn bar(&self) -> &Chomp {
        &self.bar
    }

    /// Returns how it was solved.
    #[must_use]
    pub fn method(&self) -> Method {
        match &self.by {
            By::Formula => Method::Formula,
            By::ThreeRows(_) => Method::ThreeRows,
            By::FewRows(_) | By::LastRows(_) => Method::FewRows,
            By::Sieve(_) => Method::Sieve,
            By::Table(_) => Method::Table,
        }
    }

    /// Returns what the sieve has found, if it was the sieve.
    #[must_use]
    pub fn sieved(&self) -> Option<&Solved> {
        match &self.by {
            By::Sieve(solved) => Some(solved),
            _ => None,
        }
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
        let (few, many) = lying(&self.bar);
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
    /// As [`Whole::is_lost`].
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
        let inside = few > 0 && few <= lying(&self.bar).0 && many <= self.longest();
        let lying_down = match (&self.by, few) {
            (By::Sieve(solved), _) => return solved.openings(rows, cols),
            _ if !inside => return Err(no_bar()),
            (By::Table(_) | By::LastRows(_), _) => return self.winning_bites(&Rows::whole(rows, cols)),
            (_, 1) => two::openings_of_one_row(many),
            (_, 2) => two::openings_of_two_rows(many),
            (By::ThreeRows(solver), _) => solver.openings(many).ok_or_else(no_bar)?,
            (By::FewRows(solver), _) => solver.openings(few, many).ok_or_else(no_bar)?,
            (By::Formula, _) => return Err(no_bar()),
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
        let inside = few > 0 && few <= lying(&self.bar).0 && many <= self.longest();
        match (&self.by, few) {
            (By::Sieve(solved), _) if (rows, cols) == (self.bar.rows(), self.bar.cols()) => {
                Ok(solved.lost_count())
            }
            (By::Sieve(solved), _) => solved.lost_in_bar(rows, cols),
            _ if !inside => Err(no_bar()),
            (By::Table(_) | By::LastRows(_), _) => {
                let is_inside = |lost: &Rows| lost.fits(rows, cols);
                let (mut counted, tall) = (0, (rows > cols) != (self.bar.rows() > self.bar.cols()));
                for lost in self.lost_positions() {
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
            (By::Formula, _) => Err(no_bar()),
        }
    }

    /// Lists every lost position of the bar, each once; an error is the last that comes.
    ///
    /// Three rows and few rows keep none: [`Whole::list`] lists them while they are found.
    pub fn lost_positions(&self) -> Box<dyn Iterator<Item = Result<Rows, NoAnswer>> + '_> {
        let (few, many) = lying(&self.bar);
        let is_tall = self.bar.rows() > self.bar.cols();
        let turned = move |rows: Rows| if is_tall { rows.mirrored() } else { rows };
        match &self.by {
            By::Sieve(solved) => Box::new(solved.lost_positions()),
            By::Table(table) => Box::new(table.lost_positions()),
            By::LastRows(lost) => Box::new(lost.iter().map(move |rows| Ok(turned(rows)))),
            By::Formula if few == 1 => Box::new(std::iter::once(Ok(Rows::whole(1, 1)))),
            By::Formula => {
                let lost = move |first| turned(Rows::trimmed(vec![first, first - 1]));
                Box::new((1..=many).map(move |first| Ok(lost(first))))
            }
            By::ThreeRows(_) | By::FewRows(_) => Box::new(std::iter::once(Err(not_kept(&self.bar)))),
        }
    }

    /// Solves a bar and reports every lost position once, as it is found, so that none need be kept.
    ///
    /// With three rows they come in the order of the second row and the third, with more in lexicographic
    /// order. A bar with more rows than columns is solved lying down, and its positions come in the order of
    /// their columns.
    ///
    /// # Errors
    ///
    /// As [`Whole::begin`] and [`Whole::advance`], and for the sieve, which knows everything only at the end:
    /// [`Whole::lost_positions`] lists what it has found.
    pub fn list(
        bar: &Chomp,
        method: Method,
        effort: &Effort,
        listener: &mut dyn Listener,
    ) -> Result<(), WholeError> {
        /// How many columns of three rows, and how many first rows of more, are solved between two chances to
        /// stop.
        const STEPS: (u32, u32) = (128, 16);
        Whole::check(bar, method)?;
        let ((few, many), is_tall) = (lying(bar), bar.rows() > bar.cols());
        let mut told = ControlFlow::Continue(());
        let mut tell = |listener: &mut dyn Listener, lost: &[u32]| {
            if told.is_continue() {
                told = match is_tall {
                    true => listener.hear(Rows::trimmed(lost.to_vec()).mirrored().lengths()),
                    false => listener.hear(lost),
                };
            }
            told
        };
        match method {
            Method::Formula if few == 1 => {
                let _ = tell(listener, &[1]);
            }
            Method::Formula => {
                let _ = (1..=many).try_for_each(|first| tell(listener, &[first, first - 1]));
            }
            Method::ThreeRows => {
                let mut solver = <ThreeRows>::new(many, effort)?;
                let mut goes_on = true;
                while goes_on && !solver.is_done() {
                    solver.advance_listing(solver.done() + STEPS.0, effort, |lost| {
                        goes_on = tell(listener, lost).is_continue();
                    })?;
                    goes_on = goes_on && listener.pause().is_continue();
                }
            }
            Method::FewRows => {
                let mut solver = FewRows::listing(few, many, effort)?;
                let mut goes_on = true;
                while goes_on && !solver.is_done() {
                    solver.advance_listing(solver.done() + STEPS.1, effort, |lost| {
                        goes_on = tell(listener, lost).is_continue();
                    })?;
                    goes_on = goes_on && listener.pause().is_continue();
                }
            }
            Method::Sieve | Method::Table => {
                return Err(WholeError::NotThisMethod { bar: *bar, method });
            }
        }
        Ok(())
    }
}

/// Returns the shorter and the longer side of a bar.
fn lying(bar: &Chomp) -> (u32, u32) {
    (bar.rows().min(bar.cols()), bar.rows().max(bar.cols()))
}

/// Returns the error that a method of thin bars has kept no positions.
fn not_kept(bar: &Chomp) -> NoAnswer {
    NoAnswer::NotKept(format!(
        "only the openings and counts of {bar} were kept, not its positions: solve a position separately"
    ))
}

impl From<Solved> for Whole {
    fn from(solved: Solved) -> Self {
        Whole { bar: *solved.bar(), by: By::Sieve(Box::new(solved)) }
    }
}

impl From<LastRows> for Whole {
    fn from(lost: LastRows) -> Self {
        Whole { bar: lost.bar(), by: By::LastRows(lost) }
    }
}

impl From<Table> for Whole {
    fn from(table: Table) -> Self {
        Whole { bar: *table.bar(), by: By::Table(Box::new(table)) }
    }
}
