//! The divisors of a number, Schuh's game: the multiples of a divisor are above it, and 1 is poison.
//!
//! It is a box in disguise: the sides are one more than the powers of the primes.

use super::boxes;
use super::{OrderError, Plan};
use crate::notation::Quoted;

/// The largest number: its prime factors are found at once.
pub(super) const MOST: u64 = 1_000_000_000_000;

pub(super) fn read(text: &str) -> Result<u64, OrderError> {
    let text = text.trim();
    let digits = !text.is_empty() && text.len() < 15 && text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().filter(|number| digits && (1..=MOST).contains(number));
    number.ok_or_else(|| OrderError::Number(Quoted::new(text)))
}

/// Factors a number: its primes, the smallest first, and how often each divides it.
pub(in crate::games::order) fn factors(mut number: u64) -> Vec<(u64, u32)> {
    let mut factors = Vec::new();
    let mut prime = 2;
    while prime * prime <= number {
        let mut times = 0;
        while number.is_multiple_of(prime) {
            number /= prime;
            times += 1;
        }
        if times > 0 {
            factors.push((prime, times));
        }
        prime += 1;
    }
    if number > 1 {
        factors.push((number, 1));
    }
    factors
}

pub(super) fn plan(number: u64) -> Plan {
    let factors = factors(number);
    let sides: Vec<u32> = factors.iter().map(|&(_, times)| times + 1).collect();
    let boxed = boxes::points(&sides);
    let value = |point: &[u32]| -> u64 {
        factors.iter().zip(point).map(|(&(prime, _), &times)| prime.pow(times)).product()
    };
    let values: Vec<u64> = boxed.iter().map(|point| value(point)).collect();
    // Sorted by size, so that each also comes after its divisors.
    let mut sorted: Vec<usize> = (0..values.len()).collect();
    sorted.sort_unstable_by_key(|&number| values[number]);
    let mut place = vec![0; sorted.len()];
    sorted.iter().enumerate().for_each(|(at, &number)| place[number] = at);
    let pairs = boxes::pairs(&sides, &boxed);
    Plan {
        names: sorted.iter().map(|&number| values[number].to_string()).collect(),
        pairs: pairs.into_iter().map(|(lower, upper)| (place[lower], place[upper])).collect(),
        poison: Some(0),
        points: Some(sorted.iter().map(|&number| boxed[number].clone()).collect()),
    }
}
