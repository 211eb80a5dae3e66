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

/// A folder with a file that is not a table, which the log says, and a port that is taken, which ends the
/// server.
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
    for arguments in [
        ["--bind", "nowhere"],
        ["--memory", "much"],
        ["--memory", "1"],
        ["--connections-per-client", "0"],
        ["--tables", "/no/such/folder"],
        ["--workers", "0"],
        ["--waiting", "many"],
        ["--per-client", "-1"],
        ["--deadline", "0"],
        ["--connections", "1000001"],
        ["--patience", "3601"],
        ["--allow-origin", "banana; <script>"],
        ["--allow-origin", "https://example.org/page"],
        ["--host", "two words"],
        ["--trusted-proxy", "10.0.0.0/33"],
        ["--metrics", "nowhere"],
        ["--access-log", "/no/such/folder/log"],
    ] {
        let said =
            Command::new(env!("CARGO_BIN_EXE_lastbite")).arg("serve").args(arguments).output().unwrap();
        assert_eq!(said.status.code(), Some(2), "{arguments:?}");
        let err = String::from_utf8_lossy(&said.stderr).into_owned();
        assert!(err.starts_with("lastbite: ") && !err.contains("panicked"), "{arguments:?}: {err}");
    }
}

/// Runs the server in a shell that limits what the system gives it, and returns what it said at its end.
#[cfg(unix)]
fn starved(limit: &str, more: &str) -> String {
    let program = env!("CARGO_BIN_EXE_lastbite");
    let script = format!("ulimit {limit}; exec '{program}' serve --bind 127.0.0.1:0 {more}");
    let said = Command::new("sh").args(["-c", &script]).output().unwrap();
    let err = String::from_utf8_lossy(&said.stderr).into_owned();
    assert_eq!(said.status.code(), Some(2), "{limit} {more}: {err}");
    assert_eq!(said.stdout, b"", "{limit} {more}");
    err
}

#[cfg(unix)]
#[test]
fn a_starved_start_is_one_sentence() {
    for files in [6, 9, 32] {
        let err = starved(&format!("-n {files}"), "");
        assert!(
            err.starts_with("lastbite: ") && err.contains("ulimit -n") && err.lines().count() < 4,
            "{err}"
        );
    }
}

/// A thread needs room for its stack; without it, the system refuses the thread.
#[cfg(target_os = "linux")]
#[test]
fn too_few_threads_are_one_sentence() {
    let err = starved("-v 400000", "--workers 1024 --memory 64M");
    assert!(
        err.starts_with("lastbite: ")
            && err.contains("could not start enough threads")
            && err.lines().count() < 4,
        "{err}"
    );
}

/// Somewhere in between, the threads leave almost nothing of what the system gives.
#[cfg(target_os = "linux")]
#[test]
fn with_any_room_it_starts_or_says_a_sentence() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    let (mut started, mut refused) = (0, 0);
    for room in (100..340).step_by(4) {
        let script = format!(
            "ulimit -v {}; exec '{}' serve --bind 127.0.0.1:0 --workers 2 --memory 64M",
            room * 1024,
            env!("CARGO_BIN_EXE_lastbite")
        );
        let mut server = Command::new("sh")
            .args(["-c", &script])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
        if let Some(address) = line.strip_prefix("lastbite serves http://127.0.0.1:") {
            let port = address.split('/').next().unwrap().parse().unwrap();
            assert_eq!(http(port, "GET", "/api/health", "").0, 200, "{room} MiB");
            started += 1;
            server.kill().unwrap();
        }
        let output = server.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        if line.is_empty() {
            assert_eq!(output.status.code(), Some(2), "{room} MiB: {said}");
            assert!(said.starts_with("lastbite: "), "{room} MiB: {said}");
            refused += 1;
        }
    }
    assert!(started > 20 && refused > 5, "{started} started, {refused} did not");
}

#[cfg(target_os = "linux")]
#[test]
fn it_answers_where_there_is_little_room() {
    // As much address space as the memory it may use, twice and a bit.
    let served = Served::start_with("ulimit -v 150000;", &["--memory", "64M", "--workers", "2"]);
    let port = port(&served);
    for question in ["nim:3,4,5", "chomp:4x7", "chomp:8x10", "chomp:12x12", "chomp:16x16", "chomp:20x20"] {
        let (status, text) = http(port, "GET", &format!("/api/analyze?game={question}"), "");
        assert!([200, 422, 503].contains(&status), "{question}: {status} {text}");
    }
    assert_eq!(http(port, "GET", "/api/health", "").0, 200);
}

