//! The sieve against published counts, against a solver that shares nothing with it, and against
//! itself.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use lastbite::sieve::rank::{count, rank, unrank};
use lastbite::sieve::{Sieve, SieveError, Solved};
use lastbite::{Algorithm, Bite, Chomp, Limits, Oracle, Rows};
use proptest::prelude::*;

/// The lines of a file of known answers, without comments and the header, split at commas.
fn known(name: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/known").join(name);
    let text = std::fs::read_to_string(path).expect("known answers are part of the repository");
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

fn numbers(name: &str) -> Vec<Vec<u64>> {
    known(name)
        .iter()
        .map(|line| line.iter().map(|field| field.parse().expect("a number")).collect())
        .collect()
}

fn solve(rows: u8, cols: u8) -> Solved {
    Sieve::new(rows, cols).solve().expect("a small bar is solved")
}

/// The rules and nothing else: who wins is looked up or found by trying every bite.
struct Memo {
    poison: (u8, u8),
    lost: HashMap<Vec<u8>, bool>,
}

impl Memo {
    fn new(poison: (u8, u8)) -> Self {
        Self { poison, lost: HashMap::new() }
    }

    fn is_over(&self, rows: &[u8]) -> bool {
        rows.get(usize::from(self.poison.0) - 1).is_none_or(|&x| x < self.poison.1)
    }

    fn bites(&self, rows: &[u8]) -> Vec<((u8, u8), Vec<u8>)> {
        let mut bites = Vec::new();
        for i in 0..rows.len() {
            for j in 0..rows[i] {
                let mut bitten = rows.to_vec();
                bitten[i..].iter_mut().for_each(|x| *x = (*x).min(j));
                bites.push(((i as u8 + 1, j + 1), bitten));
            }
        }
        bites
    }

    fn is_lost(&mut self, rows: &[u8]) -> bool {
        if self.is_over(rows) {
            return false;
        }
        if let Some(&lost) = self.lost.get(rows) {
            return lost;
        }
        let lost = self.bites(rows).into_iter().all(|(_, bitten)| !self.is_lost(&bitten));
        self.lost.insert(rows.to_vec(), lost);
        lost
    }

    fn winning_bites(&mut self, rows: &[u8]) -> Vec<Bite> {
        if self.is_over(rows) {
            return Vec::new();
        }
        let bites = self.bites(rows);
        bites.into_iter().filter(|(_, bitten)| self.is_lost(bitten)).map(|(bite, _)| bite.into()).collect()
    }
}

fn positions(rows: u8, cols: u8) -> impl Iterator<Item = Vec<u8>> {
    let all = count(rows, cols).expect("a small box");
    (0..all).map(move |r| unrank(r, rows).expect("a rank inside the box"))
}

#[test]
fn lost_positions_of_squares() {
    for line in numbers("lost_positions_square.csv") {
        let n = line[0] as u8;
        assert_eq!(solve(n, n).lost_count(), line[1], "{n}x{n}");
    }
}

#[test]
fn lost_positions_of_three_and_four_rows() {
    let solved = solve(3, 56);
    for line in numbers("three_rows_lost.csv") {
        assert_eq!(solved.lost_in_bar(3, line[0] as u8), Some(line[1]), "3x{}", line[0]);
    }
    assert_eq!(solve(3, 100).lost_count(), 1831);
    assert_eq!(solve(200, 3).lost_count(), 7108);
    for line in numbers("four_rows_lost.csv").iter().filter(|line| line[0] <= 200) {
        assert_eq!(solve(4, line[0] as u8).lost_count(), line[1], "4x{}", line[0]);
    }
}

#[test]
fn lost_positions_by_shape() {
    let shapes = numbers("lost_positions_by_shape.csv");
    for (rows, cols) in [(12, 12), (9, 12), (12, 7)] {
        let solved = solve(rows, cols);
        let by_shape = solved.lost_by_shape();
        for line in shapes.iter().filter(|line| line[0] <= rows.into() && line[1] <= cols.into()) {
            assert_eq!(by_shape[line[0] as usize][line[1] as usize], line[2], "{line:?} in {rows}x{cols}");
        }
        assert_eq!(by_shape.iter().flatten().sum::<u64>(), solved.lost_count());
        assert_eq!(solved.lost_in_bar(rows, cols), Some(solved.lost_count()));
        assert_eq!(solved.lost_in_bar(13, 13), None);
        assert_eq!(solved.lost_in_bar(0, 200), None);
        assert_eq!(solved.lost_in_bar(0, 5), Some(0));
        assert_eq!(solved.lost_in_bar(7, 9), solve(7, 9).lost_in_bar(9, 7));
    }
}

#[test]
fn lost_positions_by_area() {
    // A position of n squares fits n x n, so the square of 16 holds all of up to 16 squares.
    let solved = solve(16, 16);
    let by_area = solved.lost_by_area();
    for line in numbers("lost_positions_by_area.csv").iter().filter(|line| line[0] <= 16) {
        assert_eq!(by_area[line[0] as usize], line[1], "{} squares", line[0]);
    }
    assert_eq!(by_area.iter().sum::<u64>(), solved.lost_count());
    let thin = solve(5, 9);
    assert_eq!(thin.lost_by_area().iter().sum::<u64>(), thin.lost_count());
}

#[test]
fn openings_of_every_bar_from_one_solve() {
    let solved = solve(16, 16);
    for line in known("openings.csv") {
        let size = |field: &str| field.parse::<u8>().expect("a number");
        let (rows, cols) = (size(&line[0]), size(&line[1]));
        let mut expected: Vec<Bite> = line[2]
            .split(' ')
            .map(|bite| bite.split_once('-').map(|(r, c)| Bite::new(size(r), size(c))).expect("row-col"))
            .collect();
        expected.sort_unstable();
        assert_eq!(solved.winning_bites_of_bar(rows, cols), Some(expected.clone()), "{rows}x{cols}");
        let mut mirrored: Vec<Bite> = expected.iter().map(|bite| bite.mirrored()).collect();
        mirrored.sort_unstable();
        assert_eq!(solved.winning_bites_of_bar(cols, rows), Some(mirrored), "{cols}x{rows}");
    }
}

#[test]
fn grundy_values_of_rectangles_and_three_rows() {
    let nimbers = Sieve::new(10, 10).nimbers().expect("a small bar");
    for line in numbers("grundy_rectangles.csv") {
        assert_eq!(nimbers.bar(line[0] as u8, line[1] as u8), Some(line[2] as u16), "{line:?}");
    }
    assert_eq!(nimbers.value(&[]), None);
    assert_eq!(nimbers.value(&[1]), Some(0));
    assert_eq!(nimbers.value(&[11]), None);
    let three = Sieve::new(100, 3).nimbers().expect("a small bar");
    for line in numbers("three_rows_grundy.csv") {
        assert_eq!(three.bar(3, line[0] as u8), Some(line[1] as u16), "3x{}", line[0]);
    }
    assert_eq!((three.rows(), three.cols(), three.stored_box()), (100, 3, (3, 100)));
}

#[test]
fn grundy_values_follow_the_definition() {
    for (bar, poison) in [((5, 6), (1, 1)), ((6, 4), (1, 1)), ((4, 5), (2, 3)), ((5, 3), (4, 1))] {
        let nimbers = Sieve::new(bar.0, bar.1).poison(poison.0, poison.1).nimbers().expect("a small bar");
        let memo = Memo::new(poison);
        let mut max = 0;
        for position in positions(bar.0, bar.1) {
            let options: Vec<u16> =
                memo.bites(&position).into_iter().filter_map(|(_, bitten)| nimbers.value(&bitten)).collect();
            let mex = (0..).find(|g| !options.contains(g));
            let expected = if memo.is_over(&position) { None } else { mex };
            assert_eq!(nimbers.value(&position), expected, "{position:?} with poison {poison:?}");
            max = max.max(expected.unwrap_or(0));
        }
        assert_eq!(nimbers.max(), max);
        let zeros = nimbers.ranks_of(0).count() as u64;
        let solved = Sieve::new(bar.0, bar.1).poison(poison.0, poison.1).solve().expect("a small bar");
        assert_eq!(zeros, solved.lost_count());
    }
}

#[test]
fn every_position_up_to_7x7_agrees_with_trying_every_bite() {
    let mut memo = Memo::new((1, 1));
    for rows in 1..=7u8 {
        for cols in 1..=7u8 {
            let solved =
                Sieve::new(rows, cols).block_limit(u64::from(rows) * 7).solve().expect("a small bar");
            let mut lost = 0;
            for position in positions(rows, cols) {
                let expected = memo.is_lost(&position);
                lost += u64::from(expected);
                assert_eq!(solved.is_lost(&position), Some(expected), "{position:?} in {rows}x{cols}");
                let bites = memo.winning_bites(&position);
                assert_eq!(solved.winning_bites(&position), Some(bites), "{position:?} in {rows}x{cols}");
            }
            assert_eq!(solved.lost_count(), lost, "{rows}x{cols}");
            assert_eq!(solved.positions() + 1, count(rows, cols).expect("a small box"));
        }
    }
}

#[test]
fn poison_on_every_square_up_to_4x5() {
    for (rows, cols) in [(1, 1), (1, 4), (2, 2), (3, 2), (3, 3), (4, 4), (4, 5), (5, 4)] {
        for row in 1..=rows {
            for col in 1..=cols {
                let mut memo = Memo::new((row, col));
                for limit in [3, 20, 1000] {
                    let solved = Sieve::new(rows, cols)
                        .poison(row, col)
                        .block_limit(limit)
                        .solve()
                        .expect("a small bar");
                    let (mut lost, mut alive) = (0, 0);
                    for position in positions(rows, cols) {
                        let expected = memo.is_lost(&position);
                        lost += u64::from(expected);
                        alive += u64::from(!memo.is_over(&position));
                        let name = format!("{position:?} in {rows}x{cols}@{row},{col}");
                        assert_eq!(solved.is_lost(&position), Some(expected), "{name}");
                        assert_eq!(
                            solved.winning_bites(&position),
                            Some(memo.winning_bites(&position)),
                            "{name}"
                        );
                    }
                    assert_eq!(
                        (solved.lost_count(), solved.positions()),
                        (lost, alive),
                        "{rows}x{cols}@{row},{col}"
                    );
                    assert_eq!(solved.lost_by_area().iter().sum::<u64>(), lost);
                    assert_eq!(solved.lost_by_shape().iter().flatten().sum::<u64>(), lost);
                }
            }
        }
    }
}

#[test]
fn threads_and_blocks_do_not_change_the_answer() {
    for ((rows, cols), poison) in
        [((11, 12), (1, 1)), ((12, 12), (1, 1)), ((6, 25), (1, 1)), ((9, 10), (3, 4))]
    {
        let sieve = Sieve::new(rows, cols).poison(poison.0, poison.1);
        let expected: Vec<u64> =
            sieve.clone().threads(1).solve().expect("a small bar").lost_ranks().collect();
        assert!(expected.is_sorted());
        for threads in [1, 2, 5] {
            for limit in [50, 1000, 70_000, 10_000_000] {
                let solved = sieve.clone().threads(threads).block_limit(limit).solve().expect("a small bar");
                let same = solved.lost_ranks().eq(expected.iter().copied());
                assert!(same, "{rows}x{cols} with {threads} threads and blocks of {limit}");
            }
        }
    }
}

#[test]
fn every_lost_position_is_listed_once() {
    let bars =
        [(7, 7, 1, 1), (5, 8, 1, 1), (8, 5, 1, 1), (1, 1, 1, 1), (5, 3, 4, 1), (3, 5, 1, 4), (4, 4, 2, 3)];
    for (rows, cols, row, col) in bars {
        let solved = Sieve::new(rows, cols).poison(row, col).solve().expect("a small bar");
        let listed: Vec<Vec<u8>> = solved.lost_positions().collect();
        let distinct: HashSet<&Vec<u8>> = listed.iter().collect();
        assert_eq!((listed.len(), distinct.len() as u64), (distinct.len(), solved.lost_count()));
        for position in positions(rows, cols) {
            let filled: Vec<u8> = position.into_iter().filter(|&x| x > 0).collect();
            assert_eq!(
                solved.is_lost(&filled),
                Some(distinct.contains(&filled)),
                "{rows}x{cols}: {filled:?}"
            );
        }
        let (k, b) = solved.stored_box();
        assert!(k <= b);
        let ranks: Vec<u64> = solved.lost_ranks().collect();
        assert!(ranks.is_sorted() && ranks.iter().all(|&rank| rank < count(k, b).expect("a small box")));
    }
    assert_eq!(solve(7, 7).lost_positions().next(), Some(vec![1]), "the lone poison comes first");
}

#[test]
fn answers_outside_the_bar() {
    let solved = solve(4, 6);
    assert_eq!(solved.is_lost(&[2, 3]), None, "rows never grow downwards");
    assert_eq!(solved.is_lost(&[0, 1]), None);
    assert_eq!(solved.is_lost(&[7]), None);
    assert_eq!(solved.is_lost(&[5, 5, 5, 5, 5]), None);
    assert_eq!(solved.is_lost(&[2, 1, 1, 1, 1, 1]), Some(false), "turned to fit");
    assert_eq!(solved.is_lost(&[]), Some(false), "nothing left: the opponent ate the poison");
    assert_eq!(solved.is_lost(&[3, 1, 1, 0, 0]), Some(true), "empty rows do not matter");
    assert_eq!(solved.winning_bites(&[]), Some(vec![]));
    assert_eq!(solved.winning_bites(&[7]), None);
    let turned = Sieve::new(2, 4).poison(1, 2).solve().expect("a small bar");
    assert_eq!(turned.is_lost(&[2, 2, 2]), None, "the mirror image of another game");
}

#[test]
fn refusals() {
    assert_eq!(Sieve::new(0, 5).solve().err(), Some(SieveError::NoBar { rows: 0, cols: 5 }));
    assert!(matches!(Sieve::new(3, 5).poison(4, 1).solve(), Err(SieveError::PoisonOutside { row: 4, .. })));
    assert!(matches!(Sieve::new(3, 5).poison(0, 1).nimbers(), Err(SieveError::PoisonOutside { .. })));
    assert_eq!(Sieve::new(99, 99).memory_needed(), u64::MAX);
    assert_eq!(
        Sieve::new(99, 99).memory_limit(1 << 40).solve().err(),
        Some(SieveError::TooLittleMemory { needed: u64::MAX, allowed: 1 << 40 })
    );
    for (rows, cols) in [(25, 25), (20, 99), (99, 99), (255, 255)] {
        assert!(matches!(
            Sieve::new(rows, cols).memory_limit(1 << 33).solve(),
            Err(SieveError::TooLittleMemory { needed, allowed }) if needed > allowed
        ));
        assert!(Sieve::new(rows, cols).memory_limit(1 << 33).nimbers().is_err());
    }
    let error =
        Sieve::new(30, 30).memory_limit(1 << 30).solve().expect_err("30x30 is far too large").to_string();
    assert!(error.contains("1.1 GB are allowed"), "{error}");
    // Not so careful that it refuses what fits.
    assert!(Sieve::new(22, 22).memory_needed() < 16_000_000_000);
    assert!(Sieve::new(20, 20).memory_needed() < 2_000_000_000);
}

#[test]
fn the_estimate_is_on_the_safe_side() {
    let corner =
        [(1, 1), (1, 99), (2, 2), (2, 99), (3, 99), (5, 40), (7, 7), (8, 20), (10, 20), (13, 13), (12, 14)];
    let elsewhere = [(3, 3, 1, 2), (5, 5, 1, 2), (6, 6, 2, 2), (8, 8, 3, 4), (10, 10, 4, 4), (3, 20, 1, 3)]
        .into_iter()
        .chain([(13, 13, 7, 7), (14, 15, 5, 9), (10, 20, 5, 10), (8, 30, 4, 15), (15, 15, 7, 7)]);
    let bars = corner.map(|(rows, cols)| (rows, cols, 1, 1)).into_iter().chain(elsewhere);
    for (rows, cols, row, col) in bars {
        let sieve = Sieve::new(rows, cols).poison(row, col);
        let limited = sieve.clone().memory_limit(sieve.memory_needed());
        assert!(limited.solve().is_ok(), "{rows}x{cols}@{row},{col}: {}", sieve.memory_needed());
    }
}

#[test]
fn the_memory_limit_is_exact() {
    let sieve = Sieve::new(10, 11).block_limit(2000).threads(2);
    let needed = sieve.memory_needed();
    assert!(sieve.clone().memory_limit(needed).solve().is_ok());
    let allowed = needed - 1;
    assert_eq!(
        sieve.memory_limit(allowed).solve().err(),
        Some(SieveError::TooLittleMemory { needed, allowed })
    );
}

#[test]
fn whoever_cancels_in_the_middle_gets_no_answer() {
    let cancelling = |bar: Sieve| {
        let cancel = Arc::new(AtomicBool::new(false));
        let flag = cancel.clone();
        // At the first sign that some of the work is done, and the rest is not.
        bar.cancel(cancel).progress(move |share| flag.store(share > 0.0, Ordering::Relaxed))
    };
    for threads in [1, 2, 5] {
        let solving = cancelling(Sieve::new(14, 14).threads(threads));
        assert_eq!(solving.solve().err(), Some(SieveError::Cancelled));
    }
    assert_eq!(cancelling(Sieve::new(11, 11)).nimbers().err(), Some(SieveError::Cancelled));
    let cancelled = Arc::new(AtomicBool::new(true));
    assert_eq!(Sieve::new(14, 14).cancel(cancelled).solve().err(), Some(SieveError::Cancelled));
}

#[test]
fn progress_of_nimbers_rises_from_nought_to_one() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let sink = seen.clone();
    let nimbers =
        Sieve::new(10, 11).progress(move |share| sink.lock().expect("no panic").push(share)).nimbers();
    let passes = f64::from(nimbers.expect("a small bar").max()) + 1.0;
    let seen = seen.lock().expect("no panic");
    assert!(seen.is_sorted(), "{seen:?}");
    assert_eq!((seen.first(), seen.last()), (Some(&0.0), Some(&1.0)));
    // Half of the passes, half of the time.
    let half = seen[(passes / 2.0) as usize];
    assert!((0.4..0.6).contains(&half), "{half}");
}

