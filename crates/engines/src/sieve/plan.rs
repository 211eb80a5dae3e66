//! The plan: which parts a bar is solved in, in what order, and what each of them needs to read.
//!
//! A position is read as `first row, middle rows, tail`. The box is cut by its middles: a [`Part`] is one
//! middle with all tails of this many rows and at most this many squares. It has a [`Block`] for every first
//! row, from the shortest that can be above the middle to the whole width of the box.
//!
//! ```text
//! 4 rows, at most 3 squares a row, blocks of at most 3 positions; a middle, then tails in stars:
//!
//!          first row   0    1    2    3
//! part 0        *      #    #    #    #     the empty middle: three empty rows
//! part 1      1 *           #    #    #     tails of two rows, both at most 1: 00, 10, 11
//! part 2      2 *                #    #
//! part 3     22 *                #    #     tails of one row, at most 2: 0, 1, 2
//! part 4      3 *                     #     and so on: 32*, 33*, 333
//! ```
//!
//! Everything here is known before anything is solved. A bite above the tail, in row `i` at column `j`, cuts
//! that row and all below it to at most `j`:
//!
//! - in the first row, to the right of the middle: it leads to a shorter first row of the *same part*, solved
//!   just before. One string of bits is carried along, and nothing is read;
//! - in the first row into the middle, or in a middle row: it leads to a part whose middle has *shorter
//!   rows*, and none that is longer. The positions it reaches are one range of one block, a [`Need`].
//!
//! So with any weights for the rows, parts of one weighted sum need nothing from each other, and in the order
//! of these sums every part finds what it needs. Ranges are computed on demand: a list of them would be
//! larger than the lost positions themselves.
//!
//! # When a block has been read for the last time
//!
//! A bite makes some rows equal. So the rows of a block show where a bite to it may have come from: one of
//! its runs of equal rows was longer, at most as long as the row before it. That bounds the weighted sum of
//! every part that reads it ([`Plan::last_turn`]), and after these parts it can be forgotten. How much is
//! kept at a time depends on the weights. For 22x22, in blocks of 8 million positions:
//!
//! ```text
//! weights of the middle rows, the first to the last      kept at most
//! 1 1 1 1 ... 1 1 1                                          30 %
//! n ... 3 2 1                                                23 %
//! n^2 ... 9 4 1                                              20 %
//! 4096 4096 ... 4096 1024 256 64 16 4                        18 %     the ones we take
//! ```
//!
//! There are many deep middles, and they are small. With light weights they come soon after the parts they
//! need, and what only they read is soon done with. If everything is kept, all weights are 1: then more of
//! the parts that follow each other are independent, and many threads wait less.

use crate::{Bar, Rows};
use lastbite_work::effort::{Effort, TooLittleMemory};

use super::cuts::Cuts;
use super::memory;
use super::openings::Keep;
use crate::forget::last_sum;
use crate::frame::{Frame, Place};
use crate::no_answer::NoAnswer;
use crate::rank::Counts;
use crate::ranks::Ranks;
use lastbite_work::SolveError;

/// The most positions that can be numbered with the 32 bits a rank inside a block has.
pub const MOST_IN_A_BLOCK: u64 = u32::MAX as u64;

/// Among the rows that a middle can have, each of the last ones weighs a quarter of the one above it.
const LIGHT_ROWS: u32 = 6;

/// The parts of a bar, their order, and what each needs.
///
/// ```
/// use lastbite_engines::{Bar, Effort};
/// use lastbite_engines::sieve::plan::Plan;
///
/// let plan = Plan::of(&Bar::new(4, 6)?, 10, &Effort::default())?;
/// let mut solved = vec![false; plan.len()];
/// for part in plan.parts() {
///     assert!(plan.needs(part).all(|need| solved[need.block.part]));
///     solved[part.index] = true;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Plan {
    pub(super) frame: Frame,
    pub(super) counts: Counts,
    cuts: Box<Cuts>,
    /// By part, in the order of their ranks: the rank of the part's first middle and tail among all that fit
    /// below a first row.
    starts: Vec<u64>,
    /// By part: where its middle ends in `middles`, one after the other.
    ends: Vec<usize>,
    middles: Vec<u8>,
    /// By part: the longest first row of a tail.
    bounds: Vec<u8>,
    /// By middle row: its weight in the order of the parts.
    weights: Vec<u32>,
    /// The parts in the order in which they are solved.
    order: Vec<usize>,
    /// The most positions a block has.
    longest: u32,
}

