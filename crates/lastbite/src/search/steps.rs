//! A search as a list of steps, to follow one by one.

use super::Algorithm;
use super::tree::{Kind, Tree};
use crate::game::Game;

/// One step of a search; nodes are named by their place in [`Tree::nodes`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// It enters a node.
    Enter {
        /// The node.
        node: usize,
    },
    /// It remembers what a move leads to, and does not enter it.
    Remember {
        /// The place of the position that is remembered.
        node: usize,
    },
    /// It comes back from a node, and compares its value with the best so far.
    Back {
        /// The node it is back at.
        node: usize,
        /// The node it comes from.
        child: usize,
        /// Whether that is the best so far.
        better: bool,
    },
    /// It skips the rest of the moves.
    Cut {
        /// The node whose moves they are.
        node: usize,
        /// Where they would have led.
        rest: Vec<usize>,
    },
    /// It leaves a node, whose worth is now known.
    Leave {
        /// The node.
        node: usize,
    },
}

impl<G: Game> Tree<G> {
    /// Lists every step of the search in its order.
    #[must_use]
    pub fn steps(&self) -> Vec<Step> {
        let mut steps = vec![Step::Enter { node: 0 }];
        // The path of the search, from the root down: the node, how many of its moves are done, the best so
        // far.
        let mut path: Vec<(usize, usize, Option<i32>)> = vec![(0, 0, None)];
        while let Some(&mut (node, ref mut done, _)) = path.last_mut() {
            let children = &self.nodes()[node].children;
            let Some(&child) = children.get(*done) else {
                steps.push(Step::Leave { node });
                path.pop();
                if let Some((above, _, best)) = path.last_mut() {
                    steps.push(self.back(*above, node, best));
                }
                continue;
            };
            *done += 1;
            match self.nodes()[child].kind {
                Kind::Entered(_) => {
                    steps.push(Step::Enter { node: child });
                    path.push((child, 0, None));
                }
                Kind::Remembered(_) => {
                    steps.push(Step::Remember { node: child });
                    if let Some((above, _, best)) = path.last_mut() {
                        steps.push(self.back(*above, child, best));
                    }
                }
                // The moves after a cut are cut off with it.
                Kind::Cut => {
                    let rest = children[*done - 1..].to_vec();
                    *done = children.len();
                    steps.push(Step::Cut { node, rest });
                }
            }
        }
        steps
    }

    /// Compares the value of a node with the best so far.
    fn back(&self, node: usize, child: usize, best: &mut Option<i32>) -> Step {
        let value = self.nodes()[child].worth.map_or(0, super::Worth::value);
        let max = self.nodes()[node].is_max();
        let good = if max { value } else { -value };
        let better = match self.algorithm() {
            Algorithm::Minimax | Algorithm::AlphaBeta => best.is_none_or(|best| good > best),
            // These two only distinguish winning moves from others.
            Algorithm::Negamax | Algorithm::Memo => good > 0,
        };
        if better {
            *best = Some(good);
        }
        Step::Back { node, child, better }
    }
}
