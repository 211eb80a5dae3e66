//! Messages against one-sided reads: two ranks, and the blocks of a real bar that one has and the other
//! needs.
//!
//! ```text
//! mpirun -n 2 one_sided [BAR [TURNS]]            18x18 and 5 turns; --mca osc rdma, --mca btl self,tcp and so on choose the way
//!
//! messages   as `exchange.rs` did before lists were packed: ask for blocks, and the owner finds them and sends two
//!            lists each
//! known      MPI_Get, where the reader knows beforehand where every block lies and that it is there: the best case
//! found      MPI_Get of an entry that says whether a block is there and where, then MPI_Get of the block: what a run would need
//! ```
//!
//! Each is done one block at a time and with 64 on their way, the best of the turns counts, and every block
//! is compared with the solved one. Rank 1, the owner, does nothing else; `busy` says that it calls MPI only
//! every millisecond.

// The bindings have no windows of their own, so they are called as C has them. Nothing of this is in the
// program.
#![allow(unsafe_code)]

#[allow(dead_code, reason = "of the deal only its rule is needed")]
#[path = "../src/deal.rs"]
mod deal;

use std::cell::RefCell;
use std::ffi::c_void;
use std::time::{Duration, Instant};

use lastbite::notation::Bytes;
use lastbite::sieve::blocks::{Blocks, Lost};
use lastbite::sieve::kernel::{Bench, Kernel};
use lastbite::sieve::plan::{Block, Need, Plan};
use lastbite::sieve::{Sieve, SieveError};
use lastbite::{Chomp, Effort, Stopped};
use mpi::environment::Threading;
use mpi::ffi;
use mpi::request::LocalScope;
use mpi::topology::SimpleCommunicator;
use mpi::traits::*;
use rustc_hash::FxHashMap;

const WANT: mpi::Tag = 1;
const OVER: mpi::Tag = 2;
const SLOT: mpi::Tag = 16;

/// The owner, and the reader.
const OWNER: i32 = 1;
const READER: i32 = 0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut universe, _) =
        mpi::initialize_with_threading(Threading::Funneled).ok_or("MPI could not be started")?;
    universe.set_buffer_size(1 << 20);
    let world = universe.world();
    if world.size() != 2 {
        return Err("start it with mpirun -n 2".into());
    }
    let mut args = std::env::args().skip(1);
    let bar: Chomp = args.next().as_deref().unwrap_or("18x18").parse()?;
    let turns: usize = args.next().as_deref().unwrap_or("5").parse()?;

    let solved = Solved::of(&bar)?;
    let window = Window::of(&world, &solved);
    if world.rank() == OWNER {
        serve(&world, &solved);
        return Ok(());
    }
    println!(
        "{bar}: {} blocks of rank 1, {} in all, {:.0} bytes on average, {} the longest",
        solved.blocks.len(),
        Bytes(solved.bytes()),
        solved.bytes() as f64 / solved.blocks.len() as f64,
        Bytes(solved.lost.iter().map(bytes_of).max().unwrap_or(0)),
    );
    println!("{:<34} {:>14} {:>14} {:>12}", "", "one at a time", "64 together", "");
    let places = window.places();
    for pace in [Pace::Spins, Pace::Sleeps] {
        let way = |together: usize| messages(&world, &solved, together);
        measure(&world, &solved, &format!("messages, the owner {}", pace.told()), turns, pace, way);
    }
    for pace in [Pace::Waits, Pace::Busy] {
        let known = |together: usize| window.read(&places, together);
        measure(&world, &solved, &format!("known, the owner {}", pace.told()), turns, pace, known);
        let found = |together: usize| window.find_and_read(together);
        measure(&world, &solved, &format!("found, the owner {}", pace.told()), turns, pace, found);
    }
    begin(&world, Pace::Over);
    Ok(())
}

/// What the owner does while the reader fetches.
#[derive(Clone, Copy, PartialEq)]
enum Pace {
    /// Looks for messages all the time, as the exchange does while something is on its way and it has a core
    /// to itself.
    Spins,
    /// Looks for messages as the exchange does where it has no core to itself: after two looks in vain it
    /// sleeps, shortly while something is going out, and else longer each time.
    Sleeps,
    /// Waits inside MPI.
    Waits,
    /// Works, and calls MPI every millisecond.
    Busy,
    /// All is done.
    Over,
}

impl Pace {
    fn told(self) -> &'static str {
        match self {
            Pace::Spins => "spins",
            Pace::Sleeps => "sleeps",
            Pace::Waits => "waits in MPI",
            Pace::Busy | Pace::Over => "busy",
        }
    }
}

