//! The formulas of the classics: the golden ratio (Wythoff 1907), columns counted modulo one more than the
//! heaps (Moore 1910), Euclid's algorithm (Cole and Davie 1969), sums of Fibonacci numbers (Whinihan 1963).

use std::fmt;

use super::game::{Classic, Rule};
use super::stones::{Stones, Takes};
use crate::effort::Effort;
use crate::game::{Game, Outcome};
use crate::knowledge::{Unknown, mex};
use crate::theory::{Patience, Theorem, Theory};

/// Why a position of a classic is lost for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ClassicReason {
    /// Nothing is left to take.
    NoMove,
    /// Misère: only the move that loses is left.
    OnlyLastMove,
    /// Wythoff: the heaps are this lost pair.
    GoldenPair(u32, u32),
    /// Moore: in binary, the number of ones in each column is a multiple of this.
    ColumnsDivide(u32),
    /// Moore, misère: only single stones are left, one more than a multiple of this.
    SingleStones(u32),
    /// Euclid: the larger number is smaller than the golden ratio times the smaller one.
    BelowTheGoldenRatio,
    /// Fibonacci: the smallest number in the sum may not be taken.
    SmallestPart(u32),
}

impl fmt::Display for ClassicReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClassicReason::NoMove => write!(f, "your opponent has no move left"),
            ClassicReason::OnlyLastMove => write!(f, "your opponent has to make the last move, and it loses"),
            ClassicReason::GoldenPair(small, large) => {
                write!(f, "it leaves {small} and {large}, a lost pair, and after any reply you can leave such a pair again")
            }
            ClassicReason::ColumnsDivide(of) => write!(
                f,
                "in binary, the number of ones in each column is then a multiple of {of}, and whatever is taken, you can restore that"
            ),
            ClassicReason::SingleStones(of) => {
                write!(f, "it leaves one more single stone than a multiple of {of}, and the last one loses")
            }
            ClassicReason::BelowTheGoldenRatio => write!(
                f,
                "the larger number is then less than 1.618 times the smaller one, so your opponent has only \
                 one move, and you are the first to have a choice"
            ),
            ClassicReason::SmallestPart(part) => write!(
                f,
                "your opponent cannot take {part}, the smallest Fibonacci number in the sum of what is left, and so cannot leave \
                 you such a position"
            ),
        }
    }
}

/// Returns the smaller number of a lost pair of Wythoff's game: its number times the golden ratio, rounded
/// down.
pub(super) fn golden(number: u64) -> u64 {
    // n times (1 + the root of 5) / 2, without a rounding error.
    (number + (5 * number * number).isqrt()) / 2
}

/// Returns the lost pair of a number, the smaller one first.
///
/// If the last stone loses, 0,1 and 2,2 take the place of 0,0 and 1,2. They have the same differences, 0 and
/// 1, and the same numbers, 0 to 2, so nothing else changes.
pub(super) fn lost_pair(number: u64, misere: bool) -> (u64, u64) {
    match (number, misere) {
        (0, true) => (2, 2),
        (1, true) => (0, 1),
        _ => (golden(number), golden(number) + number),
    }
}

/// Returns the number that makes a lost pair with this one.
fn partner(stones: u64, misere: bool) -> u64 {
    match (stones, misere) {
        (0, true) => 1,
        (1, true) => 0,
        (2, true) => 2,
        _ => golden_partner(stones),
    }
}

/// Returns the number that makes a lost pair with this one, if the last stone wins.
fn golden_partner(stones: u64) -> u64 {
    // Its pair number is about the stones divided by the golden ratio if it is the smaller one, else by the
    // square of it.
    let about = (stones as f64 / 1.618_033_988_749_895) as u64;
    match (about.saturating_sub(1)..=about + 2).find(|&number| golden(number) == stones) {
        Some(number) => stones + number,
        None => {
            let about = (stones as f64 / 2.618_033_988_749_895) as u64;
            let number = (about.saturating_sub(1)..=about + 2).find(|&number| golden(number) + number == stones);
            stones - number.unwrap_or(0)
        }
    }
}

