//! The tree of a search, kept as data for pictures and explanations.

use std::fmt;

use rustc_hash::FxHashMap;

use super::{Algorithm, Meter, Observer, Searched, Unfinished, deeper};
use crate::effort::Effort;
use crate::game::{Game, Outcome, Standing};

/// The tree that a search walked: every node it entered, every position it remembered, every move it cut off.
///
/// ```
/// use lastbite::search::{Kind, Tree};
/// use lastbite::{Algorithm, Chomp, Effort, Standing};
///
/// let start = Standing::start(Chomp::new(2, 3)?);
/// let tree = Tree::grow(&start, Algorithm::AlphaBeta, &Effort::unlimited())?;
/// assert_eq!(tree.searched().nodes, 46);
/// assert_eq!(tree.root().worth.unwrap().to_string(), "+1");
/// assert!(tree.nodes().iter().any(|node| node.kind == Kind::Cut));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tree<G: Game> {
    standing: Standing<G>,
    algorithm: Algorithm,
    nodes: Vec<Node<G>>,
    searched: Searched<G::Move>,
}

/// A node of a tree: a position, how the search got there, and what it found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Node<G: Game> {
    /// The position.
    pub position: G::Position,
    /// The node above and the move that leads here; nothing for the root.
    pub from: Option<(usize, G::Move)>,
    /// How many moves lead here; MAX is to move if that is even, MIN if it is odd.
    pub depth: u64,
    /// What the search did here.
    pub kind: Kind,
    /// What it is worth to MAX, if the search found out.
    pub worth: Option<Worth>,
    /// What alpha-beta knew when it entered: the best MAX has elsewhere, and the best MIN has.
    pub window: Option<(i32, i32)>,
    /// The move that the search picks here.
    pub action: Option<G::Move>,
    /// The nodes below, in the order of the moves.
    pub children: Vec<usize>,
}

/// What a search did at a node of its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It entered the position, as the node of this number, counted from 1.
    Entered(u64),
    /// It remembered the position from the node at this place of the list.
    Remembered(usize),
    /// It did not look at the move that leads here.
    Cut,
}

/// What a node is worth to MAX: +1 if MAX wins, -1 if MIN does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// Exactly this.
    Exactly(i32),
    /// This or more: alpha-beta saw that MIN has something as good elsewhere, and looked no further.
    AtLeast(i32),
    /// This or less: alpha-beta saw that MAX has something as good elsewhere, and looked no further.
    AtMost(i32),
}

impl Worth {
    /// Returns the number that the search continues with.
    #[must_use]
    pub fn value(self) -> i32 {
        match self {
            Worth::Exactly(value) | Worth::AtLeast(value) | Worth::AtMost(value) => value,
        }
    }

    /// Says what a returned value means, given the window of the node.
    ///
    /// Nothing is above +1 and nothing below -1, so a bound at the end of the scale is the value itself.
    fn within(value: i32, (alpha, beta): (i32, i32)) -> Worth {
        match value {
            1.. if value <= alpha => Worth::AtMost(value),
            ..=-1 if value >= beta => Worth::AtLeast(value),
            _ => Worth::Exactly(value),
        }
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self {
            Worth::Exactly(value) => format!("{value:+}"),
            Worth::AtLeast(value) => format!(">={value:+}"),
            Worth::AtMost(value) => format!("<={value:+}"),
        })
    }
}

impl<G: Game> Node<G> {
    /// Says whether MAX, the player to move at the root, is to move.
    #[must_use]
    pub fn is_max(&self) -> bool {
        self.depth.is_multiple_of(2)
    }

    /// Returns the number of the node in the order of the search, if it was entered.
    #[must_use]
    pub fn number(&self) -> Option<u64> {
        match self.kind {
            Kind::Entered(number) => Some(number),
            Kind::Remembered(_) | Kind::Cut => None,
        }
    }

    /// Says who wins, from the view of the player to move here, if the search knows for certain.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.worth? {
            Worth::Exactly(value) => Some(for_mover(value, self.is_max())),
            Worth::AtLeast(_) | Worth::AtMost(_) => None,
        }
    }
}

/// Returns what an outcome of the player to move is worth to MAX.
fn to_max(outcome: Outcome, max: bool) -> i32 {
    if (outcome == Outcome::Win) == max { 1 } else { -1 }
}

/// Returns who wins, from the view of the player to move, given what it is worth to MAX.
fn for_mover(value: i32, max: bool) -> Outcome {
    if (value > 0) == max { Outcome::Win } else { Outcome::Loss }
}

impl<G: Game> Tree<G> {
    /// Grows the tree of a search, and keeps every node it enters and every move it cuts off.
    ///
    /// So set a limit of nodes in the effort: at most that many nodes are entered, each with as many moves as
    /// it has pieces.
    pub fn grow(standing: &Standing<G>, algorithm: Algorithm, effort: &Effort) -> Result<Self, Unfinished> {
        let mut grower = Grower {
            game: standing.game(),
            nodes: Vec::new(),
            path: Vec::new(),
            looked: None,
            entered: 0,
            first: FxHashMap::default(),
        };
        let searched = algorithm.search_watched(standing.game(), standing.position(), effort, &mut grower)?;
        Ok(Tree { standing: standing.clone(), algorithm, nodes: grower.nodes, searched })
    }

