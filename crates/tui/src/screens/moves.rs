//! The small list of moves at a piece that offers several: this pin alone, or this one and the next.

use lastbite::layout::Direction;
use lastbite::{Action as Doing, AnyMove, Words};
use unicode_width::UnicodeWidthStr;

use super::{Frame, board_of};
use crate::action::Action;
use crate::app::{App, Overlay};
use crate::canvas::Canvas;
use crate::look::Role;
use crate::picture::Rect;

/// The moves at a piece, and which of them is selected.
#[derive(Clone, Debug)]
pub struct Moves {
    moves: Vec<AnyMove>,
    at: usize,
}

impl Moves {
    /// Offers moves; the first one is selected.
    pub fn new(moves: Vec<AnyMove>) -> Self {
        Moves { moves, at: 0 }
    }

    /// Returns the selected move.
    pub fn chosen(&self) -> Option<&AnyMove> {
        self.moves.get(self.at)
    }

    fn turn(&mut self, forward: bool) {
        let many = self.moves.len().max(1);
        self.at = (self.at + if forward { 1 } else { many - 1 }) % many;
    }
}

impl App {
    /// Takes a key or the mouse while one of several moves is being chosen.
    pub(crate) fn choose_move(&mut self, mut moves: Moves, action: Action) {
        match action {
            Action::Go(Direction::Down | Direction::Right)
            | Action::Wheel(Direction::Down)
            | Action::Next => {
                moves.turn(true);
            }
            Action::Go(Direction::Up | Direction::Left) | Action::Wheel(Direction::Up) => moves.turn(false),
            Action::Enter | Action::Type(' ') => return self.make(&moves),
            Action::Type(digit) => match digit.to_digit(10).map(|digit| digit as usize) {
                Some(number) if (1..=moves.moves.len()).contains(&number) => {
                    moves.at = number - 1;
                    return self.make(&moves);
                }
                _ => return,
            },
            Action::Hover(x, y) | Action::Click(x, y) => {
                let area = area_of(self, &moves);
                let first = first_shown(&moves, area);
                match area.contains(x, y) {
                    true => moves.at = (first + usize::from(y - area.y)).min(moves.moves.len() - 1),
                    false if matches!(action, Action::Click(..)) => return,
                    false => {}
                }
                if matches!(action, Action::Click(..)) {
                    return self.make(&moves);
                }
            }
            _ => return,
        }
        self.overlay = Some(Overlay::Moves(moves));
    }

    fn make(&mut self, moves: &Moves) {
        if let (Some(round), Some(mv)) = (self.shown_round_mut(), moves.chosen()) {
            round.act(Doing::Play(mv.clone()));
        }
    }
}

/// Returns the line for a move of the list.
fn line(app: &App, moves: &Moves, number: usize) -> String {
    let Some(round) = app.shown_round() else { return String::new() };
    format!("{} {}", number + 1, round.game().describe(round.position(), &moves.moves[number]))
}

/// Returns where the list is: near its piece, and on the screen.
fn area_of(app: &App, moves: &Moves) -> Rect {
    let (width, height) = app.size;
    let lines = (0..moves.moves.len()).map(|number| line(app, moves, number).width());
    let wide = (lines.max().unwrap_or(0) as u16 + 2).min(width.saturating_sub(2));
    let tall = (moves.moves.len() as u16).min(height.saturating_sub(6)).max(1);
    let cursor = app.shown_round().map(|round| round.cursor);
    let piece = board_of(app).zip(cursor).and_then(|(table, cursor)| table.rect(cursor));
    let piece = piece.unwrap_or(Rect::new(1, 3, 1, 1));
    let below = piece.bottom();
    let y = if below + tall < height.saturating_sub(1) { below } else { piece.y.saturating_sub(tall).max(3) };
    // Beside the board is what the player reads to choose.
    let frame = Frame::of(app.size);
    let end = if frame.wide && wide + 3 < frame.panel.x { frame.panel.x - 3 } else { width - 1 };
    Rect::new(piece.x.min(end.saturating_sub(wide)), y, wide, tall)
}

/// Returns the first visible move, if not all fit.
fn first_shown(moves: &Moves, area: Rect) -> usize {
    (moves.at + 1).saturating_sub(usize::from(area.height))
}

/// Draws the list.
pub fn draw(canvas: &mut Canvas<'_>, app: &App, moves: &Moves) {
    let area = area_of(app, moves);
    let first = first_shown(moves, area);
    for (number, y) in (first..moves.moves.len()).zip(area.y..area.bottom()) {
        let style = canvas.look.style(if number == moves.at { Role::Chosen } else { Role::Ground });
        canvas.fill(Rect::new(area.x, y, area.width, 1), ' ', style);
        let pointer = if number == moves.at { canvas.look.or("▸", ">") } else { " " };
        canvas.styled(area.x, y, 1, pointer, style);
        canvas.styled(area.x + 1, y, area.width.saturating_sub(1), &line(app, moves, number), style);
    }
    super::bottom_line(canvas, "Which move?  Enter makes it  Esc leaves");
}
