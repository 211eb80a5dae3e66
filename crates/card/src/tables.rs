//! What the kernel looks up about the tails of a shape: made once for each shape, on the processor, before
//! anything is solved.
//!
//! The structures at the end of this file are those of `kernel.cu`, field by field.

use crate::cut::{Cut, LANES, Shape, tails};

/// The threads of a group that solves a batch.
pub(crate) const THREADS: u32 = 256;
/// The warps of such a group.
pub(crate) const WARPS: u32 = THREADS / LANES;
/// The warps of a group that unranks.
pub(crate) const UNRANKING_WARPS: u32 = 4;
/// The lost tails that a warp has room to note.
pub(crate) const NOTED: u64 = 512;
/// The most shapes there is room for.
pub(crate) const MOST_SHAPES: usize = 320;
/// No place, no limit, all lanes.
const ALL: u32 = u32::MAX;
/// How many elements a chunk of a list has.
pub(crate) const CHUNK: usize = 8;
/// The rows whose part of a block's number has 64 bits, if the kernels are thrifty; else it is the first.
pub(crate) const THRIFTY_HEAD: usize = 3;
/// The slots of a bucket of the thrifty index.
pub(crate) const SLOTS: u64 = 16;

/// Everything about the tails of one shape.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    /// By step of the sweep: a tail of an even sum, and one of the odd sum after it. Of each, where the tails
    /// that can bite to it are listed (chunk << 11 | chunks), and 4 * tail | class.
    pub(crate) pairs: Vec<[u32; 4]>,
    /// Next to each pair: where the odd tail can bite to by one square.
    pub(crate) smaller: Vec<[u16; CHUNK]>,
    /// The lists of tails that can bite to a tail.
    pub(crate) longer: Vec<[u16; CHUNK]>,
    /// Where each step begins among the pairs.
    pub(crate) steps: Vec<u16>,
    /// By tail: 4 * the tail with its longest rows cut by one square.
    pub(crate) shorter: Vec<u16>,
    /// By tail, a byte: its class.
    pub(crate) classes: Vec<u32>,
    /// By tail, a bit: it lacks the poison. Empty when no tail does.
    pub(crate) eaten: Vec<u32>,
}

/// All tails of a shape, in lexicographic order.
struct Tails {
    below: usize,
    bound: usize,
    rows: Vec<u8>,
}

impl Tails {
    fn of(shape: &Shape) -> Self {
        let (below, bound) = (shape.below, shape.bound);
        let mut rows = Vec::with_capacity(shape.tails() * below);
        let mut tail = vec![0u8; below];
        for _ in 0..shape.tails() {
            rows.extend(&tail);
            // The next one: the last row that can grow grows, and those below it start again.
            let may_grow =
                |row: &usize| usize::from(tail[*row]) < if *row == 0 { bound } else { tail[row - 1].into() };
            if let Some(row) = (0..below).rev().find(may_grow) {
                tail[row] += 1;
                tail[row + 1..].fill(0);
            }
        }
        Self { below, bound, rows }
    }

    fn len(&self) -> usize {
        tails(self.below, self.bound) as usize
    }

    fn get(&self, tail: usize) -> &[u8] {
        &self.rows[tail * self.below..][..self.below]
    }

    fn sum(&self, tail: usize) -> usize {
        self.get(tail).iter().map(|&row| usize::from(row)).sum()
    }

    /// Says which class a tail belongs to, by how many of its first rows are equal: 5 or more, 3 or 4, 2, 1.
    fn class(&self, tail: usize) -> u32 {
        let rows = self.get(tail);
        match rows.iter().take_while(|&&row| row == rows[0]).count() {
            5.. => 0,
            3 | 4 => 1,
            2 => 2,
            _ => 3,
        }
    }
}

/// What a row of each length adds to the rank of a tail, by row; empty rows add nothing.
struct Places(Vec<Vec<u32>>);

impl Places {
    fn of(shape: &Shape) -> Self {
        let place = |row: usize, length: usize| match length {
            0 => 0,
            _ => tails(shape.below - row, length - 1) as u32,
        };
        Self(
            (0..shape.below)
                .map(|row| (0..=shape.bound).map(|length| place(row, length)).collect())
                .collect(),
        )
    }

