//! What a person does to learn: puzzles, a search to watch, the course, a position set up, a worksheet, maps.

use lastbite::description::{Described, Family};
use lastbite::layout::Drawn;
use lastbite::{AnyGame, AnyMove, Effort, Game, Solver, Standing, Words};
use serde_json::{Value, json};

use crate::everyday::Page;
use crate::support::base64;
use crate::{DOWN, ENTER, HOME, LEFT, RIGHT, UP, choose, desk, piece_of, win};

/// The screens and what is there when they are drawn.
pub const SCREENS: [(&str, &str, &str); 11] = [
    ("games", "#show=games", "#screen .gallery svg"),
    ("puzzle", "#show=puzzles&game=chomp:4x5&difficulty=medium&seed=3", "#screen .piece"),
    ("solved", "#show=puzzles&game=chomp:4x5&difficulty=medium&seed=3", "#screen .piece"),
    ("search", "#show=search&game=chomp:2x2&left=minimax&step=9", ".tree-box .now"),
    ("beside", "#show=search&game=chomp:2x3&left=minimax&right=alphabeta&step=40", ".tree-box .now"),
    ("course", "#show=course", ".chapters"),
    ("set-up", "#show=setup&game=chomp:4x7&position=7,5,2", "#screen .piece"),
    ("set-up-order", "#show=setup&game=divisors:36", "#screen .piece"),
    ("worksheet", "#show=worksheet&game=chomp:3x5&number=6&seed=7", ".answers td"),
    ("maps", "#show=maps", "#screen canvas"),
    ("teachers", "#show=teachers", ".plan"),
];

/// Everything for learning.
pub fn learn(page: &Page<'_>) {
    puzzles(page);
    few_puzzles(page);
    daily(page);
    searches(page);
    beside_each_other(page);
    course(page);
    set_up(page);
    drawn_by_hand(page);
    worksheets(page);
    maps(page);
    help(page);
    in_sight(page);
    gallery(page);
}

impl Page<'_> {
    /// Opens a screen in a new document, and waits for its contents.
    pub fn screen(&self, hash: &str, there: &str) {
        self.browser.open("about:blank");
        self.browser.open(&format!("{}{hash}", self.address));
        self.browser.wait(&format!("document.querySelector(\"{there}\")"));
    }

    fn read(&self, css: &str) -> String {
        let text = self.browser.js(&format!("return document.querySelector(\"{css}\").textContent"));
        text.as_str().unwrap().to_string()
    }
}

fn asked(name: &str, query: &str) -> Value {
    let reply = desk().answer(name, query, "", &Effort::unlimited());
    assert_eq!(reply.status, 200, "{name}?{query}: {}", reply.body);
    serde_json::from_str(&reply.body).unwrap()
}

/// The position of a puzzle, the move that wins it, and one that does not.
fn solved(query: &str) -> (Standing<AnyGame>, AnyMove, AnyMove) {
    let puzzle = asked("puzzle", query);
    let game: AnyGame = puzzle["game"].as_str().unwrap().parse().unwrap();
    let standing = Standing::read(game, puzzle["position"].as_str().unwrap()).unwrap();
    let best = Solver::new().ask(&standing, &Effort::unlimited()).known().unwrap().best.unwrap();
    let wrong = standing.moves().find(|mv| *mv != best).unwrap();
    (standing, best, wrong)
}

fn piece(standing: &Standing<AnyGame>, mv: &AnyMove) -> String {
    format!("#screen [aria-label^='{},']", standing.game().place(standing.position(), piece_of(standing, mv)))
}

