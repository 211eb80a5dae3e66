//! What the letters do on a board, in one table: the screen of keys, the last line and the keyboard all read
//! it.

use lastbite::layout::Direction;

/// A command with a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Go one piece in a direction.
    Go(Direction),
    /// A hint in one sentence; on the second press, the move itself.
    Hint,
    /// Judge every move, until pressed again.
    Analysis,
    /// Show the Grundy value of what every move leaves, until pressed again.
    Grundy,
    /// Explain the position, until pressed again.
    Explain,
    /// Show the full text from next to the board on its own screen.
    Read,
    /// A search of the position, step by step.
    Watch,
    /// Show the figure of a position, if the game has one, until pressed again.
    Figure,
    /// Take back the last choice.
    Undo,
    /// Make it again.
    Redo,
    /// Look at the position before.
    Back,
    /// Look at the position after.
    Forward,
    /// Set up another game.
    New,
    /// Save a record.
    Save,
    /// Open a record.
    Open,
    /// Review the game that was played.
    Review,
    /// The lesson.
    Lesson,
    /// Give up.
    Resign,
    /// All keys.
    Keys,
    /// Light or dark.
    Theme,
    /// Whether hjkl move.
    Letters,
    /// Leave.
    Quit,
}

/// Every command that has a letter: the letter, the command and what it does.
pub const COMMANDS: &[(char, Command, &str)] = &[
    ('h', Command::Hint, "hint"),
    ('a', Command::Analysis, "analysis"),
    ('g', Command::Grundy, "Grundy values"),
    ('e', Command::Explain, "explain"),
    ('m', Command::Read, "full text"),
    ('w', Command::Watch, "watch a search"),
    ('b', Command::Figure, "binary sum"),
    ('u', Command::Undo, "undo"),
    ('r', Command::Redo, "redo"),
    ('<', Command::Back, "one move back"),
    ('>', Command::Forward, "one move on"),
    ('v', Command::Review, "review"),
    ('n', Command::New, "new game"),
    ('l', Command::Lesson, "lesson"),
    ('s', Command::Save, "save a record"),
    ('o', Command::Open, "open a record"),
    ('x', Command::Resign, "give up"),
    ('t', Command::Theme, "light or dark"),
    ('y', Command::Letters, "vi keys"),
    ('?', Command::Keys, "all keys"),
    ('q', Command::Quit, "quit"),
];

impl Command {
    /// Reads a letter; with vi keys, `h` and `l` move too, and their capitals are the hint and the lesson.
    pub fn of(letter: char, letters_move: bool) -> Option<Command> {
        let letter = match (letter, letters_move) {
            ('h', true) | ('H', false) => return Some(Command::Go(Direction::Left)),
            ('l', true) | ('L', false) => return Some(Command::Go(Direction::Right)),
            ('j' | 'J', _) => return Some(Command::Go(Direction::Down)),
            ('k' | 'K', _) => return Some(Command::Go(Direction::Up)),
            ('[', _) => '<',
            (']', _) => '>',
            (letter, _) => letter.to_ascii_lowercase(),
        };
        COMMANDS.iter().find(|&&(key, ..)| key == letter).map(|&(_, command, _)| command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_letter_does_two_things_and_every_one_is_reached() {
        for &(key, command, _) in COMMANDS {
            assert_eq!(Command::of(key, false), Some(command), "{key}");
            assert_eq!(COMMANDS.iter().filter(|&&(other, ..)| other == key).count(), 1, "{key}");
        }
        assert_eq!(Command::of('h', true), Some(Command::Go(Direction::Left)));
        assert_eq!(Command::of('H', true), Some(Command::Hint));
        assert_eq!(Command::of('L', true), Some(Command::Lesson));
        assert_eq!(Command::of('j', false), Some(Command::Go(Direction::Down)));
        // Digits and separators begin a move, or are part of one.
        for letter in ['z', '3', ',', '.'] {
            assert_eq!(Command::of(letter, false), None, "{letter}");
        }
    }
}
