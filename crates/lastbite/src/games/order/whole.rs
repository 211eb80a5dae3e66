//! A game on an order solved whole: who wins in every position.

use lastbite_engines::columns::{too_many, too_tangled, Columns, GrundyValues, MOST_POSITIONS, Outcomes, two_by_two};
use lastbite_engines::{SolveError, Summary};
use super::elements::Elements;
use super::rules::{Element, Order};
use crate::effort::{Effort, Stopped};

/// A game on an order that was solved whole, by whichever method.
///
/// ```
/// use lastbite::games::order::Whole;
/// use lastbite::{Effort, Order};
///
/// let whole = Whole::solve(&"chomp:4x4x5".parse::<Order>()?, &Effort::default())?;
/// assert_eq!((whole.positions(), whole.lost_count()), (1_646_567, 92_976));
/// let openings: Vec<&str> = whole.openings().iter().map(|&cube| whole.order().name(cube)).collect();
/// assert_eq!(openings, ["3,3,4"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Whole {
    order: Order,
    by: By,
}

/// By which method.
#[derive(Debug)]
enum By {
    /// A box `2x2xN`, by its theorem.
    TwoByTwo(TwoByTwo),
    /// Any other, by its columns.
    Columns(Outcomes),
}

impl Whole {
    /// Solves a game.
    ///
    /// # Errors
    ///
    /// When it has too many positions, they take more memory than is allowed, or the work is stopped.
    pub fn solve(order: &Order, effort: &Effort) -> Result<Self, SolveError> {
        let by = match TwoByTwo::of(order) {
            Some(theorem) => By::TwoByTwo(theorem),
            None => {
                // If a formula counts the positions, they need not be numbered to refuse them.
                let positions = positions_of_box(order).unwrap_or(0);
                if positions > MOST_POSITIONS {
                    return Err(too_many(positions));
                }
                By::Columns(Outcomes::of(columns_of(order)?, effort)?)
            }
        };
        Ok(Whole { order: order.clone(), by })
    }

    /// Says whether a game is better solved whole than searched from its start: a box, or an order of at most
    /// a million positions.
    ///
    /// Boxes that are too large are refused; a search can solve many other orders that have too many
    /// positions.
    ///
    /// # Errors
    ///
    /// When it is stopped before it is known.
    pub fn suits(order: &Order, effort: &Effort) -> Result<bool, Stopped> {
        const SOON: u64 = 1_000_000;
        if order.sides().is_some() {
            return Ok(true);
        }
        columns_of(order).map_or(Ok(false), |columns| Outcomes::has_at_most(SOON, &columns, effort))
    }

    /// Counts the positions of a game without solving it, [`u64::MAX`] when it is that or more.
    ///
    /// # Errors
    ///
    /// When they are too tangled to be counted within the memory that is allowed, or the work is stopped.
    pub fn count_positions(order: &Order, effort: &Effort) -> Result<u64, SolveError> {
        match positions_of_box(order) {
            Some(positions) => Ok(positions),
            None => Outcomes::count_positions(&columns_of(order)?, effort),
        }
    }

    /// Returns the game.
    #[must_use]
    pub fn order(&self) -> &Order {
        &self.order
    }

