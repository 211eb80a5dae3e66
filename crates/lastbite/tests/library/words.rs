//! What the games say about themselves, and how people's writing is read.
#![allow(missing_docs)]

use std::time::Duration;

use lastbite::argument::Paragraph;
use lastbite::description::Described;
use lastbite::games::nim::NimReason;
use lastbite::knowledge::{Source, WhyNot};
use lastbite::notation::counted;
use lastbite::words::{Who, sentence};
use lastbite::{
    AnyGame, AnyMove, AnyPosition, Cancel, Chomp, Effort, Ending, Explanation, Game, Heaps, Nim, Outcome,
    Rows, Solver, Square, Standing, Stopped, Take, Unknown, Words, knowledge::Oracle, theory::Theorem,
    theory::Theory,
};
use lastbite_engines::sieve::Sieve;
use proptest::prelude::*;

use crate::third::daisy::Daisy;

fn chomp(text: &str) -> Chomp {
    text.parse().unwrap()
}

fn nim(text: &str) -> Nim {
    text.parse().unwrap()
}

#[test]
fn a_move_shown_as_an_example_may_be_played() {
    let small = [
        "chomp:1x2",
        "chomp:2x2",
        "chomp:2x2x2",
        "chomp:2x2x2x2",
        "nim:1",
        "nim:1,1",
        "nim:2,1/misere",
        "subtract:2:4",
        "kayles:1",
        "kayles:3",
        "dawson:3",
        "treblecross:3",
        "grundy:3",
        "lasker:1",
        "octal:0.07:2",
        "octal:4.3:2",
        "wythoff:1,1",
        "euclid:3,2",
        "fibonacci:2",
        "moore:2:1,1",
        "divisors:7",
        "subsets:2",
        "tree:0",
        "poset:b.c",
        "nim:1+nim:1",
        "chomp:2x2+kayles:3/misere",
        "chomp:99x99",
    ];
    let kinds = AnyGame::kinds();
    for text in kinds.iter().flat_map(|kind| kind.examples).chain(&small) {
        let mut standing = Standing::start(text.parse::<AnyGame>().unwrap());
        // To the end, by the first move each time.
        loop {
            let (game, position) = (standing.game(), standing.position());
            let (examples, how) = (game.example_moves(position), game.how_to_move(position));
            for example in &examples {
                let mv = game.read_move(example).unwrap();
                assert!(standing.check(&mv).is_ok(), "{text}: {example}");
            }
            let Some(mv) = game.moves(position).next() else {
                assert!(examples.is_empty() && !how.contains("as in"), "{text}: {how}");
                break;
            };
            assert!(how.ends_with(&format!(", as in {}.", examples.join(" or "))), "{text}: {how}");
            standing = standing.play(&mv).unwrap();
        }
    }
    // The rest of the sentence is for every game of the kind, so it has no example.
    for kind in kinds {
        let how = kind.how_to_move;
        assert!(
            !how.contains("as in") && !how.contains(|c: char| c.is_ascii_digit()),
            "{}: {how}",
            kind.name
        );
        assert!(how.ends_with('.'), "{}: {how}", kind.name);
    }
    let kayles: AnyGame = "kayles:5".parse().unwrap();
    let how = kayles.how_to_move(&kayles.start());
    assert!(how.contains(" from 1 or ") && how.contains("leaving"), "both ways to write a throw: {how}");
}

#[test]
fn the_rule_is_told_in_two_lines() {
    for game in ["chomp:4x7", "nim:3,4,5", "nim:3,4,5/misere"] {
        let game: AnyGame = game.parse().unwrap();
        let rule = game.rule();
        assert_eq!(rule.lines().count(), 2, "{rule}");
        assert!(rule.lines().all(|line| line.ends_with('.') && line.len() <= 80), "{rule}");
    }
    assert!(chomp("4x7").rule().ends_with("eat the poison, P, you lose."));
    assert!(nim("3,4").rule().ends_with("the last stone wins."));
    assert!(nim("3,4/misere").rule().ends_with("the last stone loses."));
}

