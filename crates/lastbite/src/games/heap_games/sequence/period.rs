//! Periods, and when they are proved.
//!
//! **The periodicity theorem** (Guy and Smith 1956, for octal codes). Let a move take at most t stones (t is the place of the last digit) and leave
//! at most k heaps (k is 2 for octal codes, 3 with digits 8 to f, and 1 where nothing is ever divided). Let e
//! be a heap and p > 0 with `G(n + p) = G(n)` for all n > e with `n + p <= k (e + p) + t`. Then it holds for
//! all n > e.
//!
//! *Proof.* Let m > k (e + p) + t be the least heap with `G(m) != G(m - p)`. A move from m leaves a sum of at
//! least m - t > k (e + p) stones in at most k heaps, so its largest heap b has more than e + p. By
//! assumption `G(b - p) = G(b)`, because b < m and b - p > e, so m - p has an option of the same value, in
//! which b is replaced by b - p, which is not empty. A move from m - p leaves more than k (e + p) - p >= k e
//! stones, so its largest heap c has more than e, and `G(c + p) = G(c)`, because c + p < m. So m has an
//! option of the same value. A heap taken whole is at most t, and m - p is larger. Both heaps have options of
//! the same values, hence the same value.
//!
//! For subtraction sets (k = 1) this is the argument from finitely many states: the last t values decide the
//! next one, and they have occurred before.
//!
//! The theorem is not claimed for Grundy's game and Lasker's Nim, which have no last digit.

use super::Values;

/// Two numbers that describe a repeating sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Period {
    /// After how many heaps the values repeat.
    pub period: u64,
    /// The last heap before it, or 0: `G(n + period) = G(n)` for all larger n.
    pub beginning: u64,
}

impl Period {
    /// Returns the largest heap whose value the theorem needs, for moves that take at most `last` stones and
    /// leave at most `heaps` heaps.
    #[must_use]
    pub fn needed(self, last: u64, heaps: u64) -> u64 {
        heaps.saturating_mul(self.beginning.saturating_add(self.period)).saturating_add(last)
    }
}

/// Looks for a period that holds for the last eighth of the values at least; the shortest is returned.
pub(super) fn find(values: Values<'_>) -> Option<Period> {
    match values {
        Values::Narrow(values) => find_in(values),
        Values::Wide(values) => find_in(values),
        Values::Widest(values) => find_in(values),
    }
}

fn find_in<T: Copy + Eq>(values: &[T]) -> Option<Period> {
    const TAIL: usize = 16;
    const SAMPLES: usize = 64;
    let len = values.len();
    let window = len / 8;
    if window < TAIL {
        return None;
    }
    let tail: &[T; TAIL] = values.last_chunk()?;
    for period in 1..len - window {
        if values[..len - period].last_chunk::<TAIL>() != Some(tail) {
            continue;
        }
        // A long run of equal values matches itself many times, so check some values from all over the window
        // first.
        let same = |heap: usize| values[heap] == values[heap - period];
        let sampled = (1..=SAMPLES).all(|sample| same(len - 1 - (window - 1) * sample / SAMPLES));
        if sampled && values[len - window..] == values[len - window - period..len - period] {
            let last_exception = (period + 1..len).rev().find(|&heap| !same(heap));
            let beginning = last_exception.map_or(0, |heap| heap - period) as u64;
            return Some(Period { period: period as u64, beginning });
        }
    }
    None
}
