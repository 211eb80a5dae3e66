//! The recursive *winning-move* of the first textbook: one function, both players.

use super::{Meter, Observer, Searched, Unfinished, deeper};
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
    watched(game, position, effort, &mut ())
}

/// Searches with an observer.
pub(super) fn watched<G: Game, O: Observer<G>>(
    game: &G,
    position: &G::Position,
    effort: &Effort,
    observer: &mut O,
) -> Result<Searched<G::Move>, Unfinished> {
    let mut search = Negamax { game, meter: Meter::of(game.size(position), effort), observer };
    let (outcome, best) = search.winning_move(position, 0)?;
    Ok(search.meter.report(outcome, best, 0))
}

struct Negamax<'a, G: Game, O> {
    game: &'a G,
    meter: Meter<'a>,
    observer: &'a mut O,
}

impl<G: Game, O: Observer<G>> Negamax<'_, G, O> {
    fn winning_move(
        &mut self,
        position: &G::Position,
        depth: u64,
    ) -> Result<(Outcome, Option<G::Move>), Unfinished> {
        self.meter.enter(depth)?;
        self.observer.enter(position);
        if self.game.is_over(position) {
            let outcome = self.game.final_outcome(position);
            self.observer.leave(outcome, None);
            return Ok((outcome, None));
        }
        let mut moves = self.game.moves(position);
        for mv in moves.by_ref() {
            self.observer.look(&mv);
            let next = self.game.play_unchecked(position, &mv);
            let (outcome, _) = deeper(|| self.winning_move(&next, depth + 1))?;
            if outcome == Outcome::Loss {
                self.observer.cut(&mut moves);
                self.observer.leave(Outcome::Win, Some(&mv));
                return Ok((Outcome::Win, Some(mv)));
            }
        }
        self.observer.leave(Outcome::Loss, None);
        Ok((Outcome::Loss, None))
    }
}
