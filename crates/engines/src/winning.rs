//! How many bites win, in every position of a bar.

use lastbite_work::notation::Bytes;
use lastbite_work::{Effort, SolveError};

use crate::bar::Bar;
use crate::numbering::Numbering;
use crate::solve::Solve;

/// Counts the winning bites of every position of a bar that still has its poison, in the order of their
/// [numbers](Numbering).
///
/// Each lost position is one bite away from those above it. In a row at most one bite wins, because the longer
/// of two lost positions could be bitten to the shorter; so a byte holds the winning bites of a position.
///
/// ```
/// use lastbite_engines::{Bar, Effort, Solve, count_winning_bites};
///
/// // The poison alone, two rows of one, and so on to the whole 2x2: only 2,1 is lost besides.
/// let bites = count_winning_bites(&Solve::of(&Bar::new(2, 2)?), &Effort::unlimited())?;
/// assert_eq!(bites, [0, 1, 1, 0, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// When the bar is not solved, or there is no memory for a byte for each position.
pub fn count_winning_bites(solve: &Solve, effort: &Effort) -> Result<Vec<u8>, SolveError> {
    let bar = solve.bar();
    let numbering = Numbering::of(bar);
    let (needed, allowed) = (numbering.as_ref().map_or(u64::MAX, Numbering::len), effort.memory_allowed());
    let too_many = || {
        SolveError::OutOfReach(format!(
            "counting winning bites takes a byte for each position, about {}, and {} may be used: choose a smaller bar",
            Bytes(needed),
            Bytes(allowed)
        ))
    };
    let numbering = numbering.filter(|_| needed <= allowed).ok_or_else(too_many)?;
    let mut bites: Vec<u8> = Vec::new();
    bites.try_reserve_exact(needed as usize).map_err(|_| too_many())?;
    bites.resize(needed as usize, 0);
    let solution = solve.to_list(effort)?;
    let mut above = Above::new(bar, &numbering, &mut bites);
    for (met, lost) in solution.lost_positions(effort).enumerate() {
        above.mark(lost?.lengths());
        if met.is_multiple_of(1024) {
            effort.check()?;
        }
    }
    Ok(bites)
}

/// Walks through the positions from which a lost one is a bite away.
struct Above<'a> {
    numbering: &'a Numbering,
    /// The lost position, with its empty rows.
    rows: Vec<u32>,
    cols: u32,
    bites: &'a mut [u8],
}

impl<'a> Above<'a> {
    fn new(bar: &Bar, numbering: &'a Numbering, bites: &'a mut [u8]) -> Self {
        Above { numbering, rows: vec![0; bar.rows() as usize], cols: bar.cols(), bites }
    }

    /// Counts a bite for each position that can be bitten to this one.
    fn mark(&mut self, lost: &[u32]) {
        self.rows.fill(0);
        self.rows[..lost.len()].copy_from_slice(lost);
        let own: u64 = (0..self.rows.len()).map(|row| self.numbering.step(row, self.rows[row])).sum();
        for row in 0..self.rows.len() {
            let length = self.rows[row];
            let most = if row == 0 { self.cols } else { self.rows[row - 1] };
            // The bite was in this row: it, and rows below that are as long, were longer.
            for longer in length + 1..=most {
                let gained = self.numbering.step(row, longer) - self.numbering.step(row, length);
                self.lengthen(row + 1, length, longer, own + gained);
            }
        }
    }

    /// Continues with the rows below, which may have been as long as the one above if they are now as long as
    /// the bitten one.
    fn lengthen(&mut self, row: usize, length: u32, most: u32, rank: u64) {
        self.bites[rank as usize] += 1;
        // Rows up to this one stay as chosen, this one is longer, and the rest stays or is longer too.
        if row < self.rows.len() && self.rows[row] == length {
            for longer in length + 1..=most {
                let gained = self.numbering.step(row, longer) - self.numbering.step(row, length);
                self.lengthen(row + 1, length, longer, rank + gained);
            }
        }
    }
}
