//! Sequences in files, so that long work can continue where it was stopped.
//!
//! A line of text (what it is, the rule, how many values, bytes for each), the values with their lowest byte
//! first, and a checksum of all of it.

use std::io::{self, BufRead, Read, Write};

use thiserror::Error;

use super::super::rule::Rule;
use super::{Method, Sequence, Values};
use crate::effort::TooLittleMemory;
use crate::notation::Quoted;

const MARK: &str = "lastbite-heap-values-1";

/// Why a sequence could not be read from a file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum KeptError {
    /// The file could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It holds something else.
    #[error("it does not hold the values of a heap game")]
    Other,
    /// It is damaged.
    #[error("it is damaged: its checksum is wrong, or its end is missing")]
    Damaged,
    /// Another rule made it.
    #[error("it holds values of {0}")]
    OtherRule(Quoted),
    /// It does not fit into memory.
    #[error(transparent)]
    Memory(#[from] TooLittleMemory),
}

/// Calls a function with all values as bytes, the lowest byte first, in runs.
pub(super) fn in_bytes<E>(values: Values<'_>, mut take: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
    const RUN: usize = 1 << 14;
    fn each<T: Copy, const N: usize, E>(
        values: &[T],
        bytes: impl Fn(T) -> [u8; N],
        take: &mut impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        values.chunks(RUN).try_for_each(|run| {
            take(run.iter().flat_map(|&value| bytes(value)).collect::<Vec<_>>().as_slice())
        })
    }
    match values {
        Values::Narrow(values) => values.chunks(RUN).try_for_each(take),
        Values::Wide(values) => each(values, u16::to_le_bytes, &mut take),
        Values::Widest(values) => each(values, u32::to_le_bytes, &mut take),
    }
}

impl Sequence {
    /// Saves what was computed.
    pub fn save(&self, to: &mut impl Write) -> io::Result<()> {
        let values = self.values();
        let head = format!("{MARK} {} {} {}\n", self.rule, values.len(), values.width());
        let mut sum = crc32fast::Hasher::new();
        let mut write = |bytes: &[u8]| {
            sum.update(bytes);
            to.write_all(bytes)
        };
        write(head.as_bytes())?;
        in_bytes(values, write)?;
        to.write_all(&sum.finalize().to_le_bytes())
    }

    /// Reads a saved sequence, which must be of this rule and undamaged.
    pub fn load(rule: Rule, method: Method, memory: u64, from: &mut impl BufRead) -> Result<Self, KeptError> {
        let mut head = Vec::new();
        from.by_ref().take(10_000_000).read_until(b'\n', &mut head)?;
        let text = std::str::from_utf8(&head).map_err(|_| KeptError::Other)?;
        let words: Vec<&str> = text.trim_end().split(' ').collect();
        let &[MARK, found, count, width] = &words[..] else { return Err(KeptError::Other) };
        if found != rule.to_string() {
            return Err(KeptError::OtherRule(Quoted::new(found)));
        }
        let (count, width) = (count.parse::<u64>(), width.parse::<u64>());
        let (Ok(count), Ok(width @ (1 | 2 | 4))) = (count, width) else { return Err(KeptError::Other) };
        // Values are read at full width and then narrowed, so they must fit twice.
        TooLittleMemory::check(count.saturating_mul(5), memory)?;
        let mut sum = crc32fast::Hasher::new();
        sum.update(&head);
        let mut values: Vec<u32> = Vec::new();
        let mut run = vec![0; 1 << 16];
        let mut left = count.saturating_mul(width);
        while left > 0 {
            let part = run.len().min(left as usize);
            from.read_exact(&mut run[..part]).map_err(damaged)?;
            sum.update(&run[..part]);
            let value =
                |bytes: &[u8]| bytes.iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte));
            values.extend(run[..part].chunks_exact(width as usize).map(value));
            left -= part as u64;
        }
        let mut checksum = [0; 4];
        from.read_exact(&mut checksum).map_err(damaged)?;
        if u32::from_le_bytes(checksum) != sum.finalize() || values.first() != Some(&0) {
            return Err(KeptError::Damaged);
        }
        Ok(Sequence::after(rule, method, values))
    }
}

fn damaged(error: io::Error) -> KeptError {
    if error.kind() == io::ErrorKind::UnexpectedEof { KeptError::Damaged } else { error.into() }
}
