//! Grundy sequences of heaps: published periods, two methods against each other, files, certificates and the
//! survey.

use std::io::BufReader;

use lastbite::games::heap_games::sequence::{
    Finding, KeptError, Method, Period, Reached, Sequence, SequenceError, survey, write_certificate,
};
use lastbite::games::heap_games::{Code, Rule};
use lastbite::{Cancel, Effort, Stopped};

fn rule(text: &str) -> Rule {
    text.parse().expect(text)
}

fn values(rule: &Rule, method: Method, to: u64) -> Vec<u32> {
    let mut sequence = Sequence::by(rule.clone(), method);
    sequence.advance(to, &Effort::unlimited()).expect("it fits");
    (0..=to).map(|heap| sequence.value(heap).expect("computed")).collect()
}

/// Proves the published periods that need heaps in a range.
fn prove_published(range: std::ops::Range<u64>) {
    for line in include_str!("../known/heap_periods.txt").lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [code, period, beginning, limit] = words[..] else { panic!("{line}") };
        let number = |word: &str| word.parse::<u64>().expect(line);
        if !range.contains(&number(limit)) {
            continue;
        }
        let period = Period { period: number(period), beginning: number(beginning) };
        let mut sequence = Sequence::new(rule(code));
        let found = sequence.find_period(number(limit), &Effort::unlimited()).expect(code);
        let Finding::Proved { period: found, needed } = found else { panic!("{code}: {found:?}") };
        assert_eq!(found, period, "{code}");
        assert!(needed <= number(limit), "{code} needs {needed}");
    }
}

#[test]
fn published_periods_are_proved() {
    prove_published(0..600_000);
}

#[test]
#[ignore = "takes a minute; run it with --release -- --ignored"]
fn long_published_periods_are_proved() {
    prove_published(600_000..u64::MAX);
}

#[test]
fn two_games_that_were_thought_equal_differ_first_at_heap_519() {
    let [a, b] = [".161", ".36"].map(|code| values(&rule(code), Method::Sparse, 600));
    assert_eq!(a.iter().zip(&b).position(|(a, b)| a != b), Some(519));
}

/// Rogalski's counts of the values of .167 in heaps 1 to 1,048,576 (github.com/rogalski-wmii-uni-lodz-pl/octal,
/// `results/0.167/1048576`), by another program: the value and how often it occurs.
const VALUES_OF_167: &[(u32, u32)] = &[
    (0, 1),
    (1, 77_039),
    (2, 10),
    (3, 77_225),
    (4, 44_691),
    (5, 8),
    (6, 44_754),
    (7, 5),
    (8, 123_987),
    (9, 5),
    (10, 123_794),
    (11, 2),
    (12, 6),
    (13, 84_981),
    (14, 3),
    (15, 84_807),
    (16, 73_812),
    (17, 1),
    (18, 72_137),
    (20, 8),
    (21, 42_946),
    (22, 10),
    (23, 43_127),
    (25, 22_683),
    (27, 22_343),
    (28, 13_883),
    (30, 13_894),
    (32, 46_129),
    (34, 25_645),
    (37, 4_619),
    (39, 3_939),
    (41, 1_026),
    (43, 660),
    (44, 151),
    (46, 155),
    (49, 51),
    (51, 33),
    (52, 2),
    (54, 2),
    (56, 2),
];

#[test]
fn the_values_of_an_open_game_are_as_frequent_as_another_program_counts_them() {
    let mut counted = std::collections::BTreeMap::new();
    for value in values(&rule("octal:0.167"), Method::Sparse, 1_048_576).into_iter().skip(1) {
        *counted.entry(value).or_insert(0) += 1;
    }
    assert_eq!(counted.into_iter().collect::<Vec<_>>(), VALUES_OF_167);
}

#[test]
fn plain_and_sparse_agree_on_every_code_of_two_digits() {
    for number in 0..64 {
        let code = Rule::Code(Code::new(&[0, number / 8, number % 8]).expect("octal digits"));
        assert_eq!(values(&code, Method::Sparse, 2000), values(&code, Method::Plain, 2000), "{code}");
    }
}

#[test]
fn plain_and_sparse_agree_on_fifty_codes_as_they_come_and_on_grundys_game() {
    let mut dice = 2026u64;
    let mut roll = |sides: u64| {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (dice >> 33) % sides
    };
    let mut rules = vec![Rule::Unequal, rule("4.327"), rule(".051"), rule(".007")];
    while rules.len() < 54 {
        let length = 1 + roll(5);
        let digits: Vec<u8> =
            std::iter::once(4 * roll(2) as u8).chain((0..length).map(|_| roll(8) as u8)).collect();
        rules.push(Rule::Code(Code::new(&digits).expect("octal digits")));
    }
    for rule in rules {
        assert_eq!(values(&rule, Method::Sparse, 1000), values(&rule, Method::Plain, 1000), "{rule}");
    }
}

