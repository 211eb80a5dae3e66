//! What people see, on the screens that they have: hints, the next step, the buttons, their own bite.

use serde_json::json;

use crate::READY;
use crate::everyday::Page;

/// Everything that must be seen, and not only be there.
pub fn sight(page: &Page<'_>) {
    hint_on_a_phone(page);
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
    let forced = |value| json!({ "features": [{ "name": "forced-colors", "value": value }] });
    browser.tools("Emulation.setEmulatedMedia", &forced("active"));
    assert_eq!(page.style("#board .hint", "outlineStyle"), "solid");
    browser.tools("Emulation.setEmulatedMedia", &forced("none"));
}
