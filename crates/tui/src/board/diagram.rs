//! Where the elements of an order are on the screen, and how they are drawn.

use lastbite::Outcome;
use lastbite::layout::{Chart, Layout, Place};
use unicode_width::UnicodeWidthStr;

use super::pieces::{Board, Label, State};
use crate::canvas::Canvas;
use crate::look::{Look, Role};
use crate::picture::Rect;

/// Where the elements of an order are on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nodes {
    area: Rect,
    chart: Chart,
    /// The lines and columns of the chart that are scrolled away.
    scroll: (u32, u32),
    /// The places of the elements.
    places: Vec<Place>,
    /// Whether there is more above, below, left and right.
    pub more: [bool; 4],
}

impl Nodes {
    /// Finds room for a diagram, or scrolls.
    pub fn fit(area: Rect, layout: &Layout, scroll: (u32, u32), look: Look, label: u16) -> Self {
        // A blank on both sides, which becomes a sign under the cursor.
        let width = |id: usize| layout.name(id).unwrap_or("*").width() + 2 + usize::from(label);
        let widths: Vec<usize> = (0..layout.pieces.len()).map(width).collect();
        let room = (usize::from(area.width), usize::from(area.height));
        let chart = Chart::fitting(layout, &widths, room, look.ascii).unwrap_or_else(|| {
            let gap = usize::from(layout.rows() as usize * 2 <= room.1 + 1);
            Chart::new(layout, &widths, (gap, 2), look.ascii)
        });
        let spare = |has: u16, needs: usize| (needs as u32).saturating_sub(has.into());
        let most = (spare(area.height, chart.height), spare(area.width, chart.width));
        let scroll = (scroll.0.min(most.0), scroll.1.min(most.1));
        let more = [scroll.0 > 0, scroll.0 < most.0, scroll.1 > 0, scroll.1 < most.1];
        // Centred in its room.
        let free = |has: u16, needs: usize| has.saturating_sub(needs.min(u16::MAX.into()) as u16);
        let (left, top) = (free(area.width, chart.width) / 2, free(area.height, chart.height) / 3);
        let area = Rect::new(area.x + left, area.y + top, area.width - left, area.height - top);
        let places = layout.pieces.iter().map(|piece| piece.place).collect();
        Nodes { area, chart, scroll, places, more }
    }

    /// Says whether there are lines between the elements.
    pub fn is_linked(&self) -> bool {
        self.chart.linked
    }

    /// Returns the first line.
    pub fn top(&self) -> u16 {
        self.area.y
    }

    /// Returns the first column.
    pub fn left(&self) -> u16 {
        self.area.x
    }

    /// Returns the line below the diagram.
    pub fn bottom(&self) -> u16 {
        self.area.y
            + (self.chart.height as u32).saturating_sub(self.scroll.0).min(self.area.height.into()) as u16
    }

    /// Returns where an element is; nothing if it is not visible.
    pub fn rect(&self, place: Place) -> Option<Rect> {
        let spot = self.chart.spots[self.places.binary_search(&place).ok()?];
        let line = (spot.line as u32).checked_sub(self.scroll.0)?;
        let col = (spot.col as u32).checked_sub(self.scroll.1)?;
        let inside = line < self.area.height.into() && col + spot.width as u32 <= self.area.width.into();
        inside.then(|| Rect::new(self.area.x + col as u16, self.area.y + line as u16, spot.width as u16, 1))
    }

    /// Returns the element at a cell of the screen.
    pub fn place(&self, x: u16, y: u16) -> Option<Place> {
        let here = |place: &&Place| self.rect(**place).is_some_and(|rect| rect.contains(x, y));
        self.places.iter().find(here).copied()
    }

    /// Scrolls until an element is visible.
    pub fn follow(&self, place: Place) -> (u32, u32) {
        let Ok(id) = self.places.binary_search(&place) else { return self.scroll };
        let spot = self.chart.spots[id];
        let bring = |first: u32, shown: u16, from: usize, to: usize| {
            first.clamp((to as u32).saturating_sub(shown.into()), from as u32)
        };
        (
            bring(self.scroll.0, self.area.height, spot.line, spot.line + 1),
            bring(
                self.scroll.1,
                self.area.width,
                spot.col,
                (spot.col + spot.width).min(spot.col + usize::from(self.area.width)),
            ),
        )
    }

    /// Draws the lines and the elements.
    pub(super) fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        board: &Board<'_>,
        label: impl Fn(Place) -> Option<Label>,
    ) {
        let line = canvas.look.style(Role::Line);
        let scroll = (self.scroll.0 as usize, self.scroll.1 as usize);
        for (number, y) in (scroll.0..self.chart.height).zip(self.area.y..self.area.bottom()) {
            let strokes = self.chart.strokes(number);
            let text: String = strokes.get(scroll.1..).unwrap_or(&[]).iter().collect();
            canvas.styled(self.area.x, y, self.area.width, &text, line);
        }
        for (id, &place) in self.places.iter().enumerate() {
            if let (Some(rect), Some(state)) = (self.rect(place), board.state(place)) {
                let label = label(place).filter(|_| matches!(state, State::Piece | State::Taken));
                let name = board.layout.name(id).unwrap_or("*");
                node(canvas, rect, name, state, label, board, place);
            }
        }
        let [above, below, left, right] = self.more;
        let look = canvas.look;
        let (first, last) = (self.area.y, self.area.bottom().saturating_sub(1));
        let (start, end) = (self.area.x, self.area.right().saturating_sub(1));
        let signs = [
            (above, end, first, look.or("▲", "^")),
            (below, end, last, look.or("▼", "v")),
            (left, start, last, look.or("◀", "<")),
            (right, end, first + u16::from(above), look.or("▶", ">")),
        ];
        for (_, x, y, sign) in signs.into_iter().filter(|sign| sign.0) {
            canvas.text(x, y, 1, sign, Role::Accent);
        }
    }
}

/// Draws one element: its name between two signs, and after it what is known about its move.
fn node(
    canvas: &mut Canvas<'_>,
    rect: Rect,
    name: &str,
    state: State,
    label: Option<Label>,
    board: &Board<'_>,
    place: Place,
) {
    let look = canvas.look;
    let (cursor, marked) = (board.cursor == Some(place), board.marked == Some(place));
    let wins = label.as_ref().is_some_and(|label| label.outcome == Outcome::Win);
    let role = match state {
        State::Eaten => Role::Eaten,
        State::JustEaten => Role::Crumbs,
        _ if cursor => Role::Cursor,
        State::Poison => Role::Poison,
        _ if wins || marked => Role::Win,
        State::Taken => Role::Taken,
        State::Piece if look.paints() => Role::Chocolate,
        State::Piece => Role::Ground,
    };
    let style = look.style(role);
    if state == State::Eaten || state == State::JustEaten {
        let sign = if state == State::Eaten { look.or("·", ".") } else { look.or("░", "*") };
        canvas.fill(rect, ' ', look.style(Role::Ground));
        return canvas.centered(rect.x, rect.y, rect.width, sign, style);
    }
    let known = match &label {
        Some(label) if wins => format!("[{}]", label.text),
        Some(label) => format!(" {}", label.text),
        None => String::new(),
    };
    let (before, behind) = match state {
        _ if cursor => (">", "<"),
        State::Poison => ("(", ")"),
        State::Taken => (look.or("╱", "x"), look.or("╱", "x")),
        _ if marked => ("*", "*"),
        _ => (" ", " "),
    };
    let text = format!("{before}{name}{known}{behind}");
    canvas.fill(rect, ' ', style);
    canvas.centered(rect.x, rect.y, rect.width, &text, style);
}
