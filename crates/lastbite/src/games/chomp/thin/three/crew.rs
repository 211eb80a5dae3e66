//! The crew: threads that hand tiles on, each with columns of its own.
//!
//! The first worker makes a tile, takes it through the lowest columns and hands it to the second, which takes
//! it through the next columns, while the first makes another one. The last begins new columns and counts.
//! Columns stay where they are, in the cache of their worker; only tiles travel, and now and then the lowest
//! columns of a worker move down to the one before, because columns retire at the bottom and begin at the
//! top. What counts is not how many columns a worker has but how many it takes through a tile: those that
//! died, and those whose values lie beyond the bar, cost nothing. From where the diagonal leaves the bar the
//! uppermost workers have less and less of those, and columns do not move up; so at times the crew ends, and
//! all columns are dealt out anew.

use std::collections::VecDeque;
use std::ops::Range;
#[cfg(feature = "threads")]
use std::sync::mpsc::channel;
use std::sync::mpsc::{Receiver, Sender};

use crate::effort::{Effort, Stopped, TooLittleMemory};

use super::column::Column;
use super::diagonal::Diagonal;
use super::front::Front;
use super::tally::Tally;
use super::tile::{HEIGHT, Tile};
use super::watch::Repeat;
use super::{Kept, Line, ThreeRows};
use crate::games::chomp::thin::{Estimate, ThinError};

/// Columns move once in this many tiles: often enough to share the work, seldom enough that nobody waits.
const TILES_BETWEEN_MOVES: u32 = 8;

/// The live columns that are worth a worker of their own.
const COLUMNS_FOR_A_WORKER: usize = 128;

/// With fewer workers than threads, after this many second rows it is seen whether more are worth it.
const ROWS_BETWEEN_LOOKS: u32 = 256;

/// All columns are dealt out anew after this part of the second rows: a crew that ends and begins waits for
/// as many tiles as it has workers.
const DEALS: u32 = 128;

/// And after at least this many second rows.
const ROWS_BETWEEN_DEALS: u32 = 2048;

/// What every worker has: some neighbouring columns.
struct Worker<const WORDS: usize> {
    line: Line,
    columns: VecDeque<Column<WORDS>>,
    /// How much it had to do for the last tile: the columns that it took through, and what else it sees to.
    work: usize,
    /// What else it sees to, in columns.
    duties: usize,
    /// The diagonal, as far as it was told: all values that its columns have inherited, and perhaps some
    /// more.
    diagonal: Diagonal,
    /// The diagonal values that the worker before was not told of.
    news: Vec<(u32, u32)>,
    /// Where columns come from, if there is a worker after this,
    moves_in: Option<Receiver<Move<WORDS>>>,
    /// whether it has sent some during its last tile,
    expects_move: bool,
    /// and where they go to, if there is one before.
    moves_out: Option<Sender<Move<WORDS>>>,
}

/// Columns that move to the worker before, and the diagonal values it has not heard of.
struct Move<const WORDS: usize> {
    columns: Vec<Column<WORDS>>,
    news: Vec<(u32, u32)>,
}

impl<const WORDS: usize> Worker<WORDS> {
    fn new(line: Line, columns: VecDeque<Column<WORDS>>, diagonal: Diagonal) -> Self {
        let (moves_in, moves_out) = (None, None);
        let work = columns.len();
        Worker { line, columns, work, duties: 0, diagonal, news: Vec::new(), moves_in, expects_move: false, moves_out }
    }

    /// Takes a tile through all columns.
    fn take(&mut self, tile: &mut Tile) {
        if tile.hands_down && self.moves_out.is_some() {
            // The lowest columns go first, so that the worker before need not wait for them.
            let moving = (self.work.saturating_sub(tile.work) / 2).min(self.columns.len());
            self.sweep(tile, 0..moving);
            let columns = self.columns.drain(..moving).collect();
            let moved = Move { columns, news: std::mem::take(&mut self.news) };
            // Nobody is there only when the work has ended by a panic.
            let _ = self.moves_out.as_ref().map(|before| before.send(moved));
        }
        let mut work = self.sweep(tile, 0..self.columns.len());
        if self.expects_move {
            let own = self.columns.len();
            if let Some(moved) = self.moves_in.as_ref().and_then(|after| after.recv().ok()) {
                self.receive(moved);
            }
            work += self.sweep(tile, own..self.columns.len());
        }
        self.expects_move = tile.hands_down && self.moves_in.is_some();
        self.work = work + self.duties;
        tile.work = self.work;
    }

