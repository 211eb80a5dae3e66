//! The positions that lack the poison: won from the start, and never lost.

use lastbite_work::effort::Effort;

use super::bits;
use crate::rank::Counts;
use lastbite_work::SolveError;

/// The square of the poison, its row and column counted from 0 as the bits are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FromZero {
    pub(crate) row: usize,
    pub(crate) col: usize,
}

/// Marks the positions of `k` rows and at most `b` squares a row that lack a square.
pub(crate) fn without(
    square: FromZero,
    counts: &Counts,
    k: usize,
    b: usize,
    effort: &Effort,
) -> Result<Vec<u64>, SolveError> {
    let mut words = Vec::new();
    bits::grow(&mut words, bits::words_for(counts.bits(k, b)))?;
    let mut marking = Marking { words: &mut words, counts, col: square.col, effort };
    marking.mark(square.row, k, b, 0)?;
    Ok(words)
}

struct Marking<'a> {
    words: &'a mut [u64],
    counts: &'a Counts,
    col: usize,
    effort: &'a Effort,
}

impl Marking<'_> {
    /// Marks the run of `k` rows and at most `b` squares that begins at bit `at`, with `row` rows above the
    /// square.
    fn mark(&mut self, row: usize, k: usize, b: usize, at: usize) -> Result<(), SolveError> {
        if row == 0 {
            // A first row of at most `col` squares: the first bits of the run.
            bits::set_run(self.words, at, at + self.counts.bits(k, b.min(self.col)));
            return Ok(());
        }
        if k > 4 {
            self.effort.check()?;
        }
        for v in 0..=b {
            let start = if v == 0 { 0 } else { self.counts.bits(k, v - 1) };
            self.mark(row - 1, k - 1, v, at + start)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_the_positions_that_lack_the_square_are_marked() {
        let counts = Counts::new(5, 6);
        for (row, col) in (0..5).flat_map(|row| (0..6).map(move |col| (row, col))) {
            let marked =
                without(FromZero { row, col }, &counts, 5, 6, &Effort::default()).expect("a small box");
            let mut rows = [0; 5];
            for rank in 0..counts.bits(5, 6) {
                counts.unrank(rank as u64, &mut rows);
                let lacks = usize::from(rows[row]) <= col;
                assert_eq!(marked[rank / 64] >> (rank % 64) & 1 == 1, lacks, "{rows:?} without {row},{col}");
            }
        }
    }

    #[test]
    fn whoever_marks_a_large_box_can_be_stopped() {
        let (counts, cancel) = (Counts::new(8, 6), crate::Cancel::new());
        let effort = Effort::default().cancelled_by(&cancel);
        cancel.cancel();
        let stopped = without(FromZero { row: 1, col: 2 }, &counts, 8, 6, &effort);
        assert_eq!(stopped.err(), Some(SolveError::Stopped(crate::Stopped::Cancelled)));
    }
}
