//! Drawing the pieces.

use lastbite::layout::{self, Place};
use lastbite::{Outcome, layout::Layout};

use super::grid::{Drawing, Grid};
use super::table::{Table, View};
use crate::canvas::Canvas;
use crate::look::Role;
use crate::picture::{Rect, Style};

/// What is written on a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The number.
    pub text: String,
    /// Whether the move wins: filled and in brackets, or open.
    pub outcome: Outcome,
}

/// Everything that a drawing of the board depends on.
#[derive(Clone, Copy, Debug)]
pub struct Board<'a> {
    /// The pieces.
    pub layout: &'a Layout,
    /// The pieces before the last move, so that what it took is seen.
    pub before: Option<&'a Layout>,
    /// The piece under the cursor, if somebody may move.
    pub cursor: Option<Place>,
    /// The numbers of the pieces that a move there would take, in order.
    pub taken: &'a [usize],
    /// How far the last bite has crumbled: 0 is all the way.
    pub crumbling: u8,
    /// A piece to highlight, such as the move of a hint.
    pub marked: Option<Place>,
}

/// What a place looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Piece,
    Poison,
    Taken,
    JustEaten,
    Eaten,
}

impl<'a> Board<'a> {
    /// Shows a layout and nothing else.
    pub fn new(layout: &'a Layout) -> Self {
        Board { layout, before: None, cursor: None, taken: &[], crumbling: 0, marked: None }
    }

    pub(super) fn state(&self, place: Place) -> Option<State> {
        let id = self.layout.id(place)?;
        let piece = self.layout.pieces[id];
        if piece.role == layout::Role::Gap || piece.role == layout::Role::Joint && !piece.left {
            return None;
        }
        if piece.left {
            return Some(match piece.role {
                layout::Role::Poison => State::Poison,
                _ if self.taken.binary_search(&id).is_ok() => State::Taken,
                _ => State::Piece,
            });
        }
        let just = self.before.is_some_and(|before| before.has(place));
        Some(if just { State::JustEaten } else { State::Eaten })
    }
}

/// Draws the panels, each below its title; `label` returns what is written on a piece.
pub fn draw(
    canvas: &mut Canvas<'_>,
    table: &Table,
    board: &Board<'_>,
    label: impl Fn(Place) -> Option<Label>,
) {
    let mut before_panel = 0;
    let mut first_piece = Vec::new();
    for panel in board.layout.panels() {
        first_piece.push(before_panel);
        before_panel += panel.rows().map(|row| board.layout.row(row).len()).sum::<usize>();
    }
    for laid in &table.panels {
        let number = laid.number;
        let alone = board.layout.panel(number);
        let before = board.before.map(|before| before.panel(number));
        let pieces = first_piece[number]..first_piece[number] + alone.pieces.len();
        let taken = board.taken.iter().filter(|id| pieces.contains(id)).map(|id| id - pieces.start);
        let taken: Vec<usize> = taken.collect();
        let within = |place: Option<Place>| {
            board.layout.within(place?).filter(|(panel, _)| *panel == number).map(|(_, place)| place)
        };
        let part = Board {
            layout: &alone,
            before: before.as_ref(),
            cursor: within(board.cursor),
            taken: &taken,
            crumbling: board.crumbling,
            marked: within(board.marked),
        };
        if let Some((area, title)) = &laid.title {
            let role = if part.cursor.is_some() { Role::Accent } else { Role::Dim };
            let style = canvas.look.style(role);
            canvas.centered(area.x, area.y, area.width, title, style);
        }
        let label = |place: Place| label(board.layout.whole(number, place));
        match &laid.view {
            View::Grid(grid) => draw_grid(canvas, grid, &part, label),
            View::Nodes(nodes) => nodes.draw(canvas, &part, label),
        }
    }
}

/// Draws the pieces of a panel with their numbers around them.
fn draw_grid(
    canvas: &mut Canvas<'_>,
    grid: &Grid,
    board: &Board<'_>,
    label: impl Fn(Place) -> Option<Label>,
) {
    let drawing = Drawing::of(board.layout.shape());
    numbers(canvas, grid, board);
    if grid.ruled {
        lines(canvas, grid, board);
    }
    for place in grid.places() {
        let (Some(state), Some(rect)) = (board.state(place), grid.rect(place)) else { continue };
        let cell = Cell {
            state,
            label: label(place).filter(|_| matches!(state, State::Piece | State::Taken)),
            cursor: board.cursor == Some(place),
            marked: board.marked == Some(place),
            // If there is room for grooves between the squares, no second shade is needed.
            even: (place.row + place.col) % 2 == 0 || rect.height > 1,
            crumbling: board.crumbling,
            joint: board.layout.piece(place).is_some_and(|piece| piece.role == layout::Role::Joint),
            place,
        };
        match drawing {
            Drawing::Stones => cell.stone(canvas, grid.inner(rect)),
            Drawing::Squares if canvas.look.paints() => cell.painted(canvas, rect),
            Drawing::Squares => cell.written(canvas, grid.inner(rect)),
        }
    }
}

