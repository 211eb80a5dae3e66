//! Sums of games: ten thousand random ones compared with plain brute force, and the words for them.

use std::collections::HashMap;

use lastbite::games::{AnyPosition, GameError};
use lastbite::knowledge::{Knowledge, Known, Source, Unknown, WhyNot, mex};
use lastbite::layout::Drawn;
use lastbite::theory::Theorem;
use lastbite::words::Who;
use lastbite::{
    Analysis, AnyGame, AnyMove, Effort, Explanation, Game, IllegalMove, Outcome, Solver, Standing, Words,
    knowledge::Oracle, theory::Theory,
};
use lastbite_work::Dice;

/// Games that are small enough for brute force on three of them at once.
const SMALL: &[&str] = &[
    "chomp:1x1",
    "chomp:1x3",
    "chomp:2x2",
    "chomp:2x3",
    "chomp:3x2@2,1",
    "chomp:2x3@1,2",
    "chomp:2x2x2",
    "nim:0",
    "nim:1",
    "nim:4",
    "nim:1,2",
    "nim:2,2",
    "divisors:12",
    "subsets:2",
    "tree:0,1,1,0",
    "poset:a.b,a.c,d",
    "kayles:4",
    "subtract:1,2:5",
    "grundy:5",
    "lasker:3",
];

/// What brute force knows about a position: who wins, and in normal play its value.
struct Brute {
    known: HashMap<AnyPosition, (Outcome, u32)>,
}

impl Brute {
    fn judge(&mut self, game: &AnyGame, position: &AnyPosition) -> (Outcome, u32) {
        if let Some(&known) = self.known.get(position) {
            return known;
        }
        let moves: Vec<_> = game.moves(position).collect();
        let after: Vec<(Outcome, u32)> =
            moves.iter().map(|mv| self.judge(game, &game.play_unchecked(position, mv))).collect();
        let outcome = match after.as_slice() {
            [] => game.final_outcome(position),
            after if after.iter().any(|&(outcome, _)| outcome == Outcome::Loss) => Outcome::Win,
            _ => Outcome::Loss,
        };
        let value = mex(after.into_iter().map(|(_, value)| value));
        self.known.insert(position.clone(), (outcome, value));
        (outcome, value)
    }
}

/// A random sum of two or three small games, and some position of it.
fn random_sum(dice: &mut Dice) -> Standing<AnyGame> {
    let parts: Vec<&str> = (0..2 + dice.below(2)).map(|_| SMALL[dice.below(SMALL.len())]).collect();
    let misere = if dice.below(4) == 0 { "/misere" } else { "" };
    let game: AnyGame = format!("{}{misere}", parts.join("+")).parse().unwrap();
    let mut standing = Standing::start(game);
    for _ in 0..dice.below(4) {
        let moves: Vec<_> = standing.moves().collect();
        if moves.is_empty() {
            break;
        }
        standing = standing.play(&moves[dice.below(moves.len())]).unwrap();
    }
    standing
}

#[test]
fn ten_thousand_random_sums_are_judged_as_by_brute_force() {
    let mut dice = Dice::new(2026);
    let solver: Solver<AnyGame> = Solver::new();
    let effort = Effort::unlimited();
    for _ in 0..10_000 {
        let standing = random_sum(&mut dice);
        let (game, position) = (standing.game(), standing.position());
        let mut brute = Brute { known: HashMap::new() };
        let (outcome, value) = brute.judge(game, position);
        let known = solver.ask(&standing, &effort).known().unwrap();
        assert_eq!(known.outcome, outcome, "{standing}");
        if let Some(best) = known.best {
            let (after, _) = brute.judge(game, &game.play(position, &best).unwrap());
            assert_eq!(after, !outcome, "{standing} {}", game.write_move(&best));
        }
        let misere = game.to_string().ends_with("/misere");
        if let Some(theorem) = game.theorem(position) {
            assert_eq!(theorem.outcome(), outcome, "{standing}");
        }
        if !misere {
            let found =
                game.find_grundy_value(position, solver.kept(), lastbite::theory::Patience::Endless, &effort);
            assert_eq!(found, Ok(Some(value)), "{standing}");
            assert!(game.grundy_value(position).is_none_or(|said| said == value), "{standing}");
        }
        let analysis = solver.analyse(&standing, &effort).unwrap();
        assert_eq!(analysis.moves.len() as u64, standing.move_count(), "{standing}");
        for judged in analysis.moves {
            let (after, _) = brute.judge(game, &game.play(position, &judged.mv).unwrap());
            assert_eq!(judged.outcome, !after, "{standing} {}", game.write_move(&judged.mv));
        }
    }
}

