//! The solver: what it keeps, what it frees, what it uses again, and what it does with little memory.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use lastbite::effort::{Stopped, TooLittleMemory};
use lastbite::knowledge::{Reason, Source, WhyNot};
use lastbite::solver::some_seconds;
use lastbite::{
    Action, Analysis, AnyGame, Cancel, Chomp, Effort, Event, Game, Nim, Outcome, Player, Rows, Session,
    Settings, Solver, Standing,
};
use lastbite_engines::sieve::Sieve;
use lastbite_engines::sweep::{Distances, GrundyValues};
use lastbite_engines::thin::LastRows;
use lastbite_work::Clock;
use proptest::prelude::*;

fn bar(text: &str) -> Chomp {
    text.parse().unwrap()
}

fn effort() -> Effort {
    Effort::unlimited().threads(1)
}

#[test]
fn what_was_found_is_kept_within_the_bound_and_let_go() {
    let bar = bar("6x7");
    let solved = Sieve::of(&bar).solve(&effort()).unwrap().bytes();
    let distances = Distances::of(&bar, &effort()).unwrap().bytes();
    let values = GrundyValues::of(&bar, &effort()).unwrap().bytes();
    assert!(solved > 1 && distances > 1 && values > 1);

    let solver = Solver::<Chomp>::new();
    solver.bars().solved(&bar, &effort()).unwrap();
    assert_eq!(solver.kept_bytes(), solved);
    solver.bars().distances(&bar, &effort()).unwrap();
    assert_eq!(solver.kept_bytes(), solved + distances);
    solver.bars().grundy_values(&bar, &effort()).unwrap();
    assert_eq!(solver.kept_bytes(), solved + distances + values);
    assert_eq!(format!("{solver:?}"), format!("Solver {{ kept: {} }}", solved + distances + values));
    solver.clone().release();
    assert_eq!(solver.kept_bytes(), 0, "a clone is the same solver");

    // Half of the limit is for outcomes, a sixth each for distances, Grundy values and long bars.
    let kept = |bound, find: &dyn Fn(&Solver<Chomp>)| {
        let solver = Solver::keeping(bound);
        find(&solver);
        solver.kept_bytes()
    };
    let solve = |solver: &Solver<Chomp>| drop(solver.bars().solved(&bar, &effort()).unwrap());
    let sweep = |solver: &Solver<Chomp>| drop(solver.bars().distances(&bar, &effort()).unwrap());
    let value = |solver: &Solver<Chomp>| drop(solver.bars().grundy_values(&bar, &effort()).unwrap());
    assert_eq!([kept(2 * solved, &solve), kept(2 * solved - 2, &solve)], [solved, 0]);
    assert_eq!([kept(6 * distances, &sweep), kept(6 * distances - 1, &sweep)], [distances, 0]);
    assert_eq!([kept(6 * values, &value), kept(6 * values - 1, &value)], [values, 0]);
}

#[test]
fn whoever_has_no_time_for_the_grundy_value_has_the_moves_all_the_same() {
    static NOW: AtomicU64 = AtomicU64::new(0);
    let clock = Clock::from_fn(|| Duration::from_secs(NOW.load(Ordering::Relaxed)));
    // The time is up when the distances are there, and before the value is.
    let hurried = effort().clock(clock).within(Duration::from_secs(1)).watched(|progress| {
        if progress.share == Some(1.0) {
            NOW.store(2, Ordering::Relaxed);
        }
    });
    let start = Standing::start(bar("6x7"));
    let judged = Solver::new().analyse(&start, &hurried).unwrap();
    assert_eq!(judged.grundy, None);
    let whole = Solver::new().analyse(&start, &effort()).unwrap();
    assert!(whole.grundy.is_some());
    assert_eq!((judged.distance, judged.moves), (whole.distance, whole.moves));
}

