//! Tables of other shapes: the layers of a bar, orders as diagrams, several moves at a piece, games side by
//! side.

use std::process::Command;

use serde_json::{Value, json};

use crate::everyday::Page;
use crate::{DOWN, ENTER, LEFT, RIGHT, UP, title, win};

const ESCAPE: &str = "\u{e00c}";

impl Page<'_> {
    /// Opens a game for two people and goes to its board by the first button of the page.
    fn walk_up_to(&self, game: &str) {
        self.open(&format!("#game={game}&vs=human"));
        self.browser.js("document.getElementById('skip').focus()");
        self.browser.keys(&[ENTER]);
        self.browser.wait("document.activeElement.matches('#board .piece')");
    }

    /// Reads the name of the piece that has the focus.
    fn here(&self) -> String {
        let name = self.browser.js("return document.activeElement.querySelector('.name')?.textContent ?? ''");
        name.as_str().unwrap().to_string()
    }

    /// Counts the elements that a selector finds.
    fn count(&self, css: &str) -> u64 {
        let many = self.browser.js(&format!("return document.querySelectorAll(\"{css}\").length"));
        many.as_u64().unwrap()
    }
}

/// Everything about tables that are not one grid or one row of heaps.
pub fn tables(page: &Page<'_>) {
    layers(page);
    divisors(page);
    order_from_a_file(page);
    several_moves(page);
    pointing(page);
    cuts(page);
    marking(page);
    sums(page);
}

/// A bar in three dimensions: layers to play on, and the whole of it to look at.
fn layers(page: &Page<'_>) {
    let browser = page.browser;
    page.open("#game=chomp:2x2x2&vs=human");
    assert_eq!(page.count("#board .panel"), 2);
    assert_eq!(page.count("#board .piece"), 8);
    browser.wait("document.querySelector('.solid svg')");
    let seen = browser.js("return document.querySelector('.solid svg').getAttribute('aria-label')");
    assert_eq!(seen, "What is left of the bar: 8 cubes");
    // What a bite would take lights up in both views.
    browser.js("document.querySelectorAll('#board .panel')[1].querySelector('.piece').focus()");
    browser.wait("document.querySelectorAll('#board .piece.would').length === 4");
    assert!(page.count(".solid .face.would") > 0);
    // It can be turned, and put away.
    let picture = || browser.js("return document.querySelector('.solid svg').innerHTML");
    let before = picture();
    browser.click(".solid [aria-label='Turn the bar to the right']");
    assert_ne!(picture(), before);
    // Whoever taps it is told where to bite.
    browser.click(".solid .drawing");
    browser.wait("document.getElementById('under').textContent.includes('Bite in its layers')");
    browser.click(".solid [aria-expanded]");
    assert_eq!(browser.js("return document.querySelector('.solid .drawing').hidden"), true);
    browser.click(".solid [aria-expanded]");
    // The keyboard leads from layer to layer; it begins at the last cube.
    page.walk_up_to("chomp:2x2x2");
    browser.keys(&[LEFT, LEFT]);
    assert_eq!(
        browser.js("return document.activeElement.closest('.panel').querySelector('h3').textContent"),
        "Layer 1"
    );
    browser.keys(&[RIGHT, ENTER]);
    browser.wait("location.hash.includes('moves=2,1,2')");
    browser.wait("document.querySelectorAll('#board .piece.gone').length === 2");
    page.open("#game=chomp:3x3x3");
    win(browser);
    assert_eq!(title(browser), "You win!");
}

/// The divisors of a number: clicked, walked over by keyboard, spoken.
fn divisors(page: &Page<'_>) {
    let browser = page.browser;
    page.walk_up_to("divisors:12");
    assert_eq!(page.here(), "12", "the greatest takes least");
    browser.keys(&[DOWN]);
    assert!(["4", "6"].contains(&&*page.here()));
    browser.keys(&[DOWN]);
    assert_eq!(page.here(), "2");
    let label = browser.js("return document.activeElement.getAttribute('aria-label')");
    assert!(label.as_str().unwrap().ends_with("below 4 and 6"), "{label}");
    // Four divisors would go, and with them the four lines between them.
    assert_eq!((page.count("#board .piece.would"), page.count("#board line.would")), (4, 4));
    browser.keys(&[RIGHT]);
    assert_eq!(page.here(), "3");
    browser.keys(&[UP]);
    assert_eq!(page.here(), "6");
    browser.keys(&[ENTER]);
    browser.wait("location.hash.includes('moves=6')");
    browser.wait("document.querySelectorAll('#board .piece.gone').length === 2");
    page.open("#game=divisors:72");
    win(browser);
    assert_eq!(title(browser), "You win!");
}

/// An order in a file: the program reads it, and its text is all that the page needs.
fn order_from_a_file(page: &Page<'_>) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("order.txt");
    std::fs::write(&file, "a b\na c\nb d\nc d\ne f\n").unwrap();
    let read = Command::new(env!("CARGO_BIN_EXE_lastbite"))
        .args(["analyze", "--json", &format!("poset:@{}", file.display())])
        .output()
        .unwrap();
    assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
    let read: Value = serde_json::from_slice(&read.stdout).unwrap();
    let game = read["game"].as_str().unwrap();
    assert!(!game.contains('@'), "{game}");
    page.walk_up_to(game);
    assert_eq!((page.count("#board .piece"), page.count("#board line")), (6, 5));
    page.browser.js(
        "[...document.querySelectorAll('#board .piece')].find((piece) => piece.textContent === 'b').click()",
    );
    page.browser.wait("location.hash.includes('moves=b')");
    page.browser.wait("document.querySelectorAll('#board .piece.gone').length === 2");
}

