//! The kernel: solves one part of a plan, as a function of the part and the blocks it reads and of nothing
//! else.
//!
//! What a block has to know from outside is which of its positions are won by a bite above the tail. The plan
//! says where those bites lead ([`Plan::needs`]), and the kernel puts them together as strings of bits over
//! the tails:
//!
//! - `first`, for bites in the first row. It is carried along from one block to the next: what a block finds
//!   lost is what a longer first row can bite to;
//! - `won`, for bites in the middle rows, made anew for every block. Bites that leave the tail as it is are
//!   ORed in. Those at a column `v` inside the tail cut it to `v`, so they are ORed in from the smallest `v`
//!   on, and the string is widened from each `v` to the next.
//!
//! With both together, `tails` solves the block.
//!
//! A block is skipped when a bite in its first column leads to a lost position: such a bite leaves nothing of
//! the tail, so it wins from every tail. `tails` skips runs in the same way. More than a quarter of the
//! blocks of 18x18 have no lost position, or one; skipping saves an eighth of the time there.

use lastbite_work::effort::Effort;

use super::bits;
use super::blocks::{Blocks, ROOM};
use super::eaten::{self, FromZero};
use super::plan::{Block, Part, Plan, Span};
use super::tails::{Tables, Tails};
use crate::dispatch::{self, Job};
use lastbite_work::SolveError;

/// What solving the parts of a plan takes besides the blocks; shared by all threads and never changed.
///
/// ```
/// use std::cell::RefCell;
/// use std::collections::BTreeMap;
/// use lastbite_engines::SolveError;
/// use lastbite_engines::sieve::blocks::{Blocks, Lost};
/// use lastbite_engines::sieve::kernel::{Bench, Kernel};
/// use lastbite_engines::sieve::plan::{Block, Need, Plan};
/// use lastbite_engines::{Bar, Effort, Stopped};
///
/// // Blocks may lie anywhere: here in a map.
/// struct Map(RefCell<BTreeMap<Block, Lost>>);
///
/// impl Blocks for Map {
///     fn read(&self, need: Need, string: &mut [u64]) -> Result<(), SolveError> {
///         self.0.borrow()[&need.block].set_bits(need.from, need.len, string);
///         Ok(())
///     }
///     fn keep(&self, block: Block, len: u32, lost: &[u32]) -> Result<(), SolveError> {
///         self.0.borrow_mut().insert(block, Lost::new(lost, len)?);
///         Ok(())
///     }
///     fn check(&self) -> Result<(), Stopped> {
///         Ok(())
///     }
/// }
///
/// let effort = Effort::default();
/// let plan = Plan::of(&Bar::new(8, 10)?, 100, &effort)?;
/// let kernel = Kernel::new(&plan, &effort)?;
/// let (blocks, mut bench) = (Map(RefCell::default()), Bench::new(&plan)?);
/// for part in plan.parts() {
///     kernel.solve(part, &blocks, &mut bench)?;
/// }
/// let lost: usize = blocks.0.borrow().values().map(Lost::len).sum();
/// assert_eq!(lost, 1000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Kernel<'a> {
    plan: &'a Plan,
    tables: Tables<'a>,
    /// By the rows of a tail: the tails that lack the poison, if it is in the tail; else nothing.
    eaten: Vec<Vec<u64>>,
}

/// A thread's strings of bits, kept from part to part.
#[derive(Debug)]
pub struct Bench {
    tails: Tails,
    /// For each tail of the part: does a bite in the first row lead to a lost position?
    first: Vec<u64>,
    /// The same for bites in the middle rows, then for all of them.
    won: Vec<u64>,
    /// Where bites in the middle rows lead, the same for every first row.
    cutting: Vec<Span>,
    sparing: Vec<Span>,
}

impl Bench {
    /// Makes a bench that is large enough for every part of a plan.
    ///
    /// # Errors
    ///
    /// When the system has no memory for it.
    pub fn new(plan: &Plan) -> Result<Self, SolveError> {
        let (mut first, mut won) = (Vec::new(), Vec::new());
        let words = bits::words_for(plan.longest_block() as usize) + ROOM;
        bits::grow(&mut first, words)?;
        bits::grow(&mut won, words)?;
        Ok(Self { tails: Tails::new(), first, won, cutting: Vec::new(), sparing: Vec::new() })
    }

