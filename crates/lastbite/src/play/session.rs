//! A session: one match after another as a value. Actions go in, events come out; nothing is printed, nothing
//! blocks.
//!
//! The driver of a session decides where its thinking runs. [`Session::task`] hands out a [`Task`] that can
//! be sent to any thread; [`Task::run`] thinks; [`Session::take`] takes the [`Thought`] back.
//! [`Session::stop`] stops the thinking of this session and of no other.
//!
//! ```
//! use lastbite::{Action, Chomp, Effort, Event, Level, Player, Session, Settings, Solver, Standing};
//!
//! let players = [Player::human("Ada"), Player::computer("HAL", Level::Perfect)];
//! let mut session = Session::new(Standing::start(Chomp::new(3, 4)?), players, Settings::default())?;
//! let solver = Solver::new();
//! session.act(Action::Play("3,4".parse()?));
//! while let Some(task) = session.task() {
//!     let thought = task.run(&solver, &Effort::unlimited());
//!     for event in session.take(thought) {
//!         assert!(matches!(event, Event::Moved { .. }), "the computer has answered");
//!     }
//! }
//! assert_eq!(session.played().history().len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod event;
mod task;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::{Dice, Engine, Judgement, Match, Note, Player, Side, TooLarge};
use crate::effort::Cancel;
use crate::game::{Ending, Purpose, Standing};
use crate::search::{Algorithm, a_few_seconds};
use crate::words::Words;
use lastbite_work::Clock;

#[cfg(feature = "serde")]
use super::{Record, RecordError};

pub use action::{Action, ActionError};
#[cfg(feature = "serde")]
pub use event::WrittenEvent;
pub use event::{Event, Hint, Refusal};
pub use task::{About, Task, Thought};

/// How a session is played.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// The seed of the computer's slips.
    pub seed: u64,
    /// How the computer thinks.
    pub engine: Engine,
    /// The most nodes a search may visit for a move; by default it depends on the engine and on whether the
    /// session is attended.
    pub nodes: Option<u64>,
    /// Whether a person is there who can stop a search that takes forever.
    pub attended: bool,
    /// Whether every move is judged, for a record for example.
    pub judged: bool,
    /// The clock for people's thinking times.
    pub clock: Clock,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            seed: 0,
            engine: Engine::Auto,
            nodes: None,
            attended: false,
            judged: false,
            clock: Clock::system(),
        }
    }
}

impl Settings {
    /// The limit of a patient search that nobody is there to stop.
    const UNATTENDED: u64 = 50_000_000;

    /// Returns how many nodes an engine may visit in a position of this many pieces.
    fn limit(&self, engine: Engine, size: u64) -> Option<u64> {
        let patient =
            matches!(engine, Engine::Search(Algorithm::Minimax | Algorithm::AlphaBeta | Algorithm::Negamax));
        self.nodes.or(match (patient, self.attended) {
            (true, true) => None,
            (true, false) => Some(Self::UNATTENDED),
            (false, _) => Some(a_few_seconds(size)),
        })
    }
}

/// What an engine has spent in vain.
#[derive(Clone, Copy, Debug, Default)]
struct Spent {
    nodes: u64,
    time: Duration,
    /// Whether somebody stopped it, and is waiting for a move now.
    stopped: bool,
}

/// One match after another, played by actions.
#[derive(Debug)]
pub struct Session<G: Words> {
    played: Match<G>,
    settings: Settings,
    /// When the player to move began to think.
    since: Duration,
    /// The thinking that was asked for.
    wish: Option<About>,
    /// What the engine had spent when it gave up at this turn, if it did.
    gave_up: Option<Spent>,
    /// The task that is out, if any.
    out: Option<Out>,
    tickets: u64,
    judgements: HashMap<G::Position, Judgement>,
}

/// A task that has been handed out.
#[derive(Debug)]
struct Out {
    ticket: u64,
    about: About,
    cancel: Cancel,
    nodes: Arc<AtomicU64>,
}

