//! A program on a real terminal: a pseudo-terminal that types and reads like a person.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use rustix::fs::OFlags;
use rustix::process::{ioctl_tiocsctty, setsid};
use rustix::pty::{grantpt, ptsname, unlockpt};
use rustix::stdio::stdin;
use rustix::termios::{Winsize, tcgetattr, tcsetwinsize};
use tempfile::TempDir;

/// How long to wait for something to appear: only a stuck program takes this long, however busy the machine
/// is.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// What the full screen sends before and after a picture.
const BEGIN: &[u8] = b"\x1b[?2026h";
const END: &[u8] = b"\x1b[?2026l";

/// A terminal, and the program that runs in it.
pub struct Terminal {
    /// The end of the terminal where the person is.
    pub keyboard: File,
    output: Receiver<Vec<u8>>,
    /// Received but not processed yet: a picture whose rest is still to come.
    coming: Vec<u8>,
    pub program: Child,
    /// What a terminal would show.
    pub screen: vt100::Parser,
    /// What was received and not waited for yet, and everything received, escapes and all.
    unread: Vec<u8>,
    everything: Vec<u8>,
    /// How it treated keys at the start.
    before: String,
    /// The home folder of the player.
    pub folder: TempDir,
}

impl Terminal {
    /// Opens a terminal of 24 rows and starts lastbite in it.
    pub fn open(cols: u16, args: &[&str]) -> Self {
        Self::open_with(cols, args, &[])
    }

    /// Opens a terminal of 24 rows and starts lastbite in it, with something else in the environment.
    pub fn open_with(cols: u16, args: &[&str], env: &[(&str, &str)]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lastbite"));
        command.args(args);
        Self::start(command, env, (24, cols), tempfile::tempdir().unwrap())
    }

    /// Opens a terminal and starts a program in it, at home in this folder.
    pub fn start(
        mut command: Command,
        env: &[(&str, &str)],
        (rows, cols): (u16, u16),
        folder: TempDir,
    ) -> Self {
        let (keyboard, end_of_program) = pair();
        tcsetwinsize(&keyboard, size(rows, cols)).unwrap();
        let before = mode(&keyboard);
        command
            .env("LC_ALL", "C.UTF-8")
            .env("TERM", "xterm-256color")
            .env("COLORTERM", "truecolor")
            .env_remove("NO_COLOR")
            .env("XDG_CONFIG_HOME", folder.path())
            .env("HOME", folder.path())
            .current_dir(folder.path())
            .envs(env.iter().copied())
            .stdin(end_of_program.try_clone().unwrap())
            .stdout(end_of_program.try_clone().unwrap())
            .stderr(end_of_program);
        #[allow(unsafe_code)]
        // SAFETY: between fork and exec only what is safe in a signal handler may be called, and these are two bare
        // calls to the system.
        unsafe {
            // Its signals come from this terminal, not from that of the tests.
            command.pre_exec(|| {
                setsid()?;
                Ok(ioctl_tiocsctty(stdin())?)
            });
        }
        let program = command.spawn().unwrap();
        // The terminal is closed when no program has its end open any more, so ours goes with the command.
        drop(command);
        let mut reader = keyboard.try_clone().unwrap();
        let (send, output) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 1 << 16];
            while let Ok(n) = reader.read(&mut buffer) {
                if n == 0 || send.send(buffer[..n].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal {
            keyboard,
            output,
            coming: Vec::new(),
            program,
            screen: vt100::Parser::new(rows, cols, 0),
            unread: Vec::new(),
            everything: Vec::new(),
            before,
            folder,
        }
    }

    /// Processes what comes next, but waits no longer than this. Pictures are processed one at a time and
    /// whole, so that none is seen half drawn or missed.
    fn receive(&mut self, patience: Duration) -> Result<(), RecvTimeoutError> {
        let until = Instant::now() + patience;
        let whole = loop {
            match next_whole(&self.coming) {
                Some(whole) => break whole,
                None => match self.output.recv_timeout(until.saturating_duration_since(Instant::now())) {
                    Ok(bytes) => self.coming.extend(bytes),
                    Err(RecvTimeoutError::Disconnected) if !self.coming.is_empty() => {
                        break self.coming.len();
                    }
                    Err(error) => return Err(error),
                },
            }
        };
        let bytes: Vec<u8> = self.coming.drain(..whole).collect();
        self.screen.process(&bytes);
        self.unread.extend_from_slice(&bytes);
        self.everything.extend_from_slice(&bytes);
        Ok(())
    }

    /// Processes what has come so far.
    pub fn receive_all(&mut self) {
        while self.receive(Duration::ZERO).is_ok() {}
    }

    /// Returns everything that came, escapes and all.
    pub fn everything(&self) -> String {
        String::from_utf8_lossy(&self.everything).into_owned()
    }

    /// Waits until a text appears after everything waited for before, and returns all up to it.
    pub fn wait_for(&mut self, text: &str) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            let (bytes, places) = plain(&self.unread);
            if let Some(at) = find(&bytes, text.as_bytes()) {
                let end = at + text.len();
                self.unread.drain(..=places[end - 1]);
                return String::from_utf8_lossy(&bytes[..end]).into_owned();
            }
            let plain = String::from_utf8_lossy(&bytes).into_owned();
            match self.receive(until.saturating_duration_since(Instant::now())) {
                Ok(()) => {}
                Err(RecvTimeoutError::Timeout) => panic!("waited in vain for {text:?}, saw {plain:?}"),
                Err(RecvTimeoutError::Disconnected) => panic!("ended before {text:?}, saw {plain:?}"),
            }
        }
    }

    /// Waits for a prompt and answers it.
    pub fn answer(&mut self, prompt: &str, line: &str) -> String {
        let seen = self.wait_for(prompt);
        self.press(&format!("{line}\r"));
        seen
    }

    /// Waits until the screen meets a condition.
    pub fn see_that(&mut self, what: &str, is: impl Fn(&str) -> bool) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            let shown = self.screen.screen().contents();
            if is(&shown) {
                return shown;
            }
            match self.receive(until.saturating_duration_since(Instant::now())) {
                Ok(()) => {}
                Err(RecvTimeoutError::Timeout) => panic!("waited in vain for {what}, saw\n{shown}"),
                Err(RecvTimeoutError::Disconnected) => panic!("ended before {what}, saw\n{shown}"),
            }
        }
    }

    /// Waits until a text is on the screen.
    pub fn see(&mut self, text: &str) -> String {
        self.see_that(text, |shown| shown.contains(text))
    }

    /// Types.
    pub fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    /// Makes the terminal larger or smaller.
    pub fn resize(&mut self, rows: u16, cols: u16) {
        tcsetwinsize(&self.keyboard, size(rows, cols)).unwrap();
        self.screen.screen_mut().set_size(rows, cols);
    }

    /// Sends a signal, as another program would.
    pub fn signal(&self, signal: &str) {
        let id = self.program.id().to_string();
        assert!(std::process::Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
    }

    /// Waits for the end, checks that the terminal is as it was, and returns the exit code.
    pub fn end(mut self) -> i32 {
        let until = Instant::now() + PATIENCE;
        let code = loop {
            self.receive_all();
            match self.program.try_wait().unwrap() {
                Some(status) => break status.code().expect("no signal ends it without a word"),
                None if Instant::now() < until => std::thread::sleep(Duration::from_millis(5)),
                None => panic!("the program does not end:\n{}", self.screen.screen().contents()),
            }
        };
        // The terminal is closed when the program has gone and everything it said was read.
        while self.receive(PATIENCE).is_ok() {}
        assert_eq!(mode(&self.keyboard), self.before, "the terminal treats keys as before");
        let screen = self.screen.screen();
        assert!(!screen.alternate_screen(), "the other screen is left");
        assert!(!screen.hide_cursor(), "the cursor is seen");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None, "the mouse is free");
        code
    }
}

