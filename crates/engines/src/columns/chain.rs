//! An order times a chain, for all lengths of the chain at once.

use super::Columns;
use super::part::{self, Part, Plan};
use super::sweep::sweep;
use lastbite_work::SolveError;
use lastbite_work::effort::{Effort, TooLittleMemory};

/// An order times a chain, solved for every length up to a limit: `2x3xN` for all N up to 100, for example.
///
/// The order has a least element, the poison at the bottom of its chain. Lost positions are counted and may
/// be looked at, but are not kept: only the shadows take memory.
///
/// ```
/// use lastbite_engines::Effort;
/// use lastbite_engines::columns::Chain;
///
/// let chain = Chain::on_box(&[3, 3], 12, &Effort::default())?;
/// assert_eq!(chain.lost_count(12), Some(131_973));
/// # Ok::<(), lastbite_engines::SolveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Chain {
    /// Lost positions by the height of the first column.
    counts: Vec<u64>,
    openings: Vec<Opening>,
}

/// A first move that wins, of an order times a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Opening {
    /// The length of the chain.
    pub length: u32,
    /// The element of the order whose column is lowered,
    pub element: usize,
    /// and the height it is lowered to: the piece taken is the one above.
    pub height: u32,
}

/// The longest chain that is solved like this.
const LONGEST: u64 = part::MOST - 1;

impl Chain {
    /// Solves a box times a chain: the elements of the box are numbered as [`Columns::of_box`] does, with
    /// the poison.
    ///
    /// # Errors
    ///
    /// As [`Chain::on_order`].
    pub fn on_box(sides: &[u32], length: u32, effort: &Effort) -> Result<Self, SolveError> {
        Self::on_box_listing(sides, length, effort, |_| Ok(()))
    }

    /// Solves a box times a chain, and shows each lost position once, as the heights on the elements of the
    /// box.
    ///
    /// # Errors
    ///
    /// As [`Chain::on_order`], and any error from the callback.
    pub fn on_box_listing(
        sides: &[u32],
        length: u32,
        effort: &Effort,
        show: impl FnMut(&[u16]) -> Result<(), SolveError>,
    ) -> Result<Self, SolveError> {
        let too_long = too_long(length.into());
        let size =
            sides.iter().try_fold(1usize, |size, &side| size.checked_mul(side as usize)).ok_or(too_long)?;
        let stride = |axis: usize| sides[axis + 1..].iter().map(|&side| side as usize).product::<usize>();
        let at = |element: usize, axis: usize| element / stride(axis) % sides[axis] as usize;
        let below = |a: usize, b: usize| (0..sides.len()).all(|axis| at(a, axis) <= at(b, axis));
        Self::on_order(size, below, length, effort, show)
    }

    /// Solves an order times a chain, and shows each lost position once, in lexicographic order: the height
    /// on each element of the order.
    ///
    /// `below(a, b)` says whether element a is below another element b. Element 0 is below all others, and
    /// lower elements come first.
    ///
    /// # Errors
    ///
    /// When the chain is too long, the shadows take more memory than is allowed, or the work is stopped; and
    /// any error from the callback.
    pub fn on_order(
        elements: usize,
        below: impl Fn(usize, usize) -> bool,
        length: u32,
        effort: &Effort,
        show: impl FnMut(&[u16]) -> Result<(), SolveError>,
    ) -> Result<Self, SolveError> {
        let too_long = too_long(length.into());
        if length == 0 || u64::from(length) > LONGEST {
            return Err(too_long);
        }
        let columns = Columns::of_product(elements, &below, length as u16).ok_or(too_long)?;
        let plan = Plan::of(&columns, effort)?;
        TooLittleMemory::check(plan.bytes(), effort.memory_allowed())?;
        let mut chain = Chain { counts: vec![0; length as usize + 1], openings: Vec::new() };
        let (columns, below) = (&columns, &below);
        match plan.words() {
            1 => chain.solve::<1>(columns, below, &plan, effort, show)?,
            2 => chain.solve::<2>(columns, below, &plan, effort, show)?,
            4 => chain.solve::<4>(columns, below, &plan, effort, show)?,
            _ => chain.solve::<{ part::MOST_WORDS }>(columns, below, &plan, effort, show)?,
        }
        if elements == 1 {
            // A heap: all but the poison is taken at once.
            chain.openings.extend((2..=length).map(|length| Opening { length, element: 0, height: 1 }));
        }
        chain.openings.sort_unstable();
        Ok(chain)
    }

    fn solve<const W: usize>(
        &mut self,
        columns: &Columns,
        below: &impl Fn(usize, usize) -> bool,
        plan: &Plan,
        effort: &Effort,
        mut show: impl FnMut(&[u16]) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let part = Part::<W>::new(columns, plan.swept, effort)?;
        let mut heights = vec![0u16; columns.len()];
        // The poison is not in the first column, and its height counts it here.
        sweep(columns, &plan.numbering, plan.swept, &part, effort, |swept, _, lost| {
            for choice in lost.ones() {
                heights[..plan.swept].copy_from_slice(swept);
                heights[plan.swept..].copy_from_slice(&part.choices[choice]);
                heights[0] += 1;
                self.counts[usize::from(heights[0])] += 1;
                self.openings.extend(opening_to(&heights, below));
                show(&heights)?;
            }
            Ok(())
        })
    }

    /// Returns the longest chain that was solved.
    pub fn length(&self) -> u32 {
        self.counts.len() as u32 - 1
    }

    /// Counts the lost positions with a chain of this length; nothing if it was not solved.
    pub fn lost_count(&self, length: u32) -> Option<u64> {
        (1..=self.length()).contains(&length).then(|| self.counts[..=length as usize].iter().sum())
    }

    /// Lists the first moves that win, of all chains, the shortest first.
    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }

    /// Estimates the bytes that solving takes at most, [`u64::MAX`] when it is that or more.
    ///
    /// # Errors
    ///
    /// When the chain is too long.
    pub fn estimate(
        elements: usize,
        below: impl Fn(usize, usize) -> bool,
        length: u32,
    ) -> Result<u64, SolveError> {
        let too_long = too_long(length.into());
        let columns =
            u16::try_from(length).ok().and_then(|length| Columns::of_product(elements, &below, length));
        Ok(Plan::of(&columns.ok_or(too_long)?, &Effort::unlimited())?.bytes())
    }
}

/// Returns the first move that leaves these heights: all equal, except those at and above one element, which
/// are equal and lower.
fn opening_to(heights: &[u16], below: &impl Fn(usize, usize) -> bool) -> Option<Opening> {
    let length = heights[0];
    let element = heights.iter().position(|&height| height < length)?;
    let height = heights[element];
    let cut = |other: usize| other == element || below(element, other);
    let left = |other: usize| if cut(other) { height } else { length };
    heights.iter().enumerate().all(|(other, &height)| height == left(other)).then_some(Opening {
        length: length.into(),
        element,
        height: height.into(),
    })
}
/// Refuses a chain that is longer than the solver of chains goes.
fn too_long(length: u64) -> SolveError {
    SolveError::OutOfReach(format!(
        "a chain of {length} is too long to be solved this way: it goes up to {LONGEST}"
    ))
}