impl<G: Words> Session<G> {
    /// Begins with a match from a position of a game.
    pub fn new(start: Standing<G>, players: [Player; 2], settings: Settings) -> Result<Self, TooLarge> {
        start.check_size(Purpose::Play)?;
        Ok(Self::of(Match::new(start, players), settings))
    }

    /// Continues a match; moves that were taken back in it can be made again.
    pub fn going_on(played: Match<G>, settings: Settings) -> Result<Self, TooLarge> {
        played.start().check_size(Purpose::Play)?;
        Ok(Self::of(played, settings))
    }

    fn of(played: Match<G>, settings: Settings) -> Self {
        let since = settings.clock.now();
        Session {
            played,
            settings,
            since,
            wish: None,
            gave_up: None,
            out: None,
            tickets: 0,
            judgements: HashMap::new(),
        }
    }

    /// Returns the current match.
    #[must_use]
    pub fn played(&self) -> &Match<G> {
        &self.played
    }

    /// Returns the settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Sets whether every move is judged from now on.
    pub fn judge_moves(&mut self, judged: bool) {
        self.settings.judged = judged;
    }

    /// Carries out an action, and returns what happened.
    pub fn act(&mut self, action: Action<G>) -> Vec<Event<G>> {
        let done = match action {
            Action::Play(mv) => self.play(mv),
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::Resign => self.resign(),
            Action::Hint => self.wish_for(About::Hint),
            Action::Analyse => self.wish_for(About::Analysis),
            Action::Stop => {
                self.stop();
                Ok(vec![])
            }
            Action::Player(side, player) => {
                self.interrupt();
                self.played.set_player(side, player.clone());
                Ok(vec![Event::Joined { side, player }])
            }
            Action::Engine(engine) => {
                self.interrupt();
                self.settings.engine = engine;
                Ok(vec![])
            }
            Action::NewGame(start) => self.begin(start.unwrap_or_else(|| self.played.start().clone())),
            #[cfg(feature = "serde")]
            Action::Load(record) => self.load(&record),
        };
        done.unwrap_or_else(|why| vec![Event::Refused { why }])
    }

    fn play(&mut self, mv: G::Move) -> Result<Vec<Event<G>>, Refusal<G>> {
        if self.played.verdict().is_none() && self.player_to_move().is_computer() {
            return Err(Refusal::NotYourTurn);
        }
        let note = Note::of_a_person(self.settings.clock.since(self.since));
        self.make(mv, note)
    }

    /// Makes a move and reports it, and the end if it was the last one.
    fn make(&mut self, mv: G::Move, note: Note) -> Result<Vec<Event<G>>, Refusal<G>> {
        self.played.play_noted(mv, note).map_err(Refusal::Illegal)?;
        self.changed();
        let turn = self.played.history().last().expect("a move was made").clone();
        Ok([Event::Moved { turn: Box::new(turn) }].into_iter().chain(self.over()).collect())
    }

    fn over(&self) -> Option<Event<G>> {
        self.played.verdict().map(|verdict| Event::Over { verdict })
    }

    /// Goes back to the last choice a person had; against the computer, its answer is taken back too.
    fn undo(&mut self) -> Result<Vec<Event<G>>, Refusal<G>> {
        if self.played.verdict().is_some_and(|verdict| verdict.ending == Ending::Resigned) {
            self.played.undo();
            self.changed();
            return Ok(vec![Event::Undone { moves: 0 }]);
        }
        let history = self.played.history();
        let person = |side: Side| !self.played.player(side).is_computer();
        let last = history.iter().rposition(|turn| person(turn.side)).ok_or(Refusal::NothingToUndo)?;
        let moves = history.len() - last;
        (0..moves).for_each(|_| {
            self.played.undo();
        });
        self.changed();
        Ok(vec![Event::Undone { moves }])
    }

