//! The page in a real browser, against both engines.
//!
//! Without chromedriver it says that it skips them. The static site is taken from `target/site` (or the
//! folder that `LASTBITE_SITE` names), where `crates/page/build` makes it; `axe-core` from the folder that
//! `LASTBITE_AXE` names. With `LASTBITE_BROWSER=required` nothing is skipped: what is missing fails the test;
//! with `LASTBITE_BROWSER=skip` everything is, for people who run it separately.

#[path = "browser/everyday.rs"]
mod everyday;
#[path = "browser/home.rs"]
mod home;
#[path = "browser/learning.rs"]
mod learning;
#[path = "browser/sight.rs"]
mod sight;
#[path = "support/browser.rs"]
mod support;
#[path = "browser/tables.rs"]
mod tables;

use std::collections::BTreeMap;
use std::path::PathBuf;

use everyday::{Page, live};
use home::home;
use lastbite::layout::{Drawn, Place};
use lastbite::words::label;
use lastbite::{Analysis, AnyGame, AnyMove, Effort, Game, Solver, Standing, Words};
use lastbite_answers::{Desk, Reach};
use lastbite_work::Dice;
use learning::learn;
use serde_json::{Value, json};
use sight::sight;
use support::{Browser, Served, host};
use tables::tables;

const ENTER: &str = "\u{e007}";
const LEFT: &str = "\u{e012}";
const UP: &str = "\u{e013}";
const RIGHT: &str = "\u{e014}";
const DOWN: &str = "\u{e015}";
const TAB: &str = "\u{e004}";
const HOME: &str = "\u{e011}";

/// The person is to move, or the game is over, and everything is drawn.
const READY: &str = "document.getElementById('turn').textContent.match(/Your turn|win/) && document.getElementById('busy').hidden";
/// The computer has made its move.
const ANSWERED: &str = "/moves=([^&]*)/.exec(location.hash)?.[1].split(';').length % 2 === 0";
const OVER: &str = "document.getElementById('turn').textContent.match(/win/)";

/// Says that something is skipped, or fails if nothing may be.
fn skip(what: &str) {
    assert!(!wanted("required"), "LASTBITE_BROWSER=required, but {what}");
    eprintln!("skipped: {what}");
}

fn wanted(word: &str) -> bool {
    std::env::var("LASTBITE_BROWSER").is_ok_and(|value| value == word)
}

/// Starts a browser, or says why there is none.
fn start() -> Option<Browser> {
    let browser = if wanted("skip") { None } else { Browser::start() };
    if browser.is_none() {
        skip(if wanted("skip") { "LASTBITE_BROWSER=skip" } else { "there is no chromedriver here" });
    }
    browser
}

fn desk() -> Desk {
    Desk::new(Solver::new(), Reach::default())
}

/// Reads what is played from the address, which holds the state.
fn standing(browser: &Browser) -> Standing<AnyGame> {
    let hash = browser.js("return decodeURIComponent(location.hash.slice(1)).replaceAll('+', ' ')");
    let hash = hash.as_str().unwrap().to_string();
    let parts: BTreeMap<&str, &str> = hash.split('&').filter_map(|part| part.split_once('=')).collect();
    // A step of the lesson has its game in the lesson.
    let lesson: Value =
        serde_json::from_str(&desk().answer("lesson", "", "", &Effort::unlimited()).body).unwrap();
    let step = parts.get("lesson").map(|step| &lesson["steps"][step.parse::<usize>().unwrap() - 1]);
    let of_step = |field: &str| step.map(|step| step[field].as_str().unwrap());
    let game: AnyGame = of_step("game").unwrap_or_else(|| parts["game"]).parse().unwrap();
    let mut standing = match of_step("position").or(parts.get("start").copied()) {
        Some(start) => Standing::read(game, start).unwrap(),
        None => Standing::start(game),
    };
    for mv in parts.get("moves").into_iter().flat_map(|moves| moves.split(';')) {
        let mv = standing.game().read_move(mv).unwrap();
        standing = standing.play(&mv).unwrap_or(standing);
    }
    standing
}

/// The piece of the board where a move is made, by what a screen reader calls it.
fn piece(standing: &Standing<AnyGame>, mv: &AnyMove) -> String {
    format!("#board [aria-label^='{},']", standing.game().place(standing.position(), piece_of(standing, mv)))
}

