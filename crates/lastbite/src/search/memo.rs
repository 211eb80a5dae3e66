//! Negamax that never judges the same position twice.

use rustc_hash::FxHashMap;

use super::{Meter, Observer, Searched, Unfinished, deeper};
use crate::effort::Effort;
use crate::game::{Game, Outcome};

/// Searches like [`negamax`](super::negamax()), and remembers the outcome of every position it has judged.
///
/// ```text
/// check(grid):
///     if this grid is among the known grids
///         return its best move
///     for each move
///         if check(grid after the move) finds no winning move
///             the best move is this one, and no other need be looked at
///     add the grid and its best move to the known grids
/// ```
pub fn memo<G: Game>(
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
    let mut search =
        Memo { game, known: FxHashMap::default(), meter: Meter::of(game.size(position), effort), observer };
    let (outcome, best) = search.check(position, 0)?;
    Ok(search.meter.report(outcome, best, search.known.len() as u64))
}

struct Memo<'a, G: Game, O> {
    game: &'a G,
    known: FxHashMap<G::Position, Outcome>,
    meter: Meter<'a>,
    observer: &'a mut O,
}

impl<G: Game, O: Observer<G>> Memo<'_, G, O> {
    fn check(
        &mut self,
        position: &G::Position,
        depth: u64,
    ) -> Result<(Outcome, Option<G::Move>), Unfinished> {
        self.meter.enter(depth)?;
        self.observer.enter(position);
        let mut found = (Outcome::Loss, None);
        if self.game.is_over(position) {
            found.0 = self.game.final_outcome(position);
        }
        let mut moves = self.game.moves(position);
        for mv in moves.by_ref() {
            self.observer.look(&mv);
            let next = self.game.play_unchecked(position, &mv);
            let outcome = match self.known.get(&next) {
                Some(&known) => {
                    self.observer.remember(&next, known);
                    known
                }
                None => deeper(|| self.check(&next, depth + 1))?.0,
            };
            if outcome == Outcome::Loss {
                found = (Outcome::Win, Some(mv));
                self.observer.cut(&mut moves);
                break;
            }
        }
        self.observer.leave(found.0, found.1.as_ref());
        self.meter.remember(&mut self.known)?;
        self.known.insert(position.clone(), found.0);
        Ok(found)
    }
}