#[test]
fn equal_games_cancel_however_large_they_are() {
    let solver: Solver<AnyGame> = Solver::new();
    // No search ends within a thousand nodes.
    let few = Effort::unlimited().nodes(1000);
    let lost: AnyGame = "chomp:90x80+nim:7+chomp:90x80+nim:7".parse().unwrap();
    let known = solver.ask(&Standing::start(lost), &few).known().unwrap();
    assert_eq!(known.outcome, Outcome::Loss);
    // Only the square counts, and its theorem names the move.
    let won: AnyGame = "chomp:90x80+chomp:50x50+chomp:90x80".parse().unwrap();
    let known = solver.ask(&Standing::start(won.clone()), &few).known().unwrap();
    assert_eq!(known.best.map(|mv| won.write_move(&mv)).as_deref(), Some("2: 2,2"));
}

#[test]
fn what_has_no_known_value_makes_the_sum_unknown_and_not_lost() {
    let solver: Solver<AnyGame> = Solver::new();
    let sum: AnyGame = "chomp:90x80+nim:7".parse().unwrap();
    let few = Effort::unlimited().nodes(1000);
    assert!(solver.ask(&Standing::start(sum), &few).known().is_err());
}

#[test]
fn the_poison_of_a_part_loses_the_whole() {
    let sum: AnyGame = "chomp:1x2+nim:5".parse().unwrap();
    let start = sum.start();
    let poison = sum.read_move("1: 1,1").unwrap();
    assert_eq!(sum.check(&start, &poison), Err(IllegalMove::Blunder));
    assert!(sum.moves(&start).all(|mv| mv != poison));
    let after = sum.play_unchecked(&start, &poison);
    assert!(sum.is_over(&after), "the heap does not matter any more");
    assert_eq!(sum.final_outcome(&after), Outcome::Win);
    assert!(sum.layout(&after).pieces.iter().all(|piece| sum.move_at(&after, piece.place).is_none()));
    let take = sum.read_move("2: 1 from 1").unwrap();
    assert!(sum.piece_of(&start, &take).is_some());
    assert_eq!(sum.piece_of(&after, &take), None, "no piece stands for a move any more");
    assert!(sum.layout(&after).pieces.iter().all(|piece| sum.moves_at(&after, piece.place).is_empty()));
}

#[test]
fn a_theorem_names_the_move_that_makes_the_exclusive_or_zero() {
    for (sum, best) in [
        ("nim:3+nim:5", "2: 2 from 1"),
        ("nim:1,2+nim:4", "2: 1 from 1"),
        ("nim:6+kayles:3+nim:1", "1: 4 from 1"),
        // One of two equal games is left next to a third.
        ("nim:2+nim:2+nim:2+nim:7", "4: 5 from 1"),
    ] {
        let game: AnyGame = sum.parse().unwrap();
        let Some(Theorem::Won(Some(mv))) = game.theorem(&game.start()) else { panic!("{sum}") };
        assert_eq!(game.write_move(&mv), best, "{sum}");
    }
}

