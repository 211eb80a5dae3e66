//! Known answers: `known/published` holds what others have published, each file with its source,
//! `known/computed` what was computed here, each with its methods.

use std::collections::HashSet;
use std::path::Path;

use lastbite::theory::Formula;
use lastbite::{
    Algorithm, Analysis, Board, Chomp, Effort, Game, Nim, Outcome, Rows, Square, Standing, knowledge::Oracle,
};

/// The records of a table in `known/`: comment lines and the heading are skipped.
pub fn table(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#')).skip(1).map(|line| line.split(',').collect())
}

pub fn number<T: std::str::FromStr<Err: std::fmt::Debug>>(text: &str) -> T {
    text.parse().unwrap()
}

fn whole(rows: u32, cols: u32) -> Rows {
    Chomp::new(rows, cols).unwrap().start()
}

fn memo_says_lost(rows: &Rows) -> bool {
    let bar = Chomp::new(rows.rows(), rows.cols()).unwrap();
    Algorithm::Memo.search(&bar, rows, &Effort::unlimited()).unwrap().outcome == Outcome::Loss
}

/// All positions with at most `rows` rows of at most `cols` squares, the empty one left out.
fn positions(rows: u32, cols: u32) -> Vec<Rows> {
    fn extend(lengths: &mut Vec<u32>, rows: u32, most: u32, all: &mut Vec<Rows>) {
        if lengths.len() == rows as usize {
            all.push(Rows::new(lengths.as_slice()).unwrap());
            return;
        }
        for length in 0..=most {
            lengths.push(length);
            extend(lengths, rows, length, all);
            lengths.pop();
        }
    }
    let mut all = Vec::new();
    extend(&mut Vec::new(), rows, cols, &mut all);
    all.retain(|rows| !rows.is_empty());
    all
}

/// All positions of a number of squares: its partitions.
fn positions_of_area(area: u32) -> Vec<Rows> {
    fn extend(lengths: &mut Vec<u32>, left: u32, most: u32, all: &mut Vec<Rows>) {
        if left == 0 {
            return all.push(Rows::new(lengths.as_slice()).unwrap());
        }
        for length in 1..=left.min(most) {
            lengths.push(length);
            extend(lengths, left - length, length, all);
            lengths.pop();
        }
    }
    let mut all = Vec::new();
    extend(&mut Vec::new(), area, area, &mut all);
    all
}

/// Says whether no bite leads to one of these lost positions.
fn is_lost(position: &Rows, lost: &HashSet<Rows>) -> bool {
    let mut bites = position.squares().filter(|&square| square != Square::new(1, 1));
    !bites.any(|bite| lost.contains(&position.bitten(bite)))
}

/// Which positions of the bar are lost, by one pass in order of size, without any code of the library.
fn lost_positions(rows: u32, cols: u32) -> Vec<Rows> {
    let mut all = positions(rows, cols);
    all.sort_by_key(Rows::area);
    let mut lost = HashSet::new();
    for position in all {
        if is_lost(&position, &lost) {
            lost.insert(position);
        }
    }
    lost.into_iter().collect()
}

#[test]
fn winning_bites_of_bars_up_to_8x10() {
    let mut bars = 0;
    for record in table(include_str!("../known/published/openings.csv")) {
        let (rows, cols): (u32, u32) = (number(record[0]), number(record[1]));
        if rows > 8 || cols > 10 {
            continue;
        }
        let published: Vec<Square> =
            record[2].split(' ').map(|bite| bite.replace('-', ",").parse().unwrap()).collect();
        let board = Board::new(rows, cols).unwrap();
        assert!(published.contains(&board.winning_move().unwrap().unwrap()), "{rows}x{cols}");
        let analysis = Analysis::of(board.standing(), &Effort::unlimited()).unwrap();
        let mut winning: Vec<Square> = analysis
            .moves
            .iter()
            .filter(|judged| judged.outcome == Outcome::Win)
            .map(|judged| judged.mv)
            .collect();
        winning.sort();
        assert_eq!(winning, published, "{rows}x{cols}");
        if (rows, cols) == (8, 10) {
            assert_eq!(winning, [Square::new(4, 9), Square::new(5, 6)]);
        }
        bars += 1;
    }
    assert_eq!(bars, 42);
}

