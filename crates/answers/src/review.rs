//! A game looked back at: where the win was thrown away, and what would have kept it.

use lastbite::{AnyGame, Effort, Known, Outcome, Side, Words};
use serde::Serialize;

use crate::Desk;
use crate::problem::Problem;
use crate::question::Question;
use crate::reach::Reach;
use crate::view;

/// A game looked back at.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Review {
    /// The game.
    game: String,
    /// Every move, judged.
    moves: Vec<Reviewed>,
    /// How many moves each player made while a win was to be had, and how many of them kept it.
    players: [Score; 2],
}

/// A move looked back at.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Reviewed {
    /// Which move, from 1.
    number: usize,
    /// Who made it: 1 moved first, 2 second.
    player: u8,
    /// The move.
    #[serde(rename = "move")]
    mv: String,
    /// What the player could force before it; null where that is out of reach.
    #[cfg_attr(feature = "openapi", schemars(with = "Option<crate::openapi::Outcome>"))]
    before: Option<Outcome>,
    /// What the player can still force after it; null where that is out of reach.
    #[cfg_attr(feature = "openapi", schemars(with = "Option<crate::openapi::Outcome>"))]
    after: Option<Outcome>,
    /// A move that would have kept the win, if this one threw it away.
    better: Option<String>,
    /// All that in a sentence.
    sentence: String,
}

/// How well somebody played.
#[derive(Clone, Copy, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Score {
    /// How many of the moves were made in won positions.
    winnable: u32,
    /// How many of those kept the win.
    kept: u32,
}

/// Answers with a review.
pub(crate) fn answer(desk: &Desk, question: &Question<'_>, effort: &Effort) -> Result<Review, Problem> {
    let played = view::played(desk, question)?;
    let game: &AnyGame = played.game();
    let ask = |position: &lastbite::AnyPosition| -> Result<Option<Known<lastbite::AnyMove>>, Problem> {
        let standing =
            lastbite::Standing::new(game.clone(), position.clone()).map_err(Problem::unreadable)?;
        let knowledge = desk.solver().ask(&standing, &Reach::bounded(&standing, effort));
        Ok(knowledge.known().ok())
    };
    let mut players = [Score::default(); 2];
    let mut moves = Vec::new();
    for (turn, number) in played.history().iter().zip(1..) {
        let (before, after) = (ask(&turn.before)?, ask(&turn.after)?);
        let (was, is) = (before.as_ref().map(|known| known.outcome), after.map(|known| !known.outcome));
        let score = &mut players[usize::from(turn.side == Side::Second)];
        if was == Some(Outcome::Win) && is.is_some() {
            score.winnable += 1;
            score.kept += u32::from(is == Some(Outcome::Win));
        }
        let gave_away = (was, is) == (Some(Outcome::Win), Some(Outcome::Loss));
        let better = before.and_then(|known| known.best).filter(|_| gave_away);
        let name = played.player(turn.side).name();
        let told = game.describe(&turn.before, turn.mv);
        let sentence = match (was, is) {
            (Some(Outcome::Win), Some(Outcome::Win)) => format!("{name}: {told} kept the win."),
            (Some(Outcome::Win), Some(Outcome::Loss)) => match better {
                Some(better) => format!(
                    "{name}: {told} gave the win away; {} would have kept it.",
                    game.describe(&turn.before, better)
                ),
                None => format!("{name}: {told} gave the win away."),
            },
            (Some(Outcome::Loss), _) => format!("{name}: {told}; there was nothing to win."),
            _ => format!("{name}: {told}; who could win here is out of reach."),
        };
        moves.push(Reviewed {
            number,
            player: if turn.side == Side::First { 1 } else { 2 },
            mv: turn.mv.to_string(),
            before: was,
            after: is,
            better: better.map(|mv| mv.to_string()),
            sentence,
        });
    }
    Ok(Review { game: game.to_string(), moves, players })
}
