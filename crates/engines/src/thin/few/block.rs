//! Blocks of the first row's shadow, and the sweep through their live suffixes: the innermost loop.
//!
//! The shadow of row 1 lives as long as the solver does, and is nearly all of its memory. It is cut into
//! blocks by the second row, so that one thread can work on a block while another works on the next.

use std::collections::TryReserveError;
use std::hint::select_unpredictable;

use super::shadow::forbid_beyond;
use super::shape::{GROUP, Shape, width};

/// A suffix that may still be part of a lost position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Live {
    /// The last row but one.
    pub length: u16,
    /// The first word of its bit set that is not full.
    pub start: u16,
}

/// The start of a suffix that was found full and will be dropped.
const FULL: u16 = u16::MAX;

/// The part of the first row's shadow with one second row (of a bar of three rows: [`GROUP`] of them).
#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    /// The bit sets of all suffixes, the live and the others.
    pub words: Vec<u64>,
    /// The live suffixes: a list for each choice of the rows between the second and the last but one.
    pub live: Vec<Live>,
    /// How long each list is.
    pub lengths: Vec<u16>,
}

impl Block {
    /// Returns the words, the suffixes and the lists of a block that is complete, of a bar of four rows or
    /// more.
    pub fn sizes(shape: &Shape, block: usize) -> (usize, usize, usize) {
        let d = shape.rows - 3;
        (shape.words(d, block + 1), shape.tuples(d, block + 1), shape.tuples(d - 1, block + 1))
    }

    /// Starts the block when the first row comes to the length of its second; `gathered` holds what the
    /// positions whose first two rows are equal have forbidden.
    pub fn start(&mut self, shape: &Shape, v: usize, gathered: &[u64]) -> Result<(), TryReserveError> {
        if shape.rows == 3 {
            let at = self.words.len();
            self.words.try_reserve(width(v))?;
            self.words.extend_from_slice(&gathered[..width(v)]);
            forbid_beyond(&mut self.words[at..], v);
            self.lengths.resize(1, 0);
            self.live.truncate(usize::from(self.lengths[0]));
            self.live.push(Live { length: v as u16, start: 0 });
            self.lengths[0] += 1;
            return Ok(());
        }
        let (words, suffixes, lists) = Block::sizes(shape, v);
        self.words.try_reserve_exact(words)?;
        self.live.try_reserve_exact(suffixes)?;
        self.lengths.try_reserve_exact(lists)?;
        self.words.extend_from_slice(&gathered[..words]);
        self.fill(shape.rows - 4, v);
        Ok(())
    }

    /// Lists all suffixes with `d` rows between the second and the last but one, the first at most `most`.
    fn fill(&mut self, d: usize, most: usize) {
        if d == 0 {
            self.live.extend((0..=most).map(|length| Live { length: length as u16, start: 0 }));
            self.lengths.push(most as u16 + 1);
        } else {
            (0..=most).for_each(|length| self.fill(d - 1, length));
        }
    }

    /// Returns the first word a block of three rows holds.
    pub fn skipped(shape: &Shape, block: usize) -> usize {
        if shape.rows == 3 { shape.starts()[block * GROUP] } else { 0 }
    }
}

/// One first row's view of a list of live suffixes: what is taken, except for the first shadow, and what is
/// found.
///
/// Several first rows go through a list side by side, each one suffix behind the one before.
pub(crate) struct Lane<'a, const MIDDLE: usize> {
    /// The shadows of the rows between the first and the last but one.
    pub middle: [&'a mut [u64]; MIDDLE],
    /// The shadow of the last row but one.
    pub last: &'a mut [u64],
    /// Last rows must be shorter than this.
    pub limit: usize,
    /// From this last row but one on, all lost positions are noted.
    pub all_from: usize,
    /// The last two rows of those that are noted; if both are equal or the last is empty, they always are.
    pub told: &'a mut Vec<(u16, u16)>,
}

/// The first row's shadow, as far as a list of live suffixes needs it.
pub(crate) struct First<'a> {
    /// Where each length starts,
    pub starts: &'a [usize],
    /// less this.
    pub skipped: usize,
    /// The bit sets.
    pub words: &'a mut [u64],
}

