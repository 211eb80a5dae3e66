//! What a rough world does to a program: full disks, closed outputs, pipes for files, no memory, kill -9.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::talk::program;
use tempfile::TempDir;

const LASTBITE: &str = env!("CARGO_BIN_EXE_lastbite");

/// Runs a line of shell, in which $L is the program.
fn shell(line: &str) -> Output {
    let mut command = Command::new("bash");
    command.args(["-c", line]).env("L", LASTBITE).env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
    command.output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Checks that it ended with this code, and that no panic was shown.
#[track_caller]
fn ends(line: &str, code: i32) -> Output {
    let output = shell(line);
    let said = text(&output.stderr) + &text(&output.stdout);
    assert_eq!(output.status.code(), Some(code), "{line}: {said}");
    assert!(!said.contains("panicked"), "{line}: {said}");
    output
}

#[test]
fn a_full_or_closed_output_is_an_error_and_no_panic() {
    for command in ["--help", "solve 8x8", "openings 3 3..5", "--version", "chomp --help"] {
        let output = ends(&format!("$L {command} > /dev/full"), 1);
        assert!(text(&output.stderr).contains("could not be written"), "{command}: {}", text(&output.stderr));
        ends(&format!("$L {command} > /dev/full 2> /dev/full"), 1);
    }
    ends("$L solve 4x 2>&-", 2);
    ends("$L solve 4x 2> /dev/full", 2);
    ends("$L --nonsense 2>&-", 2);
    ends("$L solve 8x8 2>&- | cat > /dev/null; exit ${PIPESTATUS[0]}", 0);
    ends("printf '2,2\\n' | $L chomp 3x4 --vs human --names A,B > /dev/full", 1);
}

#[test]
fn pipes_and_devices_are_refused_where_a_file_is_wanted() {
    let folder = TempDir::new().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in [pipe.to_str().unwrap(), "/dev/zero", "/dev/null"] {
        for command in ["replay", "chomp --resume", "table info", "table verify"] {
            // Nothing hangs: minutes are allowed for what takes no time.
            let output = ends(&format!("timeout 120 $L {command} {path}"), 2);
            assert!(text(&output.stderr).contains("not an ordinary file"), "{}", text(&output.stderr));
        }
        let output = ends(&format!("timeout 120 $L table build 4x5 --force -o {path}"), 2);
        assert!(text(&output.stderr).contains("not an ordinary file"), "{}", text(&output.stderr));
    }
}

#[test]
fn a_file_that_may_not_grow_is_a_sentence_and_leaves_nothing() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().display();
    for command in ["table build 14x14 -o", "tree 4x4 --dag -o", "lost 14x14 --npy"] {
        // Without `trap '' XFSZ` the system would end the program.
        let output = ends(&format!("ulimit -f 8; $L {command} {path}/file.svg"), 2);
        let said = text(&output.stderr);
        assert!(said.lines().count() == 1 && said.contains("File too large"), "{command}: {said}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "{command}");
    }
    ends(&format!("ulimit -f 1; $L lost 9x9 > {path}/file"), 1);
}

#[test]
fn of_two_builds_at_the_same_time_one_says_that_the_file_is_there() {
    let folder = TempDir::new().unwrap();
    let table = folder.path().join("table");
    let build = || {
        program(&["table", "build", "14x14", "-o", table.to_str().unwrap()])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    // The message is the same whether or not both are at work at the same time.
    let ended: Vec<Output> =
        [build(), build(), build()].into_iter().map(|child| child.wait_with_output().unwrap()).collect();
    let (done, late): (Vec<&Output>, Vec<&Output>) = ended.iter().partition(|output| output.status.success());
    assert_eq!((done.len(), late.len()), (1, 2), "{ended:?}");
    for output in late {
        let said = text(&output.stderr);
        assert!(said.lines().count() == 1 && said.contains("is already there"), "{said}");
    }
    ends(&format!("$L table verify {}", table.display()), 0);
}

#[test]
fn no_control_character_of_a_name_reaches_the_terminal() {
    let folder = TempDir::new().unwrap();
    let name = "evil\u{1b}[31m\u{7}\n\u{202e}.json";
    std::fs::write(folder.path().join(name), "{}").unwrap();
    for args in [["replay", name].as_slice(), &["chomp", "--resume", name], &["table", "info", name], &[name]]
    {
        let output = Command::new(LASTBITE).args(args).current_dir(folder.path()).output().unwrap();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(!said.trim_end().contains(['\u{1b}', '\u{7}', '\n', '\u{202e}']), "{said:?}");
    }
}

#[test]
fn bytes_that_are_not_text_are_survived() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("bytes");
    std::fs::write(&file, b"\xff\xfe\x80\n2,2\n\xc3\x28\n1,3\nquit\n").unwrap();
    let output = ends(&format!("$L chomp 3x4 --vs human --names A,B < {}", file.display()), 0);
    assert!(text(&output.stdout).contains("B bites 1,3"), "{}", text(&output.stdout));
    ends(&format!("$L replay {}", file.display()), 2);
    ends("$L solve $'\\xff'", 2);
    ends("$L chomp --names $'\\xff'", 2);
    ends("$L table info $'no\\xff'", 2);
}

#[test]
fn running_out_of_memory_is_a_sentence() {
    let folder = TempDir::new().unwrap();
    let table = folder.path().join("table");
    let table = table.display();
    ends(&format!("$L table build 17x17 -o {table}"), 0);
    for line in [
        format!("ulimit -v 400000; $L table build 20x20 -o {table}.large --memory 20G"),
        "ulimit -v 100000; $L grundy 15..16 15..16 --memory 20G --threads 1".to_string(),
        format!("ulimit -v 120000; $L table verify {table} --memory 20G --threads 1"),
    ] {
        let output = ends(&line, 2);
        let said = text(&output.stderr);
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains("memory"), "{said}");
    }
}

