//! What the card would have to hold for a bar, counted from the cut alone, without a card and without
//! solving.

use lastbite::Chomp;
use lastbite::sieve::Sieve;
use lastbite::sieve::rank::unrank;

use crate::cut::{Cut, MOST_TAILS, tails};
use crate::error::CardError;
use crate::runner::takes;

/// What the card would have to hold for a bar.
///
/// ```
/// let outline = lastbite_card::Outline::of(&"20x20".parse()?, 1000)?;
/// assert_eq!(outline.index_bytes, 8 * outline.blocks);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Outline {
    /// The positions of the box that is solved for the bar.
    pub positions: u64,
    /// The blocks that it is cut into.
    pub blocks: u64,
    /// The bytes of the index, in which every block has an entry.
    pub index_bytes: u64,
    /// The most positions, as a share of all, whose lists are alive at the same time: an estimate.
    pub living_positions: f64,
    /// The most blocks, as a share of all, whose lists are alive at the same time: an estimate.
    pub living_blocks: f64,
    /// To judge a position, the lists of this many others are read; each lost position among them is an
    /// element of a list. An estimate.
    pub reads: f64,
    /// What is read, by how long it lives: see [`Lives`]. For lives of at least 0, 10, 20 waves and so on.
    pub lives: Vec<Lives>,
    /// How much of what is alive is cold (read by few blocks in a wave), and how much of what is read. Cold
    /// lists go to the host first if the card cannot hold all. Estimates.
    pub cold: (f64, f64),
}

/// How much of what is alive lives long, and how much of what is read. If the card cannot hold all lists, the
/// rarely read ones are best left out. Estimates.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Lives {
    /// A list lives at least this many waves until it is last read.
    pub at_least: usize,
    /// The share of such positions among those alive at the peak.
    pub alive: f64,
    /// The share of what is read that is in such lists.
    pub read: f64,
}

impl Outline {
    /// Cuts the box of a bar, and looks at this many positions, evenly spaced in the order of their ranks, to
    /// see which lists are alive at the same time.
    ///
    /// # Errors
    ///
    /// When the bar is too long for the card.
    pub fn of(bar: &Chomp, looked_at: u64) -> Result<Self, CardError> {
        let kept = Sieve::of(bar).kept()?;
        if !takes(&kept) {
            return Err(CardError::TooLong { rows: bar.rows(), cols: bar.cols() });
        }
        let cut = Cut::new(kept.rows() as usize, kept.cols() as usize, MOST_TAILS);
        let positions = tails(cut.rows, cut.cols);
        let mut living = Lived::new(&cut);
        // When each position is solved and last read; and what is read, by how long it lives.
        let (mut spans, mut read) = (Vec::new(), vec![0.0; cut.deepest * cut.cols + 1]);
        let mut cold_read = 0.0;
        for above in blocks_met(&cut, looked_at) {
            let (solved_in, last_use) = living.add(&cut, &above);
            spans.push((solved_in, last_use, cut.is_cold(&above)));
            cold_read += add_reads(&cut, &above, &mut read);
        }
        let (worst, reads) = (living.positions.worst(), read.iter().sum::<f64>());
        let alive_at_once = living.most();
        let alive: Vec<(usize, bool)> = spans
            .iter()
            .filter(|(solved, last, _)| (*solved..=*last).contains(&worst))
            .map(|(solved, last, is_cold)| (last - solved, *is_cold))
            .collect();
        let share_alive = |wanted: &dyn Fn(&(usize, bool)) -> bool| {
            alive.iter().filter(|list| wanted(list)).count() as f64 / alive.len().max(1) as f64
        };
        let lives = (0..read.len()).step_by(10).map(|at_least| Lives {
            at_least,
            alive: share_alive(&|&(life, _)| life >= at_least),
            read: read[at_least..].iter().sum::<f64>() / reads.max(f64::MIN_POSITIVE),
        });
        Ok(Self {
            reads: reads / spans.len().max(1) as f64,
            lives: lives.collect(),
            cold: (share_alive(&|&(_, is_cold)| is_cold), cold_read / reads.max(f64::MIN_POSITIVE)),
            positions,
            blocks: cut.blocks,
            index_bytes: 8 * cut.blocks,
            living_positions: alive_at_once.positions,
            living_blocks: alive_at_once.blocks,
        })
    }
}

