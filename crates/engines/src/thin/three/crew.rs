//! The crew: threads that take tiles through the columns, one close behind another.
//!
//! A free thread makes the next *stack* of a few tiles and takes it through all columns, from the lowest to
//! the highest; new columns begin at its end. Columns are cut into *pieces* of neighbours, and a stack goes
//! through a piece when the stack before it has:
//!
//! ```text
//!               pieces of columns
//! stack 7   # # # # # # # # # # . .        a thread has taken its stack through a piece: #
//! stack 8   # # # # # # # . . . . .        it stays behind the stack before
//! stack 9   # # # . . . . . . . . .
//! ```
//!
//! So every thread takes its stack through everything, and no work has to be divided. The progress of each
//! stack is one number that the thread behind it reads. The columns of a piece move from the cache of one
//! thread to that of the next, once for all tiles of a stack.
//!
//! A stack is made under a lock, since what has retired is part of it. Columns retire from the lowest piece
//! as the stacks come by. Stacks that were made before do not include them, and still go through them: until
//! the last of these has, the columns are *leaving*.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use lastbite_work::effort::{Effort, Stopped, TooLittleMemory};
use lastbite_work::threads::{StopOnPanic, run_beside};

use super::column::Column;
use super::diagonal::Diagonal;
use super::front::Front;
use super::tally::Tally;
use super::tile::{HEIGHT, Tile};
use super::watch::Repeat;
use super::{Kept, Line, Windowed};
use crate::thin::Estimate;
use lastbite_work::SolveError;

/// The columns of a piece: few enough that a stack can follow close behind another, many enough that checking
/// its progress costs nothing.
const PIECE: u32 = 16;

/// The tiles of a stack.
const STACK: usize = 4;

/// The live columns that are worth another thread.
const COLUMNS_FOR_A_THREAD: usize = 64;

/// With fewer threads than possible, check after this many second rows whether more are worth it.
const ROWS_BETWEEN_LOOKS: u32 = 256;

/// Columns `PIECE * number` to `PIECE * number + PIECE - 1`, as far as they have begun and live.
struct Piece<const WORDS: usize> {
    columns: VecDeque<Column<WORDS>>,
    /// Columns below these that have retired, each with the last stack that was made without it.
    leaving: Vec<(u64, Column<WORDS>)>,
    /// The column that begins next; if all columns of the piece have begun, the first of the next piece.
    next: u32,
}

/// What all threads share.
struct Crew<'a, const WORDS: usize> {
    line: Line,
    whole: bool,
    lead: Mutex<Lead<'a>>,
    /// The lowest piece whose columns have not all retired.
    lowest: AtomicU32,
    /// The first piece that is kept, and the pieces from there on.
    first: u32,
    pieces: Vec<Mutex<Piece<WORDS>>>,
    /// The progress of each stack that can be under way at a time.
    progress: Vec<Progress>,
    begun: Mutex<Begun>,
    /// How many columns have whole bit sets, and how many have had one.
    wide: AtomicUsize,
    widened: AtomicUsize,
    /// Stacks that wait to be shown.
    to_show: Option<Mutex<BTreeMap<u64, Found>>>,
    threads: usize,
    /// Set when a thread panics: the others would wait for its stack forever.
    stop: AtomicBool,
}

/// The progress of a stack: its number, and below it in the same word the first piece it has not left. It
/// only rises. Each has its own cache line, since one thread writes it all the time and another reads it.
#[derive(Default)]
#[repr(align(128))]
struct Progress(AtomicU64);

/// A stack has left all pieces.
const DONE: u32 = u32::MAX;

/// Returns the progress of a stack as a number.
fn place(stack: u64, piece: u32) -> u64 {
    stack << 32 | u64::from(piece)
}

/// The columns that have begun.
struct Begun {
    /// The first column that has not.
    unbegun: u32,
    /// The diagonal values of those that began in this run.
    news: Vec<(u32, u32)>,
}

/// What belongs to one thread.
struct Hand {
    /// The tiles of its stack, and whether each must continue.
    tiles: Vec<(Tile, bool)>,
    /// The diagonal as far as it is known here: all values that the columns before `heard_to` have inherited.
    diagonal: Diagonal,
    /// How many of the news it has read, and the first column that had not begun by then.
    heard: usize,
    heard_to: u32,
    tally: Tally,
    deaths: Vec<(u32, u32)>,
}

