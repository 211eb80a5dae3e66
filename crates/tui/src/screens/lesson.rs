//! The lesson: small steps, chapter by chapter, each played on the board against a computer that makes no
//! mistake.

use lastbite::description::Described;
use lastbite::description::LessonStep;
use lastbite::layout::Direction;
use lastbite::play::lesson as steps;
use lastbite::{Action as Doing, AnyGame, Game, Player, Session, Settings, Side, Standing, Words};

use super::{Frame, game, keys_line, surround};
use crate::action::Action;
use crate::app::{App, Screen};
use crate::canvas::{Canvas, wrapped};
use crate::command::Command;
use crate::look::{Look, Role};
use crate::panel;
use crate::picture::Rect;
use crate::round::Round;
use crate::voice::{self, NOBODY};

/// A step that is being played.
#[derive(Debug)]
pub struct Lesson {
    /// Which step, from 0.
    pub step: usize,
    /// Its game.
    pub round: Round,
    /// Whether it was won.
    pub passed: bool,
    /// How many steps were won, at least once.
    pub won: Vec<bool>,
    /// Which answer was given to the question at the end of the step, from 0.
    pub answered: Option<usize>,
}

impl Lesson {
    /// Begins a step.
    #[must_use]
    pub fn at(step: usize) -> Self {
        let won = vec![false; steps().len()];
        Lesson { step, round: round_of(steps()[step]), passed: false, won, answered: None }
    }

    /// Lists what there is to read about the step, part by part.
    #[must_use]
    pub fn told(&self, look: Look) -> Vec<(String, Role)> {
        let step = steps()[self.step];
        let mut told = vec![
            (step.title.to_string(), Role::Accent),
            (voice::shown(step.text, look), Role::Ground),
            (step.task.to_string(), Role::Strong),
        ];
        if self.step == 0 {
            // What to press, for somebody who has never played here.
            let a_move = self.round.game().description().nouns.a_move;
            let keys = format!("The arrows show what a {a_move} would take, and Enter makes it.");
            told.push((keys, Role::Ground));
        }
        told
    }

    fn go(&mut self, step: usize) {
        let won = std::mem::take(&mut self.won);
        *self = Lesson { won, ..Lesson::at(step) };
    }
}

fn round_of(step: &LessonStep) -> Round {
    let game: AnyGame = step.game.parse().expect("the lesson plays games that exist");
    let position = game.read_position(step.position).expect("and positions of theirs");
    let standing = Standing::new(game, position).expect("and positions of theirs");
    let players = [Player::human(NOBODY), Player::computer("Computer", lastbite::Level::Perfect)];
    let mut settings = Settings::default();
    settings.attended = true;
    Round::new(Session::new(standing, players, settings).expect("and small ones"))
}

impl App {
    /// Takes a key or the mouse in the lesson.
    pub(crate) fn press_lesson(&mut self, action: Action) {
        let Screen::Lesson(lesson) = &mut self.screen else { return };
        let over = lesson.round.is_over();
        match action {
            Action::Enter | Action::Type(' ') | Action::Click(..) if over && lesson.passed => {
                match lesson.step + 1 {
                    next if next < steps().len() => lesson.go(next),
                    _ => self.command(Command::New),
                }
            }
            Action::Enter | Action::Type(' ') | Action::Click(..) if over => {
                let begun = Doing::NewGame(None);
                lesson.round.act(begun);
                lesson.round.cursor = lesson.round.layout().last();
            }
            // The question at the end is answered by the number of an answer.
            Action::Type(letter @ '1'..='9') if over && lesson.passed => {
                let answer = letter as usize - '1' as usize;
                if answer < steps()[lesson.step].check.answers.len() {
                    lesson.answered = Some(answer);
                }
            }
            Action::Type('>' | ']') => lesson.go((lesson.step + 1).min(steps().len() - 1)),
            Action::Type('<' | '[') => lesson.go(lesson.step.saturating_sub(1)),
            Action::Leap(Direction::Down) => lesson.go((lesson.step + 1).min(steps().len() - 1)),
            Action::Leap(Direction::Up) => lesson.go(lesson.step.saturating_sub(1)),
            Action::Escape if !self.stop() => {
                self.screen = match self.round {
                    Some(_) => Screen::Game,
                    None => Screen::Start(super::start::Start::default()),
                }
            }
            Action::Type(letter) => match Command::of(letter, self.memory.letters_move) {
                // These belong to a game, and a lesson has none to save or to review.
                Some(
                    Command::Save | Command::Review | Command::Lesson | Command::Back | Command::Forward,
                ) => {}
                Some(_) => self.press_board(action),
                None if letter.is_ascii_digit() => self.press_board(action),
                None => {}
            },
            action => self.press_board(action),
        }
    }

