//! Orders as columns, compared with plain programs that know nothing about columns.

use std::collections::HashMap;

use lastbite::{Cancel, Effort, SolveError, Stopped};
use lastbite_engines::columns::{Chain, Columns, Distances, GrundyValues, Outcomes, two_by_two};
use proptest::prelude::*;

/// A finite order of up to 32 elements, by what each takes with it.
#[derive(Clone, Debug)]
struct Plain {
    takes: Vec<u32>,
}

/// What is known about a position: its Grundy value and its distance.
type Known = (u32, u32);

impl Plain {
    fn new(elements: usize, below: impl Fn(usize, usize) -> bool) -> Self {
        let takes = |a: usize| (0..elements).filter(|&b| a == b || below(a, b)).map(|b| 1 << b).sum();
        Plain { takes: (0..elements).map(takes).collect() }
    }

    fn below(&self, a: usize, b: usize) -> bool {
        a != b && self.takes[a] >> b & 1 == 1
    }

    fn moves(&self, left: u32) -> impl Iterator<Item = (usize, u32)> + '_ {
        let there = (0..self.takes.len()).filter(move |&a| left >> a & 1 == 1);
        there.map(move |a| (a, left & !self.takes[a]))
    }

    /// Looks at every move of every position, from the whole order down.
    fn solve(&self, left: u32, known: &mut HashMap<u32, Known>) -> Known {
        if let Some(&known) = known.get(&left) {
            return known;
        }
        let next: Vec<Known> = self.moves(left).map(|(_, next)| self.solve(next, known)).collect();
        let value = (0..).find(|value| next.iter().all(|(of, _)| of != value)).expect("a value");
        let wins = next.iter().filter(|(of, _)| *of == 0).map(|&(_, distance)| distance + 1).min();
        let holds_out = next.iter().map(|&(_, distance)| distance + 1).max().unwrap_or(0);
        let found = (value, wins.unwrap_or(holds_out));
        known.insert(left, found);
        found
    }
}

/// Random orders: pairs of which the lower one has the lower number, in any mixture, and what follows from
/// them.
fn orders() -> impl Strategy<Value = Plain> {
    let pairs = |n: usize| (Just(n), proptest::collection::vec((0..n, 0..n), 0..3 * n));
    (1usize..=12).prop_flat_map(pairs).prop_flat_map(|(n, pairs)| {
        (Just((n, pairs)), Just((0..n).collect::<Vec<_>>()).prop_shuffle()).prop_map(|((n, pairs), names)| {
            let mut above = vec![0u32; n];
            for a in (0..n).rev() {
                for &(x, y) in pairs.iter().filter(|&&(x, y)| x.min(y) == a && x != y) {
                    let b = x.max(y);
                    above[a] |= 1 << b | above[b];
                }
            }
            let place = |name: usize| names.iter().position(|&other| other == name).expect("a name");
            Plain::new(n, |a, b| above[place(a)] >> place(b) & 1 == 1)
        })
    })
}

