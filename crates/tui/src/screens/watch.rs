//! Watching a search step by step: a growing list of what it has looked at, and its steps in words.

use lastbite::layout::Direction;
use lastbite::picture::{Boards, Trace};
use lastbite::play::lesson as steps;
use lastbite::search::{Kind, Node, Step, Tree};
use lastbite::{Algorithm, AnyGame, Effort, Game, Standing};
use unicode_width::UnicodeWidthStr;

use crate::action::Action;
use crate::app::{App, Overlay, Screen};
use crate::canvas::{Canvas, wrapped};
use crate::look::Role;
use crate::picture::Rect;
use crate::round::Round;

/// A search, and how far it is watched.
#[derive(Debug)]
pub struct Watched {
    tree: Tree<AnyGame>,
    steps: Vec<Step>,
    /// How many steps were taken.
    pub at: usize,
}

impl Watched {
    /// The most nodes of a search that can be followed.
    const MOST: u64 = 400;
    /// The most pieces of a position that is searched: each node of a larger one has too many moves to list.
    const LARGEST: u64 = 40;

    /// Searches a position, or says why it is too large to follow.
    pub fn of(standing: &Standing<AnyGame>, algorithm: Algorithm) -> Result<Self, String> {
        let large =
            || format!("{algorithm} visits too many nodes here to follow; choose a smaller position.");
        if standing.size() > Self::LARGEST {
            return Err(large());
        }
        let effort = Effort::unlimited().nodes(Self::MOST);
        let tree = Tree::grow(standing, algorithm, &effort).map_err(|_| large())?;
        let steps = tree.steps();
        Ok(Watched { tree, steps, at: 0 })
    }

    fn go(&mut self, many: isize) {
        self.at = self.at.saturating_add_signed(many).min(self.steps.len());
    }

    /// Returns the place of the node where the search is.
    fn here(&self) -> Option<usize> {
        self.at.checked_sub(1).map(|last| Trace::<AnyGame>::at(&self.steps[last]))
    }

    /// Lists the nodes that the search has looked at so far, a line each, and which of them it is at.
    fn seen(&self) -> (Vec<(String, Role)>, usize) {
        let all = self.tree.nodes().len();
        let (mut shown, mut known) = (vec![false; all], vec![false; all]);
        for step in &self.steps[..self.at] {
            match step {
                Step::Enter { node } => shown[*node] = true,
                Step::Remember { node } => (shown[*node], known[*node]) = (true, true),
                Step::Leave { node } => known[*node] = true,
                Step::Cut { rest, .. } => rest.iter().for_each(|&node| shown[node] = true),
                Step::Back { .. } => {}
            }
        }
        let (mut lines, mut current) = (Vec::new(), 0);
        for (place, node) in self.tree.nodes().iter().enumerate().filter(|&(place, _)| shown[place]) {
            let here = self.here() == Some(place);
            if here {
                current = lines.len();
            }
            let role = match node.kind {
                _ if here => Role::Chosen,
                Kind::Cut => Role::Dim,
                _ if known[place] => Role::Ground,
                _ => Role::Strong,
            };
            lines.push((self.line(node, known[place]), role));
        }
        (lines, current)
    }

    /// Writes a node: the move that leads there, what is left, whose turn it is, and its worth once known.
    fn line(&self, node: &Node<AnyGame>, known: bool) -> String {
        let standing = self.tree.standing();
        let indent = "  ".repeat(node.depth as usize);
        let position = standing.game().write_position(&node.position);
        // A square and a position may be written alike, so each says what it is.
        let left = match &node.from {
            Some((_, mv)) => format!("{} leaves {position}", standing.write_move(mv)),
            None => format!("{position} is left"),
        };
        let player = if node.is_max() { "MAX" } else { "MIN" };
        let told = match (node.kind, &node.worth) {
            (Kind::Cut, _) => "cut off".to_string(),
            (Kind::Remembered(_), Some(worth)) => format!("{player} {worth}, remembered"),
            (_, Some(worth)) if known => format!("{player} {worth}"),
            _ => player.to_string(),
        };
        format!("{indent}{left}  {told}")
    }

    /// Draws the position where the search is, or the one where it begins; nothing if it is too large.
    fn board(&self, ascii: bool) -> Vec<String> {
        let node = &self.tree.nodes()[self.here().unwrap_or(0)];
        let boards = Boards::of(self.tree.standing());
        boards.map_or(Vec::new(), |boards| boards.lines(&node.position, ascii))
    }
}

impl App {
    /// Opens the search of the visible position: the one of the lesson, or minimax.
    pub(crate) fn watch(&mut self) {
        let Some(round) = self.shown_round() else { return };
        let (standing, algorithm) = match &self.screen {
            Screen::Lesson(lesson) => {
                let start = round.session.played().start().clone();
                (start, steps()[lesson.step].watch.unwrap_or(Algorithm::Minimax))
            }
            _ => (Round::standing(round), Algorithm::Minimax),
        };
        self.watch_by(&standing, algorithm);
    }

