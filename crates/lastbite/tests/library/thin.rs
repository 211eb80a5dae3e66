//! Long thin bars, compared with the sieve, with published counts, with the rules alone, and each method with
//! the others.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use lastbite::effort::TooLittleMemory;
use lastbite::{Cancel, Chomp, Effort, Rows, Square, Stopped};
use lastbite_engines::sieve::Sieve;
use lastbite_engines::sweep::GrundyValues;
use lastbite_engines::thin::{
    Fate, Fates, FewRows, LastRows, ThreeRows, Windowed, grundy_values_of_four_rows,
    grundy_values_of_three_rows, two,
};
use lastbite_engines::{Method, SolveError};
use lastbite_work::Clock;
use proptest::prelude::*;

fn effort() -> Effort {
    Effort::default().threads(2)
}

/// The lines of a file of known answers, without comments and the header.
fn known(name: &str) -> Vec<(u32, u64)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/known").join(name);
    let text = std::fs::read_to_string(path).expect("known answers are part of the repository");
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    let split =
        |line: &str| line.split_once(',').map(|(n, lost)| (n.parse().unwrap(), lost.parse().unwrap()));
    lines.map(|line| split(line).expect("two numbers")).collect()
}

/// Everything that is known about three rows.
fn rows(lengths: &[u32]) -> Rows {
    Rows::new(lengths).expect("a position")
}

fn answers<const WORDS: usize>(solver: &Windowed<WORDS>) -> (Vec<u64>, Vec<Vec<Square>>, Vec<Fate>) {
    let cols = solver.cols();
    let openings = (1..=cols).map(|cols| solver.openings(cols).expect("it is solved")).collect();
    (solver.lost_counts(), openings, (0..=cols).map(|r| solver.fate(r)).collect())
}

fn three(cols: u32) -> ThreeRows {
    ThreeRows::solve(cols, &effort()).expect("a short bar is solved")
}

/// The rules and nothing else: who wins is looked up or found by trying every bite.
#[derive(Default)]
struct Memo(HashMap<Vec<u32>, bool>);

impl Memo {
    fn bites(rows: &[u32]) -> Vec<(Square, Vec<u32>)> {
        let mut bites = Vec::new();
        for (row, &length) in rows.iter().enumerate() {
            for left in 0..length {
                let mut bitten = rows.to_vec();
                bitten[row..].iter_mut().for_each(|x| *x = (*x).min(left));
                bites.push((Square::new(row as u32 + 1, left + 1), bitten));
            }
        }
        bites
    }

    fn is_lost(&mut self, rows: &[u32]) -> bool {
        if rows.iter().all(|&length| length == 0) {
            return false;
        }
        if let Some(&lost) = self.0.get(rows) {
            return lost;
        }
        let lost = Self::bites(rows).into_iter().all(|(_, bitten)| !self.is_lost(&bitten));
        self.0.insert(rows.to_vec(), lost);
        lost
    }

    fn winning_bites(&mut self, rows: &[u32]) -> Vec<Square> {
        let bites = Self::bites(rows).into_iter();
        bites.filter(|(_, bitten)| self.is_lost(bitten)).map(|(bite, _)| bite).collect()
    }
}

/// All falling lists of this many lengths, in lexicographic order.
fn positions(rows: usize, longest: u32) -> Vec<Vec<u32>> {
    if rows == 0 {
        return vec![Vec::new()];
    }
    let with = |first: u32| {
        let rest = positions(rows - 1, first).into_iter();
        rest.map(move |rest| [vec![first], rest].concat())
    };
    (0..=longest).flat_map(with).collect()
}

#[test]
fn counts_and_openings_equal_those_of_the_sieve() {
    for (rows, cols) in [(3, 255), (4, 255), (5, 120), (6, 60), (7, 24)] {
        let sieve = Sieve::of(&Chomp::new(rows, cols).unwrap()).solve(&effort()).unwrap();
        let few = FewRows::solve(rows, cols, &effort()).unwrap();
        let three = three(cols);
        let by_shape = sieve.lost_by_shape().unwrap();
        for r in 1..=rows {
            let mut lost = 0;
            for c in 1..=cols {
                lost += (1..=r as usize).map(|r| by_shape[r][c as usize]).sum::<u64>();
                let bites = sieve.openings(r, c).unwrap();
                assert_eq!(few.lost_count(r, c), Some(lost), "{r}x{c} of {rows}x{cols}");
                assert_eq!(few.openings(r, c).as_ref(), Some(&bites), "{r}x{c} of {rows}x{cols}");
                match r {
                    1 => {
                        assert_eq!(two::lost_count_of_one_row(c), lost);
                        assert_eq!(two::openings_of_one_row(c), bites);
                    }
                    2 => {
                        assert_eq!(two::lost_count_of_two_rows(c), lost);
                        assert_eq!(two::openings_of_two_rows(c), bites);
                    }
                    3 => {
                        assert_eq!(three.lost_count(c), Some(lost));
                        assert_eq!(three.openings(c), Some(bites));
                    }
                    _ => {}
                }
            }
        }
    }
}

