//! A position with every move judged.

use std::cell::Cell;
use std::cmp::Reverse;
use std::sync::Arc;

use lastbite_work::threads::has_room;
use rustc_hash::FxHashMap;

use super::{DistanceOf, GrundyOf, Known, Oracle, Source, Unknown, WhyNot};
use crate::effort::{Effort, Stopped};
use crate::game::{Game, Outcome, Standing};
use crate::search::{Meter, Unfinished, deeper};

/// One move of a position, judged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct JudgedMove<M> {
    /// The move.
    pub mv: M,
    /// What the move leads to for the player who makes it.
    pub outcome: Outcome,
    /// How many plies the game lasts with this move, itself included: the winner hurries, the loser delays.
    ///
    /// Nothing if the game is too large to search to its end.
    pub distance: Option<u32>,
    /// The reply that punishes the move, if it loses and a reply is left to make.
    pub refutation: Option<M>,
}

/// A position with every move judged, best first.
///
/// Wins come first, the shortest first, and equal ones in the order of the game. Then come losses, the
/// longest first, and of equal ones the least [hasty](Game::haste), so that the first move of a lost position
/// is the one to stall with.
///
/// ```
/// use lastbite::{Analysis, Chomp, Effort, Outcome, Standing};
///
/// let start = Standing::start(Chomp::new(2, 3)?);
/// let analysis = Analysis::of(&start, &Effort::unlimited())?;
/// assert_eq!(analysis.outcome, Outcome::Win);
/// assert_eq!(analysis.moves[0].mv.to_string(), "2,3");
/// assert_eq!(analysis.distance, Some(5));
/// assert_eq!(analysis.main_line.len(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[must_use]
pub struct Analysis<M> {
    /// Who wins, from the view of the player to move.
    pub outcome: Outcome,
    /// How many plies the game lasts when the winner hurries and the loser delays, if that is known.
    pub distance: Option<u32>,
    /// The Grundy value: the size of the Nim heap this position is worth, if that is known.
    pub grundy: Option<u32>,
    /// Every move that could be judged, best first.
    pub moves: Vec<JudgedMove<M>>,
    /// How many moves could not be judged, although the winner is known.
    pub unjudged: usize,
    /// How the game continues if both sides play the first move of their lists.
    pub main_line: Vec<M>,
    /// How many nodes were visited for all this.
    pub nodes: u64,
}

impl<M> Analysis<M> {
    /// Converts the moves, to their written form for example.
    pub fn map<N>(self, name: impl Fn(M) -> N) -> Analysis<N> {
        let judged = |judged: JudgedMove<M>| JudgedMove {
            mv: name(judged.mv),
            outcome: judged.outcome,
            distance: judged.distance,
            refutation: judged.refutation.map(&name),
        };
        Analysis {
            outcome: self.outcome,
            distance: self.distance,
            grundy: self.grundy,
            moves: self.moves.into_iter().map(judged).collect(),
            unjudged: self.unjudged,
            main_line: self.main_line.into_iter().map(&name).collect(),
            nodes: self.nodes,
        }
    }
}

impl<M: Clone + Ord> Analysis<M> {
    /// Judges every move exactly, by searching everything that can follow.
    pub fn of<G: Game<Move = M>>(standing: &Standing<G>, effort: &Effort) -> Result<Self, Unfinished> {
        let mut judge = Judge {
            game: standing.game(),
            known: FxHashMap::default(),
            meter: Meter::of(standing.size(), effort),
        };
        let verdict = judge.verdict(standing.position())?;
        let known = |position: &G::Position| {
            let Verdict { outcome, distance, .. } = judge.known[position];
            (outcome, distance)
        };
        let analysis = Self::by_verdicts(standing, &known, Some(verdict.grundy));
        Ok(Analysis { nodes: judge.meter.nodes(), ..analysis })
    }

    /// Finds the distance of every position that can follow, by searching all of them.
    pub(crate) fn all_distances<G: Game<Move = M>>(
        standing: &Standing<G>,
        effort: &Effort,
    ) -> Result<DistanceOf<G::Position>, Unfinished> {
        let known = Judge::look_through(standing, effort)?;
        Ok(Arc::new(move |position: &G::Position| known.get(position).map(|verdict| verdict.distance)))
    }

    /// Finds the Grundy value of every position that can follow, by searching all of them.
    pub(crate) fn all_grundy_values<G: Game<Move = M>>(
        standing: &Standing<G>,
        effort: &Effort,
    ) -> Result<GrundyOf<G::Position>, Unfinished> {
        let known = Judge::look_through(standing, effort)?;
        Ok(Arc::new(move |position: &G::Position| known.get(position).map(|verdict| verdict.grundy)))
    }

