//! The words that mean the same at every prompt.

use std::path::PathBuf;

use lastbite::Level;

/// Something a player can ask for instead of answering a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Explain the rules and these words.
    Help,
    /// Show a winning move and why it wins.
    Hint,
    /// Take the last move back.
    Undo,
    /// Make it again.
    Redo,
    /// List the moves made.
    History,
    /// Draw the whole position.
    Board,
    /// Write the record of the game to a file.
    Save(PathBuf),
    /// Let the computer play better or worse, or say how it plays.
    Level(Option<Level>),
    /// Give up.
    Resign,
    /// Leave.
    Quit,
}

/// What `help` says about the commands.
pub const HELP: &str = "\
At any prompt you can also type:
  hint        a winning move, and why
  undo        take your last move back
  redo        make it again
  history     the moves so far
  board       the whole position
  save FILE   write the game to a file
  level easy  an easier computer
  resign      give up this game
  quit        leave (so does Ctrl-D)
  help        this text";

/// What a level is.
pub const LEVELS: &str = "A level is easy, medium, strong or perfect, as in: level easy.";

impl Command {
    /// Reads a letter that stands for a command where it is no move: an order may have an element of that name.
    pub fn of_letter(text: &str) -> Option<Command> {
        text.trim().eq_ignore_ascii_case("u").then_some(Command::Undo)
    }

    /// Reads a command: nothing if the text is not one, and an error if something is missing.
    pub fn parse(text: &str) -> Option<Result<Command, String>> {
        let (word, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
        let rest = rest.trim();
        let command = match word.to_lowercase().as_str() {
            "help" | "h" | "?" => Command::Help,
            "hint" => Command::Hint,
            "undo" => Command::Undo,
            "redo" => Command::Redo,
            "history" => Command::History,
            "board" => Command::Board,
            "resign" => Command::Resign,
            "quit" | "q" | "exit" => Command::Quit,
            "save" if rest.is_empty() => {
                return Some(Err("Say where to save it, as in: save game.json".to_string()));
            }
            "level" => return Some(level(rest)),
            "save" => return Some(Ok(Command::Save(PathBuf::from(rest)))),
            _ => return None,
        };
        rest.is_empty().then_some(Ok(command))
    }
}

fn level(text: &str) -> Result<Command, String> {
    if text.is_empty() {
        return Ok(Command::Level(None));
    }
    let level = text.parse().map(|level| Command::Level(Some(level)));
    level.map_err(|_| LEVELS.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_words_and_nothing_else() {
        assert_eq!(Command::parse(" Undo "), Some(Ok(Command::Undo)));
        assert_eq!(Command::parse("save my game.json"), Some(Ok(Command::Save("my game.json".into()))));
        assert!(matches!(Command::parse("save"), Some(Err(_))));
        assert_eq!(Command::parse("level Easy"), Some(Ok(Command::Level(Some(Level::Easy)))));
        assert_eq!(Command::parse("level"), Some(Ok(Command::Level(None))));
        assert!(matches!(Command::parse("level 5"), Some(Err(_))));
        assert_eq!((Command::parse("u"), Command::of_letter(" U ")), (None, Some(Command::Undo)));
        for text in ["", "3,4", "undo it", "helper"] {
            assert_eq!(Command::parse(text), None, "{text}");
        }
    }
}
