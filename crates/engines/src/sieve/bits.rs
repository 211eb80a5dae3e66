//! Long strings of bits: shifted reading, appending, widening.
//!
//! A string is a slice of 64-bit words, bit 0 the lowest bit of word 0. Strings are read at any
//! bit, a chunk of 1024 bits at a time, so every string needs [`SLACK`] words after its last bit;
//! what those words hold does not matter.
//!
//! Everything here is plain safe Rust in a shape the compiler turns into vector instructions, and
//! `inline(always)` so that it is compiled once for each instruction set of `dispatch`.

use std::collections::TryReserveError;

use crate::rank::Counts;

/// The bits of a chunk, the unit in which strings are read and short runs are sieved.
///
/// With 512 solving takes a twentieth longer, with 256 a sixth: more runs, more widening.
pub(crate) const CHUNK_BITS: usize = 1024;

/// The words of a chunk.
pub(crate) const CHUNK_WORDS: usize = CHUNK_BITS / 64;

/// 1024 bits on two whole cache lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Chunk(pub(crate) [u64; CHUNK_WORDS]);

impl Chunk {
    /// Sets one bit.
    pub(crate) fn set(&mut self, bit: usize) {
        set(&mut self.0, bit);
    }

    /// ORs in other bits, all words at once.
    #[inline(always)]
    pub(crate) fn or(&mut self, other: &[u64; CHUNK_WORDS]) {
        let (mut words, other) = (self.0, *other);
        or(&mut words, &other);
        self.0 = words;
    }
}

/// The words that must follow the last bit of a string, so that whole chunks can be read past its
/// end.
pub(crate) const SLACK: usize = CHUNK_WORDS + 2;

/// Returns the words a string of this many bits needs, slack included.
pub(crate) const fn words_for(bits: usize) -> usize {
    bits / 64 + 1 + SLACK
}

/// The words that must follow the last bit of a string that lost positions are read into.
///
/// A bucket of 65,536 bits reaches this many words, wherever in a word it begins.
pub const ROOM: usize = (1 << 16) / 64 + 1;

/// Lengthens a string to this many words if it is shorter; fails when the system has no memory for them.
pub(crate) fn grow(words: &mut Vec<u64>, len: usize) -> Result<(), TryReserveError> {
    if words.len() < len {
        words.try_reserve_exact(len - words.len())?;
        words.resize(len, 0);
    }
    Ok(())
}

/// Sets one bit.
#[inline(always)]
pub(crate) fn set(words: &mut [u64], bit: usize) {
    words[bit >> 6] |= 1 << (bit & 63);
}

/// Returns the 64 bits that begin `shift` bits into `low` and end in `high`.
///
/// Two shifts to the left, because one of 64 would be too long when `shift` is 0.
#[inline(always)]
const fn funnel(low: u64, high: u64, shift: u32) -> u64 {
    (low >> shift) | ((high << 1) << (63 - shift))
}

/// Returns the chunk that begins `shift` bits into the first of its words, one more than it holds.
///
/// Both halves are loaded before anything is stored: only then does the compiler see equal steps
/// and take vectors for them. A loop and not `array::from_fn`: what that calls is not always inlined,
/// and would then be compiled for any processor.
#[inline(always)]
fn chunk_at(words: &[u64; CHUNK_WORDS + 1], shift: u32) -> [u64; CHUNK_WORDS] {
    let low: [u64; CHUNK_WORDS] = *words.first_chunk().expect("one word less");
    let high: [u64; CHUNK_WORDS] = *words.last_chunk().expect("one word less");
    let mut chunk = [0; CHUNK_WORDS];
    for ((word, low), high) in chunk.iter_mut().zip(low).zip(high) {
        *word = funnel(low, high, shift);
    }
    chunk
}

/// Returns the chunk of a string from bit `at` on.
#[inline(always)]
pub(crate) fn read(words: &[u64], at: usize) -> Chunk {
    let source = words[at >> 6..].first_chunk().expect("every string has slack");
    Chunk(chunk_at(source, (at & 63) as u32))
}

/// Sets all bits from `from` up to `to`, whole words at a time.
pub(crate) fn set_run(words: &mut [u64], from: usize, to: usize) {
    if from >= to {
        return;
    }
    let (first, last) = (from >> 6, (to - 1) >> 6);
    let (after, before) = (!0 << (from & 63), !0 >> (63 - ((to - 1) & 63)));
    if first == last {
        words[first] |= after & before;
    } else {
        words[first] |= after;
        words[first + 1..last].fill(!0);
        words[last] |= before;
    }
}

/// ORs one string into another, from bit 0 of both.
#[inline(always)]
pub(crate) fn or(into: &mut [u64], other: &[u64]) {
    for (a, b) in into.iter_mut().zip(other) {
        *a |= b;
    }
}

