//! The engine room of lastbite: whole bars of Chomp, every position of them.
//!
//! One door leads in, [`Solve`]: which bar, by which [`Method`], what to [`Keep`], and in which [`Place`]. Out
//! comes one [`Solution`], or one [`SolveError`].
//!
//! ```
//! use lastbite_engines::{Effort, Keep, Solve, Square};
//!
//! let effort = Effort::unlimited();
//! let solution = Solve::of(&"4x1000".parse()?).keep(Keep::Openings).run(&effort)?;
//! assert_eq!(solution.openings(4, 1000)?, [Square::new(2, 438)]);
//! assert_eq!(solution.lost_count(4, 1000)?, 35_029_679);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Behind it are the engines, a folder each, which never use each other:
//!
//! - [`sieve`] decides every position of a bar, at a fraction of a nanosecond each;
//! - [`sweep`] finds the distance, or the Grundy value, of every position;
//! - [`thin`] solves long bars of few rows;
//! - [`area`] counts all positions of up to so many squares, in no bar at all;
//! - [`table`] keeps lost positions in a file, and proves them;
//! - [`columns`] decides every position of a finite order that is no bar.
//!
//! They share the files beside this one: a bar, its rows and squares; `frame` (which positions are kept for a
//! bar), [`rank`] (their numbers), `dispatch` (the instructions of this processor), [`forget`] (what nobody
//! reads again) and `key` (distances in the order of their worth).

pub mod area;
mod bar;
pub mod columns;
mod dispatch;
pub mod forget;
mod frame;
mod key;
mod method;
mod no_answer;
mod numbering;
mod place;
pub mod rank;
mod ranks;
mod rows;
pub mod sieve;
mod solution;
mod solve;
mod square;
mod summary;
pub mod sweep;
pub mod table;
pub mod thin;
mod winning;

pub use bar::{Bar, BarError};
pub use lastbite_work::{Cancel, Clock, Effort, Progress, SolveError, Stopped, TooLittleMemory};
pub use method::Method;
pub use no_answer::NoAnswer;
pub use numbering::Numbering;
pub use place::{Place, Siever};
pub use ranks::Ranks;
pub use rows::{Rows, RowsError};
pub use sieve::{Keep, Solved};
pub use solution::{LostPositions, Opening, Solution};
pub use solve::{FORGOTTEN_FROM, Solve};
pub use square::{Square, SquareError};
pub use summary::Summary;
pub use table::{Table, TableError};
pub use winning::count_winning_bites;
