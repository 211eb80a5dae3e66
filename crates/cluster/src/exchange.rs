//! The exchange: the one thread of a rank that speaks MPI, and answers the others while its own threads work.
//!
//! ```text
//! want   [block, slot, block, slot ...]   to the rank that solves the blocks, many at a time
//! slot   [u8]                             the list of a block, as it is in the owner's store: nothing is copied;
//!                                         sent when the block is solved, at once or later; empty if it has no
//!                                         lost positions, as a quarter of all blocks have none
//! slot   [0]                              of a block that was forgotten since it was requested: it is not read any more
//! reads  [turn]                           to rank 0: from this turn of the plan on the sender still reads blocks;
//!                                         and back: so does one rank or another
//! pulse  [positions done]                 to rank 0, and back: the sender is alive
//! ```
//!
//! These are messages, not one-sided reads: a rank that wants a block which is not solved yet would have to
//! look again and again, and the owner knows best when there is something to send.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lastbite_engines::sieve::packed::Packed;
use lastbite_engines::sieve::plan::Block;
use lastbite_engines::{Keep, SolveError};
use mpi::Tag;
use mpi::point_to_point::{Message, Status};
use mpi::request::{LocalScope, Request, StaticScope};
use mpi::traits::*;
use rustc_hash::FxHashMap;

use crate::progress::Progress;
use crate::ranks::Ranks;
use crate::runner::Runner;
use crate::stop::Stop;
use crate::store::{Cell, Store};
use crate::voice::Voice;

const WANT: Tag = 1;
const PULSE: Tag = 2;
/// A rank that fails tells rank 0 that it speaks for all, if no folder decides that.
const LAST: Tag = 3;
static WORD: [u64; 1] = [0];
/// The turn from which a rank still reads.
const READS: Tag = 4;
/// Sent instead of the list of a block that was forgotten: no list has a single byte.
static FORGOTTEN: [u8; 1] = [0];
/// The tag of the first slot; MPI promises tags up to 32,767.
const SLOT: Tag = 16;
/// The blocks that can be on their way to a rank at the same time.
const SLOTS: usize = 16_384;
/// The most blocks that one message requests.
const TOGETHER: usize = 64;

/// The bytes of the buffer for short messages: requests for all slots one by one, and as much again to tell
/// others how far a rank is, with room for what MPI adds.
pub const BUFFER: usize = 2 * SLOTS * 256;

/// The shortest sleep when nothing comes.
const SHORT: Duration = Duration::from_micros(25);

/// How often ranks say that they are alive.
const PULSES: Duration = Duration::from_millis(500);

/// How often ranks say from which turn on they still read, if it has changed.
const READINGS: Duration = Duration::from_millis(10);

/// How long MPI may take to end a rank.
const ENDING: Duration = Duration::from_secs(2);

/// What the exchange counted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sent {
    /// The messages sent, and their bytes.
    pub messages: u64,
    pub bytes: u64,
    /// The blocks that were requested before they were solved.
    pub awaited: u64,
}

/// The state of the exchange on one rank.
pub struct Exchange<'a> {
    ranks: &'a Ranks,
    runner: &'a Runner<'a>,
    voice: &'a Voice,
    store: &'a Store<'a>,
    /// The blocks that were requested, by slot.
    slots: Vec<Option<Block>>,
    free: Vec<u16>,
    /// Who waits for a block that is not solved yet, and in which slot.
    waiting: FxHashMap<Block, Vec<(i32, Tag)>>,
    /// When each rank was last heard from; this rank only hears from rank 0, and rank 0 from all.
    heard: Vec<Instant>,
    pulsed: Instant,
    /// From which turn on each rank still reads, as far as it is known here; and what was last said, and
    /// when.
    reads_from: Vec<u32>,
    said_reads: (u32, Instant),
    /// How long another rank may be silent.
    pub patience: Duration,
    /// Whether this thread has a core to itself.
    has_core: bool,
    progress: Progress,
    sent: Sent,
}

/// A list that is being sent or received.
type OnItsWay<'s, 'a> = Request<'a, [u8], &'s LocalScope<'a>>;

/// Lists that are being sent, each with its block: if the block is forgotten meanwhile, it lives on until it
/// has been sent.
type Sending<'s, 'a> = VecDeque<(OnItsWay<'s, 'a>, Option<Arc<Packed>>)>;

