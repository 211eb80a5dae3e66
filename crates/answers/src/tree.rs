//! The game tree of a small position as a picture, equal positions merged.
//!
//! Every position is drawn once, as a small board, those with more pieces further up. Below it stands a filled disc
//! where the player to move wins and an open ring where that player has lost, with the plies to the end. Bold lines are
//! moves to lost positions: the moves that win. Plain attributes and no styles, so that a page with a strict policy can
//! show it; every position is a link into the page.

use std::collections::HashMap;
use std::fmt::Write;

use lastbite::notation::grouped;
use lastbite::{AnyGame, AnyPosition, Effort, Game, Outcome, Standing};

use crate::Desk;
use crate::problem::Problem;
use crate::question::Question;
use crate::view::lengths;

/// The side of a square of the small boards.
const CELL: u32 = 9;
/// The room between small boards.
const GAP: u32 = 22;
/// The room for the mark below a small board.
const MARK: u32 = 24;

/// A position of the tree.
struct Node {
    position: AnyPosition,
    size: u64,
    /// The numbers of the positions that moves lead to.
    next: Vec<usize>,
    outcome: Outcome,
    distance: u32,
    x: u32,
    y: u32,
}

/// Answers with a picture of the game tree.
pub(crate) fn answer(desk: &Desk, question: &Question<'_>, _: &Effort) -> Result<String, Problem> {
    let standing = question.standing(desk.reach())?;
    let mut nodes = reachable(&standing, desk.reach().tree)?;
    judge(standing.game(), &mut nodes);
    Ok(draw(standing.game(), &mut nodes))
}

/// Finds all positions that can follow, the most pieces first, or refuses when they are too many for a picture.
fn reachable(standing: &Standing<AnyGame>, most: usize) -> Result<Vec<Node>, Problem> {
    let game = standing.game();
    let mut found = vec![standing.position().clone()];
    let mut known: HashMap<AnyPosition, ()> = HashMap::from([(standing.position().clone(), ())]);
    let mut done = 0;
    while done < found.len() {
        let here = found[done].clone();
        done += 1;
        for mv in game.moves(&here) {
            let next = game.play_unchecked(&here, mv);
            if known.insert(next.clone(), ()).is_none() {
                found.push(next);
            }
            if found.len() > most {
                return Err(Problem::out_of_reach(format!(
                    "a game tree of more than {} positions is no picture any more; 3x4 and 2x9 are about the largest bars",
                    grouped(most as u64)
                )));
            }
        }
    }
    found.sort_by_key(|position| std::cmp::Reverse(game.size(position)));
    let numbers: HashMap<&AnyPosition, usize> = found.iter().zip(0..).collect();
    let next = |position: &AnyPosition| -> Vec<usize> {
        let left = game.moves(position).map(|mv| game.play_unchecked(position, mv));
        left.filter_map(|left| numbers.get(&left).copied()).collect()
    };
    let nodes = found.iter().map(|position| Node {
        size: game.size(position),
        next: next(position),
        outcome: Outcome::Loss,
        distance: 0,
        x: 0,
        y: 0,
        position: position.clone(),
    });
    Ok(nodes.collect())
}

/// Finds who wins and how soon, from the smallest position up: the winner hurries, the loser delays.
fn judge(game: &AnyGame, nodes: &mut [Node]) {
    for number in (0..nodes.len()).rev() {
        let lost = |&&next: &&usize| nodes[next].outcome == Outcome::Loss;
        let hurried = nodes[number].next.iter().filter(lost).map(|&next| nodes[next].distance).min();
        let delayed = nodes[number].next.iter().map(|&next| nodes[next].distance).max();
        let (outcome, distance) = match (hurried, delayed) {
            (Some(plies), _) => (Outcome::Win, plies + 1),
            (None, Some(plies)) => (Outcome::Loss, plies + 1),
            (None, None) => (game.final_outcome(&nodes[number].position), 0),
        };
        (nodes[number].outcome, nodes[number].distance) = (outcome, distance);
    }
}

/// The size of the small boards of a game.
fn extent(game: &AnyGame) -> (u32, u32) {
    let whole = lengths(&game.start());
    (whole.iter().copied().max().unwrap_or(1) * CELL, whole.len() as u32 * CELL)
}

