//! Where the pieces are on the screen.

use lastbite::layout::Layout;
use lastbite::layout::{Place, Shape};

use crate::look::Look;
use crate::picture::Rect;

/// How pieces are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// Squares of one grid, side by side.
    Squares,
    /// Stones in separate rows.
    Stones,
}

impl Drawing {
    /// Says how a shape is drawn; an unknown one becomes rows of stones.
    pub fn of(shape: Shape) -> Self {
        match shape {
            Shape::Grid => Drawing::Squares,
            _ => Drawing::Stones,
        }
    }
}

/// Where the pieces are on the screen: how large each is, and which of them are visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The upper left corner of the first visible piece.
    pub origin: (u16, u16),
    /// The columns and lines of a piece, the gap to the next one included.
    pub stride: (u16, u16),
    /// Whether there are lines between the pieces.
    pub ruled: bool,
    /// How many lines below a piece belong to no piece.
    pub gap: u16,
    /// How many rows and columns are scrolled away.
    pub first: (u32, u32),
    /// How many rows and columns are visible.
    pub shown: (u32, u32),
    /// The columns left of the pieces, where the rows are numbered.
    pub margin: u16,
    /// Whether there is more above, below, left and right.
    pub more: [bool; 4],
}

/// How a piece may be drawn: columns, lines, and whether there are lines between.
type Size = (u16, u16, bool);

impl Grid {
    const PAINTED: [Size; 11] = [
        (16, 8, false),
        (12, 6, false),
        (10, 5, false),
        (8, 4, false),
        (6, 3, false),
        (5, 2, false),
        (4, 2, false),
        (5, 1, false),
        (4, 1, false),
        (3, 1, false),
        (2, 1, false),
    ];
    const RULED: [Size; 5] = [(9, 4, true), (7, 4, true), (5, 2, true), (3, 1, false), (2, 1, false)];
    const STONES: [Size; 7] = [
        (6, 4, false),
        (5, 2, false),
        (4, 2, false),
        (5, 1, false),
        (3, 1, false),
        (2, 1, false),
        // Twenty-one sticks without a space between them fit a narrow terminal.
        (1, 1, false),
    ];

    /// Finds the largest size at which the pieces fit, or scrolls.
    ///
    /// `label` is how many columns must be free inside a piece for what is written there.
    pub fn fit(area: Rect, layout: &Layout, scroll: (u32, u32), look: Look, label: u16) -> Grid {
        let drawing = Drawing::of(layout.shape());
        let heads = (1..=layout.rows()).filter_map(|row| layout.head(row)).map(|head| head.len());
        let margin = heads.max().unwrap_or(0).max(layout.rows().to_string().len()) as u16 + 2;
        let (rows, cols) = (layout.rows().max(1), layout.cols().max(1));
        // The count of stones comes after the row, also after an empty one.
        let counted = |row: u32| {
            let runs = layout.runs_in(row);
            runs.iter().map(|run| run.to_string().len() as u16 + 1).sum::<u16>().max(2)
        };
        let counts = match drawing {
            Drawing::Stones => (1..=layout.rows()).map(counted).max().unwrap_or(0).min(area.width / 4),
            Drawing::Squares => 0,
        };
        let room = (area.width.saturating_sub(margin + 1 + counts), area.height.saturating_sub(1));
        let sizes: &[Size] = match drawing {
            Drawing::Stones => &Self::STONES,
            Drawing::Squares if look.paints() => &Self::PAINTED,
            Drawing::Squares => &Self::RULED,
        };
        let wide_enough = |&&(width, _, _): &&Size| width > label || label == 0;
        // With lines between the pieces, one more is needed below and right of the last ones.
        let needs = |&(width, height, ruled): &Size| {
            let edge = u64::from(ruled);
            (u64::from(width) * u64::from(cols) + edge, u64::from(height) * u64::from(rows) + edge)
        };
        let fits = |size: &&Size| {
            let (width, height) = needs(size);
            width <= u64::from(room.0) && height <= u64::from(room.1)
        };
        let usable = || sizes.iter().filter(wide_enough);
        // A bar that is far too large scrolls in small squares, but numbers still need their room.
        let &(width, height, ruled) = usable()
            .find(fits)
            .or_else(|| usable().rfind(|&&(_, height, ruled)| height == 1 && !ruled))
            .unwrap_or(&(label + 1, 1, false));
        let edge = u16::from(ruled);
        let count =
            |room: u16, size: u16, all: u32| u32::from(room.saturating_sub(edge) / size).clamp(1, all);
        let shown = (count(room.1, height, rows), count(room.0, width, cols));
        let first = (scroll.0.min(rows - shown.0), scroll.1.min(cols - shown.1));
        let more = [first.0 > 0, first.0 + shown.0 < rows, first.1 > 0, first.1 + shown.1 < cols];
        // In the middle of its room, but not far from the panel it belongs to.
        let used = (width * shown.1 as u16 + edge, height * shown.0 as u16 + edge);
        let left = (room.0.saturating_sub(used.0)) / 2;
        let down = (room.1.saturating_sub(used.1)) / 3;
        let origin = (area.x + margin + left + edge, area.y + 1 + down + edge);
        let gap = u16::from(drawing == Drawing::Stones && height > 1);
        Grid { origin, stride: (width, height), ruled, gap, first, shown, margin, more }
    }

