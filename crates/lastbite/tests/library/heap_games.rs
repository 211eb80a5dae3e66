//! The heap games: their laws, and everything known about them compared with plain brute force.

use std::collections::HashMap;

use lastbite::games::heap_games::{Code, HeapGame, HeapMove, Rule};
use lastbite::{
    Algorithm, AnyGame, AnyMove, Effort, Game, IllegalMove, Outcome, Solver, Standing, Words,
    theory::Theorem, theory::Theory,
};
use proptest::prelude::*;

use crate::laws::{any_game_does_the_same, obeys_all_laws};

fn game(text: &str) -> HeapGame {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The heap games written independently: what a move makes of a heap, straight from the rule.
fn options(name: &str, stones: u32) -> Vec<Vec<u32>> {
    let splits = |rest: u32| (1..rest).map(move |a| vec![a, rest - a]);
    let by_digits = |digits: &[(u32, u32)]| -> Vec<Vec<u32>> {
        let mut found = Vec::new();
        for &(taken, digit) in digits.iter().filter(|&&(taken, _)| taken <= stones) {
            let rest = stones - taken;
            if digit & 1 > 0 && rest == 0 && stones > 0 {
                found.push(vec![]);
            }
            if digit & 2 > 0 && rest > 0 {
                found.push(vec![rest]);
            }
            if digit & 4 > 0 {
                found.extend(splits(rest));
            }
            if digit & 8 > 0 {
                found
                    .extend((1..rest).flat_map(|a| splits(rest - a).map(move |two| vec![a, two[0], two[1]])));
            }
        }
        found
    };
    let takes = |set: &[u32]| {
        set.iter().filter(|&&taken| taken <= stones).map(|taken| vec![stones - taken]).collect()
    };
    match name {
        "subtract:1,2,3" => takes(&[1, 2, 3]),
        "subtract:1" => takes(&[1]),
        "subtract:1,2" => takes(&[1, 2]),
        "subtract:2,3,5" => takes(&[2, 3, 5]),
        "subtract:1,4" => takes(&[1, 4]),
        "kayles" | "octal:0.77" => by_digits(&[(1, 7), (2, 7)]),
        "dawson" | "octal:0.137" => by_digits(&[(1, 1), (2, 3), (3, 7)]),
        "octal:0.07" => by_digits(&[(2, 7)]),
        "octal:0.33" => by_digits(&[(1, 3), (2, 3)]),
        "octal:0.6" => by_digits(&[(1, 6)]),
        "octal:0.25" => by_digits(&[(1, 2), (2, 5)]),
        "octal:4.7" => by_digits(&[(0, 4), (1, 7)]),
        "octal:4.03" => by_digits(&[(0, 4), (2, 3)]),
        "octal:0.8" => by_digits(&[(1, 8)]),
        "octal:0.f3" => by_digits(&[(1, 15), (2, 3)]),
        "octal:c.0d" => by_digits(&[(0, 12), (2, 13)]),
        "grundy" => splits(stones).filter(|two| two[0] != two[1]).collect(),
        "lasker" => splits(stones).chain((0..stones).map(|left| vec![left])).collect(),
        // Crosses in a row of squares: an empty square that has no cross within two squares.
        "treblecross" => (1..=stones)
            .map(|mark| {
                let safe = (1..=stones).filter(|square: &u32| square.abs_diff(mark) > 2);
                let (before, behind): (Vec<u32>, Vec<u32>) = safe.partition(|&square| square < mark);
                vec![before.len() as u32, behind.len() as u32]
            })
            .collect(),
        _ => panic!("{name}"),
    }
}

const RULES: [&str; 19] = [
    "subtract:1,2,3",
    "subtract:1",
    "subtract:1,2",
    "subtract:2,3,5",
    "subtract:1,4",
    "kayles",
    "dawson",
    "octal:0.77",
    "octal:0.07",
    "octal:0.33",
    "octal:0.6",
    "octal:0.25",
    "octal:4.7",
    "octal:4.03",
    "octal:0.8",
    "octal:0.f3",
    "octal:c.0d",
    "grundy",
    "lasker",
];

/// Who wins in normal and in misère play, and the Grundy value, from the definitions.
struct Brute {
    name: &'static str,
    known: HashMap<Vec<u32>, (Outcome, Outcome, u32)>,
}

impl Brute {
    fn new(name: &'static str) -> Self {
        Brute { name, known: HashMap::new() }
    }

    fn of(&mut self, heaps: &[u32]) -> (Outcome, Outcome, u32) {
        let mut heaps: Vec<u32> = heaps.iter().copied().filter(|&stones| stones > 0).collect();
        heaps.sort_unstable();
        if let Some(&known) = self.known.get(&heaps) {
            return known;
        }
        let mut after = Vec::new();
        for index in 0..heaps.len() {
            for parts in options(self.name, heaps[index]) {
                let mut next = heaps.clone();
                next.splice(index..=index, parts);
                after.push(self.of(&next));
            }
        }
        let won = |found: bool| if found { Outcome::Win } else { Outcome::Loss };
        let normal = won(after.iter().any(|next| next.0 == Outcome::Loss));
        let misere = won(after.is_empty() || after.iter().any(|next| next.1 == Outcome::Loss));
        let grundy = (0..).find(|value| after.iter().all(|next| next.2 != *value)).unwrap();
        self.known.insert(heaps, (normal, misere, grundy));
        (normal, misere, grundy)
    }
}

/// Checks outcome, every move, the Grundy value and the named move of a position against brute force.
fn agrees(brute: &mut Brute, heaps: &[u32]) {
    let written = heaps.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    let (normal, misere, grundy) = brute.of(heaps);
    for (last, truth) in [("", normal), ("/misere", misere)] {
        if brute.name == "treblecross" && last == "/misere" {
            continue;
        }
        let start = Standing::start(game(&format!("{}:{written}{last}", brute.name)));
        let solver = Solver::new();
        let known = solver.ask(&start, &Effort::unlimited()).known().unwrap();
        assert_eq!(known.outcome, truth, "{start}");
        if start.final_outcome().is_none() && truth == Outcome::Win {
            let best = known.best.unwrap_or_else(|| panic!("{start} names no move"));
            let after: Vec<u32> = start.play(&best).unwrap().position().stones().collect();
            let after = brute.of(&after);
            assert_eq!(if last.is_empty() { after.0 } else { after.1 }, Outcome::Loss, "{start}: {best}");
        }
        let analysis = solver.analyse(&start, &Effort::unlimited()).unwrap();
        assert_eq!(analysis.outcome, truth, "{start}");
        assert_eq!(analysis.moves.len() as u64, start.move_count());
        for judged in &analysis.moves {
            let left: Vec<u32> = start.play(&judged.mv).unwrap().position().stones().collect();
            let after = brute.of(&left);
            let after = if last.is_empty() { after.0 } else { after.1 };
            assert_eq!(judged.outcome, !after, "{start}: {}", judged.mv);
        }
        if last.is_empty() {
            assert_eq!(analysis.grundy, Some(grundy), "{start}");
            assert_eq!(start.game().grundy_value(start.position()), Some(grundy), "{start}");
        } else {
            assert_eq!(
                start.game().grundy_value(start.position()),
                None,
                "a Grundy value says nothing of {start}"
            );
        }
        // The words must match the theorem.
        let argument = start.game().argument(start.position());
        assert_eq!(argument.is_some(), start.game().theorem(start.position()).is_some(), "{start}");
    }
}

#[test]
fn all_small_positions_agree_with_brute_force() {
    for name in RULES.into_iter().chain(["treblecross"]) {
        let mut brute = Brute::new(name);
        for a in 0..=8 {
            agrees(&mut brute, &[a]);
            for b in 0..=a.min(4) {
                agrees(&mut brute, &[b, a]);
            }
        }
        agrees(&mut brute, &[3, 1, 4]);
        agrees(&mut brute, &[2, 2, 2, 1]);
    }
}

#[test]
fn the_moves_are_those_of_the_rule_in_any_order() {
    for name in RULES.into_iter().chain(["treblecross"]) {
        for stones in 0..=9 {
            let start = Standing::start(game(&format!("{name}:{stones}")));
            let sorted = |mut heaps: Vec<u32>| {
                heaps.retain(|&stones| stones > 0);
                heaps.sort_unstable();
                heaps
            };
            let mut left: Vec<Vec<u32>> = start
                .moves()
                .map(|mv| sorted(start.play(&mv).unwrap().position().stones().collect()))
                .collect();
            let mut expected: Vec<Vec<u32>> = options(name, stones).into_iter().map(sorted).collect();
            for all in [&mut left, &mut expected] {
                all.sort();
                all.dedup();
            }
            assert_eq!(left, expected, "{name}:{stones}");
        }
    }
}

#[test]
fn a_player_may_leave_the_parts_in_either_order() {
    let start = Standing::start(game("kayles:8"));
    for (mv, left) in [
        ("1 from 1", "7"),
        ("1 from 1 leaving 0,7", "7"),
        ("1 from 1 leaving 3,4", "3,4"),
        ("1 from 1 leaving 4,3", "4,3"),
        ("2 from 1 leaving 1,5", "1,5"),
    ] {
        assert_eq!(start.play(&mv.parse().unwrap()).unwrap().written(), left, "{mv}");
    }
    let lasker = Standing::start(game("lasker:3,4"));
    let split = lasker.play(&"2 into 1,3".parse().unwrap()).unwrap();
    assert_eq!(split.written(), "3,1,3", "new heaps stand where the old one stood");
    assert_eq!(split.play(&"3 from 1".parse().unwrap()).unwrap().written(), "1,3");
    assert_eq!("0 from 2 leaving 1,3".parse::<HeapMove>(), "2 into 1,3".parse(), "nothing taken is a split");
}

#[test]
fn the_best_line_of_a_long_game_is_not_followed_to_its_end() {
    let start = Standing::start(game("kayles:3000"));
    let analysis = Solver::new().analyse(&start, &Effort::unlimited()).unwrap();
    assert_eq!((analysis.moves.len(), analysis.main_line.len()), (5_999, 200));
}

#[test]
fn known_sequences() {
    let value = |game: HeapGame| game.grundy_value(&game.start()).expect("small heaps are valued at once");
    let values = |name: &str, to: u32| -> Vec<u32> {
        (0..=to).map(|stones| value(game(&format!("{name}:{stones}")))).collect()
    };
    // Winning Ways, chapter 4: Kayles; its period is 12, and 70 is the last exception.
    assert_eq!(
        values("kayles", 23),
        [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7]
    );
    assert_eq!(values("dawson", 15), [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5]);
    assert_eq!(values("grundy", 20), [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0]);
    assert_eq!(values("lasker", 9), [0, 1, 2, 4, 3, 5, 6, 8, 7, 9]);
    assert_eq!(values("subtract:1,2,3", 9), [0, 1, 2, 3, 0, 1, 2, 3, 0, 1]);
    // Treblecross is .007, two squares longer.
    let long: Vec<u32> = values("octal:0.007", 22).split_off(2);
    assert_eq!(values("treblecross", 20), long);
}

#[test]
fn kayles_repeats_after_seventy() {
    let kept = Solver::<HeapGame>::new();
    let value = |stones: u32| {
        let start = Standing::start(game(&format!("kayles:{stones}")));
        let found = start.game().find_grundy_value(
            start.position(),
            kept.kept(),
            lastbite::theory::Patience::Endless,
            &Effort::unlimited(),
        );
        found.unwrap().unwrap()
    };
    let _ = value(300);
    assert!((71..=288).all(|stones| value(stones) == value(stones + 12)));
    assert_ne!(value(70), value(82));
}

#[test]
fn a_formula_knows_heaps_of_any_size() {
    for (text, best) in [
        ("subtract:1,2,3:999999", Some("3 from 1")),
        ("subtract:1,2,3:1000000", None),
        ("subtract:1,2,3:999999/misere", Some("2 from 1")),
        ("subtract:1,2,3:1000,999997", Some("1 from 2")),
    ] {
        let game = game(text);
        let Some(said) = game.theorem(&game.start()) else { panic!("{text}") };
        match (said, best) {
            (Theorem::Won(Some(mv)), Some(best)) => assert_eq!(mv.to_string(), best, "{text}"),
            (Theorem::Lost(_), None) => {}
            other => panic!("{text}: {other:?}"),
        }
    }
    let lasker = game("lasker:1000000");
    assert_eq!(lasker.grundy_value(&lasker.start()), Some(999_999));
}

#[test]
fn what_is_too_large_is_not_known_and_not_lost() {
    let large = Standing::start(game("octal:0.8:1000000"));
    let few = Effort::unlimited().nodes(100);
    assert!(Solver::new().ask(&large, &few).known().is_err());
    assert_eq!(large.game().grundy_value(large.position()), None);
}

#[test]
fn codes_are_read_as_people_write_them() {
    for (text, written) in
        [(".77", "0.77"), ("0.770", "0.77"), ("0.7A", "0.7a"), ("4.", ""), ("4.0", "4.0"), ("c.f", "c.f")]
    {
        match text.parse::<Code>() {
            Ok(code) => assert_eq!(code.to_string(), written, "{text}"),
            Err(error) => assert!(written.is_empty(), "{text}: {error}"),
        }
    }
    for wrong in [
        "",
        "77",
        "0.0",
        "1.7",
        "2.7",
        "0.7g",
        "0..7",
        "00.7",
        "0.12345678901234567890123456789012345678901234567894567890123456789",
    ] {
        let error = wrong.parse::<Code>().unwrap_err().to_string();
        assert!(error.contains("as in 0.77"), "{error}");
    }
}

#[test]
fn nonsense_is_refused_in_a_sentence() {
    for (text, said) in [
        ("subtract:21", "it is written like subtract:1,2,3:21"),
        ("subtract:0,1:21", "as in 1,2,3"),
        ("subtract::21", "as in 1,2,3"),
        ("subtract:1,2,3:", "heaps are numbers"),
        ("subtract:1,2,3:21/loses", "/misere"),
        ("octal:9", "it is written like octal:0.77:8,9"),
        ("octal:7:8", "not a code"),
        ("kayles:", "heaps are numbers"),
        ("kayles:8x9", "heaps are numbers"),
        ("kayles:9999999", "number from 0 to 1,000,000"),
        ("kayles:1000000^101", "cannot be made"),
        ("treblecross:9/misere", "cannot be played misère"),
        ("pebbles:9", "not a game of heaps"),
    ] {
        let error = text.parse::<HeapGame>().unwrap_err().to_string();
        assert!(error.contains(said), "{text}: {error}");
    }
    for (text, position) in [
        ("kayles:8", "9"),
        ("kayles:8", "4,4"),
        ("kayles:8,3", "3,4,4"),
        ("subtract:1:5", "6"),
        ("subtract:1:5", "2,2"),
        ("grundy:8", "5,4"),
        ("kayles:8", "x"),
    ] {
        assert!(Standing::read(game(text), position).is_err(), "{text} {position}");
    }
    for (text, mv, said) in [
        ("kayles:8", "3 from 1", "against the rule: knock down one pin"),
        ("kayles:8", "1 from 2", "heap 2 is not there: there is only heap 1"),
        ("kayles:8", "1 from 1 leaving 3,3", "heap 1 has 8, and only 7 are accounted for"),
        ("kayles:8", "1 from 1 leaving 3,9", "heap 1 has 8, and 13 are asked for"),
        ("subtract:1,2,3:2", "3 from 1", "heap 1 has 2, and 3 are asked for"),
        ("subtract:1,2,3:9", "4 from 1", "against the rule: take 1, 2 or 3 sticks from a heap"),
        ("subtract:1,2,3:9", "1 from 1 leaving 4,4", "against the rule"),
        ("subtract:1,2,3:9,0", "1 from 2", "heap 2 has nothing left"),
        ("grundy:8", "1 into 4,4", "against the rule: split a heap into two that are not equal"),
        ("treblecross:8", "9 in 1", "heap 1 has 8"),
        ("treblecross:8", "0 in 1", "against the rule"),
    ] {
        let start = Standing::start(game(text));
        let refused = start.play(&mv.parse().unwrap()).unwrap_err();
        assert!(refused.to_string().contains(said), "{text} {mv}: {refused}");
    }
    for wrong in [
        "",
        "x",
        "from",
        "1 from",
        "-1 from 1",
        "1 from 1 leaving",
        "1 from 1 leaving 3",
        "1 from 1 leaving 3,0",
        "1 from 1 leaving 1,1,1,1",
        "1 into",
        "in",
    ] {
        assert!(wrong.parse::<HeapMove>().is_err(), "{wrong}");
    }
    let said = |text: &str, wrong: &str| game(text).read_move(wrong).unwrap_err().to_string();
    assert_eq!(
        said("subtract:1,2,3:21,5", "two"),
        "'two' is not a move; type how many sticks and from which heap"
    );
    assert!(said("grundy:9", "5").ends_with("a split is a heap and what becomes of it"));
    assert_eq!(game("subtract:1,2,3:21").read_move("2"), "2 from 1".parse(), "of one heap a number will do");
    let over = Standing::read(game("grundy:6"), "2,2,2").unwrap();
    assert_eq!(over.check(&"1 into 1,1".parse().unwrap()), Err(IllegalMove::Over));
}

#[test]
fn misere_is_not_told_by_grundy_values() {
    // Kayles of two and of two equal pins: in normal play all the same, in misère play not.
    let known = |text: &str| {
        Solver::new().ask(&Standing::start(game(text)), &Effort::unlimited()).known().unwrap().outcome
    };
    assert_eq!((known("kayles:1,1"), known("kayles:1,1/misere")), (Outcome::Loss, Outcome::Win));
    assert_eq!((known("kayles:2,2"), known("kayles:2,2/misere")), (Outcome::Loss, Outcome::Loss));
    // A person who makes the last move has lost.
    let last = Standing::start(game("kayles:1/misere"));
    assert_eq!(last.check(&"1 from 1".parse().unwrap()), Err(IllegalMove::Blunder));
    assert_eq!(last.final_outcome(), Some(Outcome::Loss));
}

#[test]
fn the_rule_is_told_in_words() {
    for (text, told) in [
        ("subtract:1,2,3:21", "Take 1, 2 or 3 sticks from a heap."),
        ("subtract:1:5", "Take 1 stick from a heap."),
        ("octal:0.77:8", "Take 1 or 2 stones from a heap, leaving at most two heaps of it."),
        (
            "octal:0.137:8",
            "Take 1 stone as a whole heap; or take 2 stones from a heap; or take 3 stones from a heap, leaving at most two heaps of it.",
        ),
        ("octal:0.6:8", "Take 1 stone from a heap, leaving one or two heaps of it."),
        ("octal:4.3:8", "Split a heap into two; or take 1 stone from a heap."),
        ("octal:8.02:8", "Split a heap into three; or take 2 stones from a larger heap."),
        ("lasker:3,4", "Take any number of stones from a heap, or split a heap into two."),
    ] {
        assert_eq!(game(text).rule().lines().next(), Some(told), "{text}");
    }
    assert!(matches!(game("kayles:3").rule_of_heaps(), Rule::Code(code) if code.to_string() == "0.77"));
}

/// Everything that can be typed as a move, allowed or not.
fn candidates(game: &HeapGame, most: u32) -> Vec<HeapMove> {
    let mut written: Vec<String> = Vec::new();
    for heap in 0..=4 {
        for stones in 0..=most + 1 {
            written.push(format!("{stones} from {heap}"));
            written.push(format!("{stones} in {heap}"));
        }
        for (a, b) in (0..=most).flat_map(|a| (1..=most - a).map(move |b| (a, b))) {
            written.extend((0..=3).map(|stones| format!("{stones} from {heap} leaving {a},{b}")));
            if game.to_string().starts_with("octal") {
                let thirds = (1..=(most - a - b).min(3)).filter(|_| a > 0);
                written.extend(thirds.flat_map(|c| {
                    (0..=2).map(move |stones| format!("{stones} from {heap} leaving {a},{b},{c}"))
                }));
            }
        }
    }
    let mut moves: Vec<HeapMove> = written.iter().map(|text| text.parse().unwrap()).collect();
    moves.extend(game.moves(&game.start()));
    moves.sort_unstable();
    moves.dedup();
    moves
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn heap_games_obey_the_laws(
        rule in prop::sample::select(RULES.into_iter().chain(["treblecross"]).collect::<Vec<_>>()),
        heaps in prop::collection::vec(0u32..7, 1..4),
        misere in any::<bool>(),
        path in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let misere = if misere && rule != "treblecross" { "/misere" } else { "" };
        let heaps: Vec<String> = heaps.iter().map(u32::to_string).collect();
        let game = game(&format!("{rule}:{}{misere}", heaps.join(",")));
        let mut here = game.start();
        for step in path {
            let moves: Vec<HeapMove> = game.moves(&here).collect();
            if moves.is_empty() {
                break;
            }
            here = game.play(&here, step.get(&moves)).unwrap();
        }
        let mut all = candidates(&game, 6);
        all.extend(game.moves(&here).chain(game.blunders(&here)));
        all.sort_unstable();
        all.dedup();
        obeys_all_laws(&game, &here, &all);
        let read = game.read_position(&game.write_position(&here)).unwrap();
        obeys_all_laws(&game, &read, &all);
        any_game_does_the_same(&game, &read, game.clone().into(), AnyMove::HeapGame);
        prop_assert_eq!(AnyGame::from(game.clone()).to_string(), game.to_string());
    }

    #[test]
    fn the_searches_agree_with_the_values(
        rule in prop::sample::select(RULES.to_vec()),
        heaps in prop::collection::vec(0u32..6, 1..3),
    ) {
        let heaps: Vec<String> = heaps.iter().map(u32::to_string).collect();
        for misere in ["", "/misere"] {
            let start = Standing::start(game(&format!("{rule}:{}{misere}", heaps.join(","))));
            let found = Algorithm::Memo.search(start.game(), start.position(), &Effort::unlimited()).unwrap();
            prop_assert_eq!(Solver::new().ask(&start, &Effort::unlimited()).outcome(), Some(found.outcome));
        }
    }
}

/// Rules whose period shows early are known at any size, at once: the values that prove it are few.
#[test]
fn a_period_that_is_proved_gives_the_values_of_the_largest_heaps() {
    for (rule, period, beginning) in [("kayles", 12, 70), ("dawson", 34, 51), ("octal:0.156", 349, 3478)] {
        let small = 5_000;
        let large = small + 995_000 / period * period - period;
        assert!(small > beginning);
        let start = Standing::start(game(&format!("{rule}:{large},{large},{}", large + 1)));
        // No search is allowed, and nothing is computed beyond some thousand heaps.
        let analysis = Solver::new().analyse_soon(&start, &Effort::unlimited().nodes(0)).unwrap();
        let alike = Standing::start(game(&format!("{rule}:{}", small + 1)));
        let known = Solver::new().grundy_value(&alike, &Effort::unlimited()).unwrap();
        assert!(known.is_some() && analysis.grundy == known, "{rule}: {:?}", analysis.grundy);
    }
}

#[test]
fn the_largest_heaps_of_kayles_are_explained_by_their_values() {
    let start = Standing::start(game("kayles:1000000,999988,7"));
    let argument = start.game().argument(start.position()).expect("its period is proved at once");
    assert_eq!(argument.rule, "the exclusive or of the values");
    assert!(start.game().figure(start.position()).unwrap().contains("exclusive or: 2"), "7 pins are worth 2");
}

#[test]
fn one_heap_alone_has_no_exclusive_or_to_show() {
    for (alone, two) in [("kayles:12", "kayles:12,3"), ("dawson:0,9", "dawson:9,9")] {
        let figure = |text: &str| {
            let start = Standing::start(text.parse::<AnyGame>().unwrap());
            start.game().figure(start.position())
        };
        assert_eq!(figure(alone), None);
        assert!(figure(two).unwrap().contains("exclusive or"));
    }
}