/// A middle, and all tails below it that are solved together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part<'a> {
    /// The place of the part among all, in the order of their ranks.
    pub index: usize,
    /// The middle rows, from the second row of the position on; never empty ones.
    pub middle: &'a [u8],
    /// The rows of a tail.
    pub rows: u8,
    /// The most squares a row of a tail has.
    pub bound: u8,
}

impl Part<'_> {
    /// Returns the shortest first row above this middle.
    pub fn shortest(&self) -> u8 {
        self.middle.first().copied().unwrap_or(0)
    }
}

/// The name of a block: a part under one first row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Block {
    /// The index of the part.
    pub part: usize,
    /// The first row.
    pub first_row: u8,
}

/// A range of ranks inside one block whose lost positions are needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Need {
    /// The first row of the block that needs it.
    pub reader: u8,
    /// The block that has it.
    pub block: Block,
    /// The rank inside the block where the range begins.
    pub from: u32,
    /// How many ranks it has.
    pub len: u32,
}

/// Where it is known who wins a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Site {
    /// Lost or not, without looking.
    Known(bool),
    /// Lost if the block has this rank among its lost positions.
    Kept(Block, u32),
}

/// A range of ranks that is at the same place in every block of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    part: usize,
    from: u32,
    len: u32,
}

impl Span {
    /// Names the range in the block of one first row, needed by another.
    #[inline(always)]
    pub(super) fn under(self, first_row: u8, reader: u8) -> Need {
        Need { reader, block: Block { part: self.part, first_row }, from: self.from, len: self.len }
    }
}

impl Plan {
    /// Plans a bar in blocks of at most `limit` positions.
    ///
    /// # Errors
    ///
    /// When the plan itself takes more memory than allowed, and when the work was stopped.
    pub fn of(bar: &Bar, limit: u64, effort: &Effort) -> Result<Self, SolveError> {
        Self::framed(Frame::of(bar)?, limit, Keep::Everything, effort)
    }

    /// Plans the box of a frame, in an order that suits what is kept.
    pub(super) fn framed(frame: Frame, limit: u64, keep: Keep, effort: &Effort) -> Result<Self, SolveError> {
        let (limit, allowed) = (limit.clamp(1, MOST_IN_A_BLOCK), effort.memory_allowed());
        let counts = frame.counts();
        let (parts, _) = count_parts_and_blocks(&counts, &frame, limit);
        TooLittleMemory::check(memory::of_plan(parts, frame.rows.into(), frame.cols.into()), allowed)?;
        let mut plan = Self {
            frame,
            cuts: Box::new(Cuts::new(&counts, usize::from(frame.rows) - 1, frame.cols.into(), limit)),
            counts,
            starts: Vec::new(),
            ends: Vec::new(),
            middles: Vec::new(),
            bounds: Vec::new(),
            weights: Vec::new(),
            order: Vec::new(),
            longest: 0,
        };
        plan.weights.extend((1..=plan.deepest() as u32).rev().map(|rows| match keep {
            Keep::Everything => 1,
            Keep::Openings => 4u32.pow(rows.min(LIGHT_ROWS)),
        }));
        let parts = usize::try_from(parts).map_err(|_| SolveError::NoMemory)?;
        plan.starts.try_reserve_exact(parts)?;
        plan.ends.try_reserve_exact(parts)?;
        plan.bounds.try_reserve_exact(parts)?;
        plan.order.try_reserve_exact(parts)?;
        plan.cut(&mut Vec::new(), frame.cols, effort)?;
        debug_assert_eq!(plan.len(), parts);
        plan.put_in_order();
        effort.check()?;
        Ok(plan)
    }

