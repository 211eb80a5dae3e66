//! The recursive *winning-move* of the first textbook: one function, both players.

use super::{Meter, Searched, Unfinished, deeper};
use crate::effort::Effort;
use crate::game::{Game, Outcome};

/// Searches for a winning move: one after which the opponent has none.
///
/// ```text
/// winning-move(posn):
///     for each move
///         p <- copy of posn with the move played
///         m <- winning-move(p)
///         if no winning move is returned
///             return the move
///     return no winning move
/// ```
pub fn negamax<G: Game>(
    game: &G,
    position: &G::Position,
    effort: &Effort,
) -> Result<Searched<G::Move>, Unfinished> {
    let mut search = Negamax { game, meter: Meter::new(effort) };
    let (outcome, best) = search.winning_move(position, 0)?;
    Ok(search.meter.report(outcome, best, 0))
}

struct Negamax<'a, G: Game> {
    game: &'a G,
    meter: Meter<'a>,
}

impl<G: Game> Negamax<'_, G> {
    fn winning_move(
        &mut self,
        position: &G::Position,
        depth: u64,
    ) -> Result<(Outcome, Option<G::Move>), Unfinished> {
        self.meter.enter(depth)?;
        if self.game.is_over(position) {
            return Ok((self.game.final_outcome(position), None));
        }
        for mv in self.game.moves(position) {
            let next = self.game.play_unchecked(position, mv);
            let (outcome, _) = deeper(|| self.winning_move(&next, depth + 1))?;
            if outcome == Outcome::Loss {
                return Ok((Outcome::Win, Some(mv)));
            }
        }
        Ok((Outcome::Loss, None))
    }
}
