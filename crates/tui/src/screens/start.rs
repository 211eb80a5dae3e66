//! The start screen: which game, how large, against whom. Enter plays what was played last.

use lastbite::description::{Kind, Parameter};
use lastbite::layout::Direction;
use lastbite::{AnyGame, Game, layout::Drawn};
use unicode_width::UnicodeWidthStr;

use super::keys_line;
use crate::action::Action;
use crate::app::{App, Screen};
use crate::board::{self, Board, Table};
use crate::canvas::{Canvas, wrapped};
use crate::choice::{Choice, Opponent, Starts};
use crate::command::Command;
use crate::look::Role;
use crate::picture::Rect;
use crate::voice;

/// The form: which of its fields is being filled in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// The line of the form.
    pub line: usize,
    /// Whether something was typed into this field, so that the next letter belongs to it too.
    pub typing: bool,
}

/// One line of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Which kind of game.
    Game,
    /// A parameter of the game, with its number.
    Parameter(usize, &'static Parameter),
    /// The opponent.
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
    pub fn of(choice: &Choice) -> Vec<Field> {
        let mut fields = vec![Field::Game];
        let parameters = choice.description().parameters.iter().enumerate();
        fields.extend(parameters.map(|(number, parameter)| Field::Parameter(number, parameter)));
        fields.extend([Field::Against, Field::Starts, Field::Name]);
        if choice.opponent == Opponent::Person {
            fields.push(Field::OtherName);
        }
        fields
    }

    fn name(self) -> &'static str {
        match self {
            Field::Game => "Game",
            Field::Parameter(_, parameter) => parameter.label,
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
            Field::Game => choice.description().title.to_string(),
            Field::Parameter(number, _) => choice.values().get(number).cloned().unwrap_or_default(),
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

    /// Returns the text of a field for typing; nothing for fields that are only chosen from a list.
    fn text(self, choice: &mut Choice) -> Option<&mut String> {
        match self {
            Field::Parameter(_, Parameter { kind: Kind::Switch { .. }, .. }) => None,
            Field::Parameter(number, _) => choice.value_mut(number),
            Field::Name => Some(&mut choice.names[0]),
            Field::OtherName => Some(&mut choice.names[1]),
            Field::Game | Field::Against | Field::Starts => None,
        }
    }

    /// Says whether a letter belongs in the field. Letters that no value has are left to the commands, except
    /// in the middle of typing.
    fn takes(self, letter: char, typing: bool) -> bool {
        match self {
            Field::Parameter(_, Parameter { kind: Kind::Switch { .. }, .. }) => false,
            Field::Parameter(..) if typing => !letter.is_control(),
            Field::Parameter(_, parameter) => {
                let sign = letter.is_ascii_digit() || (letter.is_ascii_punctuation() && letter != '?');
                sign || letter == ' ' || parameter.choices.iter().any(|choice| choice.contains(letter))
            }
            Field::Name | Field::OtherName => !letter.is_control(),
            Field::Game | Field::Against | Field::Starts => false,
        }
    }

    /// Says what can be typed; empty for fields that are only chosen from a list.
    fn accepted(self) -> &'static str {
        match self {
            Field::Parameter(_, parameter) => parameter.accepted,
            Field::Name | Field::OtherName => "any name",
            Field::Game | Field::Against | Field::Starts => "",
        }
    }

    /// Says whether there are values to cycle through.
    fn can_turn(self) -> bool {
        match self {
            Field::Parameter(_, parameter) => !parameter.values().is_empty(),
            Field::Game | Field::Against | Field::Starts => true,
            Field::Name | Field::OtherName => false,
        }
    }

    /// Goes to the next value or the one before; from a typed value, to the first.
    fn turn(self, choice: &mut Choice, forward: bool) {
        fn next<T: PartialEq + Copy>(all: &[T], now: T, forward: bool) -> Option<T> {
            let many = all.len();
            let next = match (all.iter().position(|one| *one == now), forward) {
                (None, _) => 0,
                (Some(at), true) => (at + 1) % many,
                (Some(at), false) => (at + many - 1) % many,
            };
            all.get(next).copied()
        }
        match self {
            Field::Game => choice.turn_kind(forward),
            Field::Parameter(number, parameter) => {
                if let Some(value) = choice.value_mut(number)
                    && let Some(next) = next(&parameter.values(), value, forward)
                {
                    *value = next.to_string();
                }
            }
            Field::Against => {
                choice.opponent = next(&Opponent::ALL, choice.opponent, forward).unwrap_or(choice.opponent);
            }
            Field::Starts => {
                choice.starts = next(&Starts::ALL, choice.starts, forward).unwrap_or(choice.starts);
            }
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
            Action::Clear => {
                if let Some(text) = field.text(choice) {
                    text.clear();
                    start.typing = true;
                }
            }
            Action::Type(letter) if field.takes(letter, start.typing) => {
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
            Action::Type('p') => self.begin_puzzle(),
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
                let form = Form::of(self.size, fields.len(), start.line);
                if let Some(line) = form.line_at(x, y) {
                    // The sign before the value of the chosen line leads back.
                    let back = line == start.line && !start.typing && x <= form.area.x + VALUE;
                    *start = Start { line, typing: false };
                    fields[line].turn(choice, !back || x < form.area.x + VALUE - 1);
                } else if form.button().is_some_and(|button| button.contains(x, y)) {
                    self.begin();
                }
            }
            Action::Escape if self.round.is_some() => self.screen = Screen::Game,
            _ => {}
        }
    }
}

