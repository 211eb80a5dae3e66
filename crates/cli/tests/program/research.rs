//! Long thin bars and the data that researchers ask for, through the real binary, compared with the library
//! and with what is published.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use lastbite::{Chomp, Effort, Rows, Square};
use lastbite_engines::sieve::Sieve;
use lastbite_engines::sweep::{Distances, GrundyValues};
use lastbite_engines::thin::{Fate, ThreeRows};
use serde_json::Value;
use tempfile::TempDir;

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lastbite"));
    command.current_dir(folder).args(arguments).stdin(Stdio::null()).env_remove("COLUMNS");
    command
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What a command says, given as one line.
fn said(line: &str) -> String {
    let arguments: Vec<&str> = line.split_whitespace().collect();
    text(&command(Path::new("."), &arguments).output().unwrap())
}

fn json(line: &str) -> Value {
    serde_json::from_str(&said(&format!("{line} --json"))).unwrap()
}

/// A refusal is one sentence on stderr, exit code 2, and nothing on stdout.
fn refusal_in(folder: &Path, line: &str) -> String {
    let arguments: Vec<&str> = line.split_whitespace().collect();
    let output = command(folder, &arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{line}");
    assert!(output.stdout.is_empty());
    let sentence = String::from_utf8(output.stderr).unwrap();
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
    sentence
}

/// The lines of numbers in a file of known answers, its comments and heading left out.
fn known(name: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lastbite/tests/known").join(name);
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| line.split(',').map(str::to_string).collect()).collect()
}

fn numbers(line: &str) -> Vec<u64> {
    line.split([',', ' ']).map(|number| number.parse().unwrap()).collect()
}

#[test]
fn every_shape_is_solved_by_the_method_that_suits_it_and_all_agree() {
    for (bar, method, winning, lost) in [
        ("1x1000000", "formula", "1,2", 1),
        ("2x1000000", "formula", "2,1000000", 1_000_000),
        ("1000000x2", "formula", "1000000,2", 1_000_000),
        ("3x3000", "three rows", "3,2122", 1_548_030),
        ("3000x3", "three rows", "2122,3", 1_548_030),
        ("4x300", "few rows", "", 917_363),
        ("8x10", "sieve", "4,9", 1000),
    ] {
        let found = json(&format!("solve {bar}"));
        assert_eq!((&found["method"], &found["lost"]), (&method.into(), &lost.into()), "{bar}");
        if !winning.is_empty() {
            assert_eq!(found["winning"][0], winning, "{bar}");
        }
    }
    for method in ["three-rows", "few-rows", "sieve"] {
        let found = json(&format!("solve 200x3 --method {method}"));
        assert_eq!((&found["lost"], &found["winning"][0]), (&7108.into(), &"117,2".into()), "{method}");
    }
    for line in known("computed/four_rows_lost.csv") {
        assert_eq!(json(&format!("solve 4x{}", line[0]))["lost"].to_string(), line[1]);
    }
    assert!(said("solve 3x3000").contains("  method          three rows\n"));
}

#[test]
fn a_position_is_solved_and_its_best_move_named() {
    let found = json("solve 7,5,3");
    assert_eq!((&found["game"], &found["outcome"]), (&"chomp:3x7".into(), &"win".into()));
    assert_eq!(found["winning"], serde_json::json!(["1,6", "2,5", "3,3"]));
    let bar = Chomp::new(3, 7).unwrap();
    let distances = Distances::of(&bar, &Effort::default()).unwrap();
    let position: Rows = "7,5,3".parse().unwrap();
    assert_eq!(found["distance"], distances.distance(&position).unwrap());
    let best: Square = found["best"].as_str().unwrap().parse().unwrap();
    let after = distances.distance(&position.bitten(best)).unwrap();
    assert_eq!(after + 1, distances.distance(&position).unwrap(), "the quickest of them");

    assert_eq!(json("solve chomp:4x7 7,5,3")["winning"], found["winning"]);
    assert!(
        said("solve chomp:4x7 3,1,1")
            .contains("the player to move loses, in 4 plies\n  lasts longest   3,1\n")
    );
    assert!(said("solve nim:3,4,5").contains("winning moves   2 from 1\n"));
    assert!(said("solve chomp:2x3+nim:4").contains("the player to move loses"), "both are worth 4");
    assert!(said("solve nim:3,4,5/misere 1,1,1").contains("the player to move loses"));
    assert!(said("solve nim:3,4,5/misere").contains("(if nobody may take the last stone)"));
    // A long one, standing and lying down.
    assert_eq!(json("solve 300,200,100")["winning"], serde_json::json!(["1,143"]));
    assert_eq!(json("solve 3^100,2^100,1^100")["winning"], serde_json::json!(["143,1"]));
    // 120 is the first column with a period of 2.
    assert_eq!(json("solve 1072,1000,120")["outcome"], "loss");
}

