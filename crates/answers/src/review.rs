//! A review of a game: where the win was thrown away, and what would have kept it.

use lastbite::play::{ReviewedMove, Tally, Turn};
use lastbite::{AnyGame, AnyMove, Effort, Game, Outcome, Words, play::Match, play::Side};
use serde::Serialize;

use crate::Desk;
use crate::problem::Problem;
use crate::question::Question;
use crate::reach::Reach;
use crate::view;

/// A review of a game.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Review {
    /// The game.
    game: String,
    /// Every move, judged.
    moves: Vec<Reviewed>,
    /// How many moves each player made while they could win, and how many of them kept the win.
    players: [Score; 2],
    /// The same in a sentence for each.
    sentences: [String; 2],
}

/// A reviewed move.
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
    /// What the player could force before it; null if that is out of reach.
    #[cfg_attr(feature = "openapi", schemars(with = "Option<crate::openapi::Outcome>"))]
    before: Option<Outcome>,
    /// What the player can still force after it; null if that is out of reach.
    #[cfg_attr(feature = "openapi", schemars(with = "Option<crate::openapi::Outcome>"))]
    after: Option<Outcome>,
    /// Whether it gave a win away.
    gave_away: bool,
    /// A move that would have kept the win, if this one threw it away.
    better: Option<String>,
    /// All that in a sentence.
    sentence: String,
}

/// How well a player played.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Score {
    /// How many of the moves were made in won positions.
    winnable: usize,
    /// How many of those kept the win.
    kept: usize,
}

/// Answers with a review.
pub(crate) fn answer(desk: &Desk, question: &Question<'_>, effort: &Effort) -> Result<Review, Problem> {
    let played = view::played(desk, question)?;
    let game = played.game();
    let reviewed = lastbite::Review::of(&played, desk.solver(), &Reach::bounded(played.start(), effort))
        .map_err(Problem::out_of_reach)?;
    let judged = played.history().iter().zip(&reviewed.moves).zip(1..);
    let moves = judged.map(|((turn, judged), number)| {
        let better = judged.better.as_ref().filter(|_| judged.threw_the_win_away());
        Reviewed {
            number,
            player: turn.side.index() as u8 + 1,
            mv: game.write_move(&turn.mv),
            before: judged.before,
            after: judged.after,
            gave_away: judged.threw_the_win_away(),
            better: better.map(|mv| game.write_move(mv)),
            sentence: told(&played, turn, judged, better),
        }
    });
    let score = |tally: Tally| Score { winnable: tally.could_win, kept: tally.kept };
    Ok(Review {
        game: game.to_string(),
        moves: moves.collect(),
        players: reviewed.sides.map(score),
        sentences: Side::BOTH.map(|side| kept(&played, side, reviewed.sides[side.index()])),
    })
}

/// Says what a move was worth.
fn told(
    played: &Match<AnyGame>,
    turn: &Turn<AnyGame>,
    judged: &ReviewedMove<AnyMove>,
    better: Option<&AnyMove>,
) -> String {
    let game = played.game();
    let name = played.player(turn.side).who().subject();
    let mv = game.in_words(&turn.before, &turn.mv);
    match (judged.before, judged.after, better) {
        (Some(Outcome::Win), Some(Outcome::Win), _) => format!("{name}: {mv} kept the win."),
        (Some(Outcome::Win), Some(Outcome::Loss), Some(better)) => {
            let better = game.in_words(&turn.before, better);
            format!("{name}: {mv} gave the win away; {better} would have kept it.")
        }
        (Some(Outcome::Win), Some(Outcome::Loss), None) => format!("{name}: {mv} gave the win away."),
        (Some(Outcome::Loss), ..) => format!("{name}: {mv}; already lost."),
        _ => format!("{name}: {mv}; this computer cannot find out who could win here."),
    }
}

/// Says how often a player kept a win.
fn kept(played: &Match<AnyGame>, side: Side, tally: Tally) -> String {
    let name = played.player(side).who().subject();
    match (tally.kept, tally.could_win) {
        (_, 0) => format!("{name} never had a win to keep."),
        (0, 1) => format!("{name} could win once, and gave it away."),
        (1, 1) => format!("{name} could win once, and kept the win."),
        (0, many) => format!("{name} kept none of {many} won positions."),
        (kept, many) => format!("{name} kept {kept} of {many} won positions."),
    }
}
