//! Who wins, in every position of an order.

use super::numbering::Numbering;
use super::part::{self, Part, Plan};
use super::sweep::sweep;
use super::{Columns, MOST_POSITIONS, too_many};
use lastbite_work::SolveError;
use lastbite_work::effort::{Effort, Stopped, TooLittleMemory};

/// Who wins, in every position of an order that was cut into columns: a bit each.
#[derive(Debug)]
pub struct Outcomes {
    columns: Columns,
    numbering: Numbering,
    /// For each position, by its number: is it lost?
    lost: Vec<u64>,
    lost_count: u64,
}

impl Outcomes {
    /// Counts the positions of an order, [`u64::MAX`] when it is that or more, without solving it.
    ///
    /// # Errors
    ///
    /// When the order is too tangled to number its positions, or the work is stopped.
    pub fn count_positions(columns: &Columns, effort: &Effort) -> Result<u64, SolveError> {
        Ok(Numbering::new(columns, columns.len(), effort)?.count(0))
    }

    /// Says whether an order has at most this many positions; it counts no further than that.
    ///
    /// # Errors
    ///
    /// When the work is stopped.
    pub fn has_at_most(most: u64, columns: &Columns, effort: &Effort) -> Result<bool, Stopped> {
        match Numbering::of_at_most(most, columns, columns.len(), effort) {
            Ok(_) => Ok(true),
            Err(SolveError::Stopped(why)) => Err(why),
            Err(_) => Ok(false),
        }
    }

    /// Estimates the bytes that solving takes at most, [`u64::MAX`] when it is that or more.
    ///
    /// # Errors
    ///
    /// When the order is too tangled to number its positions.
    pub fn estimate(columns: &Columns) -> Result<u64, SolveError> {
        let effort = Effort::unlimited();
        let positions = Self::count_positions(columns, &effort)?;
        Ok(Plan::of(columns, &effort)?.bytes().saturating_add(positions / 8))
    }

    /// Finds out who wins in every position.
    ///
    /// # Errors
    ///
    /// When there are too many positions, they take more memory than is allowed, or the work is stopped.
    pub fn of(columns: Columns, effort: &Effort) -> Result<Self, SolveError> {
        let numbering = Numbering::new(&columns, columns.len(), effort)?;
        let positions = numbering.count(0);
        if positions > MOST_POSITIONS {
            return Err(too_many(positions));
        }
        let plan = Plan::of(&columns, effort)?;
        TooLittleMemory::check(plan.bytes().saturating_add(positions / 8), effort.memory_allowed())?;
        let mut lost = Vec::new();
        let words = usize::try_from(positions.div_ceil(64)).map_err(|_| SolveError::NoMemory)?;
        lost.try_reserve_exact(words)?;
        lost.resize(words, 0);
        let mut outcomes = Outcomes { columns, numbering, lost, lost_count: 0 };
        match plan.words() {
            1 => outcomes.solve::<1>(&plan, effort)?,
            2 => outcomes.solve::<2>(&plan, effort)?,
            4 => outcomes.solve::<4>(&plan, effort)?,
            _ => outcomes.solve::<{ part::MOST_WORDS }>(&plan, effort)?,
        }
        Ok(outcomes)
    }

    fn solve<const W: usize>(&mut self, plan: &Plan, effort: &Effort) -> Result<(), SolveError> {
        let part = Part::<W>::new(&self.columns, plan.swept, effort)?;
        let mut before = 0;
        sweep(&self.columns, &plan.numbering, plan.swept, &part, effort, |_, room, lost| {
            for choice in lost.ones() {
                let rank = before + room.before(choice);
                self.lost[(rank / 64) as usize] |= 1 << (rank % 64);
                self.lost_count += 1;
            }
            before += room.count();
            Ok(())
        })
    }

    /// Returns the columns.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// Counts the positions.
    pub fn positions(&self) -> u64 {
        self.numbering.count(0)
    }

    /// Counts the lost positions.
    pub fn lost_count(&self) -> u64 {
        self.lost_count
    }

    /// Says whether a position is lost; nothing if there is no such position.
    pub fn is_lost(&self, heights: &[u16]) -> Option<bool> {
        let rank = self.numbering.rank(heights)?;
        Some(self.lost[(rank / 64) as usize] >> (rank % 64) & 1 != 0)
    }

    /// Lists the elements that win when they are taken; nothing if there is no such position.
    pub fn winning_moves(&self, heights: &[u16]) -> Option<Vec<usize>> {
        self.numbering.rank(heights)?;
        let moves = self.columns.moves(heights);
        let mut winning: Vec<usize> =
            moves.filter(|(_, left)| self.is_lost(left) == Some(true)).map(|(element, _)| element).collect();
        winning.sort_unstable();
        Some(winning)
    }

    /// Lists the lost positions as heights, in lexicographic order.
    pub fn lost(&self) -> impl Iterator<Item = Vec<u16>> + '_ {
        let ones = self.lost.iter().enumerate().flat_map(|(word, &bits)| {
            let rest = |&bits: &u64| Some(bits & (bits - 1)).filter(|&bits| bits != 0);
            let left = std::iter::successors(Some(bits).filter(|&bits| bits != 0), rest);
            left.map(move |bits| 64 * word as u64 + u64::from(bits.trailing_zeros()))
        });
        ones.map(|rank| {
            let mut heights = vec![0; self.columns.len()];
            self.numbering.unrank(rank, &mut heights);
            heights
        })
    }

    /// Returns the bytes that are kept.
    pub fn bytes(&self) -> u64 {
        self.lost.len() as u64 * 8 + self.numbering.bytes()
    }
}
