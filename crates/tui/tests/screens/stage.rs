//! Somebody who plays in the tests: presses keys, moves the mouse, and looks at the screen.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseEvent, MouseEventKind};
use lastbite::layout::Place;
use lastbite::{AnyGame, Solver};
use lastbite_tui::choice::Opponent;
use lastbite_tui::memory::Place as Keeping;
use lastbite_tui::round::Round;
use lastbite_tui::{Action, App, Depth, Look, Picture, draw};

pub const LOOK: Look = Look { depth: Depth::True, light: false, ascii: false, calm: true };

pub struct Player {
    pub app: App,
    pub solver: Solver<AnyGame>,
}

impl Player {
    /// Sits down before the start screen, against a computer that makes no mistake.
    pub fn new() -> Self {
        let mut player = Player::as_usual();
        player.app.memory.choice.opponent = Opponent::Perfect;
        player
    }

    /// Sits down before the start screen as it is the first time.
    pub fn as_usual() -> Self {
        Player { app: App::new(LOOK, (80, 24), Keeping::nowhere(), 1), solver: Solver::new() }
    }

    /// Sits down before a game.
    pub fn at(game: &str) -> Self {
        let mut player = Player::new();
        player.choose(game);
        player.enter();
        player
    }

    pub fn choose(&mut self, game: &str) {
        let game: AnyGame = game.parse().unwrap();
        self.app.memory.choice.choose(&game);
    }

    pub fn event(&mut self, event: Event) {
        if let Some(action) = Action::of(&event) {
            self.app.update(action);
        }
        // Large games are thought about for seconds, which no test need wait for.
        let small = |round: &Round| round.session.played().start().size() <= 40;
        if self.app.shown_round().is_none_or(small) {
            self.app.think_it_through(&self.solver);
        }
    }

    pub fn key(&mut self, code: KeyCode) {
        self.event(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    pub fn keys(&mut self, letters: &str) {
        letters.chars().for_each(|letter| self.key(KeyCode::Char(letter)));
    }

    pub fn enter(&mut self) {
        self.key(KeyCode::Enter);
    }

    pub fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
        self.event(Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    }

    pub fn point(&mut self, row: u32, col: u32) {
        self.app.shown_round_mut().unwrap().point(Place::new(row, col));
    }

    pub fn bite(&mut self, row: u32, col: u32) {
        self.point(row, col);
        self.enter();
        // Whoever bites the poison here means it.
        if matches!(self.app.overlay, Some(lastbite_tui::app::Overlay::Blunder(_))) {
            self.enter();
        }
    }

    pub fn round(&self) -> &Round {
        self.app.shown_round().unwrap()
    }

    pub fn history(&self) -> Vec<String> {
        let played = self.round().session.played();
        played.history().iter().map(|turn| played.standing().write_move(&turn.mv)).collect()
    }

    pub fn cursor(&self) -> Place {
        self.round().cursor
    }

    pub fn screen(&self) -> String {
        text(&self.app)
    }

    /// What is on the screen as one line of words, however they are broken into lines.
    pub fn words(&self) -> String {
        self.screen().split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// Draws the characters of a screen, line by line.
pub fn text(app: &App) -> String {
    let mut picture = Picture::new(app.size);
    draw(app, &mut picture);
    let line = |y| {
        let line: String = (0..app.size.0).map(|x| picture.cell(x, y).text()).collect();
        line.trim_end().to_string() + "\n"
    };
    (0..app.size.1).map(line).collect()
}
