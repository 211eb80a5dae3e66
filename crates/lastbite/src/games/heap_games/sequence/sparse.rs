//! The sparse space: Grundy values of heaps that are divided into two, in nearly linear time.
//!
//! Choose a mask. A value is *rare* when an even number of its bits are under the mask, and *common*
//! otherwise. The exclusive or of two rare or of two common values is rare; a rare and a common value make a
//! common one. In many games there is a mask for which few heaps have rare values. Then the common options of
//! a heap all come from the few divisions in which one part is a rare heap, and one pass over those finds the
//! least common value that is not an option: a bound for the value of the heap.
//!
//! Below that bound every rare value must still be shown to be an option, and nearly always it is, by two of
//! the many common heaps. Some heaps, the *scouts*, are tried for all values at once, together with the rare
//! ones. For values they do not reach there are remembered *witnesses*, and then a search through all
//! divisions. If that finds nothing, the heap is a rare one.
//!
//! Some games have such a mask only if the size of the heap counts as one more bit. That works if all
//! divisions take an even number of stones, or all an odd one: then the sum of the sizes shows whether both
//! parts are of one kind.
//!
//! Heaps are evaluated in blocks. A row of bytes for each heap of the block notes which values are options;
//! the divisions into heaps from before the block are noted for the whole block in one run through memory,
//! and each heap of the block, once it is known, is noted in the rows behind it. Whatever is noted is an
//! option, so a bad mask costs time but never gives a wrong value.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};

use super::moves::Moves;
use lastbite_work::threads::run_beside;

/// A value in memory: as few bytes as the largest one needs.
pub(super) trait Cell: Copy + Eq + Send + Sync + std::ops::BitXor<Output = Self> {
    /// One more than the largest value that fits.
    const END: usize;
    /// Makes a cell of a value that fits.
    fn of(value: u32) -> Self;
    /// Returns the value.
    fn get(self) -> u32;
    /// Returns four values as one number, the first lowest: read from memory at once, and separated by
    /// shifts.
    fn four(values: &[Self; 4]) -> u64;
}

impl Cell for u8 {
    const END: usize = 1 << 8;

    fn of(value: u32) -> Self {
        value as u8
    }

    #[inline(always)]
    fn get(self) -> u32 {
        self.into()
    }

    #[inline(always)]
    fn four(values: &[Self; 4]) -> u64 {
        u32::from_le_bytes(*values).into()
    }
}

impl Cell for u16 {
    const END: usize = 1 << 16;

    fn of(value: u32) -> Self {
        value as u16
    }

    #[inline(always)]
    fn get(self) -> u32 {
        self.into()
    }

    #[inline(always)]
    fn four(&[a, b, c, d]: &[Self; 4]) -> u64 {
        u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48
    }
}

/// The error that the next value does not fit into the cells.
#[derive(Debug)]
pub(super) struct TooWide;

/// The heaps whose values plain evaluation must have found before.
pub(super) const FIRST: usize = 64;

/// How many witnesses are remembered for each value.
const WITNESSES: usize = 8;

/// The bytes of a block: it should stay in the first cache.
const BLOCK: usize = 32 << 10;

/// The Grundy values of heaps 0, 1, 2, ... of a game without moves that leave three heaps.
pub(super) struct Sparse<C> {
    moves: Moves,
    values: Vec<C>,
    /// How often each value occurs, in heaps of an even and of an odd size.
    counts: [Vec<u64>; 2],
    /// A power of two above all values: the bytes of a row.
    width: usize,
    space: Space,
    /// All heaps with rare values.
    rare: Vec<(usize, C)>,
    /// Common heaps that are tried for all rare values at once, and which of them is replaced next.
    scouts: Vec<(usize, C)>,
    next_scout: usize,
    /// Heaps that have helped to reach each value before.
    witnesses: Vec<[u32; WITNESSES]>,
    /// When the mask is chosen again.
    next_choice: usize,
    rows: Vec<u8>,
    /// The cost of values that the scouts missed since the last count: 1 for a witness, 40 for a search.
    missed: u64,
    evaluated: u64,
    dice: u64,
}