/// Finds the lost positions of one list of live suffixes, and returns how many suffixes are still live.
pub(crate) fn sweep<const LANES: usize, const MIDDLE: usize>(
    live: &mut [Live],
    mut first: First<'_>,
    lanes: &mut [Lane<'_, MIDDLE>; LANES],
) -> usize {
    // Bit sets of one, two, three and of more words: the shorter the set, the fewer words are looked at.
    let mut from = 0;
    let mut full = false;
    for words in 1..=4 {
        let rest = &live[from..];
        let part = if words < 4 {
            rest.partition_point(|suffix| usize::from(suffix.length) < 64 * words)
        } else {
            rest.len()
        };
        let part = &mut live[from..from + part];
        from += part.len();
        full |= match words {
            1 => sweep_part::<1, LANES, MIDDLE>(part, &mut first, lanes),
            2 => sweep_part::<2, LANES, MIDDLE>(part, &mut first, lanes),
            3 => sweep_part::<3, LANES, MIDDLE>(part, &mut first, lanes),
            _ => sweep_part::<4, LANES, MIDDLE>(part, &mut first, lanes),
        };
    }
    if full { drop_full(live) } else { live.len() }
}

/// Finds the lost positions of suffixes whose sets have `WORDS` words or, when that is 4, more; says
/// whether any suffix was full.
///
/// An evaluation needs the marks of the evaluation before, and those take time; the evaluations of the lanes
/// in one step are independent.
#[inline(always)]
fn sweep_part<const WORDS: usize, const LANES: usize, const MIDDLE: usize>(
    live: &mut [Live],
    first: &mut First<'_>,
    lanes: &mut [Lane<'_, MIDDLE>; LANES],
) -> bool {
    if live.is_empty() {
        return false;
    }
    let mut full = false;
    for step in 0..live.len() + LANES - 1 {
        if let Some(suffix) = live.get_mut(step) {
            full |= skip_full(suffix, first);
        }
        for (behind, lane) in lanes.iter_mut().enumerate() {
            if let Some(&suffix) = live.get(step.wrapping_sub(behind)) {
                lane.evaluate::<WORDS>(suffix, first);
            }
        }
    }
    full
}

/// Moves the start of a suffix to its first word that is not full; marks it and says so if there is none.
#[inline(always)]
fn skip_full(suffix: &mut Live, first: &First<'_>) -> bool {
    let length = usize::from(suffix.length);
    let words = &first.words[first.starts[length] - first.skipped..][..width(length)];
    let start = usize::from(suffix.start);
    if words[start] != !0 {
        return false;
    }
    match words[start..].iter().position(|&word| word != !0) {
        Some(more) => suffix.start += more as u16,
        None => suffix.start = FULL,
    }
    suffix.start == FULL
}

impl<const MIDDLE: usize> Lane<'_, MIDDLE> {
    /// Finds the one last row, if any, that makes a position with this suffix lost, and marks it.
    ///
    /// No processor can predict whether there is one, so the search looks at `WORDS` words at once without a
    /// branch, and marks what it found, even if that is nothing.
    #[inline(always)]
    fn evaluate<const WORDS: usize>(&mut self, suffix: Live, first: &mut First<'_>) {
        if suffix.start == FULL {
            return;
        }
        let length = usize::from(suffix.length);
        let words = if WORDS < 4 { WORDS } else { width(length) };
        let at = first.starts[length];
        let set = &mut first.words[at - first.skipped..];
        let mut base = if WORDS < 4 { 0 } else { usize::from(suffix.start).min(words - 4) };
        loop {
            let set = chunk::<WORDS>(set, base);
            let last = chunk::<WORDS>(self.last, base);
            let mut middle = self.middle.each_mut().map(|middle| chunk::<WORDS>(middle, at + base));
            let free: [u64; WORDS] = std::array::from_fn(|k| {
                !middle.iter().fold(set[k] | last[k], |taken, middle| taken | middle[k])
            });
            if WORDS == 4 && base + 4 < words && free.iter().fold(0, |all, word| all | word) == 0 {
                base = (base + 4).min(words - 4);
                continue;
            }
            let (place, free) = first_free::<WORDS>(free);
            let t = 64 * (base + place) + free.trailing_zeros() as usize;
            let bit = select_unpredictable(t < self.limit, free & free.wrapping_neg(), 0);
            set[place] |= bit;
            last[place] |= bit;
            middle.iter_mut().for_each(|middle| middle[place] |= bit);
            // Whether anything was found is asked last, because it cannot be predicted.
            if (t == 0) | (t == length) | (length >= self.all_from) {
                self.tell(length, t, bit != 0);
            }
            break;
        }
    }

    /// Notes a lost position, if it is one.
    #[cold]
    #[inline(never)]
    fn tell(&mut self, length: usize, t: usize, is_lost: bool) {
        if !is_lost {
            return;
        }
        self.told.push((length as u16, t as u16));
        if t == length {
            // The last two rows are equal: a bite in the upper one reaches this from all that are longer.
            self.limit = self.limit.min(length);
        }
    }
}

/// The words of a set from one on.
#[inline(always)]
fn chunk<const WORDS: usize>(set: &mut [u64], at: usize) -> &mut [u64; WORDS] {
    set[at..].first_chunk_mut().expect("a set has the words its length needs")
}

/// Returns the first word in which some last row is free, and that word; if none is, a word of zeros.
#[inline(always)]
fn first_free<const WORDS: usize>(words: [u64; WORDS]) -> (usize, u64) {
    let (mut place, mut free) = (WORDS - 1, words[WORDS - 1]);
    for k in (0..WORDS - 1).rev() {
        place = select_unpredictable(words[k] != 0, k, place);
        free = select_unpredictable(words[k] != 0, words[k], free);
    }
    (place, free)
}

/// Moves the suffixes that are not full to the front, and returns how many there are.
fn drop_full(live: &mut [Live]) -> usize {
    let mut kept = 0;
    for k in 0..live.len() {
        if live[k].start != FULL {
            live[kept] = live[k];
            kept += 1;
        }
    }
    kept
}
