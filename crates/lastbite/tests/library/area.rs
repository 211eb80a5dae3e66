//! Positions counted by their area: bits against values, both against the rules alone and against published
//! counts.

use std::collections::{BTreeSet, HashMap};

use lastbite::{Cancel, Effort, Stopped};
use lastbite_engines::SolveError;
use lastbite_engines::area::{self};

fn effort() -> Effort {
    Effort::default()
}

/// What the rules say about a position: its winning bites, its Grundy value, its distance.
type Said = (usize, usize, usize);

/// Lists all positions of up to `most` squares by area, straight from the rules: every bite of every position
/// is tried.
fn by_the_rules(most: usize) -> Vec<Vec<Said>> {
    fn extend(left: usize, longest: usize, rows: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
        if left == 0 {
            return all.push(rows.clone());
        }
        for row in 1..=longest.min(left) {
            rows.push(row);
            extend(left - row, row, rows, all);
            rows.pop();
        }
    }
    let mut known: HashMap<Vec<usize>, Said> = HashMap::new();
    let mut by_area = vec![Vec::new()];
    for area in 1..=most {
        let mut all = Vec::new();
        extend(area, area, &mut Vec::new(), &mut all);
        let mut here = Vec::new();
        for rows in all {
            let mut bites: Vec<&Said> = Vec::new();
            for row in 0..rows.len() {
                for left in 0..rows[row] {
                    let mut bitten = rows.clone();
                    bitten[row..].iter_mut().for_each(|x| *x = (*x).min(left));
                    bitten.retain(|&x| x > 0);
                    bites.extend(known.get(&bitten));
                }
            }
            let lost: Vec<&Said> = bites.iter().copied().filter(|said| said.1 == 0).collect();
            let values: BTreeSet<usize> = bites.iter().map(|said| said.1).collect();
            let grundy = (0..).find(|value| !values.contains(value)).expect("some value is missing");
            let distance = match lost.iter().map(|said| said.2).min() {
                Some(nearest) => nearest + 1,
                None => bites.iter().map(|said| said.2 + 1).max().unwrap_or(0),
            };
            here.push((lost.len(), grundy, distance));
            known.insert(rows, (lost.len(), grundy, distance));
        }
        by_area.push(here);
    }
    by_area
}

/// Counts each number.
fn counted(numbers: impl Iterator<Item = usize>) -> Vec<u64> {
    let mut counts = Vec::new();
    for number in numbers {
        if counts.len() <= number {
            counts.resize(number + 1, 0);
        }
        counts[number] += 1;
    }
    counts
}

#[test]
fn counts_are_what_the_rules_say() {
    let rules = by_the_rules(24);
    let bites = area::winning_bites(24, &effort()).unwrap();
    let values = area::grundy_values(24, &effort()).unwrap();
    let distances = area::distances(24, &effort()).unwrap();
    for (area, said) in rules.iter().enumerate() {
        assert_eq!(bites[area], counted(said.iter().map(|said| said.0)), "winning bites of {area}");
        assert_eq!(values[area], counted(said.iter().map(|said| said.1)), "values of {area}");
        assert_eq!(distances[area], counted(said.iter().map(|said| said.2)), "distances of {area}");
    }
    // A limit only shortens the list.
    for most in [0, 1, 2, 7, 23] {
        assert_eq!(area::winning_bites(most, &effort()).unwrap(), bites[..=most as usize], "{most}");
    }
}

#[test]
fn bits_and_values_agree_beyond_the_short_strings() {
    let most = 52;
    let lost = area::lost(most, &effort()).unwrap();
    let bites = area::winning_bites(most, &effort()).unwrap();
    let values = area::grundy_values(most, &effort()).unwrap();
    let distances = area::distances(most, &effort()).unwrap();
    for (area, all) in area::positions(most).into_iter().enumerate().skip(1) {
        assert_eq!(bites[area].iter().sum::<u64>(), all, "{area}");
        assert_eq!(values[area].iter().sum::<u64>(), all, "{area}");
        assert_eq!(distances[area].iter().sum::<u64>(), all, "{area}");
        assert_eq!([bites[area][0], values[area][0]], [lost[area]; 2], "{area}");
        assert_eq!(distances[area].iter().step_by(2).sum::<u64>(), lost[area], "{area}");
    }
}

#[test]
fn counts_are_those_published() {
    let lines = |text: &'static str| text.lines().filter(|line| !line.starts_with('#')).skip(1);
    let number = |text: &str| text.parse::<u64>().unwrap();
    let lost = area::lost(72, &effort()).unwrap();
    let known = lines(include_str!("../known/published/lost_positions_by_area.csv"));
    for line in known.take(72) {
        let (n, count) = line.split_once(',').unwrap();
        assert_eq!(lost[number(n) as usize], number(count), "A112470({n})");
    }
    let (positions, bites) = (area::positions(40), area::winning_bites(40, &effort()).unwrap());
    for line in lines(include_str!("../known/published/oeis_winning_bites.csv")) {
        let fields: Vec<&str> = line.split(',').collect();
        let offset = number(fields[1]) as usize;
        for (n, term) in (offset..).zip(fields[2].split(' ').map(number)) {
            let found = match fields[0] {
                "A112471" => positions[n] - if n == 0 { 0 } else { bites[n][0] },
                "A112472" => bites[n].get(1).copied().unwrap_or(0),
                _ => bites[n].iter().skip(2).sum(),
            };
            assert_eq!(found, term, "{}({n})", fields[0]);
        }
    }
}

#[test]
fn what_is_too_much_is_refused_before_the_work() {
    let refused = area::lost(251, &effort()).unwrap_err().to_string();
    assert!(refused.contains("250"), "{refused}");
    let refused = area::distances(128, &effort()).unwrap_err().to_string();
    assert!(refused.contains("127"), "{refused}");
    let error = area::lost(120, &effort().memory(1 << 20)).unwrap_err();
    assert!(error.to_string().starts_with("this takes about"), "{error}");
    let cancel = Cancel::new();
    cancel.cancel();
    let error = area::lost(90, &effort().cancelled_by(&cancel)).unwrap_err();
    assert_eq!(error, SolveError::Stopped(Stopped::Cancelled));
}
