//! The page: plain HTML, CSS and JavaScript modules, nothing loaded from elsewhere. `bundle` makes one script of the
//! modules, which a browser has sooner than thirty.
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
const PNG: &str = "image/png";

macro_rules! files {
    ($($folder:literal $name:literal is $kind:expr),* $(,)?) => {
        /// All files of the page that talks to a server; the first one is the page itself.
        pub const FILES: &[File] = &[$(
            File { name: $name, kind: $kind, bytes: include_bytes!(concat!("../", $folder, "/", $name)) }
        ),*];
    };
}

files! {
    "site" "index.html" is HTML,
    "site" "look.css" is CSS,
    "site" "screens.css" is CSS,
    "site" "door.js" is SCRIPT,
    "made" "app.js" is SCRIPT,
    "site" "icon.svg" is "image/svg+xml",
    "site" "icon-180.png" is PNG,
    "site" "icon-192.png" is PNG,
    "site" "icon-512.png" is PNG,
    "site" "icon-maskable-512.png" is PNG,
    "site" "card.png" is PNG,
    "site" "manifest.webmanifest" is "application/manifest+json",
}
