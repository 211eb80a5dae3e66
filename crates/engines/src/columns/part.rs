//! The last columns together: all their heights as the bits of a few words.

use super::numbering::Numbering;
use super::sweep::{Cell, Rule, shadow_bytes};
use super::{Columns, too_tangled};
use lastbite_work::SolveError;
use lastbite_work::effort::Effort;

/// The most choices of heights of the last columns that are taken together.
pub(super) const MOST: u64 = 64 * MOST_WORDS as u64;

/// The most words that they take.
pub(super) const MOST_WORDS: usize = 8;

/// How columns are solved: which are swept, and which are the part.
#[derive(Debug)]
pub(super) struct Plan {
    /// The columns that are swept, one at least.
    pub(super) swept: usize,
    /// The choices of heights of the others.
    choices: u64,
    /// The numbers of the heights of the swept ones.
    pub(super) numbering: Numbering,
}

impl Plan {
    /// Chooses how many columns to sweep, to minimise the work.
    pub(super) fn of(columns: &Columns, effort: &Effort) -> Result<Self, SolveError> {
        let mut best: Option<(f64, Plan)> = None;
        for swept in (1..=columns.len()).rev() {
            let choices = Numbering::new(&columns.from(swept), columns.len() - swept, effort)?.count(0);
            if choices > MOST {
                break;
            }
            let numbering = match Numbering::new(columns, swept, effort) {
                Ok(numbering) => numbering,
                // With fewer columns it may be simpler.
                Err(SolveError::OutOfReach(_) | SolveError::TooLittleMemory(_)) => continue,
                Err(error) => return Err(error),
            };
            let plan = Plan { swept, choices, numbering };
            let work = plan.numbering.count(0) as f64 * swept as f64 * (2 + plan.words()) as f64;
            if best.as_ref().is_none_or(|(least, _)| work < *least) {
                best = Some((work, plan));
            }
        }
        best.map(|(_, plan)| plan).ok_or_else(too_tangled)
    }

    /// The words of a set of choices.
    pub(super) fn words(&self) -> usize {
        (self.choices.div_ceil(64) as usize).next_power_of_two()
    }

    /// Returns the bytes that the work takes, without what is kept.
    pub(super) fn bytes(&self) -> u64 {
        let cells = shadow_bytes::<u64>(&self.numbering, self.swept);
        cells.saturating_mul(self.words() as u64).saturating_add(self.numbering.bytes())
    }
}

/// A set of choices, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Bits([0; W])
    }
}

impl<const W: usize> Cell for Bits<W> {
    #[inline(always)]
    fn join(&mut self, other: Self) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
    }
}

impl<const W: usize> Bits<W> {
    #[inline]
    pub(super) fn insert(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    #[inline(always)]
    fn without(mut self, other: &Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= !other;
        }
        self
    }

    #[inline(always)]
    fn and(mut self, other: &Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        self
    }

    #[inline(always)]
    pub(super) fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }

    /// The lowest bit that is not set.
    #[inline(always)]
    pub(super) fn first_gap(&self) -> usize {
        let word = self.0.iter().position(|&word| word != u64::MAX).unwrap_or(W - 1);
        64 * word + self.0[word].trailing_ones() as usize
    }

    #[inline]
    pub(super) fn count(&self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// How many of the bits before this one are set.
    #[inline]
    pub(super) fn before(&self, bit: usize) -> u64 {
        let whole: u64 = self.0[..bit / 64].iter().map(|word| u64::from(word.count_ones())).sum();
        whole + u64::from((self.0[bit / 64] & ((1 << (bit % 64)) - 1)).count_ones())
    }

    /// The bits that are set, from the lowest up.
    #[inline]
    pub(super) fn ones(self) -> impl Iterator<Item = usize> {
        let mut left = self;
        std::iter::from_fn(move || {
            let bit = left.first()?;
            left.0[bit / 64] &= left.0[bit / 64] - 1;
            Some(bit)
        })
    }
}