    /// Returns by how much the rank drops when a row is cut.
    fn sunk(&self, row: usize, from: u8, to: usize) -> u32 {
        self.0[row][usize::from(from)] - self.0[row][to]
    }
}

/// Calls `see(to, tail, row, column)` for every bite inside the tails; rows and columns count from 0.
fn each_bite(all: &Tails, places: &Places, mut see: impl FnMut(usize, usize, usize, usize)) {
    for tail in 0..all.len() {
        let rows = all.get(tail);
        let mut longer = rows.len();
        for col in 0..usize::from(rows.first().copied().unwrap_or(0)) {
            while longer > 0 && usize::from(rows[longer - 1]) <= col {
                longer -= 1;
            }
            let mut to = tail as u32;
            for row in (0..longer).rev() {
                to -= places.sunk(row, rows[row], col);
                see(to as usize, tail, row, col);
            }
        }
    }
}

impl Tables {
    /// Makes the tables of a shape; `poison` is the row and column of the poison in the box, from 1.
    pub(crate) fn of(shape: &Shape, poison: (usize, usize)) -> Self {
        let (all, places) = (Tails::of(shape), Places::of(shape));
        let (len, padded) = (all.len(), padded(shape.tails()));
        let mut tables =
            Tables { shorter: vec![0; padded], classes: vec![0; padded / 4], ..Tables::default() };
        for tail in 0..len {
            tables.classes[tail / 4] |= all.class(tail) << (8 * (tail % 4));
        }
        let mut counts = vec![0usize; len];
        each_bite(&all, &places, |to, tail, row, col| {
            counts[to] += 1;
            if row == 0 && col + 1 == usize::from(all.get(tail)[0]) {
                tables.shorter[tail] = address(to);
            }
        });
        let mut ends = tables.sort_by_sums(&all, &places, &counts, padded);
        // Lists are padded with words that are never read, in different banks.
        let filler = |i: usize| address(padded + ((i * 5 / CHUNK + i) & 31));
        let chunks = counts.iter().map(|count| count.div_ceil(CHUNK)).sum::<usize>();
        tables.longer = (0..chunks).map(|chunk| std::array::from_fn(|i| filler(chunk * CHUNK + i))).collect();
        each_bite(&all, &places, |to, tail, _, _| {
            tables.longer[ends[to] / CHUNK][ends[to] % CHUNK] = address(tail);
            ends[to] += 1;
        });
        tables.mark_eaten(shape, &all, poison);
        tables
    }

    /// Lays the tails out for the sweep, two sums a step; returns where the list of each tail begins, in
    /// elements.
    fn sort_by_sums(&mut self, all: &Tails, places: &Places, counts: &[usize], padded: usize) -> Vec<usize> {
        let mut by_sum = vec![Vec::new(); (all.below * all.bound + 1).next_multiple_of(2)];
        for tail in 0..all.len() {
            by_sum[all.sum(tail)].push(tail);
        }
        let won = address(padded + 32); // a word of ones
        let (mut lists, mut chunks) = (vec![0; all.len()], 0u32);
        for two_sums in by_sum.chunks(2) {
            let begins = self.pairs.len();
            self.steps.push(begins as u16);
            let longest = two_sums.iter().map(Vec::len).max().unwrap_or(0);
            self.pairs.resize(begins + longest, [0, won.into(), 0, won.into()]);
            self.smaller.resize(begins + longest, [won; CHUNK]);
            for (odd, one_sum) in two_sums.iter().enumerate() {
                for (place, &tail) in one_sum.iter().enumerate() {
                    lists[tail] = chunks as usize * CHUNK;
                    let list = counts[tail].div_ceil(CHUNK) as u32;
                    self.pairs[begins + place][2 * odd] = chunks << 11 | list;
                    self.pairs[begins + place][2 * odd + 1] = u32::from(address(tail)) | all.class(tail);
                    chunks += list;
                    if odd == 1 {
                        let rows = all.get(tail);
                        let is_corner = |&row: &usize| rows[row] > rows.get(row + 1).copied().unwrap_or(0);
                        let corners = (0..rows.len()).filter(is_corner);
                        debug_assert!(corners.clone().count() <= CHUNK, "see MOST_TAILS");
                        for (slot, row) in self.smaller[begins + place].iter_mut().zip(corners) {
                            *slot = address(
                                tail - places.sunk(row, rows[row], usize::from(rows[row]) - 1) as usize,
                            );
                        }
                    }
                }
            }
        }
        // Looking one step ahead finds nothing there.
        self.steps.extend([self.pairs.len() as u16; 2]);
        lists
    }

