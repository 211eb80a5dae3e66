//! What students and teachers see: counts with the poison, explanations, reviews and puzzles, each compared
//! with a plain way.

use std::collections::HashSet;

use lastbite::knowledge::Source;
use lastbite::layout::Drawn;
use lastbite::picture::position_svg;
use lastbite::play::{Dice, Difficulty, Puzzle, PuzzleError, Worksheet};
use lastbite::search::WithBlunders;
use lastbite::{
    Algorithm, Analysis, AnyGame, Cancel, Chomp, Effort, Explanation, Game, Nim, Outcome, Player, Review,
    Rows, Solver, Standing, Words, play::Match, play::Side, theory::Theorem,
};

/// A bar as in a student's program: which squares are left, and the poison.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Grid {
    left: Vec<Vec<bool>>,
    poison: (usize, usize),
}

impl Grid {
    fn new(rows: usize, cols: usize, poison: (usize, usize)) -> Self {
        Grid { left: vec![vec![true; cols]; rows], poison }
    }

    fn bitten(&self, row: usize, col: usize) -> Self {
        let mut next = self.clone();
        next.left
            .iter_mut()
            .skip(row)
            .for_each(|line| line.iter_mut().skip(col).for_each(|cell| *cell = false));
        next
    }

    fn poisoned(&self) -> bool {
        !self.left[self.poison.0][self.poison.1]
    }

    /// Every square that is left: first those that take the poison, as a loop from 1,1 has it for the usual
    /// poison.
    fn bites(&self) -> Vec<(usize, usize)> {
        let takes = |&(row, col): &(usize, usize)| row <= self.poison.0 && col <= self.poison.1;
        let all = (0..self.left.len()).flat_map(|row| (0..self.left[row].len()).map(move |col| (row, col)));
        let (first, then): (Vec<_>, Vec<_>) = all.filter(|&(row, col)| self.left[row][col]).partition(takes);
        first.into_iter().chain(then).collect()
    }
}

/// Counts the calls of the first program anybody writes.
fn minimax(grid: &Grid, max: bool, calls: &mut u64) -> i32 {
    *calls += 1;
    if grid.poisoned() {
        // The player to move has won, because the other one ate it.
        return if max { 1 } else { -1 };
    }
    let values = grid.bites().into_iter().map(|(row, col)| minimax(&grid.bitten(row, col), !max, calls));
    if max { values.max().unwrap() } else { values.min().unwrap() }
}

fn alphabeta(grid: &Grid, max: bool, (mut alpha, mut beta): (i32, i32), calls: &mut u64) -> i32 {
    *calls += 1;
    if grid.poisoned() {
        return if max { 1 } else { -1 };
    }
    let mut value = if max { i32::MIN } else { i32::MAX };
    for (row, col) in grid.bites() {
        let next = alphabeta(&grid.bitten(row, col), !max, (alpha, beta), calls);
        if max {
            value = value.max(next);
            alpha = alpha.max(value);
            if value >= beta {
                break;
            }
        } else {
            value = value.min(next);
            beta = beta.min(value);
            if value <= alpha {
                break;
            }
        }
    }
    value
}

fn negamax(grid: &Grid, calls: &mut u64) -> bool {
    *calls += 1;
    grid.poisoned() || grid.bites().into_iter().any(|(row, col)| !negamax(&grid.bitten(row, col), calls))
}

fn nodes(bar: Chomp, algorithm: Algorithm, with_blunders: bool) -> u64 {
    let effort = Effort::unlimited();
    let found = match with_blunders {
        true => algorithm.search(&WithBlunders(bar), &bar.start(), &effort).unwrap(),
        false => algorithm.search(&bar, &bar.start(), &effort).unwrap(),
    };
    found.nodes
}