    fn receive(&mut self, moved: Move<WORDS>) {
        for &(a, value) in &moved.news {
            self.diagonal.add(a, value);
        }
        self.news.extend(moved.news);
        self.columns.extend(moved.columns);
    }

    /// Takes a tile through some of the columns, and counts those that live.
    fn sweep(&mut self, tile: &mut Tile, columns: Range<usize>) -> usize {
        let mut live = 0;
        for column in self.columns.range_mut(columns) {
            // Beyond here nothing is free but what all further columns have inherited.
            if tile.is_exhausted(self.line) && self.diagonal.own_words(column.r) > self.line.last {
                break;
            }
            live += usize::from(!column.is_dead);
            column.sweep(tile, self.line, &self.diagonal);
            tile.reached = column.r + 1;
        }
        live
    }

    /// Takes in what was sent after the last tile.
    #[cfg(feature = "threads")]
    fn end(&mut self) {
        for moved in self.moves_in.take().into_iter().flatten() {
            self.receive(moved);
        }
        self.moves_out = None;
    }
}

/// What the last worker sees to.
struct Back {
    tally: Tally,
    unbegun: u32,
    whole: bool,
    deaths: Vec<(u32, u32)>,
}

impl Back {
    /// Begins columns as long as they may have values in this tile, and counts what it has found.
    fn finish<const WORDS: usize>(&mut self, tile: &mut Tile, worker: &mut Worker<WORDS>) {
        let Worker { line, columns, diagonal, news, .. } = worker;
        while self.unbegun < tile.to && !tile.is_exhausted(*line) {
            let r = self.unbegun;
            let mut column = Column::new(r, r.max(tile.from), *line, diagonal, self.whole);
            let value = column.sweep_first(tile, *line, diagonal);
            news.extend(value.map(|value| (r, value)));
            columns.push_back(column);
            self.unbegun += 1;
            tile.reached = self.unbegun;
        }
        self.tally.add(tile, *line);
        self.deaths.append(&mut tile.deaths);
    }
}

/// What the first worker sees to: makes tiles, lets columns retire, and stops when it is time.
struct Lead<'a> {
    front: Front,
    retired: Vec<(u32, Repeat)>,
    next: u32,
    to: u32,
    tiles: u32,
    line: Line,
    /// The most columns with whole bit sets that memory allows, how many there are, and how many there have
    /// been.
    most_wide: usize,
    wide: usize,
    widened: usize,
    /// The column after the last that a tile was taken through.
    reached: u32,
    listing: Option<Listing<'a>>,
    effort: &'a Effort,
    stopped: Result<(), Stopped>,
}

/// Somebody who is shown lost positions.
type Show<'a> = &'a mut dyn FnMut(&[u32]);

/// Who is shown the lost positions, and the columns that had retired before, in order.
struct Listing<'a> {
    show: Show<'a>,
    retired: Vec<(u32, &'a Repeat)>,
}

