//! Two independent ways to compute everything, compared: the four searches, the formulas, the judgements.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use lastbite::knowledge::{Chain, Searcher, WhyNot};
use lastbite::play::{Computer, Why};
use lastbite::search::Unfinished;
use lastbite::theory::Formula;
use lastbite::{
    Algorithm, Analysis, Cancel, Chomp, Effort, Game, Heaps, Knowledge, Level, Nim, Order, Outcome, Rows,
    Solver, Standing, Stopped, Take, Unknown, knowledge::Oracle, play::Engine, theory::Theory,
};
use lastbite_work::Clock;
use proptest::prelude::*;

/// Every position that can follow, the given one included.
fn reachable<G: Game>(game: &G, from: G::Position) -> Vec<G::Position> {
    let mut found = vec![from.clone()];
    let mut seen = std::collections::HashSet::from([from]);
    let mut next = 0;
    while next < found.len() {
        let here = found[next].clone();
        for mv in game.moves(&here) {
            let after = game.play_unchecked(&here, &mv);
            if seen.insert(after.clone()) {
                found.push(after);
            }
        }
        next += 1;
    }
    found
}

/// Checks that all searches agree, that their best moves win, and that the formula agrees if it knows.
fn all_agree<G: Theory>(game: &G, position: &G::Position) -> Outcome {
    let found = Algorithm::ALL.map(|algorithm| {
        (algorithm, algorithm.search(game, position, &Effort::unlimited()).expect("nothing limits it"))
    });
    let outcome = found[0].1.outcome;
    for (algorithm, searched) in &found {
        let at = format!("{algorithm} on {game} at {}", game.write_position(position));
        assert_eq!(searched.outcome, outcome, "{at}");
        let winnable = outcome == Outcome::Win && !game.is_over(position);
        assert_eq!(searched.best.is_some(), winnable, "{at}");
        if let Some(best) = &searched.best {
            let after = game.play(position, best).expect("the best move is a move");
            let reply = Algorithm::Memo.search(game, &after, &Effort::unlimited()).unwrap();
            assert_eq!(reply.outcome, Outcome::Loss, "{at}: {}", game.write_move(best));
        }
        assert!(searched.nodes > searched.deepest);
    }
    let standing = Standing::new(game.clone(), position.clone()).unwrap();
    if let Knowledge::Known(known) = Formula.ask(&standing, &Effort::unlimited()) {
        assert_eq!(known.outcome, outcome, "the formula on {standing}");
        if let Some(mv) = known.best {
            let after = standing.play(&mv).expect("the formula's move is a move");
            let chain = Chain::new().then(Formula).then(Searcher::default());
            assert_eq!(chain.ask(&after, &Effort::unlimited()).outcome(), Some(Outcome::Loss));
        }
    }
    outcome
}

