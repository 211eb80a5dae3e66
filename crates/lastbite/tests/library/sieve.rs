//! The sieve against published counts, against a solver that shares nothing with it, and against
//! itself.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use lastbite::effort::TooLittleMemory;
use lastbite::{
    Algorithm, Cancel, Chomp, Effort, Game, Knowledge, Rows, Square, Standing, Stopped, effort::Progress,
    knowledge::Oracle,
};
use lastbite_engines::rank::{count, rank, unrank};
use lastbite_engines::sieve::{Keep, Keeper, Sieve, Solved};
use lastbite_engines::{NoAnswer, SolveError};
use lastbite_work::Clock;
use proptest::prelude::*;

/// No limits.
fn effort() -> Effort {
    Effort::default()
}

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

/// A bar, the poison at its corner.
fn sieve(rows: u32, cols: u32) -> Sieve {
    sieve_with_poison(rows, cols, (1, 1))
}

fn sieve_with_poison(rows: u32, cols: u32, poison: (u32, u32)) -> Sieve {
    let bar = Chomp::new(rows, cols).and_then(|bar| bar.with_poison(poison));
    Sieve::of(&bar.expect("a bar"))
}

fn solve(rows: u32, cols: u32) -> Solved {
    sieve(rows, cols).solve(&effort()).expect("a small bar is solved")
}

fn rows(text: &str) -> Rows {
    text.parse().expect("a position")
}

/// The rules and nothing else, on plain lists: the outcome is looked up or found by trying every bite.
struct Memo {
    poison: (u32, u32),
    lost: HashMap<Vec<u32>, bool>,
}

impl Memo {
    fn new(poison: (u32, u32)) -> Self {
        Self { poison, lost: HashMap::new() }
    }

    fn is_over(&self, rows: &[u32]) -> bool {
        rows.get(self.poison.0 as usize - 1).is_none_or(|&x| x < self.poison.1)
    }

    fn bites(&self, rows: &[u32]) -> Vec<(Square, Vec<u32>)> {
        let mut bites = Vec::new();
        for i in 0..rows.len() {
            for j in 0..rows[i] {
                let mut bitten = rows.to_vec();
                bitten[i..].iter_mut().for_each(|x| *x = (*x).min(j));
                bites.push((Square::new(i as u32 + 1, j + 1), bitten));
            }
        }
        bites
    }