/// The heaps with rare values, and what makes a value rare.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rare {
    /// The bits that are counted.
    pub mask: u32,
    /// Whether the size of the heap, less the stones that divisions take, counts as one more bit.
    pub by_size: bool,
    /// The heaps whose values have an even number of these bits.
    pub heaps: Vec<u64>,
}

/// How values are divided into rare and common ones.
#[derive(Clone, Debug, Default)]
struct Space {
    mask: u32,
    /// The size of the heap counts as one more bit.
    by_size: bool,
    /// The parity of the stones that are taken by divisions.
    taken: usize,
    /// For heaps of an even and of an odd size: 0xFF for each common value.
    common: [Vec<u8>; 2],
}

impl Space {
    fn is_common(&self, heap: usize, value: u32) -> bool {
        let size = if self.by_size { (heap + self.taken) as u32 & 1 } else { 0 };
        ((value & self.mask).count_ones() + size) & 1 == 1
    }
}

impl<C: Cell> Sparse<C> {
    /// Continues after known values, of at least [`FIRST`] heaps; all fit into cells.
    pub fn after(moves: Moves, values: Vec<C>) -> Self {
        debug_assert!(values.len() >= FIRST && moves.triples.is_empty() && !moves.any_take);
        let largest = values.iter().map(|value| value.get()).max().unwrap_or(0) as usize;
        let width = (largest + 1).next_power_of_two().max(64);
        let mut counts = [vec![0; width], vec![0; width]];
        for (heap, value) in values.iter().enumerate() {
            counts[heap & 1][value.get() as usize] += 1;
        }
        let mut sparse = Sparse {
            moves,
            values,
            counts,
            width: 0,
            space: Space::default(),
            rare: Vec::new(),
            scouts: Vec::new(),
            next_scout: 0,
            witnesses: Vec::new(),
            next_choice: 0,
            rows: Vec::new(),
            missed: 0,
            evaluated: 0,
            dice: 0x9E37_79B9_7F4A_7C15,
        };
        sparse.widen(width);
        sparse.choose_space();
        sparse
    }

    /// Returns the values found so far.
    pub fn values(&self) -> &[C] {
        &self.values
    }

    /// Returns the values, and forgets everything else.
    pub fn into_values(self) -> Vec<C> {
        self.values
    }

    /// Makes room for the values of this many heaps.
    pub fn reserve(&mut self, heaps: usize) -> Result<(), std::collections::TryReserveError> {
        let more = heaps.saturating_sub(self.values.len());
        if more > self.values.capacity() - self.values.len() {
            self.values.try_reserve_exact(more)
        } else {
            Ok(())
        }
    }

    /// Returns the largest value that occurs.
    pub fn largest(&self) -> u32 {
        let [even, odd] = &self.counts;
        (0..self.width).rev().find(|&value| even[value] + odd[value] > 0).unwrap_or(0) as u32
    }

    /// Returns what makes a value rare, and the heaps with rare values.
    pub fn rare(&self) -> Rare {
        let Space { mask, by_size, .. } = self.space;
        Rare { mask, by_size, heaps: self.rare.iter().map(|&(heap, _)| heap as u64).collect() }
    }

    /// Makes rows for larger values.
    fn widen(&mut self, width: usize) {
        self.width = width;
        self.witnesses.resize(width, [0; WITNESSES]);
        self.counts.iter_mut().for_each(|counts| counts.resize(width, 0));
        self.colour();
    }

    /// Notes for every value whether it is common.
    fn colour(&mut self) {
        for parity in 0..2 {
            let byte = |value| if self.space.is_common(parity, value) { 0xFF } else { 0 };
            self.space.common[parity] = (0..self.width as u32).map(byte).collect();
        }
    }

