//! The computer's move.

use lastbite::play::{Computer, Dice};
use lastbite::words::Who;
use lastbite::{Effort, Game, Level, Stopped, Words, play::Engine};
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
    /// What the move does, in words that follow the name of a player.
    told: String,
    /// The position it leaves.
    after: String,
    /// Why: `wins`, `holds out`, `slips` or `guesses`.
    why: &'static str,
    /// How many nodes it visited.
    nodes: u64,
    /// Why the chosen engine gave up, so that it decided by other means.
    gave_up: Option<String>,
}

/// Answers with the computer's move.
pub(crate) fn answer(desk: &Desk, question: &Question<'_>, effort: &Effort) -> Result<Replied, Problem> {
    let standing = question.standing(desk.reach())?;
    let level = question.read_or("level", Level::Perfect)?;
    let engine = question.read_or("engine", Engine::Auto)?;
    let seed = question.number("seed")?.unwrap_or(0);
    let turn = usize::try_from(question.number("turn")?.unwrap_or(0)).map_err(Problem::unreadable)?;
    let mut computer = Computer::new(level, Dice::seed_of_turn(seed, turn)).with_engine(engine);
    let effort = Reach::bounded(&standing, effort);
    let Some(reply) = computer.reply(&standing, desk.solver(), &effort) else {
        return Err(Problem::unreadable("the game is over: there is no move to make"));
    };
    not_called_off(&effort)?;
    let (game, position) = (standing.game(), standing.position());
    Ok(Replied {
        game: game.to_string(),
        position: standing.written(),
        mv: game.write_move(&reply.mv),
        told: game.told(position, &reply.mv, Who::Named("")),
        after: game.write_position(&game.play_unchecked(position, &reply.mv)),
        why: reply.why.word(),
        nodes: reply.nodes,
        gave_up: reply.gave_up.map(|unknown| unknown.why.to_string()),
    })
}

/// Refuses a guess that was only made because the thinking was cancelled.
pub(crate) fn not_called_off(effort: &Effort) -> Result<(), Problem> {
    match effort.check() {
        Err(Stopped::Cancelled) => Err(Problem::out_of_reach("it was cancelled")),
        _ => Ok(()),
    }
}
