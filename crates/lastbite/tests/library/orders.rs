//! Games on orders, compared with plain programs that know nothing about ideals, theorems or bars.

use std::collections::{HashMap, HashSet};

use lastbite::games::order::{Element, Elements};
use lastbite::theory::Theorem;
use lastbite::{Analysis, Chomp, Effort, Game, Order, Outcome, Solver, Standing, theory::Theory};
use lastbite_work::Dice;

/// A finite order by what each element takes with it; whoever has nothing to take has lost.
struct Plain {
    takes: Vec<u32>,
}

/// The Grundy value of a position, and how many plies it is from the end.
type Worth = (u32, u32);

impl Plain {
    /// Looks at every move of a position and of all that follow it.
    fn worth(&self, left: u32, known: &mut HashMap<u32, Worth>) -> Worth {
        if let Some(&known) = known.get(&left) {
            return known;
        }
        let next: Vec<Worth> = self.moves(left).map(|(_, next)| self.worth(next, known)).collect();
        let value = (0..).find(|value| next.iter().all(|(of, _)| of != value)).unwrap();
        let shortest = next.iter().filter(|(of, _)| *of == 0).map(|&(_, plies)| plies + 1).min();
        let longest = next.iter().map(|&(_, plies)| plies + 1).max().unwrap_or(0);
        let worth = (value, shortest.unwrap_or(longest));
        known.insert(left, worth);
        worth
    }

    fn moves(&self, left: u32) -> impl Iterator<Item = (usize, u32)> + '_ {
        (0..self.takes.len()).filter(move |&a| left >> a & 1 == 1).map(move |a| (a, left & !self.takes[a]))
    }
}

/// Generates a random order of up to this many elements and writes it, with names in random order.
fn rolled(dice: &mut Dice, most: usize) -> (String, Plain) {
    let many = 1 + dice.below(most);
    let mut names: Vec<usize> = (0..many).collect();
    for at in (1..many).rev() {
        names.swap(at, dice.below(at + 1));
    }
    let chance = [0.05, 0.15, 0.3, 0.6][dice.below(4)];
    let mut takes: Vec<u32> = (0..many).map(|a| 1 << a).collect();
    let mut parts = Vec::new();
    let mut is_alone = vec![true; many];
    for a in (0..many).rev() {
        for b in a + 1..many {
            if dice.chance(chance) {
                takes[a] |= takes[b];
                parts.push(format!("p{}.p{}", names[a], names[b]));
                (is_alone[a], is_alone[b]) = (false, false);
            }
        }
    }
    parts.extend((0..many).filter(|&a| is_alone[a]).map(|a| format!("p{}", names[a])));
    // By the names, not by the numbers it was generated with.
    let mut renamed = vec![0; many];
    for a in 0..many {
        renamed[names[a]] = (0..many).filter(|&b| takes[a] >> b & 1 == 1).map(|b| 1u32 << names[b]).sum();
    }
    (format!("poset:{}", parts.join(",")), Plain { takes: renamed })
}

/// Returns the bits that the plain program has for a position.
fn bits(order: &Order, left: &Elements) -> u32 {
    left.iter().map(|element| 1u32 << order.name(Element::from(element))[1..].parse::<u32>().unwrap()).sum()
}

/// Every position that can follow.
fn all_positions(order: &Order) -> Vec<Elements> {
    let (mut all, mut at) = (vec![order.start()], 0);
    let mut seen: HashSet<Elements> = all.iter().cloned().collect();
    while let Some(here) = all.get(at).cloned() {
        let after = order.moves(&here).map(|element| order.play_unchecked(&here, &element));
        all.extend(after.filter(|after| seen.insert(after.clone())));
        at += 1;
    }
    all
}

