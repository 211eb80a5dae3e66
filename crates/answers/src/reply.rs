//! The computer's move.

use lastbite::notation::Quoted;
use lastbite::play::Computer;
use lastbite::{AnyGame, Effort, Engine, Game, Level, Standing, Words};
use serde::Serialize;

use crate::Desk;
use crate::problem::Problem;
use crate::question::Question;
use crate::reach::Reach;

/// The computer's move, and why it plays it.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Replied {
    /// The game.
    game: String,
    /// The position it moves in.
    position: String,
    /// Its move.
    #[serde(rename = "move")]
    mv: String,
    /// What the move does, behind the name of a player.
    told: String,
    /// The position it leaves.
    after: String,
    /// Why: `wins`, `holds out`, `slips` or `guesses`.
    why: &'static str,
    /// How many nodes it visited.
    nodes: u64,
    /// Why the engine that was asked for gave up, so that it decided by other means.
    gave_up: Option<String>,
}

/// Answers with the computer's move.
pub(crate) fn answer(desk: &Desk, question: &Question<'_>, effort: &Effort) -> Result<Replied, Problem> {
    let standing = question.standing(desk.reach())?;
    let level = question.read_or("level", Level::Perfect)?;
    let engine = question.read_or("engine", Engine::Auto)?;
    let (seed, turn): (u64, u64) = (number(question, "seed")?, number(question, "turn")?);
    // Every turn has its own dice, as in a session: the same seed plays the same game everywhere.
    let mut computer = Computer::new(level, seed ^ (turn << 32)).with_engine(engine);
    let effort = Reach::bounded(&standing, effort);
    let Some(reply) = computer.reply(&standing, desk.solver(), &effort) else {
        return Err(Problem::unreadable("the game is over: there is no move to make"));
    };
    // Called off in the middle is no reason to guess.
    if effort.check() == Err(lastbite::Stopped::Cancelled) {
        return Err(Problem::out_of_reach("it was called off"));
    }
    let (game, position) = (standing.game(), standing.position());
    Ok(Replied {
        game: game.to_string(),
        position: position.to_string(),
        mv: reply.mv.to_string(),
        told: game.told(position, reply.mv),
        after: after(&standing, reply.mv),
        why: reply.why.word(),
        nodes: reply.nodes,
        gave_up: reply.gave_up.map(|unknown| unknown.why.to_string()),
    })
}

fn after(standing: &Standing<AnyGame>, mv: lastbite::AnyMove) -> String {
    standing.game().play_unchecked(standing.position(), mv).to_string()
}

/// Reads a number from 0; nothing is 0.
fn number(question: &Question<'_>, name: &str) -> Result<u64, Problem> {
    let Some(text) = question.text(name) else { return Ok(0) };
    let wrong = || Problem::unreadable(format!("{name} is {}, which is no number from 0", Quoted::new(text)));
    text.parse().map_err(|_| wrong())
}
