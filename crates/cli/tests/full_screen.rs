//! The full-screen game on a real terminal: played by keys, by the mouse, resized, hammered at, and ended in every way.
#![cfg(unix)]
#![allow(missing_docs)]

use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use lastbite::Dice;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// How long to wait for something to appear before giving up: far more than it ever takes.
const PATIENCE: Duration = Duration::from_secs(20);

struct Terminal {
    master: Box<dyn MasterPty + Send>,
    keyboard: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    program: Box<dyn Child + Send + Sync>,
    /// What a terminal would show.
    screen: vt100::Parser,
    before: String,
    folder: tempfile::TempDir,
}

impl Terminal {
    fn open(args: &[&str]) -> Self {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_lastbite"));
        command.args(args);
        Self::start(command, (24, 80), tempfile::tempdir().unwrap())
    }

    fn start(mut command: CommandBuilder, (rows, cols): (u16, u16), folder: tempfile::TempDir) -> Self {
        let pair =
            native_pty_system().openpty(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }).unwrap();
        command.env("LC_ALL", "C.UTF-8");
        command.env("TERM", "xterm-256color");
        command.env("COLORTERM", "truecolor");
        command.env_remove("NO_COLOR");
        command.env("XDG_CONFIG_HOME", folder.path());
        command.env("HOME", folder.path());
        command.cwd(folder.path());
        let before = mode(pair.master.as_ref());
        let program = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().unwrap();
        let keyboard = pair.master.take_writer().unwrap();
        let (send, output) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 1 << 16];
            while let Ok(n) = reader.read(&mut buffer) {
                if n == 0 || send.send(buffer[..n].to_vec()).is_err() {
                    break;
                }
            }
        });
        let screen = vt100::Parser::new(rows, cols, 0);
        Terminal { master: pair.master, keyboard, output, program, screen, before, folder }
    }

    /// Waits until the screen is as somebody wants it.
    fn wait(&mut self, what: &str, is: impl Fn(&str) -> bool) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            let shown = self.screen.screen().contents();
            if is(&shown) {
                return shown;
            }
            match self.output.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.screen.process(&bytes),
                Err(RecvTimeoutError::Timeout) => panic!("waited in vain for {what}, saw\n{shown}"),
                Err(RecvTimeoutError::Disconnected) => panic!("ended before {what}, saw\n{shown}"),
            }
        }
    }

    fn wait_for(&mut self, text: &str) -> String {
        self.wait(text, |shown| shown.contains(text))
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    fn signal(&self, signal: &str) {
        let process = self.program.process_id().unwrap().to_string();
        assert!(std::process::Command::new("kill").args([signal, &process]).status().unwrap().success());
    }

    /// Waits for the end, checks that the terminal is as it was, and returns the exit code.
    fn end(mut self) -> u32 {
        let until = Instant::now() + PATIENCE;
        let code = loop {
            while let Ok(bytes) = self.output.try_recv() {
                self.screen.process(&bytes);
            }
            match self.program.try_wait().unwrap() {
                Some(status) => break status.exit_code(),
                None if Instant::now() < until => std::thread::sleep(Duration::from_millis(5)),
                None => panic!("the program does not end:\n{}", self.screen.screen().contents()),
            }
        };
        while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(300)) {
            self.screen.process(&bytes);
        }
        assert_eq!(mode(self.master.as_ref()), self.before, "the terminal treats keys as before");
        let screen = self.screen.screen();
        assert!(!screen.alternate_screen(), "the other screen is left");
        assert!(!screen.hide_cursor(), "the cursor is seen");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None, "the mouse is free");
        code
    }
}

/// How the terminal treats what is typed: echo, line by line, and so on.
fn mode(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().expect("a terminal has modes"))
}

const ENTER: &str = "\r";
const DOWN: &str = "\u{1b}[B";
const RIGHT: &str = "\u{1b}[C";
const CTRL_C: &str = "\u{3}";
const CTRL_Z: &str = "\u{1a}";

/// Plays what the hints say until the game is over, by keys alone.
fn win_by_hints(terminal: &mut Terminal) {
    loop {
        let shown = terminal
            .wait("a turn or the end", |shown| shown.contains("Your turn") || shown.contains("You win!"));
        if shown.contains("You win!") {
            return;
        }
        terminal.press("h");
        terminal.wait_for("that wins");
        terminal.press("h");
        terminal.wait("the move", |shown| shown.contains(" wins:") || shown.contains("wins: "));
        terminal.press(ENTER);
        terminal.wait("the next position", |shown| !shown.contains(" wins:"));
    }
}

