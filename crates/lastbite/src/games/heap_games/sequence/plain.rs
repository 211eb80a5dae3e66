//! Plain evaluation looks at every option of every heap. It is slow, and simple enough to be trusted.

use super::moves::Moves;

/// The Grundy values of heaps 0, 1, 2, ..., each from all options of its heap.
pub(super) struct Plain {
    moves: Moves,
    values: Vec<u32>,
    /// The heap that has seen each value last.
    seen: Vec<u32>,
    /// If a move may leave three heaps: for each sum of two heaps, the values that they make together.
    pairs: Vec<Vec<u64>>,
}

impl Plain {
    /// Continues after known values; heap 0 must be among them.
    pub fn after(moves: Moves, values: Vec<u32>) -> Self {
        let mut plain = Plain { moves, values: Vec::new(), seen: Vec::new(), pairs: Vec::new() };
        for value in values {
            plain.push(value);
        }
        plain
    }

    /// Returns the values found so far.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Returns about how many bytes it uses.
    pub fn memory(&self) -> u64 {
        let pairs: usize = self.pairs.last().map_or(0, Vec::len) * self.pairs.len();
        (self.values.len() * 4 + self.seen.len() * 4 + pairs * 8) as u64
    }

    /// Finds the value of the next heap.
    pub fn step(&mut self) {
        let heap = self.values.len();
        // No option has a value with more bits than the largest value so far.
        let room = self.seen.len();
        debug_assert!(room.is_power_of_two());
        let stamp = heap as u32;
        let (g, seen) = (&self.values[..], &mut self.seen[..]);
        let mut see = |value: u32| seen[value as usize & (room - 1)] = stamp;
        let Moves { wholes, takes, splits, triples, unequal, any_take, last: _ } = &self.moves;
        if wholes.contains(&heap) {
            see(0);
        }
        takes.iter().filter(|&&taken| taken < heap).for_each(|taken| see(g[heap - taken]));
        if *any_take {
            g.iter().for_each(|&value| see(value));
        }
        for sum in splits.iter().filter_map(|taken| heap.checked_sub(*taken)) {
            // The smaller heap has at most half; g[1..] pairs with the same heaps backwards.
            let most = if *unequal { sum.saturating_sub(1) / 2 } else { sum / 2 };
            if most > 0 {
                let (small, large) = (&g[1..=most], &g[sum - most..sum]);
                small.iter().zip(large.iter().rev()).for_each(|(a, b)| see(a ^ b));
            }
        }
        for sum in triples.iter().filter_map(|taken| heap.checked_sub(*taken)) {
            let mut made = vec![0; room.div_ceil(64)];
            for (a, &value) in g.iter().enumerate().take(sum / 3 + 1).skip(1) {
                shift_into(&mut made, &self.pairs[sum - a], value);
            }
            for (word, bits) in made.iter().enumerate() {
                (0..64).filter(|bit| bits >> bit & 1 == 1).for_each(|bit| see((word * 64 + bit) as u32));
            }
        }
        let value = seen.iter().position(|&last| last != stamp).unwrap_or(room);
        self.push(value as u32);
    }

    /// Records the value of the next heap.
    fn push(&mut self, value: u32) {
        let room = (value as usize + 1).next_power_of_two().max(64);
        if room > self.seen.len() {
            // Heap 0 is never evaluated, so its number marks an unseen value.
            self.seen.resize(room, 0);
        }
        self.values.push(value);
        if self.moves.triples.is_empty() {
            return;
        }
        let sum = self.values.len() - 1;
        let mut made = vec![0u64; self.seen.len().div_ceil(64)];
        for a in 1..=sum / 2 {
            let value = (self.values[a] ^ self.values[sum - a]) as usize;
            made[value / 64] |= 1 << (value % 64);
        }
        self.pairs.push(made);
    }
}

/// Adds to a set of values those of another, each combined with `by`.
fn shift_into(set: &mut [u64], other: &[u64], by: u32) {
    /// The bits whose number has a one at each place.
    const ONES: [u64; 6] = [
        0xAAAA_AAAA_AAAA_AAAA,
        0xCCCC_CCCC_CCCC_CCCC,
        0xF0F0_F0F0_F0F0_F0F0,
        0xFF00_FF00_FF00_FF00,
        0xFFFF_0000_FFFF_0000,
        0xFFFF_FFFF_0000_0000,
    ];
    for (word, &bits) in other.iter().enumerate() {
        let mut bits = bits;
        for (place, ones) in ONES.iter().enumerate().filter(|(place, _)| by >> place & 1 == 1) {
            bits = (bits & ones) >> (1 << place) | (bits & !ones) << (1 << place);
        }
        set[word ^ (by as usize >> 6)] |= bits;
    }
}
