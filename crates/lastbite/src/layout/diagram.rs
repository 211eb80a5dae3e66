//! The drawing of a finite order, made once for a game: a Hasse diagram in layers, with few crossings.
//!
//! The layer of an element is its height: the length of the longest chain below it. Unconnected parts of an
//! order go side by side.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::layers::{Layers, Room, longest_paths};
use super::{Layout, Piece, Place, Role, Shape};

/// Where the elements of a finite order are drawn, and which piece each of them is.
///
/// A game builds it once and lays out every position with it.
///
/// ```
/// use lastbite::layout::{Diagram, Place};
///
/// // The divisors of 6: 1 is below 2 and 3, and both are below 6.
/// let names = ["1", "2", "3", "6"].map(String::from);
/// let divisors = Diagram::new(names.to_vec(), &[(0, 1), (0, 2), (1, 3), (2, 3)]);
/// assert_eq!(divisors.place(3), Some(Place::new(1, 2)));
/// assert_eq!(divisors.place(0), Some(Place::new(3, 2)));
/// assert_eq!(divisors.element_at(Place::new(2, 1)), Some(1));
///
/// let without_3_and_6 = divisors.layout(|element| element < 2);
/// assert_eq!(without_3_and_6.pieces.iter().filter(|piece| piece.left).count(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The places of the pieces, in the order of the pieces.
    places: Vec<Place>,
    /// The element that each piece is.
    elements: Vec<usize>,
    /// The piece that each element is.
    pieces: Vec<usize>,
    names: Arc<[String]>,
    links: Arc<[(usize, usize)]>,
}

impl Diagram {
    /// Draws an order: the names of its elements, and pairs of a lower element and one next above it.
    ///
    /// Elements are numbered in the order of their names, from 0. Pairs with unknown elements are ignored.
    #[must_use]
    pub fn new(names: Vec<String>, covers: &[(usize, usize)]) -> Self {
        let many = names.len();
        let mut covers: Vec<(usize, usize)> = covers.to_vec();
        covers.retain(|&(lower, upper)| lower < many && upper < many && lower != upper);
        covers.sort_unstable();
        covers.dedup();
        let mut drawn: Vec<(usize, u32)> = vec![(0, 1); many];
        let mut next_col = 1;
        for part in components(many, &covers) {
            let wide = place_part(&part, &covers, &mut drawn, next_col);
            next_col += wide + 2;
        }
        // The height of an element counts from below, and rows from above.
        let highest = drawn.iter().map(|&(height, _)| height).max().unwrap_or(0);
        let placed: Vec<Place> =
            drawn.iter().map(|&(height, col)| Place::new((highest - height + 1) as u32, col)).collect();
        covers.retain(|&(lower, upper)| drawn[lower].0 < drawn[upper].0);
        let mut elements: Vec<usize> = (0..many).collect();
        elements.sort_by_key(|&element| placed[element]);
        let mut pieces = vec![0; many];
        for (piece, &element) in elements.iter().enumerate() {
            pieces[element] = piece;
        }
        let mut links: Vec<(usize, usize)> =
            covers.iter().map(|&(lower, upper)| (pieces[lower], pieces[upper])).collect();
        links.sort_unstable();
        Diagram {
            places: elements.iter().map(|&element| placed[element]).collect(),
            names: elements.iter().map(|&element| names[element].clone()).collect(),
            links: links.into(),
            elements,
            pieces,
        }
    }

    /// Lays out a position: which elements are left.
    #[must_use]
    pub fn layout(&self, left: impl Fn(usize) -> bool) -> Layout {
        let pieces =
            self.places.iter().zip(&self.elements).map(|(&place, &element)| Piece::new(place, left(element)));
        let mut layout = Layout::new(Shape::Diagram, pieces.collect());
        (layout.names, layout.links) = (Arc::clone(&self.names), Arc::clone(&self.links));
        layout
    }

    /// Lays out a position in which one element may be the poison.
    #[must_use]
    pub fn layout_with_poison(&self, left: impl Fn(usize) -> bool, poison: Option<usize>) -> Layout {
        let layout = self.layout(left);
        match poison.and_then(|element| self.place(element)) {
            Some(place) => layout.with_role(place, Role::Poison),
            None => layout,
        }
    }

    /// Returns the number of the piece that an element is.
    #[must_use]
    pub fn piece(&self, element: usize) -> Option<usize> {
        self.pieces.get(element).copied()
    }

    /// Returns the element that a piece is.
    #[must_use]
    pub fn element(&self, piece: usize) -> Option<usize> {
        self.elements.get(piece).copied()
    }

    /// Returns where an element is drawn.
    #[must_use]
    pub fn place(&self, element: usize) -> Option<Place> {
        Some(self.places[self.piece(element)?])
    }