/// What is done for one stack after the other: making it, letting columns retire, and stopping when it is time.
struct Lead<'a> {
    front: Front,
    retired: Vec<(u32, Repeat)>,
    /// How many columns had retired before this run.
    retired_before: usize,
    next: u32,
    to: u32,
    stacks: u64,
    /// The most columns with whole bit sets that memory allows.
    most_wide: usize,
    effort: &'a Effort,
    stopped: Result<(), Stopped>,
}

/// Receives the lost positions.
type Show<'a> = &'a mut dyn FnMut(&[u32]);

/// The receiver of the lost positions, and the columns that had retired before, in order.
struct Listing<'a> {
    show: Show<'a>,
    before: Vec<(u32, &'a Repeat)>,
    retired: Vec<(u32, Repeat)>,
    /// The next stack to be shown.
    next: u64,
}

/// What a stack has found: the first and third rows of lost positions, for each second row; and how many columns
/// had retired, whose positions come on top.
struct Found {
    from: u32,
    rows: Vec<Vec<(u32, u32)>>,
    retired: usize,
}

impl Lead<'_> {
    /// Prepares the next stack and returns its number, or nothing if there is none.
    fn prepare(&mut self, tiles: &mut [(Tile, bool)], line: Line, wide: usize) -> Option<u64> {
        if self.next >= self.to || wide > self.most_wide {
            return None;
        }
        self.stopped = self.effort.check();
        if self.stopped.is_err() {
            return None;
        }
        if self.effort.is_watched() && self.stacks.is_multiple_of(4) {
            self.effort.report_share(share(self.next, line));
        }
        for (tile, goes_on) in tiles {
            // The last stack may have fewer tiles than others.
            *goes_on = self.next < self.to;
            tile.from = self.next;
            tile.to = self.to.min(self.next + HEIGHT);
            self.front.fill(tile, line);
            self.next = tile.to;
        }
        self.stacks += 1;
        Some(self.stacks)
    }
}

