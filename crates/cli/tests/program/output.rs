//! One rule for every file that a command writes: whole or not at all, and replacing an existing one only
//! with `--force`.

use std::fs;
use std::process::Output;

use crate::talk::program;
use tempfile::TempDir;

/// Commands that write a file, their arguments, and the option that names the file.
const WRITERS: [(&str, &str, &str); 7] = [
    ("tree", "2x2", "-o"),
    ("plot", "grundy 4x4", "-o"),
    ("worksheet", "3x5 --seed 7", "-o"),
    ("table build", "4x5", "-o"),
    ("compare", "2x2", "--plot"),
    ("lost", "3x10", "--npy"),
    ("table export", "small.table", "--npy"),
];

/// The file: its name ends as `tree` wants it.
const FILE: &str = "file.svg";

fn run(folder: &TempDir, line: &str) -> Output {
    program(&line.split(' ').collect::<Vec<_>>()).current_dir(folder.path()).output().unwrap()
}

#[track_caller]
fn said(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[track_caller]
fn refusal(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    let sentence = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!((sentence.lines().count(), output.stdout.len()), (1, 0), "{sentence}");
    sentence
}

#[test]
fn a_file_that_is_there_is_kept_unless_it_may_be_replaced() {
    for (command, told, option) in WRITERS {
        let folder = TempDir::new().unwrap();
        said(&run(&folder, "table build 3x4 -o small.table"));
        let file = folder.path().join(FILE);
        let line = format!("{command} {told} {option} {FILE}");
        said(&run(&folder, &line));
        let written = fs::read(&file).unwrap();
        fs::write(&file, "precious").unwrap();
        let expected = format!(
            "lastbite: {FILE} is already there; name another file with {option}, or replace it with --force\n"
        );
        assert_eq!(refusal(&run(&folder, &line)), expected, "{line}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "precious", "{line}");
        said(&run(&folder, &format!("{line} --force")));
        assert_eq!(fs::read(&file).unwrap(), written, "{line}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "{line}: nothing else is left behind");
    }
}

#[test]
fn a_file_that_cannot_be_made_is_refused_before_the_work() {
    for (command, told, option) in WRITERS {
        let folder = TempDir::new().unwrap();
        said(&run(&folder, "table build 3x4 -o small.table"));
        let sentence = refusal(&run(&folder, &format!("{command} {told} {option} no/such/{FILE}")));
        assert!(
            sentence.contains("there is no folder no/such; name a file in one that exists"),
            "{sentence}"
        );
        fs::create_dir(folder.path().join(FILE)).unwrap();
        let sentence = refusal(&run(&folder, &format!("{command} {told} {option} {FILE} --force")));
        assert!(
            sentence.contains(&format!("(it is a folder); name another file with {option}")),
            "{sentence}"
        );
    }
}

#[test]
fn the_help_says_the_rule_in_the_same_words_everywhere() {
    let folder = TempDir::new().unwrap();
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (command, _, option) in WRITERS {
        let help = words(&said(&run(&folder, &format!("{command} --help"))));
        assert!(help.contains("--force Replace a file that is already there"), "{command}: {help}");
        let file = "-o, --output <FILE> The file to write; one that is already there is kept without --force";
        assert_eq!(help.contains(file), option == "-o", "{command}: {help}");
    }
}

#[cfg(unix)]
#[test]
fn the_standard_output_has_two_names() {
    let folder = TempDir::new().unwrap();
    for command in ["plot grundy 4x4", "worksheet 3x5 --seed 7", "tree 2x2 --ascii"] {
        let plain = said(&run(&folder, command));
        for name in ["-", "/dev/stdout"] {
            assert_eq!(said(&run(&folder, &format!("{command} -o {name}"))), plain, "{command} -o {name}");
        }
    }
    for name in ["-", "/dev/stdout"] {
        let sentence = refusal(&run(&folder, &format!("table build 4x5 -o {name}")));
        assert!(sentence.contains("written to a file only"), "{sentence}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
