//! Keys and the mouse, the actions they become, and what the state is afterwards.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};
use lastbite::layout::{Direction, Place};
use lastbite::search::Tree;
use lastbite::{AnyGame, Effort, Solver, Standing, Words};
use lastbite_tui::app::{Overlay, Screen};
use lastbite_tui::choice::Opponent;
use lastbite_tui::memory::Place as Keeping;
use lastbite_tui::{Action, App, Depth, Ended, Picture, draw};
use lastbite_work::Dice;

use crate::stage::{LOOK, Player};

#[test]
fn one_key_from_launch_to_a_bar_of_4x7() {
    let mut player = Player::new();
    player.enter();
    assert!(matches!(player.app.screen, Screen::Game));
    assert_eq!(player.round().game().to_string(), "chomp:4x7");
    assert_eq!(player.cursor(), Place::new(4, 7));
    player.key(KeyCode::Up);
    player.key(KeyCode::Left);
    assert_eq!(player.cursor(), Place::new(3, 6));
    player.keys("kL");
    assert_eq!(player.cursor(), Place::new(2, 7));
    player.enter();
    // The computer has answered at once.
    assert_eq!(player.history().len(), 2);
    assert_eq!(player.history()[0], "2,7");
}

#[test]
fn a_game_is_won_by_hints_alone_and_reviewed_and_counted() {
    let mut player = Player::new();
    player.enter();
    while !player.round().is_over() {
        player.keys("h");
        assert!(player.screen().contains("There is a winning move."), "{}", player.screen());
        // The idea, where, and which.
        player.keys("hhh");
        player.enter();
    }
    assert_eq!(player.app.score.won, [1, 0]);
    assert!(player.screen().contains("You win!"));
    player.enter();
    assert!(matches!(player.app.screen, Screen::Review));
    assert!(player.screen().contains("You never gave the win away."), "{}", player.screen());
    player.key(KeyCode::Right);
    assert!(player.screen().contains("Your bite (3,4) kept the win."), "{}", player.screen());
    // Taking the end back takes the point back.
    player.key(KeyCode::Esc);
    player.keys("u");
    assert_eq!(player.app.score.won, [0, 0]);
    player.keys("r");
    assert_eq!(player.app.score.won, [1, 0]);
}

#[test]
fn the_review_says_what_gave_the_win_away() {
    let mut player = Player::new();
    player.enter();
    player.bite(3, 5);
    while !player.round().is_over() {
        player.enter();
    }
    assert_eq!(player.app.score.won, [0, 1]);
    player.keys("v");
    let told = "Your bite (3,5) gave the win away; 3,4 would have kept it.";
    assert!(player.words().contains("1. Your bite (3,5)"), "{}", player.screen());
    assert_eq!(lastbite_tui::screens::review::told(&player.app, player.round(), 0), told);
}

#[test]
fn the_mouse_shows_and_takes() {
    let mut player = Player::new();
    player.enter();
    let grid = lastbite_tui::screens::board_of(&player.app).unwrap();
    let rect = grid.rect(Place::new(3, 4)).unwrap();
    let middle = (rect.x + 2, rect.y + 1);
    player.mouse(MouseEventKind::Moved, middle);
    assert_eq!(player.cursor(), Place::new(3, 4));
    assert!(player.screen().contains("3,4 eats 8 squares."));
    assert_eq!(player.history().len(), 0);
    player.mouse(MouseEventKind::Down(MouseButton::Left), middle);
    assert_eq!(player.history()[0], "3,4");
    // A click next to the board does nothing.
    let moves = player.history().len();
    player.mouse(MouseEventKind::Down(MouseButton::Left), (0, 0));
    assert_eq!(player.history().len(), moves);
}

#[test]
fn analysis_stays_on_from_move_to_move() {
    let mut player = Player::new();
    player.enter();
    player.keys("a");
    assert!(player.screen().contains("[17]"), "{}", player.screen());
    player.bite(4, 7);
    assert!(player.app.showing.analysis);
    assert!(player.screen().contains("[n] wins in n plies"));
    player.keys("g");
    assert!(player.screen().contains("Grundy value"), "{}", player.screen());
    player.keys("g");
    assert!(!player.screen().contains("Grundy"));
    player.keys("e");
    assert!(player.screen().contains("Best play"), "{}", player.screen());
}

#[test]
fn the_history_is_gone_through_and_left() {
    let mut player = Player::new();
    player.enter();
    player.bite(4, 7);
    player.bite(2, 2);
    let now = player.round().position().clone();
    player.keys("<");
    player.key(KeyCode::Left);
    assert_eq!(player.round().walk, Some(player.history().len() - 2));
    assert!(player.screen().contains("After move"));
    // Enter leaves the history and plays nothing.
    let moves = player.history().len();
    player.enter();
    assert_eq!((player.history().len(), player.round().walk), (moves, None));
    assert_eq!(*player.round().position(), now);
    player.keys("u");
    assert_eq!(player.history().len(), moves - 2);
    player.keys("r");
    assert_eq!(player.history().len(), moves);
}

