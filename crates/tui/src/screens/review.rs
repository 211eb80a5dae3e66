//! The review of a game: in words where it was won and lost, and step by step on the board.

use lastbite::description::Described;
use lastbite::layout::Direction;
use lastbite::notation::counted;
use lastbite::words::{plies, sentence};
use lastbite::{Game, Outcome, Words, play::Side};

use super::{Frame, game, keys_line, surround};
use crate::action::Action;
use crate::app::{App, Screen};
use crate::canvas::{Canvas, wrapped};
use crate::command::Command;
use crate::look::Role;
use crate::panel;
use crate::picture::Rect;
use crate::round::Round;
use crate::voice;

impl App {
    /// Takes a key or the mouse on the review.
    pub(crate) fn press_review(&mut self, action: Action) {
        let Some(round) = &mut self.round else { return };
        match action {
            Action::Go(Direction::Left | Direction::Up) => round.step(false),
            Action::Go(Direction::Right | Direction::Down) | Action::Enter | Action::Type(' ') => {
                round.step(true)
            }
            Action::Leap(Direction::Left | Direction::Up) => round.show(0),
            Action::Leap(_) => round.show(usize::MAX),
            Action::Wheel(direction) => round.step(matches!(direction, Direction::Down | Direction::Right)),
            Action::Escape if !self.stop() => {
                if let Some(round) = &mut self.round {
                    round.walk = None;
                }
                self.screen = Screen::Game;
            }
            Action::Type(letter) => match Command::of(letter, self.memory.letters_move) {
                Some(Command::Go(direction)) => self.press_review(Action::Go(direction)),
                // These are for players only.
                Some(Command::Hint | Command::Resign | Command::Review) | None => {}
                Some(command) => self.command(command),
            },
            _ => {}
        }
    }
}

/// What a move was worth to the player who made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Worth {
    /// It kept the win.
    Kept,
    /// It gave the win away; this would have kept it.
    Gave(String),
    /// It was already lost; this would have lasted longer, by this many plies.
    Lost(Option<(String, u32)>),
    /// It is not known.
    Unknown,
}

/// Returns what a move was worth to the player who made it.
pub fn worth(app: &App, round: &Round, number: usize) -> Worth {
    let turn = &round.session.played().history()[number];
    let Some(findings) = app.library.findings(&round.standing_after(number)) else { return Worth::Unknown };
    let game = round.game();
    let best = || findings.best.as_ref().map(|best| game.describe(&turn.before, best)).unwrap_or_default();
    // A blunder is not among the judged moves.
    let mark = findings.marks.get(&turn.mv);
    let outcome = mark.map_or(Outcome::Loss, |mark| mark.outcome);
    match (findings.outcome, outcome) {
        (Outcome::Win, Outcome::Win) => Worth::Kept,
        (Outcome::Win, Outcome::Loss) => Worth::Gave(best()),
        (Outcome::Loss, _) => {
            let lasts = mark.and_then(|mark| mark.distance);
            let longest = findings.distance;
            let longer = longest.zip(lasts).and_then(|(most, now)| most.checked_sub(now));
            Worth::Lost(longer.filter(|&more| more > 0).map(|more| (best(), more)))
        }
    }
}

/// Describes one move in words.
pub fn told(app: &App, round: &Round, number: usize) -> String {
    let (played, game) = (round.session.played(), round.game());
    let turn = &played.history()[number];
    let whose = voice::who(played, turn.side).owns(game.description().nouns.a_move);
    let move_of_theirs = format!("{whose} ({})", game.describe(&turn.before, &turn.mv));
    let blunder = game.is_blunder(&turn.before, &turn.mv);
    let worth = match worth(app, round, number) {
        Worth::Kept => "kept the win".to_string(),
        Worth::Gave(_) if blunder => "lost on the spot".to_string(),
        Worth::Gave(better) => format!("gave the win away; {better} would have kept it"),
        Worth::Lost(Some((better, more))) => {
            format!("could not save the game; {better} would have lasted {} longer", plies(more))
        }
        Worth::Lost(None) if blunder => "ended it".to_string(),
        Worth::Lost(None) => "could not save the game, but held out longest".to_string(),
        Worth::Unknown => "could not be judged".to_string(),
    };
    sentence(format!("{move_of_theirs} {worth}"))
}