    /// Chooses the mask under which the fewest heaps have been rare.
    ///
    /// The Walsh-Hadamard transform of how often each value occurs gives, for every mask at once, how many
    /// more heaps are rare than common.
    fn choose_space(&mut self) {
        let transformed = [0, 1].map(|parity| {
            let mut sums: Vec<i64> = self.counts[parity].iter().map(|&count| count as i64).collect();
            let mut half = 1;
            while half < sums.len() {
                for part in sums.chunks_exact_mut(2 * half) {
                    let (low, high) = part.split_at_mut(half);
                    for (a, b) in low.iter_mut().zip(high) {
                        (*a, *b) = (*a + *b, *a - *b);
                    }
                }
                half *= 2;
            }
            sums
        });
        let splits = &self.moves.splits;
        let taken = splits.first().map_or(0, |taken| taken & 1);
        let sizes_tell = splits.iter().all(|place| place & 1 == taken);
        let mut best = (i64::MAX, 1, false);
        let [even, odd] = &transformed;
        for (mask, (even, odd)) in even.iter().zip(odd).enumerate().skip(1) {
            best = best.min((even + odd, mask as u32, false));
            if sizes_tell {
                let sum = if taken == 0 { even - odd } else { odd - even };
                best = best.min((sum, mask as u32, true));
            }
        }
        (self.space.mask, self.space.by_size, self.space.taken) = (best.1, best.2, taken);
        self.colour();
        self.rare.clear();
        for (heap, &value) in self.values.iter().enumerate().skip(1) {
            if !self.space.is_common(heap, value.get()) {
                self.rare.push((heap, value));
            }
        }
        self.next_choice = self.values.len() + self.values.len() / 4;
        self.enlist();
    }

    /// Enlists scouts: heaps of all sizes, as they come.
    fn enlist(&mut self) {
        let wanted = if self.scouts.is_empty() { 2 * self.width } else { self.scouts.len() };
        self.scouts.clear();
        self.enlist_more(wanted);
    }

    /// Enlists more scouts, up to this many in all.
    fn enlist_more(&mut self, wanted: usize) {
        let heaps = self.values.len() as u64;
        // If few heaps are common, some places stay empty.
        for _ in 0..2 * wanted.saturating_sub(self.scouts.len()) {
            self.dice =
                self.dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let heap = ((self.dice >> 33) % (heaps - 1) + 1) as usize;
            if self.space.is_common(heap, self.values[heap].get()) && self.scouts.len() < wanted {
                self.scouts.push((heap, self.values[heap]));
            }
        }
    }

    /// Keeps as many scouts as are worth it.
    ///
    /// A witness costs as much time as ten scouts, and a search as much as forty witnesses. With random
    /// values k scouts miss a share of exp(-2k / width), and the total cost is least when that costs width /
    /// 20 witnesses.
    fn count_scouts(&mut self) {
        const OFTEN: u64 = 4096;
        if self.evaluated < OFTEN {
            return;
        }
        let (scouts, cost, least) = (self.scouts.len(), 20 * self.missed, self.width as u64 * self.evaluated);
        if 2 * cost > 3 * least {
            self.enlist_more((scouts + scouts / 4 + 1).min(8 * self.width));
        } else if 3 * cost < 2 * least {
            self.scouts.truncate((scouts - scouts / 8).max(16));
        }
        (self.missed, self.evaluated) = (0, 0);
    }

    /// Evaluates one more block, and no heap beyond `to`.
    pub fn step(&mut self, to: usize) -> Result<(), TooWide> {
        let heaps = self.begin_block(self.rows_in_cache(), to);
        let mut rows = std::mem::take(&mut self.rows);
        self.note_what_is_known(&mut rows, 0, heaps);
        let evaluated = self.evaluate_block(&mut rows, heaps);
        self.rows = rows;
        evaluated
    }

