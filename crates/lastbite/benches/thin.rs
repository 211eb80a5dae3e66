//! How long long thin bars take; each run asserts the count of lost positions it computes.
//!
//! The estimates in `thin/estimate.rs` were fitted to these figures.

use divan::Bencher;
use lastbite::Effort;
use lastbite_engines::thin::{FewRows, LastRows, ThreeRows};

fn main() {
    divan::main();
}

/// Columns and lost positions of bars with three rows.
const THREE_ROWS: [(u32, u64); 3] = [(1000, 172_786), (10_000, 17_169_755), (50_000, 428_997_103)];

/// Rows, columns and lost positions of other bars.
const FEW_ROWS: [(u32, u32, u64); 5] =
    [(3, 3000, 1_548_030), (4, 300, 917_363), (4, 1000, 35_029_679), (5, 150, 2_538_277), (6, 60, 796_415)];

#[divan::bench(args = THREE_ROWS, consts = [1, 2], sample_count = 5, sample_size = 1)]
fn three_rows<const THREADS: usize>(bencher: Bencher, (cols, lost): (u32, u64)) {
    let effort = Effort::default().threads(THREADS);
    bencher.bench(|| assert_eq!(ThreeRows::solve(cols, &effort).unwrap().lost_count(cols), Some(lost)));
}

#[divan::bench(args = FEW_ROWS, consts = [1, 2], sample_count = 5, sample_size = 1)]
fn few_rows<const THREADS: usize>(bencher: Bencher, (rows, cols, lost): (u32, u32, u64)) {
    let effort = Effort::default().threads(THREADS);
    bencher.bench(|| {
        assert_eq!(FewRows::solve(rows, cols, &effort).unwrap().lost_count(rows, cols), Some(lost));
    });
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn last_rows_4x300(bencher: Bencher) {
    let effort = Effort::default();
    bencher.bench(|| assert_eq!(LastRows::solve(4, 300, &effort).unwrap().iter().count(), 917_363));
}
