//! How much memory the sieve takes: every estimate there is, made before the work and on the safe side.
//!
//! What is known in advance is added up the way it will be allocated: tables, strings, cells. How many
//! positions will be lost is not known; the bounds here are above every bar ever solved, but they are not
//! theorems. `tests/memory.rs` compares each estimate with the peak that an allocator has counted.

use super::bits::{self, ROOM};
use super::blocks::Store;
use super::cuts::Cuts;
use super::plan::Plan;
use super::tails::{Tables, Tails};
use crate::frame::Frame;
use crate::rank::Counts;

/// What solving takes: this many bytes no matter how few positions are lost, and this many for the lost ones.
/// If those are packed, it is worth so many more not to pack all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Estimate {
    pub(super) fixed: u64,
    pub(super) lost: u64,
    pub(super) room: u64,
}

impl Estimate {
    /// Returns all of it; saturating.
    pub(super) fn total(self) -> u64 {
        self.fixed.saturating_add(self.lost)
    }

    /// Guesses what is needed if lists are packed and forgotten, before a plan says how many are alive at a
    /// time: in large bars between a fifth and a quarter, and they are denser than the rest. With the poison
    /// elsewhere most boxes lose only half as many positions as they might.
    pub(super) fn roughly_forgetting(self, frame: &Frame) -> Self {
        let alive = if frame.is_symmetric() { self.lost / 4 } else { self.lost / 6 };
        Self { lost: alive / 16 * 9, room: alive / 16, ..self }
    }

    /// Returns what is used if blocks are packed to save memory and this much is allowed.
    pub(super) fn comfortable(self, allowed: u64) -> u64 {
        let spare = allowed.saturating_sub(self.total()) / 2;
        self.total().saturating_add(spare.min(self.room))
    }
}

/// Packed lost positions that take fewer bytes than this are little: up to 18x18.
const LITTLE: u64 = 32 << 20;
/// Those that take at least this are much: from 21x21 on.
const MUCH: u64 = 256 << 20;

/// Estimates solving a bar in this many parts and blocks of at most `limit` positions, on this many threads:
/// what each rank takes if this many share the store evenly; saturating.
pub(super) fn to_solve(
    frame: &Frame,
    limit: u64,
    (parts, blocks): (u64, u64),
    threads: usize,
    ranks: u64,
) -> Estimate {
    let counts = &frame.counts();
    let (rows, cols, positions) = (usize::from(frame.rows), usize::from(frame.cols), frame.positions());
    // A block is a cell and two allocations, whatever is in it, and four bytes for each bucket of 65,536
    // positions.
    let store = blocks.saturating_mul(BLOCK).saturating_add(positions >> 14).div_ceil(ranks);
    let fixed = of_plan(parts, rows as u64, cols as u64)
        .saturating_add(store)
        .saturating_add(of_eaten(frame, counts, limit))
        .saturating_add(of_bench(frame, counts, limit).saturating_mul(threads as u64))
        .saturating_add(Tables::bytes(counts, rows - 1, cols))
        .saturating_add(SMALL_CHANGE);
    let lost = most_lost_of(frame).div_ceil(ranks);
    Estimate { fixed, lost: lost.saturating_mul(2), room: 0 }
}

/// Corrects an estimate for lists that are packed, and forgotten after their last use.
pub(super) fn forgetting(plan: &Plan, kept: Estimate) -> Estimate {
    let (fixed, lost, alive) = forgotten_on_the_way(plan, kept, 1);
    let packed = packed_bytes(lost, alive as f64) + (ROUNDED * blocks_of(plan)) as f64;
    // Or two bytes each, if that is less.
    let unpacked = 2.0 * lost;
    let packed = packed.min(unpacked);
    Estimate { fixed, lost: packed.ceil() as u64, room: room(&plan.frame, packed as u64, unpacked as u64) }
}

/// Returns how many more bytes lost positions get than they take packed.
///
/// To read packed blocks takes time, so not all are packed. In squares that take little anyway, none are.
/// Usually they get a tenth more than necessary: then a quarter of what 20x20 reads is packed, and not two
/// fifths. Where they take much they get a third more.
fn room(frame: &Frame, packed: u64, unpacked: u64) -> u64 {
    let saved = unpacked - packed;
    match packed {
        // What is expected is more than it takes, so this is enough for all.
        ..LITTLE if is_nearly_square(frame) => saved / 4 * 3,
        ..MUCH => saved.min(packed / 10),
        MUCH.. => saved.min(packed / 3),
    }
}