    fn mark_eaten(&mut self, shape: &Shape, all: &Tails, (row, col): (usize, usize)) {
        if row <= shape.above {
            return; // the rows above have it, or there is nothing to solve
        }
        self.eaten = vec![0; padded(all.len()).div_ceil(32)];
        for tail in (0..all.len()).filter(|&tail| usize::from(all.get(tail)[row - 1 - shape.above]) < col) {
            self.eaten[tail / 32] |= 1 << (tail % 32);
        }
    }
}

/// Returns how many words the tails take.
pub(crate) fn padded(tails: usize) -> usize {
    tails.next_multiple_of(4)
}

/// Returns the byte address of the word of a tail.
fn address(tail: usize) -> u16 {
    debug_assert!(tail < 1 << 14, "an address has 16 bits");
    (4 * tail) as u16
}

/// The bites above that cut the tail of a shape: see `cutting_bites` in the kernel.
#[derive(Debug, Default)]
pub(crate) struct Cuts {
    /// Two entries a bite: rows it can be in, column (`ALL`: every one within reach), equal rows wanted; 4 *
    /// the first tail, 4 * how many, 4 * how many before the exact ones.
    pub(crate) cuts: Vec<[u32; 4]>,
    /// By row above and column from 1: what to subtract from an element to get its distance from the first
    /// tail that begins with this length, with enough rows of it, with one more; in both halves.
    pub(crate) equal: Vec<[u32; 4]>,
    /// How many columns `equal` has.
    pub(crate) equal_cols: usize,
}

impl Cuts {
    /// Lists the cutting bites of a shape.
    pub(crate) fn of(cut: &Cut, shape: &Shape) -> Self {
        let mut cuts = Cuts::default();
        let above = shape.above;
        let Ok(last_cut) = usize::try_from(shape.last_cut) else { return cuts };
        if above == 0 {
            return cuts;
        }
        // The rank of the tail made of these rows from `row` on, all of this length, with nothing below them.
        let equal_rows = |row: usize, length: usize| {
            (row..above).map(|x| tails(cut.rows - x, length - 1)).sum::<u64>() as u32
        };
        let less = |rank: u32| {
            let less = (4 * rank).wrapping_neg() & 0xffff;
            less | less << 16
        };
        let none = less(65_532 / 4); // nothing is beyond it
        cuts.cuts.extend([[above as u32, ALL, 0, 0], [0; 4]]);
        cuts.equal_cols = cut.reach[above - 1].min(last_cut) + 1;
        for row in 0..above {
            for length in 1..=cuts.equal_cols {
                cuts.equal.push(if length <= cut.reach[row] {
                    let equal = equal_rows(row, length);
                    // A tail without rows has no first row that could be as long: then no tail is exact.
                    let exact = match shape.below {
                        0 => none,
                        below => less(equal + tails(below, length - 1) as u32),
                    };
                    [less(tails(cut.rows - row, length - 1) as u32), less(equal), exact, 0]
                } else {
                    // These tails cannot be that long.
                    [less(tails(cut.rows - row, cut.reach[row]) as u32), none, none, 0]
                });
            }
        }
        for length in (cut.reach[0] + 1..=last_cut).rev() {
            let rows = cut.reach[..above].iter().take_while(|&&reach| length > reach).count();
            cuts.cuts.push([rows as u32, length as u32, (above - rows) as u32, 0]);
            let (all, shorter) = (tails(shape.below, length) as u32, tails(shape.below, length - 1) as u32);
            cuts.cuts.push([4 * equal_rows(rows, length), 4 * all, 4 * shorter, 0]);
        }
        cuts
    }
}

