//! The blocks that this rank has solved: its share of all lost positions.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use lastbite::sieve::SieveError;
use lastbite::sieve::blocks::Lost;
use lastbite::sieve::plan::{Block, Plan};

use crate::deal::Deal;

/// The blocks of this rank's parts, set once each, by the thread that solved them.
#[derive(Debug)]
pub struct Store<'a> {
    plan: &'a Plan,
    deal: &'a Deal,
    /// By the place of a part among this rank's, and by first row, from the shortest on.
    cells: Vec<Box<[OnceLock<Lost>]>>,
    bytes: AtomicU64,
}

impl<'a> Store<'a> {
    /// Makes a store with every block of this rank still to come.
    pub fn new(plan: &'a Plan, deal: &'a Deal) -> Result<Self, SieveError> {
        let mut cells = Vec::new();
        cells.try_reserve_exact(deal.mine().len())?;
        for part in deal.mine() {
            let blocks = plan.blocks(plan.part(part)).count();
            let mut row = Vec::new();
            row.try_reserve_exact(blocks)?;
            row.resize_with(blocks, OnceLock::new);
            cells.push(row.into_boxed_slice());
        }
        Ok(Self { plan, deal, cells, bytes: AtomicU64::new(0) })
    }

    fn cell(&self, block: Block) -> &OnceLock<Lost> {
        let shortest = self.plan.part(block.part).shortest();
        &self.cells[self.deal.place(block.part)][usize::from(block.first_row - shortest)]
    }

    /// Returns a block of this rank, if it is solved.
    pub fn get(&self, block: Block) -> Option<&Lost> {
        self.cell(block).get()
    }

    /// Keeps a block of this rank; returns the bytes that all lost positions here take by now.
    pub fn set(&self, block: Block, lost: Lost) -> u64 {
        let size = 2 * lost.len() as u64;
        let fresh = self.cell(block).set(lost).is_ok();
        debug_assert!(fresh, "every block is solved once");
        self.bytes.fetch_add(size, Ordering::Relaxed) + size
    }

    /// Says whether all blocks of a part of this rank are there.
    pub fn has_part(&self, part: usize) -> bool {
        self.cells[self.deal.place(part)].iter().all(|cell| cell.get().is_some())
    }

    /// Returns the bytes that the lost positions here take.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Lists all blocks of this rank that are solved.
    pub fn blocks(&self) -> impl Iterator<Item = (Block, &Lost)> {
        let parts = self.deal.mine().flat_map(|part| self.plan.blocks(self.plan.part(part)));
        parts.filter_map(|block| Some((block, self.get(block)?)))
    }
}
