//! Pictures in SVG: a frame with axes, and marks that are distinct without colour.

use lastbite::picture::{Paint::With, Pair, Svg};

/// A scale from numbers to places on the paper.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    from: f64,
    to: f64,
    is_log: bool,
    /// The places of both ends.
    places: (f64, f64),
}

impl Scale {
    fn place(&self, value: f64) -> f64 {
        let grown = |x: f64| if self.is_log { x.max(f64::MIN_POSITIVE).log10() } else { x };
        let share = (grown(value) - grown(self.from)) / (grown(self.to) - grown(self.from));
        self.places.0 + share * (self.places.1 - self.places.0)
    }

    /// Returns the numbers along the axis: 1, 2 or 5 times a power of ten, or powers of ten.
    fn ticks(&self) -> Vec<f64> {
        if self.is_log && self.to >= 8.0 * self.from {
            let (low, high) = (self.from.log10().ceil() as i32, self.to.log10().floor() as i32);
            if high - low < 3 {
                let all = (low - 1..=high).flat_map(|power| [1.0, 2.0, 5.0].map(|n| n * 10f64.powi(power)));
                return all.filter(|tick| (self.from..=self.to).contains(tick)).collect();
            }
            let step = ((high - low) / 8 + 1).max(1) as usize;
            return (low..=high).step_by(step).map(|power| 10f64.powi(power)).collect();
        }
        let rough = (self.to - self.from) / 7.0;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|n| n * power).into_iter().find(|&step| step >= rough);
        // Counts have no fractions between whole numbers.
        let is_counted = self.from.fract() == 0.0 && self.to.fract() == 0.0 && self.to - self.from > 1.0;
        let step = step.unwrap_or(power).max(if is_counted { 1.0 } else { 0.0 });
        let first = (self.from / step).ceil() as i64;
        let last = (self.to / step + 1e-9).floor() as i64;
        (first..=last).map(|n| n as f64 * step).collect()
    }
}

/// What one axis shows.
#[derive(Clone, Copy, Debug)]
pub struct Axis<'a> {
    /// Its words.
    pub label: &'a str,
    /// Its least number.
    pub from: f64,
    /// Its greatest.
    pub to: f64,
    /// Whether the scale is logarithmic.
    pub is_log: bool,
}

/// A picture with two axes.
pub struct Chart {
    title: String,
    svg: Svg,
    x: Scale,
    y: Scale,
    size: Pair,
    /// The names of the lines and where they end, to be written at the right.
    names: Vec<(String, f64)>,
}

const LEFT: f64 = 96.0;
const TOP: f64 = 58.0;
const RIGHT: f64 = 120.0;
const BOTTOM: f64 = 60.0;

/// Dashes and marks that distinguish lines, in print too.
const DASHES: [&str; 4] = ["none", "8 4", "2 4", "10 3 2 3"];

const AXIS: &str = r#"stroke="black""#;
const GRID: &str = r##"stroke="#ddd""##;
const HOLLOW: &str = r#"fill="white" stroke="black""#;
const FILLED: &str = r#"fill="black" stroke="black" stroke-width="2.5""#;

impl Chart {
    /// Begins a picture with an inner frame of this width and height.
    pub fn new(title: &str, width: f64, height: f64, x: Axis<'_>, y: Axis<'_>) -> Self {
        let mut chart = Self::begin(title, width, height, x, y);
        for tick in chart.y.ticks() {
            chart.tick_upwards(tick, &number(tick));
        }
        chart
    }

    /// Begins a picture whose vertical axis has named levels, counted from 0.
    pub fn with_levels(title: &str, width: f64, x: Axis<'_>, label: &str, levels: &[String]) -> Self {
        let height = 32.0 * levels.len() as f64;
        let y = Axis { label, from: -0.5, to: levels.len() as f64 - 0.5, is_log: false };
        let mut chart = Self::begin(title, width, height, x, y);
        for (level, name) in levels.iter().enumerate() {
            chart.tick_upwards(level as f64, name);
        }
        chart
    }