/// Writes a number as a sum of Fibonacci numbers, no two of them neighbours, the largest first (Zeckendorf).
pub(super) fn zeckendorf(number: u32) -> Vec<u32> {
    let mut fibonacci = vec![1u32, 2];
    while let [.., one, two] = fibonacci[..] {
        match one.checked_add(two).filter(|&next| next <= number) {
            Some(next) => fibonacci.push(next),
            None => break,
        }
    }
    let mut rest = number;
    fibonacci.iter().rev().copied().filter(|&part| {
        let fits = part <= rest;
        rest -= if fits { part } else { 0 };
        fits
    }).collect()
}

/// Returns the Grundy value of Euclid's game, by Euclid's algorithm.
///
/// From `a = q b + r` the moves leave `r`, `r + b`, ..., and all but the last of these are each other's
/// options. So the value rises by one from each to the next, but skips the value of the first one, that of
/// `b` and `r`.
fn euclid_value(a: u32, b: u32) -> u32 {
    let (large, small) = (a.max(b), a.min(b));
    if small == 0 {
        return 0;
    }
    let times = large / small;
    if times > euclid_value(small, large % small) { times } else { times - 1 }
}

/// Counts the ones in a binary column.
fn ones(heaps: &[u32], bit: u32) -> u32 {
    heaps.iter().filter(|&&stones| stones >> bit & 1 == 1).count() as u32
}

impl Classic {
    /// Says why a position is lost, or nothing if it is won or no theorem is known.
    pub(super) fn why_lost(&self, stones: &Stones) -> Option<ClassicReason> {
        let heaps = &stones.heaps;
        match self.rule {
            Rule::Wythoff => {
                let (small, large) = pair(heaps);
                let number = large - small;
                (lost_pair(number.into(), self.misere).0 == u64::from(small))
                    .then_some(ClassicReason::GoldenPair(small, large))
            }
            Rule::Moore(most) => {
                let of = most.saturating_add(1);
                if self.misere && heaps.iter().all(|&stones| stones < 2) {
                    return (ones(heaps, 0) % of == 1).then_some(ClassicReason::SingleStones(of));
                }
                let divide = (0..u32::BITS).all(|bit| ones(heaps, bit).is_multiple_of(of));
                divide.then_some(ClassicReason::ColumnsDivide(of))
            }
            Rule::Euclid => {
                let (small, large) = pair(heaps);
                let (small, large) = (u64::from(small), u64::from(large));
                // Of equal numbers the only move takes one away, and ends the game.
                if self.misere && small == large {
                    return (small > 0).then_some(ClassicReason::OnlyLastMove);
                }
                let below = small < large && large * large < small * (small + large);
                below.then_some(ClassicReason::BelowTheGoldenRatio)
            }
            Rule::Fibonacci => {
                let part = *zeckendorf(heaps[0]).last()?;
                (stones.limit < Some(part)).then_some(ClassicReason::SmallestPart(part))
            }
        }
    }

    /// Returns a move to a lost position.
    fn winning(&self, stones: &Stones) -> Option<Takes> {
        let heaps = &stones.heaps;
        match self.rule {
            Rule::Wythoff => self.wythoff_move(stones),
            Rule::Moore(most) => Some(moore_move(heaps, most as usize, self.misere)),
            Rule::Euclid => {
                let (small, large) = pair(heaps);
                let heap = if heaps[0] == large { 1 } else { 2 };
                let rest = large % small;
                let takes = [rest, rest + small].map(|left| Takes::one(heap, large.saturating_sub(left)));
                takes.into_iter().find(|takes| {
                    let left = self.play_unchecked(stones, takes);
                    self.check(stones, takes).is_ok() && (rest == 0 && pair(&left.heaps).0 == 0 || self.why_lost(&left).is_some())
                })
            }
            Rule::Fibonacci => Some(Takes::one(1, *zeckendorf(heaps[0]).last()?)),
        }
    }

