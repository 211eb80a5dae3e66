//! `analyze`, `explain`, `advise`, `review`, `compare` and `worksheet`, through the real binary.

use std::path::Path;

use crate::talk::{Said, program, talk, talk_to};
use lastbite::search::WithBlunders;
use lastbite::{Algorithm, Analysis, AnyGame, Effort, Explanation, Game, Solver, Standing};
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

/// Returns what a command answers; it must say nothing else.
fn answer(arguments: &[&str]) -> String {
    let said = talk(arguments, &[]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{arguments:?}");
    said.out
}

/// Joins wrapped lines.
fn unwrapped(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn object(arguments: &[&str]) -> Value {
    let text = answer(arguments);
    assert_eq!(text.lines().count(), 1, "one object on one line");
    serde_json::from_str(&text).unwrap()
}

/// A refusal is one sentence on stderr, exit code 2, and nothing on stdout.
fn refusal(arguments: &[&str]) -> String {
    let Said { out, err, code } = talk(arguments, &[]);
    assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments:?}: {err}");
    assert_eq!(err.lines().count(), 1, "{arguments:?}: {err}");
    err
}

fn standing(game: &str, position: Option<&str>) -> Standing<AnyGame> {
    let game: AnyGame = game.parse().unwrap();
    match position {
        Some(position) => Standing::read(game, position).unwrap(),
        None => Standing::start(game),
    }
}

#[test]
fn analyze_prints_the_object_that_was_promised() {
    for (game, position) in [
        ("chomp:4x7", None),
        ("chomp:8x10", Some("10^3,8^5")),
        ("chomp:3x4@2,2", None),
        ("chomp:5x5", Some("5,1^4")),
        ("chomp:2x2", Some("1")),
        ("nim:3,4,5", None),
        ("nim:3,4,5/misere", Some("1,0,2")),
    ] {
        let standing = standing(game, position);
        let text = answer(&[&["analyze", game, "--json"][..], position.as_slice()].concat());
        let found: Value = serde_json::from_str(&text).unwrap();
        let plain = match standing.size() {
            few if few < 30 => Analysis::of(&standing, &Effort::unlimited()).unwrap(),
            _ => Solver::new().analyse(&standing, &Effort::unlimited()).unwrap(),
        };
        let moves: Vec<Value> = plain
            .moves
            .iter()
            .map(|judged| {
                json!({
                    "move": standing.write_move(&judged.mv),
                    "outcome": judged.outcome.to_string(),
                    "distance": judged.distance,
                    "reply": judged.refutation.as_ref().map(|reply| standing.write_move(reply)),
                })
            })
            .collect();
        let line: Vec<String> = plain.main_line.iter().map(|mv| standing.write_move(mv)).collect();
        let misere = game.ends_with("/misere");
        let expected = json!({
            "game": game, "position": standing.written(), "outcome": plain.outcome.to_string(),
            "distance": plain.distance, "grundy": plain.grundy.filter(|_| !misere),
            "value_without_blunders": plain.grundy.filter(|_| misere), "moves": moves, "unjudged": 0, "line": line,
        });
        assert_eq!(found, expected, "{game} {position:?}");
        let keys = ["game", "position", "outcome", "distance", "grundy", "moves", "line"];
        let places: Vec<usize> = keys.iter().map(|key| text.find(&format!("\"{key}\":")).unwrap()).collect();
        assert!(places.is_sorted(), "in the order that was promised");
        // The main line starts with the first listed move and has the stated length.
        assert_eq!(found["line"].as_array().unwrap().len() as u64, found["distance"].as_u64().unwrap());
        assert_eq!(found["line"].get(0), found["moves"].get(0).map(|judged| &judged["move"]));
    }
    assert_eq!(answer(&["analyse", "4x7", "--json"]), answer(&["analyze", "chomp:4x7", "7^4", "--json"]));
}

#[test]
fn what_analyze_cannot_reach_is_null_and_stderr_says_why() {
    let said = talk(&["analyze", "nim:400,300", "--json"], &[]);
    let found: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!((&found["outcome"], &found["grundy"]), (&"win".into(), &(400 ^ 300).into()));
    assert_eq!((&found["distance"], &found["moves"][0]["distance"]), (&Value::Null, &Value::Null));
    assert_eq!(said.err, "The distances are out of reach: it has too many positions to be looked through.\n");

    let said = talk(&["analyze", "chomp:8x9", "--json", "--memory", "4K"], &[]);
    let found: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!((&found["outcome"], &found["distance"]), (&"win".into(), &Value::Null));
    assert!(said.err.contains("of memory, and 4.1 kB may be used"), "{}", said.err);

    let said = talk(&["analyze", "chomp:40x50", "--json"], &[]);
    let found: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!((said.code, &found["outcome"]), (Some(0), &"win".into()), "a theorem knows that");
    assert!(found["moves"].is_null() && found["line"].is_null() && found["distance"].is_null());
    assert!(said.err.starts_with("Not every move could be judged: "), "{}", said.err);
}

#[test]
fn analyze_draws_the_judgement_in_each_square() {
    let said = answer(&["analyze", "3x4"]);
    let board = [
        "chomp:3x4 4^3",
        "",
        "   1  2  3  4",
        "1  P -2 -4 -8",
        "2 -2 -4 +7 -4",
        "3 -4 -4 -8 -8",
        "+ a bite that wins, - one that loses, and in how many plies the game then ends",
        "",
        "The player to move wins in 7 plies (moves of either side). Grundy value 2.",
    ];
    let said_board: Vec<&str> = said.lines().take(board.len()).collect();
    let start = standing("chomp:3x4", None);
    let expected = Analysis::of(&start, &Effort::unlimited()).unwrap();
    assert_eq!(expected.distance, Some(7));
    for (row, line) in (1..=3).zip(&said_board[3..]) {
        for (col, cell) in (1..=4).zip(line.split_whitespace().skip(1)) {
            let judged =
                expected.moves.iter().find(|judged| start.write_move(&judged.mv) == format!("{row},{col}"));
            let sign = |outcome| if outcome == lastbite::Outcome::Win { '+' } else { '-' };
            let told = judged.map(|judged| format!("{}{}", sign(judged.outcome), judged.distance.unwrap()));
            assert_eq!(cell, told.unwrap_or("P".to_string()));
        }
    }
    assert_eq!((said_board[0], said_board[2], said_board[6]), (board[0], board[2], board[6]));
    assert!(said_board[8].starts_with("The player to move wins in 7 plies (moves of either side)."));
    assert!(
        unwrapped(&answer(&["analyze", "nim:1,2,3/misere"])).contains("if nobody may take the last stone.")
    );
    assert!(answer(&["analyze", "2x2", "1"]).contains("The game is over, and the player to move has lost."));
}

#[test]
fn explain_names_the_rule() {
    for (arguments, rule, sentence) in [
        (&["explain", "1x7"][..], "one row", "Bite 1,2"),
        (&["explain", "9x9", "5,4"], "two rows", "5 and 4 long"),
        (&["explain", "9x9", "5,1^4"], "the equal L", "the opponent can copy"),
        (&["explain", "6x6"], "the square", "Bite 2,2"),
        (&["explain", "4x5"], "strategy stealing", "biting 3,3 wins"),
        (&["explain", "nim:2,3,4"], "the exclusive or", "  ^ 1 0 0    heap 3: 4"),
        (&["explain", "nim:1,5/misere"], "the last large heap, misère", "Take all of it"),
    ] {
        let said = answer(arguments);
        assert!(unwrapped(&said).contains(&format!("The rule: {rule}.")), "{said}");
        assert!(said.contains(sentence) || unwrapped(&said).contains(sentence), "{said}");
        let found = object(&[arguments, &["--json"]].concat());
        assert_eq!(found["rule"], rule);
        let standing = standing(found["game"].as_str().unwrap(), found["position"].as_str());
        let explained = Explanation::of(&standing, &Solver::new(), &Effort::unlimited()).unwrap();
        assert_eq!(found["outcome"], explained.outcome.to_string());
        assert_eq!(found["best"], json!(explained.best.as_ref().map(|best| standing.write_move(best))));
        assert_eq!(found["replies"].as_array().unwrap().len(), explained.replies.len());
        // The API answers with the same object.
        let desk = lastbite_answers::Desk::new(Solver::new(), lastbite_answers::Reach::default());
        let query = format!("game={}&position={}", standing.game(), standing.written());
        let asked = desk.answer("explain", &query, "", &Effort::unlimited());
        assert_eq!(found, serde_json::from_str::<serde_json::Value>(&asked.body).unwrap());
    }
    // No rule: the table of every reply and its answer.
    let said = answer(&["explain", "9x9", "5,3,2"]);
    assert!(said.contains("1,2: 2,1   1,4: 2,2   2,1: 1,2   2,3: 1,5   3,2: 1,3\n"), "{said}");
}

#[test]
fn advise_tells_your_moves_and_wins() {
    let said = talk(&["advise", "3x4", "--ascii"], &["", "9,9", "", "2,2", "undo", "2,1", "", "quit"]);
    assert_eq!(said.code, Some(0));
    for sentence in [
        "Biting 2,3 wins in 7 plies",
        "Your move [2,3]:",
        "Square 9,9 is not there",
        "Type what they played. A bite is a row and a column, as in ",
        "Their move: 2,1",
        "Biting 1,2 wins in 1 ply: your opponent is left with nothing but poison.",
        "You win. Only the poison is left, and it is your opponent's turn.",
    ] {
        assert!(said.out.contains(sentence), "{sentence}: {}", said.out);
    }
    let said = talk(&["advise", "nim:1,2,3", "--second"], &["1 from 1", "quit"]);
    assert!(said.out.contains("Taking 1 stone from heap 3 wins"), "{}", said.out);
    let said = talk(&["advise", "nim:1,2,3"], &[]);
    assert!(said.out.contains("You lose in 6 plies if they play well."), "{}", said.out);
}

#[test]
fn advise_in_json_plays_a_whole_game() {
    let said = talk(&["advise", "3x4", "--json"], &["nonsense", "3,2", "3,1", "2,1"]);
    let lines: Vec<Value> = said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let moves: Vec<&Value> = lines.iter().map(|line| &line["move"]).collect();
    assert_eq!(moves, [&json!("2,3"), &json!("1,3"), &json!("2,2"), &json!("1,2"), &Value::Null]);
    assert_eq!((&lines[0]["distance"], &lines[4]["winner"]), (&7.into(), &"you".into()));
    assert_eq!(said.err.lines().count(), 1, "{}", said.err);
    // A player who asks in a lost position loses.
    let lost = talk(&["advise", "2x2", "2,1", "--json"], &["1,2"]);
    let last: Value = serde_json::from_str(lost.out.lines().last().unwrap()).unwrap();
    assert_eq!(last["winner"], "opponent");
}

fn recorded(folder: &Path, moves: &[&str]) -> String {
    let file = folder.join("game.json").to_str().unwrap().to_string();
    let args = [
        "chomp", "3x4", "--first", "human", "--level", "perfect", "--names", "Ada", "--seed", "7",
        "--record", &file,
    ];
    talk(&args, moves);
    file
}

#[test]
fn review_finds_the_thrown_win() {
    let folder = tempfile::tempdir().unwrap();
    let file = recorded(folder.path(), &["2,2", "1,2", "n"]);
    let expected = "\
Review of chomp:3x4 4^3: Ada against Computer
  1. Ada 2,2: win -> loss. This throws the win away; 2,3 would have kept it.
  2. Computer 1,4: win -> win. The only winning move.
  3. Ada 1,2: loss -> loss. It loses in 2 plies; 3,1 would have lasted 4. (A ply
  is one move of either side.)
  4. Computer 2,1: win -> win. The only winning move.

Computer wins. Only the poison is left, and it is Ada's turn.
Ada: 0 of 2 moves perfect (kept 0 of 1 won position; lasted longest in 0 of 1
lost position).
Computer: 2 of 2 moves perfect (kept 2 of 2 won positions).
";
    assert_eq!(answer(&["review", &file]), expected);
    let found = object(&["review", &file, "--json"]);
    assert_eq!((&found["game"], &found["winner"]), (&"chomp:3x4".into(), &2.into()));
    assert_eq!(
        found["moves"][0],
        json!({"player": 1, "move": "2,2", "outcome_before": "win", "outcome_after": "loss", "distance_before": 7,
               "distance_after": 6, "winning_moves": 1, "better": "2,3", "perfect": false})
    );
    assert_eq!(
        found["sides"][0],
        json!({"moves": 2, "could_win": 1, "kept": 0, "was_lost": 1, "held_out": 0})
    );
    let gone = refusal(&["review", folder.path().join("nothing").to_str().unwrap()]);
    assert!(gone.contains("there is no file"), "{gone}");
}

#[test]
fn compare_counts_what_the_library_counts() {
    let found = object(&["compare", "2..3x3", "nim:2,3", "--json"]);
    let poisoned = object(&["compare", "2..3x3", "nim:2,3", "--json", "--count-poison"]);
    assert_eq!(
        (found["count_poison"].as_bool(), poisoned["count_poison"].as_bool()),
        (Some(false), Some(true))
    );
    let compared = found["compared"].as_array().unwrap();
    assert_eq!(compared.len(), 5 + 5 + 4, "there is no sieve of heaps");
    for (one, with) in compared.iter().zip(poisoned["compared"].as_array().unwrap()) {
        let name = one["search"].as_str().unwrap();
        assert_eq!((&one["outcome"], &one["finished"]), (&"win".into(), &true.into()));
        let game: AnyGame = one["game"].as_str().unwrap().parse().unwrap();
        let Ok(algorithm) = name.parse::<Algorithm>() else {
            assert_eq!((name, one["deepest"].is_null()), ("sieve", true));
            // 2x3 has 10 positions, the empty one among them. 3x3 has 20, and half of them are judged.
            assert_eq!(one["nodes"], 10, "{one}");
            continue;
        };
        let plain = algorithm.search(&game, &game.start(), &Effort::unlimited()).unwrap();
        assert_eq!(
            [&one["nodes"], &one["stored"], &one["deepest"]],
            [&json!(plain.nodes), &json!(plain.stored), &json!(plain.deepest)]
        );
        let blundering =
            algorithm.search(&WithBlunders(game.clone()), &game.start(), &Effort::unlimited()).unwrap();
        assert_eq!(with["nodes"], blundering.nodes);
    }
    let twenty = answer(&["compare", "2x2", "--count-poison", "--csv"]);
    assert!(twenty.contains("chomp:2x2,\"2,2\",minimax,true,20,0,4,"), "{twenty}");
    let said =
        answer(&["compare", "4x4", "--nodes", "1,000"]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("all of them, or half of a square's"), "{said}");
    assert!(said.contains(">1,000") && said.contains("unfinished at 1,000 nodes"), "{said}");
    let at = answer(&["compare", "4x4", "--position", "3,1", "--csv"]);
    assert!(at.contains("chomp:4x4,\"3,1\",sieve,true,"), "{at}");
}

/// Checks that every tag is closed by its own name, in order, and that nothing else looks like a tag.
fn well_formed(svg: &str) {
    let mut open = Vec::new();
    for piece in svg.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').expect("a tag ends");
        assert!(!text.contains('>') && tag.matches('"').count() % 2 == 0, "{piece}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{piece}");
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap());
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn the_plot_is_always_the_same_picture() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plot.svg").to_str().unwrap().to_string();
    let arguments = ["compare", "2..4x2..4", "--nodes", "100000", "--plot", &file];
    let said = talk(&arguments, &[]);
    assert_eq!((said.code, said.err), (Some(0), format!("The plot is in {file}.\n")));
    let drawn = std::fs::read_to_string(&file).unwrap();
    well_formed(&drawn);
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures/compare.svg");
    if std::env::var_os("UPDATE_TRANSCRIPTS").is_some() {
        std::fs::write(&kept, &drawn).unwrap();
    }
    assert_eq!(drawn, std::fs::read_to_string(&kept).unwrap(), "UPDATE_TRANSCRIPTS=1 draws it anew");
    for words in
        ["nodes (logarithmic)", "hollow: unfinished at 100,000 nodes", ">sieve<", ">4x4<", ">10,000<"]
    {
        assert!(drawn.contains(words), "{words}");
    }
    assert!(refusal(&arguments).contains("is already there"));
    assert_eq!(talk(&[&arguments[..], &["--force"]].concat(), &[]).code, Some(0));
}

