//! All lost positions of a bar in one file: written whole, opened at once, never wrong.
//!
//! ```text
//! one line of 255 characters and a line break, for people and programs: what this is, its counts, its length
//! index:    for each bucket of 65,536 ranks, 8 bytes where its list begins and 4 bytes checksum; and the end
//! lists:    the lost ranks of each bucket, coded by the gaps between them (`table/gaps.rs`)
//! ```
//!
//! A look-up reads the line once, then 20 bytes of the index and one list of about 500 bytes: microseconds,
//! whatever the size of the file. The checksum of a list covers its number and its place too, so a damaged
//! index or list is an error in the first look-up that touches it. Numbers are little-endian.
//!
//! A table keeps the box that represents its bar: see `kept` in the first line. A square bar keeps half.
//!
//! A build cannot be resumed: the sieve that feeds it solves 16x16 in a fraction of a second, 20x20 in
//! seconds and 22x22 in minutes, not worth a half-way file that must be written and trusted.

mod gaps;
#[cfg(feature = "files")]
mod share;
mod verify;

use std::io;
#[cfg(feature = "files")]
use std::{
    fs::File,
    io::{Seek, Write},
    path::Path,
};

use thiserror::Error;

use crate::frame::{Frame, Place};
use crate::no_answer::NoAnswer;
use crate::rank::Counts;
use crate::ranks::{Ranks, all_positions};
use crate::{Bar, Rows, Square};
#[cfg(feature = "files")]
use lastbite_work::effort::Effort;
use lastbite_work::effort::Stopped;
#[cfg(feature = "files")]
use lastbite_work::file;
use lastbite_work::notation::Bytes as Size;

#[cfg(feature = "files")]
pub use share::{Measured, Share};
pub use verify::Verified;

const FORMAT: &str = "lastbite-table";
const VERSION: u32 = 1;
/// The length of the first line, its line break included.
const LINE: usize = 256;
/// How many ranks a bucket spans.
const BUCKET: u64 = 1 << 16;
/// The length of an index entry: where the list begins, and its checksum.
const ENTRY: u64 = 12;