#[test]
fn all_positions_of_small_bars_with_the_poison_in_every_place() {
    for (rows, cols) in (1..=3).flat_map(|rows| (1..=4).map(move |cols| (rows, cols))) {
        let bar = Chomp::new(rows, cols).unwrap();
        for poison in bar.start().squares() {
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
        let start = Heaps::new(heaps).unwrap();
        all_agree(&Nim::normal(start.clone()), &start);
        all_agree(&Nim::misere(start.clone()), &start);
    }
}

#[test]
fn all_positions_of_small_orders_of_every_kind() {
    for text in [
        "chomp:2x2x2",
        "chomp:1x2x3",
        "divisors:30",
        "divisors:36",
        "subsets:3",
        "subsets:4,1",
        "tree:0,1,1,0,4",
        "poset:a.c,a.d,b.d,b.e",
        "poset:a.b,a.c,d",
    ] {
        let order: Order = text.parse().unwrap();
        for position in reachable(&order, order.start()) {
            all_agree(&order, &position);
            judged_by_definition(&order, &position);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_formulas_agree_with_the_search_on_chomp(mut lengths in prop::collection::vec(0u32..8, 1..7)) {
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        let rows = Rows::new(lengths).unwrap();
        let bar = Chomp::new(7, 8).unwrap();
        let truth = Algorithm::Memo.search(&bar, &rows, &Effort::unlimited()).unwrap().outcome;
        for shape in [rows.clone(), rows.mirrored()] {
            let square = Chomp::new(8, 8).unwrap();
            let standing = Standing::new(square, shape.clone()).unwrap();
            if let Knowledge::Known(known) = Formula.ask(&standing, &Effort::unlimited()) {
                prop_assert_eq!(known.outcome, truth);
            }
            let known = Solver::new().ask(&standing, &Effort::unlimited()).known().unwrap();
            prop_assert_eq!(known.outcome, truth);
            if let Some(bite) = known.best {
                let after = shape.bitten(bite);
                prop_assert_eq!(
                    Algorithm::Memo.search(&square, &after, &Effort::unlimited()).unwrap().outcome,
                    Outcome::Loss
                );
            }
        }
    }

    #[test]
    fn the_nim_sum_agrees_with_the_search(stones in prop::collection::vec(0u32..6, 1..5), misere in any::<bool>()) {
        let heaps = Heaps::new(stones).unwrap();
        let nim = if misere { Nim::misere(heaps.clone()) } else { Nim::normal(heaps.clone()) };
        let found = Algorithm::Memo.search(&nim, &heaps, &Effort::unlimited()).unwrap();
        let standing = Standing::start(nim);
        let known = Formula.ask(&standing, &Effort::unlimited()).known().unwrap();
        prop_assert_eq!(known.outcome, found.outcome);
        prop_assert_eq!(known.best.is_some(), found.best.is_some());
        if let Some(take) = known.best {
            let after = standing.play(&take).unwrap();
            prop_assert_eq!(Formula.ask(&after, &Effort::unlimited()).outcome(), Some(Outcome::Loss));
        }
    }

    #[test]
    fn judgements_obey_their_definition(mut lengths in prop::collection::vec(0u32..6, 1..6), row in 1u32..4, col in 1u32..4) {
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        let rows = Rows::new(lengths).unwrap();
        judged_by_definition(&Chomp::new(6, 6).unwrap().with_poison((row, col)).unwrap(), &rows);
    }

    #[test]
    fn judgements_obey_their_definition_in_nim(stones in prop::collection::vec(0u32..5, 1..4), misere in any::<bool>()) {
        let heaps = Heaps::new(stones).unwrap();
        let nim = if misere { Nim::misere(heaps.clone()) } else { Nim::normal(heaps.clone()) };
        judged_by_definition(&nim, &heaps);
        if !misere {
            let analysis = Analysis::of(&Standing::start(nim), &Effort::unlimited()).unwrap();
            prop_assert_eq!(analysis.grundy, Some(lastbite::games::nim::theorems::nim_sum(&heaps)));
        }
    }
}

/// Outcome, distance and Grundy value straight from their definitions, without the library's solvers.
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
        .map(|mv| by_definition(game, &game.play_unchecked(position, &mv), known))
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
    let analysis =
        Analysis::of(&Standing::new(game.clone(), position.clone()).unwrap(), &Effort::unlimited()).unwrap();
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
    for mv in &analysis.main_line {
        here = game.play(&here, mv).expect("the main line is playable");
    }
    assert!(game.is_over(&here));
    for judged in &analysis.moves {
        let after = game.play(position, &judged.mv).unwrap();
        let (next, plies, _) = by_definition(game, &after, &mut known);
        assert_eq!((judged.outcome, judged.distance), (!next, Some(plies + 1)), "{judged:?}");
        match &judged.refutation {
            Some(reply) => {
                assert_eq!(judged.outcome, Outcome::Loss);
                let refuted = game.play(&after, reply).unwrap();
                assert_eq!(by_definition(game, &refuted, &mut known).0, Outcome::Loss);
            }
            None => assert!(judged.outcome == Outcome::Win || game.is_over(&after)),
        }
    }
    let order = |judged: &lastbite::knowledge::JudgedMove<G::Move>| match judged.outcome {
        Outcome::Win => (0, i64::from(judged.distance.unwrap())),
        Outcome::Loss => (1, -i64::from(judged.distance.unwrap())),
    };
    assert!(analysis.moves.is_sorted_by_key(order), "best first");

    let standing = Standing::new(game.clone(), position.clone()).unwrap();
    let told = Analysis::by(&standing, &Searcher::default(), &Effort::unlimited()).unwrap();
    assert_eq!(told.outcome, analysis.outcome);
    assert_eq!(told.main_line.first(), told.moves.first().map(|judged| &judged.mv));
    for judged in &told.moves {
        let exact = analysis.moves.iter().find(|exact| exact.mv == judged.mv).unwrap();
        assert_eq!(judged.outcome, exact.outcome);
    }
    // Along its main line the winner always wins, and the loser takes least.
    let (mut here, mut lost) = (position.clone(), outcome == Outcome::Loss);
    for mv in &told.main_line {
        if lost {
            assert_eq!(Some(mv), game.stalling_move(&here).as_ref(), "{game} at {here:?}");
        }
        here = game.play(&here, mv).expect("the main line is playable");
        lost = !lost;
        assert_eq!(by_definition(game, &here, &mut known).0 == Outcome::Loss, lost, "{game} at {here:?}");
    }
    assert!(game.is_over(&here));
    if outcome == Outcome::Loss {
        assert_eq!(told.moves.first().map(|judged| judged.mv.clone()), game.stalling_move(position));
    }
}

fn chomp(rows: u32, cols: u32) -> Standing<Chomp> {
    Standing::start(Chomp::new(rows, cols).unwrap())
}

fn unfinished(why: Stopped, nodes: u64) -> Unfinished {
    Unfinished { why, nodes }
}

#[test]
fn a_search_that_runs_out_says_so() {
    let bar = Chomp::new(99, 99).unwrap();
    let start = bar.start();
    for algorithm in Algorithm::ALL {
        let stopped = algorithm.search(&bar, &start, &Effort::unlimited().nodes(20_000));
        assert_eq!(stopped, Err(unfinished(Stopped::OutOfNodes, 20_000)), "{algorithm}");
        let cancel = Cancel::new();
        cancel.cancel();
        let stopped = algorithm.search(&bar, &start, &Effort::unlimited().cancelled_by(&cancel));
        assert_eq!(stopped, Err(unfinished(Stopped::Cancelled, 0)), "{algorithm}");
        let past = Effort::unlimited().within(Duration::ZERO);
        let stopped = algorithm.search(&bar, &start, &past);
        assert_eq!(stopped, Err(unfinished(Stopped::OutOfTime, 0)), "{algorithm}");
    }
    assert!(Analysis::of(&chomp(99, 99), &Effort::unlimited().nodes(1000)).is_err());
}

#[test]
fn a_search_that_remembers_keeps_to_its_memory() {
    let bar = Chomp::new(12, 13).unwrap();
    let effort = Effort::unlimited().memory(40 << 20);
    let stopped = Algorithm::Memo.search(&bar, &bar.start(), &effort).unwrap_err();
    assert_eq!(stopped.why, Stopped::OutOfMemory);
    assert!(stopped.nodes > 50_000);
    // A few thousand positions fit anywhere.
    let small = Chomp::new(5, 6).unwrap();
    assert!(Algorithm::Memo.search(&small, &small.start(), &Effort::unlimited().memory(0)).is_ok());
}

#[test]
fn who_names_no_bounds_keeps_one_gibibyte_and_uses_four() {
    assert_eq!(
        (lastbite::solver::USUALLY_KEPT, lastbite::effort::USUAL_MEMORY),
        (1_073_741_824, 4_294_967_296)
    );
}

#[test]
fn memo_on_99x99_with_many_nodes_is_unfinished_and_not_a_crash() {
    let bar = Chomp::new(99, 99).unwrap();
    let stopped = Algorithm::Memo.search(&bar, &bar.start(), &Effort::unlimited().nodes(100_000));
    assert_eq!(stopped, Err(unfinished(Stopped::OutOfNodes, 100_000)));
}

#[test]
fn a_search_can_be_cancelled_from_another_thread_and_tells_its_nodes() {
    let bar = Chomp::new(9, 9).unwrap();
    let cancel = Cancel::new();
    let (tell, told) = std::sync::mpsc::channel();
    let effort = Effort::unlimited().cancelled_by(&cancel).watched(move |progress| {
        let _ = tell.send(progress.nodes);
    });
    let searching = std::thread::spawn(move || Algorithm::Minimax.search(&bar, &bar.start(), &effort));
    // It is running, so this is not a search that was cancelled before it began.
    while told.recv().expect("the search tells its nodes") < 1000 {}
    cancel.cancel();
    let stopped = searching.join().unwrap().unwrap_err();
    assert!(stopped.why == Stopped::Cancelled && stopped.nodes >= 1000);
}

#[test]
fn the_deepest_line_of_a_single_row_is_its_length() {
    // A row of 99 squares lasts at most 98 moves; a bar of 99x99 lasts 9800, and no stack overflows.
    let row = Chomp::new(1, 99).unwrap();
    let found = Algorithm::Memo.search(&row, &row.start(), &Effort::unlimited()).unwrap();
    assert!(found.deepest <= 98);
    let nim: Nim = "nim:99^99".parse().unwrap();
    let stopped = Algorithm::Minimax.search(&nim, &nim.start(), &Effort::unlimited().nodes(30_000));
    assert_eq!(stopped, Err(unfinished(Stopped::OutOfNodes, 30_000)));
}

#[test]
fn what_memo_stores_is_every_position_it_enters() {
    let bar = Chomp::new(3, 4).unwrap();
    for algorithm in Algorithm::ALL {
        let found = algorithm.search(&bar, &bar.start(), &Effort::unlimited()).unwrap();
        let expected = if algorithm == Algorithm::Memo { found.nodes } else { 0 };
        assert_eq!(found.stored, expected, "{algorithm}");
    }
}

#[test]
fn every_engine_finds_a_winning_move_and_counts_the_nodes_of_its_search() {
    let start = chomp(3, 4);
    for engine in Engine::ALL {
        let mut computer = Computer::new(Level::Perfect, 1).with_engine(engine);
        let reply = computer.reply(&start, &Solver::new(), &Effort::unlimited()).unwrap();
        assert_eq!((reply.mv.to_string().as_str(), reply.why), ("2,3", Why::Wins), "{engine}");
        if let Engine::Search(algorithm) = engine {
            let found = algorithm.search(start.game(), start.position(), &Effort::unlimited()).unwrap();
            assert_eq!(reply.nodes, found.nodes);
        }
    }
}

#[test]
fn an_engine_that_gives_up_leaves_it_to_the_solver_and_says_so() {
    let mut computer = Computer::new(Level::Perfect, 1).with_engine(Engine::Search(Algorithm::Minimax));
    let reply = computer.reply(&chomp(8, 9), &Solver::new(), &Effort::unlimited().nodes(1000)).unwrap();
    let gave_up = reply.gave_up.expect("a thousand nodes are too few");
    assert_eq!((gave_up.why, gave_up.nodes), (WhyNot::Stopped(Stopped::OutOfNodes), 1000));
    assert_eq!(reply.why, Why::Wins);
    assert!(reply.nodes > 1000);
}

#[test]
fn a_computer_that_does_not_know_says_that_it_guesses() {
    let cancel = Cancel::new();
    cancel.cancel();
    let effort = Effort::unlimited().cancelled_by(&cancel);
    for engine in [Engine::Auto, Engine::Sieve, Engine::Search(Algorithm::Memo)] {
        let mut computer = Computer::new(Level::Perfect, 1).with_engine(engine);
        let standing = Standing::read(Chomp::new(18, 19).unwrap(), "19^17,18").unwrap();
        let reply = computer.reply(&standing, &Solver::new(), &effort).unwrap();
        let Why::Guesses(unknown) = reply.why else { panic!("{engine} knows too much: {:?}", reply.why) };
        assert!(unknown.was_cancelled(), "{engine}");
    }
}

#[test]
fn the_computer_plays_nim_by_the_nim_sum() {
    let nim: Nim = "nim:20,20,24".parse().unwrap();
    let mut computer = Computer::new(Level::Perfect, 1);
    let reply = computer.reply(&Standing::start(nim), &Solver::new(), &Effort::unlimited()).unwrap();
    assert_eq!((reply.mv, reply.nodes), ("8 from 1".parse().unwrap(), 1));
}

#[test]
fn node_counts_do_not_depend_on_what_was_asked_before() {
    let solver = Solver::new();
    let start = chomp(9, 11);
    let position = start.play(&"9,11".parse().unwrap()).unwrap();
    let nodes =
        || Computer::new(Level::Perfect, 1).reply(&position, &solver, &Effort::unlimited()).unwrap().nodes;
    let first = nodes();
    assert_eq!(first, nodes());
    assert!(solver.ask(&start, &Effort::unlimited()).known().is_ok());
    assert_eq!(first, nodes());
}

#[test]
fn what_is_known_without_its_move_is_known() {
    // The theorem about whole bars names no bite, and without any effort nothing else can.
    let cancel = Cancel::new();
    cancel.cancel();
    let none = Effort::unlimited().cancelled_by(&cancel);
    let start = chomp(30, 40);
    let known = Solver::new().ask(&start, &none).known().expect("whoever starts a whole bar can win");
    assert_eq!((known.outcome, known.best), (Outcome::Win, None));
    assert!(known.lacks_its_move(&start));
    // A position that no theorem knows is then not known, which is not lost.
    let bitten = start.play(&"30,40".parse().unwrap()).unwrap();
    let Knowledge::Unknown(unknown) = Solver::new().ask(&bitten, &none) else { panic!("nobody knows that") };
    assert!(unknown.was_cancelled());
    let board = lastbite::Board::new(30, 40).unwrap();
    assert!(board.winning_move_by(&Solver::new(), &none).is_err(), "not known is not lost");
}

#[test]
fn what_is_left_of_a_bar_beyond_all_reach_can_still_be_solved() {
    let bar = Chomp::new(99, 99).unwrap();
    let left: Rows = "7,6,5,4,4".parse().unwrap();
    let standing = Standing::new(bar, left.clone()).unwrap();
    let known = Solver::new().ask_whole(&standing, &Effort::unlimited()).known().expect("a few squares");
    let truth = Algorithm::Memo.search(&bar, &left, &Effort::unlimited()).unwrap();
    assert_eq!(known.outcome, truth.outcome);
    let all = Solver::new().ask_whole(&Standing::start(bar), &Effort::unlimited());
    assert!(matches!(all.known().unwrap_err().why, WhyNot::TooLittleMemory(_)));
}

#[test]
fn a_small_question_does_not_wait_for_a_large_one() {
    let (solver, large) = (Solver::new(), chomp(19, 20));
    let cancel = Cancel::new();
    let (tell, told) = std::sync::mpsc::channel();
    let effort = Effort::unlimited().cancelled_by(&cancel).watched(move |progress| {
        let _ = tell.send(progress.share);
    });
    std::thread::scope(|scope| {
        let solving = scope.spawn(|| solver.ask_whole(&large, &effort));
        told.recv().expect("the large one is under way");
        let known = solver.ask(&chomp(5, 6), &Effort::unlimited()).known().unwrap();
        assert_eq!(known.best, Some("3,4".parse().unwrap()));
        // A thread that waits for the large one watches the clock.
        let hurried = Effort::unlimited().within(Duration::from_millis(20));
        let bitten = large.play(&"19,20".parse().unwrap()).unwrap();
        let why = solver.ask_whole(&bitten, &hurried).known().unwrap_err().why;
        assert_eq!(why, WhyNot::Stopped(Stopped::OutOfTime));
        cancel.cancel();
        assert!(solving.join().unwrap().known().unwrap_err().was_cancelled());
    });
}

#[test]
fn a_lost_computer_stalls_as_its_text_says() {
    let solver = Solver::new();
    let lost = chomp(4, 5).play(&"3,3".parse().unwrap()).unwrap();
    let analysis = Analysis::of(&lost, &Effort::unlimited()).unwrap();
    let longest = analysis.moves.iter().map(|judged| judged.distance).max().unwrap();
    for engine in Engine::ALL {
        let mut computer = Computer::new(Level::Perfect, 1).with_engine(engine);
        let reply = computer.reply(&lost, &solver, &Effort::unlimited()).unwrap();
        assert_eq!(reply.why, Why::HoldsOut, "{engine}");
        match engine {
            Engine::Search(Algorithm::Minimax) => {
                // All moves are worth the same to it, so it returns the first.
                assert_eq!(Some(reply.mv), lost.moves().next());
            }
            Engine::Search(_) => assert_eq!(Some(reply.mv), lost.stalling_move(), "{engine}"),
            _ => {
                let judged = analysis.moves.iter().find(|judged| judged.mv == reply.mv).unwrap();
                assert_eq!(judged.distance, longest, "{engine}");
                let haste = |mv| lost.game().haste(lost.position(), mv);
                let equal = analysis.moves.iter().filter(|judged| judged.distance == longest);
                assert_eq!(equal.map(|judged| haste(&judged.mv)).min(), Some(haste(&reply.mv)), "{engine}");
            }
        }
    }
}

#[test]
fn levels_slip_as_often_as_they_state_and_repeat_exactly() {
    let (start, solver) = (Standing::start("nim:3,2,1,9".parse::<Nim>().unwrap()), Solver::new());
    // As the documentation of the levels states it.
    let stated = [(Level::Easy, 0.5), (Level::Medium, 0.2), (Level::Strong, 0.05), (Level::Perfect, 0.0)];
    for (level, stated) in stated {
        let replies = |seed| {
            let mut computer = Computer::new(level, seed);
            let reply = |_| computer.reply(&start, &solver, &Effort::unlimited()).unwrap();
            (0..2000).map(reply).collect::<Vec<_>>()
        };
        let first = replies(42);
        let slips = first.iter().filter(|reply| reply.why == Why::Slipped).count() as f64 / 2000.0;
        assert!((slips - stated).abs() < 0.03, "{level} slips at {slips}");
        assert!(first.iter().all(|reply| reply.nodes == 1), "a slip cannot be told by its nodes");
        let moves = |replies: Vec<lastbite::play::Reply<lastbite::Take>>| -> Vec<lastbite::Take> {
            replies.into_iter().map(|reply| reply.mv).collect()
        };
        assert_eq!(moves(first), moves(replies(42)), "{level}");
    }
}

/// Knows what the formula knows, or nothing beyond this many pieces, and says that it took this many nodes.
struct Costly {
    nodes: u64,
    most: u64,
    asked: AtomicU64,
}

impl Costly {
    fn new(nodes: u64, most: u64) -> Self {
        Costly { nodes, most, asked: AtomicU64::new(0) }
    }

    fn spent(&self) -> u64 {
        self.nodes * self.asked.load(Ordering::Relaxed)
    }
}

impl Oracle<Nim> for Costly {
    fn ask(&self, standing: &Standing<Nim>, effort: &Effort) -> Knowledge<Take> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        match Formula.ask(standing, effort) {
            Knowledge::Known(known) if standing.size() <= self.most => {
                Knowledge::Known(known.with_nodes(self.nodes))
            }
            _ => Knowledge::Unknown(Unknown { why: WhyNot::NotMine, nodes: self.nodes }),
        }
    }
}

#[test]
fn the_nodes_of_all_who_were_asked_are_counted() {
    let (start, effort) = (Standing::start("nim:3,4,5".parse::<Nim>().unwrap()), Effort::unlimited());
    let ask = |last| Chain::new().then(Costly::new(5, 0)).then(Costly::new(7, last)).ask(&start, &effort);
    assert_eq!((ask(100).outcome(), ask(100).nodes()), (Some(Outcome::Win), 12));
    assert_eq!((ask(0).outcome(), ask(0).nodes()), (None, 12));

    let all = Costly::new(10, 100);
    assert_eq!(Analysis::by(&start, &all, &effort).unwrap().nodes, all.spent());
    let some = Costly::new(10, 10);
    let unknown = Analysis::by(&start, &some, &effort).unwrap_err();
    assert!(some.spent() > 10, "the smaller positions were known");
    assert_eq!(unknown.nodes, some.spent());
}

/// The time is up after the position itself has been judged, and before its moves.
#[test]
fn what_is_known_when_the_time_is_up_is_an_answer() {
    static LOOKS: AtomicU64 = AtomicU64::new(0);
    let clock = Clock::from_fn(|| Duration::from_nanos(LOOKS.fetch_add(1, Ordering::Relaxed)));
    let analyse = |heaps: &str, effort: Effort| {
        Analysis::by(&Standing::start(heaps.parse::<Nim>().unwrap()), &Formula, &effort)
    };
    let soon = || Effort::unlimited().clock(clock).within(Duration::from_nanos(2));
    let won = analyse("nim:3,4,5", soon()).unwrap();
    assert_eq!((won.outcome, won.moves.len(), won.unjudged), (Outcome::Win, 1, 11));
    assert_eq!(won.moves[0].mv, Take { heap: 1, stones: 2 });
    let lost = analyse("nim:3,3", soon()).unwrap();
    assert_eq!((lost.outcome, lost.moves.len(), lost.unjudged), (Outcome::Loss, 6, 0));
    // A cancelled question gets no answer.
    let cancel = Cancel::new();
    cancel.cancel();
    let unknown = analyse("nim:3,4,5", Effort::unlimited().cancelled_by(&cancel)).unwrap_err();
    assert!(unknown.was_cancelled());
}

#[test]
fn a_node_of_an_analysis_is_a_position_it_looks_at() {
    for bar in ["1x1", "2x3", "3x4", "3x3@2,2"] {
        let start = Standing::start(bar.parse::<Chomp>().unwrap());
        let positions = reachable(start.game(), start.position().clone()).len() as u64;
        assert_eq!(Analysis::of(&start, &Effort::unlimited()).unwrap().nodes, positions, "{bar}");
    }
    // With distances available, every look-up is counted.
    let looks = |bar: &str| {
        let start = Standing::start(bar.parse::<Chomp>().unwrap());
        Solver::new().analyse(&start, &Effort::unlimited()).unwrap().nodes
    };
    assert_eq!((looks("1x1"), looks("1x2")), (1, 2));
    assert!(looks("3x4") > 12);
}

#[test]
fn every_losing_move_has_its_refutation_and_no_other() {
    let start = Standing::start("chomp:4x5".parse::<Chomp>().unwrap());
    let solver = Solver::new();
    for analysis in [
        Analysis::by(&start, &solver, &Effort::unlimited()).unwrap(),
        solver.analyse(&start, &Effort::unlimited()).unwrap(),
    ] {
        for judged in &analysis.moves {
            let left = start.play(&judged.mv).unwrap();
            let Some(reply) = judged.refutation else {
                assert_eq!(judged.outcome, Outcome::Win, "{}", judged.mv);
                continue;
            };
            assert_eq!(judged.outcome, Outcome::Loss, "{}", judged.mv);
            let then = solver.ask(&left.play(&reply).unwrap(), &Effort::unlimited());
            assert_eq!(then.outcome(), Some(Outcome::Loss), "{} is answered by {reply}", judged.mv);
        }
    }
}

#[test]
fn the_computer_counts_all_its_nodes() {
    let (solver, effort) = (Solver::new(), Effort::unlimited());
    // Lost: every bite is looked up for the outcome, and again for the distance.
    let lost = Standing::read("chomp:4x5".parse::<Chomp>().unwrap(), "5,5,2,2").unwrap();
    let reply = Computer::new(Level::Perfect, 1).reply(&lost, &solver, &effort).unwrap();
    assert_eq!((reply.why, reply.nodes), (Why::HoldsOut, 2 * 13));
    // An engine that gave up has visited its share.
    let start = Standing::start("chomp:8x9".parse::<Chomp>().unwrap());
    let few = effort.nodes(100);
    let alone = Computer::new(Level::Perfect, 1).reply(&start, &solver, &few).unwrap();
    let mut patient = Computer::new(Level::Perfect, 1).with_engine(Engine::Search(Algorithm::Minimax));
    let reply = patient.reply(&start, &solver, &few).unwrap();
    assert_eq!(reply.gave_up.map(|unknown| unknown.nodes), Some(100));
    assert_eq!((reply.mv, reply.nodes), (alone.mv, alone.nodes + 100));
}