#[test]
fn a_worksheet_is_one_page_that_needs_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sheet.html").to_str().unwrap().to_string();
    let arguments = ["worksheet", "3x5", "-n", "8", "--seed", "7", "-o", &file];
    assert_eq!(answer(&arguments), format!("{file}: 8 positions of chomp:3x5, seed 7\n"));
    let page = std::fs::read_to_string(&file).unwrap();
    assert_eq!(page, answer(&["worksheet", "3x5", "--seed", "7"]), "the same seed, the same sheet");
    assert_ne!(page, answer(&["worksheet", "3x5", "--seed", "8"]));
    assert!(!page.contains("src=") && !page.contains("href=") && !page.contains("url("));
    assert!(page.contains("lastbite worksheet 3x5 -n 8 --difficulty medium --seed 7"));
    assert!(page.contains(".answers { break-before: page"));
    assert!(!page.contains('\u{fffd}'));
    page.split("<svg").skip(1).for_each(|rest| {
        well_formed(&format!("<svg{}</svg>", rest.split("</svg>").next().unwrap()));
    });
    assert_eq!(page.matches("<svg").count(), 8);
    let (questions, answers) = page.split_once("<h2>Answers</h2>").unwrap();
    let found = object(&["worksheet", "3x5", "--seed", "7", "--json"]);
    assert_eq!((&found["difficulty"], &found["seed"]), (&"medium".into(), &7.into()));
    for puzzle in found["puzzles"].as_array().unwrap() {
        let (position, bite) = (puzzle["position"].as_str().unwrap(), puzzle["move"].as_str().unwrap());
        assert!(questions.contains(&format!(": {position}<")));
        assert!(
            answers.contains(&format!("<td>{bite}</td><td>{}</td><td>{position}</td>", puzzle["distance"]))
        );
        let standing = standing("chomp:3x5", Some(position));
        let plain = Analysis::of(&standing, &Effort::unlimited()).unwrap();
        let winning: Vec<String> = plain
            .moves
            .iter()
            .filter(|judged| judged.outcome == lastbite::Outcome::Win)
            .map(|judged| standing.write_move(&judged.mv))
            .collect();
        assert_eq!(winning, [bite], "{position}");
        assert_eq!(puzzle["distance"], plain.distance.unwrap());
    }
    assert!(refusal(&arguments).contains("is already there"));
}

