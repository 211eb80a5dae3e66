//! The laws of `Game`, `Drawn` and `Described`, which the library checks itself, for games and positions of
//! every kind.

use std::collections::HashSet;
use std::str::FromStr;

use lastbite::description::Described;
use lastbite::games::chomp::{Corner, IllegalBite};
use lastbite::games::how_games_are_written;
use lastbite::games::order::{Element, Elements};
use lastbite::games::sum::{InPart, Sum};
use lastbite::layout::Drawn;
use lastbite::play::{Dice, Difficulty};
use lastbite::search::WithBlunders;
use lastbite::words::{Who, Words};
use lastbite::{
    Algorithm, AnyGame, AnyMove, AnyPosition, Chomp, Game, Heaps, IllegalMove, Level, Nim, Order, Player,
    Rows, Square, Standing, Take, laws, play::Engine,
};
use proptest::prelude::*;

use crate::third::daisy::Daisy;

/// A bar up to `most` x `most`, the poison anywhere, and any position on it, the poison eaten or not.
fn chomp(most: u32) -> impl Strategy<Value = (Chomp, Rows)> {
    (1..=most, 1..=most)
        .prop_flat_map(|(rows, cols)| (Just((rows, cols)), 1..=rows, 1..=cols, vec_of(cols, rows)))
        .prop_map(|((rows, cols), row, col, mut lengths)| {
            lengths.sort_unstable_by(|a, b| b.cmp(a));
            let chomp = Chomp::new(rows, cols).unwrap().with_poison((row, col)).unwrap();
            (chomp, Rows::new(lengths).unwrap())
        })
}

/// Up to `most` heaps of up to `most` stones, normal or misère, and any position that can follow.
fn nim(most: u32) -> impl Strategy<Value = (Nim, Heaps)> {
    (1..=most, any::<bool>())
        .prop_flat_map(move |(heaps, misere)| (vec_of(most, heaps), vec_of(most, heaps), Just(misere)))
        .prop_map(|(start, now, misere)| {
            let now: Vec<u32> = start.iter().zip(&now).map(|(a, b)| *a.min(b)).collect();
            let start = Heaps::new(start).unwrap();
            let nim = if misere { Nim::misere(start) } else { Nim::normal(start) };
            (nim, Heaps::new(now).unwrap())
        })
}

/// A game on an order of any kind, and a position of it: what a few moves leave, one of them perhaps the
/// poison.
fn order() -> impl Strategy<Value = (Order, Elements)> {
    let sides = prop::collection::vec(1u32..4, 3..5);
    let boxes = sides.prop_map(|sides| Order::boxed(&sides).unwrap());
    let divisors = (1u64..3000).prop_map(|number| Order::divisors_of(number).unwrap());
    let subsets = (1u32..6, 0u32..6).prop_map(|(of, most)| match most.min(of) {
        0 => format!("subsets:{of}").parse().unwrap(),
        most => format!("subsets:{of},{most}").parse().unwrap(),
    });
    let trees = prop::collection::vec(any::<prop::sample::Index>(), 1..15).prop_map(|parents| {
        let parents: Vec<String> =
            parents.iter().enumerate().map(|(node, parent)| parent.index(node + 1).to_string()).collect();
        format!("tree:{}", parents.join(",")).parse().unwrap()
    });
    let named = prop::collection::btree_set((0u32..9, 0u32..9), 1..15).prop_map(|pairs| {
        // Names that count from 0, and do not come in the order of what is above what.
        let name = |number: u32| (number * 4 + 4) % 9;
        let pairs = pairs.into_iter().filter(|(lower, upper)| lower < upper);
        let pairs: Vec<String> =
            pairs.map(|(lower, upper)| format!("{}.{}", name(lower), name(upper))).collect();
        format!("poset:{}{}alone", pairs.join(","), if pairs.is_empty() { "" } else { "," }).parse().unwrap()
    });
    let any_order = prop_oneof![boxes, divisors, subsets, trees, named];
    (any_order, prop::collection::vec(any::<prop::sample::Index>(), 0..6)).prop_map(|(order, taken)| {
        let pieces = order.finite().len();
        let left = match pieces {
            0 => order.start(),
            _ => taken.iter().fold(order.start(), |left, taken| {
                order.play_unchecked(&left, &Element(taken.index(pieces) as u32))
            }),
        };
        (order, left)
    })
}

