//! Lists of positions: which to show, and in which form.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, StdoutLock, Write, stdout};
use std::path::PathBuf;

use clap::Args;
use lastbite::Effort;
use lastbite::notation::counted;
use lastbite_engines::LostPositions;

use crate::manners::output::ForceArgs;
use crate::manners::prompt::Stop;
use crate::manners::range::parse_number;
use crate::solve::npy;

/// Which positions of a list to show.
#[derive(Args, Clone, Debug)]
pub struct Filter {
    /// Show only the first N
    #[arg(long, value_name = "N", value_parser = parse_first)]
    first: Option<u64>,
    /// Only positions whose first K rows are equally long
    #[arg(long, value_name = "K", value_parser = parse_rows_equal)]
    rows_equal: Option<u64>,
    /// Only positions whose row K has N squares, as in 3=120; may be given several times
    #[arg(long, value_name = "K=N", value_parser = parse_row)]
    row: Vec<(usize, u32)>,
    /// Only positions with N squares
    #[arg(long, value_name = "N", value_parser = parse_area)]
    area: Option<u64>,
}

fn parse_first(text: &str) -> Result<u64, String> {
    parse_number("--first", text, u64::MAX)
}

fn parse_rows_equal(text: &str) -> Result<u64, String> {
    parse_number("--rows-equal", text, lastbite::notation::MOST.into())
}

fn parse_area(text: &str) -> Result<u64, String> {
    parse_number("--area", text, lastbite::notation::MOST_PIECES)
}

fn parse_row(text: &str) -> Result<(usize, u32), String> {
    let parsed = || {
        let (row, length) = text.split_once('=')?;
        let (row, length): (usize, u32) = (row.trim().parse().ok()?, length.trim().parse().ok()?);
        (row > 0 && row <= lastbite::notation::MOST as usize && length <= lastbite::notation::MOST)
            .then_some((row, length))
    };
    parsed().ok_or_else(|| format!("--row: '{text}' is not a row and its length, as in 3=120"))
}

impl Filter {
    /// Says whether every position passes.
    pub fn is_plain(&self) -> bool {
        self.rows_equal.is_none() && self.row.is_empty() && self.area.is_none()
    }

    /// Returns how many positions are shown at most.
    pub fn most(&self) -> u64 {
        self.first.unwrap_or(u64::MAX)
    }

    /// Refuses rows that the bar does not have.
    fn check(&self, rows: usize) -> Result<(), Stop> {
        let named = self.row.iter().map(|&(row, _)| ("--row", row));
        let mut named = named.chain(self.rows_equal.map(|k| ("--rows-equal", k as usize)));
        match named.find(|&(_, row)| row > rows) {
            Some((option, row)) => Err(Stop::Refused(format!(
                "{option}: the bar has {}, and no row {row}",
                counted(rows as u64, "row")
            ))),
            None => Ok(()),
        }
    }

    /// Says whether to show a position.
    fn admits(&self, rows: &[u32]) -> bool {
        let length = |row: usize| rows.get(row - 1).copied().unwrap_or(0);
        self.row.iter().all(|&(row, n)| length(row) == n)
            && self.rows_equal.is_none_or(|k| (2..=k as usize).all(|row| length(row) == length(1)))
            && self.area.is_none_or(|area| rows.iter().map(|&n| u64::from(n)).sum::<u64>() == area)
    }
}

/// In which form to list positions.
#[derive(Args, Clone, Debug)]
pub struct Form {
    /// Print a column for each row of the bar, for a spreadsheet
    #[arg(long, conflicts_with_all = ["json", "npy"])]
    csv: bool,
    /// Print one JSON array of row lengths on each line
    #[arg(long, conflicts_with = "npy")]
    json: bool,
    /// Write a NumPy file: a line of the array for each position, a column for each row
    #[arg(long, value_name = "FILE")]
    npy: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
}

impl Form {
    /// Says whether positions are listed in their own notation.
    pub fn is_plain(&self) -> bool {
        !self.csv && !self.json && self.npy.is_none()
    }

    /// Says whether the list goes to a file.
    pub fn is_file(&self) -> bool {
        self.npy.is_some()
    }
}

/// Whether to keep listing.
pub enum Ended {
    /// No more are wanted.
    Enough,
    /// More are wanted.
    More,
}

/// A list of positions that is written as it comes.
pub struct List<'a> {
    filter: &'a Filter,
    rows: usize,
    /// The names of what else is known about a position.
    more: &'static [&'static str],
    written: u64,
    to: To,
}

