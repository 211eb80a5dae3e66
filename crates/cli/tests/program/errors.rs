//! What cannot be done is refused with one sentence, exit code 2, and nothing half done.

use crate::talk::talk;

fn refused(args: &[&str], sentence: &str) {
    let said = talk(args, &[]);
    assert_eq!(said.code, Some(2), "{args:?}");
    assert_eq!(said.out, "", "{args:?}");
    assert_eq!(said.err.lines().count(), 1, "{args:?}: {}", said.err);
    assert!(said.err.starts_with("lastbite: ") && said.err.contains(sentence), "{args:?}: {}", said.err);
}

#[test]
fn numbers_of_piles_and_stones_that_cannot_be() {
    refused(&["take-away", "-p", "0"], "it goes from 1 to 99");
    refused(&["take-away", "-p", "100"], "it goes from 1 to 99");
    refused(&["take-away", "-p", "-1"], "it goes from 1 to 99");
    refused(&["take-away", "-s", "0"], "it goes from 1 to 99");
    refused(&["take-away", "-s", "100"], "it goes from 1 to 99");
    refused(&["take-away", "-s", "many"], "it goes from 1 to 99");
    refused(&["take-away", "--heaps", "0,0"], "there must be a stone to take");
    refused(&["take-away", "--heaps", "3,100"], "there are 1 to 99 heaps of 0 to 99 stones");
    refused(&["take-away", "--heaps", "3", "-p", "2"], "leave out -p and -s");
}

#[test]
fn bars_that_cannot_be() {
    refused(&["chomp", "4x"], "a bar is rows x columns");
    refused(&["chomp", "0x5"], "a bar is rows x columns");
    refused(&["chomp", "100x3"], "each from 1 to 99");
    refused(&["chomp", "4", "x"], "a bar is rows x columns");
    refused(&["chopm"], "lastbite --help lists the commands");
    refused(&["chomp", "4x7", "--poison", "5,1"], "the poison at 5,1 is off the 4x7 bar");
    refused(&["chomp", "4x7", "--poison", "0,1"], "'0' is not a row or a column");
    refused(&["chomp", "4x7@2,3", "--poison", "1,1"], "has its poison on 2,3 already");
    refused(&["chomp", "4x7", "--position", "8,8"], "larger than the bar");
    refused(&["chomp", "--position", "3,4"], "row lengths go from long to short");
    refused(&["chomp", "4x7", "--position", "0"], "has been eaten");
}

#[test]
fn options_that_cannot_be() {
    refused(&["chomp", "--level", "godlike"], "easy, medium, strong or perfect");
    refused(&["chomp", "--engine", "magic"], "auto, minimax, negamax, alphabeta, memo or sieve");
    refused(&["chomp", "--corner", "middle"], "upper-left, upper-right, lower-left or lower-right");
    refused(&["chomp", "--vs", "dog"], "--vs must be human or computer, not 'dog'");
    refused(&["chomp", "--first", "martian"], "--first must be human or computer, not 'martian'");
    refused(&["chomp", "--seed", "-"], "a seed is a number");
    refused(&["chomp", "--nodes", "0"], "1 or more");
    refused(&["chomp", "--names", "A,B,C"], "--names Ada,Bob");
    refused(&["chomp", "--vs", "human", "--first", "human"], "games against the computer");
}

#[test]
fn what_is_missing_or_wrong_is_named_whole_with_the_help_of_its_command() {
    refused(
        &["tournament", "3x4"],
        "lastbite tournament needs --player <PLAYER>; see lastbite tournament --help",
    );
    refused(&["count", "4x5", "--by", "foo"], "see lastbite count --help");
    refused(&["table"], "see lastbite table --help");
    refused(&["take-away", "-p"], "see lastbite take-away --help");
    refused(&["chomp", "--dance"], "see lastbite chomp --help");
    refused(&["analyse", "--dance"], "see lastbite analyze --help");
}

#[test]
fn a_record_that_is_too_long_is_said_to_be() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("long.json");
    std::fs::File::create(&file).unwrap().set_len((64 << 20) + 1).unwrap();
    refused(&["replay", file.to_str().unwrap()], "could not be read (it is longer than 67.1 MB)");
}

