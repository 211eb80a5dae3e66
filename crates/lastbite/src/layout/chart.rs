//! A diagram in characters: where the names are written, and the lines between them.
//!
//! Lines are drawn with the dots of Braille letters, eight to a character, so that they can run anywhere. In
//! ASCII they are drawn with strokes, if possible. They connect what is left.

use super::{Layout, Place};

/// Where the names of a diagram are written, and the lines between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// How many characters the longest line has.
    pub width: usize,
    /// How many lines there are.
    pub height: usize,
    /// Where each piece is written, in the order of the pieces.
    pub spots: Vec<Spot>,
    /// Whether there are lines between the names.
    pub linked: bool,
    strokes: Vec<Vec<char>>,
}

/// Where a piece is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The line, from 0.
    pub line: usize,
    /// The first character of it, from 0.
    pub col: usize,
    /// How many characters there are for it.
    pub width: usize,
}

impl Chart {
    /// Draws a diagram for this many columns and lines: `widths` says how many characters each piece needs.
    ///
    /// Nothing if it does not fit; if only the names fit, there are no lines between them.
    #[must_use]
    pub fn fitting(layout: &Layout, widths: &[usize], room: (usize, usize), ascii: bool) -> Option<Self> {
        // Lines between two layers, and how wide a column is at least.
        let forms: &[(usize, usize)] =
            if ascii { &[(1, 2), (2, 2), (3, 2)] } else { &[(2, 3), (2, 2), (1, 3), (1, 2)] };
        let charts = forms.iter().map(|&form| Self::new(layout, widths, form, ascii));
        let mut charts =
            charts.filter(|chart| chart.linked).chain([Self::new(layout, widths, (0, 2), ascii)]);
        charts.find(|chart| chart.width <= room.0 && chart.height <= room.1)
    }

    /// Draws a diagram with this many lines between two layers, and columns at least this wide.
    #[must_use]
    pub fn new(layout: &Layout, widths: &[usize], (gap, least): (usize, usize), ascii: bool) -> Self {
        let width = |id: usize| widths.get(id).copied().unwrap_or(1);
        let unit = unit(layout, &width).max(least);
        let middle = |place: Place| (place.col as usize - 1) * unit;
        let lines = |row: u32| (row as usize - 1) * (gap + 1);
        // Half of a name may be to the left of the first column.
        let margin = (0..layout.pieces.len())
            .map(|id| (width(id) / 2).saturating_sub(middle(layout.pieces[id].place)))
            .max()
            .unwrap_or(0);
        let spot = |(id, piece): (usize, &super::Piece)| Spot {
            line: lines(piece.place.row),
            col: margin + middle(piece.place) - width(id) / 2,
            width: width(id),
        };
        let spots: Vec<Spot> = layout.pieces.iter().enumerate().map(spot).collect();
        let wide = spots.iter().map(|spot| spot.col + spot.width).max().unwrap_or(0);
        let height = spots.iter().map(|spot| spot.line + 1).max().unwrap_or(0);
        let mut chart =
            Chart { width: wide, height, spots, linked: gap > 0, strokes: vec![vec![' '; wide]; height] };
        let left =
            |&&(lower, upper): &&(usize, usize)| layout.pieces[lower].left && layout.pieces[upper].left;
        let spots = |&(lower, upper): &(usize, usize)| (chart.spots[upper], chart.spots[lower]);
        let links: Vec<(Spot, Spot)> = layout.links().iter().filter(left).map(spots).collect();
        if gap == 0 || chart.is_crowded(&links) {
            chart.linked = false;
        } else if ascii {
            chart.linked = chart.stroke(&links);
        } else {
            chart.dot(&links);
        }
        chart
    }

    /// Returns what is between the names of a line.
    #[must_use]
    pub fn strokes(&self, line: usize) -> &[char] {
        self.strokes.get(line).map_or(&[], Vec::as_slice)
    }

    /// Says whether there are too many lines between two layers to follow.
    fn is_crowded(&self, links: &[(Spot, Spot)]) -> bool {
        let mut lines = vec![0; self.height];
        links.iter().for_each(|(upper, _)| lines[upper.line] += 1);
        lines.iter().any(|&many| many > 6 && many * 5 > self.width * 2)
    }

