//! `completions`, `man` and `--help` know every command and every option.

use std::collections::BTreeSet;

use crate::talk::talk;

fn good(args: &[&str]) -> String {
    let said = talk(args, &[]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{args:?}");
    said.out
}

const COMMANDS: [&str; 12] = [
    "chomp",
    "take-away",
    "replay",
    "solve",
    "openings",
    "bench",
    "tree",
    "trace",
    "engine",
    "tournament",
    "completions",
    "man",
];
const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

/// The long options that the help of a command names.
fn options(help: &str) -> BTreeSet<String> {
    let words = help.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    words.filter(|word| word.starts_with("--") && word.len() > 2).map(str::to_string).collect()
}

#[test]
fn completions_know_every_option_also_of_take_away() {
    for shell in SHELLS {
        let script = good(&["completions", shell]);
        for command in COMMANDS {
            assert!(script.contains(command), "{shell} {command}");
            for option in options(&good(&[command, "--help"])) {
                // Fish writes long options without their dashes.
                let name = option.trim_start_matches('-');
                assert!(
                    script.contains(&option) || script.contains(&format!("-l {name}")),
                    "{shell} {command} {option}"
                );
            }
        }
        assert!(script.contains("alphabeta") && script.contains("medium"), "{shell} knows the values too");
    }
}

#[cfg(unix)]
#[test]
fn bash_completes_with_them() {
    let script = good(&["completions", "bash"]);
    let ask = |words: &[&str]| {
        let line = words.join(" ");
        let quoted = words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" ");
        let program = format!(
            "{script}\nCOMP_WORDS=({quoted}); COMP_CWORD={}; COMP_LINE='{line}'; _lastbite lastbite '{}' '{}'; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            words.len() - 1,
            words[words.len() - 1],
            words[words.len() - 2],
        );
        let output = std::process::Command::new("bash").args(["-c", &program]).output().unwrap();
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_string).collect::<Vec<_>>()
    };
    assert_eq!(ask(&["lastbite", "tou"]), ["tournament"]);
    assert_eq!(ask(&["lastbite", "take-away", "--mis"]), ["--misere"]);
    assert_eq!(ask(&["lastbite", "tree", "--search", "al"]), ["alphabeta"]);
}

#[test]
fn manual_pages_name_every_option() {
    let page = good(&["man"]);
    assert!(page.contains(".TH lastbite 1"), "{page}");
    for command in COMMANDS {
        assert!(page.contains(&command.replace('-', "\\-")), "{command}");
        let own = good(&["man", command]);
        for option in options(&good(&[command, "--help"])) {
            assert!(own.contains(&option.replace('-', "\\-")), "{command} {option}");
        }
    }
    assert!(good(&["man", "table", "build"]).contains("SYNOPSIS"));
    let said = talk(&["man", "dance"], &[]);
    assert_eq!((said.code, said.err.lines().count()), (Some(2), 1));
    assert!(said.err.contains("'dance' is not a command of lastbite; there are play"), "{}", said.err);
    let said = talk(&["completions", "tcsh"], &[]);
    assert_eq!((said.code, said.err.lines().count()), (Some(2), 1), "{}", said.err);
    assert!(said.err.contains("a shell is bash, elvish, fish, powershell or zsh"), "{}", said.err);
}

#[test]
fn the_help_of_the_new_commands_fits_a_screen_and_has_an_example() {
    for command in ["tree", "trace", "engine", "tournament", "completions", "man"] {
        let help = good(&[command, "--help"]);
        assert!(help.contains("Example"), "{command}");
        assert!(help.lines().count() <= 40, "{command}: {} lines", help.lines().count());
        assert!(help.lines().all(|line| line.chars().count() <= 110), "{command}: {help}");
    }
}
