//! The blocks of other ranks that this one has fetched, or is about to fetch, within a bound.
//!
//! Parts are worked on in a known order, this rank's *turns*, so it is known which blocks will be read, and
//! when. What will be read soonest is fetched first. When there is no room, what will be read last is
//! dropped; among blocks that are not known to be read again, the one unread for longest goes first. What a
//! thread is waiting for is fetched at once, whatever the bound.

use std::collections::BTreeSet;
use std::sync::Arc;

use lastbite_engines::sieve::packed::Packed;
use lastbite_engines::sieve::plan::Block;
use rustc_hash::FxHashMap;

/// A turn: the place of a part among those that this rank still has to solve.
pub type Turn = u32;

/// A turn that never comes.
const NEVER: Turn = Turn::MAX;

/// Blocks of other ranks.
#[derive(Debug)]
pub struct Cache {
    bound: u64,
    entries: FxHashMap<Block, Entry>,
    /// What each planned turn will read.
    planned: FxHashMap<Turn, Vec<Block>>,
    /// The blocks that are here: by the next turn that reads them, then the latest read first.
    here: BTreeSet<(Turn, u64, Block)>,
    /// The blocks to ask for, by the next turn that reads them.
    wanted: BTreeSet<(Turn, Block)>,
    /// The blocks that threads wait for and that have not been requested yet.
    urgent: Vec<Block>,
    /// The bytes of what is here, plus an estimate of what is on its way.
    bytes: u64,
    coming: u64,
    /// Counts down, so that the block read latest sorts first.
    clock: u64,
    /// The blocks fetched, and their bytes.
    pub fetched: u64,
    pub fetched_bytes: u64,
}

#[derive(Debug, Default)]
struct Entry {
    state: State,
    /// The turns that will read it, ascending.
    turns: Vec<Turn>,
}

#[derive(Debug, Default)]
enum State {
    /// It has not been requested.
    #[default]
    Away,
    /// It has been requested, and this many bytes are expected.
    Coming(u64),
    /// It is here, and arrived, or was read by a turn that is over, at this time.
    Here(Arc<Packed>, u64),
}

impl Entry {
    fn next(&self) -> Turn {
        self.turns.first().copied().unwrap_or(NEVER)
    }
}

impl Cache {
    /// Makes an empty cache for this many bytes.
    pub fn new(bound: u64) -> Self {
        Self {
            bound,
            entries: FxHashMap::default(),
            planned: FxHashMap::default(),
            here: BTreeSet::new(),
            wanted: BTreeSet::new(),
            urgent: Vec::new(),
            bytes: 0,
            coming: 0,
            clock: u64::MAX,
            fetched: 0,
            fetched_bytes: 0,
        }
    }

    /// Notes what a turn will read; more may be noted later.
    pub fn plan(&mut self, turn: Turn, blocks: Vec<Block>) {
        for &block in &blocks {
            let entry = self.entries.entry(block).or_default();
            let Err(at) = entry.turns.binary_search(&turn) else { continue };
            let before = entry.next();
            entry.turns.insert(at, turn);
            match entry.state {
                State::Away => {
                    self.wanted.remove(&(before, block));
                    self.wanted.insert((entry.next(), block));
                }
                State::Here(_, read) => {
                    self.here.remove(&(before, read, block));
                    self.here.insert((entry.next(), read, block));
                }
                State::Coming(_) => {}
            }
        }
        self.planned.entry(turn).or_default().extend(blocks);
    }

    /// Notes that a turn is over and reads nothing more.
    pub fn finish(&mut self, turn: Turn) {
        for block in self.planned.remove(&turn).unwrap_or_default() {
            let Some(entry) = self.entries.get_mut(&block) else { continue };
            let Ok(at) = entry.turns.binary_search(&turn) else { continue };
            let before = entry.next();
            entry.turns.remove(at);
            match entry.state {
                State::Away => {
                    self.wanted.remove(&(before, block));
                    match entry.next() {
                        NEVER => drop(self.entries.remove(&block)),
                        next => drop(self.wanted.insert((next, block))),
                    }
                }
                State::Here(_, ref mut read) => {
                    self.here.remove(&(before, *read, block));
                    self.clock -= 1;
                    *read = self.clock;
                    self.here.insert((entry.next(), self.clock, block));
                }
                State::Coming(_) => {}
            }
        }
    }