    /// Draws links with strokes, and says whether that is possible.
    fn stroke(&mut self, links: &[(Spot, Spot)]) -> bool {
        const STEEP: usize = 2;
        let too_flat = |(upper, lower): &(Spot, Spot)| {
            let (from, to) = (upper.col + upper.width / 2, lower.col + lower.width / 2);
            from.abs_diff(to) > STEEP * (lower.line - upper.line)
        };
        if links.iter().any(too_flat) {
            return false;
        }
        for (upper, lower) in links {
            let (from, to) = (upper.col + upper.width / 2, lower.col + lower.width / 2);
            let down = lower.line - upper.line;
            for step in 1..down {
                let col = (from * (2 * (down - step)) + to * 2 * step + down) / (2 * down);
                let stroke = match from.cmp(&to) {
                    std::cmp::Ordering::Less => '\\',
                    std::cmp::Ordering::Equal => '|',
                    std::cmp::Ordering::Greater => '/',
                };
                let there = &mut self.strokes[upper.line + step][col];
                *there = if matches!(*there, ' ') || *there == stroke { stroke } else { 'X' };
            }
        }
        true
    }

    /// Draws links with the dots of Braille letters.
    fn dot(&mut self, links: &[(Spot, Spot)]) {
        // The dots of a letter, by column and line.
        const DOTS: [[u32; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];
        for (upper, lower) in links {
            let (from, to) = (2 * upper.col + upper.width, 2 * lower.col + lower.width);
            let (top, bottom) = (4 * (upper.line + 1), 4 * lower.line - 1);
            let steps = (bottom - top).max(from.abs_diff(to)).max(1);
            for step in 0..=steps {
                let between =
                    |a: usize, b: usize| (a * (steps - step) * 2 + b * step * 2 + steps) / (2 * steps);
                let (x, y) = (between(from, to), between(top, bottom));
                let Some(there) = self.strokes[y / 4].get_mut(x / 2) else { continue };
                let dots = (*there as u32).saturating_sub(0x2800) | DOTS[x % 2][y % 4];
                *there = char::from_u32(0x2800 + dots).unwrap_or(' ');
            }
        }
    }
}

/// Returns how many characters wide a column must be so that names in a row do not touch.
fn unit(layout: &Layout, width: &dyn Fn(usize) -> usize) -> usize {
    let mut unit = 1;
    for id in 1..layout.pieces.len() {
        let (left, right) = (layout.pieces[id - 1].place, layout.pieces[id].place);
        if left.row == right.row {
            let apart = (right.col - left.col).max(1) as usize;
            // From the middle of one to the middle of the other, and a blank between them.
            let needs = width(id - 1) - width(id - 1) / 2 + width(id) / 2 + 1;
            unit = unit.max(needs.div_ceil(apart));
        }
    }
    unit
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(gap: usize, ascii: bool) -> String {
        // The divisors of 12.
        let names = ["1", "2", "3", "4", "6", "12"].map(String::from).to_vec();
        let covers = [(0, 1), (0, 2), (1, 3), (1, 4), (2, 4), (3, 5), (4, 5)];
        let layout = Layout::diagram(names, &covers, |_| true);
        let name = |id| layout.name(id).unwrap();
        let widths: Vec<usize> = (0..6).map(|id| name(id).len()).collect();
        let chart = Chart::new(&layout, &widths, (gap, 2), ascii);
        let mut text = String::new();
        for line in 0..chart.height {
            let mut letters = chart.strokes(line).to_vec();
            for (id, spot) in chart.spots.iter().enumerate().filter(|(_, spot)| spot.line == line) {
                letters.splice(spot.col..spot.col + spot.width, name(id).chars());
            }
            text += letters.into_iter().collect::<String>().trim_end();
            text.push('\n');
        }
        text
    }

    #[test]
    fn links_are_drawn_between_the_names() {
        assert_eq!(drawn(1, true), " 12\n / \\\n4   6\n| / |\n2   3\n \\ /\n  1\n");
        let dots = drawn(1, false);
        assert_eq!(dots.lines().step_by(2).collect::<Vec<_>>(), [" 12", "4   6", "2   3", "  1"]);
        assert!(dots.lines().skip(1).step_by(2).all(|line| !line.is_ascii()), "{dots}");
        assert_eq!(drawn(0, false), " 12\n4   6\n2   3\n  1\n");
    }
}