    fn is_lost(&mut self, rows: &[u32]) -> bool {
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

    fn winning_bites(&mut self, rows: &[u32]) -> Vec<Square> {
        if self.is_over(rows) {
            return Vec::new();
        }
        let bites = self.bites(rows);
        bites.into_iter().filter(|(_, bitten)| self.is_lost(bitten)).map(|(bite, _)| bite).collect()
    }
}

fn positions(rows: u32, cols: u32) -> impl Iterator<Item = Rows> {
    let all = count(rows, cols).expect("a small box");
    (0..all).map(move |r| unrank(r, rows).expect("a rank inside the box"))
}

#[test]
fn lost_positions_of_squares() {
    for line in numbers("published/lost_positions_square.csv") {
        let n = line[0] as u32;
        assert_eq!(solve(n, n).lost_count(), line[1], "{n}x{n}");
    }
}

#[test]
fn lost_positions_of_three_and_four_rows() {
    let solved = solve(3, 200);
    for line in numbers("published/three_rows_lost.csv").iter().filter(|line| line[0] <= 200) {
        assert_eq!(solved.lost_in_bar(3, line[0] as u32), Ok(line[1]), "3x{}", line[0]);
    }
    assert_eq!(solve(200, 3).lost_count(), solved.lost_count());
    for line in numbers("computed/four_rows_lost.csv").iter().filter(|line| line[0] <= 200) {
        assert_eq!(solve(4, line[0] as u32).lost_count(), line[1], "4x{}", line[0]);
    }
}

#[test]
fn lost_positions_by_shape() {
    let shapes = numbers("published/lost_positions_by_shape.csv");
    for (rows, cols) in [(12u32, 12u32), (9, 12), (12, 7)] {
        let solved = solve(rows, cols);
        let by_shape = solved.lost_by_shape().expect("it is in memory");
        for line in shapes.iter().filter(|line| line[0] <= rows.into() && line[1] <= cols.into()) {
            assert_eq!(by_shape[line[0] as usize][line[1] as usize], line[2], "{line:?} in {rows}x{cols}");
        }
        assert_eq!(by_shape.iter().flatten().sum::<u64>(), solved.lost_count());
        assert_eq!(solved.lost_in_bar(rows, cols), Ok(solved.lost_count()));
        assert!(matches!(solved.lost_in_bar(13, 13), Err(NoAnswer::NoSuchBar { rows: 13, cols: 13, .. })));
        assert!(solved.lost_in_bar(0, 200).is_err());
        assert!(solved.openings(0, 5).is_err() && solved.openings(u32::MAX, u32::MAX).is_err());
        assert_eq!(solved.lost_in_bar(0, 5), Ok(0));
        assert_eq!(solved.lost_in_bar(7, 9), solve(7, 9).lost_in_bar(9, 7));
    }
}

#[test]
fn lost_positions_by_area() {
    // A position of n squares fits n x n, so the square of 16 holds all of up to 16 squares.
    let solved = solve(16, 16);
    let by_area = solved.lost_by_area().expect("it is in memory");
    for line in numbers("published/lost_positions_by_area.csv").iter().filter(|line| line[0] <= 16) {
        assert_eq!(by_area[line[0] as usize], line[1], "{} squares", line[0]);
    }
    assert_eq!(by_area.iter().sum::<u64>(), solved.lost_count());
    let thin = solve(5, 9);
    assert_eq!(thin.lost_by_area().expect("it is in memory").iter().sum::<u64>(), thin.lost_count());
}

#[test]
fn openings_of_every_bar_from_one_solve() {
    let solved = solve(16, 16);
    for line in known("published/openings.csv") {
        let size = |field: &str| field.parse::<u32>().expect("a number");
        let (rows, cols) = (size(&line[0]), size(&line[1]));
        let mut expected: Vec<Square> = line[2]
            .split(' ')
            .map(|bite| bite.split_once('-').map(|(r, c)| Square::new(size(r), size(c))).expect("row-col"))
            .collect();
        expected.sort_unstable();
        assert_eq!(solved.openings(rows, cols), Ok(expected.clone()), "{rows}x{cols}");
        let mut mirrored: Vec<Square> = expected.iter().map(|bite| bite.mirrored()).collect();
        mirrored.sort_unstable();
        assert_eq!(solved.openings(cols, rows), Ok(mirrored), "{cols}x{rows}");
    }
}

#[test]
fn every_position_up_to_7x7_agrees_with_trying_every_bite() {
    let mut memo = Memo::new((1, 1));
    for rows in 1..=7u32 {
        for cols in 1..=7u32 {
            let whole = sieve(rows, cols).block_limit(u64::from(rows) * 7);
            let solved = whole.solve(&effort()).expect("a small bar");
            let mut lost = 0;
            for position in positions(rows, cols) {
                let expected = memo.is_lost(position.lengths());
                lost += u64::from(expected);
                assert_eq!(solved.is_lost(&position), Ok(expected), "{position:?} in {rows}x{cols}");
                let bites = memo.winning_bites(position.lengths());
                assert_eq!(solved.winning_bites(&position), Ok(bites), "{position:?} in {rows}x{cols}");
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
                    let whole = sieve_with_poison(rows, cols, (row, col));
                    let solved = whole.block_limit(limit).solve(&effort()).expect("a small bar");
                    let (mut lost, mut alive) = (0, 0);
                    for position in positions(rows, cols) {
                        let expected = memo.is_lost(position.lengths());
                        lost += u64::from(expected);
                        alive += u64::from(!memo.is_over(position.lengths()));
                        let name = format!("{position:?} in {rows}x{cols}@{row},{col}");
                        assert_eq!(solved.is_lost(&position), Ok(expected), "{name}");
                        assert_eq!(
                            solved.winning_bites(&position),
                            Ok(memo.winning_bites(position.lengths())),
                            "{name}"
                        );
                    }
                    assert_eq!(
                        (solved.lost_count(), solved.positions()),
                        (lost, alive),
                        "{rows}x{cols}@{row},{col}"
                    );
                    assert_eq!(solved.lost_by_area().expect("it is in memory").iter().sum::<u64>(), lost);
                    assert_eq!(
                        solved.lost_by_shape().expect("it is in memory").iter().flatten().sum::<u64>(),
                        lost
                    );
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
        let whole = sieve_with_poison(rows, cols, (poison.0, poison.1));
        let alone = whole.solve(&effort().threads(1)).expect("a small bar");
        let expected: Vec<_> = alone.lost_positions().collect();
        for threads in [1, 2, 5] {
            for limit in [50, 1000, 70_000, 10_000_000] {
                let solved = whole.block_limit(limit).solve(&effort().threads(threads)).expect("a small bar");
                let same = solved.lost_positions().eq(expected.iter().cloned());
                assert!(same, "{rows}x{cols} with {threads} threads and blocks of {limit}");
            }
        }
    }
}

/// What is said about a position that does not belong to the bar.
fn outside<T>(solved: &Solved, position: Rows) -> Result<T, NoAnswer> {
    Err(NoAnswer::Outside { position, bar: *solved.bar() })
}

#[test]
fn every_lost_position_is_listed_once() {
    let bars =
        [(7, 7, 1, 1), (5, 8, 1, 1), (8, 5, 1, 1), (1, 1, 1, 1), (5, 3, 4, 1), (3, 5, 1, 4), (4, 4, 2, 3)];
    for (rows, cols, row, col) in bars {
        let whole = sieve_with_poison(rows, cols, (row, col));
        let solved = whole.solve(&effort()).expect("a small bar");
        let listed: Vec<Rows> = solved.lost_positions().collect::<Result<_, _>>().expect("it is in memory");
        let distinct: HashSet<&Rows> = listed.iter().collect();
        assert_eq!((listed.len(), distinct.len() as u64), (distinct.len(), solved.lost_count()));
        for position in positions(rows, cols) {
            let expected = Ok(distinct.contains(&position));
            assert_eq!(solved.is_lost(&position), expected, "{rows}x{cols}: {position}");
        }
        let (k, b) = solved.stored_box();
        assert!(k <= b);
        let ranks = solved.lost_ranks();
        assert_eq!(ranks.bar(), solved.bar());
        let stored: Vec<Rows> = ranks.positions().collect::<Result<_, _>>().expect("it is in memory");
        let lies = |rows: &Rows| {
            rank(
                &if solved.bar().rows() > solved.bar().cols() { rows.mirrored() } else { rows.clone() },
                k.into(),
            )
        };
        let ranks: Vec<_> = stored.iter().map(lies).collect();
        assert!(ranks.is_sorted() && ranks.iter().all(|&rank| rank < count(k.into(), b.into())));
        assert_eq!(solved.lost_ranks().count(), Ok(stored.len() as u64));
    }
    assert_eq!(solve(7, 7).lost_positions().next(), Some(Ok(rows("1"))), "the lone poison comes first");
}

#[test]
fn answers_outside_the_bar() {
    let solved = solve(4, 6);
    assert_eq!(solved.is_lost(&rows("7")), outside(&solved, rows("7")));
    assert_eq!(solved.is_lost(&rows("5^5")), outside(&solved, rows("5^5")));
    assert_eq!(solved.is_lost(&rows("2,1^5")), Ok(false), "turned to fit");
    assert_eq!(solved.is_lost(&rows("0")), Ok(false), "nothing left: the opponent ate the poison");
    assert_eq!(solved.is_lost(&rows("3,1,1,0,0")), Ok(true), "empty rows do not matter");
    assert_eq!(solved.winning_bites(&rows("0")), Ok(vec![]));
    assert_eq!(solved.winning_bites(&rows("7")), outside(&solved, rows("7")));
    assert_eq!(
        solved.is_lost(&rows("300")),
        outside(&solved, rows("300")),
        "no row of more than a byte is taken for a short one"
    );
    assert_eq!(solved.is_lost(&rows("1^300")), outside(&solved, rows("1^300")));
    let turned = sieve_with_poison(2, 4, (1, 2)).solve(&effort()).expect("a small bar");
    assert_eq!(
        turned.is_lost(&rows("2^3")),
        outside(&turned, rows("2^3")),
        "the mirror image of another game"
    );
}

#[test]
fn refusals() {
    assert!(matches!(sieve(256, 3).solve(&effort()), Err(SolveError::OutOfReach(_))));
    assert!(sieve(255, 2).solve(&effort()).is_ok());
    assert_eq!(sieve(99, 99).memory_needed(&effort()), u64::MAX);
    assert_eq!(sieve(2, 1_000_000).memory_needed(&effort()), u64::MAX);
    assert_eq!(
        sieve(99, 99).solve(&effort().memory(1 << 40)).err(),
        Some(TooLittleMemory { needed: u64::MAX, allowed: 1 << 40 }.into())
    );
    let little = effort().memory(1 << 33);
    for (rows, cols) in [(25, 25), (20, 99), (99, 99), (255, 255)] {
        let whole = sieve(rows, cols);
        assert!(matches!(
            whole.solve(&little),
            Err(SolveError::TooLittleMemory(TooLittleMemory { needed, allowed })) if needed > allowed
        ));
        assert!(whole.block_limit(1).plan(&little).is_err(), "not even a plan of single positions fits");
    }
    let error = sieve(30, 30).solve(&effort().memory(1 << 30)).expect_err("30x30 is far too large");
    assert!(error.to_string().contains("1.1 GB may be used"), "{error}");
    // It must not be so careful that it refuses what fits.
    assert!(sieve(22, 22).memory_needed(&effort()) < 16_000_000_000);
    assert!(sieve(20, 20).memory_needed(&effort()) < 2_000_000_000);
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
        let whole = sieve_with_poison(rows, cols, (row, col));
        let needed = whole.memory_needed(&effort());
        assert!(whole.solve(&effort().memory(needed)).is_ok(), "{rows}x{cols}@{row},{col}: {needed}");
    }
}

#[test]
fn the_memory_limit_is_exact() {
    let whole = sieve(10, 11).block_limit(2000);
    let effort = effort().threads(2);
    let needed = whole.memory_needed(&effort);
    assert!(whole.solve(&effort.clone().memory(needed)).is_ok());
    let allowed = needed - 1;
    assert_eq!(whole.solve(&effort.memory(allowed)).err(), Some(TooLittleMemory { needed, allowed }.into()));
}

#[test]
fn whoever_cancels_in_the_middle_gets_no_answer() {
    let cancelled = Some(SolveError::Stopped(Stopped::Cancelled));
    let cancelling = || {
        let cancel = Cancel::new();
        let switch = cancel.clone();
        // At the first sign that some of the work is done, and the rest is not.
        effort().cancelled_by(&cancel).watched(move |progress| {
            if progress.share > Some(0.0) {
                switch.cancel();
            }
        })
    };
    for threads in [1, 2, 5] {
        assert_eq!(sieve(14, 14).solve(&cancelling().threads(threads)).err(), cancelled);
    }
    let cancel = Cancel::new();
    cancel.cancel();
    let effort = effort().cancelled_by(&cancel);
    assert_eq!(sieve(14, 14).solve(&effort).err(), cancelled);
    assert_eq!(sieve(20, 20).plan(&effort).err(), cancelled);
}

thread_local! {
    /// How often this thread has read the clock.
    static READ: Cell<u64> = const { Cell::new(0) };
}

/// A clock that advances by a second whenever it is read.
fn counting() -> Clock {
    Clock::from_fn(|| Duration::from_secs(READ.replace(READ.get() + 1)))
}

#[test]
fn the_deadline_is_looked_at_all_the_time_even_inside_a_block() {
    let within = |seconds| effort().threads(1).clock(counting()).within(Duration::from_secs(seconds));
    let readings = |work: &dyn Fn(&Effort) -> Option<SolveError>, seconds| {
        let effort = within(seconds);
        let before = READ.get();
        (work(&effort), READ.get() - before)
    };
    let whole = sieve(14, 15).block_limit(u64::MAX);
    let solve = |effort: &Effort| whole.solve(effort).err();
    let (finished, all) = readings(&solve, 1_000_000);
    assert_eq!(finished, None);
    assert!(all > 16 + 20, "the clock was read {all} times, and there are sixteen blocks");
    for seconds in [1, 2, all / 3, all / 2, all - 1] {
        let (stopped, read) = readings(&solve, seconds);
        assert_eq!(stopped, Some(SolveError::Stopped(Stopped::OutOfTime)), "at {seconds} of {all}");
        assert_eq!(read, seconds, "stopped at once");
    }
}

#[test]
fn progress_rises_from_zero_to_one() {
    for threads in [1, 3] {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let sink = seen.clone();
        let report = move |progress: Progress| sink.lock().expect("no panic").extend(progress.share);
        let whole = sieve(13, 13).block_limit(10_000);
        whole.solve(&effort().threads(threads).watched(report)).expect("a small bar");
        let seen = seen.lock().expect("no panic");
        assert!(seen.is_sorted(), "{seen:?}");
        assert_eq!((seen.first(), seen.last()), (Some(&0.0), Some(&1.0)));
        assert!(seen.len() > 100);
    }
}

#[test]
fn a_panic_in_the_callback_does_not_hang_the_other_threads() {
    // The first thousandth is done within the first part, which all others need.
    for most in [0.0, 0.5] {
        let effort = effort().threads(3).watched(move |progress| {
            assert!(progress.share <= Some(most), "that is enough");
        });
        let whole = sieve(13, 13).block_limit(5000);
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| whole.solve(&effort))).is_err());
    }
}

