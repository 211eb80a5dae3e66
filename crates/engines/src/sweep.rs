//! The sweep: the distance, or the Grundy value, of every position of a bar, on all threads.
//!
//! ```
//! use lastbite_engines::Effort;
//! use lastbite_engines::sweep::{Distances, GrundyValues};
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
//! The [sieve](crate::sieve) keeps a bit for each position, crosses out what can bite to a lost
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
//! forgotten after the last one that reads it, by the [sieve's argument](crate::forget).
//!
//! **Squares for half the price.** With the poison in the corner, mirror images are equally far from the end,
//! and of the positions with as many rows and columns as the square only the L with equal legs is lost. So
//! distances of an n x n bar follow from those of the (n - 1) x n box. This does not work for Grundy values:
//! positions with all rows and columns bite to each other.

mod block;
mod cut;
mod distances;
mod grundy;
mod runs;
mod schedule;
mod sets;
mod strings;
mod table;
mod tally;

use cut::Cut;

use crate::Bar;
use crate::frame::Frame;
use lastbite_work::SolveError;
use lastbite_work::notation::grouped;
use lastbite_work::{Effort, TooLittleMemory};

pub use distances::Distances;
pub use grundy::GrundyValues;
pub use tally::Tally;

/// The most positions of a bar that can be swept, far more than there is memory for: blocks are numbered by 32
/// bits.
const MOST: u64 = 1 << 40;

/// The most positions of a block, so that it takes less than a tenth of a second: between blocks, a thread
/// checks whether to stop.
const MOST_IN_A_BLOCK: u64 = 1 << 21;

/// Refuses bars that are too long or have too many positions.
fn checked(bar: &Bar, frame: Result<Frame, SolveError>) -> Result<Frame, SolveError> {
    match frame {
        Ok(frame) if frame.positions() <= MOST => Ok(frame),
        Ok(_) => Err(SolveError::OutOfReach(format!(
            "the bar has more than {} positions, and no more can be swept: choose a smaller bar",
            grouped(MOST)
        ))),
        // A bar can only be too long to be framed.
        Err(_) => Err(SolveError::OutOfReach(format!(
            "a bar of {}x{} is too long to be swept: rows and columns go up to 255",
            bar.rows(),
            bar.cols()
        ))),
    }
}

/// Cuts a box for work that forgets, and refuses it when what is alive at a time needs more bytes than are
/// allowed; `bytes` says how many some positions take.
fn cut_and_check(
    frame: &Frame,
    limit: u64,
    bytes: impl Fn(u64) -> u64,
    effort: &Effort,
) -> Result<Cut, SolveError> {
    // The blocks alone may be too many.
    check_memory(bytes(0), effort)?;
    let cut = Cut::new(frame.rows, frame.cols, limit)?;
    check_memory(bytes(cut.most_alive()), effort)?;
    Ok(cut)
}

/// Refuses work that needs more bytes than are allowed.
fn check_memory(needed: u64, effort: &Effort) -> Result<(), SolveError> {
    Ok(TooLittleMemory::check(needed, effort.memory_allowed())?)
}

/// Returns how many positions a block may have so that every thread has a hundred blocks to choose from.
fn share(frame: &Frame, effort: &Effort) -> u64 {
    frame.positions() / (100 * effort.threads_used() as u64)
}
