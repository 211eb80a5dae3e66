//! How far all ranks are, as rank 0 reports it on stderr, with the time that is left.

use std::time::{Duration, Instant};

use crate::stop::complain;

/// What is known about the progress of all ranks.
#[derive(Debug)]
pub struct Progress {
    what: String,
    total: u64,
    done: Vec<u64>,
    /// What an earlier run had already done when the work began.
    before: Option<u64>,
    started: Instant,
    shown: Instant,
    wait: Duration,
}

/// The first line comes after this time, each later one after twice as long, up to a minute.
const FIRST: Duration = Duration::from_secs(5);
const LONGEST: Duration = Duration::from_secs(60);

impl Progress {
    /// Begins to watch work on this many positions.
    pub fn new(what: String, total: u64, ranks: usize) -> Self {
        let now = Instant::now();
        Self { what, total, done: vec![0; ranks], before: None, started: now, shown: now, wait: FIRST }
    }

    /// Notes how many positions a rank has solved.
    pub fn note(&mut self, rank: usize, done: u64) {
        self.done[rank] = done;
    }

    /// Shows how far all ranks are, if it is time to.
    pub fn show(&mut self) {
        let done: u64 = self.done.iter().sum();
        let before = *self.before.get_or_insert(done);
        if self.shown.elapsed() < self.wait {
            return;
        }
        self.shown = Instant::now();
        self.wait = (self.wait * 2).min(LONGEST);
        let left = left(done - before.min(done), self.total - done.min(self.total), self.started.elapsed());
        let share = 100.0 * done as f64 / self.total as f64;
        complain(&format!("{}, {share:.1} % done, {left}", self.what));
    }
}

/// Estimates the time that is left, from what was done and how long it took.
fn left(done: u64, todo: u64, time: Duration) -> String {
    if done == 0 {
        return "the time left is not known yet".into();
    }
    let seconds = time.as_secs_f64() * todo as f64 / done as f64;
    match seconds {
        ..90.0 => format!("about {seconds:.0} s left"),
        ..5400.0 => format!("about {:.0} min left", seconds / 60.0),
        _ => format!("about {:.1} h left", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_told_as_people_say_it() {
        let minute = Duration::from_secs(60);
        assert_eq!(left(0, 10, minute), "the time left is not known yet");
        assert_eq!(left(60, 30, minute), "about 30 s left");
        assert_eq!(left(10, 100, minute), "about 10 min left");
        assert_eq!(left(1, 600, minute), "about 10.0 h left");
    }
}