fn all_elements(order: &Order) -> Vec<Element> {
    (0..order.finite().len() as u32 + 2).map(Element).collect()
}

fn vec_of(most: u32, length: u32) -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(0..=most, length as usize)
}

fn all_bites(chomp: &Chomp) -> Vec<Square> {
    let (rows, cols) = (chomp.rows(), chomp.cols());
    (0..=rows + 1).flat_map(|row| (0..=cols + 1).map(move |col| Square::new(row, col))).collect()
}

fn all_takes(heaps: &Heaps) -> Vec<Take> {
    let many = heaps.stones().len() as u32;
    let most = heaps.stones().iter().max().copied().unwrap_or(0);
    (0..=many + 1).flat_map(|heap| (0..=most + 1).map(move |stones| Take { heap, stones })).collect()
}

/// Checks every law at one position; `candidates` must hold all moves and many more.
pub(crate) fn obeys_all_laws<G: Words>(game: &G, position: &G::Position, candidates: &[G::Move]) {
    laws::check(game, position, candidates).unwrap_or_else(|broken| panic!("{broken}"));
}

/// Checks the laws of the rules alone.
fn obeys_the_laws<G: Game>(game: &G, position: &G::Position, candidates: &[G::Move]) {
    laws::check_rules(game, position, candidates).unwrap_or_else(|broken| panic!("{broken}"));
}

/// Checks that `AnyGame` does what the game itself does.
pub(crate) fn any_game_does_the_same<G: Words + Into<AnyGame>>(
    game: &G,
    position: &G::Position,
    any: AnyGame,
    wrapped: impl Fn(G::Move) -> AnyMove,
) {
    assert_eq!(any.to_string(), game.to_string());
    assert_eq!(any, game.to_string().parse().unwrap());
    let there = any.read_position(&game.write_position(position)).unwrap();
    assert_eq!(any.write_position(&there), game.write_position(position));
    assert_eq!(any.size(&there), game.size(position));
    assert_eq!(any.final_outcome(&there), game.final_outcome(position));
    assert_eq!(any.stalling_move(&there), game.stalling_move(position).map(&wrapped));
    assert_eq!(any.layout(&there), game.layout(position));
    assert_eq!(any.values(), game.values());
    assert_eq!((any.rule(), any.title(), any.scene()), (game.rule(), game.title(), game.scene()));
    assert_eq!((any.lesson(&there), any.figure(&there)), (game.lesson(position), game.figure(position)));
    assert_eq!(any.argument(&there), game.argument(position));
    let moves: Vec<AnyMove> = game.moves(position).map(&wrapped).collect();
    assert_eq!(any.moves(&there).collect::<Vec<_>>(), moves);
    let blunders: Vec<AnyMove> = game.blunders(position).map(&wrapped).collect();
    assert_eq!(any.blunders(&there).collect::<Vec<_>>(), blunders);
    for (mv, other) in game.moves(position).zip(&moves) {
        assert_eq!(any.write_move(other), game.write_move(&mv));
        assert_eq!(any.read_move(&game.write_move(&mv)).as_ref(), Ok(other));
        assert_eq!(any.haste(&there, other), game.haste(position, &mv));
        assert_eq!(any.describe(&there, other), game.describe(position, &mv));
        assert_eq!(any.told(&there, other, Who::You), game.told(position, &mv, Who::You));
        let after = any.play(&there, other).unwrap();
        assert_eq!(any.write_position(&after), game.write_position(&game.play(position, &mv).unwrap()));
    }
}

