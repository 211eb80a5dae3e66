//! What people see, on the screens that they have: hints, the next step, the buttons, their own bite.

use std::collections::BTreeSet;

use lastbite::description::Described;
use lastbite::layout::{Drawn, Look, Shape};
use lastbite::{AnyGame, Game, Words};
use serde_json::json;

use crate::everyday::Page;
use crate::{ANSWERED, OVER, READY, win};

/// Everything that must be seen, and not only be there.
pub fn sight(page: &Page<'_>) {
    hint_on_a_phone(page);
    own_bite_first(page);
    a_puzzle_shows_the_bite(page);
    a_finger_sees_first(page);
    controls_stay_put(page);
    rows_fill_their_room(page);
    edges_that_scroll(page);
    an_analysis_explains_itself(page);
    a_whole_map(page);
    a_map_in_colour(page);
    edges_of_the_header(page);
    next_step_on_a_phone(page);
    buttons_everywhere(page);
    nothing_jumps(page);
    on_is_not_next(page);
    what_is_allowed(page);
    pieces_look_like_what_they_are(page);
    whose_game_counts(page);
    a_win_leads_on(page);
    settings(page);
    the_level_is_in_sight(page);
    a_small_ceremony(page);
    paper(page);
    page.browser.size(1280, 900);
}

/// The usual game.
const USUAL: &str = "#game=chomp:4x7";
/// A phone is narrow, held upright.
pub const PHONE: (u32, u32) = (360, 740);

impl Page<'_> {
    /// Says what one property of the style of an element really is.
    pub fn style(&self, css: &str, property: &str) -> String {
        let asked = format!("return getComputedStyle(document.querySelector(\"{css}\")).{property}");
        self.browser.js(&asked).as_str().unwrap().to_string()
    }
}

/// Says, in the page, whether an element is inside the window, and nothing lies over its middle.
pub fn in_sight(css: &str) -> String {
    let css = json!(css);
    format!(
        "((element) => {{
            const box = element?.getBoundingClientRect();
            if (!box?.width || box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth) return false;
            const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
            return element.contains(top);
        }})(document.querySelector({css}))"
    )
}

/// A hint has a ring around its piece and a sentence in sight, on a phone too, and in forced colours.
fn hint_on_a_phone(page: &Page<'_>) {
    let browser = page.browser;
    browser.size(PHONE.0, PHONE.1);
    for game in ["chomp:4x7&moves=3,3;1,5", "chomp:4x14", "chomp:3x3x3", "nim:3,4,5", "divisors:72"] {
        page.open(&format!("#game={game}"));
        browser.wait(READY);
        for _ in 0..6 {
            if browser.js("return document.querySelector('#board .hint') !== null") == true {
                break;
            }
            let before = browser.js("return document.getElementById('hinted').textContent");
            browser.click("#hint");
            browser.wait(&format!("document.getElementById('hinted').textContent !== {before}"));
        }
        let ring = page.style("#board .hint", "boxShadow");
        assert!(ring.contains("rgb(242, 182, 50) 0px 0px 0px 4px"), "{game}: {ring}");
        browser.wait(&in_sight("#hinted"));
    }
    // Whoever has read them puts them away.
    browser.click("#hinted");
    assert_eq!(page.style("#hinted", "display"), "none");
    browser.prefer("forced-colors", "active");
    assert_eq!(page.style("#board .hint", "outlineStyle"), "solid");
    browser.prefer("forced-colors", "none");
}

/// What a person bites is painted alone, for a while, and then what the computer bites.
fn own_bite_first(page: &Page<'_>) {
    let browser = page.browser;
    browser.size(1440, 900);
    browser.prefer("prefers-reduced-motion", "no-preference");
    for (game, piece, own) in [
        ("chomp:4x7", "[aria-label^='Row 3, column 5,']", 6),
        ("nim:3,4,5", ".row:nth-child(3) .piece:nth-child(2)", 4),
    ] {
        page.open(&format!("#game={game}"));
        browser.wait(READY);
        browser.js(FRAMES);
        browser.click(&format!("#board {piece}"));
        browser.wait(&format!("{ANSWERED} && {READY}"));
        browser.wait(&format!("window.frames_[window.frames_.length - 1].gone > {own}"));
        let frames = browser.js("return window.frames_");
        let frames = frames.as_array().unwrap();
        assert_eq!((&frames[0]["gone"], &frames[1]["gone"]), (&json!(0), &json!(own)), "{frames:?}");
        assert_eq!(frames[1]["crumbling"], own, "{frames:?}");
        let alone = frames[2]["at"].as_f64().unwrap() - frames[1]["at"].as_f64().unwrap();
        assert!(alone > 300.0, "the computer waits, but it waited {alone} ms");
    }
    // Where nothing should move, nothing crumbles.
    browser.prefer("prefers-reduced-motion", "reduce");
    browser.wait("document.querySelector('#board .crumble')");
    assert_eq!(page.style("#board .crumble", "animationName"), "none");
}