#[test]
fn lost_positions_up_to_8x8_by_count_and_by_shape() {
    let lost = lost_positions(8, 8);
    for position in &lost {
        assert!(memo_says_lost(position), "{position}");
    }
    for record in table(include_str!("../known/published/lost_positions_square.csv")) {
        let (n, published): (u32, usize) = (number(record[0]), number(record[1]));
        if n <= 8 {
            let inside = lost.iter().filter(|rows| rows.rows() <= n && rows.cols() <= n).count();
            assert_eq!(inside, published, "{n}x{n}");
        }
    }
    let mut shapes = 0;
    for record in table(include_str!("../known/published/lost_positions_by_shape.csv")) {
        let (r, c, published): (u32, u32, usize) = (number(record[0]), number(record[1]), number(record[2]));
        if r <= 8 && c <= 8 {
            let inside = lost.iter().filter(|rows| rows.rows() == r && rows.cols() == c).count();
            assert_eq!(inside, published, "{r}x{c}");
            shapes += 1;
        }
    }
    assert_eq!(shapes, 64);
}

/// Compares how many positions of each number of squares are lost, from one square up to `most`.
fn compare_lost_positions_by_area(most: u32) {
    let mut lost = HashSet::new();
    for record in table(include_str!("../known/published/lost_positions_by_area.csv")).take(most as usize) {
        let (area, published): (u32, usize) = (number(record[0]), number(record[1]));
        let found: Vec<Rows> =
            positions_of_area(area).into_iter().filter(|position| is_lost(position, &lost)).collect();
        assert_eq!(found.len(), published, "{area} squares");
        lost.extend(found);
    }
    assert_eq!(lost.iter().map(Rows::area).max(), Some(most.into()));
}

#[test]
fn lost_positions_by_area_up_to_40_squares() {
    compare_lost_positions_by_area(40);
}

#[test]
#[ignore = "it takes a minute"]
fn lost_positions_by_area_up_to_64_squares() {
    compare_lost_positions_by_area(64);
}

#[test]
fn grundy_values_of_rectangles_up_to_6x6() {
    let mut known: Vec<[u32; 3]> = table(include_str!("../known/computed/grundy_rectangles.csv"))
        .map(|record| [number(record[0]), number(record[1]), number(record[2])])
        .collect();
    for record in table(include_str!("../known/published/three_rows_grundy.csv")) {
        let (cols, grundy) = (number(record[0]), number(record[1]));
        known.push([3, cols, grundy]);
        if cols != 3 {
            known.push([cols, 3, grundy]);
        }
    }
    known.retain(|&[rows, cols, _]| rows <= 6 && cols <= 6);
    assert_eq!(known.len(), 36);
    for [rows, cols, grundy] in known {
        let bar = Chomp::new(rows, cols).unwrap();
        let analysis = Analysis::of(&Standing::start(bar), &Effort::unlimited()).unwrap();
        assert_eq!(analysis.grundy, Some(grundy), "{rows}x{cols}");
    }
}

#[test]
fn every_known_answer_says_where_it_comes_from() {
    let known = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/known");
    for (folder, word) in [("published", "Source: "), ("computed", "Computed by ")] {
        for entry in std::fs::read_dir(known.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let mut told = text.lines().take_while(|line| line.starts_with("# "));
            assert!(told.any(|line| line.contains(word)), "{}", path.display());
        }
    }
}