/// Corrects an estimate of a rank's share for lists that are packed, all of them, and forgotten once no rank
/// reads them again.
///
/// Ranks are not always equally far along, and hear of each other a little late: a tenth more is alive.
pub(super) fn forgetting_a_share(plan: &Plan, kept: Estimate, ranks: u64) -> Estimate {
    let (fixed, lost, alive) = forgotten_on_the_way(plan, kept, ranks);
    let rounded = (ROUNDED * blocks_of(plan)).div_ceil(ranks);
    let packed = 1.1 * packed_bytes(lost, alive as f64 / ranks as f64);
    Estimate { fixed, lost: packed.ceil() as u64 + rounded, room: 0 }
}

/// Corrects an estimate of a rank's share, of a bar in this many blocks, for lists that are packed, all of
/// them, and none forgotten.
pub(super) fn packing_a_share(frame: &Frame, kept: Estimate, blocks: u64, ranks: u64) -> Estimate {
    let packed = packed_bytes(kept.lost as f64 / 2.0, frame.positions() as f64 / ranks as f64);
    let rounded = blocks.saturating_mul(ROUNDED).div_ceil(ranks);
    Estimate { lost: (packed.ceil() as u64).saturating_add(rounded), ..kept }
}

/// Counts the bytes of this many lost positions among so many when they are [packed](super::packed): nine
/// bits each, and one for each run of 256 positions.
pub fn packed_bytes(lost: f64, positions: f64) -> f64 {
    (9.0 * lost + positions / 256.0) / 8.0
}

/// Counts the blocks of a plan.
fn blocks_of(plan: &Plan) -> u64 {
    plan.parts().map(|part| plan.blocks(part).count() as u64).sum()
}

/// Estimates what each rank takes no matter how few positions are lost, how many lost positions it has at a
/// time, and how many positions are alive on all ranks.
fn forgotten_on_the_way(plan: &Plan, kept: Estimate, ranks: u64) -> (u64, f64, u64) {
    let (alive, positions) = (plan.most_alive(), plan.positions());
    // Where each block is last read, in lists that double when they are full.
    let noted = (2 * blocks_of(plan) * NOTE).div_ceil(ranks);
    // Only blocks that are there have buckets.
    let buckets = (positions.saturating_sub(alive) >> 14) / ranks;
    let lost = match is_nearly_square(&plan.frame) {
        true => alive as f64 * usual_lost_share(plan.stored_box()) * DENSER / ranks as f64,
        false => kept.lost as f64 / 2.0 * (alive as f64 / positions as f64),
    };
    (kept.fixed.saturating_add(noted).saturating_sub(buckets), lost, alive)
}

/// Says whether a box is that of a large square, with the poison in its corner: such boxes differ the least
/// in how many of their positions are lost.
fn is_nearly_square(frame: &Frame) -> bool {
    frame.is_symmetric() && frame.cols - frame.rows == 1 && frame.positions() >= 100_000_000
}

/// Counts the bytes of a store whose blocks have all been solved, with this many lost positions, and of its
/// plan.
pub(super) fn kept(plan: &Plan, store: &Store, lost: u64) -> u64 {
    let (rows, cols) = plan.stored_box();
    of_plan(plan.parts().len() as u64, rows.into(), cols.into())
        + store.places() * BLOCK
        + (plan.positions() >> 14)
        + 2 * lost
}

/// Estimates a plan of this many parts: where each begins, its bound, its turn; its middle, at most `rows`
/// bytes; and where it is cut.
pub(super) fn of_plan(parts: u64, rows: u64, cols: u64) -> u64 {
    // The middles are not counted first: their list doubles when it is full, and is allocated anew.
    parts.saturating_mul(8 + 8 + 8 + 1 + 3 * rows).saturating_add(Cuts::bytes(rows - 1, cols))
}

