//! Files are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Writes a file whole: under another name first, and renamed only when everything is on disk.
///
/// Whatever goes wrong, the old file, if there was one, is still there and no half-written one is. A link is followed, so
/// that it still points where it did, and the file keeps its mode; anything else that is not an ordinary file is refused.
///
/// ```no_run
/// use std::io::Write;
/// lastbite::file::write_whole("note.txt", |file| writeln!(file, "bite 2,2")).unwrap();
/// ```
pub fn write_whole<T, E: From<io::Error>>(
    path: impl AsRef<Path>,
    fill: impl FnOnce(&mut BufWriter<File>) -> Result<T, E>,
) -> Result<T, E> {
    write(path.as_ref(), true, fill)
}

/// Writes a file whole that must not be there yet: one that appears while it is written stays as it is.
///
/// # Errors
///
/// Of kind [`AlreadyExists`](io::ErrorKind::AlreadyExists), also where the file came while this one was written.
pub fn write_new<T, E: From<io::Error>>(
    path: impl AsRef<Path>,
    fill: impl FnOnce(&mut BufWriter<File>) -> Result<T, E>,
) -> Result<T, E> {
    write(path.as_ref(), false, fill)
}

/// Writes a file whole, over another of its name or not.
pub(crate) fn write<T, E: From<io::Error>>(
    path: &Path,
    replace: bool,
    fill: impl FnOnce(&mut BufWriter<File>) -> Result<T, E>,
) -> Result<T, E> {
    let path = target(path)?;
    if !replace && fs::symlink_metadata(&path).is_ok() {
        return Err(io::Error::from(io::ErrorKind::AlreadyExists).into());
    }
    sweep_up(&path);
    let (draft, file) = draft_beside(&path)?;
    let mut file = BufWriter::new(file);
    let result = fill(&mut file)?;
    file.flush()?;
    if let Ok(old) = fs::metadata(&path) {
        file.get_ref().set_permissions(old.permissions())?;
    }
    file.get_ref().sync_all()?;
    match replace {
        true => fs::rename(&draft.0, &path)?,
        false => rename_unless_there(&draft.0, &path)?,
    }
    Ok(result)
}

/// Says whether a file could be written here, without writing it: before long work, not after it.
pub fn can_write(path: impl AsRef<Path>) -> io::Result<()> {
    draft_beside(&target(path.as_ref())?).map(|_| ())
}

/// Gives a draft its name, but never over a file that has it already.
fn rename_unless_there(draft: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(draft, path) {
        Ok(()) => Ok(()),
        // It is there, or the file system has no links: the best that can be done then is to look once more.
        Err(_) if fs::symlink_metadata(path).is_err() => fs::rename(draft, path),
        Err(_) => Err(io::ErrorKind::AlreadyExists.into()),
    }
}

/// The ordinary file that is meant, there already or not; a link means what it points to.
fn target(path: &Path) -> io::Result<PathBuf> {
    let refuse = |why: &str| Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => refuse("it is a folder"),
        Ok(found) if !found.is_file() => refuse("it is not an ordinary file"),
        Ok(_) => fs::canonicalize(path),
        Err(_) if path.file_name().is_none() => refuse("it is not the name of a file"),
        Err(_) => followed(path.to_path_buf()),
    }
}

/// Follows links that point to nothing, to where the file would be made.
fn followed(mut path: PathBuf) -> io::Result<PathBuf> {
    // More links than any system follows are a circle.
    for _ in 0..40 {
        let Ok(points_to) = fs::read_link(&path) else { return Ok(path) };
        path = path.parent().map(|folder| folder.join(&points_to)).unwrap_or(points_to);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "its links lead in a circle"))
}

const DRAFT: (&str, &str) = (".lastbite-", ".part");

/// Makes a new file in the same folder, under a name that nobody else has.
fn draft_beside(path: &Path) -> io::Result<(Draft, File)> {
    let process = std::process::id();
    let mut number = 0;
    loop {
        let draft = path.with_file_name(format!("{}{process}-{number}{}", DRAFT.0, DRAFT.1));
        match File::create_new(&draft) {
            Ok(file) => return Ok((Draft(draft), file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1000 => number += 1,
            Err(error) => return Err(error),
        }
    }
}

/// Removes drafts that somebody who was killed has left in this folder: nobody has written to them for a day.
fn sweep_up(path: &Path) {
    const LONG: Duration = Duration::from_secs(24 * 60 * 60);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let ours = name.to_str().is_some_and(|name| name.starts_with(DRAFT.0) && name.ends_with(DRAFT.1));
        let old = |entry: &fs::DirEntry| {
            let written = entry.metadata().ok()?.modified().ok()?;
            Some(written.elapsed().ok()? > LONG || is_orphan(&name.to_string_lossy()))
        };
        if ours && old(&entry) == Some(true) {
            // Somebody else may have done so already.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Says whether the process that a draft is named after is gone, where the system tells.
fn is_orphan(draft: &str) -> bool {
    let process = draft.trim_start_matches(DRAFT.0).split('-').next();
    let processes = Path::new("/proc/self").exists();
    processes && process.is_some_and(|process| !Path::new("/proc").join(process).exists())
}

/// A file that is removed unless it was renamed in time.
struct Draft(PathBuf);

impl Drop for Draft {
    fn drop(&mut self) {
        // After the rename there is nothing to remove, and before it nothing more can be done.
        let _ = fs::remove_file(&self.0);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn without_links_a_draft_is_renamed_unless_the_name_is_taken() {
        let folder = tempfile::tempdir().expect("a folder");
        let (draft, path) = (folder.path().join("draft"), folder.path().join("file"));
        // No system links folders, so they stand for files where no links are made.
        fs::create_dir(&draft).expect("a folder");
        rename_unless_there(&draft, &path).expect("the name is free");
        assert!(path.is_dir() && !draft.exists());
        fs::create_dir(&draft).expect("a folder");
        let taken = rename_unless_there(&draft, &path).expect_err("the name is taken");
        assert_eq!(taken.kind(), io::ErrorKind::AlreadyExists);
        assert!(draft.is_dir());
    }
}
