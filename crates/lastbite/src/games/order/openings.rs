//! The winning first moves of many games at once: divisors of all numbers, and boxes of every length.

use rustc_hash::FxHashMap;

use lastbite_engines::columns::{too_tangled, Chain, Columns, GrundyValues, Outcomes, two_by_two};
use lastbite_engines::SolveError;
use super::kind::factors;
use crate::effort::Effort;

/// The winning first moves in the games of divisors, for one number after another.
///
/// Numbers with the same powers, of any primes, are one game, which is solved once.
///
/// ```
/// use lastbite::Effort;
/// use lastbite::games::order::DivisorOpenings;
///
/// let mut openings = DivisorOpenings::default();
/// assert_eq!(openings.of(36, &Effort::default())?, [6]);
/// assert_eq!(openings.of(1, &Effort::default())?, [] as [u64; 0]);
/// # Ok::<(), lastbite::SolveError>(())
/// ```
#[derive(Debug, Default)]
pub struct DivisorOpenings {
    /// For the powers of each kind of number, the greatest first: the powers of each winning divisor.
    known: FxHashMap<Vec<u32>, Vec<Vec<u32>>>,
}

impl DivisorOpenings {
    /// Lists the divisors of a number that win when they are named first, the smallest first.
    ///
    /// # Errors
    ///
    /// When the game has too many positions, takes more memory than is allowed, or the work is stopped.
    pub fn of(&mut self, number: u64, effort: &Effort) -> Result<Vec<u64>, SolveError> {
        let mut factors = factors(number.max(1));
        factors.sort_by_key(|&(prime, times)| (std::cmp::Reverse(times), prime));
        let powers: Vec<u32> = factors.iter().map(|&(_, times)| times).collect();
        if !self.known.contains_key(&powers) {
            let openings = openings(&powers, effort)?;
            self.known.insert(powers.clone(), openings);
        }
        let divisor =
            |of: &Vec<u32>| factors.iter().zip(of).map(|(&(prime, _), &times)| prime.pow(times)).product();
        let mut winning: Vec<u64> = self.known[&powers].iter().map(divisor).collect();
        winning.sort_unstable();
        Ok(winning)
    }
}

/// The Grundy values of the games of divisors when nobody may name 1, for one number after another.
///
/// Numbers with the same powers, of any primes, are one game, which is valued once.
///
/// ```
/// use lastbite::Effort;
/// use lastbite::games::order::DivisorValues;
///
/// let mut values = DivisorValues::default();
/// assert_eq!((values.of(1, &Effort::default())?, values.of(36, &Effort::default())?), (0, 5));
/// # Ok::<(), lastbite::SolveError>(())
/// ```
#[derive(Debug, Default)]
pub struct DivisorValues {
    /// The value for the powers of each kind of number, the greatest first.
    known: FxHashMap<Vec<u32>, u32>,
}

impl DivisorValues {
    /// Returns the value of the game on the divisors of a number.
    ///
    /// # Errors
    ///
    /// When the game has too many positions, takes more memory than is allowed, or the work is stopped.
    pub fn of(&mut self, number: u64, effort: &Effort) -> Result<u32, SolveError> {
        let mut powers: Vec<u32> = factors(number.max(1)).into_iter().map(|(_, times)| times).collect();
        powers.sort_unstable_by(|a, b| b.cmp(a));
        if let Some(&known) = self.known.get(&powers) {
            return Ok(known);
        }
        effort.check()?;
        let sides: Vec<u32> = powers.iter().map(|&times| times + 1).collect();
        let value = match sides.as_slice() {
            // A chain is a heap.
            [] => 0,
            &[side] => side - 1,
            sides => {
                let columns = Columns::of_box(sides).ok_or_else(too_tangled)?;
                let values = GrundyValues::of(columns, effort)?;
                values.value(values.columns().heights()).unwrap_or(0)
            }
        };
        self.known.insert(powers, value);
        Ok(value)
    }
}

/// The powers of each winning divisor of a number with these powers.
fn openings(powers: &[u32], effort: &Effort) -> Result<Vec<Vec<u32>>, SolveError> {
    if powers.is_empty() {
        return Ok(Vec::new());
    }
    let sides: Vec<u32> = powers.iter().map(|&times| times + 1).collect();
    let columns = Columns::of_box(&sides).ok_or_else(too_tangled)?;
    let outcomes = Outcomes::of(columns, effort)?;
    let winning = outcomes.winning_moves(outcomes.columns().heights()).unwrap_or_default();
    Ok(winning.into_iter().map(|element| point(element, &sides)).collect())
}