/// Estimates the strings that mark what lacks the poison: one for each length of tail that can have its
/// square.
pub(super) fn of_eaten(frame: &Frame, counts: &Counts, limit: u64) -> u64 {
    let (rows, poison) = (usize::from(frame.rows), usize::from(frame.poison_kept().0));
    let with_poison = shapes(frame, counts, limit).filter(|&(k, _)| poison > rows - k);
    with_poison.map(|(k, b)| string(counts.get(k, b))).fold(0, u64::saturating_add)
}

/// Estimates what each thread needs for itself: strings of bits, and the lost positions of one block.
fn of_bench(frame: &Frame, counts: &Counts, limit: u64) -> u64 {
    let (rows, cols) = (u64::from(frame.rows), u64::from(frame.cols));
    let longest = shapes(frame, counts, limit).map(|(k, b)| counts.get(k, b)).max().unwrap_or(0);
    let lost = Tails::lost_bytes(most_lost_in_block(longest, frame.is_symmetric()));
    // Where bites in the middle rows lead: sixteen bytes each, in two lists that double when they are full.
    let bites = 2 * 2 * 16 * rows * cols;
    of_strings(frame, counts, limit) + lost + bites + THREAD
}

/// Estimates the strings of bits that each thread has.
pub(super) fn of_strings(frame: &Frame, counts: &Counts, limit: u64) -> u64 {
    // Two as long as the longest block, with room for reading.
    let longest = shapes(frame, counts, limit).map(|(k, b)| counts.get(k, b)).max().unwrap_or(0);
    // One for each row that is split off, as long as the longest tails below it.
    let mut split_off = vec![0; frame.rows.into()];
    for (k, b) in shapes(frame, counts, limit) {
        for (most, bytes) in split_off.iter_mut().zip(Tails::string_bytes(counts, k, b)) {
            *most = bytes.max(*most);
        }
    }
    2 * (string(longest) + 8 * ROOM as u64) + split_off.iter().sum::<u64>()
}

/// Lists the tails that parts can have, as rows and the most squares a row; a part has at most these squares.
fn shapes<'a>(frame: &Frame, counts: &'a Counts, limit: u64) -> impl Iterator<Item = (usize, usize)> + 'a {
    let cols = usize::from(frame.cols);
    (0..usize::from(frame.rows)).map(move |k| (k, counts.longest(k, cols, limit)))
}

/// Returns the bytes of a string of this many bits.
fn string(bits: u64) -> u64 {
    bits / 8 + 8 * bits::words_for(64) as u64
}

/// What a block takes no matter what is in it: a cell, and two allocations.
const BLOCK: u64 = 128;

/// What is rounded up in each block that is packed.
const ROUNDED: u64 = 16;

/// What is alive at the peak has this many times the lost positions of the box's average, with a little more
/// to be safe: 1.12 times for 18x18 and for 20x20.
const DENSER: f64 = 1.17;

/// What is noted about a block that will be forgotten, and may be packed first: when, and which, twice.
const NOTE: u64 = 24 + 24;

/// What a thread's stack takes, and what the system notes about it.
const THREAD: u64 = 1 << 16;

/// Counts, names, reports: small things that are not counted one by one.
const SMALL_CHANGE: u64 = 1 << 16;

/// Returns the share of the positions of a box that is usually lost, with the poison at 1,1: one in
/// rows * (rows + cols) / 3.3, where the rows are the shorter side.
///
/// Of positions that differ only in their last row, at most one is lost, so at most rows / (rows + cols) of
/// all are. In every box of three rows or more and at least 100,000 positions that was solved, up to 3x255,
/// 11x64 and 25x26, the share is this bound divided by the square of the rows, times a number between 2.4 and
/// 4.3. We do not know why.
///
/// ```
/// use lastbite_engines::sieve::memory::usual_lost_share;
///
/// // Of the 269,128,937,220 positions of 20x21, 1,138,440,317 are lost, which is 0.42 %.
/// assert_eq!(format!("{:.4}", usual_lost_share((20, 21))), "0.0040");
/// ```
pub fn usual_lost_share((rows, cols): (u8, u8)) -> f64 {
    (3.3 * of_sides(rows, cols)).min(1.0)
}

/// Returns what the share of a box that is lost goes with, if the poison is at 1,1.
fn of_sides(rows: u8, cols: u8) -> f64 {
    let (rows, cols) = (f64::from(rows), f64::from(cols));
    1.0 / (rows * (rows + cols))
}