#[test]
fn nonsense_is_refused_in_one_sentence_that_says_what_is_accepted() {
    for (arguments, accepted) in [
        (&["analyze", "go"][..], "a game is written like 8x10"),
        (&["analyze", "4x"], "a bar is rows x columns"),
        (&["analyze", "nim:"], "heaps are numbers of stones"),
        (&["analyze", "nim:3,4", "5,5"], "none larger than at the start"),
        (&["explain", "3x4", "9,9"], "larger than the bar"),
        (&["explain", "3x4", "1,2"], "row lengths go from long to short"),
        (&["advise", "chomp:0x4"], "a side of a bar is 1 to 1,000,000 squares, not '0'"),
        (&["compare", "2..x3"], "as in 2..4x5"),
        (&["compare", "3x3", "--nodes", "0"], "1 or more"),
        (&["compare", "3x3", "--plot", "no/such/folder/plot.svg"], "there is no folder no/such/folder"),
        (&["worksheet", "3x5", "--difficulty", "huge"], "a difficulty is easy, medium or hard"),
        (&["worksheet", "3x5", "-n", "0"], "-n takes a whole number from 1 to 200, not '0'"),
        (&["worksheet", "2x2", "--difficulty", "hard"], "choose a larger game"),
        (&["worksheet", "30x30"], "at most 200,000 positions"),
        (&["worksheet", "3x5", "--seed", "x"], "a seed is a number"),
        (&["worksheet", "nim:3,4"], "there is only 1 medium position with a single winning move in nim:3,4"),
        (&["review", "."], "not an ordinary file"),
    ] {
        let sentence = refusal(arguments);
        assert!(sentence.contains(accepted), "{arguments:?}: {sentence}");
    }
}

