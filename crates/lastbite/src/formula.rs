//! Closed forms: positions whose outcome a theorem tells at once, without looking ahead.
//!
//! Nim is solved whole by its nim-sum. Of Chomp only some shapes are known: one and two rows or columns,
//! an L, whatever is as tall as it is wide, and, without the move, every whole bar.

pub mod chomp;
pub mod nim;

use crate::game::{Game, Outcome};
use crate::games::chomp::{Bite, Chomp, Rows};
use crate::games::nim::{Heaps, Nim, Take};
use crate::oracle::Oracle;

/// The oracle of the closed forms.
///
/// ```
/// use lastbite::{Formula, Game, Nim, Oracle, Outcome};
/// let nim: Nim = "nim:2,3,4".parse()?;
/// assert_eq!(Formula.outcome(&nim, &nim.start()), Some(Outcome::Win));
/// assert_eq!(Formula.winning_move(&nim, &nim.start()), Some("3 from 3".parse()?));
/// # Ok::<(), lastbite::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Formula;

impl Oracle<Nim> for Formula {
    fn outcome(&self, game: &Nim, heaps: &Heaps) -> Option<Outcome> {
        Some(nim::outcome(game, heaps))
    }

    fn winning_move(&self, game: &Nim, heaps: &Heaps) -> Option<Take> {
        let evaluation = nim::evaluate(game, heaps)?;
        (evaluation.outcome() == Outcome::Win)
            .then(|| Take { heap: nim::which_heap(&evaluation), stones: nim::how_many(&evaluation) })
    }
}

impl Oracle<Chomp> for Formula {
    fn outcome(&self, game: &Chomp, rows: &Rows) -> Option<Outcome> {
        if game.is_over(rows) {
            return Some(game.final_outcome(rows));
        }
        if game.is_classic() { chomp::outcome(rows) } else { None }
    }

    fn winning_move(&self, game: &Chomp, rows: &Rows) -> Option<Bite> {
        if game.is_classic() { chomp::winning_bite(rows) } else { None }
    }
}
