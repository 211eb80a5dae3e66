//! A game of one's own: written in a file beside this one, checked, and added to the games of the library.
//!
//! cargo run --release -p lastbite --features laws --example own_game
//!
//! `cargo run --release -p lastbite-cli --example own_program -- play daisy:7` plays it with every front end.

mod daisy;

use std::error::Error;

use daisy::Daisy;
use lastbite::{AnyGame, Effort, Explanation, Solver, Standing, laws};

fn main() -> Result<(), Box<dyn Error>> {
    let daisy: Daisy = "daisy:6".parse()?;
    let checked = laws::check_from_start(&daisy, 1000)?;
    println!("{daisy} obeys the laws at {checked} positions.");

    // From here on it is a game like any other, in sums too.
    AnyGame::add::<Daisy>()?;
    for text in ["daisy:7", "daisy:7+nim:3,4"] {
        let start = Standing::start(text.parse::<AnyGame>()?);
        let analysis = Solver::new().analyse(&start, &Effort::unlimited())?;
        let best = analysis.moves.first().map_or_else(String::new, |best| start.write_move(&best.mv));
        println!("{text}: {}, best is {best}", analysis.outcome);
    }
    let lost = Standing::read("daisy:7".parse::<AnyGame>()?, "abcefg")?;
    for paragraph in Explanation::of(&lost, &Solver::new(), &Effort::unlimited())?.told(&lost) {
        println!("{paragraph:?}");
    }
    Ok(())
}