    /// Returns the name of the method.
    #[must_use]
    pub fn method(&self) -> &'static str {
        match self.by {
            By::TwoByTwo(_) => "the theorem on 2x2xN",
            By::Columns(_) => "columns",
        }
    }

    /// Counts the positions in which somebody must move; those without their poison do not count.
    #[must_use]
    pub fn positions(&self) -> u64 {
        match &self.by {
            By::TwoByTwo(theorem) => theorem.positions(),
            By::Columns(outcomes) => outcomes.positions(),
        }
    }

    /// Counts the lost positions.
    #[must_use]
    pub fn lost_count(&self) -> u64 {
        match &self.by {
            By::TwoByTwo(theorem) => two_by_two::lost_count(theorem.length),
            By::Columns(outcomes) => outcomes.lost_count(),
        }
    }

    /// Says whether a position is lost for the player to move; a position without its poison is won.
    #[must_use]
    pub fn is_lost(&self, left: &Elements) -> bool {
        if !self.order.is_on(left) {
            return false;
        }
        match &self.by {
            By::TwoByTwo(theorem) => two_by_two::is_lost(theorem.heights(left)),
            By::Columns(outcomes) => {
                outcomes.is_lost(&outcomes.columns().heights_of(|element| left.has(element))) == Some(true)
            }
        }
    }

    /// Lists the first moves that win.
    #[must_use]
    pub fn openings(&self) -> Vec<Element> {
        use crate::game::Game;
        let start = self.order.start();
        let wins = |mv: &Element| self.is_lost(&self.order.play_unchecked(&start, mv));
        self.order.moves(&start).filter(wins).collect()
    }

    /// Tells what was found.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let mut summary = Summary::default();
        summary.game = self.order.to_string();
        summary.positions = Some(self.positions());
        summary.lost = self.lost_count();
        summary.wins_by(self.openings().iter().map(|&element| self.order.name(element)));
        summary.method = self.method().to_string();
        summary
    }

    /// Lists the lost positions.
    pub fn lost(&self) -> Box<dyn Iterator<Item = Elements> + '_> {
        match &self.by {
            By::TwoByTwo(theorem) => {
                Box::new(two_by_two::lost(theorem.length).map(|heights| theorem.elements(heights)))
            }
            By::Columns(outcomes) => Box::new(outcomes.lost().map(|heights| {
                let mut left = Elements::none_of(self.order.finite().len());
                outcomes.columns().left(&heights).for_each(|element| left.insert(element));
                if let Some(poison) = self.order.poison() {
                    left.insert(poison.number());
                }
                left
            })),
        }
    }

    /// Finds the Grundy value of a game when nobody may take the poison, and the greatest of all its
    /// positions.
    ///
    /// # Errors
    ///
    /// As [`Whole::solve`].
    pub fn grundy_value(order: &Order, effort: &Effort) -> Result<(u32, u32), SolveError> {
        let values = GrundyValues::of(columns_of(order)?, effort)?;
        let value = values.value(values.columns().heights()).unwrap_or(0);
        Ok((value, values.greatest()))
    }
}

/// Counts the positions of a box of at most three dimensions, [`u64::MAX`] when it is that or more: plane
/// partitions, by MacMahon's formula, without the empty one. Sides of 1 do not count.
fn positions_of_box(order: &Order) -> Option<u64> {
    let mut sides: Vec<u64> = order.sides()?.into_iter().filter(|&side| side > 1).map(u64::from).collect();
    sides.sort_unstable();
    sides.splice(0..0, std::iter::repeat_n(1, 3usize.saturating_sub(sides.len())));
    let &[a, b, c] = sides.as_slice() else { return None };
    // The product of (i + j + c - 1) / (i + j - 1) over all i up to a and j up to b, in lowest terms all
    // along.
    let (mut over, mut under) = (1u128, 1u128);
    for (i, j) in (1..=a).flat_map(|i| (1..=b).map(move |j| (i, j))) {
        let (up, down) = (over.checked_mul((i + j + c - 1).into()), under.checked_mul((i + j - 1).into()));
        let (Some(up), Some(down)) = (up, down) else { return Some(u64::MAX) };
        let (mut common, mut rest) = (up, down);
        while rest > 0 {
            (common, rest) = (rest, common % rest);
        }
        (over, under) = (up / common, down / common);
    }
    Some(u64::try_from(over / under - 1).unwrap_or(u64::MAX))
}

/// Cuts the order of a game into columns, without its poison: a box along its longest side.
pub(super) fn columns_of(order: &Order) -> Result<Columns, SolveError> {
    let finite = order.finite();
    let poison = order.poison().map(Element::number);
    if let Some(columns) = order.sides().as_deref().and_then(Columns::of_box) {
        let mut numbers: Vec<usize> = (0..finite.len()).collect();
        // The points of a box are numbered with the last axis running fastest.
        numbers.sort_by(|&a, &b| order.point(a.into()).cmp(&order.point(b.into())));
        return Ok(columns.renamed(|element| numbers[element]));
    }
    let below = |a: usize, b: usize| a != b && finite.above(a).has(b);
    Columns::of_order(finite.len(), below, poison).ok_or_else(too_tangled)
}

/// A box with two sides of 2, and one of any length; sides of 1 do not count.
#[derive(Debug)]
pub(super) struct TwoByTwo {
    /// The elements of each column: at the poison, next to it, next to it, and far.
    columns: [Vec<usize>; 4],
    length: u32,
    many: usize,
}

