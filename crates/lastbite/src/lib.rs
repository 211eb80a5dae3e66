//! Play, learn and solve Chomp, Nim and every take-away game.
//!
//! Every game here is the same act: *take a piece and everything beyond it; nothing left that you may
//! sensibly take, and you have lost.* In Nim a piece is a stone and beyond it is the rest of its heap. In
//! Chomp it is a square, and beyond it are all squares below and to the right.
//!
//! # The tour
//!
//! **Play**: a [`Board`] is the textbook object. Make it, print it, bite it, ask it for a winning move.
//!
//! ```
//! use lastbite::Board;
//!
//! let mut board = Board::new(4, 7)?;
//! let bite = board.winning_move().expect("every bar but 1x1 is won by the first player");
//! assert_eq!(bite.to_string(), "3,4");
//! board.chomp(bite).unwrap();
//! assert_eq!(board.winning_move(), None);
//! # Ok::<(), lastbite::BarError>(())
//! ```
//!
//! **Games** are rules, positions are plain data, and both are text: [`Chomp`] and [`Rows`], [`Nim`] and
//! [`Heaps`], any of them through [`AnyGame`]. The trait [`Game`] states the laws they obey.
//!
//! ```
//! use lastbite::{Chomp, Game};
//!
//! let chomp: Chomp = "chomp:8x10@3,4".parse()?;        // the poison on row 3, column 4
//! let position = chomp.position("10^3,8^5")?;
//! assert_eq!(chomp.moves(&position).count(), 70 - 12);  // 12 squares would take the poison
//! # Ok::<(), lastbite::ParseError>(())
//! ```
//!
//! **Search**: four textbook searches, each readable beside its pseudocode, each counting its nodes.
//!
//! ```
//! use lastbite::{Algorithm, Chomp, Game, Limits};
//!
//! let chomp = Chomp::new(3, 3).unwrap();
//! for algorithm in Algorithm::ALL {
//!     let found = algorithm.search(&chomp, &chomp.start(), &Limits::none()).unwrap();
//!     println!("{algorithm:9} {:5} nodes", found.nodes);
//! }
//! ```
//!
//! **Judge** every move of a position with an [`Analysis`]: outcome, distance, refutation, main line and
//! Grundy value. **Ask** who wins with any [`Oracle`]: [`Formula`], [`Searcher`], or one after the other.
//!
//! **Solve** whole bars, every position at once, with the [`Sieve`](sieve::Sieve): how it works is told at the top of
//! [`sieve`]. A [`Table`] keeps what was solved in a file, and proves it.
//!
//! ```
//! use lastbite::sieve::Sieve;
//!
//! let solved = Sieve::new(8, 10).solve()?;
//! let winning = solved.winning_bites_of_bar(8, 10).unwrap();
//! assert_eq!(winning.iter().map(|bite| bite.to_string()).collect::<Vec<_>>(), ["4,9", "5,6"]);
//! assert_eq!(solved.lost_count(), 1000);
//! # Ok::<(), lastbite::sieve::SieveError>(())
//! ```
//!
//! **Match** two [`Player`]s in a [`Match`] with undo and redo; a [`Computer`] plays at a [`Level`].

mod board;
mod clock;
mod effort;
mod explanation;
mod file;
mod game;
pub mod games;
mod knowledge;
mod notation;
mod play;
pub mod search;
pub mod sieve;
mod solver;
pub mod sweep;
pub mod table;
mod theory;
mod threads;
mod words;
#[cfg(feature = "serde")]
mod written;

pub use board::{Board, Cell, Drawing};
pub use clock::Clock;
pub use effort::{Cancel, Effort, MOST_THREADS, Progress, Stopped, USUAL_MEMORY};
pub use explanation::{Answered, Argument, Explanation, Paragraph};
#[cfg(feature = "files")]
pub use file::write_whole;
pub use game::{Ending, Game, IllegalMove, Outcome, Standing};
pub use games::chomp::{
    BarError, Chomp, ChompReason, Corner, IllegalBite, Rows, RowsError, Square, SquareError,
};
pub use games::nim::{Heaps, HeapsError, IllegalTake, Nim, NimError, NimReason, Take, TakeError};
pub use games::{
    AnyGame, AnyIllegal, AnyMove, AnyPosition, AnyReason, GameError, NotAnyMove, NotAnyPosition,
};
pub use knowledge::{
    Analysis, Chain, Formula, JudgedMove, Knowledge, Known, Oracle, Reason, Searcher, Source, Unknown,
    WhyNot, mex,
};
pub use notation::{Bytes, ListError, MOST, MOST_PIECES, Quoted, UnknownName, counted, grouped, one_line};
pub use play::{
    About, Action, ActionError, Computer, Dice, Difficulty, Engine, Event, Hint, Judgement, Level, Match,
    Note, Player, Puzzle, PuzzleError, Refusal, Reply, Review, ReviewedMove, Session, Settings, Side, Tally,
    Task, Thought, TooLarge, Turn, Verdict, Why,
};
#[cfg(feature = "serde")]
pub use play::{Record, RecordError};
pub use search::{Algorithm, Searched, Unfinished};
pub use solver::Solver;
pub use table::{Table, TableError};
pub use theory::{Theorem, Theory};
pub use words::{Words, sentence};
