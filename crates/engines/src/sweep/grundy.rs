//! The Grundy value of every position of a bar.

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

use super::block::Workspace;
use super::cut::{Block, Cut};
use super::schedule::{JoinKept, Settle, Work};
use super::sets::{ALL, Lines, NO_BIT, OTHERS, Sets, Tails, VALUES};
use super::strings::{self, STEP};
use super::table::{self, Table};
use super::tally::Tally;
use super::{MOST_IN_A_BLOCK, check_memory, checked, cut_and_check, share};
use crate::frame::{Frame, Place};
use crate::{Bar, Rows};
use lastbite_work::SolveError;
use lastbite_work::effort::{Effort, Stopped};

/// The Grundy value of every position of a bar; the poison may not be eaten, so the lone poison has value 0.
///
/// ```
/// use lastbite_engines::Effort;
/// use lastbite_engines::sweep::GrundyValues;
///
/// let values = GrundyValues::of(&"chomp:10x10".parse()?, &Effort::unlimited())?;
/// assert_eq!(values.value(&"10^10".parse()?), Some(19));
/// assert_eq!(values.value(&"3,1,1".parse()?), Some(0));
/// assert_eq!(values.value(&"0".parse()?), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GrundyValues {
    frame: Frame,
    kept: Kept,
    largest: u32,
}

/// A byte a position if that is enough, else two.
#[derive(Debug)]
enum Kept {
    Narrow(Table<u8>),
    Wide(Table<u16>),
}

impl GrundyValues {
    /// Finds the value of every position of a bar.
    ///
    /// # Errors
    ///
    /// When the bar is too large, when it would take more memory than allowed (found
    /// out before any work is done), and when the work was stopped.
    pub fn of(bar: &Bar, effort: &Effort) -> Result<Self, SolveError> {
        let frame = checked(bar, Frame::whole(bar))?;
        Self::in_frame(frame, limit(&frame, effort), effort)
    }

    /// Does the same in blocks of at most this many positions, which affects only time and memory.
    ///
    /// # Errors
    ///
    /// As [`GrundyValues::of`].
    pub fn in_blocks(bar: &Bar, most: u64, effort: &Effort) -> Result<Self, SolveError> {
        Self::in_frame(checked(bar, Frame::whole(bar))?, most.clamp(1, MOST_IN_A_BLOCK), effort)
    }

    /// Returns the bytes that [`GrundyValues::of`] will take at most, an estimate on the safe side;
    /// saturating.
    ///
    /// # Errors
    ///
    /// When the bar is too large.
    pub fn memory_needed(bar: &Bar, effort: &Effort) -> Result<u64, SolveError> {
        let frame = checked(bar, Frame::whole(bar))?;
        let size = if is_narrow(&frame) { 1 } else { 2 };
        Ok(bytes(&frame, frame.positions(), limit(&frame, effort), size, effort))
    }

    fn in_frame(frame: Frame, limit: u64, effort: &Effort) -> Result<Self, SolveError> {
        if is_narrow(&frame)
            && let Some((table, largest)) = swept::<u8>(&frame, limit, effort)?
        {
            return Ok(Self { frame, kept: Kept::Narrow(table), largest });
        }
        let (table, largest) = swept::<u16>(&frame, limit, effort)?.expect("two bytes hold every value");
        Ok(Self { frame, kept: Kept::Wide(table), largest })
    }

    /// Returns the bar.
    pub fn bar(&self) -> &Bar {
        &self.frame.bar
    }

    /// Counts the bytes that they take.
    pub fn bytes(&self) -> u64 {
        self.frame.positions() * if matches!(self.kept, Kept::Narrow(_)) { 1 } else { 2 }
    }

    /// Returns the largest value of any position.
    pub fn largest(&self) -> u32 {
        self.largest
    }

    /// Returns the value of a position.
    ///
    /// `None` when it is not a position of this bar (nor when turned, if that keeps the poison in its
    /// corner), and when the poison has been eaten.
    pub fn value(&self, rows: &Rows) -> Option<u32> {
        let Place::Kept(kept) = self.frame.place(rows)? else {
            return None;
        };
        match &self.kept {
            Kept::Narrow(table) => table.get(&kept).filter(|&v| v != u8::NONE).map(u32::from),
            Kept::Wide(table) => table.get(&kept).filter(|&v| v != u16::NONE).map(u32::from),
        }
    }
}

/// Guesses whether every value fits a byte.
///
/// The largest value is 22 in 6x6, 84 in 12x12, 79 in 9x14, 101 in 5x30, 172 in 3x80 and 148 in 2x99: the
/// guess is within a tenth. If it is wrong, the sweep starts again with two bytes a value.
fn is_narrow(frame: &Frame) -> bool {
    let (rows, cols) = (f64::from(frame.rows), f64::from(frame.cols));
    cols * (0.6 * rows + 0.3) < 230.0
}

