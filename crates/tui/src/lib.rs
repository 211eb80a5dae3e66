//! The full-screen game of lastbite, in the terminal. It draws layouts and knows no game: every game
//! describes itself.
//!
//! A key or the mouse becomes an [`Action`]; [`App::update`] changes the state; [`draw`] writes the state
//! into a [`Picture`], and depends on nothing else. Thinking happens on other threads ([`thinker`]) and comes
//! back as an action too. The library's [`Session`](lastbite::Session) decides what may be played and what
//! happens.

pub mod action;
pub mod app;
pub mod board;
pub mod canvas;
pub mod choice;
pub mod command;
pub mod look;
pub mod memory;
pub mod opening;
mod panel;
pub mod picture;
pub mod round;
pub mod screens;
pub mod study;
pub mod terminal;
pub mod thinker;
pub mod voice;

pub use action::Action;
pub use app::{App, Ended};
pub use look::{Depth, Look};
pub use opening::Opening;
pub use picture::Picture;
pub use screens::draw;
pub use terminal::{restore, run};
