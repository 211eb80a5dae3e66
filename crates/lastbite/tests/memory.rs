//! Estimates of memory, compared with the counts of an allocator.
//!
//! If the estimate left out the strings of bits, the tables, the cells, the values or the lost positions,
//! some bar here would take more than estimated. The small rest, strings of the poison and the plan, is
//! checked separately, next to the kernel.

// An allocator is unsafe by nature; this one counts, refuses at times, and passes the rest on.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use lastbite::effort::TooLittleMemory;
use lastbite::{Chomp, Effort, SolveError, games::chomp::Table};
use lastbite_engines::sieve::{Keep, Sieve};
use lastbite_engines::sweep::{Distances, GrundyValues, Tally};
use lastbite_engines::thin::{Fates, grundy_values_of_four_rows};

/// The allocator of the system, watched.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
/// Beyond this many bytes in use, large allocations are refused.
static MOST_GIVEN: AtomicUsize = AtomicUsize::new(usize::MAX);
/// The size of a large allocation; smaller ones always succeed.
const LARGE_PIECE: usize = 4096;

// SAFETY: every call is refused, as an allocator may, or passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(taken(layout), Ordering::Relaxed) + taken(layout);
        if layout.size() >= LARGE_PIECE && now > MOST_GIVEN.load(Ordering::Relaxed) {
            NOW.fetch_sub(taken(layout), Ordering::Relaxed);
            return std::ptr::null_mut();
        }
        PEAK.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller keeps the promises that both make.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(taken(layout), Ordering::Relaxed);
        // SAFETY: the pointer came from `alloc` above, hence from the system's.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Returns the bytes that an allocation takes, with what the system's allocator notes about it.
