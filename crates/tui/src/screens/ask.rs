//! The question for a file: where to save, or what to open.

use std::path::Path;

use lastbite::layout::Direction;
use lastbite::play::record_file;

use super::bottom_line;
use crate::action::Action;
use crate::app::{App, Overlay};
use crate::canvas::Canvas;
use crate::round::Round;

/// A question for a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Whether it is for saving.
    pub saves: bool,
    /// What was typed.
    pub text: String,
    /// The records of this folder, to choose from.
    pub found: Vec<String>,
    /// Whether the file exists, and was named once.
    pub warned: bool,
    /// Whether the text is a suggestion, which the first letter replaces.
    pub suggested: bool,
}

impl Ask {
    /// Asks where to save, and suggests a file that is not there yet.
    pub fn save(round: &Round) -> Self {
        let game = round.game().to_string();
        let words: Vec<&str> = game.split(|letter: char| !letter.is_ascii_alphanumeric()).collect();
        let name = format!("{}.json", words.join("-"));
        let path = Path::new(&name);
        let path = if path.exists() { record_file::beside(path) } else { path.to_path_buf() };
        Ask {
            saves: true,
            text: path.to_string_lossy().into_owned(),
            found: vec![],
            warned: false,
            suggested: true,
        }
    }

    /// Asks what to open, and suggests the records of this folder, the last one first.
    pub fn open() -> Self {
        let files = std::fs::read_dir(".").into_iter().flatten().flatten();
        let mut found: Vec<(std::time::SystemTime, String)> = files
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                let found = entry.metadata().ok()?;
                let record = name.ends_with(".json") && found.is_file();
                record.then(|| (found.modified().unwrap_or(std::time::UNIX_EPOCH), name))
            })
            .collect();
        found.sort_by(|a, b| b.cmp(a));
        let found: Vec<String> = found.into_iter().take(100).map(|(_, name)| name).collect();
        let text = found.first().cloned().unwrap_or_default();
        Ask { saves: false, text, found, warned: false, suggested: true }
    }

    /// Goes through the files that were found.
    fn turn(&mut self, forward: bool) {
        let many = self.found.len();
        if many == 0 {
            return;
        }
        let at = self.found.iter().position(|file| *file == self.text);
        let next = match (at, forward) {
            (None, _) => 0,
            (Some(at), true) => (at + 1) % many,
            (Some(at), false) => (at + many - 1) % many,
        };
        self.text = self.found[next].clone();
    }
}

impl App {
    /// Takes a key while a file is asked for.
    pub(crate) fn ask(&mut self, mut ask: Ask, action: Action) {
        match action {
            Action::Type(letter) if ask.text.chars().count() < 300 => {
                if ask.suggested {
                    ask.text.clear();
                }
                ask.text.push(letter);
                (ask.warned, ask.suggested) = (false, false);
            }
            Action::Erase => {
                ask.text.pop();
                (ask.warned, ask.suggested) = (false, false);
            }
            Action::Clear => {
                ask.text.clear();
                (ask.warned, ask.suggested) = (false, false);
            }
            Action::Go(Direction::Down) | Action::Next => ask.turn(true),
            Action::Go(Direction::Up) => ask.turn(false),
            Action::Escape => return,
            Action::Enter if ask.text.trim().is_empty() => return,
            Action::Enter if ask.saves && !ask.warned && Path::new(ask.text.trim()).exists() => {
                ask.warned = true;
            }
            Action::Enter => return self.file(&ask),
            _ => {}
        }
        self.overlay = Some(Overlay::Ask(ask));
    }
}

/// Draws the question.
pub fn draw(canvas: &mut Canvas<'_>, ask: &Ask) {
    let cursor = canvas.look.or("▏", "_");
    if ask.saves && ask.warned {
        return bottom_line(canvas, &replaces(ask.text.trim(), canvas.picture.area().width.into()));
    }
    let question = match ask.saves {
        true if ask.suggested => "Save to (Enter, or type a name): ",
        true => "Save to: ",
        false if ask.suggested && ask.found.len() > 1 => "Open (Enter, Down, or type a name): ",
        false => "Open: ",
    };
    let shown =
        end_of(&ask.text, usize::from(canvas.picture.area().width).saturating_sub(question.len() + 4));
    bottom_line(canvas, &format!("{question}{shown}{cursor}"));
}

/// Says that a file is there, and what Enter would do to it.
fn replaces(name: &str, width: usize) -> String {
    const WARNING: &str = " exists. Enter replaces it, Esc does not.";
    format!("{}{WARNING}", end_of(name, width.saturating_sub(WARNING.len() + 3)))
}

/// Returns the end of a path that is too long, where the letters are typed.
fn end_of(path: &str, room: usize) -> String {
    path.chars().skip(path.chars().count().saturating_sub(room)).collect()
}
