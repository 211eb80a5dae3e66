//! Plays a scripted game of Chomp: a person who bites blindly against a perfect computer.
//!
//! `cargo run --example scripted_game`

use lastbite::play::Computer;
use lastbite::{
    Board, Chomp, Effort, Ending, Level, Player, Solver, Square, Standing, play::Match, play::Side,
};

fn main() {
    let bar = Chomp::new(3, 5).expect("a fair bar");
    let solver = Solver::new();
    let mut game = Match::new(
        Standing::start(bar),
        [Player::human("Ada"), Player::computer("HAL 9000", Level::Perfect)],
    );
    let mut computer = Computer::new(Level::Perfect, 2001);
    let mut script = [(3, 5), (2, 4), (3, 1), (2, 2), (1, 3), (1, 2), (2, 1)].map(Square::from).into_iter();

    while game.verdict().is_none() {
        let board = Board::with_rows(bar, game.position().clone()).expect("every position fits its bar");
        println!("{board}");
        let side = game.to_move();
        let name = game.player(side).name();
        let bite = match side {
            // Ada takes the next bite of her script that is still there, or as little as she can.
            Side::First => script
                .find(|&bite| board.rows().has(bite))
                .or_else(|| board.stalling_move())
                .expect("the game is not over"),
            Side::Second => {
                let reply = computer
                    .reply(&game.standing(), &solver, &Effort::unlimited())
                    .expect("the game is not over");
                println!("{name} visits {} nodes", reply.nodes);
                reply.mv
            }
        };
        println!("{name} bites {bite}\n");
        game.play(bite).expect("the bite is on the board");
    }
    let verdict = game.verdict().expect("the game is over");
    let why = match verdict.ending {
        Ending::NoMoveLeft => "only the poison is left",
        Ending::Blunder => "the poison was eaten",
        Ending::Resigned => "the other gave up",
    };
    println!("{} wins: {why}", game.player(verdict.winner));
    assert_eq!(verdict.winner, Side::Second, "Ada's first bite gave the game away");
}