/// The column of the values in the form.
const VALUE: u16 = 13;

/// Where the form is, and which of its lines are visible.
#[derive(Clone, Copy, Debug)]
struct Form {
    area: Rect,
    /// The first visible line, and how many are visible.
    first: usize,
    shown: usize,
}

impl Form {
    /// Puts the form on the screen; if it is higher than the screen, the current line is visible.
    fn of((width, height): (u16, u16), lines: usize, line: usize) -> Form {
        let y = if height >= 20 { 8 } else { 4 };
        let area = Rect::new(2, y, 40.min(width.saturating_sub(3)), height.saturating_sub(y + 2));
        let shown = lines.min(area.height.into());
        let first = (line + 1).saturating_sub(shown);
        Form { area, first, shown }
    }

    fn line_at(&self, x: u16, y: u16) -> Option<usize> {
        let line = usize::from(y.checked_sub(self.area.y)?);
        (line < self.shown && self.area.contains(x, y)).then_some(self.first + line)
    }

    /// Counts the lines that say what can be typed: two if there is room for them.
    fn room(&self) -> u16 {
        if usize::from(self.area.height) >= self.shown + 3 { 2 } else { 1 }
    }

    /// Returns the free room below the lines.
    fn below(&self) -> Rect {
        let y = self.area.y + self.shown as u16 + self.room();
        Rect { y, height: self.area.bottom().saturating_sub(y), ..self.area }
    }

    /// Returns where the button is, if there is room for it.
    fn button(&self) -> Option<Rect> {
        let below = self.below();
        (below.height > 0).then(|| Rect::new(below.x + 2, below.y, 13, 1))
    }
}