proptest! {
    #[test]
    fn chomp_obeys_the_laws((chomp, rows) in chomp(9)) {
        obeys_all_laws(&chomp, &rows, &all_bites(&chomp));
        any_game_does_the_same(&chomp, &rows, chomp.into(), AnyMove::Chomp);
        let candidates: Vec<AnyMove> = all_bites(&chomp).into_iter().map(AnyMove::Chomp).collect();
        obeys_all_laws(&AnyGame::Chomp(chomp), &AnyPosition::Chomp(rows), &candidates);
    }

    #[test]
    fn stalling_is_the_smallest_bite_lowest_and_furthest_right((chomp, rows) in chomp(9)) {
        let least = chomp.moves(&rows).min_by_key(|bite| {
            let left = rows.squares().filter(|square| !bite.takes(*square)).count() as u64;
            (rows.area() - left, std::cmp::Reverse((bite.row, bite.col)))
        });
        prop_assert_eq!(chomp.stalling_move(&rows), least);
    }

    #[test]
    fn stalling_takes_one_stone_of_the_first_largest_heap((nim, heaps) in nim(8)) {
        let largest = heaps.stones().iter().max().copied();
        let first = heaps.stones().iter().position(|&stones| Some(stones) == largest).unwrap() as u32 + 1;
        let take = Take { heap: first, stones: 1 };
        let is_there = nim.moves(&heaps).any(|mv| mv == take);
        prop_assert_eq!(nim.stalling_move(&heaps), is_there.then_some(take));
    }

    #[test]
    fn chomp_of_any_size_obeys_the_laws((chomp, rows) in chomp(99)) {
        // The largest bars have too many squares to try; mistakes are most likely at the ends of the rows.
        let ends = rows.lengths().iter().zip(1..).flat_map(|(&col, row)| {
            (col.saturating_sub(1)..=col + 1).map(move |col| Square::new(row, col))
        });
        for bite in ends {
            let listed = chomp.moves(&rows).any(|mv| mv == bite);
            prop_assert_eq!(chomp.play(&rows, &bite).is_ok(), listed);
        }
        prop_assert_eq!(chomp.read_position(&rows.to_string()), Ok(rows));
    }

    #[test]
    fn nim_obeys_the_laws((nim, heaps) in nim(8)) {
        obeys_all_laws(&nim, &heaps, &all_takes(&heaps));
        any_game_does_the_same(&nim, &heaps, nim.clone().into(), AnyMove::Nim);
        let candidates: Vec<AnyMove> = all_takes(&heaps).into_iter().map(AnyMove::Nim).collect();
        obeys_all_laws(&AnyGame::Nim(nim), &AnyPosition::Nim(heaps), &candidates);
    }

    #[test]
    fn orders_obey_the_laws((order, left) in order()) {
        obeys_all_laws(&order, &left, &all_elements(&order));
        any_game_does_the_same(&order, &left, order.clone().into(), AnyMove::Order);
        let candidates: Vec<AnyMove> = all_elements(&order).into_iter().map(AnyMove::Order).collect();
        obeys_all_laws(&AnyGame::Order(order), &AnyPosition::Order(left), &candidates);
    }

    #[test]
    fn sums_obey_the_laws(
        (chomp, rows) in chomp(4),
        (nim, heaps) in nim(3),
        (other, others) in chomp(3),
        misere in any::<bool>(),
    ) {
        let nim = Nim::normal(nim.start());
        let parts = vec![AnyGame::Chomp(chomp), AnyGame::Nim(nim), AnyGame::Chomp(other)];
        let sum = Sum::new(parts, misere).unwrap();
        let position = vec![AnyPosition::Chomp(rows), AnyPosition::Nim(heaps.clone()), AnyPosition::Chomp(others)];
        let bites = |bar: &Chomp| all_bites(bar).into_iter().map(AnyMove::Chomp).collect::<Vec<_>>();
        let takes = all_takes(&heaps).into_iter().map(AnyMove::Nim).collect();
        let candidates: Vec<_> = [bites(&chomp), takes, bites(&other), vec![]]
            .into_iter()
            .enumerate()
            .flat_map(|(part, moves)| moves.into_iter().map(move |mv| InPart { part, mv: Box::new(mv) }))
            .collect();
        obeys_all_laws(&sum, &position, &candidates);
        any_game_does_the_same(&sum, &position, sum.clone().into(), AnyMove::Sum);
        obeys_the_laws(&WithBlunders(sum), &position, &candidates);
    }

    #[test]
    fn a_game_from_outside_obeys_the_laws(petals in 1u32..13, plucked in any::<u32>()) {
        let daisy: Daisy = format!("daisy:{petals}").parse().unwrap();
        let candidates: Vec<_> = daisy.moves(&daisy.start()).collect();
        obeys_all_laws(&daisy, &(daisy.start() & plucked), &candidates);
    }

    #[test]
    fn a_game_with_its_blunders_as_moves_obeys_the_laws((chomp, rows) in chomp(6), (nim, heaps) in nim(5)) {
        obeys_the_laws(&WithBlunders(chomp), &rows, &all_bites(&chomp));
        let larger = Rows::new([chomp.cols() + 1]).unwrap();
        prop_assert_eq!(WithBlunders(chomp).admits(&larger), chomp.admits(&larger));
        prop_assert!(WithBlunders(chomp).admits(&larger).is_err());
        obeys_the_laws(&WithBlunders(nim), &heaps, &all_takes(&heaps));
    }

    #[test]
    fn nim_of_any_size_is_written_and_read((nim, heaps) in nim(99)) {
        prop_assert_eq!(nim.to_string().parse::<Nim>(), Ok(nim.clone()));
        prop_assert_eq!(nim.read_position(&heaps.to_string()), Ok(heaps));
    }

    #[test]
    fn a_bite_takes_what_lies_below_and_right((chomp, rows) in chomp(12), row in 0u32..14, col in 0u32..14) {
        let bite = Square::new(row, col);
        let after = rows.bitten(bite);
        if !rows.has(bite) {
            prop_assert_eq!(&after, &rows, "what is not there cannot be bitten");
        }
        for square in chomp.start().squares() {
            let taken = rows.has(bite) && square.row >= row && square.col >= col;
            prop_assert_eq!(after.has(square), rows.has(square) && !taken);
        }
    }

    #[test]
    fn mirroring_twice_changes_nothing((_, rows) in chomp(99)) {
        let mirrored = rows.mirrored();
        prop_assert_eq!(mirrored.area(), rows.area());
        prop_assert_eq!(mirrored.mirrored(), rows);
    }

    #[test]
    fn every_square_is_drawn_once_in_every_corner((bar, _) in chomp(12)) {
        for corner in Corner::ALL {
            let places = || corner.rows(bar.rows()).flat_map(|row| {
                corner.cols(bar.cols()).map(move |col| Square::new(row, col))
            });
            let drawn: HashSet<Square> = places().collect();
            prop_assert_eq!(drawn.len(), bar.rows() as usize * bar.cols() as usize);
            for (square, place) in places().zip(bar.start().squares()) {
                prop_assert_eq!(corner.square_at(&bar, place), square);
                prop_assert_eq!(corner.square_at(&bar, square), place);
            }
        }
    }

    #[test]
    fn no_text_makes_anything_panic(text in any::<String>()) {
        reads_without_panic(&text);
    }

    #[test]
    fn no_text_that_looks_right_makes_anything_panic(text in "(chomp:|nim:|divisors:|subsets:|tree:|poset:)?[0-9x@,^ ./misere]{0,24}") {
        reads_without_panic(&text);
    }

    #[test]
    fn a_name_that_is_cleaned_again_stays_as_it_is(name in prop_oneof![any::<String>(), "[ab\t ]{60,120}"]) {
        let once = Player::human(&name);
        prop_assert_eq!(&Player::human(once.name()), &once);
        prop_assert!(!once.name().is_empty() && once.name().chars().count() <= Player::LONGEST_NAME);
        prop_assert!(!once.name().contains(char::is_control) && once.name().trim() == once.name());
        let computer = Player::computer(&name, Level::Easy);
        prop_assert!(computer.name() == once.name() || (computer.name(), once.name()) == ("Computer", "Player"));
    }

    #[test]
    fn dice_are_fair_enough(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let mut seen = [0; 6];
        for _ in 0..6000 {
            seen[dice.below(6)] += 1;
        }
        prop_assert!(seen.iter().all(|n| (800..1200).contains(n)), "{seen:?}");
        let yes = (0..6000).filter(|_| dice.chance(0.2)).count();
        prop_assert!((1000..1400).contains(&yes), "{yes}");
    }
}

