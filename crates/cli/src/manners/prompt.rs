//! Conversation line by line: prompts, answers, and sentences wrapped to the width of the terminal.
//!
//! On a terminal lines are edited, with history. Elsewhere lines are just read, and shown after their prompt,
//! so that the output of a pipe reads like a conversation.

use std::fmt;
use std::io::{self, IsTerminal, Write, stdin, stdout};

use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::manners::command::Command;
use crate::manners::interrupt;
use crate::manners::lines::Lines;
use crate::manners::style::Look;
use crate::manners::width;

/// Why the conversation stops before its end.
#[derive(Debug)]
pub enum Stop {
    /// The player typed `quit`.
    Quit,
    /// There is no more input.
    EndOfInput,
    /// Ctrl-C at a prompt.
    Interrupted,
    /// Ctrl-C during long work.
    Stopped,
    /// A signal ended the program.
    Signal(i32),
    /// The request cannot be carried out: one sentence that says what is accepted.
    Refused(String),
    /// It was done, except for something that its user counted on: one sentence that says what is missing.
    Failed(String),
    /// The reader of the output has left, or it cannot be written.
    Output(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Output(error)
    }
}

impl Stop {
    /// Refuses with a sentence.
    pub fn refuse(sentence: impl fmt::Display) -> Stop {
        Stop::Refused(sentence.to_string())
    }
}

enum Input {
    Edited(Box<Editor<(), MemHistory>>),
    Plain,
}

/// Where questions are asked and answers come from.
pub struct Console {
    input: Input,
    /// How drawings look.
    pub look: Look,
}

impl Console {
    /// Opens the standard input and output.
    pub fn open(look: Look) -> Console {
        let edited = stdin().is_terminal() && stdout().is_terminal();
        let input = match edited.then(|| editor(None)).flatten() {
            Some(editor) => Input::Edited(Box::new(editor)),
            None => Input::Plain,
        };
        Console { input, look }
    }

    /// Says whether there is a person at a terminal to ask.
    pub fn is_terminal(&self) -> bool {
        matches!(self.input, Input::Edited(_))
    }

    /// Returns the columns and lines of the terminal; 80 and 24 where there is none.
    pub fn dimensions(&mut self) -> (usize, usize) {
        let asked = match &mut self.input {
            Input::Edited(editor) => editor.dimensions(),
            Input::Plain => None,
        };
        match asked {
            Some((width, height)) => (usize::from(width).max(20), usize::from(height)),
            // The output may be a terminal even if the input is not.
            None => (width::columns(), 24),
        }
    }

    /// Says something in sentences, wrapped; a line's indent is kept on every line of it.
    pub fn say(&mut self, text: &str) -> Result<(), Stop> {
        let width = self.dimensions().0;
        let wrapped: Vec<String> = text.lines().map(|line| wrap(line, width)).collect();
        self.draw(&wrapped.join("\n"))
    }

    /// Shows lines as they are if they fit, else wrapped.
    pub fn draw_fitting(&mut self, lines: &str) -> Result<(), Stop> {
        let width = self.dimensions().0;
        self.draw(&fitted(lines, width))
    }

    /// Shows lines exactly as they are.
    pub fn draw(&mut self, lines: &str) -> Result<(), Stop> {
        let end = if lines.ends_with('\n') { "" } else { "\n" };
        Ok(write!(stdout(), "{lines}{end}")?)
    }

    /// Asks whether to continue: Enter does, `quit` does not.
    pub fn ask_on(&mut self, question: &str) -> Result<bool, Stop> {
        Ok(!matches!(Command::parse(&self.ask(question)?), Some(Ok(Command::Quit))))
    }

    /// Asks a question and returns the answer, without spaces around it.
    pub fn ask(&mut self, question: &str) -> Result<String, Stop> {
        stdout().flush()?;
        if interrupt::forgets_input()
            && let Input::Edited(before) = &mut self.input
            && let Some(new) = editor(Some(before))
        {
            **before = new;
        }
        match &mut self.input {
            Input::Edited(editor) => match interrupt::asking(|| editor.readline(question))? {
                Ok(line) => Ok(line.trim().to_string()),
                Err(ReadlineError::Eof) => Err(Stop::EndOfInput),
                Err(ReadlineError::Interrupted) => Err(Stop::Interrupted),
                // Bytes that are not text: only that line is lost.
                Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                    self.say("   That was not text; please type it again.")?;
                    Ok(String::new())
                }
                Err(ReadlineError::Io(error)) => Err(Stop::Output(error)),
                Err(error) => Err(Stop::refuse(format!("the terminal could not be read: {error}"))),
            },
            Input::Plain => {
                write!(stdout(), "{question}")?;
                stdout().flush()?;
                match interrupt::asking(read_line)?? {
                    Some(line) => {
                        // A terminal has shown it already.
                        if !stdin().is_terminal() {
                            writeln!(stdout(), "{line}")?;
                        }
                        Ok(line.trim().to_string())
                    }
                    None => {
                        writeln!(stdout())?;
                        Err(Stop::EndOfInput)
                    }
                }
            }
        }
    }

    /// Asks a yes-or-no question; Enter means `usual`.
    pub fn ask_yes(&mut self, question: &str, usual: bool) -> Result<bool, Stop> {
        loop {
            let text = self.ask(question)?;
            match yes_or_no(&text, usual) {
                Some(yes) => return Ok(yes),
                None if matches!(Command::parse(&text), Some(Ok(Command::Quit))) => return Err(Stop::Quit),
                None => self.say("   Please answer y or n, or quit.")?,
            }
        }
    }
}