#[test]
fn moves_of_every_game_are_told_in_the_present_tense() {
    let sum: AnyGame = "chomp:3x4+nim:3,4".parse().unwrap();
    let told = |mv: &str, who| sum.told(&sum.start(), &sum.read_move(mv).unwrap(), who);
    assert_eq!(told("1: 3,3", Who::You), "bite 3,3 and eat 2 squares in game 1");
    assert_eq!(told("2: 2 from 1", Who::You), "take 2 stones from heap 1 in game 2");
    assert_eq!(told("2: 1 from 2", Who::Named("Ada")), "takes 1 stone from heap 2 in game 2");
}

#[test]
fn a_won_sum_is_explained_once() {
    let start = Standing::start("chomp:3x4+nim:3,4".parse::<AnyGame>().unwrap());
    let explained = Explanation::of(&start, &Solver::new(), &Effort::unlimited()).unwrap();
    let told: Vec<String> = explained.told(&start).iter().map(|part| part.content().to_string()).collect();
    let rule = told.iter().filter(|part| part.contains("is worth a heap of Nim")).count();
    assert_eq!(rule, 1, "{told:?}");
}

#[test]
fn misere_is_of_the_whole_sum_or_of_none() {
    let refused = |text: &str| text.parse::<AnyGame>().unwrap_err().to_string();
    assert!(refused("nim:3/misere+nim:4").contains("game 1 of the sum cannot be misère on its own"));
    assert!(refused("nim:3+chess:4").starts_with("game 2 of the sum: 'chess:4' is not a game"));
    assert!(matches!("nim:3+".parse::<AnyGame>(), Err(GameError::Sum(_))));
    assert!(refused(&["nim:1"; 13].join("+")).contains("a sum has 2 to 12 games"));
    // What cannot be misère alone cannot be in a sum either.
    assert!(
        refused("nim:3+treblecross:9/misere").contains("game 2 of the sum cannot be played misère: marking")
    );
    assert!("nim:3+treblecross:9".parse::<AnyGame>().is_ok());
    let misere: AnyGame = "nim:3+nim:4/misere".parse().unwrap();
    assert_eq!(misere.to_string(), "nim:3+nim:4/misere");
    // Whoever makes the last move has lost: it is a blunder, and the other side has won.
    let game: AnyGame = "nim:1+nim:1/misere".parse().unwrap();
    let one_left = game.play(&game.start(), &game.read_move("1: 1 from 1").unwrap()).unwrap();
    let last = game.read_move("2: 1 from 1").unwrap();
    assert_eq!(game.check(&one_left, &last), Err(IllegalMove::Blunder));
    assert_eq!(game.final_outcome(&game.play_unchecked(&one_left, &last)), Outcome::Win);
}

#[test]
fn a_move_names_its_game() {
    let sum: AnyGame = "chomp:3x4+nim:3,4".parse().unwrap();
    let refused = |text: &str| sum.read_move(text).unwrap_err().to_string();
    assert_eq!(
        refused("2,3"),
        "'2,3' does not say which game; a move is the number of a game, 1 to 2, a colon and the move"
    );
    assert_eq!(refused("3: 2,3"), "game 3 is not there: games are 1 to 2");
    assert_eq!(sum.read_move("3 from 1 in game 2"), sum.read_move("2: 3 from 1"), "as it is told");
    assert!(refused("2: 2,3").starts_with("in game 2, "));
    assert_eq!(sum.write_move(&sum.read_move(" 2 : 3 from 1").unwrap()), "2: 3 from 1");
    assert!(sum.read_position("4,4").unwrap_err().to_string().contains("this has 1"));
    assert!(sum.read_position("5,5+3,4").unwrap_err().to_string().starts_with("game 1 of the sum: "));
}