fn piece_of(standing: &Standing<AnyGame>, mv: &AnyMove) -> Place {
    standing.game().piece_of(standing.position(), mv).unwrap()
}

/// Makes a move at its piece: with a click, or by the keyboard where it has to be asked which of several moves is meant.
fn choose(browser: &Browser, standing: &Standing<AnyGame>, mv: &AnyMove, there: &str) {
    let place = piece_of(standing, mv);
    if standing.game().moves_at(standing.position(), place).len() == 1 {
        return browser.click(there);
    }
    let described = standing.game().offered(standing.position(), mv, place);
    browser.js(&format!("document.querySelector({}).focus()", json!(there)));
    browser.keys(&[ENTER]);
    browser.wait("document.querySelector('.menu')");
    browser.js(&format!(
        "[...document.querySelectorAll('.menu button')].find((move) => move.textContent === {}).click()",
        json!(described)
    ));
}

/// Plays the library's best moves until the game is over.
fn win(browser: &Browser) {
    let solver = Solver::new();
    for _ in 0..60 {
        browser.wait(READY);
        if browser.js(&format!("return Boolean({OVER})")) == true {
            return;
        }
        let standing = standing(browser);
        let before = browser.js("return location.hash");
        let best = solver.ask(&standing, &Effort::unlimited()).known().unwrap().best.expect("a win");
        choose(browser, &standing, &best, &piece(&standing, &best));
        browser.wait(&format!("location.hash !== {before} && ({OVER} || {ANSWERED})"));
    }
    panic!("the game does not end");
}

fn title(browser: &Browser) -> String {
    browser.js("return document.getElementById('turn').textContent").as_str().unwrap().to_string()
}

/// Everything that must work with either engine.
fn play(browser: &Browser, address: &str, name: &str) {
    // A new document, so that nothing is left of the previous test.
    let open = |hash: &str| {
        browser.open("about:blank");
        browser.open(&format!("{address}{hash}"));
        browser.wait("document.querySelector('#board .piece')");
    };
    // A game that is won.
    open("#game=chomp:4x7");
    browser.picture(&format!("{name}-start"));
    win(browser);
    assert_eq!(title(browser), "You win!");
    browser.wait("document.querySelectorAll('#review li').length");
    assert!(
        browser.js("return document.getElementById('score').textContent").as_str().unwrap().contains("1 : 0")
    );
    browser.picture(&format!("{name}-won"));

    // One that is lost by eating the poison.
    open("#game=chomp:3x4");
    browser.wait(READY);
    browser.click("#board .poison");
    browser.wait(OVER);
    assert_eq!(title(browser), "The computer wins!");
    assert!(
        browser
            .js("return document.getElementById('over').textContent")
            .as_str()
            .unwrap()
            .contains("ate the poison")
    );

    // Nim to the end.
    open("#game=nim:3,4,5");
    win(browser);
    assert_eq!(title(browser), "You win!");

    // Keyboard only, two players: 2x2 is bitten down to the poison.
    open("#game=chomp:2x2&vs=human");
    browser.js("document.getElementById('board').focus()");
    // The focus begins at the last square, which takes least.
    browser.keys(&[TAB, ENTER]);
    browser.wait("location.hash.includes('moves=2,2')");
    // As a person would: look at what is left, and continue from the current focus.
    browser.wait("document.querySelectorAll('#board .gone').length === 1");
    browser.wait("document.activeElement.matches('#board .piece:not(.gone)')");
    browser.keys(&[LEFT, UP, RIGHT, ENTER]);
    browser.wait("location.hash.includes('moves=2,2;1,2')");
    browser.wait("document.querySelectorAll('#board .gone').length === 2");
    browser.wait("document.activeElement.matches('#board .piece:not(.gone)')");
    browser.keys(&[DOWN, ENTER]);
    browser.wait(OVER);
    browser.wait("document.getElementById('live').textContent.includes('Player 1 wins.')");

    // Every piece has the name that the library gives it.
    open("#game=nim:3,4,5&vs=human&moves=2%20from%202");
    browser.wait("document.getElementById('history').textContent.includes('2 from heap 2')");
    let heaps = standing(browser);
    for piece in heaps.game().layout(heaps.position()).pieces {
        let words = label(&heaps, piece.place);
        let there =
            browser.js(&format!("return document.querySelector(\"#board [aria-label='{words}']\") !== null"));
        assert_eq!(there, true, "{words}");
    }

    // A shared link, back, reload.
    open("#game=chomp:4x7&start=7,5,2&vs=human");
    browser.wait("document.querySelectorAll('#board .piece:not(.gone)').length === 14");
    browser.click("#board [aria-label^='Row 2, column 3,']");
    browser.wait("location.hash.includes('moves=')");
    browser.wait("document.querySelectorAll('#board .piece:not(.gone)').length === 11");
    browser.reload();
    browser.wait("document.querySelectorAll('#board .piece:not(.gone)').length === 11");
    browser.back();
    browser.wait("document.querySelectorAll('#board .piece:not(.gone)').length === 14");
    browser.click("#new");
    browser.wait("document.getElementById('new-dialog').open");
    browser.js("document.getElementById('new-dialog').close()");

    // Undo and redo.
    open("#game=chomp:4x7&moves=3,4");
    browser.wait(READY);
    let after = browser.js("return location.hash");
    browser.click("#undo");
    browser.wait("document.querySelectorAll('#board .piece:not(.gone)').length === 28");
    browser.click("#redo");
    browser.wait(&format!("location.hash === {after}"));

    // The analysis is the library's, and stays on.
    open("#game=chomp:4x7&analysis=1&vs=human");
    browser.wait("document.querySelectorAll('#board .mark').length === 27");
    compare(browser);
    browser.click("#board [aria-label^='Row 2, column 6,']");
    browser
        .wait("document.querySelector('#board .fresh') && document.querySelectorAll('#board .mark').length");
    compare(browser);
    browser.wait("document.getElementById('why').textContent.includes('wins')");

    // The lesson.
    open("#lesson=2");
    browser.wait(READY);
    browser.click("#board [aria-label^='Row 1, column 2,']");
    browser.wait("document.getElementById('lesson').textContent.includes('Next step')");

    // A picture of the tree.
    open("#game=chomp:2x3&vs=human");
    browser.click("#tree-card summary");
    browser.wait("document.querySelectorAll('#tree a').length === 9");

    // An impossible link gets a sentence.
    open("#game=chomp:2x2");
    browser.js("location.hash = '#game=chomp:0x9'");
    browser.wait("document.getElementById('over').textContent.includes('a bar is rows x columns')");
    assert_eq!(title(browser), "This link cannot be shown");
}

