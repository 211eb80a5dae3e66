//! The terminal: taken over, given back whatever happens, and the loop between keys, thoughts and drawing.

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
use lastbite::threads::start;

use crate::action::Action;
use crate::app::{App, Ended};
use crate::picture::Picture;
use crate::screens;
use crate::thinker::{Message, Thinker};

/// Who has the terminal. There is one terminal for the whole program, so this belongs to all of it.
static TAKEN: Mutex<Taken> = Mutex::new(Taken::No);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    No,
    Yes,
    /// It was given back for good: the program is about to end, and nobody draws any longer.
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
        // Whoever has gone does not need it any more: then there is nothing to do about it.
        let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
    *taken = after;
}

/// Gives the terminal back for good, from any thread: a signal or a panic is about to end the program.
///
/// Whoever draws at this moment may wait for a terminal that never reads; then it is not waited for.
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

/// Plays until somebody ends it.
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

/// Waits for something to happen, and lets it change the state: everything that has come in by now.
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
    // Keys that are held down, and the mouse, send more than anybody could see drawn. But whatever thinks is
    // asked again in between.
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
    /// Begins with a terminal of which nothing is known.
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

/// Puts the program aside as Ctrl-Z does everywhere, and comes back with everything drawn again.
fn put_aside(screen: &mut Screen) -> io::Result<()> {
    {
        let mut taken = TAKEN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        give_back(&mut taken, Taken::No);
    }
    system::stop();
    take_over()?;
    // Whatever was drawn before is gone.
    screen.shown = None;
    Ok(())
}

#[cfg(unix)]
mod system {
    use rustix::process::{Signal, kill_current_process_group};

    /// Stops the program until the shell lets it go on.
    pub fn stop() {
        let _ = kill_current_process_group(Signal::TSTP);
    }
}

#[cfg(not(unix))]
mod system {
    /// This system has no such thing.
    pub fn stop() {}
}
