//! Waiting to be told to end.

use crate::ServeError;

/// Ctrl-C, SIGTERM and SIGHUP, caught from the moment this is made.
#[cfg(unix)]
pub struct Ending(signal_hook::iterator::Signals);

#[cfg(unix)]
impl Ending {
    /// Begins to listen for them.
    pub fn new() -> Result<Self, ServeError> {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
        // A log that reached its size limit is no reason to end: the write fails, and that error is reported.
        let _ = signal_hook::flag::register(SIGXFSZ, std::sync::Arc::default());
        let signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP]);
        signals.map(Ending).map_err(ServeError::System)
    }

    /// Waits for one of them.
    pub fn wait(mut self) {
        self.0.forever().next();
    }
}

/// Ctrl-C, caught from the moment this is made.
#[cfg(not(unix))]
pub struct Ending(std::sync::mpsc::Receiver<()>);

#[cfg(not(unix))]
impl Ending {
    /// Begins to listen for it.
    pub fn new() -> Result<Self, ServeError> {
        let (pressed, waiting) = std::sync::mpsc::channel();
        let handler = move || drop(pressed.send(()));
        match ctrlc::set_handler(handler) {
            Ok(()) => Ok(Ending(waiting)),
            Err(why) => Err(ServeError::System(std::io::Error::other(why))),
        }
    }

    /// Waits for it.
    pub fn wait(self) {
        let _ = self.0.recv();
    }
}