/// Keeps what every frame shows, whenever that is something new.
const FRAMES: &str = "
    window.frames_ = [];
    const look = () => {
        const gone = document.querySelectorAll('#board .gone').length;
        const last = window.frames_[window.frames_.length - 1];
        if (last?.gone !== gone) {
            window.frames_.push({ at: performance.now(), gone, crumbling: document.querySelectorAll('#board .crumble').length });
        }
        requestAnimationFrame(look);
    };
    look();";

/// A puzzle shows what a move takes before it is judged, and puts it back if it was not the answer.
fn a_puzzle_shows_the_bite(page: &Page<'_>) {
    let browser = page.browser;
    page.home();
    browser.js("location.hash = '#show=puzzles&game=chomp:4x7&difficulty=easy&seed=1'");
    browser.wait("document.querySelector('#screen .board .poison')");
    let left = "document.querySelectorAll('#screen .board .piece:not(.gone)').length";
    // The first of two clicks without a mouse only warns.
    let seen = browser.js(&format!(
        "const before = {left}; const poison = document.querySelector('#screen .board .poison'); poison.click(); poison.click(); return [before, {left}]"
    ));
    assert_eq!(seen[1], 0, "whoever bites the poison sees the whole bar go: {seen}");
    browser.wait(&format!("document.querySelector('#screen .said.not') && {left} === {}", seen[0]));
    // The answer has a ring, on a phone too.
    browser.size(PHONE.0, PHONE.1);
    browser.click("#screen section > .bar > button:nth-of-type(2)");
    browser.wait("document.querySelector('#screen .board .hint')");
    let ring = page.style("#screen .board .hint", "boxShadow");
    assert!(ring.contains("rgb(242, 182, 50) 0px 0px 0px 4px"), "{ring}");
}

/// A finger sees what it would take before it lifts; sliding off takes nothing, and lifting takes, however long it stayed.
fn a_finger_sees_first(page: &Page<'_>) {
    let browser = page.browser;
    browser.size(PHONE.0, PHONE.1);
    let touch = |kind: &str, points: &[(f64, f64)]| {
        let points: Vec<_> = points.iter().map(|(x, y)| json!({ "x": x, "y": y })).collect();
        browser.tools(
            "Input.dispatchTouchEvent",
            &json!({ "type": format!("touch{kind}"), "touchPoints": points }),
        );
    };
    for hash in [USUAL, "#lesson=2", "#show=puzzles&game=chomp:4x7&difficulty=easy&seed=1"] {
        page.open(USUAL);
        browser.js(&format!("location.hash = {}", json!(hash)));
        let part = if hash.contains("show=") { "#screen .board" } else { "#board" };
        let all = format!("document.querySelectorAll('{part} .piece:not(.gone):not(.poison)')");
        if part == "#board" {
            browser.wait(&format!("{READY} && location.hash === {}", json!(hash)));
        } else {
            browser.wait("document.activeElement.id === 'screen'");
        }
        browser.wait(&format!("document.querySelector('{part} .piece')"));
        // The middle of the last piece, which takes itself alone, once nothing scrolls any more.
        let last = || {
            let middle = browser.js_async(&format!(
                "const done = arguments[arguments.length - 1]; setTimeout(() => {{ const piece = [...{all}].at(-1); piece.scrollIntoView({{ block: 'center' }}); const box = piece.getBoundingClientRect(); done([box.left + box.width / 2, box.top + box.height / 2]); }}, 300)"
            ));
            (middle[0].as_f64().unwrap(), middle[1].as_f64().unwrap())
        };
        let there = last();
        let would = format!("document.querySelectorAll('{part} .would').length");
        let gone = format!("return document.querySelectorAll('{part} .gone').length");
        let before = browser.js(&gone);
        touch("Start", &[there]);
        browser.wait(&format!("{would} === 1"));
        touch("Move", &[(there.0, there.1 - 200.0)]);
        browser.wait(&format!("{would} === 0"));
        touch("End", &[]);
        assert_eq!(browser.js(&gone), before, "{hash}: sliding off takes nothing");
        let there = last();
        touch("Start", &[there]);
        browser.wait(&format!("{would} === 1"));
        // Longer than a tap.
        browser.js_async("setTimeout(arguments[arguments.length - 1], 700)");
        assert_eq!(browser.js(&format!("return {would}")), 1, "{hash}");
        touch("End", &[]);
        if part == "#board" {
            browser.wait("location.hash.includes('moves=')");
        } else {
            browser.wait("document.querySelector('#screen .said.right, #screen .said.not')");
        }
    }
}

