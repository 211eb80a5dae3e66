//! A plot of numbers that grow fast: a logarithmic vertical scale, one place along the axis for each thing,
//! and a line for each series.

use lastbite::notation::grouped;

use lastbite::picture::{Paint::With, Svg};

/// What is plotted.
pub struct Plot<'a> {
    /// Its title.
    pub title: &'a str,
    /// What the places along the axis are.
    pub along: &'a str,
    /// What the numbers are.
    pub upwards: &'a str,
    /// The name of each place.
    pub places: Vec<String>,
    /// The lines.
    pub series: Vec<Series>,
    /// The limit, beyond which a number means "more than this".
    pub limit: u64,
}

/// One line of a plot.
pub struct Series {
    /// What it is called.
    pub name: String,
    /// A number for each place, or nothing, and whether it is exact rather than cut off at the limit.
    pub numbers: Vec<Option<(u64, bool)>>,
}

const WIDTH: f64 = 820.0;
const HEIGHT: f64 = 510.0;
/// The corners of the field where the lines are.
const LEFT: f64 = 104.0;
const RIGHT: f64 = 668.0;
const TOP: f64 = 52.0;
const BOTTOM: f64 = 430.0;

/// Colours that colour-blind people can distinguish (Okabe and Ito); each series has its own shape too.
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#e69f00"];

impl Plot<'_> {
    /// Draws it.
    pub fn svg(&self) -> String {
        let mut svg = Svg::new(2);
        svg.rect(With(r##"fill="#fff""##), (0.0, 0.0), (WIDTH, HEIGHT));
        svg.words((LEFT, 28.0), "start", r##"font-size="17" font-weight="bold" fill="#222""##, self.title);
        let decades = self.decades();
        self.axes(&mut svg, decades);
        for (index, series) in self.series.iter().enumerate() {
            self.draw(&mut svg, decades, index, series);
        }
        svg.finish((WIDTH, HEIGHT), self.title)
    }

    /// Returns how many powers of ten the scale has, so that every number fits.
    fn decades(&self) -> u32 {
        let numbers = self.series.iter().flat_map(|series| &series.numbers).flatten();
        let most = numbers.map(|&(number, _)| number).max().unwrap_or(1).max(2);
        (most - 1).ilog10() + 1
    }

    fn x(&self, place: usize) -> f64 {
        let step = (RIGHT - LEFT) / self.places.len().max(1) as f64;
        LEFT + step * (place as f64 + 0.5)
    }

    fn y(&self, decades: u32, number: u64) -> f64 {
        let share = (number.max(1) as f64).log10() / f64::from(decades);
        BOTTOM - share * (BOTTOM - TOP)
    }

    fn axes(&self, svg: &mut Svg, decades: u32) {
        let (grid, small) = (r##"stroke="#ddd""##, r##"font-size="12" fill="#444""##);
        for power in 0..=decades {
            let number = 10u64.saturating_pow(power);
            let y = self.y(decades, number);
            svg.line(With(grid), (LEFT, y), (RIGHT, y));
            svg.words((LEFT - 8.0, y + 4.0), "end", small, &grouped(number));
        }
        let axis = r##"stroke="#222""##;
        svg.line(With(axis), (LEFT, TOP), (LEFT, BOTTOM));
        svg.line(With(axis), (LEFT, BOTTOM), (RIGHT, BOTTOM));
        // Only as many names as are readable, rotated if they would touch.
        let every = self.places.len().div_ceil(24).max(1);
        let turned = self.places.len() > 9 || self.places.iter().any(|name| name.len() > 6);
        for (place, name) in self.places.iter().enumerate().step_by(every) {
            let x = self.x(place);
            svg.line(With(axis), (x, BOTTOM), (x, BOTTOM + 5.0));
            match turned {
                false => svg.words((x, BOTTOM + 19.0), "middle", small, name),
                true => {
                    let style = format!(r#"{small} transform="rotate(-45 {x:.1} {:.1})""#, BOTTOM + 16.0);
                    svg.words((x, BOTTOM + 16.0), "end", &style, name);
                }
            }
        }
        let label = r##"font-size="14" fill="#222""##;
        svg.words(((LEFT + RIGHT) / 2.0, HEIGHT - 16.0), "middle", label, self.along);
        let middle = (TOP + BOTTOM) / 2.0;
        let style = format!(r#"{label} transform="rotate(-90 16 {middle:.1})""#);
        svg.words((16.0, middle), "middle", &style, self.upwards);
        let unfinished =
            self.series.iter().flat_map(|series| &series.numbers).flatten().any(|&(_, whole)| !whole);
        if unfinished {
            let y = self.y(decades, self.limit);
            svg.line(With(r##"stroke="#888" stroke-dasharray="6 4""##), (LEFT, y), (RIGHT, y));
            let words = format!("hollow: unfinished at {} nodes", grouped(self.limit));
            svg.words((RIGHT, y - 13.0), "end", small, &words);
        }
    }

    fn draw(&self, svg: &mut Svg, decades: u32, index: usize, series: &Series) {
        let colour = COLOURS[index % COLOURS.len()];
        let points: Vec<((f64, f64), bool)> = series
            .numbers
            .iter()
            .enumerate()
            .filter_map(|(place, number)| {
                number.map(|(number, whole)| ((self.x(place), self.y(decades, number)), whole))
            })
            .collect();
        // Earlier lines are drawn wider, so that they show under later lines that cover them exactly.
        let later = (self.series.len() - 1 - index) as f64;
        let (broad, large) = (1.5 + 0.9 * later, 1.0 + 0.2 * later);
        let stroke = format!(r#"stroke="{colour}" stroke-width="{broad:.1}""#);
        for pair in points.windows(2) {
            // If the next number is not exact, only the direction is known.
            match (pair[0].1, pair[1].1) {
                (true, true) => svg.line(With(&stroke), pair[0].0, pair[1].0),
                (true, false) => {
                    svg.line(With(&format!(r#"{stroke} stroke-dasharray="3 4""#)), pair[0].0, pair[1].0)
                }
                _ => {}
            }
        }
        for (point, whole) in points {
            mark(svg, index, point, large, colour, whole);
        }
        // The legend, to the right of everything.
        let y = TOP + 14.0 + 26.0 * index as f64;
        svg.line(With(&stroke), (RIGHT + 18.0, y), (RIGHT + 46.0, y));
        mark(svg, index, (RIGHT + 32.0, y), large, colour, true);
        svg.words((RIGHT + 54.0, y + 5.0), "start", r##"font-size="14" fill="#222""##, &series.name);
    }
}

/// Draws a mark of the shape that belongs to a series, hollow where the number is only a limit.
fn mark(svg: &mut Svg, index: usize, (x, y): (f64, f64), large: f64, colour: &str, whole: bool) {
    let fill = if whole { colour } else { "#fff" };
    let style = format!(r#"fill="{fill}" stroke="{colour}" stroke-width="1.5""#);
    let corners = |corners: &[(f64, f64)]| -> Vec<(f64, f64)> {
        corners.iter().map(|&(right, down)| (x + large * right, y + large * down)).collect()
    };
    match index % 5 {
        0 => svg.circle(With(&style), (x, y), 4.0 * large),
        1 => svg.polygon(With(&style), &corners(&[(-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)])),
        2 => svg.polygon(With(&style), &corners(&[(0.0, -5.0), (5.0, 4.0), (-5.0, 4.0)])),
        3 => svg.polygon(With(&style), &corners(&[(0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0)])),
        _ => svg.polygon(With(&style), &corners(&[(0.0, 4.0), (4.0, -4.0), (-4.0, -4.0)])),
    }
}
