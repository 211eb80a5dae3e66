//! Puzzles: positions of a bar that exactly one bite wins, found by seeded chance.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

use super::Dice;
use crate::effort::Effort;
use crate::game::{Game, Standing};
use crate::games::chomp::{Chomp, Rows, Square};
use crate::notation::{UnknownName, counted, grouped, named};
use crate::sieve::rank::{count, unrank};
use crate::solver::Solver;
use crate::sweep::{Distances, SweepError};

/// How far a puzzle must be seen through: by how many plies the win takes, when the winner hurries and the loser delays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Difficulty {
    /// 3 or 5 plies: bite, whatever comes, and bite again, perhaps once more.
    Easy,
    /// 7 or 9 plies.
    #[default]
    Medium,
    /// 11 plies or more.
    Hard,
}

impl Difficulty {
    /// All of them, the easiest first.
    pub const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

    /// Returns how many plies the win takes.
    #[must_use]
    pub fn plies(self) -> RangeInclusive<u32> {
        match self {
            Difficulty::Easy => 3..=5,
            Difficulty::Medium => 7..=9,
            Difficulty::Hard => 11..=u32::MAX,
        }
    }

    /// Tells how many plies the win takes.
    #[must_use]
    pub fn told(self) -> &'static str {
        match self {
            Difficulty::Easy => "the win takes 3 or 5 plies",
            Difficulty::Medium => "the win takes 7 or 9 plies",
            Difficulty::Hard => "the win takes 11 plies or more",
        }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        })
    }
}

impl FromStr for Difficulty {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        named(&Difficulty::ALL, text, "a difficulty", "a difficulty is easy, medium or hard")
    }
}

/// Why puzzles cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The bar has too many positions to choose from.
    #[error(
        "puzzles are made of bars with at most {} positions, such as 10x10 or 3x100",
        grouped(Puzzle::MOST_POSITIONS)
    )]
    TooLarge,
    /// The bar has too few positions of that kind.
    #[error(
        "{bar} has only {} won by exactly one bite and {difficulty}; ask for fewer, for another difficulty, or take a larger bar", counted(*.there as u64, "position")
    )]
    TooFew {
        /// The bar.
        bar: Chomp,
        /// How many there are.
        there: usize,
        /// How hard they were to be.
        difficulty: Difficulty,
    },
    /// The distances could not be found.
    #[error("{0}")]
    Sweep(#[from] SweepError),
}

/// A position that exactly one bite wins.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Puzzle {
    /// The position.
    pub standing: Standing<Chomp>,
    /// The bite that wins.
    pub solution: Square,
    /// How many plies the win takes.
    pub distance: u32,
}

impl Puzzle {
    /// The most positions of a bar that puzzles are made of.
    pub const MOST_POSITIONS: u64 = 200_000;

    /// Makes so many different puzzles of a bar, the quickest win first; the same dice make the same puzzles.
    ///
    /// Where the bar is its own mirror image, so many that are no mirror images of each other.
    ///
    /// ```
    /// use lastbite::{Chomp, Dice, Difficulty, Effort, Puzzle, Solver};
    ///
    /// let bar = Chomp::new(3, 5)?;
    /// let make = |seed| {
    ///     Puzzle::of(&bar, Difficulty::Medium, 4, &mut Dice::new(seed), &Solver::new(), &Effort::unlimited())
    /// };
    /// let puzzles = make(7)?;
    /// assert_eq!((puzzles.len(), &puzzles), (4, &make(7)?));
    /// assert!(puzzles.iter().all(|puzzle| Difficulty::Medium.plies().contains(&puzzle.distance)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(
        bar: &Chomp,
        difficulty: Difficulty,
        many: usize,
        dice: &mut Dice,
        solver: &Solver,
        effort: &Effort,
    ) -> Result<Vec<Puzzle>, PuzzleError> {
        let positions = count(bar.rows(), bar.cols()).filter(|&positions| positions <= Self::MOST_POSITIONS);
        let positions = positions.ok_or(PuzzleError::TooLarge)?;
        let distances = solver.distances(bar, effort)?;
        let mut all = Vec::new();
        for rank in 0..positions {
            if rank.is_multiple_of(1024) {
                effort.check().map_err(SweepError::from)?;
            }
            let rows =
                unrank(rank, bar.rows()).filter(|rows| bar.mirrored() != *bar || *rows <= rows.mirrored());
            all.extend(rows.and_then(|rows| puzzle(bar, rows, difficulty, &distances)));
        }
        if all.len() < many {
            return Err(PuzzleError::TooFew { bar: *bar, there: all.len(), difficulty });
        }
        // Drawn like cards, none twice.
        for drawn in 0..many {
            let card = drawn + dice.below(all.len() - drawn);
            all.swap(drawn, card);
        }
        all.truncate(many);
        all.sort_by_key(|puzzle| (puzzle.distance, puzzle.standing.size()));
        Ok(all)
    }
}

/// Makes a puzzle of a position, if it is one.
fn puzzle(bar: &Chomp, rows: Rows, difficulty: Difficulty, distances: &Distances) -> Option<Puzzle> {
    let distance = distances.distance(&rows).filter(|plies| plies % 2 == 1)?;
    // A win of three plies or more leaves at least as many bites to choose from: every ply takes one of them.
    if !difficulty.plies().contains(&distance) {
        return None;
    }
    let wins = |bite: &Square| distances.distance(&rows.bitten(*bite)).is_some_and(|plies| plies % 2 == 0);
    let mut winning = bar.moves(&rows).filter(wins);
    let solution = winning.next()?;
    if winning.next().is_some() {
        return None;
    }
    drop(winning);
    Some(Puzzle { standing: Standing::new(*bar, rows).ok()?, solution, distance })
}