#[test]
fn several_ranks_share_the_memory_out() {
    let (whole, effort) = (sieve(14, 15), effort().threads(2));
    let each = |ranks| whole.memory_needed_by_each(ranks, &effort);
    assert_eq!(each(1), each(0));
    assert!(each(1) > each(2) && each(2) > each(16));
    // Ranks pack all lists, and two bytes become little more than nine bits.
    assert!(each(1) < whole.memory_needed(&effort));
    // Memory that is not shared is what each thread needs for itself.
    let alone = each(u64::MAX);
    assert!((each(1) - alone).abs_diff(2 * (each(2) - alone)) < 10, "{} {} {alone}", each(1), each(2));
    assert_eq!(sieve(256, 3).memory_needed_by_each(4, &effort), u64::MAX);
}

#[test]
fn positions_to_solve_are_those_of_the_box() {
    assert_eq!(sieve(5, 7).positions_to_solve(), 792);
    assert_eq!(sieve(7, 5).positions_to_solve(), 792);
    assert_eq!(sieve(6, 6).positions_to_solve(), 462, "half of a square, a row less");
    assert_eq!(sieve_with_poison(6, 6, (2, 2)).positions_to_solve(), 924);
    assert_eq!(
        (sieve(99, 99).positions_to_solve(), sieve(256, 3).positions_to_solve()),
        (u64::MAX, u64::MAX)
    );
}