/// Compares every position, every move, every value and every distance.
fn compare(plain: &Plain, poison: Option<usize>) {
    let elements = plain.takes.len();
    let columns = Columns::of_order(elements, |a, b| plain.below(a, b), poison).expect("few elements");
    let outcomes = Outcomes::of(columns.clone(), &Effort::default()).expect("solved");
    let values = GrundyValues::of(columns.clone(), &Effort::default()).expect("solved");
    let distances = Distances::of(columns.clone(), &Effort::default()).expect("solved");
    // Without the poison the order is a game in which the last to move wins.
    let without = |a: usize| Some(a) != poison;
    let plain = Plain::new(elements, |a, b| without(a) && plain.below(a, b));
    let whole: u32 = (0..elements).filter(|&a| without(a)).map(|a| 1u32 << a).sum();
    let mut known = HashMap::new();
    plain.solve(whole, &mut known);
    assert_eq!(outcomes.positions(), known.len() as u64);
    let mut lost = 0;
    for (&left, &(value, distance)) in &known {
        let heights = columns.heights_of(|a| left >> a & 1 == 1);
        let back: u32 = columns.left(&heights).map(|a| 1u32 << a).sum();
        assert_eq!(back, left);
        assert_eq!(outcomes.is_lost(&heights), Some(value == 0));
        assert_eq!(values.value(&heights), Some(value));
        assert_eq!(distances.distance(&heights), Some(distance));
        let wins: Vec<usize> =
            plain.moves(left).filter(|(_, next)| known[next].0 == 0).map(|(a, _)| a).collect();
        assert_eq!(outcomes.winning_moves(&heights), Some(wins));
        lost += u64::from(value == 0);
    }
    assert_eq!(outcomes.lost_count(), lost);
    let listed: Vec<Vec<u16>> = outcomes.lost().collect();
    assert!(listed.is_sorted() && listed.len() as u64 == lost);
    assert!(listed.iter().all(|heights| outcomes.is_lost(heights) == Some(true)));
    let mut too_high = columns.heights().to_vec();
    too_high[0] += 1;
    assert_eq!(outcomes.is_lost(&too_high), None);
    assert_eq!(outcomes.is_lost(&too_high[1..]), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_orders_are_solved_as_by_looking_at_every_move(plain in orders()) {
        compare(&plain, None);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_poison_is_left_out(plain in orders()) {
        let elements = plain.takes.len().min(11);
        let poisoned = Plain::new(elements + 1, |a, b| match (a.checked_sub(1), b.checked_sub(1)) {
            (None, Some(_)) => true,
            (Some(a), Some(b)) => plain.below(a, b),
            _ => false,
        });
        compare(&poisoned, Some(0));
    }
}

/// A program of layers: a position is a stack of bars, each a list of rows, and each within the one below it.
mod layers {
    use super::*;

    pub type Layers = Vec<Vec<u8>>;

    pub fn whole([layers, rows, cols]: [u32; 3]) -> Layers {
        vec![vec![cols as u8; rows as usize]; layers as usize]
    }

    /// All bites but the poison, each with what it leaves.
    pub fn bites(position: &Layers) -> Vec<([u32; 3], Layers)> {
        let mut bites = Vec::new();
        for (z, layer) in position.iter().enumerate() {
            for (x, &row) in layer.iter().enumerate() {
                for y in (0..row).filter(|&y| (z, x, y) != (0, 0, 0)) {
                    let mut left = position.clone();
                    for layer in &mut left[z..] {
                        layer[x..].iter_mut().for_each(|row| *row = y.min(*row));
                    }
                    bites.push(([z as u32 + 1, x as u32 + 1, u32::from(y) + 1], left));
                }
            }
        }
        bites
    }

    pub fn is_lost(position: &Layers, known: &mut HashMap<Layers, bool>) -> bool {
        if let Some(&lost) = known.get(position) {
            return lost;
        }
        // Every bite is tried, so that every position is counted.
        let wins = bites(position).iter().filter(|(_, next)| is_lost(next, known)).count();
        known.insert(position.clone(), wins == 0);
        wins == 0
    }
}

/// The number that the columns give a cube.
fn number(sides: &[u32], cube: &[u32]) -> usize {
    cube.iter().zip(sides).fold(0, |number, (&at, &side)| number * side as usize + at as usize - 1)
}

#[test]
fn bars_in_three_dimensions_are_solved_as_by_a_program_of_layers() {
    for sides in
        [[1, 1, 1], [1, 1, 4], [2, 2, 2], [2, 3, 4], [4, 2, 3], [3, 3, 3], [1, 4, 4], [2, 5, 3], [3, 3, 4]]
    {
        let outcomes =
            Outcomes::of(Columns::of_box(&sides).expect("a box"), &Effort::default()).expect("solved");
        let mut known = HashMap::new();
        let whole = layers::whole(sides);
        layers::is_lost(&whole, &mut known);
        assert_eq!(outcomes.positions(), known.len() as u64, "{sides:?}");
        assert_eq!(outcomes.lost_count(), known.values().filter(|&&lost| lost).count() as u64, "{sides:?}");
        for (position, &lost) in &known {
            let left = |cube: usize| {
                let (layer, row) =
                    (cube / (sides[1] * sides[2]) as usize, cube / sides[2] as usize % sides[1] as usize);
                cube % (sides[2] as usize) < usize::from(position[layer][row])
            };
            assert_eq!(
                outcomes.is_lost(&outcomes.columns().heights_of(left)),
                Some(lost),
                "{sides:?} {position:?}"
            );
        }
        let wins = layers::bites(&whole).into_iter().filter(|(_, next)| known[next]);
        let wins: Vec<usize> = wins.map(|(cube, _)| number(&sides, &cube)).collect();
        assert_eq!(outcomes.winning_moves(outcomes.columns().heights()), Some(wins), "{sides:?}");
    }
}

#[test]
fn known_bars_in_three_dimensions() {
    let solved = |sides: &[u32]| {
        let outcomes =
            Outcomes::of(Columns::of_box(sides).expect("a box"), &Effort::default()).expect("solved");
        let openings = outcomes.winning_moves(outcomes.columns().heights()).expect("the start");
        (outcomes.positions(), outcomes.lost_count(), openings)
    };
    let cubes =
        |sides: &[u32], cubes: &[[u32; 3]]| cubes.iter().map(|cube| number(sides, cube)).collect::<Vec<_>>();
    let sides = [3, 5, 5];
    assert_eq!(solved(&sides), (731_807, 34_145, cubes(&sides, &[[3, 2, 3], [3, 3, 2]])));
    let sides = [4, 4, 5];
    assert_eq!(solved(&sides), (1_646_567, 92_976, cubes(&sides, &[[3, 3, 4]])));
}

/// The product formula of MacMahon for plane partitions in a box, without the empty one.
fn positions_by_formula([a, b, c]: [u64; 3]) -> u128 {
    let mut product = (1u128, 1u128);
    for i in 1..=a {
        for j in 1..=b {
            let step = (u128::from(i + j + c - 1), u128::from(i + j - 1));
            product = (product.0 * step.0, product.1 * step.1);
            let (mut x, mut y) = product;
            while y != 0 {
                (x, y) = (y, x % y);
            }
            product = (product.0 / x, product.1 / x);
        }
    }
    product.0 - 1
}

#[test]
fn positions_of_boxes_are_counted_as_by_the_formula() {
    for sides in [[2, 2, 7], [3, 4, 5], [5, 5, 5], [4, 7, 3], [6, 6, 6]] {
        let columns = Columns::of_box(&sides).expect("a box");
        let counted = Outcomes::count_positions(&columns, &Effort::default()).expect("counted");
        assert_eq!(u128::from(counted), positions_by_formula(sides.map(u64::from)), "{sides:?}");
    }
}

#[test]
fn too_much_is_refused_before_it_is_begun() {
    let columns = Columns::of_box(&[6, 6, 6]).expect("a box");
    let refused = Outcomes::of(columns.clone(), &Effort::default()).expect_err("too many").to_string();
    assert!(refused.contains("1,478,619,421,135 positions"), "{refused}");
    let columns = Columns::of_box(&[5, 5, 5]).expect("a box");
    let little = Effort::default().memory(1 << 20);
    let refused = Outcomes::of(columns.clone(), &little).expect_err("too little").to_string();
    assert!(refused.contains("of memory, and"), "{refused}");
    assert!(GrundyValues::of(columns.clone(), &little).is_err() && Distances::of(columns, &little).is_err());
    assert!(Chain::on_box(&[3, 3], 24, &little).is_err());
    for length in [0, 512, u32::MAX] {
        let refused = Chain::on_box(&[2, 2], length, &Effort::default()).expect_err("too long").to_string();
        assert!(refused.contains("too long"), "{refused}");
    }
}

#[test]
fn work_that_is_called_off_ends() {
    let cancel = lastbite::Cancel::new();
    cancel.cancel();
    let effort = Effort::default().cancelled_by(&cancel);
    let columns = Columns::of_box(&[4, 5, 5]).expect("a box");
    assert!(Outcomes::of(columns, &effort).is_err());
}

#[test]
fn chains_of_every_length_are_solved_as_by_outcomes() {
    for (sides, length) in
        [(&[2, 2][..], 9), (&[2, 3], 7), (&[3, 2], 7), (&[3, 3], 5), (&[4], 12), (&[2, 2, 2], 3), (&[1], 5)]
    {
        let mut shown = 0;
        let chain = Chain::on_box_listing(sides, length, &Effort::default(), |_| {
            shown += 1;
            Ok(())
        });
        let chain = chain.expect("solved");
        assert_eq!(Some(shown), chain.lost_count(length));
        assert_eq!((chain.lost_count(0), chain.lost_count(length + 1)), (None, None));
        for n in 1..=length {
            let all: Vec<u32> = sides.iter().copied().chain([n]).collect();
            let outcomes =
                Outcomes::of(Columns::of_box(&all).expect("a box"), &Effort::default()).expect("solved");
            assert_eq!(chain.lost_count(n), Some(outcomes.lost_count()), "{all:?}");
            let of_length = chain.openings().iter().filter(|opening| opening.length == n);
            let openings: Vec<usize> =
                of_length.map(|o| o.element * n as usize + o.height as usize).collect();
            assert_eq!(Some(openings), outcomes.winning_moves(outcomes.columns().heights()), "{all:?}");
        }
    }
}

#[test]
fn two_by_two_bars_are_as_the_theorem_says() {
    let mut listed = Vec::new();
    let chain = Chain::on_box_listing(&[2, 2], 60, &Effort::default(), |heights| {
        listed.push([0, 1, 2, 3].map(|column| u32::from(heights[column])));
        Ok(())
    });
    let chain = chain.expect("solved");
    assert_eq!(listed, two_by_two::lost(60).collect::<Vec<_>>());
    for length in 1..=60 {
        assert_eq!(chain.lost_count(length), Some(two_by_two::lost_count(length)));
        let openings = chain.openings().iter().filter(|opening| opening.length == length);
        let openings: Vec<_> = openings.map(|opening| (opening.element, opening.height)).collect();
        assert_eq!(openings, [two_by_two::winning_move([length; 4]).expect("whole bars are won")]);
    }
}

/// Numbering the positions of a large order takes seconds and hundreds of megabytes, before anything is solved.
#[test]
fn positions_are_numbered_within_the_memory_and_until_somebody_stops_it() {
    let columns = Columns::of_box(&[12, 12, 12]).expect("a box");
    let little = Outcomes::count_positions(&columns, &Effort::default().memory(8 << 20));
    assert!(matches!(little, Err(SolveError::TooLittleMemory(_))), "{little:?}");
    let cancel = Cancel::new();
    cancel.cancel();
    let stopped = Outcomes::count_positions(&columns, &Effort::default().cancelled_by(&cancel));
    assert_eq!(stopped, Err(SolveError::Stopped(Stopped::Cancelled)));
}
