//! Shadows: which last rows the bites in one row already reach.
//!
//! Of the positions that differ only in their last row `t` at most one is lost, because a longer last row can
//! be bitten to it. A lost position with rows `x1 .. xK` forbids `t = xK` to every position that can bite to
//! it. By a bite in row `i` these are the positions with the same rows above, a longer row `i`, and the same
//! rows below: so for row `i` there is a bit set over `t` for every *suffix* `x(i+1) .. x(K-1)`, and all of
//! them together are the shadow of row `i`.
//!
//! A lost position whose rows `i .. i+m` are equal forbids more: the bite cuts the rows below to its own
//! length, so rows `i+1 .. i+m` may be any length from that on. Instead of writing it into all those
//! suffixes it is written once, into a shadow of shorter suffixes, `sets[m]`, that leaves these rows out;
//! and when row `i` comes to length `v`, the part of `sets[m]` whose first row is `v` *starts* as a copy
//! of what `sets[m + 1]` has gathered. Before that no position asks for it. So nothing is ever cleared,
//! and every mark is written once.

use std::collections::TryReserveError;

use super::super::zeros;
use super::shape::{Shape, width};

/// The shadow of one row, by the number of rows equal to it.
#[derive(Clone, Debug)]
pub(crate) struct Shadow {
    /// The row, counted from 1.
    pub row: usize,
    /// The bit sets; the last is for suffixes of no rows.
    pub sets: Vec<Vec<u64>>,
}

impl Shadow {
    /// Makes the shadow of a row without marks; `skipped` leaves out the first sets, which are elsewhere.
    pub fn new(shape: &Shape, row: usize, skipped: usize) -> Result<Self, TryReserveError> {
        let words = |m| if m < skipped { 0 } else { Self::words(shape, row, m) };
        let sets = (0..shape.rows - row).map(|m| zeros(words(m))).collect::<Result<_, _>>()?;
        Ok(Shadow { row, sets })
    }

    /// Returns the words of one of the sets.
    pub fn words(shape: &Shape, row: usize, m: usize) -> usize {
        shape.words(shape.rows - 1 - row - m, shape.cols + 1)
    }

    /// Forgets everything: the rows above are new.
    pub fn reset(&mut self) {
        // The other sets are overwritten when their slots start.
        self.sets.last_mut().expect("there is always a set for no rows").fill(0);
    }

    /// Starts the slots of length `v`, now that the row has come to it, in all sets from `from` on.
    pub fn start(&mut self, shape: &Shape, v: usize, from: usize) {
        for m in (from..self.sets.len() - 1).rev() {
            let d = shape.rows - 1 - self.row - m;
            let (sets, more_equal) = self.sets.split_at_mut(m + 1);
            let at = shape.words(d, v);
            let length = if d == 1 { width(v) } else { shape.words(d - 1, v + 1) };
            sets[m][at..at + length].copy_from_slice(&more_equal[0][..length]);
            if d == 1 && self.row == 1 {
                forbid_beyond(&mut sets[m][at..at + length], v);
            }
        }
    }
}

/// Marks last rows longer than `length` as taken, so that a set with nothing free is all ones.
pub(crate) fn forbid_beyond(set: &mut [u64], length: usize) {
    if length % 64 != 63 {
        set[length / 64] |= !0 << (length % 64 + 1);
    }
}

/// Marks a last row as taken.
#[inline(always)]
pub(crate) fn mark(set: &mut [u64], t: usize) {
    set[t / 64] |= 1 << (t % 64);
}
