//! The program as people run it: conversations through pipes, a real terminal, records, errors, nonsense, a
//! hostile world.
//!
//! One binary, so that everything it needs is linked once. The browser tests have their own (`browser.rs`).
#![allow(missing_docs)]

#[cfg(feature = "serve")]
#[path = "../support/browser.rs"]
#[allow(dead_code, reason = "only the server of it is used here")]
mod browser;
#[path = "../support/talk.rs"]
mod talk;
#[cfg(unix)]
#[path = "../support/terminal.rs"]
mod terminal;

mod any_game;
#[cfg(unix)]
mod asked;
mod assignment;
mod chomp;
mod docs;
mod english;
mod errors;
#[cfg(target_os = "linux")]
mod full_disk;
#[cfg(all(unix, feature = "tui"))]
mod full_screen;
#[cfg(unix)]
mod hostile;
#[cfg(unix)]
mod interrupts;
mod manual;
mod nonsense;
mod output;
#[cfg(unix)]
mod pty;
mod record;
mod research;
mod sequences;
#[cfg(feature = "serve")]
mod serve;
mod solve;
mod study;
mod take_away;
#[cfg(unix)]
mod tournament;
mod tree;
mod whole_orders;
