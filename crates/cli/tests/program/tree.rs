//! `tree` and `trace` through the real binary: pictures compared letter by letter, counts with the library.

use crate::talk;
use std::path::Path;

use crate::talk::{Said, talk};
use lastbite::{Algorithm, AnyGame, Effort, Game};
use serde_json::Value;

fn good(args: &[&str]) -> String {
    let said = talk(args, &[]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{args:?}");
    said.out
}

fn refused(args: &[&str], sentence: &str) {
    let Said { out, err, code } = talk(args, &[]);
    assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}: {err}");
    assert_eq!(err.lines().count(), 1, "{args:?}: {err}");
    assert!(err.contains(sentence), "{args:?}: {err}");
}

/// Draws into a file of this kind and compares it with the one in `tests/pictures`.
fn check_picture(name: &str, args: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    let all: Vec<&str> = ["tree"].iter().chain(args).copied().chain(["-o", file.to_str().unwrap()]).collect();
    let told = good(&all);
    assert!(
        told.starts_with(file.to_str().unwrap()) && told.contains("wins") | told.contains("lost"),
        "{told}"
    );
    let drawn = std::fs::read_to_string(&file).unwrap();
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures").join(name);
    if std::env::var_os("UPDATE_TRANSCRIPTS").is_some() {
        std::fs::write(&kept, &drawn).unwrap();
    }
    let expected = std::fs::read_to_string(&kept).expect("the picture is there");
    assert!(drawn == expected, "{name} looks different now; see it, and keep it with UPDATE_TRANSCRIPTS=1");
    drawn
}

/// Checks that every element is closed, in the right order, and that texts have no bare signs.
fn assert_well_formed(xml: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = xml;
    while let Some(at) = rest.find('<') {
        assert!(!rest[..at].contains('>'), "a bare > in {:?}", &rest[..at]);
        let text = &rest[..at];
        for amp in text.match_indices('&') {
            let named = ["&lt;", "&gt;", "&amp;", "&quot;"].iter().any(|e| text[amp.0..].starts_with(e));
            assert!(named, "{text}");
        }
        let end = at + rest[at..].find('>').expect("a tag ends");
        let tag = &rest[at + 1..end];
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        match (tag.strip_prefix('/'), tag.ends_with('/')) {
            (Some(name), _) => assert_eq!(open.pop(), Some(name)),
            (None, true) => {}
            (None, false) => open.push(tag.split_whitespace().next().unwrap()),
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "{open:?}");
}

/// The boxes around the frames of nodes, as (left, top, right, bottom).
fn frames(svg: &str) -> Vec<(f64, f64, f64, f64)> {
    let value = |line: &str, name: &str| -> Option<String> {
        let at = line.find(&format!(" {name}=\""))? + name.len() + 3;
        Some(line[at..].split('"').next()?.to_string())
    };
    let mut frames = Vec::new();
    for line in svg.lines() {
        let number = |name| value(line, name).unwrap().parse::<f64>().unwrap();
        let class = value(line, "class").unwrap_or_default();
        if line.starts_with("<polygon") {
            let points = value(line, "points").unwrap();
            let points: Vec<(f64, f64)> = points
                .split(' ')
                .map(|point| point.split_once(',').unwrap())
                .map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap()))
                .collect();
            // The small triangles next to MAX and MIN have three corners.
            if points.len() == 5 {
                let by = |of: fn(&(f64, f64)) -> f64, best: fn(f64, f64) -> f64, from| {
                    points.iter().map(of).fold(from, best)
                };
                frames.push((
                    by(|p| p.0, f64::min, f64::MAX),
                    by(|p| p.1, f64::min, f64::MAX),
                    by(|p| p.0, f64::max, 0.0),
                    by(|p| p.1, f64::max, 0.0),
                ));
            }
        } else if line.starts_with("<rect") && (class == "won" || line.contains(" rx=\"4\"")) {
            frames.push((
                number("x"),
                number("y"),
                number("x") + number("width"),
                number("y") + number("height"),
            ));
        }
    }
    frames
}

fn assert_tidy(svg: &str, nodes: usize) {
    assert_well_formed(svg);
    let frames = frames(svg);
    assert!(frames.len() >= nodes, "{} frames", frames.len());
    for (i, a) in frames.iter().enumerate() {
        for b in &frames[i + 1..] {
            let apart = a.2 <= b.0 || b.2 <= a.0 || a.3 <= b.1 || b.3 <= a.1;
            assert!(apart, "{a:?} lies on {b:?}");
        }
    }
}