/// A wrong try gets an explanation, the right one counts once, and a missed puzzle is kept until it is
/// solved.
fn puzzles(page: &Page<'_>) {
    let browser = page.browser;
    page.screen("#show=course", ".chapters");
    browser.js("localStorage.clear()");
    let query = "game=chomp:4x5&difficulty=easy&seed=3";
    page.screen(&format!("#show=puzzles&{query}"), "#screen .piece");
    let (standing, best, wrong) = solved(query);
    browser.click(&piece(&standing, &wrong));
    browser
        .wait("document.querySelector('.said.not')?.textContent.includes('But then your opponent wins by')");
    browser.wait("document.querySelectorAll('#screen .links li').length === 1");
    browser.click(".said summary");
    browser.click(&piece(&standing, &best));
    browser.wait("document.querySelector('.said.right')?.textContent.includes('Right!')");
    assert!(page.read(".streak").starts_with("0 in a row"), "{}", page.read(".streak"));

    // Another one, by keyboard: the focus is on the button, and the board is next to nothing away.
    browser.wait("document.activeElement.textContent === 'Another one'");
    browser.keys(&[ENTER]);
    browser.wait("!location.hash.endsWith('seed=3') && document.querySelector('.said:empty')");
    let hash = browser.js("return location.hash.slice(1)").as_str().unwrap().replace("show=puzzles&", "");
    let (standing, best, _) = solved(&hash);
    browser.js(&format!("document.querySelector(\"{}\").focus()", piece(&standing, &best)));
    browser.keys(&[ENTER]);
    browser.wait("document.querySelector('.said.right')");
    browser.wait("document.querySelector('.streak').textContent.startsWith('1 in a row · best 1')");

    // A missed puzzle that is solved later leaves the list.
    browser.click("#screen .links a");
    browser.wait("location.hash.includes('position=') && document.querySelector('.said:empty')");
    let hash = browser.js("return decodeURIComponent(location.hash.slice(1))");
    let (standing, best, _) = solved(&hash.as_str().unwrap().replace("show=puzzles&", ""));
    browser.click(&piece(&standing, &best));
    browser.wait("document.querySelector('.said.right') && !document.querySelector('#screen .links')");

    // The puzzle of a day, and an answer for those who give up.
    page.screen("#show=puzzles&day=20000", "#screen .piece");
    assert!(page.read("#screen h2").starts_with("Puzzle of 2024-10-04"), "{}", page.read("#screen h2"));
    browser.click("#screen .bar button:nth-of-type(2)");
    browser.wait("document.querySelector('.said.not')?.textContent.includes('The answer is')");
    // One that cannot be made is refused in a sentence, and this one stays.
    browser.click("#screen [name=kind] option[value=chomp]");
    // Only difficulties are offered that the game has.
    let offered = |size: &str, left: &[&str]| {
        if !size.is_empty() {
            browser.write("#screen [name=chomp-size]", size);
        }
        browser.js("document.querySelector('#screen [name=chomp-size]').dispatchEvent(new Event('change', { bubbles: true }))");
        browser.wait(&format!("JSON.stringify([...document.querySelectorAll('#screen [name=difficulty] option:not(:disabled)')].map((option) => option.value)) === JSON.stringify({})", json!(left)));
    };
    offered("4x7", &["easy", "medium", "hard"]);
    offered("3x4", &["easy", "medium"]);
    browser.click("#screen [name=kind] option[value=grundy]");
    offered("", &[]);
    browser.click("#screen form button");
    browser
        .wait("document.querySelector('#screen .wrong:not([hidden])')?.textContent.includes('larger game')");
}

/// A link to a game without puzzles keeps the game and the form, and says why; one to a game with few makes what there is.
fn few_puzzles(page: &Page<'_>) {
    let browser = page.browser;
    for show in ["puzzles", "worksheet"] {
        page.screen(&format!("#show={show}&game=grundy:12"), "#screen form");
        browser.wait("[...document.querySelectorAll('#screen [role=alert]:not([hidden])')].some((told) => told.textContent.startsWith('There are no easy positions') && told.textContent.includes(\"Grundy's Game 12\"))");
        assert_eq!(
            browser.js("return document.querySelector('#screen [name=kind]').value"),
            "grundy",
            "{show} keeps the game"
        );
    }
    // No difficulty is named, and only one exists.
    page.screen("#show=puzzles&game=chomp:2x3", "#screen .board .piece");
    assert!(page.read("#screen .task").contains("It is easy"), "{}", page.read("#screen .task"));
    page.screen("#show=worksheet&game=chomp:2x3&number=24", "#screen .printed");
    let many = browser.js("return document.querySelectorAll('#screen .printed').length").as_u64().unwrap();
    let told = page.read("#screen .sheet-note");
    assert!(many < 24 && told.contains(&format!("only {many} such position")), "{many}: {told}");
}

