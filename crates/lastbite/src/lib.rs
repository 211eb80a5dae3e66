//! Play, learn and solve Chomp, Nim and other take-away games.
//!
//! Every game here follows one rule: *take a piece and everything beyond it; if nothing is left that you can
//! sensibly take, you have lost.* In Nim a piece is a stone and beyond it is the rest of its heap. In Chomp
//! it is a square, and beyond it are all squares below and to the right.
//!
//! # The tour
//!
//! **A board** is the textbook object. Make it, print it, bite it, ask it for a winning move.
//!
//! ```
//! use lastbite::Board;
//!
//! let mut board = Board::new(4, 7)?;
//! let bite = board.winning_move()?.expect("every bar but 1x1 is won by the first player");
//! assert_eq!(bite.to_string(), "3,4");
//! board.chomp(bite)?;
//! assert_eq!(board.winning_move(), Ok(None), "lost; not known would be an error");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **A game** is rules, a position is plain data, and both are text: [`Chomp`] and [`Rows`], [`Nim`] and
//! [`Heaps`], or [`AnyGame`], which is chosen when the program runs. A [`Standing`] is a game and one of its
//! positions, checked when it was made.
//!
//! ```
//! use lastbite::{AnyGame, Standing};
//!
//! let game: AnyGame = "chomp:8x10@3,4".parse()?;         // the poison on row 3, column 4
//! let standing = Standing::read(game, "10^3,8^5")?;
//! assert_eq!(standing.moves().count(), 70 - 12);         // 12 squares would take the poison
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **A solver** is asked who wins. It answers by a theorem, by a bar it has solved whole, by a table in a
//! file, or by a search, and what it says is either [`Known`] or [`Unknown`], with the reason. An [`Effort`]
//! says how hard to work.
//!
//! ```
//! use lastbite::{Chomp, Effort, Outcome, Solver, Standing};
//!
//! let solver = Solver::new();
//! let start = Standing::start(Chomp::new(8, 10)?);
//! let known = solver.ask(&start, &Effort::unlimited().threads(2)).known()?;
//! assert_eq!(known.outcome, Outcome::Win);
//! let analysis = solver.analyse(&start, &Effort::unlimited())?;
//! assert_eq!(analysis.distance, Some(45), "plies, when the winner hurries and the loser delays");
//! assert_eq!(analysis.moves[0].mv.to_string(), "5,6");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **A session** takes actions and returns events; thinking runs wherever its driver likes. See [`Session`].
//!
//! ```
//! use lastbite::{Action, Chomp, Effort, Level, Player, Session, Settings, Solver, Standing};
//!
//! let players = [Player::human("Ada"), Player::computer("HAL", Level::Easy)];
//! let mut session = Session::new(Standing::start(Chomp::new(3, 4)?), players, Settings::default())?;
//! session.act(Action::Play("2,3".parse()?));
//! let task = session.task().expect("it is the computer's turn");
//! let thought = task.run(&Solver::new(), &Effort::unlimited());   // here, or on any thread
//! session.take(thought);
//! assert_eq!(session.played().history().len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **A whole game** is solved at once, every position of it: [`solution::Solve`] is the door, for bars of
//! chocolate and for any other finite order.
//!
//! ```
//! use lastbite::solution::Solve;
//! use lastbite::{AnyGame, Effort};
//!
//! let bar: AnyGame = "chomp:14x14".parse()?;
//! let solution = Solve::of(&bar).run(&Effort::unlimited())?;
//! assert_eq!(solution.lost_count()?, 256_366);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **A game of your own** is five traits: its rules ([`Game`]), what it knows ([`theory::Theory`], which may
//! know nothing), what it looks like ([`layout::Drawn`]), what it is ([`description::Described`]) and how it
//! speaks ([`Words`], mostly defaults). [`AnyGame::add`] adds it to the list, and from then on everything that
//! takes a text takes yours. `examples/own_game` is a game in one file; the program `lastbite` with that game
//! in it, in every command, is a main of ten lines. The feature `laws` checks what you wrote.
//!
//! **The ways to know** are each explained at the top of their module: four textbook [searches](search), each
//! with its pseudocode and counting its nodes; [theorems](theory), which answer at once and say why; a
//! [`Table`] of lost positions in a file, and its proof. How a bar is solved whole is explained in the crate
//! `lastbite-engines`, whose inside is nobody's business but its own: it changes whenever a faster way is found.
//!
//! # Features
//!
//! `threads`, `files` and `clock` are on by default; without them the library runs in a browser. `serde`
//! gives everything that has a text its JSON, and records of games. `laws` is for tests: it checks the laws that
//! searches and front ends rely on, for a game of yours as for those of the library.

// The site that builds the pages says of each thing which feature it needs; only its compiler can.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod argument;
pub mod asked;
pub mod atlas;
pub mod description;
pub mod explanation;
pub mod game;
pub mod games;
pub mod knowledge;
#[cfg(feature = "laws")]
pub mod laws;
pub mod layout;
pub mod picture;
pub mod play;
pub mod search;
pub mod solution;
pub mod solver;
pub mod theory;
pub mod words;
#[cfg(feature = "serde")]
mod written;

pub use lastbite_work::{Cancel, Effort, SolveError, Stopped, effort, notation};

pub use explanation::Explanation;
pub use game::{Ending, Game, IllegalMove, Outcome, Standing};
pub use games::chomp::{Board, Chomp, Rows, Square, Table};
pub use games::nim::{Heaps, Nim, Take};
pub use games::order::Order;
pub use games::{AnyGame, AnyMove, AnyPosition};
pub use knowledge::{Analysis, Knowledge, Known, Unknown};
#[cfg(feature = "serde")]
pub use play::Record;
pub use play::{Action, Event, Level, Player, Review, Session, Settings};
pub use search::Algorithm;
pub use solver::Solver;
pub use words::Words;