/// Rows in which it matters what is side by side, and that are broken into lines or stick out.
const BROKEN_ROWS: &str = "
    return [...document.querySelectorAll('#board :is(.of-pin, .of-cross, .joined) .stones')].filter((row) => {
        const boxes = [...row.querySelectorAll('.piece:not([hidden])')].map((piece) => piece.getBoundingClientRect());
        const middles = new Set(boxes.map(({ top, bottom }) => Math.round((top + bottom) / 2)));
        return middles.size > 1 || boxes.at(-1).right > document.getElementById('board').getBoundingClientRect().right;
    }).map((row) => row.textContent);";

/// Pieces are as large as the room is, a row that is alone needs no name, and no name in the history is broken in two.
fn rows_fill_their_room(page: &Page<'_>) {
    let browser = page.browser;
    browser.size(1366, 657);
    page.open("#game=kayles:12");
    let high = "return document.querySelector('#board .piece').getBoundingClientRect().height";
    assert!(browser.js(high).as_f64().unwrap() > 90.0, "{}", browser.js(high));
    let named = "return [...document.querySelectorAll('#board .head span:not(.unseen)')].map((name) => name.textContent)";
    assert_eq!(browser.js(named), json!([]));
    page.open("#game=kayles:12&moves=2%20from%201%20leaving%204,6");
    browser.wait(READY);
    assert!(browser.js(named)[0].as_str().unwrap().starts_with("Heaps 1–"), "{}", browser.js(named));
    let lines =
        "return [...document.querySelectorAll('#history bdi')].map((name) => name.getClientRects().length)";
    browser.wait("document.querySelectorAll('#history bdi').length > 1");
    let lines = browser.js(lines);
    assert!(lines.as_array().unwrap().iter().all(|lines| lines == 1), "{lines}");
    page.open("#game=nim:3,4,5&vs=human");
    assert_eq!(browser.js(named), json!(["Heap 1", "Heap 2", "Heap 3"]));
    // An order fits on a phone, and two games fit beside each other.
    browser.size(PHONE.0, PHONE.1);
    page.open("#game=subsets:4");
    let room = "const { scrollWidth, clientWidth } = document.querySelector('#board .scroll'); return scrollWidth - clientWidth";
    assert_eq!(browser.js(room), 0);
    browser.size(1366, 657);
    page.open("#game=chomp:3x4%2Bnim:3,4");
    let tops = "return new Set([...document.querySelectorAll('#board .panel')].map((panel) => panel.getBoundingClientRect().top)).size";
    assert_eq!(browser.js(tops), 1);
    // The third heap is not under the buttons of a phone on its side.
    page.open("#game=nim:3,4,5&vs=human");
    browser.size(740, 360);
    let whole = "document.getElementById('board').getBoundingClientRect().bottom <= document.getElementById('undo').getBoundingClientRect().top";
    browser.wait(whole);
}

/// What the numbers of the analysis mean is in sight with the board, and so is the reason; every word of the trade says
/// what it means when it is tapped.
fn an_analysis_explains_itself(page: &Page<'_>) {
    let browser = page.browser;
    for (width, height) in [PHONE, (1366, 657), (1920, 940)] {
        browser.size(width, height);
        page.open("#game=nim:3,4,5&analysis=1&vs=human");
        browser
            .wait("document.querySelector('#board .mark') && document.querySelectorAll('#why p').length > 1");
        assert_eq!(browser.js(&format!("return {}", in_sight("#key"))), true, "the key at {width}x{height}");
        let reason = if width < 900 { "#reason" } else { "#why p" };
        browser.wait(&format!("document.querySelector('{reason}').textContent.length > 10"));
        assert_eq!(browser.js(&format!("return {}", in_sight(reason))), true, "{reason} at {width}x{height}");
    }
    let untold = "return [...document.querySelectorAll('#why p, #key, #reason, #lesson p, #review p')]
        .filter((told) => /\\b(ply|plies|Grundy values?|exclusive or)\\b/i.test(told.textContent) && !told.querySelector('.term'))
        .map((told) => told.textContent)";
    for hash in
        ["#game=nim:3,4,5&analysis=1&vs=human", "#game=chomp:4x7&analysis=1&grundy=1&vs=human", "#lesson=14"]
    {
        page.open(hash);
        browser.wait("document.querySelector('#why p') && document.getElementById('busy').hidden");
        assert_eq!(browser.js(untold), json!([]), "{hash}");
    }
    page.open("#game=nim:3,4,5&analysis=1&vs=human");
    browser.wait("document.querySelector('#key .term')");
    browser.click("#key .term");
    browser.wait(
        "document.querySelector('#key .meaning:not([hidden])')?.textContent === ' (one move of one player)'",
    );
    browser.click("#key .term");
    browser.wait("document.querySelector('#key .meaning').hidden");
    // The number that matters is not cut off, at any width.
    for (width, height) in [PHONE, (1280, 800)] {
        browser.size(width, height);
        for game in ["chomp:3x4%2Bnim:3,4", "octal:0.77:8,9", "nim:3,4,5"] {
            page.open(&format!("#game={game}&analysis=1&vs=human"));
            browser.wait("document.querySelector('#why pre')");
            let room = browser.js("const { scrollWidth, clientWidth } = document.querySelector('#why pre'); return scrollWidth - clientWidth");
            assert_eq!(room, 0, "{game} at {width}");
        }
    }
    // Of a whole bar it is known who wins, however large it is.
    page.open("#game=chomp:20x23&analysis=1&vs=human");
    browser.wait("document.getElementById('why').textContent.startsWith('The player to move can win.')");
}