/// Compares the numbers on the board with the library's.
fn compare(browser: &Browser) {
    let standing = standing(browser);
    let analysis = Analysis::of(&standing, &Effort::unlimited()).unwrap();
    for judged in &analysis.moves {
        let css = piece(&standing, &judged.mv);
        let found = browser.js(&format!(
            "const cell = document.querySelector(\"{css}\"); return [cell.textContent, cell.classList.contains('win')]"
        ));
        let plies = judged.distance.unwrap().to_string();
        let wins = judged.outcome == lastbite::Outcome::Win;
        assert_eq!(
            (found[0].as_str(), found[1].as_bool()),
            (Some(plies.as_str()), Some(wins)),
            "{}",
            standing.write_move(&judged.mv)
        );
    }
}

/// Every screen: its name, its address, and what is clicked.
const SCREENS: [(&str, &str, &str); 20] = [
    ("home", "", ""),
    ("chomp", "#game=chomp:4x7", ""),
    ("under-way", "#game=chomp:4x7&moves=2,6;4,5", ""),
    ("analysis", "#game=chomp:4x7&moves=2,6;4,5&analysis=1&vs=human", ""),
    ("grundy", "#game=chomp:4x7&analysis=1&grundy=1&vs=human", ""),
    ("large", "#game=chomp:12x16&analysis=1&vs=human", ""),
    ("nim", "#game=nim:3,4,5,12&analysis=1&vs=human", ""),
    ("layers", "#game=chomp:3x3x3&analysis=1&vs=human", ""),
    ("divisors", "#game=divisors:72&moves=12&analysis=1&vs=human", ""),
    ("order", "#game=poset:a.c,a.d,b.d,b.e&vs=human", ""),
    ("moves", "#game=kayles:7&vs=human", "#board .piece"),
    ("sum", "#game=chomp:2x3%2Bnim:3,4&vs=human", ""),
    ("lesson", "#lesson=4", ""),
    ("over", "#game=chomp:3x4&moves=2,2;1,4;3,1;1,2;2,1&vs=human", ""),
    ("tree", "#game=chomp:2x3&vs=human", "#tree-card summary"),
    ("new-game", "#game=chomp:4x7", "#new"),
    ("settings", "#game=chomp:4x7", ""),
    ("more", "#game=chomp:4x7", "#more summary"),
    ("keys", "#game=chomp:4x7&vs=human", "#more summary"),
    ("error", "#game=chomp:0x9", ""),
];

