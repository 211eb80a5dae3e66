//! The whole state of the program, and how every action changes it. Nothing here draws, and nothing here
//! waits.

use std::path::{Path, PathBuf};

use lastbite::asked;
use lastbite::description::Described;
use lastbite::layout::Place;
use lastbite::play::{Puzzle, record_file};
use lastbite::{
    Action as Doing, AnyGame, AnyMove, Level, Outcome, Player, Record, Session, Settings, Solver, Standing,
    Words, layout::Drawn, play::Engine, play::Side,
};
use lastbite_work::Clock;

use crate::action::Action;
use crate::choice::Choice;
use crate::command::Command;
use crate::look::Look;
use crate::memory::{Memory, Place as Keeping};
use crate::picture::Picture;
use crate::round::{Round, Showing};
use crate::screens::{ask::Ask, lesson::Lesson, moves::Moves, start::Start, watch::Watched};
use crate::study::{Depth, Library};
use crate::thinker::Job;

/// What is on the screen.
#[derive(Debug)]
pub enum Screen {
    /// The start screen.
    Start(Start),
    /// The game.
    Game,
    /// The game that was played, step by step.
    Review,
    /// The lesson.
    Lesson(Box<Lesson>),
}

/// What is on top of it.
#[derive(Debug)]
pub enum Overlay {
    /// All keys.
    Keys,
    /// The question whether to leave a game that is under way.
    Leave,
    /// The question whether to give up.
    GiveUp,
    /// The question whether to make a move that loses at once.
    Blunder(AnyMove),
    /// A move that is being typed.
    Move(String),
    /// The full text from next to the board, if there was no room for it there, from one of its lines on.
    Reading(usize),
    /// A file to save to or to open.
    Ask(Ask),
    /// Which of several moves at a piece to make.
    Moves(Moves),
    /// A search, step by step.
    Watch(Box<Watched>),
}

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The player quit.
    Quit,
    /// Ctrl-C was pressed.
    Interrupted,
}

/// How many games each of the two has won.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Their names, the person at the keyboard first.
    pub names: [String; 2],
    /// The games each has won.
    pub won: [u32; 2],
    /// The games that were begun.
    pub begun: usize,
}

/// The whole state of the program.
#[derive(Debug)]
pub struct App {
    /// How it looks.
    pub look: Look,
    /// The columns and lines of the screen.
    pub size: (u16, u16),
    /// What is on the screen.
    pub screen: Screen,
    /// What is on top of it.
    pub overlay: Option<Overlay>,
    /// The game, once there is one.
    pub round: Option<Round>,
    /// What is shown besides the pieces.
    pub showing: Showing,
    /// What was studied.
    pub library: Library,
    /// Who has won how often.
    pub score: Score,
    /// What is remembered.
    pub memory: Memory,
    /// A sentence for the last line, until the next key.
    pub note: Option<String>,
    /// The puzzle that the round on the screen began as, until its first try is judged.
    pub puzzle: Option<Standing<AnyGame>>,
    /// The day, counted from 1 January 1970.
    pub day: u32,
    /// How the program ends, once it does.
    pub ended: Option<Ended>,
    /// Whether the program should be suspended.
    pub aside: bool,
    /// The computer's move, held until what was bitten before has crumbled.
    held: Option<Action>,
    /// The clock for thinking times.
    pub clock: Clock,
    /// The seed of the next game.
    pub(crate) seed: u64,
    /// How the computer thinks.
    pub(crate) engine: Engine,
    /// What was remembered before options chose otherwise, and what they chose.
    pub(crate) opened: Option<[Choice; 2]>,
    keeping: Keeping,
}

impl App {
    /// Positions of at most this many pieces are studied without being asked, for the graph.
    const QUICK: u64 = 160;

    /// Opens on the start screen.
    pub fn new(look: Look, size: (u16, u16), keeping: Keeping, seed: u64) -> Self {
        let (memory, note) = keeping.recall();
        let look = Look { light: memory.light.unwrap_or(look.light), ..look };
        App {
            look,
            size: Picture::bounded(size),
            screen: Screen::Start(Start::default()),
            overlay: None,
            round: None,
            showing: Showing::default(),
            library: Library::default(),
            score: Score::default(),
            memory,
            note,
            puzzle: None,
            day: today(),
            ended: None,
            aside: false,
            held: None,
            clock: Clock::system(),
            seed,
            engine: Engine::Auto,
            opened: None,
            keeping,
        }
    }

