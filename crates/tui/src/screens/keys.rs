//! All keys.

use ratatui::layout::Rect;

use crate::app::App;
use crate::canvas::Canvas;
use crate::command::COMMANDS;
use crate::look::Role;

/// Draws the keys over whatever is there; any key goes back.
pub fn draw(canvas: &mut Canvas<'_>, app: &App) {
    let area = canvas.buffer.area;
    let look = app.look;
    canvas.fill(area, " ", look.style(Role::Ground));
    let arrows = look.or("←↑↓→", "arrows");
    let letters = if app.memory.letters_move { "hjkl" } else { "HJKL" };
    let moving = [
        format!("{arrows} {letters} move, with Shift by ten;  Enter or a click takes what is shown"),
        "Esc stops the thinking and goes back;  Ctrl-Z puts aside;  Ctrl-C ends".to_string(),
    ];
    canvas.text(2, 0, area.width, "All keys", Role::Strong);
    let mut y = 2;
    for line in moving {
        y += canvas.paragraph(Rect::new(2, y, area.width - 4, 3), &line, Role::Ground);
    }
    y += 1;
    let letter = |key: char| match (key, app.memory.letters_move) {
        ('h', true) => "H".to_string(),
        ('l', true) => "L".to_string(),
        (key, _) => key.to_string(),
    };
    let room = area.bottom().saturating_sub(y + 2).max(1);
    let columns = (COMMANDS.len() as u16).div_ceil(room);
    let tall = (COMMANDS.len() as u16).div_ceil(columns);
    let wide = (area.width - 4) / columns;
    for (i, &(key, _, meaning)) in (0u16..).zip(COMMANDS) {
        let (x, y) = (2 + i / tall * wide, y + i % tall);
        canvas.text(x, y, 2, &letter(key), Role::Accent);
        canvas.text(x + 3, y, wide.saturating_sub(4), meaning, Role::Ground);
    }
    let last = Rect::new(0, area.bottom() - 1, area.width, 1);
    canvas.text(2, last.y, area.width, "any key goes back", Role::Dim);
}
