//! The order of distances: the better a position is to bite to, the greater its key.
//!
//! A player who can bite to a lost position wins, and takes the one whose end is nearest. A player who cannot
//! takes the won one whose end is furthest. Both rules are one: bite to the *greatest* in the order
//!
//! ```text
//!              won in 1   won in 3   won in 5  ...   lost in 4   lost in 2   lost in 0
//! key    0        1          2          3      ...      252         253         254      255
//!        no bite                                                              poison eaten
//! ```
//!
//! So what all bites of a position amount to is the maximum of their keys, one value where least and
//! greatest would be two, and the position's own key follows from it: see [`Key::settled`].

use std::fmt;
use std::ops::{BitAnd, BitOr};

/// A distance, or none, in an order in which the greatest is the best to bite to.
pub(crate) trait Key:
    Copy + Ord + BitAnd<Output = Self> + BitOr<Output = Self> + fmt::Debug + Send + Sync
{
    /// The key of a position without poison, which nobody can bite to; it joins to nothing.
    const NONE: Self;
    /// What a position without the poison has for the greatest key of its bites: it settles to
    /// [`Key::NONE`], whatever is joined.
    const EATEN: Self;
    /// The longest distance that has a key.
    const LONGEST: u64;

    /// Returns the key of a position whose best bite leads to this key.
    ///
    /// Best is a position won in r, the last won key: this one is lost in r + 1. Best is one lost
    /// in r: this one is won in r + 1. There is no bite: lost in 0.
    fn settled(self) -> Self;

    /// Says whether this is the key of a lost position.
    fn is_lost(self) -> bool;

    /// Returns the plies to the end, if this is the key of a position that has the poison.
    fn distance(self) -> Option<u32>;

    /// Returns the key of a distance, which is at most [`Key::LONGEST`].
    fn of(distance: u32) -> Self;
}

macro_rules! key {
    ($key:ty) => {
        impl Key for $key {
            const NONE: Self = 0;
            const EATEN: Self = Self::MAX;
            const LONGEST: u64 = Self::MAX as u64 - 2;

            #[inline(always)]
            fn settled(self) -> Self {
                // 254 - key for keys below 128, the won ones; 255 - key above.
                (!self).wrapping_sub(1).wrapping_add(self >> (Self::BITS - 1))
            }

            #[inline(always)]
            fn is_lost(self) -> bool {
                self >> (Self::BITS - 1) == 1
            }

            fn distance(self) -> Option<u32> {
                match self {
                    Self::NONE => None,
                    won if !won.is_lost() => Some(2 * u32::from(won) - 1),
                    lost => Some(2 * u32::from(Self::MAX - 1 - lost)),
                }
            }

            fn of(distance: u32) -> Self {
                let half = (distance.div_ceil(2)) as Self;
                if distance % 2 == 1 { half } else { Self::MAX - 1 - half }
            }
        }
    };
}

key!(u8);
key!(u16);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_in_the_order_of_choice() {
        fn check<K: Key>() {
            let longest = K::LONGEST as u32;
            assert_eq!((K::NONE.distance(), K::EATEN.settled()), (None, K::NONE));
            assert_eq!(K::NONE.settled(), K::of(0));
            for r in 0..=longest {
                assert_eq!(K::of(r).distance(), Some(r));
                assert_eq!(K::of(r).is_lost(), r % 2 == 0);
                assert!(K::NONE < K::of(r) && K::of(r) < K::EATEN);
                if r < longest {
                    assert_eq!(K::of(r).settled(), K::of(r + 1));
                }
            }
            for r in (0..longest - 1).step_by(2) {
                assert!(K::of(r) > K::of(r + 2) && K::of(r + 1) < K::of(r + 3) && K::of(r + 1) < K::of(r));
            }
        }
        check::<u8>();
        check::<u16>();
    }
}