#[test]
fn every_kind_of_game_can_be_chosen_and_played() {
    assert_eq!(laws::check_kinds::<Chomp>(), Ok(()));
    assert_eq!(laws::check_kinds::<Nim>(), Ok(()));
    assert_eq!(laws::check_kinds::<Order>(), Ok(()));
    assert_eq!(laws::check_kinds::<AnyGame>(), Ok(()));
    assert_eq!(laws::check_kinds::<Daisy>(), Ok(()));
}

#[test]
fn a_refusal_shows_how_every_kind_of_game_is_written() {
    let how = how_games_are_written();
    assert!(how.starts_with("a game is written like "), "{how}");
    for kind in AnyGame::kinds() {
        let name = |example: &str| example.split_once(':').unwrap().0.to_string();
        assert!(kind.examples.iter().all(|example| how.contains(&name(example))), "{how}");
    }
    let refused = "chess".parse::<AnyGame>().unwrap_err().to_string();
    assert_eq!(refused, format!("'chess' is not a game; {how}"));
}

#[test]
fn a_game_that_is_too_large_for_people_says_so() {
    let refused =
        |text: &str| text.parse::<AnyGame>().unwrap().check_playable().map_err(|why| why.to_string());
    assert_eq!([refused("chomp:99x99"), refused("nim:99^20")], [Ok(()), Ok(())]);
    for text in ["chomp:100x1", "chomp:1x100", "nim:100", "nim:1^21", "chomp:2x2x1000", "divisors:735134400"]
    {
        let why = refused(text).expect_err(text);
        assert!(why.contains(", as in "), "{why}");
    }
}

