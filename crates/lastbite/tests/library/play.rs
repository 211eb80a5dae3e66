//! A perfect computer never loses a won game: whole games against opponents who play anything.
#![allow(missing_docs)]

use lastbite::play::{Computer, Dice};
use lastbite::{
    Algorithm, Chomp, Effort, Ending, Heaps, Level, Nim, Outcome, Player, Rows, Solver, Standing,
    play::Engine, play::Match, play::Side, theory::Theory,
};
use proptest::prelude::*;

/// Plays a game from a position, the computer first or second, and returns who won and whether it could.
fn play<G: Theory>(start: Standing<G>, engine: Engine, computer: Side, seed: u64) -> (Side, bool) {
    let mut players = [Player::human("Random"), Player::computer("Perfect", Level::Perfect)];
    if computer == Side::First {
        players.reverse();
    }
    let (solver, effort) = (Solver::new(), Effort::unlimited());
    let mut played = Match::new(start, players);
    let mut dice = Dice::new(seed);
    let mut perfect = Computer::new(Level::Perfect, seed).with_engine(engine);
    let mut won = false;
    while played.verdict().is_none() {
        let standing = played.standing();
        let mut moves: Vec<G::Move> = standing.moves().collect();
        if played.to_move() == computer {
            won |= solver.ask(&standing, &effort).outcome() == Some(Outcome::Win);
            let reply = perfect.reply(&standing, &solver, &effort).expect("a move is left");
            assert!(!standing.game().is_blunder(standing.position(), &reply.mv), "{standing}: {reply:?}");
            played.play(reply.mv).expect("the computer plays by the rules");
        } else {
            played.play(moves.swap_remove(dice.below(moves.len()))).expect("it was listed");
        }
    }
    let verdict = played.verdict().expect("it is over");
    assert_eq!(verdict.ending, Ending::NoMoveLeft);
    // Undoing everything leads to the start, and redoing it to the same end.
    let moves = played.history().len();
    (0..moves).for_each(|_| assert!(played.undo()));
    assert_eq!(played.position(), played.start().position());
    (0..moves).for_each(|_| assert!(played.redo()));
    assert_eq!(played.verdict(), Some(verdict));
    (verdict.winner, won)
}

fn sides() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::First), Just(Side::Second)]
}

fn engines() -> impl Strategy<Value = Engine> {
    prop_oneof![Just(Engine::Auto), Just(Engine::Search(Algorithm::Memo)), Just(Engine::Sieve)]
}

/// A bar with its poison anywhere, and a staircase on it that still has the poison.
fn chomp_positions() -> impl Strategy<Value = (Chomp, Rows)> {
    (1..=5u32, 1..=7u32, any::<bool>()).prop_flat_map(|(rows, cols, classic)| {
        let lengths = prop::collection::vec(0..=cols, rows as usize);
        (lengths, 1..=rows, 1..=cols).prop_map(move |(mut lengths, row, col)| {
            let poison = if classic { (1, 1) } else { (row, col) };
            lengths.sort_unstable_by(|a, b| b.cmp(a));
            // Rows down to the poison must reach it.
            for length in lengths.iter_mut().take(poison.0 as usize) {
                *length = (*length).max(poison.1);
            }
            let bar = Chomp::new(rows, cols).unwrap().with_poison(poison).unwrap();
            (bar, Rows::new(lengths).unwrap())
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn a_won_game_of_chomp_is_won(
        (bar, start) in chomp_positions(), engine in engines(), computer in sides(), seed: u64
    ) {
        let (winner, won) = play(Standing::new(bar, start).unwrap(), engine, computer, seed);
        prop_assert!(!won || winner == computer);
    }

    #[test]
    fn a_won_game_of_take_away_is_won(
        stones in prop::collection::vec(0..=20u32, 1..=6), misere: bool, computer in sides(), seed: u64
    ) {
        prop_assume!(stones.iter().any(|&n| n > 0));
        let heaps = Heaps::new(stones).unwrap();
        let nim = if misere { Nim::misere(heaps) } else { Nim::normal(heaps) };
        let (winner, won) = play(Standing::start(nim), Engine::Auto, computer, seed);
        prop_assert!(!won || winner == computer);
    }
}

/// A computer that slips does lose won games: the tests above can fail.
#[test]
fn an_easy_computer_can_be_beaten() {
    let (bar, solver) = (Chomp::new(4, 5).unwrap(), Solver::new());
    let beaten = (0..50).any(|seed| {
        let mut game = Match::new(
            Standing::start(bar),
            [Player::computer("Easy", Level::Easy), Player::human("Perfect")],
        );
        let mut easy = Computer::new(Level::Easy, seed);
        let mut perfect = Computer::new(Level::Perfect, seed);
        while game.verdict().is_none() {
            let computer = if game.to_move() == Side::First { &mut easy } else { &mut perfect };
            let reply = computer.reply(&game.standing(), &solver, &Effort::unlimited()).unwrap();
            game.play(reply.mv).unwrap();
        }
        game.verdict().unwrap().winner == Side::Second
    });
    assert!(beaten);
}
