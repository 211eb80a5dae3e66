//! Minimax as in the textbook: two functions that call each other down to the leaves.

use super::{Meter, Observer, Searched, Unfinished, deeper};
use crate::effort::Effort;
use crate::game::{Game, Outcome};

/// Searches the whole tree of games: MAX picks the move of highest utility, MIN the one of lowest.
///
/// The utility is +1 if MAX, the player to move at the root, has won, and -1 if MIN has. Every line is
/// followed to its end, whatever has been found so far.
///
/// ```text
/// function MAX-VALUE(game, state) returns a (utility, move) pair
///   if game.IS-TERMINAL(state) then return game.UTILITY(state, player), null
///   v, move <- -infinity
///   for each a in game.ACTIONS(state) do
///     v2, a2 <- MIN-VALUE(game, game.RESULT(state, a))
///     if v2 > v then v, move <- v2, a
///   return v, move
/// ```
pub fn minimax<G: Game>(
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
    let mut search = Minimax { game, meter: Meter::of(game.size(position), effort), observer };
    let (value, best) = search.max_value(position, 0)?;
    Ok(search.meter.report(outcome(value), best, 0))
}

struct Minimax<'a, G: Game, O> {
    game: &'a G,
    meter: Meter<'a>,
    observer: &'a mut O,
}

type Valued<M> = Result<(i32, Option<M>), Unfinished>;

impl<G: Game, O: Observer<G>> Minimax<'_, G, O> {
    fn max_value(&mut self, state: &G::Position, depth: u64) -> Valued<G::Move> {
        self.meter.enter(depth)?;
        self.observer.enter(state);
        if self.game.is_over(state) {
            let outcome = self.game.final_outcome(state);
            self.observer.leave(outcome, None);
            return Ok((utility(outcome), None));
        }
        let (mut v, mut best) = (i32::MIN, None);
        for a in self.game.moves(state) {
            self.observer.look(&a);
            let result = self.game.play_unchecked(state, &a);
            let (v2, _) = deeper(|| self.min_value(&result, depth + 1))?;
            if v2 > v {
                (v, best) = (v2, Some(a));
            }
        }
        self.observer.leave(outcome(v), best.as_ref());
        Ok((v, best))
    }

    fn min_value(&mut self, state: &G::Position, depth: u64) -> Valued<G::Move> {
        self.meter.enter(depth)?;
        self.observer.enter(state);
        if self.game.is_over(state) {
            let outcome = self.game.final_outcome(state);
            self.observer.leave(outcome, None);
            return Ok((-utility(outcome), None));
        }
        let (mut v, mut best) = (i32::MAX, None);
        for a in self.game.moves(state) {
            self.observer.look(&a);
            let result = self.game.play_unchecked(state, &a);
            let (v2, _) = deeper(|| self.max_value(&result, depth + 1))?;
            if v2 < v {
                (v, best) = (v2, Some(a));
            }
        }
        self.observer.leave(outcome(-v), best.as_ref());
        Ok((v, best))
    }
}

/// Returns what a finished position is worth to the player to move.
pub(super) fn utility(outcome: Outcome) -> i32 {
    match outcome {
        Outcome::Win => 1,
        Outcome::Loss => -1,
    }
}

/// Returns who wins a position, from what it is worth to the player to move.
pub(super) fn outcome(value: i32) -> Outcome {
    if value > 0 { Outcome::Win } else { Outcome::Loss }
}