#[test]
fn nim_2_3_4_is_won_by_3_from_the_heap_of_4() {
    let nim: Nim = "nim:2,3,4".parse().unwrap();
    let start = nim.start();
    assert_eq!(lastbite::games::nim::theorems::nim_sum(&start), 5);
    let evaluation = lastbite::games::nim::theorems::evaluate(&nim, &start).unwrap();
    assert_eq!(evaluation.outcome(), Outcome::Win);
    assert_eq!(lastbite::games::nim::theorems::which_heap(&evaluation), 3);
    assert_eq!(lastbite::games::nim::theorems::how_many(&evaluation), 3);
}

#[test]
fn a_bar_other_than_1x1_is_won_by_the_first_player() {
    for (rows, cols) in (1..=7).flat_map(|rows| (1..=8).map(move |cols| (rows, cols))) {
        let bar = whole(rows, cols);
        assert_eq!(memo_says_lost(&bar), (rows, cols) == (1, 1), "{rows}x{cols}");
    }
}

#[test]
fn a_square_is_won_by_2_2() {
    for n in 2..=99 {
        assert_eq!(Board::new(n, n).unwrap().winning_move(), Ok(Some(Square::new(2, 2))));
    }
    for n in 2..=7 {
        assert!(memo_says_lost(&whole(n, n).bitten(Square::new(2, 2))), "{n}x{n}");
    }
}

#[test]
fn in_two_rows_the_lost_positions_are_one_longer_above() {
    for (upper, lower) in (1..=20u32).flat_map(|upper| (0..=upper).map(move |lower| (upper, lower))) {
        let rows = Rows::try_from([upper, lower]).unwrap();
        assert_eq!(memo_says_lost(&rows), upper == lower + 1, "{rows}");
    }
}

#[test]
fn mirror_images_have_equal_outcomes() {
    for rows in positions(5, 5) {
        assert_eq!(memo_says_lost(&rows), memo_says_lost(&rows.mirrored()), "{rows}");
    }
}

#[test]
fn node_counts_are_what_the_docs_state() {
    // By hand, 2x2: the root; 1,1 and 2 with one more each; 2,1 with both of those pairs again.
    let counts = [((2, 2), [10, 10, 10, 5]), ((2, 3), [58, 46, 46, 9])];
    for ((rows, cols), expected) in counts {
        let bar = Chomp::new(rows, cols).unwrap();
        let nodes = Algorithm::ALL
            .map(|algorithm| algorithm.search(&bar, &bar.start(), &Effort::unlimited()).unwrap().nodes);
        assert_eq!(nodes, expected, "{rows}x{cols}");
    }
}

#[test]
fn minimax_counts_every_line_of_the_game_tree() {
    // The size of the tree by its definition: one for the position and the trees of all that can follow.
    fn tree(bar: &Chomp, rows: &Rows) -> u64 {
        1 + bar.moves(rows).map(|mv| tree(bar, &rows.bitten(mv))).sum::<u64>()
    }
    for (rows, cols) in [(1, 1), (1, 5), (2, 4), (3, 3), (3, 4)] {
        let bar = Chomp::new(rows, cols).unwrap();
        let found = Algorithm::Minimax.search(&bar, &bar.start(), &Effort::unlimited()).unwrap();
        assert_eq!(found.nodes, tree(&bar, &bar.start()), "{rows}x{cols}");
        assert_eq!(found.deepest, u64::from(rows) * u64::from(cols) - 1, "{rows}x{cols}");
    }
}

#[test]
fn the_formula_knows_every_whole_bar() {
    for (rows, cols) in [(1, 1), (1, 99), (99, 99), (98, 99), (2, 50), (50, 2), (7, 13)] {
        let bar = Chomp::new(rows, cols).unwrap();
        let expected = if (rows, cols) == (1, 1) { Outcome::Loss } else { Outcome::Win };
        assert_eq!(
            Formula.ask(&Standing::start(bar), &Effort::unlimited()).outcome(),
            Some(expected),
            "{rows}x{cols}"
        );
    }
}
