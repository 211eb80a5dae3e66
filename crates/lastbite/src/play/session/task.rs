//! Tasks of thinking, which can run anywhere.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::event::Hint;
use crate::effort::{Cancel, Effort};
use crate::game::{Game, Outcome, Standing};
use crate::knowledge::{Analysis, Knowledge, Reason, Unknown};
use crate::play::{Computer, Engine, Judgement, Level, Reply};
use crate::solver::Solver;
use crate::theory::Theory;

/// What a task is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum About {
    /// The computer's next move.
    Reply,
    /// A hint for a person.
    Hint,
    /// A judgement of every move.
    Analysis,
    /// What the moves made so far were worth.
    Judgement,
}

/// Something to think about: plain data that can be sent to any thread.
#[derive(Clone, Debug)]
#[must_use]
pub struct Task<G: Game> {
    pub(super) ticket: u64,
    pub(super) about: About,
    pub(super) standing: Standing<G>,
    pub(super) level: Level,
    pub(super) engine: Engine,
    pub(super) seed: u64,
    pub(super) nodes: Option<u64>,
    pub(super) cancel: Cancel,
    pub(super) counter: Arc<AtomicU64>,
    pub(super) unjudged: Vec<Standing<G>>,
}

/// The result of a task.
#[derive(Clone, Debug)]
#[must_use]
pub struct Thought<G: Game> {
    pub(super) ticket: u64,
    pub(super) content: Content<G>,
}

/// The computer's move, or why its engine gave up and after how long.
type Replied<G> = Result<Reply<<G as Game>::Move>, (Unknown, Duration)>;

#[derive(Clone, Debug)]
pub(super) enum Content<G: Game> {
    /// The computer's move, or why its engine gave up and after how long; nothing if no move is left.
    Reply(Option<Replied<G>>),
    Hint(Hint<G>),
    Analysis(Result<Analysis<G::Move>, Unknown>),
    Judgements(Vec<(G::Position, Judgement)>),
}

impl<G: Theory> Task<G> {
    /// Returns what it is about.
    #[must_use]
    pub fn about(&self) -> About {
        self.about
    }

    /// Returns the engine that will be used for a reply.
    #[must_use]
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Returns the position to think about.
    pub fn standing(&self) -> &Standing<G> {
        &self.standing
    }

    /// Returns the switch that cancels it; [`Session::stop`](super::Session::stop) presses it too.
    #[must_use]
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// Thinks with the solver and the effort that the driver chooses; the task's own limits apply too.
    pub fn run(self, solver: &Solver<G>, effort: &Effort) -> Thought<G> {
        let counter = Arc::clone(&self.counter);
        let effort = effort
            .clone()
            .cancelled_by(&self.cancel)
            .watched(move |progress| counter.store(progress.nodes, Ordering::Relaxed));
        let effort = self.nodes.into_iter().fold(effort, Effort::nodes);
        let content = match self.about {
            About::Reply => Content::Reply(self.reply(solver, &effort)),
            About::Hint => Content::Hint(self.hint(solver, &effort)),
            About::Analysis => Content::Analysis(solver.analyse_soon(&self.standing, &effort)),
            About::Judgement => Content::Judgements(self.judgements(solver, &effort)),
        };
        Thought { ticket: self.ticket, content }
    }

    fn reply(&self, solver: &Solver<G>, effort: &Effort) -> Option<Replied<G>> {
        let started = effort.clock_used().now();
        let mut computer = Computer::new(self.level, self.seed).with_engine(self.engine);
        let reply = computer.attempt(&self.standing, solver, effort)?;
        Some(reply.map_err(|unknown| (unknown, effort.clock_used().since(started))))
    }

    fn hint(&self, solver: &Solver<G>, effort: &Effort) -> Hint<G> {
        let knowledge = solver.ask(&self.standing, effort);
        let mut hint = Hint { knowledge, why: None, example: None, hold_out: None, lasts_longest: false };
        let Knowledge::Known(known) = &hint.knowledge else { return hint };
        match (known.outcome, &known.best) {
            (Outcome::Win, Some(best)) => {
                let left = self.standing.after(best);
                if let Ok(Some(reason)) = solver.why_lost(&left, effort) {
                    hint.why = Some(reason.to_string());
                    if matches!(reason, Reason::EveryMoveAnswered { .. }) {
                        hint.example = example(&left, solver, effort);
                    }
                }
            }
            (Outcome::Win, None) => {}
            (Outcome::Loss, _) => {
                let longest = solver.by_distance(&self.standing, effort).map(|(mv, _)| mv);
                hint.lasts_longest = longest.is_some();
                hint.hold_out = longest.or_else(|| self.standing.stalling_move());
            }
        }
        hint
    }

    /// Judges positions one after another; those not finished when it is cancelled count as out of reach.
    fn judgements(&self, solver: &Solver<G>, effort: &Effort) -> Vec<(G::Position, Judgement)> {
        let judge = |standing: &Standing<G>| match solver.ask(standing, effort).outcome() {
            Some(outcome) => Judgement::Known(outcome),
            None => Judgement::OutOfReach,
        };
        self.unjudged.iter().map(|standing| (standing.position().clone(), judge(standing))).collect()
    }
}

/// Finds an example of how a winning move continues, if no theorem says it: an answer to the reply that takes
/// least.
fn example<G: Theory>(left: &Standing<G>, solver: &Solver<G>, effort: &Effort) -> Option<(G::Move, G::Move)> {
    let reply = left.stalling_move()?;
    let answer = solver.ask(&left.after(&reply), effort).known().ok()?.best?;
    Some((reply, answer))
}
