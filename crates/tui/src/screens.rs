//! The screens, one a file. Drawing is a function of the state and nothing else.

pub mod ask;
pub mod game;
pub mod keys;
pub mod lesson;
pub mod review;
pub mod start;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use crate::app::{App, Overlay, Screen};
use crate::board::Grid;
use crate::canvas::Canvas;
use crate::look::Role;

/// The smallest screen that anything can be played on.
pub const SMALLEST: (u16, u16) = (36, 14);

/// Draws everything.
pub fn draw(app: &App, buffer: &mut Buffer) {
    let area = buffer.area;
    let mut canvas = Canvas { buffer, look: app.look };
    let ground = app.look.style(Role::Ground);
    canvas.fill(area, " ", ground);
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        let text = format!(
            "This window is too small: {}x{}. At least {}x{} are needed, 80x24 is comfortable.",
            area.width, area.height, SMALLEST.0, SMALLEST.1
        );
        canvas.paragraph(area, &text, Role::Ground);
        return;
    }
    match &app.screen {
        Screen::Start(start) => start::draw(&mut canvas, app, start),
        Screen::Game => game::draw(&mut canvas, app),
        Screen::Review => review::draw(&mut canvas, app),
        Screen::Lesson(lesson) => lesson::draw(&mut canvas, app, lesson),
    }
    match &app.overlay {
        None => {}
        Some(Overlay::Keys) => keys::draw(&mut canvas, app),
        Some(Overlay::Leave) => {
            let text = "A game is under way. Leave it?  y leave   any other key stay";
            bottom_line(&mut canvas, text);
        }
        Some(Overlay::Ask(ask)) => ask::draw(&mut canvas, ask),
    }
}

/// Where the parts of a screen with a board are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The pieces.
    pub board: Rect,
    /// What is said below them.
    pub below: Rect,
    /// What stands beside them, or further below where there is no room beside.
    pub panel: Rect,
    /// Whether it stands beside them.
    pub wide: bool,
}

impl Frame {
    /// Divides the screen: a title, the rule, board and panel, and the keys in the last line.
    #[must_use]
    pub fn of((width, height): (u16, u16)) -> Frame {
        let (top, bottom) = (3, height.saturating_sub(2));
        let tall = bottom.saturating_sub(top);
        let wide = width >= 76;
        let below = if tall >= 14 { 3 } else { 2 };
        if wide {
            let beside = (width * 2 / 5).clamp(33, 60);
            let left = width - beside - 1;
            Frame {
                board: Rect::new(0, top, left, tall.saturating_sub(below)),
                below: Rect::new(1, bottom.saturating_sub(below), left.saturating_sub(2), below),
                panel: Rect::new(left + 2, top, beside.saturating_sub(2), tall),
                wide,
            }
        } else {
            let panel = (tall / 3).clamp(3, 9);
            let board = tall.saturating_sub(panel + below);
            Frame {
                board: Rect::new(0, top, width, board),
                below: Rect::new(1, top + board, width - 2, below),
                panel: Rect::new(1, top + board + below, width - 2, panel),
                wide,
            }
        }
    }
}

/// Returns where the pieces of the screen are; nothing where there are none.
#[must_use]
pub fn board_of(app: &App) -> Option<Grid> {
    let round = app.shown_round()?;
    if app.size.0 < SMALLEST.0 || app.size.1 < SMALLEST.1 {
        return None;
    }
    let area = Frame::of(app.size).board;
    Some(Grid::fit(area, &round.tray(), round.scroll, app.look, game::label_width(app, round)))
}

/// Draws what every screen with a board has around it: the title, the rule, and the lines between.
pub fn surround(canvas: &mut Canvas<'_>, app: &App, title: &str, right: &str, rule: &str) {
    let (width, height) = app.size;
    let name = canvas.text(1, 0, width, "lastbite", Role::Strong);
    let dot = app.look.or(" · ", " - ");
    let end = canvas.text(name, 0, width.saturating_sub(name), &format!("{dot}{title}"), Role::Ground);
    let long = right.width() as u16;
    if end + long + 2 <= width {
        canvas.text(width - 1 - long, 0, long, right, Role::Strong);
    }
    canvas.text(1, 1, width - 2, rule, Role::Dim);
    canvas.rule(0, 2, width);
    canvas.rule(0, height - 2, width);
    let frame = Frame::of(app.size);
    if frame.wide {
        let x = frame.panel.x - 2;
        let line = canvas.look.style(Role::Line);
        canvas.fill(Rect::new(x, 3, 1, height.saturating_sub(5)), app.look.or("│", "|"), line);
        canvas.styled(x, 2, 1, app.look.or("┬", "+"), line);
        canvas.styled(x, height - 2, 1, app.look.or("┴", "+"), line);
    }
}

/// Writes the keys that matter now into the last line, or what is to be said there.
pub fn keys_line(canvas: &mut Canvas<'_>, app: &App, keys: &[(&str, &str)]) {
    let (width, height) = app.size;
    let y = height - 1;
    if let Some(note) = &app.note {
        canvas.text(1, y, width - 2, note, Role::Accent);
        return;
    }
    let mut x = 1;
    let long: usize = keys.iter().map(|(key, meaning)| key.width() + meaning.width() + 3).sum();
    let gap = if long > usize::from(width) { 1 } else { 2 };
    for (key, meaning) in keys {
        let long = (key.width() + 1 + meaning.width()) as u16;
        if x + long > width {
            break;
        }
        x = canvas.text(x, y, width, key, Role::Accent) + 1;
        x = canvas.text(x, y, width, meaning, Role::Ground) + gap;
    }
}

/// Writes a question over the last line.
pub fn bottom_line(canvas: &mut Canvas<'_>, text: &str) {
    let area = canvas.buffer.area;
    let y = area.bottom() - 1;
    let style = canvas.look.style(Role::Chosen);
    canvas.fill(Rect::new(area.x, y, area.width, 1), " ", style);
    canvas.styled(area.x + 1, y, area.width - 2, text, style);
}