    /// Evaluates blocks on several threads while `go_on` says so and there is much to note; none beyond `to`.
    ///
    /// The threads share the notes before a block is evaluated; then one of them evaluates it. `go_on` is
    /// called before each block.
    pub fn steps_on(
        &mut self,
        threads: usize,
        to: usize,
        mut go_on: impl FnMut(usize) -> bool,
    ) -> Result<(), TooWide> {
        let parts: Vec<Mutex<Vec<u8>>> = (0..threads).map(|_| Mutex::default()).collect();
        let rounds = Rounds::new(threads);
        let heaps = AtomicUsize::new(0);
        let shared = RwLock::new(self);
        // Notes one part of the block; any free thread takes the next.
        let note = |part: usize| {
            let sparse = shared.read().unwrap_or_else(PoisonError::into_inner);
            let (own, all) = (sparse.rows_in_cache(), heaps.load(Ordering::Acquire));
            let first = (part * own).min(all);
            let mut rows = parts[part].lock().unwrap_or_else(PoisonError::into_inner);
            sparse.note_what_is_known(&mut rows, first, own.min(all - first));
        };
        let help = || {
            rounds.help(&note);
            Ok(())
        };
        let evaluate = || {
            let _ending = Ending(&rounds);
            let mut rows = Vec::new();
            loop {
                let mut sparse = shared.write().unwrap_or_else(PoisonError::into_inner);
                let known = sparse.values.len();
                if known > to || !sparse.is_worth_threads() || !go_on(known) {
                    return Ok(());
                }
                let most = sparse.rows_in_cache() * threads;
                let all = sparse.begin_block(most, to);
                heaps.store(all, Ordering::Release);
                drop(sparse);
                if !rounds.play(&note) {
                    // A helper has panicked; the scope passes that on.
                    return Ok(());
                }
                rows.clear();
                for part in &parts {
                    rows.extend_from_slice(&part.lock().unwrap_or_else(PoisonError::into_inner));
                }
                shared.write().unwrap_or_else(PoisonError::into_inner).evaluate_block(&mut rows, all)?;
            }
        };
        run_beside(threads, help, evaluate).into_iter().collect()
    }

    /// Says whether each heap has enough to note that threads gain more than they lose waiting for the one
    /// that evaluates.
    ///
    /// Evaluating a heap takes about as long as a thousand notes, and only one thread can do that.
    pub fn is_worth_threads(&self) -> bool {
        const ENOUGH: usize = 2_000;
        self.rare.len() * self.moves.splits.len() + self.scouts.len() > ENOUGH
    }

    /// Returns roughly how many rows fit into the first-level cache.
    fn rows_in_cache(&self) -> usize {
        (BLOCK / self.width).clamp(16, 256)
    }

    /// Prepares a block of at most this many heaps, none beyond `to`, and returns how many it has.
    fn begin_block(&mut self, most: usize, to: usize) -> usize {
        let first = self.values.len();
        if first >= self.next_choice {
            self.choose_space();
        }
        self.count_scouts();
        most.min(first / 2).min(to + 1 - first)
    }

    /// Makes rows for some heaps of the block, from its row `from` on, and notes the divisions into two heaps
    /// from before the block, one of which is rare or a scout.
    fn note_what_is_known(&self, rows: &mut Vec<u8>, from: usize, heaps: usize) {
        rows.clear();
        rows.resize(heaps * self.width, 0);
        for (number, &taken) in self.moves.splits.iter().enumerate() {
            let known = Before { values: &self.values, taken, from, unequal: self.moves.unequal };
            known.note(&self.rare, rows, self.width);
            if number == 0 {
                known.note(&self.scouts, rows, self.width);
            }
        }
    }

    /// Finds the values of a block whose rows note what was known before it.
    fn evaluate_block(&mut self, rows: &mut [u8], heaps: usize) -> Result<(), TooWide> {
        let first = self.values.len();
        match (0..heaps).try_for_each(|row| self.evaluate(rows, row, first)) {
            Ok(()) | Err(End::Wider) => Ok(()),
            Err(End::TooWide) => Err(TooWide),
        }
    }

