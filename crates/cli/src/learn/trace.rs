//! `lastbite trace 2x2 --search alphabeta`: a search step by step, in words and values.

use std::io::{self, Write, stdout};

use clap::Args;
use lastbite::notation::{counted, grouped, listed};
use lastbite::search::{Node, Step, Tree, Worth};
use lastbite::{Algorithm, AnyGame, Effort, Game, Outcome, picture};
use serde::Serialize;

use crate::learn::tree;
use crate::manners::names::{SEARCHES, one_of};
use crate::manners::position::PositionArgs;
use crate::manners::prompt::{Console, Stop};
use crate::manners::style::{Look, LookArgs};
use crate::play::command::Command;

const EXAMPLES: &str = "\
Examples:
  lastbite trace 2x2 --search minimax          Enter: the next step, quit: stop
  lastbite trace 2x3 --search alphabeta --all  everything at once
  lastbite trace 2x3 --search memo --json      a JSON object a line

The nodes have the numbers of lastbite tree with the same --search.";

/// Follow a search step by step: what it enters, backs up, cuts off and remembers
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct TraceArgs {
    #[command(flatten)]
    standing: PositionArgs,
    /// The search: minimax, alphabeta, negamax or memo
    #[arg(long, default_value = "minimax", value_parser = one_of::<Algorithm>(SEARCHES), hide_possible_values = true)]
    search: Algorithm,
    /// Print every step without waiting for Enter
    #[arg(long)]
    all: bool,
    /// Print every step as a JSON object in a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    look: LookArgs,
}

/// The most nodes whose steps are kept.
const MOST: u64 = 100_000;

/// Follows the search.
pub fn run(args: &TraceArgs) -> Result<(), Stop> {
    let standing = args.standing.standing()?;
    let most = tree::affordable(&standing, MOST);
    let tree = Tree::grow(&standing, args.search, &Effort::unlimited().nodes(most)).map_err(|_| {
        Stop::refuse(format!(
            "{} visits more than {} nodes of {}, and nobody follows that; try a smaller game or another --search",
            args.search,
            grouped(most),
            standing.game()
        ))
    })?;
    let trace = Trace { tree: &tree };
    let steps = tree.steps();
    if args.json {
        let mut out = stdout().lock();
        for (number, step) in (1..).zip(&steps) {
            writeln!(
                out,
                "{}",
                serde_json::to_string(&trace.written(number, step)).map_err(io::Error::from)?
            )?;
        }
        return Ok(out.flush()?);
    }
    let mut console = Console::open(Look::from(args.look));
    let waits = console.is_terminal() && !args.all;
    console.say(&trace.opening())?;
    if waits {
        console.say("Enter: the next step. quit: stop here. --all prints every step at once.")?;
    }
    for (number, step) in (1..).zip(&steps) {
        let indent = trace.indent(step, console.dimensions().0);
        console.say(&format!("{indent}{}", trace.told(number, step)))?;
        if waits && number < steps.len() {
            match console.ask("") {
                // Whoever ends the input has seen enough.
                Err(Stop::EndOfInput) => return Ok(()),
                answer => match Command::parse(&answer?) {
                    Some(Ok(Command::Quit)) => return Ok(()),
                    _ => continue,
                },
            }
        }
    }
    console.say(&trace.closing())
}

struct Trace<'a> {
    tree: &'a Tree<AnyGame>,
}

/// A step as `--json` prints it.
#[derive(Serialize)]
struct Written {
    step: usize,
    event: &'static str,
    node: Option<u64>,
    depth: u64,
    player: &'static str,
    position: String,
    #[serde(rename = "move")]
    mv: Option<String>,
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best_so_far: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    picks: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    alpha: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    beta: Option<i32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cut_off: Vec<String>,
}

