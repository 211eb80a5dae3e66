//! `engine` and `tournament` through the real binary, with bots of every kind of badness.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::talk::{Said, program, talk};
use lastbite::{AnyGame, Game, Record, Settings, play::Side};
use serde_json::Value;

fn refused(args: &[&str], sentence: &str) {
    let Said { out, err, code } = talk(args, &[]);
    assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}: {err}");
    assert_eq!(err.lines().count(), 1, "{args:?}: {err}");
    assert!(err.contains(sentence), "{args:?}: {err}");
}

/// Says whether a process still runs; one that has ended and was not yet asked about does not.
fn runs(pid: &str) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{pid}/stat"));
    status.is_ok_and(|stat| !stat.contains(") Z"))
}

/// Waits until a condition holds, and says whether it did: processes end a little after they are told to.
fn soon(so: impl Fn() -> bool) -> bool {
    let started = Instant::now();
    while !so() && started.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(20));
    }
    so()
}

/// Writes bots as shell scripts into a folder; each notes its number and its children's in the file `pids`.
struct Bots {
    folder: tempfile::TempDir,
}

impl Bots {
    fn new() -> Self {
        Bots { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Makes a player of a script, under its name.
    fn add(&self, name: &str, script: &str) -> String {
        let path = self.path().join(format!("{name}.sh"));
        std::fs::write(&path, format!("echo $$ >> {}\n{script}\n", self.pids_file().display())).unwrap();
        format!("{name}=bash {}", path.display())
    }

    fn pids_file(&self) -> PathBuf {
        self.path().join("pids")
    }

    fn pids(&self) -> Vec<String> {
        std::fs::read_to_string(self.pids_file()).unwrap_or_default().lines().map(str::to_string).collect()
    }

    fn assert_all_ended(&self) {
        assert!(!self.pids().is_empty(), "the bots were started");
        assert!(soon(|| !self.pids().iter().any(|pid| runs(pid))), "some of {:?} still run", self.pids());
    }
}

/// Every known way to go wrong, and the words for it.
fn bad_bots(bots: &Bots) -> Vec<(String, &'static str)> {
    vec![
        (
            bots.add("hangs", "sleep 1000 & echo $! >> $(dirname $0)/pids; wait"),
            "hangs: no move within 0.4 s",
        ),
        (
            bots.add("deaf", "trap '' TERM HUP INT\nwhile true; do sleep 0.1; done"),
            "hangs: no move within 0.4 s",
        ),
        (
            bots.add("crashes", "read line; echo 'oh no: 7' >&2; exit 3"),
            "crashed: it ended with exit code 3 (oh no: 7)",
        ),
        (bots.add("killed", "read line; kill -9 $$"), "crashed: it was ended by signal 9"),
        (bots.add("quits", "exit 0"), "crashed: it ended with exit code 0"),
        (
            bots.add("babbles", "while read line; do echo hello; done"),
            "printed 'hello'; expected a line like: move 2,3",
        ),
        (bots.add("floods", "yes | tr -d '\\n'"), "printed 'yyyyyyyyyyyyyyyy"),
        (bots.add("binary", "while read line; do printf '\\377\\000\\033[2J\\n'; done"), "printed '"),
        (bots.add("wrong", "while read line; do echo move somewhere; done"), "printed move 'somewhere'"),
        (bots.add("mute", "while read line; do echo move; done"), "printed move ''"),
        (
            bots.add("off", "while read line; do echo move 9,9; done"),
            "cheated with '9,9': square 9,9 is not there",
        ),
        (
            bots.add("eaten", "read line; echo move 2,2; while read line; do echo move 2,2; done"),
            "cheated with '2,2': square 2,2 has already been eaten",
        ),
    ]
}

#[test]
fn a_bad_bot_loses_with_the_reason_shown_and_leaves_nothing_behind() {
    let bots = Bots::new();
    for (player, reason) in bad_bots(&bots) {
        let name = player.split('=').next().unwrap().to_string();
        // A bot that hangs is not waited for long; the others may be slow on a busy machine.
        let time = if reason.starts_with("hangs") { "0.4" } else { "60" };
        let args = ["tournament", "2x3", "-p", "perfect", "-p", &player, "--time", time, "--json"];
        let said = talk(&args, &[]);
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{name}");
        let json: Value = serde_json::from_str(&said.out).unwrap();
        let games = json["games"].as_array().unwrap();
        assert_eq!(games.len(), 2);
        for game in games {
            assert_eq!(game["winner"], "perfect", "{name}");
        }
        let faults: Vec<&str> = games.iter().filter_map(|game| game["fault"].as_str()).collect();
        assert!(faults.iter().any(|fault| fault.starts_with(reason)), "{name}: {faults:?}");
        assert!(faults.iter().all(|fault| !fault.chars().any(char::is_control)), "{faults:?}");
        let loser = json["players"].as_array().unwrap().iter().find(|player| player["name"] == name.as_str());
        assert_eq!(loser.unwrap()["forfeited"], faults.len());
        // In words too.
        let words = talk(&args[..args.len() - 1], &[]).out.replace('\n', " ");
        assert!(words.contains(&format!("; {name} {}", &reason[..reason.len().min(9)])), "{words}");
    }
    bots.assert_all_ended();
}

#[test]
fn bad_bots_meet_on_many_threads_and_all_games_are_told_in_order() {
    let bots = Bots::new();
    let players: Vec<String> =
        bad_bots(&bots).into_iter().map(|(player, _)| player).skip(2).take(5).collect();
    let mut args = vec!["tournament", "2x2", "nim:1,2", "-p", "easy", "--threads", "4", "--time", "0.4"];
    players.iter().for_each(|player| args.extend(["-p", player.as_str()]));
    let said = talk(&args, &[]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    for n in 1..=2 * 6 * 5 {
        assert!(said.out.contains(&format!("\n{n}. ")) || said.out.starts_with(&format!("{n}. ")), "{n}");
    }
    assert!(said.out.contains("\nplayer ") && said.out.contains("rating"), "{}", said.out);
    bots.assert_all_ended();
}

#[test]
fn a_good_bot_plays_and_is_rated() {
    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bot.py");
    let lines = std::fs::read_to_string(&bot).unwrap().lines().count();
    assert!(lines <= 30, "twenty lines and a few words: {lines}");
    let player = format!("pupil=python3 {}", bot.display());
    let ours = format!("{} engine", env!("CARGO_BIN_EXE_lastbite"));
    let folder = tempfile::tempdir().unwrap();
    let records = folder.path().join("games");
    let args = [
        "tournament",
        "3x3",
        "2x4",
        "-p",
        "perfect",
        "-p",
        &player,
        "-p",
        &ours,
        "--records",
        records.to_str().unwrap(),
        "--json",
        "--time",
        "60",
    ];
    let said = talk(&args, &[]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    let json: Value = serde_json::from_str(&said.out).unwrap();
    let games = json["games"].as_array().unwrap();
    assert_eq!(games.len(), 12);
    for (game, n) in games.iter().zip(1..) {
        assert_eq!(game["fault"], Value::Null, "{game}");
        // Perfect players win what they begin.
        if game["first"] != "pupil" {
            assert_eq!(game["winner"], game["first"], "{game}");
        }
        // The record is the game: the library plays it again.
        let file = std::fs::read_dir(&records)
            .unwrap()
            .map(|file| file.unwrap().path())
            .find(|path| path.file_name().unwrap().to_str().unwrap().starts_with(&format!("{n:04}-")));
        let record = Record::from_json(&std::fs::read_to_string(file.unwrap()).unwrap()).unwrap();
        let session = record.session::<AnyGame>(Settings::default()).unwrap();
        let played = session.played();
        let moves: Vec<String> =
            played.history().iter().map(|turn| played.start().write_move(&turn.mv)).collect();
        assert_eq!(serde_json::to_value(&moves).unwrap(), game["moves"]);
        let winner = if played.verdict().unwrap().winner == Side::First { "first" } else { "second" };
        assert_eq!(game["winner"], game[winner]);
    }
    let players = json["players"].as_array().unwrap();
    assert_eq!(players.iter().map(|player| player["games"].as_u64().unwrap()).collect::<Vec<_>>(), [8, 8, 8]);
    let again = talk(&args, &[]);
    assert_eq!(again.code, Some(2), "records are not written over");
    assert!(again.err.contains("or replace its records with --force"), "{}", again.err);
}

#[test]
fn the_same_seed_is_the_same_tournament_on_any_number_of_threads() {
    let run = |seed: &str, threads: &str| {
        let said = talk(
            &[
                "tournament",
                "4x5",
                "nim:3,4,5/misere",
                "-p",
                "easy",
                "-p",
                "medium",
                "-p",
                "easy",
                "--rounds",
                "5",
                "--json",
                "--seed",
                seed,
                "--threads",
                threads,
            ],
            &[],
        );
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
        said.out
    };
    let once = run("7", "1");
    assert_eq!(once, run("7", "3"));
    assert_ne!(once, run("8", "1"));
    assert!(once.contains("easy #2"), "equal names are told apart");
}

#[test]
fn a_tournament_that_is_stopped_ends_its_bots() {
    for signal in ["INT", "TERM"] {
        let bots = Bots::new();
        let hangs = bots.add("hangs", "sleep 1000 & echo $! >> $(dirname $0)/pids; wait");
        let mut child = program(&["tournament", "3x3", "-p", &hangs, "-p", "easy", "--time", "1000"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // The first start is only a try; the game's own bot comes after it.
        assert!(soon(|| bots.pids().iter().filter(|pid| runs(pid)).count() >= 2), "the bot plays");
        let status = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap();
        assert!(status.success());
        let code = child.wait().unwrap().code();
        assert_eq!(code, Some(if signal == "INT" { 130 } else { 143 }));
        bots.assert_all_ended();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_has_left_the_group_of_a_bot_ends_with_it() {
    let bots = Bots::new();
    let script = "here=$(dirname $0)
setsid bash -c \"echo \\$\\$ >> $here/pids; touch $here/left; exec sleep 1000\" &
while read line; do while [ ! -e $here/left ]; do sleep 0.01; done; echo move 9,9; done";
    let leaves = bots.add("leaves", script);
    let said = talk(&["tournament", "2x2", "-p", &leaves, "-p", "easy", "--time", "60"], &[]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    assert!(said.out.contains("leaves cheated with '9,9'"), "{}", said.out);
    assert!(bots.pids().len() >= 3, "two starts and at least one that left: {:?}", bots.pids());
    bots.assert_all_ended();
}

#[cfg(target_os = "linux")]
#[test]
fn a_tournament_that_is_killed_takes_its_bots_with_it() {
    let bots = Bots::new();
    // Deaf to the end of its input, as a bot that reads nothing is.
    let deaf = bots.add("deaf", "exec sleep 1000");
    let mut child = program(&["tournament", "3x3", "-p", &deaf, "-p", "easy", "--time", "1000"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    assert!(soon(|| bots.pids().len() >= 2 && bots.pids().iter().any(|pid| runs(pid))), "the bot plays");
    child.kill().unwrap();
    child.wait().unwrap();
    bots.assert_all_ended();
}

#[test]
fn an_engine_obeys_nothing_of_a_line_that_is_too_long() {
    let long = format!("{}quit", "A".repeat(1 << 20));
    let said = talk(&["engine"], &[&long, "go 2x2"]);
    let plain: Vec<&str> = said.out.lines().filter(|line| !line.starts_with("info")).collect();
    assert_eq!(plain, ["error a line of more than 1,048,576 bytes was ignored", "move 2,2"]);
}

#[test]
fn tournaments_that_cannot_be() {
    refused(&["tournament", "3x3", "-p", "easy"], "needs two players or more");
    refused(&["tournament", "3x3", "-p", "easy", "-p", "/no/such/bot"], "'/no/such/bot' cannot be started");
    refused(&["tournament", "3x3", "-p", "easy", "-p", "'open"], "lacks its closing quote");
    refused(
        &["tournament", "3x3", "-p", "easy", "-p", " "],
        "is not a player; a player is easy, medium, strong or perfect",
    );
    refused(&["tournament", "3", "-p", "easy", "-p", "easy"], "did you mean 3x3 or nim:3?");
    refused(&["tournament", "200x200", "-p", "easy", "-p", "easy"], "too large to be played");
    refused(&["tournament", "3x3", "-p", "easy", "-p", "easy", "--time", "0"], "a time is seconds from 0.01");
    refused(
        &["tournament", "3x3", "-p", "easy", "-p", "easy", "--threads", "0"],
        "--threads takes a whole number from 1 to 1024",
    );
    refused(
        &["tournament", "3x3", "-p", "easy", "-p", "easy", "--rounds", "x"],
        "--rounds takes a whole number from 1 to 1000",
    );
    refused(&["tournament", "3x3", "-p", "easy", "-p", "easy", "--seed", "x"], "a seed is a number");
    refused(
        &["tournament", "3x3", "-p", "easy", "-p", "easy", "--records", "/dev/null/x"],
        "could not be made",
    );
}

#[test]
fn an_engine_answers_line_by_line() {
    let said = talk(
        &["engine"],
        &[
            "go chomp:4x7 7^4",
            "go chomp:2x2 1",
            "go nim:3,4,5/misere 3,4,5",
            "set engine minimax",
            "go 2x3",
            "options",
            "",
        ],
    );
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    let plain: Vec<&str> = said.out.lines().filter(|line| !line.starts_with("info")).collect();
    assert_eq!(plain[..4], ["move 3,4", "none", "move 2 from 1", "move 2,3"]);
    assert_eq!(plain[5], "option engine minimax of auto minimax alphabeta negamax memo sieve");
    assert!(said.out.contains("info outcome win why wins nodes 58 seconds"), "{}", said.out);
}

/// The first move of an analysis wins fastest or lasts longest.
#[test]
fn a_perfect_engine_wins_fastest_and_lasts_longest() {
    for (game, position) in [
        ("fibonacci:13", "4/4"),
        ("wythoff:6,10", "2,2"),
        ("kayles:9,9", "9,9"),
        ("chomp:5x5", "3^2,2"),
        ("nim:3,4,5", "1,4,5"),
        ("lasker:7,7", "7,7"),
    ] {
        let judged = talk(&["analyze", game, position, "--json"], &[]).out;
        let judged: serde_json::Value = serde_json::from_str(&judged).unwrap();
        let lasts = |mv: &str| {
            let moves = judged["moves"].as_array().unwrap().iter();
            moves
                .map(|judged| (judged["move"].as_str().unwrap(), judged["distance"].as_u64().unwrap()))
                .find(|(other, _)| *other == mv)
                .unwrap()
                .1
        };
        let played = talk(&["engine", "--level", "perfect"], &[&format!("go {game} {position}")]).out;
        let mv = played.lines().find_map(|line| line.strip_prefix("move ")).unwrap();
        assert_eq!(Some(lasts(mv)), judged["distance"].as_u64(), "{game} {position}: {played}");
    }
}

#[test]
fn an_engine_keeps_to_its_limits_and_stops() {
    // A patient search of a large bar has nowhere to go within these limits, and still answers.
    for limit in ["--nodes=1000", "--time=50"] {
        let said = talk(&["engine", "--engine", "minimax", limit], &["go 12x13"]);
        assert_eq!(said.code, Some(0));
        let mv = said.out.lines().last().unwrap().strip_prefix("move ").unwrap().to_string();
        let bar: AnyGame = "chomp:12x13".parse().unwrap();
        assert_eq!(bar.check(&bar.start(), &bar.read_move(&mv).unwrap()), Ok(()));
        assert!(said.out.contains("info text it is not known who wins"), "{}", said.out);
    }
    let mut engine = program(&["engine", "--engine", "minimax"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = engine.stdin.take().unwrap();
    let mut lines = BufReader::new(engine.stdout.take().unwrap()).lines().map(Result::unwrap);
    input.write_all(b"go 12x13\nset engine auto\ngo 2x2\nping\n").unwrap();
    assert_eq!(lines.next().unwrap(), "pong", "a ping does not wait for the thinking");
    input.write_all(b"stop\n").unwrap();
    assert!(lines.by_ref().find(|line| !line.starts_with("info")).unwrap().starts_with("move "));
    assert_eq!(
        lines.by_ref().find(|line| !line.starts_with("info")).unwrap(),
        "move 2,2",
        "what waited comes after"
    );
    input.write_all(b"go 12x13\nquit\n").unwrap();
    assert_eq!(engine.wait().unwrap().code(), Some(0));
}

#[test]
fn an_engine_says_what_it_does_not_understand() {
    for (line, sentence) in [
        ("hello", "'hello' is not understood; lines are go GAME POSITION"),
        ("go", "go needs a game and a position"),
        ("go chess", "'chess' is not a game"),
        ("go 2x2 3,3", "larger than the bar"),
        ("go 2x2 1 1", "'1' is too much"),
        ("set level", "set needs a name and a value"),
        ("set level godlike", "a level is easy, medium, strong or perfect"),
        ("set nodes many", "is not a whole number, 0 or more"),
        ("set colour red", "options are level, engine, nodes, time and seed"),
        ("\u{1b}[2J", "is not understood"),
    ] {
        let said = talk(&["engine"], &[line, "go 2x2"]);
        let mut lines = said.out.lines();
        let error = lines.next().unwrap();
        assert!(error.starts_with("error ") && error.contains(sentence), "{line:?}: {error}");
        assert!(!error.chars().any(char::is_control), "{error:?}");
        assert_eq!(lines.last(), Some("move 2,2"), "and it goes on");
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    }
    refused(&["engine", "--level", "godlike"], "easy, medium, strong or perfect");
    refused(&["engine", "--time", "soon"], "is not a whole number, 0 or more");
}