fn taken(layout: Layout) -> usize {
    (layout.size() + 8).next_multiple_of(16).max(32)
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Returns the most bytes that were in use while some work was done, beyond those in use before.
fn peak<T>(work: impl FnOnce() -> T) -> u64 {
    let before = NOW.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let result = work();
    let peak = PEAK.load(Ordering::Relaxed);
    drop(result);
    (peak - before) as u64
}

/// Work that takes at least this much is estimated at no more than this many times what it takes.
const LARGE: u64 = 1_000_000;
const MOST: u64 = 3;

#[track_caller]
fn compare(what: &str, estimate: u64, peak: u64) {
    assert!(estimate >= peak, "{what} took {peak} bytes, and {estimate} were estimated");
    assert!(peak < LARGE || estimate <= MOST * peak, "{what} took only {peak} bytes of {estimate}");
}

/// Runs one test at a time, because there is only one allocator to watch.
fn alone() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[test]
fn solving_takes_less_than_was_estimated() {
    let _alone = alone();
    // The bar, the most positions of a block (0: as usual) and the threads.
    let bars = [
        ("1x1", 0, 1),
        ("3x99", 0, 2),
        ("5x99", 0, 2),
        ("7x7", 0, 1),
        ("10x20", 0, 4),
        ("12x14", 0, 2),
        ("14x14", 0, 1),
        ("16x16", 0, 2),
        ("99x4", 0, 1),
        // Few blocks, and long: the workspace decides.
        ("14x14", 1 << 23, 1),
        ("15x15", 1 << 23, 4),
        ("9x30", 1 << 23, 2),
        ("14x15", 1 << 31, 1),
        // Many blocks, and short: the cells of the store decide.
        ("14x14", 100, 1),
        ("10x10", 1, 1),
        ("6x40", 100, 2),
        // What lacks the poison has to be marked.
        ("13x13@7,7", 0, 1),
        ("13x13@7,7", 1 << 23, 1),
        ("10x20@10,1", 1 << 23, 1),
        ("14x15@5,9", 0, 2),
        ("12x12@2,2", 100, 1),
        ("6x6@2,2", 0, 1),
    ];
    for (bar, block, threads) in bars {
        let effort = Effort::default().threads(threads);
        let sieve = Sieve::of(&bar.parse().expect("a bar"));
        let sieve = if block == 0 { sieve } else { sieve.block_limit(block) };
        for keep in [Keep::Everything, Keep::Openings] {
            let sieve = sieve.keep(keep);
            let estimate = sieve.memory_needed(&effort);
            let peak = peak(|| sieve.solve(&effort).expect("it fits"));
            let what = format!("{bar} in blocks of {block} on {threads} threads, {keep:?} kept");
            compare(&what, estimate, peak);
        }
    }
}

/// We know how many positions of squares with the poison in the corner are lost. Of other bars we know it
/// less well, but if not everything is kept, only as much is packed as necessary. On one thread, where
/// nothing depends on who is quicker.
#[test]
fn solving_takes_what_was_estimated_within_a_tenth() {
    let _alone = alone();
    let effort = Effort::default().threads(1);
    let squares = ["17x17", "17x18"].map(|bar| (bar, &[Keep::Everything, Keep::Openings][..]));
    let others = ["7x50", "8x42", "10x33", "13x22"].map(|bar| (bar, &[Keep::Openings][..]));
    for (bar, kept) in squares.into_iter().chain(others) {
        for &keep in kept {
            let sieve = Sieve::of(&bar.parse().expect("a bar")).keep(keep);
            let estimate = sieve.memory_needed(&effort);
            let peak = peak(|| sieve.solve(&effort).expect("it fits"));
            assert!(
                (peak..=peak + peak / 10).contains(&estimate),
                "{bar}, {keep:?} kept, took {peak} bytes of {estimate}"
            );
        }
    }
}

#[test]
fn planning_takes_less_than_was_estimated() {
    let _alone = alone();
    for (rows, cols, block) in [(5, 7, 1), (14, 14, 100), (10, 40, 5000), (22, 22, 1 << 20)] {
        let sieve = Sieve::of(&Chomp::new(rows, cols).expect("a bar")).block_limit(block);
        let Err(SolveError::TooLittleMemory(TooLittleMemory { needed, .. })) =
            sieve.plan(&Effort::default().memory(0))
        else {
            panic!("no plan takes no memory");
        };
        let peak = peak(|| sieve.plan(&Effort::default()).expect("it fits"));
        // Middles are mostly shorter than they could be, so this one is not as close.
        assert!((peak..5 * peak).contains(&needed), "{rows}x{cols} took {peak} bytes of {needed}");
    }
}

/// Returns the estimate, by allowing no memory.
fn estimated<T>(solve: impl Fn(&Effort) -> Result<T, SolveError>) -> u64 {
    match solve(&Effort::default().memory(0)) {
        Err(SolveError::TooLittleMemory(TooLittleMemory { needed, .. })) => needed,
        _ => panic!("nothing takes no memory"),
    }
}

#[test]
fn columns_and_values_of_four_rows_take_less_than_was_estimated() {
    let _alone = alone();
    for (rows, cols, third) in
        [(4, 150, 150), (4, 2000, 20), (5, 70, 70), (5, 300, 12), (6, 40, 40), (6, 65, 20)]
    {
        let solve = |effort: &Effort| Fates::up_to(rows, cols, third, effort);
        let peak = peak(|| solve(&Effort::default()).expect("it fits"));
        compare(&format!("columns of {rows}x{cols} up to {third}"), estimated(solve), peak);
    }
    for cols in [10, 64, 100] {
        let solve = |effort: &Effort| grundy_values_of_four_rows(cols, effort);
        let peak = peak(|| solve(&Effort::default()).expect("it fits"));
        compare(&format!("the Grundy values of 4x{cols}"), estimated(solve), peak);
    }
}

#[test]
fn proving_takes_less_than_was_estimated() {
    let _alone = alone();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table");
    for (bar, threads) in [("6x6", 2), ("14x14", 2), ("8x30", 1), ("11x11@5,5", 4)] {
        let bar: Chomp = bar.parse().expect("a bar");
        let solved = Sieve::of(&bar).solve(&Effort::default()).expect("it fits");
        Table::write(&path, solved.lost_ranks(), &Effort::default()).expect("a table");
        let table = Table::open(&path).expect("a table");
        let effort = Effort::default().threads(threads);
        let estimate = table.memory_to_verify(&effort);
        let peak = peak(|| table.verify(&effort).expect("the table is right"));
        compare(&format!("the proof of {bar}"), estimate, peak);
    }
}

/// Refuses memory at every stage of the work, which must be an error and not end the process.
#[test]
fn refusals_are_errors() {
    let _alone = alone();
    let solve = |threads: usize| {
        let sieve = Sieve::of(&Chomp::new(11, 12).expect("a bar")).block_limit(3000);
        move || sieve.solve(&Effort::default().threads(threads)).err()
    };
    let elsewhere =
        || Sieve::of(&"9x9@5,5".parse().expect("a bar")).solve(&Effort::default().threads(1)).err();
    let distances = |threads: usize| {
        let bar = Chomp::new(9, 10).expect("a bar");
        move || Distances::in_blocks(&bar, 20_000, &Effort::default().threads(threads)).err()
    };
    let values = |threads: usize| {
        let bar = Chomp::new(9, 10).expect("a bar");
        move || GrundyValues::in_blocks(&bar, 20_000, &Effort::default().threads(threads)).err()
    };
    // The blocks of a sweep are kept one by one, and small ones always fit.
    let works: [(&dyn Fn() -> Option<SolveError>, usize); 7] = [
        (&solve(1), 35),
        (&solve(3), 35),
        (&elsewhere, 35),
        (&distances(1), 15),
        (&distances(3), 15),
        (&values(1), 15),
        (&values(3), 15),
    ];
    for (work, least) in works {
        let peak = peak(work) as usize;
        let mut refused = 0;
        for share in 0..40 {
            MOST_GIVEN.store(NOW.load(Ordering::Relaxed) + peak * share / 40, Ordering::Relaxed);
            let error = work();
            MOST_GIVEN.store(usize::MAX, Ordering::Relaxed);
            assert!(matches!(error, None | Some(SolveError::NoMemory)), "{error:?}");
            refused += usize::from(error.is_some());
        }
        assert!(refused > least, "{refused} times");
    }
}

/// Values that are only counted are given back on the way, and the estimate knows how many are there at a time.
#[test]
fn counting_values_takes_as_much_as_was_estimated_and_less_than_keeping_them() {
    let _alone = alone();
    type Count = fn(&Chomp, &Effort) -> Result<Tally, SolveError>;
    let bar = Chomp::new(14, 15).expect("a bar");
    let positions = 77_558_759;
    for count in [Tally::of_grundy_values as Count, Tally::of_distances] {
        for threads in [1, 3] {
            let effort = Effort::default().threads(threads);
            // What the blocks take is refused first, then what their values do.
            let refused = |memory| match count(&bar, &effort.clone().memory(memory)) {
                Err(SolveError::TooLittleMemory(TooLittleMemory { needed, .. })) => needed,
                other => panic!("{:?}", other.map(|_| ())),
            };
            let needed = refused(refused(1));
            let peak = peak(|| count(&bar, &effort.clone().memory(needed)).expect("enough memory"));
            assert!(peak <= needed && needed < peak * 13 / 10, "{threads} threads: {needed}, took {peak}");
            assert!(peak < positions * 3 / 4, "{threads} threads: took {peak}");
        }
    }
}
