//! The front: the columns that have retired, and what they take in every tile.

use std::collections::VecDeque;

use super::Line;
use super::column::Column;
use super::diagonal::Diagonal;
use super::tile::Tile;
use super::watch::Repeat;

/// The longest common period that is looked for.
const LONGEST_PERIOD: u32 = 1 << 12;

/// Nearly all columns have a period that divides this.
const PHASES: u32 = 12;

/// The columns that repeat forever, and are known to.
#[derive(Clone, Debug)]
pub(crate) struct Front {
    /// The distances of the columns whose period divides [`PHASES`], by the rest that q leaves: one bit each,
    /// shifted along with q.
    steady: [Vec<u64>; PHASES as usize],
    /// The columns with other periods.
    others: Vec<Repeat>,
    /// From here on all retired columns repeat, and those that died are dead,
    pub settled: u32,
    /// with this common period.
    pub common: u32,
    /// Whether a column has left the bar unproven, so that no higher one can be proven any more.
    pub is_blocked: bool,
}

impl Default for Front {
    fn default() -> Self {
        Front { steady: Default::default(), others: Vec::new(), settled: 0, common: 1, is_blocked: false }
    }
}

impl Front {
    /// Fills in what the retired columns take in the second rows of a tile.
    pub fn fill(&self, tile: &mut Tile, line: Line) {
        tile.deaths.clear();
        (tile.wide, tile.widened) = (0, 0);
        for q in tile.from..tile.to {
            let (set, next) = tile.row(q, line);
            let (first, shift) = (q as usize / 64, q % 64);
            *next = first;
            let steady = &self.steady[(q % PHASES) as usize];
            let mut carry = line.before(q);
            for (k, word) in set[first..].iter_mut().enumerate() {
                let steady = steady.get(k).copied().unwrap_or(0);
                *word = steady << shift | carry | line.outside(first + k);
                carry = if shift == 0 { 0 } else { steady >> (64 - shift) };
            }
        }
        // Only one division for each column and tile: one for each second row would take longer than the rest
        // of the tile.
        for Repeat { from, distances } in &self.others {
            let mut steps = distances.iter().cycle().skip((tile.from - from) as usize % distances.len());
            for q in tile.from..tile.to {
                let p = q as usize + steps.next().map_or(0, |&distance| distance as usize);
                if p <= line.cols {
                    let (set, _) = tile.row(q, line);
                    set[p / 64] |= 1 << (p % 64);
                }
            }
        }
    }

    /// Retires columns, from the lowest up, while that is proven; `q` is the next second row. Returns those
    /// that repeat, and drops those with nothing more to come.
    pub fn retire<const WORDS: usize>(
        &mut self,
        columns: &mut VecDeque<Column<WORDS>>,
        q: u32,
        line: Line,
        diagonal: &Diagonal,
        retired: &mut Vec<(u32, Repeat)>,
    ) -> Vec<Column<WORDS>> {
        let mut repeating = Vec::new();
        while let Some(column) = columns.front() {
            if column.is_dead {
                self.settled = self.settled.max(column.q);
            } else if let Some(repeat) = self.proven(column) {
                self.add(&repeat);
                retired.push((column.r, repeat));
                repeating.extend(columns.pop_front());
                continue;
            } else {
                self.is_blocked |= column.has_left;
                if !column.has_left || !column.is_full_from(q, line, diagonal) {
                    break;
                }
            }
            columns.pop_front();
        }
        repeating
    }

    /// Adds a column that repeats.
    pub fn add(&mut self, repeat: &Repeat) {
        self.settled = self.settled.max(repeat.from);
        self.common = common_multiple(self.common, repeat.distances.len() as u32);
        let period = repeat.distances.len() as u32;
        if !PHASES.is_multiple_of(period) {
            self.others.push(repeat.clone());
            return;
        }
        for (phase, steady) in (0..).zip(&mut self.steady) {
            let steps = (phase + period - repeat.from % period) % period;
            let distance = repeat.distances[steps as usize];
            let word = distance as usize / 64;
            steady.resize(steady.len().max(word + 1), 0);
            steady[word] |= 1 << (distance % 64);
        }
    }

    /// Says how a column repeats if all lower ones have retired and that is proven.
    fn proven<const WORDS: usize>(&self, column: &Column<WORDS>) -> Option<Repeat> {
        if self.is_blocked || self.common > LONGEST_PERIOD {
            return None;
        }
        column.rare.as_ref()?.watch.as_ref()?.repeat(self.settled, self.common)
    }
}

/// The least common multiple; a number beyond all periods if it does not fit.
fn common_multiple(a: u32, b: u32) -> u32 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).saturating_mul(b)
}
