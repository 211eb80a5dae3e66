//! A game line by line: a front end of the library's session, the same for every game.
//!
//! Games differ in their [`Face`]: how a position is drawn, how a move is asked for and read, and the words
//! used. Everything else is here: the commands, the thinking that Ctrl-C stops, and the record. The session
//! decides what is allowed and what happens.

use std::path::{Path, PathBuf};
use std::time::Duration;

use lastbite::notation::{counted, grouped, listed};
use lastbite::play::{About, Hint, Refusal, Turn, Why};
use lastbite::words::Who;
use lastbite::{
    Action, Effort, Event, Game, Knowledge, Level, Outcome, Player, Record, Session, Solver, Standing,
    Unknown, Words, play::Engine, play::Match, play::Side,
};

use crate::manners::command::{self, Command};
use crate::manners::figures;
use crate::manners::interrupt;
use crate::manners::prompt::{Console, Stop, fit, yes_or_no};
use crate::manners::record_file as file;
use crate::manners::style::Look;
use crate::play::setup::{self, GameArgs};

/// Advice for players who always lose to the computer.
const STRONG: &str =
    "Is the computer too strong? Type level easy, medium or strong, and it will make mistakes.";

/// What a game shows of itself: drawing, parsing and words.
pub trait Face {
    /// The rules.
    type Game: Words;
    /// The answers so far to the questions that make up one move.
    type Answers: Default + PartialEq;

    /// Explains the rules and how a move is typed.
    fn help(&self) -> String;

    /// Draws the position, with everything around it.
    fn scene(&self, scene: &Scene<'_, Self::Game>) -> String;

    /// Returns the next question about a move.
    fn question(&self, position: &Position<Self>, answers: &Self::Answers) -> String;

    /// Takes an answer, and returns the whole move, nothing while more must be asked, or a sentence saying
    /// what is wrong.
    fn read(
        &self,
        standing: &Standing<Self::Game>,
        answers: &mut Self::Answers,
        text: &str,
    ) -> Result<Option<Move<Self>>, String>;

    /// Describes a move in a few words, for lists.
    fn describe(&self, game: &Self::Game, before: &Position<Self>, mv: &Move<Self>) -> String {
        game.describe(before, mv)
    }

    /// Describes a move that has just been made, without a full stop; nothing if it needs no words.
    fn told(&self, game: &Self::Game, turn: &Turn<Self::Game>, player: &Player) -> Option<String>;

    /// Explains the position to the player to move, before the best move is named.
    fn lesson(&self, game: &Self::Game, position: &Position<Self>) -> Option<String> {
        let lesson = game.lesson(position).map(|lesson| format!("   {lesson}"));
        let told: Vec<String> = lesson.into_iter().chain(game.figure(position)).collect();
        (!told.is_empty()).then(|| told.join("\n"))
    }

    /// Words a move as advice: "Biting 2,2".
    fn advice(&self, game: &Self::Game, position: &Position<Self>, mv: &Move<Self>) -> String {
        game.advice(position, mv)
    }

    /// Says who won and why.
    fn result(&self, game: &Match<Self::Game>) -> String;

    /// Says whether the table of moves is shown after the game, with node counts for those who asked.
    fn shows_table(&self) -> bool;
}

/// A position of the game behind a face.
pub type Position<F> = <<F as Face>::Game as Game>::Position;
/// A move of the game behind a face.
pub type Move<F> = <<F as Face>::Game as Game>::Move;

/// What to draw, and how much room there is.
pub struct Scene<'a, G: Game> {
    /// The match so far.
    pub game: &'a Match<G>,
    /// Whether to show what the last move took.
    pub fresh: bool,
    /// Whether nothing has been drawn before, so the marks need explaining.
    pub first: bool,
    /// Whether to draw all of it, however large.
    pub whole: bool,
    /// How it looks.
    pub look: Look,
    /// The columns of the terminal.
    pub width: usize,
    /// The lines of the terminal.
    pub height: usize,
}

/// What comes after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Another,
    Done,
}