#[test]
fn heaps_are_chosen_typed_and_won() {
    let mut player = Player::new();
    player.key(KeyCode::Right);
    player.key(KeyCode::Down);
    player.keys("1,2,4");
    player.enter();
    assert_eq!(player.round().game().to_string(), "nim:1,2,4");
    player.keys("b");
    assert!(player.screen().contains("exclusive or"), "{}", player.screen());
    while !player.round().is_over() {
        player.keys("hhhh");
        player.enter();
    }
    assert_eq!(player.app.score.won, [1, 0]);
}

#[test]
fn what_cannot_be_played_is_said_before_enter() {
    let mut player = Player::new();
    player.key(KeyCode::Down);
    player.keys("100x3");
    assert!(player.screen().contains("as in 4x7"), "{}", player.screen());
    player.enter();
    assert!(matches!(player.app.screen, Screen::Start(_)));
    player.key(KeyCode::Backspace);
    player.key(KeyCode::Backspace);
    player.key(KeyCode::Backspace);
    player.keys("x9");
    player.enter();
    assert_eq!(player.round().game().to_string(), "chomp:10x9");
}

#[test]
fn quitting_asks_only_while_a_game_is_under_way() {
    let mut player = Player::new();
    player.keys("q");
    assert_eq!(player.app.ended, Some(Ended::Quit));
    let mut player = Player::new();
    player.enter();
    player.bite(4, 7);
    player.keys("q");
    assert!(matches!(player.app.overlay, Some(Overlay::Leave)));
    player.keys("n");
    assert!(player.app.overlay.is_none() && player.app.ended.is_none());
    player.keys("qy");
    assert_eq!(player.app.ended, Some(Ended::Quit));
    let mut player = Player::new();
    player.event(Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
    assert_eq!(player.app.ended, Some(Ended::Interrupted));
}

#[test]
fn a_game_is_saved_and_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.json");
    let mut player = Player::new();
    player.enter();
    player.bite(4, 7);
    let moves = player.history();
    let name = |player: &mut Player| {
        for _ in 0..60 {
            player.key(KeyCode::Backspace);
        }
        player.keys(file.to_str().unwrap());
        player.enter();
    };
    player.keys("s");
    assert!(player.screen().contains("chomp-4x7"), "a name is suggested: {}", player.screen());
    name(&mut player);
    assert!(player.screen().contains("Saved to"), "{}", player.screen());
    // What is there is only replaced when asked for twice.
    player.keys("s");
    name(&mut player);
    assert!(player.screen().contains(" exists. Enter replaces it"), "{}", player.screen());
    player.key(KeyCode::Esc);
    let mut player = Player::new();
    player.keys("o");
    name(&mut player);
    assert_eq!(player.history(), moves);
    std::fs::write(&file, "nonsense").unwrap();
    player.keys("o");
    name(&mut player);
    assert!(player.words().contains("is not a"), "{}", player.screen());
    assert_eq!(player.history(), moves, "the game is still there");
}

#[test]
fn every_step_of_the_lesson_can_be_won_and_lost() {
    let mut player = Player::new();
    player.keys("l");
    for step in 0..lastbite::play::lesson().len() {
        let lesson = |player: &Player| match &player.app.screen {
            Screen::Lesson(lesson) => (lesson.step, lesson.passed, lesson.round.is_over()),
            _ => panic!("not in the lesson"),
        };
        assert_eq!(lesson(&player), (step, false, false));
        player.keys("xy");
        assert!(player.screen().contains("The computer wins this one."));
        player.enter();
        assert_eq!(lesson(&player), (step, false, false), "once more");
        while !lesson(&player).2 {
            player.keys("hhhh");
            player.enter();
        }
        assert!(lesson(&player).1, "step {step}: {}", player.screen());
        assert!(player.screen().contains("You win!"));
        // The question at the end: a wrong answer is told the right one, which is then told why.
        let check = lastbite::play::lesson()[step].check;
        let (wrong, right) = ((check.right + 1) % check.answers.len(), check.right);
        player.keys(&(wrong + 1).to_string());
        assert!(player.words().contains("No:"), "step {step}: {}", player.screen());
        let done = |player: &Player| match &player.app.screen {
            Screen::Lesson(lesson) => lesson.done[step],
            _ => panic!("not in the lesson"),
        };
        assert!(!done(&player), "won, but not understood");
        player.keys(&(right + 1).to_string());
        assert!(player.words().contains("Right."), "step {step}: {}", player.screen());
        assert!(done(&player));
        player.enter();
    }
    assert!(matches!(player.app.screen, Screen::Start(_)));
}

#[test]
fn letters_move_if_somebody_wants_it() {
    let mut player = Player::new();
    player.enter();
    player.keys("y");
    player.keys("hhk");
    assert_eq!(player.cursor(), Place::new(3, 5));
    player.keys("H");
    assert!(player.round().hint.is_some());
}

