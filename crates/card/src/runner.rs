//! The runner: lets the card solve wave after wave.

use std::sync::Arc;
use std::time::Duration;

use lastbite_engines::sieve::memory::most_lost;
use lastbite_engines::sieve::{Keep, Sieve, Solved};
use lastbite_engines::{Bar, Effort};

use crate::cut::{Cut, LANES, MOST_COLS, MOST_ROWS, Partitions, Wave, waited_for, waves};
use crate::device::{Argument, Device, Launch, MARKS, Memory, Plain, Stream, as_bytes, as_bytes_mut};
use crate::error::CardError;
use crate::index::{Buckets, Index, Thrifty};
use crate::kept::OnCard;
use crate::outline::Alive;
use crate::shelves::{CHUNK_BYTES, Kept, Shelves, least_on_card, waste};
use crate::tables::{
    AllTables, CHUNK, KeptInKernels, KernelBox, MOST_SHAPES, NOTED, THREADS, THRIFTY_HEAD, UNRANKING_WARPS,
    WARPS, head_steps, steps_of_number,
};

/// How many waves have room for the rows above of their blocks at a time.
const RING: usize = 4;
/// Waves under way: enough that the card never waits for us, and no more than the marks can tell apart.
const WAVES_AHEAD: usize = 8;
const _: () = assert!(WAVES_AHEAD < MARKS && RING < MARKS);
/// No more positions than the card solves in a twentieth of a second, so that it stops when told to.
const POSITIONS_AHEAD: u64 = 50_000_000_000;
/// If lists are forgotten after their last use, about one in this many exists at a time in large boxes.
const PART_KEPT: u64 = 6;
/// The most batches of a wave, so that their rows above take little memory.
const MOST_BATCHES: u32 = 1 << 19;
/// The most groups that look for the slots of forgotten lists.
const FORGETTING_GROUPS: u64 = 4096;
/// Packed lists take about this share of what they would take in two bytes a position. They took 0.73 of it
/// in a simulation of 19x20, and 0.76 when so many positions were left out that lists were as short as those
/// of 25x26.
const PACKED: f64 = 0.75;
/// So many lists are called cold that the others take this share of the memory for lists on the card.
const HOT: f64 = 0.95;
/// This many positions are looked at to estimate how much is alive at the same time.
const LOOKED_AT: u64 = 20_000;

/// Says whether the kernel has room for the sides of a box.
pub(crate) fn takes(kept: &Bar) -> bool {
    kept.rows() as usize <= MOST_ROWS && kept.cols() as usize <= MOST_COLS
}

/// How much of the card's memory may be used.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Thrift {
    /// Save memory even if it is not necessary.
    pub(crate) is_wanted: bool,
    /// At most this many bytes.
    pub(crate) memory: u64,
}

impl Default for Thrift {
    fn default() -> Self {
        Self { is_wanted: false, memory: u64::MAX }
    }
}

/// The memory of a card that may be used.
#[derive(Clone, Copy)]
struct Room<'a> {
    device: &'a Arc<dyn Device>,
    /// What must stay free.
    left: u64,
}

impl<'a> Room<'a> {
    fn on(device: &'a Arc<dyn Device>, thrift: Thrift) -> Result<Self, CardError> {
        Ok(Self { device, left: device.free_bytes()?.saturating_sub(thrift.memory) })
    }

    /// Returns how many bytes may still be used.
    fn free(self) -> Result<u64, CardError> {
        Ok(self.device.free_bytes()?.saturating_sub(self.left))
    }

    /// Returns the same less a little, for the driver.
    fn for_lists(self) -> Result<u64, CardError> {
        self.free().map(|free| free - (free / 8).min(256 << 20))
    }
}

/// Everything the host has to know before the card starts.
pub(crate) struct Prepared {
    bar: Bar,
    cut: Cut,
    most_tails: u64,
    poison: (usize, usize),
    partitions: Partitions,
    waves: Vec<Wave>,
    shares: Vec<crate::cut::Share>,
    tables: AllTables,
}