    /// Goes forward to the next choice a person had.
    fn redo(&mut self) -> Result<Vec<Event<G>>, Refusal<G>> {
        let mut moves = 0;
        while self.played.redo() {
            moves += 1;
            if !self.player_to_move().is_computer() {
                break;
            }
        }
        if moves == 0 {
            return Err(Refusal::NothingToRedo);
        }
        self.changed();
        Ok([Event::Redone { moves }].into_iter().chain(self.over()).collect())
    }

    fn resign(&mut self) -> Result<Vec<Event<G>>, Refusal<G>> {
        if self.played.verdict().is_some() {
            return Err(Refusal::Over);
        }
        self.played.resign(self.played.to_move());
        self.changed();
        Ok(self.over().into_iter().collect())
    }

    fn wish_for(&mut self, about: About) -> Result<Vec<Event<G>>, Refusal<G>> {
        if self.played.verdict().is_some() {
            return Err(Refusal::Over);
        }
        self.interrupt();
        self.wish = Some(about);
        Ok(vec![])
    }

    fn begin(&mut self, start: Standing<G>) -> Result<Vec<Event<G>>, Refusal<G>> {
        start.check_size(Purpose::Play).map_err(Refusal::TooLarge)?;
        let players = Side::BOTH.map(|side| self.played.player(side).clone());
        self.played = Match::new(start, players);
        self.changed();
        self.judgements.clear();
        Ok(self.began())
    }

    /// Reports what is played by whom.
    fn began(&self) -> Vec<Event<G>> {
        let players = Side::BOTH.map(|side| self.played.player(side).clone());
        [Event::Began { start: self.played.start().clone(), players }]
            .into_iter()
            .chain(self.over())
            .collect()
    }

    #[cfg(feature = "serde")]
    fn load(&mut self, record: &super::Record) -> Result<Vec<Event<G>>, Refusal<G>> {
        let loaded = record.session(self.settings.clone()).map_err(Refusal::Record)?;
        self.interrupt();
        // The tickets keep counting, so that a thought about the previous match still comes too late.
        *self = Session { tickets: self.tickets, ..loaded };
        Ok(self.began())
    }

    /// Notes that the match has changed, so that no thinking about the old one is needed.
    fn changed(&mut self) {
        self.interrupt();
        self.wish = None;
        self.gave_up = None;
        self.since = self.settings.clock.now();
    }

    /// Stops the thinking and forgets the request.
    fn interrupt(&mut self) {
        if let Some(out) = self.out.take() {
            out.cancel.cancel();
        }
    }

    fn player_to_move(&self) -> &Player {
        self.played.player(self.played.to_move())
    }

    /// Stops the thinking of this session; the thought comes back soon, as far as it got.
    pub fn stop(&self) {
        if let Some(out) = &self.out {
            out.cancel.cancel();
        }
    }

    /// Reports the current thinking and the nodes visited so far; nothing if no task is out.
    #[must_use]
    pub fn thinking(&self) -> Option<Event<G>> {
        let out = self.out.as_ref()?;
        Some(Event::Thinking { about: out.about, nodes: out.nodes.load(Ordering::Relaxed) })
    }

    /// Says whether the next task will be about this.
    #[must_use]
    pub fn wants(&self, about: About) -> bool {
        self.out.is_none() && self.next_task() == Some(about)
    }