/// Returns where an element of a box is, from 0 along each axis.
fn point(mut element: usize, sides: &[u32]) -> Vec<u32> {
    let mut point: Vec<u32> = Vec::with_capacity(sides.len());
    for &side in sides.iter().rev() {
        point.push((element % side as usize) as u32);
        element /= side as usize;
    }
    point.reverse();
    point
}

/// The winning first bites of the boxes on some sides, of every length up to a limit: of `2x3xN`, for
/// example.
#[derive(Debug)]
pub struct BoxOpenings {
    sides: Vec<u32>,
    length: u32,
    /// Nothing if the theorem about `2x2xN` is enough.
    chain: Option<Chain>,
}

impl BoxOpenings {
    /// Solves all boxes on some sides, up to this length.
    ///
    /// # Errors
    ///
    /// When they are too long, take more memory than is allowed, or the work is stopped.
    pub fn solve(sides: &[u32], length: u32, effort: &Effort) -> Result<Self, SolveError> {
        let chain = if sides == [2, 2] { None } else { Some(Chain::on_box(sides, length, effort)?) };
        Ok(BoxOpenings { sides: sides.to_vec(), length, chain })
    }

    /// Lists the winning first bites of the box of this length, each as its places along the axes, from 1 on.
    #[must_use]
    pub fn openings(&self, length: u32) -> Vec<Vec<u32>> {
        if !(1..=self.length).contains(&length) {
            return Vec::new();
        }
        let cube = |element: usize, height: u32| {
            let mut cube = point(element, &self.sides);
            cube.push(height);
            cube.into_iter().map(|place| place + 1).collect()
        };
        match &self.chain {
            None => two_by_two::winning_move([length; 4])
                .map(|(column, height)| cube(column, height))
                .into_iter()
                .collect(),
            Some(chain) => {
                let of_length = chain.openings().iter().filter(|opening| opening.length == length);
                of_length.map(|opening| cube(opening.element, opening.height)).collect()
            }
        }
    }

    /// Counts the lost positions of the box of this length; nothing if it was not solved.
    #[must_use]
    pub fn lost_count(&self, length: u32) -> Option<u64> {
        match &self.chain {
            None => (1..=self.length).contains(&length).then(|| two_by_two::lost_count(length)),
            Some(chain) => chain.lost_count(length),
        }
    }
}

/// The Grundy values of the boxes on some sides, of every length up to some length, when nobody may eat the
/// poison.
///
/// ```
/// use lastbite::Effort;
/// use lastbite::games::order::BoxValues;
///
/// let values = BoxValues::find(&[2, 2], 4, &Effort::default())?;
/// assert_eq!([1, 2, 3, 4, 5].map(|length| values.of(length)), [Some(2), Some(3), Some(5), Some(6), None]);
/// # Ok::<(), lastbite::SolveError>(())
/// ```
#[derive(Debug)]
pub struct BoxValues {
    length: u32,
    /// Those of all positions of the longest box.
    values: GrundyValues,
}

impl BoxValues {
    /// Finds the values of all boxes on some sides, up to this length.
    ///
    /// # Errors
    ///
    /// When they have too many positions, take more memory than is allowed, or the work is stopped.
    pub fn find(sides: &[u32], length: u32, effort: &Effort) -> Result<Self, SolveError> {
        let columns = Columns::of_box(&[sides, &[length]].concat()).ok_or_else(too_tangled)?;
        Ok(BoxValues { length, values: GrundyValues::of(columns, effort)? })
    }

    /// Returns the value of the box of this length; nothing if it was not found.
    #[must_use]
    pub fn of(&self, length: u32) -> Option<u32> {
        // Elements are numbered with the last side running fastest.
        let is_there = |element: usize| ((element % self.length as usize) as u32) < length;
        let found = || self.values.value(&self.values.columns().heights_of(is_there));
        if (1..=self.length).contains(&length) { found() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_boxes_of_two_by_two_are_won_by_their_last_cube() {
        let openings = BoxOpenings::solve(&[2, 2], 1_000_000, &Effort::default()).unwrap();
        assert_eq!(openings.openings(1_000_000), [[2, 2, 1_000_000]]);
        assert_eq!(openings.lost_count(1000), Some(501_500));
        assert_eq!((openings.lost_count(0), openings.openings(1_000_001)), (None, Vec::new()));
    }

    #[test]
    fn numbers_with_the_same_powers_are_won_alike() {
        let mut openings = DivisorOpenings::default();
        let mut of = |number| openings.of(number, &Effort::default()).unwrap();
        // 2 rows of 3: the corner; primes and their powers: all but the poison.
        assert_eq!((of(12), of(18), of(75)), (vec![12], vec![18], vec![75]));
        assert_eq!((of(7), of(8), of(1)), (vec![7], vec![2], vec![]));
        assert_eq!(of(30), [30]);
    }
}