/// The puzzle of today is tried as often as it takes; its result is a line of squares that gives nothing away, and the
/// home knows.
fn daily(page: &Page<'_>) {
    let browser = page.browser;
    page.screen("#show=course", ".chapters");
    let today = browser.js("localStorage.clear(); return Math.floor((Date.now() - new Date().getTimezoneOffset() * 60000) / 86400000)");
    let today = today.as_u64().unwrap();
    let yesterday = today - 1;
    browser.js(&format!("localStorage['lastbite.daily'] = JSON.stringify({{ day: {yesterday}, tries: 'o', last: {yesterday}, many: 3, best: 5 }})"));
    page.screen("#show=puzzles", "#screen .piece");
    assert!(page.read("#screen h2").starts_with("Puzzle of the day: "));
    assert_eq!(
        browser.js("return document.querySelector('#screen .days').textContent"),
        "3 days in a row with the puzzle of the day · best 5"
    );
    let share = "[...document.querySelectorAll('#screen .bar button')].find((button) => button.textContent === 'Share')";
    assert_eq!(browser.js(&format!("return {share}.hidden")), true, "nothing is solved yet");
    let (standing, best, wrong) = solved(&format!("day={today}"));
    for (mv, said) in [(wrong, ".said.not"), (best, ".said.right")] {
        choose(browser, &standing, &mv, &piece(&standing, &mv));
        browser.wait(&format!("document.querySelector('{said}')"));
    }
    browser.wait(&format!("!{share}.hidden"));
    browser.js("Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text; } } })");
    browser.js(&format!("{share}.click()"));
    browser.wait("window.copied");
    let copied = browser.js("return window.copied").as_str().unwrap().to_string();
    assert!(copied.contains("🟫🟨, 4 days in a row\n"), "{copied}");
    let answer = standing.write_move(&standing_best(&standing));
    assert!(!copied.contains(&answer) && copied.ends_with("#show=puzzles"), "{copied}");
    browser.open("about:blank");
    browser.open(page.address);
    browser.wait("document.getElementById('streak').textContent === 'Solved. 4 days in a row, best 5. The next one comes tomorrow.'");
    // A day without a puzzle ends the row.
    browser.js(&format!("localStorage['lastbite.daily'] = JSON.stringify({{ day: {0}, tries: 'o', last: {0}, many: 3, best: 5 }})", today - 2));
    page.screen("#show=puzzles", "#screen .piece");
    assert_eq!(browser.js("return document.querySelector('#screen .days').textContent"), "");
    browser.js("localStorage.clear()");
}

fn standing_best(standing: &Standing<AnyGame>) -> AnyMove {
    Solver::new().ask(standing, &Effort::unlimited()).known().unwrap().best.unwrap()
}

/// Two searches side by side begin with a position where they differ, and a headline says by how much.
fn beside_each_other(page: &Page<'_>) {
    let browser = page.browser;
    for from in ["#show=search", "#show=search&game=nim:1,2"] {
        page.screen(from, ".tree-box svg");
        browser.js("[...document.querySelectorAll('#screen .bar .button')].find((link) => link.textContent === 'Minimax next to alpha-beta').click()");
        browser.wait("document.querySelector('.compared')");
        let nodes =
            |search: &str| asked("trace", &format!("game=chomp:2x3&search={search}"))["nodes"].as_u64();
        let (all, some) = (nodes("minimax").unwrap(), nodes("alphabeta").unwrap());
        assert!(some < all);
        let told = format!(
            "Alpha-beta enters {} nodes fewer than minimax, {some} instead of {all}, and finds the same answer.",
            all - some
        );
        assert_eq!(page.read(".compared"), told);
    }
}

