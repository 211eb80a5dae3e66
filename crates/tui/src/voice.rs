//! How people and moves are spoken of: "you", "the computer", "Ada"; a bite, a take.

use lastbite::{AnyGame, Match, Player, Side};

use crate::app::App;

/// What a person is called who has given no name.
pub const NOBODY: &str = "You";

/// Returns what a player is called inside a sentence.
#[must_use]
pub fn called(played: &Match<AnyGame>, side: Side) -> String {
    let player = played.player(side);
    match (player.is_computer(), is_you(player)) {
        (true, _) if player.name() == "Computer" => "the computer".to_string(),
        (false, true) => "you".to_string(),
        _ => player.name().to_string(),
    }
}

/// Returns whose a thing is, inside a sentence; against the computer a person is always "you".
#[must_use]
pub fn whose(played: &Match<AnyGame>, side: Side) -> String {
    let (player, other) = (played.player(side), played.player(side.other()));
    if !player.is_computer() && (other.is_computer() || is_you(player)) {
        return "your".to_string();
    }
    format!("{}'s", called(played, side))
}

/// Says whether a player is spoken to as "you".
#[must_use]
pub fn is_you(player: &Player) -> bool {
    !player.is_computer() && player.name() == NOBODY
}

/// Returns a verb as it follows a name: "you win", "Ada wins".
#[must_use]
pub fn wins(played: &Match<AnyGame>, side: Side) -> String {
    let verb = if is_you(played.player(side)) { "win" } else { "wins" };
    format!("{} {verb}", called(played, side))
}

/// Returns the words for a move of this game, with and without its article.
#[must_use]
pub fn a_move(game: &AnyGame) -> (&'static str, &'static str) {
    match game {
        AnyGame::Chomp(_) => ("a bite", "bite"),
        AnyGame::Nim(_) => ("a take", "take"),
        _ => ("a move", "move"),
    }
}

/// Returns the rule in one line, a short one where the screen is narrow.
#[must_use]
pub fn rule(game: &AnyGame, app: &App) -> String {
    let ascii = app.look.ascii;
    if app.size.0 < 76 {
        return match game {
            AnyGame::Nim(nim) if nim.is_misere() => "Take from a heap; the last stone loses.",
            AnyGame::Nim(_) => "Take from a heap; the last stone wins.",
            _ if ascii => "Bite a square; whoever eats P loses.",
            _ => "Bite a square; whoever eats ☠ loses.",
        }
        .to_string();
    }
    match game {
        AnyGame::Chomp(_) => {
            let poison = if ascii { "P" } else { "☠" };
            format!("Bite a square: all below and right of it goes too. Whoever eats {poison} loses.")
        }
        AnyGame::Nim(nim) => {
            let last = if nim.is_misere() { "loses" } else { "wins" };
            format!("Take any number of stones from one heap. Whoever takes the last stone {last}.")
        }
        other => lastbite::Words::rule(other).replace('\n', " "),
    }
}

/// Returns the name of a game as a title has it: `Chomp 4x7`.
#[must_use]
pub fn title(game: &AnyGame, ascii: bool) -> String {
    match game {
        AnyGame::Chomp(bar) => {
            let poison = bar.poison();
            let elsewhere = if bar.is_classic() { String::new() } else { format!(", poison on {poison}") };
            format!("Chomp {}x{}{elsewhere}", bar.rows(), bar.cols())
        }
        AnyGame::Nim(nim) => {
            let misere = match (nim.is_misere(), ascii) {
                (false, _) => "",
                (true, false) => ", misère",
                (true, true) => ", misere",
            };
            format!("Take-away {}{misere}", lastbite::Game::start(nim))
        }
        other => other.to_string(),
    }
}
