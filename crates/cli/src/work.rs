//! What every long command shares: threads and memory to use, a bar of progress, and a clean stop on Ctrl-C.

use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use lastbite::Chomp;
use lastbite::sieve::{Sieve, SieveError};

use crate::figures::{parse_count, parse_memory};
use crate::interrupt;
use crate::prompt::Stop;

/// How much of the machine to use.
#[derive(Args, Clone, Debug)]
pub struct Effort {
    /// How many threads to use; all cores if not given
    #[arg(long, value_parser = parse_threads, value_name = "N")]
    threads: Option<u16>,
    /// How much memory to use at most, as in 500M or 8G; three quarters of what is free if not given
    #[arg(long, value_parser = parse_memory, value_name = "SIZE")]
    memory: Option<u64>,
}

fn parse_threads(text: &str) -> Result<u16, String> {
    parse_count("--threads", text, 1024)
}

impl Effort {
    /// Returns how many threads are used.
    pub fn threads(&self) -> usize {
        match self.threads {
            Some(threads) => threads.into(),
            None => std::thread::available_parallelism().map_or(1, Into::into),
        }
    }

    /// Returns the memory that was allowed, if any limit was given.
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// Solves a bar, working as hard as was asked; shows its progress, stops on Ctrl-C, and tells the seconds it took.
    pub fn solve<T>(
        &self,
        bar: &Chomp,
        solve: impl FnOnce(&Sieve) -> Result<T, SieveError>,
    ) -> Result<(T, f64), Stop> {
        let progress = Progress::new(&format!("solving {bar}"));
        let shown = Arc::clone(&progress);
        let sieve = Sieve::of(bar).threads(self.threads()).progress(move |done| shown.show(done));
        let sieve = match self.memory {
            Some(bytes) => sieve.memory_limit(bytes),
            None => sieve,
        };
        let solved = interrupt::stoppable(|stop| solve(&sieve.cancel(stop)));
        let seconds = progress.finish();
        // A Ctrl-C that came too late to stop the solving still stops what would follow.
        if interrupt::stopped() {
            return Err(Stop::Stopped);
        }
        Ok((solved?, seconds))
    }
}

impl From<SieveError> for Stop {
    fn from(error: SieveError) -> Stop {
        match error {
            SieveError::Cancelled => Stop::Stopped,
            other => Stop::refuse(other),
        }
    }
}

/// A bar of progress on stderr that appears only when the work takes longer than a second.
///
/// stdout is for the answer alone. Where stderr is no terminal, nothing is drawn.
pub struct Progress {
    started: Instant,
    bar: ProgressBar,
}

impl Progress {
    const PATIENCE: Duration = Duration::from_secs(1);
    const STEPS: u64 = 10_000;

    /// Begins to watch some work.
    pub fn new(what: &str) -> Arc<Self> {
        let style = ProgressStyle::with_template("{msg} [{wide_bar}] {percent:>3} %, {eta} left")
            .expect("the template is sound")
            .progress_chars("##-");
        let bar = ProgressBar::hidden().with_style(style).with_message(what.to_string());
        bar.set_length(Self::STEPS);
        Arc::new(Progress { started: Instant::now(), bar })
    }

    /// Shows what fraction of the work is done.
    pub fn show(&self, done: f64) {
        if self.bar.is_hidden() && self.started.elapsed() >= Self::PATIENCE {
            self.bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
        }
        self.bar.set_position((done * Self::STEPS as f64) as u64);
    }

    /// Takes the bar away and returns how many seconds the work took.
    pub fn finish(&self) -> f64 {
        self.bar.finish_and_clear();
        self.started.elapsed().as_secs_f64()
    }
}
