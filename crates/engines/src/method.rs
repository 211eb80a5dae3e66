//! The methods that solve whole bars: what each takes, and which is the fastest.

use std::fmt;

use lastbite_work::{Effort, SolveError, TooLittleMemory};

use crate::bar::Bar;
use crate::sieve::Sieve;
use crate::thin::Estimate;
use crate::thin::few::shape::{FEWEST, LONGEST, MOST};

/// Methods that solve whole bars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// One and two rows: a formula ([`two`](crate::thin::two)).
    Formula,
    /// Three rows in quadratic time ([`ThreeRows`](crate::thin::ThreeRows)).
    ThreeRows,
    /// Three to seven rows, one evaluation for each choice of all rows but the last ([`FewRows`](crate::thin::FewRows)).
    FewRows,
    /// Every position of the bar ([`crate::sieve`]).
    Sieve,
    /// Not solved now: read from a [table](crate::table).
    Table,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Method::Formula => "formula",
            Method::ThreeRows => "three rows",
            Method::FewRows => "few rows",
            Method::Sieve => "sieve",
            Method::Table => "table",
        })
    }
}

/// The most rows and columns that the sieve takes.
const MOST_OF_SIEVE: u32 = 255;

impl Method {
    /// All methods that solve.
    pub const ALL: [Method; 4] = [Method::Formula, Method::ThreeRows, Method::FewRows, Method::Sieve];

    /// Estimates what a bar takes by this method, if it can solve it; a bar with more rows than columns is
    /// turned.
    ///
    /// ```
    /// use lastbite_engines::Method;
    /// let by = |method: Method| method.estimate(6, 99, 2).unwrap().nanoseconds;
    /// assert!(by(Method::Sieve) < by(Method::FewRows));
    /// assert_eq!(Method::Sieve.estimate(4, 1000, 2), None);
    /// ```
    pub fn estimate(self, rows: u32, cols: u32, threads: usize) -> Option<Estimate> {
        let (rows, cols) = (rows.min(cols), rows.max(cols));
        match self {
            Method::Formula if rows <= 2 => Some(Estimate { nanoseconds: 0, bytes: 0 }),
            Method::ThreeRows if rows == 3 => Some(Estimate::three_rows(cols, threads)),
            Method::FewRows if (FEWEST..=MOST).contains(&rows) && cols <= LONGEST => {
                Some(Estimate::few_rows(rows, cols, threads))
            }
            Method::Sieve if cols <= MOST_OF_SIEVE => sieve(rows, cols, threads),
            _ => None,
        }
    }

    /// Chooses the fastest method whose memory is allowed.
    ///
    /// ```
    /// use lastbite_engines::Effort;
    /// use lastbite_engines::Method;
    ///
    /// let effort = Effort::default().threads(2).memory(2 << 30);
    /// assert_eq!(Method::choose(2, 1_000_000, &effort), Ok(Method::Formula));
    /// assert_eq!(Method::choose(100_000, 3, &effort), Ok(Method::ThreeRows));
    /// assert_eq!(Method::choose(4, 1000, &effort), Ok(Method::FewRows));
    /// assert_eq!(Method::choose(12, 12, &effort), Ok(Method::Sieve));
    /// assert!(Method::choose(8, 1000, &effort).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// When no method can solve the bar, or none within the memory that is allowed.
    pub fn choose(rows: u32, cols: u32, effort: &Effort) -> Result<Method, SolveError> {
        let threads = effort.threads_used();
        let possible = Method::ALL.map(|method| (method, method.estimate(rows, cols, threads)));
        let possible = possible.into_iter().filter_map(|(method, estimate)| Some((method, estimate?)));
        let possible: Vec<(Method, Estimate)> = possible.filter(|_| rows > 0 && cols > 0).collect();
        let allowed = effort.memory_allowed();
        let within = possible.iter().filter(|(_, estimate)| estimate.bytes <= allowed);
        if let Some(&(method, _)) = within.min_by_key(|(_, estimate)| estimate.nanoseconds) {
            return Ok(method);
        }
        match possible.iter().map(|(_, estimate)| estimate.bytes).min() {
            Some(needed) => Err(TooLittleMemory { needed, allowed }.into()),
            None => {
                let kind = "rows and columns up to 255, or at most seven rows and 65534 columns, \
                            or three rows and 1073741824 columns";
                Err(SolveError::OutOfReach(format!(
                    "a bar of {rows}x{cols} is not solved this way: take one with {kind}"
                )))
            }
        }
    }
}

/// Estimates the sieve: 0.15 ns a position on two threads, for half the positions of a square; it estimates
/// its own memory.
fn sieve(rows: u32, cols: u32, threads: usize) -> Option<Estimate> {
    let sieve = Sieve::of(&Bar::new(rows, cols).ok()?);
    let nanoseconds = 0.3 * sieve.positions_to_solve() as f64 / threads.max(1) as f64;
    let bytes = sieve.memory_needed(&Effort::default().threads(threads));
    Some(Estimate { nanoseconds: nanoseconds as u64, bytes })
}
