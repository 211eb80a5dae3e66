//! What is remembered from one run to the next, in the platform's folder for settings.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::choice::Choice;

/// What is remembered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Memory {
    /// What was played last.
    pub choice: Choice,
    /// Light or dark, if chosen.
    pub light: Option<bool>,
    /// Whether hjkl move, so that hints and lessons have capitals.
    pub letters_move: bool,
    /// The titles of the steps of the course that are done.
    pub course: Vec<String>,
    /// What is known about the puzzles that were tried.
    pub puzzles: Practice,
}

/// How many puzzles were solved at the first try, as on the page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Practice {
    /// How many in a row.
    pub streak: u32,
    /// The longest row there was.
    pub best: u32,
    /// How many in all.
    pub solved: u32,
    /// The last puzzles that were tried; each counts once, by its first try.
    pub done: Vec<String>,
}

impl Practice {
    /// Notes a try at a puzzle, and says whether it was the first one.
    pub fn note(&mut self, puzzle: &str, right: bool) -> bool {
        const KEPT: usize = 300;
        if self.done.iter().any(|done| done == puzzle) {
            return false;
        }
        let over = (self.done.len() + 1).saturating_sub(KEPT);
        self.done.drain(..over);
        self.done.push(puzzle.to_string());
        self.streak = if right { self.streak.saturating_add(1) } else { 0 };
        self.solved = self.solved.saturating_add(u32::from(right));
        self.best = self.best.max(self.streak);
        true
    }
}

impl std::fmt::Display for Practice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let solved = lastbite::notation::counted(self.solved.into(), "puzzle");
        write!(f, "{} in a row, best {}, {solved} solved at the first try.", self.streak, self.best)
    }
}

/// Where it is remembered, if the platform has such a folder.
#[derive(Clone, Debug, Default)]
pub struct Place {
    file: Option<PathBuf>,
}

impl Place {
    /// Finds the platform's folder.
    pub fn usual() -> Self {
        let folder = folder(System::THIS, |name| env::var_os(name), env::home_dir());
        Place { file: folder.map(|folder| folder.join("settings.json")) }
    }

    /// Remembers in a file.
    pub fn file(file: PathBuf) -> Self {
        Place { file: Some(file) }
    }

    /// Remembers nothing.
    pub fn nowhere() -> Self {
        Place::default()
    }

    /// Reads what is remembered; a broken file is ignored, with a sentence that says so.
    pub fn recall(&self) -> (Memory, Option<String>) {
        let Some(file) = &self.file else { return (Memory::default(), None) };
        let broken = |why: String| {
            let shown = lastbite::play::record_file::shown(file);
            let why = lastbite::notation::one_line(&why, 80);
            // The next choice is written over them.
            let copy = file.with_extension("json.bak");
            let kept = match fs::metadata(file).is_ok_and(|found| found.is_file())
                && fs::copy(file, &copy).is_ok()
            {
                true => format!("; a copy is in {}", lastbite::play::record_file::shown(&copy)),
                false => String::new(),
            };
            (
                Memory::default(),
                Some(format!("The settings in {shown} cannot be read ({why}) and are ignored{kept}.")),
            )
        };
        // Reading a pipe might never end.
        if fs::metadata(file).is_ok_and(|found| !found.is_file()) {
            return broken("it is not an ordinary file".to_string());
        }
        match fs::read_to_string(file) {
            Ok(text) => match serde_json::from_str(&text) {
                Ok(memory) => (memory, None),
                Err(error) => broken(error.to_string()),
            },
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => (Memory::default(), None),
            Err(error) => broken(error.to_string()),
        }
    }

    /// Saves it, whole or not at all, or says why not.
    pub fn remember(&self, memory: &Memory) -> Result<(), String> {
        let Some(file) = &self.file else { return Ok(()) };
        let written = || -> std::io::Result<()> {
            if let Some(folder) = file.parent() {
                fs::create_dir_all(folder)?;
            }
            let json = serde_json::to_string_pretty(memory).map_err(std::io::Error::other)?;
            lastbite_work::file::write_whole(file, |file| writeln!(file, "{json}"))
        };
        written().map_err(|error| {
            format!(
                "The settings could not be written to {} ({error}).",
                lastbite::play::record_file::shown(file)
            )
        })
    }
}

/// The system, whose custom decides where settings go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum System {
    Windows,
    Mac,
    /// Linux, and every other system that follows the XDG folders.
    Other,
}