    /// Returns a block that is here.
    pub fn get(&self, block: Block) -> Option<Arc<Packed>> {
        match &self.entries.get(&block)?.state {
            State::Here(lost, _) => Some(Arc::clone(lost)),
            _ => None,
        }
    }

    /// Says whether a rank is lost in a block that is here.
    pub fn knows(&self, block: Block, rank: u32) -> Option<bool> {
        match &self.entries.get(&block)?.state {
            State::Here(lost, _) => Some(lost.contains(rank)),
            _ => None,
        }
    }

    /// Notes that a thread waits for a block in this turn; says whether the block now has to be requested.
    pub fn demand(&mut self, turn: Turn, block: Block) -> bool {
        self.plan(turn, vec![block]);
        let Some(entry) = self.entries.get_mut(&block) else { return false };
        if !matches!(entry.state, State::Away) {
            return false;
        }
        self.wanted.remove(&(entry.next(), block));
        entry.state = State::Coming(0);
        self.urgent.push(block);
        true
    }

    /// Returns the block to ask for next, if there is one and there is room; `size` estimates the bytes of a
    /// block.
    pub fn ask(&mut self, size: impl Fn(Block) -> u64) -> Option<Block> {
        if let Some(block) = self.urgent.pop() {
            return Some(block);
        }
        let &(turn, block) = self.wanted.first()?;
        let size = size(block);
        while self.bytes + self.coming + size > self.bound {
            // Drop what is read later than this one will be, and only that.
            let &last = self.here.last().filter(|&&(next, ..)| next > turn)?;
            self.give_up(last);
        }
        self.wanted.pop_first();
        self.coming += size;
        self.entries.entry(block).or_default().state = State::Coming(size);
        Some(block)
    }

    /// Takes in a block that was requested; `busy` is the latest turn that is being worked on.
    pub fn arrive(&mut self, block: Block, lost: Packed, busy: Turn) {
        let size = bytes_of(&lost);
        let entry = self.entries.entry(block).or_default();
        if let State::Coming(expected) = entry.state {
            self.coming -= expected;
        }
        self.clock -= 1;
        entry.state = State::Here(Arc::new(lost), self.clock);
        self.here.insert((entry.next(), self.clock, block));
        self.bytes += size;
        self.fetched += 1;
        self.fetched_bytes += size;
        while self.bytes > self.bound
            && let Some(&last) = self.here.last().filter(|&&(next, ..)| next > busy)
        {
            self.give_up(last);
        }
    }

    /// Drops blocks that no turn is known to read, if this rank will not read them again.
    pub fn forget(&mut self, is_over: impl Fn(Block) -> bool) {
        let unread = self.here.range((NEVER, 0, Block { part: 0, first_row: 0 })..);
        let over: Vec<_> = unread.copied().filter(|&(_, _, block)| is_over(block)).collect();
        over.into_iter().for_each(|unread| self.give_up(unread));
    }

    /// Notes that a requested block will not come; says whether that is fine, because no turn here is known
    /// to read it.
    pub fn is_done_with(&mut self, block: Block) -> bool {
        match self.entries.remove(&block) {
            Some(Entry { state: State::Coming(expected), turns }) => {
                self.coming -= expected;
                turns.is_empty()
            }
            _ => false,
        }
    }

    /// Drops a block; it is wanted again if it is known to be read again.
    fn give_up(&mut self, (next, read, block): (Turn, u64, Block)) {
        self.here.remove(&(next, read, block));
        if let Some(entry) = self.entries.get_mut(&block) {
            if let State::Here(lost, _) = std::mem::take(&mut entry.state) {
                self.bytes -= bytes_of(&lost);
            }
            match next {
                NEVER => drop(self.entries.remove(&block)),
                next => drop(self.wanted.insert((next, block))),
            }
        }
    }
}

/// Counts the bytes that a fetched block takes: its list, and what surrounds it.
fn bytes_of(lost: &Packed) -> u64 {
    lost.bytes() + AROUND
}

/// What surrounds a list: where its buckets begin, and where it is among the others.
pub const AROUND: u64 = 500;

#[cfg(test)]
mod tests {
    use super::*;

    fn block(part: usize) -> Block {
        Block { part, first_row: 3 }
    }

