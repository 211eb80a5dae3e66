//! Minimax that skips what cannot change the answer.

use super::minimax::{outcome, utility};
use super::{Meter, Observer, Searched, Unfinished, deeper};
use crate::effort::Effort;
use crate::game::Game;

/// Searches like [`minimax`](super::minimax()), but leaves a position as soon as its value no longer matters.
///
/// `alpha` is the best value MAX already has elsewhere, `beta` the best MIN has. A position with a value
/// beyond these bounds will never be reached, so its other moves are not looked at.
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
    watched(game, position, effort, &mut ())
}

/// Searches with an observer.
pub(super) fn watched<G: Game, O: Observer<G>>(
    game: &G,
    position: &G::Position,
    effort: &Effort,
    observer: &mut O,
) -> Result<Searched<G::Move>, Unfinished> {
    let mut search = AlphaBeta { game, meter: Meter::of(game.size(position), effort), observer };
    let (value, best) = search.max_value(position, i32::MIN, i32::MAX, 0)?;
    Ok(search.meter.report(outcome(value), best, 0))
}

struct AlphaBeta<'a, G: Game, O> {
    game: &'a G,
    meter: Meter<'a>,
    observer: &'a mut O,
}

type Valued<M> = Result<(i32, Option<M>), Unfinished>;

impl<G: Game, O: Observer<G>> AlphaBeta<'_, G, O> {
    fn max_value(&mut self, state: &G::Position, mut alpha: i32, beta: i32, depth: u64) -> Valued<G::Move> {
        self.meter.enter(depth)?;
        self.observer.enter(state);
        self.observer.window(alpha, beta);
        if self.game.is_over(state) {
            let outcome = self.game.final_outcome(state);
            self.observer.leave(outcome, None);
            return Ok((utility(outcome), None));
        }
        let (mut v, mut best) = (i32::MIN, None);
        let mut moves = self.game.moves(state);
        for a in moves.by_ref() {
            self.observer.look(&a);
            let result = self.game.play_unchecked(state, &a);
            let (v2, _) = deeper(|| self.min_value(&result, alpha, beta, depth + 1))?;
            if v2 > v {
                (v, best) = (v2, Some(a));
                alpha = alpha.max(v);
            }
            if v >= beta {
                self.observer.cut(&mut moves);
                break;
            }
        }
        self.observer.leave(outcome(v), best.as_ref());
        Ok((v, best))
    }

    fn min_value(&mut self, state: &G::Position, alpha: i32, mut beta: i32, depth: u64) -> Valued<G::Move> {
        self.meter.enter(depth)?;
        self.observer.enter(state);
        self.observer.window(alpha, beta);
        if self.game.is_over(state) {
            let outcome = self.game.final_outcome(state);
            self.observer.leave(outcome, None);
            return Ok((-utility(outcome), None));
        }
        let (mut v, mut best) = (i32::MAX, None);
        let mut moves = self.game.moves(state);
        for a in moves.by_ref() {
            self.observer.look(&a);
            let result = self.game.play_unchecked(state, &a);
            let (v2, _) = deeper(|| self.max_value(&result, alpha, beta, depth + 1))?;
            if v2 < v {
                (v, best) = (v2, Some(a));
                beta = beta.min(v);
            }
            if v <= alpha {
                self.observer.cut(&mut moves);
                break;
            }
        }
        self.observer.leave(outcome(-v), best.as_ref());
        Ok((v, best))
    }
}
