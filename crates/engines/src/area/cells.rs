//! A value for each position: the set of Grundy values it can bite to, or the best distance.

use std::marker::PhantomData;

use super::peel::Values;
use super::short::Bites;
use crate::key::Key;

/// Values of one kind, one a unit.
pub(super) struct Cells<C>(PhantomData<C>);

/// What bites amount to.
pub(super) trait Cell: Copy {
    /// The cell of no bites.
    const NOTHING: Self;
    /// The cell of a position whose poison is eaten.
    const EATEN: Self;

    /// Returns what two groups of bites amount to together.
    fn joined(self, other: Self) -> Self;

    /// Returns the position's own cell, given what its bites amount to.
    fn settled(self) -> Self;

    /// Returns the number that a settled cell stands for.
    fn number(self) -> usize;
}

/// A set of Grundy values: those that bites reach, or the one that a position has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reached(u128);

impl Cell for Reached {
    const NOTHING: Self = Reached(0);
    const EATEN: Self = Reached(!0);

    #[inline(always)]
    fn joined(self, other: Self) -> Self {
        Reached(self.0 | other.0)
    }

    #[inline(always)]
    fn settled(self) -> Self {
        Reached(!self.0 & self.0.wrapping_add(1))
    }

    fn number(self) -> usize {
        self.0.trailing_zeros() as usize
    }
}

impl Cell for u8 {
    const NOTHING: Self = <u8 as Key>::NONE;
    const EATEN: Self = <u8 as Key>::EATEN;

    #[inline(always)]
    fn joined(self, other: Self) -> Self {
        self.max(other)
    }

    #[inline(always)]
    fn settled(self) -> Self {
        Key::settled(self)
    }

    fn number(self) -> usize {
        self.distance().map_or(0, |plies| plies as usize)
    }
}

impl<C: Cell> Values for Cells<C> {
    type Unit = C;
    type Short = Bites;
    const NOTHING: C = C::NOTHING;

    fn units(values: usize) -> usize {
        values + 1
    }

    #[inline(always)]
    fn append(to: &mut [C], place: usize, from: &[C], at: usize, len: usize) {
        to[place..place + len].copy_from_slice(&from[at..at + len]);
    }

    #[inline(always)]
    fn put(to: &mut [C], place: usize, from: &[C], at: usize, len: usize) {
        Self::append(to, place, from, at, len);
    }

    #[inline(always)]
    fn join(into: &mut [C], other: &[C]) {
        into.iter_mut().zip(other).for_each(|(a, &b)| *a = a.joined(b));
    }

    #[inline(always)]
    fn reach(into: &mut [C], settled: &[C]) {
        Self::join(into, settled);
    }

    fn eat(string: &mut [C]) {
        string[0] = C::EATEN;
    }

    fn short(bites: &Bites) -> Bites {
        Bites { of: bites.of.clone(), above: bites.above.clone() }
    }

    fn settle(short: &Bites, string: &mut [C]) {
        for (position, left) in short.of.iter().enumerate() {
            let all =
                left.iter().fold(string[position], |all, &place| all.joined(string[usize::from(place)]));
            string[position] = all.settled();
        }
    }

    fn reach_short(short: &Bites, settled: &[C], into: &mut [C]) {
        for (cell, left) in into.iter_mut().zip(&short.above) {
            *cell = left.iter().fold(C::NOTHING, |all, &place| all.joined(settled[usize::from(place)]));
        }
    }

    fn tally(string: &[C], at: usize, len: usize, counts: &mut Vec<u64>) {
        for cell in &string[at..at + len] {
            let number = cell.number();
            if counts.len() <= number {
                counts.resize(number + 1, 0);
            }
            counts[number] += 1;
        }
    }
}