/// Numbers the rows and columns, and points to where more of them are.
fn numbers(canvas: &mut Canvas<'_>, grid: &Grid, board: &Board<'_>) {
    let look = canvas.look;
    let (width, height) = grid.stride;
    let edge = u16::from(grid.ruled);
    let top = grid.origin.1 - 1 - edge;
    let role = |here: bool| if here { Role::Accent } else { Role::Dim };
    let drawing = Drawing::of(board.layout.shape());
    if drawing == Drawing::Squares {
        for col in grid.first.1 + 1..=grid.first.1 + grid.shown.1 {
            let Some(rect) = grid.rect(Place::new(grid.first.0 + 1, col)) else { continue };
            let text = col.to_string();
            let here = board.cursor.is_some_and(|cursor| cursor.col == col);
            // Numbers that would run together are left out, except every fifth.
            if text.len() as u16 >= width && !col.is_multiple_of(5) {
                continue;
            }
            let gap = u16::from(look.paints() && width > 3).max(edge);
            canvas.centered(rect.x, top, width - gap, &text, look.style(role(here)));
        }
    }
    for row in grid.first.0 + 1..=grid.first.0 + grid.shown.0 {
        let Some(rect) = grid.rect(Place::new(row, grid.first.1 + 1)) else { continue };
        let here = board.cursor.is_some_and(|cursor| cursor.row == row);
        let y = rect.y + (height - edge).saturating_sub(1) / 2;
        let text = board.layout.head(row).map_or_else(|| row.to_string(), String::from);
        let x = grid.origin.0.saturating_sub(edge + 1 + text.len() as u16);
        canvas.text(x, y, grid.margin, &text, role(here));
        if drawing == Drawing::Stones {
            let runs: Vec<String> = board.layout.runs_in(row).iter().map(u32::to_string).collect();
            let left = if runs.is_empty() { "0".to_string() } else { runs.join("+") };
            let last = board.layout.row(row).last().map_or(0, |piece| piece.place.col);
            let behind = last.min(grid.first.1 + grid.shown.1);
            let x = grid.origin.0 + width * behind.saturating_sub(grid.first.1) as u16 + 1;
            canvas.text(x, y, 12, &left, role(here));
        }
    }
    let [above, below, left, right] = grid.more;
    let accent = Role::Accent;
    let before = grid.origin.0 - 1 - edge;
    let behind = grid.origin.0 + width * grid.shown.1 as u16;
    if above {
        canvas.text(before, grid.origin.1, 1, look.or("▲", "^"), accent);
    }
    if below {
        canvas.text(before, grid.bottom().saturating_sub(1), 1, look.or("▼", "v"), accent);
    }
    if left {
        canvas.text(before, top, 1, look.or("◀", "<"), accent);
    }
    if right {
        canvas.text(behind, top, 1, look.or("▶", ">"), accent);
    }
}

/// Draws the lines around what is left.
fn lines(canvas: &mut Canvas<'_>, grid: &Grid, board: &Board<'_>) {
    let look = canvas.look;
    let (width, height) = grid.stride;
    let there = |row: u32, col: u32| board.layout.has(Place::new(row, col));
    for row in grid.first.0 + 1..=grid.first.0 + grid.shown.0 + 1 {
        for col in grid.first.1 + 1..=grid.first.1 + grid.shown.1 + 1 {
            // The crossing at the upper left of this place, and the lines that lead away from it.
            let (up, down) = (row - grid.first.0 - 1, col - grid.first.1 - 1);
            let x = grid.origin.0 - 1 + width * down as u16;
            let y = grid.origin.1 - 1 + height * up as u16;
            let before = |n: u32| n - 1;
            let here = there(row, col);
            let right = here || there(before(row), col);
            let down = here || there(row, before(col));
            let left = there(row, before(col)) || there(before(row), before(col));
            let up = there(before(row), col) || there(before(row), before(col));
            let style = look.style(Role::Line);
            let crossing = match (up, down, left, right) {
                (false, false, false, false) => " ",
                _ if look.ascii => "+",
                (false, true, false, true) => "┌",
                (false, true, true, false) => "┐",
                (true, false, false, true) => "└",
                (true, false, true, false) => "┘",
                (true, true, false, true) => "├",
                (true, true, true, false) => "┤",
                (false, true, true, true) => "┬",
                (true, false, true, true) => "┴",
                _ => "┼",
            };
            canvas.styled(x, y, 1, crossing, style);
            if right {
                let line = look.or("─", "-").repeat(usize::from(width - 1));
                canvas.styled(x + 1, y, width - 1, &line, style);
            }
            if down {
                canvas.fill(Rect::new(x, y + 1, 1, height - 1), look.or('│', '|'), style);
            }
        }
    }
}

