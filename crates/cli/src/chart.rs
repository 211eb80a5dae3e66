//! Pictures in SVG: a frame with axes, and marks that can be told apart without colour.

use std::fmt::Write;

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

    /// The numbers that are written along the axis: 1, 2 or 5 times a power of ten, or powers of ten.
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
        // Between whole numbers that are counted there is nothing.
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
    /// Whether equal steps are equal factors.
    pub is_log: bool,
}

/// A picture with two axes.
pub struct Chart {
    body: String,
    x: Scale,
    y: Scale,
    size: (f64, f64),
    /// The words of the lines and where they end, to be written at the right.
    names: Vec<(String, f64)>,
}

const LEFT: f64 = 96.0;
const TOP: f64 = 58.0;
const RIGHT: f64 = 120.0;
const BOTTOM: f64 = 60.0;

/// Dashes and marks that tell lines apart, in print too.
const DASHES: [&str; 4] = ["none", "8 4", "2 4", "10 3 2 3"];

impl Chart {
    /// Begins a picture; `height` and `width` are those of the inner frame.
    pub fn new(title: &str, width: f64, height: f64, x: Axis<'_>, y: Axis<'_>) -> Self {
        let mut chart = Self::begin(title, width, height, x, y);
        for tick in chart.y.ticks() {
            chart.tick_upwards(tick, &number(tick));
        }
        chart
    }

    /// Begins a picture whose lines upwards have names: one for each, from 0 on.
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
        let mut chart = Chart { body: String::new(), x: x_scale, y: y_scale, size, names: Vec::new() };
        chart.text(LEFT, 26.0, title, "start", 16.0, "");
        let bottom = TOP + height;
        chart.draw(format_args!(
            "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"black\"/>"
        ));
        for tick in x_scale.ticks() {
            let at = x_scale.place(tick);
            chart.draw(format_args!(
                "<path d=\"M{at:.1} {bottom}v6\" stroke=\"black\"/><path d=\"M{at:.1} {TOP}V{bottom}\" stroke=\"#ddd\"/>"
            ));
            chart.text(at, bottom + 21.0, &number(tick), "middle", 12.0, "");
        }
        chart.text(LEFT + width / 2.0, bottom + 46.0, x.label, "middle", 14.0, "");
        let middle = TOP + height / 2.0;
        chart.text(20.0, middle, y.label, "middle", 14.0, &format!(" transform=\"rotate(-90 20 {middle})\""));
        chart
    }

    fn tick_upwards(&mut self, tick: f64, name: &str) {
        let (at, right) = (self.y.place(tick), self.x.places.1);
        self.draw(format_args!(
            "<path d=\"M{LEFT} {at:.1}h-6\" stroke=\"black\"/><path d=\"M{LEFT} {at:.1}H{right}\" stroke=\"#ddd\"/>"
        ));
        self.text(LEFT - 10.0, at + 4.0, name, "end", 12.0, "");
    }

    /// Writes a line of words below the title.
    pub fn note(&mut self, words: &str) {
        self.text(LEFT, 45.0, words, "start", 12.0, "");
    }

    /// Writes words at the right, beside a number upwards.
    pub fn beside(&mut self, y: f64, words: &str) {
        self.text(self.x.places.1 + 10.0, self.y.place(y) + 4.0, words, "start", 12.0, "");
    }

    fn draw(&mut self, element: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.body, "{element}");
    }

    fn text(&mut self, x: f64, y: f64, words: &str, anchor: &str, size: f64, more: &str) {
        let words = escaped(words);
        self.draw(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{size}\"{more}>{words}</text>"
        ));
    }

    /// Draws a short stroke upwards.
    pub fn stroke(&mut self, x: f64, y: f64, width: f64) {
        let (x, y) = (self.x.place(x), self.y.place(y) - 9.0);
        self.draw(format_args!("<path d=\"M{x:.1} {y:.1}v18\" stroke=\"black\" stroke-width=\"{width}\"/>"));
    }

    /// Draws filled marks of the kind that the line with this number has.
    pub fn marks(&mut self, line: usize, points: &[(f64, f64)]) {
        for &(x, y) in points {
            let (x, y) = (self.x.place(x), self.y.place(y));
            self.draw(format_args!("<g stroke-width=\"2.5\">"));
            self.mark(line, x, y, "black");
            self.draw(format_args!("</g>"));
        }
    }

    /// Fills a rectangle between two corners with a grey from 0, white, to 1, black.
    pub fn shade(&mut self, from: (f64, f64), to: (f64, f64), darkness: f64) {
        let grey = (255.0 * (1.0 - darkness.clamp(0.0, 1.0))) as u8;
        let (x0, x1) = (self.x.place(from.0), self.x.place(to.0));
        let (y0, y1) = (self.y.place(to.1), self.y.place(from.1));
        let (width, height) = (x1 - x0, y1 - y0);
        self.draw(format_args!(
            "<rect x=\"{x0:.2}\" y=\"{y0:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"#{grey:02x}{grey:02x}{grey:02x}\"/>"
        ));
    }

    /// Draws a line through points, with its own dashes and marks and its name at its end.
    pub fn line(&mut self, name: &str, points: &[(f64, f64)]) {
        let style = self.names.len();
        let places: Vec<(f64, f64)> =
            points.iter().map(|&(x, y)| (self.x.place(x), self.y.place(y))).collect();
        let path: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let dashes = DASHES[style % DASHES.len()];
        self.draw(format_args!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"black\" stroke-width=\"1.5\" stroke-dasharray=\"{dashes}\"/>",
            path.join(" ")
        ));
        // Some marks on the way, more would hide the line.
        for &(x, y) in places.iter().step_by((places.len() / 12).max(1)) {
            self.mark(style, x, y, "white");
        }
        let end = places.last().map_or(self.y.places.0, |&(_, y)| y);
        self.names.push((name.to_string(), end));
    }

    fn mark(&mut self, style: usize, x: f64, y: f64, fill: &str) {
        let path = match style % 6 {
            0 => format!("M{:.1} {y:.1}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0", x - 3.0),
            1 => format!("M{:.1} {:.1}h6v6h-6z", x - 3.0, y - 3.0),
            2 => format!("M{x:.1} {:.1}l4 7h-8z", y - 4.0),
            3 => format!("M{:.1} {:.1}l6 6m0 -6l-6 6", x - 3.0, y - 3.0),
            4 => format!("M{x:.1} {:.1}l4 4l-4 4l-4 -4z", y - 4.0),
            _ => format!("M{:.1} {y:.1}h8m-4 -4v8", x - 4.0),
        };
        self.draw(format_args!("<path d=\"{path}\" fill=\"{fill}\" stroke=\"black\"/>"));
    }

    /// Writes the names of the lines beside their ends, each with its mark and none on top of another.
    fn write_names(&mut self) {
        let mut names: Vec<(usize, (String, f64))> =
            std::mem::take(&mut self.names).into_iter().enumerate().collect();
        names.sort_by(|(_, (_, a)), (_, (_, b))| b.total_cmp(a));
        let mut below = f64::MAX;
        for (style, (name, end)) in names {
            let y = end.min(below - 15.0);
            below = y;
            self.mark(style, self.x.places.1 + 10.0, y, "white");
            self.text(self.x.places.1 + 18.0, y + 4.0, &name, "start", 12.0, "");
        }
    }

    /// Ends pictures that stand below each other and returns the file, with the command that made it.
    pub fn finish(charts: Vec<Chart>, command: &str) -> String {
        let (mut width, mut height, mut body) = (0.0f64, 0.0, String::new());
        for mut chart in charts {
            chart.write_names();
            let _ = writeln!(body, "<g transform=\"translate(0 {height})\">\n{}</g>", chart.body);
            width = width.max(chart.size.0);
            height += chart.size.1;
        }
        document(width, height, command, &body)
    }
}

