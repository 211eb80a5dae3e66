//! Numbers as people read and write them, and what the system tells of this process.

use std::time::Duration;

pub use lastbite::figures::{parse_memory, peak_memory};

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
    fn times_are_written_for_people() {
        assert_eq!(time(0.213), "213 ms");
        assert_eq!(time(125.2), "2 min 5 s");
    }
}
