//! Signals that end the run: whoever starts the ranks sends them when one has died, when the time is up, or on Ctrl-C.

use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};

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
pub fn came() -> Option<i32> {
    match CAME.get()?.load(Ordering::Relaxed) {
        0 => None,
        signal => Some(signal as i32),
    }
}
