//! Two sessions in one process, each with its own limits: one thinks by minimax within 1000 nodes, the other
//! without limits.
//!
//! `cargo run --example two_sessions`

use std::error::Error;

use lastbite::{Action, Effort, Event, Level, Player, Session, Settings, Solver, Standing, play::Engine};

fn main() -> Result<(), Box<dyn Error>> {
    let solver = Solver::new();
    let players = || [Player::human("Ada"), Player::computer("HAL", Level::Perfect)];
    let mut limited = Settings::default();
    (limited.engine, limited.nodes) = (Engine::ALL[1], Some(1000));
    for (name, settings) in [("limited", limited), ("free", Settings::default())] {
        let start = Standing::start("chomp:5x7".parse::<lastbite::Chomp>()?);
        let mut session = Session::new(start, players(), settings)?;
        session.act(Action::Play("5,7".parse()?));
        while let Some(task) = session.task() {
            let thought = task.run(&solver, &Effort::unlimited());
            for event in session.take(thought) {
                match event {
                    Event::GaveUp { engine, unknown } => println!("{name}: {engine} gave up, {unknown}"),
                    Event::Moved { turn } => println!("{name}: {}, {:?}", turn.mv, turn.note.why),
                    _ => {}
                }
            }
        }
    }
    Ok(())
}