    /// Returns the best limit for the positions of a block, given how many there are to solve.
    ///
    /// Long blocks read less of other blocks, blocks beyond a megabyte of bits fall out of the cache, and
    /// every thread wants a hundred parts to choose from: the best of each was measured from 14x15 to 19x19.
    pub fn usual_limit(positions: u64, threads: usize) -> u64 {
        (positions / (128 * threads.max(1) as u64)).clamp(1 << 16, 1 << 23)
    }

    /// Cuts everything below a middle: the longest tails that fit a block together, then whatever is longer,
    /// row by row.
    fn cut(&mut self, middle: &mut Vec<u8>, bound: u8, effort: &Effort) -> Result<(), SolveError> {
        let rows = usize::from(self.frame.rows) - 1 - middle.len();
        let whole = self.cuts.whole(rows, bound.into()) as u8;
        if self.starts.len().is_multiple_of(1 << 14) {
            effort.check()?;
        }
        self.middles.try_reserve(middle.len())?;
        self.middles.extend_from_slice(middle);
        self.ends.push(self.middles.len());
        self.bounds.push(whole);
        self.longest = self.longest.max(self.counts.get(rows, whole.into()) as u32);
        self.starts.push(self.counts.rank(middle, usize::from(self.frame.rows) - 1));
        for row in whole..bound {
            middle.push(row + 1);
            self.cut(middle, row + 1, effort)?;
            middle.pop();
        }
        Ok(())
    }

    /// Orders the parts by their turns, those of one turn by their ranks.
    fn put_in_order(&mut self) {
        let mut order = std::mem::take(&mut self.order);
        order.extend(0..self.len());
        order.sort_unstable_by_key(|&index| (self.turn(self.part(index)), index));
        self.order = order;
    }

    /// Returns the most rows that a middle has.
    fn deepest(&self) -> usize {
        let rows = usize::from(self.frame.rows) - 1;
        (0..rows).find(|&row| self.reach(row) >= self.frame.cols.into()).unwrap_or(rows)
    }

    /// Returns the longest that a row below the first can be and still be left to the tails; rows are counted
    /// from 0, starting at the second row of the position.
    fn reach(&self, row: usize) -> usize {
        self.cuts.whole(usize::from(self.frame.rows) - 1 - row, self.frame.cols.into())
    }

    /// Returns when it is a part's turn: a part needs only parts of smaller turns.
    pub fn turn(&self, part: Part<'_>) -> u32 {
        part.middle.iter().zip(&self.weights).map(|(&row, weight)| u32::from(row) * weight).sum()
    }

    /// Returns the last turn in which a block may be read: no part that comes later needs it.
    pub fn last_turn(&self, block: Block) -> u32 {
        let part = self.part(block.part);
        // Bites in the middle rows leave the first row as it is, so it bounds the rows they cut. A bite in
        // the first row may have cut any rows, and leaves none below that is longer than the first row after
        // the bite.
        let longest_below = match part.middle.first() {
            Some(&row) => row,
            None => self.reach(0).min(block.first_row.into()) as u8,
        };
        let most = if longest_below == block.first_row { self.frame.cols } else { block.first_row };
        last_sum(part.middle, most, &self.weights, |row| self.reach(row) as u32)
    }

    /// Counts the most positions at a time of blocks that are solved and will be read again: an estimate on
    /// the safe side, within a few thousandths.
    pub(super) fn most_alive(&self) -> u64 {
        const STEPS: u64 = 4096;
        let all: u64 =
            self.weights.iter().map(|&weight| u64::from(weight) * u64::from(self.frame.cols)).sum();
        let step = |turn: u32| (u64::from(turn) * STEPS / all.max(1)) as usize;
        // By step: the positions that are born in it, and those that are last read in it.
        let mut born_and_gone = vec![(0u64, 0u64); STEPS as usize + 1];
        for part in self.parts() {
            let born = step(self.turn(part));
            for block in self.blocks(part) {
                let positions = u64::from(self.positions_of(block));
                born_and_gone[born].0 += positions;
                born_and_gone[step(self.last_turn(block)).max(born)].1 += positions;
            }
        }
        let alive = born_and_gone.iter().scan(0, |alive, &(born, gone)| {
            let most = *alive + born;
            *alive = most - gone;
            Some(most)
        });
        alive.max().unwrap_or(0)
    }

