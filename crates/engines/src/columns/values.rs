//! The Grundy value and the distance of every position.

use super::numbering::Numbering;
use super::part::Bits;
use super::sweep::{Cell, Rule, shadow_bytes, sweep};
use super::{Columns, MOST_POSITIONS, too_many};
use lastbite_work::SolveError;
use lastbite_work::effort::{Effort, TooLittleMemory};

/// The most elements of an order whose positions get values.
const MOST_ELEMENTS: usize = 64 * 16 - 1;

/// A number for every position.
#[derive(Debug)]
struct Values {
    columns: Columns,
    numbering: Numbering,
    values: Vec<u16>,
}

impl Values {
    /// Finds them all by a rule.
    fn of<R>(columns: Columns, rule: &R, effort: &Effort) -> Result<Self, SolveError>
    where
        R: Rule<Found = u16>,
    {
        let numbering = Numbering::new(&columns, columns.len(), effort)?;
        let positions = numbering.count(0);
        if positions > MOST_POSITIONS || columns.size() > MOST_ELEMENTS {
            return Err(too_many(positions));
        }
        let bytes = shadow_bytes::<R::Cell>(&numbering, columns.len()).saturating_add(2 * positions);
        TooLittleMemory::check(bytes, effort.memory_allowed())?;
        let mut values = Vec::new();
        values.try_reserve_exact(usize::try_from(positions).map_err(|_| SolveError::NoMemory)?)?;
        sweep(&columns, &numbering, columns.len(), rule, effort, |_, _, value| {
            values.push(value);
            Ok(())
        })?;
        Ok(Values { columns, numbering, values })
    }

    fn value(&self, heights: &[u16]) -> Option<u16> {
        self.numbering.rank(heights).map(|rank| self.values[rank as usize])
    }

    fn bytes(&self) -> u64 {
        2 * self.values.len() as u64 + self.numbering.bytes()
    }
}

/// The Grundy value of every position of an order that was cut into columns.
///
/// ```
/// use lastbite_engines::Effort;
/// use lastbite_engines::columns::{Columns, GrundyValues};
///
/// // Two elements side by side, and one above both.
/// let columns = Columns::of_order(3, |a, b| a < 2 && b == 2, None).unwrap();
/// let values = GrundyValues::of(columns, &Effort::default())?;
/// assert_eq!(values.value(values.columns().heights()), Some(2));
/// # Ok::<(), lastbite_engines::SolveError>(())
/// ```
#[derive(Debug)]
pub struct GrundyValues(Values);

impl GrundyValues {
    /// Finds the Grundy value of every position.
    ///
    /// # Errors
    ///
    /// When there are too many positions or elements, they take more memory than is allowed, or the work is
    /// stopped.
    pub fn of(columns: Columns, effort: &Effort) -> Result<Self, SolveError> {
        // No value is greater than the number of elements.
        let values = match columns.size() {
            0..128 => Values::of(columns, &Least::<2>, effort),
            128..512 => Values::of(columns, &Least::<8>, effort),
            _ => Values::of(columns, &Least::<16>, effort),
        };
        values.map(GrundyValues)
    }

    /// Returns the columns.
    pub fn columns(&self) -> &Columns {
        &self.0.columns
    }

    /// Returns the Grundy value of a position; nothing if there is no such position.
    pub fn value(&self, heights: &[u16]) -> Option<u32> {
        self.0.value(heights).map(u32::from)
    }

    /// Returns the greatest value of all positions.
    pub fn greatest(&self) -> u32 {
        self.0.values.iter().max().copied().unwrap_or(0).into()
    }

    /// Counts the positions of this value.
    pub fn count_of(&self, value: u32) -> u64 {
        self.0.values.iter().filter(|&&of| u32::from(of) == value).count() as u64
    }

    /// Returns the bytes that are kept.
    pub fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}

/// The distance of every position of an order: the moves to the end when the winner hurries and the loser
/// delays.
///
/// The distance is odd if the player to move wins.
#[derive(Debug)]
pub struct Distances(Values);

impl Distances {
    /// Finds the distance of every position.
    ///
    /// # Errors
    ///
    /// When there are too many positions or elements, they take more memory than is allowed, or the work is
    /// stopped.
    pub fn of(columns: Columns, effort: &Effort) -> Result<Self, SolveError> {
        Values::of(columns, &Furthest, effort).map(Distances)
    }

    /// Returns the columns.
    pub fn columns(&self) -> &Columns {
        &self.0.columns
    }

    /// Returns the distance of a position; nothing if there is no such position.
    pub fn distance(&self, heights: &[u16]) -> Option<u32> {
        self.0.value(heights).map(u32::from)
    }

    /// Returns the bytes that are kept.
    pub fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}

/// The least Grundy value that no move leads to: cells are sets of values.
struct Least<const W: usize>;

impl<const W: usize> Rule for Least<W> {
    type Cell = Bits<W>;
    type Room = ();
    type Found = u16;

    fn room(&self) {}

    fn narrowed(&self, (): (), _: usize, _: u16) {}

    #[inline(always)]
    fn settle(&self, joined: Bits<W>, (): ()) -> u16 {
        joined.first_gap() as u16
    }

    #[inline(always)]
    fn mark(&self, found: u16, _: usize, _: u16) -> Option<Bits<W>> {
        let mut mark = Bits::default();
        mark.insert(found.into());
        Some(mark)
    }
}

/// The distance by the best move. Cells are distances in a special order, from the worst to move to up to the
/// best: won ones, the longer the better, and then lost ones, the shorter the better.
struct Furthest;

#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Best(u16);

impl Cell for Best {
    #[inline(always)]
    fn join(&mut self, other: Self) {
        *self = (*self).max(other);
    }
}

impl Rule for Furthest {
    type Cell = Best;
    type Room = ();
    type Found = u16;

    fn room(&self) {}

    fn narrowed(&self, (): (), _: usize, _: u16) {}

    #[inline(always)]
    fn settle(&self, Best(best): Best, (): ()) -> u16 {
        match best {
            // No move at all.
            0 => 0,
            won if won < 1 << 15 => won + 1,
            lost => u16::MAX - lost + 1,
        }
    }

    #[inline(always)]
    fn mark(&self, distance: u16, _: usize, _: u16) -> Option<Best> {
        Some(Best(if distance % 2 == 1 { distance } else { u16::MAX - distance }))
    }
}