/// A picture without axes: boxes with words or dots in them.
pub struct Sheet {
    body: String,
    size: (f64, f64),
}

impl Sheet {
    /// Begins a picture of this size.
    pub fn new(title: &str, width: f64, height: f64) -> Self {
        let mut sheet = Sheet { body: String::new(), size: (width, height) };
        sheet.words(20.0, 28.0, title, "start", 16.0, false);
        sheet
    }

    /// Draws a box, heavy or not.
    pub fn frame(&mut self, x: f64, y: f64, width: f64, height: f64, stroke: f64, grey: &str) {
        let _ = writeln!(
            self.body,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{grey}\" stroke=\"black\" stroke-width=\"{stroke}\"/>"
        );
    }

    /// Draws a dot.
    pub fn dot(&mut self, x: f64, y: f64, radius: f64) {
        let _ = writeln!(self.body, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"/>");
    }

    /// Writes words.
    pub fn words(&mut self, x: f64, y: f64, words: &str, anchor: &str, size: f64, is_bold: bool) {
        let weight = if is_bold { " font-weight=\"bold\"" } else { "" };
        let words = escaped(words);
        let _ = writeln!(
            self.body,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{size}\"{weight}>{words}</text>"
        );
    }

    /// Writes words that run upwards.
    pub fn words_upwards(&mut self, x: f64, y: f64, words: &str) {
        let words = escaped(words);
        let _ = writeln!(
            self.body,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" font-size=\"13\" \
             transform=\"rotate(-90 {x:.1} {y:.1})\">{words}</text>"
        );
    }

    /// Ends the picture and returns the file, with the command that made it.
    pub fn finish(self, command: &str) -> String {
        document(self.size.0, self.size.1, command, &self.body)
    }
}

fn document(width: f64, height: f64, command: &str, body: &str) -> String {
    let command = escaped(command);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\">\n<desc>Made by: {command}</desc>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{body}\
         <text x=\"{x}\" y=\"{y}\" text-anchor=\"end\" font-size=\"10\" fill=\"#444\">{command}</text>\n</svg>\n",
        x = width - 10.0,
        y = height - 6.0
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Writes a number as short as it can be.
fn number(value: f64) -> String {
    let rounded = (value * 1e9).round() / 1e9;
    match rounded.abs() {
        0.0 => "0".into(),
        size if !(1e-4..1e7).contains(&size) => format!("{rounded:e}"),
        size if size >= 10_000.0 => lastbite::grouped(rounded as u64),
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
        // Few columns, and values that are counted.
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
