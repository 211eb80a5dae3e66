//! What the card would have to hold for a bar, counted from the cut alone, without a card and without
//! solving.

use lastbite_engines::Bar;
use lastbite_engines::rank::unrank;
use lastbite_engines::sieve::Sieve;

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
    /// The same by how many blocks read a list: see [`Heat`].
    pub heats: Vec<Heat>,
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

/// How much of what is alive is in lists that few blocks read, and how much of what is read. Estimates.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Heat {
    /// Fewer blocks than this read such a list in sixteen waves.
    pub below: u32,
    /// The share of such positions among those alive at the peak.
    pub alive: f64,
    /// The share of what is read that is in such lists.
    pub read: f64,
}

/// The heats that an outline is made for.
const HEATS: [u32; 7] = [8, 16, 24, 32, 48, 64, 128];

impl Outline {
    /// Cuts the box of a bar, and looks at this many positions, evenly spaced in the order of their ranks, to
    /// see which lists are alive at the same time.
    ///
    /// # Errors
    ///
    /// When the bar is too long for the card.
    pub fn of(bar: &Bar, looked_at: u64) -> Result<Self, CardError> {
        let kept = Sieve::of(bar).kept()?;
        if !takes(&kept) {
            return Err(CardError::TooLong { rows: bar.rows(), cols: bar.cols() });
        }
        let cut = Cut::new(kept.rows() as usize, kept.cols() as usize, MOST_TAILS);
        let positions = tails(cut.rows, cut.cols);
        let living = Alive::of(&cut, looked_at);
        // What is read, by how long it lives, and by how many read it.
        let (mut read, mut read_below) = (vec![0.0; cut.deepest * cut.cols + 1], HEATS.map(|_| 0.0));
        for above in blocks_met(&cut, looked_at) {
            each_read(&cut, &above, |bitten, share| {
                let solved_in = bitten.iter().map(|&row| usize::from(row)).sum::<usize>();
                read[cut.last_use(bitten) - solved_in] += share;
                let heat = cut.heat(bitten);
                for (read_below, below) in read_below.iter_mut().zip(HEATS) {
                    *read_below += if heat < below.into() { share } else { 0.0 };
                }
            });
        }
        let (worst, reads) = (living.positions.worst(), read.iter().sum::<f64>());
        let is_alive = |span: &&Span| (span.solved_in..=span.last_use).contains(&worst);
        let alive: Vec<&Span> = living.spans.iter().filter(is_alive).collect();
        let share_alive = |wanted: &dyn Fn(&Span) -> bool| {
            alive.iter().filter(|span| wanted(span)).count() as f64 / alive.len().max(1) as f64
        };
        let share_read = |part: f64| part / reads.max(f64::MIN_POSITIVE);
        let lives = (0..read.len()).step_by(10).map(|at_least| Lives {
            at_least,
            alive: share_alive(&|span| span.last_use - span.solved_in >= at_least),
            read: share_read(read[at_least..].iter().sum::<f64>()),
        });
        let heats = HEATS.into_iter().zip(read_below).map(|(below, read)| Heat {
            below,
            alive: share_alive(&|span| span.heat < below.into()),
            read: share_read(read),
        });
        Ok(Self {
            reads: reads / living.spans.len().max(1) as f64,
            lives: lives.collect(),
            heats: heats.collect(),
            positions,
            blocks: cut.blocks,
            index_bytes: 8 * cut.blocks,
            living_positions: living.positions(),
            living_blocks: living.blocks(),
        })
    }
}

/// What is alive at the same time, seen from some positions of a box.
pub(crate) struct Alive {
    positions: Living,
    blocks: Living,
    spans: Vec<Span>,
}

/// When a position is solved, when it is last read, and how many read it.
#[derive(Clone, Copy)]
struct Span {
    solved_in: usize,
    last_use: usize,
    heat: f64,
}