/// Sixteen workers share the memory; they do not get it each.
#[cfg(target_os = "linux")]
#[test]
fn the_memory_covers_all_work() {
    let arguments = ["--memory", "64M", "--workers", "16", "--per-client", "100", "--deadline", "3"];
    let served = Served::start_with("", &arguments);
    let port = port(&served);
    let asked: Vec<_> = (1..=24)
        .map(|number| format!("/api/analyze?game=chomp:13x14@{},{}", number % 4 + 1, number / 4 + 2))
        .map(|question| std::thread::spawn(move || http(port, "GET", &question, "").0))
        .collect();
    let status = format!("/proc/{}/status", served.id());
    let mut most = 0;
    while asked.iter().any(|one| !one.is_finished()) {
        let status = std::fs::read_to_string(&status).unwrap();
        let own = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap();
        most = most.max(own.trim().trim_end_matches("kB").trim().parse::<u64>().unwrap());
        std::thread::sleep(Duration::from_millis(2));
    }
    let statuses: Vec<u16> = asked.into_iter().map(|one| one.join().unwrap()).collect();
    assert!(statuses.iter().all(|status| [200, 422, 503].contains(status)), "{statuses:?}");
    assert!(most * 1024 < (64 << 20) / 5 * 6, "{most} kB");
}

/// A short text can stand for a game that takes hundreds of megabytes; it is refused before it takes them.
#[cfg(target_os = "linux")]
#[test]
fn what_is_refused_for_its_size_is_never_built() {
    let served = Served::start_with("", &["--memory", "64M", "--workers", "2"]);
    let port = port(&served);
    let sum = |part: &str| [part; 12].join("+");
    for game in [
        sum("kayles:1^1000000"),
        sum("nim:1^1000000"),
        sum("subsets:12"),
        sum("chomp:16x16x16"),
        sum("chomp:99x99"),
    ] {
        for route in ["analyze", "setup", "puzzle", "worksheet", "session", "game", "grundy", "explain"] {
            let (status, answer) = http(port, "GET", &format!("/api/{route}?game={game}"), "");
            assert_eq!(status, 422, "{route} {game}: {answer}");
        }
        let record = include_str!("../../../../fuzz/seeds/record/nim.json").replacen("nim:2,3", &game, 1);
        assert_eq!(http(port, "POST", "/api/record", &record).0, 400, "{game}");
    }
    for question in [
        "new?kind=nim&values=1^1000000;",
        "setup?game=nim:3,4&position=1^1000000",
        "analyze?game=chomp:4x7%201^1000000",
    ] {
        assert!([400, 422].contains(&http(port, "GET", &format!("/api/{question}"), "").0), "{question}");
    }
    // What it took at most, from its first moment on.
    let status = std::fs::read_to_string(format!("/proc/{}/status", served.id())).unwrap();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let most: u64 = most.trim().trim_end_matches("kB").trim().parse().unwrap();
    assert!(most * 1024 < 64 << 20, "{most} kB");
}

