//! Strings of values: joining, widening.
//!
//! A string has a value for each of all tails of some rows, in the order of their ranks. It is read and
//! written [`STEP`] values at a time, so that the compiler uses vectors, and so every string has [`SLACK`]
//! values after its last; what those are does not matter.

use crate::rank::Counts;
use lastbite_work::SolveError;

/// The values that are read and written together.
pub(crate) const STEP: usize = 32;

/// The most values of a run that is settled at once, see [`Values::settle`].
///
/// [`Values::settle`]: super::block::Values::settle
pub(crate) const RUN: usize = 256;

/// The values that must follow the last one of a string.
pub(crate) const SLACK: usize = RUN + STEP;

/// Makes a string long enough for this many values; fails if the system has no memory for it.
pub(crate) fn reserve<T: Copy>(string: &mut Vec<T>, values: usize, none: T) -> Result<(), SolveError> {
    if string.len() < values + SLACK {
        grow(string, values + SLACK, none)?;
    }
    Ok(())
}

/// Makes a string as long as this; fails if the system has no memory for it.
#[cold]
#[inline(never)]
pub(crate) fn grow<T: Copy>(string: &mut Vec<T>, len: usize, none: T) -> Result<(), SolveError> {
    let more = len.saturating_sub(string.len());
    string.try_reserve(more).map_err(|_| SolveError::NoMemory)?;
    string.resize(len, none);
    Ok(())
}

/// Makes an empty list with room for this many entries; fails if the system has no memory for it.
pub(crate) fn with_room<T>(entries: usize) -> Result<Vec<T>, SolveError> {
    let mut list = Vec::new();
    list.try_reserve_exact(entries).map_err(|_| SolveError::NoMemory)?;
    Ok(list)
}

/// Joins as many values as are read and written together.
///
/// All are loaded before any is stored, so that the compiler uses vectors. This is a loop and not
/// `array::from_fn`, whose calls are not always inlined, and would then be compiled for any processor.
#[inline(always)]
pub(crate) fn step<T: Copy, U: Copy>(
    into: [T; STEP],
    from: [U; STEP],
    with: impl Fn(T, U) -> T,
) -> [T; STEP] {
    let mut joined = into;
    for (a, b) in joined.iter_mut().zip(from) {
        *a = with(*a, b);
    }
    joined
}

/// Joins the first `len` values of one string into another, and a few more.
#[inline(always)]
pub(crate) fn join<T: Copy, U: Copy>(into: &mut [T], from: &[U], len: usize, with: impl Fn(T, U) -> T) {
    let steps = len.div_ceil(STEP);
    let (into, _) = into[..steps * STEP].as_chunks_mut::<STEP>();
    let (from, _) = from[..steps * STEP].as_chunks::<STEP>();
    for (into, from) in into.iter_mut().zip(from) {
        *into = step(*into, *from, &with);
    }
}

/// Widens a string over the `k`-row tails of at most `v` squares to one over tails of at most
/// `v + 1`, in place.
///
/// The new string says of each tail what the old one said of `min(tail, v)`. The tails with exactly
/// `i` rows of `v + 1` squares follow those with fewer, and say what the tails with `i` rows of `v`
/// said: the last `count(k - i, v)` values of the old string.
#[inline(always)]
pub(crate) fn widen<T: Copy>(string: &mut [T], counts: &Counts, k: usize, v: usize) {
    let counts = &counts.of_bound(v)[..k + 1];
    let len = counts[k] as usize;
    let mut to = len;
    for &count in counts[..k].iter().rev() {
        let count = count as usize;
        let from = len - count;
        if count <= 4 * STEP {
            // What is copied beyond the end is overwritten by the next copy, or slack.
            for step in 0..count.div_ceil(STEP) {
                let values: [T; STEP] = *string[from + step * STEP..].first_chunk().expect("slack");
                *string[to + step * STEP..].first_chunk_mut().expect("slack") = values;
            }
        } else {
            string.copy_within(from..len, to);
        }
        to += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widening_cuts_to_v() {
        let counts = Counts::new(7, 8);
        for (k, v) in (0..7).flat_map(|k| (0..7).map(move |v| (k, v))) {
            let len = counts.bits(k, v + 1);
            let before: Vec<u16> = (0..(len + SLACK) as u16).collect();
            let mut string = before.clone();
            widen(&mut string, &counts, k, v);
            let mut tail = vec![0; k];
            for (rank, &value) in string[..len].iter().enumerate() {
                counts.unrank(rank as u64, &mut tail);
                tail.iter_mut().for_each(|x| *x = (*x).min(v as u8));
                assert_eq!(value, before[counts.rank(&tail, k) as usize], "{k} rows, {v}, {rank}");
            }
        }
    }
}