    /// Hands out the next task; nothing if there is none, or one is already out.
    #[must_use]
    pub fn task(&mut self) -> Option<Task<G>> {
        if self.out.is_some() {
            return None;
        }
        let about = self.next_task()?;
        let standing = self.played.standing();
        let turns = self.played.history().len();
        let engine = if self.gave_up.is_some() { Engine::Auto } else { self.settings.engine };
        let few = a_few_seconds(standing.size());
        let nodes = match (about, self.gave_up) {
            // Whoever stopped the engine wants a move at once.
            (About::Reply, Some(Spent { stopped: true, .. })) => Some(few / 40),
            (About::Reply, Some(_)) | (About::Hint | About::Analysis, _) => Some(few),
            (About::Reply, None) => self.settings.limit(engine, standing.size()),
            // A judgement is a courtesy, so it never takes long.
            (About::Judgement, _) => Some(few / 10),
        };
        self.tickets += 1;
        let (cancel, counter) = (Cancel::new(), Arc::new(AtomicU64::new(0)));
        self.out =
            Some(Out { ticket: self.tickets, about, cancel: cancel.clone(), nodes: Arc::clone(&counter) });
        Some(Task {
            ticket: self.tickets,
            about,
            level: self.player_to_move().level().unwrap_or_default(),
            engine,
            seed: Dice::seed_of_turn(self.settings.seed, turns),
            nodes,
            cancel,
            counter,
            unjudged: if about == About::Judgement { self.unjudged() } else { Vec::new() },
            standing,
        })
    }

    fn next_task(&self) -> Option<About> {
        let over = self.played.verdict().is_some();
        if let Some(wish) = self.wish.filter(|_| !over) {
            return Some(wish);
        }
        if self.settings.judged && !self.unjudged().is_empty() {
            return Some(About::Judgement);
        }
        (!over && self.player_to_move().is_computer()).then_some(About::Reply)
    }

    /// Lists the positions of the match that have not been judged yet.
    fn unjudged(&self) -> Vec<Standing<G>> {
        let positions = self.played.history().iter().flat_map(|turn| [&turn.before, &turn.after]);
        positions
            .filter(|position| !self.judgements.contains_key(*position))
            .map(|position| self.played.standing_at(position))
            .collect()
    }

    /// Takes a thought back, and returns what happens; a thought about a match that has changed since comes
    /// too late.
    pub fn take(&mut self, thought: Thought<G>) -> Vec<Event<G>> {
        if self.out.as_ref().is_none_or(|out| out.ticket != thought.ticket) {
            return vec![];
        }
        self.out = None;
        match thought.content {
            task::Content::Reply(None) => vec![],
            task::Content::Reply(Some(Ok(reply))) => {
                let spent = self.gave_up.take().unwrap_or_default();
                let note = Note {
                    time: reply.time + spent.time,
                    nodes: Some(reply.nodes.saturating_add(spent.nodes)),
                    why: Some(reply.why),
                    ..Note::default()
                };
                self.make(reply.mv, note).unwrap_or_else(|why| vec![Event::Refused { why }])
            }
            task::Content::Reply(Some(Err((unknown, time)))) => {
                let engine = self.settings.engine;
                self.gave_up = Some(Spent { nodes: unknown.nodes, time, stopped: unknown.was_cancelled() });
                vec![Event::GaveUp { engine, unknown }]
            }
            task::Content::Hint(hint) => {
                self.wish = None;
                vec![Event::Hinted { hint }]
            }
            task::Content::Analysis(analysis) => {
                self.wish = None;
                vec![Event::Analysed { analysis }]
            }
            task::Content::Judgements(found) => {
                self.judgements.extend(found);
                self.note_judgements();
                vec![Event::Judged]
            }
        }
    }

    /// Writes the judgements of positions into the notes of the turns.
    fn note_judgements(&mut self) {
        for turn in 0..self.played.history().len() {
            let made = &self.played.history()[turn];
            let judged = |position| self.judgements.get(position).copied().unwrap_or_default();
            let (before, after) = (judged(&made.before), judged(&made.after));
            if let Some(note) = self.played.note_mut(turn) {
                if note.before == Judgement::NotAsked {
                    note.before = before;
                }
                if note.after == Judgement::NotAsked {
                    // The opponent is to move now.
                    note.after = match after {
                        Judgement::Known(outcome) => Judgement::Known(!outcome),
                        other => other,
                    };
                }
            }
        }
    }
}