#[test]
fn a_move_is_named_told_and_advised() {
    let (bar, rows) = (chomp("3x4"), "4,4,2".parse::<Rows>().unwrap());
    let bite = Square::new(2, 2);
    assert_eq!(bar.describe(&rows, &bite), "2,2");
    assert_eq!(bar.told(&rows, &bite, Who::Named("Ada")), "bites 2,2 and eats 4 squares");
    assert_eq!(bar.told(&rows, &bite, Who::You), "bite 2,2 and eat 4 squares");
    assert_eq!(bar.told(&rows, &Square::new(3, 2), Who::Named("Ada")), "bites 3,2 and eats 1 square");
    assert_eq!(bar.advice(&rows, &bite), "Biting 2,2");
    let (game, heaps) = (nim("3,4"), "3,4".parse::<Heaps>().unwrap());
    let take = Take { heap: 2, stones: 1 };
    assert_eq!(game.describe(&heaps, &take), "1 from heap 2");
    for who in [Who::You, Who::Named("Ada")] {
        assert_eq!(
            game.told(&heaps, &take, who),
            format!("{} 1 stone from heap 2", who.verb("takes", "take"))
        );
    }
    assert_eq!(game.advice(&heaps, &Take { heap: 1, stones: 3 }), "Taking 3 stones from heap 1");
    // Any game says what the game itself says.
    let (any, there) = (AnyGame::Chomp(bar), AnyPosition::Chomp(rows.clone()));
    assert_eq!(any.describe(&there, &AnyMove::Chomp(bite)), bar.describe(&rows, &bite));
    assert_eq!(any.told(&there, &AnyMove::Chomp(bite), Who::You), bar.told(&rows, &bite, Who::You));
    assert_eq!(any.advice(&there, &AnyMove::Chomp(bite)), bar.advice(&rows, &bite));
    assert_eq!(any.rule(), bar.rule());
}

#[test]
fn whoever_is_spoken_to_has_their_own_verbs() {
    let said = |name: &'static str| {
        let who = Who::named(name);
        (
            format!("{} {}", who.subject(), who.verb("bites", "bite")),
            who.object().to_string(),
            who.owns("turn"),
        )
    };
    assert_eq!(said("Ada"), ("Ada bites".into(), "Ada".into(), "Ada's turn".into()));
    assert_eq!(said("You"), ("You bite".into(), "you".into(), "Your turn".into()));
    // Defaults apply to every game.
    let daisy: Daisy = "daisy:3".parse().unwrap();
    let ending = |ending, who| daisy.ending(&0, ending, who);
    assert_eq!(ending(Ending::NoMoveLeft, Who::Named("Ada")), "Ada has no move left.");
    assert_eq!(ending(Ending::NoMoveLeft, Who::You), "You have no move left.");
    assert_eq!(ending(Ending::Resigned, Who::You), "You resigned.");
}

#[test]
fn the_end_is_told_with_the_name_of_the_loser() {
    let all = [Ending::NoMoveLeft, Ending::Blunder, Ending::Resigned];
    let told = |game: &str, last: &str, who: Who<'_>| {
        let game: AnyGame = game.parse().unwrap();
        let last = game.read_position(last).unwrap();
        all.map(|ending| game.ending(&last, ending, who))
    };
    let (ada, you) = (Who::named("Ada"), Who::named("You"));
    assert_eq!(
        told("chomp:3x4", "1", ada),
        ["Only the poison is left, and it is Ada's turn.", "Ada ate the poison.", "Ada resigned."]
    );
    assert_eq!(
        told("chomp:3x4", "1", you),
        ["Only the poison is left, and it is your turn.", "You ate the poison.", "You resigned."]
    );
    assert_eq!(told("chomp:3x4@2,2", "2,2", ada)[0], "Every bite that is left to Ada would eat the poison.");
    assert_eq!(told("chomp:3x4@2,2", "2,2", you)[0], "Every bite that is left to you would eat the poison.");
    assert_eq!(
        told("nim:3", "0", ada),
        ["No stone is left for Ada.", "Ada took the last stone.", "Ada resigned."]
    );
    assert_eq!(
        told("nim:3", "0", you),
        ["No stone is left for you.", "You took the last stone.", "You resigned."]
    );
    assert_eq!(told("nim:3/misere", "1", ada)[0], "Ada must take the last stone.");
}

