//! Seeded chance, so that a game can be repeated exactly, on any machine and with any later version.

/// A stream of random numbers that depends only on its seed (the SplitMix64 of Steele, Lea and Flood).
///
/// ```
/// use lastbite_work::Dice;
/// let (mut a, mut b) = (Dice::new(7), Dice::new(7));
/// assert!((0..100).all(|_| a.below(6) == b.below(6)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dice {
    state: u64,
}

impl Dice {
    /// Makes the stream of a seed.
    pub fn new(seed: u64) -> Self {
        Dice { state: seed }
    }

    /// Returns the seed of one turn of a game: every turn has its own dice, so that undo, redo and resuming
    /// do not change later slips.
    #[must_use]
    pub fn seed_of_turn(seed: u64, turn: usize) -> u64 {
        seed ^ ((turn as u64) << 32)
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Rolls a number from 0 to `sides - 1`; a die without sides always shows 0.
    pub fn below(&mut self, sides: usize) -> usize {
        // The high half of a wide product: fair to one part in 2^64 / sides.
        ((u128::from(self.next()) * sides as u128) >> 64) as usize
    }

    /// Says yes with a probability from 0 to 1.
    pub fn chance(&mut self, probability: f64) -> bool {
        // 53 bits are what a double holds exactly.
        ((self.next() >> 11) as f64) < probability * (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_one_that_others_have_published() {
        let mut dice = Dice::new(1_234_567);
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(published.map(|_| dice.next()), published);
    }

    #[test]
    fn what_has_no_chance_never_happens_and_what_is_certain_always_does() {
        // The seed just before 0: its first number is the lowest possible.
        let lowest = Dice::new(0u64.wrapping_sub(0x9e37_79b9_7f4a_7c15));
        assert_eq!(lowest.clone().next(), 0);
        assert!(!lowest.clone().chance(0.0));
        assert!(lowest.clone().chance(f64::MIN_POSITIVE));
        let mut dice = Dice::new(1);
        assert!((0..1000).all(|_| dice.chance(1.0)));
    }
}