#[test]
fn lost_positions_are_counted_by_every_area() {
    for (rows, cols, row, col) in [(7, 7, 1, 1), (5, 8, 1, 1), (8, 5, 1, 1), (6, 6, 2, 3)] {
        let solved = sieve_with_poison(rows, cols, (row, col)).solve(&effort()).expect("a small bar");
        let mut by_area = vec![0; (rows * cols) as usize + 1];
        for position in solved.lost_positions() {
            by_area[position.expect("it is in memory").lengths().iter().sum::<u32>() as usize] += 1;
        }
        assert_eq!(solved.lost_by_area(), Ok(by_area), "{rows}x{cols}@{row},{col}");
    }
}

/// Keeps the lost positions of another solve, and may fail.
#[derive(Debug)]
struct Elsewhere {
    solved: Solved,
    failure: Option<NoAnswer>,
}

impl Elsewhere {
    /// The lost positions of the box, without mirror images.
    fn stored(&self) -> impl Iterator<Item = Rows> + '_ {
        self.solved.lost_ranks().positions().map(|rows| rows.expect("it is in memory"))
    }
}

impl Keeper for Elsewhere {
    fn is_lost(&self, rows: &[u8]) -> Result<bool, NoAnswer> {
        assert!(!rows.is_empty(), "who has no rows is known without looking");
        let rows = Rows::new(rows.iter().copied().map(u32::from).collect::<Vec<_>>()).expect("a position");
        self.failure.clone().map_or_else(|| self.solved.is_lost(&rows), Err)
    }

