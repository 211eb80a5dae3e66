//! Minimax that skips what cannot change the answer.

use super::minimax::utility;
use super::{Meter, Searched, Unfinished, deeper};
use crate::effort::Effort;
use crate::game::{Game, Outcome};

/// Searches like [`minimax`](super::minimax()), but leaves a position as soon as its value no longer matters.
///
/// `alpha` is the best value MAX already has elsewhere, `beta` the best MIN has. A position whose value
/// reaches beyond them will not be played to, so its other moves are not looked at.
///
/// ```text
/// function MAX-VALUE(game, state, alpha, beta) returns a (utility, move) pair
///   if game.IS-TERMINAL(state) then return game.UTILITY(state, player), null
///   v, move <- -infinity
///   for each a in game.ACTIONS(state) do
///     v2, a2 <- MIN-VALUE(game, game.RESULT(state, a), alpha, beta)
///     if v2 > v then v, move <- v2, a; alpha <- MAX(alpha, v)
///     if v >= beta then return v, move
///   return v, move
/// ```
pub fn alphabeta<G: Game>(
    game: &G,
    position: &G::Position,
    effort: &Effort,
) -> Result<Searched<G::Move>, Unfinished> {
    let mut search = AlphaBeta { game, meter: Meter::new(effort) };
    let (value, best) = search.max_value(position, i32::MIN, i32::MAX, 0)?;
    let outcome = if value > 0 { Outcome::Win } else { Outcome::Loss };
    Ok(search.meter.report(outcome, best, 0))
}

struct AlphaBeta<'a, G: Game> {
    game: &'a G,
    meter: Meter<'a>,
}

type Valued<M> = Result<(i32, Option<M>), Unfinished>;

impl<G: Game> AlphaBeta<'_, G> {
    fn max_value(&mut self, state: &G::Position, mut alpha: i32, beta: i32, depth: u64) -> Valued<G::Move> {
        self.meter.enter(depth)?;
        if self.game.is_over(state) {
            return Ok((utility(self.game.final_outcome(state)), None));
        }
        let (mut v, mut best) = (i32::MIN, None);
        for a in self.game.moves(state) {
            let result = self.game.play_unchecked(state, a);
            let (v2, _) = deeper(|| self.min_value(&result, alpha, beta, depth + 1))?;
            if v2 > v {
                (v, best) = (v2, Some(a));
                alpha = alpha.max(v);
            }
            if v >= beta {
                break;
            }
        }
        Ok((v, best))
    }

    fn min_value(&mut self, state: &G::Position, alpha: i32, mut beta: i32, depth: u64) -> Valued<G::Move> {
        self.meter.enter(depth)?;
        if self.game.is_over(state) {
            return Ok((-utility(self.game.final_outcome(state)), None));
        }
        let (mut v, mut best) = (i32::MAX, None);
        for a in self.game.moves(state) {
            let result = self.game.play_unchecked(state, a);
            let (v2, _) = deeper(|| self.max_value(&result, alpha, beta, depth + 1))?;
            if v2 < v {
                (v, best) = (v2, Some(a));
                beta = beta.min(v);
            }
            if v <= alpha {
                break;
            }
        }
        Ok((v, best))
    }
}
