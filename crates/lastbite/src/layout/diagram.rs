//! The drawing of a finite order, found once for a game: a Hasse diagram in layers, with few crossings.
//!
//! Every element lies above all that are below it: its layer is its height, the length of the longest chain under it.
//! A link that passes layers is led through each of them. The order within the layers is found in sweeps: every element
//! goes to the middle of those it is linked to in the layer before, and neighbours change places where that saves
//! crossings. Then every element moves over the middle of its neighbours as far as the others of its layer let it.

use std::collections::BTreeMap;
use std::sync::Arc;

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
    /// Elements are known by their number among the names, from 0. A pair that names no element is left out.
    #[must_use]
    pub fn new(names: Vec<String>, covers: &[(usize, usize)]) -> Self {
        let many = names.len();
        let mut covers: Vec<(usize, usize)> = covers.to_vec();
        covers.retain(|&(lower, upper)| lower < many && upper < many && lower != upper);
        covers.sort_unstable();
        covers.dedup();
        let heights = heights(many, &covers);
        covers.retain(|&(lower, upper)| heights[lower] < heights[upper]);
        let highest = heights.iter().copied().max().unwrap_or(0);
        let mut placed = vec![Place::new(1, 1); many];
        let mut next_col = 1;
        for part in components(many, &covers) {
            let mut layers = Layers::of(&part, &covers, &heights);
            layers.untangle();
            let cols = layers.columns();
            for (node, &col) in cols.iter().enumerate() {
                if let Some(element) = layers.nodes[node] {
                    placed[element] = Place::new((highest - heights[element] + 1) as u32, next_col + col);
                }
            }
            next_col += cols.iter().copied().max().unwrap_or(0) + 2;
        }
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

    /// Lays out a position in which one element, if any, is the one that loses.
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

/// Measures every element: the length of the longest chain below it. What lies on a cycle, which no order has, is
/// measured as far as it can be.
fn heights(many: usize, covers: &[(usize, usize)]) -> Vec<usize> {
    let mut heights = vec![0; many];
    let mut below = vec![0; many];
    for &(_, upper) in covers {
        below[upper] += 1;
    }
    let mut ready: Vec<usize> = (0..many).filter(|&element| below[element] == 0).collect();
    while let Some(element) = ready.pop() {
        let first = covers.partition_point(|&(lower, _)| lower < element);
        for &(_, upper) in covers[first..].iter().take_while(|&&(lower, _)| lower == element) {
            heights[upper] = heights[upper].max(heights[element] + 1);
            below[upper] -= 1;
            if below[upper] == 0 {
                ready.push(upper);
            }
        }
    }
    heights
}

/// Lists the parts of an order that have nothing to do with each other, by their first elements.
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

/// The layers of one part of an order, the lowest first. A node is an element, or a place where a link passes a layer.
struct Layers {
    /// The element that a node is; nothing where a link passes.
    nodes: Vec<Option<usize>>,
    /// The layer of each node.
    layer: Vec<usize>,
    /// The nodes of each layer, from left to right.
    rows: Vec<Vec<usize>>,
    /// What each node is linked to in the layer below, and in the layer above.
    below: Vec<Vec<usize>>,
    above: Vec<Vec<usize>>,
}

impl Layers {
    /// The most places at which links pass layers; beyond that, links are drawn straight.
    const MOST_PASSED: usize = 4096;
    /// How often the layers are gone through, up and down.
    const SWEEPS: usize = 12;

    fn of(part: &[usize], covers: &[(usize, usize)], heights: &[usize]) -> Self {
        let highest = part.iter().map(|&element| heights[element]).max().unwrap_or(0);
        let mut layers = Layers {
            nodes: Vec::new(),
            layer: Vec::new(),
            rows: vec![Vec::new(); highest + 1],
            below: Vec::new(),
            above: Vec::new(),
        };
        let node_of: BTreeMap<usize, usize> =
            part.iter().map(|&element| (element, layers.add(Some(element), heights[element]))).collect();
        let inside: Vec<(usize, usize)> = covers
            .iter()
            .filter_map(|(lower, upper)| Some((*node_of.get(lower)?, *node_of.get(upper)?)))
            .collect();
        let passed: usize = inside.iter().map(|&(a, b)| layers.layer[b] - layers.layer[a] - 1).sum();
        for (lower, upper) in inside {
            let (low, high) = (layers.layer[lower], layers.layer[upper]);
            let mut from = lower;
            if passed <= Self::MOST_PASSED {
                for layer in low + 1..high {
                    let passing = layers.add(None, layer);
                    layers.link(from, passing);
                    from = passing;
                }
            }
            if layers.layer[from] + 1 == high {
                layers.link(from, upper);
            }
        }
        layers
    }

    fn add(&mut self, element: Option<usize>, layer: usize) -> usize {
        let node = self.nodes.len();
        self.nodes.push(element);
        self.layer.push(layer);
        self.rows[layer].push(node);
        self.below.push(Vec::new());
        self.above.push(Vec::new());
        node
    }

    fn link(&mut self, lower: usize, upper: usize) {
        self.above[lower].push(upper);
        self.below[upper].push(lower);
    }

    /// Orders every layer so that few links cross.
    fn untangle(&mut self) {
        let mut best = (self.crossings(), self.rows.clone());
        for sweep in 0..Self::SWEEPS {
            let upwards = sweep % 2 == 0;
            let layers: Vec<usize> = if upwards {
                (1..self.rows.len()).collect()
            } else {
                (0..self.rows.len() - 1).rev().collect()
            };
            for layer in layers {
                self.sort_by_neighbours(layer, upwards);
            }
            self.swap_neighbours();
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.rows.clone());
            }
            if best.0 == 0 {
                break;
            }
        }
        self.rows = best.1;
    }

    /// Says where each node stands in its layer.
    fn ranks(&self) -> Vec<usize> {
        let mut ranks = vec![0; self.nodes.len()];
        for row in &self.rows {
            for (rank, &node) in row.iter().enumerate() {
                ranks[node] = rank;
            }
        }
        ranks
    }

    /// Puts every node of a layer over the middle of what it is linked to in the layer before; a node that is linked to
    /// nothing there stays where it is.
    fn sort_by_neighbours(&mut self, layer: usize, upwards: bool) {
        let ranks = self.ranks();
        let links = if upwards { &self.below } else { &self.above };
        let middle = |&node: &usize| match links[node].len() {
            0 => ranks[node] as f64,
            many => links[node].iter().map(|&other| ranks[other] as f64).sum::<f64>() / many as f64,
        };
        let mut row: Vec<(f64, usize)> = self.rows[layer].iter().map(|node| (middle(node), *node)).collect();
        row.sort_by(|a, b| a.0.total_cmp(&b.0));
        self.rows[layer] = row.into_iter().map(|(_, node)| node).collect();
    }

    /// Lets neighbours in a layer change places where that saves crossings, as long as it does.
    fn swap_neighbours(&mut self) {
        let mut ranks = self.ranks();
        for layer in 0..self.rows.len() {
            for _ in 0..self.rows[layer].len() {
                let mut swapped = false;
                for at in 1..self.rows[layer].len() {
                    let (left, right) = (self.rows[layer][at - 1], self.rows[layer][at]);
                    let crossed = |a: usize, b: usize| {
                        let pairs = |links: &[Vec<usize>]| {
                            let of = |upper: usize| {
                                links[b].iter().filter(|&&other| ranks[other] < ranks[upper]).count()
                            };
                            links[a].iter().map(|&other| of(other)).sum::<usize>()
                        };
                        pairs(&self.below) + pairs(&self.above)
                    };
                    if crossed(right, left) < crossed(left, right) {
                        self.rows[layer].swap(at - 1, at);
                        (ranks[left], ranks[right]) = (at, at - 1);
                        swapped = true;
                    }
                }
                if !swapped {
                    break;
                }
            }
        }
    }

    /// Counts how often links cross.
    fn crossings(&self) -> usize {
        let ranks = self.ranks();
        let of_layer = |row: &Vec<usize>| {
            // From left to right, how many of the links so far end beyond this one.
            let mut ends: Vec<usize> = Vec::new();
            let mut crossings = 0;
            for &node in row {
                let mut here: Vec<usize> = self.above[node].iter().map(|&upper| ranks[upper]).collect();
                here.sort_unstable();
                crossings += here
                    .iter()
                    .map(|end| ends.len() - ends.partition_point(|other| other <= end))
                    .sum::<usize>();
                for end in here {
                    ends.insert(ends.partition_point(|&other| other <= end), end);
                }
            }
            crossings
        };
        self.rows.iter().map(of_layer).sum()
    }

    /// Gives every node a column, from 0, at least two apart within a layer, as near as can be to the middle of what it
    /// is linked to.
    fn columns(&self) -> Vec<u32> {
        let mut at: Vec<f64> = self.ranks().into_iter().map(|rank| 2.0 * rank as f64).collect();
        let middle = |at: &[f64], node: usize| {
            let linked = self.below[node].iter().chain(&self.above[node]);
            let (sum, many) = linked.fold((0.0, 0), |(sum, many), &other| (sum + at[other], many + 1));
            if many == 0 { at[node] } else { sum / f64::from(many) }
        };
        for sweep in 0..4 * Self::SWEEPS {
            let last = self.rows.len() - 1;
            for layer in 0..=last {
                let row = &self.rows[if sweep % 2 == 0 { layer } else { last - layer }];
                let wanted: Vec<f64> = row.iter().map(|&node| middle(&at, node)).collect();
                for (&node, x) in row.iter().zip(spread(&wanted)) {
                    at[node] = x;
                }
            }
        }
        let mut cols = vec![0i64; at.len()];
        for row in &self.rows {
            let mut free = i64::MIN;
            for &node in row {
                cols[node] = (at[node].round() as i64).max(free);
                free = cols[node] + 2;
            }
        }
        let elements = (0..cols.len()).filter(|&node| self.nodes[node].is_some());
        let first = elements.map(|node| cols[node]).min().unwrap_or(0);
        cols.into_iter().map(|col| u32::try_from(col - first).unwrap_or(0)).collect()
    }
}

/// Returns places at least two apart, in this order, that are nearest to the wanted ones in the sum of squares: where
/// places are too close, their owners stand together around the middle of what they want.
fn spread(wanted: &[f64]) -> Vec<f64> {
    // Blocks of neighbours that stand two apart: where they want to begin, and how many they are.
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for (&place, rank) in wanted.iter().zip(0..) {
        let mut block = (place - 2.0 * f64::from(rank), 1usize);
        while let Some(&(before, many)) = blocks.last() {
            if before <= block.0 {
                break;
            }
            let all = many + block.1;
            block = ((before * many as f64 + block.0 * block.1 as f64) / all as f64, all);
            blocks.pop();
        }
        blocks.push(block);
    }
    let starts = blocks.into_iter().flat_map(|(start, many)| std::iter::repeat_n(start, many));
    starts.zip(0..).map(|(start, rank)| start + 2.0 * f64::from(rank)).collect()
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