/// A box that scrolls shows at which of its edges there is more.
fn edges_that_scroll(page: &Page<'_>) {
    let browser = page.browser;
    browser.size(PHONE.0, PHONE.1);
    page.open("#game=chomp:10x14&vs=human");
    let edges =
        "[...document.getElementById('board').classList].filter((name) => name.startsWith('more-')).join()";
    browser.wait(&format!("{edges} === 'more-right'"));
    assert!(page.style("#board", "maskImage").starts_with("linear-gradient("));
    browser.js("document.getElementById('board').scrollLeft = 9999");
    browser.wait(&format!("{edges} === 'more-left'"));
    page.open(USUAL);
    assert_eq!(browser.js(&format!("return {edges}")), "");
    assert_eq!(page.style("#board", "maskImage"), "none");
}

/// A map is as large as the window allows in width and in height, and all of it is there.
fn a_whole_map(page: &Page<'_>) {
    let browser = page.browser;
    for (width, height) in [(1366, 657), (1920, 940), PHONE] {
        browser.size(width, height);
        page.open(USUAL);
        browser.js("location.hash = '#show=maps'");
        browser.wait("document.querySelector('.map-box canvas')?.width > 300 || document.querySelector('.map-box canvas')?.height > 160");
        let whole = "const box = document.querySelector('.map-box'); const { top, bottom } = box.getBoundingClientRect(); return [box.scrollWidth <= box.clientWidth, box.scrollHeight <= box.clientHeight, Math.round(bottom - top) <= innerHeight, Math.round(bottom)]";
        let whole = browser.js(whole);
        assert!(whole[0] == true && whole[1] == true && whole[2] == true, "{width}x{height}: {whole}");
        assert!(width < 900 || whole[3].as_u64().unwrap() <= u64::from(height), "{width}x{height}: {whole}");
    }
}

/// The header ends where the page ends, on both sides, in every window.
fn edges_of_the_header(page: &Page<'_>) {
    let browser = page.browser;
    page.open(USUAL);
    for (width, height) in [(1280, 600), (1366, 657), (1920, 940)] {
        browser.size(width, height);
        let edges = browser.js("const edge = (css, side) => Math.round(document.querySelector(css).getBoundingClientRect()[side]); return [edge('.logo', 'left') - edge('.status', 'left'), edge('#help', 'right') - edge('aside', 'right')]");
        assert_eq!(edges, json!([0, 0]), "{width}");
    }
}

/// Whether the first bite lies high or low is a colour, the same in both themes: gold at the top, violet at the bottom.
fn a_map_in_colour(page: &Page<'_>) {
    let browser = page.browser;
    browser.size(1366, 657);
    for scheme in ["light", "dark"] {
        browser.colours(scheme);
        page.open(USUAL);
        browser.js("location.hash = '#show=maps'");
        browser.wait("document.querySelector('.map-box canvas')?.height > 160");
        let colours = browser.js(
            "const canvas = document.querySelector('.map-box canvas'); const side = (canvas.width - 32) / 20;
             const at = (row, col) => [...canvas.getContext('2d').getImageData(33 + (col - 1) * side, 30 + (row - 0.5) * side, 1, 1).data];
             return [at(20, 1), at(2, 20)];",
        );
        let part = |cell: usize, part: usize| colours[cell][part].as_i64().unwrap();
        assert!(part(0, 0) > part(0, 2) + 50, "gold, {scheme}: {colours}");
        assert!(part(1, 2) > part(1, 1) + 50, "violet, {scheme}: {colours}");
    }
    browser.colours("light");
    browser.prefer("prefers-reduced-motion", "reduce");
}