#[test]
fn counts_equal_the_known_ones() {
    let (three, few) = (three(400), FewRows::solve(3, 400, &effort()).unwrap());
    let counts = known("published/three_rows_lost.csv");
    assert_eq!(counts.last(), Some(&(400, 27_908)));
    for (cols, lost) in counts.into_iter().filter(|&(cols, _)| cols > 0) {
        assert_eq!(three.lost_count(cols), Some(lost), "3x{cols}");
        assert_eq!(few.lost_count(3, cols), Some(lost), "3x{cols}");
    }
    let four = FewRows::solve(4, 500, &effort()).unwrap();
    let counts = [known("published/four_rows_lost.csv"), known("computed/four_rows_lost.csv")].concat();
    // 4x3000 takes most of a minute: `lastbite solve 4x3000` compares it.
    for (cols, lost) in counts.into_iter().filter(|&(cols, _)| cols <= 500) {
        assert_eq!(four.lost_count(4, cols), Some(lost), "4x{cols}");
    }
}

#[test]
fn three_rows_by_two_methods_and_few_rows_agree() {
    let (three, few) = (three(3000), FewRows::solve(3, 3000, &effort()).unwrap());
    assert_eq!(three.lost_counts(), few.lost_counts(3));
    for cols in 1..=3000 {
        assert_eq!(three.openings(cols), few.openings(3, cols), "3x{cols}");
    }
}

#[test]
fn three_rows_list_the_positions_that_few_rows_list() {
    let mut expected = Vec::new();
    let mut few = FewRows::listing(3, 2000, &effort()).unwrap();
    few.advance_listing(2000, &effort(), |lost| expected.push([lost[1], lost[2], lost[0]])).unwrap();
    expected.sort_unstable();
    let unlisted = three(2000).to_bytes();
    for threads in [1, 2, 5] {
        let effort = Effort::default().threads(threads);
        let (mut listed, mut solver) = (Vec::new(), ThreeRows::new(2000, &effort).unwrap());
        for until in [0, 300, 301, 1100, 2000] {
            // Also if the time is up in the middle of a step.
            let mut show = |lost: &[u32]| listed.push([lost[1], lost[2], lost[0]]);
            let _ = solver.advance_listing(until, &up_after(7, threads), &mut show);
            solver.advance_listing(until, &effort, &mut show).unwrap();
        }
        assert!(listed == expected, "every position once, by second and third row");
        assert!(solver.to_bytes() == unlisted, "to be shown changes nothing");
    }
    let little = Effort::default().threads(1).memory(Method::ThreeRows.estimate(3, 2000, 1).unwrap().bytes);
    let refused = ThreeRows::new(2000, &little).unwrap().advance_listing(2000, &little, |_| {});
    assert!(matches!(refused, Err(SolveError::TooLittleMemory(_))));
}

#[test]
fn columns_do_what_their_fates_say() {
    // A longer bar says the same about the columns that a shorter one has settled, and the lost positions are
    // where they say.
    let (short, long) = (three(1000), three(2100));
    let lost = LastRows::solve(3, 1000, &effort()).unwrap();
    let settled = short.census().settled;
    assert!(settled > 450, "{settled}");
    for r in 0..settled {
        let fate = short.fate(r);
        assert_eq!(fate, long.fate(r), "column {r}");
        match fate {
            Fate::Dies { at } => {
                assert_eq!(lost.is_lost(&rows(&[at, at, r])), Some(true));
                assert!(
                    (at + 1..1000)
                        .all(|q| (q..=1000).all(|p| lost.is_lost(&rows(&[p, q, r])) == Some(false)))
                );
            }
            Fate::Repeats { from, distances } => {
                let value = |q: u32| q + distances[(q - from) as usize % distances.len()];
                assert!(
                    (from..1000)
                        .all(|q| value(q) > 1000 || lost.is_lost(&rows(&[value(q), q, r])) == Some(true))
                );
                if from > r {
                    let before = from - 1 + distances[distances.len() - 1];
                    assert_eq!(
                        lost.is_lost(&rows(&[before, from - 1, r])),
                        Some(false),
                        "column {r} repeats before {from}"
                    );
                }
            }
            fate => panic!("column {r} is {fate:?}"),
        }
    }
    let census = long.census();
    let named: u32 = census.periods.iter().map(|period| period.columns).sum();
    assert_eq!(census.dead + named + census.open, 2101);
    assert_eq!(census.periods.iter().map(|period| period.period).collect::<Vec<_>>(), [1, 2, 4]);
}