#[test]
fn whoever_lets_the_search_bite_the_poison_counts_as_a_students_program_does() {
    for (rows, cols, poison) in [
        (1, 1, (1, 1)),
        (2, 2, (1, 1)),
        (2, 3, (1, 1)),
        (3, 2, (1, 1)),
        (3, 3, (1, 1)),
        (2, 5, (1, 1)),
        (3, 3, (2, 2)),
        (2, 4, (1, 3)),
    ] {
        let bar = Chomp::new(rows, cols).unwrap().with_poison(poison).unwrap();
        let grid = Grid::new(rows as usize, cols as usize, (poison.0 as usize - 1, poison.1 as usize - 1));
        let mut calls = [0; 3];
        minimax(&grid, true, &mut calls[0]);
        alphabeta(&grid, true, (i32::MIN, i32::MAX), &mut calls[1]);
        negamax(&grid, &mut calls[2]);
        let searches = [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Negamax];
        for (algorithm, calls) in searches.into_iter().zip(calls) {
            assert_eq!(nodes(bar, algorithm, true), calls, "{algorithm} on {bar}");
        }
        // The formulas of `WithBlunders`.
        let factor = u64::from(1 + poison.0 * poison.1);
        for algorithm in [Algorithm::Minimax, Algorithm::Negamax] {
            assert_eq!(
                nodes(bar, algorithm, true),
                factor * nodes(bar, algorithm, false),
                "{algorithm} on {bar}"
            );
        }
        assert!(nodes(bar, Algorithm::AlphaBeta, true) <= factor * nodes(bar, Algorithm::AlphaBeta, false));
    }
    let twice = Chomp::new(2, 2).unwrap();
    assert_eq!(Algorithm::ALL.map(|algorithm| nodes(twice, algorithm, true)), [20, 20, 20, 6]);
    let memo = |bar, with| nodes(bar, Algorithm::Memo, with);
    let bar = Chomp::new(4, 5).unwrap();
    assert_eq!(memo(bar, true), memo(bar, false) + 1, "the eaten bar is remembered");
}

#[test]
fn blunders_change_no_outcome_and_no_winning_move() {
    let effort = Effort::unlimited();
    for game in ["chomp:3x4", "chomp:3x4@2,2", "nim:2,3,1/misere", "nim:2,3"] {
        let game: AnyGame = game.parse().unwrap();
        for algorithm in Algorithm::ALL {
            let plain = algorithm.search(&game, &game.start(), &effort).unwrap();
            let with = algorithm.search(&WithBlunders(game.clone()), &game.start(), &effort).unwrap();
            assert_eq!((with.outcome, with.best), (plain.outcome, plain.best), "{algorithm} on {game}");
            assert!(with.nodes >= plain.nodes);
        }
    }
}

/// Every position of a bar.
fn positions(rows: u32, cols: u32) -> Vec<Rows> {
    let count = lastbite_engines::rank::count(rows, cols).unwrap();
    (0..count).map(|rank| lastbite_engines::rank::unrank(rank, rows).unwrap()).collect()
}

fn wins<G: Game>(game: &G, position: &G::Position) -> bool {
    let found = Algorithm::Memo.search(game, position, &Effort::unlimited()).unwrap();
    found.outcome == Outcome::Win
}

/// What an explanation claims is checked by search, at one position.
fn explained_truly<G: Words>(standing: &Standing<G>, solver: &Solver<G>) -> Explanation<G::Move> {
    let (game, position) = (standing.game(), standing.position());
    let explained = Explanation::of(standing, solver, &Effort::unlimited()).unwrap();
    assert_eq!(explained.outcome == Outcome::Win, wins(game, position), "{standing}");
    assert_eq!(explained.argument.is_some(), game.theorem(position).is_some(), "{standing}");
    if standing.final_outcome().is_some() {
        assert_eq!(explained.best, None);
        return explained;
    }
    let best = explained.best.as_ref().unwrap();
    let left = game.play(position, best).unwrap();
    assert_eq!(explained.outcome == Outcome::Win, !wins(game, &left), "{standing}: {best:?}");
    let lost = if explained.outcome == Outcome::Win { &left } else { position };
    let named = matches!(game.theorem(position), Some(Theorem::Won(Some(_)) | Theorem::Lost(_)));
    if named || explained.afterwards.is_some() {
        assert!(explained.replies.is_empty());
    } else {
        let replies: HashSet<G::Move> = explained.replies.iter().map(|reply| reply.mv.clone()).collect();
        assert_eq!(replies, game.moves(lost).collect(), "{standing}: an answer to each move");
        for reply in &explained.replies {
            let then = game.play(lost, &reply.mv).unwrap();
            assert!(!wins(game, &game.play(&then, &reply.answer).unwrap()), "{standing}: {reply:?}");
        }
    }
    assert!(!explained.told(standing).is_empty());
    explained
}