#[test]
fn several_threads_find_the_same_values_as_one() {
    for text in [".007", "4.327", "grundy"] {
        let on = |threads| {
            let mut sequence = Sequence::new(rule(text));
            sequence.advance(8000, &Effort::unlimited().threads(threads)).expect("it fits");
            (0..=8000).map(|heap| sequence.value(heap)).collect::<Vec<_>>()
        };
        assert_eq!(on(3), on(1), "{text}");
    }
}

#[test]
fn values_beyond_a_byte_are_computed_on() {
    let rule = rule("4.327");
    let sparse = values(&rule, Method::Sparse, 4000);
    assert!(sparse.iter().max() > Some(&300), "no value is beyond a byte");
    assert_eq!(sparse, values(&rule, Method::Plain, 4000));
}

/// The values by the definition: all ways to divide what is left.
fn by_definition(digits: &[u8], to: usize) -> Vec<u32> {
    let mut g: Vec<u32> = vec![0];
    for heap in 1..=to {
        let mut options = std::collections::BTreeSet::new();
        for (taken, digit) in digits.iter().enumerate().filter(|(taken, _)| *taken <= heap) {
            let left = heap - taken;
            for a in 0..=left {
                for b in 0..=left - a {
                    let parts = [a, b, left - a - b];
                    let heaps = parts.iter().filter(|&&part| part > 0).count();
                    if digit >> heaps & 1 == 1 && (taken > 0 || heaps > 1) {
                        options.insert(parts.iter().fold(0, |sum, &part| sum ^ g[part]));
                    }
                }
            }
        }
        g.push((0..).find(|value| !options.contains(value)).expect("finitely many options"));
    }
    g
}

#[test]
fn three_heaps_are_divided_as_the_definition_says() {
    for text in ["0.8", "0.f", "8.1", "0.3c", "c.07", "0.9a3", "0.17"] {
        let code: Code = text.parse().expect(text);
        let expected = by_definition(code.digits(), 70);
        assert_eq!(values(&Rule::Code(code), Method::Sparse, 70), expected, "{text}");
    }
}

#[test]
fn a_row_of_squares_is_worth_a_heap_of_two_stones_more() {
    let squares = values(&Rule::Treblecross, Method::Sparse, 3000);
    assert_eq!(squares, values(&rule(".007"), Method::Sparse, 3002)[2..]);
}

#[test]
fn rules_beside_the_codes_have_their_known_values() {
    let grundy = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0];
    assert_eq!(values(&Rule::Unequal, Method::Sparse, 20), grundy);
    // Lasker's Nim: heaps 4k + 3 and 4k + 4 have swapped their values.
    let lasker = |heap: u32| match heap % 4 {
        3 => heap + 1,
        0 if heap > 0 => heap - 1,
        _ => heap,
    };
    assert_eq!(values(&Rule::Lasker, Method::Sparse, 300), (0..=300).map(lasker).collect::<Vec<_>>());
    let sticks = rule("subtract:1,2,3");
    let mut sequence = Sequence::new(sticks);
    let found = sequence.find_period(1000, &Effort::unlimited()).expect("it fits");
    assert_eq!(found, Finding::Proved { period: Period { period: 4, beginning: 0 }, needed: 7 });
    assert_eq!(sequence.value(1_000_003), Some(3));
}

#[test]
fn no_period_is_claimed_without_a_theorem_or_before_its_bound() {
    let mut grundy = Sequence::new(Rule::Unequal);
    assert_eq!(grundy.find_period(5000, &Effort::unlimited()), Ok(Finding::NoneSeen));
    let mut kayles = Sequence::new(rule("kayles"));
    let bound = Finding::Seen { period: Period { period: 12, beginning: 70 }, needed: Some(166) };
    assert_eq!(kayles.find_period(165, &Effort::unlimited()), Ok(bound));
    assert_eq!(kayles.value(1000), None);
    assert!(matches!(kayles.find_period(166, &Effort::unlimited()), Ok(Finding::Proved { .. })));
}

#[test]
fn the_bound_of_the_theorem_is_that_of_the_most_heaps_a_move_leaves() {
    let theorem = |text: &str| rule(text).theorem();
    assert_eq!(theorem("subtract:2,5"), Some((5, 1)));
    assert_eq!(theorem("0.33"), Some((2, 1)));
    assert_eq!(theorem("0.137"), Some((3, 2)));
    assert_eq!(theorem("8.1"), Some((1, 3)));
    assert_eq!((theorem("grundy"), theorem("lasker")), (None, None));
    assert_eq!(Period { period: 12, beginning: 70 }.needed(2, 2), 166);
}

