//! Lines of any length from anywhere: at most so much of each is kept, and the rest of it is never taken for the next one.

use std::io::{self, BufRead, Read};

/// A line that came in.
#[derive(Debug, PartialEq, Eq)]
pub struct Line {
    /// What it says, with its end; bytes that are no text are shown as a sign for them.
    pub text: String,
    /// Whether it was longer, and the rest of it was thrown away.
    pub is_cut: bool,
}

/// Reads a line and keeps at most this many bytes of it; nothing at the end of the input.
pub fn read(input: &mut impl BufRead, most: u64) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    input.by_ref().take(most).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    let is_cut = bytes.len() as u64 == most && !bytes.ends_with(b"\n") && skip_rest(input)?;
    Ok(Some(Line { text: String::from_utf8_lossy(&bytes).into_owned(), is_cut }))
}

/// Throws away what is left of a line, and says whether there was anything.
fn skip_rest(input: &mut impl BufRead) -> io::Result<bool> {
    let mut any = false;
    loop {
        let here = input.fill_buf()?;
        let end = here.iter().position(|&byte| byte == b'\n');
        let length = end.unwrap_or(here.len());
        any |= length > 0;
        let is_over = end.is_some() || here.is_empty();
        input.consume(length + usize::from(end.is_some()));
        if is_over {
            return Ok(any);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tail_of_a_long_line_is_not_the_next_line() {
        let mut input = io::Cursor::new(format!("{}quit\nping\n12345\n", "A".repeat(8)));
        let mut next = || read(&mut input, 5).unwrap().map(|line| (line.text, line.is_cut));
        assert_eq!(next(), Some(("AAAAA".to_string(), true)));
        assert_eq!(next(), Some(("ping\n".to_string(), false)));
        assert_eq!(next(), Some(("12345".to_string(), false)), "its end is no part of it");
        assert_eq!(next(), None);
    }
}
