//! `cargo run --release -p lastbite --example column 112742 159900`: one column of three-rowed Chomp, the
//! plain way.
//!
//! A second way to the answer of `lastbite periods 3` that shares no code with it: no windows, and no columns
//! that retire. f(q, r) is the first row p of the one lost position p,q,r: the least p >= q that is not f(q,
//! b) with b < r, nor f(a, r) with r <= a < q, nor f(a, a) with a < r. When f(q, r) = q the column is dead. A
//! column depends on no higher one, so those above the one asked for are left out.
//!
//! Some second rows go through the columns together, so that a column is fetched from memory once for all of
//! them. It prints p - q for the last 60 second rows. Memory grows with the square of the column, about 3 GB
//! for 112742.

use std::env::args;
use std::process::ExitCode;

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

/// How many second rows go through the columns together.
const TOGETHER: usize = 32;

/// A second row, on its way through the columns.
struct Second {
    /// The first rows that lower columns have used with it, and those of equal lower rows.
    blocked: Taken,
    /// Its first word that is not full.
    next: usize,
    /// How many of the diagonal's are among them.
    passed: usize,
}

impl Second {
    fn new(words: usize) -> Self {
        Second { blocked: Taken::new(words), next: 0, passed: 0 }
    }

    /// Begins with column 0: the first rows before q count as taken, and so does the empty bar.
    fn begin(&mut self, q: usize) {
        self.blocked.words.fill(0);
        self.blocked.full.fill(0);
        self.next = q / 64;
        self.blocked.words[q / 64] = if q == 0 { 1 } else { (1 << (q % 64)) - 1 };
        self.passed = 0;
    }

    /// Finds the first row that makes it lost with column r, and takes it.
    fn find(&mut self, q: usize, r: usize, used: &mut Taken, diagonal: &[usize]) -> usize {
        // Bites in the second row to a, a for all a below r.
        for &p in diagonal[self.passed..r].iter().filter(|&&p| p >= q) {
            self.blocked.take(p);
        }
        self.passed = r;
        self.next = self.blocked.not_full(self.next);
        let mut word = self.next;
        let p = loop {
            word = used.not_full(word);
            let free = !(self.blocked.words[word] | used.words[word]);
            if free != 0 {
                break 64 * word + free.trailing_zeros() as usize;
            }
            word += 1;
        };
        self.blocked.take(p);
        used.take(p);
        p
    }
}

fn main() -> ExitCode {
    let numbers: Vec<usize> = args().skip(1).filter_map(|number| number.parse().ok()).collect();
    let [column, last] = numbers[..] else {
        eprintln!("usage: column R Q, as in: column 120 300");
        return ExitCode::from(2);
    };
    // Both lines of values end below this, and a value beyond it would be noticed: it would panic.
    let words = (2 * last + 4096) / 64;
    let mut columns: Vec<(usize, Taken)> = Vec::new();
    let mut diagonal: Vec<usize> = Vec::new();
    let mut together: Vec<Second> = (0..TOGETHER).map(|_| Second::new(words)).collect();
    for first in (0..=last).step_by(TOGETHER) {
        let second_rows = first..(first + TOGETHER).min(last + 1);
        columns.extend(second_rows.clone().filter(|&q| q <= column).map(|q| (q, Taken::new(words))));
        for (q, second) in second_rows.clone().zip(&mut together) {
            second.begin(q);
        }
        let mut died = None;
        columns.retain_mut(|(r, used)| {
            for q in second_rows.start.max(*r)..second_rows.end {
                let second = &mut together[q - first];
                let p = second.find(q, *r, used, &diagonal);
                if *r == q {
                    diagonal.push(p);
                }
                if *r == column && q + 60 > last {
                    println!("{q} {}", p - q);
                }
                if p == q {
                    died = (*r == column).then_some(q);
                    return false;
                }
            }
            true
        });
        if let Some(q) = died {
            println!("column {column} dies at {q}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