#[test]
fn random_orders_are_judged_as_by_looking_at_every_move() {
    let mut dice = Dice::new(20);
    let solver: Solver<Order> = Solver::keeping(1 << 20);
    for _ in 0..2500 {
        let (text, plain) = rolled(&mut dice, 12);
        let order: Order = text.parse().unwrap();
        let mut known = HashMap::new();
        let mut left = order.start();
        // The start, and what a few moves leave.
        loop {
            let standing = Standing::new(order.clone(), left.clone()).unwrap();
            let (value, plies) = plain.worth(bits(&order, &left), &mut known);
            let outcome = if value == 0 { Outcome::Loss } else { Outcome::Win };
            let asked = solver.ask(&standing, &Effort::unlimited()).known().unwrap();
            assert_eq!(asked.outcome, outcome, "{standing}");
            if let Some(best) = asked.best.filter(|_| outcome == Outcome::Win) {
                let after = order.play(&left, &best).unwrap();
                assert_eq!(known[&bits(&order, &after)].0, 0, "{standing}: {}", order.name(best));
            }
            let analysis = solver.analyse(&standing, &Effort::unlimited()).unwrap();
            assert_eq!((analysis.grundy, analysis.distance), (Some(value), Some(plies)), "{standing}");
            for judged in &analysis.moves {
                let after = bits(&order, &order.play(&left, &judged.mv).unwrap());
                let (value, plies) = known[&after];
                let outcome = if value == 0 { Outcome::Win } else { Outcome::Loss };
                assert_eq!((judged.outcome, judged.distance), (outcome, Some(plies + 1)), "{standing}");
            }
            assert_eq!(analysis.moves.len() as u64, standing.move_count());
            let moves: Vec<Element> = order.moves(&left).collect();
            if moves.is_empty() || dice.chance(0.5) {
                break;
            }
            left = order.play(&left, &moves[dice.below(moves.len())]).unwrap();
        }
    }
}

#[test]
fn what_is_known_by_heart_is_true_of_every_position() {
    let mut dice = Dice::new(21);
    let (mut lost, mut named, mut unnamed) = (0, 0, 0);
    for _ in 0..600 {
        let (text, plain) = rolled(&mut dice, 10);
        let order: Order = text.parse().unwrap();
        let mut known = HashMap::new();
        for left in all_positions(&order) {
            let (value, _) = plain.worth(bits(&order, &left), &mut known);
            let at = format!("{order} {}", order.write_position(&left));
            if let Some(told) = order.grundy_value(&left) {
                assert_eq!(told, value, "{at}");
            }
            match order.theorem(&left) {
                None => {}
                Some(Theorem::Lost(why)) => {
                    assert_eq!(value, 0, "{at}: {why:?}");
                    lost += 1;
                }
                Some(Theorem::Won(Some(element))) => {
                    let after = bits(&order, &order.play(&left, &element).unwrap());
                    assert_eq!(plain.worth(after, &mut known).0, 0, "{at}: {}", order.name(element));
                    named += 1;
                }
                Some(Theorem::Won(None)) => {
                    assert_ne!(value, 0, "{at}");
                    unnamed += 1;
                }
            }
        }
    }
    assert!(lost > 1000 && named > 1000 && unnamed > 100, "{lost} {named} {unnamed}");
}

/// A program of layers: what is left of a box is a table of heights that do not grow along rows or columns.
struct Layers {
    known: HashMap<Vec<Vec<u32>>, bool>,
}

impl Layers {
    /// Lists the bites of a position, from 1 on, and what they leave; never the poison.
    fn bites(heights: &[Vec<u32>]) -> Vec<([u32; 3], Vec<Vec<u32>>)> {
        let mut bites = Vec::new();
        for (row, line) in heights.iter().enumerate() {
            for (col, &height) in line.iter().enumerate() {
                for level in (0..height).filter(|level| row + col + *level as usize > 0) {
                    let mut left = heights.to_vec();
                    for lower in &mut left[row..] {
                        lower[col..].iter_mut().for_each(|height| *height = level.min(*height));
                    }
                    bites.push(([row as u32 + 1, col as u32 + 1, level + 1], left));
                }
            }
        }
        bites
    }

    fn is_lost(&mut self, heights: &[Vec<u32>]) -> bool {
        if let Some(&known) = self.known.get(heights) {
            return known;
        }
        let is_lost = Self::bites(heights).iter().all(|(_, left)| !self.is_lost(left));
        self.known.insert(heights.to_vec(), is_lost);
        is_lost
    }
}

