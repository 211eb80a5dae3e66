//! Numbers as people read and write them, and what the system tells of this process.

use std::time::Duration;

/// Joins words as a sentence does.
pub fn listed(words: &[String]) -> String {
    match words.split_last() {
        None => "none".into(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join("; ")),
    }
}

/// Writes a time: `213 ms`, `1.53 s`, `2 min 5 s`, `3.4 h`.
pub fn time(seconds: f64) -> String {
    let rounded = Duration::from_secs_f64(seconds.max(0.0)).as_secs_f64().round() as u64;
    match seconds {
        ..1.0 => format!("{:.0} ms", 1000.0 * seconds),
        ..99.5 => format!("{seconds:.2} s"),
        ..5400.0 => format!("{} min {} s", rounded / 60, rounded % 60),
        ..172_800.0 => format!("{:.1} h", seconds / 3600.0),
        _ => format!("{:.1} days", seconds / 86_400.0),
    }
}

/// Reads an amount of memory: `8G`, `500M`, `1000000`.
pub fn parse_memory(text: &str) -> Result<u64, String> {
    let accepted = "memory is a number of bytes, or one with K, M, G or T, as in 500M or 8G";
    let wrong = || format!("'{text}' is not an amount of memory; {accepted}");
    let trimmed = text.trim().trim_end_matches(['B', 'b']).trim_end_matches('i');
    let unit: u64 = match trimmed.chars().last().ok_or_else(wrong)?.to_ascii_uppercase() {
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
pub fn parse_count(option: &str, text: &str, most: u64) -> Result<u64, String> {
    match text.trim().parse() {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(format!("{option}: '{text}' is not a number from 1 to {most}")),
    }
}

/// Returns the most memory this process has had, in bytes, where the system tells.
pub fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// Returns the nanoseconds of the processor's time that this process has taken, where the system tells.
pub fn cpu_nanoseconds() -> u64 {
    // The two numbers after the name in brackets and eleven more; a hundredth of a second each, on every Linux.
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = after_name.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok());
    ticks.sum::<u64>() * 10_000_000
}

/// Returns the nanoseconds of the processor's time that the calling thread has taken, where the system tells.
pub fn thread_nanoseconds() -> u64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    stat.split_whitespace().next().and_then(|spent| spent.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_and_written_for_people() {
        assert_eq!((parse_memory("8G"), parse_memory("1.5KiB")), (Ok(8 << 30), Ok(1536)));
        assert!(parse_memory("many").unwrap_err().contains("as in 500M or 8G"));
        assert!(parse_count("--threads", "0", 9).is_err());
        assert_eq!(time(0.213), "213 ms");
        assert_eq!(time(125.2), "2 min 5 s");
        assert_eq!(listed(&["2,9".into(), "3,6".into(), "5,4".into()]), "2,9; 3,6 and 5,4");
    }
}
