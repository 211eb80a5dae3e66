//! Files are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Writes a file whole: under another name first, and renamed only when everything is on disk.
///
/// Whatever goes wrong, an old file is still there, and never a half-written one. A link is followed, so that
/// it still points where it did, and the file keeps its mode; anything else that is not an ordinary file is
/// refused.
///
/// ```no_run
/// use std::io::Write;
/// lastbite_work::file::write_whole("note.txt", |file| writeln!(file, "bite 2,2")).unwrap();
/// ```
pub fn write_whole<T, E: From<io::Error>>(
    path: impl AsRef<Path>,
    fill: impl FnOnce(&mut BufWriter<File>) -> Result<T, E>,
) -> Result<T, E> {
    write(path.as_ref(), true, fill)
}

/// Writes a new file whole; a file of the same name that appears in the meantime stays as it is.
///
/// # Errors
///
/// Of kind [`AlreadyExists`](io::ErrorKind::AlreadyExists), even if the file appeared while this one was
/// written.
pub fn write_new<T, E: From<io::Error>>(
    path: impl AsRef<Path>,
    fill: impl FnOnce(&mut BufWriter<File>) -> Result<T, E>,
) -> Result<T, E> {
    write(path.as_ref(), false, fill)
}

/// Writes a file whole, replacing an existing one or not.
pub fn write<T, E: From<io::Error>>(
    path: &Path,
    replace: bool,
    fill: impl FnOnce(&mut BufWriter<File>) -> Result<T, E>,
) -> Result<T, E> {
    let path = target(path)?;
    if !replace && fs::symlink_metadata(&path).is_ok() {
        return Err(already_there().into());
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
    name_draft(&draft.0, &path, replace)?;
    Ok(result)
}

/// Gives a draft that is complete its name. If that fails, the draft stays where it is.
///
/// # Errors
///
/// When a file of this name is already there and is not to be replaced, and when the system refuses.
pub fn name_draft(draft: &Path, path: &Path, replace: bool) -> io::Result<()> {
    if replace {
        return fs::rename(draft, path);
    }
    match fs::hard_link(draft, path) {
        // Under its new name it is whole, whether or not the old name can be removed.
        Ok(()) => drop(fs::remove_file(draft)),
        // It exists, or the file system has no links; then the best we can do is to look again.
        Err(_) if fs::symlink_metadata(path).is_err() => fs::rename(draft, path)?,
        Err(_) => return Err(already_there()),
    }
    Ok(())
}

/// Checks whether a file could be written here, without writing it, before long work rather than after it.
pub fn can_write(path: impl AsRef<Path>) -> io::Result<()> {
    draft_beside(&target(path.as_ref())?).map(|_| ())
}

/// Returns the error that an existing file is not replaced, worded as part of a sentence.
fn already_there() -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, "a file of this name is already there, and it is kept")
}

/// Returns the ordinary file that is meant, existing or not; a link means its target.
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

/// Follows dangling links to where the file would be made.
fn followed(mut path: PathBuf) -> io::Result<PathBuf> {
    // More links than any system follows must be a circle.
    for _ in 0..40 {
        let Ok(points_to) = fs::read_link(&path) else { return Ok(path) };
        path = path.parent().map(|folder| folder.join(&points_to)).unwrap_or(points_to);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "its links lead in a circle"))
}

/// The name of a draft: `.lastbite-PLACE-PROCESS-NUMBER.part`.
const DRAFT: (&str, &str) = (".lastbite-", ".part");