/// Tells the owner what to do next.
fn begin(world: &SimpleCommunicator, pace: Pace) {
    world.process_at_rank(OWNER).send_with_tag(&[pace as u64][..], OVER);
}

/// Fetches all blocks in one way, several times, one at a time and 64 together, and prints the best times.
fn measure(
    world: &SimpleCommunicator,
    solved: &Solved,
    name: &str,
    turns: usize,
    pace: Pace,
    way: impl Fn(usize) -> Vec<Lost>,
) {
    let count = solved.blocks.len() as f64;
    let best = [1, 64].map(|together| {
        let mut best = f64::INFINITY;
        for _ in 0..turns {
            begin(world, pace);
            let started = Instant::now();
            let fetched = way(together);
            best = best.min(started.elapsed().as_secs_f64());
            world.process_at_rank(OWNER).send_with_tag(&[0u64][..], OVER);
            let same = fetched.iter().zip(&solved.lost).all(|(one, other)| one.lists() == other.lists());
            assert!(same && fetched.len() == solved.lost.len(), "{name}: the blocks are not those of rank 1");
        }
        best
    });
    println!(
        "{name:<34} {:>11.2} us {:>11.2} us {:>7.0} MB/s",
        1e6 * best[0] / count,
        1e6 * best[1] / count,
        solved.bytes() as f64 / best[1] / 1e6
    );
}

/// The owner: does what it is told until the reader is done.
fn serve(world: &SimpleCommunicator, solved: &Solved) {
    let reader = world.process_at_rank(READER);
    loop {
        let (pace, _) = reader.receive_vec_with_tag::<u64>(OVER);
        match pace[0] {
            pace if pace == Pace::Over as u64 => return,
            pace if pace == Pace::Spins as u64 => answer(world, solved, false),
            pace if pace == Pace::Sleeps as u64 => answer(world, solved, true),
            pace if pace == Pace::Waits as u64 => drop(reader.receive_vec_with_tag::<u64>(OVER)),
            _ => {
                while reader.immediate_probe_with_tag(OVER).is_none() {
                    let started = Instant::now();
                    while started.elapsed() < Duration::from_millis(1) {
                        std::hint::spin_loop();
                    }
                }
                reader.receive_vec_with_tag::<u64>(OVER);
            }
        }
    }
}

/// Sends blocks to whoever asks for them, as `exchange.rs` does.
fn answer(world: &SimpleCommunicator, solved: &Solved, sleeps: bool) {
    let process = world.process_at_rank(READER);
    mpi::request::scope(|scope: &LocalScope<'_>| {
        let mut sending = (Vec::new(), Vec::new());
        let mut idle = 0;
        loop {
            let mut busy = false;
            while let Some(found) = process.immediate_matched_probe() {
                busy = true;
                let tag = found.1.tag();
                let (wants, _) = found.matched_receive_vec::<u64>();
                if tag == OVER {
                    sending.0.into_iter().for_each(mpi::request::Request::wait_without_status);
                    sending.1.into_iter().for_each(mpi::request::Request::wait_without_status);
                    return;
                }
                for want in wants.chunks_exact(3) {
                    let block = Block { part: want[0] as usize, first_row: want[1] as u8 };
                    let (starts, low) = solved.lost[solved.places[&block]].lists();
                    sending.0.push(process.immediate_send_with_tag(scope, starts, want[2] as mpi::Tag));
                    sending.1.push(process.immediate_send_with_tag(scope, low, want[2] as mpi::Tag));
                }
            }
            sending.0 = sending.0.into_iter().filter_map(|request| request.test().err()).collect();
            sending.1 = sending.1.into_iter().filter_map(|request| request.test().err()).collect();
            let is_sending = !sending.0.is_empty() || !sending.1.is_empty();
            idle = if busy || !sleeps { 0 } else { idle + 1 };
            match idle {
                0..2 => std::thread::yield_now(),
                _ if is_sending => std::thread::park_timeout(Duration::from_micros(25)),
                idle => std::thread::park_timeout(Duration::from_micros(25 * idle.min(40))),
            }
        }
    });
}

