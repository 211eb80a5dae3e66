//! The sieve: solving a whole bar, every position in it, at a fraction of a nanosecond each.
//!
//! ```
//! use lastbite_engines::sieve::Sieve;
//! use lastbite_engines::{Bar, Effort, Square};
//!
//! let solved = Sieve::of(&Bar::new(8, 10)?).solve(&Effort::unlimited())?;
//! assert_eq!(solved.openings(8, 10)?, [Square::new(4, 9), Square::new(5, 6)]);
//! assert_eq!(solved.is_lost(&"3,1,1".parse()?), Ok(true));
//! assert_eq!(solved.winning_bites(&"3,3".parse()?)?, [Square::new(2, 3)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The method
//!
//! A search walks the game tree and remembers what it has met. The sieve works like the sieve of
//! Eratosthenes instead: it goes through *all* positions of the bar in an order in which bites only
//! lead back, and each lost position it meets crosses out the positions that can bite to it. What
//! is not crossed out when its turn comes is lost.
//!
//! **One bit a position.** Positions are numbered in lexicographic order of their row lengths
//! ([`rank`](crate::rank)). Positions that share their upper rows are neighbours, so "these rows, and any tail
//! below them" is a run of bits:
//!
//! ```text
//! 3 rows, at most 2 squares a row:
//! rank      0     1   2   3     4   5   6   7   8   9
//! rows    000   100 110 111   200 210 211 220 221 222
//!         '-'   '---------'   '---------------------'
//!         first row 0, 1                 first row 2      runs of count(2, v) = 1, 3, 6 bits
//! ```
//!
//! **Crossing out a whole run at once.** A bite in the first row, at a column `j < v`, leads from
//! the run of `v` to the run of `j`, every lower row cut to at most `j`. Keep a string of bits Y
//! over tails: can this tail's position bite, in the first row, to a lost one? From `v` to `v + 1`
//! it grows by the lost positions of the run of `v`, and is *widened*: a tail longer than `v` says
//! what the tail cut to `v` says. In lexicographic order that is the old string followed by its own
//! ends (`bits`), so a move of a million positions is a few shifted copies. The same for the second
//! row inside the run, and so on down to runs short enough to sieve with precomputed masks (`base`,
//! `tails`).
//!
//! **Only lost positions are kept.** They are few, one in two hundred, so the bits are thrown away
//! and two bytes are kept for each lost position ([`blocks`]). For that the box is cut into blocks whose
//! bits fit the cache:
//!
//! ```text
//! a position   7 | 5 3 | 2 1 1 0
//!              first row, middle, tail: a block is all tails under a first row and a middle,
//!              a part is all blocks of a middle
//!
//! plan    which parts there are, in which order, and which ranges of other blocks each needs:
//!    |    plain data, made before anything is solved
//!    v
//! runner  deals parts out to threads       ---->  kernel  solves a part: a pure function of its ranges
//!    |                                               |
//!    v                                               v
//! blocks  keep the lost positions          <----  reads the ranges it needs, hands over what it finds
//! ```
//!
//! Another runner, on many machines say, uses the same plan and the same kernel and brings its own
//! [`blocks::Blocks`]. How much memory all of it takes is estimated in advance ([`memory`]).
//!
//! **Nothing below a lost position.** Take a lost position and add rows below it: the result is won, because
//! the player to move bites the added rows off. So if a first row and a middle are lost on their own, or just
//! their first rows are, the whole block is won and skipped. The same goes for the runs inside a block.
//!
//! **Squares for half the price.** Lost positions come in mirror pairs, and the only lost position
//! with as many rows as columns is the L with equal legs: from every other one the bite 2,2 leaves
//! such an L. So an n x n bar follows from the (n - 1) x n box.
//!
//! **Other games.** That the empty bar is won is the whole difference between games. Mark all
//! positions that lack another square as won, and that square is the poison.

