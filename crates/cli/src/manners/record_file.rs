//! The file of `--record`; how records are read and written, every front end does alike.

use std::path::Path;

use crate::manners::prompt::{Console, Stop};

pub use lastbite::play::record_file::{beside, read, shown, write};

/// Makes sure that the file of `--record` may be written before anything is played.
pub fn claim(console: &mut Console, path: &Path, overwrite: bool) -> Result<(), Stop> {
    let shown = shown(path);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if path.is_dir() || path.file_name().is_none() || !folder.is_dir() {
        return Err(Stop::refuse(format!(
            "the record cannot be written to {shown}; give the name of a file in a folder that exists"
        )));
    }
    if overwrite || !path.exists() {
        return Ok(());
    }
    let refused = format!("{shown} exists; give another file or --overwrite");
    if console.is_terminal() && console.ask_yes(&format!("{shown} exists. Overwrite it? [y/N] "), false)? {
        return Ok(());
    }
    Err(Stop::refuse(refused))
}
