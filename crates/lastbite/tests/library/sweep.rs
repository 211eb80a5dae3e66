//! The sweep, compared with a plain retrograde computation that shares nothing with it, with search, with the
//! sieve, and with itself.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use lastbite::effort::TooLittleMemory;
use lastbite::{Analysis, Cancel, Chomp, Effort, Rows, Standing, Stopped};
use lastbite_engines::SolveError;
use lastbite_engines::rank::{count, unrank};
use lastbite_engines::sieve::Sieve;
use lastbite_engines::sweep::{Distances, GrundyValues};
use lastbite_work::Dice;

use crate::known::{number, table};

/// Shows every position of a bar.
fn each(rows: u32, cols: u32, mut show: impl FnMut(&Rows)) {
    fn grow(position: &mut Vec<u32>, rows: u32, cols: u32, show: &mut impl FnMut(&[u32])) {
        show(position);
        if position.len() < rows as usize {
            for length in 1..=position.last().copied().unwrap_or(cols) {
                position.push(length);
                grow(position, rows, cols, show);
                position.pop();
            }
        }
    }
    grow(&mut Vec::new(), rows, cols, &mut |lengths: &[u32]| show(&Rows::new(lengths).unwrap()));
}

/// Every position of a bar in an order in which bites lead back.
fn positions(rows: u32, cols: u32) -> Vec<Vec<u32>> {
    let mut all = Vec::new();
    each(rows, cols, |position| all.push(position.lengths().to_vec()));
    all.sort_by_key(|position| position.iter().sum::<u32>());
    all
}

/// The rules and nothing else: distance and Grundy value of every position that has the poison.
fn retrograde(rows: u32, cols: u32, (row, col): (u32, u32)) -> HashMap<Vec<u32>, (u32, u32)> {
    let mut known: HashMap<Vec<u32>, (u32, u32)> = HashMap::new();
    for position in positions(rows, cols) {
        if position.get(row as usize - 1).is_none_or(|&x| x < col) {
            continue;
        }
        let mut replies = Vec::new();
        for i in 0..position.len() {
            for j in 0..position[i] {
                let mut bitten = position.clone();
                bitten[i..].iter_mut().for_each(|x| *x = (*x).min(j));
                bitten.retain(|&x| x > 0);
                // A bite that takes the poison does not count.
                replies.extend(known.get(&bitten).copied());
            }
        }
        let lost = replies.iter().map(|reply| reply.0).filter(|d| d % 2 == 0).min();
        let won = replies.iter().map(|reply| reply.0).filter(|d| d % 2 == 1).max();
        let distance = lost.or(won).map_or(0, |d| d + 1);
        let value = (0..).find(|v| replies.iter().all(|reply| reply.1 != *v)).unwrap();
        known.insert(position, (distance, value));
    }
    known
}

fn bar(rows: u32, cols: u32, poison: (u32, u32)) -> Chomp {
    Chomp::new(rows, cols).unwrap().with_poison(poison).unwrap()
}

fn rows(text: &str) -> Rows {
    text.parse().unwrap()
}

fn both(rows: u32, cols: u32, poison: (u32, u32), effort: &Effort) -> (Distances, GrundyValues) {
    let bar = bar(rows, cols, poison);
    (Distances::of(&bar, effort).unwrap(), GrundyValues::of(&bar, effort).unwrap())
}

#[test]
fn every_position_of_small_bars_with_the_poison_anywhere() {
    let effort = Effort::default().threads(1);
    let bars = (1..=6).flat_map(|rows| (rows..=7).map(move |cols| (rows, cols)));
    for (rows, cols) in bars.chain([(7, 6), (7, 2), (5, 3)]) {
        let squares = (1..=rows).flat_map(|row| (1..=cols).map(move |col| (row, col)));
        for poison in squares {
            let known = retrograde(rows, cols, poison);
            let (distances, values) = both(rows, cols, poison, &effort);
            for position in positions(rows, cols) {
                let expected = known.get(&position);
                let rows_left = Rows::new(position.clone()).unwrap();
                let found = (distances.distance(&rows_left), values.value(&rows_left));
                let expected = (expected.map(|known| known.0), expected.map(|known| known.1));
                assert_eq!(found, expected, "{position:?} in {rows}x{cols}@{poison:?}");
            }
            assert_eq!(values.largest(), known.values().map(|known| known.1).max().unwrap());
        }
    }
}

#[test]
fn random_positions_are_judged_as_search_does() {
    let (distances, values) = both(9, 10, (1, 1), &Effort::default());
    let chomp = Chomp::new(9, 10).unwrap();
    let mut dice = Dice::new(9);
    let all = count(9, 10).unwrap();
    for _ in 0..12 {
        let position = unrank(1 + dice.below(all as usize - 1) as u64, 9).unwrap();
        let standing = Standing::new(chomp, position.clone()).unwrap();
        let analysis = Analysis::of(&standing, &Effort::unlimited()).unwrap();
        assert_eq!(distances.distance(&position), analysis.distance, "{position}");
        assert_eq!(values.value(&position), analysis.grundy, "{position}");
    }
}