/// Draws the screen.
pub fn draw(canvas: &mut Canvas<'_>, app: &App, start: &Start) {
    let (width, height) = app.size;
    let choice = &app.memory.choice;
    let look = app.look;
    let fields = Field::of(choice);
    let line = start.line.min(fields.len() - 1);
    let form = Form::of(app.size, fields.len(), line);
    let invitation = voice::shown(choice.description().invitation, look);
    let long = wrapped(&invitation, width - 3).len() > 1;
    let mut y = u16::from(!long);
    if form.area.y >= 8 {
        for line in title(look.ascii) {
            canvas.text(2, y, width - 3, line, Role::Accent);
            y += 1;
        }
        y += 1;
    } else {
        canvas.text(2, y, width - 3, "lastbite", Role::Accent);
        y += 1;
    }
    let room = Rect::new(2, y, width - 3, form.area.y.saturating_sub(y));
    canvas.paragraph(room, &invitation, Role::Dim);
    let shown = fields.iter().enumerate().skip(form.first).take(form.shown);
    for ((n, field), y) in shown.zip(form.area.y..) {
        draw_field(canvas, Rect { y, height: 1, ..form.area }, *field, choice, n == line, start.typing);
    }
    if usize::from(form.area.height) > form.shown {
        // Below the names of the fields, or a little to the left if there is no room.
        let accepted = fields[line].accepted();
        let spare = form.area.width.saturating_sub(accepted.width() as u16);
        let (x, y) = (form.area.x + spare.min(2), form.area.y + form.shown as u16);
        canvas.paragraph(Rect { x, y, height: form.room(), ..form.area }, accepted, Role::Dim);
    }
    match choice.game() {
        Ok(game) => {
            if let Some(button) = form.button() {
                canvas.styled(button.x, button.y, button.width, " Enter: play ", look.style(Role::Win));
            }
            let below = form.below();
            let rule = Rect { y: below.y + 2, height: below.height.saturating_sub(2), ..below };
            if rule.height >= wrapped(&voice::rule(&game, look), rule.width).len() as u16 {
                canvas.paragraph(rule, &voice::rule(&game, look), Role::Dim);
            }
            if width >= 76 {
                let y = form.area.y - 1;
                preview(canvas, &game, Rect::new(44, y, width - 46, (height - 2).saturating_sub(y)));
            }
        }
        Err(sentence) => {
            // If there is no room below the form, it covers its last lines.
            let below = form.below();
            let lines = wrapped(&sentence, below.width).len() as u16;
            let y = below.y.min(form.area.bottom().saturating_sub(lines));
            let area = Rect { y, height: lines, ..below };
            canvas.fill(area, ' ', look.style(Role::Ground));
            canvas.paragraph(area, &sentence, Role::Accent);
        }
    }
    let mut keys = vec![
        (look.or("↑↓", "up/down"), "choose"),
        (look.or("←→", "left/right"), "change"),
        ("Enter", "play"),
        ("l", "lesson"),
        ("p", "puzzle"),
        ("o", "open"),
        ("?", "keys"),
        ("q", "quit"),
    ];
    if app.round.is_some() {
        keys.insert(3, ("Esc", "back to the game"));
    }
    canvas.rule(0, height - 2, width);
    keys_line(canvas, app, &keys);
}

/// Draws a line of the form.
fn draw_field(
    canvas: &mut Canvas<'_>,
    area: Rect,
    field: Field,
    choice: &Choice,
    chosen: bool,
    typing: bool,
) {
    let look = canvas.look;
    let style = look.style(if chosen { Role::Chosen } else { Role::Ground });
    canvas.fill(area, ' ', style);
    let pointer = if chosen { look.or("▸", ">") } else { " " };
    canvas.styled(area.x, area.y, 1, pointer, style);
    canvas.styled(area.x + 2, area.y, 10, field.name(), style);
    let value = voice::shown(&field.value(choice), look);
    let shown = match (chosen, typing) {
        (true, true) => format!("{value}{}", look.or("▏", "_")),
        (true, false) if field.can_turn() => {
            let (left, right) = look.or(("◂", "▸"), ("<", ">"));
            format!("{left} {value} {right}")
        }
        _ => value,
    };
    canvas.styled(area.x + VALUE, area.y, area.width.saturating_sub(VALUE + 1), &shown, style);
}

/// Draws a preview of the game.
fn preview(canvas: &mut Canvas<'_>, game: &AnyGame, area: Rect) {
    let layout = game.layout(&game.start());
    let room = Rect { height: area.height.saturating_sub(2), ..area };
    let table = Table::fit(room, &layout, layout.last(), (0, 0), canvas.look, 0);
    board::draw(canvas, &table, &Board::new(&layout), |_| None);
    let caption = voice::title(game, canvas.look);
    let y = table.below();
    let x = area.x + area.width.saturating_sub(caption.width() as u16) / 2;
    canvas.text(x, y, area.width, &caption, Role::Dim);
}

/// Returns the name of the program in large letters; the last one has been bitten.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_that_is_higher_than_the_screen_scrolls() {
        for line in 0..12 {
            let form = Form::of((36, 14), 12, line);
            assert!((form.first..form.first + form.shown).contains(&line), "{form:?}");
            let y = form.area.y + (line - form.first) as u16;
            assert_eq!(form.line_at(form.area.x, y), Some(line));
            assert!(form.button().is_none());
        }
        let form = Form::of((80, 24), 6, 0);
        assert_eq!((form.first, form.shown), (0, 6));
        assert!(form.button().is_some_and(|button| form.line_at(button.x, button.y).is_none()));
    }
}
