//! What is said in sentences is true, and proves what it says.

use lastbite::knowledge::MOST_JUDGED;
use lastbite::{
    Analysis, AnyGame, Effort, Explanation, Outcome, Solver, Standing, Words, theory::Theorem, theory::Theory,
};

fn standing(text: &str) -> Standing<AnyGame> {
    lastbite::asked::read(&text.split(' ').collect::<Vec<_>>()).unwrap().standing
}

/// Explains a position in one long text.
fn told(text: &str) -> String {
    let standing = standing(text);
    let effort = Effort::unlimited().nodes(100_000);
    let explained = Explanation::of(&standing, &Solver::new(), &effort).unwrap();
    explained.told(&standing).iter().map(|part| part.content().to_string()).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_move_lasts_longest_only_where_the_distance_is_known() {
    for text in ["kayles:11,11", "chomp:30x30+chomp:30x30", "lasker:30,30"] {
        let standing = standing(text);
        let explained =
            Explanation::of(&standing, &Solver::new(), &Effort::unlimited().nodes(100_000)).unwrap();
        assert!(!explained.is_best_known && !told(text).ends_with("lasts longest."), "{}", told(text));
    }
    for text in ["nim:1,1", "nim:2,2", "chomp:2x3 3,2", "kayles:3,3"] {
        let standing = standing(text);
        let analysis = Analysis::of(&standing, &Effort::unlimited()).unwrap();
        let explained = Explanation::of(&standing, &Solver::new(), &Effort::unlimited()).unwrap();
        assert!(explained.is_best_known, "{text}");
        let judged =
            analysis.moves.iter().find(|judged| Some(&judged.mv) == explained.best.as_ref()).unwrap();
        assert_eq!(judged.distance, analysis.distance, "{text}");
    }
    assert!(told("nim:2,2").ends_with("lasts longest."));
}

#[test]
fn what_is_not_computed_here_is_not_said_to_be_beyond_everybody() {
    let said = told("30x31");
    assert!(
        said.contains("Which move wins was not computed here: solving the bar would take about"),
        "{said}"
    );
    assert!(said.contains("B of memory") && !said.contains("Nobody"), "{said}");
    let long = told("4x4000");
    assert!(!long.contains("Nobody") && !long.contains("18 EB"), "{long}");
}

#[test]
fn the_reasons_of_moores_nim_are_true_when_the_last_stone_loses() {
    for (game, left) in [
        ("moore:2:1,1,2/misere", "leaves 0, 1 and 0"),
        ("moore:2:4/misere", "leaves 1"),
        ("moore:2:2,3/misere", "leaves"),
        ("moore:3:2,1,1/misere", "leaves"),
        ("moore:1:1,2/misere", "leaves"),
    ] {
        let said = told(game);
        assert!(said.contains(left) && said.contains("one more single stone than a multiple of"), "{said}");
        assert!(said.contains("as long as some heap has two stones or more"), "{said}");
    }
    assert!(told("moore:2:4,5,6,7/misere").contains("where they are."), "{}", told("moore:2:4,5,6,7/misere"));
    for one in ["moore:1:3,4", "moore:1:1,1,1/misere"] {
        let said = told(one);
        assert!(!said.contains("1 to 1") && !said.contains("1 heaps"), "{said}");
    }
}

#[test]
fn the_number_of_ones_is_counted_where_it_decides() {
    assert!(told("subtract:1,2,3:5,9/misere").contains("number of ones is odd; it is 2."));
    assert!(told("subtract:1,2,3:5,9,13/misere").contains("number of ones is odd; it is 3."));
    assert!(told("subtract:1,2,3:6,9/misere").contains("exclusive or is 0; it is 3."));
    // All remainders are 0, and the proof says what to do.
    assert!(told("subtract:1,2,3:4,8/misere").contains("a take of 3, which leaves a single 1"));
}

/// Every position of every small bar, with the poison anywhere: what a theorem says is what a search finds.
#[test]
fn theorems_about_the_poison_elsewhere_are_true() {
    let mut decided = 0;
    for (rows, cols) in (1..=4).flat_map(|rows| (1..=5).map(move |cols| (rows, cols))) {
        for (row, col) in (1..=rows).flat_map(|row| (1..=cols).map(move |col| (row, col))) {
            let bar: AnyGame = format!("chomp:{rows}x{cols}@{row},{col}").parse().unwrap();
            for position in bar.positions(10_000).unwrap() {
                let Some(said) = bar.theorem(&position) else { continue };
                let here = Standing::new(bar.clone(), position).unwrap();
                let truth = Analysis::of(&here, &Effort::unlimited()).unwrap();
                assert_eq!(said.outcome(), truth.outcome, "{here}");
                if let Theorem::Won(Some(bite)) = said {
                    let judged = truth.moves.iter().find(|judged| judged.mv == bite).unwrap();
                    assert_eq!(judged.outcome, Outcome::Win, "{here} {bite:?}");
                }
                decided += 1;
            }
        }
    }
    assert!(decided > 500, "{decided}");
    assert!(told("40x50@3,3").contains("strategy stealing"));
    assert!(told("100x100@1,5").contains("unless its last square is the poison"));
    let said = told("60x60@30,30");
    assert!(said.contains("two equal blocks") && said.contains("Bite 31,31"), "{said}");
    let lost = told("60x60@30,30 60^30,30^30");
    assert!(lost.contains("Two blocks of 900 squares are left") && lost.contains("has lost"), "{lost}");
}

#[test]
fn equal_games_of_a_sum_cancel_in_words_too() {
    let said = told("chomp:50x50+chomp:50x50+nim:3");
    assert!(said.contains("Games 1 and 2 are equal in pairs, and cancel"), "{said}");
    assert!(said.contains("aking 3 stones"), "{said}");
    let said = told("chomp:40x50+chomp:40x50+chomp:30x30");
    assert!(said.contains("So game 3, Chomp 30x30, decides alone.") && said.contains("2,2"), "{said}");
}

#[test]
fn the_classics_are_decided_by_their_theorems_when_the_last_stone_loses() {
    for text in (0..15).flat_map(|a| (a..15).map(move |b| (a, b))).flat_map(|(a, b)| {
        [("wythoff", a, b), ("euclid", a, b)].map(|(name, a, b)| format!("{name}:{a},{b}/misere"))
    }) {
        let Ok(game) = text.parse::<AnyGame>() else { continue };
        let here = Standing::start(game.clone());
        let truth = Analysis::of(&here, &Effort::unlimited()).unwrap();
        let said = game.theorem(here.position()).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(said.outcome(), truth.outcome, "{text}");
        match said {
            Theorem::Won(Some(mv)) => {
                let judged =
                    truth.moves.iter().find(|judged| judged.mv == mv).unwrap_or_else(|| panic!("{text}"));
                assert_eq!(judged.outcome, Outcome::Win, "{text}");
            }
            Theorem::Won(None) => assert!(here.final_outcome().is_some(), "{text} names no move"),
            Theorem::Lost(_) => {}
        }
    }
    assert!(told("euclid:987654,123456/misere").contains("The rule: the golden ratio."));
    assert!(told("wythoff:500,900/misere").contains("pair  1:   0 and   1"));
    assert!(told("wythoff:500,900").contains("pair  0:   0 and   0"));
}

#[test]
fn treblecross_is_not_played_where_nobody_can_make_three_and_an_explanation_says_so() {
    use lastbite::description::Described;
    for text in ["treblecross:2", "treblecross:12,1"] {
        let game: AnyGame = text.parse().unwrap();
        let told = game.check_playable().unwrap_err();
        assert!(told.to_string().contains("somebody can make three"), "{told}");
    }
    assert_eq!("treblecross:3".parse::<AnyGame>().unwrap().check_playable(), Ok(()));
    assert!(told("treblecross:2").contains("nobody can make three"));
    assert!(!told("treblecross:5").contains("nobody can make three"));
    let condition = |text: &str| text.parse::<AnyGame>().unwrap().grundy_condition();
    assert!(
        condition("treblecross:5,2").is_some_and(|said| said.contains("no square left to mark has lost"))
    );
    assert_eq!(condition("treblecross:5"), None);
}

#[test]
fn the_other_half_of_each_proof_is_told() {
    for (game, proof) in [
        ("wythoff:5,8", "take the same from both"),
        ("fibonacci:20", "a second way to write s"),
        ("euclid:21,8", "1 + 0.618... is 1.618... again"),
        ("moore:2:3,4,5", "with those before they are fewer than 3"),
    ] {
        assert!(told(game).contains(proof), "{}", told(game));
    }
    for (game, name) in [
        ("wythoff:5,8", "Wythoff 1907"),
        ("moore:2:3,4,5", "Moore 1910"),
        ("4x7", "Gale 1974"),
        ("fibonacci:20", "Whinihan 1963"),
        ("euclid:21,8", "Cole and Davie 1969"),
    ] {
        assert!(told(game).contains(name), "{}", told(game));
    }
    // The values prove it, so nobody needs 997 replies.
    let said = told("octal:0.137:1000");
    assert!(said.contains("the exclusive or of the values") && !said.contains("an answer to each"), "{said}");
    assert!(told("euclid:20,5").contains("no move is left"));
}

/// Of eleven million moves one is named, and it wins.
#[test]
fn what_a_rule_settles_is_answered_by_one_move_however_many_there_are() {
    for text in ["moore:2:1000,2000,3000", "moore:3:1000,2000,3000,4000", "kayles:30000", "nim:900000,5"] {
        let here = standing(text);
        let analysis = Solver::new().analyse_soon(&here, &Effort::unlimited().nodes(1_000_000)).unwrap();
        assert_eq!((analysis.outcome, analysis.moves.len()), (Outcome::Win, 1), "{text}");
        assert_eq!(analysis.unjudged as u64 + 1, here.move_count(), "{text}");
        assert!(here.move_count() > MOST_JUDGED as u64);
        let left = here.play(&analysis.moves[0].mv).unwrap();
        let known = Solver::new().ask_outcome(&left, &Effort::unlimited().nodes(1_000_000)).known().unwrap();
        assert_eq!(known.outcome, Outcome::Loss, "{text}");
    }
    let lost = standing("nim:900000,900000");
    let analysis = Solver::new().analyse_soon(&lost, &Effort::unlimited()).unwrap();
    assert_eq!((analysis.outcome, analysis.moves.len()), (Outcome::Loss, 1));
}

/// The count that needs no list is the length of the list.
#[test]
fn moves_are_counted_as_they_are_listed() {
    for text in ["moore:2:3,4,5", "moore:1:3,4", "moore:3:2,2", "moore:2:2,3/misere", "moore:2:1,1,1/misere"]
    {
        let here = standing(text);
        assert_eq!(here.move_count(), here.moves().count() as u64, "{text}");
    }
}
