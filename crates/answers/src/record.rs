//! Records of games, read and written as the program does.

use std::time::Duration;

use lastbite::play::{Note, RecordError, Why};
use lastbite::{AnyGame, AnyMove, Effort, Ending, Game, Record, Session, Settings, play::Match, play::Side};
use serde::{Deserialize, Serialize};

use crate::Desk;
use crate::address::{Address, number};
use crate::problem::Problem;
use crate::question::Question;

/// A record that was read and played again.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Recorded {
    /// The game.
    game: String,
    /// The position it began with.
    start: String,
    /// Its moves.
    moves: Vec<String>,
    /// Who played, the first to move first; a computer has a level.
    players: [Person; 2],
    /// The seed of the computer's slips, as text, because it may be too large for a number of JavaScript.
    seed: String,
    /// How the computer thinks.
    engine: String,
    /// Who resigned, 1 or 2; null if nobody did.
    resigned: Option<u8>,
    /// The record as the program writes it.
    record: String,
    /// The address of the game for the page.
    address: String,
}

/// Who played.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
struct Person {
    /// The name.
    name: String,
    /// How well the computer plays; null for a person.
    level: Option<String>,
}

/// Reads a record, plays it again, and answers with its contents.
pub(crate) fn answer(desk: &Desk, question: &Question<'_>, _: &Effort) -> Result<Recorded, Problem> {
    let record = Record::from_json(question.body).map_err(unreadable)?;
    desk.reach().check(&record.game().map_err(unreadable)?)?;
    let session = record.session::<AnyGame>(Settings::default()).map_err(unreadable)?;
    recorded(&session, &record)
}

fn unreadable(error: RecordError) -> Problem {
    Problem::unreadable(match error {
        RecordError::NotARecord(_) | RecordError::Format(_) => {
            "that file is not a saved lastbite game".to_string()
        }
        error => format!("that game cannot be opened: {error}"),
    })
}

fn recorded(session: &Session<AnyGame>, record: &Record) -> Result<Recorded, Problem> {
    let played = session.played();
    let person = |side| {
        let player = played.player(side);
        Person { name: player.name().to_string(), level: player.level().map(|level| level.to_string()) }
    };
    let resigned = played.verdict().filter(|verdict| verdict.ending == Ending::Resigned);
    let resigned = resigned.map(|verdict| verdict.winner.other());
    let computer = Side::BOTH.into_iter().find(|&side| played.player(side).is_computer());
    // The person at this device has the side that the computer does not have.
    let me = computer.map_or(Side::First, Side::other);
    let moves: Vec<AnyMove> = played.history().iter().map(|turn| turn.mv.clone()).collect();
    let name = |side: Side, usual: &str| {
        let name = played.player(side).name();
        if name == usual { String::new() } else { name.to_string() }
    };
    let usual = Address::of(played.start().clone());
    let address = Address {
        at: moves.len(),
        moves,
        computer: computer.is_some(),
        level: computer.and_then(|side| played.player(side).level()).unwrap_or(usual.level),
        engine: session.settings().engine,
        me,
        seed: session.settings().seed,
        resigned,
        you: name(me, "You"),
        other: name(me.other(), "Computer"),
        ..usual
    };
    Ok(Recorded {
        game: played.game().to_string(),
        start: played.start().written(),
        moves: played.history().iter().map(|turn| played.game().write_move(&turn.mv)).collect(),
        players: Side::BOTH.map(person),
        seed: session.settings().seed.to_string(),
        engine: session.settings().engine.to_string(),
        resigned: number(resigned),
        record: record.to_json(),
        address: address.written(),
    })
}

/// The note of a page on a move.
#[derive(Deserialize)]
struct Noted {
    seconds: f64,
    nodes: Option<u64>,
    why: Option<String>,
}

/// A game as the program records it.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Saved {
    /// A name for the file.
    file: String,
    /// Its contents.
    record: String,
}

/// Answers with the record of a game on a page, with the page's notes on its moves: a list of `{"seconds":
/// 1.5, "nodes": 20, "why": "wins"}` or null, one for each move.
pub(crate) fn save(desk: &Desk, question: &Question<'_>, _: &Effort) -> Result<Saved, Problem> {
    let address = Address::read(desk, question)?;
    let body = if question.body.trim().is_empty() { "[]" } else { question.body };
    let notes: Vec<Option<Noted>> = serde_json::from_str(body).map_err(Problem::unreadable)?;
    let mut notes = notes.into_iter();
    let mut played = Match::new(address.start.clone(), address.players());
    for mv in &address.moves[..address.at] {
        let mut note = Note::default();
        if let Some(noted) = notes.next().flatten() {
            note.time = Duration::try_from_secs_f64(noted.seconds).unwrap_or_default();
            note.nodes = noted.nodes;
            note.why = noted.why.as_deref().and_then(Why::of_word);
        }
        played.play_noted(mv.clone(), note).map_err(Problem::unreadable)?;
    }
    if let Some(side) = address.resigned.filter(|_| address.at == address.moves.len()) {
        played.resign(side);
    }
    let session = address.go_on(played, None)?;
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let name: String = session.played().game().to_string().chars().map(plain).collect();
    Ok(Saved { file: format!("{name}.json"), record: Record::of(&session).to_json() })
}
