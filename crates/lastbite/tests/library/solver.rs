//! The solver: what it keeps, what it lets go, what it uses again, and what it does with little memory.

use lastbite::knowledge::{Reason, Source, WhyNot};
use lastbite::sieve::Sieve;
use lastbite::solver::some_seconds;
use lastbite::sweep::{Distances, GrundyValues};
use lastbite::{Analysis, AnyGame, Cancel, Chomp, Effort, Game, Nim, Outcome, Solver, Standing};

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

    // Half of the bound is for who wins, a sixth each for how far it is, what it is worth, and long bars.
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
    assert_eq!(unknown.why, WhyNot::TooLittleMemory { needed, allowed: needed - 1 });
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

/// A theory answers each move at once, and there may be millions of them.
#[test]
fn an_analysis_by_theory_ends_when_it_is_called_off() {
    let cancel = Cancel::new();
    cancel.cancel();
    let game = Standing::start("nim:99,98,5".parse::<Nim>().unwrap());
    let unknown = Solver::new().analyse(&game, &effort().cancelled_by(&cancel)).expect_err("called off");
    assert!(unknown.was_cancelled());
}
