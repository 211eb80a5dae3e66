//! Threads, as many as the system allows: the same work on several at once, and single threads.
//!
//! A thread needs memory while it starts, before any of our code runs on it: for a second stack, for the
//! allocator, for what is cleaned up at its end. If there is none, the standard library aborts the whole program.
//! So if a process may use only a limited address space, threads are started one after the other, each with room
//! to spare.

use std::fs::read_to_string;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle, Scope, ScopedJoinHandle, yield_now};

/// The room that must be left before a thread starts: for its stack, for the allocator, and for everyone else.
const ROOM: u64 = 16 << 20;

/// The room that must be left before a thread starts that only helps. The allocator may take 128 MiB for it alone,
/// for a moment, and without it the others do the work, only later.
const ROOM_TO_HELP: u64 = ROOM + (128 << 20);

/// The allocator of most Linux systems takes this much address space for a thread if it can, and keeps it.
const ARENA: u64 = 64 << 20;

/// With less room than this, a thread that only waits should have no arena of its own: the others would miss it.
const SCARCE: u64 = 8 * ARENA;

/// Held while threads start if room is scarce, so that no two count on the same room.
static DOOR: Mutex<()> = Mutex::new(());

fn at_the_door() -> MutexGuard<'static, ()> {
    DOOR.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does the same work on this many threads and returns their results; with one thread, or without threads,
/// does it here.
///
/// If a thread cannot be started, the others do the work, so the work must be shared dynamically.
pub fn run_on_all<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    run_beside(threads, &work, &work)
}

/// Does work here, and other work in parallel on the rest of this many threads; returns all results, the one
/// from here first.
///
/// If a thread cannot be started, the others do the work.
pub fn run_beside<T: Send>(
    threads: usize,
    beside: impl Fn() -> T + Sync,
    here: impl FnOnce() -> T,
) -> Vec<T> {
    if threads <= 1 || !cfg!(feature = "threads") {
        return vec![here()];
    }
    let (begun, is_scarce) = (AtomicUsize::new(0), room_left().is_some());
    // No thread starts work, or allocates, until all have started.
    let begin = || {
        begun.fetch_add(1, Ordering::Release);
        if is_scarce {
            drop(at_the_door());
        }
        beside()
    };
    std::thread::scope(|scope| {
        let door = is_scarce.then(at_the_door);
        let others: Vec<_> = (1..threads)
            .map_while(|number| {
                if is_scarce && room_left() < Some(ROOM_TO_HELP) {
                    return None;
                }
                let other = Builder::new().spawn_scoped(scope, begin).ok()?;
                while is_scarce && begun.load(Ordering::Acquire) < number {
                    yield_now();
                }
                Some(other)
            })
            .collect();
        drop(door);
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

/// Starts a single thread.
///
/// # Errors
///
/// When the system refuses a thread, or has no room for one.
pub fn start<T: Send + 'static>(
    thread: Builder,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    if room_left().is_none() {
        return thread.spawn(work);
    }
    let _door = at_the_door();
    with_room(|begun| thread.spawn(move || from_its_beginning(&begun, work)))
}

/// Starts a single thread that only waits, as for a signal, and takes no memory while it does.
///
/// If room is scarce, it gets none to keep for itself.
///
/// # Errors
///
/// When the system refuses a thread, or has no room for one.
pub fn start_waiting<T: Send + 'static>(
    thread: Builder,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    let Some(room) = room_left() else { return thread.spawn(work) };
    let _door = at_the_door();
    let _ballast = (room < SCARCE).then(|| ballast(room));
    with_room(|begun| thread.spawn(move || from_its_beginning(&begun, work)))
}

/// Starts a thread that ends before a scope does.
///
/// # Errors
///
/// When the system refuses a thread, or has no room for one.
pub fn start_in<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    thread: Builder,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    if room_left().is_none() {
        return thread.spawn_scoped(scope, work);
    }
    let _door = at_the_door();
    with_room(|begun| thread.spawn_scoped(scope, move || from_its_beginning(&begun, work)))
}