/// Where the buttons are in the window.
const PLACES: &str = "return ['undo', 'hint', 'analysis', 'new'].map((id) => { const { left, top } = document.getElementById(id).getBoundingClientRect(); return [Math.round(left), Math.round(top)]; })";

/// Nothing that comes or goes moves the buttons: not the words of a hint, nor the analysis.
fn controls_stay_put(page: &Page<'_>) {
    let browser = page.browser;
    for (width, height) in [PHONE, (740, 360), (1366, 657), (1920, 940)] {
        browser.size(width, height);
        page.open("#game=chomp:4x7&moves=3,3;1,5");
        browser.wait(READY);
        let before = browser.js(PLACES);
        for _ in 0..4 {
            let said = browser.js("return document.getElementById('hinted').textContent");
            browser.click("#hint");
            browser.wait(&format!("document.getElementById('hinted').textContent !== {said}"));
            assert_eq!(browser.js(PLACES), before, "a hint moves the buttons at {width}x{height}");
        }
        browser.click("#analysis");
        browser.wait("document.querySelector('#board .mark')");
        assert_eq!(browser.js(PLACES), before, "the analysis moves the buttons at {width}x{height}");
    }
}

/// After a step of the lesson the way on is in sight, and nothing leads back to the same step; the board is, too,
/// when a step begins.
fn next_step_on_a_phone(page: &Page<'_>) {
    let browser = page.browser;
    browser.size(PHONE.0, PHONE.1);
    for step in [1, 5, 12] {
        page.open(&format!("#lesson={step}"));
        browser.wait(READY);
        let first = "document.querySelector('#board .piece').getBoundingClientRect().bottom < innerHeight";
        assert_eq!(browser.js(&format!("return {first}")), true, "the board of step {step} is in sight");
        // A person has scrolled down to the board.
        browser.js("scrollTo(0, document.body.scrollHeight)");
        win(browser);
        browser.wait(&in_sight("#lesson .main"));
        assert_eq!(browser.js("return document.querySelector('#lesson .main').textContent"), "Next step");
        assert_eq!(browser.js("return document.querySelectorAll('#over button').length"), 0);
    }
}

/// Undo, Hint and New game are in sight with the board of every game, in the windows that people have.
fn buttons_everywhere(page: &Page<'_>) {
    let browser = page.browser;
    page.open(USUAL);
    for (width, height) in [(1366, 657), (1280, 600), (1920, 940), (740, 360), PHONE] {
        browser.size(width, height);
        let mut places = BTreeSet::new();
        for kind in AnyGame::kinds() {
            let usual: Vec<&str> = kind.parameters.iter().map(|parameter| parameter.usual()).collect();
            let game: AnyGame = kind.write(&usual).parse().unwrap();
            let (hash, title) = (format!("#game={}", game.to_string().replace('+', "%2B")), game.title());
            browser.js(&format!("location.hash = {}", json!(hash)));
            browser.wait(&format!("document.getElementById('title').textContent === {}", json!(title)));
            browser.js("scrollTo(0, 0)");
            for button in ["#undo", "#hint", "#new"] {
                assert_eq!(
                    browser.js(&format!("return {}", in_sight(button))),
                    true,
                    "{button} of {title} at {width}x{height}"
                );
            }
            places.insert(browser.js(PLACES).to_string());
            let broken = browser.js(BROKEN_ROWS);
            assert_eq!(broken, json!([]), "{title} at {width}x{height}: rows whose neighbours are apart");
        }
        assert_eq!(places.len(), 1, "the buttons stay where they are at {width}x{height}: {places:?}");
        // The usual game is in sight as a whole.
        page.open(USUAL);
        let bottom = "document.getElementById('board').getBoundingClientRect().bottom";
        let whole = format!("{bottom} <= document.getElementById('undo').getBoundingClientRect().top");
        assert_eq!(browser.js(&format!("return {whole}")), true, "the board at {width}x{height}");
    }
}

