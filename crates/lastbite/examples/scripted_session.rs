//! A session driven by a script of actions, one per line, printing its events as JSON.
//!
//! `printf 'play 2,3\nhint\nundo\nresign\n' | cargo run --features serde --example scripted_session --
//! chomp:3x4`

use std::error::Error;
use std::io::{self, BufRead, Write};

use lastbite::{Action, AnyGame, Effort, Level, Player, Session, Settings, Solver, Standing};

fn main() -> Result<(), Box<dyn Error>> {
    let game: AnyGame = std::env::args().nth(1).unwrap_or("chomp:3x4".into()).parse()?;
    let players = [Player::human("Ada"), Player::computer("HAL", Level::Perfect)];
    let mut session = Session::new(Standing::start(game.clone()), players, Settings::default())?;
    let (solver, mut out) = (Solver::new(), io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let mut events = match Action::read(&game, &line?) {
            Ok(action) => session.act(action),
            Err(wrong) => return Err(wrong.to_string().into()),
        };
        while let Some(task) = session.task() {
            events.extend(session.take(task.run(&solver, &Effort::unlimited())));
        }
        for event in events {
            writeln!(out, "{}", serde_json::to_string(&event.written(&game))?)?;
        }
    }
    Ok(())
}
