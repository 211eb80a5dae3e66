//! The shapes of Chomp that theorems decide. With the poison at the upper left:
//!
//! | shape | lost exactly if |
//! |---|---|
//! | one row or column | only the poison is left |
//! | two rows (or columns) | the first is one longer than the second |
//! | an L: one row and one column | its arms are equally long |
//! | as many rows as columns, no L | never: bite 2,2 and mirror every bite from then on |
//! | a whole bar | only 1x1: whatever biting the last square leads to, the first player could do at once |
//!
//! With the poison at p,q, anywhere:
//!
//! | shape | |
//! |---|---|
//! | a whole bar whose last square is not the poison | won, by the same argument |
//! | two blocks, to the right of the poison and below it, that are equal or mirror images | lost: copy every bite |
//! | the same two blocks, with more squares beyond both | won by p+1,q+1, which leaves the two blocks |
//!
//! A bite at row p or above and column q or before takes the poison, so nobody considers it. If p+1,q+1 is gone,
//! every other bite is in one of the two blocks and changes that one alone.
//!
//! A whole square of more than one square is won by 2,2 *alone*. Another bite at row 2 or below and column 2
//! or beyond leaves 2,2, the whole first row and the whole first column: the opponent bites 2,2 and has the
//! equal arms. Another bite in the first row or column eats the poison, or leaves a whole bar of more than
//! one square, which is won.

use std::fmt;

use super::Chomp;
use super::kept::Bars;
use super::Rows;
use lastbite_engines::sieve::Sieve;
use lastbite_engines::rank::{count, unrank};
use super::Square;
use crate::effort::Effort;
use crate::game::{Game, Outcome};
use crate::knowledge::{DistanceOf, Knowledge, Unknown};
use crate::notation::counted;
use crate::theory::{Patience, Theorem, Theory};

/// Why a position of Chomp is lost for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ChompReason {
    /// Nothing is left but the poison.
    OnlyPoison,
    /// Other squares are left, but a bite at any of them would eat the poison too.
    EveryBiteIsPoison,
    /// One row and one column are left, equally long, and every bite can be mirrored.
    EqualArms {
        /// How many squares each arm has besides its corner.
        arm: u32,
    },
    /// Two rows (or columns) are left, one of them one square longer, and stay so after every answer.
    OneLonger {
        /// How long the shorter one is.
        shorter: u32,
        /// Whether they are columns.
        columns: bool,
    },
    /// To the right of the poison and below it, two equal blocks are left, and every bite can be copied.
    EqualBlocks {
        /// How many squares each of them has.
        squares: u64,
    },
}

impl fmt::Display for ChompReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ChompReason::OnlyPoison => write!(f, "your opponent is left with nothing but poison"),
            ChompReason::EveryBiteIsPoison => {
                write!(f, "every bite that is left to your opponent would eat the poison")
            }
            ChompReason::EqualArms { arm: 1 } => {
                write!(f, "two equal arms of one square are left: whichever is bitten, bite the other")
            }
            ChompReason::EqualArms { arm } => write!(
                f,
                "two equal arms of {arm} squares are left: whatever is bitten off one arm, bite the same off the other"
            ),
            ChompReason::OneLonger { shorter, columns } => {
                let (one, two) = if columns { ("column", "columns") } else { ("row", "rows") };
                write!(
                    f,
                    "two {two} are left, {} and {shorter} long: after every bite you can make the first {one} one longer again",
                    u64::from(shorter) + 1
                )
            }
            ChompReason::EqualBlocks { squares } => write!(
                f,
                "two equal blocks of {} are left, right of the poison and below it: whatever is bitten off one, bite the \
                 same off the other",
                counted(squares, "square")
            ),
        }
    }
}

impl Theory for Chomp {
    type Reason = ChompReason;
    type Kept = Bars;

    fn theorem(&self, rows: &Rows) -> Option<Theorem<Square, ChompReason>> {
        if self.is_over(rows) {
            return Some(match self.final_outcome(rows) {
                Outcome::Win => Theorem::Won(None),
                Outcome::Loss if rows.area() == 1 => Theorem::Lost(ChompReason::OnlyPoison),
                Outcome::Loss => Theorem::Lost(ChompReason::EveryBiteIsPoison),
            });
        }
        if self.is_classic() { classic(rows) } else { around_the_poison(self.poison(), rows) }
    }

    fn look_up(&self, rows: &Rows, bars: &Bars, patience: Patience, effort: &Effort) -> Knowledge<Square> {
        bars.look_up(self, rows, patience, effort)
    }

    fn distances(
        &self,
        rows: &Rows,
        bars: &Bars,
        patience: Patience,
        effort: &Effort,
    ) -> Result<Option<DistanceOf<Rows>>, Unknown> {
        bars.distances_around(self, rows, patience, effort)
    }

    fn find_grundy_value(
        &self,
        rows: &Rows,
        bars: &Bars,
        patience: Patience,
        effort: &Effort,
    ) -> Result<Option<u32>, Unknown> {
        bars.grundy_value(self, rows, patience, effort)
    }

    /// Counts what the sieve judges: the bar that is left, or one of each pair of mirror images of a square
    /// bar.
    fn judged_whole(&self, rows: &Rows) -> Option<u64> {
        let left = Chomp::new(rows.rows(), rows.cols()).and_then(|left| left.with_poison(self.poison()));
        Some(Sieve::of(&left.unwrap_or(*self)).positions_to_solve())
    }

