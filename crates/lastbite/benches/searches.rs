//! How long the textbook searches take; each run asserts what it computes.

use divan::Bencher;
use lastbite::{Algorithm, Analysis, Board, Chomp, Effort, Game, Outcome, Square, Standing};

fn main() {
    divan::main();
}

#[divan::bench(args = [(Algorithm::Minimax, 1232), (Algorithm::AlphaBeta, 102), (Algorithm::Negamax, 78), (Algorithm::Memo, 13)])]
fn search_3x3(bencher: Bencher, (algorithm, nodes): (Algorithm, u64)) {
    let bar = Chomp::new(3, 3).unwrap();
    bencher.bench(|| {
        let found = algorithm.search(&bar, &bar.start(), &Effort::unlimited()).unwrap();
        assert_eq!((found.outcome, found.nodes), (Outcome::Win, nodes));
    });
}

#[divan::bench]
fn memo_8x10(bencher: Bencher) {
    let bar = Chomp::new(8, 10).unwrap();
    bencher.bench(|| {
        let found = Algorithm::Memo.search(&bar, &bar.start(), &Effort::unlimited()).unwrap();
        assert!(found.best == Some(Square::new(4, 9)) || found.best == Some(Square::new(5, 6)));
    });
}

#[divan::bench(sample_count = 10)]
fn analysis_of_every_move_7x8(bencher: Bencher) {
    let bar = Chomp::new(7, 8).unwrap();
    bencher.bench(|| {
        let analysis = Analysis::of(&Standing::start(bar), &Effort::unlimited()).unwrap();
        assert_eq!((analysis.nodes, analysis.moves.len()), (6434, 55));
    });
}

#[divan::bench]
fn winning_move_10x10_less_a_corner(bencher: Bencher) {
    let mut board = Board::new(10, 11).unwrap();
    board.chomp((10, 11)).unwrap();
    let expected = board.winning_move();
    bencher.bench(|| assert_eq!(board.winning_move(), expected));
}
