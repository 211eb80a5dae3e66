//! Every kind of game from the start screen to its end, as the library describes it.

use crossterm::event::KeyCode;
use lastbite::AnyGame;
use lastbite::description::Described;
use lastbite_tui::app::Screen;
use lastbite_tui::{Action, Depth};

use crate::stage::Player;

#[test]
fn every_kind_of_game_is_chosen_played_to_its_end_and_reviewed() {
    for (number, kind) in AnyGame::kinds().into_iter().enumerate() {
        let mut player = Player::new();
        (0..number).for_each(|_| player.key(KeyCode::Right));
        assert!(player.screen().contains(kind.title), "{}", player.screen());
        player.enter();
        assert_eq!(player.round().game().description().name, kind.name);
        // Explained, the winning move is named anyway; so the hints come without.
        player.keys("aee");
        while !player.round().is_over() {
            divider_is_whole(&player.screen());
            player.keys("h");
            let asked = player.words();
            assert!(
                asked.contains("There is a winning") || asked.contains("wins here"),
                "{}",
                player.screen()
            );
            player.keys("hhh");
            assert!(player.round().hinted().is_some(), "{}", player.screen());
            player.enter();
        }
        assert_eq!(player.app.score.won.iter().sum::<u32>(), 1);
        divider_is_whole(&player.screen());
        player.enter();
        assert!(matches!(player.app.screen, Screen::Review));
        player.key(KeyCode::Right);
        assert!(player.screen().contains("Move 1 of"), "{}", player.screen());
    }
}

/// Nothing of the board is written over the line beside it.
fn divider_is_whole(screen: &str) {
    let place = |line: &str, sign: char| line.chars().position(|other| other == sign);
    let mut lines = screen.lines();
    let Some(at) = lines.find_map(|line| place(line, '┬')) else { return };
    for line in lines.take_while(|line| place(line, '┴').is_none()) {
        assert_eq!(line.chars().nth(at), Some('│'), "{line}\n{screen}");
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
            assert!(player.words().contains(parameter.accepted), "{}", player.screen());
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

#[test]
fn all_sticks_of_the_usual_heap_are_drawn() {
    let player = Player::at("subtract:1,2,3:21");
    assert!(player.screen().contains(&"●".repeat(20)), "{}", player.screen());
    assert!(!player.screen().contains('◀') && !player.screen().contains('▶'), "{}", player.screen());
}

#[test]
fn a_list_of_moves_leaves_the_words_beside_the_board_alone() {
    let mut player = Player::at("kayles:7");
    (0..6).for_each(|_| player.key(KeyCode::Right));
    player.enter();
    assert!(player.screen().contains("Which move?"), "{}", player.screen());
    divider_is_whole(&player.screen());
}