/// Plays one game after another, for as long as people like.
///
/// `counts` says whether node counts and times are shown, which only some people want to see. `new_game` sets
/// up a game from a seed and the game before it; a recorded game may come first.
pub fn play_games<F: Face>(
    console: &mut Console,
    args: &GameArgs,
    counts: bool,
    resumed: Option<Session<F::Game>>,
    face: impl Fn(&F::Game) -> F,
    mut new_game: impl FnMut(&mut Console, u64, Option<&Session<F::Game>>) -> Result<Session<F::Game>, Stop>,
) -> Result<(), Stop> {
    let mut record = args.record.clone();
    // A record has them, so people who keep a record see them.
    let counts = counts || args.record.is_some() || args.resume.is_some();
    if let Some(path) = &record {
        // A resumed game may be recorded in the same file.
        let same = args.resume.as_ref() == Some(path);
        file::claim(console, path, args.force || same)?;
    }
    let seed = args.seed.unwrap_or_else(setup::new_seed);
    let solver = Solver::new();
    // The records that could not be written until the end of their game.
    let mut lost: Vec<PathBuf> = Vec::new();
    let mut session = match resumed {
        Some(resumed) => resumed,
        None => new_game(console, seed, None)?,
    };
    loop {
        session.judge_moves(record.is_some());
        let face = face(session.played().game());
        let mut talk = Talk { face, session, solver: &solver, counts, record: record.clone(), missed: None };
        let next = talk.play(console);
        if talk.missed.is_some() {
            lost.extend(record.clone());
        }
        match next {
            Ok(Next::Another) => {}
            // Whoever runs a program that keeps records learns from its exit code that one is not there.
            Ok(Next::Done) | Err(Stop::Quit | Stop::EndOfInput) if !lost.is_empty() => {
                let lost: Vec<String> = lost.iter().map(|path| file::shown(path)).collect();
                return Err(Stop::Failed(format!(
                    "the game was not recorded, because {} could not be written",
                    listed(&lost)
                )));
            }
            Ok(Next::Done) => return Ok(()),
            Err(stop) => return Err(stop),
        }
        if let Some(path) = &args.record {
            let path = &*record.insert(file::beside(path));
            console.say(&format!("The next game is recorded in {}.", file::shown(path)))?;
        }
        session = new_game(console, setup::seed_after(talk.session.settings().seed), Some(&talk.session))?;
    }
}

/// One game being played.
struct Talk<'a, F: Face> {
    face: F,
    session: Session<F::Game>,
    solver: &'a Solver<F::Game>,
    /// Whether node counts and times are shown.
    counts: bool,
    record: Option<PathBuf>,
    /// The number of moves at the last report that the record could not be written, if any.
    missed: Option<usize>,
}

/// What the conversation does next.
enum Step {
    Look,
    Ask,
}

/// How much of the position is drawn.
enum Showing {
    Now { fresh: bool, first: bool },
    Whole,
}