#[test]
fn lost_positions_are_those_of_the_sieve() {
    for (rows, cols, poison) in [(12, 12, (1, 1)), (9, 13, (1, 1)), (9, 9, (3, 2)), (11, 6, (1, 4))] {
        let solved = Sieve::of(&bar(rows, cols, poison)).solve(&Effort::unlimited()).unwrap();
        let (distances, values) = both(rows, cols, poison, &Effort::default());
        let mut lost = 0;
        each(rows, cols, |position| {
            let is_lost = distances.distance(position).is_some_and(|d| d % 2 == 0);
            assert_eq!(values.value(position) == Some(0), is_lost, "{position:?}");
            if is_lost {
                assert_eq!(solved.is_lost(position), Ok(true), "{position:?}");
                lost += 1;
            }
        });
        assert_eq!(lost, solved.lost_count(), "{rows}x{cols}@{poison:?}");
    }
}

#[test]
fn values_of_larger_bars_follow_the_definition() {
    for (rows, cols, poison) in
        [(7, 11, (1, 1)), (8, 6, (2, 3)), (3, 30, (1, 1)), (9, 9, (1, 1)), (5, 14, (1, 1))]
    {
        let known = retrograde(rows, cols, poison);
        let (_, values) = both(rows, cols, poison, &Effort::default());
        each(rows, cols, |position| {
            let expected = known.get(position.lengths()).map(|known| known.1);
            assert_eq!(values.value(position), expected, "{position:?}");
        });
        assert_eq!(values.largest(), known.values().map(|known| known.1).max().unwrap());
    }
}

#[test]
fn values_of_whole_bars_are_those_published_and_computed_before() {
    let values = |rows, cols| GrundyValues::of(&bar(rows, cols, (1, 1)), &Effort::default()).unwrap();
    let (rectangles, three_rows) = (values(10, 10), values(100, 3));
    for line in table(include_str!("../known/computed/grundy_rectangles.csv")) {
        let whole = Rows::whole(number(line[0]), number(line[1]));
        assert_eq!(rectangles.value(&whole), Some(number(line[2])), "{line:?}");
    }
    for line in table(include_str!("../known/published/three_rows_grundy.csv")) {
        let whole = Rows::whole(number(line[0]), 3);
        assert_eq!(three_rows.value(&whole), Some(number(line[1])), "3x{}", line[0]);
    }
}

#[test]
fn neither_threads_nor_blocks_matter() {
    for (rows, cols, poison) in [(9, 9, (1, 1)), (8, 10, (1, 1)), (7, 9, (3, 4)), (2, 140, (1, 1))] {
        let (distances, values) = both(rows, cols, poison, &Effort::default().threads(1));
        for (threads, most) in [(2, 1 << 20), (5, 3000), (2, 200), (5, 17), (1, 1)] {
            let effort = Effort::default().threads(threads);
            let other = Distances::in_blocks(&bar(rows, cols, poison), most, &effort).unwrap();
            let others = GrundyValues::in_blocks(&bar(rows, cols, poison), most, &effort).unwrap();
            each(rows, cols, |position| {
                let found = (other.distance(position), others.value(position));
                let expected = (distances.distance(position), values.value(position));
                assert_eq!(found, expected, "{position:?}, {threads} threads, blocks of {most}");
            });
            assert_eq!(others.largest(), values.largest());
        }
    }
}

#[test]
fn two_rows_last_as_long_as_they_have_squares() {
    // The second row one square shorter than the first is lost, and every ply takes one square: in bars of
    // more than 254 squares that takes more than a byte.
    for cols in [100, 127, 128, 200, 255u32] {
        let distances = Distances::of(&bar(2, cols, (1, 1)), &Effort::default()).unwrap();
        for a in 1..=cols {
            assert_eq!(distances.distance(&Rows::try_from([a, a - 1]).unwrap()), Some(2 * a - 2));
            assert_eq!(distances.distance(&Rows::try_from([a, a]).unwrap()), Some(2 * a - 1));
        }
    }
}

#[test]
fn turned_positions_are_found_and_others_are_not() {
    let (distances, values) = both(4, 6, (1, 1), &Effort::default());
    assert_eq!(distances.distance(&rows("4^6")), distances.distance(&rows("6^4")));
    assert_eq!(values.value(&rows("2,1^5")), values.value(&rows("6,1")));
    for wrong in ["7", "5^5", "0", "300", "1^300"] {
        assert_eq!((distances.distance(&rows(wrong)), values.value(&rows(wrong))), (None, None), "{wrong}");
    }
    let (distances, values) = both(6, 4, (2, 3), &Effort::default());
    assert_eq!((distances.bar(), values.bar()), (&bar(6, 4, (2, 3)), &bar(6, 4, (2, 3))));
    assert_eq!((distances.distance(&rows("3,3")), values.value(&rows("3,3"))), (Some(0), Some(0)));
    for wrong in ["6,6", "4,2", "4^7"] {
        assert_eq!((distances.distance(&rows(wrong)), values.value(&rows(wrong))), (None, None), "{wrong}");
    }
}