#[test]
fn boxes_are_won_as_a_program_of_layers_says() {
    let solver = Solver::new();
    for sides in [[2, 2, 3], [2, 3, 4], [3, 2, 4], [3, 3, 3], [1, 3, 4], [2, 4, 2]] {
        let order = Order::boxed(&sides).unwrap();
        let mut layers = Layers { known: HashMap::new() };
        let whole = vec![vec![sides[2]; sides[1] as usize]; sides[0] as usize];
        let mut winning: Vec<String> = Layers::bites(&whole)
            .into_iter()
            .filter(|(_, left)| layers.is_lost(left))
            .map(|([row, col, level], _)| format!("{row},{col},{level}"))
            .collect();
        let analysis = solver.analyse(&Standing::start(order.clone()), &Effort::unlimited()).unwrap();
        let won = analysis.moves.iter().filter(|judged| judged.outcome == Outcome::Win);
        let mut found: Vec<&str> = won.map(|judged| order.name(judged.mv)).collect();
        winning.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, winning, "{sides:?}");
        // Every position, not only the start.
        for left in all_positions(&order) {
            let is_left = |row: u32, col: u32, level: u32| {
                let cube = format!("{},{},{}", row + 1, col + 1, level + 1);
                left.has(order.read_move(&cube).unwrap().0 as usize)
            };
            let height = |row, col| (0..sides[2]).filter(|&level| is_left(row, col, level)).count() as u32;
            let heights: Vec<Vec<u32>> =
                (0..sides[0]).map(|row| (0..sides[1]).map(|col| height(row, col)).collect()).collect();
            let standing = Standing::new(order.clone(), left).unwrap();
            let known = solver.ask(&standing, &Effort::unlimited()).known().unwrap();
            assert_eq!(known.outcome == Outcome::Loss, layers.is_lost(&heights), "{standing}");
        }
    }
}

/// Winning moves of a start, distance and Grundy value.
type Judged = (Vec<String>, Option<u32>, Option<u32>);

fn judged<G: Theory>(game: G, solver: &Solver<G>, name: impl Fn(String) -> String) -> Judged {
    let start = Standing::start(game);
    let Analysis { moves, distance, grundy, .. } = solver.analyse(&start, &Effort::unlimited()).unwrap();
    let won = moves.iter().filter(|judged| judged.outcome == Outcome::Win);
    let mut won: Vec<String> = won.map(|judged| name(start.write_move(&judged.mv))).collect();
    won.sort_unstable();
    (won, distance, grundy)
}

#[test]
fn a_box_one_cube_thick_is_a_bar_and_so_are_the_divisors_of_two_primes() {
    let (orders, bars) = (Solver::new(), Solver::new());
    for (rows, cols) in (1..=5).flat_map(|rows| (1..=6).map(move |cols| (rows, cols))) {
        let bar = judged(Chomp::new(rows, cols).unwrap(), &bars, |bite| bite);
        for (thin, sides) in [(2, [rows, cols, 1]), (1, [rows, 1, cols]), (0, [1, rows, cols])] {
            let flat = |cube: String| {
                let places = cube.split(',').enumerate().filter(|&(axis, _)| axis != thin);
                places.map(|(_, place)| place).collect::<Vec<_>>().join(",")
            };
            assert_eq!(judged(Order::boxed(&sides).unwrap(), &orders, flat), bar, "{sides:?}");
        }
        let number = 2u64.pow(rows - 1) * 3u64.pow(cols - 1);
        let square = |divisor: String| {
            let divisor: u64 = divisor.parse().unwrap();
            let row = (1..=rows).find(|&row| !divisor.is_multiple_of(2u64.pow(row))).unwrap();
            let col = (1..=cols).find(|&col| !divisor.is_multiple_of(3u64.pow(col))).unwrap();
            format!("{row},{col}")
        };
        assert_eq!(judged(Order::divisors_of(number).unwrap(), &orders, square), bar, "{number}");
    }
}

#[test]
fn divisors_of_three_primes_are_a_box() {
    let solver = Solver::new();
    for [a, b, c] in [[1, 1, 1], [2, 1, 1], [2, 2, 1], [3, 2, 1], [2, 2, 2]] {
        let boxed = judged(Order::boxed(&[a + 1, b + 1, c + 1]).unwrap(), &solver, |cube| cube);
        let cube = |divisor: String| {
            let divisor: u64 = divisor.parse().unwrap();
            let times = |prime: u64| (1..9).find(|&times| !divisor.is_multiple_of(prime.pow(times))).unwrap();
            format!("{},{},{}", times(2), times(3), times(5))
        };
        let number = 2u64.pow(a) * 3u64.pow(b) * 5u64.pow(c);
        assert_eq!(judged(Order::divisors_of(number).unwrap(), &solver, cube), boxed, "{number}");
    }
}