/// Steps forwards and backwards, to the end, by mouse and by keyboard; the nodes are the library's.
fn searches(page: &Page<'_>) {
    let browser = page.browser;
    page.screen("#show=search", ".tree-box svg");
    assert!(page.read(".count").starts_with("0 of 10 nodes"), "{}", page.read(".count"));
    // Nothing gives away the result of the search before it is found.
    let named = browser.js("return document.querySelector('.tree-box svg').getAttribute('aria-label')");
    assert_eq!(named, "chomp:2x2 by minimax");
    assert_eq!(page.read(".tree-box .title"), "chomp:2x2 by minimax");
    assert!(page.read(".searched p.key").starts_with("Pointing up: MAX moves"));
    let seen = "document.querySelectorAll('.tree-box .part:not(.ahead)').length";
    assert_eq!(browser.js(&format!("return {seen}")), 0);
    // It is there faintly all the same, as large as fits, and can be made larger.
    let drawn = || {
        browser.js("const { opacity, visibility } = getComputedStyle(document.querySelector('.tree-box .ahead')); const box = document.querySelector('.tree-box'); return [opacity, visibility, box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight, box.getBoundingClientRect().top < innerHeight]")
    };
    assert_eq!(drawn(), json!(["0.22", "visible", true, true]));
    for _ in 0..6 {
        browser.click(".zooms [aria-label=Larger]");
    }
    browser.wait("document.querySelector('.tree-box').classList.contains('edged')");
    assert_eq!(drawn()[2], false);
    browser.click(".zooms [aria-label='Fit the whole drawing']");
    assert_eq!(drawn()[2], true);
    browser.click(".steer .main");
    browser.wait(
        "document.querySelector('.steps').textContent.includes('1. Visit node 1: 2,2 is left; MAX to move.')",
    );
    browser.keys(&[RIGHT, RIGHT, "\u{e012}"]);
    browser.wait("location.hash.includes('step=2') && document.querySelector('.count').textContent.startsWith('2 of 10')");
    browser.keys(&["\u{e010}"]);
    browser.wait("document.querySelector('.closing')?.textContent.includes('MAX, who moves first, wins')");
    browser.keys(&[HOME]);
    browser.wait(&format!("{seen} === 0"));

    // The textbook's figures are one click away; two searches side by side, in step.
    browser.click("#screen .bar .button:nth-child(2)");
    browser.wait(
        "location.hash.includes('2x3') && document.querySelector('.count')?.textContent.includes('of ')",
    );
    page.screen("#show=search&game=chomp:2x3&left=minimax&right=alphabeta", ".searched:nth-child(2) svg");
    browser.click(".steer button:nth-of-type(5)");
    browser.wait("document.querySelectorAll('.closing').length === 2");
    let counts =
        browser.js("return [...document.querySelectorAll('.count')].map((count) => count.textContent)");
    assert!(counts[1].as_str().unwrap().contains("46 of 46 nodes"), "{counts}");
    assert!(counts[1].as_str().unwrap().contains("cut off"), "{counts}");

    // A search that is too large to follow is refused.
    browser.click("#screen details summary");
    browser.write("#screen [name=game]", "chomp:4x7");
    browser.click("#screen form button");
    browser.wait(
        "document.querySelector('#screen .wrong:not([hidden])')?.textContent.includes('too many to follow')",
    );
}

/// A step is done when it is won and its question answered; the course shows it.
fn course(page: &Page<'_>) {
    let browser = page.browser;
    browser.js("localStorage.clear()");
    page.screen("#show=course", ".chapters");
    let steps = lastbite::play::lesson();
    assert_eq!(browser.js("return document.querySelectorAll('.chapters a').length"), json!(steps.len()));
    browser.click(".chapters li:nth-child(2) a");
    browser.wait("document.getElementById('lesson').textContent.includes('step 2 of')");
    win(browser);
    browser.wait("document.querySelector('#lesson .check')");
    let check = steps[1].check;
    let wrong = (0..check.answers.len()).find(|&answer| answer != check.right).unwrap();
    let answer = |number: usize| format!("#lesson .check button:nth-child({})", number + 1);
    browser.click(&answer(wrong));
    browser
        .wait("document.querySelector('#lesson .check [role=status]').textContent.includes('Think again')");
    assert_eq!(browser.js("return localStorage['lastbite.course'] ?? null"), Value::Null);
    browser.js(&format!("document.querySelector(\"{}\").focus()", answer(check.right)));
    browser.keys(&[ENTER]);
    browser.wait("document.querySelector('#lesson .check [role=status]').textContent.startsWith('Right.')");
    browser.click("#lesson .step a");
    browser.wait("document.querySelectorAll('.chapters .done').length === 1");
}