    /// Opens a record on the review.
    pub fn replay(&mut self, record: &Record) -> Result<(), String> {
        self.load(record)?;
        if let Some(round) = &mut self.round {
            round.show(0);
        }
        self.screen = Screen::Review;
        Ok(())
    }

    /// Continues the game of a record; one that is over is opened on its review.
    pub fn resume(&mut self, record: &Record) -> Result<(), String> {
        self.load(record)?;
        match self.round.as_ref().is_some_and(Round::is_over) {
            true => self.replay(record),
            false => {
                self.screen = Screen::Game;
                Ok(())
            }
        }
    }

    fn load(&mut self, record: &Record) -> Result<(), String> {
        let mut settings = Settings::default();
        settings.attended = true;
        let session: Session<AnyGame> = record.session(settings).map_err(|why| why.to_string())?;
        let mut round = Round::new(session);
        // A game that was won elsewhere does not count here.
        round.counted = round.session.played().verdict().map(|_| usize::MAX);
        round.figures = true;
        self.keep_score_of(&round);
        self.round = Some(round);
        Ok(())
    }

    fn keep_score_of(&mut self, round: &Round) {
        let played = round.session.played();
        let [mut one, mut two] = Side::BOTH.map(|side| played.player(side).clone());
        if one.is_computer() && !two.is_computer() {
            (one, two) = (two, one);
        }
        let names = [one.name().to_string(), two.name().to_string()];
        if self.score.names != names {
            self.score = Score { names, ..Score::default() };
        }
    }

    /// Begins the game that was chosen, or says why it cannot.
    pub fn begin(&mut self) {
        let choice: Choice = self.memory.choice.clone();
        let game = match choice.game() {
            Ok(game) => game,
            Err(sentence) => {
                self.note = Some(sentence);
                return;
            }
        };
        let people = choice.people();
        let names = people.each_ref().map(|person: &Player| person.name().to_string());
        if self.score.names != names {
            self.score = Score { names, ..Score::default() };
        }
        let [one, two] = people;
        let players = if choice.second_starts(self.score.begun) { [two, one] } else { [one, two] };
        let mut settings = Settings::default();
        settings.seed = self.seed;
        settings.engine = self.engine;
        settings.attended = true;
        settings.clock = self.clock;
        self.seed = lastbite_work::Dice::new(self.seed).below(1_000_000_000) as u64;
        match Session::new(Standing::start(game), players, settings) {
            Ok(session) => {
                self.score.begun += 1;
                self.hide_answers();
                self.round = Some(Round::new(session));
                self.screen = Screen::Game;
                self.note = None;
                self.remember();
            }
            Err(why) => self.note = Some(lastbite::words::sentence(why)),
        }
    }

    /// Begins the puzzle of the day: a position in which exactly one move wins, to be played to its end
    /// against a computer that makes no mistake.
    pub fn begin_puzzle(&mut self) {
        // It is made of small games, within a moment.
        let effort = lastbite::Effort::unlimited().within(std::time::Duration::from_secs(5));
        let (puzzle, difficulty) = match Puzzle::of_the_day(self.day, &Solver::new(), &effort) {
            Ok(made) => made,
            Err(why) => {
                self.note = Some(lastbite::words::sentence(why));
                return;
            }
        };
        let people = [Player::human(crate::voice::NOBODY), Player::computer("Computer", Level::Perfect)];
        let mut settings = Settings::default();
        (settings.attended, settings.clock) = (true, self.clock);
        let standing = puzzle.standing;
        let a_move = standing.game().description().nouns.a_move;
        if let Ok(session) = Session::new(standing.clone(), people, settings) {
            self.hide_answers();
            let mut round = Round::new(session);
            // It is no game of the match.
            round.counted = Some(usize::MAX);
            round.said =
                Some(format!("The puzzle of the day, {difficulty}. Exactly one {a_move} wins. Find it."));
            self.round = Some(round);
            self.puzzle = Some(standing);
            self.screen = Screen::Game;
        }
    }

