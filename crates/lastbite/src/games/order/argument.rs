//! Why a position of a game on an order is won or lost, in words for a pupil: what
//! [`theorems`](super::theorems) knows, with its proof.

use super::elements::Elements;
use super::flat::Flat;
use super::forest::Forest;
use super::kind::Kind;
use super::mirror::mirror;
use super::rules::{Element, Order};
use super::theorems::OrderReason;
use super::whole::TwoByTwo;
use crate::argument::{Argument, Paragraph};
use crate::game::Game;
use crate::notation::counted;
use crate::theory::{Theorem, Theory};

/// Explains the rule that decides a position, if one does.
pub(super) fn argument(order: &Order, left: &Elements) -> Option<Argument> {
    Some(match order.theorem(left)? {
        Theorem::Lost(OrderReason::NothingLeft) => {
            Argument::new("nothing left", "Nothing is left. The other player took the last piece, and has won.")
        }
        Theorem::Lost(OrderReason::OnlyPoison) => Argument::new("the poison alone", only_poison(order)),
        Theorem::Lost(OrderReason::Forest { .. }) => forest(order, left, None)?,
        Theorem::Lost(OrderReason::OneLonger { shorter }) => one_longer(order, left, shorter),
        Theorem::Lost(OrderReason::BoxWithoutLastCube | OrderReason::ColumnsAddUp) => {
            four_columns(order, left)
        }
        Theorem::Lost(OrderReason::Mirror) => folded(order, left),
        Theorem::Won(Some(element)) => winning(order, left, element),
        Theorem::Won(None) if order.is_on(left) && !order.is_over(left) => strategy_stealing(order, left),
        Theorem::Won(None) => {
            Argument::new("the poison is taken", "The player who moved last took the poison, and has lost.")
        }
    })
}

impl Order {
    /// Words a move as an instruction: `Bite 2,3,1`.
    fn do_it(&self, element: Element) -> String {
        let name = self.name(element);
        match self.kind() {
            Kind::Box(_) => format!("Bite {name}"),
            Kind::Divisors(_) => format!("Name {name}"),
            Kind::Tree(_) => format!("Cut node {name}"),
            Kind::Subsets { .. } | Kind::Named(_) => format!("Take {name}"),
        }
    }

    /// Says what happens to the side without a move.
    fn runs_out(&self) -> &'static str {
        match self.kind() {
            Kind::Box(_) => "runs out of cubes and must eat the poison",
            Kind::Divisors(_) => "runs out of divisors and must name 1",
            _ => "runs out of pieces",
        }
    }
}

fn only_poison(order: &Order) -> String {
    match order.kind() {
        Kind::Divisors(_) => "Only 1 is left, and whoever names it has lost.".to_string(),
        _ => "Nothing is left but the poison. Whoever is to move must eat it.".to_string(),
    }
}

/// Explains a winning move, and the rule that decides what it leaves.
fn winning(order: &Order, left: &Elements, element: Element) -> Argument {
    let edible = order.edible(left);
    let do_it = order.do_it(element);
    if order.finite().least_in(&edible) == Some(element.number()) {
        let rest = if order.poison().is_some() { "Only the poison is left" } else { "Nothing is left" };
        return Argument::new(
            "the lowest piece",
            format!(
                "Everything that is left is above {} and goes with it. {do_it}. {rest} for your opponent.",
                order.name(element)
            ),
        );
    }
    if let Some(told) = forest(order, left, Some(element)) {
        return told;
    }
    let after = order.play_unchecked(left, &element);
    let decided = argument(order, &after);
    let rule = match TwoByTwo::of(order) {
        Some(_) => "four columns",
        None => "a bar of chocolate",
    };
    let mut told = vec![Paragraph::Text(format!("{}{do_it}.", in_disguise(order, left)))];
    if let Some(decided) = decided {
        told.push(Paragraph::Text(format!("Then your opponent has lost, by this rule: {}.", decided.rule)));
        told.extend(decided.told);
    }
    Argument { rule, told }
}

/// Says which bar is left, if it is one by another name.
fn in_disguise(order: &Order, left: &Elements) -> String {
    match (order.kind(), Flat::of(order, left)) {
        (Kind::Divisors(_), Some(flat)) => {
            let rows = flat.rows(left);
            format!(
                "What is left is a bar of chocolate in disguise, {}x{}: one step down multiplies by one prime, one step to the \
                 right by another. ",
                rows.rows(),
                rows.cols()
            )
        }
        _ => String::new(),
    }
}

