//! The full screen opened with what somebody has chosen beforehand.

use lastbite::search::Algorithm;
use lastbite::{Level, play::Engine, play::Side};
use lastbite_tui::app::Screen;
use lastbite_tui::choice::{Opponent, Starts};
use lastbite_tui::memory::Place as Keeping;
use lastbite_tui::{App, Opening};

use crate::stage::{LOOK, Player};

#[test]
fn a_game_that_was_chosen_begins_at_once() {
    let mut player = Player::as_usual();
    let opening = Opening {
        game: Some("nim:1,2,4/misere".parse().unwrap()),
        opponent: Some(Level::Easy.into()),
        starts: Some(Starts::Second),
        names: [Some("Ada".to_string()), None],
        seed: Some(7),
        engine: None,
    };
    player.app.open(opening).unwrap();
    assert!(matches!(player.app.screen, Screen::Game));
    let played = player.round().session.played();
    assert_eq!(played.game().to_string(), "nim:1,2,4/misere");
    assert_eq!(played.player(Side::First).level(), Some(Level::Easy));
    assert_eq!(played.player(Side::Second).name(), "Ada");
    assert_eq!(player.round().session.settings().seed, 7);
}

#[test]
fn without_a_game_the_start_screen_asks() {
    let mut player = Player::as_usual();
    player.app.open(Opening { opponent: Some(Opponent::Strong), ..Opening::default() }).unwrap();
    assert!(matches!(player.app.screen, Screen::Start(_)));
    assert!(player.screen().contains("the computer, strong"));
}

#[test]
fn an_engine_that_was_chosen_shows_its_nodes() {
    let mut player = Player::as_usual();
    let engine = Some(Engine::Search(Algorithm::AlphaBeta));
    let game = Some("chomp:3x4".parse().unwrap());
    player.app.open(Opening { game, engine, ..Opening::default() }).unwrap();
    player.bite(3, 4);
    assert!(player.screen().contains("nodes    time"), "{}", player.screen());
    // Where there is no room for both, the nodes stay.
    let game = Some("nim:3,4,5".parse().unwrap());
    player.app.open(Opening { game, engine, ..Opening::default() }).unwrap();
    player.bite(3, 5);
    assert!(player.screen().contains("move      nodes\n"), "{}", player.screen());
}

#[test]
fn a_game_that_is_too_large_is_refused_in_a_sentence() {
    let mut player = Player::as_usual();
    for game in ["chomp:1000x1000", "nim:1000000"] {
        let why = player.app.open(Opening { game: Some(game.parse().unwrap()), ..Opening::default() });
        assert!(why.unwrap_err().contains("as in"));
        assert!(matches!(player.app.screen, Screen::Start(_)));
    }
}

#[test]
fn what_the_command_line_chose_is_not_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.json");
    let open = || App::new(LOOK, (80, 24), Keeping::file(file.clone()), 1);
    let mut app = open();
    app.memory.choice.opponent = Opponent::Strong;
    app.memory.choice.names[0] = "Ada".to_string();
    app.remember();
    let mut app = open();
    let opening = Opening {
        game: Some("nim:1,2,4".parse().unwrap()),
        opponent: Some(Opponent::Easy),
        starts: Some(Starts::Second),
        names: [Some("Guest of today".to_string()), None],
        ..Opening::default()
    };
    app.open(opening).unwrap();
    let again = open().memory.choice;
    assert_eq!((again.opponent, again.starts), (Opponent::Strong, Starts::First));
    assert_eq!(
        (again.names[0].as_str(), again.game().unwrap().to_string()),
        ("Ada", "chomp:4x7".to_string())
    );
    // What is changed on the start screen afterwards is.
    app.memory.choice.opponent = Opponent::Perfect;
    app.begin();
    let again = open().memory.choice;
    assert_eq!((again.opponent, again.names[0].as_str()), (Opponent::Perfect, "Ada"));
}
