//! One game from its first position to "Play another game?", the same for every game.
//!
//! What differs between games is their [`Face`]: how a position is drawn, how a move is asked for and read,
//! and in which words things are said. Everything else is here: whose turn it is, the commands, the
//! computer's thinking and its counts, undo and redo, and the record.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lastbite::search::a_few_seconds;
use lastbite::{
    Algorithm, Computer, Engine, Explain, Game, Level, Limits, Match, Outcome, Player, Reason, Reply, Side,
    Solvable, Turn,
};

use crate::command::{self, Command};
use crate::interrupt;
use crate::prompt::{Console, Stop, fit, yes_or_no};
use crate::record::{self, Record, Restored};
use crate::setup::{self, GameArgs};
use crate::style::Look;

/// What a game shows of itself: drawing, parsing and words.
pub trait Face {
    /// The rules.
    type Game: Explain;
    /// The answers so far to the questions that make up one move.
    type Answers: Default + PartialEq;

    /// Explains the rules and how a move is typed.
    fn help(&self) -> String;

    /// Draws the position, with everything that stands around it.
    fn scene(&self, scene: &Scene<'_, Self::Game>) -> String;

    /// Returns the next question about a move.
    fn question(&self, position: &Position<Self>, answers: &Self::Answers) -> String;

    /// Takes an answer: a whole move, or nothing while more must be asked, or a sentence saying what is wrong.
    fn read(
        &self,
        game: &Self::Game,
        position: &Position<Self>,
        answers: &mut Self::Answers,
        text: &str,
    ) -> Result<Option<Move<Self>>, String>;

    /// Tells a move in a few words, for lists.
    fn describe(&self, before: &Position<Self>, mv: Move<Self>) -> String;

    /// Tells a move that has just been made; nothing where the game does not say it.
    fn told(&self, turn: &Turn<Self::Game>, player: &Player, note: &Note) -> Option<String>;

    /// Explains the position to the player to move, before the best move is named.
    fn lesson(&self, _game: &Self::Game, _position: &Position<Self>) -> Option<String> {
        None
    }

    /// Tells a move as advice: "Bite 2,2".
    fn advice(&self, position: &Position<Self>, mv: Move<Self>) -> String;

    /// Tells who won and why.
    fn result(&self, game: &Match<Self::Game>) -> String;

    /// Says whether the table of moves and node counts is shown after the game.
    fn shows_counts(&self) -> bool;
}

/// A position of the game behind a face.
pub type Position<F> = <<F as Face>::Game as Game>::Position;
/// A move of the game behind a face.
pub type Move<F> = <<F as Face>::Game as Game>::Move;

/// What is to be drawn, and how much room there is.
pub struct Scene<'a, G: Game> {
    /// The match as it stands.
    pub game: &'a Match<G>,
    /// What the last move took is to be shown.
    pub fresh: bool,
    /// Nothing has been drawn before, so the marks are to be explained.
    pub first: bool,
    /// However large it is, all of it.
    pub whole: bool,
    /// How it looks.
    pub look: Look,
    /// The columns of the terminal.
    pub width: usize,
    /// The lines of the terminal.
    pub height: usize,
}

/// What is kept of a move besides the move: the thinking behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// How many nodes the computer visited; nothing for a person.
    pub nodes: Option<u64>,
    /// How long it took to decide.
    pub time: Duration,
}

/// How a session is to be played.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What the computer's slips depend on.
    pub seed: u64,
    /// How the computer thinks.
    pub engine: Engine,
    /// The most nodes a search may visit; nothing leaves it to [`Settings::limit`].
    pub nodes: Option<u64>,
    /// Where the record is kept up to date.
    pub record: Option<PathBuf>,
}

impl Settings {
    /// Where nobody can press Ctrl-C, a patient search ends by itself.
    const UNATTENDED: u64 = 50_000_000;

    fn limit(&self, attended: bool, size: usize) -> Option<u64> {
        let patient = matches!(
            self.engine,
            Engine::Search(Algorithm::Minimax | Algorithm::AlphaBeta | Algorithm::Negamax)
        );
        self.nodes.or(match (patient, attended) {
            (true, true) => None,
            (true, false) => Some(Self::UNATTENDED),
            (false, _) => Some(a_few_seconds(size)),
        })
    }
}