#[test]
fn an_analysis_in_vain_visits_as_many_nodes_as_are_allowed() {
    let start = Standing::new(bar("99x98"), "98^98,97".parse().unwrap()).unwrap();
    let unknown = Solver::new().analyse_soon(&start, &effort().nodes(2000)).unwrap_err();
    assert_eq!((unknown.why, unknown.nodes), (WhyNot::Stopped(Stopped::OutOfNodes), 2000));
}

#[test]
fn what_is_known_of_a_bar_is_used_for_what_lies_in_it_and_for_nothing_else() {
    let solver = Solver::new();
    let judged = |text: &str| {
        let start = Standing::start(bar(text));
        let (said, plain) =
            (solver.analyse(&start, &effort()).unwrap(), Analysis::of(&start, &effort()).unwrap());
        assert_eq!(
            (said.outcome, said.distance, said.grundy),
            (plain.outcome, plain.distance, plain.grundy),
            "{text}"
        );
        assert_eq!((said.moves, said.main_line), (plain.moves, plain.main_line), "{text}");
        solver.kept_bytes()
    };
    let kept = judged("4x5");
    assert_eq!(judged("3x4"), kept, "it lies in the larger one");
    assert_eq!(judged("4x5"), kept);
    let more = judged("4x5@2,2");
    assert!(more > kept, "another poison is another game");
    assert!(judged("4x6") > more, "it does not lie in the smaller one");
}

#[test]
fn with_little_memory_what_is_left_of_a_bar_is_looked_at() {
    let (whole, rows) = (bar("12x12"), "3,3,2");
    let standing = Standing::read(whole, rows).unwrap();
    let left = bar("3x3");
    let needed = Distances::memory_needed(&left, &effort())
        .unwrap()
        .max(GrundyValues::memory_needed(&left, &effort()).unwrap());
    let small = effort().memory(needed);
    assert!(Distances::memory_needed(&whole, &small).unwrap() > needed);
    assert!(GrundyValues::memory_needed(&whole, &small).unwrap() > needed);
    let (said, plain) =
        (Solver::new().analyse(&standing, &small).unwrap(), Analysis::of(&standing, &effort()).unwrap());
    assert_eq!((said.outcome, said.distance, said.grundy), (plain.outcome, plain.distance, plain.grundy));
}

#[test]
fn as_much_memory_as_is_needed_is_enough() {
    let bar = bar("9x10");
    let needed = Sieve::of(&bar).memory_needed(&effort());
    let start = Standing::start(bar);
    let known = Solver::new().ask_whole(&start, &effort().memory(needed)).known().unwrap();
    assert_eq!((known.outcome, known.source), (Outcome::Win, Source::Sieve));
    let unknown = Solver::new().ask_whole(&start, &effort().memory(needed - 1)).known().unwrap_err();
    assert_eq!(unknown.why, WhyNot::from(TooLittleMemory { needed, allowed: needed - 1 }));
}

#[test]
fn any_game_is_solved_as_the_game_itself() {
    let (solver, of_bars) = (Solver::new(), Solver::new());
    for text in ["chomp:8x10", "chomp:7x7@3,2"] {
        let plain = of_bars.ask(&Standing::start(bar(text)), &effort()).known().unwrap();
        let any = Standing::start(text.parse::<AnyGame>().unwrap());
        let known = solver.ask(&any, &effort()).known().unwrap();
        assert_eq!((known.outcome, known.source, known.nodes), (plain.outcome, Source::Sieve, plain.nodes));
        assert_eq!(known.best.map(|mv| any.write_move(&mv)), plain.best.map(|mv| mv.to_string()));
    }
}

#[cfg(feature = "files")]
#[test]
fn a_table_is_asked_before_anything_is_solved() {
    let folder = tempfile::tempdir().unwrap();
    let (bar, path) = (bar("5x6"), folder.path().join("table"));
    let solved = Sieve::of(&bar).solve(&effort()).unwrap();
    lastbite::Table::write(&path, solved.lost_ranks(), &effort()).unwrap();
    let solver = Solver::new().with_table(lastbite::Table::open(&path).unwrap());
    let known = solver.ask(&Standing::read(bar, "6,6,5,4").unwrap(), &effort()).known().unwrap();
    assert_eq!((known.source, solver.kept_bytes()), (Source::Table, 0));
    let outside = solver.ask(&Standing::start(Chomp::new(6, 7).unwrap()), &effort()).known().unwrap();
    assert_eq!(outside.source, Source::Sieve);
    assert!(format!("{:?}", solver.bars()).contains("tables: 1"), "{:?}", solver.bars());
}

