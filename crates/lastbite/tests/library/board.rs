//! The board of the textbook exercise: made, drawn, bitten, asked.

use lastbite::games::chomp::{Cell, Corner};
use lastbite::theory::Formula;
use lastbite::{Board, Chomp, Effort, Square};

fn drawn(board: &Board, corner: Corner) -> Vec<String> {
    board.drawn_from(corner).to_string().lines().map(str::to_string).collect()
}

#[test]
fn a_board_is_drawn_as_it_stands_from_the_corner_one_likes() {
    let mut board = Board::new(3, 4).unwrap();
    board.chomp((2, 3)).unwrap();
    let upper = ["   1 2 3 4", " 1 P # # #", " 2 # # . .", " 3 # # . ."];
    let lower = [" 3 # # . .", " 2 # # . .", " 1 P # # #", "   1 2 3 4"];
    assert_eq!(board.to_string().lines().collect::<Vec<_>>(), upper);
    assert_eq!(drawn(&board, Corner::UpperLeft), upper);
    assert_eq!(drawn(&board, Corner::LowerLeft), lower);
    let elsewhere = Board::of("2x2@2,1".parse().unwrap());
    assert_eq!(drawn(&elsewhere, Corner::UpperLeft), ["   1 2", " 1 # #", " 2 P #"]);
}

#[test]
fn a_bite_takes_what_it_should_and_says_why_not_otherwise() {
    let mut board = Board::new(3, 4).unwrap();
    let off = board.chomp((4, 1)).unwrap_err().to_string();
    assert_eq!(off, "square 4,1 is not there: rows are 1 to 3 and columns 1 to 4");
    board.chomp((2, 2)).unwrap();
    assert_eq!(board.rows(), &"4,1,1".parse().unwrap());
    let cells = [(1, 1), (1, 4), (2, 1), (2, 2), (3, 4)].map(|(row, col)| board.cell(Square::new(row, col)));
    assert_eq!(cells, [Cell::Poison, Cell::Chocolate, Cell::Chocolate, Cell::Eaten, Cell::Eaten]);
    assert_eq!(board.chomp((3, 3)).unwrap_err().to_string(), "square 3,3 has already been eaten");
    assert_eq!(board.stalling_move(), Some(Square::new(3, 1)));
    assert!(!board.is_over());
    board.chomp((1, 1)).unwrap();
    assert!(board.is_over() && board.rows().is_empty());
}

#[test]
fn a_winning_bite_is_named_and_a_lost_board_has_none() {
    let bar = Chomp::new(4, 7).unwrap();
    let board = |rows: &str| Board::with_rows(bar, rows.parse().unwrap()).unwrap();
    assert_eq!(Board::of(bar).winning_move(), Ok(Some(Square::new(3, 4))));
    assert_eq!(board("7,7,3,3").winning_move(), Ok(None), "that is what it leaves");
    assert_eq!(board("1").winning_move(), Ok(None));
    assert_eq!(board("0").winning_move(), Ok(None), "won, and nothing is left to bite");
    // The theorem of whole bars proves that there is a bite, and not which.
    assert!(Board::of(bar).winning_move_by(&Formula, &Effort::unlimited()).is_err());
}
