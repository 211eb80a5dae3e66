//! Every kind of game from the start screen to its end, as the library describes it.

use std::path::Path;

use crossterm::event::KeyCode;
use lastbite::AnyGame;
use lastbite::description::Described;
use lastbite_tui::app::Screen;
use lastbite_tui::{Action, Depth};

use crate::stage::Player;

/// The full screen draws what games describe: outside of tests, no file of it names a game.
#[test]
fn no_source_names_a_game() {
    let names: Vec<&str> = AnyGame::kinds().iter().map(|kind| kind.name).collect();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap().to_lowercase();
            let code = text.split("#[cfg(test)]").next().unwrap();
            let code = code.lines().filter(|line| !line.trim_start().starts_with("///"));
            for line in code {
                let named =
                    line.split(|letter: char| !letter.is_alphanumeric()).any(|word| names.contains(&word));
                assert!(!named, "{}: {line}", path.display());
            }
            files += 1;
        }
    }
    assert!(files > 20, "{files}");
}

#[test]
fn every_kind_of_game_is_chosen_played_to_its_end_and_reviewed() {
    for (number, kind) in AnyGame::kinds().into_iter().enumerate() {
        let mut player = Player::new();
        (0..number).for_each(|_| player.key(KeyCode::Right));
        assert!(player.screen().contains(kind.title), "{}", player.screen());
        player.enter();
        assert_eq!(player.round().game().description().name, kind.name);
        player.keys("ae");
        while !player.round().is_over() {
            player.keys("h");
            let asked = player.words();
            assert!(asked.contains("winning move") || asked.contains("No move wins"), "{}", player.screen());
            player.keys("h");
            assert!(player.round().hinted().is_some(), "{}", player.screen());
            player.enter();
        }
        assert_eq!(player.app.score.won.iter().sum::<u32>(), 1);
        player.enter();
        assert!(matches!(player.app.screen, Screen::Review));
        player.key(KeyCode::Right);
        assert!(player.screen().contains("Move 1 of"), "{}", player.screen());
    }
}

#[test]
fn every_value_that_can_be_gone_through_is_shown_and_played() {
    for number in 0..AnyGame::kinds().len() {
        let mut player = Player::new();
        player.app.update(Action::Resize(40, 20));
        (0..number).for_each(|_| player.key(KeyCode::Right));
        for (line, parameter) in AnyGame::kinds()[number].parameters.iter().enumerate() {
            player.key(KeyCode::Down);
            assert!(player.screen().contains(parameter.accepted), "{}", player.screen());
            for _ in parameter.values() {
                player.key(KeyCode::Right);
                let value = player.app.memory.choice.values()[line].clone();
                assert!(player.screen().contains(&value), "{value}\n{}", player.screen());
                assert!(player.screen().contains("Enter: play"), "{}", player.screen());
            }
        }
    }
}

#[test]
fn every_kind_is_drawn_at_every_size_in_every_look() {
    for kind in AnyGame::kinds() {
        for example in kind.examples {
            let mut player = Player::new();
            player.app.memory.choice.choose(&example.parse().unwrap());
            for depth in [Depth::True, Depth::Sixteen, Depth::None] {
                for ascii in [false, true] {
                    (player.app.look.depth, player.app.look.ascii) = (depth, ascii);
                    for (width, height) in [(36, 14), (40, 20), (76, 14), (80, 24), (120, 40), (200, 60)] {
                        player.app.update(Action::Resize(width, height));
                        assert!(!ascii || player.screen().is_ascii(), "{}", player.screen());
                        player.app.update(Action::Enter);
                        assert!(!ascii || player.screen().is_ascii(), "{}", player.screen());
                        player.keys("n");
                    }
                }
            }
        }
    }
}