    /// Finds the value of one heap of the block, and notes it in the rows after its own.
    fn evaluate(&mut self, rows: &mut [u8], row: usize, first: usize) -> Result<(), End> {
        let (heap, width) = (first + row, self.width);
        let (own, behind) = rows[row * width..].split_at_mut(width);
        if self.moves.wholes.contains(&heap) {
            own[0] = 0xFF;
        }
        for taken in self.moves.takes.iter().filter(|&&taken| taken < heap) {
            own[self.values[heap - taken].get() as usize] = 0xFF;
        }
        let common = &self.space.common[heap & 1];
        let bound = first_where(common, own, width, |common, noted| common & !noted).unwrap_or(width);
        let mut value = bound as u32;
        let mut from = 0;
        while let Some(at) =
            first_where(&self.space.common[heap & 1][from..bound], &own[from..bound], bound - from, |c, n| {
                !c & !n
            })
        {
            let wanted = (from + at) as u32;
            if !self.is_reached(heap, wanted) {
                value = wanted;
                break;
            }
            from += at + 1;
        }
        if value as usize >= C::END {
            return Err(End::TooWide);
        }
        self.values.push(C::of(value));
        let is_rare = !self.space.is_common(heap, value);
        if is_rare {
            self.rare.push((heap, C::of(value)));
        }
        if value as usize >= width {
            self.widen(2 * width);
            self.counts[heap & 1][value as usize] += 1;
            return Err(End::Wider);
        }
        self.counts[heap & 1][value as usize] += 1;
        self.evaluated += 1;
        let rows_behind = behind.len() / width;
        for &taken in &self.moves.splits {
            let mut note = |other: usize, its: C| {
                let at = (taken + other - 1) * width + (its.get() ^ value) as usize;
                behind[at] = 0xFF;
            };
            // The division that takes `taken` and leaves this heap and `other` is one of heap + taken +
            // other.
            if is_rare {
                (1..(rows_behind + 1).saturating_sub(taken))
                    .for_each(|other| note(other, self.values[other]));
            } else {
                let near = self.rare.iter().take_while(|(other, _)| taken + other <= rows_behind);
                near.for_each(|&(other, its)| note(other, its));
            }
        }
        Ok(())
    }

    /// Says whether a heap can be divided into two that make this value together.
    fn is_reached(&mut self, heap: usize, wanted: u32) -> bool {
        let values = &self.values[..];
        let wanted_cell = C::of(wanted);
        for &other in &self.witnesses[wanted as usize] {
            let other = other as usize;
            for taken in &self.moves.splits {
                if other > 0
                    && other + taken < heap
                    && values[other] ^ values[heap - taken - other] == wanted_cell
                    && !(self.moves.unequal && 2 * other + taken == heap)
                {
                    self.missed += 1;
                    return true;
                }
            }
        }
        self.missed += 40;
        for &taken in &self.moves.splits {
            let sum = heap.saturating_sub(taken);
            let most = if self.moves.unequal { sum.saturating_sub(1) / 2 } else { sum / 2 };
            if most == 0 {
                continue;
            }
            let (small, large) = (&values[1..=most], &values[sum - most..sum]);
            if let Some(at) = pair_making(small, large, wanted_cell) {
                let other = at + 1;
                let remembered = &mut self.witnesses[wanted as usize];
                remembered.rotate_right(1);
                remembered[0] = other as u32;
                if !self.scouts.is_empty() {
                    self.next_scout = (self.next_scout + 1) % self.scouts.len();
                    self.scouts[self.next_scout] = (other, values[other]);
                }
                return true;
            }
        }
        false
    }
}

/// Rounds of work in parts. One thread plays the rounds and takes parts itself; others help when they get to
/// run.
///
/// A round takes some ten microseconds, so waiting threads spin for a while before they yield. Nobody waits
/// for a helper that has not begun: on a busy machine the player does the parts itself.
struct Rounds {
    parts: usize,
    /// The next free part.
    next: AtomicUsize,
    /// How many parts are done.
    done: AtomicUsize,
    over: AtomicBool,
    /// Whether a part was not finished.
    broken: AtomicBool,
}

impl Rounds {
    fn new(parts: usize) -> Self {
        Rounds {
            parts,
            next: AtomicUsize::new(parts),
            done: AtomicUsize::new(0),
            over: AtomicBool::new(false),
            broken: AtomicBool::new(false),
        }
    }

