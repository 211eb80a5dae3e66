//! The card against the processor. Where LASTBITE_CARD_EMULATOR names an emulated card (`emulator/build`
//! makes it), that one, on small bars; else the card of this machine, on larger ones too; else nothing, and a
//! word about it.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use lastbite::{Cancel, Chomp, Effort, Outcome, Rows, Solver, Square, Standing, Stopped};
use lastbite_card::{Card, CardError};
use lastbite_engines::Siever;
use lastbite_engines::rank;
use lastbite_engines::sieve::{Keep, Sieve, Solved};
use lastbite_engines::{NoAnswer, SolveError};
use proptest::option;
use proptest::prelude::*;

/// There is one card in a process: an emulated one knows one box at a time.
static THE_CARD: Mutex<()> = Mutex::new(());

/// A card to try, whether it is a real one, and a guard to hold.
struct Tried {
    card: Card,
    is_real: bool,
    _guard: MutexGuard<'static, ()>,
}

/// Returns the card; an emulated one has so much memory.
fn card(memory: u64) -> Option<Tried> {
    let _guard = THE_CARD.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(library) = std::env::var_os("LASTBITE_CARD_EMULATOR") {
        #[allow(
            unsafe_code,
            reason = "the gate builds the library from this source; the guard is held as long as the card"
        )]
        // SAFETY: as the reason says.
        let card = unsafe { Card::emulated(&PathBuf::from(library), memory) }.expect("an emulated card");
        return Some(Tried { card, is_real: false, _guard });
    }
    match Card::find() {
        Ok(card) => Some(Tried { card, is_real: true, _guard }),
        Err(why) => {
            eprintln!("skipped: {why} (and LASTBITE_CARD_EMULATOR names no emulated card)");
            None
        }
    }
}

fn bar(text: &str) -> Chomp {
    text.parse().expect("a bar")
}

/// Says whether two have found the same lost positions.
fn same_positions(solved: &Solved, expected: &Solved) -> bool {
    solved.lost_positions().eq(expected.lost_positions())
}

/// Bars of every kind, the poison elsewhere in some, each with a cut of its own.
const SMALL: [(&str, u64); 37] = [
    ("1x1", 64),
    ("1x2", 64),
    ("2x2", 64),
    ("1x30", 64),
    ("2x9", 64),
    ("3x3", 12_870),
    ("3x30", 64),
    ("4x7", 70),
    ("7x4", 12_870),
    ("5x5", 100),
    ("6x6", 64),
    ("6x12", 300),
    ("7x7", 64),
    ("8x10", 64),
    ("9x9", 1000),
    ("10x10", 12_870),
    ("10x12", 700),
    ("12x5", 64),
    ("4x7@2,3", 64),
    ("7x4@3,2", 64),
    ("6x6@6,6", 90),
    ("8x8@1,5", 64),
    ("9x9@5,5", 500),
    ("5x9@4,1", 12_870),
    ("7x8@2,1", 200),
    ("10x6@1,2", 12_870),
    // More columns than a warp has lanes.
    ("1x255", 64),
    ("255x2", 12_870),
    // More columns than a block has positions: there are blocks without any row below.
    ("2x70", 64),
    ("3x31", 64),
    ("3x100", 2500),
    ("4x40", 500),
    ("4x45", 12_870),
    ("5x33", 2000),
    ("3x70@2,65", 1000),
    ("40x4@17,3", 500),
    ("4x34@2,20", 200),
];

