//! Two independent ways to compute everything, compared: the four searches, the formulas, the judgements.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use lastbite::{
    Algorithm, Analysis, Chomp, Computer, Engine, Formula, Game, Heaps, Level, Limits, Nim, Or, Oracle,
    Outcome, Rows, Searcher, Solvable, Unfinished,
};
use proptest::prelude::*;

/// Every position that can follow, the given one included.
fn reachable<G: Game>(game: &G, from: G::Position) -> Vec<G::Position> {
    let mut found = vec![from.clone()];
    let mut seen = std::collections::HashSet::from([from]);
    let mut next = 0;
    while next < found.len() {
        let here = found[next].clone();
        for mv in game.moves(&here) {
            let after = game.play_unchecked(&here, mv);
            if seen.insert(after.clone()) {
                found.push(after);
            }
        }
        next += 1;
    }
    found
}

/// All searches say the same, their best moves win, and the formula, where it knows, agrees.
fn all_agree<G: Game>(game: &G, position: &G::Position) -> Outcome
where
    Formula: Oracle<G>,
{
    let found = Algorithm::ALL.map(|algorithm| {
        (algorithm, algorithm.search(game, position, &Limits::none()).expect("nothing limits it"))
    });
    let outcome = found[0].1.outcome;
    for (algorithm, searched) in &found {
        assert_eq!(searched.outcome, outcome, "{algorithm} on {game} at {position}");
        let winnable = outcome == Outcome::Win && !game.is_over(position);
        assert_eq!(searched.best.is_some(), winnable, "{algorithm} on {game} at {position}");
        if let Some(best) = searched.best {
            let after = game.play(position, best).expect("the best move is a move");
            let reply = Algorithm::Memo.search(game, &after, &Limits::none()).unwrap();
            assert_eq!(reply.outcome, Outcome::Loss, "{algorithm} on {game} at {position}: {best}");
        }
        assert!(searched.nodes > searched.deepest);
    }
    if let Some(known) = Formula.outcome(game, position) {
        assert_eq!(known, outcome, "the formula on {game} at {position}");
    }
    if let Some(mv) = Formula.winning_move(game, position) {
        let after = game.play(position, mv).expect("the formula's move is a move");
        assert_eq!(Or(Formula, Searcher::default()).outcome(game, &after), Some(Outcome::Loss));
    }
    outcome
}

#[test]
fn all_positions_of_small_bars_with_the_poison_in_every_place() {
    for (rows, cols) in (1..=3).flat_map(|rows| (1..=4).map(move |cols| (rows, cols))) {
        let bar = Chomp::new(rows, cols).unwrap();
        for poison in Rows::bar(rows, cols).squares() {
            let chomp = bar.with_poison(poison).unwrap();
            for position in reachable(&chomp, chomp.start()) {
                all_agree(&chomp, &position);
            }
        }
    }
}