/// Checks that each of some things has its own name, and is read by it.
fn names_are_read<T: FromStr<Err: std::fmt::Debug> + ToString + PartialEq + std::fmt::Debug>(all: &[T]) {
    let names: HashSet<String> = all.iter().map(T::to_string).collect();
    assert_eq!(names.len(), all.len(), "{names:?}");
    for thing in all {
        assert_eq!(&thing.to_string().parse::<T>().unwrap(), thing);
        assert_eq!(&thing.to_string().to_uppercase().parse::<T>().unwrap(), thing, "in capitals");
    }
    assert!("nonsense".parse::<T>().is_err() && "".parse::<T>().is_err());
}

#[test]
fn every_name_is_read_as_what_it_names() {
    names_are_read(&Corner::ALL);
    names_are_read(&Level::ALL);
    names_are_read(&Engine::ALL);
    names_are_read(&Algorithm::ALL);
    names_are_read(&[Difficulty::Easy, Difficulty::Medium, Difficulty::Hard]);
}

#[test]
fn a_corner_is_where_its_name_says() {
    let bar = Chomp::new(4, 7).unwrap();
    for corner in Corner::ALL {
        let name = corner.to_string();
        let row = if name.starts_with("lower") { 4 } else { 1 };
        let col = if name.ends_with("right") { 7 } else { 1 };
        assert_eq!(corner.square_at(&bar, Square::new(1, 1)), Square::new(row, col), "{name}");
        assert_eq!(corner.rows(4).position(|drawn| drawn == 1), Some(row as usize - 1), "{name}");
        assert_eq!(corner.cols(7).position(|drawn| drawn == 1), Some(col as usize - 1), "{name}");
    }
    assert_eq!(Corner::default().to_string(), "upper-left");
}

/// Reads a text as everything that can be read; an error must say something and quote nothing endless.
fn reads_without_panic(text: &str) {
    fn read<T: FromStr<Err: std::fmt::Display> + ToString>(text: &str) {
        match text.parse::<T>() {
            Ok(value) => assert!(value.to_string().parse::<T>().is_ok(), "what is written is read again"),
            Err(wrong) => assert!(wrong.to_string().chars().count() < 400, "{wrong}"),
        }
    }
    read::<AnyGame>(text);
    read::<Chomp>(text);
    read::<Nim>(text);
    read::<Order>(text);
    read::<Rows>(text);
    read::<Heaps>(text);
    read::<Square>(text);
    read::<Take>(text);
    read::<Corner>(text);
    read::<Level>(text);
    read::<Engine>(text);
}

