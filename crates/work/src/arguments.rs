//! The arguments of the programs: their values, and refusals in one sentence.

use crate::notation::{Bytes, BytesError, Quoted, grouped, listed, one_line};

/// Reads the value of an option: a whole number from 1 to `most`, as in `1,000`.
///
/// # Errors
///
/// A sentence that names the option and says what is accepted.
pub fn parse_number(option: &str, text: &str, most: u64) -> Result<u64, String> {
    match text.trim().replace([',', '_'], "").parse() {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(format!(
            "{option} takes a whole number from 1 to {}, not {}",
            grouped(most),
            Quoted::new(text)
        )),
    }
}

/// Reads an amount of memory: `8G`, `500M`, `1000000`.
///
/// # Errors
///
/// A sentence that says what is accepted.
pub fn parse_memory(text: &str) -> Result<u64, String> {
    text.parse().map(|Bytes(bytes)| bytes).map_err(|error: BytesError| error.to_string())
}

/// Says that a command wants one of its own commands after it.
#[must_use]
pub fn needs_a_subcommand(command: &str) -> String {
    format!("{command} needs a subcommand; see {command} --help")
}

/// Turns the several lines of an argument parser into one sentence: the error, its tips, and where to look.
///
/// ```
/// use lastbite_work::arguments::in_one_sentence;
///
/// let rendered = "error: invalid value 'x' for '--to <N>'\n\nFor more information, try '--help'.";
/// let said = in_one_sentence(rendered, "lastbite sequence");
/// assert_eq!(said, "invalid value 'x' for '--to <N>'; see lastbite sequence --help");
/// ```
#[must_use]
pub fn in_one_sentence(rendered: &str, command: &str) -> String {
    const MISSING: &str = "error: the following required arguments were not provided:";
    let lines = rendered.lines().map(str::trim).filter(|line| !line.is_empty());
    let told: Vec<&str> =
        lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more")).collect();
    let told = match told.split_first() {
        Some((&MISSING, names)) => {
            let names: Vec<String> = names.iter().map(|name| bare(name)).collect();
            format!("{command} needs {}", listed(&names))
        }
        _ => {
            let plain = |line: &&str| {
                line.trim_start_matches("error: ")
                    .trim_start_matches("tip: ")
                    .trim_end_matches('.')
                    .to_string()
            };
            told.iter().map(plain).collect::<Vec<_>>().join("; ")
        }
    };
    format!("{}; see {command} --help", one_line(&told, 400))
}

/// Names an argument: a place is bare, an option keeps the sign around its value, as in GAME and --by <WHAT>.
fn bare(name: &str) -> String {
    match name.strip_prefix('<') {
        Some(rest) => rest.replacen('>', "", 1),
        None => name.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        assert_eq!(parse_number("-n", "1,000", 2000), Ok(1000));
        assert!(parse_number("-n", "0", 2000).unwrap_err().contains("from 1 to 2,000"));
        assert_eq!(parse_memory("8G"), Ok(8 << 30));
    }

    #[test]
    fn missing_arguments_are_all_named() {
        let rendered =
            "error: the following required arguments were not provided:\n  --by <WHAT>\n  <BAR>\n\nUsage: x";
        let told = in_one_sentence(rendered, "lastbite count");
        assert_eq!(told, "lastbite count needs --by <WHAT> and BAR; see lastbite count --help");
    }
}