    /// Leaves a lost pair of Wythoff's game: the same difference, or the partner of one of the heaps.
    fn wythoff_move(&self, stones: &Stones) -> Option<Takes> {
        let heaps = &stones.heaps;
        let (small, large) = pair(heaps);
        let (lower, upper) = if heaps[0] == small { (1, 2) } else { (2, 1) };
        let less = |heap: u32, from: u32, to: u64| {
            let to = u32::try_from(to).ok().filter(|&to| to < from)?;
            Some(Takes::one(heap, from - to))
        };
        let both = || {
            let to = lost_pair(u64::from(large - small), self.misere).0;
            let to = u32::try_from(to).ok().filter(|&to| to < small)?;
            Some(Takes(vec![(1, small - to), (2, small - to)]))
        };
        less(upper, large, partner(small.into(), self.misere))
            .or_else(both)
            .or_else(|| less(lower, small, partner(large.into(), self.misere)))
    }

    /// Finds the Grundy value from a table of everything that can follow, or nothing if that is too much.
    fn table_value(&self, stones: &Stones, steps: u64, effort: &Effort) -> Result<Option<u32>, Unknown> {
        let stopped = |why: crate::effort::Stopped| Unknown::because(why.into());
        if self.rule == Rule::Fibonacci {
            return fibonacci_value(stones, steps, effort).map_err(stopped);
        }
        let all = stones.heaps.iter().try_fold(1u64, |all, &heap| all.checked_mul(u64::from(heap) + 1));
        let Some(all) = all.filter(|&all| all.saturating_mul(self.move_count_within(stones, steps)) <= steps) else {
            return Ok(None);
        };
        let mut values: Vec<u32> = Vec::with_capacity(all as usize);
        let mut here = Stones { heaps: vec![0; stones.heaps.len()], limit: None };
        let rank = |heaps: &[u32]| {
            let places = heaps.iter().zip(&stones.heaps).rev();
            places.fold(0, |rank, (&left, &most)| rank * (most as usize + 1) + left as usize)
        };
        for number in 0..all {
            let after = self.moves(&here).map(|takes| values[rank(&self.play_unchecked(&here, &takes).heaps)]);
            values.push(mex(after.collect::<Vec<u32>>()));
            // Advance to the next one, with the first heap counting fastest.
            for (left, &most) in here.heaps.iter_mut().zip(&stones.heaps) {
                if *left < most {
                    *left += 1;
                    break;
                }
                *left = 0;
            }
            if number % 256 == 0 {
                effort.check().map_err(stopped)?;
            }
        }
        Ok(values.last().copied())
    }

    /// Counts the moves of a position, up to about this many.
    fn move_count_within(&self, stones: &Stones, most: u64) -> u64 {
        self.moves(stones).take(most.min(1 << 20) as usize + 1).count() as u64
    }
}

/// Returns the smaller and the larger of two heaps.
fn pair(heaps: &[u32]) -> (u32, u32) {
    let (one, other) = (heaps.first().copied().unwrap_or(0), heaps.get(1).copied().unwrap_or(0));
    (one.min(other), one.max(other))
}

/// Leaves a multiple of `most + 1` ones in every column. From the leftmost column on, either the heaps that
/// are already lowered make up for it, or more heaps are lowered.
fn moore_move(heaps: &[u32], most: usize, misere: bool) -> Takes {
    let large = heaps.iter().filter(|&&stones| stones > 1).count();
    if misere && large <= most {
        return moore_last_large(heaps, most, large);
    }
    let mut left = heaps.to_vec();
    let mut lowered: Vec<usize> = Vec::new();
    for bit in (0..u32::BITS).rev() {
        let column = 1 << bit;
        let with = |left: &[u32], lowered: &[usize]| -> Vec<usize> {
            (0..left.len()).filter(|index| left[*index] & column != 0 && !lowered.contains(index)).collect()
        };
        lowered.iter().for_each(|&index| left[index] &= !column);
        let standing = with(&left, &lowered);
        let over = standing.len() % most.saturating_add(1);
        let missing = if over == 0 { 0 } else { most.saturating_add(1) - over };
        if missing <= lowered.len() {
            lowered.iter().take(missing).for_each(|&index| left[index] |= column);
        } else {
            for &index in standing.iter().take(over) {
                left[index] &= !column;
                lowered.push(index);
            }
        }
    }
    taken_between(heaps, &left)
}