enum To {
    Lines { out: BufWriter<StdoutLock<'static>>, csv: bool, json: bool },
    Npy(BufWriter<File>),
}

/// Writes a list of positions of a bar with this many rows, with the columns in `more`; `fill` adds positions
/// until the list has enough.
pub fn list(
    filter: &Filter,
    form: &Form,
    rows: u32,
    more: &'static [&'static str],
    fill: impl FnOnce(&mut List<'_>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let rows = rows as usize;
    filter.check(rows)?;
    let Some(path) = &form.npy else {
        let mut out = BufWriter::new(stdout().lock());
        if form.csv {
            let names = (1..=rows).map(|row| format!("row{row}"));
            let names: Vec<String> = names.chain(more.iter().map(|name| name.to_string())).collect();
            writeln!(out, "{}", names.join(","))?;
        }
        let mut list =
            List { filter, rows, more, written: 0, to: To::Lines { out, csv: form.csv, json: form.json } };
        fill(&mut list)?;
        return list.flush();
    };
    let target = form.force.file("--npy", path);
    target.check()?;
    let written = target
        .fill(|file| -> Result<u64, Unwritten> {
            file.write_all(&npy_header(0, rows + more.len()))?;
            let own = BufWriter::new(file.get_ref().try_clone()?);
            file.flush()?;
            let mut list = List { filter, rows, more, written: 0, to: To::Npy(own) };
            fill(&mut list).map_err(Unwritten::Stop)?;
            list.flush().map_err(Unwritten::Stop)?;
            // The length of the array is known now, and the header has room for any number.
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&npy_header(list.written, rows + more.len()))?;
            Ok(list.written)
        })
        .map_err(|unwritten| match unwritten {
            Unwritten::Stop(Stop::Output(error)) | Unwritten::Io(error) => target.unwritten(&error),
            Unwritten::Stop(stop) => stop,
        })?;
    let kind = format!("{} of {}", counted(written, "line"), counted((rows + more.len()) as u64, "column"));
    Ok(writeln!(stdout(), "{}", target.told(&format!("{kind}, 32-bit numbers")))?)
}

/// Why a file was not written.
enum Unwritten {
    Stop(Stop),
    Io(io::Error),
}

impl From<io::Error> for Unwritten {
    fn from(error: io::Error) -> Self {
        Unwritten::Io(error)
    }
}

/// The header of a list of positions for NumPy, a line each.
fn npy_header(lines: u64, columns: usize) -> Vec<u8> {
    npy::header("<u4", &format!("({lines}, {columns})"))
}

impl List<'_> {
    /// Adds lost positions until it has enough, and shows what there is whenever finding the next takes a
    /// while.
    pub fn take(&mut self, mut positions: LostPositions<'_>, effort: &Effort) -> Result<(), Stop> {
        for number in 0u64.. {
            if number % 4096 == 0 {
                effort.check().map_err(|_| Stop::Stopped)?;
            }
            if !positions.is_ready() {
                self.flush()?;
            }
            let Some(lost) = positions.next() else { break };
            if let Ended::Enough = self.add(lost?.lengths())? {
                break;
            }
        }
        Ok(())
    }

    /// Adds a position, and says whether more are wanted.
    pub fn add(&mut self, rows: &[u32]) -> Result<Ended, Stop> {
        self.add_known(rows, &[])
    }

    /// Adds a position with what else is known about it, and says whether more are wanted.
    pub fn add_known(&mut self, rows: &[u32], known: &[u32]) -> Result<Ended, Stop> {
        debug_assert_eq!(known.len(), self.more.len());
        if self.is_full() {
            return Ok(Ended::Enough);
        }
        if !self.filter.admits(rows) {
            return Ok(Ended::More);
        }
        let filled =
            (0..self.rows).map(|row| rows.get(row).copied().unwrap_or(0)).chain(known.iter().copied());
        match &mut self.to {
            To::Npy(file) => {
                for length in filled {
                    file.write_all(&length.to_le_bytes())?;
                }
            }
            To::Lines { out, csv: true, .. } => {
                let lengths: Vec<String> = filled.map(|length| length.to_string()).collect();
                writeln!(out, "{}", lengths.join(","))?;
            }
            To::Lines { out, json, .. } => {
                let lengths: Vec<String> =
                    rows.iter().filter(|&&n| n > 0).map(|length| length.to_string()).collect();
                let (lengths, known) = (lengths.join(","), self.more.iter().zip(known));
                if self.more.is_empty() {
                    let (open, close) = if *json { ("[", "]") } else { ("", "") };
                    writeln!(out, "{open}{lengths}{close}")?;
                } else if *json {
                    let known: Vec<String> =
                        known.map(|(name, value)| format!(",\"{name}\":{value}")).collect();
                    writeln!(out, "{{\"rows\":[{lengths}]{}}}", known.join(""))?;
                } else {
                    let known: Vec<String> = known.map(|(name, value)| format!("{name} {value}")).collect();
                    writeln!(out, "{lengths}: {}", known.join(", "))?;
                }
            }
        }
        self.written += 1;
        Ok(if self.is_full() { Ended::Enough } else { Ended::More })
    }

    /// Says whether no more are wanted.
    pub fn is_full(&self) -> bool {
        self.filter.first.is_some_and(|first| self.written >= first)
    }

    /// Flushes the output, so that people who read along see it.
    pub fn flush(&mut self) -> Result<(), Stop> {
        match &mut self.to {
            To::Lines { out, .. } => out.flush()?,
            To::Npy(file) => file.flush()?,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_of_one_length() {
        for header in [npy_header(0, 3), npy_header(u64::MAX, 255)] {
            assert_eq!((header.len(), header.last()), (128, Some(&b'\n')));
        }
    }

    #[test]
    fn rows_are_asked_for_by_their_number() {
        assert_eq!(parse_row("3=120"), Ok((3, 120)));
        assert_eq!(parse_row(" 1 = 0 "), Ok((1, 0)));
        for wrong in ["", "3", "0=1", "a=b", "3=-1", "3=1=2"] {
            assert!(parse_row(wrong).unwrap_err().contains("as in 3=120"), "{wrong}");
        }
    }
}