/// Explains trees by their values, the exclusive or, and why it decides; nothing if something else is left.
fn forest(order: &Order, left: &Elements, winning: Option<Element>) -> Option<Argument> {
    let edible = order.edible(left);
    let forest = Forest::of(order.finite(), &edible)?;
    let roots: Vec<(usize, u32)> = forest.roots().collect();
    let sum = forest.value();
    let is_nim = roots.iter().all(|&(root, value)| {
        order.finite().above(root).shared_len(&edible) == value as usize && is_chain(order, &edible, root)
    });
    let widest = roots.iter().map(|&(root, _)| order.name(root.into()).len()).max().unwrap_or(0);
    let what = if is_nim { "chain" } else { "tree" };
    let mut lines = String::new();
    for &(root, value) in roots.iter().take(MOST_LINES) {
        lines += &format!("    {what} from {:<widest$}  {value}\n", order.name(root.into()));
    }
    if roots.len() > MOST_LINES {
        lines += &format!("    and {} more\n", roots.len() - MOST_LINES);
    }
    lines += &format!("    exclusive or: {sum}\n");
    let left = match order.kind() {
        Kind::Divisors(_) => "Besides the 1, what is left are",
        Kind::Box(_) => "Besides the poison, what is left are",
        _ => "What is left are",
    };
    let opening = if is_nim {
        "chains that have nothing to do with each other: heaps of stones. Taking a piece takes all above it, so \
         a chain of five is a heap of five. Write their lengths in binary and count the ones of each column: that is their \
         exclusive or."
    } else {
        "trees: nothing is directly above two pieces. A tree is worth one more than the exclusive or of the \
         branches on its root, and a single piece is worth 1."
    };
    let ending = match winning {
        None => "It is 0. Whoever is to move has lost.".to_string(),
        Some(element) => format!("It is {sum}, not 0. {}: that makes it 0.", order.do_it(element)),
    };
    let why = format!(
        "Why: trees are heaps of stones in disguise, each of as many stones as it is worth. A move changes \
         one of them, so it spoils an exclusive or of 0, and from any other value some move makes it 0. The \
         side that faces 0 every time {} in the end.",
        order.runs_out()
    );
    Some(Argument {
        rule: if is_nim { "the exclusive or of chains" } else { "the exclusive or of trees" },
        told: vec![
            Paragraph::Text(format!("{left} {opening}")),
            Paragraph::Figure(lines),
            Paragraph::Text(ending),
            Paragraph::Text(why),
        ],
    })
}

/// The most lines of a figure.
const MOST_LINES: usize = 16;

fn is_chain(order: &Order, edible: &Elements, root: usize) -> bool {
    let mut here = root;
    loop {
        let mut next = order.finite().over(here).iter().filter(|&&over| edible.has(over));
        match (next.next(), next.next()) {
            (Some(&only), None) => here = only,
            (None, _) => return true,
            _ => return false,
        }
    }
}

fn one_longer(order: &Order, left: &Elements, shorter: u32) -> Argument {
    let longer = u64::from(shorter) + 1;
    let disguise = in_disguise(order, left);
    let rows = if disguise.is_empty() { "Two rows are left" } else { "Two rows of it are left" };
    Argument::new(
        "two rows",
        format!(
            "{disguise}{rows}, {longer} and {shorter} long. If the one with the poison is exactly one longer, \
             whoever is to move has lost: every move spoils that, and the opponent can restore it."
        ),
    )
    .then(Paragraph::Text(format!(
        "Why: if the shorter row is cut, cut the other so that it is one longer again. If the longer row is cut, both become \
         equal; take the last piece of the shorter one. That can always be done, until the player who must move {}.",
        order.runs_out()
    )))
}

/// Explains a box of four columns, whose lost positions are all known.
fn four_columns(order: &Order, left: &Elements) -> Argument {
    let [h, a, b, c] = TwoByTwo::of(order).map_or([0; 4], |columns| columns.heights(left));
    let which = if a == h {
        format!("all but the far one are {h} high, and the far one is one lower")
    } else {
        format!(
            "{a} + {b} is one less than {h}, and the far one, {c}, is as low as the lower of the two next to the poison's"
        )
    };
    Argument::new(
        "four columns",
        format!(
            "Four columns are left: the poison's is {h} high, the two next to it {a} and {b}, the far one {c}. Here {which}. Whoever \
             is to move has lost."
        ),
    )
    .then(Paragraph::Text(
        "Why: these are the two kinds of lost positions: the first three equally high and the far one lower \
         by one; or the two next to the poison's together one lower than it, and the far one as low as the \
         lower of them. No move leads from one such position to another, and from every other position some \
         move leads to one."
            .to_string(),
    ))
}