/// What comes after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Another,
    Done,
}

/// Plays one game after the other, as long as people like.
///
/// `new_game` sets a game up from a seed, knowing the game before it; a recorded game may come first.
pub fn play_games<F: Face>(
    console: &mut Console,
    args: &GameArgs,
    resumed: Option<Restored<F::Game>>,
    face: impl Fn(&F::Game) -> F,
    mut new_game: impl FnMut(&mut Console, u64, Option<&Session<F>>) -> Result<Restored<F::Game>, Stop>,
) -> Result<(), Stop> {
    let mut record = args.record.clone();
    if let Some(path) = &record {
        // Whoever goes on with a record may go on in the same file.
        let same = args.resume.as_ref() == Some(path);
        record::claim(console, path, args.overwrite || same)?;
    }
    let seed = args.seed.unwrap_or_else(setup::new_seed);
    let mut set_up = match resumed {
        Some(resumed) => resumed,
        None => new_game(console, seed, None)?,
    };
    loop {
        set_up.settings.record = record.clone();
        let face = face(set_up.game.game());
        let mut session = Session::new(face, set_up.game, set_up.notes, set_up.settings);
        if session.play(console)? == Next::Done {
            return Ok(());
        }
        if let Some(path) = &args.record {
            let path = &*record.insert(record::beside(path));
            console.say(&format!("The next game is recorded in {}.", path.display()))?;
        }
        set_up = new_game(console, setup::seed_after(session.settings.seed), Some(&session))?;
    }
}

/// One game being played.
pub struct Session<F: Face> {
    face: F,
    game: Match<F::Game>,
    notes: Vec<Note>,
    undone: Vec<Note>,
    settings: Settings,
    outcomes: Outcomes<F::Game>,
}

/// The outcomes of the positions of a game, each asked once, and never for long.
pub type Outcomes<G> = HashMap<<G as Game>::Position, Option<Outcome>>;

/// Looks an outcome up, or finds it out if that takes little.
pub fn outcome<G: Explain>(game: &G, position: &G::Position, known: &mut Outcomes<G>) -> Option<Outcome> {
    if let Some(&outcome) = known.get(position) {
        return outcome;
    }
    let outcome =
        game.answer(position, &Limits::none().nodes(a_few_seconds(game.size(position)) / 10)).outcome;
    known.insert(position.clone(), outcome);
    outcome
}

/// What the session does next.
enum Step<M> {
    Play(M),
    Look,
    Ask,
}

/// How much of the position is drawn.
enum Showing {
    Now { fresh: bool, first: bool },
    Whole,
}

impl<F: Face> Session<F> {
    /// Returns the match.
    pub fn game(&self) -> &Match<F::Game> {
        &self.game
    }

    /// Returns how the computer thinks.
    pub fn engine(&self) -> Engine {
        self.settings.engine
    }

    /// Returns the two players in the order in which they move.
    pub fn players(&self) -> [Player; 2] {
        [Side::First, Side::Second].map(|side| self.game.player(side).clone())
    }

    /// Begins with a match that may already have moves, one note for each of them.
    fn new(face: F, game: Match<F::Game>, notes: Vec<Note>, settings: Settings) -> Self {
        Session { face, game, notes, undone: Vec::new(), settings, outcomes: HashMap::new() }
    }

    /// Plays until the game is over and nobody wants another look at it.
    fn play(&mut self, console: &mut Console) -> Result<Next, Stop> {
        self.keep_record(console)?;
        let mut first = true;
        let mut fresh = !self.game.history().is_empty();
        loop {
            self.draw(console, Showing::Now { fresh, first })?;
            (first, fresh) = (false, false);
            if self.game.verdict().is_some() {
                match self.after(console)? {
                    Some(next) => return Ok(next),
                    None => continue,
                }
            }
            let player = self.game.player(self.game.to_move()).clone();
            console.say(&format!("{}'s turn", player.name))?;
            let decided = match player.level {
                Some(level) => Some(self.think(console, level)?),
                None => self.ask_person(console)?,
            };
            if let Some((mv, note)) = decided {
                self.game.play(mv).map_err(Stop::refuse)?;
                self.undone.clear();
                let turn = self.game.history().last().expect("a move was made");
                if let Some(told) = self.face.told(turn, &player, &note) {
                    console.say(&told)?;
                }
                self.notes.push(note);
                fresh = true;
            }
            self.keep_record(console)?;
        }
    }

