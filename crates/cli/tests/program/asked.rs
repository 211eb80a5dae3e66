//! What people type, through the real binary: `solve` and `play` read the same texts, and mean the same.

use std::process::{Command, Output, Stdio};

fn lastbite(command: &[&str], typed: &str) -> Output {
    let words = typed.split(' ').filter(|word| !word.is_empty());
    let mut program = Command::new(env!("CARGO_BIN_EXE_lastbite"));
    // A word that begins with a sign is not an option here.
    program.args(command).arg("--").args(words).stdin(Stdio::null()).output().unwrap()
}

fn said(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The lines of the file that ask for a game or a position: what is typed, and the answer.
fn lines() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let file = include_str!("../../../lastbite/tests/texts.tsv");
    file.lines().filter_map(|line| {
        let (typed, answer) = line.strip_prefix("ask\t")?.split_once('\t')?;
        let (kind, answer) = answer.split_at(2);
        Some((typed, kind, answer))
    })
}

#[test]
fn every_text_that_people_type_is_solved_and_played_as_the_same_thing_or_refused_in_the_same_words() {
    let mut wrong = Vec::new();
    for (typed, kind, answer) in lines() {
        let solved = lastbite(&["solve", "--json"], typed);
        let played = lastbite(&["play", "--vs", "human", "--names", "Ada,Bob"], typed);
        let right = match kind {
            "= " => {
                let (game, position) = answer.split_once(' ').unwrap_or((answer, ""));
                let found = said(&solved.stdout);
                let same = found.starts_with(&format!("{{\"game\":\"{game}\""))
                    && (position.is_empty() || found.contains(&format!("\"position\":\"{position}\"")));
                same && solved.status.success() && played.status.success()
            }
            _ => {
                let sentence = said(&solved.stderr);
                let offered = kind != "? " || answer.split(" | ").all(|text| sentence.contains(text));
                let told = kind != "! " || sentence.contains(answer);
                let numbered = typed.parse::<u8>().is_ok();
                let same = numbered && played.status.success() || said(&played.stderr) == sentence;
                solved.status.code() == Some(2) && sentence.lines().count() == 1 && offered && told && same
            }
        };
        if !right {
            wrong.push(format!(
                "{typed}: {kind}{answer}\n  {}{}  {}{}",
                said(&solved.stdout),
                said(&solved.stderr),
                said(&played.stderr),
                said(&played.stdout),
            ));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(lines().count() > 200);
}

/// Plays a move in a game of two people, and returns all that is said but the move as it was typed.
fn played(game: &str, typed: &str) -> String {
    use std::io::Write as _;
    let mut play = Command::new(env!("CARGO_BIN_EXE_lastbite"));
    play.args(["play", game, "--vs", "human", "--names", "Ada,Bob"]);
    let mut play = play.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    play.stdin.take().unwrap().write_all(format!("{typed}\nquit\n").as_bytes()).unwrap();
    // Where nobody types at a terminal, the program repeats what it reads.
    said(&play.wait_with_output().unwrap().stdout).replacen(&format!("? {typed}\n"), "? \n", 1)
}

#[test]
fn every_move_that_people_type_is_played_as_the_move_that_it_means_or_refused() {
    let file = include_str!("../../../lastbite/tests/texts.tsv");
    let (mut many, mut wrong) = (0, Vec::new());
    for line in file.lines().filter(|line| !line.starts_with("ask\t") && !line.starts_with('#')) {
        let [game, typed, answer] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let (kind, expected) = answer.split_at(2);
        let told = played(game, typed);
        let right = match kind {
            // What may not be played is refused in the same words too.
            "= " => told == played(game, expected),
            "? " => told.contains(&format!("did you mean {}?", expected.replace(" | ", " or "))),
            _ => told.to_lowercase().contains(&expected.to_lowercase()),
        };
        if !right {
            wrong.push(format!("{line}\n{told}"));
        }
        many += 1;
    }
    assert!(wrong.is_empty(), "{} of {many}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(many > 25, "{many}");
}

#[test]
fn a_number_of_the_printed_list_is_a_game_at_its_prompt_and_as_an_argument() {
    use std::io::Write as _;
    let mut play = Command::new(env!("CARGO_BIN_EXE_lastbite"));
    let mut play =
        play.args(["play", "--vs", "human"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    play.stdin.take().unwrap().write_all(b"hello\nkayls\n4\nAda\nBob\nquit\n").unwrap();
    let told = said(&play.wait_with_output().unwrap().stdout);
    let list: Vec<&str> = told.lines().take_while(|line| !line.starts_with("Game [")).collect();
    assert!(list.len() < 24 && list.iter().all(|line| line.chars().count() < 80), "{told}");
    assert!(list[4].starts_with("  4  Kayles "), "{told}");
    assert!(told.contains("'hello' is not a game") && told.contains("did you mean kayles?"), "{told}");
    assert!(told.contains("Throw") || told.contains("Knock"), "{told}");
    let argued = lastbite(&["play", "--vs", "human", "--names", "A,B"], "4");
    assert!(said(&argued.stdout).contains(told.lines().last().map_or("", |_| "pins")), "{argued:?}");
}

#[test]
fn a_game_is_played_without_the_word_play() {
    for typed in ["nim", "Nim", "kayles:8,9", "7,5,3", "Wythoff's Game"] {
        let played = lastbite(&["--vs", "human", "--names", "A,B"], typed);
        assert!(played.status.success(), "{typed}: {}", said(&played.stderr));
        assert!(said(&played.stdout).contains("A's turn") || said(&played.stdout).contains("A,"), "{typed}");
    }
}

#[test]
fn a_file_that_is_there_is_offered_as_an_order() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("order.txt"), "a b\n").unwrap();
    let mut solve = Command::new(env!("CARGO_BIN_EXE_lastbite"));
    let solved = solve.current_dir(folder.path()).args(["solve", "order.txt"]).output().unwrap();
    assert_eq!(said(&solved.stderr), "lastbite: 'order.txt' is a file; did you mean poset:@order.txt?\n");
}

/// The settings of the person who runs the tests are left alone.
#[test]
fn a_puzzle_is_tried_until_it_is_solved_and_the_first_try_counts() {
    use std::io::Write as _;
    let folder = tempfile::tempdir().unwrap();
    let puzzle = |args: &[&str], typed: &str| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_lastbite"));
        program
            .env("XDG_CONFIG_HOME", folder.path())
            .env("HOME", folder.path())
            .env("APPDATA", folder.path());
        program.arg("puzzle").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut program = program.spawn().unwrap();
        program.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
        program.wait_with_output().unwrap()
    };
    let bar = ["3x5", "--difficulty", "easy", "--seed", "7"];
    let shown = said(&puzzle(&bar, "hint\nquit\n").stdout);
    assert!(shown.contains("Exactly one bite wins. Find it."), "{shown}");
    let solution = shown.split("Biting ").nth(1).unwrap().split(' ').next().unwrap().to_string();
    let solved = said(&puzzle(&bar, &format!("nonsense\n99,99\n{solution}\n")).stdout);
    assert!(solved.contains("is not a square") && solved.contains("Right! You bite"), "{solved}");
    assert!(solved.contains("1 in a row, best 1, 1 puzzle solved at the first try."), "{solved}");
    let again = said(&puzzle(&bar, &format!("{solution}\n")).stdout);
    assert!(again.contains("Right!") && !again.contains("in a row"), "a puzzle counts once: {again}");
    let other = said(&puzzle(&["3x5", "--seed", "3"], "1,1\nquit\n").stdout);
    assert!(other.contains("loses at once") && other.contains("0 in a row, best 1"), "{other}");
    assert!(other.contains("Try again."), "{other}");
    let today = puzzle(&[], "quit\n");
    assert!(said(&today.stdout).starts_with("The puzzle of the day: "), "{today:?}");
}