#[test]
fn everything_fits_the_width() {
    let folder = tempfile::tempdir().unwrap();
    let file = recorded(folder.path(), &["2,2", "1,2", "n"]);
    let table = folder.path().join("table").to_str().unwrap().to_string();
    for columns in ["40", "80"] {
        for arguments in [
            &["solve", "8x10"][..],
            &["solve", "12x12", "--grundy"],
            &["solve", "nim:3,4,5"],
            &["solve", "nim:30,40,50,60,70,80,90/misere"],
            &["solve", "12^10,5^2"],
            &["table", "build", "10x10", "--force", "-o", &table],
            &["table", "lookup", &table, "9,8,7"],
            &["openings", "2..10", "2..14"],
            &["periods", "3", "--to", "1000"],
            &["count", "8x8", "--by", "shape"],
            &["tournament", "2x3", "-p", "easy", "-p", "perfect"],
            &["replay", &file],
            &["analyze", "8x10"],
            &["analyze", "4x12", "12,12,3"],
            &["analyze", "nim:3,4,5"],
            &["explain", "8x10"],
            &["explain", "nim:13,22,9"],
            &["explain", "3x4@2,2"],
            &["advise", "8x10"],
            &["review", &file],
            &["compare", "2..4x4", "nim:2,3"],
        ] {
            let mut command = program(arguments);
            command.env("COLUMNS", columns);
            let said = talk_to(command, &["quit"]);
            let wide = said.out.lines().find(|line| line.width() > columns.parse().unwrap());
            assert_eq!(wide, None, "{arguments:?} at {columns}");
        }
    }
}

