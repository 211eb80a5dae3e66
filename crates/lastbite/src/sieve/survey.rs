//! Counting lost positions by their shape and their area.

use super::blocks::Store;
use super::plan::{Part, Plan};

/// How many lost positions of a box have how many rows, columns and squares.
#[derive(Debug)]
pub(crate) struct Survey {
    /// `by_shape[rows][cols]`.
    pub(crate) by_shape: Vec<Vec<u64>>,
    /// `by_area[squares][is the first row as long as the box]`.
    pub(crate) by_area: Vec<[u64; 2]>,
}

/// What has to be known of a short tail: how many of its rows are not empty, and its squares.
#[derive(Clone, Copy)]
struct Tail {
    rows: u16,
    area: u16,
}

/// Tails with fewer ranks than this are looked up.
const LOOKED_UP: u64 = 1024;

impl Survey {
    /// Looks at every lost position once.
    pub(crate) fn new(plan: &Plan, store: &Store) -> Self {
        let counts = &plan.counts;
        let (rows, cols) = (usize::from(plan.frame.rows), usize::from(plan.frame.cols));
        let tails: Vec<Vec<Tail>> = (0..=rows)
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
        for (block, lost) in store.blocks() {
            let part = plan.part(block.part);
            let (part_rows, part_bound) = (usize::from(part.rows), usize::from(part.bound));
            let first_row = usize::from(block.first_row);
            let above = 1 + part.middle.len();
            let area_above = first_row + part.sum() as usize;
            let full = usize::from(first_row == cols);
            // The rows split off so far hold for all ranks in start .. end, where tails of k rows
            // are left.
            let (mut start, mut end, mut k, mut area) = (0, 0, part_rows, 0);
            for rank in lost.ranks().map(u64::from) {
                if rank >= end {
                    (start, end, k, area) = (0, counts.get(part_rows, part_bound), part_rows, 0);
                    let mut bound = part_bound;
                    while end - start > LOOKED_UP {
                        while bound > 0 && start + counts.get(k, bound - 1) > rank {
                            bound -= 1;
                        }
                        start += if bound == 0 { 0 } else { counts.get(k, bound - 1) };
                        k -= 1;
                        end = start + counts.get(k, bound);
                        area += bound;
                    }
                }
                let tail = tails[k][(rank - start) as usize];
                // Middle rows are never empty, and a row split off is only empty when all below
                // are.
                let split = part_rows - k;
                let rows = match tail.rows {
                    0 => rows_of(plan, first_row, part, rank),
                    some => above + split + usize::from(some),
                };
                survey.by_shape[rows][first_row] += 1;
                survey.by_area[area_above + area + usize::from(tail.area)][full] += 1;
            }
        }
        survey
    }
}

/// Counts the rows of a position that are not empty, one by one.
fn rows_of(plan: &Plan, first_row: usize, part: Part<'_>, rank: u64) -> usize {
    let mut tail = vec![0u8; part.rows.into()];
    plan.counts.unrank(rank, &mut tail);
    let filled = |rows: &[u8]| rows.iter().filter(|&&x| x > 0).count();
    usize::from(first_row > 0) + filled(part.middle) + filled(&tail)
}