impl<const WORDS: usize> Crew<'_, WORDS> {
    /// Takes stacks through all columns until there are none left, and calls `after` each; this is the work
    /// of one thread.
    fn work(&self, mut hand: Hand, mut after: impl FnMut()) -> Hand {
        while let Some((stack, retired)) = self.take_stack(&mut hand) {
            self.finish(stack, retired, &mut hand);
            after();
        }
        hand
    }

    /// Makes the next stack and takes it through all pieces. Returns its number and how many columns had
    /// retired before, or nothing if there is none or a thread has panicked.
    fn take_stack(&self, hand: &mut Hand) -> Option<(u64, usize)> {
        let mut lead = self.lead.lock().unwrap_or_else(PoisonError::into_inner);
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let retired = lead.retired_before + lead.retired.len();
        let stack = lead.prepare(&mut hand.tiles, self.line, self.wide.load(Ordering::Relaxed))?;
        // It changes only under the lock.
        let mut number = self.lowest.load(Ordering::Relaxed);
        drop(lead);
        let mut goes_on = true;
        while goes_on {
            goes_on = self.take(stack, number, &mut *self.wait_for(stack, number)?, hand);
            number += 1;
            self.leave(stack, number);
        }
        // Stacks end in their order, too.
        self.wait(stack - 1, DONE)?;
        Some((stack, retired))
    }

    /// Waits until the stack before has left a piece, and returns it; nothing if a thread has panicked.
    fn wait_for(&self, stack: u64, number: u32) -> Option<MutexGuard<'_, Piece<WORDS>>> {
        self.wait(stack - 1, number + 1)?;
        let piece = &self.pieces[(number - self.first) as usize];
        Some(piece.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Waits until a stack has left all pieces before this one; nothing if a thread has panicked.
    #[inline]
    fn wait(&self, stack: u64, piece: u32) -> Option<()> {
        let progress = &self.progress[stack as usize % self.progress.len()].0;
        let mut tries = 0u32;
        while progress.load(Ordering::Acquire) < place(stack, piece) {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            // A piece takes some microseconds; a thread that waits longer yields the processor.
            if tries < 100 {
                std::hint::spin_loop();
            } else {
                std::thread::yield_now();
            }
            tries = tries.saturating_add(1);
        }
        Some(())
    }

    /// Notes that a stack has left all pieces before this one.
    fn leave(&self, stack: u64, next: u32) {
        let progress = &self.progress[stack as usize % self.progress.len()].0;
        debug_assert!(progress.load(Ordering::Relaxed) < place(stack, next), "it only rises");
        progress.store(place(stack, next), Ordering::Release);
    }

    /// Takes a stack through a piece, and says whether some of its tiles continue to the next one.
    fn take(&self, stack: u64, number: u32, piece: &mut Piece<WORDS>, hand: &mut Hand) -> bool {
        if piece.next > hand.heard_to {
            self.hear(hand);
        }
        let mut tiles = std::mem::take(&mut hand.tiles);
        for (tile, goes_on) in tiles.iter_mut().filter(|(_, goes_on)| *goes_on) {
            let leaving = piece.leaving.iter_mut().map(|(_, column)| column);
            *goes_on = sweep(leaving.chain(&mut piece.columns), tile, self.line, &hand.diagonal);
            // A piece that is not full is the last one, and the stack before has left it for good.
            if *goes_on && !is_full(piece, number) {
                self.begin_columns(number, piece, tile, hand);
                *goes_on = is_full(piece, number);
            }
        }
        hand.tiles = tiles;
        piece.leaving.retain(|&(last, _)| stack < last);
        if number == self.lowest.load(Ordering::Relaxed) {
            self.retire(stack, number, piece, hand);
        }
        hand.tiles.iter().any(|&(_, goes_on)| goes_on)
    }

    /// Lets columns of the lowest piece retire.
    fn retire(&self, stack: u64, number: u32, piece: &mut Piece<WORDS>, hand: &Hand) {
        let next = hand.tiles.last().map_or(0, |(tile, _)| tile.to);
        let mut lead = self.lead.lock().unwrap_or_else(PoisonError::into_inner);
        let Lead { front, retired, stacks, .. } = &mut *lead;
        for column in front.retire(&mut piece.columns, next, self.line, &hand.diagonal, retired) {
            if *stacks > stack {
                piece.leaving.push((*stacks, column));
            }
        }
        if piece.columns.is_empty() && is_full(piece, number) {
            piece.columns = VecDeque::new();
            self.lowest.store(number + 1, Ordering::Relaxed);
        }
    }

    /// Begins columns of a piece as long as they may have values in a tile.
    fn begin_columns(&self, number: u32, piece: &mut Piece<WORDS>, tile: &mut Tile, hand: &mut Hand) {
        let line = self.line;
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        while !is_full(piece, number) && piece.next < tile.to && !tile.is_exhausted(line) {
            let r = piece.next;
            let mut column = Column::new(r, r.max(tile.from), line, &hand.diagonal, self.whole);
            let value = column.sweep_first(tile, line, &mut hand.diagonal);
            begun.news.extend(value.map(|value| (r, value)));
            piece.columns.push_back(column);
            piece.next = r + 1;
        }
        begun.unbegun = piece.next;
        // Its own finds are not news to this thread.
        (hand.heard, hand.heard_to) = (begun.news.len(), begun.unbegun);
    }

    /// Passes the diagonal values that others have found to a thread.
    fn hear(&self, hand: &mut Hand) {
        let begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        for &(a, value) in &begun.news[hand.heard..] {
            hand.diagonal.add(a, value);
        }
        (hand.heard, hand.heard_to) = (begun.news.len(), begun.unbegun);
    }

    /// Lets the next stack end, and counts what this one has found.
    fn finish(&self, number: u64, retired: usize, hand: &mut Hand) {
        let tiles = || hand.tiles.iter().map(|(tile, _)| tile);
        self.wide.store(tiles().map(|tile| tile.wide).max().unwrap_or(0), Ordering::Relaxed);
        self.widened.fetch_add(tiles().map(|tile| tile.widened).sum(), Ordering::Relaxed);
        if let Some(to_show) = &self.to_show {
            let from = hand.tiles[0].0.from;
            let rows = hand.tiles.iter_mut().flat_map(|(Tile { from, to, found, .. }, _)| {
                found.iter_mut().take((*to - *from) as usize).map(std::mem::take)
            });
            let found = Found { from, rows: rows.collect(), retired };
            to_show.lock().unwrap_or_else(PoisonError::into_inner).insert(number, found);
        }
        self.leave(number, DONE);
        for (tile, _) in &mut hand.tiles {
            hand.tally.add(tile, self.line);
            hand.deaths.append(&mut tile.deaths);
        }
    }

    /// Waits while many stacks wait to be shown.
    fn wait_to_be_shown(&self) {
        let Some(to_show) = &self.to_show else { return };
        let waiting = || to_show.lock().unwrap_or_else(PoisonError::into_inner).len();
        while waiting() >= self.threads && !self.stop.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
    }

    /// Says whether a stack was made, and so must be shown.
    fn is_to_be_shown(&self, stack: u64) -> bool {
        let made = self.lead.lock().unwrap_or_else(PoisonError::into_inner).stacks;
        stack <= made && !self.stop.load(Ordering::Relaxed)
    }

    /// Shows the stacks whose turn it is.
    fn show(&self, listing: &mut Option<Listing<'_>>) {
        let (Some(to_show), Some(listing)) = (&self.to_show, listing) else { return };
        loop {
            let found = to_show.lock().unwrap_or_else(PoisonError::into_inner).remove(&listing.next);
            let Some(Found { from, rows, retired }) = found else { return };
            listing.next += 1;
            let known = listing.before.len() + listing.retired.len();
            let lead = self.lead.lock().unwrap_or_else(PoisonError::into_inner);
            listing.retired.extend_from_slice(&lead.retired[listing.retired.len()..][..retired - known]);
            drop(lead);
            for (q, found) in (from..).zip(rows) {
                let since = listing.retired.iter().map(|(r, repeat)| (*r, repeat));
                for (r, repeat) in listing.before.iter().copied().chain(since) {
                    let p = repeat.value(q);
                    if p <= self.line.cols as u64 {
                        (listing.show)(&[p as u32, q, r]);
                    }
                }
                for (p, r) in found {
                    (listing.show)(&[p, q, r]);
                }
            }
        }
    }
}

