//! Minimax, as the textbook has it: two functions that call each other down to the leaves.

use super::{Meter, Searched, Unfinished, deeper};
use crate::effort::Effort;
use crate::game::{Game, Outcome};

/// Searches the whole tree of games: MAX picks the move of highest utility, MIN the one of lowest.
///
/// The utility is +1 where MAX, the player to move at the root, has won, and -1 where MIN has. Every line is
/// followed to its end, whatever has been found already.
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
    let mut search = Minimax { game, meter: Meter::new(effort) };
    let (value, best) = search.max_value(position, 0)?;
    let outcome = if value > 0 { Outcome::Win } else { Outcome::Loss };
    Ok(search.meter.report(outcome, best, 0))
}

struct Minimax<'a, G: Game> {
    game: &'a G,
    meter: Meter<'a>,
}

type Valued<M> = Result<(i32, Option<M>), Unfinished>;

impl<G: Game> Minimax<'_, G> {
    fn max_value(&mut self, state: &G::Position, depth: u64) -> Valued<G::Move> {
        self.meter.enter(depth)?;
        if self.game.is_over(state) {
            return Ok((utility(self.game.final_outcome(state)), None));
        }
        let (mut v, mut best) = (i32::MIN, None);
        for a in self.game.moves(state) {
            let result = self.game.play_unchecked(state, a);
            let (v2, _) = deeper(|| self.min_value(&result, depth + 1))?;
            if v2 > v {
                (v, best) = (v2, Some(a));
            }
        }
        Ok((v, best))
    }

    fn min_value(&mut self, state: &G::Position, depth: u64) -> Valued<G::Move> {
        self.meter.enter(depth)?;
        if self.game.is_over(state) {
            return Ok((-utility(self.game.final_outcome(state)), None));
        }
        let (mut v, mut best) = (i32::MAX, None);
        for a in self.game.moves(state) {
            let result = self.game.play_unchecked(state, a);
            let (v2, _) = deeper(|| self.max_value(&result, depth + 1))?;
            if v2 < v {
                (v, best) = (v2, Some(a));
            }
        }
        Ok((v, best))
    }
}

/// What a finished position is worth to the player to move.
pub(super) fn utility(outcome: Outcome) -> i32 {
    match outcome {
        Outcome::Win => 1,
        Outcome::Loss => -1,
    }
}
