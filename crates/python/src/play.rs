//! Games that are played: a match, a session against the computer, and the computer as a player.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lastbite::play::{Action, Event, RecordError, Refusal, Settings};
use lastbite::search::a_few_seconds;
use lastbite::{AnyGame, Game, Level, Player, Record, Words, play::Engine, play::Side};
use pyo3::prelude::*;

use crate::errors::{Kind, OrRaise, refused};
use crate::own::reading;
use crate::standing::{Standing, read_move};
use crate::work::{How, solver};

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Numbers a side: 1 moves first.
fn number(side: Side) -> u8 {
    side.index() as u8 + 1
}

/// Who won, and how it ended.
type Verdict = (u8, String);

fn verdict(played: &lastbite::play::Match<AnyGame>) -> Option<Verdict> {
    let verdict = played.verdict()?;
    let ending = match verdict.ending {
        lastbite::Ending::NoMoveLeft => "no move left",
        lastbite::Ending::Blunder => "blunder",
        lastbite::Ending::Resigned => "resigned",
    };
    Some((number(verdict.winner), ending.to_string()))
}

fn history(played: &lastbite::play::Match<AnyGame>) -> Vec<String> {
    played.history().iter().map(|turn| played.game().write_move(&turn.mv)).collect()
}

/// A game between two players whose moves come from outside.
#[pyclass(frozen, module = "lastbite._lastbite")]
pub struct Match(Mutex<lastbite::play::Match<AnyGame>>);

#[pymethods]
impl Match {
    #[new]
    fn new(start: &Bound<'_, Standing>) -> PyResult<Self> {
        let start = start.get().0.clone();
        // It refuses games that are too large to be played.
        let players = || [Player::human("1"), Player::human("2")];
        lastbite::Session::new(start.clone(), players(), Settings::default()).or_raise()?;
        Ok(Match(Mutex::new(lastbite::play::Match::new(start, players()))))
    }

    /// Plays a move; one that loses at once is accepted, and loses.
    fn play(&self, mv: &str) -> PyResult<()> {
        let mut played = locked(&self.0);
        let mv = read_move(played.game(), mv)?;
        played.play(mv).or_raise()
    }

    /// Returns the position now.
    fn standing(&self) -> Standing {
        Standing(locked(&self.0).standing())
    }

    /// Returns who is to move: 1 moved first.
    fn to_move(&self) -> u8 {
        number(locked(&self.0).to_move())
    }

    /// Lists the moves that were made.
    fn moves(&self) -> Vec<String> {
        history(&locked(&self.0))
    }

    /// Says who won and how it ended.
    fn verdict(&self) -> Option<Verdict> {
        verdict(&locked(&self.0))
    }
}

/// A computer that plays.
#[pyclass(frozen, module = "lastbite._lastbite")]
pub struct Computer {
    computer: Arc<Mutex<lastbite::play::Computer>>,
}

#[pymethods]
impl Computer {
    #[new]
    fn new(level: &str, engine: &str, seed: u64) -> PyResult<Self> {
        let (level, engine): (Level, Engine) =
            (level.parse().map_err(refused)?, engine.parse().map_err(refused)?);
        let computer = lastbite::play::Computer::new(level, seed).with_engine(engine);
        Ok(Computer { computer: Arc::new(Mutex::new(computer)) })
    }

    /// Chooses a move: the move, why, and how many nodes it visited.
    fn reply(
        &self,
        py: Python<'_>,
        standing: &Bound<'_, Standing>,
        how: How,
    ) -> PyResult<(String, String, u64)> {
        let (standing, computer) = (standing.get().0.clone(), Arc::clone(&self.computer));
        let nodes = how.nodes().unwrap_or_else(|| a_few_seconds(standing.size()));
        let reply = how.run(py, move |effort| {
            let reply = locked(&computer).reply(&standing, solver(), &effort.clone().nodes(nodes))?;
            Some((standing.write_move(&reply.mv), reply.why.word().to_string(), reply.nodes))
        })?;
        reply.ok_or_else(|| Kind::Illegal.says("the game is over"))
    }
}

/// One match after another against the computer, or between two people.
#[pyclass(frozen, module = "lastbite._lastbite")]
pub struct Session(Arc<Mutex<lastbite::Session<AnyGame>>>);

fn player(name: &str, level: Option<&str>) -> PyResult<Player> {
    Ok(match level {
        None => Player::human(name),
        Some(level) => Player::computer(name, level.parse().map_err(refused)?),
    })
}

#[pymethods]
impl Session {
    #[new]
    fn new(
        start: &Bound<'_, Standing>,
        first: (String, Option<String>),
        second: (String, Option<String>),
        engine: &str,
        seed: u64,
    ) -> PyResult<Self> {
        let players = [player(&first.0, first.1.as_deref())?, player(&second.0, second.1.as_deref())?];
        let mut settings = Settings::default();
        (settings.engine, settings.seed) = (engine.parse().map_err(refused)?, seed);
        let session = lastbite::Session::new(start.get().0.clone(), players, settings).or_raise()?;
        Ok(Session(Arc::new(Mutex::new(session))))
    }

