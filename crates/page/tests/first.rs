//! The page's first look does not wait for the engine: `site/first.js` has the engine's own answers for it.

use lastbite::{Effort, Solver};
use lastbite_answers::{Desk, Reach, routes::ROUTES};
use serde_json::{Map, Value, json};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/site/first.js");

/// Writes the file: which questions are answered at once, every kind of game, and the usual game of each
/// kind.
fn first() -> String {
    let desk = Desk::new(Solver::new(), Reach::default());
    let ask = |name: &str, query: &str| -> Value {
        let reply = desk.answer(name, query, "", &Effort::unlimited());
        assert_eq!(reply.status, 200, "{name}?{query}: {}", reply.body);
        serde_json::from_str(&reply.body).unwrap()
    };
    let games = ask("games", "");
    let tables: Map<String, Value> = games["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|kind| kind["address"].as_str().unwrap().to_string())
        .map(|address| (address.clone(), ask("session", &address)))
        .collect();
    let light: Vec<&str> = ROUTES.iter().filter(|route| !route.heavy).map(|route| route.name).collect();
    let pictures: Map<String, Value> = tables
        .keys()
        .filter_map(|address| {
            let reply = desk.answer("card.svg", address, "", &Effort::unlimited());
            (reply.status == 200).then(|| (address.clone(), Value::String(plain(&reply.body))))
        })
        .collect();
    let usual = games["games"][0]["address"].as_str().unwrap();
    let steps = ask("lesson", "")["steps"].as_array().unwrap().len();
    let first = json!({
        "light": light, "games": games, "tables": tables, "pictures": pictures, "door": format!("{usual}&level=easy"),
        "steps": steps,
    });
    format!(
        "// Made by LASTBITE_WRITE=1 cargo test -p lastbite-page; do not edit. What the engine answers to the first questions.\n\nexport const FIRST = {first};\n"
    )
}

/// A picture without what only a file needs: its size, its font, and the ends of its lines.
fn plain(svg: &str) -> String {
    let (_, rest) = svg.split_once("viewBox=").unwrap();
    let (size, _) = rest.split_once(" font-family").unwrap();
    let (_, body) = rest.split_once("</title>").unwrap();
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox={size}>{}", body.replace('\n', ""))
}

#[test]
fn the_first_look_is_what_the_engine_answers() {
    if std::env::var_os("LASTBITE_WRITE").is_some() {
        std::fs::write(FILE, first()).unwrap();
    }
    let there = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(
        there == first(),
        "site/first.js is stale; make it again with LASTBITE_WRITE=1 cargo test -p lastbite-page"
    );
}
