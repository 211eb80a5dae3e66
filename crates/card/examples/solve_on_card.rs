//! Solves bars on the card of this machine: `cargo run --release -p lastbite-card --example solve_on_card -- 20x20 22x22`.
//!
//! The first one pays for the start of the card; the others show what the card takes by itself.

use std::time::Instant;

use lastbite::sieve::Solved;
use lastbite::{Chomp, Effort, grouped};
use lastbite_card::Card;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bars: Vec<Chomp> = std::env::args().skip(1).map(|text| text.parse()).collect::<Result<_, _>>()?;
    let (first, others) = bars.split_first().ok_or("name some bars, as in 20x20 22x22")?;
    let started = Instant::now();
    let (card, solved) = Card::find_and_solve(first, &Effort::unlimited())?;
    print!("{}, with its start: ", card.name());
    show(&solved, started);
    drop(solved);
    for bar in others {
        let started = Instant::now();
        show(&card.solve(bar, &Effort::unlimited())?, started);
    }
    Ok(())
}

fn show(solved: &Solved, started: Instant) {
    let (bar, seconds) = (solved.bar(), started.elapsed().as_secs_f64());
    let openings: Vec<String> =
        solved.openings(bar.rows(), bar.cols()).unwrap_or_default().iter().map(ToString::to_string).collect();
    println!(
        "{bar}: {seconds:.3} s, {} lost, won by {}",
        grouped(solved.lost_count()),
        openings.join(" and ")
    );
}