    /// Judges the first try at a puzzle, once the position has been studied.
    fn settle_puzzle(&mut self) {
        let Some(standing) = &self.puzzle else { return };
        let Some(round) = &self.round else { return };
        let played = round.session.played();
        if played.start() != standing {
            self.puzzle = None;
            return;
        }
        let Some(turn) = played.history().first() else { return };
        let Some(findings) = self.library.findings(standing) else { return };
        let right = findings.marks.get(&turn.mv).is_some_and(|mark| mark.outcome == Outcome::Win);
        let first = self.memory.puzzles.note(&standing.to_string(), right);
        let judged = match (right, &findings.best) {
            (true, _) => "Right! Whatever the computer does now, you win.".to_string(),
            (false, Some(best)) => {
                let advice = standing.game().advice(standing.position(), best);
                format!("No: {} wins. u takes your move back.", lastbite::words::lower(&advice))
            }
            (false, None) => "No, that loses.".to_string(),
        };
        let streak = if first { format!(" {}", self.memory.puzzles) } else { String::new() };
        self.puzzle = None;
        self.remember();
        self.note = Some(format!("{judged}{streak}"));
    }

    /// Saves the settings; if that fails, says so once and continues.
    ///
    /// Options of the command line apply to this run only, and are not saved.
    pub fn remember(&mut self) {
        let memory = Memory { choice: self.lasting_choice(), ..self.memory.clone() };
        if let Err(sentence) = self.keeping.remember(&memory) {
            self.note = Some(sentence);
        }
    }

    /// Returns the choice without what options set for this run.
    pub(crate) fn lasting_choice(&self) -> Choice {
        let choice = &self.memory.choice;
        match &self.opened {
            Some([before, opened]) => choice.changed_since(opened, before),
            None => choice.clone(),
        }
    }

    /// Returns the round that is on the screen.
    pub fn shown_round(&self) -> Option<&Round> {
        match &self.screen {
            Screen::Start(_) => None,
            Screen::Game | Screen::Review => self.round.as_ref(),
            Screen::Lesson(lesson) => Some(&lesson.round),
        }
    }

    /// Returns the round that is on the screen, mutably.
    pub fn shown_round_mut(&mut self) -> Option<&mut Round> {
        match &mut self.screen {
            Screen::Start(_) => None,
            Screen::Game | Screen::Review => self.round.as_mut(),
            Screen::Lesson(lesson) => Some(&mut lesson.round),
        }
    }

    fn round_of(&mut self, id: u64) -> Option<&mut Round> {
        let lesson = match &mut self.screen {
            Screen::Lesson(lesson) => Some(&mut lesson.round),
            _ => None,
        };
        self.round.as_mut().into_iter().chain(lesson).find(|round| round.id == id)
    }

    /// Says whether the screen changes with time: something crumbles, or the computer thinks.
    pub fn is_moving(&self) -> bool {
        let round = self.shown_round();
        let crumbles = round.is_some_and(|round| round.crumbling > 0);
        crumbles || self.held.is_some() || round.is_some_and(|round| round.thinking().is_some())
    }

    /// Says whether something crumbles, so that time must pass quickly.
    pub fn is_crumbling(&self) -> bool {
        self.shown_round().is_some_and(|round| round.crumbling > 0)
    }

    /// Applies an action to the state.
    pub fn update(&mut self, action: Action) {
        match action {
            Action::Resize(columns, rows) => self.size = Picture::bounded((columns, rows)),
            Action::Tick => self.tick(),
            Action::Interrupt => self.ended = Some(Ended::Interrupted),
            Action::Suspend => self.aside = true,
            Action::Resume => self.aside = false,
            Action::Studied(study) => self.library.keep(*study),
            Action::Thought(..) => self.think(action),
            action => self.press(action),
        }
        self.settle();
    }

    fn tick(&mut self) {
        if let Some(round) = self.shown_round_mut() {
            round.crumbling = round.crumbling.saturating_sub(1);
        }
        if !self.is_crumbling()
            && let Some(held) = self.held.take()
        {
            self.think(held);
        }
    }

    /// Takes a thought back, once nothing crumbles any more.
    fn think(&mut self, action: Action) {
        let Action::Thought(id, thought) = action else { return };
        if self.is_crumbling() {
            self.held = Some(Action::Thought(id, thought));
            return;
        }
        if let Some(round) = self.round_of(id) {
            let events = round.session.take(*thought);
            round.note(&events);
        }
    }

