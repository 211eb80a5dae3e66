//! One voice at the end: all ranks hear that a run ends early, and one of them says so.
//!
//! With a checkpoint, rank 0 puts a file in its folder when the run begins, and the rank that removes it
//! speaks. A file system lets only one rank remove a file. So no rank has to know which others are still
//! alive, and it does not matter which are killed, or when. Without a checkpoint there is no place where
//! ranks of all machines meet: then rank 0 speaks, and a rank that fails tells it so first.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::stop::Stop;

/// The name of the file, before the number of the run.
const PREFIX: &str = "voice-";

/// Who says why a run ends.
#[derive(Debug)]
pub struct Voice {
    me: usize,
    /// The number of this run: a rank left over from another one does not speak for it.
    run: u64,
    /// The file to remove, once it is there.
    token: Mutex<Option<PathBuf>>,
    /// This rank has already asked, or another one speaks.
    is_told: AtomicBool,
}

impl Voice {
    /// Makes the voice of a rank; `run` is the same on all of them.
    pub fn new(me: usize, run: u64) -> Self {
        Self { me, run, token: Mutex::new(None), is_told: AtomicBool::new(false) }
    }

    /// Opens the folder that all ranks share, and from then on uses it to decide who speaks.
    ///
    /// A thread that asks in the meantime waits: rank 0 never speaks by one rule while another rank speaks by
    /// the other.
    pub fn meet_in<T>(&self, folder: &Path, open: impl FnOnce() -> Result<T, Stop>) -> Result<T, Stop> {
        let mut token = self.token.lock().unwrap_or_else(PoisonError::into_inner);
        let opened = open()?;
        let path = folder.join(format!("{PREFIX}{}", self.run));
        if self.me == 0 {
            forget_old(folder);
            // If no file can be made, on a full disk say, no other rank finds one, and rank 0 speaks.
            *token = File::create(&path).is_ok().then_some(path);
        } else {
            *token = Some(path);
        }
        Ok(opened)
    }

    /// Says whether there is a folder that decides.
    pub fn is_decided_by_folder(&self) -> bool {
        self.token.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Notes that another rank says why the run ends.
    pub fn leave_it_to_others(&self) {
        self.is_told.store(true, Ordering::Relaxed);
    }

    /// Says whether this rank says why the run ends: once at most.
    pub fn takes(&self, stop: &Stop) -> bool {
        if self.is_told.swap(true, Ordering::Relaxed) {
            return false;
        }
        let token = self.token.lock().unwrap_or_else(PoisonError::into_inner);
        let is_taken = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
        match (stop, token.as_ref().map(fs::remove_file)) {
            (_, Some(Ok(()))) => true,
            // A rank that is cut off may have taken it, and it cannot be heard.
            (Stop::Silence(_), Some(_)) => self.me == 0,
            (_, Some(Err(error))) if is_taken(&error) => false,
            // No other rank knows what went wrong on this one.
            (Stop::Refused(_) | Stop::Silence(_), _) => true,
            (Stop::Signal(_), _) => self.me == 0,
        }
    }
}

impl Drop for Voice {
    /// Notes that the run is over, and said what it had to say.
    fn drop(&mut self) {
        let token = self.token.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(path) = token.as_ref().filter(|_| self.me == 0) {
            let _ = fs::remove_file(path);
        }
    }
}

/// Removes what is left of runs whose ranks were all killed at once.
fn forget_old(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX)) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ranks of a run, which meet in a folder.
    fn ranks(count: usize, run: u64, folder: &Path) -> Vec<Voice> {
        let voices: Vec<Voice> = (0..count).map(|me| Voice::new(me, run)).collect();
        voices.iter().for_each(|voice| voice.meet_in(folder, || Ok(())).expect("a folder"));
        voices
    }

    fn silence() -> Stop {
        Stop::Silence("rank 1 has not been heard of".into())
    }

    #[test]
    fn of_all_ranks_that_hear_a_signal_at_the_same_time_one_speaks() {
        let scratch = tempfile::tempdir().expect("a folder");
        for run in 0..200 {
            let mut voices = ranks(4, run, scratch.path());
            // It does not matter who has died.
            std::mem::forget(voices.remove(run as usize % 4));
            let spoke = AtomicBool::new(false);
            std::thread::scope(|scope| {
                for voice in &voices {
                    scope.spawn(|| {
                        if voice.takes(&Stop::Signal(15)) {
                            assert!(!spoke.swap(true, Ordering::Relaxed), "two ranks speak");
                        }
                    });
                }
            });
            assert!(spoke.into_inner(), "nobody speaks");
        }
        assert_eq!(fs::read_dir(scratch.path()).expect("a folder").count(), 0, "nothing is left");
    }

    #[test]
    fn a_run_that_ends_well_leaves_nothing_and_the_next_sweeps_up_after_one_that_was_killed() {
        let scratch = tempfile::tempdir().expect("a folder");
        let left = || fs::read_dir(scratch.path()).expect("a folder").count();
        ranks(3, 1, scratch.path()).into_iter().for_each(std::mem::forget);
        assert_eq!(left(), 1);
        let next = ranks(3, 2, scratch.path());
        assert_eq!(left(), 1);
        assert!(!Voice::new(1, 1).takes(&Stop::Signal(15)), "a rank of the run before");
        drop(next);
        assert_eq!(left(), 0);
    }

    #[test]
    fn rank_0_speaks_where_there_is_no_folder_and_of_a_silent_rank_always() {
        let failed = Stop::Refused("the disk is full".into());
        assert!(Voice::new(0, 1).takes(&Stop::Signal(15)));
        assert!(!Voice::new(1, 1).takes(&Stop::Signal(15)));
        assert!(Voice::new(1, 1).takes(&failed), "nobody else knows");
        let told = Voice::new(0, 1);
        told.leave_it_to_others();
        assert!(!told.takes(&Stop::Signal(15)));

        let scratch = tempfile::tempdir().expect("a folder");
        let voices = ranks(3, 1, scratch.path());
        assert!(voices[1].takes(&silence()), "it is cut off, and speaks");
        assert!(voices[0].takes(&silence()), "nobody may have heard that");
        assert!(!voices[2].takes(&failed), "it was said why the run ends");
    }
}
