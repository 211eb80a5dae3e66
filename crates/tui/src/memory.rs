//! What is remembered from one evening to the next, in the platform's folder for settings.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use directories::ProjectDirs;
use serde::{Deserialize, Serialize};

use crate::choice::Choice;

/// What is remembered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Memory {
    /// What was played last.
    pub choice: Choice,
    /// Light or dark, where somebody has chosen.
    pub light: Option<bool>,
    /// Whether hjkl move, so that hints and lessons have capitals.
    pub letters_move: bool,
}

/// Where it is remembered; nowhere, where the platform has no such folder.
#[derive(Clone, Debug, Default)]
pub struct Place {
    file: Option<PathBuf>,
}

impl Place {
    /// Finds the platform's folder.
    #[must_use]
    pub fn usual() -> Self {
        let folders = ProjectDirs::from("", "", "lastbite");
        Place { file: folders.map(|folders| folders.config_dir().join("settings.json")) }
    }

    /// Remembers in a file.
    #[must_use]
    pub fn file(file: PathBuf) -> Self {
        Place { file: Some(file) }
    }

    /// Remembers nothing.
    #[must_use]
    pub fn nowhere() -> Self {
        Place::default()
    }

    /// Reads what is remembered; a broken file is ignored, with a sentence that says so.
    #[must_use]
    pub fn recall(&self) -> (Memory, Option<String>) {
        let Some(file) = &self.file else { return (Memory::default(), None) };
        let broken = |why: String| {
            let shown = lastbite::play::record_file::shown(file);
            let why = lastbite::notation::one_line(&why, 80);
            (
                Memory::default(),
                Some(format!("The settings in {shown} cannot be read ({why}) and are ignored.")),
            )
        };
        match fs::read_to_string(file) {
            Ok(text) => match serde_json::from_str(&text) {
                Ok(memory) => (memory, None),
                Err(error) => broken(error.to_string()),
            },
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => (Memory::default(), None),
            Err(error) => broken(error.to_string()),
        }
    }

    /// Writes it down, whole or not at all, or says why not.
    pub fn remember(&self, memory: &Memory) -> Result<(), String> {
        let Some(file) = &self.file else { return Ok(()) };
        let written = || -> std::io::Result<()> {
            if let Some(folder) = file.parent() {
                fs::create_dir_all(folder)?;
            }
            let json = serde_json::to_string_pretty(memory).map_err(std::io::Error::other)?;
            lastbite::file::write_whole(file, |file| writeln!(file, "{json}"))
        };
        written().map_err(|error| {
            format!(
                "The settings could not be written to {} ({error}).",
                lastbite::play::record_file::shown(file)
            )
        })
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
        memory.choice.size = "5x8".to_string();
        place.remember(&memory).unwrap();
        assert_eq!(place.recall(), (memory, None));
        // What an older or newer program wrote is taken as far as it goes.
        fs::write(folder.path().join("deep/settings.json"), r#"{"light": false, "new": 1}"#).unwrap();
        assert_eq!(place.recall().0.light, Some(false));
        for broken in ["", "{", "3", r#"{"light": 3}"#, r#"{"choice": {"kind": "go"}}"#] {
            fs::write(folder.path().join("deep/settings.json"), broken).unwrap();
            let (memory, note) = place.recall();
            assert_eq!(memory, Memory::default());
            assert!(note.unwrap().contains("ignored"), "{broken}");
        }
    }
}
