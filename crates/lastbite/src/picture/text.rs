//! Trees in characters: drawn from the top down if that fits, else a line for each node.

use super::board::Boards;
use super::{chosen_line, graph_headline, has, headline, player};
use crate::game::Outcome;
use crate::layout::Drawn;
use crate::search::{Graph, Kind, Node, Tree, Way};

/// A tree or a graph in characters, all of them one column wide.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Drawing {
    /// The sentence above it.
    pub title: String,
    /// The drawing, line by line.
    pub lines: String,
    /// What its signs mean, a sentence each.
    pub keys: Vec<&'static str>,
}

/// Draws a tree for a terminal of this width, with node numbers if `numbered` is set.
#[must_use]
pub fn tree_text<G: Drawn>(tree: &Tree<G>, numbered: bool, ascii: bool, width: usize) -> Drawing {
    let flat = Flat { tree, numbered, ascii, boards: Boards::of(tree.standing()), line: chosen_line(tree) };
    let lines = flat.drawn_downwards(width).unwrap_or_else(|| flat.line_by_line(width));
    Drawing { title: headline(tree, numbered), lines, keys: flat.keys() }
}

struct Flat<'a, G: Drawn> {
    tree: &'a Tree<G>,
    numbered: bool,
    ascii: bool,
    boards: Option<Boards<'a, G>>,
    line: Vec<usize>,
}

/// Room for MAX and MIN at the left.
const MARGIN: usize = 5;

impl<G: Drawn> Flat<'_, G> {
    /// Draws boards with lines between them; nothing if that is too wide.
    fn drawn_downwards(&self, width: usize) -> Option<String> {
        let boards = self.boards.as_ref()?;
        let nodes = self.tree.nodes();
        let texts = |node: &Node<G>, place| [self.move_text(node), self.value_text(node, place)];
        let widest =
            nodes.iter().enumerate().flat_map(|(place, node)| texts(node, place)).map(|text| columns(&text));
        let slot = widest.max().unwrap_or(0).max(boards.extent().1 as usize) + 2;
        let leaves = nodes.iter().filter(|node| node.children.is_empty()).count();
        if MARGIN + slot * leaves > width {
            return None;
        }
        // As in the picture, each leaf has its own place, and every other node is above the middle of its
        // children.
        let mut middles = vec![0; nodes.len()];
        let leaf_places = nodes.iter().enumerate().filter(|(_, node)| node.children.is_empty());
        leaf_places.enumerate().for_each(|(i, (place, _))| middles[place] = MARGIN + i * slot + slot / 2);
        for (place, node) in nodes.iter().enumerate().rev() {
            if let (Some(&first), Some(&last)) = (node.children.first(), node.children.last()) {
                middles[place] = (middles[first] + middles[last]).div_ceil(2);
            }
        }
        let deepest = nodes.iter().map(|node| node.depth).max().unwrap_or(0);
        let mut lines = Vec::new();
        for depth in 0..=deepest {
            let level: Vec<usize> = (0..nodes.len()).filter(|&place| nodes[place].depth == depth).collect();
            let mut write = |text: &dyn Fn(usize) -> String| {
                let mut line = Canvas::default();
                level.iter().for_each(|&place| line.write(middles[place], &text(place)));
                lines.push(line);
            };
            if depth > 0 {
                write(&|place| self.move_text(&nodes[place]));
            }
            for row in 0..boards.extent().0 as usize {
                write(&|place| boards.lines(&nodes[place].position, self.ascii)[row].clone());
            }
            write(&|place| self.value_text(&nodes[place], place));
            if let Some(line) = lines.last_mut() {
                line.put(0, player(depth % 2 == 0));
            }
            if depth < deepest {
                lines.push(self.forks(&level, &middles));
            }
        }
        Some(lines.into_iter().map(|line| line.text() + "\n").collect())
    }

    /// Draws the lines from the nodes of a level to their children.
    fn forks(&self, level: &[usize], middles: &[usize]) -> Canvas {
        let mut line = Canvas::default();
        let nodes = self.tree.nodes();
        for &place in level {
            let children = &nodes[place].children;
            let (Some(&first), Some(&last)) = (children.first(), children.last()) else { continue };
            let here = middles[place];
            let below = |at: usize| children.iter().any(|&child| middles[child] == at);
            for at in middles[first]..=middles[last] {
                let (left, right) = (at > middles[first], at < middles[last]);
                let sign = match (at == here, below(at), left, right) {
                    _ if self.ascii && (at == here || below(at)) => {
                        if left || right {
                            "+"
                        } else {
                            "|"
                        }
                    }
                    _ if self.ascii => "-",
                    (true, true, false, false) => "│",
                    (true, true, ..) => "┼",
                    (true, false, ..) => "┴",
                    (false, true, false, _) => "┌",
                    (false, true, _, false) => "┐",
                    (false, true, ..) => "┬",
                    (false, false, ..) => "─",
                };
                line.put(at, sign);
            }
        }
        line
    }

    fn move_text(&self, node: &Node<G>) -> String {
        node.from.as_ref().map(|(_, mv)| self.tree.standing().write_move(mv)).unwrap_or_default()
    }

    /// Writes the value of a node, with its number, and a star if it is on the chosen line.
    fn value_text(&self, node: &Node<G>, place: usize) -> String {
        let star = if self.line.contains(&place) { "*" } else { "" };
        match node.kind {
            Kind::Cut => "cut".to_string(),
            Kind::Entered(number) if self.numbered => format!("{number}:{}{star}", self.worth(node)),
            Kind::Entered(_) => format!("{}{star}", self.worth(node)),
            Kind::Remembered(first) => {
                let number = self.tree.nodes()[first].number().unwrap_or_default();
                format!("={number}:{}{star}", self.worth(node))
            }
        }
    }

    fn worth(&self, node: &Node<G>) -> String {
        let worth = node.worth.map(|worth| worth.to_string()).unwrap_or_default();
        if self.ascii { worth } else { worth.replace("<=", "≤").replace(">=", "≥") }
    }

    /// Writes a line for each node, indented below its parent.
    fn line_by_line(&self, width: usize) -> String {
        let nodes = self.tree.nodes();
        let mut lines = String::new();
        // The branches that lead to a node: whether each still has more to come.
        let mut stack: Vec<(usize, Vec<bool>)> = vec![(0, vec![])];
        while let Some((place, branches)) = stack.pop() {
            let node = &nodes[place];
            let line = format!("{}{}", self.branch(&branches), self.told(node, place));
            lines += &cut(&line, width);
            lines.push('\n');
            for (i, &child) in node.children.iter().enumerate().rev() {
                let more = i + 1 < node.children.len();
                stack.push((child, branches.iter().copied().chain([more]).collect()));
            }
        }
        lines
    }

    fn branch(&self, branches: &[bool]) -> String {
        let Some((&more, before)) = branches.split_last() else { return String::new() };
        let (through, fork, end) = if self.ascii { ("| ", "|-", "`-") } else { ("│ ", "├─", "└─") };
        let before: String = before.iter().map(|&more| if more { through } else { "  " }).collect();
        format!("{before}{}", if more { fork } else { end })
    }

    fn told(&self, node: &Node<G>, place: usize) -> String {
        let arrow = if self.ascii { "->" } else { "→" };
        let from =
            if node.from.is_some() { format!("{} {arrow} ", self.move_text(node)) } else { String::new() };
        let (by, position) =
            (player(node.is_max()), self.tree.standing().game().write_position(&node.position));
        format!("{from}{by} {position} [{}]", self.value_text(node, place))
    }

    fn keys(&self) -> Vec<&'static str> {
        let mut keys = vec![
            "+1: MAX wins, -1: MIN wins. MAX takes the highest value below, MIN the lowest. * is best play by both.",
        ];
        if self.numbered {
            keys.push("Before the colon: the order in which the search visits the nodes.");
        }
        if has(self.tree, |kind| kind == Kind::Cut) {
            keys.push("cut: cut off, it cannot change the answer.");
        }
        if has(self.tree, |kind| matches!(kind, Kind::Remembered(_))) {
            keys.push("=3: remembered from node 3 and not searched again.");
        }
        keys
    }
}