proptest! {
    #[test]
    fn the_lesson_of_a_bar_is_for_whole_bars_that_no_other_rule_names(rows in 1u32..6, cols in 1u32..6, bite in 0usize..36, moved in any::<bool>()) {
        let bar = Chomp::new(rows, cols).unwrap();
        let (row, col) = (bite as u32 / 6 % rows + 1, bite as u32 % cols + 1);
        let position = if moved { bar.start().bitten(Square::new(row, col)) } else { bar.start() };
        let (tall, wide) = (position.rows(), position.cols());
        let is_whole = position.area() == u64::from(tall) * u64::from(wide);
        let expected = is_whole && tall > 2 && wide > 2 && tall != wide;
        prop_assert_eq!(bar.lesson(&position).is_some(), expected, "{}", position);
        prop_assert!(bar.lesson(&position).is_none_or(|told| told.starts_with("The first player can always win")));
        let elsewhere = bar.with_poison((rows, cols)).unwrap();
        prop_assert!((rows, cols) == (1, 1) || elsewhere.lesson(&position).is_none());
    }

    #[test]
    fn the_figure_of_heaps_is_their_sum_in_binary(stones in prop::collection::vec(0u32..20, 1..5), misere in any::<bool>()) {
        let heaps = Heaps::new(stones.clone()).unwrap();
        let game = if misere { Nim::misere(heaps.clone()) } else { Nim::normal(heaps.clone()) };
        let filled: Vec<(usize, u32)> = (1..).zip(stones).filter(|&(_, stones)| stones > 0).collect();
        let Some(told) = game.figure(&heaps) else {
            prop_assert!(filled.is_empty());
            return Ok(());
        };
        let read = |line: &str| u32::from_str_radix(&line.trim_start_matches([' ', '^']).split("    ").next().unwrap().replace(' ', ""), 2).unwrap();
        let lines: Vec<&str> = told.lines().collect();
        for (line, (heap, stones)) in lines.iter().zip(&filled) {
            prop_assert_eq!(read(line), *stones, "{}", told);
            let ending = format!("heap {heap}: {stones}");
            prop_assert!(line.ends_with(&ending), "{}", told);
        }
        let sum = filled.iter().fold(0, |sum, (_, stones)| sum ^ stones);
        prop_assert_eq!(read(lines[filled.len() + 1]), sum, "{}", told);
        let ending = format!("exclusive or: {sum}");
        prop_assert!(lines[filled.len() + 1].ends_with(&ending), "{}", told);
        prop_assert_eq!(lines.iter().filter(|line| line.starts_with("  ^")).count(), 1);
        prop_assert!(lines[filled.len() - 1].starts_with("  ^"), "{}", told);
        // The rule below is as wide as the numbers.
        let width = lines[0][4..].split("    ").next().unwrap().len();
        prop_assert_eq!(lines[filled.len()].trim().len(), width, "{}", told);
        let singles = misere && filled.iter().all(|&(_, stones)| stones == 1);
        prop_assert_eq!(told.contains("Single stones: even is good."), singles, "{}", told);
    }

    #[test]
    fn squares_are_read_as_people_write_them(row in 1u32..=26, col in 1u32..2000) {
        let square = Square::new(row, col);
        let letter = char::from(b'a' + (row - 1) as u8);
        for text in [
            format!("{row},{col}"), format!("{row} {col}"), format!("{row}.{col}"), format!("({row},{col})"),
        ] {
            prop_assert_eq!(text.parse(), Ok(square), "{}", text);
        }
        // Some read a letter as the row and some as the column.
        for lettered in [format!("{letter}{col}"), format!(" {}{col} ", letter.to_ascii_uppercase())] {
            let why = lettered.parse::<Square>().unwrap_err().to_string();
            prop_assert!(why.contains("can be read in two ways"), "{}", why);
        }
        for wrong in [format!("0,{col}"), format!("{row},0"), format!("{letter}0"), format!("{letter}"), format!("{letter}{letter}{col}"), format!("{row}{letter}")] {
            prop_assert!(wrong.parse::<Square>().is_err(), "{}", wrong);
        }
    }

    #[test]
    fn takes_are_read_as_people_write_them(heap in 1u32..100, stones in 1u32..1000) {
        prop_assert_eq!(format!(" {stones} from  {heap}").parse(), Ok(Take { heap, stones }));
        for wrong in [format!("{stones} from 0"), format!("0 from {heap}"), format!("{stones} {heap}")] {
            prop_assert!(wrong.parse::<Take>().is_err(), "{}", wrong);
        }
    }

    #[test]
    fn positions_are_made_of_anything_that_holds_their_numbers(mut numbers in prop::collection::vec(0u32..30, 1..6)) {
        let heaps = Heaps::new(numbers.clone()).unwrap();
        prop_assert_eq!(&Heaps::try_from(numbers.clone()).unwrap(), &heaps);
        prop_assert_eq!(&Heaps::try_from(numbers.as_slice()).unwrap(), &heaps);
        prop_assert_eq!(heaps.as_ref(), numbers.as_slice());
        prop_assert_eq!(heaps.total(), numbers.iter().map(|&n| u64::from(n)).sum::<u64>());
        numbers.sort_unstable_by(|a, b| b.cmp(a));
        let rows = Rows::new(numbers.clone()).unwrap();
        prop_assert_eq!(&Rows::try_from(numbers.clone()).unwrap(), &rows);
        prop_assert_eq!(&Rows::try_from(numbers.as_slice()).unwrap(), &rows);
        prop_assert_eq!(rows.as_ref(), rows.lengths());
        let filled: Vec<u32> = numbers.into_iter().filter(|&n| n > 0).collect();
        prop_assert_eq!(rows.lengths(), filled.as_slice());
        prop_assert_eq!(rows.is_empty(), filled.is_empty());
    }
}