    fn begin(title: &str, width: f64, height: f64, x: Axis<'_>, y: Axis<'_>) -> Self {
        let x_scale = Scale { from: x.from, to: x.to, is_log: x.is_log, places: (LEFT, LEFT + width) };
        let y_scale = Scale { from: y.from, to: y.to, is_log: y.is_log, places: (TOP + height, TOP) };
        let size = (LEFT + width + RIGHT, TOP + height + BOTTOM);
        let (title, svg) = (title.to_string(), Svg::new(DIGITS));
        let mut chart = Chart { title, svg, x: x_scale, y: y_scale, size, names: Vec::new() };
        chart.svg.words((LEFT, 26.0), "start", &font(16.0), &chart.title);
        let bottom = TOP + height;
        chart.svg.rect(With(r#"fill="none" stroke="black""#), (LEFT, TOP), (width, height));
        for tick in x_scale.ticks() {
            let at = x_scale.place(tick);
            chart.svg.line(With(AXIS), (at, bottom), (at, bottom + 6.0));
            chart.svg.line(With(GRID), (at, TOP), (at, bottom));
            chart.svg.words((at, bottom + 21.0), "middle", &font(12.0), &number(tick));
        }
        chart.svg.words((LEFT + width / 2.0, bottom + 46.0), "middle", &font(14.0), x.label);
        words_upwards(&mut chart.svg, (20.0, TOP + height / 2.0), 14.0, y.label);
        chart
    }

    fn tick_upwards(&mut self, tick: f64, name: &str) {
        let (at, right) = (self.y.place(tick), self.x.places.1);
        self.svg.line(With(AXIS), (LEFT, at), (LEFT - 6.0, at));
        self.svg.line(With(GRID), (LEFT, at), (right, at));
        self.svg.words((LEFT - 10.0, at + 4.0), "end", &font(12.0), name);
    }

    /// Writes a line of words below the title.
    pub fn note(&mut self, words: &str) {
        self.svg.words((LEFT, 45.0), "start", &font(12.0), words);
    }

    /// Writes words at the right, level with a number of the vertical axis.
    pub fn beside(&mut self, y: f64, words: &str) {
        let at = (self.x.places.1 + 10.0, self.y.place(y) + 4.0);
        self.svg.words(at, "start", &font(12.0), words);
    }

    /// Draws a short vertical stroke.
    pub fn stroke(&mut self, x: f64, y: f64, width: f64) {
        let (x, y) = (self.x.place(x), self.y.place(y) - 9.0);
        self.svg.line(With(&format!(r#"{AXIS} stroke-width="{width}""#)), (x, y), (x, y + 18.0));
    }

    /// Draws filled marks of the same kind as the line with this number.
    pub fn marks(&mut self, line: usize, points: &[(f64, f64)]) {
        for &(x, y) in points {
            let at = (self.x.place(x), self.y.place(y));
            self.mark(line, at, FILLED);
        }
    }

    /// Fills a rectangle between two corners with a grey from 0, white, to 1, black.
    pub fn shade(&mut self, from: (f64, f64), to: (f64, f64), darkness: f64) {
        let grey = (255.0 * (1.0 - darkness.clamp(0.0, 1.0))) as u8;
        let (x0, x1) = (self.x.place(from.0), self.x.place(to.0));
        let (y0, y1) = (self.y.place(to.1), self.y.place(from.1));
        let fill = format!(r##"fill="#{grey:02x}{grey:02x}{grey:02x}""##);
        self.svg.rect(With(&fill), (x0, y0), (x1 - x0, y1 - y0));
    }

    /// Draws a line through points, with its own dashes and marks, and its name at the end.
    pub fn line(&mut self, name: &str, points: &[(f64, f64)]) {
        let style = self.names.len();
        let places: Vec<Pair> = points.iter().map(|&(x, y)| (self.x.place(x), self.y.place(y))).collect();
        let dashes = DASHES[style % DASHES.len()];
        let stroke = format!(r#"fill="none" stroke="black" stroke-width="1.5" stroke-dasharray="{dashes}""#);
        self.svg.polyline(With(&stroke), &places);
        // Only a few marks along the way; more would hide the line.
        for &place in places.iter().step_by((places.len() / 12).max(1)) {
            self.mark(style, place, HOLLOW);
        }
        let end = places.last().map_or(self.y.places.0, |&(_, y)| y);
        self.names.push((name.to_string(), end));
    }

    fn mark(&mut self, style: usize, (x, y): Pair, paint: &str) {
        let path = match style % 6 {
            0 => format!("M{:.1} {y:.1}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0", x - 3.0),
            1 => format!("M{:.1} {:.1}h6v6h-6z", x - 3.0, y - 3.0),
            2 => format!("M{x:.1} {:.1}l4 7h-8z", y - 4.0),
            3 => format!("M{:.1} {:.1}l6 6m0 -6l-6 6", x - 3.0, y - 3.0),
            4 => format!("M{x:.1} {:.1}l4 4l-4 4l-4 -4z", y - 4.0),
            _ => format!("M{:.1} {y:.1}h8m-4 -4v8", x - 4.0),
        };
        self.svg.path(With(paint), &path);
    }

    /// Writes the names of the lines next to their ends, each with its mark, without overlaps.
    fn write_names(&mut self) {
        let mut names: Vec<(usize, (String, f64))> =
            std::mem::take(&mut self.names).into_iter().enumerate().collect();
        names.sort_by(|(_, (_, a)), (_, (_, b))| b.total_cmp(a));
        let mut below = f64::MAX;
        for (style, (name, end)) in names {
            let y = end.min(below - 15.0);
            below = y;
            self.mark(style, (self.x.places.1 + 10.0, y), HOLLOW);
            self.svg.words((self.x.places.1 + 18.0, y + 4.0), "start", &font(12.0), &name);
        }
    }

    /// Stacks finished pictures below each other and returns the file, with the command that made it.
    pub fn finish(mut charts: Vec<Chart>, command: &str) -> String {
        charts.iter_mut().for_each(Chart::write_names);
        let titles: Vec<&str> = charts.iter().map(|chart| chart.title.as_str()).collect();
        let parts: Vec<(&Svg, Pair)> = charts.iter().map(|chart| (&chart.svg, chart.size)).collect();
        document(&parts, &titles.join("; "), command)
    }
}

/// A picture without axes: boxes with words or dots in them.
pub struct Sheet {
    title: String,
    svg: Svg,
    size: Pair,
}

impl Sheet {
    /// Begins a picture of this size.
    pub fn new(title: &str, width: f64, height: f64) -> Self {
        let mut sheet = Sheet { title: title.to_string(), svg: Svg::new(DIGITS), size: (width, height) };
        sheet.words(20.0, 28.0, title, "start", 16.0, false);
        sheet
    }

    /// Draws a box, heavy or not.
    pub fn frame(&mut self, x: f64, y: f64, width: f64, height: f64, stroke: f64, grey: &str) {
        let paint = format!(r#"fill="{grey}" stroke="black" stroke-width="{stroke}""#);
        self.svg.rect(With(&paint), (x, y), (width, height));
    }

    /// Draws a dot.
    pub fn dot(&mut self, x: f64, y: f64, radius: f64) {
        self.svg.circle(With(""), (x, y), radius);
    }

    /// Writes words.
    pub fn words(&mut self, x: f64, y: f64, words: &str, anchor: &str, size: f64, is_bold: bool) {
        let weight = if is_bold { r#" font-weight="bold""# } else { "" };
        self.svg.words((x, y), anchor, &format!("{}{weight}", font(size)), words);
    }

    /// Writes words that run upwards.
    pub fn words_upwards(&mut self, x: f64, y: f64, words: &str) {
        words_upwards(&mut self.svg, (x, y), 13.0, words);
    }

    /// Ends the picture and returns the file, with the command that made it.
    pub fn finish(self, command: &str) -> String {
        document(&[(&self.svg, self.size)], &self.title, command)
    }
}

/// How many decimals a place on the paper has.
const DIGITS: usize = 2;

fn font(size: f64) -> String {
    format!(r#"font-size="{size}""#)
}

fn words_upwards(svg: &mut Svg, (x, y): Pair, size: f64, words: &str) {
    let turned = format!(r#"{} transform="rotate(-90 {x} {y})""#, font(size));
    svg.words((x, y), "middle", &turned, words);
}

/// Puts pictures below each other on white paper, with the command that made them.
fn document(parts: &[(&Svg, Pair)], title: &str, command: &str) -> String {
    let width = parts.iter().map(|(_, size)| size.0).fold(0.0, f64::max);
    let height: f64 = parts.iter().map(|(_, size)| size.1).sum();
    let mut svg = Svg::new(DIGITS);
    svg.describe(&format!("Made by: {command}"));
    svg.rect(With(r#"fill="white""#), (0.0, 0.0), (width, height));
    let mut top = 0.0;
    for (part, size) in parts {
        svg.place(part, (0.0, top));
        top += size.1;
    }
    svg.words((width - 10.0, height - 6.0), "end", r##"font-size="10" fill="#444""##, command);
    svg.finish((width, height), title)
}

/// Writes a number as short as it can be.
fn number(value: f64) -> String {
    let rounded = (value * 1e9).round() / 1e9;
    match rounded.abs() {
        0.0 => "0".into(),
        size if !(1e-4..1e7).contains(&size) => format!("{rounded:e}"),
        size if size >= 10_000.0 => lastbite::notation::grouped(rounded as u64),
        _ => rounded.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_numbers_inside_the_axis() {
        let scale = |from, to, is_log| Scale { from, to, is_log, places: (0.0, 100.0) };
        assert_eq!(scale(0.0, 70.0, false).ticks(), [0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0]);
        assert_eq!(scale(0.5, 2000.0, true).ticks(), [1.0, 10.0, 100.0, 1000.0]);
        // Few columns, and whole values.
        assert_eq!(scale(2.0, 4.0, true).ticks(), [2.0, 3.0, 4.0]);
        assert_eq!(scale(0.0, 3.0, false).ticks(), [0.0, 1.0, 2.0, 3.0]);
        assert_eq!(scale(0.0, 1.0, false).ticks().len(), 6);
        assert_eq!(number(0.25), "0.25");
        assert_eq!(number(50_000.0), "50,000");
        assert_eq!(number(1e-5), "1e-5");
    }

    #[test]
    fn the_command_stands_in_the_file() {
        let file = Sheet::new("a < b", 10.0, 10.0).finish("lastbite plot <x>");
        assert!(file.contains("<desc>Made by: lastbite plot &lt;x&gt;</desc>") && file.contains("a &lt; b"));
    }
}