#[test]
fn windows_and_whole_bit_sets_agree() {
    let windows = three(20_000);
    assert_eq!(windows.lost_count(20_000), Some(68_653_702));
    assert_eq!(windows.widened(), 0);
    let mut whole = ThreeRows::with_whole_sets(20_000, &effort()).unwrap();
    whole.advance(20_000, &effort()).unwrap();
    assert!(whole.widened() > 10_000);
    assert!(answers(&windows) == answers(&whole));
}

#[test]
fn columns_that_outgrow_their_windows_go_on() {
    let mut narrow = Windowed::<1>::new(5000, &effort()).unwrap();
    let mut widened = 0;
    for until in (0..=5000).step_by(250) {
        narrow.advance(until, &effort()).unwrap();
        assert!(narrow.widened() >= widened, "columns that have died since are counted still");
        widened = narrow.widened();
        narrow = Windowed::<1>::from_bytes(&narrow.to_bytes(), &effort()).unwrap();
        assert_eq!(narrow.widened(), widened);
    }
    assert!(widened > 1000, "one word was enough for nearly all, so little was tried: {widened}");
    let expected = answers(&three(5000));
    assert!(expected == answers(&narrow));
    assert!(expected == answers(&Windowed::<2>::solve(5000, &effort()).unwrap()));
    // And if there is no room for them, it says so; with more memory the same solver continues.
    let little =
        Effort::default().threads(1).memory(Method::ThreeRows.estimate(3, 5000, 1).unwrap().bytes + 20_000);
    let mut narrow = Windowed::<1>::new(5000, &little).unwrap();
    assert!(matches!(narrow.advance(5000, &little), Err(SolveError::TooLittleMemory(_))));
    assert!(!narrow.is_done());
    narrow.advance(5000, &effort()).unwrap();
    assert!(expected == answers(&narrow));
}

#[test]
fn every_number_of_threads_leads_to_the_same_bytes() {
    let solve = |threads: usize| {
        let effort = Effort::default().threads(threads);
        let three = ThreeRows::solve(6000, &effort).unwrap();
        let few = [(3, 200), (4, 150), (5, 50), (6, 25)].map(|(rows, cols)| {
            let mut few = FewRows::solve(rows, cols, &effort).unwrap();
            few.to_bytes()
        });
        (three.to_bytes(), few)
    };
    let one = solve(1);
    assert!(one == solve(2));
    assert!(one == solve(5));
}

/// An effort whose time is up after this many checks, so that it can end anywhere, independent of the clock.
fn up_after(looks: u64, threads: usize) -> Effort {
    static LOOKS: AtomicU64 = AtomicU64::new(0);
    let clock = Clock::from_fn(|| Duration::from_nanos(LOOKS.fetch_add(1, Ordering::Relaxed)));
    Effort::default().threads(threads).clock(clock).within(Duration::from_nanos(looks))
}

#[test]
fn work_that_was_stopped_goes_on_where_it_was() {
    let through = FewRows::solve(4, 120, &effort()).unwrap().to_bytes();
    for threads in [1, 2, 3] {
        for looks in [0, 1, 10, 100, 500] {
            let mut few = FewRows::new(4, 120, &effort()).unwrap();
            let stopped = few.advance(120, &up_after(looks, threads));
            assert_eq!(stopped, Err(SolveError::Stopped(Stopped::OutOfTime)));
            assert!(!few.is_done());
            let mut resumed = FewRows::from_bytes(&few.to_bytes(), &effort()).unwrap();
            few.advance(120, &effort()).unwrap();
            resumed.advance(120, &Effort::default().threads(5)).unwrap();
            assert!(through == few.to_bytes() && through == resumed.to_bytes());
        }
    }
    let through = three(3000).to_bytes();
    for threads in [1, 2, 3] {
        for looks in [0, 1, 10, 40] {
            let mut three = ThreeRows::new(3000, &effort()).unwrap();
            let stopped = three.advance(3000, &up_after(looks, threads));
            assert_eq!(stopped, Err(SolveError::Stopped(Stopped::OutOfTime)));
            assert!(!three.is_done());
            three.advance(3000, &effort()).unwrap();
            assert!(three.to_bytes() == through);
        }
    }
}