    fn draw(&self, console: &mut Console, how: Showing) -> Result<(), Stop> {
        let (width, height) = console.dimensions();
        let (fresh, first, whole) = match how {
            Showing::Now { fresh, first } => (fresh, first, false),
            Showing::Whole => (false, false, true),
        };
        let scene = Scene { game: &self.game, fresh, first, whole, look: console.look, width, height };
        let drawn = self.face.scene(&scene);
        if drawn.is_empty() { Ok(()) } else { console.draw(&drawn) }
    }

    /// Lets the computer think, and says what became of it.
    fn think(&mut self, console: &mut Console, level: Level) -> Result<(Move<F>, Note), Stop> {
        let size = self.game.game().size(self.game.position());
        let most = self.settings.limit(console.is_terminal(), size);
        let reply = self.reply(level, self.settings.engine, most)?;
        let mut note = Note { nodes: Some(reply.nodes), time: reply.time };
        let Some(stopped) = reply.unfinished else {
            self.own_up(console, &reply)?;
            return Ok((reply.mv, note));
        };
        console.say(&match self.settings.engine {
            Engine::Sieve if !interrupt::stopped() => {
                "   This is too large to be solved whole, so this move was found by other means.".to_string()
            }
            engine => format!(
                "   The {engine} search was stopped after {} nodes, before it knew the answer, so this move was found by other means.",
                stopped.nodes
            ),
        })?;
        if reply.outcome.is_some() {
            return Ok((reply.mv, note));
        }
        let other = self.reply(level, Engine::Auto, Some(a_few_seconds(size)))?;
        self.own_up(console, &other)?;
        note = Note { nodes: Some(reply.nodes + other.nodes), time: reply.time + other.time };
        Ok((other.mv, note))
    }

    fn reply(&self, level: Level, engine: Engine, most: Option<u64>) -> Result<Reply<Move<F>>, Stop> {
        let turns = self.game.history().len() as u64;
        // Every turn has its own dice: undo, redo and resume leave the later slips where they were.
        let seed = self.settings.seed ^ (turns << 32);
        let reply = interrupt::thinking(|stop| {
            let limits = Limits::none().cancelled_by(stop);
            let limits = most.into_iter().fold(limits, Limits::nodes);
            let mut computer = Computer::new(level, seed).with_engine(engine);
            computer.reply(self.game.game(), self.game.position(), &limits)
        });
        reply.ok_or_else(|| Stop::refuse("the computer has no move in this position"))
    }

    /// Says so where the computer does not know what it is doing.
    fn own_up(&self, console: &mut Console, reply: &Reply<Move<F>>) -> Result<(), Stop> {
        if reply.outcome.is_some() || reply.nodes == 0 {
            return Ok(());
        }
        console.say(if interrupt::stopped() {
            "   The thinking was stopped, so the next move is a guess."
        } else {
            "   This is too large to be looked through, so the next move is a guess."
        })
    }

    /// Asks a person for a move; nothing if they wanted something else that changed the game.
    fn ask_person(&mut self, console: &mut Console) -> Result<Option<(Move<F>, Note)>, Stop> {
        let started = Instant::now();
        let mut answers = F::Answers::default();
        loop {
            let question = self.face.question(self.game.position(), &answers);
            let text = console.ask(&question)?;
            let step = match Command::parse(&text) {
                // Half a move is taken back first.
                Some(Ok(Command::Undo)) if answers != F::Answers::default() => {
                    answers = F::Answers::default();
                    Step::Ask
                }
                Some(Ok(command)) => self.obey(console, command)?,
                Some(Err(sentence)) => {
                    console.say(&format!("   {sentence}"))?;
                    Step::Ask
                }
                None => {
                    let read = self.face.read(self.game.game(), self.game.position(), &mut answers, &text);
                    match read {
                        Ok(Some(mv)) => Step::Play(mv),
                        Ok(None) => Step::Ask,
                        Err(sentence) => {
                            console.say(&format!("   {sentence}"))?;
                            Step::Ask
                        }
                    }
                }
            };
            match step {
                Step::Play(mv) => return Ok(Some((mv, Note { nodes: None, time: started.elapsed() }))),
                Step::Look => return Ok(None),
                Step::Ask => {}
            }
        }
    }

