//! Threads that the system may not give.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle, sleep};
use std::time::Duration;

use lastbite::threads::{has_room, start};

/// How often a thread is asked for, and how long in between: what is lacking may be there again in a moment.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(10);

/// Waits until there is room for a thread; an error where there is none for a while.
fn wait_for_room() -> io::Result<()> {
    for _ in 0..TRIES {
        if has_room() {
            return Ok(());
        }
        sleep(PAUSE);
    }
    Err(io::ErrorKind::OutOfMemory.into())
}

/// Starts a thread; an error where the system does not give one, and no panic.
///
/// The allocator may take most of what is left for this thread alone, so that the next small piece of another
/// one would be refused, and end the program. So this looks again when the thread has begun.
pub fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    // A thread that is refused takes its work with it, so each try only borrows it.
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

/// The processor time that this thread has had so far, where the system tells. On a busy machine the clock
/// runs on while the thread waits for a core, and this does not.
pub fn processor_time() -> Option<Duration> {
    #[cfg(target_os = "linux")]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Some(Duration::new(u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?))
    }
    #[cfg(not(target_os = "linux"))]
    None
}

/// Lets everybody else go first: whoever talks to clients, and other programs.
///
/// Threads that this one starts do so too. Only Linux has this for one thread; where it is refused, nothing
/// is lost but time.
pub fn give_way() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, 5);
}
