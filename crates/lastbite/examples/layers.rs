//! `cargo run --release -p lastbite --example layers 3 5 5`: a bar in three dimensions, solved by a program
//! of layers.
//!
//! A second way that shares nothing with the library. A position is a stack of layers, each within the one
//! below it, and each a bar of two dimensions with its bites. Positions are numbered, and visited from the
//! smallest number up. Every bite is looked at until one leads to a lost position.

use std::env::args;

/// The possible layers, and how they are related.
struct Layers {
    /// Row lengths, so that no layer comes before one that it contains.
    all: Vec<Vec<usize>>,
    /// For each layer and each square: the layer that is left when it is bitten, nothing if it is not there.
    bitten: Vec<Vec<Option<usize>>>,
    /// For each number of layers on top of two: how many stacks come before the second on the first.
    before: Vec<Vec<Vec<usize>>>,
}

impl Layers {
    fn new(rows: usize, cols: usize, high: usize) -> Self {
        let mut all = Vec::new();
        list(rows, cols, &mut Vec::new(), &mut all);
        all.sort();
        let number = |layer: &Vec<usize>| all.binary_search(layer).expect("a layer");
        let bite = |layer: &Vec<usize>, row: usize, col: usize| {
            let cut = |(at, &length): (usize, &usize)| if at < row { length } else { length.min(col) };
            (layer[row] > col).then(|| number(&layer.iter().enumerate().map(cut).collect()))
        };
        let bites = |layer: &Vec<usize>| {
            (0..rows)
                .flat_map(|row| (0..cols).map(move |col| (row, col)))
                .map(|(row, col)| bite(layer, row, col))
                .collect()
        };
        let bitten = all.iter().map(bites).collect();
        // How many stacks with this many layers are on each layer: at first the empty one.
        let mut stacks = vec![1; all.len()];
        let mut before = Vec::new();
        for _ in 0..high {
            let mut sums = Vec::new();
            for lower in &all {
                let fits = |upper: &Vec<usize>| upper.iter().zip(lower).all(|(upper, lower)| upper <= lower);
                let mut sum = 0;
                let mut sums_of = Vec::new();
                for (upper, stacks) in all.iter().zip(&stacks) {
                    sums_of.push(sum);
                    sum += if fits(upper) { *stacks } else { 0 };
                }
                sums_of.push(sum);
                sums.push(sums_of);
            }
            stacks = sums.iter().map(|sums| sums[all.len()]).collect();
            before.push(sums);
        }
        before.reverse();
        Layers { all, bitten, before }
    }

    fn largest(&self) -> usize {
        self.all.len() - 1
    }

    /// The layers that fit on one that has this many below it.
    fn on(&self, lower: usize, at: usize) -> impl Iterator<Item = usize> + '_ {
        let sums = &self.before[at][lower];
        (0..self.all.len()).filter(|&upper| sums[upper + 1] > sums[upper])
    }

    /// Says whether a bite leads from a stack to one that is lost.
    fn wins(&self, stack: &[usize], lost: &[bool]) -> Option<(usize, usize)> {
        let squares = self.bitten[0].len();
        let mut rank_below = 0;
        for (at, &layer) in stack.iter().enumerate() {
            let lower = if at == 0 { self.largest() } else { stack[at - 1] };
            for square in (0..squares).filter(|&square| (at, square) != (0, 0)) {
                let Some(mut left) = self.bitten[layer][square] else { continue };
                let mut rank = rank_below + self.before[at][lower][left];
                for (above, &layer) in stack.iter().enumerate().skip(at + 1) {
                    let cut = self.bitten[layer][square].unwrap_or(layer);
                    rank += self.before[above][left][cut];
                    left = cut;
                }
                if lost[rank] {
                    return Some((at, square));
                }
            }
            rank_below += self.before[at][lower][layer];
        }
        None
    }

    /// Goes through all stacks on some layers, in the order of their numbers.
    fn solve(&self, stack: &mut Vec<usize>, lost: &mut Vec<bool>) {
        if stack.len() == self.before.len() {
            // The empty stack is not a position, because its poison is gone.
            let is_lost = self.all[stack[0]][0] > 0 && self.wins(stack, lost).is_none();
            lost.push(is_lost);
            return;
        }
        let lower = stack.last().copied().unwrap_or(self.largest());
        let fitting: Vec<usize> = self.on(lower, stack.len()).collect();
        for layer in fitting {
            stack.push(layer);
            self.solve(stack, lost);
            stack.pop();
        }
    }
}

/// Lists the layers of some rows, none longer than the one before.
fn list(rows: usize, longest: usize, above: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
    if above.len() == rows {
        all.push(above.clone());
        return;
    }
    for length in 0..=longest {
        above.push(length);
        list(rows, length, above, all);
        above.pop();
    }
}

fn main() {
    let sides: Vec<usize> =
        args().skip(1).filter_map(|side| side.parse().ok()).filter(|&side| side > 0).collect();
    let &[high, rows, cols] = sides.as_slice() else {
        eprintln!("say the sides of the bar, as in: layers 3 5 5");
        std::process::exit(2);
    };
    let layers = Layers::new(rows, cols, high);
    let mut lost = Vec::new();
    layers.solve(&mut Vec::new(), &mut lost);
    let count = lost.iter().filter(|&&lost| lost).count();
    println!("chomp:{high}x{rows}x{cols}: {} positions, {count} lost", lost.len() - 1);
    // The whole bar is the last: its bites, one at a time, by looking for another when one is found.
    let mut left = lost.clone();
    let whole = vec![layers.largest(); high];
    while let Some((at, square)) = layers.wins(&whole, &left) {
        println!("won by {},{},{}", at + 1, square / cols + 1, square % cols + 1);
        let mut rank = 0;
        let mut lower = layers.largest();
        for (above, &full) in whole.iter().enumerate() {
            let layer = if above < at { full } else { layers.bitten[full][square].unwrap_or(0) };
            rank += layers.before[above][lower][layer];
            lower = layer;
        }
        left[rank] = false;
    }
}
