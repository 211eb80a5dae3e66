//! Cutting a box into blocks that fit the cache, and blocks into families.

use super::rank::Counts;

/// A family: the blocks that share every fixed row but the first.
///
/// A position is read as `first row, middle rows, tail`. The middle is fixed, the tail is any of
/// `rows` rows with at most `bound` squares, and the first row runs from the shortest it can be to
/// the whole width of the box: one block for each. Solved in that order, what bites in the first
/// row reach is carried along as one string of bits, and never has to be read back from the store.
#[derive(Debug)]
pub(crate) struct Family {
    pub(crate) middle: Box<[u8]>,
    pub(crate) rows: usize,
    pub(crate) bound: usize,
    /// The rank of the family's first middle and tail, among all that can stand below a first row.
    start: u64,
}

impl Family {
    /// The shortest first row above this middle.
    pub(crate) fn shortest(&self) -> usize {
        self.middle.first().map_or(0, |&x| x.into())
    }

    /// The rows of the middle put together: what the families of a bite away have less of.
    pub(crate) fn sum(&self) -> u32 {
        self.middle.iter().map(|&x| u32::from(x)).sum()
    }
}

/// A range of ranks inside the blocks of a family.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) family: usize,
    pub(crate) from: usize,
    pub(crate) len: usize,
}

/// A box, cut into families.
#[derive(Debug)]
pub(crate) struct Cut {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    /// In the order of their ranks; hence also by their shortest first row.
    pub(crate) families: Vec<Family>,
}

impl Cut {
    /// Cuts a box of `rows` by `cols` into blocks of at most `limit` positions.
    pub(crate) fn new(counts: &Counts, rows: usize, cols: usize, limit: u64) -> Self {
        let mut cut = Self { rows, cols, families: Vec::new() };
        cut.split(counts, &mut Vec::new(), cols, limit.max(1));
        cut
    }

    fn split(&mut self, counts: &Counts, middle: &mut Vec<u8>, bound: usize, limit: u64) {
        let rows = self.rows - 1 - middle.len();
        let whole =
            (0..=bound).take_while(|&v| counts.get(rows, v) <= limit).last().expect("count(k, 0) is 1");
        self.families.push(Family {
            middle: middle.as_slice().into(),
            rows,
            bound: whole,
            start: counts.rank(middle, self.rows - 1),
        });
        for v in whole + 1..=bound {
            middle.push(v as u8);
            self.split(counts, middle, v, limit);
            middle.pop();
        }
    }

    /// How many blocks such a cut has, without making it; saturating, since boxes can be absurd.
    pub(crate) fn count_blocks(counts: &Counts, rows: usize, cols: usize, limit: u64) -> u64 {
        let limit = limit.max(1);
        let whole =
            |k: usize, b: usize| (0..=b).take_while(|&v| counts.get(k, v) <= limit).last().unwrap_or(0);
        // families[b]: how many families k rows of at most b squares are cut into.
        let mut families = vec![1u64; cols + 1];
        for k in 1..rows.saturating_sub(1) {
            families = (0..=cols)
                .map(|b| {
                    families[whole(k, b) + 1..=b.max(whole(k, b))]
                        .iter()
                        .fold(1, |sum: u64, &f| sum.saturating_add(f))
                })
                .collect();
        }
        let top = whole(rows - 1, cols);
        (top + 1..=cols)
            .map(|v| families[v].saturating_mul((cols - v + 1) as u64))
            .fold(cols as u64 + 1, u64::saturating_add)
    }

    /// The family that holds the positions with these rows, the first row excepted, and their place
    /// in its blocks.
    pub(crate) fn find(&self, counts: &Counts, below: &[u8]) -> (usize, usize) {
        let rank = counts.rank(below, self.rows - 1);
        let family = self.families.partition_point(|family| family.start <= rank) - 1;
        (family, (rank - self.families[family].start) as usize)
    }

    /// How many families have blocks under this first row: they come first.
    pub(crate) fn families_under(&self, first_row: usize) -> usize {
        self.families.partition_point(|family| family.shortest() <= first_row)
    }

    /// The rank in the whole box of the first position of a block.
    pub(crate) fn block_start(&self, counts: &Counts, family: usize, first_row: usize) -> u64 {
        let above = if first_row == 0 { 0 } else { counts.get(self.rows, first_row - 1) };
        above + self.families[family].start
    }

    /// The range of tails of at most `bound` squares a row under this middle.
    pub(crate) fn range(&self, counts: &Counts, middle: &[u8], bound: usize) -> Range {
        let (family, from) = self.find(counts, middle);
        Range { family, from, len: counts.bits(self.rows - 1 - middle.len(), bound) }
    }
}
