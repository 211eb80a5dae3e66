//! What people see, on the screens that they have: hints, the next step, the buttons, their own bite.

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
        }
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
    for screen in ["header", "aside", ".doing", ".tree-card"] {
        assert_eq!(page.style(screen, "display"), "none", "{screen}");
    }
    browser.tools("Emulation.setEmulatedMedia", &json!({ "media": "" }));
}
