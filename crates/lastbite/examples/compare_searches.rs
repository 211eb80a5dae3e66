//! Compares the four textbook searches on growing bars: same answer, very different work.
//!
//! `cargo run --release --example compare_searches`

use lastbite::{Algorithm, Chomp, Effort, Game};

fn main() {
    let effort = Effort::unlimited().nodes(20_000_000);
    println!("{:6} {:>12} {:>12} {:>12} {:>12}", "bar", "minimax", "alphabeta", "negamax", "memo");
    for (rows, cols) in [(1, 1), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (4, 5), (4, 7), (5, 6), (6, 8)] {
        let chomp = Chomp::new(rows, cols).expect("these are fair bars");
        print!("{:6}", format!("{rows}x{cols}"));
        let mut answers = Vec::new();
        for algorithm in Algorithm::ALL {
            match algorithm.search(&chomp, &chomp.start(), &effort) {
                Ok(found) => {
                    print!(" {:>12}", found.nodes);
                    answers.push(found.outcome);
                }
                Err(stopped) => print!(" {:>12}", format!(">{}", stopped.nodes)),
            }
        }
        println!();
        assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "the searches disagree");
    }
}
