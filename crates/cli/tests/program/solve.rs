//! `solve`, `openings`, `table` and `bench`, through the real binary.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

fn lastbite(arguments: &[&str]) -> Output {
    lastbite_in(Path::new("."), arguments)
}

fn lastbite_in(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lastbite"));
    command.current_dir(folder).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(
        output.stderr.is_empty(),
        "progress is for terminals: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// A refusal is one sentence on stderr, exit code 2, and nothing on stdout.
fn refusal(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let sentence = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
    sentence
}

#[test]
fn solve_tells_the_winning_bites_and_the_counts() {
    let said = text(&lastbite(&["solve", "8x10"]));
    assert!(said.starts_with("chomp:8x10\n"), "{said}");
    for line in ["winning bites   4,9  5,6", "positions       43,757", "lost positions  1,000 (2.29 %)"] {
        assert!(said.contains(line), "{said}");
    }
    assert!(text(&lastbite(&["solve", "1x1"])).contains("winning bites   none: whoever starts loses"));
    assert!(text(&lastbite(&["solve", "10x8", "--threads", "1"])).contains("winning bites   6,5  9,4"));
}

/// With all lists of 16x16 it would take 8.5 MB, and with those that are alive at a time it takes 5.
#[test]
fn a_small_bar_is_solved_in_little_memory_if_it_must_be() {
    let solve = |memory: &str| lastbite(&["solve", "16x16", "--threads", "1", "--memory", memory]);
    assert!(text(&solve("6M")).contains("lost positions  3,317,972"));
    assert!(refusal(&solve("2M")).contains("of memory"));
}

/// A thousand nodes are not enough for any of these bars.
#[test]
fn sums_that_a_theorem_decides_are_solved_without_a_search() {
    let said = text(&lastbite(&["solve", "chomp:30x30+chomp:30x30", "--nodes", "1000"]));
    assert!(said.contains("the player to move loses") && said.contains("Grundy value    0"), "{said}");
    // Two cancel, and nobody knows how to win the third.
    let said = text(&lastbite(&["solve", "chomp:30x31+chomp:30x31+chomp:30x31", "--nodes", "1000"]));
    assert!(
        said.contains("the player to move wins") && said.contains("best move       not computed"),
        "{said}"
    );
    assert!(
        refusal(&lastbite(&["solve", "chomp:30x31+nim:3", "--nodes", "1000"]))
            .contains("does not know who wins")
    );
}

#[test]
fn solve_prints_one_json_object() {
    let said = text(&lastbite(&["solve", "8x10", "--json", "--threads", "2"]));
    assert!(said.starts_with(
        r#"{"game":"chomp:8x10","outcome":"win","rows":8,"cols":10,"positions":43757,"judged":43758,"lost":1000,"winning":["4,9","5,6"],"seconds":"#
    ));
    let object: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(object["threads"], 2);
    assert!(object["seconds"].as_f64().unwrap() > 0.0);
    assert!(object["peak_bytes"].is_u64());
    assert!(object.get("grundy").is_none());
}

#[test]
fn solve_finds_grundy_values_and_agrees_with_itself() {
    let plain: Value = serde_json::from_str(&text(&lastbite(&["solve", "9x10", "--json"]))).unwrap();
    let grundy: Value =
        serde_json::from_str(&text(&lastbite(&["solve", "9x10", "--grundy", "--json"]))).unwrap();
    assert_eq!(grundy["grundy"], 15);
    for field in ["positions", "lost", "winning", "game"] {
        assert_eq!(plain[field], grundy[field], "{field}");
    }
}

#[test]
fn solve_puts_the_poison_anywhere() {
    // One row: whoever faces an empty right side has lost, so take it all.
    let row: Value = serde_json::from_str(&text(&lastbite(&["solve", "1x5@1,3", "--json"]))).unwrap();
    assert_eq!((&row["game"], &row["winning"][0]), (&"chomp:1x5@1,3".into(), &"1,4".into()));
    assert_eq!(row["lost"], 1);
}

#[test]
fn too_little_memory_is_refused_before_any_work() {
    let sentence = refusal(&lastbite(&["solve", "20x20", "--memory", "100M"]));
    assert!(
        sentence.contains("of memory, and 104.9 MB may be used") || sentence.contains("105 MB"),
        "{sentence}"
    );
    refusal(&lastbite(&["solve", "99x98"]));
    refusal(&lastbite(&["solve", "99x98", "--grundy"]));
}

#[test]
fn whoever_wins_a_whole_bar_or_order_is_said_first() {
    for (what, wins, outcome) in
        [("4x7", "wins", "win"), ("subsets:4", "loses", "loss"), ("1x1", "loses", "loss")]
    {
        let told = text(&lastbite(&["solve", what]));
        let second = told.lines().nth(1).unwrap();
        assert_eq!(second, format!("  outcome         the player to move {wins}"), "{told}");
        let json: Value = serde_json::from_str(&text(&lastbite(&["solve", what, "--json"]))).unwrap();
        assert_eq!(json["outcome"], outcome, "{what}");
    }
}

#[test]
fn positions_are_counted_by_area_if_nothing_else_is_asked_for() {
    assert_eq!(text(&lastbite(&["count", "3x4"])), text(&lastbite(&["count", "3x4", "--by", "area"])));
}

/// A theorem may know what no memory is enough for.
#[test]
fn a_bar_too_large_to_solve_is_told_with_what_a_theorem_knows() {
    for (bar, known) in [
        ("40x40@3,3", "; whoever starts wins by 4,4, and `lastbite explain chomp:40x40@3,3` says why"),
        ("60x60@30,30", "; whoever starts wins by 31,31, and `lastbite explain chomp:60x60@30,30` says why"),
        (
            "40x50@3,3",
            "; whoever starts can win all the same, and `lastbite explain chomp:40x50@3,3` proves it",
        ),
        ("300x300", "; whoever starts wins by 2,2, and `lastbite explain chomp:300x300` says why"),
    ] {
        let sentence = refusal(&lastbite(&["solve", bar]));
        assert!(sentence.trim_end().ends_with(known), "{sentence}");
    }
    let sentence = refusal(&lastbite(&["solve", "40x50@3,3"]));
    assert!(sentence.contains("this takes about 18 EB or more of memory"), "{sentence}");
    // Another refusal says nothing of the kind.
    let sentence = refusal(&lastbite(&["solve", "8x10", "--method", "three-rows"]));
    assert!(!sentence.contains("whoever starts"), "{sentence}");
}

#[test]
fn nonsense_is_refused_in_one_sentence_that_says_what_is_accepted() {
    for (arguments, accepted) in [
        (&["solve", "4x"][..], "a bar is rows x columns"),
        (&["solve", "0x5"], "a side of a bar is 1 to 1,000,000 squares, not '0'"),
        (&["solve", "1000001x3"], "a side of a bar is 1 to 1,000,000 squares, not '1000001'"),
        (&["solve", "4x5@5,1"], "the poison at 5,1 is off the 4x5 bar"),
        (&["solve", "4x5", "--memory", "lots"], "as in 500M or 8G"),
        (&["solve", "4x5", "--threads", "x"], "--threads takes a whole number from 1 to 1024, not 'x'"),
        (&["solve", "4x5", "--threads", "0"], "--threads takes a whole number from 1 to 1024, not '0'"),
        (&["bench", "--repeat", "0"], "--repeat takes a whole number from 1 to 100, not '0'"),
        (&["table", "build", "4x5", "-o", "no/such/file"], "there is no folder no/such"),
        (&["openings", "5..2", "3"], "as in 2..10"),
        (&["openings", "2..1000001", "3"], "as in 2..10"),
    ] {
        let sentence = refusal(&lastbite(arguments));
        assert!(sentence.contains(accepted), "{arguments:?}: {sentence}");
    }
}

#[test]
fn openings_are_a_table_lines_or_json() {
    let grid = text(&lastbite(&["openings", "7..8", "9..10"]));
    let expected = "     x9    x10\n  7  3,4   2,3\n  8  6,7   4,9 5,6\n\nMore than one winning first bite: 8x10 (4,9 and 5,6).\n";
    assert_eq!(grid, expected);
    assert!(text(&lastbite(&["openings", "1", "1..2"])).contains("none  1,2"));
    assert_eq!(text(&lastbite(&["openings", "8", "10", "--csv"])), "rows,cols,winning\n8,10,\"4,9 5,6\"\n");
    let json: Value =
        serde_json::from_str(&text(&lastbite(&["openings", "2..10", "2..14", "--json"]))).unwrap();
    assert_eq!(json.as_array().unwrap().len(), 9 * 13);
    let several: Vec<&Value> = json
        .as_array()
        .unwrap()
        .iter()
        .filter(|opening| opening["rows"].as_u64() <= opening["cols"].as_u64())
        .filter(|opening| opening["winning"].as_array().unwrap().len() > 1)
        .map(|opening| &opening["winning"])
        .collect();
    // 6x13, 8x10, 9x10 and 10x14, as published.
    assert_eq!(several.len(), 4);
}

#[test]
fn a_table_is_built_described_proved_and_asked() {
    let folder = TempDir::new().unwrap();
    let run = |arguments: &[&str]| lastbite_in(folder.path(), arguments);
    let built = text(&run(&["table", "build", "12x12"]));
    // What was asked for comes first, and the box that stands for it with the reason.
    let told = built.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.starts_with("chomp-12x12.table: 26,838 lost positions of chomp:12x12 in "), "{told}");
    assert!(told.contains("; a square is kept one row shorter, as the 17,437 of chomp:11x12 ("), "{told}");
    assert!(told.ends_with(" bytes each): the rest follows by symmetry"), "{told}");
    assert!(text(&run(&["table", "info", "chomp-12x12.table"])).contains("lost positions  17,437"));
    let proved = text(&run(&["table", "verify", "chomp-12x12.table"]));
    let proved = proved.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(proved.contains("not by the sieve that made the file"), "{proved}");
    let asked = |position: &str| text(&run(&["table", "lookup", "chomp-12x12.table", position]));
    assert!(asked("12^12").starts_with("12^12: won by 2,2\n"));
    assert!(asked("10^8").starts_with("10^8: won by 4,9 and 5,6\n"));
    assert!(asked("3,1,1").starts_with("3,1,1: lost, every bite"));
    assert!(asked("1").starts_with("1: lost, nothing but the poison is left"));
    assert!(asked("0").starts_with("0: won, because the poison has been eaten"));

    let again = refusal(&run(&["table", "build", "12x12"]));
    assert!(again.contains("is already there"), "{again}");
    text(&run(&["table", "build", "12x12", "--force"]));
    text(&run(&["table", "build", "3x4@2,2", "-o", "small"]));
    assert!(text(&run(&["table", "verify", "small"])).contains("is proved"));
    // What is only turned over has no rest that would follow.
    assert!(
        text(&run(&["table", "info", "chomp-12x12.table"])).contains("kept            chomp:11x12, the rest")
    );
    assert!(proved.contains("the rest of chomp:12x12 follows"), "{proved}");
    let turned = text(&run(&["table", "build", "10x8", "-o", "small", "--force"]));
    assert!(turned.starts_with("small: 1,000 lost positions of chomp:10x8 in 1."), "{turned}");
    assert!(
        text(&run(&["table", "info", "small"])).contains("kept            chomp:8x10, the bar turned over\n")
    );
    assert!(!text(&run(&["table", "verify", "small"])).contains("follows"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing else is left behind");
}

#[test]
fn files_that_are_no_tables_are_refused() {
    let folder = TempDir::new().unwrap();
    let run = |arguments: &[&str]| lastbite_in(folder.path(), arguments);
    text(&run(&["table", "build", "9x9", "-o", "sound"]));
    let sound = fs::read(folder.path().join("sound")).unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    write("foreign", b"GIF89a and so on");
    write("short", &sound[..sound.len() - 1]);
    let mut damaged = sound.clone();
    *damaged.last_mut().unwrap() ^= 1;
    write("damaged", &damaged);
    write("newer", String::from_utf8_lossy(&sound[..256]).replacen(" 1 ", " 7 ", 1).as_bytes());
    for (file, says) in [
        ("foreign", "not a table of lost positions"),
        ("short", "cut off"),
        ("newer", "use a newer lastbite"),
        ("nothing", "cannot open nothing"),
        (".", "folder"),
    ] {
        let sentence = refusal(&run(&["table", "info", file]));
        assert!(sentence.contains(says), "{file}: {sentence}");
    }
    let sentence = refusal(&run(&["table", "verify", "damaged"]));
    assert!(sentence.contains("damaged: a checksum does not fit"), "{sentence}");
    let sentence = refusal(&run(&["table", "lookup", "sound", "10^2"]));
    assert!(sentence.contains("is not inside chomp:9x9"), "{sentence}");
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_not_an_error() {
    let command = format!("{} openings 2..14 2..14 --csv | head -n 1", env!("CARGO_BIN_EXE_lastbite"));
    let output = Command::new("bash").args(["-o", "pipefail", "-c", &command]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "rows,cols,winning\n");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}