#[test]
fn every_explanation_explained_truly() {
    let solver = Solver::new();
    for bar in ["4x5", "4x4", "3x4@2,2"] {
        let bar: Chomp = bar.parse().unwrap();
        for rows in positions(bar.rows(), bar.cols()) {
            let _ = explained_truly(&Standing::new(bar, rows).unwrap(), &solver);
        }
    }
    for text in ["nim:3,4,2", "nim:3,4,2/misere"] {
        let nim: Nim = text.parse().unwrap();
        for (a, b, c) in (0..=3).flat_map(|a| (0..=4).flat_map(move |b| (0..=2).map(move |c| (a, b, c)))) {
            let _ = explained_truly(
                &Standing::read(nim.clone(), &format!("{a},{b},{c}")).unwrap(),
                &Solver::new(),
            );
        }
    }
}

#[test]
fn strategy_stealing_is_a_proof_in_four_sentences_and_then_a_move() {
    let explained = explained_truly(&Standing::start(Chomp::new(4, 5).unwrap()), &Solver::new());
    assert_eq!(explained.rule(), Some("strategy stealing"));
    let proof = explained.argument.as_ref().unwrap().told[0].content();
    let sentences: Vec<&str> = proof.split_inclusive(". ").collect();
    let begins: Vec<&str> = sentences[1..].iter().filter_map(|sentence| sentence.split(' ').next()).collect();
    assert_eq!(begins, ["Suppose", "Then", "But", "So"], "{proof}");
    assert_eq!(explained.best.unwrap().to_string(), "3,3");
    // However large the bar is, the proof is explained, and what is out of reach is named.
    let huge = Standing::start(Chomp::new(300, 400).unwrap());
    let explained = Explanation::of(&huge, &Solver::new(), &Effort::unlimited().nodes(1000)).unwrap();
    assert_eq!((explained.outcome, explained.best), (Outcome::Win, None));
    assert!(
        explained
            .told(&huge)
            .last()
            .unwrap()
            .content()
            .starts_with("Which move wins was not computed here: ")
    );
}

/// Plays random moves to the end, a blunder among them now and then.
fn random_match<G: Game>(game: G, seed: u64) -> Match<G> {
    let mut dice = Dice::new(seed);
    let mut played = Match::new(Standing::start(game), [Player::human("A"), Player::human("B")]);
    while played.verdict().is_none() {
        let game = played.game().clone();
        let mut moves: Vec<G::Move> = game.moves(played.position()).collect();
        if dice.chance(0.1) {
            moves.extend(game.blunders(played.position()));
        }
        if dice.chance(0.03) {
            played.resign(played.to_move());
            break;
        }
        played.play(moves.swap_remove(dice.below(moves.len()))).unwrap();
    }
    played
}

/// A review is compared with a plain look at every position.
fn is_fair<G: Words>(played: &Match<G>, solver: &Solver<G>) {
    let review = Review::of(played, solver, &Effort::unlimited()).unwrap();
    assert_eq!(review.moves.len(), played.history().len());
    let mut tallies = [(0, 0, 0); 2];
    for (turn, reviewed) in played.history().iter().zip(&review.moves) {
        let standing = Standing::new(played.game().clone(), turn.before.clone()).unwrap();
        let plain = Analysis::of(&standing, &Effort::unlimited()).unwrap();
        assert_eq!((reviewed.side, &reviewed.mv), (turn.side, &turn.mv));
        assert_eq!((reviewed.before, reviewed.distance_before), (Some(plain.outcome), plain.distance));
        let judged = plain.moves.iter().find(|judged| judged.mv == turn.mv);
        let (after, plies) =
            judged.map_or((Outcome::Loss, Some(1)), |judged| (judged.outcome, judged.distance));
        assert_eq!((reviewed.after, reviewed.distance_after), (Some(after), plies), "{standing} {turn:?}");
        let winning = plain.moves.iter().filter(|judged| judged.outcome == Outcome::Win).count();
        assert_eq!(reviewed.winning, Some(winning));
        assert_eq!(reviewed.was_the_only_one(), after == Outcome::Win && winning == 1);
        assert_eq!(reviewed.threw_the_win_away(), plain.outcome == Outcome::Win && after == Outcome::Loss);
        let perfect = after == plain.outcome && (after == Outcome::Win || plies >= plain.distance);
        assert_eq!(reviewed.is_perfect(), Some(perfect));
        match &reviewed.better {
            None => assert!(perfect),
            Some(better) => {
                assert!(!perfect);
                let better = plain.moves.iter().find(|judged| judged.mv == *better).unwrap();
                assert_eq!((better.outcome, better.distance), (plain.outcome, plain.distance));
            }
        }
        let tally = &mut tallies[turn.side.index()];
        tally.0 += 1;
        tally.1 += usize::from(plain.outcome == Outcome::Win);
        tally.2 += usize::from(perfect);
    }
    for (tally, expected) in review.sides.iter().zip(tallies) {
        assert_eq!((tally.moves, tally.could_win, tally.perfect()), expected);
        assert_eq!(tally.could_win + tally.was_lost, tally.moves);
    }
    let resigned = played.verdict().is_some_and(|verdict| verdict.ending == lastbite::Ending::Resigned);
    let gave_up = resigned && wins(played.game(), played.position());
    assert_eq!(review.gave_a_win_up, gave_up.then(|| played.to_move()));
}

