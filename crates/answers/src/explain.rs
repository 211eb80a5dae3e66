//! Why a position is won or lost, in sentences.

use lastbite::knowledge::{JudgedMove, Reason};
use lastbite::notation::counted;
use lastbite::words::sentence;
use lastbite::{AnyGame, AnyMove, AnyPosition, Effort, Outcome, Solver, Standing, Theorem, Theory, Words};
use serde::Serialize;

use crate::Desk;
use crate::problem::Problem;
use crate::question::Question;
use crate::reach::Reach;

/// Why a position is won or lost.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Explained {
    /// The game.
    game: String,
    /// The position.
    position: String,
    /// Who wins, seen by the player to move.
    #[cfg_attr(feature = "openapi", schemars(with = "crate::openapi::Outcome"))]
    outcome: Outcome,
    /// The best move; null where the game is over.
    best: Option<String>,
    /// Why, in sentences, told to the player to move.
    sentences: Vec<String>,
    /// The heaps in binary, where the game is Nim.
    binary: Option<String>,
}

/// Answers with an explanation.
pub(crate) fn answer(desk: &Desk, question: &Question<'_>, effort: &Effort) -> Result<Explained, Problem> {
    let standing = question.standing(desk.reach())?;
    let effort = Reach::bounded(&standing, effort);
    let (game, position) = (standing.game(), standing.position());
    let analysis = desk.solver().analyse_soon(&standing, &effort)?;
    let mut sentences = Vec::new();
    match (analysis.moves.first(), analysis.outcome) {
        (None, Outcome::Loss) => {
            sentences.push("The game is over: whoever has to move now has lost.".to_string());
        }
        (None, Outcome::Win) => sentences.push("The game is over: the last move lost it.".to_string()),
        (Some(best), Outcome::Win) => won(&standing, best, desk.solver(), &effort, &mut sentences),
        (Some(best), Outcome::Loss) => {
            lost(&standing, best, analysis.distance, desk.solver(), &effort, &mut sentences);
        }
    }
    let binary = match game {
        AnyGame::Nim(_) => game.lesson(position),
        _ => None,
    };
    Ok(Explained {
        game: game.to_string(),
        position: position.to_string(),
        outcome: analysis.outcome,
        best: analysis.moves.first().map(|best| best.mv.to_string()),
        sentences,
        binary,
    })
}

/// Tells how many plies are left, where that is known.
fn plies(distance: Option<u32>) -> String {
    distance.map_or(String::new(), |distance| format!(" in {}", plural(distance)))
}

fn plural(plies: u32) -> String {
    if plies == 1 { "1 ply".to_string() } else { format!("{plies} plies") }
}

/// Explains a won position: the move, why what it leaves is lost, and how it goes on where no theorem tells.
fn won(
    standing: &Standing<AnyGame>,
    best: &JudgedMove<AnyMove>,
    solver: &Solver,
    effort: &Effort,
    sentences: &mut Vec<String>,
) {
    let (game, position) = (standing.game(), standing.position());
    sentences.push(format!("{} wins{}.", game.advice(position, best.mv), plies(best.distance)));
    if is_stolen(standing) {
        sentences.extend(STEALING.map(String::from));
    }
    let Ok(left) = standing.play(best.mv) else { return };
    match solver.why_lost(&left, effort) {
        Ok(Some(reason @ Reason::Theorem(_))) => {
            sentences.push(sentence(format!("it wins because {reason}")))
        }
        Ok(Some(reason)) => {
            sentences.push(sentence(reason));
            let reply = left.stalling_move();
            let answer = reply
                .and_then(|reply| left.play(reply).ok())
                .and_then(|next| solver.ask(&next, effort).known().ok()?.best);
            if let (Some(reply), Some(answer)) = (reply, answer) {
                sentences.push(format!("If the other side answers {reply}, then {answer} wins."));
            }
        }
        _ => {}
    }
}

/// Explains a lost position: why, and what makes the game last.
fn lost(
    standing: &Standing<AnyGame>,
    best: &JudgedMove<AnyMove>,
    distance: Option<u32>,
    solver: &Solver,
    effort: &Effort,
    sentences: &mut Vec<String>,
) {
    let (game, position) = (standing.game(), standing.position());
    sentences.push(format!("You lose{} against best play: every move has an answer.", plies(distance)));
    if let Ok(Some(reason @ Reason::Theorem(_))) = solver.why_lost(standing, effort) {
        sentences.push(sentence(format!("seen from across the table: {reason}")));
    }
    let answer = best.refutation.map_or(String::new(), |reply| format!("; the answer is {reply}"));
    sentences.push(format!("{} holds out longest{answer}.", game.advice(position, best.mv)));
    if standing.moves().nth(1).is_some() {
        let many = counted(standing.moves().count() as u64, "move");
        sentences.push(format!("There are {many}; hope for a slip."));
    }
}

/// Says whether only the theft of a strategy proves the position won.
fn is_stolen(standing: &Standing<AnyGame>) -> bool {
    let whole = matches!(standing.position(), AnyPosition::Chomp(rows) if rows.is_whole());
    whole && matches!(standing.game().theorem(standing.position()), Some(Theorem::Won(None)))
}

/// The proof of strategy stealing, which names no move.
const STEALING: [&str; 4] = [
    "The first player can win every whole bar.",
    "For look at the smallest bite, the one square farthest from the poison: if it wins, bite it.",
    "If it does not, the other side has a winning answer to it, and that answer eats the small square too.",
    "So you could have made that very bite at once; the proof does not say which it is, but the solver does.",
];
