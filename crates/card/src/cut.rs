//! How a box is cut into blocks for the card, how the blocks are numbered, and in which waves they are
//! solved.
//!
//! The cut is that of the library's plan ([`lastbite_engines::sieve::plan`]) with small blocks: rows above, and all
//! tails below them, as long as there are few enough of these. `reach[r]` is the longest row r for which
//! "this row and all below it" is few enough to be left to the tails. So the rows above of a block are those
//! that go beyond their reach, and every position is in exactly one block:
//!
//! ```text
//! reach 2 2 3 5 9 ..      a position   7 5 4 | 4 1 1 0
//!                                      > > >   <=          3 rows above, tails of 4 rows, each at most 4 (5, or the row above if that is less)
//! ```
//!
//! Blocks are numbered in lexicographic order, like positions. A row of length v at place r adds `step(r, v)`
//! to the number, whatever is above it, and nothing if it is within its reach. So additions are enough to
//! find where a bite leads, without a search.

use lastbite_engines::forget::last_sum;
use lastbite_engines::rank::count;

/// The most positions a block may have: as many words as fit a quarter of a multiprocessor's shared memory.
///
/// It is also the most for which no tail has more than eight corners (nine take tails of nine rows and nine
/// squares, 48,620 of them), which is all that the kernel has room for; and addresses of words must fit in 16
/// bits.
pub(crate) const MOST_TAILS: u64 = 12_870;
/// The lanes of a warp, and the blocks of a batch.
pub(crate) const LANES: u32 = 32;
/// The fewest, so that the reach of a row is never zero.
pub(crate) const FEWEST_TAILS: u64 = 64;
/// The most rows of a box, its shorter side: the kernel has five bits to note a row above.
pub(crate) const MOST_ROWS: usize = 30;
/// The most columns of a box, its longer side: a row above is kept in a byte, as in the library's sieve.
pub(crate) const MOST_COLS: usize = 255;

/// What a row weighs in the sum that is its wave.
const ONES: [u32; MOST_ROWS] = [1; MOST_ROWS];

/// A box, cut into blocks.
#[derive(Debug, Clone)]
pub(crate) struct Cut {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    /// By row: the longest that is left to the tails.
    pub(crate) reach: Vec<usize>,
    /// The most rows above that a block has.
    pub(crate) deepest: usize,
    /// `steps[row][length]`: what a row adds to the number of its block.
    steps: Vec<Vec<u64>>,
    /// `tails[rows][bound]`: how many tails there are.
    tails: Vec<Vec<u64>>,
    /// How many blocks there are.
    pub(crate) blocks: u64,
}

/// All blocks with this many rows above and tails of this many rows, each at most this long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) above: usize,
    pub(crate) below: usize,
    pub(crate) bound: usize,
    /// The last row above is the bound itself, which is less than its tails could reach; else it can be
    /// anything from `lowest` on.
    pub(crate) is_fixed: bool,
    /// The shortest that a free row above can be.
    pub(crate) lowest: usize,
    /// The longest column at which a bite above changes the tail or the number of rows above.
    pub(crate) last_cut: isize,
}

/// Counts tails of this many rows with rows of at most this many squares; saturating.
pub(crate) fn tails(rows: usize, bound: usize) -> u64 {
    count(rows as u32, bound as u32).unwrap_or(u64::MAX)
}

impl Cut {
    /// Cuts a box into blocks of at most this many positions.
    pub(crate) fn new(rows: usize, cols: usize, most_tails: u64) -> Self {
        let most_tails = most_tails.clamp(FEWEST_TAILS, MOST_TAILS);
        let within =
            |row: usize| (1..=cols).take_while(|&length| tails(rows - row, length) <= most_tails).count();
        let reach: Vec<usize> = (0..=rows).map(within).collect();
        let deepest = reach.iter().position(|&length| length >= cols).unwrap_or(rows);
        // From the last row up: how many blocks there are below rows that end with one of length v.
        let mut steps = vec![vec![0; cols + 1]; deepest];
        let mut below = vec![1u64; cols + 1];
        for row in (0..deepest).rev() {
            let mut so_far = 1u64;
            let mut here = vec![1; cols + 1];
            for length in reach[row] + 1..=cols {
                steps[row][length] = so_far;
                so_far = so_far.saturating_add(below[length]);
                here[length] = so_far;
            }
            below = here;
        }
        let tails = (0..=rows).map(|rows| (0..=cols).map(|bound| tails(rows, bound)).collect()).collect();
        Self { rows, cols, reach, deepest, steps, tails, blocks: below[cols] }
    }

