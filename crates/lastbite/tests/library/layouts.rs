//! Orders of any kind as diagrams: everything is where it should be, and names never touch.

use std::collections::HashSet;

use lastbite::layout::{Chart, Diagram, Layout};
use proptest::prelude::*;

/// Any few elements with pairs of a lower and an upper one: numbers grow upwards, so there is no circle.
fn orders() -> impl Strategy<Value = (Vec<String>, Vec<(usize, usize)>)> {
    (1..14usize).prop_flat_map(|many| {
        let pairs = prop::collection::vec((0..many, 0..many), 0..2 * many);
        (prop::collection::vec("[a-z]{1,6}", many), pairs).prop_map(|(names, pairs)| {
            let upwards = pairs.into_iter().filter(|(a, b)| a != b).map(|(a, b)| (a.min(b), a.max(b)));
            (names, upwards.collect())
        })
    })
}

proptest! {
    #[test]
    fn every_element_lies_above_what_is_below_it((names, covers) in orders(), mask in any::<u16>()) {
        let diagram = Diagram::new(names.clone(), &covers);
        prop_assert_eq!(&diagram, &Diagram::new(names.clone(), &covers), "it is always the same");
        let layout = diagram.layout(|element| mask >> element & 1 == 1);
        prop_assert_eq!(layout.pieces.len(), names.len());
        for (element, name) in names.iter().enumerate() {
            let (piece, place) = (diagram.piece(element).unwrap(), diagram.place(element).unwrap());
            prop_assert_eq!(layout.pieces[piece].place, place);
            prop_assert_eq!(layout.pieces[piece].left, mask >> element & 1 == 1);
            prop_assert_eq!(layout.name(piece), Some(name.as_str()));
            prop_assert_eq!(diagram.element(piece), Some(element));
            prop_assert_eq!(diagram.element_at(place), Some(element));
        }
        for &(lower, upper) in &covers {
            prop_assert!(diagram.place(lower).unwrap().row > diagram.place(upper).unwrap().row);
        }
        let linked: HashSet<(usize, usize)> = layout.links().iter().copied().collect();
        let wanted = covers.iter().map(|&(a, b)| (diagram.piece(a).unwrap(), diagram.piece(b).unwrap()));
        prop_assert_eq!(linked, wanted.collect::<HashSet<_>>());
        // The least elements of a part are in its lowest rows, and neighbours leave a column between them.
        for pair in layout.pieces.windows(2).filter(|pair| pair[0].place.row == pair[1].place.row) {
            prop_assert!(pair[1].place.col >= pair[0].place.col + 2);
        }
    }

    #[test]
    fn names_never_touch_in_a_chart((names, covers) in orders(), gap in 0..4usize, ascii in any::<bool>()) {
        let layout = Layout::diagram(names, &covers, |_| true);
        let widths: Vec<usize> = (0..layout.pieces.len()).map(|id| layout.name(id).unwrap().len()).collect();
        let chart = Chart::new(&layout, &widths, (gap, 2), ascii);
        for (id, spot) in chart.spots.iter().enumerate() {
            prop_assert_eq!(spot.width, widths[id]);
            prop_assert!(spot.line < chart.height && spot.col + spot.width <= chart.width);
            if let Some(next) = chart.spots.get(id + 1).filter(|next| next.line == spot.line) {
                prop_assert!(next.col > spot.col + spot.width);
            }
        }
        prop_assert!((0..chart.height).all(|line| chart.strokes(line).len() == chart.width));
        prop_assert!(!ascii || (0..chart.height).all(|line| chart.strokes(line).iter().all(char::is_ascii)));
    }
}

#[test]
fn an_order_is_drawn_with_as_few_crossings_as_it_can_have() {
    // The subsets of three elements, written in an order that tangles them.
    let sets = [0b111, 0b100, 0b011, 0b001, 0b110, 0b010, 0b101u32];
    let names = sets.iter().map(|set| format!("{set:03b}")).collect();
    let mut covers = Vec::new();
    for (a, lower) in sets.iter().enumerate() {
        for (b, upper) in sets.iter().enumerate() {
            if upper & lower == *lower && (upper ^ lower).count_ones() == 1 {
                covers.push((a, b));
            }
        }
    }
    let diagram = Diagram::new(names, &covers);
    let ends =
        |&(lower, upper): &(usize, usize)| (diagram.place(lower).unwrap(), diagram.place(upper).unwrap());
    let mut crossings = 0;
    for (i, one) in covers.iter().map(ends).enumerate() {
        for other in covers.iter().map(ends).skip(i + 1) {
            let same = one.0.row == other.0.row && one.1.row == other.1.row;
            let left = one.0.col < other.0.col && one.1.col > other.1.col;
            let right = one.0.col > other.0.col && one.1.col < other.1.col;
            crossings += u32::from(same && (left || right));
        }
    }
    // Six links between three and three, in a ring.
    assert_eq!(crossings, 2, "{diagram:?}");
}
