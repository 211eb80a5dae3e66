//! All keys.

use lastbite::words::GLOSSARY;

use crate::app::App;
use crate::canvas::Canvas;
use crate::command::{COMMANDS, Command};
use crate::look::Role;
use crate::picture::Rect;

/// Draws the keys on top of everything; any key goes back.
pub fn draw(canvas: &mut Canvas<'_>, app: &App) {
    let area = canvas.picture.area();
    let look = app.look;
    canvas.fill(area, ' ', look.style(Role::Ground));
    let arrows = look.or("←↑↓→", "arrows");
    let letters = if app.memory.letters_move { "hjkl" } else { "HJKL" };
    let moving = [
        format!("{arrows} or {letters}: move (Shift: by ten). Enter or a click: take. Digits: type a move."),
        "Esc: stop thinking, or go back. Ctrl-Z: suspend. Ctrl-C: quit.".to_string(),
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
    let room = area.bottom().saturating_sub(y + 1).max(1);
    let columns = COMMANDS.len().div_ceil(room.into());
    let column = |commands: &[(char, Command, &str)]| {
        commands.iter().map(|(_, _, meaning)| meaning.len() as u16 + 3).max().unwrap_or(0)
    };
    let groups: Vec<_> = COMMANDS.chunks(COMMANDS.len().div_ceil(columns)).collect();
    let wide: u16 = groups.iter().map(|group| column(group)).sum();
    let gap = (area.width.saturating_sub(wide + 2) / columns as u16).clamp(1, 8);
    let below = y + groups[0].len() as u16 + 1;
    let mut x = 2;
    for group in groups {
        for (&(key, _, meaning), y) in group.iter().zip(y..) {
            canvas.text(x, y, 2, &letter(key), Role::Accent);
            canvas.text(x + 3, y, area.width, meaning, Role::Ground);
        }
        x += column(group) + gap;
    }
    // The words of the trade, for those who ask, where there is room.
    let words: Vec<String> =
        GLOSSARY.iter().map(|term| format!("{}: {}.", term.names.join(", or "), term.meaning)).collect();
    let widest = words.iter().map(|line| line.len() as u16).max().unwrap_or(0);
    if below + words.len() as u16 + 1 < area.bottom() && widest + 4 <= area.width {
        for (line, y) in words.iter().zip(below..) {
            canvas.text(2, y, area.width - 4, line, Role::Ground);
        }
    }
    let last = Rect::new(0, area.bottom() - 1, area.width, 1);
    canvas.text(2, last.y, area.width, "Any key goes back.", Role::Dim);
}
