//! How long work is done: on its own thread, without Python's lock, while the caller listens for Ctrl-C and
//! shows the progress.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread::Builder;
use std::time::Duration;

use lastbite::{AnyGame, Cancel, Effort, Solver};
use pyo3::prelude::*;

use crate::errors::{Kind, refused};
use crate::learning::desk;

/// How often Ctrl-C is checked.
const GLANCE: Duration = Duration::from_millis(20);
/// How long to wait for cancelled work. If it has not stopped by then, it is left to end on its own.
const FAREWELL: Duration = Duration::from_millis(100);
/// A game of this many pieces has at most 65,536 positions: work that looks at each of them is over before
/// anyone could press a key.
const SMALL: u64 = 16;
/// As deep as the main thread's.
const STACK: usize = 8 << 20;

/// How hard to work: threads, bytes, nodes, seconds, and a watcher of the progress.
#[derive(FromPyObject)]
pub struct How(Option<usize>, Option<u64>, Option<u64>, Option<f64>, Option<Py<PyAny>>);

impl How {
    /// Sets no limit.
    pub const UNLIMITED: How = How(None, None, None, None, None);

    fn effort(&self) -> PyResult<Effort> {
        let mut effort = Effort::unlimited();
        if let Some(threads) = self.0 {
            effort = effort.threads(threads);
        }
        if let Some(bytes) = self.1 {
            effort = effort.memory(bytes);
        }
        if let Some(nodes) = self.2 {
            effort = effort.nodes(nodes);
        }
        if let Some(seconds) = self.3 {
            let time = Duration::try_from_secs_f64(seconds)
                .map_err(|_| refused("seconds must be a number that is not negative"))?;
            effort = effort.within(time);
        }
        Ok(effort)
    }

    /// Returns how many nodes may be visited, if there is a limit.
    pub fn nodes(&self) -> Option<u64> {
        self.2
    }

    /// Does work that looks at every position of a game of this many pieces; directly if the game is small.
    pub fn run_sized<T: Send + 'static>(
        &self,
        py: Python<'_>,
        pieces: u64,
        job: impl FnOnce(&Effort) -> T + Send + 'static,
    ) -> PyResult<T> {
        if pieces > SMALL || self.4.is_some() {
            return self.run(py, job);
        }
        let effort = self.effort()?;
        py.detach(|| catch_unwind(AssertUnwindSafe(|| job(&effort)))).map_err(|panic| broken(&*panic))
    }

    /// Does work that may take long, and returns what it found.
    ///
    /// If Ctrl-C is pressed, or the watcher raises an exception, the work is cancelled and that exception is
    /// raised.
    pub fn run<T: Send + 'static>(
        &self,
        py: Python<'_>,
        job: impl FnOnce(&Effort) -> T + Send + 'static,
    ) -> PyResult<T> {
        let (cancel, seen) = (Cancel::new(), Arc::new(Seen::default()));
        let mut effort = self.effort()?.cancelled_by(&cancel);
        if self.4.is_some() {
            let seen = Arc::clone(&seen);
            effort = effort.watched(move |progress| seen.take(progress));
        }
        let (sender, receiver) = sync_channel(1);
        let work = move || {
            let done = catch_unwind(AssertUnwindSafe(|| job(&effort)));
            // The caller may be gone; then the answer is dropped here, however large it is.
            let _ = sender.send(done);
        };
        let spawned = Builder::new().name("lastbite".into()).stack_size(STACK).spawn(work);
        spawned.map_err(|error| Kind::Memory.says(format!("the system starts no more threads ({error})")))?;
        let mut receiver = receiver;
        loop {
            let (waited, given_back) = py.detach(move || (receiver.recv_timeout(GLANCE), receiver));
            receiver = given_back;
            match waited {
                Ok(done) => return done.map_err(|panic| broken(&*panic)),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(broken(&"the work ended without an answer"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            let told = match &self.4 {
                Some(watcher) => seen.tell(py, watcher),
                None => Ok(()),
            };
            if let Err(error) = told.and_then(|()| py.check_signals()) {
                cancel.cancel();
                py.detach(move || drop(receiver.recv_timeout(FAREWELL)));
                return Err(error);
            }
        }
    }
}

/// The last reported progress.
struct Seen {
    /// The bits of the share, or of NaN while it is unknown.
    share: AtomicU64,
    nodes: AtomicU64,
}

impl Default for Seen {
    fn default() -> Self {
        Seen { share: AtomicU64::new(f64::NAN.to_bits()), nodes: AtomicU64::new(0) }
    }
}

impl Seen {
    fn take(&self, progress: lastbite::effort::Progress) {
        if let Some(share) = progress.share {
            self.share.store(share.to_bits(), Ordering::Relaxed);
        }
        self.nodes.fetch_max(progress.nodes, Ordering::Relaxed);
    }

    fn tell(&self, py: Python<'_>, watcher: &Py<PyAny>) -> PyResult<()> {
        let share = f64::from_bits(self.share.load(Ordering::Relaxed));
        let share = (!share.is_nan()).then_some(share.clamp(0.0, 1.0));
        watcher.call1(py, (share, self.nodes.load(Ordering::Relaxed)))?;
        Ok(())
    }
}

/// Returns the error for a panic of the library.
fn broken(panic: &(dyn Any + Send)) -> PyErr {
    let said = panic.downcast_ref::<String>().map(String::as_str);
    let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it did not say why");
    Kind::Internal.says(format!("lastbite has a bug; please tell its authors: {said}"))
}

/// Returns the shared solver, with what it has found so far.
pub fn solver() -> &'static Solver<AnyGame> {
    desk().solver()
}

/// Frees everything that was found, and returns how many bytes that was.
#[pyfunction]
pub fn release() -> u64 {
    let bytes = solver().kept_bytes();
    solver().release();
    bytes
}

/// Reads an amount of memory, as in `8G`.
#[pyfunction]
pub fn parse_memory(text: &str) -> PyResult<u64> {
    lastbite_work::arguments::parse_memory(text).map_err(refused)
}
