//! Threads that the system may refuse.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle, sleep};
use std::time::Duration;

use lastbite_work::threads::{has_room, start};

/// How often a thread is requested, and how long in between: resources may be available again in a moment.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(10);

/// Waits until there is room for a thread; fails if there is none for a while.
fn wait_for_room() -> io::Result<()> {
    for _ in 0..TRIES {
        if has_room() {
            return Ok(());
        }
        sleep(PAUSE);
    }
    Err(io::ErrorKind::OutOfMemory.into())
}

/// Starts a thread; fails without a panic if the system refuses.
///
/// The allocator may take most of the rest for this thread alone, so that the next small allocation of another one
/// would fail and end the program. So this checks again when the thread has started.
pub fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    // A refused thread would take its work with it, so each try only borrows it.
    let work = Arc::new(Mutex::new(Some(work)));
    let mut tried = 0;
    loop {
        let work = Arc::clone(&work);
        let begin = move || {
            let work = work.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some(work) = work {
                work();
            }
        };
        match start(Builder::new().name(name.into()), begin) {
            Err(_) if tried < TRIES => sleep(PAUSE),
            Err(why) => return Err(why),
            Ok(thread) => return wait_for_room().map(|()| thread),
        }
        tried += 1;
    }
}

/// Returns the processor time of this thread so far, if the system says. On a busy machine the clock keeps
/// running while the thread waits for a core, but this does not.
pub fn processor_time() -> Option<Duration> {
    #[cfg(target_os = "linux")]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Some(Duration::new(u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?))
    }
    #[cfg(not(target_os = "linux"))]
    None
}

/// Lowers the priority of this thread, below those that talk to clients and other programs.
///
/// Threads that this one starts inherit it. Only Linux has this for a single thread; if it is refused, only
/// time is lost.
pub fn give_way() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, 5);
}