#[test]
fn records_that_cannot_be_read() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = dir.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let whole = |moves: &str, game: &str| {
        format!(
            r#"{{"format":"lastbite-record 1","game":"{game}","start":"3,3","players":[{{"name":"A","kind":"human"}},{{"name":"B","kind":"human"}}],"seed":1,"engine":"auto","moves":[{moves}],"resigned":null,"winner":null,"ending":null}}"#
        )
    };
    let mv = |player: u8, mv: &str| {
        format!(
            r#"{{"player":{player},"move":"{mv}","seconds":1,"nodes":null,"outcome_before":null,"outcome_after":null}}"#
        )
    };
    let cases = [
        ("/nowhere/at/all".to_string(), "there is no file"),
        (dir.path().to_str().unwrap().to_string(), "could not be read"),
        (file("empty", ""), "is not a saved game"),
        (file("text", "hello"), "is not a saved game"),
        (file("other", &whole("", "chomp:2x3").replace("record 1", "record 9")), "its format is"),
        (file("game", &whole("", "chess")), "'chess' is not a game"),
        (file("size", &whole("", "chomp:1x3")), "larger than the bar"),
        (
            file("eaten", &whole(&[mv(1, "2,2"), mv(2, "2,2")].join(","), "chomp:2x3")),
            "its move 2 cannot be played",
        ),
        (file("turn", &whole(&mv(2, "2,2"), "chomp:2x3")), "it is not the turn of player 2"),
    ];
    for (path, sentence) in &cases {
        refused(&["chomp", "--resume", path], sentence);
        refused(&["replay", path], sentence);
    }
    let good = file("good", &whole(&mv(1, "2,2"), "chomp:2x3"));
    refused(&["take-away", "--resume", &good], "use lastbite chomp --resume");
    refused(&["chomp", "--resume", &good, "--vs", "human"], "--resume continues the recorded game");
    assert_eq!(talk(&["replay", &good], &[]).code, Some(0));
}

#[test]
fn a_record_that_cannot_be_written_is_refused_before_anything_is_asked() {
    let dir = tempfile::tempdir().unwrap();
    refused(
        &["chomp", "--record", dir.path().to_str().unwrap()],
        "the name of a file in a folder that exists",
    );
    refused(&["chomp", "--record", "/nowhere/at/all.json"], "the name of a file in a folder that exists");
    let path = dir.path().join("precious");
    std::fs::write(&path, "precious").unwrap();
    refused(&["chomp", "--record", path.to_str().unwrap()], "or replace it with --force");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "precious");
}

#[test]
fn a_list_of_numbers_is_told_which_game_it_may_be() {
    for command in ["explain", "analyze", "play", "tree", "advise", "solve"] {
        refused(&[command, "3,4,5"], "did you mean nim:3,4,5?");
        refused(&[command, "7,5"], "did you mean 7x5 or 2x7 7,5 or nim:7,5?");
    }
    refused(&["solve", "1"], "did you mean 1x1 or nim:1?");
}

#[test]
fn a_game_that_is_over_before_it_begins_is_refused_before_anybody_is_asked() {
    for args in
        [&["play", "1x1"][..], &["play", "nim:0"], &["chomp", "1x1"], &["chomp", "4x7", "--position", "1"]]
    {
        refused(args, "it is over before it begins");
    }
    let said = talk(&["chomp"], &["1x1", "2x3", "quit"]);
    assert!(said.out.contains("There is nothing to play in chomp:1x1"), "{}", said.out);
}

#[test]
fn heaps_and_bots_without_what_belongs_to_them_are_told_what_is_missing() {
    refused(&["take-away", "3", "4", "5"], "did you mean --heaps 3,4,5?");
    refused(&["take-away", "nim:3,4"], "did you mean --heaps 3,4?");
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bot.py"), "").unwrap();
    let mut tournament = std::process::Command::new(env!("CARGO_BIN_EXE_lastbite"));
    tournament.current_dir(folder.path()).args(["tournament", "2x3", "-p", "easy", "-p", "bot.py"]);
    let said = tournament.output().unwrap();
    let words = String::from_utf8_lossy(&said.stderr).to_string();
    assert!(words.contains("'bot.py' is a file; did you mean 'python3 bot.py'?"), "{words}");
}

#[test]
fn two_people_never_have_the_same_name() {
    refused(&["take-away", "--heaps", "3", "--names", "Ann,ann"], "give another name");
    refused(&["play", "nim", "--vs", "human", "--names", "Ann,Ann"], "give another name");
    let asked = talk(&["play", "nim", "--vs", "human"], &["Ann", "ann", "Bob", "quit"]);
    assert!(asked.out.contains("Two players cannot both be called 'ann'"), "{}", asked.out);
    assert!(asked.out.contains("Ann's turn"), "{}", asked.out);
    let computer = talk(&["take-away", "-c", "--heaps", "3"], &["HAL 9000", "Dave", "quit"]);
    assert!(
        computer.out.contains("give another name") && computer.out.contains("Dave's turn"),
        "{}",
        computer.out
    );
}
