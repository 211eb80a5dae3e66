//! The tree of games with equal positions merged: each position once, with the moves between them.

use rustc_hash::FxHashMap;

use super::tree::{Kind, Tree};
use super::{Meter, Unfinished};
use crate::effort::Effort;
use crate::game::{Game, Outcome, Standing};

/// Positions and the moves between them, each position once.
///
/// The outcome does not depend on which player is to move, so a position is judged for the player to move,
/// without MAX and MIN.
///
/// ```
/// use lastbite::search::Graph;
/// use lastbite::{Chomp, Effort, Standing};
///
/// let graph = Graph::of(&Standing::start(Chomp::new(3, 3)?), &Effort::unlimited())?;
/// assert_eq!(graph.spots().len(), 19);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Graph<G: Game> {
    standing: Standing<G>,
    spots: Vec<Spot<G>>,
    arrows: Vec<Arrow<G::Move>>,
}

/// A position of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Spot<G: Game> {
    /// The position.
    pub position: G::Position,
    /// Who wins, from the view of the player to move; nothing if a search did not find out.
    pub outcome: Option<Outcome>,
    /// The number of the node at which a search first entered it.
    pub number: Option<u64>,
    /// How often a search entered it.
    pub entered: u64,
}

/// A move of a graph, between two places of the list of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Arrow<M> {
    /// Where it begins.
    pub from: usize,
    /// Where it leads.
    pub to: usize,
    /// The move.
    pub mv: M,
    /// Whether a search followed it, remembered what it leads to, or only cut it off.
    pub way: Way,
}

/// How a search treated a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// It never looked at it.
    Cut,
    /// It remembered where it leads.
    Remembered,
    /// It followed it.
    Followed,
}

impl<G: Game> Graph<G> {
    /// Finds every position that can follow, and who wins it; the effort's node limit bounds how many.
    pub fn of(standing: &Standing<G>, effort: &Effort) -> Result<Self, Unfinished> {
        let (game, mut meter) = (standing.game(), Meter::of(standing.size(), effort));
        let mut graph = Graph { standing: standing.clone(), spots: Vec::new(), arrows: Vec::new() };
        let mut places = FxHashMap::default();
        meter.enter(0)?;
        graph.spot(&mut places, standing.position());
        let mut at = 0;
        while at < graph.spots.len() {
            let position = graph.spots[at].position.clone();
            for mv in game.moves(&position) {
                let found = graph.spots.len();
                let to = graph.spot(&mut places, &game.play_unchecked(&position, &mv));
                if graph.spots.len() > found {
                    meter.enter(0)?;
                }
                graph.arrows.push(Arrow { from: at, to, mv, way: Way::Followed });
            }
            at += 1;
        }
        graph.judge();
        Ok(graph)
    }

    /// Merges the equal positions of a search's tree.
    #[must_use]
    pub fn merged(tree: &Tree<G>) -> Self {
        let mut graph = Graph { standing: tree.standing().clone(), spots: Vec::new(), arrows: Vec::new() };
        let mut places = FxHashMap::default();
        let mut drawn: FxHashMap<(usize, usize, G::Move), usize> = FxHashMap::default();
        for node in tree.nodes() {
            let to = graph.spot(&mut places, &node.position);
            let spot = &mut graph.spots[to];
            spot.outcome = spot.outcome.or_else(|| node.outcome());
            spot.number = spot.number.or_else(|| node.number());
            spot.entered += u64::from(node.number().is_some());
            let Some((above, mv)) = node.from.clone() else { continue };
            let from = graph.spot(&mut places, &tree.nodes()[above].position);
            let way = match node.kind {
                Kind::Entered(_) => Way::Followed,
                Kind::Remembered(_) => Way::Remembered,
                Kind::Cut => Way::Cut,
            };
            let arrow = *drawn.entry((from, to, mv.clone())).or_insert_with(|| {
                graph.arrows.push(Arrow { from, to, mv, way });
                graph.arrows.len() - 1
            });
            graph.arrows[arrow].way = graph.arrows[arrow].way.max(way);
        }
        graph
    }

    /// Returns the game and the first position.
    pub fn standing(&self) -> &Standing<G> {
        &self.standing
    }

    /// Lists the positions, beginning with the first position.
    pub fn spots(&self) -> &[Spot<G>] {
        &self.spots
    }

    /// Lists the moves between them.
    pub fn arrows(&self) -> &[Arrow<G::Move>] {
        &self.arrows
    }

    /// Says whether a move is known to win: what it leads to is lost.
    #[must_use]
    pub fn wins(&self, arrow: &Arrow<G::Move>) -> bool {
        self.spots[arrow.to].outcome == Some(Outcome::Loss)
    }

    /// Finds the place of a position, or adds one.
    fn spot(&mut self, places: &mut FxHashMap<G::Position, usize>, position: &G::Position) -> usize {
        *places.entry(position.clone()).or_insert_with(|| {
            let position = position.clone();
            self.spots.push(Spot { position, outcome: None, number: None, entered: 0 });
            self.spots.len() - 1
        })
    }

    /// Judges every position, the smallest first: every move makes the position smaller.
    fn judge(&mut self) {
        let game = self.standing.game().clone();
        let mut leads: Vec<Vec<usize>> = vec![vec![]; self.spots.len()];
        self.arrows.iter().for_each(|arrow| leads[arrow.from].push(arrow.to));
        let mut order: Vec<usize> = (0..self.spots.len()).collect();
        order.sort_by_key(|&at| game.size(&self.spots[at].position));
        for at in order {
            let outcome = match leads[at].as_slice() {
                [] => game.final_outcome(&self.spots[at].position),
                all if all.iter().any(|&to| self.spots[to].outcome == Some(Outcome::Loss)) => Outcome::Win,
                _ => Outcome::Loss,
            };
            self.spots[at].outcome = Some(outcome);
        }
    }
}