#[test]
fn a_whole_game_of_chomp_is_won_by_keys_alone() {
    let mut terminal = Terminal::open(&["--calm"]);
    terminal.wait_for("Enter: play");
    terminal.press(ENTER);
    terminal.wait_for("Chomp 4x7");
    win_by_hints(&mut terminal);
    terminal.wait_for("You 1 : 0 Computer");
    terminal.press(ENTER);
    terminal.wait_for("You never gave the win away.");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn a_whole_game_of_take_away_is_won_by_keys_alone() {
    let mut terminal = Terminal::open(&[]);
    terminal.wait_for("Enter: play");
    terminal.press(RIGHT);
    terminal.wait_for("Take-away");
    terminal.press(ENTER);
    terminal.wait_for("Take-away 3,4,5");
    win_by_hints(&mut terminal);
    terminal.wait_for("You 1 : 0 Computer");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}

/// Returns where a text is on the screen, column and row from 1, as the mouse reports them.
fn find(terminal: &Terminal, text: &str) -> Option<(usize, usize)> {
    let shown = terminal.screen.screen().contents();
    shown
        .lines()
        .zip(1..)
        .find_map(|(line, row)| line.find(text).map(|at| (line[..at].chars().count() + 1, row)))
}

#[test]
fn a_game_is_won_by_mouse_and_resized_in_the_middle() {
    let mut terminal = Terminal::open(&["--calm"]);
    terminal.wait_for("Enter: play");
    let (x, y) = find(&terminal, "Enter: play").unwrap();
    let click = |terminal: &mut Terminal, x: usize, y: usize| {
        terminal.press(&format!("\u{1b}[<35;{x};{y}M\u{1b}[<0;{x};{y}M\u{1b}[<0;{x};{y}m"));
    };
    click(&mut terminal, x + 2, y);
    terminal.wait_for("Your turn");
    // With the analysis on, the winning square says where it is.
    terminal.press("a");
    let mut moves = 0;
    loop {
        let shown = terminal.wait("a winning square or the end", |shown| {
            shown.contains("You win!") || (shown.contains("Your turn") && winning(shown).is_some())
        });
        if shown.contains("You win!") {
            break;
        }
        let (x, y) = winning(&shown).unwrap();
        click(&mut terminal, x, y);
        moves += 1;
        terminal.wait("the answer", |shown| {
            shown.contains("You win!") || shown.contains(&format!("{} Computer", moves * 2))
        });
        if moves == 1 {
            terminal.master.resize(PtySize { rows: 40, cols: 120, pixel_width: 0, pixel_height: 0 }).unwrap();
            terminal.screen.screen_mut().set_size(40, 120);
            terminal.wait("the larger screen", |shown| {
                shown.lines().nth(38).is_some_and(|line| line.chars().count() > 100)
            });
        }
    }
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}

/// Finds `[17]` on the board, and not the legend below it.
fn winning(shown: &str) -> Option<(usize, usize)> {
    shown.lines().zip(1..).find_map(|(line, row)| {
        let at = line.find('[').filter(|&at| line[at + 1..].starts_with(|c: char| c.is_ascii_digit()))?;
        Some((line[..at].chars().count() + 2, row))
    })
}

const ALL_KEYS: &str = "hagebur<>vnlsoxty?q";

#[test]
fn every_key_on_every_screen() {
    let to_screens: [&[&str]; 6] =
        [&[], &[ENTER], &[ENTER, ENTER, "v"], &["l"], &[ENTER, "?"], &[RIGHT, ENTER]];
    for path in to_screens {
        let mut terminal = Terminal::open(&["--calm", "--ascii"]);
        terminal.wait_for("Enter: play");
        for key in ALL_KEYS.chars() {
            // Back to the start, then to the screen, whatever the last key has opened.
            terminal.press("\u{1b}");
            std::thread::sleep(Duration::from_millis(15));
            path.iter().for_each(|key| terminal.press(key));
            terminal.press(&key.to_string());
        }
        // Whatever is open now is closed, and the question whether to leave is answered.
        for _ in 0..100 {
            if terminal.program.try_wait().unwrap().is_some() {
                break;
            }
            for key in ["\u{1b}", "q", "y"] {
                let _ = terminal.keyboard.write_all(key.as_bytes());
                std::thread::sleep(Duration::from_millis(40));
            }
        }
        assert_eq!(terminal.end(), 0, "{path:?}");
    }
}

#[test]
fn ten_thousand_random_keys() {
    let mut terminal = Terminal::open(&["--calm"]);
    terminal.wait_for("Enter: play");
    let keys: Vec<String> = "hagebur<>vnlsoxty?jkHJKL 3457x,."
        .chars()
        .map(|key| key.to_string())
        .chain([ENTER, DOWN, RIGHT, "\u{1b}[A", "\u{1b}[D", "\u{1b}\u{1b}", "\t", "\u{7f}"].map(String::from))
        .chain(["\u{1b}[<0;20;10M", "\u{1b}[<35;9;9M", "\u{1b}[5~", "\u{1b}[6~"].map(String::from))
        .collect();
    let mut dice = Dice::new(7);
    for _ in 0..100 {
        let some: String = (0..100).map(|_| keys[dice.below(keys.len())].as_str()).collect();
        terminal.press(&some);
        while let Ok(bytes) = terminal.output.try_recv() {
            terminal.screen.process(&bytes);
        }
        assert!(terminal.program.try_wait().unwrap().is_none(), "it is still there");
    }
    terminal.press(CTRL_C);
    assert_eq!(terminal.end(), 130);
}

#[test]
fn signals_give_the_terminal_back() {
    for (signal, code) in [("-TERM", 143), ("-HUP", 129), ("-INT", 130)] {
        let mut terminal = Terminal::open(&[]);
        terminal.press(ENTER);
        terminal.wait_for("Your turn");
        terminal.signal(signal);
        assert_eq!(terminal.end(), code);
    }
}

#[test]
fn ctrl_c_ends_while_the_computer_thinks_and_esc_stops_it() {
    let mut terminal = Terminal::open(&["--calm"]);
    terminal.wait_for("Enter: play");
    // A bar so large that the computer thinks for a while.
    terminal.press(&format!("{DOWN}40x41{ENTER}"));
    terminal.wait_for("Your turn");
    terminal.press(ENTER);
    terminal.wait_for("Computer thinks");
    terminal.press("\u{1b}");
    terminal.wait_for("Your turn");
    terminal.press(ENTER);
    terminal.wait_for("Computer thinks");
    terminal.press(CTRL_C);
    assert_eq!(terminal.end(), 130);
}

#[test]
fn ctrl_z_puts_aside_and_fg_brings_back() {
    let mut shell = CommandBuilder::new("bash");
    shell.args(["--norc", "--noprofile", "-i"]);
    shell.env("PS1", "shell> ");
    let mut terminal = Terminal::start(shell, (24, 80), tempfile::tempdir().unwrap());
    terminal.wait_for("shell> ");
    terminal.press(&format!("{}\r", env!("CARGO_BIN_EXE_lastbite")));
    terminal.wait_for("Enter: play");
    terminal.press(ENTER);
    terminal.wait_for("Your turn");
    terminal.press(CTRL_Z);
    terminal.wait_for("Stopped");
    assert!(!terminal.screen.screen().alternate_screen());
    terminal.press("fg\r");
    terminal.wait_for("Your turn");
    assert!(terminal.screen.screen().alternate_screen());
    terminal.press("q");
    terminal.wait_for("shell> ");
    terminal.press("stty -a | grep -c -- ' icanon'; exit 3\r");
    terminal.wait("the shell's own mode", |shown| shown.contains("\n1\n"));
    assert_eq!(terminal.end(), 3);
}

#[test]
fn a_record_opens_on_its_review() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.json");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_lastbite"));
    command.args(["chomp", "2x3", "--vs", "human", "--names", "Ada,Bob", "--record"]).arg(&file);
    command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::null());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"2,2\n1,2\n2,1\nn\n").unwrap();
    assert!(child.wait().unwrap().success());
    let mut terminal = Terminal::open(&["replay", file.to_str().unwrap()]);
    let shown = terminal.wait_for("Ada's bite at 2,2 gave the");
    assert!(shown.contains("Review of Chomp 2x3"), "{shown}");
    terminal.press(RIGHT);
    terminal.wait_for("Move 1 of 3");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn a_broken_settings_file_is_a_note() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("lastbite")).unwrap();
    std::fs::write(folder.path().join("lastbite/settings.json"), "{").unwrap();
    let command = CommandBuilder::new(env!("CARGO_BIN_EXE_lastbite"));
    let mut terminal = Terminal::start(command, (24, 80), folder);
    if cfg!(target_os = "linux") {
        terminal.wait_for("cannot be read");
    }
    terminal.press(ENTER);
    terminal.wait_for("Your turn");
    if cfg!(target_os = "linux") {
        let written = std::fs::read_to_string(terminal.folder.path().join("lastbite/settings.json")).unwrap();
        assert!(written.contains("4x7"));
    }
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}