    fn watch_by(&mut self, standing: &Standing<AnyGame>, algorithm: Algorithm) {
        match Watched::of(standing, algorithm) {
            Ok(watched) => self.overlay = Some(Overlay::Watch(Box::new(watched))),
            Err(sentence) => self.note = Some(sentence),
        }
    }

    /// Takes a key or the mouse while a search is watched.
    pub(crate) fn press_watch(&mut self, mut watched: Box<Watched>, action: Action) {
        let all = watched.steps.len() as isize;
        match action {
            Action::Escape | Action::Type('q' | 'w') => return,
            Action::Enter | Action::Type(' ') | Action::Click(..) => watched.go(1),
            Action::Go(Direction::Right | Direction::Down) | Action::Wheel(Direction::Down) => watched.go(1),
            Action::Go(Direction::Left | Direction::Up) | Action::Wheel(Direction::Up) | Action::Erase => {
                watched.go(-1);
            }
            Action::Leap(Direction::Down) => watched.go(10),
            Action::Leap(Direction::Up) => watched.go(-10),
            Action::Leap(Direction::Right) => watched.go(all),
            Action::Leap(Direction::Left) => watched.go(-all),
            // Another search of the same position; those that are too large to follow are skipped.
            Action::Next => {
                let now = Algorithm::ALL.iter().position(|&other| other == watched.tree.algorithm());
                let others = Algorithm::ALL.iter().cycle().skip(now.unwrap_or(0) + 1).take(3);
                let mut others = others.map(|&other| Watched::of(watched.tree.standing(), other));
                if let Some(other) = others.find_map(Result::ok) {
                    *watched = other;
                }
            }
            _ => {}
        }
        self.overlay = Some(Overlay::Watch(watched));
    }
}

/// Draws the search on top of everything.
pub fn draw(canvas: &mut Canvas<'_>, app: &App, watched: &Watched) {
    let area = canvas.picture.area();
    canvas.fill(area, ' ', app.look.style(Role::Ground));
    let width = area.width - 2;
    let trace = Trace::of(&watched.tree);
    let nodes = watched.tree.searched().nodes;
    let entered = |step: &&Step| matches!(step, Step::Enter { .. });
    let entered = watched.steps[..watched.at].iter().filter(entered).count();
    canvas.text(1, 0, width, &format!("Watch {}", watched.tree.algorithm()), Role::Strong);
    let count = format!("{entered} of {nodes} nodes, step {} of {}", watched.at, watched.steps.len());
    canvas.text(area.width.saturating_sub(count.len() as u16 + 1).max(1), 1, width, &count, Role::Accent);
    let mut y = 2;
    // The introduction comes first; later the room is for the steps.
    if watched.at == 0 || area.height >= 24 {
        y += canvas.paragraph(Rect::new(1, y, width, 5), &trace.opening(), Role::Dim);
    }
    canvas.rule(0, y, area.width);
    y += 1;
    let ended = watched.at == watched.steps.len();
    let last = watched.steps[..watched.at].last().map(|step| (step, watched.at));
    let mut words: Vec<(String, Role)> =
        last.map(|(step, n)| (trace.told(n, step), Role::Strong)).into_iter().collect();
    match last {
        None => {
            words.push((format!("Press {} for the first step.", app.look.or("→", "Right")), Role::Ground))
        }
        Some(_) if ended => words.push((trace.closing(), Role::Accent)),
        Some(_) => {}
    }
    let words: Vec<(String, Role)> = words
        .iter()
        .flat_map(|(text, role)| wrapped(text, width).into_iter().map(|line| (line, *role)))
        .collect();
    // The words are at the bottom and keep their room, so that the list above does not jump.
    let room = (words.len() as u16).max(3);
    let below = area.bottom().saturating_sub(2 + room);
    canvas.rule(0, below, area.width);
    for ((text, role), y) in words.iter().zip(below + 1..area.bottom() - 1) {
        canvas.text(1, y, width, text, *role);
    }
    let height = usize::from(below.saturating_sub(y));
    let (lines, current) = watched.seen();
    let first = lines.len().saturating_sub(height).min(current.saturating_sub(height / 2));
    // The board is beside the list, where the screen is wide enough for both.
    let board = watched.board(app.look.ascii);
    let side = board.iter().map(|line| line.width() as u16).max().unwrap_or(0);
    let beside = board.len() <= height && side > 0 && width > side + 36;
    let room = if beside { width - side - 2 } else { width };
    for ((text, role), y) in lines.iter().skip(first).take(height).zip(y..) {
        canvas.text(1, y, room, text, *role);
    }
    for (line, y) in board.iter().filter(|_| beside).zip(y..) {
        canvas.text(area.width - side - 1, y, side, line, Role::Strong);
    }
    super::keys_line(
        canvas,
        app,
        &[
            (app.look.or("→", "Right"), "step"),
            (app.look.or("←", "Left"), "back"),
            ("End", "end"),
            ("Home", "start"),
            ("Tab", "another search"),
            ("Esc", "leave"),
        ],
    );
}