/// The columns that are not swept, and which of their heights are lost.
#[derive(Debug)]
pub(super) struct Part<const W: usize> {
    /// The heights of each choice, in lexicographic order.
    pub(super) choices: Vec<Vec<u16>>,
    /// For each choice, those from which a move in these columns leads to it.
    reached_from: Vec<Bits<W>>,
    /// What a swept column of some height carries here, by the number of that; see `carried`.
    rooms: Vec<Bits<W>>,
    /// For each of those and each choice: all choices that are cut down to it.
    cut_from: Vec<Bits<W>>,
    /// For each swept column and height, what it carries.
    carried: Vec<Vec<u32>>,
}

impl<const W: usize> Part<W> {
    /// Takes the columns from `swept` on, which have no more than 64 W choices.
    pub(super) fn new(of: &Columns, swept: usize, effort: &Effort) -> Result<Self, SolveError> {
        let columns = of.len() - swept;
        let tail = of.from(swept);
        let numbering = Numbering::new(&tail, columns, effort)?;
        let count = numbering.count(0) as usize;
        let choices: Vec<Vec<u16>> = (0..count)
            .map(|rank| {
                let mut heights = vec![0; columns];
                numbering.unrank(rank as u64, &mut heights);
                heights
            })
            .collect();
        let number = |heights: &[u16]| numbering.rank(heights).unwrap_or(0) as usize;
        let mut reached_from = vec![Bits::default(); count];
        for (from, heights) in choices.iter().enumerate() {
            for (column, &height) in heights.iter().enumerate() {
                for lower in 0..height {
                    reached_from[number(&tail.lowered(heights, column, lower))].insert(from);
                }
            }
        }
        let mut part =
            Part { choices, reached_from, rooms: Vec::new(), cut_from: Vec::new(), carried: Vec::new() };
        let mut known: Vec<Vec<u16>> = Vec::new();
        for column in 0..swept {
            let mut by_height = Vec::new();
            for height in 0..=of.heights()[column] {
                let caps: Vec<u16> = (swept..of.len()).map(|later| of.cap(column, later, height)).collect();
                let at = known.iter().position(|other| *other == caps).unwrap_or_else(|| {
                    let mut room = Bits::default();
                    let mut cut_from = vec![Bits::default(); count];
                    for (from, heights) in part.choices.iter().enumerate() {
                        let cut: Vec<u16> = heights.iter().zip(&caps).map(|(&h, &cap)| h.min(cap)).collect();
                        if cut == *heights {
                            room.insert(from);
                        }
                        cut_from[number(&cut)].insert(from);
                    }
                    part.rooms.push(room);
                    part.cut_from.extend(cut_from);
                    known.push(caps);
                    known.len() - 1
                });
                by_height.push(at as u32);
            }
            part.carried.push(by_height);
        }
        Ok(part)
    }
}

impl<const W: usize> Rule for Part<W> {
    type Cell = Bits<W>;
    type Room = Bits<W>;
    /// The lost choices.
    type Found = Bits<W>;

    fn room(&self) -> Bits<W> {
        let mut room = Bits::default();
        (0..self.choices.len()).for_each(|choice| room.insert(choice));
        room
    }

    #[inline(always)]
    fn narrowed(&self, room: Bits<W>, column: usize, height: u16) -> Bits<W> {
        room.and(&self.rooms[self.carried[column][usize::from(height)] as usize])
    }

    #[inline(always)]
    fn settle(&self, joined: Bits<W>, room: Bits<W>) -> Bits<W> {
        let mut open = room.without(&joined);
        let mut lost = Bits::default();
        // The least choice that nothing forbids is lost; whatever leads to it is not.
        while let Some(choice) = open.first() {
            lost.insert(choice);
            open.0[choice / 64] &= open.0[choice / 64] - 1;
            open = open.without(&self.reached_from[choice]);
        }
        lost
    }

    #[inline(always)]
    fn mark(&self, lost: Bits<W>, column: usize, height: u16) -> Option<Bits<W>> {
        lost.first()?;
        let start = self.carried[column][usize::from(height)] as usize * self.choices.len();
        let mut mark = Bits::default();
        lost.ones().for_each(|choice| mark.join(self.cut_from[start + choice]));
        Some(mark)
    }
}