#[test]
fn bars_that_are_too_large_are_refused() {
    let effort = Effort::default();
    let refused = |rows, cols| {
        let bar = bar(rows, cols, (1, 1));
        let error = Distances::of(&bar, &effort).unwrap_err();
        assert_eq!(GrundyValues::of(&bar, &effort).unwrap_err(), error);
        assert_eq!(Distances::memory_needed(&bar, &effort).unwrap_err(), error);
        assert_eq!(GrundyValues::memory_needed(&bar, &effort).unwrap_err(), error);
        error
    };
    assert!(refused(5, 256).to_string().contains("5x256"));
    for (rows, cols) in [(200, 201), (22, 23)] {
        assert!(refused(rows, cols).to_string().contains("more than 1,099,511,627,776 positions"));
    }
}

/// Only memory limits these.
#[test]
fn bars_of_more_positions_than_32_bits_number_are_refused_for_their_memory() {
    let effort = Effort::default().threads(2).memory(1 << 30);
    for (rows, cols, kept) in [(17, 18, 4_537_567_650u64), (18, 19, 17_672_631_900)] {
        let bar = bar(rows, cols, (1, 1));
        let distances = Distances::memory_needed(&bar, &effort).unwrap();
        let values = GrundyValues::memory_needed(&bar, &effort).unwrap();
        assert!((kept..kept / 10 * 11).contains(&distances), "{rows}x{cols}: {distances}");
        assert!((kept..kept / 10 * 11).contains(&values), "{rows}x{cols}: {values}");
        let refused = |needed| SolveError::from(TooLittleMemory { needed, allowed: 1 << 30 });
        assert_eq!(Distances::of(&bar, &effort).unwrap_err(), refused(distances));
        assert_eq!(GrundyValues::of(&bar, &effort).unwrap_err(), refused(values));
    }
    // The distances of a square are those of half of it.
    let square = Distances::memory_needed(&bar(18, 18, (1, 1)), &effort).unwrap();
    assert_eq!(square, Distances::memory_needed(&bar(17, 18, (1, 1)), &effort).unwrap());
}

#[test]
fn too_little_memory_is_found_out_before_the_work() {
    let effort = Effort::default().threads(2);
    let needed = Distances::memory_needed(&bar(14, 14, (1, 1)), &effort).unwrap();
    assert!((20_058_300..40_000_000).contains(&needed), "{needed}");
    let little = effort.clone().memory(needed - 1);
    let expected = SolveError::from(TooLittleMemory { needed, allowed: needed - 1 });
    assert_eq!(Distances::of(&bar(14, 14, (1, 1)), &little).unwrap_err(), expected);
    let needed = GrundyValues::memory_needed(&bar(16, 16, (1, 1)), &effort).unwrap();
    assert!((601_080_390..640_000_000).contains(&needed), "{needed}");
    let little = effort.memory(needed - 1);
    let expected = SolveError::from(TooLittleMemory { needed, allowed: needed - 1 });
    assert_eq!(GrundyValues::of(&bar(16, 16, (1, 1)), &little).unwrap_err(), expected);
    let sentence = expected.to_string();
    assert!(sentence.contains("MB of memory") && sentence.contains("solve something smaller"), "{sentence}");
}

#[test]
fn a_sweep_is_called_off_and_says_how_far_it_is() {
    let shares = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&shares);
    let watched =
        Effort::default().watched(move |progress| seen.lock().unwrap().push(progress.share.unwrap()));
    for threads in [1, 3] {
        shares.lock().unwrap().clear();
        both(9, 10, (1, 1), &watched.clone().threads(threads));
        let shares = shares.lock().unwrap();
        assert!(shares.len() > 20 && shares[0] == 0.0 && shares[shares.len() - 1] == 1.0);
        assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)));
    }
    for threads in [1, 3] {
        let cancel = Cancel::new();
        let pressed = cancel.clone();
        // Pressed by the watcher, in the middle of the work.
        let effort = Effort::default().threads(threads).cancelled_by(&cancel).watched(move |progress| {
            if progress.share.is_some_and(|share| share > 0.3) {
                pressed.cancel();
            }
        });
        let stopped = SolveError::Stopped(Stopped::Cancelled);
        assert_eq!(Distances::of(&bar(12, 12, (1, 1)), &effort).unwrap_err(), stopped);
        assert_eq!(GrundyValues::of(&bar(9, 10, (1, 1)), &effort).unwrap_err(), stopped);
    }
    let late = Effort::default().within(std::time::Duration::ZERO);
    let stopped = SolveError::Stopped(Stopped::OutOfTime);
    assert_eq!(Distances::of(&bar(5, 5, (1, 1)), &late).unwrap_err(), stopped);
    assert_eq!(stopped.to_string(), "the solving was stopped before its end: its time was up");
}
