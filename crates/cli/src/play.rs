//! Playing: games line by line, full screen and in the browser, and tools for players.

pub mod advise;
pub mod any_game;
pub mod chomp;
pub mod engine;
pub mod face;
#[cfg(feature = "tui")]
pub mod full_screen;
pub mod lines;
pub mod puzzle;
pub mod replay;
#[cfg_attr(not(feature = "serve"), path = "play/no_serve.rs")]
pub mod serve;
pub mod setup;
pub mod take_away;
pub mod tournament;
