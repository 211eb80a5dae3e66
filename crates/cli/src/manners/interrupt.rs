//! Signals: Ctrl-C stops the current work; any other signal ends the program and restores the terminal.
//!
//! A program that a signal ends exits with 128 plus the number of the signal. At a prompt there is nothing to
//! lose: every move has been recorded already. Work gets a moment to stop and to clean up; when it does not
//! notice, because it is in the middle of something or because nobody takes its output, the program ends all the
//! same. Half-written files are thrown away then, and processes that it has started are ended.

use std::io::{IsTerminal, Write, stderr, stdin};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use lastbite::notation::counted;
use lastbite::{Algorithm, Cancel, Effort, play::Engine};
use lastbite_work::threads::start;

use crate::manners::prompt::Stop;

/// The number of the signal that Ctrl-C sends.
const INTERRUPT: i32 = 2;

/// The current work, which Ctrl-C stops. It is global because signals go to the whole program.
static WORK: Mutex<Option<Work>> = Mutex::new(None);
/// Whether the work is saved before it ends, however long that takes.
static SAVES: AtomicBool = AtomicBool::new(false);
/// What must be ended with the program.
static LAST_ACT: Mutex<Option<fn()>> = Mutex::new(None);

/// How long work that is stopped may take to end by itself. The limit of what people wait for is 0.2 seconds.
const MOMENT: Duration = Duration::from_millis(60);
/// How long work that is saved may take to end when the program is told to.
const CLEAN_UP: Duration = Duration::from_secs(2);

/// Some work.
#[derive(Clone)]
struct Work {
    cancel: Cancel,
    /// Whether the program ends when this is stopped; if not, it goes on to ask.
    is_all: bool,
    /// When Ctrl-C was pressed first.
    pressed: Option<Instant>,
}

/// Says that the work is saved before it ends, and must be given the time for that.
pub fn saves() {
    SAVES.store(true, Ordering::SeqCst);
}

/// Sets what must still be done when the program ends without waiting for its work.
#[cfg(unix)]
pub fn before_the_end(act: fn()) {
    *LAST_ACT.lock().unwrap_or_else(PoisonError::into_inner) = Some(act);
}
/// Whether the program is waiting at a prompt.
static ASKING: AtomicBool = AtomicBool::new(false);
/// Whether what was typed ahead is still to be forgotten.
static FORGETS: AtomicBool = AtomicBool::new(false);
/// The signal that ends the program, or 0.
static ENDING: AtomicI32 = AtomicI32::new(0);

/// Returns the exit code of a program that a signal has ended, by the convention of shells.
pub fn exit_code(signal: i32) -> u8 {
    (128 + signal) as u8
}

/// Returns the exit code of a program that was stopped by Ctrl-C.
pub fn interrupted() -> u8 {
    exit_code(INTERRUPT)
}

/// Installs the signal handlers; if that fails, the program still works and only ends less politely.
pub fn install() {
    let terminal = terminal::remember();
    system::on_signal(move |signal| {
        let work = current();
        if let Some(work) = &work {
            work.cancel.cancel();
        }
        if let (INTERRUPT, Some(work)) = (signal, &work) {
            terminal::forget_input();
            // Who presses it again after a while has waited in vain.
            let in_vain = work.pressed.is_some_and(|pressed| pressed.elapsed() > Duration::from_secs(1));
            let is_all = work.is_all && !SAVES.load(Ordering::SeqCst);
            if let Some(work) = lock(&WORK).as_mut() {
                work.pressed.get_or_insert_with(Instant::now);
            }
            if !(in_vain || is_all && goes_on(work, MOMENT)) {
                return;
            }
            leave(&terminal, "lastbite: stopped", exit_code(signal));
        }
        ENDING.store(signal, Ordering::SeqCst);
        let is_asking = ASKING.load(Ordering::SeqCst);
        if !is_asking {
            // Running work notices the signal; a thread that waits for a stuck reader does not.
            let patience = if SAVES.load(Ordering::SeqCst) { CLEAN_UP } else { MOMENT };
            if let Some(work) = &work {
                goes_on(work, patience);
            }
            // What has ended by itself says so by itself.
            thread::sleep(MOMENT);
        }
        let words = match signal {
            _ if is_asking => "\nGoodbye.",
            INTERRUPT => "lastbite: stopped",
            _ => "lastbite: ended by a signal",
        };
        leave(&terminal, words, exit_code(signal));
    });
}