    /// A block of 1000 lost positions.
    fn lost() -> Packed {
        Packed::new(&(0..1000).collect::<Vec<_>>(), 2000).expect("memory for it")
    }

    #[test]
    fn what_is_read_soonest_is_fetched_first_and_what_is_read_last_given_up() {
        let size = bytes_of(&lost());
        let mut cache = Cache::new(2 * size);
        cache.plan(5, vec![block(50), block(70)]);
        cache.plan(6, vec![block(60), block(50)]);
        cache.plan(3, vec![block(30)]);
        assert_eq!(cache.ask(|_| size), Some(block(30)));
        assert_eq!(cache.ask(|_| size), Some(block(50)));
        assert_eq!(cache.ask(|_| size), None, "no room, and nothing here to give up");
        cache.arrive(block(30), lost(), 3);
        cache.arrive(block(50), lost(), 3);
        assert_eq!(cache.ask(|_| size), None, "what is here is read earlier");
        cache.finish(3);
        assert_eq!(cache.ask(|_| size), Some(block(70)));
        assert!(cache.get(block(30)).is_none(), "nobody reads it again");
        assert_eq!(cache.knows(block(50), 999), Some(true));
        assert_eq!(cache.knows(block(50), 1999), Some(false));
        assert_eq!(cache.knows(block(70), 0), None);
    }

    #[test]
    fn what_a_thread_waits_for_is_fetched_whatever_the_bound() {
        let mut cache = Cache::new(0);
        cache.plan(1, vec![block(1), block(2)]);
        assert_eq!(cache.ask(|_| 1), None);
        assert!(cache.demand(1, block(2)));
        assert!(!cache.demand(1, block(2)), "it has been asked for");
        assert_eq!(cache.ask(|_| 1), Some(block(2)));
        assert_eq!(cache.ask(|_| 1), None);
        cache.arrive(block(2), lost(), 1);
        assert!(cache.get(block(2)).is_some(), "a turn that is worked on loses nothing");
        cache.finish(1);
        assert!(cache.demand(2, block(3)));
        cache.arrive(block(3), lost(), 2);
        assert!(cache.get(block(2)).is_none());
        assert_eq!((cache.fetched, cache.bytes), (2, bytes_of(&lost())));
    }

    #[test]
    fn what_nobody_reads_again_makes_room_at_once() {
        let mut cache = Cache::new(1 << 20);
        cache.plan(1, vec![block(1), block(2)]);
        cache.plan(2, vec![block(2)]);
        while let Some(block) = cache.ask(|_| 10) {
            cache.arrive(block, lost(), 0);
        }
        cache.finish(1);
        cache.forget(|_| false);
        assert_eq!(cache.bytes, 2 * bytes_of(&lost()), "a later turn may read them");
        cache.forget(|_| true);
        assert!(cache.get(block(1)).is_none() && cache.get(block(2)).is_some(), "turn 2 reads one");
        assert_eq!(cache.bytes, bytes_of(&lost()));
    }

    #[test]
    fn what_was_forgotten_elsewhere_is_missed_by_nobody_or_an_error() {
        let mut cache = Cache::new(1000);
        cache.plan(1, vec![block(1), block(2)]);
        assert_eq!((cache.ask(|_| 10), cache.ask(|_| 10)), (Some(block(1)), Some(block(2))));
        assert!(!cache.is_done_with(block(1)), "turn 1 is not over");
        cache.finish(1);
        assert!(cache.is_done_with(block(2)));
        assert!(!cache.is_done_with(block(3)), "nobody has asked for it");
        assert_eq!((cache.coming, cache.ask(|_| 10)), (0, None));
    }

    #[test]
    fn what_is_given_up_is_fetched_again() {
        let size = bytes_of(&lost());
        let mut cache = Cache::new(size);
        cache.plan(9, vec![block(9)]);
        assert_eq!(cache.ask(|_| size), Some(block(9)));
        cache.arrive(block(9), lost(), 0);
        cache.plan(4, vec![block(4)]);
        assert_eq!(cache.ask(|_| size), Some(block(4)));
        cache.arrive(block(4), lost(), 0);
        assert!(cache.get(block(9)).is_none());
        cache.finish(4);
        assert_eq!(cache.ask(|_| size), Some(block(9)));
    }
}
