//! The classics: their laws, and their formulas against plain brute force.

use std::collections::HashMap;

use lastbite::games::classics::{Classic, Takes};
use lastbite::{AnyMove, Effort, Game, IllegalMove, Outcome, Solver, Standing, Words, theory::Theory};
use proptest::prelude::*;

use crate::laws::{any_game_does_the_same, obeys_all_laws};

fn game(text: &str) -> Classic {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A position as brute force sees it: heaps, and the limit of Fibonacci Nim.
type Here = (Vec<u32>, u32);

/// What can follow a position, straight from the rule.
fn after(name: &str, (heaps, limit): &Here) -> Vec<Here> {
    let mut found = Vec::new();
    match name {
        "wythoff" => {
            let (a, b) = (heaps[0], heaps[1]);
            found.extend((0..a).map(|left| vec![left, b]));
            found.extend((0..b).map(|left| vec![a, left]));
            found.extend((1..=a.min(b)).map(|both| vec![a - both, b - both]));
        }
        "euclid" => {
            let (a, b) = (heaps[0].max(heaps[1]), heaps[0].min(heaps[1]));
            found.extend((1..=a.checked_div(b).unwrap_or(0)).map(|times| vec![a - times * b, b]));
        }
        "fibonacci" => {
            return (1..=*limit.min(&heaps[0]))
                .map(|taken| (vec![heaps[0] - taken], (2 * taken).min(heaps[0] - taken)))
                .collect();
        }
        moore => {
            let most: usize = moore.strip_prefix("moore:").unwrap().parse().unwrap();
            let mut all = vec![vec![]];
            for &heap in heaps {
                all = all
                    .iter()
                    .flat_map(|done: &Vec<u32>| {
                        (0..=heap).map(move |left| [done.clone(), vec![left]].concat())
                    })
                    .collect();
            }
            let lowered = |left: &Vec<u32>| left.iter().zip(heaps).filter(|(left, was)| left < was).count();
            found.extend(all.into_iter().filter(|left| (1..=most).contains(&lowered(left))));
        }
    }
    found.into_iter().map(|heaps| (heaps, 0)).collect()
}

/// Who wins in normal and in misère play, and the Grundy value.
struct Brute {
    name: &'static str,
    known: HashMap<Here, (Outcome, Outcome, u32)>,
}

impl Brute {
    fn new(name: &'static str) -> Self {
        Brute { name, known: HashMap::new() }
    }

    fn of(&mut self, here: &Here) -> (Outcome, Outcome, u32) {
        if let Some(&known) = self.known.get(here) {
            return known;
        }
        let next: Vec<_> = after(self.name, here).iter().map(|next| self.of(next)).collect();
        let won = |found: bool| if found { Outcome::Win } else { Outcome::Loss };
        let normal = won(next.iter().any(|next| next.0 == Outcome::Loss));
        let misere = won(next.is_empty() || next.iter().any(|next| next.1 == Outcome::Loss));
        let grundy = (0..).find(|value| next.iter().all(|next| next.2 != *value)).unwrap();
        self.known.insert(here.clone(), (normal, misere, grundy));
        (normal, misere, grundy)
    }
}

fn agrees(brute: &mut Brute, heaps: &[u32]) {
    let written = heaps.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    let limit = if brute.name == "fibonacci" { heaps[0].saturating_sub(1) } else { 0 };
    let (normal, misere, grundy) = brute.of(&(heaps.to_vec(), limit));
    for (last, truth) in [("", normal), ("/misere", misere)] {
        let start = Standing::start(game(&format!("{}:{written}{last}", brute.name)));
        let solver = Solver::new();
        let known = solver.ask(&start, &Effort::unlimited()).known().unwrap();
        assert_eq!(known.outcome, truth, "{start}");
        let said = start.game().theorem(start.position());
        assert_eq!(said.is_some(), start.game().argument(start.position()).is_some(), "{start}");
        if last.is_empty() {
            assert_eq!(said.map(|said| said.outcome()), Some(truth), "the formula on {start}");
        }
        let outcome = |brute: &mut Brute, mv: &Takes| {
            let left = start.play(mv).unwrap_or_else(|error| panic!("{start}: {mv:?}: {error}"));
            let limit = if brute.name == "fibonacci" { 2 * mv.heaps_and_stones()[0].1 } else { 0 };
            let limit = limit.min(left.position().total() as u32);
            let after = brute.of(&(left.position().heaps().to_vec(), limit));
            if last.is_empty() { after.0 } else { after.1 }
        };
        if start.final_outcome().is_none() && truth == Outcome::Win {
            let best = known.best.unwrap_or_else(|| panic!("{start} names no move"));
            assert_eq!(outcome(brute, &best), Outcome::Loss, "{start}: {best:?}");
        }
        let analysis = solver.analyse(&start, &Effort::unlimited()).unwrap();
        assert_eq!(analysis.moves.len() as u64, start.move_count());
        for judged in &analysis.moves {
            assert_eq!(judged.outcome, !outcome(brute, &judged.mv), "{start}: {:?}", judged.mv);
        }
        if last.is_empty() {
            assert_eq!(analysis.grundy, Some(grundy), "{start}");
            let patience = lastbite::theory::Patience::Endless;
            let (game, position) = (start.game(), start.position());
            let table = game.find_grundy_value(position, &(), patience, &Effort::unlimited()).unwrap();
            assert_eq!(table, Some(grundy), "the table of {start}");
            let formula = game.grundy_value(position);
            assert!(formula.is_none_or(|value| value == grundy), "the formula of {start}");
        }
    }
}

#[test]
fn all_small_positions_agree_with_brute_force() {
    for name in ["wythoff", "euclid"] {
        let mut brute = Brute::new(name);
        for (a, b) in (0..=11).flat_map(|a| (0..=11).map(move |b| (a, b))) {
            agrees(&mut brute, &[a, b]);
        }
    }
    let mut fibonacci = Brute::new("fibonacci");
    (0..=24).for_each(|stones| agrees(&mut fibonacci, &[stones]));
    for name in ["moore:1", "moore:2", "moore:3", "moore:4"] {
        let mut moore = Brute::new(name);
        for heaps in (0..=3).flat_map(|a| (0..=3).flat_map(move |b| (0..=a).map(move |c| [a, b, c]))) {
            agrees(&mut moore, &heaps);
        }
        for heaps in [[1, 1, 1, 1], [1, 1, 1, 2], [2, 1, 2, 1], [0, 1, 3, 2], [2, 2, 2, 2]] {
            agrees(&mut moore, &heaps);
        }
    }
}

#[test]
fn the_formulas_agree_with_brute_force_on_larger_positions() {
    // Who wins by Euclid's algorithm and by the golden ratio, and the value.
    let mut euclid = Brute::new("euclid");
    let mut wythoff = Brute::new("wythoff");
    for (a, b) in (0..=40).flat_map(|a| (0..=40).map(move |b| (a, b))) {
        let (normal, _, grundy) = euclid.of(&(vec![a, b], 0));
        let game = game(&format!("euclid:{a},{b}"));
        assert_eq!(game.theorem(&game.start()).unwrap().outcome(), normal, "{game}");
        assert_eq!(game.grundy_value(&game.start()), Some(grundy), "{game}");
        let (normal, ..) = wythoff.of(&(vec![a, b], 0));
        let game: Classic = format!("wythoff:{a},{b}").parse().unwrap();
        assert_eq!(game.theorem(&game.start()).unwrap().outcome(), normal, "{game}");
    }
    // Every limit of Fibonacci Nim.
    let mut fibonacci = Brute::new("fibonacci");
    let game = game("fibonacci:60");
    for (stones, limit) in (0..60u32).flat_map(|stones| (0..=stones).map(move |limit| (stones, limit))) {
        let here = game.read_position(&format!("{stones}/{limit}")).unwrap();
        let (normal, ..) = fibonacci.of(&(vec![stones], limit));
        assert_eq!(game.theorem(&here).unwrap().outcome(), normal, "{stones}/{limit}");
    }
}

#[test]
fn formulas_know_heaps_of_any_size() {
    let best = |text: &str| {
        let start = Standing::start(game(text));
        let known = Solver::new().ask(&start, &Effort::unlimited()).known().unwrap();
        known.best.map(|mv| start.write_move(&mv))
    };
    // Lost pair number 381,966 of Wythoff's game.
    assert_eq!(best("wythoff:618033,999999"), None);
    assert_eq!(best("wythoff:618034,1000000").as_deref(), Some("618034 from 2"), "a smaller pair");
    assert_eq!(best("euclid:832040,514229"), None);
    assert_eq!(best("euclid:1000000,7").as_deref(), Some("999992 from 1"), "8 and 7 are lost");
    assert_eq!(best("fibonacci:832040"), None);
    assert_eq!(best("fibonacci:1000000").as_deref(), Some("55"), "832040 + 121393 + 46368 + 144 + 55");
    assert_eq!(best("moore:2:1000000,1000000,1000000"), None);
    let large = game("wythoff:618033,1000000");
    let found = large.find_grundy_value(
        &large.start(),
        &(),
        lastbite::theory::Patience::Worthwhile,
        &Effort::unlimited(),
    );
    assert_eq!(found, Ok(None), "no formula, and the table would be too large: not known");
}

#[test]
fn nonsense_is_refused_in_a_sentence() {
    for (text, said) in [
        ("wythoff:3", "it is written like wythoff:5,8"),
        ("wythoff:3,4,5", "it is written like wythoff:5,8"),
        ("moore:3,4,5", "it is written like moore:2:3,4,5"),
        ("moore:0:3,4,5", "it is written like moore:2:3,4,5"),
        ("euclid:21", "it is written like euclid:21,8"),
        ("fibonacci:20,3", "it is written like fibonacci:20"),
        ("fibonacci:x", "heaps are numbers of stones"),
        ("wythoff:3,5/loses", "/misere"),
        ("moore:2:1000000^200", "cannot be made"),
    ] {
        let error = text.parse::<Classic>().unwrap_err().to_string();
        assert!(error.contains(said), "{text}: {error}");
    }
    for (text, position) in [
        ("wythoff:3,5", "4,5"),
        ("wythoff:3,5", "3"),
        ("fibonacci:20", "20/20"),
        ("fibonacci:20", "7"),
        ("fibonacci:20", "7/8"),
    ] {
        assert!(Standing::read(game(text), position).is_err(), "{text} {position}");
    }
    for (text, mv, said) in [
        ("wythoff:3,5", "4 from 1", "there are not 4 stones in heap 1, only 3"),
        ("wythoff:3,5", "1 from 1, 2 from 2", "the same number from both"),
        ("wythoff:3,5", "1 from 3", "heap 3 is not there"),
        ("moore:2:3,4,5", "1 from 1, 1 from 2, 1 from 3", "at most 2 heaps"),
        ("euclid:21,8", "7 from 1", "a multiple of the smaller number, 8"),
        ("euclid:21,8", "8 from 2", "a multiple of the smaller number, 8"),
        ("fibonacci:20", "20", "take at most 19"),
    ] {
        let start = Standing::start(game(text));
        let mv = start.game().read_move(mv).unwrap();
        assert!(start.play(&mv).unwrap_err().to_string().contains(said), "{text}");
    }
    for (text, wrong) in [
        ("moore:2:3,4,5", "2 from both"),
        ("moore:2:3,4", "2 from both"),
        ("wythoff:3,5", "3"),
        ("wythoff:3,5", ""),
        ("moore:2:3,4", "1 from 1, 2 from 1"),
        ("euclid:5,3", "0 from 1"),
        ("fibonacci:9", "x"),
    ] {
        let error = game(text).read_move(wrong).unwrap_err().to_string();
        assert!(error.contains(" is not a move; type how many stones"), "{error}");
    }
    let over = Standing::read(game("euclid:6,3"), "6,0").unwrap();
    assert_eq!(over.check(&Takes::one(1, 1)), Err(IllegalMove::Over));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn classics_obey_the_laws(
        rule in prop::sample::select(vec!["wythoff", "euclid", "fibonacci", "moore:1", "moore:2", "moore:3"]),
        heaps in prop::collection::vec(0u32..8, 3),
        misere in any::<bool>(),
        path in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let many = match rule { "fibonacci" => 1, "moore:2" | "moore:3" => 3, _ => 2 };
        let most = if many == 3 { 4 } else { 7 };
        let written: Vec<String> = heaps[..many].iter().map(|heap| heap.min(&most).to_string()).collect();
        let game = game(&format!("{rule}:{}{}", written.join(","), if misere { "/misere" } else { "" }));
        let mut here = game.start();
        for step in path {
            let moves: Vec<Takes> = game.moves(&here).collect();
            if moves.is_empty() {
                break;
            }
            here = game.play(&here, step.get(&moves)).unwrap();
        }
        let mut all: Vec<Takes> = (0..=4).flat_map(|heap| (1..=9).map(move |taken| Takes::one(heap, taken))).collect();
        for (one, other) in (1..=4).flat_map(|one| (1..=4).map(move |other| (one, other))) {
            let both = game.read_move(&format!("{one} from 1, {other} from 2")).unwrap();
            all.extend([both, game.read_move(&format!("{one} from 2, {other} from 3")).unwrap()]);
        }
        all.extend(game.moves(&game.start()).chain(game.moves(&here)).chain(game.blunders(&here)));
        all.sort_unstable();
        all.dedup();
        obeys_all_laws(&game, &here, &all);
        any_game_does_the_same(&game, &here, game.clone().into(), AnyMove::Classic);
    }
}