/// The size of a bar is drawn at its corner, heaps grow at their ends, and an order is drawn with lines; all of it by mouse and
/// by keyboard.
fn drawn_by_hand(page: &Page<'_>) {
    let browser = page.browser;
    browser.size(1280, 900);
    let game = "new URLSearchParams(location.hash.slice(1)).get('game')";
    page.screen("#show=setup&game=chomp:4x7", "#screen .corner");
    // Two columns and a row further, by the mouse.
    let places = browser.js("const piece = document.querySelector('#screen .piece').getBoundingClientRect(); const corner = document.querySelector('.corner').getBoundingClientRect(); return [corner.left + 20, corner.top + 20, piece.left + 9 * (piece.width + 4), piece.top + 5 * (piece.height + 4)]");
    let places: Vec<f64> = places.as_array().unwrap().iter().map(|place| place.as_f64().unwrap()).collect();
    for (kind, x, y) in [
        ("mousePressed", places[0], places[1]),
        ("mouseMoved", places[2], places[3]),
        ("mouseReleased", places[2], places[3]),
    ] {
        let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
        browser.tools("Input.dispatchMouseEvent", &event);
        if kind == "mouseMoved" {
            browser.wait("document.querySelector('.sizing').textContent === '5×9'");
        }
    }
    browser.wait(&format!(
        "{game} === 'chomp:5x9' && document.querySelectorAll('#screen .piece').length === 45"
    ));
    // And by the keyboard, which stays at the corner.
    browser.wait("document.activeElement.matches('.corner')");
    browser.keys(&[LEFT, UP]);
    browser.wait(&format!("{game} === 'chomp:4x8'"));
    // What cannot be is refused in a sentence.
    page.screen("#show=setup&game=nim:3,4", "#screen .grow");
    browser.click("#screen .grow-1 .more-of");
    browser.wait(&format!("{game} === 'nim:3,5'"));
    browser.click("#screen .grow-0 .less");
    browser.wait(&format!("{game} === 'nim:2,5'"));
    browser.click("#screen .another");
    browser.wait(&format!("{game} === 'nim:2,5,1'"));
    page.screen("#show=setup&game=poset:a.c,b.c", "#screen .by-lines");
    let node = |name: &str| {
        browser.js(&format!("[...document.querySelectorAll('#screen .piece')].find((piece) => piece.textContent === '{name}').click()"));
    };
    browser.click("#screen .by-lines button:nth-child(1)");
    browser.wait(&format!("{game} === 'poset:a.c,b.c,d'"));
    browser.click("#screen .by-lines button:nth-child(2)");
    node("c");
    browser.wait("document.querySelector('#screen .marked')");
    node("d");
    browser.wait(&format!("{game} === 'poset:a.c,b.c,c.d'"));
    // No cycles.
    node("d");
    node("a");
    browser
        .wait("document.querySelector('#screen .wrong:not([hidden])')?.textContent.includes('below itself')");
    node("b");
    browser.click("#screen .by-lines button:nth-child(3)");
    browser.wait(&format!("{game} === 'poset:a.c,c.d'"));
    // A node of a tree has one line from below.
    page.screen("#show=setup&game=tree:0,1,1", "#screen .by-lines");
    browser.click("#screen .by-lines button:nth-child(2)");
    node("2");
    node("3");
    browser.wait(&format!("{game} === 'tree:0,1,2'"));
}

