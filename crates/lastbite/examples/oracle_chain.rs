//! A chain of oracles with a table file in it: a theorem first, then the file, then a search.
//!
//! `cargo run --example oracle_chain -- 10,10,9,4`

use std::error::Error;

use lastbite::knowledge::{Chain, Searcher};
use lastbite::theory::Formula;
use lastbite::{Chomp, Effort, Knowledge, Standing, knowledge::Oracle};
use lastbite_engines::Table;
use lastbite_engines::sieve::Sieve;

fn main() -> Result<(), Box<dyn Error>> {
    let effort = Effort::unlimited();
    let small = Chomp::new(8, 10)?;
    let file = std::env::temp_dir().join(format!("lastbite-example-{}.table", std::process::id()));
    Table::write(&file, Sieve::of(&small).solve(&effort)?.lost_ranks(), &effort)?;
    let table = Table::open(&file)?;
    let oracle = Chain::new().then(Formula).then(&table).then(Searcher::default());
    let asked = std::env::args().nth(1);
    for position in ["7,6", "10,10,9,4", "11,9,9,2"].map(String::from).into_iter().chain(asked) {
        let standing = Standing::read(Chomp::new(12, 12)?, &position)?;
        match oracle.ask(&standing, &effort.clone().nodes(100_000)) {
            Knowledge::Known(known) => println!("{position}: a {}, by {}", known.outcome, known.source),
            Knowledge::Unknown(unknown) => println!("{position}: {unknown}"),
        }
    }
    std::fs::remove_file(file)?;
    Ok(())
}
