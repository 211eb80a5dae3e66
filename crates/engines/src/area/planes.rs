//! Planes of bits: one for "won", or several that count winning bites in binary, 64 positions at a time.

use super::peel::Values;
use super::short::{Bites, LONGEST};

/// Numbers of `P` bits, each bit in its own plane. One plane says whether there is a winning bite; more count
/// them, up to `2^P - 1`.
pub(super) struct Planes<const P: usize>;

/// Bits for all positions of a short string.
type Mask = [u64; LONGEST / 64];

/// The positions whose bites lead to a position.
pub(super) struct Masks {
    /// For each position: those of the string,
    of: Vec<Mask>,
    /// and those below a longer row.
    above: Vec<Mask>,
}

/// The 64 numbers from place `at` on.
#[inline(always)]
fn read<const P: usize>(string: &[[u64; P]], at: usize) -> [u64; P] {
    let (low, high, shift) = (&string[at >> 6], &string[(at >> 6) + 1], at & 63);
    std::array::from_fn(|p| (low[p] >> shift) | ((high[p] << 1) << (63 - shift)))
}

/// Adds two numbers, 64 times.
#[inline(always)]
fn add<const P: usize>(a: &mut [u64; P], b: &[u64; P]) {
    let mut carry = 0;
    for p in 0..P {
        let (x, y) = (a[p], b[p]);
        a[p] = x ^ y ^ carry;
        carry = (x & y) | (carry & (x | y));
    }
    a.iter_mut().for_each(|plane| *plane |= carry);
}

/// Adds 1 where a bit is set.
#[inline(always)]
fn add_ones<const P: usize>(a: &mut [u64; P], mut ones: u64) {
    for plane in a.iter_mut() {
        let both = *plane & ones;
        *plane ^= ones;
        ones = both;
    }
    a.iter_mut().for_each(|plane| *plane |= ones);
}

/// The bits of numbers that are not 0.
#[inline(always)]
fn any<const P: usize>(a: &[u64; P]) -> u64 {
    a.iter().fold(0, |all, plane| all | plane)
}

/// The lowest bits of a word, this many of them: 1 to 64.
#[inline(always)]
fn lowest(bits: usize) -> u64 {
    !0 >> (64 - bits)
}

impl<const P: usize> Values for Planes<P> {
    type Unit = [u64; P];
    type Short = Masks;
    const NOTHING: [u64; P] = [0; P];

    fn units(values: usize) -> usize {
        values.div_ceil(64) + 1
    }

    #[inline(always)]
    fn append(to: &mut [[u64; P]], place: usize, from: &[[u64; P]], at: usize, len: usize) {
        let (shift, mut word) = (place & 63, place >> 6);
        let mut carry: [u64; P] = to[word].map(|plane| plane & !(!0 << shift));
        let mut done = 0;
        while done < len {
            let bits = read(from, at + done);
            to[word] = std::array::from_fn(|p| carry[p] | (bits[p] << shift));
            carry = bits.map(|plane| (plane >> 1) >> (63 - shift));
            word += 1;
            done += 64;
        }
        // If the last word was not needed, there may be no place to write it.
        if let Some(last) = to.get_mut(word) {
            *last = carry;
        }
    }

    #[inline(always)]
    fn put(to: &mut [[u64; P]], place: usize, from: &[[u64; P]], at: usize, len: usize) {
        let mut done = 0;
        while done < len {
            let (word, shift) = ((place + done) >> 6, (place + done) & 63);
            let here = (64 - shift).min(len - done);
            let (bits, mask) = (read(from, at + done), lowest(here) << shift);
            for p in 0..P {
                to[word][p] = (to[word][p] & !mask) | ((bits[p] << shift) & mask);
            }
            done += here;
        }
    }

    #[inline(always)]
    fn join(into: &mut [[u64; P]], other: &[[u64; P]]) {
        for (a, b) in into.iter_mut().zip(other) {
            add(a, b);
        }
    }

    #[inline(always)]
    fn reach(into: &mut [[u64; P]], settled: &[[u64; P]]) {
        for (a, b) in into.iter_mut().zip(settled) {
            add_ones(a, !any(b));
        }
    }

    fn eat(string: &mut [[u64; P]]) {
        string[0][0] |= 1;
    }

    fn short(bites: &Bites) -> Masks {
        let turned = |from: &[Vec<u16>]| {
            let mut masks = vec![[0; LONGEST / 64]; bites.of.len()];
            for (position, left) in from.iter().enumerate() {
                for &place in left {
                    masks[usize::from(place)][position / 64] |= 1 << (position % 64);
                }
            }
            masks
        };
        Masks { of: turned(&bites.of), above: turned(&bites.above) }
    }

    #[inline(always)]
    fn settle(short: &Masks, string: &mut [[u64; P]]) {
        let len = short.of.len();
        let words = len.div_ceil(64);
        // Planes one after another, so that a mask is added to many positions at once.
        let mut planes = [[0u64; LONGEST / 64]; P];
        for (word, numbers) in string[..words].iter().enumerate() {
            for p in 0..P {
                planes[p][word] = numbers[p];
            }
        }
        for word in 0..words {
            let valid = lowest((len - 64 * word).min(64));
            let zeros = |planes: &[Mask; P]| !planes.iter().fold(0, |all, plane| all | plane[word]) & valid;
            let mut lost = zeros(&planes);
            while lost != 0 {
                let bit = lost.trailing_zeros();
                let mut ones = short.of[64 * word + bit as usize];
                for plane in &mut planes {
                    for (plane, ones) in plane.iter_mut().zip(&mut ones) {
                        let both = *plane & *ones;
                        *plane = if P == 1 { *plane | *ones } else { *plane ^ *ones };
                        *ones = both;
                    }
                }
                if P > 1 {
                    for plane in &mut planes {
                        plane.iter_mut().zip(&ones).for_each(|(plane, ones)| *plane |= ones);
                    }
                }
                lost = zeros(&planes) & ((!0 << bit) << 1);
            }
        }
        for (word, numbers) in string[..words].iter_mut().enumerate() {
            for p in 0..P {
                numbers[p] = planes[p][word];
            }
        }
    }

    fn reach_short(short: &Masks, settled: &[[u64; P]], into: &mut [[u64; P]]) {
        let into = &mut into[..LONGEST / 64];
        into.fill([0; P]);
        let len = short.of.len();
        for (word, numbers) in settled[..len.div_ceil(64)].iter().enumerate() {
            let mut lost = !any(numbers) & lowest((len - 64 * word).min(64));
            while lost != 0 {
                let mask = &short.above[64 * word + lost.trailing_zeros() as usize];
                into.iter_mut().zip(mask).for_each(|(numbers, &ones)| add_ones(numbers, ones));
                lost &= lost - 1;
            }
        }
    }

    fn tally(string: &[[u64; P]], at: usize, len: usize, counts: &mut Vec<u64>) {
        counts.resize(1 << P, 0);
        for done in (0..len).step_by(64) {
            let (numbers, valid) = (read(string, at + done), lowest((len - done).min(64)));
            for (number, count) in counts.iter_mut().enumerate() {
                let bits = (0..P).fold(valid, |bits, p| {
                    bits & if number >> p & 1 == 1 { numbers[p] } else { !numbers[p] }
                });
                *count += u64::from(bits.count_ones());
            }
        }
    }
}
