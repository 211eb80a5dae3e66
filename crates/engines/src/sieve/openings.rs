//! What is kept of a bar when only its openings are wanted: which of the positions that one bite leaves are
//! lost.
//!
//! A bite of a whole bar leaves rows of at most two lengths. There are some ten thousand such positions out
//! of a million million, so the winning first bites of a bar, and of every bar inside it, fit in a few
//! kilobytes. Everything else can be forgotten after its last use ([`Plan::last_turn`]).

use rustc_hash::FxHashSet;

use super::plan::{Block, Plan};
use crate::Rows;
use crate::frame::Place;

/// What is kept of a bar that was solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Keep {
    /// All lost positions, so that every question can be answered.
    #[default]
    Everything,
    /// The lost positions that the first bites of the bar lead to, and how many there are in all; this takes
    /// about a fifth of the memory. The processor also keeps those of every bar inside it.
    Openings,
}

/// What one bite leaves of a whole bar: some rows of one length, and some below them that are shorter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Bitten {
    long: u8,
    upper: u8,
    short: u8,
    lower: u8,
}

impl Bitten {
    /// Takes rows, the longest first, if they have at most two lengths; empty rows do not count.
    pub(super) fn of(rows: &[u8]) -> Option<Self> {
        let rows = &rows[..rows.iter().take_while(|&&row| row > 0).count()];
        let long = rows.first().copied().unwrap_or(0);
        let upper = rows.iter().take_while(|&&row| row == long).count();
        let short = rows.get(upper).copied().unwrap_or(0);
        let has_two = rows[upper..].iter().all(|&row| row == short);
        has_two.then_some(Self { long, upper: upper as u8, short, lower: (rows.len() - upper) as u8 })
    }
}

/// The lost positions that first bites lead to, in the box that represents a bar.
#[derive(Debug, Default)]
pub struct Openings {
    lost: FxHashSet<Bitten>,
}

impl Openings {
    /// Says whether these rows are lost, if that is kept: they must have at most two lengths.
    pub(super) fn is_lost(&self, rows: &[u8]) -> Option<bool> {
        Bitten::of(rows).map(|bitten| self.lost.contains(&bitten))
    }

    /// Says whether a position is lost; `None` when that is not kept, or when it is not a position of the
    /// bar.
    pub fn find(&self, plan: &Plan, position: &Rows) -> Option<bool> {
        match plan.frame.place(position)? {
            Place::Known(lost) => Some(lost),
            Place::Kept(rows) => self.is_lost(&rows),
        }
    }

    /// Takes what matters from a block, given its lost positions by rank.
    pub fn take(&mut self, plan: &Plan, block: Block, is_lost: impl Fn(u32) -> bool) {
        each(plan, block, |rank, bitten| {
            if is_lost(rank) {
                self.lost.insert(bitten);
            }
        });
    }

    /// Counts roughly the bytes that they take.
    pub(super) fn bytes(&self) -> u64 {
        (self.lost.capacity() * (size_of::<Bitten>() + 1)) as u64
    }
}

/// Says whether the upper rows of a block have at most two lengths, so that the block may matter here.
pub fn concerns(plan: &Plan, block: Block) -> bool {
    let middle = plan.part(block.part).middle;
    let longer = middle.iter().take_while(|&&row| row == block.first_row).count();
    middle[longer..].iter().all(|&row| row == middle[longer])
}

/// Reports every position of a block whose rows have at most two lengths, with its rank.
fn each(plan: &Plan, block: Block, mut tell: impl FnMut(u32, Bitten)) {
    let part = plan.part(block.part);
    let (below, bound) = (usize::from(part.rows), part.bound.min(block.first_row));
    let above: Vec<u8> = std::iter::once(block.first_row).chain(part.middle.iter().copied()).collect();
    let Some(Bitten { long, upper, .. }) = Bitten::of(&above) else { return };
    let mut rows = above.clone();
    let mut tell = |rows: &[u8]| {
        if let Some(bitten) = Bitten::of(rows) {
            tell(plan.counts.rank(&rows[above.len()..], below) as u32, bitten);
        }
    };
    // More rows as long as the first, if all above are; then rows that are shorter.
    for further in 0..=below {
        if further > 0 {
            if usize::from(upper) < above.len() || long > bound {
                break;
            }
            rows.truncate(above.len());
            rows.extend(std::iter::repeat_n(long, further));
        }
        tell(&rows);
        for short in 1..=bound.min(long.saturating_sub(1)) {
            let start = rows.len();
            for _ in further..below {
                rows.push(short);
                tell(&rows);
            }
            rows.truncate(start);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bar;
    use lastbite_work::effort::Effort;

    #[test]
    fn every_bitten_bar_is_told_once_by_the_block_it_lies_in() {
        for (rows, cols) in [(1u32, 1u32), (1, 9), (2, 3), (4, 6), (5, 5), (6, 9), (3, 20)] {
            for limit in [1, 3, 20, 1000] {
                let bar = Bar::new(rows, cols).expect("a bar");
                let plan = Plan::of(&bar, limit, &Effort::default()).expect("a small plan");
                let mut told = Vec::new();
                for part in plan.parts() {
                    for block in plan.blocks(part) {
                        let before = told.len();
                        each(&plan, block, |rank, bitten| {
                            told.push((plan.first_rank(block) + u64::from(rank), bitten));
                        });
                        assert!(concerns(&plan, block) || told.len() == before);
                    }
                }
                told.sort_unstable_by_key(|&(rank, _)| rank);
                let (few, _) = plan.stored_box();
                let mut rows = vec![0; few.into()];
                let expected: Vec<(u64, Bitten)> = (0..plan.positions())
                    .filter_map(|rank| {
                        plan.counts.unrank(rank, &mut rows);
                        Some((rank, Bitten::of(&rows)?))
                    })
                    .collect();
                assert_eq!(told, expected, "{bar} in blocks of {limit}");
            }
        }
    }
}