#[test]
fn a_switch_that_was_pressed_stops_the_work() {
    let cancel = Cancel::new();
    cancel.cancel();
    let effort = effort().cancelled_by(&cancel);
    let cancelled = Err(SolveError::Stopped(Stopped::Cancelled));
    assert_eq!(ThreeRows::new(1000, &effort).unwrap().advance(1000, &effort), cancelled);
    assert_eq!(FewRows::new(4, 100, &effort).unwrap().advance(100, &effort), cancelled);
}

/// Does work that panics in a callback; fails if the other threads wait for the panicked one forever.
fn ends_with_its_panic(work: impl FnOnce() + Send + 'static) {
    let (ended, end) = mpsc::channel();
    std::thread::spawn(move || {
        let panicked = std::panic::catch_unwind(AssertUnwindSafe(work)).is_err();
        ended.send(panicked).expect("somebody waits for it");
    });
    // It takes milliseconds, or forever.
    assert_eq!(end.recv_timeout(Duration::from_secs(120)), Ok(true));
}

#[test]
fn a_callback_that_panics_hangs_nobody() {
    // The clock panics on one of two threads, which leaves its tile half done.
    ends_with_its_panic(|| {
        static LOOKS: AtomicU64 = AtomicU64::new(0);
        let clock = Clock::from_fn(|| {
            assert_ne!(LOOKS.fetch_add(1, Ordering::Relaxed), 25, "on purpose");
            Duration::ZERO
        });
        let effort = effort().clock(clock).within(Duration::from_secs(3600));
        let _ = grundy_values_of_three_rows(300, &effort);
    });
    // The receiver of positions panics, while the other thread waits for its own to be shown.
    ends_with_its_panic(|| {
        let mut solver = ThreeRows::new(3000, &effort()).unwrap();
        solver.advance(1500, &effort()).unwrap();
        let _ = solver.advance_listing(3000, &effort(), |lost| assert!(lost[1] < 1600, "on purpose"));
    });
    // The watcher panics, on any thread.
    ends_with_its_panic(|| {
        let effort = effort().watched(|progress| assert!(progress.share < Some(0.5), "on purpose"));
        let _ = ThreeRows::solve(3000, &effort);
    });
}

#[test]
fn progress_rises_to_the_end() {
    use std::sync::{Arc, Mutex};
    let shares = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&shares);
    let effort = effort().watched(move |progress| seen.lock().unwrap().push(progress.share.unwrap()));
    ThreeRows::solve(5000, &effort).unwrap();
    FewRows::solve(4, 100, &effort).unwrap();
    let shares = shares.lock().unwrap();
    assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)));
    assert_eq!(shares.iter().filter(|&&share| share == 1.0).count(), 2);
    assert!(shares.len() > 20);
}

#[test]
fn the_sieve_is_estimated_as_it_is() {
    for (rows, cols) in [(7, 30), (12, 12), (16, 16), (12, 13)] {
        let sieve = Sieve::of(&Chomp::new(rows, cols).unwrap());
        let estimate = Method::Sieve.estimate(rows, cols, 2).unwrap();
        assert_eq!(estimate.bytes, sieve.memory_needed(&effort()), "{rows}x{cols}");
        assert_eq!(estimate.nanoseconds, (0.15 * sieve.positions_to_solve() as f64) as u64, "{rows}x{cols}");
    }
    // A square has twice the positions of the box that it is solved through, and costs no more.
    let square = Method::Sieve.estimate(16, 16, 2).unwrap().nanoseconds;
    assert!(square <= Method::Sieve.estimate(15, 16, 2).unwrap().nanoseconds);
}

#[test]
fn what_does_not_fit_is_refused_with_a_sentence() {
    let small = Effort::default().memory(1 << 20);
    let refused = FewRows::new(5, 500, &small).unwrap_err();
    assert!(
        matches!(refused, SolveError::TooLittleMemory(TooLittleMemory { needed, .. }) if needed > 300_000_000),
        "{refused}"
    );
    let sentence = "of memory, and 1.0 MB may be used: solve something smaller, or allow more";
    assert!(refused.to_string().ends_with(sentence), "{refused}");
    assert!(ThreeRows::new(300_000, &small).is_err());
    assert!(LastRows::solve(4, 1000, &Effort::default().memory(200 << 20)).is_err());
    assert!(Method::choose(5, 500, &small).is_err());
    for (rows, cols) in [(2, 10), (8, 10), (4, 0), (4, 65_535), (u32::MAX, u32::MAX)] {
        assert!(matches!(FewRows::new(rows, cols, &small), Err(SolveError::OutOfReach(_))));
    }
    for cols in [0, u32::MAX] {
        assert!(matches!(ThreeRows::new(cols, &small), Err(SolveError::OutOfReach(_))));
    }
    assert!(Method::choose(0, 5, &effort()).is_err());
    assert!(Method::choose(u32::MAX, u32::MAX, &effort()).is_err());
    assert!(Method::choose(7, u32::MAX, &effort()).is_err());
}