/// The most that is alive at the same time, as a share of all: an estimate.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Alive {
    pub(crate) positions: f64,
    pub(crate) blocks: f64,
}

impl Alive {
    /// Looks at this many positions of a box.
    pub(crate) fn of(cut: &Cut, looked_at: u64) -> Self {
        let mut living = Lived::new(cut);
        for above in blocks_met(cut, looked_at) {
            living.add(cut, &above);
        }
        living.most()
    }
}

/// Looks at this many positions of a box, evenly spaced in the order of their ranks: the rows above of the
/// block of each.
fn blocks_met(cut: &Cut, looked_at: u64) -> impl Iterator<Item = Vec<u8>> {
    let positions = u128::from(tails(cut.rows, cut.cols));
    (0..looked_at).filter_map(move |i| {
        let rank = positions * u128::from(2 * i + 1) / u128::from(2 * looked_at);
        let position = unrank(rank as u64, cut.rows as u32)?;
        let mut above: Vec<u8> = position.lengths().iter().map(|&length| length as u8).collect();
        above.truncate(cut.rows_above(&above));
        Some(above)
    })
}

/// When positions come to life and are forgotten, and the same for blocks.
struct Lived {
    positions: Living,
    blocks: Living,
}

impl Lived {
    fn new(cut: &Cut) -> Self {
        Self { positions: Living::new(cut), blocks: Living::new(cut) }
    }

    /// Adds a position of the block with these rows above; returns when it is solved, and when it is last
    /// read.
    fn add(&mut self, cut: &Cut, above: &[u8]) -> (usize, usize) {
        let solved_in = above.iter().map(|&row| usize::from(row)).sum();
        let last_use = cut.last_use(above);
        self.positions.add(1.0, solved_in, last_use + 1);
        // A block is met as often as it has positions.
        self.blocks.add(1.0 / cut.tails_below(above) as f64, solved_in, last_use + 1);
        (solved_in, last_use)
    }

    fn most(&self) -> Alive {
        Alive { positions: self.positions.most(), blocks: self.blocks.most() }
    }
}

/// Adds what a block reads to judge a position, by how long what it reads lives; returns how much of it is cold.
fn add_reads(cut: &Cut, above: &[u8], read: &mut [f64]) -> f64 {
    let mut cold = 0.0;
    let sum = |above: &[u8]| above.iter().map(|&row| usize::from(row)).sum::<usize>();
    let (below, all) = (cut.rows - above.len(), cut.tails_below(above) as f64);
    for row in 0..above.len() {
        for col in 0..above[row] {
            let mut bitten = above.to_vec();
            bitten[row..].iter_mut().for_each(|length| *length = col.min(*length));
            bitten.truncate(cut.rows_above(&bitten));
            // Of all tails, only those that the bite leaves are looked up.
            let left = tails(below, cut.bound(above).min(col.into())) as f64;
            read[cut.last_use(&bitten) - sum(&bitten)] += left / all;
            cold += if cut.is_cold(&bitten) { left / all } else { 0.0 };
        }
    }
    cold
}

/// How much comes to life and is cleared in each wave, and how much there is in all.
struct Living {
    change: Vec<f64>,
    all: f64,
}

impl Living {
    fn new(cut: &Cut) -> Self {
        Self { change: vec![0.0; cut.deepest * cut.cols + 2], all: 0.0 }
    }

    fn add(&mut self, weight: f64, solved_in: usize, cleared_before: usize) {
        let last = self.change.len() - 1;
        self.change[solved_in] += weight;
        self.change[cleared_before.min(last)] -= weight;
        self.all += weight;
    }

    /// Returns how much is alive in each wave.
    fn alive(&self) -> impl Iterator<Item = f64> {
        self.change.iter().scan(0.0, |alive, change| {
            *alive += change;
            Some(*alive)
        })
    }