#[test]
fn the_choice_is_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.json");
    let open = || App::new(LOOK, (80, 24), Keeping::file(file.clone()), 1);
    let mut player = Player { app: open(), solver: Solver::new() };
    player.key(KeyCode::Down);
    player.keys("5x6");
    player.enter();
    player.keys("t");
    let again = open();
    assert_eq!(again.memory.choice.game().unwrap().to_string(), "chomp:5x6");
    assert!(again.look.light);
    std::fs::write(&file, "{{{").unwrap();
    let broken = open();
    assert_eq!(broken.memory.choice.game().unwrap().to_string(), "chomp:4x7");
    assert!(broken.note.unwrap().contains("ignored"));
}

#[test]
fn a_bar_of_99x99_is_scrolled() {
    let mut player = Player::new();
    player.choose("chomp:99x99");
    player.app.memory.choice.opponent = Opponent::Person;
    player.app.update(Action::Enter);
    assert_eq!(player.cursor(), Place::new(99, 99));
    let screen = player.screen();
    assert!(screen.contains(" 99"), "{screen}");
    for _ in 0..12 {
        player.app.update(Action::Leap(Direction::Left));
        player.app.update(Action::Leap(Direction::Up));
    }
    assert_eq!(player.cursor(), Place::new(1, 1));
    assert!(player.screen().contains("☠"), "{}", player.screen());
}

#[test]
fn nothing_that_happens_breaks_it_at_any_size() {
    let keys = "hagemburr<>vnlsoxty?qjkHJKL 0123456789x,.^[]";
    for seed in 0..12 {
        let mut dice = Dice::new(seed);
        let mut player = Player::new();
        player.app.look.ascii = seed % 3 == 0;
        if seed % 4 == 0 {
            player.app.look.depth = Depth::None;
        }
        for _ in 0..400 {
            match dice.below(24) {
                0 => player.app.update(Action::Resize(dice.below(140) as u16 + 1, dice.below(50) as u16 + 1)),
                1 => player.app.update(Action::Tick),
                2 | 3 => player.enter(),
                4 => player.key(KeyCode::Esc),
                5 => player.key(KeyCode::Tab),
                6 => player.key(KeyCode::Backspace),
                7..11 => {
                    player.key([KeyCode::Up, KeyCode::Down, KeyCode::Left, KeyCode::Right][dice.below(4)])
                }
                11 | 12 => {
                    let at = (dice.below(100) as u16, dice.below(40) as u16);
                    player.mouse(MouseEventKind::Moved, at);
                    player.mouse(MouseEventKind::Down(MouseButton::Left), at);
                }
                13 => player.key(KeyCode::PageUp),
                _ => {
                    let letter = keys.as_bytes()[dice.below(keys.len())] as char;
                    // A file is never written by chance.
                    let letter = if letter == 's' { 'a' } else { letter };
                    player.keys(&letter.to_string());
                }
            }
            player.app.ended = None;
            draw(&player.app, &mut Picture::new(player.app.size));
        }
    }
}

#[test]
fn a_resignation_that_is_taken_back_is_taken_back_from_the_score() {
    let mut player = Player::at("chomp:3x4");
    player.bite(3, 4);
    player.keys("xy");
    assert_eq!(player.app.score.won, [0, 1]);
    assert!(player.screen().contains("The computer wins!"), "{}", player.screen());
    player.keys("u");
    assert_eq!(player.app.score.won, [0, 0]);
    assert!(!player.round().is_over());
    player.keys("xx");
    assert_eq!(player.app.score.won, [0, 1]);
}

#[test]
fn the_computer_makes_mistakes_unless_somebody_wants_it_perfect() {
    let mut player = Player::as_usual();
    assert!(player.screen().contains("the computer, medium"), "{}", player.screen());
    player.enter();
    let level = player.round().session.played().player(lastbite::play::Side::Second).level();
    assert_eq!(level, Some(lastbite::Level::Medium));
}

#[test]
fn a_click_between_two_heaps_takes_nothing() {
    let mut player = Player::at("nim:3,4,5");
    let grid = lastbite_tui::screens::board_of(&player.app).unwrap();
    let stone = grid.rect(Place::new(1, 2)).unwrap();
    assert_eq!(stone.height, 4);
    player.mouse(MouseEventKind::Down(MouseButton::Left), (stone.x, stone.bottom() - 1));
    assert_eq!(player.history().len(), 0);
    player.mouse(MouseEventKind::Down(MouseButton::Left), (stone.x, stone.bottom() - 2));
    assert_eq!(player.history()[0], "2 from 1");
}

#[test]
fn nodes_and_times_are_shown_only_to_who_wants_them() {
    let mut player = Player::at("nim:3,4,5");
    player.bite(3, 5);
    let screen = player.screen();
    assert!(!screen.contains("nodes") && !screen.contains("time") && !screen.contains("µs"), "{screen}");
    assert!(screen.contains(" 1 You      1 from heap 3"), "{screen}");
    assert!(screen.contains(" 2 Computer "), "{screen}");
    let record = lastbite::Record::of(&player.round().session);
    player.app.resume(&record).unwrap();
    player.keys("v");
    player.app.update(Action::Resize(120, 40));
    assert!(player.screen().contains("nodes    time"), "{}", player.screen());
}

