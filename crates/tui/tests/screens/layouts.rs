//! Layouts that no game has yet: rows with gaps, one row, nothing at all; drawn at any size.

use lastbite::layout::{Layout, Piece, Place, Role, Shape};
use lastbite_tui::board::{Board, Table, draw};
use lastbite_tui::canvas::Canvas;
use lastbite_tui::picture::Rect;
use lastbite_tui::{Depth, Look, Picture};
use proptest::prelude::*;

fn one_panel() -> impl Strategy<Value = Layout> {
    let piece = (1..30u32, 1..40u32, any::<bool>(), 0..12);
    let pieces = prop::collection::vec(piece, 0..60);
    let rows = (any::<bool>(), pieces).prop_map(|(grid, pieces)| {
        let shape = if grid { Shape::Grid } else { Shape::Heaps };
        let mut laid: Vec<Piece> = Vec::new();
        for (row, col, left, role) in pieces {
            let place = Place::new(row, col);
            if laid.iter().all(|piece| piece.place != place) {
                let role = match role {
                    0 => Role::Poison,
                    1 => Role::Joint,
                    2 if !left => Role::Gap,
                    _ => Role::Plain,
                };
                laid.push(Piece::new(place, left).with_role(role));
            }
        }
        Layout::new(shape, laid)
    });
    let names = prop::collection::vec("[a-z0-9]{1,9}", 0..20);
    let order = (names, any::<u32>(), prop::collection::vec((0..20usize, 0..20usize), 0..30)).prop_map(
        |(names, left, pairs)| {
            let covers: Vec<(usize, usize)> = pairs.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
            Layout::diagram(names, &covers, |element| left >> element & 1 == 1)
        },
    );
    prop_oneof![rows, order]
}

/// One panel, or several side by side.
fn layouts() -> impl Strategy<Value = Layout> {
    let titled = ("[A-Za-z ]{0,12}", one_panel());
    let several = prop::collection::vec(titled, 2..5).prop_map(Layout::beside_each_other);
    prop_oneof![one_panel(), several]
}

fn drawn(layout: &Layout, area: Rect, scroll: (u32, u32), look: Look, label: u16) -> Picture {
    let mut picture = Picture::new((area.right(), area.bottom()));
    let table = Table::fit(area, layout, layout.last(), scroll, look, label);
    let cursor = Some(layout.last());
    let taken: Vec<usize> = (0..layout.pieces.len()).filter(|id| id % 2 == 0).collect();
    let board = Board { before: Some(layout), cursor, taken: &taken, ..Board::new(layout) };
    draw(&mut Canvas { picture: &mut picture, look }, &table, &board, |_| None);
    for (x, y) in (0..area.right()).flat_map(|x| (0..area.bottom()).map(move |y| (x, y))) {
        if let Some(place) = table.place(x, y) {
            assert!(table.rect(place).is_some_and(|rect| rect.contains(x, y)));
        }
    }
    picture
}

const LOOK: Look = Look { depth: Depth::True, light: false, ascii: false, calm: true };

proptest! {
    #[test]
    fn no_layout_breaks_the_drawing(
        layout in layouts(),
        (width, height) in (1..120u16, 1..50u16),
        scroll in (0..40u32, 0..60u32),
        (paints, ascii) in any::<(bool, bool)>(),
        label in 0..8u16,
    ) {
        let depth = if paints { Depth::True } else { Depth::None };
        let _ = drawn(&layout, Rect::new(1, 1, width, height), scroll, Look { depth, ascii, ..LOOK }, label);
    }
}

#[test]
fn odd_layouts_are_drawn_as_they_lie() {
    let nothing = Layout::new(Shape::Heaps, Vec::new());
    let _ = drawn(&nothing, Rect::new(0, 0, 40, 10), (0, 0), LOOK, 0);
    let places = [(1, 1), (1, 3), (3, 2)].map(|(row, col)| Piece::new(Place::new(row, col), true));
    let gaps = Layout::new(Shape::Heaps, places.to_vec());
    let plain = Look { depth: Depth::None, ascii: true, ..LOOK };
    let picture = drawn(&gaps, Rect::new(0, 0, 20, 5), (0, 0), plain, 0);
    let line = |y| (0..20).map(|x| picture.cell(x, y).text()).collect::<String>().trim_end().to_string();
    let lines: Vec<String> = (0..5).map(line).collect();
    // The first stone would be taken, the cursor is on the last one, and the second row was always empty.
    assert_eq!(lines, ["", "  1  x     o  1+1", "  2  0", "  3     @  1", ""]);
}