impl<F: Face> Talk<'_, F> {
    fn game(&self) -> &Match<F::Game> {
        self.session.played()
    }

    /// Plays until the game is over and the players are done with it.
    fn play(&mut self, console: &mut Console) -> Result<Next, Stop> {
        self.keep_record(console)?;
        let mut first = true;
        let mut fresh = !self.game().history().is_empty();
        loop {
            self.draw(console, Showing::Now { fresh, first })?;
            (first, fresh) = (false, false);
            if self.game().verdict().is_some() {
                match self.after(console)? {
                    Some(next) => return Ok(next),
                    None => continue,
                }
            }
            let moves = self.game().history().len();
            let player = self.game().player(self.game().to_move()).clone();
            console.say(&Who::named(player.name()).owns("turn"))?;
            match player.is_computer() {
                true => self.think(console)?,
                false => self.ask_person(console)?,
            }
            fresh = self.game().history().len() == moves + 1;
        }
    }

    fn draw(&self, console: &mut Console, how: Showing) -> Result<(), Stop> {
        let (width, height) = console.dimensions();
        let (fresh, first, whole) = match how {
            Showing::Now { fresh, first } => (fresh, first, false),
            Showing::Whole => (false, false, true),
        };
        let scene = Scene { game: self.game(), fresh, first, whole, look: console.look, width, height };
        let drawn = self.face.scene(&scene);
        if drawn.is_empty() { Ok(()) } else { console.draw(&drawn) }
    }

    /// Does the thinking that the session asks for, until a move has been made or nothing is left.
    fn think(&mut self, console: &mut Console) -> Result<(), Stop> {
        while let Some(moved) = self.think_once(console)? {
            if moved {
                // The new turn is announced before any more thinking; first the last move is judged.
                return self.judge(console);
            }
        }
        Ok(())
    }

    /// Does the next piece of thinking that the session asks for, and says whether it made a move; nothing if
    /// there is nothing to think about.
    ///
    /// Ctrl-C stops the thinking, and the game continues with what is known so far.
    fn think_once(&mut self, console: &mut Console) -> Result<Option<bool>, Stop> {
        let Some(task) = self.session.task() else { return Ok(None) };
        let (about, cancel) = (task.about(), task.cancel().clone());
        let (size, engine, solver) = (task.standing().size(), task.engine(), self.solver);
        let thought =
            interrupt::thinking(&cancel, about == About::Judgement, size, engine, |effort: &Effort| {
                task.run(solver, effort)
            })?;
        let events = self.session.take(thought);
        let moved = events.iter().any(|event| matches!(event, Event::Moved { .. }));
        for event in events {
            self.tell(console, event)?;
        }
        if about != About::Reply || moved {
            self.keep_record(console)?;
        }
        Ok(Some(moved))
    }

    /// Judges the moves made so far and nothing else: a reply waits until the players have seen the position.
    fn judge(&mut self, console: &mut Console) -> Result<(), Stop> {
        if self.session.wants(About::Judgement) {
            self.think_once(console)?;
        }
        Ok(())
    }

    /// Reports what happened.
    fn tell(&mut self, console: &mut Console, event: Event<F::Game>) -> Result<(), Stop> {
        match event {
            Event::Moved { turn } => {
                if let Some(Why::Guesses(unknown)) = &turn.note.why {
                    console.say(&own_up(unknown))?;
                }
                let player = self.game().player(turn.side).clone();
                let Some(told) = self.face.told(self.game().game(), &turn, &player) else { return Ok(()) };
                let counts = self.counts && self.face.shows_table();
                console.say(&match turn.note.nodes.filter(|_| counts) {
                    Some(nodes) => {
                        let time = figures::duration(turn.note.time);
                        format!("{told} ({}, {time}).", counted(nodes, "node"))
                    }
                    None => format!("{told}."),
                })
            }
            Event::GaveUp { engine, unknown } => console.say(&match engine {
                Engine::Sieve if !unknown.was_cancelled() => {
                    "   This is too large to be solved whole, so this move was found by other means.".to_string()
                }
                engine => format!(
                    "   The {engine} search was stopped after {}, before it knew the answer, so this move was found by other means.",
                    counted(unknown.nodes, "node")
                ),
            }),
            Event::Hinted { hint } => self.hint(console, &hint),
            Event::Refused { why } => self.refuse(console, &why),
            _ => Ok(()),
        }
    }

    fn refuse(&self, console: &mut Console, why: &Refusal<F::Game>) -> Result<(), Stop> {
        console.say(&format!("   {}", lastbite::words::sentence(why)))
    }

    /// Asks a person for a move, and returns when it was made or something else changed the game.
    fn ask_person(&mut self, console: &mut Console) -> Result<(), Stop> {
        let mut answers = F::Answers::default();
        loop {
            let question = self.face.question(self.game().position(), &answers);
            let text = console.ask(&question)?;
            match Command::parse(&text) {
                // Undo first takes back half a move.
                Some(Ok(Command::Undo)) if answers != F::Answers::default() => {
                    answers = F::Answers::default()
                }
                Some(Ok(command)) => {
                    if let Step::Look = self.obey(console, command)? {
                        return self.keep_record(console);
                    }
                }
                Some(Err(sentence)) => console.say(&format!("   {sentence}"))?,
                None => match self.face.read(&self.game().standing(), &mut answers, &text) {
                    Ok(Some(mv)) => {
                        let moves = self.game().history().len();
                        for event in self.session.act(Action::Play(mv)) {
                            self.tell(console, event)?;
                        }
                        if self.game().history().len() > moves {
                            self.keep_record(console)?;
                            return self.judge(console);
                        }
                    }
                    Ok(None) => {}
                    Err(sentence) => match Command::of_letter(&text) {
                        Some(command) => {
                            if let Step::Look = self.obey(console, command)? {
                                return self.keep_record(console);
                            }
                        }
                        None => console.say(&format!("   {sentence}"))?,
                    },
                },
            }
        }
    }

    /// Carries out a command.
    fn obey(&mut self, console: &mut Console, command: Command) -> Result<Step, Stop> {
        match command {
            Command::Help => {
                console.say(&self.face.help())?;
                if Side::BOTH.iter().any(|&side| self.game().player(side).is_computer()) {
                    console.say(STRONG)?;
                }
                console.draw(command::HELP)?;
            }
            Command::Hint => {
                let refused = self.session.act(Action::Hint);
                for event in refused {
                    self.tell(console, event)?;
                }
                if self.session.wants(About::Hint) {
                    let game = self.game();
                    if let Some(lesson) = self.face.lesson(game.game(), game.position()) {
                        console.draw_fitting(&lesson)?;
                    }
                    self.think(console)?;
                }
            }
            Command::Undo => return self.change(console, Action::Undo, "   Taken back."),
            Command::Redo => return self.change(console, Action::Redo, "   Made again."),
            Command::Resign => return self.change(console, Action::Resign, ""),
            Command::Level(Some(level)) => self.set_level(console, level)?,
            Command::Level(None) => self.tell_level(console)?,
            Command::History if self.game().history().is_empty() => {
                console.say("   No move has been made yet.")?
            }
            Command::History => self.table(console)?,
            Command::Board => self.draw(console, Showing::Whole)?,
            Command::Save(path) => self.save(console, &path)?,
            Command::Quit => return Err(Stop::Quit),
        }
        Ok(Step::Ask)
    }

    /// Lets the computer play better or worse from now on.
    fn set_level(&mut self, console: &mut Console, level: Level) -> Result<(), Stop> {
        let computers: Vec<Side> =
            Side::BOTH.into_iter().filter(|&side| self.game().player(side).is_computer()).collect();
        if computers.is_empty() {
            return console.say("   There is no computer in this game.");
        }
        for side in computers {
            let name = self.game().player(side).name().to_string();
            self.session.act(Action::Player(side, Player::computer(&name, level)));
            console.say(&format!("   {name} plays at level {level} from now on."))?;
        }
        self.keep_record(console)
    }

    /// Says how well the computer plays, and how to change that.
    fn tell_level(&mut self, console: &mut Console) -> Result<(), Stop> {
        let players = Side::BOTH.map(|side| self.game().player(side));
        let levels = players.iter().filter_map(|player| Some((player.name(), player.level()?)));
        let told: Vec<String> =
            levels.map(|(name, level)| format!("{name} plays at level {level}")).collect();
        if told.is_empty() {
            return console.say("   There is no computer in this game.");
        }
        console.say(&format!("   {}. {}", told.join(", "), command::LEVELS))
    }

    /// Changes the game and says so, or says why not.
    fn change(&mut self, console: &mut Console, action: Action<F::Game>, done: &str) -> Result<Step, Stop> {
        let mut step = Step::Look;
        for event in self.session.act(action) {
            match event {
                Event::Refused { why } => {
                    self.refuse(console, &why)?;
                    step = Step::Ask;
                }
                Event::Undone { .. } | Event::Redone { .. } => console.say(done)?,
                _ => {}
            }
        }
        Ok(step)
    }

    /// Shows a winning move and why it wins, or that there is none: all stages of the hint at once.
    fn hint(&self, console: &mut Console, hint: &Hint<F::Game>) -> Result<(), Stop> {
        let game = self.game().game();
        let stages = hint.stages_in_words(
            &self.game().standing(),
            &|before, mv| self.face.advice(game, before, mv),
            &|before, mv| self.face.describe(game, before, mv),
        );
        let wins = matches!(&hint.knowledge, Knowledge::Known(known) if known.outcome == Outcome::Win);
        // That there is a winning move is said by naming it.
        let told = if wins { stages.last().cloned().unwrap_or_default() } else { stages.join(" ") };
        console.say(&format!("   {told}"))
    }

    /// Announces the result and asks what is next; nothing if the game continues after all.
    fn after(&mut self, console: &mut Console) -> Result<Option<Next>, Stop> {
        console.say(&self.face.result(self.game()))?;
        if self.face.shows_table() && !self.game().history().is_empty() {
            self.table(console)?;
        }
        loop {
            let text = console.ask("Play another game? [Y/n] ")?;
            match Command::parse(&text).or_else(|| Command::of_letter(&text).map(Ok)) {
                Some(Ok(command)) => {
                    if let Step::Look = self.obey(console, command)? {
                        self.keep_record(console)?;
                        return Ok(None);
                    }
                }
                Some(Err(sentence)) => console.say(&format!("   {sentence}"))?,
                None => match yes_or_no(&text, true) {
                    Some(true) => return Ok(Some(Next::Another)),
                    Some(false) => return Ok(Some(Next::Done)),
                    None => console.say("   Please answer y or n.")?,
                },
            }
        }
    }

    /// Shows every move made, with node counts and their total if the computer plays and they were asked for.
    fn table(&self, console: &mut Console) -> Result<(), Stop> {
        let game = self.game();
        let counted = self.counts && Side::BOTH.iter().any(|&side| game.player(side).is_computer());
        let wide = console.dimensions().0;
        let described: Vec<String> = game
            .history()
            .iter()
            .map(|turn| self.face.describe(game.game(), &turn.before, &turn.mv))
            .collect();
        let move_width = described.iter().map(String::len).max().unwrap_or(0).max(4);
        let counts = if counted { 22 } else { 0 };
        let name_width = wide.saturating_sub(4 + move_width + 1 + counts + 1).clamp(6, 20);
        let line = |number: &str, name: &str, mv: &str, nodes: &str, time: &str| {
            let moved = format!("{number:>3} {} {mv:<move_width$}", fit(name, name_width));
            let line = if counted { format!("{moved} {nodes:>11} {time:>9}") } else { moved };
            line.trim_end().to_string() + "\n"
        };
        let mut lines = line("", "Player", "Move", "Nodes", "Time");
        let (mut nodes_in_all, mut time_in_all) = (0u64, Duration::ZERO);
        for (n, turn) in game.history().iter().enumerate() {
            let (nodes, time) = match turn.note.nodes {
                Some(nodes) => {
                    nodes_in_all = nodes_in_all.saturating_add(nodes);
                    time_in_all = time_in_all.saturating_add(turn.note.time);
                    (grouped(nodes), figures::duration(turn.note.time))
                }
                None => ("-".to_string(), "-".to_string()),
            };
            lines += &line(&(n + 1).to_string(), game.player(turn.side).name(), &described[n], &nodes, &time);
        }
        console.draw(&lines)?;
        if counted {
            let (nodes, time) = (grouped(nodes_in_all), figures::duration(time_in_all));
            console.say(&format!("Nodes visited in all: {nodes} ({time})"))?;
        }
        Ok(())
    }

    fn save(&mut self, console: &mut Console, path: &Path) -> Result<(), Stop> {
        if path.exists() {
            let question = format!("{} is already there. Replace it? [y/N] ", file::shown(path));
            if !console.ask_yes(&question, false)? {
                return console.say("   Nothing was saved.");
            }
        }
        self.session.judge_moves(true);
        self.judge(console)?;
        self.session.judge_moves(self.record.is_some());
        match file::write(path, &Record::of(&self.session)) {
            Ok(()) => console.say(&format!("   Saved to {}.", file::shown(path))),
            Err(why) => console.say(&format!("   {}", lastbite::words::sentence(why))),
        }
    }

    /// Updates the record, so that nothing is lost however the game ends.
    fn keep_record(&mut self, console: &mut Console) -> Result<(), Stop> {
        let Some(path) = &self.record else { return Ok(()) };
        let moves = self.session.played().history().len();
        match file::write(path, &Record::of(&self.session)) {
            Ok(()) => self.missed = None,
            // It is tried again after the next move; a failure is reported once per move.
            Err(why) if self.missed != Some(moves) => {
                self.missed = Some(moves);
                let why = lastbite::words::sentence(why);
                console.say(&format!("   {why} lastbite tries again after the next move."))?;
            }
            Err(_) => {}
        }
        Ok(())
    }
}

/// Admits that the computer does not know what it is doing.
fn own_up(unknown: &Unknown) -> String {
    if unknown.was_cancelled() {
        "   The thinking was stopped, so the next move is a guess.".to_string()
    } else {
        "   This is too large to analyse, so the next move is a guess.".to_string()
    }
}
