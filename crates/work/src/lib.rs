//! What every solver and every program of lastbite works with, whatever the game.
//!
//! - [`Effort`] says how hard to work: threads, memory, nodes, a deadline, a way to cancel, and who watches.
//! - [`SolveError`] says why something was not solved.
//! - [`threads`] start only where there is room for them; [`file`](mod@file) writes files whole or not at all.
//! - [`notation`] is how numbers, lists and bytes are written and read; [`figures`], how people read them.
//! - [`arguments`] reads the values of options, and refuses them in one sentence.
//! - [`Clock`] and [`Dice`] can be handed in, so that a run can be repeated.

pub mod arguments;
pub mod dice;
pub mod effort;
pub mod figures;
#[cfg(feature = "files")]
pub mod file;
pub mod notation;
pub mod threads;

mod clock;
mod error;

pub use clock::Clock;
pub use dice::Dice;
pub use effort::{Cancel, Effort, Progress, Stopped, TooLittleMemory};
pub use error::SolveError;
