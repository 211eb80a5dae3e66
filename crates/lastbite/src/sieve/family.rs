//! Solving a family: one block after the other, under a first row that grows.
//!
//! What a block has to know from outside is which of its positions are won by a bite above the tail.
//! Such a bite, in row `i` at column `j`, cuts that row and all below it to at most `j`:
//!
//! - in the first row, above the middle: leads to a shorter first row of the *same family*, which was
//!   just solved. One string of bits is carried along, and nothing is read;
//! - in the first row, into the middle, or in a middle row: leads to a family of a smaller sum. Its
//!   lost tails are a range of one block in the store. If `j` is at least the tail's bound, the
//!   tail stays as it is and the range is ORed in; if not, the tail is cut to `j`, so the ranges are ORed in
//!   from the smallest `j` on, and the string is widened from each `j` to the next.

use super::SieveError;
use super::bits;
use super::block::Workspace;
use super::cut::Range;
use super::schedule::Work;
use super::store::WINDOW;

/// A thread's strings of bits.
pub(crate) struct Bench {
    tails: Workspace,
    /// For each tail of the family: does a bite in the first row lead to a lost position?
    first: Vec<u64>,
    /// The same for bites in the middle rows, then for all of them.
    won: Vec<u64>,
}

impl Bench {
    /// A bench with nothing on it.
    pub(crate) fn new() -> Self {
        Self { tails: Workspace::new(), first: Vec::new(), won: Vec::new() }
    }
}

/// Solves the blocks of a family, a function of the family and the blocks before it and of nothing
/// else.
#[inline(always)]
pub(crate) fn solve_family(work: &Work, index: usize, bench: &mut Bench) -> Result<(), SieveError> {
    let (tables, cut, counts) = (work.tables, &work.store.cut, &work.store.counts);
    let family = &cut.families[index];
    let (k, b, middle) = (family.rows, family.bound, &*family.middle);
    let words = bits::words_for(counts.bits(k, b)) + WINDOW;
    for string in [&mut bench.first, &mut bench.won] {
        if string.len() < words {
            string.resize(words, 0);
        }
    }
    let (row, col) = work.poison;
    let eaten = match row.checked_sub(1 + middle.len()) {
        Some(_) => &work.eaten[k][..],
        None => &[],
    };

    // Bites in the middle rows, the same for every first row: those at column v < b cut the tail to
    // v ...
    let mut cutting: Vec<Range> = Vec::with_capacity(b * middle.len());
    for v in 0..b {
        for i in 0..middle.len() {
            let mut bitten = middle.to_vec();
            bitten[i..].fill(v as u8);
            cutting.push(cut.range(counts, &bitten, v));
        }
    }
    // ... and those further right leave it alone.
    let mut sparing: Vec<Range> = Vec::new();
    for i in 0..middle.len() {
        for j in b..middle[i].into() {
            let mut bitten = middle.to_vec();
            bitten[i..].iter_mut().for_each(|x| *x = (*x).min(j as u8));
            sparing.push(cut.range(counts, &bitten, b));
        }
    }

    // Bites in the first row that cut the middle too.
    let first = &mut bench.first;
    first[0] = 0;
    if !middle.is_empty() {
        for v in 0..b {
            let range = cut.range(counts, &vec![v as u8; middle.len()], v);
            let lost = work.block(v, range.family).ok_or(SieveError::Cancelled)?;
            lost.set_bits(first, range.from, range.len);
            bits::widen(first, counts, k, v);
        }
        for j in b..family.shortest() {
            let bitten: Vec<u8> = middle.iter().map(|&x| x.min(j as u8)).collect();
            let range = cut.range(counts, &bitten, b);
            let lost = work.block(j, range.family).ok_or(SieveError::Cancelled)?;
            lost.set_bits(first, range.from, range.len);
        }
    }

    for first_row in family.shortest()..=cut.cols {
        let mut solved = true;
        let bound = b.min(first_row);
        let len = counts.bits(k, bound);
        let poisonless = match row {
            0 => first_row <= col,
            _ => middle.get(row - 1).is_some_and(|&x| usize::from(x) <= col),
        };
        if poisonless {
            bench.tails.clear();
        } else if middle.is_empty() && eaten.is_empty() {
            solved = bench.tails.solve(tables, first, k, bound, || work.stopped());
        } else {
            let won = &mut bench.won;
            won[0] = 0;
            let mut ranges = cutting.iter();
            for v in 0..b.min(first_row) {
                for range in ranges.by_ref().take(middle.len()) {
                    let lost = work.block(first_row, range.family).ok_or(SieveError::Cancelled)?;
                    lost.set_bits(won, range.from, range.len);
                }
                bits::widen(won, counts, k, v);
            }
            for range in &sparing {
                let lost = work.block(first_row, range.family).ok_or(SieveError::Cancelled)?;
                lost.set_bits(won, range.from, range.len);
            }
            let words = len.div_ceil(64);
            bits::or(&mut won[..words], &first[..words]);
            bits::or(&mut won[..words], eaten);
            solved = bench.tails.solve(tables, won, k, bound, || work.stopped());
        }
        if !solved {
            return Err(SieveError::Cancelled);
        }
        for &t in bench.tails.lost() {
            bits::set(first, t as usize);
        }
        if first_row < b {
            bits::widen(first, counts, k, first_row);
        }
        work.keep(first_row, index, bench.tails.lost(), len)?;
    }
    Ok(())
}