/// Estimates the most positions that a box loses: a bound above every box ever solved, not a theorem.
///
/// With the poison in the corner, and as multiples of [`of_sides`]: the boxes of large squares have at most
/// 3.21 up to 17x18 and 3.48 up to 25x26, and others at most 4.25, which is 22x26.
fn most_lost_of(frame: &Frame) -> u64 {
    let positions = frame.positions();
    if !frame.is_symmetric() {
        return most_lost(positions, false);
    }
    let most = match is_nearly_square(frame) {
        true if frame.rows < 18 => 3.3,
        true => 3.5,
        false => 4.5,
    };
    (positions as f64 * (most * of_sides(frame.rows, frame.cols)).min(1.0)) as u64 + 100
}

/// Estimates the most positions that a box of this many positions loses, whatever its sides: a bound above
/// every box ever solved, not a theorem. Large boxes lose about half as many.
///
/// The share falls slowly as boxes grow: 3.5 % of 7x8, 1.2 % of 10x20, 0.69 % of 15x16, 0.54 % of
/// 17x18, 0.42 % of 20x21. The bound goes with the tenth root, 2 % at ten million positions and
/// 0.63 % at a million million. With the poison elsewhere, at worst somewhere in the middle, many more
/// are lost: 11 % of 6x6, 5.6 % of 10x10, 2.6 % of 15x15; the bound is 5.7 % at ten million.
pub fn most_lost(positions: u64, poison_in_corner: bool) -> u64 {
    let falling = (positions as f64 / 1e7).powf(-0.1);
    let share = if poison_in_corner { (0.02 * falling).min(0.06) } else { (0.057 * falling).min(0.25) };
    (positions as f64 * share) as u64 + 100
}

