//! A review of a match: what each move was worth, where a win was thrown away, and what would have kept it.

use super::{Match, Side};
use crate::effort::{Effort, Stopped};
use crate::game::{Ending, Outcome, Standing};
use crate::knowledge::{Analysis, Known, Unknown, WhyNot};
use crate::search::a_few_seconds;
use crate::solver::Solver;
use crate::theory::{Formula, Theory};

/// A judged move of a match. Outcomes are from the view of the player who made it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReviewedMove<M> {
    /// Who made it.
    pub side: Side,
    /// The move.
    pub mv: M,
    /// Who could win before it; nothing if that is out of reach.
    pub before: Option<Outcome>,
    /// Who could win after it.
    pub after: Option<Outcome>,
    /// How many plies the game would have lasted from here if the winner hurries and the loser delays.
    pub distance_before: Option<u32>,
    /// How many plies the game would last with this move, itself included.
    pub distance_after: Option<u32>,
    /// How many moves would have won, this one included or not; nothing if they were not all judged.
    pub winning: Option<usize>,
    /// A move that would have kept the win or held out longer, if there was one.
    pub better: Option<M>,
}

impl<M> ReviewedMove<M> {
    /// Says whether the move turned a win into a loss.
    #[must_use]
    pub fn threw_the_win_away(&self) -> bool {
        (self.before, self.after) == (Some(Outcome::Win), Some(Outcome::Loss))
    }

    /// Says whether it was the only move that kept the win.
    #[must_use]
    pub fn was_the_only_one(&self) -> bool {
        self.after == Some(Outcome::Win) && self.winning == Some(1)
    }

    /// Says whether no move was better: a win was kept, or nothing holds out longer; nothing if that is not
    /// known.
    #[must_use]
    pub fn is_perfect(&self) -> Option<bool> {
        match (self.before?, self.after?) {
            (Outcome::Win, after) => Some(after == Outcome::Win),
            (Outcome::Loss, _) => Some(self.distance_after? >= self.distance_before?),
        }
    }
}

/// How well one side played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Tally {
    /// How many moves it made.
    pub moves: usize,
    /// How many times it could win.
    pub could_win: usize,
    /// How many of those times it kept the win.
    pub kept: usize,
    /// How many times it was lost, and it is known how long it could hold out.
    pub was_lost: usize,
    /// How many of those times it held out longest.
    pub held_out: usize,
}

impl Tally {
    /// Counts the perfect moves.
    #[must_use]
    pub fn perfect(&self) -> usize {
        self.kept + self.held_out
    }

    fn count<M>(&mut self, reviewed: &ReviewedMove<M>) {
        self.moves += 1;
        let perfect = reviewed.is_perfect();
        match reviewed.before {
            Some(Outcome::Win) if perfect.is_some() => {
                self.could_win += 1;
                self.kept += usize::from(perfect == Some(true));
            }
            Some(Outcome::Loss) if perfect.is_some() => {
                self.was_lost += 1;
                self.held_out += usize::from(perfect == Some(true));
            }
            _ => {}
        }
    }
}

/// A match with every move judged.
///
/// ```
/// use lastbite::{Chomp, Effort, play::Match, Player, Review, Solver, Standing};
///
/// let start = Standing::start(Chomp::new(2, 3)?);
/// let mut game = Match::new(start, [Player::human("Ada"), Player::human("Bob")]);
/// for bite in ["1,3", "2,2", "1,2", "2,1"] {
///     game.play(bite.parse()?)?;
/// }
/// let review = Review::of(&game, &Solver::new(), &Effort::unlimited())?;
/// assert!(review.moves[0].threw_the_win_away());
/// assert_eq!(review.moves[0].better.unwrap().to_string(), "2,3");
/// assert!(review.moves[1].was_the_only_one());
/// assert_eq!((review.sides[1].could_win, review.sides[1].kept), (2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[must_use]
pub struct Review<M> {
    /// Every move, in the order in which they were made.
    pub moves: Vec<ReviewedMove<M>>,
    /// How well each side played.
    pub sides: [Tally; 2],
    /// The side that gave up a game it could still win.
    pub gave_a_win_up: Option<Side>,
}

impl<M> Review<M> {
    /// Converts the moves, to their written form for example.
    pub fn map<N>(self, name: impl Fn(M) -> N) -> Review<N> {
        let reviewed = |reviewed: ReviewedMove<M>| ReviewedMove {
            side: reviewed.side,
            mv: name(reviewed.mv),
            before: reviewed.before,
            after: reviewed.after,
            distance_before: reviewed.distance_before,
            distance_after: reviewed.distance_after,
            winning: reviewed.winning,
            better: reviewed.better.map(&name),
        };
        Review {
            moves: self.moves.into_iter().map(reviewed).collect(),
            sides: self.sides,
            gave_a_win_up: self.gave_a_win_up,
        }
    }
}