/// A shape, as the kernel knows it.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(crate) struct KernelShape {
    pub(crate) above: u32,
    pub(crate) below: u32,
    pub(crate) bound: u32,
    pub(crate) free_rows: u32,
    pub(crate) lowest: u32,
    pub(crate) is_fixed: u32,
    pub(crate) last_cut: u32,
    pub(crate) steps: u32,
    pub(crate) tails: u32,
    pub(crate) cuts: u32,
    pub(crate) pairs_at: u32,
    pub(crate) shorter_at: u32,
    pub(crate) steps_at: u32,
    pub(crate) cuts_at: u32,
    pub(crate) equal_at: u32,
    pub(crate) equal_cols: u32,
    pub(crate) longer_at: u32,
    pub(crate) eaten_at: u32,
    pub(crate) within_at: u32,
}

impl KernelShape {
    /// Returns the bytes of shared memory that a batch of this shape takes; the end of the kernel's `Layout`.
    pub(crate) fn shared_bytes(&self, cols: usize, is_thrifty: bool) -> u32 {
        let sparing = (cols as u32).wrapping_sub(1).wrapping_sub(self.last_cut);
        let before_steps = 4 * (self.tails + 36)
            + 256 * WARPS
            + 256
            + 128 * (self.above + 1)
            + 32 * sparing
            + sparing.next_multiple_of(4)
            + 32
            + 4 * self.above;
        let head = if is_thrifty { LANES * THRIFTY_HEAD as u32 } else { 0 };
        (before_steps + 2 * (self.steps + 2)).next_multiple_of(16) + 4 * WARPS + 16 + head
    }
}

/// All tables of all shapes, one after the other.
#[derive(Debug, Default)]
pub(crate) struct AllTables {
    pub(crate) shapes: Vec<KernelShape>,
    pub(crate) pairs: Vec<[u32; 4]>,
    pub(crate) smaller: Vec<[u16; CHUNK]>,
    pub(crate) longer: Vec<[u16; CHUNK]>,
    pub(crate) steps: Vec<u16>,
    pub(crate) shorter: Vec<u16>,
    pub(crate) classes: Vec<u32>,
    pub(crate) eaten: Vec<u32>,
    pub(crate) cuts: Vec<[u32; 4]>,
    pub(crate) equal: Vec<[u32; 4]>,
    /// How many tails have no row longer than this: by how many rows they have, and length.
    pub(crate) within: Vec<u32>,
}

impl AllTables {
    /// Makes them on this many threads.
    pub(crate) fn of(cut: &Cut, shapes: &[Shape], poison: (usize, usize), threads: usize) -> Self {
        let mut all = AllTables::default();
        for (shape, tables) in shapes.iter().zip(made_on_threads(shapes, poison, threads)) {
            all.add(cut, shape, tables);
        }
        all
    }

    fn add(&mut self, cut: &Cut, shape: &Shape, tables: Tables) {
        let cuts = Cuts::of(cut, shape);
        // Shapes are ordered by their rows above, and those with equally many share the counts of tails.
        let within_at = match self.shapes.last() {
            Some(last) if last.above == shape.above as u32 => last.within_at,
            _ => {
                let counts = (0..=cut.reach[shape.above]).map(|length| tails(shape.below, length) as u32);
                self.within.extend(counts);
                (self.within.len() - 1 - cut.reach[shape.above]) as u32
            }
        };
        self.shapes.push(KernelShape {
            above: shape.above as u32,
            below: shape.below as u32,
            bound: shape.bound as u32,
            free_rows: shape.free_rows() as u32,
            lowest: shape.lowest as u32,
            is_fixed: shape.is_fixed.into(),
            last_cut: shape.last_cut as u32,
            steps: tables.steps.len() as u32 - 2,
            tails: padded(shape.tails()) as u32,
            cuts: cuts.cuts.len() as u32 / 2,
            pairs_at: self.pairs.len() as u32,
            shorter_at: self.shorter.len() as u32,
            steps_at: self.steps.len() as u32,
            cuts_at: self.cuts.len() as u32,
            equal_at: self.equal.len() as u32,
            equal_cols: cuts.equal_cols as u32,
            longer_at: self.longer.len() as u32,
            eaten_at: if tables.eaten.iter().all(|&word| word == 0) { ALL } else { self.eaten.len() as u32 },
            within_at,
        });
        self.pairs.extend(tables.pairs);
        self.smaller.extend(tables.smaller);
        self.longer.extend(tables.longer);
        self.steps.extend(tables.steps);
        self.shorter.extend(tables.shorter);
        self.classes.extend(tables.classes);
        self.eaten.extend(tables.eaten);
        self.cuts.extend(cuts.cuts);
        self.equal.extend(cuts.equal);
    }
}