/// Starts a thread if there is room for it, and waits until it has begun. The caller holds `DOOR`.
fn with_room<H>(spawn: impl FnOnce(SyncSender<()>) -> io::Result<H>) -> io::Result<H> {
    if !has_room() {
        return Err(io::ErrorKind::OutOfMemory.into());
    }
    let (begun, has_begun) = sync_channel(1);
    let thread = spawn(begun)?;
    let _ = has_begun.recv();
    Ok(thread)
}

/// Takes what is left of the room, but for less than an arena, so that a thread that starts meanwhile gets none.
/// Whether it got one would depend on chance, on where the system has room, and a run that needs the rest would
/// fail once in a while.
fn ballast(room: u64) -> Vec<u8> {
    let mut ballast = Vec::new();
    // If the system refuses, nothing is lost.
    let _ = ballast.try_reserve_exact(room.saturating_sub(ARENA - ROOM) as usize);
    ballast
}

fn from_its_beginning<T>(begun: &SyncSender<()>, work: impl FnOnce() -> T) -> T {
    let _ = begun.send(());
    work()
}

/// Says whether one more thread has room to begin, or a small piece of memory can be had without asking first.
#[must_use]
pub fn has_room() -> bool {
    room_left().is_none_or(|room| room >= ROOM)
}

/// The bytes of address space that this process may still use, if they are limited and the system says how.
fn room_left() -> Option<u64> {
    room_told_in(Path::new("/"))
}

/// Reads them below a root folder.
fn room_told_in(root: &Path) -> Option<u64> {
    let read = |file: &str| read_to_string(root.join(file)).ok();
    // `Max address space   1024000000   unlimited   bytes`: what is enforced, and what it could be raised to.
    let limits = read("proc/self/limits")?;
    let limit = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let limit: u64 = limit.split_whitespace().next()?.parse().ok()?;
    let status = read("proc/self/status")?;
    let used = status.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
    let kibibytes: u64 = used.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(limit.saturating_sub(kibibytes * 1024))
}

/// Tells the other threads when this one panics, in a callback for example, because they would wait for it
/// forever.
pub struct StopOnPanic<'a>(pub &'a AtomicBool);

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

    /// The room that is left where the system tells what is in these files.
    #[cfg(not(target_family = "wasm"))]
    fn room_where(limits: &str, status: &str) -> Option<u64> {
        let root = tempfile::tempdir().expect("a folder");
        let own = root.path().join("proc/self");
        std::fs::create_dir_all(&own).expect("a folder");
        std::fs::write(own.join("limits"), limits).expect("a file");
        std::fs::write(own.join("status"), status).expect("a file");
        room_told_in(root.path())
    }

    #[cfg(not(target_family = "wasm"))]
    #[test]
    fn the_room_left_is_what_the_limit_leaves() {
        let limits = |most: &str| {
            format!(
                "Limit                     Soft Limit           Hard Limit           Units     \n\
                 Max cpu time              unlimited            unlimited            seconds   \n\
                 Max address space         {most:20} unlimited            bytes     \n"
            )
        };
        let status = "Name:\tlastbite\nVmPeak:\t   90000 kB\nVmSize:\t   60000 kB\nVmLck:\t       0 kB\n";
        assert_eq!(room_where(&limits("102400000"), status), Some(102_400_000 - 61_440_000));
        assert_eq!(room_where(&limits("1024"), status), Some(0));
        assert_eq!(room_where(&limits("unlimited"), status), None);
        assert_eq!(room_where("", status), None);
    }

    #[test]
    fn a_ballast_leaves_less_than_an_arena_and_room_to_start() {
        let mebibytes = |room: u64| ballast(room << 20).capacity() >> 20;
        assert_eq!([10, 48, 80, 500].map(mebibytes), [0, 0, 32, 452]);
    }

    #[test]
    fn somebody_does_the_work_even_where_no_thread_was_asked_for() {
        assert_eq!(run_on_all(0, || 7), [7]);
    }
}