#[test]
fn every_review_is_fair() {
    let solver = Solver::new();
    for seed in 0..60 {
        is_fair(&random_match("chomp:4x5".parse::<Chomp>().unwrap(), seed), &solver);
        is_fair(&random_match("chomp:3x4@2,2".parse::<AnyGame>().unwrap(), seed), &Solver::new());
        is_fair(&random_match("nim:3,4,2/misere".parse::<Nim>().unwrap(), seed), &Solver::new());
        is_fair(&random_match("nim:3,4,2".parse::<AnyGame>().unwrap(), seed), &Solver::new());
    }
}

#[test]
fn a_review_of_what_is_out_of_reach_still_knows_the_end() {
    // 60x60: the middle of the game is out of reach; the first bite and the end are not.
    let mut played =
        Match::new(Standing::start(Chomp::new(60, 61).unwrap()), [Player::human("A"), Player::human("B")]);
    for bite in ["40,40", "30,50", "3,3", "1,2", "2,1"] {
        played.play(bite.parse().unwrap()).unwrap();
    }
    let review = Review::of(&played, &Solver::new(), &Effort::unlimited().nodes(2000)).unwrap();
    let outcomes: Vec<_> = review.moves.iter().map(|reviewed| (reviewed.before, reviewed.after)).collect();
    assert_eq!(outcomes[0], (Some(Outcome::Win), None));
    assert_eq!(outcomes[1], (None, None));
    assert_eq!(outcomes[3..], [(None, Some(Outcome::Loss)), (Some(Outcome::Win), Some(Outcome::Win))]);
    assert_eq!(review.moves[4].side, Side::First);
    // Of the first bite it is not known whether it kept the win, so it does not count.
    let first = review.sides[0];
    assert_eq!((first.moves, first.could_win, first.kept, first.was_lost), (3, 1, 1, 0));
    let cancel = lastbite::Cancel::new();
    cancel.cancel();
    let stopped = Review::of(&played, &Solver::new(), &Effort::unlimited().cancelled_by(&cancel));
    assert_eq!(stopped, Err(lastbite::Stopped::Cancelled));
}

#[test]
fn a_lost_move_counts_only_where_it_is_known_how_long_it_could_last() {
    let heaps: Nim = "nim:100,100".parse().unwrap();
    let mut played = Match::new(Standing::start(heaps), [Player::human("A"), Player::human("B")]);
    played.play("1 from 1".parse().unwrap()).unwrap();
    played.play("1 from 2".parse().unwrap()).unwrap();
    let [first, second] = Review::of(&played, &Solver::new(), &Effort::unlimited()).unwrap().sides;
    assert_eq!((first.moves, first.was_lost, first.held_out), (1, 0, 0));
    assert_eq!((second.moves, second.could_win, second.kept), (1, 1, 1));
}

#[test]
fn only_who_is_to_move_can_give_a_win_up() {
    let review = |side| {
        let bar = Chomp::new(3, 4).unwrap();
        let mut played = Match::new(Standing::start(bar), [Player::human("A"), Player::human("B")]);
        played.resign(side);
        Review::of(&played, &Solver::new(), &Effort::unlimited()).unwrap().gave_a_win_up
    };
    assert_eq!(review(Side::First), Some(Side::First));
    assert_eq!(review(Side::Second), None, "the other one could win");
}