#[test]
fn metrics_and_the_access_log_are_for_whoever_runs_it() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("access");
    let file = log.display().to_string();
    let mut served = Served::start_with("", &["--metrics", "127.0.0.1:0", "--access-log", &file]);
    let metrics = served.next_address();
    let metrics: u16 = metrics.trim_end_matches("/metrics").rsplit(':').next().unwrap().parse().unwrap();
    let port = port(&served);
    assert_eq!(http(port, "GET", "/api/analyze?game=nim:3,4,5", "").0, 200);
    assert_eq!(http(port, "GET", "/api/ready", "").0, 200);
    assert_eq!(http(port, "GET", "/metrics", "").0, 404, "not for everybody");
    let (status, text) = http(metrics, "GET", "/metrics", "");
    assert_eq!(status, 200);
    for wanted in [
        "lastbite_answers_total{route=\"analyze\",status=\"200\"} 1\n",
        "lastbite_answer_seconds_count{route=\"analyze\"} 1\n",
        "lastbite_wait_seconds_count{lane=\"fast\"} 1\n",
        "lastbite_memory_allowed_bytes 2147483648\n",
    ] {
        assert!(text.contains(wanted), "{wanted} in {text}");
    }
    assert!(cfg!(not(target_os = "linux")) || text.contains("\nprocess_resident_memory_bytes "), "{text}");
    assert_eq!(http(metrics, "GET", "/ready", "").0, 200);
    assert_eq!(http(metrics, "GET", "/api/analyze?game=nim:3,4,5", "").0, 404);
    // It is written by its own thread, a little later.
    let deadline = std::time::Instant::now() + Duration::from_secs(60);
    let lines = loop {
        let lines = std::fs::read_to_string(&log).unwrap();
        if lines.lines().count() >= 3 {
            break lines;
        }
        assert!(std::time::Instant::now() < deadline, "{lines}");
        std::thread::sleep(Duration::from_millis(10));
    };
    let first: serde_json::Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!((first["client"].as_str(), first["method"].as_str()), (Some("127.0.0.1"), Some("GET")));
    assert_eq!(
        (first["path"].as_str(), first["status"].as_u64()),
        (Some("/api/analyze?game=nim:3,4,5"), Some(200))
    );
    assert!(
        first["id"].is_string()
            && first["time"].is_string()
            && first["ms"].is_f64()
            && first["bytes"].is_u64()
    );
}

/// The system sends a signal when a file reaches its limit, which would end the server.
#[cfg(unix)]
#[test]
fn a_full_access_log_does_not_end_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("access").display().to_string();
    let served = Served::start_with("ulimit -f 1;", &["--access-log", &file]);
    let port = port(&served);
    for question in 0..50 {
        assert_eq!(http(port, "GET", "/api/health", "").0, 200, "question {question}");
    }
}

#[cfg(unix)]
#[test]
fn it_finishes_what_is_being_answered_when_it_is_told_to_end() {
    for signal in ["-TERM", "-HUP"] {
        it_finishes_after(signal);
    }
}

#[cfg(unix)]
fn it_finishes_after(signal: &str) {
    let mut served = Served::start();
    let port = port(&served);
    assert_eq!(http(port, "GET", "/api/health", "").0, 200);
    // A question that takes a moment, sent before the signal.
    let mut slow = TcpStream::connect(("127.0.0.1", port)).unwrap();
    write!(
        slow,
        "GET /api/analyze?game=chomp:13x14 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    // It is being answered when its progress is known, or is answered already.
    slow.set_nonblocking(true).unwrap();
    while http(port, "GET", "/api/progress/analyze?game=chomp:13x14", "").1.contains("null")
        && slow.peek(&mut [0]).is_err()
    {
        std::thread::sleep(Duration::from_millis(1));
    }
    slow.set_nonblocking(false).unwrap();
    let killed = Command::new("kill").args([signal, &served.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let mut answer = String::new();
    slow.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{}", answer.lines().next().unwrap_or(""));
    assert_eq!(served.wait(), Some(0));
}

/// A client that keeps its connections busy must not keep the others out.
#[cfg(target_os = "linux")]
#[test]
fn one_client_has_a_share_of_the_connections() {
    let served = Served::start_with("", &["--connections", "10", "--connections-per-client", "3"]);
    let port = port(&served);
    // All of 127.0.0.0/8 is this machine, and each address of it another client.
    let answered = |mut line: TcpStream| {
        let _ = write!(line, "GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n");
        let mut start = [0; 12];
        line.read_exact(&mut start).is_ok_and(|()| &start == b"HTTP/1.1 200").then_some(line)
    };
    let connect = || TcpStream::connect(("127.0.0.1", port)).unwrap();
    let mine: Vec<_> = (0..3).map(|_| answered(connect()).expect("my share")).collect();
    assert!(answered(connect()).is_none(), "more than its share");
    let other = Command::new("python3")
        .args(["-c", OTHER_CLIENT, &port.to_string()])
        .output()
        .expect("Python, as for the bots");
    assert_eq!(String::from_utf8_lossy(&other.stdout).trim(), "HTTP/1.1 200 OK");
    drop(mine);
}

/// Asks from another address of this machine.
#[cfg(target_os = "linux")]
const OTHER_CLIENT: &str = "
import socket, sys
line = socket.create_connection(('127.0.0.1', int(sys.argv[1])), source_address=('127.0.0.2', 0))
line.sendall(b'GET /api/health HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n')
print(line.recv(100).decode().splitlines()[0])
";
