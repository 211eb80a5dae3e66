//! The screens as they are drawn, compared with the files in `tests/screens/drawn`: characters first, then
//! colours.
//!
//! With `UPDATE_SCREENS` set, writes them there instead.

use std::path::Path;
use std::time::Duration;

use crossterm::style::Color;
use lastbite::layout::{Direction, Place};
use lastbite::{AnyGame, Solver};
use lastbite_tui::choice::Opponent;
use lastbite_tui::memory::Place as Keeping;
use lastbite_tui::picture::Style;
use lastbite_tui::{Action, App, Depth, Look, Picture, draw};
use lastbite_work::Clock;

use crate::stage::text;

const DARK: Look = Look { depth: Depth::True, light: false, ascii: false, calm: true };
const LIGHT: Look = Look { light: true, ..DARK };
const INDEXED: Look = Look { depth: Depth::Indexed, ..DARK };
const SIXTEEN: Look = Look { depth: Depth::Sixteen, ..DARK };
const COLOURLESS: Look = Look { depth: Depth::None, ..DARK };
const ASCII: Look = Look { depth: Depth::None, ascii: true, ..DARK };

struct Stage {
    app: App,
    solver: Solver<AnyGame>,
}

impl Stage {
    fn new(size: (u16, u16), look: Look) -> Self {
        let mut app = App::new(look, size, Keeping::nowhere(), 1);
        app.clock = Clock::from_fn(|| Duration::ZERO);
        app.memory.choice.opponent = Opponent::Perfect;
        Stage { app, solver: Solver::new() }
    }

    fn act(&mut self, action: Action) -> &mut Self {
        self.app.update(action);
        self.app.think_it_through(&self.solver);
        self
    }

    fn keys(&mut self, letters: &str) -> &mut Self {
        letters.chars().for_each(|letter| {
            self.act(Action::Type(letter));
        });
        self
    }

    fn bite(&mut self, row: u32, col: u32) -> &mut Self {
        self.app.shown_round_mut().unwrap().point(Place::new(row, col));
        self.act(Action::Enter)
    }

    fn point(&mut self, row: u32, col: u32) -> &mut Self {
        self.app.shown_round_mut().unwrap().point(Place::new(row, col));
        self
    }

    fn compare(&self, name: &str) {
        let text = written(&self.app);
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/screens/drawn")
            .join(name)
            .with_extension("txt");
        if std::env::var_os("UPDATE_SCREENS").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        let expected = std::fs::read_to_string(&path).expect("the screen is there");
        assert!(text == expected, "{name} looks different now:\n{text}");
    }
}

/// Writes a screen: its characters, and below them the looks of every line, run by run.
fn written(app: &App) -> String {
    let mut picture = Picture::new(app.size);
    draw(app, &mut picture);
    let mut text = text(app);
    for y in 0..app.size.1 {
        let mut runs: Vec<(u16, String)> = Vec::new();
        for x in 0..app.size.0 {
            let look = look(picture.cell(x, y).style);
            match runs.last_mut() {
                Some((many, last)) if *last == look => *many += 1,
                _ => runs.push((1, look)),
            }
        }
        let runs: Vec<String> = runs.iter().map(|(many, look)| format!("{many}*{look}")).collect();
        text += &format!("{y:>2}: {}\n", runs.join(" "));
    }
    text
}

fn look(style: Style) -> String {
    let mut look = format!("{}/{}", colour(style.fg), colour(style.bg));
    for (is, name) in [(style.bold, " bold"), (style.dim, " dim"), (style.reversed, " reversed")] {
        look += if is { name } else { "" };
    }
    look
}

fn colour(colour: Color) -> String {
    match colour {
        Color::Reset => "-".to_string(),
        Color::Rgb { r, g, b } => format!("{r:02x}{g:02x}{b:02x}"),
        Color::AnsiValue(n) => n.to_string(),
        named => format!("{named:?}").to_lowercase(),
    }
}

#[test]
fn the_start() {
    for (name, size, look) in [
        ("start-80x24-dark", (80, 24), DARK),
        ("start-80x24-ascii", (80, 24), ASCII),
        ("start-40x20-dark", (40, 20), DARK),
    ] {
        let mut stage = Stage::new(size, look);
        stage.app.memory.choice = lastbite_tui::choice::Choice::default();
        stage.compare(name);
    }
}

