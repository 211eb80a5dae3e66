//! Numbers as people read them.

pub use lastbite_tui::figures::{duration, time};

/// Writes a rate: `1.9 billion`.
pub fn amount(number: f64) -> String {
    scaled(number, &["", "thousand", "million", "billion", "trillion"]).trim_end().to_string()
}

fn scaled(number: f64, units: &[&str]) -> String {
    let mut scaled = number;
    let mut unit = 0;
    while scaled >= 1000.0 && unit + 1 < units.len() {
        scaled /= 1000.0;
        unit += 1;
    }
    let digits = if unit == 0 { 0 } else { 1 };
    format!("{scaled:.digits$} {}", units[unit])
}

/// Joins words as a sentence does: `4,9 and 5,6`; words that have commas of their own are kept apart by more.
pub fn listed<T: ToString>(things: &[T]) -> String {
    let words: Vec<String> = things.iter().map(T::to_string).collect();
    match words.split_last() {
        None => "none".into(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => {
            let gap = if words.iter().any(|word| word.contains(',')) { "; " } else { ", " };
            format!("{} and {last}", rest.join(gap))
        }
    }
}

/// The most memory this process has had, in bytes, where the system tells.
pub fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// Reads an amount of memory: `8G`, `500M`, `1000000`.
pub fn parse_memory(text: &str) -> Result<u64, String> {
    let accepted = "memory is a number of bytes, or one with K, M, G or T, as in 500M or 8G";
    let wrong = || format!("'{text}' is not an amount of memory; {accepted}");
    let trimmed = text.trim().trim_end_matches(['B', 'b']).trim_end_matches('i');
    let last = trimmed.chars().last().ok_or_else(wrong)?;
    let unit: u64 = match last.to_ascii_uppercase() {
        'K' => 1 << 10,
        'M' => 1 << 20,
        'G' => 1 << 30,
        'T' => 1 << 40,
        '0'..='9' => 1,
        _ => return Err(wrong()),
    };
    let number: f64 = trimmed.trim_end_matches(char::is_alphabetic).trim().parse().map_err(|_| wrong())?;
    let bytes = number * unit as f64;
    if bytes >= 1.0 && bytes < u64::MAX as f64 { Ok(bytes as u64) } else { Err(wrong()) }
}

/// Reads a whole number from 1 to `most` that an option was given.
pub fn parse_count(option: &str, text: &str, most: u16) -> Result<u16, String> {
    match text.trim().parse() {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(format!("{option}: '{text}' is not a number from 1 to {most}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!(amount(1.94e9), "1.9 billion");
        assert_eq!(time(0.000_012_3), "12 µs");
        assert_eq!(time(0.00213), "2.1 ms");
        assert_eq!(time(0.213), "213 ms");
        assert_eq!(time(1.534), "1.53 s");
        assert_eq!(time(125.2), "2 min 5 s");
        assert_eq!(time(179.7), "3 min 0 s");
        assert_eq!(listed(&["4,9", "5,6"]), "4,9 and 5,6");
        assert_eq!(listed(&["1", "2", "3"]), "1, 2 and 3");
        assert_eq!(listed(&["2,9", "3,6", "5,4"]), "2,9; 3,6 and 5,4");
        assert_eq!(listed::<String>(&[]), "none");
    }

    #[test]
    fn memory_is_read_as_people_write_it() {
        assert_eq!(parse_memory("8G"), Ok(8 << 30));
        assert_eq!(parse_memory("1.5GiB"), Ok(3 << 29));
        assert_eq!(parse_memory("500 MB"), Ok(500 << 20));
        assert_eq!(parse_memory("4096"), Ok(4096));
        for wrong in ["", "G", "8X", "-1", "0", "many", "nan", "1e99G", "G8"] {
            assert!(parse_memory(wrong).unwrap_err().contains("as in 500M or 8G"), "{wrong}");
        }
    }
}