    /// Takes note of a step that was won.
    pub(crate) fn settle_lesson(&mut self) {
        if let Screen::Lesson(lesson) = &mut self.screen {
            let verdict = lesson.round.session.played().verdict();
            lesson.passed = verdict.is_some_and(|verdict| verdict.winner == Side::First);
            if lesson.passed {
                lesson.won[lesson.step] = true;
            }
        }
    }
}

/// Asks whether the step was understood, or says what the answer was worth.
fn checked(step: &LessonStep, answered: Option<usize>) -> Vec<(String, Role)> {
    let check = &step.check;
    let mut lines = vec![(check.question.to_string(), Role::Strong)];
    match answered {
        Some(answer) if answer == check.right => lines.push((format!("Right. {}", check.why), Role::Ground)),
        Some(_) => lines.push((format!("No: {}. {}", check.answers[check.right], check.why), Role::Ground)),
        None => {
            let answers = check.answers.iter().zip(1..);
            lines.extend(answers.map(|(answer, number)| (format!("{number}: {answer}"), Role::Accent)));
        }
    }
    lines
}

/// Draws the screen.
pub fn draw(canvas: &mut Canvas<'_>, app: &App, lesson: &Lesson) {
    let look = app.look;
    let step = steps()[lesson.step];
    let round = &lesson.round;
    let dots: String = (0..steps().len())
        .map(|n| match (lesson.won[n], n == lesson.step) {
            (true, _) => look.or("●", "*"),
            (false, true) => look.or("◉", "o"),
            (false, false) => look.or("○", "."),
        })
        .collect();
    let chapter = if app.size.0 >= 76 { step.chapter } else { "Lesson" };
    let title = format!("{chapter}, step {} of {}", lesson.step + 1, steps().len());
    surround(canvas, app, &title, &dots, &voice::rule_line(round.game(), app));
    game::draw_board(canvas, app, round, round.may_move());
    game::below(canvas, app, round);
    let area = Frame::of(app.size).panel;
    let a_move = round.game().description().nouns.a_move;
    let mut y = area.y;
    let mut say = |canvas: &mut Canvas<'_>, text: &str, role: Role, gap: u16| {
        let height = area.bottom().saturating_sub(y);
        if height > 0 {
            y += canvas.paragraph(Rect { y, height, ..area }, text, role) + gap;
        }
    };
    let wide = u16::from(area.height >= 12);
    match (round.is_over(), lesson.passed) {
        (true, true) => {
            say(canvas, "You win!", Role::Strong, wide);
            say(canvas, step.done, Role::Ground, wide);
            for (text, role) in checked(step, lesson.answered) {
                say(canvas, &text, role, 0);
            }
            let next = if lesson.step + 1 < steps().len() { "the next step" } else { "play a real game" };
            say(canvas, &format!("Enter: {next}"), Role::Accent, wide);
        }
        (true, false) => {
            say(canvas, "The computer wins this one.", Role::Strong, wide);
            say(canvas, "Enter: once more   u: take it back", Role::Accent, wide);
        }
        (false, _) => {
            let told = lesson.told(look);
            let lines: usize = told.iter().map(|(text, _)| wrapped(text, area.width).len()).sum();
            let begun = !round.session.played().history().is_empty();
            // Where not all of it fits, the task comes first, and a key shows the rest.
            if lines > area.height.into() {
                say(canvas, step.task, Role::Strong, wide);
                say(canvas, &format!("m: {} (read about it)", step.title), Role::Accent, wide);
            } else {
                for (n, (text, role)) in told.iter().enumerate() {
                    if n != 1 || !begun || area.height >= 16 {
                        say(canvas, text, *role, wide);
                    }
                }
            }
        }
    }
    let figure = !app.showing.figure && !round.is_over();
    if let Some(text) = round.game().figure(round.position()).filter(|_| figure) {
        say(canvas, &text, Role::Ground, wide);
    }
    if let Some(text) = game::message(app, round).filter(|_| !round.is_over()) {
        say(canvas, &text, Role::Accent, wide);
    }
    let rest = Rect { y, height: area.bottom().saturating_sub(y), ..area };
    if rest.height >= 4 {
        panel::moves(canvas, rest, round);
    }
    let mut keys = vec![
        ("Enter", if round.is_over() { "go on" } else { a_move }),
        ("h", "hint"),
        ("a", "analysis"),
        ("u", "undo"),
        ("<", "step back"),
        (">", "step on"),
        ("Esc", "leave"),
        ("?", "keys"),
    ];
    if area.height < 12 {
        keys.insert(1, ("m", "read"));
    }
    keys_line(canvas, app, &keys);
}