/// Makes a new file in the same folder, under a unique name.
fn draft_beside(path: &Path) -> io::Result<(Draft, File)> {
    let (place, process) = (Place::here(), std::process::id());
    let place = place.as_ref().map_or("somewhere", |place| &place.0);
    let mut number = 0;
    loop {
        let draft = path.with_file_name(format!("{}{place}-{process}-{number}{}", DRAFT.0, DRAFT.1));
        match File::create_new(&draft) {
            Ok(file) => {
                drafts().push(draft.clone());
                return Ok((Draft(draft), file));
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1000 => number += 1,
            Err(error) => return Err(error),
        }
    }
}

/// Removes drafts that killed processes have left in this folder: their process is gone, or they have not
/// been written to for a day.
fn sweep_up(path: &Path) {
    const LONG: Duration = Duration::from_secs(24 * 60 * 60);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let here = Place::here();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str().and_then(|name| name.strip_prefix(DRAFT.0)?.strip_suffix(DRAFT.1))
        else {
            continue;
        };
        let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        let is_orphan = here.as_ref().is_some_and(|here| here.is_orphan(name));
        if is_orphan || age().is_some_and(|age| age > LONG) {
            // Another process may have removed it already.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Where process numbers mean the same as here: on this machine since it booted, in the same container, and
/// for the same user, because the system may hide the processes of others.
///
/// A folder may be shared by several machines and containers, and each numbers its own processes.
#[derive(Debug, PartialEq)]
struct Place(String);

impl Place {
    /// Returns the place of this process, if the system says.
    fn here() -> Option<Place> {
        Place::told_by(Path::new("/proc"))
    }

    /// Reads it from a `/proc`.
    #[cfg(target_os = "linux")]
    fn told_by(proc: &Path) -> Option<Place> {
        use std::os::unix::fs::MetadataExt;
        let read = |name: &str| fs::read_to_string(proc.join(name)).ok();
        let status = read("self/status")?;
        // If a process has a different number for itself, this is a view from outside its container.
        let mine = std::process::id().to_string();
        let mut numbers = status.lines().find_map(|line| line.strip_prefix("NSpid:"))?.split_whitespace();
        if numbers.next() != Some(&mine) || numbers.next().is_some() {
            return None;
        }
        let space = fs::read_link(proc.join("self/ns/pid")).ok()?;
        let user = fs::metadata(proc.join("self")).ok()?.uid();
        let (name, start) = (read("sys/kernel/hostname")?, read("sys/kernel/random/boot_id")?);
        let all = format!("{name} {start} {} {user}", space.display());
        Some(Place(format!("{:08x}", crc32fast::hash(all.as_bytes()))))
    }

    #[cfg(not(target_os = "linux"))]
    fn told_by(_: &Path) -> Option<Place> {
        None
    }

    /// Says whether a draft was made here by a process that is gone; its name contains the place, the process
    /// and a number.
    fn is_orphan(&self, draft: &str) -> bool {
        let mut words = draft.split('-');
        words.next() == Some(&self.0)
            && words.next().is_some_and(|process| {
                process.parse::<u32>().is_ok() && !Path::new("/proc").join(process).exists()
            })
    }
}

/// A file that is removed unless it has been renamed.
struct Draft(PathBuf);

impl Drop for Draft {
    fn drop(&mut self) {
        // After the rename there is nothing to remove, and before it nothing more can be done.
        let _ = fs::remove_file(&self.0);
        drafts().retain(|draft| *draft != self.0);
    }
}

/// The drafts of this process that are being written.
fn drafts() -> MutexGuard<'static, Vec<PathBuf>> {
    static DRAFTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    DRAFTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all drafts that are being written, when the program ends without waiting for who writes them.
pub fn throw_drafts_away() {
    for draft in drafts().drain(..) {
        let _ = fs::remove_file(draft);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn drafts_are_thrown_away_when_nobody_waits_for_them() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("note");
        let many = || fs::read_dir(folder.path()).expect("a folder").count();
        let written = write_whole(&path, |_| -> io::Result<()> {
            assert_eq!(many(), 1);
            throw_drafts_away();
            assert_eq!(many(), 0);
            Ok(())
        });
        assert!(written.is_err() && many() == 0);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn only_drafts_that_were_made_here_are_swept_up_before_a_day_has_passed() {
        let folder = tempfile::tempdir().expect("a folder");
        let here = Place::here().expect("Linux tells").0;
        // No process has as large a number as the first.
        let gone = format!(".lastbite-{here}-4194999-0.part");
        let kept = [
            format!(".lastbite-{here}-{}-7.part", std::process::id()),
            format!(".lastbite-{here}-odd-0.part"),
            ".lastbite-0badcafe-4194999-0.part".to_string(),
            ".lastbite-somewhere-4194999-0.part".to_string(),
            ".lastbite-4194999-0.part".to_string(),
            ".lastbite-.part".to_string(),
        ];
        for name in kept.iter().chain([&gone]) {
            fs::write(folder.path().join(name), "half").expect("a draft");
        }
        sweep_up(&folder.path().join("file"));
        assert!(!folder.path().join(&gone).exists());
        for name in &kept {
            assert!(folder.path().join(name).exists(), "{name}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_place_is_another_one_with_another_name_start_or_space_and_none_seen_from_outside() {
        let proc = tempfile::tempdir().expect("a folder");
        let (me, path) = (std::process::id(), |name: &str| proc.path().join(name));
        for folder in ["self/ns", "sys/kernel/random"] {
            fs::create_dir_all(path(folder)).expect("a folder");
        }
        let place = |numbers: &str, space: &str, name: &str, start: &str| {
            fs::write(path("self/status"), format!("Name:\tlastbite\nNSpid:\t{numbers}\n")).expect("written");
            let _ = fs::remove_file(path("self/ns/pid"));
            std::os::unix::fs::symlink(space, path("self/ns/pid")).expect("a link");
            fs::write(path("sys/kernel/hostname"), name).expect("written");
            fs::write(path("sys/kernel/random/boot_id"), start).expect("written");
            Place::told_by(proc.path())
        };
        let mine = me.to_string();
        let here = place(&mine, "pid:[1]", "name", "start");
        assert!(here.is_some());
        assert_eq!(place(&mine, "pid:[1]", "name", "start"), here);
        assert_ne!(place(&mine, "pid:[2]", "name", "start"), here);
        assert_ne!(place(&mine, "pid:[1]", "other", "start"), here);
        assert_ne!(place(&mine, "pid:[1]", "name", "again"), here);
        assert_eq!(place(&format!("{me} 7"), "pid:[1]", "name", "start"), None);
        assert_eq!(place(&format!("{}", me + 1), "pid:[1]", "name", "start"), None);
        fs::remove_file(path("self/status")).expect("it was there");
        assert_eq!(Place::told_by(proc.path()), None);
    }

    #[test]
    fn without_links_a_draft_is_renamed_unless_the_name_is_taken() {
        let folder = tempfile::tempdir().expect("a folder");
        let (draft, path) = (folder.path().join("draft"), folder.path().join("file"));
        // No system makes hard links to folders, so they stand for files on a system without links.
        fs::create_dir(&draft).expect("a folder");
        name_draft(&draft, &path, false).expect("the name is free");
        assert!(path.is_dir() && !draft.exists());
        fs::create_dir(&draft).expect("a folder");
        let taken = name_draft(&draft, &path, false).expect_err("the name is taken");
        assert_eq!(taken.kind(), io::ErrorKind::AlreadyExists);
        assert!(draft.is_dir());
    }
}