/// Lists texts that are too small to read, or that stick out of the window.
const HARD_TO_READ: &str = "
    const found = [];
    for (const element of document.querySelectorAll('body *')) {
        const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
        const box = element.getBoundingClientRect();
        if (!own || !box.width || element.closest('.unseen, .skip, [hidden]')) continue;
        const size = parseFloat(getComputedStyle(element).fontSize);
        if (size < 12) found.push(size + 'px: ' + element.textContent.slice(0, 40));
        const scrolls = element.closest('.board, nav, #tree, pre, dialog, .textbook, .tree-box, .map-box');
        if (!scrolls && (box.right > innerWidth + 1 || box.left < -1)) found.push('sticks out: ' + element.textContent.slice(0, 40));
    }
    return found;";

/// Lists buttons that are too low for a thumb. Pieces of a board are as large as fits.
const TOO_LOW: &str = "
    const pressed = document.querySelectorAll('nav a, nav button, #screen :is(button:not(.piece, .term), select, summary, .button, .links a, input:not([type=range]))');
    return [...pressed].map((element) => [element.getBoundingClientRect().height, element.textContent.slice(0, 40)])
        .filter(([height]) => height && height < 43.9);";

/// What axe finds that is serious.
const FOUND_BY_AXE: &str = "const done = arguments[arguments.length - 1]; axe.run().then((found) => done(found.violations.filter((v) => ['serious', 'critical'].includes(v.impact)).map((v) => v.id + ': ' + v.nodes.map((n) => n.html + ' ' + n.failureSummary).slice(0, 3).join(' | '))), (error) => done([String(error)]))";

/// Looks at every screen at three widths, light and dark: nothing sticks out, and axe finds nothing serious, nor where
/// the system forces its own colours.
fn look(browser: &Browser, address: &str, name: &str) {
    let axe = std::env::var_os("LASTBITE_AXE")
        .map(|folder| std::fs::read_to_string(PathBuf::from(folder).join("axe.min.js")).unwrap());
    if axe.is_none() {
        skip("LASTBITE_AXE names no folder with axe-core");
    }
    let learning = learning::SCREENS.map(|(screen, hash, _)| (screen, hash, ""));
    let screens: Vec<(&str, &str, &str)> =
        if name.starts_with("learning") { learning.into() } else { SCREENS.into() };
    for (screen, hash, click) in screens {
        let there = learning::SCREENS.iter().find(|(name, ..)| *name == screen).map(|(.., there)| there);
        let there = there.map(|there| format!("document.querySelector('{there}')"));
        for (width, height) in [(320, 640), (768, 1024), (1440, 900)] {
            browser.size(width, height);
            for scheme in ["light", "dark", "forced"] {
                match scheme {
                    "forced" if width == 768 => continue,
                    "forced" => browser.prefer("forced-colors", "active"),
                    _ => browser.colours(scheme),
                }
                browser.open("about:blank");
                browser.open(&format!("{address}{hash}"));
                let shown = match screen {
                    _ if there.is_some() => there.as_deref().unwrap_or_default(),
                    "home" => {
                        "document.querySelector('#bar .piece') && document.querySelector('.gallery svg')"
                    }
                    "error" => "document.getElementById('over').textContent.includes('rows x columns')",
                    "over" => "document.querySelectorAll('#review li').length === 5",
                    _ if hash.contains("analysis") => {
                        "document.querySelector('#board .mark') && document.getElementById('why').textContent.length > 60"
                    }
                    _ => {
                        "document.querySelector('#board .piece') && document.getElementById('rule').textContent.length > 20"
                    }
                };
                browser.wait(&format!("{shown} && document.getElementById('busy').hidden"));
                if !click.is_empty() {
                    browser.click(click);
                }
                if screen == "settings" {
                    // On a phone it is behind another button.
                    browser.js("document.getElementById('settings').click()");
                    browser.wait("document.getElementById('settings-dialog').open");
                }
                if screen == "solved" {
                    let place = "aria-label^='Row 3, column 2,'";
                    browser.js(&format!("document.querySelector(\"#screen [{place}]\").click()"));
                    browser.wait("document.querySelector('#screen .said.right')");
                }
                if screen == "keys" {
                    browser.click("#keys");
                    browser.wait("document.getElementById('help-dialog').open");
                }
                if screen == "tree" {
                    browser.wait("document.querySelectorAll('#tree a').length === 9");
                }
                browser.picture(&format!("{name}-{screen}-{width}-{scheme}"));
                let wide = browser.js("return document.documentElement.scrollWidth");
                assert!(wide.as_u64().unwrap() <= u64::from(width), "{screen} at {width} is {wide} wide");
                let hard = browser.js(HARD_TO_READ);
                assert_eq!(hard.as_array().map(Vec::len), Some(0), "{screen} {width} {scheme}: {hard:#}");
                let low = browser.js(TOO_LOW);
                assert_eq!(low.as_array().map(Vec::len), Some(0), "{screen} {width} {scheme}: {low:#}");
                // The look of a screen changes with its width and colours, its structure hardly.
                let again = there.is_some() && (width == 768) == (scheme == "light") && scheme != "forced";
                if let Some(axe) = axe.as_ref().filter(|_| !again) {
                    browser.js(axe);
                    let found = browser.js_async(FOUND_BY_AXE);
                    assert_eq!(
                        found.as_array().map(Vec::len),
                        Some(0),
                        "{screen} {width} {scheme}: {found:#}"
                    );
                }
            }
        }
    }
    browser.size(1280, 900);
    browser.colours("light");
}