#[test]
fn a_sequence_goes_on_where_it_was_written_down_and_damage_is_noticed() {
    let effort = Effort::unlimited();
    let rule = rule(".354");
    let mut sequence = Sequence::new(rule.clone());
    sequence.advance(3000, &effort).expect("it fits");
    let mut file = Vec::new();
    sequence.save(&mut file).expect("memory takes it");
    let load = |rule: &Rule, file: &[u8]| {
        Sequence::load(rule.clone(), Method::Sparse, 1 << 30, &mut BufReader::new(file))
    };
    let mut again = load(&rule, &file).expect("it is whole");
    assert_eq!(again.len(), sequence.len());
    again.advance(5000, &effort).expect("it fits");
    let whole = values(&rule, Method::Sparse, 5000);
    assert!((0..=5000).all(|heap| again.value(heap) == Some(whole[heap as usize])));
    for at in [40, 1000, file.len() - 2] {
        let mut damaged = file.clone();
        damaged[at] ^= 1;
        assert!(load(&rule, &damaged).is_err(), "byte {at}");
    }
    assert!(matches!(load(&rule, &file[..2000]), Err(KeptError::Damaged)));
    assert!(matches!(load(&Rule::Unequal, &file), Err(KeptError::OtherRule(_))));
    assert!(matches!(load(&rule, b"nonsense"), Err(KeptError::Other)));
}

#[test]
fn a_certificate_holds_the_rule_the_numbers_and_the_values() {
    let mut kayles = Sequence::new(rule("kayles"));
    let mut file = Vec::new();
    assert!(!write_certificate(&mut kayles, &mut file).expect("memory takes it"), "nothing is proved yet");
    assert!(file.is_empty());
    kayles.find_period(1000, &Effort::unlimited()).expect("it fits");
    assert!(write_certificate(&mut kayles, &mut file).expect("memory takes it"));
    let line = file.iter().position(|&byte| byte == b'\n').expect("a line");
    let head: serde_json::Value = serde_json::from_slice(&file[..line]).expect("JSON");
    assert_eq!(head["rule"], "octal:0.77");
    assert_eq!((&head["period"], &head["beginning"], &head["needed"]), (&12.into(), &70.into(), &166.into()));
    let moves = |kind: &str| head[kind].to_string();
    assert_eq!(["wholes", "takes", "splits", "triples"].map(moves), ["[1,2]", "[1,2]", "[1,2]", "[]"]);
    assert_eq!((&head["values"], &head["bytes"]), (&83.into(), &1.into()));
    let values: Vec<u8> = (0..83).map(|heap| kayles.value(heap).expect("computed") as u8).collect();
    assert_eq!(file[line + 1..], values);
    assert_eq!(head["crc32"], crc32fast::hash(&values));
    let rare = kayles.rare().expect("heaps are divided");
    assert_eq!((&head["mask"], &head["by_size"]), (&rare.mask.into(), &rare.by_size.into()));
}

#[test]
fn equal_games_are_named_once() {
    let found = survey(2, 3000, &Reached::default(), &Effort::unlimited()).expect("it fits");
    assert_eq!(found.codes, 64);
    assert_eq!(found.games.iter().map(|game| game.codes.len()).sum::<usize>(), 64);
    let game = |code: &str| {
        let code: Code = code.parse().expect(code);
        found.games.iter().find(|game| game.codes.contains(&code)).expect("every code is there")
    };
    // Each move takes one stone and leaves one more or less, so all three are decided by whether the heap is
    // even.
    assert_eq!(game(".3").codes, [".3", ".5", ".7"].map(|code| code.parse().expect(code)));
    assert!(matches!(game(".77").finding, Finding::Proved { .. }));
    assert_eq!(game(".6").finding, Finding::NoneSeen);
    assert_eq!(game(".6").computed, 3000);
    assert_ne!(game(".6").codes, game(".77").codes);
}

#[test]
fn a_survey_that_is_stopped_tells_how_far_it_came() {
    let reached = Reached::default();
    survey(1, 500, &reached, &Effort::unlimited()).expect("it fits");
    assert_eq!((reached.codes(), reached.further()), (8, 0));
    let cancel = Cancel::new();
    cancel.cancel();
    let (stopped, none) = (Effort::unlimited().cancelled_by(&cancel), Reached::default());
    assert_eq!(survey(1, 500, &none, &stopped), Err(Stopped::Cancelled.into()));
    assert_eq!(none.codes(), 0);
}

#[test]
fn work_that_is_called_off_goes_on_later_and_memory_is_asked_for_before() {
    let cancel = Cancel::new();
    let stopped = Effort::unlimited().cancelled_by(&cancel);
    cancel.cancel();
    let mut sequence = Sequence::new(rule(".6"));
    assert_eq!(sequence.advance(10_000, &stopped), Err(Stopped::Cancelled.into()));
    let little = Effort::unlimited().memory(5000);
    assert!(matches!(sequence.advance(10_000, &little), Err(SequenceError::Memory(_))));
    assert_eq!(sequence.advance(u64::MAX, &little), Err(SequenceError::Heap));
    sequence.advance(10_000, &Effort::unlimited()).expect("it fits");
    assert_eq!(sequence.len(), 10_001);
}