/// A table that cannot be made, opened or trusted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The file could not be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is something else.
    #[error("this is not a table of lost positions: its first line does not begin with '{FORMAT}'")]
    Foreign,
    /// The file was made by a later version of the program.
    #[error("this table has format {0}; this program reads format {VERSION}: use a newer lastbite")]
    Newer(u32),
    /// The file is shorter or longer than it says.
    #[error(
        "this table is {found} bytes long and should be {expected}: it is cut off or has something appended"
    )]
    Length {
        /// What the first line says.
        expected: u64,
        /// What there is.
        found: u64,
    },
    /// A part of the file is not as it was written.
    #[error("this table is damaged: {0}; build it again")]
    Damaged(&'static str),
    /// The position is not one of this table's.
    #[error("the position {position} is not inside {bar}")]
    Outside {
        /// What was asked for.
        position: Rows,
        /// The bar of the table.
        bar: Bar,
    },
    /// The lost positions to be written are those of another bar.
    #[error("these are lost positions of {found}, and the table is one of {bar}")]
    OtherBar {
        /// The bar of the table.
        bar: Bar,
        /// The bar whose positions they are.
        found: Bar,
    },
    /// The lost positions to be written cannot all be read.
    #[error(transparent)]
    NoAnswer(#[from] NoAnswer),
    /// The bar has more positions than can be numbered.
    #[error("{0} has too many positions to be numbered; tables go up to about 33x33")]
    TooLarge(Bar),
    /// The proof needs more memory than is allowed.
    #[error("proving this table takes {} of memory, and {} may be used", Size(*.needed), Size(*.allowed))]
    TooLittleMemory {
        /// What is needed.
        needed: u64,
        /// What is allowed.
        allowed: u64,
    },
    /// The proof failed: the table is whole, but wrong.
    #[error("this table is wrong: {0}")]
    Wrong(String),
    /// The system has less memory to give than the proof needs.
    #[error("the system cannot give {} of memory for the proof", Size(*.0))]
    Refused(u64),
    /// The work was stopped.
    #[error("stopped: {0}")]
    Stopped(#[from] Stopped),
}

/// What the first line of a table says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The bar whose lost positions these are.
    pub bar: Bar,
    /// The box of positions that is kept for it.
    pub kept: Bar,
    /// How many positions the box has, the empty one not counted.
    pub positions: u64,
    /// How many lost positions are kept.
    pub lost: u64,
    /// How long the file is.
    pub bytes: u64,
}

impl Header {
    /// Says whether the bar is a square of which half is kept: the rest are mirror images, won by 2,2, or the
    /// even L.
    ///
    /// If it is not, the box is the bar itself, perhaps with rows and columns exchanged.
    pub fn is_halved(&self) -> bool {
        self.kept.rows() < self.bar.rows().min(self.bar.cols())
    }

    fn line(&self) -> String {
        let Header { bar, kept, positions, lost, bytes } = self;
        let said =
            format!("{FORMAT} {VERSION} {bar} kept {kept} positions {positions} lost {lost} bytes {bytes}");
        let check = crc32fast::hash(said.as_bytes());
        format!("{:<width$}\n", format!("{said} check {check:08x}"), width = LINE - 1)
    }

    /// Reads the first line; any difference from what would be written is an error.
    fn read(line: &[u8]) -> Result<Self, TableError> {
        let damaged = TableError::Damaged("its first line has changed");
        let words: Vec<&str> = match std::str::from_utf8(line) {
            Ok(text) if text.starts_with(FORMAT) => text.split_whitespace().collect(),
            _ if line.starts_with(FORMAT.as_bytes()) => return Err(damaged),
            _ => return Err(TableError::Foreign),
        };
        match words.get(1).and_then(|word| word.parse().ok()) {
            Some(VERSION) => {}
            Some(version) if version > VERSION => return Err(TableError::Newer(version)),
            _ => return Err(damaged),
        }
        let [_, _, bar, "kept", kept, "positions", positions, "lost", lost, "bytes", bytes, "check", _] =
            words[..]
        else {
            return Err(damaged);
        };
        let header = (|| {
            Some(Header {
                bar: bar.parse().ok()?,
                kept: kept.parse().ok()?,
                positions: positions.parse().ok()?,
                lost: lost.parse().ok()?,
                bytes: bytes.parse().ok()?,
            })
        })();
        match header {
            Some(header) if header.line().as_bytes() == line => Ok(header),
            _ => Err(damaged),
        }
    }
}

/// The lost positions of a bar, in a file or in memory.
#[derive(Debug)]
pub struct Table {
    header: Header,
    frame: Frame,
    counts: Counts,
    source: Bytes,
}

impl Table {
    /// Writes the table of a bar: the ranks of all its lost positions, ascending, from any source.
    ///
    /// The ranks know their bar, so no table is written from another bar's. The file appears only when it is
    /// whole. A stopped build leaves nothing behind, nor do ranks that are not ascending. A file of that name
    /// is replaced.
    #[cfg(feature = "files")]
    pub fn write(path: impl AsRef<Path>, lost: Ranks<'_>, effort: &Effort) -> Result<Header, TableError> {
        Self::put(path.as_ref(), true, lost, effort)
    }

    /// Writes a table like [`write`](Table::write), but never replaces a file, even one that appears in the
    /// meantime.
    #[cfg(feature = "files")]
    pub fn write_new(path: impl AsRef<Path>, lost: Ranks<'_>, effort: &Effort) -> Result<Header, TableError> {
        Self::put(path.as_ref(), false, lost, effort)
    }

    #[cfg(feature = "files")]
    fn put(path: &Path, replace: bool, lost: Ranks<'_>, effort: &Effort) -> Result<Header, TableError> {
        framed(*lost.bar())?;
        effort.check()?;
        file::write(path, replace, |file| Self::fill(file, lost, effort))
    }

    #[cfg(feature = "files")]
    fn fill(file: &mut (impl Write + Seek), lost: Ranks<'_>, effort: &Effort) -> Result<Header, TableError> {
        let bar = *lost.bar();
        let measured = Share::of(bar, 0, 1)?.write(file, 0, lost, effort)?;
        Share::finish(file, bar, measured.lost, measured.bytes)
    }

    /// Opens a table; only its first line is read.
    #[cfg(feature = "files")]
    pub fn open(path: impl AsRef<Path>) -> Result<Self, TableError> {
        // A pipe or a device might never answer, so it is not even opened.
        let found = std::fs::metadata(path.as_ref())?;
        if !found.is_file() {
            let why = if found.is_dir() { "that is a folder" } else { "that is not an ordinary file" };
            return Err(TableError::Io(io::Error::new(io::ErrorKind::InvalidInput, why)));
        }
        Table::from(Bytes::File(File::open(path)?))
    }

    /// Opens a table that is in memory.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, TableError> {
        Table::from(Bytes::Memory(bytes))
    }

    fn from(source: Bytes) -> Result<Self, TableError> {
        let found = source.len()?;
        let mut line = vec![0; LINE.min(found.try_into().unwrap_or(LINE))];
        source.read_at(&mut line, 0)?;
        if line.len() < LINE && FORMAT.as_bytes().starts_with(&line[..line.len().min(FORMAT.len())]) {
            return Err(TableError::Damaged("it ends within its first line"));
        }
        let header = Header::read(&line)?;
        let frame = framed(header.bar)?;
        let buckets = frame.positions().div_ceil(BUCKET);
        if header.kept != frame.kept() || header.positions != frame.positions() - 1 {
            return Err(TableError::Damaged("its first line contradicts itself"));
        }
        if header.bytes != found || header.bytes < LINE as u64 + buckets * ENTRY + 8 {
            return Err(TableError::Length { expected: header.bytes, found });
        }
        Ok(Table { counts: frame.counts(), header, frame, source })
    }

    /// Returns what the first line says.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the bar whose lost positions these are.
    pub fn bar(&self) -> &Bar {
        &self.header.bar
    }

    /// Says whether a position is lost; it is turned if it fits only that way.
    pub fn is_lost(&self, rows: &Rows) -> Result<bool, TableError> {
        let outside = || TableError::Outside { position: rows.clone(), bar: self.header.bar };
        let kept = match self.frame.place(rows).ok_or_else(outside)? {
            Place::Known(lost) => return Ok(lost),
            Place::Kept(kept) => kept,
        };
        let rank = self.counts.rank(&kept, self.frame.rows.into());
        let wanted = (rank % BUCKET) as u16;
        let mut met = false;
        let list = self.list(rank / BUCKET)?;
        gaps::decode(&list, |number| {
            met = number == wanted;
            number < wanted
        })
        .ok_or(TableError::Damaged("a list of positions cannot be read"))?;
        Ok(met)
    }

    /// Lists every bite that leaves a lost position, row by row.
    pub fn winning_bites(&self, rows: &Rows) -> Result<Vec<Square>, TableError> {
        let mut winning = Vec::new();
        let lost = self.is_lost(rows)?;
        for bite in self.header.bar.bites(rows) {
            if self.is_lost(&rows.bitten(bite))? {
                winning.push(bite);
            }
        }
        // A position is won exactly if a bite leads to a lost one.
        if self.header.bar.bites(rows).next().is_some() && lost != winning.is_empty() {
            return Err(TableError::Wrong(format!(
                "{rows} and what can be bitten from it contradict each other"
            )));
        }
        Ok(winning)
    }

    /// Lists the ranks of the lost positions of the kept box, ascending; an error ends the list.
    pub fn lost_ranks(&self) -> Ranks<'_> {
        let numbers = (0..self.buckets()).flat_map(|bucket| {
            let ranks = self.ranks_of(bucket);
            let (ranks, error) = match ranks {
                Ok(ranks) => (ranks, None),
                Err(error) => (Vec::new(), Some(NoAnswer::Unreadable(error.to_string()))),
            };
            ranks.into_iter().map(Ok).chain(error.map(Err))
        });
        Ranks::new(self.frame, numbers)
    }

    /// Lists every lost position of the bar, each once; an error ends the list.
    ///
    /// They come in the order of their ranks. Of a square only half is kept: the mirror images of the
    /// positions that are as long as the square follow, and the L with equal arms comes last.
    pub fn lost_positions(&self) -> impl Iterator<Item = Result<Rows, NoAnswer>> + '_ {
        all_positions(self.frame, || self.lost_ranks())
    }

    fn buckets(&self) -> u64 {
        self.frame.positions().div_ceil(BUCKET)
    }

    /// Returns the ranks in one bucket, checked to be positions of the box.
    fn ranks_of(&self, bucket: u64) -> Result<Vec<u64>, TableError> {
        let list = self.list(bucket)?;
        let mut ranks = Vec::new();
        let whole = gaps::decode(&list, |number| {
            ranks.push(bucket * BUCKET + u64::from(number));
            true
        });
        if whole.is_none() || ranks.last().is_some_and(|&rank| rank >= self.frame.positions()) {
            return Err(TableError::Damaged("a list of positions cannot be read"));
        }
        Ok(ranks)
    }

    /// Reads one list and checks it.
    fn list(&self, bucket: u64) -> Result<Vec<u8>, TableError> {
        let mut entry = [0; ENTRY as usize + 8];
        self.source.read_at(&mut entry, LINE as u64 + bucket * ENTRY)?;
        let number = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
        let (begin, end) = (number(&entry[..8]), number(&entry[12..]));
        let check = u32::from_le_bytes(entry[8..12].try_into().expect("four bytes"));
        let length = end.checked_sub(begin).filter(|&length| length <= gaps::LONGEST as u64);
        let Some(length) = length.filter(|_| end <= self.header.bytes) else {
            return Err(TableError::Damaged("its index points astray"));
        };
        let mut list = vec![0; length as usize];
        self.source.read_at(&mut list, begin)?;
        if checksum(bucket, begin, &list) != check {
            return Err(TableError::Damaged("a checksum does not fit"));
        }
        Ok(list)
    }
}

