//! The computer player: how well it plays, how it thinks, and what it says about its thinking.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::Why;
use super::player::Level;
use crate::effort::Effort;
use crate::game::{Outcome, Standing};
use crate::knowledge::{Knowledge, Unknown, WhyNot};
use crate::notation::{UnknownName, named};
use crate::search::Algorithm;
use crate::solver::Solver;
use crate::theory::Theory;
use lastbite_work::Dice;

/// How the computer thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Engine {
    /// Automatically: by whatever the [`Solver`] knows first, a formula before anything else.
    #[default]
    Auto,
    /// By one of the textbook searches.
    Search(Algorithm),
    /// By solving the whole bar.
    Sieve,
}

impl Engine {
    /// Every engine.
    pub const ALL: [Engine; 6] = [
        Engine::Auto,
        Engine::Search(Algorithm::Minimax),
        Engine::Search(Algorithm::AlphaBeta),
        Engine::Search(Algorithm::Negamax),
        Engine::Search(Algorithm::Memo),
        Engine::Sieve,
    ];
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Engine::Auto => f.pad("auto"),
            Engine::Search(algorithm) => algorithm.fmt(f),
            Engine::Sieve => f.pad("sieve"),
        }
    }
}

impl FromStr for Engine {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        named(
            &Engine::ALL,
            text,
            "an engine",
            "an engine is auto, minimax, negamax, alphabeta, memo or sieve",
        )
    }
}

/// The computer's reply to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reply<M> {
    /// The move it plays.
    pub mv: M,
    /// Why it plays it.
    pub why: Why,
    /// How many nodes it visited to decide.
    pub nodes: u64,
    /// How long it thought.
    pub time: Duration,
    /// Why the chosen engine gave up, so that it decided by other means.
    pub gave_up: Option<Unknown>,
}

/// A computer player.
///
/// It plays a winning move if there is one, not always the fastest, and in a lost position it plays for time.
/// Minimax plays the move its pseudocode returns, and the other textbook searches the move that takes least.
/// [`Auto`](Engine::Auto) and [`Sieve`](Engine::Sieve) play the move that lasts longest, where that is known
/// within a moment, and of equal ones the one that takes least.
///
/// ```
/// use lastbite::play::{Computer, Why};
/// use lastbite::{Chomp, Effort, Level, Solver, Standing};
///
/// let start = Standing::start(Chomp::new(4, 7)?);
/// let mut computer = Computer::new(Level::Perfect, 1);
/// let reply = computer.reply(&start, &Solver::new(), &Effort::unlimited()).expect("there is a move");
/// assert_eq!((reply.mv.to_string(), reply.why), ("3,4".into(), Why::Wins));
/// # Ok::<(), lastbite::games::chomp::BarError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Computer {
    level: Level,
    engine: Engine,
    dice: Dice,
}

impl Computer {
    /// Makes a computer that thinks automatically; the same seed slips at the same moves.
    #[must_use]
    pub fn new(level: Level, seed: u64) -> Self {
        Computer { level, engine: Engine::Auto, dice: Dice::new(seed) }
    }

    /// Sets how it thinks.
    #[must_use]
    pub fn with_engine(self, engine: Engine) -> Self {
        Computer { engine, ..self }
    }

    /// Chooses a move, or nothing if no move is left.
    ///
    /// If the engine gives up within the effort, the solver chooses; if that does not know either, the move
    /// is a guess.
    pub fn reply<G: Theory>(
        &mut self,
        standing: &Standing<G>,
        solver: &Solver<G>,
        effort: &Effort,
    ) -> Option<Reply<G::Move>> {
        match self.attempt(standing, solver, effort)? {
            Ok(reply) => Some(reply),
            Err(gave_up) => {
                let mut other = Computer { engine: Engine::Auto, ..self.clone() };
                let reply = other.attempt(standing, solver, effort)?.ok()?;
                self.dice = other.dice;
                Some(Reply { nodes: reply.nodes + gave_up.nodes, gave_up: Some(gave_up), ..reply })
            }
        }
    }

    /// Chooses a move by its own engine, or says why the engine gave up; `Auto` never gives up, but guesses.
    pub(crate) fn attempt<G: Theory>(
        &mut self,
        standing: &Standing<G>,
        solver: &Solver<G>,
        effort: &Effort,
    ) -> Option<Result<Reply<G::Move>, Unknown>> {
        let clock = effort.clock_used();
        let started = clock.now();
        let stalling = standing.stalling_move()?;
        let (knowledge, action) = self.ask(standing, solver, effort);
        let mut nodes = knowledge.nodes();
        let (mv, why) = match knowledge {
            Knowledge::Known(known) => match (known.outcome, known.best) {
                (Outcome::Win, Some(best)) => (best, Why::Wins),
                (Outcome::Win, None) => {
                    let nobody = Unknown { why: WhyNot::TooLarge, nodes };
                    (stalling, Why::Guesses(nobody))
                }
                (Outcome::Loss, _) => {
                    let (mv, more) = match self.engine {
                        Engine::Search(_) => (action.unwrap_or(stalling), 0),
                        Engine::Auto | Engine::Sieve => {
                            solver.hold_out(standing, effort).unwrap_or((stalling, 0))
                        }
                    };
                    nodes += more;
                    (mv, Why::HoldsOut)
                }
            },
            Knowledge::Unknown(unknown) if self.engine == Engine::Auto => (stalling, Why::Guesses(unknown)),
            Knowledge::Unknown(unknown) => return Some(Err(unknown)),
        };
        // It thinks even before it slips, so that the thinking does not give a slip away.
        let (mv, why) = match self.dice.chance(self.level.slip()) {
            true => {
                let many = standing.moves().count();
                let any = standing.moves().nth(self.dice.below(many));
                (any.unwrap_or(mv), Why::Slipped)
            }
            false => (mv, why),
        };
        Some(Ok(Reply { mv, why, nodes, time: clock.since(started), gave_up: None }))
    }

    /// Asks its engine who wins; minimax also names the move that it would return in a lost position.
    fn ask<G: Theory>(
        &self,
        standing: &Standing<G>,
        solver: &Solver<G>,
        effort: &Effort,
    ) -> (Knowledge<G::Move>, Option<G::Move>) {
        match self.engine {
            Engine::Auto => (solver.ask(standing, effort), None),
            Engine::Sieve => (solver.ask_whole(standing, effort), None),
            Engine::Search(algorithm) => {
                match algorithm.search(standing.game(), standing.position(), effort) {
                    Ok(found) => {
                        let action = found.action.clone().filter(|_| algorithm == Algorithm::Minimax);
                        (found.into(), action)
                    }
                    Err(stopped) => (Knowledge::Unknown(stopped.into()), None),
                }
            }
        }
    }
}