/// A piece that offers several moves asks which of them is meant.
fn several_moves(page: &Page<'_>) {
    let browser = page.browser;
    page.walk_up_to("kayles:5");
    browser.js("document.querySelectorAll('#board .piece')[1].focus()");
    browser.keys(&[ENTER]);
    browser.wait("document.activeElement.matches('.menu [role=menuitem]')");
    let choices = page.count(".menu [role=menuitem]");
    assert!(choices > 1, "{choices}");
    assert_eq!(page.count("#board .piece.would"), 1);
    browser.keys(&[ESCAPE]);
    browser.wait("document.activeElement.matches('#board .piece') && !document.querySelector('.menu')");
    browser.keys(&[ENTER]);
    browser.wait("document.activeElement.matches('.menu [role=menuitem]')");
    browser.keys(&[DOWN]);
    browser.wait("document.querySelectorAll('#board .piece.would').length === 2");
    browser.keys(&[ENTER]);
    browser.wait("document.querySelectorAll('#board .piece.gone').length === 2");
}

impl Page<'_> {
    /// Moves the mouse to a place of the window, with a button or without.
    fn mouse(&self, kind: &str, (x, y): (f64, f64)) {
        let click = if kind == "mouseMoved" { 0 } else { 1 };
        let button = if click == 1 { "left" } else { "none" };
        let event = json!({ "type": kind, "x": x, "y": y, "button": button, "clickCount": click });
        self.browser.tools("Input.dispatchMouseEvent", &event);
    }

    /// Clicks at a place of the window.
    fn click_at(&self, place: (f64, f64)) {
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            self.mouse(kind, place);
        }
    }

    /// Finds a place in an element: how far across it, from 0 to 1, in the middle of its height.
    fn across(&self, css: &str, share: f64) -> (f64, f64) {
        let place = self.browser.js(&format!("const {{ left, top, width, height }} = document.querySelector({}).getBoundingClientRect(); return [left + width * {share}, top + height / 2]", json!(css)));
        (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
    }
}

/// In the middle of a pin it is meant alone, at its edge with the one beside it.
fn pointing(page: &Page<'_>) {
    let browser = page.browser;
    browser.size(1280, 900);
    for (share, pins) in [(0.5, "3"), (0.9, "3,4"), (0.1, "2,3")] {
        page.open("#game=kayles:7&vs=human");
        let there = page.across("#board .piece:nth-child(3)", share);
        page.mouse("mouseMoved", there);
        let would = "[...document.querySelectorAll('#board .piece')].flatMap((piece, i) => piece.matches('.would') ? [i + 1] : []).join()";
        browser.wait(&format!("{would} === '{pins}'"));
        page.click_at(there);
        let gone = would.replace(".would", ".gone");
        browser.wait(&format!("{gone} === '{pins}'"));
    }
    // The first pin has none before it.
    page.open("#game=kayles:7&vs=human");
    page.click_at(page.across("#board .piece:nth-child(1)", 0.1));
    browser.wait("document.querySelectorAll('#board .gone').length === 1");
}

/// A heap is cut at the joint that is nearest to the pointer.
fn cuts(page: &Page<'_>) {
    let browser = page.browser;
    page.open("#game=grundy:7&vs=human");
    // A little beside the third of seven coins: the cut is after it.
    let there = page.across("#board .stones .piece:nth-child(5)", 0.8);
    page.mouse("mouseMoved", there);
    browser.wait("document.querySelectorAll('#board .joint')[2].matches('.would')");
    page.click_at(there);
    browser.wait("document.querySelector('#board .head b').textContent === '3+4'");
}

/// Where there are many moves at a piece, pieces are marked and taken together, if there is such a move.
fn marking(page: &Page<'_>) {
    let browser = page.browser;
    page.open("#game=moore:2:3,4,5&vs=human");
    let stone = |heap: u32, number: u32| {
        page.click_at(page.across(&format!("#board .row:nth-child({heap}) .piece:nth-child({number})"), 0.5));
    };
    stone(1, 2);
    browser.wait("document.querySelectorAll('#board .marked').length === 2");
    stone(3, 4);
    browser.wait("document.querySelector('.marking .main').textContent === '2 stones from heap 1 and 2 stones from heap 3'");
    stone(2, 1);
    browser.wait("document.querySelector('.marking .main').disabled");
    // Once more takes the mark away.
    stone(2, 1);
    browser.wait("!document.querySelector('.marking .main').disabled");
    browser.click(".marking .main");
    browser.wait(
        "document.querySelectorAll('#board .gone').length === 4 && document.querySelector('.marking').hidden",
    );
}

/// The games of a sum are side by side.
fn sums(page: &Page<'_>) {
    page.open("#game=chomp:2x3%2Bnim:3,4&vs=human");
    assert_eq!(page.count("#board .panel"), 2);
    assert_eq!((page.count("#board .grid .piece"), page.count("#board .heaps .piece")), (6, 7));
    page.browser.click("#board .heaps [aria-label*='heap 2' i]");
    page.browser.wait("document.querySelectorAll('#board .piece.gone').length > 0");
}
