//! The start: which game, how large, against whom. Enter plays what was played last.

use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::keys_line;
use crate::action::Action;
use crate::app::{App, Screen};
use crate::board::{self, Board, Grid};
use crate::canvas::Canvas;
use crate::choice::{Choice, Kind, Opponent, Starts};
use crate::command::Command;
use crate::look::Role;
use crate::tray::{Direction, Pieces, Tray};
use crate::voice;

/// The form: which of its fields is being filled in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// The line of the form.
    pub line: usize,
    /// Something was typed into this field, so that the next letter belongs to it too.
    pub typing: bool,
}

/// One line of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Chomp or take-away.
    Game,
    /// Rows and columns.
    Size,
    /// Where the poison is.
    Poison,
    /// The heaps.
    Heaps,
    /// Whether the last stone wins.
    LastStone,
    /// Against whom.
    Against,
    /// Who makes the first move.
    Starts,
    /// The name of the first person.
    Name,
    /// The name of the second.
    OtherName,
}

impl Field {
    /// Lists the fields that this choice has.
    #[must_use]
    pub fn of(choice: &Choice) -> Vec<Field> {
        let game = match choice.kind {
            Kind::Chomp => [Field::Game, Field::Size, Field::Poison],
            Kind::TakeAway => [Field::Game, Field::Heaps, Field::LastStone],
        };
        let mut fields = game.to_vec();
        fields.extend([Field::Against, Field::Starts, Field::Name]);
        if choice.opponent == Opponent::Person {
            fields.push(Field::OtherName);
        }
        fields
    }

    fn name(self) -> &'static str {
        match self {
            Field::Game => "Game",
            Field::Size => "Size",
            Field::Poison => "Poison",
            Field::Heaps => "Heaps",
            Field::LastStone => "Last stone",
            Field::Against => "Against",
            Field::Starts => "First move",
            Field::Name => "Your name",
            Field::OtherName => "Other name",
        }
    }

    fn value(self, choice: &Choice) -> String {
        let other = match choice.opponent {
            Opponent::Person => choice.names[1].as_str(),
            _ => "the computer",
        };
        match self {
            Field::Game => match choice.kind {
                Kind::Chomp => "Chomp".to_string(),
                Kind::TakeAway => "Take-away (Nim)".to_string(),
            },
            Field::Size => choice.size.clone(),
            Field::Poison => choice.poison.clone(),
            Field::Heaps => choice.heaps.clone(),
            Field::LastStone => {
                if choice.misere {
                    "loses (misère)".to_string()
                } else {
                    "wins".to_string()
                }
            }
            Field::Against => match choice.opponent.level() {
                Some(level) => format!("the computer, {level}"),
                None => "another person".to_string(),
            },
            Field::Starts => match choice.starts {
                Starts::First if choice.names[0] == voice::NOBODY => "you".to_string(),
                Starts::First => choice.names[0].clone(),
                Starts::Second => other.to_string(),
                Starts::InTurn => "in turn".to_string(),
            },
            Field::Name => choice.names[0].clone(),
            Field::OtherName => choice.names[1].clone(),
        }
    }

    /// Returns the text that can be typed into; nothing for what is only gone through.
    fn text(self, choice: &mut Choice) -> Option<&mut String> {
        match self {
            Field::Size => Some(&mut choice.size),
            Field::Poison => Some(&mut choice.poison),
            Field::Heaps => Some(&mut choice.heaps),
            Field::Name => Some(&mut choice.names[0]),
            Field::OtherName => Some(&mut choice.names[1]),
            Field::Game | Field::LastStone | Field::Against | Field::Starts => None,
        }
    }

    fn takes(self, letter: char) -> bool {
        match self {
            Field::Size | Field::Poison | Field::Heaps => letter.is_ascii_digit() || "x, ^".contains(letter),
            Field::Name | Field::OtherName => !letter.is_control(),
            _ => false,
        }
    }

    /// Goes to the next or the last value.
    fn turn(self, choice: &mut Choice, forward: bool) {
        fn next<T: PartialEq + Copy>(all: &[T], now: Option<T>, forward: bool) -> T {
            let at = all.iter().position(|one| Some(*one) == now);
            let many = all.len();
            all[match (at, forward) {
                (None, _) => 0,
                (Some(at), true) => (at + 1) % many,
                (Some(at), false) => (at + many - 1) % many,
            }]
        }
        match self {
            Field::Game => choice.kind = next(&[Kind::Chomp, Kind::TakeAway], Some(choice.kind), forward),
            Field::Size => choice.size = next(Choice::SIZES, Some(&choice.size), forward).to_string(),
            Field::Heaps => choice.heaps = next(Choice::HEAPS, Some(&choice.heaps), forward).to_string(),
            Field::Poison => {
                let poisons = ["1,1", "2,2", "2,3", "3,3"];
                choice.poison = next(&poisons, Some(&choice.poison), forward).to_string();
            }
            Field::LastStone => choice.misere = !choice.misere,
            Field::Against => choice.opponent = next(&Opponent::ALL, Some(choice.opponent), forward),
            Field::Starts => choice.starts = next(&Starts::ALL, Some(choice.starts), forward),
            Field::Name | Field::OtherName => {}
        }
    }
}

