//! Threads that the system may not give.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle, sleep};
use std::time::Duration;

/// How often a thread is asked for, and how long in between: what is lacking may be there again in a moment.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(10);

/// The room that there must be before a thread begins and after it has begun: for its stack, for what the
/// allocator puts next to it, and for everybody else.
const ROOM: usize = 16 << 20;

/// Waits until there is room; an error where there is none for a while.
///
/// A thread that begins takes much more for a moment than it keeps. What was asked for before may come from
/// what the allocator has kept of it, and says nothing of the room that is left. So each time it is a little
/// more.
fn wait_for_room() -> io::Result<()> {
    static ASKED: AtomicUsize = AtomicUsize::new(0);
    for _ in 0..TRIES {
        let more = ASKED.fetch_add(1, Ordering::Relaxed) % 256 * 8192;
        if Vec::<u8>::new().try_reserve_exact(ROOM + more).is_ok() {
            return Ok(());
        }
        sleep(PAUSE);
    }
    Err(io::ErrorKind::OutOfMemory.into())
}

/// Starts a thread; an error where the system does not give one, and no panic.
///
/// A thread that finds no room while it begins would panic where nobody can catch it. So there must be room
/// before. The allocator may then take most of what is left for this thread alone, so that the next small piece
/// of another one would be refused, and end the program. So this waits until the thread has begun, and looks
/// again.
pub fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    // A thread that is refused takes its work with it, so each try only borrows it.
    let work = Arc::new(Mutex::new(Some(work)));
    let mut tried = 0;
    loop {
        let work = Arc::clone(&work);
        let (begun, has_begun) = sync_channel(1);
        let begin = move || {
            let _ = begun.send(());
            let work = work.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some(work) = work {
                work();
            }
        };
        wait_for_room()?;
        match Builder::new().name(name.into()).spawn(begin) {
            Err(_) if tried < TRIES => sleep(PAUSE),
            Err(why) => return Err(why),
            Ok(thread) => {
                let _ = has_begun.recv();
                return wait_for_room().map(|()| thread);
            }
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
