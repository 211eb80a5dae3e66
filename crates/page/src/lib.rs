//! The page: plain HTML, CSS and JavaScript modules, no build step, nothing loaded from elsewhere.
//!
//! The page talks to an *engine* with one call, text in and JSON out. There are two: a server
//! (`crates/serve`, which takes the files from here), and this library compiled to wasm, which answers in a
//! worker of the page itself. Both are `lastbite_answers::Desk::answer`. `crates/page/build` makes the folder
//! of the second kind.

#[cfg(target_arch = "wasm32")]
mod engine;

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Its name in an address.
    pub name: &'static str,
    /// Its media type.
    pub kind: &'static str,
    /// Its contents.
    pub bytes: &'static [u8],
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! files {
    ($($name:literal is $kind:expr),* $(,)?) => {
        /// All files of the page that talks to a server; the first one is the page itself.
        pub const FILES: &[File] =
            &[$(File { name: $name, kind: $kind, bytes: include_bytes!(concat!("../site/", $name)) }),*];
    };
}

files! {
    "index.html" is HTML,
    "look.css" is CSS,
    "screens.css" is CSS,
    "app.js" is SCRIPT,
    "announce.js" is SCRIPT,
    "board.js" is SCRIPT,
    "cards.js" is SCRIPT,
    "chooser.js" is SCRIPT,
    "course.js" is SCRIPT,
    "diagram.js" is SCRIPT,
    "dialog.js" is SCRIPT,
    "door.js" is SCRIPT,
    "element.js" is SCRIPT,
    "engine.js" is SCRIPT,
    "first.js" is SCRIPT,
    "gallery.js" is SCRIPT,
    "home.js" is SCRIPT,
    "maps.js" is SCRIPT,
    "menu.js" is SCRIPT,
    "puzzles.js" is SCRIPT,
    "screen.js" is SCRIPT,
    "screens.js" is SCRIPT,
    "search.js" is SCRIPT,
    "set-up.js" is SCRIPT,
    "solid.js" is SCRIPT,
    "storage.js" is SCRIPT,
    "teachers.js" is SCRIPT,
    "worksheet.js" is SCRIPT,
    "icon.svg" is "image/svg+xml",
    "manifest.webmanifest" is "application/manifest+json",
}
