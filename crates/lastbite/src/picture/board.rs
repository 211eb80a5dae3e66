//! Small boards for the nodes of a tree: which pieces of the first position are left.

use crate::game::Standing;
use crate::layout::{Drawn, Layout, Place, Role, Shape};
use crate::picture::svg::Svg;

/// Draws small boards, all of the same size: as much of the layout as the first position covers.
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
    /// The places of a board, row by row; panels are side by side with a column between them. Each place says
    /// whether its piece is round, a stone and not a square.
    places: Vec<Row>,
    /// The lines of diagrams: from the column and row of one piece to those of another.
    links: Vec<[(usize, usize); 2]>,
}

/// A row of a board: its places, and whether the piece of each is round; nothing between two panels.
type Row = Vec<Option<(Place, bool)>>;

/// What there is at a place of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// The piece that loses.
    Poison,
    /// Any other piece.
    Left,
    /// What holds two pieces together.
    Joint,
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

    /// Measures the first position, or returns nothing if it is too large to draw at every node.
    #[must_use]
    pub fn of(root: &'a Standing<G>) -> Option<Self> {
        // A layout has every piece the game began with, so check the number of pieces before making one.
        const LARGEST: u64 = 1_000_000;
        if root.game().size(&root.game().start()) > LARGEST {
            return None;
        }
        let layout = root.game().layout(root.position());
        let places = table(&layout);
        let (rows, cols) = (places.len() as u64, places.first().map_or(0, Vec::len) as u64);
        if rows == 0 || cols == 0 || rows * cols > Self::MOST {
            return None;
        }
        let at = |id: usize| {
            let place = layout.pieces[id].place;
            let here = |spot: &Option<(Place, bool)>| spot.is_some_and(|(there, _)| there == place);
            places.iter().enumerate().find_map(|(row, spots)| Some((spots.iter().position(here)?, row)))
        };
        let links = layout.links().iter().filter_map(|&(a, b)| Some([at(a)?, at(b)?])).collect();
        Some(Boards { root, places, links })
    }

    /// Counts the rows and the columns of every board.
    #[must_use]
    pub fn extent(&self) -> (u32, u32) {
        (self.places.len() as u32, self.places.first().map_or(0, Vec::len) as u32)
    }

    /// Returns what there is at every place of a position, row by row.
    #[must_use]
    pub fn spots(&self, position: &G::Position) -> Vec<Vec<Spot>> {
        let game = self.root.game();
        let (first, here) = (game.layout(self.root.position()), game.layout(position));
        let spot = |place| match (here.piece(place), first.has(place)) {
            (Some(piece), _) if piece.left && piece.role == Role::Poison => Spot::Poison,
            (Some(piece), _) if piece.role == Role::Joint => {
                if piece.left {
                    Spot::Joint
                } else {
                    Spot::Never
                }
            }
            (Some(piece), _) if piece.left => Spot::Left,
            (_, true) => Spot::Gone,
            (_, false) => Spot::Never,
        };
        let at = |place: &Option<(Place, bool)>| place.map_or(Spot::Never, |(place, _)| spot(place));
        self.places.iter().map(|row| row.iter().map(at).collect()).collect()
    }

    /// Draws a position in characters, a line for each row.
    #[must_use]
    pub fn lines(&self, position: &G::Position, ascii: bool) -> Vec<String> {
        let character = |spot: Spot, round: bool| match (spot, ascii, round) {
            (Spot::Poison, ..) => 'P',
            (Spot::Joint, ..) => '-',
            (Spot::Left, true, false) => '#',
            (Spot::Left, false, false) => '■',
            (Spot::Left, true, true) => 'o',
            (Spot::Left, false, true) => '●',
            (Spot::Gone, true, _) => '.',
            (Spot::Gone, false, _) => '·',
            (Spot::Never, ..) => ' ',
        };
        let round = |place: &Option<(Place, bool)>| place.is_some_and(|(_, round)| round);
        let line = |(spots, places): (Vec<Spot>, &Row)| {
            spots.into_iter().zip(places).map(|(spot, place)| character(spot, round(place))).collect()
        };
        self.spots(position).into_iter().zip(&self.places).map(line).collect()
    }
}

/// Puts the remaining parts of the panels side by side; every place says whether its piece is round.
fn table(layout: &Layout) -> Vec<Row> {
    let mut table: Vec<Row> = Vec::new();
    for panel in layout.panels() {
        let round = panel.shape != Shape::Grid;
        let left = |row: u32| layout.row(row).iter().filter(|piece| piece.left).map(|piece| piece.place);
        let all = |row: u32| layout.row(row).iter().map(|piece| piece.place);
        let diagram = panel.shape == Shape::Diagram;
        let cols = match diagram {
            true => panel.rows().flat_map(all).map(|place| place.col).max(),
            false => panel.rows().flat_map(left).map(|place| place.col).max(),
        };
        // An empty heap keeps its line, because heaps are counted from above; an order keeps its form.
        let covered = panel.rows().filter(|&row| round || left(row).next().is_some());
        let rows: Vec<u32> = (*panel.rows().start()..=covered.max().unwrap_or(0)).collect();
        let wide = table.first().map_or(0, |row| if row.is_empty() { 0 } else { row.len() + 1 });
        table.resize(table.len().max(rows.len()), Vec::new());
        for (number, spots) in table.iter_mut().enumerate() {
            spots.resize(wide, None);
            spots.extend((1..=cols.unwrap_or(0)).map(|col| {
                let place = Place::new(*rows.get(number)?, col);
                (!diagram || layout.id(place).is_some()).then_some((place, round))
            }));
        }
    }
    table
}

/// A position in a picture: a small board, or its text if that is too large.
pub(super) struct Small<'a, G: Drawn> {
    boards: Option<Boards<'a, G>>,
    root: &'a Standing<G>,
    /// How wide a board is.
    pub width: f64,
    /// How high a board is.
    pub height: f64,
}

impl<'a, G: Drawn> Small<'a, G> {
    /// Measures the boards of a picture by its first position.
    pub fn new(root: &'a Standing<G>) -> Self {
        let boards = Boards::of(root);
        let (width, height) = match &boards {
            Some(boards) => (f64::from(boards.extent().1) * CELL, f64::from(boards.extent().0) * CELL),
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
        let point =
            |(col, row): (usize, usize)| (left + (col as f64 + 0.5) * CELL, y + (row as f64 + 0.5) * CELL);
        for &[from, to] in &boards.links {
            svg.line("link", point(from), point(to));
        }
        for (spots, row) in boards.spots(position).iter().zip(0..) {
            for (spot, col) in spots.iter().zip(0..) {
                let corner = (left + col as f64 * CELL, y + row as f64 * CELL);
                let middle = (corner.0 + CELL / 2.0, corner.1 + CELL / 2.0);
                let round = boards.places[row][col].is_some_and(|(_, round)| round);
                match (spot, round) {
                    (Spot::Never, _) => {}
                    (Spot::Joint, _) => svg.line("link", (corner.0, middle.1), (corner.0 + CELL, middle.1)),
                    (Spot::Poison, true) => svg.circle("poison", middle, CELL / 2.0 - 1.0),
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