    /// Plays a new round, and says whether all parts were done; it does not wait for a helper that has
    /// panicked.
    fn play(&self, work: &impl Fn(usize)) -> bool {
        self.done.store(0, Ordering::Release);
        self.next.store(0, Ordering::Release);
        self.take_parts(work);
        patiently(|| self.done.load(Ordering::Acquire) == self.parts);
        !self.broken.load(Ordering::Acquire)
    }

    /// Helps in every round until it is over.
    fn help(&self, work: &impl Fn(usize)) {
        while !self.over.load(Ordering::Acquire) {
            patiently(|| self.over.load(Ordering::Acquire) || self.next.load(Ordering::Acquire) < self.parts);
            self.take_parts(work);
        }
    }

    fn take_parts(&self, work: &impl Fn(usize)) {
        loop {
            let part = self.next.fetch_add(1, Ordering::AcqRel);
            if part >= self.parts {
                return;
            }
            let mut taken = TakenPart { rounds: self, whole: false };
            work(part);
            taken.whole = true;
        }
    }
}

/// A part of a round under way; it ends in any case, even if its thread panics.
struct TakenPart<'a> {
    rounds: &'a Rounds,
    whole: bool,
}

impl Drop for TakenPart<'_> {
    fn drop(&mut self) {
        if !self.whole {
            self.rounds.broken.store(true, Ordering::Release);
        }
        self.rounds.done.fetch_add(1, Ordering::AcqRel);
    }
}

fn patiently(is_so: impl Fn() -> bool) {
    const LOOKS: usize = 5000;
    let mut looks = 0;
    while !is_so() {
        looks += 1;
        if looks < LOOKS { std::hint::spin_loop() } else { std::thread::yield_now() }
    }
}

/// Ends the rounds, whatever happens, so that nobody waits forever.
struct Ending<'a>(&'a Rounds);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.over.store(true, Ordering::Release);
    }
}

/// Why a block has ended early.
enum End {
    /// The rows have become wider.
    Wider,
    /// The cells must become wider.
    TooWide,
}

/// What is known before a block.
struct Before<'a, C> {
    values: &'a [C],
    /// The stones that a division takes.
    taken: usize,
    /// The row of the block with which the rows here begin.
    from: usize,
    unequal: bool,
}

impl<C: Cell> Before<'_, C> {
    /// Notes all divisions in which one part is among `parts`.
    fn note(&self, parts: &[(usize, C)], rows: &mut [u8], width: usize) {
        match width {
            64 => self.note_in_rows::<64>(parts, rows),
            128 => self.note_in_rows::<128>(parts, rows),
            256 => self.note_in_rows::<256>(parts, rows),
            512 => self.note_in_rows::<512>(parts, rows),
            1024 => self.note_in_rows::<1024>(parts, rows),
            2048 => self.note_in_rows::<2048>(parts, rows),
            4096 => self.note_in_rows::<4096>(parts, rows),
            _ => self.note_in_rows_of_any_width(parts, rows, width),
        }
    }

    /// Returns the rows for which the other part is known, and the first of the other parts.
    fn rows_with(&self, part: usize, rows: usize) -> Option<(usize, usize, usize)> {
        // Row j is heap first + j, and its other part is first + j - taken - part: at least 1, and before the
        // block.
        let (known, first) = (self.values.len(), self.values.len() + self.from);
        let least = (self.taken + part + 1).saturating_sub(first);
        let end = (self.taken + part + known).saturating_sub(first).min(rows);
        (least < end).then(|| (least, end, first + least - self.taken - part))
    }

    fn note_in_rows<const WIDTH: usize>(&self, parts: &[(usize, C)], rows: &mut [u8]) {
        let (rows, _) = rows.as_chunks_mut::<WIDTH>();
        for &(part, its) in parts {
            let Some((least, end, other)) = self.rows_with(part, rows.len()) else { continue };
            let others = &self.values[other..other + end - least];
            let (all_four, its) = (C::four(&[its; 4]), its.get() as usize);
            // Two equal heaps make 0; if they are forbidden, another part may still have noted it.
            let equal = self.equal_row(part).filter(|row| (least..end).contains(row));
            let before = equal.map(|row| rows[row][0]);
            let (rows_by_four, last_rows) = rows[least..end].as_chunks_mut::<4>();
            let (others_by_four, last_others) = others.as_chunks::<4>();
            for (four_rows, four) in rows_by_four.iter_mut().zip(others_by_four) {
                let mut four = C::four(four) ^ all_four;
                for row in four_rows {
                    row[four as usize & (C::END - 1) & (WIDTH - 1)] = 0xFF;
                    four >>= C::END.trailing_zeros();
                }
            }
            for (row, other) in last_rows.iter_mut().zip(last_others) {
                row[(other.get() as usize ^ its) & (WIDTH - 1)] = 0xFF;
            }
            if let (Some(row), Some(before)) = (equal, before) {
                rows[row][0] = before;
            }
        }
    }

    fn note_in_rows_of_any_width(&self, parts: &[(usize, C)], rows: &mut [u8], width: usize) {
        for &(part, its) in parts {
            let Some((least, end, other)) = self.rows_with(part, rows.len() / width) else { continue };
            let others = &self.values[other..other + end - least];
            for (row, other) in (least..end).zip(others) {
                if self.equal_row(part) != Some(row) {
                    rows[row * width + (other.get() ^ its.get()) as usize] = 0xFF;
                }
            }
        }
    }

    /// The row in which both parts would be equal and must not.
    fn equal_row(&self, part: usize) -> Option<usize> {
        let first = self.values.len() + self.from;
        if self.unequal { (2 * part + self.taken).checked_sub(first) } else { None }
    }
}

