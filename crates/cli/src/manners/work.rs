//! What every long command shares: threads and memory to use, a bar of progress, and a clean stop on Ctrl-C.

use std::io::{IsTerminal, stdout};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use lastbite::effort::MOST_THREADS;
use lastbite::sieve::SieveError;
use lastbite::sweep::SweepError;
use lastbite::{Cancel, Effort, Stopped};

use crate::manners::figures::{parse_count, parse_memory};
use crate::manners::interrupt;
use crate::manners::prompt::Stop;

/// How much of the machine to use.
#[derive(Args, Clone, Debug)]
pub struct EffortArgs {
    /// How many threads to use; all cores if not given
    #[arg(long, value_parser = parse_threads, value_name = "N")]
    threads: Option<u16>,
    /// At most so much memory, as in 8G; else 3/4 of free
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

    /// Does long work as hard as was asked; shows its progress, stops on Ctrl-C, and tells the seconds it took.
    pub fn work<T, E>(
        &self,
        what: &str,
        work: impl FnOnce(&Effort) -> Result<T, E>,
    ) -> Result<(Result<T, E>, f64), Stop> {
        self.work_shown(what, true, work)
    }

    /// Does long work that may print its answer as it goes: on a terminal, the answer itself is then the progress.
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
        let done = interrupt::stoppable(&cancel, || work(&effort));
        let seconds = progress.finish();
        // A Ctrl-C that came too late to stop the work still stops what would follow.
        if cancel.is_cancelled() {
            interrupt::check()?;
            return Err(Stop::Stopped);
        }
        Ok((done?, seconds))
    }
}

impl From<SweepError> for Stop {
    fn from(error: SweepError) -> Stop {
        match error {
            SweepError::Stopped(Stopped::Cancelled) => Stop::Stopped,
            other => Stop::refuse(other),
        }
    }
}

impl From<SieveError> for Stop {
    fn from(error: SieveError) -> Stop {
        match error {
            SieveError::Stopped(Stopped::Cancelled) => Stop::Stopped,
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