#[test]
fn a_small_game_is_looked_through_to_its_end() {
    let judged = |text: &str| {
        Solver::new().analyse(&Standing::start(text.parse::<Nim>().unwrap()), &effort()).unwrap()
    };
    assert_eq!((judged("nim:64").distance, judged("nim:64").grundy), (Some(1), Some(64)));
    assert_eq!((judged("nim:65").distance, judged("nim:65").grundy), (None, Some(65)));
}

#[test]
fn why_a_position_is_lost_is_told_of_lost_positions_only() {
    let why =
        |rows: &str| Solver::new().why_lost(&Standing::read(bar("4x5"), rows).unwrap(), &effort()).unwrap();
    assert_eq!(why("5,5,2,2"), Some(Reason::EveryMoveAnswered { moves: 13 }));
    assert_eq!(why("5,5,2,1"), None);
    assert!(matches!(why("5,4"), Some(Reason::Theorem(_))));
    assert_eq!(why("5,5"), None);
}

#[test]
fn a_few_seconds_are_a_number_of_nodes() {
    let start = Standing::start(bar("10x10"));
    let effort = some_seconds(&start);
    assert_eq!(
        effort.nodes_allowed(),
        Some(lastbite::search::a_few_seconds(start.game().size(start.position())))
    );
}

/// Theorems answer each move at once, and there may be millions of them.
#[test]
fn an_analysis_by_theory_ends_when_it_is_called_off() {
    let cancel = Cancel::new();
    cancel.cancel();
    let game = Standing::start("nim:99,98,5".parse::<Nim>().unwrap());
    let unknown = Solver::new().analyse(&game, &effort().cancelled_by(&cancel)).expect_err("called off");
    assert!(unknown.was_cancelled());
}

/// A theorem names the only winning bite of a square, and judges every other one: however large it is,
/// nothing is searched.
#[test]
fn a_square_of_any_size_is_analysed_at_once() {
    for side in [40, 99] {
        let start = Standing::start(format!("chomp:{side}x{side}").parse::<AnyGame>().unwrap());
        // A search would stop at its third node, and every other solver at its first byte.
        let effort = effort().nodes(2).memory(0);
        let analysis = Solver::new().analyse(&start, &effort).unwrap();
        assert_eq!((analysis.outcome, analysis.unjudged), (Outcome::Win, 0), "{start}");
        assert_eq!(analysis.moves.len() as u64, start.move_count());
        let winning: Vec<String> = analysis
            .moves
            .iter()
            .filter(|judged| judged.outcome == Outcome::Win)
            .map(|judged| start.write_move(&judged.mv))
            .collect();
        assert_eq!(winning, ["2,2"], "{start}");
        assert_eq!(start.write_move(&analysis.main_line[0]), "2,2");
        // One node for each move and each step of the main line, and no more: theorems decide every one.
        let looks = 1 + start.move_count() + analysis.main_line.len() as u64;
        assert_eq!(analysis.nodes, looks, "{start}");
    }
}

/// The distances of such a square would take seconds, and those of larger ones minutes. A theorem knows the
/// winning bite, so it waits for none of them.
#[test]
fn a_square_waits_for_no_distances_that_take_long() {
    let analysis = Solver::new().analyse(&Standing::start(bar("15x15")), &effort().nodes(2)).unwrap();
    assert_eq!((analysis.outcome, analysis.distance), (Outcome::Win, None));
    let small = Solver::new().analyse(&Standing::start(bar("9x9")), &effort()).unwrap();
    assert!(small.distance.is_some(), "these are known within a moment");
}