    /// Judges every move by the distances of all positions that can follow: even for lost ones, odd for won
    /// ones.
    ///
    /// A node is a position that is looked up.
    pub(crate) fn by_distances<G: Game<Move = M>>(
        standing: &Standing<G>,
        distance: impl Fn(&G::Position) -> Option<u32>,
        grundy: Option<u32>,
    ) -> Self {
        let game = standing.game();
        let nodes = Cell::new(0);
        let verdict = |position: &G::Position| {
            nodes.set(nodes.get() + 1);
            told_by(game, position, distance(position))
        };
        let analysis = Self::by_verdicts(standing, &verdict, grundy);
        Analysis { nodes: nodes.get(), ..analysis }
    }

    /// Builds an analysis from the outcome and distance of everything that can follow.
    fn by_verdicts<G: Game<Move = M>>(
        standing: &Standing<G>,
        verdict: &impl Fn(&G::Position) -> (Outcome, u32),
        grundy: Option<u32>,
    ) -> Self {
        let (game, position) = (standing.game(), standing.position());
        let judged = game.moves(position).map(|mv| {
            let next = game.play_unchecked(position, &mv);
            let (outcome, plies) = verdict(&next);
            let refutation = if outcome == Outcome::Win { best(game, &next, verdict) } else { None };
            JudgedMove { mv, outcome: !outcome, distance: Some(plies + 1), refutation }
        });
        let moves = sorted(game, position, judged);
        let first = moves.first().map(|best| (best.mv.clone(), position.clone()));
        let main_line = std::iter::successors(first, |(mv, here)| {
            let next = game.play_unchecked(here, mv);
            best(game, &next, verdict).map(|mv| (mv, next))
        });
        let main_line = main_line.map(|(mv, _)| mv).collect();
        let (outcome, distance) = verdict(position);
        Analysis { outcome, distance: Some(distance), grundy, moves, unjudged: 0, main_line, nodes: 0 }
    }

    /// Judges every move by an oracle, without distances, or says why it cannot.
    ///
    /// If the oracle knows who wins and how, moves that it cannot judge are left
    /// [unjudged](Analysis::unjudged). If it knows that the position is lost, so is every move, even if the
    /// reply to it is out of reach. If a theorem decides a position with more than [`MOST_JUDGED`] moves, only
    /// the move that it names is judged, or the one that takes least.
    pub fn by<G: Game<Move = M>>(
        standing: &Standing<G>,
        oracle: &impl Oracle<G>,
        effort: &Effort,
    ) -> Result<Self, Unknown> {
        let (game, position) = (standing.game(), standing.position());
        let mut nodes = 0;
        let mut ask_within = |standing: &Standing<G>, effort: &Effort| -> Result<Known<M>, Unknown> {
            // Theorems answer at once and never check the effort, and there may be millions of moves.
            effort.check().map_err(|why| Unknown { why: why.into(), nodes })?;
            // Nodes of failed questions count, too.
            let answer = oracle.ask_outcome(standing, effort).after_nodes(nodes);
            nodes = answer.nodes();
            answer.known()
        };
        // Who wins is an answer even if the moves are out of reach.
        let known = match ask_within(standing, effort) {
            Ok(known) => Some(known),
            // The nodes are used up, so no move can be searched either.
            Err(unknown) if unknown.why == WhyNot::Stopped(Stopped::OutOfNodes) => return Err(unknown),
            Err(_) => None,
        };
        let is_lost = known.as_ref().is_some_and(|known| known.outcome == Outcome::Loss);
        let by_theorem = known.as_ref().is_some_and(|known| known.source == Source::Formula);
        let best = known.and_then(|known| known.best).filter(|_| !is_lost);
        // The answer of a theorem should not wait long for the other moves.
        let effort = match effort.nodes_allowed() {
            Some(nodes) if by_theorem && (is_lost || best.is_some()) => effort.clone().nodes(nodes / 20),
            _ => effort.clone(),
        };
        let mut ask = |standing: &Standing<G>| ask_within(standing, &effort);
        let mut moves: Vec<JudgedMove<M>> = Vec::new();
        let unanswered = |mv, outcome| JudgedMove { mv, outcome, distance: None, refutation: None };
        if by_theorem && (is_lost || best.is_some()) && game.moves(position).nth(MOST_JUDGED).is_some() {
            // What a rule settles is answered at once, however many moves there are: by one of them.
            let only = best.or_else(|| standing.stalling_move());
            let outcome = if is_lost { Outcome::Loss } else { Outcome::Win };
            let moves: Vec<JudgedMove<M>> = only.into_iter().map(|mv| unanswered(mv, outcome)).collect();
            let unjudged = usize::try_from(game.move_count(position)).unwrap_or(usize::MAX) - moves.len();
            let main_line = Vec::new();
            return Ok(Analysis { outcome, distance: None, grundy: None, moves, unjudged, main_line, nodes });
        }
        if !has_room_for::<G>(game.move_count(position), &effort) {
            return Err(Unknown { why: Stopped::OutOfMemory.into(), nodes: 0 });
        }
        // Backwards: the last moves take least, so what is out of reach shows before much work is wasted.
        let mut all: Vec<M> = game.moves(position).collect();
        let many = all.len();
        while let Some(mv) = all.pop() {
            // Each judged move takes a little, and there may be millions.
            if moves.len().is_multiple_of(1 << 14) && !has_room() {
                return Err(Unknown { why: Stopped::OutOfMemory.into(), nodes: 0 });
            }
            match ask(&standing.after(&mv)) {
                Ok(after) => {
                    let refutation = after.best.filter(|_| after.outcome == Outcome::Win);
                    moves.push(JudgedMove { mv, outcome: !after.outcome, distance: None, refutation });
                }
                Err(unknown) if unknown.was_cancelled() => return Err(unknown),
                // One failed search is enough: the others would fail too.
                Err(unknown) => {
                    match &best {
                        Some(best) if moves.iter().any(|judged| judged.mv == *best) => {}
                        Some(best) => moves.push(unanswered(best.clone(), Outcome::Win)),
                        None if is_lost => {
                            let rest = std::iter::once(mv).chain(all.drain(..).rev());
                            moves.extend(rest.map(|mv| unanswered(mv, Outcome::Loss)));
                        }
                        None => return Err(unknown),
                    }
                    break;
                }
            }
        }
        let unjudged = many - moves.len();
        moves.reverse();
        let moves = sorted(game, position, moves);
        let outcome = moves.first().map_or_else(|| game.final_outcome(position), |best| best.outcome);
        let main_line = Self::line(standing, moves.first().map(|best| best.mv.clone()), &mut ask);
        Ok(Analysis { outcome, distance: None, grundy: None, moves, unjudged, main_line, nodes })
    }