impl System {
    const THIS: System = if cfg!(windows) {
        System::Windows
    } else if cfg!(target_vendor = "apple") {
        System::Mac
    } else {
        System::Other
    };
}

/// Returns the folder for the settings; `environment` reads a variable.
fn folder(
    system: System,
    environment: impl Fn(&str) -> Option<OsString>,
    home: Option<PathBuf>,
) -> Option<PathBuf> {
    let named = |name: &str| environment(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    let home = home.filter(|home| home.is_absolute());
    match system {
        System::Windows => Some(named("APPDATA")?.join("lastbite").join("config")),
        System::Mac => Some(home?.join("Library/Application Support/lastbite")),
        System::Other => {
            let config = named("XDG_CONFIG_HOME").or_else(|| Some(home?.join(".config")));
            Some(config?.join("lastbite"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_recalled_and_a_broken_file_is_only_a_note() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::file(folder.path().join("deep/settings.json"));
        assert_eq!(place.recall(), (Memory::default(), None));
        let mut memory = Memory { light: Some(true), ..Memory::default() };
        memory.choice.choose(&"chomp:5x8".parse().unwrap());
        place.remember(&memory).unwrap();
        assert_eq!(place.recall(), (memory, None));
        // The settings of an older or newer program are used as far as possible.
        fs::write(folder.path().join("deep/settings.json"), r#"{"light": false, "new": 1}"#).unwrap();
        assert_eq!(place.recall().0.light, Some(false));
        let first = r#"{"choice": {"kind": "chomp", "size": "3x5", "misere": false}, "light": true, "letters-move": true}"#;
        fs::write(folder.path().join("deep/settings.json"), first).unwrap();
        let (memory, note) = place.recall();
        assert_eq!((memory.choice.game().unwrap().to_string(), note), ("chomp:3x5".to_string(), None));
        assert!(memory.letters_move && memory.light == Some(true));
        for broken in ["", "{", "3", r#"{"light": 3}"#, r#"{"choice": {"opponent": "nobody"}}"#] {
            fs::write(folder.path().join("deep/settings.json"), broken).unwrap();
            let (memory, note) = place.recall();
            assert_eq!(memory, Memory::default());
            assert!(note.unwrap().contains("ignored; a copy is in"), "{broken}");
            let copy = fs::read_to_string(folder.path().join("deep/settings.json.bak")).unwrap();
            assert_eq!(copy, broken, "the next choice is written over the settings alone");
        }
    }

    #[test]
    fn a_puzzle_counts_once_by_its_first_try() {
        let mut practice = Practice::default();
        assert!(practice.note("nim:3 3", true) && practice.note("nim:4 4", true));
        assert_eq!((practice.streak, practice.best, practice.solved), (2, 2, 2));
        assert!(practice.note("nim:5 5", false) && !practice.note("nim:5 5", true));
        assert_eq!((practice.streak, practice.best, practice.solved), (0, 2, 2));
        (0..1000).for_each(|n| _ = practice.note(&n.to_string(), true));
        assert_eq!((practice.done.len(), practice.best), (300, 1000));
    }

    #[cfg(unix)]
    #[test]
    fn the_folder_is_where_the_system_has_it() {
        let home = || Some(PathBuf::from("/home/ada"));
        let nothing = |_: &str| None;
        let config = |name: &str| (name == "XDG_CONFIG_HOME").then(|| OsString::from("/etc/ada"));
        let relative = |_: &str| Some(OsString::from("ada"));
        let found = |folder: Option<PathBuf>| folder.map(|folder| folder.to_string_lossy().into_owned());
        let other = System::Other;
        assert_eq!(found(folder(other, nothing, home())).unwrap(), "/home/ada/.config/lastbite");
        assert_eq!(found(folder(other, relative, home())).unwrap(), "/home/ada/.config/lastbite");
        assert_eq!(found(folder(other, config, home())).unwrap(), "/etc/ada/lastbite");
        assert_eq!(found(folder(other, config, None)).unwrap(), "/etc/ada/lastbite");
        assert_eq!(found(folder(other, nothing, None)), None);
        let mac = "/home/ada/Library/Application Support/lastbite";
        assert_eq!(found(folder(System::Mac, config, home())).unwrap(), mac);
        let roaming = |name: &str| (name == "APPDATA").then(|| OsString::from("/c/roaming"));
        assert_eq!(found(folder(System::Windows, roaming, None)).unwrap(), "/c/roaming/lastbite/config");
        assert_eq!(found(folder(System::Windows, relative, home())), None);
    }
}