#[test]
fn the_keys_that_lead_on_are_always_seen() {
    for (width, height) in [(36, 14), (40, 20), (60, 20), (80, 24)] {
        let mut player = Player::new();
        player.app.update(Action::Resize(width, height));
        let last = |player: &Player| player.screen().lines().last().unwrap().to_string();
        assert!(last(&player).ends_with("? keys q quit") || last(&player).ends_with("? keys  q quit"));
        player.enter();
        assert!(last(&player).contains("? keys"), "{}", player.screen());
        assert!(last(&player).contains("q quit"), "{}", player.screen());
        player.keys("l");
        assert!(last(&player).contains("Esc leave") && last(&player).contains("? keys"));
    }
}

#[test]
fn every_key_is_told_whole_on_a_small_screen() {
    let mut player = Player::new();
    player.app.update(Action::Resize(40, 20));
    player.keys("?");
    for (_, _, meaning) in lastbite_tui::command::COMMANDS {
        assert!(player.screen().contains(meaning), "{meaning}\n{}", player.screen());
    }
    assert!(player.screen().contains("y  vi keys"));
}

#[test]
fn a_rule_and_a_hint_are_told_whole_on_a_small_screen() {
    for game in ["nim:3,4,5/misere", "chomp:4x4", "chomp:4x7"] {
        let mut player = Player::at(game);
        player.app.update(Action::Resize(40, 20));
        let rule = lastbite_tui::voice::shown(&player.round().game().short_rule(), player.app.look);
        assert!(player.screen().contains(&rule), "{}", player.screen());
        player.keys("h");
        let hint = player.round().told_hint().unwrap();
        assert!(
            hint.starts_with("There is a winning ") && hint.ends_with("Press h again for more."),
            "{hint}"
        );
        assert!(player.words().contains(&hint), "{hint}\n{}", player.screen());
    }
}

#[test]
fn an_invitation_is_told_whole_on_every_screen() {
    for size in [(36, 14), (40, 20), (80, 24), (120, 40)] {
        let mut player = Player::new();
        player.app.update(Action::Resize(size.0, size.1));
        for kind in lastbite_tui::choice::Choice::kinds() {
            let words = player.words();
            assert!(words.contains(kind.invitation), "{size:?}\n{}", player.screen());
            player.key(KeyCode::Right);
        }
    }
}

#[test]
fn a_screen_of_any_size_is_drawn() {
    for size in [(u16::MAX, u16::MAX), (9999, 9999), (u16::MAX, 1), (1, u16::MAX), (0, 0)] {
        let mut player = Player::new();
        player.enter();
        player.app.update(Action::Resize(size.0, size.1));
        assert!(player.app.size.0 <= 600 && player.app.size.1 <= 300);
        player.keys("a");
        let _ = player.screen();
        // The mouse may be where nothing is drawn.
        player.mouse(
            MouseEventKind::Down(MouseButton::Left),
            (size.0.saturating_sub(1), size.1.saturating_sub(1)),
        );
    }
}

#[test]
fn a_figure_is_shown_where_there_is_one() {
    let mut player = Player::at("nim:3,4,5");
    player.keys("b");
    assert!(player.screen().contains("exclusive or: 2"), "{}", player.screen());
    let mut player = Player::at("chomp:3x4");
    player.keys("b");
    assert!(player.screen().contains("There is no figure"), "{}", player.screen());
}

#[test]
fn everybody_is_spoken_of_in_good_grammar() {
    let mut player = Player::at("chomp:2x2");
    player.keys("e");
    assert!(player.words().contains("You can win"), "{}", player.screen());
    player.bite(1, 2);
    let said = player.screen();
    assert!(said.contains("The computer wins!") && said.contains("│ is your turn.\n"), "{said}");
    let mut player = Player::new();
    player.choose("chomp:2x2");
    player.app.memory.choice.opponent = Opponent::Person;
    player.app.memory.choice.names = ["Ada".to_string(), "Bob".to_string()];
    player.enter();
    assert!(player.screen().contains("Ada's turn"));
    player.keys("e");
    player.bite(2, 2);
    assert!(player.screen().contains("Bob loses in at most 2 plies"), "{}", player.screen());
    player.keys("xy");
    let said = player.screen();
    assert!(said.contains("Ada wins!") && said.contains("Bob resigned."), "{said}");
}

#[test]
fn the_cursor_never_comes_to_rest_on_what_loses_while_another_piece_is_left() {
    let game: lastbite::AnyGame = "chomp:2x2".parse().unwrap();
    let people = ["Ada", "Bob"].map(lastbite::Player::human);
    let start = lastbite::Standing::start(game.clone());
    let session = lastbite::Session::new(start, people, lastbite::Settings::default()).unwrap();
    let mut round = lastbite_tui::round::Round::new(session);
    for bite in ["2,2", "2,1"] {
        round.cursor = Place::new(2, 1);
        round.act(lastbite::Action::Play(lastbite::Game::read_move(&game, bite).unwrap()));
    }
    assert_eq!(round.cursor, Place::new(1, 2), "1,1 is poison, and 1,2 is left");
}