/// Pieces go and come back, by mouse, by dragging and by keyboard; the poison is laid; every kind of game can
/// be set up.
fn set_up(page: &Page<'_>) {
    let browser = page.browser;
    let at = |position: &str| format!("decodeURIComponent(location.hash).includes('position={position}')");
    page.screen("#show=setup&game=chomp:4x7", "#screen .piece");
    browser.click("#screen [aria-label^='Row 2, column 4,']");
    browser.wait(&at("7,3^3"));
    browser.wait("document.querySelectorAll('#screen .piece.gone').length === 12");
    browser.click("#screen .row:nth-child(4) .piece:nth-child(6)");
    browser.wait(&at("7,5,5,3"));
    browser.wait("document.querySelectorAll('#screen .piece.gone').length === 8");
    // By keyboard, from the current piece: an empty place can be reached, too.
    browser.wait("document.activeElement.matches('#screen .piece')");
    browser.keys(&[DOWN, ENTER]);
    browser.wait(&at("7,5^3"));
    // The poison cannot be taken away, but it can be elsewhere.
    browser.click("#screen .poison");
    browser.wait("document.querySelector('#screen .wrong:not([hidden])')?.textContent.includes('cannot be taken away')");
    browser.click("#screen [aria-pressed]");
    browser.click("#screen [aria-label^='Row 2, column 3,']");
    browser.wait("location.hash.includes('4x7@2,3')");
    browser.wait(
        "document.querySelector('#screen .poison').getAttribute('aria-label').startsWith('Row 2, column 3')",
    );
    // Another corner: row 1 is drawn last.
    browser.click("#screen [name=corner] option[value='lower-left']");
    browser.wait("document.querySelector('#screen .grid.lower')");
    browser.click("#screen [name=corner] option[value='upper-left']");
    browser.wait("!document.querySelector('#screen .grid.lower')");
    // What is typed is read, or refused in a sentence.
    browser.write("#screen [name=position]", "5,9");
    browser.click("#screen form.line button");
    browser.wait("document.querySelector('#screen form.line .wrong:not([hidden])')?.textContent.length > 10");
    browser.write("#screen [name=position]", "5,4");
    browser.click("#screen form.line button");
    browser.wait(&at("5,4"));
    // A dragged finger takes what it passes over, as a mouse does; a tap puts one back, with or without the click that
    // browsers make of most taps.
    page.screen("#show=setup&game=chomp:4x7", "#screen .piece");
    // Switched off only when all is done: what a touch causes follows it by some milliseconds.
    browser.tools("Emulation.setTouchEmulationEnabled", &json!({ "enabled": true }));
    drag_finger(
        page,
        [
            "#screen .row:nth-child(5) .piece:nth-child(8)",
            "#screen .row:nth-child(5) .piece:nth-child(7)",
            "#screen .row:nth-child(5) .piece:nth-child(6)",
        ],
    );
    browser.wait(&at("7^3,4"));
    browser.wait("document.querySelectorAll('#screen .piece.gone').length === 3");
    drag_finger(page, ["#screen .row:nth-child(5) .piece:nth-child(6)"; 1]);
    browser.wait(&at("7^3,5"));
    browser.tools("Emulation.setTouchEmulationEnabled", &json!({ "enabled": false }));
    // Only a grid has corners.
    let corners = "document.querySelector('#screen [name=corner]').offsetParent !== null";
    browser.wait(corners);
    page.screen("#show=setup&game=divisors:72", "#screen .piece");
    browser.wait(&format!("!({corners})"));
    page.screen("#show=setup&game=chomp:4x7&position=5,4", "#screen .piece");
    browser.click("#screen .bar .button.main");
    browser.wait("location.hash.includes('start=5,4') && document.querySelectorAll('#board .piece:not(.gone)').length === 9");

    // Every kind of game that describes itself.
    for kind in AnyGame::kinds() {
        let usual: Vec<&str> = kind.parameters.iter().map(|parameter| parameter.usual()).collect();
        let game: AnyGame = kind.write(&usual).parse().unwrap();
        let hash = json!(format!("#show=setup&game={}", game.to_string().replace('+', "%2B")));
        browser.js(&format!("location.hash = {hash}"));
        browser.wait(&format!(
            "document.querySelector('#screen h2')?.textContent === 'Set up: ' + {}",
            json!(game.title())
        ));
        let pieces = game.layout(&game.start()).pieces;
        let taken =
            pieces.iter().rev().find(|piece| game.set_up(&game.start(), piece.place, false).is_some());
        let id = pieces.iter().position(|piece| Some(piece) == taken).unwrap();
        let place = game.place(&game.start(), pieces[id].place);
        browser.click(&format!("#screen [aria-label^='{place}']"));
        browser.wait("location.hash.includes('position=')");
    }
}