impl TwoByTwo {
    /// Recognises such a box.
    pub(super) fn of(order: &Order) -> Option<Self> {
        let sides = order.sides()?;
        let mut axes: Vec<usize> = (0..sides.len()).filter(|&axis| sides[axis] > 1).collect();
        axes.sort_by_key(|&axis| sides[axis]);
        let &[a, b, long] = axes.as_slice() else { return None };
        if (sides[a], sides[b]) != (2, 2) {
            return None;
        }
        let many = order.finite().len();
        let mut columns: [Vec<(u32, usize)>; 4] = Default::default();
        for element in 0..many {
            let point = order.point(element.into())?;
            columns[(point[a] + 2 * point[b]) as usize].push((point[long], element));
        }
        let upwards = columns.map(|mut column| {
            column.sort_unstable();
            column.into_iter().map(|(_, element)| element).collect()
        });
        Some(TwoByTwo { columns: upwards, length: sides[long], many })
    }

    /// The heights of what is left.
    pub(super) fn heights(&self, left: &Elements) -> [u32; 4] {
        [0, 1, 2, 3]
            .map(|column| self.columns[column].iter().filter(|&&element| left.has(element)).count() as u32)
    }

    /// A winning move; nothing if the position is lost.
    pub(super) fn winning_move(&self, left: &Elements) -> Option<Element> {
        let (column, height) = two_by_two::winning_move(self.heights(left))?;
        self.columns[column].get(height as usize).map(|&element| element.into())
    }

    /// What is left at these heights.
    fn elements(&self, heights: [u32; 4]) -> Elements {
        let mut left = Elements::none_of(self.many);
        for (column, height) in self.columns.iter().zip(heights) {
            column.iter().take(height as usize).for_each(|&element| left.insert(element));
        }
        left
    }

    /// Counts the plane partitions in a box of 2x2xN, except for the empty one.
    fn positions(&self) -> u64 {
        let n = u128::from(self.length);
        u64::try_from((n + 1) * (n + 2) * (n + 2) * (n + 3) / 12 - 1).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(text: &str) -> Order {
        text.parse().unwrap()
    }

    #[test]
    fn the_formula_and_the_numbers_count_the_same_positions() {
        for text in [
            "chomp:1x1x1",
            "chomp:1x1x9",
            "chomp:3x1x4",
            "chomp:2x2x9",
            "chomp:4x3x5",
            "divisors:720",
            "divisors:64",
        ] {
            let counted = Outcomes::count_positions(&columns_of(&order(text)).unwrap(), &Effort::unlimited()).unwrap();
            assert_eq!(positions_of_box(&order(text)), Some(counted), "{text}");
            assert_eq!(
                Whole::solve(&order(text), &Effort::default()).unwrap().positions(),
                counted,
                "{text}"
            );
        }
        assert_eq!(positions_of_box(&order("chomp:6x6x6")), Some(1_478_619_421_135));
        assert_eq!(positions_of_box(&order("chomp:15x15x15")), Some(u64::MAX));
        assert_eq!(positions_of_box(&order("chomp:2x2x2x2")), None);
        assert_eq!(positions_of_box(&order("subsets:3")), None);
    }

    #[test]
    fn orders_too_large_are_refused_at_once() {
        for text in ["chomp:6x6x6", "chomp:15x15x15"] {
            let refused = Whole::solve(&order(text), &Effort::default().memory(1 << 28)).unwrap_err();
            let expected = matches!(refused, SolveError::OutOfReach(_));
            assert!(expected, "{text}: {refused}");
        }
    }

    #[test]
    fn the_theorem_and_the_columns_know_the_same_of_two_by_two() {
        for text in ["chomp:2x2x6", "chomp:2x6x2", "chomp:6x1x2x2", "divisors:3750", "chomp:2x2x2"] {
            let by_theorem = Whole::solve(&order(text), &Effort::default()).unwrap();
            assert_eq!(by_theorem.method(), "the theorem on 2x2xN", "{text}");
            let outcomes = Outcomes::of(columns_of(&order(text)).unwrap(), &Effort::default()).unwrap();
            let by_columns = Whole { order: order(text), by: By::Columns(outcomes) };
            assert_eq!(by_theorem.lost_count(), by_columns.lost_count());
            assert_eq!(by_theorem.openings(), by_columns.openings());
            let mut lost: [Vec<Elements>; 2] = [by_theorem.lost().collect(), by_columns.lost().collect()];
            lost.iter_mut().for_each(|lost| lost.sort_unstable());
            assert_eq!(lost[0], lost[1], "{text}");
            assert!(lost[0].iter().all(|left| by_theorem.is_lost(left) && by_columns.is_lost(left)));
        }
    }
}