#[test]
fn no_position_of_a_review_takes_more_than_a_tenth_of_the_nodes() {
    // Two long arms and a little more: no bar of that size is solved at once, but a search is quick.
    let standing = Standing::read(Chomp::new(30, 30).unwrap(), "30,3,1^25").unwrap();
    let found = Solver::new().ask(&standing, &Effort::unlimited()).known().unwrap();
    assert_eq!((found.outcome, found.source), (Outcome::Win, Source::Search));
    let mut played = Match::new(standing, [Player::human("A"), Player::human("B")]);
    played.resign(Side::First);
    let review = |nodes| Review::of(&played, &Solver::new(), &Effort::unlimited().nodes(nodes)).unwrap();
    assert_eq!(review(10 * found.nodes).gave_a_win_up, Some(Side::First));
    assert_eq!(review(10 * found.nodes - 1).gave_a_win_up, None, "one node too few");
}

#[test]
fn difficulties_are_told() {
    assert_eq!(
        Difficulty::ALL.map(Difficulty::told),
        [
            "you win in 2 or 3 of your own moves",
            "you win in 4 or 5 of your own moves",
            "you win in 6 or more of your own moves"
        ]
    );
}

#[test]
fn as_many_puzzles_are_made_as_there_are() {
    let (bar, solver, effort) = (Chomp::new(3, 3).unwrap(), Solver::new(), Effort::unlimited());
    let make = |many| Puzzle::of(&bar, Difficulty::Easy, many, &mut Dice::new(1), &solver, &effort);
    let Err(PuzzleError::TooFew { there, .. }) = make(1000) else { panic!("there are fewer than that") };
    assert_eq!(make(there).unwrap().len(), there);
    assert!(make(there + 1).is_err());
    let smallest = make(there).unwrap().into_iter().map(|puzzle| puzzle.standing.position().to_string());
    assert!(smallest.collect::<Vec<_>>().contains(&"2,2".to_string()), "three bites are enough for a puzzle");
}

#[test]
fn puzzles_have_one_solution_and_the_stated_difficulty() {
    let (solver, effort) = (Solver::new(), Effort::unlimited());
    for (bar, difficulty) in [
        ("3x5", Difficulty::Easy),
        ("4x4", Difficulty::Medium),
        ("4x7", Difficulty::Hard),
        ("5x5@2,2", Difficulty::Easy),
    ] {
        let bar: Chomp = bar.parse().unwrap();
        let make = |seed| Puzzle::of(&bar, difficulty, 6, &mut Dice::new(seed), &solver, &effort).unwrap();
        let puzzles = make(1);
        assert_eq!(puzzles, make(1));
        assert_ne!(puzzles, make(2));
        let different: HashSet<&Rows> = puzzles.iter().map(|puzzle| puzzle.standing.position()).collect();
        assert_eq!(different.len(), 6);
        for puzzle in &puzzles {
            let plain = Analysis::of(&puzzle.standing, &effort).unwrap();
            let winning: Vec<_> =
                plain.moves.iter().filter(|judged| judged.outcome == Outcome::Win).collect();
            assert_eq!((winning.len(), winning[0].mv), (1, puzzle.solution), "{}", puzzle.standing);
            assert_eq!(plain.distance, Some(puzzle.distance));
            assert!(difficulty.plies().contains(&puzzle.distance) && plain.moves.len() >= 3);
        }
    }
    let few =
        Puzzle::of(&Chomp::new(2, 2).unwrap(), Difficulty::Hard, 1, &mut Dice::new(1), &solver, &effort);
    let few = few.unwrap_err();
    assert!(matches!(few, PuzzleError::TooFew { there: 0, .. }));
    assert_eq!(
        few.to_string(),
        "there are no hard positions with a single winning move in chomp:2x2; it has 1 easy one; choose a larger game"
    );
    let large =
        Puzzle::of(&Chomp::new(30, 30).unwrap(), Difficulty::Hard, 1, &mut Dice::new(1), &solver, &effort);
    assert_eq!(large, Err(PuzzleError::TooLarge));
}

#[test]
fn the_grundy_value_of_nim_is_its_exclusive_or_however_large() {
    let nim: Nim = "nim:1000,3000,77".parse().unwrap();
    let analysis = Solver::new().analyse(&Standing::start(nim), &Effort::unlimited()).unwrap();
    assert_eq!((analysis.grundy, analysis.distance), (Some(1000 ^ 3000 ^ 77), None));
}

#[test]
fn moves_that_win_alike_are_listed_in_the_order_of_the_game() {
    let nim: Nim = "nim:1,1,1".parse().unwrap();
    let analysis =
        Analysis::by(&Standing::start(nim), &lastbite::theory::Formula, &Effort::unlimited()).unwrap();
    let moves: Vec<String> = analysis.moves.iter().map(|judged| judged.mv.to_string()).collect();
    assert_eq!(moves, ["1 from 1", "1 from 2", "1 from 3"]);
}