/// One place to be drawn.
struct Cell {
    state: State,
    label: Option<Label>,
    cursor: bool,
    marked: bool,
    even: bool,
    crumbling: u8,
    joint: bool,
    place: Place,
}

impl Cell {
    fn wins(&self) -> bool {
        self.label.as_ref().is_some_and(|label| label.outcome == Outcome::Win)
    }

    /// Returns what is written on it, in brackets if the move wins and they fit.
    fn text(&self, room: u16) -> Option<String> {
        let label = self.label.as_ref()?;
        let brackets = label.outcome == Outcome::Win && label.text.len() as u16 + 2 <= room;
        Some(if brackets { format!("[{}]", label.text) } else { label.text.clone() })
    }

    fn role(&self) -> Role {
        match self.state {
            State::Poison if self.cursor => Role::Cursor,
            State::Poison => Role::Poison,
            _ if self.cursor => Role::Cursor,
            _ if self.wins() || self.marked => Role::Win,
            State::Taken => Role::Taken,
            State::Piece if self.even => Role::Chocolate,
            State::Piece => Role::OtherChocolate,
            State::JustEaten => Role::Crumbs,
            State::Eaten => Role::Eaten,
        }
    }

    fn crumbs(&self, ascii: bool) -> char {
        match (ascii, self.crumbling) {
            (true, _) => '*',
            (false, 0 | 1) => '░',
            (false, 2) => '▒',
            (false, _) => '▓',
        }
    }

    /// Draws a square of chocolate with colours.
    fn painted(&self, canvas: &mut Canvas<'_>, rect: Rect) {
        let look = canvas.look;
        let style = look.style(self.role());
        let Rect { x, y, width, height } = rect;
        // The gap to the next square: half a column, and half a line if there is one to spare.
        let (own_width, tall) = (if width > 3 { width - 1 } else { width }, height > 1);
        let middle = y + (height - u16::from(tall)) / 2;
        match self.state {
            State::Eaten => return canvas.centered(x, middle, own_width, "·", style),
            State::JustEaten => {
                let tall = height.saturating_sub(u16::from(height > 2)).max(1);
                return canvas.fill(Rect::new(x, y, own_width, tall), self.crumbs(false), style);
            }
            _ => {}
        }
        canvas.fill(rect, ' ', style);
        let groove = look.style(Role::Groove);
        let gap = |style: Style| style.fg(groove.fg);
        if self.state == State::Taken && !self.cursor && self.label.is_none() {
            canvas.fill(Rect::new(x, y, own_width, height - u16::from(height > 2)), '╱', style);
        }
        if height > 2 && matches!(self.state, State::Piece) && !self.wins() && !self.marked && !self.cursor {
            let shine = look.style(Role::Shine).bg(style.bg);
            canvas.fill(Rect::new(x, y, own_width, 1), '▔', shine);
        }
        if width > 3 {
            canvas.fill(Rect::new(x + width - 1, y, 1, height), '▐', gap(style));
        }
        if height > 1 {
            let line = "▄".repeat(usize::from(own_width));
            canvas.styled(x, y + height - 1, own_width, &line, gap(style));
            if width > 3 {
                canvas.styled(x + width - 1, y + height - 1, 1, "▟", gap(style));
            }
        }
        let room = own_width;
        let text = match (self.text(room), self.state) {
            (Some(text), _) => text,
            (None, State::Poison) => "☠".to_string(),
            (None, _) if self.cursor => self.name(room),
            _ => return,
        };
        canvas.centered(x, middle, room, &text, style);
    }

