//! The same work on several threads at once, or on as many as the system allows.

use std::sync::atomic::{AtomicBool, Ordering};

/// Does the same work on this many threads and returns their results; with one thread, or without threads,
/// does it here.
///
/// If a thread cannot be started, the others do the work, so the work must be shared dynamically.
pub(crate) fn run_on_all<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    run_beside(threads, &work, &work)
}

/// Does work here, and other work in parallel on the rest of this many threads; returns all results, the one
/// from here first.
///
/// If a thread cannot be started, the others do the work.
pub(crate) fn run_beside<T: Send>(
    threads: usize,
    beside: impl Fn() -> T + Sync,
    here: impl FnOnce() -> T,
) -> Vec<T> {
    if !cfg!(feature = "threads") {
        return vec![here()];
    }
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            .map_while(|_| std::thread::Builder::new().spawn_scoped(scope, &beside).ok())
            .collect();
        let mut made = vec![here()];
        for other in others {
            match other.join() {
                Ok(result) => made.push(result),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        made
    })
}

/// Tells the other threads when this one panics, in a callback for example, because they would wait for it
/// forever.
pub(crate) struct StopOnPanic<'a>(pub(crate) &'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "threads")]
    #[test]
    fn every_thread_does_its_share() {
        for threads in 1..=4 {
            assert_eq!(run_on_all(threads, || 7), vec![7; threads]);
        }
    }

    #[test]
    fn somebody_does_the_work_even_where_no_thread_was_asked_for() {
        assert_eq!(run_on_all(0, || 7), [7]);
    }
}
