//! The full-screen game on a real terminal: played by keys and by mouse, resized, stressed, and ended in
//! every way.

use std::io::Write;
use std::process::Command;
use std::time::Duration;

use crate::terminal::Terminal;
use lastbite_tui::memory::Place;
use lastbite_tui::{App, Depth, Look};
use lastbite_work::Dice;

const ENTER: &str = "\r";
const DOWN: &str = "\u{1b}[B";
const RIGHT: &str = "\u{1b}[C";
const CTRL_C: &str = "\u{3}";
const CTRL_Z: &str = "\u{1a}";

/// Plays what the hints say until the game is over, by keys alone.
fn win_by_hints(terminal: &mut Terminal) {
    loop {
        let shown = terminal
            .see_that("a turn or the end", |shown| shown.contains("Your turn") || shown.contains("You win!"));
        if shown.contains("You win!") {
            return;
        }
        terminal.press("h");
        terminal.see("There is a winning");
        terminal.press("hhh");
        let names = |shown: &str| shown.contains("wins,");
        terminal.see_that("the move", names);
        terminal.press(ENTER);
        terminal.see_that("the next position", |shown| !names(shown));
    }
}

#[test]
fn a_whole_game_of_chomp_is_won_by_keys_alone() {
    let mut terminal = Terminal::open(80, &["--calm"]);
    terminal.see("Enter: play");
    terminal.press(ENTER);
    terminal.see("Chomp 4x7");
    win_by_hints(&mut terminal);
    terminal.see("You 1 : 0 Computer");
    terminal.press(ENTER);
    terminal.see("You never gave the win away.");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn a_whole_game_of_take_away_is_won_by_keys_alone() {
    let mut terminal = Terminal::open(80, &[]);
    terminal.see("Enter: play");
    terminal.press(RIGHT);
    terminal.see("Take-away");
    terminal.press(ENTER);
    terminal.see("Take-away 3,4,5");
    win_by_hints(&mut terminal);
    terminal.see("You 1 : 0 Computer");
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
    let mut terminal = Terminal::open(80, &["--calm"]);
    terminal.see("Enter: play");
    let (x, y) = find(&terminal, "Enter: play").unwrap();
    let click = |terminal: &mut Terminal, x: usize, y: usize| {
        terminal.press(&format!("\u{1b}[<35;{x};{y}M\u{1b}[<0;{x};{y}M\u{1b}[<0;{x};{y}m"));
    };
    click(&mut terminal, x + 2, y);
    terminal.see("Your turn");
    // With the analysis on, the winning square says where it is.
    terminal.press("a");
    let mut moves = 0;
    loop {
        let shown = terminal.see_that("a winning square or the end", |shown| {
            shown.contains("You win!") || (shown.contains("Your turn") && winning(shown).is_some())
        });
        if shown.contains("You win!") {
            break;
        }
        let (x, y) = winning(&shown).unwrap();
        click(&mut terminal, x, y);
        moves += 1;
        terminal.see_that("the answer", |shown| {
            shown.contains("You win!") || shown.contains(&format!("{} Computer", moves * 2))
        });
        if moves == 1 {
            terminal.resize(40, 120);
            terminal.see_that("the larger screen", |shown| {
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
        let mut terminal = Terminal::open(80, &["--calm", "--ascii"]);
        terminal.see("Enter: play");
        for key in ALL_KEYS.chars() {
            // Back to the start, then to the screen, whatever the last key has opened.
            terminal.press("\u{1b}");
            std::thread::sleep(Duration::from_millis(15));
            path.iter().for_each(|key| terminal.press(key));
            terminal.press(&key.to_string());
        }
        // Whatever is open is closed, and the question whether to leave is answered. Esc and a key that are
        // read together mean a different key, so a busy machine gets more and more time between them.
        for round in 1..100 {
            if terminal.program.try_wait().unwrap().is_some() {
                break;
            }
            for key in ["\u{1b}", "q", "y"] {
                let _ = terminal.keyboard.write_all(key.as_bytes());
                std::thread::sleep(Duration::from_millis(40 * round));
            }
        }
        assert_eq!(terminal.end(), 0, "{path:?}");
    }
}

#[test]
fn ten_thousand_random_keys() {
    let mut terminal = Terminal::open(80, &["--calm"]);
    terminal.see("Enter: play");
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
        terminal.receive_all();
        assert!(terminal.program.try_wait().unwrap().is_none(), "it is still there");
    }
    terminal.press(CTRL_C);
    assert_eq!(terminal.end(), 130);
}

#[test]
fn signals_give_the_terminal_back() {
    for (signal, code) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
        let mut terminal = Terminal::open(80, &[]);
        terminal.press(ENTER);
        terminal.see("Your turn");
        terminal.signal(signal);
        assert_eq!(terminal.end(), code);
    }
}

#[test]
fn ctrl_c_ends_while_the_computer_thinks_and_esc_stops_it() {
    // Options open the game at once, and a patient search thinks for a while.
    let mut terminal = Terminal::open(80, &["6x7", "--calm", "--engine", "minimax", "--first", "human"]);
    terminal.see("Your turn");
    terminal.press(ENTER);
    terminal.see("computer thinks");
    terminal.press("\u{1b}");
    terminal.see("Your turn");
    terminal.press(ENTER);
    terminal.see("computer thinks");
    terminal.press(CTRL_C);
    assert_eq!(terminal.end(), 130);
}

#[test]
fn ctrl_z_puts_aside_and_fg_brings_back() {
    let mut shell = Command::new("bash");
    shell.args(["--norc", "--noprofile", "-i"]);
    shell.env("PS1", "shell> ");
    let mut terminal = Terminal::start(shell, &[], (24, 80), tempfile::tempdir().unwrap());
    terminal.see("shell> ");
    terminal.press(&format!("{}\r", env!("CARGO_BIN_EXE_lastbite")));
    terminal.see("Enter: play");
    terminal.press(ENTER);
    terminal.see("Your turn");
    terminal.press(CTRL_Z);
    terminal.see("Stopped");
    assert!(!terminal.screen.screen().alternate_screen());
    terminal.press("fg\r");
    terminal.see("Your turn");
    assert!(terminal.screen.screen().alternate_screen());
    terminal.press("q");
    // The prompts from before are on the screen again at once: only a new one says that the shell listens.
    terminal.see_that("a new prompt", |shown| shown.trim_end().ends_with("shell>"));
    terminal.press("stty -a | grep -c -- ' icanon'; exit 3\r");
    terminal.see_that("the shell's own mode", |shown| shown.contains("\n1\n"));
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
    let mut terminal = Terminal::open(80, &["replay", file.to_str().unwrap()]);
    let shown = terminal.see("Ada's bite (2,2) gave the");
    assert!(shown.contains("Review of Chomp 2x3"), "{shown}");
    terminal.press(RIGHT);
    terminal.see("Move 1 of 3");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn a_broken_settings_file_is_a_note() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("lastbite")).unwrap();
    std::fs::write(folder.path().join("lastbite/settings.json"), "{").unwrap();
    let command = Command::new(env!("CARGO_BIN_EXE_lastbite"));
    let mut terminal = Terminal::start(command, &[], (24, 80), folder);
    if cfg!(target_os = "linux") {
        terminal.see("cannot be read");
    }
    terminal.press(ENTER);
    terminal.see("Your turn");
    if cfg!(target_os = "linux") {
        let written = std::fs::read_to_string(terminal.folder.path().join("lastbite/settings.json")).unwrap();
        assert!(written.contains("4x7"));
    }
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}

/// Plays, and panics in another thread while the screen is taken: run by the test below, in a terminal.
#[test]
fn a_game_that_panics() {
    let Some(seen) = std::env::var_os("LASTBITE_PANICS") else { return };
    std::thread::spawn(move || {
        while !std::path::Path::new(&seen).exists() {
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = std::thread::spawn(|| panic!("this is meant to happen")).join();
        std::process::exit(101);
    });
    let look = Look { depth: Depth::True, light: false, ascii: false, calm: true };
    let _ = lastbite_tui::run(&mut App::new(look, (80, 24), Place::nowhere(), 1));
}

#[test]
fn a_panic_gives_the_terminal_back_and_is_shown_on_it() {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "full_screen::a_game_that_panics", "--nocapture"]);
    let folder = tempfile::tempdir().unwrap();
    // It panics when this file appears, which means that the game has been seen.
    let seen = folder.path().join("seen");
    let env = [("LASTBITE_PANICS", seen.to_str().unwrap())];
    let mut terminal = Terminal::start(command, &env, (24, 80), folder);
    terminal.see("Enter: play");
    std::fs::write(&seen, "").unwrap();
    terminal.see("this is meant to happen");
    assert!(!terminal.screen.screen().alternate_screen());
    assert_eq!(terminal.end(), 101);
}

#[test]
fn whatever_is_said_of_the_game_it_opens_in_full_screen() {
    for args in [&["4x7"][..], &["--level", "easy"], &["--calm", "4x7"]] {
        let mut terminal = Terminal::open(80, args);
        terminal.see_that("something", |shown| !shown.trim().is_empty());
        assert!(terminal.screen.screen().alternate_screen(), "{args:?}");
    }
}

#[test]
fn any_game_opens_in_full_screen_and_lines_are_for_play() {
    let mut terminal = Terminal::open(80, &["nim:3,4,5", "--vs", "human", "--names", "Ada,Bob", "--calm"]);
    terminal.see("Take-away 3,4,5");
    // Where there is no terminal, it is played line by line.
    let said = crate::talk::talk(&["nim:3,4,5", "--vs", "human", "--names", "Ada,Bob"], &["quit"]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    assert!(said.out.contains("Ada's turn"), "{}", said.out);
    let said = crate::talk::talk(&["nim:3,4,5", "--poison", "2,2"], &[]);
    assert!(said.err.contains("go with a bar"), "{}", said.err);
}