#[test]
fn questions_beyond_what_is_solved_have_no_answer() {
    let mut few = FewRows::new(4, 50, &effort()).unwrap();
    few.advance(20, &effort()).unwrap();
    let done = few.done();
    assert!((20..50).contains(&done));
    for (rows, cols) in [(4, done + 1), (5, 1), (0, 1), (1, 0)] {
        assert_eq!(few.lost_count(rows, cols), None);
        assert_eq!(few.openings(rows, cols), None);
    }
    assert_eq!(few.lost_counts(4).len(), done as usize);
    assert!(few.lost_counts(5).is_empty());
    let mut three = ThreeRows::new(50, &effort()).unwrap();
    assert_eq!((three.lost_count(0), three.lost_count(1)), (None, None));
    three.advance(20, &effort()).unwrap();
    assert_eq!((three.done(), three.lost_count(21), three.openings(21)), (20, None, None));
    assert_eq!(three.fate(1_000_000), Fate::Open);
    let lost = LastRows::solve(3, 5, &effort()).unwrap();
    for wrong in [&[6, 1][..], &[1, 1, 1, 1]] {
        assert_eq!((lost.is_lost(&rows(wrong)), lost.winning_bites(&rows(wrong))), (None, None));
    }
    assert_eq!(lost.is_lost(&rows(&[])), Some(false));
    assert_eq!(lost.is_lost(&rows(&[1, 0, 0, 0, 0])), Some(true));
}

