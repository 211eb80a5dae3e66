//! Times as people read them.

use std::time::Duration;

/// Writes a time in the unit that fits it: `12 µs`, `2.1 ms`, `1.53 s`, `2 min 5 s`.
#[must_use]
pub fn time(seconds: f64) -> String {
    match seconds {
        s if s < 0.000_999_5 => format!("{:.0} µs", s * 1e6),
        s if s < 0.099_95 => format!("{:.1} ms", s * 1e3),
        s if s < 0.999_5 => format!("{:.0} ms", s * 1e3),
        s if s < 10.0 => format!("{s:.2} s"),
        s if s < 120.0 => format!("{s:.1} s"),
        s => format!("{} min {} s", s.round() as u64 / 60, s.round() as u64 % 60),
    }
}

/// Writes a time in the unit that fits it.
#[must_use]
pub fn duration(time: Duration) -> String {
    self::time(time.as_secs_f64())
}
