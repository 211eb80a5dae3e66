//! A disk that is full: a sentence, nothing half-written left behind, and the old file as it was.
//!
//! The disk is a real one of 64 KiB where mounting is allowed; elsewhere the system lets no file grow beyond
//! that.

use std::process::{Command, Output, Stdio};

use crate::terminal::Terminal;
use tempfile::TempDir;

const LASTBITE: &str = env!("CARGO_BIN_EXE_lastbite");

/// Makes the current folder a small disk; `fill` leaves no room at all on it.
const MOUNTED: &str = r#"mount -t tmpfs -o size=64k tmpfs "$PWD" && cd "$PWD" || exit 99
fill() { head -c 1000000 /dev/zero > fill 2>/dev/null; }
"#;
/// The same, as far as a limit on file sizes can imitate it.
const LIMITED: &str = "trap '' XFSZ; ulimit -f 64
fill() { ulimit -f 0; }
";

/// Runs lines of shell in a folder on a small disk, in which $L is the program; afterwards `ls` and what
/// `old.svg` holds are shown.
fn on_a_small_disk(lines: &str) -> Output {
    let folder = TempDir::new().unwrap();
    let shell = |program: &str, args: &[&str], before: &str| {
        let script =
            format!("{before}{lines}\ncode=$?; ls -A | grep -vx fill; cat old.svg 2>/dev/null; exit $code");
        let mut command = Command::new(program);
        command.args(args).arg(script).current_dir(folder.path()).stdin(Stdio::null());
        command.env("L", LASTBITE).env("LC_ALL", "C.UTF-8").output().unwrap()
    };
    match shell("unshare", &["-rm", "bash", "-c"], MOUNTED) {
        refused if matches!(refused.status.code(), Some(99 | 1)) && refused.stdout.is_empty() => {
            shell("bash", &["-c"], LIMITED)
        }
        done => done,
    }
}

/// Runs a command that writes more than fits, and checks what it says and leaves behind.
#[track_caller]
fn is_refused(before: &str, command: &str, left: &str) {
    let output = on_a_small_disk(&format!("{before}$L {command}"));
    let (said, shown) = (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
    assert_eq!(output.status.code(), Some(2), "{command}: {said}");
    assert_eq!(said.lines().count(), 1, "{command}: {said}");
    let why = ["No space left on device", "File too large"];
    assert!(said.starts_with("lastbite: ") && why.iter().any(|why| said.contains(why)), "{command}: {said}");
    assert_eq!(shown, left, "{command}");
}

#[test]
fn what_is_too_large_for_the_disk_leaves_the_old_file() {
    for command in [
        "table build 14x14 --force -o old.svg",
        "lost 14x14 --force --npy old.svg",
        "tree 4x4 --dag --force -o old.svg",
    ] {
        is_refused("", command, "");
        is_refused("printf precious > old.svg\n", command, "old.svg\nprecious");
    }
    is_refused("fill\n", "plot lost 3x1000 -o old.svg", "");
    is_refused(
        "printf precious > old.svg; fill\n",
        "plot lost 3x1000 --force -o old.svg",
        "old.svg\nprecious",
    );
}

#[test]
fn a_checkpoint_that_cannot_be_written_at_first_is_refused() {
    is_refused("fill\n", "solve 5x300 --method few-rows --checkpoint checkpoint --threads 1", "");
}

#[test]
fn a_checkpoint_that_cannot_be_written_later_is_said_once_and_the_work_goes_on() {
    // At first it is small, and too large for the disk later: of a bar after the first step, of heaps at the end.
    for (command, found) in [
        ("solve 4x300 --method few-rows --threads 1", "winning"),
        ("sequence octal:0.354 --to 300000", "largest value"),
    ] {
        let output = on_a_small_disk(&format!("$L {command} --checkpoint checkpoint"));
        let (said, shown) =
            (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
        assert_eq!(output.status.code(), Some(0), "{command}: {said}");
        assert_eq!(said.matches("could not be written").count(), 1, "{command}: {said}");
        assert!(said.contains("the work continues") && shown.contains(found), "{command}: {said}{shown}");
        assert!(shown.ends_with("checkpoint\n"), "{command}: the previous one is intact: {shown}");
    }
}

#[test]
fn a_game_goes_on_without_its_record_and_the_record_is_tried_again() {
    let output = on_a_small_disk(
        "fill; printf '2,2\\nsave saved.json\\n1,2\\nquit\\n' | $L chomp 3x4 --vs human --names A,B --record record.json",
    );
    let shown = String::from_utf8_lossy(&output.stdout);
    let complained = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{complained}");
    assert!(
        complained.contains("the game was not recorded, because record.json could not be written"),
        "{complained}"
    );
    for said in ["record.json could not be written", "saved.json could not be written", "B bites 1,2"] {
        assert!(shown.contains(said), "{said}: {shown}");
    }
    assert_eq!(
        shown.matches("record.json could not be written").count(),
        3,
        "at first and after each move: {shown}"
    );
    assert!(!shown.contains("\nrecord.json\n"), "nothing is left behind: {shown}");
}

/// A device takes every byte and keeps none, or none at all: no record was ever there.
#[test]
fn a_record_that_can_never_be_written_is_refused_before_the_game() {
    for path in ["/dev/full", "/dev/null", "/proc/record.json", "nowhere/record.json"] {
        let command =
            format!("printf '2,2\\n' | $L chomp 3x4 --vs human --names A,B --record {path} --force");
        let output = on_a_small_disk(&command);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_ne!(output.status.code(), Some(0), "{path}: {said}");
        assert!(said.contains("the record cannot be written"), "{path}: {said}");
        assert!(!String::from_utf8_lossy(&output.stdout).contains("turn"), "{path}: nothing is played");
    }
}

#[test]
fn settings_that_cannot_be_written_are_a_note_in_the_game() {
    let folder = TempDir::new().unwrap();
    std::fs::create_dir(folder.path().join("lastbite")).unwrap();
    let mut command = Command::new("bash");
    command.args(["-c", &format!("trap '' XFSZ; ulimit -f 0; exec {LASTBITE} --calm")]);
    let mut terminal = Terminal::start(command, &[], (24, 80), folder);
    terminal.see("Enter: play");
    terminal.press("\r");
    terminal.see("could not be written");
    assert_eq!(std::fs::read_dir(terminal.folder.path().join("lastbite")).unwrap().count(), 0);
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}