    /// Lists them by rank; of two mirror images of a bar that is its own mirror image, only the first.
    fn positions(&self, most: usize) -> Option<Vec<Rows>> {
        let many = count(self.rows(), self.cols()).filter(|&many| many <= most as u64)?;
        let all = (0..many).filter_map(|rank| unrank(rank, self.rows()));
        Some(all.filter(|rows| self.mirrored() != *self || *rows <= rows.mirrored()).collect())
    }
}

/// Returns what is known about a position with the poison at the upper left and at least one other square.
fn classic(rows: &Rows) -> Option<Theorem<Square, ChompReason>> {
    let won = |row, col| Some(Theorem::Won(Some(Square::new(row, col))));
    match *rows.lengths() {
        [_] => won(1, 2),
        [2, 1] => Some(Theorem::Lost(ChompReason::EqualArms { arm: 1 })),
        [upper, lower] if upper == lower => won(2, lower),
        [upper, lower] if upper > lower + 1 => won(1, lower + 2),
        [_, lower] => Some(Theorem::Lost(ChompReason::OneLonger { shorter: lower, columns: false })),
        [wide, 1, ..] => match rows.rows() {
            tall if wide > tall => won(1, tall + 1),
            tall if wide < tall => won(wide + 1, 1),
            _ => Some(Theorem::Lost(ChompReason::EqualArms { arm: wide - 1 })),
        },
        [2, ..] => classic(&rows.mirrored()).map(|theorem| theorem.map(Square::mirrored, turned)),
        [wide, ..] if wide == rows.rows() => won(2, 2),
        _ if rows.is_whole() => Some(Theorem::Won(None)),
        _ => None,
    }
}

/// Returns what is known about a position with the poison anywhere and at least one bite that leaves it.
fn around_the_poison(poison: Square, rows: &Rows) -> Option<Theorem<Square, ChompReason>> {
    let Square { row, col } = poison;
    let (upper, lower) = rows.lengths().split_at((row as usize).min(rows.lengths().len()));
    // What is to the right of the poison, in its row and above; and what is below, in its column and before.
    let right = Rows::new(upper.iter().map(|length| length.saturating_sub(col)).collect::<Vec<u32>>()).ok()?;
    let below = Rows::new(lower.iter().map(|&length| length.min(col)).collect::<Vec<u32>>()).ok()?;
    let are_equal = right == below || right == below.mirrored();
    let beyond = Square::new(row.checked_add(1)?, col.checked_add(1)?);
    match (are_equal, rows.has(beyond)) {
        (true, true) => Some(Theorem::Won(Some(beyond))),
        (true, false) => Some(Theorem::Lost(ChompReason::EqualBlocks { squares: right.area() })),
        (false, _) => {
            let last = Square::new(rows.rows(), rows.cols());
            (rows.is_whole() && poison != last).then_some(Theorem::Won(None))
        }
    }
}

/// Turns a reason about rows into one about columns.
fn turned(reason: ChompReason) -> ChompReason {
    match reason {
        ChompReason::OneLonger { shorter, columns } => ChompReason::OneLonger { shorter, columns: !columns },
        same => same,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_theorem_is_named() {
        let bar = Chomp::new(9, 9).unwrap();
        let reason = |text: &str| match bar.theorem(&text.parse().unwrap()) {
            Some(Theorem::Lost(reason)) => Some(reason),
            _ => None,
        };
        assert_eq!(reason("1"), Some(ChompReason::OnlyPoison));
        assert_eq!(reason("5,1^4"), Some(ChompReason::EqualArms { arm: 4 }));
        assert_eq!(reason("2,1"), Some(ChompReason::EqualArms { arm: 1 }));
        assert_eq!(reason("5,4"), Some(ChompReason::OneLonger { shorter: 4, columns: false }));
        assert_eq!(reason("2^4,1"), Some(ChompReason::OneLonger { shorter: 4, columns: true }));
        assert_eq!(reason("5,3"), None);
        let said = |bar: &str, rows: &str| bar.parse::<Chomp>().unwrap().theorem(&rows.parse().unwrap());
        assert_eq!(said("chomp:5x5@2,2", "5^5"), Some(Theorem::Won(Some(Square::new(3, 3)))));
        assert_eq!(
            said("chomp:5x5@2,2", "5,5,2^3"),
            Some(Theorem::Lost(ChompReason::EqualBlocks { squares: 6 }))
        );
        assert_eq!(said("chomp:4x6@2,3", "6^4"), Some(Theorem::Won(Some(Square::new(3, 4)))));
        assert_eq!(said("chomp:5x6@2,2", "6^5"), Some(Theorem::Won(None)));
        assert_eq!(said("chomp:5x6@2,2", "6^4,5"), None);
        let elsewhere = Chomp::new(3, 3).unwrap().with_poison((3, 3)).unwrap();
        assert_eq!(
            elsewhere.theorem(&elsewhere.start()),
            Some(Theorem::Lost(ChompReason::EveryBiteIsPoison))
        );
    }

    #[test]
    fn no_length_is_too_long_to_be_told() {
        let told = ChompReason::OneLonger { shorter: u32::MAX, columns: false }.to_string();
        assert!(told.contains("4294967296 and 4294967295 long"), "{told}");
    }
}
