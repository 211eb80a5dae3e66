//! Keys and the mouse, the actions they become, and what the state is afterwards.
#![allow(missing_docs)]

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use lastbite::Solver;
use lastbite::play::Dice;
use lastbite_tui::app::{Overlay, Screen};
use lastbite_tui::memory::Place as Keeping;
use lastbite_tui::tray::{Direction, Place};
use lastbite_tui::{Action, App, Depth, Ended, Look, draw};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

const LOOK: Look = Look { depth: Depth::True, light: false, ascii: false, calm: true };

struct Player {
    app: App,
    solver: Solver,
}

impl Player {
    fn new() -> Self {
        Player { app: App::new(LOOK, (80, 24), Keeping::nowhere(), 1), solver: Solver::new() }
    }

    fn event(&mut self, event: Event) {
        if let Some(action) = Action::of(&event) {
            self.app.update(action);
        }
        // Large games are thought about for seconds, which no test need wait for.
        let small = |round: &lastbite_tui::round::Round| round.session.played().start().size() <= 40;
        if self.app.shown_round().is_none_or(small) {
            self.app.think_it_through(&self.solver);
        }
    }

    fn key(&mut self, code: KeyCode) {
        self.event(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    fn keys(&mut self, letters: &str) {
        letters.chars().for_each(|letter| self.key(KeyCode::Char(letter)));
    }

    fn enter(&mut self) {
        self.key(KeyCode::Enter);
    }

    fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
        self.event(Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    }

    fn point(&mut self, row: u32, col: u32) {
        self.app.shown_round_mut().unwrap().point(Place::new(row, col));
    }

    fn bite(&mut self, row: u32, col: u32) {
        self.point(row, col);
        self.enter();
    }

    fn history(&self) -> Vec<String> {
        let round = self.app.shown_round().unwrap();
        round.session.played().history().iter().map(|turn| turn.mv.to_string()).collect()
    }

    fn cursor(&self) -> Place {
        self.app.shown_round().unwrap().cursor
    }

    fn screen(&self) -> String {
        let (width, height) = self.app.size;
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        draw(&self.app, &mut buffer);
        let line = |y| (0..width).map(|x| buffer[(x, y)].symbol().to_string()).collect::<String>() + "\n";
        (0..height).map(line).collect()
    }
}

#[test]
fn one_key_from_launch_to_a_bar_of_4x7() {
    let mut player = Player::new();
    player.enter();
    assert!(matches!(player.app.screen, Screen::Game));
    assert_eq!(player.app.round.as_ref().unwrap().game().to_string(), "chomp:4x7");
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
    while !player.app.round.as_ref().unwrap().is_over() {
        player.keys("h");
        assert!(player.screen().contains("There is a bite that"), "{}", player.screen());
        player.keys("h");
        player.enter();
    }
    assert_eq!(player.app.score.won, [1, 0]);
    assert!(player.screen().contains("You win!"));
    player.enter();
    assert!(matches!(player.app.screen, Screen::Review));
    assert!(player.screen().contains("You never gave the win away."), "{}", player.screen());
    player.key(KeyCode::Right);
    assert!(player.screen().contains("Your bite at 3,4 kept the win."), "{}", player.screen());
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
    while !player.app.round.as_ref().unwrap().is_over() {
        player.enter();
    }
    assert_eq!(player.app.score.won, [0, 1]);
    player.keys("v");
    let told = "Your bite at 3,5 gave the win away; 3,4 kept it.";
    let flat: String = player.screen().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("1. Your bite at 3,5 gave"), "{}", player.screen());
    assert_eq!(lastbite_tui::screens::review::told(&player.app, player.app.round.as_ref().unwrap(), 0), told);
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
    assert!(player.screen().contains("3,4 takes 8 squares."));
    assert_eq!(player.history().len(), 0);
    player.mouse(MouseEventKind::Down(MouseButton::Left), middle);
    assert_eq!(player.history()[0], "3,4");
    // A click beside the board does nothing.
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
    assert!(player.screen().contains("plies to the end"));
    player.keys("g");
    assert!(player.screen().contains("Grundy value here"), "{}", player.screen());
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
    let now = player.app.round.as_ref().unwrap().position().clone();
    player.keys("<");
    player.key(KeyCode::Left);
    assert_eq!(player.app.round.as_ref().unwrap().walk, Some(player.history().len() - 2));
    assert!(player.screen().contains("After move"));
    // Enter leaves the history and plays nothing.
    let moves = player.history().len();
    player.enter();
    assert_eq!((player.history().len(), player.app.round.as_ref().unwrap().walk), (moves, None));
    assert_eq!(*player.app.round.as_ref().unwrap().position(), now);
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
    assert_eq!(player.app.round.as_ref().unwrap().game().to_string(), "nim:1,2,4");
    player.keys("b");
    assert!(player.screen().contains("exclusive or"), "{}", player.screen());
    while !player.app.round.as_ref().unwrap().is_over() {
        player.keys("hh");
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
    assert_eq!(player.app.round.as_ref().unwrap().game().to_string(), "chomp:10x9");
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
    name(&mut player);
    assert!(player.screen().contains("Saved to"), "{}", player.screen());
    // What is there is only replaced when asked for twice.
    player.keys("s");
    name(&mut player);
    assert!(player.screen().contains("Enter replaces it"));
    player.key(KeyCode::Esc);
    let mut player = Player::new();
    player.keys("o");
    name(&mut player);
    assert_eq!(player.history(), moves);
    std::fs::write(&file, "nonsense").unwrap();
    player.keys("o");
    name(&mut player);
    assert!(player.screen().contains("is not a record"), "{}", player.screen());
    assert_eq!(player.history(), moves, "the game is still there");
}

#[test]
fn every_step_of_the_lesson_can_be_won_and_lost() {
    let mut player = Player::new();
    player.keys("l");
    for step in 0..7 {
        let lesson = |player: &Player| match &player.app.screen {
            Screen::Lesson(lesson) => (lesson.step, lesson.passed, lesson.round.is_over()),
            _ => panic!("not in the lesson"),
        };
        assert_eq!(lesson(&player), (step, false, false));
        player.keys("x");
        assert!(player.screen().contains("The computer wins this one."));
        player.enter();
        assert_eq!(lesson(&player), (step, false, false), "once more");
        while !lesson(&player).2 {
            player.keys("hh");
            player.enter();
        }
        assert!(lesson(&player).1, "step {step}: {}", player.screen());
        assert!(player.screen().contains("You win!"));
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
    assert!(player.app.round.as_ref().unwrap().hint.is_some());
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
    assert_eq!(again.memory.choice.size, "5x6");
    assert!(again.look.light);
    std::fs::write(&file, "{{{").unwrap();
    let broken = open();
    assert_eq!(broken.memory.choice.size, "4x7");
    assert!(broken.note.unwrap().contains("ignored"));
}

#[test]
fn a_bar_of_99x99_is_scrolled() {
    let mut player = Player::new();
    player.app.memory.choice.size = "99x99".to_string();
    player.app.memory.choice.opponent = lastbite_tui::choice::Opponent::Person;
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
    let keys = "hagebur<>vnlsoxty?qjkHJKL 0123456789x,.^";
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
            let _ = player.screen();
        }
    }
}
