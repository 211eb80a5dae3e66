//! All that is said beside the board, on a screen of its own: for windows where it does not fit there.

use super::game;
use crate::app::{App, Screen};
use crate::canvas::{Canvas, wrapped};
use crate::look::Role;
use crate::picture::Rect;

/// Draws the text over whatever is there; any key goes back.
pub fn draw(canvas: &mut Canvas<'_>, app: &App) {
    let area = canvas.picture.area();
    canvas.fill(area, ' ', app.look.style(Role::Ground));
    let width = area.width - 2;
    let mut y = 0;
    for (text, role) in told(app) {
        let room = Rect::new(1, y, width.min(76), area.bottom().saturating_sub(y + 1));
        y += canvas.paragraph(room, &text, role);
        // A line between the parts, where there is room for it.
        y += u16::from(usize::from(area.height) > height(app, width.min(76)) + 4);
    }
    canvas.text(1, area.bottom() - 1, width, "Any key goes back.", Role::Dim);
}

fn height(app: &App, width: u16) -> usize {
    told(app).iter().map(|(text, _)| wrapped(text, width).len()).sum()
}

/// Lists what there is to read, part by part.
fn told(app: &App) -> Vec<(String, Role)> {
    let Some(round) = app.shown_round() else { return Vec::new() };
    let mut told = match &app.screen {
        Screen::Lesson(lesson) => lesson.told(app.look),
        _ => vec![(game::whose_turn(round), Role::Accent)],
    };
    told.extend(game::message(app, round).map(|text| (text, Role::Ground)));
    told
}