mod base;
mod bits;
pub mod blocks;
mod cuts;
mod eaten;
mod keeper;
pub mod kernel;
pub mod memory;
pub mod openings;
pub mod packed;
pub mod plan;
mod runner;
mod solved;
mod survey;
mod tails;

use crate::Bar;
use lastbite_work::effort::{Effort, TooLittleMemory};

use lastbite_work::SolveError;

use crate::frame::Frame;
use memory::Estimate;
use plan::{MOST_IN_A_BLOCK, Plan};

pub use keeper::Keeper;
pub use openings::Keep;
pub use solved::Solved;
pub(crate) use solved::winning_bites;

/// A plan that takes more than this is not made just for an estimate.
const MOST_FOR_A_PLAN: u64 = 1 << 30;

/// A bar to solve.
///
/// ```
/// use lastbite_engines::sieve::Sieve;
/// use lastbite_engines::{Bar, Effort};
///
/// let bar: Bar = "chomp:4x5@2,3".parse()?;
/// let solved = Sieve::of(&bar).solve(&Effort::unlimited().threads(1))?;
/// assert_eq!(solved.bar(), &bar);
/// let large = Bar::new(30, 30)?;
/// assert!(Sieve::of(&large).solve(&Effort::unlimited().memory(1 << 30)).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sieve {
    bar: Bar,
    block: Option<u64>,
    keep: Keep,
}

impl Sieve {
    /// Takes the bar of a game, with the poison where the game has it.
    pub fn of(bar: &Bar) -> Self {
        Self { bar: *bar, block: None, keep: Keep::default() }
    }