    /// Returns the element that is drawn at a place.
    #[must_use]
    pub fn element_at(&self, place: Place) -> Option<usize> {
        self.places.binary_search(&place).ok().map(|piece| self.elements[piece])
    }
}

/// Gives every element of a part its height and its column, beginning with this column, and returns how far
/// the last one is beyond it.
fn place_part(part: &[usize], covers: &[(usize, usize)], drawn: &mut [(usize, u32)], first: u32) -> u32 {
    let number: BTreeMap<usize, usize> =
        part.iter().zip(0..).map(|(&element, number)| (element, number)).collect();
    let inside = covers.iter().filter_map(|(lower, upper)| Some((*number.get(lower)?, *number.get(upper)?)));
    let mut links: Vec<(usize, usize)> = inside.collect();
    // Neighbours are two columns apart, so that an element fits between two others.
    let room = Room { board: 1.0, bend: 1.0, gap: 1.0 };
    let height = longest_paths(part.len(), &links);
    let passed = |&(lower, upper): &(usize, usize)| height[upper].saturating_sub(height[lower] + 1);
    if links.iter().map(passed).sum::<usize>() > part.len() {
        // With this many bends the order would be too wide, so links that skip layers are drawn straight.
        // Heights do not change, because the longest chain below an element skips none.
        links.retain(|link| passed(link) == 0);
    }
    let layers = Layers::new(part.len(), &links, room);
    let mut rows: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (element, &layer) in layers.layer.iter().enumerate() {
        rows.entry(layer).or_default().push(element);
    }
    let mut cols = vec![0i64; part.len()];
    for row in rows.values_mut() {
        row.sort_by(|&a, &b| layers.middle[a].total_cmp(&layers.middle[b]));
        let mut free = i64::MIN;
        for &element in row.iter() {
            cols[element] = ((layers.middle[element] - room.board / 2.0).round() as i64).max(free);
            free = cols[element] + 2;
        }
    }
    let leftmost = cols.iter().copied().min().unwrap_or(0);
    let col = |element: usize| u32::try_from(cols[element] - leftmost).unwrap_or(0);
    for (number, &element) in part.iter().enumerate() {
        drawn[element] = (layers.layer[number], first + col(number));
    }
    (0..part.len()).map(col).max().unwrap_or(0)
}

/// Lists the unconnected parts of an order, by their first elements.
fn components(many: usize, covers: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut part: Vec<usize> = (0..many).collect();
    fn root(part: &mut [usize], mut element: usize) -> usize {
        while part[element] != element {
            part[element] = part[part[element]];
            element = part[element];
        }
        element
    }
    for &(lower, upper) in covers {
        let (a, b) = (root(&mut part, lower), root(&mut part, upper));
        part[a.max(b)] = a.min(b);
    }
    let mut parts: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for element in 0..many {
        parts.entry(root(&mut part, element)).or_default().push(element);
    }
    parts.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The divisors of a number, with what each divides next.
    fn divisors(number: usize) -> (Vec<String>, Vec<(usize, usize)>) {
        let all: Vec<usize> = (1..=number).filter(|n| number.is_multiple_of(*n)).collect();
        let prime = |n: usize| n > 1 && (2..n).all(|d| !n.is_multiple_of(d));
        let mut covers = Vec::new();
        for (a, lower) in all.iter().enumerate() {
            for (b, upper) in all.iter().enumerate() {
                if upper.is_multiple_of(*lower) && prime(upper / lower) {
                    covers.push((a, b));
                }
            }
        }
        (all.iter().map(ToString::to_string).collect(), covers)
    }

    fn drawn((names, covers): (Vec<String>, Vec<(usize, usize)>)) -> String {
        let layout = Layout::diagram(names, &covers, |_| true);
        let mut lines = String::new();
        for row in 1..=layout.rows() {
            let mut line = String::new();
            for piece in layout.row(row) {
                let name = layout.name(layout.id(piece.place).unwrap()).unwrap();
                line = format!("{line:<width$}{name}", width = 2 * (piece.place.col as usize - 1));
            }
            lines += &(line + "\n");
        }
        lines
    }

    #[test]
    fn divisors_lie_in_layers_with_1_at_the_bottom() {
        assert_eq!(drawn(divisors(12)), "  12\n4   6\n2   3\n  1\n");
    }

    #[test]
    fn nothing_and_nonsense_are_drawn_too() {
        assert_eq!(Diagram::new(Vec::new(), &[(0, 1)]).layout(|_| true).rows(), 0);
        let names = || ["a", "b", "c"].map(String::from).to_vec();
        let cycle = Diagram::new(names(), &[(0, 1), (1, 0), (1, 2), (2, 2), (7, 0)]);
        assert_eq!(cycle.layout(|_| true).pieces.len(), 3);
    }
}