#[test]
fn the_figures_of_the_textbook() {
    let figure = check_picture("2x2.svg", &["2x2"]);
    assert_tidy(&figure, 10);
    assert_eq!(frames(&figure).len(), 10, "a frame for each node");
    assert_eq!(figure.matches(r#"class="leaf""#).count(), 4, "the four ends of the game");
    let numbered = check_picture("2x2-minimax.svg", &["2x2", "--search", "minimax"]);
    assert!((1..=10).all(|n| numbered.contains(&format!(">{n}</text>"))));
    assert_eq!(frames(&check_picture("2x3.svg", &["2x3"])).len(), 58);
}

#[test]
fn what_was_cut_off_or_remembered_is_shown() {
    let cut = check_picture("2x3-alphabeta.svg", &["2x3", "--search", "alphabeta"]);
    assert_tidy(&cut, 46);
    assert!(cut.contains(">46</text>") && !cut.contains(">47</text>") && cut.contains(">cut</text>"));
    let remembered = check_picture("2x3-memo.svg", &["2x3", "--search", "memo"]);
    assert_tidy(&remembered, 9);
    assert!(remembered.contains(">= 2</text>") && remembered.contains(">9</text>"));
    assert_tidy(&check_picture("nim-1,2-negamax.svg", &["nim:1,2", "--search", "negamax"]), 2);
    assert_tidy(&check_picture("poison-elsewhere.svg", &["2x3@1,2", "3,2"]), 2);
}

#[test]
fn merged_positions_are_drawn_once() {
    let merged = check_picture("3x3-dag.svg", &["3x3", "--dag"]);
    assert_tidy(&merged, 14);
    assert_eq!(merged.matches("won +1").count() + merged.matches("lost −1").count(), 19);
    let searched = check_picture("2x3-dag-memo.svg", &["2x3", "--dag", "--search", "memo"]);
    assert_tidy(&searched, 6);
    assert!((1..=9).all(|n| searched.contains(&format!(">{n}</text>"))));
}

#[test]
fn graphs_for_graphviz_and_text() {
    let dot = check_picture("2x2-memo.dot", &["2x2", "--search", "memo"]);
    assert!(dot.starts_with("digraph") && dot.contains("shape=house") && dot.contains("shape=invhouse"));
    check_picture("3x3-dag.dot", &["3x3", "--dag"]);
    check_picture("2x2.txt", &["2x2"]);
    check_picture("2x3-alphabeta.txt", &["2x3", "--search", "alphabeta", "--ascii"]);
    check_picture("2x3-dag.txt", &["2x3", "--dag"]);
}

#[test]
fn the_terminal_gets_what_fits() {
    for (args, width) in [(&["tree", "2x2"][..], 80), (&["tree", "2x2"], 30), (&["tree", "2x3", "--dag"], 40)]
    {
        let mut program = talk::program(args);
        program.env("COLUMNS", width.to_string());
        let said = talk::talk_to(program, &[]);
        assert_eq!(said.code, Some(0));
        assert!(said.out.lines().all(|line| line.chars().count() <= width), "{width}: {}", said.out);
        assert!(!said.out.contains('\u{1b}'), "no colour into a pipe");
    }
    assert!(good(&["tree", "2x2", "--ascii"]).is_ascii());
    assert!(good(&["tree", "1x1"]).contains("1 node, MIN wins"));
}

#[test]
fn the_json_of_a_tree_is_the_librarys() {
    for (game, position) in [("chomp:2x3", None), ("nim:1,2,2", None), ("chomp:3x3", Some("3,1,1"))] {
        let rules: AnyGame = game.parse().unwrap();
        let from = position.map_or_else(|| rules.start(), |text| rules.read_position(text).unwrap());
        for algorithm in Algorithm::ALL {
            let name = algorithm.to_string();
            let mut args = vec!["tree", game];
            args.extend(position);
            args.extend(["--search", &name, "--json"]);
            let json: Value = serde_json::from_str(&good(&args)).unwrap();
            let nodes = json["nodes"].as_array().unwrap();
            let found = algorithm.search(&rules, &from, &Effort::unlimited()).unwrap();
            let entered = nodes.iter().filter(|node| node["state"] == "entered").count() as u64;
            assert_eq!((entered, json["search"].as_str()), (found.nodes, Some(name.as_str())), "{game}");
            for node in nodes.iter().skip(1) {
                let above = &nodes[node["parent"].as_u64().unwrap() as usize];
                let before = rules.read_position(above["position"].as_str().unwrap()).unwrap();
                let mv = rules.read_move(node["move"].as_str().unwrap()).unwrap();
                let after = rules.write_position(&rules.play(&before, &mv).unwrap());
                assert_eq!(after, node["position"].as_str().unwrap());
            }
        }
    }
    let graph: Value = serde_json::from_str(&good(&["tree", "3x3", "--dag", "--json"])).unwrap();
    assert_eq!(
        (graph["nodes"].as_array().unwrap().len(), graph["nodes"][0]["outcome"].as_str()),
        (19, Some("win"))
    );
}

#[test]
fn what_cannot_be_drawn_is_refused_with_its_size() {
    refused(
        &["tree", "3x3", "-o", "x.svg"],
        "has 1,232 nodes, and a picture shows at most 400; draw every position once with --dag",
    );
    refused(&["tree", "4x4", "--search", "alphabeta"], "has 1,410 nodes");
    refused(&["tree", "6x7"], "about 10^");
    refused(&["tree", "8x10"], "more than 10^38 nodes");
    refused(&["tree", "20x20"], "more than 10,000 nodes");
    refused(&["tree", "6x6", "--dag"], "chomp:6x6 has 923 positions");
    refused(&["tree", "20x20", "--dag"], "more than 10,000 positions");
    refused(&["tree", "2x2", "-o", "picture.png"], "a name ends in .svg, .dot or .txt");
    refused(&["tree", "2x2", "-o", "no/such/folder.svg"], "there is no folder no/such");
    refused(&["tree", "2x"], "a bar is rows x columns");
    refused(&["tree", "checkers"], "a game is written like 8x10");
    refused(&["tree", "2x2", "3,3"], "larger than the bar");
    refused(&["tree", "2x2", "--search", "magic"], "a search is minimax, alphabeta, negamax or memo");
    refused(&["trace", "5x5", "--search", "minimax"], "visits more than 80,000 nodes");
    // The largest possible bar is refused at once, not a gigabyte later.
    for way in [&["--dag"][..], &["--search", "memo"], &[]] {
        refused(&[&["tree", "1000000x100"], way].concat(), "a game of 100,000,000 pieces is too large");
    }
    refused(&["trace", "1000000x100", "--search", "memo"], "a game of 100,000,000 pieces is too large");
    refused(&["trace", "2x2", "--search", "magic"], "a search is minimax, alphabeta, negamax or memo");
}

#[test]
fn a_trace_tells_every_node_once() {
    for algorithm in Algorithm::ALL {
        let name = algorithm.to_string();
        talk::check_transcript(
            &format!("trace_2x2_{name}"),
            &["trace", "2x2", "--search", &name, "--all"],
            &[],
        );
        let bar: AnyGame = "chomp:2x3".parse().unwrap();
        let found = algorithm.search(&bar, &bar.start(), &Effort::unlimited()).unwrap();
        let lines = good(&["trace", "2x3", "--search", &name, "--json"]);
        let steps: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let of = |event: &str| steps.iter().filter(|step| step["event"] == event).count() as u64;
        assert_eq!((of("enter"), of("leave")), (found.nodes, found.nodes), "{name}");
        let numbers: Vec<u64> =
            steps.iter().filter(|s| s["event"] == "enter").map(|s| s["node"].as_u64().unwrap()).collect();
        assert_eq!(numbers, (1..=found.nodes).collect::<Vec<_>>());
        assert_eq!(
            (of("cut") > 0, of("remember") > 0),
            (algorithm != Algorithm::Minimax, algorithm == Algorithm::Memo)
        );
        assert!(steps.iter().zip(1..).all(|(step, n)| step["step"] == n));
        assert_eq!(steps.last().unwrap()["value"], "+1");
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_not_an_error() {
    let program = env!("CARGO_BIN_EXE_lastbite");
    for command in
        ["trace 3x3 --search minimax --all", "trace 3x3 --search minimax --json", "tree 3x3 --search negamax"]
    {
        let line = format!("{program} {command} | head -n 1");
        let output =
            std::process::Command::new("bash").args(["-o", "pipefail", "-c", &line]).output().unwrap();
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success());
    }
}