/// Makes the tables of each shape, on this many threads, the calling one among them.
fn made_on_threads(shapes: &[Shape], poison: (usize, usize), threads: usize) -> Vec<Tables> {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicUsize, Ordering};
    let made: Vec<OnceLock<Tables>> = shapes.iter().map(|_| OnceLock::new()).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(i) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&i| i < shapes.len()) {
            made[i].get_or_init(|| Tables::of(&shapes[i], poison));
        }
    };
    lastbite_work::threads::run_on_all(threads, work);
    made.into_iter().map(|tables| tables.into_inner().unwrap_or_default()).collect()
}

/// What the kernel knows about the box; addresses are the card's.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(crate) struct KernelBox {
    pub(crate) cols: u32,
    pub(crate) poison_row: u32,
    pub(crate) poison_col: u32,
    pub(crate) prefix_stride: u32,
    pub(crate) deepest: u32,
    pub(crate) sums_of_shelf: u32,
    pub(crate) segment_bits: u32,
    pub(crate) segments: u32,
    pub(crate) reach: [u8; 32],
    pub(crate) index: u64,
    pub(crate) lists: u64,
    pub(crate) shelves: u64,
    pub(crate) places: u64,
    pub(crate) pool: u64,
    pub(crate) tags: u64,
    pub(crate) buckets: u64,
    pub(crate) closed: u64,
    pub(crate) host_pool: u64,
    pub(crate) host_from: u64,
    pub(crate) host_shift: u64,
    pub(crate) dead: u64,
    pub(crate) staged: u64,
    pub(crate) staged_chunks: u32,
    pub(crate) circle: u32,
    pub(crate) number_bits: u32,
    pub(crate) head: u32,
    pub(crate) host_segments: u32,
    pub(crate) cold: u32,
    pub(crate) lost: u64,
    pub(crate) pairs: u64,
    pub(crate) smaller: u64,
    pub(crate) longer: u64,
    pub(crate) steps: u64,
    pub(crate) shorter: u64,
    pub(crate) classes: u64,
    pub(crate) eaten: u64,
    pub(crate) cuts: u64,
    pub(crate) equal: u64,
    pub(crate) partitions: u64,
    pub(crate) sums: u32,
    pub(crate) lengths: u32,
    pub(crate) steps_of_number: u64,
    pub(crate) head_steps: u64,
    pub(crate) shares: u64,
    pub(crate) open: u64,
    pub(crate) noted: u64,
    pub(crate) stop: u64,
}

/// What the kernels must know of what they fill: the lists, their index, the counts of lost positions.
pub(crate) struct KeptInKernels {
    pub(crate) lists: ListsInKernels,
    pub(crate) index: IndexInKernels,
    pub(crate) lost: u64,
}

/// What the kernels must know to find lists.
pub(crate) struct ListsInKernels {
    pub(crate) lists: u64,
    pub(crate) shelves: u64,
    pub(crate) places: u64,
    pub(crate) pool: u64,
    pub(crate) segment_bits: u32,
    pub(crate) segments: u32,
    pub(crate) sums_of_shelf: u32,
    pub(crate) host_from: u64,
    pub(crate) host: HostInKernels,
}

