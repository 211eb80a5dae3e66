//! The lesson: seven small steps, each played on the board against a computer that makes no mistake.

use lastbite::{Action as Doing, AnyGame, Game, Player, Session, Settings, Side, Standing, Words};
use ratatui::layout::Rect;

use super::{Frame, game, keys_line, surround};
use crate::action::Action;
use crate::app::{App, Screen};
use crate::canvas::Canvas;
use crate::command::Command;
use crate::look::Role;
use crate::panel;
use crate::round::Round;
use crate::tray::Direction;
use crate::voice::{self, NOBODY};

/// One step of the lesson.
pub struct Step {
    /// What it is about.
    pub title: &'static str,
    game: &'static str,
    position: &'static str,
    /// What is to be learned.
    pub told: &'static str,
    /// What is to be done.
    pub task: &'static str,
    /// What is said when it was done.
    pub done: &'static str,
}

/// The steps.
pub const STEPS: [Step; 7] = [
    Step {
        title: "The rule",
        game: "chomp:2x2",
        position: "2,2",
        told: "Bite a square and you eat it, with everything below it and to the right. One square is poison: whoever has to eat it has lost.",
        task: "Move with the arrows, look at what a bite would take, and bite with Enter. Leave the poison to the computer.",
        done: "That is all there is to the rule. Bites only take; so every game ends.",
    },
    Step {
        title: "One row",
        game: "chomp:1x6",
        position: "6",
        told: "In one row, whoever moves can eat everything but the poison.",
        task: "Do it in one bite.",
        done: "One row longer than the poison is always won, at once.",
    },
    Step {
        title: "Two rows",
        game: "chomp:2x5",
        position: "5,5",
        told: "Leave two rows of which the first is one square longer. Whatever is bitten, you can make it so again.",
        task: "Bite the last square, and keep the first row one longer.",
        done: "Two rows are lost exactly if the first is one longer. You answered every bite.",
    },
    Step {
        title: "The equal L",
        game: "chomp:5x6",
        position: "6,1,1,1",
        told: "One row and one column with the poison at their corner. If both arms are equally long, whatever is bitten off one can be bitten off the other.",
        task: "Make the arms equal, then mirror every bite.",
        done: "An L with equal arms is lost for whoever must move. Mirroring wins.",
    },
    Step {
        title: "The square",
        game: "chomp:4x4",
        position: "4^4",
        told: "A square bar has as many rows as columns. One bite makes an equal L of it.",
        task: "Find the bite that leaves an L with equal arms. Then mirror.",
        done: "Bite 2,2 of any square bar, and mirror: no square bar is a contest.",
    },
    Step {
        title: "The first player always wins, but how?",
        game: "chomp:3x4",
        position: "4^3",
        told: "Suppose biting the last square loses: then the other side has a bite that wins. But you could have made that very bite at once, for it takes the last square too. So the first player can always win. The proof does not say how!",
        task: "Win this bar. h is a hint, a the analysis, u takes a bite back.",
        done: "You found it. For 4x7 it is 3,4; for larger bars only computers know.",
    },
    Step {
        title: "The nim-sum",
        game: "nim:3,4,5",
        position: "3,4,5",
        told: "Heaps of stones: take any number from one heap; whoever takes the last stone wins. Write the heaps in binary, and add without carrying. Leave a sum of 0, and whatever is taken, you can make it 0 again.",
        task: "Leave a sum of 0, every time.",
        done: "Every game of this kind is worth one heap of Nim: that is the theorem of Sprague and Grundy, and g shows that heap.",
    },
];

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
    pub won: [bool; STEPS.len()],
}

impl Lesson {
    /// Begins a step.
    #[must_use]
    pub fn at(step: usize) -> Self {
        Lesson { step, round: round_of(&STEPS[step]), passed: false, won: [false; STEPS.len()] }
    }

    fn go(&mut self, step: usize) {
        let won = self.won;
        *self = Lesson { won, ..Lesson::at(step) };
    }
}

fn round_of(step: &Step) -> Round {
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
                    next if next < STEPS.len() => lesson.go(next),
                    _ => self.command(Command::New),
                }
            }
            Action::Enter | Action::Type(' ') | Action::Click(..) if over => {
                let begun = Doing::NewGame(None);
                lesson.round.act(begun);
                lesson.round.cursor = lesson.round.tray().last();
            }
            Action::Type('>' | '.') => lesson.go((lesson.step + 1).min(STEPS.len() - 1)),
            Action::Type('<' | ',') => lesson.go(lesson.step.saturating_sub(1)),
            Action::Leap(Direction::Down) => lesson.go((lesson.step + 1).min(STEPS.len() - 1)),
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

/// Draws the screen.
pub fn draw(canvas: &mut Canvas<'_>, app: &App, lesson: &Lesson) {
    let look = app.look;
    let step = &STEPS[lesson.step];
    let round = &lesson.round;
    let dots: String = (0..STEPS.len())
        .map(|n| match (lesson.won[n], n == lesson.step) {
            (true, _) => look.or("●", "*"),
            (false, true) => look.or("◉", "o"),
            (false, false) => look.or("○", "."),
        })
        .collect::<Vec<_>>()
        .join(" ");
    let title = format!("Lesson, step {} of {}", lesson.step + 1, STEPS.len());
    surround(canvas, app, &title, &dots, &voice::rule(round.game(), app));
    game::draw_board(canvas, app, round, round.may_move());
    game::below(canvas, app, round);
    let area = Frame::of(app.size).panel;
    let mut y = area.y;
    let mut say = |canvas: &mut Canvas<'_>, text: &str, role: Role, gap: u16| {
        let height = area.bottom().saturating_sub(y);
        if height > 0 {
            y += canvas.paragraph(Rect { y, height, ..area }, text, role) + gap;
        }
    };
    let wide = u16::from(area.height >= 12);
    say(canvas, step.title, Role::Accent, wide);
    match (round.is_over(), lesson.passed) {
        (true, true) => {
            say(canvas, "You win!", Role::Strong, wide);
            say(canvas, step.done, Role::Ground, wide);
            let next = if lesson.step + 1 < STEPS.len() { "the next step" } else { "play a real game" };
            say(canvas, &format!("Enter: {next}"), Role::Accent, wide);
        }
        (true, false) => {
            say(canvas, "The computer wins this one.", Role::Strong, wide);
            say(canvas, "Enter: once more   u: take back   h: hint", Role::Accent, wide);
        }
        (false, _) => {
            if round.session.played().history().is_empty() || area.height >= 16 {
                say(canvas, step.told, Role::Ground, wide);
            }
            say(canvas, step.task, Role::Strong, wide);
        }
    }
    let binary = matches!(round.game(), AnyGame::Nim(_)) && !app.showing.binary;
    if let Some(text) = round.game().lesson(round.position()).filter(|_| binary && !round.is_over()) {
        say(canvas, &text, Role::Ground, wide);
    }
    if let Some(text) = game::message(app, round).filter(|_| !round.is_over()) {
        say(canvas, &text, Role::Accent, wide);
    }
    let rest = Rect { y, height: area.bottom().saturating_sub(y), ..area };
    if rest.height >= 4 {
        panel::moves(canvas, rest, round);
    }
    let (_, bite) = voice::a_move(round.game());
    let keys = [
        ("Enter", if round.is_over() { "go on" } else { bite }),
        ("h", "hint"),
        ("a", "analysis"),
        ("u", "undo"),
        ("<", "step back"),
        (">", "step on"),
        ("Esc", "leave"),
        ("?", "keys"),
    ];
    keys_line(canvas, app, &keys);
}