/// Two hundred thousand positions of a large game would take gigabytes.
#[test]
fn puzzles_are_looked_for_within_the_memory_and_until_somebody_stops_it() {
    let games: AnyGame = [["kayles:40^20"; 5].join("+"), "kayles:40^19".into()].join("+").parse().unwrap();
    let look = |effort: &Effort| {
        let made = Puzzle::of(&games, Difficulty::Easy, 1, &mut Dice::new(1), &Solver::new(), effort);
        made.unwrap_err()
    };
    assert_eq!(look(&Effort::unlimited().memory(4 << 20)), PuzzleError::TooLarge);
    let cancel = Cancel::new();
    cancel.cancel();
    let stopped = look(&Effort::unlimited().cancelled_by(&cancel));
    assert!(matches!(&stopped, PuzzleError::Unknown(unknown) if unknown.was_cancelled()), "{stopped:?}");
}

#[test]
fn on_paper_pins_have_numbers_and_are_crossed_out() {
    let rows: AnyGame = "kayles:8,9".parse().unwrap();
    let sheet = Worksheet::of(&rows, Difficulty::Easy, 6, 1, &Solver::new(), &Effort::unlimited()).unwrap();
    assert!(sheet.rule().ends_with("Cross out the pins that you knock down, and write their numbers."));
    for (puzzle, number) in sheet.puzzles.iter().zip(1..) {
        let answer = sheet.answer(puzzle);
        let taken = puzzle.standing.game().taken(puzzle.standing.position(), &puzzle.solution);
        let layout = puzzle.standing.game().layout(puzzle.standing.position());
        let places: Vec<_> = taken.iter().map(|&id| layout.pieces[id].place).collect();
        let pins: Vec<String> = places.iter().map(|place| place.col.to_string()).collect();
        assert_eq!(answer, format!("{} of row {}", pins.join(" and "), places[0].row));
        let picture = sheet.picture(number, puzzle);
        assert!(pins.iter().all(|pin| picture.contains(&format!(">{pin}</text>"))), "{picture}");
    }
}

#[test]
fn on_paper_the_stones_of_a_row_have_numbers_too() {
    for text in ["dawson:12", "octal:0.07:11"] {
        let rows: AnyGame = text.parse().unwrap();
        let sheet =
            Worksheet::of(&rows, Difficulty::Easy, 2, 1, &Solver::new(), &Effort::unlimited()).unwrap();
        assert!(sheet.rule().ends_with("Cross out the stones that you take, and write their numbers."));
        for (puzzle, number) in sheet.puzzles.iter().zip(1..) {
            let answer = sheet.answer(puzzle);
            let numbers = answer.split([',', ' ']).filter(|word| word.parse::<u32>().is_ok());
            let picture = sheet.picture(number, puzzle);
            assert!(!answer.contains("leaving"), "{answer}");
            for stone in numbers {
                assert!(picture.contains(&format!(">{stone}</text>")), "{answer}: {picture}");
            }
        }
    }
}

/// Without its limit nobody can solve such a puzzle, and half a page is too narrow for a long row.
#[test]
fn on_paper_a_limit_is_told_and_a_long_row_has_the_whole_width() {
    let game: AnyGame = "fibonacci:20".parse().unwrap();
    let sheet = Worksheet::of(&game, Difficulty::Easy, 6, 1, &Solver::new(), &Effort::unlimited()).unwrap();
    for (puzzle, number) in sheet.puzzles.iter().zip(1..) {
        let limit = game.limit(puzzle.standing.position()).expect("it depends on the move before");
        assert!(sheet.picture(number, puzzle).contains(&limit), "{limit}");
        assert!(position_svg(&puzzle.standing, None).unwrap().contains(&limit), "{limit}");
        assert!(sheet.is_wide(puzzle), "twenty stones in a row");
    }
    let page = sheet.page();
    assert!(page.contains("<div class=\"puzzle wide\">") && page.contains(".wide { grid-column: 1 / -1 }"));
    let bar: AnyGame = "4x7".parse().unwrap();
    let sheet = Worksheet::of(&bar, Difficulty::Easy, 1, 1, &Solver::new(), &Effort::unlimited()).unwrap();
    assert!(!sheet.is_wide(&sheet.puzzles[0]) && !sheet.page().contains("puzzle wide"));
}