    /// The name of the piece under the cursor, if there is room for it.
    fn name(&self, room: u16) -> String {
        let name = format!("{},{}", self.place.row, self.place.col);
        if name.len() as u16 <= room { name } else { "◆".to_string() }
    }

    /// Draws a square with characters only.
    fn written(&self, canvas: &mut Canvas<'_>, inner: Rect) {
        let look = canvas.look;
        let ascii = look.ascii;
        let role = match self.role() {
            Role::Chocolate | Role::OtherChocolate => Role::Ground,
            role => role,
        };
        // In ASCII only the writing has colour, so that characters are enough.
        let style = match role {
            Role::Taken if self.label.is_none() => look.style(Role::Ground),
            role => look.style(role),
        };
        let Rect { x, y, width, height } = inner;
        let middle = y + (height - 1) / 2;
        let mark = match self.state {
            State::Poison => 'P',
            State::Taken => look.or('╱', 'x'),
            State::JustEaten => self.crumbs(ascii),
            State::Eaten => look.or('·', '.'),
            State::Piece => look.or('■', '#'),
        };
        let small = width < 4;
        let filled = matches!(self.state, State::Taken | State::JustEaten);
        if !small && filled && self.label.is_none() {
            canvas.fill(inner, mark, style);
        }
        if self.cursor {
            canvas.fill(
                Rect { width: width - u16::from(small && width > 1), ..inner },
                ' ',
                look.style(Role::Cursor),
            );
        }
        let text = match self.text(width) {
            Some(text) => text,
            None if self.cursor && small => look.or("◆", "@").to_string(),
            None if self.cursor && self.state == State::Poison => ">P<".to_string(),
            None if self.cursor => format!(">{mark}{mark}<"),
            None if small || matches!(self.state, State::Poison | State::Eaten) => mark.to_string(),
            None if filled => return,
            None => [mark; 2].iter().collect(),
        };
        let room = if small { 1.max(text.len() as u16).min(width) } else { width };
        canvas.centered(x, middle, room, &text, style);
    }

    /// Draws a stone.
    fn stone(&self, canvas: &mut Canvas<'_>, inner: Rect) {
        let look = canvas.look;
        let Rect { x, y, width, height } = inner;
        let middle = y + (height - 1) / 2;
        let ground = look.style(Role::Ground);
        let stone = look.style(Role::Stone);
        let colour = |role: Role| match look.style(role) {
            style if look.paints() => ground.fg(style.bg),
            style => style,
        };
        let style = match self.state {
            _ if self.cursor => colour(Role::Cursor),
            State::Taken => colour(Role::Taken),
            State::JustEaten => look.style(Role::Crumbs),
            State::Eaten => look.style(Role::Eaten),
            State::Poison => colour(Role::Poison),
            _ if self.wins() || self.marked => colour(Role::Win),
            _ => stone,
        };
        let mark = match (self.state, self.cursor) {
            (State::JustEaten, _) => self.crumbs(look.ascii),
            (State::Eaten, _) => look.or('·', '.'),
            (State::Poison, false) => 'P',
            (_, true) if self.joint => look.or('╪', '+'),
            (State::Taken, _) if self.joint => look.or('╌', 'x'),
            _ if self.joint => look.or('─', '-'),
            (_, true) => look.or('◆', '@'),
            (State::Taken, _) => look.or('◌', 'x'),
            _ => look.or('●', 'o'),
        };
        let room = width.saturating_sub(1).max(1);
        if let Some(text) = self.text(room) {
            let plain = match (self.cursor, self.state) {
                (true, _) => look.style(Role::Cursor),
                (_, State::Taken) => look.style(Role::Taken),
                _ if self.wins() => look.style(Role::Win),
                _ => stone,
            };
            let text = if self.wins() { text } else { format!("({text})") };
            return canvas.centered(x, middle, room, &text, plain);
        }
        let solid = matches!(self.state, State::Piece | State::Taken) && !self.joint;
        if height >= 3 && solid && look.paints() {
            let (top, side, bottom) = match self.state {
                State::Taken if !self.cursor => ("╭──╮", "│  │", "╰──╯"),
                _ => ("▗▄▄▖", "▐██▌", "▝▀▀▘"),
            };
            for (line, y) in [top, side, bottom].into_iter().zip(y..) {
                canvas.styled(x, y, width, line, style);
            }
            return;
        }
        canvas.centered(x, middle, room, &mark.to_string(), style);
    }
}
