//! A search described step by step, in words and values.

use super::named;
use crate::game::{Game, Outcome};
use crate::notation::{counted, listed};
use crate::search::{Algorithm, Node, Step, Tree, Worth};

/// Describes the steps of a search.
///
/// ```
/// use lastbite::picture::Trace;
/// use lastbite::search::Tree;
/// use lastbite::{Algorithm, Chomp, Effort, Standing};
///
/// let start = Standing::start(Chomp::new(2, 2)?);
/// let tree = Tree::grow(&start, Algorithm::Minimax, &Effort::unlimited())?;
/// let trace = Trace::of(&tree);
/// assert_eq!(trace.told(1, &tree.steps()[0]), "1. Visit node 1: 2,2 is left; MAX to move.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Trace<'a, G: Game> {
    tree: &'a Tree<G>,
}

/// A step, for programs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Traced {
    /// Which step, from 1.
    pub step: usize,
    /// What happens: `enter`, `back`, `remember`, `cut` or `leave`.
    pub event: &'static str,
    /// The number of the node, in the order of the search.
    pub node: Option<u64>,
    /// How many moves lead to it.
    pub depth: u64,
    /// Who is to move there, MAX or MIN.
    pub player: &'static str,
    /// Its position.
    pub position: String,
    /// The move that it is about.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub mv: Option<String>,
    /// What that is worth to MAX.
    pub value: Option<String>,
    /// Whether it is the best so far.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub best_so_far: Option<bool>,
    /// The move that the search picks.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub picks: Option<String>,
    /// The best that MAX has elsewhere.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub alpha: Option<i32>,
    /// The best that MIN has elsewhere.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub beta: Option<i32>,
    /// The moves that are left out.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub cut_off: Vec<String>,
}

impl<'a, G: Game> Trace<'a, G> {
    /// Describes the steps of this search.
    #[must_use]
    pub fn of(tree: &'a Tree<G>) -> Self {
        Trace { tree }
    }
}