#[test]
fn damaged_and_foreign_checkpoints_are_refused() {
    let mut few = FewRows::new(4, 20, &effort()).unwrap();
    few.advance(20, &up_after(20, 2)).unwrap_err();
    let mut three = ThreeRows::new(300, &effort()).unwrap();
    three.advance(200, &effort()).unwrap();
    let (few, three) = (few.to_bytes(), three.to_bytes());
    let is_few = |bytes: &[u8]| FewRows::from_bytes(bytes, &effort()).is_ok();
    let is_three = |bytes: &[u8]| ThreeRows::from_bytes(bytes, &effort()).is_ok();
    assert!(is_few(&few) && is_three(&three));
    assert!(!is_few(&three) && !is_three(&few));
    assert!(Windowed::<2>::from_bytes(&three, &effort()).is_err());
    let mut older = three.clone();
    older["lastbite thin checkpoint ".len()] = b'1';
    let refused = ThreeRows::from_bytes(&older, &effort()).unwrap_err();
    assert!(refused.to_string().contains("another version wrote it"), "{refused}");
    for (bytes, is_good) in [(few, &is_few as &dyn Fn(&[u8]) -> bool), (three, &is_three)] {
        assert!(!is_good(&[&bytes[..], &[0]].concat()));
        assert!(!is_good(&[&bytes[..], &bytes[..]].concat()));
        for at in (0..bytes.len()).step_by(1 + bytes.len() / 1500) {
            assert!(!is_good(&bytes[..at]));
            let mut changed = bytes.clone();
            changed[at] ^= 0x10;
            assert!(!is_good(&changed), "byte {at}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn small_bars_follow_the_rules(rows in 3usize..=6, cols in 1u32..=7, threads in 1usize..=3) {
        let cols = cols.min([0, 0, 0, 12, 8, 6, 5][rows]);
        let effort = Effort::default().threads(threads);
        let mut memo = Memo::default();
        let expected: Vec<Vec<u32>> =
            positions(rows, cols).into_iter().filter(|position| memo.is_lost(position)).collect();
        let mut listed = Vec::new();
        let mut solver = FewRows::listing(rows as u32, cols, &effort).unwrap();
        solver.advance_listing(cols, &effort, |lost| listed.push(lost.to_vec())).unwrap();
        prop_assert_eq!(&listed, &expected);
        let kept = LastRows::solve(rows as u32, cols, &effort).unwrap();
        let expected: Vec<Rows> = expected.iter().map(|lengths| self::rows(lengths)).collect();
        prop_assert_eq!(kept.iter().collect::<Vec<_>>(), expected);
        for position in positions(rows, cols) {
            prop_assert_eq!(kept.is_lost(&self::rows(&position)), Some(memo.is_lost(&position)));
            prop_assert_eq!(kept.winning_bites(&self::rows(&position)), Some(memo.winning_bites(&position)));
        }
    }

    #[test]
    fn a_checkpoint_anywhere_changes_nothing(stops in prop::collection::vec(0u32..=900, 0..4), threads in 1usize..=3) {
        let effort = Effort::default().threads(threads);
        let mut solver = Windowed::<1>::new(900, &effort).unwrap();
        for stop in stops {
            solver.advance(stop, &effort).unwrap();
            let bytes = solver.to_bytes();
            solver = Windowed::<1>::from_bytes(&bytes, &effort).unwrap();
            prop_assert!(solver.to_bytes() == bytes);
        }
        solver.advance(900, &effort).unwrap();
        prop_assert!(solver.to_bytes() == Windowed::<1>::solve(900, &effort).unwrap().to_bytes());
    }

    #[test]
    fn a_checkpoint_of_few_rows_anywhere_changes_nothing(
        rows in 3u32..=6,
        stops in prop::collection::vec(0u64..400, 0..4),
        threads in 1usize..=3,
    ) {
        let cols = [0, 0, 0, 200, 60, 30, 16][rows as usize];
        let effort = Effort::default().threads(threads);
        let (mut listed, mut expected) = (Vec::new(), Vec::new());
        let mut solver = FewRows::listing(rows, cols, &effort).unwrap();
        for stop in stops {
            let _ = solver.advance_listing(cols, &up_after(stop, threads), |lost| listed.push(lost.to_vec()));
            let bytes = solver.to_bytes();
            solver = FewRows::from_bytes(&bytes, &effort).unwrap();
            prop_assert!(solver.to_bytes() == bytes);
        }
        solver.advance_listing(cols, &effort, |lost| listed.push(lost.to_vec())).unwrap();
        let mut through = FewRows::listing(rows, cols, &effort).unwrap();
        through.advance_listing(cols, &effort, |lost| expected.push(lost.to_vec())).unwrap();
        prop_assert!(solver.to_bytes() == through.to_bytes());
        prop_assert!(listed == expected);
    }

    /// A forged file may have a valid checksum: then the answers are wrong, but nothing breaks.
    #[test]
    fn forged_checkpoints_do_no_harm(few in any::<bool>(), changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)) {
        let mut few_rows = FewRows::new(5, 12, &effort()).unwrap();
        few_rows.advance(12, &up_after(12, 2)).unwrap_err();
        let mut three_rows = ThreeRows::new(300, &effort()).unwrap();
        three_rows.advance(200, &effort()).unwrap();
        let mut bytes = if few { few_rows.to_bytes() } else { three_rows.to_bytes() };
        bytes.truncate(bytes.len() - 4);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        bytes.extend(crc32(&bytes).to_le_bytes());
        if let Ok(mut forged) = FewRows::from_bytes(&bytes, &effort()) {
            forged.advance(12, &effort()).unwrap();
        }
        if let Ok(mut forged) = ThreeRows::from_bytes(&bytes, &effort()) {
            forged.advance(300, &effort()).unwrap();
            let _ = (forged.lost_counts(), forged.census(), answers(&forged));
        }
    }
}

/// The checksum, bit by bit as its definition says.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |sum: u32, _| if sum & 1 == 1 { sum >> 1 ^ 0xEDB8_8320 } else { sum >> 1 };
    !bytes.iter().fold(!0, |sum, &byte| (0..8).fold(sum ^ u32::from(byte), step))
}

#[test]
fn grundy_values_of_three_rows_are_those_of_the_sweep_and_published() {
    let values = grundy_values_of_three_rows(140, &effort()).unwrap();
    let swept = GrundyValues::of(&Chomp::new(3, 140).unwrap(), &effort()).unwrap();
    for (cols, &value) in (1..).zip(&values) {
        assert_eq!(swept.value(&rows(&[cols; 3])), Some(value), "3x{cols}");
    }
    for (cols, value) in known("published/three_rows_grundy.csv") {
        assert_eq!(u64::from(values[cols as usize - 1]), value, "A069001({cols})");
    }
    // Neither the length nor the threads change anything.
    for (cols, threads) in [(1, 1), (2, 3), (7, 2), (8, 2), (31, 2), (32, 1), (33, 3), (64, 4), (139, 3)] {
        let found = grundy_values_of_three_rows(cols, &Effort::default().threads(threads)).unwrap();
        assert_eq!(found, values[..cols as usize], "3x{cols} on {threads}");
    }
}