    /// Counts the lengths that a row can have, including 0: this is the number of entries in the kernel's
    /// tables by length.
    pub(crate) fn lengths(&self) -> usize {
        self.cols + 1
    }

    /// Returns the most blocks that share their first rows above, this many of them.
    ///
    /// Those are the last blocks: longer rows leave more to the rows below them.
    pub(crate) fn most_under_first_rows(&self, head: usize) -> u64 {
        let longest = self.steps.iter().take(head).map(|steps| steps[self.cols]);
        self.blocks.saturating_sub(longest.fold(0, u64::saturating_add)).max(1)
    }

    /// Returns the most tails that a block has.
    pub(crate) fn most_tails(&self) -> u64 {
        self.shapes().iter().map(|shape| shape.tails() as u64).max().unwrap_or(1)
    }

    /// Counts the tails below these rows.
    pub(crate) fn tails_below(&self, above: &[u8]) -> u64 {
        self.tails[self.rows - above.len()][self.bound(above)]
    }

    /// Returns what a row of this length adds to the number of its block.
    pub(crate) fn step(&self, row: usize, length: usize) -> u64 {
        self.steps[row][length]
    }

    /// Counts the rows above of the block that a position is in; the rest of its rows are the tail.
    pub(crate) fn rows_above(&self, rows: &[u8]) -> usize {
        rows.iter().zip(&self.reach).take_while(|&(&row, &reach)| usize::from(row) > reach).count()
    }

    /// Returns the number of the block with these rows above.
    pub(crate) fn number(&self, above: &[u8]) -> u64 {
        above.iter().enumerate().map(|(row, &length)| self.step(row, length.into())).sum()
    }

    /// Returns the largest sum of rows above from which a bite leads to the block with these rows above:
    /// after that wave its list is not read again.
    ///
    /// The argument is the processor's ([`last_sum`]); here all rows weigh the same.
    pub(crate) fn last_use(&self, above: &[u8]) -> usize {
        let reach = |row: usize| self.reach[row] as u32;
        last_sum(above, self.cols as u8, &ONES[..self.deepest], reach) as usize
    }

    /// Estimates, as the kernel does, how many blocks read the list of the block with these rows above in
    /// sixteen waves.
    ///
    /// A bite that leads here turned longer rows, up to the one before the run, into a run of equal rows:
    /// there are as many ways as there are such rows. (Those that belong to the tail are left out.)
    pub(crate) fn heat(&self, above: &[u8]) -> f64 {
        let (mut readers, mut longer) = (0.0, self.cols);
        for run in above.chunk_by(|row, next| row == next) {
            let gap = (longer - usize::from(run[0])) as f64;
            readers += (1..=run.len()).map(|nth| 1.0 + gap / nth as f64).product::<f64>();
            longer = run[0].into();
        }
        let sum = above.iter().map(|&row| usize::from(row)).sum::<usize>();
        readers * 16.0 / (self.last_use(above) - sum + 1) as f64
    }

    /// Returns the longest row of the tails below these rows.
    pub(crate) fn bound(&self, above: &[u8]) -> usize {
        let reach = self.reach[above.len()];
        above.last().map_or(reach, |&last| reach.min(last.into()))
    }

    /// Returns the rank, among all positions of the box, of the first position of the block with these rows
    /// above.
    pub(crate) fn first_rank(&self, above: &[u8]) -> u64 {
        let shorter = |(row, &length): (usize, &u8)| self.tails[self.rows - row][usize::from(length) - 1];
        above.iter().enumerate().map(shorter).sum()
    }

    /// Goes from the rows above of a block to those of the next block by number; `false` after the last.
    pub(crate) fn next(&self, above: &mut Vec<u8>) -> bool {
        let longest = |above: &[u8]| above.last().map_or(self.cols, |&last| last.into());
        if above.len() < self.deepest && self.reach[above.len()] < longest(above) {
            above.push(self.reach[above.len()] as u8 + 1);
            return true;
        }
        while let Some(last) = above.pop() {
            if usize::from(last) < longest(above) {
                above.push(last + 1);
                return true;
            }
        }
        false
    }