impl App {
    /// Takes a key or the mouse on the start screen.
    pub(crate) fn press_start(&mut self, action: Action) {
        let Screen::Start(start) = &mut self.screen else { return };
        let choice = &mut self.memory.choice;
        let fields = Field::of(choice);
        let field = fields[start.line.min(fields.len() - 1)];
        let moved = Start { line: start.line, typing: false };
        match action {
            Action::Go(Direction::Up) => {
                *start = Start { line: (start.line + fields.len() - 1) % fields.len(), ..moved }
            }
            Action::Go(Direction::Down) | Action::Next => {
                *start = Start { line: (start.line + 1) % fields.len(), ..moved }
            }
            Action::Go(direction @ (Direction::Left | Direction::Right)) => {
                field.turn(choice, direction == Direction::Right);
                *start = moved;
            }
            Action::Erase => {
                if let Some(text) = field.text(choice) {
                    text.pop();
                    start.typing = true;
                }
            }
            Action::Type(letter) if field.takes(letter) => {
                let fresh = !std::mem::replace(&mut start.typing, true);
                if let Some(text) = field.text(choice) {
                    if fresh {
                        text.clear();
                    }
                    if text.chars().count() < 40 {
                        text.push(letter);
                    }
                }
            }
            Action::Type(' ') => field.turn(choice, true),
            Action::Type(letter) => match Command::of(letter, false) {
                Some(
                    command @ (Command::Lesson
                    | Command::Open
                    | Command::Keys
                    | Command::Quit
                    | Command::Theme
                    | Command::Letters),
                ) => self.command(command),
                Some(Command::Go(direction @ (Direction::Up | Direction::Down))) => {
                    self.press_start(Action::Go(direction))
                }
                _ => {}
            },
            Action::Enter => self.begin(),
            Action::Click(x, y) => {
                let form = form(self.size);
                if let Some(line) = usize::from(y).checked_sub(form.y.into())
                    && line < fields.len()
                    && form.x <= x
                    && x < form.right()
                {
                    *start = Start { line, typing: false };
                    fields[line].turn(choice, true);
                } else if y == form.y + fields.len() as u16 + 1 && form.x <= x && x < form.x + 16 {
                    self.begin();
                }
            }
            Action::Escape if self.round.is_some() => self.screen = Screen::Game,
            _ => {}
        }
    }
}

/// Where the form is.
fn form((width, height): (u16, u16)) -> Rect {
    let y = if height >= 20 { 8 } else { 4 };
    Rect::new(2, y, 40.min(width.saturating_sub(3)), height.saturating_sub(y + 2))
}