/// Nothing that is drawn later pushes away what is there already.
fn nothing_jumps(page: &Page<'_>) {
    let browser = page.browser;
    for (width, height) in [PHONE, (1440, 900)] {
        browser.size(width, height);
        for hash in ["", USUAL] {
            if hash.is_empty() {
                page.home()
            } else {
                page.open(hash)
            }
            let shift = browser.js_async(
                "const done = arguments[arguments.length - 1]; let sum = 0;
                 new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value; }).observe({ type: 'layout-shift', buffered: true });
                 setTimeout(() => done(sum), 400);",
            );
            assert!(shift.as_f64().unwrap() < 0.05, "{hash} at {width}: {shift}");
        }
    }
}

/// What is switched on does not look like what to do next, and the right answer not like a wrong one.
fn on_is_not_next(page: &Page<'_>) {
    let browser = page.browser;
    browser.size(1280, 900);
    page.open("#game=chomp:4x7&analysis=1&vs=human");
    assert_ne!(page.style("#analysis", "backgroundColor"), page.style("#new", "backgroundColor"));
    page.open("#lesson=2");
    browser.wait(READY);
    win(browser);
    browser.wait("document.querySelector('.check')");
    let colours = browser.js("const answers = [...document.querySelectorAll('.check .bar button')]; for (const answer of answers) answer.click(); return [...new Set(answers.map((answer) => getComputedStyle(answer).backgroundColor))]");
    assert_eq!(colours.as_array().map(Vec::len), Some(2), "{colours}");
}

/// What may be taken now is said above the stones, in a game and in a puzzle; what may not be is dimmed, and says why
/// when it is tapped.
fn what_is_allowed(page: &Page<'_>) {
    let browser = page.browser;
    page.open("#game=fibonacci:20&vs=human&moves=1");
    let limit =
        "return [...document.querySelectorAll('.limit:not([hidden])')].map((limit) => limit.textContent)";
    assert_eq!(browser.js(limit), json!(["You may take up to 2 stones."]));
    let dimmed = "return document.querySelectorAll('#board .piece:not(.gone)').length + ' ' + document.querySelectorAll('#board .barred').length";
    assert_eq!(browser.js(dimmed), "19 17");
    assert_eq!(page.style("#board .barred", "opacity"), "0.38");
    browser.click("#board .barred");
    browser.wait("document.getElementById('under').textContent === 'There is no move here. You may take up to 2 stones.'");
    browser.js("location.hash = '#show=puzzles&game=fibonacci:20&difficulty=hard&seed=3'");
    browser.wait("document.querySelector('#screen .board .piece')");
    assert_eq!(browser.js(limit).as_array().map(Vec::len), Some(2), "the puzzle's, and the hidden game's");
    // Where the rule alone says it, the rule is repeated.
    page.open("#game=subtract:1,2,3:21");
    browser.wait(READY);
    assert_eq!(browser.js(limit), json!([]));
    assert_eq!(browser.js(dimmed), "21 18");
    browser.click("#board .row .piece:nth-child(3)");
    browser.wait(
        "document.getElementById('under').textContent.startsWith('There is no move here. Take 1, 2 or 3')",
    );
}

/// Every piece is drawn as what the game says it is: sticks are long, pins have a neck, crosses are drawn where a player
/// drew them.
fn pieces_look_like_what_they_are(page: &Page<'_>) {
    let browser = page.browser;
    browser.size(1280, 900);
    page.open(USUAL);
    for kind in AnyGame::kinds() {
        let usual: Vec<&str> = kind.parameters.iter().map(|parameter| parameter.usual()).collect();
        let game: AnyGame = kind.write(&usual).parse().unwrap();
        let panels = game.layout(&game.start()).panels().to_vec();
        let (hash, title) =
            (format!("#game={}&vs=human", game.to_string().replace('+', "%2B")), game.title());
        browser.js(&format!("location.hash = {}", json!(hash)));
        browser.wait(&format!("document.getElementById('title').textContent === {}", json!(title)));
        for panel in panels.iter().filter(|panel| panel.shape != Shape::Diagram) {
            let look = serde_json::to_value(panel.look).unwrap();
            browser.wait(&format!("document.querySelector('#board .of-{}')", look.as_str().unwrap()));
        }
        let piece = browser.js("const { width, height } = document.querySelector('#board .piece').getBoundingClientRect(); return height / width");
        let long = matches!(panels[0].look, Look::Stick | Look::Pin);
        assert_eq!(piece.as_f64().unwrap() > 1.7, long, "{title}: {piece}");
        if panels[0].look == Look::Pin {
            let pin = "return getComputedStyle(document.querySelector('#board .piece'), '::after').clipPath";
            assert!(browser.js(pin).as_str().unwrap().starts_with("polygon("), "{title}");
        }
        if panels[0].look == Look::Cross {
            assert_eq!(browser.js("return document.querySelector('#board .made')"), json!(null));
            browser.click("#board .piece:nth-child(6)");
            browser.wait("document.querySelector('#board .piece:nth-child(6)').matches('.made') && location.hash.includes('moves=')");
            browser.click("#board .piece:nth-child(1)");
            browser.wait("document.querySelectorAll('#board .made').length === 2");
            browser.click("#undo");
            browser.wait("document.querySelectorAll('#board .made').length === 1");
        }
    }
}

