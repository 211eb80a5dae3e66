//! The runner: lets the card solve wave after wave.

use std::sync::Arc;
use std::time::Duration;

use lastbite::sieve::memory::most_lost;
use lastbite::sieve::{Keep, Sieve, Solved};
use lastbite::{Chomp, Effort};

use crate::cut::{Cut, MOST_COLS, MOST_ROWS, Partitions, Wave, waited_for, waves};
use crate::device::{Argument, Device, Launch, MARKS, Memory, Plain, Stream, as_bytes, as_bytes_mut};
use crate::error::CardError;
use crate::kept::OnCard;
use crate::shelves::{Shelves, waste};
use crate::tables::{
    AllTables, KernelBox, LANES, MOST_SHAPES, NOTED, THREADS, UNRANKING_WARPS, WARPS, first_rows_of_number,
    steps_of_number,
};

/// How many waves have room for the rows above of their blocks at a time.
const RING: usize = 4;
/// Waves under way: enough that the card never waits for us, and no more than marks are told apart.
const WAVES_AHEAD: usize = 8;
const _: () = assert!(WAVES_AHEAD < MARKS && RING < MARKS);
/// But no more positions than the card solves in a twentieth of a second, so that it stops when it is told
/// to.
const POSITIONS_AHEAD: u64 = 50_000_000_000;
/// Where lists are forgotten that nobody reads again, about this part of them is there at a time in large
/// boxes.
const PART_KEPT: u64 = 5;

/// Says whether the kernel has room for the sides of a box.
pub(crate) fn takes(kept: &Chomp) -> bool {
    kept.rows() as usize <= MOST_ROWS && kept.cols() as usize <= MOST_COLS
}

/// Everything the host has to know before the card begins.
pub(crate) struct Prepared {
    bar: Chomp,
    cut: Cut,
    most_tails: u64,
    poison: (usize, usize),
    partitions: Partitions,
    waves: Vec<Wave>,
    shares: Vec<crate::cut::Share>,
    tables: AllTables,
    shared_bytes: u32,
}

impl Prepared {
    /// Cuts the box of a bar into blocks of at most this many positions, and makes the tables.
    pub(crate) fn new(bar: &Chomp, most_tails: u64, effort: &Effort) -> Result<Self, CardError> {
        let kept = Sieve::of(bar).kept()?;
        if !takes(&kept) {
            return Err(CardError::TooLong { rows: bar.rows(), cols: bar.cols() });
        }
        let (rows, cols) = (kept.rows() as usize, kept.cols() as usize);
        let cut = Cut::new(rows, cols, most_tails);
        let shapes = cut.shapes();
        // What the rows after the first add to the number of a block has 32 bits.
        if cut.most_under_a_first_row() > u64::from(u32::MAX) || shapes.len() > MOST_SHAPES {
            return Err(CardError::TooLarge { bar: *bar });
        }
        let partitions = Partitions::of(&cut);
        let (waves, shares) = waves(&cut, &shapes, &partitions);
        // The blocks of a share have 32 bits, too.
        if shares.iter().map(|share| u64::from(share.blocks)).sum::<u64>() != cut.blocks {
            return Err(CardError::TooLarge { bar: *bar });
        }
        let poison = (kept.poison().row as usize, kept.poison().col as usize);
        let tables = AllTables::of(&cut, &shapes, poison, effort.threads_used());
        let shared_bytes = tables.shapes.iter().map(|shape| shape.shared_bytes(cols)).max().unwrap_or(0);
        let most_tails = shapes.iter().map(|shape| shape.tails() as u64).max().unwrap_or(1);
        Ok(Self { bar: *bar, cut, most_tails, poison, partitions, waves, shares, tables, shared_bytes })
    }

    /// Returns the most batches that a wave has.
    fn most_batches(&self) -> u64 {
        self.waves.iter().map(|wave| wave.batches).max().unwrap_or(0).into()
    }

    /// Returns the bytes that the rows above of one batch take.
    fn prefix_stride(&self) -> u64 {
        u64::from(LANES) * self.cut.deepest.max(1) as u64
    }

    /// Returns the bytes in which this many batches note what they find, or as many as there are.
    fn noted_bytes(&self, batches: u32) -> u64 {
        self.most_batches().min(batches.into()) * u64::from(WARPS) * NOTED * 2
    }

    /// Estimates how many bytes of the card solving takes, rather too few than too many.
    fn needed(&self, batches: u32, is_forgetful: bool) -> u64 {
        let prefixes = self.most_batches() * self.prefix_stride() * RING as u64;
        let lists = self.expected_lists() / if is_forgetful { PART_KEPT } else { 1 };
        8 * self.cut.blocks
            + prefixes
            + self.noted_bytes(batches)
            + lists
            + waste(self.most_tails, is_forgetful)
    }