    /// Returns the game and the position at the root.
    pub fn standing(&self) -> &Standing<G> {
        &self.standing
    }

    /// Returns the search.
    #[must_use]
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// Returns what the search found.
    pub fn searched(&self) -> &Searched<G::Move> {
        &self.searched
    }

    /// Lists the nodes; the first is the root, and every node comes after its parent.
    pub fn nodes(&self) -> &[Node<G>] {
        &self.nodes
    }

    /// Returns the node at the top.
    pub fn root(&self) -> &Node<G> {
        &self.nodes[0]
    }

    /// Lists the nodes of the line that both sides play by this search, from the root to the end.
    ///
    /// If a search picks no move because all of them lose, the line takes the first one that it looked at. If
    /// a position was remembered, the line continues below the node it was remembered from.
    #[must_use]
    pub fn line(&self) -> Vec<usize> {
        let next = |&at: &usize| {
            let here = match self.nodes[at].kind {
                Kind::Remembered(node) => &self.nodes[node],
                Kind::Entered(_) | Kind::Cut => &self.nodes[at],
            };
            let picked = here.children.iter().find(|&&child| {
                here.action.is_none()
                    || self.nodes[child].from.as_ref().map(|(_, mv)| mv) == here.action.as_ref()
            });
            picked.copied()
        };
        std::iter::successors(Some(0), next).collect()
    }
}

/// An observer that keeps everything it sees.
struct Grower<'a, G: Game> {
    game: &'a G,
    nodes: Vec<Node<G>>,
    /// The nodes that were entered and not left, from the root down.
    path: Vec<usize>,
    looked: Option<G::Move>,
    entered: u64,
    /// Where a position was first entered.
    first: FxHashMap<G::Position, usize>,
}

impl<G: Game> Grower<'_, G> {
    fn add(&mut self, position: G::Position, mv: Option<G::Move>, kind: Kind) -> usize {
        let place = self.nodes.len();
        let from = self.path.last().copied().zip(mv);
        if let Some((above, _)) = from {
            self.nodes[above].children.push(place);
        }
        let depth = self.path.len() as u64;
        self.nodes.push(Node {
            position,
            from,
            depth,
            kind,
            worth: None,
            window: None,
            action: None,
            children: vec![],
        });
        place
    }
}

impl<G: Game> Observer<G> for Grower<'_, G> {
    fn look(&mut self, mv: &G::Move) {
        self.looked = Some(mv.clone());
    }

    fn enter(&mut self, position: &G::Position) {
        self.entered += 1;
        let mv = self.looked.take();
        let place = self.add(position.clone(), mv, Kind::Entered(self.entered));
        self.first.entry(position.clone()).or_insert(place);
        self.path.push(place);
    }

    fn window(&mut self, alpha: i32, beta: i32) {
        if let Some(&place) = self.path.last() {
            self.nodes[place].window = Some((alpha, beta));
        }
    }

    fn remember(&mut self, position: &G::Position, outcome: Outcome) {
        let mv = self.looked.take();
        let first = self.first.get(position).copied().unwrap_or_default();
        let place = self.add(position.clone(), mv, Kind::Remembered(first));
        let node = &mut self.nodes[place];
        node.worth = Some(Worth::Exactly(to_max(outcome, node.is_max())));
    }

    fn cut(&mut self, rest: &mut dyn Iterator<Item = G::Move>) {
        let Some(&above) = self.path.last() else { return };
        let position = self.nodes[above].position.clone();
        for mv in rest {
            self.add(self.game.play_unchecked(&position, &mv), Some(mv), Kind::Cut);
        }
    }

    fn leave(&mut self, outcome: Outcome, action: Option<&G::Move>) {
        let Some(place) = self.path.pop() else { return };
        let node = &mut self.nodes[place];
        node.worth =
            Some(Worth::within(to_max(outcome, node.is_max()), node.window.unwrap_or((i32::MIN, i32::MAX))));
        node.action = action.cloned();
    }
}

/// Counts the nodes of the whole game tree, which minimax visits, without walking it.
///
/// Each position is counted once and remembered, so this works where a walk would take too long. A tree with
/// more nodes than can be counted has [`u128::MAX`].
pub fn tree_size<G: Game>(standing: &Standing<G>, effort: &Effort) -> Result<u128, Unfinished> {
    struct Counter<'a, G: Game> {
        game: &'a G,
        known: FxHashMap<G::Position, u128>,
        meter: Meter<'a>,
    }
    impl<G: Game> Counter<'_, G> {
        fn count(&mut self, position: &G::Position) -> Result<u128, Unfinished> {
            if let Some(&known) = self.known.get(position) {
                return Ok(known);
            }
            self.meter.enter(0)?;
            let mut all: u128 = 1;
            for mv in self.game.moves(position) {
                let next = self.game.play_unchecked(position, &mv);
                all = all.saturating_add(deeper(|| self.count(&next))?);
            }
            self.meter.remember(&mut self.known)?;
            self.known.insert(position.clone(), all);
            Ok(all)
        }
    }
    let mut counter = Counter {
        game: standing.game(),
        known: FxHashMap::default(),
        meter: Meter::of(standing.size(), effort),
    };
    counter.count(standing.position())
}