#[test]
fn grundy_values_of_three_rows_are_refused_before_the_work_and_stop() {
    // Windows, not whole sets: those would take 140 GB.
    let refused = grundy_values_of_three_rows(10_000, &effort().memory(1 << 30)).unwrap_err();
    let SolveError::TooLittleMemory(TooLittleMemory { needed, .. }) = refused else {
        panic!("{refused}");
    };
    assert!((40 << 30..70 << 30).contains(&needed), "{needed}");
    assert!(matches!(grundy_values_of_three_rows(0, &effort()), Err(SolveError::OutOfReach(_))));
    assert!(matches!(grundy_values_of_three_rows(20_001, &effort()), Err(SolveError::OutOfReach(_))));
    let cancel = Cancel::new();
    cancel.cancel();
    let stopped = grundy_values_of_three_rows(500, &effort().cancelled_by(&cancel)).unwrap_err();
    assert_eq!(stopped, SolveError::Stopped(Stopped::Cancelled));
}

#[test]
fn grundy_values_of_four_rows_are_those_of_the_sweep() {
    let (cols, bar) = (60, Chomp::new(4, 60).unwrap());
    let (swept, found) =
        (GrundyValues::of(&bar, &effort()).unwrap(), grundy_values_of_four_rows(cols, &effort()));
    let expected: Vec<u32> = (1..=cols).map(|n| swept.value(&rows(&[n; 4])).unwrap()).collect();
    assert_eq!(found.unwrap(), expected);
    // They do not depend on the bar.
    assert_eq!(grundy_values_of_four_rows(7, &effort()).unwrap(), expected[..7]);

    let refused = grundy_values_of_four_rows(500, &effort().memory(1 << 30)).unwrap_err();
    assert!(matches!(refused, SolveError::TooLittleMemory(_)), "{refused}");
    for cols in [0, 2001] {
        assert!(matches!(grundy_values_of_four_rows(cols, &effort()), Err(SolveError::OutOfReach(_))));
    }
    let cancel = Cancel::new();
    cancel.cancel();
    let stopped = grundy_values_of_four_rows(100, &effort().cancelled_by(&cancel)).unwrap_err();
    assert_eq!(stopped, SolveError::Stopped(Stopped::Cancelled));
}

#[test]
fn columns_have_the_lost_positions_of_few_rows() {
    for (count, cols) in [(4, 90), (5, 40), (6, 24)] {
        let lost = LastRows::solve(count, cols, &effort()).unwrap();
        // All columns, and the lowest ones alone.
        for third in [cols, cols / 3, 0] {
            let fates = Fates::up_to(count, cols, third, &effort()).unwrap();
            let mut known = 0;
            for position in lost.iter().filter(|position| position.row(3) <= third) {
                let lower: Vec<u32> = (2..=count).map(|row| position.row(row)).collect();
                assert_eq!(fates.first_row(&lower), Some(position.row(1)), "{position}");
                known += 1;
            }
            let all = positions(count as usize - 1, cols);
            assert_eq!(all.iter().filter(|lower| fates.first_row(lower).is_some()).count(), known);
        }
    }
}

/// What is proven from a short bar must hold in a longer one, which a method without proofs has solved. Says
/// how many columns never begin, die and repeat.
fn check_fates(short: &Fates, long: &Fates, lost: &LastRows) -> [usize; 3] {
    let (cols, mut fates) = (long.cols(), [0; 3]);
    let is_lost = |first: &[u32], column: &[u32]| lost.is_lost(&rows(&[first, column].concat()));
    for (column, fate) in short.iter().filter(|(_, fate)| **fate != Fate::Open) {
        let value = |b: u32| long.first_row(&[&[b], &column[..]].concat());
        match fate {
            Fate::Never { because } => {
                let cut: Vec<u32> = column.iter().map(|&length| length.min(*because)).collect();
                assert_eq!(is_lost(&[*because; 2], &cut), Some(true), "{column:?}");
                assert!(column[0] > *because && (column[0]..=cols).all(|b| value(b).is_none()), "{column:?}");
                fates[0] += 1;
            }
            Fate::Dies { at } => {
                assert_eq!(is_lost(&[*at; 2], &column), Some(true), "{column:?}");
                assert!((at + 1..=cols).all(|b| value(b).is_none()), "{column:?}");
                fates[1] += 1;
            }
            Fate::Repeats { from, distances } => {
                for (b, distance) in (*from..=cols).zip(distances.iter().cycle()) {
                    if b + distance <= cols {
                        assert_eq!(is_lost(&[b + distance, b], &column), Some(true), "{b} {column:?}");
                    }
                }
                // The period is the least, and it did not begin earlier.
                let is_shorter = |by: usize| [&distances[by..], &distances[..by]].concat() == *distances;
                assert!(!(1..distances.len()).any(is_shorter), "{column:?}");
                let last = distances[distances.len() - 1];
                assert!(*from == column[0] || value(from - 1) != Some(from - 1 + last), "{column:?}");
                fates[2] += 1;
            }
            fate => panic!("{fate:?}"),
        }
        assert_eq!(&long.fate(&column), fate, "{column:?}");
    }
    fates
}