    /// Scrolls until a piece is visible.
    pub fn follow(&self, place: Place) -> (u32, u32) {
        let bring = |first: u32, shown: u32, at: u32| first.clamp((at + 1).saturating_sub(shown), at);
        (
            bring(self.first.0, self.shown.0, place.row.saturating_sub(1)),
            bring(self.first.1, self.shown.1, place.col.saturating_sub(1)),
        )
    }

    /// Returns where a piece is, its gap included; nothing if it is not visible.
    pub fn rect(&self, place: Place) -> Option<Rect> {
        let row = place.row.checked_sub(self.first.0 + 1).filter(|&row| row < self.shown.0)?;
        let col = place.col.checked_sub(self.first.1 + 1).filter(|&col| col < self.shown.1)?;
        let (width, height) = self.stride;
        let (x, y) = (self.origin.0 + width * col as u16, self.origin.1 + height * row as u16);
        Some(Rect::new(x, y, width, height))
    }

    /// Returns the place at a cell of the screen, whether a piece is there or not; there is none between two
    /// rows of stones.
    pub fn place(&self, x: u16, y: u16) -> Option<Place> {
        let (right, down) = (x.checked_sub(self.origin.0)?, y.checked_sub(self.origin.1)?);
        let (row, col) = (u32::from(down / self.stride.1), u32::from(right / self.stride.0));
        let in_sight = row < self.shown.0 && col < self.shown.1;
        let between = down % self.stride.1 >= self.stride.1 - self.gap;
        (in_sight && !between).then(|| Place::new(self.first.0 + row + 1, self.first.1 + col + 1))
    }

    /// Lists the visible places.
    pub fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let Grid { first, shown, .. } = *self;
        (first.0 + 1..=first.0 + shown.0)
            .flat_map(move |row| (first.1 + 1..=first.1 + shown.1).map(move |col| Place::new(row, col)))
    }

    /// Returns a piece without its gap.
    pub fn inner(&self, rect: Rect) -> Rect {
        let edge = u16::from(self.ruled);
        Rect::new(rect.x, rect.y, rect.width - edge, rect.height - edge)
    }

    /// Returns the line below the pieces.
    pub fn bottom(&self) -> u16 {
        self.origin.1 + self.stride.1 * self.shown.0 as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::look::Depth;
    use lastbite::{AnyGame, Game, layout::Drawn};

    const LOOK: Look = Look { depth: Depth::True, light: false, ascii: false, calm: false };

    fn layout(game: &str) -> Layout {
        let game: AnyGame = game.parse().unwrap();
        game.layout(&game.start())
    }

    #[test]
    fn what_is_pointed_at_is_what_is_seen() {
        for (game, scroll) in [("chomp:4x7", (0, 0)), ("chomp:99x99", (40, 60)), ("nim:3,4,50", (0, 7))] {
            for look in [LOOK, Look { depth: Depth::None, ..LOOK }, Look { ascii: true, ..LOOK }] {
                for label in [0, 4] {
                    let grid = Grid::fit(Rect::new(2, 3, 45, 18), &layout(game), scroll, look, label);
                    for place in grid.places() {
                        let rect = grid.rect(place).unwrap();
                        assert!(rect.right() <= 47 && rect.bottom() <= 21, "{game} {rect:?}");
                        for (x, y) in [(rect.x, rect.y), (rect.right() - 1, rect.bottom() - 1 - grid.gap)] {
                            assert_eq!(grid.place(x, y), Some(place), "{game} {look:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn between_two_rows_of_stones_is_no_stone() {
        let heaps = layout("nim:3,4,5");
        for (area, gap) in
            [(Rect::new(0, 0, 45, 18), 1), (Rect::new(0, 0, 40, 9), 1), (Rect::new(0, 0, 40, 5), 0)]
        {
            let grid = Grid::fit(area, &heaps, (0, 0), LOOK, 0);
            assert_eq!(grid.gap, gap, "{area:?}");
            let stone = grid.rect(Place::new(1, 2)).unwrap();
            let under: Vec<_> = (stone.y..stone.bottom()).map(|y| grid.place(stone.x, y)).collect();
            assert_eq!(under.iter().filter(|place| place.is_none()).count(), usize::from(gap));
            assert_eq!(under[0], Some(Place::new(1, 2)));
        }
    }

    #[test]
    fn the_number_after_an_empty_row_has_its_room() {
        let heaps: AnyGame = "nim:9,9".parse().unwrap();
        let empty = heaps.layout(&heaps.read_position("0,0").unwrap());
        for width in 20..60 {
            let area = Rect::new(0, 0, width, 18);
            let grid = Grid::fit(area, &empty, (0, 0), LOOK, 0);
            let number = grid.origin.0 + grid.stride.0 * grid.shown.1 as u16 + 1;
            assert!(grid.more[3] || number < area.right(), "{width}");
        }
    }

    #[test]
    fn a_cursor_out_of_sight_is_brought_back() {
        let area = Rect::new(0, 0, 45, 18);
        let grid = Grid::fit(area, &layout("chomp:99x99"), (0, 0), LOOK, 0);
        let scroll = grid.follow(Place::new(99, 50));
        let grid = Grid::fit(area, &layout("chomp:99x99"), scroll, LOOK, 0);
        assert!(grid.rect(Place::new(99, 50)).is_some());
        assert_eq!(grid.more, [true, false, true, true]);
    }
}
