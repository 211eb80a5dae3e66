//! The record of a game: JSON that people can read, and from which the game can be replayed and resumed.
//!
//! ```json
//! {
//!   "format": "lastbite-record 2",
//!   "game": "chomp:4x7",
//!   "start": "7^4",
//!   "players": [
//!     { "name": "Ada", "kind": "human" },
//!     { "name": "Computer", "kind": "computer", "level": "perfect" }
//!   ],
//!   "seed": 7,
//!   "engine": "auto",
//!   "moves": [
//!     { "player": 1, "move": "3,4", "seconds": 4.2, "nodes": null, "why": null,
//!       "outcome_before": "win", "outcome_after": "win" }
//!   ],
//!   "resigned": null,
//!   "winner": null,
//!   "ending": null
//! }
//! ```
//!
//! - `game`, `start` and `move` are in the library's notation; heaps keep the numbers they had at the start,
//!   even when others are used up.
//! - `players` are in the order in which they move; `player`, `resigned` and `winner` count them from 1.
//! - `nodes` counts what the computer's search visited, and is `null` for a person.
//! - `why` says why the computer played the move: `"wins"`, `"holds out"`, `"slips"` or `"guesses"`. Format 1
//!   did not have it.
//! - `outcome_before` and `outcome_after` are from the view of the player who moves: what they could force
//!   before the move, and what they still can after it. `"win"` before and `"loss"` after is a win thrown
//!   away. `null` means not known.
//! - `most_nodes` is there if a search was limited to this many nodes per move.
//! - Every turn rolls its own dice, made from `seed` and the number of the turn, so a resumed game continues
//!   as it would have.
//! - `ending` is `"no move left"`, `"blunder"` or `"resigned"` once the game is over.
//!
//! A record is read strictly: every move is played again, and an unknown field or a wrong result is an error.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Engine, Judgement, Level, Match, Note, Player, Side, TooLarge, Why};
use crate::asked;
use crate::game::{Ending, Outcome, Purpose, Standing};
use crate::games::AnyGame;
use crate::notation::{Quoted, one_line};
use crate::words::Words;

const FORMAT: &str = "lastbite-record 2";
const FORMATS: [&str; 2] = ["lastbite-record 1", FORMAT];

/// A recorded game.
///
/// ```
/// use lastbite::{Chomp, Player, Record, Session, Settings, Standing};
///
/// let players = [Player::human("Ada"), Player::human("Bob")];
/// let session = Session::new(Standing::start(Chomp::new(3, 4)?), players, Settings::default())?;
/// let written = Record::of(&session).to_json();
/// let read = Record::from_json(&written)?.session::<Chomp>(Settings::default())?;
/// assert_eq!(read.played().position(), session.played().position());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    format: String,
    game: String,
    start: String,
    players: [RecordedPlayer; 2],
    seed: u64,
    engine: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    most_nodes: Option<u64>,
    moves: Vec<RecordedMove>,
    resigned: Option<u8>,
    winner: Option<u8>,
    ending: Option<Ending>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordedPlayer {
    name: String,
    kind: Kind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    level: Option<Level>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Human,
    Computer,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordedMove {
    player: u8,
    #[serde(rename = "move")]
    mv: String,
    seconds: f64,
    nodes: Option<u64>,
    #[serde(default)]
    why: Option<String>,
    outcome_before: Option<Outcome>,
    outcome_after: Option<Outcome>,
}

/// A text that is not a record, or the record of an impossible game.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The text is not a record.
    #[error("{0}")]
    NotARecord(String),
    /// The record has a format that this program does not read.
    #[error("its format is {0}, not '{FORMAT}'")]
    Format(Quoted),
    /// Its game, start or engine cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// Its game is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// One of its moves cannot have been played.
    #[error("its move {number} cannot be played: {why}")]
    Move {
        /// Which move, counted from 1.
        number: usize,
        /// Why not.
        why: String,
    },
    /// The player who resigned does not exist.
    #[error("player {0} cannot have resigned; players are 1 and 2")]
    Resigned(u8),
    /// The result is not the one that the moves lead to.
    #[error("its result is not the one that its moves lead to")]
    Result,
}

fn number(side: Side) -> u8 {
    side.index() as u8 + 1
}

impl Record {
    /// Records the current match, and how the computer played it.
    pub(super) fn taken_down<G: Words>(
        played: &Match<G>,
        seed: u64,
        engine: Engine,
        most_nodes: Option<u64>,
    ) -> Record {
        let player = |side| {
            let player = played.player(side);
            let kind = if player.is_computer() { Kind::Computer } else { Kind::Human };
            RecordedPlayer { name: player.name().to_string(), kind, level: player.level() }
        };
        let moves = played.history().iter().map(|turn| RecordedMove {
            player: number(turn.side),
            mv: played.game().write_move(&turn.mv),
            seconds: (turn.note.time.as_secs_f64() * 1e6).round() / 1e6,
            nodes: turn.note.nodes,
            why: turn.note.why.as_ref().map(|why| why.word().to_string()),
            outcome_before: turn.note.before.outcome(),
            outcome_after: turn.note.after.outcome(),
        });
        let verdict = played.verdict();
        let resigned = verdict.filter(|verdict| verdict.ending == Ending::Resigned);
        Record {
            format: FORMAT.to_string(),
            game: played.game().to_string(),
            start: played.start().written(),
            players: Side::BOTH.map(player),
            seed,
            engine: engine.to_string(),
            most_nodes,
            moves: moves.collect(),
            resigned: resigned.map(|verdict| number(verdict.winner.other())),
            winner: verdict.map(|verdict| number(verdict.winner)),
            ending: verdict.map(|verdict| verdict.ending),
        }
    }