    /// Does what a command says.
    fn obey(&mut self, console: &mut Console, command: Command) -> Result<Step<Move<F>>, Stop> {
        let over = self.game.verdict().is_some();
        match command {
            Command::Help => {
                console.say(&self.face.help())?;
                console.draw(command::HELP)?;
            }
            Command::Hint if over => console.say("   The game is over.")?,
            Command::Hint => self.hint(console)?,
            Command::Undo => {
                if self.undo() {
                    console.say("   Taken back.")?;
                    return Ok(Step::Look);
                }
                console.say("   There is no move of yours to take back.")?;
            }
            Command::Redo => {
                if self.redo() {
                    console.say("   Made again.")?;
                    return Ok(Step::Look);
                }
                console.say("   There is no move to make again.")?;
            }
            Command::History if self.game.history().is_empty() => {
                console.say("   No move has been made yet.")?
            }
            Command::History => self.table(console)?,
            Command::Board => self.draw(console, Showing::Whole)?,
            Command::Save(path) => self.save(console, &path)?,
            Command::Resign if over => console.say("   The game is over.")?,
            Command::Resign => {
                self.game.resign(self.game.to_move());
                return Ok(Step::Look);
            }
            Command::Quit => return Err(Stop::Quit),
        }
        Ok(Step::Ask)
    }

    /// Shows a winning move and why it wins, or that there is none.
    fn hint(&self, console: &mut Console) -> Result<(), Stop> {
        let (game, position) = (self.game.game(), self.game.position());
        if let Some(lesson) = self.face.lesson(game, position) {
            console.draw_fitting(&lesson)?;
        }
        let (answer, why) = interrupt::thinking(|stop| {
            let limits = Limits::none().nodes(a_few_seconds(game.size(position))).cancelled_by(stop);
            let answer = game.answer(position, &limits);
            let why = match answer.best {
                Some(mv) => game.why_it_wins(position, mv, &limits),
                None => None,
            };
            let why = why.map(|why| match (why, answer.best) {
                (Reason::EveryMoveAnswered { .. }, Some(mv)) => {
                    format!("{why}{}", self.example(position, mv, &limits).unwrap_or_default())
                }
                _ => why.to_string(),
            });
            (answer, why)
        });
        console.say(&match (answer.best, why, answer.outcome) {
            (Some(mv), Some(why), _) => format!("   {} wins: {why}.", self.face.advice(position, mv)),
            (Some(mv), None, _) => format!("   {} wins.", self.face.advice(position, mv)),
            (None, _, Some(Outcome::Loss)) => {
                let stall = match game.stalling_move(position) {
                    Some(mv) => format!(" {} makes the game last.", self.face.advice(position, mv)),
                    None => String::new(),
                };
                format!(
                    "   There is no winning move here: whatever you do, there is an answer to it. Play on and hope for a mistake.{stall}"
                )
            }
            _ if interrupt::stopped() => "   The thinking was stopped; ask again if you like.".to_string(),
            _ => "   This is too large to be looked through; make it smaller and ask again.".to_string(),
        })
    }

    /// Shows how a winning move goes on, where no theorem tells it: an answer to the reply that takes least.
    fn example(&self, position: &Position<F>, mv: Move<F>, limits: &Limits) -> Option<String> {
        let game = self.game.game();
        let left = game.play(position, mv).ok()?;
        let reply = game.stalling_move(&left)?;
        let then = game.play(&left, reply).ok()?;
        let best = game.answer(&then, limits).best?;
        let answer = self.face.advice(&then, best).to_lowercase();
        Some(format!(". If it plays {}, for example, {answer} wins", self.face.describe(&left, reply)))
    }

