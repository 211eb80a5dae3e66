//! Any lines of actions leave a session that makes sense: moves follow on each other, and undo leads back to
//! the start.
#![no_main]

use lastbite::{
    Action, AnyGame, Effort, Game, Level, Player, Session, Settings, Solver, Standing, play::Side,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut lines = text.lines();
    let Some(Ok(game)) = lines.next().map(str::parse::<AnyGame>) else { return };
    let start = Standing::start(game.clone());
    if start.size() > 60 {
        return;
    }
    let players = [Player::human("a"), Player::computer("b", Level::Easy)];
    let Ok(mut session) = Session::new(start, players, Settings::default()) else { return };
    let (solver, effort) = (Solver::new(), Effort::unlimited().nodes(2000).threads(1));
    for line in lines.take(40) {
        if let Ok(action) = Action::read(&game, line) {
            session.act(action);
        }
        if line.ends_with(' ')
            && let Some(task) = session.task()
        {
            let thought = task.run(&solver, &effort);
            session.take(thought);
        }
        let played = session.played();
        let mut here = played.start().position().clone();
        for (turn, n) in played.history().iter().zip(0..) {
            assert_eq!((turn.side, &turn.before), (Side::BOTH[n % 2], &here));
            here = game.play_unchecked(&here, &turn.mv);
            assert_eq!(turn.after, here);
        }
        assert_eq!(played.position(), &here);
    }
});