impl Alive {
    /// Looks at this many positions of a box.
    pub(crate) fn of(cut: &Cut, looked_at: u64) -> Self {
        let mut alive = Self { positions: Living::new(cut), blocks: Living::new(cut), spans: Vec::new() };
        for above in blocks_met(cut, looked_at) {
            let solved_in = above.iter().map(|&row| usize::from(row)).sum();
            let last_use = cut.last_use(&above);
            alive.positions.add(1.0, solved_in, last_use + 1);
            // A block is met as often as it has positions.
            alive.blocks.add(1.0 / cut.tails_below(&above) as f64, solved_in, last_use + 1);
            alive.spans.push(Span { solved_in, last_use, heat: cut.heat(&above) });
        }
        alive
    }

    /// Returns the most positions that are alive at the same time, as a share of all.
    pub(crate) fn positions(&self) -> f64 {
        self.positions.most()
    }

    /// Returns the most blocks that are alive at the same time, as a share of all.
    pub(crate) fn blocks(&self) -> f64 {
        self.blocks.most()
    }

    /// Returns the least heat that leaves, with what is colder left out, at most this share of all positions
    /// alive at the same time.
    pub(crate) fn cold(&self, share: f64) -> u32 {
        let is_too_much = |heat: u32| {
            let mut hot = Living { change: vec![0.0; self.positions.change.len()], all: 0.0 };
            for span in self.spans.iter().filter(|span| span.heat >= heat.into()) {
                hot.add(1.0, span.solved_in, span.last_use + 1);
            }
            hot.alive().fold(0.0, f64::max) > share * self.positions.all
        };
        // Half of what is left at a time.
        let (mut low, mut high) = (0, 1 << 20);
        while low < high {
            let middle = (low + high) / 2;
            if is_too_much(middle) { low = middle + 1 } else { high = middle }
        }
        low
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

/// Calls `see` for every list that a block reads to judge its positions: the rows above of the block that it
/// belongs to, and how much of it is read for each position.
fn each_read(cut: &Cut, above: &[u8], mut see: impl FnMut(&[u8], f64)) {
    let (below, all) = (cut.rows - above.len(), cut.tails_below(above) as f64);
    for row in 0..above.len() {
        for col in 0..above[row] {
            let mut bitten = above.to_vec();
            bitten[row..].iter_mut().for_each(|length| *length = col.min(*length));
            bitten.truncate(cut.rows_above(&bitten));
            // Of all tails, only those that the bite leaves are looked up.
            let left = tails(below, cut.bound(above).min(col.into())) as f64;
            see(&bitten, left / all);
        }
    }
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
        let outline = Outline::of(&Bar::new(8, 12).expect("a bar"), tails(rows, cols)).expect("an outline");
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

    /// What is at least as hot as was found fits, and with what is a little colder it would not.
    #[test]
    fn as_few_are_cold_as_possible() {
        let cut = Cut::new(12, 14, 1000);
        let alive = Alive::of(&cut, 20_000);
        let hot = |heat: u32| {
            let mut hot = Living::new(&cut);
            for span in &alive.spans {
                let weight = if span.heat >= heat.into() { 1.0 } else { 0.0 };
                hot.add(weight, span.solved_in, span.last_use + 1);
            }
            hot.alive().fold(0.0, f64::max) / alive.spans.len() as f64
        };
        assert_eq!(alive.cold(1.0), 0, "everything fits");
        for share in [0.01, 0.05, 0.1, 0.15] {
            let heat = alive.cold(share);
            assert!(heat > 0 && hot(heat) <= share && hot(heat - 1) > share, "{share}: {heat}");
        }
    }

    /// If every position is looked at, nothing is an estimate: counting block by block gives the same.
    #[test]
    fn shares_are_those_of_all_blocks() {
        for (rows, cols) in [(8, 12), (3, 60)] {
            let bar = Bar::new(rows, cols).expect("a bar");
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
