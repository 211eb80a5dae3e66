//! The sweep over all heights of some first columns, with a shadow for each.

use super::Columns;
use super::numbering::{Node, Numbering};
use lastbite_work::SolveError;
use lastbite_work::effort::Effort;

/// What shadows hold, and how results follow from it.
///
/// A *choice* is a list of heights of the swept columns. What it carries beyond them is up to the rule.
pub(super) trait Rule {
    /// What a cell of a shadow holds.
    type Cell: Cell;
    /// What a choice leaves possible beyond the swept columns.
    type Room: Copy;
    /// What is found for a choice.
    type Found: Copy;

    /// Everything beyond the swept columns.
    fn room(&self) -> Self::Room;

    /// What is left of it when a swept column has this height.
    fn narrowed(&self, room: Self::Room, column: usize, height: u16) -> Self::Room;

    /// Settles a choice: `joined` is what all moves in swept columns amount to.
    fn settle(&self, joined: Self::Cell, room: Self::Room) -> Self::Found;

    /// Returns what a settled choice means for all that lead to it by lowering a column to this height, or
    /// nothing.
    fn mark(&self, found: Self::Found, column: usize, height: u16) -> Option<Self::Cell>;
}

/// A value that can be joined in any order and however often; the default joins to nothing.
pub(super) trait Cell: Copy + Default {
    /// Joins another value to this.
    fn join(&mut self, other: Self);
}

/// Sweeps the columns that are numbered, and shows what is found for each choice of heights in
/// lexicographic order.
pub(super) fn sweep<R: Rule>(
    columns: &Columns,
    numbering: &Numbering,
    swept: usize,
    rule: &R,
    effort: &Effort,
    show: impl FnMut(&[u16], R::Room, R::Found) -> Result<(), SolveError>,
) -> Result<(), SolveError> {
    let tallest = columns.heights()[swept - 1];
    let mut sweep = Sweep {
        columns,
        numbering,
        rule,
        swept,
        shadows: Vec::new(),
        heights: vec![0; swept],
        places: vec![vec![(0, 0); swept]; swept],
        joined: vec![R::Cell::default(); usize::from(tallest) + 1],
        rows: 0,
        effort,
        show,
    };
    for column in 1..swept {
        let mut shadow = Vec::new();
        let cells = usize::try_from(numbering.count(column)).map_err(|_| SolveError::NoMemory)?;
        shadow.try_reserve_exact(cells)?;
        shadow.resize(cells, R::Cell::default());
        sweep.shadows.push(shadow);
    }
    sweep.column(0, numbering.root(0), rule.room(), 0)
}

/// The bytes that the shadows take.
pub(super) fn shadow_bytes<C>(numbering: &Numbering, swept: usize) -> u64 {
    let cells = (1..swept).fold(0u64, |sum, column| sum.saturating_add(numbering.count(column)));
    cells.saturating_mul(size_of::<C>() as u64)
}

struct Sweep<'a, R: Rule, S> {
    columns: &'a Columns,
    numbering: &'a Numbering,
    rule: &'a R,
    swept: usize,
    /// For each column but the last swept one, a cell for each choice of later heights.
    shadows: Vec<Vec<R::Cell>>,
    heights: Vec<u16>,
    /// For each column, and each shadow of an earlier one: the node there, and the cells before it.
    places: Vec<Vec<(Node, usize)>>,
    /// What the shadows amount to, for each height of the last swept column.
    joined: Vec<R::Cell>,
    rows: u64,
    effort: &'a Effort,
    show: S,
}

/// How many rows are settled between two checks of the effort.
const ROWS: u64 = 1 << 14;

