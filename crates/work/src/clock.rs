//! Clocks are passed in: a browser has a different one from an operating system, and a test may want its own.

use std::time::Duration;

/// A clock that only goes forward, read as the time since some fixed moment.
///
/// ```
/// use lastbite_work::Clock;
/// use std::time::Duration;
///
/// let noon = Clock::from_fn(|| Duration::from_secs(12 * 3600));
/// assert_eq!(noon.now(), noon.now());
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Clock(fn() -> Duration);

impl Clock {
    /// Makes a clock from a function that returns the time since some fixed moment.
    pub const fn from_fn(now: fn() -> Duration) -> Self {
        Clock(now)
    }

    /// Makes a clock that stands still: nothing takes any time, and no deadline is ever reached.
    pub const fn stopped() -> Self {
        Clock(|| Duration::ZERO)
    }

    /// Returns the clock of the system; without the feature `clock` it stands still.
    pub const fn system() -> Self {
        #[cfg(feature = "clock")]
        return Clock(since_first_asked);
        #[cfg(not(feature = "clock"))]
        Clock::stopped()
    }

    /// Reads the clock.
    #[must_use]
    pub fn now(self) -> Duration {
        (self.0)()
    }

    /// Returns how long ago an earlier reading was.
    #[must_use]
    pub fn since(self, earlier: Duration) -> Duration {
        self.now().saturating_sub(earlier)
    }
}

impl Default for Clock {
    fn default() -> Self {
        Clock::system()
    }
}

#[cfg(feature = "clock")]
fn since_first_asked() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    // Not really state of the library: only the zero point of a clock, and any other would do.
    static ZERO: OnceLock<Instant> = OnceLock::new();
    ZERO.get_or_init(Instant::now).elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_told_from_an_earlier_reading_and_never_backwards() {
        let noon = Clock::from_fn(|| Duration::from_secs(12 * 3600));
        assert_eq!(noon.since(Duration::from_secs(11 * 3600)), Duration::from_secs(3600));
        assert_eq!(noon.since(Duration::from_secs(13 * 3600)), Duration::ZERO);
    }
}