impl Lead<'_> {
    /// Prepares the next tile, or says that there is none.
    fn prepare(&mut self, tile: &mut Tile) -> bool {
        self.stopped = self.effort.check();
        if self.stopped.is_err() || self.next >= self.to || self.wide > self.most_wide {
            return false;
        }
        tile.from = self.next;
        tile.to = self.to.min(self.next + HEIGHT);
        tile.hands_down = self.tiles.is_multiple_of(TILES_BETWEEN_MOVES);
        tile.lists = self.listing.is_some();
        tile.retired = self.listing.as_ref().map_or(0, |listing| listing.retired.len()) + self.retired.len();
        self.front.fill(tile, self.line);
        if self.effort.is_watched() && self.tiles.is_multiple_of(16) {
            self.effort.report_share(share(self.next, self.line));
        }
        self.tiles += 1;
        self.next = tile.to;
        true
    }

    /// Takes back a tile that has gone through all columns, and shows what was found.
    fn take_back(&mut self, tile: &mut Tile) {
        if tile.from == tile.to {
            return;
        }
        (self.wide, self.reached) = (tile.wide, tile.reached);
        self.widened += std::mem::take(&mut tile.widened);
        let Some(Listing { show, retired }) = &mut self.listing else { return };
        for (q, found) in (tile.from..tile.to).zip(&mut tile.found) {
            let retired = retired.iter().copied().chain(self.retired.iter().map(|(r, repeat)| (*r, repeat)));
            for (r, repeat) in retired.take(tile.retired) {
                let p = repeat.value(q);
                if p <= self.line.cols as u64 {
                    show(&[p as u32, q, r]);
                }
            }
            for (p, r) in found.drain(..) {
                show(&[p, q, r]);
            }
        }
        tile.to = tile.from;
    }

    fn retire<const WORDS: usize>(&mut self, worker: &mut Worker<WORDS>) {
        let Worker { columns, diagonal, .. } = worker;
        self.front.retire(columns, self.next, self.line, diagonal, &mut self.retired);
    }
}

/// The share of the work that is done before a second row: evaluations grow with the square of q up to
/// where the diagonal leaves the bar, and then fall.
fn share(q: u32, line: Line) -> f64 {
    let x = f64::from(q) / (line.cols as f64 + 1.0);
    let turn = 2.0 - std::f64::consts::SQRT_2;
    if x < turn { x * x / turn } else { 1.0 - (1.0 - x) * (1.0 - x) / (1.0 - turn) }
}

/// The long work is compiled in this crate, once for each size of window: whoever asks for it would else
/// compile a copy of their own, without what this crate is compiled with.
macro_rules! solve_with_windows_of {
    ($($words:literal)*) => { $(
        impl ThreeRows<$words> {
            /// Solves all bars with three rows and at most this many columns.
            ///
            /// # Errors
            ///
            /// As [`ThreeRows::new`] and [`ThreeRows::advance`].
            pub fn solve(cols: u32, effort: &Effort) -> Result<Self, ThinError> {
                let mut solver = Self::new(cols, effort)?;
                solver.advance(cols, effort)?;
                Ok(solver)
            }

            /// Solves on until bars with this many columns are solved.
            ///
            /// # Errors
            ///
            /// When the effort is called off or its time is up, or so many columns need whole bit sets that
            /// memory runs out. The solver can be advanced further, or saved, as if nothing had happened.
            pub fn advance(&mut self, until: u32, effort: &Effort) -> Result<(), ThinError> {
                let usual = Estimate::three_rows(self.cols(), effort.threads_used());
                self.advance_and_show(until, usual, effort, None)
            }

            /// Solves on, and shows each lost position once whose second row has come, as its three row
            /// lengths: in the order of the second row, and of the third. Their first rows go up to the
            /// columns of the longest bar.
            ///
            /// It takes twice the time, and some more memory for each thread, and no more however many
            /// positions there are.
            ///
            /// # Errors
            ///
            /// As [`ThreeRows::advance`], or when this takes more memory than is allowed.
            pub fn advance_listing(
                &mut self,
                until: u32,
                effort: &Effort,
                mut show: impl FnMut(&[u32]),
            ) -> Result<(), ThinError> {
                self.advance_and_list(until, effort, &mut show)
            }

            fn advance_and_list(
                &mut self,
                until: u32,
                effort: &Effort,
                show: Show<'_>,
            ) -> Result<(), ThinError> {
                let usual = Estimate::three_rows_listing(self.cols(), effort.threads_used());
                usual.allow(effort)?;
                self.advance_and_show(until, usual, effort, Some(show))
            }
        }
    )* };
}

solve_with_windows_of!(1 2 4);