    /// Returns what a click on the line of keys stands for: the key that was clicked.
    fn clicked(&self, action: Action) -> Action {
        let Action::Click(x, y) = action else { return action };
        let mut picture = Picture::new(self.size);
        crate::screens::draw(self, &mut picture);
        picture.button_at(x, y).and_then(Action::of_name).unwrap_or(action)
    }

    fn press(&mut self, action: Action) {
        let action = if self.overlay.is_none() { self.clicked(action) } else { action };
        let mouse = matches!(action, Action::Hover(..) | Action::Wheel(_));
        if !mouse {
            self.note = None;
        }
        match self.overlay.take() {
            Some(reading @ (Overlay::Keys | Overlay::Reading(_))) if mouse => self.overlay = Some(reading),
            // The question at the end of a step can be answered while it is being read.
            Some(Overlay::Reading(first)) if self.answers(&action) => {
                self.press_lesson(action);
                self.overlay = Some(Overlay::Reading(first));
            }
            Some(Overlay::Reading(first)) if !matches!(action, Action::Escape) => {
                self.overlay = crate::screens::reading::next(self, first).map(Overlay::Reading);
            }
            Some(Overlay::Keys | Overlay::Reading(_)) => {}
            Some(Overlay::Leave) => self.leave(action),
            Some(Overlay::GiveUp) => self.give_up(action),
            Some(Overlay::Blunder(mv)) => self.blunder(mv, action),
            Some(Overlay::Move(text)) => self.type_move(text, action),
            Some(Overlay::Ask(ask)) => self.ask(ask, action),
            Some(Overlay::Moves(moves)) => self.choose_move(moves, action),
            Some(Overlay::Watch(watched)) => self.press_watch(watched, action),
            None => match &self.screen {
                Screen::Start(_) => self.press_start(action),
                Screen::Game => self.press_game(action),
                Screen::Review => self.press_review(action),
                Screen::Lesson(_) => self.press_lesson(action),
            },
        }
    }

    /// Takes the answer whether to leave a game that is under way.
    fn leave(&mut self, action: Action) {
        match action {
            Action::Type('y' | 'Y' | 'q' | 'Q') | Action::Enter => self.ended = Some(Ended::Quit),
            Action::Hover(..) | Action::Wheel(_) => self.overlay = Some(Overlay::Leave),
            _ => {}
        }
    }

    /// Takes the answer whether to give up.
    fn give_up(&mut self, action: Action) {
        match action {
            Action::Type('y' | 'Y' | 'x' | 'X') | Action::Enter => {
                if let Some(round) = self.shown_round_mut().filter(|round| round.may_move()) {
                    round.act(Doing::Resign);
                }
            }
            Action::Hover(..) | Action::Wheel(_) => self.overlay = Some(Overlay::GiveUp),
            _ => {}
        }
    }

    /// Takes the answer whether to make a move that loses at once.
    fn blunder(&mut self, mv: AnyMove, action: Action) {
        match action {
            Action::Type('y' | 'Y') | Action::Enter => {
                if let Some(round) = self.shown_round_mut().filter(|round| round.may_move()) {
                    round.act(Doing::Play(mv));
                }
            }
            Action::Hover(..) | Action::Wheel(_) => self.overlay = Some(Overlay::Blunder(mv)),
            _ => {}
        }
    }

    /// Takes a key while a move is typed. As soon as it can be read, the board shows what it would take.
    pub(crate) fn type_move(&mut self, mut text: String, action: Action) {
        match action {
            Action::Type(letter) if text.chars().count() < 60 => text.push(letter),
            Action::Erase => {
                text.pop();
            }
            Action::Clear => text.clear(),
            Action::Enter => return self.play_typed(text.trim()),
            Action::Escape => return,
            _ => {}
        }
        if text.is_empty() {
            return;
        }
        if let Some(round) = self.shown_round_mut()
            && let Ok(mv) = asked::read_move(round.game(), text.trim())
            && let Some(place) = round.game().piece_of(round.position(), &mv)
        {
            round.point(place);
        }
        self.overlay = Some(Overlay::Move(text));
    }

    fn play_typed(&mut self, text: &str) {
        let Some(round) = self.shown_round_mut().filter(|round| round.may_move()) else { return };
        match asked::read_move(round.game(), text) {
            Ok(mv) => {
                round.act(Doing::Play(mv));
            }
            Err(why) => self.note = Some(lastbite::words::sentence(why)),
        }
    }

