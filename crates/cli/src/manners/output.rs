//! Files that commands write: whole or not at all, and replacing an existing file only with --force.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use unicode_width::UnicodeWidthStr;

use crate::manners::prompt::{Stop, wrap};
use crate::manners::record_file::shown;
use crate::manners::width;

/// The file that a command writes.
#[derive(Args, Clone, Debug)]
pub struct OutputArgs {
    /// The file to write; one that is already there is kept without --force
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
}

/// Whether a file may be replaced.
#[derive(Args, Clone, Copy, Debug)]
pub struct ForceArgs {
    /// Replace a file that is already there
    #[arg(long, alias = "overwrite")]
    force: bool,
}

impl OutputArgs {
    /// Says whether anything was named, be it the standard output.
    pub fn is_named(&self) -> bool {
        self.output.is_some()
    }

    /// Returns the file that was named, or nothing for the standard output.
    pub fn file(&self) -> Option<Output<'_>> {
        let named = self.output.as_deref().filter(|path| !is_stdout(path));
        named.map(|path| self.force.file("-o", path))
    }

    /// Returns the file that was named, or the usual one; this output cannot go to the standard output.
    pub fn file_or<'a>(&'a self, usual: &'a Path) -> Result<Output<'a>, Stop> {
        let path = self.output.as_deref().unwrap_or(usual);
        if is_stdout(path) {
            return Err(Stop::refuse("this is written to a file only; name one with -o"));
        }
        Ok(self.force.file("-o", path))
    }
}

impl ForceArgs {
    /// Returns the file that an option names.
    pub fn file<'a>(self, option: &'static str, path: &'a Path) -> Output<'a> {
        Output { option, path, force: self.force }
    }
}

/// Says whether a name means the standard output.
fn is_stdout(path: &Path) -> bool {
    path == Path::new("-") || path == Path::new("/dev/stdout")
}

/// A file to write.
#[derive(Clone, Copy, Debug)]
pub struct Output<'a> {
    option: &'static str,
    path: &'a Path,
    force: bool,
}

impl<'a> Output<'a> {
    /// Returns its path.
    pub fn path(&self) -> &'a Path {
        self.path
    }

    /// Says whether an existing file is replaced.
    pub fn replaces(&self) -> bool {
        self.force
    }

    /// Refuses a file that would be lost or cannot be made, before long work rather than after it.
    pub fn check(&self) -> Result<(), Stop> {
        if self.path.exists() && !self.force {
            return Err(self.is_there());
        }
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            return Err(Stop::refuse(format!(
                "there is no folder {}; name a file in one that exists",
                shown(folder)
            )));
        }
        lastbite_work::file::can_write(self.path).map_err(|error| self.unwritten(&error))
    }

    /// Writes a text whole.
    pub fn write(&self, text: &str) -> Result<(), Stop> {
        self.fill(|file| file.write_all(text.as_bytes())).map_err(|error: io::Error| self.unwritten(&error))
    }

    /// Writes a file whole, with what `fill` writes.
    pub fn fill<T, E: From<io::Error>>(
        &self,
        fill: impl FnOnce(&mut BufWriter<File>) -> Result<T, E>,
    ) -> Result<T, E> {
        match self.force {
            true => lastbite_work::file::write_whole(self.path, fill),
            false => lastbite_work::file::write_new(self.path, fill),
        }
    }

    /// Says why the file was not written.
    pub fn unwritten(&self, error: &io::Error) -> Stop {
        match error.kind() {
            // Another program made it in the meantime.
            io::ErrorKind::AlreadyExists => self.is_there(),
            _ => Stop::refuse(format!(
                "{} could not be written ({error}); name another file with {}",
                shown(self.path),
                self.option
            )),
        }
    }

    /// Says what has been written: next to the name if there is room, else below it, because a name is never
    /// cut.
    pub fn told(&self, what: &str) -> String {
        let (name, width) = (shown(self.path), width::columns());
        let line = format!("{name}: {what}");
        match line.width() <= width {
            true => line,
            false => format!("{name}:\n{}", wrap(&format!("  {what}"), width)),
        }
    }

    fn is_there(&self) -> Stop {
        Stop::refuse(format!(
            "{} is already there; name another file with {}, or replace it with --force",
            shown(self.path),
            self.option
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two builds of one table: the second finishes its work and finds the file of the first.
    #[test]
    fn a_file_that_came_meanwhile_is_told_as_one_that_was_there_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let output = ForceArgs { force: false }.file("-o", &path);
        assert!(output.check().is_ok());
        let late = output.fill(|file| {
            std::fs::write(&path, "the first")?;
            file.write_all(b"the second")
        });
        let late = output.unwritten(&late.unwrap_err());
        let told = format!("{late:?}");
        assert!(told.contains("is already there; name another file with -o"), "{told}");
        assert_eq!(told, format!("{:?}", output.check().unwrap_err()));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "the first");
    }
}