/// Misère: few enough heaps of two or more are left that all of them can be lowered to single stones, or to
/// none.
fn moore_last_large(heaps: &[u32], most: usize, large: usize) -> Takes {
    let of = most.saturating_add(1);
    let singles = heaps.iter().filter(|&&stones| stones == 1).count();
    // Between the fewest and the most single stones that can be left, one number is one more than a multiple.
    let fewest = singles.saturating_sub(most - large);
    let wanted = (fewest..=singles + large).find(|&left| left % of == 1 % of).unwrap_or(fewest);
    let (mut kept, mut gone) = (wanted.saturating_sub(singles), singles.saturating_sub(wanted));
    let left: Vec<u32> = heaps.iter().map(|&stones| match stones {
        0 => 0,
        1 if gone > 0 => {
            gone -= 1;
            0
        }
        1 => 1,
        _ if kept > 0 => {
            kept -= 1;
            1
        }
        _ => 0,
    }).collect();
    taken_between(heaps, &left)
}

fn taken_between(heaps: &[u32], left: &[u32]) -> Takes {
    let takes = heaps.iter().zip(left).zip(1..).filter(|((was, is), _)| was != is);
    Takes(takes.map(|((was, is), heap)| (heap, was - is)).collect())
}

/// Finds the Grundy value of Fibonacci Nim from the values of all smaller positions.
fn fibonacci_value(
    stones: &Stones,
    steps: u64,
    effort: &Effort,
) -> Result<Option<u32>, crate::effort::Stopped> {
    let (many, limit) = (stones.heaps[0], stones.limit.unwrap_or(0));
    if u64::from(many) * u64::from(many) / 2 > steps {
        return Ok(None);
    }
    // The values of n stones, of which 0, 1, ..., n may be taken.
    let mut values: Vec<Vec<u32>> = Vec::with_capacity(many as usize + 1);
    for left in 0..=many as usize {
        let (mut seen, mut least) = (vec![false; left + 2], 0);
        let mut here = vec![0u32];
        for taken in 1..=left {
            let rest = left - taken;
            let value = values[rest][(2 * taken).min(rest)] as usize;
            if value < seen.len() {
                seen[value] = true;
            }
            while seen[least] {
                least += 1;
            }
            here.push(least as u32);
        }
        values.push(here);
        effort.check()?;
    }
    Ok(values[many as usize].get(limit as usize).copied())
}

impl Theory for Classic {
    type Reason = ClassicReason;
    type Kept = ();

    /// Decides everything if the last stone wins. If it loses, only Fibonacci Nim is left to a search.
    fn theorem(&self, stones: &Stones) -> Option<Theorem<Takes, ClassicReason>> {
        if self.is_over(stones) {
            return Some(match self.final_outcome(stones) {
                Outcome::Win => Theorem::Won(None),
                Outcome::Loss if self.misere => Theorem::Lost(ClassicReason::OnlyLastMove),
                Outcome::Loss => Theorem::Lost(ClassicReason::NoMove),
            });
        }
        if self.misere && self.rule == Rule::Fibonacci {
            return None;
        }
        Some(match self.why_lost(stones) {
            Some(reason) => Theorem::Lost(reason),
            None => Theorem::Won(self.winning(stones)),
        })
    }

    /// Returns the value from Euclid's algorithm; the other games have no formula.
    fn grundy_value(&self, stones: &Stones) -> Option<u32> {
        let (small, large) = pair(&stones.heaps);
        (self.rule == Rule::Euclid && !self.misere).then(|| euclid_value(large, small))
    }

    fn find_grundy_value(
        &self,
        stones: &Stones,
        _: &(),
        patience: Patience,
        effort: &Effort,
    ) -> Result<Option<u32>, Unknown> {
        let steps = match patience {
            Patience::Moment => 2_000_000,
            Patience::Worthwhile => 20_000_000,
            Patience::Endless => 100_000_000,
        };
        if self.misere { Ok(None) } else { self.table_value(stones, steps, effort) }
    }
}
