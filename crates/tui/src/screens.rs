//! The screens, one per file. Drawing is a function of the state and nothing else.

pub mod ask;
pub mod game;
pub mod keys;
pub mod lesson;
pub mod moves;
pub mod reading;
pub mod review;
pub mod start;
pub mod watch;

use lastbite::Words;
use lastbite::description::Described;
use unicode_width::UnicodeWidthStr;

use crate::app::{App, Overlay, Screen};
use crate::board::Table;
use crate::canvas::{Canvas, wrapped};
use crate::look::Role;
use crate::picture::{Picture, Rect};

/// The smallest screen that anything can be played on.
pub const SMALLEST: (u16, u16) = (36, 14);

/// Draws everything.
pub fn draw(app: &App, picture: &mut Picture) {
    let area = picture.area();
    let mut canvas = Canvas { picture, look: app.look };
    let ground = app.look.style(Role::Ground);
    canvas.fill(area, ' ', ground);
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        let text = format!(
            "This window is too small: {}x{}. The smallest that works is {}x{}; 80x24 is comfortable.",
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
        Some(Overlay::Leave) => bottom_line(&mut canvas, "Leave this game?  y: leave  any other key: stay"),
        Some(Overlay::GiveUp) => bottom_line(&mut canvas, "Give up?  y: give up  any other key: play on"),
        Some(Overlay::Blunder(mv)) => {
            let told = app.shown_round().map(|round| round.game().describe(round.position(), mv));
            let told = told.unwrap_or_default();
            bottom_line(&mut canvas, &format!("{told} loses at once!  y: do it  any other key: no"));
        }
        Some(Overlay::Move(text)) => {
            let prompt = app.shown_round().map_or("", |round| round.game().description().prompt);
            let cursor = app.look.or("▏", "_");
            bottom_line(&mut canvas, &format!("{prompt}{text}{cursor}"));
        }
        Some(Overlay::Reading(first)) => reading::draw(&mut canvas, app, *first),
        Some(Overlay::Ask(ask)) => ask::draw(&mut canvas, ask),
        Some(Overlay::Moves(moves)) => moves::draw(&mut canvas, app, moves),
        Some(Overlay::Watch(watched)) => watch::draw(&mut canvas, app, watched),
    }
}

/// Where the parts of a screen with a board are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The pieces.
    pub board: Rect,
    /// What is said below them.
    pub below: Rect,
    /// What is shown next to them, or below if there is no room.
    pub panel: Rect,
    /// Whether it is next to them.
    pub wide: bool,
}

impl Frame {
    /// Divides the screen: a title, the rule, board and panel, and the keys in the last line.
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

/// Returns where the pieces of the screen are; nothing if there are none.
pub fn board_of(app: &App) -> Option<Table> {
    let round = app.shown_round()?;
    if app.size.0 < SMALLEST.0 || app.size.1 < SMALLEST.1 {
        return None;
    }
    let area = Frame::of(app.size).board;
    let label = game::label_width(app, round);
    Some(Table::fit(area, &round.layout(), round.cursor, round.scroll, app.look, label))
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
    canvas.text(1, 1, width - 1, rule, Role::Dim);
    canvas.rule(0, 2, width);
    canvas.rule(0, height - 2, width);
    let frame = Frame::of(app.size);
    if frame.wide {
        let x = frame.panel.x - 2;
        let line = canvas.look.style(Role::Line);
        canvas.fill(Rect::new(x, 3, 1, height.saturating_sub(5)), app.look.or('│', '|'), line);
        canvas.styled(x, 2, 1, app.look.or("┬", "+"), line);
        canvas.styled(x, height - 2, 1, app.look.or("┴", "+"), line);
    }
}

/// Writes the keys that matter now into the last line, or a note.
///
/// If not all of them fit, the last two stay: how to see all keys, and how to leave.
pub fn keys_line(canvas: &mut Canvas<'_>, app: &App, keys: &[(&str, &str)]) {
    let (width, height) = app.size;
    if let Some(note) = &app.note {
        note_lines(canvas, note);
        return;
    }
    let long = |(key, meaning): &(&str, &str)| key.width() + 1 + meaning.width();
    let room = usize::from(width.saturating_sub(1));
    let fits = |keys: &[&(&str, &str)], gap: usize| {
        keys.iter().map(|key| long(key) + gap).sum::<usize>() <= room + gap
    };
    let mut kept: Vec<&(&str, &str)> = keys.iter().collect();
    while kept.len() > 2 && !fits(&kept, 1) {
        kept.remove(kept.len() - 3);
    }
    let gap = if fits(&kept, 2) { 2 } else { 1 };
    let (mut x, y) = (1, height - 1);
    for (key, meaning) in kept {
        canvas.picture.add_button(Rect::new(x, y, long(&(key, meaning)) as u16, 1), key);
        x = canvas.text(x, y, width, key, Role::Accent) + 1;
        x = canvas.text(x, y, width, meaning, Role::Ground) + gap;
    }
}

/// Writes a note into the last line, and into the ones above if it is long.
fn note_lines(canvas: &mut Canvas<'_>, note: &str) {
    let area = canvas.picture.area();
    let lines = wrapped(note, area.width - 2);
    let first = area.bottom().saturating_sub(lines.len() as u16);
    let ground = canvas.look.style(Role::Ground);
    canvas.fill(Rect { y: first, height: lines.len() as u16, ..area }, ' ', ground);
    for (line, y) in lines.iter().zip(first..) {
        canvas.text(1, y, area.width - 2, line, Role::Accent);
    }
}

/// Writes a question over the last line.
pub fn bottom_line(canvas: &mut Canvas<'_>, text: &str) {
    let area = canvas.picture.area();
    let y = area.bottom() - 1;
    let style = canvas.look.style(Role::Chosen);
    canvas.fill(Rect::new(area.x, y, area.width, 1), ' ', style);
    canvas.styled(area.x + 1, y, area.width - 2, text, style);
}