    /// Returns the rows and columns of the box that is solved for the bar: see
    /// [`Solved::stored_box`](super::Solved::stored_box).
    pub fn stored_box(&self) -> (u8, u8) {
        (self.frame.rows, self.frame.cols)
    }

    /// Counts the positions of the box, the empty one included; saturating.
    pub fn positions(&self) -> u64 {
        self.frame.positions()
    }

    /// Returns the bar.
    pub fn bar(&self) -> &Bar {
        &self.frame.bar
    }

    /// Counts the positions of the bar that still have the poison; saturating.
    pub fn positions_of_bar(&self) -> u64 {
        self.frame.positions_of_bar()
    }

    /// Counts the lost positions of the bar, given those of the box by first row.
    pub fn lost_of_bar(&self, lost_under: impl Fn(u8) -> u64) -> u64 {
        self.frame.lost_of_bar(lost_under)
    }

    /// Says where to look up who wins a position; `None` when it is not a position of the bar.
    ///
    /// With the poison at 1,1 a position that only fits when turned is turned.
    pub fn locate(&self, rows: &Rows) -> Option<Site> {
        let mut kept = match self.frame.place(rows)? {
            Place::Known(lost) => return Some(Site::Known(lost)),
            Place::Kept(rows) => rows,
        };
        kept.resize(self.frame.rows.into(), 0);
        let (part, rank) = self.find(&kept[1..]);
        Some(Site::Kept(Block { part, first_row: kept[0] }, rank as u32))
    }

