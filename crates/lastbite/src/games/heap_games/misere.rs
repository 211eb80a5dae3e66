//! Who wins if the last move loses: a theorem for takes of one to a limit, a search for all others.

use rustc_hash::FxHashMap;

use super::game::HeapGame;
use super::notation::HeapMove;
use super::piles::Piles;
use super::rule::Rule;
use crate::effort::Effort;
use crate::game::Game;
use crate::search::{Meter, Unfinished, deeper};

/// Says whether heaps are lost for the player to move, if one to `most` stones may be taken and the last one
/// loses.
///
/// Only the remainders by `most` + 1 count: they are heaps of misère Nim. (Such games are *tame*: Conway, On
/// Numbers and Games, chapter 12.)
pub(super) fn is_lost(most: u32, heaps: impl Iterator<Item = u32>) -> bool {
    let (sum, large) = remainders(most, heaps);
    sum == u32::from(!large)
}

/// Returns the exclusive or of the remainders by `most` + 1, and whether one of them is two or more.
pub(super) fn remainders(most: u32, heaps: impl Iterator<Item = u32>) -> (u32, bool) {
    heaps.map(|stones| stones % (most + 1)).fold((0, false), |(sum, large), rest| (sum ^ rest, large || rest > 1))
}

/// Which heaps are lost for the player to move if the last move loses; they are sorted, without heaps that
/// have no move.
pub(super) type Lost = FxHashMap<Box<[u32]>, bool>;

/// Searches for a move that wins; nothing if the position is lost. Also counts the nodes.
///
/// The order of the heaps does not matter, nor do heaps without a move. What it finds is added to what is
/// known, even if it does not finish.
pub(super) fn search(
    game: &HeapGame,
    piles: &Piles,
    known: &mut Lost,
    effort: &Effort,
) -> Result<(Option<HeapMove>, u64), Unfinished> {
    let mut search = Search { rule: game.rule_of_heaps(), known, meter: Meter::new(effort) };
    for mv in game.moves(piles) {
        let after = game.play_unchecked(piles, &mv);
        if search.is_lost(search.normal(after.stones()), 1)? {
            return Ok((Some(mv), search.meter.nodes().max(1)));
        }
    }
    Ok((None, search.meter.nodes().max(1)))
}

struct Search<'a> {
    rule: &'a Rule,
    known: &'a mut Lost,
    meter: Meter<'a>,
}

impl Search<'_> {
    /// Sorts heaps, and leaves out those without a move.
    fn normal(&self, heaps: impl Iterator<Item = u32>) -> Box<[u32]> {
        let mut heaps: Vec<u32> = heaps.filter(|&stones| self.rule.can_move(stones)).collect();
        heaps.sort_unstable();
        heaps.into()
    }

    fn is_lost(&mut self, heaps: Box<[u32]>, depth: u64) -> Result<bool, Unfinished> {
        // No move is left: the player who got here made the last move.
        if heaps.is_empty() {
            return Ok(false);
        }
        if let Some(&known) = self.known.get(&heaps) {
            return Ok(known);
        }
        self.meter.enter(depth)?;
        let mut lost = true;
        'heaps: for (index, &stones) in heaps.iter().enumerate() {
            if index > 0 && heaps[index - 1] == stones {
                continue;
            }
            let mut options = Vec::new();
            self.rule.options(stones, &mut |parts| options.push(parts));
            for parts in options {
                let others = heaps.iter().enumerate().filter(|&(other, _)| other != index).map(|(_, &stones)| stones);
                let next = self.normal(others.chain(parts));
                if deeper(|| self.is_lost(next, depth + 1))? {
                    lost = false;
                    break 'heaps;
                }
            }
        }
        self.meter.remember(self.known)?;
        self.known.insert(heaps, lost);
        Ok(lost)
    }
}
