//! The shapes of Chomp that are known by heart. The poison is at the upper left.
//!
//! | shape | lost exactly if |
//! |---|---|
//! | one row or column | only the poison is left |
//! | two rows (or columns) | the first is one longer than the second |
//! | an L: one row and one column | its arms are equally long |
//! | as many rows as columns, no L | never: bite 2,2 and mirror every bite from then on |
//! | a whole bar | only 1x1: whatever biting the last square leads to, the first player could do at once |

use crate::game::Outcome;
use crate::games::chomp::{Bite, Rows, Square};

/// Tells who wins where a theorem says so.
pub fn outcome(rows: &Rows) -> Option<Outcome> {
    let lost = match *rows.lengths() {
        [] => false,
        [only] => only == 1,
        [upper, lower] => upper == lower + 1,
        [_, 1, ..] => rows.rows() == rows.cols(),
        [2, ..] => return outcome(&rows.mirrored()),
        [first, ..] if first == rows.rows() => false,
        [first, .., last] if first == last => false,
        _ => return None,
    };
    Some(if lost { Outcome::Loss } else { Outcome::Win })
}

/// Returns the winning bite where a theorem names one; nothing for a lost or an unknown position.
pub fn winning_bite(rows: &Rows) -> Option<Bite> {
    match *rows.lengths() {
        [] | [1] => None,
        [_] => Some(Square::new(1, 2)),
        [upper, lower] if upper == lower => Some(Square::new(2, lower)),
        [upper, lower] => (upper > lower + 1).then(|| Square::new(1, lower + 2)),
        [first, 1, ..] => match (first, rows.rows()) {
            (wide, tall) if wide > tall => Some(Square::new(1, tall + 1)),
            (wide, tall) if wide < tall => Some(Square::new(wide + 1, 1)),
            _ => None,
        },
        [2, ..] => winning_bite(&rows.mirrored()).map(Square::mirrored),
        [first, ..] if first == rows.rows() => Some(Square::new(2, 2)),
        _ => None,
    }
}