impl<'a> Exchange<'a> {
    /// Makes the exchange of a rank; `patience` is how long another one may be silent, and `has_core` whether
    /// the calling thread has a core to itself.
    pub fn new(
        (ranks, voice): (&'a Ranks, &'a Voice),
        runner: &'a Runner<'a>,
        store: &'a Store<'a>,
        patience: Duration,
        has_core: bool,
        progress: Progress,
    ) -> Self {
        Self {
            ranks,
            runner,
            voice,
            store,
            slots: (0..SLOTS).map(|_| None).collect(),
            free: (0..SLOTS as u16).rev().collect(),
            waiting: FxHashMap::default(),
            heard: vec![Instant::now(); ranks.count],
            pulsed: Instant::now(),
            reads_from: vec![0; ranks.count],
            said_reads: (0, Instant::now()),
            patience,
            has_core,
            progress,
            sent: Sent::default(),
        }
    }

    /// Answers other ranks and fetches for this one, until `is_over` here and everywhere.
    ///
    /// A failure ends the whole run on all ranks, after `last_words`: what is on its way cannot be called
    /// back.
    pub fn serve(&mut self, is_over: impl Fn() -> bool, last_words: impl Fn(&Stop)) -> Sent {
        let world = &self.ranks.world;
        self.heard.fill(Instant::now());
        mpi::request::scope(|scope| {
            let mut sending = VecDeque::new();
            let mut over = None;
            let mut idle = 0;
            loop {
                self.runner.note_round();
                let mut busy = false;
                let mut lists = Vec::new();
                while let Some(found) = world.any_process().immediate_matched_probe() {
                    busy = true;
                    let (from, tag) = (found.1.source_rank(), found.1.tag());
                    self.heard[from as usize] = Instant::now();
                    match tag {
                        WANT => {
                            let (wants, _) = found.matched_receive_vec::<u64>();
                            for want in wants.chunks_exact(2) {
                                self.answer(block_of(want[0]), (from, want[1] as Tag), scope, &mut sending);
                            }
                        }
                        PULSE => {
                            let (pulse, _) = found.matched_receive_vec::<u64>();
                            self.progress.note(from as usize, pulse.first().copied().unwrap_or(0));
                        }
                        READS => {
                            let (turn, _) = found.matched_receive_vec::<u64>();
                            let turn = turn.first().copied().unwrap_or(0);
                            self.reads_from[from as usize] = u32::try_from(turn).unwrap_or(u32::MAX);
                        }
                        LAST => {
                            found.matched_receive_vec::<u64>();
                            self.voice.leave_it_to_others();
                        }
                        tag => match self.room_for(tag, &found.1) {
                            Ok(list) => lists.push((found.0, list)),
                            Err(stop) => self.end(&stop, &last_words),
                        },
                    }
                }
                if let Err(stop) = self.take(lists) {
                    self.end(&stop, &last_words);
                }
                for block in self.runner.take_fresh() {
                    for who in self.waiting.remove(&block).unwrap_or_default() {
                        busy = true;
                        self.answer(block, who, scope, &mut sending);
                    }
                }
                busy |= self.ask();
                self.forget();
                complete(&mut sending);
                if let Err(stop) = self.pulse() {
                    self.end(&stop, &last_words);
                }
                // When the barrier is over, all ranks are done; until then the others may still ask.
                over = match over {
                    // Nor do they send anything that this one has requested.
                    None if is_over() && self.free.len() == SLOTS => Some(world.immediate_barrier()),
                    Some(barrier) => match barrier.test() {
                        Ok(_) => break,
                        Err(barrier) => Some(barrier),
                    },
                    none => none,
                };
                // Threads of this rank wake us when they wait, or have solved what others wait for. Messages
                // do not. So look again soon, and less often when nothing comes; but keep looking while a
                // thread has nothing else to do. A long message goes out only while we look, and in pieces if
                // one process cannot read another's memory.
                self.runner.note_awaited(!self.waiting.is_empty());
                let is_sending = !sending.is_empty();
                idle = if busy || self.runner.waits() { 0 } else { idle + 1 };
                match idle {
                    0..2 => std::thread::yield_now(),
                    _ if is_sending && self.has_core => std::thread::yield_now(),
                    _ if is_sending => std::thread::park_timeout(SHORT),
                    // A hundred microseconds at most if that costs nothing, else a millisecond.
                    idle => std::thread::park_timeout(SHORT * idle.min(if self.has_core { 4 } else { 40 })),
                }
            }
            sending.into_iter().for_each(|(request, _lost)| request.wait_without_status());
        });
        self.sent
    }

    /// Ends the run: this rank says why, and all ranks end.
    ///
    /// Then all others get a signal, and rank 0 might announce the end of the run: so tell it first.
    fn end(&self, stop: &Stop, last_words: &impl Fn(&Stop)) -> ! {
        let world = &self.ranks.world;
        if self.voice.takes(stop) {
            last_words(stop);
            self.tell_first();
        }
        // If the launcher of the ranks cannot be reached, because a cable is cut say, MPI would wait for it
        // forever.
        let code = stop.code();
        let _ = std::thread::Builder::new().spawn(move || {
            std::thread::sleep(ENDING);
            signal_hook::low_level::exit(code);
        });
        world.abort(code)
    }

