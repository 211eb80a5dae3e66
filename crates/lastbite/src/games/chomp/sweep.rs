//! The sweep: the distance, or the Grundy value, of every position of a bar, on all threads.
//!
//! ```
//! use lastbite::Effort;
//! use lastbite::sweep::{Distances, GrundyValues};
//!
//! let effort = Effort::unlimited();
//! let distances = Distances::of(&"chomp:8x10".parse()?, &effort)?;
//! assert_eq!(distances.distance(&"10^8".parse()?), Some(45));           // plies: odd, the player to move wins
//! let values = GrundyValues::of(&"chomp:4x5@2,3".parse()?, &effort)?;   // the poison on row 2, column 3
//! assert_eq!(values.value(&"3,3".parse()?), Some(0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The method
//!
//! The [sieve](crate::games::chomp::sieve) keeps a bit for each position, crosses out what can bite to a lost
//! position, and so finds who wins. The sweep goes through the same positions in the same order,
//! and has a value where the sieve has a bit.
//!
//! **Any values will do** that can be joined in any order, and however often, as bits are by OR. Then
//! a string of values over tails says what all bites in a row amount to, it is widened as in the
//! sieve (`strings`), and the rows are split off in the same way (`block`).
//!
//! **Distances.** The winner takes the lost position whose end is nearest; the loser, who can only
//! leave won ones, takes the one whose end is furthest. Put all distances in one order, from the
//! worst to bite to up to the best, and they are joined by the maximum: one byte a position
//! (`key`). At the bottom, short runs are settled through the few lost positions in them (`runs`).
//!
//! **Grundy values.** Sets of values are joined by OR, 63 values in a pass, and settle to the
//! least that is missing (`sets`).
//!
//! **Blocks.** A box is cut into blocks that fit the cache (`cut`). Everything found is kept, so what
//! bites in the rows above a block lead to is just read, for all its positions at once, and the
//! blocks are dealt out to threads (`schedule`).
//!
//! **Forgetting.** To count positions by their values, the values need not be kept (`tally`). A block can be
//! forgotten after the last one that reads it, by the [sieve's argument](crate::games::chomp::sieve::forget).
//!
//! **Squares for half the price.** With the poison in the corner, mirror images are equally far from the end,
//! and of the positions with as many rows and columns as the square only the L with equal legs is lost. So
//! distances of an n x n bar follow from those of the (n - 1) x n box. This does not work for Grundy values:
//! positions with all rows and columns bite to each other.

mod block;
mod cut;
mod distances;
mod grundy;
pub(crate) mod key;
mod runs;
mod schedule;
mod sets;
mod strings;
mod table;
mod tally;

use cut::Cut;
use thiserror::Error;

use crate::effort::{Effort, Stopped, TooLittleMemory};
use crate::games::chomp::Chomp;
use crate::games::chomp::sieve::SieveError;
use crate::games::chomp::sieve::frame::Frame;
use crate::notation::grouped;

pub use distances::Distances;
pub use grundy::GrundyValues;
pub use tally::Tally;

/// The most positions of a bar that can be swept, far more than there is memory for: blocks are numbered by 32
/// bits.
const MOST: u64 = 1 << 40;

/// The most positions of a block, so that it takes less than a tenth of a second: between blocks, a thread
/// checks whether to stop.
const MOST_IN_A_BLOCK: u64 = 1 << 21;

/// Why a bar was not swept.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SweepError {
    /// The bar has a side that is too long.
    #[error("a bar of {rows}x{cols} is too long to be swept: rows and columns go up to 255")]
    TooLong {
        /// The rows asked for.
        rows: u32,
        /// The columns asked for.
        cols: u32,
    },
    /// The bar has too many positions.
    #[error(
        "the bar has more than {} positions, and no more can be swept: take a smaller bar",
        grouped(MOST)
    )]
    TooManyPositions {
        /// The positions that would have to be swept, [`u64::MAX`] when it is that or more.
        positions: u64,
    },
    /// The bar takes more memory than is allowed.
    #[error("{0}: take a smaller bar, or allow more")]
    TooLittleMemory(#[from] TooLittleMemory),
    /// The system gave less memory than was allowed.
    #[error("the system has no more memory to give: take a smaller bar, or end other programs first")]
    Refused,
    /// The work was stopped.
    #[error("the sweep was stopped before its end: {0}")]
    Stopped(#[from] Stopped),
}

/// Refuses bars that are too long or have too many positions.
fn checked(bar: &Chomp, frame: Result<Frame, SieveError>) -> Result<Frame, SweepError> {
    match frame {
        Ok(frame) if frame.positions() <= MOST => Ok(frame),
        Ok(frame) => Err(SweepError::TooManyPositions { positions: frame.positions() }),
        // A bar can only be too long to be framed.
        Err(_) => Err(SweepError::TooLong { rows: bar.rows(), cols: bar.cols() }),
    }
}

/// Cuts a box for work that forgets, and refuses it when what is alive at a time needs more bytes than are
/// allowed; `bytes` says how many some positions take.
fn cut_and_check(
    frame: &Frame,
    limit: u64,
    bytes: impl Fn(u64) -> u64,
    effort: &Effort,
) -> Result<Cut, SweepError> {
    // The blocks alone may be too many.
    check_memory(bytes(0), effort)?;
    let cut = Cut::new(frame.rows, frame.cols, limit)?;
    check_memory(bytes(cut.most_alive()), effort)?;
    Ok(cut)
}

/// Refuses work that needs more bytes than are allowed.
fn check_memory(needed: u64, effort: &Effort) -> Result<(), SweepError> {
    Ok(TooLittleMemory::check(needed, effort.memory_allowed())?)
}

/// Returns how many positions a block may have so that every thread has a hundred blocks to choose from.
fn share(frame: &Frame, effort: &Effort) -> u64 {
    frame.positions() / (100 * effort.threads_used() as u64)
}
