//! Two solves at once, one of which is cancelled: the other continues to its end.
//!
//! `cargo run --release --example cancel_one`

use std::error::Error;

use lastbite::{Cancel, Chomp, Effort, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let (solver, cancel) = (Solver::<Chomp>::new(), Cancel::new());
    let (large, small) = (Chomp::new(19, 20)?, Chomp::new(13, 14)?);
    std::thread::scope(|scope| {
        let called_off =
            scope.spawn(|| solver.bars().solved(&large, &Effort::unlimited().cancelled_by(&cancel)));
        let finished = scope.spawn(|| solver.bars().solved(&small, &Effort::unlimited()));
        match finished.join().expect("no solve panics") {
            Ok(solved) => println!("{small}: {} lost positions", solved.lost_count()),
            Err(error) => println!("{small}: {error}"),
        }
        cancel.cancel();
        match called_off.join().expect("no solve panics") {
            Ok(_) => println!("{large}: solved before it could be cancelled"),
            Err(error) => println!("{large}: {error}"),
        }
    });
    Ok(())
}
