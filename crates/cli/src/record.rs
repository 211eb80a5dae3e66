//! The record of a game: JSON that people can read, and from which the game can be replayed and resumed.
//!
//! ```json
//! {
//!   "format": "lastbite-record 1",
//!   "game": "chomp:4x7",
//!   "start": "7^4",
//!   "players": [
//!     { "name": "Ada", "kind": "human" },
//!     { "name": "Computer", "kind": "computer", "level": "perfect" }
//!   ],
//!   "seed": 7,
//!   "engine": "auto",
//!   "moves": [
//!     { "player": 1, "move": "3,4", "seconds": 4.2, "nodes": null,
//!       "outcome_before": "win", "outcome_after": "win" }
//!   ],
//!   "resigned": null,
//!   "winner": null,
//!   "ending": null
//! }
//! ```
//!
//! - `game`, `start` and `move` are in the library's notation; heaps keep the numbers they had at the start,
//!   also when others are used up.
//! - `players` stand in the order in which they move; `player`, `resigned` and `winner` count them from 1.
//! - `nodes` is what the computer's search visited, and `null` for a person.
//! - `outcome_before` and `outcome_after` are seen by the player who moves: what they could force before the
//!   move, and what they still can after it. `"win"` before and `"loss"` after is a thrown away win. `null`
//!   is out of reach.
//! - `most_nodes` is there where a search was limited to so many nodes a move.
//! - Every turn rolls its own dice, made from `seed` and the number of the turn, so a resumed game goes on as
//!   it would have.
//! - `ending` is `"no move left"`, `"blunder"` or `"resigned"` once the game is over.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use lastbite::{AnyGame, Ending, Engine, Explain, Game, Level, Match, Outcome, ParseError, Player, Side};
use serde::{Deserialize, Serialize};

use crate::prompt::{Console, Stop};
use crate::session::{Note, Outcomes, Settings, outcome};
use crate::setup::name;

const FORMAT: &str = "lastbite-record 1";

/// A game as it is written to a file.
#[derive(Debug, Serialize, Deserialize)]
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
    ending: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct RecordedPlayer {
    name: String,
    kind: Kind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    level: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Human,
    Computer,
}

#[derive(Debug, Serialize, Deserialize)]
struct RecordedMove {
    player: u8,
    #[serde(rename = "move")]
    mv: String,
    seconds: f64,
    nodes: Option<u64>,
    outcome_before: Option<Judged>,
    outcome_after: Option<Judged>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Judged {
    Win,
    Loss,
}

impl From<Outcome> for Judged {
    fn from(outcome: Outcome) -> Judged {
        match outcome {
            Outcome::Win => Judged::Win,
            Outcome::Loss => Judged::Loss,
        }
    }
}

/// A game as it stands in a record.
pub struct Restored<G: Game> {
    /// The match, with every move played again.
    pub game: Match<G>,
    /// One note for each move.
    pub notes: Vec<Note>,
    /// The seed and the engine it was played with.
    pub settings: Settings,
}

fn number(side: Side) -> u8 {
    match side {
        Side::First => 1,
        Side::Second => 2,
    }
}

impl Record {
    /// Takes down a match as it stands.
    pub fn of<G: Explain>(
        game: &Match<G>,
        notes: &[Note],
        settings: &Settings,
        known: &mut Outcomes<G>,
    ) -> Record {
        let player = |side| {
            let player: &Player = game.player(side);
            let kind = if player.is_computer() { Kind::Computer } else { Kind::Human };
            RecordedPlayer {
                name: player.name.clone(),
                kind,
                level: player.level.map(|level| level.to_string()),
            }
        };
        let mut judge = |position: &G::Position| outcome(game.game(), position, known);
        let moves = game.history().iter().zip(notes).map(|(turn, note)| RecordedMove {
            player: number(turn.side),
            mv: turn.mv.to_string(),
            seconds: (note.time.as_secs_f64() * 1e6).round() / 1e6,
            nodes: note.nodes,
            outcome_before: judge(&turn.before).map(Judged::from),
            outcome_after: judge(&turn.after).map(|outcome| Judged::from(!outcome)),
        });
        let verdict = game.verdict();
        let resigned = verdict.filter(|verdict| verdict.ending == Ending::Resigned);
        Record {
            format: FORMAT.to_string(),
            game: game.game().to_string(),
            start: game.start().to_string(),
            players: [player(Side::First), player(Side::Second)],
            seed: settings.seed,
            engine: settings.engine.to_string(),
            most_nodes: settings.nodes,
            moves: moves.collect(),
            resigned: resigned.map(|verdict| number(verdict.winner.other())),
            winner: verdict.map(|verdict| number(verdict.winner)),
            ending: verdict.map(|verdict| told(verdict.ending).to_string()),
        }
    }

    /// Returns the rules of the recorded game.
    pub fn game(&self) -> Result<AnyGame, String> {
        self.game.parse().map_err(|error: ParseError| error.to_string())
    }

