//! Solves bars on the card of this machine: `cargo run --release -p lastbite-card --example solve_on_card --
//! 20x20 22x22`.
//!
//! The first one pays for the start of the card; the others show what the card takes by itself. With
//! `--openings` before them, lists that nobody reads again are forgotten; with `--blocks N`, blocks have at
//! most this many positions.

use std::time::Instant;

use lastbite::notation::{Bytes, grouped};
use lastbite::sieve::{Keep, NoAnswer, Solved};
use lastbite::{Chomp, Effort};
use lastbite_card::Card;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut bars, mut keep, mut blocks) = (Vec::<Chomp>::new(), Keep::Everything, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--openings" => keep = Keep::Openings,
            "--blocks" => blocks = Some(arguments.next().ok_or("--blocks wants a number")?.parse()?),
            bar => bars.push(bar.parse()?),
        }
    }
    let (first, others) = bars.split_first().ok_or("name some bars, as in 20x20 22x22")?;
    let started = Instant::now();
    let card = match blocks {
        Some(blocks) => {
            let card = Card::find()?.keep(keep).block_limit(blocks);
            show(&card.solve(first, &Effort::unlimited())?, started)?;
            card
        }
        None => {
            let (card, solved) = Card::find_and_solve(first, keep, &Effort::unlimited())?;
            print!("{}, with its start: ", card.name());
            show(&solved, started)?;
            card
        }
    };
    for bar in others {
        let started = Instant::now();
        show(&card.solve(bar, &Effort::unlimited())?, started)?;
    }
    Ok(())
}

fn show(solved: &Solved, started: Instant) -> Result<(), NoAnswer> {
    let (bar, seconds) = (solved.bar(), started.elapsed().as_secs_f64());
    let openings: Vec<String> =
        solved.openings(bar.rows(), bar.cols())?.iter().map(ToString::to_string).collect();
    println!(
        "{bar}: {seconds:.3} s, {} lost, won by {}; {} on the card",
        grouped(solved.lost_count()),
        openings.join(" and "),
        Bytes(solved.bytes()),
    );
    Ok(())
}