#[test]
fn a_game_of_the_first_kind_goes_without_its_name() {
    let read = |text: &str| text.parse::<AnyGame>().map(|game| game.to_string());
    assert_eq!(read("4x7"), Ok("chomp:4x7".to_string()));
    assert_eq!(read(" 3x4@2,2 "), Ok("chomp:3x4@2,2".to_string()));
    let refused = |text: &str| read(text).unwrap_err().to_string();
    for text in ["7,5,3", "1", "3,4/misere"] {
        let told = refused(text);
        let meant =
            format!("'{text}' needs the name of its game, as in nim:{text}; a game is written like 8x10");
        assert!(told.starts_with(&meant), "{told}");
    }
    assert!(refused("4x").starts_with("'4x' is missing a side"), "{}", refused("4x"));
    assert!(refused("x7").starts_with("'x7' is not a game"));
}

#[test]
fn a_game_that_is_over_before_it_begins_says_so() {
    for game in ["chomp:1x1", "nim:0", "nim:1/misere"] {
        let told = Standing::start(game.parse::<AnyGame>().unwrap()).check_begins().unwrap_err().to_string();
        assert!(told.contains(game) && told.contains("Try "), "{told}");
    }
    let bar: AnyGame = "chomp:1x2".parse().unwrap();
    assert_eq!(Standing::start(bar.clone()).check_begins(), Ok(()));
    assert!(
        Standing::read(bar, "1").unwrap().check_begins().unwrap_err().to_string().contains("chomp:1x2 1")
    );
}

#[test]
fn two_numbers_are_not_guessed_to_be_a_take() {
    let told = "2 1".parse::<Take>().unwrap_err().to_string();
    assert_eq!(told, "'2 1' can be read in two ways; 2 from 1 takes 2 from heap 1");
    assert!("two".parse::<Take>().unwrap_err().to_string().contains("the word from"));
}

#[test]
fn the_two_ways_to_write_a_position_read_alike() {
    let long: Rows = "10,10,10,8^5".parse().unwrap();
    assert_eq!(long, "10^3,8^5".parse().unwrap());
    assert_eq!(long, "10,10,10,8,8,8,8,8,0".parse().unwrap());
    assert_eq!(long.to_string(), "10^3,8^5");
}

#[test]
fn errors_say_what_was_wrong_and_what_is_accepted() {
    let wrong = |text: &str| text.parse::<AnyGame>().unwrap_err().to_string();
    for (text, mentions) in [
        ("chess", "'chess' is not a game"),
        ("chomp:4x", "is missing a side"),
        ("chomp:0x5", "a side of a bar is 1 to 1,000,000 squares, not '0'"),
        ("chomp:1000001x3", "1 to 1,000,000 squares, not '1000001'"),
        ("chomp:3x4@4,1", "the poison at 4,1 is off the 3x4 bar"),
        ("chomp:3x4@here", "'here' is not a square"),
        ("nim:3,x", "'x' is not a whole number from 0 to 1,000,000"),
        ("nim:3,4/mistaken", "unknown ending 'mistaken'"),
        ("nim:", "'' is not a whole number"),
        ("chomp:3x4x", "'' is not the side of a box"),
        ("chomp:3x0x5", "'0' is not the side of a box"),
        ("chomp:30x30x30", "'30x30x30' would have too many pieces"),
        ("chomp:1x1x1x1x1x1x1x1x1x1x1x1x1", "has too many sides"),
        ("chomp:3x4x5@1,1,2", "puts the poison elsewhere"),
        ("divisors:0", "'0' is not a number whose divisors can be taken"),
        ("divisors:1000000000001", "it goes from 1 to 1,000,000,000,000"),
        ("subsets:0", "'0' is not a game of subsets"),
        ("subsets:4,5", "'4,5' is not a game of subsets"),
        ("subsets:13", "'subsets:13' would have too many pieces"),
        ("tree:0,4", "'4' is not a node of this tree"),
        ("tree:2,1", "would be below itself"),
        ("poset:", "'' is not a name"),
        ("poset:a-b", "'a-b' is not a name"),
        ("poset:a.b,a.b", "'a.b' is named twice"),
        ("poset:a.b,b", "'b' is named twice"),
        ("poset:a.a", "'a' would be below itself"),
        ("poset:a.b,b.c,c.a", "would be below itself"),
        ("poset:@order.txt", "names a file, which is read on the command line alone"),
    ] {
        let message = wrong(text);
        assert!(message.contains(mentions), "{text}: {message}");
        assert!(message.contains("; "), "{text} says nothing about what is accepted: {message}");
    }
    assert!("3,5".parse::<Rows>().unwrap_err().to_string().contains("a row of 5 cannot be below a row of 3"));
    assert!("1^1000001".parse::<Rows>().is_err());
    assert!("1^600000,1^600000".parse::<Rows>().is_err());
    assert!("1000000^101".parse::<Rows>().is_err(), "more squares than any bar has");
    assert!("chomp:10001x10000".parse::<Chomp>().is_err());
    assert!("nim:1000000^101".parse::<Nim>().is_err());
    assert!("3^0".parse::<Rows>().is_err());
}

