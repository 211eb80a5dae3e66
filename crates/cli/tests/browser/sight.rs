//! What people see, on the screens that they have: hints, the next step, the buttons, their own bite.

use serde_json::json;

use crate::everyday::Page;
use crate::{ANSWERED, READY, win};

/// Everything that must be seen, and not only be there.
pub fn sight(page: &Page<'_>) {
    hint_on_a_phone(page);
    own_bite_first(page);
    next_step_on_a_phone(page);
    page.browser.size(1280, 900);
}

/// A phone is narrow, held upright.
const PHONE: (u32, u32) = (360, 740);

impl Page<'_> {
    /// Says what one property of the style of an element really is.
    fn style(&self, css: &str, property: &str) -> String {
        let asked = format!("return getComputedStyle(document.querySelector(\"{css}\")).{property}");
        self.browser.js(&asked).as_str().unwrap().to_string()
    }
}

/// Says, in the page, whether an element is inside the window, and nothing lies over its middle.
fn in_sight(css: &str) -> String {
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
