//! The home: what somebody sees who comes for the first time, and somebody who comes again.

use lastbite::AnyGame;
use lastbite::description::{Described, Family};
use lastbite::{Standing, Words};
use serde_json::json;

use crate::everyday::Page;
use crate::sight::{PHONE, in_sight};
use crate::{ANSWERED, READY};

/// Everything about the home.
pub fn home(page: &Page<'_>) {
    first_visit(page);
    every_game_has_its_card(page);
    links_lead_past_it(page);
    where_people_left_off(page);
    page.browser.size(1280, 900);
}

impl Page<'_> {
    /// Opens the home as a new document.
    pub fn home(&self) {
        self.browser.open("about:blank");
        self.browser.open(self.address);
        self.browser.wait("document.querySelector('#bar .piece') && document.querySelector('#families svg')");
    }

    fn inside(&self, css: &str) -> String {
        let text = self.browser.js(&format!("return document.querySelector(\"{css}\").textContent"));
        text.as_str().unwrap().trim().to_string()
    }
}

/// What it promises is what the library says; one tap plays, and the game goes on where it is.
fn first_visit(page: &Page<'_>) {
    let browser = page.browser;
    page.home();
    browser.js("localStorage.clear()");
    let kind = AnyGame::kinds()[0];
    let usual: Vec<&str> = kind.parameters.iter().map(|parameter| parameter.usual()).collect();
    let game: AnyGame = kind.write(&usual).parse().unwrap();
    for (width, height) in [PHONE, (1366, 657)] {
        browser.size(width, height);
        page.home();
        assert_eq!(page.inside("#lead-rule"), game.rule().replace('\n', " ").replace(", P,", " ☠,"));
        assert_eq!(page.inside("#lead-hook"), kind.hook);
        assert_eq!(browser.js("return document.getElementById('play').hidden"), true);
        for there in ["#hook", "#bar .piece:last-child", "#bar .poison", "nav [data-page=play]"] {
            assert_eq!(browser.js(&format!("return {}", in_sight(there))), true, "{there} at {width}");
        }
        browser.click("#bar [aria-label^='Row 3, column 5,']");
        // The person's bite first, then the computer's.
        browser.wait("document.querySelectorAll('#bar .gone').length >= 6");
        browser.wait("/moves=3,5;/.test(decodeURIComponent(document.getElementById('play-now').hash))");
        browser.wait("document.getElementById('bar-said').textContent === 'Your turn'");
        let left = browser.js("return document.querySelectorAll('#bar .piece:not(.gone)').length");
        browser.click("#play-now");
        browser.wait(&format!("{READY} && {ANSWERED}"));
        browser.wait(&format!("document.querySelectorAll('#board .piece:not(.gone)').length === {left}"));
    }
    // On a phone the ways in are at the bottom.
    browser.size(PHONE.0, PHONE.1);
    page.home();
    let bottom = "document.querySelector('header').getBoundingClientRect().bottom === innerHeight";
    assert_eq!(browser.js(&format!("return {bottom}")), true);
    // Nothing is offered that is not there.
    for hidden in ["nav [data-show=together]", "#friend", "#class"] {
        assert_eq!(page.style(hidden, "display"), "none", "{hidden}");
    }
}

/// Every game has a card in its family: a picture by the library, its name, its line and its address.
fn every_game_has_its_card(page: &Page<'_>) {
    let browser = page.browser;
    page.home();
    let sections = browser.js("return [...document.querySelectorAll('#families section')].map((section) => [section.querySelector('h2').textContent, section.querySelector('p').textContent, [...section.querySelectorAll('b')].map((name) => name.textContent)])");
    let kinds = AnyGame::kinds();
    let families = Family::ALL.into_iter().map(|family| {
        let titles: Vec<&str> =
            kinds.iter().filter(|kind| kind.family == family).map(|kind| kind.title).collect();
        (family.title(), family.about(), titles)
    });
    let families: Vec<_> = families.filter(|(.., titles)| !titles.is_empty()).collect();
    assert_eq!(sections, json!(families));
    assert_eq!(families.iter().map(|(.., titles)| titles.len()).sum::<usize>(), kinds.len());
    for kind in kinds {
        let usual: Vec<&str> = kind.parameters.iter().map(|parameter| parameter.usual()).collect();
        let game: AnyGame = kind.write(&usual).parse().unwrap();
        let shapes = |svg: &str| {
            ["<rect", "<circle", "<path", "<polygon"]
                .map(|shape| svg.matches(shape).count())
                .iter()
                .sum::<usize>()
        };
        let drawn = lastbite::picture::card_svg(&Standing::start(game)).unwrap();
        let card = format!(
            "[...document.querySelectorAll('#families a')].find((card) => card.querySelector('b').textContent === {})",
            json!(kind.title)
        );
        let there = browser
            .js(&format!("return {card}.querySelectorAll('svg :is(rect, circle, path, polygon)').length"));
        assert_eq!(there, shapes(&drawn), "{}", kind.title);
    }
}

/// Who comes by a link to a game sees the game, and never the home, not even for a moment.
fn links_lead_past_it(page: &Page<'_>) {
    let browser = page.browser;
    for hash in ["#game=nim:3,4,5", "#lesson=1", "#game=chomp:0x9"] {
        browser.open("about:blank");
        browser.open(&format!("{}{hash}", page.address));
        assert_eq!(page.style("#home", "display"), "none", "{hash}");
        browser.wait("!document.getElementById('play').hidden");
        assert_eq!(page.style("#home", "display"), "none", "{hash}");
    }
    // Back and forth with the buttons of the browser.
    page.home();
    browser.click("#families a");
    browser.wait("document.querySelector('#board .piece')");
    browser.back();
    browser
        .wait("document.getElementById('home').checkVisibility() && document.getElementById('play').hidden");
}

/// Somebody who comes again goes on with the game or the lesson that was left.
fn where_people_left_off(page: &Page<'_>) {
    let browser = page.browser;
    page.home();
    browser.js("localStorage.clear()");
    page.home();
    assert_eq!(browser.js("return document.getElementById('go-on').hash"), "#lesson=1");
    page.open("#game=nim:3,4,5");
    browser.click("#board .piece:not(.gone)");
    browser.wait(&format!("{ANSWERED} && {READY}"));
    let left = browser.js("return location.hash");
    page.home();
    assert_eq!(browser.js("return document.getElementById('go-on').hash"), left);
    assert_eq!(page.inside("#go-on strong"), "Take-away 3,4,5");
    page.open("#lesson=3");
    browser.wait(READY);
    page.home();
    assert_eq!(browser.js("return document.getElementById('go-on').hash"), "#lesson=3");
    assert_eq!(page.inside("#go-on-how"), format!("Step 3 of {}", lastbite::play::lesson().len()));
    browser.wait("document.querySelector('#go-on progress')");
    // What is damaged is passed over.
    browser.js("localStorage['lastbite.last'] = '{\"address\":7}'");
    page.home();
    assert_eq!(browser.js("return document.getElementById('go-on').hash"), "#lesson=1");
    browser.js("localStorage.clear()");
}