impl<G: Game> Trace<'_, G> {
    fn node(&self, place: usize) -> &Node<G> {
        &self.tree.nodes()[place]
    }

    /// Returns the number of a node; a remembered one has the number with which it was first entered.
    fn number(&self, place: usize) -> u64 {
        match self.node(place).kind {
            crate::search::Kind::Remembered(first) => self.node(first).number().unwrap_or_default(),
            _ => self.node(place).number().unwrap_or_default(),
        }
    }

    /// Writes the move that leads to a node.
    fn mv(&self, place: usize) -> Option<String> {
        self.node(place).from.as_ref().map(|(_, mv)| self.tree.standing().write_move(mv))
    }

    fn move_text(&self, place: usize) -> String {
        self.mv(place).unwrap_or_default()
    }

    /// Writes the position of a node.
    fn position(&self, place: usize) -> String {
        self.tree.standing().game().write_position(&self.node(place).position)
    }

    /// Returns the place of the node where a step happens.
    #[must_use]
    pub fn at(step: &Step) -> usize {
        match *step {
            Step::Enter { node }
            | Step::Remember { node }
            | Step::Back { node, .. }
            | Step::Cut { node, .. }
            | Step::Leave { node } => node,
        }
    }

    /// Says what the search does, and for which position.
    #[must_use]
    pub fn opening(&self) -> String {
        let algorithm = self.tree.algorithm();
        let how = match algorithm {
            Algorithm::Minimax => {
                "MAX takes the highest value, MIN the lowest, and every line is followed to its end"
            }
            Algorithm::AlphaBeta => {
                "as minimax, but a node is left as soon as its value cannot matter: alpha is the best MAX has elsewhere, beta the best MIN has"
            }
            Algorithm::Negamax => {
                "a move wins if it leaves the opponent none that wins; the first such move is enough"
            }
            Algorithm::Memo => "as negamax, and every position that was judged is remembered",
        };
        format!("{} by {algorithm}: {how}. +1: MAX wins, -1: MIN wins.", named(self.tree.standing()))
    }

    /// Says what it found, and how many nodes that took.
    #[must_use]
    pub fn closing(&self) -> String {
        let found = self.tree.searched();
        let winner = if found.outcome == Outcome::Win {
            "MAX, who moves first, wins"
        } else {
            "MIN, who moves second, wins"
        };
        let line: Vec<String> = self.tree.line().iter().filter_map(|&place| self.mv(place)).collect();
        let line =
            if line.is_empty() { String::new() } else { format!(" Best play by both: {}.", listed(&line)) };
        format!(
            "{}, at most {} deep. {winner}.{line}",
            counted(found.nodes, "node"),
            counted(found.deepest, "move")
        )
    }

    /// Describes a step in words, beginning with its number.
    #[must_use]
    pub fn told(&self, number: usize, step: &Step) -> String {
        let place = Self::at(step);
        let node = self.node(place);
        let player = super::player(node.is_max());
        let words = match step {
            Step::Enter { .. } => {
                let left = match self.mv(place) {
                    Some(mv) => format!("the move {mv} leaves {}", self.position(place)),
                    None => format!("{} is left", self.position(place)),
                };
                let window = node
                    .window
                    .map(|(alpha, beta)| format!(" Alpha is {}, beta is {}.", bound(alpha), bound(beta)));
                format!(
                    "Visit node {}: {left}; {player} to move.{}",
                    self.number(place),
                    window.unwrap_or_default()
                )
            }
            Step::Remember { .. } => format!(
                "{} leads to {}, remembered from node {}: {}.",
                self.move_text(place),
                self.position(place),
                self.number(place),
                worth(node)
            ),
            Step::Back { child, better, .. } => {
                let (mv, value) = (self.move_text(*child), worth(self.node(*child)));
                let verdict = match (self.tree.algorithm(), better) {
                    (Algorithm::Minimax | Algorithm::AlphaBeta, true) => {
                        format!("the best for {player} so far")
                    }
                    (Algorithm::Minimax | Algorithm::AlphaBeta, false) => format!("no better for {player}"),
                    (_, true) => format!("it wins for {player}"),
                    (_, false) => format!("it does not win for {player}"),
                };
                format!("Back at node {}: {mv} is worth {value}, {verdict}.", self.number(place))
            }
            Step::Cut { rest, .. } => {
                let moves: Vec<String> = rest.iter().map(|&place| self.move_text(place)).collect();
                format!("Cut off {}: {}.", listed(&moves), self.why_cut(node, player))
            }
            Step::Leave { .. } if node.children.is_empty() => {
                let winner = super::player(node.worth.is_some_and(|worth| worth.value() > 0));
                format!("No move is left and {winner} has won: {}.", worth(node))
            }
            Step::Leave { .. } => {
                let by = node
                    .action
                    .as_ref()
                    .map(|mv| format!(", thanks to {}", self.tree.standing().write_move(mv)))
                    .unwrap_or_else(|| ", whatever is played".to_string());
                format!("Done with node {}: it is worth {}{by}.", self.number(place), worth(node))
            }
        };
        format!("{number}. {words}")
    }

    fn why_cut(&self, node: &Node<G>, player: &str) -> String {
        match (self.tree.algorithm(), node.window) {
            (Algorithm::AlphaBeta, Some((_, beta))) if node.is_max() => {
                format!("MAX has {} here, and MIN has {} elsewhere already", worth(node), bound(beta))
            }
            (Algorithm::AlphaBeta, Some((alpha, _))) => {
                format!("MIN has {} here, and MAX has {} elsewhere already", worth(node), bound(alpha))
            }
            _ => format!("one winning move is enough for {player}"),
        }
    }

    /// Returns a step as data for programs.
    #[must_use]
    pub fn written(&self, number: usize, step: &Step) -> Traced {
        let place = Self::at(step);
        let node = self.node(place);
        let written = Traced {
            step: number,
            event: "",
            node: Some(self.number(place)),
            depth: node.depth,
            player: super::player(node.is_max()),
            position: self.position(place),
            mv: self.mv(place),
            value: None,
            best_so_far: None,
            picks: None,
            alpha: None,
            beta: None,
            cut_off: vec![],
        };
        let value = |place: usize| self.node(place).worth.map(|worth| worth.to_string());
        let picked =
            |place: usize| self.node(place).action.as_ref().map(|mv| self.tree.standing().write_move(mv));
        // The ends of the scale mean that nothing is known yet.
        let finite = |bound: i32| (bound != i32::MIN && bound != i32::MAX).then_some(bound);
        match step {
            Step::Enter { .. } => {
                let window = |side: fn((i32, i32)) -> i32| node.window.map(side).and_then(finite);
                Traced { event: "enter", alpha: window(|w| w.0), beta: window(|w| w.1), ..written }
            }
            Step::Remember { node } => Traced { event: "remember", value: value(*node), ..written },
            Step::Back { child, better, .. } => Traced {
                event: "back",
                mv: self.mv(*child),
                value: value(*child),
                best_so_far: Some(*better),
                ..written
            },
            Step::Cut { rest, .. } => {
                let cut_off = rest.iter().filter_map(|&place| self.mv(place)).collect();
                Traced { event: "cut", cut_off, ..written }
            }
            Step::Leave { node } => {
                Traced { event: "leave", value: value(*node), picks: picked(*node), ..written }
            }
        }
    }
}

fn worth<G: Game>(node: &Node<G>) -> String {
    match node.worth {
        Some(Worth::Exactly(value)) => signed(value),
        Some(Worth::AtLeast(value)) => format!("at least {}", signed(value)),
        Some(Worth::AtMost(value)) => format!("at most {}", signed(value)),
        None => "not known".to_string(),
    }
}

fn bound(value: i32) -> String {
    match value {
        i32::MIN => "−infinity".to_string(),
        i32::MAX => "+infinity".to_string(),
        value => signed(value),
    }
}

/// Writes a value with its sign, which is no hyphen.
fn signed(value: i32) -> String {
    format!("{value:+}").replace('-', "−")
}
