//! The game: the board, what the cursor would take, and next to it whose turn it is, what was played and who
//! is ahead.

use lastbite::description::Described;
use lastbite::layout::{Direction, Place, Shape};
use lastbite::notation::counted;
use lastbite::play::About;
use lastbite::words::{Who, plies, sentence};
use lastbite::{Action as Doing, AnyMove, Game, Outcome, Words, play::Side};

use super::moves::Moves;
use super::{Frame, board_of, keys_line, surround};
use crate::action::Action;
use crate::app::{App, Overlay, Screen};
use crate::board::{self, Board, Label};
use crate::canvas::Canvas;
use crate::command::Command;
use crate::look::Role;
use crate::panel;
use crate::picture::Rect;
use crate::round::Round;
use crate::study::{Findings, Mark};
use crate::voice;

impl App {
    /// Takes a key or the mouse on the screen of the game.
    pub(crate) fn press_game(&mut self, action: Action) {
        let over = self.round.as_ref().is_none_or(Round::is_over);
        match action {
            Action::Enter if over && self.round.as_ref().is_some_and(|round| round.walk.is_none()) => {
                self.review()
            }
            Action::Escape if !self.stop() => match &mut self.round {
                Some(round) if round.walk.is_some() => round.walk = None,
                Some(round) => (round.hint, round.said) = (None, None),
                None => {}
            },
            action => self.press_board(action),
        }
    }

    /// Takes a key or the mouse wherever a board can be played on.
    pub(crate) fn press_board(&mut self, action: Action) {
        let walking = self.shown_round().is_some_and(|round| round.walk.is_some());
        let letters_move = self.memory.letters_move;
        match action {
            Action::Type(' ') => self.take(),
            // A move can be typed, too.
            Action::Type(digit)
                if digit.is_ascii_digit() && self.shown_round().is_some_and(Round::may_move) =>
            {
                self.type_move(String::new(), action);
            }
            Action::Type(letter) => {
                if let Some(command) = Command::of(letter, letters_move) {
                    self.command(command);
                }
            }
            Action::Go(Direction::Left) if walking => self.command(Command::Back),
            Action::Go(Direction::Right) if walking => self.command(Command::Forward),
            Action::Go(direction) => self.command(Command::Go(direction)),
            Action::Leap(direction) | Action::Wheel(direction) => {
                let steps = if matches!(action, Action::Wheel(_)) { 3 } else { 10 };
                if let Some(round) = self.shown_round_mut() {
                    round.go(direction, steps);
                }
            }
            Action::Enter => self.take(),
            Action::Erase => self.command(Command::Undo),
            Action::Hover(x, y) | Action::Click(x, y) => {
                let place = board_of(self).and_then(|table| table.place(x, y));
                let pointed = match (place, self.shown_round_mut()) {
                    (Some(place), Some(round)) => round.point(place),
                    _ => false,
                };
                if pointed && matches!(action, Action::Click(..)) {
                    self.take();
                }
            }
            _ => {}
        }
    }

    /// Takes what the cursor is on, or says why not; in the history, it goes back to the game.
    fn take(&mut self) {
        let Some(round) = self.shown_round_mut() else { return };
        let moves = round.moves_at(round.cursor);
        match round.walk {
            Some(_) => round.walk = None,
            // If a hint has named the move, there is no need to choose.
            None if round.hinted() == Some(round.cursor) && moves.len() > 1 => {
                if let Some(mv) = round.hinted_move() {
                    round.act(Doing::Play(mv));
                }
            }
            None if moves.len() > 1 && round.may_move() => {
                self.overlay = Some(Overlay::Moves(Moves::new(moves)))
            }
            None => match round.move_at(round.cursor) {
                // A slip of the finger does not end the game.
                Some(mv) if round.may_move() && round.game().is_blunder(round.position(), &mv) => {
                    self.overlay = Some(Overlay::Blunder(mv));
                }
                _ => {
                    round.take();
                }
            },
        }
    }
}

/// Returns what is known about a move, if the analysis is shown.
fn mark_at<'a>(app: &'a App, round: &Round, place: Place) -> Option<&'a Mark> {
    best_mark(app.library.findings(&round.standing())?, round, place)
}

/// Returns what is known about a piece; of several moves, it is one that wins.
fn best_mark<'a>(findings: &'a Findings, round: &Round, place: Place) -> Option<&'a Mark> {
    let moves = round.moves_at(place);
    let marks = || moves.iter().filter_map(|mv| findings.marks.get(mv));
    marks().find(|mark| mark.outcome == Outcome::Win).or_else(|| marks().next())
}