fn lock<T>(shared: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the current work.
fn current() -> Option<Work> {
    lock(&WORK).clone()
}

/// Says whether some work still goes on after a while.
fn goes_on(work: &Work, patience: Duration) -> bool {
    let is_same = |now: Work| now.cancel.is_cancelled() && now.is_all == work.is_all;
    let began = Instant::now();
    while began.elapsed() < patience {
        if !current().is_some_and(is_same) {
            return false;
        }
        thread::sleep(Duration::from_millis(5));
    }
    current().is_some_and(is_same)
}

/// Ends the program at once, whatever its other threads are doing.
fn leave(terminal: &terminal::Settings, words: &'static str, code: u8) -> ! {
    if let Some(act) = *lock(&LAST_ACT) {
        act();
    }
    lastbite_work::file::throw_drafts_away();
    terminal::restore(terminal);
    // A terminal that was stopped takes no words, and nobody must wait for it. Not to stdout: a thread blocked on
    // printing there would hold us up.
    let (said, wait) = mpsc::channel::<()>();
    let _ = start(thread::Builder::new(), move || {
        // The full screen only waits for keys, so its terminal is restored here.
        #[cfg(feature = "tui")]
        lastbite_tui::restore();
        let _ = writeln!(stderr(), "{words}");
        drop(said);
    });
    let _ = wait.recv_timeout(Duration::from_millis(100));
    system::end(code)
}

/// Fails if a signal has ended the program, so that running work stops.
pub fn check() -> Result<(), Stop> {
    match ENDING.load(Ordering::SeqCst) {
        0 => Ok(()),
        signal => Err(Stop::Signal(signal)),
    }
}

/// Waits for an answer; a signal then ends the program at once.
pub fn asking<T>(ask: impl FnOnce() -> T) -> Result<T, Stop> {
    check()?;
    ASKING.store(true, Ordering::SeqCst);
    let answer = ask();
    ASKING.store(false, Ordering::SeqCst);
    check()?;
    Ok(answer)
}

/// Plays in the full screen, where Ctrl-C is an ordinary key; a signal ends it at once.
#[cfg(feature = "tui")]
pub fn playing<T>(play: impl FnOnce() -> T) -> Result<T, Stop> {
    asking(play)
}

/// Does some work that Ctrl-C can stop, and the program with it.
pub fn stoppable<T>(cancel: &Cancel, work: impl FnOnce() -> T) -> Result<T, Stop> {
    stopped_by(cancel, true, work)
}

fn stopped_by<T>(cancel: &Cancel, is_all: bool, work: impl FnOnce() -> T) -> Result<T, Stop> {
    check()?;
    *lock(&WORK) = Some(Work { cancel: cancel.clone(), is_all, pressed: None });
    let result = work();
    *lock(&WORK) = None;
    check()?;
    Ok(result)
}

/// Says whether Ctrl-C has been pressed since this was last asked, so that what was typed before it is forgotten.
///
/// Each line that was typed ahead would otherwise begin another search.
pub fn forgets_input() -> bool {
    FORGETS.swap(false, Ordering::SeqCst)
}

/// Does some thinking that Ctrl-C can stop, and shows a notice if it takes long.
///
/// A person at a terminal is asked next; where there is none, the program ends.
pub fn thinking<T>(
    cancel: &Cancel,
    quiet: bool,
    size: u64,
    engine: Engine,
    work: impl FnOnce(&Effort) -> T,
) -> Result<T, Stop> {
    let nodes = Arc::new(AtomicU64::new(0));
    let seen = Arc::clone(&nodes);
    let effort = Effort::unlimited().watched(move |progress| seen.store(progress.nodes, Ordering::Relaxed));
    let (done, wait) = mpsc::channel::<()>();
    // If no thread can be started for the notice, there is none.
    let notice = start(thread::Builder::new(), move || {
        let mut waits = [Duration::from_millis(800), Duration::from_secs(4)].into_iter();
        let mut sentences = notices(quiet, size, engine);
        while let Some(time) = waits.next().or(Some(Duration::from_secs(60)))
            && wait.recv_timeout(time) == Err(mpsc::RecvTimeoutError::Timeout)
            && let Some(sentence) = sentences(nodes.load(Ordering::Relaxed))
        {
            let _ = writeln!(stderr(), "{sentence}");
        }
    });
    let is_asked = stdin().is_terminal();
    let result = stopped_by(cancel, !is_asked, || work(&effort));
    drop(done);
    if let Ok(notice) = notice {
        let _ = notice.join();
    }
    if cancel.is_cancelled() {
        if !is_asked {
            return Err(Stop::Stopped);
        }
        FORGETS.store(true, Ordering::SeqCst);
        // The terminal has echoed ^C where the next words would go.
        let _ = writeln!(stderr());
    }
    result
}

/// Returns the notices of long thinking: first that it takes long, then how far it got and what would be
/// faster.
fn notices(quiet: bool, size: u64, engine: Engine) -> impl FnMut(u64) -> Option<String> {
    let patient =
        matches!(engine, Engine::Search(Algorithm::Minimax | Algorithm::AlphaBeta | Algorithm::Negamax));
    let mut said = 0;
    move |nodes| {
        said += 1;
        match said {
            1 if quiet => Some("Judging the moves for the record ... (Ctrl-C skips that)".to_string()),
            1 => Some("Thinking ... (Ctrl-C stops the thinking)".to_string()),
            _ if nodes == 0 => None,
            _ if patient => Some(format!(
                "{} so far. With {size} pieces {engine} may take forever; Ctrl-C lets a better engine decide.",
                counted(nodes, "node")
            )),
            _ => Some(format!("{} so far.", counted(nodes, "node"))),
        }
    }
}

#[cfg(unix)]
mod system {
    use std::sync::Arc;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;

    /// Calls `act` with the number of every signal that asks the program to stop.
    ///
    /// A file that reached its size limit is not such a signal: the write fails, and that error is reported.
    pub fn on_signal(act: impl Fn(i32) + Send + 'static) {
        // Caught with a flag that nobody reads, because the programs we start would inherit an ignored
        // signal.
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
        let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP]) else { return };
        let wait = move || signals.forever().for_each(act);
        let _ = lastbite_work::threads::start_waiting(std::thread::Builder::new(), wait);
    }

    /// Ends the program without another word: what other threads have not written stays unwritten, because they
    /// may be waiting for a reader who never comes.
    pub fn end(code: u8) -> ! {
        signal_hook::low_level::exit(code.into())
    }
}

