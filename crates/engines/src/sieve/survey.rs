//! Counting lost positions by their shape and their area.

use crate::frame::Frame;
use crate::no_answer::NoAnswer;
use crate::rank::Counts;

/// How many lost positions of a box there are by rows, columns and squares.
#[derive(Debug)]
pub(crate) struct Survey {
    /// `by_shape[rows][cols]`.
    pub(crate) by_shape: Vec<Vec<u64>>,
    /// `by_area[squares][is the first row as long as the box]`.
    pub(crate) by_area: Vec<[u64; 2]>,
}

/// What matters about a short tail: how many of its rows are not empty, and its squares.
#[derive(Clone, Copy)]
struct Tail {
    rows: u16,
    area: u16,
}

/// The upper rows that neighbours share: they hold for all ranks in `start .. end`, with tails of `below`
/// rows left.
#[derive(Clone, Copy, Default)]
struct Above {
    start: u64,
    end: u64,
    below: usize,
    first_row: usize,
    rows: usize,
    area: usize,
}

/// Tails with fewer ranks than this are looked up.
const LOOKED_UP: u64 = 1024;

impl Survey {
    /// Looks at every lost position of a box once, by rank, ascending.
    pub(crate) fn new(
        frame: &Frame,
        counts: &Counts,
        lost: impl Iterator<Item = Result<u64, NoAnswer>>,
    ) -> Result<Self, NoAnswer> {
        let (rows, cols) = (usize::from(frame.rows), usize::from(frame.cols));
        let tails: Vec<Vec<Tail>> = (0..rows)
            .map(|k| {
                let mut tail = vec![0u8; k];
                (0..counts.get(k, cols).min(LOOKED_UP))
                    .map(|rank| {
                        counts.unrank(rank, &mut tail);
                        Tail {
                            rows: tail.iter().take_while(|&&x| x > 0).count() as u16,
                            area: tail.iter().map(|&x| u16::from(x)).sum(),
                        }
                    })
                    .collect()
            })
            .collect();
        let mut survey =
            Self { by_shape: vec![vec![0; cols + 1]; rows + 1], by_area: vec![[0; 2]; rows * cols + 1] };
        let mut above = Above::default();
        for rank in lost {
            let rank = rank?;
            if rank >= above.end {
                above = Above::of(rank, rows, cols, counts);
            }
            let tail = tails[above.below][(rank - above.start) as usize];
            survey.by_shape[above.rows + usize::from(tail.rows)][above.first_row] += 1;
            survey.by_area[above.area + usize::from(tail.area)][usize::from(above.first_row == cols)] += 1;
        }
        Ok(survey)
    }
}

impl Above {
    /// Splits rows off a position, at least the first one, until few enough tails are left.
    fn of(rank: u64, rows: usize, cols: usize, counts: &Counts) -> Self {
        let mut above = Above { below: rows, ..Above::default() };
        let mut bound = cols;
        while above.below == rows || above.end - above.start > LOOKED_UP {
            while bound > 0 && above.start + counts.get(above.below, bound - 1) > rank {
                bound -= 1;
            }
            above.start += if bound == 0 { 0 } else { counts.get(above.below, bound - 1) };
            if above.below == rows {
                above.first_row = bound;
            }
            above.below -= 1;
            above.end = above.start + counts.get(above.below, bound);
            above.rows += usize::from(bound > 0);
            above.area += bound;
        }
        above
    }
}