/// What the tests ask for and the engine must refuse; the browser reports that, too.
const REFUSED: [&str; 7] =
    ["game=chomp:0x9", "api/new", "api/record", "api/setup", "api/puzzle", "api/trace", "api/worksheet"];

/// Checks that there are no complaints in the console and no requests to other machines.
fn nothing_to_complain(browser: &Browser) {
    let expected = |message: &str| REFUSED.iter().any(|refused| message.contains(refused));
    let complaints: Vec<Value> = browser
        .log("browser")
        .into_iter()
        .filter(|line| line["level"] == "SEVERE" && !expected(line["message"].as_str().unwrap()))
        .collect();
    assert!(complaints.is_empty(), "{complaints:#?}");
    for line in browser.log("performance") {
        let message: Value = serde_json::from_str(line["message"].as_str().unwrap()).unwrap();
        let url = message["message"]["params"]["request"]["url"].as_str().unwrap_or("");
        if message["message"]["method"] == "Network.requestWillBeSent" {
            // The browser's own pages are in the log, too.
            let here =
                ["http://127.0.0.1:", "about:", "data:", "blob:", "file:", "chrome:", "chrome-untrusted:"];
            assert!(here.iter().any(|start| url.starts_with(start)), "{url}");
        }
    }
}

/// A question of any kind about a small game, most of them sensible.
fn any_question(dice: &mut Dice) -> (String, String) {
    let names = [
        "analyze",
        "line",
        "explain",
        "move",
        "grundy",
        "review",
        "game",
        "session",
        "reply",
        "hint",
        "tree.svg",
        "puzzle",
        "trace",
        "worksheet",
        "setup",
        "nothing",
    ];
    let name = names[dice.below(names.len())];
    let game = match dice.below(4) {
        0 => format!("nim:{},{},{}", dice.below(7), dice.below(7), dice.below(7)),
        1 => format!("nim:{},{}/misere", dice.below(9), dice.below(9)),
        2 => format!(
            "chomp:{}x{}@{},{}",
            2 + dice.below(4),
            2 + dice.below(4),
            1 + dice.below(3),
            1 + dice.below(3)
        ),
        _ => format!("chomp:{}x{}", dice.below(8), dice.below(9)),
    };
    let more = match (name, dice.below(3)) {
        ("move", 0) => format!("&level=easy&seed={}", dice.below(1000)),
        ("review" | "game", 0) => format!("&moves={},{}", dice.below(6), dice.below(6)),
        ("session", 0) => format!("&do=play%20{},{}", dice.below(6), dice.below(6)),
        ("reply", 0) => format!("&me=2&level=easy&seed={}", dice.below(1000)),
        ("session" | "reply" | "hint", 1) => format!("&start={},{}", dice.below(6), dice.below(6)),
        ("trace", 0) => "&search=memo".to_string(),
        ("worksheet", _) => format!("&number=2&difficulty=easy&seed={}", dice.below(1000)),
        ("puzzle", 0 | 1) => format!("&difficulty=easy&seed={}", dice.below(1000)),
        ("setup", 0) => format!("&piece={},{}", dice.below(4), dice.below(4)),
        (_, 1) => format!("&position={},{}", dice.below(6), dice.below(6)),
        _ => String::new(),
    };
    (name.to_string(), format!("game={game}{more}"))
}

