//! Why a position is won or lost, in words that a pupil can follow: the rule that decides it, or every reply and
//! its answer.
//!
//! Each game explains its own rules as an [`Argument`]; this file adds what a solver must find.

use crate::argument::{Argument, Paragraph};
use crate::effort::Effort;
use crate::game::{Outcome, Standing};
use crate::knowledge::Unknown;
use crate::solver::Solver;
use crate::words::{Measure, Words, lower};

/// A move of a lost position, and the answer that wins against it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answered<M> {
    /// The move.
    pub mv: M,
    /// The answer.
    pub answer: M,
}

/// Why a position is won or lost.
///
/// ```
/// use lastbite::{Chomp, Effort, Explanation, Solver, Standing};
///
/// let bar = Standing::start(Chomp::new(4, 7)?);
/// let explained = Explanation::of(&bar, &Solver::new(), &Effort::unlimited())?;
/// assert_eq!(explained.rule(), Some("strategy stealing"));
/// assert_eq!(explained.best.unwrap().to_string(), "3,4");
/// assert_eq!(explained.replies.len(), 19, "there is an answer to every bite that is left");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[must_use]
pub struct Explanation<M> {
    /// Who wins, from the view of the player to move.
    pub outcome: Outcome,
    /// A winning move, or one to play for time with; nothing if there is no move, or it is out of reach.
    pub best: Option<M>,
    /// Whether it is known that no other move lasts longer, or wins faster.
    pub is_best_known: bool,
    /// The rule that decides the position, if there is one.
    pub argument: Option<Argument>,
    /// The rule that decides what the winning move leaves, if only that has one.
    pub afterwards: Option<Argument>,
    /// If no rule says why the loser loses: every move of the loser, here or after the winning move, and its
    /// answer.
    pub replies: Vec<Answered<M>>,
    /// Why the move or the answers are missing, if they are out of reach.
    pub out_of_reach: Option<Unknown>,
    /// What it would take to find the winning move, if one is known to exist but not which.
    pub what_it_takes: Option<String>,
}

impl<M> Explanation<M> {
    /// Converts the moves, to their written form for example.
    pub fn map<N>(self, name: impl Fn(M) -> N) -> Explanation<N> {
        let answered = |Answered { mv, answer }: Answered<M>| Answered { mv: name(mv), answer: name(answer) };
        Explanation {
            outcome: self.outcome,
            best: self.best.map(&name),
            is_best_known: self.is_best_known,
            argument: self.argument,
            afterwards: self.afterwards,
            replies: self.replies.into_iter().map(answered).collect(),
            out_of_reach: self.out_of_reach,
            what_it_takes: self.what_it_takes,
        }
    }
}

impl<M: Clone + Ord> Explanation<M> {
    /// Explains a position, or says why the winner is not known.
    pub fn of<G: Words<Move = M>>(
        standing: &Standing<G>,
        solver: &Solver<G>,
        effort: &Effort,
    ) -> Result<Self, Unknown> {
        let (game, position) = (standing.game(), standing.position());
        let argument = game.argument(position);
        let known = solver.ask(standing, effort).known()?;
        let mut explained = Explanation {
            outcome: known.outcome,
            best: known.best.clone(),
            is_best_known: false,
            argument,
            afterwards: None,
            replies: Vec::new(),
            out_of_reach: None,
            what_it_takes: None,
        };
        match known.outcome {
            Outcome::Loss => {
                let longest = solver.by_distance(standing, effort).map(|(mv, _)| mv);
                explained.is_best_known = longest.is_some();
                explained.best = longest.or_else(|| standing.stalling_move());
                if explained.argument.is_none() {
                    explained.answer(standing, solver, effort)?;
                }
            }
            // The rule names the move, and says why.
            Outcome::Win if game.theorem(position).is_some_and(|said| said.names_its_move()) => {}
            Outcome::Win => match known.best {
                None if standing.final_outcome().is_some() => {}
                None => {
                    explained.out_of_reach = Some(Unknown::because(crate::knowledge::WhyNot::TooLarge));
                    explained.what_it_takes = Some(game.out_of_reach(position, Measure::Move, effort));
                }
                Some(best) => {
                    // The quickest of several winning moves.
                    let quickest = solver.measured_soon(standing, effort)?;
                    explained.is_best_known = quickest.is_some();
                    let best =
                        quickest.and_then(|judged| Some(judged.moves.into_iter().next()?.mv)).unwrap_or(best);
                    let left = standing.after(&best);
                    explained.best = Some(best);
                    explained.afterwards = game.argument(left.position());
                    if explained.afterwards.is_none() {
                        explained.answer(&left, solver, effort)?;
                    }
                }
            },
        }
        Ok(explained)
    }

