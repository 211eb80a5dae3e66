//! Grundy sequences of heaps, through the real binary: forms, files, checkpoints, and a certificate checked
//! by the script.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

fn run(folder: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lastbite"));
    command.current_dir(folder).args(line.split_whitespace()).stdin(Stdio::null()).env_remove("COLUMNS");
    command.output().expect("it runs")
}

fn said_in(folder: &Path, line: &str) -> String {
    let output = run(folder, line);
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn said(line: &str) -> String {
    said_in(Path::new("."), line)
}

#[test]
fn a_period_is_proved_seen_or_not_seen_and_nothing_else_is_said() {
    assert!(said("periods kayles").starts_with("octal:0.77: period 12 after heap 70: proved\n"));
    let early = said("periods kayles --to 165");
    assert!(early.starts_with("octal:0.77: period 12 after heap 70: seen but not proved\n"), "{early}");
    assert!(early.contains("needs the values to heap 166"), "{early}");
    assert!(said("periods grundy --to 2000").starts_with("grundy: no period seen to heap 2,000\n"));
    assert!(said("periods subtract:1,2,3").starts_with("subtract:1,2,3: period 4 after heap 0: proved\n"));
    let found: Value = serde_json::from_str(&said("periods .156 --json")).expect("JSON");
    assert_eq!(
        (&found["known"], &found["period"], &found["beginning"], &found["needed"]),
        (&json!("proved"), &json!(349), &json!(3478), &json!(7657))
    );
}

#[test]
fn the_same_values_come_in_every_form() {
    let folder = TempDir::new().expect("a folder");
    let here = folder.path();
    let lines = said("sequence .6 --to 300 --csv");
    let values: Vec<u32> = lines
        .lines()
        .skip(1)
        .enumerate()
        .map(|(heap, line)| {
            let (at, value) = line.split_once(',').expect("two columns");
            assert_eq!(at, heap.to_string());
            value.parse().expect("a number")
        })
        .collect();
    assert_eq!(values.len(), 301);
    assert_eq!(lines, said("sequence .6 --to 300 --csv --method plain"));
    let found: Value = serde_json::from_str(&said("sequence .6 --to 300 --json")).expect("JSON");
    assert_eq!(found["values"], json!(values));
    let terms = said("sequence .6 --to 300 --bfile");
    let written: Vec<String> =
        values.iter().enumerate().map(|(heap, value)| format!("{heap} {value}")).collect();
    assert_eq!(terms.lines().skip(1).collect::<Vec<_>>(), written);
    // Most octal games of the OEIS begin with the heap of 1.
    let from_one = said("sequence .6 --to 300 --bfile --from 1");
    assert_eq!(from_one.lines().skip(1).collect::<Vec<_>>(), written[1..]);
    assert!(from_one.lines().nth(1).is_some_and(|line| line.starts_with("1 ")), "{from_one}");
    assert!(!run(here, "sequence .6 --to 3 --bfile --from 4").status.success());
    said_in(here, "sequence .6 --to 300 --npy values.npy");
    let array = fs::read(here.join("values.npy")).expect("it is there");
    assert!(array[128..].iter().map(|&byte| u32::from(byte)).eq(values.iter().copied()));
    assert!(
        !run(here, "sequence .6 --to 300 --npy values.npy").status.success(),
        "a file that is there is kept"
    );
    for picture in ["values", "rare"] {
        let svg = said(&format!("sequence .6 --to 3000 --plot {picture}"));
        assert!(svg.contains("<svg") && svg.contains(&format!("--plot {picture}")), "{picture}");
    }
}

/// The store of the OEIS names the SHA-256 of its b-files, so that every term can be compared without them.
#[cfg(target_os = "linux")]
#[test]
fn b_files_of_the_oeis_are_rebuilt_to_the_last_byte() {
    for (command, checksum) in [
        ("periods 3 --to 400 --bfile A029899", "c6b69bd7"),
        ("sequence .56 --to 10000 --bfile --from 1", "ed587d9d"),
        ("sequence .127 --to 10000 --bfile --from 1", "71dc6091"),
        ("sequence .1777 --to 10000 --bfile --from 1", "098e2927"),
        ("sequence grundy --to 10000 --bfile", "b8d808b1"),
        ("sequence dawson --to 1000 --bfile", "174141b1"),
    ] {
        let folder = TempDir::new().expect("a folder");
        let file = folder.path().join("b.txt");
        // The first line says what it is.
        let terms: String = said(command).lines().skip(1).map(|line| format!("{line}\n")).collect();
        fs::write(&file, terms).expect("it is written");
        let sum = std::process::Command::new("sha256sum").arg(&file).output().expect("it sums");
        let sum = String::from_utf8(sum.stdout).expect("text");
        assert_eq!(&sum[..8], checksum, "{command}");
    }
}

#[test]
fn a_checkpoint_goes_on_where_it_was() {
    let folder = TempDir::new().expect("a folder");
    let here = folder.path();
    said_in(here, "sequence .6 --to 3000 --checkpoint six --csv");
    let size = |name: &str| fs::metadata(here.join(name)).expect("it is there").len();
    let before = size("six");
    assert_eq!(
        said_in(here, "sequence .6 --to 5000 --checkpoint six --csv"),
        said("sequence .6 --to 5000 --csv")
    );
    assert_eq!(size("six"), before + 2000);
    let other = run(here, "sequence .16 --to 5000 --checkpoint six");
    assert_eq!(other.status.code(), Some(2));
    let sentence = String::from_utf8_lossy(&other.stderr).to_string();
    assert!(sentence.contains("cannot continue from six: it holds values of"), "{sentence}");
}

#[test]
fn a_certificate_is_checked_by_the_script_and_a_wrong_one_is_found_out() {
    let folder = TempDir::new().expect("a folder");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/check-period");
    let check = |name: &str| {
        Command::new("python3").arg(&script).arg(folder.path().join(name)).stdin(Stdio::null()).output()
    };
    if Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    for rule in [".156", "subtract:2,5,7", ".f"] {
        said_in(folder.path(), &format!("periods {rule} --certificate one --force"));
        let checked = check("one").expect("python runs");
        let words = String::from_utf8_lossy(&checked.stdout).to_string();
        assert!(words.contains(": proved: the values of all heaps"), "{rule}: {words}{checked:?}");
        // One value is changed, and the checksum with it: the values themselves are looked at.
        let mut file = fs::read(folder.path().join("one")).expect("it is there");
        let line = file.iter().position(|&byte| byte == b'\n').expect("a line");
        let mut head: Value = serde_json::from_slice(&file[..line]).expect("JSON");
        let mut values = file.split_off(line + 1);
        let (width, middle) = (head["bytes"].as_u64().expect("a number") as usize, values.len() / 2);
        values[middle - middle % width] ^= 1;
        head["crc32"] = json!(crc32fast::hash(&values));
        let mut wrong = format!("{head}\n").into_bytes();
        wrong.extend(values);
        fs::write(folder.path().join("wrong"), wrong).expect("written");
        let checked = check("wrong").expect("python runs");
        assert!(!checked.status.success(), "{rule}");
        assert!(String::from_utf8_lossy(&checked.stderr).contains("WRONG"), "{rule}");
    }
}

/// A period that is true, but not the least one, is no answer to the question for the period.
#[test]
fn a_certificate_of_a_period_that_is_not_the_least_is_refused() {
    if Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    let folder = TempDir::new().expect("a folder");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/check-period");
    said_in(folder.path(), "periods kayles --certificate one");
    let file = fs::read(folder.path().join("one")).expect("it is there");
    let line = file.iter().position(|&byte| byte == b'\n').expect("a line");
    let number = |head: &Value, name: &str| head[name].as_u64().expect("a number");
    for (later, twice) in [(0, false), (0, true), (1, false), (12, false)] {
        let mut head: Value = serde_json::from_slice(&file[..line]).expect("JSON");
        let mut values = file[line + 1..].to_vec();
        let (beginning, period) = (number(&head, "beginning"), number(&head, "period"));
        let longer = if twice { period } else { 0 };
        for _ in 0..later + longer {
            values.push(values[values.len() - period as usize]);
        }
        head["beginning"] = json!(beginning + later);
        head["period"] = json!(period + longer);
        head["needed"] = json!(number(&head, "needed") + 2 * (later + longer));
        head["crc32"] = json!(crc32fast::hash(&values));
        let forged = [format!("{head}\n").into_bytes(), values].concat();
        fs::write(folder.path().join("forged"), forged).expect("written");
        let checked =
            Command::new("python3").arg(&script).arg(folder.path().join("forged")).output().unwrap();
        let said = String::from_utf8_lossy(&checked.stderr).to_string();
        let is_least = later == 0 && !twice;
        assert_eq!(checked.status.success(), is_least, "{later} {twice}: {said}");
        assert!(is_least || said.contains("already"), "{said}");
    }
}

/// A script can tell a sample from a proof by the exit status.
#[test]
fn a_certificate_that_is_only_sampled_ends_with_a_status_of_its_own() {
    if Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    let folder = TempDir::new().expect("a folder");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/check-period");
    said_in(folder.path(), "periods subtract:499999,500002 --to 3000000 --certificate one");
    let checked = Command::new("python3").arg(&script).arg(folder.path().join("one")).output().unwrap();
    assert_eq!(checked.status.code(), Some(3), "{checked:?}");
    assert!(String::from_utf8_lossy(&checked.stdout).contains(": sampled: "), "{checked:?}");
}

/// Which heaps are rare depends on the mask, so the committed list is of use only with it.
#[test]
fn the_survey_that_is_kept_names_the_mask_of_each_game() {
    let kept = include_str!("../../../../docs/results/octal-games.csv");
    let mut lines = kept.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let names = lines.next().expect("a headline");
    let column = |name: &str| names.iter().position(|other| *other == name).expect("a column");
    let (code, rare, mask) = (column("code"), column("rare"), column("mask"));
    for line in lines {
        assert_eq!(line[rare].is_empty(), line[mask].is_empty(), "{line:?}");
        if line[code] == "0.04" {
            assert_eq!((line[rare], line[mask]), ("18866", "3b8"));
        }
    }
}

#[test]
fn a_survey_names_equal_games_once() {
    let table = said("periods --all-octal 1 --to 3000");
    let end = "8 codes are 6 games: 5 proved, 0 seen but not proved, 1 open to heap 3,000";
    assert!(table.contains(end), "{table}");
    let csv = said("periods --all-octal 1 --to 3000 --csv");
    assert_eq!(csv.lines().count(), 7);
    // Which heaps are rare depends on the bits that are counted, so these belong to the number.
    assert!(
        csv.starts_with("code,known,period,beginning,computed,largest,rare,last rare,mask,equal codes\n"),
        "{csv}"
    );
    let kayles = said("periods kayles --json");
    let kayles: serde_json::Value = serde_json::from_str(&kayles).unwrap();
    let surveyed = said("periods --all-octal 2 --to 3000 --csv");
    let line: Vec<&str> =
        surveyed.lines().find(|line| line.starts_with("0.77,")).unwrap().split(',').collect();
    let mask = format!("{:x}", kayles["rare"]["mask"].as_u64().unwrap());
    assert_eq!((line[6], line[8]), (&*kayles["rare"]["heaps"].to_string(), &*mask), "{line:?}");
    assert_eq!(said("periods --all-octal 1 --to 3000 --json").lines().count(), 6);
}

/// Its values grow with the heap, so there is nothing to wait for.
#[test]
fn a_rule_with_a_formula_is_not_searched_for_a_period() {
    let told = said("periods lasker");
    assert!(told.contains("the values never repeat; a formula gives them"), "{told}");
    assert!(!told.contains("take --to"), "{told}");
    for code in ["octal:0.8", "octal:8.0"] {
        let told = said(&format!("periods {code}"));
        assert!(told.contains("the values never repeat; a formula gives them"), "{told}");
        assert!(!told.contains("take --to"), "{told}");
    }
    assert!(said("periods lasker --csv").lines().nth(1).unwrap().contains(",never repeats,"));
}
