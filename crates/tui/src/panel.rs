//! What is shown next to the board: whose turn it is and why, the moves so far, and how the distance to the
//! end went.

use lastbite::{Game, Words, play::Side};
use lastbite_work::figures;
use unicode_width::UnicodeWidthStr;

use crate::app::App;
use crate::canvas::{Canvas, wrapped};
use crate::look::Role;
use crate::picture::Rect;
use crate::round::Round;
use crate::screens::{Frame, game};

/// Draws the panel of a game: what matters most comes first, and what does not fit is left out.
///
/// Below the board it may begin at the first free line.
pub fn draw(canvas: &mut Canvas<'_>, frame: Frame, free: u16, app: &App, round: &Round) {
    let mut area = frame.panel;
    let message = game::message(app, round);
    let lines = message.as_ref().map_or(0, |text| wrapped(text, area.width).len() as u16);
    if !frame.wide {
        let wanted = area.bottom().saturating_sub(lines + 1);
        let y = wanted.min(area.y).max(free.min(area.y));
        area = Rect { y, height: area.bottom() - y, ..area };
    }
    let mut y = area.y;
    canvas.text(area.x, y, area.width, &game::whose_turn(round), Role::Accent);
    y += 2;
    let narrow = area.height < 12;
    if narrow {
        y -= 1;
    }
    if let Some(text) = &message {
        // The moves and the graph make room for the text, but keep some.
        let most = if narrow { area.height.saturating_sub(1) } else { area.height.saturating_sub(8) };
        let height = if lines > most { most.saturating_sub(1) } else { lines };
        y += canvas.paragraph(Rect { y, height, ..area }, text, Role::Ground);
        if lines > most {
            canvas.text(area.x, y, area.width, "m: read all of it", Role::Accent);
        }
        y += 1;
    }
    let rest = Rect { y, height: area.bottom().saturating_sub(y), ..area };
    if narrow {
        if message.is_none() {
            moves(canvas, rest, round);
        }
        return;
    }
    // Who would win is shown on request, and when the game is over.
    let asked = app.showing.depth().is_some() || round.is_over();
    let graph = if asked && rest.height >= 12 { (rest.height / 3).clamp(5, 10) } else { 0 };
    let table = Rect { height: rest.height - graph, ..rest };
    moves(canvas, table, round);
    if graph > 0 {
        distance(canvas, Rect { y: table.bottom(), height: graph, ..rest }, app, round);
    }
}

/// Lists the moves so far, or the last ones if not all fit. Nodes and times are shown only on request.
pub fn moves(canvas: &mut Canvas<'_>, area: Rect, round: &Round) {
    if area.height < 2 {
        return;
    }
    let played = round.session.played();
    let (game, history) = (played.game(), played.history());
    let room = usize::from(area.height - 1);
    let shown = round.shown_moves();
    let first = shown.saturating_sub(room).min(history.len().saturating_sub(room));
    // Figures need the room, so moves are in notation.
    let described = history.iter().map(|turn| match round.figures {
        true => game.write_move(&turn.mv),
        false => game.describe(&turn.before, &turn.mv),
    });
    let described: Vec<String> = described.collect();
    let names = Side::BOTH.map(|side| played.player(side).name());
    let width = usize::from(area.width);
    let number = history.len().max(10).to_string().len();
    let longest = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
    let wide = longest(&mut described.iter().map(|text| text.width())).max(4);
    let name = longest(&mut names.iter().map(|name| name.width())).max(6);
    // Every column has a gap before it. A long name is cut, but not so far that a word like "Computer" is: then the end of
    // the longest move is. Figures that do not fit are left out.
    let name = name.min(width.saturating_sub(number + 1 + 1 + wide)).max(name.min(8));
    let free = width.saturating_sub(number + 1 + name + 1 + wide);
    let with_nodes = round.figures && free >= 7;
    let with_time = round.figures && free >= 7 + 8;
    let line = |n: &str, who: &str, mv: &str, nodes: &str, time: &str| {
        let who = cut(who, name);
        let gap = name.saturating_sub(who.width());
        let mut line = format!("{n:>number$} {who}{:gap$} {mv:<wide$}", "");
        if with_nodes {
            line += &format!(" {nodes:>6}");
        }
        if with_time {
            line += &format!(" {time:>7}");
        }
        line
    };
    let head = line("#", "player", "move", "nodes", "time");
    canvas.text(area.x, area.y, area.width, &head, Role::Dim);
    let dash = canvas.look.or("–", "-");
    for ((n, turn), y) in history.iter().enumerate().skip(first).take(room).zip(area.y + 1..) {
        let nodes = turn.note.nodes.map_or(dash.to_string(), figures::short);
        let time = figures::short_time(turn.note.time);
        let time = if canvas.look.ascii { time.replace('µ', "u") } else { time };
        let text = line(&(n + 1).to_string(), names[turn.side.index()], &described[n], &nodes, &time);
        let role = match () {
            () if n + 1 == shown && round.walk.is_some() => Role::Chosen,
            () if n >= shown => Role::Dim,
            () => Role::Ground,
        };
        canvas.text(area.x, y, area.width, &text, role);
    }
}

/// Returns as much of a text as fits into this many columns.
fn cut(text: &str, width: usize) -> String {
    let mut cut = String::new();
    for letter in text.chars() {
        cut.push(letter);
        if cut.width() > width {
            cut.pop();
            break;
        }
    }
    cut
}

/// Draws how many moves were left after each move: filled if the first of the two would win, hatched if not.
pub fn distance(canvas: &mut Canvas<'_>, area: Rect, app: &App, round: &Round) {
    let look = app.look;
    let distances = round.distances(&app.library);
    let known = distances.iter().flatten().map(|&(plies, _)| plies);
    let Some(most) = known.clone().max().filter(|_| distances.iter().flatten().count() > 0) else {
        canvas.text(area.x, area.y, area.width, "moves left: not known", Role::Dim);
        return;
    };
    let most = most.max(1);
    let names = [Side::First, Side::Second].map(|side| {
        let first = game::is_first_of_score(app, round, side);
        (round.session.played().player(side).name().to_string(), first)
    });
    let (full, hatched) = (look.or("█", "#"), look.or("▒", ":"));
    let title = canvas.text(area.x, area.y, area.width, "moves left ", Role::Dim);
    let mut x = title;
    for (name, first) in &names {
        let (mark, role) = if *first { (full, Role::Ours) } else { (hatched, Role::Theirs) };
        let name = cut(name, 8);
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
        // In eighths of a line; zero has no bar, but a single ply is visible.
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
