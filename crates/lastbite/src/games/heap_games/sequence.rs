//! Grundy values of single heaps, as far as you like: sequences, their periods, and proofs of those.
//!
//! ```
//! use lastbite::Effort;
//! use lastbite::games::heap_games::Rule;
//! use lastbite::games::heap_games::sequence::{Finding, Period, Sequence};
//!
//! let mut kayles = Sequence::new("kayles".parse::<Rule>()?);
//! let found = kayles.find_period(1_000_000, &Effort::unlimited())?;
//! assert_eq!(found, Finding::Proved { period: Period { period: 12, beginning: 70 }, needed: 166 });
//! assert_eq!(kayles.value(1_000), Some(1), "known without having been computed");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod certificate;
mod kept;
mod moves;
mod period;
mod plain;
mod sparse;
mod survey;

pub use certificate::write_certificate;
pub use kept::KeptError;
pub use period::Period;
pub use sparse::Rare;
pub use survey::{EQUAL_TO, MOST_SURVEYED, Reached, Survey, Surveyed, survey};

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::effort::{Effort, Stopped, TooLittleMemory};

use super::rule::Rule;
use plain::Plain;
use sparse::{FIRST, Sparse, TooWide};

/// The largest heap of any sequence: its size fits 32 bits.
pub const LARGEST_HEAP: u64 = u32::MAX as u64 - 1;

/// How values are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// Every option of every heap is looked at.
    Plain,
    /// Through the sparse space of rare values if the rule allows it, else plainly.
    #[default]
    Sparse,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Method::Plain => "plain",
            Method::Sparse => "sparse",
        })
    }
}

impl FromStr for Method {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "plain" => Ok(Method::Plain),
            "sparse" => Ok(Method::Sparse),
            _ => Err(format!("'{text}' is not a method: use sparse or plain")),
        }
    }
}

/// Why values were not found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SequenceError {
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// It would take too much memory.
    #[error(transparent)]
    Memory(#[from] TooLittleMemory),
    /// The heap is too large.
    #[error("heaps have at most {LARGEST_HEAP} stones here")]
    Heap,
}

/// What is known about the period of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It repeats forever: the values up to heap `needed` are known, and they prove it.
    Proved {
        /// The period.
        period: Period,
        /// The bound of the theorem.
        needed: u64,
    },
    /// It repeats as far as it is known, for at least one whole period and an eighth of all values; nothing
    /// is proved.
    Seen {
        /// The period.
        period: Period,
        /// How far the values must be known for a proof, if there is a theorem.
        needed: Option<u64>,
    },
    /// No period is seen in the values that are known.
    NoneSeen,
}

/// The values of a sequence, in as few bytes as the largest one needs.
#[derive(Clone, Copy, Debug)]
pub enum Values<'a> {
    /// All are below 256.
    Narrow(&'a [u8]),
    /// All are below 65,536.
    Wide(&'a [u16]),
    /// There are larger ones, or fewer bytes were not worth the trouble.
    Widest(&'a [u32]),
}

impl Values<'_> {
    /// Returns how many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Values::Narrow(values) => values.len(),
            Values::Wide(values) => values.len(),
            Values::Widest(values) => values.len(),
        }
    }

    /// Says whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns one of them.
    #[must_use]
    pub fn get(&self, heap: usize) -> Option<u32> {
        match self {
            Values::Narrow(values) => values.get(heap).map(|&value| value.into()),
            Values::Wide(values) => values.get(heap).map(|&value| value.into()),
            Values::Widest(values) => values.get(heap).copied(),
        }
    }

    /// Returns how many bytes each takes.
    #[must_use]
    pub fn width(&self) -> usize {
        match self {
            Values::Narrow(_) => 1,
            Values::Wide(_) => 2,
            Values::Widest(_) => 4,
        }
    }
}

/// The Grundy values of heaps of 0, 1, 2, ... stones under one rule.
pub struct Sequence {
    rule: Rule,
    engine: Engine,
    proved: Option<(Period, u64)>,
}

enum Engine {
    Plain(Plain),
    Narrow(Sparse<u8>),
    Wide(Sparse<u16>),
}

impl fmt::Debug for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sequence")
            .field("rule", &self.rule)
            .field("known", &self.len())
            .finish_non_exhaustive()
    }
}

