//! Ascending numbers below 65,536 as the gaps between them, each in as few bits as it needs.
//!
//! Of the ranks of a large bar about one in 150 is lost, almost at random, so the gaps follow a geometric
//! distribution, for which Golomb's code is the best possible, and Rice's, with powers of two, nearly so: the
//! low `k` bits of a gap as they are, and what is above them as this many ones and a zero. This is within a
//! few percent of the entropy, and decoded in one pass.
//!
//! ```text
//! count, 4 bytes | k, 1 byte | for each number:  ones of gap >> k, a zero, the k low bits of gap
//! ```
//!
//! A gap is the difference to the number before, less one; the first number counts from 0.

const HEAD: usize = 5;

/// No list of 65,536 numbers or fewer is longer than this, however it was coded.
pub(super) const LONGEST: usize = HEAD + (65_536 * 17 + 65_536) / 8 + 1;

/// Encodes ascending numbers, appending to `bytes`; no numbers give no bytes.
#[cfg(any(feature = "files", test))]
pub(super) fn encode(numbers: &[u16], bytes: &mut Vec<u8>) {
    let Some(&last) = numbers.last() else { return };
    let count = numbers.len() as u32;
    let mean = (u32::from(last) + 1) / count;
    // The best k is close to log2(0.69 * mean), rounded down.
    let k = (mean * 11 / 16).max(1).ilog2() as u8;
    bytes.extend(count.to_le_bytes());
    bytes.push(k);
    let mut bits = BitWriter { bytes, held: 0, filled: 0 };
    let mut expected = 0u32;
    for &number in numbers {
        let gap = u32::from(number) - expected;
        for _ in 0..gap >> k {
            bits.push(1, 1);
        }
        bits.push(0, 1);
        bits.push(gap & ((1 << k) - 1), k);
        expected = u32::from(number) + 1;
    }
    bits.finish();
}

/// Calls `each` with every number in turn until it returns false; `None` if the bytes are not such a list.
pub(super) fn decode(bytes: &[u8], mut each: impl FnMut(u16) -> bool) -> Option<()> {
    if bytes.is_empty() {
        return Some(());
    }
    let count = u32::from_le_bytes(bytes.get(..4)?.try_into().ok()?);
    let k = *bytes.get(4)?;
    if k > 16 {
        return None;
    }
    let mut bits = BitReader { bytes: &bytes[HEAD..], held: 0, filled: 0 };
    let mut expected = 0u32;
    for _ in 0..count {
        let gap = bits.ones()?.checked_mul(1 << k)? | bits.take(k)?;
        let number = u16::try_from(expected.checked_add(gap)?).ok()?;
        if !each(number) {
            return Some(());
        }
        expected = u32::from(number) + 1;
    }
    Some(())
}

/// Bits into bytes, the lowest bit of a byte first.
#[cfg(any(feature = "files", test))]
struct BitWriter<'a> {
    bytes: &'a mut Vec<u8>,
    held: u64,
    filled: u32,
}

#[cfg(any(feature = "files", test))]
impl BitWriter<'_> {
    fn push(&mut self, value: u32, bits: u8) {
        self.held |= u64::from(value) << self.filled;
        self.filled += u32::from(bits);
        while self.filled >= 8 {
            self.bytes.push(self.held as u8);
            self.held >>= 8;
            self.filled -= 8;
        }
    }

    fn finish(self) {
        if self.filled > 0 {
            self.bytes.push(self.held as u8);
        }
    }
}

/// Bytes into bits, the lowest bit of a byte first.
struct BitReader<'a> {
    bytes: &'a [u8],
    held: u64,
    filled: u32,
}