/// The library as wasm gives the same bytes as the library here, on a thousand questions.
fn same_bytes(browser: &Browser) {
    let mut dice = Dice::new(2026);
    let questions: Vec<(String, String)> = (0..1000).map(|_| any_question(&mut dice)).collect();
    let asked = json!(questions);
    let answers = browser.js_async(&format!(
        "const done = arguments[arguments.length - 1]; const worker = new Worker('worker.js'); const asked = {asked}; const answers = [];
         worker.onmessage = ({{ data }}) => {{ if ('share' in data) return; answers[data.ticket] = [data.status, data.body]; if (data.ticket === asked.length - 1) {{ worker.terminate(); done(answers); }} }};
         asked.forEach(([name, query], ticket) => worker.postMessage({{ ticket, name, query, body: '' }}));"
    ));
    let desk = desk();
    let effort = Effort::unlimited();
    let mut good = 0;
    for ((name, query), answer) in questions.iter().zip(answers.as_array().unwrap()) {
        let here = desk.answer(name, query, "", &effort);
        good += usize::from(here.status == 200);
        assert_eq!(
            (answer[0].as_u64(), answer[1].as_str()),
            (Some(here.status.into()), Some(&*here.body)),
            "{name}?{query}"
        );
    }
    assert!(good > 400, "most questions are sensible: {good}");
}

#[test]
fn the_page_with_the_server() {
    let Some(browser) = start() else { return };
    let served = Served::start();
    browser.size(1280, 900);
    play(&browser, &served.address, "server");
    live(&Page { browser: &browser, address: &served.address });
    nothing_to_complain(&browser);
    look(&browser, &served.address, "server");
    nothing_to_complain(&browser);
}

#[test]
fn the_learning_screens_with_the_server() {
    let Some(browser) = start() else { return };
    let served = Served::start();
    browser.size(1280, 900);
    learn(&Page { browser: &browser, address: &served.address });
    nothing_to_complain(&browser);
    look(&browser, &served.address, "learning");
    nothing_to_complain(&browser);
}

#[test]
fn what_people_see_with_the_server() {
    let Some(browser) = start() else { return };
    let served = Served::start();
    home(&Page { browser: &browser, address: &served.address });
    sight(&Page { browser: &browser, address: &served.address });
    nothing_to_complain(&browser);
}

#[test]
fn tables_of_every_shape() {
    let Some(browser) = start() else { return };
    let served = Served::start();
    browser.size(1280, 900);
    tables(&Page { browser: &browser, address: &served.address });
    nothing_to_complain(&browser);
}

#[test]
fn the_page_with_the_library_in_the_browser() {
    let Some(browser) = start() else { return };
    let folder = std::env::var_os("LASTBITE_SITE").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/site")),
        PathBuf::from,
    );
    if !folder.join("index.html").exists() {
        return skip(&format!("there is no static site in {}; crates/page/build makes it", folder.display()));
    }
    let folder = folder.canonicalize().unwrap();
    browser.size(1280, 900);
    let address = format!("http://127.0.0.1:{}/", host(folder.clone()));
    play(&browser, &address, "wasm");
    live(&Page { browser: &browser, address: &address });
    tables(&Page { browser: &browser, address: &address });
    learn(&Page { browser: &browser, address: &address });
    home(&Page { browser: &browser, address: &address });
    sight(&Page { browser: &browser, address: &address });
    nothing_to_complain(&browser);
    same_bytes(&browser);

    // After the first load the network is not needed.
    browser.wait("navigator.serviceWorker.controller");
    browser.offline(true);
    browser.open("about:blank");
    browser.open(&format!("{address}#game=chomp:5x6"));
    browser.wait("document.querySelectorAll('#board .piece:not(.gone)').length === 30");
    win(&browser);
    browser.offline(false);

    // A folder is enough.
    browser.open(&format!("file://{}/index.html#game=chomp:3x4", folder.display()));
    browser.wait("document.querySelectorAll('#board .piece:not(.gone)').length === 12");
    win(&browser);
    nothing_to_complain(&browser);
}
