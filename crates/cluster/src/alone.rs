//! A single rank that needs no MPI, for tests.

use lastbite_engines::SolveError;
use lastbite_engines::sieve::blocks::Blocks;
use lastbite_engines::sieve::kernel::{Bench, Kernel};
use lastbite_engines::sieve::packed::Packed;
use lastbite_engines::sieve::plan::{Block, Need, Part, Plan};
use lastbite_engines::{Effort, Stopped};

use crate::store::{Cell, Store};

/// The blocks of a single rank.
pub struct Alone<'a>(pub &'a Store<'a>);

impl Alone<'_> {
    /// Solves all parts of a plan, and calls `before` each.
    pub fn solve(&self, plan: &Plan, before: impl Fn(Part<'_>)) {
        let kernel = Kernel::new(plan, &Effort::default()).expect("small");
        let mut bench = Bench::new(plan).expect("small");
        for part in plan.parts() {
            before(part);
            kernel.solve(part, self, &mut bench).expect("nobody stops it");
        }
    }
}

impl Blocks for Alone<'_> {
    fn read(&self, need: Need, string: &mut [u64]) -> Result<(), SolveError> {
        let cell = self.0.look(need.block);
        let Cell::Here(lost) = &*cell else { panic!("{need:?} is not here, and a part needs it") };
        lost.set_bits(need.from, need.len, string);
        Ok(())
    }
    fn keep(&self, block: Block, len: u32, lost: &[u32]) -> Result<(), SolveError> {
        self.0.set(block, Packed::new(lost, len)?).map(drop)
    }
    fn check(&self) -> Result<(), Stopped> {
        Ok(())
    }
}
