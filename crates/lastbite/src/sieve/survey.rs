//! Counting lost positions by their shape and their area.

use super::store::Store;

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
    pub(crate) fn new(store: &Store) -> Self {
        let (counts, cut) = (&store.counts, &store.cut);
        let (rows, cols) = (cut.rows, cut.cols);
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
        for (first_row, family, lost) in store.blocks() {
            let family = &cut.families[family];
            let above = 1 + family.middle.len();
            let area_above = first_row + family.sum() as usize;
            let full = usize::from(first_row == cols);
            // The rows split off so far hold for all ranks in start .. end, where tails of k rows
            // are left.
            let (mut start, mut end, mut k, mut area) = (0, 0, family.rows, 0);
            for rank in lost.ranks().map(u64::from) {
                if rank >= end {
                    (start, end, k, area) = (0, counts.get(family.rows, family.bound), family.rows, 0);
                    let mut bound = family.bound;
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
                let split = family.rows - k;
                let rows = match tail.rows {
                    0 => rows_of(store, first_row, family, rank),
                    some => above + split + usize::from(some),
                };
                survey.by_shape[rows][first_row] += 1;
                survey.by_area[area_above + area + usize::from(tail.area)][full] += 1;
            }
        }
        survey
    }
}

/// The rows of a position that are not empty, counted one by one.
fn rows_of(store: &Store, first_row: usize, family: &super::cut::Family, rank: u64) -> usize {
    let mut tail = vec![0u8; family.rows];
    store.counts.unrank(rank, &mut tail);
    let filled = |rows: &[u8]| rows.iter().filter(|&&x| x > 0).count();
    usize::from(first_row > 0) + filled(&family.middle) + filled(&tail)
}