    /// Writes it as JSON, for people to read too.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a record has nothing that JSON cannot say")
    }

    /// Reads JSON; the moves are only checked when they are [played again](Record::session).
    pub fn from_json(text: &str) -> Result<Self, RecordError> {
        // Some editors put a byte-order mark at the start of every text.
        let text = text.trim_start_matches('\u{feff}');
        // If the file is something else, a wrong format is the first thing to report.
        #[derive(Deserialize)]
        struct Head {
            format: String,
        }
        if let Ok(Head { format }) = serde_json::from_str(text)
            && !FORMATS.contains(&format.as_str())
        {
            return Err(RecordError::Format(Quoted::new(&format)));
        }
        serde_json::from_str(text).map_err(|error| RecordError::NotARecord(one_line(&error.to_string(), 160)))
    }

    /// Returns the rules of the recorded game.
    pub fn game(&self) -> Result<AnyGame, RecordError> {
        asked::check_playable(&self.game)?;
        self.game.parse().map_err(unreadable)
    }

    /// Plays the recorded moves again, checking each of them; also returns the seed, the engine and its
    /// limit.
    pub(super) fn replayed<G: Words>(&self) -> Result<(Match<G>, u64, Engine, Option<u64>), RecordError> {
        asked::check_playable(&self.game)?;
        TooLarge::check_text(&self.start, Purpose::Play)?;
        let game: G = self.game.parse().map_err(unreadable)?;
        let start = Standing::read(game, &self.start).map_err(unreadable)?;
        start.check_size(Purpose::Play)?;
        let engine: Engine = self.engine.parse().map_err(unreadable)?;
        let mut played = Match::new(start, self.players.each_ref().map(RecordedPlayer::restored));
        self.replay(&mut played)?;
        Ok((played, self.seed, engine, self.most_nodes))
    }

    fn replay<G: Words>(&self, played: &mut Match<G>) -> Result<(), RecordError> {
        for (recorded, number) in self.moves.iter().zip(1..) {
            let wrong = |why: String| RecordError::Move { number, why };
            if recorded.player != self::number(played.to_move()) {
                return Err(wrong(format!("it is not the turn of player {}", recorded.player)));
            }
            let mv = played.game().read_move(&recorded.mv).map_err(|error| wrong(error.to_string()))?;
            let note = recorded.note().map_err(wrong)?;
            played.play_noted(mv, note).map_err(|error| wrong(error.to_string()))?;
        }
        match self.resigned {
            None => {}
            Some(1) => played.resign(Side::First),
            Some(2) => played.resign(Side::Second),
            Some(n) => return Err(RecordError::Resigned(n)),
        }
        let verdict = played.verdict();
        let result = (verdict.map(|verdict| number(verdict.winner)), verdict.map(|verdict| verdict.ending));
        if result == (self.winner, self.ending) { Ok(()) } else { Err(RecordError::Result) }
    }
}

fn unreadable(error: impl std::error::Error) -> RecordError {
    RecordError::Unreadable(error.to_string())
}

impl RecordedMove {
    /// The longest time that is accepted, some thirty years: sums of such times never overflow.
    const LONGEST: f64 = 1e9;

    /// Returns the note of the move, or says what is wrong with it.
    fn note(&self) -> Result<Note, String> {
        let believed = (0.0..=Self::LONGEST).contains(&self.seconds);
        let time = Duration::try_from_secs_f64(self.seconds).ok().filter(|_| believed);
        let time = time.ok_or_else(|| format!("{} is not a time in seconds", self.seconds))?;
        let why = match &self.why {
            None => None,
            Some(word) => Some(Why::of_word(word).ok_or_else(|| {
                format!(
                    "{} is not a reason for a move; a reason is wins, holds out, slips or guesses",
                    Quoted::new(word)
                )
            })?),
        };
        let judged = |outcome: Option<Outcome>| outcome.map_or(Judgement::NotAsked, Judgement::Known);
        let (before, after) = (judged(self.outcome_before), judged(self.outcome_after));
        Ok(Note { time, nodes: self.nodes, why, before, after })
    }
}

impl RecordedPlayer {
    fn restored(&self) -> Player {
        match self.kind {
            Kind::Human => Player::human(&self.name),
            Kind::Computer => Player::computer(&self.name, self.level.unwrap_or(Level::Perfect)),
        }
    }
}
