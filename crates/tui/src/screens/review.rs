//! The game that was played: in words where it was won and lost, and step by step on the board.

use lastbite::play::Turn;
use lastbite::words::sentence;
use lastbite::{AnyGame, Game, Outcome, Side};
use ratatui::layout::Rect;

use super::{Frame, game, keys_line, surround};
use crate::action::Action;
use crate::app::{App, Screen};
use crate::canvas::{Canvas, wrapped};
use crate::command::Command;
use crate::look::Role;
use crate::panel;
use crate::round::Round;
use crate::tray::Direction;
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
                // What is only for players stays with the game.
                Some(Command::Hint | Command::Resign | Command::Review) | None => {}
                Some(command) => self.command(command),
            },
            _ => {}
        }
    }
}

/// What a move did to the one who made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Worth {
    /// It kept the win.
    Kept,
    /// It gave the win away; this would have kept it.
    Gave(String),
    /// It was lost anyway; this would have lasted so many plies longer.
    Lost(Option<(String, u32)>),
    /// It is not known.
    Unknown,
}

/// Tells what a move did to the one who made it.
#[must_use]
pub fn worth(app: &App, round: &Round, number: usize) -> Worth {
    let turn = &round.session.played().history()[number];
    let Some(findings) = app.library.findings(&round.standing_after(number)) else { return Worth::Unknown };
    let game = round.game();
    let best = || findings.best.map(|best| game_move(game, turn, best)).unwrap_or_default();
    // A blunder is no move that anybody judges.
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

fn game_move(game: &AnyGame, turn: &Turn<AnyGame>, mv: lastbite::AnyMove) -> String {
    lastbite::Words::describe(game, &turn.before, mv)
}

/// Tells one move in words.
#[must_use]
pub fn told(app: &App, round: &Round, number: usize) -> String {
    let played = round.session.played();
    let turn = &played.history()[number];
    let whose = voice::whose(played, turn.side);
    let (_, bite) = voice::a_move(round.game());
    let what = match round.game() {
        AnyGame::Chomp(_) => format!("{bite} at {}", turn.mv),
        _ => format!("{bite} of {}", game_move(round.game(), turn, turn.mv)),
    };
    let blunder = round.game().is_blunder(&turn.before, turn.mv);
    sentence(match worth(app, round, number) {
        Worth::Kept => format!("{whose} {what} kept the win"),
        Worth::Gave(_) if blunder => format!("{whose} {what} lost on the spot"),
        Worth::Gave(better) => format!("{whose} {what} gave the win away; {better} kept it"),
        Worth::Lost(Some((better, more))) => {
            let plies = if more == 1 { "ply" } else { "plies" };
            format!("{whose} {what} was lost anyway; {better} lasted {more} {plies} longer")
        }
        Worth::Lost(None) if blunder => format!("{whose} {what} ended it"),
        Worth::Lost(None) => format!("{whose} {what} was lost anyway, and held out longest"),
        Worth::Unknown => format!("{whose} {what}: what it was worth is not known"),
    })
}

/// Tells where the game was won and lost.
#[must_use]
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
                let winner = voice::called(played, verdict.winner);
                sentence(format!("{winner} never gave the win away"))
            }
            (true, None) => "Nobody has given a win away so far.".to_string(),
            (false, _) => "Not every position of this game is known.".to_string(),
        });
    }
    lines
}

/// Draws the screen.
pub fn draw(canvas: &mut Canvas<'_>, app: &App) {
    let Some(round) = &app.round else { return };
    let ascii = app.look.ascii;
    let played = round.session.played();
    let names = Side::BOTH.map(|side| played.player(side).name());
    let right = format!("{} against {}", names[0], names[1]);
    let title = format!("Review of {}", voice::title(round.game(), ascii));
    surround(canvas, app, &title, &right, &voice::rule(round.game(), app));
    game::draw_board(canvas, app, round, false);
    game::below(canvas, app, round);
    let area = Frame::of(app.size).panel;
    let (shown, all) = (round.shown_moves(), played.history().len());
    let heading = match shown {
        0 => format!("The start, before {all} moves"),
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
        let loser = voice::called(played, verdict.winner.other());
        let ending = lastbite::Words::ending(round.game(), played.position(), verdict.ending, &loser);
        y = paragraph(canvas, y, &sentence(ending), Role::Ground);
    }
    y += 1;
    let lines: Vec<String> = summary(app, round).iter().flat_map(|line| wrapped(line, area.width)).collect();
    if shown == 0 || area.bottom().saturating_sub(y) > 14 {
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
