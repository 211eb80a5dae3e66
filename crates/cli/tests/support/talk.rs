//! Runs the real program with input from a pipe and compares whole conversations.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What the program said and how it ended.
pub struct Said {
    /// Its standard output.
    pub out: String,
    /// Its standard error, without the notices about long work, which may appear on a busy machine.
    pub err: String,
    /// Its exit code.
    pub code: Option<i32>,
}

/// The program, in an environment that is the same everywhere.
pub fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lastbite"));
    command.args(args).env("LC_ALL", "C.UTF-8").env_remove("NO_COLOR").env_remove("COLUMNS");
    command
}

/// Runs the program with these lines as its input.
pub fn talk(args: &[&str], lines: &[&str]) -> Said {
    talk_to(program(args), lines)
}

/// Runs a command with these lines as its input.
pub fn talk_to(mut command: Command, lines: &[&str]) -> Said {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    // A program that ends early need not read all of it.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    Said {
        out: String::from_utf8(output.stdout).expect("text"),
        err: unhurried(&String::from_utf8(output.stderr).expect("text")),
        code: output.status.code(),
    }
}

/// Leaves out the notices about long work.
pub fn unhurried(text: &str) -> String {
    let notice = |line: &&str| {
        line.starts_with("Thinking ... (")
            || line.starts_with("Judging the moves for the record ... (")
            || line.contains(" so far.")
    };
    text.split_inclusive('\n').filter(|line| !notice(line)).collect()
}

/// Makes all times equal, with the spaces before them, as they differ from run to run.
pub fn timeless(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = [" µs", " ms", " s"].iter().filter_map(|unit| rest.find(unit)).min() {
        let (head, tail) = rest.split_at(at);
        let unit = [" µs", " ms", " s"].iter().find(|unit| tail.starts_with(**unit)).expect("it was found");
        let number = head.rfind(|c: char| !c.is_ascii_digit() && c != '.').map_or(0, |i| i + 1);
        let ends = tail[unit.len()..].chars().next().is_none_or(|c| !c.is_alphanumeric());
        if number < head.len() && ends {
            // In a table the column keeps its width; in a sentence the length of the time does not matter.
            let before = head[..number].trim_end_matches(' ');
            let width = (head.len() - before.len() + unit.chars().count()).max(4);
            let column = number - before.len() > 1;
            out.push_str(before);
            out.push_str(&" ".repeat(if column { width - 4 } else { number - before.len() }));
            out.push_str("0 µs");
        } else {
            out.push_str(head);
            out.push_str(unit);
        }
        rest = &tail[unit.len()..];
    }
    out + rest
}

/// Compares a conversation with the one in `tests/transcripts`; its first line is the command.
///
/// With `UPDATE_TRANSCRIPTS` set, writes it there instead.
pub fn check_transcript(name: &str, args: &[&str], lines: &[&str]) -> Said {
    check_transcript_in(".", name, args, lines)
}

/// Compares a conversation that is held in a folder, where it may leave files.
pub fn check_transcript_in(folder: &str, name: &str, args: &[&str], lines: &[&str]) -> Said {
    let mut program = program(args);
    program.current_dir(folder);
    let said = talk_to(program, lines);
    let conversation = format!("$ lastbite {}\n{}", args.join(" "), timeless(&said.out));
    let path = transcript(name);
    if std::env::var_os("UPDATE_TRANSCRIPTS").is_some() {
        std::fs::write(&path, &conversation).expect("the transcript is written");
    }
    let expected = std::fs::read_to_string(&path).expect("the transcript is there");
    assert_eq!(conversation, expected, "{name}; stderr: {}", said.err);
    said
}

/// Returns where a transcript is.
pub fn transcript(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts").join(name).with_extension("txt")
}