/// Drags a finger from the first of some elements over all others; over one alone it is a tap.
fn drag_finger<const N: usize>(page: &Page<'_>, over: [&str; N]) {
    let browser = page.browser;
    let touch = |kind: &str, points: Value| {
        browser.tools("Input.dispatchTouchEvent", &json!({ "type": kind, "touchPoints": points }));
    };
    browser.js(&format!("document.querySelector(\"{}\").scrollIntoView({{ block: 'center' }})", over[0]));
    let middle = |css: &str| {
        browser.js(&format!(
            "const box = document.querySelector(\"{css}\").getBoundingClientRect(); return [{{ x: box.left + box.width / 2, y: box.top + box.height / 2 }}]"
        ))
    };
    for (n, css) in over.iter().enumerate() {
        touch(if n == 0 { "touchStart" } else { "touchMove" }, middle(css));
    }
    touch("touchEnd", json!([]));
}

/// Where one is, is in sight at any width: the current link itself, or the button that holds it.
fn in_sight(page: &Page<'_>) {
    let browser = page.browser;
    let shown = "[...document.querySelectorAll('nav > *, #rest > *')].filter((part) => {
        const box = part.getBoundingClientRect();
        const held = part.id === 'others' && document.querySelector('#rest [aria-current]');
        return box.width && box.left >= 0 && box.right <= innerWidth && (held || part.hasAttribute('aria-current'));
    }).length === 1";
    for (hash, there) in [("#game=nim:3,4,5", "#board .piece"), ("#show=maps", "#screen canvas")] {
        for width in [320, 500, 740, 1080, 1440] {
            browser.size(width, 800);
            page.screen(hash, there);
            browser.wait(shown);
        }
    }
    // What is behind the button is one press away, and goes again.
    browser.size(360, 740);
    browser.click("#others");
    browser.click("#rest [data-show=teachers]");
    browser.wait("document.querySelector('.plan') && document.getElementById('rest').offsetParent === null");
    browser.size(1280, 900);
}

/// Every game is on one screen, with its picture and its line, and one click away.
fn gallery(page: &Page<'_>) {
    let browser = page.browser;
    page.screen("#show=games", "#screen .gallery");
    let kinds = AnyGame::kinds();
    let cards = browser.js("return [...document.querySelectorAll('#screen .gallery a')].map((card) => [card.querySelector('b').textContent, card.querySelector('.about').textContent, card.querySelector('svg') !== null])");
    let of = |family: Family| kinds.iter().filter(move |kind| kind.family == family);
    let told: Vec<Value> =
        Family::ALL.into_iter().flat_map(of).map(|kind| json!([kind.title, kind.invitation, true])).collect();
    assert_eq!((cards, told.len()), (json!(told), kinds.len()));
    browser.click("#screen section:last-child li:last-child a");
    browser.wait("!document.getElementById('play').hidden && document.querySelector('#board .piece')");
}