/// Returns what is written on a piece.
pub fn label(app: &App, findings: Option<&Findings>, round: &Round, place: Place) -> Option<Label> {
    let mark = best_mark(findings?, round, place)?;
    if app.showing.grundy {
        let outcome = if mark.grundy? == 0 { Outcome::Win } else { Outcome::Loss };
        return Some(Label { text: mark.grundy?.to_string(), outcome });
    }
    let unknown = match mark.outcome {
        Outcome::Win => app.look.or("●", "+"),
        Outcome::Loss => app.look.or("○", "-"),
    };
    let text = mark.distance.map_or(unknown.to_string(), |distance| distance.to_string());
    Some(Label { text, outcome: mark.outcome })
}

/// Returns how many columns must be free on a piece for what is written there.
pub fn label_width(app: &App, round: &Round) -> u16 {
    if !app.showing.analysis && !app.showing.grundy {
        return 0;
    }
    let Some(findings) = app.library.findings(&round.standing()) else { return 4 };
    let longest = findings.marks.values().filter_map(|mark| match app.showing.grundy {
        true => mark.grundy,
        false => mark.distance,
    });
    longest.max().map_or(4, |most| most.to_string().len() as u16 + 2).max(4)
}

/// Draws the screen.
pub fn draw(canvas: &mut Canvas<'_>, app: &App) {
    let Some(round) = &app.round else { return };
    let score = &app.score;
    let right = format!("{} {} : {} {}", score.names[0], score.won[0], score.won[1], score.names[1]);
    let title = voice::title(round.game(), app.look);
    surround(canvas, app, &title, &right, &voice::rule_line(round.game(), app));
    draw_board(canvas, app, round, round.may_move());
    let free = below(canvas, app, round);
    panel::draw(canvas, Frame::of(app.size), free, app, round);
    let arrows = app.look.or("←↑↓→", "arrows");
    let keys: &[(&str, &str)] = if round.walk.is_some() {
        &[
            ("<", "back"),
            (">", "forward"),
            ("Esc", "to the game"),
            ("a", "analysis"),
            ("?", "keys"),
            ("q", "quit"),
        ]
    } else if round.is_over() {
        &[
            ("Enter", "review"),
            ("n", "new game"),
            ("u", "undo"),
            ("s", "save"),
            ("l", "lesson"),
            ("?", "keys"),
            ("q", "quit"),
        ]
    } else if round.waits_for_computer() {
        &[("Esc", "stops the thinking"), ("u", "undo"), ("n", "new"), ("?", "keys"), ("q", "quit")]
    } else {
        &[
            (arrows, "move"),
            ("Enter", "play"),
            ("h", "hint"),
            ("a", "analysis"),
            ("u", "undo"),
            ("n", "new"),
            ("l", "lesson"),
            ("?", "keys"),
            ("q", "quit"),
        ]
    };
    keys_line(canvas, app, keys);
}

/// Draws the board of a round.
pub fn draw_board(canvas: &mut Canvas<'_>, app: &App, round: &Round, with_cursor: bool) {
    let Some(table) = board_of(app) else { return };
    let (layout, before) = (round.layout(), round.layout_before());
    let labelled = app.showing.analysis || app.showing.grundy;
    let findings = app.library.findings(&round.standing()).filter(|_| labelled);
    let cursor = Some(round.cursor).filter(|_| with_cursor);
    let taken = cursor.and_then(|_| looked_at(app, round)).map(|mv| round.taken(&mv));
    let board = Board {
        before: before.as_ref(),
        cursor,
        taken: &taken.unwrap_or_default(),
        crumbling: round.crumbling,
        marked: round.hinted(),
        ..Board::new(&layout)
    };
    board::draw(canvas, &table, &board, |place| label(app, findings, round, place));
}