/// Draws the screen.
pub fn draw(canvas: &mut Canvas<'_>, app: &App, start: &Start) {
    let (width, height) = app.size;
    let choice = &app.memory.choice;
    let look = app.look;
    let form = form(app.size);
    let mut y = 1;
    if form.y >= 8 {
        for line in title(look.ascii) {
            canvas.text(2, y, width - 3, line, Role::Accent);
            y += 1;
        }
        y += 1;
    } else {
        canvas.text(2, 1, width - 3, "lastbite", Role::Accent);
        y = 2;
    }
    let invitation = "A bar of chocolate, one square of it poison: leave it to the other side.";
    canvas.text(2, y, width - 3, invitation, Role::Dim);
    let fields = Field::of(choice);
    for ((n, field), y) in fields.iter().enumerate().zip(form.y..form.bottom()) {
        let chosen = n == start.line.min(fields.len() - 1);
        let role = if chosen { Role::Chosen } else { Role::Ground };
        let style = look.style(role);
        canvas.fill(Rect::new(form.x, y, form.width, 1), " ", style);
        let pointer = if chosen { look.or("▸", ">") } else { " " };
        canvas.styled(form.x, y, 1, pointer, style);
        canvas.styled(form.x + 2, y, 11, field.name(), style);
        let mut value = field.value(choice);
        if look.ascii {
            value = value.replace('è', "e");
        }
        let shown = match (chosen, start.typing) {
            (true, true) => format!("{value}{}", look.or("▏", "_")),
            (true, false) if !matches!(field, Field::Name | Field::OtherName) => {
                let (left, right) = look.or(("◂", "▸"), ("<", ">"));
                format!("{left} {value} {right}")
            }
            _ => value,
        };
        canvas.styled(form.x + 13, y, form.width.saturating_sub(14), &shown, style);
    }
    let y = form.y + fields.len() as u16 + 1;
    let game = choice.game();
    match &game {
        Ok(_) => {
            let button = canvas.look.style(Role::Win);
            canvas.styled(form.x + 2, y, 16, " Enter: play ", button);
        }
        Err(sentence) => {
            canvas.paragraph(Rect { y, height: 4, ..form }, sentence, Role::Accent);
        }
    }
    if let Ok(game) = &game {
        if form.width >= 40 && height >= 22 {
            let area = Rect { y: y + 2, height: 3, ..form };
            canvas.paragraph(area, &voice::rule(game, app), Role::Dim);
        }
        if width >= 76 {
            preview(canvas, game, Rect::new(44, form.y - 1, width - 46, height - form.y - 2));
        }
    }
    let back = ("Esc", "back to the game");
    let mut keys = vec![
        (look.or("↑↓", "up/down"), "choose"),
        (look.or("←→", "left/right"), "change"),
        ("Enter", "play"),
        ("l", "lesson"),
        ("o", "open"),
        ("?", "keys"),
        ("q", "quit"),
    ];
    if app.round.is_some() {
        keys.insert(3, back);
    }
    canvas.rule(0, height - 2, width);
    keys_line(canvas, app, &keys);
}

/// Draws what is going to be played.
fn preview(canvas: &mut Canvas<'_>, game: &lastbite::AnyGame, area: Rect) {
    let tray = Tray::of(game, &lastbite::Game::start(game));
    let grid = Grid::fit(area, &tray, (0, 0), canvas.look, 0);
    let board = Board { tray: &tray, before: None, cursor: None, crumbling: 0, marked: None };
    board::draw(canvas, &grid, &board, |_| None);
    let caption = voice::title(game, canvas.look.ascii);
    let y = grid.bottom() + u16::from(grid.ruled || tray.pieces == Pieces::Squares);
    let x = area.x + area.width.saturating_sub(caption.width() as u16) / 2;
    canvas.text(x, y, area.width, &caption, Role::Dim);
}

/// The name of the program, large; the last letter has been bitten.
fn title(ascii: bool) -> [&'static str; 4] {
    if ascii {
        [
            r" _           _   _    _ _",
            r"| | __ _ ___| |_| |__(_) |_ ___",
            r"| |/ _` (_-<|  _| '_ \ |  _/ -_)",
            r"|_|\__,_/__/ \__|_.__/_|\__\___|",
        ]
    } else {
        [
            "█             ▄  █    ▀  ▄       ",
            "█  ▀▀▄ ▄▀▀▀ ▀▀█▀ █▀▀▄ █ ▀█▀ ▄▀▀▄ ",
            "█ ▄▀▀█  ▀▀▄   █  █  █ █  █  █▀▀ ░",
            "▀ ▀▄▄▀ ▀▀▀    ▀▄ █▄▄▀ █  ▀▄ ▀▄ ░ ",
        ]
    }
}
