//! Judges every move of a position: who wins, how fast, and why the others fail.
//!
//! `cargo run --example analyse_position -- chomp:4x7 7,5,3` or `... -- nim:3,4,5/misere`

use std::error::Error;
use std::io::{Write, stdout};

use lastbite::{AnyGame, Effort, Solver, Standing};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let game: AnyGame = args.next().unwrap_or("chomp:4x7".into()).parse()?;
    let standing = match args.next() {
        Some(position) => Standing::read(game, &position)?,
        None => Standing::start(game),
    };
    let analysis = Solver::new().analyse(&standing, &Effort::unlimited())?.map(|mv| standing.write_move(&mv));
    let told = |distance: Option<u32>| distance.map_or("?".into(), |plies| plies.to_string());
    let mut out = stdout().lock();
    writeln!(out, "{standing}: a {} in {} plies", analysis.outcome, told(analysis.distance))?;
    for judged in &analysis.moves {
        let because =
            judged.refutation.as_ref().map(|reply| format!("  because of {reply}")).unwrap_or_default();
        writeln!(out, "{:>9}  {:4} in {:>2}{because}", judged.mv, judged.outcome, told(judged.distance))?;
    }
    writeln!(out, "main line: {}", analysis.main_line.join("  "))?;
    Ok(())
}