/// Somebody else's game is looked at and does not count; one that ends here does.
fn whose_game_counts(page: &Page<'_>) {
    let browser = page.browser;
    browser.js("localStorage.clear()");
    let score = "return document.getElementById('score').textContent";
    for lost in ["game=chomp:4x7&moves=3,5;1,6;2,3;3,2;1,3;4,1;1,2;2,1", "game=chomp:1x1"] {
        page.open(&format!("#{lost}"));
        browser.wait(OVER);
        assert_eq!(browser.js(score), "You 0 : 0 Computer", "{lost}");
    }
    page.open("#game=chomp:2x2&moves=2,2;1,2");
    browser.wait(READY);
    browser.click("#board [aria-label^='Row 2, column 1,']");
    browser.wait("document.getElementById('score').textContent === 'You 1 : 0 Computer'");
    browser.js("localStorage.clear()");
}

/// A win is seen, and the next stronger computer is offered; the strongest has none above it.
fn a_win_leads_on(page: &Page<'_>) {
    let browser = page.browser;
    let choices = "return [...document.querySelectorAll('#over button')].map((choice) => choice.textContent)";
    for (level, stronger) in [("", Some("strong")), ("&level=perfect", None)] {
        page.open(&format!("#game=chomp:2x2&moves=2,2;1,2;2,1{level}"));
        browser.wait("document.querySelector('#over.won')");
        let offered = stronger.map(|level| format!("Play a stronger computer ({level})"));
        let told: Vec<String> = ["Play again".to_string()].into_iter().chain(offered).collect();
        assert_eq!(browser.js(choices), json!(told));
    }
    page.open("#game=chomp:1x1");
    browser.wait("document.querySelector('#over:not(.won)')");
}

/// Colours, size, pace and sounds are set with four lists, at once and for the next visit.
fn settings(page: &Page<'_>) {
    let browser = page.browser;
    browser.size(1280, 900);
    page.home();
    browser.js("localStorage.clear()");
    browser.colours("light");
    page.open(USUAL);
    let set = |name: &str, value: &str| {
        browser.click("#settings");
        browser.wait("document.getElementById('settings-dialog').open");
        browser.click(&format!("#settings-dialog [name={name}] option[value='{value}']"));
        browser.js("document.getElementById('settings-dialog').close()");
    };
    let paper = || page.style("body", "backgroundColor");
    let light = paper();
    set("theme", "dark");
    let dark = paper();
    assert_ne!(light, dark);
    page.open(USUAL);
    assert_eq!(paper(), dark, "the next visit is dark, too");
    set("theme", "light");
    browser.colours("dark");
    assert_eq!(paper(), light, "whatever the device says");
    set("theme", "system");
    assert_eq!(paper(), dark);
    browser.colours("light");
    set("size", "large");
    assert_eq!(page.style("html", "fontSize"), "22px");
    set("size", "usual");
    assert_eq!(page.style("html", "fontSize"), "16px");
    // How long a person's bite is seen alone.
    browser.prefer("prefers-reduced-motion", "no-preference");
    let mut waited = Vec::new();
    for pace in ["0", "1"] {
        page.open(USUAL);
        set("pace", pace);
        browser.wait(READY);
        browser.js(FRAMES);
        browser.click("#board [aria-label^='Row 3, column 5,']");
        browser.wait(&format!("{ANSWERED} && {READY}"));
        browser.wait("window.frames_[window.frames_.length - 1].gone > 6");
        let frames = browser.js("return window.frames_.map(({ at, gone }) => [at, gone])");
        let at = |gone: &dyn Fn(u64) -> bool| {
            let frames = frames.as_array().unwrap();
            frames
                .iter()
                .find(|frame| gone(frame[1].as_u64().unwrap()))
                .map(|frame| frame[0].as_f64().unwrap())
        };
        waited.push(at(&|gone| gone > 6).unwrap() - at(&|gone| gone > 0).unwrap());
    }
    assert!(waited[1] > 800.0 && waited[0] < waited[1] - 400.0, "{waited:?}");
    // No sound is made until somebody wants it.
    page.open(USUAL);
    browser.js("window.made = 0; const Air = window.AudioContext; window.AudioContext = class extends Air { constructor() { super(); window.made += 1; } }");
    browser.click("#board [aria-label^='Row 4, column 7,']");
    browser.wait(&format!("{ANSWERED} && {READY}"));
    assert_eq!(browser.js("return window.made"), 0);
    set("sound", "on");
    browser.click("#board .piece:not(.gone):not(.poison)");
    browser.wait("window.made === 1");
    browser.prefer("prefers-reduced-motion", "reduce");
    // What is damaged is passed over.
    browser.js("localStorage['lastbite.settings'] = '{\"theme\":7,\"pace\":[]}'");
    page.open(USUAL);
    assert_eq!(paper(), light);
    browser.js("localStorage.clear()");
}

