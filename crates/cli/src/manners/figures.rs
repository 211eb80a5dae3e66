//! Numbers as people read them.

pub use lastbite::notation::listed;
pub use lastbite_work::arguments::parse_memory;
pub use lastbite_work::figures::{duration, peak_memory, time};

use lastbite::notation::{Quoted, grouped};

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

/// Reads the value of an option: a whole number from 1 to `most`.
pub fn parse_count(option: &str, text: &str, most: u16) -> Result<u16, String> {
    match text.trim().parse() {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(format!("{option} takes a whole number from 1 to {most}, not {}", Quoted::new(text))),
    }
}

/// Writes a count and its share of the total: `34,145 (4.67 %)`.
pub fn share_of(many: u64, all: u64) -> String {
    let share = 100.0 * many as f64 / all as f64;
    // Two significant digits, however small the share is.
    let digits = if share >= 0.1 { 2 } else { (1.0 - share.log10()).ceil().clamp(2.0, 12.0) as usize };
    format!("{} ({share:.digits$} %)", grouped(many))
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
    }
}