    /// Continues a recorded game.
    #[staticmethod]
    fn from_record(py: Python<'_>, text: &str) -> PyResult<Self> {
        let session = reading(py, || {
            let session = Record::from_json(text).and_then(|record| record.session(Settings::default()));
            session.map_err(|error: RecordError| Kind::Record.says(error))
        });
        Ok(Session(Arc::new(Mutex::new(session?))))
    }

    /// Records the game, as JSON.
    fn record(&self) -> String {
        Record::of(&*locked(&self.0)).to_json()
    }

    /// Returns the position now.
    fn standing(&self) -> Standing {
        Standing(locked(&self.0).played().standing())
    }

    /// Returns the start of the game.
    fn start(&self) -> Standing {
        Standing(locked(&self.0).played().start().clone())
    }

    /// Returns who is to move: 1 moved first.
    fn to_move(&self) -> u8 {
        number(locked(&self.0).played().to_move())
    }

    /// Returns the names of the players, and the level of each that is a computer.
    fn players(&self) -> Vec<(String, Option<String>)> {
        let session = locked(&self.0);
        let player = |side| session.played().player(side);
        let told =
            |player: &Player| (player.name().to_string(), player.level().map(|level| level.to_string()));
        Side::BOTH.map(|side| told(player(side))).to_vec()
    }

    /// Lists the moves that were made.
    fn moves(&self) -> Vec<String> {
        history(locked(&self.0).played())
    }

    /// Says who won and how it ended.
    fn verdict(&self) -> Option<Verdict> {
        verdict(locked(&self.0).played())
    }

    /// Plays a move, as people write it, and returns every event that follows, as JSON.
    fn play(&self, mv: &str) -> PyResult<Vec<String>> {
        let mut session = locked(&self.0);
        let mv = read_move(session.played().game(), mv)?;
        let events = session.act(Action::Play(mv));
        told(&session, events)
    }

    /// Carries out an action, as in `undo`, and returns every event that follows, as JSON.
    fn act(&self, line: &str) -> PyResult<Vec<String>> {
        let mut session = locked(&self.0);
        let action = Action::read(session.played().game(), line).map_err(refused)?;
        let events = session.act(action);
        told(&session, events)
    }

    /// Thinks until a person is to move, and returns every event, as JSON.
    fn think(&self, py: Python<'_>, how: How) -> PyResult<Vec<String>> {
        let mut all = Vec::new();
        loop {
            let task = locked(&self.0).task();
            let Some(task) = task else { return Ok(all) };
            let thought = how.run(py, move |effort| task.run(solver(), effort));
            let mut session = locked(&self.0);
            match thought {
                Ok(thought) => {
                    let events = session.take(thought);
                    all.extend(told(&session, events)?);
                }
                Err(error) => {
                    // Forgets the request, so that it can be asked again.
                    give_up(&mut session);
                    return Err(error);
                }
            }
        }
    }

    /// Helps the player to move with sentences, each giving away more.
    fn hint(&self, py: Python<'_>, how: How) -> PyResult<(Vec<String>, Option<String>)> {
        let task = {
            let mut session = locked(&self.0);
            if session.played().verdict().is_some() {
                return Err(Kind::Illegal.says("the game is over"));
            }
            session.act(Action::Hint);
            session.task()
        };
        let Some(task) = task else { return Ok((Vec::new(), None)) };
        let thought = how.run(py, move |effort| task.run(solver(), effort));
        let mut session = locked(&self.0);
        let thought = thought.inspect_err(|_| give_up(&mut session))?;
        let standing = session.played().standing();
        for event in session.take(thought) {
            if let Event::Hinted { hint } = event {
                let named = hint.named().map(|mv| standing.write_move(mv));
                return Ok((hint.stages(&standing), named));
            }
        }
        Ok((Vec::new(), None))
    }
}

/// Forgets the thinking, so that it can be asked again.
fn give_up(session: &mut lastbite::Session<AnyGame>) {
    let engine = session.settings().engine;
    session.act(Action::Engine(engine));
}

/// Writes events as JSON; what was refused is an exception.
fn told<G: Words>(session: &lastbite::Session<G>, events: Vec<Event<G>>) -> PyResult<Vec<String>> {
    let mut all = Vec::new();
    for event in events {
        if let Event::Refused { why } = event {
            return Err(match why {
                Refusal::TooLarge(why) => Kind::TooLarge.says(why),
                why => Kind::Illegal.says(why),
            });
        }
        let written = serde_json::to_string(&event.written(session.played().game()));
        all.push(written.map_err(|error| Kind::Internal.says(error))?);
    }
    Ok(all)
}

/// Rates players by all their games; each game is the numbers of its winner and its loser.
#[pyfunction]
pub fn ratings(players: usize, results: Vec<(usize, usize)>) -> PyResult<Vec<f64>> {
    const MOST: usize = 10_000;
    if players > MOST || results.iter().any(|&(winner, loser)| winner.max(loser) >= players) {
        return Err(refused(format!("at most {MOST} players are rated, by games that they have played")));
    }
    Ok(lastbite::play::ratings(players, &results))
}