impl Sequence {
    /// Begins a sequence, by the fast method.
    #[must_use]
    pub fn new(rule: Rule) -> Self {
        Sequence::by(rule, Method::Sparse)
    }

    /// Begins a sequence by this method.
    #[must_use]
    pub fn by(rule: Rule, method: Method) -> Self {
        Sequence::after(rule, method, vec![0])
    }

    /// Continues after known values, of which there is at least one.
    fn after(rule: Rule, method: Method, values: Vec<u32>) -> Self {
        let moves = rule.moves();
        let is_sparse = !moves.splits.is_empty() && moves.triples.is_empty() && !moves.any_take;
        let mut plain = Plain::after(moves.clone(), values);
        let mut engine = None;
        if method == Method::Sparse && is_sparse {
            while plain.values().len() < FIRST {
                plain.step();
            }
            let largest = plain.values().iter().copied().max().unwrap_or(0);
            let values = plain.values().iter();
            engine = match largest {
                0..256 => {
                    Some(Engine::Narrow(Sparse::after(moves, values.map(|&value| value as u8).collect())))
                }
                256..65536 => {
                    Some(Engine::Wide(Sparse::after(moves, values.map(|&value| value as u16).collect())))
                }
                _ => None,
            };
        }
        Sequence { rule, engine: engine.unwrap_or(Engine::Plain(plain)), proved: None }
    }

    /// Returns the rule.
    #[must_use]
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// Returns the method that is used.
    #[must_use]
    pub fn method(&self) -> Method {
        match self.engine {
            Engine::Plain(_) => Method::Plain,
            _ => Method::Sparse,
        }
    }

