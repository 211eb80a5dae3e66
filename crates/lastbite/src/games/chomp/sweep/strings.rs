//! Strings of values: joining, widening.
//!
//! A string has a value for each of all tails of some rows, in the order of their ranks. It is read
//! and written [`STEP`] values at a time, so that the compiler takes vectors for it, and so every
//! string has [`SLACK`] values after its last; what those are does not matter.

use crate::games::chomp::sieve::rank::Counts;

/// The values that are read and written together.
pub(crate) const STEP: usize = 32;

/// The most values of a run that is settled at once, see [`Values::settle`].
///
/// [`Values::settle`]: super::block::Values::settle
pub(crate) const RUN: usize = 256;

/// The values that must follow the last one of a string.
pub(crate) const SLACK: usize = RUN + STEP;

/// Makes a string long enough for this many values.
pub(crate) fn reserve<T: Copy>(string: &mut Vec<T>, values: usize, none: T) {
    if string.len() < values + SLACK {
        string.resize(values + SLACK, none);
    }
}

/// Joins the first `len` values of one string into another, and a few more.
#[inline(always)]
pub(crate) fn join<T: Copy, U: Copy>(into: &mut [T], from: &[U], len: usize, with: impl Fn(T, U) -> T) {
    let steps = len.div_ceil(STEP);
    let (into, _) = into[..steps * STEP].as_chunks_mut::<STEP>();
    let (from, _) = from[..steps * STEP].as_chunks::<STEP>();
    for (into, from) in into.iter_mut().zip(from) {
        let (a, b) = (*into, *from);
        *into = std::array::from_fn(|i| with(a[i], b[i]));
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
    let counts = &counts.of_bound(v)[..=k];
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