#[test]
fn the_game_with_its_analysis() {
    for (name, size, look) in [
        ("analysis-80x24-dark", (80, 24), DARK),
        ("analysis-80x24-light", (80, 24), LIGHT),
        ("analysis-80x24-256", (80, 24), INDEXED),
        ("analysis-80x24-16", (80, 24), SIXTEEN),
        ("analysis-80x24-colourless", (80, 24), COLOURLESS),
        ("analysis-80x24-ascii", (80, 24), ASCII),
        ("analysis-40x20-dark", (40, 20), DARK),
        ("analysis-40x20-ascii", (40, 20), ASCII),
        ("analysis-200x60-light", (200, 60), LIGHT),
        ("analysis-200x60-ascii", (200, 60), ASCII),
    ] {
        let mut stage = Stage::new(size, look);
        stage.act(Action::Enter).keys("ae").bite(4, 7).point(2, 3).compare(name);
    }
}

#[test]
fn the_game_without_it() {
    for (name, size, look) in [
        ("game-80x24-dark", (80, 24), DARK),
        ("game-80x24-colourless", (80, 24), COLOURLESS),
        ("game-80x24-ascii", (80, 24), ASCII),
        ("game-40x20-light", (40, 20), LIGHT),
        ("game-200x60-dark", (200, 60), DARK),
    ] {
        let mut stage = Stage::new(size, look);
        stage.act(Action::Enter).bite(3, 5).keys("h").point(2, 3).compare(name);
    }
}

#[test]
fn heaps() {
    for (name, size, look, keys) in [
        ("heaps-80x24-dark", (80, 24), DARK, "b"),
        ("heaps-80x24-ascii", (80, 24), ASCII, "ab"),
        ("heaps-80x24-light-grundy", (80, 24), LIGHT, "g"),
        ("heaps-40x20-dark", (40, 20), DARK, "a"),
    ] {
        let mut stage = Stage::new(size, look);
        stage.act(Action::Go(Direction::Right)).act(Action::Enter).keys(keys).point(3, 3).compare(name);
    }
}

#[test]
fn layers_orders_and_sums() {
    for (game, name, place) in [
        ("chomp:3x3x3", "layers", (5, 2)),
        ("divisors:72", "divisors", (4, 2)),
        ("subsets:4", "subsets", (3, 5)),
        ("chomp:2x3+nim:3,4", "sum", (2, 2)),
    ] {
        for (size, look, keys) in [((80, 24), DARK, "a"), ((80, 24), ASCII, "a"), ((40, 20), DARK, "")] {
            let mut stage = Stage::new(size, look);
            stage.app.memory.choice.choose(&game.parse().unwrap());
            stage.app.memory.choice.opponent = Opponent::Person;
            stage.act(Action::Enter).keys(keys).point(place.0, place.1);
            let (width, height) = size;
            let look = if look.ascii { "ascii" } else { "dark" };
            stage.compare(&format!("{name}-{width}x{height}-{look}"));
        }
    }
}

#[test]
fn several_moves_at_a_piece() {
    for (name, size, look) in [("moves-80x24-dark", (80, 24), DARK), ("moves-40x20-ascii", (40, 20), ASCII)] {
        let mut stage = Stage::new(size, look);
        stage.app.memory.choice.choose(&"kayles:7".parse().unwrap());
        stage.app.memory.choice.opponent = Opponent::Person;
        stage.act(Action::Enter).point(1, 3).act(Action::Enter).act(Action::Go(Direction::Down));
        stage.compare(name);
    }
}

#[test]
fn the_review() {
    for (name, size, look) in
        [("review-80x24-dark", (80, 24), DARK), ("review-200x60-light", (200, 60), LIGHT)]
    {
        let mut stage = Stage::new(size, look);
        stage.act(Action::Enter).bite(3, 5);
        while !stage.app.round.as_ref().unwrap().is_over() {
            stage.act(Action::Enter);
        }
        stage.keys("v").compare(name);
        stage.act(Action::Go(Direction::Right)).compare(&format!("{name}-1"));
    }
}

#[test]
fn the_lesson_and_the_keys() {
    let mut stage = Stage::new((80, 24), DARK);
    stage.keys("l").compare("lesson-80x24-dark");
    let sum = lastbite::play::lesson().iter().position(|step| step.title == "The exclusive or").unwrap();
    stage.keys(&">".repeat(sum)).compare("lesson-nim-80x24-dark");
    stage.keys("?").compare("keys-80x24-dark");
    Stage::new((40, 20), ASCII).keys("?").compare("keys-40x20-ascii");
}

#[test]
fn a_bar_that_does_not_fit_and_a_screen_that_is_too_small() {
    let mut stage = Stage::new((80, 24), DARK);
    stage.app.memory.choice.choose(&"chomp:99x99".parse().unwrap());
    stage.app.memory.choice.opponent = Opponent::Person;
    stage.app.update(Action::Enter);
    stage.app.update(Action::Leap(Direction::Left));
    stage.compare("large-80x24-dark");
    stage.app.update(Action::Resize(30, 10));
    stage.compare("small-30x10-dark");
}
