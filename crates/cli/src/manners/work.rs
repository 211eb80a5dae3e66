//! What every long command shares: threads, memory, a progress bar, and a clean stop on Ctrl-C.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use lastbite::SolveError;
use lastbite::effort::MOST_THREADS;
use lastbite::{Cancel, Effort, Stopped};

use crate::manners::figures::{parse_count, parse_memory, time};
use crate::manners::interrupt;
use crate::manners::prompt::Stop;
use crate::manners::width;

/// How much of the machine to use.
#[derive(Args, Clone, Debug)]
pub struct EffortArgs {
    /// How many threads to use; all cores if not given
    #[arg(long, value_parser = parse_threads, value_name = "N")]
    threads: Option<u16>,
    /// The most memory to use, as in 8G; three quarters of what is free if not given
    #[arg(long, value_parser = parse_memory, value_name = "SIZE")]
    memory: Option<u64>,
}

fn parse_threads(text: &str) -> Result<u16, String> {
    parse_count("--threads", text, MOST_THREADS as u16)
}

impl EffortArgs {
    /// Returns the effort that was asked for.
    pub fn effort(&self) -> Effort {
        let threads = |effort: Effort| match self.threads {
            Some(threads) => effort.threads(threads.into()),
            None => effort,
        };
        let memory = |effort: Effort| match self.memory {
            Some(bytes) => effort.memory(bytes),
            None => effort,
        };
        memory(threads(Effort::unlimited()))
    }

    /// Does long work with the effort that was asked for; shows progress, stops on Ctrl-C, and returns the
    /// seconds it took.
    pub fn work<T, E>(
        &self,
        what: &str,
        work: impl FnOnce(&Effort) -> Result<T, E>,
    ) -> Result<(Result<T, E>, f64), Stop> {
        self.work_shown(what, true, work)
    }

    /// Does long work that may print its answer as it goes; on a terminal, that answer then shows the
    /// progress.
    pub fn stream<T, E>(
        &self,
        what: &str,
        prints: bool,
        work: impl FnOnce(&Effort) -> Result<T, E>,
    ) -> Result<(Result<T, E>, f64), Stop> {
        self.work_shown(what, !(prints && stdout().is_terminal()), work)
    }

    fn work_shown<T, E>(
        &self,
        what: &str,
        is_shown: bool,
        work: impl FnOnce(&Effort) -> Result<T, E>,
    ) -> Result<(Result<T, E>, f64), Stop> {
        let (progress, cancel) = (Progress::new(what), Cancel::new());
        let shown = Arc::clone(&progress);
        let effort = self.effort().cancelled_by(&cancel).watched(move |progress| {
            if let Some(share) = progress.share.filter(|_| is_shown) {
                shown.show(share);
            }
        });
        let ticking = is_shown.then(|| Ticking::beside(&progress));
        let done = interrupt::stoppable(&cancel, || work(&effort));
        drop(ticking);
        let seconds = progress.finish();
        // A Ctrl-C that comes too late to stop the work still stops what follows.
        if cancel.is_cancelled() {
            interrupt::check()?;
            return Err(Stop::Stopped);
        }
        Ok((done?, seconds))
    }
}

impl From<SolveError> for Stop {
    fn from(error: SolveError) -> Stop {
        match error {
            SolveError::Stopped(Stopped::Cancelled) => Stop::Stopped,
            SolveError::Place(why) => Stop::Refused(format!("{why} (leave --on card out)")),
            other => Stop::refuse(other),
        }
    }
}

/// Says now and then that work is still going on, while nothing is known about how much of it is done; ends
/// when it is dropped.
struct Ticking(Option<(std::sync::mpsc::Sender<()>, std::thread::JoinHandle<()>)>);

impl Ticking {
    fn beside(progress: &Arc<Progress>) -> Self {
        if !progress.is_terminal {
            return Ticking(None);
        }
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let shown = Arc::clone(progress);
        let tick = move || {
            while ended.recv_timeout(Progress::TICK) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                shown.tick();
            }
        };
        let thread = std::thread::Builder::new().spawn(tick).ok();
        Ticking(thread.map(|thread| (end, thread)))
    }
}