impl Prepared {
    /// Cuts the box of a bar into blocks of at most this many positions, and makes the tables.
    pub(crate) fn new(bar: &Bar, most_tails: u64, effort: &Effort) -> Result<Self, CardError> {
        let kept = Sieve::of(bar).kept()?;
        if !takes(&kept) {
            return Err(CardError::TooLong { rows: bar.rows(), cols: bar.cols() });
        }
        let (rows, cols) = (kept.rows() as usize, kept.cols() as usize);
        let cut = Cut::new(rows, cols, most_tails);
        let shapes = cut.shapes();
        // What the rows after the head add to the number of a block has 32 bits.
        if cut.most_under_first_rows(THRIFTY_HEAD) > u64::from(u32::MAX) || shapes.len() > MOST_SHAPES {
            return Err(CardError::TooLarge { bar: *bar });
        }
        let partitions = Partitions::of(&cut);
        let (waves, shares) = waves(&cut, &shapes, &partitions, MOST_BATCHES);
        // The blocks of a share have 32 bits too.
        if shares.iter().map(|share| u64::from(share.blocks)).sum::<u64>() != cut.blocks {
            return Err(CardError::TooLarge { bar: *bar });
        }
        let poison = (kept.poison().row as usize, kept.poison().col as usize);
        let tables = AllTables::of(&cut, &shapes, poison, effort.threads_used());
        let most_tails = cut.most_tails();
        Ok(Self { bar: *bar, cut, most_tails, poison, partitions, waves, shares, tables })
    }

