//! Signals that end the run: the launcher of the ranks sends them when one has died, when the time is up, or
//! on Ctrl-C.
//!
//! They have a thread of their own, because the one that speaks MPI may be waiting for a dead rank. This
//! thread also checks that the other one still makes progress.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGINT, SIGTERM, SIGXFSZ};

use crate::stop::Stop;

/// The signal that has come; a handler has nowhere else to put it.
static CAME: OnceLock<Arc<AtomicUsize>> = OnceLock::new();

/// How many attend fully, ready to act on a signal themselves.
static ATTENDING: AtomicUsize = AtomicUsize::new(0);

/// This process is already being ended.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// Watches for signals from now on.
pub fn watch() {
    let came = CAME.get_or_init(Arc::default);
    for signal in [SIGINT, SIGTERM] {
        // If that is not possible, the signal ends us like any other program.
        let _ = signal_hook::flag::register_usize(signal, Arc::clone(came), signal as usize);
    }
    // A file that may not grow is reported where it is written; the signal does not matter.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
}

/// Returns the signal that has come, if one has.
fn came() -> Option<i32> {
    match CAME.get()?.load(Ordering::Relaxed) {
        0 => None,
        signal => Some(signal as i32),
    }
}

/// Waits until the work is over, a signal comes, or there is another reason to stop; then ends this process
/// after some last words.
pub fn attend(is_over: &AtomicBool, mut reason: impl FnMut() -> Option<Stop>, last_words: impl Fn(&Stop)) {
    ATTENDING.fetch_add(1, Ordering::AcqRel);
    wait(is_over, || came().map(Stop::Signal).or_else(&mut reason), last_words);
    ATTENDING.fetch_sub(1, Ordering::AcqRel);
}

/// Waits like [`attend`], but leaves a signal to another thread that attends at that time and has more to do
/// than speak.
pub fn attend_between(is_over: &AtomicBool, last_words: impl Fn(&Stop)) {
    let is_alone = || ATTENDING.load(Ordering::Acquire) == 0;
    wait(is_over, || came().filter(|_| is_alone()).map(Stop::Signal), last_words);
}

fn wait(is_over: &AtomicBool, mut reason: impl FnMut() -> Option<Stop>, last_words: impl Fn(&Stop)) {
    while !is_over.load(Ordering::Acquire) {
        if let Some(stop) = reason()
            && !IS_ENDING.swap(true, Ordering::AcqRel)
        {
            last_words(&stop);
            // At once: MPI has threads and handlers of its own that may wait for the dead.
            signal_hook::low_level::exit(stop.code());
        }
        // The thread that ends the work wakes us, and does not have to wait.
        std::thread::park_timeout(Duration::from_millis(10));
    }
}

/// Watches a thread that counts its rounds: does it still make progress?
pub struct Watch {
    patience: Duration,
    rounds: u64,
    since: Instant,
    looked: Instant,
}

impl Watch {
    /// Begins to watch.
    pub fn new(patience: Duration, now: Instant) -> Self {
        Self { patience, rounds: 0, since: now, looked: now }
    }

    /// Says whether there has been no new round for longer than the patience lasts; call it several times a
    /// second.
    pub fn is_stuck(&mut self, rounds: u64, now: Instant) -> bool {
        // If the job was suspended, say, the caller was held up too; then this means nothing.
        if rounds != self.rounds || now - self.looked > Duration::from_secs(1) {
            (self.rounds, self.since) = (rounds, now);
        }
        self.looked = now;
        now - self.since > self.patience
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Looks every tenth of a second at a thread that is at `rounds(tenths)`; returns after how many tenths
    /// it counts as stuck.
    fn tenths_until_stuck(pause_at: Option<u32>, rounds: impl Fn(u32) -> u64) -> Option<u32> {
        let mut now = Instant::now();
        let mut watch = Watch::new(Duration::from_secs(3), now);
        (1..100).find(|&tenths| {
            now += Duration::from_millis(if pause_at == Some(tenths) { 60_000 } else { 100 });
            watch.is_stuck(rounds(tenths), now)
        })
    }

    #[test]
    fn who_does_not_come_round_is_stuck_unless_everything_stood_still() {
        assert_eq!(tenths_until_stuck(None, u64::from), None);
        assert_eq!(tenths_until_stuck(None, |tenths| u64::from(tenths / 25)), None, "slow, but not stuck");
        assert_eq!(tenths_until_stuck(None, |tenths| u64::from(tenths.min(20))), Some(51));
        assert_eq!(
            tenths_until_stuck(Some(40), |tenths| u64::from(tenths.min(20))),
            Some(71),
            "the job was suspended"
        );
    }
}