/// Copies `len` bits that begin at `from` to `to`, which is at or after their end.
///
/// Bits before `to` stay; bits after `to + len` are lost, up to the end of the slack.
#[inline(always)]
fn copy_up(words: &mut [u64], from: usize, to: usize, len: usize) {
    debug_assert!(from + len <= to && len > 0);
    // Word d of the result begins with bit 64 d - (to - from) of the source.
    let distance = to - from;
    let shift = (distance.wrapping_neg() & 63) as u32;
    let first = to >> 6;
    // The first word keeps its lower bits; its source may begin up to 63 bits before the string.
    let at = 64 * first as isize - distance as isize;
    let low = if at < 0 { 0 } else { words[at as usize >> 6] };
    let mut source = ((at + 64) >> 6) as usize;
    let keep = (1u64 << (to & 63)) - 1;
    words[first] = (words[first] & keep) | (funnel(low, words[source], shift) & !keep);
    // The rest in whole chunks. Every word that counts is at or before word `first`, so none is overwritten.
    let mut result = first + 1;
    let end = (to + len).div_ceil(64);
    while result < end {
        let from = words[source..].first_chunk().expect("every string has slack");
        let chunk = chunk_at(from, shift);
        *words[result..].first_chunk_mut().expect("every string has slack") = chunk;
        source += CHUNK_WORDS;
        result += CHUNK_WORDS;
    }
}

/// Widens a string over the `k`-row tails of at most `v` squares to one over tails of at most `v +
/// 1`, in place.
///
/// The new string says of each tail what the old one said of `min(tail, v)`. A tail with exactly
/// its first `i >= 1` rows of length `v + 1` is cut to one whose first `i` rows are `v`, and those
/// are the last `count(k - i, v)` bits of the old string. So the new string is the old one followed
/// by its own ends, longest first. Returns its length.
#[inline(always)]
pub(crate) fn widen(words: &mut [u64], counts: &Counts, k: usize, v: usize) -> usize {
    let (lens, wider) = (&counts.of_bound(v)[..k + 1], &counts.of_bound(v + 1)[..k + 1]);
    let old = lens[k] as usize;
    let mut end = old;
    let mut rows = k;
    while rows > 0 && wider[rows - 1] > 64 {
        rows -= 1;
        let len = lens[rows] as usize;
        copy_up(words, old - len, end, len);
        end += len;
    }
    // The ends that are left have wider[rows - 1] bits together: they go into one word.
    if rows > 0 {
        let last = last_word(words, old);
        let mut bits = 0;
        let mut filled = 0;
        for &len in lens[..rows].iter().rev() {
            bits |= (last >> (64 - len)) << filled;
            filled += len;
        }
        let (word, shift) = (end >> 6, end & 63);
        words[word] = (words[word] & ((1 << shift) - 1)) | (bits << shift);
        words[word + 1] = (bits >> 1) >> (63 - shift);
        end += filled as usize;
    }
    debug_assert_eq!(end, wider[k] as usize);
    end
}

/// Returns the last 64 bits before bit `end`, with zeros for those before the string.
#[inline(always)]
fn last_word(words: &[u64], end: usize) -> u64 {
    match end.checked_sub(64) {
        Some(at) => funnel(words[at >> 6], words[(at >> 6) + 1], (at & 63) as u32),
        None => words[0] << (64 - end),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn get(words: &[u64], bit: usize) -> bool {
        words[bit / 64] >> (bit % 64) & 1 == 1
    }

    proptest! {
        #[test]
        fn reading_at_any_bit(words in prop::collection::vec(any::<u64>(), 40), at in 0usize..1400) {
            let chunk = read(&words, at);
            for bit in 0..CHUNK_BITS {
                prop_assert_eq!(get(&chunk.0, bit), get(&words, at + bit));
            }
        }

        #[test]
        fn setting_runs(words in prop::collection::vec(any::<u64>(), 8), from in 0usize..512, to in 0usize..=512) {
            let mut set = words.clone();
            set_run(&mut set, from, to);
            for bit in 0..512 {
                prop_assert_eq!(get(&set, bit), get(&words, bit) || (from..to).contains(&bit));
            }
        }

        #[test]
        fn copying_up(words in prop::collection::vec(any::<u64>(), 60), from in 0usize..1500, len in 1usize..1500, gap in 0usize..300) {
            let to = from + len + gap;
            prop_assume!(words_for(to + len) <= 60);
            let mut copied = words.clone();
            copy_up(&mut copied, from, to, len);
            for bit in 0..to {
                prop_assert_eq!(get(&copied, bit), get(&words, bit), "kept bit {}", bit);
            }
            for bit in 0..len {
                prop_assert_eq!(get(&copied, to + bit), get(&words, from + bit), "copied bit {}", bit);
            }
        }

        #[test]
        fn widening_cuts_to_v(k in 0usize..7, v in 0usize..7, seed in prop::collection::vec(any::<u64>(), 64)) {
            let counts = Counts::new(7, 8);
            let mut words = seed;
            let before = words.clone();
            words.resize(words_for(counts.bits(k, v + 1)).max(64), 0);
            let end = widen(&mut words, &counts, k, v);
            prop_assert_eq!(end, counts.bits(k, v + 1));
            let mut tail = vec![0u8; k];
            for rank in 0..end {
                counts.unrank(rank as u64, &mut tail);
                tail.iter_mut().for_each(|x| *x = (*x).min(v as u8));
                prop_assert_eq!(get(&words, rank), get(&before, counts.rank(&tail, k) as usize));
            }
        }

        #[test]
        fn oring(a in prop::collection::vec(any::<u64>(), 20), b in prop::collection::vec(any::<u64>(), 20)) {
            let mut into = a.clone();
            or(&mut into, &b);
            prop_assert!(into.iter().zip(a.iter().zip(&b)).all(|(&c, (a, b))| c == a | b));
        }
    }
}