/// How well the computer plays is in sight, and another level goes on with the same game.
fn the_level_is_in_sight(page: &Page<'_>) {
    let browser = page.browser;
    for (width, height) in [PHONE, (1366, 657), (1920, 940)] {
        browser.size(width, height);
        page.open("#game=chomp:4x7&moves=3,5;1,6");
        browser.wait(READY);
        assert_eq!(browser.js(&format!("return {}", in_sight("#level select"))), true, "{width}");
        assert_eq!(browser.js("return document.querySelector('#level select').value"), "medium");
        browser.click("#level option[value=perfect]");
        browser.wait("location.hash.includes('level=perfect') && decodeURIComponent(location.hash).includes('moves=3,5;1,6')");
    }
    for without in ["#game=chomp:4x7&vs=human", "#lesson=1"] {
        page.open(without);
        assert_eq!(page.style("#level", "display"), "none", "{without}");
    }
}

/// A win is celebrated for a moment, and not where nothing should move.
fn a_small_ceremony(page: &Page<'_>) {
    let browser = page.browser;
    for (motion, crumbs) in [("no-preference", true), ("reduce", false)] {
        browser.prefer("prefers-reduced-motion", motion);
        page.open("#game=chomp:2x2&moves=2,2;1,2");
        browser.js("localStorage.clear()");
        browser.wait(READY);
        browser.js("new MutationObserver(() => { window.rained ||= document.querySelector('.crumbs') !== null; }).observe(document.body, { childList: true })");
        browser.click("#board [aria-label^='Row 2, column 1,']");
        browser.wait("document.querySelector('#over.won')");
        browser.wait("document.querySelector('.crumbs') === null");
        assert_eq!(browser.js("return Boolean(window.rained)"), crumbs, "{motion}");
    }
    // A game that is only looked at is not celebrated.
    browser.prefer("prefers-reduced-motion", "no-preference");
    page.open("#game=chomp:2x2&moves=2,2;1,2;2,1");
    browser.wait("document.querySelector('#over.won')");
    assert_eq!(browser.js("return document.querySelector('.crumbs')"), json!(null));
    browser.prefer("prefers-reduced-motion", "reduce");
}

/// A printed position is whole and has its colours, without what only a screen can use.
fn paper(page: &Page<'_>) {
    let browser = page.browser;
    page.open("#game=chomp:4x7&vs=human");
    browser.tools("Emulation.setEmulatedMedia", &json!({ "media": "print" }));
    assert_eq!(page.style("#board .piece", "printColorAdjust"), "exact");
    for screen in ["header", "aside", ".doing", ".tree-card", ".level"] {
        assert_eq!(page.style(screen, "display"), "none", "{screen}");
    }
    // A lesson is black on white, and a map is whole, whatever the colours of the screen are.
    let dark = json!([{ "name": "prefers-color-scheme", "value": "dark" }]);
    page.open("#lesson=2");
    browser.tools("Emulation.setEmulatedMedia", &json!({ "media": "print", "features": dark }));
    assert_eq!(page.style("#lesson", "backgroundColor"), "rgb(255, 255, 255)");
    assert_eq!(page.style("#lesson p", "color"), "rgb(51, 51, 51)");
    assert_eq!(page.style("#lesson h2", "color"), "rgb(0, 0, 0)");
    browser.tools("Emulation.setEmulatedMedia", &json!({ "media": "", "features": [] }));
    browser.js("location.hash = '#show=maps'");
    browser.wait("document.querySelector('.map-box canvas')");
    browser.size(700, 900);
    browser.tools("Emulation.setEmulatedMedia", &json!({ "media": "print" }));
    let whole = "document.querySelector('.map-box canvas').getBoundingClientRect().right <= innerWidth && getComputedStyle(document.querySelector('.map-box')).overflow === 'visible'";
    browser.wait(whole);
    browser.tools("Emulation.setEmulatedMedia", &json!({ "media": "" }));
}