#[test]
fn checkpoints_go_on_where_they_were_and_nothing_else_is_taken_for_one() {
    let folder = TempDir::new().unwrap();
    let run = |line: &str| {
        let arguments: Vec<&str> = line.split_whitespace().collect();
        command(folder.path(), &arguments)
    };
    let bytes = |name: &str| fs::read(folder.path().join(name)).unwrap();
    for (bar, method) in [("3x12000", "three-rows"), ("4x500", "few-rows")] {
        let solve =
            |file: &str| format!("solve {bar} --method {method} --json --checkpoint {file} --every 1");
        let _ = fs::remove_file(folder.path().join("whole"));
        let whole: Value = serde_json::from_str(&text(&run(&solve("whole")).output().unwrap())).unwrap();
        let mut child = run(&solve("killed")).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while !folder.path().join("killed").exists() {
            sleep(Duration::from_millis(5));
        }
        sleep(Duration::from_millis(100));
        child.kill().unwrap();
        child.wait().unwrap();
        let resumed: Value = serde_json::from_str(&text(&run(&solve("killed")).output().unwrap())).unwrap();
        assert_eq!((&resumed["lost"], &resumed["winning"]), (&whole["lost"], &whole["winning"]));
        assert!(bytes("killed") == bytes("whole"), "{bar}: the same file, byte for byte");

        let other = bar.replace("00", "01");
        let sentence =
            refusal_in(folder.path(), &format!("solve {other} --method {method} --checkpoint whole"));
        assert!(sentence.contains(&format!("it is the checkpoint of {bar}, not of {other}")), "{sentence}");
        let mut damaged = bytes("whole");
        let middle = damaged.len() / 2;
        damaged[middle] ^= 1;
        fs::write(folder.path().join("damaged"), &damaged).unwrap();
        let sentence =
            refusal_in(folder.path(), &format!("solve {bar} --method {method} --checkpoint damaged"));
        assert!(
            sentence.contains("cannot continue from damaged: this is not a whole checkpoint"),
            "{sentence}"
        );
        assert!(bytes("damaged") == damaged, "what was refused is left alone");
        fs::remove_file(folder.path().join("killed")).unwrap();
    }
    let sentence = refusal_in(folder.path(), "solve 3x12000 --checkpoint whole");
    assert!(sentence.contains("not one of three rows"), "{sentence}");
    for (line, accepted) in [
        ("solve 8x10 --checkpoint new", "which keeps no checkpoint"),
        ("solve 7,5,3 --checkpoint new", "for whole bars"),
        ("solve 3x2000 --checkpoint .", "not an ordinary file"),
        ("solve 3x2000 --checkpoint no/such/file", "could not be written"),
    ] {
        let sentence = refusal_in(folder.path(), line);
        assert!(sentence.contains(accepted), "{line}: {sentence}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing else is left behind");
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_at_once_and_leaves_a_checkpoint_that_goes_on() {
    let folder = TempDir::new().unwrap();
    let arguments = ["periods", "3", "--to", "900000", "--census", "--checkpoint", "stopped"];
    let mut run = command(folder.path(), &arguments);
    let child = run.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The work has begun when its checkpoint is there.
    while !folder.path().join("stopped").exists() {
        sleep(Duration::from_millis(5));
    }
    sleep(Duration::from_millis(50));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(output.stdout.is_empty());
    let sentence = refusal_in(folder.path(), "periods 3 --to 800000 --checkpoint stopped");
    assert!(sentence.contains("it is the checkpoint of 3x900000"), "{sentence}");
}

#[test]
fn openings_of_any_range_are_those_of_the_sieve_and_as_published() {
    let solved = Sieve::of(&Chomp::new(4, 120).unwrap()).solve(&Effort::default()).unwrap();
    let lines = said("openings 1..4 1..120 --csv --method few-rows");
    assert_eq!(lines.lines().count(), 1 + 4 * 120);
    for line in lines.lines().skip(1) {
        let (size, bites) = line.split_once('"').unwrap();
        let size = numbers(size.trim_end_matches(','));
        let expected = solved.openings(size[0] as u32, size[1] as u32).unwrap();
        let expected: Vec<String> = expected.iter().map(Square::to_string).collect();
        assert_eq!(bites.trim_end_matches('"'), expected.join(" "), "{line}");
    }
    // Three rows by their own method, lying and standing.
    assert_eq!(
        said("openings 3 1..120 --csv --method three-rows"),
        said("openings 3 1..120 --csv --method sieve")
    );
    assert_eq!(
        said("openings 1..120 3 --csv --method three-rows"),
        said("openings 1..120 3 --csv --method sieve")
    );

    let mut several = Vec::new();
    for line in known("published/openings.csv") {
        let bites: Vec<String> = line[2].split([' ', ';']).map(|bite| bite.replace('-', ",")).collect();
        if bites.len() > 1 {
            several.push((line[0].clone(), line[1].clone(), bites));
        }
    }
    let found: Value = serde_json::from_str(&said("openings 2..16 2..16 --multiple --json")).unwrap();
    let found: BTreeSet<_> = found.as_array().unwrap().iter().map(Value::to_string).collect();
    for (rows, cols, bites) in &several {
        let bites: Vec<String> = bites.iter().map(|bite| format!("\"{bite}\"")).collect();
        let expected = format!("{{\"cols\":{cols},\"rows\":{rows},\"winning\":[{}]}}", bites.join(","));
        assert!(found.contains(&expected), "{expected}");
    }
    assert_eq!(found.len(), 2 * several.len(), "each once lying, once standing");
    assert_eq!(said("openings 8 9..10 --multiple"), "8x10: 4,9 and 5,6\n");
    assert_eq!(said("openings 3 1..50 --multiple"), "No bar here has more than one winning first bite.\n");
    assert_eq!(said("openings 3 1..50 --multiple --json"), "[]\n");
}

#[test]
fn tables_fit_the_terminal_and_break_between_bars() {
    for columns in ["40", "60", "80"] {
        for line in ["openings 2..10 2..14", "openings 2..14 2..10", "openings 3 1..300", "grundy 1..9 1..12"]
        {
            let arguments: Vec<&str> = line.split_whitespace().collect();
            let output = command(Path::new("."), &arguments).env("COLUMNS", columns).output().unwrap();
            let table = text(&output);
            let widest = table.lines().map(str::len).max().unwrap();
            assert!(widest <= columns.parse().unwrap(), "{line} at {columns}:\n{table}");
            // Every number of a heading and every cell is complete: blocks begin with x and the columns in
            // order.
            let headings: Vec<&str> =
                table.lines().flat_map(str::split_whitespace).filter(|word| word.starts_with('x')).collect();
            let first: u32 = headings[0][1..].parse().unwrap();
            let expected: Vec<String> = (first..).take(headings.len()).map(|col| format!("x{col}")).collect();
            assert_eq!(headings, expected, "{line} at {columns}");
        }
    }
}

#[test]
fn periods_are_the_librarys_and_the_encyclopedias() {
    let solver = ThreeRows::solve(1500, &Effort::default()).unwrap();
    let lines = said("periods 3 --to 1500 --csv");
    for line in lines.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let expected = match solver.fate(fields[0].parse().unwrap()) {
            Fate::Dies { at } => format!("{},dies,{at},,", fields[0]),
            Fate::Repeats { from, distances } => {
                let pattern: Vec<String> = distances.iter().map(u32::to_string).collect();
                format!("{},repeats,{from},{},{}", fields[0], distances.len(), pattern.join(" "))
            }
            _ => format!("{},open,,,", fields[0]),
        };
        assert_eq!(line, expected);
    }
    assert_eq!(said("periods 3 --to 2 --csv"), "column,fate,q,period,pattern\n0,open,,,\n1,dies,2,,\n");
    assert!(
        said("periods 3 --to 1 --census").starts_with("3x1: no column is settled; of all columns 0 died")
    );
    let census = said("periods 3 --to 1500 --census");
    assert!(said("periods 3 --to 1500").ends_with(&census));
    assert!(census.contains("the first is 120\n"), "{census}");
    // Sequences: every term that the encyclopedia shows, and its index.
    for line in known("published/oeis_three_rows.csv") {
        let [sequence, first, expected] = &line[..] else { panic!("{line:?}") };
        let file = said(&format!("periods 3 --to 4400 --bfile {sequence}"));
        assert!(file.starts_with(&format!("# {sequence}: ")));
        let terms: Vec<&str> = file.lines().skip(1).collect();
        let expected = (first.parse::<u32>().unwrap()..).zip(expected.split(' '));
        let expected: Vec<String> = expected.map(|(n, value)| format!("{n} {value}")).collect();
        assert_eq!(&terms[..expected.len()], expected, "{sequence}");
    }
    let counts = said("periods 3 --to 1500 --bfile A029899");
    for line in known("published/three_rows_lost.csv") {
        assert!(counts.contains(&format!("\n{} {}\n", line[0], line[1])), "{line:?}");
    }
    // The lost positions themselves repeat as was said.
    let column = said("lost 3x1500 --row 3=120");
    let far: Vec<Vec<u64>> = column.lines().map(numbers).filter(|rows| rows[1] >= 170).collect();
    assert!(far.len() > 1000);
    assert!(far.iter().all(|rows| rows[0] - rows[1] == if rows[1] % 2 == 0 { 72 } else { 70 }));
}

#[test]
fn lost_positions_are_listed_in_every_form() {
    for bar in ["5x9", "9x5", "7x7", "4x5@2,3", "3x120", "120x3", "2x9", "9x2", "1x5", "5x1"] {
        let bar: Chomp = bar.parse().unwrap();
        let solved = Sieve::of(&bar).solve(&Effort::default()).unwrap();
        let expected: BTreeSet<Vec<u32>> =
            solved.lost_positions().map(|rows| rows.unwrap().lengths().to_vec()).collect();
        let lines = said(&format!("lost {bar}"));
        let listed: Vec<Vec<u32>> =
            lines.lines().map(|line| numbers(line).iter().map(|&n| n as u32).collect()).collect();
        assert_eq!(listed.len(), expected.len(), "{bar}");
        assert_eq!(listed.iter().cloned().collect::<BTreeSet<_>>(), expected, "{bar}");
    }
    // 3x2000 has too many positions for the sieve: they come while it is solved, by second and third row.
    assert_eq!(said("lost 3x2000 --first 4 --csv"), "row1,row2,row3\n1,0,0\n2,1,0\n3,1,1\n3,2,0\n");
    assert_eq!(said("lost 3x2000 --first 3 --json"), "[1]\n[2,1]\n[3,1,1]\n");
    assert_eq!(said("lost 2000x3 --first 4"), "1\n2,1\n3,1,1\n2,2,1\n");
    assert_eq!(said("lost 3x1000 --row 3=4"), "8,4,4\n9,5,4\n10,6,4\n7,7,4\n");
    // Beyond what the method of few rows reaches, in memory that does not grow with what is listed.
    assert_eq!(said("lost 3x300000 --memory 120M --threads 2 --first 3"), "1\n2,1\n3,1,1\n");
    let solver = ThreeRows::solve(1000, &Effort::default()).unwrap();
    let equal = (1..=1000).flat_map(|n| solver.openings(n).unwrap().into_iter().map(move |bite| (n, bite)));
    let equal = equal.filter(|(_, bite)| bite.row == 3).map(|(n, bite)| format!("{n},{n},{}", bite.col - 1));
    let expected: Vec<String> = equal.take(300).collect();
    assert_eq!(said("lost 3x70000 --rows-equal 2 --first 300").lines().collect::<Vec<_>>(), expected);
    assert_eq!(said("lost 3x2000 --rows-equal 2 --first 2"), "2,2,1\n5,5,3\n");
    assert_eq!(said("lost 8x8 --area 5").lines().count(), 3);
    // What Garg published about four rows.
    let fourth = said("lost 4x100 --bfile");
    let terms = "0,0,0,1,0,0,1,1,0,0,1,0,2,0,2,0,2,0,0,0,2,0,2,0,2,3,4,0,3,0,3,2,0,2,0,2,0,2,2,3,3";
    for (line, (n, term)) in fourth.lines().skip(1).zip((1..).zip(terms.split(','))) {
        assert_eq!(line, format!("{n} {term}"));
    }

    let folder = TempDir::new().unwrap();
    let output = command(folder.path(), &["lost", "3x500", "--npy", "lost.npy"]).output().unwrap();
    let lines = said("lost 3x500 --csv").lines().count() - 1;
    assert!(text(&output).starts_with("lost.npy: "));
    let array = npy(&fs::read(folder.path().join("lost.npy")).unwrap());
    let listed = said("lost 3x500 --csv");
    let expected: Vec<Vec<u32>> =
        listed.lines().skip(1).map(|line| numbers(line).iter().map(|&n| n as u32).collect()).collect();
    assert!(array == expected && array.len() == lines);
    // None at all, one column, and bars that the sieve solves.
    for (line, shape) in
        [("lost 3x500 --area 2", 0), ("lost 1x7", 1), ("lost 4x5@2,3", 15), ("lost 9x5", 109)]
    {
        let arguments: Vec<&str> = line.split(' ').chain(["--npy", "other.npy", "--force"]).collect();
        text(&command(folder.path(), &arguments).output().unwrap());
        let array = npy(&fs::read(folder.path().join("other.npy")).unwrap());
        assert_eq!(array.len(), said(line).lines().count(), "{line}");
        assert_eq!(array.len(), shape, "{line}");
    }
}

/// Reads a NumPy file as its format is defined: the magic bytes, the version, the length of the header in two
/// bytes, the header, which is a Python dictionary of exactly three keys, padded with blanks so that the
/// numbers begin at a multiple of 64, and ends with a newline; and then the numbers, row by row.
fn npy(bytes: &[u8]) -> Vec<Vec<u32>> {
    assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00");
    let length = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    assert_eq!((10 + length) % 64, 0);
    let header = std::str::from_utf8(&bytes[10..10 + length]).unwrap();
    assert!(header.is_ascii() && header.ends_with('\n'));
    let dictionary = header.trim_end().strip_prefix("{'descr': '<u4', 'fortran_order': False, 'shape': (");
    let shape = dictionary.and_then(|rest| rest.strip_suffix("), }")).unwrap();
    let (lines, columns) = shape.split_once(", ").unwrap();
    let (lines, columns): (usize, usize) = (lines.parse().unwrap(), columns.parse().unwrap());
    let data = &bytes[10 + length..];
    assert_eq!(data.len(), 4 * lines * columns);
    let numbers: Vec<u32> =
        data.chunks_exact(4).map(|number| u32::from_le_bytes(number.try_into().unwrap())).collect();
    numbers.chunks_exact(columns).map(<[u32]>::to_vec).collect()
}

#[test]
fn counts_are_those_that_are_known() {
    let by_area = said("count 13x13 --by area --bfile");
    assert!(by_area.starts_with("# A112470: "));
    let terms: Vec<&str> = by_area.lines().skip(1).collect();
    assert_eq!(terms[0], "0 0");
    for (term, line) in terms[1..].iter().zip(known("published/lost_positions_by_area.csv")) {
        assert_eq!(*term, format!("{} {}", line[0], line[1]));
    }
    assert_eq!(terms.len(), 14);
    let by_shape = said("count 11x12 --by shape --csv");
    let by_shape: BTreeSet<&str> = by_shape.lines().collect();
    for line in known("published/lost_positions_by_shape.csv") {
        let fits = numbers(&line[0])[0] <= 11 && numbers(&line[1])[0] <= 12 && line[2] != "0";
        assert!(!fits || by_shape.contains(line.join(",").as_str()), "{line:?}");
    }
    // Summed up, first rows give the number of every shorter bar.
    let mut sum = 0;
    let three: Vec<Vec<String>> = known("published/three_rows_lost.csv");
    for line in said("count 3x300 --by first-row --csv").lines().skip(1).map(numbers) {
        sum += line[1];
        if let Some(known) = three.iter().find(|known| known[0] == line[0].to_string()) {
            assert_eq!(known[1], sum.to_string());
        }
    }
    // Winning bites, one position after another.
    for bar in ["5x6", "6x5", "5x5", "1x4", "5x6@2,3", "4x4@3,3", "3x5@3,5", "5x4@1,4"] {
        let solved = Sieve::of(&bar.parse().unwrap()).solve(&Effort::default()).unwrap();
        let (rows, cols, poison) = (solved.bar().rows(), solved.bar().cols(), solved.bar().poison());
        let mut expected = [0; 8];
        for number in 1..lastbite_engines::rank::count(rows, cols).unwrap() {
            let position = lastbite_engines::rank::unrank(number, rows).unwrap();
            // A position without its poison is the end of the game.
            if position.lengths().get(poison.row as usize - 1).is_none_or(|&length| length < poison.col) {
                continue;
            }
            expected[solved.winning_bites(&position).unwrap().len()] += 1;
        }
        for line in said(&format!("count {bar} --by winning-bites --csv")).lines().skip(1).map(numbers) {
            assert_eq!(expected[line[0] as usize], line[1], "{bar}");
            expected[line[0] as usize] = 0;
        }
        assert!(expected.iter().all(|&left| left == 0), "{bar}");
    }
    assert_eq!(
        said("count 3x2 --by shape --json"),
        "{\"rows\":1,\"cols\":1,\"lost\":1}\n{\"rows\":2,\"cols\":2,\"lost\":1}\n{\"rows\":3,\"cols\":2,\"lost\":1}\n"
    );
}

#[test]
fn grundy_values_are_those_that_are_known() {
    let found = said("grundy 1..9 1..9 --csv");
    let found: BTreeSet<&str> = found.lines().collect();
    for line in known("computed/grundy_rectangles.csv") {
        let fits = numbers(&line[0])[0] <= 9 && numbers(&line[1])[0] <= 9;
        assert!(!fits || found.contains(line.join(",").as_str()), "{line:?}");
    }
    let file = said("grundy 3 1..60 --bfile");
    assert!(file.starts_with("# A069001: "));
    for (term, line) in file.lines().skip(1).zip(known("published/three_rows_grundy.csv")) {
        assert_eq!(term, format!("{} {}", line[0], line[1]));
    }
    assert_eq!(json("grundy 2 3")[0]["grundy"], 4);
}

#[test]
fn samples_are_repeated_by_their_seed_and_right() {
    let first = said("sample 8x10 -n 200 --seed 7 --json");
    assert_eq!(first, said("sample 8x10 -n 200 --seed 7 --json"));
    assert_ne!(first, said("sample 8x10 -n 200 --seed 8 --json"));
    let bar = Chomp::new(8, 10).unwrap();
    let distances = Distances::of(&bar, &Effort::default()).unwrap();
    let values = GrundyValues::of(&bar, &Effort::default()).unwrap();
    for line in first.lines() {
        let drawn: Value = serde_json::from_str(line).unwrap();
        let lengths: Vec<u32> = serde_json::from_value(drawn["rows"].clone()).unwrap();
        let rows = Rows::new(lengths).unwrap();
        let distance = distances.distance(&rows).unwrap();
        assert_eq!(drawn["distance"], distance);
        assert_eq!(drawn["grundy"], values.value(&rows).unwrap());
        assert_eq!(drawn["outcome"], if distance.is_multiple_of(2) { "loss" } else { "win" });
    }
    // Every position of a small bar is drawn, and none is much likelier than another.
    let small = said("sample 2x2 -n 5000");
    for position in ["1", "2", "1,1", "2,1", "2,2"] {
        let times = small.lines().filter(|line| line.starts_with(&format!("\"{position}\","))).count();
        assert!((800..1200).contains(&times), "{position}: {times}");
    }
    // With the poison elsewhere only positions that still have it are drawn.
    let elsewhere: Chomp = "4x5@2,3".parse().unwrap();
    let distances = Distances::of(&elsewhere, &Effort::default()).unwrap();
    let drawn = said("sample 4x5@2,3 -n 3000 --json");
    let mut different = BTreeSet::new();
    for line in drawn.lines() {
        let drawn: Value = serde_json::from_str(line).unwrap();
        let lengths: Vec<u32> = serde_json::from_value(drawn["rows"].clone()).unwrap();
        assert!(lengths[1] >= 3, "{line}");
        let rows = Rows::new(lengths).unwrap();
        assert_eq!(drawn["distance"], distances.distance(&rows).unwrap());
        different.insert(line.to_string());
    }
    // Two rows of 3 to 5 squares, and two below them of at most as many as the second has.
    assert_eq!(different.len(), 3 * 10 + 2 * 15 + 21);
    // A long bar, standing, whose outcomes are looked up among its lost positions.
    let long = said("sample 400x3 -n 300 --seed 3");
    let solver_says = |rows: &str| {
        let found = json(&format!("solve chomp:400x3 {rows}"));
        found["outcome"].as_str().unwrap().to_string()
    };
    let line = long.lines().nth(5).unwrap();
    let (position, rest) = line.trim_start_matches('"').split_once('"').unwrap();
    assert_eq!(rest.split(',').nth(1).unwrap(), solver_says(position));
}

#[test]
fn a_table_is_exported_whole() {
    let folder = TempDir::new().unwrap();
    for bar in ["8x10", "10x8", "9x9", "3x4@2,2", "2x2"] {
        let build = ["table", "build", bar, "-o", "table", "--force"];
        text(&command(folder.path(), &build).output().unwrap());
        let exported = text(&command(folder.path(), &["table", "export", "table"]).output().unwrap());
        let sorted = |text: &str| text.lines().map(str::to_string).collect::<BTreeSet<_>>();
        let lost = said(&format!("lost {bar}"));
        assert_eq!((sorted(&exported), exported.len()), (sorted(&lost), lost.len()), "{bar}");
    }
    let some = ["table", "export", "table", "--first", "1", "--json"];
    assert_eq!(text(&command(folder.path(), &some).output().unwrap()), "[1]\n");
}

#[test]
fn pictures_have_axes_and_the_command_that_made_them() {
    for (line, words) in [
        ("plot lost 3x300", &["third row, r / p", "second row, q / p"][..]),
        ("plot openings 10x10", &["rows", "columns", "more than one winning first bite"]),
        ("plot share 4x30", &["columns (log)", "lost positions, % of all (log)", "4 rows"]),
        (
            "plot cost 4x3000",
            &["few rows", "sieve", "seconds (log)", "megabytes (log)", "measured, 2 threads, AMD EPYC"],
        ),
        ("plot periods 3x1500", &["third row, r", ">period<", ">dies<", " columns<", ">4<"]),
        ("plot distances 8x10", &[">45<", ">55<", ">P<"]),
        ("plot grundy 4x9", &["Grundy value", "columns", "1 row<", "4 rows"]),
    ] {
        let file = said(line);
        assert!(file.starts_with("<svg ") && file.ends_with("</svg>\n"), "{line}");
        assert_eq!(file.matches('<').count(), file.matches('>').count(), "{line}");
        assert!(file.contains(&format!("<desc>Made by: lastbite {line}</desc>")), "{line}");
        for words in words {
            assert!(file.contains(words), "{line}: {words}");
        }
    }
    // 8x10, 9x10 and their mirror images inside 10x10 stand out; all other boxes have one dot.
    let openings = said("plot openings 10x10");
    assert_eq!(openings.matches("#ccc").count(), 4);
    assert_eq!(openings.matches("<circle").count(), 81 + 4);
    let folder = TempDir::new().unwrap();
    let output = command(folder.path(), &["plot", "distances", "3x4", "-o", "a.svg"]).output().unwrap();
    assert_eq!(text(&output), "a.svg: the distances of 3x4\n");
    for (line, accepted) in [
        ("plot lost 4x100", "plot lost 3x5000"),
        ("plot openings 41x41", "from 2x2 to 40x40"),
        ("plot periods 3x3", "plot periods 3x10000"),
        ("plot periods 3x100", "no column is settled"),
        ("plot cost 2x3000", "plot cost 4x3000"),
        ("plot share 4x5@2,2", "take a bar like 8x10"),
        ("plot grundy 4x9 -o no/such/file", "there is no folder no/such"),
    ] {
        let sentence = refusal_in(Path::new("."), line);
        assert!(sentence.contains(accepted), "{line}: {sentence}");
    }
}

#[test]
fn nonsense_is_refused_in_one_sentence_that_says_what_is_accepted() {
    for (line, accepted) in [
        ("solve 8x1000", "at most seven rows and 65534 columns"),
        ("solve 4x7@2,3 --method few-rows", "with the poison at 1,1"),
        ("solve 4x7 --method three-rows", "three-rows for three"),
        ("solve 3,5", "did you mean 3x5 or nim:3,5?"),
        ("solve 4x7 9,9", "at most 4 rows of at most 7 squares"),
        ("solve nim:3,4,5 7", "there are 3 heaps"),
        ("lost chomp:3x4+nim:3", "chomp:3x4+nim:3 is neither a bar nor an order"),
        ("count nim:3,4 --by area", "nim:3,4 is neither a bar nor an order"),
        ("solve go:9x9", "a game is written like"),
        ("solve 3x900000 --memory 10M", "of memory, and 10.5 MB may be used"),
        ("periods 2", "periods 3 --to 1000"),
        ("periods 4 --to 66000", "four to six rows and 1 to 65000 columns"),
        ("periods 5 --to 400 --memory 1G", "memory"),
        ("periods 7", "three to six rows"),
        ("periods 3 --third 5", "--third goes with four rows or more"),
        ("periods kayles --third 5", "--third goes with four rows or more"),
        ("periods 5 --third 0", "--third"),
        ("periods 5 --bfile A147983", "take --csv or --json"),
        ("periods 4 --bfile A029899", "take --csv or --json"),
        ("periods 3 --to 0", "--to takes a whole number from 1 to 4,294,967,294, not '0'"),
        ("periods 3 --to 2000000000", "--to takes at most 1073741824 columns"),
        ("periods 3 --certificate file", "certificates are written for heap games"),
        ("periods kayles --census", "--census and --bfile go with three rows"),
        ("periods octal:1.7", "a code is 0, 4, 8 or c, a point and 1 to 64 digits"),
        ("periods --all-octal 9", "--all-octal takes a whole number from 1 to 4, not '9'"),
        ("sequence subtract:0", "1 to 100 numbers from 1 to 1,000,000"),
        ("sequence go", "use a code such as octal:0.77"),
        ("sequence .6 --to 5000000000", "takes a whole number from 1 to 4,294,967,294"),
        ("sequence subtract:1 --plot rare", "has no rare values"),
        ("sequence .6 --to 100000000 --memory 1M", "may be used"),
        ("sequence .6 --method slow", "use sparse or plain"),
        ("lost 3x10 --row 3", "as in 3=120"),
        ("lost 3x10 --row 9=3", "--row: the bar has 3 rows, and no row 9"),
        ("lost 3x10 --rows-equal 4", "--rows-equal: the bar has 3 rows, and no row 4"),
        ("lost 3x10 --first 0", "--first takes a whole number from 1 to"),
        ("count 9000x9000 --by shape", "rows and columns up to 255"),
        ("openings 10..2 3", "as in 2..10"),
        ("lost 5x10 --bfile", "take a bar like 4x100"),
        ("lost 3x10 --npy no/such/file", "there is no folder no/such"),
        ("count 20x20 --by winning-bites", "a byte for each position"),
        ("count 8x8 --by shape --bfile", "--by area --bfile"),
        ("count 8x8 --by area --bfile A112472", "count --area 60 --bfile A112473"),
        ("count --area 999", "--area takes a whole number from 1 to 250, not '999'"),
        ("count --area 128 --by grundy", "at most 127 squares"),
        ("count --area 60 --by shape", "count --area 60 --by grundy"),
        ("count --area 120 --memory 10M", "solve something smaller, or allow more"),
        ("positions 255x255", "choose a smaller bar"),
        ("positions 4x4 --grundy x", "--grundy takes a whole number from 1 to"),
        ("grundy 2..3 1..9 --bfile", "one number of rows"),
        ("grundy 2..300 2", "up to 255"),
        ("grundy 3 1..30000", "three rows and 1 to 20000 columns"),
        ("sample 99x99", "choose a smaller bar"),
        ("solve 60,59,58,57,56,55,54,53,52,51 --nodes 2000", "nodes and does not know who wins"),
        ("solve 60^40,59 --nodes 0", "--nodes takes a whole number from 1 to"),
        ("plot share 4x9 --measure", "only costs are measured"),
        ("sample 4x5 -n 0", "-n takes a whole number from 1 to"),
        ("table export nothing", "cannot open nothing"),
    ] {
        let sentence = refusal_in(Path::new("."), line);
        assert!(sentence.contains(accepted), "{line}: {sentence}");
    }
}

#[cfg(unix)]
#[test]
fn lists_stop_when_nobody_reads_on() {
    for line in ["lost 3x20000", "lost 12x12", "openings 3 1..300000 --csv", "sample 8x8 -n 1000000000000"] {
        let piped = format!("{} {line} | head -n 2", env!("CARGO_BIN_EXE_lastbite"));
        let output = Command::new("bash").args(["-o", "pipefail", "-c", &piped]).output().unwrap();
        assert!(output.status.success(), "{line}");
        assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 2);
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Tables of two things add up to tables of one, and positions by value are those counted.
#[test]
fn counts_by_two_things_add_up() {
    let sums = |text: &str, keys: std::ops::Range<usize>| {
        let mut sums = std::collections::BTreeMap::<Vec<u64>, u64>::new();
        for line in text.lines().skip(1).map(numbers) {
            *sums.entry(line[keys.clone()].to_vec()).or_default() += line[line.len() - 1];
        }
        sums
    };
    for bar in ["5x6", "4x5@2,3", "6x6"] {
        let two = said(&format!("count {bar} --by winning-bites,grundy --csv"));
        assert_eq!(
            sums(&two, 0..1),
            sums(&said(&format!("count {bar} --by winning-bites --csv")), 0..1),
            "{bar}"
        );
        let by_grundy = sums(&said(&format!("count {bar} --by grundy --csv")), 0..1);
        assert_eq!(sums(&two, 1..2), by_grundy, "{bar}");
        for (value, count) in by_grundy {
            let listed = said(&format!("positions {bar} --grundy {}", value[0])).lines().count();
            assert_eq!(listed as u64, count, "{bar} {value:?}");
        }
        let by_distance = sums(&said(&format!("count {bar} --by distance --csv")), 0..1);
        let lost: u64 =
            by_distance.iter().filter(|(plies, _)| plies[0] % 2 == 0).map(|(_, count)| count).sum();
        assert_eq!(lost as usize, said(&format!("lost {bar}")).lines().count(), "{bar}");
        let zeros = said(&format!("positions {bar} --grundy 0"));
        let mut zeros: Vec<&str> = zeros.lines().filter_map(|line| line.split(':').next()).collect();
        let lost = said(&format!("lost {bar}"));
        let mut lost: Vec<&str> = lost.lines().collect();
        zeros.sort_unstable();
        lost.sort_unstable();
        assert_eq!(zeros, lost, "{bar}");
    }
    let shapes = said("count 6x6 --by area,shape --csv");
    let by_area = sums(&said("count 6x6 --by area --csv"), 0..1).into_iter().filter(|&(_, count)| count > 0);
    assert_eq!(sums(&shapes, 0..1), by_area.collect());
    // Up to 9 squares a bar of 9x9 has every position.
    for what in ["winning-bites", "grundy", "distance"] {
        let mut of_bar = sums(&said(&format!("count 9x9 --by area,{what} --csv")), 0..2);
        of_bar.retain(|key, _| key[0] <= 9);
        assert_eq!(of_bar, sums(&said(&format!("count --area 9 --by {what} --csv")), 0..2), "{what}");
    }
}

#[test]
fn grundy_values_of_three_rows_go_on_beyond_the_sweep() {
    let (long, short) = (said("grundy 3 1..300 --bfile"), said("grundy 3 1..255 --bfile"));
    assert!(long.starts_with(&short) && long.ends_with("\n300 647\n"), "{long}");
}

#[test]
fn lists_and_columns_are_checked_by_the_script_and_wrong_ones_are_found_out() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("python3 is not here: scripts/check-lost is not tried");
        return;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/check-lost");
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("list.csv");
    let checked = |text: &str, bound: &str| {
        fs::write(&path, text).unwrap();
        Command::new("python3").arg(&script).arg(&path).arg(bound).output().unwrap().status.success()
    };
    let lost = said("lost 4x9 --csv");
    assert!(checked(&lost, "4x9"));
    let told = Command::new("python3").arg(&script).arg(&path).arg("4x9").output().unwrap();
    let many = format!("{} are lost", lost.lines().count() - 1);
    assert!(String::from_utf8_lossy(&told.stdout).contains(&many), "{many}: {told:?}");
    assert!(
        !checked(&lost.replace("\n2,2,1,0\n", "\n"), "4x9") && !checked(&(lost.clone() + "9,9,9,9\n"), "4x9")
    );
    // What is no position is refused, and so is what comes twice: a count cannot be forged.
    for line in ["0,0,0,0", "1,2,0,0", "3,3,3,-1", "1,0,0,0"] {
        assert!(!checked(&format!("{lost}{line}\n"), "4x9"), "{line}");
    }
    // Only a sample is checked of a large list, and the exit status says so.
    fs::write(&path, said("lost 9x12 --csv")).unwrap();
    let sampled = Command::new("python3").arg(&script).arg(&path).arg("9x12").output().unwrap();
    assert_eq!(sampled.status.code(), Some(3), "{sampled:?}");
    let three = said("periods 3 --to 100 --csv");
    assert!(checked(&three, "90"));
    assert!(!checked(&three.replace("\n4,dies,7,,\n", "\n4,dies,6,,\n"), "90"));
    let four = said("periods 4 --to 60 --csv");
    assert!(checked(&four, "60"));
    let forged = |line: &str, by: &str| {
        let forged = four.replace(&format!("\n{line}\n"), by);
        forged != four && !checked(&forged, "60")
    };
    // A wrong pattern, a wrong period, one that is not the least, a wrong reason, no line, and two.
    assert!(forged("4,2,repeats,7,2,4 2", "\n4,2,repeats,7,2,4 3\n"));
    assert!(forged("4,2,repeats,7,2,4 2", "\n4,2,repeats,7,3,4 2\n"));
    assert!(forged("4,2,repeats,7,2,4 2", "\n4,2,repeats,7,4,4 2 4 2\n"));
    assert!(forged("3,1,never,2,,", "\n3,1,never,1,,\n"));
    assert!(forged("3,1,never,2,,", "\n"));
    assert!(forged("3,1,never,2,,", "\n3,1,never,2,,\n3,1,never,2,,\n"));
    let five = said("periods 5 --to 60 --third 8 --csv");
    assert!(checked(&five, "60"));
    let never = five.lines().find(|line| line.contains(",never,")).unwrap();
    let repeats = five.lines().rfind(|line| line.contains(",repeats,")).unwrap();
    for (line, by) in [(never, never.replace("never", "open")), (repeats, format!("{repeats} 1"))] {
        assert!(checked(&five.replace(line, &by), "60") == by.contains("open"), "{line}");
    }
    assert!(!checked(&five.replace(never, &never.replace(",never,", ",dies,")), "60"), "{never}");
}

#[test]
fn sequences_by_area_are_those_of_the_oeis() {
    for line in known("published/oeis_winning_bites.csv") {
        let printed = said(&format!("count --area 40 --bfile {}", line[0]));
        assert!(printed.starts_with(&format!("# {}: number of ", line[0])), "{printed}");
        let first: u64 = line[1].parse().unwrap();
        let terms: Vec<String> =
            (first..).zip(line[2].split(' ')).map(|(n, term)| format!("{n} {term}")).collect();
        assert_eq!(printed.lines().skip(1).collect::<Vec<_>>(), terms, "{}", line[0]);
    }
    let (by_bar, by_area) = (said("count 12x12 --by area --bfile"), said("count --area 12 --bfile"));
    assert_eq!(by_bar, by_area);
}

/// Shell commands and their output as they appear in a text, with a `$` before each command.
fn sessions(lines: impl Iterator<Item = String>) -> Vec<(String, Vec<String>)> {
    let mut sessions: Vec<(String, Vec<String>)> = Vec::new();
    for line in lines {
        match (line.strip_prefix("$ "), sessions.last_mut()) {
            (Some(command), _) => sessions.push((command.to_string(), Vec::new())),
            (None, Some((_, printed))) => printed.push(line),
            (None, None) => {}
        }
    }
    sessions
}

/// Returns the output without times and memory.
fn lasting(line: &str) -> String {
    let measured = ["  time ", "  peak memory "].into_iter().find(|what| line.starts_with(what));
    measured.unwrap_or(line).to_string()
}

#[cfg(unix)]
#[test]
fn what_the_guide_and_the_help_show_is_what_is_printed() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/src");
    let questions = fs::read_to_string(guide.join("questions.md")).unwrap();
    assert_eq!(questions.lines().filter(|line| line.starts_with("## ")).count(), 24);
    let mut shown = Vec::new();
    for page in fs::read_dir(guide).unwrap() {
        let page = fs::read_to_string(page.unwrap().path()).unwrap();
        let blocks = page.split("```console\n").skip(1).map(|block| block.split("```").next().unwrap());
        shown.extend(blocks.flat_map(|block| sessions(block.lines().map(str::to_string))));
    }
    assert!(shown.len() > 15);
    for name in
        ["solve", "openings", "periods", "sequence", "lost", "positions", "count", "grundy", "sample", "plot"]
    {
        let help = said(&format!("{name} --help"));
        let examples = help.split_once("Example").unwrap_or_else(|| panic!("{name} has an example")).1;
        let lines = examples.lines().skip(1).map(|line| line.strip_prefix("  ").unwrap_or(line).to_string());
        shown.extend(sessions(lines));
    }
    let folder = TempDir::new().unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_lastbite")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    for (line, expected) in shown {
        // A file that is shown is there.
        if let Some(file) = line.strip_prefix("cat ") {
            fs::write(folder.path().join(file), expected.join("\n") + "\n").unwrap();
            continue;
        }
        let mut bash = Command::new("bash");
        let run =
            bash.current_dir(folder.path()).args(["-c", &line]).env("PATH", &path).env_remove("COLUMNS");
        let output = run.output().unwrap();
        // Where nothing is shown, it is enough that it is understood.
        if expected.is_empty() {
            assert!(output.status.success(), "{line}");
            continue;
        }
        let printed = String::from_utf8(output.stdout).unwrap();
        let printed: Vec<String> = printed.lines().map(lasting).collect();
        let expected: Vec<String> = expected.iter().map(|line| lasting(line)).collect();
        assert_eq!(printed, expected, "{line}");
    }
}