    /// Sets what is kept; the default is everything.
    ///
    /// ```
    /// use lastbite_engines::sieve::Sieve;
    /// use lastbite_engines::{Bar, Effort, Keep, NoAnswer, Square};
    ///
    /// let solved = Sieve::of(&Bar::new(8, 10)?).keep(Keep::Openings).solve(&Effort::unlimited())?;
    /// assert_eq!(solved.openings(8, 10)?, [Square::new(4, 9), Square::new(5, 6)]);
    /// assert_eq!(solved.lost_count(), 1000);
    /// // What was forgotten is no answer.
    /// assert!(matches!(solved.is_lost(&"3,2,1".parse()?), Err(NoAnswer::NotKept(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keep(self, keep: Keep) -> Self {
        Self { keep, ..self }
    }

    /// Sets the most positions a block may have; results do not depend on it, only time and memory do.
    pub fn block_limit(self, positions: u64) -> Self {
        Self { block: Some(positions.clamp(1, MOST_IN_A_BLOCK)), ..self }
    }

    /// Counts the positions to solve, the empty one included; saturating.
    pub fn positions_to_solve(&self) -> u64 {
        match self.frame() {
            Ok(frame) => frame.positions(),
            Err(_) => u64::MAX,
        }
    }

    /// Returns the bytes that [`Sieve::solve`] will need at most, an estimate on the safe side; saturating.
    ///
    /// If not everything is [kept](Sieve::keep), this makes the plan, which takes about a second for large
    /// bars.
    pub fn memory_needed(&self, effort: &Effort) -> u64 {
        let Ok(frame) = self.frame() else { return u64::MAX };
        let estimate = self.estimate(&frame, effort);
        match self.plan_for_estimate(effort) {
            Some(plan) => memory::forgetting(&plan, estimate).comfortable(effort.memory_allowed()),
            None => estimate.total(),
        }
    }

    /// Returns the most bytes each rank will need when this many ranks share the lost positions evenly, all
    /// of them [packed]; saturating.
    ///
    /// What a rank keeps of the others' blocks comes on top.
    pub fn memory_needed_by_each(&self, ranks: u64, effort: &Effort) -> u64 {
        let Ok(frame) = self.frame() else { return u64::MAX };
        let limit = self.limit(&frame, effort);
        let size = plan::count_parts_and_blocks(&frame.counts(), &frame, limit);
        let share = memory::to_solve(&frame, limit, size, effort.threads_used(), ranks.max(1));
        match self.plan_for_estimate(effort) {
            Some(plan) => memory::forgetting_a_share(&plan, share, ranks.max(1)).total(),
            None => memory::packing_a_share(&frame, share, size.1, ranks.max(1)).total(),
        }
    }

    /// Returns the box that represents the bar, as a bar of its own: its rows are the shorter side, and a
    /// square has one row less.
    ///
    /// # Errors
    ///
    /// When the bar is too long.
    pub fn kept(&self) -> Result<Bar, SolveError> {
        Ok(self.frame()?.kept())
    }

    /// Plans how to solve the bar, for callers that run the parts in their own way instead of with
    /// [`Sieve::solve`].
    ///
    /// # Errors
    ///
    /// When the bar is too long, and those of [`Plan::of`].
    pub fn plan(&self, effort: &Effort) -> Result<Plan, SolveError> {
        let frame = self.frame()?;
        Plan::framed(frame, self.limit(&frame, effort), self.keep, effort)
    }

    /// Solves the bar.
    ///
    /// # Errors
    ///
    /// When the bar is too long, when it would take more memory than allowed (found out before any work is
    /// done, or else as soon as the estimate proves wrong) or than the system gives, and when it was stopped.
    pub fn solve(&self, effort: &Effort) -> Result<Solved, SolveError> {
        let (frame, allowed) = (self.frame()?, effort.memory_allowed());
        let estimate = self.estimate(&frame, effort);
        // Only the plan knows how much is alive at a time.
        let before = if self.keep == Keep::Everything { estimate.total() } else { estimate.fixed };
        if before > allowed {
            let roughly = match self.keep {
                Keep::Everything => estimate,
                Keep::Openings => estimate.roughly_forgetting(&frame),
            };
            return Err(TooLittleMemory { needed: roughly.total(), allowed }.into());
        }
        let plan = self.plan(effort)?;
        let estimate = match self.keep {
            Keep::Everything => estimate,
            Keep::Openings => memory::forgetting(&plan, estimate),
        };
        TooLittleMemory::check(estimate.total(), allowed)?;
        self.solve_within(plan, allowed, estimate, effort)
    }

    /// Solves the bar, no matter how many positions it was expected to lose, and gives up when it takes more
    /// than `allowed`.
    fn solve_within(
        &self,
        plan: Plan,
        allowed: u64,
        estimate: Estimate,
        effort: &Effort,
    ) -> Result<Solved, SolveError> {
        let found = runner::run(&plan, self.keep, effort, estimate, allowed)?;
        Ok(Solved::new(plan, found, self.keep))
    }

    /// Makes the plan if not everything is kept: only the plan knows how much is alive at a time.
    fn plan_for_estimate(&self, effort: &Effort) -> Option<Plan> {
        match self.keep {
            Keep::Everything => None,
            Keep::Openings => self.plan(&effort.clone().memory(MOST_FOR_A_PLAN)).ok(),
        }
    }

    fn frame(&self) -> Result<Frame, SolveError> {
        Frame::of(&self.bar)
    }

    fn limit(&self, frame: &Frame, effort: &Effort) -> u64 {
        self.block.unwrap_or_else(|| Plan::usual_limit(frame.positions(), effort.threads_used()))
    }

    fn estimate(&self, frame: &Frame, effort: &Effort) -> Estimate {
        let limit = self.limit(frame, effort);
        let size = plan::count_parts_and_blocks(&frame.counts(), frame, limit);
        memory::to_solve(frame, limit, size, effort.threads_used(), 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_estimate_that_proves_wrong_is_an_error() {
        for threads in [1, 2] {
            let effort = Effort::default().threads(threads);
            let sieve = Sieve::of(&Bar::new(11, 12).expect("a bar")).block_limit(5000);
            let estimate = sieve.estimate(&sieve.frame().expect("a bar"), &effort);
            let (allowed, plan) = (estimate.fixed + 1000, || sieve.plan(&effort).expect("a small plan"));
            assert!(matches!(
                sieve.solve_within(plan(), allowed, estimate, &effort),
                Err(SolveError::TooLittleMemory(TooLittleMemory { needed, .. })) if needed > allowed
            ));
            assert!(sieve.solve_within(plan(), estimate.fixed + 1_000_000, estimate, &effort).is_ok());
        }
    }

    #[test]
    fn what_was_in_use_at_the_peak_is_known_to_the_byte() {
        let effort = Effort::default().threads(1);
        let sieve = Sieve::of(&Bar::new(9, 10).expect("a bar")).block_limit(1000);
        let estimate = Estimate { fixed: 5000, lost: 0, room: 0 };
        let solve =
            |allowed| sieve.solve_within(sieve.plan(&effort).expect("small"), allowed, estimate, &effort);
        let peak = solve(u64::MAX).expect("nothing limits it").peak_bytes();
        let lost = sieve.solve(&effort).expect("a small bar").lost_ranks().count().expect("it is in memory");
        assert_eq!(peak, 5000 + 2 * lost);
        assert!(solve(peak).is_ok());
        let allowed = peak - 1;
        let error = solve(allowed).expect_err("a byte is missing");
        assert_eq!(error, TooLittleMemory { needed: peak, allowed }.into());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// If nothing is comfortable, every block is packed as soon as it is found.
        #[test]
        fn whoever_packs_finds_the_same_openings(
            rows in 2u32..11, cols in 2u32..14, row in 0u32..11, col in 0u32..14, in_corner in any::<bool>(),
            limit in 1u64..20_000, threads in 1usize..4,
        ) {
            let poison = if in_corner { (1, 1) } else { (row % rows + 1, col % cols + 1) };
            let bar = Bar::new(rows, cols).and_then(|bar| bar.with_poison(poison)).expect("a bar");
            let (sieve, effort) = (Sieve::of(&bar).block_limit(limit), Effort::default().threads(threads));
            let kept = sieve.solve(&effort).expect("a small bar is solved");
            let sieve = sieve.keep(Keep::Openings);
            let solve = |fixed| {
                let plan = sieve.plan(&effort).expect("a small plan");
                sieve.solve_within(plan, u64::MAX, Estimate { fixed, lost: 0, room: 0 }, &effort)
            };
            let packed = solve(0).expect("nothing limits it");
            prop_assert_eq!(packed.lost_count(), kept.lost_count());
            for (rows, cols) in (1..=rows).flat_map(|rows| (1..=cols).map(move |cols| (rows, cols))) {
                if poison.0 <= rows && poison.1 <= cols {
                    prop_assert_eq!(packed.openings(rows, cols), kept.openings(rows, cols));
                }
            }
        }
    }

    #[test]
    fn what_is_packed_takes_three_fifths_of_the_bytes() {
        let effort = Effort::default().threads(1);
        let sieve = Sieve::of(&Bar::new(13, 14).expect("a bar")).block_limit(1 << 18).keep(Keep::Openings);
        let peak = |lost| {
            let plan = sieve.plan(&effort).expect("a small plan");
            let solved = sieve.solve_within(plan, u64::MAX, Estimate { fixed: 0, lost, room: 0 }, &effort);
            solved.expect("nothing limits it").peak_bytes()
        };
        // The last block to come is not packed yet.
        let (packed, comfortable) = (peak(0), peak(u64::MAX / 2));
        assert!((55..65).contains(&(packed * 100 / comfortable)), "{packed} of {comfortable}");
        // Between the two, only as much is packed as necessary.
        let (target, between) = ((packed + comfortable) / 2, peak((packed + comfortable) / 2));
        assert!((target * 95 / 100..target * 105 / 100).contains(&between), "{between} for {target}");
    }
}