    /// Lists all shapes of blocks.
    pub(crate) fn shapes(&self) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for above in 0..=self.deepest {
            let reach = self.reach[above];
            let beyond = if above == 0 { 0 } else { self.reach[above - 1] + 1 };
            let shortest = if above == 0 { reach } else { beyond.min(reach) };
            for bound in shortest..=reach {
                let is_fixed = above > 0 && bound < reach;
                let lowest = match above {
                    0 => 0,
                    _ if is_fixed => bound,
                    _ => bound.max(beyond),
                };
                let stays = above == 0 || self.reach[above - 1] != bound;
                let last_cut = bound as isize - isize::from(stays);
                shapes.push(Shape { above, below: self.rows - above, bound, is_fixed, lowest, last_cut });
            }
        }
        shapes
    }
}

impl Shape {
    /// Counts the tails of a block.
    pub(crate) fn tails(&self) -> usize {
        tails(self.below, self.bound) as usize
    }

    /// Counts the rows above that can be anything from `lowest` on.
    pub(crate) fn free_rows(&self) -> usize {
        self.above - usize::from(self.is_fixed)
    }
}

/// How many partitions a sum has into at most this many parts of at most this size: `[parts][sum][most]`.
#[derive(Debug)]
pub(crate) struct Partitions {
    counts: Vec<u32>,
    pub(crate) sums: usize,
    lengths: usize,
}

impl Partitions {
    /// Counts them all for the rows above of a cut; saturating.
    pub(crate) fn of(cut: &Cut) -> Self {
        let (parts, sums, lengths) = (cut.deepest + 1, cut.deepest * cut.cols + 1, cut.lengths());
        let mut partitions = Self { counts: vec![0; parts * sums * lengths], sums, lengths };
        for most in 0..lengths {
            let at = partitions.at(0, 0, most);
            partitions.counts[at] = 1;
        }
        for part in 1..parts {
            for sum in 0..sums {
                for most in 0..=cut.cols {
                    // No part is `most`, or one is.
                    let without = if most > 0 { partitions.get(part, sum, most - 1) } else { 0 };
                    let with = match most {
                        0 => u32::from(sum == 0),
                        _ if sum >= most => partitions.get(part - 1, sum - most, most),
                        _ => 0,
                    };
                    let at = partitions.at(part, sum, most);
                    partitions.counts[at] = without.saturating_add(with);
                }
            }
        }
        partitions
    }

    fn at(&self, parts: usize, sum: usize, most: usize) -> usize {
        (parts * self.sums + sum) * self.lengths + most
    }

    /// Returns one count.
    pub(crate) fn get(&self, parts: usize, sum: usize, most: usize) -> u32 {
        self.counts[self.at(parts, sum, most)]
    }

    /// Returns all of them, as the kernel reads them.
    pub(crate) fn all(&self) -> &[u32] {
        &self.counts
    }
}

/// The blocks of one shape in one wave; the kernel's `Share`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Share {
    pub(crate) shape: u32,
    pub(crate) blocks: u32,
    pub(crate) first_chunk: u32,
    pub(crate) first_batch: u32,
    /// How many blocks of the shape and sum are in shares before this one.
    pub(crate) first_block: u32,
}

/// The blocks whose rows above have one sum.
#[derive(Debug, Clone)]
pub(crate) struct Wave {
    pub(crate) sum: u32,
    pub(crate) shares: std::ops::Range<u32>,
    /// Chunks of 128 blocks, for a warp to unrank.
    pub(crate) chunks: u32,
    /// Batches of 32 blocks, for a group to solve; fewer if blocks turn out to be closed.
    pub(crate) batches: u32,
    pub(crate) positions: u64,
}