    /// Plays the recorded moves again, checking each of them.
    pub fn restore<G: Game>(&self, game: G) -> Result<Restored<G>, String> {
        let engine: Engine = self.engine.parse().map_err(|error: ParseError| error.to_string())?;
        let [one, two] = &self.players;
        let players = [one.restore("Player 1")?, two.restore("Player 2")?];
        let start = game.position(&self.start).map_err(|error| error.to_string())?;
        let mut game = Match::from_position(game, players, start);
        let mut notes = Vec::new();
        for (n, recorded) in self.moves.iter().enumerate() {
            let wrong = |what: String| format!("its move {} cannot be played: {what}", n + 1);
            if recorded.player != number(game.to_move()) {
                return Err(wrong(format!("it is not the turn of player {}", recorded.player)));
            }
            let mv = game.game().parse_move(&recorded.mv).map_err(|error| wrong(error.to_string()))?;
            game.play(mv).map_err(|error| wrong(error.to_string()))?;
            let time = Duration::try_from_secs_f64(recorded.seconds)
                .map_err(|_| wrong(format!("{} is not a time in seconds", recorded.seconds)))?;
            notes.push(Note { nodes: recorded.nodes, time });
        }
        match self.resigned {
            None => {}
            Some(1) => game.resign(Side::First),
            Some(2) => game.resign(Side::Second),
            Some(n) => return Err(format!("player {n} cannot have resigned; players are 1 and 2")),
        }
        Ok(Restored {
            game,
            notes,
            settings: Settings { seed: self.seed, engine, nodes: self.most_nodes, record: None },
        })
    }
}

impl RecordedPlayer {
    fn restore(&self, usual: &str) -> Result<Player, String> {
        let called = name(&self.name, usual);
        match (self.kind, &self.level) {
            (Kind::Human, _) => Ok(Player::human(called)),
            (Kind::Computer, None) => Ok(Player::computer(called, Level::Perfect)),
            (Kind::Computer, Some(level)) => {
                let level = level.parse().map_err(|error: ParseError| error.to_string())?;
                Ok(Player::computer(called, level))
            }
        }
    }
}

fn told(ending: Ending) -> &'static str {
    match ending {
        Ending::NoMoveLeft => "no move left",
        Ending::Blunder => "blunder",
        Ending::Resigned => "resigned",
    }
}

/// Reads a record, or says in one sentence why it is none.
pub fn read(path: &Path) -> Result<Record, String> {
    let shown = path.display();
    let mut text = String::new();
    // No game is that long: what is longer is no record, and might not even end.
    const LONGEST: u64 = 64 << 20;
    let opened = fs::File::open(path).and_then(|file| file.take(LONGEST).read_to_string(&mut text));
    opened.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            format!("there is no file {shown}; a record is a file written by --record or save")
        }
        _ => format!("{shown} could not be read ({error}); a record is a file written by --record or save"),
    })?;
    let not_one = |why: String| {
        format!("{shown} is not a record of a game ({why}); a record is a file written by --record or save")
    };
    let record: Record = serde_json::from_str(&text).map_err(|error| not_one(error.to_string()))?;
    if record.format != FORMAT {
        let other: String = record.format.chars().take(40).map(crate::prompt::visible).collect();
        return Err(not_one(format!("its format is '{other}', not '{FORMAT}'")));
    }
    Ok(record)
}

/// Writes a record whole or not at all.
pub fn write(path: &Path, record: &Record) -> Result<(), String> {
    let failed = |error: io::Error| format!("{} could not be written ({error}).", path.display());
    let json = serde_json::to_string_pretty(record).map_err(|error| failed(error.into()))?;
    lastbite::write_whole(path, |file| writeln!(file, "{json}")).map_err(failed)
}

/// Makes sure that the file of `--record` may be written before anything is played.
pub fn claim(console: &mut Console, path: &Path, overwrite: bool) -> Result<(), Stop> {
    let shown = path.display();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if path.is_dir() || path.file_name().is_none() || !folder.is_dir() {
        return Err(Stop::refuse(format!(
            "the record cannot be written to {shown}; give the name of a file in a folder that exists"
        )));
    }
    if overwrite || !path.exists() {
        return Ok(());
    }
    let refused = format!("{shown} exists; give another file or --overwrite");
    if console.is_terminal() && console.ask_yes(&format!("{shown} exists. Overwrite it? [y/N] "), false)? {
        return Ok(());
    }
    Err(Stop::refuse(refused))
}

/// Returns the file for the record of the next game of an evening: `game.json`, `game-2.json`, ...
pub fn beside(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let end = path.extension().map(|end| format!(".{}", end.to_string_lossy())).unwrap_or_default();
    let numbered = |n: u32| path.with_file_name(format!("{stem}-{n}{end}"));
    (2..).map(numbered).find(|file| !file.exists()).expect("some number is free")
}