    /// Returns the most that is alive in any wave, as a share of all.
    fn most(&self) -> f64 {
        self.alive().fold(0.0, f64::max) / self.all.max(f64::MIN_POSITIVE)
    }

    /// Returns the wave in which the most is alive.
    fn worst(&self) -> usize {
        let worst = self.alive().enumerate().max_by(|(_, one), (_, other)| one.total_cmp(other));
        worst.map_or(0, |(wave, _)| wave)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads every list that a bite leads to, tail by tail.
    #[test]
    fn what_is_read_is_what_bites_lead_to() {
        let (rows, cols) = (8, 12);
        let cut = Cut::new(rows, cols, MOST_TAILS);
        let sum = |above: &[u8]| above.iter().map(|&row| usize::from(row)).sum::<usize>();
        let mut expected = vec![0.0; cut.deepest * cut.cols + 1];
        for rank in 0..tails(rows, cols) {
            let position = unrank(rank, rows as u32).expect("a position");
            let mut position: Vec<u8> = position.lengths().iter().map(|&length| length as u8).collect();
            position.resize(rows, 0);
            let own = cut.rows_above(&position);
            for row in 0..own {
                for col in 0..position[row] {
                    // A tail is looked up once, for the longest of those that the bite makes equal to it.
                    if position[own..].iter().any(|&length| length > col) {
                        continue;
                    }
                    let mut bitten = position.clone();
                    bitten[row..].iter_mut().for_each(|length| *length = col.min(*length));
                    bitten.truncate(cut.rows_above(&bitten));
                    expected[cut.last_use(&bitten) - sum(&bitten)] += 1.0;
                }
            }
        }
        let outline = Outline::of(&Chomp::new(8, 12).expect("a bar"), tails(rows, cols)).expect("an outline");
        let all = expected.iter().sum::<f64>();
        assert!((outline.reads * outline.positions as f64 / all - 1.0).abs() < 1e-9, "{outline:?}");
        for lives in &outline.lives {
            let read = expected[lives.at_least..].iter().sum::<f64>() / all;
            assert!((lives.read - read).abs() < 1e-9, "{lives:?}");
        }
        assert!(
            outline.lives[0].alive == 1.0 && outline.lives.is_sorted_by(|one, next| one.alive >= next.alive)
        );
    }

    /// If every position is looked at, nothing is an estimate: counting block by block gives the same.
    #[test]
    fn shares_are_those_of_all_blocks() {
        for (rows, cols) in [(8, 12), (3, 60)] {
            let bar = Chomp::new(rows, cols).expect("a bar");
            let outline = Outline::of(&bar, tails(rows as usize, cols as usize)).expect("an outline");
            let cut = Cut::new(rows as usize, cols as usize, MOST_TAILS);
            let (mut blocks, mut above) = (Vec::new(), Vec::new());
            loop {
                let sum = above.iter().map(|&row: &u8| usize::from(row)).sum::<usize>();
                blocks.push((sum, cut.last_use(&above), cut.tails_below(&above)));
                if !cut.next(&mut above) {
                    break;
                }
            }
            let alive_at = |wave: usize| {
                let alive = blocks.iter().filter(move |&&(sum, last, _)| sum <= wave && wave <= last);
                alive.fold((0, 0), |(positions, blocks), &(_, _, tails)| (positions + tails, blocks + 1))
            };
            let alive: Vec<(u64, u64)> = (0..=cut.deepest * cut.cols).map(alive_at).collect();
            let most_positions = alive.iter().map(|&(positions, _)| positions).max().expect("a wave");
            let most_blocks = alive.iter().map(|&(_, blocks)| blocks).max().expect("a wave");
            assert_eq!(outline.blocks, blocks.len() as u64);
            let near = |share: f64, most: u64, all: u64| (share - most as f64 / all as f64).abs() < 1e-6;
            assert!(near(outline.living_positions, most_positions, outline.positions), "{outline:?}");
            assert!(near(outline.living_blocks, most_blocks, outline.blocks), "{outline:?}");
        }
    }
}
