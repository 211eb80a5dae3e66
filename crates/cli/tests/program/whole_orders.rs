//! Games on orders, solved whole through the real binary: solve, openings, lost, count and grundy.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn run(line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lastbite"));
    command.current_dir(Path::new(".")).args(line.split_whitespace()).stdin(Stdio::null());
    command.env_remove("COLUMNS").output().unwrap()
}

fn said(line: &str) -> String {
    let output = run(line);
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_box_is_solved_whole() {
    let found: Value = serde_json::from_str(&said("solve 3x5x5 --json")).unwrap();
    assert_eq!((&found["positions"], &found["lost"]), (&731_807.into(), &34_145.into()));
    assert_eq!(found["winning"], serde_json::json!(["3,2,3", "3,3,2"]));
    let found: Value = serde_json::from_str(&said("solve chomp:2x2x1000 --json")).unwrap();
    assert_eq!((&found["lost"], &found["method"]), (&501_500.into(), &"the theorem on 2x2xN".into()));
    let found: Value = serde_json::from_str(&said("solve 2x3x5 --grundy --json")).unwrap();
    assert_eq!((&found["grundy"], &found["largest_grundy"]), (&18.into(), &18.into()));
    let told = said("solve subsets:4");
    assert!(
        told.contains("winning moves   none: whoever starts loses") && told.contains("positions       166"),
        "{told}"
    );
}

#[test]
fn divisors_and_boxes_have_the_same_openings() {
    assert_eq!(said("openings divisors:720"), "720: 15 and 20\n");
    assert_eq!(said("openings 2x3 5"), "2x3x5: 2,1,3 and 2,2,1\n");
    assert_eq!(said("openings 2x3 4..6 --multiple").lines().count(), 2);
    assert_eq!(said("openings divisors:6 --csv"), "game,moves\ndivisors:6,\"6\"\n");
    assert_eq!(said("openings 2x2 7 --json"), "[{\"game\":\"chomp:2x2x7\",\"winning\":[\"2,2,7\"]}]\n");
    assert_eq!(
        said("openings divisors:1 --multiple"),
        "No game here has more than one winning first move.\n"
    );
    assert_eq!(said("openings divisors:1 --multiple --json"), "[]\n");
}

#[test]
fn lost_positions_of_an_order_are_listed_and_counted() {
    assert_eq!(said("lost 2x2x2").lines().count(), 5);
    assert_eq!(said("lost poset:a.b,b.c,d"), "0\na,d\n");
    assert_eq!(said("lost 3x3x3 --first 2").lines().count(), 2);
    let counted: u64 = said("count 3x3x3 --by area --csv")
        .lines()
        .skip(1)
        .filter_map(|line| line.split_once(',')?.1.parse::<u64>().ok())
        .sum();
    assert_eq!(counted, 150);
}

#[test]
fn what_cannot_be_solved_is_refused_in_a_sentence() {
    for (line, reason) in [
        ("solve 6x6x6", "it has 1,478,619,421,135 positions"),
        ("solve 15x15x15", "it has more than 18,446,744,073,709,551,615 positions"),
        ("solve 5x5x5 --memory 1M", "may be used"),
        ("solve 3x4x", "is not the side of a box"),
        ("openings 2x3", "give the columns as well"),
        ("openings 2x3 1..5000", "it goes up to 511"),
        ("openings divisors:7 7", "numbers have no columns"),
        ("openings 2xa 7", "a side of a box is a whole number from 1 to 4096, not 'a'"),
        ("lost 3x3x3 --csv", "only the --first"),
        ("count 3x3x3 --by shape", "by their pieces"),
    ] {
        let output = run(line);
        let sentence = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.stdout.is_empty() && output.status.code() == Some(2), "{line}: {sentence}");
        assert!(sentence.contains(reason), "{line}: {sentence}");
    }
}

#[test]
fn grundy_values_of_boxes_divisors_and_single_games_are_told() {
    assert_eq!(said("grundy 2x2 2..3"), "chomp:2x2x2: 3\nchomp:2x2x3: 5\n");
    assert_eq!(said("grundy 2x2x2 2 --csv"), "game,grundy\n\"chomp:2x2x2x2\",1\n");
    assert_eq!(
        said("grundy divisors:1..2 --json"),
        "[{\"game\":\"divisors:1\",\"grundy\":0},{\"game\":\"divisors:2\",\"grundy\":1}]\n"
    );
    assert_eq!(said("grundy tree:0,1,1,0,4"), "tree:0,1,1,0,4: 3\n");
    assert_eq!(said("grundy nim:3,4"), "nim:3,4: 7\n");
    for (line, why) in [
        ("grundy 2x2", "give the columns as well"),
        ("grundy subsets:4 3", "only bars have columns"),
        ("grundy subsets:4 --bfile", "a b-file is made of bars alone"),
        ("grundy nim:3,4/misere", "is out of reach, or it has none"),
    ] {
        let refused = run(line);
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(!refused.status.success() && said.contains(why), "{line}: {said}");
    }
}

#[test]
fn an_order_in_a_file_becomes_a_text_that_needs_none() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("order.dot");
    std::fs::write(&file, "digraph { a -> b; a -> c; d }").unwrap();
    let game = format!("poset:@{}", file.display());
    let told = said(&format!("solve {game} --json"));
    assert!(told.contains("\"poset:a.b,a.c,d\"") && !told.contains("order.dot"), "{told}");
    assert!(said(&format!("explain {game}")).contains("    exclusive or: 0"));
    std::fs::write(&file, "a b\nb c\nc a\n").unwrap();
    let refused = run(&format!("analyze {game}"));
    let why = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && why.contains("would be below itself"), "{why}");
}
