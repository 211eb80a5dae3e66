//! The terminal: taking it over, always giving it back, and the loop between keys, thoughts and drawing.

use std::io::{self, BufWriter, Stdout, Write, stdout};
use std::panic;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::cursor::{Hide, Show};
use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use crossterm::{execute, queue};
use lastbite_work::threads::start;

use crate::action::Action;
use crate::app::{App, Ended};
use crate::picture::Picture;
use crate::screens;
use crate::thinker::{Message, Thinker};

/// Who has the terminal. It is global because the program has only one terminal.
static TAKEN: Mutex<Taken> = Mutex::new(Taken::No);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    No,
    Yes,
    /// It was given back for good: the program is about to end, and nothing is drawn any more.
    Never,
}

/// Takes the terminal over: another screen, every key at once, the mouse.
fn take_over() -> io::Result<()> {
    let mut taken = TAKEN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if *taken != Taken::No {
        return Ok(());
    }
    enable_raw_mode()?;
    *taken = Taken::Yes;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, Hide)
}

/// Gives the terminal back.
fn give_back(taken: &mut Taken, after: Taken) {
    if *taken == Taken::Yes {
        // If the terminal is gone, there is nothing to do.
        let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
    *taken = after;
}

/// Gives the terminal back for good, from any thread: a signal or a panic is about to end the program.
///
/// The drawing thread may be stuck on a terminal that never reads; then this does not wait for it.
pub fn restore() {
    let patience = Instant::now() + Duration::from_millis(300);
    loop {
        match TAKEN.try_lock() {
            Ok(mut taken) => return give_back(&mut taken, Taken::Never),
            Err(std::sync::TryLockError::Poisoned(poisoned)) => {
                return give_back(&mut poisoned.into_inner(), Taken::Never);
            }
            Err(std::sync::TryLockError::WouldBlock) if Instant::now() < patience => {
                thread::sleep(Duration::from_millis(5));
            }
            Err(std::sync::TryLockError::WouldBlock) => return give_back(&mut Taken::Yes, Taken::Never),
        }
    }
}

/// Gives the terminal back when the game ends, however it does.
struct Guard;

impl Drop for Guard {
    fn drop(&mut self) {
        let mut taken = TAKEN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        give_back(&mut taken, Taken::No);
    }
}

/// Plays until the player ends it.
pub fn run(app: &mut App) -> io::Result<Ended> {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        restore();
        before(info);
    }));
    let (send, messages) = channel();
    let thinker = Thinker::start(&send)?;
    let _guard = Guard;
    take_over()?;
    listen(&send)?;
    let mut screen = Screen::open();
    let (columns, rows) = size()?;
    app.update(Action::Resize(columns, rows));
    loop {
        for job in app.jobs() {
            thinker.hand(job);
        }
        show(&mut screen, app)?;
        if let Some(ended) = app.ended {
            return Ok(ended);
        }
        if app.aside {
            put_aside(&mut screen)?;
            app.update(Action::Resume);
            let (columns, rows) = size()?;
            app.update(Action::Resize(columns, rows));
            continue;
        }
        wait(app, &messages)?;
    }
}

/// How long a bite crumbles from one picture to the next, and how often a count of nodes is refreshed.
const CRUMBLE: Duration = Duration::from_millis(90);
const REFRESH: Duration = Duration::from_millis(100);

/// Waits for something to happen, and applies everything that has come in.
fn wait(app: &mut App, messages: &Receiver<Message>) -> io::Result<()> {
    let first = match (app.is_crumbling(), app.is_moving()) {
        (false, false) => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
        (true, _) => messages.recv_timeout(CRUMBLE),
        (false, true) => messages.recv_timeout(REFRESH),
    };
    let died = || Err(io::Error::other("a thread that is needed has died"));
    match first {
        Ok(Message::Action(action)) => app.update(action),
        Ok(Message::Died) | Err(RecvTimeoutError::Disconnected) => return died(),
        Err(RecvTimeoutError::Timeout) => app.update(Action::Tick),
    }
    // Held keys and the mouse send more than can be drawn, so several are taken at once; but not so many that
    // thinking would starve.
    for message in messages.try_iter().take(64) {
        match message {
            Message::Action(action) => app.update(action),
            Message::Died => return died(),
        }
        if app.ended.is_some() || app.aside {
            break;
        }
    }
    Ok(())
}

/// Starts the thread that listens to the keyboard and the mouse.
fn listen(send: &Sender<Message>) -> io::Result<()> {
    let send = send.clone();
    start(thread::Builder::new().name("keys".to_string()), move || {
        loop {
            let message = match event::read() {
                Ok(event) => match Action::of(&event) {
                    Some(action) => Message::Action(action),
                    None => continue,
                },
                Err(_) => Message::Died,
            };
            let died = matches!(message, Message::Died);
            if send.send(message).is_err() || died {
                return;
            }
        }
    })?;
    Ok(())
}

/// What the terminal shows.
struct Screen {
    out: BufWriter<Stdout>,
    shown: Option<Picture>,
}

impl Screen {
    /// Begins with a terminal whose contents are unknown.
    fn open() -> Self {
        Screen { out: BufWriter::with_capacity(1 << 16, stdout()), shown: None }
    }
}

/// Draws, unless the terminal was given back in the meantime.
fn show(screen: &mut Screen, app: &App) -> io::Result<()> {
    let taken = TAKEN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    // While the window is being resized, the state may be one message behind: then the next one draws.
    let behind = size().is_ok_and(|size| Picture::bounded(size) != app.size);
    if *taken != Taken::Yes || behind {
        return Ok(());
    }
    let mut picture = Picture::new(app.size);
    screens::draw(app, &mut picture);
    let Screen { out, shown } = screen;
    queue!(out, BeginSynchronizedUpdate)?;
    if shown.as_ref().is_none_or(|shown| shown.area() != picture.area()) {
        queue!(out, Clear(ClearType::All))?;
    }
    picture.write_changes(shown.as_ref(), out)?;
    queue!(out, EndSynchronizedUpdate)?;
    out.flush()?;
    *shown = Some(picture);
    Ok(())
}

/// Suspends the program as Ctrl-Z does everywhere, and redraws everything when it resumes.
fn put_aside(screen: &mut Screen) -> io::Result<()> {
    {
        let mut taken = TAKEN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        give_back(&mut taken, Taken::No);
    }
    system::stop();
    take_over()?;
    // What was drawn before is gone.
    screen.shown = None;
    Ok(())
}

#[cfg(unix)]
mod system {
    use rustix::process::{Signal, kill_current_process_group};

    /// Stops the program until the shell resumes it.
    pub fn stop() {
        let _ = kill_current_process_group(Signal::TSTP);
    }
}

#[cfg(not(unix))]
mod system {
    /// This system has no job control.
    pub fn stop() {}
}
