//! Playing: games line by line, full screen and in the browser, and tools for players.

pub mod advise;
pub mod any_game;
pub mod chomp;
pub mod command;
pub mod engine;
pub mod face;
#[cfg(feature = "tui")]
pub mod full_screen;
pub mod lines;
pub mod replay;
#[cfg(feature = "serve")]
pub mod serve;
pub mod setup;
pub mod take_away;
pub mod tournament;