    fn lost_under(&self, first_row: u8) -> u64 {
        self.stored().filter(|rows| rows.row(1) == u32::from(first_row)).count() as u64
    }

    fn lost_ranks(&self) -> Box<dyn Iterator<Item = Result<u64, NoAnswer>> + '_> {
        let (rows, _) = self.solved.stored_box();
        let ranks = self.stored().map(move |lost| Ok(rank(&lost, rows.into()).expect("a small box")));
        // It fails after the first one, and would continue.
        let failure = self.failure.clone().into_iter().map(Err);
        let after = if self.failure.is_some() { 1 } else { usize::MAX };
        let more = self.failure.is_some().then_some(Ok(1)).into_iter();
        Box::new(ranks.take(after).chain(failure).chain(more))
    }

    fn bytes(&self) -> u64 {
        12_345
    }

    fn place(&self) -> String {
        "a drawer".to_string()
    }
}

#[test]
fn what_is_kept_elsewhere_answers_alike_and_what_cannot_be_read_is_an_error() {
    for (rows, cols) in [(4, 6), (5, 5)] {
        let bar = Chomp::new(rows, cols).expect("a bar");
        let elsewhere = |failure: Option<NoAnswer>| {
            let keeper = Elsewhere { solved: solve(rows, cols), failure };
            Solved::kept_by(&bar, Box::new(keeper)).expect("a small bar")
        };
        let gone = NoAnswer::Unreadable("the card is gone".to_string());
        let forgotten = NoAnswer::NotKept("only the openings were kept".to_string());
        let (here, kept) = (solve(rows, cols), elsewhere(None));
        assert_eq!((here.place(), kept.place().as_deref()), (None, Some("a drawer")));
        assert_eq!((kept.bytes(), kept.peak_bytes()), (12_345, 12_345));
        assert!(kept.lost_positions().eq(here.lost_positions()));
        assert_eq!((kept.lost_count(), kept.lost_by_area()), (here.lost_count(), here.lost_by_area()));
        for why in [gone, forgotten] {
            let failed = elsewhere(Some(why.clone()));
            assert_eq!(failed.lost_count(), here.lost_count(), "that is known without reading");
            assert_eq!(failed.openings(rows, cols), Err(why.clone()), "won is not what cannot be read");
            assert_eq!((failed.lost_by_shape(), failed.lost_by_area()), (Err(why.clone()), Err(why.clone())));
            assert_eq!(failed.lost_ranks().count(), Err(why.clone()));
            let listed: Vec<_> = failed.lost_positions().collect();
            assert_eq!(listed, [Ok(self::rows("1")), Err(why.clone())], "nothing comes after an error");
            for position in positions(rows, cols) {
                let standing = Standing::new(bar, position.clone()).expect("inside the bar");
                if !bar.is_over(&position) {
                    let Knowledge::Unknown(unknown) = failed.ask(&standing, &effort()) else {
                        panic!("{position} is not known");
                    };
                    assert!(unknown.to_string().contains(&why.to_string()), "{unknown}");
                }
            }
        }
        for position in positions(rows, cols) {
            assert_eq!(kept.is_lost(&position), here.is_lost(&position), "{position}");
            let standing = Standing::new(bar, position).expect("inside the bar");
            assert_eq!(kept.ask(&standing, &effort()).outcome(), here.ask(&standing, &effort()).outcome());
        }
        let other = Standing::read("5x6@2,2".parse().expect("a bar"), "4,4").expect("a position");
        assert_eq!(here.ask(&other, &effort()).outcome(), None, "the poison is elsewhere");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_positions_up_to_12x12_agree_with_the_memo_search(
        mut rows in prop::collection::vec(1u32..=12, 6..=12),
    ) {
        static SOLVED: std::sync::OnceLock<Solved> = std::sync::OnceLock::new();
        rows.sort_unstable_by(|a, b| b.cmp(a));
        let solved = SOLVED.get_or_init(|| solve(12, 12));
        let bar = Chomp::new(12, 12).expect("a bar");
        let position = Rows::new(rows).expect("a position");
        let found = Algorithm::Memo.search(&bar, &position, &effort()).expect("nothing limits it");
        let standing = Standing::new(bar, position.clone()).expect("inside the bar");
        prop_assert_eq!(solved.ask(&standing, &effort()).outcome(), Some(found.outcome));
        let winning = solved.winning_bites(&position).expect("inside the bar");
        match found.best {
            Some(best) => prop_assert!(winning.contains(&best)),
            None => prop_assert!(winning.is_empty()),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn rank_and_unrank_are_inverse(mut rows in prop::collection::vec(0u32..=20, 12)) {
        rows.sort_unstable_by(|a, b| b.cmp(a));
        let rows = Rows::new(rows).expect("a position");
        let r = rank(&rows, 12).expect("a position");
        prop_assert_eq!(unrank(r, 12), Some(rows));
    }
}

/// Compares a bar with everything kept to the same bar when blocks are forgotten after their last use.
fn forgetting_changes_nothing(kept: &Solved, sieve: Sieve, threads: usize) {
    let forgetful = sieve.keep(Keep::Openings).solve(&effort().threads(threads)).expect("it needs less");
    let bar = *kept.bar();
    assert_eq!(forgetful.lost_count(), kept.lost_count(), "{bar}");
    for height in 1..=bar.rows() {
        for cols in 1..=bar.cols() {
            if kept.bar().poison().row <= height && kept.bar().poison().col <= cols {
                assert_eq!(
                    forgetful.openings(height, cols),
                    kept.openings(height, cols),
                    "{height}x{cols} of {bar}"
                );
            }
        }
    }
    // What was not kept is neither lost nor won.
    let stairs = rows("3,2,1");
    if bar.rows() >= 3 && bar.cols() > 3 && stairs.has(bar.poison()) {
        assert!(matches!(forgetful.is_lost(&stairs), Err(NoAnswer::NotKept(_))), "{bar}");
        assert!(matches!(forgetful.lost_by_area(), Err(NoAnswer::NotKept(_))), "{bar}");
        assert!(matches!(forgetful.lost_ranks().count(), Err(NoAnswer::NotKept(_))), "{bar}");
    }
}

#[test]
fn whoever_forgets_finds_the_same_openings_with_every_poison() {
    for (rows, cols) in (1..=6).flat_map(|rows| (rows..=8).map(move |cols| (rows, cols))) {
        for poison in (1..=rows).flat_map(|row| (1..=cols).map(move |col| (row, col))) {
            let sieve = sieve_with_poison(rows, cols, poison);
            let kept = sieve.solve(&effort()).expect("a small bar is solved");
            for limit in [1, 30] {
                forgetting_changes_nothing(&kept, sieve.block_limit(limit), 1);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn whoever_forgets_finds_the_same_openings_of_larger_bars(
        rows in 2u32..11, cols in 2u32..14, row in 0u32..11, col in 0u32..14, in_corner in any::<bool>(),
        limit in 1u64..3000, threads in 1usize..4,
    ) {
        let poison = if in_corner { (1, 1) } else { (row % rows + 1, col % cols + 1) };
        let sieve = sieve_with_poison(rows, cols, poison);
        let kept = sieve.solve(&effort()).expect("a small bar is solved");
        forgetting_changes_nothing(&kept, sieve.block_limit(limit), threads);
    }
}

/// The whole range, once: `cargo test --release -p lastbite --test library -- --ignored forgets`.
#[test]
#[ignore = "takes minutes"]
fn whoever_forgets_finds_the_same_openings_of_all_bars_up_to_12x14() {
    for (rows, cols) in (1..=12).flat_map(|rows| (rows..=14).map(move |cols| (rows, cols))) {
        for poison in (1..=rows).flat_map(|row| (1..=cols).map(move |col| (row, col))) {
            let sieve = sieve_with_poison(rows, cols, poison);
            let kept = sieve.solve(&effort()).expect("a small bar is solved");
            let limit = (sieve.positions_to_solve() / 100).max(1);
            forgetting_changes_nothing(&kept, sieve.block_limit(limit), 1 + (rows + cols) as usize % 2);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Two hundred larger bars, with the one above.
    #[test]
    #[ignore = "takes minutes"]
    fn whoever_forgets_finds_the_same_openings_of_two_hundred_larger_bars(
        (rows, cols) in prop_oneof![
            (13u32..16, 13u32..16), (9u32..12, 15u32..21), (5u32..8, 20u32..40), (2u32..5, 40u32..120),
        ],
        row in 0u32..16, col in 0u32..120, in_corner in any::<bool>(), blocks in 20u64..2000, threads in 1usize..4,
    ) {
        let poison = if in_corner { (1, 1) } else { (row % rows + 1, col % cols + 1) };
        let sieve = sieve_with_poison(rows, cols, poison);
        let kept = sieve.solve(&effort()).expect("a bar of this size is solved");
        forgetting_changes_nothing(&kept, sieve.block_limit(sieve.positions_to_solve() / blocks), threads);
    }
}

/// How much less is said of one thread: with more it depends on who is quicker, but the estimate holds.
#[test]
fn whoever_forgets_needs_less_memory() {
    for bar in ["16x16", "11x26"] {
        let sieve = Sieve::of(&bar.parse().expect("a bar")).block_limit(1 << 17);
        let peak = |keep, effort: &Effort| sieve.keep(keep).solve(effort).expect("it fits").peak_bytes();
        let needed = |keep, effort: &Effort| sieve.keep(keep).memory_needed(effort);
        let alone = effort().threads(1);
        let (kept, forgetful) = (peak(Keep::Everything, &alone), peak(Keep::Openings, &alone));
        assert!(forgetful * 3 < kept * 2, "{bar}: {forgetful} and {kept}");
        for threads in [1, 3] {
            let effort = effort().threads(threads);
            let (forgetful, expected) = (peak(Keep::Openings, &effort), needed(Keep::Openings, &effort));
            assert!(forgetful <= expected, "{bar} on {threads} threads: {forgetful} of {expected}");
            assert!(expected * 4 < needed(Keep::Everything, &effort) * 3);
            // With less memory than it needs, it stops without an answer.
            let starved = sieve.keep(Keep::Openings).solve(&effort.memory(forgetful / 2));
            assert!(matches!(starved, Err(SolveError::TooLittleMemory(_))));
        }
    }
}