/// Too much for an emulated card.
const LARGE: [(&str, u64); 41] = [
    ("11x11", 12_870),
    ("11x12", 64),
    ("12x12", 12_870),
    ("12x13", 5000),
    ("13x13", 1000),
    ("13x14", 12_870),
    ("14x14", 12_870),
    ("14x15", 4000),
    ("15x15", 12_870),
    ("15x16", 12_870),
    ("16x16", 12_870),
    ("10x20", 12_870),
    ("8x30", 12_870),
    ("6x30", 2000),
    ("20x10", 3000),
    ("30x7", 12_870),
    ("12x12@1,2", 12_870),
    ("12x12@2,2", 500),
    ("12x13@6,7", 12_870),
    ("13x12@6,7", 12_870),
    ("14x14@14,14", 12_870),
    ("14x14@1,14", 3000),
    ("13x13@7,3", 12_870),
    ("10x20@5,10", 12_870),
    ("20x10@20,1", 12_870),
    ("15x15@2,1", 12_870),
    ("5x35", 200),
    ("6x33", 12_870),
    ("10x32", 12_870),
    ("7x42", 500),
    ("6x60", 12_870),
    ("4x255", 2000),
    ("2x255", 64),
    ("3x255", 12_870),
    ("3x100", 64),
    ("3x100", 150),
    ("4x40", 64),
    ("3x70@2,65", 64),
    ("40x4@17,3", 100),
    ("7x40@3,30", 12_870),
    ("60x5@44,2", 12_870),
];

#[test]
fn the_card_finds_what_the_processor_finds() {
    let Some(tried) = card(1 << 30) else { return };
    let large = if tried.is_real { &LARGE[..] } else { &[] };
    for &(text, limit) in SMALL.iter().chain(large) {
        let bar = bar(text);
        let expected = Sieve::of(&bar).solve(&Effort::unlimited()).expect("solved");
        let solved = tried
            .card
            .clone()
            .block_limit(limit)
            .solve(&bar, &Effort::unlimited())
            .expect("solved by the card");
        assert!(same_positions(&solved, &expected), "{bar}, blocks of {limit}");
        assert_eq!(solved.lost_count(), expected.lost_count(), "{bar}, blocks of {limit}");
        assert_eq!(
            solved.openings(bar.rows(), bar.cols()),
            expected.openings(bar.rows(), bar.cols()),
            "{bar}"
        );
        assert_eq!(solved.lost_by_shape(), expected.lost_by_shape(), "{bar}");
        let is_lost = |rows: Result<Rows, NoAnswer>| rows.and_then(|rows| solved.is_lost(&rows)) == Ok(true);
        assert!(solved.lost_positions().take(200).all(is_lost), "{bar}");
        assert_eq!(solved.place(), Some(tried.card.name()));
    }
}

/// On an emulated card, lists that are cleared are overwritten with something wrong; and it has so little
/// memory that segments are small and used again.
#[test]
fn what_is_forgotten_was_not_needed() {
    forgets(1, |card| card);
}

/// The same with an index of what is alive, on every second bar.
#[test]
fn what_is_forgotten_thriftily_was_not_needed() {
    forgets(2, Card::thrifty);
}