impl<const WORDS: usize> ThreeRows<WORDS> {
    fn advance_and_show(
        &mut self,
        until: u32,
        usual: Estimate,
        effort: &Effort,
        mut show: Option<Show<'_>>,
    ) -> Result<(), ThinError> {
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
            // As long as there are few columns, one worker has them.
            let workers = effort.threads_used().min(self.columns.len() / COLUMNS_FOR_A_WORKER).max(1);
            let soon = self.next + ROWS_BETWEEN_LOOKS;
            let deal = self.next + ROWS_BETWEEN_DEALS.max(self.cols() / DEALS);
            let to = if workers < effort.threads_used() { to.min(soon) } else { to.min(deal) };
            // Lent for this run only.
            let show = show.as_mut().map(|show| &mut **show as Show<'_>);
            stopped = self.run(to, workers, most_wide, effort, show);
        }
        if effort.is_watched() {
            effort.report_share(share(self.next, self.line));
        }
        Ok(stopped?)
    }

    /// Runs tiles up to a second row with this many workers, or as many as can be had.
    fn run(
        &mut self,
        to: u32,
        workers: usize,
        most_wide: usize,
        effort: &Effort,
        show: Option<Show<'_>>,
    ) -> Result<(), Stopped> {
        let line = self.line;
        let listing = show.map(|show| {
            let fates = (0..).zip(&self.fates);
            let retired = fates.filter_map(|(r, fate)| match *fate {
                Kept::Repeats(index) => Some((r, &self.repeats[index as usize])),
                _ => None,
            });
            Listing { show, retired: retired.collect() }
        });
        let mut lead = Lead {
            front: std::mem::take(&mut self.front),
            retired: Vec::new(),
            next: self.next,
            to,
            tiles: 0,
            line,
            most_wide,
            wide: self.wide,
            widened: self.widened,
            reached: self.reached,
            listing,
            effort,
            stopped: Ok(()),
        };
        let tally = std::mem::take(&mut self.tally);
        let mut back = Back { tally, unbegun: self.unbegun, whole: self.whole, deaths: Vec::new() };
        let diagonal = std::mem::replace(&mut self.diagonal, Diagonal::nothing());
        let mut worker = Worker::new(line, std::mem::take(&mut self.columns), diagonal);
        if workers > 1 {
            (worker, back) = run_crew(&mut lead, worker, back, workers);
        } else {
            run_alone(&mut lead, &mut worker, &mut back);
        }
        lead.retire(&mut worker);
        let Lead { front, retired, next, wide, widened, reached, stopped, .. } = lead;
        self.reached = reached;
        let Worker { columns, diagonal, .. } = worker;
        (self.columns, self.diagonal) = (columns, diagonal);
        (self.tally, self.unbegun) = (back.tally, back.unbegun);
        (self.front, self.next, self.wide, self.widened) = (front, next, wide, widened);
        self.settle(back.deaths, retired);
        stopped
    }