#[test]
fn forests_are_worth_what_the_formula_says() {
    let mut dice = Dice::new(22);
    for _ in 0..500 {
        let parents: Vec<usize> = (0..1 + dice.below(16)).map(|node| dice.below(node + 1)).collect();
        let worth = |of: usize| -> u32 {
            // Each node after its parent, so those that grow from it are valued before it.
            let mut values = vec![0; parents.len() + 1];
            for (node, &parent) in parents.iter().enumerate().rev() {
                values[parent] ^= values[node + 1] + 1;
            }
            values[of]
        };
        let text: Vec<String> = parents.iter().map(usize::to_string).collect();
        let tree: Order = format!("tree:{}", text.join(",")).parse().unwrap();
        assert_eq!(tree.grundy_value(&tree.start()), Some(worth(0)), "{tree}");
        let analysis = Analysis::of(&Standing::start(tree.clone()), &Effort::unlimited().nodes(50_000));
        if let Ok(analysis) = analysis {
            assert_eq!(analysis.grundy, Some(worth(0)), "{tree}");
        }
    }
}

#[test]
fn subsets_are_lost_up_to_six_and_won_with_the_whole_set() {
    let solver = Solver::new();
    let outcome = |text: &str| {
        let order: Order = text.parse().unwrap();
        solver.ask(&Standing::start(order), &Effort::unlimited()).known().unwrap().outcome
    };
    for of in 1..=6 {
        assert_eq!(outcome(&format!("subsets:{of}")), Outcome::Loss, "{of}");
        assert_eq!(outcome(&format!("subsets:{of},{of}")), Outcome::Win, "{of}");
    }
    // Single elements are heaps of one; pairs besides: an edge on two of four points leaves a square.
    assert_eq!(
        (1..=6).map(|of| outcome(&format!("subsets:{of},1"))).collect::<Vec<_>>(),
        [Outcome::Win, Outcome::Loss, Outcome::Win, Outcome::Loss, Outcome::Win, Outcome::Loss]
    );
}

#[test]
fn known_openings_of_boxes() {
    let solver = Solver::new();
    for (text, openings) in [
        ("chomp:3x3x3", vec!["2,2,2"]),
        ("chomp:3x3x4", vec!["3,3,4"]),
        ("chomp:3x4x4", vec!["1,3,3", "3,2,4", "3,4,2"]),
        ("chomp:4x4x4", vec!["3,4,4", "4,3,4", "4,4,3"]),
        ("chomp:2x2x300", vec!["2,2,300"]),
    ] {
        let order: Order = text.parse().unwrap();
        let start = Standing::start(order.clone());
        let known = solver.ask(&start, &Effort::unlimited()).known().unwrap();
        assert!(openings.contains(&order.name(known.best.unwrap())), "{text}");
        if order.finite().len() <= 64 {
            assert_eq!(judged(order, &solver, |cube| cube).0, openings, "{text}");
        }
    }
}

#[test]
fn what_is_too_large_is_not_known_and_never_lost() {
    let solver: Solver<Order> = Solver::new();
    let order = Order::boxed(&[6, 6, 6]).unwrap();
    let start = Standing::start(order.clone());
    // The theorem knows who wins, but nothing knows how.
    let known = solver.ask_outcome(&start, &Effort::unlimited().nodes(200)).known().unwrap();
    assert_eq!((known.outcome, known.best), (Outcome::Win, None));
    let second = start.play(&order.read_move("5,5,5").unwrap()).unwrap();
    assert!(solver.ask(&second, &Effort::unlimited().nodes(200)).known().is_err());
    let cancel = lastbite::Cancel::new();
    cancel.cancel();
    let unknown = solver.ask(&second, &Effort::unlimited().cancelled_by(&cancel)).known().unwrap_err();
    assert!(unknown.was_cancelled(), "{unknown}");
}

#[test]
fn what_was_found_out_is_kept_within_its_bound_and_let_go() {
    let solver: Solver<Order> = Solver::keeping(1 << 16);
    for text in ["subsets:5", "chomp:3x3x4", "divisors:7560", "chomp:4x4x4"] {
        let start = Standing::start(text.parse::<Order>().unwrap());
        assert!(solver.ask(&start, &Effort::unlimited()).known().is_ok());
        assert!(solver.kept_bytes() <= 1 << 16, "{text}: {}", solver.kept_bytes());
    }
    let roomy: Solver<Order> = Solver::new();
    let start = Standing::start("subsets:5".parse::<Order>().unwrap());
    let first = roomy.ask(&start, &Effort::unlimited()).known().unwrap();
    assert!(roomy.kept_bytes() > 0);
    assert_eq!(roomy.ask(&start, &Effort::unlimited()).known().unwrap().outcome, first.outcome);
    roomy.release();
    assert_eq!(roomy.kept_bytes(), 0);
}
