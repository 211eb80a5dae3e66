//! The full text from next to the board on its own screen, for windows where it does not fit.

use super::game;
use crate::app::{App, Screen};
use crate::canvas::{Canvas, wrapped};
use crate::look::Role;

/// Draws the text from one of its lines on, on top of everything.
pub fn draw(canvas: &mut Canvas<'_>, app: &App, first: usize) {
    let area = canvas.picture.area();
    canvas.fill(area, ' ', app.look.style(Role::Ground));
    let lines = lines(app);
    let (width, height) = (area.width - 2, usize::from(area.height - 1));
    for ((text, role), y) in lines.iter().skip(first).take(height).zip(0..) {
        canvas.text(1, y, width, text, *role);
    }
    let next = if next(app, first).is_some() { "Any key: more" } else { "Any key goes back." };
    canvas.text(1, area.bottom() - 1, width, next, Role::Dim);
}

/// Returns the line that the next page begins with; nothing if this is the last page.
pub fn next(app: &App, first: usize) -> Option<usize> {
    let next = first + usize::from(app.size.1.saturating_sub(1)).max(1);
    (next < lines(app).len()).then_some(next)
}

/// Breaks what there is to read into lines, with an empty one between its parts if there is room.
fn lines(app: &App) -> Vec<(String, Role)> {
    const WIDEST: u16 = 76;
    let width = app.size.0.saturating_sub(2).min(WIDEST);
    let parts: Vec<(Vec<String>, Role)> =
        told(app).into_iter().map(|(text, role)| (wrapped(&text, width), role)).collect();
    let many: usize = parts.iter().map(|(lines, _)| lines.len() + 1).sum();
    let gap = usize::from(many <= app.size.1.into());
    let with_gap = |(lines, role): (Vec<String>, Role)| {
        lines.into_iter().chain(vec![String::new(); gap]).map(move |line| (line, role))
    };
    parts.into_iter().flat_map(with_gap).collect()
}

/// Lists what there is to read, part by part.
fn told(app: &App) -> Vec<(String, Role)> {
    let Some(round) = app.shown_round() else { return Vec::new() };
    let mut told = match &app.screen {
        Screen::Lesson(lesson) => return super::lesson::told(app, lesson),
        _ => vec![(game::whose_turn(round), Role::Accent)],
    };
    told.extend(game::message(app, round).map(|text| (text, Role::Ground)));
    told
}
