//! A game chosen at run time, played to its end by two computers, one of which slips.
//!
//! `cargo run --example any_game -- nim:3,4,5/misere`

use std::error::Error;
use std::process::ExitCode;

use lastbite::words::Who;
use lastbite::{AnyGame, Effort, Event, Level, Player, Session, Settings, Solver, Standing, Words};

fn main() -> ExitCode {
    match play() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}

fn play() -> Result<(), Box<dyn Error>> {
    let game: AnyGame = std::env::args().nth(1).unwrap_or("chomp:4x5".into()).parse()?;
    println!("{}", game.rule());
    let players = [Player::computer("Easy", Level::Easy), Player::computer("Perfect", Level::Perfect)];
    let mut session = Session::new(Standing::start(game.clone()), players, Settings::default())?;
    let solver = Solver::new();
    while let Some(task) = session.task() {
        for event in session.take(task.run(&solver, &Effort::unlimited())) {
            match event {
                Event::Moved { turn } => {
                    let name = session.played().player(turn.side).name();
                    println!("{name} {}", game.told(&turn.before, &turn.mv, Who::named(name)));
                }
                Event::Over { verdict } => println!("{} wins", session.played().player(verdict.winner)),
                _ => {}
            }
        }
    }
    Ok(())
}