/// Deals all blocks out to waves, with the most work first in each.
///
/// A sum with more than `most_batches` becomes several waves, which do not read each other: the rows above of
/// a wave's blocks take memory.
pub(crate) fn waves(
    cut: &Cut,
    shapes: &[Shape],
    partitions: &Partitions,
    most_batches: u32,
) -> (Vec<Wave>, Vec<Share>) {
    let mut order: Vec<usize> = (0..shapes.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(shapes[i].tails() * (shapes[i].above + 2)));
    let (mut waves, mut shares) = (Vec::new(), Vec::new());
    for sum in 0..partitions.sums {
        let mut wave = Wave::of(sum, shares.len());
        for &i in &order {
            let shape = &shapes[i];
            let least = shape.free_rows() * shape.lowest + if shape.is_fixed { shape.bound } else { 0 };
            if sum < least || shape.lowest > cut.cols {
                continue;
            }
            let blocks = partitions.get(shape.free_rows(), sum - least, cut.cols - shape.lowest);
            if blocks == 0 {
                continue;
            }
            let mut first_block = 0;
            while first_block < blocks {
                if wave.batches >= most_batches {
                    waves.push(std::mem::replace(&mut wave, Wave::of(sum, shares.len())));
                }
                let room = u64::from(most_batches - wave.batches) * u64::from(LANES);
                let blocks = u64::from(blocks - first_block).min(room) as u32;
                let (first_chunk, first_batch) = (wave.chunks, wave.batches);
                shares.push(Share { shape: i as u32, blocks, first_chunk, first_batch, first_block });
                wave.shares.end += 1;
                wave.chunks += blocks.div_ceil(128);
                wave.batches += blocks.div_ceil(LANES);
                wave.positions += u64::from(blocks) * shape.tails() as u64;
                first_block += blocks;
            }
        }
        if wave.batches > 0 {
            waves.push(wave);
        }
    }
    (waves, shares)
}

impl Wave {
    /// Begins a wave of this sum, after this many shares.
    fn of(sum: usize, shares: usize) -> Self {
        Self { sum: sum as u32, shares: shares as u32..shares as u32, chunks: 0, batches: 0, positions: 0 }
    }
}