/// Returns an editor of lines that has read nothing ahead, with the history of the one before.
fn editor(before: Option<&mut Editor<(), MemHistory>>) -> Option<Editor<(), MemHistory>> {
    let config = Config::builder().auto_add_history(true).bracketed_paste(false).build();
    let empty = MemHistory::with_config(&config);
    let history = match before {
        Some(before) => std::mem::replace(before.history_mut(), empty),
        None => empty,
    };
    Editor::with_history(config, history).ok()
}

/// Reads yes or no; an empty answer means `usual`, and anything else is nothing.
pub fn yes_or_no(text: &str, usual: bool) -> Option<bool> {
    match text.to_lowercase().as_str() {
        "" => Some(usual),
        "y" | "yes" => Some(true),
        "n" | "no" => Some(false),
        _ => None,
    }
}

/// Reads a line of any bytes; only the beginning of an endless line is kept, so that it cannot fill the
/// memory.
fn read_line() -> io::Result<Option<String>> {
    const LONGEST: usize = 64 * 1024;
    let mut lines = Lines::new(stdin().lock(), LONGEST);
    let line = lines.next()?;
    lines.skip_rest()?;
    Ok(line.map(|line| line.text.trim_end_matches(['\n', '\r']).chars().map(visible).collect()))
}

/// Shows control characters, and those that change the direction of writing, as spaces: they would play
/// tricks on the terminal.
pub fn visible(character: char) -> char {
    if lastbite::notation::is_unprintable(character) { ' ' } else { character }
}

/// Wraps the lines that do not fit.
pub fn fitted(lines: &str, width: usize) -> String {
    let fitted = |line: &str| if line.width() <= width { line.to_string() } else { wrap(line, width) };
    lines.lines().map(fitted).collect::<Vec<_>>().join("\n")
}

/// Breaks a line between words so that it fits, and cuts words that are too long themselves.
pub fn wrap(line: &str, width: usize) -> String {
    let indent: String = line.chars().take_while(|&c| c == ' ').collect();
    let room = width.saturating_sub(indent.len()).max(8);
    let mut lines = vec![String::new()];
    for word in line.split_whitespace() {
        let last = lines.last_mut().expect("there is always a line");
        let gap = usize::from(!last.is_empty());
        if last.width() + gap + word.width() <= room {
            last.push_str(&" ".repeat(gap));
            last.push_str(word);
            continue;
        }
        if gap == 1 {
            lines.push(String::new());
        }
        for character in word.chars() {
            let last = lines.last_mut().expect("there is always a line");
            if last.width() + character.width().unwrap_or(0) > room {
                lines.push(character.to_string());
            } else {
                last.push(character);
            }
        }
    }
    lines.iter().map(|line| format!("{indent}{line}")).collect::<Vec<_>>().join("\n")
}

/// Cuts a text to a number of columns, marks the cut, and pads it with spaces.
pub fn fit(text: &str, columns: usize) -> String {
    let mut cut = String::new();
    if text.width() <= columns {
        cut.push_str(text);
    } else {
        for character in text.chars() {
            if cut.width() + character.width().unwrap_or(0) >= columns {
                break;
            }
            cut.push(character);
        }
        cut.push('~');
    }
    let missing = columns.saturating_sub(cut.width());
    cut + &" ".repeat(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_keep_their_indent() {
        assert_eq!(wrap("one two three four", 10), "one two\nthree four");
        assert_eq!(wrap("   one two three", 11), "   one two\n   three");
        assert_eq!(wrap("", 10), "");
    }

    #[test]
    fn words_without_end_are_cut() {
        let long = "x".repeat(25);
        assert!(wrap(&long, 10).lines().all(|line| line.width() <= 10));
        assert_eq!(wrap(&long, 10).replace('\n', ""), long);
        // Wide characters count double.
        assert!(wrap(&"巧".repeat(9), 10).lines().all(|line| line.width() <= 10));
    }

    #[test]
    fn nothing_that_is_typed_turns_the_writing_around() {
        let typed = "a\u{202e}b\u{2066}c\u{7}d";
        assert_eq!(typed.chars().map(visible).collect::<String>(), "a b c d");
    }

    #[test]
    fn texts_fit_their_column() {
        assert_eq!(fit("Ada", 5), "Ada  ");
        assert_eq!(fit("Adalbert", 5), "Adal~");
        assert_eq!(fit("巧克力巧克力", 5).width(), 5);
    }
}