impl Drop for Ticking {
    fn drop(&mut self) {
        if let Some((end, thread)) = self.0.take() {
            drop(end);
            let _ = thread.join();
        }
    }
}

/// A progress bar on stderr that appears when the work takes longer than a second.
///
/// stdout is for the answer alone. Where stderr is not a terminal, nothing is drawn.
pub struct Progress {
    what: String,
    started: Instant,
    is_terminal: bool,
    /// When the bar was last drawn, and how many columns it took.
    drawn: Mutex<Option<(Instant, usize)>>,
}

impl Progress {
    const PATIENCE: Duration = Duration::from_secs(1);
    /// Faster updates could not be read.
    const PAUSE: Duration = Duration::from_millis(100);
    /// How often work is mentioned of which nothing is known.
    const TICK: Duration = Duration::from_millis(500);

    /// Begins to watch some work.
    pub fn new(what: &str) -> Arc<Self> {
        Arc::new(Progress {
            what: what.to_string(),
            started: Instant::now(),
            is_terminal: stderr().is_terminal(),
            drawn: Mutex::new(None),
        })
    }

    /// Shows what fraction of the work is done.
    pub fn show(&self, done: f64) {
        let elapsed = self.started.elapsed();
        if !self.is_terminal || elapsed < Self::PATIENCE {
            return;
        }
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        if drawn.is_some_and(|(when, _)| when.elapsed() < Self::PAUSE) {
            return;
        }
        let line = bar(&self.what, done, elapsed.as_secs_f64(), width::of_errors());
        let columns = line.chars().count();
        let behind = drawn.map_or(0, |(_, before)| before.saturating_sub(columns));
        let _ = write!(stderr(), "\r{line}{:behind$}", "");
        *drawn = Some((Instant::now(), columns));
    }

    /// Says how long the work has taken, unless a bar was drawn lately.
    fn tick(&self) {
        let elapsed = self.started.elapsed();
        if elapsed < Self::PATIENCE {
            return;
        }
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        if drawn.is_some_and(|(when, _)| when.elapsed() < Self::TICK) {
            return;
        }
        let line = format!("{} ... {} s", self.what, elapsed.as_secs());
        let line: String = line.chars().take(width::of_errors().saturating_sub(1)).collect();
        let columns = line.chars().count();
        let behind = drawn.map_or(0, |(_, before)| before.saturating_sub(columns));
        let _ = write!(stderr(), "\r{line}{:behind$}", "");
        *drawn = Some((Instant::now(), columns));
    }

    /// Removes the bar and returns how many seconds the work took.
    pub fn finish(&self) -> f64 {
        if let Some((_, columns)) = self.drawn.lock().unwrap_or_else(PoisonError::into_inner).take() {
            let _ = write!(stderr(), "\r{:columns$}\r", "");
        }
        self.started.elapsed().as_secs_f64()
    }
}

/// Writes a progress bar that fits in a line: the work, how much is done, and how long the rest will take.
fn bar(what: &str, done: f64, seconds: f64, width: usize) -> String {
    let done = done.clamp(0.0, 1.0);
    let left = if done > 0.0 { time(seconds / done - seconds) } else { "?".to_string() };
    let numbers = format!("{:>3} %, {left} left", (done * 100.0) as u32);
    // The last column stays free: some terminals wrap when it is written.
    let room = width.saturating_sub(what.chars().count() + numbers.chars().count() + 5);
    if room < 5 {
        return format!("{what} {numbers}").chars().take(width.saturating_sub(1)).collect();
    }
    let full = (done * room as f64) as usize;
    format!("{what} [{}{}] {numbers}", "#".repeat(full), "-".repeat(room - full))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_fits_its_line_and_tells_what_is_left() {
        assert_eq!(bar("solving", 0.25, 30.0, 40), "solving [##--------]  25 %, 90.0 s left");
        for width in [5, 20, 30, 80, 200] {
            let line = bar("solving chomp:22x22", 1.0 / 3.0, 1000.0, width);
            assert!(line.chars().count() < width, "{line}");
        }
        assert!(bar("solving", 0.0, 1.0, 80).ends_with("0 %, ? left"));
    }
}