/// A line of text that can be filled in any order.
#[derive(Default)]
struct Canvas(Vec<char>);

impl Canvas {
    /// Writes a text from this column on.
    fn put(&mut self, at: usize, text: &str) {
        for (i, character) in text.chars().enumerate() {
            if self.0.len() <= at + i {
                self.0.resize(at + i + 1, ' ');
            }
            self.0[at + i] = character;
        }
    }

    /// Writes a text around this column.
    fn write(&mut self, middle: usize, text: &str) {
        self.put(middle.saturating_sub(text.chars().count() / 2), text);
    }

    fn text(&self) -> String {
        self.0.iter().collect::<String>().trim_end().to_string()
    }
}

/// Writes every position once, on a line with its moves, for a terminal of this width.
#[must_use]
pub fn graph_text<G: Drawn>(graph: &Graph<G>, ascii: bool, width: usize) -> Drawing {
    let mut lines = String::new();
    let game = graph.standing().game();
    let names: Vec<String> = graph.spots().iter().map(|spot| game.write_position(&spot.position)).collect();
    let longest = names.iter().map(|name| columns(name)).max().unwrap_or(0);
    for (place, spot) in graph.spots().iter().enumerate() {
        let word = match spot.outcome {
            Some(Outcome::Win) => "won ",
            Some(Outcome::Loss) => "lost",
            None => "?   ",
        };
        let number = spot.number.map(|number| format!("{number}: ")).unwrap_or_default();
        let arrows = graph.arrows().iter().filter(|arrow| arrow.from == place);
        let moves = arrows.flat_map(|arrow| {
            let star = if graph.wins(arrow) && arrow.way != Way::Cut { "*" } else { "" };
            let (way, cut) = match arrow.way {
                Way::Followed => ("", None),
                Way::Remembered => ("=", None),
                Way::Cut => ("", Some("cut".to_string())),
            };
            cut.into_iter().chain([format!("{way}{}{star}", names[arrow.to])])
        });
        let mut moves: Vec<String> = moves.collect();
        let sign = if ascii { "->" } else { "→" };
        match moves.first() {
            None => moves.push("no move".to_string()),
            Some(_) => moves.insert(0, sign.to_string()),
        }
        let head = format!("{number}{:<longest$}  {word} ", names[place]);
        let room = width.saturating_sub(columns(&head)).max(16);
        for (i, part) in packed(&moves, room).iter().enumerate() {
            let begin = if i == 0 { head.clone() } else { " ".repeat(columns(&head)) };
            lines += &format!("{begin}{part}\n");
        }
    }
    let key = "won and lost for the player to move; * marks a winning move.";
    Drawing { title: graph_headline(graph, None), lines, keys: vec![key] }
}

/// Counts the columns of a text whose characters are all one column wide.
fn columns(text: &str) -> usize {
    text.chars().count()
}

/// Cuts a line that is too long, and marks the cut.
fn cut(line: &str, width: usize) -> String {
    if columns(line) <= width {
        return line.trim_end().to_string();
    }
    line.chars().take(width.saturating_sub(1)).chain(['~']).collect()
}

/// Packs words into as few lines as possible.
fn packed(words: &[String], room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if columns(line) + 1 + columns(word) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.clone()),
        }
    }
    lines
}