    /// Lists an answer to every move of a lost position.
    fn answer<G: Words<Move = M>>(
        &mut self,
        lost: &Standing<G>,
        solver: &Solver<G>,
        effort: &Effort,
    ) -> Result<(), Unknown> {
        match solver.analyse_soon(lost, effort) {
            Ok(analysis) => {
                let answered = analysis.moves.iter().filter_map(|judged| {
                    Some(Answered { mv: judged.mv.clone(), answer: judged.refutation.clone()? })
                });
                self.replies = answered.collect();
                // In the order of the game, as a reader looks them up.
                self.replies.sort_by(|one, other| one.mv.cmp(&other.mv));
                Ok(())
            }
            Err(unknown) if unknown.was_cancelled() => Err(unknown),
            Err(unknown) => {
                self.out_of_reach = Some(unknown);
                Ok(())
            }
        }
    }

    /// Returns the name of the rule that decides the position, if one does.
    #[must_use]
    pub fn rule(&self) -> Option<&'static str> {
        self.argument.as_ref().map(|argument| argument.rule)
    }

    /// Returns all of it in the words of the game, except the table of replies.
    pub fn told<G: Words<Move = M>>(&self, standing: &Standing<G>) -> Vec<Paragraph> {
        let (game, position) = (standing.game(), standing.position());
        let over = standing.final_outcome().is_some();
        let headline = match (self.outcome, over) {
            (Outcome::Win, true) => "The game is over: the player to move has won.",
            (Outcome::Loss, true) => "The game is over: the player to move has lost.",
            (Outcome::Win, false) => "The player to move can win.",
            (Outcome::Loss, false) => "The player to move will lose against good play.",
        };
        let mut told = vec![Paragraph::Text(match self.rule() {
            Some(rule) => format!("{headline} The rule: {rule}."),
            None => headline.to_string(),
        })];
        told.extend(self.argument.iter().flat_map(|argument| argument.told.clone()));
        let advice = self.best.as_ref().map(|best| game.advice(position, best));
        let many = self.replies.len();
        // There are always several: if there were only one move, whoever made it would have won.
        let answers = format!("Your opponent then has {many} moves, and you have an answer to each of them:");
        match (self.outcome, advice) {
            (Outcome::Win, Some(advice)) if self.afterwards.is_some() || many > 0 => {
                told.push(Paragraph::Text(format!("The solver found how: {} wins.", lower(&advice))));
                if let Some(Argument { rule, told: why }) = &self.afterwards {
                    // A rule that has just been explained need not be explained again.
                    if self.rule() == Some(*rule) {
                        return told;
                    }
                    told.push(Paragraph::Text(format!("A rule decides what it leaves: {rule}.")));
                    told.extend(why.clone());
                } else {
                    told.push(Paragraph::Text(answers));
                }
            }
            (Outcome::Loss, advice) => {
                if self.argument.is_none() && many > 0 {
                    told.push(Paragraph::Text(format!(
                        "No rule is known that says why. There are {many} moves, and your opponent has an answer to each of them:"
                    )));
                } else if let Some(advice) = advice {
                    told.push(Paragraph::Text(match self.is_best_known {
                        true => format!("{advice} lasts longest."),
                        false => format!("Which move lasts longest was not computed. {advice} takes least."),
                    }));
                }
            }
            // The move is known, but no rule to be told.
            (Outcome::Win, Some(advice)) if self.argument.is_none() && self.out_of_reach.is_none() => {
                told.push(Paragraph::Text(format!("{advice} wins.")));
            }
            _ => {}
        }
        if let Some(unknown) = &self.out_of_reach {
            told.push(Paragraph::Text(match (self.outcome, &self.best) {
                (Outcome::Win, Some(best)) => {
                    format!(
                        "{} wins. The reason was not found: {}.",
                        game.advice(position, best),
                        unknown.why
                    )
                }
                (Outcome::Win, None) => match &self.what_it_takes {
                    Some(takes) if !takes.is_empty() => {
                        format!("Which move wins was not computed here: {takes}.")
                    }
                    _ => format!("Which move wins was not computed here: {}.", unknown.why),
                },
                (Outcome::Loss, _) => format!("The reason was not found: {}.", unknown.why),
            }));
        }
        told
    }
}