#[test]
fn a_lost_position_of_nim_is_lost_for_the_reason_that_is_told() {
    for (game, reason, told) in [
        ("nim:0,0", NimReason::NoStone, "you take the last stone"),
        (
            "nim:1,0/misere",
            NimReason::OnlyLastStone,
            "your opponent is left with the last stone, and it loses",
        ),
        (
            "nim:1,1,1/misere",
            NimReason::OddSingles { stones: 3 },
            "an odd number of single stones (3) is left",
        ),
        ("nim:2,2", NimReason::NimSumZero { misere: false }, "you can make it 0 again"),
        ("nim:1,1", NimReason::NimSumZero { misere: false }, "you can make it 0 again"),
        (
            "nim:2,2/misere",
            NimReason::NimSumZero { misere: true },
            "until you can leave an odd number of single stones",
        ),
        (
            "nim:1,2,3/misere",
            NimReason::NimSumZero { misere: true },
            "until you can leave an odd number of single stones",
        ),
    ] {
        let game = nim(game);
        let Some(Theorem::Lost(found)) = game.theorem(&game.start()) else { panic!("{game} is lost") };
        assert_eq!(found, reason, "{game}");
        assert!(found.to_string().contains(told), "{found}");
        assert_eq!(found.to_string().contains("until"), told.contains("until"), "{found}");
    }
}

proptest! {
    #[test]
    fn the_theorem_of_nim_names_a_take_that_leaves_a_lost_position(stones in prop::collection::vec(0u32..9, 1..5), misere in any::<bool>()) {
        let heaps = Heaps::new(stones).unwrap();
        let game = if misere { Nim::misere(heaps.clone()) } else { Nim::normal(heaps.clone()) };
        match game.theorem(&heaps).expect("every position of Nim is known") {
            Theorem::Won(Some(take)) => {
                let left = game.play(&heaps, &take).expect("a take that is allowed");
                let lost = matches!(game.theorem(&left), Some(Theorem::Lost(_)));
                prop_assert!(lost, "{} leaves {}", take, left);
            }
            Theorem::Won(None) => prop_assert!(misere && heaps.total() == 0),
            _ => for take in game.moves(&heaps) {
                let left = game.play(&heaps, &take).unwrap();
                let won = matches!(game.theorem(&left), Some(Theorem::Won(_)));
                prop_assert!(won, "{} leaves {}", take, left);
            },
        }
        prop_assert_eq!(game.grundy_value(&heaps), (!misere).then(|| heaps.into_iter().fold(0, |sum, n| sum ^ n)));
    }
}