impl<R: Rule, S> Sweep<'_, R, S>
where
    S: FnMut(&[u16], R::Room, R::Found) -> Result<(), SolveError>,
{
    /// Goes through the heights of a column and of all after it; `before` choices have been settled.
    fn column(&mut self, column: usize, node: Node, room: R::Room, before: u64) -> Result<(), SolveError> {
        if column + 1 == self.swept {
            return self.row(node, room, before);
        }
        for height in 0..=self.numbering.bound(node) {
            self.heights[column] = height;
            let (offset, next) = self.numbering.step(node, height);
            self.grow(column, height, next);
            let (above, below) = self.places.split_at_mut(column + 1);
            for (to, &(node, cells)) in below[0].iter_mut().zip(&above[column][..column]) {
                let (offset, next) = self.numbering.step(node, height);
                *to = (next, cells + offset as usize);
            }
            below[0][column] = (self.numbering.root(column + 1), 0);
            self.column(column + 1, next, self.rule.narrowed(room, column, height), before + offset)?;
        }
        Ok(())
    }

    /// Goes through the heights of the last swept column.
    fn row(&mut self, node: Node, room: R::Room, before: u64) -> Result<(), SolveError> {
        self.rows += 1;
        if self.rows.is_multiple_of(ROWS) {
            self.effort.check()?;
            if self.effort.is_watched() {
                self.effort.report_share(before as f64 / self.numbering.count(0) as f64);
            }
        }
        let column = self.swept - 1;
        let bound = self.numbering.bound(node);
        let cells = usize::from(bound) + 1;
        let places = &self.places[column][..column];
        let joined = &mut self.joined[..cells];
        joined.fill(R::Cell::default());
        for (shadow, &(_, at)) in self.shadows.iter().zip(places) {
            for (joined, &cell) in joined.iter_mut().zip(&shadow[at..at + cells]) {
                joined.join(cell);
            }
        }
        // The shadow of the last swept column has one cell.
        let mut own = R::Cell::default();
        for (height, &joined) in (0..=bound).zip(&*joined) {
            self.heights[column] = height;
            let mut joined = joined;
            joined.join(own);
            let room = self.rule.narrowed(room, column, height);
            let found = self.rule.settle(joined, room);
            (self.show)(&self.heights, room, found)?;
            let Some(mark) = self.rule.mark(found, column, height) else { continue };
            own.join(mark);
            for (column, (shadow, &(_, at))) in self.shadows.iter_mut().zip(places).enumerate() {
                if let Some(mark) = self.rule.mark(found, column, self.heights[column]) {
                    shadow[at + usize::from(height)].join(mark);
                }
            }
        }
        Ok(())
    }

    /// Starts the cells that the shadow of a column has at this height but not below it.
    fn grow(&mut self, column: usize, height: u16, node: Node) {
        let root = (self.numbering.root(column + 1), 0);
        let Sweep { columns, numbering, swept, .. } = *self;
        let shadow = &mut self.shadows[column];
        match height.checked_sub(1) {
            Some(lower) => Growth { columns, numbering, swept, column, lower }.copy(
                column + 1,
                node,
                root,
                root,
                false,
                shadow,
            ),
            None => {
                Growth { columns, numbering, swept, column, lower: 0 }.clear(column + 1, node, root, shadow)
            }
        }
    }
}

/// A column that grows by one.
struct Growth<'a> {
    columns: &'a Columns,
    numbering: &'a Numbering,
    swept: usize,
    column: usize,
    /// The height below the new one.
    lower: u16,
}

impl Growth<'_> {
    /// Clears the cells of all heights that are possible from a later column on.
    fn clear<C: Cell>(&self, later: usize, node: Node, to: (Node, usize), shadow: &mut [C]) {
        let bound = self.numbering.bound(node);
        if later + 1 == self.swept {
            shadow[to.1..=to.1 + usize::from(bound)].fill(C::default());
            return;
        }
        for height in 0..=bound {
            let (_, next) = self.numbering.step(node, height);
            let (offset, there) = self.numbering.step(to.0, height);
            self.clear(later + 1, next, (there, to.1 + offset as usize), shadow);
        }
    }

    /// Copies the cells that the move to the lower height leads to, wherever it cuts a later column.
    fn copy<C: Cell>(
        &self,
        later: usize,
        node: Node,
        to: (Node, usize),
        from: (Node, usize),
        cut: bool,
        shadow: &mut [C],
    ) {
        let bound = self.numbering.bound(node);
        let cap = self.columns.cap(self.column, later, self.lower);
        if later + 1 == self.swept {
            let (to, from) = (to.1, from.1);
            let carried = usize::from(cap.min(bound));
            if cut {
                shadow.copy_within(from..=from + carried, to);
            }
            if cap < bound {
                let cell = shadow[from + carried];
                shadow[to + carried + 1..=to + usize::from(bound)].fill(cell);
            }
            return;
        }
        for height in 0..=bound {
            let (_, next) = self.numbering.step(node, height);
            let (offset_to, to_next) = self.numbering.step(to.0, height);
            let (offset_from, from_next) = self.numbering.step(from.0, height.min(cap));
            let to = (to_next, to.1 + offset_to as usize);
            let from = (from_next, from.1 + offset_from as usize);
            self.copy(later + 1, next, to, from, cut || cap < height, shadow);
        }
    }
}
