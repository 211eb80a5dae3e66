//! A game solved whole: who wins each of its positions, and how many of them are lost.
//!
//! ```
//! use lastbite::solution::Solve;
//! use lastbite::{AnyGame, Effort};
//!
//! let game: AnyGame = "chomp:8x10".parse()?;
//! let solution = Solve::of(&game).run(&Effort::default())?;
//! assert_eq!(solution.summary()?.winning, ["4,9", "5,6"]);
//! assert_eq!(solution.lost_count()?, 1000);
//!
//! let order: AnyGame = "chomp:4x4x5".parse()?;
//! let solution = Solve::of(&order).run(&Effort::default())?;
//! assert_eq!(solution.summary()?.winning, ["3,3,4"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use lastbite_engines::SolveError;

pub use lastbite_engines::{Keep, Method, NoAnswer, Place, Summary};

use crate::effort::{Effort, Stopped};
use crate::game::Outcome;
use crate::games::order::Whole;
use crate::games::{AnyGame, AnyMove, AnyPosition};

/// How to solve a game whole: by which method, what to keep of it, and where. Methods and places are for bars;
/// orders have one way.
#[derive(Clone, Debug)]
#[must_use]
pub struct Solve {
    game: AnyGame,
    method: Option<Method>,
    keep: Keep,
    place: Place,
}

/// A game that was solved whole.
#[derive(Debug)]
pub struct Solution {
    by: By,
}

#[derive(Debug)]
enum By {
    Bar(Box<lastbite_engines::Solution>),
    Order(Box<Whole>),
}

impl Solve {
    /// Solves this game, by the fastest method whose memory is allowed, on the processor, and keeps its
    /// openings and counts; of all but the largest it keeps every position.
    pub fn of(game: &AnyGame) -> Self {
        Solve { game: game.clone(), method: None, keep: Keep::Openings, place: Place::Processor }
    }

    /// Solves it by this method, if one is given.
    pub fn by(self, method: Option<Method>) -> Self {
        Solve { method, ..self }
    }

    /// Keeps at least this much of it.
    pub fn keep(self, keep: Keep) -> Self {
        Solve { keep, ..self }
    }

    /// Solves it here.
    pub fn on(self, place: Place) -> Self {
        Solve { place, ..self }
    }

    /// Says whether a game is better solved whole than searched from its start: a bar, a box, or any other
    /// order that is small enough.
    ///
    /// # Errors
    ///
    /// When it is stopped before it is known.
    pub fn suits(game: &AnyGame, effort: &Effort) -> Result<bool, Stopped> {
        match game {
            AnyGame::Chomp(_) => Ok(true),
            AnyGame::Order(order) => Whole::suits(order, effort),
            _ => Ok(false),
        }
    }

    /// Solves the game.
    ///
    /// # Errors
    ///
    /// When no method solves it whole, or none within the memory that is allowed, and when it was stopped.
    pub fn run(&self, effort: &Effort) -> Result<Solution, SolveError> {
        let by = match &self.game {
            AnyGame::Chomp(bar) => {
                let solve = lastbite_engines::Solve::of(bar).by(self.method).keep(self.keep);
                By::Bar(Box::new(solve.on(self.place.clone()).run(effort)?))
            }
            game if self.method.is_some() => {
                return Err(SolveError::OutOfReach(format!(
                    "{game} is no bar, and only bars are solved by a method that you can choose"
                )));
            }
            AnyGame::Order(order) => By::Order(Box::new(Whole::solve(order, effort)?)),
            game => {
                return Err(SolveError::OutOfReach(format!(
                    "{game} is not solved whole: only bars and orders are; ask for a position of it"
                )));
            }
        };
        Ok(Solution { by })
    }
}

impl Solution {
    /// Returns the game.
    #[must_use]
    pub fn game(&self) -> AnyGame {
        match &self.by {
            By::Bar(solution) => AnyGame::from(*solution.bar()),
            By::Order(whole) => AnyGame::from(whole.order().clone()),
        }
    }