/// The most positions in a block: its strings fit the cache, and there are enough blocks for all threads.
fn limit(frame: &Frame, effort: &Effort) -> u64 {
    share(frame, effort).clamp(1 << 12, 1 << 16)
}

/// Returns the bytes at most of a sweep that keeps this many positions at a time.
fn bytes(frame: &Frame, positions: u64, limit: u64, size: usize, effort: &Effort) -> u64 {
    let tails = (u64::from(frame.rows) + 1) * Tails::BYTES;
    table::bytes(frame, positions, limit, size, size_of::<u64>(), effort.threads_used()).saturating_add(tails)
}

/// Sweeps a box, and returns its values and the largest; nothing if not all of them fit.
fn swept<K: Small>(
    frame: &Frame,
    limit: u64,
    effort: &Effort,
) -> Result<Option<(Table<K>, u32)>, SolveError> {
    check_memory(bytes(frame, frame.positions(), limit, size_of::<K>(), effort), effort)?;
    let cut = Cut::new(frame.rows, frame.cols, limit)?;
    let by_value = ByValue::<K>::new(frame, &cut);
    let result = Table::sweep(frame, cut, &by_value, effort);
    let largest = by_value.largest.into_inner();
    if largest >= K::END { Ok(None) } else { Ok(Some((result?, largest))) }
}

/// Counts the positions of a bar by their values.
pub(super) fn tally(bar: &Bar, effort: &Effort) -> Result<Tally, SolveError> {
    let frame = checked(bar, Frame::whole(bar))?;
    tally_in(&frame, limit(&frame, effort), effort)
}

/// Does that in blocks of at most this many positions.
pub(super) fn tally_in(frame: &Frame, limit: u64, effort: &Effort) -> Result<Tally, SolveError> {
    if is_narrow(frame)
        && let Some(tally) = tallied::<u8>(frame, limit, effort)?
    {
        return Ok(tally);
    }
    Ok(tallied::<u16>(frame, limit, effort)?.expect("two bytes hold every value"))
}

/// Counts positions by their values; nothing if not all of them fit.
fn tallied<K>(frame: &Frame, limit: u64, effort: &Effort) -> Result<Option<Tally>, SolveError>
where
    K: Small + Into<usize> + Into<u32> + TryFrom<usize>,
{
    let bytes = |positions| bytes(frame, positions, limit, size_of::<K>(), effort);
    let cut = cut_and_check(frame, limit, bytes, effort)?;
    let by_value = ByValue::<K>::new(frame, &cut);
    let value = |kept: K| (kept != K::NONE).then(|| kept.into());
    let result = Tally::sweep(frame, &cut, &by_value, value, effort);
    if by_value.largest.into_inner() >= K::END { Ok(None) } else { result.map(Some) }
}

/// So many positions without a value are counted in a byte.
const COUNTED: usize = 128;

/// Returns all bits if a position got no value in this pass, and none if it did.
#[inline(always)]
fn no_bit(bit: u8) -> u8 {
    if bit == NO_BIT { u8::MAX } else { 0 }
}

/// A Grundy value in a byte or two.
trait Small: Copy + Ord + Send + Sync + std::fmt::Debug {
    /// Stands for no value.
    const NONE: Self;
    /// No value may be as large as this: it would be mistaken for one of another pass.
    const END: u32;

    /// Returns the bit of this value in the pass that begins with `first`, [`VALUES`] if it belongs
    /// to another pass.
    fn bit(self, first: Self) -> u8;

    /// Makes a value that is less than [`Small::END`].
    fn new(value: u32) -> Self;

    /// Returns this value, or if there is none yet, that of the bit in the pass that begins with `begins`.
    fn or_fresh(self, begins: Self, bit: u8) -> Self;
}

macro_rules! small {
    ($small:ty) => {
        impl Small for $small {
            const NONE: Self = Self::MAX;
            const END: u32 = (Self::MAX as u32 / VALUES) * VALUES;

            #[inline(always)]
            fn bit(self, first: Self) -> u8 {
                // Smaller values wrap around to numbers beyond the bits, and so does "no value".
                self.wrapping_sub(first).min(VALUES as Self) as u8
            }

            #[inline(always)]
            fn new(value: u32) -> Self {
                value as Self
            }

            #[inline(always)]
            fn or_fresh(self, begins: Self, bit: u8) -> Self {
                // No value is the largest of all.
                let none = if bit == NO_BIT { Self::NONE } else { 0 };
                self.min(begins.wrapping_add(bit.into()) | none)
            }
        }
    };
}

small!(u8);
small!(u16);

/// How values are settled.
struct ByValue<K> {
    tails: Tails,
    /// The largest value so far; [`Small::END`] or more when it does not fit.
    largest: AtomicU32,
    kept: PhantomData<fn() -> K>,
}

impl<K> ByValue<K> {
    fn new(frame: &Frame, cut: &Cut) -> Self {
        Self {
            tails: Tails::new(&cut.counts, frame.rows.into(), frame.cols.into()),
            largest: AtomicU32::new(0),
            kept: PhantomData,
        }
    }
}

