//! The lesson: small steps, chapter by chapter, each played on the board against a computer that makes no
//! mistakes.

use lastbite::description::Described;
use lastbite::description::LessonStep;
use lastbite::layout::Direction;
use lastbite::play::lesson as steps;
use lastbite::{Action as Doing, AnyGame, Game, Player, Session, Settings, Standing, Words, play::Side};

use super::{Frame, game, keys_line, surround};
use crate::action::Action;
use crate::app::{App, Screen};
use crate::canvas::{Canvas, wrapped};
use crate::command::Command;
use crate::look::Role;
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
    /// Which steps were won and their question answered, as in the course of the page.
    pub done: Vec<bool>,
    /// Which answer was given to the question at the end of the step, from 0.
    pub answered: Option<usize>,
}

impl Lesson {
    /// Begins a step.
    pub fn at(step: usize) -> Self {
        let done = vec![false; steps().len()];
        Lesson { step, round: round_of(steps()[step]), passed: false, done, answered: None }
    }

    /// Begins at the first step that is not done yet; the first of all if all are done.
    pub fn resumed(titles: &[String]) -> Self {
        let done: Vec<bool> =
            steps().iter().map(|step| titles.iter().any(|title| title == step.title)).collect();
        let next = done.iter().position(|done| !done).unwrap_or(0);
        Lesson { done, ..Lesson::at(next) }
    }

    /// Lists the titles of the steps that are done.
    pub fn titles(&self) -> Vec<String> {
        let done = |(step, done): (&LessonStep, &bool)| done.then(|| step.title.to_string());
        steps().into_iter().zip(&self.done).filter_map(done).collect()
    }

    fn go(&mut self, step: usize) {
        let done = std::mem::take(&mut self.done);
        *self = Lesson { done, ..Lesson::at(step) };
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
        let (over, before) = (lesson.round.is_over(), lesson.step);
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
                let (answer, check) = (letter as usize - '1' as usize, steps()[lesson.step].check);
                if answer < check.answers.len() {
                    lesson.answered = Some(answer);
                    if answer == check.right && !std::mem::replace(&mut lesson.done[lesson.step], true) {
                        self.memory.course = lesson.titles();
                        self.remember();
                    }
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
                // These need a game, and a lesson has none to save or to review.
                Some(
                    Command::Save | Command::Review | Command::Lesson | Command::Back | Command::Forward,
                ) => {}
                Some(_) => self.press_board(action),
                None if letter.is_ascii_digit() => self.press_board(action),
                None => {}
            },
            action => self.press_board(action),
        }
        if matches!(&self.screen, Screen::Lesson(lesson) if lesson.step != before) {
            self.hide_answers();
        }
    }

    /// Says whether a key answers the question at the end of a step.
    pub(crate) fn answers(&self, action: &Action) -> bool {
        let Screen::Lesson(lesson) = &self.screen else { return false };
        let answers = steps()[lesson.step].check.answers.len();
        let number = |letter: char| letter.to_digit(10).is_some_and(|n| (1..=answers as u32).contains(&n));
        lesson.round.is_over() && lesson.passed && matches!(action, Action::Type(letter) if number(*letter))
    }

    /// Notes a step that was won.
    pub(crate) fn settle_lesson(&mut self) {
        if let Screen::Lesson(lesson) = &mut self.screen {
            let verdict = lesson.round.session.played().verdict();
            lesson.passed = verdict.is_some_and(|verdict| verdict.winner == Side::First);
        }
    }
}

/// What is said next to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// The name of the step.
    Title,
    /// What it teaches.
    Text,
    /// What to do, or what was achieved; the last to be left out.
    Task,
    /// The question at the end, its answers, and the result.
    Question,
    /// A key that continues.
    Way,
    /// The figure of the position.
    Figure,
    /// A hint, an explanation.
    Message,
}

/// Lists what there is to read about the current step, part by part.
fn parts(app: &App, lesson: &Lesson) -> Vec<(Part, String, Role)> {
    let (look, round, step) = (app.look, &lesson.round, steps()[lesson.step]);
    let watch = step.watch.map(|search| format!("w: watch {search} search this position"));
    let watch = watch.map(|words| (Part::Way, words, Role::Accent));
    let mut parts = Vec::new();
    match (round.is_over(), lesson.passed) {
        (true, true) => {
            parts.push((Part::Task, "You win!".to_string(), Role::Strong));
            parts.push((Part::Text, step.done.to_string(), Role::Ground));
            let checked = checked(step, lesson.answered).into_iter();
            parts.extend(checked.map(|(text, role)| (Part::Question, text, role)));
            parts.extend(watch);
            let next = if lesson.step + 1 < steps().len() { "the next step" } else { "play a real game" };
            parts.push((Part::Way, format!("Enter: {next}"), Role::Accent));
        }
        (true, false) => {
            parts.push((Part::Task, "The computer wins this one.".to_string(), Role::Strong));
            parts.push((Part::Way, "Enter: once more   u: take it back".to_string(), Role::Accent));
        }
        (false, _) => {
            parts.push((Part::Title, step.title.to_string(), Role::Accent));
            parts.push((Part::Text, voice::shown(step.text, look), Role::Ground));
            parts.push((Part::Task, step.task.to_string(), Role::Strong));
            parts.extend(watch);
            if lesson.step == 0 {
                // What to press, for newcomers.
                let a_move = round.game().description().nouns.a_move;
                let keys = format!("The arrows show what a {a_move} would take, and Enter makes it.");
                parts.push((Part::Way, keys, Role::Ground));
            }
            let figure = round.game().figure(round.position()).filter(|_| !app.showing.figure);
            parts.extend(figure.map(|text| (Part::Figure, text, Role::Ground)));
            let message = game::message(app, round);
            parts.extend(message.map(|text| (Part::Message, text, Role::Accent)));
        }
    }
    parts
}

