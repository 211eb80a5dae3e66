//! A pass: all positions with one first row, block by block.

use std::collections::TryReserveError;

use super::block::{Block, First, Lane, sweep};
use super::shadow::{Shadow, mark};
use super::shape::{PLACES, Shape};

/// How many passes go through a list of suffixes side by side.
pub(crate) const LANES: usize = 2;

/// No bound on the last row.
pub(crate) const NO_LIMIT: usize = usize::MAX;

/// The lost positions that a pass has found, as far as they are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// How many there are, by the number of their nonempty rows.
    pub counts: [u64; PLACES],
    /// The bites to them from whole bars: rows of the bar, row and column of the bite.
    pub openings: Vec<(u8, u8, u16)>,
    /// Where they are listed, the rows from the second on of each, one after another.
    pub listed: Vec<u16>,
}

/// All positions with one first row: what has been found, and the shadow of the second row.
#[derive(Clone, Debug)]
pub(crate) struct Pass {
    /// The first row.
    pub first_row: usize,
    /// The shadow of the second row.
    pub second: Shadow,
    /// The last row must be shorter than this, by bites in the second row.
    pub limit: usize,
    /// What has been found.
    pub found: Found,
}

impl Pass {
    /// Makes the pass of a first row, with nothing done.
    pub fn new(shape: &Shape, first_row: usize) -> Result<Self, TryReserveError> {
        let second = Shadow::new(shape, 2, 0)?;
        Ok(Pass { first_row, second, limit: NO_LIMIT, found: Found::default() })
    }
}

/// What a thread needs besides: scratch space for each of the passes that it runs side by side.
pub(crate) struct Walk<'a> {
    shape: &'a Shape,
    listing: bool,
    /// The rows from the second on of the positions that are looked at.
    rows: [usize; PLACES],
    scratch: Vec<Scratch>,
}

/// The shadows of the rows from the third on, which last for a block.
struct Scratch {
    /// The shadows of rows 3, 4, ... up to the last but one.
    lower: Vec<Shadow>,
    /// The last row must be shorter than this, by bites in row 3, 4, ...
    limits: [usize; PLACES],
    told: Vec<(u16, u16)>,
}

impl<'a> Walk<'a> {
    /// Prepares the scratch space of a thread.
    pub fn new(shape: &'a Shape, listing: bool) -> Result<Self, TryReserveError> {
        let scratch = || -> Result<_, TryReserveError> {
            let lower = (3..shape.rows).map(|row| Shadow::new(shape, row, 0)).collect::<Result<_, _>>()?;
            Ok(Scratch { lower, limits: [NO_LIMIT; PLACES], told: Vec::new() })
        };
        let scratch = (0..LANES).map(|_| scratch()).collect::<Result<_, _>>()?;
        Ok(Walk { shape, listing, rows: [0; PLACES], scratch })
    }

    /// Finds the lost positions of one or [`LANES`] passes in one block; `upper` marks what no block holds.
    pub fn run(
        &mut self,
        passes: &mut [Pass],
        number: usize,
        block: &mut Block,
        upper: &mut dyn FnMut(Mark),
    ) {
        if self.shape.rows > 3 {
            self.rows[2] = number;
            passes.iter_mut().for_each(|pass| pass.second.start(self.shape, number, 0));
            self.descend(3, passes, block, upper);
        } else {
            self.last_rows(passes, block, Block::skipped(self.shape, number), upper);
        }
    }

    /// Goes through all lengths of this row and the lower ones.
    fn descend(&mut self, row: usize, passes: &mut [Pass], block: &mut Block, upper: &mut dyn FnMut(Mark)) {
        for scratch in &mut self.scratch[..passes.len()] {
            scratch.limits[row] = NO_LIMIT;
            scratch.lower[row - 3].reset();
        }
        if row == self.shape.rows - 1 {
            return self.last_rows(passes, block, 0, upper);
        }
        for length in 0..=self.rows[row - 1] {
            self.rows[row] = length;
            for scratch in &mut self.scratch[..passes.len()] {
                scratch.lower[row - 3].start(self.shape, length, 0);
            }
            self.descend(row + 1, passes, block, upper);
        }
    }

    /// Finds the lost positions with the rows chosen so far, whatever the last two.
    fn last_rows(
        &mut self,
        passes: &mut [Pass],
        block: &mut Block,
        skipped: usize,
        upper: &mut dyn FnMut(Mark),
    ) {
        match (self.shape.rows, passes.len()) {
            (3, 1) => self.last_rows_of::<1, 0>(passes, block, skipped),
            (3, _) => self.last_rows_of::<LANES, 0>(passes, block, skipped),
            (4, 1) => self.last_rows_of::<1, 1>(passes, block, skipped),
            (4, _) => self.last_rows_of::<LANES, 1>(passes, block, skipped),
            (5, 1) => self.last_rows_of::<1, 2>(passes, block, skipped),
            (5, _) => self.last_rows_of::<LANES, 2>(passes, block, skipped),
            (6, 1) => self.last_rows_of::<1, 3>(passes, block, skipped),
            (6, _) => self.last_rows_of::<LANES, 3>(passes, block, skipped),
            (_, 1) => self.last_rows_of::<1, 4>(passes, block, skipped),
            (_, _) => self.last_rows_of::<LANES, 4>(passes, block, skipped),
        }
        let k = self.shape.rows;
        for (pass, scratch) in passes.iter_mut().zip(&mut self.scratch) {
            let mut rows = self.rows;
            rows[1] = pass.first_row;
            for index in 0..scratch.told.len() {
                let (length, t) = scratch.told[index];
                (rows[k - 1], rows[k]) = (length.into(), t.into());
                note(self.shape, self.listing, &rows, pass, scratch, upper);
            }
        }
    }