/// Estimates the most positions that one block loses.
///
/// Some blocks have many more than others: 3.5 % of 18,564 positions in 16x16, 2.7 % of 203,490 in 10x20, 1.5
/// % of 7.7 million in 17x18. The bound there is 4.1 %, 3.0 % and 1.8 %. With the poison elsewhere it is half as
/// much again as that of a box of this size.
fn most_lost_in_block(positions: u64, poison_in_corner: bool) -> u64 {
    if !poison_in_corner {
        return most_lost(positions, false) / 2 * 3;
    }
    let share = 0.0172 * (positions as f64 / 1e7).powf(-0.14);
    (positions as f64 * share.min(0.09)) as u64 + 150
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bar;
    use crate::sieve::{Keep, Sieve};
    use lastbite_work::effort::Effort;

    #[test]
    fn bounds_go_with_the_tenth_root_of_the_positions() {
        assert_eq!((most_lost(10_000_000, true), most_lost(10_000_000, false)), (200_100, 570_100));
        assert_eq!((most_lost(100, true), most_lost(100, false)), (106, 118));
        // A hundred thousand times as many, and the share is the square root of ten smaller.
        let share = most_lost(1_000_000_000_000, true) as f64 / 1e12;
        assert!((share / 0.006_324_555 - 1.0).abs() < 1e-6, "{share}");
        assert_eq!([true, false].map(|corner| most_lost_in_block(10_000_000, corner)), [172_150, 855_150]);
        assert_eq!(most_lost_in_block(1000, true), 212);
    }

    /// Boxes, and how many of their positions are lost.
    const FOUND: [((u8, u8), u64); 13] = [
        ((15, 16), 2_073_677),
        ((17, 18), 24_428_345),
        ((18, 19), 92_277_804),
        ((19, 20), 298_907_536),
        ((20, 21), 1_138_440_317),
        ((21, 22), 3_884_432_377),
        ((22, 23), 13_897_940_190),
        ((23, 24), 46_530_903_697),
        ((24, 25), 183_153_968_466),
        ((10, 42), 107_342_199),
        ((11, 64), 18_583_203_932),
        ((22, 26), 110_186_861_265),
        ((24, 26), 393_157_649_227),
    ];

    #[test]
    fn what_is_lost_goes_with_the_sides() {
        for ((rows, cols), lost) in FOUND {
            let bar = Bar::new(rows.into(), cols.into()).expect("a bar");
            let frame = Frame::of(&bar).expect("a short bar");
            let (most, lost) = (most_lost_of(&frame) as f64, lost as f64);
            let usual = usual_lost_share((rows, cols)) * frame.positions() as f64;
            // The boxes of squares are alike, and others a little less.
            let (above, near) = if cols == rows + 1 { (1.13, 0.06) } else { (1.45, 0.23) };
            assert!((lost..lost * above).contains(&most), "{most} of {rows}x{cols}, and {lost} are");
            assert!((usual / lost - 1.0).abs() < near, "{usual} of {rows}x{cols}, and {lost} are");
            assert!(most_lost(frame.positions(), true) as f64 > lost);
        }
    }

    #[test]
    fn estimates_are_the_sum_of_what_will_be_allocated() {
        // Three parts of a box of five rows: two places and a turn of eight bytes, a bound, and three times
        // the middle.
        assert_eq!(of_plan(3, 5, 7), 3 * (8 + 8 + 8 + 1 + 15) + Cuts::bytes(4, 7));

        let bar: Bar = "12x13@4,5".parse().expect("a bar");
        let frame = Frame::of(&bar).expect("a short bar");
        let counts = frame.counts();
        // A thread has strings as long as the longest block, the lost positions of one, bites and a stack.
        let longest = (0..12).map(|k| counts.get(k, counts.longest(k, 13, 1000))).max().expect("a block");
        let lost = Tails::lost_bytes(most_lost_in_block(longest, false));
        let bench = of_strings(&frame, &counts, 1000) + lost + 64 * 12 * 13 + 65_536;
        assert_eq!(of_bench(&frame, &counts, 1000), bench);

        let positions = 5_200_300;
        assert_eq!(frame.positions(), positions);
        let share = to_solve(&frame, 1000, (70, 400), 3, 4);
        let store = (400 * 128 + positions / 16_384).div_ceil(4);
        let (eaten, tables) = (of_eaten(&frame, &counts, 1000), Tables::bytes(&counts, 11, 13));
        assert_eq!(share.fixed, of_plan(70, 12, 13) + store + eaten + 3 * bench + tables + 65_536);
        assert_eq!(share.lost, 2 * most_lost(positions, false).div_ceil(4));
        assert_eq!(share.total(), share.fixed + share.lost);
    }

    #[test]
    fn a_share_is_packed_in_nine_bits_for_a_lost_position_and_one_for_each_run() {
        assert_eq!(packed_bytes(800.0, 0.0), 900.0);
        assert_eq!(packed_bytes(0.0, 256.0 * 80.0), 10.0);
        let bar: Bar = "12x13@4,5".parse().expect("a bar");
        let frame = Frame::of(&bar).expect("a short bar");
        let kept = Estimate { fixed: 1000, lost: 2 * 4000, room: 0 };
        // 5,200,300 positions on four ranks, and 400 blocks.
        let packed = 4500.0 + 5_200_300.0 / 4.0 / 2048.0;
        let share = packing_a_share(&frame, kept, 400, 4);
        assert_eq!(share, Estimate { fixed: 1000, lost: f64::ceil(packed) as u64 + 1600, room: 0 });

        let sieve = Sieve::of(&bar).block_limit(3000).keep(Keep::Openings);
        let plan = sieve.plan(&Effort::default()).expect("small");
        let alive = plan.most_alive() as f64;
        let lost = 4000.0 * alive / 5_200_300.0;
        let packed = 1.1 * (lost * 9.0 / 8.0 + alive / 4.0 / 2048.0);
        let blocks = blocks_of(&plan);
        assert_eq!(
            forgetting_a_share(&plan, kept, 4).lost,
            f64::ceil(packed) as u64 + (16 * blocks).div_ceil(4)
        );
    }

    #[test]
    fn what_is_kept_is_the_plan_its_blocks_and_two_bytes_for_each_lost_position() {
        let sieve = Sieve::of(&Bar::new(10, 11).expect("a bar")).block_limit(3000);
        let effort = Effort::default();
        let (plan, solved) = (sieve.plan(&effort).expect("small"), sieve.solve(&effort).expect("small"));
        let blocks = plan.parts().flat_map(|part| plan.blocks(part)).count() as u64;
        let of_blocks = blocks * 128 + 352_716 / 16_384;
        let lost = solved.lost_ranks().count().expect("it is in memory");
        assert_eq!(solved.bytes(), of_plan(plan.len() as u64, 10, 11) + of_blocks + 2 * lost);
    }
}