    /// Returns the values that were computed.
    #[must_use]
    pub fn values(&self) -> Values<'_> {
        match &self.engine {
            Engine::Plain(plain) => Values::Widest(plain.values()),
            Engine::Narrow(sparse) => Values::Narrow(sparse.values()),
            Engine::Wide(sparse) => Values::Wide(sparse.values()),
        }
    }

    /// Returns how many values were computed: heap 0 is the first.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.values().len() as u64
    }

    /// Says whether no value was computed, which never happens.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Returns the value of a heap: one that was computed, or that follows from a period that is proved.
    #[must_use]
    pub fn value(&self, heap: u64) -> Option<u32> {
        let heap = match self.proved {
            Some((period, _)) if heap > period.beginning => {
                (heap - period.beginning - 1) % period.period + period.beginning + 1
            }
            _ => heap,
        };
        self.values().get(usize::try_from(heap).ok()?)
    }

    /// Says whether the value of a heap is known, computed or by a proof.
    #[must_use]
    pub fn knows(&self, heap: u64) -> bool {
        self.proved.is_some() || heap < self.len()
    }

    /// Returns the largest value that was computed.
    #[must_use]
    pub fn largest(&self) -> u32 {
        match &self.engine {
            Engine::Plain(plain) => plain.values().iter().copied().max().unwrap_or(0),
            Engine::Narrow(sparse) => sparse.largest(),
            Engine::Wide(sparse) => sparse.largest(),
        }
    }

    /// Returns the rare heaps, if the sparse space was used.
    #[must_use]
    pub fn rare(&self) -> Option<Rare> {
        match &self.engine {
            Engine::Plain(_) => None,
            Engine::Narrow(sparse) => Some(sparse.rare()),
            Engine::Wide(sparse) => Some(sparse.rare()),
        }
    }

    /// Continues until the value of this heap is known; values that follow from a proof are not computed.
    ///
    /// If it is stopped, asking again continues where it was.
    pub fn advance(&mut self, to: u64, effort: &Effort) -> Result<(), SequenceError> {
        if to > LARGEST_HEAP {
            return Err(SequenceError::Heap);
        }
        if self.knows(to) {
            return Ok(());
        }
        self.compute(to, to, effort)
    }

    /// Continues up to heap `to`; `all` is where the whole work ends.
    fn compute(&mut self, to: u64, all: u64, effort: &Effort) -> Result<(), SequenceError> {
        let allowed = effort.memory_allowed();
        let threads = effort.threads_used();
        let mut reported = effort.clock_used().now();
        // Called often, so it must be cheap: says whether to continue with this many values known.
        let mut asked = 0u32;
        let mut go_on = |known: usize| -> Result<(), Stopped> {
            asked += 1;
            if asked % 16 != 1 {
                return Ok(());
            }
            effort.check()?;
            let now = effort.clock_used().now();
            if effort.is_watched() && now.saturating_sub(reported).as_millis() >= 50 {
                reported = now;
                effort.report_share(known as f64 / (all + 1) as f64);
            }
            Ok(())
        };
        while self.len() <= to {
            let to = to as usize;
            go_on(self.len() as usize)?;
            let stepped = match &mut self.engine {
                Engine::Plain(plain) => {
                    // One heap may take long: with three parts there are many options.
                    effort.check()?;
                    TooLittleMemory::check(plain.memory(), allowed)?;
                    plain.step();
                    Ok(())
                }
                Engine::Narrow(sparse) => {
                    make_room(sparse, to, allowed)?;
                    some_steps(sparse, to, threads, &mut go_on)?
                }
                Engine::Wide(sparse) => {
                    make_room(sparse, to, allowed)?;
                    some_steps(sparse, to, threads, &mut go_on)?
                }
            };
            if stepped.is_err() {
                self.widen();
            }
        }
        Ok(())
    }

    /// Switches to wider cells, or to plain evaluation if there are none.
    fn widen(&mut self) {
        let moves = self.rule.moves();
        let nothing = Engine::Plain(Plain::after(moves.clone(), Vec::new()));
        self.engine = match std::mem::replace(&mut self.engine, nothing) {
            Engine::Narrow(sparse) => {
                let values = sparse.into_values().into_iter().map(u16::from).collect();
                Engine::Wide(Sparse::after(moves, values))
            }
            Engine::Wide(sparse) => {
                let values = sparse.into_values().into_iter().map(u32::from).collect();
                Engine::Plain(Plain::after(moves, values))
            }
            plain @ Engine::Plain(_) => plain,
        };
    }

    /// Says what the known values show about a period.
    pub fn finding(&mut self) -> Finding {
        let theorem = self.rule.theorem();
        let found = self.proved.map(|(period, _)| period).or_else(|| period::find(self.values()));
        let Some(period) = found else { return Finding::NoneSeen };
        let needed = theorem.map(|(last, heaps)| period.needed(last, heaps));
        match needed {
            Some(needed) if needed < self.len() => {
                self.proved = Some((period, needed));
                Finding::Proved { period, needed }
            }
            _ if period.beginning + 2 * period.period < self.len() => Finding::Seen { period, needed },
            _ => Finding::NoneSeen,
        }
    }

    /// Computes until a period is proved, or the value of heap `limit` is known.
    pub fn find_period(&mut self, limit: u64, effort: &Effort) -> Result<Finding, SequenceError> {
        if limit > LARGEST_HEAP {
            return Err(SequenceError::Heap);
        }
        let mut next = self.len().max(128);
        loop {
            self.compute(next.min(limit), limit, effort)?;
            let finding = self.finding();
            if self.len() > limit || matches!(finding, Finding::Proved { .. }) {
                return Ok(finding);
            }
            // A period that is seen is proved or refuted at its bound, which is less than twice as far.
            next = match finding {
                Finding::Seen { needed: Some(needed), .. } => needed,
                _ => self.len() + self.len() / 2,
            };
        }
    }
}

/// Evaluates a block, or many on several threads if that pays.
fn some_steps<C: sparse::Cell>(
    sparse: &mut Sparse<C>,
    to: usize,
    threads: usize,
    go_on: &mut impl FnMut(usize) -> Result<(), Stopped>,
) -> Result<Result<(), TooWide>, Stopped> {
    if threads < 2 || !sparse.is_worth_threads() {
        return Ok(sparse.step(to));
    }
    let mut stopped = Ok(());
    let stepped = sparse.steps_on(threads, to, |known| {
        stopped = go_on(known);
        stopped.is_ok()
    });
    stopped.map(|()| stepped)
}

/// Makes room for the values up to this heap, if that much memory may be used.
fn make_room<C: sparse::Cell>(sparse: &mut Sparse<C>, to: usize, allowed: u64) -> Result<(), SequenceError> {
    let needed = (to as u64 + 1).saturating_mul(size_of::<C>() as u64);
    TooLittleMemory::check(needed, allowed)?;
    sparse.reserve(to + 1).map_err(|_| Stopped::OutOfMemory.into())
}