    /// Tells rank 0 that this one has spoken, and waits a moment for it to know; it may have died.
    fn tell_first(&self) {
        if self.ranks.is_first() || self.voice.is_decided_by_folder() {
            return;
        }
        let first = self.ranks.world.process_at_rank(0);
        let mut told = first.immediate_synchronous_send_with_tag(StaticScope, &WORD[..], LAST);
        let since = Instant::now();
        while let Err(untold) = told.test() {
            if since.elapsed() > ENDING {
                return std::mem::forget(untold);
            }
            told = untold;
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Sends a block to a rank that wants it, now or when it is solved.
    #[allow(unsafe_code)]
    fn answer<'s>(
        &mut self,
        block: Block,
        (to, slot): (i32, Tag),
        scope: &'s LocalScope<'a>,
        sending: &mut Sending<'s, 'a>,
    ) {
        let lost = match &*self.store.look(block) {
            Cell::ToCome => {
                self.waiting.entry(block).or_default().push((to, slot));
                self.sent.awaited += 1;
                return;
            }
            Cell::Here(lost) => Some(Arc::clone(lost)),
            Cell::Forgotten => None,
        };
        let list = lost.as_ref().map_or(&FORGOTTEN[..], |lost| lost.list());
        // SAFETY: the list belongs to a block that stays in place while an `Arc` of it exists, or is static.
        // The request is queued together with one, and is dropped before it, when it is done.
        let list = unsafe { &*std::ptr::from_ref(list) };
        let process = self.ranks.world.process_at_rank(to);
        sending.push_back((process.immediate_send_with_tag(scope, list, slot), lost));
        self.sent.messages += 1;
        self.sent.bytes += list.len() as u64;
    }

    /// Makes room for a list that has begun to arrive in a slot.
    fn room_for(&self, tag: Tag, status: &Status) -> Result<(usize, Vec<u8>), Stop> {
        let slot = usize::try_from(tag - SLOT).map_err(|_| odd())?;
        self.slots.get(slot).copied().flatten().ok_or_else(odd)?;
        let length = usize::try_from(status.count(u8::equivalent_datatype())).map_err(|_| odd())?;
        let mut list = Vec::new();
        list.try_reserve_exact(length).map_err(SolveError::from)?;
        list.resize(length, 0);
        Ok((slot, list))
    }

    /// Takes in lists, all at the same time: over a network, and if one process cannot read another's memory,
    /// each of them comes in pieces, and only while we look.
    fn take(&mut self, coming: Vec<(Message, (usize, Vec<u8>))>) -> Result<(), Stop> {
        let started = Instant::now();
        let (messages, mut lists): (Vec<Message>, Vec<(usize, Vec<u8>)>) = coming.into_iter().unzip();
        mpi::request::scope(|scope| {
            let mut coming = VecDeque::new();
            for (message, (_, list)) in messages.into_iter().zip(&mut lists) {
                coming.push_back((message.immediate_matched_receive_into(scope, &mut list[..]), ()));
            }
            loop {
                let before = coming.len();
                complete(&mut coming);
                match coming.len() {
                    0 => break,
                    // Slow, perhaps, but not stuck.
                    fewer if fewer < before => self.runner.note_round(),
                    _ if self.has_core => std::thread::yield_now(),
                    _ => std::thread::park_timeout(SHORT),
                }
                self.say_pulse();
            }
        });
        if started.elapsed() > PULSES {
            // What others have said in the meantime has not been read yet.
            self.heard.fill(Instant::now());
        }
        for (slot, list) in lists {
            let block = self.slots[slot].take().ok_or_else(odd)?;
            self.free.push(slot as u16);
            if list == FORGOTTEN {
                self.miss(block)?;
            } else {
                let lost = Packed::from_list(list, self.runner.plan.positions_of(block));
                self.runner.arrive(block, lost.ok_or_else(odd)?);
            }
        }
        Ok(())
    }

    /// Notes that a block was forgotten; it must not be needed here any more.
    fn miss(&self, block: Block) -> Result<(), Stop> {
        match self.runner.is_done_with(block) {
            true => Ok(()),
            false => Err(Stop::refuse(format!("{block:?} was forgotten too soon; please report this"))),
        }
    }

    /// Tells the others from which turn on this rank still reads, or for rank 0, any rank; forgets what no
    /// rank reads again.
    fn forget(&mut self) {
        let (before, when) = self.said_reads;
        if self.store.keeps() == Keep::Everything || when.elapsed() < READINGS {
            return;
        }
        let me = self.ranks.me;
        let reads = self.runner.reads_from();
        let has_risen = reads > self.reads_from[me];
        self.reads_from[me] = reads;
        // What rank 0 says applies to all ranks.
        let all = match self.ranks.is_first() {
            true => self.reads_from.iter().copied().min().unwrap_or(0),
            false => self.reads_from[0],
        };
        self.store.forget_before(all);
        if has_risen {
            self.runner.forget_fetched();
        }
        let said = if self.ranks.is_first() { all } else { self.reads_from[me] };
        self.said_reads = (said, Instant::now());
        if said > before {
            for other in self.others() {
                let other = self.ranks.world.process_at_rank(other as i32);
                other.buffered_send_with_tag(&[u64::from(said)][..], READS);
            }
        }
    }

    /// Asks for what will be read next; says whether there was anything to ask for.
    fn ask(&mut self) -> bool {
        let mut wants: FxHashMap<usize, Vec<u64>> = FxHashMap::default();
        let mut asked = false;
        while let Some(&slot) = self.free.last() {
            let Some(block) = self.runner.ask() else { break };
            asked = true;
            self.free.pop();
            self.slots[usize::from(slot)] = Some(block);
            let owner = self.runner.deal.owner(block.part);
            let want = wants.entry(owner).or_default();
            want.extend([number_of(block), (SLOT + Tag::from(slot)) as u64]);
            if want.len() == 2 * TOGETHER {
                self.send_wants(owner, &std::mem::take(want));
            }
        }
        for (owner, want) in wants {
            self.send_wants(owner, &want);
        }
        asked
    }

    fn send_wants(&mut self, owner: usize, want: &[u64]) {
        if want.is_empty() {
            return;
        }
        self.ranks.world.process_at_rank(owner as i32).buffered_send_with_tag(want, WANT);
        self.sent.messages += 1;
        self.sent.bytes += 8 * want.len() as u64;
    }

    /// The ranks to which this one says that it is alive, and from which it hears.
    fn others(&self) -> Range<usize> {
        if self.ranks.is_first() { 1..self.ranks.count } else { 0..1 }
    }

    /// Says now and then that this rank is alive; returns whether it was time to.
    fn say_pulse(&mut self) -> bool {
        let since = self.pulsed.elapsed();
        if since < PULSES {
            return false;
        }
        if since > (self.patience / 2).max(2 * PULSES) {
            // This rank itself was held up, because the job was suspended say: it cannot know what it missed.
            self.heard.fill(Instant::now());
        }
        self.pulsed = Instant::now();
        let done = self.runner.positions_done();
        self.progress.note(self.ranks.me, done);
        for other in self.others() {
            self.ranks.world.process_at_rank(other as i32).buffered_send_with_tag(&[done][..], PULSE);
        }
        true
    }

    /// Says now and then that this rank is alive, and stops when another one has been silent for too long.
    fn pulse(&mut self) -> Result<(), Stop> {
        if let Some(failure) = self.runner.failure() {
            return Err(failure.clone());
        }
        if !self.say_pulse() {
            return Ok(());
        }
        for other in self.others() {
            if self.heard[other].elapsed() > self.patience {
                return Err(Stop::Silence(format!(
                    "rank {other} has not been heard of for {} seconds, so it has died or its machine has",
                    self.patience.as_secs()
                )));
            }
        }
        if self.ranks.is_first() {
            self.progress.show();
        }
        Ok(())
    }

    /// Takes in messages that are no longer needed, after the last stretch of work.
    pub fn drain(&self) {
        self.ranks.world.barrier();
        while let Some(found) = self.ranks.world.any_process().immediate_matched_probe() {
            found.matched_receive_vec::<u64>();
        }
    }
}

/// Refuses an impossible message.
fn odd() -> Stop {
    Stop::refuse("a message came that nobody has asked for: are all ranks of the same version?")
}

/// Forgets what has been sent, or has arrived, from the first on: transfers mostly end in the order in which
/// they began, and asking MPI about each takes longer than sending it.
fn complete<K>(on_their_way: &mut VecDeque<(OnItsWay<'_, '_>, K)>) {
    while let Some((first, kept)) = on_their_way.pop_front() {
        if let Err(first) = first.test() {
            return on_their_way.push_front((first, kept));
        }
    }
}

/// Names a block by a number.
fn number_of(block: Block) -> u64 {
    (block.part as u64) << 8 | u64::from(block.first_row)
}

fn block_of(number: u64) -> Block {
    Block { part: (number >> 8) as usize, first_row: number as u8 }
}
