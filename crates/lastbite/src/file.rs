//! Files are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes a file whole: under another name first, and renamed only when everything is on disk.
///
/// Whatever goes wrong, the old file, if there was one, is still there and no half-written one is. A link is followed, so
/// that it still points where it did; anything else that is not an ordinary file is refused.
///
/// ```no_run
/// use std::io::Write;
/// lastbite::write_whole("note.txt".as_ref(), |file| writeln!(file, "bite 2,2")).unwrap();
/// ```
pub fn write_whole<T, E: From<io::Error>>(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<File>) -> Result<T, E>,
) -> Result<T, E> {
    let path = target(path)?;
    let (draft, file) = draft_beside(&path)?;
    let mut file = BufWriter::new(file);
    let result = fill(&mut file)?;
    file.flush()?;
    file.get_ref().sync_all()?;
    fs::rename(&draft.0, &path)?;
    Ok(result)
}

/// The ordinary file that is meant, there already or not.
fn target(path: &Path) -> io::Result<PathBuf> {
    let refuse = |why: &str| Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => refuse("it is a folder"),
        Ok(found) if !found.is_file() => refuse("it is not an ordinary file"),
        Ok(_) => fs::canonicalize(path),
        Err(_) if path.file_name().is_none() => refuse("it is not the name of a file"),
        Err(_) => Ok(path.to_path_buf()),
    }
}

/// Makes a new file in the same folder, under a name that nobody else has.
fn draft_beside(path: &Path) -> io::Result<(Draft, File)> {
    let process = std::process::id();
    let mut number = 0;
    loop {
        let draft = path.with_file_name(format!(".lastbite-{process}-{number}.part"));
        match File::create_new(&draft) {
            Ok(file) => return Ok((Draft(draft), file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1000 => number += 1,
            Err(error) => return Err(error),
        }
    }
}

/// A file that is removed unless it was renamed in time.
struct Draft(PathBuf);

impl Drop for Draft {
    fn drop(&mut self) {
        // After the rename there is nothing to remove, and before it nothing more can be done.
        let _ = fs::remove_file(&self.0);
    }
}
