//! Layouts that lie beside each other: from a place on the whole table to a part and the place in it, and back.

use super::Place;

/// Which rows belong to which part, where several layouts lie beside each other.
///
/// Rows are numbered on from part to part, columns begin anew in each.
///
/// ```
/// use lastbite::layout::{Beside, Place};
/// let two = Beside::of([3, 2]);
/// assert_eq!(two.within(Place::new(4, 7)), Some((1, Place::new(1, 7))));
/// assert_eq!(two.whole(1, Place::new(1, 7)), Place::new(4, 7));
/// assert_eq!(two.within(Place::new(6, 1)), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside {
    /// How many rows lie before each part, and how many there are in all.
    before: Vec<u32>,
}

impl Beside {
    /// Numbers the rows of parts that have this many rows each.
    #[must_use]
    pub fn of(rows: impl IntoIterator<Item = u32>) -> Self {
        let mut before = vec![0];
        before.extend(rows.into_iter().scan(0u32, |sum, rows| {
            *sum = sum.saturating_add(rows);
            Some(*sum)
        }));
        Beside { before }
    }

    /// Counts the rows of all parts.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.before.last().copied().unwrap_or(0)
    }

    /// Returns the part that a place of the whole belongs to, counted from 0, and the place within it.
    #[must_use]
    pub fn within(&self, place: Place) -> Option<(usize, Place)> {
        if !(1..=self.rows()).contains(&place.row) {
            return None;
        }
        let part = self.before.partition_point(|&before| before < place.row) - 1;
        Some((part, Place::new(place.row - self.before[part], place.col)))
    }

    /// Returns where a place of a part is on the whole table.
    #[must_use]
    pub fn whole(&self, part: usize, place: Place) -> Place {
        let before = self.before.get(part).copied().unwrap_or_else(|| self.rows());
        Place::new(before.saturating_add(place.row), place.col)
    }
}