#[test]
fn more_threads_than_the_system_gives_are_no_error() {
    // The stacks of a thousand threads do not fit, so most of them cannot be started.
    let output = ends("ulimit -v 1000000; $L solve 13x13 --threads 1024 --json", 0);
    assert!(text(&output.stdout).contains("\"lost\":85555,"), "{}", text(&output.stdout));
    ends("ulimit -v 1000000; printf 'hint\\nquit\\n' | $L chomp 5x6 --vs human --names A,B", 0);
}

/// A thread that finds no room to begin would abort the program, and one that takes the last of it would let
/// the others abort.
#[cfg(target_os = "linux")]
#[test]
fn with_any_room_there_are_only_as_many_threads_as_fit() {
    for kibibytes in (60_000..400_000).step_by(4_000) {
        for command in ["solve 13x13", "solve 12x12 --grundy", "solve 5x60", "solve 3x500"] {
            ends(&format!("ulimit -v {kibibytes}; $L {command} --threads 1024"), 0);
        }
    }
}

#[test]
fn a_forged_table_is_wrong_and_not_believed() {
    use lastbite::{Chomp, Effort};
    use lastbite_engines::Table;
    use lastbite_engines::sieve::Sieve;
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("empty");
    let bar: Chomp = "5x7".parse().unwrap();
    let plan = Sieve::of(&bar).plan(&Effort::unlimited()).unwrap();
    Table::write(&path, plan.ranks(std::iter::empty()), &Effort::unlimited()).unwrap();
    let path = path.display();
    let output = ends(&format!("$L table lookup {path} 7^5"), 2);
    assert!(text(&output.stderr).contains("contradict"), "{}", text(&output.stderr));
    ends(&format!("$L table verify {path}"), 2);
}

#[test]
fn a_killed_game_has_its_record_and_a_killed_build_leaves_nothing() {
    let folder = TempDir::new().unwrap();
    let record = folder.path().join("game.json");
    let mut child =
        program(&["chomp", "3x4", "--vs", "human", "--names", "A,B", "--record", record.to_str().unwrap()])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
    child.stdin.as_mut().unwrap().write_all(b"2,2\n").unwrap();
    let until = Instant::now() + Duration::from_secs(120);
    while !std::fs::read_to_string(&record).is_ok_and(|text| text.contains("\"2,2\"")) {
        assert!(Instant::now() < until, "the move is recorded at once");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    ends(&format!("$L replay {}", record.display()), 0);

    let table = folder.path().join("table");
    let mut child = program(&["table", "build", "21x21", "--memory", "20G", "-o", table.to_str().unwrap()])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(200));
    child.kill().unwrap();
    child.wait().unwrap();
    // The draft of a killed process is removed by the next one that writes there.
    ends(&format!("$L table build 3x4 -o {}", folder.path().join("small").display()), 0);
    let mut left: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["game.json", "small"]);
}

/// A container numbers its own processes, so the number of an outside process means nothing inside.
#[test]
fn a_program_in_a_container_leaves_drafts_of_those_outside_alone() {
    const INSIDE: &str = "unshare -r --pid --fork --mount-proc";
    if !shell(&format!("{INSIDE} true")).status.success() {
        return eprintln!("no containers can be made here");
    }
    let folder = TempDir::new().unwrap();
    let written = lastbite_work::file::write_whole(folder.path().join("outside"), |file| {
        ends(&format!("{INSIDE} $L table build 3x4 -o {}/inside", folder.path().display()), 0);
        file.write_all(b"whole")
    });
    written.unwrap();
    assert_eq!(std::fs::read(folder.path().join("outside")).unwrap(), b"whole");
}