#[test]
fn an_unfinished_record_is_replayed_from_its_beginning_and_resumed_at_its_end() {
    let mut player = Player::at("nim:3,4,5");
    player.bite(3, 5);
    let record = lastbite::Record::of(&player.round().session);
    player.app.replay(&record).unwrap();
    assert!(matches!(player.app.screen, Screen::Review));
    assert_eq!(player.round().shown_moves(), 0);
    player.app.resume(&record).unwrap();
    assert!(matches!(player.app.screen, Screen::Game));
    assert_eq!(player.round().shown_moves(), player.history().len());
}

#[test]
fn giving_up_is_asked_about_once() {
    let mut player = Player::at("chomp:3x4");
    player.bite(3, 4);
    player.keys("x");
    assert!(player.screen().contains("Give up?"), "{}", player.screen());
    player.keys("n");
    assert!(!player.round().is_over() && player.app.overlay.is_none());
    player.keys("xy");
    assert!(player.round().is_over());
}

#[test]
fn a_move_can_be_typed() {
    let mut player = Player::at("chomp:4x7");
    player.bite(4, 7);
    let moves = player.history().len();
    player.keys("2,");
    assert_eq!(player.round().walk, None, "a comma does not go back in the history");
    player.keys("2");
    assert!(player.screen().contains("Bite (row,column)? 2,2"), "{}", player.screen());
    assert_eq!(player.cursor(), Place::new(2, 2), "what it would take is shown");
    player.key(KeyCode::Esc);
    assert_eq!(player.history().len(), moves, "nothing is played yet");
    player.keys("2,2");
    player.enter();
    assert_eq!(player.history()[moves], "2,2");
    // What cannot be read is said, and nothing happens.
    let moves = player.history().len();
    player.keys("2x");
    player.enter();
    assert!(player.words().contains("with a comma between"), "{}", player.screen());
    assert_eq!(player.history().len(), moves);
    let mut player = Player::at("nim:3,4,5");
    player.keys("2 from 1");
    player.enter();
    assert_eq!(player.history()[0], "2 from 1");
    player.keys(",.");
    assert_eq!(player.round().walk, None);
}

#[test]
fn what_is_typed_can_be_cleared() {
    let clear = |player: &mut Player| {
        player.event(Event::Key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL)));
    };
    let mut player = Player::at("chomp:4x7");
    player.bite(4, 7);
    let text = |player: &Player| match &player.app.overlay {
        Some(Overlay::Ask(ask)) => ask.text.clone(),
        _ => panic!("no file is asked for"),
    };
    player.keys("s");
    clear(&mut player);
    assert_eq!(text(&player), "");
    player.keys("a.json");
    assert_eq!(text(&player), "a.json");
    player.key(KeyCode::Esc);
    // The first letter replaces what is suggested.
    player.keys("sb");
    assert_eq!(text(&player), "b");
    let mut player = Player::new();
    player.key(KeyCode::Down);
    player.keys("12");
    clear(&mut player);
    player.keys("3x5");
    player.enter();
    assert_eq!(player.round().game().to_string(), "chomp:3x5");
}

#[test]
fn letters_that_are_typed_into_a_field_are_no_commands() {
    let mut player = Player::new();
    player.key(KeyCode::Down);
    player.keys("4 by 7 columns, quick");
    assert!(matches!(player.app.screen, Screen::Start(_)) && player.app.ended.is_none());
    assert!(player.app.overlay.is_none());
    assert!(!player.screen().contains("chomp:"), "{}", player.screen());
    // In a field that nothing was typed into, they are.
    player.key(KeyCode::Down);
    player.key(KeyCode::Up);
    player.keys("?");
    assert!(matches!(player.app.overlay, Some(Overlay::Keys)));
}

#[test]
fn who_would_win_is_told_only_to_who_asks() {
    let mut player = Player::at("chomp:4x7");
    player.app.update(Action::Resize(120, 40));
    player.bite(4, 7);
    assert!(!player.screen().contains("moves left"), "{}", player.screen());
    player.keys("a");
    assert!(player.screen().contains("moves left"), "{}", player.screen());
    player.keys("axy");
    assert!(player.screen().contains("moves left"), "it is over: {}", player.screen());
}

#[test]
fn an_explanation_and_a_hint_are_not_said_twice() {
    let mut player = Player::at("chomp:4x7");
    player.app.update(Action::Resize(120, 40));
    player.keys("ehh");
    assert_eq!(player.words().matches("Biting 3,4 wins").count(), 1, "{}", player.screen());
}