    /// Follows the best moves as far as they are known at once, but not for thousands of moves.
    fn line<G: Game<Move = M>>(
        standing: &Standing<G>,
        first: Option<M>,
        ask: &mut impl FnMut(&Standing<G>) -> Result<Known<M>, Unknown>,
    ) -> Vec<M> {
        let mut line: Vec<M> = first.into_iter().collect();
        let mut here = standing.clone();
        while let Some(mv) = line.last() {
            if line.len() >= LONGEST_LINE {
                break;
            }
            here = here.after(mv);
            let Ok(known) = ask(&here) else { break };
            let winning = known.best.filter(|_| known.outcome == Outcome::Win);
            match winning.or_else(|| here.stalling_move().filter(|_| known.outcome == Outcome::Loss)) {
                Some(next) => line.push(next),
                None => break,
            }
        }
        line
    }
}

/// The most moves that are all judged if a theorem decides a position: nobody reads more, and some positions have
/// a hundred million.
pub const MOST_JUDGED: usize = 10_000;

/// Says whether there is room to list this many moves, to judge them, to sort them and to tell them: it is asked for,
/// and given back.
fn has_room_for<G: Game>(moves: u64, effort: &Effort) -> bool {
    const FEW: u64 = 10_000;
    const TOLD: usize = 128;
    let each = size_of::<G::Move>() + 2 * size_of::<JudgedMove<G::Move>>() + TOLD;
    let bytes = moves.saturating_mul(each as u64);
    let mut asked_for: Vec<u8> = Vec::new();
    let mut given = || usize::try_from(bytes).is_ok_and(|bytes| asked_for.try_reserve_exact(bytes).is_ok());
    moves <= FEW || bytes <= effort.memory_allowed() && given()
}

/// The most moves of a main line: nobody reads more, and in a long game each takes a while to find.
const LONGEST_LINE: usize = 200;

/// Sorts judged moves, best first.
fn sorted<G: Game>(
    game: &G,
    position: &G::Position,
    moves: impl IntoIterator<Item = JudgedMove<G::Move>>,
) -> Vec<JudgedMove<G::Move>> {
    let mut moves: Vec<JudgedMove<G::Move>> = moves.into_iter().collect();
    moves.sort_by_cached_key(|judged| worth(game, position, &judged.mv, judged.outcome, judged.distance));
    moves
}