    /// Quits, or asks first if a game is under way.
    pub fn quit(&mut self) {
        match self.round.as_ref().is_some_and(Round::is_under_way) {
            true => self.overlay = Some(Overlay::Leave),
            false => self.ended = Some(Ended::Quit),
        }
    }

    /// Carries out a command, wherever a board is shown.
    pub fn command(&mut self, command: Command) {
        match command {
            Command::Go(direction) => {
                if let Some(round) = self.shown_round_mut() {
                    round.go(direction, 1);
                }
            }
            Command::Hint => {
                if let Some(round) = self.shown_round_mut() {
                    if round.may_move() {
                        round.ask_hint();
                    } else if !round.is_over() {
                        round.said = Some("Hints are for the player to move.".to_string());
                    }
                }
            }
            Command::Analysis => {
                self.showing.analysis = !self.showing.analysis;
                self.showing.grundy = false;
                self.study_again();
            }
            Command::Grundy => {
                self.showing.grundy = !self.showing.grundy;
                self.showing.analysis = false;
                self.study_again();
            }
            Command::Explain => {
                self.showing.explain = !self.showing.explain;
                self.study_again();
            }
            Command::Figure => {
                self.showing.figure = !self.showing.figure;
                let none = |round: &Round| round.game().figure(round.position()).is_none();
                if self.showing.figure && self.shown_round().is_some_and(none) {
                    self.note = Some("There is no figure for this position.".to_string());
                }
            }
            Command::Undo | Command::Redo => {
                let doing = if command == Command::Undo { Doing::Undo } else { Doing::Redo };
                if let Some(round) = self.shown_round_mut() {
                    round.crumbling = 0;
                    round.act(doing);
                }
                if matches!(self.screen, Screen::Review) {
                    self.screen = Screen::Game;
                }
            }
            Command::Back | Command::Forward => {
                if let Some(round) = self.shown_round_mut() {
                    round.step(command == Command::Forward);
                }
            }
            Command::New => self.screen = Screen::Start(Start::default()),
            Command::Save => self.overlay = self.round.as_ref().map(|round| Overlay::Ask(Ask::save(round))),
            Command::Open => self.overlay = Some(Overlay::Ask(Ask::open())),
            Command::Review => self.review(),
            Command::Lesson => {
                self.hide_answers();
                self.screen = Screen::Lesson(Box::new(Lesson::resumed(&self.memory.course)));
            }
            Command::Resign => {
                if self.shown_round().is_some_and(Round::may_move) {
                    self.overlay = Some(Overlay::GiveUp);
                }
            }
            Command::Read => self.overlay = Some(Overlay::Reading(0)),
            Command::Watch => self.watch(),
            Command::Keys => self.overlay = Some(Overlay::Keys),
            Command::Theme => {
                self.look.light = !self.look.light;
                self.memory.light = Some(self.look.light);
                self.remember();
            }
            Command::Letters => {
                self.memory.letters_move = !self.memory.letters_move;
                self.note = Some(match self.memory.letters_move {
                    true => "vi keys are on: hjkl move; H is a hint, L the lesson.".to_string(),
                    false => "vi keys are off: h is a hint, l the lesson; HJKL move.".to_string(),
                });
                self.remember();
            }
            Command::Quit => self.quit(),
        }
    }

    /// Reviews the game from its beginning.
    pub fn review(&mut self) {
        match &mut self.round {
            Some(round) if !round.session.played().history().is_empty() => {
                if round.walk.is_none() {
                    round.show(0);
                }
                round.crumbling = 0;
                self.screen = Screen::Review;
            }
            _ => self.note = Some("There is nothing to review yet.".to_string()),
        }
    }

    /// Shows no answers: nobody remembers in a new game what was switched on in the one before.
    pub(crate) fn hide_answers(&mut self) {
        (self.showing.analysis, self.showing.grundy, self.showing.explain) = (false, false, false);
    }

    fn study_again(&mut self) {
        if let Some(standing) = self.shown_round().map(Round::standing) {
            self.library.retry(&standing);
        }
    }

    /// Stops the thinking, and says whether there was any.
    pub fn stop(&mut self) -> bool {
        let wanted = self.showing.depth().is_some() && self.library.is_studying();
        self.library.stop(wanted);
        let Some(round) = self.shown_round_mut() else { return wanted };
        let thinking = round.thinking().is_some();
        round.session.stop();
        thinking || wanted
    }