    /// Sweeps through the list of live suffixes with `LANES` passes and `MIDDLE` rows between the first and
    /// the last but one.
    fn last_rows_of<const LANES: usize, const MIDDLE: usize>(
        &mut self,
        passes: &mut [Pass],
        block: &mut Block,
        skipped: usize,
    ) {
        let (shape, rows) = (self.shape, &self.rows);
        let k = shape.rows;
        // The rows that choose a list: from the third to the last but two.
        let chosen = if k > 4 { &rows[3..k - 1] } else { &[] };
        let list = shape.rank(chosen);
        let at = shape.rank_above(chosen);
        let live = &mut block.live[at..at + usize::from(block.lengths[list])];
        let bases: [usize; MIDDLE] = std::array::from_fn(|i| shape.address_above(&rows[i + 3..k - 1]));
        let words = &mut block.words[shape.address_above(chosen)..];
        let first = First { starts: shape.starts(), skipped, words };

        let mut runs = passes.iter_mut().zip(&mut self.scratch);
        let mut lanes: [Lane<'_, MIDDLE>; LANES] = std::array::from_fn(|_| {
            let (pass, scratch) = runs.next().expect("there is a pass for each lane");
            let above = if k == 3 { pass.first_row } else { rows[k - 2] };
            let twins = pass.first_row == rows[2] || rows[2..k - 1].windows(2).any(|pair| pair[0] == pair[1]);
            let limit = scratch.limits[3..k].iter().copied().fold(pass.limit, usize::min);
            let mut shadows = std::iter::once(&mut pass.second).chain(&mut scratch.lower);
            let mut next =
                || &mut shadows.next().expect("every row but the first and the last has one").sets[0];
            let middle = bases.map(|base| &mut next()[base..]);
            let last = next();
            scratch.told.clear();
            // If upper rows are equal, all lost positions are noted, else those whose last row but one equals
            // the row above.
            let all_from = if self.listing || (k > 3 && twins) { 0 } else { above };
            Lane { middle, last, limit, all_from, told: &mut scratch.told }
        });
        // Every lost position with these rows has a different last row, so they are counted by their marks.
        // With three rows the marks of the blocks before are already there.
        let ones = |lane: &Lane<'_, MIDDLE>| lane.last.iter().map(|word| u64::from(word.count_ones())).sum();
        let before: [u64; LANES] = if k == 3 { lanes.each_ref().map(ones) } else { [0; LANES] };
        block.lengths[list] = sweep(live, first, &mut lanes) as u16;
        let after: [u64; LANES] = lanes.each_ref().map(ones);
        for (pass, (before, after)) in passes.iter_mut().zip(before.iter().zip(after)) {
            pass.found.counts[k] += after - before;
        }
    }
}

/// Records a lost position: its marks in the shadows of equal rows, its height, and whether it is an opening.
fn note(
    shape: &Shape,
    listing: bool,
    rows: &[usize; PLACES],
    pass: &mut Pass,
    scratch: &mut Scratch,
    upper: &mut dyn FnMut(Mark),
) {
    let k = shape.rows;
    if listing {
        pass.found.listed.extend(rows[2..=k].iter().map(|&length| length as u16));
    }
    for i in 1..k {
        for m in 1..=k - i {
            if rows[i + m] != rows[i] {
                break;
            }
            if i + m == k {
                // All rows from here on are equal: every longer last row can be bitten down to this.
                let limit = match i {
                    1 => break,
                    2 => &mut pass.limit,
                    _ => &mut scratch.limits[i],
                };
                *limit = rows[i].min(*limit);
                break;
            }
            let at = shape.address(&rows[i + m + 1..k]);
            match i {
                1 => upper(Mark { equal: m, at, t: rows[k] }),
                2 => mark(&mut pass.second.sets[m][at..], rows[k]),
                _ => mark(&mut scratch.lower[i - 3].sets[m][at..], rows[k]),
            }
        }
    }
    let height = rows[1..=k].iter().filter(|&&length| length > 0).count();
    pass.found.counts[k] -= 1;
    pass.found.counts[height] += 1;
    note_opening(&mut pass.found.openings, &rows[1..=k], height);
}

/// A mark for the part of the first row's shadow that no block holds.
pub(crate) struct Mark {
    /// How many rows are equal to the first.
    pub equal: usize,
    /// The first word of the suffix.
    pub at: usize,
    /// The last row.
    pub t: usize,
}

/// Records the bite to this lost position if it is a whole bar except for one bite.
fn note_opening(openings: &mut Vec<(u8, u8, u16)>, rows: &[usize], height: usize) {
    let whole = rows.iter().take_while(|&&length| length == rows[0]).count();
    if whole == rows.len() {
        return;
    }
    let bitten = rows[whole];
    let bite = (whole as u8 + 1, bitten as u16 + 1);
    if bitten == 0 {
        // Rows bitten off altogether: of every higher bar.
        openings.extend((whole + 1..=rows.len()).map(|bar| (bar as u8, bite.0, bite.1)));
    } else if rows[whole..height].iter().all(|&length| length == bitten) {
        openings.push((height as u8, bite.0, bite.1));
    }
}