/// Returns the first place where a test of two bytes succeeds, 32 at a time to suit vectors.
#[inline(always)]
fn first_where(common: &[u8], noted: &[u8], len: usize, test: impl Fn(u8, u8) -> u8) -> Option<usize> {
    let (common, noted) = (&common[..len], &noted[..len]);
    let (common, rest) = common.as_chunks::<32>();
    let (noted, noted_rest) = noted.as_chunks::<32>();
    for (at, (c, n)) in common.iter().zip(noted).enumerate() {
        let mut any = 0;
        for k in 0..32 {
            any |= test(c[k], n[k]);
        }
        if any != 0 {
            return (0..32).find(|&k| test(c[k], n[k]) != 0).map(|k| 32 * at + k);
        }
    }
    let from = 32 * common.len();
    (0..rest.len()).find(|&k| test(rest[k], noted_rest[k]) != 0).map(|k| from + k)
}

/// Returns the first place of `small` whose value combines to the wanted one with that of `large` at the same
/// place from its end.
fn pair_making<C: Cell>(small: &[C], large: &[C], wanted: C) -> Option<usize> {
    const RUN: usize = 64;
    let len = small.len();
    let mut from = 0;
    while from < len {
        let run = RUN.min(len - from);
        let (a, b) = (&small[from..from + run], &large[len - from - run..len - from]);
        let any = a.iter().zip(b.iter().rev()).fold(false, |any, (&a, &b)| any | (a ^ b == wanted));
        if any {
            return a.iter().zip(b.iter().rev()).position(|(&a, &b)| a ^ b == wanted).map(|at| from + at);
        }
        from += run;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_waits_for_a_helper_that_has_panicked() {
        let rounds = Rounds::new(2);
        let player = std::thread::current().id();
        let helping = AtomicBool::new(false);
        let work = |_: usize| {
            if std::thread::current().id() != player {
                helping.store(true, Ordering::Release);
                std::panic::resume_unwind(Box::new("a helper panics"));
            }
            // The player leaves a part to the helper.
            patiently(|| helping.load(Ordering::Acquire));
        };
        std::thread::scope(|scope| {
            let helper = scope.spawn(|| rounds.help(&work));
            let played = {
                let _ending = Ending(&rounds);
                rounds.play(&work)
            };
            assert!(!played, "a part was not done");
            assert!(helper.join().is_err());
        });
    }
}