/// Few nodes, and no patience: all knowledge must come from theorems.
#[test]
fn theorems_of_sums_are_asked_before_anything_is_searched() {
    let solver: Solver<AnyGame> = Solver::new();
    let effort = Effort::unlimited().nodes(2_000).threads(1);
    // Equal pairs: every move is lost, and answered by the same move in the twin.
    let pairs = Standing::start("chomp:30x30+chomp:30x30".parse::<AnyGame>().unwrap());
    let analysis = solver.analyse_soon(&pairs, &effort).unwrap();
    assert_eq!((analysis.outcome, analysis.grundy, analysis.unjudged), (Outcome::Loss, Some(0), 0));
    assert_eq!(analysis.moves.len(), 2 * 899);
    for judged in &analysis.moves {
        let (bite, answer) = (pairs.write_move(&judged.mv), judged.refutation.as_ref().unwrap());
        let (part, square) = bite.split_once(": ").unwrap();
        let twin = if part == "1" { 2 } else { 1 };
        assert_eq!(pairs.write_move(answer), format!("{twin}: {square}"));
    }
    // Heaps that are worth 0 together leave the bar alone; so do a heap and two that make it up.
    for sum in ["chomp:30x30+nim:2,2", "nim:3+chomp:30x30+nim:1,2", "chomp:30x30+nim:2+nim:2"] {
        let standing = Standing::start(sum.parse::<AnyGame>().unwrap());
        let analysis = solver.analyse_soon(&standing, &effort).unwrap();
        assert_eq!(analysis.outcome, Outcome::Win, "{sum}");
        assert!(standing.write_move(&analysis.moves[0].mv).ends_with(": 2,2"), "{sum}");
    }
    // Three of a kind: two cancel, and strategy stealing wins the third, nobody knows how.
    let three = Standing::start("chomp:30x31+chomp:30x31+chomp:30x31".parse::<AnyGame>().unwrap());
    assert_eq!(three.game().theorem(three.position()), Some(Theorem::Won(None)));
}

/// Knows one lost position and nothing else.
struct KnowsOne(AnyGame);

impl Oracle<AnyGame> for KnowsOne {
    fn ask(&self, standing: &Standing<AnyGame>, _: &Effort) -> Knowledge<AnyMove> {
        if *standing.position() == self.0.start() {
            return Knowledge::Known(Known::new(Outcome::Loss, Source::Formula));
        }
        Knowledge::Unknown(Unknown::because(WhyNot::NotMine))
    }
}

#[test]
fn every_move_of_a_lost_position_is_lost_even_where_its_answer_is_out_of_reach() {
    let game: AnyGame = "nim:3,3".parse().unwrap();
    let start = Standing::start(game.clone());
    let analysis = Analysis::by(&start, &KnowsOne(game), &Effort::unlimited()).unwrap();
    assert_eq!((analysis.outcome, analysis.moves.len(), analysis.unjudged), (Outcome::Loss, 6, 0));
    assert!(analysis.moves.iter().all(|judged| judged.outcome == Outcome::Loss));
}

/// A lost game is worth 0, whatever else is unknown about it.
#[test]
fn a_lost_game_of_any_size_counts_for_nothing() {
    let game: AnyGame = "chomp:60x60+nim:5".parse().unwrap();
    // Two arms of equal length are lost.
    let position = game.read_position(&format!("60,{}+5", ["1"; 59].join(","))).unwrap();
    let known =
        Solver::new().ask(&Standing::new(game.clone(), position).unwrap(), &Effort::unlimited().nodes(10));
    assert_eq!(known.known().unwrap().best.map(|mv| game.write_move(&mv)).as_deref(), Some("2: 5 from 1"));
}

#[test]
fn a_lost_sum_that_must_be_computed_is_told_by_its_exclusive_or() {
    let game: AnyGame = "chomp:3x4+nim:3,4+kayles:7".parse().unwrap();
    // The bar is worth 9, and 1,4 makes it worth 7 ^ 2.
    let left = Standing::start(game.clone()).play(&game.read_move("1: 1,4").unwrap()).unwrap();
    let why = Solver::new().why_lost(&left, &Effort::unlimited()).unwrap().unwrap().to_string();
    assert!(why.starts_with("it makes the exclusive or of the Grundy values (5, 7 and 2) 0"), "{why}");
}