    /// Estimates how many bytes the lists will take, rather too few than too many: about half of the most
    /// that the processor reckons with, and half of each last chunk. A bar that takes more is noticed when
    /// the lists are full.
    fn expected_lists(&self) -> u64 {
        let most = most_lost(Sieve::of(&self.bar).positions_to_solve(), self.bar.is_classic());
        let part = if self.bar.is_classic() { 0.5 } else { 0.4 };
        (most as f64 * part * 2.0) as u64 + 5 * self.cut.blocks
    }
}

/// The tables and workspace on the card while it solves.
struct Workspace {
    prefixes: Memory,
    /// Tells the kernels to end at once.
    stop: Memory,
    /// Only held: the kernels know where they are.
    _held: Vec<Memory>,
}

/// Solves a prepared bar.
pub(crate) fn solve(
    device: &Arc<dyn Device>,
    prepared: Prepared,
    keep: Keep,
    effort: &Effort,
) -> Result<Solved, CardError> {
    effort.check()?;
    effort.report_share(0.0);
    let (free, batches) = (device.free_bytes()?, device.batches_at_a_time());
    let is_forgetful = keep == Keep::Openings;
    let needed = prepared.needed(batches, is_forgetful);
    if needed > free {
        return Err(CardError::TooLittleMemory { needed, free });
    }
    let index = Memory::new(device, 8 * prepared.cut.blocks)?;
    let lost = Memory::new(device, 8 * prepared.cut.lengths() as u64)?;
    device.clear(lost.address, lost.bytes)?;
    let (workspace, mut kernel_box) = upload(device, &prepared)?;
    // Lists get the rest; a little is left to the driver.
    let free = device.free_bytes()?;
    let lists = prepared.expected_lists();
    let wanted = if is_forgetful { lists / 4 * 3 + (256 << 20) } else { 4 * lists };
    let wanted = wanted + waste(prepared.most_tails, is_forgetful);
    let bytes = (free - (free / 8).min(256 << 20)).min(wanted);
    let shelves = Shelves::new(device, &prepared.cut, prepared.most_tails, bytes, is_forgetful)?;
    kernel_box = KernelBox {
        index: index.address,
        lists: shelves.lists.address,
        shelves: shelves.shelves.address,
        places: shelves.places.address,
        pool: shelves.pool.address,
        segment_bits: shelves.segment_bits,
        segments: shelves.segments,
        sums_of_shelf: shelves.sums_of_shelf,
        lost: lost.address,
        ..kernel_box
    };
    set_constant(device, "BOX", &[kernel_box])?;
    set_constant(device, "SHAPES", &prepared.tables.shapes)?;
    set_constant(device, "WITHIN", &prepared.tables.within)?;
    device.allow_shared("solve", prepared.shared_bytes)?;
    // The streams of the kernels do not wait for copies by themselves.
    device.finish()?;
    let ran = run(device, &prepared, &workspace, &shelves, effort);
    if ran.is_err() {
        // If even that fails, what is under way is waited for.
        let _ = device.write(workspace.stop.address, as_bytes(&[1u32]));
    }
    // Whatever happened, nothing may run on when the memory is given back.
    let finished = device.finish();
    ran?;
    finished?;
    let lists_used = shelves.most_used(device)?;
    let mut under = vec![0u64; prepared.cut.lengths()];
    device.read(lost.address, as_bytes_mut(&mut under))?;
    let kept = OnCard::new(device.clone(), prepared.cut, index, shelves, lists_used, under)?;
    effort.report_share(1.0);
    Ok(Solved::kept_by(&prepared.bar, Box::new(kept))?)
}

/// Writes something to the kernels' constant memory, where there must be room for it.
fn set_constant<T: Plain>(device: &Arc<dyn Device>, name: &str, value: &[T]) -> Result<(), CardError> {
    let (address, room) = device.constant(name)?;
    let bytes = as_bytes(value);
    if bytes.len() as u64 > room {
        return Err(CardError::Strange);
    }
    device.write(address, bytes)
}