/// The reader's side of messages: asks for this many blocks at a time, and takes them in as they come.
fn messages(world: &SimpleCommunicator, solved: &Solved, together: usize) -> Vec<Lost> {
    let owner = world.process_at_rank(OWNER);
    let mut fetched = Vec::with_capacity(solved.blocks.len());
    for blocks in solved.blocks.chunks(together) {
        let slots = (SLOT..).map(|slot| slot as u64);
        let wants: Vec<u64> = blocks
            .iter()
            .zip(slots)
            .flat_map(|(block, slot)| [block.part as u64, block.first_row.into(), slot])
            .collect();
        owner.buffered_send_with_tag(&wants[..], WANT);
        let mut coming: Vec<(Option<Vec<u32>>, Option<Lost>)> = blocks.iter().map(|_| (None, None)).collect();
        let mut missing = blocks.len();
        while missing > 0 {
            let Some(found) = owner.immediate_matched_probe() else { continue };
            let slot = (found.1.tag() - SLOT) as usize;
            match coming[slot].0.take() {
                None => coming[slot].0 = Some(found.matched_receive_vec::<u32>().0),
                Some(starts) => {
                    let (low, _) = found.matched_receive_vec::<u16>();
                    coming[slot].1 = Lost::from_lists(starts, low, solved.plan.positions_of(blocks[slot]));
                    missing -= 1;
                }
            }
        }
        fetched.extend(coming.into_iter().filter_map(|(_, lost)| lost));
    }
    fetched
}

/// Where a block lies in the window of its owner: in bytes, and the lengths of its two lists. No length: it
/// is not there.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Place {
    offset: u64,
    starts: u32,
    low: u32,
}

/// The owner's memory that the reader reads: a place for every block, then the blocks.
struct Window<'a> {
    window: ffi::MPI_Win,
    solved: &'a Solved,
}

impl<'a> Window<'a> {
    fn of(world: &SimpleCommunicator, solved: &'a Solved) -> Self {
        let entries = size_of::<Place>() * solved.blocks.len();
        // Each block begins at a multiple of eight.
        let sizes: Vec<usize> =
            solved.lost.iter().map(|lost| (bytes_of(lost) as usize).next_multiple_of(8)).collect();
        let size = if world.rank() == OWNER { entries + sizes.iter().sum::<usize>() } else { 0 };
        let mut base: *mut u8 = std::ptr::null_mut();
        // SAFETY: both ranks call it; `base` and `window` are written before they are read, and only the
        // owner has memory there.
        let window = unsafe {
            let mut window = ffi::RSMPI_WIN_NULL;
            let at: *mut *mut u8 = &mut base;
            ffi::MPI_Win_allocate(
                size as ffi::MPI_Aint,
                1,
                ffi::RSMPI_INFO_NULL,
                world.as_raw(),
                at.cast(),
                &mut window,
            );
            ffi::MPI_Win_lock_all(ffi::MPI_MODE_NOCHECK as i32, window);
            window
        };
        if world.rank() == OWNER {
            let mut offset = entries;
            for (nth, (lost, size)) in solved.lost.iter().zip(sizes).enumerate() {
                let (starts, low) = lost.lists();
                let place =
                    Place { offset: offset as u64, starts: starts.len() as u32, low: low.len() as u32 };
                // SAFETY: entries and blocks lie in the memory allocated above, one after the other, and
                // nobody reads them before the barrier; both lists are shorter than their block's room.
                unsafe {
                    base.add(nth * size_of::<Place>()).cast::<Place>().write_unaligned(place);
                    std::ptr::copy_nonoverlapping(
                        starts.as_ptr().cast(),
                        base.add(offset),
                        size_of_val(starts),
                    );
                    let after = base.add(offset + size_of_val(starts));
                    std::ptr::copy_nonoverlapping(low.as_ptr().cast(), after, size_of_val(low));
                }
                offset += size;
            }
        }
        // SAFETY: the window is there.
        unsafe { ffi::MPI_Win_sync(window) };
        world.barrier();
        Self { window, solved }
    }

    /// Begins to read bytes of the owner.
    fn get<T: Copy>(&self, offset: u64, list: &mut [T]) {
        let bytes = size_of_val(list) as i32;
        // SAFETY: the list has room for this many bytes, lives until `flush`, and any bytes make a number.
        unsafe {
            let (to, byte) = (list.as_mut_ptr().cast::<c_void>(), ffi::RSMPI_UINT8_T);
            ffi::MPI_Get(to, bytes, byte, OWNER, offset as ffi::MPI_Aint, bytes, byte, self.window);
        }
    }

    /// Waits until everything that was begun has been read.
    fn flush(&self) {
        // SAFETY: the window is there, and locked.
        unsafe { ffi::MPI_Win_flush(OWNER, self.window) };
    }