    /// Says who wins from the start.
    ///
    /// # Errors
    ///
    /// When what was kept does not say.
    pub fn outcome(&self) -> Result<Outcome, NoAnswer> {
        Ok(if self.openings()?.is_empty() { Outcome::Loss } else { Outcome::Win })
    }

    /// Lists the winning first moves.
    ///
    /// # Errors
    ///
    /// When the positions that they leave cannot be read.
    pub fn openings(&self) -> Result<Vec<AnyMove>, NoAnswer> {
        Ok(match &self.by {
            By::Bar(solution) => {
                let bites = solution.openings(solution.bar().rows(), solution.bar().cols())?;
                bites.into_iter().map(AnyMove::Chomp).collect()
            }
            By::Order(whole) => whole.openings().into_iter().map(AnyMove::Order).collect(),
        })
    }

    /// Counts the positions; nothing if they do not fit 64 bits.
    #[must_use]
    pub fn positions(&self) -> Option<u64> {
        match &self.by {
            By::Bar(solution) => solution.positions(),
            By::Order(whole) => Some(whole.positions()),
        }
    }

    /// Counts the lost positions.
    ///
    /// # Errors
    ///
    /// When they were not counted.
    pub fn lost_count(&self) -> Result<u64, NoAnswer> {
        match &self.by {
            By::Bar(solution) => solution.lost_count(solution.bar().rows(), solution.bar().cols()),
            By::Order(whole) => Ok(whole.lost_count()),
        }
    }

    /// Says whether the player to move loses, against best play.
    ///
    /// # Errors
    ///
    /// When it is a position of another game, or was not kept.
    pub fn is_lost(&self, position: &AnyPosition) -> Result<bool, NoAnswer> {
        match (&self.by, position) {
            (By::Bar(solution), AnyPosition::Chomp(rows)) => solution.is_lost(rows),
            (By::Order(whole), AnyPosition::Order(left)) => Ok(whole.is_lost(left)),
            _ => {
                let game = self.game().to_string();
                Err(NoAnswer::NotKept(format!("that is not a position of {game}")))
            }
        }
    }

    /// Lists every lost position, each once; an error is the last that comes.
    pub fn lost_positions<'a>(
        &'a self,
        effort: &Effort,
    ) -> Box<dyn Iterator<Item = Result<AnyPosition, NoAnswer>> + 'a> {
        match &self.by {
            By::Bar(solution) => {
                Box::new(solution.lost_positions(effort).map(|lost| lost.map(AnyPosition::Chomp)))
            }
            By::Order(whole) => Box::new(whole.lost().map(|lost| Ok(AnyPosition::Order(lost)))),
        }
    }

    /// Names the method.
    #[must_use]
    pub fn method(&self) -> String {
        match &self.by {
            By::Bar(solution) => solution.method().to_string(),
            By::Order(whole) => whole.method().to_string(),
        }
    }

    /// Tells all of it.
    ///
    /// # Errors
    ///
    /// When what was kept does not say.
    pub fn summary(&self) -> Result<Summary, NoAnswer> {
        match &self.by {
            By::Bar(solution) => solution.summary(),
            By::Order(whole) => Ok(whole.summary()),
        }
    }

    /// Returns the bar, if it is one: it can tell of the bars inside it, and be written to a table.
    #[must_use]
    pub fn bar(&self) -> Option<&lastbite_engines::Solution> {
        match &self.by {
            By::Bar(solution) => Some(solution),
            By::Order(_) => None,
        }
    }

    /// Returns the order, if it is one.
    #[must_use]
    pub fn order(&self) -> Option<&Whole> {
        match &self.by {
            By::Bar(_) => None,
            By::Order(whole) => Some(whole),
        }
    }
}

impl From<lastbite_engines::Solution> for Solution {
    fn from(solution: lastbite_engines::Solution) -> Self {
        Solution { by: By::Bar(Box::new(solution)) }
    }
}
