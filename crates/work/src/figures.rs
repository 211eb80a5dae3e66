//! Times and counts as people read them, and what the system says about this process.

use std::time::Duration;

/// Writes numbers in binary, one below the other and each with its name, and their exclusive or below;
/// nothing if there is no number.
///
/// ```
/// let heaps = [("heap 1: 2".to_string(), 2), ("heap 2: 3".to_string(), 3)];
/// let figure = "    1 0    heap 1: 2\n  ^ 1 1    heap 2: 3\n    ---\n    0 1    exclusive or: 1\n";
/// assert_eq!(lastbite_work::figures::in_binary(&heaps).unwrap(), figure);
/// ```
#[must_use]
pub fn in_binary(numbers: &[(String, u32)]) -> Option<String> {
    let sum = numbers.iter().fold(0, |sum, &(_, number)| sum ^ number);
    let largest = numbers.iter().map(|&(_, number)| number).max()?;
    let bits = (u32::BITS - largest.leading_zeros()).max(1);
    let binary = |n: u32| -> String {
        let digits: Vec<&str> =
            (0..bits).rev().map(|bit| if n >> bit & 1 == 1 { "1" } else { "0" }).collect();
        digits.join(" ")
    };
    let mut lines = String::new();
    for (i, (name, number)) in numbers.iter().enumerate() {
        let sign = if i + 1 == numbers.len() { "^" } else { " " };
        lines += &format!("  {sign} {}    {name}\n", binary(*number));
    }
    let rule = "-".repeat(2 * bits as usize - 1);
    lines += &format!("    {rule}\n    {}    exclusive or: {sum}\n", binary(sum));
    Some(lines)
}

/// Writes a time in the unit that fits it: `12 µs`, `2.1 ms`, `1.53 s`, `2 min 5 s`, `3.4 h`.
#[must_use]
pub fn time(seconds: f64) -> String {
    match seconds {
        s if s < 0.000_999_5 => format!("{:.0} µs", s * 1e6),
        s if s < 0.099_95 => format!("{:.1} ms", s * 1e3),
        s if s < 0.999_5 => format!("{:.0} ms", s * 1e3),
        s if s < 10.0 => format!("{s:.2} s"),
        s if s < 120.0 => format!("{s:.1} s"),
        s if s < 5400.0 => format!("{} min {} s", s.round() as u64 / 60, s.round() as u64 % 60),
        s if s < 172_800.0 => format!("{:.1} h", s / 3600.0),
        s => format!("{:.1} days", s / 86_400.0),
    }
}

/// Writes a time in the unit that fits it.
#[must_use]
pub fn duration(time: Duration) -> String {
    self::time(time.as_secs_f64())
}

/// Writes a time in at most seven columns, with minutes as on a clock.
#[must_use]
pub fn short_time(time: Duration) -> String {
    match time.as_secs() {
        0..100 => duration(time),
        seconds @ 100..360_000 => format!("{}:{:02}", seconds / 60, seconds % 60),
        seconds => format!("{} h", seconds / 3600),
    }
}

/// Writes a count in at most six columns: `12,345`, `123k`, `4.5M`.
#[must_use]
pub fn short(count: u64) -> String {
    match count {
        0..100_000 => crate::notation::grouped(count),
        100_000..1_000_000 => format!("{}k", count / 1_000),
        1_000_000..100_000_000 => format!("{:.1}M", count as f64 / 1e6),
        100_000_000..1_000_000_000 => format!("{}M", count / 1_000_000),
        _ => format!("{:.1e}", count as f64),
    }
}

/// Returns the peak memory of this process in bytes, if the system says.
#[must_use]
pub fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_the_unit_that_fits() {
        assert_eq!(time(0.213), "213 ms");
        assert_eq!(time(125.2), "2 min 5 s");
        assert_eq!([time(5399.0), time(5400.0)], ["89 min 59 s", "1.5 h"]);
        assert_eq!([time(172_000.0), time(172_800.0)], ["47.8 h", "2.0 days"]);
    }

    #[test]
    fn counts_stay_short() {
        assert_eq!(short(12_345), "12,345");
        assert_eq!(short(123_456), "123k");
        assert_eq!(short(4_540_000), "4.5M");
        for n in 0..20 {
            assert!(short(10u64.pow(n) - 1).len() <= 6, "{}", short(10u64.pow(n) - 1));
        }
        assert!(short(u64::MAX).len() <= 6);
    }
}