#[test]
fn progress_rises_from_nought_to_one() {
    for threads in [1, 3] {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let sink = seen.clone();
        let report = move |share| sink.lock().expect("no panic").push(share);
        Sieve::new(13, 13)
            .threads(threads)
            .block_limit(10_000)
            .progress(report)
            .solve()
            .expect("a small bar");
        let seen = seen.lock().expect("no panic");
        assert!(seen.is_sorted(), "{seen:?}");
        assert_eq!((seen.first(), seen.last()), (Some(&0.0), Some(&1.0)));
        assert!(seen.len() > 100);
    }
}

#[test]
fn a_panic_in_the_callback_does_not_hang_the_other_threads() {
    let sieve = Sieve::new(13, 13).threads(3).block_limit(5000).progress(|share| {
        assert!(share < 0.5, "half of it is enough");
    });
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| sieve.solve())).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_positions_up_to_12x12_agree_with_the_memo_search(
        mut rows in prop::collection::vec(1u8..=12, 6..=12),
    ) {
        static SOLVED: std::sync::OnceLock<Solved> = std::sync::OnceLock::new();
        rows.sort_unstable_by(|a, b| b.cmp(a));
        let solved = SOLVED.get_or_init(|| solve(12, 12));
        let bar = Chomp::new(12, 12).expect("a bar");
        let position = Rows::new(&rows).expect("a position");
        let found = Algorithm::Memo.search(&bar, &position, &Limits::none()).expect("nothing limits it");
        prop_assert_eq!(solved.outcome(&bar, &position), Some(found.outcome));
        let winning = solved.winning_bites(&rows).expect("inside the bar");
        match found.best {
            Some(best) => prop_assert!(winning.contains(&best)),
            None => prop_assert!(winning.is_empty()),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn rank_and_unrank_are_inverse(mut rows in prop::collection::vec(0u8..=20, 12)) {
        rows.sort_unstable_by(|a, b| b.cmp(a));
        let r = rank(&rows, 12).expect("a position");
        prop_assert_eq!(unrank(r, 12), Some(rows));
    }
}
