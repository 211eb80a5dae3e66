//! The study of a position: every move judged, and why. It asks the library, away from the thread of the
//! screen.

use std::collections::HashMap;
use std::time::Duration;

use lastbite::solver::some_seconds;
use lastbite::{AnyGame, AnyMove, Cancel, Effort, Game, Outcome, Solver, Standing, Unknown, theory::Theory};

/// How much to find out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// Every move judged.
    Moves,
    /// And the Grundy value of what each leaves.
    Grundy,
}

/// What one move leads to, for the player who makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Whether it wins.
    pub outcome: Outcome,
    /// How many plies the game lasts with it, if that is known.
    pub distance: Option<u32>,
    /// The reply that punishes it, if it loses.
    pub refutation: Option<AnyMove>,
    /// The Grundy value of what it leaves, if that is known.
    pub grundy: Option<u32>,
}

/// What is known about a position.
#[derive(Clone, Debug)]
pub struct Findings {
    /// Who wins, from the view of the player to move.
    pub outcome: Outcome,
    /// How many plies are left, if that is known.
    pub distance: Option<u32>,
    /// The Grundy value, if that is known.
    pub grundy: Option<u32>,
    /// The best move: it wins, or holds out longest.
    pub best: Option<AnyMove>,
    /// Why the best move wins, as the rest of a sentence.
    pub why: Option<String>,
    /// Every move, judged.
    pub marks: HashMap<AnyMove, Mark>,
    /// How the game continues when both sides play their best.
    pub main_line: Vec<AnyMove>,
}

/// A position that was studied.
#[derive(Clone, Debug)]
pub struct Study {
    /// The position.
    pub standing: Standing<AnyGame>,
    /// How deep.
    pub depth: Depth,
    /// What was found, or why nothing was.
    pub findings: Result<Findings, Unknown>,
}

/// A position to study: plain data that can be sent to any thread.
#[derive(Clone, Debug)]
pub struct Question {
    /// The position.
    pub standing: Standing<AnyGame>,
    /// How deep.
    pub depth: Depth,
    /// Cancels it.
    pub cancel: Cancel,
}

impl Question {
    /// A study is a courtesy: it never takes longer than this.
    const LONGEST: Duration = Duration::from_secs(8);

    /// Asks about a position.
    pub fn about(standing: Standing<AnyGame>, depth: Depth) -> Self {
        Question { standing, depth, cancel: Cancel::new() }
    }

    /// Studies the position.
    pub fn answer(self, solver: &Solver<AnyGame>) -> Study {
        let effort = some_seconds(&self.standing).within(Self::LONGEST).cancelled_by(&self.cancel);
        let findings = self.find(solver, &effort);
        Study { standing: self.standing, depth: self.depth, findings }
    }

    fn find(&self, solver: &Solver<AnyGame>, effort: &Effort) -> Result<Findings, Unknown> {
        let analysis = solver.analyse(&self.standing, effort)?;
        let mut marks: HashMap<AnyMove, Mark> = analysis
            .moves
            .iter()
            .map(|judged| {
                let mark = Mark {
                    outcome: judged.outcome,
                    distance: judged.distance,
                    refutation: judged.refutation.clone(),
                    grundy: None,
                };
                (judged.mv.clone(), mark)
            })
            .collect();
        if self.depth == Depth::Grundy && analysis.grundy.is_some() {
            for judged in &analysis.moves {
                effort.check()?;
                let Ok(left) = self.standing.play(&judged.mv) else { continue };
                let value = match left.game().grundy_value(left.position()) {
                    Some(value) => Some(value),
                    None => solver.analyse(&left, effort)?.grundy,
                };
                marks.entry(judged.mv.clone()).and_modify(|mark| mark.grundy = value);
            }
        }
        let best = analysis.moves.first().map(|judged| judged.mv.clone());
        let why = best.as_ref().filter(|_| analysis.outcome == Outcome::Win).and_then(|best| {
            let left = self.standing.play(best).ok()?;
            solver.why_lost(&left, effort).ok()?.map(|reason| reason.to_string())
        });
        Ok(Findings {
            outcome: analysis.outcome,
            distance: analysis.distance,
            grundy: analysis.grundy,
            best,
            why,
            marks,
            main_line: analysis.main_line,
        })
    }
}

/// Says who wins at the end of a game, which needs no study.
pub fn at_the_end(standing: &Standing<AnyGame>) -> Option<Outcome> {
    let (game, position) = (standing.game(), standing.position());
    game.is_over(position).then(|| match game.theorem(position) {
        Some(theorem) => theorem.outcome(),
        None => game.final_outcome(position),
    })
}

/// What was studied so far, and what is being studied.
#[derive(Debug, Default)]
pub struct Library {
    known: HashMap<Standing<AnyGame>, Study>,
    out: Option<Question>,
}

impl Library {
    /// The most positions that are kept; then it starts again.
    const MOST: usize = 2_000;

    /// Returns what is known about a position, and asks for nothing.
    pub fn find(&self, standing: &Standing<AnyGame>) -> Option<&Study> {
        self.known.get(standing)
    }

    /// Returns what was found about a position, if anything.
    pub fn findings(&self, standing: &Standing<AnyGame>) -> Option<&Findings> {
        self.find(standing).and_then(|study| study.findings.as_ref().ok())
    }

    /// Says whether a position must still be studied this deeply.
    pub fn lacks(&self, standing: &Standing<AnyGame>, depth: Depth) -> bool {
        self.known.get(standing).is_none_or(|study| study.depth < depth)
    }

    /// Hands out the first of these questions that has no answer yet; one at a time.
    ///
    /// If the first one is urgent, a running study of another one is cancelled for it.
    pub fn ask(
        &mut self,
        urgent: Option<(Standing<AnyGame>, Depth)>,
        rest: impl Iterator<Item = Standing<AnyGame>>,
    ) -> Option<Question> {
        let urgent = urgent.filter(|(standing, depth)| self.lacks(standing, *depth));
        if let Some(out) = &self.out {
            let other = urgent.as_ref().is_some_and(|(standing, _)| *standing != out.standing);
            if other {
                out.cancel.cancel();
            }
            return None;
        }
        let mut rest = rest.filter(|standing| self.lacks(standing, Depth::Moves));
        let (standing, depth) = urgent.or_else(|| rest.next().map(|standing| (standing, Depth::Moves)))?;
        let question = Question::about(standing, depth);
        self.out = Some(question.clone());
        Some(question)
    }

    /// Says whether something is being studied.
    pub fn is_studying(&self) -> bool {
        self.out.is_some()
    }

    /// Cancels the running study; `for_good` keeps it from being asked again.
    pub fn stop(&mut self, for_good: bool) {
        if let Some(out) = &self.out {
            out.cancel.cancel();
            if for_good {
                let unknown = Unknown::from(lastbite::Stopped::Cancelled);
                let study =
                    Study { standing: out.standing.clone(), depth: out.depth, findings: Err(unknown) };
                self.known.insert(out.standing.clone(), study);
            }
        }
    }

    /// Forgets that a position could not be known, so that it is asked again.
    pub fn retry(&mut self, standing: &Standing<AnyGame>) {
        if self.known.get(standing).is_some_and(|study| study.findings.is_err()) {
            self.known.remove(standing);
        }
    }

    /// Keeps an answer.
    pub fn keep(&mut self, study: Study) {
        self.out = None;
        let called_off = study.findings.as_ref().is_err_and(Unknown::was_cancelled);
        if called_off {
            return;
        }
        if self.known.len() >= Self::MOST {
            self.known.clear();
        }
        self.known.insert(study.standing.clone(), study);
    }
}