fn draw(game: &AnyGame, nodes: &mut [Node]) -> String {
    let (wide, tall) = extent(game);
    let (step_x, step_y) = (wide.max(30) + GAP, tall + MARK + GAP);
    let most = nodes.chunk_by(|a, b| a.size == b.size).map(<[Node]>::len).max().unwrap_or(1) as u32;
    let width = most * step_x + GAP;
    let mut y = GAP;
    for row in nodes.chunk_by_mut(|a, b| a.size == b.size) {
        let start = (width - row.len() as u32 * step_x + step_x - wide) / 2;
        for (node, column) in row.iter_mut().zip(0..) {
            (node.x, node.y) = (start + column * step_x, y);
        }
        y += step_y;
    }
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y}" width="{width}" height="{y}" role="group" aria-label="The game tree of {game}, {} positions" font-family="system-ui, sans-serif" font-size="12">"##,
        nodes.len()
    );
    let _ = write!(svg, r##"<rect class="paper" width="{width}" height="{y}" fill="#fbf6ee"/>"##);
    draw_moves(nodes, wide, tall, &mut svg);
    for node in nodes.iter() {
        draw_node(game, node, (wide, tall), &mut svg);
    }
    svg.push_str("</svg>");
    svg
}

/// Draws the moves, those that win over the others.
fn draw_moves(nodes: &[Node], wide: u32, tall: u32, svg: &mut String) {
    for winning in [false, true] {
        let look = match winning {
            true => r##"class="wins" stroke="#b37a00" stroke-width="2.5""##,
            false => r##"class="loses" stroke="#b9a392" stroke-width="1" stroke-opacity=".6""##,
        };
        let _ = write!(svg, "<g {look}>");
        for node in nodes {
            for &next in &node.next {
                let next = &nodes[next];
                if (next.outcome == Outcome::Loss) == winning {
                    let (x, y) = (node.x + wide / 2, node.y + tall + MARK - 4);
                    let _ = write!(
                        svg,
                        r#"<line x1="{x}" y1="{y}" x2="{}" y2="{}"/>"#,
                        next.x + wide / 2,
                        next.y
                    );
                }
            }
        }
        svg.push_str("</g>");
    }
}

fn draw_node(game: &AnyGame, node: &Node, (wide, tall): (u32, u32), svg: &mut String) {
    let Node { x, y, distance, .. } = *node;
    let address: String = form_urlencoded::Serializer::new(String::new())
        .append_pair("game", &game.to_string())
        .append_pair("start", &node.position.to_string())
        .finish();
    let word = if node.outcome == Outcome::Win { "wins" } else { "has lost" };
    let position = &node.position;
    let _ = write!(
        svg,
        r##"<a href="../#{}" data-position="{position}"><title>{position}: whoever moves {word}, {distance} plies to the end</title>"##,
        address.replace('&', "&amp;")
    );
    let _ = write!(
        svg,
        r##"<rect class="card" x="{}" y="{}" width="{}" height="{}" rx="5" fill="#fff" stroke="#e6d9c8"/>"##,
        x - 5,
        y - 5,
        wide + 10,
        tall + MARK + 4
    );
    draw_board(game, node, svg);
    let (middle, below) = (x + wide / 2, y + tall + 9);
    let mark = match node.outcome {
        Outcome::Win => r##"class="disc" fill="#f2b632""##,
        Outcome::Loss => r##"class="ring" fill="none" stroke="#75604f" stroke-width="1.5""##,
    };
    let _ = write!(svg, r##"<circle {mark} cx="{middle}" cy="{below}" r="9"/>"##);
    let _ = write!(
        svg,
        r##"<text class="{}" x="{middle}" y="{}" text-anchor="middle" fill="#2b1d14">{distance}</text></a>"##,
        if node.outcome == Outcome::Win { "on-disc" } else { "on-ring" },
        below + 4
    );
}

fn draw_board(game: &AnyGame, node: &Node, svg: &mut String) {
    let poison = match game {
        AnyGame::Chomp(bar) => Some((bar.poison().row, bar.poison().col)),
        _ => None,
    };
    for (row, length) in (1..).zip(lengths(&node.position)) {
        for col in 1..=length {
            let (x, y) = (node.x + (col - 1) * CELL, node.y + (row - 1) * CELL);
            let side = CELL - 1;
            let _ = match game {
                AnyGame::Nim(_) => write!(
                    svg,
                    r##"<circle class="stone" cx="{}" cy="{}" r="{}" fill="#75604f"/>"##,
                    x + CELL / 2,
                    y + CELL / 2,
                    CELL / 2 - 1
                ),
                _ if poison == Some((row, col)) => {
                    write!(
                        svg,
                        r##"<rect class="poison" x="{x}" y="{y}" width="{side}" height="{side}" rx="2" fill="#6a35a0"/>"##
                    )
                }
                _ => write!(
                    svg,
                    r##"<rect class="chocolate" x="{x}" y="{y}" width="{side}" height="{side}" rx="2" fill="#6b422b"/>"##
                ),
            };
        }
    }
}