#[test]
fn a_bite_that_takes_the_poison_is_a_blunder_wherever_the_poison_is() {
    let chomp: Chomp = "chomp:3x4@2,3".parse().unwrap();
    let start = chomp.start();
    for bite in chomp.start().squares() {
        let expected = if bite.row <= 2 && bite.col <= 3 { Err(IllegalMove::Blunder) } else { Ok(()) };
        assert_eq!(chomp.check(&start, &bite), expected, "{bite}");
    }
}

#[test]
fn sizes_do_not_end_where_people_stop_playing() {
    let bar: Chomp = "chomp:3x100000".parse().unwrap();
    assert_eq!(bar.start().area(), 300_000);
    assert_eq!(bar.mirrored().to_string(), "chomp:100000x3");
    assert_eq!(bar.start().mirrored(), bar.mirrored().start());
    assert_eq!(bar.stalling_move(&bar.start()), Some(Square::new(3, 100_000)));
    let tall: Chomp = "chomp:1000000x2".parse().unwrap();
    let stairs: Rows = "2^999999,1".parse().unwrap();
    let haste = |row, col| tall.haste(&stairs, &Square::new(row, col));
    assert!(haste(1_000_000, 1) < haste(999_999, 2), "the lowest row, however low");
    let large: Nim = "nim:999999,1000000".parse().unwrap();
    let one_from = |heap| large.haste(&large.start(), &Take { heap, stones: 1 });
    assert!(one_from(2) < one_from(1), "the largest heap, however large");
    assert_eq!("nim:1000000,1".parse::<Nim>().unwrap().start().total(), 1_000_001);
}

#[test]
fn a_standing_is_checked_when_it_is_made() {
    let bar = Chomp::new(3, 4).unwrap();
    assert!(Standing::new(bar, "4,4,4,1".parse().unwrap()).is_err());
    assert!(Standing::read(bar, "5").is_err());
    let start = Standing::start(bar);
    assert_eq!(
        start.play(&Square::new(4, 1)),
        Err(IllegalMove::ByTheRules(IllegalBite::OffTheBar { square: Square::new(4, 1), rows: 3, cols: 4 }))
    );
    let left = start.play(&Square::new(2, 2)).unwrap();
    assert_eq!(
        left.check(&Square::new(3, 3)),
        Err(IllegalMove::ByTheRules(IllegalBite::Eaten(Square::new(3, 3))))
    );
    assert_eq!(left.final_outcome(), None);
    let nim: Nim = "nim:3,4".parse().unwrap();
    assert!(Standing::read(nim.clone(), "4,4").is_err() && Standing::read(nim, "3").is_err());
}

#[test]
fn what_travels_between_threads_may() {
    fn assert_send_and_sync<T: Send + Sync>() {}
    assert_send_and_sync::<lastbite::Solver<AnyGame>>();
    assert_send_and_sync::<lastbite::Effort>();
    assert_send_and_sync::<lastbite::Session<Chomp>>();
    assert_send_and_sync::<lastbite::Session<AnyGame>>();
    assert_send_and_sync::<lastbite::play::Task<Nim>>();
    assert_send_and_sync::<lastbite::play::Thought<Nim>>();
    assert_send_and_sync::<lastbite::Table>();
    assert_send_and_sync::<lastbite_engines::sieve::Solved>();
    assert_send_and_sync::<lastbite_engines::sieve::plan::Plan>();
    assert_send_and_sync::<lastbite::knowledge::Chain<'static, Chomp>>();
}