#[test]
fn all_small_heaps_normal_and_misere() {
    for heaps in (0..=3).flat_map(|a| (0..=3).flat_map(move |b| (0..=2).map(move |c| [a, b, c]))) {
        let start = Heaps::new(&heaps).unwrap();
        all_agree(&Nim::normal(start.clone()), &start);
        all_agree(&Nim::misere(start.clone()), &start);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_formulas_agree_with_the_search_on_chomp(mut lengths in prop::collection::vec(0u8..8, 1..7)) {
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        let rows = Rows::new(&lengths).unwrap();
        let bar = Chomp::new(7, 8).unwrap();
        let truth = Algorithm::Memo.search(&bar, &rows, &Limits::none()).unwrap().outcome;
        for shape in [rows.clone(), rows.mirrored()] {
            let square = Chomp::new(8, 8).unwrap();
            if let Some(known) = Formula.outcome(&square, &shape) {
                prop_assert_eq!(known, truth);
            }
            let answer = square.answer(&shape, &Limits::none());
            prop_assert_eq!(answer.outcome, Some(truth));
            if let Some(bite) = answer.best {
                let after = shape.bitten(bite);
                prop_assert_eq!(
                    Algorithm::Memo.search(&square, &after, &Limits::none()).unwrap().outcome,
                    Outcome::Loss
                );
            }
        }
    }

    #[test]
    fn the_nim_sum_agrees_with_the_search(stones in prop::collection::vec(0u8..6, 1..5), misere in any::<bool>()) {
        let heaps = Heaps::new(&stones).unwrap();
        let nim = if misere { Nim::misere(heaps.clone()) } else { Nim::normal(heaps.clone()) };
        let found = Algorithm::Memo.search(&nim, &heaps, &Limits::none()).unwrap();
        prop_assert_eq!(Formula.outcome(&nim, &heaps), Some(found.outcome));
        let mv = Formula.winning_move(&nim, &heaps);
        prop_assert_eq!(mv.is_some(), found.best.is_some());
        if let Some(take) = mv {
            let after = nim.play(&heaps, take).unwrap();
            prop_assert_eq!(Formula.outcome(&nim, &after), Some(Outcome::Loss));
        }
    }

    #[test]
    fn judgements_obey_their_definition(mut lengths in prop::collection::vec(0u8..6, 1..6), row in 1u8..4, col in 1u8..4) {
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        let rows = Rows::new(&lengths).unwrap();
        judged_by_definition(&Chomp::new(6, 6).unwrap().with_poison((row, col)).unwrap(), &rows);
    }

    #[test]
    fn judgements_obey_their_definition_in_nim(stones in prop::collection::vec(0u8..5, 1..4), misere in any::<bool>()) {
        let heaps = Heaps::new(&stones).unwrap();
        let nim = if misere { Nim::misere(heaps.clone()) } else { Nim::normal(heaps.clone()) };
        judged_by_definition(&nim, &heaps);
        if !misere {
            let analysis = Analysis::of(&nim, &heaps, &Limits::none()).unwrap();
            prop_assert_eq!(analysis.grundy, Some(u32::from(lastbite::formula::nim::nim_sum(&heaps))));
        }
    }
}

/// Outcome, distance and Grundy value straight from their definitions, with nothing of the library's judging.
fn by_definition<G: Game>(
    game: &G,
    position: &G::Position,
    known: &mut HashMap<G::Position, (Outcome, u32, u32)>,
) -> (Outcome, u32, u32) {
    if let Some(&verdict) = known.get(position) {
        return verdict;
    }
    let after: Vec<(Outcome, u32, u32)> = game
        .moves(position)
        .map(|mv| by_definition(game, &game.play_unchecked(position, mv), known))
        .collect();
    let quickest = after.iter().filter(|next| next.0 == Outcome::Loss).map(|next| next.1).min();
    let grundy = (0..).find(|value| after.iter().all(|next| next.2 != *value)).expect("some value is free");
    let verdict = match (quickest, after.iter().map(|next| next.1).max()) {
        (Some(quickest), _) => (Outcome::Win, quickest + 1, grundy),
        (None, Some(longest)) => (Outcome::Loss, longest + 1, grundy),
        (None, None) => (game.final_outcome(position), 0, 0),
    };
    known.insert(position.clone(), verdict);
    verdict
}

fn judged_by_definition<G: Game>(game: &G, position: &G::Position) {
    let analysis = Analysis::of(game, position, &Limits::none()).unwrap();
    let mut known = HashMap::new();
    let (outcome, distance, grundy) = by_definition(game, position, &mut known);
    assert_eq!(
        (analysis.outcome, analysis.distance, analysis.grundy),
        (outcome, Some(distance), Some(grundy))
    );
    assert_eq!(analysis.moves.len(), game.moves(position).count());
    assert_eq!(
        analysis.main_line.len(),
        distance as usize,
        "the main line lasts as long as the distance says"
    );
    assert_eq!(analysis.main_line.first(), analysis.moves.first().map(|judged| &judged.mv));
    let mut here = position.clone();
    for &mv in &analysis.main_line {
        here = game.play(&here, mv).expect("the main line is playable");
    }
    assert!(game.is_over(&here));
    for judged in &analysis.moves {
        let after = game.play(position, judged.mv).unwrap();
        let (next, plies, _) = by_definition(game, &after, &mut known);
        assert_eq!((judged.outcome, judged.distance), (!next, Some(plies + 1)), "{}", judged.mv);
        match judged.refutation {
            Some(reply) => {
                assert_eq!(judged.outcome, Outcome::Loss);
                let refuted = game.play(&after, reply).unwrap();
                assert_eq!(by_definition(game, &refuted, &mut known).0, Outcome::Loss);
            }
            None => assert!(judged.outcome == Outcome::Win || game.is_over(&after)),
        }
    }
    let order = |judged: &lastbite::JudgedMove<G::Move>| match judged.outcome {
        Outcome::Win => (0, i64::from(judged.distance.unwrap())),
        Outcome::Loss => (1, -i64::from(judged.distance.unwrap())),
    };
    assert!(analysis.moves.is_sorted_by_key(order), "best first");

    let told = Analysis::by_oracle(game, position, &Searcher::default()).unwrap();
    assert_eq!(told.outcome, analysis.outcome);
    assert_eq!(told.main_line.first(), told.moves.first().map(|judged| &judged.mv));
    for judged in &told.moves {
        let exact = analysis.moves.iter().find(|exact| exact.mv == judged.mv).unwrap();
        assert_eq!(judged.outcome, exact.outcome);
    }
}

#[test]
fn a_search_that_runs_out_says_so() {
    let bar = Chomp::new(99, 99).unwrap();
    let start = bar.start();
    for algorithm in Algorithm::ALL {
        let stopped = algorithm.search(&bar, &start, &Limits::none().nodes(20_000));
        assert_eq!(stopped, Err(Unfinished { nodes: 20_000 }), "{algorithm}");
        let flag = Arc::new(AtomicBool::new(true));
        let stopped = algorithm.search(&bar, &start, &Limits::none().cancelled_by(flag));
        assert_eq!(stopped, Err(Unfinished { nodes: 0 }), "{algorithm}");
        let past = Limits::none().deadline(Instant::now());
        assert_eq!(algorithm.search(&bar, &start, &past), Err(Unfinished { nodes: 0 }), "{algorithm}");
    }
    assert!(Analysis::of(&bar, &start, &Limits::none().nodes(1000)).is_err());
}

#[test]
fn memo_on_99x99_with_a_million_nodes_is_unfinished_and_not_a_crash() {
    let bar = Chomp::new(99, 99).unwrap();
    let stopped = Algorithm::Memo.search(&bar, &bar.start(), &Limits::none().nodes(1_000_000));
    assert_eq!(stopped, Err(Unfinished { nodes: 1_000_000 }));
}

#[test]
fn a_search_can_be_cancelled_from_another_thread() {
    let bar = Chomp::new(9, 9).unwrap();
    let flag = Arc::new(AtomicBool::new(false));
    let limits = Limits::none().cancelled_by(Arc::clone(&flag));
    let searching = std::thread::spawn(move || Algorithm::Minimax.search(&bar, &bar.start(), &limits));
    std::thread::sleep(Duration::from_millis(20));
    flag.store(true, Ordering::Relaxed);
    assert!(searching.join().unwrap().is_err());
}

#[test]
fn the_deepest_line_of_a_single_row_is_its_length() {
    // A row of 99 squares lasts at most 98 moves; a bar of 99x99 lasts 9800, and no stack overflows.
    let row = Chomp::new(1, 99).unwrap();
    let found = Algorithm::Memo.search(&row, &row.start(), &Limits::none()).unwrap();
    assert!(found.deepest <= 98);
    let nim: Nim = "nim:99^99".parse().unwrap();
    let stopped = Algorithm::Minimax.search(&nim, &nim.start(), &Limits::none().nodes(30_000));
    assert_eq!(stopped, Err(Unfinished { nodes: 30_000 }));
}

#[test]
fn every_engine_finds_a_winning_move_and_counts_the_nodes_of_its_search() {
    let bar = Chomp::new(3, 4).unwrap();
    let start = bar.start();
    for engine in Engine::ALL {
        let mut computer = Computer::new(Level::Perfect, 1).with_engine(engine);
        let reply = computer.reply(&bar, &start, &Limits::none()).unwrap();
        assert_eq!(reply.mv.to_string(), "2,3", "{engine}");
        if let Engine::Search(algorithm) = engine {
            assert_eq!(reply.nodes, algorithm.search(&bar, &start, &Limits::none()).unwrap().nodes);
        }
    }
}

#[test]
fn the_computer_plays_nim_by_the_nim_sum() {
    let nim: Nim = "nim:20,20,24".parse().unwrap();
    let reply = Computer::new(Level::Perfect, 1).reply(&nim, &nim.start(), &Limits::none()).unwrap();
    assert_eq!((reply.mv, reply.nodes), ("8 from 1".parse().unwrap(), 1));
}

#[test]
fn node_counts_do_not_depend_on_what_was_asked_before() {
    let bar = Chomp::new(9, 11).unwrap();
    let position = bar.start().bitten("9,11".parse().unwrap());
    let nodes = || Computer::new(Level::Perfect, 1).reply(&bar, &position, &Limits::none()).unwrap().nodes;
    let first = nodes();
    assert_eq!(first, nodes());
    bar.answer(&bar.start(), &Limits::none());
    assert_eq!(first, nodes());
}

#[test]
fn what_is_left_of_a_bar_beyond_all_reach_can_still_be_solved() {
    let bar = Chomp::new(99, 99).unwrap();
    let left: Rows = "7,6,5,4,4".parse().unwrap();
    let answer = bar.solved_whole(&left, &Limits::none()).expect("a few squares");
    let truth = Algorithm::Memo.search(&bar, &left, &Limits::none()).unwrap();
    assert_eq!(answer.outcome, Some(truth.outcome));
    assert_eq!(bar.solved_whole(&bar.start(), &Limits::none()), None);
}

#[test]
fn a_small_question_does_not_wait_for_a_large_one() {
    let large = Chomp::new(19, 20).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits::none().cancelled_by(Arc::clone(&stop));
    std::thread::scope(|scope| {
        let solving = scope.spawn(|| large.solved_whole(&large.start(), &limits));
        let small = Chomp::new(5, 6).unwrap();
        let answer = small.answer(&small.start(), &Limits::none());
        assert_eq!(answer.best, Some("3,4".parse().unwrap()));
        // Whoever waits for the large one keeps an eye on the clock.
        let hurried = Limits::none().within(Duration::from_millis(20));
        let bitten = large.start().bitten("19,20".parse().unwrap());
        assert_eq!(large.solved_whole(&bitten, &hurried), None);
        stop.store(true, Ordering::Relaxed);
        assert_eq!(solving.join().unwrap(), None);
    });
}

#[test]
fn a_time_beyond_all_clocks_is_no_limit() {
    let bar = Chomp::new(2, 3).unwrap();
    let limits = Limits::none().within(Duration::MAX);
    assert!(Algorithm::Minimax.search(&bar, &bar.start(), &limits).is_ok());
}

#[test]
fn a_lost_computer_holds_out_longest() {
    let bar = Chomp::new(4, 5).unwrap();
    let lost = bar.start().bitten("3,3".parse().unwrap());
    let analysis = Analysis::of(&bar, &lost, &Limits::none()).unwrap();
    let longest = analysis.moves.iter().map(|judged| judged.distance).max().unwrap();
    for engine in Engine::ALL {
        let mut computer = Computer::new(Level::Perfect, 1).with_engine(engine);
        let reply = computer.reply(&bar, &lost, &Limits::none().nodes(200_000)).unwrap();
        let judged = analysis.moves.iter().find(|judged| judged.mv == reply.mv).unwrap();
        assert_eq!(judged.distance, longest, "{engine}");
    }
}

#[test]
fn levels_slip_as_often_as_they_state_and_repeat_exactly() {
    let nim: Nim = "nim:3,2,1".parse().unwrap();
    let start = nim.start();
    for level in Level::ALL {
        let replies = |seed| {
            let mut computer = Computer::new(level, seed);
            (0..2000).map(|_| computer.reply(&nim, &start, &Limits::none()).unwrap()).collect::<Vec<_>>()
        };
        let first = replies(42);
        let slips = first.iter().filter(|reply| reply.outcome.is_none()).count() as f64 / 2000.0;
        assert!((slips - level.slip()).abs() < 0.05, "{level} slips at {slips}");
        let moves = |replies: Vec<lastbite::Reply<lastbite::Take>>| -> Vec<lastbite::Take> {
            replies.into_iter().map(|reply| reply.mv).collect()
        };
        assert_eq!(moves(first), moves(replies(42)), "{level}");
    }
}