#[test]
fn outcomes_and_standings_are_written_in_the_notation() {
    assert_eq!([Outcome::Win, Outcome::Loss].map(|outcome| outcome.to_string()), ["win", "loss"]);
    assert_eq!(Standing::start(chomp("3x4@2,2")).to_string(), "chomp:3x4@2,2 4^3");
}

#[test]
fn what_is_not_known_says_why_and_how_far_it_got() {
    let sources = [Source::Formula, Source::Sieve, Source::Table, Source::Search];
    assert_eq!(sources.map(|source| source.to_string()), ["formula", "sieve", "table", "search"]);
    let stopped = |why, nodes| Unknown { why: WhyNot::Stopped(why), nodes };
    for (unknown, told, cancelled) in [
        (stopped(Stopped::Cancelled, 0), "it is not known who wins: it was cancelled", true),
        (
            stopped(Stopped::Cancelled, 1234),
            "it is not known who wins: it was cancelled after 1,234 nodes",
            true,
        ),
        (stopped(Stopped::OutOfTime, 1), "it is not known who wins: its time was up after 1 nodes", false),
        (
            Unknown { why: WhyNot::TooLarge, nodes: 7 },
            "it is not known who wins: it has too many positions to be looked through",
            false,
        ),
    ] {
        assert_eq!(unknown.to_string(), told);
        assert_eq!(unknown.was_cancelled(), cancelled, "{unknown}");
    }
}

#[test]
fn a_node_of_a_look_up_is_a_position_that_is_looked_up() {
    let bar = Chomp::new(4, 5).unwrap();
    let solved = Sieve::of(&bar).solve(&Effort::unlimited()).unwrap();
    for rows in ["5^4", "5,4,4", "4,2,2", "3,1,1", "2,1", "1"] {
        let standing = Standing::read(bar, rows).unwrap();
        let known = solved.ask(&standing, &Effort::unlimited()).known().unwrap();
        let looked = match known.best {
            Some(best) => standing.moves().position(|mv| mv == best).unwrap() + 1,
            None => standing.moves().count().max(1),
        };
        assert_eq!((known.nodes, known.source), (looked as u64, Source::Sieve), "{rows}");
        assert_eq!(known.best.is_some(), known.outcome == Outcome::Win, "{rows}");
    }
    // What is outside is not known, which shows at the first look-up.
    let outside = Standing::start(Chomp::new(9, 9).unwrap());
    let unknown = solved.ask(&outside, &Effort::unlimited()).known().unwrap_err();
    let looked = outside.moves().position(|bite| {
        let left = outside.play(&bite).unwrap().position().clone();
        left.rows() > 4 || left.cols() > 5
    });
    assert_eq!((unknown.why, unknown.nodes), (WhyNot::NotMine, looked.unwrap() as u64 + 1));
}

#[test]
fn an_explanation_tells_the_outcome_the_way_and_the_answers() {
    let solver = Solver::new();
    let explained = |rows: &str| {
        let standing = Standing::read(chomp("4x5"), rows).unwrap();
        let explained = Explanation::of(&standing, &solver, &Effort::unlimited()).unwrap();
        let told: Vec<String> =
            explained.told(&standing).iter().map(|told| told.content().to_string()).collect();
        (explained.replies.len(), standing.moves().count(), told.join("\n"))
    };
    let (_, _, whole) = explained("5^4");
    assert!(whole.starts_with("The player to move can win. The rule: strategy stealing."), "{whole}");
    assert!(whole.contains("The solver found how: biting 3,3 wins."), "{whole}");
    let (replies, moves, lost) = explained("5,5,2,2");
    assert_eq!(replies, moves, "there is an answer to every move");
    assert!(lost.starts_with("The player to move will lose against good play.\n"), "{lost}");
    assert!(lost.contains(&format!("No rule is known that says why. There are {moves} moves")), "{lost}");
    let (replies, _, ruled) = explained("5,4");
    assert_eq!(replies, 0);
    assert!(ruled.contains("The rule: two rows.") && ruled.ends_with("lasts longest."), "{ruled}");
    assert!(!ruled.contains("No rule is known"), "{ruled}");
    assert!(explained("1").2.starts_with("The game is over: the player to move has lost."));
    let over = explained("0").2;
    assert!(over.starts_with("The game is over: the player to move has won."), "{over}");
    assert!(!over.contains("was not computed"), "{over}");
    let (_, _, named) = explained("5,5");
    assert!(named.contains("The rule: two rows.") && !named.contains("The solver found how"), "{named}");
}