/// A thread's strings.
struct Bench {
    tails: Workspace<u64>,
    above: Vec<u64>,
    bits: Vec<u8>,
    lines: Lines,
}

impl Default for Bench {
    fn default() -> Self {
        Self { tails: Workspace::new(), above: Vec::new(), bits: Vec::new(), lines: Lines::new() }
    }
}

impl<K: Small> Settle for ByValue<K> {
    type Kept = K;
    type Bench = Bench;
    const NONE: K = K::NONE;

    #[inline(always)]
    fn settle(
        &self,
        block: &Block,
        work: &Work<'_, K>,
        bench: &mut Bench,
        kept: &mut Vec<K>,
    ) -> Result<(), SolveError> {
        let Bench { tails, above, bits, lines } = bench;
        let len = work.cut.counts.bits(block.rows, block.bound);
        kept.resize(len, K::NONE);
        strings::grow(bits, len, 0)?;
        let mut sets = Sets::new(&self.tails, lines, bits)?;
        for first in (0..).step_by(VALUES as usize) {
            if first == K::END {
                self.largest.fetch_max(first, Ordering::Relaxed);
                return Err(SolveError::Stopped(Stopped::Cancelled));
            }
            let pass_begins = K::new(first);
            work.join_above(block, above, OTHERS, &Pass { first: pass_begins, kept })?;
            let eaten = work.mark_eaten(block, above, ALL);
            if first > 0 {
                for (set, &value) in above.iter_mut().zip(&*kept) {
                    *set |= if value == K::NONE { 0 } else { ALL };
                }
            }
            tails.settle(&mut sets, &work.cut.counts, above, block.rows, block.bound)?;
            let (mut left, mut largest) = (0, 0);
            // In bytes, a few at a time, and without a branch, so that the compiler takes many together.
            for (values, bits) in kept.chunks_mut(COUNTED).zip(sets.bits().chunks(COUNTED)) {
                let mut without = 0;
                for (value, &bit) in values.iter_mut().zip(bits) {
                    *value = value.or_fresh(pass_begins, bit);
                    without += u8::from(*value == K::NONE);
                    largest = largest.max(bit & !no_bit(bit));
                }
                left += usize::from(without);
            }
            self.largest.fetch_max(first + u32::from(largest), Ordering::Relaxed);
            if left == eaten {
                break;
            }
        }
        Ok(())
    }
}

/// The pass for the values from the first on.
struct Pass<'a, K> {
    first: K,
    /// The values of the block that earlier passes have found.
    kept: &'a [K],
}

impl<K: Small> JoinKept<K> for Pass<'_, K> {
    type Value = u64;

    /// First the number of the bit, then the bit itself, a tile at a time: together the compiler
    /// would take the bytes four by four.
    #[inline(always)]
    fn join_kept(&self, into: &mut [u64], kept: &[K], len: usize) {
        const TILE: usize = 8 * STEP;
        let mut bits = [0; TILE];
        let len = len.next_multiple_of(STEP);
        for (sets, kept) in into[..len].chunks_mut(TILE).zip(kept[..len].chunks(TILE)) {
            for (bit, value) in bits.iter_mut().zip(kept) {
                *bit = value.bit(self.first);
            }
            for (set, bit) in sets.iter_mut().zip(&bits) {
                *set |= 1 << (bit % 64);
            }
        }
    }

    /// After the first pass nearly all have their values: in 13x13, 99 of 100 positions, and 4 of 5 tiles.
    #[inline(always)]
    fn can_skip(&self, tails: Range<usize>) -> bool {
        !self.kept[tails].iter().fold(false, |any, &value| any | (value == K::NONE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_do_not_fit_a_byte_are_found_out() {
        let effort = Effort::default();
        // The largest value of two rows is about one and a half times their length.
        let frame = Frame::whole(&Bar::new(2, 200).unwrap()).unwrap();
        assert!(!is_narrow(&frame));
        assert!(swept::<u8>(&frame, 1000, &effort).unwrap().is_none());
        assert!(tallied::<u8>(&frame, 1000, &effort).unwrap().is_none());
        let (_, largest) = swept::<u16>(&frame, 1000, &effort).unwrap().unwrap();
        assert!(largest > 252, "{largest}");
        // And one that fits is the same in both.
        let frame = Frame::whole(&Bar::new(2, 150).unwrap()).unwrap();
        let (narrow, small) = swept::<u8>(&frame, 1000, &effort).unwrap().unwrap();
        let (wide, large) = swept::<u16>(&frame, 1000, &effort).unwrap().unwrap();
        assert_eq!(small, large);
        for (a, b) in (1..=150u8).flat_map(|a| (0..=a).map(move |b| (a, b))) {
            assert_eq!(narrow.get(&[a, b]).map(u32::from), wide.get(&[a, b]).map(u32::from));
        }
    }
}
