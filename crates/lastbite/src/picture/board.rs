//! Small boards for the nodes of a tree: which pieces of the first position are left.

use crate::game::Standing;
use crate::layout::{Drawn, Place, Role, Shape};
use crate::picture::svg::Svg;

/// Draws small boards, all of the same size: as much of the table as the first position covers.
///
/// ```
/// use lastbite::picture::Boards;
/// use lastbite::{Chomp, Game, Standing};
///
/// let bar = Standing::start(Chomp::new(2, 3)?);
/// let boards = Boards::of(&bar).expect("it is small");
/// let left = bar.play(&"2,2".parse()?)?;
/// assert_eq!(boards.lines(left.position(), true), ["P##", "#.."]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Boards<'a, G: Drawn> {
    root: &'a Standing<G>,
    /// The rows that the first position covers.
    rows: u32,
    /// Its columns.
    cols: u32,
    /// Whether pieces are stones and not squares.
    round: bool,
}

/// What there is at a place of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// The piece that loses.
    Poison,
    /// Any other piece.
    Left,
    /// A piece that has been taken since the first position.
    Gone,
    /// No piece, and there was none in the first position either.
    Never,
}

/// The side of a square, in pixels.
const CELL: f64 = 11.0;

impl<'a, G: Drawn> Boards<'a, G> {
    /// The most places a board has that is drawn; larger positions are written.
    const MOST: u64 = 200;

    /// Measures the first position; nothing if it is too large to be drawn at every node.
    #[must_use]
    pub fn of(root: &'a Standing<G>) -> Option<Self> {
        // A layout has every piece the game began with, so look at the number of pieces before making one.
        const LARGEST: u64 = 1_000_000;
        if root.game().size(&root.game().start()) > LARGEST {
            return None;
        }
        let layout = root.game().layout(root.position());
        let left = || layout.pieces.iter().filter(|piece| piece.left).map(|piece| piece.place);
        let round = layout.shape() == Shape::Heaps;
        // An empty heap keeps its line, because heaps are counted from above.
        let rows = if round { layout.rows() } else { left().map(|place| place.row).max().unwrap_or(0) };
        let cols = left().map(|place| place.col).max().unwrap_or(0);
        let fits = rows > 0 && cols > 0 && u64::from(rows) * u64::from(cols) <= Self::MOST;
        fits.then_some(Boards { root, rows, cols, round })
    }

    /// Counts the rows and the columns of every board.
    #[must_use]
    pub fn extent(&self) -> (u32, u32) {
        (self.rows, self.cols)
    }

    /// Says whether pieces are drawn as stones and not as squares.
    #[must_use]
    pub fn is_round(&self) -> bool {
        self.round
    }

    /// Returns what there is at every place of a position, row by row.
    #[must_use]
    pub fn spots(&self, position: &G::Position) -> Vec<Vec<Spot>> {
        let game = self.root.game();
        let (first, here) = (game.layout(self.root.position()), game.layout(position));
        let spot = |place| match (here.piece(place), first.has(place)) {
            (Some(piece), _) if piece.left && piece.role == Role::Poison => Spot::Poison,
            (Some(piece), _) if piece.left => Spot::Left,
            (_, true) => Spot::Gone,
            (_, false) => Spot::Never,
        };
        let row = |row| (1..=self.cols).map(|col| spot(Place::new(row, col))).collect();
        (1..=self.rows).map(row).collect()
    }

    /// Draws a position in characters, a line for each row.
    #[must_use]
    pub fn lines(&self, position: &G::Position, ascii: bool) -> Vec<String> {
        let character = |spot: &Spot| match (spot, ascii, self.round) {
            (Spot::Poison, ..) => 'P',
            (Spot::Left, true, false) => '#',
            (Spot::Left, false, false) => '■',
            (Spot::Left, true, true) => 'o',
            (Spot::Left, false, true) => '●',
            (Spot::Gone, true, _) => '.',
            (Spot::Gone, false, _) => '·',
            (Spot::Never, ..) => ' ',
        };
        self.spots(position).iter().map(|row| row.iter().map(character).collect()).collect()
    }
}

/// A position in a picture: a small board, or its text where that is too large.
pub(super) struct Small<'a, G: Drawn> {
    boards: Option<Boards<'a, G>>,
    root: &'a Standing<G>,
    /// How wide a board is.
    pub width: f64,
    /// How high a board is.
    pub height: f64,
}

impl<'a, G: Drawn> Small<'a, G> {
    /// Measures the boards of a picture by the position it begins with.
    pub fn new(root: &'a Standing<G>) -> Self {
        let boards = Boards::of(root);
        let (width, height) = match &boards {
            Some(boards) => (f64::from(boards.cols) * CELL, f64::from(boards.rows) * CELL),
            // Written as text: some six points a letter.
            None => ((root.written().chars().count() as f64 * 6.0).max(20.0), 12.0),
        };
        Small { boards, root, width, height }
    }

    /// Draws a position with the middle of its upper edge at this point.
    pub fn draw(&self, svg: &mut Svg, position: &G::Position, (x, y): (f64, f64)) {
        let Some(boards) = &self.boards else {
            return svg.text("key value", (x, y + 10.0), &self.root.game().write_position(position));
        };
        let left = x - self.width / 2.0;
        for (spots, row) in boards.spots(position).iter().zip(0..) {
            for (spot, col) in spots.iter().zip(0..) {
                let corner = (left + f64::from(col) * CELL, y + f64::from(row) * CELL);
                let middle = (corner.0 + CELL / 2.0, corner.1 + CELL / 2.0);
                match (spot, boards.round) {
                    (Spot::Never, _) => {}
                    (Spot::Gone, true) => svg.circle("gone", middle, CELL / 2.0 - 1.5),
                    (Spot::Gone, false) => {
                        svg.rect("gone", (corner.0 + 0.8, corner.1 + 0.8), (CELL - 1.6, CELL - 1.6));
                    }
                    (Spot::Left, true) => svg.circle("stone", middle, CELL / 2.0 - 1.0),
                    (Spot::Left, false) => svg.rect("square", corner, (CELL, CELL)),
                    (Spot::Poison, _) => svg.rect("poison", corner, (CELL, CELL)),
                }
            }
        }
    }
}