#[test]
fn a_lesson_keeps_its_task_and_all_of_it_can_be_read() {
    for size in [(36, 14), (40, 20), (60, 20), (80, 24), (200, 60)] {
        let mut player = Player::new();
        player.app.update(Action::Resize(size.0, size.1));
        player.keys("l");
        for step in lastbite::play::lesson() {
            // Beside the board, other words are between these.
            let beside = size.0 >= 76;
            let last = step.task.split(' ').next_back().unwrap();
            let shown = player.words().contains(if beside { last } else { step.task });
            assert!(shown, "{size:?} {}\n{}", step.title, player.screen());
            player.keys("m");
            let words = player.words();
            let text = lastbite_tui::voice::shown(step.text, player.app.look);
            assert!(words.contains(&text) && words.contains(step.task), "{size:?}\n{}", player.screen());
            player.key(KeyCode::Esc);
            player.keys(">");
        }
    }
}

#[test]
fn an_explanation_that_is_cut_can_be_read() {
    for size in [(36, 14), (40, 20)] {
        let mut player = Player::at("nim:3,4,5");
        player.app.update(Action::Resize(size.0, size.1));
        player.keys("eb");
        assert!(player.screen().contains("m: read all of it"), "{}", player.screen());
        player.keys("m");
        // Page by page, to the end.
        let mut read = String::new();
        while player.app.overlay.is_some() {
            let page = player.words();
            let end = page.rfind("Any key").expect("the last line says how to go on");
            read += &page[..end];
            player.keys("m");
        }
        let whole = lastbite_tui::screens::game::explanation(&player.app, player.round()).unwrap();
        let whole = whole.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(read.contains(&whole) && read.contains("exclusive or: 2"), "{whole}\n{read}");
    }
}

#[test]
fn a_player_with_a_name_is_called_by_it_in_the_review() {
    let mut player = Player::new();
    player.choose("chomp:4x7");
    player.app.memory.choice.names[0] = "Ada".to_string();
    player.enter();
    player.bite(3, 4);
    player.keys("xyv");
    player.key(KeyCode::Right);
    assert!(player.words().contains("Ada's bite (3,4) kept the win."), "{}", player.screen());
}

#[test]
fn the_cursor_walks_from_layer_to_layer_and_along_an_order() {
    let mut player = Player::at("chomp:2x2x2");
    assert_eq!(player.cursor(), Place::new(4, 2), "the last cube takes least");
    player.key(KeyCode::Left);
    player.key(KeyCode::Left);
    assert_eq!(player.cursor(), Place::new(2, 2), "the layer before");
    let mut player = Player::at("divisors:12");
    assert!(player.words().contains("12 takes 1 divisor"), "{}", player.words());
    player.key(KeyCode::Down);
    player.key(KeyCode::Down);
    player.key(KeyCode::Down);
    assert!(player.words().contains("loses at once"), "1 is the poison: {}", player.words());
    player.key(KeyCode::Up);
    assert!(player.words().contains("Next above: "), "{}", player.words());
}

#[test]
fn a_click_takes_an_element_of_an_order() {
    let mut player = Player::at("divisors:12");
    let row = player.screen().lines().position(|line| line.contains(" 6 ")).unwrap();
    let line = player.screen().lines().nth(row).unwrap().to_string();
    let column = line.split(" 6 ").next().unwrap().chars().count() + 1;
    player.mouse(MouseEventKind::Down(MouseButton::Left), (column as u16, row as u16));
    assert_eq!(player.history()[0], "6");
}

#[test]
fn one_of_several_moves_is_chosen_from_a_list() {
    let mut player = Player::at("kayles:5");
    player.point(1, 2);
    player.enter();
    assert!(matches!(player.app.overlay, Some(Overlay::Moves(_))), "{}", player.screen());
    player.key(KeyCode::Esc);
    assert!(player.app.overlay.is_none() && player.history().is_empty());
    player.enter();
    player.key(KeyCode::Down);
    player.enter();
    let pins = player.round().layout().pieces.len();
    let first = player.history()[0].clone();
    assert!(first.starts_with("2 from 1"), "{first} of {pins}");
    player.keys("u");
    player.point(1, 2);
    player.enter();
    player.keys("1");
    assert!(player.history()[0].starts_with("1 from 1"), "{:?}", player.history());
}

#[test]
fn the_question_at_the_end_is_seen_and_answered_in_every_window() {
    for size in [(36, 14), (40, 20), (80, 24)] {
        let mut player = Player::new();
        player.app.update(Action::Resize(size.0, size.1));
        player.keys("l");
        for step in lastbite::play::lesson() {
            while !player.round().is_over() {
                player.keys("hhhh");
                player.enter();
            }
            let check = step.check;
            let asked = |words: &str| {
                words.contains(check.question) && check.answers.iter().all(|answer| words.contains(answer))
            };
            // Beside the board, the words of both are mixed: there it is enough that the last answer is there.
            let last = format!("{}: {}", check.answers.len(), check.answers[check.answers.len() - 1]);
            let last = last.split(' ').next_back().unwrap().to_string();
            let beside = size.0 >= 76 && player.words().contains(&last);
            if !beside && !asked(&player.words()) {
                assert!(player.words().contains("m: a question"), "{size:?}\n{}", player.screen());
                player.keys("m");
                // Page by page, to the end, and to the first one again.
                let mut read = String::new();
                while player.app.overlay.is_some() {
                    let page = player.words();
                    read += &page[..page.rfind("Any").expect("the last line says how to go on")];
                    player.key(KeyCode::Down);
                }
                assert!(asked(&read), "{size:?} {}\n{read}", step.title);
                player.keys("m");
            }
            player.keys(&((check.right + 1) % check.answers.len() + 1).to_string());
            assert!(player.words().contains("No"), "{size:?}\n{}", player.screen());
            player.keys(&(check.right + 1).to_string());
            assert!(player.words().contains("Right."), "{size:?}\n{}", player.screen());
            if player.app.overlay.is_some() {
                player.key(KeyCode::Esc);
                assert!(player.words().contains("Right."), "{size:?}\n{}", player.screen());
            }
            player.enter();
        }
        assert!(matches!(player.app.screen, Screen::Start(_)), "{size:?}");
    }
}