/// Explains a position that can be folded, every piece onto its image.
fn folded(order: &Order, left: &Elements) -> Argument {
    let images = mirror(order.finite(), &order.edible(left)).unwrap_or_default();
    let pairs: Vec<(&str, &str)> = images
        .iter()
        .filter(|(one, other)| one < other)
        .map(|&(one, other)| (order.name(one.into()), order.name(other.into())))
        .collect();
    let widest = pairs.iter().map(|(one, _)| one.len()).max().unwrap_or(0);
    let mut lines = String::new();
    for (one, other) in pairs.iter().take(MOST_LINES) {
        lines += &format!("    {one:<widest$}  and  {other}\n");
    }
    if pairs.len() > MOST_LINES {
        lines += &format!("    and {} more\n", counted((pairs.len() - MOST_LINES) as u64, "pair"));
    }
    Argument {
        rule: "the mirror",
        told: vec![
            Paragraph::Text(
                "What is left has two sides that mirror each other. Every piece has an image in the other half, and neither of the two is \
                 above the other:"
                    .to_string(),
            ),
            Paragraph::Figure(lines),
            Paragraph::Text(format!(
                "Whoever is to move has lost. The opponent answers every move with its image. The image is \
                 always there, because a move takes only what is above it, and its image is not. So the \
                 player who moves first {}.",
                order.runs_out()
            )),
        ],
    }
}

/// Explains a position with one piece above all others: won, by a proof that does not say how.
fn strategy_stealing(order: &Order, left: &Elements) -> Argument {
    let greatest = order.finite().greatest_in(&order.edible(left));
    let top = greatest.map_or(String::new(), |top| order.named(top.into()));
    Argument::new(
        "strategy stealing",
        format!(
            "The {top} is above all others, so every move takes it too. Suppose that taking it alone does not win. Then the other \
             side has an answer that does. But that answer takes it as well, so it could have been your first move, and leaves \
             the same. Either way you can win. The proof does not say how."
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str, position: &str) -> (String, String) {
        let order: Order = text.parse().unwrap();
        let left = order.read_position(position).unwrap();
        match argument(&order, &left) {
            Some(argument) => {
                let told: Vec<&str> = argument.told.iter().map(Paragraph::content).collect();
                (argument.rule.to_string(), told.join("\n"))
            }
            None => ("none".to_string(), String::new()),
        }
    }

    #[test]
    fn every_rule_is_told_in_the_words_of_its_game() {
        for (game, position, rule, sentence) in [
            ("poset:a.b", "0", "nothing left", "has won"),
            ("divisors:12", "1", "the poison alone", "Only 1 is left"),
            ("chomp:2x2x3", "1,1,1", "the poison alone", "must eat it"),
            ("chomp:2x2x3", "0", "the poison is taken", "has lost"),
            ("divisors:8", "8", "the lowest piece", "Name 2. Only the poison is left"),
            ("tree:0,1,1", "2,3", "the lowest piece", "Cut node 1. Nothing is left"),
            ("divisors:36", "4,9", "the exclusive or of chains", "Besides the 1, what is left are chains"),
            ("poset:a.b,a.c,d", "b,c,d", "the exclusive or of trees", "tree from a  1"),
            ("poset:a.b,a.c,d.e", "b,c,e", "the exclusive or of trees", "It is 3, not 0. Take e"),
            ("divisors:36", "36", "a bar of chocolate", "Name 6.\nThen your opponent has lost"),
            ("divisors:36", "12", "a bar of chocolate", "a bar of chocolate in disguise, 3x2"),
            ("divisors:108", "9,6", "two rows", "3 and 2 long"),
            ("chomp:2x2x3", "2,2,3", "four columns", "Bite 2,2,3"),
            ("chomp:2x2x3", "1,2,3/2,1,3/2,2,2", "four columns", "the far one is one lower"),
            ("chomp:2x2x3", "1,1,3/1,2,1/2,1,1/2,2,1", "four columns", "1 + 1 is one less than 3"),
            ("poset:a.c,b.c,a.d,e.g,f.g,e.h", "c,d,g,h", "the mirror", "a  and  e"),
            ("chomp:3x3x3", "3,3,3", "strategy stealing", "The cube 3,3,3 is above all others"),
            ("chomp:3x3x3", "3,3,2/3,2,3", "none", ""),
            ("subsets:4", "123,124,134,234", "none", ""),
        ] {
            let (named, told) = told(game, position);
            assert_eq!(named, rule, "{game} {position}: {told}");
            assert!(told.contains(sentence), "{game} {position}: {told}");
        }
    }
}