/// Frames a bar whose positions can be numbered.
fn framed(bar: Bar) -> Result<Frame, TableError> {
    match Frame::of(&bar) {
        // The count saturates; a box this large would not fit on any disk.
        Ok(frame) if frame.positions() <= u64::MAX / 2 => Ok(frame),
        _ => Err(TableError::TooLarge(bar)),
    }
}

/// Covers a list, its number and its place, so that none can pass for another.
fn checksum(bucket: u64, begin: u64, list: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&bucket.to_le_bytes());
    hasher.update(&begin.to_le_bytes());
    hasher.update(list);
    hasher.finalize()
}

/// Where the bytes of a table are.
#[derive(Debug)]
enum Bytes {
    #[cfg(feature = "files")]
    File(File),
    Memory(Vec<u8>),
}

impl Bytes {
    fn len(&self) -> io::Result<u64> {
        match self {
            #[cfg(feature = "files")]
            Bytes::File(file) => Ok(file.metadata()?.len()),
            Bytes::Memory(bytes) => Ok(bytes.len() as u64),
        }
    }

    /// Fills a buffer from a place; any number of threads may do so at once.
    fn read_at(&self, buffer: &mut [u8], at: u64) -> io::Result<()> {
        match self {
            #[cfg(all(feature = "files", unix))]
            Bytes::File(file) => std::os::unix::fs::FileExt::read_exact_at(file, buffer, at),
            #[cfg(all(feature = "files", windows))]
            Bytes::File(file) => {
                let mut filled = 0;
                while filled < buffer.len() {
                    let at = at + filled as u64;
                    match std::os::windows::fs::FileExt::seek_read(file, &mut buffer[filled..], at)? {
                        0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                        read => filled += read,
                    }
                }
                Ok(())
            }
            // Other systems cannot read a file at an offset; there it must be read into memory.
            #[cfg(all(feature = "files", not(any(unix, windows))))]
            Bytes::File(_) => Err(io::ErrorKind::Unsupported.into()),
            Bytes::Memory(bytes) => {
                let at = usize::try_from(at).unwrap_or(usize::MAX);
                let part = at.checked_add(buffer.len()).and_then(|end| bytes.get(at..end));
                buffer.copy_from_slice(part.ok_or(io::ErrorKind::UnexpectedEof)?);
                Ok(())
            }
        }
    }
}