impl BitReader<'_> {
    #[inline]
    fn refill(&mut self) {
        while self.filled <= 56 {
            let Some((&byte, rest)) = self.bytes.split_first() else { return };
            self.bytes = rest;
            self.held |= u64::from(byte) << self.filled;
            self.filled += 8;
        }
    }

    #[inline]
    fn take(&mut self, bits: u8) -> Option<u32> {
        let bits = u32::from(bits);
        if self.filled < bits {
            self.refill();
        }
        if self.filled < bits {
            return None;
        }
        let value = self.held & ((1 << bits) - 1);
        self.held >>= bits;
        self.filled -= bits;
        Some(value as u32)
    }

    /// Counts the ones before the next zero, and skips it.
    #[inline]
    fn ones(&mut self) -> Option<u32> {
        let mut ones = 0;
        loop {
            if self.filled == 0 {
                self.refill();
            }
            if self.filled == 0 {
                return None;
            }
            let run = self.held.trailing_ones().min(self.filled);
            ones += run;
            self.held = self.held.checked_shr(run).unwrap_or(0);
            self.filled -= run;
            if self.filled > 0 {
                self.held >>= 1;
                self.filled -= 1;
                return Some(ones);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decoded(bytes: &[u8]) -> Option<Vec<u16>> {
        let mut numbers = Vec::new();
        decode(bytes, |number| {
            numbers.push(number);
            true
        })?;
        Some(numbers)
    }

    proptest! {
        #[test]
        fn what_is_coded_is_decoded(set in prop::collection::btree_set(any::<u16>(), 0..2000)) {
            let numbers: Vec<u16> = set.into_iter().collect();
            let mut bytes = Vec::new();
            encode(&numbers, &mut bytes);
            prop_assert!(bytes.len() <= LONGEST);
            prop_assert_eq!(decoded(&bytes), Some(numbers));
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            let _ = decoded(&bytes);
        }
    }

    #[test]
    fn the_extremes_fit() {
        for numbers in [vec![], vec![0], vec![65_535], (0..=65_535).collect(), vec![0, 65_535]] {
            let mut bytes = Vec::new();
            encode(&numbers, &mut bytes);
            assert!(bytes.len() <= LONGEST);
            assert_eq!(decoded(&bytes), Some(numbers));
        }
    }

    fn coded(numbers: &[u16]) -> Vec<u8> {
        let mut bytes = Vec::new();
        encode(numbers, &mut bytes);
        bytes
    }

    #[test]
    fn gaps_are_coded_with_the_logarithm_of_two_thirds_of_their_mean() {
        for (mean, k) in [(1, 0), (2, 0), (3, 1), (5, 1), (6, 2), (12, 3), (24, 4), (150, 6), (1024, 9)] {
            let numbers: Vec<u16> = (1..=40).map(|nth| nth * mean - 1).collect();
            let bytes = coded(&numbers);
            assert_eq!(bytes[..HEAD], [40, 0, 0, 0, k], "gaps of {mean}");
            // One bit for each number, those of its gap's low part, and ones for its high part.
            let bits = 40 * (1 + usize::from(k) + (usize::from(mean - 1) >> k));
            assert_eq!(bytes.len(), HEAD + bits.div_ceil(8), "gaps of {mean}");
        }
    }

    #[test]
    fn what_breaks_off_or_counts_too_far_is_no_list() {
        // One number; ones that never end, and a zero that ends them.
        assert_eq!(decoded(&[1, 0, 0, 0, 0, 0xff]), None);
        assert_eq!(decoded(&[1, 0, 0, 0, 0, 0xff, 0x7f]), Some(vec![15]));
        // Sixteen low bits are the most there are.
        assert_eq!(decoded(&[1, 0, 0, 0, 16, 0b1010, 0, 0]), Some(vec![5]));
        assert_eq!(decoded(&[1, 0, 0, 0, 17, 0b1010, 0, 0]), None);
        // More ones than any number needs, even where what they stand for is shifted out of a word.
        for k in [0, 16] {
            let ones = vec![0xff; 65_536 / 8];
            assert_eq!(decoded(&[&[1, 0, 0, 0, k], &ones[..], &[0, 0, 0]].concat()), None, "{k} low bits");
        }
    }
}
