//! The blocks that this rank has solved: its share of all lost positions, or of those that are still read.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};

use lastbite_engines::Rows;
use lastbite_engines::forget::ToForget;
use lastbite_engines::sieve::openings::{self, Openings};
use lastbite_engines::sieve::packed::Packed;
use lastbite_engines::sieve::plan::{Block, Plan};
use lastbite_engines::{Keep, SolveError};

use crate::deal::Deal;

/// The blocks of this rank's parts, set once each, by the thread that solved them.
#[derive(Debug)]
pub struct Store<'a> {
    plan: &'a Plan,
    deal: &'a Deal,
    keep: Keep,
    /// By the place of a part among this rank's, and by first row, starting with the shortest.
    cells: Vec<Box<[RwLock<Cell>]>>,
    /// What is noted if not everything is kept.
    openings: Mutex<Openings>,
    to_forget: Mutex<ToForget<Block>>,
    /// By first row: how many lost positions were found.
    under: Vec<AtomicU64>,
    /// The bytes of the lost positions that were found, of those that are here, and the most there were.
    found: AtomicU64,
    bytes: AtomicU64,
    peak: AtomicU64,
}

/// The place of a block.
#[derive(Debug, Default)]
pub enum Cell {
    /// It is not solved yet.
    #[default]
    ToCome,
    /// It is solved; these are its lost positions.
    Here(Arc<Packed>),
    /// It was solved, and no rank will read it again.
    Forgotten,
}

impl<'a> Store<'a> {
    /// Makes a store with every block of this rank still to come.
    pub fn new(plan: &'a Plan, deal: &'a Deal, keep: Keep) -> Result<Self, SolveError> {
        let mut cells = Vec::new();
        cells.try_reserve_exact(deal.mine().len())?;
        for part in deal.mine() {
            let blocks = plan.blocks(plan.part(part)).count();
            let mut row = Vec::new();
            row.try_reserve_exact(blocks)?;
            row.resize_with(blocks, RwLock::default);
            cells.push(row.into_boxed_slice());
        }
        let (_, cols) = plan.stored_box();
        Ok(Self {
            plan,
            deal,
            keep,
            cells,
            openings: Mutex::default(),
            to_forget: Mutex::default(),
            under: (0..=cols).map(|_| AtomicU64::new(0)).collect(),
            found: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            peak: AtomicU64::new(0),
        })
    }

    #[inline(always)]
    fn cell(&self, block: Block) -> &RwLock<Cell> {
        let shortest = self.plan.part(block.part).shortest();
        &self.cells[self.deal.place(block.part)][usize::from(block.first_row - shortest)]
    }

    /// Looks at the place of a block of this rank, which cannot change meanwhile.
    #[inline(always)]
    pub fn look(&self, block: Block) -> RwLockReadGuard<'_, Cell> {
        // No writer panics, so what is there is complete.
        self.cell(block).read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a block of this rank; returns the bytes that all lost positions on this rank now take.
    pub fn set(&self, block: Block, lost: Packed) -> Result<u64, SolveError> {
        let size = self.note(block, &lost);
        let before = self.change(block, Cell::Here(Arc::new(lost)));
        debug_assert!(matches!(before, Cell::ToCome), "every block is solved once");
        let bytes = self.bytes.fetch_add(size, Ordering::Relaxed) + size;
        self.peak.fetch_max(bytes, Ordering::Relaxed);
        if self.keep == Keep::Openings {
            held(&self.to_forget).push(self.plan.last_turn(block), block)?;
        }
        Ok(bytes)
    }

    /// Takes a block of this rank that was solved before and will not be read.
    pub fn set_forgotten(&self, block: Block, lost: &Packed) {
        self.note(block, lost);
        self.change(block, Cell::Forgotten);
    }

    /// Notes what the final answers need; returns the bytes of the lost positions.
    fn note(&self, block: Block, lost: &Packed) -> u64 {
        self.under[usize::from(block.first_row)].fetch_add(lost.len() as u64, Ordering::Relaxed);
        if self.keep == Keep::Openings && !lost.is_empty() && openings::concerns(self.plan, block) {
            held(&self.openings).take(self.plan, block, |rank| lost.contains(rank));
        }
        let size = lost.bytes();
        self.found.fetch_add(size, Ordering::Relaxed);
        size
    }

