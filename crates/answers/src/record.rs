//! Records of games, the same as the program's: read strictly, written alike.

use lastbite::{AnyGame, Effort, Record, Settings};
use serde::Serialize;

use crate::Desk;
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
    /// What the computer's slips depend on, as text: it may be larger than a number of JavaScript.
    seed: String,
    /// How the computer thinks.
    engine: String,
    /// Who resigned, 1 or 2; null if nobody did.
    resigned: Option<u8>,
    /// The record as the program writes it.
    record: String,
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

/// Reads a record, plays it again, and answers with what is in it.
pub(crate) fn answer(desk: &Desk, question: &Question<'_>, _: &Effort) -> Result<Recorded, Problem> {
    let unreadable = |error| Problem::unreadable(format!("that is no record: {error}"));
    let record = Record::from_json(question.body).map_err(unreadable)?;
    desk.reach().check(&record.game().map_err(unreadable)?)?;
    let session = record.session::<AnyGame>(Settings::default()).map_err(unreadable)?;
    let played = session.played();
    let person = |side| {
        let player = played.player(side);
        Person { name: player.name().to_string(), level: player.level().map(|level| level.to_string()) }
    };
    let resigned = played.verdict().filter(|verdict| verdict.ending == lastbite::Ending::Resigned);
    Ok(Recorded {
        game: played.game().to_string(),
        start: played.start().position().to_string(),
        moves: played.history().iter().map(|turn| turn.mv.to_string()).collect(),
        players: lastbite::Side::BOTH.map(person),
        seed: session.settings().seed.to_string(),
        engine: session.settings().engine.to_string(),
        resigned: resigned.map(|verdict| if verdict.winner == lastbite::Side::First { 2 } else { 1 }),
        record: record.to_json(),
    })
}