#[test]
fn mistakes_are_told_in_one_sentence_of_one_kind() {
    for (line, says) in [
        ("$L solv 4x4", "did you mean lastbite solve?"),
        ("$L tabel", "did you mean lastbite table?"),
        ("$L --nonsense", "unexpected argument '--nonsense'"),
        ("$L solve", "lastbite solve needs WHAT"),
        ("$L table", "see lastbite table --help"),
        ("$L solve 4x4 --thread 2", "a similar argument exists: '--threads'"),
        ("$L solve 40x40 --grundy", "of memory"),
    ] {
        let output = ends(line, 2);
        let said = text(&output.stderr);
        assert!(said.starts_with("lastbite: ") && said.contains(says), "{line}: {said}");
        assert_eq!(said.lines().count(), 1, "{line}: {said}");
        assert!(!said.contains("18446744073709551615"), "{line}: {said}");
    }
}

/// What is too large is refused by the same sentence everywhere, before anything is built from it.
#[test]
fn a_game_that_is_too_large_is_refused_by_every_command_at_once() {
    let room = "ulimit -v 1048576; timeout 120 $L";
    let judged = ["nim:1000000^100", "nim:100000^1000", "chomp:10000x10000"];
    for game in judged {
        for command in ["analyze", "explain", "advise"] {
            let output = ends(&format!("{room} {command} {game}"), 2);
            let said = text(&output.stderr);
            assert!(said.lines().count() == 1 && said.contains("is too large to be judged"), "{said}");
        }
        let answered = text(&shell(&format!("echo go {game} | ({room} engine)")).stdout);
        assert!(answered.starts_with("error a game of "), "{answered}");
    }
    // What a rule settles is answered in the same room, although the moves are hundreds of millions.
    for game in ["moore:2:1000^20", "moore:3:200^10"] {
        for command in ["solve", "analyze", "explain", "advise"] {
            ends(&format!("{room} {command} {game}"), 0);
        }
        let answered = text(&shell(&format!("echo go {game} | ({room} engine)")).stdout);
        assert!(answered.starts_with("info outcome win "), "{answered}");
    }
    let sum = ["chomp:99x99"; 12].join("+");
    for game in ["kayles:100000^50", "wythoff:1000000,999999", "subtract:1,2,3:1000000^100", &sum] {
        for command in ["compare", "tree", "trace", "worksheet", "tournament -p easy -p perfect"] {
            let output = ends(&format!("{room} {command} {game}"), 2);
            let said = text(&output.stderr);
            // Puzzles are made of games that people can play.
            let why = if command == "worksheet" { "cannot be played: " } else { "is too large to be " };
            assert!(said.lines().count() == 1 && said.contains(why), "{command} {game}: {said}");
        }
    }
    ends(&format!("{room} play {sum}"), 2);
}

/// An order is counted before it is solved or searched, and within the same limits.
#[cfg(target_os = "linux")]
#[test]
fn an_order_is_counted_within_the_memory_that_is_allowed() {
    let mut child = program(&["solve", "subsets:7", "--memory", "64M"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let told = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let told = told.and_then(|told| told.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        peak = peak.max(told.unwrap_or(0));
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!((1..128 << 10).contains(&peak), "{peak} kB");
}

/// What is found on the way is asked for, and not taken: too little memory ends in a sentence, and never in an abort.
#[test]
fn with_little_memory_orders_searches_and_puzzles_end_with_a_sentence() {
    for (command, kilobytes) in [
        ("analyze chomp:12x12x12", 204_800),
        ("solve chomp:12x12x12", 204_800),
        ("solve chomp:2x2x2x2x2x2x2x2x2", 204_800),
        ("worksheet kayles:40^12", 204_800),
        ("analyze nim:999999,999998,5", 204_800),
        ("advise chomp:12x12x12 --ascii", 204_800),
        // What play refuses is refused here too.
        ("worksheet chomp:16x16x16", 150_000),
        ("worksheet subsets:12", 204_800),
        ("puzzle chomp:16x16x16", 150_000),
        ("puzzle chomp:4x4x4x4x4x4", 204_800),
    ] {
        let output =
            shell(&format!("ulimit -v {kilobytes}; timeout 300 $L {command} < /dev/null > /dev/null"));
        let said = text(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 2)), "{command}: {:?} {said}", output.status);
        assert!(!said.contains("panicked") && !said.contains("memory allocation"), "{command}: {said}");
    }
}
