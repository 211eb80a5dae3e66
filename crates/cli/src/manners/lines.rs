//! Lines of any length: only the beginning of a long one is kept, and the rest is never mistaken for the
//! next.

use std::io::{self, BufRead, Read};

/// A line that was read.
#[derive(Debug, PartialEq, Eq)]
pub struct Line {
    /// Its text, with the newline; bytes that are not text become placeholders.
    pub text: String,
    /// Whether the line was longer; the rest is thrown away.
    pub is_cut: bool,
}

/// Lines being read, at most this many bytes of each.
pub struct Lines<R> {
    input: R,
    most: usize,
    /// Whether the rest of a line must still be thrown away.
    is_amid: bool,
}

impl<R: BufRead> Lines<R> {
    /// Reads lines, and keeps at most this many bytes of each.
    pub fn new(input: R, most: usize) -> Self {
        Lines { input, most, is_amid: false }
    }

    /// Returns the next line as soon as it is complete or too long, or nothing at the end of the input.
    pub fn next(&mut self) -> io::Result<Option<Line>> {
        self.skip_rest()?;
        let mut bytes = Vec::new();
        // One byte more, for the newline of a line of exactly this length.
        self.input.by_ref().take(self.most as u64 + 1).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.is_amid = bytes.len() > self.most && !bytes.ends_with(b"\n");
        if self.is_amid {
            bytes.truncate(self.most);
        }
        Ok(Some(Line { text: String::from_utf8_lossy(&bytes).into_owned(), is_cut: self.is_amid }))
    }

    /// Throws away what is left of a line that was too long.
    pub fn skip_rest(&mut self) -> io::Result<()> {
        while self.is_amid {
            let here = self.input.fill_buf()?;
            let end = here.iter().position(|&byte| byte == b'\n');
            self.is_amid = end.is_none() && !here.is_empty();
            let length = end.map_or(here.len(), |at| at + 1);
            self.input.consume(length);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tail_of_a_long_line_is_not_the_next_line() {
        let mut lines = Lines::new(io::Cursor::new(format!("{}quit\nping\n12345\n", "A".repeat(8))), 5);
        let mut next = || lines.next().unwrap().map(|line| (line.text, line.is_cut));
        assert_eq!(next(), Some(("AAAAA".to_string(), true)));
        assert_eq!(next(), Some(("ping\n".to_string(), false)));
        assert_eq!(next(), Some(("12345\n".to_string(), false)), "its newline does not count");
        assert_eq!(next(), None);
    }

    #[test]
    fn a_line_without_end_is_there_at_once() {
        let mut lines = Lines::new(io::BufReader::new(io::repeat(b'A')), 5);
        assert_eq!(lines.next().unwrap(), Some(Line { text: "AAAAA".to_string(), is_cut: true }));
    }
}
