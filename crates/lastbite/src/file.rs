//! Files are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes a file whole: under another name first, and renamed only when everything is on disk.
///
/// Whatever goes wrong, the old file, if there was one, is still there and no half-written one is.
///
/// ```no_run
/// use std::io::Write;
/// lastbite::write_whole("note.txt".as_ref(), |file| writeln!(file, "bite 2,2")).unwrap();
/// ```
pub fn write_whole<T, E: From<io::Error>>(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<File>) -> Result<T, E>,
) -> Result<T, E> {
    let name =
        path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "not a file name"))?;
    let draft = path.with_file_name(format!(".{}.{}.part", name.to_string_lossy(), std::process::id()));
    let unfinished = Unfinished(draft);
    let mut file = BufWriter::new(File::create(&unfinished.0)?);
    let result = fill(&mut file)?;
    file.flush()?;
    file.get_ref().sync_all()?;
    fs::rename(&unfinished.0, path)?;
    Ok(result)
}

/// A file that is removed unless it was renamed in time.
struct Unfinished(PathBuf);

impl Drop for Unfinished {
    fn drop(&mut self) {
        // After the rename there is nothing to remove, and before it nothing more can be done.
        let _ = fs::remove_file(&self.0);
    }
}