/// What is on the screen is what is printed: the questions on one page, the answers on another.
fn worksheets(page: &Page<'_>) {
    let browser = page.browser;
    page.screen("#show=worksheet&game=chomp:3x5&number=6&seed=7", ".answers td");
    let sheet = asked("worksheet", "game=chomp:3x5&number=6&seed=7&difficulty=easy");
    assert_eq!(browser.js("return document.querySelectorAll('.printed svg').length"), 6);
    let answers = browser
        .js("return [...document.querySelectorAll('.answers td:nth-child(2)')].map((td) => td.textContent)");
    let solutions: Vec<&Value> =
        sheet["puzzles"].as_array().unwrap().iter().map(|puzzle| &puzzle["answer"]).collect();
    assert_eq!(answers, json!(solutions));
    let printed = browser.tools("Page.printToPDF", &json!({ "paperWidth": 8.27, "paperHeight": 11.69 }));
    let pdf = String::from_utf8_lossy(&base64(printed["data"].as_str().unwrap())).into_owned();
    assert_eq!(pdf.matches("/Type /Page\n").count(), 2, "one page of questions and one of answers");
    // Eight fit on one page, A4 or Letter.
    page.screen("#show=worksheet&game=chomp:4x7&number=8&seed=1", ".answers td");
    for (width, height) in [(8.27, 11.69), (8.5, 11.0)] {
        let printed =
            browser.tools("Page.printToPDF", &json!({ "paperWidth": width, "paperHeight": height }));
        let pdf = String::from_utf8_lossy(&base64(printed["data"].as_str().unwrap())).into_owned();
        assert_eq!(pdf.matches("/Type /Page\n").count(), 2, "at {width} by {height} inches");
    }
    let shown = "getComputedStyle(document.querySelector('.answers')).display !== 'none'";
    assert_eq!(
        browser.js(&format!("return {shown}")),
        false,
        "a class that sees the sheet does not see the answers"
    );
    browser.click("#screen [aria-pressed]");
    browser.wait(shown);
    browser.click("#screen [name=number] option[value='4']");
    browser.click("#screen form button[type=submit]");
    browser.wait("document.querySelectorAll('.printed svg').length === 4");
}

/// Cells can be explored and played.
fn maps(page: &Page<'_>) {
    let browser = page.browser;
    page.screen("#show=maps&map=openings&row=8&col=9", "#screen canvas");
    browser.js("document.querySelector('#screen canvas').focus()");
    browser.keys(&[RIGHT]);
    browser.wait("document.querySelector('.map-said').textContent === '8x10: 4,9 and 5,6 win.'");
    assert_eq!(page.read("#live").trim(), "8, 10. 8x10: 4,9 and 5,6 win.");
    browser.keys(&["+", ENTER]);
    browser.wait(
        "location.hash === '#game=chomp:8x10' && document.querySelectorAll('#board .piece').length === 80",
    );
    for map in AnyGame::maps() {
        page.screen(&format!("#show=maps&map={}", map.name), "#screen canvas");
        browser.wait("document.querySelector('.map-said').textContent.length > 5");
        browser.click("#screen canvas");
    }
    browser.click("#screen .map-here .button");
    browser.wait("location.hash.startsWith('#game=') && !document.getElementById('play').hidden");
}

/// Every screen is reached from every other one, and the help sheet from all of them.
fn help(page: &Page<'_>) {
    let browser = page.browser;
    page.screen("#show=teachers", ".plan");
    assert_eq!(browser.js("return document.querySelectorAll('.plan').length"), 3);
    let links = browser
        .js("return [...document.querySelectorAll('#screen a')].map((link) => link.getAttribute('href'))");
    for link in links.as_array().unwrap() {
        browser.js(&format!("location.hash = {link}"));
        browser.wait("!document.getElementById('play').hidden && document.querySelector('#board .piece') || document.querySelector('#screen:not([hidden]) h2')");
        assert_eq!(
            browser.js("return document.querySelectorAll('#screen [role=alert]:not([hidden])').length"),
            0,
            "{link}"
        );
    }
    browser.click("#help");
    browser.wait("document.getElementById('help-dialog').open");
    browser.wait("document.getElementById('help-dialog').textContent.includes('Watching a search')");
    page.screen("#show=nonsense", "#screen h2");
    assert!(page.read("#screen").contains("There is no screen of this name"));
}