    /// Takes back to the last choice a person had: against the computer, its answer goes too.
    fn undo(&mut self) -> bool {
        if self.resigned() {
            return self.game.undo();
        }
        let person = |side: Side| !self.game.player(side).is_computer();
        let Some(last) = self.game.history().iter().rposition(|turn| person(turn.side)) else {
            return false;
        };
        while self.game.history().len() > last {
            self.game.undo();
            self.undone.extend(self.notes.pop());
        }
        true
    }

    /// Goes forward to the next choice a person had.
    fn redo(&mut self) -> bool {
        let mut redone = false;
        while self.game.redo() {
            self.notes.extend(self.undone.pop());
            redone = true;
            if !self.game.player(self.game.to_move()).is_computer() {
                break;
            }
        }
        redone
    }

    fn resigned(&self) -> bool {
        self.game.verdict().is_some_and(|verdict| verdict.ending == lastbite::Ending::Resigned)
    }

    /// Tells the result and asks what is next; nothing if the game goes on after all.
    fn after(&mut self, console: &mut Console) -> Result<Option<Next>, Stop> {
        console.say(&self.face.result(&self.game))?;
        if self.face.shows_counts() && !self.notes.is_empty() {
            self.table(console)?;
        }
        loop {
            let text = console.ask("Play another game? [Y/n] ")?;
            match Command::parse(&text) {
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

    /// Shows every move made, with the node counts and their total where the computer plays.
    fn table(&self, console: &mut Console) -> Result<(), Stop> {
        let counted = [Side::First, Side::Second].iter().any(|&side| self.game.player(side).is_computer());
        let wide = console.dimensions().0;
        let described: Vec<String> =
            self.game.history().iter().map(|turn| self.face.describe(&turn.before, turn.mv)).collect();
        let move_width = described.iter().map(String::len).max().unwrap_or(0).max(4);
        let counts = if counted { 20 } else { 0 };
        let name_width = wide.saturating_sub(4 + move_width + 1 + counts + 1).clamp(6, 20);
        let line = |number: &str, name: &str, mv: &str, nodes: &str, time: &str| {
            let moved = format!("{number:>3} {} {mv:<move_width$}", fit(name, name_width));
            let line = if counted { format!("{moved} {nodes:>9} {time:>9}") } else { moved };
            line.trim_end().to_string() + "\n"
        };
        let mut lines = line("", "Player", "Move", "Nodes", "Time");
        for (n, turn) in self.game.history().iter().enumerate() {
            let name = &self.game.player(turn.side).name;
            let note = &self.notes[n];
            let (nodes, time) = match note.nodes {
                Some(nodes) => (nodes.to_string(), seconds(note.time)),
                None => ("-".to_string(), "-".to_string()),
            };
            lines += &line(&(n + 1).to_string(), name, &described[n], &nodes, &time);
        }
        console.draw(&lines)?;
        if counted {
            let thought = self.notes.iter().filter(|note| note.nodes.is_some());
            let time = thought.clone().map(|note| note.time).sum();
            let nodes: u64 = thought.filter_map(|note| note.nodes).sum();
            console.say(&format!("Nodes visited in all: {nodes} ({})", seconds(time)))?;
        }
        Ok(())
    }

    fn record(&mut self) -> Record {
        Record::of(&self.game, &self.notes, &self.settings, &mut self.outcomes)
    }

    fn save(&mut self, console: &mut Console, path: &Path) -> Result<(), Stop> {
        if path.exists() {
            let question = format!("{} exists. Overwrite it? [y/N] ", path.display());
            if !console.ask_yes(&question, false)? {
                return console.say("   Nothing was saved.");
            }
        }
        match record::write(path, &self.record()) {
            Ok(()) => console.say(&format!("   Saved to {}.", path.display())),
            Err(sentence) => console.say(&format!("   {sentence}")),
        }
    }

    /// Brings the record up to date, so that nothing is lost however the game ends.
    fn keep_record(&mut self, console: &mut Console) -> Result<(), Stop> {
        let Some(path) = self.settings.record.clone() else { return Ok(()) };
        match record::write(&path, &self.record()) {
            Ok(()) => Ok(()),
            Err(sentence) => {
                self.settings.record = None;
                console.say(&format!("   {sentence} The game goes on without a record."))
            }
        }
    }
}

/// Writes a time so that its length does not jump about.
pub fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}