/// Orders moves: wins before losses; then short wins first; long losses first, and of equal ones the least
/// hasty.
fn worth<G: Game>(
    game: &G,
    position: &G::Position,
    mv: &G::Move,
    outcome: Outcome,
    distance: Option<u32>,
) -> impl Ord + use<G> {
    let distance = distance.unwrap_or(0);
    match outcome {
        Outcome::Win => (false, distance, Reverse(0), (0, 0)),
        Outcome::Loss => (true, 0, Reverse(distance), game.haste(position, mv)),
    }
}

#[derive(Clone, Copy)]
struct Verdict {
    outcome: Outcome,
    distance: u32,
    grundy: u32,
}

/// Searches everything that can follow a position and remembers the verdicts.
struct Judge<'a, G: Game> {
    game: &'a G,
    known: FxHashMap<G::Position, Verdict>,
    meter: Meter<'a>,
}

impl<'a, G: Game> Judge<'a, G> {
    /// Searches everything that can follow a position, and returns all verdicts.
    fn look_through(
        standing: &'a Standing<G>,
        effort: &'a Effort,
    ) -> Result<FxHashMap<G::Position, Verdict>, Unfinished> {
        let mut judge = Judge {
            game: standing.game(),
            known: FxHashMap::default(),
            meter: Meter::of(standing.size(), effort),
        };
        judge.verdict(standing.position())?;
        Ok(judge.known)
    }

    fn verdict(&mut self, position: &G::Position) -> Result<Verdict, Unfinished> {
        self.meter.enter(0)?;
        let mut best: Option<Verdict> = None;
        let mut values = Vec::new();
        for mv in self.game.moves(position) {
            let next = self.game.play_unchecked(position, &mv);
            let after = match self.known.get(&next) {
                Some(&known) => known,
                None => deeper(|| self.verdict(&next))?,
            };
            values.push(after.grundy);
            let here = Verdict { outcome: !after.outcome, distance: after.distance + 1, grundy: 0 };
            let better = best.is_none_or(|best| match (here.outcome, best.outcome) {
                (Outcome::Win, Outcome::Win) => here.distance < best.distance,
                (Outcome::Loss, Outcome::Loss) => here.distance > best.distance,
                (here, _) => here == Outcome::Win,
            });
            if better {
                best = Some(here);
            }
        }
        let best =
            best.unwrap_or(Verdict { outcome: self.game.final_outcome(position), distance: 0, grundy: 0 });
        let verdict = Verdict { grundy: mex(values), ..best };
        self.meter.remember(&mut self.known)?;
        self.known.insert(position.clone(), verdict);
        Ok(verdict)
    }
}

/// Reads the outcome from the distance of a position: even for lost ones, odd for won ones, none if the game
/// is over.
fn told_by<G: Game>(game: &G, position: &G::Position, distance: Option<u32>) -> (Outcome, u32) {
    match distance {
        Some(plies) if plies % 2 == 1 => (Outcome::Win, plies),
        Some(plies) => (Outcome::Loss, plies),
        None => (game.final_outcome(position), 0),
    }
}

/// Returns the best move of a position, given the distances of all that can follow.
pub(crate) fn best_by_distances<G: Game>(
    standing: &Standing<G>,
    distance: impl Fn(&G::Position) -> Option<u32>,
) -> Option<G::Move> {
    let game = standing.game();
    best(game, standing.position(), &|position| told_by(game, position, distance(position)))
}

/// Returns the best move of a position, given the outcome and distance of what follows.
fn best<G: Game>(
    game: &G,
    position: &G::Position,
    verdict: &impl Fn(&G::Position) -> (Outcome, u32),
) -> Option<G::Move> {
    game.moves(position).min_by_key(|mv| {
        let (outcome, plies) = verdict(&game.play_unchecked(position, mv));
        // The move itself is one ply more, for each of them.
        worth(game, position, mv, !outcome, Some(plies))
    })
}

/// Returns the smallest number that is not among the given ones, the *minimum excludant*.
///
/// By the theorem of Sprague and Grundy every position here is worth one heap of Nim: its Grundy value is the
/// mex of the values its moves lead to. It is 0 exactly for the lost positions.
///
/// ```
/// use lastbite::knowledge::mex;
/// assert_eq!(mex([0, 1, 3]), 2);
/// assert_eq!(mex([]), 0);
/// ```
#[must_use]
pub fn mex(values: impl IntoIterator<Item = u32>) -> u32 {
    let mut values: Vec<u32> = values.into_iter().collect();
    values.sort_unstable();
    values.dedup();
    values.iter().zip(0u32..).take_while(|&(&value, i)| value == i).count() as u32
}

impl From<Stopped> for Unknown {
    fn from(stopped: Stopped) -> Self {
        Unknown::because(WhyNot::Stopped(stopped))
    }
}