/// Takes a tile through some columns; says whether further ones may have values in it.
fn sweep<'a, const WORDS: usize>(
    columns: impl Iterator<Item = &'a mut Column<WORDS>>,
    tile: &mut Tile,
    line: Line,
    diagonal: &Diagonal,
) -> bool {
    for column in columns {
        // Beyond here only values that all further columns have inherited are free.
        if tile.is_exhausted(line) && diagonal.own_words(column.r) > line.last {
            return false;
        }
        column.sweep(tile, line, diagonal);
    }
    true
}

/// Says whether all columns of a piece have begun.
fn is_full<const WORDS: usize>(piece: &Piece<WORDS>, number: u32) -> bool {
    piece.next == (number + 1) * PIECE
}

/// Returns the share of the work that is done before a second row: evaluations grow with the square of q up
/// to where the diagonal leaves the bar, and then fall.
fn share(q: u32, line: Line) -> f64 {
    let x = f64::from(q) / (line.cols as f64 + 1.0);
    let turn = 2.0 - std::f64::consts::SQRT_2;
    if x < turn { x * x / turn } else { 1.0 - (1.0 - x) * (1.0 - x) / (1.0 - turn) }
}

/// Compiles the long work in this crate, once for each size of window; otherwise each caller would compile
/// its own copy, without the settings of this crate.
macro_rules! solve_with_windows_of {
    ($($words:literal)*) => { $(
        impl Windowed<$words> {
            /// Solves all bars with three rows and at most this many columns.
            ///
            /// # Errors
            ///
            /// As [`Windowed::new`] and [`Windowed::advance`].
            pub fn solve(cols: u32, effort: &Effort) -> Result<Self, SolveError> {
                let mut solver = Self::new(cols, effort)?;
                solver.advance(cols, effort)?;
                Ok(solver)
            }

            /// Continues until bars with this many columns are solved.
            ///
            /// # Errors
            ///
            /// When the effort is cancelled or its time is up, or when too many columns need whole bit sets
            /// for the memory. The solver can be advanced further, or saved, as if nothing had happened.
            pub fn advance(&mut self, until: u32, effort: &Effort) -> Result<(), SolveError> {
                let usual = Estimate::three_rows(self.cols(), effort.threads_used());
                self.advance_and_show(until, usual, effort, None)
            }

            /// Continues, and shows each lost position once when its second row is reached, as its three row
            /// lengths, in the order of the second row and then of the third. Their first rows go up to the
            /// columns of the longest bar.
            ///
            /// It takes twice the time, and a little more memory for each thread, however many positions
            /// there are.
            ///
            /// # Errors
            ///
            /// As [`Windowed::advance`], or when this takes more memory than is allowed.
            pub fn advance_listing(
                &mut self,
                until: u32,
                effort: &Effort,
                mut show: impl FnMut(&[u32]),
            ) -> Result<(), SolveError> {
                self.advance_and_list(until, effort, &mut show)
            }

            fn advance_and_list(
                &mut self,
                until: u32,
                effort: &Effort,
                show: Show<'_>,
            ) -> Result<(), SolveError> {
                let usual = Estimate::three_rows_listing(self.cols(), effort.threads_used());
                usual.allow(effort)?;
                self.advance_and_show(until, usual, effort, Some(show))
            }
        }
    )* };
}

