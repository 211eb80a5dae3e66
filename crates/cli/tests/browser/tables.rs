//! Tables of other shapes: the layers of a bar, orders as diagrams, several moves at a piece, games side by
//! side.

use std::process::Command;

use serde_json::Value;

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

/// The games of a sum are side by side.
fn sums(page: &Page<'_>) {
    page.open("#game=chomp:2x3%2Bnim:3,4&vs=human");
    assert_eq!(page.count("#board .panel"), 2);
    assert_eq!((page.count("#board .grid .piece"), page.count("#board .heaps .piece")), (6, 7));
    page.browser.click("#board .heaps [aria-label*='heap 2' i]");
    page.browser.wait("document.querySelectorAll('#board .piece.gone').length > 0");
}
