//! Records in files: read, or refused with a sentence; written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::{Record, RecordError};
use crate::notation::{Bytes, one_line};
use lastbite_work::file::write_whole;

/// Why a file could not be read as a record, or not be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordFileError {
    /// There is no such file.
    #[error("there is no file {0}; choose a game that lastbite has saved")]
    Missing(String),
    /// It could not be read.
    #[error("the file {0} could not be read ({1}); choose a game that lastbite has saved")]
    Unread(String, String),
    /// It is a file, but not a record.
    #[error("the file {0} is not a saved game ({1}); choose one that lastbite has saved")]
    NotAGame(String, #[source] RecordError),
    /// It could not be written.
    #[error("the file {0} could not be written ({1})")]
    Unwritten(String, #[source] io::Error),
}

/// Shows a path in a sentence, without letting any raw control characters reach the terminal.
#[must_use]
pub fn shown(path: &Path) -> String {
    one_line(&path.to_string_lossy(), 300)
}

/// Reads a record.
pub fn read(path: &Path) -> Result<Record, RecordFileError> {
    let not_read = |why: &str| RecordFileError::Unread(shown(path), why.to_string());
    // A pipe or a device might never end.
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => return Err(not_read("it is not an ordinary file")),
        _ => {}
    }
    let mut text = String::new();
    // No game is that long; anything longer is not a record, and might never end.
    const LONGEST: u64 = 64 << 20;
    let opened = File::open(path).and_then(|file| file.take(LONGEST + 1).read_to_string(&mut text));
    opened.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => RecordFileError::Missing(shown(path)),
        _ => not_read(&error.to_string()),
    })?;
    if text.len() as u64 > LONGEST {
        return Err(not_read(&format!("it is longer than {}", Bytes(LONGEST))));
    }
    Record::from_json(&text).map_err(|why| RecordFileError::NotAGame(shown(path), why))
}

/// Writes a record whole or not at all.
pub fn write(path: &Path, record: &Record) -> Result<(), RecordFileError> {
    let json = record.to_json();
    write_whole(path, |file| writeln!(file, "{json}"))
        .map_err(|error| RecordFileError::Unwritten(shown(path), error))
}

/// Returns the file for the record of the next game: `game.json`, `game-2.json`, ...
#[must_use]
pub fn beside(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let end = path.extension().map(|end| format!(".{}", end.to_string_lossy())).unwrap_or_default();
    let numbered = |n: u32| path.with_file_name(format!("{stem}-{n}{end}"));
    (2..).map(numbered).find(|file| !file.exists()).expect("some number is free")
}