/// Says below the board what the cursor would take, and what the numbers mean. Returns the first line that is
/// free.
pub fn below(canvas: &mut Canvas<'_>, app: &App, round: &Round) -> u16 {
    let mut area = Frame::of(app.size).below;
    // On a large screen it stays close to the board.
    if let Some(table) = board_of(app) {
        let near = (table.bottom() + 1).min(area.y);
        let left = table.left();
        if left + 50 < area.right() {
            area.width = area.right() - left;
            area.x = left;
        }
        area.height += area.y - near;
        area.y = near;
    }
    let told = match round.shown_turn() {
        // The list of moves may be there.
        _ if matches!(app.overlay, Some(Overlay::Moves(_))) => String::new(),
        _ if round.may_move() => preview(app, round),
        Some(turn) => {
            let who = voice::who(round.session.played(), turn.side);
            let told = round.game().told(&turn.before, &turn.mv, who);
            sentence(format!("{} {told}", who.subject()))
        }
        None => String::new(),
    };
    let role = if round.may_move() { Role::Ground } else { Role::Dim };
    let lines = canvas.paragraph(area, &told, role).max(1);
    let rest = Rect { y: area.y + lines, height: area.height.saturating_sub(lines), ..area };
    let legend = legend(app, round).map_or(0, |legend| canvas.paragraph(rest, &legend, Role::Dim));
    rest.y + legend
}

/// Says what the numbers on the pieces mean, while there are any.
fn legend(app: &App, round: &Round) -> Option<String> {
    let labelled = app.showing.analysis || app.showing.grundy;
    if !labelled || round.is_over() && round.walk.is_none() {
        return None;
    }
    // On stones, a number in round brackets does not win; in a sum some games have stones and others do not.
    let layout = round.layout();
    let stones = layout.panels().iter().filter(|panel| panel.shape == Shape::Heaps).count();
    let on_pieces = |mark: &str| match stones {
        0 => mark.to_string(),
        all if all == layout.panels().len() => format!("({mark})"),
        _ => format!("{mark} or ({mark})"),
    };
    Some(match app.library.find(&round.standing()).map(|study| &study.findings) {
        None => "Looking through the game ... (Esc stops)".to_string(),
        Some(Err(unknown)) if unknown.was_cancelled() => "Stopped; press a to ask again.".to_string(),
        Some(Err(_)) => "This is too large to analyse.".to_string(),
        Some(Ok(findings)) if app.showing.grundy => match findings.grundy {
            Some(value) => format!("Grundy value {value}. On each piece: the value it leaves; [0] wins."),
            None => "This is too large to find its Grundy value.".to_string(),
        },
        Some(Ok(findings)) if findings.distance.is_none() => {
            let (win, lose) = (app.look.or("[●]", "[+]"), app.look.or("○", "-"));
            format!("{win} wins, {} loses", on_pieces(lose))
        }
        Some(Ok(_)) => {
            let lost = on_pieces("n");
            let plies = if app.size.0 < 76 { "" } else { " (both players' moves)" };
            format!("[n] wins in n plies{plies}, {lost} loses in n")
        }
    })
}

/// Returns the current move: the chosen one of several, or what the cursor would take.
fn looked_at(app: &App, round: &Round) -> Option<AnyMove> {
    match &app.overlay {
        Some(Overlay::Moves(moves)) => moves.chosen().cloned(),
        _ => round.move_at(round.cursor),
    }
}

/// Says what is next above the element under the cursor, for people who cannot follow the lines.
fn above(round: &Round) -> String {
    let layout = round.layout();
    let Some(here) = layout.id(round.cursor).filter(|&id| layout.name(id).is_some()) else {
        return String::new();
    };
    let upper = layout.links().iter().filter(|link| link.0 == here).map(|link| link.1);
    let upper = upper.filter(|&id| layout.pieces[id].left).filter_map(|id| layout.name(id));
    let upper: Vec<&str> = upper.collect();
    if upper.is_empty() { String::new() } else { format!(" Next above: {}.", upper.join(", ")) }
}

/// Says what the cursor would take.
fn preview(app: &App, round: &Round) -> String {
    let (game, position) = (round.game(), round.position());
    let nouns = game.description().nouns;
    let Some(mv) = looked_at(app, round) else { return String::new() };
    let many = counted(round.taken(&mv).len() as u64, nouns.piece);
    let described = game.describe(position, &mv);
    let what = format!("{described} {} {many}", nouns.takes.0);
    if game.is_blunder(position, &mv) {
        return format!("{what} and loses at once.");
    }
    let judged = mark_at(app, round, round.cursor).filter(|_| app.showing.analysis || app.showing.explain);
    match judged {
        Some(Mark { outcome: Outcome::Win, distance: Some(distance), .. }) => {
            format!("{what} and wins in {}.", plies(*distance))
        }
        Some(Mark { outcome: Outcome::Win, .. }) => format!("{what} and wins."),
        Some(Mark { refutation: Some(answer), distance, .. }) => {
            let left = game.play_unchecked(position, &mv);
            let plies = distance.map(|plies| format!(" in {plies}")).unwrap_or_default();
            format!("{described} loses{plies} to {}.", game.describe(&left, answer))
        }
        _ => format!("{what}.{}", above(round)),
    }
}