/// Opens a terminal: the end of the person, and that of the program.
fn pair() -> (File, File) {
    let open = |path: &str| {
        let flags = OFlags::NOCTTY.bits() as i32;
        OpenOptions::new().read(true).write(true).custom_flags(flags).open(path).unwrap()
    };
    let person = open("/dev/ptmx");
    grantpt(&person).unwrap();
    unlockpt(&person).unwrap();
    let name = ptsname(&person, Vec::new()).unwrap();
    let program = open(name.to_str().unwrap());
    (person, program)
}

fn size(rows: u16, cols: u16) -> Winsize {
    Winsize { ws_row: rows, ws_col: cols, ws_xpixel: 0, ws_ypixel: 0 }
}

/// How the terminal treats what is typed: echo, line by line, and so on.
fn mode(terminal: &File) -> String {
    format!("{:?}", tcgetattr(terminal).expect("a terminal has modes"))
}

/// Returns how much of the input can be processed: everything before a picture, or one picture.
fn next_whole(coming: &[u8]) -> Option<usize> {
    match find(coming, BEGIN) {
        Some(0) => find(coming, END).map(|at| at + END.len()),
        Some(before) => Some(before),
        // The end may be where a picture begins.
        None => {
            let begun = (1..BEGIN.len()).rev().find(|&n| coming.ends_with(&BEGIN[..n])).unwrap_or(0);
            Some(coming.len() - begun).filter(|&length| length > 0)
        }
    }
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

/// Drops the escape sequences of colours and cursor moves, and returns where every remaining byte was.
fn plain(bytes: &[u8]) -> (Vec<u8>, Vec<usize>) {
    let (mut left, mut places, mut at) = (Vec::new(), Vec::new(), 0);
    while at < bytes.len() {
        if bytes[at..].starts_with(b"\x1b[") {
            let end = bytes[at + 2..].iter().position(|byte| (0x40..0x7f).contains(byte));
            at = end.map_or(bytes.len(), |end| at + 2 + end + 1);
        } else {
            left.push(bytes[at]);
            places.push(at);
            at += 1;
        }
    }
    (left, places)
}

/// Drops the escape sequences of colours and cursor moves.
pub fn without_escapes(text: &str) -> String {
    String::from_utf8_lossy(&plain(text.as_bytes()).0).into_owned()
}