    /// Forgets the blocks that no turn reads from this one on.
    pub fn forget_before(&self, turn: u32) {
        let mut to_forget = held(&self.to_forget);
        while let Some(block) = to_forget.pop_before(turn) {
            if let Cell::Here(lost) = self.change(block, Cell::Forgotten) {
                self.bytes.fetch_sub(lost.bytes(), Ordering::Relaxed);
            }
        }
    }

    fn change(&self, block: Block, cell: Cell) -> Cell {
        std::mem::replace(&mut self.cell(block).write().unwrap_or_else(PoisonError::into_inner), cell)
    }

    /// Says what is kept.
    pub fn keeps(&self) -> Keep {
        self.keep
    }

    /// Says whether all blocks of a part of this rank are solved.
    pub fn has_part(&self, part: usize) -> bool {
        let is_solved = |block| !matches!(*self.look(block), Cell::ToCome);
        self.plan.blocks(self.plan.part(part)).all(is_solved)
    }

    /// Returns the bytes of all lost positions that were found here, forgotten or not.
    pub fn found_bytes(&self) -> u64 {
        self.found.load(Ordering::Relaxed)
    }

    /// Returns the most bytes that the lost positions here took at a time.
    pub fn peak_bytes(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }

    /// Lists how many lost positions were found here, by their first rows.
    pub fn lost_under(&self) -> Vec<u64> {
        self.under.iter().map(|lost| lost.load(Ordering::Relaxed)).collect()
    }

    /// Says whether a position of a block of this rank is lost, if that is kept.
    pub fn is_lost(&self, block: Block, rank: u32, rows: &Rows) -> Option<bool> {
        match (self.keep, &*self.look(block)) {
            (Keep::Everything, Cell::Here(lost)) => Some(lost.contains(rank)),
            (Keep::Openings, Cell::Here(_) | Cell::Forgotten) => held(&self.openings).find(self.plan, rows),
            _ => None,
        }
    }
}

fn held<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alone::Alone;
    use lastbite_engines::sieve::Sieve;
    use lastbite_engines::sieve::plan::Site;
    use lastbite_engines::{Bar, Effort};

    #[test]
    fn a_rank_that_forgets_knows_the_openings_and_the_counts_and_nothing_else() {
        let effort = Effort::default();
        for bar in ["9x10", "8x8@3,4"].map(|bar| bar.parse::<Bar>().expect("a bar")) {
            let sieve = Sieve::of(&bar).block_limit(300).keep(Keep::Openings);
            let plan = sieve.plan(&effort).expect("a small plan");
            let deal = Deal::new(&plan, 0, 1);
            let store = Store::new(&plan, &deal, Keep::Openings).expect("a store");
            Alone(&store).solve(&plan, |part| store.forget_before(plan.turn(part)));
            store.forget_before(u32::MAX);
            let kept = Sieve::of(&bar).solve(&effort).expect("a small bar");
            let found = store.lost_under();
            assert_eq!(plan.lost_of_bar(|first_row| found[usize::from(first_row)]), kept.lost_count());
            assert!(store.peak_bytes() < store.found_bytes());
            let is_lost = |rows: &Rows| match plan.locate(rows).expect("inside the bar") {
                Site::Known(lost) => Some(lost),
                Site::Kept(block, rank) => store.is_lost(block, rank, rows),
            };
            let whole = Rows::whole(bar.rows(), bar.cols());
            for bitten in whole.squares().map(|bite| whole.bitten(bite)) {
                assert_eq!(is_lost(&bitten), kept.is_lost(&bitten).ok(), "{bitten} of {bar}");
            }
            assert_eq!(is_lost(&"8,6,5".parse().expect("a position")), None);
        }
    }

    #[test]
    fn a_lost_position_takes_little_more_than_nine_bits() {
        let effort = Effort::default();
        let bar: Bar = "12x13".parse().expect("a bar");
        let plan = Sieve::of(&bar).block_limit(1 << 18).plan(&effort).expect("a small plan");
        let deal = Deal::new(&plan, 0, 1);
        let store = Store::new(&plan, &deal, Keep::Everything).expect("a store");
        Alone(&store).solve(&plan, |_| {});
        let (lost, bytes) = (store.lost_under().iter().sum::<u64>(), store.peak_bytes());
        assert_eq!(store.found_bytes(), bytes);
        assert!((9 * lost / 8..10 * lost / 8).contains(&bytes), "{bytes} bytes for {lost}");
    }
}