    /// Saves the game or opens another, as requested.
    pub fn file(&mut self, ask: &Ask) {
        let path = PathBuf::from(ask.text.trim());
        let done = if ask.saves { self.save(&path) } else { self.open_record(&path) };
        match done {
            Ok(note) => self.note = note,
            Err(why) => self.note = Some(lastbite::words::sentence(why)),
        }
    }

    fn save(&mut self, path: &Path) -> Result<Option<String>, String> {
        let Some(round) = &self.round else { return Ok(None) };
        record_file::write(path, &Record::of(&round.session)).map_err(|why| why.to_string())?;
        Ok(Some(format!("Saved to {}.", record_file::shown(path))))
    }

    fn open_record(&mut self, path: &Path) -> Result<Option<String>, String> {
        let record = record_file::read(path).map_err(|why| why.to_string())?;
        self.resume(&record)?;
        Ok(None)
    }

    /// Updates what depends on everything else: the score, and the visible part of the board.
    fn settle(&mut self) {
        if let Some(round) = &mut self.round {
            let played = round.session.played();
            let verdict = played.verdict();
            match (verdict, round.counted) {
                (Some(verdict), None) => {
                    let winner = played.player(verdict.winner).name();
                    let place = self.score.names.iter().position(|name| name == winner);
                    if let Some(place) = place {
                        self.score.won[place] += 1;
                    }
                    round.counted = Some(place.unwrap_or(usize::MAX));
                }
                // The end was taken back.
                (None, Some(place)) => {
                    if let Some(won) = self.score.won.get_mut(place) {
                        *won = won.saturating_sub(1);
                    }
                    round.counted = None;
                }
                _ => {}
            }
        }
        if self.look.calm
            && let Some(round) = self.shown_round_mut()
        {
            round.crumbling = 0;
        }
        self.settle_lesson();
        self.settle_puzzle();
        if let Some((table, cursor)) = crate::screens::board_of(self)
            .map(|table| (table, self.shown_round().map_or(Place::new(1, 1), |round| round.cursor)))
        {
            let scroll = table.follow(cursor);
            if let Some(round) = self.shown_round_mut() {
                round.scroll = scroll;
            }
        }
    }

    /// Hands out the current thinking, which can run anywhere.
    pub fn jobs(&mut self) -> Vec<Job> {
        let mut jobs = Vec::new();
        if let Some(round) = self.shown_round_mut()
            && let Some(task) = round.session.task()
        {
            jobs.push(Job::Task(round.id, Box::new(task), round.session.settings().clock));
        }
        if let Some(question) = self.question() {
            jobs.push(Job::Question(Box::new(question)));
        }
        jobs
    }

    /// Chooses what to study: the visible position first, then the moves so far, for the graph and the
    /// review.
    fn question(&mut self) -> Option<crate::study::Question> {
        let depth = self.showing.depth();
        let round = match &self.screen {
            Screen::Start(_) => return None,
            Screen::Game | Screen::Review => self.round.as_ref()?,
            Screen::Lesson(lesson) => &lesson.round,
        };
        let review = matches!(self.screen, Screen::Review).then_some(Depth::Moves);
        let urgent = depth.max(review).map(|depth| (round.standing(), depth));
        let going_on = |standing: &Standing<AnyGame>| standing.final_outcome().is_none();
        let urgent = urgent.filter(|(standing, _)| going_on(standing));
        let moves = round.session.played().history().len();
        // A large position is only studied on request, because it may take long.
        let worth = |standing: &Standing<AnyGame>| going_on(standing) && standing.size() <= Self::QUICK;
        let rest = (0..=moves).map(|moves| round.standing_after(moves)).filter(worth);
        self.library.ask(urgent, rest)
    }

    /// Thinks on this thread until there is nothing left to think about, for tests and scripts.
    pub fn think_it_through(&mut self, solver: &Solver<AnyGame>) {
        loop {
            let jobs = self.jobs();
            if jobs.is_empty() && !self.is_crumbling() {
                return;
            }
            for job in jobs {
                let done = job.run(solver);
                self.update(done);
            }
            self.update(Action::Tick);
        }
    }
}

/// Counts the days since 1 January 1970.
fn today() -> u32 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    u32::try_from(now.as_secs() / 86_400).unwrap_or(0)
}