fn forgets(every: usize, how: impl Fn(Card) -> Card) {
    let mut forgotten = 0;
    for (text, limit) in SMALL.into_iter().chain(LARGE).step_by(every) {
        let Some(tried) = card(if limit <= 100 { 12 << 20 } else { 1 << 30 }) else { return };
        let bar = bar(text);
        if !tried.is_real && LARGE.contains(&(text, limit)) {
            break;
        }
        let expected = Sieve::of(&bar).solve(&Effort::unlimited()).expect("solved");
        let card = how(tried.card.clone().block_limit(limit).keep(Keep::Openings));
        let solved = card.solve(&bar, &Effort::default().memory(1 << 30)).expect("solved by the card");
        assert_eq!(solved.lost_count(), expected.lost_count(), "{bar}, blocks of {limit}");
        assert_eq!(
            solved.openings(bar.rows(), bar.cols()),
            expected.openings(bar.rows(), bar.cols()),
            "{bar}"
        );
        // What is known of other positions is right; what is not known is said, and of those that are won
        // too.
        let lost = expected.lost_positions().take(200).map(|rows| rows.expect("it is in memory"));
        let positions = (1..200).filter_map(|number| rank::unrank(number, bar.rows())).chain(lost);
        let mut has_forgotten = false;
        for rows in positions.filter(|rows| expected.holds(rows)) {
            match solved.is_lost(&rows) {
                Ok(lost) => assert_eq!(Ok(lost), expected.is_lost(&rows), "{bar}: {rows}"),
                Err(NoAnswer::NotKept(why)) => {
                    assert!(why.contains("not kept all"), "{why}");
                    has_forgotten = true;
                }
                Err(other) => panic!("{bar}: {rows}: {other}"),
            }
        }
        if has_forgotten {
            assert!(matches!(solved.lost_positions().last(), Some(Err(NoAnswer::NotKept(_)))), "{bar}");
            assert!(matches!(solved.lost_by_shape(), Err(NoAnswer::NotKept(_))), "{bar}");
        }
        forgotten += usize::from(has_forgotten);
    }
    assert!(forgotten > 10 / every, "only {forgotten} bars have forgotten something");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5, ..ProptestConfig::default() })]

    /// Bars of more columns than a warp has lanes, the poison anywhere in every second, with any cut: all that
    /// the card keeps, and what it keeps for the openings.
    #[test]
    fn long_bars_are_solved_as_on_the_processor(
        (rows, cols, poison) in (2..=5u32, 31..=120u32)
            .prop_filter("small enough for an emulated card", |&(rows, cols)| {
                rank::count(rows, cols).is_some_and(|positions| positions < 12_000)
            })
            .prop_flat_map(|(rows, cols)| (Just(rows), Just(cols), option::of((1..=rows, 1..=cols)))),
        is_turned in any::<bool>(),
        limit in 64..1000u64,
    ) {
        let Some(tried) = card(1 << 30) else { return Ok(()) };
        let mut bar = Chomp::new(rows, cols).expect("a bar");
        if let Some((row, col)) = poison {
            bar = bar.with_poison(Square { row, col }).expect("inside");
        }
        let bar = if is_turned { bar.mirrored() } else { bar };
        let expected = Sieve::of(&bar).solve(&Effort::unlimited()).expect("solved");
        let card = tried.card.clone().block_limit(limit);
        let whole = card.solve(&bar, &Effort::unlimited()).expect("solved by the card");
        prop_assert!(same_positions(&whole, &expected), "{}, blocks of {}", bar, limit);
        let openings = card.keep(Keep::Openings).solve(&bar, &Effort::unlimited()).expect("solved by the card");
        for solved in [whole, openings] {
            prop_assert_eq!(solved.lost_count(), expected.lost_count());
            prop_assert_eq!(
                solved.openings(bar.rows(), bar.cols()),
                expected.openings(bar.rows(), bar.cols())
            );
        }
    }
}

/// A card with room for the index and little else has its host keep lists, and reads them there.
#[test]
fn what_the_card_has_no_room_for_is_on_its_host() {
    let Some(tried) = card(1 << 30) else { return };
    let small = [("8x9", 64), ("7x8@2,3", 100), ("4x40", 500)];
    let large = [("16x16", 12_870), ("13x14@3,3", 500), ("10x32", 12_870), ("4x255", 2000)];
    for (text, limit) in if tried.is_real { &large[..] } else { &small } {
        let bar = bar(text);
        let expected = Sieve::of(&bar).solve(&Effort::unlimited()).expect("solved");
        let card = tried.card.clone().block_limit(*limit).keep(Keep::Openings).thrifty();
        // The least that does.
        let (effort, mut memory) = (Effort::default().memory(2 << 30), 1 << 20);
        let solved = loop {
            match card.clone().memory(memory).solve(&bar, &effort) {
                Err(CardError::TooLittleMemory { .. }) => memory += memory / 32,
                solved => break solved.expect("solved by the card"),
            }
        };
        assert_eq!(solved.lost_count(), expected.lost_count(), "{bar}, {memory} bytes");
        let openings = |solved: &Solved| solved.openings(bar.rows(), bar.cols());
        assert_eq!(openings(&solved), openings(&expected), "{bar}, {memory} bytes");
        let place = solved.place().expect("a card");
        assert!(place.contains("of its host's memory"), "{bar}, {memory} bytes: {place}");
    }
}

