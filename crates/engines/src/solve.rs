//! The door: how a bar is solved whole.

use std::io::Read;

use lastbite_work::{Effort, SolveError};

use crate::bar::Bar;
use crate::method::Method;
use crate::place::Place;
use crate::sieve::{Keep, Sieve, Solved};
use crate::solution::Solution;

/// A smaller bar is solved faster on many threads if everything is kept; a bar with at least this many
/// positions is best forgotten on the way if only its openings are wanted.
pub const FORGOTTEN_FROM: u64 = 1 << 33;

/// How to solve a bar: by which method, what to keep of it, and where.
///
/// ```
/// use lastbite_engines::{Bar, Effort, Keep, Method, Solve, Square};
///
/// let solution = Solve::of(&Bar::new(8, 10)?).keep(Keep::Openings).run(&Effort::unlimited())?;
/// assert_eq!(solution.method(), Method::Sieve);
/// assert_eq!(solution.openings(8, 10)?, [Square::new(4, 9), Square::new(5, 6)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solve {
    bar: Bar,
    method: Option<Method>,
    keep: Keep,
    place: Place,
    /// Whether the openings of all bars inside it are wanted too.
    inside: bool,
}

impl Solve {
    /// Solves this bar, by the fastest method whose memory is allowed, on the processor, and keeps everything.
    pub fn of(bar: &Bar) -> Self {
        Solve { bar: *bar, method: None, keep: Keep::Everything, place: Place::Processor, inside: false }
    }

    /// Solves it by this method, if one is given.
    pub fn by(self, method: Option<Method>) -> Self {
        Solve { method, ..self }
    }

    /// Keeps at least this much of it. Whatever is wanted, a small bar is kept whole if that is faster.
    pub fn keep(self, keep: Keep) -> Self {
        Solve { keep, ..self }
    }

    /// Keeps the openings of every bar inside it too: the processor always does, others keep everything for
    /// that.
    pub fn with_bars_inside(self) -> Self {
        Solve { inside: true, ..self }
    }

    /// Returns the bar.
    pub fn bar(&self) -> &Bar {
        &self.bar
    }

    /// Sieves it here.
    pub fn on(self, place: Place) -> Self {
        Solve { place, ..self }
    }

    /// Chooses the method; only the sieve solves bars with the poison elsewhere.
    ///
    /// # Errors
    ///
    /// When the method is not made for the bar, when no method can solve it, or none within the memory that is
    /// allowed.
    pub fn method(&self, effort: &Effort) -> Result<Method, SolveError> {
        let method = match self.method {
            Some(method) if matches!(self.place, Place::Elsewhere(_)) && method != Method::Sieve => {
                let why = format!(
                    "bars are only sieved there, not solved by {method}: choose the sieve, or no method"
                );
                return Err(SolveError::OutOfReach(why));
            }
            Some(method) => method,
            None if self.place.may_be_elsewhere(&self.bar, effort) => Method::Sieve,
            None => self.fastest(effort)?,
        };
        let suits = match method {
            // The sieve refuses what is too large for it.
            Method::Sieve => true,
            method => self.bar.is_classic() && method.estimate(self.bar.rows(), self.bar.cols(), 1).is_some(),
        };
        if suits { Ok(method) } else { Err(self.not_this(method)) }
    }

    fn fastest(&self, effort: &Effort) -> Result<Method, SolveError> {
        let (rows, cols) = (self.bar.rows(), self.bar.cols());
        if !self.bar.is_classic() {
            return Ok(Method::Sieve);
        }
        match Method::choose(rows, cols, effort) {
            // The sieve needs less if it may forget, and checks its own memory.
            Err(SolveError::TooLittleMemory(_))
                if self.keep == Keep::Openings && Method::Sieve.estimate(rows, cols, 1).is_some() =>
            {
                Ok(Method::Sieve)
            }
            chosen => chosen,
        }
    }

    /// Refuses a method that is not made for the bar.
    fn not_this(&self, method: Method) -> SolveError {
        SolveError::OutOfReach(format!(
            "{} cannot be solved by {method}: the formula is for one and two rows, three-rows for three, few-rows \
             for three to seven, each with the poison at 1,1; sieve takes every bar up to 255x255",
            self.bar
        ))
    }

    /// Solves the bar.
    ///
    /// # Errors
    ///
    /// When no method can solve it, and when it was stopped.
    pub fn run(&self, effort: &Effort) -> Result<Solution, SolveError> {
        let mut solution = self.begin(effort)?;
        solution.advance(solution.longest(), effort)?;
        Ok(solution)
    }

    /// Begins to solve the bar; [`Solution::advance`] continues. The sieve cannot work in steps, and does it
    /// all.
    ///
    /// # Errors
    ///
    /// As [`Solve::run`].
    pub fn begin(&self, effort: &Effort) -> Result<Solution, SolveError> {
        match self.method(effort)? {
            Method::Sieve => {
                let (clock, began) = (effort.clock_used(), effort.clock_used().now());
                let solution = Solution::from(self.sieve(effort)?);
                Ok(solution.solved_in(clock.since(began), effort.threads_used()))
            }
            Method::Table => Err(self.not_this(Method::Table)),
            method => Solution::begin(&self.bar, method, effort),
        }
    }

    /// Solves as much of the bar as [`Solution::lost_positions`] needs: long thin bars find their lost
    /// positions while they are listed, so nothing of them is solved yet.
    ///
    /// # Errors
    ///
    /// As [`Solve::run`].
    pub fn to_list(&self, effort: &Effort) -> Result<Solution, SolveError> {
        match self.method(effort)? {
            method @ (Method::ThreeRows | Method::FewRows) => Ok(Solution::to_list(&self.bar, method)),
            _ => self.begin(effort),
        }
    }

    /// Continues from what [`Solution::save`] has written.
    ///
    /// # Errors
    ///
    /// When it is not a whole checkpoint of this bar and this method, or takes more memory than is allowed.
    pub fn resume(&self, from: &mut impl Read, effort: &Effort) -> Result<Solution, SolveError> {
        match self.method(effort)? {
            method @ (Method::ThreeRows | Method::FewRows) => {
                Solution::resume(&self.bar, method, from, effort)
            }
            method => Err(self.not_this(method)),
        }
    }

    /// Sieves the bar, wherever that is to be done.
    ///
    /// # Errors
    ///
    /// As [`Solve::run`].
    pub fn sieve(&self, effort: &Effort) -> Result<Solved, SolveError> {
        if let Some(solved) =
            self.place.sieve(&self.bar, if self.inside { Keep::Everything } else { self.keep }, effort)
        {
            return solved;
        }
        // A small bar is solved faster on many threads if nothing is forgotten.
        let whole = Sieve::of(&self.bar).keep(Keep::Everything);
        let is_small = whole.positions_to_solve() < FORGOTTEN_FROM;
        if is_small && whole.memory_needed(effort) <= effort.memory_allowed() {
            return whole.solve(effort);
        }
        whole.keep(self.keep).solve(effort)
    }
}