#[cfg(not(unix))]
mod system {
    /// Calls `act` when Ctrl-C is pressed or the window is closed; this system does not distinguish the two.
    pub fn on_signal(act: impl Fn(i32) + Send + 'static) {
        let _ = ctrlc::set_handler(move || act(super::INTERRUPT));
    }

    /// Ends the program.
    pub fn end(code: u8) -> ! {
        std::process::exit(code.into())
    }
}

#[cfg(unix)]
mod terminal {
    use rustix::stdio::stdin;
    use rustix::termios::{OptionalActions, QueueSelector, Termios, tcflush, tcgetattr, tcsetattr};

    /// The settings of the terminal, if there is one.
    pub type Settings = Option<Termios>;

    /// Remembers the settings of the terminal.
    pub fn remember() -> Settings {
        tcgetattr(stdin()).ok()
    }

    /// Throws away what was typed and has not been read.
    pub fn forget_input() {
        let _ = tcflush(stdin(), QueueSelector::IFlush);
    }

    /// Restores the settings of the terminal.
    pub fn restore(terminal: &Settings) {
        if let Some(terminal) = terminal {
            let _ = tcsetattr(stdin(), OptionalActions::Now, terminal);
        }
    }
}

#[cfg(not(unix))]
mod terminal {
    /// The console of this system restores itself when the program ends.
    pub type Settings = ();

    pub fn remember() -> Settings {}

    /// The console of this system has nothing to throw away: a line is read when it is asked for.
    pub fn forget_input() {}

    pub fn restore((): &Settings) {}
}
