//! Solves bars on the card of this machine: `cargo run --release -p lastbite-card --example solve_on_card --
//! 20x20 22x22`.
//!
//! The first one pays for the start of the card; the others show what the card takes by itself. Before them:
//! with `--openings`, lists that nobody reads again are forgotten; with `--thrifty`, memory is saved as if
//! there were too little; with `--memory N`, at most this much of the card is used; with `--host N`, at most
//! this much of its host; with `--blocks N`, blocks have at most this many positions; with `--progress`, each
//! hundredth is told.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use lastbite_card::Card;
use lastbite_engines::sieve::{Keep, Sieve, Solved};
use lastbite_engines::{Bar, Effort, Progress};
use lastbite_work::notation::{Bytes, grouped};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let started = Instant::now();
    let (mut card, mut bars, mut effort) = (Card::find()?, Vec::<Bar>::new(), Effort::unlimited());
    println!("{}: found after {:.3} s", card.name(), started.elapsed().as_secs_f64());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().ok_or(format!("{argument} wants a number"));
        match argument.as_str() {
            "--openings" => card = card.keep(Keep::Openings),
            "--thrifty" => card = card.thrifty(),
            "--memory" => card = card.memory(number()?.parse::<Bytes>()?.0),
            "--host" => effort = effort.memory(number()?.parse::<Bytes>()?.0),
            "--progress" => effort = effort.watched(tell(started)),
            "--blocks" => card = card.block_limit(number()?.parse()?),
            bar => bars.push(bar.parse()?),
        }
    }
    if bars.is_empty() {
        return Err("name some bars, as in 20x20 22x22".into());
    }
    for bar in bars {
        let started = Instant::now();
        show(&card.solve(&bar, &effort)?, started)?;
    }
    Ok(())
}

/// Says on the error stream when another hundredth is done.
fn tell(started: Instant) -> impl Fn(Progress) + Send + Sync + 'static {
    let told = AtomicU64::new(0);
    move |progress| {
        let hundredths = (100.0 * progress.share.unwrap_or(0.0)) as u64;
        if told.fetch_max(hundredths, Ordering::Relaxed) < hundredths {
            eprintln!("{hundredths} % after {:.1} s", started.elapsed().as_secs_f64());
        }
    }
}

fn show(solved: &Solved, started: Instant) -> Result<(), Box<dyn std::error::Error>> {
    let (bar, seconds) = (solved.bar(), started.elapsed().as_secs_f64());
    let lost = solved.lost_count();
    let openings: Vec<String> =
        solved.openings(bar.rows(), bar.cols())?.iter().map(ToString::to_string).collect();
    println!(
        "{bar}: {seconds:.3} s, {} lost, won by {}; {} on {}",
        grouped(lost),
        openings.join(" and "),
        Bytes(solved.bytes()),
        solved.place().unwrap_or_default(),
    );
    if let Some([shorter @ .., _]) = solved.lost_by_first_row().as_deref() {
        // A smaller bar, which another run may have counted.
        let kept = Sieve::of(bar).kept()?;
        println!("    {} of them in {}x{}", grouped(shorter.iter().sum()), kept.rows(), kept.cols() - 1);
    }
    Ok(())
}