#[test]
fn columns_of_four_rows_do_what_was_proven() {
    let solve = |cols| Fates::solve(4, cols, &effort()).unwrap();
    let (short, long) = (solve(150), solve(400));
    let fates = check_fates(&short, &long, &LastRows::solve(4, 400, &effort()).unwrap());
    assert!(fates.iter().all(|&count| count > 60), "{fates:?}");
    // With a fourth row of 0 they are the columns of three rows.
    let three = three(400);
    let settled = |c: &u32| long.fate(&[*c, 0]) != Fate::Open && three.fate(*c) != Fate::Open;
    for c in (0..=400).filter(settled) {
        assert_eq!(long.fate(&[c, 0]), three.fate(c), "{c}");
    }
    let census = long.census();
    assert!(census.settled >= 11 && census.periods.iter().any(|known| known.period == 96));
    let (_, low): (Vec<_>, Vec<_>) = long.iter().filter(|(column, _)| column[0] <= 20).unzip();
    let up_to = Fates::up_to(4, 400, 20, &effort()).unwrap();
    assert_eq!(up_to.iter().map(|(_, fate)| fate).collect::<Vec<_>>(), low);
}

#[test]
fn columns_of_five_rows_and_six_do_what_was_proven() {
    let solve = |rows, cols, third| Fates::up_to(rows, cols, third, &effort()).unwrap();
    for (count, short, long, third) in [(5, 60, 120, 60), (5, 100, 120, 12), (6, 40, 60, 40)] {
        let lost = LastRows::solve(count, long, &effort()).unwrap();
        let (short, long) = (solve(count, short, third), solve(count, long, long));
        let fates = check_fates(&short, &long, &lost);
        assert!(fates.iter().all(|&count| count > 20), "{count}: {fates:?}");
    }
    // With a last row of 0 they are the columns of one row less. A longer bar may settle more of them.
    for rows in [5, 6] {
        let (more, fewer) = (solve(rows, 60, 60), solve(rows - 1, 120, 60));
        let mut compared = 0;
        for (column, fate) in fewer.iter() {
            let with_none = more.fate(&[&column[..], &[0]].concat());
            if with_none != Fate::Open && *fate != Fate::Open {
                assert_eq!(&with_none, fate, "{column:?}");
                compared += 1;
            }
        }
        assert!(compared > 100, "{compared}");
    }
}

/// The rules alone, for any number of rows: a first row makes a position lost if no bite leads to a lost one.
#[test]
fn columns_are_what_the_rules_say() {
    for (count, cols) in [(4, 12), (5, 9), (6, 7)] {
        let (mut memo, fates) = (Memo::default(), Fates::solve(count, cols, &effort()).unwrap());
        for lower in positions(count as usize - 1, cols) {
            let first = (lower[0].max(1)..=cols).find(|&a| memo.is_lost(&[&[a], &lower[..]].concat()));
            assert_eq!(fates.first_row(&lower), first, "{lower:?}");
        }
    }
}

#[test]
fn columns_are_refused_before_the_work_and_stop() {
    for (rows, cols) in [(4, 2000), (5, 400), (6, 200), (6, 65_000)] {
        let refused = Fates::solve(rows, cols, &effort().memory(1 << 30)).unwrap_err();
        assert!(matches!(refused, SolveError::TooLittleMemory(_)), "{refused}");
    }
    for (rows, cols) in [(4, 0), (3, 10), (7, 10), (5, 65_001)] {
        assert!(matches!(Fates::solve(rows, cols, &effort()), Err(SolveError::OutOfReach(_))));
    }
    let fates = Fates::up_to(5, 50, 9, &effort()).unwrap();
    for column in [&[1, 2, 0][..], &[3, 1], &[], &[10, 0, 0], &[3, 2, 1, 0]] {
        assert_eq!(fates.fate(column), Fate::Open, "{column:?} is no column that was followed");
        assert_eq!(fates.first_row(&[&[20], column].concat()), None);
    }
    let cancel = Cancel::new();
    cancel.cancel();
    let stopped = Fates::solve(5, 100, &effort().cancelled_by(&cancel)).unwrap_err();
    assert_eq!(stopped, SolveError::Stopped(Stopped::Cancelled));
}
