//! Shares of a table: its lists cut into runs of buckets, which several writers put into one file side by
//! side.
//!
//! The place of a list depends on the lengths of all lists before it, so a share is measured first, and
//! written when every writer knows how long the shares before its own are. A table of one share is written in
//! the same way.

use std::io::{Seek, SeekFrom, Write};
use std::ops::Range;

use super::{BUCKET, ENTRY, Header, LINE, TableError, checksum, framed, gaps};
use crate::Bar;
use crate::frame::Frame;
use crate::ranks::Ranks;
use lastbite_work::effort::Effort;

/// A run of the buckets of a table, written by one of several writers.
///
/// ```
/// use std::io::Cursor;
/// use lastbite_engines::sieve::Sieve;
/// use lastbite_engines::table::Share;
/// use lastbite_engines::{Bar, Effort, Table};
///
/// let (bar, effort) = (Bar::new(13, 13)?, Effort::default());
/// let solved = Sieve::of(&bar).solve(&effort)?;
/// let (mut file, mut before, mut lost) = (Cursor::new(Vec::new()), 0, 0);
/// for nth in 0..3 {
///     let share = Share::of(bar, nth, 3)?;
///     let measured = share.measure(solved.lost_ranks(), &effort)?;
///     share.write(&mut file, before, solved.lost_ranks(), &effort)?;
///     (before, lost) = (before + measured.bytes, lost + measured.lost);
/// }
/// Share::finish(&mut file, bar, lost, before)?;
/// let table = Table::from_bytes(file.into_inner())?;
/// assert_eq!(table.verify(&effort)?.lost, lost);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Share {
    frame: Frame,
    buckets: Range<u64>,
}

/// How much a share holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measured {
    /// Its lost positions.
    pub lost: u64,
    /// The bytes of its lists.
    pub bytes: u64,
}

impl Share {
    /// Takes the `nth` of this many shares of a bar's table, from 0; they have the same number of buckets,
    /// give or take one.
    ///
    /// # Errors
    ///
    /// When the bar has too many positions to be numbered.
    pub fn of(bar: Bar, nth: u64, shares: u64) -> Result<Self, TableError> {
        let frame = framed(bar)?;
        let buckets = u128::from(frame.positions().div_ceil(BUCKET));
        let shares = u128::from(shares.max(1));
        let start = |nth: u64| (buckets * u128::from(nth).min(shares) / shares) as u64;
        Ok(Self { frame, buckets: start(nth)..start(nth.saturating_add(1)) })
    }

    /// Returns the ranks in the kept box that this share is about.
    pub fn ranks(&self) -> Range<u64> {
        self.buckets.start * BUCKET..(self.buckets.end * BUCKET).min(self.frame.positions())
    }

    /// Measures a share with these lost positions of its bar; those of other shares are skipped.
    ///
    /// # Errors
    ///
    /// When they are another bar's, out of order or unreadable, and when the work was stopped.
    pub fn measure(&self, lost: Ranks<'_>, effort: &Effort) -> Result<Measured, TableError> {
        let mut bytes = 0;
        let lost = self.for_each_list(lost, effort, |_, list| {
            bytes += list.len() as u64;
            Ok(())
        })?;
        Ok(Measured { lost, bytes })
    }

    /// Writes a share into its places in a file, where the lists of all shares before it take this many
    /// bytes.
    ///
    /// # Errors
    ///
    /// Those of [`Share::measure`], and when the file cannot be written.
    pub fn write(
        &self,
        file: &mut (impl Write + Seek),
        before: u64,
        lost: Ranks<'_>,
        effort: &Effort,
    ) -> Result<Measured, TableError> {
        let begin = lists_at(&self.frame) + before;
        let (mut at, mut index) = (begin, Vec::new());
        file.seek(SeekFrom::Start(at))?;
        let lost = self.for_each_list(lost, effort, |bucket, list| {
            index.extend(at.to_le_bytes());
            index.extend(checksum(bucket, at, list).to_le_bytes());
            at += list.len() as u64;
            Ok(file.write_all(list)?)
        })?;
        file.seek(SeekFrom::Start(LINE as u64 + self.buckets.start * ENTRY))?;
        file.write_all(&index)?;
        Ok(Measured { lost, bytes: at - begin })
    }

    /// Makes a table of a file that has all its shares: this many lost positions, in lists of this many
    /// bytes.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn finish(
        file: &mut (impl Write + Seek),
        bar: Bar,
        lost: u64,
        bytes: u64,
    ) -> Result<Header, TableError> {
        let frame = framed(bar)?;
        let end = lists_at(&frame) + bytes;
        let header = Header { bar, kept: frame.kept(), positions: frame.positions() - 1, lost, bytes: end };
        file.seek(SeekFrom::Start(lists_at(&frame) - 8))?;
        file.write_all(&end.to_le_bytes())?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(header.line().as_bytes())?;
        Ok(header)
    }

    /// Codes the lost positions of every bucket, and counts them all.
    fn for_each_list(
        &self,
        lost: Ranks<'_>,
        effort: &Effort,
        mut each: impl FnMut(u64, &[u8]) -> Result<(), TableError>,
    ) -> Result<u64, TableError> {
        if *lost.frame() != self.frame {
            return Err(TableError::OtherBar { bar: self.frame.bar, found: *lost.bar() });
        }
        let (mut held, mut coded) = (Vec::new(), Vec::new());
        let (mut count, mut bucket, ranks) = (0, self.buckets.start, self.ranks());
        let mut expected = 0;
        let mut close = |bucket: u64, held: &mut Vec<u16>| {
            effort.check()?;
            coded.clear();
            gaps::encode(held, &mut coded);
            held.clear();
            each(bucket, &coded)
        };
        for rank in lost.numbers() {
            let rank = rank?;
            if rank < expected || rank >= self.frame.positions() {
                return Err(TableError::Wrong(format!("rank {rank} is out of order or beyond the box")));
            }
            expected = rank + 1;
            if rank >= ranks.end {
                break;
            }
            if rank < ranks.start {
                continue;
            }
            while rank / BUCKET > bucket {
                close(bucket, &mut held)?;
                bucket += 1;
            }
            held.push((rank % BUCKET) as u16);
            count += 1;
        }
        while bucket < self.buckets.end {
            close(bucket, &mut held)?;
            bucket += 1;
        }
        Ok(count)
    }
}

/// Returns where the lists begin: after the line, the index and its end.
fn lists_at(frame: &Frame) -> u64 {
    LINE as u64 + frame.positions().div_ceil(BUCKET) * ENTRY + 8
}