/// Small bars would rather take more: every shelf takes a segment.
#[test]
fn forgetting_takes_less_memory() {
    let Some(tried) = card(1 << 30).filter(|tried| tried.is_real) else { return };
    let bar = bar("20x20");
    let bytes = |keep: Keep| {
        let card = tried.card.clone().keep(keep);
        card.solve(&bar, &Effort::unlimited()).expect("solved by the card").bytes()
    };
    let (everything, openings) = (bytes(Keep::Everything), bytes(Keep::Openings));
    assert!(4 * openings < 3 * everything, "{openings} of {everything} bytes");
}

#[test]
fn what_was_solved_stays_when_another_bar_is() {
    let Some(tried) = card(1 << 30) else { return };
    let solve = |text: &str| {
        tried.card.clone().block_limit(64).solve(&bar(text), &Effort::unlimited()).expect("solved")
    };
    let (first, second) = (solve("7x8"), solve("5x6"));
    let expected = Sieve::of(&bar("7x8")).solve(&Effort::unlimited()).expect("solved");
    assert!(same_positions(&first, &expected));
    drop(second);
    assert_eq!(first.lost_count(), expected.lost_count());
}

#[test]
fn what_cannot_be_is_said() {
    let Some(tried) = card(8 << 20) else { return };
    let refused = |text: &str| tried.card.solve(&bar(text), &Effort::unlimited()).expect_err("too much");
    let too_large = if tried.is_real { "26x26" } else { "12x14" };
    assert!(matches!(refused(too_large), CardError::TooLittleMemory { .. } | CardError::TooLarge { .. }));
    assert!(refused(too_large).to_string().contains("solve"));
    assert!(matches!(refused("28x28"), CardError::TooLarge { .. }));
    assert!(matches!(refused("14x128"), CardError::TooLarge { .. }));
    assert!(matches!(refused("31x32"), CardError::TooLong { .. }));
    assert!(refused("31x32").to_string().contains("bars of up to 30x255"));
    assert!(matches!(refused("256x2"), CardError::Solve(_)));
    let cancel = Cancel::default();
    cancel.cancel();
    let stopped = tried.card.solve(&bar("4x5"), &Effort::unlimited().cancelled_by(&cancel));
    assert!(matches!(stopped, Err(CardError::Solve(SolveError::Stopped(Stopped::Cancelled)))));
}

#[test]
fn two_at_once_are_both_right() {
    let Some(tried) = card(1 << 30) else { return };
    let texts = if tried.is_real { ["15x16", "14x16"] } else { ["7x8", "6x9"] };
    std::thread::scope(|scope| {
        for text in texts {
            let card = tried.card.clone();
            scope.spawn(move || {
                let solved = card.solve(&bar(text), &Effort::unlimited()).expect("solved by the card");
                let expected = Sieve::of(&bar(text)).solve(&Effort::unlimited()).expect("solved");
                assert!(same_positions(&solved, &expected), "{text}");
            });
        }
    });
}

#[test]
fn a_solver_that_is_told_of_the_card_asks_it() {
    let Some(tried) = card(1 << 30) else { return };
    assert!(!tried.card.is_worth_it(&bar("8x10"), 2));
    assert!(tried.card.is_soon(&bar("22x22")) && !tried.card.is_soon(&bar("26x26")));
    assert!(tried.card.is_soon(&bar("11x64")) && tried.card.is_soon(&bar("255x6")));
    assert!(!Card::is_worth_it(&bar("33x33"), 2) && Card::is_worth_it(&bar("42x10"), 2));
    if !tried.is_real {
        return;
    }
    let solver: Solver<Chomp> = Solver::new();
    solver.bars().sieve_elsewhere(std::sync::Arc::new(tried.card.clone()));
    let known =
        solver.ask(&Standing::start(bar("20x21")), &Effort::unlimited()).known().expect("solved by the card");
    assert_eq!(known.outcome, Outcome::Win);
    let solved = solver.bars().solved(&bar("20x21"), &Effort::unlimited()).expect("solved before");
    assert_eq!(solved.place(), Some(tried.card.name()));
}