/// Says where the game was won and lost.
pub fn summary(app: &App, round: &Round) -> Vec<String> {
    let moves = round.session.played().history().len();
    let mut lines: Vec<String> = (0..moves)
        .filter(|&number| matches!(worth(app, round, number), Worth::Gave(_)))
        .map(|number| format!("{}. {}", number + 1, told(app, round, number)))
        .collect();
    if lines.is_empty() {
        let known = (0..moves).all(|number| worth(app, round, number) != Worth::Unknown);
        let played = round.session.played();
        lines.push(match (known, played.verdict()) {
            (true, Some(verdict)) => {
                let winner = voice::who(played, verdict.winner);
                sentence(format!("{} never gave the win away", winner.subject()))
            }
            (true, None) => "Nobody has given a win away so far.".to_string(),
            (false, _) => "Not every move of this game could be judged.".to_string(),
        });
    }
    lines
}

/// Draws the screen.
pub fn draw(canvas: &mut Canvas<'_>, app: &App) {
    let Some(round) = &app.round else { return };
    let played = round.session.played();
    let names = Side::BOTH.map(|side| played.player(side).name());
    let right = format!("{} against {}", names[0], names[1]);
    let title = format!("Review of {}", voice::title(round.game(), app.look));
    surround(canvas, app, &title, &right, &voice::rule_line(round.game(), app));
    game::draw_board(canvas, app, round, false);
    game::below(canvas, app, round);
    let area = Frame::of(app.size).panel;
    let (shown, all) = (round.shown_moves(), played.history().len());
    let heading = match shown {
        0 => format!("The start of {}", counted(all as u64, "move")),
        shown => format!("Move {shown} of {all}"),
    };
    canvas.text(area.x, area.y, area.width, &heading, Role::Accent);
    let mut y = area.y + 1;
    let paragraph = |canvas: &mut Canvas<'_>, y: u16, text: &str, role: Role| -> u16 {
        let height = area.bottom().saturating_sub(y);
        y + canvas.paragraph(Rect { y, height, ..area }, text, role)
    };
    if let Some(last) = shown.checked_sub(1) {
        y = paragraph(canvas, y, &told(app, round, last), Role::Strong);
    }
    if shown == all
        && let Some(verdict) = played.verdict()
    {
        let loser = voice::who(played, verdict.winner.other());
        let ending = round.game().ending(played.position(), verdict.ending, loser);
        y = paragraph(canvas, y, &sentence(ending), Role::Ground);
    }
    y += 1;
    let lines: Vec<String> = summary(app, round).iter().flat_map(|line| wrapped(line, area.width)).collect();
    if shown == 0 || area.bottom().saturating_sub(y) > 24 {
        y = paragraph(canvas, y, &lines.join("\n"), Role::Ground) + 1;
    }
    let rest = Rect { y, height: area.bottom().saturating_sub(y), ..area };
    let graph = if rest.height >= 10 { 5 } else { 0 };
    panel::moves(canvas, Rect { height: rest.height - graph, ..rest }, round);
    if graph > 0 {
        let area = Rect { y: rest.bottom() - graph, height: graph, ..rest };
        panel::distance(canvas, area, app, round);
    }
    let keys = [
        (app.look.or("←→", "left/right"), "step"),
        ("a", "analysis"),
        ("e", "explain"),
        ("n", "new game"),
        ("s", "save"),
        ("Esc", "back"),
        ("?", "keys"),
        ("q", "quit"),
    ];
    keys_line(canvas, app, &keys);
}
