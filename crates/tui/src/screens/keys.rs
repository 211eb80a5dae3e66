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
        (format!("{arrows} {letters}"), "move; with Shift by ten"),
        ("Enter, click".to_string(), "take what is shown"),
        ("Esc".to_string(), "stop the thinking; go back"),
        ("Ctrl-Z, Ctrl-C".to_string(), "put aside; end"),
    ];
    let letter = |key: char| match (key, app.memory.letters_move) {
        ('h', true) => "H".to_string(),
        ('l', true) => "L".to_string(),
        (key, _) => key.to_string(),
    };
    let commands = COMMANDS.iter().map(|&(key, _, meaning)| (letter(key), meaning));
    let all: Vec<(String, &str)> = moving.into_iter().chain(commands).collect();
    canvas.text(2, 0, area.width, "All keys", Role::Strong);
    let room = area.height.saturating_sub(3).max(1);
    let columns = (all.len() as u16).div_ceil(room);
    let wide = (area.width - 2) / columns.max(1);
    for (i, (key, meaning)) in all.iter().enumerate() {
        let (column, row) = (i as u16 / room, i as u16 % room);
        let (x, y) = (2 + column * wide, 2 + row);
        let width = if column == 0 { 16 } else { 3 };
        canvas.text(x, y, width, key, Role::Accent);
        canvas.text(x + width, y, wide.saturating_sub(width + 1), meaning, Role::Ground);
    }
    let last = Rect::new(0, area.bottom() - 1, area.width, 1);
    canvas.text(2, last.y, area.width, "any key goes back", Role::Dim);
}
