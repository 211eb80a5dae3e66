//! Records: written whole, read again, replayed and resumed.

use std::path::Path;

use crate::talk::{program, talk, talk_to};
use serde_json::Value;

fn read(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn moves(record: &Value) -> Vec<String> {
    record["moves"].as_array().unwrap().iter().map(|mv| mv["move"].as_str().unwrap().to_string()).collect()
}

/// A folder for one test, and the path of a file in it.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_string()
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(self.0.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

#[test]
fn a_record_tells_the_whole_game() {
    let folder = Folder::new();
    let file = folder.file("game.json");
    let args = [
        "chomp", "3x4", "--first", "human", "--level", "perfect", "--names", "Ada", "--seed", "7",
        "--record", &file,
    ];
    let said = talk(&args, &["2,3", "1,3", "2,2", "1,2", "n"]);
    let record = read(file.as_ref());
    assert_eq!(record["format"], "lastbite-record 2");
    assert_eq!((&record["game"], &record["start"]), (&"chomp:3x4".into(), &"4^3".into()));
    assert_eq!(record["players"][0], serde_json::json!({"name": "Ada", "kind": "human"}));
    assert_eq!(
        record["players"][1],
        serde_json::json!({"name": "Computer", "kind": "computer", "level": "perfect"})
    );
    assert_eq!((&record["seed"], &record["engine"]), (&7.into(), &"auto".into()));
    assert_eq!(moves(&record), ["2,3", "3,2", "1,3", "3,1", "2,2", "2,1", "1,2"]);
    assert_eq!((&record["winner"], &record["ending"]), (&1.into(), &"no move left".into()));
    for (i, mv) in record["moves"].as_array().unwrap().iter().enumerate() {
        assert_eq!(mv["player"], 1 + i % 2);
        // Ada had a won game and never let go of it.
        let outcome = ["win", "loss"][i % 2];
        assert_eq!((&mv["outcome_before"], &mv["outcome_after"]), (&outcome.into(), &outcome.into()));
        let why = if i % 2 == 0 { Value::Null } else { "holds out".into() };
        assert_eq!(mv["why"], why);
        assert!(mv["seconds"].as_f64().unwrap() >= 0.0);
        match mv["nodes"].as_u64() {
            // The count that was shown is the count that is kept.
            Some(nodes) => {
                let shown = format!("Computer bites {} and eats", mv["move"].as_str().unwrap());
                let line = said.out.lines().find(|line| line.starts_with(&shown)).unwrap();
                let count = if nodes == 1 { "1 node".to_string() } else { format!("{nodes} nodes") };
                assert!(line.contains(&format!("({count},")), "{line}");
            }
            None => assert_eq!(i % 2, 0),
        }
    }
    assert_eq!(folder.names(), ["game.json"]);
}

#[test]
fn however_the_game_ends_the_record_is_there() {
    let folder = Folder::new();
    for (name, lines) in [("eof", &["2,2"][..]), ("quit", &["2,2", "quit"]), ("resigned", &["2,2", "resign"])]
    {
        let file = folder.file(name);
        talk(&["chomp", "3x4", "--vs", "human", "--names", "A,B", "--record", &file], lines);
        let record = read(file.as_ref());
        assert_eq!(moves(&record), ["2,2"], "{name}");
        let resigned = if name == "resigned" { 2.into() } else { Value::Null };
        assert_eq!(record["resigned"], resigned, "{name}");
    }
    let file = folder.file("poison");
    talk(&["chomp", "3x4", "--vs", "human", "--names", "A,B", "--record", &file], &["1,1", "n"]);
    assert_eq!(
        (&read(file.as_ref())["winner"], &read(file.as_ref())["ending"]),
        (&2.into(), &"blunder".into())
    );
}

#[test]
fn what_is_taken_back_is_not_recorded() {
    let folder = Folder::new();
    let file = folder.file("game");
    talk(
        &["chomp", "3x4", "--vs", "human", "--names", "A,B", "--record", &file],
        &["2,2", "1,2", "undo", "undo", "3,4", "quit"],
    );
    assert_eq!(moves(&read(file.as_ref())), ["3,4"]);
}

#[test]
fn a_resumed_game_goes_on_as_it_would_have() {
    let folder = Folder::new();
    let (whole, half) = (folder.file("whole"), folder.file("half"));
    let begin = |file: &str, lines: &[&str]| {
        let args =
            ["take-away", "--heaps", "9,9,9,9", "--level", "easy", "--seed", "5", "--names", "Ada,Hal"];
        talk(&[&args[..], &["--record", file]].concat(), lines);
    };
    let mine = ["1", "1", "1", "1", "1", "1", "1", "1", "1", "1"];
    begin(&whole, &mine);
    begin(&half, &mine[..4]);
    let resumed = folder.file("resumed");
    talk(&["take-away", "--resume", &half, "--record", &resumed], &mine[4..]);
    let (whole, half, resumed) = (read(whole.as_ref()), read(half.as_ref()), read(resumed.as_ref()));
    assert!(moves(&half).len() < moves(&whole).len());
    assert_eq!(moves(&resumed), moves(&whole));
    for field in ["game", "start", "players", "seed", "engine"] {
        assert_eq!(resumed[field], whole[field], "{field}");
    }
}

#[test]
fn a_resumed_game_of_chomp_can_be_taken_back_to_its_start() {
    let folder = Folder::new();
    let file = folder.file("game");
    talk(
        &["chomp", "4x7", "--first", "human", "--engine", "memo", "--names", "Ada"],
        &["3,4", &format!("save {file}"), "quit"],
    );
    let said = talk(&["chomp", "--resume", &file, "--ascii"], &["undo", "undo", "redo", "history", "quit"]);
    assert!(
        said.out.contains("   1 2 3 4 5 6 7\n 1 P # # # # # #\n 2 # # # # # # #\n 3 # # # # # # #\n"),
        "{}",
        said.out
    );
    assert!(said.out.contains("There is no move of yours to take back."), "{}", said.out);
    assert_eq!(read(file.as_ref())["engine"], "memo");
}

#[test]
fn a_replay_marks_the_move_that_threw_the_win_away() {
    let folder = Folder::new();
    let file = folder.file("game");
    talk(
        &["chomp", "3x4", "--first", "human", "--level", "perfect", "--names", "Ada", "--record", &file],
        &["3,4", "2,2", "1,2", "n"],
    );
    let said = talk(&["replay", &file, "--ascii"], &[]);
    assert_eq!(said.code, Some(0));
    assert_eq!(said.out.matches("<-- this throws the win away").count(), 1, "{}", said.out);
    assert!(
        said.out
            .contains("Move 1: Ada plays 3,4 <-- this throws the win away\n   Biting 2,3 would have won.\n"),
        "{}",
        said.out
    );
    assert!(
        said.out.contains("Computer wins! Only the poison is left, and it is Ada's turn."),
        "{}",
        said.out
    );
    assert!(said.out.contains("Ada threw the win away on move 1."), "{}", said.out);

    let file = folder.file("nim");
    talk(
        &["take-away", "--heaps", "2,3,4", "--names", "A,B", "--record", &file],
        &["3", "3", "1", "2", "2", "1", "quit"],
    );
    let said = talk(&["replay", &file], &[]);
    assert!(said.out.contains("The game is not over: it is B's turn."), "{}", said.out);
    assert!(said.out.contains("Move 2: B plays 2 from heap 1\n"), "{}", said.out);
}

#[test]
fn an_existing_file_is_not_overwritten_without_being_asked() {
    let folder = Folder::new();
    let file = folder.file("game");
    std::fs::write(&file, "precious").unwrap();
    let save = format!("save {file}");
    let args = ["chomp", "3x4", "--vs", "human", "--names", "A,B"];
    let said = talk(&args, &[&save, "n", &save, "", &save, "maybe", "no", "quit"]);
    assert_eq!(said.out.matches("Nothing was saved.").count(), 3, "{}", said.out);
    assert!(talk(&args, &[&save, "quit"]).out.ends_with("[y/N] quit\nGoodbye.\n"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "precious");
    let said = talk(&args, &[&save, "y", "quit"]);
    assert!(said.out.contains("Saved to "), "{}", said.out);
    assert_eq!(read(file.as_ref())["game"], "chomp:3x4");
    std::fs::write(&file, "precious").unwrap();
    talk(&[&args[..], &["--record", &file, "--force"]].concat(), &["2,2"]);
    assert_eq!(moves(&read(file.as_ref())), ["2,2"]);
}

#[test]
fn a_file_that_cannot_be_written_does_not_end_the_game() {
    let said =
        talk(&["chomp", "3x4", "--vs", "human", "--names", "A,B"], &["save /nowhere/at/all", "2,2", "quit"]);
    assert!(said.out.contains("could not be written") && said.out.contains("A bites 2,2"), "{}", said.out);
}

#[test]
fn another_game_is_recorded_beside_the_first() {
    let folder = Folder::new();
    let args = ["chomp", "3x4", "--vs", "human", "--names", "A,B", "--record", "game.json"];
    let mut command = program(&args);
    command.current_dir(folder.0.path());
    let said = talk_to(command, &["2,2", "resign", "y", "3,3", "resign", "y", "quit"]);
    assert!(said.out.contains("The next game is recorded in game-2.json."), "{}", said.out);
    assert_eq!(folder.names(), ["game-2.json", "game-3.json", "game.json"]);
    assert_eq!(moves(&read(folder.file("game-2.json").as_ref())), ["3,3"]);
}

#[test]
fn heaps_keep_their_numbers_in_the_record() {
    let folder = Folder::new();
    let file = folder.file("game");
    // The first heap is used up, so the second one is then shown as heap 1.
    talk(
        &["take-away", "--heaps", "1,2,3", "--names", "A,B", "--record", &file],
        &["1", "1", "1", "2", "quit"],
    );
    assert_eq!(moves(&read(file.as_ref())), ["1 from 1", "2 from 2"]);
}

#[test]
fn a_resignation_in_a_won_position_is_marked() {
    let folder = Folder::new();
    let file = folder.file("game");
    let lines = ["3,4", "2,6", "2,2", "resign", "n"];
    talk(&["chomp", "4x7", "--vs", "human", "--names", "A,B", "--record", &file], &lines);
    let said = talk(&["replay", &file], &[]);
    assert!(said.out.contains("A threw the win away on move 3; B resigned while winning."), "{}", said.out);
}

#[test]
fn a_resumed_game_may_go_on_in_its_own_file() {
    let folder = Folder::new();
    let file = folder.file("game");
    talk(&["chomp", "4x7", "--vs", "human", "--names", "A,B", "--record", &file], &["4,7", "quit"]);
    let said = talk(&["chomp", "--resume", &file, "--record", &file], &["4,6", "quit"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert_eq!(moves(&read(file.as_ref())).len(), 2);
}