#[test]
fn an_explanation_without_its_answers_says_what_is_missing() {
    let (solver, bar) = (Solver::new(), chomp("4x5"));
    solver.bars().solved(&bar, &Effort::unlimited()).unwrap();
    let lost = Standing::read(bar, "5,5,2,2").unwrap();
    let late = Effort::unlimited().within(Duration::ZERO);
    let explained = Explanation::of(&lost, &solver, &late).unwrap();
    assert_eq!((explained.outcome, explained.replies.len()), (Outcome::Loss, 0));
    let told: Vec<String> = explained.told(&lost).iter().map(|told| told.content().to_string()).collect();
    assert_eq!(
        told,
        [
            "The player to move will lose against good play.",
            "Which move lasts longest was not computed. Biting 4,2 takes least.",
            "The reason was not found: its time was up.",
        ]
    );
    // Cancelled work gives nothing at all.
    let cancel = Cancel::new();
    cancel.cancel();
    let stopped = Explanation::of(&lost, &solver, &Effort::unlimited().cancelled_by(&cancel));
    assert!(stopped.unwrap_err().was_cancelled());
}

#[test]
fn no_theorem_tells_the_grundy_value_of_a_bar() {
    for bar in ["1x1", "2x3", "3x3"] {
        assert_eq!(chomp(bar).grundy_value(&chomp(bar).start()), None);
    }
}

#[test]
fn numbers_are_written_for_people() {
    assert_eq!(
        [counted(0, "node"), counted(1, "node"), counted(1234, "node")],
        ["0 nodes", "1 node", "1,234 nodes"]
    );
    assert_eq!(sentence("square 9,1 is not there"), "Square 9,1 is not there.");
    assert_eq!(sentence("Over."), "Over.");
    for (number, written) in
        [(0, "0"), (999, "999"), (1000, "1,000"), (123_456, "123,456"), (1_234_567, "1,234,567")]
    {
        assert_eq!(lastbite::notation::grouped(number), written);
    }
}

#[test]
fn sizes_end_exactly_where_the_sentences_say() {
    let most = lastbite::notation::MOST;
    assert!(
        Chomp::new(1, most).is_ok() && Chomp::new(1, most + 1).is_err() && Chomp::new(most + 1, 1).is_err()
    );
    assert!(Chomp::new(0, 1).is_err() && Chomp::new(1, 0).is_err());
    assert!(Chomp::new(100, most).is_ok() && Chomp::new(101, most).is_err());
    assert!(Rows::new([most]).is_ok() && Rows::new([most + 1]).is_err());
    assert!(Rows::new(vec![1; most as usize]).is_ok() && Rows::new(vec![1; most as usize + 1]).is_err());
    assert!(Rows::new(vec![most; 100]).is_ok() && Rows::new(vec![most; 101]).is_err());
    assert!(Heaps::new([most]).is_ok() && Heaps::new([most + 1]).is_err() && Heaps::new([]).is_err());
    assert!(Heaps::new(vec![1; most as usize]).is_ok() && Heaps::new(vec![1; most as usize + 1]).is_err());
    assert!(Heaps::new(vec![most; 100]).is_ok() && Heaps::new(vec![most; 101]).is_err());
    assert!("1000000".parse::<Rows>().is_ok() && "1000001".parse::<Rows>().is_err());
    assert!("1^1000000".parse::<Rows>().is_ok() && "1^999999,1".parse::<Rows>().is_ok());
    assert!("1^1000000,1".parse::<Rows>().is_err());
    assert!("1^2000,1^2000".parse::<Rows>().is_ok(), "parts add up, they do not multiply");
}

