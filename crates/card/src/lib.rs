//! The sieve on a graphics card.
//!
//! ```no_run
//! use lastbite_engines::{Bar, Effort};
//! use lastbite_card::Card;
//!
//! let card = Card::find()?;
//! let solved = card.solve(&Bar::new(22, 22)?, &Effort::unlimited())?;
//! println!("{}: {:?}", card.name(), solved.openings(22, 22)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The card solves the same box as the processor, cut into the same kind of blocks, only smaller ones. It
//! answers as the same [`Solved`]: its lost positions stay on the card, and are read from there on demand.
//!
//! ```text
//! cut      which blocks there are, their numbers, and the waves they are solved in: a few formulas, no list
//! tables   what the kernel looks up about the tails of each shape of block
//! runner   copies the tables to the card and lets it solve wave after wave; progress, cancelling
//! kernel   (kernel.cu) solves 32 blocks at once; begin with the picture at its top
//! index    where the lists of what is found are: of every block, or only of those that are alive
//! shelves  the memory for what is found, and which lists are forgotten after their last use
//! kept     what was found: read block by block, or copied out in order
//! outline  what a bar would take, counted without a card
//! device   what the runner needs from a card: from driver (NVIDIA's, loaded on demand) or emulated (for tests)
//! ```

mod cut;
mod device;
mod driver;
mod emulated;
mod error;
mod index;
mod kept;
mod outline;
mod runner;
mod shelves;
mod tables;

use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use lastbite_engines::Siever;
use lastbite_engines::SolveError;
use lastbite_engines::sieve::{Keep, Sieve, Solved};
use lastbite_engines::{Bar, Effort};
use lastbite_work::threads::start_in;

use device::Device;
pub use error::CardError;
pub use outline::{Heat, Lives, Outline};
use runner::{Prepared, Thrift};

/// A graphics card that can solve bars.
#[derive(Debug, Clone)]
pub struct Card {
    device: Arc<dyn Device>,
    most_tails: u64,
    keep: Keep,
    thrift: Thrift,
    /// The kernels know only one box at a time.
    solving: Arc<Mutex<()>>,
}

impl Card {
    /// Finds the first card of this machine.
    ///
    /// # Errors
    ///
    /// When there is none, no driver for it, or none that is new enough.
    pub fn find() -> Result<Self, CardError> {
        Ok(Self::of(Arc::new(driver::Driver::open()?)))
    }

    /// Finds the card and solves a bar on it, faster than [`Card::find`] and [`Card::solve`] would: what can
    /// be prepared without the card is prepared while it starts.
    ///
    /// # Errors
    ///
    /// Those of both functions.
    pub fn find_and_solve(bar: &Bar, keep: Keep, effort: &Effort) -> Result<(Self, Solved), CardError> {
        let (found, prepared) = std::thread::scope(|scope| {
            let finding = start_in(scope, std::thread::Builder::new(), Self::find).ok();
            let prepared = Prepared::new(bar, cut::MOST_TAILS, effort);
            // If a driver is so old that it lacks a function, the library that calls it panics.
            let found = finding
                .map_or_else(Self::find, |finding| finding.join().unwrap_or(Err(CardError::OldDriver)));
            (found, prepared)
        });
        let card = found?.keep(keep);
        let solved = card.solve_prepared(prepared?, effort)?;
        Ok((card, solved))
    }

    /// Makes an emulated card: the kernels as a library for the processor, built from
    /// `emulator/emulator.cpp`. For tests; only one at a time in a process, because the library has one
    /// memory.
    ///
    /// # Safety
    ///
    /// The library must be that one, and no other card made from it may be used at the same time.
    ///
    /// # Errors
    ///
    /// When the library cannot be loaded.
    #[allow(unsafe_code, reason = "any library could be named; the caller promises that it is the emulator")]
    pub unsafe fn emulated(library: &Path, memory: u64) -> Result<Self, CardError> {
        Ok(Self::of(Arc::new(emulated::Emulated::open(library, memory)?)))
    }

    fn of(device: Arc<dyn Device>) -> Self {
        Self {
            device,
            most_tails: cut::MOST_TAILS,
            keep: Keep::default(),
            thrift: Thrift::default(),
            solving: Arc::default(),
        }
    }

    /// Sets the most positions a block may have, at most 12,870; results do not depend on it.
    pub fn block_limit(self, positions: u64) -> Self {
        Self { most_tails: positions, ..self }
    }