    /// Counts the parts.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Says whether there are no parts; there is always one.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Lists the parts in the order in which to solve them: by their [turns](Plan::turn).
    pub fn parts(&self) -> impl ExactSizeIterator<Item = Part<'_>> + Clone {
        self.order.iter().map(|&index| self.part(index))
    }

    /// Returns the part to solve as the `nth`, from 0; nothing after the last.
    pub(super) fn nth(&self, nth: usize) -> Option<Part<'_>> {
        self.order.get(nth).map(|&index| self.part(index))
    }

    /// Returns the part with an index.
    ///
    /// # Panics
    ///
    /// When there are not this many.
    pub fn part(&self, index: usize) -> Part<'_> {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        let middle = &self.middles[start..self.ends[index]];
        let rows = self.frame.rows - 1 - middle.len() as u8;
        Part { index, middle, rows, bound: self.bounds[index] }
    }

    /// Lists the blocks of a part, in the order in which they have to be solved: the first row grows.
    pub fn blocks(&self, part: Part<'_>) -> impl Iterator<Item = Block> + Clone + use<> {
        (part.shortest()..=self.frame.cols).map(move |first_row| Block { part: part.index, first_row })
    }

    /// Counts the positions of a block.
    pub fn positions_of(&self, block: Block) -> u32 {
        let Part { rows, bound, .. } = self.part(block.part);
        self.counts.get(rows.into(), bound.min(block.first_row).into()) as u32
    }

    /// Counts the positions of the longest block.
    pub fn longest_block(&self) -> u32 {
        self.longest
    }

    /// Takes lost positions that were found elsewhere by this plan, block after block in the order of the
    /// box, as the ranks that a table is written from.
    pub fn ranks<'a>(&'a self, lost: impl Iterator<Item = Result<(Block, u32), NoAnswer>> + 'a) -> Ranks<'a> {
        let in_box = |(block, rank)| self.first_rank(block) + u64::from(rank);
        Ranks::new(self.frame, lost.map(move |found| found.map(in_box)))
    }

    /// Returns the rank, in the whole box, of the first position of a block; the others follow it.
    pub fn first_rank(&self, block: Block) -> u64 {
        let above = match block.first_row {
            0 => 0,
            row => self.counts.get(self.frame.rows.into(), usize::from(row) - 1),
        };
        above + self.starts[block.part]
    }

    /// Returns the part that has the positions with these rows below the first one, and their rank in its
    /// blocks.
    pub(super) fn find(&self, below: &[u8]) -> (usize, u64) {
        let rows = usize::from(self.frame.rows) - 1;
        let (part, middle) = self.cuts.find(below, rows);
        (part as usize, self.counts.rank(&below[middle..], rows - middle))
    }

    /// Counts the parts that have a block under this first row: they come first.
    pub(super) fn parts_under(&self, first_row: u8) -> usize {
        // Parts are in the order of their ranks, hence by the first row of their middles.
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let index = (low + high) / 2;
            if self.part(index).shortest() <= first_row {
                low = index + 1;
            } else {
                high = index;
            }
        }
        low
    }

    /// Lists exactly the ranges that solving a part reads, in the order in which it reads them.
    ///
    /// First what bites in the first row into the middle reach, which is read once, for the shortest first
    /// row. Then, for each block, what bites in the middle rows reach. The first of these, one for each
    /// middle row, are single positions that bites in the first column lead to. If one of them is lost, every
    /// position of the block is won by that bite, and the rest of the block's needs is not read.
    pub fn needs<'a>(&'a self, part: Part<'a>) -> impl Iterator<Item = Need> + 'a {
        let first = self.bites_into_middle(part).map(move |(row, span)| span.under(row, part.shortest()));
        let blocks = self.blocks(part).filter(move |&block| !self.lacks_poison(part, block.first_row));
        first.chain(blocks.flat_map(move |Block { first_row, .. }| {
            let spans = self.cutting_bites(part).chain(self.sparing_bites(part));
            spans.map(move |span| span.under(first_row, first_row))
        }))
    }

    /// Says whether the first and middle rows of a block already lack the poison: then none of its positions
    /// is lost.
    pub(super) fn lacks_poison(&self, part: Part<'_>, first_row: u8) -> bool {
        let (row, col) = self.frame.poison_kept();
        match row {
            1 => first_row < col,
            _ => part.middle.get(usize::from(row) - 2).is_some_and(|&length| length < col),
        }
    }

    /// Lists where bites in the first row lead that also cut the middle: the first row they leave, and the
    /// range.
    pub(super) fn bites_into_middle<'a>(&'a self, part: Part<'a>) -> impl Iterator<Item = (u8, Span)> + 'a {
        // If the whole part lacks the poison, this is never called; and without a middle the shortest first
        // row is empty.
        let bites = if self.lacks_poison(part, self.frame.cols) { 0 } else { part.shortest() };
        (0..bites).map(move |col| (col, self.span(part, 0, col)))
    }

    /// Lists where bites in the middle rows lead that cut the tail: column by column, and row by row.
    pub(super) fn cutting_bites<'a>(&'a self, part: Part<'a>) -> impl Iterator<Item = Span> + 'a {
        (0..part.bound).flat_map(move |col| (0..part.middle.len()).map(move |row| self.span(part, row, col)))
    }

    /// Lists where bites in the middle rows lead that leave the tail as it is: row by row, and column by
    /// column.
    pub(super) fn sparing_bites<'a>(&'a self, part: Part<'a>) -> impl Iterator<Item = Span> + 'a {
        let rows = part.middle.iter().enumerate();
        rows.flat_map(move |(row, &length)| (part.bound..length).map(move |col| self.span(part, row, col)))
    }

    /// Returns the tails that are reached by cutting the middle, from this row on, to at most this many
    /// squares.
    fn span(&self, part: Part<'_>, row: usize, squares: u8) -> Span {
        let mut bitten = [0; u8::MAX as usize];
        let bitten = &mut bitten[..part.middle.len()];
        bitten.copy_from_slice(part.middle);
        bitten[row..].iter_mut().for_each(|length| *length = (*length).min(squares));
        let (index, from) = self.find(bitten);
        let len = self.counts.get(part.rows.into(), squares.min(part.bound).into());
        Span { part: index, from: from as u32, len: len as u32 }
    }
}

