//! Ctrl-C: while the computer thinks it stops the thinking, anywhere else it ends the program politely.
//!
//! At a prompt of a terminal the line editor reads Ctrl-C as a key and puts the terminal back itself, so the
//! handler here is for thinking and for input that does not come from a terminal.

use std::io::{Write, stderr};
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, mpsc};
use std::thread;
use std::time::Duration;

/// The exit code of a program that was interrupted, as shells have it.
pub const INTERRUPTED: u8 = 130;

static THINKING: AtomicBool = AtomicBool::new(false);
static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Takes over Ctrl-C; without it the program still works, it only ends less politely.
pub fn install() {
    let _ = ctrlc::set_handler(|| {
        if THINKING.load(Ordering::SeqCst) {
            STOP.store(true, Ordering::SeqCst);
        } else {
            // Not to stdout: whoever prints there may be waiting for a reader, and would hold us up.
            let _ = writeln!(stderr(), "\nGoodbye.");
            exit(INTERRUPTED.into());
        }
    });
}

/// Says whether the last thinking was stopped by Ctrl-C.
pub fn stopped() -> bool {
    STOP.load(Ordering::SeqCst)
}

/// Does some work that Ctrl-C can stop through the flag.
pub fn stoppable<T>(work: impl FnOnce(Arc<AtomicBool>) -> T) -> T {
    STOP.store(false, Ordering::SeqCst);
    THINKING.store(true, Ordering::SeqCst);
    let result = work(STOP.clone());
    THINKING.store(false, Ordering::SeqCst);
    result
}

/// Does some thinking that Ctrl-C can stop, and says so if it takes long.
pub fn thinking<T>(work: impl FnOnce(Arc<AtomicBool>) -> T) -> T {
    const LONG: Duration = Duration::from_millis(800);
    let (done, wait) = mpsc::channel::<()>();
    let notice = thread::spawn(move || {
        if wait.recv_timeout(LONG) == Err(mpsc::RecvTimeoutError::Timeout) {
            let _ = writeln!(stderr(), "Thinking ... (Ctrl-C stops the thinking)");
        }
    });
    let result = stoppable(work);
    drop(done);
    let _ = notice.join();
    if stopped() {
        // The terminal has shown ^C where the next words would stand.
        let _ = writeln!(stderr());
    }
    result
}
