//! Who wins? Anything that can tell is an [`Oracle`]; an [`Analysis`] judges every move of a position.

use rustc_hash::FxHashMap;

use crate::game::{Game, Outcome};
use crate::nimber::mex;
use crate::search::{Limits, Meter, Unfinished, deeper, memo};

/// Something that knows the outcome of positions: a formula, a search, a table of solved positions.
///
/// "Ask the formula, else search" is one line:
///
/// ```
/// use lastbite::{Chomp, Formula, Game, Limits, Or, Oracle, Outcome, Searcher};
/// let chomp = Chomp::new(4, 5).unwrap();
/// let oracle = Or(Formula, Searcher::new(Limits::none()));
/// assert_eq!(oracle.outcome(&chomp, &chomp.start()), Some(Outcome::Win));
/// assert_eq!(oracle.winning_move(&chomp, &chomp.start()).unwrap().to_string(), "3,3");
/// ```
pub trait Oracle<G: Game> {
    /// Returns who wins, seen by the player to move, or nothing where the oracle does not know.
    fn outcome(&self, game: &G, position: &G::Position) -> Option<Outcome>;

    /// Returns a winning move, if there is one and the oracle can tell.
    fn winning_move(&self, game: &G, position: &G::Position) -> Option<G::Move> {
        game.moves(position)
            .find(|&mv| self.outcome(game, &game.play_unchecked(position, mv)) == Some(Outcome::Loss))
    }
}

/// Two oracles, the second asked where the first does not know.
#[derive(Clone, Copy, Debug)]
pub struct Or<A, B>(pub A, pub B);

impl<G: Game, A: Oracle<G>, B: Oracle<G>> Oracle<G> for Or<A, B> {
    fn outcome(&self, game: &G, position: &G::Position) -> Option<Outcome> {
        self.0.outcome(game, position).or_else(|| self.1.outcome(game, position))
    }

    fn winning_move(&self, game: &G, position: &G::Position) -> Option<G::Move> {
        match self.0.outcome(game, position) {
            Some(Outcome::Loss) => None,
            _ => self.0.winning_move(game, position).or_else(|| self.1.winning_move(game, position)),
        }
    }
}

impl<G: Game, O: Oracle<G> + ?Sized> Oracle<G> for &O {
    fn outcome(&self, game: &G, position: &G::Position) -> Option<Outcome> {
        (**self).outcome(game, position)
    }

    fn winning_move(&self, game: &G, position: &G::Position) -> Option<G::Move> {
        (**self).winning_move(game, position)
    }
}

/// The oracle that searches, remembering positions, each question within its own limits.
#[derive(Clone, Debug, Default)]
pub struct Searcher {
    limits: Limits,
}

impl Searcher {
    /// Makes an oracle that searches within limits.
    pub fn new(limits: Limits) -> Self {
        Searcher { limits }
    }
}

impl<G: Game> Oracle<G> for Searcher {
    fn outcome(&self, game: &G, position: &G::Position) -> Option<Outcome> {
        memo(game, position, &self.limits).ok().map(|searched| searched.outcome)
    }

    fn winning_move(&self, game: &G, position: &G::Position) -> Option<G::Move> {
        memo(game, position, &self.limits).ok()?.best
    }
}

/// One move of a position, judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedMove<M> {
    /// The move.
    pub mv: M,
    /// What the move leads to for the player who makes it.
    pub outcome: Outcome,
    /// How many plies the game lasts with this move, itself included: the winner hurries, the loser delays.
    ///
    /// Nothing where the game is too large to look through to its end.
    pub distance: Option<u32>,
    /// The reply that punishes the move, if it loses and a reply is left to make.
    pub refutation: Option<M>,
}

/// A position with every move judged, best first.
///
/// Wins come first, the shortest first; then losses, the longest first. Moves of equal worth keep the order
/// of the game. Where distances are unknown, the stalling move leads the losses.
///
/// ```
/// use lastbite::{Analysis, Chomp, Game, Limits, Outcome};
/// let chomp = Chomp::new(2, 3).unwrap();
/// let analysis = Analysis::of(&chomp, &chomp.start(), &Limits::none()).unwrap();
/// assert_eq!(analysis.outcome, Outcome::Win);
/// assert_eq!(analysis.moves[0].mv.to_string(), "2,3");
/// assert_eq!(analysis.distance, Some(5));
/// assert_eq!(analysis.main_line.len(), 5);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis<M> {
    /// Who wins, seen by the player to move.
    pub outcome: Outcome,
    /// How many plies the game lasts when the winner hurries and the loser delays, if that is known.
    pub distance: Option<u32>,
    /// The Grundy value: the size of the Nim heap this position is worth, if that is known.
    pub grundy: Option<u32>,
    /// Every legal move, best first.
    pub moves: Vec<JudgedMove<M>>,
    /// How the game goes on when both sides play the first move of their lists.
    pub main_line: Vec<M>,
    /// How many nodes were visited to find all this out.
    pub nodes: u64,
}

