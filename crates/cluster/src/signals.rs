//! Signals that end the run: whoever starts the ranks sends them when one has died, when the time is up, or on Ctrl-C.
//!
//! A thread of its own looks for them: the one that speaks MPI may be waiting for a rank that has died. So it also looks
//! whether that one still does anything.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};

use crate::stop::Stop;

/// The signal that has come; a handler has nowhere else to put it.
static CAME: OnceLock<Arc<AtomicUsize>> = OnceLock::new();

/// Watches for signals from now on.
pub fn watch() {
    let came = CAME.get_or_init(Arc::default);
    for signal in [SIGINT, SIGTERM] {
        // Where that is not possible, the signal ends us as it ends every program.
        let _ = signal_hook::flag::register_usize(signal, Arc::clone(came), signal as usize);
    }
}

/// Returns the signal that has come, if one has.
fn came() -> Option<i32> {
    match CAME.get()?.load(Ordering::Relaxed) {
        0 => None,
        signal => Some(signal as i32),
    }
}

/// Waits until the work is over, or a signal comes, or there is another reason to stop: then this process ends, after some
/// last words.
pub fn attend(is_over: &AtomicBool, mut reason: impl FnMut() -> Option<Stop>, last_words: impl Fn(&Stop)) {
    while !is_over.load(Ordering::Acquire) {
        if let Some(stop) = came().map(Stop::Signal).or_else(&mut reason) {
            last_words(&stop);
            // At once: MPI has threads and handlers of its own that may wait for the dead.
            signal_hook::low_level::exit(stop.code());
        }
        // Whoever says that it is over wakes us, and need not wait.
        std::thread::park_timeout(Duration::from_millis(10));
    }
}
