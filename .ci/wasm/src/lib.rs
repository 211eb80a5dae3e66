//! One solve and one session, for Node to run.

use lastbite::{Action, Chomp, Effort, Level, Outcome, Player, Record, Session, Settings, Solver, Standing};

/// Solves a bar and counts its lost positions; 0 where it cannot.
#[unsafe(no_mangle)]
pub extern "C" fn lost_positions(rows: u32, cols: u32) -> u64 {
    let solve = || Solver::<Chomp>::new().bars().solved(&Chomp::new(rows, cols).ok()?, &Effort::unlimited()).ok();
    solve().map_or(0, |solved| solved.lost_count())
}

/// Plays a bar through, a perfect computer against one that slips; returns how many moves it took.
#[unsafe(no_mangle)]
pub extern "C" fn moves_of_a_session(rows: u32, cols: u32) -> u64 {
    let players = [Player::human("Ada"), Player::computer("HAL", Level::Perfect)];
    let Ok(bar) = Chomp::new(rows, cols) else { return 0 };
    let Ok(mut session) = Session::new(Standing::start(bar), players, Settings::default()) else { return 0 };
    let solver = Solver::new();
    while session.played().verdict().is_none() {
        if let Some(task) = session.task() {
            session.take(task.run(&solver, &Effort::unlimited()));
        } else if let Some(bite) = session.played().standing().stalling_move() {
            session.act(Action::Play(bite));
        }
    }
    let again = Record::from_json(&Record::of(&session).to_json()).and_then(|record| record.session::<Chomp>(Settings::default()));
    match again {
        Ok(again) => again.played().history().len() as u64,
        Err(_) => 0,
    }
}

/// Says how many plies a whole bar lasts.
#[unsafe(no_mangle)]
pub extern "C" fn distance(rows: u32, cols: u32) -> u32 {
    let Ok(bar) = Chomp::new(rows, cols) else { return 0 };
    match Solver::new().analyse(&Standing::start(bar), &Effort::unlimited()) {
        Ok(analysis) if analysis.outcome == Outcome::Win => analysis.distance.unwrap_or(0),
        _ => 0,
    }
}
