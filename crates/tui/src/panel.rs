//! What stands beside the board: whose turn it is and why, the moves so far, and how the distance to the end went.

use lastbite::{Side, Words};
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use crate::app::App;
use crate::canvas::{Canvas, wrapped};
use crate::look::Role;
use crate::round::Round;
use crate::screens::game;
use lastbite::figures;

/// Draws the panel of a game: what matters most comes first, and what does not fit is left out.
pub fn draw(canvas: &mut Canvas<'_>, area: Rect, app: &App, round: &Round) {
    let mut y = area.y;
    canvas.text(area.x, y, area.width, &game::whose_turn(app, round), Role::Accent);
    y += 2;
    let message = game::message(app, round);
    let narrow = area.height < 12;
    if narrow {
        y -= 1;
    }
    if let Some(text) = &message {
        let lines = wrapped(text, area.width).len() as u16;
        // The moves and the graph make room for what is said, but not all of it.
        let most = if narrow { area.height.saturating_sub(1) } else { area.height.saturating_sub(8) };
        y += canvas.paragraph(Rect { y, height: lines.min(most), ..area }, text, Role::Ground) + 1;
    }
    let rest = Rect { y, height: area.bottom().saturating_sub(y), ..area };
    if narrow {
        if message.is_none() {
            moves(canvas, rest, round);
        }
        return;
    }
    let graph = if rest.height >= 12 { (rest.height / 3).clamp(5, 10) } else { 0 };
    let table = Rect { height: rest.height - graph, ..rest };
    moves(canvas, table, round);
    if graph > 0 {
        distance(canvas, Rect { y: table.bottom(), height: graph, ..rest }, app, round);
    }
}

/// Lists the moves so far, the last ones where not all fit.
pub fn moves(canvas: &mut Canvas<'_>, area: Rect, round: &Round) {
    if area.height < 2 {
        return;
    }
    let played = round.session.played();
    let (game, history) = (played.game(), played.history());
    let room = usize::from(area.height - 1);
    let shown = round.shown_moves();
    let first = shown.saturating_sub(room).min(history.len().saturating_sub(room));
    let described: Vec<String> = history.iter().map(|turn| game.describe(&turn.before, turn.mv)).collect();
    let wide = described.iter().map(|text| text.width()).max().unwrap_or(0).max(4);
    let number = history.len().max(10).to_string().len();
    let name = usize::from(area.width).saturating_sub(number + 1 + wide + 1 + 7 + 8).clamp(4, 14);
    let dash = canvas.look.or("–", "-");
    let line = |n: &str, who: &str, mv: &str, nodes: &str, time: &str| {
        let who: String = who.chars().take(name).collect();
        let gap = name.saturating_sub(who.width());
        format!("{n:>number$} {who}{:gap$} {mv:<wide$} {nodes:>6} {time:>7}", "")
    };
    let head = line("#", "player", "move", "nodes", "time");
    canvas.text(area.x, area.y, area.width, &head, Role::Dim);
    for ((n, turn), y) in history.iter().enumerate().skip(first).take(room).zip(area.y + 1..) {
        let (nodes, time) = match turn.note.nodes {
            Some(nodes) => (figures::short(nodes), figures::short_time(turn.note.time)),
            None => (dash.to_string(), figures::short_time(turn.note.time)),
        };
        let who = played.player(turn.side).name();
        let text = line(&(n + 1).to_string(), who, &described[n], &nodes, &time);
        let role = match () {
            () if n + 1 == shown && round.walk.is_some() => Role::Chosen,
            () if n >= shown => Role::Dim,
            () => Role::Ground,
        };
        canvas.text(area.x, y, area.width, &text, role);
    }
}

/// Draws how many plies were left after each move: filled where the first of the two would win, hatched where not.
pub fn distance(canvas: &mut Canvas<'_>, area: Rect, app: &App, round: &Round) {
    let look = app.look;
    let distances = round.distances(&app.library);
    let known = distances.iter().flatten().map(|&(plies, _)| plies);
    let Some(most) = known.clone().max().filter(|_| distances.iter().flatten().count() > 0) else {
        canvas.text(area.x, area.y, area.width, "plies left: not known", Role::Dim);
        return;
    };
    let most = most.max(1);
    let names = [Side::First, Side::Second].map(|side| {
        let first = game::is_first_of_score(app, round, side);
        (round.session.played().player(side).name().to_string(), first)
    });
    let (full, hatched) = (look.or("█", "#"), look.or("▒", ":"));
    let title = canvas.text(area.x, area.y, area.width, "plies left ", Role::Dim);
    let mut x = title;
    for (name, first) in &names {
        let (mark, role) = if *first { (full, Role::Ours) } else { (hatched, Role::Theirs) };
        let name: String = name.chars().take(8).collect();
        if x + 2 + name.width() as u16 > area.right() {
            break;
        }
        x = canvas.text(x, area.y, 1, mark, role);
        x = canvas.text(x, area.y, area.right() - x, &format!(" {name} "), Role::Dim);
    }
    let height = area.height.saturating_sub(1);
    let margin = most.to_string().len() as u16 + 2;
    let axis = look.or("┤", "|");
    for (row, y) in (0..height).zip(area.y + 1..) {
        let number = match row {
            0 => most.to_string(),
            row if row + 1 == height => "0".to_string(),
            _ => String::new(),
        };
        let text = format!("{number:>width$} {axis}", width = usize::from(margin - 2));
        canvas.text(area.x, y, margin, &text, Role::Dim);
    }
    let room = usize::from(area.width.saturating_sub(margin));
    let each = if distances.len() * 2 <= room { 2 } else { 1 };
    let skip = distances.len().saturating_sub(room / each);
    let shown = round.shown_moves();
    for ((n, distance), i) in distances.iter().enumerate().skip(skip).zip(0u16..) {
        let x = area.x + margin + i * each as u16;
        let Some((plies, winner)) = distance else {
            canvas.text(x, area.bottom() - 1, 1, "?", Role::Dim);
            continue;
        };
        let ours = names[usize::from(*winner == Side::Second)].1;
        // In eighths of a line; nothing is no bar, but one ply is seen.
        let eighths = (u64::from(*plies) * u64::from(height) * 8).div_ceil(u64::from(most)) as u16;
        let role = if ours { Role::Ours } else { Role::Theirs };
        let role = if n > shown { Role::Dim } else { role };
        for row in 0..height {
            let y = area.bottom() - 1 - row;
            let filled = eighths.saturating_sub(row * 8);
            let mark = match (filled, ours) {
                (0, _) if row == 0 => look.or("▁", "_"),
                (0, _) => break,
                (8.., true) => full,
                (_, false) => hatched,
                (_, true) if look.ascii => full,
                (part, true) => ["▁", "▂", "▃", "▄", "▅", "▆", "▇"][usize::from(part) - 1],
            };
            canvas.text(x, y, 1, mark, role);
        }
    }
}
