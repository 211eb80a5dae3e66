//! `completions`, `man` and `--help` know every command and every option.

use std::collections::BTreeSet;

use crate::talk::talk;

fn good(args: &[&str]) -> String {
    let said = talk(args, &[]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{args:?}");
    said.out
}

/// Lists all commands, and theirs, as the help names them: `solve`, `table build`.
fn commands() -> Vec<String> {
    let named = |help: &str| -> Vec<String> {
        let of_a_command = |line: &str| {
            let name = line.strip_prefix("  ")?.split_once("  ")?.0;
            let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '-');
            (is_name && name != "help").then(|| name.to_string())
        };
        // Examples and options are indented too.
        let lists = help.split("\n\n").filter(|part| {
            part.lines()
                .next()
                .is_some_and(|title| matches!(title, "Play:" | "Learn:" | "Solve:" | "Tools:" | "Commands:"))
        });
        lists.flat_map(|list| list.lines().filter_map(of_a_command)).collect()
    };
    let mut all = Vec::new();
    for command in named(&good(&["--help"])) {
        let within = named(&good(&[&command, "--help"]));
        all.extend(within.iter().map(|name| format!("{command} {name}")));
        all.push(command);
    }
    assert!(all.len() > 28 && all.contains(&"table build".to_string()), "{all:?}");
    all
}

fn help(command: &str) -> String {
    good(&command.split(' ').chain(["--help"]).collect::<Vec<_>>())
}

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

/// The long options that the help of a command names.
fn options(help: &str) -> BTreeSet<String> {
    let words = help.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    words.filter(|word| word.starts_with("--") && word.len() > 2).map(str::to_string).collect()
}

#[test]
fn completions_know_every_command_and_every_option() {
    let helps: Vec<(String, String)> =
        commands().into_iter().map(|name| (name.clone(), help(&name))).collect();
    for shell in SHELLS {
        let script = good(&["completions", shell]);
        for (command, help) in &helps {
            assert!(command.split(' ').all(|word| script.contains(word)), "{shell} {command}");
            for option in options(help) {
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
    for (command, option, begun, whole) in [
        ("chomp", "--level", "ea", "easy"),
        ("play", "--vs", "hu", "human"),
        ("chomp", "--first", "co", "computer"),
        ("play", "--engine", "si", "sieve"),
        ("play", "--corner", "lower-l", "lower-left"),
        ("worksheet", "--difficulty", "ha", "hard"),
        ("count", "--by", "win", "winning-bites"),
        ("solve", "--method", "si", "sieve"),
        ("solve", "--on", "ca", "card"),
    ] {
        assert_eq!(ask(&["lastbite", command, option, begun]), [whole], "{command} {option}");
    }
}

#[test]
fn manual_pages_name_every_option() {
    let page = good(&["man"]);
    assert!(page.contains(".TH lastbite 1"), "{page}");
    for command in commands() {
        let words: Vec<&str> = command.split(' ').collect();
        assert!(page.contains(&words[0].replace('-', "\\-")), "{command}");
        let own = good(&[&["man"], &words[..]].concat());
        for option in options(&help(&command)) {
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

#[test]
fn version_names_the_commit_and_the_features() {
    let short = format!("lastbite {}", env!("CARGO_PKG_VERSION"));
    assert_eq!(good(&["-V"]), format!("{short}\n"));
    let long = good(&["--version"]);
    let lines: Vec<&str> = long.lines().collect();
    // The tests are built with the same features as the program.
    let with = [
        (" tui", cfg!(feature = "tui")),
        (" serve", cfg!(feature = "serve")),
        (" card", cfg!(feature = "card")),
    ];
    let features: String = with.iter().filter_map(|(name, is_in)| is_in.then_some(*name)).collect();
    let none = if features.is_empty() { " none" } else { "" };
    assert_eq!(
        (lines[0], lines[lines.len() - 1]),
        (&*short, &*format!("features{features}{none}")),
        "{long}"
    );
    // Where git knows the sources, it knows their commit.
    let head = std::process::Command::new("git").args(["log", "-1", "--format=%h", "--abbrev=10"]).output();
    if let Some(head) = head.ok().filter(|head| head.status.success()) {
        let head = String::from_utf8(head.stdout).unwrap();
        assert!(lines[1].starts_with(&format!("commit {} of 20", head.trim())), "{long}");
    }
}