/// The same of the lists in the host's memory.
#[derive(Default)]
pub(crate) struct HostInKernels {
    pub(crate) pool: u64,
    pub(crate) shift: u64,
    pub(crate) dead: u64,
    pub(crate) segments: u32,
    pub(crate) cold: u32,
}

/// What the kernels must know to find the list of a block; the plain ones read the entries alone.
#[derive(Default)]
pub(crate) struct IndexInKernels {
    pub(crate) entries: u64,
    pub(crate) tags: u64,
    pub(crate) closed: u64,
    pub(crate) buckets: u64,
    pub(crate) number_bits: u32,
}

/// Returns `[row][length]`: what each of the first rows adds to the number of a block.
pub(crate) fn head_steps(cut: &Cut, head: usize) -> Vec<u64> {
    let step = |row: usize, length: usize| if row < cut.deepest { cut.step(row, length) } else { 0 };
    (0..head).flat_map(|row| (0..cut.lengths()).map(move |length| step(row, length))).collect()
}

/// Returns `[row][length]`: what rows of this length, from the first after the head to the one before this,
/// add to the number of a block.
pub(crate) fn steps_of_number(cut: &Cut, head: usize) -> Vec<u32> {
    let lengths = cut.lengths();
    let mut sums = vec![0u32; (cut.deepest + 1) * lengths];
    for row in head..cut.deepest {
        for length in 0..lengths {
            let step = cut.step(row, length) as u32;
            sums[(row + 1) * lengths + length] = sums[row * lengths + length].wrapping_add(step);
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the kernel makes of a lost tail of the block that a short bite in this row leads to: `None` when
    /// no bite leads there, else the tail of our own block that it represents, and whether it is an exact
    /// one.
    fn judged(cuts: &Cuts, row: usize, tail: u32) -> Option<(u32, bool)> {
        let element = 4 * tail;
        let (mut first, mut equal, mut exact) = (element, element, element);
        for less in &cuts.equal[row * cuts.equal_cols..][..cuts.equal_cols] {
            let nearest = |so_far: u32, less: u32| so_far.min((element + less) & 0xffff);
            (first, equal, exact) =
                (nearest(first, less[0]), nearest(equal, less[1]), nearest(exact, less[2]));
        }
        (exact <= first || (equal <= first && equal < exact)).then_some((equal / 4, exact <= first))
    }

    /// A short bite is found by distances alone; here its rows are checked. The last boxes have blocks
    /// without any row below, which only happens when blocks have fewer positions than the bar has columns.
    #[test]
    fn short_bites_are_found_as_their_rows_say() {
        for (rows, cols, limit) in [(5, 12, 64), (4, 30, 64), (7, 9, 200), (2, 66, 64), (3, 70, 64)] {
            let cut = Cut::new(rows, cols, limit);
            for shape in cut.shapes().iter().filter(|shape| shape.above > 0) {
                let cuts = Cuts::of(&cut, shape);
                for row in 0..shape.above {
                    let block = Shape { above: row, below: rows - row, bound: cut.reach[row], ..*shape };
                    let all = Tails::of(&block);
                    let own = Places::of(shape);
                    for tail in 0..all.len() {
                        // One length, for as many rows as there are rows above left, then our tail.
                        let (equal, rest) = all.get(tail).split_at(shape.above - row);
                        let length = equal[0];
                        let leads_here = equal.iter().all(|&row| row == length)
                            && usize::from(length) <= cuts.equal_cols
                            && rest.iter().all(|&row| usize::from(row) <= shape.bound);
                        let is_exact = rest.first().map_or(length == 0, |&row| row == length);
                        let expected = leads_here.then(|| {
                            let rank =
                                rest.iter().enumerate().map(|(row, &length)| own.0[row][usize::from(length)]);
                            (rank.sum::<u32>(), is_exact)
                        });
                        if usize::from(length) <= shape.bound {
                            assert_eq!(
                                judged(&cuts, row, tail as u32),
                                expected,
                                "{shape:?}, row {row}, {:?}",
                                all.get(tail)
                            );
                        }
                    }
                }
            }
        }
    }
}