/// Counts the parts and the blocks of a plan without making it; saturating, since boxes can be absurdly
/// large.
pub(super) fn count_parts_and_blocks(counts: &Counts, frame: &Frame, limit: u64) -> (u64, u64) {
    let (rows, cols) = (usize::from(frame.rows) - 1, usize::from(frame.cols));
    let cuts = Cuts::new(counts, rows, cols, limit);
    // The part with no middle has a block for every first row; the others have them from their middle's first
    // row on.
    let longer = cuts.whole(rows, cols) + 1..=cols;
    let blocks = longer.map(|row| cuts.parts(rows - 1, row).saturating_mul((cols - row + 1) as u64));
    (cuts.parts(rows, cols), blocks.fold(cols as u64 + 1, u64::saturating_add))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Calls `check` with plans of many shapes, along with their limits.
    fn plans(check: impl Fn(&Plan, u64)) {
        for (rows, cols) in [(1u32, 1u32), (1, 9), (2, 2), (4, 3), (4, 4), (5, 8), (9, 4), (6, 6), (2, 40)] {
            for poison in [(1, 1), (1, cols), (rows, 1), (rows.div_ceil(2), cols.div_ceil(2))] {
                let bar = Bar::new(rows, cols).and_then(|bar| bar.with_poison(poison)).expect("a bar");
                for limit in [1, 2, 3, 10, 40, 1000] {
                    for keep in [Keep::Everything, Keep::Openings] {
                        let frame = Frame::of(&bar).expect("a short bar");
                        let plan = Plan::framed(frame, limit, keep, &Effort::default());
                        check(&plan.expect("a small plan"), limit);
                    }
                }
            }
        }
    }

    #[test]
    fn every_position_lies_in_one_block() {
        plans(|plan, limit| {
            let mut blocks: Vec<(u64, Block)> = plan
                .parts()
                .flat_map(|part| plan.blocks(part))
                .map(|block| (plan.first_rank(block), block))
                .collect();
            blocks.sort_unstable();
            let mut next = 0;
            for &(first, block) in &blocks {
                assert_eq!(first, next, "{block:?}");
                let len = plan.positions_of(block);
                assert!(u64::from(len) <= limit && len <= plan.longest_block());
                next += u64::from(len);
            }
            assert_eq!(next, plan.positions());
            assert!(blocks.iter().any(|&(_, block)| plan.positions_of(block) == plan.longest_block()));
        });
    }

    #[test]
    fn counting_parts_and_blocks_is_making_them() {
        plans(|plan, limit| {
            let blocks = plan.parts().map(|part| plan.blocks(part).count() as u64).sum();
            let counted = count_parts_and_blocks(&plan.counts, &plan.frame, limit);
            assert_eq!(counted, (plan.len() as u64, blocks));
            for first_row in 0..=plan.frame.cols {
                let under = plan.parts().filter(|part| part.shortest() <= first_row).count();
                assert_eq!(plan.parts_under(first_row), under);
            }
        });
    }

    #[test]
    fn every_position_is_found_where_it_lies() {
        plans(|plan, _| {
            let mut below = vec![0; usize::from(plan.frame.rows) - 1];
            let all = plan.counts.get(below.len(), plan.frame.cols.into());
            for rank in (0..all).step_by(all as usize / 500 + 1).chain([all - 1]) {
                plan.counts.unrank(rank, &mut below);
                let part = plan.starts.partition_point(|&start| start <= rank) - 1;
                assert_eq!(plan.find(&below), (part, rank - plan.starts[part]), "{below:?}");
                // Rows that are left out are empty.
                let middle = &below[..below.iter().take_while(|&&row| row > 0).count()];
                assert_eq!(plan.find(middle), (part, rank - plan.starts[part]), "{middle:?}");
            }
        });
    }

    #[test]
    fn a_part_needs_ranges_of_parts_with_a_smaller_turn_each_once() {
        plans(|plan, _| {
            assert!(plan.parts().is_sorted_by_key(|part| (plan.turn(part), part.index)));
            for part in plan.parts() {
                let mut needs: Vec<Need> = plan.needs(part).collect();
                for need in &needs {
                    assert!(plan.turn(plan.part(need.block.part)) < plan.turn(part));
                    assert!(need.len > 0 && need.from + need.len <= plan.positions_of(need.block));
                    assert!((part.shortest()..=plan.frame.cols).contains(&need.reader));
                }
                let all = needs.len();
                needs.sort_unstable_by_key(|need| (need.block, need.from));
                needs.dedup_by_key(|need| (need.block, need.from));
                assert_eq!(needs.len(), all);
            }
        });
    }

    #[test]
    fn nothing_is_read_after_its_last_turn_and_most_blocks_are_read_in_it() {
        plans(|plan, _| {
            let mut last_read = std::collections::BTreeMap::new();
            for part in plan.parts() {
                for need in plan.needs(part) {
                    assert!(plan.turn(part) <= plan.last_turn(need.block), "{part:?} reads {need:?}");
                    last_read.insert(need.block, plan.turn(part));
                }
            }
            // With the poison elsewhere some blocks lack it, and read nothing.
            if plan.frame.is_symmetric() {
                for (block, turn) in last_read {
                    assert_eq!(plan.last_turn(block), turn, "{block:?}");
                }
            }
        });
    }

    #[test]
    fn a_plan_is_made_within_exactly_the_memory_it_takes() {
        let plan = |bytes| Plan::of(&Bar::new(9, 9).expect("a bar"), 20, &Effort::default().memory(bytes));
        let Err(SolveError::TooLittleMemory(TooLittleMemory { needed, allowed: 0 })) = plan(0) else {
            panic!("no plan takes no memory")
        };
        assert!(plan(needed).is_ok());
        let allowed = needed - 1;
        assert_eq!(plan(allowed).err(), Some(TooLittleMemory { needed, allowed }.into()));
    }

    #[test]
    fn a_plan_says_what_it_is_about() {
        let bar: Bar = "7x4@2,3".parse().expect("a bar");
        let plan = Plan::of(&bar, 20, &Effort::default()).expect("a small plan");
        assert_eq!((plan.bar(), plan.stored_box(), plan.is_empty()), (&bar, (4, 7), false));
        assert_eq!(plan.positions(), 330);
        let alive = |rows: &Rows| rows.has(bar.poison());
        let positions = (0..330).filter_map(|rank| crate::rank::unrank(rank, 7)).filter(alive);
        assert_eq!(plan.positions_of_bar(), positions.count() as u64);
        // This many under each first row: in a square all are mirrored, those that fit one column less are
        // counted once, and the L is new.
        assert_eq!(plan.lost_of_bar(|first_row| u64::from(first_row) + 1), 36);
        let square = Plan::of(&Bar::new(4, 4).expect("a bar"), 20, &Effort::default()).expect("a small plan");
        assert_eq!(square.lost_of_bar(|first_row| u64::from(first_row) + 1), 2 * 15 - 10 + 1);
    }

    #[test]
    fn every_thread_has_a_hundred_parts_to_choose_from() {
        assert_eq!(Plan::usual_limit(1 << 30, 1), 1 << 23);
        assert_eq!(Plan::usual_limit(1 << 30, 4), 1 << 21);
        assert_eq!(Plan::usual_limit(1 << 30, 0), 1 << 23);
        assert_eq!((Plan::usual_limit(0, 1), Plan::usual_limit(u64::MAX, 1)), (1 << 16, 1 << 23));
    }

    #[test]
    fn whoever_makes_a_large_plan_asks_all_the_time_whether_to_go_on() {
        use std::sync::atomic::{AtomicU64, Ordering};
        static READ: AtomicU64 = AtomicU64::new(0);
        let clock =
            crate::Clock::from_fn(|| std::time::Duration::from_secs(READ.fetch_add(1, Ordering::Relaxed)));
        let effort = Effort::default().clock(clock).within(std::time::Duration::from_secs(1000));
        let before = READ.load(Ordering::Relaxed);
        let plan =
            Plan::of(&Bar::new(12, 12).expect("a bar"), 1, &effort).expect("a plan of single positions");
        let asked = READ.load(Ordering::Relaxed) - before;
        assert_eq!(asked, (plan.len() as u64).div_ceil(1 << 14) + 1);
    }
}
