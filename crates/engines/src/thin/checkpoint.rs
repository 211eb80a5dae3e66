//! Checkpoints: a solver saved between two steps, and read back strictly.
//!
//! ```text
//! lastbite thin checkpoint 2      the version
//! three rows 3x10000, ...         the solver and its bar
//! numbers of eight, four, two bytes or one, the lowest byte first: what each solver has to say
//! the CRC-32 of all that, four bytes, and nothing after it
//! ```
//!
//! Nothing that is read is trusted: how much there is follows from the bar, and every number that points
//! somewhere is checked before it is used.

use std::io::{self, Read, Write};

use crc32fast::Hasher;

use lastbite_work::SolveError;

/// The first line of every checkpoint.
const VERSION: &str = "lastbite thin checkpoint 2";

/// What the first line of every version begins with.
const KIND: &str = "lastbite thin checkpoint ";

/// The longest line that is read.
const LONGEST_LINE: usize = 100;

/// Numbers are written and read in pieces of this many bytes.
const PIECE: usize = 1 << 16;

/// Writes a checkpoint.
pub(crate) struct Pen<'a, W: Write> {
    to: &'a mut W,
    sum: Hasher,
}

impl<'a, W: Write> Pen<'a, W> {
    /// Starts with the version and the bar.
    pub fn new(to: &'a mut W, bar: &str) -> io::Result<Self> {
        let mut pen = Pen { to, sum: Hasher::new() };
        pen.bytes(format!("{VERSION}\n{bar}\n").as_bytes())?;
        Ok(pen)
    }

    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.to.write_all(bytes)
    }

    /// Writes numbers.
    pub fn all<T: Number>(&mut self, numbers: impl IntoIterator<Item = T>) -> io::Result<()> {
        let mut piece = Vec::with_capacity(PIECE + 8);
        for number in numbers {
            number.write(&mut piece);
            if piece.len() >= PIECE {
                self.bytes(&piece)?;
                piece.clear();
            }
        }
        self.bytes(&piece)
    }

    /// Writes a number.
    pub fn one<T: Number>(&mut self, number: T) -> io::Result<()> {
        self.all([number])
    }

    /// Writes a number of things, which then follow.
    pub fn count(&mut self, count: usize) -> io::Result<()> {
        self.one(count as u64)
    }

    /// Ends with the checksum.
    pub fn end(self) -> io::Result<()> {
        let sum = self.sum.finalize();
        self.to.write_all(&sum.to_le_bytes())
    }
}

/// Reads a checkpoint.
pub(crate) struct Reader<'a, R: Read> {
    from: &'a mut R,
    sum: Hasher,
}

impl<'a, R: Read> Reader<'a, R> {
    /// Reads the version, and returns the line of the bar.
    pub fn new(from: &'a mut R) -> Result<(Self, String), SolveError> {
        let mut reader = Reader { from, sum: Hasher::new() };
        let version = reader.line()?;
        if version != VERSION {
            let is_one = version.starts_with(KIND);
            let why = if is_one { "another version wrote it" } else { "it does not start like one" };
            return Err(damaged(why));
        }
        let bar = reader.line()?;
        Ok((reader, bar))
    }

    fn bytes(&mut self, bytes: &mut [u8]) -> Result<(), SolveError> {
        self.from.read_exact(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => damaged("it ends too soon"),
            kind => unreadable(kind),
        })?;
        self.sum.update(bytes);
        Ok(())
    }

    fn line(&mut self) -> Result<String, SolveError> {
        let mut line = Vec::new();
        loop {
            let mut byte = [0];
            self.bytes(&mut byte)?;
            if byte == *b"\n" {
                return String::from_utf8(line).map_err(|_| damaged("it does not start like one"));
            }
            line.push(byte[0]);
            if line.len() > LONGEST_LINE {
                return Err(damaged("it does not start like one"));
            }
        }
    }

    /// Reads this many numbers.
    pub fn all<T: Number>(&mut self, count: usize) -> Result<Vec<T>, SolveError> {
        let mut numbers = Vec::new();
        let mut piece = [0; PIECE];
        while numbers.len() < count {
            let some = (count - numbers.len()).min(PIECE / T::BYTES);
            let piece = &mut piece[..some * T::BYTES];
            self.bytes(piece)?;
            // Memory is allocated only for what is really there.
            numbers.try_reserve(some)?;
            numbers.extend(piece.chunks_exact(T::BYTES).map(T::read));
        }
        Ok(numbers)
    }

    /// Reads a number.
    pub fn one<T: Number>(&mut self) -> Result<T, SolveError> {
        let mut bytes = [0; 8];
        self.bytes(&mut bytes[..T::BYTES])?;
        Ok(T::read(&bytes[..T::BYTES]))
    }

    /// Reads a number that is at most `most`.
    pub fn at_most(&mut self, most: u32) -> Result<u32, SolveError> {
        let number = self.one()?;
        if number <= most { Ok(number) } else { Err(damaged("a number in it is too large")) }
    }

    /// Reads how many things follow, at most `most`.
    pub fn count(&mut self, most: usize) -> Result<usize, SolveError> {
        let count: u64 = self.one()?;
        if count <= most as u64 { Ok(count as usize) } else { Err(damaged("a number in it is too large")) }
    }

    /// Reads yes or no.
    pub fn flag(&mut self) -> Result<bool, SolveError> {
        match self.one::<u8>()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(damaged("a number in it is too large")),
        }
    }

    /// Reads the checksum, after which nothing may follow.
    pub fn end(mut self) -> Result<(), SolveError> {
        let sum = std::mem::take(&mut self.sum).finalize();
        if self.one::<u32>()? != sum {
            return Err(damaged("its checksum is wrong"));
        }
        match self.from.read(&mut [0]) {
            Ok(0) => Ok(()),
            Ok(_) => Err(damaged("something follows its end")),
            Err(error) => Err(unreadable(error.kind())),
        }
    }
}

/// Refuses a checkpoint.
fn unreadable(kind: io::ErrorKind) -> SolveError {
    SolveError::File(format!("the checkpoint cannot be read: {kind}"))
}

/// Refuses what is not a whole checkpoint.
pub(crate) fn damaged(why: &'static str) -> SolveError {
    SolveError::File(format!(
        "this is not a whole checkpoint of this solver: {why}; start again, or use an older one"
    ))
}

/// Refuses a checkpoint unless this holds.
pub(crate) fn require(holds: bool) -> Result<(), SolveError> {
    if holds { Ok(()) } else { Err(damaged("it contradicts itself")) }
}

/// A number as it is written in a checkpoint, the lowest byte first.
pub(crate) trait Number: Copy {
    /// How many bytes it has.
    const BYTES: usize;

    /// Writes it.
    fn write(self, to: &mut Vec<u8>);

    /// Reads it from as many bytes as it has.
    fn read(bytes: &[u8]) -> Self;
}

macro_rules! number {
    ($($kind:ty),*) => {$(
        impl Number for $kind {
            const BYTES: usize = size_of::<$kind>();

            fn write(self, to: &mut Vec<u8>) {
                to.extend_from_slice(&self.to_le_bytes());
            }

            fn read(bytes: &[u8]) -> Self {
                <$kind>::from_le_bytes(bytes.try_into().expect("a number has the bytes it has"))
            }
        }
    )*};
}

number!(u8, u16, u32, u64);