#[test]
fn the_figure_of_a_step_is_whole() {
    let mut seen = 0;
    let mut player = Player::new();
    player.keys("l");
    for step in lastbite::play::lesson() {
        for _ in 0..4 {
            // What is over is told in words.
            if player.round().is_over() {
                break;
            }
            if let Some(figure) = player.round().game().figure(player.round().position()) {
                let shown = player.screen();
                // A line may go on below itself, but no part of it is cut.
                for part in figure.lines().flat_map(|line| line.trim().split("  ")) {
                    let words: Vec<&str> = part.split(' ').filter(|word| !word.is_empty()).collect();
                    let whole = words.iter().all(|word| shown.contains(word));
                    assert!(whole, "{}: {part}\n{shown}", step.title);
                }
                seen += 1;
            }
            player.keys("hh");
            player.enter();
        }
        player.keys(">");
    }
    assert!(seen > 10, "{seen} figures");
}

#[test]
fn a_step_that_speaks_of_a_search_shows_it() {
    for size in [(36, 14), (80, 24)] {
        let mut player = Player::new();
        player.app.update(Action::Resize(size.0, size.1));
        player.keys("l");
        for step in lastbite::play::lesson() {
            if let Some(search) = step.watch {
                let game: AnyGame = step.game.parse().unwrap();
                let standing = Standing::read(game, step.position).unwrap();
                let tree = Tree::grow(&standing, search, &Effort::unlimited()).unwrap();
                let (nodes, steps) = (tree.searched().nodes, tree.steps().len());
                player.keys("w");
                let at =
                    |entered: u64, step: usize| format!("{entered} of {nodes} nodes, step {step} of {steps}");
                assert!(player.words().contains(&at(0, 0)), "{}", player.screen());
                assert!(player.words().contains("Press → for the first step."), "{}", player.screen());
                player.key(KeyCode::Right);
                assert!(player.words().contains(&at(1, 1)), "{}", player.screen());
                assert!(player.words().contains("1. Visit node 1:"), "{}", player.screen());
                player.key(KeyCode::Left);
                assert!(player.words().contains(&at(0, 0)), "{}", player.screen());
                player.key(KeyCode::End);
                assert!(player.words().contains(&at(nodes, steps)), "{}", player.screen());
                assert!(player.words().contains("MAX, who moves first, wins"), "{}", player.screen());
                player.key(KeyCode::Home);
                player.key(KeyCode::Tab);
                assert!(!player.words().contains(&format!("Watch {search} ")), "{}", player.screen());
                player.key(KeyCode::Esc);
                assert!(matches!(player.app.screen, Screen::Lesson(_)) && player.app.overlay.is_none());
            }
            player.keys(">");
        }
    }
    // A square and a position are written alike, so the list says what each is, and the board is beside it.
    let mut player = Player::at("chomp:2x2");
    player.keys("w");
    assert!(player.screen().contains("P■"), "{}", player.screen());
    (0..2).for_each(|_| player.key(KeyCode::Right));
    assert!(player.words().contains("2,2 is left MAX"), "{}", player.screen());
    assert!(player.words().contains("1,2 leaves 1,1 MIN"), "{}", player.screen());
    assert!(player.screen().contains("P·") && !player.screen().contains("P■"), "{}", player.screen());
    // What nobody would follow is refused in a sentence.
    let mut player = Player::at("chomp:4x7");
    player.keys("w");
    assert!(player.words().contains("too many nodes"), "{}", player.screen());
}

#[test]
fn what_was_learned_is_kept_on_the_device_and_the_course_goes_on_there() {
    let folder = tempfile::tempdir().unwrap();
    let place = || lastbite_tui::memory::Place::file(folder.path().join("settings.json"));
    let open = || lastbite_tui::App::new(Player::new().app.look, (80, 24), place(), 1);
    let mut player = Player { app: open(), ..Player::new() };
    player.keys("l");
    assert!(player.screen().contains("step 1 of"), "{}", player.screen());
    // Won with two hints, and its question answered.
    let check = lastbite::play::lesson()[0].check.right + 1;
    for _ in 0..12 {
        if player.screen().contains("You win!") {
            break;
        }
        player.keys("hhhh");
        player.enter();
    }
    assert!(player.screen().contains("You win!"), "{}", player.screen());
    player.keys(&check.to_string());
    let mut later = Player { app: open(), ..Player::new() };
    later.keys("l");
    assert!(later.screen().contains("step 2 of"), "{}", later.screen());
    assert!(later.screen().contains("●◉"), "{}", later.screen());
}