#[test]
fn every_help_fits_a_screen_and_has_an_example() {
    for command in ["analyze", "explain", "advise", "review", "compare", "worksheet"] {
        let help = answer(&[command, "--help"]);
        assert!(help.lines().count() <= 24, "{command}");
        assert_eq!(help.lines().find(|line| line.width() > 80), None, "{command}");
        assert!(help.contains("Example: lastbite "), "{command}");
    }
    // take-away has the text of its assignment; the commands of table have examples of their own.
    let all = answer(&["--help"]);
    let commands = all.lines().filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next());
    let commands: Vec<&str> =
        commands.filter(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '-')).collect();
    let mut shown = 0;
    for command in commands.into_iter().filter(|word| !["take-away", "table", "help"].contains(word)) {
        let said = talk(&[command, "--help"], &[]);
        if said.code == Some(0) {
            assert!(said.out.contains("xample"), "{command}");
            shown += 1;
        }
    }
    assert!(shown >= 25, "{shown}");
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_not_an_error() {
    let binary = env!("CARGO_BIN_EXE_lastbite");
    for arguments in [
        "analyze 9x10",
        "analyze 9x10 --json",
        "explain 9x10",
        "compare 2..3x2..3",
        "worksheet 5x5 -n 20",
        "advise 4x7 --json",
    ] {
        let command = format!("{binary} {arguments} </dev/null | head -c 1");
        let output =
            std::process::Command::new("bash").args(["-o", "pipefail", "-c", &command]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments}");
        assert!(output.stderr.is_empty(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn every_sign_on_a_judged_board_is_explained() {
    let elsewhere = answer(&["analyze", "3x4@2,2"]);
    assert!(elsewhere.contains("x one that loses at once"), "{elsewhere}");
    assert!(!elsewhere.contains("? one that"), "{elsewhere}");
    assert!(!answer(&["analyze", "3x4"]).contains("x one that"), "there is only the poison, which is drawn");

    // A theorem names the winning bite, and most of the others are out of reach; 1,1 alone is poison.
    let out = |arguments: &[&str]| talk(arguments, &[]).out;
    let large = ["analyze", "20x20", "20^10,15^10", "--memory", "100M"];
    let told = out(&large);
    assert!(told.contains("+ a bite that wins, - one that loses; ? one that was not judged"), "{told}");
    let open = told.matches('?').count() - 1;
    assert!(open > 100 && told.contains(&format!("{open} more moves could not be judged.")), "{told}");
    let board: Vec<&str> = told.lines().skip(2).take(21).collect();
    assert!(!board.concat().contains('x'), "{told}");
    let json = |arguments: &[&str]| -> serde_json::Value { serde_json::from_str(&out(arguments)).unwrap() };
    let report = json(&[&large[..], &["--json"]].concat());
    assert_eq!(report["unjudged"], open);
    assert_eq!(report["moves"].as_array().unwrap().len() + open, 349);
    let solved = out(&["solve", "20x20", "20^10,15^10", "--memory", "100M"]);
    assert!(solved.contains("more moves could not be judged"), "{solved}");

    // Where there are too many to look at, that is the reason.
    let many = out(&["analyze", "nim:1000000,999999"]);
    assert!(many.contains("1,999,998 more moves were not looked at: there are more than 10,000."), "{many}");
    assert_eq!(json(&["analyze", "24x25", "--memory", "100M", "--json"])["unjudged"], 599);
}
