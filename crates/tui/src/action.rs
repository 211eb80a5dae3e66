//! What can happen: every key, every movement of the mouse and every finished thought is one action.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use lastbite::AnyGame;
use lastbite::layout::Direction;
use lastbite::play::Thought;

use crate::study::Study;

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Action {
    /// Move one piece, or one line of a form, in a direction.
    Go(Direction),
    /// Move ten.
    Leap(Direction),
    /// Take what the cursor is on, or continue.
    Enter,
    /// Close what was opened last, or stop the thinking.
    Escape,
    /// Go to the next field of a form.
    Next,
    /// A letter, a digit, a sign.
    Type(char),
    /// Delete the last letter.
    Erase,
    /// Delete everything that was typed.
    Clear,
    /// The mouse is over a cell of the screen: its column and its row.
    Hover(u16, u16),
    /// The mouse was pressed there.
    Click(u16, u16),
    /// The wheel was turned.
    Wheel(Direction),
    /// The screen has a new size: columns and rows.
    Resize(u16, u16),
    /// A moment has passed.
    Tick,
    /// The program must end at once, by Ctrl-C.
    Interrupt,
    /// The program should be suspended, by Ctrl-Z.
    Suspend,
    /// The program has resumed.
    Resume,
    /// A thought of the session of a round came back.
    Thought(u64, Box<Thought<AnyGame>>),
    /// A position was studied.
    Studied(Box<Study>),
}

impl Action {
    /// Reads an event of the terminal; nothing if it does not matter.
    pub fn of(event: &Event) -> Option<Action> {
        match event {
            Event::Key(key) if key.kind == KeyEventKind::Release => None,
            Event::Key(key) => Action::of_key(key),
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::Moved | MouseEventKind::Drag(_) => {
                    Some(Action::Hover(mouse.column, mouse.row))
                }
                MouseEventKind::Down(MouseButton::Left) => Some(Action::Click(mouse.column, mouse.row)),
                MouseEventKind::ScrollUp => Some(Action::Wheel(Direction::Up)),
                MouseEventKind::ScrollDown => Some(Action::Wheel(Direction::Down)),
                MouseEventKind::ScrollLeft => Some(Action::Wheel(Direction::Left)),
                MouseEventKind::ScrollRight => Some(Action::Wheel(Direction::Right)),
                _ => None,
            },
            &Event::Resize(columns, rows) => Some(Action::Resize(columns, rows)),
            // There is no other event, and there must not be one for a whole paste: an endless paste would
            // swallow every key, even Ctrl-C. So crossterm is built without that feature, and a paste is
            // typed letter by letter.
            Event::FocusGained | Event::FocusLost => None,
        }
    }

    /// Reads a key by the name that the line of keys has for it; nothing if it stands for several keys.
    pub fn of_name(name: &str) -> Option<Action> {
        let mut letters = name.chars();
        match (name, letters.next(), letters.next()) {
            ("Enter", ..) => Some(Action::Enter),
            ("Esc", ..) => Some(Action::Escape),
            ("Tab", ..) => Some(Action::Next),
            (_, Some(letter), None) if letter.is_ascii() => Some(Action::Type(letter)),
            _ => None,
        }
    }

    fn of_key(key: &KeyEvent) -> Option<Action> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let far = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::SHIFT);
        let go = |direction| Some(if far { Action::Leap(direction) } else { Action::Go(direction) });
        match key.code {
            KeyCode::Char('c') if control => Some(Action::Interrupt),
            KeyCode::Char('z') if control => Some(Action::Suspend),
            // What terminals send for Enter and the erasing key on some keyboards.
            KeyCode::Char('j' | 'm') if control => Some(Action::Enter),
            KeyCode::Char('h') if control => Some(Action::Erase),
            KeyCode::Char('u') if control => Some(Action::Clear),
            KeyCode::Char(_) if control || key.modifiers.contains(KeyModifiers::ALT) => None,
            KeyCode::Char(letter) => Some(Action::Type(letter)),
            KeyCode::Up => go(Direction::Up),
            KeyCode::Down => go(Direction::Down),
            KeyCode::Left => go(Direction::Left),
            KeyCode::Right => go(Direction::Right),
            KeyCode::PageUp => Some(Action::Leap(Direction::Up)),
            KeyCode::PageDown => Some(Action::Leap(Direction::Down)),
            KeyCode::Home => Some(Action::Leap(Direction::Left)),
            KeyCode::End => Some(Action::Leap(Direction::Right)),
            KeyCode::Enter => Some(Action::Enter),
            KeyCode::Esc => Some(Action::Escape),
            KeyCode::Tab => Some(Action::Next),
            KeyCode::BackTab => Some(Action::Go(Direction::Up)),
            KeyCode::Backspace | KeyCode::Delete => Some(Action::Erase),
            _ => None,
        }
    }
}