#[test]
fn answers_are_hidden_in_a_new_game_and_in_the_course() {
    let mut player = Player::at("nim:3,4,5");
    player.keys("a");
    assert!(player.app.showing.analysis);
    player.keys("n");
    player.enter();
    assert!(!player.app.showing.analysis);
    player.keys("gel");
    assert_eq!(player.app.showing, lastbite_tui::round::Showing::default());
    player.keys("a>");
    assert!(!player.app.showing.analysis, "the next step begins without answers");
}

#[test]
fn the_line_of_keys_can_be_clicked() {
    let mut player = Player::at("nim:3,4,5");
    let screen = player.screen();
    let line = screen.lines().last().unwrap();
    let at = |word: &str| line.find(word).map(|bytes| line[..bytes].chars().count() as u16).unwrap();
    player.app.update(Action::Click(at("hint") + 1, 23));
    assert!(player.round().told_hint().is_some(), "{line}");
    player.app.update(Action::Click(at("undo"), 23));
    player.app.update(Action::Click(at("quit"), 23));
    assert!(player.app.ended.is_some() || player.app.overlay.is_some(), "{line}");
}

#[test]
fn the_arrow_that_points_back_leads_back() {
    let mut player = Player::new();
    let values = |player: &Player| player.app.memory.choice.values().to_vec();
    let first = values(&player);
    let arrow = |player: &mut Player, sign: char| {
        let screen = player.screen();
        let (y, line) = screen.lines().enumerate().find(|(_, line)| line.contains(sign)).unwrap();
        (line.chars().position(|c| c == sign).unwrap() as u16, y as u16)
    };
    player.app.update(Action::Go(lastbite::layout::Direction::Down));
    let (x, y) = arrow(&mut player, '◂');
    player.app.update(Action::Click(x, y));
    let back = values(&player);
    assert_ne!(back, first);
    // The other arrow leads on again.
    let (_, y) = arrow(&mut player, '◂');
    player.app.update(Action::Click(25, y));
    assert_eq!(values(&player), first);
}

#[test]
fn the_poison_is_asked_about_once() {
    let mut player = Player::at("chomp:3x4");
    player.app.update(Action::Leap(lastbite::layout::Direction::Left));
    player.app.update(Action::Leap(lastbite::layout::Direction::Up));
    player.enter();
    assert!(!player.round().is_over() && player.screen().contains("loses at once!"), "{}", player.screen());
    player.app.update(Action::Escape);
    assert!(!player.round().is_over() && !player.screen().contains("loses at once!"));
    player.enter();
    player.keys("y");
    assert!(player.round().is_over());
}

#[test]
fn the_puzzle_of_the_day_is_tried_once_and_the_streak_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let place = || lastbite_tui::memory::Place::file(folder.path().join("settings.json"));
    let open = || lastbite_tui::App::new(Player::new().app.look, (80, 24), place(), 1);
    for (day, gives_hint, streak) in [(20_000, true, 1), (20_001, true, 2), (20_002, false, 0)] {
        let mut player = Player { app: open(), ..Player::new() };
        player.app.day = day;
        player.keys("p");
        assert!(player.words().contains("The puzzle of the day"), "{}", player.screen());
        if gives_hint {
            player.keys("hhhh");
            player.enter();
        } else {
            let solver = player.solver.clone();
            let start = player.round().standing();
            let analysis = solver.analyse(&start, &lastbite::Effort::unlimited()).unwrap();
            let loses = analysis.moves.last().unwrap().mv.clone();
            player.app.shown_round_mut().unwrap().act(lastbite::Action::Play(loses));
            player.app.update(Action::Tick);
            player.app.think_it_through(&solver);
        }
        let verdict = if gives_hint { "Right!" } else { "No: " };
        assert!(player.words().contains(verdict), "{}", player.screen());
        assert_eq!((player.app.memory.puzzles.streak, open().memory.puzzles.streak), (streak, streak));
    }
}

#[test]
fn the_words_of_the_trade_are_explained_where_the_keys_are() {
    let mut player = Player::at("nim:3,4,5");
    player.app.update(Action::Resize(80, 24));
    player.keys("?");
    for word in ["ply: ", "exclusive or: ", "Grundy value: ", "misère: "] {
        assert!(player.screen().contains(word), "{word}\n{}", player.screen());
    }
}

#[test]
fn a_rule_that_does_not_fit_ends_with_a_sentence() {
    for kind in lastbite_tui::choice::Choice::kinds() {
        for size in [(80, 24), (40, 20)] {
            let mut player = Player::at(&kind.usual());
            player.app.update(Action::Resize(size.0, size.1));
            let line = player.screen().lines().nth(1).unwrap().trim().to_string();
            assert!(line.ends_with(['.', '…']), "{size:?} {line}");
        }
    }
}
