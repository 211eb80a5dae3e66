//! A tree as a picture: MAX in a house with its roof at the top, MIN in one upside down, values below the
//! boards.

use super::board::Small;
use super::svg::Svg;
use super::{chosen_line, has, headline, named, player};
use crate::layout::Drawn;
use crate::search::{Algorithm, Kind, Node, Tree};

/// The style of boards, frames and lines in all pictures. Colour never says anything that a shape or a word
/// does not.
pub(super) const STYLE: &str = "\
text{font-family:Helvetica,Arial,sans-serif;font-size:10px;text-anchor:middle;fill:#222}
.title{font-size:15px;font-weight:bold;text-anchor:start}
.key{font-size:11px;text-anchor:start;fill:#444}
.level{font-size:12px;font-weight:bold;text-anchor:start}
.value{font-size:12px;font-weight:bold}
.leaf{font-size:12px;font-weight:bold;fill:#fff}
.badge{fill:#333}
.number{font-size:9px;fill:#666}
.left{text-anchor:end}
.move{font-size:9px;fill:#333}
.paper{fill:#fff}
.max{fill:#e7f0fb;stroke:#2b5fa8;stroke-width:1.2px}
.min{fill:#fcebe4;stroke:#a8442b;stroke-width:1.2px}
.chosen{stroke-width:3px}
.cut{fill:#fff;stroke:#999;stroke-dasharray:4 3}
.known{fill:#fff;stroke:#555;stroke-dasharray:1 3;stroke-linecap:round}
.known.chosen{stroke-width:2px;stroke-dasharray:1 4}
.edge{fill:none;stroke:#888;stroke-width:1px}
.best{fill:none;stroke:#222;stroke-width:3px}
.gap{fill:none;stroke:#999;stroke-width:1px;stroke-dasharray:4 3}
.again{fill:none;stroke:#555;stroke-width:1.2px;stroke-dasharray:1 3;stroke-linecap:round}
.bold{stroke:#222;stroke-width:3px;stroke-dasharray:1 5}
.snip{fill:none;stroke:#c00;stroke-width:1.5px}
.square{fill:#8a5a33;stroke:#fff;stroke-width:1px}
.stone{fill:#777}
.poison{fill:#000;stroke:#fff;stroke-width:1px}
.gone{fill:none;stroke:#ccc;stroke-width:.6px}
.link{stroke:#bbb;stroke-width:1px}
.won{fill:#eef6ea;stroke:#3f7a2c;stroke-width:1.2px}
.lost{fill:#fff;stroke:#222;stroke-width:1.2px}
";

/// The space between a frame and its board.
const PAD: f64 = 5.0;
/// The height of the roof of a frame.
const ROOF: f64 = 9.0;
/// The height of the line with the value.
const VALUE: f64 = 15.0;
/// The space between neighbouring frames.
const GAP: f64 = 12.0;
/// The space between levels.
const FALL: f64 = 44.0;
/// Room for the names of the levels.
const MARGIN: f64 = 62.0;
/// Room for the title.
const TOP: f64 = 40.0;
/// A picture is never narrower, so that its key fits.
const NARROWEST: f64 = 560.0;

/// Draws a tree, with node numbers if `numbered` is set.
#[must_use]
pub fn tree_svg<G: Drawn>(tree: &Tree<G>, numbered: bool) -> String {
    let small = Small::new(tree.standing());
    let mut picture = Picture { tree, numbered, followed: false, middles: vec![], small };
    picture.middles = picture.placed();
    picture.drawn()
}

/// Draws a tree to follow step by step: every node is a group `node-3` and the line to it a group `way-3`,
/// numbered by its place in the tree.
#[must_use]
pub fn followed_tree_svg<G: Drawn>(tree: &Tree<G>) -> String {
    let small = Small::new(tree.standing());
    let mut picture = Picture { tree, numbered: true, followed: true, middles: vec![], small };
    picture.middles = picture.placed();
    picture.drawn()
}

struct Picture<'a, G: Drawn> {
    tree: &'a Tree<G>,
    numbered: bool,
    /// Whether the parts have names, so that they can be shown one after another.
    followed: bool,
    small: Small<'a, G>,
    /// The middle of every node.
    middles: Vec<f64>,
}

impl<G: Drawn> Picture<'_, G> {
    /// Places the nodes from left to right: every leaf gets its own place, every other node the middle of its
    /// children.
    fn placed(&self) -> Vec<f64> {
        let nodes = self.tree.nodes();
        let longest = nodes.iter().filter_map(|node| self.number(node)).map(|number| number.chars().count());
        // The number is to the left of its frame.
        let number = longest.max().unwrap_or(0) as f64 * 5.0;
        let slot = self.frame().0 + GAP + number;
        let mut middles = vec![0.0; nodes.len()];
        // Nodes are in the order of the search, so leaves come from left to right, and children after their
        // parents.
        let leaves = nodes.iter().enumerate().filter(|(_, node)| node.children.is_empty());
        for (leaf, (place, _)) in leaves.enumerate() {
            middles[place] = MARGIN + number + slot * leaf as f64 + self.frame().0 / 2.0;
        }
        for (place, node) in nodes.iter().enumerate().rev() {
            if let (Some(&first), Some(&last)) = (node.children.first(), node.children.last()) {
                middles[place] = (middles[first] + middles[last]) / 2.0;
            }
        }
        middles
    }

    fn frame(&self) -> (f64, f64) {
        ((self.small.width + 2.0 * PAD).max(30.0), ROOF + self.small.height + 2.0 * PAD + VALUE)
    }

    fn top(&self, node: &Node<G>) -> f64 {
        TOP + node.depth as f64 * (self.frame().1 + FALL)
    }

    fn drawn(&self) -> String {
        let mut svg = Svg::new(1);
        // When the search is followed step by step, the title must not give the result away.
        let title = match self.followed {
            true => format!("{} by {}", named(self.tree.standing()), self.tree.algorithm()),
            false => headline(self.tree, self.numbered),
        };
        svg.text("title", (12.0, 22.0), &title);
        let line = chosen_line(self.tree);
        let chosen = |place: usize| line.contains(&place);
        self.levels(&mut svg);
        // Thin lines first, so that the chosen line is on top.
        for wanted in [false, true] {
            for (place, node) in self.tree.nodes().iter().enumerate() {
                if chosen(place) == wanted {
                    self.group(&mut svg, "way", place, |svg| self.edge(svg, place, node, wanted));
                }
            }
        }
        for (place, node) in self.tree.nodes().iter().enumerate() {
            self.group(&mut svg, "node", place, |svg| self.node(svg, place, node, chosen(place)));
        }
        let deepest = self.tree.nodes().iter().map(|node| self.top(node)).fold(0.0, f64::max);
        let bottom = deepest + self.frame().1;
        let rightmost = self.middles.iter().copied().fold(0.0, f64::max) + self.frame().0 / 2.0 + 16.0;
        let keys = self.keys();
        for (key, n) in keys.iter().zip(1..) {
            svg.text("key", (12.0, bottom + 14.0 + f64::from(n) * 15.0), key);
        }
        let height = bottom + 14.0 + keys.len() as f64 * 15.0 + 14.0;
        svg.finish_styled((rightmost.max(NARROWEST), height), &title, STYLE)
    }

    /// Puts a drawing into a named group, if the tree is to be followed.
    fn group(&self, svg: &mut Svg, what: &str, place: usize, draw: impl FnOnce(&mut Svg)) {
        match self.followed {
            true => svg.group(&format!("{what}-{place}"), draw),
            false => draw(svg),
        }
    }

    /// Names the levels at the left.
    fn levels(&self, svg: &mut Svg) {
        let mut depths: Vec<&Node<G>> = self.tree.nodes().iter().collect();
        depths.sort_by_key(|node| node.depth);
        depths.dedup_by_key(|node| node.depth);
        for node in depths {
            let middle = self.top(node) + self.frame().1 / 2.0;
            let (tip, base) = if node.is_max() { (-5.0, 4.0) } else { (5.0, -4.0) };
            let corners = [(18.0, middle + tip), (12.0, middle + base), (24.0, middle + base)];
            svg.polygon(if node.is_max() { "max" } else { "min" }, &corners);
            svg.text("level", (28.0, middle + 4.0), player(node.is_max()));
        }
    }

    fn edge(&self, svg: &mut Svg, place: usize, node: &Node<G>, chosen: bool) {
        let Some((above, _)) = node.from.clone() else { return };
        let parent = &self.tree.nodes()[above];
        let from = (self.middles[above], self.top(parent) + self.frame().1);
        // The tip of the roof, or the edge of a frame with its roof at the bottom.
        let to = (self.middles[place], self.top(node));
        let class = match node.kind {
            _ if chosen => "best",
            Kind::Entered(_) => "edge",
            Kind::Remembered(_) => "again",
            Kind::Cut => "gap",
        };
        svg.polyline(class, &[from, to]);
        if node.kind == Kind::Cut {
            let at = |share: f64| (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
            let (x, y) = at(0.5);
            svg.polyline("snip", &[(x - 5.0, y - 1.0), (x + 5.0, y - 4.0)]);
            svg.polyline("snip", &[(x - 5.0, y + 3.0), (x + 5.0, y)]);
        }
    }

    fn node(&self, svg: &mut Svg, place: usize, node: &Node<G>, chosen: bool) {
        let ((width, height), x, y) = (self.frame(), self.middles[place], self.top(node));
        let (left, right) = (x - width / 2.0, x + width / 2.0);
        let class = match (node.kind, node.is_max()) {
            (Kind::Cut, _) => "cut",
            (Kind::Remembered(_), _) => "known",
            (Kind::Entered(_), true) => "max",
            (Kind::Entered(_), false) => "min",
        };
        let class = if chosen { format!("{class} chosen") } else { class.to_string() };
        // MAX: the roof at the top. MIN: the same upside down.
        let (corners, board) = if node.is_max() {
            let eaves = y + ROOF;
            ([(x, y), (right, eaves), (right, y + height), (left, y + height), (left, eaves)], eaves + PAD)
        } else {
            let eaves = y + height - ROOF;
            ([(left, y), (right, y), (right, eaves), (x, y + height), (left, eaves)], y + PAD)
        };
        svg.polygon(class.as_str(), &corners);
        self.small.draw(svg, &node.position, (x, board));
        let value = board + self.small.height;
        let leaf = node.children.is_empty() && matches!(node.kind, Kind::Entered(_));
        match (&node.worth, node.kind) {
            (Some(worth), _) if leaf => {
                svg.rounded("badge", (x - 11.0, value + 2.5), (22.0, 14.0), 2.0);
                svg.text("leaf", (x, value + 13.5), &signed(&worth.to_string()));
            }
            (Some(worth), _) => svg.text("value", (x, value + 14.0), &signed(&worth.to_string())),
            (None, _) => svg.text("number", (x, value + 13.0), "cut"),
        }
        if let Some(number) = self.number(node) {
            svg.text("number left", (left - 3.0, y + ROOF + 3.0), &number);
        }
        if let Some((_, mv)) = &node.from {
            let text = self.tree.standing().write_move(mv);
            let width = text.chars().count() as f64 * 4.6;
            svg.rect("paper", (x - width / 2.0 - 1.0, y - 15.0), (width + 2.0, 11.0));
            svg.text("move", (x, y - 6.5), &text);
        }
    }

    /// Returns the number of a node, or of the node it was remembered from.
    fn number(&self, node: &Node<G>) -> Option<String> {
        match node.kind {
            Kind::Entered(number) => self.numbered.then(|| number.to_string()),
            Kind::Remembered(first) => self.tree.nodes()[first].number().map(|number| format!("= {number}")),
            Kind::Cut => None,
        }
    }

    /// Explains the signs in this picture.
    fn keys(&self) -> Vec<String> {
        let mut keys = vec![
            "Pointing up: MAX moves and takes the highest value. Pointing down: MIN moves and takes the lowest."
                .to_string(),
            "+1: MAX wins, −1: MIN wins; white on black where the game is over. Thick: best play by both."
                .to_string(),
        ];
        if self.numbered {
            keys.push("Small numbers: the order in which the search visits the nodes.".to_string());
        }
        if has(self.tree, |kind| kind == Kind::Cut) {
            keys.push("Dashed, with a red double stroke: cut off, it cannot change the answer.".to_string());
        }
        if has(self.tree, |kind| matches!(kind, Kind::Remembered(_))) {
            keys.push("Dotted, = 3: remembered from node 3 and not searched again.".to_string());
        }
        if self.tree.algorithm() == Algorithm::AlphaBeta
            && self.tree.nodes().iter().any(|node| node.worth.is_some() && node.outcome().is_none())
        {
            keys.push("≤ and ≥: the search left before it knew the exact value.".to_string());
        }
        keys
    }
}

/// Writes a value with a proper minus sign.
fn signed(value: &str) -> String {
    value.replace("<=", "≤").replace(">=", "≥").replace('-', "−")
}
