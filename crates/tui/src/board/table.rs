//! The whole layout on the screen: its panels side by side, or one at a time if there is no room for more.

use lastbite::layout::Layout;
use lastbite::layout::{Place, Shape};

use super::diagram::Nodes;
use super::grid::Grid;
use crate::look::Look;
use crate::picture::Rect;

/// Where the panels are on the screen.
#[derive(Clone, Debug)]
pub struct Table {
    /// The visible panels.
    pub panels: Vec<Laid>,
    layout: Layout,
}

/// A panel on the screen.
#[derive(Clone, Debug)]
pub struct Laid {
    /// Which panel it is, counted from 0.
    pub number: usize,
    /// The title above it, and where; nothing if there is only one panel.
    pub title: Option<(Rect, String)>,
    /// Where its pieces are.
    pub view: View,
}

/// Where the pieces of a panel are.
#[derive(Clone, Debug)]
pub enum View {
    /// Squares or stones in rows.
    Grid(Grid),
    /// The elements of an order.
    Nodes(Nodes),
}

impl View {
    fn fit(area: Rect, layout: &Layout, scroll: (u32, u32), look: Look, label: u16) -> Self {
        match layout.shape() {
            Shape::Diagram => View::Nodes(Nodes::fit(area, layout, scroll, look, label)),
            _ => View::Grid(Grid::fit(area, layout, scroll, look, label)),
        }
    }

    /// Returns how large a piece is drawn, in cells of the screen; nothing if not all of the panel is
    /// visible.
    fn size(&self) -> Option<u32> {
        let (more, size) = match self {
            View::Grid(grid) => (grid.more, u32::from(grid.stride.0) * u32::from(grid.stride.1)),
            View::Nodes(nodes) => (nodes.more, u32::from(nodes.is_linked()) * 4 + 2),
        };
        (!more.contains(&true)).then_some(size)
    }

    fn rect(&self, place: Place) -> Option<Rect> {
        match self {
            View::Grid(grid) => grid.rect(place),
            View::Nodes(nodes) => nodes.rect(place),
        }
    }

    fn place(&self, x: u16, y: u16) -> Option<Place> {
        match self {
            View::Grid(grid) => grid.place(x, y),
            View::Nodes(nodes) => nodes.place(x, y),
        }
    }

    fn bottom(&self) -> u16 {
        match self {
            View::Grid(grid) => grid.bottom(),
            View::Nodes(nodes) => nodes.bottom(),
        }
    }
}

impl Table {
    /// Finds room for all panels side by side, as large as possible; if there is none, the one with the
    /// cursor gets all of it, and scrolls.
    ///
    /// `label` is how many columns must be free inside a piece for what is written there.
    pub fn fit(
        area: Rect,
        layout: &Layout,
        cursor: Place,
        scroll: (u32, u32),
        look: Look,
        label: u16,
    ) -> Self {
        let many = layout.panels().len();
        let panels = if many == 1 {
            vec![Laid { number: 0, title: None, view: View::fit(area, layout, scroll, look, label) }]
        } else {
            let alone: Vec<Layout> = (0..many).map(|number| layout.panel(number)).collect();
            let arranged = (1..=many).rev().map(|beside| arranged(area, layout, &alone, beside, look, label));
            let size = |panels: &Vec<Laid>| panels.iter().map(|laid| laid.view.size()).min().flatten();
            // Of equally large ones the first, which has the most side by side.
            let best = arranged.filter_map(|panels| Some((size(&panels)?, panels)));
            let best = best.reduce(|best, next| if next.0 > best.0 { next } else { best });
            best.map_or_else(
                || {
                    let number = layout.within(cursor).map_or(0, |(panel, _)| panel);
                    let title = format!("{} ({} of {many})", layout.panels()[number].title, number + 1);
                    vec![laid(area, number, title, &alone[number], scroll, look, label)]
                },
                |(_, panels)| panels,
            )
        };
        Table { panels, layout: layout.clone() }
    }

    /// Returns where a piece is, its gap included; nothing if it is not visible.
    pub fn rect(&self, place: Place) -> Option<Rect> {
        let (number, within) = match self.layout.panels().len() {
            // There are places beyond the pieces, too.
            1 => (0, place),
            _ => self.layout.within(place)?,
        };
        self.panels.iter().find(|laid| laid.number == number)?.view.rect(within)
    }

    /// Returns the place at a cell of the screen, whether a piece is there or not.
    pub fn place(&self, x: u16, y: u16) -> Option<Place> {
        let mut found = self.panels.iter().filter_map(|laid| Some((laid.number, laid.view.place(x, y)?)));
        let (number, within) = found.next()?;
        let place = self.layout.whole(number, within);
        // A panel without pieces has no places, though there is room for one.
        let there = self.layout.panels().len() == 1 || self.layout.within(place) == Some((number, within));
        there.then_some(place)
    }

    /// Scrolls until a piece is visible.
    pub fn follow(&self, place: Place) -> (u32, u32) {
        let Some((number, within)) = self.layout.within(place) else { return (0, 0) };
        match self.panels.iter().find(|laid| laid.number == number).map(|laid| &laid.view) {
            Some(View::Grid(grid)) => grid.follow(within),
            Some(View::Nodes(nodes)) => nodes.follow(within),
            None => (0, 0),
        }
    }

    /// Returns the line below the pieces.
    pub fn bottom(&self) -> u16 {
        self.panels.iter().map(|laid| laid.view.bottom()).max().unwrap_or(0)
    }

    /// Returns the line below the pieces and the lines around them.
    pub fn below(&self) -> u16 {
        let edge = |laid: &Laid| match &laid.view {
            View::Grid(grid) => grid.ruled || self.layout.panels()[laid.number].shape == Shape::Grid,
            View::Nodes(_) => true,
        };
        self.bottom() + u16::from(self.panels.iter().any(edge))
    }

    /// Returns the first column of the pieces.
    pub fn left(&self) -> u16 {
        let left = |laid: &Laid| match &laid.view {
            View::Grid(grid) => grid.origin.0,
            View::Nodes(nodes) => nodes.left(),
        };
        self.panels.iter().map(left).min().unwrap_or(0)
    }
}

/// Puts panels into rows of this many.
fn arranged(
    area: Rect,
    layout: &Layout,
    alone: &[Layout],
    beside: usize,
    look: Look,
    label: u16,
) -> Vec<Laid> {
    let rows = alone.len().div_ceil(beside);
    let (width, height) = (area.width / beside as u16, area.height / rows as u16);
    let place = |number: usize| {
        let (row, col) = (number / beside, number % beside);
        let part = Rect::new(area.x + width * col as u16, area.y + height * row as u16, width, height);
        let title = layout.panels()[number].title.clone();
        laid(part, number, title, &alone[number], (0, 0), look, label)
    };
    (0..alone.len()).map(place).collect()
}

/// Lays out one panel below its title.
fn laid(
    area: Rect,
    number: usize,
    title: String,
    layout: &Layout,
    scroll: (u32, u32),
    look: Look,
    label: u16,
) -> Laid {
    let inner = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let view = View::fit(inner, layout, scroll, look, label);
    // The title is centred over its panel, right above it.
    let top = match &view {
        View::Grid(grid) => grid.origin.1.saturating_sub(2 + u16::from(grid.ruled)),
        View::Nodes(nodes) => nodes.top().saturating_sub(1),
    };
    let line = Rect::new(area.x + 1, top.max(area.y), area.width.saturating_sub(1), 1);
    Laid { number, title: Some((line, title)), view }
}