    /// Reads where all blocks lie.
    fn places(&self) -> Vec<Place> {
        let mut places = vec![Place::default(); self.solved.blocks.len()];
        self.get(0, &mut places);
        self.flush();
        places
    }

    /// Reads all blocks, where it is known where they lie.
    fn read(&self, places: &[Place], together: usize) -> Vec<Lost> {
        let mut fetched = Vec::with_capacity(places.len());
        for (places, blocks) in places.chunks(together).zip(self.solved.blocks.chunks(together)) {
            self.read_some(places, blocks, &mut fetched);
        }
        fetched
    }

    /// Reads all blocks, and before each where it lies.
    fn find_and_read(&self, together: usize) -> Vec<Lost> {
        let mut fetched = Vec::with_capacity(self.solved.blocks.len());
        let mut nth = 0;
        for blocks in self.solved.blocks.chunks(together) {
            let mut places = vec![Place::default(); blocks.len()];
            for place in &mut places {
                self.get((nth * size_of::<Place>()) as u64, std::slice::from_mut(place));
                nth += 1;
            }
            self.flush();
            assert!(places.iter().all(|place| place.starts > 0), "every block is there");
            self.read_some(&places, blocks, &mut fetched);
        }
        fetched
    }

    fn read_some(&self, places: &[Place], blocks: &[Block], fetched: &mut Vec<Lost>) {
        let mut lists: Vec<(Vec<u32>, Vec<u16>)> = places
            .iter()
            .map(|place| (vec![0; place.starts as usize], vec![0; place.low as usize]))
            .collect();
        for (place, (starts, low)) in places.iter().zip(&mut lists) {
            self.get(place.offset, starts);
            self.get(place.offset + 4 * u64::from(place.starts), low);
        }
        self.flush();
        for ((starts, low), &block) in lists.into_iter().zip(blocks) {
            fetched.extend(Lost::from_lists(starts, low, self.solved.plan.positions_of(block)));
        }
    }
}

impl Drop for Window<'_> {
    fn drop(&mut self) {
        // SAFETY: both ranks free the window once, before MPI ends.
        unsafe {
            ffi::MPI_Win_unlock_all(self.window);
            ffi::MPI_Win_free(&mut self.window);
        }
    }
}

/// A bar solved by one thread, and of it the blocks that would be rank 1's of two.
struct Solved {
    plan: Plan,
    blocks: Vec<Block>,
    places: FxHashMap<Block, usize>,
    lost: Vec<Lost>,
}

impl Solved {
    fn of(bar: &Chomp) -> Result<Self, SieveError> {
        let effort = Effort::unlimited().threads(1);
        let limit = Plan::usual_limit(Sieve::of(bar).positions_to_solve(), 2);
        let plan = Plan::of(bar, limit, &effort)?;
        let store = Store::default();
        let (kernel, mut bench) = (Kernel::new(&plan, &effort)?, Bench::new(&plan)?);
        for part in plan.parts() {
            kernel.solve(part, &store, &mut bench)?;
        }
        drop(kernel);
        let deal = deal::Deal::new(&plan, OWNER as usize, 2);
        let blocks: Vec<Block> = deal.mine().flat_map(|part| plan.blocks(plan.part(part))).collect();
        let mut all = store.0.into_inner();
        let lost = blocks.iter().filter_map(|block| all.remove(block)).collect();
        let places = blocks.iter().enumerate().map(|(place, &block)| (block, place)).collect();
        Ok(Self { plan, blocks, places, lost })
    }

    fn bytes(&self) -> u64 {
        self.lost.iter().map(bytes_of).sum()
    }
}

fn bytes_of(lost: &Lost) -> u64 {
    let (starts, low) = lost.lists();
    (size_of_val(starts) + size_of_val(low)) as u64
}

/// Every block of a bar.
#[derive(Default)]
struct Store(RefCell<FxHashMap<Block, Lost>>);

impl Blocks for Store {
    fn read(&self, need: Need, string: &mut [u64]) -> Result<(), SieveError> {
        if let Some(lost) = self.0.borrow().get(&need.block) {
            lost.set_bits(need.from, need.len, string);
        }
        Ok(())
    }

    fn keep(&self, block: Block, len: u32, ranks: &[u32]) -> Result<(), SieveError> {
        self.0.borrow_mut().insert(block, Lost::new(ranks, len)?);
        Ok(())
    }

    fn check(&self) -> Result<(), Stopped> {
        Ok(())
    }
}