/// Says whose turn it is, or who has won.
pub fn whose_turn(round: &Round) -> String {
    let played = round.session.played();
    if let Some(verdict) = played.verdict().filter(|_| round.walk.is_none()) {
        let winner = voice::who(played, verdict.winner);
        return voice::heading(&format!("{} {}!", winner.subject(), winner.verb("wins", "win")));
    }
    if round.walk.is_some() {
        return format!("After move {} of {}", round.shown_moves(), played.history().len());
    }
    let player = played.player(round.side());
    let who = player.who();
    let against_computer = played.player(round.side().other()).is_computer();
    voice::heading(&match (round.thinking(), who) {
        (Some((About::Reply, nodes)), _) if round.figures && nodes > 0 => {
            format!("{} thinks: {}", who.subject(), counted(nodes, "node"))
        }
        (Some((About::Reply, _)), _) => format!("{} thinks ...", who.subject()),
        (_, Who::Named(name)) if !player.is_computer() && against_computer => format!("your turn, {name}"),
        _ => who.owns("turn"),
    })
}

/// Returns the message about the position: the end, a hint, an explanation.
pub fn message(app: &App, round: &Round) -> Option<String> {
    let played = round.session.played();
    let mut said = Vec::new();
    if let Some(verdict) = played.verdict().filter(|_| round.walk.is_none()) {
        let loser = voice::who(played, verdict.winner.other());
        said.push(sentence(played.game().ending(played.position(), verdict.ending, loser)));
    }
    said.extend(round.said.clone());
    let explained = explanation(app, round).filter(|_| app.showing.explain);
    // The explanation names the move that wins; the hint would only repeat it.
    let named = app.library.findings(&round.standing()).is_some_and(|known| known.outcome == Outcome::Win);
    said.extend(round.told_hint().filter(|_| explained.is_none() || !named));
    said.extend(explained);
    if app.showing.figure {
        said.extend(round.game().figure(round.position()));
    }
    if said.is_empty() && played.history().is_empty() && matches!(app.screen, Screen::Game) {
        // By default: the rule if it did not fit above, and what is worth knowing about this game.
        if !voice::shows_whole_rule(round.game(), app) {
            said.push(voice::rule(round.game(), app.look));
        }
        said.extend(round.game().lesson(round.position()));
    }
    (!said.is_empty()).then(|| voice::shown(&said.join("\n"), app.look))
}

/// Explains a position.
pub fn explanation(app: &App, round: &Round) -> Option<String> {
    let standing = round.standing();
    if standing.final_outcome().is_some() {
        return None;
    }
    let findings = match &app.library.find(&standing)?.findings {
        Ok(findings) => findings,
        Err(unknown) => return Some(sentence(unknown)),
    };
    let (game, position) = (round.game(), round.position());
    let who = voice::who(round.session.played(), round.side());
    let name = who.subject();
    let mut text = sentence(match (findings.outcome, &findings.best) {
        (Outcome::Win, Some(best)) => {
            let plies = findings.distance.map(|n| format!(" in {}", plies(n))).unwrap_or_default();
            let why = findings.why.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
            format!("{name} can win{plies}. {} wins{why}", game.advice(position, best))
        }
        (Outcome::Win, None) => format!("{name} can win"),
        (Outcome::Loss, _) => {
            let plies = findings.distance.map(|n| format!(" in at most {}", plies(n))).unwrap_or_default();
            let answered = match standing.move_count() {
                1 => "the only move has an answer".to_string(),
                moves => format!("all {moves} moves have an answer"),
            };
            format!("{name} {}{plies} against best play: {answered}", who.verb("loses", "lose"))
        }
    });
    if let Some(lesson) = game.lesson(position) {
        text = format!("{text} {lesson}");
    }
    if findings.main_line.len() > 1 {
        let line: Vec<String> = findings.main_line.iter().take(6).map(|mv| game.write_move(mv)).collect();
        let more = if findings.main_line.len() > 6 { "; ..." } else { "" };
        text = format!("{text}\nBest play: {}{more}", line.join("; "));
    }
    Some(text)
}

/// Says whether a side is the first player of the score, the person at the keyboard.
pub fn is_first_of_score(app: &App, round: &Round, side: Side) -> bool {
    let name = round.session.played().player(side).name();
    app.score.names[0] == name
}