solve_with_windows_of!(1 2 4);

impl<const WORDS: usize> Windowed<WORDS> {
    fn advance_and_show(
        &mut self,
        until: u32,
        usual: Estimate,
        effort: &Effort,
        mut show: Option<Show<'_>>,
    ) -> Result<(), SolveError> {
        let to = until.min(self.cols()) + 1;
        let (usual, allowed) = (usual.bytes, effort.memory_allowed());
        let whole_set = 8 * self.line.words() as u64;
        let most_wide = (allowed.saturating_sub(usual) / whole_set) as usize;
        let mut stopped = effort.check();
        while stopped.is_ok() && self.next < to {
            if self.wide > most_wide {
                let needed = usual + self.wide as u64 * whole_set;
                return Err(TooLittleMemory { needed, allowed }.into());
            }
            // While there are few columns, one thread does the work.
            let threads = effort.threads_used().min(self.columns.len() / COLUMNS_FOR_A_THREAD).max(1);
            let soon = self.next + ROWS_BETWEEN_LOOKS;
            let to = if threads < effort.threads_used() { to.min(soon) } else { to };
            // Lent for this run only.
            let show = show.as_mut().map(|show| &mut **show as Show<'_>);
            stopped = self.run(to, threads, most_wide, effort, show);
        }
        if effort.is_watched() {
            effort.report_share(share(self.next, self.line));
        }
        Ok(stopped?)
    }

    /// Runs tiles up to a second row on this many threads, or as many as can be started.
    fn run(
        &mut self,
        to: u32,
        threads: usize,
        most_wide: usize,
        effort: &Effort,
        show: Option<Show<'_>>,
    ) -> Result<(), Stopped> {
        let line = self.line;
        let mut listing = show.map(|show| {
            let fates = (0..).zip(&self.fates);
            let retired = fates.filter_map(|(r, fate)| match *fate {
                Kept::Repeats(index) => Some((r, &self.repeats[index as usize])),
                _ => None,
            });
            Listing { show, before: retired.collect(), retired: Vec::new(), next: 1 }
        });
        let lead = Lead {
            front: std::mem::take(&mut self.front),
            retired: Vec::new(),
            retired_before: listing.as_ref().map_or(0, |listing| listing.before.len()),
            next: self.next,
            to,
            stacks: 0,
            most_wide,
            effort,
            stopped: Ok(()),
        };
        let diagonal = std::mem::replace(&mut self.diagonal, Diagonal::nothing());
        let (first, pieces) = cut(std::mem::take(&mut self.columns), self.unbegun, to);
        let crew = Crew {
            line,
            whole: self.whole,
            lead: Mutex::new(lead),
            lowest: first.into(),
            first,
            pieces,
            // Stack 0, which does not exist, has left everything.
            progress: (0..=threads)
                .map(|stack| Progress((u64::from(stack == 0) * place(0, DONE)).into()))
                .collect(),
            begun: Mutex::new(Begun { unbegun: self.unbegun, news: Vec::new() }),
            wide: self.wide.into(),
            widened: self.widened.into(),
            to_show: listing.is_some().then(Mutex::default),
            threads,
            stop: AtomicBool::new(false),
        };
        // Listing takes memory, so one tile at a time; and a thread alone does not have to catch up with another,
        // so that what retires is never looked at again.
        let lists = crew.to_show.is_some();
        let tiles = if lists || threads == 1 { 1 } else { STACK };
        let hand = |tally| Hand {
            tiles: (0..tiles).map(|_| (Tile { lists, ..Tile::new(line) }, false)).collect(),
            diagonal: diagonal.clone(),
            heard: 0,
            heard_to: self.unbegun,
            tally,
            deaths: Vec::new(),
        };
        let tally = std::mem::take(&mut self.tally);
        let own = || {
            let _guard = StopOnPanic(&crew.stop);
            let hand = crew.work(hand(tally), || crew.show(&mut listing));
            // Stacks that other threads have under way are shown here too.
            while listing.as_ref().is_some_and(|listing| crew.is_to_be_shown(listing.next)) {
                crew.show(&mut listing);
                std::thread::yield_now();
            }
            hand
        };
        let help = || {
            let _guard = StopOnPanic(&crew.stop);
            crew.work(hand(Tally::new(line)), || crew.wait_to_be_shown())
        };
        let mut hands = run_beside(threads, help, own).into_iter();
        let mut hand = hands.next().expect("the calling thread has one");
        for other in hands {
            hand.tally.merge(&other.tally);
            hand.deaths.extend(other.deaths);
        }
        crew.hear(&mut hand);
        let Hand { diagonal, tally, deaths, .. } = hand;
        let mut lead = crew.lead.into_inner().unwrap_or_else(PoisonError::into_inner);
        let begun = crew.begun.into_inner().unwrap_or_else(PoisonError::into_inner);
        let pieces =
            crew.pieces.into_iter().map(|piece| piece.into_inner().unwrap_or_else(PoisonError::into_inner));
        let mut columns: VecDeque<Column<WORDS>> = pieces.flat_map(|piece| piece.columns).collect();
        lead.front.retire(&mut columns, lead.next, line, &diagonal, &mut lead.retired);
        (self.columns, self.diagonal, self.tally, self.unbegun) = (columns, diagonal, tally, begun.unbegun);
        (self.front, self.next) = (lead.front, lead.next);
        (self.wide, self.widened) = (crew.wide.into_inner(), crew.widened.into_inner());
        self.settle(deaths, lead.retired);
        lead.stopped
    }

    /// Records the fates of columns.
    fn settle(&mut self, deaths: Vec<(u32, u32)>, retired: Vec<(u32, Repeat)>) {
        self.fates.resize(self.unbegun as usize, Kept::Open);
        for (q, r) in deaths {
            self.deaths[q as usize] = r;
            self.fates[r as usize] = Kept::Dead(q);
        }
        for (r, repeat) in retired {
            self.fates[r as usize] = Kept::Repeats(self.repeats.len() as u32);
            self.repeats.push(repeat);
        }
    }
}

/// Cuts columns into pieces; returns the number of the first piece, and all there will be before a second row.
fn cut<const WORDS: usize>(
    columns: VecDeque<Column<WORDS>>,
    unbegun: u32,
    to: u32,
) -> (u32, Vec<Mutex<Piece<WORDS>>>) {
    let first = columns.front().map_or(unbegun, |column| column.r) / PIECE;
    let mut pieces: Vec<Piece<WORDS>> = (first..=to.max(unbegun) / PIECE)
        .map(|number| Piece {
            columns: VecDeque::new(),
            leaving: Vec::new(),
            next: unbegun.clamp(number * PIECE, (number + 1) * PIECE),
        })
        .collect();
    for column in columns {
        pieces[(column.r / PIECE - first) as usize].columns.push_back(column);
    }
    (first, pieces.into_iter().map(Mutex::new).collect())
}