    /// Writes down the fates of columns.
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

/// Runs tiles with one worker, who is the first and the last.
fn run_alone<const WORDS: usize>(lead: &mut Lead<'_>, worker: &mut Worker<WORDS>, back: &mut Back) {
    let mut tile = Tile::new(lead.line);
    while lead.prepare(&mut tile) {
        worker.take(&mut tile);
        back.finish(&mut tile, worker);
        lead.take_back(&mut tile);
        lead.retire(worker);
    }
}

/// Runs tiles with several workers, or as many as can be had, and puts what they have together again.
#[cfg(feature = "threads")]
fn run_crew<const WORDS: usize>(
    lead: &mut Lead<'_>,
    mut worker: Worker<WORDS>,
    mut back: Back,
    workers: usize,
) -> (Worker<WORDS>, Back) {
    std::thread::scope(|scope| {
        let mut helpers = Vec::new();
        for _ in 1..workers {
            let (post, posts) = channel::<Post<WORDS>>();
            // A thread that cannot be had does not matter: the others share its columns.
            let work = move || posts.recv().ok().map(Post::work);
            helpers
                .extend(std::thread::Builder::new().spawn_scoped(scope, work).map(|helper| (post, helper)));
        }
        if helpers.is_empty() {
            run_alone(lead, &mut worker, &mut back);
            return (worker, back);
        }

        // Cut the columns into parts that take as long, the highest first.
        let crew = helpers.len() + 1;
        worker.duties = lead.front.columns_worth(lead.next, lead.line);
        let works = |column: &Column<WORDS>| !column.is_dead && column.r < lead.reached;
        let working = worker.columns.iter().filter(|column| works(column)).count();
        let share = (working + worker.duties) / crew;
        let mut parts: Vec<Worker<WORDS>> = Vec::new();
        for _ in 1..crew {
            let mut left = share;
            let begins = worker.columns.iter().rposition(|column| {
                left = left.saturating_sub(usize::from(works(column)));
                left == 0
            });
            let columns = worker.columns.split_off(begins.unwrap_or(0));
            parts.push(Worker::new(worker.line, columns, worker.diagonal.clone()));
        }
        let (free, free_tiles) = channel();
        let (first_tiles, mut tiles) = channel();
        let mut back = Some(back);
        let mut before = &mut worker;
        let mut posts = Vec::new();
        for (number, mut part) in parts.into_iter().rev().enumerate() {
            let (moves_out, moves_in) = channel();
            before.moves_in = Some(moves_in);
            part.moves_out = Some(moves_out);
            let is_last = number + 2 == crew;
            let (onwards, next_tiles) = if is_last { (free.clone(), channel().1) } else { channel() };
            let back = if is_last { back.take() } else { None };
            posts.push(Post {
                worker: part,
                tiles: std::mem::replace(&mut tiles, next_tiles),
                onwards,
                back,
            });
            before = &mut posts.last_mut().expect("one was just put there").worker;
        }
        let helpers: Vec<_> = posts
            .into_iter()
            .zip(helpers)
            .map(|(job, (post, helper))| {
                // The helper waits for it.
                let _ = post.send(job);
                helper
            })
            .collect();

        for _ in 0..2 * crew {
            let _ = free.send(Tile::new(lead.line));
        }
        drop(free);
        for mut tile in free_tiles.iter() {
            lead.take_back(&mut tile);
            if !lead.prepare(&mut tile) {
                break;
            }
            worker.take(&mut tile);
            if first_tiles.send(tile).is_err() {
                break;
            }
            lead.retire(&mut worker);
        }
        drop(first_tiles);
        // The tiles that are still on their way.
        free_tiles.iter().for_each(|mut tile| lead.take_back(&mut tile));
        worker.end();
        let joined = |helper: std::thread::ScopedJoinHandle<'_, _>| {
            helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        let ended: Vec<_> = helpers.into_iter().map(joined).collect();
        worker.columns.reserve_exact(ended.iter().flatten().map(|(part, _)| part.columns.len()).sum());
        let mut back = None;
        for ended in ended {
            let (part, its_back): (Worker<WORDS>, Option<Back>) = ended.expect("every helper was given its part");
            worker.columns.extend(part.columns);
            worker.diagonal = part.diagonal;
            back = its_back;
        }
        (worker, back.expect("the last worker has what is behind"))
    })
}

#[cfg(not(feature = "threads"))]
fn run_crew<const WORDS: usize>(
    lead: &mut Lead<'_>,
    mut worker: Worker<WORDS>,
    mut back: Back,
    _: usize,
) -> (Worker<WORDS>, Back) {
    run_alone(lead, &mut worker, &mut back);
    (worker, back)
}

/// What a helper is given to do.
#[cfg(feature = "threads")]
struct Post<const WORDS: usize> {
    worker: Worker<WORDS>,
    /// Where tiles come from,
    tiles: Receiver<Tile>,
    /// and where they go: to the next worker, or back to be used again.
    onwards: Sender<Tile>,
    back: Option<Back>,
}

#[cfg(feature = "threads")]
impl<const WORDS: usize> Post<WORDS> {
    /// Takes all tiles that come through the columns.
    fn work(self) -> (Worker<WORDS>, Option<Back>) {
        let Post { mut worker, tiles, onwards, mut back } = self;
        for mut tile in tiles {
            worker.take(&mut tile);
            if let Some(back) = &mut back {
                back.finish(&mut tile, &mut worker);
            }
            // The first worker wants no more tiles when its last is on the way.
            let _ = onwards.send(tile);
        }
        drop(onwards);
        worker.end();
        (worker, back)
    }
}
