//! Distances and Grundy values of every position of a bar, with answers that are asserted.

use divan::Bencher;
use lastbite::{Chomp, Effort, Game};
use lastbite_engines::sweep::{Distances, GrundyValues};

fn main() {
    divan::main();
}

fn by(threads: usize) -> Effort {
    match threads {
        0 => Effort::default(),
        threads => Effort::default().threads(threads),
    }
}

/// A square, and the distance of the bar with a row less.
const DISTANCES: [(u32, u32); 3] = [(12, 87), (14, 35), (16, 177)];

/// A square, its Grundy value, and the largest value of all its positions.
const VALUES: [(u32, u32, u32); 2] = [(12, 41, 84), (14, 29, 112)];

#[divan::bench(args = DISTANCES, consts = [0, 1], sample_count = 5, sample_size = 1)]
fn distances_of_squares<const THREADS: usize>(bencher: Bencher, (n, expected): (u32, u32)) {
    bencher.bench(|| {
        let bar = |rows| Chomp::new(rows, n).unwrap();
        let distances = Distances::of(&bar(n), &by(THREADS)).unwrap();
        assert_eq!(distances.distance(&bar(n - 1).start()), Some(expected));
        assert_eq!(distances.distance(&bar(n).start()), Some(2 * n - 1));
    });
}

#[divan::bench(args = VALUES, consts = [0, 1], sample_count = 3, sample_size = 1)]
fn grundy_values_of_squares<const THREADS: usize>(bencher: Bencher, (n, expected, largest): (u32, u32, u32)) {
    bencher.bench(|| {
        let bar = Chomp::new(n, n).unwrap();
        let values = GrundyValues::of(&bar, &by(THREADS)).unwrap();
        assert_eq!((values.value(&bar.start()), values.largest()), (Some(expected), largest));
    });
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn distances_with_the_poison_elsewhere(bencher: Bencher) {
    bencher.bench(|| {
        let distances = Distances::of(&"12x12@3,4".parse().unwrap(), &by(0)).unwrap();
        assert_eq!(distances.distance(&"4^3".parse().unwrap()), Some(0));
    });
}