impl Trace<'_> {
    fn node(&self, place: usize) -> &Node<AnyGame> {
        &self.tree.nodes()[place]
    }

    /// Names a node by its number, or what was remembered by the number it was first entered with.
    fn number(&self, place: usize) -> u64 {
        match self.node(place).kind {
            lastbite::search::Kind::Remembered(first) => self.node(first).number().unwrap_or_default(),
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

    /// Where a step happens.
    fn at(step: &Step) -> usize {
        match *step {
            Step::Enter { node }
            | Step::Remember { node }
            | Step::Back { node, .. }
            | Step::Cut { node, .. }
            | Step::Leave { node } => node,
        }
    }

    /// Deeper steps stand further in, as far as there is room.
    fn indent(&self, step: &Step, width: usize) -> String {
        let depth = self.node(Self::at(step)).depth as usize;
        " ".repeat((2 * depth).min(width / 3))
    }

    fn opening(&self) -> String {
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
        format!("{} by {algorithm}: {how}. +1: MAX wins, -1: MIN wins.", picture::named(self.tree.standing()))
    }

    fn closing(&self) -> String {
        let found = self.tree.searched();
        let winner = if found.outcome == Outcome::Win {
            "MAX, who moves first, wins"
        } else {
            "MIN, who moves second, wins"
        };
        let line: Vec<String> = self.tree.line().iter().filter_map(|&place| self.mv(place)).collect();
        let line =
            if line.is_empty() { String::new() } else { format!(" The chosen line: {}.", listed(&line)) };
        format!(
            "{}, at most {} deep. {winner}.{line}",
            counted(found.nodes, "node"),
            counted(found.deepest, "move")
        )
    }

    fn told(&self, number: usize, step: &Step) -> String {
        let place = Self::at(step);
        let node = self.node(place);
        let player = picture::player(node.is_max());
        let words = match step {
            Step::Enter { .. } => {
                let by = self.mv(place).map(|mv| format!(" by {mv}")).unwrap_or_default();
                let window = node
                    .window
                    .map(|(alpha, beta)| format!(" Alpha is {}, beta is {}.", bound(alpha), bound(beta)));
                format!(
                    "Enter node {}{by}: {}, {player} to move.{}",
                    self.number(place),
                    self.position(place),
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
                let winner = picture::player(node.worth.is_some_and(|worth| worth.value() > 0));
                format!("No move is left and {winner} has won: {}.", worth(node))
            }
            Step::Leave { .. } => {
                let by = node
                    .action
                    .as_ref()
                    .map(|mv| format!(", by {}", self.tree.standing().write_move(mv)))
                    .unwrap_or_else(|| ", whatever is played".to_string());
                format!("Leave node {}, worth {}{by}.", self.number(place), worth(node))
            }
        };
        format!("{number}. {words}")
    }

    fn why_cut(&self, node: &Node<AnyGame>, player: &str) -> String {
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

    fn written(&self, number: usize, step: &Step) -> Written {
        let place = Self::at(step);
        let node = self.node(place);
        let written = Written {
            step: number,
            event: "",
            node: Some(self.number(place)),
            depth: node.depth,
            player: picture::player(node.is_max()),
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
        // The ends of the scale are not numbers that anybody has.
        let finite = |bound: i32| (bound != i32::MIN && bound != i32::MAX).then_some(bound);
        match step {
            Step::Enter { .. } => {
                let window = |side: fn((i32, i32)) -> i32| node.window.map(side).and_then(finite);
                Written { event: "enter", alpha: window(|w| w.0), beta: window(|w| w.1), ..written }
            }
            Step::Remember { node } => Written { event: "remember", value: value(*node), ..written },
            Step::Back { child, better, .. } => Written {
                event: "back",
                mv: self.mv(*child),
                value: value(*child),
                best_so_far: Some(*better),
                ..written
            },
            Step::Cut { rest, .. } => {
                let cut_off = rest.iter().filter_map(|&place| self.mv(place)).collect();
                Written { event: "cut", cut_off, ..written }
            }
            Step::Leave { node } => {
                Written { event: "leave", value: value(*node), picks: picked(*node), ..written }
            }
        }
    }
}

fn worth(node: &Node<AnyGame>) -> String {
    match node.worth {
        Some(Worth::Exactly(value)) => format!("{value:+}"),
        Some(Worth::AtLeast(value)) => format!("at least {value:+}"),
        Some(Worth::AtMost(value)) => format!("at most {value:+}"),
        None => "not known".to_string(),
    }
}

fn bound(value: i32) -> String {
    match value {
        i32::MIN => "-infinity".to_string(),
        i32::MAX => "+infinity".to_string(),
        value => format!("{value:+}"),
    }
}