    /// Returns the bytes of shared memory that a batch takes.
    fn shared_bytes(&self, is_thrifty: bool) -> u32 {
        let bytes = self.tables.shapes.iter().map(|shape| shape.shared_bytes(self.cut.cols, is_thrifty));
        bytes.max().unwrap_or(0)
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

    /// Returns the chunks in which a batch packs lists, before it knows how many they will take: the longest
    /// list fits.
    ///
    /// No two lost tails differ only in their last row, or only in their last column, so at most half of the
    /// tails of a block are lost.
    fn staged_chunks(&self) -> u64 {
        (self.most_tails / 2).div_ceil(CHUNK as u64) + 1
    }

    /// Returns the bytes of that for this many batches, or as many as there are.
    fn staged_bytes(&self, batches: u32) -> u64 {
        self.most_batches().min(batches.into()) * self.staged_chunks() * CHUNK_BYTES
    }

    /// Estimates how many bytes of the card solving takes besides the index and the lists.
    fn workspace(&self, batches: u32, is_thrifty: bool) -> u64 {
        let prefixes = self.most_batches() * self.prefix_stride() * RING as u64;
        let staged = if is_thrifty { self.staged_bytes(batches) } else { 0 };
        prefixes + self.noted_bytes(batches) + staged
    }

    /// Estimates how many bytes of the card solving takes with an index of all blocks, erring on the low
    /// side.
    fn needed(&self, batches: u32, kept: Kept) -> u64 {
        // If it does not fit, memory can still be saved when lists are forgotten, so take the likely size
        // there.
        let lists = match kept {
            Kept::Everything => self.expected_lists(),
            Kept::Living | Kept::Thriftily => self.likely_lists() / PART_KEPT,
        };
        8 * self.cut.blocks + self.workspace(batches, false) + lists + waste(&self.cut, self.most_tails, kept)
    }

    /// Estimates how many bytes the lists will take: those of 23x23 to 25x25 took 1.2 to 1.35 times the
    /// expected amount.
    fn likely_lists(&self) -> u64 {
        self.expected_lists() / 20 * 27
    }

    /// Says whether the plain kernels can number the blocks: what the rows after the first add has 32 bits.
    fn can_be_plain(&self) -> bool {
        self.cut.most_under_first_rows(1) <= u64::from(u32::MAX)
    }

    /// Estimates how many bytes the lists will take, erring on the low side: about half of the most that a
    /// box of this many positions loses, and half of each last chunk. If a bar takes more, that is noticed
    /// when the lists are full.
    fn expected_lists(&self) -> u64 {
        let most = most_lost(Sieve::of(&self.bar).positions_to_solve(), self.bar.is_classic());
        let part = if self.bar.is_classic() { 0.5 } else { 0.4 };
        (most as f64 * part * 2.0) as u64 + 5 * self.cut.blocks
    }
}

/// The tables and workspace on the card while it solves.
struct Workspace {
    prefixes: Memory,
    /// Makes the kernels end at once.
    stop: Memory,
    /// Only held here: the kernels know where they are.
    _held: Vec<Memory>,
}

/// Decides how to keep what is wanted: thriftily if it needs more than the card has free, or if the caller
/// wants that.
fn how_to_keep(
    room: Room<'_>,
    prepared: &Prepared,
    (keep, thrift): (Keep, Thrift),
) -> Result<Kept, CardError> {
    let free = room.free()?;
    let needed = |kept: Kept| prepared.needed(room.device.batches_at_a_time(), kept);
    match keep {
        Keep::Openings if thrift.is_wanted || !prepared.can_be_plain() || needed(Kept::Living) > free => {
            Ok(Kept::Thriftily)
        }
        Keep::Openings => Ok(Kept::Living),
        Keep::Everything if !prepared.can_be_plain() => Err(CardError::TooLarge { bar: prepared.bar }),
        Keep::Everything if needed(Kept::Everything) > free => {
            Err(CardError::TooLittleMemory { needed: needed(Kept::Everything), free })
        }
        Keep::Everything => Ok(Kept::Everything),
    }
}

/// Allocates memory for the index and for the lists, in the way that a prepared bar is kept.
fn take_memory(
    room: Room<'_>,
    prepared: &Prepared,
    kept: Kept,
    effort: &Effort,
) -> Result<(Index, Shelves), CardError> {
    let (device, cut, lists) = (room.device, &prepared.cut, prepared.expected_lists());
    let waste = waste(cut, prepared.most_tails, kept);
    let shelves = |bytes| Shelves::new(device, cut, prepared.most_tails, bytes, kept);
    if !kept.is_thrifty() {
        let index = Index::Plain(Memory::new(device, 8 * cut.blocks)?);
        let wanted = if kept.is_forgetful() { lists / 4 * 3 + (256 << 20) } else { 4 * lists };
        let bytes = room.for_lists()?.min(wanted + waste);
        return Ok((index, shelves((bytes, 0))?));
    }
    let alive = Alive::of(cut, LOOKED_AT);
    // In a bar with the poison in its corner a third of the blocks are closed. They have no list.
    let slots =
        (alive.blocks() * cut.blocks as f64 * if prepared.bar.is_classic() { 1.0 } else { 1.5 }) as u64;
    let buckets = Buckets::for_lists(slots + 10_000, cut.blocks);
    let all = PACKED * prepared.likely_lists() as f64;
    let living = (alive.positions() * all) as u64 + waste;
    let (free, on_host) = (room.for_lists()?, effort.memory_allowed());
    let index = buckets.bytes() + cut.blocks / 8;
    if index + least_on_card(prepared.most_tails) > free {
        return Err(CardError::TooLittleMemory { needed: index + living, free });
    }
    if index + living > free + on_host {
        return Err(CardError::TooLittleOnHost { needed: index + living - free, allowed: on_host });
    }
    let index = Index::Thrifty(Thrifty {
        entries: Memory::new(device, buckets.bytes() / 10 * 8)?,
        tags: Memory::cleared(device, buckets.bytes() / 10 * 2)?,
        closed: Memory::cleared(device, cut.blocks / 8 + 4)?,
        buckets,
    });
    // A bit more, in case that is not enough.
    let wanted = living / 4 * 5 + (256 << 20);
    let bytes = room.for_lists()?.min(wanted);
    let mut shelves = shelves((bytes, (wanted - bytes).min(on_host)))?;
    if let Some(host) = &mut shelves.host {
        host.cold = alive.cold(HOT * bytes as f64 / all);
    }
    Ok((index, shelves))
}

/// Solves a prepared bar.
pub(crate) fn solve(
    device: &Arc<dyn Device>,
    prepared: Prepared,
    (keep, thrift): (Keep, Thrift),
    effort: &Effort,
) -> Result<Solved, CardError> {
    effort.check()?;
    effort.report_share(0.0);
    let room = Room::on(device, thrift)?;
    let kept = how_to_keep(room, &prepared, (keep, thrift))?;
    let lost = Memory::cleared(device, 8 * prepared.cut.lengths() as u64)?;
    let (workspace, in_kernels) = upload(device, &prepared, kept)?;
    let (index, shelves) = take_memory(room, &prepared, kept, effort)?;
    let kernel_box = in_kernels(KeptInKernels {
        lists: shelves.in_kernels(),
        index: index.in_kernels(),
        lost: lost.address,
    });
    set_constant(device, "BOX", &[kernel_box])?;
    set_constant(device, "SHAPES", &prepared.tables.shapes)?;
    set_constant(device, "WITHIN", &prepared.tables.within)?;
    device.allow_shared(solving(kept), prepared.shared_bytes(kept.is_thrifty()))?;
    // The streams of the kernels do not wait for copies on their own.
    device.finish()?;
    let ran = run(device, &prepared, &workspace, (&shelves, index.buckets()), effort);
    if ran.is_err() {
        // If even that fails, wait for what is under way.
        let _ = device.write(workspace.stop.address, as_bytes(&[1u32]));
    }
    // Whatever happened, nothing may still be running when the memory is freed.
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

/// Writes something to the kernels' constant memory, which must have room for it.
fn set_constant<T: Plain>(device: &Arc<dyn Device>, name: &str, value: &[T]) -> Result<(), CardError> {
    let (address, room) = device.constant(name)?;
    let bytes = as_bytes(value);
    if bytes.len() as u64 > room {
        return Err(CardError::Strange);
    }
    device.write(address, bytes)
}

/// Returns the kernel that solves.
fn solving(kept: Kept) -> &'static str {
    if kept.is_thrifty() { "solve_thrifty" } else { "solve" }
}

/// Copies the tables to the card and allocates the workspace. What the kernels are told is complete once it is
/// known where the lists, the index and the counts of lost positions are.
fn upload(
    device: &Arc<dyn Device>,
    prepared: &Prepared,
    kept: Kept,
) -> Result<(Workspace, impl FnOnce(KeptInKernels) -> KernelBox + use<>), CardError> {
    let head = if kept.is_thrifty() { THRIFTY_HEAD } else { 1 };
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
    let staged = match kept.is_thrifty() {
        true => hold(Memory::new(device, prepared.staged_bytes(device.batches_at_a_time()))?),
        false => 0,
    };
    let pairs = hold(Memory::of(device, &tables.pairs)?);
    let smaller = hold(Memory::of(device, &tables.smaller)?);
    let longer = hold(Memory::of(device, &tables.longer)?);
    let steps = hold(Memory::of(device, &tables.steps)?);
    let shorter = hold(Memory::of(device, &tables.shorter)?);
    let classes = hold(Memory::of(device, &tables.classes)?);
    let eaten = hold(Memory::of(device, &tables.eaten)?);
    let cuts = hold(Memory::of(device, &tables.cuts)?);
    let equal = hold(Memory::of(device, &tables.equal)?);
    let partitions = hold(Memory::of(device, prepared.partitions.all())?);
    let steps_of_number = hold(Memory::of(device, &steps_of_number(&prepared.cut, head))?);
    let head_steps = hold(Memory::of(device, &head_steps(&prepared.cut, head))?);
    let shares = hold(Memory::of(device, &prepared.shares)?);
    let noted = hold(Memory::new(device, prepared.noted_bytes(device.batches_at_a_time()))?);
    let (open, stop_at) = (hold(open), stop.address);
    let reach = std::array::from_fn(|row| prepared.cut.reach.get(row).map_or(0, |&reach| reach as u8));
    let (cols, deepest, lengths) =
        (prepared.cut.cols as u32, prepared.cut.deepest as u32, prepared.cut.lengths() as u32);
    let (poison_row, poison_col) = (prepared.poison.0 as u32, prepared.poison.1 as u32);
    let (prefix_stride, staged_chunks) = (prepared.prefix_stride() as u32, prepared.staged_chunks() as u32);
    let (circle, sums) = (4 * prepared.most_tails as u32, prepared.partitions.sums as u32);
    let kernel_box = move |KeptInKernels { lists, index, lost }| KernelBox {
        cols,
        poison_row,
        poison_col,
        prefix_stride,
        deepest,
        sums_of_shelf: lists.sums_of_shelf,
        segment_bits: lists.segment_bits,
        segments: lists.segments,
        reach,
        index: index.entries,
        lists: lists.lists,
        shelves: lists.shelves,
        places: lists.places,
        pool: lists.pool,
        tags: index.tags,
        buckets: index.buckets,
        closed: index.closed,
        host_pool: lists.host.pool,
        host_from: lists.host_from,
        host_shift: lists.host.shift,
        dead: lists.host.dead,
        staged,
        staged_chunks,
        circle,
        number_bits: index.number_bits,
        head: head as u32,
        host_segments: lists.host.segments,
        cold: lists.host.cold,
        lost,
        pairs,
        smaller,
        longer,
        steps,
        shorter,
        classes,
        eaten,
        cuts,
        equal,
        partitions,
        sums,
        lengths,
        steps_of_number,
        head_steps,
        shares,
        open,
        noted,
        stop: stop_at,
    };
    Ok((Workspace { prefixes, stop, _held: held }, kernel_box))
}

/// Starts all waves, a few ahead of those that are done, and watches over them.
fn run(
    device: &Arc<dyn Device>,
    prepared: &Prepared,
    workspace: &Workspace,
    kept: (&Shelves, Option<Buckets>),
    effort: &Effort,
) -> Result<(), CardError> {
    let shelves = kept.0;
    let mut cleared = 0;
    // Each thread looks at half a bucket at a time.
    let halves = kept.1.map_or(0, |buckets| 2 * buckets.count);
    let groups = halves.div_ceil(THREADS.into()).min(FORGETTING_GROUPS) as u32;
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
        // No need to wait for what is known to be done.
        let waited = waited_for(&prepared.cut, &prepared.waves, number, RING).filter(|&wave| wave >= done);
        let done_with = shelves.done_before(wave.sum, cleared);
        cleared = done_with.end;
        clear(device, done_with, groups)?;
        launch(device, prepared, workspace, number, wave, (solving(shelves.kept), waited))?;
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

/// Clears shelves whose lists are not read again.
///
/// If the index has only what is alive, this many groups first make sure that these lists can no longer be
/// found.
fn clear(device: &Arc<dyn Device>, done_with: std::ops::Range<u32>, groups: u32) -> Result<(), CardError> {
    let start = |kernel: &'static str, groups: u32, number: u32| {
        let arguments = [Argument::Number(number)];
        let launch = Launch { kernel, groups, threads: THREADS, shared_bytes: 0, arguments: &arguments };
        device.launch(Stream::Solving, &launch)
    };
    if groups > 0 && !done_with.is_empty() {
        done_with.clone().try_for_each(|shelf| start("end_shelf", 1, shelf))?;
        start("forget", groups, groups)?;
    }
    done_with.into_iter().try_for_each(|shelf| start("clear_shelf", 1, shelf))
}

/// Starts one wave: counts out its blocks on one stream, while the other may still be solving earlier waves,
/// and solves them.
fn launch(
    device: &Arc<dyn Device>,
    prepared: &Prepared,
    workspace: &Workspace,
    number: usize,
    wave: &Wave,
    (kernel, waited): (&'static str, Option<usize>),
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
            kernel,
            groups: (wave.batches - from).min(at_a_time),
            threads: THREADS,
            shared_bytes: prepared.shared_bytes(kernel == "solve_thrifty"),
            arguments: &arguments,
        };
        device.launch(Stream::Solving, &solve)?;
    }
    device.mark(Stream::Solving, number)
}
