//! Ctrl-C in the middle of long work: every command ends soon, says so by its exit code, and leaves nothing
//! behind.
//!
//! scripts/measure-interrupts measures how soon exactly. Here one of a few tries must end within a second: a busy
//! machine does not delay all of them, and a program that waits for something does.

use std::io::{Seek, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::talk::program;
use tempfile::TempDir;

/// How much work is done before Ctrl-C, in processor time.
///
/// Each command here has ten times as much to do, or more. A busy machine may look late, but the work must
/// not be done by then.
const WORK: Duration = Duration::from_millis(150);
/// Only a program that does not listen takes this long, however busy the machine is. Finished work would show
/// in its exit code.
const SOON: Duration = Duration::from_secs(120);
/// How soon one of a few tries must end, by the clock.
const PROMPT: Duration = Duration::from_secs(1);
const TRIES: usize = 6;
/// The most that is still worked after Ctrl-C, in processor time, which a busy machine does not lengthen.
const LITTLE: Duration = Duration::from_secs(1);

/// Runs a command, presses Ctrl-C in the middle of it, and checks that it ends soon.
fn is_interrupted(line: &str, folder: &TempDir) {
    is_interrupted_reading(line, "", folder);
}

/// Checks that one of a few tries ends soon; each returns how long it took.
fn is_prompt(line: &str, mut try_once: impl FnMut() -> Duration) {
    let took: Vec<Duration> = (0..TRIES).map(|_| try_once()).take_while(|&took| took >= PROMPT).collect();
    assert!(took.len() < TRIES, "{line}: it never ended within {PROMPT:?}, but took {took:?}");
}

/// Runs a command that reads these lines, presses Ctrl-C in the middle of it, and checks that it ends soon.
fn is_interrupted_reading(line: &str, typed: &str, folder: &TempDir) {
    is_prompt(line, || interrupted_after(line, typed, folder));
}

/// Interrupts a command, and returns how long it took to end.
fn interrupted_after(line: &str, typed: &str, folder: &TempDir) -> Duration {
    let mut input = tempfile::tempfile().unwrap();
    input.write_all(typed.as_bytes()).unwrap();
    input.rewind().unwrap();
    let mut child = program(&line.split(' ').collect::<Vec<_>>())
        .current_dir(folder.path())
        .stdin(input)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !has_worked(&child) {
        std::thread::sleep(Duration::from_millis(5));
        assert!(child.try_wait().unwrap().is_none(), "{line}: done before it could be interrupted");
    }
    let pressed = Instant::now();
    let before = worked(&child);
    let kill = Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
    while child.try_wait().unwrap().is_none() {
        let since = worked(&child).saturating_sub(before);
        assert!(since < LITTLE, "{line}: the processor worked {since:?} after Ctrl-C");
        if pressed.elapsed() > SOON {
            child.kill().unwrap();
            panic!("{line}: still at work {SOON:?} after Ctrl-C");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let took = pressed.elapsed();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{line}: {said}");
    assert!(!said.contains("panicked"), "{line}: {said}");
    assert!(said.ends_with("lastbite: stopped\n"), "{line}: {said}");
    took
}

/// Says whether a program has done some of its work. A busy machine may not even have started it yet.
#[cfg(target_os = "linux")]
fn has_worked(child: &Child) -> bool {
    worked(child) >= WORK
}

/// Says whether a program has done some of its work, as far as a clock can tell.
#[cfg(not(target_os = "linux"))]
fn has_worked(_: &Child) -> bool {
    std::thread::sleep(WORK);
    true
}

/// Returns the processor time that a program has used; that of one that has ended is forgotten.
fn worked(child: &Child) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
    // After the name in parentheses: the time in the program and in the system, in hundredths of a second.
    let Some((_, fields)) = stat.rsplit_once(')') else { return Duration::ZERO };
    let hundredths = fields.split_whitespace().skip(11).take(2).map(|field| field.parse::<u64>().unwrap());
    Duration::from_millis(hundredths.sum::<u64>() * 10)
}

fn files(folder: &TempDir) -> Vec<String> {
    let entries = std::fs::read_dir(folder.path()).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn solving_is_interrupted() {
    let folder = TempDir::new().unwrap();
    for line in [
        "solve 21x21 --memory 20G",
        "solve 3x300000",
        "solve 4x3000 --memory 4G",
        "solve 6x200 --memory 4G",
        "solve 16x16 --grundy --memory 4G",
        "solve chomp:20x21 21^19,20 --memory 20G",
        "analyze 15x17 --memory 4G",
        "openings 1..20 1..20 --memory 4G",
        "openings 4 1..3000 --memory 4G",
        "grundy 1..16 1..16 --memory 4G",
        "periods 3 --to 300000",
        "periods octal:0.007 --to 10000000",
        "periods --all-octal 3",
        "sequence octal:0.3c --to 100000",
    ] {
        is_interrupted(line, &folder);
    }
    assert_eq!(files(&folder), [""; 0]);
}

#[test]
fn listing_counting_and_drawing_are_interrupted() {
    let folder = TempDir::new().unwrap();
    for line in [
        "lost 3x60000 --memory 4G",
        "lost 5x400 --npy lost.npy --memory 4G --threads 2",
        "count 20x20 --by area --memory 20G",
        "count 15x15 --by winning-bites --memory 4G",
        "sample 16x16 -n 1000000000 --memory 4G",
        "sample 16x16 --thorough --memory 4G",
        "plot share 12x40 -o plot.svg --memory 4G",
        "plot periods 3x300000 -o plot.svg",
        "plot distances 17x17 -o plot.svg --memory 8G",
        "plot grundy 16x16 -o plot.svg --memory 4G",
    ] {
        is_interrupted(line, &folder);
    }
    assert_eq!(files(&folder), [""; 0]);
}

#[test]
fn comparisons_and_tournaments_are_interrupted() {
    let folder = TempDir::new().unwrap();
    let players = ["easy", "perfect"].map(|level| format!(" -p {level}").repeat(4)).concat();
    for line in
        ["compare 7x8 --nodes 1000000000000", &format!("tournament 40x41{players} --rounds 1000"), "bench"]
    {
        is_interrupted(line, &folder);
    }
    assert_eq!(files(&folder), [""; 0]);
}

/// Each of these lines begins another search, and nobody is there to be asked.
#[test]
fn a_game_that_reads_its_moves_from_a_file_is_interrupted() {
    let folder = TempDir::new().unwrap();
    let typed = "1 from 1\n1 from 2\n1 from 3\n1 from 4\n";
    for engine in ["minimax", "alphabeta"] {
        is_interrupted_reading(
            &format!("play nim:99^20 --engine {engine} --names Ada --first human"),
            typed,
            &folder,
        );
    }
    for line in ["advise 115x16", "advise chomp:12x12x12", "advise chomp:12x12x12 --json"] {
        is_interrupted(line, &folder);
    }
    assert_eq!(files(&folder), [""; 0]);
}

#[test]
fn recorded_games_are_interrupted() {
    let folder = TempDir::new().unwrap();
    let record = r#"{"format":"lastbite-record 1","game":"chomp:18x19","start":"19^18",
        "players":[{"name":"A","kind":"human"},{"name":"B","kind":"human"}],"seed":1,"engine":"auto","moves":[
        {"player":1,"move":"18,19","seconds":1,"nodes":null,"outcome_before":null,"outcome_after":null}
        ],"resigned":null,"winner":null,"ending":null}"#;
    std::fs::write(folder.path().join("game.json"), record).unwrap();
    is_interrupted("review game.json --memory 4G", &folder);
    is_interrupted("replay game.json", &folder);
    assert_eq!(files(&folder), ["game.json"]);
}

#[test]
fn tables_are_interrupted_and_leave_no_half_file() {
    let folder = TempDir::new().unwrap();
    is_interrupted("table build 21x21 --memory 20G -o table", &folder);
    assert_eq!(files(&folder), [""; 0]);
    let built =
        program(&["table", "build", "18x18", "-o", "table"]).current_dir(folder.path()).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    is_interrupted("table verify table --memory 4G", &folder);
    assert_eq!(files(&folder), ["table"]);
}

#[test]
fn games_on_orders_and_puzzles_are_interrupted() {
    let folder = TempDir::new().unwrap();
    for line in [
        "analyze chomp:12x12x12 --memory 4G",
        "explain chomp:12x12x12 --memory 4G",
        "analyze subsets:7 --memory 4G",
        "solve chomp:2x2x2x2x2x2x2x2x2 --memory 4G",
        "lost subsets:7 --memory 4G",
        "solve subsets:7 --memory 4G",
        "puzzle kayles:40^12 --memory 4G",
        "worksheet kayles:40^12 --memory 4G",
    ] {
        is_interrupted(line, &folder);
    }
    assert_eq!(files(&folder), [""; 0]);
}

/// Sends a signal, waits for the end, and returns how long that took.
#[cfg(unix)]
#[track_caller]
fn ends_after(child: &mut Child, signal: &str, code: i32) -> Duration {
    let kill = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
    let pressed = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if pressed.elapsed() > SOON {
            child.kill().unwrap();
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let took = pressed.elapsed();
    assert_eq!(child.wait().unwrap().code(), Some(code));
    took
}

/// Who waits for a reader that does not read is not at work, and does not see that it was told to stop.
#[cfg(unix)]
#[test]
fn a_reader_that_does_not_read_holds_nobody_up() {
    for line in ["lost 14x14", "positions 8x8", "lost 4x900 --json", "sample 12x12 -n 1000000"] {
        for (signal, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
            is_prompt(&format!("{signal} of {line}"), || {
                let mut child = waiting_for_its_reader(line);
                ends_after(&mut child, signal, code)
            });
        }
    }
}

/// Starts a command that fills a pipe, and waits until it sleeps there.
#[cfg(unix)]
fn waiting_for_its_reader(line: &str) -> Child {
    let mut child = program(&line.split(' ').collect::<Vec<_>>())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let is_asleep = |child: &Child| {
        let stat = std::fs::read_to_string(format!("/proc/{}/wchan", child.id())).unwrap_or_default();
        stat.contains("pipe")
    };
    let began = Instant::now();
    while !is_asleep(&child) && began.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(20));
        assert!(child.try_wait().unwrap().is_none(), "{line}: nothing fills the pipe");
    }
    child
}

/// A bot that closes its output and lives on is given time to say how it ended, but not when all are told to.
#[cfg(target_os = "linux")]
#[test]
fn a_bot_that_lives_on_ends_with_the_tournament_whatever_the_signal() {
    let folder = TempDir::new().unwrap();
    let script = folder.path().join("bot.sh");
    std::fs::write(&script, "echo $$ >> $1/pids\nsleep 1000 &\necho $! >> $1/pids\nexec >&-\nwait\n")
        .unwrap();
    for (signal, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let pids = folder.path().join("pids");
        let _ = std::fs::remove_file(&pids);
        let bot = format!("b=sh {} {}", script.display(), folder.path().display());
        let mut child = program(&["tournament", "3x4", "-p", "easy", "-p", &bot])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let written = || std::fs::read_to_string(&pids).unwrap_or_default();
        let began = Instant::now();
        while written().lines().count() < 2 {
            assert!(began.elapsed() < SOON, "the bot was not started");
            std::thread::sleep(Duration::from_millis(5));
        }
        ends_after(&mut child, signal, code);
        for pid in written().lines() {
            let is_there = || match std::fs::read_to_string(format!("/proc/{pid}/stat")) {
                Ok(stat) => !stat.contains(") Z "),
                Err(_) => false,
            };
            let began = Instant::now();
            while is_there() {
                assert!(began.elapsed() < Duration::from_secs(10), "{signal}: process {pid} lives on");
                std::thread::sleep(Duration::from_millis(5));
            }
        }
    }
}
