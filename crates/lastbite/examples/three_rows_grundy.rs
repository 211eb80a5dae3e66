//! `cargo run --release -p lastbite --example three_rows_grundy 300`: the Grundy values of 3x1 to 3x300, the
//! plain way.
//!
//! A second way to the answer of `lastbite grundy 3 1..300`. It shares nothing with it: first rows come in
//! order instead of third rows, every set is kept whole and forever, and there are no tiles, windows or
//! threads. Memory grows with the third power, 3 GB for 2,522.

use std::env::args;
use std::process::ExitCode;

/// A set of values.
#[derive(Clone, Default)]
struct Met(Vec<u64>);

impl Met {
    fn add(&mut self, value: usize) {
        let words = self.0.len().max(value / 64 + 1);
        self.0.resize(words, 0);
        self.0[value / 64] |= 1 << (value % 64);
    }

    fn word(&self, at: usize) -> u64 {
        self.0.get(at).copied().unwrap_or(0)
    }
}

fn main() -> ExitCode {
    let Some(longest) = args().nth(1).and_then(|text| text.parse::<usize>().ok()) else {
        eprintln!("say how many columns, as in three_rows_grundy 300");
        return ExitCode::from(2);
    };
    // by_first[q][r]: the values of p,q,r for the first rows so far, and of what cuts the second row too.
    let mut by_first: Vec<Vec<Met>> = vec![vec![Met::default()]];
    // cut[r]: the values of a,a,r with a >= r so far, and of a,a,a with a < r.
    let (mut cut, mut whole) = (vec![Met::default()], Met::default());
    for p in 1..=longest {
        cut.push(whole.clone());
        by_first.push(cut.clone());
        // by_second[r]: the values of p,q,r for the second rows so far, and of p,a,a with a < r.
        let (mut by_second, mut equal): (Vec<Met>, Met) = (Vec::new(), Met::default());
        for (q, sets) in by_first.iter_mut().enumerate() {
            by_second.push(equal.clone());
            let mut by_third = Met::default();
            for (r, (first, second)) in sets.iter_mut().zip(&mut by_second).enumerate() {
                let met = |at: usize| first.word(at) | second.word(at) | by_third.word(at);
                let word = (0..).find(|&at| met(at) != !0).expect("a value is less than the squares");
                let value = 64 * word + met(word).trailing_ones() as usize;
                first.add(value);
                second.add(value);
                by_third.add(value);
                if r == q {
                    equal.add(value);
                }
                if q == p {
                    cut[r].add(value);
                }
                if r == p {
                    whole.add(value);
                    println!("{p} {value}");
                }
            }
        }
    }
    ExitCode::SUCCESS
}