/// Lists what there is to read about the step, for a screen of its own.
pub fn told(app: &App, lesson: &Lesson) -> Vec<(String, Role)> {
    parts(app, lesson).into_iter().map(|(_, text, role)| (text, role)).collect()
}

/// Asks the question of the step, or says whether the answer was right.
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

/// Leaves out what does not fit into the panel, the least needed first, and says how to read it.
fn fitting(app: &App, lesson: &Lesson, area: Rect) -> (Vec<(Part, String, Role)>, u16) {
    let all = parts(app, lesson);
    let over = lesson.round.is_over();
    let begun = !lesson.round.session.played().history().is_empty();
    let more = match (over, lesson.answered.map(|answer| answer == steps()[lesson.step].check.right)) {
        (false, _) => format!("m: {} (read about it)", steps()[lesson.step].title),
        (true, None) if lesson.passed => "m: a question about it".to_string(),
        (true, None) => "m: read about it again".to_string(),
        (true, Some(true)) => "Right. m: why".to_string(),
        (true, Some(false)) => "No. m: why".to_string(),
    };
    let without = |left_out: &[Part]| {
        let mut kept: Vec<_> = all.iter().filter(|(part, ..)| !left_out.contains(part)).cloned().collect();
        let after = kept.iter().position(|(part, ..)| *part == Part::Task).map_or(0, |task| task + 1);
        kept.insert(after, (Part::Text, more.clone(), Role::Accent));
        kept
    };
    let lines = |parts: &[(Part, String, Role)]| -> usize {
        parts.iter().map(|(_, text, _)| wrapped(text, area.width).len()).sum()
    };
    let gaps =
        |parts: &[(Part, String, Role)]| parts.windows(2).filter(|pair| apart(&pair[0], &pair[1])).count();
    // In a small window, a game that has begun needs the room.
    let whole = (!begun || over || area.height >= 16).then(|| all.clone());
    let fewer: [&[Part]; 4] = match over {
        true => [&[Part::Text, Part::Question]; 4],
        false => [
            &[Part::Text],
            &[Part::Text, Part::Title, Part::Figure],
            &[Part::Text, Part::Title, Part::Figure, Part::Way],
            &[Part::Text, Part::Title, Part::Figure, Part::Way, Part::Message],
        ],
    };
    let tried: Vec<_> = whole.into_iter().chain(fewer.into_iter().map(without)).collect();
    let height = usize::from(area.height);
    for parts in &tried {
        for gap in [1, 0] {
            if lines(parts) + gap * gaps(parts) <= height {
                return (parts.clone(), gap as u16);
            }
        }
    }
    (tried.last().cloned().unwrap_or_default(), 0)
}

/// Says whether there is a gap between two parts: a question keeps its answers together.
fn apart(one: &(Part, String, Role), other: &(Part, String, Role)) -> bool {
    !(one.0 == Part::Question && other.0 == Part::Question || one.0 == Part::Way && other.0 == Part::Way)
}

/// Draws the screen.
pub fn draw(canvas: &mut Canvas<'_>, app: &App, lesson: &Lesson) {
    let look = app.look;
    let step = steps()[lesson.step];
    let round = &lesson.round;
    let dots: String = (0..steps().len())
        .map(|n| match (lesson.done[n], n == lesson.step) {
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
    let mut y = area.y;
    let (parts, gap) = fitting(app, lesson, area);
    for (n, part) in parts.iter().enumerate() {
        let height = area.bottom().saturating_sub(y);
        if height > 0 {
            y += canvas.paragraph(Rect { y, height, ..area }, &part.1, part.2);
        }
        y += gap * u16::from(parts.get(n + 1).is_none_or(|next| apart(part, next)));
    }
    let rest = Rect { y, height: area.bottom().saturating_sub(y), ..area };
    if rest.height >= 4 {
        panel::moves(canvas, rest, round);
    }
    let mut keys = vec![
        ("Enter", if round.is_over() { "go on" } else { "play" }),
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
    if step.watch.is_some() {
        keys.insert(1, ("w", "watch"));
    }
    keys_line(canvas, app, &keys);
}