    /// Sets what is kept of the bars that are solved; the default is everything.
    pub fn keep(self, keep: Keep) -> Self {
        Self { keep, ..self }
    }

    /// Saves memory on bars of which only the openings are kept, even if the card has enough: an index of
    /// what is alive instead of all blocks, packed lists, and the host for those that the card has no room
    /// for. It takes longer. Without this it is done only if the card's memory is too small.
    pub fn thrifty(self) -> Self {
        Self { thrift: Thrift { is_wanted: true, ..self.thrift }, ..self }
    }

    /// Uses at most this many bytes of the card's memory, or what is free if that is less.
    pub fn memory(self, bytes: u64) -> Self {
        Self { thrift: Thrift { memory: bytes, ..self.thrift }, ..self }
    }

    /// Returns the name of the card.
    pub fn name(&self) -> String {
        self.device.name()
    }

    /// Says whether a bar is large enough that a card is faster than the processor with this many threads,
    /// start-up included.
    pub fn is_worth_it(bar: &Bar, threads: usize) -> bool {
        // A core judges about two thousand million positions a second, and a card takes half a second to
        // start.
        let positions = Sieve::of(bar).positions_to_solve();
        positions / 1_000_000_000 >= threads as u64 && Self::takes(bar)
    }

    /// Solves a bar, one at a time; its lost positions (all, or some: see [`Card::keep`]) are kept on the
    /// card as long as the answer lives. What was not kept is no answer
    /// ([`NoAnswer::NotKept`](lastbite_engines::NoAnswer)).
    ///
    /// # Errors
    ///
    /// When the bar is too large for the card or its memory, when the card fails, and when it was stopped.
    pub fn solve(&self, bar: &Bar, effort: &Effort) -> Result<Solved, CardError> {
        self.solve_prepared(Prepared::new(bar, self.most_tails, effort)?, effort)
    }

    /// Says whether a bar is solved within some seconds: a card judges about a million million positions a
    /// second.
    pub fn is_solved_soon(bar: &Bar) -> bool {
        const SOME_SECONDS: u64 = 5_000_000_000_000;
        Sieve::of(bar).positions_to_solve() <= SOME_SECONDS && Self::takes(bar)
    }

    /// Says whether the sides of a bar are short enough.
    fn takes(bar: &Bar) -> bool {
        Sieve::of(bar).kept().is_ok_and(|kept| runner::takes(&kept))
    }

    fn solve_prepared(&self, prepared: Prepared, effort: &Effort) -> Result<Solved, CardError> {
        let _one_at_a_time = self.solving.lock().unwrap_or_else(PoisonError::into_inner);
        runner::solve(&self.device, prepared, (self.keep, self.thrift), effort)
    }
}

/// A card that sieves for others: found when it is first needed, while what can be prepared without it is
/// prepared.
#[derive(Clone, Debug, Default)]
pub struct WhenNeeded(Arc<OnceLock<Card>>);

impl WhenNeeded {
    /// Returns the card, found now or before.
    ///
    /// # Errors
    ///
    /// As [`Card::find`].
    pub fn card(&self) -> Result<Card, CardError> {
        match self.0.get() {
            Some(card) => Ok(card.clone()),
            None => Ok(self
                .0
                .get_or_init({
                    let card = Card::find()?;
                    || card
                })
                .clone()),
        }
    }
}

impl Siever for WhenNeeded {
    fn sieve(&self, bar: &Bar, keep: Keep, effort: &Effort) -> Result<Solved, SolveError> {
        if let Some(card) = self.0.get() {
            return card.sieve(bar, keep, effort);
        }
        let (card, solved) = Card::find_and_solve(bar, keep, effort)?;
        self.0.get_or_init(|| card);
        Ok(solved)
    }

    fn is_worth_it(&self, bar: &Bar, threads: usize) -> bool {
        Card::is_worth_it(bar, threads)
    }

    fn is_soon(&self, bar: &Bar) -> bool {
        Card::is_solved_soon(bar)
    }
}

impl Siever for Card {
    fn sieve(&self, bar: &Bar, keep: Keep, effort: &Effort) -> Result<Solved, SolveError> {
        Ok(self.clone().keep(keep).solve(bar, effort)?)
    }

    fn is_worth_it(&self, bar: &Bar, threads: usize) -> bool {
        Self::is_worth_it(bar, threads)
    }

    fn is_soon(&self, bar: &Bar) -> bool {
        Self::is_solved_soon(bar)
    }
}
