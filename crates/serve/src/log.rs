//! The log for operators: lines on stderr with the time, coloured on a terminal.

use std::fmt;
use std::io::{IsTerminal, Write, stderr};
use std::sync::OnceLock;
use std::time::{SystemTime, UNIX_EPOCH};

/// Reports normal progress.
pub fn info(text: impl fmt::Display) {
    tell("INFO", "32", text);
}

/// Reports that something is not as it should be.
pub fn warn(text: impl fmt::Display) {
    tell("WARN", "33", text);
}

/// Reports that something went wrong.
pub fn error(text: impl fmt::Display) {
    tell("ERROR", "31", text);
}

fn tell(level: &str, colour: &str, text: impl fmt::Display) {
    static COLOURED: OnceLock<bool> = OnceLock::new();
    // File names and questions come from anywhere: they must not break the line or control the terminal.
    let text = Plain(&text.to_string()).to_string();
    let line = match COLOURED.get_or_init(is_coloured) {
        true => format!("\x1b[2m{}\x1b[0m \x1b[{colour}m{level:>5}\x1b[0m {text}\n", now()),
        false => format!("{} {level:>5} {text}\n", now()),
    };
    // If stderr cannot be written, there is nowhere to report it.
    let _ = stderr().write_all(line.as_bytes());
}

/// Says whether the log may have colours: on a terminal that shows them, unless they are turned off.
fn is_coloured() -> bool {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    stderr().is_terminal() && !unwanted && !dumb
}

/// An untrusted text as one line of plain characters; all others are escaped as in JSON, `\u001b`.
///
/// Between quotation marks it is a string of JSON.
pub struct Plain<'a>(pub &'a str);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                ' '..='~' => write!(f, "{c}")?,
                _ => c.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| write!(f, "\\u{unit:04x}"))?,
            }
        }
        Ok(())
    }
}

/// Returns the time in UTC, as in `2026-02-03T04:05:06.789Z`.
pub fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    written(since.as_secs(), since.subsec_millis())
}

fn written(seconds: u64, millis: u32) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Years that begin in March have their leap day at the end, and 400 of them always have the same length.
    let day = days + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let date = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + 400 * era + u64::from(month <= 2);
    let (hours, minutes, seconds) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{date:02}T{hours:02}:{minutes:02}:{seconds:02}.{millis:03}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_everybody_writes_them() {
        assert_eq!(written(0, 0), "1970-01-01T00:00:00.000Z");
        assert_eq!(written(951_782_400, 7), "2000-02-29T00:00:00.007Z");
        assert_eq!(written(951_868_800, 0), "2000-03-01T00:00:00.000Z");
        assert_eq!(written(1_735_689_599, 999), "2024-12-31T23:59:59.999Z");
        assert_eq!(written(4_107_542_400, 0), "2100-03-01T00:00:00.000Z");
    }

    #[test]
    fn no_text_breaks_a_line_or_reaches_the_terminal_raw() {
        let text = Plain("a\nb\u{1b}[31m\"\\\u{202e}\u{1f36b}\u{7f}").to_string();
        assert_eq!(text, "a\\u000ab\\u001b[31m\\\"\\\\\\u202e\\ud83c\\udf6b\\u007f");
    }
}