/// Copies the tables to the card and takes the workspace.
fn upload(device: &Arc<dyn Device>, prepared: &Prepared) -> Result<(Workspace, KernelBox), CardError> {
    let tables = &prepared.tables;
    let mut held = Vec::new();
    let mut hold = |memory: Memory| {
        let address = memory.address;
        held.push(memory);
        address
    };
    let batches = prepared.most_batches();
    let prefixes = Memory::new(device, batches * prepared.prefix_stride() * RING as u64)?;
    let open = Memory::new(device, 4 * prepared.shares.len() as u64)?;
    device.clear(open.address, open.bytes)?;
    let stop = Memory::new(device, 4)?;
    device.clear(stop.address, stop.bytes)?;
    let kernel_box = KernelBox {
        cols: prepared.cut.cols as u32,
        poison_row: prepared.poison.0 as u32,
        poison_col: prepared.poison.1 as u32,
        prefix_stride: prepared.prefix_stride() as u32,
        deepest: prepared.cut.deepest as u32,
        sums_of_shelf: 0,
        segment_bits: 0,
        segments: 0,
        reach: std::array::from_fn(|row| prepared.cut.reach.get(row).map_or(0, |&reach| reach as u8)),
        index: 0,
        lists: 0,
        shelves: 0,
        places: 0,
        pool: 0,
        lost: 0,
        pairs: hold(Memory::of(device, &tables.pairs)?),
        smaller: hold(Memory::of(device, &tables.smaller)?),
        longer: hold(Memory::of(device, &tables.longer)?),
        steps: hold(Memory::of(device, &tables.steps)?),
        shorter: hold(Memory::of(device, &tables.shorter)?),
        classes: hold(Memory::of(device, &tables.classes)?),
        eaten: hold(Memory::of(device, &tables.eaten)?),
        cuts: hold(Memory::of(device, &tables.cuts)?),
        equal: hold(Memory::of(device, &tables.equal)?),
        partitions: hold(Memory::of(device, prepared.partitions.all())?),
        sums: prepared.partitions.sums as u32,
        lengths: prepared.cut.lengths() as u32,
        steps_of_number: hold(Memory::of(device, &steps_of_number(&prepared.cut))?),
        first_rows: hold(Memory::of(device, &first_rows_of_number(&prepared.cut))?),
        shares: hold(Memory::of(device, &prepared.shares)?),
        open: open.address,
        noted: hold(Memory::new(device, prepared.noted_bytes(device.batches_at_a_time()))?),
        stop: stop.address,
    };
    hold(open);
    Ok((Workspace { prefixes, stop, _held: held }, kernel_box))
}

/// Starts all waves, a few ahead of those that are done, and watches over them.
fn run(
    device: &Arc<dyn Device>,
    prepared: &Prepared,
    workspace: &Workspace,
    shelves: &Shelves,
    effort: &Effort,
) -> Result<(), CardError> {
    let mut cleared = 0;
    let total: u64 = prepared.waves.iter().map(|wave| wave.positions).sum();
    let (mut done, mut done_positions, mut started_positions) = (0, 0, 0);
    for (number, wave) in prepared.waves.iter().enumerate() {
        while number - done >= WAVES_AHEAD
            || (number - done >= 2 && started_positions - done_positions > POSITIONS_AHEAD)
        {
            effort.check()?;
            if device.is_passed(Stream::Solving, done)? {
                done_positions += prepared.waves[done].positions;
                done += 1;
                effort.report_share(done_positions as f64 / total as f64);
            } else if started_positions - done_positions > POSITIONS_AHEAD / 10 {
                std::thread::sleep(Duration::from_micros(100));
            } else {
                std::thread::yield_now();
            }
        }
        // What was seen to be done need not be waited for.
        let waited = waited_for(&prepared.cut, &prepared.waves, number, RING).filter(|&wave| wave >= done);
        for shelf in shelves.done_before(wave.sum, cleared) {
            let arguments = [Argument::Number(shelf)];
            let clear = Launch {
                kernel: "clear_shelf",
                groups: 1,
                threads: THREADS,
                shared_bytes: 0,
                arguments: &arguments,
            };
            device.launch(Stream::Solving, &clear)?;
            cleared = shelf + 1;
        }
        launch(device, prepared, workspace, number, wave, waited)?;
        started_positions += wave.positions;
    }
    while done < prepared.waves.len() {
        effort.check()?;
        if device.is_passed(Stream::Solving, done)? {
            done += 1;
        } else {
            std::thread::yield_now();
        }
    }
    Ok(())
}

/// Starts one wave: counts its blocks out on one stream, while the other may still solve the waves before,
/// and solves them.
fn launch(
    device: &Arc<dyn Device>,
    prepared: &Prepared,
    workspace: &Workspace,
    number: usize,
    wave: &Wave,
    waited: Option<usize>,
) -> Result<(), CardError> {
    let place = (number % RING) as u64 * prepared.most_batches() * prepared.prefix_stride();
    let prefixes = Argument::Address(workspace.prefixes.address + place);
    let (first, shares) = (Argument::Number(wave.shares.start), Argument::Number(wave.shares.len() as u32));
    if let Some(waited) = waited {
        device.wait_on(Stream::Unranking, Stream::Solving, waited)?;
    }
    let arguments = [prefixes, Argument::Number(wave.sum), first, shares, Argument::Number(wave.chunks)];
    let threads = UNRANKING_WARPS * LANES;
    let groups = wave.chunks.div_ceil(UNRANKING_WARPS);
    let unrank = Launch { kernel: "unrank", groups, threads, shared_bytes: 0, arguments: &arguments };
    device.launch(Stream::Unranking, &unrank)?;
    device.mark(Stream::Unranking, number)?;
    device.wait_on(Stream::Solving, Stream::Unranking, number)?;
    let at_a_time = device.batches_at_a_time();
    for from in (0..wave.batches).step_by(at_a_time as usize) {
        let arguments = [prefixes, first, shares, Argument::Number(from)];
        let solve = Launch {
            kernel: "solve",
            groups: (wave.batches - from).min(at_a_time),
            threads: THREADS,
            shared_bytes: prepared.shared_bytes,
            arguments: &arguments,
        };
        device.launch(Stream::Solving, &solve)?;
    }
    device.mark(Stream::Solving, number)
}