impl<M: Clone + Ord> Review<M> {
    /// Judges every move of a match within a few seconds; moves that are out of reach are not judged.
    ///
    /// It fails only if it is cancelled or runs out of time.
    pub fn of<G: Theory<Move = M>>(
        played: &Match<G>,
        solver: &Solver<G>,
        effort: &Effort,
    ) -> Result<Self, Stopped> {
        let budget = effort.nodes_allowed().unwrap_or_else(|| a_few_seconds(played.start().size()));
        let mut judge = Judge { solver, effort, nodes: budget };
        // Backwards, because the ends of long games are known soon, and their beginnings perhaps never.
        let gave_a_win_up = match played.verdict() {
            Some(verdict)
                if verdict.ending == Ending::Resigned && played.to_move() == verdict.winner.other() =>
            {
                let known = judge.ask(&played.standing())?;
                known.filter(|known| known.outcome == Outcome::Win).map(|_| verdict.winner.other())
            }
            _ => None,
        };
        let mut moves = Vec::with_capacity(played.history().len());
        for turn in played.history().iter().rev() {
            moves.push(judge.review(&played.standing_at(&turn.before), turn.side, &turn.mv)?);
        }
        moves.reverse();
        let mut sides = [Tally::default(); 2];
        moves.iter().for_each(|reviewed| sides[reviewed.side.index()].count(reviewed));
        Ok(Review { moves, sides, gave_a_win_up })
    }
}

/// Judges positions, within this many nodes in all.
struct Judge<'a, G: Theory> {
    solver: &'a Solver<G>,
    effort: &'a Effort,
    nodes: u64,
}

impl<G: Theory> Judge<'_, G> {
    fn review(
        &mut self,
        standing: &Standing<G>,
        side: Side,
        mv: &G::Move,
    ) -> Result<ReviewedMove<G::Move>, Stopped> {
        let blunder = standing.game().is_blunder(standing.position(), mv);
        let mut reviewed = ReviewedMove {
            side,
            mv: mv.clone(),
            before: None,
            after: blunder.then_some(Outcome::Loss),
            distance_before: None,
            distance_after: blunder.then_some(1),
            winning: None,
            better: None,
        };
        if let Some(analysis) = self.analyse(standing)? {
            reviewed.before = Some(analysis.outcome);
            reviewed.distance_before = analysis.distance;
            if let Some(judged) = analysis.moves.iter().find(|judged| judged.mv == *mv) {
                (reviewed.after, reviewed.distance_after) = (Some(judged.outcome), judged.distance);
            }
            let winning = analysis.moves.iter().filter(|judged| judged.outcome == Outcome::Win);
            reviewed.winning = Some(winning.count());
            let best = analysis.moves.first().map(|judged| judged.mv.clone());
            reviewed.better = best.filter(|_| reviewed.is_perfect() == Some(false));
        } else {
            let known = self.ask(standing)?;
            reviewed.before = known.as_ref().map(|known| known.outcome);
            if !blunder {
                reviewed.after = self.ask(&standing.after(mv))?.map(|known| !known.outcome);
            }
            // A player who can win after the move could win before it.
            if reviewed.after == Some(Outcome::Win) {
                reviewed.before = reviewed.after;
            }
            let best = known.and_then(|known| known.best);
            reviewed.better = best.filter(|_| reviewed.threw_the_win_away());
        }
        Ok(reviewed)
    }

    /// Judges every move of a position, by distances or by theorems, if that is quick.
    fn analyse(&self, standing: &Standing<G>) -> Result<Option<Analysis<G::Move>>, Stopped> {
        // A heap of a million stones has a million moves.
        const FEW_MOVES: usize = 1000;
        let measured = self.solver.measured_soon(standing, self.effort).or_else(only_if_out_of_reach)?;
        if measured.is_some() || standing.moves().nth(FEW_MOVES).is_some() {
            return Ok(measured);
        }
        let judged = Analysis::by(standing, &Formula, self.effort).map(Some).or_else(only_if_out_of_reach)?;
        Ok(judged.filter(|analysis| analysis.unjudged == 0))
    }

    /// Asks who wins, within what is left of the nodes.
    fn ask(&mut self, standing: &Standing<G>) -> Result<Option<Known<G::Move>>, Stopped> {
        // A tenth for each leaves something for the others; theorems and solved bars cost nothing.
        let effort = self.effort.clone().nodes(self.nodes / 10);
        let knowledge = self.solver.ask(standing, &effort);
        self.nodes = self.nodes.saturating_sub(knowledge.nodes());
        knowledge.known().map(Some).or_else(only_if_out_of_reach)
    }
}

/// Continues if something is merely out of reach, and fails if the work was stopped.
fn only_if_out_of_reach<T>(unknown: Unknown) -> Result<Option<T>, Stopped> {
    match unknown.why {
        WhyNot::Stopped(stopped @ (Stopped::Cancelled | Stopped::OutOfTime)) => Err(stopped),
        _ => Ok(None),
    }
}