    /// Looks up where bites in the middle rows of a part lead.
    fn look_up(&mut self, plan: &Plan, part: Part<'_>) -> Result<(), SolveError> {
        let squares_right_of_tail = |&length: &u8| usize::from(length.saturating_sub(part.bound));
        self.cutting.clear();
        self.cutting.try_reserve(usize::from(part.bound) * part.middle.len())?;
        self.cutting.extend(plan.cutting_bites(part));
        self.sparing.clear();
        self.sparing.try_reserve(part.middle.iter().map(squares_right_of_tail).sum())?;
        self.sparing.extend(plan.sparing_bites(part));
        Ok(())
    }
}

impl<'a> Kernel<'a> {
    /// Makes the kernel of a plan.
    ///
    /// # Errors
    ///
    /// When the system has no memory for its tables, and when the work was stopped.
    pub fn new(plan: &'a Plan, effort: &Effort) -> Result<Self, SolveError> {
        let (rows, cols) = (usize::from(plan.frame.rows), usize::from(plan.frame.cols));
        let (row, col) = plan.frame.poison_kept();
        let mut bounds = [None; u8::MAX as usize];
        for part in plan.parts() {
            let bound = &mut bounds[usize::from(part.rows)];
            *bound = Some(part.bound).max(*bound);
        }
        let mut eaten = Vec::new();
        for (k, &bound) in bounds[..rows].iter().enumerate() {
            // A tail decides whether the poison is still there only if the poison's row is one of the last k.
            eaten.push(match ((usize::from(row) - 1).checked_sub(rows - k), bound) {
                (Some(row), Some(bound)) => {
                    let square = FromZero { row, col: usize::from(col) - 1 };
                    eaten::without(square, &plan.counts, k, bound.into(), effort)?
                }
                _ => Vec::new(),
            });
        }
        Ok(Self { plan, tables: Tables::new(&plan.counts, rows - 1, cols)?, eaten })
    }

    /// Solves all blocks of a part, one after the other under a growing first row, and hands each over to be
    /// kept.
    ///
    /// # Errors
    ///
    /// Those of the blocks, and when the system runs out of memory.
    pub fn solve(&self, part: Part<'_>, blocks: &impl Blocks, bench: &mut Bench) -> Result<(), SolveError> {
        dispatch::run_fastest(PartJob { kernel: self, part, blocks, bench })
    }
}

/// One part, solved with the best instructions there are.
struct PartJob<'a, B> {
    kernel: &'a Kernel<'a>,
    part: Part<'a>,
    blocks: &'a B,
    bench: &'a mut Bench,
}

impl<B: Blocks> Job for PartJob<'_, B> {
    type Output = Result<(), SolveError>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Self { kernel, part, blocks, bench } = self;
        let plan = kernel.plan;
        let counts = &plan.counts;
        let (k, b) = (usize::from(part.rows), usize::from(part.bound));
        let eaten = &kernel.eaten[k][..];
        bench.look_up(plan, part)?;

        // Bites in the first row that cut the middle too.
        bench.first[0] = 0;
        for (col, span) in plan.bites_into_middle(part) {
            blocks.read(span.under(col, part.shortest()), &mut bench.first)?;
            if col < part.bound {
                bits::widen(&mut bench.first, counts, k, col.into());
            }
        }

        for block in plan.blocks(part) {
            let first_row = block.first_row;
            let bound = part.bound.min(first_row);
            let len = counts.bits(k, bound.into());
            if plan.lacks_poison(part, first_row) {
                bench.tails.clear();
            } else if part.middle.is_empty() && eaten.is_empty() {
                bench.tails.solve(&kernel.tables, &bench.first, k, bound.into(), || blocks.check())?;
            } else if bench.gather(plan, part, block, blocks)? {
                let words = len.div_ceil(64);
                bits::or(&mut bench.won[..words], &bench.first[..words]);
                bits::or(&mut bench.won[..words], eaten);
                bench.tails.solve(&kernel.tables, &bench.won, k, bound.into(), || blocks.check())?;
            } else {
                bench.tails.clear();
            }
            for &t in bench.tails.lost() {
                bits::set(&mut bench.first, t as usize);
            }
            if usize::from(first_row) < b {
                bits::widen(&mut bench.first, counts, k, first_row.into());
            }
            blocks.keep(block, len as u32, bench.tails.lost())?;
        }
        Ok(())
    }
}