/// Returns the wave that must be solved before the rows above of a wave's blocks are counted out: the last
/// one that can close one of them, whose sum is smaller by the last row above, or the last one that used the
/// same place in the ring.
pub(crate) fn waited_for(cut: &Cut, waves: &[Wave], number: usize, ring: usize) -> Option<usize> {
    let least_row = cut.reach[0] as u32 + 1;
    let closing = waves.partition_point(|wave| wave.sum + least_row <= waves[number].sum);
    closing.checked_sub(1).max(number.checked_sub(ring))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lastbite_engines::sieve::plan::Plan;
    use lastbite_engines::{Bar, Effort};

    const BOXES: [(usize, usize, u64); 9] = [
        (3, 4, 64),
        (7, 9, 64),
        (9, 9, 200),
        (6, 20, 500),
        (11, 13, 12_870),
        (12, 8, 64),
        (5, 40, 64),
        (3, 255, 3000),
        (2, 255, 12_870),
    ];

    #[test]
    fn every_block_has_its_number_and_every_position_its_block() {
        for (rows, cols, limit) in BOXES {
            let cut = Cut::new(rows, cols, limit);
            let (mut above, mut number, mut positions) = (Vec::new(), 0, 0);
            loop {
                assert_eq!(cut.number(&above), number, "{above:?}");
                positions += tails(rows - above.len(), cut.bound(&above));
                number += 1;
                if !cut.next(&mut above) {
                    break;
                }
            }
            assert_eq!((number, positions), (cut.blocks, tails(rows, cols)), "{rows}x{cols}");
        }
    }

    /// Counts how many blocks follow each beginning.
    #[test]
    fn the_longest_first_rows_leave_most_blocks() {
        for (rows, cols, limit) in BOXES {
            let cut = Cut::new(rows, cols, limit);
            for head in 1..=3 {
                let (mut above, mut under) = (Vec::new(), std::collections::HashMap::new());
                loop {
                    *under.entry(above[..above.len().min(head)].to_vec()).or_insert(0u64) += 1;
                    if !cut.next(&mut above) {
                        break;
                    }
                }
                // A beginning that is itself a block counts as one of those that follow it.
                assert_eq!(Some(&cut.most_under_first_rows(head)), under.values().max(), "{rows}x{cols}");
            }
        }
    }

    #[test]
    fn few_read_what_cannot_have_been_longer() {
        let cut = Cut::new(11, 13, 64);
        // 4,4,4 may have been any of 220 triples of longer rows, and 13,13,13,13 only itself.
        assert!(cut.heat(&[4, 4, 4]) > 100.0);
        assert!(cut.heat(&[13, 13, 13, 13]) < 10.0);
    }

    #[test]
    fn waves_hold_every_block_once() {
        for (rows, cols, limit) in BOXES {
            let cut = Cut::new(rows, cols, limit);
            let shapes = cut.shapes();
            for most_batches in [u32::MAX, 3] {
                let (waves, shares) = waves(&cut, &shapes, &Partitions::of(&cut), most_batches);
                assert_eq!(shares.iter().map(|share| u64::from(share.blocks)).sum::<u64>(), cut.blocks);
                assert_eq!(waves.iter().map(|wave| wave.positions).sum::<u64>(), tails(rows, cols));
                assert_eq!(waves.iter().map(|wave| wave.shares.len()).sum::<usize>(), shares.len());
                assert!(waves.iter().all(|wave| wave.batches <= most_batches));
                // The shares of a shape and sum follow each other, block after block.
                let mut next = std::collections::HashMap::new();
                for wave in &waves {
                    for share in &shares[wave.shares.start as usize..wave.shares.end as usize] {
                        let next = next.entry((wave.sum, share.shape)).or_insert(0);
                        assert_eq!(*next, share.first_block);
                        *next += share.blocks;
                    }
                }
            }
        }
    }

    #[test]
    fn what_can_close_a_block_is_waited_for() {
        for (rows, cols, limit) in [(9, 10, 64), (12, 13, 64), (10, 12, 700), (6, 20, 500), (13, 14, 12_870)]
        {
            let cut = Cut::new(rows, cols, limit);
            let (waves, _) = waves(&cut, &cut.shapes(), &Partitions::of(&cut), 100);
            let wave_of = |above: &[u8]| {
                let sum: u32 = above.iter().map(|&row| u32::from(row)).sum();
                waves.iter().position(|wave| wave.sum == sum).expect("every block has a wave")
            };
            let mut above = Vec::new();
            while cut.next(&mut above) {
                let waited = waited_for(&cut, &waves, wave_of(&above), 4).expect("something is waited for");
                assert!(wave_of(&above[..above.len() - 1]) <= waited, "{rows}x{cols}: {above:?}");
                assert!(waited < wave_of(&above), "nothing waits for itself");
            }
        }
    }

    /// Tries every bite in the rows above of every block.
    #[test]
    fn no_list_is_read_after_its_last_use() {
        for (rows, cols, limit) in [
            (7, 9, 64),
            (9, 9, 200),
            (6, 20, 500),
            (9, 10, 64),
            (12, 8, 64),
            (10, 12, 700),
            (13, 14, 12_870),
            (5, 33, 64),
            (3, 100, 200),
            (2, 255, 300),
        ] {
            let cut = Cut::new(rows, cols, limit);
            let sum = |above: &[u8]| above.iter().map(|&row| usize::from(row)).sum::<usize>();
            let mut last_read = vec![0; cut.blocks as usize];
            let mut above = Vec::new();
            while cut.next(&mut above) {
                for row in 0..above.len() {
                    for col in 0..above[row] {
                        let mut bitten = above.clone();
                        for cut in &mut bitten[row..] {
                            *cut = col.min(*cut);
                        }
                        bitten.truncate(cut.rows_above(&bitten));
                        let last = &mut last_read[cut.number(&bitten) as usize];
                        *last = sum(&above).max(*last);
                    }
                }
            }
            above.clear();
            loop {
                let (read, allowed) = (last_read[cut.number(&above) as usize], cut.last_use(&above));
                assert_eq!(read.max(sum(&above)), allowed, "{rows}x{cols}: {above:?}");
                if !cut.next(&mut above) {
                    break;
                }
            }
        }
    }

    /// The card cuts as the processor's plan does with equally small blocks, except that blocks without rows
    /// above are one.
    #[test]
    fn the_cut_is_the_one_of_the_plan() {
        for (rows, cols, limit) in BOXES {
            let cut = Cut::new(rows, cols, limit);
            let bar = Bar::new(rows as u32, cols as u32).expect("a bar");
            let plan = Plan::of(&bar, limit, &Effort::default()).expect("a plan");
            if plan.stored_box() != (rows as u8, cols as u8) {
                continue;
            }
            for part in plan.parts() {
                for first_row in part.shortest()..=cols as u8 {
                    let mut above = vec![first_row];
                    above.extend(part.middle);
                    if cut.rows_above(&above) == above.len() {
                        assert_eq!(cut.bound(&above), usize::from(part.bound.min(first_row)), "{above:?}");
                    } else {
                        assert!(
                            part.middle.is_empty() && usize::from(first_row) <= cut.reach[0],
                            "{above:?}"
                        );
                    }
                }
            }
        }
    }
}
