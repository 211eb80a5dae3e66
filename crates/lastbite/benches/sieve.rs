//! How long whole bars take; each run asserts the count of lost positions it computes.

use divan::Bencher;
use lastbite::{Chomp, Effort};
use lastbite_engines::sieve::Sieve;

fn main() {
    divan::main();
}

/// Squares whose counts are published: see `tests/known/published/lost_positions_square.csv`.
const SQUARES: [(u32, u64); 4] = [(8, 322), (12, 26_838), (14, 256_366), (16, 3_317_972)];

#[divan::bench(args = SQUARES, sample_count = 5, sample_size = 1)]
fn squares_by_one_thread(bencher: Bencher, (n, lost): (u32, u64)) {
    solve(bencher, n, lost, 1);
}

#[divan::bench(args = SQUARES, sample_count = 5, sample_size = 1)]
fn squares_by_all_cores(bencher: Bencher, (n, lost): (u32, u64)) {
    solve(bencher, n, lost, std::thread::available_parallelism().map_or(1, usize::from));
}

fn solve(bencher: Bencher, n: u32, lost: u64, threads: usize) {
    let (sieve, effort) = (Sieve::of(&Chomp::new(n, n).unwrap()), Effort::default().threads(threads));
    bencher.bench(|| assert_eq!(sieve.solve(&effort).unwrap().lost_count(), lost));
}
