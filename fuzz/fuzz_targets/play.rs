//! Any sequence of moves, undos, redos and resignations leaves a match that makes sense.
#![no_main]

use lastbite::{Chomp, Match, Player, Square};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, u8, u8, u8, Vec<(u8, u8, u8)>)| {
    let (rows, cols, row, col, acts) = input;
    let Ok(bar) = Chomp::new(rows, cols).and_then(|bar| bar.with_poison((row, col))) else { return };
    let mut game = Match::new(bar, [Player::human("a"), Player::human("b")]);
    for (act, row, col) in acts {
        let before = game.history().len();
        match act % 8 {
            0 => {
                let resigned =
                    game.verdict().is_some_and(|verdict| verdict.ending == lastbite::Ending::Resigned);
                assert_eq!(game.undo(), resigned || before > 0);
            }
            1 => {
                game.redo();
            }
            2 => game.resign(game.to_move()),
            _ => {
                let over = game.verdict().is_some();
                let played = game.play(Square::new(row, col));
                assert!(!(over && played.is_ok()), "nobody moves when the match is over");
                assert_eq!(game.history().len(), before + usize::from(played.is_ok()));
            }
        }
        let position = game.history().last().map_or(game.start(), |turn| &turn.after);
        assert_eq!(position, game.position());
    }
});