impl Bench {
    /// Makes the string of a block for bites in the middle rows; returns false when one of them wins from
    /// every tail.
    #[inline(always)]
    fn gather(
        &mut self,
        plan: &Plan,
        part: Part<'_>,
        Block { first_row, .. }: Block,
        blocks: &impl Blocks,
    ) -> Result<bool, SolveError> {
        let won = &mut self.won;
        won[0] = 0;
        let mut cutting = self.cutting.iter();
        for v in 0..part.bound.min(first_row) {
            for span in cutting.by_ref().take(part.middle.len()) {
                blocks.read(span.under(first_row, first_row), won)?;
            }
            if v == 0 && won[0] & 1 == 1 {
                return Ok(false);
            }
            bits::widen(won, &plan.counts, part.rows.into(), v.into());
        }
        for span in &self.sparing {
            blocks.read(span.under(first_row, first_row), won)?;
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::{HashMap, HashSet};

    use proptest::prelude::*;

    use super::super::blocks::{Cell, Lost, Store};
    use super::super::memory;
    use super::super::plan::Need;
    use super::*;
    use crate::Bar;
    use lastbite_work::effort::Stopped;

    /// A store that notes every read.
    struct Recording {
        store: Store,
        reads: RefCell<Vec<Need>>,
    }

    impl Recording {
        fn new(plan: &Plan) -> Self {
            Self { store: Store::new(plan).expect("a small store"), reads: RefCell::default() }
        }

        /// The ranks of all lost positions.
        fn ranks(&self, plan: &Plan) -> Vec<u64> {
            let ranks = |(block, lost): (Block, Lost)| {
                lost.into_ranks().map(|rank| plan.first_rank(block) + u64::from(rank)).collect::<Vec<_>>()
            };
            self.store.blocks().flat_map(ranks).collect()
        }
    }

    impl Blocks for Recording {
        fn read(&self, need: Need, string: &mut [u64]) -> Result<(), SolveError> {
            self.reads.borrow_mut().push(need);
            let cell = self.store.look(need.block);
            let Cell::Here(lost) = &*cell else { panic!("what a part needs comes before it") };
            lost.set_bits(need.from, need.len, string);
            Ok(())
        }

        fn keep(&self, block: Block, len: u32, lost: &[u32]) -> Result<(), SolveError> {
            self.store.set(block, Lost::new(lost, len)?);
            Ok(())
        }

        fn check(&self) -> Result<(), Stopped> {
            Ok(())
        }
    }

    /// The ranks of the lost positions of a box, found by trying every bite.
    fn tried(plan: &Plan) -> Vec<u64> {
        let rows = usize::from(plan.frame.rows);
        let (row, col) = plan.frame.poison_kept();
        let (mut position, mut lost) = (vec![0; rows], HashSet::new());
        let mut ranks = Vec::new();
        for rank in 0..plan.positions() {
            plan.counts.unrank(rank, &mut position);
            let mut bites = (0..rows).flat_map(|i| (0..position[i]).map(move |j| (i, j)));
            let wins = bites.any(|(i, j)| {
                let mut bitten = position.clone();
                bitten[i..].iter_mut().for_each(|length| *length = (*length).min(j));
                lost.contains(&bitten)
            });
            if position[usize::from(row) - 1] >= col && !wins {
                lost.insert(position.clone());
                ranks.push(rank);
            }
        }
        ranks
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]

        #[test]
        fn parts_are_solved_as_by_trying_every_bite_and_read_what_the_plan_says(
            rows in 1u32..8, cols in 1u32..8, row in 0u32..8, col in 0u32..8, in_corner in any::<bool>(), limit in 1u64..25,
        ) {
            let poison = if in_corner { (1, 1) } else { (row % rows + 1, col % cols + 1) };
            let bar = Bar::new(rows, cols).and_then(|bar| bar.with_poison(poison)).expect("a bar");
            let effort = Effort::default();
            let plan = Plan::of(&bar, limit, &effort).expect("a small plan");
            let kernel = Kernel::new(&plan, &effort).expect("small tables");
            let blocks = Recording::new(&plan);
            let portable = Recording::new(&plan);
            // One bench for all parts: nothing of one part may leak into the next.
            let (mut bench, mut other) = (Bench::new(&plan).expect("small"), Bench::new(&plan).expect("small"));
            let mut reads = HashMap::new();
            for part in plan.parts() {
                kernel.solve(part, &blocks, &mut bench).expect("nobody stops it");
                let job = PartJob { kernel: &kernel, part, blocks: &portable, bench: &mut other };
                dispatch::run_portable(job).expect("nobody stops it");
                reads.insert(part.index, blocks.reads.take());
            }
            let lost = tried(&plan);
            prop_assert_eq!(blocks.ranks(&plan), &lost[..]);
            prop_assert_eq!(portable.ranks(&plan), &lost[..]);

            let lost: HashSet<u64> = lost.into_iter().collect();
            for part in plan.parts() {
                // The plan, less what blocks do not read because a bite in the first column decides them.
                let mut expected: Vec<Need> = Vec::new();
                let (mut decisive, mut decided) = (0, false);
                for need in plan.needs(part) {
                    if expected.last().is_none_or(|last| last.reader != need.reader) {
                        (decisive, decided) = (part.middle.len(), false);
                    }
                    let by_first_row = need.block.first_row < part.shortest();
                    if by_first_row || !decided || decisive > 0 {
                        expected.push(need);
                    }
                    if !by_first_row && decisive > 0 && part.bound > 0 {
                        decisive -= 1;
                        prop_assert_eq!(need.len, 1);
                        decided |= lost.contains(&(plan.first_rank(need.block) + u64::from(need.from)));
                    }
                }
                prop_assert_eq!(&reads[&part.index], &expected);
            }
        }
    }

    #[test]
    fn strings_take_what_was_estimated_for_them() {
        let effort = Effort::default();
        for bar in ["12x13", "5x40", "12x12", "9x11@3,4", "8x14@8,1", "8x8@1,5"] {
            for limit in [100, 5000, 100_000, 1 << 23] {
                let plan = Plan::of(&bar.parse().expect("a bar"), limit, &effort).expect("a small plan");
                let kernel = Kernel::new(&plan, &effort).expect("small tables");
                let blocks = Recording::new(&plan);
                let mut bench = Bench::new(&plan).expect("small strings");
                for part in plan.parts() {
                    kernel.solve(part, &blocks, &mut bench).expect("nobody stops it");
                }
                let words = bench.first.capacity() + bench.won.capacity();
                let used = 8 * words as u64 + bench.tails.string_bytes_used();
                let estimate = memory::of_strings(&plan.frame, &plan.counts, limit);
                assert!((used..=2 * used).contains(&estimate), "{bar} by {limit}: {used} of {estimate}");
                let used = kernel.eaten.iter().map(|string| 8 * string.capacity() as u64).sum();
                let estimate = memory::of_eaten(&plan.frame, &plan.counts, limit);
                assert!(
                    (used..=4 * used).contains(&estimate),
                    "{bar} by {limit}: {used} of {estimate} eaten"
                );
            }
        }
    }

    #[test]
    fn long_blocks_are_solved_alike_with_and_without_vectors() {
        let effort = Effort::default();
        for (bar, limit) in [("12x13", 200_000), ("5x40", 30_000), ("9x11@3,4", 20_000)] {
            let bar: Bar = bar.parse().expect("a bar");
            let plan = Plan::of(&bar, limit, &effort).expect("a small plan");
            let kernel = Kernel::new(&plan, &effort).expect("small tables");
            let (fastest, portable) = (Recording::new(&plan), Recording::new(&plan));
            let (mut bench, mut other) =
                (Bench::new(&plan).expect("small"), Bench::new(&plan).expect("small"));
            for part in plan.parts() {
                kernel.solve(part, &fastest, &mut bench).expect("nobody stops it");
                let job = PartJob { kernel: &kernel, part, blocks: &portable, bench: &mut other };
                dispatch::run_portable(job).expect("nobody stops it");
            }
            assert!(fastest.ranks(&plan) == portable.ranks(&plan), "{bar}");
        }
    }
}
