//! `lastbite serve`: how it begins and how it ends.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::time::Duration;

use crate::browser::{Served, http};
#[cfg(unix)]
use crate::terminal::Terminal;

fn port(served: &Served) -> u16 {
    served.address.trim_end_matches('/').rsplit(':').next().unwrap().parse().unwrap()
}

#[test]
fn a_taken_port_is_a_sentence() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let said =
        Command::new(env!("CARGO_BIN_EXE_lastbite")).args(["serve", "--bind", &address]).output().unwrap();
    let err = String::from_utf8_lossy(&said.stderr).into_owned();
    assert_eq!(said.status.code(), Some(2), "{err}");
    assert!(err.contains(&format!("{address} is already in use")), "{err}");
}

/// A folder with a file that is no table, which the log says, and a port that is taken, which ends the server.
fn something_to_log() -> (tempfile::TempDir, TcpListener, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("other"), "no table").unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let (address, tables) = (taken.local_addr().unwrap().to_string(), folder.path().display().to_string());
    let arguments = ["serve", "--bind", &address, "--tables", &tables].map(str::to_string).to_vec();
    (folder, taken, arguments)
}

#[test]
fn a_log_in_a_file_has_no_colours() {
    let (_folder, _taken, arguments) = something_to_log();
    let said = Command::new(env!("CARGO_BIN_EXE_lastbite")).args(&arguments).output().unwrap();
    let err = String::from_utf8(said.stderr).unwrap();
    assert!(err.contains(" WARN leaves out ") && !err.contains('\u{1b}'), "{err:?}");
}

#[cfg(unix)]
#[test]
fn a_log_on_a_terminal_has_colours_unless_they_are_unwanted() {
    let (_folder, _taken, arguments) = something_to_log();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    for (env, coloured) in [(&[][..], true), (&[("NO_COLOR", "1")], false), (&[("TERM", "dumb")], false)] {
        let mut terminal = Terminal::open_with(200, &arguments, env);
        terminal.wait_for("is already in use");
        let (everything, code) = (terminal.everything(), terminal.end());
        assert!(
            everything.contains("leaves out") && everything.contains('\u{1b}') == coloured,
            "{everything:?}"
        );
        assert_eq!(code, 2);
    }
}

#[test]
fn nonsense_is_refused_with_a_sentence() {
    for arguments in [["--bind", "nowhere"], ["--memory", "much"], ["--tables", "/no/such/folder"]] {
        let said =
            Command::new(env!("CARGO_BIN_EXE_lastbite")).arg("serve").args(arguments).output().unwrap();
        assert_eq!(said.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8_lossy(&said.stderr).starts_with("lastbite: "), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn it_finishes_what_is_being_answered_when_it_is_told_to_end() {
    let mut served = Served::start();
    let port = port(&served);
    assert_eq!(http(port, "GET", "/api/health", "").0, 200);
    // A question that takes a moment, sent before the signal.
    let mut slow = TcpStream::connect(("127.0.0.1", port)).unwrap();
    write!(slow, "GET /api/analyze?game=chomp:13x14 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        .unwrap();
    std::thread::sleep(Duration::from_millis(100));
    let killed = Command::new("kill").args(["-TERM", &served.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let mut answer = String::new();
    slow.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{}", answer.lines().next().unwrap_or(""));
    assert_eq!(served.wait(), Some(0));
    assert!(TcpStream::connect(("127.0.0.1", port)).is_err());
}