#[cfg(feature = "serde")]
impl Record {
    /// Records the current match of a session.
    #[must_use]
    pub fn of<G: Words>(session: &Session<G>) -> Record {
        let Settings { seed, engine, nodes, .. } = session.settings;
        Record::taken_down(&session.played, seed, engine, nodes)
    }

    /// Plays the recorded moves again, checking each of them, and continues from there with these settings.
    ///
    /// The seed, the engine and its limit come from the record.
    pub fn session<G: Words>(&self, settings: Settings) -> Result<Session<G>, RecordError> {
        let (played, seed, engine, nodes) = self.replayed()?;
        Ok(Session::of(played, Settings { seed, engine, nodes, ..settings }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::chomp::Chomp;
    use crate::play::Level;
    use crate::{Effort, Solver};

    const PATIENT: Engine = Engine::Search(Algorithm::Minimax);

    /// Makes a session of a 5x6 bar with the computer to move.
    fn session(settings: Settings) -> Session<Chomp> {
        let players = [Player::computer("HAL", Level::Perfect), Player::human("Ada")];
        Session::new(Standing::start(Chomp::new(5, 6).unwrap()), players, settings).unwrap()
    }

    #[test]
    fn a_search_that_nobody_can_call_off_ends_by_itself() {
        let limit =
            |nodes, attended, engine| Settings { nodes, attended, ..Settings::default() }.limit(engine, 100);
        assert_eq!(limit(None, false, PATIENT), Some(Settings::UNATTENDED));
        assert_eq!(limit(None, true, PATIENT), None, "no limit while somebody watches");
        for engine in [Engine::Auto, Engine::Sieve, Engine::Search(Algorithm::Memo)] {
            assert_eq!(limit(None, true, engine), Some(a_few_seconds(100)), "{engine}");
        }
        assert_eq!(limit(Some(7), true, PATIENT), Some(7), "a limit that was set is kept");
    }

    #[test]
    fn each_kind_of_thinking_has_its_limit() {
        let moment = a_few_seconds(30);
        let mut session = session(Settings { nodes: Some(10), engine: PATIENT, ..Settings::default() });
        let task = session.task().unwrap();
        assert_eq!((task.about, task.engine, task.nodes), (About::Reply, PATIENT, Some(10)));
        // Ten nodes are too few: when the engine gives up, the solver takes over, with its own limit.
        session.take(task.run(&Solver::new(), &Effort::unlimited()));
        let task = session.task().unwrap();
        assert_eq!((task.about, task.engine, task.nodes), (About::Reply, Engine::Auto, Some(moment)));
        session.take(task.run(&Solver::new(), &Effort::unlimited()));
        for (action, about) in [(Action::Hint, About::Hint), (Action::Analyse, About::Analysis)] {
            session.act(action);
            let task = session.task().unwrap();
            assert_eq!((task.about, task.nodes), (about, Some(a_few_seconds(task.standing.size()))));
        }
        session.act(Action::Undo);
        session.act(Action::NewGame(None));
        session.act(Action::Player(Side::First, Player::human("Bob")));
        session.act(Action::Play((5, 6).into()));
        session.judge_moves(true);
        let task = session.task().unwrap();
        let courtesy = a_few_seconds(task.standing.size()) / 10;
        assert_eq!((task.about, task.nodes), (About::Judgement, Some(courtesy)));
    }

    #[test]
    fn every_turn_has_its_own_dice() {
        for seed in [0, 7, 7 | 3 << 32, u64::MAX] {
            let mut session = session(Settings { seed, ..Settings::default() });
            session.act(Action::Player(Side::Second, Player::computer("HAL", Level::Perfect)));
            let solver = Solver::new();
            let mut seeds = Vec::new();
            while let Some(task) = session.task() {
                assert!(!seeds.contains(&task.seed), "turn {} of seed {seed}", seeds.len());
                seeds.push(task.seed);
                session.take(task.run(&solver, &Effort::unlimited()));
            }
            assert!(seeds.len() > 4 && seeds[0] == seed);
        }
    }
}