/// Returns the whole argument for a position as one text.
fn argued(game: &str, position: &str) -> String {
    let game: AnyGame = game.parse().unwrap();
    let there = game.read_position(position).unwrap();
    let told = game.argument(&there).expect("a rule decides it").told;
    assert!(told.iter().all(|paragraph| !paragraph.content().is_empty()), "{told:?}");
    told.iter().map(Paragraph::content).collect::<Vec<_>>().join(" ")
}

#[test]
fn an_argument_tells_the_lengths_and_the_stones_that_are_there() {
    for (rows, told) in [
        ("5,4", "Two rows are left, 5 and 4 long. If the upper row is exactly one square longer"),
        ("2^3,1", "Two columns are left, 4 and 3 long. If the left column is exactly one square longer"),
        ("5,1^4", "an L with two equal arms of 4 squares besides the corner"),
        ("7,1,1", "whose arms have 6 and 2 squares"),
        ("3,1^6", "whose arms have 6 and 2 squares"),
    ] {
        let argued = argued("chomp:9x9", rows);
        assert!(argued.contains(told), "{rows}: {argued}");
    }
    for (heaps, told) in [
        (
            "nim:3,10",
            "It is 9, not 0: its leftmost 1 stands for 8, and heap 2 has a 1 there. Lower that heap from 10 to 3, which is 10 xor 9: take 7 stones.",
        ),
        ("nim:5,4", "Lower that heap from 5 to 4, which is 5 xor 1: take 1 stone."),
        (
            "nim:1,1,1,4/misere",
            "besides it there are 3 single stones. Take all of it, so that an odd number of single stones is left, 3.",
        ),
        (
            "nim:1,1,4/misere",
            "besides it there are 2 single stones. Take all of it but one stone, so that an odd number of single stones is left, 3.",
        ),
        ("nim:1,4/misere", "besides it there is 1 single stone."),
    ] {
        let start = heaps.trim_start_matches("nim:").trim_end_matches("/misere");
        let argued = argued(heaps, start);
        assert!(argued.contains(told), "{heaps}: {argued}");
    }
}

#[test]
fn every_position_of_a_small_game_is_explained_by_what_is_true() {
    let solver = Solver::new();
    for (game, position) in
        [("chomp:4x5", "5,4"), ("chomp:4x5", "5^4"), ("nim:3,4,5", "3,4,5"), ("nim:0,3,5", "0,3,5")]
    {
        let game: AnyGame = game.parse().unwrap();
        let there = game.read_position(position).unwrap();
        let argument = game.argument(&there).expect("a rule decides it");
        assert!(!argument.rule.is_empty() && !argument.told.is_empty());
        if let Some(Paragraph::Figure(figure)) =
            argument.told.iter().find(|told| matches!(told, Paragraph::Figure(_)))
        {
            assert_eq!(Some(figure), game.figure(&there).as_ref());
        }
        let explained = Explanation::of(&Standing::new(game, there).unwrap(), &solver, &Effort::unlimited());
        assert!(explained.is_ok());
    }
}

/// Whoever asks how a bite is written has not asked for the answer.
#[test]
fn the_example_is_never_the_only_bite_that_wins() {
    let mut single = 0;
    for (rows, cols) in (1..=8).flat_map(|rows| (1..=8).map(move |cols| (rows, cols))) {
        let bar = Chomp::new(rows, cols).unwrap();
        let examples = bar.example_moves(&bar.start());
        let solved = lastbite::solution::Solve::of(&bar.into()).run(&lastbite::Effort::default()).unwrap();
        let winning = solved.summary().unwrap().winning;
        // In these two there is no other bite.
        if winning.len() == 1 && rows * cols > 2 {
            single += 1;
            assert!(!examples.is_empty() && !examples.contains(&winning[0]), "{rows}x{cols}: {examples:?}");
        }
    }
    assert!(single > 40, "{single}");
}