impl<M: Copy + Ord> Analysis<M> {
    /// Judges every move exactly, by looking through everything that can follow.
    pub fn of<G: Game<Move = M>>(
        game: &G,
        position: &G::Position,
        limits: &Limits,
    ) -> Result<Self, Unfinished> {
        let mut judge = Judge { game, known: FxHashMap::default(), meter: Meter::new(limits) };
        let verdict = judge.verdict(position, 0)?;
        let judged = game.moves(position).map(|mv| {
            let next = game.play_unchecked(position, mv);
            let after = judge.known[&next];
            let refutation = if after.outcome == Outcome::Win { judge.best(&next) } else { None };
            JudgedMove { mv, outcome: !after.outcome, distance: Some(after.distance + 1), refutation }
        });
        let mut moves: Vec<JudgedMove<M>> = judged.collect();
        moves.sort_by_key(|judged| rank(judged.outcome, judged.distance));
        let mut main_line = Vec::new();
        let mut here = position.clone();
        while let Some(mv) = judge.best(&here) {
            main_line.push(mv);
            here = game.play_unchecked(&here, mv);
        }
        Ok(Analysis {
            outcome: verdict.outcome,
            distance: Some(verdict.distance),
            grundy: Some(verdict.grundy),
            moves,
            main_line,
            nodes: judge.meter.nodes(),
        })
    }

    /// Judges every move by an oracle, without distances; nothing where the oracle does not know a move.
    pub fn by_oracle<G: Game<Move = M>>(
        game: &G,
        position: &G::Position,
        oracle: &impl Oracle<G>,
    ) -> Option<Self> {
        let stalling = game.stalling_move(position);
        let mut moves = Vec::new();
        for mv in game.moves(position) {
            let next = game.play_unchecked(position, mv);
            let after = oracle.outcome(game, &next)?;
            let refutation = if after == Outcome::Win { oracle.winning_move(game, &next) } else { None };
            moves.push(JudgedMove { mv, outcome: !after, distance: None, refutation });
        }
        moves.sort_by_key(|judged| (rank(judged.outcome, None), Some(judged.mv) != stalling));
        let outcome = match moves.first() {
            None => game.final_outcome(position),
            Some(best) => best.outcome,
        };
        let mut main_line: Vec<M> = moves.first().map(|best| best.mv).into_iter().collect();
        let mut here = position.clone();
        while let Some(&mv) = main_line.last() {
            here = game.play_unchecked(&here, mv);
            match oracle.winning_move(game, &here).or_else(|| game.stalling_move(&here)) {
                Some(next) => main_line.push(next),
                None => break,
            }
        }
        let nodes = moves.len() as u64;
        Some(Analysis { outcome, distance: None, grundy: None, moves, main_line, nodes })
    }
}

/// Orders moves: wins before losses, then short wins first and long losses first.
fn rank(outcome: Outcome, distance: Option<u32>) -> (bool, i64) {
    let distance = i64::from(distance.unwrap_or(0));
    match outcome {
        Outcome::Win => (false, distance),
        Outcome::Loss => (true, -distance),
    }
}

#[derive(Clone, Copy)]
struct Verdict {
    outcome: Outcome,
    distance: u32,
    grundy: u32,
}

/// Looks through everything that can follow a position and remembers its verdicts.
struct Judge<'a, G: Game> {
    game: &'a G,
    known: FxHashMap<G::Position, Verdict>,
    meter: Meter<'a>,
}

impl<G: Game> Judge<'_, G> {
    fn verdict(&mut self, position: &G::Position, depth: u64) -> Result<Verdict, Unfinished> {
        self.meter.enter(depth)?;
        let mut best: Option<Verdict> = None;
        let mut values = Vec::new();
        for mv in self.game.moves(position) {
            let next = self.game.play_unchecked(position, mv);
            let after = match self.known.get(&next) {
                Some(&known) => known,
                None => deeper(|| self.verdict(&next, depth + 1))?,
            };
            values.push(after.grundy);
            let here = Verdict { outcome: !after.outcome, distance: after.distance + 1, grundy: 0 };
            let order = |v: Verdict| rank(v.outcome, Some(v.distance));
            if best.is_none_or(|best| order(here) < order(best)) {
                best = Some(here);
            }
        }
        let best =
            best.unwrap_or(Verdict { outcome: self.game.final_outcome(position), distance: 0, grundy: 0 });
        let verdict = Verdict { grundy: mex(values), ..best };
        self.known.insert(position.clone(), verdict);
        Ok(verdict)
    }

    fn best(&self, position: &G::Position) -> Option<G::Move> {
        self.game.moves(position).min_by_key(|&mv| {
            let after = self.known[&self.game.play_unchecked(position, mv)];
            rank(!after.outcome, Some(after.distance + 1))
        })
    }
}
