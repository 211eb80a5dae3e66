//! B-files: index and value on each line, as the OEIS takes them.

use std::io::{BufWriter, Write, stdout};

use crate::manners::prompt::Stop;

/// Prints a b-file; its first line says what it lists, and names the sequence if there is one.
pub fn print(
    sequence: Option<&str>,
    about: &str,
    terms: impl IntoIterator<Item = (u64, u64)>,
) -> Result<(), Stop> {
    let mut out = BufWriter::new(stdout().lock());
    match sequence {
        Some(number) => writeln!(out, "# {number}: {about}")?,
        None => writeln!(out, "# {about}")?,
    }
    for (n, value) in terms {
        writeln!(out, "{n} {value}")?;
    }
    Ok(out.flush()?)
}