#[test]
fn a_hint_on_the_largest_square_that_is_played_names_its_bite_at_once() {
    let start = Standing::start("chomp:99x99".parse::<AnyGame>().unwrap());
    let people = [Player::human("Ada"), Player::human("Bob")];
    let mut session = Session::new(start.clone(), people, Settings::default()).unwrap();
    session.act(Action::Hint);
    let task = session.task().expect("somebody asked for a hint");
    let events = session.take(task.run(&Solver::new(), &effort().memory(0)));
    let [Event::Hinted { hint }] = &events[..] else { panic!("{events:?}") };
    let known = hint.knowledge.clone().known().unwrap();
    assert_eq!(known.best.map(|mv| start.write_move(&mv)).as_deref(), Some("2,2"));
    assert_eq!((known.source, known.nodes), (Source::Formula, 1));
    assert!(
        hint.why.as_ref().is_some_and(|why| why.contains("two equal arms of 98 squares")),
        "{:?}",
        hint.why
    );
}

#[test]
fn losing_moves_of_large_bars_are_judged_without_their_refutations() {
    // What a bite along an edge leaves is won by a proof that names no bite, and is too large to find one.
    let start = Standing::start(bar("40x40"));
    let analysis = Solver::new().analyse(&start, &effort().nodes(2)).unwrap();
    let judged = |bite: &str| analysis.moves.iter().find(|judged| judged.mv.to_string() == bite).unwrap();
    assert_eq!((judged("1,30").outcome, judged("1,30").refutation), (Outcome::Loss, None));
    assert!(judged("1,4").refutation.is_some(), "forty rows of three are known within a moment");
    assert!(judged("7,5").refutation.is_some(), "2,2 wins what is left of a square");
}

#[test]
fn long_bars_of_few_rows_are_analysed_by_their_own_method() {
    let standing = Standing::read("chomp:3x1000".parse::<AnyGame>().unwrap(), "1000,500,300").unwrap();
    let solver = Solver::new();
    let analysis = solver.analyse(&standing, &effort()).unwrap();
    let lost = LastRows::solve(3, 1000, &effort()).unwrap();
    let expected = lost.winning_bites(&"1000,500,300".parse().unwrap()).unwrap();
    let outcome = if expected.is_empty() { Outcome::Loss } else { Outcome::Win };
    let winning = analysis.moves.iter().filter(|judged| judged.outcome == Outcome::Win);
    let mut winning: Vec<String> = winning.map(|judged| standing.write_move(&judged.mv)).collect();
    winning.sort_unstable();
    let mut expected: Vec<String> = expected.iter().map(ToString::to_string).collect();
    expected.sort_unstable();
    assert_eq!((analysis.outcome, analysis.unjudged, winning), (outcome, 0, expected));
    let known = solver.ask(&standing, &effort()).known().unwrap();
    assert_eq!((known.outcome, known.source), (outcome, Source::FewRows));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Lying and standing, the solver knows what the method of few rows knows.
    #[test]
    fn long_positions_are_known_as_their_own_method_knows_them(
        mut lengths in prop::collection::vec(1u32..300, 3), standing_up in any::<bool>()
    ) {
        thread_local! {
            static LOST: LastRows = LastRows::solve(3, 300, &effort()).unwrap();
            static SOLVER: Solver<Chomp> = Solver::new();
        }
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        let lying = Rows::new(lengths).unwrap();
        let (bar, rows) = match standing_up {
            true => (bar("300x3"), lying.mirrored()),
            false => (bar("3x300"), lying.clone()),
        };
        let expected = LOST.with(|lost| lost.winning_bites(&lying)).unwrap();
        let standing = Standing::new(bar, rows).unwrap();
        let known = SOLVER.with(|solver| solver.ask(&standing, &effort())).known().unwrap();
        prop_assert_eq!(known.outcome == Outcome::Win, !expected.is_empty(), "{}", standing);
        if let Some(best) = known.best {
            let best = if standing_up { best.mirrored() } else { best };
            prop_assert!(expected.contains(&best), "{}: {} is not among {:?}", standing, best, expected);
        }
    }
}
