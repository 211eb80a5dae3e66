//! `cargo run --release -p lastbite --example column 112742 159900`: one column of three-rowed Chomp, the
//! plain way.
//!
//! A second way to what `lastbite periods 3` says, and it shares nothing with it: no windows, no tiles, no
//! column that retires. f(q, r) is the first row p of the one lost position p,q,r: the least p >= q that is
//! not f(q, b) with b < r, nor f(a, r) with r <= a < q, nor f(a, a) with a < r. When f(q, r) = q the column
//! is dead. A column depends on no higher one, so those above the one asked for are left out.
//!
//! It prints p - q for the second rows of the last 60 steps. Memory grows with the square of the column, 2 GB
//! for 112742.

use std::env::args;

/// First rows that are taken: a bit each, and a bit for each word of them that is full, so that full ones are
/// skipped.
struct Taken {
    words: Vec<u64>,
    full: Vec<u64>,
}

impl Taken {
    fn new(words: usize) -> Self {
        Taken { words: vec![0; words], full: vec![0; words / 64 + 1] }
    }

    fn take(&mut self, p: usize) {
        let word = &mut self.words[p / 64];
        *word |= 1 << (p % 64);
        if *word == !0 {
            self.full[p / 4096] |= 1 << (p / 64 % 64);
        }
    }

    /// Returns the first word from here on that is not full.
    fn not_full(&self, from: usize) -> usize {
        let mut at = from / 64;
        let mut open = !self.full[at] & (!0 << (from % 64));
        while open == 0 {
            at += 1;
            open = !self.full[at];
        }
        64 * at + open.trailing_zeros() as usize
    }
}

fn main() {
    let numbers: Vec<usize> = args().skip(1).filter_map(|number| number.parse().ok()).collect();
    let [column, last] = numbers[..] else {
        eprintln!("usage: column R Q, as in: column 120 300");
        return;
    };
    // Both lines on which values lie end below this, and a value beyond it would be seen: it would panic.
    let words = (2 * last + 4096) / 64;
    let mut columns: Vec<(usize, Taken)> = Vec::new();
    let mut diagonal: Vec<usize> = Vec::new();
    let mut blocked = Taken::new(words);
    for q in 0..=last {
        if q <= column {
            columns.push((q, Taken::new(words)));
        }
        blocked.words[q / 64..].fill(0);
        blocked.full[q / 4096..].fill(0);
        // The first word that has something free: the first rows before q count as taken, and so does the
        // empty bar.
        let mut next = q / 64;
        blocked.words[next] = if q == 0 { 1 } else { (1 << (q % 64)) - 1 };
        let mut passed = 0;
        columns.retain_mut(|(r, used)| {
            // Bites in the second row to a, a for all a below r.
            let below = (*r).min(diagonal.len());
            for &p in diagonal[passed..below].iter().filter(|&&p| p >= q) {
                blocked.take(p);
            }
            passed = below;
            next = blocked.not_full(next);
            let mut word = next;
            let p = loop {
                word = used.not_full(word);
                let free = !(blocked.words[word] | used.words[word]);
                if free != 0 {
                    break 64 * word + free.trailing_zeros() as usize;
                }
                word += 1;
            };
            blocked.take(p);
            used.take(p);
            if *r == q {
                diagonal.push(p);
            }
            if *r == column && q + 60 > last {
                println!("{q} {}", p - q);
            }
            p > q
        });
        if q >= column && columns.last().is_none_or(|(r, _)| *r != column) {
            println!("column {column} dies at {q}");
            return;
        }
    }
}
